"""One call of a stranger's function, and how a table of them is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["ANY", "Call", "Made", "call", "on"]

Made = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

# In a list of smallest demands: not written down, and not compared.
ANY = None


@dataclass(frozen=True)
class Call:
    """One row of a table.

    `make` returns function, positional and keyword arguments, made afresh: many are mutable, some can be used once.
    `exact` holds the smallest demand on each argument in the context `nf`, in the order of the signature, worked out by
    hand from what the function does; None if nobody did.
    """

    name: str
    make: Callable[[], Made]
    exact: Sequence[str | None] | None = None


def on(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Made:
    """Return the three parts of a call, written like the call."""
    return function, args, kwargs


def call(name: str, make: Callable[[], Made], *exact: str | None) -> Call:
    """Return a row; the texts after `make` are the smallest demands on the arguments."""
    return Call(name, make, exact or None)
