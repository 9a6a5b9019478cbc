"""What did this call look at?

`observe` calls a function on stand-ins for its arguments and tells which parts of them it looked at: the *demand*, a
value that can be printed, compared and asserted. Start there; `CONTRIBUTING.md` tells how the modules hang together.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.budgets import max_forced
from strictcheck.checks import assert_no_more_demand, assert_same_demand
from strictcheck.contexts import nf, spine, take, upto, whnf
from strictcheck.demands import Demand
from strictcheck.errors import (
    BlackHole,
    CannotInfer,
    DemandError,
    DemandLawBroken,
    DemandMismatch,
    MissingExtra,
    NoJoin,
    NotDeterministic,
    NotSymbolic,
    PropertyFailed,
    ReplayMismatch,
    SourceError,
    SpecError,
    SpecFailed,
    StrictCheckError,
    TooMuchForced,
    Unevaluated,
)
from strictcheck.hypothesis_entry import with_hypothesis
from strictcheck.observing import Observation, observe
from strictcheck.partial import partial_value
from strictcheck.shapes import opaque, register_shape
from strictcheck.spans import observing  # after strictcheck.observing, which is a module of the same name
from strictcheck.standins.late import delay
from strictcheck.streams import Stream
from strictcheck.thunks import force, is_forced, is_thunk
from strictcheck.traces import Forcing
from strictcheck.walks.lazyfunctions import lazy_function
from strictcheck.walks.nibbling import nibble

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
    "assert_no_more_demand",
    "assert_same_demand",
    "max_forced",
    # Looks in vain
    "Needless",
    "needless",
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
    "NotDeterministic",
    "ReplayMismatch",
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
    "Needless": "strictcheck.findings",
    "Spec": "strictcheck.specs.spec",
    "assert_associative": "strictcheck.laws",
    "assert_composes": "strictcheck.laws",
    "assert_lazy": "strictcheck.laziness",
    "assert_monotone": "strictcheck.laws",
    "assert_replays": "strictcheck.laws",
    "check_all": "strictcheck.exhaustive",
    "same_demand": "strictcheck.exhaustive",
    "called": "strictcheck.specs.expectations",
    "cells": "strictcheck.specs.expectations",
    "check_spec": "strictcheck.checkers",
    "find_evidence": "strictcheck.checkers",
    "hole": "strictcheck.specs.expectations",
    "keyed": "strictcheck.specs.expectations",
    "like": "strictcheck.specs.spec",
    "load_ipython_extension": "strictcheck.cells",
    "needless": "strictcheck.needs",
    "pulled": "strictcheck.specs.expectations",
    "spec": "strictcheck.specs.spec",
    "unload_ipython_extension": "strictcheck.cells",
}

if _TYPE_CHECKING:
    from strictcheck.cells import load_ipython_extension as load_ipython_extension
    from strictcheck.cells import unload_ipython_extension as unload_ipython_extension
    from strictcheck.checkers import check_spec, find_evidence
    from strictcheck.exhaustive import check_all, same_demand
    from strictcheck.findings import Needless
    from strictcheck.laws import assert_associative, assert_composes, assert_monotone, assert_replays
    from strictcheck.laziness import assert_lazy
    from strictcheck.needs import needless
    from strictcheck.specs.counterexamples import Counterexample, Evidence
    from strictcheck.specs.expectations import called, cells, hole, keyed, pulled
    from strictcheck.specs.spec import Spec, like, spec


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
