"""One call, made plainly and under observation: how the two differ."""

from __future__ import annotations

import builtins
import decimal
import fractions
import re
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from strangers.calls import Call
from strangers.describing import describe, name_of
from strangers.findings import AUTO, STRINGS, Finding
from strangers.smallest import classes_in, compare_demands
from strictcheck import Observation, nf, observe, whnf
from strictcheck.kinds.unwrapping import unwrap

__all__ = ["described", "measure", "outcome_of"]

NAMES = {**vars(builtins), **vars(decimal), **vars(fractions)}
NAMES |= {"OrderedDict": OrderedDict, "defaultdict": defaultdict, "deque": deque, "object": object}
CONTAINERS = {list, tuple, dict, set, frozenset}
HINT = re.compile(r"atoms=\(([\w., ]*)\)")


def measure(name: str, call: Call, atoms: Any = STRINGS) -> Finding:
    """Make the call plainly, and observed in each context, and return how they differ."""
    finding = Finding(name)
    plain = plain_outcome(call)
    if plain != plain_outcome(call):
        finding.add("unfit", shorten(plain))
        return finding
    for context in (nf, whnf):
        compare(call, context, atoms, plain, finding)
    compare_arguments_left(call, atoms, finding)
    if call.exact is not None and not finding.containers:
        compare_demands(call, atoms, finding)
    return finding


def plain_outcome(call: Call) -> Any:
    """Return the description of the result, or the class of the exception."""
    function, args, kwargs = call.make()
    return described(lambda: function(*args, **kwargs))


def described(made: Callable[[], Any]) -> Any:
    try:
        return describe(made()).value
    except Exception as error:  # of the call, or of an iterator that it returns
        return raised(error)


def raised(error: Exception) -> Any:
    """Return the class of an exception; of a class of this library's, the one that it stands for."""
    cls = next(cls for cls in type(error).__mro__ if not cls.__module__.startswith("strictcheck"))
    return ("raises", name_of(cls))


def compare(call: Call, context: Any, atoms: Any, plain: Any, finding: Finding) -> None:
    """Observe the call in one context, replay it, and note all that is not as in the plain call."""
    function, args, kwargs = call.make()
    before = describe((args, kwargs), consume=False).value
    try:
        observation = observe(function, *args, context=context, atoms=atoms, catch=Exception, **kwargs)
    except BaseException as error:
        note_loud(call, context.__name__, error, finding)
        return
    finding.containers |= atoms == AUTO and not CONTAINERS.isdisjoint(getattr(observation, "atoms", ()))
    after = describe((args, kwargs), consume=False)
    if after.thunks or after.value != before:
        finding.add("changed", f"{context.__name__}: {difference(before, after.value)} {' '.join(after.thunks[:1])}")
    outcome, thunks = outcome_of(observation, context)
    if thunks and (plain[0] == "raises" if observation.error is not None else context is nf):
        finding.add("thunk", f"{context.__name__}: at {thunks[0]}")
    if outcome != plain:
        note_difference(call, context.__name__, observation, plain, outcome, finding)
    elif (mismatch := replay_mismatch(observation)) is not None:
        finding.add("replay", f"{context.__name__}: {mismatch}")


def outcome_of(observation: Observation[Any], context: Any = nf) -> tuple[Any, list[str]]:
    if (error := observation.error) is not None:
        return raised(error), describe([str(error), error.args]).thunks
    result = observation.result
    try:
        found = describe(result if context is nf else unwrap(result, force_all=True))
    except Exception as error:
        return raised(error), []
    return found.value, found.thunks


def note_difference(call: Call, context: str, observation: Any, plain: Any, outcome: Any, finding: Finding) -> None:
    """Tell a loud difference from a silent one."""
    if observation.error is not None:
        note_loud(call, context, observation.error, finding)
    else:
        finding.add("silent", f"{context}: {difference(plain, outcome)}")
        finding.noticed = verify_notices(observation)


