"""Results that reveal themselves bit by bit, and look at other values at each bit: the inside of a lazy function.

Skip this module unless you work on `lazy_functions`, which is made of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from strictcheck.generate.exploring import Frontier, Path, Sight, Way
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.thunks.streams import Stream

__all__ = ["Plan", "ResultPart"]


class Plan:
    """Looks before a part of a result is there (`steps`), and the plans for its parts."""

    __slots__ = ("below", "steps")

    def __init__(self) -> None:
        self.steps: tuple[int, ...] = ()
        self.below: dict[Any, Plan] = {}

    @classmethod
    def of(cls, looks: Mapping[Path, Iterable[int]]) -> Plan:
        """Arrange steps by path as a tree of plans."""
        top = cls()
        for path, steps in looks.items():
            plan = top
            for key in path:
                plan = plan.below.setdefault(key, cls())
            plan.steps = tuple(steps)
        return top


class ResultPart:
    """Part of a result that is not there yet: its plan, the values it may have, and the parts in its sight.

    `may_be` has the parts at this place in all results that have been equal so far; the first is chosen, unless
    a look changes that. `note(way, sight)` is called for each look.
    """

    __slots__ = ("frontier", "may_be", "mixed", "note", "plan", "way")

    def __init__(
        self,
        way: Way,
        plan: Plan,
        frontier: Frontier,
        may_be: list[Any],
        *,
        mixed: bool,
        note: Callable[[Way, Sight], None],
    ) -> None:
        self.way, self.plan, self.frontier, self.may_be = way, plan, frontier, may_be
        self.mixed, self.note = mixed, note

    def reveal(self) -> Any:
        """Take the steps of the plan, and return the chosen value, with thunks for parts that look further."""
        self.look()
        return self.settle()

    def look(self) -> None:
        """Take the steps of the plan. Parts looked at leave the sight of this part and those below, of no others."""
        if not self.plan.steps:
            return
        self.frontier, seen = self.frontier.copy(), 0
        for step in self.plan.steps:
            if not self.frontier:
                break
            sight = self.frontier.look(step)
            seen = zlib.crc32(sight.label().encode(errors="backslashreplace"), seen)
            self.note(self.way, sight)
        chosen = seen % len(self.may_be)
        self.may_be = [self.may_be[chosen], *self.may_be[:chosen], *self.may_be[chosen + 1 :]]

    def settle(self) -> Any:
        """The value that this part has turned out to be."""
        part = self.may_be[0]
        shape = shape_of(type(part))
        if not self.plan.below or shape.kind.is_leaf or shape.kind.is_used_up:
            return part
        # Results that differ from the revealed part are excluded from here on.
        alike = [part, *(other for other in self.may_be[1:] if self.mixed and type(other) is type(part))]
        if shape.kind.is_lazy:
            return shape.kind.of_cells(shape, self._cells(alike))
        return shape.kind.put_together(shape, self._parts(alike), part)

    def _parts(self, alike: list[Any]) -> dict[Any, Any]:
        """Return the parts of this one by key: thunks where there is more to look at, else as they are."""
        taken = [take_apart(part) for part in alike]
        known = [dict(parts) for layer, parts in taken if layer == taken[0][0]]
        parts_by_key = known[0].copy()
        for key in parts_by_key:
            if key in self.plan.below:
                parts_by_key[key] = self._below(key, [parts[key] for parts in known if key in parts]).hand_out()
        return parts_by_key

    def _cells(self, streams: list[Stream[Any]]) -> Iterator[Any]:
        """Yield the elements of a stream; the steps for an element are taken before it is known to exist."""
        for index in count():
            cell = self._below(index, streams)
            cell.look()
            if not cell.may_be[0].has(index):
                return
            cell.may_be = [stream[index] for stream in cell.may_be if stream.has(index)]
            yield cell.settle()

    def _below(self, key: Any, may_be: list[Any]) -> ResultPart:
        """Return the part at `key`, with the sight of this one."""
        plan = self.plan.below.get(key) or Plan()
        return ResultPart((self.way, key), plan, self.frontier, may_be, mixed=self.mixed, note=self.note)

    def hand_out(self) -> Any:
        """Return a thunk for this part; the part itself if it may be one that no thunk can represent."""
        classes = {type(part) for part in self.may_be}
        if any(shape_of(cls).kind.is_handed_out for cls in classes):
            return self.reveal()
        return delay(self.reveal, kind=classes.pop() if len(classes) == 1 else None)
