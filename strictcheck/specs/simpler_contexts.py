"""Simpler contexts, and simpler demands: replacements to try, the most promising first; and for which arguments.

Every demand that is tried has fewer parts, or a simpler atom in one place, so the trying comes to an end. Nothing here
knows the meaning of a value: a list may lose elements, a dict keys, and a part of a tree may be replaced by a part
below it that stands in a place of the same kind.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.generate.partial_consumer import nibble
from strictcheck.kinds.layer import GONE, Layer, runs
from strictcheck.observation.result_contexts import Context

NOTHING: Mapping[int, Any] = {}

# Annotations that allow every value of their shape.
ATOMS = (int, float, bool, str, bytes, type(None), Any, None)
ABSTRACT = (Sequence, Iterable, Iterator, Mapping)
HOLDING = (list, tuple, dict, *ABSTRACT, types.UnionType, typing.Union)


def simpler_contexts(context: Context) -> Iterator[Context]:
    """Yield contexts that look at less of a result, or in a simpler order; none for contexts of the user's own."""
    if not isinstance(context, nibble):
        return
    steps = context.steps
    if steps != (0,):
        yield nibble(0, calls=context.calls)
    for size, start in runs(len(steps)):
        left = steps[:start] + steps[start + size :]
        if left:  # at least the outermost layer, which the call itself computed
            yield nibble(*left, calls=context.calls)
    if context.calls:
        yield nibble(*steps)
    for place, step in enumerate(steps):
        for other in _integers(step):
            yield nibble(*steps[:place], other, *steps[place + 1 :], calls=context.calls)


def simpler_demands(demand: Demand) -> Iterator[Demand]:
    """Yield demands on simpler values."""
    tree = demand._tree
    yield from _subtrees(tree)
    for row in range(len(tree)):
        yield from _shorter(tree, row)
    for row, _, _, layer in tree.rows():
        if not isinstance(layer, Layer):
            yield from (_replace_rows(tree, layers={row: other}) for other in _atoms(layer))


def _replace_rows(
    tree: Columns,
    moved: Mapping[int, int] = NOTHING,
    keys: Mapping[int, Any] = NOTHING,
    layers: Mapping[int, Any] = NOTHING,
) -> Demand:
    """Return the tree with some rows moved, some keys replaced (`GONE`: removed), and some layers replaced."""

    def parts(row: int) -> dict[Any, int]:
        stepped = ((keys.get(child, tree.keys[child]), tree.target(child)) for child in tree.below(row))
        return {step: moved.get(child, child) for step, child in stepped if step is not GONE}

    changed = [layers.get(row, layer) for row, layer in enumerate(tree.layers)]
    return Demand._of(Columns.lay_out(moved.get(0, 0), changed, parts))


def _shorter(tree: Columns, row: int) -> Iterator[Demand]:
    """Yield the tree with fewer parts at `row`."""
    layer, children = tree.layers[row], tree.children(row)
    for smaller, moved in layer.smaller() if isinstance(layer, Layer) else ():
        keys = {child: moved(key) for key, child in children.items()}
        yield _replace_rows(tree, keys=keys, layers={row: smaller})


def _subtrees(tree: Columns) -> Iterator[Demand]:
    """Yield the tree with a part in place of one above it, if values of its class may stand there."""
    sizes, places = tree.sizes(), [_place(tree, row) for row in range(len(tree))]
    classes = [layer.cls if isinstance(layer, Layer) and layer.tells_class else None for layer in tree.layers]
    of_class: dict[type | None, set[Any]] = {}  # kinds of places in which values of each class stand
    for cls, place in zip(classes, places, strict=True):
        of_class.setdefault(cls, set()).add(place)
    for row, cls in enumerate(classes):
        found, todo = list[int](), list(tree.below(row)) if cls is not None else []
        while todo:
            below = todo.pop()
            if places[below] in of_class[cls] or classes[below] is cls:
                found.append(below)
            todo.extend(tree.below(below))
        yield from (_replace_rows(tree, moved={row: below}) for below in sorted(found, key=lambda below: sizes[below]))


def _place(tree: Columns, row: int) -> Any:
    """Return the kind of place of a row: a field of a class, or an element within such a field."""
    steps: list[Any] = []
    while row > 0:
        above = tree.layers[tree.parents[row]]
        if above.tells_class:
            return above.cls, tree.keys[row], *steps
        steps.append(type(above))
        row = tree.parents[row]
    return (None, *steps)


def _atoms(atom: Any) -> Iterator[Any]:
    """Yield simpler atoms of the same class."""
    match atom:
        case True:
            yield False
        case False:
            pass
        case int() if type(atom) is int:
            yield from _integers(atom)
        case float() if type(atom) is float and atom != 0:
            yield 0.0
            if math.isfinite(atom) and atom != int(atom):
                yield float(int(atom))
        case str() | bytes() if type(atom) in (str, bytes) and atom:
            yield from (atom[:0], atom[: len(atom) // 2], atom[:-1])


def _integers(number: int) -> Iterator[int]:
    """Yield 0 first, then integers nearer to it, and negative ones made positive."""
    if number == 0:
        return
    yield 0
    if number < 0:
        yield -number
    half = abs(number) // 2
    while half:
        yield (abs(number) - half) * (1 if number > 0 else -1)
        half //= 2


def free_arguments(
    function: Callable[..., Any], given: Mapping[str, Any] | Sequence[Any] | None, free: Collection[str] | None
) -> tuple[set[str], set[str]]:
    """Return the names of the arguments that may be simplified, and of those that may not.

    An argument with a strategy may not, unless it is named in `free`: nobody can tell which values the strategy could
    draw. An inferred one may if its annotation allows every value of its shape.
    """
    try:
        parameters = inspect.signature(function).parameters
        hints = typing.get_type_hints(function) if inspect.isroutine(function) else {}
    except (TypeError, ValueError, NameError):
        return set(free or ()), {"*"}
    for name in free or ():
        if name not in parameters:
            raise ValueError(f"free={free!r} names {name!r}; the parameters are {', '.join(parameters)}")
    names = list(parameters)
    told = set(given) if isinstance(given, Mapping) else set(names[: len(given or ())])
    inferred = {
        name
        for name, parameter in parameters.items()
        if name not in told and (_is_free(hints.get(name), set()) or parameter.default is not parameter.empty)
    }
    freely = inferred | set(free or ())
    return freely, set(names) - freely


def _is_free(annotation: Any, inside: set[Any]) -> bool:
    """True if the annotation allows every value of its shape: built-in classes, and dataclasses that check nothing."""
    if annotation in ATOMS or isinstance(annotation, typing.TypeVar):
        return True
    if typing.get_origin(annotation) in HOLDING:
        parts = [part for part in typing.get_args(annotation) if part is not ...]
        return all(_is_free(part, inside) for part in parts)
    if annotation in inside or annotation in HOLDING:
        return True
    if not dataclasses.is_dataclass(annotation) or hasattr(annotation, "__post_init__"):
        return False
    inside.add(annotation)
    try:
        hints = typing.get_type_hints(annotation)
    except NameError:
        return False
    return all(_is_free(hints[field.name], inside) for field in dataclasses.fields(annotation))
