"""The leaf log: what a search reads, in order and with repeats, on a game that is as lazy as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from long_runs import size
from unfolding_games import unfolding_game

from lazytree import SEARCHES, End, Max, Min, alphabeta, count_leaves, from_nested, minimax, unfold
from lazytree.games.leaf_log import LeafLog, log_leaves
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import Stream, delay, is_forced, observe

ONCE = ["minimax", "alphabeta", "fail-hard", "lattice", "f1", "sss", "broken-strict-cutoff", "broken-kept-window"]


@pytest.mark.parametrize("name", ONCE)
@given(game=games())
def test_the_log_says_what_full_observation_says(name, game):
    search = SEARCHES[name]
    value, leaves = log_leaves(search, game)
    observation = observe(search, game)
    assert (value, leaves) == (observation.result, forced_leaves(observation))


def test_a_leaf_that_is_read_again_is_logged_again():
    assert log_leaves(lambda game: game.score + game.score, End(3)) == (6, [(), ()])


def test_looking_at_structure_alone_is_not_logged():
    log = LeafLog()
    assert count_leaves(log.watch(from_nested([[3, 5], [2, 9]]))) == 4
    assert (log.paths, len(log)) == ([], 0)


@pytest.mark.parametrize("read", [lambda end: end.score, lambda end: hash(end)])
def test_every_way_to_the_score_is_logged(read):
    log = LeafLog()
    read(log.watch(End(3)))
    assert log.paths == [()]


def test_a_match_logs_the_score_it_binds():
    log = LeafLog()
    match log.watch(Max([End(3)])):
        case Max([End(score)]):
            assert score == 3
    assert log.paths == [(0,)]


def test_a_watched_game_is_the_same_game():
    game = from_nested([[3, 5], [2, 9]])
    watched = LeafLog().watch(game)
    assert watched == from_nested([[3, 5], [2, 9]])
    assert isinstance(watched, Max)
    assert repr(watched) == "Max([Min([End(3), End(5)]), Min([End(2), End(9)])])"


def test_a_stream_is_pulled_as_far_as_the_search_pulls_it():
    pulled = []

    def children():
        for score in (1, 5, 9):
            pulled.append(score)
            yield End(score)

    value, leaves = log_leaves(lambda game: game.children[1].score, Min(Stream(children())))
    assert (value, leaves, pulled) == (5, [(1,)], [1, 5])


def test_an_endless_game_can_be_watched():
    def leftmost(game):
        for _ in range(50):
            game = game.children[0]
        return isinstance(game, Max)

    game = unfold(1, moves=lambda n: [n, n], score=lambda n: n)
    assert log_leaves(leftmost, game) == (True, [])


def test_what_is_delayed_stays_delayed():
    part = delay(lambda: 1 / 0)
    watched = LeafLog().watch(Max([End(1), part]))
    assert watched.children[0].score == 1
    assert not is_forced(part)
    with pytest.raises(ZeroDivisionError):
        isinstance(watched.children[1], End)


def test_games_whose_children_are_delayed_are_watched_as_they_unfold():
    game = unfolding_game(500, seed=3)
    value, leaves = log_leaves(alphabeta, unfolding_game(500, seed=3))
    assert value == alphabeta(game)
    assert leaves == forced_leaves(observe(alphabeta, unfolding_game(500, seed=3)))


def test_a_long_chain_and_a_wide_fan_are_ordinary():
    many = size(10_000, 100_000)
    chain = End(0)
    for _ in range(many):
        chain = Max([chain])
    wide = Max([End(number) for number in range(many)])
    log = LeafLog()
    node = log.watch(chain)
    while not isinstance(node, End):
        node = node.children[0]
    assert (node.score, len(log.paths[0])) == (0, many)
    assert log_leaves(minimax, wide)[1] == [(number,) for number in range(many)]


def test_lines_tell_who_asked_the_innermost_first():
    def inner(end):
        return end.score

    def outer(end):
        return inner(end)

    log = LeafLog(where=True)
    outer(log.watch(End(3)))
    (lines,) = log.lines
    assert [line.function.split(".")[-1] for line in lines[:2]] == ["inner", "outer"]
    assert {line.file for line in lines[:2]} == {__file__}


def test_lines_of_skipped_code_are_left_out():
    log = LeafLog(where=True, skip=lambda code: code.co_filename == __file__)
    log.watch(End(3)).score
    assert all(line.file != __file__ for line in log.lines[0])


def test_two_logs_of_one_game_know_nothing_of_each_other():
    game = from_nested([1, 2])
    one, other = LeafLog(), LeafLog()
    minimax(one.watch(game))
    other.watch(game)
    assert (len(one), len(other)) == (2, 0)
    one.clear()
    assert (len(one), one.paths) == (0, [])


def test_an_error_of_the_search_leaves_what_was_read():
    log = LeafLog()

    def failing(game):
        raise LookupError(alphabeta(game))

    with pytest.raises(LookupError):
        failing(log.watch(from_nested([[3, 5], [2, 9]])))
    assert log.paths == [(0, 0), (0, 1), (1, 0)]
