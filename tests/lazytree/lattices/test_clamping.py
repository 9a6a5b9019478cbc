"""The lattice of clamping functions: its laws in value, its demand, and the two ways to bound the window."""

import itertools
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import BOTTOM, TOP, Clamping, Dual, Order, alphabeta, minimax, minimax_in
from lazytree.games import OPEN, Bounded
from lazytree.games.traversals import forced_leaves
from lazytree.lattices import NaiveClamping, clamp  # fmt: skip
from lazytree.laws import DISTRIBUTIVE, LATTICE_LAWS
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
