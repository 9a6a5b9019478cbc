"""Attributes that an object itself holds, past its class's own methods; and those that code of its class reads.

Descriptors that write run with the thunk as the object, or their checks would be skipped and their storage under
another name would be lost. Descriptors that read do so if their code may change the object, and once something was
written; until then they run on the object itself, because some keep a table of objects; and so does a `__getattr__`.

`__setattr__`, `__delattr__` and `__getattr__` use `object.__setattr__` and the like, which need a real object: they run
on one that is put together for them, and their changes to it are taken over.
"""

from __future__ import annotations

import dis
import functools
import types
from collections import deque
from collections.abc import Callable, Collection, Mapping
from itertools import repeat
from typing import Any

from strictcheck.kinds.building import LEAVES, PLAIN, Opened
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.partials import PartialObject
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import (
    REMEMBERED,
    bases,
    getattr_static,
    hides_its_dict,
    instance_dict,
    is_set,
    namespace_of,
    only_dict_of,
    slots_of,
)
from strictcheck.thunks.proxy import force, get_value, is_thunk, source_of

# Methods of frozen classes that write to an object while it is made, and the names by which others write to one.
MAKING = ("__init__", "__post_init__", "__new__", "__setstate__", "__setattr__", "__delattr__")
WRITING = frozenset(("__setattr__", "__delattr__", "__dict__", "vars", "setattr"))
STORING = frozenset(("STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR"))
# Methods by which lists, dicts and sets change.
CHANGING = frozenset(
    """append appendleft extend insert add update setdefault pop popitem popleft remove discard clear sort
    __setitem__ __delitem__""".split()
)


def stored_names(kind: Kind, value: Any) -> list[str]:
    """List the names of the attributes that `value` itself holds: set fields, set slots, and its `__dict__`."""
    slots = slots_of(kind.cls)
    held = instance_dict(value)
    names = [name for name in kind.fields if name in held or (name in slots and is_set(slots[name], value))]
    names += [name for name, slot in slots.items() if name not in kind.fields and is_set(slot, value)]
    return names + [name for name in held if name not in kind.fields]


def held_attributes(kind: Kind, value: Any) -> Mapping[str, Any]:
    """Return the attributes that `value` itself holds, by name, fields first; perhaps its own dict. Runs no code."""
    slots, held = slots_of(kind.cls), instance_dict(value)
    if not slots and (not kind.fields or tuple(held) == kind.fields):
        return held
    if not held and len(slots) == len(kind.fields):
        try:
            return {name: slots[name].__get__(value) for name in kind.fields}
        except (AttributeError, KeyError):  # one of them is not set, or is kept elsewhere
            pass
    names = stored_names(kind, value)
    return {name: held[name] if name in held else slots[name].__get__(value) for name in names}


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
    made: list[Any] = [*map(object.__new__, repeat(cls, len(held)))]
    deque(map(dict.update, map(read, made), held), 0)
    return made


def copy_attributes(kind: Kind, made: Any, source: Any) -> Any:
    """Copy the attributes that `source`, or the value of a thunk, holds to `made`, and return it."""
    return fill_attributes(made, held_attributes(kind, source_of(source)))


def held(source: Any) -> list[str]:
    """Return the names of the attributes that `source` itself holds: an object, a partly known one, or a thunk."""
    known = _known_names(source)
    return stored_names(kind_of(type(source)), source) if known is None else list(known)


def is_held(source: Any, name: str) -> bool:
    """True if `name` is one of the attributes held, without a walk through all."""
    known = _known_names(source)
    if known is not None:
        return name in known
    cls: type = type(source)
    slot = slots_of(cls).get(name)
    return name in instance_dict(source) or (slot is not None and is_set(slot, source))


def _known_names(source: Any) -> Collection[str] | None:
    """Return the names held by a partly known object or a thunk; None for an object itself."""
    if issubclass(type(source), PartialObject):
        return source.parts if source.names is None else source.names
    if not is_thunk(source):
        return None
    names: list[str] = type(thunk := object_thunk(source))._self_names(thunk)
    return names


def object_thunk(thunk: Any) -> Any:
    """Return the thunk that observes the object behind `thunk`."""
    while type(thunk)._self_settled:
        thunk = get_value(force(thunk))
    return thunk


