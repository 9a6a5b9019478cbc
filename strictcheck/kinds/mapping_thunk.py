"""Thunks for dicts and other mappings: a key read reveals that key, or that it is not there; listing reveals all."""

from __future__ import annotations

import operator
from collections import OrderedDict, defaultdict
from collections.abc import ItemsView, Iterable, Iterator, KeysView, ValuesView
from collections.abc import Mapping as AnyMapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.partials import PartialMapping, class_behind
from strictcheck.kinds.placing import Copied, note_attributes, stand_in
from strictcheck.kinds.table import kind_of, register_shape, take_apart
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import getattr_static, instance_dict
from strictcheck.thunks.places import ABSENT, CELL, KEYS, new_mark, place_of
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk, materialised, stands_for
from strictcheck.thunks.special_methods import ForcingMethod

MISSING: Any = type("Missing", (), {"__slots__": ()})()
WRITTEN, COPY = new_mark("written"), new_mark("copy")
BESIDE_CELLS = frozenset(map(type, (KEYS, WRITTEN, COPY)))
FILLING = defaultdict.__missing__


class Listed:
    """Elements of a view, for an iterator of Python's own to walk; keys are listed when the first is fetched.

    Such an iterator can be copied and pickled. As over a dict, it raises when the keys have changed.
    """

    __slots__ = ("_keys", "_thunk", "_view", "_way")

    def __init__(self, thunk: Any, view: Any, way: Any) -> None:
        self._thunk, self._view, self._way = thunk, view, way
        self._keys: list[Any] | None = None

    def _listed(self) -> list[Any]:
        if self._keys is None:
            keys = self._thunk._self_listed()
            self._keys = keys if type(keys) is list and self._way is iter else [*self._way(keys)]
        return self._keys

    def __len__(self) -> int:
        return len(self._listed())

    def __getitem__(self, index: int) -> Any:
        keys, view, now = self._keys or self._listed(), self._view, self._thunk._self_value
        if now is not UNSET and isinstance(now, dict) and len(now) != len(keys):
            if not isinstance(now, OrderedDict):
                raise RuntimeError("dictionary changed size during iteration")
            if index < len(keys):  # at its end an OrderedDict does not look
                raise RuntimeError("OrderedDict mutated during iteration")
        key = keys[index]
        if view is Keys:
            return key
        part = MappingThunk._self_cell(self._thunk, key) if now is UNSET else now[key]
        return part if view is Values else (key, part)

    def __reduce__(self) -> Any:
        return operator.itemgetter(0), (([*map(self.__getitem__, range(len(self)))],),)


class DictView:
    """Extras of the views of a dict over those of other mappings: they are reversible, and print their elements."""

    __slots__ = ()
    _mapping: Any

    @property
    def mapping(self) -> Any:
        """Mapping behind the view, to be read only."""
        return MappingProxyType(self._mapping)

    def __iter__(self) -> Iterator[Any]:
        return self._walk(iter)

    def __reversed__(self) -> Iterator[Any]:
        return self._walk(reversed)

    def _walk(self, way: Any) -> Iterator[Any]:
        """Make an iterator in one direction; before there is a copy, over the keys of the source."""
        value = get_value(self._mapping)
        if value is not UNSET:
            return cast("Iterator[Any]", way(getattr(value, type(self).__name__.lower())()))
        return iter(Listed(self._mapping, type(self), way))

    def __repr__(self) -> str:
        cls = self._mapping.__class__
        name = f"{'odict' if issubclass(cls, OrderedDict) else 'dict'}_{type(self).__name__.lower()}"
        return f"{name}({[*self._walk(iter)]!r})"


class Keys(DictView, KeysView[Any]):
    """Keys of an observed mapping. Those of a plain dict are walked in C: `list(d)[:3]` in `bench_everyday.py`."""

    __slots__ = ()

    def _walk(self, way: Any) -> Iterator[Any]:
        keys = None if self._mapping._self_is_changed() else self._mapping._self_own_keys()
        # An iterator over a dict knows the size of that from the start, so these are listed now.
        return super()._walk(way) if keys is None else cast("Iterator[Any]", way(keys))


class Values(DictView, ValuesView[Any]):
    """Values of an observed mapping; each is fetched as the view is walked."""

    __slots__ = ()


class Items(DictView, ItemsView[Any, Any]):
    """Keys and values of an observed mapping."""

    __slots__ = ()


