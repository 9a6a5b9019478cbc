"""A scene as a tree of lines, for a terminal or a file: rich draws it, this module says what is on each line."""

from __future__ import annotations

from rich.text import Text
from rich.tree import Tree

from lazytree.games.game import End
from lazytree.pictures.scenes import DrawnPart, Scene
from lazytree.pictures.shapes import look, pile_text
from lazytree.pictures.words import many, short

LONGEST = 40  # characters of a score
STYLES = {"forced": "cyan", "both": "cyan", "first": "dark_orange", "second": "green"}


def tree_of(scene: Scene) -> Tree:
    """The scene as a tree that rich can print; without colours it says the same.

    Each forced leaf shows its score and, after `#`, when it was forced; what was cut off is dim.
    """
    tree = Tree(_line(scene.root, scene), guide_style="dim")
    todo = [(scene.root, tree)]
    while todo:
        part, branch = todo.pop()
        todo.extend((child, branch.add(_line(child, scene))) for child in part.children)
    return tree


def _line(part: DrawnPart, scene: Scene) -> Text:
    if not part.forced:
        return Text(_unseen(part), style="dim")
    style = STYLES[look(part)]
    if part.kind is None:
        rest = f"... {many(part.breadth, 'more child', 'more children')}, {' '.join(pile_text(part))} forced"
        return Text.assemble((rest, style), _whose(part, scene))
    what = short(part.score, LONGEST) if part.kind is End else part.kind.__name__
    return Text.assemble(
        (what, f"bold {style}"),
        (_orders(part), "yellow"),
        _windows(part),
        _whose(part, scene),
        "  in vain" * bool(part.vain),
    )


def _orders(part: DrawnPart) -> str:
    orders = [order for order in part.orders if order is not None]
    return "  " + " and ".join(f"#{order}" for order in dict.fromkeys(orders)) if orders else ""


def _windows(part: DrawnPart) -> tuple[str, str]:
    windows = [note.window for note in part.notes if note.window]
    return ("  " + " and ".join(dict.fromkeys(windows)) if windows else "", "dim")


def _whose(part: DrawnPart, scene: Scene) -> tuple[str, str]:
    """Of two searches, the only one that looked at this part."""
    who = look(part)
    if who not in ("first", "second"):
        return "", ""
    return f"  only {short(scene.names[who == 'second'], LONGEST)}", STYLES[who]


def _unseen(part: DrawnPart) -> str:
    if part.kind is End:
        return f"{short(part.score, LONGEST)}  cut off"
    if part.kind is not None:
        return f"{part.kind.__name__}  cut off"
    if part.state == "unmade":
        return "... nobody looked whether there is more"
    leaves = f" with {_leaves(part)}" if part.leaves is not None else ""
    return f"{many(part.breadth, 'child', 'children')}{leaves}, cut off"


def _leaves(part: DrawnPart) -> str:
    return many(part.leaves or 0, "leaf", "leaves")
