"""Forked processes: what they answer, how they end, and that nothing of them is left."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from strictcheck.errors import NotCertified
from strictcheck.processes import Ended, TimeOver, Worker, alarm, forked_pool

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")


def raise_error(error: BaseException) -> Any:
    raise error


class Unloadable:
    def __reduce__(self) -> Any:
        return int, ("no number",)


class Unpicklable(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")
        self.held = Unloadable()


@pytest.mark.parametrize(
    ("serve", "error", "message"),
    [
        (lambda _: raise_error(NotCertified("differs", "verify")), NotCertified, "differs"),
        (lambda _: raise_error(KeyboardInterrupt("asked")), KeyboardInterrupt, "asked"),
        (lambda _: raise_error(Unpicklable(1, 2)), RuntimeError, "Unpicklable: 1 and 2"),
        (lambda _: os._exit(3), Ended, "the process exited with status 3"),
        (lambda _: os.kill(os.getpid(), signal.SIGKILL), Ended, "the process was ended by signal 9"),
    ],
)
def test_an_error_in_the_process_is_one_of_the_call(
    serve: Callable[[Any], Any], error: type[BaseException], message: str
) -> None:
    with Worker(serve) as worker, pytest.raises(error, match=message) as caught:
        worker.ask(None, 60)
    if not issubclass(error, (RuntimeError, Ended)):
        assert "in another process:\nTraceback" in caught.value.__notes__[0]


def test_a_request_that_cannot_be_pickled_gets_a_process_of_its_own() -> None:
    with Worker(lambda compute: compute()) as worker:
        assert worker.ask(lambda: os.getpid(), 10) != os.getpid()


def test_a_process_that_is_late_is_ended_and_the_next_request_gets_another_one() -> None:
    with Worker(lambda seconds: time.sleep(seconds) or os.getpid()) as worker:
        first = worker.ask(0, 60)
        assert worker.ask(0, 60) == first != os.getpid()
        with pytest.raises(TimeOver):
            worker.ask(60, 0)
        assert worker.ask(0, 60) not in (first, os.getpid())


def test_a_process_that_ended_between_two_requests_is_told_and_the_next_request_gets_another_one() -> None:
    with Worker(lambda _: os.getpid()) as worker:
        first = worker.ask(None, 60)
        os.kill(first, signal.SIGKILL)
        os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        with pytest.raises(Ended, match="signal 9"):
            worker.ask(None, 60)
        assert worker.ask(None, 60) not in (first, os.getpid())


def test_what_a_process_does_stays_there() -> None:
    done: list[int] = []
    with Worker(lambda number: done.append(number) or len(done)) as worker:
        assert [worker.ask(number, 60) for number in range(3)] == [1, 2, 3]
    assert done == []


def test_a_pool_has_each_process_do_one_thing_at_a_time_and_ends_all_of_them() -> None:
    with forked_pool(lambda seconds: time.sleep(seconds) or os.getpid(), 3) as submit:
        pids = {future.result() for future in [submit(0.05) for _ in range(9)]}
        long = [submit(10) for _ in range(100)]
        time.sleep(0.05)
    assert 1 <= len(pids) <= 3
    assert all(future.cancelled() or isinstance(future.exception(), Ended) for future in long)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


ENDLESS = """
import os, sys
from strictcheck.processes import in_fork

def endless():
    os.write(int(sys.argv[1]), b"begun")
    while True:
        pass

in_fork(endless, None)
"""


@pytest.mark.slow
def test_a_process_in_an_endless_loop_ends_with_its_parent() -> None:
    here, there = os.pipe()
    parent = subprocess.Popen([sys.executable, "-c", ENDLESS, str(there)], pass_fds=[there])
    os.close(there)
    assert os.read(here, 5) == b"begun"
    parent.kill()
    parent.wait()
    # The other end of the pipe is open as long as the loop runs.
    assert select.select([here], [], [], 120)[0]
    assert os.read(here, 5) == b""
    os.close(here)


def test_an_alarm_rings_in_code_that_catches_exceptions() -> None:
    def endless() -> None:
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue

    with pytest.raises(TimeOver), alarm(0.05):
        endless()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_of_the_processor_rings_in_code_that_sleeps_too() -> None:
    with pytest.raises(TimeOver), alarm(0.05, of_processor=True):
        time.sleep(5)
    assert [signal.getitimer(clock) for clock in (signal.ITIMER_PROF, signal.ITIMER_REAL)] == [(0.0, 0.0)] * 2


def test_an_alarm_that_somebody_catches_rings_again() -> None:
    caught: list[BaseException] = []

    def stubborn() -> None:
        for _ in range(5_000):
            try:
                time.sleep(0.001)
            except TimeOver as error:
                caught.append(error)
                if len(caught) == 3:
                    raise

    with pytest.raises(TimeOver), alarm(0.05):
        stubborn()
