"""Steps: rows that are no parts of a value, but reveal more of its layer."""

from __future__ import annotations

__all__ = ["ABSENT", "CELL", "END", "HERE", "KEYS", "Step"]


class Step:
    """Key or layer of a row that is no part of a path: it reveals more of the parent's layer."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


HERE = Step("here")  # key of the part in the parent row: the element in a cell, the value behind a key
END = Step("end")  # key: the end of a sequence was reached; the layer is None
KEYS = Step("keys")  # key: all keys of a mapping were listed; the layer is the keys
CELL = Step("cell")  # layer: there is a part, whose own layer is in its HERE row
ABSENT = Step("absent")  # layer: there is no such part
