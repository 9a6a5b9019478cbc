"""Outcomes of replays: the touches of holes that a replay meets, whoever swallows what they raise."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import Any

import pytest

from strictcheck import observe
from strictcheck.errors import NotCertified, Unevaluated

CONFIG = {"host": "a", "port": 80}


def in_thread(function: Any) -> None:
    thread = Thread(target=function)
    thread.start()
    thread.join()


def looking_only_in_replays(config: Any) -> Any:
    """Look at more where holes are, in a thread, and swallow what they raise."""
    in_thread(lambda: swallow(lambda: config["port"] if is_replay[0] else 0))
    return config["host"]


def swallow(function: Any) -> None:
    with suppress(Unevaluated):
        function()


is_replay = [False]


@pytest.fixture
def replaying():
    yield lambda value: is_replay.__setitem__(0, value)
    is_replay[0] = False


def test_a_hole_that_is_touched_makes_a_replay_fail_though_it_came_out_the_same(replaying: Any) -> None:
    seen = observe(looking_only_in_replays, CONFIG)
    replaying(True)
    with pytest.raises(NotCertified, match="looks at more of config where nobody observes it") as failed:
        seen.replay()
    assert failed.value.certificate == "complete"


def test_arguments_that_share_a_part_name_the_argument_of_the_hole(replaying: Any) -> None:
    def both(rows: Any, first: Any) -> Any:
        in_thread(lambda: swallow(lambda: first["port"] if is_replay[0] else 0))
        return rows[1] is first and first["host"]

    seen = observe(both, [1, CONFIG], CONFIG)
    replaying(True)
    with pytest.raises(NotCertified, match=r"looks at more of rows\[1\]"):
        seen.replay()


def test_a_replay_without_a_touch_is_like_the_call() -> None:
    seen = observe(looking_only_in_replays, CONFIG)
    assert seen.replay().result == "a"


@pytest.mark.parametrize("part", [lambda row: row.get, lambda row: (row["a"], row.items)])
def test_a_method_of_a_dict_that_the_call_returns_is_that_of_its_partial_value_too(part: Any) -> None:
    observe(part, {"a": 1, "b": 2}).replay()


class Tank:
    """An object with two attributes."""

    def __init__(self) -> None:
        self.level, self.parts = 1, [2]


class LargeTank(Tank):
    """A class to which an object is moved."""


def moved(tank: Any) -> None:
    if type(tank) is Tank:
        tank.__class__ = LargeTank


def read_and_moved(tank: Any) -> None:
    moved(tank.level and tank)


def written_and_moved(tank: Any) -> None:
    tank.level = 1
    moved(tank)


def written_otherwise(tank: Any) -> None:
    tank.level = 2 if type(tank) is Tank else 3


def written_more(tank: Any) -> None:
    tank.level = 2
    if type(tank) is Tank:
        tank.more = 3


def deleted(tank: Any) -> None:
    tank.level = 2
    if type(tank) is Tank:
        del tank.level


def written_elsewhere(tank: Any) -> None:
    tank.level = tank.parts if type(tank) is Tank else [2]


@pytest.mark.parametrize(
    "function",
    [
        moved,
        read_and_moved,
        written_and_moved,
        written_otherwise,
        written_more,
        deleted,
        written_elsewhere,
    ],
)
def test_a_plain_call_that_leaves_an_object_otherwise_is_noticed(function: Any) -> None:
    with pytest.raises(NotCertified, match="is left as"):
        observe(function, Tank()).verify()


def written_alike(tank: Any) -> None:
    tank.level, tank.more, tank.same = 2, tank.level, tank.parts
    del tank.parts


def test_an_object_that_both_calls_leave_alike_passes() -> None:
    observe(written_alike, Tank()).verify()
