"""Depth limits, iterative deepening, and windows that are guessed."""

from __future__ import annotations

from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at

from lazytree import (
    End,
    Max,
    Min,
    alphabeta,
    deepening,
    depth,
    from_nested,
    leaves,
    limited,
    minimax,
    principal_variation,
    unfold,
)
from lazytree.errors import BadWindow
from lazytree.searches import ahead, aspiration  # fmt: skip
from lazytree.strategies import games
from strictcheck import Stream, observe

SMALL = games(st.integers(0, 3)) | games(st.integers(0, 3), uniform=(2, 4))
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


def doubling(depth, generated=None):
    """An endless game, cut off; `generated` notes each position that was made."""

    def moves(n):
        for child in (2 * n, 2 * n + 1):
            if generated is not None:
                generated.append(child)
            yield child

    return unfold(1, moves=moves, score=lambda n: n * 7 % 11, depth=depth)


# limited


@given(SMALL, st.integers(0, 5))
def test_a_limited_game_has_no_more_plies_than_its_limit(game, plies):
    short = limited(game, plies, evaluate=lambda position: 9)
    assert depth(short) == min(depth(game), plies)
    ends = dict(leaves(short))
    originals = dict(leaves(game))
    assert all(score == originals.get(path, 9) for path, score in ends.items())
    assert all(path in originals or len(path) == plies for path in ends)


@given(SMALL)
def test_a_limit_beyond_the_end_changes_nothing(game):
    assert limited(game, depth(game), evaluate=lambda position: 9) == game


def test_nothing_beyond_the_limit_is_looked_at_unless_the_evaluation_does():
    game = from_nested([3, [[7, 8], 2], [1, 9]])
    blind = observe(lambda game: minimax(limited(game, 2, evaluate=lambda position: 4)), game)
    assert str(blind.demand) == "Max([End(3), Min([Max(_), End(2)]), Min([End(1), End(9)])])"
    first = observe(lambda game: minimax(limited(game, 2, evaluate=lambda p: p.children[0].score)), game)
    assert str(first.demand) == "Max([End(3), Min([Max([End(7), _]), End(2)]), Min([End(1), End(9)])])"


def test_a_position_is_evaluated_when_its_score_is_looked_at():
    asked = []
    game = from_nested([3, [2, [5]], [1, [6]]])
    assert alphabeta(limited(game, 2, evaluate=lambda position: asked.append(position) or 0)) == 3
    assert asked == []


def test_moves_of_a_limited_game_are_pulled_when_it_is_their_turn():
    pulled = []
    moves = Stream(pulled.append(score) or End(score) for score in (4, 3, 9))
    assert alphabeta(limited(Max([End(3), Min(moves)]), 5, evaluate=minimax)) == 3
    assert pulled == [4, 3]


def test_an_endless_game_can_be_limited():
    endless = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n)
    assert minimax(limited(endless, 3, evaluate=lambda position: 4)) == 4


def test_a_negative_limit_is_refused():
    with pytest.raises(ValueError, match=r"limited\(depth=-1\): expected a number of plies, 0 or more"):
        limited(End(1), -1, evaluate=minimax)


# aspiration


@given(SMALL, WINDOWS)
def test_an_aspiration_window_does_not_change_the_value(game, window):
    assert aspiration(game, alpha=window[0], beta=window[1]) == minimax(game)


@given(SMALL, WINDOWS)
def test_with_an_aspiration_window_nothing_is_looked_at_that_alpha_beta_leaves_alone(game, window):
    forced = looked_at(lambda game: aspiration(game, alpha=window[0], beta=window[1]), game)[1]
    assert set(forced) <= set(looked_at(alphabeta, game)[1])


def test_a_good_guess_looks_at_less_and_a_bad_one_asks_twice():
    game = from_nested([[1, 5], [4, 9], [8, 7]])
    good, bad = (looked_at(lambda game, a=a: aspiration(game, alpha=a, beta=a + 2), game) for a in (6, -5))
    assert good == (7, [(0, 0), (1, 0), (2, 0), (2, 1)])
    assert bad == (7, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)])


@pytest.mark.parametrize("window", [(1, 1), (2, 1)])
def test_an_aspiration_window_that_holds_nothing_is_refused(window):
    with pytest.raises(BadWindow):
        aspiration(End(0), alpha=window[0], beta=window[1])


