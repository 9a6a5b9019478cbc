"""Opaque values: a look reveals all of one, for nobody can look into it, or its class wants to be taken whole."""

from __future__ import annotations

import ast
import copy
import operator
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence, MutableSet
from decimal import Context
from random import Random
from types import FunctionType
from typing import Any

from strictcheck.kinds.atom import get_copy, originals_of_copy, value_class
from strictcheck.kinds.attributes import fill_attributes, held_attributes, kept_by_pickle
from strictcheck.kinds.building import LEAVES, REFERRING, SHARED, Opened, Unwrapping, empty_like, open_view
from strictcheck.kinds.equality import compare_elements, compare_wholes, hold_the_same, is_equal, text_key, told_apart
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Opaque
from strictcheck.kinds.python_code import close_over
from strictcheck.thunks.classes import (
    bases,
    getattr_static,
    has_finalizer,
    has_methods,
    hides_its_dict,
    is_made_in_python,
    is_own_copy,
    namespace_of,
)
from strictcheck.thunks.proxy import get_value, is_thunk, materialised, source_of
from strictcheck.thunks.special_methods import ForcingMethod

# Of these modules all is opaque: classes in Python around arrays in C, which take whole arrays from each other; mocks,
# each of which has a class of its own, and is asked afterwards for what was done to it; and sessions of SQLAlchemy,
# which know all mapped classes: a copy of one would take these over.
WHOLE = (
    "numpy.", "pandas.", "polars.", "pyarrow.", "unittest.mock.", "sqlalchemy.orm.session.", "sqlalchemy.orm.scoping.",
    "sqlalchemy.orm.query.", "sqlalchemy.orm.mapper.", "sqlalchemy.orm.state.", "sqlalchemy.pool.",
    "sqlalchemy.ext.asyncio.", "sqlalchemy.sql.schema.",
)  # fmt: skip
# Of this one, all but the results of queries: these are iterators like others, and pull of those that they hold.
ENGINE = "sqlalchemy.engine."
# Built-in classes; of those derived from them that read in a way of their own, the contents are known all the same.
HOLDING: tuple[Any, ...] = (dict, list, deque, set)
FIXED: tuple[Any, ...] = (tuple, frozenset)
CONTAINERS = (*HOLDING, *FIXED)
# Their own methods change them: a call gets a copy, so that the changes stay with it.
CHANGED = (MutableMapping, MutableSequence, MutableSet, bytearray, array, Random, Context, ast.AST)
COPIED = (*CONTAINERS, *CHANGED)


