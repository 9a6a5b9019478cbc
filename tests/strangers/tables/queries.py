"""Queries into nested data, trees, differences, asynchronous iterators."""

from __future__ import annotations

import asyncio
import copy
from typing import Any

import aiostream
import anytree
import anytree.exporter
import anytree.importer
import asyncstdlib
import dpath
import glom
import jmespath
import jsonpath_ng
import jsonpath_ng.ext
from deepdiff import DeepDiff, DeepHash, DeepSearch, Delta, extract

from strangers.calls import call, on

DATA: dict[str, Any] = {"a": {"b": [{"c": 1}, {"c": 2}], "d": "x"}, "n": [3, 1, 2]}


def data() -> dict[str, Any]:
    return copy.deepcopy(DATA)


GLOM = [
    call("path", lambda: on(glom.glom, data(), "a.d"), "{'a': {'d': 'x', **_}, **_}", "'a.d'"),
    call(
        "list",
        lambda: on(lambda d: glom.glom(d, ("a.b", ["c"])), data()),
        "{'a': {'b': [{'c': 1, **_}, {'c': 2, **_}], **_}, **_}",
    ),
    call("spec dict", lambda: on(lambda d: glom.glom(d, {"x": "a.d", "y": "n"}), data())),
    call("missing", lambda: on(glom.glom, data(), "a.z")),
    call("default", lambda: on(lambda d: glom.glom(d, "a.z", default=5), data()), "{'a': {'z': absent, **_}, **_}"),
    call("Coalesce", lambda: on(lambda d: glom.glom(d, glom.Coalesce("z", "a.d")), data())),
    call("T", lambda: on(lambda d: glom.glom(d, glom.T["n"][0]), data())),
    call("function", lambda: on(lambda d, f: glom.glom(d, ("n", f)), data(), sum)),
    call("assign", lambda: on(lambda d: glom.assign(d, "a.e", 7), data())),
    call("delete", lambda: on(lambda d: glom.delete(d, "a.d"), data())),
    call("Flatten", lambda: on(lambda xs: glom.flatten(xs), [[1], [2, 3]])),
    call("merge", lambda: on(lambda xs: glom.merge(xs), [{"a": 1}, {"b": 2}])),
    call("Iter", lambda: on(lambda xs: glom.glom(xs, glom.Iter().filter(lambda x: x > 1).all()), [1, 2, 3])),
    call("Match", lambda: on(lambda d: glom.glom(d, glom.Match({str: int})), {"a": 1})),
    call("Fold", lambda: on(lambda xs: glom.glom(xs, glom.Sum()), [1, 2])),
    call("Group", lambda: on(lambda xs: glom.glom(xs, glom.Group({lambda x: x % 2: [glom.T]})), [1, 2, 3])),
]

JMESPATH = [
    call("field", lambda: on(jmespath.search, "a.d", data()), "'a.d'", "{'a': {'d': 'x', **_}, **_}"),
    call(
        "projection",
        lambda: on(lambda d: jmespath.search("a.b[*].c", d), data()),
        "{'a': {'b': [{'c': 1, **_}, {'c': 2, **_}], **_}, **_}",
    ),
    call("index", lambda: on(lambda d: jmespath.search("n[0]", d), data()), "{'n': [3, _, _], **_}"),
    call("last", lambda: on(lambda d: jmespath.search("n[-1]", d), data()), "{'n': [_, _, 2], **_}"),
    call("slice", lambda: on(lambda d: jmespath.search("n[0:2]", d), data()), "{'n': [3, 1, _], **_}"),
    call("filter", lambda: on(lambda d: jmespath.search("a.b[?c==`1`]", d), data())),
    call("sort", lambda: on(lambda d: jmespath.search("sort(n)", d), data())),
    call("length", lambda: on(lambda d: jmespath.search("length(n)", d), data())),
    call(
        "multiselect",
        lambda: on(lambda d: jmespath.search("{x: a.d, y: n[0]}", d), data()),
        "{'a': {'d': 'x', **_}, 'n': [3, _, _], **_}",
    ),
    call("keys", lambda: on(lambda d: jmespath.search("keys(a)", d), data())),
    call("max_by", lambda: on(lambda d: jmespath.search("max_by(a.b, &c).c", d), data())),
    call("missing", lambda: on(lambda d: jmespath.search("z.y", d), data()), "{'z': absent, **_}"),
    call("or", lambda: on(lambda d: jmespath.search("z || n", d), data()), "{'n': [3, 1, 2], 'z': absent, **_}"),
    call("flatten", lambda: on(lambda d: jmespath.search("[]", d), [[1], [2]])),
    call("wrong", lambda: on(lambda d: jmespath.search("length(@)", d), 3)),
]

