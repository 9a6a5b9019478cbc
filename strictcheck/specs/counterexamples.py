"""Results of a search for calls, and their pictures: the call, and its demands beside the expected ones.

A picture is text: `str` of a counterexample is what pytest prints, without colours; on a terminal,
`rich.print(counterexample)` shows a table with the difference in red, in plain ASCII where the terminal wants that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW
from strictcheck.demands.marking import MarkedText, ascii_only, below, compared, mark
from strictcheck.generate.partial_consumer import nibble
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.parts_in_words import asked_of, is_call, part_in_words
from strictcheck.observation.traces import Forcing
from strictcheck.observation.unused import MustRead
from strictcheck.specs.comparisons import COMPARISONS, DemandDifference

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

# How two demands are compared, where they differ.
UNLIKE = {"==": "\N{NOT EQUAL TO}", "<=": "not <=", ">=": "not >="}
ADVICE = {
    "more": "if it may, let the spec expect it, or ... there",
    "less": "if it need not, let the spec have a hole there, or compare='<='",
    "order": "if it may, compare='=='",
}


class NoEvidence(MustRead):
    """Answer of a search that found no such call: it is false."""

    def __init__(self, function: str) -> None:
        self.function = function

    def __bool__(self) -> Literal[False]:
        self._note_use()
        return False

    def __repr__(self) -> str:
        return f"<no such call of {self.function} was found>"


class Evidence(MustRead):
    """Call that was found, as small as it could be made: it is true.

    `arguments` are the needed parts of the arguments, as demands, or None if the arguments could not be cut down;
    `context` was applied to the result; `observation` is that of the call; `unsearched` says why there may be a simpler
    call, and is empty if all simpler ones were tried.
    """

    def __init__(
        self,
        call: str,
        context: Any,
        arguments: Mapping[str, Demand] | None,
        observation: Observation[Any],
        *,
        unsearched: str = "",
    ) -> None:
        self.call = call
        self.context = context
        self.arguments = arguments
        self.observation = observation
        self.unsearched = unsearched

    def __bool__(self) -> Literal[True]:
        self._note_use()
        return True

    def _rows(self) -> Iterator[tuple[str, MarkedText, str, MarkedText]]:
        """Yield for each argument its name, its demand, the comparison, and the expected demand."""
        for name, demand in self.observation.demands.items():
            yield name, mark(demand, None), "", MarkedText("")

    def _facts(self) -> dict[str, str]:
        error, result = self.observation.error, self.observation.result_demand
        outcome = {"result": mark(result, None).text} if error is None else {"raised": repr(error)}
        # Random contexts are told by what they asked for; the others have a name.
        name = name_of(self.context)
        context = {} if isinstance(self.context, nibble) or name == "<lambda>" else {"context": name}
        return {"call": ascii_only(self.call), **context, "asked": ascii_only(asked_of(result))} | outcome

    def _heading(self) -> str:
        return f"{self.call} is what was looked for"

    def _conclusion(self) -> str:
        return ""

    def _picture(self) -> list[str]:
        """The difference, in lines."""
        return []

    def _others(self) -> list[str]:
        """The arguments that the picture does not show, in lines."""
        return [line for name, actual, *_ in self._rows() for line in below(f"  {f'{name}:':9} ", actual)]

    def __str__(self) -> str:
        facts = [f"  {f'{name}:':9} {text}" for name, text in self._facts().items()]
        last = [f"  {line}" for line in (self._conclusion(), self.unsearched) if line]
        return "\n".join([self._heading(), *self._picture(), *facts, *self._others(), *last])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.call}; {asked_of(self.observation.result_demand)}>"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        def style_text(cell: MarkedText, style: str = "") -> Text:
            parts = cell.text[: cell.start], cell.text[cell.start : cell.end], cell.text[cell.end :]
            before, there, after = (_printable(part, options.encoding) for part in parts)
            return Text.assemble(before, (there, style), after)

        yield Text.assemble((_printable(self._heading(), options.encoding), "bold"))
        for name, text in self._facts().items():
            yield Text.assemble((f"  {f'{name}:':9} ", "dim"), style_text(MarkedText(text)))
        table = Table("argument", "actual", "", "expected", box=box.ROUNDED)  # rich draws it in ASCII where it has to
        for name, actual, how, expected in self._rows():
            comparison = style_text(MarkedText(how))
            table.add_row(name, style_text(actual, "bold red"), comparison, style_text(expected, "bold green"))
        yield table
        yield style_text(MarkedText("\n".join(filter(None, (self._conclusion(), self.unsearched)))))


def _printable(text: str, encoding: str) -> str:
    """The text with other characters, or escapes, for what `encoding` does not have."""
    if not encoding.lower().startswith("utf"):
        text = text.replace(UNLIKE["=="], "!=")
    return text.encode(encoding, "backslashreplace").decode(encoding)


class Counterexample(Evidence):
    """Call whose demand differs from the one that a spec expects.

    In addition to evidence it has the `expected` demands, by argument, as far as the spec has any; the first
    difference is in `argument`, at `path`; `forced` is the `Forcing` that looked there, or None if nothing did.
    """

    def __init__(
        self,
        call: str,
        context: Any,
        arguments: Mapping[str, Demand] | None,
        observation: Observation[Any],
        *,
        unsearched: str,
        function: str,
        spec: str,
        expected: Mapping[str, Demand],
        comparisons: Mapping[str, str],
        argument: str,
        difference: DemandDifference,
    ) -> None:
        super().__init__(call, context, arguments, observation, unsearched=unsearched)
        self.function = function
        self.spec = spec
        self.expected = expected
        self.comparisons = comparisons
        self.argument = argument
        self.path, self.how = difference
        self.forced = None if self.how == "less" else self._forcing()

    def _forcing(self) -> Forcing | None:
        """Find the forcing there; if a demand was expected there too, the forcing of one more cell, key, or end."""
        demand = self.expected[self.argument]
        at = demand._tree.child_at(self.path)
        expected_layer = None if at == NO_ROW or self.how == "order" else demand._tree.layers[at]
        within = [forcing for forcing in self.observation.trace if forcing.argument == self.argument]
        here = [forcing for forcing in within if forcing.path == self.path]
        if expected_layer is None:
            return next(iter(here), None)
        further = (
            forcing
            for forcing in within
            if (forcing.path == self.path and forcing is not here[0])
            or (forcing.path[:-1] == self.path and forcing.path and forcing.path[-1] not in expected_layer)
        )
        return next(further, next(iter(here), None))

    def _rows(self) -> Iterator[tuple[str, MarkedText, str, MarkedText]]:
        for name, demand in self.observation.demands.items():
            path = self.path if name == self.argument else None
            if name in self.expected:
                how = self.comparisons[name]
                how = how if path is None else UNLIKE.get(how, f"not {how}")
                yield name, mark(demand, path), how, mark(self.expected[name], path)
            else:
                yield name, mark(demand, None), "", MarkedText("(anything)")

    @property
    def sides(self) -> tuple[tuple[str, Demand], tuple[str, Demand]]:
        """The expected and the actual demand on the argument that differs, each with its name."""
        expected, actual = self.expected[self.argument], self.observation.demands[self.argument]
        return (self.spec, expected), (self.function, actual)

    def _picture(self) -> list[str]:
        return compared(*self.sides, self.path)

    def _others(self) -> list[str]:
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
        if COMPARISONS[self.comparisons[name]](actual, expected) is None:
            return "as expected"
        return f"and not as expected, {mark(expected, None).text}"

    def _heading(self) -> str:
        actual, expected = self.observation.demands[self.argument], self.expected[self.argument]
        sides = (expected, actual) if self.how == "less" else (actual, expected)
        part = ascii_only(part_in_words(self.argument, self.path, *sides))
        looks, look = ("calls", "call") if is_call(self.path, *sides) else ("looks at", "look at")
        if self.how == "less":
            return f"{self.function} does not {look} {part}, which {self.spec} expects"
        where = f", at {self.forced.where}" if self.forced is not None else ""
        if self.how == "order":
            return f"{self.function} looks at {part} at another time than {self.spec} expects{where}"
        return f"{self.function} also {looks} {part}, which {self.spec} leaves alone{where}"

    def _conclusion(self) -> str:
        return ADVICE[self.how]
