"""Plans: how to call a function whose arguments nobody has described, one shape for each argument."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, MappingView, Sequence
from inspect import Parameter
from itertools import islice, product
from random import Random
from random import seed as seed_random
from typing import Any, NamedTuple

from strictcheck.observation.call_arguments import name_of
from strictcheck.profiles import argument_shapes
from strictcheck.profiles.argument_shapes import CALLBACKS, CONTAINERS, EDGES, KEYS, LITERAL, MADE, family, is_observed
from strictcheck.profiles.constants import Constants, season, season_answers
from strictcheck.profiles.drawing import class_for, is_drawn
from strictcheck.profiles.hints import Arguments, shapes_for, told_shapes
from strictcheck.profiles.probing import UNKNOWN, uses_in
from strictcheck.profiles.targets import OF_SOURCE
from strictcheck.thunks.proxy import is_thunk

OF_RESULT = "of_result"  # the argument with which a result is called
REQUIRED_SEVERAL = 2  # a parameter `*iterables` gets two
NESTED = "no lists"
EITHER_WAY = 64  # combinations of shapes that are tried
Data = dict[str, Any]  # from which the arguments of a call are made, by name


class Slot(NamedTuple):
    """One argument: the name it is observed by, the keyword it is passed by (empty if by position), and its shape."""

    name: str
    keyword: str
    shape: str

    def is_touchable(self) -> bool:
        """True if it shows how the argument is used: it is observed, or a callback."""
        return is_observed(self.shape) or self.shape in CALLBACKS


class Plan(NamedTuple):
    """Arguments of a call.

    With `then`, the call returns a function, which is called with one more argument, the last slot. Of every other
    input, a part is near one of the `constants`.

    >>> Plan([Slot("n", "", "count"), Slot("it", "", "iterator")]).text()
    'n: count, it: iterator'
    """

    slots: Sequence[Slot]
    then: bool = False
    constants: Constants = Constants()

    def text(self) -> str:
        """Describe the plan in a line."""
        return ", ".join(f"{slot.name}: {_in_words(slot.shape)}" for slot in self.slots)

    def touchable(self) -> int:
        """Count the arguments whose use shows."""
        return sum(slot.is_touchable() for slot in self.slots)

    def in_words(self, sentence: str) -> str:
        """Complete a sentence on arguments: values of `*xs` are numbered, constants and keys of `**xs` are told.

        >>> Plan([Slot("xs_0", "", "list"), Slot("xs_1", "", "list")]).in_words("reads all of xs_1")
        'reads all of xs[1]'
        >>> Plan([Slot("xs", "", "list"), Slot("by", "", "literal:'+'")]).in_words("reads all of xs")
        "reads all of xs, with by = '+'"
        """
        sentence = self.with_names(sentence)
        for slot in self.slots:
            if slot.keyword not in ("", slot.name) and f"'{slot.keyword}'" in sentence:
                sentence += f", called with {slot.keyword}=..."
        constants = [slot for slot in self.slots if slot.shape.startswith(LITERAL) and not slot.keyword]
        return sentence + "".join(f", with {slot.name} = {slot.shape.removeprefix(LITERAL)}" for slot in constants)

    def with_names(self, text: str) -> str:
        """Return a text with the names of arguments as a reader knows them."""
        for stem in {slot.name.removesuffix("_0") for slot in self.slots if slot.name.endswith("_0")}:
            text = re.sub(rf"\b{stem}_(\d)\b", rf"{stem}[\1]", text)
        return text.replace(OF_RESULT, "the result's argument")

    def draw(self, seed: int) -> Data:
        """Draw the data of all arguments."""
        return {slot.name: self._drawn(slot, seed) for slot in self.slots}

    def _drawn(self, slot: Slot, seed: int) -> Any:
        data = argument_shapes.draw(slot.shape, seed, slot.name)
        if seed < len(EDGES) or seed % 2 == 0 or data is None:
            return data
        random = Random(f"constants {slot.name} {seed}")
        if slot.shape in CALLBACKS:
            return season_answers(data, self.constants, random)
        is_own = slot.shape in CONTAINERS or slot.shape.startswith(MADE)
        return season(data, self.constants, random) if is_own else data

    def smaller(self, data: Data) -> Iterator[Data]:
        """Yield data of which one argument is smaller."""
        for slot in self.slots:
            for one in argument_shapes.smaller(slot.shape, data[slot.name]):
                yield {**data, slot.name: one}

    def call(self, name: str, data: Data) -> str:
        """Write the call with these arguments.

        >>> plan = Plan([Slot("it", "", "iterator"), Slot("n", "count", "count")])
        >>> plan.call("take", {"it": [2], "n": 1})
        'take(iter([2]), count=1)'
        """
        *method, last = name.split(".")
        parts = [(slot.keyword, argument_shapes.show(slot.shape, data[slot.name])) for slot in self.slots]
        texts = [f"{keyword}={text}" if keyword else text for keyword, text in parts]
        final = f"({texts.pop()})" if self.then else ""
        source = texts.pop(0) if method else ""
        is_instance = source.startswith(f"{method[-1]}(") if method else False
        head = f"{source}." if is_instance else f"{'.'.join(method)}({source})." if method else ""
        return f"{head}{last}({', '.join(texts)}){final}"

    def values(self, data: Data, observed: bool) -> dict[str, Any]:
        """Make the arguments that are observed, or the others, by name."""
        chosen = (slot for slot in self.slots if is_observed(slot.shape) == observed)
        return {slot.name: argument_shapes.make(slot.shape, data[slot.name]) for slot in chosen}

    def without_async(self) -> Plan:
        """Return the plan with plain iterators for async ones."""
        return _with_shapes(self, lambda shape: shape.removeprefix("async "))

    def with_lists(self) -> Plan:
        """Return the plan with lists for iterators."""
        return _with_shapes(self, argument_shapes.as_list)

    @classmethod
    def read(cls, data: Any) -> Plan:
        """Make a plan from its form in JSON."""
        slots, then, (values, caught, has_none) = data
        return cls([Slot(*slot) for slot in slots], then, Constants(tuple(values), tuple(caught), has_none))


def _in_words(shape: str) -> str:
    if is_drawn(shape):
        return "drawn"
    return "what it asks for" if shape.startswith(MADE) else shape


def bind(function: Callable[..., Any], plan: Plan, data: Data) -> tuple[Callable[..., Any], list[Any], list[Any]]:
    """Return a function of the observed arguments alone, these, and a list that gets the other arguments of each call.

    The others are bound outside of the observation, and made anew in each call, for callbacks count their calls. The
    function notes in `returned` which arguments came back, and in `is_part` if a thunk did, or a view of one.

    >>> plan = Plan([Slot("n", "", "count"), Slot("xs", "", "list")])
    >>> call, observed, others = bind(lambda n, xs: xs[:n], plan, {"n": 3, "xs": [1, 2, 4]})
    >>> inspect.signature(call), call(*observed), observed, others
    (<Signature (xs, /)>, [1, 2, 4], [[1, 2, 4]], [{'n': 3}])
    """
    names = [slot.name for slot in plan.slots if is_observed(slot.shape)]
    others: list[dict[str, Any]] = []

    def call(*given: Any) -> Any:
        seed_random(0)
        others.append(plan.values(data, observed=False))
        known = others[-1] | dict(zip(names, given, strict=True))
        first = plan.slots[:-1] if plan.then else plan.slots
        args = [known[slot.name] for slot in first if not slot.keyword]
        made = function(*args, **{slot.keyword: known[slot.name] for slot in first if slot.keyword})
        made = made(known[plan.slots[-1].name]) if plan.then else made
        vars(call).update(
            returned=[name for name in names if known[name] is made],
            is_part=is_thunk(made) or isinstance(made, MappingView),
        )
        return made

    signature = inspect.Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in names])
    vars(call)["__signature__"] = signature
    call.__qualname__ = name_of(function)  # messages of certificates name it
    return call, list(plan.values(data, observed=True).values()), others


def _with_shapes(plan: Plan, change: Callable[[str], str], parameters: Iterable[Parameter] = ()) -> Plan:
    """Return the plan with other shapes, but for the parameters that have annotations."""
    told = {one.name for one in parameters if one.annotation not in (Parameter.empty, OF_SOURCE)}
    slots = [slot if slot.name in told else slot._replace(shape=change(slot.shape)) for slot in plan.slots]
    return plan._replace(slots=slots)


def other_forms(plan: Plan, parameters: Iterable[Parameter]) -> list[Plan]:
    """Return the plan with lists in place of iterators; if there are none, the other way.

    >>> [other.text() for other in other_forms(Plan([Slot("xs", "", "iterator")]), [])]
    ['xs: list']
    """
    forms = plan.with_lists(), _with_shapes(plan, argument_shapes.as_iterator, parameters)
    return [other for other in forms if other != plan][:1]


def nested_forms(plan: Plan, parameters: Iterable[Parameter]) -> list[Plan]:
    """Return the plan with lists as elements, if it has lists or iterators of numbers."""
    nested = _with_shapes(plan, argument_shapes.as_nested, parameters)
    return [nested] if nested != plan else []


def conditions(plan: Plan, base: Plan) -> tuple[str, str]:
    """Return the condition under which arguments have the shapes of `plan`, and that for those of `base`."""
    changed = [slot for slot in plan.slots if slot not in base.slots]
    names = [slot.name for slot in changed]
    if any(argument_shapes.as_nested(slot.shape) in (other.shape for other in changed) for slot in base.slots):
        return "", f", if the items of {' and '.join(names)} are {NESTED}"
    is_iterator = any(slot.shape.startswith("iterator") for slot in changed[:1])
    what, other = ("iterator", "list") if is_iterator else ("list", "iterator")
    return if_they_are(what, names), if_they_are(other, names)


def shapes_beside(plan: Plan, first: Plan) -> str:
    """Return the condition that arguments of both plans are of another sort than in the `first` one.

    >>> with_key = Plan([Slot("xs", "", "text"), Slot("key", "key", "function")])
    >>> shapes_beside(with_key, Plan([Slot("xs", "", "iterator")]))
    ', if xs is a string'
    """
    before = {slot.name: family(slot.shape) for slot in first.slots}
    others = [slot for slot in plan.slots if before.get(slot.name, family(slot.shape)) != family(slot.shape)]
    words = {"text": "string", "key": "string", "count": "number", "fraction": "number", "number": "number"}
    words |= {shape: shape for shape in CONTAINERS} | dict.fromkeys(CALLBACKS, "function")
    told = [if_they_are(words[slot.shape], [slot.name]) for slot in others if slot.shape in words]
    return ", if " + " and ".join(one.removeprefix(", if ") for one in told) if told else ""


def if_they_are(what: str, names: list[str]) -> str:
    """Return the condition that arguments are of some sort, or have some shape.

    >>> if_they_are("list", ["xs"]), if_they_are("iterator", ["xs", "ys"])
    (', if xs is a list', ', if xs and ys are iterators')
    >>> if_they_are("pairs", ["xs"])
    ', if xs is a list'
    """
    what = what.partition(" of ")[0]
    what = "list" if what.endswith("s") else what  # of strings, for example
    article = "an" if what.startswith(("a", "i")) else "a"
    verb = f"are {what}s" if len(names) > 1 else f"is {article} {what}"
    return f", if {' and '.join(names)} {verb}" if names else ""


def possible_plans(
    function: Callable[..., Any], parameters: Sequence[Parameter], examples: list[Arguments]
) -> Iterator[list[Plan]]:
    """Yield lists of plans, each for one set of parameters, the likeliest plan first; calls the function with probes.

    The first list is for the parameters without defaults, the others for these and one more.

    >>> def f(predicate, iterable, n=1): return filter(predicate, iterable)
    >>> plans = possible_plans(f, list(inspect.signature(f).parameters.values()), [])
    >>> [[plan.text() for plan in some][0] for some in plans]
    ['predicate: predicate, iterable: iterator', 'predicate: predicate, iterable: iterator, n: count']
    """
    told = {one.name: told_shapes(one, at, examples) for at, one in enumerate(parameters)}
    # Probes stand in place of arguments whose shapes nothing has told.
    first = {name: shapes[0] for name, shapes in told.items() if shapes and not class_for(name)}
    known = {name: shape for name, shape in first.items() if is_drawn(shape) or not is_observed(shape)}
    uses = uses_in(function, parameters, known)
    required: list[Any] = []
    optional: list[Any] = []
    for one in parameters:
        shapes = shapes_for(one, told[one.name], uses.get(one.name, {}))
        if one.kind is Parameter.VAR_POSITIONAL and optional:
            continue  # the first of them would be the optional one
        if one.kind is Parameter.VAR_POSITIONAL:
            required += [(f"{one.name}_{at}", "", _of_several(shapes)) for at in range(REQUIRED_SEVERAL)]
        elif one.kind is Parameter.VAR_KEYWORD:
            required += [(one.name, KEYS[0], shapes)] if uses.get(one.name, {}).get("leaf", UNKNOWN) != UNKNOWN else []
        else:
            is_required = one.default is Parameter.empty
            is_first = is_required or not optional  # of the optional ones: another version may name it otherwise
            by_place = one.kind is Parameter.POSITIONAL_ONLY or (is_first and one.kind is not Parameter.KEYWORD_ONLY)
            (required if is_required else optional).append((one.name, "" if by_place else one.name, shapes))
    single = [slot for slot in required if slot[0] not in {f"{one.name}_1" for one in parameters}]
    yield [*_products(required), *(_products(single) if single != required else ())]
    yield from (list(_products([*required, slot])) for at, slot in enumerate(optional) if slot[1] or at == 0)


def _of_several(shapes: list[str]) -> list[str]:
    """Return the shapes of one of `*iterables`, whose name says "several"."""
    single = {"iterator of dicts": "dict", "iterator of keys": "key"}
    single |= {"iterator of lists": "iterator", "iterator of iterators": "list"}
    return list(dict.fromkeys(single.get(shape, shape) for shape in shapes))


def _rank(places: tuple[int, ...]) -> int:
    """Return the place in the order of trying: shapes far down are likelier where they are the same."""
    return places[0] if len(set(places)) == 1 else sum(places)


def _products(slots: list[Any]) -> Iterator[Plan]:
    ranks = sorted(islice(product(*(range(len(shapes)) for *_, shapes in slots)), 3000), key=_rank)
    chosen = (zip(slots, places, strict=True) for places in ranks[:EITHER_WAY])
    plans = [Plan([Slot(name, key, shapes[at]) for (name, key, shapes), at in one]) for one in chosen]
    yield from plans[:1]
    # Numbers alone explain nothing: if not all hints speak for them, they are the last guess.
    yield from sorted(plans[1:], key=lambda plan: all(slot.shape in ("count", "number") for slot in plan.slots))