PATHS = {
    "jsonpath_ng": [
        call("field", lambda: on(lambda d: [m.value for m in jsonpath_ng.parse("a.d").find(d)], data())),
        call("all", lambda: on(lambda d: [m.value for m in jsonpath_ng.parse("a.b[*].c").find(d)], data())),
        call("index", lambda: on(lambda d: [m.value for m in jsonpath_ng.parse("n[1]").find(d)], data())),
        call("descendants", lambda: on(lambda d: [m.value for m in jsonpath_ng.parse("$..c").find(d)], data())),
        call("update", lambda: on(lambda d: jsonpath_ng.parse("a.d").update(d, 5), data())),
        call("full path", lambda: on(lambda d: [str(m.full_path) for m in jsonpath_ng.parse("n[*]").find(d)], data())),
        call(
            "filter", lambda: on(lambda d: [m.value for m in jsonpath_ng.ext.parse("a.b[?(@.c>1)].c").find(d)], data())
        ),
    ],
    "dpath": [
        call("get", lambda: on(dpath.get, data(), "a/d")),
        call("get deep", lambda: on(dpath.get, data(), "a/b/0/c")),
        call("search", lambda: on(dpath.search, data(), "a/*")),
        call("values", lambda: on(dpath.values, data(), "n/*")),
        call("set", lambda: on(dpath.set, data(), "a/d", 5)),
        call("new", lambda: on(dpath.new, data(), "x/y", 5)),
        call("delete", lambda: on(dpath.delete, data(), "a/d")),
        call("merge", lambda: on(dpath.merge, {"a": [1]}, {"a": [2], "b": 3})),
        call("get missing", lambda: on(dpath.get, data(), "z")),
    ],
}


def tree() -> anytree.Node:
    root = anytree.Node("root")
    left = anytree.Node("left", parent=root, weight=1)
    anytree.Node("leaf", parent=left, weight=2)
    anytree.Node("right", parent=root, weight=3)
    return root


ANYTREE = [
    call("children", lambda: on(lambda t: [c.name for c in t.children], tree())),
    call("parent", lambda: on(lambda t: t.children[0].parent is t, tree())),
    call("root", lambda: on(lambda t: t.children[0].children[0].root.name, tree())),
    call("height", lambda: on(lambda t: t.height, tree())),
    call("depth", lambda: on(lambda t: t.children[0].children[0].depth, tree())),
    call("preorder", lambda: on(lambda t: [n.name for n in anytree.PreOrderIter(t)], tree())),
    call("postorder", lambda: on(lambda t: [n.name for n in anytree.PostOrderIter(t)], tree())),
    call("levels", lambda: on(lambda t: [[n.name for n in level] for level in anytree.LevelOrderGroupIter(t)], tree())),
    call("find", lambda: on(lambda t, f: anytree.find(t, f).name, tree(), lambda n: n.name == "leaf")),
    call("findall", lambda: on(lambda t: len(anytree.findall(t, lambda n: n.is_leaf)), tree())),
    call("find_by_attr", lambda: on(lambda t: anytree.find_by_attr(t, "right").weight, tree())),
    call("path", lambda: on(lambda t: [n.name for n in t.children[0].children[0].path], tree())),
    call("siblings", lambda: on(lambda t: [n.name for n in t.children[0].siblings], tree())),
    call("render", lambda: on(lambda t: anytree.RenderTree(t).by_attr("name"), tree())),
    call("export", lambda: on(lambda t: anytree.exporter.DictExporter().export(t), tree())),
    call(
        "import",
        lambda: on(
            lambda d: [n.name for n in anytree.importer.DictImporter().import_(d).descendants],
            {"name": "a", "children": [{"name": "b"}]},
        ),
    ),
    call("json", lambda: on(lambda t: anytree.exporter.JsonExporter().export(t), tree())),
    call("detach", lambda: on(lambda t: setattr(t.children[0], "parent", None) or len(t.children), tree())),
    call("attach", lambda: on(lambda t: anytree.Node("new", parent=t).root.name, tree())),
    call("resolver", lambda: on(lambda t: anytree.Resolver("name").get(t, "left/leaf").name, tree())),
    call("walker", lambda: on(lambda t: len(anytree.Walker().walk(t.children[0], t.children[1])[0]), tree())),
    call("loop", lambda: on(lambda t: setattr(t, "parent", t.children[0]), tree())),
]

