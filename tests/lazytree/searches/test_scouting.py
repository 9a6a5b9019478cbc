"""SCOUT and NegaScout: ask first, evaluate if the answer calls for it. And what they ask: is it above a threshold?"""

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
    deep_recursion,
    from_nested,
    minimax,
    minimax_in,
    mtd,
    negascout,
    scout,
    unfold,
    uniform,
)
from lazytree.errors import BadWindow
from lazytree.games import map_scores
from lazytree.laws import DISTRIBUTIVE, check_lattice_laws
from lazytree.searches import AtLeast, Bools, MoreThan, decide, decide_lattice, null_window
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


THRESHOLDS = st.builds(AtLeast, st.integers(-1, 4)) | st.builds(MoreThan, st.integers(-1, 4))
SMALL = games(st.integers(0, 3))
EACH = pytest.mark.parametrize("search", [decide, decide_lattice, null_window])


@given(SMALL, THRESHOLDS)
def test_the_decision_is_about_the_value(game, above):
    assert decide(game, above) is decide_lattice(game, above) is above(minimax(game))


@given(SMALL, THRESHOLDS)
def test_the_bound_is_on_the_same_side_as_the_value_and_not_beyond_it(game, above):
    bound, value = null_window(game, above), minimax(game)
    assert above(bound) == above(value)
    assert bound <= value if above(value) else value <= bound


@given(SMALL, THRESHOLDS)
def test_by_hand_by_lattice_and_with_a_bound_look_at_the_same_leaves_in_the_same_order(game, above):
    expected = looked_at(lambda game: decide(game, above), game)[1]
    assert looked_at(lambda game: decide_lattice(game, above), game)[1] == expected
    assert looked_at(lambda game: null_window(game, above), game)[1] == expected


@given(SMALL, st.integers(-1, 4))
def test_with_whole_numbers_it_is_alpha_beta_in_a_window_without_inside(game, score):
    at_least = looked_at(lambda game: null_window(game, AtLeast(score)), game)
    more_than = looked_at(lambda game: null_window(game, MoreThan(score)), game)
    assert at_least == looked_at(lambda game: alphabeta(game, alpha=score - 1, beta=score), game)
    assert more_than == looked_at(lambda game: alphabeta(game, alpha=score, beta=score + 1), game)


@given(SMALL, THRESHOLDS)
def test_a_threshold_maps_minimax_over_scores_to_minimax_over_truth_values(game, above):
    assert above(minimax(game)) == minimax_in(Bools(), lambda truth: truth, map_scores(above, game))


def test_truth_values_are_a_distributive_lattice():
    check_lattice_laws(Bools(), st.booleans())
    DISTRIBUTIVE.check(Bools(), st.booleans())


@pytest.mark.parametrize(("fold", "settles"), [(Bools().joins, True), (Bools().meets, False)])
def test_the_folds_ask_nobody_after_it_is_settled(fold, settles):
    def never():
        raise AssertionError("asked")

    assert fold([lambda: not settles, lambda: settles, never]) is settles
    assert fold([lambda: not settles] * 2) is not settles


@EACH
def test_nothing_is_pulled_after_it_is_settled(search):
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    search(Max([Min(moves(4, 1, 9)), Min(moves(5, 7)), Min(moves(8))]), AtLeast(3))
    assert pulled == [4, 1, 5, 7]


@EACH
def test_a_game_that_is_endless_after_it_is_settled_is_no_trouble(search):
    endless = unfold(0, moves=lambda n: [n + 1], score=lambda n: n)
    assert search(Max([End(3), endless]), AtLeast(3))
    assert not search(Min([End(0), endless]), MoreThan(2))


@EACH
def test_any_ordered_scores_will_do(search):
    game = from_nested(["b", ["c", "a"], ["d", "bb"]])
    assert search(game, AtLeast("bb")) in (True, "bb")
    assert search(game, MoreThan("bb")) in (False, "bb")


@EACH
def test_wide_and_deep_games_are_ordinary(search):
    wide = Max([Min([End(0)] * 50_000)] * 2 + [End(1)])
    deep = End(1)
    for ply in range(3_000):
        deep = (Max, Min)[ply % 2]([deep])
    assert search(wide, AtLeast(1))
    with deep_recursion(3_000):
        assert search(deep, AtLeast(1))


@EACH
def test_what_is_no_game_is_refused_by_the_name_of_the_search(search):
    with pytest.raises(TypeError, match=r"expected Max, Min or End; from_nested makes them"):
        search([1, 2], AtLeast(1))


def test_thresholds_print_and_compare_as_values():
    assert repr(AtLeast(3)) == "AtLeast(score=3)"
    assert AtLeast(3) == AtLeast(3) != MoreThan(3)
