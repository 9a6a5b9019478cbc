"""Values drawn by Hypothesis, for annotations that name classes and for strategies that a user gives.

They are drawn once in each worker, the same each time, and shapes refer to them: `typed:p` and `given:p`.
"""

from __future__ import annotations

import collections.abc
import typing
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from inspect import Parameter, isabstract
from typing import Any, NamedTuple

from strictcheck.errors import BadInput

TYPED, GIVEN = "typed:", "given:"
USUAL_MODULES = ("builtins", "typing", "collections", "types", "numbers", "_", "abc")
ITERATED = (collections.abc.Iterable, collections.abc.Iterator)
BUILT_IN = (tuple, list, dict, set, frozenset, str, bytes, int, float, BaseException)  # no bare instances of these
HEAP_TYPE = 1 << 9  # the flag of a class that a `class` statement has made
NO_SHAPE = (set[int], frozenset[int], deque[int], Counter[int], defaultdict[int, int])

drawn: dict[str, list[Any]] = {}  # values, by shape
iterated: set[str] = set()  # shapes of which the value is an iterator over the elements that were drawn
_classes: dict[str, type] = {}


class Expression(NamedTuple):
    """Value of an expression, made anew for each call."""

    text: str
    make: Callable[[], Any]

    def __deepcopy__(self, _: object) -> Expression:
        return self


def draw_for(parameters: Sequence[Parameter], given: Mapping[str, str], names: Mapping[str, Any], count: int) -> None:
    """Draw values for each parameter that has a strategy in `given`, or an annotation with a class that has no shape.

    `given` has expressions by parameter, in which `st` is `hypothesis.strategies`, and `names` are known.
    """
    for known in (drawn, iterated, _classes):
        known.clear()
    for parameter in parameters:
        if parameter.name in given:
            draw_given(parameter.name, given[parameter.name], names, count)
        elif _has_class_without_shape(parameter.annotation):
            _draw_annotated(parameter, count)


def draw_given(name: str, expression: str, names: Mapping[str, Any], count: int) -> None:
    """Draw values of a strategy that a user has written. Raises `BadInput` if it is none, or none can be drawn."""
    from hypothesis import strategies as st
    from hypothesis.errors import Unsatisfiable

    try:
        strategy = eval(expression, {**names, "st": st})
        if not isinstance(strategy, st.SearchStrategy):
            raise BadInput(f"that is no strategy; write st.just({expression}), or st.sampled_from of several values")
        _draw_values(GIVEN + name, strategy, count)
    except Exception as error:
        told = str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}".splitlines()[0]
        told = "no value of it can be drawn" if isinstance(error, Unsatisfiable) else told
        raise BadInput(f"--given {name}={expression}: {told}") from None


def _draw_annotated(parameter: Parameter, count: int) -> None:
    """Draw instances of the annotation; if there can be none of a class, it is kept, to be made without `__init__`."""
    from hypothesis import strategies as st

    annotation, shape = parameter.annotation, TYPED + parameter.name
    # Hypothesis would draw sets and views, too, and iterators that cannot be copied.
    is_iterated = typing.get_origin(annotation) in ITERATED
    for usual in NO_SHAPE:
        annotation = usual if typing.get_origin(usual) is annotation else annotation  # of the bare class all are empty
    try:
        values = st.from_type(typing.get_args(annotation)[0] if is_iterated else annotation)
        _draw_values(shape, st.lists(values) if is_iterated else values, count)
    except Exception:  # no values of the class can be made, or copied
        _keep_class(parameter.name, annotation)
    if len(drawn.get(shape, ())) == 1:  # as of a cache, which is empty after `Cache()`: other instances tell more
        _keep_class(parameter.name, annotation)
    if is_iterated:
        iterated.add(shape)


def _keep_class(name: str, annotation: Any) -> None:
    """Keep the class of a parameter, of which instances can be made without `__init__`."""
    if isinstance(annotation, type) and not issubclass(annotation, BUILT_IN):
        # An abstract class has no instances, and some in C are made by their own `__new__`.
        with suppress(TypeError):
            new_object(annotation, {})
            _classes[name] = annotation


def lacks_instance(parameter: Parameter) -> bool:
    """True if the annotation is a class written in Python of which no instance can be made; a list is none.

    An object with the same attributes may stand for one of a protocol, or for a named tuple.
    """
    cls = parameter.annotation
    is_class = isinstance(cls, type) and bool(cls.__flags__ & HEAP_TYPE) and _has_class_without_shape(cls)
    is_met_by_others = isabstract(cls) or getattr(cls, "_is_protocol", False) or hasattr(cls, "_fields")
    return is_class and not is_met_by_others and parameter.name not in _classes and drawn_shape(parameter.name) is None


def _has_class_without_shape(annotation: Any) -> bool:
    if annotation is Parameter.empty or isinstance(annotation, str):
        return False
    if (typing.get_origin(annotation) or annotation) in map(typing.get_origin, NO_SHAPE):
        return True
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return not annotation.__module__.startswith(USUAL_MODULES)
    return any(_has_class_without_shape(one) for one in typing.get_args(annotation))


def _draw_values(shape: str, strategy: Any, count: int) -> None:
    from hypothesis import HealthCheck, Phase, given, settings

    found: list[Any] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.large_base_example,
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
        ],
    )
    @given(strategy)
    def note(value: Any) -> None:
        if hasattr(value, "__next__"):  # it is made anew of its elements for each call
            iterated.add(shape)
            value = list(value)
        found.append(deepcopy(value))

    note()
    drawn[shape] = found


def draw_shown(name: str, examples: list[Expression], fewest: int) -> None:
    """Let the values of a parameter be those of expressions, if there are so many and it has none, or one, yet."""
    if len(examples) >= fewest and (drawn_shape(name) is None or class_for(name)):
        drawn[TYPED + name] = list(examples)
        _classes.pop(name, None)


def is_drawn(shape: str) -> bool:
    """True for shapes whose values Hypothesis has drawn."""
    return shape.startswith((TYPED, GIVEN))


def drawn_shape(name: str) -> str | None:
    """Return the shape of the values that were drawn for a parameter, if there are any."""
    return next((shape for shape in (GIVEN + name, TYPED + name) if shape in drawn), None)


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


def object_with(cls: type, attribute: Callable[[str], Any], known: Mapping[str, Any]) -> Any:
    """Return an instance of a class, made without `__init__`, that asks `attribute` for what it has not.

    It has the attributes of its class, and `known` ones.
    """

    def get(_: object, name: str) -> Any:
        if name.startswith("__") or hasattr(cls, name):  # a property of it has raised this error
            raise AttributeError(name)
        return attribute(name)

    return new_object(type(cls.__name__, (cls,), {"__getattr__": get}), known)
