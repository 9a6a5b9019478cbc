"""Weak references and proxies: the object behind one is observed, and has one thunk, as wherever else it is reached."""

from __future__ import annotations

import copy
import weakref
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import nf, observe


class Branch:
    """A node that knows its parent, and does not keep it alive."""

    def __init__(self, size: int, *below: Branch) -> None:
        self.size, self.below = size, list(below)
        for one in below:
            one.above = weakref.ref(self)

    above: Any = None

    def doubled(self) -> int:
        return self.size * 2

    def __repr__(self) -> str:
        return f"Branch{(self.size, *self.below)!r}"


class Leaf(Branch):
    """A node whose attribute is a proxy of its parent."""

    def __init__(self, size: int, *below: Leaf) -> None:
        super().__init__(size)
        self.below = list(below)
        for one in below:
            one.above = weakref.proxy(self)


TABLE = {
    "Branch(1, Branch(2))": """
        Branch(below=[Branch(above=ReferenceType(referent=b))]) as b    v.below[0].above() is v
        Branch(below=[Branch(above=ReferenceType(referent=b))]) as b    v.below[0].above().size = 7; v.size
        Branch(below=[Branch(above=ReferenceType(referent=b))], size=1) as b    v.below[0].above().size + 0
        Branch(below=[Branch(above=ReferenceType(referent=b))], size=1) as b    copy.copy(v.below[0].above)().size + 0
        Branch(below=[Branch()])    callable(v.below[0].above)
        Branch(below=[Branch(above=ReferenceType())])    isinstance(v.below[0].above, weakref.ref)
        _    weakref.ref(v)() is v
    """,
    "Leaf(1, Leaf(2))": """
        Leaf(below=[Leaf()])    v.below[0].above is v    v.below[0].above is v.below[0].above
        Leaf(below=[Leaf()])    type(v.below[0].above).__name__
        Leaf(below=[Leaf(above=ProxyType(referent=l))]) as l    isinstance(v.below[0].above, Leaf)
        Leaf(below=[Leaf(above=ProxyType(referent=l))]) as l    v.below[0].above == v
        Leaf(below=[Leaf(above=ProxyType(referent=l))]) as l    v.below[0].above.size = 7; v.size
        Leaf(below=[Leaf(above=ProxyType(referent=l))], size=1) as l    v.below[0].above.size + 0
        Leaf(below=[Leaf(above=ProxyType(referent=l))], size=1) as l    v.below[0].above.doubled()
        Leaf(below=[_])    v.below.append(Leaf(3)); v.below[1].above = weakref.proxy(v); v.below[1].above.below[1].size
    """,
}


NAMES = {"ReferenceType": weakref.ref, "ProxyType": weakref.ProxyType, "weakref": weakref, "copy": copy}


@rows({"Branch": Branch, "Leaf": Leaf, **NAMES}, TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row, delayed=False)  # a delayed object is not known as the one that is referred to


def test_a_parent_is_left_alone() -> None:
    top = Branch(1, Branch(2))
    observe(lambda low: setattr(low.above(), "size", 7), top.below[0]).verify().replay()
    assert top.size == 1


def test_what_a_call_writes_by_a_proxy_it_writes_to_its_copy() -> None:
    top = Leaf(1, Leaf(2))
    observation = observe(lambda low: setattr(low.above, "size", low.above.size + 6), top.below[0])
    observation.verify().replay()
    assert (top.size, vars(top.below[0].above)["size"]) == (1, 1)


def test_a_proxy_of_what_is_gone_raises_as_it_does_plainly() -> None:
    alone = Leaf(2)
    alone.above = weakref.proxy(Leaf(1))
    observe(lambda one: one.size + 0, alone, context=nf).verify().replay()
    observation = observe(lambda one: one.above.size, alone, catch=ReferenceError).verify().replay()
    assert str(observation.demand) == "Leaf(above=ProxyType(referent=None))"


@pytest.mark.parametrize("behind", [Leaf, len, Leaf(1).doubled])
def test_a_proxy_of_a_class_or_a_function_can_be_called(behind: Any) -> None:
    keep = Leaf(1)
    keep.above = weakref.proxy(behind)
    observation = observe(lambda one: (callable(one.above), one.above.__name__), keep)
    assert observation.verify().replay().result == (True, behind.__name__)


def circle(size: int) -> Leaf:
    """Link nodes in a circle, each to the next by a proxy, and keep them alive in the first one."""
    first, *others = nodes = [Leaf(number) for number in range(size)]
    first.below = others
    for one, other in zip(nodes, [*others, first], strict=True):
        one.above = weakref.proxy(other)
    return first


def test_a_circle_of_proxies_is_walked_and_changed() -> None:
    def insert(first: Any) -> Any:
        new = Leaf(9)
        first.below.append(new)
        new.above, first.above = first.above, weakref.proxy(new)
        sizes, one = [], first
        while len(sizes) < 5:
            sizes.append(one.size)
            one = one.above
        return sizes, first

    first = circle(3)
    sizes, made = observe(insert, first, context=nf).verify().replay().result
    assert sizes == [0, 9, 1, 2, 0]
    assert (made.above.size, first.above.size) == (9, 1)


def test_a_reference_to_what_is_gone_returns_none() -> None:
    gone = weakref.ref(Branch(1))
    observation = observe(lambda one: one(), gone).verify()
    assert observation.result is None
    assert str(observation.demand) == "ReferenceType(referent=None)"


def test_a_reference_that_a_call_makes_is_one_to_the_object_as_the_call_left_it() -> None:
    def add(top: Branch) -> Branch:
        top.size = 5
        top.below.append(Branch(3))
        top.below[-1].above = weakref.ref(top)
        return top

    made = observe(add, Branch(1, Branch(2))).verify().replay().result
    assert made.below[-1].above() is made
    assert made.size == 5


def test_a_deep_copy_refers_to_the_same_object() -> None:
    top = Branch(1, Branch(2))
    observation = observe(lambda one: copy.deepcopy(one).below[0].above() is one, top)
    assert observation.verify().replay().result is True
