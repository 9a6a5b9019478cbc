"""Values drawn by Hypothesis, for annotations that name classes and for strategies that a user gives.

They are drawn once in each worker, the same each time, and shapes refer to them: `typed:p` and `given:p`.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from copy import deepcopy
from inspect import Parameter
from typing import Any

from strictcheck.kinds.table import shape_of

TYPED, GIVEN = "typed:", "given:"
USUAL_MODULES = ("builtins", "typing", "collections", "types", "numbers", "_", "abc")
ATOMS = (int, float, complex, str, bytes, type(None))

_drawn: dict[str, list[Any]] = {}


def draw_for(parameters: Sequence[Parameter], given: Mapping[str, str], names: Mapping[str, Any], count: int) -> None:
    """Draw values for each parameter that has a strategy in `given`, or an annotation with a class of somebody's own.

    `given` has expressions by parameter, in which `st` is `hypothesis.strategies`, and `names` are known.
    """
    for parameter in parameters:
        if parameter.name in given:
            from hypothesis import strategies as st

            _draw(GIVEN + parameter.name, eval(given[parameter.name], {**names, "st": st}), count)
        elif _has_own_class(parameter.annotation):
            from hypothesis import strategies as st
            from hypothesis.errors import HypothesisException

            try:
                _draw(TYPED + parameter.name, st.from_type(parameter.annotation), count)
            except (HypothesisException, TypeError, ValueError):  # no values of the class can be made, or copied
                _drawn.pop(TYPED + parameter.name, None)


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
    return deepcopy(values[seed % len(values)])


def is_drawn(shape: str) -> bool:
    """True for shapes whose values Hypothesis has drawn."""
    return shape.startswith((TYPED, GIVEN))


def comes_apart(shape: str) -> bool:
    """True for a shape whose values have parts; assumed of a shape that another process drew values for."""
    return shape not in _drawn or not isinstance(_drawn[shape][0], ATOMS)


def parts_of(value: Any) -> list[Any]:
    """List elements, values behind keys, or attributes."""
    shape = shape_of(type(value))
    return list(value if hasattr(value, "__next__") else shape.kind.parts_to_force(shape, value))


def expression_of(value: Any) -> str:
    """Write a value as an expression."""
    return f"iter({list(value)!r})" if hasattr(value, "__next__") else repr(value)