# ahead


@given(SMALL, st.lists(st.integers(0, 4), max_size=5))
def test_other_moves_first_make_no_other_value(game, moves):
    assert minimax(ahead(game, moves)) == minimax(game)


@given(SMALL)
def test_with_the_best_line_ahead_it_is_the_leftmost(game):
    value, moves = principal_variation(game)
    assert principal_variation(ahead(game, moves)) == (value, (0,) * len(moves))


@given(SMALL)
def test_with_the_best_line_ahead_no_more_leaves_are_looked_at_on_games_of_two_moves(game):
    first = looked_at(alphabeta, ahead(game, principal_variation(game).moves))
    assert first[0] == minimax(game)


@pytest.mark.parametrize("moves", [[], [9], [-1], [0, 0, 0], [1, 7], [1, 1, 1]])
def test_a_line_that_leads_nowhere_changes_nothing_beyond_its_last_move(moves):
    game = from_nested([1, [2, 3], 5])
    expected = from_nested({1: [[3, 2], 1, 5], 7: [[2, 3], 1, 5]}.get(moves[1], [1, [2, 3], 5])) if moves[1:] else game
    assert ahead(game, moves) == expected


def test_moves_are_pulled_only_up_to_the_one_that_goes_ahead():
    pulled = []
    game = Max(Stream(pulled.append(score) or End(score) for score in range(5)))
    first = ahead(game, [2])
    assert pulled == []
    assert next(iter(first.children)) == End(2)
    assert pulled == [0, 1, 2]
    assert [child.score for child in first.children] == [2, 0, 1, 3, 4]


# deepening


@pytest.mark.parametrize("window", [None, lambda value: (value - 2, value + 2)])
def test_each_iteration_has_the_value_of_its_depth_and_a_line_to_it(window):
    for iteration in deepening(doubling, range(7), window=window):
        game = doubling(iteration.depth)
        assert iteration.value == minimax(game)
        for move in iteration.moves:
            assert minimax(game) == iteration.value
            game = game.children[move]
        assert game == End(iteration.value)
        assert len(iteration.moves) == iteration.depth


@given(SMALL, st.integers(1, 3))
def test_deepening_a_whole_game_ends_at_its_value(game, margin):
    def to(plies):
        return limited(game, plies, evaluate=lambda position: 1)

    *_, last = deepening(to, range(depth(game) + 1), window=lambda value: (value - margin, value + margin))
    assert last.value == minimax(game)


def test_a_depth_is_searched_when_it_is_asked_for():
    searched = []
    iterations = deepening(lambda plies: searched.append(plies) or doubling(plies), count())
    assert searched == []
    assert [iteration.depth for iteration in islice(iterations, 3)] == [0, 1, 2]
    assert searched == [0, 1, 2]


def test_the_best_line_of_the_last_depth_goes_ahead():
    orders = []

    def to(plies):
        orders.append([])
        return doubling(plies, orders[-1])

    lines = [iteration.moves for iteration in deepening(to, [3, 4])]
    node = 1
    for move in lines[0]:
        node = 2 * node + move
    straight = []
    alphabeta(doubling(4, straight))
    assert node in orders[1][: straight.index(max(straight)) + 1]
    assert orders[1] != straight


def test_a_window_saves_work_where_values_change_little():
    def to(generated, plies):
        return unfold(
            1,
            moves=lambda n: generated.append(n) or [2 * n, 2 * n + 1],
            score=lambda n: n % 97 // 10,
            depth=plies,
        )

    work = {}
    for name, window in (("open", None), ("narrow", lambda value: (value - 1, value + 1))):
        generated = []
        values = [i.value for i in deepening(lambda plies, g=generated: to(g, plies), range(8, 10), window=window)]
        work[name] = len(generated), values
    assert work["narrow"][1] == work["open"][1]
    assert work["narrow"][0] != work["open"][0]


@pytest.mark.parametrize("root", [Max, Min])
def test_a_game_of_one_move_has_one_line(root):
    *_, last = deepening(lambda plies: root([End(5)]), [1, 2])
    assert last == (2, 5, (0,))
