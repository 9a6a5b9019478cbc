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

import ast
import functools
import gc
import linecache
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any
from weakref import WeakValueDictionary

from strictcheck.errors import NothingChecked
from strictcheck.thunks.call_stack import Where, is_own, where_forced


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
        self._ran = set[str]()
        self._reasons: dict[tuple[Where, str], str | None] = {}

    def note(self, assertion: str, told: str | None) -> None:
        """Note a call of an assertion that has passed, and what is told of it if it could not have failed."""
        place = where_forced(())[0], assertion
        if self._reasons.get(place, "") is not None:
            self._reasons[place] = told

    def vacuous(self, case: str) -> list[NothingChecked]:
        """Return an error for each line with an assertion that could not have failed in any case, after all."""
        self._ran.add(case)
        if len(self._ran) < self.cases:
            return []
        return [NothingChecked(told, place) for (place, _), told in self._reasons.items() if told is not None]


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


def conclude_comparison(caller: FrameType, what: str, reason: str | None) -> None:
    """Conclude likewise of a comparison, which checks nothing either where it is a statement by itself."""
    if is_in_test() and reason is None and caller.f_lineno in _lines_in(caller.f_code.co_filename).dropped:
        reason = f"the answer is dropped; write assert before it, at line {caller.f_lineno}"
    conclude_in_test(caller, what, reason)


def is_all_of_a_test(caller: FrameType) -> bool:
    """True in a test that does nothing but such calls, and drops what they return."""
    code = caller.f_code
    is_test = is_in_test() and code.co_name.startswith("test") and "<locals>" not in code.co_qualname
    return is_test and caller.f_lineno in _lines_in(code.co_filename).observing_alone


def is_asserted_alone(caller: FrameType) -> bool:
    """True in a test, at an assertion of one value that is not compared: `assert demand`, or unittest's."""
    if not is_in_test():
        return False
    return caller.f_code.co_name == "assertTrue" or caller.f_lineno in _lines_in(caller.f_code.co_filename).alone


def uncalled_in(file: str, test: str, names: Mapping[str, Any]) -> list[str]:
    """Return advice on each assertion or check of the library that a test in a file names and does not call.

    `names` are those of its module.
    """
    return [
        f"{expression} is not called, at line {line}, so it checks nothing; write {expression}(...)"
        for line, expression in _lines_in(file).uncalled.get(test, ())
        if _is_assertion(names, expression)
    ]


def _is_assertion(names: Mapping[str, Any], expression: str) -> bool:
    first, *rest = expression.split(".")
    named: Any = functools.reduce(lambda value, name: getattr(value, name, None), rest, names.get(first))
    is_named_so = getattr(named, "__name__", "").startswith(("assert_", "check_"))
    is_ours = is_named_so and str(getattr(named, "__module__", "")).startswith("strictcheck.")
    return is_ours or (expression.startswith("observe(") and expression.endswith((").verify", ").replay")))


class _Lines:
    """Lines of a file with comparisons whose answers are dropped, assertions of one value, and tests of nothing.

    `uncalled` has what is named in a function, as a statement or asserted, and not called, with its lines.
    """

    def __init__(self, file: str) -> None:
        self.dropped, self.alone, self.observing_alone = set[int](), set[int](), set[int]()
        self.uncalled: dict[str, list[tuple[int, str]]] = {}
        if file.startswith("<"):  # a doctest shows its answers
            return
        with suppress(SyntaxError):  # it is no Python, or not any more
            for node in ast.walk(ast.parse("".join(linecache.getlines(file)))):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Compare):
                    self.dropped.update(_lines_of(node))
                elif isinstance(node, ast.Assert) and _is_one_value(node.test):
                    self.alone.update(_lines_of(node))
                elif isinstance(node, FUNCTIONS) and node.name.startswith("test"):
                    self.uncalled.setdefault(node.name, []).extend(_names_alone(node))
                    self.observing_alone.update(_lines_of(node) if _only_observes(node) else ())


FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
EFFECTS = ast.Assert, ast.With, ast.AsyncWith, ast.Try, ast.Raise, ast.Return, ast.Yield, ast.AugAssign, ast.Delete


def _names_alone(function: Any) -> Iterator[tuple[int, str]]:
    """Yield names that stand alone, and those in code of the function that never runs, with their lines."""
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    inner = [node for node in ast.walk(function) if isinstance(node, FUNCTIONS) and node is not function]
    unused = [node for node in inner if node.name not in used and not node.decorator_list]
    for node in ast.walk(function):
        value = node.value if isinstance(node, ast.Expr) else node.test if isinstance(node, ast.Assert) else None
        is_lazy = isinstance(value, ast.Call) and _name_called(value) in ("map", "filter", "partial")
        never_runs = isinstance(value, ast.GeneratorExp) or is_lazy or node in unused
        for named in ast.walk(node) if never_runs else [value]:
            if isinstance(named, (ast.Name, ast.Attribute)):
                yield named.lineno, ast.unparse(named)


def _lines_of(node: Any) -> range:
    return range(node.lineno, (node.end_lineno or 0) + 1)


def _is_one_value(node: ast.expr) -> bool:
    """True unless it compares, or is a difference: that there is one is worth an assertion."""
    is_joined = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr))
    return is_joined or isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))


def _only_observes(function: Any) -> bool:
    """True if all statements of a function that could fail, or do anything, observe a call and drop the observation."""
    nodes = [*ast.walk(function)]
    values = [node.value for node in nodes if isinstance(node, ast.Expr)]
    calls = [value.value if isinstance(value, ast.Await) else value for value in values]
    called = {_name_called(call) for call in calls if isinstance(call, ast.Call)}
    return called == {"observe"} and not any(isinstance(node, EFFECTS) for node in nodes)


def _name_called(call: ast.Call) -> str:
    """Return the name of a function without its module; of `asyncio.run(f(x))`, of the one that is run."""
    name: str = getattr(call.func, "attr", getattr(call.func, "id", ""))
    waited = call.args[0] if name == "run" and call.args else None
    return _name_called(waited) if isinstance(waited, ast.Call) else name


_lines_in = functools.lru_cache(512)(_Lines)


def _is_one_of_many() -> bool:
    """True in a test of Hypothesis, which draws other inputs, too."""
    hypothesis: Any = sys.modules.get("hypothesis")
    return hypothesis is not None and hypothesis.currently_in_test_context()
