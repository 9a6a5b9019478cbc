"""Models of pydantic: objects whose class has a serializer in C, and what the library needs in slots of special names.

The serializer takes no thunk for a value. It gets a copy, for which the fields are read that it does not leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from strictcheck.kinds.attributes import fill_attributes, held_attributes
from strictcheck.kinds.building import Building
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor
from strictcheck.kinds.object import ObjectKind
from strictcheck.kinds.object_class import OfClass
from strictcheck.kinds.object_thunk import names_now
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import getattr_static, is_made_in_python, new_object, slots_of
from strictcheck.thunks.proxy import is_thunk, source_of, stands_for

SERIALIZER = "__pydantic_serializer__"
ALL = "__all__"  # name of each element, in an option
WHOLE = (True, ...)  # what an option says of a part as a whole


class ModelKind(ObjectKind):
    """Models of pydantic, whose attributes are observed one by one."""

    has_fixed_names = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes that pydantic has given a serializer and slots."""
        is_one = getattr_static(values, SERIALIZER) is not None and "__pydantic_fields_set__" in slots_of(values)
        return cls(values) if is_one and is_made_in_python(values) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks whose serializer gets copies."""
        made = super().thunk_class(counting=counting)
        type.__setattr__(made, SERIALIZER, Serializer(SERIALIZER))
        return made

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class; the attributes, without slots of the library in which there is nothing."""
        layer, parts = super().take_apart(value)
        return layer, [(name, part) for name, part in parts if part is not None or name not in slots_of(self.cls)]

    def begin(self, layer: Constructor, building: Building) -> Any:
        """Make a model of which nothing is known, but what of the library's is empty in the original."""
        known, original = super().begin(layer, building), building.whole()
        held = {} if original is None else held_attributes(self, original)
        known.parts.update({name: None for name in slots_of(self.cls) if held.get(name) is None})
        return known


class Serializer(OfClass):
    """Serializer of the class; fetched from a thunk, it is one that reads copies of models."""

    def __get__(self, thunk: Any, owner: Any) -> Any:
        tool = super().__get__(None, owner)
        if thunk is None:
            return tool
        return SimpleNamespace(**{name: _reading_copies(getattr(tool, name)) for name in ("to_python", "to_json")})


def _reading_copies(method: Callable[..., Any]) -> Callable[..., Any]:
    def serialize(model: Any, **options: Any) -> Any:
        options = unwrap(options, force_all=True)
        return method(_copy(model, **options) if is_thunk(model) else model, **options)

    return serialize


def _copy(model: Any, *, include: Any = None, exclude: Any = None, exclude_unset: bool = False, **_: Any) -> Any:
    """Copy a model with the fields that these options ask for, and None in place of others."""
    cls, names = model.__class__, names_now(model)
    fields, written = cls.__pydantic_fields__, cls.__pydantic_decorators__
    asked = {name for name, field in fields.items() if not field.exclude} | {*written.computed_fields}
    asked = {name for name in asked if _is_asked(include, exclude, name)}
    asked -= set(fields) - model.__pydantic_fields_set__ if exclude_unset else set()
    asked |= {"__pydantic_extra__"} | ({"__pydantic_fields_set__"} if exclude_unset else set())
    # Code of the user's may read other fields; a `RootModel` has no names.
    if written.field_serializers or written.model_serializers or cls.__pydantic_root_model__:
        asked, include, exclude = {*names}, None, None
    held = _read_computed(model, asked.intersection(written.computed_fields))
    below = {name: [_option_below(option, name) for option in (include, exclude)] for name in asked}
    plain = {name: _plain(getattr(model, name), exclude_unset, *below[name]) for name in names if name in asked}
    return fill_attributes(new_object(cls), {**dict.fromkeys(names), **held, **plain})


def _read_computed(model: Any, computed: Collection[str]) -> dict[Any, Any]:
    """Return the attributes for a copy that computes these fields: they are computed now, so that all they read counts.

    Nothing is returned if there are none.
    """
    for name in computed:
        with suppress(Exception):  # raised again where the copy computes it
            unwrap(getattr(model, name), force_all=True)
    if not computed:
        return {}
    held = dict(kind_of(model.__class__).take_apart(source_of(model))[1])
    return {
        name: held[name] if stands_for(part, held.get(name)) else unwrap(part, force_all=True)
        for name, part in type(model)._self_state(model, held).items()
        if name in held or not is_thunk(part)  # of a partial value, others are not known
    }


def _plain(part: Any, exclude_unset: bool, include: Any, exclude: Any) -> Any:
    """Make plain what these options ask for of a field; recurs as deep as the options do."""
    if include is None and exclude is None:
        return unwrap(part, force_all=True)
    if getattr_static(part.__class__, SERIALIZER) is not None:
        return _copy(part, include=include, exclude=exclude, exclude_unset=exclude_unset)
    if part.__class__ not in (list, tuple, dict):
        return unwrap(part, force_all=True)
    made = dict.fromkeys(part) if isinstance(part, dict) else [None] * len(part)
    for key in part if isinstance(part, dict) else range(len(part)):
        keys = (key, ALL) if isinstance(part, dict) else (key, key - len(part), ALL)
        if _is_asked(include, exclude, *keys):
            below = (_option_below(option, *keys) for option in (include, exclude))
            made[key] = _plain(part[key], exclude_unset, *below)
    return tuple(made) if isinstance(part, tuple) else made


def _is_asked(include: Any, exclude: Any, *keys: Any) -> bool:
    """True if these options ask for the part that has one of these names."""
    is_out = any(key in exclude and (not isinstance(exclude, dict) or exclude[key] in WHOLE) for key in keys if exclude)
    return not is_out and (include is None or any(key in include for key in keys))


def _option_below(option: Any, *keys: Any) -> Any:
    """Return what an option says of the inside of a part; None if nothing."""
    found = [option[key] for key in keys if isinstance(option, dict) and key in option]
    return found[0] if found and found[0] not in WHOLE else None
