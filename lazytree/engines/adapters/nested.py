"""Games as nested lists or tuples, and as lists of their leaves: scores are read when they are fetched, or used.

Skip this module unless you audit an engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.games.game import End, Game, children_of
from lazytree.games.leaf_log import score_of
from lazytree.games.walking import walk
from strictcheck import delay


class _Children:
    """Children of a position: positions in their turn, or scores, which are read when they are fetched.

    With `is_copied`, for an engine that copies its lists, they are read when they are used.
    """

    def __init__(self, node: Game[Any], *, is_copied: bool = False) -> None:
        self.nodes = [*children_of(node)]
        self.known: dict[int, Any] = {}
        self.is_copied = is_copied

    def fetch(self, index: int) -> Any:
        """Return the child: a position, or a number."""
        if index not in self.known:
            self.known[index] = self._child(self.nodes[index])
        return self.known[index]

    def _child(self, child: Game[Any]) -> Any:
        if not isinstance(child, End):
            return type(self)(child, is_copied=self.is_copied)
        return delay(lambda: child.score, kind=type(score_of(child))) if self.is_copied else child.score

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

    def __init__(self, node: Game[Any], *, is_copied: bool = False) -> None:
        super().__init__(node, is_copied=is_copied)
        self.extend(self.nodes)


class NestedTuple(_Children, tuple[Any, ...]):
    """A position as a tuple of its children."""

    def __new__(cls, node: Game[Any], **_: bool) -> NestedTuple:
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
