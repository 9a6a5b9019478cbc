"""Reports: a page with a table first, and then each case with its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from strictcheck.pictures.lines import shortened
from strictcheck.pictures.pages import Fragment, page

LONGEST = 200  # characters in a cell of a table, or a heading
LONGEST_TEXT = 20_000


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
