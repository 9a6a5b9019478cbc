"""Lattice of clamping functions, over which minimax is alpha-beta.

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
from typing import Any, Generic, TypeAlias, TypeVar

from lazytree.games.scores import OPEN, Bounded
from lazytree.lattices.bounded import Dual, Lattice, Order
from strictcheck import Stream

L = TypeVar("L")

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
