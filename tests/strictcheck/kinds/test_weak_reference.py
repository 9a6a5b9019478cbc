"""Weak references: the object behind one is observed, and has one thunk, as wherever else it is reached."""

from __future__ import annotations

import copy
import weakref
from typing import Any

from rows import Row, check, rows

from strictcheck import observe


class Branch:
    """A node that knows its parent, and does not keep it alive."""

    def __init__(self, size: int, *below: Branch) -> None:
        self.size, self.below = size, list(below)
        for one in below:
            one.above = weakref.ref(self)

    above: Any = None

    def __repr__(self) -> str:
        return f"Branch{(self.size, *self.below)!r}"


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
}


@rows({"Branch": Branch, "ReferenceType": weakref.ref, "weakref": weakref, "copy": copy}, TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row, delayed=False)  # a delayed object is not known as the one that is referred to


def test_a_parent_is_left_alone() -> None:
    top = Branch(1, Branch(2))
    observe(lambda low: setattr(low.above(), "size", 7), top.below[0]).verify().replay()
    assert top.size == 1


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
