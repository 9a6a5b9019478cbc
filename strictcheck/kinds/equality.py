"""Comparison of two plain values of one class that share no objects and need not define `==`.

Values without parts are compared by `==`; if a class has no useful `==`, by the state that pickle would keep.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import Any

from strictcheck.kinds.table import shape_of
from strictcheck.messages import shown

SIMPLE = frozenset((int, float, complex, str, bytes, bool, type(None)))
THUNK = re.compile(r"(\w+)Thunk\b")  # thunk classes are named after the class of their values
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
HERE: Any = type("Here", (), {"__slots__": ()})()  # key of a compared value that is no part with a path
Pair = tuple[Any, Any, Any]  # two parts, and the key of both


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
    if all(key in other for key in one):
        return [(part, other[key], key) for key, part in one.items()]
    if set(map(type, one)) <= SIMPLE:
        return None
    # Keys that are equal to nothing but themselves have to come in the same order.
    pairs = zip(one.items(), other.items(), strict=True)
    return [pair for (key, part), (again, twin) in pairs for pair in ((key, again, HERE), (part, twin, key))]


def compare_wholes(one: Any, other: Any) -> list[Pair] | None:
    """Compare opaque values: equal, or pickled from equal parts. Values that allow neither count as equal."""
    if is_equal(one, other):
        return []
    if isinstance(one, set | frozenset):
        if len(one) != len(other) or set(map(type, one)) <= SIMPLE:
            return None
        return compare_elements(sorted(one, key=order_of_element), sorted(other, key=order_of_element))
    try:
        first, second = one.__reduce_ex__(4), other.__reduce_ex__(4)
    except Exception:  # it cannot be pickled
        return []
    if isinstance(first, str) or isinstance(second, str):
        return [] if first == second else None
    return [(_listed(part), _listed(twin), HERE) for part, twin in zip(first[1:], second[1:], strict=False)]


def order_of_element(value: Any) -> str:
    """Key by which the elements of equal sets come in the same order."""
    return ADDRESS.sub("", shown(value))


def _listed(part: Any) -> Any:
    """Turn the iterators that pickle makes for elements and entries into lists."""
    return list(part) if shape_of(type(part)).kind.is_pulled else part


def is_equal(one: Any, other: Any) -> bool:
    """True if `==` says so, or both are equal to nothing, not even themselves."""
    try:
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
    except Exception:  # raised by the exception's own __str__
        return ""
