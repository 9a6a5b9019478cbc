"""What a search for calls comes back with, and its picture: the call, and the demands of it against the expected ones.

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

__all__ = ["Counterexample", "Evidence", "Marked", "marked", "wrapped"]

WIDTH = 100
SHOWN = 40  # layers of a demand in a picture
SHOWN_MARKED = 12  # and of the part of it that differs
# How two demands are compared, where they differ.
UNLIKE = {"==": "!=", "<=": "not <=", ">=": "not >="}
ADVICE = {
    "more": "if it may, let the spec expect it, or ... there",
    "less": "if it need not, let the spec have a hole there, or compare='<='",
    "order": "if it may, compare='=='",
}
# Stands where two demands differ while they are written; no value that is worth checking has it.
MARK = "\ue000"


class Marked(NamedTuple):
    """A demand as text, of which the part from `start` to `end` is where it differs."""

    text: str
    start: int = 0
    end: int = 0


def marked(demand: Demand, path: tuple[Any, ...] | None) -> Marked:
    """The demand as text, with the part at `path`, or the nearest that it has above, marked.

    >>> marked(Demand.parse("[1, [_, 2]]"), (1, 0))
    Marked(text='[1, [_, 2]]', start=5, end=6)
    """
    if path is None:
        return Marked(_ascii(demand.pretty(SHOWN)))
    without, part = _split(demand._tree, path)
    before, found, after = _ascii(without.pretty(SHOWN)).partition(repr(MARK))
    if not found:  # too deep to be shown
        return Marked(_ascii(demand.pretty(SHOWN)))
    text = _ascii(part.pretty(SHOWN_MARKED))
    return Marked(before + text + after, len(before), len(before) + len(text))


def _ascii(text: str) -> str:
    return text.replace("…", "...")


def _split(tree: Columns, path: tuple[Any, ...]) -> tuple[Demand, Demand]:
    """The demand with a mark in place of the part at `path`, and that part."""
    row, parent, key = (0 if len(tree) else NO_ROW), NO_ROW, None
    for step in path:
        if row == NO_ROW or step not in tree.layers[row]:
            break
        row, parent, key = tree.target(tree.child(row, step)), row, step
    part = Columns.empty() if row == NO_ROW else tree.subtree(row)
    if not tree.is_tree:
        return _marked(tree, parent, key), Demand._of(part)
    made, place = Columns.empty(), {NO_ROW: NO_ROW}
    for old, above, step, layer in tree.rows():
        if old == row:
            made.append(place[above], step, MARK)
        elif above in place:
            place[old] = made.append(place[above], step, layer)
            if row == NO_ROW and old == parent:  # the first of its parts, for it has to be shown
                made.append(place[parent], key, MARK)
    if not tree:
        made.append(NO_ROW, None, MARK)
    return Demand._of(made), Demand._of(part)


def _marked(tree: Columns, parent: int, key: Any) -> Demand:
    """The graph with a mark in place of the part `key` of `parent`."""
    mark = len(tree)

    def parts(row: int) -> dict[Any, int]:
        found = {} if row == mark else tree.parts(row)
        return {**found, key: mark} if row == parent else found

    return Demand._of(Columns.lay_out(mark if parent == NO_ROW else 0, [*tree.layers, MARK], parts))


class Evidence:
    """A call that was looked for, as small as it could be made.

    `arguments` are what had to be known of them, as demands in which nothing is known of a hole, or None if they could
    not be cut down to that; `context` is what was done with the result; `observation` is what came of the call.
    """

    def __init__(
        self, call: str, context: Any, arguments: Mapping[str, Demand] | None, observation: Observation[Any]
    ) -> None:
        self.call = call
        self.context = context
        self.arguments = arguments
        self.observation = observation

    def _rows(self) -> Iterator[tuple[str, Marked, str, Marked]]:
        """For each argument its name, its demand, how it is compared, and the expected demand."""
        for name, demand in self.observation.demands.items():
            yield name, marked(demand, None), "", Marked("")

    def _facts(self) -> dict[str, str]:
        error, result = self.observation.error, self.observation.result_demand
        outcome = {"result": _ascii(result.pretty(SHOWN))} if error is None else {"raised": repr(error)}
        # Random contexts are told by what they asked for; the others have a name.
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

        def styled(cell: Marked, style: str = "") -> Text:
            parts = cell.text[: cell.start], cell.text[cell.start : cell.end], cell.text[cell.end :]
            before, there, after = (_printable(part, options.encoding) for part in parts)
            return Text.assemble(before, (there, style), after)

        yield Text.assemble((_printable(self._heading(), options.encoding), "bold"))
        for name, text in self._facts().items():
            yield Text.assemble((f"  {f'{name}:':9} ", "dim"), styled(Marked(text)))
        table = Table("argument", "actual", "", "expected", box=box.ROUNDED)  # rich draws it in ASCII where it has to
        for name, actual, how, expected in self._rows():
            table.add_row(name, styled(actual, "bold red"), how, styled(expected, "bold green"))
        yield table
        yield styled(Marked(self._conclusion()))


def _printable(text: str, encoding: str) -> str:
    """The text with escapes for what `encoding` does not have."""
    return text.encode(encoding, "backslashreplace").decode(encoding)


class Counterexample(Evidence):
    """A call that looked at something else than a spec expects.

    Beside what evidence has: `expected` is the expected demand on each argument that the spec speaks of; the first
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
        """Who looked there: if something was expected there too, who looked further, at one more cell, key, or end."""
        demand = self.expected[self.argument]
        at = demand._tree.child_at(self.path)
        told = None if at == NO_ROW or self.how == "order" else demand._tree.layers[at]
        within = [forcing for forcing in self.observation.trace if forcing.argument == self.argument]
        here = [forcing for forcing in within if forcing.path == self.path]
        if told is None:
            return next(iter(here), None)
        further = (
            forcing
            for forcing in within
            if (forcing.path == self.path and forcing is not here[0])
            or (forcing.path[:-1] == self.path and forcing.path and forcing.path[-1] not in told)
        )
        return next(further, next(iter(here), None))

    def _rows(self) -> Iterator[tuple[str, Marked, str, Marked]]:
        for name, demand in self.observation.demands.items():
            path = self.path if name == self.argument else None
            if name in self.expected:
                how = self.comparisons[name]
                how = how if path is None else UNLIKE.get(how, f"not {how}")
                yield name, marked(demand, path), how, marked(self.expected[name], path)
            else:
                yield name, marked(demand, None), "", Marked("(anything)")

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


