"""Shapes of arguments: sorts of values that a parameter is given.

For a seed, a shape draws plain data, always the same, and makes a value of it, anew for each run. Containers are
observed. Numbers, strings and callbacks are bound outside of the observation: a thunk for a number says nothing that
its value does not, and breaks code in C.

Values of annotations that name classes, and of strategies that a user gives, are drawn by Hypothesis, once in each
worker; their shapes are `typed:p` and `given:p`.
"""

from __future__ import annotations

import ast
import collections.abc
import json
import typing
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from inspect import Parameter
from random import Random
from typing import Any

from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown

EDGES = (0, 1, 2, 3)  # lengths and numbers of the first seeds
LENGTHS = (0, 1, 2, 3, 4, 4, 5, 6, 7, 7)
TYPED, GIVEN, LITERAL = "typed:", "given:", "literal:"
MADE = "made:"  # then a name, a blank, and the tree of a `Use` as JSON
KEYS = "abcd"  # of the dicts that are drawn, and the first keys that are asked of them
EXTRA = ("other", "spare")  # keys and attributes that no source speaks of, to be left alone
USUAL_MODULES = ("builtins", "typing", "collections", "types", "numbers", "_", "abc")
ATOMS = (int, float, complex, str, bytes, type(None))
ITERATED = (collections.abc.Iterable, collections.abc.Iterator)

_drawn: dict[str, list[Any]] = {}
_iterated: set[str] = set()
_classes: dict[str, type] = {}


def blind(answers: list[Any] | None) -> Callable[..., Any]:
    """Return a callback that answers from a fixed pattern, or with its first argument, and touches none of them.

    It separates "the function looks" from "my callback looks", makes stops predictable, and counts its `calls`.

    >>> first_true = blind([False, True])
    >>> [first_true(object()), first_true(object()), first_true.calls]
    [False, True, 2]
    """

    def callback(*args: Any, **_: Any) -> Any:
        calls = state["calls"]
        state["calls"] += 1
        if answers is None:
            return args[0] if args else None
        return answers[calls % len(answers)]

    state: dict[str, Any] = vars(callback)
    state["calls"] = 0
    return callback


Draw = Callable[[Random, int], Any]


def _length(random: Random, seed: int) -> int:
    return EDGES[seed] if seed < len(EDGES) else random.choice(LENGTHS)


def _small(random: Random) -> int:
    return random.randint(0, 4)


def _several(element: Callable[[Random], Any]) -> Draw:
    return lambda random, seed: [element(random) for _ in range(_length(random, seed))]


def _count(random: Random, seed: int) -> int:
    # Beyond the end of the shorter inputs, and 0: where most exceptions to a rule are.
    return (2, 1, 0, 3)[seed] if seed < len(EDGES) else random.choice((0, 1, 1, 2, 2, 3, 3, 4, 9))


def _pattern(*answers: Any) -> Draw:
    return lambda random, seed: random.choices(answers, k=12)


def _keys(random: Random) -> list[str]:
    return [key for key in KEYS if random.random() < 0.9]


def _constant(value: Any) -> Draw:
    return lambda random, seed: value


async def _async_numbers(numbers: list[int]) -> AsyncIterator[int]:
    for number in numbers:
        yield number


_numbers = _several(_small)
ELEMENTS: dict[str, Draw] = {
    "": _numbers,
    "strings": _several(lambda random: "".join(random.choices("abc", k=random.randint(0, 3)))),
    "lists": _several(lambda random: [_small(random) for _ in range(random.randint(0, 3))]),
    "keys": _several(lambda random: random.choice(KEYS)),
    "pairs": _several(lambda random: (_small(random), _small(random))),
    "dicts": _several(lambda random: {key: _small(random) for key in _keys(random)}),
}
# How the elements are drawn, what is made of them, and how that is written.
CONTAINERS: dict[str, tuple[Draw, Callable[[Any], Any], str]] = {
    **{f"iterator of {name}".removesuffix(" of "): (draw, iter, "iter({})") for name, draw in ELEMENTS.items()},
    **{name or "list": (draw, deepcopy, "{}") for name, draw in ELEMENTS.items()},
    "iterator of iterators": (ELEMENTS["lists"], lambda lists: iter([iter(one) for one in lists]), "map(iter, {})"),
    "async iterator": (_numbers, _async_numbers, "async_iterator({})"),
    # The innermost are dicts, too: a path may be longer than they are deep.
    "dict of dicts": (
        lambda random, seed: {key: {one: {} for one in _keys(random)} for key in _keys(random)},
        deepcopy,
        "{}",
    ),
    "dict": (lambda random, seed: dict(zip("abcdefgh", _numbers(random, seed), strict=False)), dict, "{}"),
}
CALLBACKS: dict[str, Draw] = {
    "predicate": _pattern(False, True),
    # It answers nothing that it was given: looks at an answer are no looks at an item.
    "function": _pattern(0, 1, 2),
    "function or nothing": _pattern(0, 1, 2, None),
    "identity": _constant(None),
    "function to lists": _constant([[1], [], [2, 3]]),
}
YES_OR_NO = ("predicate", "function", "function or nothing")
SCALARS: dict[str, Draw] = {
    "count": _count,
    "number": lambda random, seed: _small(random),
    "key": lambda random, seed: random.choice(KEYS),
    "fraction": lambda random, seed: random.choice((0.0, 0.3, 0.5, 0.7, 1.0)),
    "text": lambda random, seed: "".join(random.choices("abc", k=_length(random, seed))),
}
LADDER = (
    "iterator", "list", "count", "function", "predicate", "text", "dict", "iterator of lists", "iterator of pairs",
    "number", "async iterator", "identity", "function to lists", "key", "iterator of dicts",
)  # fmt: skip


