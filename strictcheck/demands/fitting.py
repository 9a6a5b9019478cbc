"""Demands and values: a value that matches a demand, and the demand on all of a value.

Also for tests that could not have failed (see `strictcheck.unused`): could a comparison have come out otherwise, and
does a value have a part at a path?
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from strictcheck.demands import order
from strictcheck.demands.columns import NO_ROW, UNSEEN, Columns, Same
from strictcheck.errors import DemandError
from strictcheck.kinds.attributes import is_managed
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import is_declared, kind_of, take_apart, told_keys
from strictcheck.messages import opaque_advice, show_path, with_article
from strictcheck.thunks.classes import getattr_static, is_thunk_class
from strictcheck.thunks.proxy import is_thunk

_NO_PART: Any = object()


def _is_hole(part: Any) -> bool:
    """True if `part` is a hole of a partial value. Looks at its class only."""
    cls: type = type(part)
    return is_thunk_class(cls) and hasattr(cls, "_self_is_hole")


def full(value: Any, demand: Any = None) -> Columns:
    """Make the columns of all of `value` but its holes. A part of class `demand` is a demand, and has columns already.

    Raises `DemandError` for an iterator in it.
    """
    tree = Columns.empty()
    # The row of each part that can change, by its id; `alive` keeps the parts, so that ids stay valid.
    visited: dict[int, int] = {}
    alive: list[Any] = []
    todo: list[tuple[int, Iterator[tuple[Any, Any]]]] = [(NO_ROW, iter([(None, value)]))]
    while todo:
        parent, parts = todo[-1]
        key, part = next(parts, (None, _NO_PART))
        if part is _NO_PART:
            todo.pop()
        elif id(part) in visited:
            tree.append(parent, key, Same(visited[id(part)]))
        elif not _is_hole(part) and not tree.graft(parent, key, part._tree if type(part) is demand else None):
            layer, inside = _take_apart(tree, parent, key, part)
            row = tree.append(parent, key, layer)
            if isinstance(layer, Layer):
                todo.append((row, iter(inside)))
                if is_shared(part):
                    visited[id(part)] = row
                    alive.append(part)
    return tree.canonical()


def is_closed(tree: Columns) -> bool:
    """True if nothing has an open end, such as an iterator that was not pulled to its end."""
    return all(layer.closed for layer in tree.layers if isinstance(layer, Layer))


def is_all(tree: Columns) -> bool:
    """True if no value with these layers has more parts; objects have, and functions can be called again."""
    return len(tree) > 0 and is_closed(tree) and all(_has_all_parts(tree, node) for node in tree.rows())


def is_all_of(tree: Columns, value: Any) -> bool:
    """True if no part of `value` was left; of an object in it that loads none later, no attribute that it holds."""
    objects = {layer.cls for layer in tree.layers if isinstance(layer, Layer) and layer.tells_class}
    if is_all(tree) or not objects or not is_closed(tree) or any(map(_may_load, objects)):
        return is_all(tree)
    with suppress(DemandError):  # by a kind that is used up when it is taken apart
        return order.leq(full(value), tree)
    return False


def _may_load(cls: type) -> bool:
    return is_managed(cls) or getattr_static(cls, "__getattr__") is not None


def _has_all_parts(tree: Columns, node: tuple[int, int, Any, Any]) -> bool:
    row, _, _, layer = node
    if not isinstance(layer, Layer) or isinstance(layer, Same):
        return True
    kind = kind_of(layer.cls)
    is_known = kind.is_record or kind.is_opaque if layer.tells_class else layer.fetched_by != "call"
    return is_known and len(tree.parts(row)) == len(told_keys(layer))


def is_shared(part: Any) -> bool:
    """True if the part can change, so that it matters if two ways lead to one part."""
    kind = kind_of(class_behind(part))
    return kind.mutable and (not kind.is_leaf or (not is_thunk(part) and kind.leads_on(part)))


def _take_apart(tree: Columns, parent: int, key: Any, part: Any) -> tuple[object, Any]:
    try:
        return take_apart(part)
    except DemandError as error:
        path = (*tree.path(parent), key) if parent >= 0 else ()
        raise DemandError(f"full: at {show_path(path)}: {error}") from error


def matches(tree: Columns, value: Any) -> bool:
    """Return True if `value` has every layer of `tree`. Only the parts that `tree` names are walked."""
    todo: list[tuple[int, Any]] = [(0, value)] if len(tree) else []
    targets = tree.targets
    shared = dict.fromkeys(targets.values(), _NO_PART)
    same: list[tuple[int, Any]] = []
    while todo:
        row, part = todo.pop()
        if row in targets:
            same.append((targets[row], part))
            continue
        if row in shared:
            shared[row] = part
        parts = _parts(tree, row, part)
        if parts is None:
            return False
        todo.extend(parts)
    return all(shared[row] is part for row, part in same)


def _parts(tree: Columns, row: int, value: Any) -> list[tuple[int, Any]] | None:
    """Return the parts of `value` for the children of `row`; None if its layer is another, or a part is lacking."""
    if tree.layers[row] is UNSEEN:
        return []
    kind = kind_of(class_behind(value))
    if not kind.fits(value, tree.layers[row]):
        return None
    children = tree.children(row)
    if not children or tree.layers[row].fetched_by == "call":  # results are not compared
        return []
    try:
        return [(child, kind.get_part(value, key)) for key, child in children.items()]
    except (LookupError, AttributeError):
        return None


Demand = Any  # whose module imports this one

BOTTOM = "the left side is _, which is below every demand; write the parts that are to be looked at"
ALL = "the right side is all of a value, so that nothing could be above it; write _ for the parts to be left alone"
NEITHER = "neither call looked at anything; if that is meant, compare each with Demand()"
ITSELF = "a demand is compared with itself; write what is to be looked at, Demand.parse('[1, _]')"
ANY_LOOK = (
    "every demand is true but _, whatever was looked at; compare it, assert observe(f, x).demand == "
    "Demand.parse('[1, _]'), or with != Demand()"
)
ASK = "pass context=take(1), or context=nf, to observe"


def origin_of(demand: Demand) -> tuple[Any, str]:
    """Return the observation that a demand comes from, None if that is gone, and the name of the argument."""
    reference, argument = getattr(demand, "_origin", (lambda: None, ""))
    return reference(), argument


def why_below(low: Demand, high: Demand) -> str | None:
    """Return why `low <= high`, of which one was observed, had to be true; None if it could be false."""
    observation, other = origin_of(low)[0], origin_of(high)[0]
    if observation is None or other is not None:  # of two observed ones, either may change
        return BOTTOM if other is not None and not low else None
    if observation._may_look_later() and not order.leq(high._tree, low._tree):
        return f"the result of {observation.name} is lazy and was not asked; {ASK}"
    if is_all(high._tree) and (is_closed(low._tree) or _fits(high, *origin_of(low))):
        return ALL
    return None


def _fits(demand: Demand, observation: Any, argument: str) -> bool:
    """True if an argument of an observed call matches the demand; False also if that cannot be known."""
    with suppress(DemandError):
        return demand.matches(observation._arguments.values[argument])
    return False


def why_related(one: Demand, other: Demand) -> str | None:
    """Return why `one == other` or `one <= other`, which is true, says nothing of the functions that were observed."""
    if one is other:
        return ITSELF
    first, second = origin_of(one)[0], origin_of(other)[0]
    if first is None or second is None or first._call.function is second._call.function:
        return None
    if not one:
        return NEITHER
    whole = one._tree.layers[0] if one and len(first.demands) == 1 else None
    if isinstance(whole, Collection) and not isinstance(whole, Layer):
        what = f"{with_article(type(whole))} has no part that a call could leave"
        return f"{what}; pass a list or an iterator of what is in it"
    inside = (hidden(layer) for *_, layer in one.rows() if isinstance(layer, Layer) and not is_declared(layer.cls))
    return next(filter(None, inside), None)


def no_part(demand: Demand, path: tuple[Any, ...]) -> str | None:
    """Return why no look at `path` could be in the demand: it is within what was looked at as a whole, or nowhere."""
    tree, row = demand._tree, min(len(demand._tree.layers) - 1, 0)
    for key in path:
        if row != NO_ROW and (inside := hidden(tree.layers[row])):
            return inside
        row = tree.target(tree.child(row, key))
    observation, argument = origin_of(demand)
    if observation is None or _may_have(observation._arguments.values[argument], path):
        return None
    nothing = f"{argument} has no part at {show_path(path)}, so no call could look at it"
    return f"{nothing}; is the path right? A key that is asked for in vain is no part, but in the demand: 'key': absent"


def hidden(layer: object) -> str | None:
    """Return that nobody can see what is read inside a part with this layer, and what to do; None if one can."""
    if not isinstance(layer, Layer) or not layer.is_whole:
        return None
    advice = opaque_advice(layer.cls, "x") if kind_of(layer.cls).is_opaque else "leave it out of atoms"
    whole = f"one {layer.cls.__name__} was looked at as a whole, and what is read inside it cannot be seen"
    return f"{whole}; {advice}"


def _may_have(value: Any, path: tuple[Any, ...]) -> bool:
    """True if `value` has a part at `path`, or if nobody can tell, as of an iterator, an object or a function."""
    for step in path:
        cls: type = type(value)
        kind = kind_of(cls)
        if is_thunk_class(cls) or kind.is_lazy or kind.has_attributes or kind.is_opaque or not kind.is_data:
            return True
        try:
            value = kind.peek(value, step)
        except (LookupError, TypeError, ValueError):  # the last two by a list or a set, of which it is no index
            return False
    return True
