"""Functions that nobody wrote for this library, observed: builtins, the standard library, more-itertools, toolz.

One table drives everything. The patterns in it were worked out by hand, from what each function is documented to pull.
"""

from __future__ import annotations

import bisect
import collections
import copy
import dataclasses
import datetime
import difflib
import fnmatch
import functools
import graphlib
import heapq
import itertools
import json
import math
import operator
import pickle
import posixpath
import re
import statistics
import textwrap
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import more_itertools as more
import pytest
import toolz
from rows import settled
from shared_values import unused

from strictcheck import Demand, Observation, is_thunk, nf, observe, take, whnf


@dataclass(order=True, unsafe_hash=True)
class Point:
    x: Any
    y: Any


@dataclass(frozen=True)
class Segment:
    start: Point
    end: Point


class Card(NamedTuple):
    rank: int
    suit: str


NAMES = {"Point": Point, "Segment": Segment, "Card": Card, "operator": operator, "ChainMap": collections.ChainMap}


@dataclass(frozen=True)
class Row:
    """A function, how to make its arguments afresh, what is done with its result, and the demands expected."""

    function: Callable[..., Any]
    make: Callable[[], tuple[Any, ...]]
    patterns: tuple[str | None, ...] = ()
    context: Callable[[Any], Any] = nf
    atoms: tuple[type, ...] = ()
    named: Callable[[], dict[str, Any]] = dict
    note: str = ""

    def observe(self, args: tuple[Any, ...] | None = None) -> Observation[Any]:
        args = self.make() if args is None else args
        return observe(self.function, *args, context=self.context, atoms=self.atoms, **self.named())

    def __str__(self) -> str:
        function = self.function.func if isinstance(self.function, partial) else self.function
        name = getattr(function, "__qualname__", None) or repr(function)
        return f"{getattr(function, '__module__', None) or ''}.{name}{' ' + self.note if self.note else ''}"


def row(function: Callable[..., Any], make: Callable[[], tuple[Any, ...]], *patterns: str | None, **more: Any) -> Row:
    return Row(function, make, patterns, **more)


def one(value: Any) -> Callable[[], tuple[Any, ...]]:
    """Arguments: a single value, copied for each call."""
    return lambda: (copy.deepcopy(value),)


def it(*elements: Any) -> Callable[[], tuple[Any, ...]]:
    """Arguments: a single iterator."""
    return lambda: (iter(elements),)


TEXT = (str,)
NUMBERS = (int, float)
SMALL = lambda x: x < 3

