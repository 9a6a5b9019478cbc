"""Worker process: measures one function, by the job on its standard input; writes one line of JSON.

The process that starts it gives a temporary folder as current directory, and kills it when it hangs in C code.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from time import process_time
from typing import Any
from zlib import crc32

from strictcheck.errors import StrictCheckError
from strictcheck.observation.call_arguments import NUMBERS, STRINGS
from strictcheck.processes import TimeOver
from strictcheck.profiles.argument_shapes import is_callback, is_observed
from strictcheck.profiles.call_plans import Plan, Slot, possible_plans, with_lists
from strictcheck.profiles.drawing import draw_for, is_drawn
from strictcheck.profiles.facts import facts_of
from strictcheck.profiles.measurements import LONG, Row, is_iterable, pack, plain_outcome, rows_of
from strictcheck.profiles.sandbox import Sandbox
from strictcheck.profiles.source_hints import uses_in
from strictcheck.profiles.targets import (
    CHAINED,
    class_of,
    find_function,
    function_names,
    names_beside,
    owner_of,
    parameters_of,
)
from strictcheck.profiles.written_tests import Writer

SECONDS = 3.0  # for one call
TRIED = (3, 5, 4)  # seeds that a plan is tried on
MORE = (7, 8, 9, 11)  # others, for plans with which the call always raises
STEADY = 60  # inputs that are called twice
WRONG_SHAPE = ("raises TypeError", "raises AttributeError")


class Measurer:
    """Measuring of one function: finds plans that work, then makes their rows."""

    def __init__(self, job: dict[str, Any], sandbox: Sandbox | None) -> None:
        self.target: str = job["target"]
        self.name = self.target.rpartition(":")[2]
        self.inputs: int = job["inputs"]
        self.deadline = process_time() + job["seconds"]
        self.sandbox = sandbox
        self.reasons: list[str] = []
        self.hangs = 0

    def _closed(self) -> Any:
        return nullcontext() if self.sandbox is None else self.sandbox.closed(SECONDS)

    def _possible_plans(self) -> Iterator[list[Plan]]:
        function = find_function(self.target)
        doc, uses = function.__doc__ or "", uses_in(function, class_of(self.target))
        return possible_plans(parameters_of(self.target), self.name.rpartition(".")[2], doc, uses)

    def plans(self) -> list[tuple[Plan, int]]:
        """Return plans that work, each with the number of its inputs: the first for required arguments."""
        found: list[tuple[Plan, int]] = []
        for plans in self._possible_plans():
            best = self._best(plans)
            if best is None and not found:
                break
            if best is not None:
                found += [(best, max(self.inputs // 4, 12) if found else self.inputs)]
        if found:
            found += [(plan, max(self.inputs // 4, 12)) for plan in self._variants(found[0][0])]
        return found

    def _variants(self, plan: Plan) -> Iterator[Plan]:
        """Yield the plan with lists for iterators, of a method at the end of a chain, and with a call of the result."""
        others = [with_lists(plan)] if with_lists(plan) != plan else []
        owner = owner_of(self.target)
        for via in CHAINED if owner is not None else ():
            if hasattr(owner, via):
                shape = "function" if via in CHAINED[:2] else "predicate"
                slots = [plan.slots[0], Slot("chained", "", shape), *plan.slots[1:]]
                others.append(plan._replace(slots=slots, via=via))
        if self._returns_function(plan):
            finals = [Slot("of_result", "", shape) for shape in ("iterator", "list", "count", "number")]
            thens = [plan._replace(slots=[*plan.slots, final], then=True) for final in finals]
            others += [best for best in [self._best(thens)] if best is not None]
        for other in others:
            if self._score(other)[0] > 0:
                yield other

    def _best(self, plans: list[Plan]) -> Plan | None:
        """Return the first plan that works on all inputs and whose arguments are all touched, or else the best one."""
        best, best_score = None, (0, 0)
        wanted = _touchable(plans[0]) if plans else 0
        for plan in plans:
            if self.hangs > 2 or process_time() > self.deadline:
                break
            score = self._score(plan)
            if score > best_score:
                best, best_score = plan, score
            is_later = score[0] > 0 and self._returns_function(plan)
            if is_later or (best_score[0] == len(TRIED) and best_score[1] >= max(wanted, _touchable(plan))):
                break
        return best

    def write_tests(self) -> dict[str, Any]:
        """Write tests of the required arguments, and of each optional one by the plan that passes it, too."""
        function = find_function(self.target)
        written: dict[str, Any] = {"tests": [], "mutants": []}
        known: set[str] = set()
        for plans in self._possible_plans():
            plan = self._best(plans)
            if class_of(self.target) is not None or (plan is None and not known):
                return {**written, "reasons": self.reasons[-1:] or ["methods are not written"]}
            if plan is not None and not plan.then:
                writer = Writer(self.target, function, plan)
                with nullcontext() if self.sandbox is None else self.sandbox.closed(10 * SECONDS):
                    written["mutants"] += writer.mutants(known)
                    written["tests"] += writer.tests(known)
                known |= {slot.name for slot in plan.slots}
        return {**written, "reasons": [] if written["mutants"] else ["nothing in its arguments comes apart"]}

    def _returns_function(self, plan: Plan) -> bool:
        """True if what a call touches will show when its result is called."""
        result = self._plain(plan, TRIED[0])[1]
        return callable(result) and not is_iterable(result)

    def _score(self, plan: Plan) -> tuple[int, int]:
        """Count the inputs on which a call works, if only by an exception that is no matter of shape, and the arguments
        that are touched. A plan that does not fit one of the inputs, or always raises, has no points."""
        works, touched = 0, set()
        for seed in (*TRIED, *MORE):
            if works and seed in MORE:
                break
            outcome, result = self._plain(plan, seed)
            if outcome is None or outcome in WRONG_SHAPE:
                return 0, 0
            works += not outcome.startswith("raises ")
            touched |= self._touched(plan, seed, result)
        return len(TRIED) if works else 0, len(touched)

    def _touched(self, plan: Plan, seed: int, result: Any) -> set[str]:
        """Return the arguments that are looked at, except those asked for absent keys only: their shape is wrong."""
        rows, _ = self._rows(plan, seed, result, verify=False)
        touched = {name for row in rows for name, counts in row["numbers"].items() if any(counts.values())} | {
            slot.name for row in rows for slot in plan.slots if row["demands"].get(slot.name, "_") != "_"
        }
        in_vain = {name for row in rows for name, counts in row["numbers"].items() if counts.get("absent")}
        found = {name for row in rows for name, counts in row["numbers"].items() if counts.keys() & {"pulled", "ended"}}
        return touched - (in_vain - found)

    def _plain(self, plan: Plan, seed: int) -> tuple[str | None, Any]:
        """Make the plain call; the outcome is None if it hangs, or tries what it may not."""
        refused = len(self.sandbox.refused) if self.sandbox else 0
        try:
            with self._closed():
                outcome, result = plain_outcome(find_function(self.target, plan.via), plan, seed)
        except TimeOver:
            self.hangs += 1
            self.reasons.append(f"does not end within {SECONDS:g} s")
            return None, None
        except BaseException as error:
            self.reasons.append(f"raises {type(error).__name__}")
            return None, None
        if self.sandbox and len(self.sandbox.refused) > refused:
            self.reasons.append(f"would {self.sandbox.refused[-1]}")
            return None, None
        if outcome.startswith("raises "):
            self.reasons.append(f"{outcome} ({plan.text()})")
        return outcome, result

    def _rows(
        self, plan: Plan, seed: int, result: Any, *, verify: bool = True, atoms: tuple[type, ...] = STRINGS
    ) -> tuple[list[Row], str | None]:
        """Observe one input; without rows there is a reason."""
        try:
            with self._closed():
                function = find_function(self.target, plan.via)
                return rows_of(function, plan, seed, result, verify=verify, atoms=atoms), None
        except TimeOver:
            return [], "observed calls do not end in time"
        except StrictCheckError as error:
            return [], str(error).splitlines()[0]
        except BaseException as error:
            return [], f"observed calls raise {type(error).__name__}: {error}"

    def measure_plan(self, plan: Plan, seeds: range) -> dict[str, Any]:
        """Measure a plan on these inputs, each twice: rows that differ are those of a function that is not steady."""
        rows: list[Row] = []
        outcomes: dict[int, str] = {}
        unsteady, unverified = 0, []
        atoms = self._atoms_for(plan)
        for seed in seeds:
            if process_time() > self.deadline:
                break
            outcome, result = self._plain(plan, seed)
            if outcome is None:
                continue
            found, reason = self._rows(plan, seed, result, atoms=atoms)
            if reason is not None:
                unverified.append(reason)
            elif seed < STEADY and not self._is_steady(plan, seed, outcome, found, atoms):
                unsteady += 1
            else:
                rows += found
                outcomes[seed] = outcome
        result = self._plain(plan, TRIED[0])[1]
        has_drawn = any(is_drawn(slot.shape) for slot in plan.slots)
        returns = "iterator" if hasattr(result, "__next__") else "function" if callable(result) else ""
        return {
            "plan": plan,
            "inputs": len(seeds),
            "rows": rows,
            "outcomes": outcomes,
            "unsteady": unsteady,
            "unverified": unverified[:1],
            "left_out": unsteady + len(unverified),
            "returns": returns,
            "number_atoms": atoms != STRINGS,
            "calls": {seed: plan.call(self.name, seed) for seed in outcomes if has_drawn},
        }

    def _is_steady(self, plan: Plan, seed: int, outcome: str, rows: list[Row], atoms: tuple[type, ...]) -> bool:
        """Call once more; True if nothing differs."""
        again, result = self._plain(plan, seed)
        return again == outcome and self._rows(plan, seed, result, verify=False, atoms=atoms)[0] == rows

    def _atoms_for(self, plan: Plan) -> tuple[type, ...]:
        """Return strings as atoms, or numbers too where most calls cannot be verified without."""
        for atoms in (STRINGS, (*STRINGS, *NUMBERS)):
            tried = (self._rows(plan, seed, self._plain(plan, seed)[1], atoms=atoms)[1] for seed in TRIED)
            if sum(reason is None for reason in tried) > 1:
                return atoms
        return STRINGS


def _packed(measured: dict[str, Any]) -> dict[str, Any]:
    """Return a measurement as a profile keeps it."""
    outcomes = measured["outcomes"].items()
    short = {
        seed: text if len(text) <= LONG or text.startswith("raises ") else f"{crc32(text.encode()):x}"
        for seed, text in outcomes
    }
    return {**measured, "rows": pack(measured["rows"]), "outcomes": short}


def _touchable(plan: Plan) -> int:
    return sum(is_observed(slot.shape) or is_callback(slot.shape) for slot in plan.slots)


def main() -> None:
    """Run the job, and write its answer to the standard output, which the functions do not get."""
    job = json.loads(sys.stdin.readline())
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.path[:0] = job["paths"]
    answers.write(json.dumps(answer(job)))
    answers.flush()
    os._exit(0)  # threads and handlers that the functions left behind are not waited for


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """Do a job: list the names of a target, measure one function, or write its tests."""
    try:
        if job["what"] == "names":
            return {"names": function_names(job["target"])}
        find_function(job["target"])
        draw_for(parameters_of(job["target"]), job["given"], names_beside(job["target"]), job["inputs"])
        measurer = Measurer(job, None if job["allow"] else Sandbox(os.getcwd()))
        if job["what"] == "write":
            return measurer.write_tests()
        given = [(Plan.read(plan), inputs) for plan, inputs in job["plans"] or ()]
        measured = [measurer.measure_plan(plan, range(inputs)) for plan, inputs in given or measurer.plans()]
        # What is random may hold on the few inputs on which it does the same twice.
        believed = [one for one in measured if one["left_out"] * 4 <= min(one["inputs"], STEADY)]
        facts, dropped = facts_of(believed, measurer.name)
        return {
            "facts": facts,
            "dropped": dropped,
            "measured": [_packed(one) for one in measured],
            "is_plain": bool(measured) and not any(_touchable(one["plan"]) for one in measured),
            "reasons": measurer.reasons[-1:],
        }
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}" if not isinstance(error, StrictCheckError) else str(error)}


if __name__ == "__main__":
    main()
