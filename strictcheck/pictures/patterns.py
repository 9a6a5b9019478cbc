"""Patterns: many elements that are alike, as one line with the parts that were looked at in them below it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from strictcheck.kinds.layer import Layer
from strictcheck.pictures.lines import FEW, Look, OutlineLine, PartTree, in_one_line, shortened, slots_in

Places = list[tuple[int, int]]
"""Rows of a demand that are the same part of different elements, each with the number of its element."""
MANY = 12  # elements, from which on they are drawn as one
BINS = 40  # of a strip
LABELS = 16  # parts of a pattern that are named one by one
DEEPEST = 4  # steps down in a pattern


class _Group(NamedTuple):
    """Rows that a line stands for; `shares` tells how much of each element they are, from 0 to 1."""

    line: OutlineLine
    rows: Places
    depth: int
    shares: dict[int, float]


def pattern_of(tree: PartTree, elements: Places, total: int) -> OutlineLine | None:
    """The elements at these places, out of `total`, as one line with lines below it; None if they are few or differ.

    Of two demands, a part of some elements that only one of them has looked at is a line of its own, with its sign.

    >>> from strictcheck import Demand
    >>> from strictcheck.pictures.lines import Part
    >>> demand = Demand.parse("[" + "{'id': 1, **_}, " * 20 + "_, _]")
    >>> line = pattern_of(PartTree(Part("", demand)), sorted(demand.children(0).items()), 22)
    >>> [(one.label, one.text) for one in (line, *line.lines)]
    [('[*]', '20 of 22, each dict'), ("'id'", 'all 20'), ('the rest', 'never')]
    """
    layers, demand, changes = tree.layers, tree.part.demand, tree.part.changes
    if changes and (changes.beyond or changes.fetched or changes.notes or changes.instead):
        return None  # a pattern would hide them
    if len(elements) < MANY or (changes and sum(row in changes.rows for _, row in elements) <= FEW):
        return None
    first = layers[elements[0][1]]
    kinds = {(type(layer), getattr(layer, "cls", None)) for layer in (layers[row] for _, row in elements)}
    if not isinstance(first, Layer) or len(kinds) > 1:
        return None
    if not any(slots_in(layers[row], demand.children(row)).keys for _, row in elements):
        return None
    name = getattr(getattr(first, "cls", None), "__name__", "") or first.words()
    top = OutlineLine("[*]", f"{_of(len(elements), total)}, each {shortened(name)}", Look.OPENED, step="[*]")
    top.looks = _looks(elements, tree, total)
    todo = deque([_Group(top, elements, 1, {element: 1.0 for element, _ in elements})])
    while todo:
        group = todo.popleft()
        if group.depth < DEEPEST:
            todo.extend(_below(group, tree, total))
        elif changes and not group.line.sign and any(row in changes.rows for _, row in group.rows):
            group.line.text += ", with differences inside"
    return top


def _below(group: _Group, tree: PartTree, total: int) -> Iterator[_Group]:
    """The parts of a pattern by their keys, those that were looked at; one more line for those that never were."""
    found, sizes, is_more = _parts_by_label(group.rows, tree)
    counts = {label: sum(by_element.values()) for label, by_element in sizes.items()}
    lines, place = group.line.lines, {label: at for at, label in enumerate(counts)}
    for (sign, label, step), places in sorted(found.items(), key=lambda one: place[one[0][1]])[:LABELS]:
        look = Look.OPENED if len(places) < counts[label] else Look.SEEN
        count = _of(len(places), counts[label])
        of_element = Counter(element for element, _ in places)
        shares = {at: group.shares[at] * looked / sizes[label][at] for at, looked in of_element.items()}
        lines.append(OutlineLine(shortened(label), count, look, strip=_strip(shares, total), step=step, sign=sign))
        lines[-1].looks = _looks(places, tree, total)
        yield _Group(lines[-1], places, group.depth + 1, shares)
    if len(found) > LABELS:
        lines.append(OutlineLine("", f"{len(found) - LABELS:,} more, looked at", Look.LEFT_OUT))
    known = {label for _, label, _ in found}
    never = [shortened(label, 20) for label in counts if label not in known and counts[label]]
    never = never[:6] + ([f"{len(never) - 6:,} more"] if len(never) > 6 else []) + ["the rest"] * is_more
    if never:
        lines.append(OutlineLine(", ".join(never), "never", Look.UNSEEN))


def _parts_by_label(
    rows: Places, tree: PartTree
) -> tuple[dict[tuple[str, str, str], Places], dict[str, Counter[int]], bool]:
    """Parts that were looked at, by sign, label and the step to them; the number of all by label and element; True if
    more are hidden."""
    part, layers = tree.part, tree.layers
    found: dict[tuple[str, str, str], Places] = {}
    everywhere = Counter(element for element, _ in rows)
    sizes: dict[str, Counter[int]] = {}
    is_more = False
    for element, row in rows:
        if not isinstance(layers[row], Layer):
            continue
        children = part.demand.children(row)
        slots = slots_in(layers[row], children)
        is_more = is_more or bool(slots.beyond)
        is_series = isinstance(slots.keys, range)
        if is_series:
            sizes.setdefault("[*]", Counter())[element] += len(slots.keys)
        for key in children if is_series else slots.keys:
            label = "[*]" if is_series else slots.label(key)
            if not is_series:
                sizes[label] = everywhere
            if key in children:
                child, step = children[key], "[*]" if is_series else in_one_line(layers[row].step(key))
                found.setdefault((part.sign(child), label, step), []).append((element, child))
    return found, sizes, is_more


def _of(count: int, total: int) -> str:
    return f"all {count:,}" if count == total else f"{count:,} of {total:,}"


def _strip(shares: Mapping[int, float], total: int) -> tuple[float, ...]:
    """The share of each stretch of elements, from those of the elements."""
    bins = min(BINS, total)
    sums = [0.0] * bins
    for element, share in shares.items():
        sums[element * bins // total] += share
    sizes = [-(-(number + 1) * total // bins) - -(-number * total // bins) for number in range(bins)]
    return tuple(round(inside / size, 3) for inside, size in zip(sums, sizes, strict=True))


def _looks(places: Places, tree: PartTree, total: int) -> list[list[int]]:
    """The numbers of the first looks at each stretch of elements, in order; nothing if there are no numbers."""
    bins = min(BINS, total)
    found: list[list[int]] = [[] for _ in range(bins)]
    for number, element in sorted((tree.first_looks[row], element) for element, row in places):
        if number:
            found[element * bins // total].append(number)
    return found if any(found) else []
