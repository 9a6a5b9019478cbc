"""`python -m lazytree audit`: observe other people's engines, and explain how they differ from alpha-beta.

Run engines on random games, and tell of each whether its values and moves are right, how
what it looks at compares with alpha-beta, and why: the likely cause, the smallest game that
shows it, the edit that mends it, and what it costs on a typical game. Without ENGINE, all
engines of the packages that are installed, in one table.

ENGINE is MODULE:NAME or FILE.py:NAME, or a name of --list. What it is written for is found by
trying, and told: a board that moves are played on and taken back (as chess.Board), or a list of
cells (board[i] = "X"), states with successors (as CS188's GameState), a game with actions(state)
and result(state, action), nodes with children, nested lists or tuples, or lazytree's own Max, Min
and End; depth, alpha, beta and the like go by the names of parameters. Engines of packages come
with pip install "strictcheck[engines]".

  $ python -m lazytree audit broken-wide-root
  $ python -m lazytree audit my_engine.py:search
  $ python -m lazytree audit my_chess.py:negamax --fens positions.txt --depth 3

Exit status 1 if anything is wrong with one of them, 2 for bad input, 130 after Ctrl-C, with the
reports that are finished; --resume FILE keeps these.
Whatever an engine does, it gets a verdict: exceptions, endless loops, positions left changed,
moves that do not exist.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

from rich.console import Console

from lazytree.cli.arguments import (
    add_list_option,
    add_resume_option,
    aside,
    engine_at,
    going_on,
    object_at,
    positive,
    progress,
    read_games,
)
from lazytree.cli.result_pages import Kept, add_page_option, audit_report, report_of, write_page
from lazytree.engines.adapters import Engine, absent_packages, installed_engines
from lazytree.engines.adapters.meanings import WORDS
from lazytree.engines.adapters.styles import StyledEngine
from lazytree.engines.audit import Audit, audit
from lazytree.engines.audit.audit_games import ANY, PLAYERS, GameClass
from lazytree.engines.audit.audit_reports import table_of
from lazytree.engines.audit.findings import Cost
from lazytree.engines.own_positions import cost_on_positions
from lazytree.errors import BadGame
from lazytree.games.game import Game, Max, Min
from lazytree.searches.by_name import SEARCHES
from lazytree.searches.minimax_and_alphabeta import alphabeta
from strictcheck.command_line import INTERRUPTED, add_command, complain, keep_results, seconds
from strictcheck.errors import BadInput

WIDE = 132


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "what other people's engines look at, and why", __doc__)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="MODULE:NAME, FILE.py:NAME, or a name of --list")
    add_game_options(parser)
    parser.add_argument("--fens", metavar="FILE", help="costs on these positions of chess, a FEN a line (--depth: 3)")
    parser.add_argument("--positions", metavar="FILE.py:NAME", help="costs on positions that this function returns")
    add_list_option(parser, "engines", lambda: [*SEARCHES, *installed_engines()])
    add_resume_option(parser)
    add_page_option(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--table", action="store_true", help="a row for each engine, even if there is one only")
    form.add_argument("--json", action="store_true", help="write JSON, a line for each engine")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that choose games, and how an engine is run."""
    add = parser.add_argument
    add("--games", type=positive, default=300, metavar="N", help="how many games (default: %(default)s)")
    add("--seed", type=int, default=0, metavar="S", help="another seed, other games (default: %(default)s)")
    add("--file", metavar="FILE", help="these games instead, as JSON lines; - for standard input")
    add("--root", choices=["max", "min"], help="only games that this player begins")
    add("--turns", type=turns, metavar="PATTERN", help="who moves, over and over: Mm, or Mmm for two ghosts")
    add("--depth", type=positive, metavar="D", help="only games of D plies; shorter plays are made longer")
    add(
        "--scores",
        type=scores,
        default=ANY,
        metavar="LO..HI",
        help="all scores lie within, or are among these, as -10,0,10; an engine may count on that",
    )
    add(
        "--names",
        type=names,
        default={},
        metavar="NAME=WORD,...",
        help=f"meanings of names of its own, as zuege=moves, and of keys, as 1=player; words are {', '.join(WORDS)}",
    )
    add("--limit", type=seconds, default=10.0, metavar="S", help="seconds for a game (default: %(default)g)")


