"""Placing: handing out a part of an observed value, as a thunk with its place.

Every thunk with fields hands them out through here.
"""

from __future__ import annotations

from typing import Any

from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.partials import Deferred, PartialObject
from strictcheck.kinds.table import kind_of, thunk_class_for
from strictcheck.kinds.thunk_bases import Eager, EagerIfAlone
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import (
    instance_dict,
)
from strictcheck.thunks.log import Log
from strictcheck.thunks.places import NOWHERE, Place
from strictcheck.thunks.proxy import (
    UNFORCED,
    Thunk,
    is_thunk,
    make_thunk,
    materialised,
    new_thunk,
)


def whole(value: Any) -> Any:
    """Return the layer of a value that a look reveals as a whole."""
    if type(value) is slice:  # the call may have made it of thunks, and no thunk can represent it
        return slice(*(unwrap(bound, force_all=True) for bound in (value.start, value.stop, value.step)))
    return value if kind_of(type(value)).is_own_layer else Opaque(value)


def note_attributes(log: Log, value: Any) -> None:
    """Note the attributes of a value that the call gets as itself: `verify` tells if the call changes them."""
    cls: type = type(value)
    if cls in LEAVES or is_thunk(value) or not cls.__dictoffset__:
        return
    if log.record.is_open and not kind_of(cls).is_handed_out:
        log.record.handed_out.setdefault(id(value), (value, dict(instance_dict(value))))


def stand_in(log: Log, place: Place, value: Any) -> Any:
    """Return the thunk for the part at `place` (see `place_of`); `value` if no thunk can represent it."""
    cls = log.fast.get(type(value))
    if cls is not None:  # most parts by far: as in `make_thunk`, but the first look sets their value
        thunk = new_thunk(cls)
        thunk._self_log = log
        thunk._self_place = place
        thunk._self_source = value
        thunk._self_number = UNFORCED
        return thunk
    cls = maker_of(log, value)
    if cls is EagerIfAlone:
        thunk = leading_stand_in(log, place, value)
        return materialised(thunk) if kind_of(type(value)).is_own_layer else thunk
    if cls is Eager:
        if type(value) in LEAVES:
            log.look(place, value)
            return value
        if type(value) is Deferred:
            return stand_in(log, place, value.decide())
        log.look(place, whole(value))
        note_attributes(log, value)
        return value
    if cls._self_mutable:
        return _shared_stand_in(cls, log, place, value)
    return make_thunk(cls, log, place, value)


def maker_of(log: Log, value: Any) -> Any:
    """Return the class of the thunk for a part, or a marker."""
    cls = log.makers[type(value)]
    if cls is not EagerIfAlone:
        return cls
    kind, is_callers = kind_of(type(value)), log.record.is_open and not log.is_result
    return cls if kind.leads_on(value) and (is_callers or not kind.is_own_layer) else Eager


def leading_stand_in(log: Log, place: Place, value: Any) -> Any:
    """Return the thunk for a part that leads on; of a string, the call gets the copy behind it."""
    return _shared_stand_in(thunk_class_for(kind_of(type(value)), False), log, place, value)


def argument_stand_in(log: Log, value: Any) -> Any:
    """Return the thunk for the whole of an argument, or of a result; it lives as long as the log is open."""
    log.root = stand_in(log, NOWHERE + log.number, value)
    return log.root


def _shared_stand_in(cls: type[Thunk], log: Log, place: Place, value: Any) -> Any:
    """Return the one thunk of a mutable object, by whatever way it is reached; each way beside the first is noted."""
    found = log.shared.get(id(value))
    if found is None:
        thunk = make_thunk(cls, log, place, value)
        if not log.record.is_open:
            return thunk
        if issubclass(type(value), PartialObject):  # functions close over the original
            log.shared.setdefault(id(value.original), (thunk, value))
        return log.shared.setdefault(id(value), (thunk, value))[0]
    known = found[0]
    if log.record.is_open and (known._self_place != place or known._self_log is not log):
        log.edges[log, place] = known
    return known
