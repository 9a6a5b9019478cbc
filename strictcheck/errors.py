"""Errors of the library: what can go wrong while looking, and what an assertion or a check found.

Every error of the library derives from `StrictCheckError`, so that observed code that catches its own exceptions by
type does not catch ours by accident.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BlackHole",
    "DemandError",
    "DemandMismatch",
    "MissingExtra",
    "NotCertified",
    "SourceError",
    "SpecError",
    "StrictCheckError",
    "TooMuchForced",
    "Unevaluated",
]


class StrictCheckError(Exception):
    """The root of every error this library raises of its own accord."""


class Unevaluated(StrictCheckError):
    """A hole was touched: a part that is not in the demand the partial value was made of.

    `path` names the hole, as a tuple of field names, indices and keys.
    """

    def __init__(self, message: str, path: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class BlackHole(StrictCheckError):
    """A thunk needed its own value in order to compute it.

    `path` names the thunk within the observed argument, or is None outside an observation.
    """

    def __init__(self, message: str, path: tuple[Any, ...] | None = None) -> None:
        super().__init__(message)
        self.path = path


class SourceError(StrictCheckError):
    """A source raised `AttributeError` or `StopIteration`, which Python would have swallowed on the way out.

    The original exception is the `__cause__`.
    """


class DemandError(StrictCheckError, ValueError):
    """A demand that cannot be read, written, fitted to a value, or joined with another.

    `path` names the first part where two demands disagree that no single value could have given.
    """

    def __init__(self, message: str, path: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class DemandMismatch(StrictCheckError, AssertionError):
    """An assertion or a check about demand failed; the message names the first path that differs, and who forced it.

    A check that searches has a `counterexample`, as small as it could be made, and the `observation` of that call, if
    it is one call. A law of demand that does not hold is named by `law`, and the part where it first fails by
    `argument` and `path`.
    """

    def __init__(
        self,
        message: str,
        *,
        counterexample: Any = None,
        law: str | None = None,
        argument: str | None = None,
        path: tuple[Any, ...] = (),
    ) -> None:
        super().__init__(f"{law}: {message}" if law else message)
        self.counterexample = counterexample
        self.observation = getattr(counterexample, "observation", None)
        self.law = law
        self.argument = argument
        self.path = path


class NotCertified(DemandMismatch):
    """An observation that cannot be believed.

    `certificate` is the one that failed: `"verify"`, the plain call came out differently; `"replay"`, the call did so
    on the partial value of its own demand; or `"deterministic"`, it does not do the same twice.
    """

    def __init__(self, message: str, certificate: str = "deterministic") -> None:
        super().__init__(message)
        self.certificate = certificate


class TooMuchForced(StrictCheckError, AssertionError):
    """More was forced than a budget allows; raised at the forcing that went over it."""


class MissingExtra(StrictCheckError, ImportError):
    """A library is needed that is not installed; the message names the extra that brings it."""


class SpecError(StrictCheckError, ValueError):
    """A check that cannot be made: a spec that says nothing sensible, or arguments whose values are not known.

    The message names the parameter or the type, and says what to pass.
    """
