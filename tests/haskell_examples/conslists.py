"""Lazy lists of cells, `Cons(1, Cons(2, Nil()))`, as Haskell has them, and the words that specs of them are written in.

A tail is `delay`ed where it is to be made on demand; `match` looks at one cell at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias, Union

from strictcheck.demands import Demand
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.layers import Constructor
from strictcheck.specs.expectations import Cells


@dataclass(frozen=True, slots=True)
class Nil:
    """The list without elements."""


@dataclass(frozen=True, slots=True)
class Cons:
    """A cell: an element, and the list of the others. Lists that are drawn at random hold numbers."""

    head: int
    tail: LazyList


LazyList: TypeAlias = Union[Nil, Cons]  # noqa: UP007  # Hypothesis draws Nil first, and shrinks to it


def cons(head: Any, tail: Callable[[], LazyList]) -> Cons:
    """A cell whose tail is made when somebody looks at it.

    >>> numbers = cons(1, lambda: print("looked") or Nil())
    >>> isinstance(numbers.tail, Nil)
    looked
    True
    """
    return Cons(head, delay(tail))


def listed(elements: Iterable[Any], then: Any = Nil()) -> Any:
    """The list of these elements, and `then` in place of its end. With `hole` in it, a partial value.

    >>> from strictcheck import hole
    >>> listed([1, hole], then=hole)
    Cons(head=1, tail=Cons(head=_, tail=_))
    """
    made = then
    for element in reversed(list(elements)):
        made = Cons(element, made)
    return made


def items(xs: Any) -> Iterator[Any]:
    """The elements of a list, one by one.

    >>> list(items(listed([1, 2])))
    [1, 2]
    """
    while isinstance(xs, Cons):
        yield xs.head
        xs = xs.tail


def heads(demand: Demand) -> Cells:
    """The demands on the elements of a list, as far as cells were looked at, and whether its end was.

    >>> from strictcheck import hole
    >>> heads(Demand.full(listed([1, hole])))
    Cells(elements=(Demand.parse('1'), Demand.parse('_')), ended=True)
    """
    elements = []
    while _is(demand, Cons):
        elements.append(demand.at(("head",)))
        demand = demand.at(("tail",))
    return Cells(tuple(elements), _is(demand, Nil))


def _is(demand: Demand, cls: type) -> bool:
    """True if the demand is one on a value of this class, that was looked at."""
    first = [layer for _, _, _, layer in islice(demand.rows(), 1)]
    return first == [Constructor(cls)]
