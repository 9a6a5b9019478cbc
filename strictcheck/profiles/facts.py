"""Facts: sentences on a function that held in every run. A closed list, the plainest first in each slot.

A test of a fact has three values: a run speaks for it, against it, or cannot tell, as a run on two items cannot tell
"three items" from "all items". Of each slot the first fact is kept that no run speaks against, and enough speak for.
Facts that the first inputs would have let pass, and the others refute, are kept with the call that refutes them, made
as small as it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from strictcheck.profiles import candidates, key_candidates
from strictcheck.profiles.argument_shapes import CALLBACKS, CONTAINERS, DICTS, LITERAL, YES_OR_NO, is_observed, parts_of
from strictcheck.profiles.call_plans import NESTED, Data, Plan, conditions, if_they_are, shapes_beside
from strictcheck.profiles.candidates import ArgumentRun, Test
from strictcheck.profiles.constants import outcomes_of_answers
from strictcheck.profiles.drawing import Expression
from strictcheck.profiles.measurements import CALLED_LATER, ITEMS, MOST, Row, demand_texts

FITTED = 40  # inputs that facts are fitted on; the others are to refute them
TELLING, SHARE = 6, 20  # inputs that have to speak for a fact, and at least one in twenty
RARE = 3  # inputs of one shape that would have to refute a fact, if it is told of another shape alone
SHRINKING = 60  # calls that are made to find a smaller one that refutes a fact
USUAL, VAGUE = "usual", "vague"
NO_RAISE = ", where it does not raise"

Observe = Callable[[Plan, Data], list[Row]]
Runs = list[ArgumentRun]


class Fact(NamedTuple):
    """Sentence that held in every run; `telling` of `tried` inputs could have refuted it. `why` are runs to show.

    A `usual` fact is what the reader expects of any lazy function, and is said once for all of them. A `vague` one
    only denies that. Of a fact that is dropped, `why` is a call that refutes it.
    """

    sentence: str
    telling: int
    tried: int
    why: Sequence[Mapping[str, Any]]
    sort: str = ""


class Fitting:
    """Search for the facts of one plan of a function, by its rows; `dropped` gets those that were refuted late."""

    def __init__(self, measured: Mapping[str, Any], name: str, observe: Observe) -> None:
        self.plan: Plan = measured["plan"]
        self.name = name
        self.names = frozenset(slot.name for slot in self.plan.slots)
        self.observe = observe
        self.later: str = measured["later"]
        self.has_looks = not measured["number_atoms"]
        self.rows: list[Row] = measured["rows"]
        self.inputs = {seed: self.plan.draw(seed) for seed in dict.fromkeys(row["seed"] for row in self.rows)}
        self.needed = max(TELLING, len(self.inputs) // SHARE)
        self.dropped: list[Fact] = []
        failed = {row["seed"] for row in self.rows if row["error"] is not None}
        self.condition = NO_RAISE if 2 * len(failed) >= len(self.inputs) else ""
        self.runs = list(self._runs(self.rows))
        self.tests: dict[str, tuple[str, Test, str | None]] = {}  # by sentence: argument, test of a run, its exception

    def facts(self) -> Iterator[Fact]:
        """Yield the facts on each argument."""
        for slot in self.plan.slots:
            of_it = [run for run in self.runs if run.name == slot.name]
            cases = [run for run in of_it if run.row["error"] is None]
            failed = [run for run in of_it if run.row["error"] is not None]
            if not cases or (slot.shape in CONTAINERS and not any(case.size for case in cases)):
                continue  # on others it raises
            if is_observed(slot.shape):
                yield from self._of_observed(cases, failed, slot.name)
            elif slot.shape in CALLBACKS:
                yield from self._of_calls(cases, bool(failed), slot.name)

    def _runs(self, rows: list[Row]) -> Iterator[ArgumentRun]:
        """Yield the runs as seen from each argument, with whole numbers from 1 on, of which facts speak.

        Items of results that are iterators are for comparisons only.
        """
        drawn = [slot.name for slot in self.plan.slots if not slot.shape.startswith(LITERAL)]

        def is_meant(data: Data) -> bool:
            return not any(type(data[name]) is int and data[name] < 1 for name in drawn)

        seeds = {seed for seed, data in self.inputs.items() if is_meant(data)}
        rows = [row for row in rows if row["context"] != ITEMS and row["seed"] in seeds]
        last = {row["seed"]: row["context"] for row in rows}
        for row in rows:
            data = self.inputs[row["seed"]]
            parts = {slot.name: parts_of(data[slot.name]) for slot in self.plan.slots if is_observed(slot.shape)}
            values = {name: one for name, one in data.items() if name not in parts or isinstance(one, Expression)}
            answers = {slot.name: data[slot.name] for slot in self.plan.slots if slot.shape in YES_OR_NO}
            for slot in self.plan.slots if row["taken"] < MOST else ():
                others = {name: one for name, one in parts.items() if name != slot.name}
                if slot.name in row["numbers"]:
                    is_last, is_open = last[row["seed"]] == row["context"], self.later == CALLED_LATER
                    own = parts.get(slot.name, {})
                    yield ArgumentRun(slot.name, slot.shape, row, own, values, answers, others, is_last, is_open)

    def _of_observed(self, cases: Runs, failed: Runs, x: str) -> Iterator[Fact]:
        if not any(case.size for case in cases):
            whole = self._fit(cases, candidates.WHOLE.candidates(cases, x))
            yield from whole or [self._vague(cases, f"may look at {x} as a whole")]
        is_keyed = any(case.has_keys for case in (*cases, *failed))
        yield from self._of_keys(cases, failed, x) if is_keyed else self._of_fetches(cases, x)
        for fact in self._fit(cases, candidates.RESULTS.candidates(cases, x) if not self.condition else ()):
            # It asked for the class, and may do otherwise with another.
            is_asked = any(case.touched for case in cases) and not any(case.pulled for case in cases)
            asked = [x] * (is_asked and cases[0].shape in CONTAINERS)
            yield fact._replace(sentence=fact.sentence + if_they_are(cases[0].shape, asked))
        if not is_keyed:
            yield from self._fit(cases, candidates.REPEATS.candidates(cases, x))
            yield from self._of_raising(failed if any(case.pulled for case in cases) else [], x)
            yield from self._of_looks(cases, failed, x)

    def _of_raising(self, failed: Runs, x: str) -> Iterator[Fact]:
        """Yield facts on what was fetched before each exception."""
        for error in sorted({case.row["error"] for case in failed}):
            of_it = [case for case in failed if case.row["error"] == error]
            found = candidates.RAISING.candidates(of_it, x)
            yield from self._fit(of_it, ((text.replace("raises", f"raises {error}"), test) for text, test in found))

    def _of_calls(self, cases: Runs, has_failures: bool, f: str) -> Iterator[Fact]:
        for fact in self._fit(cases, [*candidates.CALLS.candidates(cases, f), *candidates.ONCE.candidates(cases, f)]):
            is_never = fact.sentence.startswith("never ")
            if is_never and has_failures:  # a call that raises may come before a call of it
                continue
            if not self.later:
                yield fact
            elif is_never:
                yield fact._replace(sentence=f"does not call {f} before {self.later}")

    def _of_keys(self, cases: Runs, failed: Runs, x: str) -> Iterator[Fact]:
        """Yield facts on keys and attributes, of which some or all are read."""
        some = self._fit(cases, key_candidates.keys(cases, failed, x, key_candidates.keys_of_it))
        yield from some
        keys = sorted({key for case in cases for key in case.numbers.get("held", ())})
        groups = {"all values": keys} if keys and cases[0].shape in DICTS else {key: [key] for key in keys}
        for name, members in groups.items():
            found = self._fit(cases, key_candidates.held(x, name, members))
            held = key_candidates.held(x, name, members)
            is_part = any(test(case) is False for _, test in held for case in cases)
            yield from found or [self._vague(cases, f"fetches some items of {name} of {x}")] * is_part
        for key in sorted({key for case in cases for key in case.numbers.get("below", ())}):
            yield from self._fit(
                cases, key_candidates.keys(cases, failed, f"{key} of {x}", key_candidates.keys_under(key))
            )
        yield from self._fit(cases, key_candidates.missing(cases, x))
        every = self._fit(cases, key_candidates.ALL_KEYS.candidates(cases, x))
        yield from every
        if not some and not every and any(case.pulled or "ended" in case.numbers for case in cases):
            yield self._vague(cases, f"reads some of {x}")

    def _of_looks(self, cases: Runs, failed: Runs, x: str) -> Iterator[Fact]:
        # To fetch a string counts as a look.
        if not self.has_looks or any(type(item) is str for case in cases for item in case.items):
            yield self._vague(cases, f"may look at items of {x}: they are not watched, for it wants real ones")
            return
        of_keys = key_candidates.keys(cases, failed, f"the items of {x}", key_candidates.keys_of_items)
        found = self._fit(cases, of_keys) or self._fit(cases, candidates.LOOKS.candidates(cases, x))
        yield from found
        if not found and any(case.numbers.get("looked") for case in cases):
            yield self._vague(cases, f"looks at some items of {x}")

    def _of_fetches(self, cases: Runs, x: str) -> Iterator[Fact]:
        """Yield facts on fetching; after a fact that says all, the slots that remain say nothing new."""
        at_call = {case.row["seed"]: case.pulled for case in cases if candidates.is_call(case)}
        first = self._fit(cases, candidates.CALL.candidates(cases, x))
        yield from first
        if first and first[0].sort != USUAL:
            return
        # A list that was returned is no rate, though it may tell how far the call had to go.
        is_lazy = any(case.pulled > at_call.get(case.row["seed"], case.pulled) for case in cases)
        rate = self._fit(cases, candidates.RATES.candidates(cases, x)) if is_lazy else []
        yield from rate
        if rate and "for each result" not in rate[0].sentence:
            return
        # "Reads all" beside a rate says that there is an end; what is asked one by one may go on to it in the end only.
        ends = [one for one in candidates.ENDS.candidates(cases, x) if not rate or "reads all" not in one[0]]
        if is_lazy:
            ends = [(f"{one} for all results" if "reads all" in one else one, test) for one, test in ends]
        end = self._fit(cases, [one for one in ends if not self.later or "reads all" in one[0]])
        yield from end
        if any(at_call.values()) and not first and (is_lazy or not end):
            yield self._vague(cases, f"fetches some items of {x} at the call")
        elif not rate and not end and any(case.pulled for case in cases):
            longest = max(case.size for case in cases)
            most = max(case.pulled for case in cases if case.size == longest)
            told = f": in these calls, at most {most} of {longest}" if most < longest else ""
            yield self._vague(cases, f"fetches some items of {x}{told}")

    def _vague(self, cases: Runs, sentence: str) -> Fact:
        tried = len({case.row["seed"] for case in cases})
        return Fact(sentence + self.condition, tried, tried, self._why(cases[-1:]), VAGUE)

    def _fit(self, cases: Runs, sentences: Iterable[tuple[str, Test]]) -> list[Fact]:
        """Return the first candidate that no run refutes."""
        for sentence, test in sentences:
            found = [(test(case), case) for case in cases]
            refuting = [case for answer, case in found if answer is False]
            if refuting and all(outcomes_of_answers(self.inputs[case.row["seed"]]) for case in refuting):
                sentence, refuting = f"{sentence}, where no callback raises", []
            facts = self._make_facts(sentence, test, found)
            if facts and not refuting:
                self.tests[facts[0].sentence] = cases[0].name, test, cases[0].row["error"]
                return facts
            if facts:
                self._drop(sentence, test, found, refuting)
        return []

    def refuting(self, name: str, test: Test, error: str | None) -> set[int]:
        """Return the inputs whose runs that end so, as seen from this argument, are against a fact of another plan."""
        runs = (run for run in self.runs if run.name == name and run.row["error"] == error)
        return {run.row["seed"] for run in runs if test(run) is False}

    def facts_beside(self, base: Fitting) -> Iterator[Fact]:
        """Yield facts, but those that inputs of `base` refute so rarely that the fewer ones here may have had none."""
        for fact in self.facts():
            test = self.tests.get(fact.sentence)
            share = len(base.refuting(*test)) / len(base.inputs) if test else 0
            if not 0 < share * len(self.inputs) < RARE:
                yield fact

    def _make_facts(self, sentence: str, test: Test, found: list[tuple[bool | None, ArgumentRun]]) -> list[Fact]:
        """Make the fact if enough inputs speak for it; of calls that do not raise, if the others speak against it."""
        telling = [case for answer, case in found if answer]
        inputs = {case.row["seed"]: case for case in telling}
        if len(inputs) < self.needed:
            return []
        tried, bare = len({case.row["seed"] for _, case in found}), sentence.removeprefix(f"{USUAL}: ")
        sort, first = "" if bare == sentence else USUAL, telling[0]
        failed = [run for run in self.runs if run.name == first.name and run.row["error"] is not None]
        is_of_all = first.row["error"] is not None or not (self.condition or any(test(run) is False for run in failed))
        return [
            Fact(bare + ("" if is_of_all else NO_RAISE), len(inputs), tried, self._why([*inputs.values()][-3:]), sort)
        ]

    def _drop(self, sentence: str, test: Test, found: list[tuple[bool | None, ArgumentRun]], refuting: Runs) -> None:
        """Keep a fact that would have been kept after the first inputs."""
        telling = len({case.row["seed"] for answer, case in found if answer and case.row["seed"] < FITTED})
        if telling >= TELLING and min(case.row["seed"] for case in refuting) >= FITTED:
            text = sentence.removeprefix(f"{USUAL}: ")
            self.dropped.append(Fact(text, telling, FITTED, self._why([self._shrunk(test, refuting)])))

    def _shrunk(self, test: Test, refuting: Runs) -> ArgumentRun:
        """Return a run that refutes a fact, on arguments that are as small as they can be."""
        seeds = {case.row["seed"]: case for case in refuting}
        smallest = seeds[min(seeds, key=lambda seed: len(self.plan.call(self.name, self.inputs[seed])))]
        left = iter(range(SHRINKING))
        found: ArgumentRun | None = smallest
        while found is not None:
            smallest, found = found, None
            for data, number in zip(self.plan.smaller(self.inputs[smallest.row["seed"]]), left, strict=False):
                self.inputs[-number - 1] = data
                rows = [{**row, "seed": -number - 1} for row in self.observe(self.plan, data)]
                runs = (run for run in self._runs(rows) if run.name == smallest.name and run.row["error"] is None)
                found = next((run for run in runs if test(run) is False), None)
                if found is not None:
                    break
        return smallest

    def _why(self, cases: Runs) -> list[dict[str, Any]]:
        """Write runs for people: the call, and what it looked at."""
        return [
            {
                "call": f"{self.plan.call(self.name, self.inputs[row['seed']])}, {row['context']}",
                "demands": demand_texts(row),
                "called": {one: counts["called"] for one, counts in row["numbers"].items() if "called" in counts},
            }
            for row in (case.row for case in cases)
        ]


def facts_of(measured: Sequence[Mapping[str, Any]], name: str, observe: Observe) -> tuple[list[Fact], list[Fact]]:
    """Find the facts of one function from its measurements, and those that were dropped.

    A plan with more than the required arguments contributes facts on the arguments it adds; a plan with lists in place
    of iterators, facts that the iterators did not have; facts that these refute are told of iterators only. So does one
    with iterators in place of lists. A plan with lists as elements only refutes.
    """
    if not measured:
        return [], []
    first, *others = (Fitting(one, name, observe) for one in measured)
    found = {fact.sentence: fact for fact in first.facts()}
    plans: dict[str, Plan] = {}  # of facts that are of another plan than the first
    known = {first.names: first}
    for fitting in others:
        base = known.setdefault(fitting.names, fitting)
        more, is_then = fitting.names - first.names, fitting.plan.then
        when, otherwise = (", when its result is called", "") if is_then else conditions(fitting.plan, base.plan)
        beside = shapes_beside(fitting.plan, first.plan)
        when += f" and {beside.removeprefix(', if ')}" if when.startswith(", if ") and beside else beside
        for fact in fitting.facts_beside(base) if NESTED not in otherwise else ():
            words = set(fact.sentence.replace(",", "").split())
            # With one more optional argument, a callback may be called.
            is_of_more = not more or is_then or (words & more and "never" not in words)
            is_told = not fact.sort or (is_then and fact.sort == USUAL) or (more and fact.sort == VAGUE)
            is_known = fact.sentence in found or fact.sentence + beside in found
            if is_of_more and not is_known and is_told:
                found[fact.sentence + when] = fact._replace(sentence=fact.sentence.removesuffix(when) + when)
                plans[fact.sentence + when] = fitting.plan
        for sentence, (x, test, error) in base.tests.items() if otherwise else ():
            is_of_looks = sentence.startswith("looks at")  # two lists may be compared by their lengths, or one item
            if sentence in found and not (NESTED in otherwise and is_of_looks) and fitting.refuting(x, test, error):
                found[sentence] = found[sentence]._replace(sentence=sentence + otherwise)
    in_words = {sentence: plans.get(sentence, first.plan).in_words(fact.sentence) for sentence, fact in found.items()}
    written = [fact._replace(sentence=in_words[sentence]) for sentence, fact in found.items()]
    return written, first.dropped
