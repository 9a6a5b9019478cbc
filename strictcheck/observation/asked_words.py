"""What was asked of a result, in words: how far the context of a call went, told by the demand on the result."""

from __future__ import annotations

from strictcheck.demands import Demand
from strictcheck.kinds.container_layers import Mapping, Sequence
from strictcheck.kinds.function import Function
from strictcheck.kinds.layer import HOLE, Layer
from strictcheck.kinds.layers import Raised
from strictcheck.messages import shown

__all__ = ["asked_of"]

NUMBERS = ("no", "first", "first two", "first three", "first four", "first five")
SHOWN = 6


def asked_of(result: Demand) -> str:
    """A sentence about the result.

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
    if isinstance(layer, Raised):
        return "the call raised"
    return f"the result was asked for {_asked(result, layer)}".replace("asked for how many", "asked how many")


def _asked(result: Demand, layer: object) -> str:
    parts = list(result.children(0))
    if isinstance(layer, Sequence) and not layer.closed:
        return _pulled(layer.length, len(parts))
    if HOLE not in str(result).replace("**_", HOLE):
        return "all of it"
    if isinstance(layer, Sequence):
        items = ", ".join(str(index + 1) for index in sorted(parts)[:SHOWN]) + (", ..." if len(parts) > SHOWN else "")
        many = "item" if len(parts) == 1 else "items"
        return f"{many} {items} of {layer.length}" if parts else "how many items it has"
    if isinstance(layer, Mapping):
        keys = [*layer.present, *layer.absent] or parts
        return ", ".join(map(shown, keys[:SHOWN])) or ("its keys" if layer.closed else "nothing yet")
    if isinstance(layer, Function):
        return "a call" if parts else "whether it can be called"
    if isinstance(layer, Layer):
        return ", ".join(f".{part}" for part in parts[:SHOWN]) or f"its class, {layer.cls.__name__}"
    return "all of it"


def _pulled(length: int, looked: int) -> str:
    if length == 0:
        return "no item"
    first = NUMBERS[length] if length < len(NUMBERS) else f"first {length}"
    items = f"its {first} item{'s' if length > 1 else ''}"
    if looked == length:
        return items
    return (
        f"{items}, not looked at"
        if not looked
        else f"{items}, of which {looked} {'was' if looked == 1 else 'were'} looked at"
    )
