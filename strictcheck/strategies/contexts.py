"""Random contexts: results consumed to a random degree, so that the laziness of results is tested too."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from strictcheck.nibbling import nibble

__all__ = ["contexts"]

# To pass by the first part for good, or to look at a part: mostly the first, where recursion goes first, or the last:
# the next cell, the keys. To pass by comes first, for then a look can be shrunk away and leave the others as they are.
CHOICES = (None, *[0] * 9, *[1] * 3, 2, 3, *[-1] * 3, -2)
# How many choices a context makes at least: half of them are short, the others go into a result.
LENGTHS = (0, 0, 4, 16)


def contexts(
    *, max_looks: int = 64, calls: st.SearchStrategy[tuple[Any, ...]] | None = None
) -> st.SearchStrategy[nibble]:
    """Contexts that look at up to `max_looks` parts of a result, in any order: `nibble(0, 1, -1)`.

    They fit any result: lists, iterators, records, mappings; of an infinite one they look at so many parts and no
    more. Functions in the result are called with what the
    strategy `calls` draws, tuples of arguments, up to three times; without it they are not called.

    Shrinks to looking at fewer parts, `nibble(0)` being `whnf`, and in the end at nothing, `nibble()`; then to looking
    from left to right. Raises `ValueError` if `max_looks` is negative.

    >>> from hypothesis import find
    >>> from strictcheck import observe
    >>> find(contexts(), lambda context: "3" in str(observe(list, (1, 2, 3), context=context).result_demand))
    nibble(0, 2)
    """
    if max_looks < 0:
        raise ValueError(f"contexts: max_looks={max_looks!r} is negative; pass how many parts to look at, from 0")
    choices = st.one_of(
        *(st.lists(st.sampled_from(CHOICES), min_size=min(length, max_looks), max_size=max_looks) for length in LENGTHS)
    )
    if calls is None:
        return choices.map(_numbered)
    return st.builds(
        lambda looks, calls: nibble(*looks.steps, calls=calls), choices.map(_numbered), st.lists(calls, max_size=3)
    )


def _numbered(choices: list[int | None]) -> nibble:
    """The context that makes these choices. What was passed by stays in sight, at the left."""
    passed, steps = 0, list[int]()
    for choice in choices:
        if choice is not None:
            steps.append(choice if choice < 0 else passed + choice)
        elif steps:
            passed += 1
    return nibble(0, *steps[1:]) if steps else nibble()  # at first there is only the result to look at
