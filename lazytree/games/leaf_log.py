"""Leaves that a search asks for, in order and with repeats, noted without thunks.

`strictcheck.observe` sees all that a search looks at, through thunks, and sees each part once. An engine of somebody
else may not take thunks, and may ask for a leaf again and again. Here a game is handed out whose leaves note in a
log that their score was read; everything else about it is ordinary, and so is its speed. Skip this module unless you
count leaves in big searches, or run an engine that is not written for `lazytree`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any, TypeAlias, TypeVar

from lazytree.games.game import End, Game, children_of, player_of
from lazytree.games.walking import Branch, Leaf, rebuild
from strictcheck import Observation, Stream, delay, force, is_forced, is_thunk, observe

__all__ = ["CodeLine", "LeafLog", "Path", "log_leaves", "read_leaves"]

S = TypeVar("S")
R = TypeVar("R")

Path: TypeAlias = tuple[int, ...]
"""A place in a game: child indices from the root."""

# Where a node stands: the place of its parent, and its index there. None is the root.
Place: TypeAlias = "tuple[Place, int] | None"
# The index of what has no parent.
ROOT = -1


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of code that was running: its file, its number, and the function it belongs to."""

    file: str
    number: int
    function: str


class LeafLog:
    """The leaves whose scores were read, in order, repeats included.

    `watch(game)` is the game to hand to a search. With `where=True` the log keeps, for each reading, the lines of code
    that were running, the innermost first, up to the frame of the code `until`; frames of code for which `skip` is true
    are left out. The class of the leaves has `mixin` as a base, too. A log takes 8 bytes for each reading, and keeps
    the leaves alive that were read.

    >>> from lazytree import alphabeta, from_nested
    >>> log = LeafLog()
    >>> alphabeta(log.watch(from_nested([[3, 5], [2, 9]])))
    3
    >>> log.paths
    [(0, 0), (0, 1), (1, 0)]
    """

    __slots__ = ("_end", "_read", "lines")

    def __init__(
        self,
        *,
        where: bool = False,
        skip: Callable[[CodeType], bool] = lambda code: False,
        until: CodeType | None = None,
        mixin: type | None = None,
    ) -> None:
        self._read: list[Any] = []
        self.lines: list[tuple[CodeLine, ...]] = []

        def traced(leaf: Any) -> None:
            self._read.append(leaf)
            self.lines.append(tuple(_lines(sys._getframe(2), skip, until)))

        self._end = _logged_end(traced if where else self._read.append, mixin)

    def watch(self, game: Game[S]) -> Game[S]:
        """Return the game with leaves that write to this log.

        Children that are there are gone through at once, without recursion; a `Stream`, and what is delayed, is left
        as lazy as it is. Looking at the result looks at `game` in the same places, and reads a score of `game` when
        it is watched, or, if the leaf is not there yet, when somebody looks at it.
        """
        return _watched(game, None, self._end)

    @property
    def paths(self) -> list[Path]:
        """The place of each leaf that was read, in order, repeats included."""
        known = {id(leaf): leaf for leaf in self._read}  # whoever reads one again often does so many times
        places = {number: _path(leaf.outer, leaf.index) for number, leaf in known.items()}
        return [places[id(leaf)] for leaf in self._read]

    def clear(self) -> None:
        """Forget what was read; games that are watched go on writing here."""
        self._read.clear()
        self.lines.clear()

    def __len__(self) -> int:
        return len(self._read)


def log_leaves(search: Callable[[Game[S]], R], game: Game[S]) -> tuple[R, list[Path]]:
    """Run `search` on `game`: its result, and the leaves whose scores it read, in order, repeats included.

    Forces what the search forces. Raises what it raises. About as fast as the search alone, where `observe` takes some
    ten times as long and tells more.

    >>> from lazytree import alphabeta, from_nested
    >>> log_leaves(alphabeta, from_nested([[3, 5], [2, 9]]))
    (3, [(0, 0), (0, 1), (1, 0)])
    """
    log = LeafLog()
    return search(log.watch(game)), log.paths


