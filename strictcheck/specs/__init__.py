"""Specs of demand: partial values, specs, the checks that hold a function to them, and counterexamples.

`assert_*` makes one call and raises, `check_*` searches for a call that breaks a rule and raises. A spec is written
with `hole`, `pulled`, `keyed` and `called` where parts are left open.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.messages import loaded_later as _loaded_later
from strictcheck.observation.partial_values import partial_value
from strictcheck.specs.assertions import assert_no_more_demand, assert_same_demand
from strictcheck.specs.checking import (
    check_never_calls,
    check_pulls_at_most,
    check_reads_once,
    check_reads_only,
    check_spec,
)
from strictcheck.specs.counterexamples import Counterexample
from strictcheck.specs.laziness import assert_lazy
from strictcheck.specs.pulling import assert_never_calls, assert_pulls_at_most
from strictcheck.specs.reading import assert_reads_once, assert_reads_only
from strictcheck.specs.specification import Spec, like, spec

__all__ = ["Spec", "called", "cells", "hole", "keyed", "like", "partial_value", "pulled", "spec"]
__all__ += ["assert_lazy", "assert_no_more_demand", "assert_same_demand"]
__all__ += ["assert_never_calls", "assert_pulls_at_most", "assert_reads_once", "assert_reads_only"]
__all__ += ["check_never_calls", "check_pulls_at_most", "check_reads_once", "check_reads_only", "check_spec"]
__all__ += ["Counterexample"]

if _TYPE_CHECKING:
    from strictcheck.specs.expectations import called, cells, hole, keyed, pulled

_LATER = dict.fromkeys(("called", "cells", "hole", "keyed", "pulled"), "strictcheck.specs.expectations")


def __getattr__(name: str) -> _Any:
    return _loaded_later(globals(), name)