class OpaqueKind(Kind):
    """Values into which nobody can look: a look reveals all of it, and the value itself is what the call works on."""

    name = "itself, and nothing inside"
    declared_by = "opaque"
    is_opaque = True

    def __init__(self, cls: Any, fields: tuple[str, ...] = (), *, mutable: bool = True) -> None:
        super().__init__(cls, fields, mutable=mutable)
        self.is_handed_out_alone = issubclass(cls, FIXED)

    def leads_on(self, value: Any) -> bool:
        """True of a tuple with more in it than strings and others of its class: the types of tokens know each other.

        Not of one that is its own copy, for there is no other of it, and code asks for it by `is`.
        """
        if not self.is_handed_out_alone:
            return False
        return not (LEAVES.union((self.cls,)).issuperset(map(type, _contents(value)[1])) or is_own_copy(value))

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes of libraries that keep arrays in C, mocks, and proxies, whose value is in `__wrapped__`."""
        modules = (f"{namespace_of(base).get('__module__')}." for base in bases(values))
        whole = WHOLE if has_methods(values, "__next__") else (*WHOLE, ENGINE)
        is_of_these = any(module.startswith(whole) for module in modules)
        return cls(values) if is_of_these or getattr_static(values, "__wrapped__") is not None else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that forward everything to the value itself, or to a copy, if code could change it."""
        grows = [name for name in ("extend", "extendleft") if issubclass(self.cls, (list, deque))]
        methods: dict[str, Any] = {name: ForcingMethod(_extending(name)) for name in grows if hasattr(self.cls, name)}
        gives = [name for name in ("__getitem__", "pop", "popleft") if issubclass(self.cls, (list, deque))]
        methods |= {name: ForcingMethod(_giving(name)) for name in gives if hasattr(self.cls, name)}
        methods["_self_originals"] = originals_of_copy
        return value_class(self, get_copy, methods)

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Pair the parts of built-in containers and derived ones; of other values, all that a pickle would keep."""
        if self.cls in REFERRING:
            return compare_elements([*one], [*other])
        if not issubclass(self.cls, CONTAINERS):
            return compare_wholes(one, other)
        (keys, held), (others, parts) = _contents(one), _contents(other)
        pairs = [(part, twin, key) for part, twin, (_, key) in zip(held, parts, keys, strict=False)]
        return told_apart(pairs, sum(base in (set, frozenset) for base, _ in keys)) if keys == others else None

    def works_on_copy(self) -> bool:
        """True of containers and the like, and of classes in C that tell how they are copied and restored."""
        is_told = has_methods(self.cls, "__deepcopy__", "__setstate__") and not is_made_in_python(self.cls)
        return issubclass(self.cls, COPIED) or (is_told and OpaqueKind.recognise(self.cls) is None)

    def copy(self, value: Any) -> Any:
        """Copy such a container with all that it holds; anything else is shared."""
        return self.copy_whole(value, {}) if self.works_on_copy() else SHARED

    def copy_whole(self, value: Any, memo: dict[int, Any]) -> Any:
        """Copy a container with all that it holds, or return it if it has no copy; `memo` has known copies."""
        if id(value) in memo:
            return memo[id(value)]
        knows_some = bool(memo)
        try:
            made = _deep_copy(value, memo)
        except Exception:  # a lock in it, say, or code of the user's
            return value
        # A class may copy its values as something else; and what was copied before may have changed since.
        is_same = hold_the_same(value, made) or (knows_some and self.copy_whole(value, {}) is not value)
        return made if is_same else value

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the class; there are no parts."""
        return Opaque(value), ()

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the elements of a container; of another value that the call made, the parts that a pickle would keep."""
        is_alone = self.is_handed_out_alone and not is_thunk(part) and not self.leads_on(part)
        stays = unwrapping.is_callers and (not unwrapping.is_copy or issubclass(self.cls, HOLDING))
        if stays or is_alone:
            return None
        if self.cls in REFERRING:
            return None if is_thunk(part) else open_view(part)
        if issubclass(self.cls, HOLDING):
            return _open_in_place(part, source, is_changed=self.is_changed(part, source))
        if is_thunk(part) and not self.works_on_copy():
            return None
        own = get_value(part) if is_thunk(part) else part
        if (kept := _kept(own)) is None:
            return None
        make, parts, with_parts = kept
        whole = own if self.is_changed(part, source) else source
        return Opened(part, whole, parts, parts, lambda made: with_parts(make, made), are_copies=True)

    def is_changed(self, part: Any, source: Any) -> bool:
        """True if the copy on which the call worked differs from the object of the caller's."""
        own = get_value(part) if is_thunk(part) else part
        if own is source or not issubclass(self.cls, HOLDING):
            return not is_thunk(part) or not hold_the_same(own, source)
        (keys, held), (others, parts) = _contents(own), _contents(source)
        return keys != others or not hold_the_same(held, parts)

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the contents of a container, or the parts that a pickle would keep of another value of the call's."""
        own = value._self_source if is_thunk(value) and value._self_log.is_result else value
        if not is_thunk(own) and issubclass(self.cls, HOLDING):
            return _contents(own)[1]
        if type(own) in REFERRING:
            return open_view(own).parts
        kept = None if is_thunk(own) else _kept(own)
        return () if kept is None else kept[1]


class MadeOfArgumentsKind(OpaqueKind):
    """Objects whose class has `__getnewargs__`, such as expressions of sympy: made of arguments, once and for all.

    Such classes keep one object for equal arguments, and compare by `type(self)`. They are handed out as themselves.
    """

    name = "made of arguments, and handed out as itself"
    declared_by = ""
    is_handed_out = True
    can_change = False

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes written in Python that have `__getnewargs__`, or `__getnewargs_ex__`."""
        is_one = any(getattr_static(values, name) is not None for name in ("__getnewargs__", "__getnewargs_ex__"))
        return cls(values, mutable=False) if is_one and is_made_in_python(values) else None

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare by `==`; there are no parts."""
        return [] if is_equal(one, other) else None


def _kept(value: Any) -> Any:
    """Return what a pickle would keep; of a mock nothing, for it stays itself, with the calls that it has noted."""
    is_mock = any(namespace_of(base).get("__module__") == "unittest.mock" for base in bases(type(value)))
    return None if is_mock else kept_by_pickle(value)


def _extending(name: str) -> Callable[[Any, Any], None]:
    """Return the method that extends the copy; by itself too, where it would grow while its thunk is walked."""

    def extend(self: Any, values: Any) -> None:
        own = materialised(self)
        getattr(own, name)(own if source_of(values) is source_of(self) else values)

    return extend


def _giving(name: str) -> Callable[..., Any]:
    """Return the method that gives an element; the thunk for one that is the container itself, as code knows it."""

    def give(self: Any, *args: Any) -> Any:
        own = materialised(self)
        # A hostile class may find another `__getitem__` at its values than the operator takes from it.
        found = operator.getitem(own, *args) if name == "__getitem__" else getattr(own, name)(*args)
        return self if found is own else found

    return give


