"""Extras of a picture of a game: the code that looked at it, the game to play with, and the style that animates it.

Of the functions that looked, a step lights the line that is running, and a click on a line lights the nodes that it
looked at. The numbers of lines come from the trace, which has them if `where=True`; their text from the files, as
`linecache` has them.

Only small games are there to play with, with numbers as scores, of which all parts are known. Python writes the game
down; `play.js` searches it, in the few lines of `searches.minimax_and_alphabeta`, and draws the parts that were looked
at.
"""

from __future__ import annotations

import inspect
import json
import linecache
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from typing import NamedTuple

from lazytree.games.game import End
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.icicle import MANY
from lazytree.pictures.scenes import DrawnPart, Scene, parts_of
from lazytree.pictures.search_steps import Seen
from lazytree.pictures.words import code_place
from strictcheck.pictures import DARK, Ink

AROUND = 3  # lines above and below those that looked, if they are in no function with a name
EXACT = 2**53  # JavaScript has all whole numbers up to here
BUTTONS = (
    ("earlier", "◀ earlier", "exchange the chosen move with the one before it"),
    ("later", "later ▶", "exchange the chosen move with the one after it"),
    ("best", "Best moves first", "order the moves of each player by their values"),
    ("again", "As it was", "the game of the picture"),
)
HELP = "Choose a leaf or a move by click or Enter; arrow keys change its score, or exchange it with its neighbour."
PACE, LONGEST = 0.6, 40.0  # seconds: from step to step, and for all of them at most
REST = 0.2  # of the time, for the whole picture in the end
FILLED = ":is(.whole,.left,.right,.share,.caption)"

Place = tuple[str, int, str]
"""The file, line and function of a look."""


class Extras(NamedTuple):
    """Parts of a figure that are left out if a notebook has no room for them.

    `code` is beside the picture, `play` the game to play with, `png` the button that saves the tree. With fewer `rows`
    than the game has nodes, the overview has those of the first plies, and the figure does not step.
    """

    code: bool = True
    play: bool = True
    png: bool = True
    rows: int = sys.maxsize


ALL = Extras()


def code_beside(seen: Seen, who: str) -> str:
    """Return the functions that looked, as HTML, the one that looked most often first; nothing if no lines are known.

    Each line that looked has its number in `data-line`, and `data-lines` the numbers by step, 0 where there is none.
    """
    places = seen.places()
    looks = Counter(filter(None, places))
    numbers = {place: number for number, place in enumerate(looks, 1)}
    functions = Counter((file, function) for file, _, function in filter(None, places))
    found = "".join(_block(*function, numbers) for function, _ in functions.most_common())
    if not found:
        return ""
    at = [numbers[place] if place else 0 for place in places]
    return f'<div class="code {who}" data-lines="{json.dumps(at, separators=(",", ":"))}">{found}</div>'


def _block(file: str, function: str, numbers: dict[Place, int]) -> str:
    """Return the code of a function, in which lines that looked have numbers; nothing if the file cannot be read."""
    lines = linecache.getlines(file)
    inside = {line: number for (one, line, name), number in numbers.items() if (one, name) == (file, function)}
    if max(inside) > len(lines):
        return ""
    start, end = _span(lines, function.rpartition(".")[2], [*inside])
    text = textwrap.dedent("".join(line.expandtabs() for line in lines[start - 1 : end]))
    # `splitlines` would also split at a form feed and other characters that end no line of Python.
    shown = text.removesuffix("\n").split("\n")
    drawn = [_line(line, inside.get(at)) for at, line in enumerate(shown, start)]
    return f'<p class="soft">{escape(code_place(file, start, function))}</p><pre>{"".join(drawn)}</pre>'


def _span(lines: list[str], name: str, inside: list[int]) -> tuple[int, int]:
    """Return the first and last line of the function around some lines."""
    for at in range(min(inside), 0, -1):
        if re.match(rf"\s*(async )?def {re.escape(name)}\b", lines[at - 1]):
            return at, at + len(inspect.getblock(lines[at - 1 :])) - 1
    return max(1, min(inside) - AROUND), max(inside) + AROUND


def _line(text: str, number: int | None) -> str:
    shown = escape("".join(c if c.isprintable() else "\ufffd" for c in text)) or " "
    clicked = f' data-line="{number}" role="button" tabindex="0"' if number else ""
    return f"<span{clicked}>{shown}</span>\n"


def played_rows(columns: GameColumns) -> list[tuple[int, str | float]]:
    """Return the game as `read` in play.js reads it: the depth of each node, and its kind or score, in preorder.

    Empty if the game is big, is not known as a whole, or has scores that are not numbers in Python and in JavaScript.

    >>> from lazytree import from_nested
    >>> from lazytree.pictures.search_steps import Seen
    >>> from strictcheck import Demand
    >>> played_rows(GameColumns([Seen(Demand())], from_nested([3, [1, 2]])))
    [(0, 'max'), (1, 3), (1, 'min'), (2, 1), (2, 2)]
    """
    rows: list[tuple[int, str | float]] = []
    for row in range(len(columns) if len(columns) <= MANY else 0):
        what = _word(columns, row)
        if what is None:
            return []
        rows.append((len(columns.path(row)), what))
    return rows


