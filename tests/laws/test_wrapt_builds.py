"""wrapt comes in two builds, C and pure Python, which differ in details; the core tests pass on both."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from places import ROOT, TESTS

PURE = "WRAPT_DISABLE_EXTENSIONS"
CORE = ["laws/test_hazards.py", "laws/test_any_operation.py", "laws/test_borrowed.py", "laws/test_operators.py"]
CORE += ["strictcheck/kinds/test_object.py", "strictcheck/kinds/test_record.py"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, PURE: "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_switch_selects_the_build_in_pure_python() -> None:
    shown = run("-c", "import wrapt; print(wrapt.BaseObjectProxy.__module__)")
    assert shown.stdout == "wrapt.wrappers\n", shown.stderr


@pytest.mark.slow
@pytest.mark.parametrize("file", CORE)
@pytest.mark.skipif(PURE in os.environ, reason="this is the run in pure Python already")
def test_the_core_tests_pass_on_the_build_in_pure_python(file: str) -> None:
    outcome = run("-m", "pytest", "-q", "-x", "--no-header", "-p", "no:randomly", str(TESTS / file))
    assert outcome.returncode == 0, outcome.stdout[-3000:] + outcome.stderr[-1000:]
