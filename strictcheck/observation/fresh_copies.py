"""Fresh arguments for one more call: copies of the parts that a call may change, iterators from the pulled elements.

The mutable parts that an observed call reached are copied, and those among the nearest `NEAR` parts: a plain call may
go where the observed one did not, at `type(x) is list`, and change these. Parts beyond are shared with the caller. Keys
of dicts, views and bound methods refer to the copies. Skip this module unless a second call gets the wrong arguments.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, compress, islice
from operator import is_not
from types import FunctionType
from typing import Any

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.kinds.attributes import is_bare
from strictcheck.kinds.building import (
    ANEW,
    LEAVES,
    REFERRING,
    SHARED,
    group_by_class,
    inner_first,
    refer_again,
    referent,
    stored_parts,
    twins_of,
)
from strictcheck.kinds.hashed import rekey
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.pulled import Pulled
from strictcheck.kinds.python_code import close_over
from strictcheck.kinds.table import is_transient, kind_of
from strictcheck.kinds.unwrapping import is_untouched
from strictcheck.observation.call_arguments import NEAR
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.classes import has_finalizer, is_thunk_class
from strictcheck.thunks.log import Record
from strictcheck.thunks.proxy import is_thunk


class GivenAgain:
    """Arguments for one more call like an observed one, by name in `values`.

    `demands` tell which parts that call reached; an argument without a demand is copied as a whole. Its `record` has
    the elements it pulled of iterators: `counts` are their numbers, `iterators` record the next call. `shared` holds
    the classes of objects that may change and cannot be copied: the call gets the caller's own. `sources` are the
    objects that were copied, `unreached` those that only the next call may change, and `copies` are their copies, by
    the ids of the objects.
    """

    def __init__(self, values: Mapping[str, Any], demands: Mapping[str, Demand], record: Record) -> None:
        self.shared: set[type] = set()
        self.counts: list[int] = []
        self.iterators: list[Pulled] = []
        self._pulled, self._thunks, self._given = record.pulled, record.shared, [*values.values()]
        self._found: dict[int, Any] = {}  # the objects to copy, by their ids
        self.copies: dict[int, Any] = {}
        self._files: dict[int, Any] = {}  # what was read of them; to be read is no change
        self._frozen: dict[int, Any] = {}  # immutable containers, to be rebuilt of the copies of their parts
        for name, value in values.items():
            if name in demands:
                self._discover(value, demands[name]._tree)
            else:
                self._discover_all([value])
        reached = len(self._found)
        self._discover_all([values[name] for name in demands], near=True)
        self._copy()
        found = self._found.values()
        self.sources = [*compress(found, map(is_not, found, twins_of(found, self.copies)))]
        self.unreached = [value for value in islice(found, reached, None) if id(value) not in self._frozen]
        self.copies |= self._files
        self.values = {name: self.copy_of(value) for name, value in values.items()}

    def _copy(self) -> None:
        """Copy what was found, and put the copies of parts into the copies of what holds them."""
        by_class = group_by_class(self._found.values())
        self.shared |= {cls for cls in by_class if has_finalizer(cls)}  # freed with the copy, it would close a file
        groups = [values for cls, values in by_class.items() if cls not in self.shared]
        for values in groups:
            self._copy_alike(kind_of(type(values[0])), values)
        self._copy_whole(groups)
        known = self.copies.keys() | self._frozen.keys()
        parts = {
            number: {key: part for key, part in self._parts(value) if id(part) in known}
            for number, value in self._frozen.items()
        }

        def below(value: Any) -> Iterable[Any]:
            return [] if id(value) in self.copies else parts[id(value)].values()

        for value in self._frozen.values():  # a cycle of immutable values stays the caller's own
            for one in inner_first(value, below):
                if id(one) not in self.copies:
                    self.copies[id(one)] = self._rebuild(one, parts[id(one)])
        self.copies |= {id(one): close_over(one, self.copies.get) for one in self._closures(groups)}
        for values in groups:  # whichever way the call reached them
            copied = [value for value in values if id(value) in self.copies and id(value) not in self._frozen]
            kind_of(type(values[0])).refill([self.copies[id(value)] for value in copied], copied, self.copies)
            for value in copied:
                rekey(self.copies[id(value)], self.copies)

    def _copy_whole(self, groups: list[list[Any]]) -> None:
        """Copy values that are copied with all that they hold."""
        memo = self.copies.copy()
        for values in groups:
            kind: Any = kind_of(type(values[0]))
            for value in values if kind.is_opaque and kind.works_on_copy() else ():
                copied = self.copies[id(value)] = kind.copy_whole(value, memo)
                self.shared |= {type(value)} if copied is value else set()

    def _closures(self, groups: list[list[Any]]) -> list[Any]:
        """List the functions with a closure among the arguments, and in the values that were copied."""
        inside = (self._parts_of_all(kind_of(type(values[0])), values) for values in groups)
        return [part for part in chain(self._given, *inside) if type(part) is FunctionType]

    def copy_of(self, value: Any) -> Any:
        """Return the copy of an object of the arguments, or the object if it is shared."""
        return self.copies.get(id(value), value)

    def is_frozen_twin(self, value: Any, other: Any) -> bool:
        """True for an object and its copy if neither could change; their parts are compared on their own."""
        may_change = kind_of(type(value)).works_on_copy()  # a set with objects
        is_frozen = id(value) in self._files or (id(value) in self._frozen and not may_change)
        return value is other or (is_frozen and self.copy_of(value) is other)

    def _discover(self, value: Any, tree: Columns) -> None:
        """Copy the mutable parts that were reached, and note their containers."""
        kind = kind_of(type(value))
        if not len(tree):
            if kind.is_pulled:
                self._found[id(value)] = value
            return
        # Of a file of the system, the next call gets what this one has read, and no more.
        if kind.is_used_up and not kind.is_pulled and kind.copy(value) is SHARED:
            self._files[id(value)] = partial_value(Demand._of(tree), like=value)
            return
        readers: dict[int, Callable[[Any], Any]] = {}  # of the parts of a row
        for row, part in _reached(value, tree, readers):
            cls, layer = type(part), tree.layers[row]
            kind = kind_of(cls)
            # A view has the parts of the object to which it refers; an atom of this observation has a value as layer.
            if cls in REFERRING or getattr(layer, "value", None) is not None:
                self._discover_all([] if is_thunk(part) else [part])  # a result of a function is made by each call
            elif kind.can_change and not is_thunk(part) and not is_bare(kind, part):
                self._found[id(part)] = part
                readers[row] = partial(self._part, part) if kind.store is None else kind.store(part).__getitem__

    def _discover_all(self, values: Iterable[Any], *, near: bool = False) -> None:
        """Copy the mutable parts of these values, or those among the nearest `NEAR` parts."""
        todo, met, most = group_by_class(values), set[int](), NEAR if near else sys.maxsize
        while todo and len(met) < most:
            below: list[Any] = []
            for cls, parts in todo.items():
                kind, refers = kind_of(cls), cls in REFERRING
                # Nobody knows how much a copy of an opaque value takes; parts made anew hold nothing that changes.
                is_far = near and (kind.is_opaque or is_transient(cls))
                if is_far or is_thunk_class(cls) or not (refers or kind.can_change):
                    continue
                new = {id(part): part for part in parts if id(part) not in met}
                if kind.is_opaque or (near and kind.is_own_layer):
                    new = {number: part for number, part in new.items() if not is_bare(kind, part)}
                met.update(new)  # `|=` with a view would copy the set
                self._found |= new
                # A method alone does not reach the object to which it is bound.
                if not (refers and kind.is_leaf):
                    inside = islice(self._parts_of_all(kind, [*new.values()]), most)
                    below += [part for part in inside if type(part) not in LEAVES]
            todo = group_by_class(below[:most])

    def _parts_of_all(self, kind: Kind, values: list[Any]) -> Iterable[Any]:
        """Go through the parts of values of one class."""
        if kind.store is None or kind.cls in REFERRING:
            return (part for value in values for _, part in self._parts(value))
        return stored_parts([*map(kind.store, values)])

    def _part(self, value: Any, key: Any) -> Any:
        """Read the part of an argument at `key` without running code of its class."""
        kind = kind_of(type(value))
        if kind.is_pulled:
            return self._pulled[id(value)].elements[key]
        return kind.peek(value, key)

    def _parts(self, value: Any) -> Iterable[tuple[Any, Any]]:
        if type(value) in REFERRING:
            return [(None, referent(value))]
        kind = kind_of(type(value))
        if kind.is_pulled:
            return enumerate(self._pulled[id(value)].elements) if id(value) in self._pulled else ()
        return kind.held(value)

    def _copy_alike(self, kind: Kind, values: list[Any]) -> None:
        """Copy values of one class, or note that they have to be rebuilt; opaque ones come later."""
        if kind.is_opaque and kind.works_on_copy():
            return
        copies = kind.copy_all(values) if kind.cls not in REFERRING else [ANEW] * len(values)
        for value, copied in zip(values, copies, strict=True):
            if copied is value and id(value) in self._thunks and not is_untouched(self._thunks[id(value)][0]):
                copied = kind.with_parts(value, {})  # a sentinel that the call changes is copied all the same
            if copied is ANEW:
                self._frozen[id(value)] = value
            elif copied is SHARED:
                self.shared.add(kind.cls)
            else:
                self.copies[id(value)] = copied

    def _rebuild(self, value: Any, held: Mapping[Any, Any]) -> Any:
        """Make an immutable value, which holds these parts, of their copies."""
        parts = {key: self.copy_of(part) for key, part in held.items()}
        kind = kind_of(type(value))
        if kind.is_pulled:
            return self._iterator(value, parts)
        has_own = kind.mutable and (kind.has_attributes or kind.has_beside)
        if not has_own and all(parts[key] is part for key, part in held.items()):
            return value  # others may keep in themselves what their methods compute
        if type(value) in REFERRING:
            return refer_again(value, parts[None])
        return kind.with_parts(value, parts)

    def _iterator(self, source: Any, parts: Mapping[int, Any]) -> Any:
        # An iterator that the observed call left alone may be pulled by the plain one: the calls after it have to know.
        known, now = self._pulled.setdefault(id(source), Pulled(source)), Pulled(source)
        self.counts.append(known.count)
        self.iterators.append(now)
        elements = [parts.get(index, part) for index, part in enumerate(known.elements)]
        return kind_of(type(source)).pull_again(elements, known, now)


def _reached(value: Any, tree: Columns, readers: Mapping[int, Callable[[Any], Any]]) -> Iterator[tuple[int, Any]]:
    """Yield the rows at or below which there is a part to copy, with the part as `readers` read it from the others."""
    parents, keys = tree.parents, tree.keys
    for row in compress(range(len(tree)), _mark_changes(tree)):
        if row == 0:
            yield row, value
        elif parents[row] in readers:
            try:
                part = readers[parents[row]](keys[row])
            except (LookupError, TypeError):  # computed by reading, or changed since: no part of the argument
                continue
            yield row, part


def _mark_changes(tree: Columns) -> bytearray:
    """Mark the rows at or below which there is a part to copy."""
    marks, parents, targets, known = bytearray(len(tree)), tree.parents, tree.targets, dict[Any, bool]()
    row = len(tree)
    for layer in reversed(tree.layers):
        row -= 1
        cls: Any = type(layer)
        if cls in LEAVES and not targets:
            continue
        cls = layer.cls if issubclass(cls, Layer) else cls
        if cls not in known:
            known[cls] = _may_change(cls)
        found = known[cls] or row in targets  # a second way to a part that can change
        if found or marks[row]:
            marks[row] = 1
            if row:
                marks[parents[row]] = 1
    return marks


def _may_change(cls: type) -> bool:
    kind = kind_of(cls)
    return cls in REFERRING or (kind.can_change and kind.mutable)
