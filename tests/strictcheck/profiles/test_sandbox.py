"""Functions run where they can do no harm; what tries is reported, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from strictcheck.profiles.measurements import unpack
from strictcheck.profiles.profile import CodeVersion, Profile, measure

TRIES = """
import itertools, os, socket, subprocess, time
from pathlib import Path

HERE = Path(__file__).parent

def writes(items): (HERE / "out").write_text("x"); return list(items)
def hides(items):
    try: (HERE / "out").write_text("x")
    except Exception: pass
    return list(items)
def removes(items): os.remove(HERE / "kept"); return list(items)
def moves(items): os.rename(HERE / "kept", "taken"); return list(items)
def closes(items): open(1).close(); return list(items)
def starts(items): subprocess.run(["true"]); return list(items)
def forks(items): os._exit(0) if os.fork() == 0 else None; return list(items)
def connects(items): socket.create_connection(("127.0.0.1", 9)); return list(items)
def hangs(items):
    while True: time.sleep(0.01)
def hangs_in_c(items): return max(itertools.repeat(1))
def eats(items): return list(bytearray(2 ** 40))
def dies(items): os._exit(3)
def fails(items): raise ValueError
def asks(items): return [item for item in items if socket.gethostname()]
def reads(items):
    with os.fdopen(os.open("inside", os.O_CREAT | os.O_WRONLY), "w") as file: file.write("x")
    return [x for x in items if (HERE / "kept").exists()]
"""


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    folder = tmp_path_factory.mktemp("tried")
    (folder / "tries.py").write_text(TRIES)
    (folder / "kept").write_text("kept")
    names = "strictcheck.profiles.profile.SECONDS"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, 8.0)
        profile = measure(CodeVersion("here", (str(folder),)), "tries", inputs=5)
    assert sorted(path.name for path in folder.iterdir()) == ["kept", "tries.py"]
    return profile


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("writes", "would write "),
        ("hides", "would write "),
        ("removes", "would change "),
        ("moves", "would change "),
        ("closes", "would use a file descriptor that was open before"),
        ("starts", "would start or end a process"),
        ("forks", "would start or end a process"),
        ("connects", "would use the network"),
        ("hangs", "does not end within 3 s"),
        ("hangs_in_c", "does not end within"),
        ("eats", "raises MemoryError"),
        ("dies", "the process exited with status 3"),
        ("fails", "raises ValueError"),
    ],
)
def test_a_function_that_does_harm_is_not_measured_and_the_reason_is_said(tried: Profile, name: str, reason: str):
    found = tried.functions[name]
    assert not found.get("measured")
    assert reason in (found.get("error") or found["reasons"][-1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reads", "asks"])
def test_a_function_that_reads_files_writes_into_its_own_folder_or_asks_for_the_host_is_measured(
    tried: Profile, name: str
):
    (measured, *_) = tried.functions[name]["measured"]
    assert {row["numbers"]["items"].get("ended") for row in unpack(measured["rows"])} == {1}


def test_what_is_refused_is_run_when_it_is_allowed(tmp_path: Path):
    (tmp_path / "writing.py").write_text("def write(items): open(__file__ + '.out', 'w').close(); return list(items)")
    profile = measure(CodeVersion("here", (str(tmp_path),)), "writing:write", inputs=5, allow=True)
    assert profile.functions["write"]["measured"]
    assert (tmp_path / "writing.py.out").exists()
