"""HTML: one file that needs nothing else, no server and no network.

A page has its style sheet and scripts in it, and says by their hashes that it wants no others: nothing that stands in a
value can run, and nothing is fetched. It follows the reader's choice of dark or light.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from strictcheck.pictures.lines import Line, Look, flat

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
def _style() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def page(title: str, *fragments: Fragment) -> str:
    """A whole page of these fragments, with each of their style sheets and scripts once; `title` is text.

    >>> "<title>a &lt; b</title>" in page("a < b", Fragment("<p>c</p>"))
    True
    """
    style = "\n".join(dict.fromkeys([_style(), *(one.style for one in fragments if one.style)]))
    script = "\n".join(dict.fromkeys(one.script for one in fragments if one.script))
    policy = f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    return FRAME.substitute(
        title=escape(title),
        policy=policy + (f"; script-src {_hash(script)}" if script else ""),
        style=style,
        body="\n".join(one.html for one in fragments),
        script=f'<script type="module">{script}</script>\n' if script else "",
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def outline_page(heading: str, lines: Iterable[Line]) -> str:
    """An outline as a page of its own."""
    title = heading or "What was looked at"
    return page(title, Fragment(f"<h1>{escape(title)}</h1>"), Fragment(_legend()), figure_of(lines))


def _legend() -> str:
    looks = " ".join(f'<span class="{look.name.lower()}">{text}</span>' for look, text in LEGEND.items())
    return f'<p class="outline">{looks} <span class="number">#1</span> <span class="label">the order</span></p>'


def figure_of(lines: Iterable[Line]) -> Fragment:
    """An outline as a part of a page: lists in lists, those that are far down or long closed.

    >>> print(figure_of([Line("", "<b>", Look.SEEN)]).html)
    <div class="outline"><ul>
    <li><span class="seen" title="looked at">&lt;b&gt;</span></li>
    </ul></div>
    """
    return Fragment("\n".join(['<div class="outline"><ul>', *_items(lines), "</ul></div>"]))


def _items(lines: Iterable[Line]) -> Iterator[str]:
    nested = 0
    for shown, (depth, line) in enumerate(flat(lines), 1):
        while nested > depth:
            yield "</ul></details></li>"
            nested -= 1
        if line.lines:
            is_open = " open" if depth == 0 or shown + len(line.lines) <= OPEN else ""
            yield f"<li><details{is_open}><summary>{_said(line)}</summary><ul>"
            nested += 1
        else:
            yield f"<li>{_said(line)}</li>"
    yield from ["</ul></details></li>"] * nested


def _said(line: Line) -> str:
    label = f'<span class="label">{escape(line.label)}</span>' if line.label else ""
    number = f'<span class="number">#{line.number}</span>' if line.number else ""
    hint = escape(line.look.value + (f", by {line.where}" if line.where else ""))
    strip = _strip(line.strip) if line.strip else ""
    return f'{label}<span class="{line.look.name.lower()}" title="{hint}">{escape(line.text)}</span>{number}{strip}'


def _strip(shares: tuple[float, ...]) -> str:
    """A strip of cells, as dark as much of them was looked at."""
    cells = "".join(
        f'<rect x="{5 * number}" width="5" height="14" class="{"looked" if share else "never"}" '
        f'fill-opacity="{share or 1}"/>'
        for number, share in enumerate(shares)
    )
    return f'<svg class="strip" width="{5 * len(shares)}" height="14" aria-hidden="true">{cells}</svg>'
