"""Names of local variables to watch: a name that is nowhere is taken for a slip of the pen, and is an error."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from types import CodeType
from typing import Any

from strictcheck.errors import StrictCheckError
from strictcheck.thunks.log import Record

__all__ = ["check_watched"]


def check_watched(record: Record, wanted: tuple[str, ...], function: Callable[..., Any] | None = None) -> None:
    """Raise `StrictCheckError` if one of the `wanted` variables was at none of the places that forced anything."""
    rows = (record.wheres or [])[record.given :]
    found = {name for _, seen in rows for name in seen or ()}
    missing = [name for name in wanted if name not in found]
    if not rows or not missing:
        return
    near = get_close_matches(missing[0], _locals(getattr(function, "__code__", None)), n=1)
    meant = f"did you mean {near[0]}? " if near else ""
    raise StrictCheckError(
        f"watch={missing[0]!r}: no local variable of this name was there where anything was forced; {meant}"
        f"Write {missing[0] + '?'!r} for one that may be missing"
    )


def _locals(code: CodeType | None) -> list[str]:
    """List the local variables of a function, and of the functions inside it."""
    if code is None:
        return []
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in _locals(part)]
    return [*code.co_varnames, *code.co_freevars, *inner]
