"""Alpha-beta with one bound instead of two: no deep cutoffs. By hand, by lattice, and as Hughes's list program.

Each node gets the bound of its parent, and none of its grandparents. That costs leaves from four plies on; in
exchange the value is right over every lattice, distributive or not, because absorption is the only law it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.making import Player, other
from lazytree.games.scores import BOTTOM, OPEN, TOP, Bounded, Ordered
from lazytree.games.traversals import enter
from lazytree.lattices.clamping import ORDER, Clamped, Clamping, Lattice
from lazytree.searches.minimax_and_alphabeta import minimax_in
from strictcheck import Stream

S = TypeVar("S", bound=Ordered)
L = TypeVar("L")
T = TypeVar("T")


def f1(game: Game[S]) -> S:
    """Return the value of `game`, by alpha-beta without deep cutoffs.

    Forces, of each node, the children from the left until one of them is as good as what the parent has already. A
    player who moves twice in a row has no bound the second time. So it forces all that `alphabeta` forces; on games of
    up to three plies no more, on deeper ones sometimes more. Raises `TooDeep` beyond Python's recursion limit.
    Source: Knuth and Moore, *An analysis of alpha-beta pruning* (1975), the procedure F1.

    >>> from lazytree import from_nested
    >>> f1(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("f1", game, lambda: _f1(game, BOTTOM, TOP))


def _f1(game: Game[S], alpha: S, beta: S) -> S:
    """Search like alpha-beta, but alpha is that of a Max parent only, beta that of a Min parent; the rest is open."""
    match game:
        case End(score):
            return score
        case Max(children):
            best: S = BOTTOM
            for child in children:
                best = max(best, _f1(child, best, TOP))
                if best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in children:
                best = min(best, _f1(child, BOTTOM, best))
                if best <= alpha:
                    break
            return best


@dataclass(frozen=True)
class OneBound(Clamping[L], Generic[L]):
    """`Clamping` whose join forgets alpha, and whose meet, by the dual, forgets beta: minimax over it is `f1`.

    The values are right over any lattice, if `bounds` are its least and its greatest element: of `a ∨ (b ∧ c)`,
    c cannot matter once b is below a, for then the meet is too, and a absorbs it. See `lattices.partial_orders`.

    >>> from lazytree import from_nested, minimax_in
    >>> lattice = OneBound()
    >>> lattice.declamp(minimax_in(lattice, lattice.clamping, from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    3
    """

    def joins(self, delayed: Iterable[Callable[[], Clamped[L]]], /) -> Clamped[L]:
        """Join of many functions; calls the next only while beta is not reached, with the best so far for alpha."""
        functions, of, bounds = Stream(delayed), self.order, self.bounds

        def join_in(alpha: L, beta: L) -> L:
            best = bounds.low
            for function in functions:
                best = of.join(best, function()(best, bounds.high))
                if of.leq(beta, best):
                    break
            return best

        return join_in


def f1_lattice(game: Game[T], *, bounds: Bounded[T] = OPEN, order: Lattice[T] = ORDER) -> T:
    """Return the value of `game` by minimax over `OneBound`. Forces the parts that `f1` forces, in the same order.

    `order` is any lattice, and `bounds` its least and its greatest element. Raises `TooDeep` beyond Python's
    recursion limit.

    >>> from lazytree import from_nested
    >>> f1_lattice(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    lattice = OneBound(order, bounds)
    return enter("f1_lattice", game, lambda: lattice.declamp(minimax_in(lattice, lattice.clamping, game)))


# A lazy list: its head, and a function that is called once, for the rest; the empty one is None. Not a generator:
# resuming one goes through C, and nested generators, one for each ply, would use up the C stack.
Cells: TypeAlias = tuple[S, Callable[[], Any]] | None


def hughes(game: Game[S]) -> S:
    """Return the value of `game`, as the greatest number of a lazy list: alpha-beta with lists in place of bounds.

    A node is a list of numbers of which its player's best is the value. Each number is the worst of a child's list,
    and a child is dropped as soon as its list has a number no better than those before it; the rest of that
    list is never computed. If a player moves twice in a row, the second node is a list of one number. Forces
    the parts that `f1` forces, in the same order. Raises `TooDeep` beyond Python's recursion limit. Source: Hughes,
    *Why functional programming matters* (1989), section 5.

    >>> from lazytree import from_nested
    >>> hughes(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("hughes", game, lambda: _value(game))


def _value(game: Game[S]) -> S:
    """Return the best number for the player who moves; an `End` is the same for both."""
    player: Player = Min if isinstance(game, Min) else Max
    # The best for one player is the worst for the other, who has no number yet.
    return cast(S, _worst(_numbers(game, player), other(player), _nothing_yet(other(player))))


def _numbers(game: Game[S], player: Player) -> Cells[S]:
    """Make a list of numbers of which the best for `player` is the value: `maximise'` and `minimise'` in the paper."""
    match game:
        case End(score):
            return score, lambda: None
        case Max(children) | Min(children) if isinstance(game, player):
            return _omit(iter(children), player, _nothing_yet(player))
        case _:
            value = _value(game)
            return value, lambda: None


def _omit(children: Iterator[Game[S]], player: Player, pot: S) -> Cells[S]:
    """List the value of each of `children` to `player`, but for values no better than one before."""
    for child in children:
        worth = _worst(_numbers(child, other(player)), player, pot)
        if worth is not None:
            return worth, _rest(children, player, worth)
    return None


def _rest(children: Iterator[Game[S]], player: Player, pot: S) -> Callable[[], Cells[S]]:
    return lambda: _omit(children, player, pot)


def _worst(numbers: Cells[S], player: Player, pot: S) -> S | None:
    """Return the worst of `numbers` for `player`; None as soon as one is no better than `pot`."""
    worst: S = _nothing_yet(other(player))
    while numbers is not None:
        number, rest = numbers
        if number <= pot if player is Max else number >= pot:
            return None
        worst = (min if player is Max else max)(worst, number)
        numbers = rest()
    return worst


def _nothing_yet(player: Player) -> Any:
    """Return the bound of a player who has no number yet: worse than any."""
    return BOTTOM if player is Max else TOP
