"""What can go wrong while looking, each with its own name.

Every error of the library derives from `StrictCheckError`, so that observed code that catches its own
exceptions by type does not catch ours by accident.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BlackHole",
    "CannotInfer",
    "DemandError",
    "DemandLawBroken",
    "DemandMismatch",
    "MissingExtra",
    "NoJoin",
    "NotCertified",
    "NotDeterministic",
    "NotSymbolic",
    "PropertyFailed",
    "SourceError",
    "SpecError",
    "SpecFailed",
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
    """A demand that cannot be read, written, or fitted to the value it is used on."""


class NoJoin(DemandError):
    """Two demands that no single value could have given; `path` names the first part where they disagree."""

    def __init__(self, message: str, path: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class CannotInfer(StrictCheckError, TypeError):
    """No strategy can be found for an argument; the message names the parameter, and says what to pass."""


class DemandMismatch(StrictCheckError, AssertionError):
    """An assertion about demand failed; the message names the first path that differs, and who forced it."""


class DemandLawBroken(DemandMismatch):
    """A law of demand does not hold; `law` names it, and `argument` and `path` the part where it first fails."""

    def __init__(self, law: str, message: str, argument: str | None = None, path: tuple[Any, ...] = ()) -> None:
        super().__init__(f"{law}: {message}")
        self.law = law
        self.argument = argument
        self.path = path


class NotCertified(DemandMismatch):
    """An observation that cannot be believed: what came of it is not what the plain call does, or not all it needs.

    `certificate` is the one that failed: `"verify"`, the plain call came out differently; or `"replay"`, the call did
    so on the partial value of its own demand.
    """

    def __init__(self, message: str, certificate: str) -> None:
        super().__init__(message)
        self.certificate = certificate


class TooMuchForced(StrictCheckError, AssertionError):
    """More was forced than a budget allows; raised at the forcing that went over it."""


class MissingExtra(StrictCheckError, ImportError):
    """A library is needed that is not installed; the message names the extra that brings it."""


class NotDeterministic(StrictCheckError):
    """A function that is checked did not do the same twice, called with the same arguments in the same context."""


class SpecError(StrictCheckError, ValueError):
    """A spec that says nothing sensible: a demand too few or too many, or one that the argument cannot have."""


class SpecFailed(DemandMismatch):
    """A call looked at more, or at less, than its spec expects.

    `counterexample` is the call, as small as it could be made; `observation` is what came of it. The message is the
    counterexample as plain text.
    """

    def __init__(self, counterexample: Any) -> None:
        super().__init__(str(counterexample))
        self.counterexample = counterexample
        self.observation = counterexample.observation


class NotSymbolic(StrictCheckError, TypeError):
    """An element that has nothing but an order, in an exhaustive check, was asked for its value."""


class PropertyFailed(StrictCheckError, AssertionError):
    """An exhaustive check found inputs on which a property does not hold.

    `counterexample` is the smallest of them, with a hole wherever the property did not look.
    """

    def __init__(self, message: str, counterexample: Any) -> None:
        super().__init__(message)
        self.counterexample = counterexample
