"""Modules of the standard library that work on functions, classes and iterators."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import functools
import inspect
import io
import itertools
import logging
import operator
import pprint
import reprlib
import types
import typing
from typing import Any

from strangers.calls import ANY, call, on


class Node:
    def __init__(self, value: Any, *children: Any) -> None:
        self.value, self.children, self.parent = value, list(children), None
        for child in children:
            child.parent = self


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Sink:
    def __init__(self) -> None:
        self.got: list[Any] = []

    def __ror__(self, other: Any) -> Any:
        return list(other)


def cyclic() -> list[Any]:
    found: list[Any] = [1]
    found.append(found)
    return found


def visited(root: Any) -> int:
    seen: set[int] = set()
    left = [root]
    while left:
        part = left.pop()
        if id(part) not in seen:
            seen.add(id(part))
            left.extend(part if isinstance(part, (list, tuple)) else [])
    return len(seen)


def parsed(args: Any) -> Any:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--n", type=int)
    parser.add_argument("name")
    return parser.parse_args(args)


def logged(*args: Any) -> str:
    record = logging.LogRecord("x", 20, "f", 1, "%s and %s", args, None)
    return logging.Formatter("%(message)s").format(record)


class Bus:
    """An object that calls methods of its own which it holds."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.hearers: list[Any] = [self.hear, functools.partial(self.hear, tag="t")]

    def hear(self, event: Any, tag: Any = None) -> int:
        self.got.append((tag, event))
        return len(self.got)

    def emit(self, event: Any) -> list[Any]:
        return [hear(event) for hear in self.hearers]


def swap(pair: Any) -> Any:
    match pair:
        case [a, b]:
            return [b, a]
        case {"x": x, **rest}:
            return [x, rest]
        case Point(x, y):
            return [y, x]
    return None


