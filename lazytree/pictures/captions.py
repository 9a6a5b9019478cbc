"""Text of a picture: its heading, captions below nodes, hints, the lines of a terminal, and the code beside it.

Of the functions that looked, a step lights the line that is running, and a click on a line lights the nodes that it
looked at. The numbers of lines come from the trace, which has them if `where=True`; their text from the files, as
`linecache` has them.
"""

from __future__ import annotations

import inspect
import json
import linecache
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from functools import partial
from html import escape

from lazytree.games.game import End
from lazytree.games.walking import place
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.scenes import DrawnPart, state_of
from lazytree.pictures.search_steps import NOTHING, Seen, code_place, many
from strictcheck.pictures import shortened

LABEL, SCORE = 10, 40  # characters of a score: in a box, and in a line of text
WHO = ("first", "second")
AROUND = 3  # lines above and below those that looked, if they are in no function with a name
STYLES = {"forced": "cyan", "both": "cyan", "first": "dark_orange", "second": "green"}

Place = tuple[str, int, str]
"""The file, line and function of a look."""

leaves_of = partial(many, one="leaf", more="leaves")


def heading(columns: GameColumns) -> str:
    """Say how many leaves were forced, by whom, of how many, and what came of it, in one sentence."""
    seen, total = columns.seen, columns.total
    found = [one.raised or (one.result and f"result {shortened(one.result, 20)}") for one in seen]
    if len(seen) == 1:
        of_all = "" if total is None else f" of {total:,}"
        name = f"{columns.names[0]}: " if columns.names[0] else ""
        leaves = "leaf" if (total or seen[0].leaves) == 1 else "leaves"
        return f"{name}{seen[0].leaves:,}{of_all} {leaves} forced" + (f", {found[0]}" if found[0] else "")
    forced = ", ".join(f"{one.name} forced {leaves_of(one.leaves)}" for one in seen)
    of_all = "" if total is None else f", of {total:,}"
    if (seen[0].result, seen[0].raised) == (seen[1].result, seen[1].raised):
        ending = f"; {found[0]}" if found[0] else ""
    else:
        told = zip(seen, found, strict=True)
        ending = "".join(f"; {one.name} {text.replace('result', 'finds', 1)}" for one, text in told if text)
    return forced + of_all + ending


def look(part: DrawnPart) -> str:
    """Return who looked at `part`, as it is drawn: `forced`, `both`, `first`, `second`, or `` for nobody."""
    state = state_of(part.steps) if part.state == "hidden" else part.state
    return state if state in STYLES else ""


def is_pile(part: DrawnPart) -> bool:
    """True if a part stands for several nodes, and it is known for how many."""
    return part.kind is None and (part.leaves is not None or part.breadth > 1)


def label(part: DrawnPart) -> str:
    """The text in a box: a score, or a mark for what is not known."""
    if part.kind is not None:
        return shortened(part.score, LABEL)
    return "…" if part.state == "unmade" else "" if is_pile(part) else "?"


def captions(part: DrawnPart) -> list[tuple[str, str]]:
    """The lines below a shape, and their classes: order, value, windows; or what is collapsed.

    The first class says whose a line is: `forced` or `text` if it is of all searches that are shown.
    """
    if part.state == "hidden":
        return [*zip(pile_text(part), ("value", "text"), strict=False)]
    if is_pile(part):
        moves = [(many(part.breadth, "move", "moves"), "text")] if part.breadth > 1 else []
        return moves if part.leaves is None else [(leaves_of(part.leaves), "text"), *moves]
    orders = [(f"#{order}", who) for order, who in zip(part.orders, WHO, strict=False) if order is not None]
    if len(orders) == len(part.orders) and len({text for text, _ in orders}) == 1:
        orders = [(orders[0][0], "forced")]
    windows = [(known, who) for known, who in zip(part.windows, WHO, strict=False) if known]
    if len(windows) == 1 or len({tuple(text for _, text in known) for known, _ in windows}) == 1:
        windows = [(windows[0][0], "text")]
    values = [(part.value, "value")] if part.value else []
    return [*orders, *values, *((known[0][1], f"{who} window") for known, who in windows)]


