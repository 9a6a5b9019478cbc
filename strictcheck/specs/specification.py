"""Specs: functions that say which parts another function should look at.

A spec is a function of the demand on the result and of the arguments; it returns the demand that it expects on each
argument, as partial values (see `expectations`) or as demands. `strictcheck.check_spec` searches for a call that goes
differently. Words and idea are StrictCheck's (Foner, Zhang and Lampropoulos,
*Keep Your Laziness in Check*, ICFP 2018), which calls this a specification of strictness.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

from strictcheck.demands import Demand
from strictcheck.errors import DemandError, SpecError
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.observation.call_arguments import name_of, paired
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.certified import ONE_CALL, CallPolicy, Given
from strictcheck.specs.differences import COMPARISONS
from strictcheck.unused import MustRead

Compare = str | Mapping[str, str]
ExpectedDemands = Mapping[str, Demand]

OF_RESULT = (
    "in a spec such as {}, result is the demand on the result: cells(result).elements are its elements, as far as they "
    "are known, and result.at(path) is the demand on a part"
)
OF_ITERATOR = (
    "{0} is an iterator, and in a spec a Stream: list({0}) are all its elements, and strictcheck.specs.pulled([...]) "
    "expects that some of them are pulled"
)
ADVICE = {
    "more": "if it may, let the spec expect it, or have ... in its place",
    "less": "if it need not, let the spec have a hole there, or pass spec({}, compare='<=')",
}


class Spec(MustRead):
    """Expected demands of a function. Made by `spec` or `like`; calling it calls the function that it was made of.

    `function` is that function, `name` stands for it in messages, and `compare` is the comparison.
    """

    # True if `...` in an expected demand is a wildcard, rather than itself.
    has_anything = True
    written_as = "{}"
    wanted = "spec: function={!r} is not callable; pass a function of the demand on the result and the arguments"

    def __init__(self, function: Callable[..., Any], compare: Compare = "==") -> None:
        if not callable(function):
            raise TypeError(self.wanted.format(function))
        self.function = function
        self.name = self.written_as.format(name_of(function))
        self.compare = compare
        for how in compare.values() if isinstance(compare, Mapping) else [compare]:
            if how not in list(COMPARISONS):  # a list, for `how` may have no hash
                raise ValueError(f"spec: compare={how!r} is unknown; pass one of {', '.join(map(repr, COMPARISONS))}")

        self._wait_for_use(f"the spec {self.name}", f"write check_spec(function, {self.name})")

    def __call__(self, result: Demand, /, *args: Any, **kwargs: Any) -> Any:
        """Return the demands that the spec expects of a call with these arguments and this demand on the result."""
        if not isinstance(result, Demand):
            raise TypeError(f"{self!r} is called with a demand, not {shown(result)}; write check_spec(f, {self.name})")
        return self.function(result, *args, **kwargs)

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} has no truth value, for nothing has been checked; write check_spec(f, like(g))")

    def __repr__(self) -> str:
        return f"<spec {self.name}>"

    def comparison(self, argument: str) -> str:
        """Return the comparison for the demand on an argument."""
        return self.compare if isinstance(self.compare, str) else self.compare.get(argument, "==")

    def advice(self, argument: str, how: str) -> str:
        """Return what to write if a call may look at more than is expected of an argument, or at less."""
        return ADVICE[how].format(self.name)

    def expected(
        self, names: Sequence[str], result: Demand, given: Given, context: Context, policy: CallPolicy = ONE_CALL
    ) -> ExpectedDemands:
        """Return the demand expected on each argument that the spec has one for, in the call with these `given` ones.

        `names` are the arguments in order, `result` is the demand on the result. Raises `SpecError` if the spec
        returns anything but one demand for each argument.
        """
        args, kwargs = given
        try:
            answer = self.function(result, *args, **kwargs)
        except TypeError as error:
            if _takes(self.function, (result, *args), kwargs):
                given_so = zip(names, args, strict=False)
                pulled = [name for name, one in given_so if kind_of(type(one)).is_lazy and "Stream" in str(error)]
                error.add_note(OF_ITERATOR.format(pulled[0]) if pulled else OF_RESULT.format(self.name))
                raise
            raise SpecError(
                f"{error}; the call that is checked has the arguments ({', '.join(names)}), those without defaults "
                f"unless they are given, and a spec is called with the demand on the result before them: "
                f"{self.name}(result, {', '.join(names)}). To expect what a function looks at, pass like({self.name})"
            ) from None
        return self._by_name(names, answer)

    def _by_name(self, names: Sequence[str], answer: Any) -> ExpectedDemands:
        if isinstance(self.compare, Mapping):
            self._check_known(names, "has a comparison for", self.compare)
        if len(names) == 1:
            return {names[0]: self._demand(names[0], answer)}
        if isinstance(answer, dict):
            self._check_known(names, "returned a demand for", answer)
            return {name: self._demand(name, answer[name]) for name in names if name in answer}
        if isinstance(answer, tuple) and len(answer) == len(names):
            return {name: self._demand(name, part) for name, part in zip(names, answer, strict=True)}
        what = f"a tuple of {len(answer)}" if isinstance(answer, tuple) else "no tuple"
        raise SpecError(
            f"{self.name} returned {what}, {answer!r}; there are {len(names)} arguments: return a tuple of one demand "
            f"for each, ({', '.join(names)}), or a dict of demands by name, {{{names[0]!r}: ...}}"
        )

    def _demand(self, argument: str, answer: Any) -> Demand:
        try:
            return Demand.of_partial(answer)
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
    """Make a spec, from a function of the demand on the result, and the arguments; usable as a decorator.

    `function(result, *args, **kwargs)` is called with a `Demand` and the plain arguments of a call, iterators as
    `Stream`s. Of a function with one argument it returns the demand expected on it. For several it returns a tuple of
    one demand each, in the order of the signature, or a dict of demands by name, in which arguments without an
    expectation may be left out. `*args` counts as one argument, a tuple, and `**kwargs` as one, a dict. A demand is a
    partial value with `hole` where nothing should be looked at, and `...` where anything may be, or a `Demand`, or the
    one inside the other.

    Of an iterator, `strictcheck.specs.pulled([1, hole])` are two elements without the end; a list has the end, too. To
    notice code that reads ahead, let the argument be an `Iterator`: a number in a list counts when it is used, not when
    it is fetched.

    What was asked of the result is in its demand: `strictcheck.specs` has `cells(result)`, whose `elements` are the
    demands on the elements of a list or an iterator, and whose `ended` tells if its end was reached.

    `compare` is the comparison, for all arguments or for each by name:

    | | the call must look at |
    |---|---|
    | `"=="` | at the expected parts |
    | `"<="` | no more |
    | `">="` | no less |

    Nothing is forced. Raises `TypeError` if `function` is not callable, and `ValueError` for an unknown comparison.

    >>> from strictcheck import Demand, hole
    >>> @spec(compare={"items": "<="})
    ... def first_of(result, items, default):
    ...     return ([items[0], *[hole] * (len(items) - 1)], hole) if items else ([], default)
    >>> first_of(Demand.parse("5"), [5, 6], None)
    ([5, _], _)
    """
    return Spec(function, compare) if function is not None else lambda function: Spec(function, compare)


class Like(Spec):
    """Spec that expects the demand of another function."""

    has_anything = False
    written_as = "like({})"
    wanted = "like: function={!r} is not callable; pass the function itself, like(f), not what a call returns"
    error: BaseException | None = None  # that the other function raised in the last call

    def advice(self, argument: str, how: str) -> str:
        """Return how to allow a call that looks at more than the other function does, or at less."""
        when, compare = {"more": ("if it may", ">="), "less": ("if it need not", "<=")}[how]
        if self.comparison(argument) != "==":
            return f"{when}, compare it with a function that looks at {how}"
        return f"{when}, {self.name.removesuffix(')')}, compare={compare!r}) lets it look at {how}"

    def expected(
        self, names: Sequence[str], result: Demand, given: Given, context: Context, policy: CallPolicy = ONE_CALL
    ) -> ExpectedDemands:
        """Return the demands of the other function in this call; otherwise as `Spec.expected`."""
        observation = policy.observe(self.function, given, context, catch=Exception)
        demands, error = observation.demands, observation.error
        self.error = error
        if isinstance(error, NameError) or (isinstance(error, TypeError) and not _takes(self.function, *given)):
            raise SpecError(
                f"{self.name}: {error}; pass a function that can be called in place of the one that is checked, with "
                f"({', '.join(names)})"
            ) from error
        if len(demands) != len(names):
            raise SpecError(
                f"like({name_of(self.function)}) looks at {len(demands)} arguments ({', '.join(demands)}) and is "
                f"compared with {len(names)} ({', '.join(names)}); pass a function that takes the same arguments"
            )
        answer = {name: demands[other] for name, other in paired(names, demands, len(given[0])).items()}
        return self._by_name(names, answer[names[0]] if len(names) == 1 else answer)


def _takes(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """True if `function` can be called so, as far as its signature is known."""
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return False
    except ValueError:  # a builtin without a signature
        return True
    return True


def like(function: Callable[..., Any], /, *, compare: Compare = "==") -> Spec:
    """Make the spec that expects the demand of `function`, on the same arguments, in the same context.

    `function` is called once for each call that is checked; its result and exceptions make no difference, but for a
    `NameError`, and for a function that cannot take these arguments: then a check raises `SpecError`. One that raises
    in every call where the checked one does not is no example to follow: `NothingChecked`. Code that reads ahead is
    noticed if the argument is an `Iterator`: a number in a list counts when it is used, not when it is fetched. Raises
    as `spec` does.

    >>> like(any, compare="<=")
    <spec like(any)>
    """
    return Like(function, compare)
