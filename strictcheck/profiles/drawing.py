"""Values drawn by Hypothesis, for annotations that name classes and for strategies that a user gives.

They are drawn once in each worker, the same each time, and shapes refer to them: `typed:p` and `given:p`.
"""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from inspect import Parameter
from typing import Any

from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown

TYPED, GIVEN = "typed:", "given:"
USUAL_MODULES = ("builtins", "typing", "collections", "types", "numbers", "_", "abc")
ATOMS = (int, float, complex, str, bytes, type(None))

ITERATED = (collections.abc.Iterable, collections.abc.Iterator)

_drawn: dict[str, list[Any]] = {}
_iterated: set[str] = set()
_classes: dict[str, type] = {}


def draw_for(parameters: Sequence[Parameter], given: Mapping[str, str], names: Mapping[str, Any], count: int) -> None:
    """Draw values for each parameter that has a strategy in `given`, or an annotation with a class of somebody's own.

    `given` has expressions by parameter, in which `st` is `hypothesis.strategies`, and `names` are known.
    """
    for known in (_drawn, _iterated, _classes):
        known.clear()
    for parameter in parameters:
        if parameter.name in given:
            from hypothesis import strategies as st

            _draw(GIVEN + parameter.name, eval(given[parameter.name], {**names, "st": st}), count)
        elif _has_own_class(parameter.annotation):
            from hypothesis import strategies as st
            from hypothesis.errors import HypothesisException

            annotation, shape = parameter.annotation, TYPED + parameter.name
            is_iterated = typing.get_origin(annotation) in ITERATED
            try:
                # Hypothesis would draw sets and views, too, and iterators that cannot be copied.
                strategy = (
                    st.lists(st.from_type(typing.get_args(annotation)[0])) if is_iterated else st.from_type(annotation)
                )
                _draw(shape, strategy, count)
            except (HypothesisException, TypeError, ValueError):  # no values of the class can be made, or copied
                _drawn.pop(shape, None)
                if isinstance(annotation, type):
                    _classes[parameter.name] = annotation
            if is_iterated:
                _iterated.add(shape)


def _has_own_class(annotation: Any) -> bool:
    if annotation is Parameter.empty or isinstance(annotation, str):
        return False
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return not annotation.__module__.startswith(USUAL_MODULES)
    return any(_has_own_class(one) for one in typing.get_args(annotation))


def _draw(shape: str, strategy: Any, count: int) -> None:
    from hypothesis import HealthCheck, Phase, given, settings

    found: list[Any] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
    )
    @given(strategy)
    def note(value: Any) -> None:
        found.append(deepcopy(value))

    note()
    _drawn[shape] = found


def drawn_shape(name: str) -> str | None:
    """Return the shape of the values that were drawn for a parameter, if there are any."""
    return next((shape for shape in (GIVEN + name, TYPED + name) if shape in _drawn), None)


def value_of(shape: str, seed: int) -> Any:
    """Return the value of a shape and a seed, made anew."""
    values = _drawn[shape]
    value = deepcopy(values[seed % len(values)])
    return iter(value) if shape in _iterated else value


def is_drawn(shape: str) -> bool:
    """True for shapes whose values Hypothesis has drawn."""
    return shape.startswith((TYPED, GIVEN))


def comes_apart(shape: str) -> bool:
    """True for a shape whose values have parts; assumed of a shape that another process drew values for."""
    return shape not in _drawn or not all(isinstance(value, ATOMS) for value in _drawn[shape])


def class_for(parameter: str) -> type | None:
    """Return the class that a parameter is annotated with, if Hypothesis can draw no instances."""
    return _classes.get(parameter)


def new_object(cls: type, attributes: Mapping[str, Any]) -> Any:
    """Return an instance that has these attributes, made without `__init__`."""
    made: Any = object.__new__(cls)
    for name, value in attributes.items():
        with suppress(AttributeError):  # a class with slots has no more than these
            object.__setattr__(made, name, value)
    return made


def named_parts(value: Any) -> dict[str, Any]:
    """Return elements by their places, what is behind keys, or attributes; names are as `repr` writes them."""
    if hasattr(value, "__next__"):
        value = list(value)
    return {shown(key): part for key, part in kind_of(type(value)).take_apart(value)[1]}


def expression_of(value: Any) -> str:
    """Write a value as an expression."""
    return f"iter({list(value)!r})" if hasattr(value, "__next__") else repr(value)
