"""Laws of demand that hold of every pure function, as assertions for your tests.

Each law is checked on the arguments that it is given; in a test under Hypothesis, or any other loop, on many. A failure
is a `DemandMismatch` that names the law, the argument, the first path at which it fails, and the line that forced it.
Each function is called three times where a law observes it: observed, plainly on copies of the arguments, and on the
partial value of its demand. Where these differ no law is said to fail: `NotCertified` says which. `certify=False` makes
the first call only, for functions with side effects.

Skip this module unless you doubt a function (does it depend on anything beside its arguments?), a class of your own
that is to be observed, or this library.

| law | says |
|---|---|
| `assert_replays` | the parts that a call looked at are all that it needs |
| `assert_monotone` | a bigger demand on a result never makes a smaller one on an argument |
| `assert_composes` | the demand of `outer(inner(x))` is that of `inner` in the context of `outer` |
| `assert_associative` | `(a * b) * c` looks at the same parts as `a * (b * c)` |

The first three hold of all pure functions; they are what makes demand a meaning of a program rather than a measurement
(Wadler and Hughes, *Projections for strictness analysis*, 1987, for a function from demands on the result to demands on
the argument, and how these compose). The last is one an operation may have or not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.errors import DemandError, DemandMismatch, NotCertified, NothingChecked
from strictcheck.kinds.table import kind_of
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context, nf, upto, whnf
from strictcheck.specs.assertions import Side, describe_difference
from strictcheck.specs.certified import CallPolicy, certify_calls, retry_with_atoms
from strictcheck.specs.inputs import Inputs
from strictcheck.specs.vacuous import refuse_no_arguments
from strictcheck.thunks.proxy import is_thunk


def assert_replays(
    function: Callable[..., Any],
    /,
    *args: Any,
    context: Context = whnf,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Check that the call does the same on the partial values of its own demands, with holes everywhere else.

    A law of every function that depends on its arguments alone. Makes the call, compares it with the plain one, and
    replays it: three calls, or two with `certify=False`. Raises `DemandMismatch` if result, demand or error of the
    replay come out differently, `NotCertified` if the plain call does, and otherwise the exception of the call.

    >>> assert_replays(sorted, [3, 1, 2])
    >>> turns = iter([0, 1])
    >>> assert_replays(lambda xs: xs[next(turns)] + 0, [1, 2], certify=False)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: replay: ...
    """
    inputs = Inputs(args, kwargs)

    def observe(policy: CallPolicy) -> Observation[Any]:
        return policy.observe(function, *inputs.for_one_call(), context, catch=Exception)

    observation = retry_with_atoms(certify, observe)
    refuse_no_arguments("assert_replays", observation)
    try:
        observation.replay()
    except NotCertified as error:
        raise DemandMismatch(f"{name_of(function)}: {error}", law="replay") from error
    if observation.error is not None:
        raise observation.error


