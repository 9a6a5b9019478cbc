"""`mutate`: run the tests with each mutant of a function, in one process of pytest after the other."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from strictcheck.errors import BadInput
from strictcheck.mutation.mutants import MUTANTS
from strictcheck.mutation.suggesting import Suggestion

PLUGIN = "strictcheck.mutation.mutant_plugin"
VARIABLE = "STRICTCHECK_MUTATION"
ANY = "any"
PATIENCE = 5  # most time with a mutant, in units of the time without
PASSED, NO_TESTS = 0, 5
WORST_FIRST = ("nf", "next", "whnf")  # if no test watches an argument, the first mutant stands for all


@dataclass(frozen=True)
class Target:
    """Function by its file and qualified name."""

    file: Path
    function: str


class Fate(Enum):
    """Fate of a mutant."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    UNOBSERVED = "unobserved"  # survived too: no test watches how much of the argument is looked at
    SAME = "same"  # in none of these calls does it differ from the function
    SKIPPED = "skipped"  # no call has an argument of which a mutant could read more


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
    """Tests that call the function: their names, its arguments, the mutants of each that could show, and their time.

    `idle` has the arguments that are numbers, strings and the like in all calls, or are not passed, with the reason.
    """

    names: tuple[str, ...]
    arguments: tuple[str, ...]
    telling: dict[str, list[str]]
    seconds: float
    idle: dict[str, str]


def survey(target: Target, pytest_arguments: Sequence[str] = ()) -> Tests:
    """Run the tests as they are. Raises `BadInput` if they fail, or if none of them calls the function."""
    started = time.monotonic()
    status, report, output = _run(target, pytest_arguments, {}, None)
    seconds = time.monotonic() - started
    name = f"{target.function} of {target.file.name}"
    if report.get("noticed"):
        raise BadInput(f"without any mutant, {report['noticed']} fails; mutants need tests that pass")
    if report.get("problem"):
        raise BadInput(f"{name} {report['problem']}")
    if status == NO_TESTS:
        raise BadInput("pytest found no tests; name them after the function, as for pytest itself")
    if status != PASSED:
        raise BadInput(f"pytest ended with exit status {status}: {_trouble(output)}")
    if not report.get("seeded"):  # with `--help`, pytest runs nothing
        raise BadInput(f"the tests never import {target.file}; name those that do, as for pytest itself")
    if not report["tests"]:
        raise BadInput(f"no test calls {name}; name those that do, as for pytest itself")
    return Tests(tuple(report["tests"]), tuple(report["arguments"]), report["telling"], seconds, report["idle"])


def mutate(
    target: Target, tests: Tests, pytest_arguments: Sequence[str] = (), *, timeout: float | None = None
) -> Iterator[MutantOutcome]:
    """Run the tests that call the function with each mutant; yields the outcomes one by one.

    A mutant with which they take longer than `timeout` seconds counts as noticed; the default is ten, and five times
    the time they take without.
    """
    patience = timeout if timeout is not None else 10 + PATIENCE * tests.seconds
    for argument in tests.arguments:
        if argument not in tests.telling:
            reason = tests.idle.get(argument, "")
            yield MutantOutcome(argument, ANY, Fate.SKIPPED if reason else Fate.UNOBSERVED, reason)
            continue
        for kind in MUTANTS:
            if kind not in tests.telling[argument]:
                yield MutantOutcome(argument, kind, Fate.SAME)
            else:
                # Called while modules are imported, it belongs to no test, and any test may notice.
                only = None if "" in tests.names else list(tests.names)
                yield _try_mutant(target, pytest_arguments, {"mutant": [argument, kind], "tests": only}, patience)


def _try_mutant(target: Target, arguments: Sequence[str], order: dict[str, Any], patience: float) -> MutantOutcome:
    argument, kind = order["mutant"]
    try:
        status, report, output = _run(target, ["-x", *arguments], order, patience)
    except subprocess.TimeoutExpired:
        return MutantOutcome(argument, kind, Fate.NOTICED, f"no end within {patience:.0f} seconds")
    if status == PASSED:
        return MutantOutcome(argument, kind, Fate.SURVIVED)
    by = report.get("noticed") or f"pytest, which ended with exit status {status}: {_trouble(output)}"
    return MutantOutcome(argument, kind, Fate.NOTICED, by)


def suggest(
    target: Target, tests: Tests, survivors: Sequence[MutantOutcome], pytest_arguments: Sequence[str] = ()
) -> list[Suggestion]:
    """Return tests that would notice surviving mutants: each fails with its mutant, and passes without.

    The tests are run once more to collect calls for them. One for each argument is enough if it notices all mutants.
    The text is empty if no test could be written.
    """
    wanted = [(one.argument, [one.kind] if one.kind != ANY else WORST_FIRST) for one in survivors]
    order = {"suggest": wanted, "tests": list(tests.names)}
    try:
        _, report, _ = _run(target, pytest_arguments, order, 10 + PATIENCE * tests.seconds)
    except subprocess.TimeoutExpired:
        report = {}
    return [Suggestion(*one) for one in report.get("suggested", [(one.argument, one.kind, "") for one in survivors])]


def _run(
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


def _trouble(output: str) -> str:
    """Return the last line on an error that pytest wrote, or its last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()]
    return [*lines, *errors][-1] if lines else "it wrote nothing"
