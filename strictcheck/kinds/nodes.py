"""Nodes of a demand, each a layer or an atom: comparison of both.

Atoms are equal when class and value are: looking at 1 is not looking at True, and NaN is equal to NaN here.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import atom_key
from strictcheck.kinds.layer import DIFFERENT, Layer
from strictcheck.kinds.layers import Opaque


def layer_key(layer: object) -> Hashable:
    """Return a key that equal layers share: the layer itself, or an atom's type and value.

    >>> layer_key(1) == layer_key(True), layer_key(float("nan")) == layer_key(float("nan"))
    (False, True)
    """
    layer = without_value(layer)
    return layer if isinstance(layer, Layer) else atom_key(layer)


def without_value(layer: object) -> object:
    """Return the layer, or atom; an atom that a pattern knows by its class only becomes the layer of that class.

    >>> without_value(1), without_value(ValueError("x"))
    (1, Constructor(ValueError))
    """
    return layer if isinstance(layer, Layer) or atom_key(layer) is not None else Opaque(layer)


def layer_leq(low: object, high: object) -> bool:
    """True if `high` contains all that `low` does; either may be an atom."""
    if low is high:
        return True
    if isinstance(low, Layer) and isinstance(high, Layer):
        return low <= high
    return layer_key(low) == layer_key(high)


def join_layers(one: object, other: object) -> object:
    """Return the least layer that contains both; `DemandError` when there is none."""
    if isinstance(one, Layer) and isinstance(other, Layer):
        return one | other
    if layer_leq(one, other):
        return one
    raise DemandError(DIFFERENT)


def meet_layers(one: object, other: object) -> tuple[object, ...]:
    """Return the greatest layer that both contain, as a tuple of one; `()`, a hole, when they share nothing.

    >>> meet_layers(None, None), meet_layers(None, 1)
    ((None,), ())
    """
    if isinstance(one, Layer) and isinstance(other, Layer):
        shared = one & other
        return () if shared is None else (shared,)
    return (one,) if layer_leq(one, other) else ()


def may_have(layer: object, key: Any) -> bool:
    """True if a value with this layer could have a part `key`; an atom has none."""
    return isinstance(layer, Layer) and layer.may_have(key)
