"""The knapsack problem, solved by a table that is defined in terms of itself: the fixpoint of `step`.

The best that fits into some room is found by looking up what is best of one item less. So each entry needs a few other
entries, and never itself; a table that is lazy in its entries can be made of itself:

>>> table = fixpoint(step)
>>> print(table[1, 3])
16

With entries that are worked out at once, the first one asks for a table that is not there yet:

>>> fixpoint(step_strict)[1, 3]
Traceback (most recent call last):
...
strictcheck.errors.BlackHole: ... needs its own value to compute it

Both steps make the same table of another one, so that no test of values tells them apart before it hangs. The spec says
what makes the fixpoint: the entry that somebody looks up needs those that it is made of, and no other entry is touched.

>>> from hypothesis import strategies as st
>>> tables = {"table": st.fixed_dictionaries({place: st.integers(0, 9) for place in PLACES})}
>>> look_ups = st.sampled_from(PLACES).map(LookUp)
>>> from strictcheck import check_spec
>>> check_spec(step, step_spec, given=tables, contexts=look_ups)
>>> check_spec(step_strict, step_spec, given=tables, contexts=look_ups)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: step_strict also looks at table, at ...
  - step_spec, + step_strict
  + table: {(0, 0): 0, (0, 1): 0, (0, 2): 0, (0, 3): 0, **_}
  call:     step_strict(table={(0, 0): 0, (0, 1): 0, ...})
  asked:    the result was asked for (0, 0)
  result:   {(0, 0): 0, **_}
  if it may, let the spec expect it, or have ... in its place
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from strictcheck.demands import Demand
from strictcheck.kinds.delayed import delay
from strictcheck.specs import hole, keyed
from strictcheck.specs.specification import spec
from strictcheck.thunks.proxy import force

WEIGHTS = (1, 2)
VALUES = (6, 10)
LIMIT = 3

Place: TypeAlias = tuple[int, int]
"""The number of an item, and how much room there is: the place in the table of the best choice of items up to it."""
Table: TypeAlias = dict[Place, int]

PLACES = [(item, room) for item in range(len(WEIGHTS)) for room in range(LIMIT + 1)]


def _needed(item: int, room: int) -> list[Place]:
    """Name the entries that an entry is made of: without the item, and, if it fits, with it."""
    if item == 0:
        return []
    return [(item - 1, left) for left in (room, room - WEIGHTS[item]) if left >= 0]


def _best(table: Table, item: int, room: int) -> int:
    """The entry of a place, made of those that it needs."""
    without, *rest = [table[place] for place in _needed(item, room)] or [0, 0]
    return max([without, *(VALUES[item] + other for other in rest if WEIGHTS[item] <= room)])


def step(table: Table) -> Table:
    """A better table: each entry is made of those of `table` when somebody looks at it."""
    return {(item, room): delay(partial(_best, table, item, room)) for item, room in PLACES}


def step_strict(table: Table) -> Table:
    """A better table as `step` makes it, but with all entries made at once."""
    return {(item, room): _best(table, item, room) for item, room in PLACES}


def fixpoint(function: Callable[[Table], Table]) -> Table:
    """The table that `function` makes of this very table."""
    table: Table = delay(lambda: function(table))
    return table


@dataclass(frozen=True)
class LookUp:
    """The context that looks at one entry of a table."""

    place: Place

    def __call__(self, table: Table) -> None:
        """Look at it."""
        force(table[self.place])


@spec
def step_spec(result: Demand, table: Table) -> Any:
    """Of the table the entries that those are made of which somebody looks at in the result."""
    needed = {place: table[place] for looked in _entries(result) for place in _needed(*looked)}
    return keyed(needed) if needed else hole


def _entries(result: Demand) -> Iterator[Place]:
    return (key for _, parent, key, _ in result.rows() if parent == 0)
