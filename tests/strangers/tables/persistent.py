"""Persistent collections: pyrsistent and immutables; networkx, whose graphs are dicts of dicts."""

from __future__ import annotations

import immutables
import networkx as nx
import pyrsistent
from pyrsistent import PClass, PRecord, field, freeze, m, ny, pbag, pdeque, plist, pmap, pset, pvector, thaw, v

from strangers.calls import call, on


class Point(PRecord):
    x = field(type=int)
    y = field(type=int, initial=0)


class Pair(PClass):
    left = field()
    right = field(initial=1)


PYRSISTENT = [
    call("pvector", lambda: on(pvector, [1, 2])),
    call("pvector item", lambda: on(lambda xs: xs[1], v(1, 2, 3))),
    call("pvector append", lambda: on(lambda xs: xs.append(4), v(1, 2, 3))),
    call("pvector set", lambda: on(lambda xs: xs.set(0, 9), v(1, 2, 3))),
    call("pvector iterate", lambda: on(lambda xs: [x + 1 for x in xs], v(1, 2))),
    call("pvector add", lambda: on(lambda xs, ys: xs + ys, v(1), [2])),
    call("pvector transform", lambda: on(lambda xs: xs.transform([ny], lambda x: x * 2), v(1, 2))),
    call("pvector slice", lambda: on(lambda xs: xs[1:], v(1, 2, 3))),
    call("pvector evolver", lambda: on(evolved, v(1, 2))),
    call("pmap", lambda: on(pmap, {"a": 1})),
    call("pmap get", lambda: on(lambda d: d["a"], m(a=1, b=2))),
    call("pmap missing", lambda: on(lambda d: d["z"], m(a=1))),
    call("pmap set", lambda: on(lambda d: d.set("b", 2), m(a=1))),
    call("pmap update", lambda: on(lambda d, e: d.update(e), m(a=1), {"b": 2})),
    call("pmap attribute", lambda: on(lambda d: d.a, m(a=1))),
    call("pmap items", lambda: on(lambda d: sorted(d.items()), m(a=1, b=2))),
    call("pmap remove", lambda: on(lambda d: d.remove("a"), m(a=1, b=2))),
    call("pmap transform", lambda: on(lambda d: d.transform(["a", "b"], 5), m(a=m(b=1)))),
    call("pmap in", lambda: on(lambda d: "a" in d, m(a=1))),
    call("pmap len", lambda: on(len, m(a=1))),
    call("pset", lambda: on(lambda xs: pset(xs) | {3}, [1, 2])),
    call("pset contains", lambda: on(lambda s: 1 in s, pset([1, 2]))),
    call("pset sorted", lambda: on(sorted, pset([2, 1]))),
    call("pbag count", lambda: on(lambda b: b.count(1), pbag([1, 1, 2]))),
    call("plist", lambda: on(lambda xs: plist(xs).cons(0), [1, 2])),
    call("plist first", lambda: on(lambda xs: xs.first, plist([1, 2])), "PList(first=1)"),
    call("plist rest", lambda: on(lambda xs: xs.rest.first, plist([1, 2]))),
    call("plist iterate", lambda: on(list, plist([1, 2]))),
    call("plist reverse", lambda: on(lambda xs: xs.reverse(), plist([1, 2]))),
    call("pdeque pop", lambda: on(lambda d: d.pop(), pdeque([1, 2, 3]))),
    call("pdeque rotate", lambda: on(lambda d: list(d.rotate(1)), pdeque([1, 2, 3]))),
    call("freeze", lambda: on(freeze, {"a": [1, {2}]})),
    call("thaw", lambda: on(thaw, m(a=v(1, m(b=2))))),
    call("record", lambda: on(lambda x: Point(x=x), 1)),
    call("record of a wrong type", lambda: on(lambda x: Point(x=x), "a")),
    call("record field", lambda: on(lambda p: p.x, Point(x=1, y=2))),
    call("record set", lambda: on(lambda p: p.set(x=5), Point(x=1, y=2))),
    call("record serialize", lambda: on(lambda p: p.serialize(), Point(x=1))),
    call("class field", lambda: on(lambda p: p.left, Pair(left=[1]))),
    call("class set", lambda: on(lambda p: p.set(left=2).left, Pair(left=[1]))),
    call("class equal", lambda: on(lambda p, q: p == q, Pair(left=1), Pair(left=1))),
    call("get_in", lambda: on(pyrsistent.get_in, ["a", 0], {"a": [1, 2], "b": 3})),
    call("CheckedPVector", lambda: on(lambda xs: Numbers(xs), [1, 2])),
]


class Numbers(pyrsistent.CheckedPVector):
    __type__ = int


def evolved(vector: object) -> object:
    evolver = vector.evolver()
    evolver[0] = 5
    evolver.append(6)
    return evolver.persistent()


