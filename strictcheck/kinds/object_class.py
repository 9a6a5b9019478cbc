"""Classes of thunks for objects: they have what the class of the object has, and call it with a thunk as the object.

Hooks fetch an attribute before Python reads it; special methods, which Python calls past all hooks, look first.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from contextlib import suppress
from dataclasses import FrozenInstanceError
from typing import Any

from strictcheck.kinds.attributes import Shape, is_managed
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.object_thunk import (
    GONE,
    OWN,
    UNREAD,
    ObjectThunk,
    WithDict,
    ask,
    constants_of,
    fetch,
    note_absent,
    words_past_hooks,
)
from strictcheck.kinds.partials import PartialObject
from strictcheck.kinds.placing import named_after, stand_in
from strictcheck.kinds.pulled import CopyIfItHasOne
from strictcheck.kinds.table import is_transient
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import (
    attributes_of,
    bases,
    getattr_static,
    has_methods,
    hides_its_dict,
    is_in_class,
    is_told_by_class,
    namespace_of,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.observed import cells_of, log_of, number_of, object_behind
from strictcheck.thunks.proxy import is_thunk, stands_for
from strictcheck.thunks.special_methods import LacksOperation, leave

# Names that Python needs on the object itself, or that a thunk answers in its own way.
KEPT = """__new__ __init_subclass__ __del__ __getattribute__ __getattr__ __setattr__ __delattr__ __copy__ __deepcopy__
    __reduce__ __reduce_ex__ __getstate__ __setstate__ __repr__ __class__ __abstractmethods__""".split()
# Names that the class has for itself.
TOLD = "__module__ __doc__ __slots__ __annotations__ __class_getitem__ __qualname__ __name__".split()
# Special methods whose results have to be of a certain class.
EXACT = """__str__ __format__ __bytes__ __hash__ __bool__ __len__ __length_hint__ __int__ __float__ __complex__
    __index__ __fspath__ __sizeof__""".split()


def object_class(kind: Kind, *, counting: bool) -> Any:
    """Make the class of thunks for objects of one class."""
    cls, slots, has_dict = kind.cls, slots_of(kind.cls), bool(kind.cls.__dictoffset__)
    has_references = cls.__weakrefoffset__ or is_transient(cls)  # containers keep transient thunks by such references
    layout = [*slots, *(["__weakref__"] if has_references and not has_dict else [])]
    begun: dict[str, Any] = {"__slots__": layout, "_self_mutable": kind.mutable}
    if has_methods(cls, "__next__"):
        begun["__copy__"] = CopyIfItHasOne(ObjectThunk.__copy__)
    namespace = _attributes_for_thunks(kind)
    if "__dict__" in namespace:  # it cannot be set later, for classes of classes have one of their own
        begun["__dict__"] = namespace.pop("__dict__")
    made: Any = named_after(cls, begun, WithDict if has_dict else ObjectThunk)
    own = {name: namespace_of(made)[name] for name in slots}
    read_dict = namespace_of(WithDict)["__dict__"].__get__ if has_dict else None
    store = None if is_managed(cls) else only_dict_of(cls)
    namespace["_self_shape"] = shape = Shape(kind, read_dict, own, store, words_past_hooks(cls), attributes_of(cls))
    namespace |= reading(cls, shape, counting) | writing(cls, shape) | making_up(cls)
    # Set one by one, for descriptors are not to be told again what class they belong to.
    for name, value in namespace.items():
        type.__setattr__(made, name, value)
    return made


def _attributes_for_thunks(kind: Kind) -> dict[str, Any]:
    """Return the attributes of a class and its bases, by name, for the class of thunks."""
    found: dict[str, Any] = {}
    for base in reversed(bases(kind.cls)[:-1]):
        found |= namespace_of(SimpleNamespaceMethods if base is types.SimpleNamespace else base)
    return {
        name: _attribute_for_thunks(kind.cls, kind.is_record, name, value)
        for name, value in found.items()
        if name not in KEPT and not isinstance(value, types.MemberDescriptorType | types.GetSetDescriptorType)
    }


class SimpleNamespaceMethods:
    """Methods of `SimpleNamespace`, written in Python: its own are in C, and take no thunk for `self`."""

    __lt__ = __le__ = __gt__ = __ge__ = leave

    def __eq__(self, other: Any) -> Any:
        return vars(self) == vars(other) if isinstance(other, types.SimpleNamespace) else NotImplemented


def _attribute_for_thunks(cls: type, is_record: bool, name: str, value: Any) -> Any:
    is_special = name.startswith("__") and name != "__init__"
    if name in TOLD or isinstance(value, classmethod):
        return OfClass(name)
    if isinstance(value, functools.cached_property):
        return Cached(name, value)
    if not hasattr(type(value), "__get__"):
        is_told = is_record or is_told_by_class(name, value)
        return value if value is None and is_special else (OfClass if is_told else Constant)(name)
    if is_special and name != "__dict__":
        return Looking(value, name in EXACT)
    is_plain = isinstance(value, (types.FunctionType, property, staticmethod))
    return OfSource(name) if is_managed(cls) and not is_plain else value


class OfClass:
    """Attribute that the class has for itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, thunk: Any, owner: Any) -> Any:
        return getattr(owner._self_for, self.name)


