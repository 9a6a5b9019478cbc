"""`show` and `compare`: the picture of what one search looked at in a game, or of what two did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.traversals import known_part
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.captions import heading, line_of
from lazytree.pictures.extras import ALL, animation
from lazytree.pictures.icicle import MANY, Icicle
from lazytree.pictures.page import encoded, figure, fragment, widget_class
from lazytree.pictures.scenes import Scene, SceneLimits, paint, scene_of
from lazytree.pictures.search_steps import Seen
from lazytree.pictures.tree_svg import draw_svg, width_of_tree
from strictcheck import Demand, Observation
from strictcheck.errors import DemandError, MissingExtra
from strictcheck.messages import shown
from strictcheck.pictures import KEPT, Fragment, bundle, packed, page, printed, register_picture, tree_of, write

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, Group

    from strictcheck.needless import Needless

# Of these the first that can be read in an image, and the last one in any case.
IN_SVG = [
    SceneLimits(room, apart=apart) for room, apart in ((80, 4), (50, 2), (30, 1), (16, 0), (8, 0), (5, 0), (3, 0))
]
READABLE = 950  # pixels: in a wider image text would be under 10 pixels in a column of a notebook
IN_TEXT = SceneLimits(room=60, apart=0)
IN_HTML = SceneLimits(room=150, depth=300, apart=4, folded=2_000, whole=MANY)
IN_REPORT = IN_HTML._replace(folded=200)  # of many pictures, and in a notebook
TABLE = ALL._replace(code=False, play=False)
# Nodes of the overview, where there is no room for all; and of the tree.
PARTS = ((4_000, 20), (4_000, 5), (1_500, 20), (1_500, 5), (400, 20), (400, 5), (120, 5))
SMALLER = [SceneLimits(60), *(SceneLimits(room, apart=0) for room in (20, 10, 5, 3))]
IN_NOTEBOOK = [  # the first that fits is kept
    (IN_REPORT, ALL),
    (IN_REPORT, ALL._replace(play=False)),  # code is there only if somebody asked for it
    (IN_REPORT, ALL._replace(code=False)),
    *((scope, TABLE) for scope in (IN_REPORT, IN_HTML._replace(folded=0), *SMALLER)),
    *((SceneLimits(room, apart=0), TABLE._replace(table=False, rows=rows)) for rows, room in PARTS),
    (SMALLER[-1], TABLE._replace(table=False)),
]
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

    def at(self, *path: int) -> GamePicture:
        """The picture of the part at `path`, child indices from the root, for when the whole is too big.

        Steps are counted from the first look at that part. Raises `DemandError` if the game has no such part.

        >>> from lazytree import alphabeta, from_nested
        >>> from strictcheck import observe
        >>> game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        >>> print(show(observe(alphabeta, game), game).at(1))
        alphabeta: 1 of 3 leaves forced
        Min
        ├── 2  #1
        └── 2 children with 2 leaves, cut off
        """
        return GamePicture([one.at(path) for one in self.seen], known_part(self.game, path))

    def svg(self, *, animated: bool = False) -> str:
        """Return the picture as an SVG image: a still one, or an `animated` one, which fills step by step, in a loop.

        Neither has a script. Raises `DemandError` if demand and game do not fit.
        """
        scene = _still(SearchedGame(self.seen, self.game))
        return draw_svg(scene, style=animation(scene) if animated else "")

    def icicle(self) -> Icicle:
        """The whole game at a glance, however big it is; looks in vain are hatched. Raises as `svg` does."""
        return Icicle(SearchedGame(self.seen, self.game))

    def html(self) -> str:
        """The picture as one HTML page that needs nothing else, and steps through the order of forcing.

        What is collapsed opens on a click. Raises as `svg` does.
        """
        scene = scene_of(self.seen, self.game, IN_HTML)
        return page(heading(scene.columns), fragment(scene))

    def fragment(self) -> Fragment:
        """The picture as a part of a page, which steps as the page of `html` does. Raises as `svg` does."""
        return fragment(scene_of(self.seen, self.game, IN_REPORT))

    def text(self, width: int = WIDTH) -> str:
        """The picture as lines of at most `width` characters, without colours. Raises as `svg` does."""
        return printed(_lines(SearchedGame(self.seen, self.game), width), width)

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
        return made(figure(scene_of(self.seen, self.game, IN_REPORT)), self._repr_mimebundle_())

    def __str__(self) -> str:
        return self.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Group]:
        yield _lines(SearchedGame(self.seen, self.game), options.max_width)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        columns = SearchedGame(self.seen, self.game)
        table = encoded(columns)
        has_room = len(packed(Fragment(table))) < KEPT  # or else a figure with the table would be drawn to be dropped
        sizes = ((scope, extras) for scope, extras in IN_NOTEBOOK if has_room or not extras.table)
        figures = (fragment(paint(columns, scope), extras, table) for scope, extras in sizes)
        return bundle(draw_svg(_still(columns)), printed(_lines(columns), WIDTH), figures)


def _still(columns: SearchedGame) -> Scene:
    """The scene of an image, small enough to be read."""
    scene = paint(columns, IN_SVG[0])
    for scope in IN_SVG[1:]:
        if width_of_tree(scene) <= READABLE:
            break
        scene = paint(columns, scope)
    return scene


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
