"""Stand-ins for dicts and other mappings: a key read reveals that key, or that it is not there; listing reveals all."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import ItemsView, Iterable, Iterator, KeysView, ValuesView
from types import MappingProxyType
from typing import Any, cast

from strictcheck.classes import getattr_static
from strictcheck.errors import Unevaluated
from strictcheck.layers import Mapping, Raised
from strictcheck.partials import class_behind
from strictcheck.plain import plain
from strictcheck.rebuilding import copy_mapping
from strictcheck.record import ABSENT, CELL, HERE, KEYS
from strictcheck.shapes import Shape
from strictcheck.standins.placing import Copied, stand_in
from strictcheck.standins.values import named_after
from strictcheck.thunks import UNSET, Thunk, get_at, get_cells, get_row, get_value, materialised, set_forced

__all__ = ["MappingThunk", "mapping_class"]

READING = ("__iter__", "__getitem__", "__len__", "__contains__", "__reversed__")
MISSING: Any = type("Missing", (), {"__slots__": ()})()


class Listed:
    """What is behind each key of a mapping that was listed, for an iterator of Python's own to walk.

    Such an iterator can be copied and pickled. As over a dict, it tells when the keys are others by now.
    """

    __slots__ = ("_keys", "_part", "_thunk")

    def __init__(self, thunk: Any, keys: list[Any], part: Any) -> None:
        self._thunk, self._keys, self._part = thunk, keys, part

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, index: int) -> Any:
        now, size = get_value(self._thunk), len(self._keys)
        if isinstance(now, dict) and len(now) != size:
            if not isinstance(now, OrderedDict):
                raise RuntimeError("dictionary changed size during iteration")
            if index < size:  # at its end an OrderedDict does not look
                raise RuntimeError("OrderedDict mutated during iteration")
        return self._part(self._keys[index])

    def __reduce__(self) -> Any:
        return operator.itemgetter(0), (([*map(self._part, self._keys)],),)


class View:
    """What the views of a dict have over those of other mappings: they are reversible, and show their elements."""

    __slots__ = ()
    _mapping: Any

    @property
    def mapping(self) -> Any:
        """The mapping itself, to be read only."""
        return MappingProxyType(self._mapping)

    def _part(self, key: Any) -> Any:
        """What the view has for `key`."""
        return key

    def __iter__(self) -> Iterator[Any]:
        return self._walk(iter)

    def __reversed__(self) -> Iterator[Any]:
        return self._walk(reversed)

    def _walk(self, way: Any) -> Iterator[Any]:
        """An iterator this way or that way; before there is a copy, over the keys as they are listed now."""
        thunk, value = self._mapping, get_value(self._mapping)
        if value is not UNSET:
            return cast("Iterator[Any]", way(getattr(value, type(self).__name__.lower())()))
        return iter(Listed(thunk, [*way(thunk._self_listed())], self._part))

    def _elements(self) -> list[Any]:
        view: Any = self
        return list(view)

    def __repr__(self) -> str:
        cls = self._mapping.__class__
        if not issubclass(cls, dict):
            return f"{type(self).__name__}View({self._mapping!r})"
        name = f"{'odict' if issubclass(cls, OrderedDict) else 'dict'}_{type(self).__name__.lower()}"
        return f"{name}({self._elements()!r})"


class Keys(View, KeysView[Any]):
    """The keys of an observed mapping."""

    __slots__ = ()


class Values(View, ValuesView[Any]):
    """Its values; each is fetched as the view is walked."""

    __slots__ = ()

    def _part(self, key: Any) -> Any:
        return self._mapping[key]


class Items(View, ItemsView[Any, Any]):
    """Both."""

    __slots__ = ()

    def _part(self, key: Any) -> Any:
        return key, self._mapping[key]


class MappingThunk(Copied):
    """`_self_cells` holds the values fetched so far, by key, and MISSING for keys that were not there.

    Until something other than reading needs a real dict there is no copy to forward to; then it, with all keys listed
    and a thunk behind each, answers everything.
    """

    __slots__ = ()

    @staticmethod
    def _self_layer(source: Any) -> object:
        return Mapping(kind=class_behind(source))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __wrapped_get__(self) -> Any:
        MappingThunk._self_look(self)
        if get_value(self) is UNSET:
            source = get_at(self)[3]
            copied = copy_mapping(source, {key: self._self_cell(key) for key in self._self_listed()})
            with get_at(self)[0].lock:
                if get_value(self) is UNSET:  # nobody else was faster
                    set_forced(self, get_row(self), copied)
        return get_value(self)

    def _self_listed(self) -> list[Any]:
        """All keys of the source, in order; this reveals that there are no others."""
        log, _, _, source = get_at(self)[:4]
        row, keys = get_row(self), [*iter(source)]
        with log.lock:
            cells = get_cells(self)
            if KEYS not in cells:
                listed = tuple(plain(key, force_all=True) for key in keys)
                log.add(row, KEYS, listed)
                cells[KEYS] = MISSING
        return keys

    def _self_cell(self, key: Any) -> Any:
        """The stand-in for the value behind `key`, or MISSING."""
        log = get_at(self)[0]
        key = plain(key, force_all=True)
        cells = get_cells(self)
        found = cells.get(key, UNSET)
        if found is UNSET:
            there, part = self._self_asked(key)
            with log.lock:
                found = cells.get(key, UNSET)
                if found is UNSET:
                    try:
                        row = log.add(get_row(self), key, CELL if there else ABSENT)
                        found = cells[key] = stand_in(log, row, HERE, part) if there else MISSING
                    except BaseException:
                        log.doubt()
                        raise
        log.record.count(log, get_row(self), key)
        return found

    def _self_asked(self, key: Any) -> tuple[bool, Any]:
        """Whether the source has `key`, and what is behind it; what it raises instead is recorded."""
        log, _, _, source = get_at(self)[:4]
        try:
            there = key in source
            return there, source[key] if there else MISSING
        except Exception as error:
            if isinstance(error, Unevaluated):
                raise
            with log.lock:
                log.indexed()  # it may be asked again, and give something else: the part keeps its row
                log.add(log.add(get_row(self), key, CELL), HERE, Raised(error))
            raise

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value = get_value(self)
        if value is not UNSET:
            return Mapping(tuple(value), closed=True, kind=type(value)), list(value.items())
        cells = {key: part for key, part in get_cells(self).copy().items() if key is not KEYS}
        present = {key: part for key, part in cells.items() if part is not MISSING}
        absent = frozenset(cells.keys() - present.keys())
        return Mapping(tuple(present), absent, False, class_behind(get_at(self)[3])), list(present.items())

    def __getitem__(self, key: Any) -> Any:
        MappingThunk._self_look(self)
        if get_value(self) is not UNSET:
            return get_value(self)[key]
        found = self._self_cell(key)
        if found is not MISSING:
            return found
        if hasattr(class_behind(get_at(self)[3]), "__missing__"):
            return materialised(self)[key]
        raise KeyError(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value behind `key`, or `default`; reveals that key alone."""
        MappingThunk._self_look(self)
        if get_value(self) is not UNSET:
            return get_value(self).get(key, default)
        found = self._self_cell(key)
        return default if found is MISSING else found

    def __contains__(self, key: Any) -> bool:
        MappingThunk._self_look(self)
        if get_value(self) is not UNSET:
            return key in get_value(self)
        return self._self_cell(key) is not MISSING

    def __len__(self) -> int:
        MappingThunk._self_look(self)
        return len(self._self_listed() if get_value(self) is UNSET else get_value(self))

    def __iter__(self) -> Iterator[Any]:
        MappingThunk._self_look(self)
        return iter(Keys(self) if get_value(self) is UNSET else get_value(self))

    def __reversed__(self) -> Iterator[Any]:
        MappingThunk._self_look(self)
        return reversed(Keys(self) if get_value(self) is UNSET else get_value(self))

    def keys(self) -> Any:
        """The keys, as they are; the values behind them stay unlooked at."""
        MappingThunk._self_look(self)
        return Keys(self)

    def values(self) -> Any:
        """The values; each is fetched as the view is walked."""
        MappingThunk._self_look(self)
        return Values(self)

    def items(self) -> Any:
        """Keys and values; each is fetched as the view is walked."""
        MappingThunk._self_look(self)
        return Items(self)


def mapping_class(shape: Shape) -> type[Thunk]:
    """The stand-in for mappings of one class."""
    own = {name: getattr(MappingThunk, name) for name in READING}
    if getattr_static(shape.cls, "__bool__") is not None:
        own["__bool__"] = lambda self: bool(materialised(self))
    return named_after(shape.cls, own, MappingThunk)
