"""SCOUT and NegaScout: ask first, evaluate if the answer calls for it."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at, looked_at_once
from recurrence_games import recurrence_game

from lazytree import (
    BOTTOM,
    TOP,
    End,
    Max,
    Min,
    alphabeta,
    from_nested,
    minimax,
    mtd,
    negascout,
    scout,
    uniform,
)
from lazytree.errors import BadWindow
from lazytree.strategies import games
from strictcheck import Stream, observe

PI = uniform(3, 4, map(int, "314159265358979323846264338327950288419716939937510582097494459230781640628620899"))
BOTH = pytest.mark.parametrize("search", [scout, negascout])
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


def reads(search, game):
    """How often a score was fetched, repeats and all."""
    return sum(times for (_, path), times in observe(search, game, count=True).reads.items() if path[-1] == "score")


@given(games(st.integers(0, 3)), WINDOWS)
def test_negascout_answers_as_alpha_beta_does_in_every_window(game, window):
    alpha, beta = window
    answer, value = negascout(game, alpha=alpha, beta=beta), minimax(game)
    assert answer == value if alpha < answer < beta else answer >= value if answer <= alpha else answer <= value


@given(games(st.integers(0, 3)), WINDOWS)
def test_negascout_looks_at_nothing_that_alpha_beta_leaves_alone_in_any_window(game, window):
    alpha, beta = window
    ours, theirs = (looked_at(search, game, alpha=alpha, beta=beta)[1] for search in (negascout, alphabeta))
    assert set(ours) <= set(theirs)


@BOTH
def test_if_the_first_move_is_the_best_nothing_is_looked_at_twice(search):
    game = from_nested([[3, 4], [2, 9], [1, 9]])
    assert reads(search, game) == len(looked_at(search, game)[1]) == 4


def test_a_move_that_is_too_good_is_not_searched_again():
    """In the window, that is: the bound is all that the caller wants to know of it."""
    game = from_nested([1, [5, 6]])
    assert reads(partial(negascout, alpha=0, beta=4), game) == 3
    assert reads(negascout, game) == 4


def test_a_test_of_scout_that_says_yes_is_followed_by_an_evaluation():
    game = from_nested([[3], [5, 4]])
    assert (len(looked_at(scout, game)[1]), reads(scout, game)) == (3, 6)


def test_scout_may_look_where_alpha_beta_does_not():
    """The test says that Min's second move is better, and the evaluation begins again without knowing what it has."""
    game = Min([End(1), Min([Max([End(1), End(0)]), End(0)])])
    assert looked_at(alphabeta, game) == (0, [(0,), (1, 0, 0), (1, 1)])
    assert looked_at(scout, game) == (0, [(0,), (1, 0, 0), (1, 1), (1, 0, 1)])


@BOTH
@pytest.mark.parametrize("root", [Max, Min])
def test_equal_moves_are_not_evaluated_again(search, root):
    game = from_nested([3, 3, 3], root=root)
    assert reads(search, game) == 3


@pytest.mark.parametrize("window", [(1, 1), (2, 1)])
def test_a_window_that_holds_nothing_is_refused(window):
    with pytest.raises(BadWindow, match="expected alpha < beta"):
        negascout(End(0), alpha=window[0], beta=window[1])


GUESSES = st.integers(-1, 4) | st.sampled_from([BOTTOM, TOP])


@given(games(st.integers(0, 3)), GUESSES)
def test_the_value_does_not_depend_on_the_first_guess(game, first):
    assert mtd(game, first) == minimax(game)


def test_a_good_guess_takes_two_searches_and_looks_at_less_than_a_bad_one():
    value = minimax(PI)
    counts = {first: len(looked_at_once(lambda game, first=first: mtd(game, first), PI)[1]) for first in (value, 0, 9)}
    assert counts[value] <= min(counts.values())


def test_no_guess_is_best_for_every_game():
    seen = [
        {first: len(looked_at_once(lambda game, first=first: mtd(game, first), game)[1]) for first in (TOP, BOTTOM)}
        for game in (recurrence_game(2, 4, tree) for tree in range(30))
    ]
    assert any(counts[TOP] < counts[BOTTOM] for counts in seen)
    assert any(counts[TOP] > counts[BOTTOM] for counts in seen)


def test_moves_are_pulled_when_it_is_their_turn_and_once():
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    assert mtd(Max([End(3), Min(moves(4, 3, 9)), Min(moves(5, 1, 9))]), 3) == 3
    assert pulled == [4, 3, 5, 1]
    # From above, the first search settles for the first move of Min everywhere; 3 is pulled by the last one.
    pulled.clear()
    assert mtd(Max([End(3), Min(moves(4, 3, 9)), Min(moves(5, 1, 9))])) == 3
    assert pulled == [4, 5, 1, 3]


@pytest.mark.parametrize("first", [TOP, BOTTOM, 7, 8])
def test_a_game_that_is_over_is_worth_its_score(first):
    assert mtd(End(7), first) == 7
