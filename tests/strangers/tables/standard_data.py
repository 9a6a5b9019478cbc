"""Modules of the standard library with containers and trees, and containers of one's own."""

from __future__ import annotations

import bisect
import collections
import configparser
import copy
import dataclasses
import graphlib
import heapq
import pickle
import queue
import weakref
import xml.etree.ElementTree as ET
from typing import Any

from strangers.calls import call, on


class Node:
    def __init__(self, value: Any, *children: Any) -> None:
        self.value, self.children, self.parent = value, list(children), None
        for child in children:
            child.parent = self


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Even(collections.UserList):
    def append(self, item: Any) -> None:
        super().append(item * 2)


class Stack:
    """A sequence, by the old protocol."""

    def __init__(self, *items: Any) -> None:
        self.items = items

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]


class Range(collections.abc.Sequence):
    def __init__(self, stop: int) -> None:
        self.stop = stop

    def __len__(self) -> int:
        return self.stop

    def __getitem__(self, index: int) -> int:
        if index >= self.stop:
            raise IndexError(index)
        return index * 10


class Table(collections.abc.MutableMapping):
    def __init__(self, **rows: Any) -> None:
        self.rows = rows

    def __getitem__(self, key: Any) -> Any:
        return self.rows[key.lower()]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.rows[key.lower()] = value

    def __delitem__(self, key: Any) -> None:
        del self.rows[key.lower()]

    def __iter__(self) -> Any:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class Countdown:
    def __init__(self, start: int) -> None:
        self.left = start

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> int:
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


def cyclic() -> list[Any]:
    found: list[Any] = [1]
    found.append(found)
    return found


def sections() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nx = 1\ny = %(x)s2\n[b]\nz = yes")
    return parser


def elements() -> ET.Element:
    return ET.fromstring("<a><b x='1'>t</b><b/></a>")


