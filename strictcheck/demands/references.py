"""Rows of a demand that are not looks: a part reached by a second way, and a shared part nobody looked at.

`Node(1, Node(2, n)) as n` is a node that is its own grandchild, `[_ as a, a]` a list whose two elements are one object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.notation import HOLE, Frame, JsonReader


@dataclass(frozen=True, slots=True)
class Same(Layer):
    """Reference to the part at `row`, which is not a reference itself."""

    row: int

    tag = "same"
    cls = object

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """Return `{"same": row}`."""
        return {"same": self.row}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """Read the reference that `to_json` wrote."""
        match data:
            case {"same": int(row), **other} if not other and type(row) is int:
                return cls(row)
        raise DemandError("{'same': row}")


@dataclass(frozen=True, slots=True)
class Unseen(Layer):
    """Hole that references name: the part was fetched by two ways, and looked at by none. Below every other layer."""

    tag = "unseen"
    cls = object

    def may_have(self, key: Any) -> bool:
        """Return True: the layer of the part is unknown."""
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        return _unseen, ()

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Return the frame of `_`."""
        return Frame(HOLE, [], "")

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """Return `{"unseen": true}`."""
        return {"unseen": True}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """Read the layer that `to_json` wrote."""
        if data != {"unseen": True}:
            raise DemandError("{'unseen': true}")
        return UNSEEN


UNSEEN = Unseen()


def _unseen() -> Unseen:
    """Return the only instance, for pickle."""
    return UNSEEN