def turns(text: str) -> str:
    """Return the pattern of turns in `text`, which has M for Max and m for Min; otherwise raise for argparse.

    >>> turns("Mmm")
    'Mmm'
    """
    if not text or set(text) - {"M", "m"}:
        raise argparse.ArgumentTypeError(f"expected a pattern of M (Max) and m (Min), such as Mmm, got {text!r}")
    return text


def scores(text: str) -> GameClass:
    """Return the class of games with the scores in `text`, bounds or a list; otherwise raise for argparse.

    >>> scores("-1..1").scores, scores("0,10,-10").among
    ((-1, 1), (-10, 0, 10))
    """
    try:
        if ".." not in text:
            among = tuple(sorted({*map(int, text.split(","))}))
            return GameClass(scores=(among[0], among[-1]), among=among)
        low, high = map(int, text.split(".."))
    except ValueError:
        low, high = 1, 0
    if low > high:
        expected = "expected two whole numbers, the lower one first, as in -1..1, or all there are, as in -10,0,10"
        raise argparse.ArgumentTypeError(f"{expected}, got {text!r}")
    return GameClass(scores=(low, high))


def names(text: str) -> dict[str, str]:
    """Return the meanings of names in `text`; otherwise raise for argparse.

    >>> names("zuege=moves,tiefe=depth")
    {'zuege': 'moves', 'tiefe': 'depth'}
    """
    pairs = [pair.partition("=") for pair in text.split(",")]
    found = {name: word for name, _, word in pairs}
    if unknown := [word for word in found.values() if word not in WORDS]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of the words {', '.join(WORDS)}")
    return found


def kind_of(arguments: argparse.Namespace) -> GameClass:
    """Return the class of games that the arguments declare."""
    root = {"max": Max, "min": Min, None: None}[arguments.root]
    if arguments.turns and arguments.turns != "Mm":
        begins = PLAYERS[arguments.turns[0]]
        if root not in (None, begins):
            raise BadInput(f"--turns {arguments.turns}: {begins.__name__} begins, and --root says {arguments.root}")
        root = begins
    return replace(arguments.scores, root=root, turns=arguments.turns or "", depth=arguments.depth)


def games_of(arguments: argparse.Namespace) -> int | list[Game[Any]]:
    """Return the games, or how many to make, as the arguments say. Raises `BadInput` for a file that cannot be read."""
    if arguments.file is not None:
        found = list(read_games(arguments.file))
        if not found:
            raise BadInput(f"{arguments.file}: no games")
        return found
    games: int = arguments.games
    return games


def run(arguments: argparse.Namespace) -> int:
    """Audit, and print the reports. Returns 1 if anything is wrong, otherwise 0."""
    if arguments.html:
        if arguments.resume:
            raise BadInput("--resume: expected no --html; a page is made of engines that were all run for it")
        return write_page(audit_report(make() for _, make in audits_of(arguments) if make), arguments.html)
    shown: list[dict[str, Any]] = []
    stopped = ""
    try:
        _report_on_all(arguments, shown)
    except KeyboardInterrupt:
        reached = f"after {shown[-1]['engine']}" if shown else "before the first report"
        stopped = f"stopped {reached}; {going_on(arguments.resume)}"
    if not arguments.json and (arguments.table or not arguments.engines):
        _print_table(shown)
    if stopped:
        complain(stopped)
        return INTERRUPTED
    return 0 if all(told["fine"] for told in shown) else 1


