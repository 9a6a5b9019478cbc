"""Shapes of arguments: sorts of values that a parameter is given, made anew from a seed for each run.

Containers are observed. Numbers, strings and callbacks are bound outside of the observation: a thunk for a number says
nothing that its value does not, and breaks code in C.
"""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from random import Random
from typing import Any

from strictcheck.profiles.drawing import (
    class_for,
    comes_apart,
    expression_of,
    is_drawn,
    named_parts,
    new_object,
    value_of,
)

EDGES = (0, 1, 2, 3)  # lengths and numbers of the first seeds
LENGTHS = (0, 1, 2, 3, 4, 4, 5, 6, 7, 7)
LITERAL, MADE = "literal:", "made:"  # MADE, a name, a blank, and the tree of `source_hints` as JSON
EXTRA = ("other", "spare")  # keys and attributes that no source speaks of, to be left alone


class Blind:
    """Callback that answers from a fixed pattern, or with its first argument, and touches none of its arguments.

    It separates "the function looks" from "my callback looks", makes stops predictable, and counts its calls.

    >>> first_true = Blind([False, True])
    >>> [first_true(object()), first_true(object()), first_true.calls]
    [False, True, 2]
    """

    def __init__(self, answers: list[Any] | None) -> None:
        self.answers = answers
        self.calls = 0
        self.__name__ = self.__qualname__ = "callback"

    def __call__(self, *args: Any, **_: Any) -> Any:
        """Count this call and answer the next of the pattern; without a pattern the first argument comes back."""
        self.calls += 1
        if self.answers is None:
            return args[0] if args else None
        return self.answers[(self.calls - 1) % len(self.answers)]

    def __repr__(self) -> str:
        return "callback" if self.answers is None else f"callback answering {self.answers}"


def _length(random: Random, seed: int) -> int:
    return EDGES[seed] if seed < len(EDGES) else random.choice(LENGTHS)


def _numbers(random: Random, seed: int) -> list[int]:
    return [random.randint(0, 4) for _ in range(_length(random, seed))]


def _texts(random: Random, seed: int) -> list[str]:
    return ["".join(random.choices("abc", k=random.randint(0, 3))) for _ in range(_length(random, seed))]


def _lists(random: Random, seed: int) -> list[list[int]]:
    return [[random.randint(0, 4) for _ in range(random.randint(0, 3))] for _ in range(_length(random, seed))]


def _pairs(random: Random, seed: int) -> list[tuple[int, int]]:
    return [(random.randint(0, 4), random.randint(0, 4)) for _ in range(_length(random, seed))]


def _dicts(random: Random, seed: int) -> list[dict[str, int]]:
    return [dict(zip("abcd", _numbers(random, len(EDGES)), strict=False)) for _ in range(_length(random, seed))]


async def _async_numbers(numbers: list[int]) -> AsyncIterator[int]:
    for number in numbers:
        yield number


def _iterators(lists: list[list[int]]) -> Iterator[Iterator[int]]:
    return iter([iter(numbers) for numbers in lists])


def _count(random: Random, seed: int) -> int:
    # Beyond the end of the shorter inputs, and 0: where most exceptions to a rule are.
    return (2, 1, 0, 3)[seed] if seed < len(EDGES) else random.choice((0, 1, 1, 2, 2, 3, 3, 4, 9))


def _pattern(answers: tuple[Any, ...]) -> Callable[[Random, int], Blind]:
    return lambda random, seed: Blind(random.choices(answers, k=12))


# How the elements are drawn, and what is made of them.
CONTAINERS: dict[str, tuple[Callable[[Random, int], list[Any]], Callable[[list[Any]], Any], str]] = {
    "iterator": (_numbers, iter, "iter({})"),
    "list": (_numbers, list, "{}"),
    "iterator of strings": (_texts, iter, "iter({})"),
    "strings": (_texts, list, "{}"),
    "iterator of lists": (_lists, iter, "iter({})"),
    "iterator of iterators": (_lists, _iterators, "map(iter, {})"),
    "lists": (_lists, list, "{}"),
    "iterator of dicts": (_dicts, iter, "iter({})"),
    "iterator of pairs": (_pairs, iter, "iter({})"),
    "pairs": (_pairs, list, "{}"),
    "async iterator": (_numbers, _async_numbers, "async_iterator({})"),
    "dict": (_numbers, lambda numbers: dict(zip("abcdefgh", numbers, strict=False)), "dict(zip('abcdefgh', {}))"),
}
OTHERS: dict[str, Callable[[Random, int], Any]] = {
    "count": _count,
    "number": lambda random, seed: random.randint(0, 4),
    "fraction": lambda random, seed: random.choice((0.0, 0.3, 0.5, 0.7, 1.0)),
    "text": lambda random, seed: "".join(random.choices("abc", k=_length(random, seed))),
    "predicate": _pattern((False, True)),
    # It answers nothing that it was given: looks at an answer are no looks at an item.
    "function": _pattern((0, 1, 2)),
    "function or nothing": _pattern((0, 1, 2, None)),
    "identity": lambda random, seed: Blind(None),
    "function to lists": lambda random, seed: Blind([[1], [], [2, 3]]),
}
CALLBACKS = {"predicate", "function", "function or nothing", "identity", "function to lists"}
LADDER = (
    "iterator", "list", "count", "function", "predicate", "text", "dict", "iterator of lists", "iterator of pairs",
    "number", "async iterator", "identity", "function to lists",
)  # fmt: skip


