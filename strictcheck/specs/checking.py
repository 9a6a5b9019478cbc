"""Search for calls: `check_spec` for one that goes against a spec, `find_call` for any that a judge accepts."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from hypothesis import Phase, find
from hypothesis import settings as Settings
from hypothesis import strategies as st

from strictcheck.demands import Demand
from strictcheck.errors import DemandError, DemandMismatch
from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.strategies import arguments
from strictcheck.generate.strategies import contexts as random_contexts
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.cases import CallCase, Inputs
from strictcheck.specs.certified import CallPolicy, retry_with_atoms
from strictcheck.specs.counterexamples import Counterexample
from strictcheck.specs.oracle import Judge, SpecJudge
from strictcheck.specs.searching import search_calls
from strictcheck.specs.shrink import FoundCall, cut_down, simplify
from strictcheck.specs.specification import Like, Spec
from strictcheck.specs.vacuous import refuse_same

# Contexts that ask for the first parts of a result, in order; most random ones ask a lazy result for nothing.
FIRST_PARTS = st.integers(1, 20).map(lambda count: nibble(*[0] * count))

# The first example that Hypothesis draws is the simplest.
FIRST = Settings(max_examples=1, phases=[Phase.generate], database=None, deadline=None)

Catch = type[BaseException] | tuple[type[BaseException], ...]
Given = Mapping[str, Any] | Sequence[Any] | None

# Annotations that allow every value of their shape.
ATOMS = (int, float, bool, str, bytes, type(None), Any, None)
ABSTRACT = (Sequence, Iterable, Iterator, Mapping)
HOLDING = (list, tuple, dict, *ABSTRACT, types.UnionType, typing.Union)


def check_spec(
    function: Callable[..., Any],
    spec: Spec | Callable[..., Any],
    /,
    *,
    given: Given = None,
    contexts: st.SearchStrategy[Context] | Context | None = None,
    catch: Catch = (),
    settings: Settings | None = None,
    certify: bool | None = None,
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` whose demand is not the one that `spec` expects.

    Arguments are inferred from annotations, or drawn from the strategies that are `given` by name or by position
    (`generate.strategies.from_signature` has the details). Their results are looked at in `contexts`, a strategy or
    one context; by default in random ones that look at the outermost layer at least, as the call itself computes it.
    Each call is observed, and its demands are compared with those that the spec (see `spec`) returns for the demand on
    its result. `settings` are Hypothesis's.

    The counterexample is small: parts that neither the call nor the spec looked at are cut out of the arguments in one
    step, and are shown as `_`. Then the context is simplified, and those arguments that were inferred from annotations
    that allow any value; the other arguments are shrunk by Hypothesis before, unless they are too big for that
    (hundreds of layers), when most of the picture is holes.

    Each call is made twice: observed, and plainly on copies of its arguments, and both must agree; the second, fourth,
    eighth... call is also replayed on the partial value of its demand, and so is the one that is found. If thunks
    change what the function does, all is done again with numbers as atoms; if that does not mend
    it, or a replay goes another way, `NotCertified` says that nobody can tell. `certify=False` makes the one call
    only, for functions with side effects.

    An exception of the function is raised; one of a class in `catch` is kept, and the demand on the result is
    `Raised(...)`. Raises `SpecError` for a spec that does not return one demand for each argument, or one that an
    argument cannot have; `SpecError` for arguments without a strategy; `NotCertified` for a function that looks
    at something else the second time. In a test that is itself under `@given`, tell Hypothesis that this is
    meant, with `suppress_health_check=[HealthCheck.nested_given]`.

    >>> from strictcheck import hole, like, spec
    >>> def first(items: list[int]) -> list[int]:
    ...     return items[:1]
    >>> @spec
    ... def first_spec(result, items):
    ...     return [result.at((0,)), *[hole] * (len(items) - 1)] if items else []
    >>> check_spec(first, first_spec)
    >>> def first_positive(items: list[int]) -> list[int]:
    ...     return [item for item in items if item > 0][:1]
    >>> check_spec(first_positive, like(first))
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: first_positive also looks at items[0], at ...
      - like(first)     [_]
                         ^
      + first_positive  [0]
                         ^
      call:     first_positive(items=[0])
      asked:    the result was asked for all of it
      result:   []
      if it may, like(first, compare='>=') lets it look at more
    """
    __tracebackhide__ = True
    judge = SpecJudge(spec if isinstance(spec, Spec) else Spec(spec))
    if isinstance(judge.spec, Like):
        refuse_same("check_spec", function, judge.spec.function)
    found = retry_with_atoms(certify, lambda how: find_call(function, judge, given, contexts, catch, settings, how))
    if found is not None:
        one = Counterexample(found, judge.spec)
        raise DemandMismatch(str(one), counterexample=one, observation=one.observation, sides=one.sides)


