"""Views of an observed mapping, and iterators over them."""

from __future__ import annotations

import copy
import operator
from collections import OrderedDict
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from collections.abc import Mapping as AnyMapping
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, cast

from strictcheck.kinds.partials import PartialMapping
from strictcheck.kinds.table import register_shape
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk, materialised


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
        part = self._thunk._self_cell(key) if now is UNSET else now[key]
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
        is_plain = not self._mapping._self_is_changed() and self._mapping._self_is_plain()
        if not is_plain:
            return super()._walk(way)
        once = Once(self._mapping, way)
        made: Any = Listing.from_iterable(once)
        made.keys = once
        return made


class Listing(chain[Any]):
    """Iterator over the keys of a dict; `keys` lists them when the first is fetched, or their number is asked for."""

    keys: Once

    def __length_hint__(self) -> int:
        return operator.length_hint(self.keys.begun())

    def __reduce__(self) -> Any:
        return iter, ([*copy.copy(self.keys.begun())],)


class Once:
    """Iterator of one iterator over the keys of a dict, which is made when it is asked for: C code walks both."""

    __slots__ = ("_keys", "_thunk", "_way")

    def __init__(self, thunk: Any, way: Any) -> None:
        self._thunk: Any = thunk
        self._way, self._keys = way, None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._thunk is None:
            raise StopIteration
        keys, self._thunk = self.begun(), None
        return keys

    def begun(self) -> Any:
        """Return the iterator over the keys."""
        thunk = self._thunk
        if self._keys is None and thunk._self_is_changed():
            if len(thunk) != len(thunk._self_source):
                raise RuntimeError("dictionary changed size during iteration")
            self._keys = self._way(materialised(thunk))
        elif self._keys is None:
            self._keys = self._way(thunk._self_own_keys())
        return self._keys


class Values(DictView, ValuesView[Any]):
    """Values of an observed mapping; each is fetched as the view is walked."""

    __slots__ = ()


class Items(DictView, ItemsView[Any, Any]):
    """Keys and values of an observed mapping."""

    __slots__ = ()


def _rebuild(view: Any, fields: AnyMapping[str, Any]) -> Any:
    """Make a view of the mapping in `fields`; over a plain one, it is a view of Python's own again."""
    mapping = fields["mapping"]
    is_observed = is_thunk(mapping) or issubclass(type(mapping), PartialMapping)
    return view(mapping) if is_observed else getattr(mapping, view.__name__.lower())()


for view in (Keys, Values, Items):
    register_shape(view, take_apart=lambda made: {"mapping": made._mapping}, rebuild=partial(_rebuild, view))