def _deep_copy(value: Any, memo: dict[int, Any]) -> Any:
    """Copy deeply, past the containers' own methods, which may hide elements."""
    met = _met_within(value)
    memo |= {id(one): one for one in met if has_finalizer(type(one))}  # freed with the copy, it would close a file
    within = [one for one in met if isinstance(one, CONTAINERS) and not (id(one) in memo or type(one) in CONTAINERS)]
    made, fixed = ([one for one in within if isinstance(one, classes)] for classes in (HOLDING, FIXED))
    memo |= {id(one): empty_like(type(one), one) for one in made}
    memo |= {id(one): close_over(one, memo.get) for one in met if type(one) is FunctionType}
    memo.setdefault(id(memo), []).extend(within)  # where `copy` keeps what it has copied
    # Inner ones first, for these are not begun empty; by the base, for one that has its own way to iterate.
    for one in sorted(fixed, key=lambda one: len(_met_within(one))) if len(fixed) > 1 else fixed:
        base: Any = tuple if isinstance(one, tuple) else frozenset
        again = memo[id(one)] = base.__new__(type(one), [copy.deepcopy(part, memo) for part in base.__iter__(one)])
        fill_attributes(again, {name: _deep_copied(part, memo) for name, part in _attributes(one).items()})
    for one in made:
        keys, parts = _contents(one)
        for (base, key), part in zip(keys, parts, strict=True):
            copied = _deep_copied(part, memo) if base is None else copy.deepcopy(part, memo)
            _put(memo[id(one)], base, copy.deepcopy(key, memo), copied)
    return copy.deepcopy(value, memo)


def _deep_copied(held: Any, memo: dict[int, Any]) -> Any:
    """Return a deep copy of an attribute, or the attribute itself if it has none, as a lock."""
    try:
        return copy.deepcopy(held, memo)
    except Exception:
        return held


def _met_within(value: Any) -> list[Any]:
    """List `value` and all that it holds, past methods of containers."""
    met: dict[int, Any] = {}
    todo = [value]
    while todo:
        one = todo.pop()
        if id(one) in met or is_thunk(one) or hides_its_dict(type(one)) or type(one) in LEAVES:
            continue
        met[id(one)] = one
        fixed: Any = next((base for base in FIXED if issubclass(type(one), base)), None)
        todo += fixed.__iter__(one) if fixed else ()
        todo += _contents(one)[1] if issubclass(type(one), HOLDING) else _attributes(one).values()
    return [*met.values()]


def _put(made: Any, base: Any, key: Any, part: Any) -> None:
    """Put a part into a container, past methods of its own: an attribute if no class keeps it."""
    if base is None:
        object.__setattr__(made, key, part)
    elif base is set:
        set.add(made, part)
    elif base is dict:
        (OrderedDict if isinstance(made, OrderedDict) else dict).__setitem__(made, key, part)
    elif key < base.__len__(made):
        base.__setitem__(made, key, part)
    else:
        base.append(made, part)


def _open_in_place(part: Any, source: Any, *, is_changed: bool) -> Opened:
    """Open a container with methods of its own, made or copied by the call; its thunks are replaced in place.

    One that the call did not change is `source` again, unless that holds something changed.
    """
    own: Any = get_value(part) if is_thunk(part) else part
    both = [_contents(one) for one in (own, own if is_changed else source)]
    parts, originals = ([*held, *(key for base, key in keys if base is dict)] for keys, held in both)
    keys, held = both[0][0], len(both[0][0])

    def refill(_: Any, made: list[Any]) -> None:
        if issubclass(type(own), (set, dict)):
            next(base for base in (OrderedDict, dict, set) if issubclass(type(own), base)).clear(own)
        names = iter(made[held:])
        for (base, key), value in zip(keys, made[:held], strict=True):
            _put(own, base, next(names) if base is dict else key, value)

    return Opened(part, own if is_changed else source, parts, originals, empty=lambda: own, fill=refill)


def _contents(own: Any) -> tuple[list[tuple[Any, Any]], list[Any]]:
    """List what a container holds, past methods of its own: keys, each with the class that keeps it, and parts."""
    base: Any = next(base for base in CONTAINERS if issubclass(type(own), base))
    # A key of an OrderedDict that was moved has its new place in this class only.
    items = OrderedDict.items if issubclass(type(own), OrderedDict) else dict.items
    elements = () if base is dict else base.__iter__(own)
    ordered = sorted(elements, key=text_key) if base in (set, frozenset) else elements
    parts = items(own) if base is dict else enumerate(ordered)
    entries = [((base, key), part) for key, part in parts]
    entries += [((None, name), part) for name, part in _attributes(own).items()]
    return [key for key, _ in entries], [part for _, part in entries]


def _attributes(own: Any) -> Mapping[str, Any]:
    return held_attributes(Kind(type(own)), own)
