"""Contexts: what is done with the result of a call. A lazy result forces nothing until its context asks.

Any function of the result is a context; these are the usual ones.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from strictcheck.layers import Function, Sequence
from strictcheck.layers import Mapping as MappingLayer
from strictcheck.messages import shown
from strictcheck.partials import class_behind
from strictcheck.plain import HOLDERS
from strictcheck.shapes import REMEMBERED, Kind, shape_of
from strictcheck.thunks import force, get_at, get_value, is_thunk, materialised

if TYPE_CHECKING:
    from strictcheck.demands import Demand

__all__ = ["Context", "nf", "spine", "take", "upto", "whnf"]

Context = Callable[[Any], Any]


def whnf(result: Any) -> None:
    """Weak head normal form: the outermost layer, as if somebody asked what kind of value it is.

    >>> from strictcheck import observe
    >>> observe(lambda xs: xs[:2], [1, 2, 3]).demand
    Demand.parse('[_, _, _]')
    """
    force(result)


def nf(result: Any) -> None:
    """Normal form: all of it. Does not end on an infinite result.

    >>> from strictcheck import observe
    >>> observe(lambda xs: xs[:2], [1, 2, 3], context=nf).demand
    Demand.parse('[1, 2, _]')
    """
    _force_below(result, lambda thunk: _parts(thunk))


def spine(result: Any) -> None:
    """The structure, no elements: every cell of a list, every key of a dict, and of a dataclass those fields whose
    annotation mentions the class itself, or a class it shares a base or a union with.

    >>> from strictcheck import observe
    >>> observe(lambda xs: (x for x in xs), [1, 2], context=spine).demand
    Demand.parse('[_, _]')
    """
    _force_below(result, lambda thunk: _structure(thunk))


def take(count: int, each: Context = whnf) -> Context:
    """The context that takes `count` elements of a list-like result, in order, and does `each` with them.

    Raises `ValueError` if `count` is negative, `TypeError` if it is no whole number.

    >>> from strictcheck import observe
    >>> observe(lambda xs: map(abs, xs), iter([-1, -2, -3]), context=take(2)).demand
    Demand.parse('[-1, -2, *_]')
    """
    if not isinstance(count, int):
        raise TypeError(f"take: count={count!r} is not a whole number; pass how many elements to take, from 0")
    if count < 0:
        raise ValueError(f"take: count={count!r} is negative; pass how many elements to take, from 0")

    def context(result: Any) -> None:
        for element in islice(result, count):
            each(element)

    return context


def upto(demand: Demand) -> Context:
    """The context that forces just what `demand` says, no more. Raises `TypeError` if it is no `Demand`.

    >>> from strictcheck import Demand, observe
    >>> observe(lambda xs: [x + 1 for x in xs[1:]], [1, 2, 3], context=upto(Demand.parse("[_, 4]"))).result_demand
    Demand.parse('[_, 4]')
    """
    if not hasattr(demand, "rows"):
        raise TypeError(f"upto: demand={shown(demand)} is not a Demand; pass Demand.parse('[_, 4]'), or take(3)")

    def context(result: Any) -> None:
        places: dict[int, Any] = {}
        for row, parent, key, layer in demand.rows():
            part = force(result if row == 0 else _fetch(places[parent], key))
            places[row] = _pulled(part, layer) if isinstance(layer, Sequence) else part
            _reveal(part, layer)

    return context


def _pulled(thunk: Any, layer: Sequence) -> Any:
    """An iterator as the list of the elements that `layer` says; anything else as it is."""
    if shape_of(class_behind(thunk)).kind is not Kind.ITERATOR:
        return thunk
    elements = list(islice(thunk, layer.length))
    if layer.closed:
        next(thunk, None)
    return elements


def _fetch(thunk: Any, key: Any) -> Any:
    kind = shape_of(class_behind(thunk)).kind
    if kind in (Kind.SEQUENCE, Kind.MAPPING, Kind.STREAM):
        return thunk[key]
    return getattr(thunk, key)


def _reveal(thunk: Any, layer: object) -> None:
    """Ask for what a layer says beside its fields: cells, keys, the end."""
    match layer:
        case MappingLayer(closed=True):
            len(thunk)
        case MappingLayer():
            for key in (*layer.present, *layer.absent):
                _ = key in thunk
        case Sequence() if shape_of(class_behind(thunk)).kind is Kind.STREAM:
            thunk.has(layer.length if layer.closed else layer.length - 1)
        case Function():
            pass


def _force_below(root: Any, parts: Callable[[Any], Iterable[Any]]) -> None:
    """Force `root` and, depth first, all that `parts` gives; a structure that contains itself is entered once."""
    path: list[tuple[Iterator[Any], int]] = []
    inside: dict[int, Any] = {}  # what is being gone through, kept alive for its id
    part: Any = root
    while True:
        if part is not None:
            source = _source(part)  # before it is forced: then it may stand for a copy
            force(part)
            if id(source) not in inside:
                inside[id(source)] = source
                path.append((iter(parts(part)), id(source)))
        if not path:
            return
        part = next(path[-1][0], None)
        if part is None:
            del inside[path.pop()[1]]


def _source(part: Any) -> Any:
    """The user's own object behind any number of stand-ins, or the computation that is still to come."""
    while is_thunk(part):
        part = get_value(part) if type(part)._self_settled else get_at(part)[3]
    return part