def _word(columns: GameColumns, row: int) -> str | float | None:
    kind = columns.kinds[row]
    if kind is End:
        with suppress(LookupError):
            score = columns.value(row)
            return score if type(score) in (int, float) and abs(score) < EXACT else None
        return None
    return kind.__name__.lower() if kind else None


def button(looks: str, sign: str, says: str = "") -> str:
    """Return a button as HTML; what it `says` is for those who hover, or cannot see its sign."""
    named = f' aria-label="{says}" title="{says}"' if says else ""
    return f'<button type="button" {looks}{named}>{sign}</button>'


def playground(rows: list[tuple[int, str | float]]) -> str:
    """Return the panel in which the script draws the game, hidden until a reader asks for it."""
    buttons = "".join(button(f'class="{name}"', sign, says) for name, sign, says in BUTTONS)
    return (
        f'<div class="playground" data-game="{escape(json.dumps(rows))}" hidden>\n'
        f'<p class="tools"><label>score <input type="number" step="any" disabled></label>{buttons}</p>\n'
        '<p class="found" role="status" aria-live="polite"></p>\n'
        f'<p class="soft">{HELP}</p>\n<div class="board"></div></div>'
    )


def animation(scene: Scene) -> str:
    """Return the style sheet of a scene. A part that two searches looked at fills at the later look.

    The heading, which has the result, is there from the last step on.
    """
    last = max(scene.columns.lasts)
    seconds = min(PACE * last, LONGEST) / (1 - REST)
    ends = {step: round(100 * (1 - REST) * step / max(last, 1), 2) for step in range(last + 1)}
    rules = [*dict.fromkeys(rule for part in parts_of(scene.root, folded=False) for rule in _rules(part, scene))]
    steps = sorted({step for _, _, frames in rules for _, step in frames} | {last})
    frames = "".join(_frames(step, ends[step]) for step in steps)
    animated = f".still>.heading{{animation:{_animations((('a', last),), seconds)}}}" + "".join(
        f'.still [data-row="{row}"]>{what}{{animation:{_animations(frames, seconds)}}}' for row, what, frames in rules
    )
    inks = f"--label:{Ink.TEXT};--edge:{Ink.UNSEEN}", f"--label:{DARK[Ink.TEXT]};--edge:{DARK[Ink.UNSEEN]}"
    return (
        f"<style>.still{{{inks[0]}}}@media (prefers-color-scheme:dark){{.still{{{inks[1]}}}}}"
        f"@media (prefers-reduced-motion:no-preference){{{frames}{animated}}}</style>"
    )


def _animations(frames: tuple[tuple[str, int], ...], seconds: float) -> str:
    return ",".join(f"{name}{step} {seconds:.4g}s step-start infinite" for name, step in frames)


def _frames(step: int, end: float) -> str:
    """Return the keyframes that last until a step: no filling, labels and edges of unseen parts, a thin best line, and
    no dashes, which would tell that a part will be cut off."""
    return (
        f"@keyframes a{step}{{0%,{end}%{{visibility:hidden}}}}"
        f"@keyframes l{step}{{0%,{end}%{{fill:var(--label)}}}}"
        f"@keyframes e{step}{{0%,{end}%{{stroke:var(--edge)}}}}"
        f"@keyframes b{step}{{0%,{end}%{{stroke-width:1.8}}}}"
        f"@keyframes d{step}{{0%,{end}%{{stroke-dasharray:none;stroke-width:1.8}}}}"
    )


def _rules(part: DrawnPart, scene: Scene) -> Iterator[tuple[int, str, tuple[tuple[str, int], ...]]]:
    """Yield the row of a part, a selector in it, and the keyframes of that: their letter in `_frames`, and the step."""
    if not part.forced:
        if any(part.cuts):
            yield part.row, ".snip", (("a", max(part.cuts)),)
            yield part.row, ":is(.outline,.edge)", (("d", max(part.cuts)),)
        return
    steps = [max(column[part.row : part.end], default=0) for column in scene.columns.steps]
    step = max(steps) if part.kind is None else max(one for one in part.steps if one)
    yield part.row, FILLED, (("a", step),)
    if part.kind is not None:
        yield part.row, ".label", (("l", step),)
        yield part.row, ".outline", (("e", step),)
        yield part.row, ".edge", (("e", step), *((("b", max(scene.columns.lasts)),) if part.is_best else ()))
    if known := [values[-1][0] for values in part.values if values]:
        yield part.row, ".caption.value", (("a", max(known)),)
