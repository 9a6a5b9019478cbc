"""The engine against brute force: what makes it faster changes no value, and each of its parts does what it says."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from math import inf
from random import Random

import pytest
from connect_four import KNOWN_VALUES, ConnectFour
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size
from small_positions import Nim, RandomGame

from lazytree import BOTTOM, TOP, End, Max, Min, alphabeta, deep_recursion, from_nested
from lazytree.engines.noughts import Noughts
from lazytree.engines.positions import GamePosition, Position, View, game_of
from lazytree.engines.table_search import Bound, Found, Table, evaluate
from lazytree.errors import BadGame, BadWindow, TooDeep
from lazytree.games import Outcome
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import assert_same_demand, observe


def brute_force(position, depth=inf):
    """Minimax's value to the mover, with nothing clever about it."""
    result = position.result()
    if result is not None:
        return result
    if depth == 0:
        return position.guess()
    return max(-brute_force(position.play(move), depth - 1) for move in position.moves())


def small_games(count, start=0):
    """Random games of at most four plies: with ties, early ends, transpositions, symmetries, batches of each size."""
    for seed in range(start, start + count):
        random = Random(seed)
        yield RandomGame(
            seed=seed,
            branching=random.choice((2, 2, 3)),
            depth=random.choice((2, 3, 3, 4)),
            scores=random.choice((1, 1, 2, 9)),
            ends=random.choice((0, 0.2, 0.4)),
            transposing=random.random() < 0.5,
            mirrored=random.random() < 0.5,
            batch=random.choice((1, 2, 3)),
        )


SETTINGS = [{"table": table, "symmetries": symmetries} for table in (False, True) for symmetries in (False, True)]


def tables(setting):
    return {**setting, "table": Table() if setting["table"] else None}


# Values.


def test_the_value_is_minimaxs_on_random_games_with_and_without_tables_and_symmetries_at_every_depth():
    for game in small_games(size(150, 2_000)):
        for depth in (*range(game.depth), None):
            value = brute_force(game, inf if depth is None else depth)
            for setting in SETTINGS:
                answer = evaluate(game, depth=depth, **tables(setting))
                assert (answer.value, answer.bound) == (value, Bound.EXACT), (game, depth, setting)


def test_one_table_serves_searches_of_every_depth_and_window_in_any_order():
    for game in small_games(size(100, 300), start=10_000):
        random = Random(game.seed)
        table = Table()
        values = {depth: brute_force(game, depth) for depth in (*range(game.depth + 1), inf)}
        for _ in range(12):
            depth, alpha = random.choice(list(values)), random.randint(-game.scores - 1, game.scores)
            beta = random.randint(alpha + 1, game.scores + 1)
            plies = None if depth == inf else depth
            symmetries = random.random() < 0.5
            answer = evaluate(game, depth=plies, alpha=alpha, beta=beta, table=table, symmetries=symmetries)
            assert_true(answer, values[depth], alpha, beta)


def assert_true(answer, value, alpha, beta):
    """What the answer says is so, and it says as much as the window asks."""
    if answer.bound is Bound.EXACT:
        assert answer.value == value
    elif answer.bound is Bound.LOWER:
        assert beta <= answer.value <= value
    else:
        assert value <= answer.value <= alpha


def test_in_a_window_the_answer_is_the_value_or_a_bound_on_it():
    bounds = set()
    for game in small_games(size(100, 300), start=20_000):
        value = brute_force(game)
        for alpha, beta in [(-2, -1), (-1, 0), (-1, 1), (0, 1), (BOTTOM, 0), (0, TOP)]:
            answer = evaluate(game, alpha=alpha, beta=beta)
            assert_true(answer, value, alpha, beta)
            assert (answer.bound is Bound.EXACT) == (alpha < answer.value < beta)
            bounds.add(answer.bound)
    assert bounds == set(Bound)


@given(games())
def test_without_a_table_the_engine_looks_at_a_tree_as_alpha_beta_does(game):
    assert_same_demand(lambda game: evaluate(GamePosition(game)).value, alphabeta, game)


@pytest.mark.parametrize("seed", range(10))
def test_the_engine_generates_no_more_moves_of_a_lazy_tree_than_alpha_beta(seed):
    start = RandomGame(seed=seed, branching=3, depth=4)
    engine = observe(lambda game: evaluate(GamePosition(game)).value, game_of(start))
    search = observe(alphabeta, game_of(start))
    assert engine.demand == search.demand
    assert forced_leaves(engine) == forced_leaves(search)


