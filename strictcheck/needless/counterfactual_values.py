"""Counterfactual arguments, decided as they are looked at, by choices among options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any, TypeVar

from strictcheck.errors import Unevaluated
from strictcheck.kinds.attributes import held_attributes
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.partials import Deferred, Partial, PartialMapping, partial_class
from strictcheck.kinds.table import kind_of
from strictcheck.needless.queries import WHAT, Has, Query, Site
from strictcheck.needless.value_options import Option, OptionsAt
from strictcheck.thunks.places import KEYS
from strictcheck.thunks.proxy import UNSET
from strictcheck.trail import Trail

P = TypeVar("P", bound=Partial)


# Correlations of random choices. Some differences show only if few parts are changed, others only if many are, and many
# if parts are alike that are about as far from the part in question: the next ones in a list, say.
STYLES = ("few", "free", "alike")
ALTERNATELY = 4  # combinations of one style before those of the next


class Choices:
    """Combinations of choices for two sets of arguments that share some; later questions depend on earlier answers.

    `next()` goes on to the following combination, if there is one; `tried` counts them. Of `tries` altogether, a
    quarter are taken in order, the last choice changing fastest; `complete` is True if these were all.
    """

    def __init__(self, tries: int) -> None:
        self.tried = 0
        self.complete = False
        self._tries = tries
        self._in_order = max(tries // 4, 2)
        self._trail = Trail()
        self._made: dict[Any, int] = {}
        self._random = Random(0)
        self._levels: dict[Any, float] = {}

    def next(self) -> bool:
        """Go on to the next combination; False if there is none, or enough were tried."""
        self._made, self._levels = {}, {}
        self.complete = self.tried <= self._in_order and not self._trail.next_run()
        if self.complete or self.tried == self._tries:
            return False
        self.tried += 1
        return True

    def pick(self, question: Any, count: int, distance: Callable[[], int]) -> int:
        """Return which of `count` options answers `question`; the same answer until `next()`."""
        if question not in self._made:
            in_order = self.tried <= self._in_order
            self._made[question] = self._trail.choose(count, question) if in_order else self._at_random(count, distance)
        return self._made[question]

    def _at_random(self, count: int, distance: Callable[[], int]) -> int:
        style = STYLES[self.tried // ALTERNATELY % len(STYLES)]
        if style == "few":
            return 0 if self._random.random() < 0.8 else self._random.randrange(count)
        if style == "free":
            return self._random.randrange(count)
        at = distance()
        if at not in self._levels:
            self._levels[at] = self._random.choice([0.0, self._random.random(), 0.999])
        return 1 + int(self._levels[at] * (count - 1))


class Counterfactual:
    """One set of arguments, as known before `look`, and otherwise as `choices` decide.

    With `as_it_was`, the part that was looked at is as the call saw it, and only other parts are open. `stuck` is True
    if the call asked for a part about which nothing is known; `is_sure`, if of all open parts that it asked for other
    values are known; `varied`, if another part was tried.
    """

    def __init__(self, look: Query, choices: Choices, options_at: OptionsAt, *, as_it_was: bool) -> None:
        self.look = look
        self.choices = choices
        self.options_at = options_at
        self.as_it_was = as_it_was
        self.stuck = False
        self.is_sure = True
        self.varied = False

    def argument(self, place: Site, value: Any) -> Any:
        """Return the argument at `place`, in this set; its value was `value`. It may be used once."""
        options = self.options_at(place, value)
        if options and self._is_known(place, WHAT):
            return self.assembled(place, options[0])
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

    def _is_unsure(self, place: Site, question: Any, options: list[Any]) -> bool:
        """True for an open question of which only the actual answer is known, such as None."""
        if question is not WHAT or len(options) != 1 or self._is_known(place, WHAT):
            return False
        return options[0].is_alone and not (self.as_it_was and self.look.opens(place, WHAT))

    def ask(self, place: Site, question: Any, options: list[Any]) -> Any:
        """Answer `question` in this set by one of `options`, the first of which is the actual answer."""
        if not options:
            self.stuck = True
            raise Unevaluated(f"nothing is known of what may be at {place.path!r}", place.path)
        if self._is_settled(place, question, options):
            self.is_sure = self.is_sure and not self._is_unsure(place, question, options)
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

    def part(self, place: Site, value: Any) -> Any:
        """Return the part at `place`: a thunk that asks, or a field computed on read, if no thunk can represent it."""
        options = self.options_at(place, value)
        first = options[0] if options else None
        is_settled = self._is_settled(place, WHAT, options)
        if first is not None and first.is_atom and is_settled and not self._is_unsure(place, WHAT, options):
            return first.layer

        def decided() -> Any:
            return self.assembled(place, self.ask(place, WHAT, options))

        if is_settled or self.options_at.are_fetched(options):
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
        if key not in self.parts:
            kind = kind_of(self.option.cls)
            if kind.has_attributes:
                value = self.held.get(key, UNSET) if kind.is_record else self.attribute(key)
            else:
                value = self.held.get(key, next(reversed(self.held.values()), UNSET))  # one more is like the last one
            self.parts[key] = self.arguments.part(self.place.child(key), value)
        return self.parts[key]

    def attribute(self, name: str) -> Any:
        """Read an attribute of the actual object, if the call has not read it; raises `AttributeError` as that does."""
        place, option = self.place, self.option
        asked = place.answers.get(Has(name))
        if asked is not None and not asked[1]:
            raise AttributeError(f"{option.layer.cls.__name__!r} object has no attribute {name!r}")
        known = name in place.children and WHAT in place.children[name].answers
        return UNSET if option.value is UNSET or known else getattr(option.value, name)

    def cells(self, layer: Any) -> Iterator[Any]:
        """Yield the elements of an iterator; each time, there is one more if this set says so."""
        place = self.place
        seen, index = (place if WHAT in place.answers else place.model or place).cells(), 0
        # At most one element more than there were, for with more some call would never end.
        while index <= max(seen, len(self.held)) and self.has(index):
            what = place.child(index).answers.get(WHAT)
            if what is not None and getattr(what[1], "raises", False):
                raise what[1].error
            yield self.arguments.part(place.child(index), self.held.get(index, UNSET))
            index += 1

    def twinned(self, keys: Any) -> Any:
        """Return the keys: objects that are known by their identity are not found in another set of arguments."""
        return keys

    def keys(self) -> list[Any]:
        """Return the keys in this set."""
        listed = self.place.answers.get(KEYS)
        asked = [question.key for question in self.place.answers if isinstance(question, Has)]
        names = dict.fromkeys((*(listed[1] if listed else ()), *self.held, *asked))
        return [key for key in names if self.has(key)]

    def has(self, key: Any) -> bool:
        """True if the key is there in this set."""
        return self.arguments.has(self.place, key, key in self.held)

    def partly_known(self, base: type[P], cls: type, absent: frozenset[Any]) -> P:
        """Make a `base` that asks this set of arguments."""
        maker: Any = partial_class
        made: P = maker(base, cls)(cls, self.path, {}, absent)
        if isinstance(made, PartialMapping):
            made.keys, made.part = _Keys(self), self.part
        return made

    def path(self) -> tuple[Any, ...]:
        """Return the path of the value."""
        return self.place.path

    def whole(self) -> Any:
        """Return the actual value, or a value that is tried in its place; UNSET if it is not known yet."""
        return self.option.value

    def names(self, cls: type) -> tuple[str, ...] | None:
        """Return the names of attributes that the actual object holds."""
        value = self.whole()
        return None if value is UNSET or type(value) is not cls else tuple(held_attributes(kind_of(cls), value))


class _Keys:
    """Keys of a mapping, which are there, or not, as soon as somebody asks."""

    def __init__(self, building: _CounterfactualPart) -> None:
        self.building = building

    def __contains__(self, key: object) -> bool:
        return self.building.has(key)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.building.keys())

    def __len__(self) -> int:
        return len(self.building.keys())
