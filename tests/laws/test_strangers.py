"""Calls of packages that nothing else here uses come out under observation as they do plainly, but for what is known.

`python -m strangers`, in this folder, prints the table by package. A sixteenth of the calls is run here, an eighth with
`--thorough`, and all with STRICTCHECK_STRANGERS=all in the environment. `strangers/known.txt` lists what is not
transparent: a call that fails and is not there fails the test, and so does one that is there and works.
STRICTCHECK_EXAMPLES=10000 makes the oracle of `strangers/oracle.py` try so many values, others each time.
"""

from __future__ import annotations

import os
import random
import sys

import pytest
from long_runs import NAME, size
from strangers.findings import AUTO, VERDICTS
from strangers.known import KNOWN, REASONS, surprises
from strangers.oracle import UNSOUND
from strangers.suite import TABLES, calls_of
from strangers.working import Selection, measured, tried

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11) or sys.platform == "win32",
    reason="known.txt is worked out for Python 3.11, POSIX",
)
WHOLE = os.environ.get("STRICTCHECK_STRANGERS") == "all"
imports_all = pytest.mark.skipif(not WHOLE, reason="imports all packages: STRICTCHECK_STRANGERS=all runs it")
QUICK = ["functional", "standard_texts", "standard_data"]
EXAMPLES = int(os.environ.get(NAME, 0))


@pytest.mark.parametrize("atoms", ["strings", *([pytest.param("auto", marks=pytest.mark.slow)] if AUTO else [])])
@pytest.mark.parametrize("table", TABLES)
def test_a_call_comes_out_as_is_known(table: str, atoms: str) -> None:
    try:
        found = list(measured(Selection(table, every=1 if WHOLE else size(16, 8)), auto=atoms == "auto"))
    except ImportError as error:
        pytest.skip(str(error))
    assert surprises(found, atoms) == []


@pytest.mark.parametrize("table", TABLES if EXAMPLES else QUICK)
def test_what_a_demand_leaves_out_does_not_matter(table: str) -> None:
    start = random.randrange(10**9) if EXAMPLES else 0
    try:
        found = list(tried(Selection(table), range(start, start + 1 + EXAMPLES // 200)))
    except ImportError as error:
        pytest.skip(str(error))
    assert [f"{one.name}: {line}" for one in found for line in one.unsound if one.name not in UNSOUND] == []
    assert sum(one.pairs for one in found) > 0


@imports_all
def test_what_is_known_is_of_the_suite() -> None:
    names = {name for table in TABLES for name in calls_of(table)}
    verdicts = {*VERDICTS, "demand larger", "demand smaller", "demand other"} - {"transparent", "unfit"}
    assert {name for _, name in KNOWN} - names == set()
    assert {verdict for listed in KNOWN.values() for verdict in listed} <= verdicts
    assert {reason for listed in KNOWN.values() for reason in listed.values()} == set(REASONS)
    assert set(UNSOUND) <= {name for _, name in KNOWN}


@imports_all
def test_there_are_enough_calls() -> None:
    calls = {name: call for table in TABLES for name, call in calls_of(table).items()}
    standard = {name.split(".")[0] for table in TABLES if table.startswith("standard") for name in calls_of(table)}
    assert len(calls) >= 600
    assert len({name.split(".")[0] for name in calls} - standard) >= 25
    assert sum(call.exact is not None for call in calls.values()) >= 100
