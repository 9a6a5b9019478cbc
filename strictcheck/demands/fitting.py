"""Demands and values: whether a value matches a demand, and the demand that looks at all of a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.references import UNSEEN, Same
from strictcheck.errors import DemandError
from strictcheck.kinds.classes import is_thunk_class
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.messages import show_path

__all__ = ["full", "is_shared", "matches"]

_NOTHING = object()


def _is_hole(part: Any) -> bool:
    """Whether `part` is a hole of a partial value, which says so by its class, untouched."""
    cls: type = type(part)
    return is_thunk_class(cls) and hasattr(cls, "_self_is_hole")


def full(value: Any, known: Callable[[Any], Columns | None] = lambda part: None) -> Columns:
    """The columns of all of `value`, without its holes. Where `known` has some for a part, these are what stands there.

    Raises `DemandError` for an iterator in it.
    """
    tree = Columns.empty()
    met: dict[int, int] = {}  # the row of each part that can change, by its id; `alive` keeps these
    alive: list[Any] = []
    todo: list[tuple[int, Iterator[tuple[Any, Any]]]] = [(NO_ROW, iter([(None, value)]))]
    while todo:
        parent, parts = todo[-1]
        key, part = next(parts, (None, _NOTHING))
        if part is _NOTHING:
            todo.pop()
        elif id(part) in met:
            tree.append(parent, key, Same(met[id(part)]))
        elif not _is_hole(part) and not tree.grafted(parent, key, known(part)):
            layer, inside = _taken_apart(tree, parent, key, part)
            row = tree.append(parent, key, layer)
            if isinstance(layer, Layer):
                todo.append((row, iter(inside)))
                if is_shared(part):
                    met[id(part)] = row
                    alive.append(part)
    return tree.canonical()


def is_shared(part: Any) -> bool:
    """True if the part can change, so that it matters whether two ways lead to the same one."""
    shape = shape_of(class_behind(part))
    return shape.mutable and not shape.kind.is_leaf


def _taken_apart(tree: Columns, parent: int, key: Any, part: Any) -> tuple[object, Any]:
    try:
        return take_apart(part)
    except DemandError as error:
        path = (*tree.path(parent), key) if parent >= 0 else ()
        raise DemandError(f"full: at {show_path(path)}: {error}") from error


def matches(tree: Columns, value: Any) -> bool:
    """Whether `value` has every layer of `tree`. Only the parts that `tree` names are walked."""
    todo: list[tuple[int, Any]] = [(0, value)] if len(tree) else []
    targets = tree.targets
    shared = dict.fromkeys(targets.values(), _NOTHING)
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
    """The parts of `value` for the children of `row`; None if it has not the layer of `row`, or not the parts."""
    if tree.layers[row] is UNSEEN:
        return []
    shape = shape_of(class_behind(value))
    if not shape.kind.fits(shape, value, tree.layers[row]):
        return None
    children = tree.children(row)
    parts = shape.kind.parts_named(shape, value, children)
    return None if parts is None else list(zip(children.values(), parts, strict=False))
