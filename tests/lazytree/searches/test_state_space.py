"""SSS* and DUAL*: best-first, from above and from below."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at_once

from lazytree import BOTTOM, End, Max, Min, alphabeta, deep_recursion, from_nested, minimax, mtd, sss, uniform
from lazytree.games import map_scores
from lazytree.games.walking import Branch, Leaf, rebuild
from lazytree.searches import dual
from lazytree.strategies import games
from strictcheck import Stream

BOTH = pytest.mark.parametrize("search", [sss, dual])


def turned(game):
    """The same game from the other side: players exchanged, scores negated."""

    def expand(node, where):
        match node:
            case End(score):
                return Leaf(End(-score))
            case Max(children):
                return Branch(Min, children)
            case Min(children):
                return Branch(Max, children)

    return rebuild(game, expand, lambda player, children: player(children))


@BOTH
@given(game=games() | games(uniform=(2, 4)))
def test_the_value_is_that_of_minimax_and_no_score_is_looked_at_twice(search, game):
    assert looked_at_once(search, game)[0] == minimax(game)


@given(games())
def test_each_is_the_other_from_the_other_side(game):
    value, forced = looked_at_once(sss, turned(game))
    assert looked_at_once(dual, game) == (-value, forced)


def test_the_most_hopeful_move_is_looked_into_further():
    """Max has two moves; 9 promises more than 5, so Min's other answer to it is looked at, and then to the first."""
    game = from_nested([[5, 4], [9, 1]])
    assert looked_at_once(sss, game) == (4, [(0, 0), (1, 0), (1, 1), (0, 1)])
    assert looked_at_once(alphabeta, game) == (4, [(0, 0), (0, 1), (1, 0), (1, 1)])


def test_of_states_of_equal_merit_the_leftmost_is_taken():
    game = uniform(2, 4, [0] * 16)
    forced = looked_at_once(sss, game)[1]
    assert forced == looked_at_once(mtd, game)[1]
    assert forced[:2] == [(0, 0, 0, 0), (0, 0, 1, 0)]


def test_the_hero_s_moves_are_pulled_at_once_and_the_other_s_one_by_one():
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    assert sss(Max([Min(moves(4, 3, 9)), Min(moves(2, 1, 9))])) == 3
    assert pulled == [4, 2, 3, 9]
    pulled.clear()
    assert dual(Max([Min(moves(4, 3, 9)), Min(moves(2, 1, 9))])) == 3
    assert pulled == [4, 3, 9, 2, 1, 9]


@pytest.mark.slow
@BOTH
def test_a_deep_node_is_ordinary_without_any_helper(search):
    game = End(7)
    for ply in range(20_000):
        game = (Max, Min)[ply % 2]([game, End(ply % 5)] if ply % 100 == 0 else [game])
    with deep_recursion(20_000):
        assert search(game) == mtd(game, BOTTOM)


@given(games(st.integers(0, 3)))
def test_monotone_changes_of_scores_change_nothing_that_is_looked_at(game):
    stretched = map_scores(lambda score: score**3 + 5, game)
    assert looked_at_once(sss, stretched)[1] == looked_at_once(sss, game)[1]
