"""From an annotation to a strategy: Hypothesis's own inference, but for functions, which are lazy here."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["from_annotation"]


def from_annotation(annotation: Any) -> st.SearchStrategy[Any]:
    """The strategy for an annotation. Raises what Hypothesis raises if there is none."""
    strategy: st.SearchStrategy[Any] = st.from_type(annotation)
    strategy.validate()
    return strategy
