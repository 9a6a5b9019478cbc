"""`python -m lazytree grade`: grade a student's search against alpha-beta, with feedback.

Compare a search that somebody wrote with alpha-beta, on random games or those of a file, and
say what is right, what is not yet, and why, on the smallest game that shows it.

SEARCH is FILE.py:NAME or MODULE:NAME, a function from a game to its value, or to (value, move).
What it expects of a game is found by trying, as in audit --help: positions with the names that
it asks for are made when it looks at them, so do not make a tree of nodes beforehand.

To pass, it has to find every value, and to look at those leaves that the rule has it look at,
each once, from left to right:

  --rule equality   stop where a move is as good as the other's bound (>= and <=)
  --rule strict     stop only where it is better (> and <)

Exit status 0 if it passes, 1 if not yet, 2 for bad input.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lazytree.cli.arguments import aside, engine_at, progress
from lazytree.cli.audit import add_game_options, games_of, kind_of
from lazytree.cli.result_pages import grade_report
from lazytree.engines.audit import Audit, Grade, StoppingRule, grade
from strictcheck.command_line import add_command, named_file
from strictcheck.errors import BadInput
from strictcheck.pictures import Report
from strictcheck.processes import Ended, in_fork

ROW: Sequence[str] = ("file", "passed", "points", "verdict", "line", "feedback")


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "a student's search, with feedback", __doc__)
    parser.add_argument("search", metavar="SEARCH", help="FILE.py:NAME, MODULE:NAME, or FOLDER:NAME for all its files")
    parser.add_argument(
        "--rule", choices=[rule.value for rule in StoppingRule], default="equality", help="(default: equality)"
    )
    add_game_options(parser)
    profile = "what the course asks: cs188 is strict, two ghosts, AlphaBetaAgent, two rounds"
    parser.add_argument("--profile", choices=PROFILES, help=profile)
    parser.add_argument("--pages", metavar="FOLDER", help="for a folder: a page for each of its files, as HTML")
    parser.add_argument("--csv", metavar="FILE", help="for a folder: a row for each of its files, with the feedback")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    """Grade, and print the feedback. Returns 0 if the search passes, otherwise 1."""
    _apply_profile(arguments)
    place = arguments.search.rpartition(":")[0]
    if place and Path(place).is_dir():
        return _grade_folder(arguments, Path(place))
    with progress("grading") as track:
        found = _grade_one(arguments, arguments.search, games_of(arguments), track=track)
    if arguments.json:
        told = {"passed": found.passed, "points": found.points, "rule": found.rule.value, "feedback": found.feedback}
        data = {**told, **found.audit.to_json()}
        print(json.dumps(data, default=repr))
    else:
        print(found.feedback)
    return 0 if found.passed else 1


def _grade_one(arguments: argparse.Namespace, search: str, games: Any, **more: Any) -> Grade:
    with aside():
        kind, rule = kind_of(arguments), StoppingRule(arguments.rule)
        engine = engine_at(search, kind, arguments.names)
        return grade(engine, games, rule=rule, seed=arguments.seed, kind=kind, limit=arguments.limit, **more)


PROFILES = {"cs188": {"rule": StoppingRule.STRICT.value, "turns": "Mmm", "depth": 6}}
"""Options by the course that asks for them, as the grader of that course does."""


def _apply_profile(arguments: argparse.Namespace) -> None:
    if arguments.profile is not None:
        vars(arguments).update(PROFILES[arguments.profile])
        if ":" not in arguments.search:
            arguments.search += ":AlphaBetaAgent"


def _grade_folder(arguments: argparse.Namespace, folder: Path) -> int:
    """Grade the function of this name in each file of a folder, on the same games. Returns 0 if all pass."""
    games, name = games_of(arguments), arguments.search.rpartition(":")[2]
    targets = [f"{file}:{name}" for file in sorted(folder.glob("*.py"))]
    if not targets:
        raise BadInput(f"{folder}: expected files of Python, *.py")
    rows = []
    for target in targets:
        rows.append(_row_of(arguments, target, games))
        print("{file}: {points} points, {verdict}".format_map(rows[-1]), flush=True)
    if arguments.csv is not None:
        with named_file(arguments.csv), open(arguments.csv, "w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, ROW)
            table.writeheader()
            table.writerows(rows)
    return 0 if all(row["passed"] for row in rows) else 1


def _row_of(arguments: argparse.Namespace, target: str, games: Any) -> dict[str, Any]:
    """Return the row of a file, graded in processes of its own: its imports and changes do not reach the next one."""
    file = Path(target.rpartition(":")[0])
    try:
        found: dict[str, Any] = in_fork(partial(_grade_file, arguments, file, target, games), None)
        return found
    except (BadInput, Ended) as error:
        told = str(error)
        line = re.search(r", line (\d+)\)$", told)  # as a syntax error ends
        _save_page(arguments, file, Report("Grade", told, False, ("file", "verdict"), [(file.name, told)]))
        return _row(file, False, 0, told, line[1] if line else "", told)


def _grade_file(arguments: argparse.Namespace, file: Path, target: str, games: Any) -> dict[str, Any]:
    found = _grade_one(arguments, target, games)
    _save_page(arguments, file, grade_report(file.name, found))
    line = _line_of(found.audit, file.name)
    return _row(file, found.passed, found.points, found.verdict, line, found.feedback)


def _line_of(found: Audit, file: str) -> str:
    """The line to look at: that of the edit that mends it, or the one that raised, if it is in this file."""
    if found.repair is not None:
        return str(found.repair.line)
    lines = [fault.line for fault in found.faults if fault.line is not None and Path(fault.line.file).name == file]
    told = re.search(rf"{re.escape(file)}:(\d+) in ", found.taken)  # of one that never came to an answer
    return str(lines[0].number) if lines else told[1] if told else ""


def _save_page(arguments: argparse.Namespace, file: Path, page: Report) -> None:
    if arguments.pages is not None:
        folder = Path(arguments.pages)
        with named_file(f"--pages {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
            page.save(folder / f"{file.stem}.html")


def _row(file: Path, *cells: Any) -> dict[str, Any]:
    return dict(zip(ROW, (file.name, *cells), strict=True))
