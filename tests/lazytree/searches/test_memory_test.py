"""MTD: one null-window search after another, from any first guess, with a memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at_once

from lazytree import BOTTOM, TOP, End, Max, Min, alphabeta, minimax, mtd, sss, uniform
from lazytree.games import recurrence_game
from lazytree.searches import dual  # fmt: skip
from lazytree.strategies import games
from strictcheck import Stream

GUESSES = st.integers(-1, 4) | st.sampled_from([BOTTOM, TOP])
PI = uniform(3, 4, map(int, "314159265358979323846264338327950288419716939937510582097494459230781640628620899"))


@given(games(st.integers(0, 3)), GUESSES)
def test_the_value_does_not_depend_on_the_first_guess(game, first):
    assert mtd(game, first) == minimax(game)


@given(games(st.integers(0, 3)), GUESSES)
def test_from_any_first_guess_it_looks_at_part_of_what_alpha_beta_looks_at(game, first):
    assert set(looked_at_once(lambda game: mtd(game, first), game)[1]) <= set(looked_at_once(alphabeta, game)[1])


@pytest.mark.parametrize(("first", "search"), [(TOP, sss), (BOTTOM, dual)])
@given(game=games() | games(uniform=(2, 4)))
def test_from_above_it_is_sss_and_from_below_dual_in_the_same_order(first, search, game):
    assert looked_at_once(lambda game: mtd(game, first), game) == looked_at_once(search, game)


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
