"""Replays: calls on partial values of their own demands, which have to come out as the calls themselves did."""

from __future__ import annotations

from functools import partial
from threading import get_ident
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.errors import NotCertified
from strictcheck.messages import shown
from strictcheck.observation.demand_of_record import joint_demand
from strictcheck.observation.partial_values import WIDE, PartialBuilder, build_all

Observed = Any  # an `Observation`, whose module imports this one


class Touch(NamedTuple):
    """Touch of a hole: argument, path, and the thread that has touched it."""

    argument: str
    path: tuple[Any, ...]
    thread: int


def partial_arguments(observation: Observed, touched: list[Touch]) -> dict[str, Any]:
    """Rebuild the arguments of a call from its demands; arguments that share a part are rebuilt together.

    Each touch of a hole is added to `touched`.
    """
    values, demands = observation._arguments.values, observation.demands
    names = list(demands)

    def note(name: str, path: tuple[Any, ...]) -> None:
        touched.append(Touch(name, path, get_ident()))

    if not observation._record.edges:
        builders = [PartialBuilder(demands[name], values[name], WIDE, partial(note, name)) for name in names]
        return dict(zip(names, build_all(builders), strict=True))
    whole, demand = [values[name] for name in names], joint_demand(observation._record.logs)
    together = PartialBuilder(demand, whole, WIDE, lambda path: note(names[path[0]], path[1:]))
    return dict(zip(names, build_all([together])[0], strict=True))


def check_replay(observation: Observed, again: Observed) -> None:
    """Raise `NotCertified` if a call and its replay differ in result, exception or demand, or holes were touched."""
    _check_same("result", observation.result_demand, again.result_demand, again.error)
    for name, demand in observation.demands.items():
        _check_same(name, demand, again.demands[name], again.error)
    if type(observation.error) is not type(again.error):
        message = f"replay raised {shown(again.error)}, the call {shown(observation.error)}"
        raise NotCertified(message, "replay") from again.error
    refuse_touched(observation, again._touched)


def refuse_touched(observation: Observed, touched: list[Touch]) -> None:
    """Raise `NotCertified` if a replay has `touched` holes, though it came out as the call did."""
    if touched:
        name, path, _ = touched[0]
        raise NotCertified(
            f"cannot tell: {observation.name} looks at more of {expression(name, observation.demands[name], path)} "
            "where nobody observes it: later, in a task, a callback or a thread\n"
            "wait for that before the call is over; or, if the call alone is meant, pass certify=False",
            "complete",
        )


def _check_same(what: str, first: Demand, again: Demand, error: BaseException | None) -> None:
    if not first.looks_like(again):
        from strictcheck.pictures import compared

        path = next(iter(first - again or again - first), ())
        picture = "\n".join(compared(what, ("call", first), ("replay", again)))
        sentence = f"replay looked differently at {what}, first at {expression(what, first, path)}"
        raise NotCertified(f"{sentence}\n{picture}", "replay") from error
