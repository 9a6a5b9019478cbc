"""Tests that check nothing: objects that were made and not used, and assertions that could not have failed.

`max_forced(10)` wants a `with`, an answer wants a reader. Nobody can raise when one is made and forgotten: Python warns
when it is freed, and pytest's plugin fails the test. Neither can an assertion that is named and not called.

`conclude` is called by each assertion that has passed. If it could not have failed in this call, such as on an empty
list, it raises `NothingChecked`. Within a test under pytest it waits for the end: a test may try the empty list among
others, by parameters, in a loop or under Hypothesis, and each line with an assertion needs but one call in which it
could fail. A generator function that nobody asks for an element is refused at once, unless the test has parameters: it
may be one of these. `unittest` tells at the end of a test case with Hypothesis; of Hypothesis alone, nobody tells.
"""

from __future__ import annotations

import gc
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any
from weakref import WeakValueDictionary

from strictcheck.errors import NothingChecked
from strictcheck.thunks.call_stack import is_own, where_forced
from strictcheck.unused_in_source import has_same_sides, line_unread, source_of


class _SinceLastTime:
    """Objects made since `take_unused` was called, and the advice on those that were freed unused."""

    def __init__(self) -> None:
        self.made: WeakValueDictionary[int, MustUse] = WeakValueDictionary()  # by id, for some cannot be hashed
        self.advice: list[str] = []
        self.observations = deque[Any](maxlen=2)  # the last two, which a comparison may be of


_times = [_SinceLastTime()]


class MustUse:
    """Base of objects that do nothing until they are entered, called or awaited; `_advice` says how."""

    _advice: str
    _is_in_use = True  # of one whose arguments were refused
    _time: _SinceLastTime

    def _wait_for_use(self, what: str, advice: str) -> None:
        state = {"_advice": f"{what} was made and never used, so it does nothing; {advice}", "_time": _times[-1]}
        for name, value in (state | {"_is_in_use": False}).items():
            object.__setattr__(self, name, value)  # some are frozen dataclasses
        self._time.made[id(self)] = self

    def _note_use(self) -> None:
        object.__setattr__(self, "_is_in_use", True)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the notes on use: copies and pickles are somebody's use of it."""
        return {name: value for name, value in vars(self).items() if name not in ("_advice", "_time", "_is_in_use")}

    def __del__(self) -> None:
        if not self._is_in_use and not sys.is_finalizing():  # a module may keep one for another run
            self._time.advice.append(self._advice)
            warnings.warn(self._advice, RuntimeWarning, stacklevel=2)


