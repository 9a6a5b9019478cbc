"""Whole games of any depth: folds that do not recurse, and the recursion limit for searches, which do.

Searches recurse once per ply, as in the textbook, and Python stops at a thousand frames. A search of a deeper game
raises `TooDeep`; inside `deep_recursion(plies)` it goes through.

Of a game that is generated as a search looks at it, functions that begin with `known` return what is there, and force
nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from lazytree.errors import TooDeep
from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.leaf_log import score_of
from lazytree.games.walking import Branch, Leaf, rebuild, walk
from strictcheck import Observation, Stream, delay, is_forced
from strictcheck.messages import shown

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

# The lattice of clamping functions needs most, six frames a ply at a node of Min; the rest is for the calls that a
# search makes at the bottom (comparisons of scores, the source of a thunk).
FRAMES_PER_PLY = 8
# The interpreter keeps its limit in 32 bits.
HIGHEST = 2**31 - 1


def leaves(game: Game[S]) -> Iterator[tuple[tuple[int, ...], S]]:
    """Yield the leaves of `game` from left to right, as (path, score); the path is child indices from the root.

    Lazy: forces a node when it comes to it, and no score.

    >>> list(leaves(Max([End(3), Min([End(1), End(2)])])))
    [((0,), 3), ((1, 0), 1), ((1, 1), 2)]
    """
    for path, node in walk(game, children_of):
        match node:
            case End(score):
                yield tuple(path), score


def count_leaves(game: Game[Any]) -> int:
    """Count the leaves of `game`. Forces every node and no score.

    >>> count_leaves(Max([End(3), Min([End(1), End(2)])]))
    3
    """
    return sum(1 for _, node in walk(game, children_of) if isinstance(node, End))


def count_nodes(game: Game[Any]) -> int:
    """Count the nodes of `game`, leaves included. Forces every node and no score.

    >>> count_nodes(Max([End(3), Min([End(1), End(2)])]))
    5
    """
    return sum(1 for _ in walk(game, children_of))


def depth(game: Game[Any]) -> int:
    """Return the number of plies of the longest play of `game`; 0 for an `End`. Forces every node and no score.

    >>> depth(Max([End(3), Min([End(1), End(2)])]))
    2
    """
    return max(len(path) for path, _ in walk(game, children_of))


def map_scores(function: Callable[[S], T], game: Game[S]) -> Game[T]:
    """Return `game` with `function(score)` for each score.

    Children in a tuple are mapped at once; children in a `Stream` one by one, when they are looked at, so that an
    endless game can be mapped too. Raises what `function` raises, and `BadGame` if a result is NaN.

    >>> map_scores(lambda score: 10 * score, Max([End(3), Min([End(1), End(2)])]))
    Max([End(30), Min([End(10), End(20)])])
    """

    def map_later(child: Game[S]) -> Any:
        return delay(lambda: map_scores(function, child))

    def expand(node: Game[S], where: object) -> Branch[Game[S], type[Any]] | Leaf[Game[T]]:
        if isinstance(node, End):
            return Leaf(End(function(node.score)))
        children = children_of(node)
        if isinstance(children, Stream):
            return Leaf(player_of(node)(Stream(map_later(child) for child in children)))
        return Branch(player_of(node), children)

    return rebuild(game, expand, lambda player, children: player(children))


def bottom_up(
    game: Game[S], at_end: Callable[[End[S]], R], at_turn: Callable[[type[Max[Any]] | type[Min[Any]], list[R]], R]
) -> R:
    """Fold `game` from its ends to its root: `at_end(end)`, and `at_turn(player, results)` of the children.

    Forces every node, from left to right; the two functions may force more. Raises what they raise.

    >>> bottom_up(Max([End(3), Min([End(1), End(2)])]), lambda end: 1, lambda player, sizes: 1 + sum(sizes))
    5
    """

    def expand(node: Game[S], where: object) -> Branch[Game[S], type[Max[Any]] | type[Min[Any]]] | Leaf[R]:
        return Leaf(at_end(node)) if isinstance(node, End) else Branch(player_of(node), children_of(node))

    return rebuild(game, expand, at_turn)


def bottom_up_at(
    game: Game[S],
    at_end: Callable[[End[S], tuple[int, ...]], R],
    at_turn: Callable[[type[Max[Any]] | type[Min[Any]], list[R], tuple[int, ...]], R],
) -> R:
    """Fold `game` as `bottom_up` does; both functions get the place of the node, too, as child indices from the root.

    >>> bottom_up_at(Max([End(3), Min([End(1)])]), lambda end, path: [path], lambda player, parts, path: sum(parts, []))
    [(0,), (1, 0)]
    """

    def expand(part: tuple[Game[S], tuple[int, ...]], where: object) -> Branch[Any, Any] | Leaf[R]:
        node, path = part
        if isinstance(node, End):
            return Leaf(at_end(node, path))
        children = ((child, (*path, index)) for index, child in enumerate(children_of(node)))
        return Branch((player_of(node), path), children)

    return rebuild((game, ()), expand, lambda node, results: at_turn(node[0], results, node[1]))


def forced_leaves(observation: Observation[Any]) -> list[tuple[int, ...]]:
    """Return the leaves whose scores were forced, in the order of forcing, each as child indices from the root.

    `observation` is of a search and one game. Reads its trace and forces nothing.

    >>> from strictcheck import observe
    >>> from lazytree import alphabeta, from_nested
    >>> forced_leaves(observe(alphabeta, from_nested([[3, 5], [2, 9]])))
    [(0, 0), (0, 1), (1, 0)]
    """
    return list(_leaves(observation))


def _leaves(observation: Observation[Any]) -> Iterator[tuple[int, ...]]:
    for forcing in observation.trace:
        # A leaf's score has the path ("children", index) again and again, then "score"; longer paths lead into a score.
        *fields, last = forcing.path[::2] or (None,)
        if last == "score" and len(forcing.path) % 2 and all(field == "children" for field in fields):
            yield forcing.path[1::2]


def children_so_far(node: Game[Any] | None) -> tuple[Sequence[Game[Any]], bool]:
    """Return the children of `node` that are there, and True if those are all, forced or not. Forces and pulls nothing.

    >>> children_so_far(Max(Stream(iter([End(1)]))))
    ([], False)
    """
    if (type(node) is Max or type(node) is Min) and type(node.children) is tuple:  # no thunks, as are most nodes
        return node.children, True
    if type(node) is End:
        return (), True
    match node if is_forced(node) else None:
        case End():
            return (), True
        case Max(children) | Min(children) if is_forced(children):
            if isinstance(children, Stream):
                return children[: children.pulled], children.exhausted
            return children, True
        case _:
            return (), False


def known_children(node: Game[Any] | None) -> Sequence[Game[Any]]:
    """Return the children of `node` that are there; none that nobody has looked at. Forces and pulls nothing."""
    return children_so_far(node)[0]


def is_there(game: Game[Any]) -> bool:
    """True if all nodes of `game` are there; scores need not be. Forces nothing.

    >>> is_there(Min([End(1), End(2)])), is_there(Max(Stream(iter([End(1)]))))
    (True, False)
    """
    todo = [game]
    while todo:
        children, is_whole = children_so_far(todo.pop())
        if not is_whole:
            return False
        todo += children
    return True


def part_numbers(game: Game[Any], known: dict[Any, int]) -> dict[tuple[int, ...], int]:
    """A number for each part that is more than a leaf, by its place; equal parts have the same, also those `known`.

    Forces the whole game, without a note in a log of leaves.

    >>> part_numbers(Max([Min([End(1), End(2)]), Min([End(1), End(2)]), Min([End(1), End(3)])]), {})
    {(0,): 2, (1,): 2, (2,): 4, (): 5}
    """
    numbers: dict[tuple[int, ...], int] = {}

    def at_end(end: End[Any], path: tuple[int, ...]) -> int:
        return known.setdefault((score_of(end),), len(known))

    def at_turn(player: type[Max[Any]] | type[Min[Any]], parts: list[int], path: tuple[int, ...]) -> int:
        return numbers.setdefault(path, known.setdefault((player, *parts), len(known)))

    bottom_up_at(game, at_end, at_turn)
    return numbers


@contextmanager
def deep_recursion(plies: int) -> Iterator[None]:
    """Let every search go `plies` deep in this context; afterwards the recursion limit is as it was.

    It is safe to raise the limit for the searches of this package because they recurse in plain Python frames, which
    live on the heap: no C stack is used up, and a game that is deeper still raises `TooDeep`. The limit is the
    interpreter's, so where several threads search deep games, open the context around all of them.
    A lazily generated game remembers an error where it occurred, so make it anew after `TooDeep`.
    Raises `ValueError` unless `plies` is an integer above 0. Forces nothing.

    >>> from lazytree import End, Max, minimax
    >>> game = End(0)
    >>> for _ in range(10_000):
    ...     game = Max([game])
    >>> with deep_recursion(plies=10_000):
    ...     minimax(game)
    0
    """
    if not isinstance(plies, int) or plies <= 0:
        raise ValueError(f"deep_recursion(plies={plies!r}): expected a positive integer, the depth of your game")
    before = sys.getrecursionlimit()
    limit = min(_frames_in_use() + 1000 + plies * FRAMES_PER_PLY, HIGHEST)
    try:
        sys.setrecursionlimit(max(before, limit))
        yield
    finally:
        sys.setrecursionlimit(before)


def _frames_in_use() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def enter(name: str, game: Game[Any], run: Callable[[], R]) -> R:
    """Return `run()`, the recursion of the search `name` on `game`; every search begins here.

    Forces the outermost layer of `game`, as any search does. Raises `TypeError` if `game` is not a game, and `TooDeep`
    in place of `RecursionError`.
    """
    if not isinstance(game, (Max, Min, End)):
        raise TypeError(f"{name}({shown(game)}): expected Max, Min or End; from_nested makes them of nested lists")
    return guard(name, run)


def guard(name: str, run: Callable[[], R]) -> R:
    """Return `run()`, a recursion of `name`; raise `TooDeep` in place of `RecursionError`."""
    try:
        return run()
    except TooDeep:
        raise
    except RecursionError:
        told = f"{name} recurses once per ply and met Python's recursion limit of {sys.getrecursionlimit()}"
        advice = "with the number of plies of your game, and on a new game if this one is generated"
        # The chain of causes would print some thousand frames that all say the same.
        raise TooDeep(f"{told}. Call it inside `with lazytree.deep_recursion(plies):`, {advice}") from None
