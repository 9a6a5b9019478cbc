"""Results that are kept, and pages of them: a table first, then each case with a picture to step through.

`--html` of `compare` and `audit`, and `--pages` of `grade` write them.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Sequence
from pathlib import Path as File
from typing import Any

from lazytree.engines.audit import Audit, Grade, as_text
from lazytree.engines.audit.audit_reports import COLUMNS, row_of
from lazytree.games.game import Game
from lazytree.games.leaf_log import read_leaves
from lazytree.games.making import to_json
from lazytree.pictures import compare
from lazytree.searches.by_name import Search
from lazytree.searches.minimax_and_alphabeta import alphabeta
from strictcheck import Observation, observe
from strictcheck.command_line import named_file
from strictcheck.pictures import Case, Fragment, Report

WATCHED = ("alpha?", "beta?")
LONGEST = 2_000  # characters of a game


def game_case(
    title: str, game: Game[Any], searches: Sequence[Search], names: Sequence[str], *, good: bool | None
) -> Case:
    """Two searches on one game: the game, what they came to, and what they looked at, one laid over the other.

    Forces the game as far as the searches look, and raises what they raise.

    >>> from lazytree import from_nested, minimax
    >>> case = game_case("a game", from_nested([5, [2, 4]]), (alphabeta, minimax), ("alphabeta", "minimax"), good=True)
    >>> print(case.text)
    {"max": [5, {"min": [2, 4]}]}
    <BLANKLINE>
    alphabeta finds 5
    minimax finds 5
    """
    first, second = (_watched(search, game) for search in searches)
    found = [f"{name} finds {one.result}" for name, one in zip(names, (first, second), strict=True)]
    text = json.dumps(to_json(game), default=repr)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    figure = compare(first, second, game, names=names).fragment()
    return Case(title, "\n".join([shown, "", *found]), [figure], good=good, shown=True)


def _watched(search: Search, game: Game[Any]) -> Observation[Any]:
    return observe(search, game, where=True, watch=WATCHED)


REPORT = ("engine", "text", "line", "row", "fine")


class Kept:
    """Reports that `--resume` keeps: those that are finished, by the name of the engine."""

    def __init__(self) -> None:
        self.done: dict[str, dict[str, Any]] = {}

    def to_json(self) -> dict[str, Any]:
        """The reports as data that `json.dumps` can write."""
        return self.done

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from what `to_json` gave. Raises what bad data leads to."""
        self.done = {name: {part: told[part] for part in REPORT} for name, told in data.items()}


def report_of(audit: Audit) -> dict[str, Any]:
    """The report of an audit in each form that the command prints."""
    parts = audit.engine, as_text(audit), json.dumps(audit.to_json(), default=repr), row_of(audit), audit.fine
    return dict(zip(REPORT, parts, strict=True))


def audit_report(audits: Iterable[Audit]) -> Report:
    """A page for audits: a row for each engine, and what there is to say of each, on the game that shows it.

    >>> from lazytree.engines.audit import audit
    >>> from lazytree.searches.known_bugs import wide_root
    >>> audit_report([audit(wide_root, games=8, costs=False)]).verdict
    '1 engine audited; trouble with 1'
    """
    found = list(audits)
    trouble = sum(not one.fine for one in found)
    return Report(
        "What engines look at",
        f"{len(found):,} engine{'' if len(found) == 1 else 's'} audited; trouble with {trouble:,}",
        not trouble,
        COLUMNS,
        [row_of(one) for one in found],
        [_engine_case(one) for one in found],
        [one.fine for one in found],
        range(len(found)),
    )


def _engine_case(audit: Audit) -> Case:
    return Case(f"{audit.engine}: {audit.verdict}", as_text(audit), _figures(audit), good=audit.fine)


def _figures(audit: Audit, reference: Search = alphabeta, name: str = "alpha-beta") -> list[Fragment]:
    """Draw the engine beside a right search on the game that shows the trouble, if there is one."""
    example = audit.example
    if example is None:
        return []
    seen = read_leaves(example.game, example.found), _watched(reference, example.game)
    return [compare(*seen, example.game, names=(audit.engine, name)).fragment()]


def grade_report(file: str, grade: Grade) -> Report:
    """A page for the grade of a file: its feedback, and the game that shows it, beside a search by the same rule.

    >>> from lazytree.engines.audit import grade
    >>> from lazytree.searches.known_bugs import wide_root
    >>> grade_report("root.py", grade(wide_root, games=8)).verdict
    'root.py: root not narrowed'
    """
    told = f"{file}: {grade.verdict}"
    figures = _figures(grade.audit, grade.rule.reference, f"alpha-beta ({grade.rule})")
    case = Case(told, grade.feedback, figures, good=grade.passed, shown=True)
    row = [file, str(grade.points), grade.verdict]
    return Report("Grade", told, grade.passed, ("file", "points", "verdict"), [row], [case], [grade.passed], range(1))


def add_page_option(parser: ArgumentParser) -> None:
    """Add `--html`, which names the file of the page."""
    parser.add_argument("--html", type=_file, metavar="FILE", help="write a page with pictures that step, instead")


def _file(text: str) -> File:
    path = File(text)
    if path.is_dir() or not path.parent.is_dir():
        raise ArgumentTypeError(f"expected a file in a directory that is there, got {text!r}")
    return path


def write_page(report: Report, file: File) -> int:
    """Write the page, and print its verdict. Returns the exit status. Raises `BadInput` if it cannot be written."""
    with named_file(file):
        report.save(file)
    print(f"{report.verdict}\nreport written to {file}")
    return 0 if report.good else 1
