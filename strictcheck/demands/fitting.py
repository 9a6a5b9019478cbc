"""Demands and values: whether a value matches a demand, and the demand that looks at all of a value."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterator
from typing import Any

from strictcheck.classes import is_thunk_class
from strictcheck.demands.columns import Columns
from strictcheck.demands.nodes import layer_leq
from strictcheck.errors import DemandError
from strictcheck.layers import Constructor, Function, Layer, Mapping, Raised, Sequence
from strictcheck.messages import show_path
from strictcheck.partials import PartialMapping, PartialObject, class_behind
from strictcheck.shapes import Kind, shape_of, take_apart
from strictcheck.streams import Stream

__all__ = ["full", "matches"]

_NOTHING = object()


def _is_hole(part: Any) -> bool:
    """Whether `part` is a hole of a partial value, which says so by its class, untouched."""
    cls: type = type(part)
    return is_thunk_class(cls) and hasattr(cls, "_self_is_hole")


def full(value: Any, known: Callable[[Any], Columns | None] = lambda part: None) -> Columns:
    """The tree of all of `value`, without its holes. Where `known` has a tree for a part, that is what stands there.

    Raises `DemandError` for a value that holds itself, and for an iterator in it.
    """
    tree = Columns.empty()
    inside: set[int] = set()
    open_: list[tuple[int, int, Iterator[tuple[Any, Any]], Any]] = []
    parent, key, part = -1, None, value
    while True:
        if part is not _NOTHING and not _is_hole(part) and not tree.grafted(parent, key, known(part)):
            if id(part) in inside:
                path = (*tree.path(parent), key)
                raise DemandError(f"full: value holds itself at {show_path(path)}; such a value has no full demand")
            layer, parts = _taken_apart(tree, parent, key, part)
            row = tree.append(parent, key, layer)
            if isinstance(layer, Layer):
                inside.add(id(part))
                open_.append((row, id(part), iter(parts), part))
        if not open_:
            return tree
        parent, number, rest, _ = open_[-1]
        key, part = next(rest, (None, _NOTHING))
        if part is _NOTHING:
            inside.discard(number)
            open_.pop()


def _taken_apart(tree: Columns, parent: int, key: Any, part: Any) -> tuple[object, Any]:
    if issubclass(type(part), (PartialMapping, PartialObject)):
        return _partly_known(**vars(part))
    try:
        return take_apart(part)
    except DemandError as error:
        path = (*tree.path(parent), key) if parent >= 0 else ()
        raise DemandError(f"full: at {show_path(path)}: {error}") from error


def _partly_known(cls: type, parts: dict[Any, Any], absent: frozenset[Any], **_: Any) -> tuple[object, Any]:
    """The layer and the parts of a mapping or an object of which some keys, or attributes, are known."""
    if issubclass(cls, collections.abc.Mapping):
        return Mapping(tuple(parts), absent, kind=cls), parts.items()
    return Constructor(cls, absent), parts.items()


def matches(tree: Columns, value: Any) -> bool:
    """Whether `value` has every layer of `tree`. Only the parts that `tree` names are walked."""
    todo: list[tuple[int, Any]] = [(0, value)] if len(tree) else []
    while todo:
        parts = _parts(tree, *todo.pop())
        if parts is None:
            return False
        todo.extend(parts)
    return True


def _parts(tree: Columns, row: int, value: Any) -> list[tuple[int, Any]] | None:
    """The parts of `value` for the children of `row`; None if it has not the layer of `row`, or not the parts."""
    layer, wanted = tree.layers[row], tree.children(row)
    if isinstance(layer, Raised):
        return None
    if isinstance(layer, Sequence) and isinstance(value, Stream):
        return _items(value, wanted) if _fits(layer, value) else None
    if isinstance(layer, Mapping) and shape_of(class_behind(value)).kind is Kind.MAPPING:
        return _items(value, wanted) if _has_keys(layer, value) else None
    known, parts = take_apart(value)
    if isinstance(layer, Function):
        return [] if isinstance(known, Function) else None
    if isinstance(layer, Constructor) and isinstance(known, Constructor):
        if layer.cls is not known.cls or any(hasattr(value, name) for name in layer.absent):
            return None
        return _attributes(value, dict(parts) if wanted else {}, wanted)
    return _items(value, wanted) if layer_leq(layer, known) else None


def _fits(layer: Sequence, stream: Stream[Any]) -> bool:
    """Whether the stream has the length; it is pulled no further than that takes."""
    has_all = layer.length == 0 or stream.has(layer.length - 1)
    return has_all and not (layer.closed and stream.has(layer.length))


def _has_keys(layer: Mapping, value: Any) -> bool:
    """Whether the mapping has the keys, and not those that are to be absent; no other key is looked at."""
    if layer.closed and len(value) != len(layer.keys):
        return False
    return all(key in value for key in layer.present) and not any(key in value for key in layer.absent)


def _attributes(value: Any, fields: dict[str, Any], wanted: dict[str, int]) -> list[tuple[int, Any]] | None:
    found: list[tuple[int, Any]] = []
    for name, child in wanted.items():
        part = fields[name] if name in fields else getattr(value, name, _NOTHING)
        if part is _NOTHING:
            return None
        found.append((child, part))
    return found


def _items(value: Any, wanted: dict[Any, int]) -> list[tuple[int, Any]]:
    return [(child, value[key]) for key, child in wanted.items()]