@given(games(st.integers(-1, 1), max_leaves=12))
def test_a_table_of_parts_of_trees_changes_no_value(game):
    table = Table()
    position = GamePosition(game, name=lambda part: part)
    assert evaluate(position, table=table).value == alphabeta(game)
    assert evaluate(position, table=table).value == alphabeta(game)


# Exact or not.


def test_what_is_called_exact_is_the_value_of_the_game_however_deep_the_search():
    told = set()
    for game in small_games(size(100, 400), start=30_000):
        value = brute_force(game)
        for depth, setting in product((*range(game.depth + 1), None), SETTINGS):
            answer = evaluate(game, depth=depth, **tables(setting))
            told.add((answer.exact, depth == game.depth, depth is None))
            if answer.exact:
                assert answer.value == value
            if depth is None or depth >= game.depth:
                assert answer.exact
    assert {(True, False, False), (False, False, False)} < told  # exact before the last ply, where all lines end early


def test_an_answer_with_a_guess_in_it_is_not_exact_even_if_it_is_right():
    position = Nim((1, 2, 3))
    answers = [evaluate(position, depth=depth) for depth in range(7)]
    assert {answer.value for answer in answers} == {Outcome.LOSS}  # Bouton guesses right
    assert [answer.exact for answer in answers] == [False] * 6 + [True]


def test_a_bound_is_not_exact():
    answer = evaluate(Noughts(), alpha=-1, beta=0)
    assert (answer.value, answer.bound, answer.exact) == (0, Bound.LOWER, False)
    answer = evaluate(Noughts(), alpha=0, beta=1)
    assert (answer.value, answer.bound, answer.exact) == (0, Bound.UPPER, False)
    answer = evaluate(Noughts(), alpha=-1, beta=1)
    assert (answer.value, answer.bound, answer.exact) == (0, Bound.EXACT, True)


def test_a_guess_on_any_line_that_was_searched_is_enough():
    # The first move ends the game in a tie; the second goes on, and looks worse.
    game = Max([End(0), Min([Max([End(1)])])])
    assert not evaluate(Guessing(game, -5), depth=1).exact
    assert evaluate(Guessing(game, -5), depth=1).value == 0
    assert evaluate(Guessing(game, -5), depth=3).exact


class Guessing(GamePosition):
    """A tree of which every part looks the same to Max."""

    __slots__ = ("looks",)

    def __init__(self, game, looks, mover=Max):
        super().__init__(game, mover)
        object.__setattr__(self, "looks", looks)

    def guess(self):
        return self.looks if self.mover is Max else -self.looks

    def play(self, move):
        after = super().play(move)
        return Guessing(after.game, self.looks, after.mover)


# The table.


def found(value, bound=Bound.EXACT, complete=True, depth=1):
    return Found(value, bound, complete, depth)


def test_an_entry_holds_at_its_own_depth_and_if_no_guess_is_in_it_at_any_greater_one():
    for depth in (0, 1, 2, 3, inf):
        assert found(0, depth=2).holds_at(depth) == (depth >= 2)
        assert found(0, depth=2, complete=False).holds_at(depth) == (depth == 2)
    table = Table()
    table.put("here", found(7, depth=2))
    assert table.get("here", 1) is None
    assert table.get("here", 5).value == 7
    assert table.get("there", 5) is None


@pytest.mark.parametrize(
    ("bound", "decided"),
    [(Bound.EXACT, {0, 3, 5, 7, 9}), (Bound.LOWER, {7, 9}), (Bound.UPPER, {0, 3})],
)
def test_an_entry_decides_a_window_that_its_bound_is_outside_of(bound, decided):
    assert {value for value in (0, 3, 5, 7, 9) if found(value, bound).decides(3, 7)} == decided


def test_an_exact_entry_gives_way_to_exact_ones_only():
    table = Table()
    table.put("here", found(1))
    table.put("here", found(2, Bound.LOWER))
    table.put("here", found(3, complete=False))
    assert table.get("here", 1).value == 1
    table.put("here", found(4))
    assert table.get("here", 1).value == 4
    table.put("there", found(5, Bound.LOWER))
    table.put("there", found(6, Bound.UPPER))
    assert table.get("there", 1).value == 6


def test_what_has_no_key_is_not_stored():
    table = Table()
    evaluate(GamePosition(from_nested([[1, 2], [3, 4]])), table=table)
    assert len(table) == 0
    table.put(None, found(1))
    assert len(table) == 0


