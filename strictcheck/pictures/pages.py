"""Pages, and still images: one HTML file that needs nothing else, and images as a notebook keeps them.

A page has its style sheet and scripts in it, and says by their hashes that it wants no others: nothing that stands in a
value can run, and nothing is fetched; only images that the script makes of the page itself are let in. It follows the
reader's choice of dark or light.

The colours are of a palette that the colour-blind can tell apart (after Okabe and Ito), in light and in dark. An image
has them as attributes, for viewers that read no style sheets, and paper of its own behind it, so that they stand out
whatever it lies on. `dark_style` exchanges them for a reader who prefers dark.

JupyterLab shows no SVG of a notebook that it does not trust, and it trusts none that was run elsewhere; GitHub writes
SVG into its page, and takes parts of it away. Both show an `<img>` that has the SVG in its address, and so does
nbconvert. A picture that steps takes the place of its image where scripts run. A widget would not do for that: its
model is gone when the notebook is opened again.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, b85encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from itertools import starmap, zip_longest
from pathlib import Path
from string import Template
from typing import NamedTuple

from strictcheck.pictures.lines import shortened

LONGEST = 200  # characters in a cell of a table, or a heading
LONGEST_TEXT = 20_000
SMALLEST, READABLE = 11, 10  # pixels: the smallest text of an image, and how small it may get as the image is scaled
KEPT = 20_000  # characters in a notebook beyond the still image
STYLE, PALETTE, FRAME, UNPACK = (
    Path(__file__).parent / name for name in ("page.css", "palette.css", "page.html", "unpack.js")
)


class Fragment(NamedTuple):
    """A picture as a part of a page, with the style sheet and the scripts that the page has to have for it.

    A page joins the scripts of all its fragments to one module, each of them once; one that
    needs another waits until all have run. In a report, the `caption` stands above it.
    """

    html: str
    style: str = ""
    scripts: tuple[str, ...] = ()
    caption: str = ""


@cache
def asset(file: Path) -> str:
    """Return a script or style sheet without comments and indentation: a notebook keeps a copy with each picture."""
    text = file.read_text(encoding="utf-8")
    return re.sub(r"^ *(?://.*\n|/\*.*\*/\n|)|  // .*$", "", text, flags=re.MULTILINE)


def style_sheet(file: Path, who: str) -> str:
    """Return a style sheet, with the colours that all pictures and pages share before it, for the selector `who`."""
    return Template(asset(PALETTE)).substitute(who=who) + asset(file)


def page(title: str, *fragments: Fragment) -> str:
    """A whole page of these fragments, with each of their style sheets and scripts once; `title` is text.

    >>> "<title>a &lt; b</title>" in page("a < b", Fragment("<p>c</p>"))
    True
    """
    style = "\n".join(dict.fromkeys([style_sheet(STYLE, ":root"), *(one.style for one in fragments if one.style)]))
    script = "\n".join(dict.fromkeys(script for one in fragments for script in one.scripts))
    policy = f"default-src 'none'; style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    return Template(asset(FRAME)).substitute(
        title=escape(title),
        policy=policy + (f"; script-src {_hash(script)}" if script else ""),
        style=style,
        body="\n".join(one.html for one in fragments),
        script=f'<script type="module">{script}</script>\n' if script else "",
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@dataclass(frozen=True)
class Case:
    """One thing to look at: `text` is shown as it is. It is open from the start if it is to be, or not `good`."""

    title: str
    text: str = ""
    figures: Sequence[Fragment] = ()
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
                yield figure._replace(html=f"<figure>{caption}{figure.html}</figure>")
            yield Fragment("</div></details>")

    def _table(self) -> str:
        head = "".join(f"<th>{_text(name)}</th>" for name in self.columns)
        body = "\n".join(starmap(_row, zip_longest(self.rows, self.marks, self.links)))
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def _row(cells: Sequence[str], mark: bool | None, link: int | None) -> str:
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


class Ink:
    """Colours by their use, for light; `DARK` has those to exchange them for."""

    LOOKED, FIRST, SECOND = "#0072b2", "#bf4f00", "#007d5b"
    UNSEEN, TEXT, ON_LOOKED, PAPER = "#868686", "#5c6570", "#ffffff", "#fdfdfd"


DARK = {
    Ink.LOOKED: "#56b4e9",
    Ink.FIRST: "#f0883e",
    Ink.SECOND: "#2fc79a",
    Ink.UNSEEN: "#7d8792",
    Ink.TEXT: "#a3acb6",
    Ink.ON_LOOKED: "#08131c",
    Ink.PAPER: "#101418",
}


def dark_style(name: str) -> str:
    """A style sheet for an image of class `name`, for whoever prefers dark."""
    rules = "".join(
        f'.{name} [{what}="{light}"]{{{what}:{dark}}}' for light, dark in DARK.items() for what in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def svg_image(parts: Iterable[str], width: float, height: float, looks: str) -> str:
    """An SVG image of these parts; `looks` are attributes."""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {looks}>', *parts, "</svg>"])


def paper(width: float, height: float) -> str:
    """A sheet to lie behind an image."""
    return f'<rect class="paper" x="0" width="{width:.0f}" height="{height:.0f}" rx="6" fill="{Ink.PAPER}"/>'


def bundle(svg: str, text: str, figures: Iterable[Fragment] = ()) -> dict[str, str]:
    """A picture by media type: as HTML, as SVG, and as text.

    Where scripts run, the HTML turns into the first of the `figures` that steps and with which it is no more than
    `KEPT` characters longer than the still image; a picture gives the best first.

    >>> print(bundle("<svg><title>a &lt; b</title></svg>", "a < b")["text/html"])
    <img alt="a &lt; b" style="max-width: 100%; height: auto" src="data:image/svg+xml;base64,PHN2...">
    """
    name, width = re.search("<title>([^<]*)</title>", svg), re.search('<svg[^>]* width="([0-9]+)"', svg)
    data = b64encode(svg.encode()).decode()
    # An image is no smaller than it can be read at; a wider one is scrolled.
    least = f" min-width: {int(width[1]) * READABLE // SMALLEST}px;" if width else ""
    image = (
        f'<img alt="{name[1] if name else "a picture"}" style="max-width: 100%;{least} height: auto" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
    stepping = (_stepping(image, packed(figure)) for figure in figures if figure.scripts)
    html = next((one for one in stepping if len(one) - len(image) <= KEPT), image)
    return {"text/html": html, "image/svg+xml": svg, "text/plain": text}


def _stepping(image: str, data: str) -> str:
    """The image, and a script that puts the figure in its place. All of the figure is in the script, compressed, so
    that nothing of it is left where scripts are taken away, and a notebook stays small."""
    key = sha256(data.encode()).hexdigest()[:16]
    script = Template(asset(UNPACK)).safe_substitute(data=data, key=key)
    return f'<div data-picture="{key}">{image}</div>\n<script type="module">\n{script}</script>'


def packed(figure: Fragment) -> str:
    """A figure that steps as a notebook keeps it: style sheet, HTML and script, compressed, in base 85.

    >>> len(packed(Fragment("<p>a</p>" * 1000))) < 200
    True
    """
    parts = json.dumps([f"<style>{figure.style}</style>\n{figure.html}", "".join(figure.scripts)], ensure_ascii=False)
    return b85encode(zlib.compress(parts.encode(errors="replace"), 9)).decode()


def write(file: str | Path, **forms: Callable[[], str]) -> None:
    """Write the form that the ending of the name says, such as `svg=picture.svg`, to `file`, in UTF-8.

    Raises `ValueError` for another ending, before anything is drawn or written, and `OSError`.
    """
    form = forms.get(Path(file).suffix.lower().removeprefix("."))
    if form is None:
        raise ValueError(f"save(file={str(file)!r}): expected a name that ends with .{', .'.join(forms)}")
    Path(file).write_text(form(), encoding="utf-8")
