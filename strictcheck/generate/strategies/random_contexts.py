"""Random contexts: results consumed to a random degree, so that the laziness of results is tested too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.strategies.steps import steps

__all__ = ["contexts"]

# Least number of choices of a context: half of them are short, the others go into a result.
LENGTHS = (0, 0, 4, 16)


def contexts(
    *, max_looks: int = 64, calls: st.SearchStrategy[tuple[Any, ...]] | None = None, keys: Iterable[Any] = ()
) -> st.SearchStrategy[nibble]:
    """Draw contexts that look at up to `max_looks` parts of a result, in any order: `nibble(0, 1, -1)`.

    They fit any result: lists, iterators, records, mappings; of an infinite one they look at no more parts.
    Functions in the result are called with tuples of arguments from the strategy `calls`, up to three
    times; without it they are not called. In mappings, any of `keys` may be asked for when the others are not known.

    Shrinks to looking at fewer parts, `nibble(0)` being `whnf`, and in the end at nothing, `nibble()`; then to looking
    from left to right. Raises `ValueError` if `max_looks` is negative.

    >>> from hypothesis import find
    >>> from strictcheck import observe
    >>> find(contexts(), lambda context: "3" in str(observe(list, (1, 2, 3), context=context).result_demand))
    nibble(0, 2)
    """
    if max_looks < 0:
        raise ValueError(f"contexts: max_looks={max_looks!r} is negative; pass how many parts to look at, from 0")
    drawn = st.one_of(*(steps(at_least=min(length, max_looks), at_most=max_looks) for length in LENGTHS))
    drawn_calls = st.just([]) if calls is None else st.lists(calls, max_size=3)
    return st.builds(_make_context, drawn, drawn_calls, st.just(tuple(keys)))


def _make_context(steps: list[int], calls: list[tuple[Any, ...]], keys: tuple[Any, ...]) -> nibble:
    return nibble(*[0, *steps[1:]] if steps else [], calls=calls, keys=keys)  # at first there is only one part
