"""Random games: the promised sizes, any shape, the same games for the same seed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import examples

from lazytree import End, Max, Min, count_leaves, leaves
from lazytree.games.game import children_of
from lazytree.games.sampling import LARGEST, sample_game, sample_games, sample_size
from lazytree.games.walking import walk

SIZES = [sample_size(Random(seed)) for seed in range(2_000)]


def test_a_quarter_of_the_games_has_one_leaf():
    assert SIZES.count(1) / len(SIZES) == pytest.approx(1 / 4, abs=0.03)


def test_a_third_of_the_games_has_more_than_a_thousand_leaves():
    assert sum(size > 1_000 for size in SIZES) / len(SIZES) == pytest.approx(1 / 3, abs=0.03)


def test_sizes_in_between_are_spread_over_orders_of_magnitude():
    for low, high in ((2, 10), (11, 100), (101, 1_000)):
        assert sum(low <= size <= high for size in SIZES) / len(SIZES) > 0.08
    assert max(SIZES) <= LARGEST


@given(st.integers(0, 2**32), st.integers(1, 300))
@settings(deadline=None)
def test_a_game_has_as_many_leaves_as_were_asked_for(seed, size):
    assert count_leaves(sample_game(Random(seed), leaves=size)) == size


@given(st.integers(-(2**40), 2**40), st.integers(1, 4))
@examples(20)
def test_the_same_seed_gives_the_same_games_however_many_are_drawn(seed, count):
    few = list(sample_games(count, seed))
    assert few == list(sample_games(count + 1, seed))[:count]


def test_different_seeds_give_different_games():
    assert len({game for seed in range(20) for game in sample_games(3, seed) if count_leaves(game) > 5}) > 20


def test_a_sample_has_single_moves_players_who_move_twice_both_roots_ties_and_wide_scores():
    games = [sample_game(Random(seed), leaves=12) for seed in range(200)]
    inner = [node for game in games for _, node in walk(game, children_of) if not isinstance(node, End)]
    scores = [[score for _, score in leaves(game)] for game in games]
    assert {type(game) for game in games} == {Max, Min}
    assert any(len(node.children) == 1 for node in inner)
    assert any(type(child) is type(node) for node in inner for child in node.children)
    assert any(len(set(found)) <= 3 for found in scores)
    assert any(len(set(found)) == 12 for found in scores)


def test_a_big_game_is_drawn_without_recursion():
    assert count_leaves(sample_game(Random(0), leaves=50_000)) == 50_000


def test_a_game_without_leaves_is_refused():
    with pytest.raises(ValueError, match=r"sample_game\(leaves=0\): expected 1 or more"):
        sample_game(Random(0), leaves=0)
