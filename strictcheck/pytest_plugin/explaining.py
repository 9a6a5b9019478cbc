"""Explanations of failed comparisons: the first path at which two demands differ, the line that looked, a picture.

Values are asked for their type only, never by `isinstance`, which would force a thunk.
"""

from __future__ import annotations

import functools
import reprlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from _pytest.assertion import rewrite

from strictcheck.demands import Demand
from strictcheck.demands.fitting import origin_of
from strictcheck.errors import DemandError
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.observation.lazy_results import parts_within
from strictcheck.pytest_plugin.golden import GoldenDemand, classes_in
from strictcheck.specs.differences import SHORT, Side, describe, picture_of_both
from strictcheck.thunks.call_stack import from_outside
from strictcheck.thunks.proxy import is_thunk

COMPARISONS = ("==", "<=", ">=", "<", ">")
ENOUGH = 10_000  # most parts of a value that are searched for thunks
UPDATE = "pytest --demand-update keeps what it looks at now"


def explain(op: str, left: Any, right: Any) -> list[str] | None:
    """Return the lines that explain why `left op right` is false; None if this is not about demands or thunks.

    >>> print(*explain("==", Demand.parse("[0, _]"), Demand.parse("[0, 1]")), sep="\\n")
    the right one also looks at [1]
      - right, + left
        it: list of 2
          [0]: 0
      -   [1]: 1
    """
    (found, now), (expected, name) = arranged(left, right)
    golden = next((one for one in (left, right) if _is_a(GoldenDemand, one)), None)
    if golden is not None and op != "==":
        return None
    if _is_a(Demand, found) and _is_a(Demand, expected):
        lines = compare_sides(op, side_of(found, now), side_of(expected, name)) if op in COMPARISONS else []
    elif golden is not None and _is_a(Demand, found):
        lines = _unlike(golden, found)
    elif golden is None and (_is_a(ThunkPicture, left) or _is_a(ThunkPicture, right)):
        return [f"{_show(left)} {op} {_show(right)}", "(_ is what nobody has looked at)"]
    else:
        return None
    if golden is not None:
        lines.insert(
            1, f"  {'if that is meant, ' * (golden.kept is not None)}{UPDATE}"
        )  # pytest cuts long explanations off
    return "\n".join(lines).splitlines() or None  # the place may have a line of its own


def arranged(left: Any, right: Any) -> tuple[tuple[Any, str], tuple[Any, str]]:
    """Return what was found and what was expected, the golden demand or else the right side, each with its name."""
    if _is_a(GoldenDemand, left):
        left, right = right, left
    if _is_a(GoldenDemand, right):
        return (left, "now"), (right.kept, "golden demand")
    return (left, "left"), (right, "right")


def side_of(demand: Demand, name: str) -> Side:
    """Make the side of a demand in a comparison; after its function, if that is known."""
    observation, argument = origin_of(demand)
    if observation is None:
        called = {"left": "left one", "right": "right one", "now": "call", "learned": "learned one"}.get(name, name)
        return Side(name, demand, None, argument, f"the {called}", name == "golden demand")
    picture_name = f"{name} ({observation.name})" if name in ("left", "right") else name
    return Side(picture_name, demand, observation, argument, observation.name)


class ThunkPicture:
    """Picture of a value with thunks in it, for an explanation: it shows how far they were forced."""

    def __init__(self, value: object) -> None:
        self._text = forced_part(value).pretty()

    def __repr__(self) -> str:
        return self._text


def without_thunks(value: object) -> Any:
    """Return `value`, or a picture of it if there are thunks in it, for all plugins get the values of an explanation.

    >>> from strictcheck import delay
    >>> without_thunks([1, delay(list)]), without_thunks([1])
    ([1, _], [1])
    """
    return ThunkPicture(value) if any(map(is_thunk, parts_within(value, ENOUGH))) else value


def _is_a(cls: type, value: object) -> Any:
    """Test as `isinstance` does, but without asking `value` itself."""
    return issubclass(type(value), cls)


def _unlike(golden: GoldenDemand, found: Demand) -> list[str]:
    """Explain that nothing is kept yet, or something that cannot be read."""
    now = found.pretty(max_layers=SHORT)
    if golden.kept is None:
        return [f"there is no {golden!r} yet", f"  + now  {now}"]
    return [f"the {golden!r} cannot be read any more", f"  - golden demand  {golden.kept}", f"  + now            {now}"]


def compare_sides(op: str, left: Side, right: Side) -> list[str]:
    """Explain why `left op right` is false: a sentence about the first difference, and a picture of both."""
    how = {"<": "<=", ">": ">="}.get(op, op)
    same = "both look at the same" if left.demand == right.demand else "iter() without a pull is the only difference"
    return describe(right, left, how) or [
        f"{same}, which the assertion denies"
        if op == "==" and left.demand == right.demand
        else f"{same}, so it is not {op}",
        *picture_of_both(left.argument or right.argument, right, left),
    ]


def explain_more(now: Demand, text: str, known: Mapping[str, Any]) -> list[str]:
    """Explain what is in a demand and not in the one that is kept. Raises `DemandError` if it is of another value."""
    try:
        kept = Demand.parse(text, {**known, **dict(classes_in(now))})
    except DemandError:
        return [] if str(now) == text else [f"- {text}", f"+ {now}"]
    return [] if now | kept <= kept else compare_sides("<=", side_of(now, "now"), side_of(kept, "learned"))


def _show(value: Any) -> str:
    """Write a value in one line, thunks as far as they were forced."""
    return repr(value) if _is_a(ThunkPicture, value) else reprlib.repr(value)


def show_from_outside(config: pytest.Config) -> None:
    """Let explanations force nothing until `config` ends.

    pytest has no hook around its explanations as a whole, only one for comparisons, and before it calls that it has
    looked at each value's class. So the functions that rewritten assertions call are wrapped here. They are called for
    failures only. If a version of pytest lacks one of these functions, there is nothing to wrap.
    """
    for name, wrap in EXPLAINING.items():
        function = getattr(rewrite, name, None)
        if function is not None:
            setattr(rewrite, name, functools.wraps(function)(wrap(function)))
            config.add_cleanup(functools.partial(setattr, rewrite, name, function))


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the function that hands both sides to the hooks of all plugins, which may do more than call `repr`."""

    @from_outside()
    def wrapper(ops: Any, results: Any, expls: Any, each_obj: Any) -> Any:
        return function(ops, results, expls, [without_thunks(value) for value in each_obj])

    return wrapper


EXPLAINING: dict[str, Callable[[Callable[..., Any]], Any]] = {
    "_saferepr": from_outside(),
    "_format_assertmsg": from_outside(),
    "_should_repr_global_name": from_outside(),
    "_call_reprcompare": _comparison,
}
