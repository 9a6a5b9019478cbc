"""Counterfactual arguments, decided as they are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, TypeVar, cast

from strictcheck.errors import Unevaluated
from strictcheck.kinds.attributes import stored_names
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.partials import Deferred, Partial, PartialMapping, PartialObject, partial_class
from strictcheck.kinds.table import kind_of
from strictcheck.needless.choices import Choices
from strictcheck.needless.queries import WHAT, Has, Query, Site
from strictcheck.needless.value_options import Option, OptionsAt
from strictcheck.thunks.marks import KEYS
from strictcheck.thunks.proxy import UNSET

P = TypeVar("P", bound=Partial)


class Counterfactual:
    """One set of arguments, as known before `look`, and otherwise as `choices` decide.

    With `as_it_was`, the part that was looked at is as the call saw it, and only other parts are open. `stuck` is True
    if the call asked for a part about which nothing is known; `varied`, if another part was tried.
    """

    def __init__(self, look: Query, choices: Choices, options_at: OptionsAt, *, as_it_was: bool) -> None:
        self.look = look
        self.choices = choices
        self.options_at = options_at
        self.as_it_was = as_it_was
        self.stuck = False
        self.varied = False

    def argument(self, place: Site, value: Any) -> Any:
        """Return the argument at `place`, in this set; its value was `value`. It may be used once."""
        first = self.options_at(place, value, given=False).first
        if first is not None and self._is_known(place, WHAT):
            return self.assembled(place, first)
        return self.part(place, value)

    # --- Answers -----------------------------------------------------------------------------------------------------

    def _is_known(self, place: Site, question: Any) -> bool:
        known = place.answers.get(question)
        return known is not None and known[0] < self.look.index

    def _is_settled(self, place: Site, question: Any, options: list[Any]) -> bool:
        """True if there is no choice: it is known, or it is the part in question as it was, or there is one option."""
        if len(options) == 1 or self._is_known(place, question):
            return True
        return self.as_it_was and bool(options) and self.look.opens(place, question)

    def ask(self, place: Site, question: Any, options: list[Any]) -> Any:
        """Answer `question` in this set by one of `options`, the first of which is the actual answer."""
        if not options:
            self.stuck = True
            raise Unevaluated(f"nothing is known of what may be at {place.path!r}", place.path)
        if self._is_settled(place, question, options):
            return options[0]
        inside = self.look.opens(place, question)
        picked = self.choices.pick((place, question, inside), len(options), lambda: self.look.distance(place))
        self.varied = self.varied or (inside and picked > 0)
        return options[picked]

    def has(self, place: Site, key: Any, there: bool) -> bool:
        """True if there is a part `key`; `there` is what the value says, for what was not asked."""
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

    def part(self, place: Site, value: Any, *, given: bool = False) -> Any:
        """Return the part at `place`: a thunk that asks, or a field computed on read, if no thunk can represent it."""
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

    def assembled(self, place: Site, option: Option) -> Any:
        """Build the value with this layer, whose parts are thunks that ask."""
        layer, value = option.layer, option.value
        if option.is_atom:
            return layer
        if layer.raises:
            raise layer.error
        kind = kind_of(layer.cls)
        if layer.value is not None:
            return value if value is not UNSET and not kind.is_data else layer.value
        building = _CounterfactualPart(self, place, option)
        # A class with `__missing__` wants a real value.
        if self._is_known(place, KEYS) or (hasattr(layer.cls, "__missing__") and value is not UNSET):
            layer = layer.with_revealed((), frozenset(), tuple(building.keys()), False)
        return kind.build(layer, building)


class _CounterfactualPart:
    """Value of a set of arguments while it is being built."""

    begun = None
    wide = inf

    def __init__(self, arguments: Counterfactual, place: Site, option: Option) -> None:
        self.arguments, self.place, self.option = arguments, place, option
        kind = kind_of(type(option.value))
        self.held: Any = {} if option.value is UNSET else dict(kind.held(option.value))
        self.parts: dict[Any, Any] = {}
        if kind_of(option.cls).is_record:
            self.parts = {name: self.part(name) for name in self.held or place.children}

    def part(self, key: Any) -> Any:
        """Return the part, with any value that it may have in this set."""
        if key in self.parts:
            return self.parts[key]
        default = UNSET if kind_of(self.option.cls).has_attributes else next(reversed(self.held.values()), UNSET)
        value = self.held.get(key, default)  # an additional one is like the last one
        return self.arguments.part(self.place.child(key), value, given=self.option.given)

    def cells(self, layer: Any) -> Iterator[Any]:
        """Yield the elements of an iterator; each time, there is one more if this set says so."""
        place = self.place
        if self.option.given:
            yield from (
                self.arguments.part(place.child(at), one, given=True) for at, one in enumerate(self.option.value)
            )
            return
        seen, index = (place if WHAT in place.answers else place.model or place).cells(), 0
        # At most one element more than there were, for with more some call would never end.
        while index <= max(seen, len(self.held)) and self.has(index):
            what = place.child(index).answers.get(WHAT)
            if what is not None and getattr(what[1], "raises", False):
                raise what[1].error
            yield self.arguments.part(place.child(index), self.held.get(index, UNSET))
            index += 1

    def keys(self) -> list[Any]:
        """Return the keys in this set."""
        listed = self.place.answers.get(KEYS)
        asked = [question.key for question in self.place.answers if isinstance(question, Has)]
        names = dict.fromkeys((*(listed[1] if listed else ()), *self.held, *asked))
        return [key for key in names if self.has(key)]

    def has(self, key: Any) -> bool:
        """True if the key is there in this set."""
        return key in self.held if self.option.given else self.arguments.has(self.place, key, key in self.held)

    def partly_known(self, base: type[P], cls: type, absent: frozenset[Any]) -> P:
        """Make a `base` that asks this set of arguments; iterators and files do so by their elements."""
        own, maker = COUNTERFACTUAL.get(base), cast(Any, partial_class)
        made: P = maker(base, cls)(cls, self.path, {}, absent) if own is None else maker(own, cls)(self)
        return made

    def hole(self) -> Any:
        """Return UNSET: nothing is known of the value."""
        return self.arguments.ask(self.place, WHAT, [])

    def path(self) -> tuple[Any, ...]:
        """Return the path of the value."""
        return self.place.path

    def names(self, cls: type) -> tuple[str, ...] | None:
        """Return None: the attributes are unknown, and will be asked for."""
        return None


class CounterfactualMapping(PartialMapping):
    """Mapping whose keys are there, or not, as soon as somebody asks."""

    def __init__(self, building: _CounterfactualPart) -> None:
        super().__init__(building.option.layer.cls, building.path, {}, frozenset())
        self.building = building

    def __contains__(self, key: object) -> bool:
        return self.building.has(key)

    def __getitem__(self, key: Any) -> Any:
        if key not in self.parts:
            self.parts[key] = self.building.part(key)
        return self.parts[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.building.keys())


class CounterfactualObject(PartialObject):
    """Object whose attributes are read from the actual one, if they were not read before."""

    def __init__(self, building: _CounterfactualPart) -> None:
        cls = building.option.layer.cls
        vars(self).update(cls=cls, path=building.path, absent=frozenset(), building=building)

    @property
    def parts(self) -> dict[str, Any]:  # type: ignore[override]
        """Attributes that the object itself holds, in this set."""
        held = vars(self)["building"].option.value
        names = () if held is UNSET else stored_names(kind_of(type(held)), held)
        return {name: self.read(name) for name in names}

    def read(self, name: str) -> Any:
        """Read the attribute, in this set; `AttributeError` if there was none."""
        building: _CounterfactualPart = vars(self)["building"]
        place, option = building.place, building.option
        asked = place.answers.get(Has(name))
        if asked is not None and not asked[1]:
            raise AttributeError(f"{option.layer.cls.__name__!r} object has no attribute {name!r}")
        known = name in place.children and WHAT in place.children[name].answers
        value = UNSET if option.value is UNSET or known else getattr(option.value, name)
        return building.arguments.part(place.child(name), value, given=option.given)


COUNTERFACTUAL: dict[Any, Any] = {PartialMapping: CounterfactualMapping, PartialObject: CounterfactualObject}
