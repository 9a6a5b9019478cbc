"""State and class attributes of thunks, of proxies and of those that are objects of their own.

Read this module for what modules of kinds may say of their thunks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from strictcheck.thunks.classes import namespace_of

UNFORCED = -1  # number of a thunk that nobody has looked at
UNSET: Any = type("Unset", (), {"__slots__": ()})()


class Observed:
    """Class attributes and methods of all thunks, whatever their layout."""

    __slots__ = ()
    # The class of its values, if it is made for one: thunks for a thunk have the methods of that class.
    _self_for = cast("type | None", None)
    # The function from its source to the layer that the first look reveals.
    _self_layer = cast("Callable[[Any], Any]", None)
    # True if its value is there, not to be computed; and if another thunk, or a plain value, is all that is behind it.
    _self_known = True
    _self_settled = False
    # False if looking at it shows all of it.
    _self_has_parts = True
    # True if later operations are recorded too; they must reach the proxy, not a copy.
    _self_records = False
    # True if the copy behind it has parts that nobody has fetched and that are no thunks.
    _self_withholds = False
    # True if operations are forwarded to a copy with thunks for parts, or to a value without parts.
    _self_copies = True
    # True if code could change the value: then it has one thunk in an observation, by whatever way it is reached.
    _self_mutable = False
    # True if its slots are set as any other's: it has no attributes in their place, and no way of its own to set them.
    _self_has_plain_slots = False
    # True if `next` pulls its parts.
    _self_is_pulled = False
    # True if its container does not keep it: it dies with its last reader, and is made again at the next fetch.
    _self_transient = False

    def _self_whole(self: Any) -> Any:
        """Return the value behind, with all its attributes, which code in C does not read."""
        return self.__wrapped__

    def _self_originals(self) -> dict[int, Any]:
        """Return the caller's objects by the ids of their copies, if the call works on copies of parts."""
        return {}


class ThunkObject(Observed):
    """The base of thunks that are objects of their own, and no proxies; these functions go past all their hooks."""

    __slots__ = ("_self_cells", "_self_log", "_self_number", "_self_place", "_self_source")
    _self_value = UNSET
    _self_records = True
    _self_copies = False


cells_of, log_of, number_of, place_of, object_behind = (
    namespace_of(ThunkObject)[name].__get__ for name in ThunkObject.__slots__
)
put_cells, put_log, put_number, put_place, put_source = (
    namespace_of(ThunkObject)[name].__set__ for name in ThunkObject.__slots__
)


def make_object(cls: Any, log: Any, place: Any, source: Any) -> Any:
    """Make a thunk of such a class that nobody has looked at."""
    thunk = object.__new__(cls)
    put_cells(thunk, None)
    put_log(thunk, log)
    put_number(thunk, UNFORCED)
    put_place(thunk, place)
    put_source(thunk, source)
    return thunk
