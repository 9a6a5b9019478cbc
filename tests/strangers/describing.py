"""Values as nested tuples that tell two values apart by structure, whatever their classes say of `==`.

A thunk is described as the value under it, and noted. Two ways to one mutable part are told from two equal parts.
"""

from __future__ import annotations

import functools
import io
import re
import types
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from strictcheck import Stream, is_thunk
from strictcheck.kinds.unwrapping import unwrap

__all__ = ["Description", "describe", "name_of", "slots_of", "vars_of"]

MOST = 200  # of an iterator; more of them are as good as no end
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
ATOMS = (int, float, complex, str, bytes, bool, type(None), range, slice)
VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodWrapperType, types.WrapperDescriptorType)
# They keep caches in their slots.
TOLD_BY_REPR = ("sympy", "pathlib")


class Description:
    """What `describe` found: `value`, and the places of `thunks`."""

    def __init__(self, *, consume: bool = True) -> None:
        self.value: Any = None
        self.thunks: list[str] = []
        self._consume = consume
        self._mutable: dict[int, int] = {}
        self._kept: list[Any] = []  # no id may be given out again

    def of(self, value: Any, path: str) -> Any:
        """Return the description of the part at `path`."""
        if is_thunk(value):
            self.thunks.append(path)
            try:
                value = unwrap(value, force_all=True)
            except Exception as error:
                return ("thunk that raises", name_of(type(error)))
        self._kept.append(value)
        cls = type(value)
        if isinstance(value, str) and "Thunk" in value:
            self.thunks.append(f"{path} (in a text)")
        if not self._consume and isinstance(value, Iterator) and not vars_of(value):
            return ("iterator", name_of(cls))  # pulled by the call, as it says
        if cls in ATOMS:
            return (cls.__name__, repr(value))
        if isinstance(value, (type, types.ModuleType, *FUNCTIONS)):
            return (cls.__name__, getattr(value, "__qualname__", value.__name__))
        return (name_of(cls), *self._of_structure(cls, value, path))

    def _of_structure(self, cls: type, value: Any, path: str) -> Iterable[Any]:
        if isinstance(value, types.MethodType):
            return value.__func__.__qualname__, self.of(value.__self__, path + ".__self__")
        if isinstance(value, functools.partial):
            return self._of_items((value.func, value.args, value.keywords), path)
        if isinstance(value, (io.StringIO, io.BytesIO)):
            return (self._consume and value.getvalue(),)
        if cls.__module__.split(".")[0] in TOLD_BY_REPR:
            return (repr(value),)
        if not isinstance(value, (tuple, frozenset)) or vars_of(value):
            if id(value) in self._mutable:
                return ("again", self._mutable[id(value)])
            self._mutable[id(value)] = len(self._mutable)
        return (*self._of_elements(cls, value, path), *self._of_attributes(value, path))

    def _of_elements(self, cls: type, value: Any, path: str) -> Iterable[Any]:
        if isinstance(value, dict):
            items = (OrderedDict if isinstance(value, OrderedDict) else dict).items(value)
            return (dict, *((self.of(key, path), self.of(part, f"{path}[{key!r}]")) for key, part in items))
        if isinstance(value, (list, tuple)):
            return (list, *self._of_items((list if isinstance(value, list) else tuple).__iter__(value), path))
        if isinstance(value, (set, frozenset)):
            return (set, *sorted(self._of_items(value, path), key=repr))
        if isinstance(value, VIEWS) or cls.__name__ in ("deque", "array", "mappingproxy"):
            return self._of_items(value.items() if cls.__name__ == "mappingproxy" else value, path)
        if cls.__name__ == "ndarray":
            return (self.of(value.tolist(), path),)
        for base in (str, bytes, int, float, complex):
            if isinstance(value, base):
                return (base.__repr__(value),)
        if isinstance(value, BaseException):
            return self._of_items(value.args, path + ".args")
        if not (vars_of(value) or slots_of(value)):
            if isinstance(value, Mapping):
                return self._of_items(value.items(), path)
            if isinstance(value, Sequence):
                return self._of_items(value, path)
            return (ADDRESS.sub("0x", repr(value)),)
        return ()

    def _of_items(self, items: Iterable[Any], path: str) -> list[Any]:
        return [self.of(item, f"{path}[{index}]") for index, item in enumerate(items)]

    def _of_attributes(self, value: Any, path: str) -> Iterable[Any]:
        found = {**slots_of(value), **vars_of(value)}
        return [(name, self.of(found[name], f"{path}.{name}")) for name in sorted(map(str, found)) if name in found]


def describe(value: Any, *, consume: bool = True) -> Description:
    """Return the description of a value; iterators in it are pulled to their end, unless `consume` is False."""
    found = (Consuming if consume else Description)(consume=consume)
    found.value = found.of(value, "result" if consume else "arguments")
    return found


class Consuming(Description):
    """Iterators as what they hold: one over a list and a `Stream` of the same elements are described alike."""

    def of(self, value: Any, path: str) -> Any:
        cls = type(value)
        if is_thunk(value) or not (cls is Stream or hasattr(cls, "__next__")) or hasattr(cls, "read"):
            return super().of(value, path)
        if id(value) in self._mutable:
            return ("iterator again", self._mutable[id(value)])
        self._kept.append(value)
        self._mutable[id(value)] = len(self._mutable)
        return ("iterator", *self._of_items(islice(value, MOST), path))


def name_of(cls: type) -> str:
    """Return the name of a class, with its module."""
    return f"{cls.__module__}.{cls.__qualname__}"


def vars_of(value: Any) -> dict[str, Any]:
    """Return the attributes in the `__dict__` of an object, but those that observing adds to an exception."""
    found = getattr(value, "__dict__", {})
    return {name: part for name, part in found.items() if name not in ("observation", "__notes__")}


def slots_of(value: Any) -> dict[str, Any]:
    """Return the attributes in the slots of an object, those that are set."""
    found = {}
    for cls in type(value).__mro__:
        for name, descriptor in vars(cls).items():
            if isinstance(descriptor, types.MemberDescriptorType) and cls.__module__ not in ("builtins", "functools"):
                try:
                    found[name] = descriptor.__get__(value)
                except AttributeError:
                    continue
    return found
