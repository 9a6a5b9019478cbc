"""What did this call look at?

`observe` calls a function on stand-ins for its arguments and tells which parts of them it looked at: the *demand*, a
value that can be printed, compared and asserted. Start there; `CONTRIBUTING.md` tells how the modules hang together.
"""

from importlib import import_module as _import_module
from sys import _getframe
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.demands import Demand
from strictcheck.errors import (
    BlackHole,
    CannotInfer,
    DemandError,
    DemandLawBroken,
    DemandMismatch,
    MissingExtra,
    NoJoin,
    NotCertified,
    NotDeterministic,
    NotSymbolic,
    PropertyFailed,
    SourceError,
    SpecError,
    SpecFailed,
    StrictCheckError,
    TooMuchForced,
    Unevaluated,
)
from strictcheck.generate.lazy_functions import lazy_function
from strictcheck.generate.partial_consumer import nibble
from strictcheck.hypothesis_entry import with_hypothesis
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.table import opaque, register_shape, transient
from strictcheck.observation.budgets import max_forced
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_block import (
    observing,  # after strictcheck.observation.one_call, which is a module of the same name
)
from strictcheck.observation.one_call import observe
from strictcheck.observation.partial_values import partial_value
from strictcheck.observation.result_contexts import nf, spine, take, upto, whnf
from strictcheck.observation.traces import Forcing
from strictcheck.specs.assertions import assert_no_more_demand, assert_same_demand
from strictcheck.thunks.proxy import force, is_forced, is_thunk
from strictcheck.thunks.streams import Stream

# Grouped by what one does with them.
__all__ = [  # noqa: RUF022
    # Observing
    "Forcing",
    "Observation",
    "observe",
    "observing",
    # Contexts
    "nf",
    "nibble",
    "spine",
    "take",
    "upto",
    "whnf",
    # Demands
    "Demand",
    "partial_value",
    # Specs
    "Counterexample",
    "Evidence",
    "Spec",
    "called",
    "cells",
    "check_spec",
    "find_evidence",
    "hole",
    "keyed",
    "like",
    "pulled",
    "spec",
    # Assertions and budgets
    "assert_lazy",
    "assert_never_calls",
    "assert_pulls_at_most",
    "assert_reads_once",
    "assert_reads_only",
    "assert_no_more_demand",
    "assert_same_demand",
    "check_never_calls",
    "check_pulls_at_most",
    "check_reads_once",
    "check_reads_only",
    "max_forced",
    # Looks in vain
    "Needless",
    "find_needless",
    # Exhaustive checking
    "check_all",
    "same_demand",
    # Laws
    "assert_associative",
    "assert_composes",
    "assert_monotone",
    "assert_replays",
    # Lazy values
    "Stream",
    "delay",
    "force",
    "is_forced",
    "is_thunk",
    "lazy_function",
    # Shapes
    "opaque",
    "register_shape",
    "transient",
    # Strategies
    "with_hypothesis",
    # Errors
    "BlackHole",
    "CannotInfer",
    "DemandError",
    "DemandLawBroken",
    "DemandMismatch",
    "MissingExtra",
    "NoJoin",
    "NotSymbolic",
    "PropertyFailed",
    "NotCertified",
    "NotDeterministic",
    "SourceError",
    "SpecError",
    "SpecFailed",
    "StrictCheckError",
    "TooMuchForced",
    "Unevaluated",
]

# What only tests need is loaded when it is asked for: it may import Hypothesis, which is slow to load. Each name stands
# with the module that it comes from; type checkers read the same from the imports.
_LATER: dict[str, str] = {
    "Counterexample": "strictcheck.specs.counterexamples",
    "Evidence": "strictcheck.specs.counterexamples",
    "Needless": "strictcheck.needless.witnesses",
    "Spec": "strictcheck.specs.specification",
    "assert_associative": "strictcheck.specs.demand_laws",
    "assert_composes": "strictcheck.specs.demand_laws",
    "assert_lazy": "strictcheck.specs.lazy_assertion",
    "assert_never_calls": "strictcheck.specs.pulling",
    "assert_pulls_at_most": "strictcheck.specs.pulling",
    "assert_reads_once": "strictcheck.specs.reading",
    "assert_reads_only": "strictcheck.specs.reading",
    "assert_monotone": "strictcheck.specs.demand_laws",
    "assert_replays": "strictcheck.specs.demand_laws",
    "check_all": "strictcheck.exhaustive",
    "same_demand": "strictcheck.exhaustive",
    "called": "strictcheck.specs.expectations",
    "cells": "strictcheck.specs.expectations",
    "check_never_calls": "strictcheck.specs.checking_rules",
    "check_pulls_at_most": "strictcheck.specs.checking_rules",
    "check_reads_once": "strictcheck.specs.checking_rules",
    "check_reads_only": "strictcheck.specs.checking_rules",
    "check_spec": "strictcheck.specs.checking",
    "find_evidence": "strictcheck.specs.checking",
    "hole": "strictcheck.specs.expectations",
    "keyed": "strictcheck.specs.expectations",
    "like": "strictcheck.specs.specification",
    "load_ipython_extension": "strictcheck.ipython_magic",
    "find_needless": "strictcheck.needless.search",
    "pulled": "strictcheck.specs.expectations",
    "spec": "strictcheck.specs.specification",
    "unload_ipython_extension": "strictcheck.ipython_magic",
}

if _TYPE_CHECKING:
    from strictcheck.exhaustive import check_all, same_demand
    from strictcheck.ipython_magic import load_ipython_extension as load_ipython_extension
    from strictcheck.ipython_magic import unload_ipython_extension as unload_ipython_extension
    from strictcheck.needless.search import find_needless
    from strictcheck.needless.witnesses import Needless
    from strictcheck.specs.checking import check_spec, find_evidence
    from strictcheck.specs.checking_rules import (
        check_never_calls,
        check_pulls_at_most,
        check_reads_once,
        check_reads_only,
    )
    from strictcheck.specs.counterexamples import Counterexample, Evidence
    from strictcheck.specs.demand_laws import assert_associative, assert_composes, assert_monotone, assert_replays
    from strictcheck.specs.expectations import called, cells, hole, keyed, pulled
    from strictcheck.specs.lazy_assertion import assert_lazy
    from strictcheck.specs.pulling import assert_never_calls, assert_pulls_at_most
    from strictcheck.specs.reading import assert_reads_once, assert_reads_only
    from strictcheck.specs.specification import Spec, like, spec


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise _unknown(name)
    value = globals()[name] = getattr(_import_module(_LATER[name]), name)
    return value


def _unknown(name: str) -> Exception:
    """The error for a name that is not there; it says what may have been meant, but not to tools that just ask."""
    message = f"module {__name__!r} has no attribute {name!r}"
    if name.startswith("_"):
        return AttributeError(message)
    first_names = _import_module("strictcheck.first_names")
    message += first_names.instead(name, __all__)
    return ImportError(message) if first_names.is_import(_getframe(2)) else AttributeError(message)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
