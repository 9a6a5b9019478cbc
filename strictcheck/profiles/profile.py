"""Profiles of versions of the code, each measured by a worker: a new Python, with one seed for hashes.

A version is a profile in a file, a folder, a package with its version, or a revision of git. Run as a program, this
module is the worker, which does jobs: it measures functions, or writes their tests, each in a fork. It gets the jobs as
JSON on its standard input, and answers each in a line.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

from strictcheck.command_line import last_error, replace_file
from strictcheck.errors import BadInput, StrictCheckError
from strictcheck.processes import Ended, TimeOver, forked_pool, in_fork
from strictcheck.profiles import targets
from strictcheck.profiles.call_plans import Plan
from strictcheck.profiles.drawing import draw_for, draw_given
from strictcheck.profiles.measurer import Measurer
from strictcheck.profiles.sandbox import Sandbox

HOME = Path(__file__).parent.parent.parent
INPUTS, SECONDS, DEATHS = 60, 30.0, 3
GARBAGE = 10_000  # objects that a worker makes until it looks for cycles: after 700 each it would take a fifth longer
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": str(HOME),
    "PYTHONWARNINGS": "ignore",
    "PYTHONDONTWRITEBYTECODE": "1",
}
FORM = 9  # of profiles in files: they have seeds, of which the inputs are drawn anew
JOB: dict[str, Any] = {"what": "measure", "inputs": INPUTS, "allow": False, "given": {}}  # "write" is another
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
    """Measurements of functions, by their names below the target: plans, rows of numbers, and why there are none.

    If it has a `file`, it is written there after each function that is measured. `code` is a checksum of the code that
    was measured, and of the options.
    """

    target: str
    place: str
    functions: dict[str, Measured] = field(default_factory=dict)
    file: Path | None = None
    code: int | None = None

    def plans(self, name: str) -> list[Any]:
        """List the plans of a function, each with the number of its inputs."""
        return [(one["plan"], one["inputs"]) for one in self.functions[name].get("measured", ())]

    def to_json(self) -> dict[str, Any]:
        """Return the profile for `json.dumps`."""
        told = {"strictcheck profile": FORM, "target": self.target, "of": self.place, "code": self.code}
        return told | {"functions": self.functions}

    def keep(self) -> None:
        """Write the profile to its file, if it has one. Raises `BadInput` if that is impossible."""
        if self.file is not None:
            replace_file(self.file, json.dumps(self.to_json(), separators=(",", ":")), f"--json {self.file}")

    @classmethod
    def read(cls, path: Path) -> Profile:
        """Read a profile that was written as JSON. Raises `BadInput` if the file is none."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["strictcheck profile"] != FORM:
                raise ValueError("it was made by another version of strictcheck")
            return cls(data["target"], data["of"], data["functions"], code=data.get("code"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path} is no profile: {error}; make one with strictcheck explain --json") from None


def _answers(place: CodeVersion, jobs: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Measured]]:
    """Start a worker in a temporary folder, and yield its answers as they come, with the names of the jobs."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [sys.executable, "-m", "strictcheck.profiles.profile"]
    left = {name: {"seconds": SECONDS, **job} for name, job in jobs.items()}
    # When this is interrupted, forks of the worker may write there for some moments more.
    made = tempfile.TemporaryDirectory(prefix="strictcheck-", ignore_cleanup_errors=True)
    with made as folder, tempfile.TemporaryFile("w+") as asked:
        asked.write(json.dumps([place.paths, left]))
        asked.seek(0)
        pipes: dict[str, Any] = {"stdin": asked, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        worker: Any = subprocess.Popen(command, **pipes, text=True, cwd=folder, env=environment | ENVIRONMENT)
        with worker:
            try:
                for line in worker.stdout:
                    name, found = json.loads(line)
                    del left[name]
                    yield name, found
                last = worker.stderr.read().strip().splitlines()[-1:] or [f"ends with status {worker.wait()}"]
            finally:
                worker.kill()
    yield from ((name, {"error": f"the worker broke: {last[0]}"}) for name in left)


def names_in(place: CodeVersion, target: str, given: Mapping[str, str]) -> dict[str, Any]:
    """List the functions of a target at a place, as targets: the `names`; and tell a checksum of the `code`.

    Raises `BadInput` if there is no such target, or none of its functions has a parameter that is `given`.
    """
    ((_, found),) = _answers(place, {"": {"what": "names", "target": place.target(target), "given": given}})
    if "error" in found:
        raise BadInput(f"{place.name}: {found['error']}")
    return found


def measure(
    place: CodeVersion,
    target: str,
    *,
    like: Profile | None = None,
    into: Profile | None = None,
    each: Callable[[str, int], None] = lambda name, total: None,
    **options: Any,
) -> Profile:
    """Measure all functions of a target, by `options` in place of those of `JOB`.

    With `like`, the plans of that profile are used. With `into`, functions that are in that profile already are left as
    they are, unless the code or the options have changed since, and the others are added to it. After each function
    `each` is called, with its name and their number. Raises `BadInput` if there is no such target.
    """
    home = place.target(target).rpartition(":")[0] or place.target(target)
    found = names_in(place, target, options.get("given", {}))
    chosen = {name.removeprefix(home).lstrip(":."): name for name in found["names"]}
    chosen = {name: one for name, one in chosen.items() if like is None or name in like.functions}
    profile = Profile(target, place.name) if into is None else into
    code = crc32(json.dumps([found["code"], options], sort_keys=True).encode())
    if profile.code != code:
        profile.code, profile.functions = code, {}
    jobs = {
        name: JOB | options | {"target": one, "plans": like.plans(name) if like is not None else None}
        for name, one in chosen.items()
        if name not in profile.functions
    }
    for name, found in _answers(place, jobs):
        profile.functions[name] = found
        profile.keep()
        each(name, len(jobs))
    profile.functions = {name: profile.functions[name] for name in chosen}  # in their order, also in the file
    profile.keep()
    return profile


@contextmanager
def open_version(text: str) -> Iterator[CodeVersion | Profile]:
    """Yield the profile, or the place to import from, that `text` stands for; what was made for it is removed again.

    `text` is a profile (`.json`), a folder, requirements as pip has them (`toolz==1.0.0`, several with blanks between),
    or else a revision of the git repository of the current folder. Raises `BadInput` if there is no such version.

    >>> with open_version(".") as place:
    ...     print(place.name)
    .
    """
    path = Path(text)
    if text.endswith(".json"):
        yield Profile.read(path)
    elif path.is_dir():
        yield _folder(text, path)
    else:
        with tempfile.TemporaryDirectory(prefix="strictcheck-") as made:
            if "==" in text:
                _install(text, made)
                yield CodeVersion(text, (made,))
            else:
                with _worktree(text, Path(made, "tree")) as tree:
                    yield _folder(text, tree)


def _folder(name: str, path: Path) -> CodeVersion:
    """Return the place of a project's folder; modules may be in its folder `src`."""
    return CodeVersion(name, tuple(str(one.resolve()) for one in (path / "src", path) if one.is_dir()))


