"""Demands in messages: a part in words, as one writes it in Python, and lines that fit a terminal, in plain ASCII.

The picture below the sentence of a message is drawn by `strictcheck.pictures.two_demands`. Skip this module unless you
write messages.
"""

from __future__ import annotations

import textwrap
from typing import Any

from strictcheck.demands.columns import NO_ROW
from strictcheck.demands.demand import Demand
from strictcheck.kinds.layer import HOLE, Layer
from strictcheck.messages import shown

WIDTH = 72  # of 80 columns, for pytest puts "E   " before each line, and the four blanks of a function
NARROWEST = 20
LEFT_OUT = "..."


def ascii_only(text: str) -> str:
    """Replace the only character beyond ASCII that pictures of demands have of themselves."""
    return text.replace("…", LEFT_OUT)


def wrapped(label: str, text: str) -> list[str]:
    """Break the text behind a label into lines, which are wider than `WIDTH` only if the label leaves hardly any room.

    >>> wrapped("  numbers: ", str([*range(100_000, 100_010)]))
    ['  numbers: [100000, 100001, 100002, 100003, 100004, 100005, 100006,', '           100007, 100008, 100009]']
    """
    width, beside = max(WIDTH, len(label) + NARROWEST), " " * len(label)
    return textwrap.wrap(text, width, initial_indent=label, subsequent_indent=beside, break_on_hyphens=False)


STEPS = 4  # at each end of a long path


def expression(name: str, demand: Demand, path: tuple[Any, ...], since: int = 0) -> str:
    """Write the part at `path` as in Python: `config["db"].host`, `users[0]`, `score(8)`; a long one is shortened.

    The first `since` steps are not written.

    >>> expression("config", Demand.parse("{'db': [_, 2], **_}"), ("db", 1))
    "config['db'][1]"
    """
    steps, row = [], 0 if demand else -1
    for step in path:
        layer = demand._tree.layers[row] if row >= 0 else None
        steps.append(layer.step(step) if isinstance(layer, Layer) else f"[{shown(step)}]")
        row = demand._tree.child(row, step)
    return name + shortened(steps[since:])


def shortened(steps: list[str]) -> str:
    """Join steps to a part; of many, those at both ends."""
    if len(steps) > 2 * STEPS:
        steps[STEPS:-STEPS] = [f"[... {len(steps) - 2 * STEPS} more ...]"]
    return "".join(steps)


def further(path: tuple[Any, ...], demand: Demand, other: Demand) -> tuple[Any, ...]:
    """Return the path of the first cell or key that only `demand` knows of, if both have a layer with such at `path`.

    If `demand` knows all keys, and `other` does not, that is the difference.

    >>> further((), Demand.parse("{'a': 1, 'b': 2, **_}"), Demand.parse("{'a': 1, **_}"))
    ('b',)
    >>> further((), Demand.parse("{'a': 1, 'b': 2}"), Demand.parse("{'a': 1, **_}"))
    ()
    """
    layer, known = layers_at(path, demand, other)
    is_more = isinstance(layer, Layer) and type(layer) is type(known)
    is_listed = is_more and not layer.is_series and layer.closed and not known.closed
    return (*path, *layer.keys_beyond(known)[:1]) if is_more and not is_listed else path


def deed_of(path: tuple[Any, ...], demand: Demand, other: Demand) -> str:
    """Return in words what `demand` tells of the part at `path` and `other` does not: "look at", or "call".

    Of a part that is there, and at which nobody looked: "pull", or "ask for".

    >>> deed_of(("(2)",), Demand.parse("Callable({'(1)': 1, '(2)': 2})"), Demand.parse("Callable({'(1)': 1})"))
    'call'
    >>> deed_of(("a",), Demand.parse("{'a': _, **_}"), Demand.parse("{**_}"))
    'ask for'
    """
    above, known = layers_at(path[:-1], demand, other)
    if path and getattr(above, "fetched_by", None) == "call":
        return "call" if type(above) is type(known) and path[-1] not in known else "look at"
    layer, known = layers_at(path, demand, other)
    if layer is None and above is not None:
        return {"pull": "pull", "look": "ask for"}.get(above.fetched_by, "look at")
    is_called = layer is not None and getattr(layer, "fetched_by", None) == "call" and layer.keys()
    return "call" if known is None and is_called else "look at"


def layers_at(path: tuple[Any, ...], demand: Demand, other: Demand) -> tuple[Any, Any]:
    """Return the layers that two demands have at `path`; None for one that has not looked there."""
    rows = [(tree, tree.target(tree.child_at(path))) for tree in (demand._tree, other._tree)]
    layer, known = (None if row == NO_ROW else tree.layers[row] for tree, row in rows)
    return layer, known


def part_in_words(name: str, path: tuple[Any, ...], demand: Demand, other: Demand) -> str:
    """Describe the part at `path` that only `demand` has looked at: an expression, its end, or its keys.

    >>> part_in_words("xs", (), Demand.parse("[1]"), Demand.parse("[1, *_]"))
    'the end of xs'
    """
    part = expression(name, demand, path) or "it"
    layer, known = layers_at(path, demand, other)
    is_last = isinstance(layer, Layer) and type(layer) is type(known) and layer.last_part
    return f"{layer.last_part} of {part}" if is_last and layer.closed and not known.closed else part


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
    is_all = (layer.closed or not layer.is_series) and HOLE not in str(result).replace("**_", HOLE)
    asked = "all of it" if is_all else layer.asked(list(result.children(0)))
    return f"the result was asked for {asked}".replace("asked for how many", "asked how many")
