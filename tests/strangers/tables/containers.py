"""Containers of one's own: sortedcontainers, multidict, werkzeug, requests, bidict, cachetools, intervaltree, munch."""

from __future__ import annotations

import copy
from typing import Any

import addict
import cachetools
import cachetools.keys
import intervaltree
import munch
import requests.structures
from bidict import bidict, frozenbidict, inverted
from frozendict import frozendict
from multidict import CIMultiDict, MultiDict, MultiDictProxy
from sortedcontainers import SortedDict, SortedKeyList, SortedList, SortedSet
from werkzeug import datastructures, http, utils

from strangers.calls import call, on

SORTEDCONTAINERS = [
    call("SortedList", lambda: on(SortedList, [3, 1, 2])),
    call("SortedList listed", lambda: on(lambda xs: list(SortedList(xs)), [3, 1, 2]), "[3, 1, 2]"),
    call("list.add", lambda: on(SortedList.add, SortedList([1, 3]), 2)),
    call("list.index", lambda: on(SortedList.index, SortedList([1, 2, 3]), 2)),
    call("list.bisect", lambda: on(SortedList.bisect_left, SortedList([1, 2, 3]), 2)),
    call("list.pop", lambda: on(SortedList.pop, SortedList([1, 2, 3]))),
    call("list.irange", lambda: on(SortedList.irange, SortedList([1, 2, 3, 4]), 2, 3)),
    call("list.discard", lambda: on(SortedList.discard, SortedList([1, 2]), 5)),
    call("list.remove missing", lambda: on(SortedList.remove, SortedList([1, 2]), 5)),
    call("list iterated", lambda: on(lambda xs: [x for x in xs], SortedList([2, 1]))),
    call("list contains", lambda: on(lambda xs: 2 in xs, SortedList([2, 1]))),
    call("list slice", lambda: on(lambda xs: xs[1:], SortedList([2, 1, 3]))),
    call("list len", lambda: on(len, SortedList([2, 1, 3])), "SortedList(_len=3)"),
    call("KeyList", lambda: on(lambda xs, k: list(SortedKeyList(xs, key=k)), [1, -3, 2], abs)),
    call("dict from dict", lambda: on(lambda d: list(SortedDict(d).items()), {"b": 1, "a": 2})),
    call("dict.peekitem", lambda: on(SortedDict.peekitem, SortedDict({"b": 1, "a": 2}))),
    call("dict get", lambda: on(lambda d: d["a"], SortedDict({"b": 1, "a": 2}))),
    call("dict keys", lambda: on(lambda d: list(d), SortedDict({"b": 1, "a": 2}))),
    call("dict first key", lambda: on(lambda d: d.keys()[0], SortedDict({"b": 1, "a": 2}))),
    call("dict set", lambda: on(lambda d: d.__setitem__("c", 3), SortedDict({"b": 1}))),
    call("dict.popitem", lambda: on(lambda d: d.popitem(), SortedDict({"b": 1, "a": 2}))),
    call("dict.setdefault", lambda: on(lambda d: d.setdefault("a", 0), SortedDict({"b": 1}))),
    call("set", lambda: on(lambda xs: list(SortedSet(xs)), [2, 1, 2])),
    call("set union", lambda: on(lambda s, t: s | t, SortedSet([1]), SortedSet([2]))),
    call("set index", lambda: on(lambda s: s[0], SortedSet([3, 1]))),
    call("set add", lambda: on(lambda s: s.add(0) or s[0], SortedSet([3, 1]))),
]

MULTIDICT = [
    call("getall", lambda: on(MultiDict.getall, MultiDict([("a", 1), ("a", 2)]), "a")),
    call("from pairs", lambda: on(lambda pairs: list(MultiDict(pairs).items()), [("a", 1), ("b", 2)])),
    call("from a dict", lambda: on(lambda d: MultiDict(d).getone("a"), {"a": 1})),
    call("case", lambda: on(lambda d: d["ACCEPT"], CIMultiDict(Accept=1))),
    call("extend", lambda: on(lambda d, other: d.extend(other) or list(d.items()), MultiDict(a=1), {"b": 2})),
    call("proxy", lambda: on(lambda d: MultiDictProxy(d)["a"], MultiDict(a=1))),
    call("iterate", lambda: on(lambda d: [k for k in d], MultiDict(a=1, b=2))),
    call("popall", lambda: on(lambda d: d.popall("a"), MultiDict([("a", 1), ("a", 2)]))),
    call("len", lambda: on(len, MultiDict(a=1))),
    call("match", lambda: on(lambda d: _matched(d), MultiDict(a=1))),
]


