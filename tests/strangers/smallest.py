"""The demands of a call, compared with the smallest ones that somebody wrote down by hand."""

from __future__ import annotations

from typing import Any

from strangers.calls import Call
from strangers.describing import slots_of, vars_of
from strangers.findings import Finding
from strictcheck import Demand, nf, observe
from strictcheck.errors import DemandError

__all__ = ["classes_in", "compare_demands"]


def compare_demands(call: Call, atoms: Any, finding: Finding) -> None:
    """Compare the demands with the smallest ones, which somebody wrote down by hand."""
    function, args, kwargs = call.make()
    try:
        observation = observe(function, *args, context=nf, atoms=atoms, catch=Exception, **kwargs)
    except BaseException:
        return
    assert call.exact is not None
    if len(call.exact) != len(observation.demands):
        raise ValueError(f"{finding.name}: {len(call.exact)} demands are written down, {observation!r} has others")
    for (argument, actual), exact in zip(observation.demands.items(), call.exact, strict=True):
        if exact is not None and str(actual) != exact:
            finding.demand = relation(actual, exact, classes_in((args, kwargs)))
            finding.demand_cause = f"{argument}: {actual}; smallest: {exact}"


def relation(actual: Demand, exact: str, classes: dict[str, type]) -> str:
    """Return how the actual demand relates to the smallest one."""
    try:
        smallest = Demand.parse(exact, classes)
        return "larger" if smallest <= actual else "smaller" if actual <= smallest else "other"
    except DemandError:  # two that describe no value in common
        return "other"


def classes_in(value: Any) -> dict[str, type]:
    """Return the classes of a value and its parts, by name."""
    found: dict[str, type] = {}
    seen: set[int] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if id(part) not in seen:
            seen.add(id(part))
            found[type(part).__name__] = type(part)
            todo += [*vars_of(part).values(), *slots_of(part).values()]
            todo += part.values() if isinstance(part, dict) else part if isinstance(part, (list, tuple)) else []
    return found