class MappingThunk(Copied):
    """Thunk for a mapping. `_self_cells` holds the values fetched so far, by key, and MISSING for absent keys.

    Until something other than reading and writing by key needs a real dict there is no copy; then it, with all keys
    listed, answers everything. Under WRITTEN are values written before, or MISSING; under COPY is the copy of a dict.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return len(self) > 0

    def __wrapped_get__(self) -> Any:
        MappingThunk._self_look(self)
        if get_value(self) is UNSET:
            keys = self._self_keys()
            cells = {key: self._self_cell(key) for key in [*keys]} | self._self_cells.get(WRITTEN, {})
            with self._self_log.lock:
                if get_value(self) is UNSET:  # no other thread was faster
                    self._self_value = self._self_copy(keys, cells)
        return get_value(self)

    def _self_copy(self, keys: Any, cells: dict[Any, Any]) -> Any:
        """Return a mapping like the source with these values."""
        present = {key: part for key, part in cells.items() if part is not MISSING}
        if type(keys) is not dict:
            return kind_of(class_behind(self._self_source)).put_together(present, _like(self._self_source))
        for key in [key for key in keys if key not in present]:
            del keys[key]
        keys.update(present)
        return keys

    def _self_listed(self) -> Any:
        """Return something with all keys, in order, as they are now."""
        return materialised(self) if MappingThunk._self_is_changed(self) else self._self_keys()

    def _self_is_changed(self) -> bool:
        return get_value(self) is not UNSET or WRITTEN in self._self_cells

    def _self_is_written(self) -> bool:
        now, before = get_value(self), self._self_source
        if now is UNSET:
            return WRITTEN in self._self_cells
        is_same = [*iter(now)] == [*iter(before)] and all(stands_for(now[key], before[key]) for key in before)
        return not is_same or instance_dict(now) != {}

    def _self_keys(self) -> Any:
        """List all keys of the source, in order; this reveals that there are no others."""
        log, source, cells = self._self_log, self._self_source, self._self_cells
        if COPY in cells:
            return cells[COPY]
        keys = [*iter(source)]
        if KEYS not in cells:
            others = [] if LEAVES.issuperset(map(type, keys)) else keys  # that may be thunks, or have attributes
            plain = unwrap(tuple(keys), force_all=True) if others else tuple(keys)
            log.add((self._self_number, KEYS), plain)
            # A key that is a thunk is unwrapped once: of one that is partly known, each time is another object.
            cells[KEYS] = {id(key): one for key, one in zip(others, plain, strict=False) if key is not one} or ()
            for key in others:
                note_attributes(log, key)
        return keys

    def _self_own_keys(self) -> Any:
        """Return the dict that will be the copy of a plain one, with all keys: its iterators notice changes."""
        source, cells = self._self_source, self._self_cells
        whole = source.keys if issubclass(type(source), PartialMapping) else source
        if COPY not in cells and type(whole) is dict and class_behind(source) is dict:
            self._self_keys()
            cells.setdefault(COPY, whole.copy())
        return cells.get(COPY)

    def _self_cell(self, key: Any) -> Any:
        """Return the value behind `key`, a thunk as long as there is no copy; or MISSING."""
        if self._self_value is not UNSET:
            return self._self_value.get(key, MISSING)
        log, number, cells, asked = self._self_log, self._self_number, self._self_cells, key
        if type(key) is not str:
            hash(key)  # raises for one that is no key, before it is looked into
            key = cells[KEYS][id(key)] if id(key) in cells.get(KEYS, ()) else unwrap(key, force_all=True)
        if WRITTEN in cells and key in cells[WRITTEN]:
            return cells[WRITTEN][key]
        if log.record.reads is not None:
            log.count(number, key)
        found = cells.get(key, UNSET)
        if found is not UNSET:
            return found
        source = self._self_source
        if key in source:
            asked = key
        elif asked is key or asked not in source:
            log.reveal(number, key, ABSENT)
            return cells.setdefault(key, MISSING)
        if KEYS not in cells:  # or the key is known to be there
            log.reveal(number, key, CELL)
        place = (number, key) if type(key) is str else place_of(number, key)
        return cells.setdefault(key, stand_in(log, place, source[asked]))

    def _self_fill(self, key: Any) -> Any:
        """Return the value that a defaultdict makes for a missing key, which it holds from then on."""
        factory = _like(self._self_source).default_factory
        if factory is None:
            raise KeyError(key)
        self[key] = made = factory()
        return made

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value, source = get_value(self), self._self_source
        if value is not UNSET:
            return take_apart(value)
        found = self._self_cells.copy()
        cells = {key: part for key, part in found.items() if type(key) not in BESIDE_CELLS} | found.get(WRITTEN, {})
        present = {key: part for key, part in cells.items() if part is not MISSING}
        absent = frozenset(cells.keys() - present.keys())
        return type(self)._self_layer(source).with_revealed(tuple(present), absent, None, False), list(present.items())

    def __getitem__(self, key: Any) -> Any:
        MappingThunk._self_look(self)
        found = MappingThunk._self_cell(self, key)
        if found is not MISSING:
            return found
        missing = getattr_static(class_behind(self._self_source), "__missing__")
        if missing is None:
            raise KeyError(key)
        if missing is FILLING:
            return self._self_fill(key) if get_value(self) is UNSET else get_value(self)[key]
        return missing.__get__(self)(key)

    @ForcingMethod
    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value behind `key`, or `default`; reveals that key alone."""
        found = self._self_cell(key)
        return default if found is MISSING else found

    def __contains__(self, key: Any) -> bool:
        MappingThunk._self_look(self)
        return self._self_cell(key) is not MISSING

    def __len__(self) -> int:
        MappingThunk._self_look(self)
        return len(self._self_listed())

    def __iter__(self) -> Iterator[Any]:
        MappingThunk._self_look(self)
        return iter(Keys(self))

    def __reversed__(self) -> Iterator[Any]:
        MappingThunk._self_look(self)
        return reversed(Keys(self))

    @ForcingMethod
    def keys(self) -> Any:
        """Return the keys, as they are; the values behind them are not looked at."""
        return Keys(self)

    @ForcingMethod
    def values(self) -> Any:
        """Return the values; each is fetched as the view is walked."""
        return Values(self)

    @ForcingMethod
    def items(self) -> Any:
        """Return keys and values; each value is fetched as the view is walked."""
        return Items(self)


def _like(source: Any) -> Any:
    """Return the mapping with the other state of `source`, which may be partly known."""
    return source.like if issubclass(type(source), PartialMapping) else source


def _rebuild(view: Any, fields: AnyMapping[str, Any]) -> Any:
    """Make a view of the mapping in `fields`; over a plain one, it is a view of Python's own again."""
    mapping = fields["mapping"]
    is_observed = is_thunk(mapping) or type(mapping) is PartialMapping
    return view(mapping) if is_observed else getattr(mapping, view.__name__.lower())()


for view in (Keys, Values, Items):
    register_shape(view, take_apart=lambda made: {"mapping": made._mapping}, rebuild=partial(_rebuild, view))
