"""`hole`, to write partial values with.

It is made when somebody first uses it, for it raises when it is asked for its class: tests that ask all objects there
are, to find those that leak, are not to meet it because pytest has loaded this library.
"""

from __future__ import annotations

from typing import Any, NoReturn

from strictcheck.errors import Unevaluated
from strictcheck.kinds.delayed import Hole
from strictcheck.thunks.call_stack import refuse_outsiders
from strictcheck.thunks.proxy import UNFORCED, make_thunk


class PublicHole(Hole):
    """Hole to write partial values with."""

    __slots__ = ()

    def _self_look(self) -> NoReturn:
        refuse_outsiders()
        raise Unevaluated(
            "hole: somebody looked at it; it stands for a part of a value that nobody looks at, in what a spec "
            "returns and in Demand.of_partial; the demand of a call that looked at nothing is Demand.parse('_')"
        )

    def __wrapped_get__(self) -> Any:
        PublicHole._self_look(self)

    def __str__(self) -> str:
        return "_"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _the_hole, ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self


def _the_hole() -> Any:
    return hole


hole: Any = make_thunk(PublicHole, None, (UNFORCED, None), lambda: ())
"""Stands for a part of a value that nobody looks at: `[1, hole]`. It prints as `_`; any touch raises `Unevaluated`."""
