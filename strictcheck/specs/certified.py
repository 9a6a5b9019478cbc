"""Observations that can be believed, for assertions and checkers: each call is compared with the plain one.

Where thunks change what a function does, all calls of one check are observed again with numbers handed out as
themselves, both sides and all examples alike. Where that does not mend it, the verdict is that nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from strictcheck.errors import NotCertified, NotDeterministic, StrictCheckError
from strictcheck.observation.budgets import unnoticed
from strictcheck.observation.certificates import INTERRUPTIONS, Certifier
from strictcheck.observation.observe_options import NUMBERS, STRINGS, Options, certifying
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import Call
from strictcheck.observation.result_contexts import Context
from strictcheck.observation.waiting import one_loop

__all__ = ["ONE_CALL", "Believing", "adapting"]

T = TypeVar("T")
Catch = type[BaseException] | tuple[type[BaseException], ...]

LEVELS = (STRINGS, (*STRINGS, *NUMBERS))


class Disagreement(BaseException):
    """An observed call is not the plain call: what the check makes of it is void. Passes through Hypothesis at once."""

    def __init__(self, certifier: Certifier) -> None:
        self.certifier = certifier


class Void(BaseException):
    """A certificate failed, and no other atoms will do; `error` says so. Passes through Hypothesis at once."""

    def __init__(self, error: StrictCheckError) -> None:
        self.error = error


@dataclass(frozen=True)
class Believing:
    """How the calls of one check are observed: with which atoms, and whether each is compared with the plain call."""

    atoms: tuple[type, ...] = STRINGS
    certify: bool = False
    fetches: bool = False  # each fetch counts, with its place

    def with_fetches(self) -> Believing:
        """The same, with all that `fetches` tells."""
        return replace(self, fetches=True)

    def without_certificates(self) -> Believing:
        """The same atoms, one call each: for partial values, which no plain call can be given."""
        return replace(self, certify=False)

    def observed(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        context: Context,
        *,
        catch: Catch = (),
        where: bool = False,
    ) -> Observation[Any]:
        """Observe a call, and see whether the plain call agrees. Raises what the call raises and `catch` does not."""
        if not self.certify:
            return self._call(function, context, where, catch).made(args, dict(kwargs))
        observation = self._call(function, context, where, BaseException).made(args, dict(kwargs))
        error = observation.error
        if not isinstance(error, (StrictCheckError, *INTERRUPTIONS)) and observation._is_repeatable():
            certifier = Certifier(observation)
            if certifier.difference is not None:
                raise Disagreement(certifier)
            observation._verified = True
        if error is not None and (not isinstance(error, catch) or isinstance(error, INTERRUPTIONS)):
            error.observation = observation  # type: ignore[attr-defined]
            raise error
        return observation

    def _call(self, function: Callable[..., Any], context: Context, where: bool, catch: Catch) -> Call:
        options = Options.of(self.atoms, where=where or self.fetches, watch=(), count=self.fetches)
        return Call(function, context, options, catch)

    def replay(self, observation: Observation[Any]) -> None:
        """See whether the call does the same on the partial value of its demand, if certificates are asked for."""
        if not self.certify or not observation._is_repeatable():
            return
        try:
            with unnoticed():
                observation.replay()
        except NotCertified as error:
            self._check_repeats(observation)
            message = f"{error}\ncertify=False makes the one call only, for a function with side effects"
            raise Void(NotCertified(message, "replay")) from error

    def _check_repeats(self, observation: Observation[Any]) -> None:
        """See whether the call goes another way on the very arguments that it had, which tells more than a replay."""
        try:
            Certifier(observation).check_deterministic()
        except NotDeterministic as error:
            raise Void(error) from error


ONE_CALL = Believing()


def adapting(certify: bool | None, check: Callable[[Believing], T]) -> T:
    """The result of `check`, made with strings as atoms, and once more with numbers too if observed calls go wrong.

    Raises `NotCertified` where that does not help, and `NotDeterministic` for a function that disagrees with itself.
    """
    certify = certifying(certify)
    for level, atoms in enumerate(LEVELS, 1):
        try:
            with one_loop():
                return check(Believing(atoms, certify))
        except Disagreement as found:
            found.certifier.check_deterministic()
            if level == len(LEVELS) or not _is_mended(found.certifier, LEVELS[level]):
                _refuse(found.certifier)
        except Void as found:
            raise found.error from None
    raise AssertionError("the last level returns or raises")


def _is_mended(certifier: Certifier, atoms: tuple[type, ...]) -> bool:
    return certifier.again(atoms)[1]


def _refuse(certifier: Certifier) -> None:
    try:
        certifier.check()
    except NotCertified as error:
        raise NotCertified(f"cannot tell: {error}", error.certificate) from None
