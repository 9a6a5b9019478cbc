"""Classes of values, and contexts, that several modules of tests use."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from strictcheck.errors import NothingChecked
from strictcheck.unused import noted_in

__all__ = ["Box", "Fork", "Leaf", "Pair", "Point", "Sealed", "checks_nothing", "tree_sum", "twin", "unused"]


@dataclass
class Point:
    """A record that can change."""

    x: Any
    y: Any

    def swapped(self) -> Point:
        """A point with its fields exchanged."""
        return Point(self.y, self.x)

    @property
    def both(self) -> tuple[Any, Any]:
        """The fields, as a property reads them."""
        return self.x, self.y


@dataclass(frozen=True)
class Pair:
    """A record that cannot change."""

    left: Any
    right: Any


@dataclass(frozen=True)
class Leaf:
    """A tree without parts."""

    value: Any


@dataclass(frozen=True)
class Fork:
    """A tree of two trees."""

    left: Any
    right: Any


def tree_sum(tree: Any) -> int:
    """Return the sum of the values of the leaves."""
    match tree:
        case Leaf(value):
            return value  # type: ignore[no-any-return]
        case Fork(left, right):
            return tree_sum(left) + tree_sum(right)
    raise TypeError(tree)


class Box:
    """A plain object."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __repr__(self) -> str:
        return f"Box({self.held!r})"


def unused(result: Any) -> None:
    """The context of a caller who throws the result away."""


def twin(function: Callable[..., Any]) -> Callable[..., Any]:
    """Another function that does the same: to compare one with itself is refused."""
    return functools.wraps(function)(lambda *args, **kwargs: function(*args, **kwargs))


@contextmanager
def checks_nothing(match: str | None = None) -> Iterator[None]:
    """Expect `NothingChecked` at once, as outside of pytest; its text, in one line, is to match."""
    with noted_in(None), pytest.raises(NothingChecked) as raised:
        yield
    assert re.search(match or "", " ".join(str(raised.value).split()))


class Sealed(bytearray):
    """A value with attributes whose class derives from one in C, so that it is opaque."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__()
        vars(self).update(attributes)