IMMUTABLES = [
    call("Map", lambda: on(lambda d: immutables.Map(d)["a"], {"a": 1})),
    call("get", lambda: on(lambda d: d["a"], immutables.Map(a=1))),
    call("set", lambda: on(lambda d: sorted(d.set("b", 2).items()), immutables.Map(a=1))),
    call("delete", lambda: on(lambda d: d.delete("a"), immutables.Map(a=1, b=2))),
    call("update", lambda: on(lambda d, e: sorted(d.update(e)), immutables.Map(a=1), {"b": 2})),
    call("mutate", lambda: on(mutated, immutables.Map(a=1))),
    call("equal", lambda: on(lambda d, e: d == e, immutables.Map(a=1), immutables.Map(a=1))),
    call("iterate", lambda: on(sorted, immutables.Map(a=1, b=2))),
    call("missing", lambda: on(lambda d: d["z"], immutables.Map(a=1))),
    call("len", lambda: on(len, immutables.Map(a=1))),
]


def mutated(mapping: object) -> object:
    with mapping.mutate() as changing:
        changing["c"] = 3
        return sorted(changing.finish())


EDGES = [(1, 2), (2, 3), (1, 3), (3, 4)]
NETWORKX = [
    call(
        "Graph of edges",
        lambda: on(lambda edges: sorted(nx.Graph(edges).edges), list(EDGES)),
        "[[1, 2], [2, 3], [1, 3], [3, 4]]",
    ),
    call("Graph of dict", lambda: on(lambda d: sorted(nx.Graph(d).edges), {1: [2, 3], 2: [3]})),
    call("neighbors", lambda: on(lambda g: list(g.neighbors(1)), nx.Graph(EDGES))),
    call("degree", lambda: on(lambda g: dict(g.degree()), nx.Graph(EDGES))),
    call("shortest_path", lambda: on(nx.shortest_path, nx.Graph(EDGES), 1, 4)),
    call("shortest_path edges", lambda: on(lambda e: nx.shortest_path(nx.Graph(e), 1, 4), list(EDGES))),
    call("dijkstra", lambda: on(nx.dijkstra_path_length, nx.path_graph(3), 0, 2)),
    call("dijkstra of weights", lambda: on(lambda e: dijkstra(e), [(1, 2, 5), (2, 3, 1), (1, 3, 9)])),
    call("connected_components", lambda: on(nx.connected_components, nx.Graph(EDGES))),
    call("topological_sort", lambda: on(nx.topological_sort, nx.DiGraph(EDGES))),
    call("topological_sort of a cycle", lambda: on(nx.topological_sort, nx.DiGraph([(1, 2), (2, 1)]))),
    call("is_tree", lambda: on(nx.is_tree, nx.Graph(EDGES))),
    call("bfs_tree", lambda: on(lambda g: sorted(nx.bfs_tree(g, 1).edges), nx.Graph(EDGES))),
    call("dfs_edges", lambda: on(nx.dfs_edges, nx.Graph(EDGES), 1)),
    call("pagerank of degree", lambda: on(nx.degree_centrality, nx.Graph(EDGES))),
    call("triangles", lambda: on(nx.triangles, nx.Graph(EDGES))),
    call("clustering", lambda: on(nx.clustering, nx.Graph(EDGES))),
    call("add_edge", lambda: on(lambda g: g.add_edge(7, 8), nx.Graph(EDGES))),
    call("remove_node", lambda: on(lambda g: g.remove_node(3) or sorted(g), nx.Graph(EDGES))),
    call("subgraph", lambda: on(lambda g, ns: sorted(g.subgraph(ns).edges), nx.Graph(EDGES), [1, 2, 3])),
    call("node attributes", lambda: on(nx.get_node_attributes, attributed(), "colour")),
    call("set attributes", lambda: on(nx.set_node_attributes, nx.Graph(EDGES), {1: {"a": 1}})),
    call("to_dict_of_lists", lambda: on(nx.to_dict_of_lists, nx.Graph(EDGES))),
    call("from_dict_of_lists", lambda: on(lambda d: sorted(nx.from_dict_of_lists(d).edges), {0: [1], 1: [0, 2]})),
    call("relabel", lambda: on(lambda g, d: sorted(nx.relabel_nodes(g, d)), nx.path_graph(3), {0: 9})),
    call("union", lambda: on(lambda g, h: sorted(nx.union(g, h)), nx.path_graph(2), nx.Graph([(5, 6)]))),
    call("minimum_spanning_tree", lambda: on(lambda g: sorted(nx.minimum_spanning_tree(g).edges), nx.Graph(EDGES))),
    call("greedy_color", lambda: on(nx.greedy_color, nx.Graph(EDGES))),
    call("cycle_basis", lambda: on(nx.cycle_basis, nx.Graph(EDGES))),
    call("node_link_data", lambda: on(nx.node_link_data, nx.path_graph(2), edges="links")),
    call("has_path", lambda: on(nx.has_path, nx.Graph(EDGES), 1, 4)),
    call("max_flow", lambda: on(lambda e: flow(e), [("s", "a", 3), ("a", "t", 2)])),
]


def dijkstra(edges: object) -> object:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return nx.dijkstra_path(graph, 1, 3)


def flow(edges: object) -> object:
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(edges, weight="capacity")
    return nx.maximum_flow_value(graph, "s", "t")


def attributed() -> object:
    graph = nx.path_graph(2)
    graph.nodes[0]["colour"] = "red"
    return graph


CALLS = {"pyrsistent": PYRSISTENT, "immutables": IMMUTABLES, "networkx": NETWORKX}
