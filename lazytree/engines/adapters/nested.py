"""Games as nested lists or tuples, and as lists of their leaves: scores are read when they are used, or fetched.

`handed_position` is a position in the style of an engine, `worth` the plain minimax by which an adapter proves itself.
Skip this module unless you audit an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lazytree.engines.adapters.interfaces import State
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.leaf_log import score_of
from lazytree.games.traversals import bottom_up
from lazytree.games.walking import walk
from strictcheck import delay


def nested(kind: Callable[[list[Any]], Any], game: Game[Any], by_mover: bool) -> Any:
    """Lists, or what `kind` makes of them, within each other, of scores that are read when they are used.

    `by_mover` gives each score as the player sees it who would move there. Forces the whole game but its scores.

    >>> from lazytree import from_nested
    >>> nested(list, from_nested([[3, 5], 4]), by_mover=False) == [[3, 5], 4]
    True
    """

    def later(part: Any, player: Any) -> Any:
        is_turned = by_mover and player is Max
        return delay(partial(_score, part, is_turned), kind=type(score_of(part))) if isinstance(part, End) else part

    made = bottom_up(game, lambda end: end, lambda player, parts: kind([later(part, player) for part in parts]))
    return later(made, Min)  # a game that is an end is Max's turn, as after a move of Min


def _score(end: End[Any], is_turned: bool) -> Any:
    return -end.score if is_turned else end.score


class _Children:
    """Children of a position: positions in their turn, or scores, which are read when they are fetched."""

    def __init__(self, node: Game[Any], by_mover: bool) -> None:
        self.nodes = [*children_of(node)]
        self.known: dict[int, Any] = {}
        self.by_mover, self.is_turned = by_mover, by_mover and isinstance(node, Max)

    def fetch(self, index: int) -> Any:
        """Return the child: a position, or a number."""
        if index not in self.known:
            child = self.nodes[index]
            known = _score(child, self.is_turned) if isinstance(child, End) else type(self)(child, self.by_mover)
            self.known[index] = known
        return self.known[index]

    def __reversed__(self) -> Iterator[Any]:
        return map(self.fetch, reversed(range(len(self.nodes))))

    def copy(self) -> list[Any]:
        """Return a list of the children."""
        return [*self]

    def __getitem__(self, index: Any) -> Any:
        found = range(len(self.nodes))[index]
        return [self.fetch(one) for one in found] if isinstance(found, range) else self.fetch(found)

    def __iter__(self) -> Iterator[Any]:
        return map(self.fetch, range(len(self.nodes)))


class NestedList(_Children, list[Any]):
    """A position as a list of its children."""

    def __init__(self, node: Game[Any], by_mover: bool) -> None:
        super().__init__(node, by_mover)
        self.extend(self.nodes)


class NestedTuple(_Children, tuple[Any, ...]):
    """A position as a tuple of its children."""

    def __new__(cls, node: Game[Any], by_mover: bool) -> NestedTuple:
        """Make a tuple as long as there are children."""
        return super().__new__(cls, children_of(node))


class LeafList(list[Any]):
    """Leaves of a game, from left to right, as a list of scores, which are read when they are fetched."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(node for _, node in walk(game, children_of) if isinstance(node, End))

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index).score

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def paired(self) -> list[Any]:
        """Return the scores as nested lists of two."""
        level = [*self]
        while len(level) > 2:
            level = [level[start : start + 2] for start in range(0, len(level), 2)]
        return level


NESTED: dict[str, Callable[[Game[Any], bool], Any]] = {
    "lists": partial(nested, list),
    "tuples": partial(nested, tuple),
    "leaves by index": lambda game, by_mover: LeafList(game),  # never scored for the mover
    "lists of numbers": NestedList,
    "tuples of numbers": NestedTuple,
}


def handed_position(state: State) -> Any:
    """A position as the engine is handed it."""
    style = state.at_run.style
    return NESTED[style.hands](state.at_line[0], style.by_mover) if style.hands in NESTED else state


def worth(handed: Any, maximizing: bool, by_mover: bool) -> Any:
    """Minimax as the engine could play it: on nested lists, with moves taken back, or from the mover's side."""
    if not isinstance(handed, State | list | tuple):
        return handed
    if isinstance(handed, State):
        values = _worths_of_moves(handed, maximizing, by_mover)
        if not values:
            return handed.at_score()
        maximizing = handed.at_player() == handed.at_run.style.signs[0]
    else:
        parts = handed.paired() if isinstance(handed, LeafList) else handed
        values = [worth(child, not maximizing, by_mover) for child in parts]
    return max(-value for value in values) if by_mover else (max if maximizing else min)(values)


def _worths_of_moves(state: State, maximizing: bool, by_mover: bool) -> list[Any]:
    values, takes_back = [], state.at_run.takes_back
    for move in state.at_moves():
        after = state.at_play(move) if takes_back else state.at_child(move)
        values.append(worth(after, not maximizing, by_mover))
        if takes_back:
            state.at_undo()
    return values