DEEPDIFF = [
    call("equal", lambda: on(lambda a, b: DeepDiff(a, b).to_dict(), {"a": [1]}, {"a": [1]})),
    call("changed", lambda: on(lambda a, b: DeepDiff(a, b).to_dict(), {"a": [1, 2]}, {"a": [1, 3], "b": 1})),
    call("ignore order", lambda: on(lambda a, b: DeepDiff(a, b, ignore_order=True).to_dict(), [1, 2], [2, 1])),
    call("type changed", lambda: on(lambda a, b: sorted(DeepDiff(a, b)), 1, "1")),
    call("hash", lambda: on(lambda x: DeepHash(x)[x] == DeepHash([1])[x], (1, 2))),
    call("search", lambda: on(lambda x: DeepSearch(x, "x"), {"a": "x", "b": ["x"]})),
    call("delta", lambda: on(lambda a, b: a + Delta(DeepDiff(a, b)), [1, 2], [1, 3])),
    call(
        "extract",
        lambda: on(extract, {"a": [1, {"b": 2}]}, "root['a'][1]['b']"),
        "{'a': [_, {'b': 2, **_}], **_}",
        "\"root['a'][1]['b']\"",
    ),
    call(
        "exclude",
        lambda: on(
            lambda a, b: DeepDiff(a, b, exclude_paths=["root['b']"]).to_dict(), {"a": 1, "b": 2}, {"a": 1, "b": 3}
        ),
    ),
    call("significant digits", lambda: on(lambda a, b: DeepDiff(a, b, significant_digits=1).to_dict(), 1.12, 1.14)),
]


async def counting(stop: int) -> Any:
    for number in range(stop):
        yield number


def run(awaitable: Any) -> Any:
    async def waiting() -> Any:
        return await awaitable

    return asyncio.run(waiting())


async def streamed(stream: Any) -> Any:
    async with stream.stream() as streamer:
        return [item async for item in streamer]


ASYNC = {
    "asyncstdlib": [
        call("list", lambda: on(lambda xs: run(asyncstdlib.list(xs)), [1, 2]), "[1, 2]"),
        call("list of async", lambda: on(lambda xs: run(asyncstdlib.list(xs)), counting(3))),
        call("sum", lambda: on(lambda xs: run(asyncstdlib.sum(xs)), counting(3))),
        call("any", lambda: on(lambda xs: run(asyncstdlib.any(xs)), [0, 1, 2]), "[0, 1, _]"),
        call("any of async", lambda: on(lambda xs: run(asyncstdlib.any(xs)), counting(3))),
        call("map", lambda: on(lambda f, xs: run(asyncstdlib.list(asyncstdlib.map(f, xs))), str, [1, 2])),
        call("zip", lambda: on(lambda xs, ys: run(asyncstdlib.list(asyncstdlib.zip(xs, ys))), [1, 2], [3])),
        call("enumerate", lambda: on(lambda xs: run(asyncstdlib.list(asyncstdlib.enumerate(xs))), counting(2))),
        call("islice", lambda: on(lambda xs: run(asyncstdlib.list(asyncstdlib.islice(xs, 1))), [1, 2]), "[1, _]"),
        call("chain", lambda: on(lambda xs, ys: run(asyncstdlib.list(asyncstdlib.chain(xs, ys))), [1], counting(2))),
        call(
            "takewhile",
            lambda: on(lambda xs: run(asyncstdlib.list(asyncstdlib.takewhile(lambda x: x < 2, xs))), [1, 2, 3]),
            "[1, 2, _]",
        ),
        call("reduce", lambda: on(lambda f, xs: run(asyncstdlib.reduce(f, xs)), lambda a, b: a - b, [5, 2])),
        call("max", lambda: on(lambda xs: run(asyncstdlib.max(xs)), [1, 3])),
        call("groupby", lambda: on(lambda xs: run(grouped(xs)), [1, 1, 2])),
        call(
            "cycle", lambda: on(lambda xs: run(asyncstdlib.list(asyncstdlib.islice(asyncstdlib.cycle(xs), 4))), [1, 2])
        ),
    ],
    "aiostream": [
        call("list", lambda: on(lambda xs: run(aiostream.stream.list(xs)), [1, 2])),
        call("iterate", lambda: on(lambda xs: run(streamed(aiostream.stream.iterate(xs))), [1, 2])),
        call("of async", lambda: on(lambda xs: run(streamed(aiostream.stream.iterate(xs))), counting(3))),
        call("map", lambda: on(lambda xs, f: run(streamed(aiostream.stream.map(xs, f))), counting(3), lambda x: x * 2)),
        call(
            "take",
            lambda: on(lambda xs: run(streamed(aiostream.stream.take(aiostream.stream.iterate(xs), 1))), counting(3)),
        ),
        call("accumulate", lambda: on(lambda xs: run(streamed(aiostream.stream.accumulate(xs))), counting(3))),
        call("zip", lambda: on(lambda xs, ys: run(streamed(aiostream.stream.zip(xs, ys))), counting(2), counting(3))),
        call("chunks", lambda: on(lambda xs: run(streamed(aiostream.stream.chunks(xs, 2))), counting(3))),
    ],
}


async def grouped(iterable: Any) -> Any:
    return [(key, await asyncstdlib.list(group)) async for key, group in asyncstdlib.groupby(iterable)]


CALLS = {"glom": GLOM, "jmespath": JMESPATH, **PATHS, "anytree": ANYTREE, "deepdiff": DEEPDIFF, **ASYNC}