ROWS = [
    # Builtins
    row(any, one([0, 2, 3]), "[0, 2, _]"),
    row(any, it(0, 2, 3), "[0, 2, *_]", note="of an iterator"),
    row(any, it(0, 0), "[0, 0]", note="finds nothing"),
    row(any, one([]), "[]", note="of nothing"),
    row(all, it(1, 0, 3), "[1, 0, *_]"),
    row(all, one((1, 0, 3)), "[1, 0, _]", note="of a tuple"),
    row(sum, one([1, 2, 3]), "[1, 2, 3]"),
    row(sum, lambda: ([[1], [2, 3]], []), "[[_], [_, _]]", "[]", context=whnf, note="of lists"),
    row(len, one([1, 2, 3]), "[_, _, _]"),
    row(len, one({"a": 1, "b": 2}), "{'a': _, 'b': _}", note="of a dict"),
    row(min, one([3, 1, 2]), "[3, 1, 2]"),
    row(min, one([[3, "c"], [1, "a"]]), "[[3, _], [1, _]]", context=whnf, note="of lists"),
    row(min, one([7]), "[_]", context=unused, note="of a single element"),
    row(max, lambda: (5, 9, 2), "5", "9", "2"),
    row(partial(max, key=operator.itemgetter(0)), one([[1, "a"], [2, "b"]]), "[[1, _], [2, 'b']]"),
    row(sorted, one([3, 1, 2]), "[3, 1, 2]"),
    row(sorted, one([9]), "[_]", context=whnf, note="of a single element"),
    row(sorted, one([[2, "x"], [1, "y"]]), "[[2, _], [1, _]]", context=whnf, note="of lists"),
    row(partial(sorted, key=len), one([[1, 2], [3]]), "[[_, _], [_]]", context=whnf, note="by length"),
    row(reversed, one([1, 2, 3]), "[_, _, 3]", context=take(1)),
    row(enumerate, it(4, 5, 6), "[_, _, *_]", context=take(2)),
    row(enumerate, it(4, 5, 6), "[4, 5, *_]", context=take(2, nf), note="and look"),
    row(zip, lambda: ([1, 2, 3], [4, 5]), "[1, 2, _]", "[4, 5]"),
    row(zip, lambda: (iter([1, 2, 3]), iter([4, 5])), "[1, 2, _, *_]", "[4, 5]", note="the second iterator ends"),
    row(zip, lambda: (iter([4, 5]), iter([1, 2, 3])), "[4, 5]", "[1, 2, *_]", note="the first iterator ends"),
    row(zip, lambda: (iter([]), iter([])), "[]", "[*_]", note="of nothing"),
    row(map, lambda: (abs, iter([-1, -2, -3])), None, "[-1, -2, *_]", context=take(2)),
    row(map, lambda: (pow, [2, 3], [3]), None, "[2, _]", "[3]", note="of two sequences"),
    row(filter, lambda: (None, iter([0, 3, 0, 4])), "None", "[0, 3, *_]", context=take(1)),
    row(
        filter,
        lambda: (lambda x: x > 1, [1, 2, 3]),
        "Callable({'(1)': False, '(2)': True})",
        "[1, 2, _]",
        context=take(1),
        note="by a function",
    ),
    row(next, it(1, 2), "[1, *_]"),
    row(next, it(1, 2), "[_, *_]", context=unused, note="and forget"),
    row(next, lambda: (iter([]), 9), "[]", "9", note="of nothing"),
    row(iter, it(1, 2), "[*_]", context=unused),
    row(list, one((1, 2)), "[_, _]", context=whnf),
    row(tuple, it(1, 2), "[_, _]", context=whnf),
    row(set, one([1, 2, 1]), "[1, 2, 1]", context=whnf),
    row(frozenset, it("a", "b"), "['a', 'b']", context=whnf),
    row(dict, one([["a", 1], ["b", 2]]), "[['a', _], ['b', _]]", context=whnf),
    row(dict, one({"a": 1}), "{'a': _}", context=whnf, note="of a dict"),
    row(divmod, lambda: (17, 5), "17", "5"),
    row(partial(pow, mod=7), lambda: (3, 4), "3", "4"),
    row(round, lambda: (2.567, 1), "2.567", "1"),
    row(abs, one(Decimal("-1.5")), "Decimal('-1.5')"),
    row(hash, one((1, "a")), "[1, 'a']"),
    row(hash, lambda: (Point(1, 2),), "Point(1, 2)", note="of a dataclass"),
    row(repr, one([1, {"a": None}]), "[1, {'a': None}]"),
    row(repr, lambda: (Point(1, [2]),), "Point(1, [2])", note="of a dataclass"),
    row(str, one(Fraction(1, 3)), "Fraction(1, 3)"),
    row(format, lambda: (3.14159, ".2f"), "3.14159", atoms=TEXT),
    row(bin, one(10), "10"),
    row(chr, one(97), "97"),
    row(ord, one("a"), "'a'", atoms=TEXT),
    row(int, one("12"), "'12'", atoms=TEXT),
    row(isinstance, lambda: (Point(1, 2), Point), "Point(_, _)"),
    row(getattr, lambda: (Point(1, 2), "x"), "Point(1, _)", atoms=TEXT),
    row(vars, lambda: (Point(1, [2]),), "Point(_, _)", context=whnf),
    row(slice, lambda: (1, 2), None, None),
    row(bool, one({}), "{}"),
    row(complex, lambda: (1, 2), "1", "2"),
    # itertools
    row(
        itertools.takewhile,
        lambda: (SMALL, iter([1, 2, 3, 4])),
        "Callable({'(1)': True, '(2)': True, '(3)': False})",
        "[1, 2, 3, *_]",
    ),
    row(itertools.takewhile, lambda: (SMALL, [1, 2, 3, 4]), None, "[1, 2, 3, _]", note="of a list"),
    row(itertools.dropwhile, lambda: (SMALL, iter([1, 3, 1, 5])), None, "[1, 3, _, *_]", context=take(2, unused)),
    row(itertools.islice, lambda: (iter([1, 2, 3, 4]), 2), "[1, 2, *_]", "2"),
    row(itertools.islice, lambda: (iter([1, 2, 3, 4, 5]), 1, 3), "[_, 2, 3, *_]", "1", "3", note="from 1"),
    row(
        itertools.islice,
        lambda: (iter([1, 2, 3, 4, 5, 6]), 0, 5, 2),
        "[1, _, 3, _, 5, *_]",
        "0",
        "5",
        "2",
        note="every other",
    ),
    row(itertools.accumulate, it(1, 2, 3), "[1, 2, *_]", context=take(2)),
    row(itertools.chain, lambda: (iter([1]), iter([2])), "[1, *_]", "_", context=take(1)),
    row(itertools.chain, lambda: (iter([1]), iter([2])), "[1]", "[2, *_]", context=take(2), note="on to the second"),
    row(itertools.chain.from_iterable, it([1, 2], [3]), "[[1, _], *_]", context=take(1)),
    row(itertools.compress, lambda: (iter([10, 20, 30]), [1, 0, 1]), "[10, _, 30]", "[1, 0, 1]"),
    row(itertools.cycle, it(1, 2), "[1, 2]", context=take(3)),
    row(itertools.repeat, lambda: ([1, 2], 3), "[1, _]", "3", context=lambda r: next(r)[0] + 0),
    row(itertools.starmap, lambda: (pow, [(2, 3), (3, 2)]), None, "[[2, 3], _]", context=take(1)),
    row(itertools.zip_longest, lambda: (iter([1]), iter([2, 3])), "[1]", "[2, 3]"),
    row(itertools.product, lambda: ([1, 2], [3]), "[1, _]", "[3]", context=take(1, nf)),
    row(partial(itertools.permutations, r=2), one([1, 2, 3]), "[1, 2, _]", context=take(1, nf)),
    row(itertools.combinations, lambda: ([1, 2, 3], 2), "[_, _, _]", "2", context=take(1)),
    row(itertools.pairwise, it(1, 2, 3), "[1, 2, *_]", context=take(1, nf)),
    row(itertools.groupby, it(1, 1, 2, 2), "[_, *_]", context=take(1)),
    row(itertools.groupby, it(1, 1, 2, 2), "[1, 1, 2, *_]", context=take(2), note="on to the second group"),
    row(itertools.filterfalse, lambda: (None, iter([1, 0, 2])), "None", "[1, 0, *_]", context=take(1)),
    row(itertools.tee, it(1, 2), "[*_]", context=whnf),
    row(itertools.count, lambda: (5,), "5", context=take(2)),
    # functools, operator
    row(functools.reduce, lambda: (operator.add, [1, 2, 3]), None, "[1, 2, 3]"),
    row(functools.reduce, lambda: (lambda a, b: a, [1, 2, 3]), None, "[1, _, _]", note="keeping the first"),
    row(functools.partial(operator.getitem, [5, 6]), one(1), "1"),
    row(operator.itemgetter(1), one([1, 2, 3]), "[_, 2, _]"),
    row(operator.itemgetter(0, "b"), one({0: 1, "b": 2, "c": 3}), "{0: 1, 'b': 2, **_}", note="of a dict"),
    row(operator.attrgetter("start.x"), lambda: (Segment(Point(1, 2), Point(3, 4)),), "Segment(Point(1, _), _)"),
    row(operator.methodcaller("get", "a"), one({"a": 1, "b": 2}), "{'a': 1, **_}"),
    row(operator.methodcaller("get", "z", 0), one({"a": 1}), "{'z': absent, **_}", note="of what is absent"),
    row(operator.contains, lambda: ([1, 2, 3], 2), "[1, 2, _]", "2"),
    row(operator.contains, lambda: ({"a": 1}, "a"), "{'a': _, **_}", "'a'", note="a key"),
    row(operator.indexOf, lambda: ([5, 6, 7], 6), "[5, 6, _]", "6"),
    row(operator.countOf, lambda: (iter([1, 2, 1]), 1), "[1, 2, 1]", "1"),
    row(
        operator.getitem,
        lambda: ({"a": {"b": 1}, "c": 2}, "a"),
        "{'a': {'b': _}, **_}",
        "'a'",
        context=lambda r: len(r),
    ),
    row(operator.add, lambda: ([1], [2]), "[_]", "[_]", context=whnf),
    row(operator.eq, lambda: ([1, 2, 3], [1, 5, 3]), "[1, 2, _]", "[1, 5, _]"),
    row(operator.eq, lambda: ([1, 2], [1, 2, 3]), "[_, _]", "[_, _, _]", note="of unequal lengths"),
    row(operator.lt, lambda: ((1, 2, 3), (1, 5, 3)), "[1, 2, _]", "[1, 5, _]"),
    row(operator.eq, lambda: (Point(1, 2), Point(3, 2)), "Point(1, _)", "Point(3, _)", note="of dataclasses"),
    row(operator.lt, lambda: (Point(1, 2), Point(1, 3)), "Point(1, 2)", "Point(1, 3)", note="of dataclasses"),
    row(operator.concat, lambda: ((1,), (2,)), "[1]", "[2]"),
    row(operator.setitem, lambda: ([1, 2], 0, 9), "[_, _]", "0", "_", note="in a list"),
    row(operator.delitem, lambda: ({"a": 1, "b": 2}, "a"), note="in a dict"),
    row(operator.iadd, lambda: ([1], [2]), note="in place"),
    row(operator.length_hint, one([1, 2])),
    row(operator.truth, one([]), "[]"),
    row(operator.not_, one(None), "None"),
    # heapq, bisect
    row(heapq.merge, lambda: (iter([1, 4]), iter([2, 3])), "[[1, *_], [2, *_]]", context=take(1)),
    row(heapq.merge, lambda: (iter([1, 4]), iter([2, 3])), "[[1, 4, *_], [2, *_]]", context=take(2), note="on"),
    row(heapq.merge, lambda: (iter([1]), iter([2]), iter([3])), "[[1, *_], [2, *_], [3, *_]]", context=take(1)),
    row(heapq.nsmallest, lambda: (1, [3, 1, 2]), "1", "[3, 1, 2]"),
    row(heapq.nlargest, lambda: (2, [3, 1, 2]), "2", "[3, 1, 2]"),
    row(bisect.bisect_left, lambda: ([1, 3, 5, 7, 9], 6), "[_, _, 5, 7, 9]", "6"),
    row(bisect.bisect_right, lambda: ([1, 3, 5], 3), "[_, 3, 5]", "3"),
    row(bisect.insort, lambda: ([1, 3], 2), "[1, 3]", "2"),
    # statistics, math, and other modules
    row(statistics.median, one([3, 1, 2]), "[3, 1, 2]"),
    row(statistics.mean, one([1, 2, 3, 4]), "[1, 2, 3, 4]", atoms=NUMBERS),
    row(statistics.mode, one([1, 1, 2]), "[1, 1, 2]"),
    row(statistics.pvariance, one([1.0, 2.5]), "[1.0, 2.5]", atoms=NUMBERS),
    row(math.fsum, one([0.5, 0.25]), "[0.5, 0.25]"),
    row(math.hypot, lambda: (3.0, 4.0)),
    row(math.prod, one([2, 3]), "[2, 3]"),
    row(math.floor, one(2.7), "2.7"),
    row(math.isclose, lambda: (1.0, 1.5), "1.0", "1.5"),
    row(copy.copy, one([1, [2]]), "[_, _]", context=whnf),
    row(copy.deepcopy, one([1, [2]]), None),
    row(
        dataclasses.replace, lambda: (Point(1, 2),), "Point(_, 2)", context=lambda r: r.x + r.y, named=lambda: {"x": 5}
    ),
    row(dataclasses.asdict, lambda: (Segment(Point(1, 2), Point(3, 4)),), "Segment(Point(1, 2), Point(3, 4))"),
    row(dataclasses.astuple, lambda: (Point(1, 2),), "Point(1, 2)"),
    row(Card._replace, lambda: (Card(1, "x"),), "Card(_, _)", context=whnf, named=lambda: {"rank": 2}),
    row(Card._asdict, lambda: (Card(1, "x"),), "Card(_, _)", context=whnf),
    row(Card._make, one([1, "x"]), "[_, _]", context=whnf),
    row(collections.Counter, one(["a", "b", "a"]), "['a', 'b', 'a']"),
    row(collections.deque, one([1, 2]), "[_, _]", context=whnf),
    row(collections.OrderedDict, one([("a", 1)]), "[['a', _]]", context=whnf),
    row(collections.ChainMap.get, lambda: (collections.ChainMap({"a": 1}, {"b": 2}), "b"), None, "'b'"),
    row(textwrap.dedent, one("  a\n  b"), "'  a\\n  b'", atoms=TEXT),
    row(textwrap.shorten, lambda: ("hello big world", 11), "'hello big world'", "11", atoms=TEXT),
    row(fnmatch.filter, lambda: (["a.py", "b.txt"], "*.py"), "['a.py', 'b.txt']", "'*.py'", atoms=TEXT),
    row(posixpath.join, lambda: ("a", "b"), "'a'", "['b']", atoms=TEXT),
    row(re.sub, lambda: ("a", "b", "banana"), "'a'", "'b'", "'banana'", atoms=TEXT),
    row(urllib.parse.urlencode, one({"a": 1, "b": "x"}), "{'a': 1, 'b': 'x'}", atoms=TEXT),
    row(difflib.get_close_matches, lambda: ("appel", ["ape", "apple"]), "'appel'", "['ape', 'apple']", atoms=TEXT),
    row(json.dumps, one([1, {"a": None}]), None, atoms=(list, dict, int, str)),
    row(datetime.date.fromisoformat, one("2024-02-29"), "'2024-02-29'", atoms=TEXT),
    row(
        lambda graph: list(graphlib.TopologicalSorter(graph).static_order()),
        one({"b": ["a"], "a": []}),
        "{'b': ['a'], 'a': []}",
        note="TopologicalSorter",
    ),
    # more-itertools
    row(more.first, one([1, 2]), "[1, _]"),
    row(more.first, it(1, 2), "[1, *_]", note="of an iterator"),
    row(more.last, one([1, 2, 3]), "[_, _, 3]"),
    row(more.nth, lambda: (iter([1, 2, 3]), 1), "[_, 2, *_]", "1"),
    row(more.nth_or_last, lambda: (iter([1, 2]), 5), "[_, 2]", "5"),
    row(more.spy, it(1, 2, 3), "[_, *_]", context=whnf),
    row(more.peekable, it(1, 2), "[*_]", context=unused),
    row(lambda it: more.peekable(it).peek(), it(1, 2), "[1, *_]", note="peekable, peeked"),
    row(lambda it: bool(more.peekable(it)), it(1, 2), "[_, *_]", note="peekable, asked whether there is more"),
    row(lambda it: more.peekable(it)[1], it(1, 2, 3), "[_, 2, *_]", note="peekable, indexed"),
    row(lambda it: more.seekable(it).peek(), it(1, 2), "[1, *_]", note="seekable, peeked"),
    row(partial(more.windowed, n=2), it(1, 2, 3), "[_, _, *_]", context=take(1)),
    row(partial(more.windowed, n=2), it(1, 2, 3), "[1, 2, 3]", note="all"),
    row(partial(more.windowed, n=3), it(1, 2), "[_, _]", context=take(1), note="wider than long"),
    row(partial(more.chunked, n=2), it(1, 2, 3), "[_, _, *_]", context=take(1)),
    row(more.one, it(5), "[5]"),
    row(more.only, it(), "[]"),
    row(more.first_true, it(0, 2, 3), "[0, 2, *_]"),
    row(more.all_equal, it(1, 1, 2, 1), "[1, 1, 2, *_]"),
    row(more.all_unique, it(1, 2, 1, 3), "[1, 2, 1, *_]"),
    row(more.is_sorted, it(1, 3, 2, 4), "[1, 3, 2, *_]"),
    row(more.quantify, one([1, 0, 2]), "[1, 0, 2]"),
    row(more.ilen, it(1, 2, 3), "[_, _, _]"),
    row(more.minmax, one([2, 1, 3]), "[2, 1, 3]"),
    row(more.unique_everseen, it(1, 1, 2, 3), "[1, 1, 2, *_]", context=take(2)),
    row(more.unique_justseen, it(1, 1, 2, 3), "[_, *_]", context=take(1, unused)),
    row(more.intersperse, lambda: (0, iter([1, 2])), "0", "[1, _, *_]", context=take(2)),
    row(more.interleave, lambda: (iter([1, 2]), iter([3, 4])), "[[1, *_], [_, *_]]", context=take(1)),
    row(more.split_at, lambda: (iter([1, 0, 2]), lambda x: x == 0), "[1, 0, *_]", None, context=take(1)),
    row(more.exactly_n, lambda: (iter([1, 1, 1, 1]), 2), "[1, 1, 1, *_]", "2"),
    row(more.locate, it(0, 1, 0, 1), "[0, 1, *_]", context=take(1)),
    row(more.longest_common_prefix, one([[1, 2, 3], [1, 5, 3]]), "[[1, 2, _], [1, 5, _]]"),
    row(more.collapse, one([1, [2, [3]]]), "[1, [2, _]]", context=take(2)),
    row(more.flatten, one([[1], [2]]), "[[1], _]", context=take(1)),
    row(more.padded, lambda: (iter([1]), 0, 2), "[1]", "0", "2"),
    row(more.take, lambda: (2, iter([1, 2, 3])), "2", "[_, _, *_]", context=whnf),
    row(more.lstrip, lambda: (iter([0, 0, 1, 0]), lambda x: x == 0), "[0, 0, 1, *_]", None, context=take(1)),
    row(more.dotproduct, lambda: ([1, 2], [3, 4]), "[1, 2]", "[3, 4]"),
    row(more.consume, lambda: (iter([1, 2, 3]), 2), "[_, _, *_]", "2"),
    # toolz
    row(
        toolz.get_in,
        lambda: (["a", "b"], {"a": {"b": 1, "z": 3}, "c": 2}),
        "['a', 'b']",
        "{'a': {'b': 1, **_}, **_}",
    ),
    row(toolz.get_in, lambda: (["a", 5], {"a": [1]}), "['a', 5]", "{'a': [_], **_}", note="of what is absent"),
    row(toolz.pluck, lambda: (0, [[1, 2], [3, 4]]), "0", "[[1, _], [3, _]]"),
    row(toolz.first, it(1, 2), "[1, *_]"),
    row(toolz.second, it(1, 2, 3), "[_, 2, *_]"),
    row(toolz.nth, lambda: (1, [1, 2, 3]), "1", "[_, 2, _]"),
    row(toolz.last, one([1, 2, 3]), "[_, _, 3]"),
    row(toolz.get, lambda: (1, [1, 2, 3]), "1", "[_, 2, _]"),
    row(toolz.take, lambda: (1, iter([1, 2])), "1", "[1, *_]"),
    row(toolz.drop, lambda: (1, iter([1, 2, 3])), "1", "[_, 2, *_]", context=take(1)),
    row(toolz.take_nth, lambda: (2, iter([1, 2, 3])), "2", "[1, _, 3]"),
    row(toolz.isdistinct, it(1, 2, 1, 3), "[1, 2, 1, *_]"),
    row(toolz.isdistinct, one([1, 2, 1, 3]), "[1, 2, 1, 3]", note="of a list"),
    row(toolz.merge_sorted, lambda: (iter([1, 3]), iter([2, 4])), "[[1, *_], [2, *_]]", context=take(1)),
    row(toolz.frequencies, one(["a", "b", "a"]), "['a', 'b', 'a']"),
    row(toolz.groupby, lambda: (len, [[1], [2, 3], [4]]), None, "[[_], [_, _], [_]]", context=whnf),
    row(toolz.valmap, lambda: (len, {"a": [1], "b": [2, 3]}), None, "{'a': [_], 'b': [_, _]}"),
    row(toolz.keyfilter, lambda: (lambda k: k == "a", {"a": 1, "b": 2}), None, "{'a': 1, 'b': _}"),
    row(toolz.merge, lambda: ({"a": 1, "b": 2}, {"b": 3}), "[{'a': 1, 'b': _}, {'b': 3}]"),
    row(toolz.assoc, lambda: ({"a": 1}, "b", 2), "{'a': _}", "'b'", "_", context=whnf),
    row(toolz.dissoc, lambda: ({"a": 1, "b": 2, "c": 3, "d": 4}, "a"), "{'a': _, 'b': 2, 'c': 3, 'd': 4}", "['a']"),
    row(toolz.peek, it(1, 2), "[_, *_]", context=whnf),
    row(toolz.partition, lambda: (2, iter([1, 2, 3])), "2", "[_, _, *_]", context=take(1)),
    row(toolz.sliding_window, lambda: (2, iter([1, 2, 3])), "2", "[_, _, *_]", context=take(1)),
    row(toolz.unique, it(1, 1, 2, 3), "[1, 1, 2, *_]", context=take(2)),
    row(toolz.interpose, lambda: (0, iter([1, 2])), "0", "[1, _, *_]", context=take(2)),
    row(toolz.topk, lambda: (1, [3, 1, 2]), "1", "[3, 1, 2]"),
    row(toolz.diff, lambda: ([1, 2], [1, 5]), "[[1, 2], [1, 5]]"),
    row(toolz.accumulate, lambda: (operator.add, iter([1, 2, 3])), None, "[1, 2, *_]", context=take(2)),
    row(toolz.reduceby, lambda: (len, operator.add, [[1], [2], [3, 4]])),
]
BY_HAND = [row for row in ROWS if any(row.patterns)]
every_row = pytest.mark.parametrize("row", ROWS, ids=[f"{number}-{row}" for number, row in enumerate(ROWS)])
INFINITE = (itertools.cycle, itertools.count)
# Their results hold iterators that share a source, so what each gives depends on who looks first.
ENTANGLED = (itertools.groupby, itertools.tee, more.spy, toolz.peek)


