"""Contexts: functions that are applied to the result of a call. A lazy result forces nothing until its context asks.

Any function of the result is a context; these are the usual ones. And lazy results that nobody has asked: a test of
such a call has checked nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from strictcheck.kinds.attributes import attributes_beside
from strictcheck.kinds.building import LEAVES, PLAIN, unwrapped
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import whole
from strictcheck.kinds.pulled import Tap
from strictcheck.kinds.table import holds_attributes_beside, kind_of
from strictcheck.messages import shown, with_article
from strictcheck.thunks.classes import has_methods, holds_all
from strictcheck.thunks.places import place_of
from strictcheck.thunks.proxy import force, get_log, get_number, get_source, get_value, is_forced, is_thunk

if TYPE_CHECKING:
    from strictcheck.demands import Demand

Context = Callable[[Any], Any]
Observed = Any  # an `Observation`, whose module imports this one
MANY = 10_000  # most parts that are counted
DONE: Any = object()
# By the method of a result: what has to be done with it, and the code that does it.
ASKED_BY = {
    "__enter__": ("enters it", "with {}(...) as made: ..."),
    "__aenter__": ("enters it", "async with {}(...) as made: ..."),
    "__await__": ("awaits it", "async def call(x): return await {}(x)"),
}


def whnf(result: Any) -> None:
    """Weak head normal form: force the outermost layer.

    >>> from strictcheck import observe
    >>> observe(lambda xs: xs[:2], [1, 2, 3]).demand
    Demand.parse('[_, _, _]')
    """
    force(result)


def nf(result: Any) -> None:
    """Normal form: force all. Does not end on an infinite result.

    >>> from strictcheck import observe
    >>> observe(lambda xs: xs[:2], [1, 2, 3], context=nf).demand
    Demand.parse('[1, 2, _]')
    """
    if not _force_tree(result):
        _force_below(result, _parts)


def spine(result: Any) -> None:
    """Force the structure without the elements: cells of a list, keys of a dict, recursive fields of a dataclass.

    A field is recursive if its annotation mentions the class itself, or a class it shares a base or a union with.

    >>> from strictcheck import observe
    >>> observe(lambda xs: (x for x in xs), [1, 2], context=spine).demand
    Demand.parse('[_, _]')
    """
    _force_below(result, _structure)


def take(count: int, each: Context = whnf) -> Context:
    """Make the context that takes `count` elements of an iterable result, in order, and applies `each` to them.

    Raises `ValueError` if `count` is negative, `TypeError` if it is no whole number.

    >>> from strictcheck import observe
    >>> observe(lambda xs: map(abs, xs), iter([-1, -2, -3]), context=take(2)).demand
    Demand.parse('[-1, -2, *_]')
    """
    if type(count) is not int:
        raise TypeError(f"take: count={count!r} is not a whole number; pass how many elements to take, from 0")
    if count < 0:
        raise ValueError(f"take: count={count!r} is negative; pass how many elements to take, from 0")

    def context(result: Any) -> None:
        try:
            elements = islice(result, count)
        except TypeError:
            cls = class_behind(result)
            if has_methods(cls, "__iter__") or has_methods(cls, "__getitem__"):  # raised by these
                raise
            told = f"take({count}): the result is {with_article(cls)}, which has no items to take"
            raise TypeError(f"{told}; leave the context out") from None
        for element in elements:
            each(element)

    return context


def upto(demand: Demand) -> Context:
    """Make the context that forces the parts in `demand`, and no others. Raises `TypeError` if it is no `Demand`.

    >>> from strictcheck import Demand, observe
    >>> observe(lambda xs: [x + 1 for x in xs[1:]], [1, 2, 3], context=upto(Demand.parse("[_, 4]"))).result_demand
    Demand.parse('[_, 4]')
    """
    if not hasattr(demand, "rows"):
        raise TypeError(f"upto: demand={shown(demand)} is not a Demand; pass Demand.parse('[_, 4]'), or take(3)")

    def context(result: Any) -> None:
        places: dict[int, Any] = {}
        for row, parent, key, layer in demand.rows():
            holder = places.get(parent)
            part = force(result if row == 0 else kind_of(class_behind(holder)).get_part(holder, key))
            kind = kind_of(class_behind(part))
            places[row] = kind.reveal(part, layer) if isinstance(layer, Layer) else part

    return context


def _force_tree(thunk: Any) -> bool:
    """Force all of a result that is a tree of plain data, without a thunk for each part; False if it is none.

    That is three times as fast, see `nf` in `tests/bench/bench_everyday.py`. A part that is reached by two ways needs
    a thunk, by which it is known.
    """
    log: Any = get_log(thunk) if is_thunk(thunk) and not is_forced(thunk) else None
    if log is None or not log.is_result:
        return False
    source = get_source(thunk)
    rows = _rows_of_tree(source)
    if not rows or not rows[0][-1]:
        return False
    kind_of(type(source)).reveal(force(thunk), rows[0][2])
    numbers = [get_number(thunk)]
    for holder, key, layer, has_parts in islice(rows, 1, None):
        if has_parts:
            numbers.append(log.add(place_of(numbers[holder], key), layer))
        else:
            log.look(place_of(numbers[holder], key), layer)
    return True


def _rows_of_tree(value: Any) -> list[tuple[int, Any, Any, bool]] | None:
    """List a value and its parts, depth first; None if it is no tree of plain data.

    Each row has the number of the holder among those that have parts, the key, the layer, and if it has parts itself.
    """
    rows = []
    met: set[int] = set()
    holders = 0
    todo = [(-1, iter([(None, value)]))]
    while todo:
        holder, parts = todo[-1]
        for key, part in parts:
            kind = kind_of(type(part))
            if kind.is_own_layer and type(key) in LEAVES:
                rows.append((holder, key, part if type(part) in LEAVES else whole(part), False))
                continue
            is_plain = kind.cls in PLAIN or (kind.is_record and not kind.is_registered)
            if not is_plain or (kind.mutable and id(part) in met) or type(key) not in LEAVES:
                return None
            layer, below = kind.take_apart(part)
            rows.append((holder, key, layer, True))
            todo.append((holders, iter(below)))
            holders += 1
            met.add(id(part))
            break
        else:
            todo.pop()
    return rows


def _force_below(root: Any, parts: Callable[[Any], Iterable[Any]]) -> None:
    """Force `root` and, depth first, all that `parts` yields; each structure once, however many ways lead to it."""
    path: list[tuple[Iterator[Any], Any, int]] = []
    inside: dict[Any, Any] = {}  # open structures by their keys, kept alive for their ids
    entered: dict[int, Any] = {}  # the parts themselves, but for those that die with their last reader
    part: Any = root
    while True:
        cls = type(part)
        if is_thunk(part) and not cls._self_has_parts:
            force(part)
        elif cls not in LEAVES and id(part) not in entered:
            source = _source(part)  # before it is forced: afterwards it may have a copy of its own
            force(part)
            # What cannot change is two parts at two places, also within itself if there is something between that can.
            is_fixed = not kind_of(class_behind(part)).mutable
            holder = path[-1][2] if path else 0
            key = (holder, id(source)) if is_fixed else id(source)
            if key not in inside and (not is_thunk(part) or type(part)._self_has_parts):
                inside[key] = source
                path.append((iter(parts(part)), key, holder if is_fixed else id(source)))
            if not is_thunk(part) or not cls._self_transient:
                entered[id(part)] = part
        part = DONE
        while part is DONE:
            if not path:
                return
            part = next(path[-1][0], DONE)
            if part is DONE:
                del inside[path.pop()[1]]


def _source(part: Any) -> Any:
    """Return the user's own object behind any number of thunks, or the pending computation."""
    while is_thunk(part):
        part = get_value(part) if type(part)._self_settled else get_source(part)
    return part


