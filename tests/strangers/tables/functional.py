"""funcy and boltons: functions over iterables, mappings and functions."""

from __future__ import annotations

import operator
from typing import Any

import funcy
from boltons import cacheutils, dictutils, funcutils, iterutils, listutils, mathutils, setutils, statsutils, strutils

from strangers.calls import ANY, call, on


def is_even(number: int) -> bool:
    return number % 2 == 0


def double(number: Any) -> Any:
    return number * 2


FUNCY = [
    call("take", lambda: on(funcy.take, 2, [1, 2, 3]), "2", "[1, 2, _]"),
    call("drop", lambda: on(funcy.drop, 2, iter([1, 2, 3])), "2", "[_, _, 3]"),
    call("first", lambda: on(funcy.first, [1, 2, 3]), "[1, _, _]"),
    call("first of none", lambda: on(funcy.first, []), "[]"),
    call("first of an iterator", lambda: on(funcy.first, iter([1, 2, 3])), "[1, *_]"),
    call("second", lambda: on(funcy.second, [1, 2, 3]), "[_, 2, _]"),
    call("second of an iterator", lambda: on(funcy.second, iter([1, 2, 3])), "[_, 2, *_]"),
    call("last", lambda: on(funcy.last, [1, 2, 3]), "[_, _, 3]"),
    call("last of an iterator", lambda: on(funcy.last, iter([1, 2, 3])), "[_, _, 3]"),
    call("nth", lambda: on(funcy.nth, 1, [1, 2, 3]), "1", "[_, 2, _]"),
    call("butlast", lambda: on(funcy.butlast, [1, 2, 3]), "[1, 2, _]"),
    call("ilen", lambda: on(funcy.ilen, iter([1, 2])), "[_, _]"),
    call("rest", lambda: on(funcy.rest, [1, 2, 3]), "[_, 2, 3]"),
    call("repeatedly", lambda: on(funcy.repeatedly, list, 2)),
    call("lmap", lambda: on(funcy.lmap, double, [1, 2]), ANY, "[[1, 2]]"),
    call("lmap by name", lambda: on(funcy.lmap, "a", [{"a": 1, "b": 2}])),
    call("map by index", lambda: on(funcy.lmap, 0, [(1, 2), (3, 4)]), "0", "[[[1, _], [3, _]]]"),
    call("map by mapping", lambda: on(funcy.lmap, {1: "one", 2: "two"}, [1, 2, 1])),
    call("filter by regexp", lambda: on(funcy.lfilter, r"\d", ["a1", "b", "2"])),
    call("filter by set", lambda: on(funcy.lfilter, {1, 2}, [1, 2, 3])),
    call("lremove", lambda: on(funcy.lremove, is_even, [1, 2, 3]), ANY, "[1, 2, 3]"),
    call("lkeep", lambda: on(funcy.lkeep, [0, 1, None, 2]), "[0, 1, None, 2]"),
    call("lcat", lambda: on(funcy.lcat, [[1], (2, 3)]), "[[1], [2, 3]]"),
    call("lmapcat", lambda: on(funcy.lmapcat, lambda n: [n, n], [1, 2]), ANY, "[[1, 2]]"),
    call("lflatten", lambda: on(funcy.lflatten, [1, [2, (3, [4])]])),
    call("interleave", lambda: on(funcy.interleave, [1, 2], [3, 4]), "[[1, 2], [3, 4]]"),
    call("interpose", lambda: on(funcy.interpose, 0, [1, 2, 3])),
    call("ldistinct", lambda: on(funcy.ldistinct, [1, 2, 1, 3]), "[1, 2, 1, 3]"),
    call("distinct by a key", lambda: on(funcy.ldistinct, ["a", "B", "A"], key=str.lower)),
    call("lsplit", lambda: on(funcy.lsplit, is_even, [1, 2, 3]), ANY, "[1, 2, 3]"),
    call("lsplit_at", lambda: on(funcy.lsplit_at, 1, [1, 2, 3]), "1", "[1, 2, 3]"),
    call("lsplit_by", lambda: on(funcy.lsplit_by, is_even, [2, 4, 1, 2])),
    call("takewhile", lambda: on(funcy.takewhile, is_even, [2, 1, 4]), ANY, "[2, 1, _]"),
    call("dropwhile", lambda: on(funcy.dropwhile, is_even, [2, 1, 4]), ANY, "[2, 1, 4]"),
    call("group_by", lambda: on(funcy.group_by, is_even, [1, 2, 3])),
    call("group_by_keys", lambda: on(funcy.group_by_keys, lambda text: list(text), ["ab", "bc"])),
    call("group_values", lambda: on(funcy.group_values, [("a", 1), ("b", 2), ("a", 3)])),
    call("count_by", lambda: on(funcy.count_by, is_even, [1, 2, 3])),
    call("count_reps", lambda: on(funcy.count_reps, ["a", "b", "a"])),
    call("lpartition", lambda: on(funcy.lpartition, 2, [1, 2, 3, 4, 5])),
    call("lchunks", lambda: on(funcy.lchunks, 2, iter([1, 2, 3]))),
    call("partition_by", lambda: on(funcy.lpartition_by, is_even, [2, 4, 1])),
    call("with_prev", lambda: on(funcy.with_prev, [1, 2]), "[1, 2]"),
    call("pairwise", lambda: on(funcy.pairwise, iter([1, 2, 3])), "[1, 2, 3]"),
    call(
        "lzip_values",
        lambda: on(lambda *ds: list(funcy.zip_values(*ds)), {"a": 1, "b": 2}, {"a": 3}),
        "[{'a': 1, 'b': _}, {'a': 3}]",
    ),
    call("lsums", lambda: on(funcy.lsums, [1, 2, 3]), "[1, 2, 3]"),
    call("lreductions", lambda: on(funcy.lreductions, operator.mul, [1, 2, 3])),
    call("merge", lambda: on(funcy.merge, {"a": 1}, {"b": 2})),
    call("merge_with", lambda: on(funcy.merge_with, list, {"a": 1}, {"a": 2})),
    call("join", lambda: on(funcy.join, [[1], [2]])),
    call("join strings", lambda: on(funcy.join, ["ab", "c"])),
    call("empty", lambda: on(funcy.empty, {"a": 1})),
    call("walk a dict", lambda: on(funcy.walk, lambda pair: (pair[1], pair[0]), {"a": 1})),
    call("walk_keys", lambda: on(funcy.walk_keys, str.upper, {"a": 1}), ANY, "{'a': 1}"),
    call("walk_values", lambda: on(funcy.walk_values, double, {"a": 1, "b": 2}), ANY, "{'a': 1, 'b': 2}"),
    call("select", lambda: on(funcy.select, is_even, {1, 2, 3})),
    call("select_keys", lambda: on(funcy.select_keys, "a", {"a": 1, "b": 2}), "'a'", "{'a': 1, 'b': _}"),
    call("select_values", lambda: on(funcy.select_values, is_even, {"a": 1, "b": 2}), ANY, "{'a': 1, 'b': 2}"),
    call("compact", lambda: on(funcy.compact, {"a": 0, "b": 2}), "{'a': 0, 'b': 2}"),
    call("project", lambda: on(funcy.project, {"a": 1, "b": 2}, ["a"]), "{'a': 1, **_}", "['a']"),
    call("omit", lambda: on(funcy.omit, {"a": 1, "b": 2}, ["a"]), "{'a': _, 'b': 2}", "['a']"),
    call("zipdict", lambda: on(funcy.zipdict, ["a", "b"], [1, 2, 3])),
    call("flip", lambda: on(funcy.flip, {"a": 1}), "{'a': 1}"),
    call(
        "where",
        lambda: on(funcy.lwhere, [{"a": 1, "b": 2}, {"a": 2}], a=1),
        "[{'a': 1, 'b': 2}, {'a': 2, **_}]",
        "{'a': 1}",
    ),
    call("lpluck", lambda: on(funcy.lpluck, "a", [{"a": 1, "b": 2}]), "'a'", "[{'a': 1, **_}]"),
    call("invoke", lambda: on(funcy.linvoke, ["a", "b"], "upper")),
    call(
        "get_in", lambda: on(funcy.get_in, {"a": [{"b": 1}, 2]}, ["a", 0, "b"]), "{'a': [{'b': 1, **_}, _], **_}", ANY
    ),
    call("get_lax", lambda: on(funcy.get_lax, {"a": 1}, ["a", "b"], 5), "{'a': 1, **_}", "['a', 'b']", "5"),
    call("set_in", lambda: on(funcy.set_in, {"a": {"b": 1}}, ["a", "b"], 2), "{'a': {'b': _}}", "['a', 'b']", "2"),
    call("update_in", lambda: on(funcy.update_in, {"a": {"b": 1}}, ["a", "b"], double)),
    call(
        "del_in", lambda: on(funcy.del_in, {"a": {"b": 1, "c": 2}}, ["a", "b"]), "{'a': {'b': _, 'c': 2}}", "['a', 'b']"
    ),
    call(
        "has_path",
        lambda: on(funcy.has_path, {"a": {"b": 1}}, ["a", "c"]),
        "{'a': {'c': absent, **_}, **_}",
        "['a', 'c']",
    ),
    call("is_distinct", lambda: on(funcy.is_distinct, [1, 2, 1]), "[1, 2, 1]"),
    call("all", lambda: on(funcy.all, is_even, [2, 1, 4]), ANY, "[2, 1, _]"),
    call("some", lambda: on(funcy.some, is_even, [1, 2, 3]), ANY, "[1, 2, _]"),
    call("one", lambda: on(funcy.one, is_even, [2, 4, 6]), ANY, "[2, 4, _]"),
    call("compose", lambda: on(lambda f, g, x: funcy.compose(f, g)(x), double, abs, -2), ANY, ANY, "-2"),
    call("juxt", lambda: on(lambda f, g, x: funcy.ljuxt(f, g)(x), min, max, [1, 2])),
    call("curry", lambda: on(lambda f, a, b: funcy.curry(f)(a)(b), lambda a, b: a - b, 5, 3)),
    call("autocurry", lambda: on(lambda f: funcy.autocurry(f)(1)(2), lambda a, b: a - b)),
    call("memoize", lambda: on(lambda f: [f2 := funcy.memoize(f), f2(1), f2(1)][1:], double)),
    call("re_find", lambda: on(funcy.re_find, r"(\w)=(\d)", "a=1 b=2")),
    call("re_all", lambda: on(funcy.re_all, r"\d", "1 a 2")),
    call("cut_prefix", lambda: on(funcy.cut_prefix, "prefix", "pre")),
    call("isa", lambda: on(funcy.isa(int, str), 3), "3"),
    call("iterable", lambda: on(funcy.iterable, [1]), "_"),
    call("lcat of iterators", lambda: on(funcy.lcat, iter([iter([1]), [2]]))),
    call("tree_leaves", lambda: on(funcy.ltree_leaves, [1, [2, [3]]])),
    call("tree_nodes", lambda: on(funcy.ltree_nodes, [1, [2, [3]]])),
]

