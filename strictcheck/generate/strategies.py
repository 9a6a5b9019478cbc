"""Hypothesis strategies for testing strictness: arguments of a function, contexts, lazy functions.

Arguments are inferred from annotations, or given. Importing this module loads Hypothesis; importing `strictcheck` does
not.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import Parameter
from typing import Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, ResolutionFailed

from strictcheck.errors import SpecError
from strictcheck.generate.annotated_values import atoms_like, strategy_for
from strictcheck.generate.random_values import contexts, lazy_functions
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import constants_in, name_of, signature_of
from strictcheck.thunks.classes import has_methods

__all__ = ["Given", "arguments", "contexts", "lazy_functions"]

Given: TypeAlias = "Mapping[str, st.SearchStrategy[Any]] | Sequence[st.SearchStrategy[Any]] | None"
Call: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
VARIADIC = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def arguments(function: Callable[..., Any], given: Given = None) -> st.SearchStrategy[Call]:
    """Draw arguments for `function`: pairs of a tuple of positional arguments and a dict of keyword arguments.

    `given` has strategies by the name of the parameter, or a list of them by position; of arguments that depend on one
    another, one is drawn by `hypothesis.strategies.shared`, and the other from that. Arguments that are not given are
    inferred from the annotation, as `hypothesis.strategies.from_type` does, but for functions, which are lazy
    (`lazy_functions`), whole numbers, half of which are near to 0 or a number that stands in the function, and strings,
    half of which are empty or stand there, as keys do. Parameters with a default are left out unless they are given;
    give `...` to have one inferred. `*args` is given as a strategy of tuples or lists, or inferred if the
    annotation allows; `**kwargs` is given as one of dicts, or left out.

    Raises `SpecError` at once if there is no strategy, `TypeError` for invalid strategies and for names that are
    not parameters. Shrinks each argument as its strategy does.

    >>> def take(count: int, items: list[int]) -> list[int]:
    ...     return items[:count]
    >>> from hypothesis import find
    >>> find(arguments(take), lambda call: len(call[0][1]) == 2)
    ((0, [0, 0]), {})
    >>> items = st.shared(st.lists(st.booleans(), min_size=1))
    >>> inside = {"items": items, "count": items.flatmap(lambda items: st.integers(1, len(items)))}
    >>> find(arguments(take, inside), lambda call: call[0][0] == 2)
    ((2, [False, False]), {})
    >>> arguments(lambda items: items[:1])
    Traceback (most recent call last):
    ...
    strictcheck.errors.SpecError: arguments: parameter 'items' of <lambda> has no annotation; give a strategy for it,
    given={'items': st.lists(st.integers())}, or st.fixed_dictionaries({...}), or the like
    """
    name = name_of(function)
    parameters = _parameters(function, name, given)
    sources = _sources(name, parameters, given, atoms_like(constants_in(function)))
    return st.fixed_dictionaries(sources).map(partial(_arrange, tuple(parameters.values())))


def _parameters(function: Callable[..., Any], name: str, given: Any) -> dict[str, Parameter]:
    """Return the parameters by name, including those that only `given` has."""
    try:
        parameters = dict(signature_of(function).parameters)
    except (ValueError, TypeError):
        if isinstance(given, Sequence):
            return {f"arg{index}": Parameter(f"arg{index}", Parameter.POSITIONAL_ONLY) for index in range(len(given))}
        raise SpecError(
            f"arguments: {name} does not tell its parameters; give strategies by position, given=[st.integers(), ...]"
        ) from None
    kinds = {parameter.kind: parameter for parameter in parameters.values()}
    if isinstance(given, Mapping) and Parameter.VAR_KEYWORD in kinds:
        rest = kinds[Parameter.VAR_KEYWORD].name
        named = {key: Parameter(key, Parameter.KEYWORD_ONLY) for key in given if key not in parameters}
        return {key: one for key, one in parameters.items() if key != rest} | named | {rest: parameters[rest]}
    return parameters


def _sources(
    name: str, parameters: Mapping[str, Parameter], given: Any, atoms: Mapping[type, st.SearchStrategy[Any]]
) -> dict[str, st.SearchStrategy[Any]]:
    """Return the strategy for each parameter that is not left out."""
    named = _by_name(name, parameters, given)
    sources: dict[str, Any] = {}
    for key, parameter in parameters.items():
        source: Any = named.get(key, ...)
        if callable(source) and source is getattr(st, called := getattr(source, "__name__", ""), None):
            raise TypeError(f"arguments: given st.{called} for parameter {key!r} of {name}; call it: st.{called}()")
        is_left_out = key not in named and (parameter.default is not Parameter.empty or parameter.kind in VARIADIC)
        if isinstance(source, st.SearchStrategy):
            sources[key] = source
        elif source is not ...:
            raise TypeError(
                f"arguments: given {source!r} for parameter {key!r} of {name} is not a strategy; "
                f"pass one, st.just({source!r}), or what is drawn from another, st.shared(other).map(...)"
            )
        elif not is_left_out:
            sources[key] = _infer(name, parameter, atoms)
        elif parameter.kind is Parameter.VAR_POSITIONAL:
            with suppress(SpecError):  # it has no annotation, or Any
                sources[key] = st.lists(_infer(name, parameter, atoms))
    return sources


def _by_name(name: str, parameters: Mapping[str, Parameter], given: Any) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, (Mapping, Sequence)):
        raise TypeError(
            f"arguments: given={shown(given)}; pass strategies by name in a dict, or by position in a list, "
            "given=[st.integers()]"
        )
    positional = [key for key, parameter in parameters.items() if parameter.kind in POSITIONAL]
    if isinstance(given, Sequence):
        rest = given[len(positional) :]
        several = [key for key, parameter in parameters.items() if parameter.kind is Parameter.VAR_POSITIONAL]
        if rest and not several:
            raise TypeError(f"arguments: given {len(given)} strategies, but {name} has {len(positional)} parameters")
        return dict(zip(positional, given, strict=False)) | ({several[0]: st.tuples(*rest)} if rest else {})
    unknown = [key for key in given if key not in parameters]
    if unknown:
        raise TypeError(
            f"arguments: {name} has no parameter {unknown[0]!r}; its parameters are {', '.join(parameters) or 'none'}"
        )
    return given


def _infer(name: str, parameter: Parameter, atoms: Mapping[type, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    key, annotation = parameter.name, parameter.annotation
    instead = (
        f"give a strategy for it, given={{{key!r}: st.lists(st.integers())}}, or st.fixed_dictionaries({{...}}), "
        "or the like"
    )
    if annotation is Parameter.empty or isinstance(annotation, str):
        written = f"has the annotation {annotation!r}, of which not all names are known at run time"
        problem = written if isinstance(annotation, str) else "has no annotation"
        raise SpecError(f"arguments: parameter {key!r} of {name} {problem}; {instead}")
    try:
        return strategy_for(annotation, atoms)
    except (InvalidArgument, ResolutionFailed, TypeError) as error:
        raise SpecError(
            f"arguments: no strategy is known for {annotation!r}, the annotation of parameter {key!r} of {name}; "
            f"{instead} ({error})"
        ) from error


def _as_iterator(value: Any) -> Any:
    """Return the iterator in an object of Hypothesis's that `st.iterables` draws; any other value as it is."""
    is_one = type(value).__module__.startswith("hypothesis.") and has_methods(type(value), "__next__")
    return iter(value) if is_one else value


def _arrange(parameters: tuple[Parameter, ...], drawn: dict[str, Any]) -> Call:
    """Arrange the drawn arguments for the call: by position as far as possible, then by keyword."""
    empty = [one.name for one in parameters if one.kind is Parameter.VAR_POSITIONAL and not drawn.get(one.name)]
    drawn = {name: _as_iterator(value) for name, value in drawn.items() if name not in empty}
    by_place = (Parameter.POSITIONAL_ONLY, Parameter.VAR_POSITIONAL)
    last = max((at for at, one in enumerate(parameters) if one.name in drawn and one.kind in by_place), default=-1)
    defaults = {one.name: one.default for one in parameters[: last + 1] if one.default is not one.empty}
    bound = inspect.BoundArguments(inspect.Signature(parameters), OrderedDict(defaults | drawn))
    return bound.args, bound.kwargs
