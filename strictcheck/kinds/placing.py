"""Placing: handing out a part of an observed value, as a thunk with its place; and the base classes of thunks.

Every thunk with fields hands them out through here.
"""

from __future__ import annotations

import copy
import operator
import types
from collections.abc import Callable, Iterable
from typing import Any, cast

from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.partials import Deferred, PartialObject
from strictcheck.kinds.table import is_transient, kind_of, thunk_class_for
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import (
    class_name,
    getattr_static,
    instance_dict,
    is_written_in_python,
    qualified_name,
    register_like,
)
from strictcheck.thunks.log import Log
from strictcheck.thunks.places import NOWHERE, Place, number_and_key
from strictcheck.thunks.proxy import (
    UNFORCED,
    UNSET,
    Thunk,
    ThunkType,
    flat,
    get_log,
    is_forced,
    is_open,
    is_thunk,
    make_thunk,
    materialised,
    new_thunk,
    set_cells,
    set_number,
    set_value,
)
from strictcheck.thunks.special_methods import (
    AskingThunkType,
    LackingType,
    following,
    hide_what_it_lacks,
    lacking,
    left_alone,
)

_known_part: list[Callable[[Any], Any]] = []


def show_with(function: Callable[[Any], Any]) -> None:
    """Let `known_part` be `function`: the part is a demand, and demands are written over kinds."""
    _known_part.append(function)


def known_part(value: Any) -> Any:
    """Return the demand on `value` so far: of thunks the part that was forced, of other values all. Forces nothing."""
    return _known_part[-1](value)


class StandIn(Thunk):
    """Behaviour of all thunks when they are shown, copied or pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        used = is_open(self) and not asked_from_outside(showing=True)
        return repr(self._self_for_text()) if used else known_part(self).pretty()

    def __str__(self) -> str:
        shown = not is_forced(self) and asked_from_outside()
        return repr(self) if shown else str(self._self_for_text())

    def _self_for_text(self) -> Any:
        """Return the value to write, with its attributes if code in Python writes it."""
        value = materialised(self)
        is_in_python = isinstance(getattr_static(type(value), "__repr__"), types.FunctionType)
        return self._self_whole() if is_in_python else value

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    @classmethod
    def _self_hooks(cls, of: type) -> dict[str, Any]:
        """Return the methods of thunks for values of this class that set attributes as the class says."""
        return {}

    def _self_to_copy(self) -> Any:
        """Return the value that is copied for a copy of this thunk."""
        return self._self_whole()

    def __copy__(self) -> Any:
        value = self._self_to_copy()
        made = copy.copy(value)
        return self if made is value else made  # an immutable value is its own copy

    def __deepcopy__(self, memo: dict[Any, Any]) -> Any:
        key = StandIn, id(self)
        if key not in memo:  # a part of it may lead here again, and has to find the copy that is begun
            memo[key] = self._self_to_copy()
        value = memo[key]
        made = copy.deepcopy(value, memo)
        return self if made is value else made

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Unpickling needs no strictcheck: itemgetter takes the plain value out of a one-tuple.
        return operator.itemgetter(0), ((unwrap(self, force_all=True),),)

    def __reduce__(self) -> Any:
        return self.__reduce_ex__(2)


def _set_dict(thunk: Any, attributes: Any) -> None:
    thunk._self_whole().__dict__ = attributes


# `__dict__` of a thunk whose copy gets attributes when somebody asks for them.
WHOLE_DICT = property(lambda thunk: thunk._self_whole().__dict__, _set_dict)


class Eager(StandIn):
    """Marker, in `Log.makers`, for a class whose values are handed out as themselves, forced when fetched."""

    __slots__ = ()


class EagerIfAlone(Eager):
    """Marker for a class whose values are handed out as themselves, but for those that lead on to other objects."""

    __slots__ = ()


class Container(StandIn):
    """Thunk whose parts are fetched after it has been looked at; its first look is common to all kinds."""

    __slots__ = ()
    _self_has_plain_slots = True
    _self_records = True
    _self_copies = False
    _self_mutable = True
    _self_new_cells = cast("type", dict)

    def _self_look(self) -> None:
        if self._self_number != UNFORCED:
            return
        cls: type[Container] = type(self)
        log, source = self._self_log, self._self_source
        layer = cls._self_layer(source)
        with log.lock:  # two threads that look at once have to share the parts
            if self._self_number == UNFORCED:
                _, number = log.look(self._self_place, (layer, log.next_number()))
                set_cells(self, cls._self_new_cells())
                set_value(self, UNSET)
                set_number(self, number)

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        """Return the known parts of a thunk that was forced unrecorded: those of the first look, or more if kept."""
        return type(self)._self_layer(self._self_source), ()

    def __wrapped_get__(self) -> Any:
        """Return the source, to which values without parts forward, by the thunk's own methods."""
        type(self)._self_look(self)
        return self._self_source


class ConsumedThunk(Container):
    """Thunk that does by iteration what Python does so; wrapt would have the source used up unnoticed."""

    __slots__ = ()

    def __contains__(self: Any, item: Any) -> bool:
        return any(element is item or element == item for element in self)

    def __bytes__(self: Any) -> bytes:
        return bytes(list(self))


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
    if log.record.is_open and (issubclass(cls, BaseException) or not kind_of(cls).is_handed_out):
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
    cls = log.makers[type(value)]
    if cls is EagerIfAlone and (cls := maker_of(log, value)) is EagerIfAlone:
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
    if found is None and is_thunk(value) and get_log(value) is log and not _is_returned(log, place):
        found = value, value  # the call has put its own thunk into an object of the caller's
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


def _is_returned(log: Log, place: Place) -> bool:
    """True if a passed function has returned what is at this place, or holds it: that has a demand of its own."""
    path = log.path_of(*number_and_key(place))
    return any(isinstance(key, str) and key.startswith("(") for key in path)  # the call, with its arguments


def named_after(cls: type, namespace: dict[str, Any], base: Any = StandIn, *, is_flat: bool = False) -> type[Thunk]:
    """Make a thunk class for values of `cls`: its special methods, its names, and the flags that `match` reads.

    Code that is written by users shows `type(self).__name__`, or looks for a method of that name.
    """
    kind, is_proxy = kind_of(cls), issubclass(base, Thunk)
    methods = following(cls, base) if is_proxy else left_alone(cls)
    own = {
        "__slots__": (), "__qualname__": qualified_name(cls), "_self_for": cls, "_self_layer": kind.first_layer,
        "_self_lacking": LackingType("Lacking", (), {"__slots__": (), **({} if is_proxy else lacking(cls))}),
        "_self_transient": is_transient(cls),
    }  # fmt: skip
    of_proxies = AskingThunkType if is_written_in_python(cls) else ThunkType
    derived: Any = of_proxies if is_proxy else type(base)
    hooks = base._self_hooks(cls) if is_proxy else {}
    name, namespace = class_name(cls), own | methods | hooks | namespace
    made: type[Thunk] = flat(base, namespace, name) if is_flat else derived(name, (base,), namespace)
    if is_proxy:
        hide_what_it_lacks(made, cls)
    register_like(cls, made)
    return made
