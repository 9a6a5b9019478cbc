"""Pictures of what a search looked at in a game: in the terminal, in a notebook, as an SVG file.

An observation of a search shows itself as the last line of a cell. It does not keep the game, so what was cut off is
drawn as stubs; `show(observation, game)` draws the same picture with everything that is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lazytree.games import End, Game, Max, Min
from lazytree.pictures.drawing import draw_svg
from lazytree.pictures.scenes import Scene, scene_of
from strictcheck import Demand, DemandError, Observation
from strictcheck.pictures import Constructor, chosen, register_picture

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.tree import Tree

__all__ = ["GamePicture", "show"]

ROOM_IN_TEXT, ROOM_IN_SVG = 60, 80
PLY, LINE = 4, 30  # columns of a terminal: for each ply, and for what is said at its end
SHALLOW = 8  # plies that are drawn in any case, even if lines have to be broken


class GamePicture:
    """A demand on a game, to be drawn; a notebook shows it as SVG, `print` and rich as a tree of lines.

    >>> from lazytree import alphabeta, from_nested
    >>> from strictcheck import observe
    >>> game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> print(GamePicture(observe(alphabeta, game).demand, game))
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

    def __init__(self, demand: Demand, game: Game[Any] | None = None) -> None:
        self.demand = demand
        self.game = game

    def svg(self) -> str:
        """The picture as a static SVG image. Raises `DemandError` if demand and game do not fit."""
        return draw_svg(scene_of(self.demand, self.game, room=ROOM_IN_SVG))

    def text(self, width: int = 80) -> str:
        """The picture as lines of at most `width` characters, without colours. Raises as `svg` does."""
        from lazytree.pictures.terminal import lines_of  # rich is loaded by those who print, not by `import lazytree`

        return lines_of(self._narrow_scene(width), width)

    def save(self, file: str | Path) -> None:
        """Write the SVG image to `file`, in UTF-8. Raises as `svg` does, and `OSError`."""
        Path(file).write_text(self.svg(), encoding="utf-8")

    def _narrow_scene(self, width: int) -> Scene:
        deepest = max((width - LINE) // PLY, SHALLOW)
        return scene_of(self.demand, self.game, room=ROOM_IN_TEXT, depth=deepest, apart=0, whole=False)

    def __str__(self) -> str:
        return self.text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Tree]:
        from lazytree.pictures.terminal import tree_of

        yield tree_of(self._narrow_scene(options.max_width))

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        return chosen({"image/svg+xml": self.svg(), "text/plain": self.text()}, include, exclude)


def show(seen: Observation[Any] | Demand, game: Game[Any] | None = None) -> GamePicture:
    """The picture of an observation of a search, or of a demand on a game, with the `game` itself if it is given.

    With the game, parts that were cut off are drawn, or counted where there are too many; what is not there yet of a
    lazy game is left alone. Forces nothing. Raises `DemandError` if no argument of the call was looked at as a game,
    and, when it is drawn, if demand and game do not fit.

    >>> from lazytree import alphabeta, from_nested
    >>> from strictcheck import observe
    >>> print(show(observe(alphabeta, from_nested([5, [2, 4]]))))
    Max
    ├── 5  #1
    └── Min
        ├── 2  #2
        └── 1 child, cut off
    """
    return GamePicture(seen if isinstance(seen, Demand) else _on_a_game(seen), game)


def _on_a_game(observation: Observation[Any]) -> Demand:
    demands = observation.demands
    found = next((demand for demand in demands.values() if _is_on_a_game(demand)), None)
    if found is None:
        shown = ", ".join(f"{name}: {demand.pretty(max_layers=5)}" for name, demand in demands.items()) or "no argument"
        raise DemandError(f"show: expected an observation of a search, with a game among its arguments; got {shown}")
    return found


def _is_on_a_game(demand: Demand) -> bool:
    for _, _, _, layer in demand.rows():
        return isinstance(layer, Constructor) and issubclass(layer.cls, (Max, Min, End))
    return False


register_picture(Max, Min, End, draw=GamePicture)
