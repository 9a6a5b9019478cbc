"""Folds over whole games: leaves, sizes, mapping of scores, and leaves that were forced. Nothing here recurses.

Of a game that is generated as a search looks at it, functions that begin with `known` return what is there, and force
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.leaf_log import score_of
from lazytree.games.walking import Branch, Leaf, rebuild, walk
from strictcheck import Observation, Stream, delay, is_forced

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")


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


def known_score(node: End[Any]) -> Any:
    """Return the score of a leaf, or `_` as text if nobody has computed it yet."""
    return node.score if is_forced(node.score) else "_"


def is_there(game: Game[Any]) -> bool:
    """True if all nodes of `game` are there; scores need not be. Forces nothing.

    >>> is_there(Min([End(1), End(2)])), is_there(Max(Stream(iter([End(1)]))))
    (True, False)
    """
    return all(children_so_far(node)[1] for _, node in walk(game, known_children))


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
