"""`find_needless`: the looks of a call that it did not need.

A look is needed or not with regard to all calls that might have gone on from there, not to the one that did.
`a and b` looks at `a` and finds True, then at `b` and finds False; by hindsight `a` did not matter. It did when it was
looked at: nothing was known of `b` then, and with another `b` the result depends on `a`.

So a look is *needless* if, whatever the parts are that were not looked at by then, the result is the same for all
answers it could have given. It is the opposite of what the theory of sequential functions calls an index of
sequentiality, a part that has to be looked at next whatever there is: Vuillemin, *Correct and optimal implementations
of recursion in a simple programming language* (1974); Kahn and Plotkin, *Concrete domains* (1978). There may be several
parts of which one or another has to be looked at, and then none of these looks is needless.

It follows that all needless looks can be left out at once: what remains determines the result. (A value that agrees
with what remains can be changed into one that agrees with all that was seen, one needless look after another, earliest
first. Before each step it agrees with all that was known before that look, so no step changes the result.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.notation import pretty
from strictcheck.demands.wording import expression
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.kinds.equality import first_value_difference
from strictcheck.kinds.layer import Layer, class_of
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.needless.counterfactual_values import Choices, Counterfactual
from strictcheck.needless.queries import WHAT, Finding, Needless, Query, Site, Witness, queries_of, shown_result
from strictcheck.needless.value_options import OptionsAt, PartValues, checked_values
from strictcheck.observation.call_arguments import constants_in
from strictcheck.observation.demand_of_record import demand_of_rows
from strictcheck.observation.lazy_results import is_left_for_later
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import how_to_ask
from strictcheck.specs.certified import certify_observation
from strictcheck.thunks.places import KEYS


def find_needless(
    observation: Observation[Any], values: PartValues = None, *, tries: int = 200, certify: bool | None = None
) -> Needless:
    """Find the parts that `observation` looked at in vain. Returns `Needless`, which is false
    if there is no such thing. If nobody reads it, which asserts nothing, a `RuntimeWarning` says so, and pytest fails
    the test.

    A look is needless if it could not have mattered when it was made, whatever the parts are that were not looked at by
    then; the module says why, and why `and` is not to blame. The result is what the context saw of it, or the class of
    the exception.

    `values` are those that any number, string or other atom may have. Without it, atoms may be others of their class,
    first those that stand in the code of the function, and those that the call met elsewhere; lists may be longer or
    shorter by one, mappings, iterators and files have more or less in them; tuples keep their length and objects their
    class. A `None`, and what nobody can look into, stays as it is, and a finding that depends on that is not
    `complete`. Functions among the arguments are called as they are.

    All combinations are tried, as far as the function looks at them, or those that `tries` allows, which are then
    chosen at random, always the same: what is found to be needed is needed, what is found needless is as sure as
    `values` is true and `complete` says.

    A `None`, a bool and their like in a record are not judged, for an operator of the record may fetch all of them.

    Calls the function again, up to twice `tries` for each look, on arguments of its own making. Before that the
    observation is verified and replayed: two more calls, which `certify=False` leaves out. Raises `NotCertified` if one
    of them differs, or if the function does not do the same on the same arguments; `NothingChecked` if the call has
    left all looks to its lazy result, which was not asked; `TypeError` or `ValueError` if `observation`, `values` or
    `tries` make no sense.

    >>> from strictcheck import observe
    >>> def has_negative(numbers):
    ...     return len([n for n in numbers if n < 0]) > 0
    >>> report = find_needless(observe(has_negative, [1, -2, 3]), [-1, 1])
    >>> print(report)
    numbers[2]: 3: needless (2 alternatives tried, all combinations)
      numbers: [1, -2, 3], where [1, -2, _] would have done
    >>> print(report.findings[1].witness)
    numbers=[1, 1, 3] gives False
    numbers=[-1, 1, 3] gives True
    >>> bool(find_needless(observe(lambda xs: xs[0] and xs[1], [True, False])))
    False
    """
    if not isinstance(observation, Observation):
        raise TypeError(f"find_needless: observation={shown(observation)} is not one; pass observe(function, *args)")
    if isinstance(tries, bool) or not isinstance(tries, int) or tries < 2:
        raise ValueError(
            f"find_needless: tries={tries!r} is too few; pass how many alternatives to try for a look, from 2"
        )
    if is_left_for_later(observation):
        asking = how_to_ask(observation.name, observation.result)
        what = f"the result of {observation.name} is lazy and was not asked; pass {asking}, to observe"
        raise NothingChecked(f"find_needless has judged nothing: {what}")
    certify_observation(observation, certify)
    report = _NeedlessSearch(observation, values, tries).report()
    report._wait_for_use("the answer of find_needless", "write assert not find_needless(observe(f, x))")
    return report


class _NeedlessSearch:
    """One run of `find_needless`."""

    def __init__(self, observation: Observation[Any], values: PartValues, tries: int) -> None:
        self.observation = observation
        self.tries = tries
        self.record = observation._record
        self.arguments: Mapping[str, Any] = observation._arguments.values
        self.roots, self.looks = queries_of(self.record)
        atoms = observation._call.options.atoms
        self.options_at = OptionsAt(checked_values(values), self.looks, atoms, constants_in(observation._call.function))
        self.outcome = _Outcome(observation)

    def report(self) -> Needless:
        findings: list[Finding] = []
        vain: list[Query] = []
        for look in self.looks[self.record.given :]:
            if any(other.opens(look.place, look.question) for other in vain) or _is_unasked(look):
                continue
            findings.append(self.judge(look))
            if findings[-1].needless:
                vain.append(look)
        kept = [look for look in self.looks if not any(other.opens(look.place, look.question) for other in vain)]
        rows: dict[str, list[int]] = {name: [] for name in self.arguments}
        for look in kept:
            rows[look.log.name].append(look.row)
        demands = {log.name: demand_of_rows(log, rows[log.name]) for log in self.record.logs}
        return Needless(tuple(findings), demands, dict(self.observation.demands))

    def judge(self, look: Query) -> Finding:
        """Try other answers to the query, in sets of arguments that agree on all that was known before it."""
        choices, witness, tried, is_sure = Choices(self.tries), None, 0, True
        while choices.next():
            one, other = (Counterfactual(look, choices, self.options_at, as_it_was=was) for was in (True, False))
            before, after = self.outcome_in(one), self.outcome_in(other)
            if choices.tried == 1:
                self.check_same(before)
            is_sure = is_sure and one.is_sure and other.is_sure
            if one.stuck or other.stuck or not other.varied:
                continue
            tried += 1
            witness = Witness(before.demands, after.demands, (before.result, after.result))
            if before != after:
                return self.finding(look, False, witness, tried)
        return self.finding(look, witness is not None, witness, tried, complete=choices.complete and is_sure)

    def outcome_in(self, arguments: Counterfactual) -> _Outcome:
        values = {name: arguments.argument(self.roots[name], value) for name, value in self.arguments.items()}
        return _Outcome(self.observation.rerun(values))

    def check_same(self, again: _Outcome) -> None:
        if again != self.outcome:
            raise NotCertified(
                f"find_needless: called again on the same arguments, it gave {shown_result(again.result)} after "
                f"{shown_result(self.outcome.result)}; it has to depend on its arguments alone, and on no object that "
                "is a key of a dict and equal to nothing but itself"
            )

    def finding(
        self, look: Query, needless: bool, witness: Witness | None, tried: int, *, complete: bool = False
    ) -> Finding:
        wheres = self.record.wheres
        where = wheres[look.index][0] if wheres is not None else None
        path, saw = _seen(look)
        part = expression(look.log.name, self.observation.demands[look.log.name], path)
        return Finding(look.log.name, path, part, saw, look.index, needless, witness, tried, complete, where)


class _Outcome:
    """Outcome of a call, as far as its context looked; compared by that."""

    def __init__(self, observation: Observation[Any]) -> None:
        self.demands = dict(observation.demands)
        self.error = observation.error
        self.seen = observation.result_demand
        self.result = self.seen if self.error is None else self.error

    def __eq__(self, other: Any) -> bool:
        if type(self.error) is not type(other.error) or self.seen != other.seen:
            return False
        mine, others = _opaque_parts(self.seen), _opaque_parts(other.seen)
        return all(first_value_difference(value, others[path]) is None for path, value in mine.items())


def _opaque_parts(demand: Demand) -> dict[tuple[Any, ...], Any]:
    """Return the opaque values of a demand, which compares only their classes."""
    found = {row: layer.value for row, _, _, layer in demand.rows() if isinstance(layer, Layer) and layer.is_whole}
    return {demand.path(row): value for row, value in found.items()}


def _is_unasked(look: Query) -> bool:
    """True if the call did not choose to look: within a function, or at what is handed out with a record."""
    place = look.place
    if look.question is not WHAT or look.in_function or place.parent is None:
        return look.in_function
    holder = place.parent.answers[WHAT][1]
    comes_along = kind_of(class_of(holder)).is_record
    return comes_along and kind_of(type(look.answer)).is_handed_out


def _seen(look: Query) -> tuple[tuple[Any, ...], str]:
    """Return the path of a query, and a description of the answer."""
    place: Site = look.place
    if look.question is WHAT:
        return place.path, pretty(demand_of_rows(look.log, [look.row])._tree, None)
    if look.question is KEYS:
        return place.path, "all keys"
    key = look.question.key
    if look.answer:
        return (*place.path, key), "that it is there"
    return place.path, "the end" if isinstance(key, int) and place.cells() == key else f"that there is no {key!r}"
