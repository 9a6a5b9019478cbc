"""Kinds of values: how the values of each come apart, and their thunks.

`Kind` and `Layer` are the protocol, and `add_kind` takes a new one. `register_shape`, `opaque` and `transient` declare
the kind of a class.

`stand_in`, in `placing`, uses `Makers` for every part of an observed value that is handed out.

Limits of thunks
----------------

Some two thousand cases of CPython's own tests, and of those of other proxies, run on thunks in `tests/conformance`
and `tests/laws/test_any_operation.py`. The cases that fail are listed there, by these
reasons:

- C code that insists on the class of a value; code that takes `type(x)` for it, or `x is y` for `x == y`: pass
  `atoms=(int, str)`, or the classes that it wants, to have such values handed out as themselves. `statistics.mean` is
  such code.
- `type(x)` is a class of the library, called like that of the value, and with its attributes; `isinstance` and
  `x.__class__` use the class itself. `isinstance(x, typing.List)` asks `type(x)`, and so do the other names that
  `typing` has for built-in classes. `verify` notices.
- From Python 3.12 on, a runtime protocol of an attribute that is no method is met by no thunk of an object that holds
  it in `__dict__`: `typing` reads the dictionary of a thunk past all that it answers. `verify` notices.
- `hasattr` is true of some special methods that the class lacks: `__add__` and `__radd__` of dicts and sets, which
  leave addition to the other operand; `__bytes__` and `__radd__` of lists and tuples, `__reversed__` of tuples,
  `__complex__` of numbers, and all operators of iterators and functions. `verify` notices.
- C code takes an object whose class has no `__getitem__` for a sequence: `operator.concat` adds two. `verify` notices.
- From Python 3.13 on, `x == x` of a delayed dataclass reads its fields, and in a replay, where it is there, none.
- An operator asks the left one of two objects first, also if the class of the right one derives from that of the left
  one and has the operator, too. `verify` notices.
- An immutable value at two places is two parts; one that contains itself has no end.
- An iterator over a tuple is a generator, for speed: it has no length, and no copy or pickle.
- How many elements an iterator has left can be asked, and no demand tells: a replay says that it is not enough.
- An observation keeps its values until it is over.
- A call, and later a lazy result of it, changes a copy of its argument: others see nothing of it.
- `xs += part` makes a new list, or set, of one that is no thunk itself: others that know `xs` see nothing of it.
- To call a method of a class derived from list or dict that calls one of the base by name, `list.append(self, x)`, is
  to look at the strings, bools and None in it, for that takes a real list or dict; `super()` does not.
- C code that notices when a dict is changed while it is read does not notice it on a thunk.
- A call through a thunk takes more of the stack than the call alone.
- The garbage collector counts thunks, not values.
- A function has no copy that could be changed in its place.
- Past its arguments, by a registry, a global or a table of `id()`s, a call reaches an object itself, which `is` not its
  thunk; of these, `verify` notices sentinels only, for it gives copies of all else to the plain call.
- `__wrapped__`, and names that begin with `_self_`, are the proxy's own. A record with such a field has no thunk.
"""

from __future__ import annotations

import functools
from typing import Any, cast

from strictcheck.kinds.atom import AtomKind, ExceptionKind, IdentityKind, SliceKind
from strictcheck.kinds.attributed import DERIVABLE, AttributedAtomKind
from strictcheck.kinds.delayed import coming_class
from strictcheck.kinds.file import FileKind
from strictcheck.kinds.function import FunctionKind
from strictcheck.kinds.iterator import AsyncIteratorKind, IteratorKind
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.mapping import MappingKind
from strictcheck.kinds.model import ModelKind
from strictcheck.kinds.object import ObjectKind
from strictcheck.kinds.object_thunk import ObjectThunk
from strictcheck.kinds.opaque import MadeOfArgumentsKind, OpaqueKind
from strictcheck.kinds.partials import Deferred, Partial
from strictcheck.kinds.placing import Eager, EagerIfAlone
from strictcheck.kinds.record import RecordKind, RegisteredKind
from strictcheck.kinds.sequence import SequenceKind
from strictcheck.kinds.set import SetKind
from strictcheck.kinds.stream import StreamKind
from strictcheck.kinds.table import (
    add_kind,
    also_forget,
    forget_classes,
    kind_of,
    opaque,
    register_shape,
    thunk_class_for,
    transient,
)
from strictcheck.kinds.weak_reference import WeakProxyKind, WeakReferenceKind
from strictcheck.thunks.classes import REMEMBERED, is_thunk_class
from strictcheck.thunks.proxy import Thunk

