"""`show` and `compare`: the picture of what one search looked at in a game, or of what two did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lazytree.games.game import End, Game, Max, Min
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.captions import heading, line_of
from lazytree.pictures.page import ALL, encoded, fragment, widget_class
from lazytree.pictures.scenes import Scene, SceneLimits, paint, parts_of
from lazytree.pictures.search_steps import Seen
from lazytree.pictures.stills import MARGIN, NARROWEST, animation, draw_still, draw_svg
from lazytree.pictures.tree_svg import width_of_tree
from strictcheck import Demand, Observation
from strictcheck.errors import DemandError, MissingExtra
from strictcheck.messages import shown
from strictcheck.pictures import KEPT, Fragment, bundle, packed, page, printed, register_picture, tree_of, write

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, Group

    from strictcheck.needless import Needless

IN_TREE = [
    SceneLimits(room, apart=apart)
    for room, apart in ((80, 4), (50, 2), (30, 1), (16, 0), (8, 0), (5, 0), (3, 0), (2, 0))
]
READABLE = 950  # pixels: in a wider tree text would be under 10 pixels in a column of a notebook
ICICLE = 924  # pixels
IN_TEXT = SceneLimits(room=60, apart=0)
IN_PAGE, IN_REPORT = 2_000, 200  # parts that open: in a page, and in one of many pictures, or in a notebook
PLAIN = ALL._replace(code=False, play=False, png=False, reasons=False, piles=False)
SMALL = ALL._replace(piles=False)
OVERVIEWS = (4_000, 1_500, 400, 120)  # nodes of an overview, where there is no room for all
WIDTH = 80  # columns of a terminal
PLY, LINE = 4, 30  # columns: for each ply, and for what is said at its end
SHALLOW = 8  # plies that are drawn in any case, even if lines have to be broken


class GamePicture:
    """A game and what was seen of it, to be drawn: by `show` of one search, by `compare` of two.

    `print` and rich show it as a tree of lines; a notebook as a figure to step through, which it keeps: no kernel is
    needed when it is opened again. Where no scripts run, a still image is in its place.

    >>> from lazytree import alphabeta, from_nested
    >>> from strictcheck import observe
    >>> game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> seen = observe(alphabeta, game)
    >>> print(GamePicture(seen.demand, game))
    alphabeta: 7 of 9 leaves forced, result 3
    Max
    ├── Min
    │   ├── 3  #1
    │   ├── 12  #2
    │   └── 8  #3
    ├── Min
    │   ├── 2  #4
    │   └── 2 children with 2 leaves, cut off
    └── Min
        ├── 14  #5
        ├── 5  #6
        └── 2  #7
    """

    def __init__(self, seen: Demand | Sequence[Seen], game: Game[Any] | None = None) -> None:
        self.seen = [Seen.of_demand(seen)] if isinstance(seen, Demand) else list(seen)
        self.game = game

    def _columns(self) -> SearchedGame:
        return SearchedGame(self.seen, self.game)

    def svg(self, *, animated: bool = False) -> str:
        """Return the picture as an SVG image: a still one, or an `animated` one, which fills step by step, in a loop.

        Neither has a script. Raises `DemandError` if demand and game do not fit.
        """
        scene = readable(self._columns())
        return draw_svg(scene, animation(scene) if animated else "")

    def icicle(self, width: int = ICICLE) -> str:
        """Return the whole game at a glance, however big it is, as a still SVG image of so many pixels, from 420 on.

        Raises as `svg` does.
        """
        return draw_still(self._columns(), icicle=max(width, NARROWEST) - 2 * MARGIN)

    def html(self) -> str:
        """The picture as one HTML page that needs nothing else, and steps through the order of forcing.

        What is collapsed opens on a click. Raises as `svg` does.
        """
        scene = readable(self._columns(), IN_PAGE)
        return page(heading(scene.columns), fragment(scene))

    def fragment(self) -> Fragment:
        """The picture as a part of a page, which steps as the page of `html` does. Raises as `svg` does."""
        return fragment(readable(self._columns(), IN_REPORT))

    def text(self, width: int = WIDTH) -> str:
        """The picture as lines of at most `width` characters, without colours. Raises as `svg` does."""
        return printed(_lines(self._columns(), width), width)

    def save(self, file: str | Path, *, animated: bool = False) -> None:
        """Write the picture to `file`, in UTF-8, in the form that its ending says: `.svg`, `.html`, `.htm` or `.txt`.

        `animated` is as in `svg`, and of no effect on other forms; the page has a button that saves a PNG. Raises
        `ValueError` for other endings, `OSError`, and else as `svg` does.
        """
        write(file, svg=partial(self.svg, animated=animated), html=self.html, htm=self.html, txt=self.text)

    def widget(self) -> Any:
        """The picture as a widget that steps like the page of `html`, to stand among others of ipywidgets.

        A notebook that is opened again without its kernel has no widgets, unless it was saved with their state.

        Raises `MissingExtra` without anywidget, and else as `svg` does.
        """
        try:
            made = widget_class()
        except ImportError:
            raise MissingExtra(
                'GamePicture.widget needs anywidget, which is not installed: pip install "strictcheck[notebook]"'
            ) from None
        return made(self.fragment().html, self._repr_mimebundle_())

    def __str__(self) -> str:
        return self.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Group]:
        yield _lines(self._columns(), options.max_width)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        columns = self._columns()
        return bundle(draw_svg(readable(columns)), printed(_lines(columns), WIDTH), _for_notebook(columns))


def readable(columns: SearchedGame, folded: int = 0) -> Scene:
    """The biggest scene of which the tree can be read as a whole, or else the smallest; with parts that open."""
    return paint(columns, _readable_limits(columns, live=folded > 0)[0]._replace(folded=folded))


def _readable_limits(columns: SearchedGame, *, live: bool) -> list[SceneLimits]:
    for at, limits in enumerate(IN_TREE):
        if width_of_tree(paint(columns, limits), live=live) <= READABLE:
            return IN_TREE[at:]
    return IN_TREE[-1:]


def _for_notebook(columns: SearchedGame) -> Iterator[Fragment]:
    """Figures of a game, the best first. Those that step have a table of all nodes, which may have no room at all."""
    if len(packed(Fragment(encoded(columns)))) < KEPT:
        scene = readable(columns, IN_REPORT)
        code = ALL._replace(play=False), SMALL._replace(play=False)
        for extras in (ALL, *code, SMALL._replace(code=False), PLAIN._replace(reasons=True), PLAIN):
            yield fragment(scene, extras)
        for limits in _readable_limits(columns, live=True):
            yield fragment(paint(columns, limits), PLAIN)
    scene = paint(columns, IN_TREE[-1])
    for part in parts_of(scene.root):  # what was known before the end may take more room than all the rest
        part.values, part.windows = tuple(known[-1:] for known in part.values), tuple(one[:1] for one in part.windows)
    for rows in OVERVIEWS:
        yield fragment(scene, PLAIN._replace(rows=rows))


def _lines(columns: SearchedGame, width: int = WIDTH) -> Group:
    """The heading, and the tree below it."""
    from rich.console import Group
    from rich.text import Text

    scene = paint(columns, IN_TEXT._replace(depth=max((width - LINE) // PLY, SHALLOW)))
    tree = tree_of(scene.root, lambda part: part.children, lambda part: line_of(part, columns.names))
    return Group(Text(heading(columns), style="bold"), tree)


def show(
    seen: Observation[Any] | Demand, game: Game[Any] | None = None, *, needless: Needless | None = None
) -> GamePicture:
    """The picture of an observation of a search, or of a demand on a game, with the `game` itself if it is given.

    With the game, parts that were cut off are drawn, or counted where there are too many; what is not there yet of a
    lazy game is left alone. What `find_needless(seen)` found to be looked at in vain is hatched, and has its witness in
    its hint. Forces nothing. Raises `TypeError` for what is neither observation nor demand, and
    `DemandError` if no argument of the call was looked at as a game, and, when it is drawn, if demand and game do not
    fit.

    >>> from lazytree import alphabeta, from_nested
    >>> from strictcheck import observe
    >>> print(show(observe(alphabeta, from_nested([5, [2, 4]]))))
    alphabeta: 2 leaves forced, result 5
    Max
    ├── 5  #1
    └── Min
        ├── 2  #2
        └── 1 child, cut off
    """
    return GamePicture(seen if isinstance(seen, Demand) else [_seen(seen, "show", needless=needless)], game)


def compare(
    first: Observation[Any], second: Observation[Any], game: Game[Any] | None = None, *, names: Sequence[str] = ("", "")
) -> GamePicture:
    """The picture of what two searches looked at in one game: both of them, the first only, the second only.

    Both are observed before, with `watch=("alpha", "beta")` if windows are to be drawn, and with `where=True` for the
    lines of code. `names` are theirs, if those of the functions do not tell. The `game` is as in `show`. Forces
    nothing. Raises `TypeError` for what is no observation, and `DemandError` if one is of no game, or if the two are
    not of one.

    >>> from lazytree import alphabeta, from_nested, minimax
    >>> from strictcheck import observe
    >>> game = from_nested([[3, 5], [2, 9]])
    >>> print(compare(observe(alphabeta, game), observe(minimax, game)))
    alphabeta forced 3 leaves, minimax forced 4 leaves, of 4; result 3
    Max
    ├── Min
    │   ├── 3  #1
    │   └── 5  #2
    └── Min
        ├── 2  #3
        └── 9  #4  only minimax
    """
    one, other = (_seen(seen, "compare", name) for seen, name in zip((first, second), names, strict=True))
    try:
        # Of one value if one looked at no more than the other; or else if they have a join, which takes much longer.
        _ = one.demand <= other.demand or other.demand <= one.demand or one.demand | other.demand
    except DemandError as error:
        raise DemandError(f"compare: expected two observations of one game; their {error}") from None
    return GamePicture([one, other], game)


def _seen(observation: Observation[Any], caller: str, name: str = "", needless: Needless | None = None) -> Seen:
    if not isinstance(observation, Observation):
        raise TypeError(f"{caller}({shown(observation)}): expected an observation; pass observe(search, game)")
    return Seen.of(observation, name, needless)


register_picture(Max, Min, End, draw=GamePicture)
