"""A real engine: alpha-beta as programs that play have it, for any `Position`, with a table and a depth limit.

`evaluate` tells what a position is worth and which move is best; a `Table` remembers. `evaluate(GamePosition(game))` is
a search of a tree, and forces the leaves that `lazytree.alphabeta` forces, in the same order. It is fail-soft negamax
(Fishburn 1983), and what practice adds: moves are asked for batch by batch;
successors that the table knows come first (*enhanced transposition cutoff*: Plaat, Schaeffer, Pijls and de Bruin,
*Exploiting graph properties of game trees*, 1996). None of it changes a value.

What comes out of the table is as good as a search, because each entry says what it is (`Found`). *Is this the value, or
a bound?* The window says. *Is it true of the game, or only of the part that was looked at?* The depth limit says. The
answer is exact if both are settled. A table that forgets this looks right on most positions;
`lazytree.searches.known_bugs.UnsoundTable` is one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from math import inf
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from lazytree.engines.positions import Position
from lazytree.errors import BadGame
from lazytree.games.scores import BOTTOM, TOP, check_window
from lazytree.games.traversals import guard

__all__ = ["Answer", "Bound", "Found", "Table", "evaluate"]

M = TypeVar("M", bound=Hashable)


class Table:
    """A table of positions. One game, one table: keys tell the positions of one game apart.

    It may be kept from search to search, as deep as they may be. An exact entry gives way to exact ones only.

    >>> from lazytree.engines.noughts import Noughts
    >>> table = Table()
    >>> evaluate(Noughts(), table=table).searched > 0, evaluate(Noughts(), table=table).searched
    (True, 0)
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, Found[Any]] = {}

    def get(self, key: Hashable | None, depth: float) -> Found[Any] | None:
        """Return the entry with this key, if a search `depth` plies deep would find the same."""
        found = self._kept.get(key)
        return found if found is not None and found.holds_at(depth) else None

    def put(self, key: Hashable | None, found: Found[Any]) -> None:
        """Keep what was found; of a position whose key is None nothing is kept."""
        if key is None:
            return
        before = self._kept.get(key)
        if before is None or found.exact or not before.exact:
            self._kept[key] = found

    def __len__(self) -> int:
        return len(self._kept)


class Bound(Enum):
    """Relation of the value that a search returned to the value of the position.

    >>> Bound.of(5, alpha=3, beta=9), Bound.of(3, alpha=3, beta=9), Bound.of(9, alpha=3, beta=9)
    (<Bound.EXACT: '=='>, <Bound.UPPER: '<='>, <Bound.LOWER: '>='>)
    """

    EXACT = "=="
    LOWER = ">="
    UPPER = "<="

    @classmethod
    def of(cls, value: Any, alpha: Any, beta: Any) -> Bound:
        """Classify a value that a search in the window from `alpha` to `beta` returned."""
        if value >= beta:
            return cls.LOWER
        return cls.UPPER if value <= alpha else cls.EXACT


@dataclass(frozen=True, slots=True)
class Found(Generic[M]):
    """The position is worth `value`, or as much at least or at most, after a search `depth` plies deep.

    All as the mover sees it. It is `complete` if no guess is in it: every line that was looked into was looked into up
    to the end of the game. `move` is what the mover should play, as far as is known, or None where nothing was to
    choose.
    """

    value: float
    bound: Bound
    complete: bool
    depth: float
    move: M | None = None

    @property
    def exact(self) -> bool:
        """True if this is the value of the game from here, at any depth."""
        return self.complete and self.bound is Bound.EXACT

    def holds_at(self, depth: float) -> bool:
        """True if a search `depth` plies deep would find the same: this one was as deep, or reached all ends."""
        return self.depth == depth or (self.complete and self.depth < depth)

    def decides(self, alpha: Any, beta: Any) -> bool:
        """True if a search in this window is not needed: it would return the same, or stop at the same end."""
        match self.bound:
            case Bound.EXACT:
                return True
            case Bound.LOWER:
                return bool(self.value >= beta)
            case Bound.UPPER:
                return bool(self.value <= alpha)


class Successor(NamedTuple):
    """A position that a move leads to, as the search sees it: in its canonical form, if symmetries are used."""

    move: Any
    position: Position[Any]
    key: Hashable | None


