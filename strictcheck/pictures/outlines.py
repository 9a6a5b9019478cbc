"""`Outline`: what was looked at of some values, line by line, for every place where it can be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from strictcheck.demands import Demand
from strictcheck.pictures.bundles import bundle, chosen, write
from strictcheck.pictures.drawing import draw_svg
from strictcheck.pictures.lines import Line, Part, shortened
from strictcheck.pictures.outlining import lines_of
from strictcheck.pictures.pages import Fragment, figure_of, outline_page

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.tree import Tree

__all__ = ["WIDTH", "Outline"]

WIDTH = 100
INDENT, LINE = 4, 44  # columns of a terminal: for each step down, and for what is said there
SHALLOW = 8  # steps down that are drawn in any case, even if lines have to be broken


class Scope(NamedTuple):
    """Limits of a drawing: lines in all, steps down, and lines below one."""

    room: int
    depth: int
    widest: int


IN_TEXT, IN_SVG = Scope(60, SHALLOW, 20), Scope(60, 12, 20)
IN_HTML, IN_REPORT = Scope(2_000, 60, 500), Scope(200, 30, 50)


class Outline:
    """Demands as an outline; a notebook shows it as SVG, `print` and rich as a tree of lines.

    `parts` is a demand, or demands by name; `heading` stands above them, `ending` is one more line below.

    >>> print(Outline(Demand.parse("{'hosts': ['a', _, _], 'port': absent, **_}")))
    dict
    ├── 'hosts': list of 3
    │   ├── [0]: 'a'
    │   └── [1] … [2]: 2 more, not looked at
    ├── 'port': not there
    └── ... other keys, not asked for
    """

    def __init__(
        self, parts: Demand | Mapping[str, Demand] | Iterable[Part], heading: str = "", ending: Iterable[Line] = ()
    ) -> None:
        if isinstance(parts, Demand):
            parts = {"": parts}
        if isinstance(parts, Mapping):
            parts = [Part(str(name), demand) for name, demand in parts.items()]
        self._parts = [*parts]
        self._ending = [*ending]
        self.heading = shortened(heading, WIDTH)

    def _lines(self, scope: Scope) -> tuple[str, list[Line]]:
        """The heading, and what stands below it. A demand without a name and a heading is its own heading."""
        lines = [*lines_of(self._parts, room=scope.room, depth=scope.depth, widest=scope.widest), *self._ending]
        if not self.heading and len(lines) == 1 and not lines[0].label and lines[0].lines:
            return lines[0].text, lines[0].lines
        return self.heading, lines

    def svg(self) -> str:
        """The outline as a static SVG image."""
        return draw_svg(*self._lines(IN_SVG))

    def html(self) -> str:
        """The outline as one HTML page that needs nothing else; what is long or deep opens at a click."""
        return outline_page(*self._lines(IN_HTML))

    def fragment(self) -> Fragment:
        """The outline as a part of a page."""
        return figure_of(self._lines(IN_REPORT)[1])

    def text(self, width: int = WIDTH) -> str:
        """The outline as lines of at most `width` characters, without colours."""
        from strictcheck.pictures.printing import as_text  # rich is loaded by those who print

        return as_text(*self._lines(_narrow(width)), width)

    def save(self, file: str | Path) -> None:
        """Write the outline to `file`, in UTF-8, in the form that its ending says: `.svg`, `.html`, `.htm` or `.txt`.

        Raises `ValueError` for other endings, and `OSError`.
        """
        write(file, svg=self.svg, html=self.html, htm=self.html, txt=self.text)

    def __str__(self) -> str:
        return self.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Tree]:
        from strictcheck.pictures.printing import tree_of

        yield tree_of(*self._lines(_narrow(options.max_width)))

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        return chosen(bundle(self.svg(), self.text()), include, exclude)


def _narrow(width: int) -> Scope:
    return IN_TEXT._replace(depth=max((width - LINE) // INDENT, SHALLOW))
