"""`Kind`: all that the library knows of one way for values to come apart, as one class of methods.

There is one instance for each kind, in `kinds.makers`, and a `Shape` for each class of values, which `shape_of` finds.
Everything else (demands, contexts, partial values, unwrapping, checkers, pictures) calls these methods and asks
for no kind by name. To add a kind, write a subclass in a file of its own and call `add_kind`.

The methods that are given a `value` accept a thunk for one too, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from strictcheck.kinds.building import ANEW, Building, InSight, Opened, Unwrapping, unwrapped
from strictcheck.kinds.layer import Layer, Parts
from strictcheck.kinds.nodes import layer_key, layer_leq
from strictcheck.thunks.pulled import Pulled

__all__ = ["Kind", "Shape"]


@dataclass(frozen=True, slots=True)
class Shape:
    """All that is known of one class: its kind, its field names, and how it comes apart and is put together.

    `take_apart` and `rebuild` are given for registered classes only.
    """

    cls: type
    kind: Kind
    fields: tuple[str, ...] = ()
    take_apart: Callable[[Any], Mapping[str, Any]] | None = None
    rebuild: Callable[[Mapping[str, Any]], Any] | None = None
    mutable: bool = True


class Kind:
    """One way for values to come apart; a subclass says how, and is stateless.

    What is here fits a kind whose values have no parts, so a subclass overrides as much as its values have of their
    own. `shape` is that of the value's class.
    """

    name = "a value without parts"
    # The function of `kinds.table` by which a class is declared to be of this kind, if there is one.
    declared_by = ""
    # The classes of layers that this kind brings with it; each has an `opening` and a `tag` of its own.
    layers: tuple[type[Layer], ...] = ()
    # True if nothing can stand in for a value: it is handed out as itself, and counts as forced when it is fetched.
    is_handed_out = False
    # True if a value is its own layer, which is what a demand says of it.
    is_own_layer = False
    # False if nothing but this very object will do, or it has to be called to tell anything.
    is_data = True
    # True if a look shows nothing of what is inside, and what is read there cannot be seen.
    is_opaque = False
    # True if its parts are attributes, read with a dot.
    has_attributes = False
    # True if it is made of a fixed set of named parts, and a look takes all of them that nothing can stand in for.
    is_record = False
    # True if its parts need not be there before they are asked for, and come one after another.
    is_lazy = False
    # True if a call can change a value, or one of its parts.
    can_change = True
    # True if values of two classes are different whatever they hold.
    is_told_by_class = True
    # True if its parts come one after another and are used up: looking twice is not possible.
    is_used_up = False
    # True if nothing is known of it but what was pulled, which is given again to one more call.
    is_pulled = False
    # True if its thunks answer from the value they stand for, part by part, so that a thunk of such a thunk has to ask
    # that one; false if a forced thunk has a copy of the value with thunks for parts, from which another can be copied.
    is_looked_through = False
    # True if the copy behind a forced thunk holds all parts, so that making it fetches each of them.
    is_copied_whole = False
    # True if its parts are elements of one sort, which `spine` goes through where they stand for children.
    is_series = False
    # True if looking at a value shows all of it: it has no parts, and its layer is the value itself or its class.
    is_leaf = True

    def __repr__(self) -> str:
        return f"<kind: {self.name}>"

    def recognise(self, cls: type) -> Shape | None:
        """The shape of `cls` if it is of this kind, else None; runs no code of the user's."""
        return None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """The class of thunks for values of this shape; `counting` ones also count how often a part is fetched."""
        raise NotImplementedError

    # Taking apart and putting together.

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The layer of `value`, which is no thunk, and its parts as pairs of key and part, looked at by nobody."""
        return value, ()

    def take_apart_as_known(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The layer and the parts of `value` as far as they can be had without pulling anything."""
        return self.take_apart(shape, value)

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A new value that holds `parts`, made without its `__init__`; with the other state of `like`, if given."""
        raise NotImplementedError

    def works_on_copy(self, shape: Shape) -> bool:
        """True if an observed call gets a copy of the whole value, so that what it changes stays with it."""
        return False

    def copy(self, shape: Shape, value: Any) -> Any:
        """A copy of `value` that holds the very parts of it, past what its class says of copying.

        `SHARED` if there is none, and whoever asked has to do with the value itself; `ANEW` if it can be put together
        anew, should one of its parts have to be another.
        """
        return ANEW

    def held(self, shape: Shape, value: Any) -> Iterable[tuple[Any, Any]]:
        """The parts of a plain value by key, as far as they can be read past any code of the user's."""
        return self.take_apart_as_known(shape, value)[1]

    def pull_again(self, elements: list[Any], known: Pulled, now: Pulled) -> Any:
        """What a call gets in place of a value of which `known` was pulled: the same `elements`, noted in `now`."""
        raise NotImplementedError

    def peek(self, shape: Shape, value: Any, key: Any) -> Any:
        """The part `key` of a plain value without running the user's code; raises `LookupError` otherwise."""
        return dict(self.held(shape, value))[key]

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The pairs of parts, each with its key, that have to be equal for two plain values of this kind to be,
        which are of one class if that tells.

        None if they are not, whatever the parts. Nothing is pulled, and no function is called.
        """
        (layer, parts), (twin, others) = (self.take_apart_as_known(shape, value) for value in (one, other))
        by_key = dict(others)
        if layer_key(layer) != layer_key(twin) or len(parts := list(parts)) != len(by_key):
            return None
        return [(part, by_key[key], key) for key, part in parts] if all(key in by_key for key, _ in parts) else None

    def compared_by_parts(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """The same, without asking code of the user's what it takes for equal: it may keep what it finds out."""
        return self.compared(shape, one, other)

    def put_part(self, shape: Shape, copied: Any, key: Any, part: Any) -> None:
        """Let `part` be the part `key` of a copy."""
        raise NotImplementedError

    def with_parts(self, shape: Shape, value: Any, parts: Mapping[Any, Any]) -> Any:
        """A value like this one, with these parts in place of its own."""
        return self.put_together(shape, {**dict(self.held(shape, value)), **parts}, value)

    def state(self, shape: Shape, value: Any) -> list[Any] | None:
        """A list of the keys and parts of a value that can change; None if that takes more than a moment."""
        return None

    def get_part(self, shape: Shape, value: Any, key: Any) -> Any:
        """The part `key`, read as anybody's code would read it; raises `LookupError` or `AttributeError`."""
        return getattr(value, key)

    # Demands and values.

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """True if `value` has this layer; of a value that is pulled, no more is pulled than that takes."""
        return layer_leq(layer, self.take_apart(shape, unwrapped(value))[0])

    def parts_named(self, shape: Shape, value: Any, keys: Iterable[Any]) -> list[Any] | None:
        """The parts of these keys; None if one of them is not there."""
        try:
            return [self.get_part(shape, value, key) for key in keys]
        except (LookupError, AttributeError):
            return None

    def begin(self, shape: Shape, layer: Any, building: Building) -> Any:
        """A value of this layer without its parts, to refer to before `build` fills it; None if there is no such."""
        return None

    def build(self, shape: Shape, layer: Any, building: Building) -> Any:
        """The partial value of this layer and the known parts of `building`, with holes for the others.

        Of a class that has another layer, such as a pattern `int()` says, it is an object that holds the parts.
        """
        if not issubclass(type(layer), Layer):
            return layer
        made: Any = object.__new__(shape.cls)
        for name, part in building.parts.items():
            object.__setattr__(made, name, part)
        return made

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """True if values are iterators; one that is returned is kept as a stream, so that no pulled part is lost."""
        return False

    def first_layer(self, shape: Shape, value: Any) -> object:
        """What the first look at `value` reveals; later ones may add to it."""
        return self.take_apart(shape, value)[0]

    def told(self, shape: Shape, value: Any) -> str:
        """What a look at a value tells beside its parts, in a word or two."""
        return shape.cls.__qualname__

    def keys_in_sight(self, shape: Shape, layer: Any) -> Iterable[Any]:
        """The keys of parts that a value with this layer has, for all that is known, and that can be had by key."""
        return ()

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """What of a forced value can be looked at next, from left to right, as `sight` keeps it; nothing is fetched."""
        return ()

    def look_ahead(self, shape: Shape, value: Any, count: int) -> None:
        """Make the first `count` parts of a lazy value, and look at none."""

    def of_cells(self, shape: Shape, cells: Iterator[Any]) -> Any:
        """A lazy value whose parts `cells` gives."""
        raise NotImplementedError

    # Contexts: a thunk that has been forced, or a plain value.

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The parts, fetched one by one, for `nf`."""
        return ()

    def structure_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """Reveals what belongs to the structure of `value`, and returns the parts that do, for `spine`."""
        return ()

    def reveal(self, shape: Shape, value: Any, layer: Any) -> Any:
        """Asks for all that `layer` tells beside its parts, for `upto`; returns what to get the parts from."""
        return value

    # Results.

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """`part` opened, so that its own parts can be unwrapped; None if it has none.

        `part` is a value or a forced thunk, `source` the plain value under it.
        """
        return None
