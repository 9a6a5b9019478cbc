"""Lattices obey their laws, and fold delayed elements from the left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import BOTTOM, TOP, Dual, Lattice, Order
from lazytree.laws import DISTRIBUTIVE, LATTICE_LAWS, check_lattice_laws
from strictcheck import observe


class Powerset(Lattice):
    """Sets by inclusion; the two operations are all that a lattice has to say."""

    def join(self, one, other):
        return one | other

    def meet(self, one, other):
        return one & other


SETS = st.frozensets(st.integers(0, 3))


@pytest.mark.parametrize(
    ("lattice", "elements"),
    [
        (Order(), st.integers()),
        (Order(), st.floats(allow_nan=False)),
        (Order(), st.text()),
        (Order(), st.integers() | st.sampled_from([BOTTOM, TOP])),
        (Order(key=lambda n: -n), st.integers() | st.sampled_from([BOTTOM, TOP])),
        (Dual(Order()), st.integers()),
        (Powerset(), SETS),
        (Dual(Powerset()), SETS),
    ],
)
def test_these_are_distributive_lattices(lattice, elements):
    check_lattice_laws(lattice, elements)
    DISTRIBUTIVE.check(lattice, elements)


def test_of_two_equals_an_order_takes_the_first():
    order = Order(key=abs)
    assert (order.join(-1, 1), order.meet(1, -1)) == (-1, 1)
    for law in LATTICE_LAWS:
        law.check(order, st.integers(), equal=lambda one, other: abs(one) == abs(other))


@given(st.integers(), st.integers())
def test_an_order_is_that_of_python(one, other):
    assert Order().join(one, other) == max(one, other) == Dual(Order()).meet(one, other)
    assert Order().leq(one, other) == (one <= other) == Dual(Order()).leq(other, one)
    assert Order(key=lambda n: -n).leq(one, other) == (one >= other)


@given(SETS, SETS)
def test_being_below_is_joining_to_the_other(one, other):
    assert Powerset().leq(one, other) == (one <= other)


@given(st.lists(st.integers(), min_size=1))
def test_folds_are_the_binary_operations_from_the_left(numbers):
    delayed = [lambda n=n: n for n in numbers]
    assert Order().joins(delayed) == Dual(Order()).meets(delayed) == max(numbers)
    assert Order().meets(delayed) == Dual(Order()).joins(delayed) == min(numbers)


def test_elements_are_computed_one_by_one():
    log = []
    delayed = (log.append(f"pull {n}") or (lambda n=n: log.append(f"compute {n}") or n) for n in (1, 2))
    assert Order().joins(delayed) == 2
    assert log == ["pull 1", "compute 1", "pull 2", "compute 2"]


@pytest.mark.parametrize("fold", [Order().joins, Order().meets, Powerset().joins])
def test_a_fold_of_nothing_is_refused(fold):
    with pytest.raises(ValueError, match="a fold of no elements: expected at least one"):
        fold([])


def test_a_fold_of_many_does_not_recurse():
    assert Order().joins(lambda n=n: n for n in range(100_000)) == 99_999


@pytest.mark.parametrize("operation", [Order().join, Order().meet, Order().leq])
def test_an_order_forces_both_the_first_one_first(operation):
    assert [forcing.path for forcing in observe(lambda pair: operation(*pair), [1, 2]).trace] == [(), (0,), (1,)]
