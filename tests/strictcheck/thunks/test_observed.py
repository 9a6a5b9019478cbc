from __future__ import annotations

from typing import Any

from strictcheck.thunks.observed import (
    UNFORCED,
    ThunkObject,
    log_of,
    make_object,
    number_of,
    object_behind,
    place_of,
    put_number,
)


class Hostile(ThunkObject):
    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise RuntimeError(name)


def test_the_state_of_a_thunk_is_read_and_set_past_the_hooks_of_its_class() -> None:
    thunk = make_object(Hostile, "log", 3, "source")
    assert (log_of(thunk), place_of(thunk), object_behind(thunk)) == ("log", 3, "source")
    assert number_of(thunk) == UNFORCED
    put_number(thunk, 7)
    assert number_of(thunk) == 7
