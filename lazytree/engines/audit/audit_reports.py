"""An audit in words, as data, and several of them in a table."""

from __future__ import annotations

import json
import linecache
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from lazytree.engines.adapters.engine import UNTOLD
from lazytree.engines.audit.audit_games import TYPICAL, GameClass
from lazytree.engines.audit.findings import Cost, Example, Fault, Findings, Repair
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.leaf_log import CodeLine, Path
from lazytree.games.making import to_json
from lazytree.searches.side_by_side import Relation

if TYPE_CHECKING:
    from rich.table import Table

# A game with more nodes than this is told by its size alone.
SHOWN = 400
# So many leaves are listed, and so many lines of code.
LEAVES, LINES = 20, 4
WIDTH = 78
LEAVES_READ = {
    Relation.SAME_ORDER: "all in the same order",
    Relation.SAME_SET: "all in another order",
    Relation.SUBSET: "some",
    Relation.SUPERSET: "all and others",
    Relation.NEITHER: "some and others",
}
COLUMNS: Sequence[str] = ("engine", "games", "value", "move", "demand", "again", "cost", "ties", "verdict")
LEAST = ("ties", "games", "again", "cost", "move", "value")  # left out in this order where a table has no room


def as_text(audit: Findings) -> str:
    """A report to read: the verdict and what it means, the counts behind it, the smallest game, the line, the cost.

    Lines have at most 78 characters, but for an edit that mends the engine, which stands as in its file.
    """
    return "\n".join(_text(audit))


def paragraph(label: str, text: str) -> list[str]:
    """Lines of `text`, the first one behind `label` and the others below its text.

    >>> paragraph("  luck     ", "on 3 of 300 games")
    ['  luck     on 3 of 300 games']
    """
    below = " " * len(label)
    return textwrap.wrap(text, WIDTH, initial_indent=label, subsequent_indent=below, break_on_hyphens=False)


def _text(audit: Findings) -> Iterator[str]:
    yield from paragraph("", f"{audit.engine}: {audit.verdict}")
    yield ""
    for cause in audit.causes:
        yield from paragraph("  ", cause.meaning)
    if audit.taken or audit.games:
        yield ""
    for label, text in _told(audit):
        yield from paragraph(f"  {label:9}", text)
    if audit.example is not None:
        yield from ("", "  The smallest game that shows it:", "", *_example(audit.example, audit.repair is None))
    if audit.repair is not None:
        yield from ("", *repair_lines(audit.repair))


def _told(audit: Findings) -> Iterator[tuple[str, str]]:
    """The counts of a report, each with its label."""
    if audit.taken:
        yield "taken as", audit.taken
    if audit.games:
        yield "games", str(audit.kind)
        yield "values", _counted(audit.values, audit.games)
        yield "moves", _counted(audit.moves, audit.games)
        yield "demand", _demand(audit)
    if audit.lucky:
        yield "luck", f"on {audit.lucky} of {audit.games} games a right answer was not proved by what was read"
    if audit.order_cost is not None:
        yield "order", f"its own; that costs {audit.order_cost:.2f} times the leaves of the order given"
    if audit.like is not None:
        yield "like", f"{audit.like}, leaf by leaf on every game"
    yield from (("cost", _cost(cost)) for cost in audit.costs)
    if audit.faults:
        yield "faults", f"on {len(audit.faults)} of {audit.games} games; the first: {audit.faults[0]}"


def _counted(told: Counter[str], games: int) -> str:
    if told["wrong"]:
        return f"wrong on {told['wrong']} of {games} games"
    if 0 < told["right"] < games:
        return f"told on {told['right']} of {games} games, and right on all of these"
    return f"right on {games} of {games} games" if told["right"] else "not told"


def _demand(audit: Findings) -> str:
    demand = audit.demand
    games = sum(demand.relations.values())
    if not games:
        return "not known"
    counts = ", ".join(f"{LEAVES_READ[relation]} on {count}" for relation, count in demand.relations.most_common())
    again = f"; leaves read again on {demand.repeating}" if demand.repeating else ""
    return f"of alpha-beta's leaves, {counts} of {games} games{again}"


def _cost(cost: Cost) -> str:
    counts = ((cost.nodes, "positions"), (cost.moves, "moves"))
    counted = ", ".join(f"{count:,} {name}" for count, name in counts if count)
    counted = f"; {counted}" if counted else ""
    told = f"{cost.readings:,} readings for {cost.expected:,} leaves, {cost.games}"
    value = f"; its value is minimax's on {cost.agreeing:,} of {cost.compared:,}" if cost.compared else ""
    return f"{cost.ratio:.2f} times alpha-beta: {told}{counted}{value}"


def repair_lines(repair: Repair) -> Iterator[str]:
    """The edit that mends an engine, as `patch` takes it, and what it must not be done without."""
    file = _imported(repair.file)
    strict = ", and reads at most what one that cuts off at better values only reads, more where two are equal"
    told = f"It is right with this edit{strict * repair.is_strict}, also on games that were not used to find it:"
    yield from paragraph("  ", told)
    yield ""
    yield from (f"    {line}" for line in (f"--- {file}", f"+++ {file}", *repair.diff))
    if len(repair.alone) > 1:
        yield from (
            "",
            *paragraph("  ", "Neither part of it must come without the other: alone, each makes answers wrong."),
        )
    for diff in repair.alone if len(repair.alone) == 1 else ():
        yield ""
        yield from paragraph("  ", "One part of it must not come without the other, for alone it makes answers wrong:")
        yield ""
        yield from (f"    {line}" for line in diff)


