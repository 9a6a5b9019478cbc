"""Share of the arguments that a call looked at, for Hypothesis: an event to count, and a target to search for."""

from __future__ import annotations

from typing import Any, Literal

import hypothesis

from strictcheck.errors import StrictCheckError
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.observation.observed_call import Observation

# Number of classes in which shares are counted.
CLASSES = 5
# Most layers of a value that are walked through.
MOST = 1_000_000


def share_forced(observation: Observation[Any], total: int | None = None) -> float:
    """Return the share of its arguments that a call looked at, in layers, from 0 to 1.

    `total` is the number of layers there are; without it, the arguments are walked to their ends to count them. Raises
    `StrictCheckError` if that is impossible: they hold iterators or streams, or more than a million layers.

    >>> from strictcheck import observe
    >>> share_forced(observe(any, [False, True, False]))
    0.75
    """
    forced = sum(demand.size for demand in observation.demands.values())
    layers = sum(map(_layers, observation._arguments.values.values())) if total is None else total
    return min(1.0, forced / layers) if layers else 0.0


def report_share(
    observation: Observation[Any],
    *,
    total: int | None = None,
    aim: Literal["more", "less"] | None = "more",
    label: str = "share forced",
) -> float:
    """Report to Hypothesis the share of its arguments that the observed call looked at, and return it, from 0 to 1.

    Call it in a test, once for each `label`. Counts the share as an event, which `--hypothesis-show-statistics`
    shows, in steps of 20 %; and as a target, so that Hypothesis searches for calls that look at more, or with
    `aim="less"` at less, where mistakes are (`aim=None` for no target). `total` is as in `share_forced`.

    >>> from hypothesis import given, strategies as st
    >>> from strictcheck import observe
    >>> @given(st.lists(st.booleans()))
    ... def test_any(flags):
    ...     report_share(observe(any, flags))
    >>> test_any()
    """
    share = share_forced(observation, total)
    lowest = min(int(share * CLASSES), CLASSES - 1) * 100 // CLASSES
    hypothesis.event(f"{label}: {lowest} to {lowest + 100 // CLASSES} %")
    if aim is not None:
        hypothesis.target(share if aim == "more" else -share, label=label)
    return share


def _layers(value: Any) -> int:
    """Count the layers of a value."""
    count, todo = 0, [value]
    while todo:
        part = todo.pop()
        count += 1
        kind = shape_of(type(part)).kind
        if count > MOST or kind.is_used_up or kind.is_lazy:
            raise StrictCheckError(
                f"share_forced: total=None, and the layers of a {type(part).__name__} cannot be counted without "
                f"using it up, or are more than {MOST:,}; pass total=, how many there are"
            )
        todo.extend(below for _, below in take_apart(part)[1])
    return count
