"""Checks that search with Hypothesis for a call that goes against a spec, or breaks a rule.

`check_spec` has the options of all of them. The others are the assertions of the corresponding names, tried on many
calls. Hypothesis is loaded by the first search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from strictcheck.messages import shown
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.cases import Judge
from strictcheck.specs.certified import Catch, retry_with_atoms
from strictcheck.specs.counterexamples import SpecJudge
from strictcheck.specs.pulling import NeverCalls, PullsAtMost
from strictcheck.specs.reading import ReadsOnce, ReadsOnly
from strictcheck.specs.specification import Like, Spec
from strictcheck.specs.vacuous import refuse_same, refuse_uncallable

if TYPE_CHECKING:
    from hypothesis import settings as Settings
    from hypothesis import strategies as st

    Contexts = st.SearchStrategy[Context] | Context | None

Given = Mapping[str, Any] | Sequence[Any] | None


class SearchOptions(TypedDict, total=False):
    """Options of a search for a call; see `check_spec`."""

    given: Given
    contexts: Contexts
    settings: Settings | None
    certify: bool | None


ARE_DRAWN = "arguments are drawn, given={'config': st.just(config)}, and results looked at in contexts=nf"
OF_SEARCHES = "it is one of Hypothesis's settings, settings=hypothesis.settings({}=...)"
OF_OTHERS = {"compare": "it is one of specs, like(g, compare='>=')"} | {
    name: OF_SEARCHES.format(name) for name in ("max_examples", "deadline", "derandomize", "suppress_health_check")
}
OPTIONS = (*SearchOptions.__annotations__, "catch")


def check_spec(
    function: Callable[..., Any],
    spec: Spec | Callable[..., Any],
    /,
    *,
    catch: Catch = (),
    **search: Unpack[SearchOptions],
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` whose demand is not the one that `spec` expects.

    Arguments are inferred from annotations, or drawn from the strategies that are `given` by name or by position
    (`generate.strategies` has the details). Their results are looked at in `contexts`, a strategy or
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
      - like(first), + first_positive
        items: list of 1
      +   [0]: 0
      call:     first_positive(items=[0])
      asked:    the result was asked for all of it
      result:   []
      if it may, like(first, compare='>=') lets it look at more
    """
    __tracebackhide__ = True
    if isinstance(function, Spec):
        raise TypeError(f"check_spec: {function!r} comes first; pass the function first, then its spec")
    judge = SpecJudge(spec if isinstance(spec, Spec) else Spec(spec))
    if isinstance(judge.spec, Like):
        refuse_same("check_spec", function, judge.spec.function)
    refuse_uncallable("check_spec", function)
    _search(judge, function, catch=catch, **search)


def check_reads_only(
    function: Callable[..., Any], /, *parts: Any, of: str | None = None, **search: Unpack[SearchOptions]
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that reads anything else than these parts.

    Parts are named, and `of` is the argument, as for `assert_reads_only`; the other options are those of `check_spec`.

    >>> from hypothesis import strategies as st
    >>> def address(config: dict[str, int]) -> int:
    ...     return config["host"] or config["port"]
    >>> configs = {"config": st.fixed_dictionaries({"host": st.integers(), "port": st.integers(), "log": st.text()})}
    >>> check_reads_only(address, "host", "port", given=configs)
    >>> check_reads_only(address, "host", given=configs)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: address also read config['port'], at ... in address
        config: dict
          'host': 0
      +   'port': 0
      call:   address(config={'host': 0, 'port': 0, 'log': ''})
      asked:  the result was asked for all of it
      if it may, name it too: 'host', 'port'
    """
    __tracebackhide__ = True
    _search(ReadsOnly("check_reads_only", parts, of), function, **search)


def check_reads_once(
    function: Callable[..., Any], /, *parts: Any, of: str | None = None, **search: Unpack[SearchOptions]
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that reads a part twice.

    Otherwise as `assert_reads_once` and `check_reads_only`, but calls that read nothing pass, unless all do.

    >>> def total(prices: list[int]) -> int:
    ...     return sum(prices)
    >>> check_reads_once(total)
    """
    __tracebackhide__ = True
    _search(ReadsOnce("check_reads_once", parts, of), function, **search)


def check_pulls_at_most(
    function: Callable[..., Any], /, *, n: int | None = None, of: str | None = None, **search: Unpack[SearchOptions]
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that takes more than `n` elements.

    Otherwise as `assert_pulls_at_most` and `check_reads_only`.

    >>> def first_positive(numbers: list[int]) -> int | None:
    ...     return next((n for n in numbers if n > 0), None)
    >>> check_pulls_at_most(first_positive, n=1)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: first_positive pulled 2 elements of numbers, 1 was expected; the second, at ...
        numbers: list of 2
          [0]: 0
      +   [1]: 0
      call:   first_positive(numbers=[0, 0])
      asked:  the result was asked for all of it
      if it may, pass n=2
    """
    __tracebackhide__ = True
    _search(PullsAtMost("check_pulls_at_most", n, of), function, **search)


def check_never_calls(
    function: Callable[..., Any], /, *, of: str | None = None, **search: Unpack[SearchOptions]
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that calls an argument that is a function.

    Otherwise as `assert_never_calls` and `check_reads_only`.

    >>> from collections.abc import Callable
    >>> def get(number: int, make: Callable[[int], int]) -> int:
    ...     return number if number >= 0 else make(number)
    >>> check_never_calls(get)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: get called make(-1), at ... in get
        make: function, called once
      +   (-1): 0
      call:   get(number=-1, make=Callable({'(-1)': 0}))
      asked:  the result was asked for all of it
      if it may, drop this assertion; max_forced limits how much is looked at
    """
    __tracebackhide__ = True
    _search(NeverCalls("check_never_calls", of), function, **search)


def _search(judge: Judge, function: Callable[..., Any], certify: bool | None = None, **options: Any) -> None:
    """Raise the mismatch of the simplest call that the judge finds; return if it finds none."""
    __tracebackhide__ = True
    from strictcheck.specs.searching import find_call

    if unknown := [name for name in options if name not in OPTIONS]:
        advice = OF_OTHERS.get(unknown[0], ARE_DRAWN)
        raise TypeError(f"{judge.name}: {unknown[0]}={shown(options[unknown[0]])} is no option of a search; {advice}")
    found = retry_with_atoms(certify, lambda policy: find_call(function, judge, policy, **options), judge.needs_fetches)
    if found is not None:
        raise judge.mismatch(found)
