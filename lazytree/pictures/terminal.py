"""A scene as a tree of lines, for a terminal or a file: rich draws it, this module says what is on each line."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from lazytree.games import End
from lazytree.pictures.scenes import Part, Scene

__all__ = ["lines_of", "tree_of"]

LONGEST = 40  # characters of a score


def tree_of(scene: Scene) -> Tree:
    """The scene as a tree that rich can print; without colours it says the same.

    Each forced leaf shows its score and, after `#`, when it was forced; what was cut off is dim.
    """
    tree = Tree(_line(scene.root), guide_style="dim")
    todo = [(scene.root, tree)]
    while todo:
        part, branch = todo.pop()
        todo.extend((child, branch.add(_line(child))) for child in part.children)
    return tree


def lines_of(scene: Scene, width: int) -> str:
    """The scene as lines of at most `width` characters, without colours."""
    out = io.StringIO()
    # In a notebook rich would display the lines by itself, whatever file it is given.
    console = Console(file=out, width=width, color_system=None, legacy_windows=False, force_jupyter=False)
    console.print(tree_of(scene), highlight=False)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _line(part: Part) -> Text:
    if not part.forced:
        return Text(_unseen(part), style="dim")
    if part.kind is End:
        order = f"  #{part.order}" if part.order else ""
        return Text.assemble((_short(part.score), "bold cyan"), (order, "yellow"))
    if part.kind is not None:
        return Text(part.kind.__name__, style="bold")
    return Text(f"... {_many(part.breadth, 'more child', 'more children')} with {_leaves(part)} forced", style="cyan")


def _unseen(part: Part) -> str:
    if part.kind is End:
        return f"{_short(part.score)}  cut off"
    if part.kind is not None:
        return f"{part.kind.__name__}  cut off"
    if part.breadth == 0:
        return "... nobody looked whether there is more"
    leaves = f" with {_leaves(part)}" if part.leaves is not None else ""
    return f"{_many(part.breadth, 'child', 'children')}{leaves}, cut off"


def _leaves(part: Part) -> str:
    return _many(part.leaves or 0, "leaf", "leaves")


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _short(score: str) -> str:
    text = " ".join(score.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
