"""Numbers, strings and bytes of derived classes, which can have attributes, and through these lead to other objects.

C code insists on real strings, so the call gets one: a copy of the caller's, whose attributes are thunks. Skip this
module unless strings know the objects that they belong to, as those of BeautifulSoup do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from strictcheck.kinds.atom import AtomKind, value_class
from strictcheck.kinds.attributes import (
    copy_attributes,
    fill_attributes,
    held_attributes,
    is_bare,
    open_container,
    put_attribute,
)
from strictcheck.kinds.building import LEAVES, Building, Opened, Unwrapping
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.placing import EagerIfAlone, leading_stand_in, maker_of, stand_in, whole
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import is_honest, slots_of
from strictcheck.thunks.proxy import UNFORCED, get_source, get_value, is_thunk, set_forced, source_of

DERIVABLE = (int, float, str, bytes)


class AttributedAtomKind(AtomKind):
    """Numbers, strings and bytes whose class lets them have attributes.

    One whose attributes are numbers, strings and the like is an atom with these. If they hold more, its parts are its
    text, by the name of the built-in class, and the attributes: `NavigableString(str='a', parent=Tag())`.
    """

    name = "has no fields, but attributes"
    can_change = True
    is_handed_out_alone = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise derived classes whose values have a `__dict__`, or slots."""
        is_one = issubclass(values, DERIVABLE) and is_honest(values)
        return cls(values) if is_one and (values.__dictoffset__ or slots_of(values)) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that forward everything to a copy of the value."""
        return value_class(self, _get, {"_self_is_written": _is_written, "_self_mutable": True})

    def leads_on(self, value: Any) -> bool:
        """True if an attribute is more than a number, a string or the like."""
        return not all(map(_leads_nowhere, held_attributes(self, value).values()))

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the value, if nothing is beyond it; or the class, and for parts the text and the attributes."""
        if not self.leads_on(value):
            return value, ()
        return constructor_layer(self.cls), {**_text(self, value), **held_attributes(self, value)}.items()

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The attributes."""
        return held_attributes(self, value).items()

    def get_part(self, value: Any, key: Any) -> Any:
        """Read the text, or an attribute."""
        text = _text(self, source_of(value))
        return text[key] if key in text else getattr(value, key)

    def put_part(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the attribute."""
        put_attribute(copied, key, part)

    def copy(self, value: Any) -> Any:
        """Copy the value, with the very attributes that it holds, past the methods of its class."""
        return copy_attributes(self, _without_attributes(self, value), value)

    def begin(self, layer: Any, building: Building) -> Any:
        """Make it without attributes, if its text is known by now."""
        like = building.whole()
        return _without_attributes(self, like) if type(like) is self.cls else None

    def build(self, layer: Any, building: Building) -> Any:
        """Make it of the text, and of what is known of the attributes."""
        base = _base(self)
        if not isinstance(layer, Constructor) or base.__name__ not in building.parts:
            return super().build(layer, building)
        made = building.begun
        if made is None:
            made = base.__new__(self.cls, building.parts[base.__name__])
        names = dict.fromkeys([*(building.names(self.cls) or ()), *building.parts])
        return fill_attributes(made, {name: building.part(name) for name in names if name != base.__name__})

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened:
        """Open the attributes."""
        now = get_value(part) if is_thunk(part) else part
        values = (now, source)
        return open_container(self, part, values, ([], []), lambda: _without_attributes(self, now), lambda *_: None)


def _base(kind: Kind) -> Any:
    return next(base for base in DERIVABLE if issubclass(kind.cls, base))


def _text(kind: Kind, value: Any) -> dict[str, Any]:
    base = _base(kind)
    return {base.__name__: vars(base)[f"__{base.__name__}__"](value)}


def _without_attributes(kind: Kind, value: Any) -> Any:
    (text,) = _text(kind, value).values()
    return _base(kind).__new__(kind.cls, text)


def _leads_nowhere(part: Any) -> bool:
    """True for a value that leads to no other object."""
    if type(part) in LEAVES:
        return True
    kind = kind_of(type(part))
    return not is_thunk(part) and kind.is_own_layer and (not kind.can_change or is_bare(kind, part))


def _is_written(thunk: Any) -> bool:
    """True if an attribute of the copy is not the one that it was given."""
    given, now = thunk._self_cells, held_attributes(kind_of(type(get_source(thunk))), get_value(thunk))
    return given.keys() != now.keys() or any(given[name] is not part for name, part in now.items())


def _get(self: Any) -> Any:
    """Return the copy: `__wrapped_get__`. Strings among its attributes are copied with it, one after the other."""
    with self._self_log.lock:
        begun = _begin(self) if self._self_number == UNFORCED else []
        while begun:
            begun += _fill(begun.pop())
        return get_value(self)


def _begin(thunk: Any) -> list[Any]:
    """Let the thunk have a copy without attributes; return the thunk, in a list, if it is to get some."""
    log, source = thunk._self_log, thunk._self_source
    kind: Any = kind_of(type(source))
    if log.is_result:  # a result is the call's own
        set_forced(thunk, log.add(thunk._self_place, whole(source)), source, held_attributes(kind, source))
        return []
    number = log.add(thunk._self_place, kind.first_layer(source))
    set_forced(thunk, number, _without_attributes(kind, source), {})
    for name, text in _text(kind, source).items() if kind.leads_on(source) else ():
        log.look((number, name), text)
    return [thunk]


def _fill(thunk: Any) -> list[Any]:
    """Give its attributes to the copy of a thunk; return thunks of strings among these, whose copies have none yet."""
    log, source, number, copied = thunk._self_log, thunk._self_source, thunk._self_number, get_value(thunk)
    kind, begun = kind_of(type(source)), list[Any]()
    leads_on = kind.leads_on(source)
    for name, part in held_attributes(kind, source).items():
        given = part
        if leads_on and _leads_nowhere(part):
            log.look((number, name), part)
        elif leads_on and maker_of(log, part) is EagerIfAlone:
            other = leading_stand_in(log, (number, name), part)
            begun += _begin(other) if other._self_number == UNFORCED else []
            given = get_value(other)
        elif leads_on:
            given = stand_in(log, (number, name), part)
        put_attribute(copied, name, given)
        thunk._self_cells[name] = given
    return begun
