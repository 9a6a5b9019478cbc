"""Walking trees of any depth without recursion: one walk down, one walk down and up.

Python's stack ends at a thousand frames, and game trees need not. Whatever lazytree does to whole games is one of
these two walks with a function handed in. Skip this module unless you write another such function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Branch", "Leaf", "rebuild", "walk"]

A = TypeVar("A")
R = TypeVar("R")
K = TypeVar("K")

# Steps of a place in a message, and how many of its beginning and its end are shown where it has more.
LONGEST_PLACE, SHOWN = 12, 4


def walk(root: A, parts: Callable[[A], Iterable[A]]) -> Iterator[tuple[list[int], A]]:
    """Every node below `root` and itself, in preorder, as (path, node); the path is child indices from the root.

    Lazy: `parts(node)` is asked for after the node has been yielded, and pulled one part at a time. The path is one
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


@dataclass(frozen=True, slots=True)
class Branch(Generic[A, K]):
    """A layer with parts to go into: `kind` says what to make of them when they are done."""

    kind: K
    parts: Iterable[A]


@dataclass(frozen=True, slots=True)
class Leaf(Generic[R]):
    """A layer without parts, done at once."""

    result: R


def rebuild(
    root: A,
    expand: Callable[[A, Callable[[], str]], Branch[A, K] | Leaf[R]],
    combine: Callable[[K, list[R]], R],
) -> R:
    """Take `root` apart by `expand`, and put it together again by `combine`: a hylomorphism, left to right.

    `expand(node, where)` gets the node and a function that spells its place, such as `[2][0]`, for error messages.
    Everything reachable is expanded, so the tree must be finite. No source but Meijer, Fokkinga and Paterson,
    *Functional Programming with Bananas, Lenses, Envelopes and Barbed Wire* (1991), for the name and the idea.

    >>> rebuild([1, [2, 3]], lambda node, where: Branch(None, node) if node != 0 and isinstance(node, list)
    ...         else Leaf(node), lambda _, numbers: sum(numbers))
    6
    """
    done: list[R] = []
    # Each open node: its kind, its parts still to come, and the results of the parts that are done.
    open_nodes: list[tuple[K | None, Iterator[A], list[R]]] = [(None, iter((root,)), done)]

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
                open_nodes[-1][2].append(combine(kind, results))  # type: ignore[arg-type]
    return done[0]


def _place(path: list[int]) -> str:
    steps = [f"[{index}]" for index in path]
    if len(steps) > LONGEST_PLACE:
        steps[SHOWN:-SHOWN] = [f"… {len(steps) - 2 * SHOWN} more …"]
    return "".join(steps)
