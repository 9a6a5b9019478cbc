"""`python -m lazytree compare`: compare the demands of two searches on random games.

Run two searches on random games, and tell whether they find the same values and look at
the same parts of the games in the same order. By default these are the two alpha-betas:
the one written by hand, and minimax over the lattice of clamping functions.

A quarter of the games is a single leaf, a third has more than 1,000. Exit status 1, and the
smallest game that tells, if the two differ; try --search broken-strict-cutoff.
"""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from itertools import islice
from typing import Any

from rich.bar import Bar
from rich.console import Console, RenderableType
from rich.table import Table

from lazytree.cli.arguments import add_resume_option, add_two_searches, going_on, positive, two_searches
from lazytree.cli.result_pages import add_page_option, game_case, write_page
from lazytree.games.making import to_json
from lazytree.games.sampling import sample_games
from lazytree.games.traversals import deep_recursion
from lazytree.pictures import compare
from lazytree.searches.side_by_side import SIZES, Compared, Comparison, Tally
from strictcheck.command_line import INTERRUPTED, add_command, keep_results, showing_progress
from strictcheck.pictures import Case, Report, printed

PLIES = 1_000  # deeper than every random game
WIDTH = 100  # columns of a table in a page
BAR, BESIDE = 16, 45  # columns of a terminal: for a bar, and for what stands beside it but the names


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "two searches on random games: what do they look at?", __doc__)
    add = parser.add_argument
    add("--games", type=positive, default=1_000, metavar="N", help="how many games (default: %(default)s)")
    add("--seed", type=int, default=0, metavar="S", help="another seed, other games (default: %(default)s)")
    add_two_searches(parser)
    add_resume_option(parser)
    add_page_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare, and print the report. Returns 0 if the two do the same on every game, otherwise 1."""
    names = (arguments.search, arguments.against)
    console = Console(highlight=False, legacy_windows=False)
    tally = Tally(*two_searches(*names))
    with deep_recursion(PLIES):
        if arguments.html:
            fill_tally(tally, arguments)
            return write_page(_page(tally, names, title(arguments)), arguments.html)
        with suppress(KeyboardInterrupt):
            fill_tally(tally, arguments)
        console.print(f"{title(arguments)}\n")
        console.print(_agreement(tally))
        console.print()
        console.print(histogram(tally, names, console.width))
        if len(tally.results) < arguments.games:
            console.print(f"\nstopped after {len(tally.results):,} games; {going_on(arguments.resume)}")
            return INTERRUPTED
        return _draw_game(console, tally, names)


def title(arguments: argparse.Namespace) -> str:
    """Return one line that names the searches and the games."""
    searches = f"{arguments.search} against {arguments.against}"
    return f"{searches} on {arguments.games:,} random games, seed {arguments.seed}"


def fill_tally(tally: Tally, arguments: argparse.Namespace) -> None:
    """Add the games to `tally`, with a progress line on a terminal. Needs deep recursion.

    If Ctrl-C ends this, `tally` has the games so far; with `--resume` they are kept.
    """
    identity = {name: getattr(arguments, name) for name in ("seed", "search", "against")}
    with keep_results(tally, arguments.resume, identity):
        games = islice(sample_games(arguments.games, arguments.seed), len(tally.results), None)
        with showing_progress("comparing") as show:
            for game in games:
                tally.add(game)
                show("", arguments.games, len(tally.results))


def claims(tally: Tally) -> list[tuple[str, int]]:
    """Return claims about two searches, each with the number of games on which it holds."""
    names = ("leaves forced in the same order", "demands equal", "values equal")
    return [(name, tally.count(badness)) for badness, name in enumerate(names)][::-1]


def _agreement(tally: Tally) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    for name, count in claims(tally):
        style = "green" if count == len(tally.results) else "bold red"
        table.add_row(f"{count:,} of {len(tally.results):,}", name, style=style)
    return table


def histogram(tally: Tally, names: tuple[str, str], width: int) -> RenderableType:
    """Table of sizes as QuickCheck classifies them, with the share of all leaves that each search forced.

    The bars take what room there is in `width`.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_footer=True)
    by_size = {size: [result for result in tally.results if result.size == size] for size in SIZES}
    total = sum(result.leaves for result in tally.results)
    table.add_column("games", "", justify="right")
    table.add_column("of this size", "in total", no_wrap=True)
    room = min(BAR, max(1, width - BESIDE - sum(max(len(name), 6) for name in names)))
    table.add_column("", "", width=room)
    table.add_column("leaves", f"{total:,}", justify="right")
    for name, share in zip(names, _shares(tally.results), strict=True):
        table.add_column(name, share, justify="right")
    for size, found in by_size.items():
        bar = Bar(max(map(len, by_size.values())), 0, len(found), width=room)
        leaves = sum(result.leaves for result in found)
        table.add_row(_share(len(found), len(tally.results)), SIZES[size], bar, f"{leaves:,}", *_shares(found))
    return table


def _shares(results: list[Compared]) -> list[str]:
    """Return, for each search, the share of the leaves of these games that it forced."""
    leaves = sum(result.leaves for result in results)
    return [_share(sum(result.forced[search] for result in results), leaves) for search in (0, 1)]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _draw_game(console: Console, tally: Tally, names: tuple[str, str]) -> int:
    """Write the smallest game on which they differ, and draw the one that shows most, as both searches saw it.

    Returns the exit status: 1 if there is a game on which they differ, 0 otherwise.
    """
    smallest = tally.counterexample()
    game, told = tally.drawn(smallest), f"one of the games, as {names[0]} and {names[1]} saw it"
    if smallest is not None:
        told = f"they differ; the smallest game that tells is\n\n  {json.dumps(to_json(smallest))}\n\n{told}"
    if game is not None:
        seen = Comparison.of(tally.first, tally.second, game)
        found = [f"{name}: {one.result}" for name, one in zip(names, (seen.first, seen.second), strict=True)]
        console.print("\n".join(["", told, "", *found, ""]), soft_wrap=True, markup=False)
        console.print(compare(seen.first, seen.second, game, names=names))
    return 0 if smallest is None else 1


def _page(tally: Tally, names: tuple[str, str], title: str) -> Report:
    """Make a page for two searches: which claims hold on how many games, and the games that show it."""
    found = claims(tally)
    rows = [(name, f"{count:,} of {len(tally.results):,}") for name, count in found]
    marks = [count == len(tally.results) for _, count in found]
    bad = [name for (name, _), good in zip(found, marks, strict=True) if not good]
    verdict = f"not on all games: {'; '.join(bad)}" if bad else "as expected on all games"
    return Report(title, verdict, not bad, ("what", "games"), rows, _cases(tally, names), marks)


def _cases(tally: Tally, names: tuple[str, str]) -> list[Case]:
    smallest = tally.counterexample()
    game, cases = tally.drawn(smallest), []
    if smallest is not None:
        cases.append(Case("The smallest game that tells", json.dumps(to_json(smallest)), good=False))
    if game is not None:
        cases.append(game_case("One of the games", game, (tally.first, tally.second), names, good=smallest is None))
    sizes = printed(histogram(tally, names, WIDTH), WIDTH)
    return [*cases, Case("How big the games were, and how much was forced", sizes)]
