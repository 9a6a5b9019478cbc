"""`strictcheck explain`: what each function of a target looks at, in sentences.

Say in sentences what the functions of TARGET look at. Each is called on inputs that are made
for it, by the calls in its docstring, its annotations, the names of its parameters and what it
asks of values of an unknown kind, in a process of its own that may not write files, use the
network or start others.

  $ strictcheck explain itertools
  $ strictcheck explain src/evens.py:first_even --given "n=st.integers()" --why 2
  $ strictcheck explain toolz --twin cytoolz

A sentence held in every run. It was fitted on 40 inputs and tried on the others, and with each
stands how many of all could have refuted it. With --json FILE the profile is kept: FILE is a
version for strictcheck diff, and an explain that was interrupted goes on where it stopped,
if neither the code nor the options have changed since.
Exit status 1 if there is nothing to say of any function.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from strictcheck.command_line import add_command, complain, showing_progress
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped
from strictcheck.profiles.comparing import compare, looks_at_nothing
from strictcheck.profiles.facts import TELLING, USUAL, VAGUE, Fact
from strictcheck.profiles.profile import CodeVersion, Measured, Profile, measure

INPUTS = 200
HEADER = (
    "If nothing else is said: nothing is fetched until a result is asked for, items are passed on without a look, "
    "optional arguments are left out, and whole numbers are 1 or more. Strings were not tried in the place of lists, "
    "and `x is None` is no look."
)
TITLES = ("function", "", "looks at its arguments so", "told by")
NOTHING_ELSE = "nothing else to say"


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "what does each function look at?", __doc__)
    parser.add_argument("target", metavar="TARGET", help="module:function, FILE.py:NAME, a class, a module, a profile")
    parser.add_argument(
        "--why", metavar="FACT", help="show runs that speak for the fact of this number, or calls that refute others"
    )
    parser.add_argument("--twin", metavar="TARGET2", help="compare with this function, or those of the same names")
    parser.add_argument("--json", metavar="FILE", type=Path, help="keep the measurements, and go on with those of FILE")
    add_measuring(parser, INPUTS)


def add_measuring(parser: argparse.ArgumentParser, inputs: int) -> None:
    """Declare the options of all commands that measure functions."""
    help_of_inputs = f"calls of each (default: {inputs})"
    parser.add_argument("--inputs", metavar="N", default=inputs, type=_inputs, help=help_of_inputs)
    parser.add_argument("--allow", action="store_true", help="let functions write, start processes and use the network")
    parser.add_argument(
        "--given",
        metavar="NAME=STRATEGY",
        action="append",
        default=[],
        type=_assignment,
        help="draw this parameter from a strategy of Hypothesis, as in numbers=st.lists(st.integers())",
    )


def current_code() -> CodeVersion:
    """Return the version of the code in the current folder."""
    return CodeVersion("here", (str(Path("src").resolve()), str(Path.cwd())))


def measure_shown(arguments: argparse.Namespace, place: CodeVersion, target: str, **more: Any) -> Profile:
    """Measure the functions of a target by the options of the command, with a bar; `more` goes to `measure`."""
    options: dict[str, Any] = {"inputs": arguments.inputs, "allow": arguments.allow, "given": dict(arguments.given)}
    with showing_progress(f"{target} of {place.name}") as each:
        return measure(place, target, each=each, **options, **more)


def _inputs(text: str) -> int:
    if not text.isdecimal() or int(text) < TELLING:
        raise argparse.ArgumentTypeError(f"expected a whole number from {TELLING} on, got {text!r}")
    return int(text)


def _assignment(text: str) -> tuple[str, str]:
    name, equals, expression = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected NAME=STRATEGY, as in numbers=st.lists(st.integers()), got {text!r}")
    return name, expression


def run(arguments: argparse.Namespace) -> int:
    """Print the facts. Returns 0, or 1 if no function could be run."""
    if arguments.target.endswith(".json"):
        return _show(Profile.read(Path(arguments.target)), arguments)
    file: Path | None = arguments.json
    known = Profile.read(file) if file is not None and file.exists() else None
    if known is not None and known.target != arguments.target:
        raise BadInput(f"{file} is of {known.target}, not of {arguments.target}; name another file")
    profile = known or Profile(arguments.target, current_code().name)
    profile.file = file
    code = profile.code
    measure_shown(arguments, current_code(), arguments.target, into=profile)
    if known is not None and profile.code != code:
        complain(f"{file}: measured again, for the code or the options have changed since")
    return _show(profile, arguments, _measure_twin(profile, arguments) if arguments.twin else None)


def _measure_twin(profile: Profile, arguments: argparse.Namespace) -> Profile:
    """Measure the functions of the other target as those of the profile: a function of any name, others by names."""
    own, other = (one.rpartition(":")[2] if ":" in one else "" for one in (arguments.target, arguments.twin))
    renamed = {other + name.removeprefix(own): found for name, found in profile.functions.items()}
    twin = measure_shown(arguments, current_code(), arguments.twin, like=replace(profile, functions=renamed, file=None))
    twin.functions = {own + name.removeprefix(other): found for name, found in twin.functions.items()}
    return twin


def _show(profile: Profile, arguments: argparse.Namespace, twin: Profile | None = None) -> int:
    facts = {name: [Fact(*one) for one in found.get("facts", ())] for name, found in profile.functions.items()}
    if twin is not None:
        _add_twins(facts, twin, profile)
    _print_why(arguments.why, facts, profile) if arguments.why else _print_table(facts, profile)
    return 0 if any(facts[name] or found.get("is_plain") for name, found in profile.functions.items()) else 1


def _add_twins(facts: dict[str, list[Fact]], twin: Profile, profile: Profile) -> None:
    """Add to the facts how the functions differ from those of the same names."""
    found = compare(twin, profile)
    for name in found.compared:
        differences = [one for one in found.differences if one.function == name]
        for one in differences:
            why = [{"call": one.call, "demands": row["demands"], "called": {}} for row in (one.before, one.after)]
            sentence = f"{one.title()} than {twin.target}'s: {one.sentence().replace('before', 'there')}"
            facts[name].append(Fact(sentence, one.shown, one.compared, why))
        if not differences:
            inputs = len(profile.functions[name]["measured"][0]["outcomes"])
            facts[name].append(Fact(f"looks at as much as {twin.target}'s", inputs, inputs, []))
    for name in found.not_compared:
        told = why_not_compared(name, [profile, twin])
        facts[name].append(Fact(f"was not compared with {twin.target}'s {told}", 0, 0, [], VAGUE))


def _print_table(facts: dict[str, list[Fact]], profile: Profile) -> None:
    rows = list(_rows(facts, profile))
    explained = sum(any(fact.sort != VAGUE for fact in found) for found in facts.values())
    plain = sum(not facts[name] and found.get("is_plain", False) for name, found in profile.functions.items())
    summary = f"{explained} of {len(facts)} functions explained, {plain} look at numbers, strings and classes at most"
    if Console().is_jupyter:
        shell: Any = importlib.import_module("IPython.display")
        shell.display(shell.HTML(_page(rows, summary)))
        return
    table = Table(*TITLES, box=None, pad_edge=False, header_style="")
    table.columns[0].overflow = "fold"
    for *cells, _ in rows:
        table.add_row(*cells)
    Console(highlight=False, force_jupyter=False).print(HEADER, table, sep="\n\n")
    print(f"\n{summary}")


def _rows(facts: dict[str, list[Fact]], profile: Profile) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the rows of the table, each with the runs that speak for its fact."""
    number = 0
    for name, found in facts.items():
        shown = [fact for fact in found if fact.sort != USUAL]
        if not shown:
            yield name, "", NOTHING_ELSE if found else reason(profile.functions[name]), "", ""
        for fact in shown:
            number += 1
            told = "" if fact.sort == VAGUE else f"{fact.telling} of {fact.tried}"
            yield name if fact is shown[0] else "", str(number), fact.sentence, told, _runs(fact.why)


