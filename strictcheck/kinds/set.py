"""Sets. A look at one reveals all its elements, for they were hashed; objects among them are thunks.

An immutable element is handed out as itself. An object is not: its reads count, and its writes
stay with the thunk, at the place `_0`, `_1`, ... in the order in which the set is walked. Attributes,
which a set of a derived class may have, are parts that the first look fetches, as it does the elements.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain
from typing import Any

from strictcheck.kinds.atom_text import is_readable
from strictcheck.kinds.attributes import (
    copy_attributes,
    fill_attributes,
    held_attributes,
    open_container,
    put_attribute,
)
from strictcheck.kinds.building import ANEW, LEAVES, Opened, Unwrapping, reads_as_its_base, twins_of
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.opaque import OpaqueKind
from strictcheck.kinds.placing import WHOLE_DICT, StandIn, named_after, stand_in
from strictcheck.kinds.python_code import for_thunk, special_methods
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import getattr_static, instance_dict
from strictcheck.thunks.proxy import UNFORCED, get_value, is_thunk, materialised, set_forced

SETS = (set, frozenset)


class SetKind(OpaqueKind):
    """Sets, and classes derived from them that read as these do: all elements at once, and what objects in it hold."""

    name = "its elements, hashed"
    declared_by = ""
    is_opaque = False

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise built-in sets, and classes derived from them that are read by the same methods."""
        is_one = issubclass(values, SETS) and reads_as_its_base(values)
        return cls(values, mutable=issubclass(values, set) or bool(values.__dictoffset__)) if is_one else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks over the set itself, until it is changed."""
        namespace: dict[str, Any] = {"__wrapped_get__": _set_get, "__contains__": _contains}
        namespace["_self_mutable"] = self.mutable  # attributes of a derived frozenset can be set
        if issubclass(self.cls, set):
            namespace |= {name: _changing(name) for name in CHANGING}
        if self.cls not in SETS:
            namespace |= {"__getattr__": _read, "__dict__": WHOLE_DICT, "_self_records": True}
        return named_after(self.cls, special_methods(self.cls, StandIn) | namespace)

    def hides(self) -> bool:
        """True of a derived class, whose elements and attributes are not told apart: all count at the first look."""
        return self.cls not in SETS

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return a copy of the set, its own layer if its elements can be written; else its class, and attributes."""
        return _revealed(value), held_attributes(self, value).items()

    def held(self, value: Any) -> Parts:
        """Return the elements, in the order in which it is walked, and the attributes."""
        return chain(enumerate(self._elements(value)), held_attributes(self, value).items())

    def _elements(self, value: Any) -> list[Any]:
        return [*SETS[issubclass(self.cls, frozenset)].__iter__(value)]

    def peek(self, value: Any, key: Any) -> Any:
        """Return the object at the place `_0`, `_1`, ... of the walk, or an attribute."""
        attributes = held_attributes(self, value)
        return attributes[key] if key in attributes else self._elements(value)[int(str(key).removeprefix("_"))]

    def put_part(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the attribute."""
        put_attribute(copied, key, part)

    def refill(self, copied: list[Any], values: list[Any], copies: Mapping[int, Any]) -> None:
        """Put the copies of elements and attributes in their place; the elements have the same hashes, or keep none."""
        for one in copied:
            elements = self._elements(one)
            twins = [*twins_of(elements, copies)]
            if any(map(operator.is_not, elements, twins)):
                set.clear(one)
                set.update(one, twins)
            for name, part in list(held_attributes(self, one).items()):
                if id(part) in copies:
                    put_attribute(one, name, copies[id(part)])

    def copy(self, value: Any) -> Any:
        """Copy the set with its class and elements; one with objects, or frozen, is made anew, of their copies."""
        elements = self._elements(value)
        if not self.mutable or not all(map(cannot_change, elements)):
            return ANEW
        return value.copy() if self.cls is set else self.put_together(dict(enumerate(elements)), value)

    def works_on_copy(self) -> bool:
        """True for sets themselves; for a derived class, a set of the class is put together."""
        return self.cls is set

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """Make a set of the class with these elements and attributes, past its own constructor."""
        elements = [part for key, part in parts.items() if type(key) is int]
        if issubclass(self.cls, frozenset):
            made: Any = frozenset.__new__(self.cls, elements)
        else:
            made = set.__new__(self.cls)
            set.update(made, elements)
        made = made if like is None else copy_attributes(self, made, like)
        return fill_attributes(made, {key: part for key, part in parts.items() if type(key) is str})

    def begin_whole(self, value: Any) -> Any:
        """Copy a set that may have attributes."""
        return self.put_together(dict(enumerate(self._elements(value))), value) if self.cls not in SETS else value

    def fill_whole(self, begun: Any, parts: dict[Any, Any]) -> Any:
        """Put the attributes into the copy."""
        held = held_attributes(self, begun)
        return fill_attributes(begun, {name: part for name, part in parts.items() if name in held})

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the elements."""
        return list(value)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the elements."""
        now = get_value(part) if is_thunk(part) else part
        base = SETS[issubclass(self.cls, frozenset)]
        elements, make = ([*base.__iter__(now)], [*base.__iter__(source)]), partial(base.__new__, self.cls)
        if is_thunk(part) and now is source and LEAVES.issuperset(map(type, elements[0])):
            return None
        opened = open_container(self, part, (now, source), elements, make, set.update if base is set else None)
        opened.is_hashing = not LEAVES.issuperset(map(type, elements[0]))
        return opened


IN_PLACE = ("__iand__", "__ior__", "__isub__", "__ixor__")
CHANGING = """__init__ add clear difference_update discard intersection_update pop remove
    symmetric_difference_update update __iand__ __ior__ __isub__ __ixor__""".split()


def cannot_change(element: Any) -> bool:
    """True for an element that is immutable all the way down."""
    todo = [element]
    while todo:
        part = todo.pop()
        kind = kind_of(type(part))
        if issubclass(type(part), frozenset):
            todo.extend(frozenset.__iter__(part))
        elif not kind.is_leaf and kind.mutable:
            return False
        elif kind.is_record or issubclass(type(part), tuple):
            todo.extend(below for _, below in kind.held(part))
    return True


def _revealed(source: Any) -> Any:
    """Return the layer of a set: a copy of a plain one of values, `set([1, 2])` in patterns; else its class."""
    is_written = type(source) in SETS and all(cannot_change(part) and is_readable(part) for part in source)
    return source.copy() if is_written else Opaque(source)


def _set_get(self: Any) -> Any:
    """Return the set itself until it is changed, for the elements of a copy may come in another order."""
    log, source = self._self_log, self._self_source
    with log.lock:
        if self._self_number == UNFORCED:
            number = log.add(self._self_place, _revealed(source))
            set_forced(self, number, _observed(log, number, source))
        return get_value(self)


def _observed(log: Any, number: int, source: Any) -> Any:
    """Return the set on which a call works: itself, or one with thunks for objects in it, and for its attributes."""
    if type(source) in SETS and all(map(cannot_change, source)):
        return source
    elements = {
        index: element if cannot_change(element) else stand_in(log, (number, f"_{index}"), element)
        for index, element in enumerate(source)
    }
    kind = kind_of(type(source))
    made = kind.put_together(elements, source)
    for name, part in held_attributes(kind, source).items():
        put_attribute(made, name, stand_in(log, (number, name), part))
    return made


def _read(self: Any, name: str) -> Any:
    """Read an attribute of the set. A method in Python that takes a thunk gets this one, for it may return itself."""
    value = materialised(self)
    is_own = name in instance_dict(value)
    method = None if is_own else for_thunk(type(self), type(value), getattr_static(type(value), name))
    return getattr(value, name) if method is None else method.__get__(self, type(value))


def _changing(name: str) -> Any:
    """Wrap a method of sets that changes them; it works on a copy from then on."""

    def changing(self: Any, /, *args: Any, **kwargs: Any) -> Any:  # of a class of one's own, by name too
        log, source = self._self_log, self._self_source
        with log.lock:
            if materialised(self) is source:
                set_forced(self, self._self_number, source.copy())
                self.__wrapped__ = get_value(self)
        if name in IN_PLACE:  # C code that needs a set on the other side
            args = tuple(materialised(arg) if is_thunk(arg) else arg for arg in args)
        found = getattr(get_value(self), name)(*args, **kwargs)
        return self if found is get_value(self) else found

    return changing


def _contains(self: Any, item: Any) -> bool:
    """Test `in`: a set among the elements is found by a set, which has no hash of its own."""
    return (materialised(item) if is_thunk(item) and issubclass(item.__class__, SETS) else item) in materialised(self)