class MustRead(MustUse):
    """Base of answers that somebody has to read: reading any public attribute counts, as `bool` and `repr` do."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_"):
            MustUse._note_use(self)
        return super().__getattribute__(name)


def take_unused(kept: Iterable[Any] = ()) -> list[str]:
    """Return the advice on each object that was made since the last call, and freed unused, or is `kept` unused."""
    time = _times.pop()
    _times.append(_SinceLastTime())  # what is freed later belongs to the test that made it
    if not all(one._is_in_use for one in time.made.values()):
        gc.collect()  # it may be part of a cycle
    for one in kept:
        if issubclass(type(one), MustUse) and not one._is_in_use:
            one._note_use()  # it is told once
            time.advice.append(one._advice)
    return time.advice


class LastingReason(str):
    """Reason that holds of a function, whatever its arguments are."""

    __slots__ = ()


class AssertionLog:
    """Assertions of a test, in all cases, by their lines: why they could not have failed, or None once one could."""

    def __init__(self, cases: int = 1) -> None:
        self.cases = cases
        self.reasons: dict[tuple[str, str], str | None] = {}
        self._ran = set[str]()

    def note(self, assertion: str, told: str | None) -> None:
        """Note a call of an assertion that has passed, and what is told of it if it could not have failed."""
        place = where_forced(())[0]
        self.add({(str(place) if place else "", assertion): told})

    def add(self, reasons: Mapping[tuple[str, str], str | None]) -> None:
        """Add calls, perhaps of another process, by their lines."""
        self.reasons |= {line: told for line, told in reasons.items() if self.reasons.get(line, "") is not None}

    def has_nothing(self) -> bool:
        """True if all cases have run, and no assertion has passed in any of them."""
        return not self.reasons and len(self._ran) >= self.cases

    def vacuous(self, case: str) -> list[NothingChecked]:
        """Return an error for each line with an assertion that could not have failed in any case, after all."""
        self._ran.add(case)
        if len(self._ran) < self.cases:
            return []
        return [NothingChecked(told, place) for (place, _), told in self.reasons.items() if told is not None]


_logs: list[AssertionLog | None] = [None]


@contextmanager
def noted_in(log: AssertionLog | None) -> Iterator[None]:
    """Let assertions in this block that could not have failed go on, and note them; with None they raise."""
    _logs.append(log)
    try:
        yield
    finally:
        _logs.pop()


def conclude(assertion: str, reason: str | None) -> None:
    """Raise `NothingChecked` if there is a `reason` why the assertion could not have failed, or note it for later.

    A reason that later calls of the same line cannot change is raised at once.
    """
    told = None if reason is None else f"{assertion} has checked nothing: {reason}"
    log = _logs[-1] or (_log_of_unittest() if _is_one_of_many() else None)
    can_wait = log is not None and (log.cases > 1 or not isinstance(reason, LastingReason))
    if told is not None and not can_wait and not _is_one_of_many():
        raise NothingChecked(told)
    if log is not None:
        log.note(assertion, told)


def _log_of_unittest() -> AssertionLog | None:
    """Return the log of the test case that `unittest` runs, if any. The case fails at its end if the log says so."""
    unittest: Any = sys.modules.get("unittest")
    frame: FrameType | None = sys._getframe()
    while frame is not None and (unittest is None or frame.f_code is not unittest.TestCase.run.__code__):
        frame = frame.f_back
    if frame is None:
        return None
    case, log = frame.f_locals["self"], AssertionLog()
    if vars(case).setdefault("_strictcheck_log", log) is log:
        case.addCleanup(_fail_if_vacuous, log)
    return vars(case)["_strictcheck_log"]


def _fail_if_vacuous(log: AssertionLog) -> None:
    for error in log.vacuous(""):
        raise error


def keep_in_test(observation: Any) -> None:
    """Keep an observation until the test ends: if an assertion on its demand fails, it tells function and line."""
    if is_in_test():
        _times[-1].observations.append(observation)


def is_in_test() -> bool:
    """True in a test under pytest, where what an assertion could not have noticed is told in the end."""
    return _logs[-1] is not None


def conclude_in_test(caller: FrameType, what: str, reason: str | None) -> None:
    """Conclude, if the caller is code of a test, that `what` stands there checks nothing, if there is a `reason`."""
    if is_in_test() and not is_own(caller):
        conclude(what, reason)


def conclude_comparison(caller: FrameType, what: str, reason: str | None, answer: bool) -> None:
    """Conclude likewise of a comparison, which checks nothing either where nobody reads its answer.

    Nor does one say much that is true of an expression and itself.
    """
    if is_in_test() and reason is None and (line := line_unread(caller)) is not None:
        reason = f"the answer is dropped, or not heard; write assert, at line {line}, where nothing swallows its error"
    elif is_in_test() and answer and reason is None and has_same_sides(caller):
        reason = "both sides are the same expression; compare with the demand that you expect"
    conclude_in_test(caller, what, reason)


def is_all_of_a_test(caller: FrameType) -> bool:
    """True in a test that does nothing but such calls, and drops what they return."""
    code = caller.f_code
    is_test = is_in_test() and code.co_name.startswith("test") and "<locals>" not in code.co_qualname
    return is_test and caller.f_lineno in source_of(code.co_filename).observing_alone


def is_asserted_alone(caller: FrameType) -> bool:
    """True in a test, at an assertion of one value that is not compared: `assert demand`, or unittest's."""
    if not is_in_test():
        return False
    return caller.f_code.co_name == "assertTrue" or caller.f_lineno in source_of(caller.f_code.co_filename).alone


def _is_one_of_many() -> bool:
    """True in a test of Hypothesis, which draws other inputs, too."""
    hypothesis: Any = sys.modules.get("hypothesis")
    return hypothesis is not None and hypothesis.currently_in_test_context()
