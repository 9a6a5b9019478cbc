"""The layers of all kinds, and how they are recognised in patterns and in JSON."""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.constructor import Constructor, Opaque
from strictcheck.kinds.function_kind import Function
from strictcheck.kinds.layer import DIFFERENT, Layer
from strictcheck.kinds.mapping_kind import Mapping
from strictcheck.kinds.raised import Raised
from strictcheck.kinds.sequence_kind import Sequence

__all__ = [
    "DIFFERENT", "OPENINGS", "TAGS", "Constructor", "Function", "Layer", "Mapping", "Opaque", "Raised", "Sequence",
    "class_of",
]  # fmt: skip

_layers: tuple[type[Layer], ...] = (Constructor, Sequence, Mapping, Function, Raised)
# By the word with which their patterns begin, and by the key of their JSON.
OPENINGS: dict[str, type[Layer]] = {layer.opening: layer for layer in _layers}
TAGS: dict[str, type[Layer]] = {layer.tag: layer for layer in _layers}


def class_of(layer: object) -> Any:
    """The class of the values that have this layer, or are this atom.

    >>> class_of(Sequence(2)), class_of(Constructor(range)), class_of(1)
    (<class 'list'>, <class 'range'>, <class 'int'>)
    """
    return layer.cls if isinstance(layer, Layer) else type(layer)
