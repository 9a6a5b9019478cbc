"""Methods of observed dicts beside reading by key: views, with iterators over them, and writes.

A write by key reveals if that key is there, if at all. Once all keys are listed, there is a copy of the dict, which is
written to. A write looks at no more than Python has to know.
"""

from __future__ import annotations

import copy
import operator
from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from collections.abc import Mapping as AnyMapping
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, cast

from strictcheck.kinds.building import LEAVES, is_own_dict
from strictcheck.kinds.copied import GONE, Beside, Copied
from strictcheck.kinds.partials import PartialMapping, class_behind
from strictcheck.kinds.python_code import class_in_c
from strictcheck.kinds.table import register_shape
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.classes import getattr_static
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk, materialised, source_of
from strictcheck.thunks.special_methods import ForcingMethod

MISSING: Any = type("Missing", (), {"__slots__": ()})()  # in place of the value behind an absent key


class Cells(Beside, dict[Any, Any]):
    """Values fetched so far, by key, and MISSING for absent keys.

    `written` are values that were set before there is a copy, or MISSING. Once all keys are listed, `unwrapped` has
    those that are no thunks any more, by the ids of the thunks, and `own_keys` may be the dict that will be the copy.
    """

    written: dict[Any, Any] | None = None
    unwrapped: dict[int, Any] | None = None
    own_keys: dict[Any, Any] | None = None


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


def like_of(source: Any) -> Any:
    """Return the mapping with the other state of `source`, which may be partly known."""
    return source.like if issubclass(type(source), PartialMapping) else source


def is_own_dict_behind(thunk: Any) -> bool:
    """True if the keys of the dict behind a thunk are attributes, too. Forces it."""
    type(thunk)._self_look(thunk)
    return is_own_dict(like_of(source_of(thunk)))


def _by_key(write: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method that writes by `write(thunk, key, ...)`; by the method of the copy if all keys are listed.

    So are keys that are observed objects, for the dict keeps the very object.
    """

    def method(self: Any, key: Any, *args: Any) -> Any:
        type(self)._self_look(self)
        plain = unwrap(key, as_key=True)
        is_known = plain is key or type(plain) in LEAVES
        with self._self_log.lock:
            if _can_note(self, method.__name__) and is_known and len(args) < 2:
                return write(self, plain, *args)
        value = materialised(self)
        return getattr(class_in_c(type(value)), method.__name__)(value, key, *args)

    method.__name__ = write.__name__
    return method


def _can_note(self: Any, name: str) -> bool:
    """True while there is no copy; a partial value of a class that writes in another way has these methods, too."""
    cls = class_behind(self._self_source)
    if getattr_static(cls, name) is None and name[0] != "_":
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")
    return get_value(self) is UNSET and self._self_cells.unwrapped is None and writes_as_dicts(cls)


def writes_as_dicts(cls: type) -> bool:
    """True for dicts, and for classes derived from them whose methods in C are those of dicts.

    An OrderedDict is one, too, unless the class has its own way to set or delete a key, which all its methods take.
    """
    in_c = class_in_c(cls)
    if in_c is OrderedDict:
        return all(getattr_static(cls, name) is getattr_static(in_c, name) for name in ("__setitem__", "__delitem__"))
    return all(getattr_static(in_c, name) is getattr_static(dict, name) for name in WRITES)


def _note(self: Any, key: Any, value: Any) -> None:
    """Note what was written; MISSING for a key that was removed."""
    cells: Cells = self._self_cells
    written = cells.written = {} if cells.written is None else cells.written
    if written.get(key) is not MISSING:
        written[key] = value
    elif value is not MISSING:  # it comes last, after keys that nobody knows
        copied: Any = materialised(self)
        class_in_c(type(copied)).__setitem__(copied, key, value)


def __setitem__(self: Any, key: Any, value: Any) -> None:
    _note(self, key, value)


def __delitem__(self: Any, key: Any) -> None:
    pop(self, key)


def pop(self: Any, key: Any, *default: Any) -> Any:
    """Remove a key, and return the value behind it."""
    found = self._self_cell(key)
    if found is not MISSING:
        _note(self, key, MISSING)
    elif not default:
        raise KeyError(key)
    return found if found is not MISSING else default[0]


def setdefault(self: Any, key: Any, default: Any = None) -> Any:
    """Return the value behind a key, or set the default."""
    found = self._self_cell(key)
    if found is MISSING:
        _note(self, key, default)
    return found if found is not MISSING else default


def update(self: Any, *args: Any, **named: Any) -> None:
    """Set each key of another mapping, of pairs, and each that is named."""
    if not _can_note(self, "update"):
        value: Any = materialised(self)
        class_in_c(type(value)).update(value, *args, **named)
        return
    made: dict[Any, Any] = {}
    try:
        made.update(*args, **named)
    finally:  # a dict keeps the pairs before one that raises
        for key, value in made.items():
            WRITES["__setitem__"](self, key, value)


def update_in_place(self: Any, other: Any) -> Any:
    """Update by `|=`, which fetches nothing of the mapping, and gives it again."""
    type(self)._self_look(self)
    update(self, other)
    return self


WRITES: dict[str, Any] = {change.__name__: _by_key(change) for change in (__setitem__, __delitem__)}
WRITES |= {change.__name__: ForcingMethod(_by_key(change)) for change in (pop, setdefault)}
WRITES |= {"update": ForcingMethod(update), "__ior__": update_in_place}


def put_attribute(self: Any, name: str, value: Any) -> None:
    """Set or delete an attribute, which is an entry of a dict that is its own `__dict__`."""
    if not is_own_dict_behind(self):
        Copied._self_put(self, name, value)
    elif value is not GONE:
        WRITES["__setitem__"](self, name, value)
    elif WRITES["pop"].method(self, name, GONE) is GONE:
        raise AttributeError(name)
