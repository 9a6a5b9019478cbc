"""HTML: one file that needs nothing else, no server, no script and no network.

The frame and the style sheet are in `page.html` beside this module; they follow the reader's choice of dark or light.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from strictcheck.pictures.lines import Line, Look, flat

__all__ = ["figure_of", "outline_page", "page"]

OPEN = 150  # so many lines are there to be seen without a click
LEGEND = {
    Look.SEEN: "looked at",
    Look.ABSENT: "asked for, and not there",
    Look.UNSEEN: "never looked at",
}


@cache
def _frame() -> Template:
    return Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))


def page(title: str, body: str) -> str:
    """A whole page: `title` is text, which is escaped, and `body` is HTML.

    >>> "<title>a &lt; b</title>" in page("a < b", "<p>c</p>")
    True
    """
    return _frame().substitute(title=escape(title), body=body)


def outline_page(heading: str, lines: Iterable[Line]) -> str:
    """An outline as a page of its own."""
    title = heading or "What was looked at"
    legend = " ".join(f'<span class="{look.name.lower()}">{text}</span>' for look, text in LEGEND.items())
    explained = f'<p class="outline">{legend} <span class="number">1.</span> <span class="label">the order</span></p>'
    return page(title, f"<h1>{escape(title)}</h1>\n{explained}\n{figure_of(lines)}")


def figure_of(lines: Iterable[Line]) -> str:
    """An outline as a part of a page: lists in lists, those that are far down or long closed.

    >>> print(figure_of([Line("", "<b>", Look.SEEN)]))
    <div class="outline"><ul>
    <li><span class="seen" title="looked at">&lt;b&gt;</span></li>
    </ul></div>
    """
    return "\n".join(['<div class="outline"><ul>', *_items(lines), "</ul></div>"])


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
    number = f'<span class="number">{line.number}.</span>' if line.number else ""
    hint = escape(line.look.value + (f", by {line.where}" if line.where else ""))
    return f'{label}<span class="{line.look.name.lower()}" title="{hint}">{escape(line.text)}</span>{number}'
