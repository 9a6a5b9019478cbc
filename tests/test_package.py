"""The wheel: both packages land in it, and it works in an environment that has nothing else."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

USE = """
from lazytree import alphabeta, from_nested
from strictcheck import observe
print(observe(alphabeta, from_nested([[3, 5], [2, 9]])).demand)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return built


def test_both_packages_are_in_the_wheel_with_their_type_marks_and_nothing_else(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    deep = {"strictcheck/observation/one_call.py", "lazytree/games/game.py"}
    assert {"strictcheck/py.typed", "lazytree/py.typed"} | deep <= set(names)
    assert {f"lazytree/pictures/assets/stepping.{kind}" for kind in ("js", "css")} <= set(names)
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"strictcheck", "lazytree"}


@pytest.mark.slow
def test_the_wheel_installs_into_an_empty_environment_and_works(wheel: Path, tmp_path: Path):
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", str(wheel)], check=True, cwd=tmp_path)
    done = subprocess.run([python, "-c", USE], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "Max([Min([End(3), End(5)]), Min([End(2), _])])"
    listed = subprocess.run([python, "-m", "pip", "list"], check=True, capture_output=True, text=True).stdout.lower()
    assert "ipython" not in listed
    assert "numpy" not in listed
