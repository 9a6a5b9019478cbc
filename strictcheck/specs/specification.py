"""Specs: what a function should look at, said by another function.

A spec is a function of the demand on the result and of the arguments; it returns the demand that it expects on each
argument, as partial values (see `expectations`) or as demands. `strictcheck.check_spec` looks for a call that goes
differently. This module is what a spec is; the words and the idea are StrictCheck's (Foner, Zhang and Lampropoulos,
*Keep Your Laziness in Check*, ICFP 2018), which calls this a specification of strictness.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

from strictcheck.demands import Demand
from strictcheck.errors import DemandError, SpecError
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.assertions import short_name
from strictcheck.specs.certified import ONE_CALL, Believing
from strictcheck.specs.comparisons import COMPARISONS
from strictcheck.specs.expectations import demand_from

__all__ = ["Compare", "Spec", "like", "spec"]

Compare = str | Mapping[str, str]
Said = Mapping[str, Demand]


class Spec:
    """What a function should look at. Made by `spec`, or by `like`; called, it is the function that it was made of.

    `function` is that function, `name` what messages call it, and `compare` how strictly it is meant.
    """

    # True if `...` in what it expects stands for anything, rather than for itself.
    has_anything = True

    def __init__(self, function: Callable[..., Any], compare: Compare = "==") -> None:
        if not callable(function):
            raise TypeError(
                f"spec: function={function!r} is not callable; pass a function of the demand on the result and the "
                "arguments"
            )
        self.function = function
        self.name = short_name(function)
        self.compare = compare
        for how in compare.values() if isinstance(compare, Mapping) else [compare]:
            if how not in list(COMPARISONS):  # a list, for what is told may have no hash
                raise ValueError(f"spec: compare={how!r} is unknown; pass one of {', '.join(map(repr, COMPARISONS))}")

    def __call__(self, result: Demand, /, *args: Any, **kwargs: Any) -> Any:
        """What the spec says of a call with these arguments and this demand on the result."""
        return self.function(result, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<spec {self.name}>"

    def comparison(self, argument: str) -> str:
        """How the demand on an argument is compared."""
        return self.compare if isinstance(self.compare, str) else self.compare.get(argument, "==")

    def expected(
        self,
        names: Sequence[str],
        result: Demand,
        context: Context,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        believing: Believing = ONE_CALL,
    ) -> Said:
        """The demand expected on each argument that the spec speaks of, for the call `(*args, **kwargs)` in `context`.

        `names` are the arguments in order, `result` is the demand on the result. Raises `SpecError` if the spec
        returns something else than one demand for each argument.
        """
        try:
            said = self.function(result, *args, **kwargs)
        except TypeError as error:
            if _takes(self.function, (result, *args), kwargs):
                raise
            raise SpecError(
                f"{error}; the call that is checked has the arguments ({', '.join(names)}), those without defaults "
                f"unless they are given, and a spec is called with the demand on the result before them: "
                f"{self.name}(result, {', '.join(names)}). To expect what a function looks at, pass like({self.name})"
            ) from None
        return self._told(names, said)

    def _told(self, names: Sequence[str], said: Any) -> Said:
        if isinstance(self.compare, Mapping):
            self._check_known(names, "has a comparison for", self.compare)
        if len(names) == 1:
            return {names[0]: self._demand(names[0], said)}
        if isinstance(said, dict):
            self._check_known(names, "returned a demand for", said)
            return {name: self._demand(name, said[name]) for name in names if name in said}
        if isinstance(said, tuple) and len(said) == len(names):
            return {name: self._demand(name, part) for name, part in zip(names, said, strict=True)}
        what = f"a tuple of {len(said)}" if isinstance(said, tuple) else "no tuple"
        raise SpecError(
            f"{self.name} returned {what}, {said!r}; there are {len(names)} arguments: return a tuple of one demand "
            f"for each, ({', '.join(names)}), or a dict of demands by name"
        )

    def _demand(self, argument: str, said: Any) -> Demand:
        try:
            return demand_from(said)
        except DemandError as error:
            raise SpecError(
                f"{self.name}: what it returned for {argument!r} is no partial value: {error} "
                "(`pulled` describes an iterator, Demand.parse anything that a pattern can)"
            ) from error

    def _check_known(self, names: Sequence[str], what: str, told: Mapping[str, Any]) -> None:
        for name in told:
            if name not in names:
                raise SpecError(
                    f"{self.name} {what} {name!r}, which is no argument; the arguments are {', '.join(names)}"
                )


@overload
def spec(function: Callable[..., Any], /, *, compare: Compare = "==") -> Spec: ...
@overload
def spec(function: None = None, /, *, compare: Compare = "==") -> Callable[[Callable[..., Any]], Spec]: ...
def spec(function: Any = None, /, *, compare: Compare = "==") -> Any:
    """A spec, from a function of the demand on the result, and the arguments; usable as a decorator.

    `function(result, *args, **kwargs)` is called with a `Demand` and the plain arguments of a call, iterators as
    `Stream`s. Of a function with one argument it returns the demand expected on it. For several it returns a tuple of
    one demand each, in the order of the signature, or a dict of demands by name, in which an argument that nothing is
    expected of may be left out. `*args` counts as one argument, a tuple, and `**kwargs` as one, a dict. A demand is a
    partial value with `hole` where nothing should be looked at, and `...` where anything may be, or a `Demand`, or the
    one inside the other.

    `compare` is how strictly it is meant, for all arguments or for each by name:

    | | the call must look at |
    |---|---|
    | `"=="` | just what is expected |
    | `"<="` | no more |
    | `">="` | no less |
    | `"leaves"` | the same atoms, whatever it looks at on the way |
    | `"count"` | as many parts |
    | `"order"` | just what is expected, in this order |

    Nothing is forced. Raises `TypeError` for what cannot be called, and `ValueError` for an unknown comparison.

    >>> from strictcheck import Demand, hole
    >>> @spec(compare={"items": "<="})
    ... def first_of(result, items, default):
    ...     return ([items[0], *[hole] * (len(items) - 1)], hole) if items else ([], default)
    >>> first_of(Demand.parse("5"), [5, 6], None)
    ([5, _], _)
    """
    return Spec(function, compare) if function is not None else lambda function: Spec(function, compare)


class _Like(Spec):
    """Expects what another function looks at."""

    has_anything = False

    def expected(
        self,
        names: Sequence[str],
        result: Demand,
        context: Context,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        believing: Believing = ONE_CALL,
    ) -> Said:
        observation = believing.observed(self.function, args, kwargs, context, catch=Exception)
        demands, error = observation.demands, observation.error
        if isinstance(error, NameError) or (isinstance(error, TypeError) and not _takes(self.function, args, kwargs)):
            raise SpecError(
                f"{self.name}: {error}; pass a function that can be called in place of the one that is checked, with "
                f"({', '.join(names)})"
            ) from error
        if len(demands) != len(names):
            raise SpecError(
                f"like({name_of(self.function)}) looks at {len(demands)} arguments ({', '.join(demands)}) and is "
                f"compared with {len(names)} ({', '.join(names)}); pass a function that takes the same arguments"
            )
        return self._told(names, demands[next(iter(demands))] if len(names) == 1 else tuple(demands.values()))


def _takes(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether `function` can be called so, as far as its signature is told."""
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return False
    except ValueError:  # of a builtin without a signature
        return True
    return True


def like(function: Callable[..., Any], /, *, compare: Compare = "==") -> Spec:
    """The spec that expects what `function` looks at, on the same arguments, in the same context.

    With `compare="order"`, in the same order. `function` is called once for each call that is checked; what it returns
    and raises makes no difference, but for a `NameError`, and for one that cannot be called with these arguments: then
    a check raises `SpecError`. Raises as `spec` does.

    >>> like(any, compare="<=")
    <spec like(any)>
    """
    made = _Like(function, compare)
    made.name = f"like({made.name})"
    return made
