"""Lattices obey their laws; minimax is one fold among others over the layers of a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    BOTTOM,
    TOP,
    Clamping,
    Dual,
    End,
    Lattice,
    Max,
    Min,
    Order,
    count_leaves,
    depth,
    from_nested,
    minimax_in,
)
from lazytree.games import Bounded
from lazytree.lattices import NaiveClamping, Over, Turn, fold, fold_in, layer_of, map_layer  # fmt: skip
from lazytree.laws import DISTRIBUTIVE, LATTICE_LAWS, check_lattice_laws
from lazytree.strategies import games
from strictcheck import Stream, observe


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


def trace(observation):
    return [(forcing.path, forcing.value) for forcing in observation.trace]


@pytest.mark.parametrize("lattice", [Clamping(), NaiveClamping(), Clamping(bounds=Bounded(0, 3))])
@given(game=games())
def test_it_agrees_with_minimax_over_clamping_functions(lattice, game):
    one = observe(lambda game: lattice.declamp(minimax_in(lattice, lattice.clamping, game)), game)
    other = observe(lambda game: lattice.declamp(fold_in(lattice, lattice.clamping, game)), game)
    assert one.result == other.result
    assert trace(one) == trace(other)


@given(games())
def test_it_agrees_with_minimax_over_an_order(game):
    one = observe(lambda game: minimax_in(Order(), lambda score: score, game), game)
    other = observe(lambda game: fold_in(Order(), lambda score: score, game), game)
    assert one.result == other.result
    assert trace(one) == trace(other)


def test_a_layer_is_over_or_somebodys_turn():
    assert layer_of(End(3)) == Over(3)
    assert layer_of(Max([End(1)])) == Turn(Max, (End(1),))
    assert layer_of(Min([End(1)])) == Turn(Min, (End(1),))


def test_taking_a_layer_pulls_nothing():
    game = Max(Stream(pytest.fail("pulled") for _ in range(2)))
    assert layer_of(game).choices.pulled == 0


def test_mapping_a_layer_is_lazy_and_remembered():
    log = []
    layer = map_layer(log.append, Turn(Max, [1, 2, 3]))
    assert log == []
    assert list(layer.choices) == list(layer.choices)
    assert log == [1, 2, 3]
    assert map_layer(log.append, Over(3)) == Over(3)


@given(games())
def test_other_algebras_fold_other_things(game):
    def ends(layer):
        return 1 if isinstance(layer, Over) else sum([choice() for choice in layer.choices])

    def plies(layer):
        return 0 if isinstance(layer, Over) else 1 + max([choice() for choice in layer.choices])

    assert fold(ends, game) == count_leaves(game)
    assert fold(plies, game) == depth(game)


def test_a_fold_looks_at_what_its_algebra_asks_for():
    def leftmost(layer):
        match layer:
            case Over(score):
                return score
            case Turn(_, choices):
                return next(iter(choices))()

    observation = observe(lambda game: fold(leftmost, game), from_nested([[1, 2], 3]))
    assert observation.result == 1
    assert observation.trace[-1].path == ("children", 0, "children", 0, "score")
