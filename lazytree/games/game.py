"""Games as trees: `Max` and `Min` choose between children, `End` carries a score.

These are the values that searches look at and that `strictcheck` observes. A search takes them apart with `match`,
so its patterns decide which parts are forced. Every function of this module that goes through a whole tree does
so without recursion: a chain of 100,000 plies and a node of 100,000 children are ordinary games.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeAlias, TypeVar, cast

from lazytree.errors import BadGame
from lazytree.games.walking import walk
from strictcheck import Stream, is_forced, is_thunk
from strictcheck.kinds import transient
from strictcheck.messages import shown

S = TypeVar("S")


@transient
class _Tree:
    """Base of all games: comparison, hashing, printing and pickling of whole trees, without recursion.

    Searches pass through a game once, so thunks for its nodes die with their last reader (`transient`).
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        # Another class may know how to compare itself with a game, so it is asked (NotImplemented, never False).
        return _equal(self, other) if isinstance(other, _Tree) else NotImplemented

    def __hash__(self) -> int:
        # As by `walk`, without its paths: a search with a table does little else.
        running = 0
        levels: list[Iterator[Any]] = [iter((self,))]
        while levels:
            for node in levels[-1]:
                running = hash((running, len(levels), *_label(node)))
                if not isinstance(node, End):
                    levels.append(iter(children_of(node)))
                    break
            else:
                levels.pop()
        return running

    def __repr__(self) -> str:
        return _write_game(cast("Game[Any]", self))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[list[Any]]]:
        nodes = [(len(path), *_label(node)) for path, node in walk(cast("Game[Any]", self), children_of)]
        return _from_preorder, (nodes,)

    @classmethod
    def __domain__(cls, *scores: Any) -> Any:
        """Domain of `Max[int]` and its like, and so of `Game[int]`, for `strictcheck.check_all`."""
        return _domains(*scores)[cls.__name__]

    def __copy__(self: S) -> S:
        # Games do not change, and a copy node by node would pull every stream.
        return self


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Max(_Tree, Generic[S]):
    """A position in which the player who wants a high score chooses one of `children`.

    `children` is a tuple, a list (kept as a tuple), or a `Stream`, whose elements are generated as they are looked
    at. A stream is not looked at here. Raises `BadGame` for an empty tuple, since nobody could choose, and
    `TypeError` for children that are not games or not in a tuple, list or stream.

    Two games are equal if they have equal nodes in the same places; whether children come from a tuple or a stream
    makes no difference. Comparing, hashing and pickling force the whole tree (comparing, up to the first difference).

    >>> Max([End(3), Min([End(1), End(2)])])
    Max([End(3), Min([End(1), End(2)])])
    >>> Max([])
    Traceback (most recent call last):
    ...
    lazytree.errors.BadGame: Max(children=()): expected at least one child; use End(score) where the game is over
    """

    children: Children[S]

    def __post_init__(self) -> None:
        object.__setattr__(self, "children", _check_children(type(self).__name__, self.children))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Min(_Tree, Generic[S]):
    """A position in which the player who wants a low score chooses one of `children`; see `Max`."""

    children: Children[S]

    def __post_init__(self) -> None:
        object.__setattr__(self, "children", _check_children(type(self).__name__, self.children))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class End(_Tree, Generic[S]):
    """The end of a game, with its `score`, high scores being good for Max.

    Scores of one game must be ordered among each other. Raises `BadGame` for a score that is not equal to itself
    (NaN): no search can order it. A score that is a thunk is not forced to find that out.

    >>> End(float("nan"))
    Traceback (most recent call last):
    ...
    lazytree.errors.BadGame: End(score=nan): expected a score that is equal to itself; no search can order NaN
    """

    score: S

    def __post_init__(self) -> None:
        if not is_thunk(self.score) and self.score != self.score:
            raise BadGame(
                f"End(score={self.score!r}): expected a score that is equal to itself; no search can order NaN"
            )

    def _text(self) -> str:
        return f"End({self.score!r})"


Game: TypeAlias = Max[S] | Min[S] | End[S]
"""A game whose scores are of type `S`. Take it apart with `match`, which a type checker knows to be exhaustive."""

Children: TypeAlias = Sequence[Game[S]] | Stream[Game[S]]
"""Children of a `Max` or `Min`; `children_of` gives them back."""


def children_of(game: Game[S]) -> Iterable[Game[S]]:
    """Return the children of a `Max` or `Min`, not yet looked at; of an `End`, none. Forces the outermost layer only.

    Raises `TypeError` if `game` is not a game.

    >>> children_of(Max([End(1), End(2)])), children_of(End(1))
    ((End(1), End(2)), ())
    """
    match game:
        case Max(children) | Min(children):
            return children
        case End():
            return ()
    raise TypeError(f"{shown(game)} is no game: expected Max, Min or End; from_nested makes them of nested lists")


