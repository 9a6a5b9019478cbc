"""Arguments that are made up as they are looked at."""

from __future__ import annotations

import types
from collections.abc import AsyncIterator, Iterator
from typing import Any

from strictcheck.errors import Unevaluated
from strictcheck.kinds.container_layers import Mapping, Sequence
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.function import Function
from strictcheck.kinds.layers import Constructor, Raised
from strictcheck.kinds.named import Kind
from strictcheck.kinds.partials import Deferred, PartialIterator, PartialMapping, PartialObject, partial_class
from strictcheck.kinds.table import shape_of, stored_names, take_apart
from strictcheck.needless.choices import Choices
from strictcheck.needless.queries import KEYS, WHAT, Has, Look, Place
from strictcheck.needless.value_options import Option, OptionsAt
from strictcheck.thunks.proxy import UNSET
from strictcheck.thunks.streams import Stream

__all__ = ["World"]


class World:
    """One set of arguments, as they were known before `look`, and otherwise as `choices` decide.

    With `as_it_was`, the part that was looked at is as the call saw it, and only what is elsewhere is open. `stuck`
    says that the call asked for something of which nothing at all is known; `varied`, that another part was tried.
    """

    def __init__(self, look: Look, choices: Choices, options_at: OptionsAt, *, as_it_was: bool) -> None:
        self.look = look
        self.choices = choices
        self.options_at = options_at
        self.as_it_was = as_it_was
        self.stuck = False
        self.varied = False

    def argument(self, place: Place, value: Any) -> Any:
        """The argument at `place`, in this world; `value` is what it was. It may be used once."""
        first = self.options_at(place, value, given=False).first
        if first is not None and self._is_known(place, WHAT):
            return self.assembled(place, first)
        return self.part(place, value)

    # --- What is there -----------------------------------------------------------------------------------------------

    def _is_known(self, place: Place, question: Any) -> bool:
        known = place.answers.get(question)
        return known is not None and known[0] < self.look.index

    def _is_settled(self, place: Place, question: Any, options: list[Any]) -> bool:
        """Whether there is no choice: it is known, or it is the part in question as it was, or there is one option."""
        if len(options) == 1 or self._is_known(place, question):
            return True
        return self.as_it_was and bool(options) and self.look.opens(place, question)

    def ask(self, place: Place, question: Any, options: list[Any]) -> Any:
        """The answer to `question` in this world, which is one of `options`; what is there is the first of them."""
        if not options:
            self.stuck = True
            raise Unevaluated(f"nothing is known of what may be at {place.path!r}", place.path)
        if self._is_settled(place, question, options):
            return options[0]
        inside = self.look.opens(place, question)
        picked = self.choices.pick((place, question, inside), len(options), lambda: self.look.distance(place))
        self.varied = self.varied or (inside and picked > 0)
        return options[picked]

    def has(self, place: Place, key: Any, there: bool) -> bool:
        """Whether there is a part `key`; `there` is what the value says, for what was not asked."""
        listed = place.answers.get(KEYS)
        if listed is not None:
            there = key in listed[1]
            if listed[0] < self.look.index:
                return there
        asked = place.answers.get(Has(key)) or (place.model and place.model.answers.get(Has(key)))
        if asked:
            there = asked[1]
        return bool(self.ask(place, Has(key), [there, not there]))

    # --- Values that ask ---------------------------------------------------------------------------------------------

    def part(self, place: Place, value: Any, *, given: bool = False) -> Any:
        """The part at `place`: a thunk that asks, or something that decides what it is when it is fetched."""
        options = self.options_at(place, value, given=given)
        first = options.first
        is_settled = self._is_settled(place, WHAT, options.all)
        if first is not None and first.is_atom and is_settled:
            return first.layer

        def decided() -> Any:
            return self.assembled(place, self.ask(place, WHAT, options.all))

        if is_settled or options.are_fetched:
            return Deferred(decided)
        return delay(decided, kind=first.cls if first else None)

    def assembled(self, place: Place, option: Option) -> Any:
        """The value with this layer, whose parts are thunks that ask."""
        layer, value = option.layer, option.value
        match layer:
            case Sequence(closed=True):
                elements = [self._element(place, option, index) for index in range(layer.length)]
                shape = shape_of(layer.cls)
                return shape.kind.put_together(shape, dict(enumerate(elements)))
            case Sequence():
                return self._pulled(place, option)
            case Mapping():
                return self._mapping(place, option)
            case Function():
                return value if value is not UNSET else layer.value
            case Raised():
                raise layer.error
            case Constructor() if layer.value is None:
                return self._object(place, option)
            case Constructor():
                return layer.value
        return layer

    def _element(self, place: Place, option: Option, index: int) -> Any:
        held = option.value if isinstance(option.value, (list, tuple)) else ()
        value = held[min(index, len(held) - 1)] if held else UNSET  # one more is like the last one
        return self.part(place.child(index), value, given=option.given)

    def _object(self, place: Place, option: Option) -> Any:
        cls, value, shape = option.layer.cls, option.value, shape_of(option.layer.cls)
        if shape.kind is Kind.OBJECT:
            return partial_class(WorldObject, cls)(self, place, option)
        held = dict.fromkeys(shape.fields or place.children, UNSET) if value is UNSET else dict(take_apart(value)[1])
        parts = {name: self.part(place.child(name), part, given=option.given) for name, part in held.items()}
        return shape.kind.put_together(shape, parts)

    def _mapping(self, place: Place, option: Option) -> Any:
        kind: Any = option.layer.cls
        world = partial_class(WorldMapping, kind)(self, place, option)
        if hasattr(kind, "__missing__") and option.value is not UNSET:
            shape = shape_of(type(option.value))
            return shape.kind.put_together(
                shape, {key: world[key] for key in world}, option.value
            )  # it has to be one of its class
        if kind is dict and self._is_known(place, KEYS):
            return {key: world[key] for key in world}
        return world

    def _pulled(self, place: Place, option: Option) -> Any:
        cls, kind = option.layer.cls, shape_of(option.layer.cls).kind
        if kind is Kind.ASYNC_ITERATOR:
            return self._awaited(place, option)
        elements = self._elements(place, option)
        if kind is Kind.STREAM:
            return Stream(elements)
        if issubclass(cls, types.GeneratorType):
            return elements
        iterator = partial_class(PartialIterator, cls)(cls, lambda: place.path, {}, frozenset())
        iterator.elements = elements
        return iterator

    def _elements(self, place: Place, option: Option) -> Iterator[Any]:
        if option.given:
            yield from (self.part(place.child(index), part, given=True) for index, part in enumerate(option.value))
            return
        held = option.value.split()[0] if isinstance(option.value, Stream) else []
        seen, index = (place if WHAT in place.answers else place.model or place).cells(), 0
        # No call is told of more than one element beyond those that there were: some call would never end.
        while index <= max(seen, len(held)) and self.has(place, index, index < len(held)):
            child = place.child(index)
            what = child.answers.get(WHAT)
            if what is not None and isinstance(what[1], Raised):
                raise what[1].error
            yield self.part(child, held[index] if index < len(held) else UNSET)
            index += 1

    async def _awaited(self, place: Place, option: Option) -> AsyncIterator[Any]:
        for element in self._elements(place, option):
            yield element


