"""Hooks of thunks for objects: Python calls them for each attribute that is read, written or deleted.

They look, fetch what is there to be fetched, and leave the rest to the way of the class itself.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from contextlib import suppress
from dataclasses import FrozenInstanceError
from typing import Any

from strictcheck.kinds.attributes import Shape
from strictcheck.kinds.object_thunk import GONE, OWN, UNREAD, ObjectThunk, ask, fetch_past_hooks
from strictcheck.kinds.partials import PartialObject
from strictcheck.kinds.placing import stand_in
from strictcheck.thunks.classes import class_name, getattr_static, hides_its_dict, is_in_class, namespace_of, slots_of
from strictcheck.thunks.observed import cells_of, log_of, number_of, object_behind
from strictcheck.thunks.places import ABSENT
from strictcheck.thunks.proxy import is_thunk
from strictcheck.thunks.special_methods import LacksOperation, leave


def reading(cls: type, shape: Shape, counting: bool) -> dict[str, Callable[..., Any]]:
    """Return the hook that fetches, and counts fetches, before the class's own way to read."""
    read = _way_of(cls, "__getattribute__")
    if isinstance(read, types.FunctionType):
        read = _own_or(read)
    may_miss = getattr_static(cls, "__getattr__") is None

    def __getattribute__(self: Any, name: str) -> Any:
        cells = cells_of(self)
        if cells is None or cells.get(name) is UNREAD:
            ask(self, name, shape)
        try:
            found = read(self, name)
        except (AttributeError, LacksOperation) as error:
            if may_miss or type(error) is LacksOperation:
                return miss(self, name, error)
            raise
        return found if found is not leave else miss(self, name, AttributeError(name))

    def counted(self: Any, name: str) -> Any:
        found = __getattribute__(self, name)
        if name not in OWN and name in shape.held(self) and shape.held(self)[name] is cells_of(self).get(name):
            log_of(self).count(number_of(self), name)
        return found

    return {"__getattribute__": counted if counting else __getattribute__}


def _way_of(cls: type, name: str) -> Any:
    """Return the method of a class for its attributes; if that is in C, the one of all objects, which do it so."""
    found = getattr_static(cls, name)
    return getattr(object, name) if isinstance(found, types.WrapperDescriptorType) else found


def _own_or(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """Make a function that reads what is the thunk's own, and leaves all else to the class."""
    return lambda self, name: (object.__getattribute__ if name in OWN else read)(self, name)


def writing(cls: type, shape: Shape) -> dict[str, Callable[..., None]]:
    """Return the hooks that look before the class's own ways to write and to delete."""
    write, erase = (_way_of(cls, name) for name in ("__setattr__", "__delattr__"))
    if cls.__dictoffset__ and getattr(namespace_of(cls).get("__dataclass_params__"), "frozen", False):
        write = erase = _refuse  # that of a dataclass would ask for `type(self)`

    def __setattr__(self: Any, name: str, value: Any) -> None:
        ObjectThunk._self_look(self)
        if name == "__dict__":
            cells, value = cells_of(self), dict(value) if is_thunk(value) else value
            cells.pop(name, None)
            cells |= {each: GONE for each, part in cells.items() if part is UNREAD and each not in shape.slots}
        write(self, name, value)

    def __delattr__(self: Any, name: str) -> None:
        ask(self, name, shape)
        try:
            erase(self, name)
        except AttributeError:
            note_absent(self, name)
            raise
        if name in cells_of(self) and name not in shape.held(self):
            cells_of(self)[name] = GONE

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _refuse(thunk: Any, name: str, *value: Any) -> None:
    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def making_up(cls: type, past_hooks: list[frozenset[str]]) -> dict[str, Callable[..., Any]]:
    """Return the class's own way to make up attributes, if it has one; what it cannot make up is noted."""
    make_up = getattr_static(cls, "__getattr__")

    def __getattr__(self: Any, name: str) -> Any:
        if (found := added_later(self, name)) is not UNREAD:
            return found
        fetch_past_hooks(self, past_hooks, type(self)._self_shape)
        try:
            if (found := make_up(self, name)) is not leave:
                return found
            raise AttributeError(name)
        except (AttributeError, LacksOperation) as error:
            note_absent(self, name)
            if type(error) is LacksOperation and name.startswith("__"):  # read past the hook
                raise AttributeError(*error.args) from None
            raise

    return {} if make_up is None else {"__getattr__": __getattr__}


def miss(thunk: Any, name: str, error: Exception) -> Any:
    """Return an attribute that the thunk has not, if there is one all the same; or note that there is none."""
    cells, cls, source = cells_of(thunk), type(thunk)._self_for, object_behind(thunk)
    if type(error) is LacksOperation:
        error = AttributeError(f"{class_name(cls)!r} object has no attribute {name!r}")
    if cells is None or name in cells:
        raise error
    if (found := added_later(thunk, name)) is not UNREAD:
        return found
    if is_in_class(cls, name) and name not in slots_of(cls):
        raise error
    with suppress(AttributeError):
        if issubclass(type(source), PartialObject):
            return stand_in(log_of(thunk), (number_of(thunk), name), source.read(name))
        if hides_its_dict(cls):  # then nobody knows beforehand what an object holds
            return stand_in(log_of(thunk), (number_of(thunk), name), object.__getattribute__(source, name))
    note_absent(thunk, name)
    raise error


def added_later(thunk: Any, name: str) -> Any:
    """Return an attribute that the class has only since that of the thunk was made; UNREAD if there is none."""
    cls = type(thunk)._self_shape.kind.cls
    if is_in_class(type(thunk), name) or not is_in_class(cls, name) or name in OWN:
        return UNREAD
    found = getattr_static(cls, name)
    return found.__get__(thunk, cls) if is_in_class(type(found), "__get__") else found


def note_absent(thunk: Any, name: str) -> None:
    """Note that neither the object nor its class has an attribute of this name; if it can have others."""
    kind = type(thunk)._self_shape.kind
    is_known = name in cells_of(thunk) or (is_in_class(kind.cls, name) and name not in slots_of(kind.cls))
    # Special methods are the class's, and the class is known.
    if not (is_known or kind.has_fixed_names or name.startswith("__")):
        log_of(thunk).look((number_of(thunk), name), ABSENT)  # at the place of a part, for there is none