def player_of(game: Game[Any]) -> type[Max[Any]] | type[Min[Any]]:
    """Return `Max` or `Min`, the class of an inner node, to make another of. Forces the outermost layer only."""
    return Max if isinstance(game, Max) else Min


def _check_children(player: str, children: Any) -> Any:
    if is_thunk(children) or isinstance(children, Stream):
        return children
    if not isinstance(children, (tuple, list)):
        raise TypeError(
            f"{player}(children={children!r}): expected a tuple, a list or a Stream; "
            f"wrap other iterables, as in {player}(Stream(...))"
        )
    if not children:
        raise BadGame(f"{player}(children=()): expected at least one child; use End(score) where the game is over")
    for index, child in enumerate(children):
        if not is_thunk(child) and not isinstance(child, _Tree):
            raise TypeError(f"{player}: children[{index}] is {child!r}; expected Max, Min or End, as in End({child!r})")
    return tuple(children)


def _label(game: Any) -> tuple[Any, ...]:
    """Constructor of the root, with its fields but for the children, as a tuple."""
    return (End, game.score) if isinstance(game, End) else (player_of(game),)


def _equal(one: Any, other: Any) -> bool:
    """Compare in preorder, both trees in step; a node that is one object on both sides is skipped."""
    pairs: list[Iterator[tuple[Any, Any]]] = [iter([(one, other)])]
    while pairs:
        for left, right in pairs[-1]:
            if left is right:
                continue
            # One of two lists of children has ended: a child of the longer one meets None.
            if left is None or right is None or _label(left) != _label(right):
                return False
            if isinstance(left, End):
                continue
            pairs.append(itertools.zip_longest(children_of(left), children_of(right)))
            break
        else:
            pairs.pop()
    return True


def _write_game(game: Game[Any], limit: int = 100) -> str:
    """Write the first `limit` nodes, `...` for more. A stream is written as far as it was pulled."""
    text: list[str] = []
    levels: list[tuple[Iterator[Any], str]] = [(iter((game,)), "")]
    while levels:
        parts, closing = levels[-1]
        part = next(parts, None)
        if part is None:
            levels.pop()
            text.append(closing)
            continue
        text.append(", " if text and not text[-1].endswith("[") else "")
        limit -= 1
        if limit < 0:
            text.append("...")
            levels[-1] = (iter(()), closing)
        elif _is_hole(part):
            text.append("_")
        elif isinstance(part, End):
            text.append(part._text())
        else:
            opening, cells, closing = _brackets(part.children)
            text.append(("Max(" if isinstance(part, Max) else "Min(") + opening)
            levels.append((iter(cells), closing + ")"))
    return "".join(text)


def _brackets(children: Any) -> tuple[str, Iterable[Any], str]:
    if _is_hole(children):
        return "_", (), ""
    if isinstance(children, Stream):
        rest = "" if children.exhausted else ", ..." if children.pulled else "..."
        return "Stream([", children[: children.pulled], rest + "])"
    return "[", children, "]"


def _is_hole(part: Any) -> bool:
    """True if `part` prints as a hole. Under observation nothing does: printing is a use there, and forces."""
    return not is_forced(part) and repr(part) == "_"


def _from_preorder(nodes: list[Any]) -> Any:
    """Rebuild a game from the `_label` and the depth of each node, from the last to the first, so children first."""
    built: list[tuple[int, Any]] = []
    for depth, kind, *fields in reversed(nodes):
        children = []
        while built and built[-1][0] > depth:
            children.append(built.pop()[1])
        built.append((depth, kind(*fields or [children])))
    return built[0][1]


def all_games(*scores: Any) -> Any:
    """Return the domain, for `strictcheck.check_all`, of all games; the size of a game is the number of its leaves.

    These are all shapes without unary nodes, of which there would be infinitely many, each inner node Max or Min. Only
    the order of scores matters to a search, so scores are decided when it compares them, ties included; another domain
    of scores may be given.

    >>> from lazytree import alphabeta, alphabeta_lattice
    >>> from strictcheck.exhaustive import check_all, same_demand
    >>> print(check_all(same_demand(alphabeta, alphabeta_lattice), of=all_games(), max_size=3))
    same_demand(alphabeta, alphabeta_lattice) holds for all 137 inputs up to size 3, shown by 97 partial ones
    """
    return _domains(*scores)["Game"]


def _domains(scores: Any = None) -> dict[str, Any]:
    """The domains of all games, and of those whose root is of one class, by name."""
    exhaustive = import_module("strictcheck.exhaustive")  # imported late: rich takes long to load
    games = exhaustive.Sum("Game")
    children = {"children": exhaustive.Sequences(games, cls=tuple, shortest=2, each=0)}
    layers = {"End": exhaustive.constructor(End, {"score": exhaustive.SYMBOLS if scores is None else scores}, size=1)}
    layers |= {cls.__name__: exhaustive.constructor(cls, children, size=0) for cls in (Max, Min)}
    games.add(*layers.values())
    return {"Game": games} | {name: exhaustive.Sum(name, [layer]) for name, layer in layers.items()}
