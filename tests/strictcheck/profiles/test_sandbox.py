"""Functions run where they can do no harm; what tries is reported, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from strictcheck.profiles.measurements import unpack
from strictcheck.profiles.profile import CodeVersion, measure

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
def hangs_in_c_at_zero(items, n): return list(items) if n else max(itertools.repeat(1))
def eats(items): return list(bytearray(2 ** 40))
def dies(items): os._exit(3)
def dies_of_zero(items, n): return list(items) if n else os.abort()
def fails(items): raise ValueError
def asks(items): return [item for item in items if socket.gethostname()]
def reads(items):
    with os.fdopen(os.open("inside", os.O_CREAT | os.O_WRONLY), "w") as file: file.write("x")
    return [x for x in items if (HERE / "kept").exists()]
"""


REASONS = {
    "writes": "would write ",
    "hides": "would write ",
    "removes": "would change ",
    "moves": "would change ",
    "closes": "would use a file descriptor that was open before",
    "starts": "would start or end a process",
    "forks": "would start or end a process",
    "connects": "would use the network",
    "hangs": "does not end within 0.3 s",
    "hangs_in_c": "does not end",
    "eats": "raises MemoryError",
    "dies": "the process exited with status 3",
    "fails": "raises ValueError",
}


@pytest.mark.slow
def test_functions_that_do_harm_are_not_measured_with_the_reason_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "tries.py").write_text(TRIES)
    (tmp_path / "kept").write_text("kept")
    monkeypatch.setattr("strictcheck.profiles.profile.SECONDS", 3.0)
    tried = measure(CodeVersion("here", (str(tmp_path),)), "tries", inputs=5).functions
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "tries.py"]
    for name, reason in REASONS.items():
        assert not tried[name].get("measured"), name
        assert reason in (tried[name].get("error") or tried[name]["reasons"][-1]), name
    for name in ("reads", "asks", "dies_of_zero", "hangs_in_c_at_zero"):  # files, its folder, its host, other numbers
        (measured, *_) = tried[name]["measured"]
        assert {row["numbers"]["items"].get("ended") for row in unpack(measured["rows"])} == {1}, name


@pytest.mark.slow
def test_what_is_refused_is_run_when_it_is_allowed(tmp_path: Path):
    (tmp_path / "writing.py").write_text("def write(items): open(__file__ + '.out', 'w').close(); return list(items)")
    profile = measure(CodeVersion("here", (str(tmp_path),)), "writing:write", inputs=5, allow=True)
    assert profile.functions["write"]["measured"]
    assert (tmp_path / "writing.py.out").exists()