CALLS = {
    "itertools": [
        call("islice", lambda: on(itertools.islice, itertools.count(5), 2), "[5, 6, *_]", "2"),
        call("accumulate", lambda: on(itertools.accumulate, [1, 2, 3], operator.mul)),
        call("groupby", lambda: on(lambda xs: [(k, list(g)) for k, g in itertools.groupby(xs)], [1, 1, 2])),
        call("product", lambda: on(lambda xs, ys: list(itertools.product(xs, ys)), [1, 2], "ab")),
        call("tee", lambda: on(lambda xs: [list(t) for t in itertools.tee(xs)], iter([1, 2])), "[1, 2]"),
        call("zip_longest", lambda: on(lambda a, b: list(itertools.zip_longest(a, b)), [1], [2, 3])),
        call("starmap", lambda: on(lambda ps: list(itertools.starmap(pow, ps)), [(2, 3), (3, 2)])),
        call("ror", lambda: on(lambda xs: xs | Sink(), iter([1, 2]))),
        call("list ror", lambda: on(lambda xs: xs | Sink(), [1, 2])),
        call(
            "chain in a tuple",
            lambda: on(lambda it: (next(it), itertools.chain([0], it)), iter([1, 2, 3])),
            "[1, 2, 3]",
        ),
        call("extend itself", lambda: on(lambda xs: xs.extend(xs), [1, 2])),
        call("nested alias", lambda: on(lambda rows: rows[0].append(1) or rows, [[0]] * 2)),
        call("visited", lambda: on(visited, [[1, 2], [3, [4]]])),
        call("visited cycle", lambda: on(visited, cyclic())),
        call("visited tuples", lambda: on(visited, ((1, 2), ((3,), 4)))),
    ],
    "functools": [
        call("reduce", lambda: on(functools.reduce, lambda a, b: a - b, [5, 2, 1]), ANY, "[5, 2, 1]"),
        call("lru_cache", lambda: on(lambda f, x: functools.lru_cache(f)(x), lambda x: x + 1, 2)),
        call("partial", lambda: on(lambda f: functools.partial(f, 1)(2), lambda a, b: a - b)),
        call(
            "cmp_to_key", lambda: on(lambda xs, f: sorted(xs, key=functools.cmp_to_key(f)), [2, 1], lambda a, b: a - b)
        ),
        call("method of a dict", lambda: on(lambda f, ks: list(map(f, ks)), {"a": [1], "b": 2}.get, ["a", "z"])),
        call("setdefault of a dict", lambda: on(lambda f: [f("q", []).append(1), f("q")], {"a": [1]}.setdefault)),
        call("partial that is held", lambda: on(lambda bus: [bus.emit(1), bus.emit(2), bus.got], Bus())),
        call("methods compared", lambda: on(lambda bus: bus.hear in bus.hearers, Bus())),
        call("partial compared", lambda: on(lambda bus: bus.hearers[1].func == bus.hear, Bus())),
        call("singledispatch", lambda: on(lambda x: dispatched(x), [1])),
        call("singledispatch int", lambda: on(lambda x: dispatched(x), 1)),
        call("total_ordering", lambda: on(max, Point(1) and 3, 2)),
    ],
    "operator": [
        call(
            "itemgetter",
            lambda: on(lambda d: operator.itemgetter("a", "b")(d), {"a": 1, "b": 2, "c": 3}),
            "{'a': 1, 'b': 2, **_}",
        ),
        call(
            "attrgetter",
            lambda: on(lambda n: operator.attrgetter("children")(n)[0].value, Node(1, Node(2))),
            "Node(children=[Node(value=2)])",
        ),
        call("methodcaller", lambda: on(lambda xs: operator.methodcaller("count", 1)(xs), [1, 2, 1])),
        call("concat", lambda: on(operator.concat, [1], [2])),
        call("countOf", lambda: on(operator.countOf, [1, 2, 1], 1), "[1, 2, 1]", "1"),
        call("length_hint", lambda: on(operator.length_hint, [1, 2])),
        call("iadd", lambda: on(operator.iadd, [1], [2])),
        call("index", lambda: on(lambda xs, i: xs[i], "abc", 1)),
        call("sum of lists", lambda: on(lambda xs: sum(xs, []), [[1], [2]])),
        call("sum of strings", lambda: on(lambda xs: sum(xs, "a"), [])),
    ],
    "inspect": [
        call("signature", lambda: on(lambda f: str(inspect.signature(f)), swap)),
        call(
            "getmembers", lambda: on(lambda n: [name for name, _ in inspect.getmembers(n) if name[0] != "_"], Node(1))
        ),
        call("isfunction", lambda: on(inspect.isfunction, swap), "_"),
        call("isinstance Iterable", lambda: on(lambda x: isinstance(x, typing.Iterable), 5), "_"),
        call("isinstance Hashable", lambda: on(lambda x: isinstance(x, typing.Hashable), [1])),
        call("isinstance SupportsInt", lambda: on(lambda x: isinstance(x, typing.SupportsInt), "a")),
        call("isinstance Sized", lambda: on(lambda x: isinstance(x, typing.Sized), {"a": 1})),
        call("hasattr", lambda: on(lambda x: [n for n in dir(object) + ["__len__", "__iter__"] if hasattr(x, n)], 5)),
        call("dir", lambda: on(dir, [1])),
        call("vars", lambda: on(vars, Point(1, 2))),
        call("type", lambda: on(type, [1])),
        call("match list", lambda: on(swap, [1, 2]), "[1, 2]"),
        call("match dict", lambda: on(swap, {"x": 1, "y": 2}), "{'x': 1, 'y': 2}"),
        call("match point", lambda: on(swap, Point(1, 2)), "Point(1, 2)"),
        call("match nothing", lambda: on(swap, 5), "5"),
        call("parent", lambda: on(lambda n: n.children[0].parent is n, Node(1, Node(2)))),
        call(
            "walk",
            lambda: on(lambda n: [n.value, [c.value for c in n.children]], Node(1, Node(2), Node(3))),
            "Node(children=[Node(value=2), Node(value=3)], value=1)",
        ),
        call("set attribute", lambda: on(lambda n: setattr(n, "value", 5), Node(1))),
    ],
    "pprint": [
        call("pformat", lambda: on(pprint.pformat, {"b": [1, 2], "a": "x" * 90})),
        call("reprlib", lambda: on(reprlib.repr, [1] * 10)),
        call("repr of a tree", lambda: on(repr, [1, {"a": (2,)}])),
        call("print", lambda: on(lambda x: printed(x), [1, "a"])),
        call("logging", lambda: on(logged, 1, [2])),
        call("argparse", lambda: on(parsed, ["--n", "3", "x"])),
        call("argparse wrong", lambda: on(parsed, ["--n", "y", "x"])),
        call("namespace", lambda: on(lambda d: types.SimpleNamespace(**d), {"a": 1})),
        call("exception", lambda: on(lambda x: raising(x), [1])),
        call("suppress", lambda: on(lambda d: suppressed(d), {"a": 1}), "{'z': absent, **_}"),
    ],
}


def printed(value: Any) -> str:
    out = io.StringIO()
    print(value, value, file=out, sep=";")
    return out.getvalue()


def raising(value: Any) -> None:
    raise ValueError(f"no {value!r}", value)


def suppressed(mapping: Any) -> Any:
    with contextlib.suppress(KeyError):
        return mapping["z"]
    return "suppressed"


@functools.singledispatch
def dispatched(value: Any) -> str:
    return "object"


@dispatched.register
def _(value: list) -> str:
    return "list"


@dispatched.register
def _(value: int) -> str:
    return "int"
