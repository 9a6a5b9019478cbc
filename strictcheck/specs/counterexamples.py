"""Judge of calls by a spec, and counterexamples: the call, and its demand beside the expected one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.fitting import is_all
from strictcheck.demands.wording import ascii_only, asked_of, deed_of, expression, layers_at, part_in_words, wrapped
from strictcheck.errors import DemandError, DemandMismatch, SpecError
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.table import kind_of
from strictcheck.messages import folded, shown
from strictcheck.observation.call_arguments import STRINGS, name_of
from strictcheck.observation.lazy_results import is_lazy, is_unasked, looks_past
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.specs.assertions import names_apart
from strictcheck.specs.cases import LONGEST, CallCase, FoundCall, Judge, Judgement
from strictcheck.specs.differences import COMPARISONS, Side, picture_of_both, sentence
from strictcheck.specs.specification import Like, Spec
from strictcheck.specs.vacuous import all_read, method_of, none_left, vacuity

SHOWN = 40  # layers of a demand in a line


def result_of(observation: Observation[Any]) -> Demand:
    """Return the demand on the result: `Raised` if the call raised before there was a result."""
    if observation.error is not None and not observation.result_demand:
        return Demand(ROOT.parents, ROOT.keys, [Raised(observation.error)])
    return observation.result_demand


NOTHING = Demand.parse("None")
ROOT = NOTHING._tree


class SpecJudge(Judge):
    """Judge that finds observations whose demands differ from those that a spec expects."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.spec._note_use()  # the search may end before it asks
        self.name = "check_spec"
        self._expects = False  # True if the last call could have gone against the spec

    def judge(self, case: CallCase, observation: Observation[Any]) -> Judgement | None:
        """Return the first difference from the expected demands."""
        names, given = list(observation.demands), case.inputs.for_judge()
        expected = self.spec.expected(names, result_of(observation), given, case.context, case.policy)
        self._expects = any(self._can_break(name, expected[name]) for name in expected)
        if self.spec.has_anything:
            expected = {name: with_anything(demand, observation.demands[name]) for name, demand in expected.items()}
        if case.cut is None:
            self._check_fits(case, observation, expected)
        for name, demand in expected.items():
            difference = COMPARISONS[self.spec.comparison(name)](observation.demands[name], demand)
            if difference is not None:
                return Judgement(name, difference, expected)
        return None

    def idle(self, case: CallCase, observation: Observation[Any]) -> str | None:
        """Return that the spec allows all, that nothing was asked, or that a function that is not lazy would pass."""
        if (past := looks_past(case.function, observation._arguments.values)) is not None:
            return past
        if not self._expects:
            return (
                f"{self.spec.name} expects nothing that a call could break: for each argument of each call it has ..., "
                "or ... for all its parts, or all of it with compare='<=', or a hole with compare='>='"
            )
        if (reason := vacuity(observation)) is not None:
            return reason
        if isinstance(self.spec, Like) and self.spec.error is not None and observation.error is None:
            return f"{self.spec.name} raised {shown(self.spec.error)} where {observation.name} returned a result"
        if (reason := none_left(observation, "; draw others, with more parts")) is not None:
            return reason
        if isinstance(self.spec, Like) and is_lazy(observation.result):
            return all_read(observation, "; leave contexts out, to have lazy results asked for less")
        if isinstance(self.spec, Like) and all(map(_is_one_part, observation._arguments.values.values())):
            return all_read(observation, "; draw others, of which a part is left; what is not passed, nobody sees")
        return None

    def _can_break(self, name: str, expected: Demand) -> bool:
        """True if a call could go against the spec inside this argument."""
        tree = expected._tree
        inner = {*tree.parents}
        if expected and is_all(tree) and all(layer is ... for row, layer in enumerate(tree.layers) if row not in inner):
            return False
        how = self.spec.comparison(name)
        return bool(expected) if how == ">=" else how != "<=" or not is_all(expected._tree)

    def _check_fits(self, case: CallCase, observation: Observation[Any], expected: Mapping[str, Demand]) -> None:
        values = case.arguments().values
        for name, demand in expected.items():
            # To look into a file, or an async iterator, would use it up.
            if not kind_of(type(values[name])).is_used_up and not demand.matches(values[name]):
                actual = observation.demands[name]
                partly = partial_advice(demand, actual, name, ())
                raise SpecError(
                    f"{self.spec.name} expects of argument {name!r} a demand that it cannot have"
                    f"{_disagreement(actual, demand)}\n"
                    f"  expected: {demand.pretty()}{'; does the spec return?' * (demand == NOTHING)}\n"
                    f"  argument: {shown(values[name], LONGEST)}\n"
                    "a spec returns partial values of the arguments it is given, with `hole` where nothing is looked "
                    f"at, and ... for anything{'; ' * bool(partly)}{partly}"
                )

    def mismatch(self, found: FoundCall) -> DemandMismatch:
        """Return the error with the counterexample."""
        one = Counterexample(found, self.spec)
        return DemandMismatch(str(one), counterexample=one, sides=one.sides)

    def own_demands(self, case: CallCase, observation: Observation[Any]) -> Mapping[str, Demand] | None:
        """Return the demands of the spec itself on the arguments."""
        names, result = list(observation.demands), result_of(observation)

        @functools.wraps(case.function)
        def saying(*args: Any, **kwargs: Any) -> None:
            self.spec.expected(names, result, (args, kwargs), case.context, case.policy.without_certificates())

        args, kwargs = case.inputs.for_judge()
        try:
            return observe(saying, *args, certify=False, **kwargs).demands
        except Exception:  # some specs work on plain values only; then their demand is unknown
            return None


