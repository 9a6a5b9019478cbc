"""Measuring of one function: plans for its calls that work, rows of numbers by them, and facts that hold in all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Container, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from strictcheck.errors import NotCertified, StrictCheckError
from strictcheck.observation.call_arguments import NUMBERS, STRINGS
from strictcheck.processes import TimeOver
from strictcheck.profiles.argument_shapes import CALLBACKS, SCALARS
from strictcheck.profiles.call_plans import OF_RESULT, Data, Plan, Slot, nested_forms, other_forms, possible_plans
from strictcheck.profiles.candidates import LISTS
from strictcheck.profiles.constants import Constants, constants_of, outcomes_of_answers
from strictcheck.profiles.drawing import class_for, is_drawn, lacks_instance
from strictcheck.profiles.facts import facts_of
from strictcheck.profiles.hints import examples_of
from strictcheck.profiles.instances import FEWEST, draw_examples
from strictcheck.profiles.measurements import CALLED_LATER, Calls, Plain, Row, pack_measured, plain_call, rows_of
from strictcheck.profiles.sandbox import Sandbox
from strictcheck.profiles.targets import find_function, held, is_of_instance, own_function, owner_of, parameters_of
from strictcheck.profiles.written_tests import Writer, Written

FOR_ALL = 10  # times the limit of one call are what all calls may take
BRIEF = 0.1  # seconds; after each call that does not end the limit is halved, down to this
TRIED = (3, 5, 4)  # seeds that a plan is tried on
MORE = (1, 7, 8, 9, 11)  # others, for plans with which the call always raises, or leaves something alone
STEADY = 60  # inputs that are called twice, of those of the first plan; of others the same share
PROBES = "probes"
USES = ("pulled", "ended", "called", "looked", "inside", "whole", "shared", "absent")  # not those of any value
WRONG_SHAPE = ("raises TypeError", "raises AttributeError")

Found = TypeVar("Found")
Score = tuple[bool, bool, int, int]


class Measurer:
    """Measuring of one function: finds plans that work, then makes their rows."""

    def __init__(self, job: dict[str, Any], sandbox: Sandbox) -> None:
        self.target: str = job["target"]
        self.name = self.target.rpartition(":")[2]
        self.inputs: int = job["inputs"]
        self.paths: list[str] = job.get("paths", [])
        self.seconds: float = job["seconds"] / FOR_ALL
        self.deadline = process_time() + job["seconds"]
        self.sandbox = sandbox
        self.deadly: list[str] = job.get("deadly", [])  # numbers, or PROBES, with which a call has ended the process
        self.last = Path(job.get("last", os.devnull))  # file for those of the call that runs
        self.reasons: list[str] = []
        self.hangs = self.random = 0  # calls that did not end, and those that differed from equal ones
        self._tries: dict[Any, Calls] = {}
        self._noted: str | None = None

    def _try(self, action: Callable[[], Found], times: int = 1) -> Found | None:
        """Do something in the sandbox, for so many `times` the limit of a call.

        Without a result there is a reason: it hangs, or tries what it may not.
        """
        refused = len(self.sandbox.refused)
        seconds = times * max(self.seconds / 2**self.hangs, BRIEF)
        try:
            with self.sandbox.closed(seconds):
                found = action()
        except TimeOver:
            self.hangs += 1
            self.reasons.append(f"does not end within {seconds:g} s")
        except StrictCheckError as error:
            self.reasons.append(str(error).splitlines()[0])
            self.random += isinstance(error, NotCertified) and error.certificate == "deterministic"
        except BaseException as error:
            self.reasons.append(f"raises {type(error).__name__}: {error}")
        else:
            if len(self.sandbox.refused) == refused:
                return found
            self.reasons.append(f"would {self.sandbox.refused[-1]}")
        return None

    def _note_last(self, numbers: str) -> None:
        """Write with which numbers the next call runs, if they have changed: a write takes as long as a call."""
        if numbers != self._noted:
            self.last.write_text(numbers)
            self._noted = numbers

    def _call(self, plan: Plan, data: Data, *, verify: bool = True, atoms: tuple[type, ...] = STRINGS) -> Calls:
        """Make the plain call, then the observed one. Where that is missing, says why."""
        numbers = {slot.name: data[slot.name] for slot in plan.slots if slot.shape in SCALARS}
        if str(numbers) in self.deadly:
            return Calls(Plain(), None)
        self._note_last(str(numbers or ""))
        function = find_function(self.target)
        plain = self._try(lambda: plain_call(function, plan, data)) or Plain()
        if plain.outcome is not None and plain.outcome.startswith("raises "):
            self.reasons.append(f"{plain.outcome}{plain.message} ({plan.text()})")
        if plain.outcome is None or plain.outcome in WRONG_SHAPE:
            return Calls(plain, [])
        has_results = plain.has_results
        rows = self._try(lambda: rows_of(function, plan, data, has_results=has_results, verify=verify, atoms=atoms))
        return Calls(plain, rows)

    def _tried(self, plan: Plan, seed: int) -> Calls:
        """Return the calls of one of the first inputs, which are not verified."""
        key = (tuple(plan.slots), plan.then, seed)
        if key not in self._tries:
            self._tries[key] = self._call(plan, plan.draw(seed), verify=False)
        return self._tries[key]

    def draw(self, fewest: int = FEWEST) -> None:
        """Draw values for parameters, of expressions in docstrings and tests."""
        parameters = parameters_of(self.target)
        self._try(lambda: draw_examples(self.target, parameters, self.paths, fewest))
        lacking = [one.annotation.__name__ for one in parameters if lacks_instance(one)]
        self.reasons += [f"no instance of {name} can be made" for name in lacking]

    def plans(self) -> list[tuple[Plan, int]]:
        """Return plans that work, each with the number of its inputs: the first for required arguments."""
        found = [self._without_idle(best) for best in self._best_plans()]
        fewer = max(self.inputs // 4, 12)
        others = [other for at, plan in enumerate(found) for other in self._variants(plan, is_first=at == 0)]
        return [(self._seasoned(plan), fewer if at else self.inputs) for at, plan in enumerate((*found, *others))]

    def _seasoned(self, plan: Plan) -> Plan:
        """Return the plan with the constants of the function."""
        return plan._replace(constants=self._try(lambda: constants_of(*own_function(self.target))) or Constants())

    def _best_plans(self) -> Iterator[Plan]:
        """Yield plans that work, for required arguments alone, if they are enough, and with each optional one."""
        function, parameters = find_function(self.target), parameters_of(self.target)
        name, first = self.name.rpartition(".")[2], int(is_of_instance(self.target))
        examples = examples_of(name, function.__doc__ or "", self.paths, first=first)
        self._note_last(PROBES)
        probed = (lambda *_, **__: None) if PROBES in self.deadly else function
        possible = self._try(lambda: list(possible_plans(probed, parameters, examples)))
        yield from (best for plans in possible or () if (best := self._best(plans)) is not None)

    def _variants(self, plan: Plan, is_first: bool) -> Iterator[Plan]:
        """Yield the plan with lists for iterators, or the other way, and with lists as elements.

        For the first plan, also with its result called.
        """
        others = other_forms(plan, parameters_of(self.target)) if is_first or self._score(plan)[1] else []
        if is_first or plan.slots[-1].shape in CALLBACKS:  # it may be called for lists alone, or for what is none
            others += nested_forms(plan, parameters_of(self.target))
        if is_first and self._returns_function(plan):
            finals = [Slot(OF_RESULT, "", shape) for shape in ("iterator", "list", "count", "number")]
            thens = [plan._replace(slots=[*plan.slots, final], then=True) for final in finals]
            others += [best for best in [self._best(thens)] if best is not None]
        yield from (other for other in others if self._score(other)[0])

    def _best(self, plans: list[Plan]) -> Plan | None:
        """Return the first plan that works on all inputs and whose arguments are all touched, or else the best one.

        One of numbers and strings alone is none where other arguments were used, though the calls raised: it would say
        that there is nothing to see.
        """
        best: Plan | None = None
        is_used = False
        best_score: Score = (False, True, len(TRIED), 0)  # above that of any plan with which no call works
        for plan in plans:
            if self.hangs > 2 or process_time() > self.deadline:
                break
            if is_used and not plan.touchable():
                continue
            score = self._score(plan)
            is_used |= score[3] > 0
            is_better = score > best_score
            if is_better:
                best, best_score = plan, score
            # A number is unequal to any list: that the length was asked for does not show that it wants a list there.
            is_full = is_better and score[:3] == (True, True, len(TRIED)) and self._without_idle(plan) == plan
            # A function that comes back touches more when it is called.
            if is_full or (score[0] and self._returns_function(plan)):
                break
        if best is None or (is_used and not best.touchable()):
            return None
        # An iterator tells more than a list. That it raised once, for it was empty, is nothing against it.
        forms = (plan for plan in plans[: plans.index(best)] if plan.with_lists() == best)
        return next((plan for plan in forms if (*best_score[:2], 2) <= self._score(plan)[:3]), best)

    def _without_idle(self, plan: Plan) -> Plan:
        """Return the plan with numbers for arguments in which nothing is looked at, where that works as well.

        A function may be a key. Drawn values are what the annotation says, and another version may look at them.
        """
        works = self._score(plan)[2]
        for at, slot in enumerate(plan.slots):
            tried = (self._tried(plan, seed).rows for seed in (*TRIED, *MORE))
            is_used = (
                not slot.is_touchable() or is_drawn(slot.shape) or any(slot.name in used_in(rows) for rows in tried)
            )
            if not is_used and not self._returns_function(plan):
                slots = [slot._replace(shape=one) for one in ("key", "number")[slot.shape not in CALLBACKS :]]
                others = [plan._replace(slots=[*plan.slots[:at], one, *plan.slots[at + 1 :]]) for one in slots]
                plan = next((other for other in others if self._score(other)[2] >= works), plan)
        return plan

    def _returns_function(self, plan: Plan) -> bool:
        """True if what a call touches will show when its result is called."""
        return self._tried(plan, TRIED[0]).plain.later == CALLED_LATER

    def _score(self, plan: Plan) -> Score:
        """Tell if a call works, if all is used that can be, on how many inputs it works, and how much is used.

        An exception that is no matter of shape is no failure on one input, but on all.
        """
        works = 0
        used: set[str] = set()
        lists = [slot.name for slot in plan.slots if slot.shape in LISTS]
        for seed in (*TRIED, *MORE):
            if seed in MORE and works and len(used) >= plan.touchable():
                break
            outcome, rows = self._tried(plan, seed).plain.outcome, self._tried(plan, seed).rows
            if outcome is None or outcome in WRONG_SHAPE:
                return False, False, 0, 0
            works += not outcome.startswith("raises ")
            used |= used_in(rows, sized=lists)
        return works > 0, len(used) >= max(plan.touchable(), 1), min(works, len(TRIED)), len(used)

    def measure_plan(self, plan: Plan, inputs: int) -> dict[str, Any]:
        """Measure a plan on so many inputs, the first of them twice: rows that differ are not steady."""
        twice = min(inputs, STEADY * inputs // self.inputs)
        kept: dict[int, Calls] = {}
        faults = Counter[str]()
        atoms, made = self._atoms_for(plan)
        for seed in range(inputs):
            if process_time() > self.deadline:
                break
            calls = made.get(seed) or self._call(plan, plan.draw(seed), atoms=atoms)
            fault = self._fault_of(calls, plan, seed, atoms, is_repeated=seed < twice)
            faults[fault] += 1
            kept |= {} if fault else {seed: calls}
        has_drawn = any(is_drawn(slot.shape) or class_for(slot.name) for slot in plan.slots)
        return {
            "plan": plan,
            "inputs": inputs,
            "rows": [{**row, "seed": seed} for seed, calls in kept.items() for row in calls.rows or ()],
            "outcomes": {seed: calls.plain.outcome for seed, calls in kept.items()},
            "unsteady": faults["unsteady"],
            "unverified": self.reasons[-1:] if faults["unverified"] else [],
            # What is random may hold on the few inputs on which it does the same twice.
            "is_believed": faults["unsteady"] * 4 <= twice and faults["unverified"] * 4 <= min(inputs, STEADY),
            "later": self._tried(plan, TRIED[0]).plain.later,
            "number_atoms": atoms != STRINGS,
            "calls": {seed: plan.call(self.name, plan.draw(seed)) for seed in kept if has_drawn},
        }

    def _fault_of(self, calls: Calls, plan: Plan, seed: int, atoms: tuple[type, ...], *, is_repeated: bool) -> str:
        """Tell why calls cannot be believed; an empty text if they can."""
        if calls.plain.outcome is None or calls.rows is None:
            return "not run" if calls.plain.outcome is None else "unverified"
        if calls.plain.outcome in outcomes_of_answers(plan.draw(seed)):
            return "raised by a callback"
        error = calls.rows[-1]["error"] if calls.rows else None
        if error is not None and not calls.plain.outcome.startswith(
            "raises "
        ):  # thunks of the result may be refused, too
            self.reasons.append(f"raises {error}, but not in the plain call")
            return "unverified"
        if not is_repeated:
            return ""
        again = self._call(plan, plan.draw(seed), verify=False, atoms=atoms)
        is_same = calls.plain.outcome == again.plain.outcome and again.rows is not None and calls.rows == again.rows
        return "" if is_same else "unsteady"

    def _atoms_for(self, plan: Plan) -> tuple[tuple[type, ...], dict[int, Calls]]:
        """Return strings as atoms, or numbers too where more calls can be verified so, and the calls with these."""
        best: tuple[int, tuple[type, ...], dict[int, Calls]] = 0, STRINGS, {}
        for atoms in (STRINGS, (*STRINGS, *NUMBERS)):
            made = {seed: self._call(plan, plan.draw(seed), atoms=atoms) for seed in TRIED}
            verified = sum(calls.rows is not None for calls in made.values())
            best = (verified, atoms, made) if verified > best[0] else best
            if verified == len(TRIED):
                break
        return best[1], best[2]

    def measure(self, given: list[tuple[Plan, int]]) -> dict[str, Any]:
        """Measure the function, by given plans or those that are found, and fit facts."""
        self.draw()
        measured = [self.measure_plan(plan, inputs) for plan, inputs in given or self.plans()]
        is_plain = bool(measured) and not any(one["plan"].touchable() for one in measured)
        outcomes = [str(outcome) for one in measured for outcome in one["outcomes"].values()]
        if is_plain and 4 * sum(outcome.startswith("raises ") for outcome in outcomes) > 3 * len(outcomes):
            is_plain, measured = False, []  # it may want something else, which nothing has told
        for one in measured:  # what is random may come out twice the same by one plan, on few and small inputs
            one["is_believed"] &= self.random * 4 <= sum(other["inputs"] for other in measured)
        believed = [one for one in measured if one["is_believed"] and one["rows"]]
        facts, dropped = facts_of(believed, self.name, lambda plan, data: self._call(plan, data).rows or [])
        return {
            "facts": facts,
            "dropped": dropped,
            "measured": [pack_measured(one) for one in measured],
            "is_plain": is_plain,
            "reasons": self._reason(),
        }

    def _reason(self) -> list[str]:
        """Return why the likeliest call did not work, or better what it was refused."""
        refused = [one for one in self.reasons if one.startswith("would ")]
        refused.sort(key=lambda text: "descriptor" in text)  # a number that was tried for a path comes last
        return (refused or self.reasons)[:1]

    def write_tests(self) -> dict[str, Any]:
        """Write tests of the required arguments, and of each optional one by the plan that passes it, too."""
        found = self._write_tests()
        owner = owner_of(self.target)
        if found["tests"] or owner is None:
            return found
        held.add(owner)
        return self._write_tests()

    def _write_tests(self) -> dict[str, Any]:
        self.draw(fewest=1)
        function = find_function(self.target)
        written: dict[str, Any] = {"tests": [], "mutants": [], "imports": set()}
        known: set[str] = set()
        for plan in self._best_plans():
            # Mutants look ahead in iterators, not in async ones, and many async functions take both.
            plain = plan.without_async()
            chosen = plain if self._score(plain)[0] else plan
            if any(slot.shape == "async iterator" for slot in chosen.slots):
                self.reasons = ["takes an async iterator, which no expression makes"]
                continue
            writer = Writer(self.target, function, self._seasoned(chosen))
            written["mutants"] += writer.mutants(known)
            tests: list[Written] = []
            self._try(partial(tests.extend, writer.tests(known)), FOR_ALL)  # what it has when the time is over is kept
            written["tests"] += tests
            written["imports"] |= writer.imports(tests) if tests else set()
            written["helper"] = writer.helper
            known |= {slot.name for slot in plan.slots}
        idle = [] if written["mutants"] else ["nothing in its arguments comes apart"]
        return {**written, "imports": [*written["imports"]], "reasons": idle if known else self._reason()}


def used_in(rows: list[Row] | None, sized: Container[str] = ()) -> set[str]:
    """Return the arguments that are used, so that their shape may be right; of those in `sized` a length is a use."""
    numbers = [(name, counts) for row in rows or () for name, counts in row["numbers"].items()]
    return {name for name, counts in numbers if any(map(counts.get, USES)) or (name in sized and counts.get("touched"))}