class WorldMapping(PartialMapping):
    """A mapping of which each key is there, or not, as soon as somebody asks."""

    def __init__(self, world: World, place: Place, option: Option) -> None:
        super().__init__(option.layer.cls, lambda: place.path, {}, frozenset())
        self.world, self.place, self.option = world, place, option
        self.held: Any = {} if option.value is UNSET else option.value

    def __contains__(self, key: object) -> bool:
        if self.option.given:
            return key in self.held
        return self.world.has(self.place, key, key in self.held)

    def __getitem__(self, key: Any) -> Any:
        if key not in self.parts:
            others = iter(self.held.values())
            value = self.held[key] if key in self.held else next(others, UNSET)
            self.parts[key] = self.world.part(self.place.child(key), value, given=self.option.given)
        return self.parts[key]

    def __iter__(self) -> Iterator[Any]:
        listed = self.place.answers.get(KEYS)
        asked = [question.key for question in self.place.answers if isinstance(question, Has)]
        names = dict.fromkeys((*(listed[1] if listed else ()), *self.held, *asked, *self.parts))
        return iter([key for key in names if key in self])


class WorldObject(PartialObject):
    """An object whose attributes are read from the one that was there, where they were not read before."""

    def __init__(self, world: World, place: Place, option: Option) -> None:
        vars(self).update(cls=option.layer.cls, path=lambda: place.path, absent=frozenset())
        vars(self).update(world=world, place=place, option=option)

    @property
    def parts(self) -> dict[str, Any]:  # type: ignore[override]
        """The attributes that the object holds itself, in this world."""
        held = vars(self)["option"].value
        names = () if held is UNSET else stored_names(shape_of(type(held)), held)
        return {name: self.read(name) for name in names}

    def read(self, name: str) -> Any:
        """The attribute, in this world; `AttributeError` where there was none."""
        world, place, option = (vars(self)[name] for name in ("world", "place", "option"))
        asked = place.answers.get(Has(name))
        if asked is not None and not asked[1]:
            raise AttributeError(f"{option.layer.cls.__name__!r} object has no attribute {name!r}")
        known = name in place.children and WHAT in place.children[name].answers
        value = UNSET if option.value is UNSET or known else getattr(option.value, name)
        return world.part(place.child(name), value, given=option.given)
