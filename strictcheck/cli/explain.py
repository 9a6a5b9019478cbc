"""`strictcheck explain`: what each function of a target looks at, in sentences."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from strictcheck.mutation.targets import BadTarget
from strictcheck.profiles.facts import Fact, facts_of
from strictcheck.profiles.plans import Plan
from strictcheck.profiles.processes import Measured, Place, Profile, measure
from strictcheck.profiles.shapes import is_callback, is_observed
from strictcheck.progress import showing_progress

DESCRIPTION = """\
Say in sentences what the functions of TARGET look at. Each is called on inputs that are made
for it, by the calls in its docstring, its annotations and the names of its parameters, in a
process of its own that may not write files, use the network or start others."""

EPILOG = """\
  $ strictcheck explain itertools
  $ strictcheck explain src/evens.py:first_even --why 2

A sentence held in every run. With each stands how many inputs could have refuted it. With
--json FILE the measurements are kept: FILE is a version for strictcheck diff, and an explain
that was interrupted goes on where it stopped."""

INPUTS = 200
HEADER = (
    "If nothing else is said: nothing is fetched until a result is asked for, and items are passed on without a look."
)
USUAL = "nothing else to say"


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = commands.add_parser(
        "explain",
        help="what does each function look at?",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", metavar="TARGET", help="module:function, FILE.py:NAME, module:Class, or a module")
    parser.add_argument("--why", metavar="FACT", type=int, help="show runs that speak for the fact of this number")
    parser.add_argument("--json", metavar="FILE", type=Path, help="keep the measurements, and go on with those of FILE")
    parser.add_argument("--inputs", metavar="N", default=INPUTS, type=int, help=f"calls of each (default: {INPUTS})")
    parser.add_argument("--allow", action="store_true", help="let functions write, start processes and use the network")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the facts. Returns 0."""
    file: Path | None = arguments.json
    known = Profile.read(file) if file is not None and file.exists() else None
    if known is not None and known.target != arguments.target:
        raise BadTarget(f"{file} is of {known.target}, not of {arguments.target}; name another file")
    place = Place("here", (str(Path("src").resolve()), str(Path.cwd())))
    profile = known or Profile(arguments.target, place.name)

    def keep() -> None:
        if file is not None:
            file.write_text(json.dumps(profile.to_json()), encoding="utf-8")

    try:
        with showing_progress(arguments.target) as each:
            measure(place, arguments.target, inputs=arguments.inputs, allow=arguments.allow, each=each, into=profile)
    finally:
        keep()
    facts = {name: facts_of(found.get("measured", ())) for name, found in profile.functions.items()}
    _print_why(arguments.why, facts, profile) if arguments.why else _print_table(facts, profile)
    return 0


def _print_table(facts: dict[str, list[Fact]], profile: Profile) -> None:
    console = Console(highlight=False)
    table = Table("function", "", "looks at its arguments so", "told by", box=None, pad_edge=False, header_style="bold")
    number = 0
    for name, found in facts.items():
        shown = [fact for fact in found if not fact.usual]
        if not shown:
            table.add_row(name, "", USUAL if found else reason(profile.functions[name]), "")
        for fact in shown:
            number += 1
            told = f"{fact.telling} of {fact.tried}"
            table.add_row(name if fact is shown[0] else "", str(number), fact.sentence, told)
    explained = sum(bool(found) for found in facts.values())
    plain = sum(not found and is_plain(profile.functions[name]) for name, found in facts.items())
    console.print(HEADER, table, sep="\n\n")
    console.print(f"\n{explained} of {len(facts)} functions explained, {plain} take only numbers and strings")


def is_plain(found: Measured) -> bool:
    """True if a function was called, but its arguments have nothing to look at."""
    plans = [Plan.read(one["plan"]) for one in found.get("measured", ())]
    return bool(plans) and not any(
        is_observed(slot.shape) or is_callback(slot.shape) for one in plans for slot in one.slots
    )


def reason(found: Measured) -> str:
    """Say why there are no facts about a function."""
    if is_plain(found):
        return "takes only numbers and strings: nothing to see"
    if "error" in found:
        return f"not run: {found['error']}"
    if not found["measured"]:
        told = (found["reasons"] or ["takes no arguments"])[-1]
        return f"not run: {told}; write a function that calls it, and explain that"
    unverified = [text for one in found["measured"] for text in one["unverified"]]
    return f"not verified: {unverified[0]}" if unverified else "nothing that holds in every run"


def _print_why(number: int, facts: dict[str, list[Fact]], profile: Profile) -> None:
    numbered = [(name, fact) for name, found in facts.items() for fact in found if not fact.usual]
    if not 1 <= number <= len(numbered):
        raise BadTarget(f"--why {number}: there are facts 1 to {len(numbered)}")
    name, fact = numbered[number - 1]
    print(f"{name} {fact.sentence}: told by {fact.telling} of {fact.tried} inputs, among them\n")
    for row in fact.why:
        plans = (Plan.read(one["plan"]) for one in profile.functions[name]["measured"] if row in one["rows"])
        print(f"    {next(plans).call(name, row['seed'])}, {row['context']}")
        for argument, demand in row["demands"].items():
            print(f"        {argument} = {demand}")
        calls = {one: counts["called"] for one, counts in row["numbers"].items() if "called" in counts}
        for argument, count in calls.items():
            print(f"        {argument} called {count} times")
