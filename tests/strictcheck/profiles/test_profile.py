"""Versions are found where they are: in a profile, a folder, a revision of git, a package index."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from strictcheck.cli import main
from strictcheck.errors import BadInput
from strictcheck.profiles import profile
from strictcheck.profiles.profile import CodeVersion, Profile, measure, names_in, open_version

FIRST = "def first(items):\n    return next(iter(items))\n"
EAGER = "def first(items):\n    return list(items)[0]\n"


def git(*arguments: str, folder: Path) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Repository of two commits; its second function looks at more. It is the current folder."""
    (tmp_path / "src").mkdir()
    git("init", "-q", folder=tmp_path)
    for text in (FIRST, EAGER):
        (tmp_path / "src" / "firsts.py").write_text(text)
        git("add", "-A", folder=tmp_path)
        git("commit", "-qm", "a change", folder=tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_pull_request_is_one_line(repository: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["diff", "HEAD~1", ".", "src/firsts.py:first", "--inputs", "12"]) == 1
    assert capsys.readouterr().out.startswith(
        "first looks at more: fetches 2 of items at the call, before 1 (10 of 11 calls)\n"
    )


def test_a_revision_is_gone_when_it_was_compared(repository: Path):
    with open_version("HEAD~1") as place:
        assert isinstance(place, CodeVersion)
        assert Path(place.paths[0], "firsts.py").read_text() == FIRST
    assert not Path(place.paths[0]).exists()
    listed = subprocess.run(["git", "worktree", "list"], capture_output=True, text=True, check=True, cwd=repository)
    assert len(listed.stdout.splitlines()) == 1


@pytest.mark.slow
def test_a_file_of_ones_own_may_call_what_is_compared(repository: Path, capsys: pytest.CaptureFixture[str]):
    Path("glue.py").write_text("from firsts import first\ndef of_mapped(items, f): return first(map(f, items))\n")
    assert main(["diff", "HEAD~1", "HEAD", "glue.py:of_mapped", "--inputs", "12"]) == 1
    assert "of_mapped looks at more: fetches 2 of items at the call, before 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["HEAD~7", ".", "firsts"], "strictcheck diff: 'HEAD~7' is no profile (.json), no folder, no package==version"),
        ([".", ".", "absent"], "strictcheck diff: .: 'absent' cannot be imported: No module named 'absent'"),
        ([".", ".", "firsts:second"], "strictcheck diff: .: firsts has no 'second'; it has first"),
        (["absent.json", ".", "firsts"], "strictcheck diff: absent.json is no profile"),
    ],
)
def test_bad_input_is_one_line(
    repository: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
):
    assert main(["diff", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_a_worker_that_breaks_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(BadInput, match="here: the worker broke: ends with status 1"):
        names_in(CodeVersion("here"), "heapq", {})


def test_a_profile_is_a_version(tmp_path: Path):
    kept = Profile("firsts", "here", {"first": {"measured": []}})
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(kept.to_json()))
    with open_version(str(path)) as found:
        assert found == kept
    path.write_text("[1]")
    with pytest.raises(BadInput, match="is no profile"), open_version(str(path)):
        pass


def test_a_file_has_the_functions_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def answer_in_disorder(_: CodeVersion, jobs: dict[str, object]) -> list[tuple[str, object]]:
        return [(name, {} if name else {"names": ["m:b", "m:a"], "code": 0}) for name in sorted(jobs)]

    monkeypatch.setattr(profile, "_answers", answer_in_disorder)
    kept = Profile("m", "here", file=tmp_path / "m.json")
    measure(CodeVersion("here", ()), "m", into=kept)
    assert list(Profile.read(tmp_path / "m.json").functions) == list(kept.functions) == ["b", "a"]


@pytest.mark.slow
def test_packages_are_installed_for_the_comparison_only():
    with open_version("more-itertools==10.2.0") as place:
        assert isinstance(place, CodeVersion)
        assert Path(place.paths[0], "more_itertools").is_dir()
    assert not Path(place.paths[0]).exists()
