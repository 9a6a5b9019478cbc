"""CPython's own tests of lists, dicts, `heapq`, `statistics` and more pass on stand-ins, but for what is excused.

`python -m conformance`, in this folder, prints the table. All cases are run here on the first Python with `--thorough`;
otherwise those that are excused and one in EACH, since what differs is mostly there and all take minutes.
"""

from __future__ import annotations

import random
import sys
import unittest
from typing import Any

import pytest
from conformance.excuses import APART, ATOMS, EXCUSES, LINES, LONG, REASONS, RUN, WORKED_OUT, excuse_of
from conformance.running import HANDED_OUT, case_id, run_case
from conformance.suites import SUITES, Suite
from long_runs import size

import strictcheck.kinds

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] not in WORKED_OUT, reason="which cases to excuse is not worked out for this version of Python"
)
EACH = size(3, 1) if sys.version_info[:2] == WORKED_OUT[0] else 8


def cases() -> list[Any]:
    found = []
    for suite in SUITES:
        try:
            loaded = suite.cases()
        except (ImportError, unittest.SkipTest) as error:
            reason = f"this Python comes without test.{suite.module}: {error}"
            found.append(pytest.param(suite, None, id=suite.name, marks=pytest.mark.skip(reason=reason)))
            continue
        for number, case in enumerate(loaded):
            if number % EACH and excuse_of(suite.module, case_id(case)) is None:
                continue
            marks = [pytest.mark.slow] if case_id(case) in LONG else []
            if case_id(case) in APART:
                marks = [pytest.mark.skip(reason="python -m conformance, in tests/, runs it: it takes long here")]
            found.append(pytest.param(suite, case, id=f"{suite.name}: {case_id(case)}", marks=marks))
    return found


@pytest.mark.parametrize(("suite", "case"), cases())
def test_a_borrowed_case_passes_on_stand_ins(suite: Suite, case: Any) -> None:
    excuse = excuse_of(suite.module, case_id(case))
    outcome = run_case(suite, case)
    if outcome.verdict == "failed" and run_case(suite, case, plain=True).verdict == "failed":
        pytest.skip("fails on ordinary values, too")
    if outcome.verdict == "skipped":
        pytest.skip(outcome.text)
    if excuse is None:
        assert outcome.verdict == "passed", outcome.text
        return
    assert outcome.verdict == "failed", f"passes, and needs no excuse: {excuse}"
    if excuse == ATOMS:
        again = run_case(suite, case, atoms=HANDED_OUT)
        assert again.verdict == "passed", again.text
    pytest.xfail(excuse)


def test_each_reason_is_told_where_users_look_and_used() -> None:
    told = " ".join((strictcheck.kinds.__doc__ or "").split())
    assert [reason for reason in REASONS.values() if reason not in told] == []
    assert {reason for _, _, reason, *_ in LINES} == {*REASONS, RUN}


def test_an_excuse_names_a_case_that_is_run() -> None:
    names = {(suite.module, case_id(case)) for suite in SUITES for case in suite.cases()}
    assert EXCUSES.keys() - names == set()


def test_what_a_case_draws_is_the_same_at_each_run() -> None:
    drawn = []

    class Drawing(unittest.TestCase):
        def test_it(self) -> None:
            drawn.append(random.random())

    for plain in (False, False, True):
        assert run_case(SUITES[0], Drawing("test_it"), plain=plain).verdict == "passed"
    assert len(set(drawn)) == 1
