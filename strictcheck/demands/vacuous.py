"""Could this comparison of demands have come out otherwise? Reasons why not, for tests: see `strictcheck.unused`."""

from __future__ import annotations

from typing import Any

from strictcheck.demands import order
from strictcheck.demands.fitting import is_all, is_closed
from strictcheck.kinds.table import kind_of
from strictcheck.messages import show_path
from strictcheck.thunks.classes import is_thunk_class

Demand = Any  # whose module imports this one

BOTTOM = "the left side is _, which is below every demand; write the parts that are to be looked at"
ALL = "the right side is all of a value, so that nothing could be above it; write _ for the parts to be left alone"
ITSELF = "a demand is compared with itself; write what is to be looked at, Demand.parse('[1, _]')"
ANY_LOOK = (
    "every demand is true but _, whatever was looked at; compare it, assert observe(f, x).demand == "
    "Demand.parse('[1, _]'), or with != Demand()"
)
ASK = "pass context=take(1), or context=nf, to observe"


def _observation(demand: Demand) -> Any:
    """Return the observation that a demand comes from, if that is still there; or None."""
    return demand._origin[0]() if hasattr(demand, "_origin") else None


def why_below(low: Demand, high: Demand) -> str | None:
    """Return why `low <= high`, of which one was observed, had to be true; None if it could be false."""
    if low is high:
        return ITSELF
    observation, other = _observation(low), _observation(high)
    if observation is None or other is not None:  # of two observed ones, either may change
        return BOTTOM if other is not None and not low else None
    if observation._is_left_for_later() and not order.leq(high._tree, low._tree):
        return f"the result of {observation.name} is lazy and was not asked; {ASK}"
    return ALL if is_closed(low._tree) and is_all(high._tree) else None


def no_part(demand: Demand, path: tuple[Any, ...]) -> str | None:
    """Return that the value that was observed has no part at `path`, so that no call could look at it; or None."""
    observation = _observation(demand)
    if observation is None or _may_have(observation._arguments.values[demand._origin[1]], path):
        return None
    nothing = f"{demand._origin[1]} has no part at {show_path(path)}, so no call could look at it"
    return f"{nothing}; is the path right? A key that is asked for in vain is no part, but in the demand: 'key': absent"


def _may_have(value: Any, path: tuple[Any, ...]) -> bool:
    """True if `value` has a part at `path`, or if nobody can tell, as of an iterator, an object or a function."""
    for step in path:
        cls: type = type(value)
        kind = kind_of(cls)
        if is_thunk_class(cls) or kind.is_lazy or kind.has_attributes or kind.is_opaque or not kind.is_data:
            return True
        try:
            value = kind.peek(value, step)
        except LookupError:
            return False
    return True
