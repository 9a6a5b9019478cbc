"""Rows that are no part of a value: what was revealed of it beside its fields."""

from __future__ import annotations

__all__ = ["ABSENT", "CELL", "END", "HERE", "KEYS", "Step"]


class Step:
    """A key of a row that is no step of a path: what was revealed beside the fields."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


HERE = Step("here")  # the part that the parent row made way for: the element in a cell, the value behind a key
END = Step("end")  # the end of a sequence was reached; the layer is None
KEYS = Step("keys")  # all keys of a mapping were listed; the layer is the keys
CELL = Step("cell")  # as a layer: this row reveals that there is a part, its HERE row what it is
ABSENT = Step("absent")  # as a layer: this row reveals that there is no such part
