"""SSS* and DUAL*: best-first searches in the space of partial solutions, with a list of open states.

A state is a node, live or solved, with a merit: a bound on the value of any solution through it. The best state
is taken from the list and replaced by its successors, until the root is solved. Nothing here recurses, so a
game of any depth goes through. The list holds, at its longest, one state for each move of every second ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Generic, TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.making import Player
from lazytree.games.scores import BOTTOM, TOP, Ordered
from lazytree.games.traversals import enter

S = TypeVar("S", bound=Ordered)


def sss(game: Game[S]) -> S:
    """Return the value of `game` by SSS*: it pursues Max's most hopeful strategy, until one keeps its promise.

    Merits are upper bounds. Forces leaves that `alphabeta` forces, and each score once; all moves of a Max node are
    pulled at once when it is looked at. Of states of equal merit, the leftmost in the tree is taken. Source: Stockman,
    *A minimax algorithm better than alpha-beta?* (1979).

    >>> from lazytree import from_nested
    >>> sss(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("sss", game, lambda: _StateSpace[S](Max).search(game))


def dual(game: Game[S]) -> S:
    """Return the value of `game` by DUAL*: SSS* from Min's side, with lower bounds for merits, the lowest first.

    Forces leaves that `alphabeta` forces, and each score once; all moves of a Min node are pulled at once. Source:
    Marsland, Reinefeld and Schaeffer, *Low overhead alternatives to SSS\\** (1987).

    >>> from lazytree import from_nested
    >>> dual(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """
    return enter("dual", game, lambda: _StateSpace[S](Min).search(game))


class _State(Generic[S]):
    """Node with its merit: in the list of open states, or on the path from one of these to the root.

    The root is its own parent. `jump` leads to a node further up (Myers, *An applicative random-access stack*, 1983),
    so that in a game of a million plies a few dozen steps tell which of two states is on the left.
    """

    __slots__ = ("below", "depth", "game", "index", "jump", "live", "merit", "moves", "parent", "purged", "rising")

    def __init__(self, game: Game[S], merit: S, parent: _State[S] | None, index: int, rising: bool) -> None:
        self.game, self.merit, self.index, self.rising = game, merit, index, rising
        self.parent: _State[S] = parent or self
        self.depth: int = parent.depth + 1 if parent else 0
        self.jump: _State[S] = self.parent._jump_of_children() if parent else self
        self.live = True
        self.purged = False
        self.moves: Iterator[Game[S]] = iter(())
        self.below: list[_State[S]] = []  # children that are open, or have an open state below

    def _jump_of_children(self) -> _State[S]:
        twice = self.jump.jump
        return twice if self.depth - self.jump.depth == self.jump.depth - twice.depth else self

    def __lt__(self, other: _State[S]) -> bool:
        """Order of taking states from the list: by merit, then from left to right."""
        if self.merit != other.merit:
            return self.merit < other.merit if self.rising else self.merit > other.merit
        depth = min(self.depth, other.depth)
        one, two = self._ancestor(depth), other._ancestor(depth)
        # Neither is above the other, so the paths up meet at a node to which they come from different children.
        while one.parent is not two.parent:
            one, two = (one.parent, two.parent) if one.jump is two.jump else (one.jump, two.jump)
        return one.index < two.index

    def _ancestor(self, depth: int) -> _State[S]:
        state = self
        while state.depth > depth:
            state = state.jump if state.jump.depth >= depth else state.parent
        return state


class _StateSpace(Generic[S]):
    """List of open states, and the operator that replaces the best one by its successors.

    `hero` is the player all of whose moves are open at once; the other's moves are opened one after the other.
    """

    def __init__(self, hero: Player) -> None:
        self.hero = hero
        self.open: list[_State[S]] = []

    def search(self, game: Game[S]) -> S:
        self.open = [_State(game, TOP if self.hero is Max else BOTTOM, None, 0, self.hero is Min)]
        while True:
            state = heappop(self.open)
            if state.purged:
                continue
            if state.live:
                self._look_into(state)
            elif state.parent is state:
                return state.merit
            else:
                self._back_up(state, state.parent)

    def _push_child(self, parent: _State[S], game: Game[S], merit: S, index: int) -> None:
        child = _State(game, merit, parent, index, parent.rising)
        parent.below.append(child)
        heappush(self.open, child)

    def _look_into(self, state: _State[S]) -> None:
        """Expand a live state: solve it if it is an end, otherwise open its children, or the first of them."""
        match state.game:
            case End(score):
                self._solve(state, (min if self.hero is Max else max)(state.merit, score))
            case Max(children) | Min(children):
                state.moves = iter(children)
                for index, child in enumerate(state.moves):
                    self._push_child(state, child, state.merit, index)
                    if not isinstance(state.game, self.hero):
                        break

    def _solve(self, state: _State[S], merit: S) -> None:
        state.live, state.merit = False, merit
        heappush(self.open, state)

    def _back_up(self, state: _State[S], parent: _State[S]) -> None:
        """Hand up a solved state below `parent`: it is the hero's choice, or the other player's next move is opened."""
        if not isinstance(parent.game, self.hero):
            parent.below.clear()
            for child in parent.moves:
                self._push_child(parent, child, state.merit, state.index + 1)
                return
        _purge(parent)
        self._solve(parent, state.merit)


def _purge(above: _State[S]) -> None:
    """Cross out every open state below `above`, which is solved. Each state is crossed out once at most."""
    todo = above.below
    while todo:
        state = todo.pop()
        state.purged = True
        todo.extend(state.below)
        state.below = []
