"""Shapes of arguments: sorts of values that a parameter is given.

For a seed, a shape draws plain data, always the same, and makes a value of it, anew for each run. Containers are
observed. Numbers, strings and callbacks are bound outside of the observation: a thunk for a number says nothing that
its value does not, and breaks code in C.
"""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from copy import deepcopy
from itertools import islice
from random import Random
from types import GeneratorType
from typing import Any

from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.profiles.drawing import Expression, class_for, drawn, is_drawn, iterated, new_object

EDGES = (0, 1, 2, 3)  # lengths and numbers of the first seeds
LENGTHS = (0, 1, 2, 3, 4, 4, 5, 6, 7, 12)
WITHOUT_VALUE = range(12, 200, 10)  # seeds with which None stands for a number
DEEPEST = 3  # lists in a list of a tree
LONG = 35  # of the length, seldom: still fewer than the results that are asked for
LITERAL = "literal:"
MADE = "made:"  # then a name, a blank, and the tree of a `Use` as JSON
DICTS = ("dict", "dict of dicts", "dict of lists")  # with random keys
LETTERS = "abcabc, '\n"  # of strings: a comma, a blank, a quote or the end of a line is rarer
KEYS = "abcd"  # of the dicts that are drawn, and the first keys that are asked of them
EXTRA = ("other", "spare")  # keys and attributes that no source speaks of, to be left alone
END = "end"  # the leaf of a tree or chain that goes on for ever: no more elements, or None
WHOLE = 10**6  # characters of a value that is written as an expression
ATOMS = (int, float, complex, str, bytes, type(None))


def blind(answers: list[Any] | None) -> Callable[..., Any]:
    """Return a callback that answers from a fixed pattern, or with its first argument, and touches none of them.

    It separates "the function looks" from "my callback looks", makes stops predictable, and counts its `calls`. An
    answer that is an exception class is raised.

    >>> first_true = blind([False, True])
    >>> [first_true(object()), first_true(object()), first_true.calls]
    [False, True, 2]
    """

    def callback(*args: Any, **_: Any) -> Any:
        calls = state["calls"]
        state["calls"] += 1
        if answers is None:
            return args[0] if args else None
        answer = answers[calls % len(answers)]
        if isinstance(answer, type) and issubclass(answer, BaseException):
            raise answer
        return answer

    state: dict[str, Any] = vars(callback)
    state["calls"] = 0
    return callback


Draw = Callable[[Random, int], Any]


def _length(random: Random, seed: int) -> int:
    if seed % 50 == 49:  # some algorithms are for short lists only
        return LONG
    return EDGES[seed] if seed < len(EDGES) else random.choice(LENGTHS)


def _small(random: Random) -> int:
    return random.randint(0, 4)


def _several(element: Callable[[Random], Any]) -> Draw:
    def draw_list(random: Random, seed: int) -> list[Any]:
        drawn = [element(random) for _ in range(_length(random, seed))]
        # Repeats, no disorder and numbers under 0 are where many exceptions to a rule are.
        turn = seed % 10 if seed >= len(EDGES) else 0
        if turn == 4:  # all of them, or those behind a positive one
            first = seed % 20 > 10
            return [-one if type(one) is int and at >= first else one for at, one in enumerate(drawn)]
        repeated = [deepcopy(drawn[0]) for _ in drawn]  # a list that is there twice would have one thunk
        return repeated if turn == 6 else sorted(drawn, key=repr) if turn == 8 else drawn

    return draw_list


def _count(random: Random, seed: int) -> int:
    # Beyond the end of the shorter inputs, 0, and below: where most exceptions to a rule are.
    return (2, 1, 0, 3)[seed] if seed < len(EDGES) else random.choice((-1, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 9))


def _pattern(*answers: Any) -> Draw:
    return lambda random, seed: random.choices(answers, k=12)


def _keys(random: Random) -> list[str]:
    return [key for key in KEYS if random.random() < 0.9]


async def _async_numbers(numbers: list[int]) -> AsyncIterator[int]:
    for number in numbers:
        yield number