def _example(example: Example, with_lines: bool) -> Iterator[str]:
    yield from paragraph("    ", _game(example.game))
    yield ""
    if example.fault is not None:
        yield from paragraph("    ", str(example.fault))
    else:
        value, move = example.answer.value, example.answer.move
        told = [] if value is UNTOLD else [f"value {value}"]
        told += [] if move is UNTOLD else [f"move {move}"]
        yield from paragraph("    its answer        ", f"{', '.join(told) or 'none'}; minimax: value {example.value}")
    yield from paragraph("    it reads          ", _leaves(example.found))
    yield from paragraph("    alpha-beta reads  ", _leaves(example.expected))
    if example.asked is not None and with_lines:
        yield f"    {leaf_name(example.asked)} was asked for by"
    for line in telling_lines(example.lines) if with_lines else ():
        yield from paragraph("      ", line)


def telling_lines(lines: Sequence[CodeLine]) -> list[str]:
    """The code that asked for a leaf, the innermost first: where it was read, and who went there."""
    named = dict.fromkeys(line for line in lines if not line.function.endswith("<lambda>"))
    return [shown_line(line) for line in list(named)[:LINES]]


def _leaves(paths: Sequence[Path]) -> str:
    shown = " ".join(leaf_name(path) for path in paths[:LEAVES])
    return (shown or "nothing") + (f" and {len(paths) - LEAVES:,} more" if len(paths) > LEAVES else "")


def leaf_name(path: Path) -> str:
    """Write a place in a game as child indices from the root.

    >>> leaf_name((1, 0)), place_name((1,)), place_name(())
    ('[1,0]', 'at [1]', 'at the root')
    """
    return "[" + ",".join(map(str, path)) + "]"


def place_name(path: Path) -> str:
    """Write a place as part of a sentence."""
    return f"at {leaf_name(path)}" if path else "at the root"


def _game(game: Game[Any]) -> str:
    text = json.dumps(to_json(game), default=repr)
    return text if len(text) < SHOWN else text[:SHOWN] + "..."


def shown_line(line: CodeLine) -> str:
    """A line of code with where it stands: the file as it is imported, not as it lies on this machine.

    >>> shown_line(CodeLine("engine.py", 3, "search"))
    'engine.py:3 in search'
    """
    source = linecache.getline(line.file, line.number).strip()
    return f"{_imported(line.file)}:{line.number} in {line.function}" + (f": {source}" if source else "")


def _imported(file: str) -> str:
    """The file below the longest entry of `sys.path` that holds it; an empty entry is the working folder."""
    path = File(file)
    homes = [home for home in map(File.absolute, map(File, sys.path)) if path.is_relative_to(home)]
    return str(path.relative_to(max(homes, key=lambda home: len(home.parts)))) if homes else path.name


def as_json(audit: Findings) -> dict[str, Any]:
    """An audit as data that `json.dumps` can write; keys are the fields of `Findings` and what follows from them."""
    data = _plain(audit)
    data |= {"verdict": audit.verdict, "fine": audit.fine, "meaning": [cause.meaning for cause in audit.causes]}
    data["demand"]["overall"] = audit.demand.overall.value if audit.demand.relations else None
    for told, cost in zip(data["costs"], audit.costs, strict=True):
        told["ratio"] = cost.ratio
    return data


def _plain(part: Any) -> Any:
    """A part of an audit as data: objects by their fields, but games, lines of code, faults and classes as text."""
    match part:
        case Max() | Min() | End():
            return to_json(part)
        case Enum():
            return part.value
        case CodeLine():
            return shown_line(part)
        case Fault() | GameClass():
            return str(part)
        case dict():
            return {_plain(key): _plain(one) for key, one in part.items()}
        case list() | tuple():
            return [*map(_plain, part)]
    if not is_dataclass(part):
        return part
    told = {field.name: getattr(part, field.name) for field in fields(part)}
    return {name: _plain(one) for name, one in told.items() if one is not UNTOLD}


def as_table(audits: Iterable[Findings], width: int | None = None) -> Table:
    """Several audits as a table, for `rich.print`; see `table_of`."""
    return table_of([(row_of(audit), audit.fine) for audit in audits], width)


def table_of(audits: Sequence[tuple[Sequence[str], bool]], width: int | None = None) -> Table:
    """A table of audits, each given by its row and True if nothing is wrong.

    Of a table wider than `width`, columns that say least are left out. `again` says whether leaves are read again,
    `cost` how many readings there are for each of alpha-beta's on a typical game with many scores, and `ties` with few.
    """
    from rich.table import Table  # loaded by those who print, not by `import lazytree`

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    rows = [(dict(zip(COLUMNS, row, strict=True)), is_fine) for row, is_fine in audits]
    room = {name: 2 + max(map(len, (name, *(cells[name] for cells, _ in rows)))) for name in COLUMNS}
    for name in LEAST:
        if width is not None and sum(room.values()) - 2 > width:
            del room[name]
    for name in room:
        numeric = name in ("games", "cost", "ties")
        table.add_column(name, justify="right" if numeric else "left", no_wrap=name != "verdict", overflow="fold")
    for cells, is_fine in rows:
        table.add_row(*map(cells.__getitem__, room), style="" if is_fine else "bold red")
    return table


def row_of(audit: Findings) -> list[str]:
    """An audit as a row of the table, under `COLUMNS`."""
    ran = bool(audit.demand.relations)
    costs = {cost.games: f"{cost.ratio:.2f}" for cost in audit.costs}  # none where the engine failed
    return [
        audit.engine,
        str(audit.games),
        _short(audit.values),
        _short(audit.moves),
        audit.demand.overall.value if ran else "",
        ("yes" if audit.demand.repeating else "no") if ran else "",
        *(costs.get(name, "") for name in TYPICAL),
        audit.verdict,
    ]


def _short(told: Counter[str]) -> str:
    if told["wrong"]:
        return f"{told['wrong']} wrong"
    return "right" if told["right"] else ""
