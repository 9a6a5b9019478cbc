"""Comparison of the values of two calls, which share no objects and need not define `==`.

Values are compared by class and parts, values without parts by `==`; if a class has no useful `==`, by the state that
pickle would keep. Nothing is pulled of an iterator and no function is called.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import compress
from types import MappingProxyType
from typing import Any, NamedTuple

from strictcheck.kinds.attributes import attributes_beside
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import holds_attributes_beside, kind_of
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.messages import show_path, shown, with_article
from strictcheck.thunks.proxy import is_forced, is_thunk
from strictcheck.thunks.special_methods import LacksOperation

SIMPLE = frozenset((int, float, complex, str, bytes, bool, type(None)))
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
OF_OBJECT = re.compile(ADDRESS.pattern + r"|\d{9,}")  # address, or `id`, in the text of an object
HERE: Any = type("Here", (), {"__slots__": ()})()  # key of a compared value that is no part with a path
Pair = tuple[Any, Any, Any]  # two parts, and the key of both, or their place: None, or (place of the whole, key)


def compare_elements(one: Any, other: Any) -> list[Pair] | None:
    """Pair the elements; None if the numbers differ."""
    if len(one) != len(other):
        return None
    if all(map(operator.is_, one, other)):
        return []
    classes = set(map(type, one))
    if classes <= SIMPLE and list(map(type, one)) == list(map(type, other)) and list(one) == list(other):
        return []
    return [(first, second, index) for index, (first, second) in enumerate(zip(one, other, strict=True))]


def compare_entries(one: dict[Any, Any], other: dict[Any, Any]) -> list[Pair] | None:
    """Pair the values; None if the keys differ."""
    if len(one) != len(other):
        return None
    try:
        if all(key in other for key in one):
            return [(part, other[key], key) for key, part in one.items()]
    except Exception:  # of the `==` of keys
        pass
    if set(map(type, one)) <= SIMPLE:
        return None
    # Keys that are equal to nothing but themselves have to come in the same order.
    pairs = zip(one.items(), other.items(), strict=True)
    return [pair for (key, part), (again, twin) in pairs for pair in ((key, again, HERE), (part, twin, key))]


def compare_wholes(one: Any, other: Any) -> list[Pair] | None:
    """Compare opaque values: equal, or pickled from equal parts; by their texts where they allow neither."""
    if is_equal(one, other):
        return []
    try:
        first, second = one.__reduce_ex__(4), other.__reduce_ex__(4)
    except Exception:  # it cannot be pickled
        return [] if text_key(one) == text_key(other) else None
    if isinstance(first, str) or isinstance(second, str):
        return [] if first == second else None
    return [(_listed(part), _listed(twin), HERE) for part, twin in zip(first[1:], second[1:], strict=False)]


def told_apart(pairs: list[Pair], size: int) -> list[Pair]:
    """Leave out those of the `size` elements of a set that have the text of another: nobody can tell their twins apart.

    >>> first, second = object(), object()
    >>> told_apart([(first, second, 0), (second, first, 1), (1, 2, 2)], 3)
    [(1, 2, 2)]
    """
    texts = [text_key(one) for one, _, _ in pairs[:size]]
    count = Counter(texts)
    known = [count[text] == 1 or type(one) in SIMPLE for text, (one, _, _) in zip(texts, pairs, strict=False)]
    return [*compress(pairs, known), *pairs[size:]]


def text_key(value: Any) -> str:
    """Key by which the elements of equal sets come in the same order: their text, without addresses and ids."""
    return shown(value) if type(value) in SIMPLE else OF_OBJECT.sub("", shown(value))


def _listed(part: Any) -> Any:
    """Turn the iterators that pickle makes for elements and entries into lists."""
    return list(part) if kind_of(type(part)).is_pulled else part


def is_equal(one: Any, other: Any) -> bool:
    """True if `==` says so, or both are equal to nothing, not even themselves; of arrays, also if types are one."""
    try:
        if getattr(one, "dtype", None) != getattr(other, "dtype", None):
            return False
        return _says_true(one == other) or (_says_true(one != one) and _says_true(other != other))
    except Exception:  # raised by the class
        return False


def _says_true(answer: Any) -> bool:
    """True of `True`, and of that of numpy; not of expressions, which some classes make of `==`."""
    return answer is True or (type(answer).__name__ in ("bool", "bool_") and bool(answer))


def are_renamed(one: Any, other: Any) -> bool:
    """True for classes and sentinels that each call makes again."""
    if type(one) is object:
        return type(other) is object
    names = [(getattr(part, "__module__", None), getattr(part, "__qualname__", None)) for part in (one, other)]
    return isinstance(one, type) and isinstance(other, type) and names[0] == names[1]


def same_error(one: BaseException | None, other: BaseException | None) -> bool:
    """True if both are None, or exceptions of one class with equal texts, but for addresses of objects.

    The text of a `RecursionError` does not count: it tells where the stack ended, which is elsewhere in each call. That
    the class of an object lacks an operation is a `TypeError`, for which Python has many texts.

    >>> same_error(ValueError("no"), ValueError("no")), same_error(ValueError("no"), None)
    (True, False)
    """
    if LacksOperation in (type(one), type(other)):
        return isinstance(one, TypeError) and isinstance(other, TypeError)
    if type(one) is not type(other):
        return False
    if isinstance(one, RecursionError):
        return True
    texts: Iterable[str] = (ADDRESS.sub("0x", _text(error)) for error in (one, other))
    return len(set(texts)) == 1


def _text(error: BaseException | None) -> str:
    try:
        return str(error)
    except Exception:  # raised by the exception's own __str__
        return ""


class ValueDifference(NamedTuple):
    """Path at which two values differ, and the two parts there."""

    path: tuple[Any, ...]
    one: Any
    other: Any
    is_of_identity: bool = False

    def __str__(self) -> str:
        if self.is_of_identity:
            return f"one object against two, or the other way round, at {show_path(self.path)}: {shown(self.one)}"
        one, other = shown(self.one), shown(self.other)
        if one == other:
            one, other = (
                f"{text}, {with_article(type(part))}" for text, part in ((one, self.one), (other, self.other))
            )
        return f"{one} against {other}" + (f", at {show_path(self.path)}" if self.path else "")


def first_value_difference(
    one: Any,
    other: Any,
    is_same: Callable[[Any, Any], bool] = operator.is_,
    originals: Mapping[int, tuple[Any, Any]] | None = None,
    own: Collection[int] = (),
) -> ValueDifference | None:
    """Find the first difference of `one` and `other`, as far as it is visible from outside; None if they are equal.

    Thunks are looked through, and not forced. Parts for which `is_same` is true are not compared further. `originals`
    has the objects of which parts were made, by the ids of these: they count as one object. `own` are the ids of parts
    that are arguments, in place of which there can be no others.

    >>> print(first_value_difference({"a": [1, 2]}, {"a": [1, True + 2]}))
    2 against 3, at ('a', 1)
    >>> first_value_difference([float("nan")], [float("nan")])
    """
    # Code of the user's is asked only where parts differ: it may keep what it found out; of identity it says nothing.
    found = _difference(one, other, is_same, by_parts=True, under=_under, originals=originals or {}, own=own)
    if found is None or found.is_of_identity:
        return found
    return _difference(one, other, is_same, by_parts=False, under=_under, originals=originals or {}, own=own)


def hold_the_same(one: Any, other: Any) -> bool:
    """Return True if two values have the same parts; one that holds a thunk, and so was written to, has others."""
    return _difference(one, other, operator.is_, by_parts=True, under=lambda part: part) is None


def _difference(
    one: Any,
    other: Any,
    is_same: Callable[[Any, Any], bool],
    *,
    by_parts: bool,
    under: Callable[[Any], Any],
    originals: Mapping[int, tuple[Any, Any]] = MappingProxyType({}),
    own: Collection[int] = (),
) -> ValueDifference | None:
    todo: list[Pair] = [(one, other, None)]
    met: dict[tuple[int, int], Pair] = {}
    twins: tuple[dict[int, tuple[Any, Any]], ...] = ({}, {})
    while todo:
        pair = todo.pop()
        first, second = under(pair[0]), under(pair[1])
        if is_same(first, second) or (id(first), id(second)) in met:
            continue
        met[id(first), id(second)] = pair
        if not _are_twins(first, second, twins, originals, is_own=id(first) in own or id(second) in own):
            return ValueDifference(_path(pair[2]), first, second, is_of_identity=True)
        below = _parts_to_compare(first, second, pair[2], by_parts)
        if below is None:
            return ValueDifference(_path(pair[2]), first, second)
        todo.extend(below)
    return None


def _are_twins(
    one: Any,
    other: Any,
    twins: tuple[dict[int, tuple[Any, Any]], ...],
    originals: Mapping[int, tuple[Any, Any]],
    *,
    is_own: bool,
) -> bool:
    """False of objects that can change if one of them was met beside another: what is one object here is two there."""
    second = other
    for _ in range(2):  # of a copy that was made of a copy, too
        one, other = (originals[id(part)][0] if id(part) in originals else part for part in (one, other))
    kind = kind_of(type(one))
    if is_thunk(one) or is_thunk(other) or not kind.mutable or not kind.can_change:
        return True
    # Of opaque values, and of those that are used up, the call may have got a copy, or may return one. And nobody knows
    # of every object that the observed call has changed where that comes from.
    if is_own and one is not other and not (kind.is_opaque or kind.is_used_up):
        return second is not other and not hold_the_same(second, other)
    pair = one, other
    known = twins[0].setdefault(id(one), pair), twins[1].setdefault(id(other), pair)
    return all(first is one and second is other for first, second in known)


def _path(place: Any) -> tuple[Any, ...]:
    steps = []
    while place is not None:
        place, step = place
        steps.append(step)
    return tuple(reversed(steps))


def _under(part: Any) -> Any:
    """Return the value behind a thunk, as far as it is forced."""
    if is_thunk(part) and is_forced(part):
        part = unwrap(part)
    while is_thunk(part) and not is_forced(part):
        source = part._self_source
        if not is_thunk(source) and part._self_log is None:
            return part  # a pending computation
        part = source
    return part


def _parts_to_compare(one: Any, other: Any, place: Any, by_parts: bool) -> list[Pair] | None:
    """Return the pairs of parts that these two have to be compared by, the last first; None if the two differ."""
    if is_thunk(one) or is_thunk(other):
        return [] if is_thunk(one) and is_thunk(other) else None
    cls, other_cls = class_behind(one), class_behind(other)  # of an iterator that gives its elements again, too
    kind = kind_of(cls)
    is_one_class = cls is other_cls or are_renamed(cls, other_cls)
    if type(kind) is not type(kind_of(other_cls)) or (kind.is_told_by_class and not is_one_class):
        return None
    if kind.has_attributes and not kind.is_record and not by_parts and is_equal(one, other):
        return []
    below = kind.compared(one, other)
    if below is not None and holds_attributes_beside(kind):
        held, others = attributes_beside(kind, one), attributes_beside(kind, other)
        if held.keys() != others.keys():
            return None
        below = [*below, *((held[name], others[name], name) for name in held)]
    return below and [(part, twin, place if key is HERE else (place, key)) for part, twin, key in below][::-1]
