"""Counterexamples of specs, and their pictures: the call, and its demand beside the expected one."""

from __future__ import annotations

from strictcheck.demands import Demand
from strictcheck.demands.marking import MarkedText, ascii_only, asked_of, below, compared, is_call, mark, part_in_words
from strictcheck.generate.partial_consumer import nibble
from strictcheck.messages import folded, with_place
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.traces import Forcing
from strictcheck.specs.assertions import names_apart
from strictcheck.specs.differences import COMPARISONS, Side, sentence
from strictcheck.specs.shrink import FoundCall
from strictcheck.specs.specification import Spec


class Counterexample:
    """Call whose demand differs from the one that a spec expects, as small as it could be made.

    `arguments` are their needed parts, as demands, or None if they could not be cut down; `context` was applied to the
    result; `observation` is that of the call, made once more for the lines that looked. `expected` are demands by
    argument, as far as the spec has any. The first difference is in `argument`, at `path`; `how` is `more`, `less` or
    `order`, and `advice` says what to write if that is meant. `unsearched` says why there may be a simpler call, and is
    empty if all simpler ones were tried.
    """

    def __init__(self, found: FoundCall, spec: Spec) -> None:
        case, judgement = found.case, found.judgement
        assert judgement.argument is not None
        assert judgement.difference is not None
        self.call, self.context, self.arguments = case.text(), case.context, case.cut
        self.function, other = names_apart(case.function, spec.function)
        self.spec = spec.name.replace(name_of(spec.function), other)
        self.expected = judgement.expected
        self.argument = judgement.argument
        self.path, self.how = judgement.difference
        self.advice = spec.advice(self.argument, self.how)
        self.unsearched = found.unsearched
        self._comparison = spec.comparison
        case.policy = case.policy.without_certificates()
        self.observation = case.observe(where=True)

    @property
    def forced(self) -> Forcing | None:
        """Forcing that looked there; None if nothing did."""
        known = Demand() if self.how == "order" else self.expected[self.argument]
        return None if self.how == "less" else self._side(self.function).forcing(self.path, known)

    def _side(self, name: str) -> Side:
        return Side(name, self.observation.demands[self.argument], self.observation, self.argument)

    @property
    def sides(self) -> tuple[tuple[str, Demand], tuple[str, Demand]]:
        """The expected and the actual demand on the argument that differs, each with its name."""
        expected, actual = self.expected[self.argument], self.observation.demands[self.argument]
        return (self.spec, expected), (self.function, actual)

    def _facts(self) -> dict[str, str]:
        error, result = self.observation.error, self.observation.result_demand
        outcome = {"result": mark(result, None).text} if error is None else {"raised": repr(error)}
        # Random contexts are told by what they asked for; the others have a name.
        name = name_of(self.context)
        context = {} if isinstance(self.context, nibble) or name == "<lambda>" else {"context": name}
        return {"call": ascii_only(self.call), **context, "asked": ascii_only(asked_of(result))} | outcome

    def _others(self) -> list[str]:
        """Describe the arguments that the picture does not show, in lines."""
        lines = []
        for name, actual in self.observation.demands.items():
            if name != self.argument:
                lines += below(f"  {f'{name}:':9} ", MarkedText(f"{mark(actual, None).text}, {self._verdict(name)}"))
        return lines

    def _verdict(self, name: str) -> str:
        """Compare the demand on another argument with the expected one, in words."""
        if name not in self.expected:
            return f"of which {self.spec} says nothing"
        expected, actual = self.expected[name], self.observation.demands[name]
        if COMPARISONS[self._comparison(name)](actual, expected) is None:
            return "as expected"
        return f"and not as expected, {mark(expected, None).text}"

    def _heading(self) -> str:
        actual = self._side(self.function)
        expected = Side(self.spec, self.expected[self.argument])
        if self.how == "more":
            return sentence(actual, expected, self.path)
        part = ascii_only(part_in_words(self.argument, self.path, expected.demand, actual.demand))
        if self.how == "less":
            deed = "call" if is_call(self.path, expected.demand, actual.demand) else "look at"
            return folded(f"{self.function} does not {deed} {part}", f"which {self.spec} expects")
        text = f"{self.function} looks at {part} at another time than {self.spec} expects"
        return with_place(text, self.forced and self.forced.where)

    def __str__(self) -> str:
        picture = compared(*self.sides, self.path)
        facts = [f"  {f'{name}:':9} {text}" for name, text in self._facts().items()]
        last = [f"  {line}" for line in (self.advice, self.unsearched) if line]
        return "\n".join([self._heading(), *picture, *facts, *self._others(), *last])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.call}; {asked_of(self.observation.result_demand)}>"
