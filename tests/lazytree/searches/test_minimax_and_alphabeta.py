"""Minimax and alpha-beta in all their forms: one value; everything, or the same leaves in the same order."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at
from places import GOLDEN

from lazytree import (
    BOTTOM,
    INT64,
    TOP,
    Dual,
    End,
    Lattice,
    Max,
    Min,
    Order,
    alphabeta,
    alphabeta_lattice,
    count_leaves,
    from_nested,
    leaves,
    minimax,
    minimax_in,
    negamax,
    unfold,
)
from lazytree.errors import BadWindow
from lazytree.games import Bounded, Outcome, from_json, map_scores
from lazytree.games.traversals import forced_leaves
from lazytree.searches import alphabeta_fail_hard, alphabeta_negamax, squash
from lazytree.strategies import games
from strictcheck import Stream, observe


def in_order(game):
    return minimax_in(Order(), lambda score: score, game)


FULL = [minimax, negamax, in_order]


def by_definition(game):
    """The sentence, word for word; recursive and eager, as no search here may be."""
    match game:
        case End(score):
            return score
        case Max(children):
            return max(map(by_definition, children))
        case Min(children):
            return min(map(by_definition, children))


@pytest.mark.parametrize("search", FULL)
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


@pytest.mark.parametrize("search", FULL)
def test_outcomes_come_back_as_outcomes(search):
    win, tie, loss = Outcome.WIN, Outcome.TIE, Outcome.LOSS
    assert search(from_nested([[win, loss], [tie, win]])) is tie


@pytest.mark.parametrize("search", [minimax, in_order])
def test_of_equal_scores_the_leftmost_is_returned(search):
    assert str(search(from_nested([[1, 2], [1.0, 2.0]]))) == "1"
    assert str(search(from_nested([[1.0, 2.0], [1, 2]]))) == "1.0"


@pytest.mark.parametrize("search", FULL)
def test_a_generated_game_is_generated_in_full(search):
    game = unfold(0, moves=lambda n: [n + 1, n + 2], score=lambda n: n * 5 % 7, depth=5)
    assert search(game) == by_definition(game)
    assert count_leaves(game) == 32


@pytest.mark.parametrize("search", FULL)
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


# Alpha-beta


def lattice(game, alpha=BOTTOM, beta=TOP):
    bounds = Bounded(alpha, beta)
    return alphabeta_lattice(game, bounds=bounds)


OTHERS = [alphabeta_fail_hard, alphabeta_negamax, squash, lattice]
ALL = pytest.mark.parametrize("search", [alphabeta, *OTHERS])
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


@pytest.mark.parametrize("search", OTHERS)
@given(game=games(), window=WINDOWS)
def test_all_forms_look_at_the_same_leaves_in_every_window(search, game, window):
    alpha, beta = window
    assert looked_at(search, game, alpha=alpha, beta=beta)[1] == looked_at(alphabeta, game, alpha=alpha, beta=beta)[1]


@ALL
@given(game=games(), window=WINDOWS)
def test_an_answer_outside_of_the_window_is_a_bound(search, game, window):
    alpha, beta = window
    answer, value = search(game, alpha=alpha, beta=beta), minimax(game)
    if alpha < answer < beta:
        assert answer == value
    elif answer <= alpha:
        assert value <= alpha
    else:
        assert value >= beta


@given(games(), WINDOWS)
def test_fail_hard_stays_in_the_window_and_fail_soft_says_more(game, window):
    alpha, beta = window
    hard, soft = alphabeta_fail_hard(game, alpha=alpha, beta=beta), alphabeta(game, alpha=alpha, beta=beta)
    assert hard == max(alpha, min(soft, beta))
    assert minimax(game) <= soft <= alpha or alpha < soft < beta or beta <= soft <= minimax(game)


@ALL
@given(game=games())
def test_no_leaf_is_looked_at_twice_or_out_of_order(search, game):
    forced = looked_at(search, game)[1]
    assert forced == sorted(set(forced))


@ALL
def test_no_score_is_fetched_twice(search):
    fetched = []

    class Watched(End):
        __slots__ = ()

        @property
        def score(self):
            fetched.append(self)
            return 1

    game = Max([Min([object.__new__(Watched), End(2)]), Min([End(3), object.__new__(Watched)])])
    search(game)
    assert len(fetched) == 2


@given(games(st.integers(0, 2)))
def test_known_bounds_change_what_is_looked_at_and_not_the_value(game):
    value, forced = looked_at(alphabeta, game, alpha=0, beta=2)
    everything = looked_at(alphabeta, game)
    assert max(0, min(value, 2)) == everything[0]
    assert set(forced) <= set(everything[1])
    assert looked_at(lattice, game, alpha=0, beta=2)[1] == forced


def test_a_win_is_enough_where_the_bounds_are_known():
    def moves(position):
        return [] if position == "won" else ["won", "endless"]

    game = unfold("endless", moves=moves, score=lambda position: Outcome.WIN)
    bounds = Bounded(Outcome.LOSS, Outcome.WIN)
    assert alphabeta_lattice(game, bounds=bounds) is alphabeta(game, alpha=bounds.low, beta=bounds.high) is Outcome.WIN


@ALL
@pytest.mark.parametrize("window", [(1, 1), (2, 1), (float("nan"), 1), (TOP, BOTTOM)])
def test_a_window_that_holds_nothing_is_refused(search, window):
    with pytest.raises(BadWindow, match="expected alpha < beta; swap them, or widen the window"):
        search(End(0), alpha=window[0], beta=window[1])


def golden_leaves(demand):
    """The leaves that a golden demand forces, from left to right, and that each was forced with its score."""
    found, todo = [], [((), demand)]
    while todo:
        path, part = todo.pop()
        match part:
            case None | "nil":
                pass
            case {"end": score}:
                assert score is not None
                found.append(path)
            case {"head": head, "tail": tail} | {"cons": [head, tail]}:
                todo += [((*path[:-1], path[-1] + 1), tail), (path, head)]
            case {"max": node} | {"min": node}:
                todo.append(((*path, 0), node))
    return found


@ALL
@pytest.mark.slow
def test_the_golden_leaves_are_looked_at(search):
    rows = [json.loads(line) for line in (GOLDEN / "games.jsonl").read_text().splitlines()]
    assert len(rows) == 415
    for row in rows:
        game = from_json(row["tree"])
        value, forced = looked_at(search, game, alpha=INT64.low, beta=INT64.high)
        assert value == row["minimax"]
        assert forced == golden_leaves(row["demand"])


def test_an_endless_game_is_left_alone_where_it_cannot_matter():
    endless = unfold(0, moves=lambda n: [n + 1], score=lambda n: n)
    game = Max([End(3), Min([End(2), endless])])
    assert count_leaves(Max(game.children[:1])) == 1
    for search in (alphabeta, *OTHERS):
        assert search(game) == 3


@pytest.mark.parametrize("search", [alphabeta, alphabeta_fail_hard, alphabeta_negamax, alphabeta_lattice])
def test_not_even_the_class_of_what_is_cut_off_is_looked_at(search):
    game = from_nested([[3, 12, 8], [2, 4, [6, 1]], [14, 5, 2]])
    expected = "Max([Min([End(3), End(12), End(8)]), Min([End(2), _, _]), Min([End(14), End(5), End(2)])])"
    assert str(observe(search, game).demand) == expected


@given(games(), st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1]))
def test_the_value_is_squashed_into_the_window(game, window):
    alpha, beta = window
    value = squash(game, alpha=alpha, beta=beta)
    assert value == max(alpha, min(minimax(game), beta)) == alphabeta_fail_hard(game, alpha=alpha, beta=beta)


def test_a_player_may_move_twice_in_a_row():
    assert squash(Max([Max([End(1), End(5)]), Min([Min([End(6), End(7)]), End(4)])])) == 5
