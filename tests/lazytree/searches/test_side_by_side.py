"""Comparing two searches: which of them differ, how badly, and on how many games."""

from __future__ import annotations

import pytest
from recurrence_games import recurrence_game

from lazytree import End, Max, Min, alphabeta, alphabeta_lattice, from_nested, minimax, scout
from lazytree.searches.side_by_side import Comparison, Relation, Tally

TEXTBOOK = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def backwards(game):
    """Minimax that begins at the right."""
    match game:
        case End(score):
            return score + 0  # an operation, so that the score is looked at here and not later
        case Max(children):
            return max([backwards(child) for child in reversed(children)])
        case Min(children):
            return min([backwards(child) for child in reversed(children)])


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (alphabeta, alphabeta_lattice, (True, Relation.SAME_ORDER)),
        (minimax, backwards, (True, Relation.SAME_SET)),
        (minimax, alphabeta, (True, Relation.SUPERSET)),
        (minimax, lambda game: minimax(game) + 1, (False, Relation.SAME_ORDER)),
    ],
)
def test_values_and_demands_are_compared_apart(first, second, told):
    assert Comparison.of(first, second, TEXTBOOK).result[:2] == told


def test_leaves_are_told_in_the_order_of_forcing():
    forward, backward = Comparison.of(minimax, backwards, TEXTBOOK).leaves
    assert backward == forward[::-1] == sorted(backward, reverse=True)


def test_a_tally_counts_games_by_size_and_difference():
    tally = Tally(minimax, alphabeta)
    for game in (End(1), TEXTBOOK, from_nested([1, 2])):
        tally.add(game)
    assert [result.size for result in tally.results] == [1, 10, 10]
    assert tally.count(2) == 3
    assert tally.count(1) == 2
    assert [result.forced for result in tally.results] == [(1, 1), (9, 7), (2, 2)]


def test_the_game_to_draw_is_one_in_which_much_was_forced_and_much_cut_off():
    tally = Tally(alphabeta, alphabeta_lattice)
    for game in (End(1), from_nested([[1, 2], [1, 5]]), TEXTBOOK, from_nested([[1], [1, *range(2, 9)]])):
        tally.add(game)
    assert tally.pictured is not None
    assert tally.pictured[1] == TEXTBOOK


def test_of_two_searches_that_differ_a_game_is_drawn_that_shows_it_and_has_some_leaves():
    alike, telling = from_nested([[n] for n in range(9)]), TEXTBOOK
    tally = Tally.over(minimax, alphabeta, [End(1), from_nested([[1, 2], [0, 5]]), alike, telling])
    assert tally.drawn(tally.counterexample()) == telling


def test_a_game_that_differs_is_drawn_rather_than_one_that_is_alike_and_the_smallest_if_none_has_a_size_to_be_drawn():
    alike, small = from_nested([[3, 12, 8], [9, 8, 7]]), from_nested([[3, 5], [2, 9]])
    tally = Tally.over(minimax, alphabeta, [small, from_nested([*range(9)])])
    smallest = tally.counterexample()
    assert tally.drawn(smallest) == smallest
    tally.add(TEXTBOOK)
    tally.add(alike)
    assert tally.drawn(smallest) == TEXTBOOK


def test_searches_that_agree_have_no_counterexample():
    tally = Tally(alphabeta, alphabeta_lattice)
    tally.add(TEXTBOOK)
    assert tally.counterexample() is None


@pytest.mark.parametrize(
    ("first", "second", "relation", "badness"),
    [
        (alphabeta, alphabeta_lattice, Relation.SAME_ORDER, 0),
        (minimax, backwards, Relation.SAME_SET, 1),
        (alphabeta, minimax, Relation.SUBSET, 2),
        (minimax, alphabeta, Relation.SUPERSET, 2),
        (minimax, lambda game: minimax(game) + 1, Relation.SAME_ORDER, 3),
        (lambda game: game.children[0] and 3, lambda game: game.children[1] and 3, Relation.NEITHER, 2),
    ],
)
def test_relations_say_what_one_looks_at_compared_with_the_other(first, second, relation, badness):
    result = Comparison.of(first, second, TEXTBOOK).result
    assert (result.relation, result.badness) == (relation, badness)


def test_a_tally_counts_what_is_alike_and_keeps_what_is_not():
    drawn = [recurrence_game(2, 4, tree) for tree in range(60)]
    tally = Tally.over(scout, alphabeta, drawn)
    smallest = tally.counterexample()
    assert 0 < tally.count(1) < 60 == tally.count(2)
    assert smallest is not None
    assert Comparison.of(alphabeta, scout, smallest).result.badness == 2
