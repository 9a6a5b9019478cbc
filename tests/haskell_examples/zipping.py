"""`zip_lists`, and a spec of it that is nearly right; `zip_to_the_end`, which looks where it need not.

When both lists end together, the first one says so, and the second is not asked:

>>> from strictcheck import check_spec
>>> check_spec(zip_lists, zip_spec)
>>> check_spec(zip_lists, zip_symmetric_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: zip_lists does not look at ys, which zip_symmetric_spec expects
  - zip_symmetric_spec, + zip_lists
  - ys: Nil
  call:     zip_lists(xs=Nil(), ys=Nil())
  asked:    the result was asked for all of it
  result:   Nil()
  xs:       Nil(), as expected
  if it need not, let the spec have a hole there, or pass
  spec(zip_symmetric_spec, compare='<=')

At `([], [])` the spec of `zip` that comes with StrictCheck for Haskell is wrong, too.

>>> check_spec(zip_to_the_end, zip_to_the_end_spec)
>>> check_spec(zip_to_the_end, zip_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: zip_to_the_end also looks at ys, at ...
  - zip_spec, + zip_to_the_end
  + ys: Nil
  call:     zip_to_the_end(xs=Nil(), ys=Nil())
  asked:    the result was asked for all of it
  result:   Nil()
  xs:       Nil(), as expected
  if it may, let the spec expect it, or have ... in its place
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from haskell_examples.conslists import Cons, LazyList, Nil, cons, heads, listed
from haskell_examples.lists import length
from strictcheck.demands import Demand
from strictcheck.specs import hole
from strictcheck.specs.specification import spec


@dataclass(frozen=True, slots=True)
class Pair:
    """An element of each list."""

    first: Any
    second: Any


def zip_lists(xs: LazyList, ys: LazyList) -> LazyList:
    """Pairs of elements, as many as the shorter list has. The first list is asked first."""
    match xs:
        case Cons(x, more_xs):
            match ys:
                case Cons(y, more_ys):
                    return cons(Pair(x, y), lambda: zip_lists(more_xs, more_ys))
    return Nil()


def _columns(elements: tuple[Demand, ...]) -> tuple[list[Demand], list[Demand]]:
    """The demands on what stands first in the pairs, and on what stands second."""
    return [pair.at(("first",)) for pair in elements], [pair.at(("second",)) for pair in elements]


@spec
def zip_spec(result: Demand, xs: LazyList, ys: LazyList) -> Any:
    """Of each list what is looked at of the pairs. At the end of the result either `xs` ends, and `ys` is not asked; or
    there is one more cell of `xs`, and `ys` ends.
    """
    pairs, ended = heads(result)
    firsts, seconds = _columns(pairs)
    if not ended:
        return listed(firsts, then=hole), listed(seconds, then=hole)
    if len(pairs) == length(xs):
        return listed(firsts), listed(seconds, then=hole)
    return listed([*firsts, hole], then=hole), listed(seconds)


@spec
def zip_symmetric_spec(result: Demand, xs: LazyList, ys: LazyList) -> Any:
    """One rule for both lists, which is wrong: at the end of the result, whichever list ends was asked."""
    pairs, ended = heads(result)
    firsts, seconds = _columns(pairs)
    if not ended:
        return listed(firsts, then=hole), listed(seconds, then=hole)
    xs_end, ys_end = len(pairs) == length(xs), len(pairs) == length(ys)
    then_xs = Nil() if xs_end else listed([hole], then=hole)
    return listed(firsts, then=then_xs), listed(seconds, then=Nil() if ys_end else hole)


def zip_to_the_end(xs: LazyList, ys: LazyList) -> LazyList:
    """Pairs as `zip_lists` makes them. When one list is over, the other is needlessly walked to its end."""
    while not (isinstance(xs, Nil) & isinstance(ys, Nil)):
        if isinstance(xs, Cons) and isinstance(ys, Cons):
            return _paired(xs, ys)
        xs = xs.tail if isinstance(xs, Cons) else xs
        ys = ys.tail if isinstance(ys, Cons) else ys
    return Nil()


def _paired(xs: Cons, ys: Cons) -> LazyList:
    more_xs, more_ys = xs.tail, ys.tail
    return cons(Pair(xs.head, ys.head), lambda: zip_to_the_end(more_xs, more_ys))


@spec
def zip_to_the_end_spec(result: Demand, xs: LazyList, ys: LazyList) -> Any:
    """Of each list what is looked at of the pairs, and at the end of the result all cells that are left."""
    pairs, ended = heads(result)
    firsts, seconds = _columns(pairs)
    if not ended:
        return listed(firsts, then=hole), listed(seconds, then=hole)
    return (
        listed([*firsts, *[hole] * (length(xs) - len(pairs))]),
        listed([*seconds, *[hole] * (length(ys) - len(pairs))]),
    )