def pile_text(part: DrawnPart) -> tuple[str, str]:
    """Say how many leaves of a pile were looked at, by whom, and of how many.

    >>> from lazytree.pictures.game_columns import Split
    >>> pile_text(DrawnPart((), "hidden", steps=(1, 2), split=Split(376, 0, 624, 0, exact=True)))
    ('376 | 1,000', 'of 1,000 leaves')
    """
    assert part.split is not None
    counts = " | ".join(f"{part.split.looked(who):,}" for who in range(len(part.steps)))
    return counts, "of ? leaves" if part.leaves is None else f"of {leaves_of(part.leaves)}"


def hint(part: DrawnPart, names: list[str], *, live: bool = False) -> str:
    """The hint that a viewer shows of a part under the mouse, in lines."""
    lines = [f"{place(part.path)}: {_what(part)}"]
    if live and part.kind is None and (part.forced or part.leaves) and not part.folded:
        lines.append("more than is drawn here; the overview shows it")
    if part.kind is not None and part.forced:
        lines += [f"{name or 'the search'}: {_said(part, number)}" for number, name in enumerate(names)]
        lines += [part.vain] if part.vain else []
    return "\n".join(lines)


def _what(part: DrawnPart) -> str:
    if not part.forced:
        return _unseen(part)
    if part.kind is not None:
        return f"score {shortened(part.score, 200)}" if part.kind is End else part.kind.__name__
    return f"{' '.join(pile_text(part))} looked at, below {many(part.breadth, 'move', 'moves')}; not drawn one by one"


def _said(part: DrawnPart, number: int) -> str:
    """The look that one of the searches took at a part, and how it left it, in one line."""
    step = part.steps[number] if part.steps else None
    if step is None:
        return "never looked at"
    note = part.notes[number] if part.notes else NOTHING
    order, reason = part.orders[number], part.reasons[number] if part.reasons else ""
    told = (f"step {step}", f"leaf #{order}" if order else "", note.window and f"in the window {note.window}")
    line = ", ".join(filter(None, (*told, note.watched, note.where and f"at {note.where}")))
    # The script hides this end until then, and takes the reason from it where it has no other.
    return f"{line}; left at step {part.left[number]}: {reason}" if reason else line


def line_of(part: DrawnPart, names: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a line of text, each with its style; without colours they say the same.

    A forced leaf has its score and, after `#`, when it was forced; what was cut off is dim.
    """
    if not part.forced:
        yield _unseen(part), "dim"
        return
    who = look(part)
    if part.kind is None:
        more = many(part.breadth, "more child", "more children")
        yield f"... {more}, {' '.join(pile_text(part))} forced", STYLES[who]
    else:
        yield shortened(part.score, SCORE) if part.kind is End else part.kind.__name__, f"bold {STYLES[who]}"
        yield _joined(f"#{order}" for order in part.orders if order is not None), "yellow"
        yield _joined(known[0][1] for known in part.windows if known), "dim"
    if who in WHO:
        yield f"  only {shortened(names[WHO.index(who)], SCORE)}", STYLES[who]
    yield "  in vain" if part.vain else "", ""


def _joined(texts: Iterator[str]) -> str:
    """Texts of one search or two, once if they are alike."""
    found = " and ".join(dict.fromkeys(texts))
    return f"  {found}" if found else ""


def _unseen(part: DrawnPart) -> str:
    if part.kind is not None:
        return f"{shortened(part.score, SCORE) if part.kind is End else part.kind.__name__}  cut off"
    if part.state == "unmade":
        return "... nobody looked whether there is more"
    leaves = f" with {leaves_of(part.leaves)}" if part.leaves is not None else ""
    return f"{many(part.breadth, 'child', 'children')}{leaves}, cut off"


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