def _install(text: str, folder: str) -> None:
    """Install packages into a folder, for this Python, so that the worker has both them and this library."""
    tool = [shutil.which("uv") or "", "pip", "install", "--python", sys.executable]
    if not tool[0]:
        tool = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    done = _output([*tool, "--quiet", "--target", folder, *text.split()])
    if done is not None:
        raise BadInput(f"{text!r} cannot be installed: {done}")


@contextmanager
def _worktree(revision: str, folder: Path) -> Iterator[Path]:
    failed = _output(["git", "worktree", "add", "--detach", str(folder), f"{revision}^{{commit}}"])
    if failed is not None:
        raise BadInput(
            f"{revision!r} is no profile (.json), no folder, no package==version and no revision of git here: {failed}"
        )
    try:
        yield folder
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(folder)], capture_output=True, check=False)


def _output(command: list[str]) -> str | None:
    """Run a command; if it fails return its complaint."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    return None if done.returncode == 0 else last_error(done.stderr)


def work() -> None:
    """Do the jobs on the standard input, each in a process of its own, as many at once as there are processors."""
    paths, jobs = json.load(sys.stdin)
    gc.set_threshold(GARBAGE)
    sys.path[:0] = paths
    with forked_pool(partial(answer_apart, paths), os.cpu_count() or 1) as submit:
        running = {submit(job): name for name, job in jobs.items()}
        for one in as_completed(running):
            print(json.dumps([running[one], one.result()]), flush=True)


def answer_apart(paths: list[str], job: dict[str, Any]) -> dict[str, Any]:
    """Do a job in a process and a folder of its own; it is killed when it hangs in C code.

    A call that ends the process, as bugs in C do, is left out of another try, with all calls with the same numbers.
    """
    limit = 8 * job["seconds"]
    if job["what"] != "names":  # to list them has loaded the module: it loads, and may be loaded once for all functions
        with suppress(Exception, SystemExit):
            targets.find_function(job["target"])
    deadly: list[str] = []
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as folder:
        last = Path(f"{folder}.last")
        while True:
            todo = job | {"paths": paths, "deadly": deadly, "last": str(last)}
            try:
                return dict(in_fork(partial(answer, todo, folder), limit))
            except (TimeOver, Ended) as error:
                told = str(error) or f"does not end within {limit:g} s"
                numbers = last.read_text() if isinstance(error, Ended) and last.exists() else ""
            if not numbers or len(deadly) == DEATHS:
                return {"error": told} if job["what"] == "names" else {"measured": [], "reasons": [told]}
            deadly.append(numbers)


def answer(job: dict[str, Any], folder: str = ".") -> dict[str, Any]:
    """Do a job in a folder: list the names of a target, measure one function, or write its tests."""
    os.chdir(folder)
    try:
        if job["what"] == "names":
            known = set(sys.modules)
            names = targets.function_names(job["target"])
            targets.refuse_unknown(job["given"], names)
            for name, expression in job["given"].items():
                draw_given(name, expression, targets.names_beside(job["target"]), 1)
            return {"names": names, "code": targets.checksum_of_code(job["target"], known)}
        targets.find_function(job["target"])
        draw_for(targets.parameters_of(job["target"]), job["given"], targets.names_beside(job["target"]), job["inputs"])
        measurer = Measurer(job, Sandbox(None if job["allow"] else os.getcwd()))
        if job["what"] == "write":
            return measurer.write_tests()
        return measurer.measure([(Plan.read(plan), inputs) for plan, inputs in job["plans"] or ()])
    except Exception as error:
        name = "" if isinstance(error, StrictCheckError) else f"{type(error).__name__}: "
        return {"error": f"{name}{error}"}


if __name__ == "__main__":
    work()