def _parts(thunk: Any) -> Iterator[Any]:
    """The parts of a forced stand-in, fetched one by one; None stands for nothing to force, and is left out."""
    cls = class_behind(thunk)
    shape = shape_of(cls)
    found: Iterable[Any]
    match shape.kind:
        case Kind.ATOM:
            found = ()
        case Kind.SEQUENCE | Kind.STREAM | Kind.ITERATOR:
            found = thunk
        case Kind.MAPPING:
            found = thunk.values()
        case Kind.OPAQUE if issubclass(cls, HOLDERS):
            found = list(thunk)
        case Kind.FIELDS | Kind.OBJECT | Kind.CUSTOM:
            found = _attributes(thunk, shape)
        case _:
            found = ()
    return (part for part in found if part is not None)


def _attributes(thunk: Any, shape: Any) -> Iterable[Any]:
    if shape.kind is Kind.CUSTOM:
        parts: Mapping[str, Any] = shape.take_apart(materialised(thunk) if is_thunk(thunk) else thunk)
        return parts.values()
    if shape.kind is Kind.OBJECT:
        return list(thunk.__dict__.values()) if hasattr(thunk, "__dict__") else ()
    return (getattr(thunk, name) for name in shape.fields if hasattr(thunk, name))


def _structure(thunk: Any) -> Iterator[Any]:
    shape = shape_of(class_behind(thunk))
    match shape.kind:
        case Kind.ITERATOR | Kind.STREAM:
            for _ in thunk:
                pass
            return iter(())
        case Kind.MAPPING:
            len(thunk)
            return iter(())
        case Kind.FIELDS:
            recursive = (getattr(thunk, name) for name in _recursive_fields(shape.cls))
            return (part for field in recursive for part in _with_elements(field))
        case _:
            return iter(())


def _with_elements(field: Any) -> Iterator[Any]:
    """A recursive field, and if it holds its like in a sequence, these."""
    force(field)
    if shape_of(class_behind(field)).kind in (Kind.SEQUENCE, Kind.STREAM):
        yield from field
    else:
        yield field


@functools.lru_cache(maxsize=REMEMBERED)
def _recursive_fields(cls: type) -> tuple[str, ...]:
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, TypeError):  # an annotation that cannot be resolved mentions nothing we could follow
        hints = {}
    return tuple(name for name in shape_of(cls).fields if _mentions(hints.get(name), cls))


def _mentions(annotation: Any, cls: type) -> bool:
    """Whether `cls`, or a base of it other than object, stands anywhere in an annotation."""
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation is not object and issubclass(cls, annotation)
    origin = typing.get_origin(annotation)
    inside = any(_mentions(argument, cls) for argument in typing.get_args(annotation))
    return inside or (isinstance(origin, type) and origin is not object and issubclass(cls, origin))
