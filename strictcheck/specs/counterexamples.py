"""Results of a search for calls, and their pictures: the call, and its demands beside the expected ones.

A picture is text: `str` of a counterexample is what pytest prints, without colours; on a terminal,
`rich.print(counterexample)` shows a table with the difference in red, in plain ASCII where the terminal wants that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.generate.partial_consumer import nibble
from strictcheck.observation.asked_words import asked_of
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.fetches import expression
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.traces import Forcing
from strictcheck.specs.comparisons import Difference

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

__all__ = ["Counterexample", "Evidence", "MarkedText", "mark", "wrap_lines"]

WIDTH = 100
SHOWN = 40  # layers of a demand in a picture
SHOWN_MARKED = 12  # layers of the part that differs
# Signs for failed comparisons.
UNLIKE = {"==": "!=", "<=": "not <=", ">=": "not >="}
ADVICE = {
    "more": "if it may, let the spec expect it, or ... there",
    "less": "if it need not, let the spec have a hole there, or compare='<='",
    "order": "if it may, compare='=='",
}
# Placeholder for the difference while the demands are written; no value that is worth checking has it.
MARK = "\ue000"


class MarkedText(NamedTuple):
    """Demand as text, of which the part from `start` to `end` differs."""

    text: str
    start: int = 0
    end: int = 0


def mark(demand: Demand, path: tuple[Any, ...] | None) -> MarkedText:
    """Write the demand, with the part at `path` marked, or the nearest part above it.

    >>> mark(Demand.parse("[1, [_, 2]]"), (1, 0))
    Marked(text='[1, [_, 2]]', start=5, end=6)
    """
    if path is None:
        return MarkedText(_ascii(demand.pretty(SHOWN)))
    without, part = _split(demand._tree, path)
    before, found, after = _ascii(without.pretty(SHOWN)).partition(repr(MARK))
    if not found:  # too deep to be shown
        return MarkedText(_ascii(demand.pretty(SHOWN)))
    text = _ascii(part.pretty(SHOWN_MARKED))
    return MarkedText(before + text + after, len(before), len(before) + len(text))


def _ascii(text: str) -> str:
    return text.replace("…", "...")


def _split(tree: Columns, path: tuple[Any, ...]) -> tuple[Demand, Demand]:
    """Return the demand with a mark in place of the part at `path`, and that part."""
    row, parent, key = (0 if len(tree) else NO_ROW), NO_ROW, None
    for step in path:
        if row == NO_ROW or step not in tree.layers[row]:
            break
        row, parent, key = tree.target(tree.child(row, step)), row, step
    part = Columns.empty() if row == NO_ROW else tree.subtree(row)
    if not tree.is_tree:
        return _mark_graph(tree, parent, key), Demand._of(part)
    rest, place = Columns.empty(), {NO_ROW: NO_ROW}
    for old, above, step, layer in tree.rows():
        if old == row:
            rest.append(place[above], step, MARK)
        elif above in place:
            place[old] = rest.append(place[above], step, layer)
            if row == NO_ROW and old == parent:  # as the first part, so that it is shown
                rest.append(place[parent], key, MARK)
    if not tree:
        rest.append(NO_ROW, None, MARK)
    return Demand._of(rest), Demand._of(part)


def _mark_graph(tree: Columns, parent: int, key: Any) -> Demand:
    """Return the graph with a mark in place of the part `key` of `parent`."""
    mark = len(tree)

    def parts(row: int) -> dict[Any, int]:
        found = {} if row == mark else tree.parts(row)
        return {**found, key: mark} if row == parent else found

    return Demand._of(Columns.lay_out(mark if parent == NO_ROW else 0, [*tree.layers, MARK], parts))


class Evidence:
    """Call that was found, as small as it could be made.

    `arguments` are the needed parts of the arguments, as demands, or None if the arguments could not be cut down;
    `context` was applied to the result; `observation` is that of the call.
    """

    def __init__(
        self, call: str, context: Any, arguments: Mapping[str, Demand] | None, observation: Observation[Any]
    ) -> None:
        self.call = call
        self.context = context
        self.arguments = arguments
        self.observation = observation

    def _rows(self) -> Iterator[tuple[str, MarkedText, str, MarkedText]]:
        """Yield for each argument its name, its demand, the comparison, and the expected demand."""
        for name, demand in self.observation.demands.items():
            yield name, mark(demand, None), "", MarkedText("")

    def _facts(self) -> dict[str, str]:
        error, result = self.observation.error, self.observation.result_demand
        outcome = {"result": _ascii(result.pretty(SHOWN))} if error is None else {"raised": repr(error)}
        # Random contexts are described by the demand they made; the others have a name.
        name = name_of(self.context)
        context = {} if isinstance(self.context, nibble) or "<locals>" in name else {"context": name}
        return {"call": _ascii(self.call), **context, "asked": _ascii(asked_of(result))} | outcome

    def _heading(self) -> str:
        return f"{self.call} is what was looked for"

    def _conclusion(self) -> str:
        return ""

    def __str__(self) -> str:
        facts = [f"  {f'{name}:':9} {text}" for name, text in self._facts().items()]
        last = [f"  {self._conclusion()}"] if self._conclusion() else []
        return "\n".join([self._heading(), *facts, *_table(list(self._rows())), *last])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.call} in context {name_of(self.context)}>"

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
            table.add_row(name, style_text(actual, "bold red"), how, style_text(expected, "bold green"))
        yield table
        yield style_text(MarkedText(self._conclusion()))


def _printable(text: str, encoding: str) -> str:
    """Write escapes for characters that `encoding` lacks."""
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
        function: str,
        spec: str,
        expected: Mapping[str, Demand],
        comparisons: Mapping[str, str],
        argument: str,
        difference: Difference,
    ) -> None:
        super().__init__(call, context, arguments, observation)
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

    def _heading(self) -> str:
        actual, expected = self.observation.demands[self.argument], self.expected[self.argument]
        part = _ascii(expression(self.argument, expected if self.how == "less" else actual, self.path))
        if self.how == "less":
            return f"{self.function} does not look at {part}, which {self.spec} expects"
        where = f", at {self.forced.where}" if self.forced is not None else ""
        if self.how == "order":
            return f"{self.function} looks at {part} at another time than {self.spec} expects{where}"
        return f"{self.function} also looks at {part}, which {self.spec} leaves alone{where}"

    def _conclusion(self) -> str:
        return ADVICE[self.how]


def _table(rows: list[tuple[str, MarkedText, str, MarkedText]]) -> list[str]:
    """Write the rows in columns, as wide as they need to be and `WIDTH` allows; carets stand below marks."""
    names = max(8, *(len(name) for name, _, _, _ in rows)) if rows else 8
    hows = max((len(how) for _, _, how, _ in rows), default=0)
    most = max(20, (WIDTH - names - hows - 8) // 2)
    width = min(most, max(6, *(len(actual.text) for _, actual, _, _ in rows))) if rows else 6
    compared = any(expected.text for _, _, _, expected in rows)
    lines = [f"  {'argument':{names}}  {'actual':{width}}  {'':{hows}}  {'expected' if compared else ''}".rstrip()]
    for name, actual, how, expected in rows:
        left, right = wrap_lines(actual, width), wrap_lines(expected, most)
        height = max(len(left), len(right))
        left, right = left + [""] * (height - len(left)), right + [""] * (height - len(right))
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            first = number == 0
            line = f"  {name if first else '':{names}}  {one:{width}}  {how if first else '':{hows}}  {other}"
            lines.append(line.rstrip())
    return [line for line in lines if line]


def wrap_lines(cell: MarkedText, width: int) -> list[str]:
    """Break the text into lines of at most `width`; below each line with some of the marked part stand carets."""
    lines: list[str] = []
    is_marked = cell.end > cell.start
    for begin in range(0, max(len(cell.text), 1), width):
        lines.append(cell.text[begin : begin + width])
        if is_marked:
            start, end = max(cell.start - begin, 0), min(cell.end - begin, width)
            lines.append(" " * start + "^" * (end - start) if end > start else "")
    return lines
