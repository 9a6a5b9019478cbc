"""Number of parts of a value that a call could force, known before the call."""

from __future__ import annotations

from itertools import islice
from typing import Any

from strictcheck.kinds.table import kind_of
from strictcheck.thunks.proxy import is_thunk

MANY = 10_000  # most parts that are counted


def count_parts(value: Any, classes: tuple[type, ...], most: int) -> int:
    """Count the parts of these classes in a value; more than `most` if there are more, or if nobody knows."""
    found, todo = 0, [value]
    for _ in range(MANY):
        if not todo:
            return found
        part = todo.pop()
        kind = kind_of(type(part))
        is_known = (kind.is_record or kind.is_series) and not kind.is_lazy
        if is_thunk(part) or not (is_known or (kind.is_leaf and (kind.is_data or kind.is_handed_out))):
            break
        found += isinstance(part, classes)
        todo.extend(islice((held for _, held in kind.held(part)), MANY))
    return most + 1
