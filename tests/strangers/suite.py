"""All tables there are, those whose packages are installed."""

from __future__ import annotations

import importlib
from functools import cache

from strangers.calls import Call

__all__ = ["TABLES", "calls_of"]

# Modules of `strangers.tables`.
TABLES = [
    "functional", "containers", "persistent", "models", "languages", "texts", "queries",
    "standard_texts", "standard_data", "standard_code", "standard_tools",
]  # fmt: skip


@cache
def calls_of(table: str) -> dict[str, Call]:
    """Return the calls of a table by their full names, `package.call`; raises ImportError if a package is missing."""
    module = importlib.import_module(f"strangers.tables.{table}")
    found: dict[str, Call] = {}
    for package, calls in module.CALLS.items():
        for call in calls:
            name = f"{package}.{call.name}"
            if name in found:
                raise ValueError(f"{table}: two calls are called {name!r}; give one another name")
            found[name] = call
    return found
