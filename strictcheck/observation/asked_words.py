"""Descriptions of how far a context went, from the demand on the result."""

from __future__ import annotations

from strictcheck.demands import Demand
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.notation import HOLE

__all__ = ["asked_of"]


def asked_of(result: Demand) -> str:
    """Describe the demand on a result in a sentence.

    >>> for pattern in ("_", "[1, _, *_]", "[*_]", "[_, _]", "[_, 2]", "[1, 2]", "{'a': 1, **_}", "5"):
    ...     print(asked_of(Demand.parse(pattern)))
    nothing was asked of the result
    the result was asked for its first two items, of which 1 was looked at
    the result was asked for no item
    the result was asked how many items it has
    the result was asked for item 2 of 2
    the result was asked for all of it
    the result was asked for 'a'
    the result was asked for all of it
    """
    if not result:
        return "nothing was asked of the result"
    layer = result._tree.layers[0]
    if not isinstance(layer, Layer):
        return "the result was asked for all of it"
    if layer.raises:
        return "the call raised"
    is_all = (layer.closed or not layer.is_series) and HOLE not in str(result).replace("**_", HOLE)
    asked = "all of it" if is_all else layer.asked(list(result.children(0)))
    return f"the result was asked for {asked}".replace("asked for how many", "asked how many")