def is_constant(cls: type, value: Any) -> bool:
    """True if the value of a class attribute is a leaf, which code may compare by `is`, and no metaclass made it up."""
    return type(value) in LEAVES and getattr_static(type(cls), "__getattr__") is None


def is_apart(cls: type, name: str) -> bool:
    """True if `name` is a slot of a class whose objects have a `__dict__` too, in which it is not."""
    return bool(cls.__dictoffset__) and name in slots_of(cls)


def written_by(cls: type, name: str) -> Any:
    """Return the property or other descriptor that writes and deletes `name`; None if it is stored as it is."""
    found = getattr_static(cls, name)
    ours = isinstance(found, property) or (_is_data(found) and not is_managed(cls))
    return found if ours else None


def reads_by_code(cls: type) -> bool:
    """True if code of the class may read some attribute."""
    found = (value for base in bases(cls) for value in namespace_of(base).values())
    return not is_managed(cls) and (
        hook_of(cls, "__getattr__") is not None or any(_runs(value, "__get__") for value in found)
    )


def reads(found: Any, holds: bool) -> bool:
    """True if `found` is a descriptor that reads in place of the instance attribute, if the object `holds` one."""
    return _runs(found, "__get__") and (_is_data(found) or not holds)


def hook_of(cls: type, hook: str, *args: Any) -> Callable[[Any], Any] | None:
    """Return the class's own `__setattr__`, `__delattr__` or `__getattr__`, to call with an object; None without."""
    found = getattr_static(cls, hook)
    runs = isinstance(found, types.FunctionType) and not is_managed(cls)
    return (lambda this: found(this, *args)) if runs else None


def _is_data(found: Any) -> bool:
    return _runs(found, "__set__") or _runs(found, "__delete__")


def _runs(found: Any, hook: str) -> bool:
    """True if it is a descriptor written in Python. Those in C need the object itself; caches stay caches."""
    return not isinstance(found, functools.cached_property) and isinstance(
        getattr_static(type(found), hook), types.FunctionType
    )


@functools.lru_cache(maxsize=REMEMBERED)
def is_managed(cls: type) -> bool:
    """True if SQLAlchemy reads and writes attributes, and informs a session, which is not informed of our writes."""
    return getattr_static(cls, "_sa_class_manager") is not None


def is_plain_storage(cls: type, name: str) -> bool:
    """True if an attribute is kept in a slot, or in the dict, so that no code has to run to read it."""
    kept = getattr_static(cls, name)
    own = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return isinstance(kept, own) or not hasattr(type(kept), "__set__")


def writes_itself(cls: type) -> bool:
    """True of a frozen class whose methods may keep what they compute in the object."""
    found = {name: one for base in bases(cls) for name, one in namespace_of(base).items() if name not in MAKING}
    return any(writes(one) or isinstance(one, functools.cached_property) for one in found.values())


@functools.lru_cache(maxsize=REMEMBERED)
def changes(cls: type, written_in: type, hook: str) -> bool:
    """True if a hook that reads attributes of a `cls`, or a method that it names, may change something.

    A `__getattr__` that uses `getattr` may hand over methods of another object, which change that.
    """
    todo, met = [_code_of(getattr_static(written_in, hook))], set[types.CodeType]()
    changing = WRITING | CHANGING | ({"getattr"} if hook == "__getattr__" else set())
    while todo:
        code = todo.pop()
        if code is None or code in met:
            continue
        met.add(code)
        if not changing.isdisjoint(code.co_names) or any(one.opname in STORING for one in dis.get_instructions(code)):
            return True
        todo += [part for part in code.co_consts if isinstance(part, types.CodeType)]
        todo += [_code_of(getattr_static(one, name)) for name in code.co_names for one in (cls, written_in)]
    return False


def writes(method: Any) -> bool:
    """True if the code of a method, or of a property, may set attributes by name."""
    code = _code_of(method)
    return code is not None and not WRITING.isdisjoint(code.co_names)


def _code_of(method: Any) -> types.CodeType | None:
    """Return the code of a method, or of the getter of a property; None if it is written in C."""
    found: types.CodeType | None = getattr(getattr(method, "fget", method), "__code__", None)
    return found


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
