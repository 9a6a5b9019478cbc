"""Why alpha-beta stops where it does: the window at a place in a game, and which move it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from lazytree.engines.adapters.engines import legal_child
from lazytree.engines.leaf_log import Path
from lazytree.games.game import Game, Max
from lazytree.searches.full_width import minimax

__all__ = ["Stop", "stop_before"]


@dataclass(frozen=True, slots=True)
class Stop:
    """A position in which there was no need to go on: it is at `at`, and the mover has a move worth `best` there.

    The other player can have `bound` elsewhere, by the move that leads to `instead`.
    """

    at: Path
    maximizing: bool
    best: Any
    bound: Any
    instead: Path


def stop_before(game: Game[Any], leaf: Path, *, strict: bool = False) -> Stop | None:
    """The first position on the way to `leaf` at which alpha-beta stops before it; None if it comes to the leaf.

    It stops where what the mover has is as good as the other player's bound; with `strict`, only where it is better.
    Forces the moves before those on the way.

    >>> from lazytree import from_nested
    >>> stop_before(from_nested([[3, 5], [2, 9]]), (1, 1))
    Stop(at=(1,), maximizing=False, best=2, bound=3, instead=(0,))
    """
    held: dict[bool, list[tuple[Any, Path]]] = {True: [], False: []}
    for at, node, index in _way(game, leaf):
        maximizing = isinstance(node, Max)
        moves = [(minimax(legal_child(node, number)), (*at, number)) for number in range(index)]
        for (best, _), (bound, instead) in product(moves, held[not maximizing]):
            if (best == bound and not strict) or (best > bound if maximizing else best < bound):
                return Stop(at, maximizing, best, bound, instead)
        held[maximizing] += moves
    return None


def _way(game: Game[Any], leaf: Path) -> Iterator[tuple[Path, Game[Any], int]]:
    for length, index in enumerate(leaf):
        yield leaf[:length], game, index
        game = legal_child(game, index)
