"""Do the tests notice when a function looks at more than it has to?

Run the tests that call a function, with mutants in its place: each is the function, but
looks at more of one of its arguments. Tests that pass all the same do not test laziness,
however many values they check.

  $ strictcheck mutate src/evens.py::first_even tests/test_evens.py -k "not slow"

What follows the function goes to pytest. First the tests run as they are, and have to pass.
For each mutant that survives a test is shown that would notice it, made of a call of your
tests; it was seen to fail with the mutant, and to pass without. Exit status 1 if a mutant
survives, 2 and one line if there is nothing to mutate or no test to notice. Iterators are
looked ahead in, not used up; no mutant forces more than 10,000 parts in one call.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from textwrap import indent
from typing import Any

from strictcheck.command_line import add_command, seconds
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped
from strictcheck.mutation.mutants import MUTANTS
from strictcheck.mutation.pytest_runs import ANY, Fate, Target, mutate, suggest, survey
from strictcheck.mutation.suggesting import Suggestion

DEEDS = {**MUTANTS, ANY: MUTANTS["nf"]}
NO_SUGGESTION = """
No call of your tests would show it if {} {}: none can be written out, or each reads
all of that anyway, or the function does something else when it is observed (it asks
for type(x), say). A call with more in it than the function needs would tell."""
NOTHING_TRIED = """
nothing was tried, so nothing is shown: in the tests' calls, no mutant is known to read
more than the function; add a test that calls it with parts that it does not need"""
COLUMNS = 80  # in a line with more, the fate stands below the deed
SAID = {
    Fate.NOTICED: "noticed: {by}",
    Fate.SURVIVED: "SURVIVED; no test would notice",
    Fate.UNOBSERVED: "SURVIVED; no test watches how much is read",
    Fate.SAME: "no different: the tests' calls read that anyway",
    Fate.SKIPPED: "skipped: {by}",
}


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "do the tests notice when a function looks at more than it has to?", __doc__)
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help="how long the tests may take with a mutant (default: ten seconds and five times as long as without)",
    )
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
    width = max(len(_deed(name, kind)) for name in tests.arguments for kind in DEEDS)
    for outcome in mutate(target, tests, given, timeout=arguments.timeout):
        fates[outcome.fate] += 1
        survivors += [outcome] * outcome.survived
        deed, became = _deed(outcome.argument, outcome.kind), SAID[outcome.fate].format(by=outcome.by)
        line = f"  {deed:{width}}  {became}"
        print(line if len(line) <= COLUMNS else f"  {deed}\n      {became}", flush=True)
    if survivors:
        _show_suggestions(target.function, suggest(target, tests, survivors, given))
    noticed, survived = fates[Fate.NOTICED], fates[Fate.SURVIVED] + fates[Fate.UNOBSERVED]
    tried = _number(noticed + survived, "mutant")
    if not noticed + survived:
        print(NOTHING_TRIED)
        return 2
    print(f"\n{noticed} of {tried} noticed, {survived} survived")
    return 1 if survived else 0


def _deed(argument: str, kind: str) -> str:
    """Describe a mutant."""
    return DEEDS[kind].format(f"`{argument}`")


def _show_suggestions(function: str, suggestions: list[Suggestion]) -> None:
    for one in suggestions:
        deed = _deed(one.argument, one.kind)
        if not one.text:
            print("\n" + wrapped(NO_SUGGESTION.format(function, deed), COLUMNS))
            continue
        print(f"\nThis test fails if {function} {deed}, and passes as it is:\n")
        print(indent(one.text, "    ").rstrip(), flush=True)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


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
        raise BadInput(f"{text!r} does not name a function; write path/to/file.py::function")
    if not Path(path).is_file():
        raise BadInput(f"{path}: there is no such file")
    return Target(Path(path).resolve(), function)
