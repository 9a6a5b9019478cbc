"""`Kind`: knowledge about one way for values to come apart, as one class of methods.

Each kind is a class, listed in `kinds/__init__`; an instance of it knows one class of values, and `kind_of` finds it.
Everything else (demands, contexts, partial values, unwrapping, checkers, pictures) calls these methods and asks
for no kind by name. To add a kind, write a subclass in a file of its own and call `add_kind`.

The methods that are given a `value` accept a thunk for one too, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from strictcheck.kinds.building import ANEW, Building, Opened, Unwrapping, stored_parts, twins_of, unwrapped
from strictcheck.kinds.layer import Attribute, Layer, Parts
from strictcheck.kinds.layers import layer_key, layer_leq
from strictcheck.kinds.pulled import Pulled
from strictcheck.thunks.proxy import get_value


class Kind:
    """One way for values to come apart, applied to one class, `cls`, with the names of its fields, if these are fixed.

    The methods here fit a kind whose values have no parts; a subclass overrides the others. Of a tuple, or a frozen
    dataclass, only the parts can change: it is not `mutable`.
    """

    name = "a value without parts"
    # Name of the function of `kinds.table` that declares a class to be of this kind, if there is one.
    declared_by = ""
    # Classes of layers of this kind; each has an `opening` of its own.
    layers: tuple[type[Layer], ...] = ()
    # True if no thunk can represent a value: it is handed out as itself, and counts as forced when it is fetched.
    is_handed_out = False
    # True if it is handed out as itself where it does not lead on to other objects.
    is_handed_out_alone = False
    # True if a value is its own layer, which a demand contains.
    is_own_layer = False
    # False if only the very object will do, or if only a call reveals anything.
    is_data = True
    # True if a look reveals nothing of the inside, and reading there cannot be seen.
    is_opaque = False
    # True if its parts are attributes, read with a dot.
    has_attributes = False
    # True if it has a fixed set of named parts, and a look takes all of them that no thunk can represent.
    is_record = False
    # True if its values have no attributes but their own, so that one that is not there, or the class's, is no part.
    has_fixed_names = False
    # True if functions of the user's take its values apart, and put them together.
    is_registered = False
    # True if its parts come one after another, and need not exist before they are asked for.
    is_lazy = False
    # True if a call can change a value, or one of its parts.
    can_change = True
    # True if values of two classes are different whatever they hold.
    is_told_by_class = True
    # True if its parts come one after another and are used up: looking twice is not possible.
    is_used_up = False
    # True if only its pulled elements are known, which are given again to one more call.
    is_pulled = False
    # True if its thunks read the source part by part, so that a thunk for such a thunk has to read
    # that one; false if a forced thunk has a copy of the value with thunks for parts, from which another can be copied.
    is_looked_through = False
    # True if the copy behind a forced thunk holds all parts, so that making it fetches each of them.
    is_copied_whole = False
    # True if its parts are elements of one sort, which `spine` goes through where they stand for children.
    is_series = False
    # True if its parts have keys that may be objects; a layer tells those that were asked for.
    has_keys = False
    # True if a list or a dict may hold attributes, too, which are parts beside its elements.
    has_beside = False
    # Reader of the list, or the dict, that has all parts of a value; None if some are kept elsewhere.
    store: Callable[[Any], Any] | None = None
    # True if looking at a value reveals all of it: it has no parts, and its layer is the value itself or its class.
    is_leaf = True

    def __init__(self, cls: type, fields: tuple[str, ...] = (), *, mutable: bool = True) -> None:
        self.cls = cls
        self.fields = fields
        self.mutable = mutable

    def __repr__(self) -> str:
        return f"<kind: {self.name}>"

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Return the kind of the class `values` if it is this one, else None; runs no code of the user's."""
        return None

    def thunk_class(self, *, counting: bool) -> type:
        """Make the class of thunks for values of the class; `counting` ones also count the fetches of each part."""
        raise NotImplementedError

    # Taking apart and putting together.

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return the layer of `value`, which is no thunk, and pairs of key and part, without looking at the parts."""
        return value, ()

    def take_apart_as_known(self, value: Any) -> tuple[object, Parts]:
        """Return the layer and the parts of `value` as far as they are known without pulling."""
        return self.take_apart(value)

    def put_together(self, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """Make a value of `parts`, without its `__init__`; with the other state of `like`, if given."""
        raise NotImplementedError

    def works_on_copy(self) -> bool:
        """True if an observed call gets a copy of the whole value, so that its changes stay with the copy."""
        return False

    def leads_on(self, value: Any) -> bool:
        """True of a value whose attributes or elements are more than numbers, strings and the like."""
        return False

    def hides(self) -> bool:
        """True if a demand does not tell what code has read in a value of this class."""
        return self.is_opaque

    def is_changed(self, part: Any, source: Any) -> bool:
        """True if the copy behind the thunk `part`, on which a call worked, differs from the caller's `source`."""
        return False

    def copy(self, value: Any) -> Any:
        """Copy `value` with the very parts of it, past the copy methods of its class.

        `SHARED` if that is impossible, so that the value itself is used; `ANEW` if it can be rebuilt
        when one of its parts is replaced.
        """
        return ANEW

    def copy_all(self, values: list[Any]) -> Iterable[Any]:
        """Copy each of many values, as `copy` does."""
        return map(self.copy, values)

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """Return the parts of a plain value by key, as far as they can be read without running code of the user's."""
        return self.take_apart_as_known(value)[1]

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """Make a value for one more call from the pulled `elements` of `known`; its pulls are recorded in `now`."""
        raise NotImplementedError

    def peek(self, value: Any, key: Any) -> Any:
        """Return the part `key` of a plain value without running the user's code; raises `LookupError` otherwise."""
        return dict(self.held(value))[key]

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Return pairs of parts, with their keys: two plain values are equal if the parts of each pair are.

        None if the values differ whatever their parts are. If the class tells values apart, both are of one class.
        Nothing is pulled, and no function is called.
        """
        (layer, parts), (twin, others) = (self.take_apart_as_known(value) for value in (one, other))
        return paired(parts, others) if layer_key(layer) == layer_key(twin) else None

    def state(self, value: Any) -> list[Any] | None:
        """Return the keys, if these can change, and the parts of a value, if one store has them; None otherwise."""
        store = None if self.store is None else self.store(value)
        return [*store, *store.values()] if type(store) is dict else store

    def state_after(self, thunk: Any, value: Any) -> list[Any] | None:
        """Return the `state` in which a call has left the forced thunk of a value; None if nobody can tell."""
        left = get_value(thunk)
        return self.state(left) if type(left) is type(value) else None

    def refill(self, copied: list[Any], values: list[Any], copies: Mapping[int, Any]) -> None:
        """Put the copies of parts of values, which are given by the ids of the parts, into copies of the values."""
        if self.store is None:
            for one, value in zip(copied, values, strict=True):
                for key, part in self.held(value):
                    if id(part) in copies:
                        self.put_part(one, key, copies[id(part)])
            return
        stores, made = ([*map(self.store, some)] for some in (values, copied))
        if copies.keys().isdisjoint(map(id, stored_parts(stores))):
            return  # most have none, and this is C code
        for store, into in zip(stores, made, strict=True):
            if type(store) is dict:
                into.update(zip(store, twins_of(store.values(), copies), strict=True))
            else:
                into[:] = twins_of(store, copies)

    def put_part(self, copied: Any, key: Any, part: Any) -> None:
        """Set the part `key` of a copy to `part`."""
        raise NotImplementedError

    def with_parts(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        """Make a value like this one with these parts in place of its own."""
        return self.put_together({**dict(self.held(value)), **parts}, value)

    def get_part(self, value: Any, key: Any) -> Any:
        """Read the part `key` as ordinary code would read it; raises `LookupError` or `AttributeError`."""
        return getattr(value, str(key)) if self.has_attributes or type(key) is Attribute else value[key]

    # Demands and values.

    def fits(self, value: Any, layer: object) -> bool:
        """True if `value` has this layer; no more of it is pulled than that takes."""
        return layer_leq(layer, self.take_apart(unwrapped(value))[0])

    def begin(self, layer: Any, building: Building) -> Any:
        """Make a value of this layer without parts, to refer to before `build` fills it; None if that is impossible."""
        return None

    def build(self, layer: Any, building: Building) -> Any:
        """Build the partial value of this layer and the known parts of `building`, with holes for the others.

        For a class that has another layer, as in a pattern `int()`, it is an object that holds the parts.
        """
        made: Any = object.__new__(self.cls)
        for name, part in building.parts.items():
            object.__setattr__(made, name, part)
        return made

    def begin_whole(self, value: Any) -> Any:
        """Return `value`, which is looked at as a whole, for a partial value; or a copy of it to fill."""
        return value

    def fill_whole(self, begun: Any, parts: dict[Any, Any]) -> Any:
        """Put parts, which other parts may share, into the copy; return it."""
        return begun

    def is_pulled_by_next(self) -> bool:
        """True if values are iterators; a returned one is kept as a stream, so that no pulled part is lost."""
        return False

    def first_layer(self, value: Any) -> object:
        """Layer that the first look at `value` reveals; later ones may add to it."""
        return self.take_apart(value)[0]

    def keys_in_sight(self, layer: Any) -> Any:
        """Return the keys of parts that a value with this layer may have, and that can be fetched by key."""
        return layer.keys() if isinstance(layer, Layer) and not (self.is_leaf or self.is_used_up) else ()

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the parts, fetched one by one, for `nf`."""
        return ()

    def structure_to_force(self, value: Any) -> Iterable[Any]:
        """Reveal the structure of `value`, and return the parts that belong to it, for `spine`."""
        return ()

    def reveal(self, value: Any, layer: Any) -> Any:
        """Reveal all that `layer` has beside its parts, for `upto`; return the object to get the parts from."""
        return value

    # Results.

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open `part`, so that its own parts can be unwrapped; None if it has none.

        `part` is a value or a forced thunk, `source` the plain value under it.
        """
        return None


def paired(parts: Parts, others: Parts) -> list[tuple[Any, Any, Any]] | None:
    """Pair the parts of two values by key, with the keys; None if they have other keys."""
    first, second = dict(parts), dict(others)
    return [(part, second[key], key) for key, part in first.items()] if first.keys() == second.keys() else None
