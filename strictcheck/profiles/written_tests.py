"""Writing of tests: assertions on calls that are made up, each tried on the function and on its mutants."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Sized
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, NamedTuple

from strictcheck.mutation.mutants import MUTANTS, change_of, with_mutation
from strictcheck.mutation.suggesting import OUR_IMPORTS, OURS, Import, WrittenCall, assertions, needed_imports, passes
from strictcheck.profiles.argument_shapes import is_keyed, is_observed, parts_of, show
from strictcheck.profiles.call_plans import Data, Plan, Slot
from strictcheck.profiles.drawing import drawn, iterated
from strictcheck.profiles.measurements import is_iterable
from strictcheck.profiles.targets import module_name, names_beside, owner_of

# Arguments in place of callbacks, which have to do the same in each call.
ANSWERS = {
    "predicate": ("lambda *_: True", "lambda *_: False"),
    "function": ("lambda *_: 1",),
    "function or nothing": ("lambda *_: 1",),
    "identity": ("lambda first, *_: first",),
    "function to lists": ("lambda *_: [1, 2]",),
}
CONTEXTS = ("take(2)", "take(1)", "")
MOST, SEEDS, LEAST = 60, range(4, 60), 4  # texts for one argument; inputs, of at least so many elements
MOST_INPUTS = 6
TIMES = 5  # that a test has to pass


def name_beside_ours(name: str) -> str:
    """Return the name of a function or class in a test, where it must differ from those of this library.

    >>> name_beside_ours("take"), name_beside_ours("drop")
    ('take_', 'drop')
    """
    return f"{name}_" if name in OURS else name


class Written(NamedTuple):
    """Test of a function, as text, and the mutants that it fails with, as (argument, kind)."""

    text: str
    noticed: list[tuple[str, str]]


class Writer:
    """Writing of tests of one function, by a plan; `target` is written as module:function."""

    def __init__(self, target: str, function: Callable[..., Any], plan: Plan) -> None:
        *classes, method = target.rpartition(":")[2].split(".")
        self.name = name_beside_ours("_".join([*classes, method]))
        owner = ".".join([*map(name_beside_ours, classes[:1]), *classes[1:]])
        self.helper = _helper(self.name, owner, method, owner_of(target) is not None) if classes else ""
        self.beside = names_beside(target)
        place = target.rpartition(":")[0]
        self.module = module_name(Path(place)) if place.endswith(".py") else place
        self.imported = (classes or [method])[0]
        self.function = function
        self.is_awaited = inspect.iscoroutinefunction(function)
        self.plan = plan
        self.names = {slot.name: self._parameter(slot.name) for slot in plan.slots}

    def _parameter(self, name: str) -> str:
        """Return the parameter of a slot; of several values in `*xs` it is `xs`."""
        try:
            known = inspect.signature(self.function).parameters
        except (ValueError, TypeError):  # of functions in C it may not be known
            return name
        return name if name in known else name.rpartition("_")[0] or name

    def _slots(self, known: Collection[str]) -> list[Slot]:
        """List the slots of arguments that come apart but those that are known; of several values in `*xs` one."""
        slots = (slot for slot in self.plan.slots[::-1] if is_observed(slot.shape) and slot.name not in known)
        return [*{self.names[slot.name]: slot for slot in slots}.values()][::-1]

    def tests(self, known: Collection[str] = ()) -> Iterator[Written]:
        """Yield a test for each argument that comes apart but those that are known, where one notices a mutant."""
        for slot in self._slots(known):
            wanted = sum(name == self.names[slot.name] for name, _ in self.mutants(known))
            best: Written | None = None
            for text in dict.fromkeys(islice(self._texts(slot), MOST)):
                one = self._try_text(text, slot)
                if one is not None and len(one.noticed) > len(best.noticed if best else ()):
                    best = one
                if best is not None and len(best.noticed) >= wanted:
                    break
            if best is not None:
                yield best

    def imports(self, tests: Iterable[Written]) -> set[Import]:
        """Return the imports that tests need; what is called like one of ours gets another name."""
        renamed = name_beside_ours(self.imported)
        needed = needed_imports("".join([self.helper, *(one.text for one in tests)]), self.module, self.beside)
        return needed | ({(self.module, f"{self.imported} as {renamed}")} if renamed != self.imported else set())

    def mutants(self, known: Collection[str] = ()) -> list[tuple[str, str]]:
        """List the mutants of arguments that come apart; of an iterator, to look at it alone is no look."""
        return [
            (self.names[slot.name], kind)
            for slot in self._slots(known)
            for kind in MUTANTS
            if kind != "whnf" or not slot.shape.startswith("iterator")
        ]

    def _try_text(self, text: str, slot: Slot) -> Written | None:
        """Return the test if it passes, and fails with a mutant; it passes each time, for what is random may once."""
        if not self._passes(text, self.function):
            return None
        noticed = [(self.names[slot.name], kind) for kind in MUTANTS if self._notices(text, slot, kind)]
        is_steady = noticed and all(self._passes(text, self.function) for _ in range(TIMES - 1))
        return Written(text, noticed) if is_steady else None

    def _notices(self, text: str, slot: Slot, kind: str) -> bool:
        try:
            mutant = with_mutation(self.function, self.names[slot.name], kind)
        except (ValueError, TypeError):  # of functions in C the signature may not be known
            mutant = self._mutant_by_place(slot, kind)
        return self._passes(text, mutant) is False

    def _mutant_by_place(self, slot: Slot, kind: str) -> Callable[..., Any]:
        at, change = self.plan.slots.index(slot), change_of(kind)

        @functools.wraps(self.function)
        def mutant(*args: Any) -> Any:
            return self.function(*args[:at], change(args[at]), *args[at + 1 :])

        return mutant

    def _passes(self, text: str, function: Any) -> bool | None:
        """Return True if the test passes with this function, False if its assertion fails, None for other errors."""
        return passes(OUR_IMPORTS + text, self.beside, {self.name: function})

    def _texts(self, slot: Slot) -> Iterator[str]:
        """Yield tests that say how much is looked at of one argument, the plainest words first."""
        callbacks = [ANSWERS.get(one.shape, ("",)) for one in self.plan.slots]
        for context, data, chosen in product(CONTEXTS, self._inputs(), product(*callbacks)):
            slots = zip(self.plan.slots, chosen, strict=True)
            written = [(one.keyword, text or show(one.shape, data[one.name])) for one, text in slots]
            given = [f"{keyword}={text}" if keyword else text for keyword, text in written]
            for name, assertion in self._assertions(slot, WrittenCall(self.name, given, context, self.is_awaited)):
                yield f"def test_{self.name.rstrip('_')}_{name}():\n    {assertion}\n"

    def _inputs(self) -> list[Data]:
        """Return inputs in which there is something to leave alone: some plain, some with a part near a constant."""
        found = []
        for seeds in (SEEDS[::2], SEEDS[1::2]):
            enough = (data for data in map(self._draw, seeds) if self._bareness(data) is not None)
            found.append(sorted(enough, key=lambda data: (self._bareness(data), len(self.plan.call(self.name, data)))))
        return [data for pair in zip(*found, strict=False) for data in pair][:MOST_INPUTS]

    def _draw(self, seed: int) -> Data:
        """Draw an input; of items that were drawn for an annotation, short ones, for others take pages to write."""
        data = self.plan.draw(seed)
        for slot in self.plan.slots:
            if slot.shape in iterated:
                items = {repr(item): item for items in drawn[slot.shape] for item in items}
                short = [items[text] for text in sorted(items, key=len)]
                data[slot.name] = short[seed % max(len(short) - LEAST, 1) :][:LEAST]
        return data

    def _bareness(self, data: Data) -> int | None:
        """Count attributes of objects that hold next to nothing; return None if a list itself is short."""
        values = [parts_of(data[slot.name]) for slot in self.plan.slots if is_observed(slot.shape)]
        if any(len(parts) < LEAST and not is_keyed(parts) for parts in values):
            return None
        held = chain.from_iterable(parts.values() for parts in values if is_keyed(parts))
        return sum(isinstance(part, Sized) and not isinstance(part, str) and len(part) < 2 for part in held)

    def _assertions(self, slot: Slot, call: WrittenCall) -> Iterator[tuple[str, str]]:
        """Yield assertions on one argument of a call, each after a name for its test."""
        observation = call.observed({**self.beside, self.name: self.function})
        names = list(observation.demands) if observation is not None else []
        is_lazy = (
            observation is not None and is_iterable(observation.result) and not hasattr(observation.result, "__len__")
        )
        if call.context and not is_lazy:
            return
        name = self.names[slot.name]  # of several values in `*xs`, that of all
        if observation is not None and (name in names or len(names) == len(self.plan.slots)):
            # Names of the arguments of a function in C are not known before.
            key = name if name in names else names[self.plan.slots.index(slot)]
            yield from assertions(observation, key, call)


def _helper(name: str, cls: str, method: str, is_collection: bool) -> str:
    """Write the function that tests of a method call: of a collection, on an instance made from the first argument."""
    if not is_collection:
        return f"{name} = {cls}.{method}\n"
    return f"def {name}(source, *args, **kwargs):\n    return {cls}(source).{method}(*args, **kwargs)\n"