def draw(shape: str, seed: int, salt: str = "") -> Any:
    """Draw the data of a value of this shape: for the same seed and salt the same data, always anew.

    >>> draw("iterator", 3), draw("literal:'abc'", 3), draw("count", 0)
    ([2, 2, 2], 'abc', 2)
    """
    if shape in _drawn:
        return deepcopy(_drawn[shape][seed % len(_drawn[shape])])
    if shape.startswith(LITERAL):
        return ast.literal_eval(shape.removeprefix(LITERAL))
    random = Random(f"{shape}{salt}{seed}")
    if shape.startswith(MADE):
        name, _, tree = shape.removeprefix(MADE).partition(" ")
        return _draw_tree(json.loads(tree), random, seed, _classes.get(name, Namespace))
    chosen = CONTAINERS[shape][0] if shape in CONTAINERS else (CALLBACKS | SCALARS)[shape]
    return chosen(random, seed)


def make(shape: str, data: Any) -> Any:
    """Make a value of data that was drawn for this shape.

    >>> list(make("iterator", [3, 0])), make("identity", None)("a")
    ([3, 0], 'a')
    """
    if shape in CONTAINERS:
        return CONTAINERS[shape][1](data)
    if shape in CALLBACKS:
        return blind(data)
    return iter(deepcopy(data)) if _is_iterator(shape, data) else deepcopy(data)


def show(shape: str, data: Any) -> str:
    """Write a value as an expression, as far as there is one.

    >>> show("iterator", [2]), show("predicate", [False, True])
    ('iter([2])', 'callback answering [False, True]')
    """
    if shape in CONTAINERS:
        return CONTAINERS[shape][2].format(data)
    if shape in CALLBACKS:
        return "callback" if data is None else f"callback answering {data}"
    return f"iter({data!r})" if _is_iterator(shape, data) else repr(data)


def smaller(shape: str, data: Any) -> Iterator[Any]:
    """Yield data of this shape that are smaller: a lower number, or one part less.

    >>> list(smaller("count", 2)), list(smaller("list", [3, 4]))
    ([0, 1], [[4], [3], [0, 4], [3, 0]])
    """
    if shape in ("count", "number"):
        yield from range(data)
    elif shape == "dict":
        yield from ({key: value for key, value in data.items() if key != name} for name in data)
    elif shape in CONTAINERS:
        yield from (data[:at] + data[at + 1 :] for at in range(len(data)))
        yield from ([*data[:at], 0, *data[at + 1 :]] for at, one in enumerate(data) if type(one) is int and one)


def parts_of(value: Any) -> dict[str, Any]:
    """Return elements by their places, what is behind keys, or attributes; names are as `repr` writes them.

    >>> parts_of([2, 2]), parts_of({"a": 1})
    ({'0': 2, '1': 2}, {"'a'": 1})
    """
    return {shown(key): part for key, part in kind_of(type(value)).take_apart(value)[1]}


def _is_iterator(shape: str, data: Any) -> bool:
    is_iterated = shape in _iterated or (shape.startswith(MADE) and ' {"iterator"' in shape)
    return is_iterated and hasattr(data, "append")


def is_keyed(parts: Iterable[str]) -> bool:
    """True for the names of parts that are keys or attributes, and no places."""
    return any(name.startswith("'") for name in parts)