BOLTONS = [
    call("chunked", lambda: on(iterutils.chunked, [1, 2, 3], 2), "[1, 2, 3]", "2"),
    call("chunked_iter", lambda: on(iterutils.chunked_iter, iter([1, 2, 3]), 2)),
    call("windowed", lambda: on(iterutils.windowed, [1, 2, 3], 2)),
    call("first", lambda: on(iterutils.first, [0, 3, 4]), "[0, 3, _]"),
    call("first with key", lambda: on(iterutils.first, [1, 2, 3], key=is_even), "[1, 2, _]", ANY),
    call("one", lambda: on(iterutils.one, [0, 3, 0]), "[0, 3, 0]"),
    call("unique", lambda: on(iterutils.unique, [1, 2, 1]), "[1, 2, 1]"),
    call("redundant", lambda: on(iterutils.redundant, [1, 2, 1]), "[1, 2, 1]"),
    call("bucketize", lambda: on(iterutils.bucketize, [1, 2, 3], is_even)),
    call("bucketize by list", lambda: on(iterutils.bucketize, ["a", "b"], [1, 2])),
    call("partition", lambda: on(iterutils.partition, [1, 2, 3], is_even)),
    call("flatten", lambda: on(iterutils.flatten, [[1, [2]], (3,)])),
    call("split", lambda: on(iterutils.split, [1, None, 2, None]), "[1, None, 2, None]"),
    call("lstrip", lambda: on(iterutils.lstrip, [0, 0, 1, 0], 0)),
    call("strip", lambda: on(iterutils.strip, [0, 1, 0], 0)),
    call("same", lambda: on(iterutils.same, [1, 2, 1]), "[1, 2, _]"),
    call("same of none", lambda: on(iterutils.same, []), "[]"),
    call("is_iterable", lambda: on(iterutils.is_iterable, [1]), "[_]"),
    call("is_collection", lambda: on(iterutils.is_collection, "abc")),
    call("pairwise", lambda: on(iterutils.pairwise, [1, 2, 3])),
    call("remap", lambda: on(iterutils.remap, {"a": [1, None], "b": None}, lambda path, key, value: value is not None)),
    call("research", lambda: on(iterutils.research, {"a": [1, "x"]}, lambda path, key, value: value == 1)),
    call(
        "get_path", lambda: on(iterutils.get_path, {"a": [{"b": 1}]}, ("a", 0, "b")), "{'a': [{'b': 1, **_}], **_}", ANY
    ),
    call("soft_sorted", lambda: on(iterutils.soft_sorted, [3, 1, 2], first=[2])),
    call("untyped_sorted", lambda: on(iterutils.untyped_sorted, [3, "a", 1])),
    call("backoff", lambda: on(iterutils.backoff, 1, 10)),
    call("frange", lambda: on(iterutils.frange, 1.0, 2.0, 0.5)),
    call("OMD update", lambda: on(lambda d: dictutils.OrderedMultiDict(d).todict(), [("a", 1), ("a", 2)])),
    call("OMD getlist", lambda: on(dictutils.OMD.getlist, dictutils.OMD([("a", 1), ("a", 2)]), "a")),
    call("OMD items", lambda: on(lambda d: list(d.items(multi=True)), dictutils.OMD([("a", 1), ("a", 2)]))),
    call("OMD inverted", lambda: on(dictutils.OMD.inverted, dictutils.OMD([("a", 1), ("b", 1)]))),
    call("OneToOne", lambda: on(lambda d: dictutils.OneToOne(d).inv, {"a": 1, "b": 2})),
    call("ManyToMany", lambda: on(lambda d: dictutils.ManyToMany(d).inv.data, [(1, "a"), (2, "a")])),
    call("FrozenDict", lambda: on(lambda d: hash(dictutils.FrozenDict(d)) == hash(dictutils.FrozenDict(d)), {"a": 1})),
    call("subdict", lambda: on(dictutils.subdict, {"a": 1, "b": 2}, ["a"]), "{'a': 1, 'b': _}", "['a']"),
    call("BarrelList", lambda: on(lambda xs: listutils.BarrelList(xs)[1:], [1, 2, 3])),
    call("clamp", lambda: on(mathutils.clamp, 5, 0, 3), "5", "0", "3"),
    call("ceil", lambda: on(mathutils.ceil, 2.5, [1, 3, 5])),
    call("floor", lambda: on(mathutils.floor, 2.5, [1, 3, 5])),
    call("Bits", lambda: on(lambda bits: mathutils.Bits(bits).as_int(), "101")),
    call("IndexedSet", lambda: on(lambda xs: setutils.IndexedSet(xs)[0:2], [3, 1, 3, 2])),
    call("IndexedSet of a set", lambda: on(setutils.IndexedSet.intersection, setutils.IndexedSet([1, 2]), [2, 3])),
    call("complement", lambda: on(lambda s: 3 in setutils.complement(s), {1, 2})),
    call("mean", lambda: on(statsutils.mean, [1, 2, 3]), "[1, 2, 3]"),
    call("median", lambda: on(statsutils.median, [3, 1, 2]), "[3, 1, 2]"),
    call("describe", lambda: on(statsutils.describe, [1, 2, 3], format="list")),
    call("camel2under", lambda: on(strutils.camel2under, "BasicParse")),
    call("slugify", lambda: on(strutils.slugify, "First post! Hi!")),
    call("cardinalize", lambda: on(strutils.cardinalize, "thing", 2)),
    call("pluralize", lambda: on(strutils.pluralize, "child")),
    call("bytes2human", lambda: on(strutils.bytes2human, 128991), "128991"),
    call("parse_int_list", lambda: on(strutils.parse_int_list, "1,3,5-7")),
    call("format_int_list", lambda: on(strutils.format_int_list, [1, 3, 5, 6, 7])),
    call(
        "LRU", lambda: on(lambda lru: [lru["a"], lru.get("z"), lru.miss_count], cacheutils.LRU(2, [("a", 1), ("b", 2)]))
    ),
    call("LRU set", lambda: on(cacheutils.LRU.__setitem__, cacheutils.LRU(1, [("a", 1)]), "b", 2)),
    call("LRI", lambda: on(lambda lri: lri.setdefault("c", 3), cacheutils.LRI(2, [("a", 1)]))),
    call("mro_items", lambda: on(lambda f: funcutils.get_module_callables(f)[0].keys(), operator)),
    call("partial_ordering", lambda: on(funcutils.CachedInstancePartial, double, 2)),
    call("FunctionBuilder", lambda: on(lambda f: funcutils.FunctionBuilder.from_func(f).args, is_even)),
]

CALLS = {"funcy": FUNCY, "boltons": BOLTONS}
