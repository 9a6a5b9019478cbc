"""HTML: one file that needs nothing else, no server and no network.

A page has its style sheet and scripts in it, and says by their hashes that it wants no others: nothing that stands in a
value can run, and nothing is fetched; only images that the script makes of the page itself are let in. It follows the
reader's choice of dark or light.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from strictcheck.pictures.lines import Look, OutlineLine, flat

OPEN = 150  # so many lines are there to be seen without a click
LEGEND = {
    Look.SEEN: "looked at",
    Look.ABSENT: "asked for, and not there",
    Look.UNSEEN: "never looked at",
}
FRAME = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
$body
$script</body>
</html>
""")


class Fragment(NamedTuple):
    """A picture as a part of a page, with the style sheet and the script that the page has to have for it."""

    html: str
    style: str = ""
    script: str = ""


@cache
def _asset(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def page(title: str, *fragments: Fragment) -> str:
    """A whole page of these fragments, with each of their style sheets and scripts once; `title` is text.

    >>> "<title>a &lt; b</title>" in page("a < b", Fragment("<p>c</p>"))
    True
    """
    style = "\n".join(dict.fromkeys([_asset("page.css"), *(one.style for one in fragments if one.style)]))
    script = "\n".join(dict.fromkeys(one.script for one in fragments if one.script))
    policy = f"default-src 'none'; style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    return FRAME.substitute(
        title=escape(title),
        policy=policy + (f"; script-src {_hash(script)}" if script else ""),
        style=style,
        body="\n".join(one.html for one in fragments),
        script=f'<script type="module">{script}</script>\n' if script else "",
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def figure_of(lines: Iterable[OutlineLine], heading: str = "") -> Fragment:
    """An outline as a part of a page: lists in lists, those that are far down or long closed.

    Where its script runs, it steps through the order of looking, and the path of a part can be copied.

    >>> print(figure_of([OutlineLine("", "<b>", Look.SEEN)]).html)
    <div class="outline"><p class="key"><span class="sample seen">looked at</span></p>
    <ul>
    <li><span class="seen" title="looked at">&lt;b&gt;</span></li>
    </ul></div>
    """
    numbered = [(depth, line) for depth, line in flat(lines)]
    last = max((line.number or 0 for _, line in numbered), default=0)
    return Fragment(
        "\n".join(
            [f'<div class="outline">{_above(numbered, last, heading)}', "<ul>", *_items(numbered), "</ul></div>"]
        ),
        _asset("outline.css"),
        _asset("outline.js"),
    )


def _above(lines: Sequence[tuple[int, OutlineLine]], last: int, heading: str) -> str:
    """The heading, what to step with, and a key to the shapes that are there."""
    there = {line.look for _, line in lines}
    key = [f'<span class="sample {look.name.lower()}">{text}</span>' for look, text in LEGEND.items() if look in there]
    slider = (
        f'<div class="steps"><input type="range" min="0" max="{last}" value="{last}" aria-label="step">'
        '<span class="says" role="status" aria-live="polite"></span></div>'
    )
    number = ['<span class="number">#1</span> the order'] if last else []
    title = f'<p class="heading">{escape(heading)}</p>' if heading else ""
    return f'{title}{slider if last else ""}<p class="key">{" ".join(key + number)}</p>'


def _items(lines: Iterable[tuple[int, OutlineLine]]) -> Iterator[str]:
    way: list[str] = []  # to the parts from the root down to this one, as one writes them
    nested = 0
    for shown, (depth, line) in enumerate(lines, 1):
        while nested > depth:
            yield "</ul></details></li>"
            nested -= 1
        way[depth:] = [line.step]
        said = _said(line, "".join(way) if line.step else "")
        number = f' data-number="{line.number}"' if line.number else ""
        if line.lines:
            is_open = " open" if depth == 0 or shown + len(line.lines) <= OPEN else ""
            yield f"<li{number}><details{is_open}><summary>{said}</summary><ul>"
            nested += 1
        else:
            yield f"<li{number}>{said}</li>"
    yield from ["</ul></details></li>"] * nested


def _said(line: OutlineLine, part: str) -> str:
    sign = {"-": " less", "+": " more"}.get(line.sign, "")
    label = f'<span class="label{sign}">{escape(line.label)}</span>' if line.label else ""
    number = f'<span class="number">#{line.number}</span>' if line.number else ""
    hint = escape(line.look.value + (f", by {line.where}" if line.where else ""))
    strip = _strip(line.strip) if line.strip else ""
    copy = f'<button class="copy" data-part="{escape(part)}" title="copy {escape(part)}">copy</button>' if part else ""
    shape = f'<span class="{line.look.name.lower()}" title="{hint}">{escape(line.text)}</span>'
    return f"{label}{shape}{number}{strip}{copy}"


def _strip(shares: tuple[float, ...]) -> str:
    """A strip of cells, as dark as much of them was looked at."""
    cells = "".join(
        f'<rect x="{5 * number}" width="5" height="14" class="{"looked" if share else "never"}" '
        f'fill-opacity="{0.4 + 0.6 * share if share else 1:.3g}"/>'
        for number, share in enumerate(shares)
    )
    return f'<svg class="strip" width="{5 * len(shares)}" height="14" aria-hidden="true">{cells}</svg>'
