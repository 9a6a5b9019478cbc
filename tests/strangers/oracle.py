"""A demand is large enough if what it leaves out does not matter: other values there, and the plain result stays.

This knows nothing of thunks or records. It draws arguments like those of a call of the suite, asks for the demand, puts
another value of the same type at places that the demand leaves out, and makes the plain call again.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from strangers.calls import Call
from strangers.findings import STRINGS
from strangers.measuring import described, outcome_of
from strictcheck import nf, observe

__all__ = ["UNSOUND", "Tried", "try_call"]

Path = tuple[Any, ...]
ITERATORS = (type(iter([])), type(iter(())))
# Calls whose demand is known to be too small: each has its line, and its reason, in `known.txt`.
UNSOUND: frozenset[str] = frozenset()
MOST_CHANGED = 3  # places at a time


@dataclass
class Tried:
    """How often a call was tried with something else where the demand has a hole, and where that mattered."""

    name: str
    pairs: int = 0
    unsound: list[str] = field(default_factory=list)


class Arguments:
    """The arguments of one call by parameter name, as an observation names them; iterators over lists as lists."""

    def __init__(self, call: Call) -> None:
        self.function, args, kwargs = call.make()
        try:
            self._bound = inspect.signature(self.function).bind(*args, **kwargs)
        except (TypeError, ValueError):
            self._bound = None
            self._positional = len(args)
            self.values = {f"arg{index}": value for index, value in enumerate(args)} | kwargs
        else:
            self.values = self._bound.arguments
        self._iterators = {name for name, value in self.values.items() if type(value) in ITERATORS}
        self.values.update({name: list(self.values[name]) for name in self._iterators})

    def arranged(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments; to be called once, for iterators are made."""
        self.values.update({name: iter(self.values[name]) for name in self._iterators})
        if self._bound is not None:
            return self._bound.args, self._bound.kwargs
        ordered = list(self.values.items())
        return tuple(value for _, value in ordered[: self._positional]), dict(ordered[self._positional :])

    def edited(self, edits: dict[Path, Any]) -> Arguments:
        """Put new values at some paths, and return these arguments."""
        for (name, *rest), new in edits.items():
            self.values[name] = replaced(self.values[name], rest, copy.deepcopy(new))
        return self


def try_call(name: str, call: Call, seeds: range) -> Tried:
    """Return how it went, once for each seed."""
    tried = Tried(name)
    for seed in seeds:
        random = Random(f"{name}/{seed}")
        chosen = vary(Arguments(call), random)
        demands = demands_of(call, chosen)
        if demands is None:
            continue  # not transparent: another test's business
        plain, holes = demands
        random.shuffle(holes)
        for number in (1, MOST_CHANGED):
            changed = {path: another(part, random) for path, part in holes[:number]}
            if not any(new != part for new, (_, part) in zip(changed.values(), holes, strict=False)):
                continue
            tried.pairs += 1
            again = result_of(call, {**chosen, **changed})
            if again != plain:
                tried.unsound.append(f"seed {seed}: with {chosen}, {changed} makes of {plain} {again}"[:500])
    return tried


def vary(arguments: Arguments, random: Random) -> dict[Path, Any]:
    """Return other values for some atoms of the arguments."""
    atoms = [(path, part) for path, part in walk(arguments.values) if atomic(part)]
    return {path: another(part, random) for path, part in atoms if random.random() < 0.3}


def demands_of(call: Call, chosen: dict[Path, Any]) -> tuple[Any, list[tuple[Path, Any]]] | None:
    """Return the plain result and the places that the demand leaves out; None where observing changes the result."""
    plain = result_of(call, chosen)
    arguments = Arguments(call).edited(chosen)
    args, kwargs = arguments.arranged()
    observation = observe(arguments.function, *args, context=nf, atoms=STRINGS, catch=Exception, **kwargs)
    if outcome_of(observation)[0] != plain:
        return None
    paths = {name: demand.paths() for name, demand in observation.demands.items()}
    parts = dict(walk(Arguments(call).edited(chosen).values))

    def is_reached(path: Path) -> bool:  # by any way to it, for a shared part has several
        return path[1:] in paths[path[0]]

    # The outermost ones: what is within a hole goes with it.
    holes = [path for path in parts if not is_reached(path) and (len(path) == 1 or is_reached(path[:-1]))]
    return plain, [(path, parts[path]) for path in holes if changeable(parts[path])]


def result_of(call: Call, edits: dict[Path, Any]) -> Any:
    arguments = Arguments(call).edited(edits)
    args, kwargs = arguments.arranged()
    return described(lambda: arguments.function(*args, **kwargs))


def walk(values: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield the parts of the arguments, with their paths; a part that is met again is passed over."""
    todo: list[tuple[Path, Any]] = [((name,), value) for name, value in values.items()]
    seen: set[int] = set()
    while todo:
        path, value = todo.pop()
        if not atomic(value):
            if id(value) in seen:
                continue
            seen.add(id(value))
        yield path, value
        todo += [((*path, key), part) for key, part in parts_of(value)]


def parts_of(value: Any) -> list[tuple[Any, Any]]:
    if type(value) in (list, tuple):
        return list(enumerate(value))
    if type(value) is dict:
        return list(value.items())
    return list(vars(value).items()) if plain_object(value) else []


def plain_object(value: Any) -> bool:
    """Return True for an object of a class written in this suite, with its attributes in its `__dict__`."""
    return type(value).__module__.startswith("strangers.") and type(type(value)) is type and hasattr(value, "__dict__")


def atomic(value: Any) -> bool:
    return type(value) in MAKERS


def changeable(value: Any) -> bool:
    return atomic(value) or type(value) in (list, tuple, dict) or plain_object(value)


def replaced(value: Any, path: list[Any], new: Any) -> Any:
    """Return the value with another part at `path`: changed in its place where it can be."""
    if not path:
        return new
    key, *rest = path
    if type(value) is tuple:
        return (*value[:key], replaced(value[key], rest, new), *value[key + 1 :])
    if isinstance(value, (list, dict)):
        value[key] = replaced(value[key], rest, new)
    else:
        object.__setattr__(value, key, replaced(vars(value)[key], rest, new))
    return value


MAKERS: dict[type, Callable[[Random], Any]] = {
    int: lambda random: random.randint(-3, 9),
    float: lambda random: random.choice([0.0, -1.5, 2.25, 10.0]),
    str: lambda random: "".join(random.choices("ab1. -", k=random.randint(0, 4))),
    bytes: lambda random: bytes(random.choices(b"ab1 ", k=random.randint(0, 4))),
    bool: lambda random: random.random() < 0.5,
}


def another(value: Any, random: Random) -> Any:
    """Return a value of the same type, by chance the same one."""
    cls = type(value)
    if atomic(value):
        return MAKERS[cls](random)
    if cls in (list, tuple):
        return cls(another(random.choice(value), random) for _ in range(random.randint(0, 3))) if value else cls([0])
    if cls is dict:
        return {key: another(part, random) for key, part in value.items() if random.random() < 0.7}
    if plain_object(value):
        changed = copy.copy(value)
        vars(changed).update({key: another(part, random) for key, part in vars(value).items() if atomic(part)})
        return changed
    return value
