"""Functions that close over an argument, or over a function that does: they see what the call sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import nf, observe


class Meter:
    """Object that holds functions which close over it."""

    def __init__(self) -> None:
        def add() -> None:
            self.count += 1

        self.count = 0
        self.read = lambda: self.count
        self.add = add


def test_a_function_that_closes_over_an_argument_reads_and_writes_what_the_call_sees():
    def use(meter: Meter) -> int:
        meter.add()
        meter.count += 10
        return meter.read()

    meter = Meter()
    observation = observe(use, meter)
    assert (meter.count, observation.result) == (0, 11)
    observation.verify()
    assert observe(lambda meter: meter.read(), meter).verify().replay().result == meter.count == 0


def decorated(function: Any) -> Any:
    def announce(*args: Any) -> Any:
        return function(*args)

    return announce


class Announcer:
    """Object that holds a function made of a method of its own."""

    def __init__(self, make: Callable[[Announcer], Any]) -> None:
        self.calls = 0
        self.announce = make(self)

    def count(self, step: int) -> int:
        self.calls += step
        return self.calls


@pytest.mark.parametrize(
    "make",
    [
        lambda announcer: decorated(announcer.count),
        lambda announcer: decorated(decorated(announcer.count)),
        lambda announcer: decorated(lambda step: announcer.count(step)),
        lambda announcer: lambda step, to=announcer: to.count(step),
    ],
)
def test_a_function_made_of_a_method_of_an_argument_calls_that_of_the_copy(make: Callable[[Announcer], Any]):
    announcer = Announcer(make)
    observation = observe(lambda announcer: (announcer.announce(2), announcer.calls), announcer, context=nf)
    assert (announcer.calls, observation.result) == (0, (2, 2))
    assert str(observation.verify().replay().demand) == "Announcer(announce=Callable({'(2)': 2}), calls=0)"