def _parts(thunk: Any) -> Iterable[Any]:
    """Yield the parts of a forced thunk, fetched one by one, and the attributes beside them."""
    kind = kind_of(class_behind(thunk))
    yield from kind.parts_to_force(thunk)
    if holds_attributes_beside(kind) and not kind.is_lazy:
        yield from list(attributes_beside(kind, unwrapped(thunk)).values())


def _structure(thunk: Any) -> Iterator[Any]:
    kind = kind_of(class_behind(thunk))
    for part in kind.structure_to_force(thunk):
        if kind_of(class_behind(force(part))).is_series:
            yield from part
        else:
            yield part


def for_context(result: Any) -> tuple[Any, Any]:
    """Return the result to keep and the one for the context: an iterator is kept as a stream, to lose nothing."""
    cls: Any = type(result)
    if not (cls._self_is_pulled if is_thunk(result) else kind_of(cls).is_pulled_by_next()):
        return result, result
    tap = Tap(result)
    return tap.stream, tap


def how_to_ask(name: str, result: Any) -> str:
    """Return, for a message, what to pass so that a lazy result of the function `name` is asked for something."""
    cls = class_behind(result)
    if any(has_methods(cls, method) for method in ("__iter__", "__aiter__", "__getitem__")):
        return "context=take(1), or context=nf"
    for method, (what, code) in ASKED_BY.items():
        if has_methods(cls, method):
            return f"a function of your own that {what}, `{code.format(name)}`"
    return "context=lambda made: made()" if has_methods(cls, "__call__") else "context=lambda made: made.method()"


def count_parts(value: Any, classes: tuple[type, ...], most: int) -> int:
    """Count the parts of these classes in a value; more than `most` if there are more, or if nobody knows."""
    found, todo = 0, [value]
    for _ in range(MANY):
        if not todo:
            return found
        part = todo.pop()
        cls: Any = type(part)
        kind = kind_of(cls)
        is_mapping = kind.is_data and not (kind.is_leaf or kind.has_attributes or kind.is_used_up)
        # Of a mapping, a key that is not there counts, too, but has no class.
        is_object = kind.has_attributes and not kind.is_opaque and holds_all(cls)
        is_known = kind.is_record or is_object or kind.is_series or (is_mapping and classes != (object,))
        is_known = is_known and not kind.is_lazy
        if is_thunk(part) or not (is_known or (kind.is_leaf and (kind.is_data or kind.is_handed_out))):
            break
        found += isinstance(part, classes)
        # Of a set, objects count, not what is looked at with the set.
        below = (held for _, held in kind.held(part) if not (kind.is_leaf and kind_of(type(held)).is_leaf))
        todo.extend(islice(below, MANY))
    return most + 1
