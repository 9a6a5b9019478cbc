"""Places of rows: the keys of all that an observation records; and marks, for rows that are no parts of a value.

A place is one number where that can be, to save memory. A mark is a key, or a layer, that reveals more of the layer of
the value that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Numbers are multiples of 2 ** SHIFT. The sum of one with an index is the place of an element, in half the size of a
# pair, and nothing to the garbage collector. With BESIDE, above all indices, it is for what reveals more of the layer.
SHIFT = 32
BESIDE = 1 << 31
NOWHERE = 0  # number of the container of an argument; its key is the number of the log

Place = int | tuple[int, Any]


def place_of(number: int, key: Any) -> Place:
    """Return the place of the part `key` of the value with this number.

    >>> place_of(3 << SHIFT, "name"), place_of(3 << SHIFT, 7)
    ((12884901888, 'name'), 12884901895)
    """
    return number + key if type(key) is int and 0 <= key < BESIDE else (number, key)


def number_and_key(place: Place) -> tuple[int, Any]:
    """Return the number and the key of which `place_of` made a place, with BESIDE or without.

    >>> number_and_key(place_of(1 << SHIFT, 7)), number_and_key(place_of((1 << SHIFT) + BESIDE, "x"))
    ((4294967296, 7), (4294967296, 'x'))
    """
    (index,), (key,) = split_places([place])
    return index << SHIFT, key


def split_places(places: list[Any]) -> tuple[Iterator[int], list[Any]]:
    """Return the numbers of places as indices, 1 for the first number, and their keys."""
    indexes = ((place if type(place) is int else place[0]) >> SHIFT for place in places)
    return indexes, [place & (BESIDE - 1) if type(place) is int else place[1] for place in places]


class Step:
    """A key of a row that is no step of a path: what was revealed beside the fields.

    Each has a class of its own: whether a long column has any is told by the set of classes in it, in C.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return type(self).__name__


def new_mark(name: str) -> Step:
    """Make a further mark; `name` is how it prints."""
    return type(name, (Step,), {"__slots__": ()})()


END = new_mark("end")  # the end of a sequence was reached; the layer is None
KEYS = new_mark("keys")  # all keys of a mapping were listed; the layer is the keys
CELL = new_mark("cell")  # as a layer: this row reveals that there is a part; what it is has a row of its own
ABSENT = new_mark("absent")  # as a layer: this row reveals that there is no such part
MARKS = frozenset(map(type, (END, KEYS, CELL, ABSENT)))