def _behind_keys(values: Draw) -> Draw:
    def draw_dict(random: Random, seed: int) -> dict[str, Any]:
        parts = values(random, seed)
        names = random.sample("abcdefgh", 8) if seed % 2 else "abcdefgh"  # another dict may lack some of them
        return dict(zip(names, parts, strict=False))

    return draw_dict


def _tree(random: Random, depth: int = 0) -> Any:
    """Draw a number, or a list of such trees."""
    if random.random() < 0.6 or depth == DEEPEST:
        return _small(random)
    return [_tree(random, depth + 1) for _ in range(random.randint(0, 3))]


_numbers = _several(_small)
# Of a graph: what is pointed at sorts with the keys, and points at nothing, so that there is no cycle.
_neighbours = _several(lambda random: random.choices("xyz", k=random.randint(0, 3)))
ELEMENTS: dict[str, Draw] = {
    "": _numbers,
    "strings": _several(lambda random: "".join(random.choices(LETTERS, k=random.randint(0, 3)))),
    "lists": _several(lambda random: [_small(random) for _ in range(random.randint(0, 3))]),
    "keys": _several(lambda random: random.choice(KEYS)),
    "pairs": _several(lambda random: (_small(random), _small(random))),
    "trees": _several(_tree),
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
    "dict of lists": (_behind_keys(_neighbours), deepcopy, "{}"),
    "dict": (_behind_keys(_numbers), dict, "{}"),
}
CALLBACKS: dict[str, Draw] = {
    "predicate": _pattern(False, True),
    # It answers nothing that it was given: looks at an answer are no looks at an item.
    "function": _pattern(-1, 0, 1, 2),
    "function or nothing": _pattern(-1, 0, 1, 2, None),
    "identity": lambda random, seed: None,
    "function to lists": _pattern([1], [], [2, 3]),
}
YES_OR_NO = ("predicate", "function", "function or nothing")
SCALARS: dict[str, Draw] = {
    "count": _count,
    "number": lambda random, seed: None if seed in WITHOUT_VALUE else _small(random),
    "key": lambda random, seed: random.choice(KEYS),
    "fraction": lambda random, seed: random.choice((0.0, 0.3, 0.5, 0.7, 1.0)),
    "text": lambda random, seed: "".join(random.choices(LETTERS, k=_length(random, seed))),
}
LADDER = (
    "iterator", "list", "count", "function", "predicate", "text", "iterator of strings", "strings", "dict",
    "iterator of lists", "iterator of pairs", "number", "async iterator", "identity", "function to lists", "key",
    "iterator of dicts", "dict of lists",
)  # fmt: skip


def draw(shape: str, seed: int, salt: str = "") -> Any:
    """Draw the data of a value of this shape: for the same seed and salt the same data, always anew.

    >>> draw("iterator", 3), draw("literal:'abc'", 3), draw("count", 0)
    ([2, 2, 2], 'abc', 2)
    """
    if shape in drawn:
        return deepcopy(drawn[shape][seed % len(drawn[shape])])
    if shape.startswith(LITERAL):
        return ast.literal_eval(shape.removeprefix(LITERAL))
    random = Random(f"{shape}{salt}{seed}")
    if shape.startswith(MADE):
        name, _, tree = shape.removeprefix(MADE).partition(" ")
        return _draw_tree(json.loads(tree), random, seed, class_for(name) or Namespace)
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
    if isinstance(data, Expression):
        return data.make()
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
    if isinstance(data, Expression):
        return data.text
    cls: Any = type(data)
    if cls.__repr__ is object.__repr__:
        parts = ", ".join(f"{name}={shown(part)}" for name, part in kind_of(cls).take_apart(data)[1])
        return f"{cls.__name__}({parts})"
    text = shown(data, WHOLE)  # the `repr` of an object that was made without `__init__` may raise
    return f"iter({text})" if _is_iterator(shape, data) else text


def smaller(shape: str, data: Any) -> Iterator[Any]:
    """Yield data of this shape that are smaller: a lower number, or one part less.

    >>> list(smaller("count", 2)), list(smaller("list", [3, 4]))
    ([0, 1], [[4], [3], [0, 4], [3, 0]])
    """
    if shape in ("count", "number"):
        yield from range(data)
    elif shape in DICTS:
        yield from ({key: value for key, value in data.items() if key != name} for name in data)
    elif shape in CONTAINERS:
        yield from (data[:at] + data[at + 1 :] for at in range(len(data)))
        yield from ([*data[:at], 0, *data[at + 1 :]] for at, one in enumerate(data) if type(one) is int and one)