__all__ = [
    "CurrentMakers",
    "Kind",
    "Layer",
    "Makers",
    "add_kind",
    "makers_for",
    "opaque",
    "register_shape",
    "transient",
]

# In the order in which they try to recognise a class.
KINDS: tuple[type[Kind], ...] = (
    IdentityKind, ExceptionKind, SliceKind, AttributedAtomKind, AtomKind, RegisteredKind, RecordKind, OpaqueKind,
    StreamKind, SequenceKind, MappingKind, SetKind, WeakReferenceKind, WeakProxyKind, FunctionKind,
    MadeOfArgumentsKind, ModelKind, ObjectKind, FileKind, IteratorKind, AsyncIteratorKind,
)  # fmt: skip
for kind in reversed(KINDS):
    add_kind(kind)


class Makers(dict[type, Any]):
    """The thunk class for values of each class, chosen at the first value of it.

    Values of the classes in `atoms`, and those with an identity that code may compare, are handed out as themselves.
    """

    def __init__(self, atoms: tuple[type, ...], counting: bool) -> None:
        super().__init__()
        self.fast: dict[type, Any] = {}  # classes that only need a new thunk
        self.atoms = atoms
        self.counting = counting

    def __missing__(self, cls: type) -> type[Thunk]:
        if len(self) >= REMEMBERED:  # or classes that were made in a loop could never be freed
            self.clear()
            self.fast.clear()
        made = self[cls] = self._choose(cls)
        if not made._self_mutable and not issubclass(made, (Eager, ObjectThunk)):
            self.fast[cls] = made
        return made

    def _choose(self, cls: type) -> type[Thunk]:
        if is_thunk_class(cls):
            return coming_class(cast("type[Thunk]", cls)._self_for)
        if issubclass(cls, Partial):
            return cast("type[Thunk]", self[cls.stands_for])
        kind = kind_of(cls)
        if cls is Deferred or kind.is_handed_out or issubclass(cls, self.atoms):
            by_base = all(atom in DERIVABLE for atom in self.atoms if issubclass(cls, atom))
            return EagerIfAlone if by_base and kind.is_handed_out_alone else Eager
        if kind.is_opaque and kind.is_handed_out_alone:
            return EagerIfAlone
        return cast("type[Thunk]", thunk_class_for(kind, self.counting))


_known_makers = functools.lru_cache(maxsize=8)(Makers)  # a table is shared by all observations with these atoms
also_forget.append(_known_makers.cache_clear)


class CurrentMakers(dict[type, Any]):
    """The table of one observation. A class that was patched since its thunk class was made gets a new one."""

    def __init__(self, known: Makers) -> None:
        super().__init__()
        self.known = known
        self.fast = known.fast

    def __missing__(self, cls: type) -> Any:
        made: Any = self.known[cls]
        if issubclass(made, ObjectThunk) and made._self_shape.is_outdated():
            forget_classes()
            self.known = _known_makers(self.known.atoms, self.known.counting)
            made = self.known[cls]
        self[cls] = made
        return made


def makers_for(atoms: tuple[type, ...], *, counting: bool) -> CurrentMakers:
    """Make the table of an observation with these atoms."""
    return CurrentMakers(_known_makers(atoms, counting))
