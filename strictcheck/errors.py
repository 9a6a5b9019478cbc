"""Errors of the library: failures of observations, of assertions and of checks.

Every error of the library derives from `StrictCheckError`, so that observed code that catches its own exceptions by
type does not catch ours by accident.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from strictcheck.messages import folded, with_place

__all__ = [
    "BadInput",
    "BlackHole",
    "DemandError",
    "DemandMismatch",
    "MissingExtra",
    "NotCertified",
    "NothingChecked",
    "SourceError",
    "SpecError",
    "StrictCheckError",
    "TooMuchForced",
    "Unevaluated",
]


def is_interruption(error: object) -> TypeGuard[BaseException]:
    """Return True for an exception from outside of what raises it: Ctrl-C, an exit, the time limit of a test runner.

    These are not of class `Exception`; neither are panics of libraries in Rust, which are outcomes.
    """
    is_outside = isinstance(error, BaseException) and not isinstance(error, Exception)
    return is_outside and type(error).__module__ != "pyo3_runtime"


class StrictCheckError(Exception):
    """Base of every error that this library raises of its own accord."""


class _ErrorAtPath(StrictCheckError):
    """Error that has the `path` of a part, as a tuple of field names, indices and keys."""

    def __init__(self, message: str, path: Any = ()) -> None:
        super().__init__(message)
        self.path = path


class Unevaluated(_ErrorAtPath):
    """Touch of a hole: a part that is not in the demand of which the partial value was made.

    `path` names the hole.
    """


class BlackHole(_ErrorAtPath):
    """Thunk that needs its own value to compute it.

    `path` names the thunk within the observed argument, or is None outside an observation.
    """


class SourceError(StrictCheckError):
    """`AttributeError` or `StopIteration` of a source, which Python would have swallowed on the way out.

    The original exception is the `__cause__`.
    """


class DemandError(_ErrorAtPath, ValueError):
    """Demand that cannot be read, written, fitted to a value, or joined with another.

    `path` names the first part where two demands disagree that no single value could have given.
    """


class DemandMismatch(StrictCheckError, AssertionError):
    """Failure of an assertion or a check about demand; the message names the first path that differs, and its line.

    A check that searches has a `counterexample`, as small as it could be made. Where two demands differ, `sides` are
    the expected and the actual one, each with its name.
    """

    def __init__(self, message: str, *, counterexample: Any = None, sides: tuple[Any, Any] | None = None) -> None:
        super().__init__(message)
        self.counterexample = counterexample
        self.sides = sides


class NotCertified(StrictCheckError):
    """Observation that cannot be believed, so that nobody can tell: no `DemandMismatch`, and no `AssertionError`.

    `certificate` is the one that failed: `"verify"`, the plain call had another outcome; `"replay"`, the call on the
    partial value of its own demand had; `"deterministic"`, two equal calls differ; or `"complete"`, the call looks at
    more in the background, in a task, a callback or a thread, or has left one running, which may.
    """

    def __init__(self, message: str, certificate: str = "deterministic") -> None:
        super().__init__(message)
        self.certificate = certificate


class TooMuchForced(StrictCheckError, AssertionError):
    """Forcing beyond the limit of a budget; raised at the first one."""


class MissingExtra(StrictCheckError, ImportError):
    """Library that is needed and not installed; the message names the extra that brings it."""


class SpecError(StrictCheckError, ValueError):
    """Check that cannot be made: an invalid spec, or arguments whose values are unknown.

    The message names the parameter or the type, and says what to pass.
    """


class NothingChecked(SpecError):
    """Assertion or check that could not have failed, whatever the function does.

    No `DemandMismatch`: a test that expects one, with `pytest.raises`, is not to pass on this. In a test under pytest,
    and in one of Hypothesis under `unittest`, what other arguments could mend, such as an empty list, is told when the
    test ends: `pytest.raises` does not see it.
    The advice, after a semicolon in `message`, stands on a line of its own; before it the `place`, if that is known.
    """

    def __init__(self, message: str, place: object = None) -> None:
        sentence, _, advice = message.partition("; ")
        # Whoever prints an exception wraps it. One with a place is told by pytest when the test ends, as it is here.
        first = sentence if place is None else with_place(sentence, place)
        last = f"  {advice}" if place is None else folded(f"  {advice}")
        super().__init__(f"{first}\n{last}" if advice else first)


class BadInput(StrictCheckError, ValueError):
    """Argument or file of a command that cannot be used; the message is one line that says what to do."""
