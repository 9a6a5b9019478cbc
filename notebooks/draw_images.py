"""Draw the images that the README shows: `python notebooks/draw_images.py [DIRECTORY]`, by default `notebooks/images`.

They are the same at each run; a test tells when they are out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from lazytree.games.making import from_nested, uniform
from lazytree.pictures import compare, show
from lazytree.searches.minimax_and_alphabeta import alphabeta, minimax
from strictcheck import observe


def _alpha_beta() -> str:
    """Draw the game of the README, as alpha-beta sees it."""
    game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    # Without lines of code, because they change with each edit of a search.
    return show(observe(alphabeta, game), game).svg()


def _icicle(width: int) -> str:
    """A game of 1,024 leaves in random order, as alpha-beta sees it, and minimax."""
    random = Random(7)
    game = uniform(4, 5, [random.randint(-99, 99) for _ in range(4**5)])
    return compare(observe(alphabeta, game), observe(minimax, game), game).icicle(width)


IMAGES: dict[str, Callable[[], str]] = {
    "alpha-beta.svg": _alpha_beta,
    "icicle.svg": partial(_icicle, 924),
    "icicle-narrow.svg": partial(_icicle, 420),  # for phones
}


def main(directory: Path) -> None:
    """Write each image into a directory, which is made if need be."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, draw in IMAGES.items():
        (directory / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:]) if sys.argv[1:] else Path(__file__).resolve().parent / "images")
