"""Formulas for the leaves of alpha-beta, against searches of the trees they are about."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import count_leaves, leaves, uniform
from lazytree.games.leaf_log import log_leaves
from lazytree.games.traversals import forced_leaves
from lazytree.searches import f1, squash
from lazytree.searches.minimax_and_alphabeta import alphabeta
from lazytree.strategies import games
from lazytree.theory import (
    Simulated,
    critical_leaves,
    exhausting_game,
    expected_leaves,
    f1_minimum,
    growth,
    minimum_leaves,
    node_type,
    ordered_game,
    simulated_leaves,
)
from strictcheck import observe

SHAPES = [(1, 3), (2, 1), (2, 2), (2, 4), (2, 5), (3, 3), (3, 4), (4, 2), (2, 0)]


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_the_minimum_is_the_number_of_critical_leaves(branching, depth):
    assert len(list(critical_leaves(branching, depth))) == minimum_leaves(branching, depth)


@pytest.mark.parametrize(("branching", "depth"), [(2, 4), (3, 3), (2, 5), (4, 2)])
def test_the_minimum_is_what_alpha_beta_looks_at_if_the_best_move_comes_first(branching, depth):
    @given(games(uniform=(branching, depth), few_scores=False, ordered="best"))
    def check(game):
        assert forced_leaves(observe(alphabeta, game)) == list(critical_leaves(branching, depth))

    check()


@pytest.mark.parametrize(("branching", "depth"), [(2, 4), (2, 6), (3, 4), (3, 5), (4, 4)])
def test_one_bound_looks_at_its_own_minimum_if_the_best_move_comes_first(branching, depth):
    game = ordered_game(branching, depth)
    assert len(forced_leaves(observe(f1, game))) == f1_minimum(branching, depth) > minimum_leaves(branching, depth)


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_the_ordered_game_keeps_its_promise(branching, depth):
    game = ordered_game(branching, depth)
    assert forced_leaves(observe(alphabeta, game)) == list(critical_leaves(branching, depth))
    assert sorted(score for _, score in leaves(game)) == list(range(branching**depth))


def test_an_ordered_game_is_made_where_it_is_looked_at():
    assert len(log_leaves(alphabeta, ordered_game(40, 3))[1]) == 1_639


def test_types_of_nodes_follow_from_their_parents():
    types = {path: node_type(path) for path in [(), (0,), (1,), (1, 0), (1, 1), (1, 0, 0), (1, 0, 1), (1, 0, 1, 0)]}
    assert list(types.values()) == [1, 1, 2, 3, None, 2, 2, 3]
    assert node_type((1, 1, 0, 0)) is None


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 2), (3, 1), (8, 1)])
def test_the_expectation_is_the_mean_over_all_permutations(branching, depth):
    if branching**depth > 6:
        assert expected_leaves(branching, depth) == branching
        return
    orders = permutations(range(branching**depth))
    counts = [len(log_leaves(squash, uniform(branching, depth, scores))[1]) for scores in orders]
    assert expected_leaves(branching, depth) == Fraction(sum(counts), len(counts))


@pytest.mark.slow
def test_the_expectation_is_the_mean_over_all_permutations_of_eight_leaves():
    orders = [scores for scores in permutations(range(8)) if scores[0] < scores[1]]
    counts = [len(log_leaves(squash, uniform(2, 3, scores))[1]) for scores in orders]
    assert expected_leaves(2, 3) == Fraction(sum(counts), len(counts))


@pytest.mark.parametrize("depth", range(4))
def test_of_a_single_line_of_play_there_is_one_leaf(depth):
    assert expected_leaves(1, depth) == minimum_leaves(1, depth) == f1_minimum(1, depth) == 1


@given(st.integers(2, 4), st.integers(1, 4))
def test_the_expectation_lies_between_the_minimum_and_all(branching, depth):
    assert minimum_leaves(branching, depth) <= expected_leaves(branching, depth) <= branching**depth


@pytest.mark.parametrize("branching", [2, 3])
def test_the_growth_of_the_expectation_approaches_the_growth_rate(branching):
    mean = [expected_leaves(branching, depth) for depth in range(8 if branching == 2 else 6)]
    per_ply = [float(two / one) ** 0.5 for one, two in zip(mean, mean[2:], strict=False)]
    off = [abs(rate - growth(branching)) for rate in per_ply[-3:]]
    assert off == sorted(off, reverse=True)
    assert branching**0.5 < growth(branching) < branching


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_the_exhausting_game_keeps_its_promise(branching, depth):
    game = exhausting_game(branching, depth)
    assert len(forced_leaves(observe(alphabeta, game))) == count_leaves(game) == branching**depth


def test_a_simulation_is_the_same_for_the_same_seed_and_has_a_spread():
    first, again, other = (simulated_leaves(3, 2, games=50, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.margin > 0
    assert fmean([first.mean, other.mean]) < 9


def test_a_confidence_interval_has_two_ends():
    assert [Simulated(5.0, 1.0).covers(mean) for mean in (3.9, 4.1, 5.9, 6.1)] == [False, True, True, False]


@pytest.mark.parametrize(("branching", "depth"), [(0, 2), (-1, 2), (2, -1)])
@pytest.mark.parametrize(
    "function",
    [
        critical_leaves, exhausting_game, expected_leaves, f1_minimum, minimum_leaves, ordered_game,
        partial(simulated_leaves, games=2),
    ],
)  # fmt: skip
def test_a_tree_of_no_shape_is_refused(function, branching, depth):
    with pytest.raises(ValueError, match=rf"\(branching={branching}, depth={depth}\): expected branching >= 1 and"):
        function(branching, depth)


def test_positions_without_moves_have_no_growth():
    with pytest.raises(ValueError, match=r"growth\(branching=0\): expected a number of moves"):
        growth(0)


def test_a_simulation_of_one_game_is_refused():
    with pytest.raises(ValueError, match=r"games=1\): expected 2 or more"):
        simulated_leaves(2, 2, games=1)