def _is_one_part(value: Any) -> bool:
    """True of a number or the like, and of an object with methods, which may make all that is of interest."""
    return kind_of(type(value)).is_leaf or method_of(value) is not None


def partial_advice(expected: Demand, actual: Demand, argument: str, path: tuple[Any, ...]) -> str:
    """Return how to write a dict at `path` of which some keys are asked for, if one is expected whose keys are listed.

    Likewise an iterator of which some elements are pulled, if its end is expected.

    >>> asked = Demand.parse("{'host': 'a', 'log': absent, **_}")
    >>> partial_advice(Demand.parse("{}"), asked, "config", ())
    "strictcheck.specs.keyed({'host': config['host']}, absent=['log']) is a dict whose keys are not listed"
    """
    listed, layer = layers_at(path, expected, actual)
    if _is_of_end(layer, listed):
        return f"strictcheck.specs.pulled([...]) has the elements that are pulled of {argument}, without the end"
    if getattr(listed, "last_part", "") != "the list of keys" or not listed.closed:
        return ""
    present, absent = "...", "..."
    if type(layer) is type(listed) and layer.asked_for() and not layer.closed:
        keys = layer.asked_for()
        present = ", ".join(
            f"{shown(key)}: {expression(argument, actual, (*path, key))}" for key in keys if key in layer
        )
        absent = ", ".join(shown(key) for key in keys if key not in layer)
    beside = f", absent=[{absent}]" if absent else ""
    return f"strictcheck.specs.keyed({{{present}}}{beside}) is a dict whose keys are not listed"


def _is_of_end(layer: Any, ended: Any) -> bool:
    """True if both are of an iterator, and the second alone may know its end."""
    return type(layer) is type(ended) and getattr(layer, "last_part", "") == "the end" and not layer.closed


def _in_short(demand: Demand) -> str:
    return ascii_only(demand.pretty(SHOWN))


def _disagreement(actual: Demand, expected: Demand) -> str:
    try:
        _ = actual | expected
    except DemandError as error:
        return f": {error}" if error.path else ""  # the whole of both is shown
    return ""


def with_anything(expected: Demand, actual: Demand) -> Demand:
    """Return the expected demand with the actual one in place of each `...`, the wildcard of specs.

    >>> with_anything(Demand.of_partial([1, ...]), Demand.parse("[_, [2, _]]"))
    Demand.parse('[1, [2, _]]')
    """
    tree = expected._tree
    if not any(layer is ... for layer in tree.layers):
        return expected
    merged, places = Columns.empty(), {NO_ROW: NO_ROW}
    for row, parent, key, layer in tree.rows():
        if layer is not ...:
            places[row] = merged.append(places[parent], key, layer)
            continue
        found = actual._tree.child_at(tree.path(row))
        if found != NO_ROW:
            merged.graft(places[parent], key, actual._tree.subtree(found))
    return Demand._of(merged)


