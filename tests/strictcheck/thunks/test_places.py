from __future__ import annotations

from typing import Any

import pytest

from strictcheck.thunks.places import BESIDE, NOWHERE, SHIFT, number_and_key, place_of

FIRST, MANY = 1 << SHIFT, 123_456 << SHIFT
KEYS: list[Any] = [0, 7, BESIDE - 1, BESIDE, 1 << SHIFT, -1, "name", None, (1, 2)]


@pytest.mark.parametrize("key", [*KEYS, True, False, 1.0])
@pytest.mark.parametrize("number", [NOWHERE, FIRST, MANY])
@pytest.mark.parametrize("beside", [0, BESIDE])
def test_a_place_gives_back_the_number_and_the_key_of_which_it_was_made(number: int, key: Any, beside: int) -> None:
    again = number_and_key(place_of(number + beside, key))
    assert again == (number, key)
    assert type(again[1]) is type(key)


def test_no_two_parts_have_one_place() -> None:
    places = [place_of(n + beside, key) for n in (NOWHERE, FIRST, MANY) for beside in (0, BESIDE) for key in KEYS]
    assert len({*places}) == len(places)