def _matched(mapping: Any) -> Any:
    match mapping:
        case {"a": found}:
            return found
    return None


WERKZEUG = [
    call("MultiDict.getlist", lambda: on(lambda d: d.getlist("a"), datastructures.MultiDict([("a", 1), ("a", 2)]))),
    call("MultiDict item", lambda: on(lambda d: d["a"], datastructures.MultiDict([("a", 1), ("a", 2)]))),
    call("MultiDict.items", lambda: on(lambda d: list(d.items(multi=True)), datastructures.MultiDict({"a": [1, 2]}))),
    call("MultiDict.to_dict", lambda: on(lambda d: d.to_dict(), datastructures.MultiDict({"a": [1, 2]}))),
    call("MultiDict of", lambda: on(lambda d: datastructures.MultiDict(d).getlist("a"), {"a": [1, 2]})),
    call("MultiDict.add", lambda: on(lambda d: d.add("a", 3), datastructures.MultiDict({"a": 1}))),
    call("MultiDict.pop", lambda: on(lambda d: d.pop("a"), datastructures.MultiDict({"a": [1, 2]}))),
    call("MultiDict missing", lambda: on(lambda d: d["z"], datastructures.MultiDict({"a": 1}))),
    call("Headers get", lambda: on(lambda h: h["content-TYPE"], datastructures.Headers({"Content-Type": "text/html"}))),
    call("Headers of", lambda: on(lambda h: list(datastructures.Headers(h)), {"A": "1", "B": ["2", "3"]})),
    call("Headers set", lambda: on(lambda h: h.set("A", "2") or list(h), datastructures.Headers({"A": "1"}))),
    call("ImmutableDict", lambda: on(lambda d: d.copy(), datastructures.ImmutableDict({"a": 1}))),
    call("ImmutableDict set", lambda: on(lambda d: d.__setitem__("a", 2), datastructures.ImmutableDict({"a": 1}))),
    call("ImmutableList", lambda: on(lambda xs: xs.append(1), datastructures.ImmutableList([1]))),
    call("HeaderSet", lambda: on(lambda xs: "B" in datastructures.HeaderSet(xs), ["a", "b"])),
    call("CallbackDict", lambda: on(lambda d, f: datastructures.CallbackDict(d, f).setdefault("b", 2), {"a": 1}, None)),
    call(
        "CombinedMultiDict",
        lambda: on(
            lambda a, b: datastructures.CombinedMultiDict([a, b]).getlist("x"),
            datastructures.MultiDict({"x": 1}),
            datastructures.MultiDict({"x": 2}),
        ),
    ),
    call("parse_options_header", lambda: on(http.parse_options_header, "text/html; charset=utf8")),
    call("parse_list_header", lambda: on(http.parse_list_header, 'a, "b, c"')),
    call("parse_dict_header", lambda: on(http.parse_dict_header, 'a=1, b="2"')),
    call(
        "parse_accept_header",
        lambda: on(lambda text: http.parse_accept_header(text, datastructures.LanguageAccept).best, "de;q=0.5,en"),
    ),
    call("dump_header", lambda: on(http.dump_header, {"a": "1", "b": None})),
    call("dump_header of a list", lambda: on(http.dump_header, ["a", "b c"]), "['a', 'b c']"),
    call("quote_etag", lambda: on(http.quote_etag, "abc", True)),
    call("parse_cookie", lambda: on(http.parse_cookie, "a=1; b=2")),
    call("dump_cookie", lambda: on(http.dump_cookie, "a", "1", path="/x")),
    call("http_date", lambda: on(http.http_date, 0)),
    call("secure_filename", lambda: on(utils.secure_filename, "../a b.txt")),
]

