"""Pages: one HTML file that needs nothing else, no server and no network; and reports, with a table first.

A page has its style sheet and scripts in it, and says by their hashes that it wants no others: nothing that stands in a
value can run, and nothing is fetched; only images that the script makes of the page itself are let in. It follows the
reader's choice of dark or light.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from strictcheck.pictures.lines import shortened

LONGEST = 200  # characters in a cell of a table, or a heading
LONGEST_TEXT = 20_000
STYLE = Path(__file__).parent / "page.css"
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
def asset(file: Path) -> str:
    """Return a script or style sheet without comments and indentation: a notebook keeps a copy with each picture."""
    text = file.read_text(encoding="utf-8")
    return re.sub(r"^ *(?://.*\n|/\*.*\*/\n|)|  // .*$", "", text, flags=re.MULTILINE)


def page(title: str, *fragments: Fragment) -> str:
    """A whole page of these fragments, with each of their style sheets and scripts once; `title` is text.

    >>> "<title>a &lt; b</title>" in page("a < b", Fragment("<p>c</p>"))
    True
    """
    style = "\n".join(dict.fromkeys([asset(STYLE), *(one.style for one in fragments if one.style)]))
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


@dataclass(frozen=True)
class Figure:
    """A picture in a case, with what stands above it."""

    picture: Fragment
    caption: str = ""


@dataclass(frozen=True)
class Case:
    """One thing to look at: `text` is shown as it is. It is open from the start if it is to be, or not `good`."""

    title: str
    text: str = ""
    figures: Sequence[Figure] = ()
    good: bool | None = None
    shown: bool = False


@dataclass(frozen=True)
class Report:
    """A page: a verdict, a table, and cases.

    >>> report = Report("Numbers", "all is well", True, ("of", "equal"), [("values", "2 of 2")], [Case("values")])
    >>> report.html().count("<tr")
    2
    """

    title: str
    verdict: str
    good: bool
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    cases: Sequence[Case] = ()
    marks: Sequence[bool | None] = ()  # for each row, whether all is well there, if that can be said
    links: Sequence[int | None] = ()  # for each row, the case that tells more

    def html(self) -> str:
        """The page, which needs nothing else. What is text is escaped, and shortened if it is long."""
        return page(shortened(self.title, LONGEST), *self._fragments())

    def save(self, file: str | Path) -> None:
        """Write the page to `file`, in UTF-8. Raises `OSError`."""
        Path(file).write_text(self.html(), encoding="utf-8")

    def _fragments(self) -> Iterator[Fragment]:
        yield Fragment(f"<h1>{_text(self.title)}</h1>")
        yield Fragment(f'<p class="verdict {_class(self.good)}">{_text(self.verdict)}</p>')
        yield Fragment(self._table())
        for number, case in enumerate(self.cases):
            yield Fragment(_opening(number, case))
            for figure in case.figures:
                caption = f"<figcaption>{_text(figure.caption)}</figcaption>" if figure.caption else ""
                yield figure.picture._replace(html=f"<figure>{caption}{figure.picture.html}</figure>")
            yield Fragment("</div></details>")

    def _table(self) -> str:
        head = "".join(f"<th>{_text(name)}</th>" for name in self.columns)
        body = "\n".join(self._row(number, cells) for number, cells in enumerate(self.rows))
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'

    def _row(self, number: int, cells: Sequence[str]) -> str:
        mark = self.marks[number] if number < len(self.marks) else None
        link = self.links[number] if number < len(self.links) else None
        first, *rest = (_text(cell) for cell in cells)
        first = first if link is None else f'<a href="#case-{link}">{first}</a>'
        return f'<tr class="{_class(mark)}">' + "".join(f"<td>{cell}</td>" for cell in (first, *rest)) + "</tr>"


def _opening(number: int, case: Case) -> str:
    is_open = " open" if case.shown or case.good is False else ""
    text = f"<pre>{escape(_printable(case.text))}</pre>" if case.text else ""
    summary = f"<summary>{_text(case.title)}</summary>"
    # A link to something inside opens what is closed; one to the `details` itself would not.
    return f'<details class="case {_class(case.good)}"{is_open}>{summary}<div id="case-{number}">{text}'


def _text(text: str) -> str:
    return escape(shortened(text, LONGEST))


def _printable(text: str) -> str:
    """Lines of text, with escapes for what cannot be printed, and the middle left out if it is very long."""
    if len(text) > LONGEST_TEXT:
        half = LONGEST_TEXT // 2
        text = f"{text[:half]}\n…\n{text[-half:]}"
    return "\n".join(shortened(line, LONGEST_TEXT) for line in text.split("\n"))


def _class(good: bool | None) -> str:
    return {True: "good", False: "bad", None: ""}[good]
