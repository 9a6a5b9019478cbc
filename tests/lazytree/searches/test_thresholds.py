"""Null windows: is the value above a threshold, and what has to be looked at to tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at

from lazytree import End, Max, Min, alphabeta, deep_recursion, from_nested, minimax, minimax_in, unfold
from lazytree.games import map_scores
from lazytree.laws import DISTRIBUTIVE, check_lattice_laws
from lazytree.searches import AtLeast, Bools, MoreThan, decide, decide_lattice, null_window  # fmt: skip
from lazytree.strategies import games
from strictcheck import Stream

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
