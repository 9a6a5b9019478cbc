"""Minimax by hand, as negamax, and over any lattice: one value, and everything is looked at."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    Dual,
    End,
    Lattice,
    Max,
    Min,
    Order,
    count_leaves,
    from_nested,
    leaves,
    minimax,
    minimax_in,
    negamax,
    unfold,
    uniform,
)
from lazytree.games import Outcome, map_scores  # fmt: skip
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import Stream, observe

PI = "314159265358979323846264338327950288419716939937510582097494459230781640628620899"


def in_order(game):
    return minimax_in(Order(), lambda score: score, game)


SEARCHES = [minimax, negamax, in_order]


def by_definition(game):
    """The sentence, word for word; recursive and eager, as no search here may be."""
    match game:
        case End(score):
            return score
        case Max(children):
            return max(map(by_definition, children))
        case Min(children):
            return min(map(by_definition, children))


@pytest.mark.parametrize("search", SEARCHES)
@given(game=games())
def test_the_value_is_what_the_definition_says(search, game):
    assert search(game) == by_definition(game)


@pytest.mark.parametrize("search", [minimax, negamax])
@given(game=games())
def test_every_leaf_is_looked_at_from_left_to_right(search, game):
    assert forced_leaves(observe(search, game)) == [path for path, _ in leaves(game)]


@given(games())
def test_over_an_order_every_leaf_is_looked_at_when_it_is_compared(game):
    forced = forced_leaves(observe(in_order, game))
    assert sorted(forced) == [path for path, _ in leaves(game)]
    assert forced_leaves(observe(in_order, from_nested([3, [1, 2]]))) == [(1, 0), (1, 1), (0,)]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_digits_of_pi_have_value_two_and_81_leaves(search):
    observation = observe(search, uniform(3, 4, map(int, PI)))
    assert observation.result == 2
    assert len(forced_leaves(observation)) == 81


@pytest.mark.parametrize("search", [minimax, in_order])
@pytest.mark.parametrize("scores", ["abc", [(1, "a"), (0, "b"), (1, "b")], [0.5, -1.5, float("inf")]], ids=repr)
def test_any_ordered_scores_will_do(search, scores):
    first, second, third = scores
    assert search(from_nested([first, [second, third]])) == max(first, min(second, third))


@pytest.mark.parametrize("search", SEARCHES)
def test_outcomes_come_back_as_outcomes(search):
    win, tie, loss = Outcome.WIN, Outcome.TIE, Outcome.LOSS
    assert search(from_nested([[win, loss], [tie, win]])) is tie


@pytest.mark.parametrize("search", [minimax, in_order])
def test_of_equal_scores_the_leftmost_is_returned(search):
    assert str(search(from_nested([[1, 2], [1.0, 2.0]]))) == "1"
    assert str(search(from_nested([[1.0, 2.0], [1, 2]]))) == "1.0"


@pytest.mark.parametrize("search", SEARCHES)
def test_a_generated_game_is_generated_in_full(search):
    game = unfold(0, moves=lambda n: [n + 1, n + 2], score=lambda n: n * 5 % 7, depth=5)
    assert search(game) == by_definition(game)
    assert count_leaves(game) == 32


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("stranger", [3, [1, 2], None, (End(1),)], ids=repr)
def test_what_is_no_game_is_refused(search, stranger):
    with pytest.raises(TypeError, match=r"\): expected Max, Min or End; from_nested makes them"):
        search(stranger)


@given(games())
def test_over_the_dual_the_players_change_places(game):
    def swapped(game):
        match game:
            case End():
                return game
            case Max(children):
                return Min([swapped(child) for child in children])
            case Min(children):
                return Max([swapped(child) for child in children])

    assert minimax_in(Dual(Order()), lambda score: score, game) == minimax(swapped(game))
    assert minimax(map_scores(lambda score: -score, swapped(game))) == -minimax(game)


@given(games(st.frozensets(st.integers(0, 3)), few_scores=False))
def test_scores_need_not_be_ordered_if_there_is_a_lattice(game):
    class Powerset(Lattice):
        def join(self, one, other):
            return one | other

        def meet(self, one, other):
            return one & other

    def holds(element):
        """Sets are products of truth values, so the value of a set is that of its elements."""
        return minimax(map_scores(lambda score: element in score, game))

    assert minimax_in(Powerset(), frozenset, game) == {element for element in range(4) if holds(element)}


def test_the_lattice_decides_what_is_looked_at():
    class First(Lattice):
        def joins(self, delayed):
            return next(iter(delayed))()

        meets = joins

    endless = unfold(0, moves=lambda n: itertools.count(n) if n < 5 else [], score=str)
    assert minimax_in(First(), str, Max(Stream([End("here"), endless]))) == "here"