def _table(rows: list[tuple[str, Marked, str, Marked]]) -> list[str]:
    """The rows side by side, in columns as wide as they need to be and `WIDTH` allows; carets stand below marks."""
    names = max(8, *(len(name) for name, _, _, _ in rows)) if rows else 8
    hows = max((len(how) for _, _, how, _ in rows), default=0)
    most = max(20, (WIDTH - names - hows - 8) // 2)
    width = min(most, max(6, *(len(actual.text) for _, actual, _, _ in rows))) if rows else 6
    compared = any(expected.text for _, _, _, expected in rows)
    lines = [f"  {'argument':{names}}  {'actual':{width}}  {'':{hows}}  {'expected' if compared else ''}".rstrip()]
    for name, actual, how, expected in rows:
        left, right = wrapped(actual, width), wrapped(expected, most)
        height = max(len(left), len(right))
        left, right = left + [""] * (height - len(left)), right + [""] * (height - len(right))
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            first = number == 0
            line = f"  {name if first else '':{names}}  {one:{width}}  {how if first else '':{hows}}  {other}"
            lines.append(line.rstrip())
    return [line for line in lines if line]


def wrapped(cell: Marked, width: int) -> list[str]:
    """The text in lines of at most `width`, and below each line that has some of the marked part, carets."""
    lines: list[str] = []
    is_marked = cell.end > cell.start
    for begin in range(0, max(len(cell.text), 1), width):
        lines.append(cell.text[begin : begin + width])
        if is_marked:
            start, end = max(cell.start - begin, 0), min(cell.end - begin, width)
            lines.append(" " * start + "^" * (end - start) if end > start else "")
    return lines