def read_leaves(game: Game[Any], paths: Sequence[Path]) -> Observation[None]:
    """Observe a function that reads these leaves of `game` in this order, as an engine did that took no thunks.

    >>> from lazytree import from_nested
    >>> print(read_leaves(from_nested([[3, 5], [2, 9]]), [(0, 0), (1, 0)]).demand)
    Max([Min([End(3), _]), Min([End(2), _])])
    """

    def read(game: Any) -> None:
        force(game)
        for path in paths:
            node = game
            for index in path:
                node = node.children[index]
            force(node.score)

    return observe(read, game)


def score_of(leaf: End[S]) -> S:
    """Return the score of a leaf, without a note of it in a log."""
    logged: Any = leaf
    kept: S = logged.kept if hasattr(leaf, "kept") else leaf.score
    return kept


def _logged_end(note: Callable[[Any], None], mixin: type | None) -> Callable[[Any, Place], Game[Any]]:
    """A class of leaves, derived from `mixin` too, whose score is a property that calls `note(leaf)`.

    A class for each log: `note` is then a variable of the property, which is the quickest way to reach it.
    """

    class LoggedEnd(End[Any]):
        __slots__ = ("index", "kept", "outer")
        kept: Any
        outer: Place
        index: int

        def __init__(self, score: Any, place: Place) -> None:
            # Games do not change, so to set an attribute is not an ordinary thing.
            put = object.__setattr__
            outer, index = place or (None, ROOT)
            put(self, "kept", score)
            put(self, "outer", outer)  # in two parts, so that leaves lie close together in memory
            put(self, "index", index)

        @property
        def score(self) -> Any:
            note(self)
            return self.kept

        def _text(self) -> str:  # whoever prints a game, as students do, searches no leaf of it
            return f"End({self.kept!r})"

    LoggedEnd.__name__ = LoggedEnd.__qualname__ = "End"  # as the messages of Python have it
    return LoggedEnd if mixin is None else type("End", (mixin, LoggedEnd), {"__slots__": ()})


def _lines(frame: FrameType | None, skip: Callable[[CodeType], bool], until: CodeType | None) -> Iterator[CodeLine]:
    while frame is not None and frame.f_code is not until:
        code = frame.f_code
        if not skip(code):
            yield CodeLine(code.co_filename, frame.f_lineno, code.co_qualname)
        frame = frame.f_back


def _path(outer: Place, index: int) -> Path:
    if index == ROOT:
        return ()
    steps = [index]
    while outer is not None:
        outer, index = outer
        steps.append(index)
    return tuple(reversed(steps))


def _watched(game: Game[Any], place: Place, end: Callable[[Any, Place], Game[Any]]) -> Game[Any]:
    """`game`, which stands at `place`, with `end(score, place)` for each leaf."""

    def expand(part: tuple[Game[Any], Place], where: object) -> Branch[Any, Any] | Leaf[Game[Any]]:
        node, at = part
        if is_thunk(node) and not is_forced(node):
            return Leaf(delay(lambda: _watched(_now(node), at, end)))
        if isinstance(node, End):
            return Leaf(end(node.score, at))
        children, player = children_of(node), player_of(node)
        if isinstance(children, Stream):
            return Leaf(player(Stream(_later(children, at, end))))
        if is_thunk(children) and not is_forced(children):
            return Leaf(player(delay(lambda: tuple(_later(children, at, end)), kind=tuple)))
        return Branch(player, [(child, (at, index)) for index, child in enumerate(children)])

    return rebuild((game, place), expand, lambda player, children: player(children))


def _later(children: Iterable[Game[Any]], place: Place, end: Callable[[Any, Place], Game[Any]]) -> Iterator[Game[Any]]:
    for index, child in enumerate(children):
        yield _watched(child, (place, index), end)


def _now(node: Game[Any]) -> Game[Any]:
    isinstance(node, End)  # looks at it, so that what follows finds it there
    return node
