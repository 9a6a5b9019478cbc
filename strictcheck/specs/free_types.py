"""Arguments that may be simplified freely, because any value of their shape will do."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

ATOMS = (int, float, bool, str, bytes, type(None), Any, None)
ABSTRACT = (Sequence, Iterable, Iterator, Mapping)
HOLDING = (list, tuple, dict, *ABSTRACT, types.UnionType, typing.Union)


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
