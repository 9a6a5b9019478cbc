"""Best moves: the first of equals, and never one that was cut off; windows, depth limits, iterative deepening."""

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
    best_move,
    deep_recursion,
    deepening,
    depth,
    from_nested,
    leaves,
    limited,
    minimax,
    principal_variation,
    unfold,
)
from lazytree.errors import BadGame, BadWindow
from lazytree.games.leaf_log import log_leaves
from lazytree.games.traversals import forced_leaves
from lazytree.searches import aspiration
from lazytree.strategies import games
from strictcheck import Stream, nf, observe

SMALL = games(st.integers(0, 3)) | games(st.integers(0, 3), uniform=(2, 4))
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


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


# moves that go ahead


@given(SMALL, st.lists(st.integers(-1, 4), max_size=5))
def test_other_moves_first_make_no_other_value_and_the_line_leads_to_it(game, moves):
    value, line = principal_variation(game, ahead=moves)
    assert value == minimax(game)
    assert followed(game, line) == End(value)


@given(SMALL)
def test_the_best_line_stays_the_best_when_it_goes_ahead(game):
    line = principal_variation(game)
    assert principal_variation(game, ahead=line.moves) == line


def test_of_equal_moves_the_one_that_goes_ahead_is_chosen():
    game = from_nested([1, [2, 3], [2, 9]])
    assert principal_variation(game) == (2, (1, 0))
    assert principal_variation(game, ahead=[2]) == (2, (2, 0))


@pytest.mark.parametrize(
    ("moves", "leaves"),
    [
        ([], [1, 2, 3, 5]),
        ([9], [1, 2, 3, 5]),
        ([-1], [1, 2, 3, 5]),
        ([0, 0, 0], [1, 2, 3, 5]),
        ([1, 7], [2, 3, 1, 5]),
        ([1, 1, 1], [3, 2, 1, 5]),
    ],
)
def test_a_line_that_leads_nowhere_changes_nothing_beyond_its_last_move(moves, leaves):
    game = from_nested([1, [2, 3], 5])
    read = log_leaves(lambda game: principal_variation(game, ahead=moves), game)[1]  # with repeats
    assert [followed(game, path).score for path in read] == leaves


def test_moves_are_pulled_only_up_to_the_one_that_goes_ahead():
    pulled = []
    game = Min([End(2), Max(Stream(pulled.append(score) or End(score) for score in range(5)))])
    assert principal_variation(game, alpha=1, beta=3, ahead=[1, 3]) == (2, (0,))
    assert pulled == [0, 1, 2, 3]


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
