"""Parts that two demands differ in, or that a call should have left alone, marked in one picture, and in a message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns
from strictcheck.demands.wording import LEFT_OUT, NARROWEST, WIDTH, ascii_only, wrapped
from strictcheck.errors import DemandError
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import layer_leq
from strictcheck.pictures.lines import (
    Changes,
    Look,
    OutlineLine,
    Part,
    flat,
    missed,
    shortened,
    text_of,
    without_middle,
)
from strictcheck.pictures.outlines import Outline, Scope
from strictcheck.thunks.places import END

NamedDemand = tuple[str, Demand]
IN_MESSAGE, IN_BRIEF = Scope(24, 10, 12), Scope(24, 10, 12, is_whole=False)
MOST_AT_ONCE = 6  # lines of a picture that shows what both demands have, for pytest cuts messages after the eighth
CONFLICTS = 4  # parts of two values that are found one by one
SHORT = 8  # layers of such a part
NEAR = 3  # steps down, from which on a picture begins at the part in which all differences are
WHOLE, MOST_LINES = 400, 8  # layers and lines of a demand that is shown in full, too


def difference_of(expected: NamedDemand, actual: NamedDemand, argument: str = "both") -> Outline:
    """Draw two demands on `argument`, each with its name, as one `Outline`.

    `-` marks a part that only the expected one has looked at, or that only that has found so, `+` one of the actual
    one. In parentheses is an end, a list of keys or a key that only one has asked for. What is alike is one line, and
    neighbours that are alike are counted.

    >>> print(difference_of(("any", Demand.parse("[0, 1, _]")), ("all", Demand.parse("[0, _, 2]"))))
    - any, + all
    └── both: list of 3
        ├── [0]: 0
        ├── - [1]: 1
        └── + [2]: 2
    >>> print(difference_of(("list", Demand.parse("[1]")), ("next", Demand.parse("[1, *_]"))))
    - list, + next
    └── both: list of 1 (- the end)
        └── [0]: 1
    """
    demands, joined, instead = _joined(expected[1], actual[1])
    changes = _changes(demands, joined)
    changes.instead.update({joined.target(joined.child_at(path)): part for path, part in instead.items()})
    return _outline(f"- {expected[0]}, + {actual[0]}", argument, joined, changes)


def _outline(heading: str, argument: str, tree: Columns, changes: Changes) -> Outline:
    """Draw a demand with marks."""
    for row in changes.ends:
        while row >= 0 and row not in changes.rows:
            changes.rows.add(row)
            row = tree.parents[row]
    return Outline([Part(argument, Demand._of(tree), changes=changes, top=_top(tree, changes))], heading)


def _top(joined: Columns, changes: Changes) -> int:
    """Return the row at which a picture begins: the one that has all differences in it, if that is far down."""
    ends, way = changes.ends, [0]
    while way[-1] not in ends:
        below = [row for row in joined.below(way[-1]) if row in changes.rows]
        if len(below) != 1:
            break
        way += below
    if way[-1] in changes.signs or way[-1] in changes.instead:
        way = way[:-1] or way  # the part that holds it
    return way[-1] if len(way) > NEAR else 0


def compared(argument: str, expected: NamedDemand, actual: NamedDemand) -> list[str]:
    """Show the difference of two named demands in lines, as one tree in plain ASCII; then both in full, if they fit.

    >>> print(*compared("xs", ("old", Demand.parse("[0, _]")), ("new", Demand.parse("[0, 1]"))), sep="\\n")
      - old, + new
        xs: list of 2
          [0]: 0
      +   [1]: 1
    """
    outline = difference_of(expected, actual, argument or "it")
    demands = [(f"- {expected[0]}", expected[1]), (f"+ {actual[0]}", actual[1])]
    is_short = len([*flat(outline._lines(IN_MESSAGE)[1])]) <= MOST_AT_ONCE
    lines = _in_lines(outline, demands, IN_MESSAGE if is_short else IN_BRIEF)
    return wrapped("  ", ascii_only(outline.heading)) + lines


def marked(argument: str, demand: Demand, paths: Iterable[tuple[Any, ...]], missing: object = None) -> list[str]:
    """Show a demand in lines, as one tree in plain ASCII, with `+` at the parts at `paths`; then in full, if it fits.

    Of a marked part that the demand leaves out, show the layer `missing`, if given; else say that it was fetched.

    >>> print(*marked("xs", Demand.parse("[0, {'a': 1, 'b': 2}, _]"), [(1, "b"), (2,)]), sep="\\n")
        xs: list of 3
          [0]: 0
          [1]: dict of 2
            'a': 1
      +     'b': 2
      +   [2]: not looked at, but fetched
    """
    tree, drawn, changes = demand._tree, Columns.empty(), Changes(are_two=False)
    drawn.graft(NO_ROW, None, tree)
    for path in dict.fromkeys(paths):
        _mark(path, tree, drawn, changes, missing)
    return _in_lines(_outline("", argument, drawn, changes), [(argument, demand)], IN_MESSAGE)


def _mark(path: tuple[Any, ...], tree: Columns, drawn: Columns, changes: Changes, missing: object) -> None:
    """Mark a part, a key that is not there, the end, or a cell that is the next to be pulled; a hole gets a row."""
    row = 0 if len(tree) else drawn.append(NO_ROW, None, UNSEEN)
    for step in path if len(tree) else ():
        above, layer = tree.target(row), tree.layers[tree.target(row)]
        row = tree.child(above, step)
        if row == NO_ROW:
            if step in layer.absent:
                changes.beyond.setdefault(above, []).append(missed(layer.label(step), "+"))
            elif step in layer and missing is None and layer.is_series:
                changes.fetched.setdefault(above, {})[step] = "+"
            elif step in layer:
                row = drawn.append(above, step, UNSEEN if missing is None else missing)
                changes.signs[row], changes.notes[row] = "+", ", but fetched" if missing is None else ""
            else:
                asked = (layer.last_part, "asked for") if step is END else (layer.label(step), "asked for next")
                line = OutlineLine(shortened(asked[0]), asked[1], Look.UNSEEN, sign="+")
                changes.beyond.setdefault(above, []).append(line)
            return
    changes.signs[row] = "+"
    if drawn.layers[row] is UNSEEN:
        drawn.layers[row] = UNSEEN if missing is None else missing


def _in_lines(outline: Outline, demands: Sequence[NamedDemand], scope: Scope) -> list[str]:
    """Write an outline in lines of a message, and the `demands` below it if anything is left out."""
    _, lines = outline._lines(scope)
    drawn, found = [*flat(lines)], []
    for depth, line in drawn:
        room = max(WIDTH - 6 - 2 * depth, NARROWEST)  # the mark for what is left out is two characters longer in ASCII
        text = without_middle(ascii_only(f"{line.label}: {line.text}" if line.label else f"... {line.text}"), room)
        found.append(ascii_only(f"  {line.sign or ' '} {'  ' * depth}{text}"))
    if (
        not scope.is_whole
        or outline._parts[0].top
        or any(line.look is Look.LEFT_OUT or line.strip for _, line in drawn)
    ):
        for name, demand in demands:
            whole = wrapped("    ", ascii_only(demand.pretty(WHOLE)))
            if len(whole) <= MOST_LINES and LEFT_OUT not in "".join(whole):
                found += [f"  {name}, in full:", *whole]
    return found


def _joined(expected: Demand, actual: Demand) -> tuple[tuple[Demand, Demand], Columns, dict[Any, str]]:
    """Return the demands, the actual one without its parts of another value; their join; and these parts, by path.

    If there are many, the whole is such a part.
    """
    instead: dict[Any, str] = {}
    whole, rest = actual, actual
    while True:
        try:
            return (expected, rest), (expected | rest)._tree, instead
        except DemandError as error:
            row = rest._tree.target(rest._tree.child_at(error.path))
            if len(instead) == CONFLICTS or row < 0:
                return (expected, Demand()), expected._tree, {(): whole.pretty(SHORT)}
            instead[error.path] = Demand._of(rest._tree.subtree(row)).pretty(SHORT)
            rest = _without(rest._tree, row)


def _without(tree: Columns, left_out: int) -> Demand:
    def parts(row: int) -> dict[Any, int]:
        return {key: part for key, part in tree.parts(row).items() if part != left_out}

    return Demand._of(Columns.lay_out(0, tree.layers, parts) if left_out else Columns.empty())


def _changes(demands: tuple[Demand, Demand], joined: Columns) -> Changes:
    """Find the rows of the join that one demand alone has, and those of which one knows more."""
    here = {0: tuple(0 if demand else -1 for demand in demands)}
    changes = Changes()
    for row, parent, key, _ in joined.rows():
        if row:
            above = zip((demand._tree for demand in demands), here[parent], strict=True)
            here[row] = tuple(tree.child(tree.target(at), key) for tree, at in above)
        shares = [
            at >= 0 and demand._tree.target(at) == demand._tree.target(first)
            for demand, at, first in zip(demands, here[row], here[joined.target(row)], strict=True)
        ]
        if not all(shares) and any(shares):
            changes.signs[row] = "-" if shares[0] else "+"
        elif row == joined.target(row):
            layers = [demand._tree.layers[at] for demand, at in zip(demands, here[row], strict=True)]
            _compare(changes, row, layers, joined.children(row))
    return changes


def _compare(changes: Changes, row: int, layers: Sequence[Any], rows: Mapping[Any, int]) -> None:
    """Find the keys that one of two layers alone has missed, and the end, keys or cells that it alone knows of."""
    absent: list[OutlineLine] = []
    note = ""
    for sign, layer, known in (("-", *layers), ("+", *reversed(layers))):
        if layer_leq(layer, known):
            continue
        gone = {*getattr(layer, "absent", ())} - {*getattr(known, "absent", ())}
        absent += [missed(label, sign) for label in sorted(map(layer.label, gone))]
        more = _beyond(layer, known, {*rows, *gone})
        note += f" ({sign} {shortened(more)})" if more else ""
        if getattr(layer, "is_series", False) and type(layer) is type(known):
            found = {key: sign for key in layer.keys_beyond(known) if key not in rows}
            changes.fetched |= {row: found} if found else {}
    if absent:
        changes.beyond[row] = absent
    if note:
        changes.notes[row] = note


def _beyond(layer: Any, known: Any, told: Set[Any]) -> str:
    """Name the first key that `layer` reveals and `known` does not, and that is not among the `told`, and the end."""
    if not isinstance(layer, Layer) or type(layer) is not type(known):
        return "" if layer_leq(layer, known) else text_of(layer)
    untold = (key for key in layer.keys_beyond(known) if key not in told and not layer.is_series)
    more = [layer.step(key) for key in islice(untold, 1)]
    return " and ".join([*more, layer.last_part] if layer.closed and not known.closed else more)
