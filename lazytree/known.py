"""What is there of a game already, for those who look from outside and must not force: pictures, for one.

An unfolded game comes into being as a search looks at it. These functions see what has come so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from lazytree.games import End, Game, Max, Min
from lazytree.walking import walk
from strictcheck import Stream, is_forced

__all__ = ["count_known_leaves", "fits", "is_complete", "known_children", "known_score"]


def known_children(node: Game[Any] | None) -> Sequence[Game[Any]]:
    """The children of `node` that are there; none of what nobody has looked at yet. Forces and pulls nothing.

    >>> known_children(Max(Stream(iter([End(1)]))))
    []
    """
    match node if is_forced(node) else None:
        case Max(children) | Min(children) if is_forced(children):
            return children[: children.pulled] if isinstance(children, Stream) else children
        case _:
            return ()


def is_complete(node: Game[Any] | None) -> bool:
    """Whether `node` has been looked at, and all of its children are there (if perhaps not what they are)."""
    match node if is_forced(node) else None:
        case Max(children) | Min(children) if is_forced(children):
            return children.exhausted if isinstance(children, Stream) else True
        case End():
            return True
        case _:
            return False


def known_score(node: End[Any]) -> Any:
    """The score of a leaf, or `_` as text if nobody has computed it yet."""
    return node.score if is_forced(node.score) else "_"


def count_known_leaves(nodes: Iterable[Game[Any] | None]) -> int | None:
    """How many leaves `nodes` have together; None if nobody can tell without forcing.

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


def fits(node: Game[Any] | None, room: int) -> bool:
    """Whether all that is there of `node` has no more than `room` nodes; not so for None. Looks at no more than that.

    >>> fits(Max([End(1), End(2)]), 3), fits(Max([End(1), End(2)]), 2)
    (True, False)
    """
    return node is not None and len(list(islice(_parts(node), room + 1))) <= room


def _parts(node: Game[Any] | None) -> Iterator[Game[Any] | None]:
    return (part for _, part in walk(node, known_children))
