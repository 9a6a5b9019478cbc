"""Folders that tests read: the root of the repository, the tests, and the golden data."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"


def from_root(file: str) -> str:
    """`file` as messages show it, seen from the root of the repository, where the tests run."""
    return str(Path(file).relative_to(ROOT))
