"""Random games: reproducible, of the right sizes; and the way from one to the smallest game of its sort."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import examples

from lazytree import End, Max, Min, count_leaves, from_nested, leaves, minimax, search
from lazytree.games import count_nodes
from lazytree.games.game import children_of
from lazytree.games.sampling import LARGEST, sample_game, sample_games, sample_size, shrink
from lazytree.games.walking import walk
from lazytree.searches.side_by_side import Comparison, Tally

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


# What remains of any game at all that shows the bug, and how badly it then differs from alpha-beta.
SMALLEST = {
    "broken-strict-cutoff": (3, 2),
    "broken-wide-root": (3, 2),
    "broken-kept-window": (2, 3),
}


@pytest.mark.parametrize("name", SMALLEST)
def test_a_planted_bug_is_brought_down_to_the_smallest_game_that_shows_it(name):
    size, badness = SMALLEST[name]
    tally = Tally(search(name), search("alphabeta"))
    for seed in range(12):
        tally.add(sample_game(Random(seed), leaves=80))
    smallest = tally.counterexample()
    assert smallest is not None
    assert count_leaves(smallest) == size
    assert Comparison.of(search(name), search("alphabeta"), smallest).result.badness == badness


@given(st.integers(0, 1000), st.integers(1, 40))
@examples(25)
def test_what_is_to_be_kept_is_kept(seed, size):
    game = sample_game(Random(seed), leaves=size)

    def shows(smaller):
        return minimax(smaller) % 3 == minimax(game) % 3

    smaller = shrink(game, shows)
    assert shows(smaller)
    assert count_nodes(smaller) == 1
    assert count_nodes(smaller) <= count_nodes(game)


def test_a_game_that_shows_nothing_is_refused():
    with pytest.raises(ValueError, match="expected a game that shows what is to be kept"):
        shrink(End(1), lambda game: False)


def test_children_beside_the_point_go_and_scores_become_small():
    game = from_nested([[7, 30, 4], 50, [9, [20, 3], 8]])
    smaller = shrink(game, lambda game: sum(isinstance(child, Min) for child in getattr(game, "children", ())) == 2)
    assert smaller == Max([Min([End(0)]), Min([End(0)])])


def test_parts_that_are_equal_shrink_together():
    game = from_nested([[[4, 7, 7], [1, 2, 3]], [[5, 6], [1, 2, 3]]])

    def has_equal_parts(game):
        parts = [node for _, node in walk(game, children_of) if not isinstance(node, End)]
        return any(len(part.children) > 1 and parts.count(part) > 1 for part in parts)

    assert shrink(game, has_equal_parts) == Max([Max([End(0), End(0)])] * 2)


def test_a_wide_game_shrinks_in_few_steps():
    calls = 0

    def shows(game):
        nonlocal calls
        calls += 1
        return isinstance(game, Max) and any(score == 77 for _, score in leaves(game))

    assert shrink(Max([End(score) for score in range(2_000)]), shows) == Max([End(77)])
    assert calls < 200
