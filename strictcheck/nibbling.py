"""`nibble`: the context that looks at some parts of a result, in some order, as numbers tell it to.

It can look at any part of any result, and needs to know nothing of it, so this is what random contexts are made of
(`strictcheck.strategies.contexts`). Skip this module if the contexts in `contexts` are enough for you.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from strictcheck.exploring import Frontier, whole

__all__ = ["nibble"]

# From this many on, equal steps are printed as `*[0] * 5`.
RUN = 4


@dataclass(frozen=True, slots=True, init=False, repr=False)
class nibble:
    """The context that looks at one part of the result for each of `steps`, then stops.

    A step is the number of a part among those in sight that have not been looked at, from left to right as they would
    be printed. At first that is the result itself, so the first step looks at its outermost layer; then the parts of
    what was looked at are in sight in its place. `0` is the first, `-1` the last; a number that is too large or too
    small means the last or the first. When nothing is left, it is over, so `nibble(*[0] * 1000)` looks at all of what
    has no more than 1,000 parts, in the order in which `nf` does.

    Of an iterator or a stream, the next cell is in sight, behind the elements that were pulled but not looked at; of a
    mapping, its values, and then the set of its keys (only the keys as long as they cannot be known without asking).
    A function is called with each of `calls`, tuples of arguments, and otherwise only found to be one. Asynchronous
    iterators are not awaited.

    Printed, it is an expression that makes it again; equal if steps and calls are. Forces just what it looks at; what
    parts raise when they are looked at is raised. Raises `TypeError` for steps that are not integers, or calls that
    are not tuples. The contexts of StrictCheck, which are random functions of the result, look in random orders too.

    >>> from strictcheck import observe
    >>> observe(lambda xs: map(abs, xs), [-1, -2, -3], context=nibble(0, 0, 1, 0)).result_demand
    Demand.parse('[1, _, *_]')
    >>> observe(dict, a=1, b=[2, 3], context=nibble(0, 1, -2)).result_demand
    Demand.parse("{'b': [_, 3], **_}")
    """

    steps: tuple[int, ...]
    calls: tuple[tuple[Any, ...], ...]

    def __init__(self, *steps: int, calls: Sequence[tuple[Any, ...]] = ()) -> None:
        for step in steps:
            if not hasattr(type(step), "__index__"):
                raise TypeError(f"nibble: step {step!r} is not an integer; pass the numbers of parts, nibble(0, 2, -1)")
        for call in calls:
            if not isinstance(call, tuple):
                raise TypeError(f"nibble: calls={calls!r} holds {call!r}; pass tuples of arguments, calls=[(1,), (2,)]")
        object.__setattr__(self, "steps", tuple(map(operator.index, steps)))
        object.__setattr__(self, "calls", tuple(calls))

    def __call__(self, result: Any) -> None:
        """Look at the parts of `result`."""
        frontier = Frontier([whole(result, calls=self.calls)])
        for step in self.steps:
            if not frontier:
                return
            frontier.look(step)

    def __hash__(self) -> int:
        return hash(self.steps)

    def __repr__(self) -> str:
        arguments = [shown for step, run in groupby(self.steps) for shown in _run(step, len(list(run)))]
        return f"nibble({', '.join([*arguments, *([f'calls={list(self.calls)!r}'] if self.calls else [])])})"


def _run(step: int, length: int) -> list[str]:
    return [repr(step)] * length if length < RUN else [f"*[{step}] * {length}"]
