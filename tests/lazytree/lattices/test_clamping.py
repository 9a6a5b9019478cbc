"""Lattices obey their laws and fold from the left; that of clamping functions: its demand, ways to bound the window."""

import itertools
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import BOTTOM, TOP, Clamping, Dual, Lattice, Order, alphabeta, minimax, minimax_in
from lazytree.games import OPEN, Bounded
from lazytree.games.traversals import forced_leaves
from lazytree.lattices import NaiveClamping, clamp  # fmt: skip
from lazytree.laws import DISTRIBUTIVE, LATTICE_LAWS, check_lattice_laws
from lazytree.strategies import games
from strictcheck import observe

FEW = Bounded(0, 3)
SCORES = st.integers(0, 3)
WINDOWS = [(low, high) for low in range(4) for high in range(4) if low <= high]
LATTICES = [Clamping(), NaiveClamping(), Clamping(bounds=FEW), NaiveClamping(bounds=FEW)]
NAMES = ["lazy", "naive", "lazy-bounded", "naive-bounded"]


def expressions(lattice):
    """Clamping functions built from constants by joins and meets, so that their windows differ inside."""
    constants = SCORES.map(lattice.clamping)
    return st.recursive(
        constants,
        lambda parts: st.builds(lattice.join, parts, parts) | st.builds(lattice.meet, parts, parts),
        max_leaves=4,
    )


class Asked:
    """A constant clamping function that notes in which windows it was asked."""

    def __init__(self, value, log):
        self.value, self.log = value, log

    def __call__(self, alpha, beta):
        self.log.append((self.value, alpha, beta))
        return clamp(self.value, alpha, beta)


def asked(operation, values, window):
    """The answer of `operation` on constants of these values, and what was asked of them, in order."""
    log = []
    answer = operation([Asked(value, log) for value in values])(*window)
    return answer, log


@given(st.integers(), st.integers(), st.integers())
def test_clamping_gives_the_nearest_element_of_the_window(value, one, other):
    alpha, beta = sorted((one, other))
    assert clamp(value, alpha, beta) == max(alpha, min(value, beta)) == min(max(alpha, value), beta)
    assert clamp(value, BOTTOM, TOP) == value
    assert clamp(value, beta, alpha, Dual(Order())) == clamp(value, alpha, beta)


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
@given(value=SCORES)
def test_a_constant_is_clamped_and_back(lattice, value):
    assert lattice.declamp(lattice.clamping(value)) == value
    assert all(lattice.clamping(value)(*window) == clamp(value, *window) for window in WINDOWS)


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
@pytest.mark.parametrize("law", [*LATTICE_LAWS, DISTRIBUTIVE], ids=lambda law: law.name)
def test_clamping_functions_are_a_distributive_lattice_in_value(lattice, law):
    law.check(lattice, expressions(lattice), equal=lambda one, other: lattice.equal(one, other, range(4)))


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
@given(one=SCORES, other=SCORES)
def test_clamping_respects_join_and_meet(lattice, one, other):
    f, g = lattice.clamping(one), lattice.clamping(other)
    assert lattice.equal(lattice.join(f, g), lattice.clamping(max(one, other)), range(4))
    assert lattice.equal(lattice.meet(f, g), lattice.clamping(min(one, other)), range(4))


def test_equal_functions_give_equal_answers_in_every_window():
    lattice = Clamping()
    assert lattice.equal(lattice.clamping(1), Asked(1, []))
    assert not lattice.equal(lattice.clamping(1), lattice.clamping(2))
    # Not a clamping function, though it knows the value: it answers outside of its window.
    assert not lattice.equal(lattice.clamping(1), lambda alpha, beta: 1, [0, 2, 3])
    assert not lattice.equal(lattice.clamping(2), lambda alpha, beta: 2 if alpha is BOTTOM else alpha)


def test_a_clamping_function_is_below_another_if_its_value_is():
    of = Clamping()
    assert of.leq(of.clamping(1), of.clamping(2))
    assert of.leq(of.clamping(2), of.clamping(2))
    assert not of.leq(of.clamping(3), of.clamping(2))


def test_the_lazy_join_narrows_the_window_and_stops_when_it_is_closed():
    lattice = Clamping()
    assert asked(lambda fs: lattice.join(*fs), [3, 5], (0, 9)) == (5, [(3, 0, 9), (5, 3, 9)])
    assert asked(lambda fs: lattice.join(*fs), [9, 5], (0, 9)) == (9, [(9, 0, 9)])
    assert asked(lambda fs: lattice.meet(*fs), [5, 3], (0, 9)) == (3, [(5, 0, 9), (3, 0, 5)])
    assert asked(lambda fs: lattice.meet(*fs), [0, 3], (0, 9)) == (0, [(0, 0, 9)])


def test_the_naive_join_asks_both_in_the_full_window():
    lattice = NaiveClamping()
    assert asked(lambda fs: lattice.join(*fs), [9, 5], (0, 9)) == (9, [(9, 0, 9), (5, 0, 9)])
    assert asked(lambda fs: lattice.meet(*fs), [0, 5], (0, 9)) == (0, [(0, 0, 9), (5, 0, 9)])


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
@given(values=st.lists(SCORES, min_size=1, max_size=5), window=st.sampled_from(WINDOWS))
def test_folds_ask_what_nested_joins_ask_from_either_side(lattice, values, window):
    for operation, many in ((lattice.join, lattice.joins), (lattice.meet, lattice.meets)):
        fold = asked(lambda fs, many=many: many([lambda f=f: f for f in fs]), values, window)
        assert asked(lambda fs, op=operation: reduce(op, fs), values, window) == fold
        from_the_right = asked(lambda fs, op=operation: reduce(lambda f, g: op(g, f), fs[::-1]), values, window)
        assert from_the_right == fold


def test_a_fold_pulls_no_further_than_it_asks():
    lattice = Clamping()
    endless = (lattice.clamping(n) for n in itertools.count())
    assert lattice.joins((lambda f=f: f) for f in endless)(0, 10) == 10
    assert next(endless)(0, 99) == 11


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
def test_a_clamping_function_can_be_asked_again(lattice):
    joined = lattice.joins((lambda n=n: lattice.clamping(n)) for n in (1, 3, 2))
    assert [joined(0, 3), joined(0, 2), joined(0, 3)] == [3, 2, 3]


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
def test_nothing_is_asked_before_there_is_a_window(lattice):
    lattice.joins(pytest.fail for _ in range(3))
    lattice.meets(pytest.fail for _ in range(3))


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
def test_a_join_of_many_does_not_recurse(lattice):
    many = lattice.joins((lambda n=n: lattice.clamping(n % 4)) for n in range(100_000))
    assert lattice.declamp(many) == 3


@pytest.mark.parametrize("lattice", LATTICES, ids=NAMES)
@given(game=games(SCORES))
def test_minimax_over_clamping_functions_has_the_value_of_minimax(lattice, game):
    assert lattice.declamp(minimax_in(lattice, lattice.clamping, game)) == minimax(game)


def forced_in(bounds, game):
    lattice = Clamping(bounds=bounds)
    return forced_leaves(observe(lambda game: lattice.declamp(minimax_in(lattice, lattice.clamping, game)), game))


@given(games(SCORES))
def test_known_bounds_force_part_of_what_adjoined_ones_force(game):
    assert set(forced_in(FEW, game)) <= set(forced_in(OPEN, game))
    assert minimax(game) == alphabeta(game, alpha=0, beta=3)


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