def test_what_the_table_knows_is_not_searched_again_from_any_side_of_the_board():
    table = Table()
    assert evaluate(Noughts().after(0), table=table).searched > 100
    for corner in (0, 2, 6, 8):
        assert evaluate(Noughts().after(corner), table=table).searched == 0
    assert evaluate(Noughts().after(8), table=table, symmetries=False).searched > 0


@pytest.mark.parametrize("depth", [4, None])
def test_a_table_and_symmetries_each_save_positions(depth):
    searched = {
        (table, symmetries): evaluate(
            Noughts(), depth=depth, **tables({"table": table, "symmetries": symmetries})
        ).searched
        for table, symmetries in product((False, True), repeat=2)
    }
    assert searched[True, True] < min(searched[True, False], searched[False, True])
    assert max(searched[True, False], searched[False, True]) < searched[False, False]


# How a position is asked for its moves.


class Asked(Position[int]):
    """A tree of nested lists, with a note of each look, and of each batch that was generated."""

    def __init__(self, nested, notes, path=(), batches=None):
        self.nested, self.notes, self.path, self.sizes = nested, notes, path, batches or [1] * 9

    def result(self):
        self.notes.append(("looked at", self.path))
        if isinstance(self.nested, list):
            return None
        return self.nested if len(self.path) % 2 == 0 else -self.nested

    def batches(self):
        moves = iter(range(len(self.nested)))
        for length in self.sizes:
            batch = list(islice(moves, length))
            if batch:
                self.notes.append(("generated", self.path, batch))
                yield batch

    def play(self, move):
        return Asked(self.nested[move], self.notes, (*self.path, move), self.sizes)

    def key(self):
        return self.path

    def told(self, kind):
        return [note[1:] for note in self.notes if note[0] == kind]

    @property
    def looked_at(self):
        return [path for (path,) in self.told("looked at")]


def test_a_batch_is_generated_when_the_one_before_was_searched_in_vain():
    start = Asked([[3, 9, 9], [2, 7, 8, 9, 9], [5, 4, 1]], [], batches=[2, 1, 2])
    assert evaluate(start).value == 3
    assert start.told("generated") == [
        ((), [0, 1]),
        ((0,), [0, 1]),
        ((0,), [2]),
        ((1,), [0, 1]),  # 2 refutes it, and the rest is not even generated
        ((), [2]),
        ((2,), [0, 1]),
        ((2,), [2]),
    ]


def test_a_successor_that_is_known_to_refute_comes_before_all_others():
    start, table = Asked([[5, 5], [1, 1], [9, 9]], [], batches=[3]), Table()
    evaluate(start.play(2), table=table)
    start.notes.clear()
    answer = evaluate(start, alpha=6, beta=8, table=table)
    assert (answer.value, answer.bound, answer.move) == (9, Bound.LOWER, 2)
    assert (answer.searched, start.looked_at) == (1, [()])


def test_a_successor_that_is_known_comes_before_those_that_are_not_and_the_others_keep_their_order():
    start, table = Asked([[3, 9], [5, 6], [4, 4], [2, 9]], [], batches=[4]), Table()
    evaluate(start.play(2), table=table)
    start.notes.clear()
    answer = evaluate(start, table=table)
    assert (answer.value, answer.move) == (5, 1)
    # The third is not looked at again. That it is worth 4 refutes the first and the last by their first reply.
    assert start.looked_at == [(), (0,), (0, 0), (1,), (1, 0), (1, 1), (3,), (3, 0)]


def test_a_successor_that_refutes_comes_before_one_of_which_a_bound_is_known_that_proves_nothing():
    start, table = Asked([[9, 1], [2, 2], [9, 9]], [], batches=[3]), Table()
    # After the first reply to the first move: it is worth 9 at most. That is no refutation, though 9 would be one.
    assert evaluate(start.play(0), alpha=-20, beta=-10, table=table).bound is Bound.LOWER
    evaluate(start.play(2), table=table)
    start.notes.clear()
    answer = evaluate(start, alpha=4, beta=8, table=table)
    assert (answer.value, answer.bound, answer.move) == (9, Bound.LOWER, 2)
    assert start.looked_at == [()]


def test_at_a_depth_limit_what_is_known_from_the_depth_that_is_left_comes_first():
    start, table = Asked([[[0], [0]], [[9], [9]]], [], batches=[2]), Table()
    evaluate(start.play(1), depth=1, table=table)
    start.notes.clear()
    # All guesses are 0, so the second successor is known to be worth 0, and one reply refutes the first.
    assert evaluate(start, depth=2, table=table).move == 1
    assert start.looked_at == [(), (0,), (0, 0)]


