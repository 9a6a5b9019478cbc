"""Specs of demand: partial values, specs, the checks that hold a function to them, and counterexamples.

`assert_*` makes one call and raises, `check_*` searches for a call that breaks a rule and raises, `find_evidence`
searches and returns. A spec is written with `hole`, `pulled`, `keyed` and `called` where parts are left open.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.observation.partial_values import partial_value
from strictcheck.specs.assertions import assert_no_more_demand, assert_same_demand
from strictcheck.specs.counterexamples import Counterexample, Evidence, NoEvidence
from strictcheck.specs.demand_laws import assert_associative, assert_composes, assert_monotone, assert_replays
from strictcheck.specs.expectations import called, cells, hole, keyed, pulled
from strictcheck.specs.lazy_assertion import assert_lazy
from strictcheck.specs.pulling import assert_never_calls, assert_pulls_at_most
from strictcheck.specs.reading import assert_reads_once, assert_reads_only
from strictcheck.specs.specification import Spec, like, spec
from strictcheck.suggested_names import loaded_later as _loaded_later

__all__ = ["Spec", "called", "cells", "hole", "keyed", "like", "partial_value", "pulled", "spec"]
__all__ += ["assert_lazy", "assert_no_more_demand", "assert_same_demand"]
__all__ += ["assert_never_calls", "assert_pulls_at_most", "assert_reads_once", "assert_reads_only"]
__all__ += ["assert_associative", "assert_composes", "assert_monotone", "assert_replays"]
__all__ += ["check_never_calls", "check_pulls_at_most", "check_reads_once", "check_reads_only", "check_spec"]
__all__ += ["Counterexample", "Evidence", "NoEvidence", "find_evidence"]

if _TYPE_CHECKING:
    from strictcheck.specs.checking import check_spec, find_evidence
    from strictcheck.specs.checking_rules import (
        check_never_calls,
        check_pulls_at_most,
        check_reads_once,
        check_reads_only,
    )

# These modules import Hypothesis, which is slow to load, so each is loaded when it is first used.
_LATER = {
    "check_never_calls": "strictcheck.specs.checking_rules",
    "check_pulls_at_most": "strictcheck.specs.checking_rules",
    "check_reads_once": "strictcheck.specs.checking_rules",
    "check_reads_only": "strictcheck.specs.checking_rules",
    "check_spec": "strictcheck.specs.checking",
    "find_evidence": "strictcheck.specs.checking",
}


def __getattr__(name: str) -> _Any:
    return _loaded_later(globals(), name)