def _report_on_all(arguments: argparse.Namespace, shown: list[dict[str, Any]]) -> None:
    """Add the report on each engine to `shown`, as soon as it is there."""
    kept = Kept()
    with keep_results(kept, arguments.resume, _identity_of(arguments)) as keep:
        for name, make in audits_of(arguments, kept.done):
            if make is not None:
                kept.done[name] = report_of(make())
                keep()
            shown.append(kept.done[name])
            if arguments.json:
                print(shown[-1]["line"], flush=True)
            elif not arguments.table and arguments.engines:
                print(("\n" if len(shown) > 1 else "") + shown[-1]["text"], flush=True)


def audits_of(
    arguments: argparse.Namespace, done: Collection[str] = ()
) -> Iterator[tuple[str, Callable[..., Audit] | None]]:
    """Yield the name of each engine, with a function that audits it, or None if it is among those that are `done`."""
    games, positions = games_of(arguments), _positions(arguments)
    with aside(), progress("finding out what they are written for"):
        kind, targets = kind_of(arguments), [target for target in arguments.engines if target not in done]
        engines = {target: engine_at(target, kind, arguments.names) for target in targets}
        if not arguments.engines:
            engines = {engine.name: engine for engine in _installed_engines()}
    for name in arguments.engines or engines:
        yield name, None if name in done else partial(_audit_one, engines[name], games, positions, arguments)


def _audit_one(engine: Engine, games: Any, positions: list[Any], arguments: argparse.Namespace) -> Audit:
    """Audit an engine, with a progress line on a terminal."""
    with aside(), progress(engine.name) as track:
        how: dict[str, Any] = {"seed": arguments.seed, "kind": kind_of(arguments), "limit": arguments.limit}
        found = audit(engine, games, **how, costs=not positions, track=track)
        return replace(found, costs=(_cost_on(positions, engine, arguments),)) if positions else found


def _positions(arguments: argparse.Namespace) -> list[Any]:
    """Return the positions that costs are to be told of; none if that is not asked for."""
    if arguments.positions is not None:
        return list(object_at(arguments.positions)())
    if arguments.fens is None:
        return []
    try:
        chess = import_module("chess")
        lines = Path(arguments.fens).read_text(encoding="utf-8").splitlines()
        return [chess.Board(line.strip()) for line in lines if line.strip()]
    except ImportError:
        raise BadInput('--fens: chess is not installed; pip install "strictcheck[engines]"') from None
    except (OSError, ValueError) as error:
        raise BadInput(f"--fens {arguments.fens}: {getattr(error, 'strerror', None) or error}") from None


def _cost_on(positions: list[Any], engine: Engine, arguments: argparse.Namespace) -> Cost:
    if not isinstance(engine, StyledEngine):
        raise BadInput(f"{engine.name}: expected one that plays on positions; it takes games, or is never right")
    try:
        return cost_on_positions(engine, positions, arguments.depth or 3, alphabeta)
    except BadGame as error:
        raise BadInput(str(error)) from None


def _identity_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Describe the work whose results `--resume` keeps; files by checksums, so that changed ones are noticed."""
    options = ("games", "seed", "limit", "root", "turns", "depth", "names", "file", "fens", "positions")
    files = [arguments.file, arguments.fens, *(engine.rpartition(":")[0] for engine in arguments.engines)]
    return {
        **{name: getattr(arguments, name) for name in options},
        "scores": str(arguments.scores),
        "engines": arguments.engines,
        "checksums": [crc32(Path(file).read_bytes()) for file in files if file and Path(file).is_file()],
    }


def _installed_engines() -> list[Engine]:
    engines = list(installed_engines().values())
    if absent := absent_packages():
        Console(stderr=True).print(
            f'not installed, and left out: {", ".join(absent)} (pip install "strictcheck\\[engines]")', highlight=False
        )
    if not engines:
        raise BadInput('no engine to audit; name one, or pip install "strictcheck[engines]"')
    return engines


def _print_table(shown: list[dict[str, Any]]) -> None:
    console = Console(highlight=False, legacy_windows=False)
    if not console.is_terminal:  # a file or a pager should not get lines broken at 80 columns
        console.width = max(console.width, WIDE)
    console.print(table_of([(told["row"], told["fine"]) for told in shown], console.width))
