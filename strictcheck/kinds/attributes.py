"""Attributes that an object itself holds, or its thunk, read and set past its class's own methods."""

from __future__ import annotations

import functools
import types
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from strictcheck.kinds.building import PLAIN, Building, Opened, unwrapped
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Attribute
from strictcheck.kinds.partials import PartialMapping
from strictcheck.thunks.classes import (
    REMEMBERED,
    are_patched,
    attributes_of,
    bases,
    code_of,
    getattr_static,
    hides_its_dict,
    instance_dict,
    is_in_class,
    is_set,
    namespace_of,
    new_object,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.proxy import is_thunk, source_of, stands_for

# Methods of frozen classes that write to an object while it is made, and the names by which others write to one.
MAKING = ("__init__", "__post_init__", "__new__", "__setstate__", "__setattr__", "__delattr__")
OF_CONTAINERS = frozenset(slots_of(defaultdict))  # state of a built-in container, which is no attribute of the user's
WRITING = frozenset(("__setattr__", "__delattr__", "__dict__", "vars", "setattr"))


@dataclass(slots=True)
class Shape:
    """Where objects of one class, and the thunks for these, keep their attributes."""

    kind: Kind
    read_dict: Any  # of a thunk, a function, if it has a dict
    slots: dict[str, Any]  # of a thunk
    store: Any  # the reader of all attributes of an object, if a dict has them
    past_hooks: list[frozenset[str]]  # words, perhaps names, of methods that read past hooks, and may be called unseen
    attributes: list[Any]  # of the class and its bases, when the class of thunks was made

    def held(self, thunk: Any) -> dict[str, Any]:
        """Return the attributes that the thunk itself holds by now: fetched ones, and those that the call wrote."""
        own = {} if self.read_dict is None else self.read_dict(thunk)
        if not self.slots:
            return own
        return {name: slot.__get__(thunk) for name, slot in self.slots.items() if is_set(slot, thunk)} | own

    def is_outdated(self) -> bool:
        """True if somebody has patched the class since then."""
        before, self.attributes = self.attributes, attributes_of(self.kind.cls)
        return are_patched(before, self.attributes)

    def put(self, thunk: Any, name: str, part: Any) -> None:
        """Let the thunk hold an attribute, past all hooks."""
        if self.read_dict is None or name in self.slots:
            self.slots[name].__set__(thunk, part)
        else:
            self.read_dict(thunk)[name] = part


def held_attributes(kind: Kind, value: Any) -> Mapping[str, Any]:
    """Return the attributes that `value` itself holds, by name, fields first; perhaps its own dict. Runs no code."""
    slots, held = slots_of(kind.cls), instance_dict(value)
    held = {} if held is value else held  # these attributes are its entries
    if not slots and (not kind.fields or tuple(held) == kind.fields):
        return held
    if not held and len(slots) == len(kind.fields):
        try:
            return {name: slots[name].__get__(value) for name in kind.fields}
        except (AttributeError, KeyError):  # one of them is not set, or is kept elsewhere
            pass
    own = {name: slot.__get__(value) for name, slot in slots.items() if is_set(slot, value)} | {**held}
    return {name: own[name] for name in (*kind.fields, *own) if name in own}


def attributes_beside(kind: Kind, value: Any) -> Mapping[str, Any]:
    """Return the attributes that are not all there is of a value: of a number, a string, a container."""
    if kind.is_copied_whole:
        return {str(name): part for name, part in beside(kind, value)}
    return held_attributes(kind, value) if kind.is_own_layer else instance_dict(value)


class ContainerKind(Kind):
    """Lists, tuples, deques and dicts, whose values may have attributes beside their elements, if the class does."""

    is_leaf = False
    is_copied_whole = True

    def __init__(self, cls: type, *, mutable: bool = True) -> None:
        super().__init__(cls, mutable=mutable)
        self.has_beside = bool(cls.__dictoffset__ or slots_of(cls).keys() - OF_CONTAINERS)

    def peek(self, value: Any, key: Any) -> Any:
        """Return the element, or the attribute."""
        return dict(beside(self, value))[key] if type(key) is Attribute else self.peek_element(value, key)

    def peek_element(self, value: Any, key: Any) -> Any:
        """Return the element."""
        raise NotImplementedError

    def put_part(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the element, or the attribute."""
        if type(key) is Attribute:
            put_attribute(copied, str(key), part)
        else:
            self.put_element(copied, key, part)

    def put_element(self, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the element."""
        raise NotImplementedError

    def fill_beside(self, made: Any, parts: Mapping[Any, Any]) -> Any:
        """Give the attributes among the parts to a value that was put together."""
        return fill_attributes(made, {str(key): part for key, part in parts.items() if type(key) is Attribute})


def beside(kind: Kind, value: Any) -> list[tuple[Attribute, Any]]:
    """Return the attributes that a list or a dict holds beside its elements, as parts. Runs no code."""
    if not kind.has_beside:
        return []
    value = unwrapped(value)  # of a thunk, the copy, which has thunks for them
    held = value.beside if issubclass(type(value), PartialMapping) else held_attributes(kind, value)
    return [(Attribute(name), part) for name, part in held.items() if name not in OF_CONTAINERS]


def without_beside(parts: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return the parts of a list or a dict without the attributes beside them."""
    return {key: part for key, part in parts.items() if type(key) is not Attribute}


def built_beside(kind: Kind, building: Building) -> dict[str, Any]:
    """Return the attributes beside the elements of a value that is being built: known parts, or holes."""
    if not kind.has_beside:
        return {}
    known = [str(key) for key in building.parts if type(key) is Attribute]
    names = dict.fromkeys([*known, *(building.names(kind.cls) or ())])
    return {name: building.part(Attribute(name)) for name in names if name not in OF_CONTAINERS}


def keeps_attributes(kind: Kind, now: Any, before: Any) -> bool:
    """True if `now`, the copy behind a thunk, has the attributes of its source still, or thunks for them."""
    held, others = dict(beside(kind, now)), dict(beside(kind, before))
    return held.keys() == others.keys() and all(stands_for(part, others[name]) for name, part in held.items())


def is_bare(kind: Kind, value: Any) -> bool:
    """True for an atom without attributes, and the like: a call hardly changes it, and may ask for it by `is`."""
    if kind.is_own_layer:
        return not attributes_beside(kind, value)
    return kind.is_handed_out_alone and not kind.leads_on(value)


def put_attribute(made: Any, name: str, part: Any) -> None:
    """Set the attribute `name` that `made` itself holds to `part`."""
    cls: type = type(made)
    slots = slots_of(cls)
    if name in slots:
        slots[name].__set__(made, part)
    elif cls.__dictoffset__ and not hides_its_dict(cls):  # past descriptors
        attributes: Any = instance_dict(made)
        attributes[name] = part
    else:
        object.__setattr__(made, name, part)


def fill_attributes(made: Any, parts: Mapping[str, Any]) -> Any:
    """Give these attributes to `made`, which has none, and return it; its class is not asked."""
    cls: Any = type(made)
    read_dict = only_dict_of(cls)
    if read_dict is not None:
        read_dict(made).update(parts)
        return made
    for name, part in parts.items():
        put_attribute(made, name, part)
    return made


def like_these(cls: Any, held: list[Any]) -> list[Any]:
    """Make an object of `cls`, which keeps all attributes in a dict, for each of these dicts; this is C code."""
    read: Any = only_dict_of(cls)
    made: list[Any] = [*map(new_object, repeat(cls, len(held)))]
    deque(map(dict.update, map(read, made), held), 0)
    return made


def copy_attributes(kind: Kind, made: Any, source: Any) -> Any:
    """Copy the attributes that `source`, or the value of a thunk, holds to `made`, and return it."""
    return fill_attributes(made, held_attributes(kind, source_of(source)))


@functools.lru_cache(maxsize=REMEMBERED)
def is_managed(cls: type) -> bool:
    """True if SQLAlchemy reads and writes attributes, and informs a session, which is not informed of our writes."""
    return getattr_static(cls, "_sa_class_manager") is not None


def is_plain_storage(cls: type, name: str) -> bool:
    """True if an attribute is kept in a slot, or in the dict, so that no code has to run to read it."""
    kept = getattr_static(cls, name)
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return issubclass(type(kept), own) or not is_in_class(type(kept), "__set__")


def writes_itself(cls: type) -> bool:
    """True of a frozen class whose methods may keep what they compute in the object."""
    found = [one for base in bases(cls) for name, one in namespace_of(base).items() if name not in MAKING]
    words = (code.co_names for code in map(code_of, found) if code is not None)  # of methods, and of properties
    keeps = (issubclass(type(one), functools.cached_property) for one in found)
    return any(keeps) or not all(map(WRITING.isdisjoint, words))


def open_container(
    kind: Kind,
    part: Any,
    values: tuple[Any, Any],
    elements: tuple[list[Any], list[Any]],
    make: Callable[..., Any],
    fill: Callable[[Any, list[Any]], Any] | None = None,
) -> Opened:
    """Open a container, and after its elements the attributes that it holds, as it is now and as its source is.

    It is made empty by `make()`, and filled by `fill`; or, if it cannot be filled, made by `make(elements)`.
    """
    attributes, before = ({} if kind.cls in PLAIN else dict(held_attributes(kind, one)) for one in values)
    now, originals = elements
    count = len(now)
    opened = Opened(part, values[1], [*now, *attributes.values()], [*originals, *before.values()])
    opened.is_changed = [*attributes] != [*before]

    def filled(into: Any, made: list[Any]) -> Any:
        if fill is not None:
            fill(into, made[:count])
        return fill_attributes(into, dict(zip(attributes, made[count:], strict=True)))

    if fill is None:
        opened.rebuild = lambda made: filled(make(made[:count]), made)
    else:
        opened.empty, opened.fill = make, filled
    return opened


def kept_by_pickle(value: Any) -> tuple[Any, list[Any], Callable[..., Any]] | None:
    """Return how a pickle would make `value`, its parts, and a way to make it of others; None if it has no pickle."""
    reduced: Any
    try:
        reduced = value.__reduce_ex__(5)
    except Exception:  # code of the user's raises what it likes
        return None
    if type(reduced) is not tuple or any(reduced[3:]):  # it is a list or a dict, too
        return None
    make, args, state = reduced[0], [*reduced[1]], reduced[2] if len(reduced) > 2 else None

    def with_parts(make: Any, made: list[Any]) -> Any:
        *args, state = made
        again = make(*args)
        if state is not None and hasattr(again, "__setstate__"):
            again.__setstate__(state)
        elif state is not None:
            held, in_slots = state if type(state) is tuple else (state, None)
            fill_attributes(again, {**(held or {}), **(in_slots or {})})
        return again

    return make, [*args, state], with_parts


def open_in_place(whole: Any, held: Iterable[tuple[Callable[[Any], None], Any]], classes: tuple[type, ...]) -> Any:
    """Open thunks, and values of these classes, in what a call made, to put them back there: `whole` stays itself.

    `held` are the parts, each with the function that puts another in its place. None if there are none to open.
    """
    kept = [(put, part) for put, part in held if is_thunk(part) or issubclass(type(part), classes)]
    parts = [part for _, part in kept]

    def put_back(_: Any, made: list[Any]) -> None:
        for (put, before), part in zip(kept, made, strict=True):
            if part is not before:
                put(part)

    return Opened(whole, whole, parts, parts, empty=lambda: whole, fill=put_back) if parts else None
