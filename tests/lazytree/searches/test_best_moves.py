"""The best move and the principal variation: the first of equals, and never one that was cut off."""

from __future__ import annotations

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from lazytree import (
    End,
    Max,
    Min,
    alphabeta,
    best_move,
    deep_recursion,
    from_nested,
    minimax,
    negascout,
    principal_variation,
    unfold,
)
from lazytree.errors import BadGame
from lazytree.games.traversals import forced_leaves
from lazytree.searches import Placed, line_of, placed  # fmt: skip
from lazytree.strategies import games
from strictcheck import Stream, nf, observe

SMALL = games(st.integers(0, 3)) | games(st.integers(0, 3), uniform=(2, 4))


def first_best(game):
    """By the definition: the first child that is worth as much as the game."""
    return next(i for i, child in enumerate(game.children) if minimax(child) == minimax(game))


def leaves_of(search, game):
    """In the context `nf`, for a value within a line is not looked at otherwise if there is nothing to compare."""
    return forced_leaves(observe(search, game, context=nf))


def followed(game, moves):
    for move in moves:
        game = game.children[move]
    return game


@given(SMALL)
def test_the_line_is_the_first_best_move_of_each_position(game):
    value, moves = principal_variation(game)
    assert value == minimax(game)
    for length, move in enumerate(moves):
        assert move == first_best(followed(game, moves[:length]))
    assert followed(game, moves) == End(value)


@given(SMALL)
def test_the_best_move_begins_the_line(game):
    if isinstance(game, End):
        with pytest.raises(BadGame, match="the game is over; expected Max or Min"):
            best_move(game)
    else:
        assert best_move(game) == principal_variation(game).moves[0] == first_best(game)


@given(SMALL)
def test_it_looks_at_what_alpha_beta_looks_at(game):
    assert leaves_of(principal_variation, game) == leaves_of(alphabeta, game)


@pytest.mark.parametrize("search", [alphabeta, minimax])
@given(game=SMALL)
def test_scores_that_know_their_places_find_the_same_line(search, game):
    assert line_of(game, search) == principal_variation(game)
    assert leaves_of(lambda game: line_of(game, search), game) == leaves_of(search, game)


@given(SMALL)
def test_any_search_that_returns_scores_tells_a_leaf_of_the_value(game):
    value, moves = line_of(game, negascout)
    assert followed(game, moves) == End(value) == End(minimax(game))


def test_a_root_that_takes_the_last_of_equals_has_the_right_value_and_the_wrong_move():
    """The bug that this module is about: a move that was cut off has a bound that may be equal to the best value."""

    def careless(game):
        best, move = None, 0
        for index, child in enumerate(game.children):
            value = alphabeta(child) if best is None else alphabeta(child, alpha=best)
            if best is None or value >= best:
                best, move = value, index
        return best, move

    big = games(st.integers(0, 3)).filter(lambda game: isinstance(game, Max))
    game = find(big, lambda game: minimax(game.children[careless(game)[1]]) != minimax(game))
    assert careless(game)[0] == minimax(game)
    assert minimax(game.children[best_move(game)]) == minimax(game)


def test_a_placed_score_is_compared_by_the_score_alone():
    assert Placed(3, (1, None)) == Placed(3, (0, None))
    assert Placed(3, (1, None)) < Placed(4, None)
    assert Placed(3, (1, (0, None))).line() == (3, (0, 1))


def test_placing_looks_at_nothing_but_the_outermost_layer():
    observation = observe(placed, from_nested([[1, 2], 3]))
    assert str(observation.demand) == "Max(_)"


@pytest.mark.parametrize("search", [principal_variation, line_of])
def test_nothing_is_pulled_beyond_the_cutoff(search):
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    assert search(Max([End(3), Min(moves(4, 3, 9)), Min(moves(5, 1, 9))])) == (3, (0,))
    assert pulled == [4, 3, 5, 1]


@pytest.mark.parametrize("search", [principal_variation, line_of])
def test_an_endless_game_is_left_alone_where_it_cannot_matter(search):
    endless = unfold(0, moves=lambda n: [n + 1], score=lambda n: n)
    assert search(Max([End(3), Min([End(2), endless])])) == (3, (0,))


@pytest.mark.parametrize("search", [principal_variation, line_of])
def test_deep_games_go_through_with_the_helper(search):
    game = End(7)
    for ply in range(10_000):
        game = (Max, Min)[ply % 2]([End(-1 if ply % 2 == 0 else 9), game])
    with deep_recursion(10_000):
        assert search(game) == (7, (1,) * 10_000)
