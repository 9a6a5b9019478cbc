"""`strictcheck diff`: which functions look at more, less, earlier, later or twice, from one version to another.

Compare how much the functions of TARGET look at, in two versions. Each function is called
on the same inputs in both, in processes of their own, and watched; nothing is to be written.
OLD and NEW are profiles (.json), folders, packages as pip has them (toolz==1.0.0; several
with blanks between), or revisions of the git repository of the current folder.

  $ strictcheck diff main . src/evens.py:first_even
  $ strictcheck diff toolz==0.12.1 toolz==1.0.0 toolz

Exit status 1 if a function looks at more, looks earlier, or looks twice (see --fail-on), else 0;
2 and one line if there is no such version or target, or nothing could be compared. Functions that
could not be compared, as one that now raises, are listed, and change no exit status while others
could. TARGET may be a file of your own, with functions that call what is to be compared.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import Any

from strictcheck.cli.explain import add_measuring, measure_shown, why_not_compared
from strictcheck.command_line import add_command
from strictcheck.errors import BadInput
from strictcheck.messages import wrapped
from strictcheck.profiles.comparing import KINDS, ProfileComparison, ProfileDifference, compare
from strictcheck.profiles.profile import INPUTS, Profile, open_version


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "which functions look at more, or earlier, than in another version?", __doc__)
    parser.add_argument("old", metavar="OLD", help="the version before")
    parser.add_argument("new", metavar="NEW", help="the version after")
    parser.add_argument("target", metavar="TARGET", help="module:function, FILE.py:NAME, module:Class, or a module")
    parser.add_argument(
        "--fail-on",
        metavar="KINDS",
        default="more,twice,earlier",
        type=_kinds,
        help=f"for which of {', '.join(KINDS)} the exit status is 1 (default: more,twice,earlier)",
    )
    add_measuring(parser, INPUTS)


def _kinds(text: str) -> list[str]:
    found = text.split(",")
    if unknown := [kind for kind in found if kind not in KINDS]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(KINDS)}")
    return found


def run(arguments: argparse.Namespace) -> int:
    """Print the differences. Returns 1 if one is of a kind of `--fail-on`, otherwise 0."""
    with ExitStack() as stack:
        versions = [stack.enter_context(open_version(text)) for text in (arguments.old, arguments.new)]
        profiles = _profiles(versions, arguments)
    found = compare(*profiles)
    for one in found.differences:
        _show(one)
    _summarize(found, profiles)
    return int(any(one.kind in arguments.fail_on for one in found.differences))


def _profiles(versions: list[Any], arguments: argparse.Namespace) -> list[Profile]:
    """Measure the versions that are no profiles yet; the second one with the plans of the first."""
    profiles = [one if isinstance(one, Profile) else None for one in versions]
    for at in (0, 1):
        if profiles[at] is None:
            profiles[at] = measure_shown(arguments, versions[at], arguments.target, like=profiles[1 - at])
    return [one for one in profiles if one is not None]


def _show(one: ProfileDifference) -> None:
    print(wrapped(f"{one.function} {one.title()}: {one.sentence()} ({one.shown} of {one.compared} calls)"))
    print(f"    {one.call}")
    x = one.plan.with_names(one.argument)
    before, now = (row["demands"].get(one.argument) for row in (one.before, one.after))
    is_same = before == now
    for name, demand in [("both:", now)] if is_same else [("before:", before), ("now:", now)]:
        if demand is not None:
            aside = ", where what is only fetched does not show" if is_same else ""
            print(f"    {name:8}{x} = {demand}{aside}")
    if not one.same_result:
        print("    the result of this call differs, too")
    print()


def _summarize(found: ProfileComparison, profiles: list[Profile]) -> None:
    counts = {kind: sum(one.kind == kind for one in found.differences) for kind in KINDS}
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "no difference"
    plain = sum(profiles[0].functions[name]["is_plain"] for name in found.compared)
    aside = f", {plain} of them on numbers, strings and classes alone" if plain else ""
    print(wrapped(f"{len(found.compared)} functions compared in {found.inputs} calls{aside}: {told}"))
    for names, what in (
        (found.other_results, "with other results"),
        (found.partly, "compared in part, for some calls work in one version only"),
        (found.added, "only in the new version"),
        (found.removed, "only in the old version"),
    ):
        if names:
            print(wrapped(f"{len(names)} {what}: {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}"))
    for name in found.not_compared:
        print(wrapped(f"not compared: {name} {why_not_compared(name, profiles)}"))
    if not found.compared:
        raise BadInput("no function could be compared; name one that can be called, or write one that calls it")
