"""Holes of partial values: thunks for parts that are not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from strictcheck.errors import Unevaluated
from strictcheck.kinds.delayed import Answering, class_for
from strictcheck.kinds.placing import StandIn
from strictcheck.messages import show_path
from strictcheck.thunks.proxy import UNFORCED, get_source, make_thunk
from strictcheck.thunks.without_forcing import refuse_outsiders


class Missing(StandIn):
    """Thunk for a part that is not there: any touch raises `Unevaluated`."""

    __slots__ = ()

    _self_known = False
    _self_is_hole = True  # for modules that may not import this one

    def _self_look(self) -> NoReturn:
        refuse_outsiders()
        path = get_source(self)()
        raise Unevaluated(
            f"the part at {show_path(path)} is a hole: it is not in the demand this value was made of", path
        )

    def __wrapped_get__(self) -> Any:
        Missing._self_look(self)


class Hole(Answering, Missing):
    """Hole of which not even the class is known."""

    __slots__ = ()


def hole(path: Callable[[], tuple[Any, ...]], cls: type | None = None) -> Any:
    """Make a hole; `path()` computes its place for the error. Questions about its class are answered for `cls`."""
    return make_thunk(Hole if cls is None else class_for(cls, Missing), None, (UNFORCED, None), path)
