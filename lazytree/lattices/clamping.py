"""Lattices for minimax: join for Max, meet for Min; and that of clamping functions, over which minimax is alpha-beta.

A lattice here is an object with operations, not a base class for elements, so that numbers, sets and functions can be
elements of several lattices. Read `Lattice` to write your own; `lazytree.laws` checks that it is one.

A clamping function takes a window (alpha, beta) and returns the value of a game as far as the window can tell:
`max(alpha, min(value, beta))`. It need not know the value for that, which is where the pruning comes from: a join of
two asks the second in the window that the first has narrowed, and not at all if nothing is left of it. That is the
whole of alpha-beta; `minimax_in` does the rest.

Source: Li-yao Xia, *Alpha-beta pruning is just minimax in a lattice of clamping functions* (2025),
https://blog.poisson.chat/posts/2025-09-01-alpha-beta.html
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from lazytree.games.scores import BOTTOM, OPEN, TOP, Bounded
from strictcheck import Stream

L = TypeVar("L")


class Lattice(Protocol[L]):
    """Two operations, `join` and `meet`, that are associative, commutative, idempotent and absorb each other.

    The folds `joins` and `meets` take functions of no arguments. These here call every one of them, from the left; a
    lattice that can tell the answer early overrides them and calls fewer. Derive from this class to inherit them.
    """

    def join(self, one: L, other: L, /) -> L:
        """Return the least element that is above both: Max's value of two choices."""
        ...

    def meet(self, one: L, other: L, /) -> L:
        """Return the greatest element that is below both: Min's value of two choices."""
        ...

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is below `high`, or equal to it."""
        return bool(self.join(high, low) == high)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the join of one or more elements, each computed when the fold comes to it."""
        return _all_together(self.join, delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the meet of one or more elements, each computed when the fold comes to it."""
        return _all_together(self.meet, delayed)


def _all_together(operation: Callable[[L, L], L], delayed: Iterable[Callable[[], L]]) -> L:
    elements = iter(delayed)
    first = next(elements, None)
    if first is None:
        raise ValueError("a fold of no elements: expected at least one, since a lattice need not have a least one")
    result = first()
    for element in elements:
        result = operation(result, element())
    return result


@dataclass(frozen=True)
class Order(Lattice[L], Generic[L]):
    """Total order as a lattice: join is the greater, meet the lesser, and of two equals the first.

    `key` is as in `sorted`. `BOTTOM` and `TOP` may be among the elements, and `key` is not called for them. Both
    arguments are forced, the first one first.

    >>> Order().join(2, 3), Order(key=len).meet("aaa", "bb"), Order().join(-5, BOTTOM)
    (3, 'bb', -5)
    """

    key: Callable[[L], Any] | None = None

    def _rank(self, element: L) -> Any:
        return element if self.key is None or element is BOTTOM or element is TOP else self.key(element)

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is not after `high`."""
        return bool(self._rank(low) <= self._rank(high))

    def join(self, one: L, other: L, /) -> L:
        """Return the greater of both, the first of equals."""
        return one if self._rank(one) >= self._rank(other) else other

    def meet(self, one: L, other: L, /) -> L:
        """Return the lesser of both, the first of equals."""
        return one if self._rank(one) <= self._rank(other) else other


@dataclass(frozen=True)
class Bools(Lattice[bool]):
    """The lattice of the two truth values: join is "or", meet is "and", and neither asks more than it has to.

    >>> Bools().join(False, True), Bools().meet(False, True)
    (True, False)
    """

    def join(self, one: bool, other: bool, /) -> bool:
        """Return True if one of the two is true."""
        return one or other

    def meet(self, one: bool, other: bool, /) -> bool:
        """Return True if both are true."""
        return one and other

    # Not any() and all(): C functions between two plies would use up the C stack of a deep game.

    def joins(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if one is true; calls until one is."""
        for element in delayed:
            if element():
                return True
        return False

    def meets(self, delayed: Iterable[Callable[[], bool]], /) -> bool:
        """Return True if all are true; calls until one is not."""
        for element in delayed:
            if not element():
                return False
        return True


@dataclass(frozen=True)
class Dual(Lattice[L], Generic[L]):
    """Lattice upside down: its join is the meet of `lattice`, and the other way round. Forces as `lattice` does.

    >>> Dual(Order()).join(2, 3)
    2
    """

    lattice: Lattice[L]

    def leq(self, low: L, high: L, /) -> bool:
        """Return True if `low` is above `high` in `lattice`."""
        return self.lattice.leq(high, low)

    def join(self, one: L, other: L, /) -> L:
        """Return the meet in `lattice`."""
        return self.lattice.meet(one, other)

    def meet(self, one: L, other: L, /) -> L:
        """Return the join in `lattice`."""
        return self.lattice.join(one, other)

    def joins(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the fold by meet in `lattice`."""
        return self.lattice.meets(delayed)

    def meets(self, delayed: Iterable[Callable[[], L]], /) -> L:
        """Return the fold by join in `lattice`."""
        return self.lattice.joins(delayed)


Clamped: TypeAlias = Callable[[L, L], L]
"""Clamping function, from alpha and beta to the value as far as that window can tell."""

ORDER: Order[Any] = Order()


def clamp(value: L, alpha: L, beta: L, order: Lattice[L] = ORDER) -> L:
    """Return the element of the window from `alpha` to `beta` that is nearest to `value`. Forces `value` first.

    >>> clamp(7, 0, 5), clamp(3, 0, 5), clamp(-1, 0, 5)
    (5, 3, 0)
    """
    return order.join(order.meet(value, beta), alpha)


@dataclass(frozen=True)
class Clamping(Lattice[Clamped[L]], Generic[L]):
    """Lattice of clamping functions over the scores of `order`, with the join that stops early.

    `join(f, g)` calls `f` in the window (alpha, beta). If the answer reaches beta, it is the answer of the join;
    otherwise `g` is called in the window from the answer to beta, and its answer is the join's. `meet` is the
    same upside down. Neither calls anything before it is given a window.

    `bounds` are the window in which `declamp` calls; the choice changes the demand, not the value. With
    `Bounded(low, high)`, the known bounds of the score type, a player who has reached the best score is done; with
    `OPEN` none is the best. `order` may be any distributive lattice, if `bounds` are its least and its greatest
    element (over others, deep pruning gives wrong values: Ginsberg and Jaffray, *Alpha-beta pruning under partial
    orders*, 2002).

    >>> from lazytree import from_nested, minimax_in
    >>> lattice = Clamping()
    >>> lattice.declamp(minimax_in(lattice, lattice.clamping, from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    3
    """

    order: Lattice[L] = ORDER
    bounds: Bounded[L] = OPEN

    def clamping(self, value: L) -> Clamped[L]:
        """Return the clamping function of a known value. It forces the value when it is called, and not before.

        >>> Clamping().clamping(7)(0, 5)
        5
        """
        order = self.order
        return lambda alpha, beta: clamp(value, alpha, beta, order)

    def declamp(self, function: Clamped[L]) -> L:
        """Return the value behind a clamping function: its answer in the widest window, that of `bounds`.

        >>> Clamping().declamp(Clamping().clamping(7))
        7
        """
        return function(self.bounds.low, self.bounds.high)

    def equal(self, one: Clamped[L], other: Clamped[L], values: Iterable[L] = ()) -> bool:
        """Return True if both give equal answers in every window between two of `values`, the bounds, and their values.

        Clamping functions that differ do so in the widest window already; the other windows are tried because a
        function may not be a clamping function. Forces all that the two force in these windows.

        >>> Clamping().equal(Clamping().clamping(7), Clamping().clamping(5))
        False
        """
        critical = [self.bounds.low, self.declamp(one), self.declamp(other), self.bounds.high, *values]
        windows = itertools.product(critical, repeat=2)
        return all(one(low, high) == other(low, high) for low, high in windows if self.order.leq(low, high))

    def leq(self, low: Clamped[L], high: Clamped[L], /) -> bool:
        """Return True if the join of both is `high`, as far as `equal` can tell. Forces as `equal` does."""
        return self.equal(self.join(high, low), high)

    def join(self, one: Clamped[L], other: Clamped[L], /) -> Clamped[L]:
        """Return the join: `other` is called in the window that `one` leaves, if any."""
        return self.joins([lambda: one, lambda: other])

    def meet(self, one: Clamped[L], other: Clamped[L], /) -> Clamped[L]:
        """Return the meet: the join of the dual lattice."""
        return self.meets([lambda: one, lambda: other])

    def joins(self, delayed: Iterable[Callable[[], Clamped[L]]], /) -> Clamped[L]:
        """Return the join of many functions; calls the next only if the window is still open after the last."""
        functions, leq = Stream(delayed), self.order.leq

        def join_in(alpha: L, beta: L) -> L:
            for function in functions:
                alpha = function()(alpha, beta)
                if leq(beta, alpha):
                    break
            return alpha

        return join_in

    def meets(self, delayed: Iterable[Callable[[], Clamped[L]]], /) -> Clamped[L]:
        """Return the meet of many functions: `joins` of the dual lattice, whose windows are turned round."""
        return _turn_round(self._upside_down.joins(_turn_round_later(function) for function in delayed))

    @functools.cached_property
    def _upside_down(self) -> Clamping[L]:
        turned: Bounded[L] = Bounded(self.bounds.high, self.bounds.low, below=operator.ne)
        return replace(self, order=Dual(self.order), bounds=turned)


@dataclass(frozen=True)
class NaiveClamping(Clamping[L]):
    """Lattice of clamping functions with the join by definition: it calls both, each in the full window.

    The value and the type are those of `Clamping`; but it prunes nothing, and forces all that minimax forces.

    >>> lattice = NaiveClamping()
    >>> lattice.join(lattice.clamping(3), lattice.clamping(7))(0, 5)
    5
    """

    def joins(self, delayed: Iterable[Callable[[], Clamped[L]]], /) -> Clamped[L]:
        """Return the join of many functions: the greatest of all answers in the full window."""
        functions, join = Stream(delayed), self.order.join

        def join_in(alpha: L, beta: L) -> L:
            best = alpha
            for function in functions:
                best = join(best, function()(alpha, beta))
            return best

        return join_in


def _turn_round(function: Clamped[L]) -> Clamped[L]:
    """Return `function` with the ends of its window exchanged."""
    return lambda alpha, beta: function(beta, alpha)


def _turn_round_later(delayed: Callable[[], Clamped[L]]) -> Callable[[], Clamped[L]]:
    return lambda: _turn_round(delayed())
