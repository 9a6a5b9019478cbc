"""While pytest explains a failed assertion, it looks at values from outside: nothing it does forces a thunk.

pytest has no hook around its explanations as a whole, only one for comparisons, and before it calls that it has asked
each value what it is. So the functions that rewritten assertions call are wrapped here. They are called for failures
only. Where a version of pytest has no function of some name, there is nothing to wrap.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from _pytest.assertion import rewrite

from strictcheck.pytest_plugin.explaining import without_thunks
from strictcheck.thunks.without_forcing import from_outside

__all__ = ["show_from_outside"]


def show_from_outside(config: pytest.Config) -> None:
    """Let explanations force nothing until `config` is done with."""
    for name, wrap in EXPLAINING.items():
        function = getattr(rewrite, name, None)
        if function is not None:
            setattr(rewrite, name, functools.wraps(function)(wrap(function)))
            config.add_cleanup(functools.partial(setattr, rewrite, name, function))


def _outside(function: Callable[..., Any]) -> Callable[..., Any]:
    def showing(*args: Any, **kwargs: Any) -> Any:
        with from_outside():
            return function(*args, **kwargs)

    return showing


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    """The one that hands both sides to the hooks of all plugins, who may well do more than ask for a `repr`."""

    def showing(ops: Any, results: Any, expls: Any, each_obj: Any) -> Any:
        with from_outside():
            return function(ops, results, expls, [without_thunks(value) for value in each_obj])

    return showing


EXPLAINING = {
    "_saferepr": _outside,
    "_format_assertmsg": _outside,
    "_should_repr_global_name": _outside,
    "_call_reprcompare": _comparison,
}