REQUESTS = [
    call("get", lambda: on(lambda d: d["ACCEPT"], requests.structures.CaseInsensitiveDict(Accept="x"))),
    call("get missing", lambda: on(lambda d: d.get("Host"), requests.structures.CaseInsensitiveDict(Accept="x"))),
    call("from dict", lambda: on(lambda d: dict(requests.structures.CaseInsensitiveDict(d)), {"A": 1})),
    call("update", lambda: on(lambda d, e: d.update(e), requests.structures.CaseInsensitiveDict(A=1), {"a": 2})),
    call("lower_items", lambda: on(lambda d: list(d.lower_items()), requests.structures.CaseInsensitiveDict(A=1))),
    call("equal", lambda: on(lambda d, e: d == e, requests.structures.CaseInsensitiveDict(A=1), {"a": 1})),
    call("LookupDict", lambda: on(lambda d: d["missing"], requests.structures.LookupDict("x"))),
    call("dict_to_sequence", lambda: on(requests.utils.to_key_val_list, {"a": 1})),
    call("merge_setting", lambda: on(requests.sessions.merge_setting, {"a": 1, "b": None}, {"c": 3})),
    call("encode_params", lambda: on(requests.models.RequestEncodingMixin._encode_params, {"a": [1, 2], "b": "c"})),
    call(
        "prepare url",
        lambda: on(
            lambda params: requests.Request("GET", "http://a.b/", params=params).prepare().url, {"q": "x", "n": [1, 2]}
        ),
    ),
    call(
        "prepare headers",
        lambda: on(lambda h: dict(requests.Request("GET", "http://a.b/", headers=h).prepare().headers), {"X-A": "1"}),
    ),
    call(
        "prepare json",
        lambda: on(lambda body: requests.Request("POST", "http://a.b/", json=body).prepare().body, {"a": [1, None]}),
    ),
    call("parse_header_links", lambda: on(requests.utils.parse_header_links, "<http://a>; rel=front, <http://b>")),
    call(
        "get_encoding", lambda: on(requests.utils.get_encoding_from_headers, {"content-type": "text/html; charset=x"})
    ),
    call(
        "cookies",
        lambda: on(lambda d: requests.utils.dict_from_cookiejar(requests.utils.cookiejar_from_dict(d)), {"a": "1"}),
    ),
]

BIDICT = [
    call("inverse", lambda: on(lambda d: bidict(d).inverse[1], {"a": 1})),
    call("get", lambda: on(lambda d: d["a"], bidict({"a": 1}))),
    call("inverse of observed", lambda: on(lambda d: d.inverse[1], bidict({"a": 1}))),
    call("put", lambda: on(lambda d: d.put("b", 2), bidict({"a": 1}))),
    call("put duplicate", lambda: on(lambda d: d.put("b", 1), bidict({"a": 1}))),
    call("forceput", lambda: on(lambda d: d.forceput("b", 1), bidict({"a": 1}))),
    call("frozen hash", lambda: on(lambda d: hash(d) == hash(frozenbidict(d)), frozenbidict({"a": 1}))),
    call("inverted", lambda: on(lambda d: list(inverted(d)), {"a": 1, "b": 2})),
    call("equal", lambda: on(lambda d, e: d == e, bidict({"a": 1}), {"a": 1})),
    call("pop", lambda: on(lambda d: d.pop("a"), bidict({"a": 1}))),
]

CACHETOOLS = [
    call("LRU get", lambda: on(lambda c: c["a"], cachetools_lru())),
    call("LRU set", lambda: on(lambda c: c.__setitem__("c", 3) or sorted(c), cachetools_lru())),
    call("LRU popitem", lambda: on(lambda c: c.popitem(), cachetools_lru())),
    call("LFU", lambda: on(lambda c: [c["a"], c.popitem()], cachetools_lfu())),
    call("currsize", lambda: on(lambda c: c.currsize, cachetools_lru())),
    call("cached", lambda: on(lambda f, x: cachetools.cached({})(f)(x), lambda x: x + 1, 2)),
    call("cached in a dict", lambda: on(lambda cache: cachetools.cached(cache)(abs)(-2), {})),
    call("hashkey", lambda: on(lambda *xs: cachetools.keys.hashkey(*xs) == cachetools.keys.hashkey(1, 2), 1, 2)),
    call("typedkey", lambda: on(lambda x: cachetools.keys.typedkey(x) == cachetools.keys.typedkey(3), 3)),
    call("cachedmethod", lambda: on(lambda cache, x: cachetools.cached(cache, key=lambda x: x)(str)(x), {}, "a")),
]


