"""Operators of thunks: who is asked, the value of the thunk or the other operand."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Mapping
from typing import Any

from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.proxy import Thunk, force, materialised, source_of

OF_WRAPT: Mapping[str, Any] = vars(Thunk.__base__)  # all attributes of wrapt's base class
OPERATORS = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
BINARY = {f"__{side}{name}__" for name in OPERATORS for side in ("", "r", "i")}
REFLECTED = {f"__r{name}__" for name in OPERATORS}
ORDER = ("__lt__", "__le__", "__gt__", "__ge__")


def refuse(self: Any, other: Any) -> Any:
    """Return NotImplemented, so that Python tries other methods, such as `__add__` for `__iadd__`. Forces."""
    force(self)
    if type(other) is type(self):  # Python asks one of two, and the class of the other one tells
        force(other)
    return NotImplemented


def left_to_others(cls: type) -> dict[str, Any]:
    """Return the operators that `cls` lacks, each of which asks the other operand."""
    names = (*BINARY & OF_WRAPT.keys(), *ORDER)
    refused = {name: refuse for name in names if getattr_static(cls, name) in (None, vars(object).get(name))}
    if getattr_static(cls, "__eq__") is not object.__eq__:
        return refused
    return refused | {"__eq__": _is_same, "__ne__": _is_other, "__hash__": OF_WRAPT["__hash__"]}


def added_to(cls: type, has: set[str]) -> dict[str, Any]:
    """Return operators for a thunk that lets wrapt operate on a copy: addition, and halves that `cls` lacks.

    Of an operator of which it has the other half in Python, for both share a slot in C.
    """
    pairs = [(f"__{name}__", f"__r{name}__") for name in OPERATORS]
    halves = [(name, twin) for pair in pairs for name, twin in (pair, pair[::-1]) if name not in has]
    half_written = [name for name, twin in halves if isinstance(getattr_static(cls, twin), types.FunctionType)]
    return _concatenating(has) | dict.fromkeys(half_written, refuse)


def _is_same(self: Any, other: Any) -> Any:
    """Compare by identity. The other operand decides if it is no thunk."""
    return True if source_of(self) is source_of(other) else NotImplemented


def _is_other(self: Any, other: Any) -> Any:
    return False if source_of(self) is source_of(other) else NotImplemented


def _concatenating(has: set[str]) -> dict[str, Any]:
    """Return addition for values that are no numbers: a list left of `+=` takes any elements if nobody else adds."""
    if "__add__" in has:
        return {} if "__radd__" in has else {"__radd__": _concatenate}
    return {name: refuse for name in ("__add__", "__radd__") if "__iter__" in has and name not in has}


def _concatenate(self: Any, other: Any) -> Any:
    """Compute `other + self` for lists, strings and the like.

    `other += self` comes here as well, and cannot be told apart: it makes a new list of one that others may share.
    """
    value = materialised(self)
    if not any(isinstance(value, base) and isinstance(other, base) for base in CONCATENATED):
        return NotImplemented
    left: Any = other
    return left + value


CONCATENATED = (list, tuple, str, deque, (bytes, bytearray))
