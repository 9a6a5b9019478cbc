"""Hypothesis strategies for testing strictness: contexts, arguments, lazy functions, partial values.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from __future__ import annotations

from typing import Any

import hypothesis

from strictcheck.errors import StrictCheckError
from strictcheck.generate.strategies.contexts_and_functions import contexts, lazy_functions
from strictcheck.generate.strategies.from_annotation import Partial, partials
from strictcheck.generate.strategies.from_signature import Given, arguments
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.observation.observed_call import Observation

__all__ = ["Given", "Partial", "arguments", "contexts", "lazy_functions", "partials", "report_share"]

CLASSES = 5  # in which shares are counted
MOST = 1_000_000  # layers of a value that are walked through


def report_share(observation: Observation[Any]) -> float:
    """Report to Hypothesis the share of its arguments that the observed call looked at, and return it, from 0 to 1.

    Call it in a test, once. Counts the share of the layers as an event, which `--hypothesis-show-statistics` shows, in
    steps of 20 %; and as a target, so that Hypothesis searches for calls that look at more. The arguments are walked to
    their ends. Raises `StrictCheckError` if that is impossible: they hold iterators or streams, or more than a million
    layers.

    >>> from hypothesis import given, strategies as st
    >>> from strictcheck import observe
    >>> @given(st.lists(st.booleans()))
    ... def test_any(flags):
    ...     report_share(observe(any, flags))
    >>> test_any()
    """
    forced = sum(demand.size for demand in observation.demands.values())
    share = min(1.0, forced / max(sum(map(_layers, observation._arguments.values.values())), 1))
    lowest = min(int(share * CLASSES), CLASSES - 1) * 100 // CLASSES
    hypothesis.event(f"share forced: {lowest} to {lowest + 100 // CLASSES} %")
    hypothesis.target(share, label="share forced")
    return share


def _layers(value: Any) -> int:
    """Count the layers of a value."""
    count, todo = 0, [value]
    while todo:
        part = todo.pop()
        count += 1
        kind = kind_of(type(part))
        if count > MOST or kind.is_used_up or kind.is_lazy:
            raise StrictCheckError(
                f"report_share: the layers of a {type(part).__name__} cannot be counted without using it up, or are "
                f"more than {MOST:,}; call it for calls on other arguments"
            )
        todo.extend(below for _, below in take_apart(part)[1])
    return count
