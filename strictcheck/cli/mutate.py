"""Do the tests notice when a function looks at more than it has to?

Run the tests that call a function, with mutants in its place: each is the function, but
looks at more of one of its arguments, first, or by a slip in its source: a list in place
of a generator, another comparison, a missing way out. Tests that pass all the same do not
test laziness, however many values they check.

  $ strictcheck mutate src/evens.py::first_even tests/test_evens.py -k "not slow"

What follows the function goes to pytest. First the tests run as they are, and have to pass.
For each mutant that survives a test is shown that would notice it, made of a call of your
tests; it was seen to fail with the mutant, and to pass without. Exit status 1 if a mutant
survives, 2 and one line if there is nothing to mutate or no test to notice. Iterators are
looked ahead in, not used up; no mutant forces more than 10,000 parts in one call.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count
from pathlib import Path
from textwrap import indent
from typing import Any

from strictcheck.command_line import add_command, last_error
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped
from strictcheck.mutation.mutants import MUTANTS, VARIABLE
from strictcheck.mutation.suggesting import NO_DIFFERENCE

PLUGIN = "strictcheck.mutation.mutant_plugin"
ANY = "any"
PASSED, NO_TESTS = 0, 5
NO_SUGGESTION = "\nNo call of your tests, as far as it can be written out and repeated, would show it if {} {}."
NOTHING_TRIED = """
nothing was tried, so nothing is shown: in the tests' calls, no mutant is known to read
more than the function; add a test that calls it with parts that it does not need
(iterators within an argument are not read ahead: pass one as an argument itself)"""
ALIKE = (
    "Not tried, for it would make no difference in the tests' calls: that it {}{}. Add a call in which it does, or "
    "check_spec(f, like(g)), which looks for one."
)
MOST_ALIKE = 3
COLUMNS = 80  # in a line with more, the fate stands below the deed


class Fate(Enum):
    """Fate of a mutant, in words; `by` is the test that noticed it, or why it was skipped."""

    NOTICED = "noticed: {by}"
    SURVIVED = "SURVIVED; no test would notice"
    UNOBSERVED = "SURVIVED; no test watches how much is read"
    SAME = "no different"  # the tests' calls read that anyway
    SKIPPED = "skipped: {by}"  # no call has an argument of which a mutant could read more


@dataclass(frozen=True)
class Target:
    """Function by its file and qualified name."""

    file: Path
    function: str


@dataclass(frozen=True)
class MutantOutcome:
    """Fate of a mutant of an argument and a kind, and the test that noticed it, or why it was skipped.

    If no test watches an argument, one outcome stands for its mutants of all kinds.
    """

    argument: str
    kind: str
    fate: Fate
    by: str = ""

    @property
    def survived(self) -> bool:
        """True if all tests pass with it, and some should not."""
        return self.fate in (Fate.SURVIVED, Fate.UNOBSERVED)


@dataclass(frozen=True)
class Tests:
    """Tests that call the function: their names, its arguments, the mutants of each that could show.

    `patience` is the most time with a mutant: ten seconds, and five times as long as without.

    `suggested` has tests of the arguments that no test watches, as `suggestions` has them.
    `idle` has the arguments that are numbers, strings and the like in all calls, or are not passed, with the reason.
    `slips` has, by argument and kind, the words for mutants with which calls of the tests return the same and look at
    more; `alike` has those for mutants that make no difference in them.
    """

    names: tuple[str, ...]
    arguments: tuple[str, ...]
    telling: dict[str, list[str]]
    patience: float
    idle: dict[str, str]
    suggested: list[list[str]]
    slips: dict[str, dict[str, str]]
    alike: list[str]

    def kinds(self, argument: str) -> list[str]:
        """Kinds of mutants of an argument."""
        return [*MUTANTS, *self.slips.get(argument, ())]

    def deed(self, argument: str, kind: str) -> str:
        """Describe a mutant."""
        return self.slips.get(argument, {}).get(kind) or MUTANTS["nf" if kind == ANY else kind].format(f"`{argument}`")


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "do the tests notice when a function looks at more than it has to?", __doc__)
    parser.add_argument("function", metavar="PATH::FUNCTION", help="the function, or PATH::CLASS.METHOD")
    parser.add_argument("pytest", nargs=argparse.REMAINDER, metavar="...", help="which tests, and options for pytest")


def run(arguments: argparse.Namespace) -> int:
    """Print the fate of each mutant. Returns 0 if none survived, 1 if one did, 2 if none could be tried."""
    target = find_target(arguments.function)
    given = arguments.pytest[1:] if arguments.pytest[:1] == ["--"] else arguments.pytest
    tests = survey(target, given)
    print(f"{target.function}: {_number(len(tests.names), 'test')} of it, passed without a mutant\n", flush=True)
    fates: Counter[Fate] = Counter()
    survivors = []
    width = max(len(tests.deed(name, kind)) for name in tests.arguments for kind in MUTANTS)
    for outcome in mutate(target, tests, given):
        fates[outcome.fate] += 1
        survivors += [outcome] * outcome.survived
        deed, became = tests.deed(outcome.argument, outcome.kind), outcome.fate.value.format(by=outcome.by)
        line = f"  {deed:{width}}  {became}"
        if outcome.fate is not Fate.SAME:
            print(line if len(line) <= COLUMNS else f"  {deed}\n      {became}", flush=True)
    if same := fates[Fate.SAME]:
        print(f"  {_number(same, 'other mutant')} would read no more: the tests' calls read all that anyway")
    if tests.alike:
        more = f", and {len(tests.alike) - MOST_ALIKE} more" * (len(tests.alike) > MOST_ALIKE)
        print(wrapped(f"\n{ALIKE.format(', or '.join(tests.alike[:MOST_ALIKE]), more)}", COLUMNS))
    unobserved = [one.argument for one in survivors if one.fate is Fate.UNOBSERVED]
    _show_suggestions(target.function, tests, [one for one in tests.suggested if one[0] in unobserved])
    if len(survivors) > len(unobserved):
        _show_suggestions(target.function, tests, suggest(target, tests, survivors, given))
    noticed, survived = fates[Fate.NOTICED], len(survivors)
    tried = _number(noticed + survived, "mutant")
    if not noticed + survived:
        print(NOTHING_TRIED)
        return 2
    print(f"\n{noticed} of {tried} noticed, {survived} survived")
    return 1 if survived else 0


def _show_suggestions(function: str, tests: Tests, suggestions: list[list[str]]) -> None:
    for argument, kind, text in suggestions:
        deed = tests.deed(argument, kind)
        if text:
            print("\n" + wrapped(f"This test fails if {function} {deed}, and passes as it is:\n", COLUMNS))
            print(indent(_renamed(text, tests.names), "    ").rstrip(), flush=True)
        else:
            print(wrapped(NO_SUGGESTION.format(function, deed), COLUMNS))


def _renamed(text: str, tests: Iterable[str]) -> str:
    """Number the test in a text if there is one of that name: pasted into its file, it would take its place."""
    known = {one.rpartition("::")[2].partition("[")[0] for one in tests}
    name = text.partition("def test_")[2].partition("(")[0]
    free = (f"{name}_{number}" for number in count(2) if f"test_{name}_{number}" not in known)
    new = next(free) if f"test_{name}" in known else name
    return text.replace(f"def test_{name}(", f"def test_{new}(")


def _number(many: int, what: str) -> str:
    return f"{many:,} {what}" if many == 1 else f"{many:,} {what}s"


def find_target(text: str) -> Target:
    """Return the function named `path::function` or `path::Class.method`.

    Raises `BadInput` if there is no such file; the function is looked for when the tests run.

    >>> find_target("take")
    Traceback (most recent call last):
    ...
    strictcheck.errors.BadInput: 'take' does not name a function; write path/to/file.py::function
    """
    path, _, function = text.rpartition("::")
    if not path or not function:
        raise BadInput(f"{text!r} does not name a function; write {_spellings(text)}")
    if not Path(path).is_file():
        raise BadInput(f"{path}: there is no such file")
    return Target(Path(path).resolve(), function)


def _spellings(path: str) -> str:
    """Return how the functions of a file are named, as far as there are any."""
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError):
        return "path/to/file.py::function"
    names = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return " or ".join(f"{path}::{name}" for name in names[:5]) or f"{path}::Class.method"


def survey(target: Target, pytest_arguments: Sequence[str] = ()) -> Tests:
    """Run the tests as they are. Raises `BadInput` if they fail, or if none of them calls the function."""
    started = time.monotonic()
    status, report, output = _run_pytest(target, pytest_arguments, {}, None)
    patience = 10 + 5 * (time.monotonic() - started)
    name = f"{target.function} of {target.file.name}"
    if report.get("noticed"):
        raise BadInput(
            f"without any mutant, {report['noticed']} fails: {report['error']}; mutants need tests that pass"
        )
    if report.get("problem"):
        raise BadInput(f"{name} {report['problem']}")
    if status == NO_TESTS:
        raise BadInput("pytest found no tests; name them after the function, as for pytest itself")
    if status != PASSED:
        raise BadInput(f"pytest ended with exit status {status}: {last_error(output)}")
    if not report.get("seeded"):  # with `--help`, pytest runs nothing
        raise BadInput(f"the tests never import {target.file}; name those that do, as for pytest itself")
    if not report["tests"]:
        raise BadInput(f"no test calls {name}; name those that do, as for pytest itself")
    names, arguments = tuple(report["tests"]), tuple(report["arguments"])
    idle, suggested, slips = report["idle"], report["suggested"], report["slips"]
    return Tests(names, arguments, report["telling"], patience, idle, suggested, slips, report["alike"])


def mutate(target: Target, tests: Tests, pytest_arguments: Sequence[str] = ()) -> Iterator[MutantOutcome]:
    """Run the tests that call the function with each mutant; yields the outcomes one by one.

    A mutant with which they take longer than `tests.patience` counts as noticed.
    """
    for argument in tests.arguments:
        if argument not in tests.telling:
            reason, is_same = tests.idle.get(argument, ""), [argument, NO_DIFFERENCE, ""] in tests.suggested
            fate = Fate.SKIPPED if reason else Fate.SAME if is_same else Fate.UNOBSERVED
            yield MutantOutcome(argument, ANY, fate, reason)
            continue
        for kind in tests.kinds(argument):
            if kind in MUTANTS and kind not in tests.telling[argument]:
                yield MutantOutcome(argument, kind, Fate.SAME)
            else:
                # Called while modules are imported, it belongs to no test, and any test may notice.
                only = None if "" in tests.names else list(tests.names)
                yield _try_mutant(target, pytest_arguments, {"mutant": [argument, kind], "tests": only}, tests.patience)


def _try_mutant(target: Target, arguments: Sequence[str], order: dict[str, Any], patience: float) -> MutantOutcome:
    argument, kind = order["mutant"]
    try:
        status, report, output = _run_pytest(target, ["-x", *arguments], order, patience)
    except subprocess.TimeoutExpired:
        return MutantOutcome(argument, kind, Fate.NOTICED, f"no end within {patience:.0f} seconds")
    if status == PASSED:
        return MutantOutcome(argument, kind, Fate.SURVIVED)
    by = report.get("noticed") or f"pytest, which ended with exit status {status}: {last_error(output)}"
    return MutantOutcome(argument, kind, Fate.NOTICED, by)


def suggest(
    target: Target, tests: Tests, survivors: Sequence[MutantOutcome], pytest_arguments: Sequence[str] = ()
) -> list[list[str]]:
    """Return tests that would notice surviving mutants of arguments that tests watch, as `suggestions` has them.

    The tests are run once more to collect calls for them. One for each argument is enough if it notices all mutants.
    """
    wanted = [(one.argument, [one.kind]) for one in survivors if one.kind != ANY]
    order = {"suggest": wanted, "tests": list(tests.names)}
    _, report, _ = _run_pytest(target, pytest_arguments, order, None)
    return [*report["suggested"]]


def _run_pytest(
    target: Target, arguments: Sequence[str], order: dict[str, Any], timeout: float | None
) -> tuple[int, dict[str, Any], str]:
    """Return the exit status of pytest, the report of the plugin, and the output of pytest."""
    alone = ["-n0"] if importlib.util.find_spec("xdist") else []
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-p", "no:cacheprovider", *arguments, *alone]
    with tempfile.TemporaryDirectory(prefix="strictcheck-") as folder:
        file = Path(folder) / "report.json"
        whole = {"file": str(target.file), "function": target.function} | order
        environment = os.environ | {
            VARIABLE: json.dumps({**whole, "report": str(file)}),
            "HYPOTHESIS_STORAGE_DIRECTORY": folder,  # failures by a mutant are not to be remembered
        }
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        # Tests may write invalid text.
        done = subprocess.run(command, env=environment, timeout=timeout, stdout=pipe, stderr=both, errors="replace")
        report = json.loads(file.read_text()) if file.exists() else {}
    return done.returncode, report, done.stdout
