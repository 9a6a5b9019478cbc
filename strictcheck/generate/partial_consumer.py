"""`nibble`: the context that looks at some parts of a result, in some order, as its steps tell.

It can look at any part of any result, and needs to know nothing about it, so random contexts are made of it
(`strictcheck.generate.strategies.contexts_and_functions`). Skip this module if the contexts `whnf`, `nf`, `spine` and
`take` are enough for you.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from strictcheck.generate.exploring import Asking, Frontier, one_part

# Runs of equal steps from this length on are printed as `*[0] * 5`.
RUN = 4


@dataclass(frozen=True, slots=True, init=False, repr=False)
class nibble:
    """Context that looks at one part of the result for each of `steps`, then stops.

    A step is the number of a part among those in sight that have not been looked at, in the order of printing. At first
    that is the result itself, so the first step looks at its outermost layer; then its parts are in sight in its place.
    `0` is the first, `-1` the last; a number that is too large or too small means the last or the first. When nothing
    is left, it stops, so `nibble(*[0] * 1000)` looks at all of a result of no more than 1,000 parts, in the order of
    `nf`.

    Of an iterator or a stream, the next cell is in sight, behind the elements that were pulled but not looked at; of a
    mapping, the value behind each of `keys`, then the set of all keys, and once that is known, the values behind the
    others; of an object that is no record, its attributes as one part. A function is called with each of `calls`,
    tuples of arguments, and without them only known to be one. Asynchronous iterators are not awaited.

    Its repr is an expression that makes it. Forces only the parts it looks at; their exceptions are
    raised. Raises `TypeError` for steps that are not integers, and calls that are not tuples. StrictCheck
    draws random functions of the result for the same purpose.

    >>> from strictcheck import observe
    >>> observe(lambda xs: map(abs, xs), [-1, -2, -3], context=nibble(0, 0, 1, 0)).result_demand
    Demand.parse('[1, _, *_]')
    >>> observe(dict, a=1, b=[2, 3], context=nibble(0, 0, 1, keys=["b"])).result_demand
    Demand.parse("{'b': [_, 3], **_}")
    """

    steps: tuple[int, ...]
    calls: tuple[tuple[Any, ...], ...]
    keys: tuple[Any, ...]

    def __init__(self, *steps: int, calls: Iterable[tuple[Any, ...]] = (), keys: Iterable[Any] = ()) -> None:
        calls, keys = tuple(calls), tuple(dict.fromkeys(keys))
        for step in steps:
            if not hasattr(type(step), "__index__"):
                raise TypeError(f"nibble: step {step!r} is not an integer; pass the numbers of parts, nibble(0, 2, -1)")
        for call in calls:
            if not isinstance(call, tuple):
                raise TypeError(f"nibble: calls={calls!r} holds {call!r}; pass tuples of arguments, calls=[(1,), (2,)]")
        object.__setattr__(self, "steps", tuple(map(operator.index, steps)))
        object.__setattr__(self, "calls", calls)
        object.__setattr__(self, "keys", keys)

    def __call__(self, result: Any) -> None:
        """Look at the parts of `result`."""
        frontier = Frontier([one_part(result, asking=Asking(self.calls, self.keys))])
        for step in self.steps:
            if not frontier:
                return
            frontier.look(step)

    def __hash__(self) -> int:
        return hash(self.steps)

    def __repr__(self) -> str:
        arguments = [shown for step, run in groupby(self.steps) for shown in _run(step, len(list(run)))]
        asking = [f"{name}={list(asked)!r}" for name in ("calls", "keys") if (asked := getattr(self, name))]
        return f"nibble({', '.join(arguments + asking)})"


def _run(step: int, length: int) -> list[str]:
    return [repr(step)] * length if length < RUN else [f"*[{step}] * {length}"]
