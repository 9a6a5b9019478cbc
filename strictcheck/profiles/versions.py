"""Places of a version: a profile in a file, a folder, a package with its version, a revision of git."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from strictcheck.errors import BadInput
from strictcheck.profiles.profile import CodeVersion, Profile


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
    """Run a command; return the last line of its complaint if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no reason given"])[-1]
