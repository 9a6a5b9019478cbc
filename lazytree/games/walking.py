"""Walking trees of any depth without recursion: one walk down, one walk down and up.

Python's stack ends at a thousand frames, and game trees need not. Whole games are always gone through by one of
these two walks with a function handed in. Skip this module unless you write another such function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")
K = TypeVar("K")

# Longest place in a message, in steps; of a longer one, so many steps of its beginning and its end are shown.
LONGEST_PLACE, SHOWN = 12, 4


def walk(root: A, parts: Callable[[A], Iterable[A]]) -> Iterator[tuple[list[int], A]]:
    """Yield `root` and every node below it, in preorder, as (path, node); the path is child indices from the root.

    Lazy: `parts(node)` is called after the node has been yielded, and pulled one part at a time. The path is one
    list that changes as the walk goes on; copy it to keep it.

    >>> [(tuple(path), node) for path, node in walk((1, (2,)), lambda node: node if isinstance(node, tuple) else ())]
    [((), (1, (2,))), ((0,), 1), ((1,), (2,)), ((1, 0), 2)]
    """
    path: list[int] = []
    yield path, root
    open_nodes = [iter(parts(root))]
    path.append(-1)
    while open_nodes:
        for part in open_nodes[-1]:
            path[-1] += 1
            yield path, part
            open_nodes.append(iter(parts(part)))
            path.append(-1)
            break
        else:
            open_nodes.pop()
            path.pop()


@dataclass(slots=True)
class Branch(Generic[A, K]):
    """Inner node: parts to expand, and `kind`, which tells `combine` how to put their results together."""

    kind: K
    parts: Iterable[A]


@dataclass(slots=True)
class Leaf(Generic[R]):
    """Node without parts, whose result is known at once."""

    result: R


def rebuild(
    root: A,
    expand: Callable[[A, Callable[[], str]], Branch[A, K] | Leaf[R]],
    combine: Callable[[K, list[R]], R],
) -> R:
    """Take `root` apart by `expand`, and put it together again by `combine`: a hylomorphism, left to right.

    `expand(node, where)` gets the node and a function that spells its place, such as `[2][0]`, for error messages.
    Everything reachable is expanded, so the tree must be finite. Name and idea: Meijer, Fokkinga and Paterson,
    *Functional Programming with Bananas, Lenses, Envelopes and Barbed Wire* (1991).

    >>> rebuild([1, [2, 3]], lambda node, where: Branch(None, node) if node != 0 and isinstance(node, list)
    ...         else Leaf(node), lambda _, numbers: sum(numbers))
    6
    """
    done: list[R] = []
    # Each open node: its kind, its parts not yet expanded, and the results of the others.
    open_nodes: list[tuple[Any, Iterator[A], list[R]]] = [(None, iter((root,)), done)]

    def where() -> str:
        return _place([len(results) for _, _, results in open_nodes[1:]])

    while open_nodes:
        kind, parts, results = open_nodes[-1]
        for part in parts:
            match expand(part, where):
                case Branch(part_kind, part_parts):
                    open_nodes.append((part_kind, iter(part_parts), []))
                    break
                case Leaf(result):
                    results.append(result)
        else:
            open_nodes.pop()
            if open_nodes:
                open_nodes[-1][2].append(combine(kind, results))
    return done[0]


def _place(path: list[int]) -> str:
    steps = [f"[{index}]" for index in path]
    if len(steps) > LONGEST_PLACE:
        steps[SHOWN:-SHOWN] = [f"… {len(steps) - 2 * SHOWN} more …"]
    return "".join(steps)


def place(path: tuple[int, ...]) -> str:
    """A place in a game as its path is written in Python: `[2][0]`.

    >>> place((2, 0)), place(())
    ('[2][0]', 'the root')
    """
    return "".join(f"[{step}]" for step in path) or "the root"
