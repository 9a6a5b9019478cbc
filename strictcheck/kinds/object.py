"""Objects of any other Python class: the class, and attributes one by one. Their thunks are in `object_thunk`.

Methods written in Python run with the thunk as `self`, so their reads count; so do methods that Python derives if a
class has none of its own: it would run them on the object, unnoticed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.kinds.atom import IdentityKind
from strictcheck.kinds.attributes import fill_attributes, object_thunk, reads_by_code, stored_names
from strictcheck.kinds.building import Building, Opened, Unwrapping, is_known_to_be, kept_with
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.object_thunk import ObjectThunk
from strictcheck.kinds.partials import Partial, PartialObject
from strictcheck.kinds.placing import CopyIfItHasOne, named_after
from strictcheck.kinds.record import WithAttributes
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import (
    PYTHON_METHODS,
    dict_offset,
    has_methods,
    is_made_in_python,
    slots_of,
)
from strictcheck.thunks.proxy import get_value, is_open, is_thunk
from strictcheck.thunks.special_methods import Hidden, refuse


class ObjectKind(WithAttributes):
    """Objects whose attributes are observed one by one."""

    name = "a class, and attributes one by one"

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes whose values keep all state in attributes; without any, one is as a bare `object()`."""
        if not is_made_in_python(values):
            return None
        return cls(values) if dict_offset(values) or slots_of(values) else IdentityKind(values, mutable=False)

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that read the attributes from the object itself, as they are fetched."""
        mine = {name: vars(ObjectThunk)[name] for name in ("__repr__", "__dict__")}
        own = mine | {"_self_reads_by_code": reads_by_code(self.cls)}
        if not self.cls.__dictoffset__:
            own["__dict__"] = Hidden(self.cls, "__dict__", AttributeError)
        if has_methods(self.cls, "__next__"):
            own["__copy__"] = CopyIfItHasOne(ObjectThunk.__copy__)
        listing = {"__dir__": vars(ObjectThunk)["__dir__"]}
        return named_after(self.cls, listing | methods_of(self.cls) | own, ObjectThunk)

    is_looked_through = True

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class; the attributes that it itself holds, or the known ones."""
        if issubclass(type(value), PartialObject):
            parts, names = value.parts, value.names or ()  # in the order in which the object itself holds them
            ordered = {name: parts[name] for name in names if name in parts} | parts
            return Constructor(self.cls, value.absent), ordered.items()
        return constructor_layer(self.cls), [(name, getattr(value, name)) for name in stored_names(self, value)]

    def get_part(self, value: Any, key: Any) -> Any:
        """Return the attribute; of a partly known object, which may hold it under any name, what is known of it."""
        return value.read(key) if issubclass(type(value), PartialObject) else getattr(value, key)

    def begin(self, layer: Constructor, building: Building) -> Any:
        """Make an object of which nothing is known yet."""
        known = building.partly_known(PartialObject, self.cls, layer.absent)
        known.hole = building.part
        known.names, known.original = building.names(self.cls), building.whole()
        return known

    def build(self, layer: Constructor, building: Building) -> Any:
        """Make an object of which some attributes are known."""
        known = self.begin(layer, building) if building.begun is None else building.begun
        if building.parts:
            known.parts.update(building.parts)
        return known

    def is_pulled_by_next(self) -> bool:
        """True if the class has the methods of an iterator."""
        return has_methods(self.cls, "__iter__", "__next__")

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the attributes that it itself holds."""
        named = value.__dict__ if hasattr(value, "__dict__") else {}
        slots = [name for name in slots_of(self.cls) if name not in named and hasattr(value, name)]
        return [*named.values(), *(getattr(value, name) for name in slots)]

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes; of a thunk that looks through others, each of these keeps its own writes."""
        return self._open(part, unwrapping.force_all)

    def _open(self, part: Any, force_all: bool) -> Opened:
        views: list[Any] = []
        source = part
        while is_thunk(source) and (force_all or not is_open(source)):
            if not type(source)._self_settled:
                views.append(source)
            source = get_value(source) if type(source)._self_settled else source._self_source
        held = dict(self._held(source))
        now = _written_over(held, views)

        def fill(into: Any, made: list[Any]) -> Any:
            fields = dict(zip(now, made, strict=True))
            if is_thunk(source):  # a thunk has attributes that nobody has fetched
                whole = _written_over(type(inner := object_thunk(source))._self_now(inner), views)
                fields = {name: fields.get(name, value) for name, value in whole.items()}
            return fill_attributes(into, fields)

        opened = Opened(part, source, list(now.values()), list(held.values()))
        opened.is_same = is_known_to_be if is_thunk(source) else operator.is_
        opened.is_changed = list(now) != list(held) or _is_partial(source)
        opened.empty, opened.fill = lambda: kept_with(source, object.__new__(self.cls)), fill
        return opened

    def _held(self, source: Any) -> Iterable[tuple[str, Any]]:
        """Return the attributes of an object; of a thunk the fetched ones. Its class may have some of these."""
        if is_thunk(source):
            parts = type(source)._self_parts(source)[1]
        else:  # past code of its class
            parts = self.take_apart(source)[1] if _is_partial(source) else self.held(source)
        slots = slots_of(self.cls)
        return [(name, part) for name, part in parts if self.cls.__dictoffset__ or name in slots]