def used(row: Row, *args: Any, **named: Any) -> Any:
    """Call the function, and use up what it gives: the beginning where that has no end, and each part of it."""
    result = row.function(*args, **named)
    if row.function in INFINITE:
        return list(itertools.islice(result, 5))
    if row.function in ENTANGLED:
        return [list(part) if isinstance(part, Iterator | list | tuple) else part for part in result]
    return result


@every_row
def test_the_observed_call_gives_the_answer_of_the_plain_call_in_value_and_class(row: Row) -> None:
    plain = used(row, *row.make(), **row.named())
    call = partial(used, row) if row.function in (*INFINITE, *ENTANGLED) else row.function
    seen = observe(call, *row.make(), context=nf, atoms=row.atoms, **row.named())
    assert settled(seen.result) == settled(plain)


@every_row
def test_the_demands_are_those_worked_out_by_hand_and_replay(row: Row) -> None:
    observation = row.observe()
    demands = []
    for name, demand in observation.demands.items():
        assert Demand.parse(str(demand), NAMES) == demand
        # Some Pythons tell the signature of `zip` and its like, and then `*iterables` are one demand.
        is_spread = name == "iterables" and isinstance(row.function, type)
        demands += [demand.at((index,)) for index in range(len(demand.children(0)))] if is_spread else [demand]
    for demand, pattern in zip(demands, row.patterns, strict=False):
        if pattern is not None:
            assert demand == Demand.parse(pattern, NAMES)
    assert observation.replay().demands == observation.demands


