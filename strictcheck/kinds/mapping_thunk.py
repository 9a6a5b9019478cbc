"""Thunks for dicts and other mappings: a key read reveals that key, or that it is not there; listing reveals all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, cast

from strictcheck.kinds.attributes import keeps_attributes
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.copied import Copied
from strictcheck.kinds.mapping_methods import MISSING, Cells, Items, Keys, Values, is_own_dict_behind, like_of
from strictcheck.kinds.partials import PartialMapping, class_behind
from strictcheck.kinds.placing import note_attributes, stand_in
from strictcheck.kinds.python_code import for_thunk
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import getattr_static, is_in_class
from strictcheck.thunks.places import ABSENT, CELL, KEYS, place_of
from strictcheck.thunks.proxy import UNSET, get_value, materialised, source_of, stands_for
from strictcheck.thunks.special_methods import ForcingMethod

FILLING = defaultdict.__missing__


class MappingThunk(Copied):
    """Thunk for a mapping.

    Until something other than reading and writing by key needs a real dict there is no copy; then it, with all keys
    listed, answers everything.
    """

    __slots__ = ()
    _self_new_cells = cast("type[dict[Any, Any]]", Cells)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __wrapped_get__(self) -> Any:
        MappingThunk._self_look(self)
        if get_value(self) is UNSET:
            keys = self._self_keys()
            cells = {key: self._self_cell(key) for key in [*keys]} | (self._self_cells.written or {})
            with self._self_log.lock:
                if get_value(self) is UNSET:  # no other thread was faster
                    self._self_value = self._self_copy(keys, cells)
        return get_value(self)

    def _self_copy(self, keys: Any, cells: dict[Any, Any]) -> Any:
        """Return a mapping like the source with these values."""
        present = {key: part for key, part in cells.items() if part is not MISSING}
        if type(keys) is not dict:
            return kind_of(class_behind(self._self_source)).put_together(present, like_of(source_of(self)))
        for key in [key for key in keys if key not in present]:
            del keys[key]
        keys.update(present)
        return keys

    def __getattr__(self, name: str) -> Any:
        """Read a key, where each is an attribute, too; any other attribute as of all thunks with a copy."""
        if name.startswith("__") or not is_own_dict_behind(self) or get_value(self) is not UNSET:
            return super().__getattr__(name)
        is_of_class = is_in_class(self._self_class(), name)  # of which no key is asked for, unless it is there
        found = MISSING if is_of_class and name not in like_of(source_of(self)) else self._self_cell(name)
        return super().__getattr__(name) if found is MISSING else found

    def _self_listed(self) -> Any:
        """Return something with all keys, in order, as they are now."""
        return materialised(self) if MappingThunk._self_is_changed(self) else self._self_keys()

    def _self_is_changed(self) -> bool:
        return get_value(self) is not UNSET or self._self_cells.written is not None

    def _self_is_written(self) -> bool:
        now, before = get_value(self), self._self_source
        if now is UNSET or self._self_set():
            return self._self_cells.written is not None or bool(self._self_set())
        is_same = [*iter(now)] == [*iter(before)] and all(stands_for(now[key], before[key]) for key in before)
        return not is_same or not (self._self_reads() or keeps_attributes(kind_of(class_behind(before)), now, before))

    def _self_keys(self) -> Any:
        """List all keys of the source, in order; this reveals that there are no others."""
        log, source, cells = self._self_log, self._self_source, self._self_cells
        if cells.own_keys is not None:
            return cells.own_keys
        keys = [*iter(source)]
        if cells.unwrapped is None:
            others = [] if LEAVES.issuperset(map(type, keys)) else keys  # that may be thunks, or have attributes
            plain = unwrap(tuple(keys), as_key=True) if others else tuple(keys)
            log.add((self._self_number, KEYS), plain)
            # A key that is a thunk is unwrapped once: of one that is partly known, each time is another object.
            cells.unwrapped = {id(key): one for key, one in zip(others, plain, strict=False) if key is not one}
            for key in others:
                note_attributes(log, key)
        return keys

    def _self_own_keys(self) -> Any:
        """Return the dict that will be the copy of a plain one, with all keys: its iterators notice changes."""
        source, cells = self._self_source, self._self_cells
        with self._self_log.lock:
            if cells.own_keys is None:
                self._self_keys()
                cells.own_keys = (source.keys if issubclass(type(source), PartialMapping) else source).copy()
            return cells.own_keys

    def _self_is_plain(self) -> bool:
        """True of a dict itself; of one that is partly known, if all keys are."""
        source = self._self_source
        whole = source.keys if issubclass(type(source), PartialMapping) else source
        return type(whole) is dict and class_behind(source) is dict

    def _self_cell(self, key: Any, how: str = "read") -> Any:
        """Return the value behind `key`, a thunk as long as there is no copy; or MISSING."""
        if self._self_value is not UNSET:
            return self._self_value.get(key, MISSING)
        log, number, cells, asked = self._self_log, self._self_number, self._self_cells, key
        if type(key) is not str:
            hash(key)  # raises for one that is no key, before it is looked into
            known = cells.unwrapped
            key = known[id(key)] if known and id(key) in known else unwrap(key, as_key=True)
        if cells.written is not None and key in cells.written:
            return cells.written[key]
        if log.record.reads is not None:
            log.count(number, key, how)
        found = cells.get(key, UNSET)
        if found is not UNSET:
            return found
        source = self._self_source
        if key in source:
            asked = key
        elif asked is key or asked not in source:
            log.reveal(number, key, ABSENT)
            return cells.setdefault(key, MISSING)
        if cells.unwrapped is None:  # or the key is known to be there
            log.reveal(number, key, CELL)
        place = (number, key) if type(key) is str else place_of(number, key)
        return cells.setdefault(key, stand_in(log, place, source[asked]))

    def _self_fill(self, key: Any) -> Any:
        """Return the value that a defaultdict makes for a missing key, which it holds from then on."""
        factory = like_of(self._self_source).default_factory
        if factory is None:
            raise KeyError(key)
        self[key] = made = factory()
        return made

    def _self_parts(self) -> tuple[object, Iterable[tuple[Any, Any]]]:
        value, source = get_value(self), self._self_source
        if value is not UNSET:
            return take_apart(value)
        cells = self._self_cells.copy() | (self._self_cells.written or {})
        present = {key: part for key, part in cells.items() if part is not MISSING}
        absent = frozenset(cells.keys() - present.keys())
        return type(self)._self_layer(source).with_revealed(tuple(present), absent, None, False), list(present.items())

    def __getitem__(self, key: Any) -> Any:
        MappingThunk._self_look(self)
        found = MappingThunk._self_cell(self, key)
        if found is not MISSING:
            return found
        cls = class_behind(self._self_source)
        missing = getattr_static(cls, "__missing__")
        if missing is None:
            raise KeyError(key)
        if missing is FILLING:
            return self._self_fill(key) if get_value(self) is UNSET else get_value(self)[key]
        method = for_thunk(type(self), cls, missing)
        bound = missing.__get__(self._self_whole()) if method is None else method.__get__(self, cls)
        return bound(key)

    @ForcingMethod
    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value behind `key`, or `default`; reveals that key alone."""
        found = self._self_cell(key)
        return default if found is MISSING else found

    def __contains__(self, key: Any) -> bool:
        MappingThunk._self_look(self)
        return self._self_cell(key, "ask") is not MISSING  # that is no read of the value behind it

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
