"""How much a run tries: a sample in the quick one, all with `--thorough`, or for hours, each time elsewhere.

With STRICTCHECK_EXAMPLES=1000000 in the environment, each test that uses `examples` tries so many, at random.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["examples", "one_in", "set_thorough", "size"]

NAME = "STRICTCHECK_EXAMPLES"
_thorough = False


def set_thorough(thorough: bool) -> None:
    """Say which run this is; `conftest.py` does so before the modules of tests are imported."""
    global _thorough
    _thorough = thorough


def size(quick: int, thorough: int) -> int:
    """Size of a value, or number of cases: the one for this run."""
    return thorough if _thorough else quick


def one_in(share: int, cases: Iterable[Any]) -> list[Any]:
    """List cases for `parametrize`, one in `share` of which the quick run tries; the others are marked as slow."""
    listed = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*case, marks=[pytest.mark.slow] * (at % share > 0)) for at, case in enumerate(listed)]


def examples(count: int) -> settings:
    """Settings for an eighth of `count` examples, a quarter with `--thorough`, or what the environment asks for."""
    asked = os.environ.get(NAME)
    if asked is None:
        return settings(
            max_examples=size(max(count // 8, 8), count // 4), deadline=None, derandomize=True, database=None
        )
    return settings(max_examples=int(asked), deadline=None, database=None)
