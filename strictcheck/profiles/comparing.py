"""Differences of two profiles: pointwise, the numbers of one call in one context against those of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from strictcheck.profiles.call_plans import Plan
from strictcheck.profiles.measurements import ITEMS, KEPT_BACK, MOST, Row, unpack
from strictcheck.profiles.profile import Measured, Profile

KINDS = ("more", "twice", "earlier", "less", "later")
CAUSES = (("more", "earlier"), ("twice",), ("less", "later"))
# By weight, the gravest first; verbs for what a call does {n} of {x}.
NUMBERS = {
    "pulled": "fetches {n} of {x}",
    "ended": "looks for the end of {x}",
    "again": "fetches a part of {x} {n} times",
    "called": "calls {x} {n} times",
    "looked": "looks at {n} of {x}",
    "inside": "fetches {n} inside of the elements of {x}",
    "whole": "looks at {x} as a whole",
}


@dataclass(frozen=True)
class ProfileDifference:
    """Difference of one function: the argument and number that differ, and the smallest call that shows it.

    `kind` is one of `KINDS`; `shown` and `compared` count inputs; `same_result` is of this call.
    """

    plan: Plan
    function: str
    kind: str
    argument: str
    number: str
    call: str
    before: Row
    after: Row
    shown: int
    compared: int
    same_result: bool

    def weight(self) -> tuple[int, int, bool, int]:
        """Return the place in the order of reporting: the least for the gravest difference, best if demands show it."""
        before, after = (row["demands"].get(self.argument) for row in (self.before, self.after))
        return KINDS.index(self.kind), tuple(NUMBERS).index(self.number), before == after, -self.shown

    def title(self) -> str:
        """Say the kind in words."""
        return f"looks {'at ' if self.kind in ('more', 'less') else ''}{self.kind}"

    def sentence(self) -> str:
        """Say the difference in a sentence."""
        old, new = (_number(row, self.argument, self.number) for row in (self.before, self.after))
        context = self.after["context"]
        if _is_unfinished((self.before, self.after)):
            context = context.replace("all results", f"the first {MOST} results")
        asked = "at the call" if context == "call" else f"for {context}"
        x, times = self.plan.with_names(self.argument), 1 if self.number == "again" else 0
        verb = NUMBERS[self.number].format(n=new + times, x=x)
        if "{n}" not in NUMBERS[self.number]:
            return f"{'now' if new else 'no longer'} {verb}, {asked}"
        return f"{verb} {asked}, before {old + times}".replace(" 1 times ", " once ")


@dataclass
class ProfileComparison:
    """Outcome of comparing two profiles: differences, and how many functions and inputs there were to compare.

    Those in `partly` can be called in some way in one version only, for example with an argument that the other lacks.
    """

    differences: list[ProfileDifference]
    compared: list[str]
    other_results: list[str]
    not_compared: list[str]
    added: list[str]
    removed: list[str]
    inputs: int = 0
    partly: list[str] = field(default_factory=list)


def compare(old: Profile, new: Profile) -> ProfileComparison:
    """Compare two profiles that were made with the same plans and seeds.

    Of each function few differences are reported: the gravest of more and earlier, which mostly have one cause, that of
    less and later, and one of looks that are repeated; and a lighter one of such two that more calls show.
    """
    added = [name for name in new.functions if name not in old.functions]
    removed = [name for name in old.functions if name not in new.functions]
    found = ProfileComparison([], [], [], [], added, removed)
    for name in old.functions:
        if name in new.functions:
            _compare_function(found, name, old.functions[name], new.functions[name])
    found.differences.sort(key=ProfileDifference.weight)
    return found


def _compare_function(found: ProfileComparison, name: str, old: Measured, new: Measured) -> None:
    pairs = list(_same_plans(old, new))
    in_both = [len(before["outcomes"].keys() & after["outcomes"].keys()) for before, after in pairs]
    alike = [_seeds(before, after) for before, after in pairs]
    inputs = [(seed, *pair) for pair, seeds in zip(pairs, alike, strict=True) for seed in seeds]
    of_plans = (_differences(name, *pair, seeds) for pair, seeds in zip(pairs, alike, strict=True))
    every = sorted(chain.from_iterable(of_plans), key=ProfileDifference.weight)
    # That most calls raise in one version only, or that nothing is looked at, is no "no difference".
    if not every and (2 * len(inputs) <= sum(in_both) or all(looks_at_nothing(one) for pair in pairs for one in pair)):
        found.not_compared.append(name)
        return
    found.compared.append(name)
    found.partly += [name] * any(2 * len(seeds) < count for seeds, count in zip(alike, in_both, strict=True))
    found.inputs += len(inputs)
    if any(before["outcomes"][seed] != after["outcomes"][seed] for seed, before, after in inputs):
        found.other_results.append(name)
    for kinds in CAUSES:
        of_cause = [one for one in every if one.kind in kinds]
        rarest = of_cause[0].shown if of_cause else 0
        found.differences += of_cause[:1]
        found.differences += [one for one in of_cause if one.kind != of_cause[0].kind and one.shown > rarest][:1]


def _same_plans(old: Measured, new: Measured) -> Iterator[tuple[Measured, Measured]]:
    for before in old.get("measured", ()):
        for after in new.get("measured", ()):
            if before["plan"] == after["plan"] and before["is_believed"] and after["is_believed"]:
                yield before, after


def looks_at_nothing(measured: Measured) -> bool:
    """True if no call has looked at any of its arguments, though there were some to look at, or returned one."""
    rows = unpack(measured["rows"])
    has_looked = any(any(row["numbers"].values()) or row["taken"] == KEPT_BACK for row in rows)
    return Plan.read(measured["plan"]).touchable() > 0 and not has_looked


def _seeds(before: Measured, after: Measured) -> list[str]:
    """List the inputs whose calls work on both sides, or raise the same. Of values that were drawn, they may differ."""
    raises = "raises "
    return [
        seed
        for seed, outcome in before["outcomes"].items()
        if seed in after["outcomes"]
        and before["calls"].get(seed) == after["calls"].get(seed)
        and (outcome == after["outcomes"][seed] or not (outcome + after["outcomes"][seed]).count(raises))
    ]


def _differences(name: str, before: Measured, after: Measured, seeds: list[str]) -> Iterator[ProfileDifference]:
    """Yield a difference of calls for each argument, number and kind, with the smallest one that shows it."""
    calls = _calls(name, before)
    pairs = _rows_of_both(before, after)
    by_kind: dict[tuple[str, str, str], list[tuple[Row, Row]]] = {}
    kept = before["rows"]["demands"].keys() & after["rows"]["demands"].keys()
    # Of inputs whose demands are known, the call with the fewest elements comes first.
    for seed in sorted(seeds, key=lambda seed: (seed not in kept, calls[seed].count(","), len(calls[seed]), int(seed))):
        rows = pairs.get(int(seed), [])
        for argument in dict.fromkeys(argument for pair in rows for row in pair for argument in row["numbers"]):
            for number in NUMBERS:
                for kind, pair in _kinds(rows, argument, number):
                    by_kind.setdefault((kind, argument, number), []).append(pair)
    for (kind, argument, number), shown in by_kind.items():
        seed = str(shown[0][0]["seed"])
        is_same = before["outcomes"][seed] == after["outcomes"][seed]
        found = Plan.read(before["plan"]), name, kind, argument, number, calls[seed]
        yield ProfileDifference(*found, *shown[0], len(shown), len(seeds), is_same)


def _calls(name: str, measured: Measured) -> dict[str, str]:
    """Write the calls, by seeds; of drawn values they are kept."""
    plan = Plan.read(measured["plan"])
    return {seed: measured["calls"].get(seed) or plan.call(name, plan.draw(int(seed))) for seed in measured["outcomes"]}


def _rows_of_both(before: Measured, after: Measured) -> dict[int, list[tuple[Row, Row]]]:
    """Return pairs of rows, by their seeds; those without a counterpart are left out."""
    others = {(row["seed"], row["context"]): row for row in unpack(after["rows"])}
    found: dict[int, list[tuple[Row, Row]]] = {}
    for row in unpack(before["rows"]):
        other = others.get((row["seed"], row["context"]))
        if other is not None:
            found.setdefault(row["seed"], []).append((row, other))
    return found


def _kinds(rows: list[tuple[Row, Row]], argument: str, number: str) -> Iterator[tuple[str, tuple[Row, Row]]]:
    """Yield how a number differs: in the last context more or less; if that agrees, in others earlier or later.

    Where there are more results than were asked for, nobody knows if it is more in the end. If the result of one
    version alone is an argument, of which nothing was asked, the calls alone can be compared.
    """
    is_cut = any(map(_is_kept_back_once, rows))
    rows = rows[:1] if is_cut else rows
    counts = [tuple(_number(row, argument, number) for row in pair) for pair in rows]
    if rows and rows[-1][0]["context"] == ITEMS and counts[-1] == counts[-2]:  # the items of results do not matter
        rows, counts = rows[:-1], counts[:-1]
    signs = [((new > old) - (new < old), pair) for (old, new), pair in zip(counts, rows, strict=True)]
    last, final = signs[-1]
    if last and not is_cut and (number == "again" or not _is_unfinished(final)):
        yield ("less" if last < 0 else "twice" if number == "again" else "more"), final
        return
    for sign, kind in ((1, "earlier"), (-1, "later")):
        for found, pair in signs:
            if found == sign:
                yield kind, pair
                break


def _is_unfinished(pair: tuple[Row, Row]) -> bool:
    return any(row["taken"] == MOST for row in pair)


def _is_kept_back_once(pair: tuple[Row, Row]) -> bool:
    return sum(row["taken"] == KEPT_BACK for row in pair) == 1


def _number(row: Row, argument: str, number: str) -> int:
    count: int = row["numbers"].get(argument, {}).get(number, 0)
    return count