def is_drawn(shape: str) -> bool:
    """True for shapes whose values Hypothesis has drawn."""
    return shape.startswith((TYPED, GIVEN))


def is_observed(shape: str) -> bool:
    """True for shapes that come apart; the others are bound outside of the observation."""
    if shape.startswith(MADE):
        return '{"leaf"' not in shape[: shape.index("{") + 8]
    if is_drawn(shape):  # another process may have drawn the values
        return not all(isinstance(value, ATOMS) for value in _drawn.get(shape, [[]]))
    return shape in CONTAINERS


def as_list(shape: str) -> str:
    """Return the shape of a list with the elements of an iterator."""
    listed = "list" if shape == "iterator" else shape.removeprefix("iterator of ")
    return listed if listed in CONTAINERS else shape


def _draw_tree(tree: dict[str, Any], random: Random, seed: int, cls: type = Namespace) -> Any:
    """Draw a value of a tree, an object of this class.

    It has keys and attributes that the tree does not name, and lacks some that are optional.
    """
    if random.random() < 0.4 and "or" in tree:
        return random.choice(tree["or"])
    if "leaf" in tree:  # the attributes of a callback would count as what was looked at
        return _one if tree["leaf"] == "function" else draw(tree["leaf"], random.randrange(len(EDGES), 10**6))
    elements = tree.get("list", tree.get("iterator"))
    if elements is not None:
        return [_draw_tree(elements, random, len(EDGES)) for _ in range(_length(random, seed))]
    parts = tree.get("dict", tree.get("object", {}))
    chosen = [name for name in parts if name not in tree.get("optional", ()) or random.random() < 0.6]
    made = {name: _small(random) for name in EXTRA}
    made |= {name: _draw_tree(parts[name], random, len(EDGES)) for name in chosen}
    return made if "dict" in tree else new_object(cls, made)


def _one(*_: Any, **__: Any) -> int:
    return 1


def new_object(cls: type, attributes: Mapping[str, Any]) -> Any:
    """Return an instance that has these attributes, made without `__init__`."""
    made: Any = object.__new__(cls)
    for name, value in attributes.items():
        with suppress(AttributeError):  # a class with slots has no more than these
            object.__setattr__(made, name, value)
    return made


def draw_for(parameters: Sequence[Parameter], given: Mapping[str, str], names: Mapping[str, Any], count: int) -> None:
    """Draw values for each parameter that has a strategy in `given`, or an annotation with a class of somebody's own.

    `given` has expressions by parameter, in which `st` is `hypothesis.strategies`, and `names` are known.
    """
    for known in (_drawn, _iterated, _classes):
        known.clear()
    for parameter in parameters:
        if parameter.name in given:
            from hypothesis import strategies as st

            _draw_values(GIVEN + parameter.name, eval(given[parameter.name], {**names, "st": st}), count)
        elif _has_own_class(parameter.annotation):
            _draw_annotated(parameter, count)


def _draw_annotated(parameter: Parameter, count: int) -> None:
    """Draw instances of the annotation; if there can be none of a class, it is kept, to be made without `__init__`."""
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException

    annotation, shape = parameter.annotation, TYPED + parameter.name
    # Hypothesis would draw sets and views, too, and iterators that cannot be copied.
    is_iterated = typing.get_origin(annotation) in ITERATED
    try:
        drawn = st.from_type(typing.get_args(annotation)[0] if is_iterated else annotation)
        _draw_values(shape, st.lists(drawn) if is_iterated else drawn, count)
    except (HypothesisException, TypeError, ValueError):  # no values of the class can be made, or copied
        if isinstance(annotation, type):
            _classes[parameter.name] = annotation
    if is_iterated:
        _iterated.add(shape)


def _has_own_class(annotation: Any) -> bool:
    if annotation is Parameter.empty or isinstance(annotation, str):
        return False
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return not annotation.__module__.startswith(USUAL_MODULES)
    return any(_has_own_class(one) for one in typing.get_args(annotation))


def _draw_values(shape: str, strategy: Any, count: int) -> None:
    from hypothesis import HealthCheck, Phase, given, settings

    found: list[Any] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
    )
    @given(strategy)
    def note(value: Any) -> None:
        found.append(deepcopy(value))

    note()
    _drawn[shape] = found


def drawn_shape(name: str) -> str | None:
    """Return the shape of the values that were drawn for a parameter, if there are any."""
    return next((shape for shape in (GIVEN + name, TYPED + name) if shape in _drawn), None)


def class_for(parameter: str) -> type | None:
    """Return the class that a parameter is annotated with, if Hypothesis can draw no instances."""
    return _classes.get(parameter)
