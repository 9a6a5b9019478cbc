"""Stand-ins for what is not there: the holes of a partial value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from strictcheck.errors import Unevaluated
from strictcheck.kinds.delayed import Answering, class_for
from strictcheck.kinds.placing import StandIn
from strictcheck.messages import show_path
from strictcheck.thunks.proxy import UNFORCED, get_source, make_thunk
from strictcheck.thunks.without_forcing import refuse_outsiders

__all__ = ["hole"]


class Missing(StandIn):
    """Stands for a part that is not there: any touch raises `Unevaluated`."""

    __slots__ = ()

    _self_known = False
    _self_is_hole = True  # for those who may not import this module

    def _self_look(self) -> NoReturn:
        refuse_outsiders()
        path = get_source(self)()
        raise Unevaluated(
            f"the part at {show_path(path)} is a hole: it is not in the demand this value was made of", path
        )

    def __wrapped_get__(self) -> Any:
        Missing._self_look(self)


class Hole(Answering, Missing):
    """A hole of which not even the class is known."""

    __slots__ = ()


def hole(path: Callable[[], tuple[Any, ...]], cls: type | None = None) -> Any:
    """A hole; `path()` says where it is, when somebody falls in. Asked what it can do, it answers for `cls`."""
    return make_thunk(Hole if cls is None else class_for(cls, Missing), None, (UNFORCED, None), path)
