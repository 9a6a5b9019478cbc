"""Observations open side by side and inside each other, driven at random against plain values.

A machine holds values, each with a plain twin, in several open blocks and calls; it does the same to a stand-in and to
its twin, and whatever it does, both answer alike, the record says no less than what was seen, and the user's objects
stay as they were. A long run: `STRICTCHECK_EXAMPLES=100000 python -m pytest -n0 tests/laws/test_state_machine.py`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule
from long_runs import examples
from shared_values import Point

from strictcheck import Demand, is_thunk, nf, observe, observing


class Box:
    def __init__(self, held: Any) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return self.held == other.held if isinstance(other, Box) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def doubled(self) -> Any:
        return [self.held, self.held]


_atoms = st.integers(-2, 3) | st.sampled_from(["", "ab", None, True, 1.5])
user_values = st.recursive(
    _atoms,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        | st.builds(Point, inner, inner)
        | st.builds(Box, inner)
    ),
    max_leaves=6,
)

# Each gives a part, or a new value; the second argument is a small number.
LOOKS: dict[str, Callable[[Any, int], Any]] = {
    "item": lambda x, n: x[n],
    "key": lambda x, n: x["abc"[n % 3]],
    "get": lambda x, n: x.get("abc"[n % 3]),
    "field": lambda x, n: (x.x, x.y)[n % 2],
    "held": lambda x, n: x.held,
    "method": lambda x, n: x.doubled(),
    "len": lambda x, n: len(x),
    "bool": lambda x, n: bool(x),
    "add": lambda x, n: x + n,
    "multiply": lambda x, n: x * (n % 3),
    "equal": lambda x, n: x == n,
    "equal to itself": lambda x, n: x == x,
    "contains": lambda x, n: n in x,
    "list": lambda x, n: list(x),
    "keys": lambda x, n: sorted(x.keys()),
    "slice": lambda x, n: x[:n],
    "class": lambda x, n: isinstance(x, (list, tuple, int)[n % 3]),
    "hash": lambda x, n: hash(x) == hash(x),
    "iterate": lambda x, n: [each for each, _ in zip(x, range(n), strict=False)],
    "copy": lambda x, n: copy.copy(x),
    "deep copy": lambda x, n: copy.deepcopy(x),
    "reversed": lambda x, n: list(reversed(x)),
    "string": lambda x, n: str(x) if isinstance(x, (int, str)) else "",
}
# These change the value they are given, or raise.
CHANGES: dict[str, Callable[[Any, int], Any]] = {
    "append": lambda x, n: x.append(n),
    "pop": lambda x, n: x.pop(),
    "set item": lambda x, n: x.__setitem__(n, n),
    "set key": lambda x, n: x.__setitem__("abc"[n % 3], n),
    "delete key": lambda x, n: x.__delitem__("abc"[n % 3]),
    "set field": lambda x, n: setattr(x, "x", n) if isinstance(x, Point) else x.none,
    "set held": lambda x, n: setattr(x, "held", n) if isinstance(x, Box) else x.none,
    "extend": lambda x, n: x.extend([n, n]),
    "sort": lambda x, n: x.sort(),
    "clear": lambda x, n: x.clear(),
    "update": lambda x, n: x.update(a=n),
}


@dataclass
class Block:
    """What a value was given to. Where another block looks into it, which copies as it looks, it must not change."""

    is_shared: bool = False
    is_over: bool = False


@dataclass
class Two:
    """A value in an observation, and the same without one."""

    seen: Any
    plain: Any
    within: Block


def both(function: Callable[[Any, int], Any], two: Two, number: int) -> Two | None:
    """What `function` gives for each, if it gives anything; fails unless they raise alike."""
    results: list[Any] = []
    for value in (two.seen, two.plain):
        try:
            results.append((function(value, number), None))
        except (TypeError, AttributeError):
            results.append((None, "missing"))  # a stand-in may say that in either way
        except Exception as error:
            results.append((None, type(error)))
    (seen, failed), (plain, expected) = results
    assert failed == expected
    return None if expected is not None else Two(seen, plain, two.within)


class Observations(RuleBasedStateMachine):
    values = Bundle("values")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[ExitStack, Any, Block]] = []
        self.given: list[tuple[Any, Any]] = []  # the user's objects, and copies of them
        self.sealed: list[tuple[Any, Demand]] = []
        self.sizes: dict[int, int] = {}

    @rule(target=values, value=user_values)
    def begin(self, value: Any) -> Two:
        """Open one more block, on a new value."""
        self.given.append((value, copy.deepcopy(value)))
        stack = ExitStack()
        seen = stack.enter_context(observing(value))
        self.open.append((stack, seen, Block()))
        return Two(seen.value, copy.deepcopy(value), self.open[-1][2])

    @rule(target=values, two=values)
    def begin_inside(self, two: Two) -> Two:
        """Open a block on a part of what is observed already; what it changes stays in it."""
        stack = ExitStack()
        seen = stack.enter_context(observing(two.seen))
        self.open.append((stack, seen, Block()))
        two.within.is_shared = True
        return Two(seen.value, copy.deepcopy(two.plain), self.open[-1][2])

    @rule(number=st.integers(0, 5))
    def end(self, number: int) -> None:
        """Close one of the open blocks, whichever was opened first or last."""
        if self.open:
            stack, seen, block = self.open.pop(number % len(self.open))
            stack.close()
            block.is_over = True
            self.sealed.append((seen, seen.demand))

    @rule(target=values, two=values, look=st.sampled_from([*LOOKS]), number=st.integers(-1, 3))
    def look(self, two: Two, look: str, number: int) -> Two:
        return both(LOOKS[look], two, number) or two

    @rule(two=values, change=st.sampled_from([*CHANGES]), number=st.integers(0, 2))
    def change(self, two: Two, change: str, number: int) -> None:
        if not two.within.is_shared:
            both(CHANGES[change], two, number)

    @rule(target=values, two=values, look=st.sampled_from([*LOOKS]), number=st.integers(0, 3))
    def call(self, two: Two, look: str, number: int) -> Two:
        """Observe a call on what is observed already; what it returns goes on being observed outside, or is plain."""
        plain = both(LOOKS[look], Two(two.plain, two.plain, two.within), number)
        observation = observe(LOOKS[look], two.seen, number, context=nf, catch=Exception)
        assert (observation.error is None) == (plain is not None)
        assert Demand.parse(str(observation.demands["x"]), globals()) == observation.demands["x"]
        if plain is None:
            return two
        if two.within.is_over:
            return Two(observation.result, copy.deepcopy(plain.plain), Block(is_shared=True))
        return Two(observation.result, plain.plain, two.within)

    @rule(target=values, two=values, change=st.sampled_from([*CHANGES]), number=st.integers(0, 2))
    def call_and_change(self, two: Two, change: str, number: int) -> Two:
        """The same with a call that changes what it is given; that stays in it, but for its result."""

        def changed(x: Any, n: int) -> Any:
            CHANGES[change](x, n)
            return x

        plain = both(changed, Two(copy.deepcopy(two.plain), copy.deepcopy(two.plain), two.within), number)
        observation = observe(changed, two.seen, number, catch=Exception)
        assert (observation.error is None) == (plain is not None)
        if plain is None:
            return two
        two.within.is_shared = True  # what it left as it was is in the result, too
        return Two(observation.result, plain.plain, two.within)

    @rule(two=values)
    def compare(self, two: Two) -> None:
        """All of it is as it should be. This looks at everything."""
        assert two.plain == two.seen
        assert two.seen == two.plain

    @rule(two=consumes(values))
    def forget(self, two: Two) -> None:
        """What nobody holds any more does no harm."""

    @invariant()
    def the_user_s_objects_are_as_they_were(self) -> None:
        for value, copied in self.given:
            assert value == copied
            assert not is_thunk(value)

    @invariant()
    def what_is_sealed_does_not_change(self) -> None:
        for seen, demand in self.sealed:
            assert seen.demand == demand

    @invariant()
    def records_are_whole_and_only_grow(self) -> None:
        for _, seen, _ in self.open:
            (log,) = seen._record.logs
            assert len(log.parents) == len(log.keys) == len(log.layers) >= self.sizes.get(id(seen), 0)
            assert all(parent < row for row, parent in enumerate(log.parents))
            assert len(set(zip(log.parents, map(repr, log.keys), strict=True))) == len(log.keys)
            self.sizes[id(seen)] = len(log.keys)

    def teardown(self) -> None:
        for stack, seen, _ in self.open:
            stack.close()
            assert str(seen.demand)


TestObservations = Observations.TestCase
TestObservations.settings = settings(
    examples(60), stateful_step_count=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