class Twice(Position[int]):
    """Each move offered twice, in one batch; positions have no keys."""

    def __init__(self, plies, notes):
        self.plies, self.notes = plies, notes

    def result(self):
        self.notes.append(self.plies)
        return None if self.plies else 0

    def batches(self):
        return ([0, 1, 0, 1], [1, 0])

    def play(self, move):
        return Twice(self.plies - 1, self.notes)


def test_a_move_that_is_offered_again_is_not_tried_again():
    notes = []
    evaluate(Twice(1, notes))
    assert notes == [1, 0, 0]


def test_moves_that_lead_to_the_same_position_are_tried_once():
    assert evaluate(Noughts(), depth=1).searched == 1 + 3
    assert evaluate(Noughts(), depth=1, symmetries=False).searched == 1 + 9
    assert evaluate(Nim((2, 2, 2)), depth=1).searched == 1 + 2
    same = RandomGame(seed=0, branching=3, depth=2, transposing=True)
    assert evaluate(same.play(0), depth=1).searched == 1 + 3


# Moves.


PLAYED = [
    Noughts(),
    Noughts().after(0, 4),
    Noughts().after(1),
    Nim((1, 2, 3)),
    Nim((3, 1, 4)),
    ConnectFour(4, 3, 3),
    ConnectFour(5, 2, 3).after(0, 0),
]


@pytest.mark.parametrize("position", PLAYED, ids=repr)
@pytest.mark.parametrize("setting", SETTINGS, ids=repr)
def test_the_move_leads_to_the_value(position, setting):
    choice = evaluate(position, **tables(setting))
    assert choice.move in {*position.moves()}
    assert choice.value == brute(position) == -brute(position.play(choice.move))
    assert choice.exact
    assert choice.bound is Bound.EXACT
    assert choice.searched > 1


@cache
def brute(position):
    result = position.result()
    return max(-brute(position.play(move)) for move in position.moves()) if result is None else result


def test_the_move_leads_to_the_value_at_every_depth_whatever_the_table_has_seen():
    for game in small_games(size(100, 300), start=50_000):
        table = Table()
        for depth in range(1, game.depth + 1):
            choice = evaluate(game, depth=depth, table=table)
            assert choice.value == -brute_force(game.play(choice.move), depth - 1) == brute_force(game, depth)


def test_of_equally_good_moves_the_first_is_made():
    assert evaluate(GamePosition(from_nested([[1], [3, 4], [3], [2]]))).move == 1


def test_a_move_that_is_only_bounded_does_not_take_the_place_of_the_best():
    # The second move is refuted by 3, which is as good as the first and is not all.
    assert evaluate(GamePosition(from_nested([[3, 4], [3, 0]]))).move == 0


@pytest.mark.parametrize("window", [{}, {"alpha": -1, "beta": 1}, {"alpha": 0, "beta": 1}])
@pytest.mark.parametrize("setting", SETTINGS, ids=repr)
def test_where_every_move_loses_there_still_is_a_move(window, setting):
    for lost in (Nim((1, 1)), Nim((1, 2, 3)), Noughts().after(4, 1, 0)):
        assert brute(lost) == Outcome.LOSS
        choice = evaluate(lost, **window, **tables(setting))
        assert choice.value <= window.get("alpha", Outcome.LOSS)
        assert choice.move in {*lost.moves()}


def test_a_finished_game_has_no_move():
    for over in (Nim((0,)), Noughts().after(0, 3, 1, 4, 2)):
        assert evaluate(over).move is None
        assert evaluate(over).exact


# Play.


def best(position):
    return evaluate(position).move


PERFECT = Table()


def engine_with_one_table(position):
    return evaluate(position, table=PERFECT).move


def engine_that_looks_six_plies_ahead(position):
    return evaluate(position, depth=6, symmetries=False).move


@pytest.mark.slow
@pytest.mark.parametrize("engine", [best, engine_with_one_table, engine_that_looks_six_plies_ahead])
@pytest.mark.parametrize("begins", [True, False])
def test_noughts_and_crosses_is_never_lost_whatever_the_other_does(engine, begins):
    reply = cache(engine)
    positions, results = [Noughts()], set()
    while positions:
        position = positions.pop()
        to_move = (position.own.bit_count() == position.others.bit_count()) == begins
        if (result := position.result()) is not None:
            results.add(result if to_move else -result)
        else:
            positions += map(position.play, [reply(position)] if to_move else position.moves())
    assert results == {Outcome.TIE, Outcome.WIN}


