"""Unfolding: what is generated is what is looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size

from lazytree import End, Max, Min, alphabeta, count_leaves, deep_recursion, minimax, unfold, uniform
from lazytree.errors import BadGame
from lazytree.games import Outcome, count_nodes
from lazytree.searches import squash  # fmt: skip
from strictcheck import Demand, Stream, observe

MANY = size(5_000, 100_000)


class Counted:
    """The binary tree whose positions are numbered 1, 2 3, 4 5 6 7, ..., counting what is asked for."""

    def __init__(self):
        self.expanded, self.pulled, self.scored = [], [], []

    def moves(self, n):
        self.expanded.append(n)
        for m in (2 * n, 2 * n + 1):
            self.pulled.append(m)
            yield m

    def score(self, n):
        self.scored.append(n)
        return n * 7 % 10

    def game(self, **options):
        return unfold(1, moves=self.moves, score=self.score, **options)


def test_unfolding_pulls_the_first_move_and_no_more():
    counted = Counted()
    game = counted.game()
    assert isinstance(game, Max)
    assert (counted.expanded, counted.pulled, counted.scored) == ([1], [2], [])
    assert game.children.pulled == 0


def test_fetching_a_child_computes_nothing_of_it():
    counted = Counted()
    child = counted.game(depth=3).children[1]
    assert counted.expanded == [1]
    assert isinstance(child, Min)
    assert counted.expanded == [1, 3]


def test_players_alternate_from_the_root_given():
    game = Counted().game(root=Min, depth=2)
    assert isinstance(game, Min)
    assert all(isinstance(child, Max) for child in game.children)


def test_the_game_ends_where_there_are_no_moves():
    game = unfold(3, moves=range, score=lambda n: n)
    assert game == Max([End(0), Min([End(0)]), Min([End(0), Max([End(0)])])])


def test_the_game_ends_at_its_depth_without_asking_for_moves():
    counted = Counted()
    assert counted.game(depth=0) == End(7)
    assert counted.expanded == []
    assert count_nodes(counted.game(depth=2)) == 7
    assert max(counted.expanded) == 3


def test_what_was_generated_is_kept():
    counted = Counted()
    game = counted.game(depth=4)
    assert minimax(game) == minimax(game)
    assert len(counted.expanded) == len(set(counted.expanded)) == 15
    assert len(counted.scored) == len(set(counted.scored)) == 16


@given(st.lists(st.integers(0, 3), min_size=16, max_size=16))
def test_a_search_of_the_unfolded_game_is_a_search_of_the_game(scores):
    def unfolded():
        return unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: scores[n - 16], depth=4)

    whole = uniform(2, 4, scores)
    assert unfolded() == whole
    assert alphabeta(unfolded()) == alphabeta(whole) == minimax(whole)


def test_alpha_beta_generates_only_what_it_looks_at():
    counted = Counted()
    value = alphabeta(counted.game(depth=10))
    assert value == minimax(Counted().game(depth=10))
    assert len(counted.scored) < 2**10 / 2
    assert len(counted.pulled) < 2**11 / 2


def test_how_many_moves_were_generated_is_part_of_the_demand():
    def moves(n):
        return [Outcome.WIN, Outcome.LOSS, Outcome.TIE] if n == "start" else []

    def won(game):
        return alphabeta(game, alpha=Outcome.LOSS, beta=Outcome.WIN)

    observation = observe(won, unfold("start", moves=moves, score=lambda n: n))
    assert observation.result is Outcome.WIN
    assert observation.demand == Demand.parse(
        "Max([End(Outcome.WIN), *_])", {"Max": Max, "End": End, "Outcome": Outcome}
    )


def test_an_endless_game_is_searched_where_its_window_closes():
    game = unfold(1, moves=lambda n: [] if n == "over" else ["over", n + 1], score=lambda n: 1)
    assert alphabeta(game, alpha=0, beta=1) == 1


def test_errors_of_moves_and_scores_surface_where_the_game_is_looked_at():
    game = unfold(2, moves=lambda n: [n - 1], score=lambda n: n, depth=3)
    broken = unfold(2, moves=lambda n: [n - 1, 1 / n], score=lambda n: n, depth=5)
    assert minimax(game) == -1
    with pytest.raises(ZeroDivisionError):
        minimax(broken)


def test_a_score_that_is_nan_is_refused_when_it_is_looked_at():
    game = unfold(0, moves=lambda n: [n + 1], score=lambda n: float("nan"), depth=1)
    with pytest.raises(BadGame, match="nan"):
        minimax(game)


def test_a_negative_depth_is_refused():
    with pytest.raises(ValueError, match=r"unfold\(depth=-1\): expected a number of plies"):
        unfold(0, moves=list, score=int, depth=-1)


def test_a_wide_position_is_ordinary():
    game = unfold(0, moves=lambda n: range(1, MANY + 1), score=lambda n: n, depth=1)
    assert isinstance(game.children, Stream)
    assert count_leaves(game) == MANY
    assert alphabeta(game) == squash(game).value == MANY


def test_a_deep_game_unfolds_and_goes_away_without_recursion():
    game = unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=MANY)
    assert count_nodes(game) == MANY + 1
    del game


def test_a_deep_game_is_searched_in_deep_recursion():
    with deep_recursion(10_000):
        assert alphabeta(unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=10_000)) == 10_000
