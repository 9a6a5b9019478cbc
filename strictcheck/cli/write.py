"""`strictcheck write`: a file of tests that say how much the functions of a target look at now.

Write a pytest file that says how much each function of TARGET looks at now. Each test was
tried: it passes, and it fails with a mutant of the function that looks at more.

  $ strictcheck write src/evens.py --to tests/test_evens_demand.py

Functions without a test are listed at the end of the file, with the reason. A file that is
there is not overwritten. Exit status 1 if no test could be written.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from strictcheck.cli.explain import add_measuring, current_code, measure_shown
from strictcheck.command_line import add_command, replace_file
from strictcheck.errors import BadInput
from strictcheck.mutation.suggesting import Import, import_lines
from strictcheck.profiles.profile import INPUTS, Profile

UNNOTICED = "no assertion notices a mutant; --given draws inputs of which it leaves some alone"


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "write tests that say how much each function looks at", __doc__)
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
    print(f"# tests: {count}, functions: {len(profile.functions)}, noticed mutants: {noticed} of {mutants}")
    return 0 if tests else 1


def _module(profile: Profile, tests: list[str]) -> str:
    """Write the file: imports of what is used, the tests, and what has none."""
    needed: set[Import] = set()
    without = []
    for name, found in profile.functions.items():
        needed |= {(module, one) for module, one in found.get("imports", ())}
        if not found.get("tests"):
            why = found.get("error") or (found.get("reasons") or [UNNOTICED])[-1]
            without.append(f"# No test of {name}: {' '.join(why.splitlines())}\n")
    head = f'"""Tests of how much {profile.target} looks at, written by strictcheck write."""\n\n{import_lines(needed)}'
    return "\n\n".join([head, *tests, *(["".join(without)] if without else [])])