def cachetools_lru() -> Any:
    cache: Any = cachetools.LRUCache(maxsize=2)
    cache["a"], cache["b"] = 1, 2
    return cache


def cachetools_lfu() -> Any:
    cache: Any = cachetools.LFUCache(maxsize=2)
    cache["a"], cache["b"] = 1, 2
    return cache


INTERVALTREE = [
    call(
        "from tuples",
        lambda: on(lambda xs: sorted(intervaltree.IntervalTree.from_tuples(xs)), [(1, 3, "a"), (2, 4, "b")]),
    ),
    call("at", lambda: on(lambda t: sorted(t[2]), intervaltree.IntervalTree.from_tuples([(1, 3), (5, 6)]))),
    call(
        "overlap",
        lambda: on(lambda t: sorted(t.overlap(2, 6)), intervaltree.IntervalTree.from_tuples([(1, 3), (5, 6)])),
    ),
    call("add", lambda: on(lambda t: t.addi(7, 8, "x") or len(t), intervaltree.IntervalTree.from_tuples([(1, 3)]))),
    call("merge_overlaps", lambda: on(lambda xs: merged(xs), [(1, 3), (2, 4), (6, 7)])),
    call(
        "overlaps",
        lambda: on(intervaltree.Interval.overlaps, intervaltree.Interval(1, 3), 2, 5),
        "Interval(1, 3, _)",
        "2",
        "5",
    ),
    call("interval length", lambda: on(lambda i: i.length(), intervaltree.Interval(1, 3, "data")), "Interval(1, 3, _)"),
]


def merged(pairs: Any) -> Any:
    tree = intervaltree.IntervalTree.from_tuples(pairs)
    tree.merge_overlaps()
    return sorted(tree)


DICTS = {
    "munch": [
        call("munchify", lambda: on(munch.munchify, {"a": {"b": [1, {"c": 2}]}})),
        call("unmunchify", lambda: on(munch.unmunchify, munch.munchify({"a": {"b": 1}}))),
        call("attribute", lambda: on(lambda m: m.a.b, munch.munchify({"a": {"b": 1}, "c": 2}))),
        call("set", lambda: on(lambda m: setattr(m, "x", 5), munch.Munch(a=1))),
        call("missing", lambda: on(lambda m: m.z, munch.Munch(a=1))),
        call("default", lambda: on(lambda m: m.z, munch.DefaultMunch(7, {"a": 1}))),
        call("toDict", lambda: on(lambda m: m.toDict(), munch.Munch(a=munch.Munch(b=1)))),
        call("copy", lambda: on(lambda m: m.copy(), munch.Munch(a=1))),
    ],
    "addict": [
        call("nested", lambda: on(lambda d: addict.Dict(d).a.b, {"a": {"b": 1}})),
        call("missing", lambda: on(lambda d: d.x.y.z, addict.Dict({"a": 1}))),
        call("set", lambda: on(lambda d: setattr(d.x, "y", 1) or d.to_dict(), addict.Dict({"a": 1}))),
        call("update", lambda: on(lambda d, e: d.update(e) or d, addict.Dict({"a": {"b": 1}}), {"a": {"c": 2}})),
        call("deepcopy", lambda: on(copy.deepcopy, addict.Dict({"a": [1]}))),
        call("or", lambda: on(lambda d, e: d | e, addict.Dict(a=1), {"b": 2})),
    ],
    "frozendict": [
        call("get", lambda: on(lambda d: d["a"], frozendict(a=1, b=2))),
        call("from dict", lambda: on(frozendict, {"a": 1})),
        call("set", lambda: on(lambda d: d.set("b", 2), frozendict(a=1))),
        call("hash", lambda: on(lambda d: hash(d) == hash(frozendict(a=1)), frozendict(a=1))),
        call("or", lambda: on(lambda d, e: d | e, frozendict(a=1), {"b": 2})),
        call("delete", lambda: on(lambda d: d.delete("a"), frozendict(a=1, b=2))),
    ],
}

CALLS = {
    "sortedcontainers": SORTEDCONTAINERS,
    "multidict": MULTIDICT,
    "werkzeug": WERKZEUG,
    "requests": REQUESTS,
    "bidict": BIDICT,
    "cachetools": CACHETOOLS,
    "intervaltree": INTERVALTREE,
    **DICTS,
}
