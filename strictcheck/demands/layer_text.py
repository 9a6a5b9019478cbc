"""One layer as a pattern, `[_, _]`, which is easier to read than its class and fields."""

from __future__ import annotations

from array import array

from strictcheck.demands.columns import Columns
from strictcheck.demands.writing import pretty
from strictcheck.kinds.layer import Layer
from strictcheck.messages import in_a_line, shown
from strictcheck.thunks.marks import ABSENT, CELL, Step

__all__ = ["write_layer"]

LONGEST = 80
STEPS = {CELL: "there is one", ABSENT: "there is none"}


def write_layer(revealed: object) -> str:
    """Write the layer of one forcing in a line: a pattern with holes, an atom, or the keys that were listed.

    >>> from strictcheck import observe
    >>> [write_layer(forcing.value) for forcing in observe(lambda d: list(d["a"])[0] + len(d), {"a": [1, 2]}).trace]
    ['{**_}', 'there is one', '[_, _]', "the keys 'a'", '1']
    """
    if isinstance(revealed, Layer):
        return in_a_line(pretty(Columns(array("q", [-1]), [None], [revealed]), 12), LONGEST)
    if type(revealed) is tuple:
        return in_a_line(f"the keys {', '.join(map(shown, revealed))}", LONGEST)
    return STEPS[revealed] if isinstance(revealed, Step) else shown(revealed)