def note_loud(call: Call, context: str, error: BaseException, finding: Finding) -> None:
    """Take note of an exception that only the observed call raises, and see what the library's hint is worth."""
    finding.add("loud", f"{context}: {line_of(error)}")
    notes = notes_of(call)
    if "atoms" not in notes:
        finding.hint = "none"
    elif not finding.hint:
        finding.hint = "works" if hint_works(call, notes) else "fails"


def notes_of(call: Call) -> str:
    """Return the notes of the exception that the observed call raises, with strings as atoms."""
    function, args, kwargs = call.make()
    try:
        observe(function, *args, context=nf, atoms=STRINGS, **kwargs)
    except BaseException as error:
        return " ".join(getattr(error, "__notes__", ()))
    return ""


def verify_notices(observation: Any) -> bool | None:
    """Return True if `verify` raises or answers no; None while there is no `verify`."""
    if not hasattr(observation, "verify"):
        return None
    try:
        return observation.verify() is False
    except Exception:
        return True


def hint_works(call: Call, notes: str) -> bool:
    """Return True if the call is transparent with the atoms that a note names."""
    for names in HINT.findall(notes):
        _, args, kwargs = call.make()
        known = {**classes_in((args, kwargs)), **NAMES}
        classes = [known.get(name.strip().split(".")[-1]) for name in names.split(",") if name.strip()]
        if classes and None not in classes:
            function, args, kwargs = call.make()
            observation = observe(function, *args, context=nf, atoms=tuple(classes), catch=Exception, **kwargs)
            return bool(outcome_of(observation)[0] == plain_outcome(call))
    return False


def replay_mismatch(observation: Observation[Any]) -> str | None:
    """Return the message of a replay that came out otherwise; None if it did not."""
    try:
        observation.replay()
    except BaseException as error:
        return line_of(error, lines=4)
    return None


def compare_arguments_left(call: Call, atoms: Any, finding: Finding) -> None:
    """Compare how the call leaves its arguments: observed, it changes the copies that it got."""
    if finding.verdict in ("loud", "silent"):
        return
    function, args, kwargs = call.make()
    plain = described(lambda: left_by(function)(*args, **kwargs))
    function, args, kwargs = call.make()
    try:
        observation = observe(left_by(function), *args, context=nf, atoms=atoms, catch=Exception, **kwargs)
    except BaseException as error:
        note_loud(call, "arguments left", error, finding)
        return
    outcome, thunks = outcome_of(observation)
    if outcome != plain:
        note_difference(call, "arguments left", observation, plain, outcome, finding)
    elif thunks:
        finding.add("thunk", f"arguments left: at {thunks[0]}")


def left_by(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls it and returns the arguments with the result, but for iterators."""

    def calling(*args: Any, **kwargs: Any) -> Any:
        try:
            result = function(*args, **kwargs)
        except LookupError as error:
            result = type(error).__name__
        if isinstance(result, Iterator):
            result = list(islice(result, 100))
        return [result, [part for part in (*args, *kwargs.values()) if not isinstance(part, Iterator)]]

    return calling


def difference(plain: Any, outcome: Any, within: str = "") -> str:
    """Return the first part in which two descriptions differ, and of which class of object it is a part."""
    if isinstance(plain, (tuple, list)) and isinstance(outcome, (tuple, list)):
        if plain and isinstance(plain[0], str):
            within = plain[0]
        for one, other in zip(plain, outcome, strict=False):
            if one != other:
                return difference(one, other, within)
        plain, outcome = plain[len(outcome) :], outcome[len(plain) :]
    return f"in {within}: {shorten(plain)} comes out as {shorten(outcome)}"


def shorten(described: Any) -> str:
    text = re.sub(r"\s+", " ", str(described))
    return text if len(text) < 100 else text[:97] + "..."


def line_of(error: BaseException, lines: int = 1) -> str:
    text = " ".join(line.strip() for line in str(error).splitlines()[:lines])
    return f"{type(error).__name__}: {text}"[:300]