def assert_monotone(
    function: Callable[..., Any],
    /,
    *args: Any,
    contexts: Iterable[Context] = (whnf, nf),
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Check that contexts that look at more of the result never look at less of an argument.

    The call is observed in each of `contexts`, and those two are compared of which one looks at all that the other
    looks at. Raises `DemandMismatch` where a bigger demand on the result gives a smaller one on an argument,
    `NothingChecked` if there are no two such contexts, and `TypeError` for an iterator among the arguments, which the
    first call would use up.

    >>> assert_monotone(lambda xs: [x + 1 for x in xs], [1, 2, 3])
    """
    _check_reusable("assert_monotone", args, kwargs)
    asked = list(contexts)
    observed = certify_calls(
        certify, lambda policy: [policy.observe(function, args, kwargs, context, where=True) for context in asked]
    )
    pairs = [pair for pair in itertools.permutations(observed, 2) if pair[0].result_demand <= pair[1].result_demand]
    if not pairs:
        advice = "none looks at all that another looks at; pass two, a bigger and a smaller one"
        raise NothingChecked(f"assert_monotone has compared nothing: of the contexts ({len(asked)}), {advice}")
    for low, high in pairs:
        names = [f"for {observation.result_demand.pretty()}" for observation in (low, high)]
        for argument in low.demands:
            one, other = Side(names[0], low, argument), Side(names[1], high, argument)
            _compare("monotony", f"{argument} of {name_of(function)}", one, other, both_ways=False)


def assert_composes(
    outer: Callable[[Any], Any],
    inner: Callable[..., Any],
    /,
    *args: Any,
    context: Context = whnf,
    certify: bool | None = None,
    **kwargs: Any,
) -> None:
    """Check that the demand of `outer(inner(x))` on `x` is that of `inner` in a context that looks as `outer` does.

    `outer` is observed once on its own, `inner` twice. Raises `DemandMismatch` if not, `TypeError` for an iterator
    among the arguments, and `DemandError` if `inner` returns a function that `outer` calls: a context cannot make the
    same calls again.

    >>> assert_composes(lambda xs: xs[0], lambda xs: [x + 1 for x in xs], [1, 2, 3])
    >>> assert_composes(sum, lambda xs: (x for x in xs if x > 1), [1, 2, 3])
    """
    _check_reusable("assert_composes", args, kwargs)
    between = certify_calls(certify, lambda policy: [policy.observe(outer, (inner(*args, **kwargs),), {}, context)])
    middle = between[0].demand
    if any(getattr(layer, "fetched_by", None) == "call" and layer.keys() for _, _, _, layer in middle.rows()):
        raise DemandError(
            f"assert_composes: {name_of(outer)} calls what {name_of(inner)} returns, {middle.pretty()}; "
            "compose functions whose results in between are data"
        )
    asked: list[Context] = [lambda result: context(outer(result)), upto(middle)]
    whole, parts = certify_calls(
        certify, lambda policy: [policy.observe(inner, args, kwargs, each, where=True) for each in asked]
    )
    names = f"{name_of(outer)} after {name_of(inner)}", f"{name_of(inner)}, asked for {middle.pretty()}"
    for argument in whole.demands:
        _compare("composition", argument, Side(names[0], whole, argument), Side(names[1], parts, argument))


def assert_associative(
    operation: Callable[[Any, Any], Any],
    a: Any,
    b: Any,
    c: Any,
    /,
    *,
    context: Context = whnf,
    certify: bool | None = None,
) -> None:
    """Check that `operation` is associative in demand: both ways to bracket it look at the same of each operand.

    That says more than being associative in value, which is not checked. Raises `DemandMismatch` if the two ways
    differ, and `TypeError` for an iterator among the operands.

    >>> assert_associative(lambda a, b: a and b, True, False, True)
    >>> def saturated(a, b):  # a sum of natural numbers, of at most 10
    ...     return min(10, a + b) if a < 10 else 10
    >>> assert_associative(saturated, 6, 6, 1)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: associativity: the demand on c, where a * b is saturated(a, b), differs at c,
    which only a * (b * c) forced, at ...
      - (a * b) * c  _
                     ^
      + a * (b * c)  1
                     ^
    """
    _check_reusable("assert_associative", (a, b, c), {})

    def left(a: Any, b: Any, c: Any) -> Any:
        return operation(operation(a, b), c)

    def right(a: Any, b: Any, c: Any) -> Any:
        return operation(a, operation(b, c))

    one, other = certify_calls(
        certify, lambda policy: [policy.observe(way, (a, b, c), {}, context, where=True) for way in (left, right)]
    )
    name = name_of(operation)
    for argument in one.demands:
        sides = Side("(a * b) * c", one, argument), Side("a * (b * c)", other, argument)
        _compare("associativity", f"{argument}, where a * b is {name}(a, b),", *sides)


def _compare(law: str, what: str, one: Side, other: Side, *, both_ways: bool = True) -> None:
    """Raise unless both demands are equal or, with `both_ways=False`, that of `other` includes that of `one`."""
    missing = one.demand - other.demand
    extra = other.demand - one.demand if both_ways else ()
    if missing or extra:
        path, message = describe_difference(what, one, other, missing, extra)
        raise DemandMismatch(message, law=law, argument=one.argument, path=path)


def _check_reusable(function: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    named = {f"argument {number}": value for number, value in enumerate(args, 1)} | kwargs
    for name, value in named.items():
        if not is_thunk(value) and kind_of(type(value)).is_pulled:
            raise TypeError(
                f"{function}: {name} is {value!r}, an iterator, which the first call would use up; "
                "pass a list, or a strictcheck.Stream"
            )
