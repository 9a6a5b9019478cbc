"""Random steps through the parts in sight, for `nibble` and `lazy_function`."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["steps"]

# Choices: to skip the first part for good, or to look at a part: mostly the first, where recursion goes, or the last:
# the next cell, the keys. Skipping comes first, so that a look can be shrunk away and leave the others as they are.
CHOICES = st.sampled_from((None, *[0] * 9, *[1] * 3, 2, 3, *[-1] * 3, -2))


def steps(*, at_least: int = 0, at_most: int) -> st.SearchStrategy[list[int]]:
    """Draw lists of steps, made of so many choices. Shrinks to fewer choices, then to fewer steps."""
    return st.lists(CHOICES, min_size=at_least, max_size=at_most).map(_number)


def _number(choices: list[int | None]) -> list[int]:
    """Return the steps that make these choices. Skipped parts stay in sight, at the left."""
    passed, numbers = 0, list[int]()
    for choice in choices:
        if choice is None:
            passed += 1
        else:
            numbers.append(choice if choice < 0 else passed + choice)
    return numbers