def parts_of(value: Any) -> dict[str, Any]:
    """Return elements by their places, what is behind keys, or attributes; names are as `repr` writes them.

    >>> parts_of([2, 2]), parts_of({"a": 1})
    ({'0': 2, '1': 2}, {"'a'": 1})
    """
    value = value.make() if isinstance(value, Expression) else value
    return {shown(key): part for key, part in kind_of(type(value)).take_apart(value)[1]}


def _is_iterator(shape: str, data: Any) -> bool:
    is_iterated = shape in iterated or (shape.startswith(MADE) and ' {"iterator"' in shape)
    return is_iterated and hasattr(data, "append")


def family(shape: str) -> str:
    """Return the sort of values that a shape is of, as far as annotations tell it.

    >>> family("predicate"), family("strings"), family("count")
    ('callback', 'items', 'scalar')
    """
    form = shape.partition('{"')[2].partition('"')[0] if shape.startswith(MADE) else shape
    families = {"callback": CALLBACKS, "dict": DICTS, "scalar": (*SCALARS, "leaf"), "object": ("object",)}
    return next((name for name, members in families.items() if form in members), "items")


def is_keyed(parts: Iterable[str]) -> bool:
    """True for the names of parts that are keys or attributes, and no places."""
    return any(name.startswith("'") for name in parts)


def is_observed(shape: str) -> bool:
    """True for shapes that come apart; the others are bound outside of the observation."""
    if shape.startswith(MADE):
        return '{"leaf"' not in shape[: shape.index("{") + 8]
    if is_drawn(shape):  # another process may have drawn the values
        return not all(isinstance(value, ATOMS) for value in drawn.get(shape, [[]]))
    return shape in CONTAINERS


def as_list(shape: str) -> str:
    """Return the shape of a list with the elements of an iterator."""
    listed = "list" if shape == "iterator" else shape.removeprefix("iterator of ")
    return listed if listed in CONTAINERS else shape


def as_iterator(shape: str) -> str:
    """Return the shape of an iterator over the elements of a list."""
    iterated = "iterator" if shape == "list" else f"iterator of {shape}"
    return iterated if iterated in CONTAINERS else shape


def as_nested(shape: str) -> str:
    """Return the shape with lists for numbers as elements."""
    return {"list": "lists", "iterator": "iterator of lists"}.get(shape, shape)


def _draw_tree(tree: dict[str, Any], random: Random, seed: int, cls: type = Namespace, depth: int = 0) -> Any:
    """Draw a value of a tree, an object of this class.

    It has keys and attributes that the tree does not name, and lacks some that are optional.
    """
    if random.random() < 0.4 and "or" in tree:
        return random.choice(tree["or"])
    if "leaf" in tree:  # the attributes of a callback would count as what was looked at
        ready = {"function": _one, END: None}
        leaf = tree["leaf"]
        return ready[leaf] if leaf in ready else draw(leaf, random.randrange(WITHOUT_VALUE.stop, 10**6))
    elements = tree.get("list", tree.get("iterator"))
    if elements is not None:
        length = 0 if elements.get("leaf") == END else _length(random, seed) if depth < 2 else random.randint(0, 2)
        return [_draw_tree(elements, random, len(EDGES), depth=depth + 1) for _ in range(length)]
    parts = tree.get("dict", tree.get("object", {}))
    chosen = [name for name in parts if name not in tree.get("optional", ()) or random.random() < 0.6]
    made = {name: _small(random) for name in EXTRA}
    made |= {name: _draw_tree(parts[name], random, len(EDGES), depth=depth + 1) for name in chosen}
    return made if "dict" in tree else new_object(cls, made)


def _one(*args: Any, **_: Any) -> int:
    for one in args:  # a generator takes its values from other parts; no argument is looked at
        deque(islice(one, LONG) if type(one) is GeneratorType else (), maxlen=0)
    return 1
