"""Demands of Python calls. What did this call look at?

`observe` calls a function on thunks for its arguments and tells which parts of them it looked at: the *demand*, a
value that can be printed, compared and asserted. Start there; `CONTRIBUTING.md` shows how the modules hang together.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from strictcheck.demands import Demand
from strictcheck.errors import DemandMismatch, StrictCheckError, TooMuchForced, Unevaluated
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.table import opaque, register_shape
from strictcheck.messages import loaded_later as _loaded_later
from strictcheck.needless.search import find_needless
from strictcheck.observation.budgets import max_forced
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_block import observing
from strictcheck.observation.one_call import observe
from strictcheck.observation.result_contexts import nf, spine, take, upto, whnf
from strictcheck.observation.traces import Forcing
from strictcheck.specs import (
    assert_lazy,
    assert_never_calls,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    check_never_calls,
    check_pulls_at_most,
    check_reads_once,
    check_reads_only,
    check_spec,
    like,
    spec,
)
from strictcheck.thunks.proxy import force, is_forced, is_thunk
from strictcheck.thunks.suspended import Stream

# Observing and contexts; demands and assertions; specs and searches; lazy values and classes of your own; errors. More
# is one dot away: `strictcheck.specs`, `errors`, `kinds`, `generate`, `exhaustive`, `needless`.
__all__ = ["Forcing", "Observation", "max_forced", "nf", "observe", "observing", "spine", "take", "upto", "whnf"]
__all__ += ["Demand", "assert_lazy", "assert_no_more_demand", "assert_same_demand"]
__all__ += ["assert_never_calls", "assert_pulls_at_most", "assert_reads_once", "assert_reads_only"]
__all__ += ["check_all", "check_spec", "find_needless", "hole", "like", "same_demand", "spec"]
__all__ += ["check_never_calls", "check_pulls_at_most", "check_reads_once", "check_reads_only"]
__all__ += ["Stream", "delay", "force", "is_forced", "is_thunk", "opaque", "register_shape"]
__all__ += ["DemandMismatch", "StrictCheckError", "TooMuchForced", "Unevaluated"]

if _TYPE_CHECKING:
    from strictcheck.exhaustive import check_all, same_demand
    from strictcheck.ipython_magic import load_ipython_extension as load_ipython_extension
    from strictcheck.ipython_magic import unload_ipython_extension as unload_ipython_extension
    from strictcheck.specs.expectations import hole

# Processes, rich and IPython are slow to load, and optional, and `hole` is an odd object: when these are first used.
_LATER = {
    "check_all": "strictcheck.exhaustive",
    "hole": "strictcheck.specs.expectations",
    "load_ipython_extension": "strictcheck.ipython_magic",
    "same_demand": "strictcheck.exhaustive",
    "unload_ipython_extension": "strictcheck.ipython_magic",
}


def __getattr__(name: str) -> _Any:
    return _loaded_later(globals(), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
