"""The planted bugs: two that only the demand shows, two that values show too."""

import pytest
from hypothesis import assume, given
from small_positions import RandomGame

from lazytree import End, Max, Min, alphabeta, from_nested, leaves, minimax
from lazytree.engines.positions import GamePosition
from lazytree.engines.table_search import Table, evaluate
from lazytree.games import map_scores
from lazytree.games.leaf_log import log_leaves
from lazytree.searches.known_bugs import UnsoundTable, kept_window, strict_cutoff, unsound_table, wide_root
from lazytree.strategies import games


def looked_at(search, game):
    return log_leaves(search, game)[1]


@pytest.mark.parametrize("search", [wide_root, strict_cutoff])
@given(game=games())
def test_these_give_the_right_value_and_look_at_more(search, game):
    assert search(game) == minimax(game)
    assert set(looked_at(alphabeta, game)) <= set(looked_at(search, game))


@given(games())
def test_a_strict_cutoff_shows_only_where_scores_are_equal(game):
    scores = [score for _, score in leaves(game)]
    assume(len(set(scores)) == len(scores))
    assert looked_at(strict_cutoff, game) == looked_at(alphabeta, game)


@pytest.mark.parametrize("root", [Max, Min])
def test_a_strict_cutoff_is_strict_for_both_players(root):
    game = from_nested([[3, 3, 5], [3, 9]], root=root)
    below = from_nested([[[5, 5], [5, 5]], [[5, 5], [5, 5]]], root=root)
    assert len(looked_at(strict_cutoff, game)) == 5
    assert len(looked_at(strict_cutoff, below)) == 8


def test_a_wide_root_never_passes_on_what_the_first_move_is_worth():
    game = from_nested([[3, 5], [2, 9]])
    assert looked_at(alphabeta, game) == [(0, 0), (0, 1), (1, 0)]
    assert looked_at(wide_root, game) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    below = Max([game])
    assert looked_at(wide_root, below) == [(0, *path) for path in looked_at(alphabeta, game)]


def test_a_kept_window_gives_wrong_values_and_looks_at_less():
    game = from_nested([0, [0, 0], 1])
    assert (kept_window(game), minimax(game)) == (0, 1)
    assert set(looked_at(kept_window, game)) < set(looked_at(alphabeta, game))


def test_a_table_without_flags_gives_wrong_values_where_a_part_of_the_game_occurs_again():
    game = from_nested([[[0, 0], [2, 3]], [[2, 3], [2, 3]], [[2, 3], [0, 0]]])
    assert (unsound_table(game), minimax(game)) == (2, 3)
    assert unsound_table(map_scores(lambda score: score, game)) == 2  # equal parts, if not the same objects


@given(games())
def test_with_flags_the_same_table_gives_the_right_value(game):
    assert evaluate(GamePosition(game, name=lambda part: part), table=Table()).value == minimax(game)


def test_a_table_without_flags_is_right_on_most_positions():
    positions = [RandomGame(seed=seed, branching=3, depth=4, transposing=True) for seed in range(200)]
    right = sum(evaluate(position, table=UnsoundTable()).value == evaluate(position).value for position in positions)
    assert 180 < right < 200


def test_a_table_without_flags_goes_wrong_on_five_leaves_already():
    twice = Max([End(0), End(1)])
    game = Max([Min([End(0), twice]), twice])  # at its first occurrence, all that is asked is whether it is 0 at least
    assert (unsound_table(game), minimax(game)) == (0, 1)
