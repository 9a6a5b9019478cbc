"""Thunks for objects of any other Python class: the class at the first look, attributes one by one.

The object is not copied; attributes are read from it when asked for, so records of an ORM and objects with locks or
handles go on working. Methods and properties written in Python run with the thunk as `self`, so what they read
counts; of other descriptors, see `attributes`. What is written stays in the thunk.
"""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.kinds.attributes import changes, held, hook_of, is_apart, is_constant, is_held, reads, written_by
from strictcheck.kinds.building import kept_with
from strictcheck.kinds.layers import Raised, constructor_layer
from strictcheck.kinds.partials import PartialObject, class_behind
from strictcheck.kinds.placing import Container, Copied, StandIn, stand_in
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import copies_itself, getattr_static, is_in_class, is_told_by_class, slots_of
from strictcheck.thunks.places import ABSENT
from strictcheck.thunks.proxy import UNFORCED, UNSET, Thunk, get_value, is_open, is_thunk, make_thunk, set_forced

TWIN: Any = type("Twin", (), {"__slots__": ()})()
NOW: Any = type("Now", (), {"__slots__": ()})()
NOT_READ: Any = type("NotRead", (), {"__slots__": ()})()


class ObjectThunk(Container):
    """`_self_cells` holds attributes that were read of the object.

    Once the call writes one, or asks for the `__dict__`, NOW has that dict, and the slots beside it, as the call has
    them: NOT_READ stands for an attribute of the object that nobody has read.
    """

    __slots__ = ()
    _self_has_plain_slots = False
    _self_reads_by_code = False

    def __wrapped_get__(self) -> Any:
        # For wrapt, the other operand of an operator: a thunk too, or the object's own methods would run unnoticed.
        ObjectThunk._self_look(self)
        if get_value(self) is TWIN:
            return self._self_source
        twin = make_thunk(type(self), self._self_log, self._self_place, self._self_source)
        set_forced(twin, self._self_number, TWIN, self._self_cells)
        return twin

    def __getattr__(self, name: str) -> Any:
        if self._self_number == UNFORCED:
            ObjectThunk._self_look(self)
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return type(self).__wrapped_get__(self)
        return (self._self_by_code if type(self)._self_reads_by_code else self._self_part)(name)

    def _self_by_code(self, name: str) -> Any:
        """Return the attribute; code of the class computes it for an object that was changed."""
        cls, holds = class_behind(self._self_source), self._self_holds(name)
        found = getattr_static(cls, name)
        if reads(found, holds) and (changes(cls, found.__class__, "__get__") or self._self_is_changed()):
            return found.__get__(self, cls)
        own = None if holds or is_in_class(cls, name) else hook_of(cls, "__getattr__", name)
        if own is not None and (changes(cls, cls, "__getattr__") or self._self_is_changed()):
            return self._self_run(own)
        return self._self_part(name)

    def _self_part(self, name: str, *, is_read: bool = True) -> Any:
        """Return the attribute as it was written here, or else as the object has it; count that, if it `is_read`."""
        log, cells = self._self_log, self._self_cells
        own = self._self_now_of(name) if NOW in cells else None
        if own is not None and name not in own and is_held(self._self_source, name):
            return self._self_of_class(name)
        if is_read and log.record.reads is not None:
            log.count(self._self_number, name)
        if own is None:
            return cells[name] if name in cells else ObjectThunk._self_read(self, name)
        found = own.get(name, NOT_READ)
        if found is NOT_READ:
            found = cells[name] if name in cells else ObjectThunk._self_read(self, name)
            with log.lock:  # another thread may have written to it, or deleted it
                if own.get(name) is NOT_READ:
                    own[name] = found
        return found

    def _self_of_class(self, name: str) -> Any:
        """Return what the class has for an attribute that was deleted."""
        cls = class_behind(self._self_source)
        if is_in_class(cls, name) and name not in slots_of(cls):
            return getattr(cls, name)
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")

    def _self_read(self, name: str) -> Any:
        """Return the attribute as the class would give it, the first time it is asked for."""
        log, source, cells, place = self._self_log, self._self_source, self._self_cells, (self._self_number, name)
        static = getattr_static(cls := class_behind(source), name)
        if isinstance(static, (staticmethod, classmethod)):
            return getattr(cls, name)
        if isinstance(static, property):  # it raised AttributeError on the thunk: Python asks here next
            own = hook_of(cls, "__getattr__", name)
            return static.__get__(self, cls) if own is None else self._self_run(own)
        if isinstance(static, functools.cached_property) and not is_held(source, name):
            self._self_write(name, value := static.func(self))
            return value
        if static is not None and is_told_by_class(name, static) and not is_held(source, name):
            return static
        is_partial = issubclass(type(source), PartialObject)
        try:
            value = source.read(name) if is_partial else getattr(source, name)
        except Exception as error:
            if not isinstance(error, AttributeError):
                log.add(place, Raised(error))  # it may be asked again, and give something else: this row stays
            elif not name.startswith("__"):  # special methods are the class's, and the class is known
                log.look(place, ABSENT)  # at the place of a part, for there is none
            raise
        is_own = value is not static or (is_held(source, name) and not (is_partial and source.names is None))
        is_shared = not is_own and is_constant(cls, value)
        return cells.setdefault(name, log.look(place, value) if is_shared else stand_in(log, place, value))

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_self_") or name == "__wrapped__":
            Thunk.__setattr__(self, name, value)
            return
        ObjectThunk._self_look(self)
        if name == "__dict__":
            attributes, now = object.__getattribute__(self, "__dict__"), dict(value)
            attributes.clear()
            attributes.update(now)
            return
        if not self._self_changes("__setattr__", "__set__", name, value):
            cls = class_behind(self._self_source)
            if not cls.__dictoffset__ and not is_in_class(cls, name):
                raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
            self._self_write(name, value)

    def __delattr__(self, name: str) -> None:
        ObjectThunk._self_look(self)
        if not self._self_changes("__delattr__", "__delete__", name):
            cls, holds = class_behind(self._self_source), self._self_holds(name)
            if holds or not is_in_class(cls, name):
                getattr(self, name)  # raises AttributeError if there is none
            if not holds:  # its class has
                raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
            self._self_delete(name)

    def _self_changes(self, hook: str, method: str, name: str, *value: Any) -> bool:
        """Let a hook of the class, or a descriptor, change the attribute; False if there is neither."""
        cls = class_behind(self._self_source)
        if (own := hook_of(cls, hook, name, *value)) is not None:
            self._self_run(own)
        elif (descriptor := written_by(cls, name)) is not None:
            getattr(descriptor, method)(self, *value)
        else:
            return False
        return True

    def _self_run(self, own: Callable[[Any], Any]) -> Any:
        """Run a hook of the class on an object made like this one now; attributes that it changes are written here."""
        before, kind = self._self_now(), kind_of(class_behind(self._self_source))
        made = kept_with(self._self_source, kind.put_together(before))
        try:
            return own(made)
        finally:
            self._self_write_changed({name: object.__getattribute__(made, name) for name in held(made)}, before)

    def _self_write_changed(self, now: dict[str, Any], before: dict[str, Any]) -> None:
        """Write attributes in which `now` differs from `before`."""
        for name in {**before, **now}:
            if name not in now:
                self._self_delete(name)
            elif now[name] is not before.get(name, UNSET):
                self._self_write(name, now[name])

    def _self_write(self, name: str, value: Any) -> None:
        with self._self_log.lock:
            self._self_now_of(name)[name] = value

    def _self_delete(self, name: str) -> None:
        with self._self_log.lock:
            del self._self_now_of(name)[name]

    def _self_now_of(self, name: str) -> dict[str, Any]:
        """Return the dict with the attribute of this name as the call has it; from the first write on it is asked."""
        cells, cls = self._self_cells, class_behind(self._self_source)
        if NOW not in cells:
            own: tuple[dict[str, Any], dict[str, Any]] = {}, {}
            for each in held(self._self_source):
                own[is_apart(cls, each)][each] = cells.get(each, NOT_READ)
            cells.setdefault(NOW, own)
        found: dict[str, Any] = cells[NOW][is_apart(cls, name)]
        return found

    def _self_names(self) -> list[str]:
        """List the names of the attributes that the object, as it is now, holds itself."""
        cells = self._self_cells
        return [*cells[NOW][0], *cells[NOW][1]] if NOW in cells else held(self._self_source)

    def _self_holds(self, name: str) -> bool:
        """True if the object, as it is now, holds an attribute of that name itself."""
        return name in self._self_now_of(name) if NOW in self._self_cells else is_held(self._self_source, name)

    def _self_is_written(self) -> bool:
        cells, cls = self._self_cells, class_behind(self._self_source)
        if NOW not in cells:
            return False
        began = sorted(held(self._self_source), key=lambda name: is_apart(cls, name))
        now = {**cells[NOW][0], **cells[NOW][1]}
        return list(now) != began or any(part is not cells.get(name, NOT_READ) for name, part in now.items())

    def _self_is_changed(self) -> bool:
        """True if the object, or a part of it, may have changed; parts of these are not looked at."""
        parts = map(self._self_cells.get, held(self._self_source))
        return _is_changed(self) or any(map(_is_changed, parts))

    def _self_now(self) -> dict[str, Any]:
        """Return the attributes that the object holds itself, each behind a thunk."""
        return {name: self._self_part(name, is_read=False) for name in self._self_names()}

    def _self_fetch(self) -> None:
        ObjectThunk._self_look(self)
        self._self_now()

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The attributes the object holds itself, each behind a thunk."""
        ObjectThunk._self_look(self)
        own: dict[str, Any] = self._self_now_of("__dict__")
        for name in [name for name, part in own.items() if part is NOT_READ]:
            self._self_part(name, is_read=False)
        return own

    def __dir__(self) -> list[str]:
        ObjectThunk._self_look(self)
        return sorted({*dir(class_behind(self._self_source)), *self._self_names()})

    def _self_to_copy(self) -> Any:
        kind = kind_of(class_behind(self._self_source))
        return kept_with(self._self_source, kind.put_together(self._self_now()))

    def __copy__(self) -> Any:
        ObjectThunk._self_look(self)
        written = getattr_static(class_behind(self._self_source), "__copy__")
        return written(self) if isinstance(written, types.FunctionType) else StandIn.__copy__(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        ObjectThunk._self_look(self)
        cls = class_behind(self._self_source)
        if copies_itself(cls):
            return StandIn.__deepcopy__(self, memo)
        kind, state = kind_of(cls), self._self_now()
        made = memo[id(self)] = kind.put_together({})  # before its parts, which may hold it
        for name, part in state.items():
            kind.put_part(made, name, copy.deepcopy(part, memo))
        return made

    def __repr__(self) -> str:
        if not is_open(self) or asked_from_outside(showing=True):
            return StandIn.__repr__(self)
        source = self._self_source
        written = getattr_static(class_behind(source), "__repr__")
        ObjectThunk._self_look(self)
        return str(unwrap(written(self), force_all=True)) if isinstance(written, types.FunctionType) else repr(source)

    def _self_state(self, began: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes as they are now, for an object that `began` with these."""
        cells = self._self_cells
        if NOW not in cells:
            return {name: cells.get(name, part) for name, part in began.items()}
        now = {**cells[NOW][0], **cells[NOW][1]}
        known = {name: began.get(name, NOT_READ) if part is NOT_READ else part for name, part in now.items()}
        return {name: part for name, part in known.items() if part is not NOT_READ}

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        cells = self._self_cells.copy()
        for own in cells.pop(NOW, ()):
            cells |= {name: part for name, part in own.items() if part is not NOT_READ}
        return constructor_layer(class_behind(self._self_source)), cells.items()


def _is_changed(part: Any) -> bool:
    """True if an object itself was written to, or another value may be changed by now; parts are not looked at."""
    while is_thunk(part) and part._self_number != UNFORCED and type(part)._self_settled:
        part = get_value(part)
    if not is_thunk(part) or part._self_number == UNFORCED:
        return False
    cls: Any = type(part)
    if issubclass(cls, ObjectThunk):
        return cls._self_is_written(part)
    copied = issubclass(cls, Copied) and cls._self_copies and cls._self_is_changed(part)
    return copied or kind_of(class_behind(part._self_source)).works_on_copy()
