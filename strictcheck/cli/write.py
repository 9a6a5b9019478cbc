"""`strictcheck write`: a file of tests that say how much the functions of a target look at now."""

from __future__ import annotations

import argparse
import ast
import re
from pathlib import Path
from typing import Any

from strictcheck.cli.explain import add_measuring, current_code, measure_shown
from strictcheck.command_line import add_command
from strictcheck.errors import BadInput
from strictcheck.long_work import replace_file
from strictcheck.mutation.assertion_texts import IMPORTS, OURS
from strictcheck.profiles.profile import INPUTS, Profile
from strictcheck.profiles.written_tests import name_beside_ours

DESCRIPTION = """\
Write a pytest file that says how much each function of TARGET looks at now. Each test was
tried: it passes, and it fails with a mutant of the function that looks at more."""

EPILOG = """\
  $ strictcheck write src/evens.py --to tests/test_evens_demand.py

Functions without a test are listed at the end of the file, with the reason. A file that is
there is not overwritten. Exit status 1 if no test could be written."""


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "write tests that say how much each function looks at", DESCRIPTION, EPILOG)
    parser.add_argument("target", metavar="TARGET", help="module:function, FILE.py:NAME, or a module")
    parser.add_argument("--to", metavar="FILE", type=Path, help="the file to write (default: print the tests)")
    add_measuring(parser, INPUTS)


def run(arguments: argparse.Namespace) -> int:
    """Write the tests. Returns 0, or 1 if there are none."""
    if arguments.to is not None and arguments.to.exists():
        raise BadInput(f"{arguments.to} is there; name a new file with --to")
    if arguments.to is not None and not arguments.to.parent.is_dir():
        raise BadInput(f"--to {arguments.to}: there is no folder {arguments.to.parent}")
    profile = measure_shown(arguments, current_code(), arguments.target, what="write")
    tests: list[str] = []
    for found in profile.functions.values():
        written = [text for text, _ in found.get("tests", ())]
        tests += [found["helper"], *written] if written and found["helper"] else written
    text = _module(profile, tests)
    if arguments.to is None:
        print(text, end="")
    else:
        replace_file(arguments.to, text, f"--to {arguments.to}")
    mutants = sum(len(found.get("mutants", ())) for found in profile.functions.values())
    noticed = sum(len(mutants) for found in profile.functions.values() for _, mutants in found.get("tests", ()))
    count = sum("def test_" in text for text in tests)
    print(f"# {count} tests of {len(profile.functions)} functions, which notice {noticed} of {mutants} mutants")
    return 0 if tests else 1


def _classes_in(text: str) -> set[str]:
    """Return the names with capital letters that are called in a test, or passed by name, and not those in strings."""
    nodes = [*ast.walk(ast.parse(text))]
    named = [node.func for node in nodes if isinstance(node, ast.Call)]
    named += [node.value for node in nodes if isinstance(node, ast.keyword)]
    return {one.id for one in named if isinstance(one, ast.Name) and one.id[0].isupper()} - {"Namespace"}


def _module(profile: Profile, tests: list[str]) -> str:
    """Write the file: imports of what is used, the tests, and what has none."""
    file = profile.target.rpartition(":")[0] or profile.target
    module = Path(file).stem if file.endswith(".py") else file
    used = [name for name in OURS if any(re.search(rf"(?<![\w.]){name}[(.]", one) for one in tests)]
    imports = {f"from strictcheck import {', '.join(sorted(used))}"} if tests else set()
    imports |= {line for line in IMPORTS.splitlines()[:-1] for one in tests if line.split()[-1] in one}
    without = []
    for name, found in profile.functions.items():
        if found.get("tests"):
            inner, _, function = name.rpartition(":")
            classes = {one for text, _ in found["tests"] for one in _classes_in(text)}
            own = function.partition(".")[0]
            renamed = name_beside_ours(own)
            names = (own if renamed == own else f"{own} as {renamed}", *classes)
            imports |= {f"from {module}{'.' * bool(inner)}{inner} import {one}" for one in names}
        else:
            why = found.get("error") or (found.get("reasons") or ["no assertion notices a mutant"])[-1]
            without.append(f"# No test of {name}: {re.sub(chr(10), ' ', why)}")
    head = f'"""Tests of how much {module} looks at, written by strictcheck write."""'
    lines = sorted(imports, key=lambda line: (line.startswith("from "), line))
    return "\n\n\n".join(["\n".join([head, "", *lines]), *(one.rstrip() for one in tests)]) + (
        "\n\n\n" * bool(without) + "\n".join(without) + "\n"
    )
