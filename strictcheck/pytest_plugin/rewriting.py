"""Explanations of failed assertions by pytest look from outside: they force no thunk.

pytest has no hook around its explanations as a whole, only one for comparisons, and before it calls that it has looked
at each value's class. So the functions that rewritten assertions call are wrapped here. They are called for failures
only. If a version of pytest lacks one of these functions, there is nothing to wrap.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from _pytest.assertion import rewrite

from strictcheck.pytest_plugin.explaining import without_thunks
from strictcheck.thunks.call_stack import from_outside


def show_from_outside(config: pytest.Config) -> None:
    """Let explanations force nothing until `config` ends."""
    for name, wrap in EXPLAINING.items():
        function = getattr(rewrite, name, None)
        if function is not None:
            setattr(rewrite, name, functools.wraps(function)(wrap(function)))
            config.add_cleanup(functools.partial(setattr, rewrite, name, function))


def _look_from_outside(function: Callable[..., Any]) -> Callable[..., Any]:
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with from_outside():
            return function(*args, **kwargs)

    return wrapper


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the function that hands both sides to the hooks of all plugins, which may do more than call `repr`."""

    def wrapper(ops: Any, results: Any, expls: Any, each_obj: Any) -> Any:
        with from_outside():
            return function(ops, results, expls, [without_thunks(value) for value in each_obj])

    return wrapper


EXPLAINING = {
    "_saferepr": _look_from_outside,
    "_format_assertmsg": _look_from_outside,
    "_should_repr_global_name": _look_from_outside,
    "_call_reprcompare": _comparison,
}
