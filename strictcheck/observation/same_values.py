"""The first difference between two values that two calls gave, which share no objects and need not know `==`.

Values are compared by class and parts, what has no parts by `==`; where a class has no `==` worth the name, by what a
pickle would keep of it. Nothing is pulled of an iterator and no function is called. Skip this module unless a
certificate calls two values different that are not.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from strictcheck.kinds.table import Kind, Shape, shape_of
from strictcheck.messages import show_path, shown
from strictcheck.observation.shallow_copies import stored
from strictcheck.observation.unwrapping import plain
from strictcheck.thunks.proxy import get_at, is_forced, is_thunk

__all__ = ["THUNK", "ValueDifference", "first_difference", "same_error"]

SIMPLE = frozenset((int, float, complex, str, bytes, bool, type(None)))
THUNK = re.compile(r"(\w+)Thunk\b")  # a class of thunks is called after that of its values
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
CALLABLE = (Kind.FUNCTION, Kind.ITERATOR, Kind.ASYNC_ITERATOR)
MISSING: Any = type("Missing", (), {"__slots__": (), "__repr__": lambda self: "<nothing>"})()
Pair = tuple[Any, Any, Any]  # the two parts, and where they are: None, or (the place of the whole, the last step)


class ValueDifference(NamedTuple):
    """Where two values differ, and the two parts there."""

    path: tuple[Any, ...]
    one: Any
    other: Any

    def __str__(self) -> str:
        one, other = shown(self.one), shown(self.other)
        if one == other:
            one, other = (f"{text}, a {type(part).__name__}" for text, part in ((one, self.one), (other, self.other)))
        return f"{one} against {other}" + (f", at {show_path(self.path)}" if self.path else "")


def first_difference(
    one: Any, other: Any, is_same: Callable[[Any, Any], bool] = operator.is_
) -> ValueDifference | None:
    """Where `one` and `other` first differ, as far as can be told from outside; None if they do not.

    Thunks are looked under, and not forced. Parts of which `is_same` holds are not gone into.

    >>> print(first_difference({"a": [1, 2]}, {"a": [1, True + 2]}))
    2 against 3, at ('a', 1)
    >>> first_difference([float("nan")], [float("nan")])
    """
    # Code of the user's is asked only where the parts differ: it may keep what it found out.
    if _difference(one, other, is_same, by_parts=True) is None:
        return None
    return _difference(one, other, is_same, by_parts=False)


def _difference(one: Any, other: Any, is_same: Callable[[Any, Any], bool], *, by_parts: bool) -> ValueDifference | None:
    todo: list[Pair] = [(one, other, None)]
    met: dict[tuple[int, int], Pair] = {}
    while todo:
        pair = todo.pop()
        first, second = _under(pair[0]), _under(pair[1])
        if is_same(first, second) or (id(first), id(second)) in met:
            continue
        met[id(first), id(second)] = pair
        if not by_parts and shape_of(type(first)).kind is Kind.OBJECT and _is_equal(first, second):
            continue
        below = _parts_to_compare(first, second, pair[2])
        if below is None:
            return ValueDifference(_path(pair[2]), first, second)
        todo.extend(below)
    return None


def _path(place: Any) -> tuple[Any, ...]:
    steps = []
    while place is not None:
        place, step = place
        steps.append(step)
    return tuple(reversed(steps))


def _under(part: Any) -> Any:
    """What a thunk stands for."""
    if is_thunk(part) and is_forced(part):
        part = plain(part)
    while is_thunk(part) and not is_forced(part):
        source = get_at(part)[3]
        if not is_thunk(source) and get_at(part)[0] is None:
            return part  # a computation that nobody asked for
        part = source
    return part


def _parts_to_compare(one: Any, other: Any, place: Any) -> list[Pair] | None:
    """The pairs of parts that have to be the same for these two to be; None if they are not, whatever the parts."""
    if is_thunk(one) or is_thunk(other):
        return [] if is_thunk(one) and is_thunk(other) else None
    cls = type(one)
    shape = shape_of(cls)
    if shape.kind in CALLABLE:
        return [] if _is_same_callable(one, other, shape) else None
    if cls is not type(other):
        return None if not _are_renamed(one, other) else []
    if cls in SIMPLE or shape.kind is Kind.ATOM:
        return [] if _is_equal(one, other) else None
    if isinstance(one, BaseException):
        return [] if same_error(one, other) else None
    if shape.kind is Kind.IDENTITY:
        return [] if _are_renamed(one, other) or _is_equal(one, other) else None
    if shape.kind is Kind.SEQUENCE:
        return _elements(one, other, place)
    if shape.kind is Kind.STREAM:
        return _elements(one.split()[0], other.split()[0], place)
    if shape.kind is Kind.MAPPING and issubclass(cls, dict):
        return _entries(one, other, place)
    if shape.kind in (Kind.FIELDS, Kind.OBJECT):
        return _attributes(one, other, shape, place)
    return _without_parts(one, other, place)


def _elements(one: Any, other: Any, place: Any) -> list[Pair] | None:
    if len(one) != len(other):
        return None
    if all(map(operator.is_, one, other)):
        return []
    classes = set(map(type, one))
    if classes <= SIMPLE and list(map(type, one)) == list(map(type, other)) and list(one) == list(other):
        return []
    return [(first, second, (place, index)) for index, (first, second) in enumerate(zip(one, other, strict=True))][::-1]


def _entries(one: dict[Any, Any], other: dict[Any, Any], place: Any) -> list[Pair] | None:
    if len(one) != len(other):
        return None
    if all(key in other for key in one):
        return [(part, other[key], (place, key)) for key, part in one.items()][::-1]
    if set(map(type, one)) <= SIMPLE:
        return None
    # Keys that are equal to nothing but themselves: what is there must come in the same order.
    pairs = zip(one.items(), other.items(), strict=True)
    return [pair for (key, part), (again, twin) in pairs for pair in ((key, again, place), (part, twin, (place, key)))][
        ::-1
    ]


def _attributes(one: Any, other: Any, shape: Shape, place: Any) -> list[Pair] | None:
    if issubclass(shape.cls, tuple):
        return _elements(list(tuple.__iter__(one)), list(tuple.__iter__(other)), place)
    first, second = stored(one), stored(other)
    if first.keys() != second.keys():
        return None
    return [(part, second[name], (place, name)) for name, part in first.items()][::-1]


def _without_parts(one: Any, other: Any, place: Any) -> list[Pair] | None:
    """Opaque values: equal, or put together by pickle from equal parts. Who cannot be asked is taken for the same."""
    if _is_equal(one, other):
        return []
    if isinstance(one, set | frozenset):
        if len(one) != len(other) or set(map(type, one)) <= SIMPLE:
            return None
        return _elements(sorted(one, key=_order), sorted(other, key=_order), place)
    try:
        first, second = one.__reduce_ex__(4), other.__reduce_ex__(4)
    except Exception:  # it does not let itself be pickled
        return []
    if isinstance(first, str) or isinstance(second, str):
        return [] if first == second else None
    return [(_listed(part), _listed(twin), place) for part, twin in zip(first[1:], second[1:], strict=False)][::-1]


def _order(value: Any) -> str:
    return ADDRESS.sub("", shown(value))


def _listed(part: Any) -> Any:
    """Of what is pickled, elements and entries come as iterators made for that."""
    return list(part) if shape_of(type(part)).kind is Kind.ITERATOR else part


def _is_equal(one: Any, other: Any) -> bool:
    try:
        return (one == other) is True or (one != one and other != other) is True
    except Exception:  # of the class's own
        return False


def _are_renamed(one: Any, other: Any) -> bool:
    """True of classes and sentinels that each call makes anew."""
    if type(one) is object:
        return type(other) is object
    names = [(getattr(part, "__module__", None), getattr(part, "__qualname__", None)) for part in (one, other)]
    return isinstance(one, type) and isinstance(other, type) and names[0] == names[1]


def _is_same_callable(one: Any, other: Any, shape: Shape) -> bool:
    if shape.kind is not shape_of(type(other)).kind:
        return False
    return shape.kind is not Kind.FUNCTION or _name_of(one) == _name_of(other)


def _name_of(function: Any) -> Any:
    return getattr(function, "__qualname__", None)


def same_error(one: BaseException | None, other: BaseException | None) -> bool:
    """True if both are None, or exceptions of one class that say the same, but for addresses of objects.

    >>> same_error(ValueError("no"), ValueError("no")), same_error(ValueError("no"), None)
    (True, False)
    """
    if type(one) is not type(other):
        return False
    texts: Iterable[str] = (THUNK.sub(r"\1", ADDRESS.sub("0x", _text(error))) for error in (one, other))
    return len(set(texts)) == 1


def _text(error: BaseException | None) -> str:
    try:
        return str(error)
    except Exception:  # the exception's own __str__
        return ""
