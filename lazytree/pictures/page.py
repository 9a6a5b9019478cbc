"""A picture that steps, as a figure for a page or a widget, with the script and the style sheet that go with it.

They are read from `assets` as they are. Without the script a figure is a still image with its key.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files

from lazytree.pictures.drawing import draw_key, draw_svg
from lazytree.pictures.headings import heading
from lazytree.pictures.scenes import Scene
from strictcheck.pictures import Fragment

__all__ = ["figure", "fragment", "script", "style"]

BUTTONS = (
    ("start", "|◀", "to the beginning"),
    ("back", "◀", "a step back"),
    ("next", "▶", "a step forward"),
    ("end", "▶|", "to the end"),
)
ATTACH = 'for (const figure of document.querySelectorAll(".game-picture")) attach(figure);\n'


@cache
def script() -> str:
    """The module that makes figures step: `attach(figure)`, and what anywidget calls."""
    return _asset("stepping.js")


@cache
def style() -> str:
    """The style sheet of figures, in light and dark."""
    return _asset("stepping.css")


def _asset(name: str) -> str:
    return (files("lazytree.pictures") / "assets" / name).read_text(encoding="utf-8")


def figure(scene: Scene) -> str:
    """A scene as a `<figure class="game-picture">`, to be put in a page that has `style()`, and runs `script()`.

    What scripts and tests may rely on: `data-steps` and `data-names`, JSON lists with an entry for each search; once
    the script runs, the class `steps` and `data-step`; an `input[type=range]`, buttons with `data-go` (start, back,
    next, end), `.counter`, and in `.status` a line `.says` for each search, whose `data-path` is what it looks at.
    The nodes are told in `drawing`; `stepping.js` says what it adds to them.
    """
    last = max(scene.steps)
    names = escape(json.dumps(scene.names))
    buttons = "".join(
        f'<button type="button" data-go="{go}" aria-label="{says}" title="{says}">{sign}</button>'
        for go, sign, says in BUTTONS
    )
    buttons += '<button type="button" class="whole-tree" aria-pressed="false">Fit</button>'
    slider = f'<input type="range" min="0" max="{last}" value="{last}" step="1" aria-label="Step">'
    says = "".join(f'<p class="says {who}"></p>' for who, _ in zip(("first", "second"), scene.names, strict=False))
    kind = " two" if len(scene.names) == 2 else ""
    return (
        f'<figure class="game-picture{kind}" data-names="{names}" data-steps="{json.dumps(scene.steps)}" tabindex="0" '
        f'role="group" aria-label="{escape(heading(scene))}. Arrow keys step through the order of looking.">\n'
        f'<div class="controls">{buttons}{slider}<span class="counter"></span>\n'
        f'<div class="status" role="status" aria-live="polite">{says}</div></div>\n'
        f"{draw_key(scene)}\n"
        f'<div class="stage">\n{draw_svg(scene, live=True)}\n</div>\n</figure>'
    )


def fragment(scene: Scene) -> Fragment:
    """A scene as a part of a page that is made elsewhere."""
    return Fragment(figure(scene), style(), script() + ATTACH)
