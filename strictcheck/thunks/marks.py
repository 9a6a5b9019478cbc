"""Marks: keys and layers of rows that are no parts of a value, but reveal more of its layer."""

from __future__ import annotations


class Step:
    """A key of a row that is no step of a path: what was revealed beside the fields.

    Each has a class of its own, for an object without attributes of its own is nothing to the garbage collector, and
    neither are the rows that name it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return type(self).__name__


def new_mark(name: str) -> Step:
    """A further mark; `name` is how it prints."""
    return type(name, (Step,), {"__slots__": ()})()


END = new_mark("end")  # the end of a sequence was reached; the layer is None
KEYS = new_mark("keys")  # all keys of a mapping were listed; the layer is the keys
CELL = new_mark("cell")  # as a layer: this row reveals that there is a part; what it is has a row of its own
ABSENT = new_mark("absent")  # as a layer: this row reveals that there is no such part
MARKS = frozenset(map(type, (END, KEYS, CELL, ABSENT)))