def _page(rows: list[tuple[str, str, str, str, str]], summary: str) -> str:
    """Write the table for a notebook; the numbers in it open the runs."""
    left = 'style="text-align: left; vertical-align: top"'  # Jupyter's own style has all of a table at the right
    titles = "".join(f"<th {left}>{title}</th>" for title in TITLES)
    lines = [f"<p>{escape(HEADER)}</p>", f"<table><tr>{titles}</tr>"]
    for *cells, runs in rows:
        *texts, told = map(escape, cells)
        opened = (
            f"<details><summary>{told}</summary><pre style='white-space: pre-wrap'>{escape(runs)}</pre></details>"
            if told
            else ""
        )
        lines.append(f"<tr>{''.join(f'<td {left}>{text}</td>' for text in (*texts, opened))}</tr>")
    return "\n".join([*lines, f"</table><p>{escape(summary)}</p>"])


def reason(found: Measured) -> str:
    """Say why there are no facts about a function."""
    if found.get("is_plain"):
        return "looks at numbers, strings and classes at most: nothing to see"
    if "error" in found:
        return f"not run: {found['error']}"
    if not found["measured"]:
        told = (found["reasons"] or ["takes no arguments"])[-1]
        advice = "say what it takes by --given, or write a function that calls it and explain that"
        return f"not run: {told}; {'--allow lets it' if told.startswith('would ') else advice}"
    if any(one["unsteady"] for one in found["measured"]):
        return "not steady: it does not do the same twice on the same input; seed what is random"
    unverified = [text.removeprefix("verify: ") for one in found["measured"] for text in one["unverified"]]
    advice = "write a function that hands it real ones, such as list(xs), and explain that"
    return f"not verified: {unverified[0]}; {advice}" if unverified else "nothing that holds in every run"


