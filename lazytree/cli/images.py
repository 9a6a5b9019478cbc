"""`python -m lazytree images`: draw the images of the documentation."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from lazytree.games.making import from_nested, uniform
from lazytree.pictures import GamePicture, Icicle, compare, show
from lazytree.searches.minimax_and_alphabeta import alphabeta, minimax
from strictcheck import observe
from strictcheck.command_line import add_command, named_file

DESCRIPTION = """\
Draw the images that the documentation shows, and write them into DIRECTORY. They are the same
at each run; the README has them from notebooks/images, and a test tells when they are out of
date."""


def _alpha_beta() -> GamePicture:
    """Draw the game of the README, as alpha-beta sees it."""
    game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    # Without lines of code, because they change with each edit of a search.
    return show(observe(alphabeta, game), game)


def _icicle() -> Icicle:
    """A game of 1,024 leaves in random order, as alpha-beta sees it, and minimax."""
    random = Random(7)
    game = uniform(4, 5, [random.randint(-99, 99) for _ in range(4**5)])
    return compare(observe(alphabeta, game), observe(minimax, game), game).icicle()


IMAGES: dict[str, Callable[[], GamePicture | Icicle]] = {"alpha-beta.svg": _alpha_beta, "icicle.svg": _icicle}
"""Pictures by the names of their files."""


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "the images of the documentation, made anew", DESCRIPTION)
    parser.add_argument("directory", type=Path, metavar="DIRECTORY", help="where to; it is made if need be")


def run(arguments: argparse.Namespace) -> int:
    """Write the images, and print the name of each. Returns 0."""
    for name, draw in IMAGES.items():
        file = arguments.directory / name
        with named_file(file):
            arguments.directory.mkdir(parents=True, exist_ok=True)
            draw().save(file)
        print(file)
    return 0