def _is_partial(source: Any) -> bool:
    return issubclass(type(source), Partial)


def _written_over(attributes: dict[str, Any], views: list[Any]) -> dict[str, Any]:
    """Return the attributes as seen through these thunks, the outermost last."""
    for view in reversed(views):
        attributes = type(view)._self_state(view, attributes)
    return attributes


# Names that Python needs on the object itself, or that a thunk answers in its own way.
OWN = """__new__ __init_subclass__ __class_getitem__ __del__ __dict__ __getattribute__ __getattr__
    __setattr__ __delattr__ __copy__ __deepcopy__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __repr__
    __class__ __set_name__""".split()
# Special methods whose results have to be of a certain class.
EXACT = frozenset(
    """__str__ __format__ __bytes__ __hash__ __bool__ __len__ __length_hint__ __int__ __float__ __complex__
    __index__ __fspath__ __dir__ __sizeof__""".split()
)
IN_PLACE = "add sub mul matmul truediv floordiv mod pow lshift rshift and xor or".split()


def methods_of(cls: type) -> dict[str, Any]:
    """Return the functions and properties of a thunk for objects of class `cls`, by name."""
    written = _written_in_python(cls)
    return {name: OnStandIn(name, value) for name, value in {**_implied_by(cls, written), **written}.items()}


class OnStandIn:
    """Function or property of the observed class: fetched from a thunk, it forces it, and has it as `self`."""

    def __init__(self, name: str, written: Any) -> None:
        self.name = name
        self.written = written
        # An attribute of the object itself goes before a function of its class, but for special methods.
        self.yields = not name.startswith("__") and not isinstance(written, property)

    def __get__(self, thunk: Any, owner: type) -> Any:
        if thunk is None:
            return self.written
        type(thunk)._self_look(thunk)
        if self.yields and type(thunk)._self_holds(thunk, self.name):
            return thunk._self_part(self.name)
        found = self.written.__get__(thunk, owner)
        return _exactly(found) if self.name in EXACT else found

    def __call__(self, thunk: Any, *args: Any) -> Any:
        """Call the method on a thunk."""
        return self.__get__(thunk, type(thunk))(*args)  # Python calls `__get__` of a class as it stands there


def _exactly(method: Callable[..., Any]) -> Callable[..., Any]:
    """Unwrap the result of a special method where C code needs a real str or int, not a part of `self`."""

    def exact(*args: Any, **kwargs: Any) -> Any:
        return unwrap(method(*args, **kwargs), force_all=True)

    return exact


def _written_in_python(cls: type) -> dict[str, Any]:
    """Return functions and properties of `cls` and its bases that a thunk has to run itself."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, value in vars(base).items():
            if name in OWN:
                continue
            if isinstance(value, PYTHON_METHODS):
                found[name] = value
            elif name in found:
                del found[name]
    return found


def _implied_by(cls: type, written: dict[str, Any]) -> dict[str, Any]:
    """Derive methods that Python derives from others; on the object itself they would run unnoticed."""
    implied: dict[str, Any] = {}
    if "__str__" not in written:
        implied["__str__"] = lambda self: repr(self)
    if "__format__" not in written:
        implied["__format__"] = lambda self, spec: str(self) if not spec else format(self.__wrapped__, spec)
    if "__eq__" in written and "__ne__" not in written:
        implied["__ne__"] = _not_equal
    if "__index__" in written:
        exact = {"__int__": int, "__float__": float, "__complex__": complex, "__bytes__": bytes}
        implied |= {name: _by_way_of(operator.index, made) for name, made in exact.items() if name not in written}
    if "__eq__" in written and cls.__hash__ is not None:
        implied["__hash__"] = lambda self: hash(self.__wrapped__)
    for name in IN_PLACE:
        if f"__{name}__" in written and f"__i{name}__" not in written:
            implied[f"__i{name}__"] = refuse
    return implied | _implied_by_items(cls, written)


def _implied_by_items(cls: type, written: dict[str, Any]) -> dict[str, Any]:
    """Derive methods that Python derives from the length and the items."""
    implied: dict[str, Any] = {}
    if "__bytes__" not in written and "__iter__" in written:
        implied["__bytes__"] = _by_way_of(list, bytes)
    if "__len__" in written and "__bool__" not in written:
        implied["__bool__"] = lambda self: len(self) > 0
    # A mapping declares it as None, for it cannot be walked backwards by numbers.
    has_reversed = any("__reversed__" in vars(base) for base in cls.__mro__)
    if not has_reversed and {"__len__", "__getitem__"} <= written.keys():
        implied["__reversed__"] = lambda self: reversed(LengthAndItems(self))
    if "__contains__" not in written and ("__iter__" in written or "__getitem__" in written):
        implied["__contains__"] = lambda self, item: any(part is item or part == item for part in self)
    return implied


class LengthAndItems:
    """The two methods by which Python walks a sequence backwards, run on a thunk."""

    def __init__(self, thunk: Any) -> None:
        self.thunk = thunk

    def __len__(self) -> int:
        return len(self.thunk)

    def __getitem__(self, index: int) -> Any:
        return self.thunk[index]


def _by_way_of(first: Callable[[Any], Any], then: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: then(first(self))


def _not_equal(self: Any, other: Any) -> Any:
    written: Any = type(self).__eq__
    equal = written(self, other)
    return equal if equal is NotImplemented else not equal