def test_nim_that_is_won_is_won():
    for heaps in ((1, 2, 4), (3, 3, 2), (5, 1)):
        position, plies = Nim(heaps), 0
        while position.result() is None:
            position = position.play(next(position.moves()) if plies % 2 else best(position))
            plies += 1
        assert plies % 2 == 1  # the last counter is taken by who began


@pytest.mark.parametrize("board", [(4, 4), (4, 5), (5, 4)])
@pytest.mark.slow
def test_connect_four_on_small_boards_is_worth_what_is_published(board):
    assert evaluate(ConnectFour(*board), alpha=-1, beta=1, table=Table()).value == KNOWN_VALUES[board]


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 3, 3), (3, 4, 3), (5, 2, 3), (4, 4, 2), (1, 5, 3)])
def test_connecting_fewer_is_worth_what_brute_force_says(sizes):
    assert evaluate(ConnectFour(*sizes), table=Table()).value == brute(ConnectFour(*sizes))


# Bad input.


def test_a_depth_a_window_and_a_position_that_are_none_are_refused():
    with pytest.raises(ValueError, match=r"\(depth=-1\): expected a number of plies"):
        evaluate(Noughts(), depth=-1)
    with pytest.raises(BadWindow, match="alpha=1, beta=1"):
        evaluate(Noughts(), alpha=1, beta=1)
    with pytest.raises(TypeError, match=r"evaluate\(Max.*expected a Position; GamePosition makes one"):
        evaluate(Max([End(1)]))
    assert evaluate(Noughts(), depth=0).move is None


class Odd(Twice):
    def guess(self):
        return float("nan")

    def play(self, move):
        return Odd(self.plies - 1, self.notes)


class NoNumber(Odd):
    def result(self):
        return float("nan")


def test_values_that_are_not_equal_to_themselves_are_refused():
    for position, depth in ((Odd(3, []), 2), (NoNumber(3, []), None)):
        with pytest.raises(BadGame, match="worth nan; expected a value that is equal to itself"):
            evaluate(position, depth=depth)


class Stuck(Twice):
    def batches(self):
        return ([],)


def test_a_position_without_moves_that_is_no_end_is_refused():
    with pytest.raises(BadGame, match="has no moves and no result"):
        evaluate(Stuck(1, []))
    assert evaluate(Stuck(1, []), depth=0).value == 0


class Raises(Twice):
    def result(self):
        raise KeyError("rules")


def test_what_a_position_raises_comes_through():
    with pytest.raises(KeyError, match="rules"):
        evaluate(Raises(1, []))


class Long(Position[int]):
    """A game of one move after the other."""

    def __init__(self, left):
        self.left = left

    def result(self):
        return None if self.left else 1

    def batches(self):
        return ([0],)

    def play(self, move):
        return Long(self.left - 1)


def test_a_game_of_ten_thousand_plies_needs_the_documented_helper():
    with pytest.raises(TooDeep, match=r"evaluate recurses once per ply .* `with lazytree.deep_recursion\(plies\):`"):
        evaluate(Long(10_000))
    with deep_recursion(10_000):
        assert evaluate(Long(10_000)).value == 1
        assert evaluate(Long(9_999), table=Table()).value == -1


@pytest.mark.slow
def test_a_position_with_a_hundred_thousand_moves_is_ordinary():
    assert evaluate(GamePosition(Max([End(n) for n in range(100_000)]))).move == 99_999


class Turned(Position[int]):
    """A random game whose moves are named anew at each ply; its canonical form is the one with the plain names."""

    def __init__(self, game, turn=0):
        self.game, self.turn = game, turn

    def _plain(self, move):
        return (move + self.turn) % self.game.branching

    def result(self):
        return self.game.result()

    def guess(self):
        return self.game.guess()

    def batches(self):
        size = self.game.branching
        return ([(move - self.turn) % size for move in self.game.moves()],)

    def play(self, move):
        return Turned(self.game.play(self._plain(move)), self.turn + 1)

    def views(self):
        return [View(self, lambda move: move)]

    def canonical(self):
        return View(Turned(self.game), lambda move: (move - self.turn) % self.game.branching)

    def key(self):
        return self.game.key(), self.turn % self.game.branching


def test_the_way_back_is_gone_from_whichever_view_the_position_is_searched_in():
    for game in small_games(size(40, 100), start=60_000):
        for turn in range(game.branching):
            position = Turned(game, turn)
            for setting in SETTINGS:
                choice = evaluate(position, **tables(setting))
                assert choice.value == brute_force(game) == -brute_force(position.play(choice.move))


def test_min_moving_first_in_a_tree_is_minimax_too():
    assert evaluate(GamePosition(Min([End(3), End(1)]), Min)).value == -1
