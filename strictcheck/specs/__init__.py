"""What a function should look at: partial values, a spec of them, how it is held to that, and what goes against it.

`assert_*` makes one call and raises, `check_*` searches for a call that goes against it and raises, `find_evidence`
searches and returns. A spec is written with `hole`, `pulled`, `keyed` and `called` where parts are left open.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.first_names import loaded_later as _loaded_later
from strictcheck.observation.partial_values import partial_value
from strictcheck.specs.assertions import assert_no_more_demand, assert_same_demand
from strictcheck.specs.counterexamples import Counterexample, Evidence
from strictcheck.specs.demand_laws import assert_associative, assert_composes, assert_monotone, assert_replays
from strictcheck.specs.expectations import called, cells, hole, keyed, pulled
from strictcheck.specs.lazy_assertion import assert_lazy
from strictcheck.specs.pulling import assert_never_calls, assert_pulls_at_most
from strictcheck.specs.reading import assert_reads_once, assert_reads_only
from strictcheck.specs.specification import Spec, like, spec

__all__ = [
    "Counterexample", "Evidence", "Spec", "assert_associative", "assert_composes", "assert_lazy", "assert_monotone",
    "assert_never_calls", "assert_no_more_demand", "assert_pulls_at_most", "assert_reads_once", "assert_reads_only",
    "assert_replays", "assert_same_demand", "called", "cells", "check_never_calls", "check_pulls_at_most",
    "check_reads_once", "check_reads_only", "check_spec", "find_evidence", "hole", "keyed", "like",
    "partial_value", "pulled", "spec",
]  # fmt: skip

if _TYPE_CHECKING:
    from strictcheck.specs.checking import check_spec, find_evidence
    from strictcheck.specs.checking_rules import (
        check_never_calls,
        check_pulls_at_most,
        check_reads_once,
        check_reads_only,
    )

# These import Hypothesis, which is slow to load: each is loaded when it is asked for.
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