class Constant(OfClass):
    """Attribute of the class that its objects share."""

    def __get__(self, thunk: Any, owner: Any) -> Any:
        value = super().__get__(None, owner)
        if thunk is None:
            return value
        log, name, place = log_of(thunk), self.name, (number_of(thunk), self.name)
        log.count(*place)
        if type(value) in LEAVES and getattr_static(type(owner._self_for), "__getattr__") is None:
            log.look(place, value)  # code may compare it by `is`, if no metaclass made it up
            return value
        known = constants_of(thunk)
        if name not in known or not stands_for(known[name], value):
            known[name] = stand_in(log, place, value)
        return known[name]


class OfSource(OfClass):
    """Attribute that a tool reads, which must not be told of the thunk."""

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return super().__get__(None, owner)
        cells_of(thunk).setdefault(self.name, UNREAD)
        fetch(thunk, self.name, owner._self_shape)
        return owner._self_shape.held(thunk)[self.name]


class Cached(OfClass):
    """`functools.cached_property`, without its look at the whole `__dict__`."""

    def __init__(self, name: str, written: functools.cached_property[Any]) -> None:
        super().__init__(name)
        self.work_out = written.func

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return super().__get__(None, owner)
        found = self.work_out(thunk)
        owner._self_shape.put(thunk, self.name, found)
        return found


class Looking:
    """Special method of the class; fetched from a thunk, it forces it."""

    def __init__(self, written: Any, is_exact: bool) -> None:
        self.written = written
        self.is_exact = is_exact

    def __get__(self, thunk: Any, owner: Any) -> Any:
        if thunk is None:
            return self.written.__get__(None, owner._self_for)
        ObjectThunk._self_look(thunk)
        found = self.written.__get__(thunk, owner)
        # Where C code needs a real str or int, the result is not a part of `thunk`.
        return (lambda *args, **named: unwrap(found(*args, **named), force_all=True)) if self.is_exact else found

    def __call__(self, thunk: Any, *args: Any) -> Any:
        """Call the method on a thunk."""
        return self.__get__(thunk, type(thunk))(*args)  # Python calls `__get__` of a class as it stands there


def reading(cls: type, shape: Shape, counting: bool) -> dict[str, Callable[..., Any]]:
    """Return the hook that fetches, and counts fetches, before the class's own way to read."""
    read = _way_of(cls, "__getattribute__")
    if isinstance(read, types.FunctionType):  # what is the thunk's own is none of the class's business
        written, read = read, lambda self, name: (object.__getattribute__ if name in OWN else written)(self, name)
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


def making_up(cls: type) -> dict[str, Callable[..., Any]]:
    """Return the class's own way to make up attributes, if it has one; what it cannot make up is noted."""
    make_up = getattr_static(cls, "__getattr__")

    def __getattr__(self: Any, name: str) -> Any:
        if (found := added_later(self, name)) is not UNREAD:
            return found
        try:
            return make_up(self, name)
        except AttributeError:
            note_absent(self, name)
            raise

    return {} if make_up is None else {"__getattr__": __getattr__}


def miss(thunk: Any, name: str, error: Exception) -> Any:
    """Return an attribute that the thunk has not, if there is one all the same; or note that there is none."""
    error = error if isinstance(error, AttributeError) else AttributeError(*error.args)
    cells, cls, source = cells_of(thunk), type(thunk)._self_for, object_behind(thunk)
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
    return found.__get__(thunk, cls) if hasattr(type(found), "__get__") else found
