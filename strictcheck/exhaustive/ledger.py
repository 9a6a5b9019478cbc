"""Ledger of a check: finished and remaining work, as units under prefixes of choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from strictcheck.exhaustive.trail import Prefix


@dataclass
class Finished:
    """Finished unit: the number of `runs`, of full `inputs` they stand for, and the prefixes that are left.

    `failed` has the choices of a run in which the property did not hold; nothing is counted after it.
    """

    prefix: Prefix
    runs: int = 0
    inputs: int = 0
    failed: Prefix | None = None
    rest: list[Prefix] = field(default_factory=list)


class Ledger:
    """Prefixes that are left, those that somebody works on, and sums over finished work."""

    def __init__(self) -> None:
        self.left: dict[Prefix, None] = {(): None}  # a set that keeps its order
        self.taken: frozenset[Prefix] = frozenset()
        self.runs = 0
        self.inputs = 0
        self.failed: Prefix | None = None

    def take(self) -> Prefix:
        """Take a prefix to work on next: the shortest, which has as much under it as any."""
        shortest = min(self.left, key=len)
        self.taken |= {shortest}
        del self.left[shortest]
        return shortest

    def put(self, done: Finished) -> None:
        """Add a finished unit."""
        left, taken = {**self.left, **dict.fromkeys(done.rest)}, self.taken - {done.prefix}
        runs, inputs, failed = self.runs + done.runs, self.inputs + done.inputs, self.failed or done.failed
        # One statement without a call: Ctrl-C leaves a unit counted in all of these, or in none.
        self.left, self.taken, self.runs, self.inputs, self.failed = left, taken, runs, inputs, failed

    def to_json(self) -> dict[str, Any]:
        """Return the sums and the prefixes whose work is not finished, for `json.dumps`."""
        left = list(dict.fromkeys((*self.taken, *self.left)))
        return {"runs": self.runs, "inputs": self.inputs, "failed": self.failed, "left": left}

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from the data of `to_json`."""
        self.left = {tuple(map(int, prefix)): None for prefix in data["left"]}
        self.runs, self.inputs = int(data["runs"]), int(data["inputs"])
        self.failed = None if data["failed"] is None else tuple(map(int, data["failed"]))
