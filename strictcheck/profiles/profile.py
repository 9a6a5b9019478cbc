"""Measuring in worker processes: a process for each function, several at a time, all with one seed for hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from strictcheck.errors import BadInput
from strictcheck.long_work import replace_file

HOME = Path(__file__).parent.parent.parent
INPUTS, SECONDS = 60, 30.0
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": str(HOME),
    "PYTHONWARNINGS": "ignore",
    "PYTHONDONTWRITEBYTECODE": "1",
}
FORM = 3  # of profiles in files
Measured = dict[str, Any]


@dataclass(frozen=True)
class CodeVersion:
    """Folders that a version of the code is imported from, before all others, and its name for messages."""

    name: str
    paths: tuple[str, ...] = ()

    def target(self, target: str) -> str:
        """Return the target as a worker has to be told: of a file in the first folder, by its whole path."""
        file, _, name = target.rpartition(":") if ":" in target else (target, "", "")
        if not file.endswith(".py"):
            return target
        candidates = [Path(folder, file) for folder in self.paths] + [Path(file)]
        found = next((path for path in candidates if path.is_file()), candidates[-1])
        return f"{found.resolve()}:{name}" if name else str(found.resolve())


@dataclass
class Profile:
    """Measurements of functions, by their names below the target: plans, rows of numbers, and why there are none."""

    target: str
    place: str
    functions: dict[str, Measured] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the profile for `json.dumps`."""
        return {"strictcheck profile": FORM, "target": self.target, "of": self.place, "functions": self.functions}

    def write(self, path: Path) -> None:
        """Write the profile as JSON. Raises `BadInput` if the file cannot be written."""
        replace_file(path, json.dumps(self.to_json(), separators=(",", ":")), f"--json {path}")

    @classmethod
    def read(cls, path: Path) -> Profile:
        """Read a profile that was written as JSON. Raises `BadInput` if the file is none."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["strictcheck profile"] != FORM:
                raise ValueError("it was made by another version of strictcheck")
            return cls(data["target"], data["of"], data["functions"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path} is no profile: {error}; make one with strictcheck explain --json") from None


def _run(place: CodeVersion, job: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Run one worker in a temporary folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= ENVIRONMENT
    command = [sys.executable, "-m", "strictcheck.profiles.worker"]
    line = json.dumps({**job, "paths": place.paths, "seconds": seconds}) + "\n"
    with tempfile.TemporaryDirectory(prefix="strictcheck-") as folder:
        try:
            done = subprocess.run(
                command, input=line, capture_output=True, text=True, cwd=folder, env=environment, timeout=8 * seconds
            )
        except subprocess.TimeoutExpired:
            return {"error": f"does not end within {8 * seconds:g} s"}
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        last = done.stderr.strip().splitlines()[-1:] or [f"ends with status {done.returncode}"]
        return {"error": f"the worker broke: {last[0]}"}
    return found


def names_in(place: CodeVersion, target: str) -> list[str]:
    """List the functions of a target at a place, as targets. Raises `BadInput` if there is no such target."""
    found = _run(place, {"what": "names", "target": place.target(target)}, SECONDS)
    if "error" in found:
        raise BadInput(f"{place.name}: {found['error']}")
    names: list[str] = found["names"]
    return names


def measure(
    place: CodeVersion,
    target: str,
    *,
    like: Profile | None = None,
    inputs: int = INPUTS,
    allow: bool = False,
    what: str = "measure",
    given: Mapping[str, str] | None = None,
    each: Callable[[str, int], None] = lambda name, total: None,
    into: Profile | None = None,
    keep: Callable[[], None] = lambda: None,
) -> Profile:
    """Measure all functions of a target, with the plans of another profile if there is one.

    With `what="write"`, tests are written instead.
    With `into`, functions that are in that profile already are left as they are, and the others are added to it.
    After each function `keep` is called, and `each` with its name and their number. Raises `BadInput` if there is no
    such target.
    """
    home = place.target(target).rpartition(":")[0] or place.target(target)
    targets = {name.removeprefix(home).lstrip(":."): name for name in names_in(place, target)}
    chosen = {name: one for name, one in targets.items() if like is None or name in like.functions}
    profile = Profile(target, place.name) if into is None else into
    jobs = {
        name: {
            "what": what,
            "target": one,
            "inputs": inputs,
            "plans": _plans(like.functions[name]) if like is not None else None,
            "allow": allow,
            "given": dict(given or {}),
        }
        for name, one in chosen.items()
        if name not in profile.functions
    }
    for name, found in _all(place, jobs):
        profile.functions[name] = found
        keep()
        each(name, len(jobs))
    profile.functions = {name: profile.functions[name] for name in chosen}  # in their order
    return profile


def _all(place: CodeVersion, jobs: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Measured]]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(_run, place, job, SECONDS): name for name, job in jobs.items()}
        try:
            for one in as_completed(running):
                yield running[one], one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _plans(measured: Measured) -> list[Any]:
    return [(one["plan"], one["inputs"]) for one in measured.get("measured", ())]
