"""How long searches for counterexamples run: shortly, alike each time; or for hours, each time elsewhere.

With STRICTCHECK_EXAMPLES=1000000 in the environment, each test that uses `examples` tries so many, at random.
"""

from __future__ import annotations

import os

from hypothesis import settings

__all__ = ["examples"]

NAME = "STRICTCHECK_EXAMPLES"


def examples(count: int) -> settings:
    """Settings for so many examples, unless the environment asks for another number of them."""
    asked = os.environ.get(NAME)
    if asked is None:
        return settings(max_examples=count, deadline=None, derandomize=True, database=None)
    return settings(max_examples=int(asked), deadline=None, database=None)
