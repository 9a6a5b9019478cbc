"""Best moves: the first of equals, and never one that was cut off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    End,
    Max,
    Min,
    alphabeta,
    best_move,
    deep_recursion,
    minimax,
    principal_variation,
    unfold,
)
from lazytree.errors import BadGame
from lazytree.games.traversals import forced_leaves
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


def test_a_root_that_takes_the_last_of_equals_has_the_right_value_and_the_wrong_move():
    """The bug that this module is about: a move that was cut off has a bound that may be equal to the best value."""

    def careless(game):
        best, move = None, 0
        for index, child in enumerate(game.children):
            value = alphabeta(child) if best is None else alphabeta(child, alpha=best)
            if best is None or value >= best:
                best, move = value, index
        return best, move

    game = Max([End(3), Min([End(3), End(0)])])
    assert careless(game) == (minimax(game), 1)
    assert minimax(game.children[1]) == 0
    assert minimax(game.children[best_move(game)]) == minimax(game)


def test_nothing_is_pulled_beyond_the_cutoff():
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    assert principal_variation(Max([End(3), Min(moves(4, 3, 9)), Min(moves(5, 1, 9))])) == (3, (0,))
    assert pulled == [4, 3, 5, 1]


def test_an_endless_game_is_left_alone_where_it_cannot_matter():
    endless = unfold(0, moves=lambda n: [n + 1], score=lambda n: n)
    assert principal_variation(Max([End(3), Min([End(2), endless])])) == (3, (0,))


def test_deep_games_go_through_with_the_helper():
    game = End(7)
    for ply in range(10_000):
        game = (Max, Min)[ply % 2]([End(-1 if ply % 2 == 0 else 9), game])
    with deep_recursion(10_000):
        assert principal_variation(game) == (7, (1,) * 10_000)


@pytest.mark.parametrize("root", [Max, Min])
def test_a_game_of_one_move_has_one_line(root):
    assert principal_variation(root([End(5)])) == (5, (0,))
