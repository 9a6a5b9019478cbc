"""Thunks for objects of Python classes: objects of a class that has all that theirs has.

Python does the work: methods run with the thunk as `self`, and properties, other descriptors, hooks, `super()` and
writes find a real object with attributes of its own. These are fetched from the source, which stays as it is, when they
are first asked for. `object_class` makes the classes of thunks. They derive from none of the user's: `isinstance` would
ask such a class alone, and nobody could tell that it did.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Collection, Iterable
from itertools import repeat
from operator import is_
from reprlib import recursive_repr
from typing import Any, cast

from strictcheck.kinds.attributes import Shape, held_attributes, is_managed
from strictcheck.kinds.building import kept_with
from strictcheck.kinds.layers import Raised, constructor_layer
from strictcheck.kinds.partials import PartialObject, class_behind
from strictcheck.kinds.placing import StandIn, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import (
    class_of_values,
    getattr_static,
    instance_dict,
    is_in_class,
    namespace_of,
    slots_of,
)
from strictcheck.thunks.observed import (
    Observed,
    ThunkObject,
    cells_of,
    log_of,
    number_of,
    object_behind,
    place_of,
    put_cells,
    put_number,
)
from strictcheck.thunks.proxy import force, get_value, is_open, is_thunk, retype, source_of
from strictcheck.thunks.special_methods import AskingThunkType

# In place of an attribute that nobody has fetched; that the call wrote before; and that it deleted.
UNREAD: Any = type("Unread", (), {"__slots__": ()})()
WRITTEN: Any = type("Written", (), {"__slots__": ()})()
GONE: Any = type("Gone", (), {"__slots__": ()})()


class ObjectThunkType(AskingThunkType):
    """Class of these classes, which are none of wrapt's."""

    @staticmethod
    def _self_create(metaclass: Any, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        return type.__new__(metaclass, name, bases, namespace)


class ObjectThunk(ThunkObject, metaclass=ObjectThunkType):
    """`_self_cells` has the attributes of the source by name, in order: as they were fetched, or one of the marks.

    While there are some to be fetched, `__dict__` is among them: who asks for it gets them all. `_self_constants` has
    the thunks for attributes of the class.
    """

    __slots__ = ("_self_constants",)
    _self_shape = cast("Any", None)

    def _self_look(self) -> None:
        if cells_of(self) is None:
            look(self, type(self)._self_shape)

    @property
    def __class__(self) -> Any:
        """The class of the object."""
        ObjectThunk._self_look(self)
        return type(self)._self_for

    @__class__.setter
    def __class__(self, cls: type) -> None:
        """Make an object of another class of it, which Python refuses if that keeps its attributes elsewhere."""
        ObjectThunk._self_look(self)
        retype(self, log_of(self).makers[class_of_values(cls)])

    @property
    def __wrapped__(self) -> Any:
        ObjectThunk._self_look(self)
        return object_behind(self)

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Any:
        """Make a value of the class that `x` seems to have: `type(x).__new__(type(x))`."""
        made: Any = cls._self_for
        return made.__new__(made, *args, **kwargs)

    __copy__ = StandIn.__copy__

    def __deepcopy__(self, memo: dict[Any, Any] | None = None) -> Any:
        # pydantic calls the method of a model, whose memo may be left out.
        own: Any = self
        return StandIn.__deepcopy__(own, {} if memo is None else memo)

    __reduce_ex__ = StandIn.__reduce_ex__
    __reduce__ = StandIn.__reduce__
    _repr_pretty_ = StandIn._repr_pretty_

    def _self_to_copy(self) -> Any:
        return kept_with(object_behind(self), type(self)._self_shape.kind.put_together(attributes_now(self)))

    def __repr__(self) -> str:
        if not is_open(self) or asked_from_outside(showing=True):
            return StandIn.__repr__(self)  # type: ignore[arg-type]
        ObjectThunk._self_look(self)
        written = getattr_static(type(self)._self_shape.kind.cls, "__repr__")
        if isinstance(written, types.FunctionType):
            return str(unwrap(written(self), force_all=True))
        return repr(source_of(self)) if written is object.__repr__ else _repr_in_c(self)

    def __dir__(self) -> list[str]:
        ObjectThunk._self_look(self)
        return sorted({*dir(type(self)._self_for), *names_now(self)})

    def _self_fetch(self) -> None:
        ObjectThunk._self_look(self)
        fetch_all(self, type(self)._self_shape)

    def _self_is_written(self) -> bool:
        cells, own = cells_of(self), type(self)._self_shape.held(self)
        is_same = own.keys() <= cells.keys() and all(map(is_, map(own.get, cells, repeat(UNREAD)), cells.values()))
        return not is_same or class_behind(object_behind(self)) is not type(self)._self_for

    def _self_state(self, began: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes as they are now, for an object that `began` with these."""
        own, now = type(self)._self_shape.held(self), dict[str, Any]()
        for name, part in (cells_of(self) or dict.fromkeys(began, UNREAD)).items():
            if name in own and part is not GONE:
                now[name] = own[name]
            elif part is UNREAD and name in began:
                now[name] = began[name]
        return now | own

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        shape = type(self)._self_shape
        # A copy: other threads may fetch attributes while somebody goes through these.
        return constructor_layer(shape.kind.cls), {**shape.held(self)}.items()


get_constants = namespace_of(ObjectThunk)["_self_constants"].__get__
set_constants = namespace_of(ObjectThunk)["_self_constants"].__set__
OWN = frozenset((*vars(ObjectThunk), *vars(ThunkObject), *vars(Observed))) - {"__module__", "__doc__"}


@recursive_repr("namespace(...)")
def _repr_in_c(thunk: Any) -> str:
    """Return the text of a `SimpleNamespace` with these attributes; only that has one in C."""
    return repr(thunk._self_to_copy())


def look(thunk: Any, shape: Shape) -> None:
    """Force: record the class, and note the names of the attributes."""
    log, source, store, cls = log_of(thunk), object_behind(thunk), shape.store, shape.kind.cls
    with log.lock:  # two threads that look at once have to share the attributes
        if cells_of(thunk) is None:
            _, number = log.look(place_of(thunk), (constructor_layer(cls), log.next_number()))
            put_number(thunk, number)
            names = store(source) if store is not None and type(source) is cls else names_held(source)
            cells = dict.fromkeys(names, UNREAD)
            if shape.read_dict is not None:
                cells["__dict__"] = UNREAD
            put_cells(thunk, cells)
    if shape.past_hooks:  # of few classes
        fetch_past_hooks(thunk, shape.past_hooks, shape)


def fetch_past_hooks(thunk: Any, past_hooks: list[frozenset[str]], shape: Shape) -> None:
    """Fetch the attributes that methods may read past the hooks, of which these are the words."""
    for words in past_hooks:
        names = [name for name in words if name in cells_of(thunk) or is_in_class(shape.kind.cls, name)]
        for name in names or ["__dict__"]:  # it may read any, if it names none
            ask(thunk, name, shape)


def object_thunk(thunk: Any) -> Any:
    """Return the thunk that observes the object behind `thunk`."""
    while type(thunk)._self_settled:
        thunk = get_value(force(thunk))
    return force(thunk)


def names_held(source: Any) -> Iterable[str]:
    """Return the names of the attributes that `source` holds: an object, a partly known one, or a thunk."""
    if issubclass(type(source), PartialObject):
        names = source.parts if source.names is None else source.names
        # Not those of the class, which an object without a dict has no place for.
        return names if source.cls.__dictoffset__ else [name for name in slots_of(source.cls) if name in names]
    return names_now(object_thunk(source)) if is_thunk(source) else held_attributes(kind_of(type(source)), source)


def names_now(thunk: Any) -> list[str]:
    """Return the names of the attributes of the object as it is now, in order."""
    return [name for name in type(thunk)._self_state(thunk, cells_of(thunk)) if name != "__dict__"]


def attributes_now(thunk: Any) -> dict[str, Any]:
    """Return the attributes of the object as it is now, in order, each behind a thunk."""
    inner = object_thunk(thunk)
    shape = type(inner)._self_shape
    fetch_all(inner, shape)
    return {**shape.held(inner)}


def ask(thunk: Any, name: str, shape: Shape) -> None:
    """Look at the object, and fetch the attribute of this name if nobody has."""
    if cells_of(thunk) is None:
        if name in OWN:
            return
        look(thunk, shape)
    if cells_of(thunk).get(name) is UNREAD:
        if name == "__dict__":
            fetch_all(thunk, shape, besides=shape.slots)
        else:
            fetch(thunk, name, shape)


def fetch_all(thunk: Any, shape: Shape, *, besides: Collection[str] = ()) -> None:
    """Fetch all attributes `besides` these, and put the `__dict__` in order."""
    cells = cells_of(thunk)
    for name in [name for name, part in cells.items() if part is UNREAD and name not in ("__dict__", *besides)]:
        fetch(thunk, name, shape)
    if cells.pop("__dict__", None) is UNREAD and shape.read_dict is not None:
        own = shape.read_dict(thunk)
        now = {name: own[name] for name in ObjectThunk._self_state(thunk, {}) if name in own}
        if list(now) != list(own):
            own.clear()
            own.update(now)


def fetch(thunk: Any, name: str, shape: Shape) -> None:
    """Fetch an attribute of the source, unless the call has written one of this name."""
    cells, store, cls = cells_of(thunk), shape.store, shape.kind.cls
    own = shape.held(thunk) if store is None else shape.read_dict(thunk)
    if name in own:
        cells[name] = WRITTEN
        return
    log, source, number = log_of(thunk), object_behind(thunk), number_of(thunk)
    value = store(source)[name] if store is not None and type(source) is cls else _read(cls, source, name, log, number)
    with log.lock:
        if cells.get(name) is UNREAD and name not in own:
            is_tools = name in shape.slots and name.startswith("__")  # of a tool in C, which takes no thunk: pydantic
            part = value if is_tools and value is None else stand_in(log, (number, name), value)
            if is_tools and type(value) is set:
                part = copy.copy(part)
            if store is None:
                shape.put(thunk, name, part)
            # Another thread may have written one by now.
            cells[name] = part if own.setdefault(name, part) is part else WRITTEN


def _read(cls: type, source: Any, name: str, log: Any, number: int) -> Any:
    """Read an attribute that the source holds itself."""
    if issubclass(type(source), PartialObject):
        return source.read(name)
    if is_thunk(source):
        inner = object_thunk(source)
        ask(inner, name, type(inner)._self_shape)
        return type(inner)._self_shape.held(inner)[name]
    if not is_managed(cls):
        held = instance_dict(source)
        own: type = type(source)  # the call may have made an object of another class of the thunk
        return held[name] if name in held else slots_of(own)[name].__get__(source)
    try:
        return getattr(source, name)
    except Exception as error:
        if not isinstance(error, AttributeError):
            log.add((number, name), Raised(error))  # it may be asked again, and give something else: this row stays
        raise
