"""`nibble`: the context that looks at some parts of a result, in some order, as its steps tell; and the walk it takes.

The walk goes through an unknown value part by part: a list has the parts in sight that have not been looked at.
Random contexts are nibbles (`strictcheck.generate.random_values`); random lazy functions walk
through their arguments in the same way (`partial_producer`). Skip this module if the contexts `whnf`, `nf`, `spine` and
`take` are enough for you.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from strictcheck.kinds.atom_text import atom_text, key_text
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.proxy import force


@dataclass(frozen=True, slots=True, init=False, repr=False)
class nibble:
    """Context that looks at one part of the result for each of `steps`, then stops.

    A step is the number of a part among those in sight that have not been looked at, in the order of printing. At first
    that is the result itself, so the first step looks at its outermost layer; then its parts are in sight in its place.
    `0` is the first, `-1` the last; a number that is too large or too small means the last or the first. When nothing
    is left, it stops, so `nibble(*[0] * 1000)` looks at all of a result of no more than 1,000 parts, in the order of
    `nf`.

    Of an iterator or a stream, the next cell is in sight, behind the elements that were pulled but not looked at; of a
    mapping, the set of all keys, and once that is known, the values behind them; of an object that is no record, its
    attributes as one part. Functions are not called, and asynchronous iterators not awaited.

    Its repr is an expression that makes it. Forces only the parts it looks at; their exceptions are
    raised. Raises `TypeError` for steps that are not integers. StrictCheck draws random functions of the result for the
    same purpose.

    >>> from strictcheck import observe
    >>> observe(lambda xs: map(abs, xs), [-1, -2, -3], context=nibble(0, 0, 1, 0)).result_demand
    Demand.parse('[1, _, *_]')
    >>> observe(dict, a=1, b=[2, 3], context=nibble(0, 0, 1, -1)).result_demand
    Demand.parse("{'a': _, 'b': [_, 3]}")
    """

    steps: tuple[int, ...]

    def __init__(self, *steps: int) -> None:
        object.__setattr__(self, "steps", tuple(map(operator.index, steps)))

    def __call__(self, result: Any) -> None:
        """Look at the parts of `result`."""
        frontier = [one_part(result)]
        for step in self.steps:
            if not frontier:
                return
            look_at_one(frontier, step)

    def __repr__(self) -> str:
        return f"nibble({', '.join(map(repr, self.steps))})"


class Sight(NamedTuple):
    """Result of a look at one part: `label()` that describes it, and the parts now in sight."""

    label: Callable[[], str]
    parts: Sequence[Look] = ()


Look = Callable[[], Sight]
"""Part in sight: to call it is to look at it, which is done once, however often it is called."""


def look_at_one(frontier: list[Look], number: int) -> Sight:
    """Look at one of the parts in sight; the parts in sight of it take its place.

    Parts are numbered as the elements of a list are, from the left from 0, from the right from -1; a number that is too
    large or too small means the last or the first. Forces that part, and raises its exception.
    """
    at = max(-len(frontier), min(number, len(frontier) - 1)) % len(frontier)
    sight = frontier[at]()
    frontier[at : at + 1] = sight.parts
    return sight


def one_part(value: Any) -> Look:
    """Return `value` as one part that is in sight. Forces nothing.

    The parts in sight, and their order, depend only on the parts that were looked at: a walk through a partial value
    that was made of the demand of the same walk goes the same way.
    """
    return cache(partial(_look_at, value))


def _look_at(value: Any) -> Sight:
    force(value)
    return Sight(lambda: _label(value), _parts(value))


def _parts(value: Any) -> list[Look]:
    """Return the parts of a value that has been forced, none of them fetched."""
    kind = kind_of(class_behind(value))
    fetched_by = kind.layers[0].fetched_by if kind.layers else ""
    if kind.is_lazy and hasattr(value, "__iter__"):  # not of what has to be awaited
        return [_next_cell(iter(value))]
    if fetched_by == "look":
        return [cache(partial(_list_keys, value))]
    if kind.has_attributes and not kind.is_record:
        # One look at all attributes of an object: which ones it has is told by nothing else.
        return [cache(partial(_attributes, value))]
    if kind.is_opaque or fetched_by == "call":
        return []
    if kind.is_registered:
        return [one_part(part) for _, part in take_apart(value)[1]]
    if kind.is_leaf:
        return list(map(one_part, kind.parts_to_force(value)))
    return [cache(partial(_fetch, kind, value, key)) for key in kind.keys_in_sight(kind.first_layer(value))]


def _fetch(kind: Kind, value: Any, key: Any) -> Sight:
    try:
        part = kind.get_part(value, key)
    except AttributeError:
        return Sight(lambda: "absent")
    return _look_at(part)


def _next_cell(elements: Any) -> Look:
    """Return the next cell. To look at it is to pull; in sight of it are its element, and the next cell."""

    @cache
    def pull() -> Sight:
        try:
            element = next(elements)
        except StopIteration:
            return Sight(lambda: "end")
        return Sight(lambda: "cell", (one_part(element), _next_cell(elements)))

    return pull


def _list_keys(mapping: Any) -> Sight:
    """Look at the keys; in sight of them are the values."""
    keys = [unwrap(key, force_all=True) for key in mapping]
    values = [cache(lambda key=key: _look_at(mapping.get(key))) for key in keys]
    return Sight(lambda: f"{{{', '.join(map(key_text, keys))}}}", values)


def _attributes(value: Any) -> Sight:
    """Look at all attributes of an object together: only its `__dict__` tells which ones it has."""
    fields = {name: force(part) for name, part in sorted(vars(value).items())} if hasattr(value, "__dict__") else {}
    parts = [part for field in fields.values() for part in _parts(field)]
    return Sight(lambda: ", ".join(f"{name}={_label(part)}" for name, part in fields.items()), parts)


def _label(value: Any) -> str:
    kind = kind_of(class_behind(value))
    if kind.is_series and not kind.is_lazy:
        return f"length {len(value)}"
    text = atom_text(unwrap(value, force_all=True)) if kind.is_own_layer else None
    return text or kind.cls.__qualname__
