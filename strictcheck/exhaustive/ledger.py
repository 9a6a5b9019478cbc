"""Ledger of a check: finished and remaining work, in a file if wanted, so that a check can be resumed.

The file is a line of JSON that identifies the check, and one more for each finished unit, written as soon as it is
done, so that it can be watched too. A line that was cut off when the machine stopped is dropped, and its unit repeated.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from strictcheck.errors import StrictCheckError
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
    """Remaining prefixes, and sums over finished work.

    `identity` identifies the check. With `file`, its units are taken over, and new ones are appended.
    Raises `StrictCheckError` if the file belongs to another check, or is not a ledger.
    """

    def __init__(self, identity: dict[str, Any], file: str | Path | None = None) -> None:
        self.left: dict[Prefix, None] = {(): None}  # a set that keeps its order
        self.runs = 0
        self.inputs = 0
        self.failed: Prefix | None = None
        self._file: IO[str] | None = None
        if file is not None:
            self._file = self._open(Path(file), identity)

    def take(self) -> Prefix:
        """Take a prefix to work on next: the shortest, which has as much under it as any."""
        shortest = min(self.left, key=len)
        del self.left[shortest]
        return shortest

    def put(self, done: Finished) -> None:
        """Add a finished unit."""
        self._add(done)
        if self._file is not None:
            self._file.write(json.dumps(asdict(done)) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            self._file.close()

    def _add(self, done: Finished) -> None:
        self.runs += done.runs
        self.inputs += done.inputs
        self.failed = self.failed or done.failed
        self.left.update(dict.fromkeys(done.rest))

    def _open(self, path: Path, identity: dict[str, Any]) -> IO[str]:
        lines = list(_whole_lines(path))
        if lines:
            self._check(path, lines[0], identity)
            for number, line in enumerate(lines[1:], 2):
                self._restore(line, f"resume={str(path)!r}: line {number}")
            # Cut lines are dropped, so that new lines start on lines of their own; in a new file first, for Ctrl-C.
            beside = path.with_name(f"{path.name}.new")
            beside.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            os.replace(beside, path)
        else:
            path.write_text(json.dumps(identity) + "\n", encoding="utf-8")
        return path.open("a", encoding="utf-8")

    @staticmethod
    def _check(path: Path, found: Any, identity: dict[str, Any]) -> None:
        if found != identity:
            raise StrictCheckError(
                f"resume={str(path)!r} is of another check: it has {found}, this one is {identity}; "
                "give each check a file of its own"
            )

    def _restore(self, line: Any, where: str) -> None:
        try:
            done = Finished(**line)
            done.prefix = tuple(done.prefix)
            done.rest = [tuple(prefix) for prefix in done.rest]
            done.failed = None if done.failed is None else tuple(done.failed)
            del self.left[done.prefix]
        except (TypeError, KeyError):
            raise StrictCheckError(
                f"{where} is not of a unit that was left to do; expected a file written by one check_all at a time"
            ) from None
        self._add(done)


def _whole_lines(path: Path) -> Iterator[Any]:
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield json.loads(line)
            except ValueError:
                if line.endswith("\n"):
                    raise StrictCheckError(
                        f"resume={str(path)!r}: line {number} is not JSON; expected a file written by check_all"
                    ) from None