def bytes_of(value: Any) -> Any:
    """The value as bytes; iterators and functions are left out, for they are used up, or have no state."""
    if isinstance(value, Iterator) or callable(value):
        return None
    if isinstance(value, list | tuple):
        return type(value), [bytes_of(part) for part in value]
    return pickle.dumps(value)


@every_row
def test_the_arguments_are_unchanged_byte_for_byte(row: Row) -> None:
    args = row.make()
    before = [bytes_of(arg) for arg in args]
    parts = [vars(arg).copy() if hasattr(arg, "__dict__") else None for arg in args]
    row.observe(args)
    assert [bytes_of(arg) for arg in args] == before
    for arg, attributes in zip(args, parts, strict=True):
        if attributes is not None and not callable(arg):
            assert vars(arg) == attributes
            assert not any(is_thunk(part) for part in vars(arg).values())


@pytest.mark.parametrize("row", [row for row in ROWS if not any(map(callable, row.make()))], ids=str)
def test_a_context_that_looks_at_nothing_demands_no_more(row: Row) -> None:
    least = observe(row.function, *row.make(), context=unused, atoms=row.atoms, **row.named())
    for low, high in zip(least.demands.values(), row.observe().demands.values(), strict=True):
        assert low <= high


def test_there_are_enough_functions_in_the_table_from_everywhere() -> None:
    def names(*modules: str) -> set[str]:
        return {str(row) for row in ROWS if str(row).split(".")[0] in modules}

    functions = {id(row.function.func if isinstance(row.function, partial) else row.function) for row in ROWS}
    assert len(functions) >= 150
    assert len(BY_HAND) >= 150
    assert min(len(names("builtins")), len(names("itertools")), len(names("more_itertools")), len(names("toolz"))) >= 15