class Counterexample:
    """Call whose demand differs from the one that a spec expects, as small as it could be made.

    `arguments` are their needed parts, as demands, or None if they could not be cut down; `context` was applied to the
    result; `observation` is that of the call, made once more for the lines that looked. `expected` are demands by
    argument, as far as the spec has any. The first difference is in `argument`, at `path`; `how` is `more` or `less`,
    and `advice` says what to write if that is meant. `unsearched` says why there may be a simpler call, and is
    empty if all simpler ones were tried.
    """

    def __init__(self, found: FoundCall, spec: Spec) -> None:
        case, judgement = found.case, found.judgement
        self.call, self.context, self.arguments = case.text(), case.context, case.cut
        self.function, other = names_apart(case.function, spec.function)
        self.spec = spec.name.replace(name_of(spec.function), other)
        self.expected = judgement.expected
        self.argument = judgement.argument
        self.path, self.how = judgement.difference
        self.advice = spec.advice(self.argument, self.how)
        self.unsearched = found.unsearched
        self._comparison = spec.comparison
        self.observation = replace(case, policy=case.policy.without_certificates()).observe(where=True)
        self._spec_raised = self._error_of(spec, case) if isinstance(spec, Like) else None
        self._is_spec_at_fault = self._spec_raised is not None and self.observation.error is None
        if self._is_spec_at_fault:
            made = f"lambda x: {other}(convert(x))"
            self.advice = f"compare with one that takes what {self.function} takes, {made}, or draw other arguments"
        elif self.how == "less" and is_unasked(self.observation):
            self.advice += "; or pass like(g) of a generator function g, which looks at nothing before it is asked"
        elif not isinstance(spec, Like):
            (_, expected), (_, actual) = self.sides
            partly = partial_advice(expected, actual, self.argument, self.path) if self.how == "less" else ""
            self.advice = f"if it need not, {partly}" if partly else self.advice
            if self.how == "more" and _is_of_end(*layers_at(self.path, expected, actual)):
                self.advice = f"if it may, pulled([...], ended=True) expects the end of {self.argument}, too"

    def _error_of(self, spec: Like, case: CallCase) -> BaseException | None:
        """Return what the other function raises in this call, which often is why the two look at different parts."""
        policy, names = case.policy.without_certificates(), list(self.observation.demands)
        spec.expected(names, result_of(self.observation), case.inputs.for_judge(), case.context, policy)
        return spec.error

    @property
    def sides(self) -> tuple[tuple[str, Demand], tuple[str, Demand]]:
        """The expected and the actual demand on the argument that differs, each with its name."""
        expected, actual = self.expected[self.argument], self.observation.demands[self.argument]
        return (self.spec, expected), (self.function, actual)

    def _facts(self) -> dict[str, str]:
        error, result = self.observation.error, self.observation.result_demand
        outcome = {"result": _in_short(result)} if error is None else {"raised": repr(error)}
        if self._spec_raised is not None:
            outcome[self.spec] = f"raised {self._spec_raised!r}"
        if more := [cls.__name__ for cls in self.observation.atoms if cls not in STRINGS]:
            which = "numbers and the like" if int in self.observation.atoms else ", ".join(more)
            outcome["atoms"] = f"{which} are handed out as themselves, which counts as a look"
        return {"call": ascii_only(self.call), "asked": ascii_only(asked_of(result))} | outcome

    def _others(self) -> list[str]:
        """Describe the arguments that the picture does not show, in lines."""
        lines = []
        for name, actual in self.observation.demands.items():
            if name != self.argument:
                lines += wrapped(f"  {f'{name}:':9} ", f"{_in_short(actual)}, {self._verdict(name)}")
        return lines

    def _verdict(self, name: str) -> str:
        """Compare the demand on another argument with the expected one, in words."""
        if name not in self.expected:
            return f"of which {self.spec} says nothing"
        expected, actual = self.expected[name], self.observation.demands[name]
        if COMPARISONS[self._comparison(name)](actual, expected) is None:
            return "as expected"
        return f"and not as expected, {_in_short(expected)}"

    def _heading(self) -> str:
        if self._is_spec_at_fault:
            return folded(f"{self.spec} raised {shown(self._spec_raised, LONGEST)}", f"where {self.function} returned")
        (_, wanted), (_, found) = self.sides
        actual, expected = Side(self.function, found, self.observation, self.argument), Side(self.spec, wanted)
        if self.how == "more":
            return sentence(actual, expected, self.path)
        part = ascii_only(part_in_words(self.argument, self.path, expected.demand, actual.demand))
        deed = deed_of(self.path, expected.demand, actual.demand)
        return folded(f"{self.function} does not {deed} {part}", f"which {self.spec} expects")

    def __str__(self) -> str:
        picture = picture_of_both(self.argument, *self.sides)
        facts = [f"  {f'{name}:':9} {text}" for name, text in self._facts().items()]
        last = [line for text in (self.advice, self.unsearched) for line in wrapped("  ", text)]
        return "\n".join([self._heading(), *picture, *facts, *self._others(), *last])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.call}; {asked_of(self.observation.result_demand)}>"