class Search(Generic[M]):
    """One search, which counts the positions that it looks at: those that the table knows are not among them."""

    __slots__ = ("searched", "symmetries", "table")

    def __init__(self, table: Table | None, symmetries: bool) -> None:
        self.table = table
        self.symmetries = symmetries
        self.searched = 0

    def value(self, position: Position[M], key: Hashable | None, depth: float, alpha: Any, beta: Any) -> Found[M]:
        """Return the value of the position for its mover, as far as the window asks."""
        known = self.look_up(key, depth)
        if known is not None and known.decides(alpha, beta):
            return known
        self.searched += 1
        result = position.result()
        if result is not None or depth == 0:
            value = position.guess() if result is None else result
            if value != value:
                told = "expected a value that is equal to itself, for NaN has no order"
                raise BadGame(f"{position!r} is worth {value!r}; {told}")
            return Found(value, Bound.EXACT, complete=result is not None, depth=0)
        found = self.expand(position, depth, alpha, beta)
        if self.table is not None:
            self.table.put(key, found)
        return found

    def expand(self, position: Position[M], depth: float, alpha: Any, beta: Any) -> Found[M]:
        """The best of the moves, each worth what it is worth to the other, with the sign changed."""
        best, complete, move = BOTTOM, True, None
        for made, after, key in self.successors(position, depth, beta):
            # Without a star or a keyword, so that there is no C call between one ply and the next.
            child = self.value(after, key, depth - 1, -beta, -max(alpha, best))
            complete = complete and child.complete
            # Greater than nothing at all is every value: where all moves lose, one of them is the best.
            if -child.value > best:
                best, move = -child.value, made
            if best >= beta:
                break
        if best is BOTTOM:
            raise BadGame(f"{position!r} has no moves and no result; expected `result` to say what the end is worth")
        return Found(best, Bound.of(best, alpha, beta), complete, depth, move)

    def successors(self, position: Position[M], depth: float, beta: Any) -> Iterator[Successor]:
        """The positions that can be moved to, each once, batch by batch; of a batch, first those that the table knows.

        A batch is generated when the one before has been searched in vain.
        """
        seen: set[Hashable] = set()
        for batch in position.batches():
            new: list[tuple[int, Successor]] = []
            for move in batch:
                after = position.play(move)
                after = after.canonical().position if self.symmetries else after
                successor = Successor(move, after, after.key())
                # Without a key, positions are told apart by the moves that lead to them.
                identity = (successor.key is None, move if successor.key is None else successor.key)
                if identity not in seen:
                    seen.add(identity)
                    new.append((self.rank(successor, depth - 1, beta), successor))
            yield from (successor for _, successor in sorted(new, key=itemgetter(0)))

    def rank(self, successor: Successor, depth: float, beta: Any) -> int:
        """0 for a position that is known to refute the one before, 1 for one of which something is known, 2 else."""
        known = self.look_up(successor.key, depth)
        if known is None:
            return 2
        return 0 if known.bound is not Bound.LOWER and -known.value >= beta else 1

    def look_up(self, key: Hashable | None, depth: float) -> Found[M] | None:
        """Look the position up, if there is a table."""
        return None if self.table is None else self.table.get(key, depth)


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """Value of a position for its mover, and the work it took.

    `value` is the value of the position, or a bound on it if it is not inside the window, as `bound` says. It is
    `exact` if it is no bound, and every line that was searched was searched up to the end of the game. `move` is the
    best one, or None if there was nothing to choose. `searched` counts the positions that were looked at; those that
    the table knew are not among them.
    """

    value: float
    bound: Bound
    exact: bool
    move: M | None
    searched: int


def evaluate(
    position: Position[M],
    *,
    depth: int | None = None,
    alpha: Any = BOTTOM,
    beta: Any = TOP,
    table: Table | None = None,
    symmetries: bool = True,
) -> Answer[M]:
    """Return the value of `position` for its mover, looking `depth` plies ahead (None: up to the end of the game).

    That is minimax's value, in which the game is cut off at the depth and guessed there. The window from `alpha` to
    `beta` is open by default; it is the mover's, and otherwise as for `lazytree.alphabeta`. A `table` remembers what is
    found, in this search and for later ones. With `symmetries`, positions that are the same but for one are searched
    once. Neither changes a value.

    Asks positions for their result, at the depth limit for a guess, and for one batch of moves after the other, until a
    move ends the matter. Moves that lead to the same position are tried once. Without a depth, the game must come to an
    end on every line. Raises `BadWindow` unless alpha < beta, `ValueError` for a depth below 0, `BadGame` for a value
    that is not equal to itself and for a position that has no moves and is no end, and `TooDeep` beyond Python's
    recursion limit.

    >>> from lazytree.engines.noughts import Noughts
    >>> evaluate(Noughts())
    Answer(value=<Outcome.TIE: 0>, bound=<Bound.EXACT: '=='>, exact=True, move=0, searched=...)
    >>> evaluate(Noughts(), depth=2).exact
    False
    """
    check_window(alpha, beta)
    if not isinstance(position, Position):
        raise TypeError(f"evaluate({position!r}): expected a Position; GamePosition makes one of a game tree")
    if depth is not None and depth < 0:
        raise ValueError(f"evaluate(depth={depth!r}): expected a number of plies, 0 or more, or None for no limit")
    view = position.canonical() if symmetries else None
    root = position if view is None else view.position
    search: Search[M] = Search(table, symmetries)
    plies = inf if depth is None else depth
    found: Found[M] = guard("evaluate", lambda: search.value(root, root.key(), plies, alpha, beta))
    move = found.move if view is None or found.move is None else view.back(found.move)
    return Answer(found.value, found.bound, found.exact, move, search.searched)
