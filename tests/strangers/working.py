"""Calls measured in a process of its own, which a call that never ends, or kills the interpreter, takes with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from strangers.calls import Call
from strangers.findings import AUTO, STRINGS, Finding
from strangers.measuring import measure
from strangers.oracle import Tried, try_call
from strangers.suite import calls_of

__all__ = ["Selection", "measured", "tried"]

ATOMS = {"strings": STRINGS, "auto": AUTO}
SECONDS = 2.0  # of processor time for one call, in all contexts
FOLDER = Path(__file__).parents[1]
PATH = os.pathsep.join([str(FOLDER.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
ENVIRONMENT = {"PYTHONPATH": PATH, "PYTHONHASHSEED": "0"}  # the order of a set decides what sympy does


@dataclass(frozen=True)
class Selection:
    """Some calls of a table: those of `packages` if any are named, and of those each `every`th; or those of `names`."""

    table: str
    every: int = 1
    packages: Sequence[str] = ()
    names: Sequence[str] | None = None

    def chosen(self) -> list[str]:
        """Return the names of the calls; imports the packages."""
        if self.names is not None:
            return list(self.names)
        names = [name for name in calls_of(self.table) if not self.packages or name.split(".")[0] in self.packages]
        return names[:: self.every]


def measured(selection: Selection, *, auto: bool = False) -> Iterator[Finding]:
    """Yield what was found of each call, in order. Raises ImportError if a package is missing."""
    for name, answer in answers(selection, "auto" if auto else "strings"):
        yield Finding(name, *ended(answer)) if isinstance(answer, int) else Finding(**answer)


def tried(selection: Selection, seeds: range) -> Iterator[Tried]:
    """Yield what the oracle says of each call; one that was ended has been tried in vain."""
    for name, answer in answers(selection, f"{seeds.start}-{seeds.stop}"):
        yield Tried(name) if isinstance(answer, int) else Tried(**answer)


def answers(selection: Selection, job: str) -> Iterator[tuple[str, Any]]:
    """Yield what the process answers of each call, or its return code if the call ended it; a new one goes on."""
    while True:
        process = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "strangers.working", job],
            cwd=FOLDER, env={**os.environ, **ENVIRONMENT}, input=json.dumps(asdict(selection)),
            capture_output=True, text=True,
        )  # fmt: skip
        if process.returncode == 1:  # of Python, on an error that is not the call's
            raise RuntimeError(f"{selection.table} cannot be measured:\n{process.stderr}")
        first, *rest = map(json.loads, process.stdout.splitlines())
        if "missing" in first:
            raise ImportError(f'{first["missing"]}: pip install "strictcheck[strangers]" brings it')
        left = first["names"]
        for line in rest:
            yield left.pop(0), line
        if not left:
            return
        yield left.pop(0), process.returncode
        selection = Selection(selection.table, names=left)


def ended(code: int) -> tuple[str, str]:
    """Return verdict and cause for a call that took its process with it."""
    if code in (-signal.SIGPROF, -signal.SIGALRM):
        return "hang", f"not done after {SECONDS} s of processor time"
    return "crash", f"the process ended with {code}"


def answer(job: str, name: str, call: Call) -> Any:
    """Return a finding, or what the oracle says, as the job asks for."""
    if job in ATOMS:
        try:
            return measure(name, call, ATOMS[job])
        except Exception as error:  # of a row that does not work at all
            return Finding(name, "unfit", repr(error))
    return try_call(name, call, seeds_of(job))


def seeds_of(job: str) -> range:
    return range(*map(int, job.split("-")))


def main(job: str) -> None:
    """Deal with the calls selected on standard input; write their names, and then a line with the answer for each."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # some calls print
    selection = Selection(**json.load(sys.stdin))
    try:
        calls = calls_of(selection.table)
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), file=answers)
        return
    names = selection.chosen()
    print(json.dumps({"names": names}), file=answers, flush=True)
    seconds = SECONDS if job in ATOMS else 0.2 * SECONDS * len(seeds_of(job))
    for name in names:
        signal.setitimer(signal.ITIMER_PROF, seconds)  # nobody handles these signals: they end the process
        signal.alarm(int(20 * seconds) + 1)  # for a call that waits
        print(json.dumps(asdict(answer(job, name, calls[name]))), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
