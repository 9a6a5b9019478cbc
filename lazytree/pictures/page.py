"""A picture that steps, as a figure for a page or a widget, with the script and the style sheet that go with it.

They are read from `assets` as they are. Without the script a figure is a still image with its key.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from lazytree.games.game import End, Max, Min
from lazytree.pictures.captions import WHO, heading
from lazytree.pictures.extras import ALL, Extras, button, code_beside, played_rows, playground
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.icicle import MANY, draw_live_icicle, rows_left_out
from lazytree.pictures.scenes import Scene, parts_of
from lazytree.pictures.shapes import key
from lazytree.pictures.tree_svg import draw_svg
from strictcheck.pictures import Fragment, asset

BUTTONS = (
    ("start", "|◀", "to the beginning"),
    ("back", "◀", "a step back"),
    ("next", "▶", "a step forward"),
    ("end", "▶|", "to the end"),
)
LEFT_OUT = "Of a node that changes very often, not every value and window is told: “≥ 3 …” may have become better since"
PAGE = "the page of picture.save('game.html') has all"
TOO_BIG = f"A notebook has no room for all of this game; {PAGE}"
UNPLAYED = f"Play with it: for games that are known as a whole, of {MANY} nodes at most, with finite numbers as scores"
SPEEDS = ("slow", "steady", "fast", "very fast")
FIGURES = 'document.querySelectorAll(".game-picture:not(.steps)")'
ATTACH = f"queueMicrotask(() => {{ for (const figure of {FIGURES}) attach(figure); }});\n"  # when all is declared


ASSETS = Path(__file__).parent / "assets"


def scripts(*, plays: bool = True, zooms: bool = True) -> tuple[str, ...]:
    """Return the parts of the module that makes figures step, for pages and for anywidget.

    They have the game to play with if the figure `plays`, and the overview if that `zooms`.
    """
    wanted = {"play.js": plays, "icicle.js": zooms, "stepping.js": True}
    return tuple(asset(ASSETS / name) for name, is_wanted in wanted.items() if is_wanted)


def style() -> str:
    """The style sheet of figures, in light and dark."""
    return asset(ASSETS / "stepping.css")


def figure(scene: Scene, extras: Extras = ALL, table: str = "") -> str:
    """A scene as a `<figure class="game-picture">`, to be put in a page that has `style()`, and runs `scripts()`.

    What scripts and tests may rely on: `data-steps` and `data-names`, JSON lists with an entry for each search; once
    the script runs, the class `steps` and `data-step`; an `input[type=range]`, buttons with `data-go` (start, back,
    next, end), `.counter`, and in `.status` a line `.says` for each search, whose `data-path` is what it looks at.
    The nodes are told in `tree_svg`; `stepping.js` says what it adds to them. `table` is `encoded(scene.columns)`, for
    who has it already.
    """
    kind = " two" if len(scene.columns.names) == 2 else ""
    names, steps = escape(json.dumps(scene.columns.names)), json.dumps(scene.columns.lasts)
    table = f' data-table="{table or encoded(scene.columns)}"' if extras.table else ""
    played = played_rows(scene.columns) if extras.play else []
    looks, why = ("", "") if played else (" disabled", UNPLAYED)
    searches = zip(scene.columns.seen, WHO, strict=False) if extras.code else ()
    code = "".join(code_beside(seen, who) for seen, who in searches)
    who = " and ".join(filter(None, scene.columns.names)) or "a search"
    says = f"{escape(who)}: arrow keys step through the order of looking"
    # JupyterLab has uses of its own for arrow keys, and leaves them to an element that says so.
    own = 'tabindex="0" data-lm-suppress-shortcuts="true"'
    return "\n".join(
        [
            f'<figure class="game-picture{kind}" data-names="{names}" data-steps="{steps}"{table} {own} role="group" '
            f'aria-label="{says}">',
            _controls(scene, button(f'class="with-it"{looks}', "Play with it", why) if extras.play else ""),
            _key(scene),
            _overview(scene, extras) if len(scene.columns) > MANY else "",
            f'<div class="beside"><div class="stage">\n{draw_svg(scene, live=True)}\n</div>',
            f'<div class="codes">{code}</div></div>' if code else "</div>",
            playground(played) if played else "",
            "</figure>",
        ]
    )


def _controls(scene: Scene, play_button: str) -> str:
    last = max(scene.columns.lasts)
    speeds = "".join(f'<option value="{n}"{" selected" * (n == 1)}>{name}</option>' for n, name in enumerate(SPEEDS))
    parts = [
        *(button(f'data-go="{go}"', sign, says) for go, sign, says in BUTTONS),
        button('class="play" aria-pressed="false"', "▷", "play"),
        f'<select class="speed" aria-label="speed">{speeds}</select>',
        button('class="whole-tree" aria-pressed="false"', "Fit"),
        button('class="save"', "PNG", "save as PNG"),
        play_button,
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
        for name, drawn, meaning in key(scene)
    )
    total = scene.columns.total
    leaves = "" if total is None else f' data-leaves="{total:,}"'
    looks = f'class="heading" role="heading" aria-level="2"{leaves}'
    told = f'<p {looks}>{escape(heading(scene.columns))}</p>\n<p class="keys">{" ".join(keys)}</p>'
    is_told = any(one.leaves_out(part.row) for one in scene.columns.backed_up for part in parts_of(scene.root))
    return told + f'<p class="soft">{LEFT_OUT}</p>' * is_told


def _overview(scene: Scene, extras: Extras) -> str:
    """The icicle of a game of which the tree is not to be seen at once, with as many plies as there is room for."""
    plies, depths = _plies(scene.columns, extras), scene.columns.depths
    if plies < 2:
        return f'<p class="soft">{TOO_BIG}</p>'
    out = button('class="out"', "△", "zoom out")
    part = rows_left_out(scene.columns, plies) or "all of the game"
    part += "" if plies > max(depths) else f"; {PAGE}"
    part += ", a row for each ply; a click zooms in, and so do arrow keys"
    zoomed = f'<span class="zoomed" aria-live="polite">{part}</span>'
    drawn = draw_live_icicle(scene.columns, plies)
    table = "" if extras.table else f' data-table="{encoded(scene.columns, plies)}"'
    return f'<div class="overview"{table}>{drawn}\n<p class="soft">{out}{zoomed}</p></div>'


def _plies(columns: GameColumns, extras: Extras) -> int:
    """Return the number of plies of the game for which there is room."""
    counts = Counter(columns.depths)
    rooms = accumulate(counts[depth] for depth in range(len(counts)))
    return len(counts) if extras.table else sum(room <= extras.rows for room in rooms)


def fragment(scene: Scene, extras: Extras = ALL, table: str = "") -> Fragment:
    """A scene as a part of a page that is made elsewhere; `table` is as in `figure`."""
    plays = extras.play and bool(played_rows(scene.columns))
    zooms = len(scene.columns) > MANY and _plies(scene.columns, extras) > 1
    return Fragment(figure(scene, extras, table), style(), (*scripts(plays=plays, zooms=zooms), ATTACH))


def encoded(columns: GameColumns, plies: int = sys.maxsize) -> str:
    """The rows of a game for the script, as `Table` in it reads them: numbers of one letter or more, five bits in each.

    The number of rows; depths, as differences; kinds; and for each search the looks, and then the cuts, as differences
    to the last one that was there, 0 for none. Kinds are 1 for Max, 2 for Min, 3 for End, 4 for a leaf whose
    score nobody looked at, and from 8 on neighbours of which nothing is known, by how many they are. Of a game of more
    than so many `plies`, the parts of the last ply are of kind 5; how many leaves each has comes at the end.
    """
    rows = [row for row, depth in enumerate(columns.depths) if depth < plies]
    depths = [columns.depths[row] for row in rows]
    numbers = [len(rows), *(_signed(depth - last) for last, depth in pairwise((0, *depths)))]
    codes: dict[type | None, int] = {None: 0, Max: 1, Min: 2, End: 3}
    parts = {row for row in rows if columns.depths[row] == plies - 1 and columns.ends[row] > row + 1}
    for row in rows:
        code = codes[kind] + columns.lacks_score(row) if (kind := columns.kinds[row]) else 8 + columns.breadths[row]
        numbers.append(5 if row in parts else code)
    for column in (*columns.steps, *columns.cuts):
        last = 0
        for step in map(column.__getitem__, rows):
            numbers.append(_signed(step - last) + 1 if step else 0)
            last = step or last
    numbers += [columns.before[columns.ends[row]] - columns.before[row] for row in rows if row in parts]
    letters = []
    for number in numbers:
        while number > 31:
            letters.append(chr(63 + (number & 31 | 32)))
            number >>= 5
        letters.append(chr(63 + number))
    return "".join(letters)


def _signed(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


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
