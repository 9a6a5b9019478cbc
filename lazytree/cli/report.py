"""`python -m lazytree report`: write an HTML page of the results of `compare`, `audit`, or a run of pytest."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any

from rich.console import Console

from lazytree.cli import audit, compare
from lazytree.engines.audit_pages import audit_report, game_case
from lazytree.games.recursion_limit import deep_recursion
from lazytree.searches.side_by_side import Tally
from strictcheck.errors import BadInput
from strictcheck.pictures import Case, Report

DESCRIPTION = """\
Write an HTML page: a table first, then each case with a picture that steps through the order
of looking. One file that needs nothing else, no server and no network."""

EPILOG = """\
  $ python -m lazytree report compare --search minimax --expect more
  $ python -m lazytree report audit broken-wide-root --output engine.html
  $ python -m lazytree report pytest tests/test_mine.py

What comes after compare or audit is as for these commands; what comes after pytest is handed to
it, with the option --demand-report (after --, if it begins with an option). Exit status as theirs."""


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = commands.add_parser(
        "report",
        help="an HTML page of what compare, audit, or a run of pytest finds",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=raw,
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True, dest="what")
    for name, about, module, run in (
        ("compare", "two searches on random games", compare, _compare),
        ("audit", "engines", audit, _audit),
    ):
        kind = kinds.add_parser(name, help=about, description=module.DESCRIPTION, formatter_class=raw)
        module.add_options(kind)
        _finish(kind, run)
    tests = kinds.add_parser("pytest", help="the tests of a run", description="Run pytest, with --demand-report.")
    _finish(tests, _pytest)
    tests.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="arguments of pytest")


def _finish(parser: argparse.ArgumentParser, run: Any) -> None:
    parser.add_argument(
        "--output", type=_file, default="report.html", metavar="FILE", help="where to (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def _file(text: str) -> Path:
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"expected a file in a directory that is there, got {text!r}")
    return path


def _write(report: Report, file: Path) -> int:
    try:
        report.save(file)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    print(f"{report.verdict}\nreport written to {file}")
    return 0 if report.good else 1


def _compare(arguments: argparse.Namespace) -> int:
    names = (arguments.search, arguments.against)
    with deep_recursion(compare.PLIES):
        tally = compare.fill_tally(compare.new_tally(arguments), arguments)
        return _write(comparison_report(tally, names, compare.title(arguments)), arguments.output)


def _audit(arguments: argparse.Namespace) -> int:
    return _write(audit_report(audit.audits_of(arguments)), arguments.output)


def _pytest(arguments: argparse.Namespace) -> int:
    import pytest  # imported late: the other commands do without

    own = arguments.arguments[arguments.arguments[:1] == ["--"] :]
    return int(pytest.main([f"--demand-report={arguments.output}", *own]))


def comparison_report(tally: Tally, names: tuple[str, str], title: str) -> Report:
    """Make a page for two searches: which claims hold on how many games, and the games that show it."""
    found = list(compare.claims(tally, names))
    rows = [(name, f"{count:,} of {tally.games:,}") for name, count, _ in found]
    bad = [name for name, _, good in found if good is False]
    verdict = f"not on all games: {'; '.join(bad)}" if bad else "as expected on all games"
    marks = [good for *_, good in found]
    return Report(title, verdict, not bad, ("what", "games"), rows, _cases(tally, names), marks)


def _cases(tally: Tally, names: tuple[str, str]) -> list[Case]:
    searches, smallest = (tally.first, tally.second), tally.counterexample()
    cases = []
    if smallest is not None:
        cases.append(game_case("The smallest game that tells", smallest, searches, names, good=False))
    if tally.pictured is not None:
        cases.append(
            game_case("One of the games", tally.pictured[1], searches, names, good=True if smallest is None else None)
        )
    out = io.StringIO()
    Console(file=out, width=100, force_jupyter=False).print(compare.histogram(tally, names, 100))
    return [*cases, Case("How big the games were, and how much was forced", out.getvalue().rstrip())]