def build(shape: str, seed: int, salt: str = "") -> Any:
    """Make a value of this shape: for the same seed and salt the same value, always anew.

    >>> build("list", 3), build("literal:'abc'", 3), build("count", 0)
    ([3, 0, 2], 'abc', 2)
    """
    if is_drawn(shape):
        return value_of(shape, seed)
    if shape.startswith(MADE):
        cls = class_for(shape.removeprefix(MADE).partition(" ")[0])
        return _make(_tree(shape), _random(shape, seed, salt), seed, cls or Namespace)
    if shape.startswith(LITERAL):
        return ast.literal_eval(shape.removeprefix(LITERAL))
    random = _random(shape, seed, salt)
    if shape in OTHERS:
        return OTHERS[shape](random, seed)
    draw, make, _ = CONTAINERS[shape]
    return make(draw(random, seed))


def _tree(shape: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shape.partition(" ")[2])
    return found


def _one(*_: Any, **__: Any) -> int:
    return 1


def _make(tree: dict[str, Any], random: Random, seed: int, cls: type = Namespace) -> Any:
    """Make a value of a tree, an object of this class.

    It has keys and attributes that the tree does not name, and lacks some that are optional.
    """
    if random.random() < 0.4 and "or" in tree:
        return random.choice(tree["or"])
    if "leaf" in tree:  # the attributes of a `Blind` would count as what was looked at
        return _one if tree["leaf"] == "function" else build(tree["leaf"], random.randrange(len(EDGES), 10**6))
    for outer, make in (("list", list), ("iterator", iter)):
        if outer in tree:
            return make([_make(tree[outer], random, len(EDGES)) for _ in range(_length(random, seed))])
    parts = tree.get("dict", tree.get("object", {}))
    chosen = [name for name in parts if name not in tree.get("optional", ()) or random.random() < 0.6]
    made = {name: random.randint(0, 4) for name in EXTRA}
    made |= {name: _make(parts[name], random, len(EDGES)) for name in chosen}
    return made if "dict" in tree else new_object(cls, made)


def _random(shape: str, seed: int, salt: str) -> Random:
    return Random(f"{shape}{salt}{seed}")


def parts_of(shape: str, seed: int, salt: str = "") -> dict[str, Any]:
    """Return the parts of an observed value, by their keys or places.

    >>> parts_of("iterator", 3)
    {'0': 2, '1': 2, '2': 2}
    """
    if shape == "dict" or shape not in CONTAINERS:
        return named_parts(build(shape, seed, salt))
    return {str(at): element for at, element in enumerate(CONTAINERS[shape][0](_random(shape, seed, salt), seed))}


def is_keyed(parts: Iterable[str]) -> bool:
    """True for the names of parts that are keys or attributes, and no places."""
    return any(name.startswith("'") for name in parts)


def show(shape: str, seed: int, salt: str = "") -> str:
    """Write a value as an expression, as far as there is one.

    >>> show("iterator", 3), show("predicate", 3)[:35]
    ('iter([2, 2, 2])', 'callback answering [False, True, Tr')
    """
    if shape not in CONTAINERS:
        return expression_of(build(shape, seed, salt))
    draw, _, text = CONTAINERS[shape]
    return text.format(draw(_random(shape, seed, salt), seed))


def is_observed(shape: str) -> bool:
    """True for shapes that come apart; the others are bound outside of the observation."""
    if shape.startswith(MADE):
        return "leaf" not in _tree(shape)
    return comes_apart(shape) if is_drawn(shape) else shape in CONTAINERS


def is_callback(shape: str) -> bool:
    """True for shapes that are called."""
    return shape in CALLBACKS