CALLS = {
    "copy": [
        call("copy", lambda: on(copy.copy, [1, [2]])),
        call("deepcopy", lambda: on(copy.deepcopy, {"a": [1, Point(2)]})),
        call("deepcopy of a cycle", lambda: on(lambda x: [y := copy.deepcopy(x), y[1] is y][1], cyclic())),
        call("deepcopy of a tree", lambda: on(lambda t: copy.deepcopy(t).children[0].value, Node(1, Node(2)))),
    ],
    "pickle": [
        call("list", lambda: on(lambda x: pickle.loads(pickle.dumps(x)), [1, {"a": (2,)}])),
        call("object", lambda: on(lambda x: pickle.loads(pickle.dumps(x)), Point(1, 2))),
        call("tree", lambda: on(lambda x: pickle.loads(pickle.dumps(x)).children[0].value, Node(1, Node(2)))),
    ],
    "collections": [
        call("Counter", lambda: on(collections.Counter, ["a", "b", "a"])),
        call("most_common", lambda: on(lambda c: c.most_common(1), collections.Counter("aab"))),
        call("Counter minus", lambda: on(lambda c, d: c - d, collections.Counter("aab"), collections.Counter("a"))),
        call(
            "ChainMap",
            lambda: on(lambda d, e: collections.ChainMap(d, e)["b"], {"a": 1}, {"b": 2}),
            "{'b': absent, **_}",
            "{'b': 2, **_}",
        ),
        call("ChainMap given", lambda: on(lambda c: c["b"], collections.ChainMap({"a": 1}, {"b": 2}))),
        call("ChainMap child", lambda: on(lambda c: dict(c.new_child({"c": 3})), collections.ChainMap({"a": 1}))),
        call("deque", lambda: on(lambda d: [d.popleft(), d[0]], collections.deque([1, 2, 3]))),
        call("deque rotate", lambda: on(lambda d: d.rotate(1), collections.deque([1, 2, 3]))),
        call("deque of a list", lambda: on(lambda xs: collections.deque(xs, maxlen=2), [1, 2, 3]), "[_, 2, 3]"),
        call("OrderedDict", lambda: on(lambda d: d.move_to_end("a") or list(d), collections.OrderedDict(a=1, b=2))),
        call("defaultdict", lambda: on(lambda d: d["z"].append(1) or dict(d), collections.defaultdict(list))),
        call("UserList", lambda: on(lambda xs: xs.append(2) or xs.data, Even([1]))),
        call("UserDict", lambda: on(lambda d: d["a"], collections.UserDict(a=1))),
        call("UserString", lambda: on(lambda s: s.upper().data, collections.UserString("a"))),
        call("namedtuple", lambda: on(lambda p: p._replace(x=5), collections.namedtuple("P", "x y")(1, 2))),
        call("abc Sequence", lambda: on(lambda xs: [xs[1], len(xs), list(xs), 20 in xs, xs.index(10)], Range(3))),
        call("abc Mapping", lambda: on(lambda t: [t["A"], len(t), dict(t), t.get("z")], Table(a=1, b=2))),
        call("abc Mapping set", lambda: on(lambda t: t.update({"C": 3}), Table(a=1))),
        call("abc Mapping pop", lambda: on(lambda t: t.pop("A"), Table(a=1))),
        call("old sequence", lambda: on(lambda s: [x for x in s], Stack(1, 2))),
        call("iterator class", lambda: on(lambda c: [next(c), list(c)], Countdown(3))),
    ],
    "configparser": [
        call("get", lambda: on(lambda c: c["a"]["y"], sections())),
        call("getboolean", lambda: on(lambda c: c.getboolean("b", "z"), sections())),
        call("sections", lambda: on(lambda c: c.sections(), sections())),
        call("fallback", lambda: on(lambda c: c.get("a", "q", fallback="f"), sections())),
        call("read_dict", lambda: on(lambda d: from_dict(d)["a"]["x"], {"a": {"x": 1}})),
        call("set", lambda: on(lambda c: c.set("a", "x", "5"), sections())),
        call("items", lambda: on(lambda c: dict(c["a"]), sections())),
    ],
    "heapq": [
        call("nsmallest", lambda: on(heapq.nsmallest, 2, [3, 1, 2])),
        call("merge", lambda: on(lambda a, b: list(heapq.merge(a, b)), [1, 3], [2])),
        call("heappush", lambda: on(heapq.heappush, [1, 3], 2)),
        call("bisect", lambda: on(bisect.bisect, [1, 2, 4], 3), "[_, 2, 4]", "3"),
        call("insort", lambda: on(bisect.insort, [1, 3], 2), "[1, 3]", "2"),
    ],
    "graphlib": [
        call(
            "static_order",
            lambda: on(lambda g: list(graphlib.TopologicalSorter(g).static_order()), {"a": ["b"], "b": ["c"]}),
        ),
        call("cycle", lambda: on(lambda g: graphlib.TopologicalSorter(g).prepare(), {"a": ["b"], "b": ["a"]})),
    ],
    "queue": [
        call("PriorityQueue", lambda: on(lambda xs: drained(xs), [3, 1, 2])),
        call("weak", lambda: on(lambda n: weakref.ref(n)() is n, Node(1))),
    ],
    "xml": [
        call("findall", lambda: on(lambda e: [b.get("x") for b in e.findall("b")], elements())),
        call("tostring", lambda: on(ET.tostring, elements())),
        call("build", lambda: on(lambda d: ET.tostring(ET.Element("a", d)), {"x": "1"})),
        call("set", lambda: on(lambda e: e.set("k", "v") or ET.tostring(e), elements())),
        call("iterate", lambda: on(lambda e: [child.tag for child in e], elements())),
    ],
}


def from_dict(values: Any) -> Any:
    parser = configparser.ConfigParser()
    parser.read_dict(values)
    return parser


def drained(items: Any) -> list[Any]:
    waiting: Any = queue.PriorityQueue()
    for item in items:
        waiting.put(item)
    return [waiting.get() for _ in range(waiting.qsize())]
