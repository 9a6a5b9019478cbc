"""What a call returns, and leaves of its arguments, is in shape what the plain call returns and leaves."""

from __future__ import annotations

import functools
import types
from typing import Any

import pytest

from strictcheck import nf, observe, whnf


class Node:
    def __init__(self, name: str, parent: Node | None = None) -> None:
        self.name = name
        self.parent = parent
        self.children: list[Node] = []
        if parent is not None:
            parent.children.append(self)

    @functools.cached_property
    def cached(self) -> Any:
        return types.SimpleNamespace, [self]

    def shown(self) -> str:
        return self.name


def family() -> Node:
    root = Node("root")
    Node("left", root)
    Node("right", root)
    return root


def rename(node: Any) -> Any:
    node.name = "new"
    return node


@pytest.mark.parametrize("context", [nf, whnf])
def test_what_nobody_looked_at_holds_what_was_changed(context: Any) -> None:
    root = family()
    found = observe(rename, root, context=context).result
    assert [child.parent is found for child in found.children] == [True, True]
    assert found is not root
    assert [child.parent is root for child in root.children] == [True, True]
    assert root.name == "root"


def test_what_was_changed_deep_inside_is_seen_from_all_sides() -> None:
    root = family()

    def change(node: Any) -> Any:
        node.children[0].name = "new"
        return node

    found = observe(change, root).result
    left, right = found.children
    assert (left.name, left.parent is found, right.parent is found) == ("new", True, True)
    assert right.parent.children[0] is left
    assert [child.name for child in root.children] == ["left", "right"]


def test_a_ring_through_a_tuple_comes_back_as_a_ring() -> None:
    ring: list[Any] = [1]
    ring.append((ring, 2))

    def change(xs: Any) -> Any:
        xs[0] = 7
        return xs[1]

    found = observe(change, ring).result
    assert type(found) is tuple
    assert found[0][1] is found
    assert found[0][0] == 7
    assert ring[0] == 1


def test_a_dict_that_holds_itself_comes_back_with_its_new_self() -> None:
    table: dict[str, Any] = {"a": 1}
    table["self"] = table

    def change(xs: Any) -> Any:
        xs["b"] = 2
        return xs

    found = observe(change, table).result
    assert found["self"] is found
    assert found["self"]["b"] == 2
    assert "b" not in table


def test_what_a_cached_property_keeps_is_an_attribute_from_then_on() -> None:
    root = family()
    found = observe(lambda node: node.cached and node, root).result
    assert found.__dict__["cached"][1][0] is found
    assert "cached" not in root.__dict__


def test_methods_and_partial_functions_are_bound_to_what_was_changed() -> None:
    def change(node: Any) -> Any:
        node.name = "new"
        return node.shown, functools.partial(Node.shown, node), node.children.append, node.__dict__.get

    shown, part, append, get = observe(change, family(), context=nf).result
    assert (shown(), part(), get("name")) == ("new", "new", "new")
    assert shown.__self__ is part.args[0]
    assert type(append.__self__) is list


def test_an_attribute_of_an_object_goes_before_a_function_of_its_class() -> None:
    node = Node("a")
    vars(node)["shown"] = lambda: "its own"
    assert observe(lambda n: n.shown(), node).result == "its own"


class Tagged(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        return [self]


def test_a_copy_on_which_a_call_works_is_the_argument_again() -> None:
    def missing(table: Any) -> Any:
        table.setdefault("a", 1)
        return table["b"], table

    table = Tagged(a=0)
    (held,), found = observe(missing, table, context=nf).result
    assert held is found is table


class Slotted:
    __slots__ = ("__dict__", "__state__")

    def __init__(self) -> None:
        self.__state__ = [1]
        self.a = 2


def test_a_slot_with_a_special_name_is_state_and_not_in_the_dict() -> None:
    observation = observe(lambda v: (vars(v), v.__state__), Slotted(), context=nf)
    assert observation.result == ({"a": 2}, [1])
    assert str(observation.demand) == "Slotted(__state__=[1], a=2)"
    assert observation.verify().replay().result == observation.result
