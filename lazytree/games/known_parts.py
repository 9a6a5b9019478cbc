"""The part of a game that is forced already, for pictures and others that look at it without forcing.

An unfolded game is generated as a search looks at it. These functions return the parts generated so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lazytree.games.game import End, Game, Max, Min
from strictcheck import Stream, is_forced


def known_children(node: Game[Any] | None) -> Sequence[Game[Any]]:
    """Return the children of `node` that are there; none that nobody has looked at. Forces and pulls nothing.

    >>> known_children(Max(Stream(iter([End(1)]))))
    []
    """
    match node if is_forced(node) else None:
        case Max(children) | Min(children) if is_forced(children):
            return children[: children.pulled] if isinstance(children, Stream) else children
        case _:
            return ()


def is_complete(node: Game[Any] | None) -> bool:
    """True if `node` has been looked at and all of its children are there, forced or not."""
    match node if is_forced(node) else None:
        case Max(children) | Min(children) if is_forced(children):
            return children.exhausted if isinstance(children, Stream) else True
        case End():
            return True
        case _:
            return False


def known_part(game: Game[Any] | None, path: Iterable[int]) -> Game[Any] | None:
    """Return the part of `game` at `path`, child indices from the root; None if it is not there (yet). Forces nothing.

    >>> known_part(Max([End(1), End(2)]), [1]), known_part(End(1), [0])
    (End(2), None)
    """
    for index in path:
        children = known_children(game)
        game = children[index] if index < len(children) else None
    return game


def known_score(node: End[Any]) -> Any:
    """Return the score of a leaf, or `_` as text if nobody has computed it yet."""
    return node.score if is_forced(node.score) else "_"


def count_known_leaves(nodes: Iterable[Game[Any] | None]) -> int | None:
    """Count the leaves of all `nodes`; None if that takes forcing.

    >>> count_known_leaves([End(3), Min([End(1), End(2)])])
    3
    """
    count, todo = 0, list(nodes)
    while todo:
        node = todo.pop()
        if not is_complete(node):
            return None
        if isinstance(node, End):
            count += 1
        else:
            todo += known_children(node)
    return count
