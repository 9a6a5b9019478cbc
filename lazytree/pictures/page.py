"""A picture that steps, as a figure for a page or a widget, with the script and the style sheet that go with it.

They are read from `assets` as they are. Without the script a figure is a still image with its key.

Only small games are there to play with, with numbers as scores, of which all parts are known. Python writes the game
down; `play.js` searches it, in the few lines of `searches.minimax_and_alphabeta`, and draws the parts that were looked
at.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from html import escape
from itertools import accumulate, chain, groupby, repeat
from operator import sub
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.games.game import End
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.captions import WHO, code_beside, heading
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.scenes import Scene, parts_of
from lazytree.pictures.shapes import key
from lazytree.pictures.stills import MANY, draw_live_icicle, rows_shown
from lazytree.pictures.tree_svg import draw_live_svg
from strictcheck.pictures import Fragment, asset, style_sheet

BUTTONS = (
    ("start", "|◀", "to the beginning"),
    ("back", "◀", "a step back"),
    ("next", "▶", "a step forward"),
    ("end", "▶|", "to the end"),
)
PAGE = "the page of picture.save('game.html') has all, and steps"
TOO_BIG = f"A notebook has no room for all of this game; {PAGE}"
SPEEDS = ("slow", "steady", "fast", "very fast")
FIGURES = 'document.querySelectorAll(".game-picture:not(.steps)")'
ATTACH = f"queueMicrotask(() => {{ for (const figure of {FIGURES}) attach(figure); }});\n"  # when all is declared


FEWEST = 3  # equal numbers in a row that are written one by one
EXACT = 2**53  # JavaScript has all whole numbers up to here
CHANGES = (
    ("earlier", "◀ earlier", "exchange the chosen move with the one before it"),
    ("later", "later ▶", "exchange the chosen move with the one after it"),
    ("best", "Best moves first", "order the moves of each player by their values"),
    ("again", "As it was", "the game of the picture"),
)
HELP = "Choose a leaf or a move by click or Enter; arrow keys change its score, or exchange it with its neighbour."
ASSETS = Path(__file__).parent / "assets"


class Extras(NamedTuple):
    """Parts of a figure that are left out if a notebook has no room for them.

    `code` is beside the picture, `play` the game to play with, `png` the button that saves the tree, `reasons` those of
    cuts in parts that are not drawn, `piles` the overview of a small game in which parts are collapsed. With fewer
    `rows` than the game has nodes, the overview has those of the first plies, and the figure does not step.
    """

    code: bool = True
    play: bool = True
    png: bool = True
    reasons: bool = True
    piles: bool = True
    rows: int = sys.maxsize


ALL = Extras()


def scripts(*, play: bool = True, icicle: bool = True, code: bool = True, png: bool = True) -> tuple[str, ...]:
    """Return the parts of the module that makes figures step, for pages and anywidget: all, or those of a figure."""
    wanted = {"play.js": play, "icicle.js": icicle, "code.js": code, "png.js": png, "stepping.js": True}
    return tuple(asset(ASSETS / name) for name, is_wanted in wanted.items() if is_wanted)


def style() -> str:
    """The style sheet of figures, in light and dark."""
    return style_sheet(ASSETS / "stepping.css", ".game-picture")


def fragment(scene: Scene, extras: Extras = ALL) -> Fragment:
    """A scene as a `<figure class="game-picture">`, with the style sheet and the scripts that a page needs for it.

    What scripts and tests may rely on: `data-steps` and `data-names`, JSON lists with an entry for each search; once
    the script runs, the class `steps` and `data-step`; an `input[type=range]`, buttons with `data-go` (start, back,
    next, end), `.counter`, and in `.status` a line `.says` for each search, whose `data-path` is what it looks at.
    The nodes are told in `tree_svg`; `stepping.js` says what it adds to them.
    """
    columns, plies = scene.columns, _plies(scene.columns, extras.rows)
    has_piles = extras.piles and any(part.state == "hidden" for part in parts_of(scene.root, folded=False))
    steps, zooms = plies > max(columns.depths), (len(columns) > MANY or has_piles) and plies > 1
    played = played_rows(columns) if extras.play else []
    searches = zip(columns.seen, WHO, strict=False) if extras.code else ()
    code = "".join(code_beside(seen, who) for seen, who in searches)
    parts = [
        _opening(scene, encoded(columns, plies), _reasons(columns) if extras.reasons else "[[]]", steps=steps),
        _controls(scene, png=extras.png, plays=bool(played)) if steps else "",
        _key(scene),
        _overview(columns, plies) if zooms else "" if steps else f'<p class="soft">{TOO_BIG}</p>',
        f'<div class="beside"><div class="stage">\n{draw_live_svg(scene)}\n</div>',
        f'<div class="codes">{code}</div></div>' if code else "</div>",
        playground(played) if played else "",
        "</figure>",
    ]
    needed = scripts(play=bool(played), icicle=zooms, code=bool(code), png=extras.png)
    return Fragment("\n".join(parts), style(), (*needed, ATTACH))


def _opening(scene: Scene, table: str, reasons: str, *, steps: bool) -> str:
    kind = " two" if len(scene.columns.names) == 2 else ""
    names, lasts = escape(json.dumps(scene.columns.names)), json.dumps(scene.columns.lasts)
    who = " and ".join(filter(None, scene.columns.names)) or "a search"
    says = f"{who}: arrow keys step through the order of looking" if steps else who
    # JupyterLab has uses of its own for arrow keys, and leaves them to an element that says so.
    own = 'tabindex="0" data-lm-suppress-shortcuts="true" role="group"'
    return (
        f'<figure class="game-picture{kind}" data-names="{names}" data-steps="{lasts}" data-table="{table}" '
        f'data-reasons="{escape(reasons)}" {own} aria-label="{escape(says)}">'
    )


def _controls(scene: Scene, *, png: bool, plays: bool) -> str:
    """The buttons of a figure that steps, a slider, and room for what is said of a step."""
    last = max(scene.columns.lasts)
    speeds = "".join(f'<option value="{n}"{" selected" * (n == 1)}>{name}</option>' for n, name in enumerate(SPEEDS))
    parts = [
        *(button(f'data-go="{go}"', sign, says) for go, sign, says in BUTTONS),
        button('class="play" aria-pressed="false"', "▷", "play"),
        f'<select class="speed" aria-label="speed">{speeds}</select>',
        button('class="save"', "PNG", "save as PNG") if png else "",
        button('class="with-it"', "Play with it") if plays else "",
        f'<input type="range" min="0" max="{last}" value="{last}" step="1" aria-label="Step">',
        '<span class="counter"></span>\n<div class="status" role="status" aria-live="polite">',
        *(f'<p class="says {who}"></p>' for who, _ in zip(WHO, scene.columns.names, strict=False)),
    ]
    return f'<div class="controls">{"".join(parts)}</div></div>'


def _key(scene: Scene) -> str:
    """The heading and the key to what is drawn, as text, so that they fit any width."""
    swatch = '<svg width="34" height="26" viewBox="-26 -20 52 40" text-anchor="middle" aria-hidden="true">'
    keys = (
        f'<span class="key" data-key="{name}">{swatch}{drawn}</svg> {escape(meaning)}</span>'
        for name, drawn, meaning in key(scene.columns, [*parts_of(scene.root)])
    )
    total = scene.columns.total
    leaves = "" if total is None else f' data-leaves="{total:,}"'
    looks = f'class="heading" role="heading" aria-level="2"{leaves}'
    return f'<p {looks}>{escape(heading(scene.columns))}</p>\n<p class="keys">{" ".join(keys)}</p>'


def _overview(columns: GameColumns, plies: int) -> str:
    """The icicle of a game of which the tree is not to be seen at once, with as many plies as there is room for."""
    out = button('class="out"', "△", "zoom out")
    part = f"{rows_shown(columns, plies)}; a click zooms in, and so do arrow keys"
    part += "" if plies > max(columns.depths) else f"; {PAGE}"
    zoomed = f'<span class="zoomed" aria-live="polite">{part}</span>'
    return f'<div class="overview">{draw_live_icicle(columns, plies)}\n<p class="soft">{out}{zoomed}</p></div>'


def _plies(columns: GameColumns, rows: int) -> int:
    """Return the number of plies of the game that have no more than so many nodes."""
    counts = Counter(columns.depths)
    return sum(room <= rows for room in accumulate(counts[depth] for depth in range(len(counts))))


def encoded(columns: GameColumns, plies: int = sys.maxsize) -> str:
    """The rows of the first `plies` of a game for the script, as `Table` in it reads them: columns, as JSON.

    These are by how much a row is deeper than the one before; how wide a row is, if none are below it; 1 for rows with
    none below them that do not count as leaves; and for each search the looks, and then the cuts, as differences to the
    last one that was there, 0 for none. Equal numbers that follow each other are one, with their count.
    """
    rows = [row for row, depth in enumerate(columns.depths) if depth < plies]
    depths, widths, others = [columns.depths[row] for row in rows], [], []
    for row, depth in zip(rows, depths, strict=True):
        end, is_last = columns.ends[row], depth == plies - 1
        widths.append(columns.before[end] - columns.before[row] if is_last else columns.breadths[row])
        is_leaf = columns.kinds[row] is End and not columns.lacks_score(row)
        others.append(int((is_last or end == row + 1) and not is_leaf))
    steps = [_differences(column[row] for row in rows) for column in (*columns.steps, *columns.cuts)]
    return _json([[*_runs(column)] for column in (map(sub, depths, [0, *depths]), widths, others, *steps)])


def _differences(steps: Iterable[int]) -> list[int]:
    last, found = 0, []
    for step in steps:
        found.append(step - last if step else 0)
        last = step or last
    return found


def _runs(numbers: Iterable[int]) -> Iterator[int | tuple[int, int]]:
    """Yield the numbers; of more than a few equal ones in a row, one and their count."""
    for number, run in groupby(numbers):
        count = sum(1 for _ in run)
        yield from [(number, count)] if count > FEWEST else repeat(number, count)


def _reasons(columns: SearchedGame) -> str:
    """The sentences that say why something was cut off, and by search the number of that of each cut, as JSON."""
    told = [[*one.reasons.values()] for one in columns.backed_up]
    numbers = {reason: number for number, reason in enumerate(dict.fromkeys(chain(*told)))}
    return _json([[*numbers], *([numbers[reason] for reason in reasons] for reasons in told)])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
    buttons = "".join(button(f'class="{name}"', sign, says) for name, sign, says in CHANGES)
    return (
        f'<div class="playground" data-game="{escape(json.dumps(rows))}" hidden>\n'
        f'<p class="tools"><label>score <input type="number" step="any" disabled></label>{buttons}</p>\n'
        '<p class="found" role="status" aria-live="polite"></p>\n'
        f'<p class="soft">{HELP}</p>\n<div class="board"></div></div>'
    )


@cache
def widget_class() -> Any:
    """The class of figures that step as parts of other widgets, each with a still image for viewers that show none.

    Raises `ImportError` without anywidget, of the extra `notebook`.
    """
    import anywidget
    import traitlets

    class GameWidget(anywidget.AnyWidget):
        _esm = "".join(scripts())
        _css = style()
        figure = traitlets.Unicode().tag(sync=True)

        def __init__(self, figure: str, still: Mapping[str, str]) -> None:
            super().__init__(figure=figure)
            self._still = dict(still)

        def _repr_mimebundle_(self, **wanted: Any) -> tuple[dict[str, Any], dict[str, Any]]:
            data, metadata = super()._repr_mimebundle_(**wanted) or ({}, {})
            return {**data, **self._still}, metadata

    return GameWidget
