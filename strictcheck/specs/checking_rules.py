"""Checks that search with Hypothesis for a call that breaks a rule: `check_reads_only` and its like.

Each is the assertion of the corresponding name, tried on many calls; arguments and contexts are drawn as by
`check_spec`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import settings as Settings
from hypothesis import strategies as st

from strictcheck.demands.marking import asked_of
from strictcheck.errors import DemandMismatch
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.certified import retry_with_atoms
from strictcheck.specs.checking import Given, find_call
from strictcheck.specs.pulling import NeverCalls, PullsAtMost
from strictcheck.specs.reading import ReadsOnce, ReadsOnly
from strictcheck.specs.rules import Rule, message

Contexts = st.SearchStrategy[Context] | Context | None


def check_reads_only(
    function: Callable[..., Any],
    /,
    *parts: Any,
    of: str | None = None,
    given: Given = None,
    contexts: Contexts = None,
    settings: Settings | None = None,
    certify: bool | None = None,
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
      config: {'host': 0, 'port': 0, **_}
                                  ^
      call:   address(config={'host': 0, 'port': 0, **_})
      asked:  the result was asked for all of it
      if it may, name it too: 'host', 'port'
    """
    __tracebackhide__ = True
    _check(ReadsOnly(parts, of), function, given, contexts, settings, certify)


def check_reads_once(
    function: Callable[..., Any],
    /,
    *parts: Any,
    of: str | None = None,
    given: Given = None,
    contexts: Contexts = None,
    settings: Settings | None = None,
    certify: bool | None = None,
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that reads a part twice.

    Otherwise as `assert_reads_once` and `check_reads_only`, but calls that read nothing pass, unless all do.

    >>> def total(prices: list[int]) -> int:
    ...     return sum(prices)
    >>> check_reads_once(total)
    """
    __tracebackhide__ = True
    _check(ReadsOnce(parts, of), function, given, contexts, settings, certify)


def check_pulls_at_most(
    function: Callable[..., Any],
    /,
    *,
    n: int | None = None,
    of: str | None = None,
    given: Given = None,
    contexts: Contexts = None,
    settings: Settings | None = None,
    certify: bool | None = None,
) -> None:
    """Raise `DemandMismatch` if Hypothesis finds a call of `function` that takes more than `n` elements.

    Otherwise as `assert_pulls_at_most` and `check_reads_only`.

    >>> def first_positive(numbers: list[int]) -> int | None:
    ...     return next((n for n in numbers if n > 0), None)
    >>> check_pulls_at_most(first_positive, n=1)
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: first_positive pulled 2 elements of numbers, 1 was expected; the second, at ...
      numbers: [0, 0]
                   ^
      call:   first_positive(numbers=[0, 0])
      asked:  the result was asked for all of it
      if it may, pass n=2
    """
    __tracebackhide__ = True
    _check(PullsAtMost(n, of), function, given, contexts, settings, certify)


def check_never_calls(
    function: Callable[..., Any],
    /,
    *,
    of: str | None = None,
    given: Given = None,
    contexts: Contexts = None,
    settings: Settings | None = None,
    certify: bool | None = None,
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
      make: Callable({'(-1)': 0})
                              ^
      call:   get(number=-1, make=Callable({'(-1)': 0}))
      asked:  the result was asked for all of it
      if it may, drop this assertion; max_forced limits how much is looked at
    """
    __tracebackhide__ = True
    _check(NeverCalls(of), function, given, contexts, settings, certify)


def _check(
    rule: Rule,
    function: Callable[..., Any],
    given: Given,
    contexts: Contexts,
    settings: Settings | None,
    certify: bool | None,
) -> None:
    __tracebackhide__ = True
    rule.name = rule.name.replace("assert_", "check_")
    found = retry_with_atoms(
        certify, lambda how: find_call(function, rule, given, contexts, (), settings, how.with_fetches())
    )
    if found is None:
        return
    observation = found.observation
    broken = rule.breach(rule.argument(found.case.arguments().values), observation)
    assert broken is not None
    facts = [f"  call:   {found.case.text()}", f"  asked:  {asked_of(observation.result_demand)}"]
    facts += [f"  {found.unsearched}"] if found.unsearched else []
    raise DemandMismatch(message(observation, broken, facts))