def find_call(
    function: Callable[..., Any],
    judge: Judge,
    given: Given,
    contexts: Any,
    catch: Catch,
    settings: Settings | None,
    policy: CallPolicy,
) -> FoundCall | None:
    """Find a call that the judge accepts, as small as can be; None if there is none."""
    freely, bound = free_arguments(function, given)
    calls = arguments(function, given)
    cases = _cases(function, calls, _context_strategy(contexts), catch, policy)
    found = search_calls(cases, judge, settings, shrink=bool(bound))
    if found is None:
        return None
    simplest = _simplest(cases, freely) if freely else {}
    small = simplify(cut_down(found, judge), judge, simplest, free_context=contexts is None)
    return small._replace(unsearched=small.unsearched or found.unsearched)


def _simplest(cases: st.SearchStrategy[CallCase], names: Collection[str]) -> dict[str, Demand | None]:
    """Return the simplest value for each argument, as a demand, or None if it has none."""
    found = dict[str, Demand | None](dict.fromkeys(names))
    with suppress(Exception):  # the simplest value helps, and is not needed
        case = find(cases, lambda case: True, settings=FIRST)
        for name, value in case.arguments().values.items():
            with suppress(DemandError):
                found |= {name: Demand.full(value)} if name in names else {}
    return found


@st.composite
def _cases(
    draw: st.DrawFn,
    function: Callable[..., Any],
    calls: st.SearchStrategy[tuple[Any, Any]],
    contexts: st.SearchStrategy[Context],
    catch: Catch,
    policy: CallPolicy,
) -> CallCase:
    return CallCase(function, Inputs(*draw(calls)), draw(contexts), catch, policy=policy)


def _context_strategy(contexts: Any) -> st.SearchStrategy[Context]:
    """Return the strategy for contexts."""
    if contexts is None:
        return st.one_of(random_contexts().map(_at_least_whnf), FIRST_PARTS)
    if isinstance(contexts, st.SearchStrategy):
        return contexts
    if callable(contexts):
        return st.just(contexts)
    raise TypeError(f"contexts={contexts!r} is no context; pass whnf, nf, or a strategy of contexts")


def _at_least_whnf(context: nibble) -> nibble:
    return context if context.steps else nibble(0)


def free_arguments(function: Callable[..., Any], given: Given) -> tuple[set[str], set[str]]:
    """Return the names of the arguments that may be simplified, and of those that may not.

    An argument with a strategy may not: nobody can tell which values the strategy could draw. An inferred one may if
    its annotation allows every value of its shape.
    """
    try:
        parameters = inspect.signature(function).parameters
        hints = typing.get_type_hints(function) if inspect.isroutine(function) else {}
    except (TypeError, ValueError, NameError):
        return set(), {"*"}
    names = list(parameters)
    told = set(given) if isinstance(given, Mapping) else set(names[: len(given or ())])
    freely = {
        name
        for name, parameter in parameters.items()
        if name not in told and (_is_free(hints.get(name), set()) or parameter.default is not parameter.empty)
    }
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
