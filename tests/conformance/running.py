"""Running a borrowed case on stand-ins, and what came of it."""

from __future__ import annotations

import random
import traceback
import unittest
import warnings
from contextlib import nullcontext
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from conformance.excuses import ENDLESS, LEFT_OUT
from conformance.feeding import fed
from conformance.suites import Suite

__all__ = ["HANDED_OUT", "Outcome", "case_id", "run_case"]

# What `atoms=` hands out as itself where C code insists on it.
HANDED_OUT = (int, float, complex, str, bytes, bytearray, Decimal, Fraction, list)


@dataclass(frozen=True)
class Outcome:
    """`verdict` is "passed", "failed", or "skipped"; `text` says why."""

    verdict: str
    text: str = ""


def case_id(case: unittest.TestCase) -> str:
    """`Class.method`: how the case is called in the list of excuses."""
    return f"{type(case).__name__}.{case._testMethodName}"


def run_case(suite: Suite, case: unittest.TestCase, *, atoms: tuple[type, ...] = (), plain: bool = False) -> Outcome:
    """Run it on stand-ins, but for values of the classes in `atoms`; with `plain`, as its authors wrote it."""
    if case_id(case) in ENDLESS and not plain:
        return Outcome("failed", "does not end")
    if case_id(case) in LEFT_OUT:
        return Outcome("skipped", LEFT_OUT[case_id(case)])
    # Some cases draw their data, and hold for most data only: each run of a case, plain or not, gets the same.
    random.seed(case_id(case))
    result = unittest.TestResult()
    feeding: Any = nullcontext() if plain else suite.feeding(type(case))
    with warnings.catch_warnings(), feeding:
        warnings.simplefilter("ignore")
        try:
            with nullcontext() if plain else fed(atoms):
                case.run(result)
        except Exception:
            return Outcome("failed", "the demand could not be read:\n" + traceback.format_exc())
    wrong = result.errors + result.failures
    if wrong:
        return Outcome("failed", wrong[0][1])
    if result.skipped and result.testsRun <= len(result.skipped):
        return Outcome("skipped", result.skipped[0][1])
    return Outcome("passed")