def why_not_compared(name: str, profiles: list[Profile]) -> str:
    """Say why a function was not compared: it could not be measured, or no call works in both versions."""
    for one in profiles:
        measured = one.functions[name].get("measured", ())
        if not any(plan["is_believed"] for plan in measured):
            return f"({one.place}): {reason(one.functions[name])}"
        outcomes = [text for plan in measured for text in plan["outcomes"].values()]
        raising = [text for text in outcomes if text.startswith("raises ")]
        if 2 * len(raising) > len(outcomes):
            which = "each" if raising == outcomes else "most often a"
            return f"({one.place}): {which} call {' or '.join(sorted(set(raising)))}"
        if all(map(looks_at_nothing, measured)):
            return f"({one.place}): it looks at nothing; write a function that calls it and uses what it returns"
    return "in both versions: hardly a call works in both; write functions that call it, one for each version"


def _print_why(which: str, facts: dict[str, list[Fact]], profile: Profile) -> None:
    numbered = [(name, fact) for name, found in facts.items() for fact in found if fact.sort != USUAL]
    if which in profile.functions:
        for text, *_, why in ((fact[0], *fact[1:4]) for fact in profile.functions[which].get("dropped", ())):
            print(wrapped(f"not so, though 40 inputs let it pass: {which} {text}\n"))
            print(_runs(why))
        numbers = [at + 1 for at, (name, _) in enumerate(numbered) if name == which]
        print(wrapped(f"{which}: facts {', '.join(map(str, numbers)) or 'none'}; --why NUMBER shows the runs of one"))
        return
    if not which.isdigit() or not 1 <= int(which) <= len(numbered):
        raise BadInput(f"--why {which}: there are facts 1 to {len(numbered)}, of {', '.join(list(facts)[:5])}")
    name, fact = numbered[int(which) - 1]
    print(wrapped(f"{name} {fact.sentence}: told by {fact.telling} of {fact.tried} inputs, among them\n"))
    print(_runs(fact.why))


def _runs(runs: Sequence[Mapping[str, Any]]) -> str:
    """Write runs: the call, and what it looked at."""
    lines: list[str] = []
    for run in runs:
        lines.append(f"    {run['call']}")
        lines += [f"        {argument} = {demand}" for argument, demand in run["demands"].items()]
        lines += [f"        {argument} called {count} times" for argument, count in run["called"].items()]
    return "\n".join(lines)
