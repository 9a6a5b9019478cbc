"""Whole games: leaves, sizes, other scores, without recursion; deep games, with the helper that the error names."""

import itertools
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size

from lazytree import (
    SEARCHES,
    End,
    Max,
    Min,
    Order,
    count_leaves,
    deep_recursion,
    depth,
    from_nested,
    leaves,
    minimax,
    minimax_in,
    to_nested,
    unfold,
)
from lazytree.errors import TooDeep
from lazytree.games import count_nodes, map_scores, to_json
from lazytree.games.leaf_log import LeafLog
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import Stream, delay, is_forced, observe

DEEP = WIDE = size(5_000, 100_000)

# Whatever goes through games or makes another of one, and is no search.
GOING_THROUGH = {
    "count_leaves": count_leaves,
    "count_nodes": count_nodes,
    "depth": depth,
    "leaves": lambda game: list(leaves(game)),
    "map_scores": lambda game: map_scores(abs, game),
    "to_json": to_json,
    "to_nested": to_nested,
    "watched": LeafLog().watch,
}


@pytest.mark.parametrize("name", GOING_THROUGH)
def test_what_is_no_game_is_refused_in_a_line(name):
    for wrong in (5, None, list(range(WIDE))):
        with pytest.raises(TypeError, match="is no game: expected Max, Min or End; from_nested makes them") as caught:
            GOING_THROUGH[name](wrong)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["count_leaves", "leaves", "to_json"])
def test_what_is_no_game_among_children_that_are_pulled_is_refused_too(name):
    with pytest.raises(TypeError, match="5 is no game"):
        GOING_THROUGH[name](Max(Stream([End(1), 5])))


def chain(plies):
    game = End(0)
    for ply in range(plies):
        game = (Max, Min)[ply % 2]([game])
    return game


def endless():
    return unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n)


def late_scores(count):
    return [delay(lambda: 1) for _ in range(count)]


def test_leaves_come_from_left_to_right_with_their_paths():
    game = from_nested([3, [1, [4, 1]], 5])
    assert list(leaves(game)) == [((0,), 3), ((1, 0), 1), ((1, 1, 0), 4), ((1, 1, 1), 1), ((2,), 5)]
    assert list(leaves(End(7))) == [((), 7)]


@given(games())
def test_a_path_leads_to_its_leaf(game):
    for path, score in leaves(game):
        node = game
        for index in path:
            node = node.children[index]
        assert node == End(score)


@given(games())
def test_sizes_agree_with_the_leaves(game):
    paths = [path for path, _ in leaves(game)]
    prefixes = {path[:length] for path in paths for length in range(len(path) + 1)}
    assert count_leaves(game) == len(paths)
    assert count_nodes(game) == len(prefixes)
    assert depth(game) == max(map(len, paths))


def test_leaves_of_an_endless_game_come_one_by_one():
    spine = unfold(0, moves=lambda n: [-1, n + 1] if n >= 0 else [], score=lambda n: n)
    assert [path for path, _ in itertools.islice(leaves(spine), 3)] == [(0,), (1, 0), (1, 1, 0)]
    assert spine.children[1].children[1].children.pulled == 1


def test_counting_forces_no_score():
    scores = late_scores(3)
    game = Max([End(scores[0]), Min([End(scores[1]), End(scores[2])])])
    assert (count_leaves(game), count_nodes(game), depth(game)) == (3, 5, 2)
    assert len(list(leaves(game))) == 3
    assert not any(map(is_forced, scores))


def test_mapping_keeps_the_shape():
    game = Max([End(3), Min([End(1), End(2)])])
    assert map_scores(str, game) == Max([End("3"), Min([End("1"), End("2")])])


@given(games(), st.integers())
def test_mapping_twice_is_mapping_once(game, n):
    once = map_scores(lambda score: 2 * (score + n), game)
    assert map_scores(lambda score: 2 * score, map_scores(lambda score: score + n, game)) == once


def test_an_endless_game_is_mapped_as_it_is_looked_at():
    seen = []
    mapped = map_scores(seen.append, endless())
    assert seen == []
    assert mapped.children[1].children[0].children.pulled == 0
    again = map_scores(lambda n: -n, Max(Stream([End(1), Min(Stream([End(2)]))])))
    assert again == Max([End(-1), Min([End(-2)])])


@pytest.mark.parametrize("game", [chain(DEEP), Max([End(score) for score in range(WIDE)])], ids=["deep", "wide"])
def test_big_games_are_walked_without_recursion(game):
    assert count_leaves(map_scores(str, game)) == count_leaves(game)
    assert depth(game) in (1, DEEP)
    assert sum(1 for _ in leaves(game)) == count_leaves(game)
    assert count_nodes(game) == DEEP + 1


def test_scores_mapped_are_scores_nested():
    assert to_nested(map_scores(lambda score: score * 2, from_nested([1, [2, 3]]))) == [2, [4, 6]]


@given(games())
def test_a_search_of_everything_forces_all_leaves(game):
    assert forced_leaves(observe(minimax, game)) == [path for path, _ in leaves(game)]


def test_leaves_come_in_the_order_of_forcing():
    def from_the_right(game):
        return [game.children[1].score + 0, game.children[0].score + 0]

    assert forced_leaves(observe(from_the_right, Max([End(1), End(2)]))) == [(1,), (0,)]


def test_an_end_whose_score_nobody_asked_for_is_not_forced():
    assert forced_leaves(observe(lambda game: isinstance(game.children[0], End), Max([End(1), End(2)]))) == []


def test_parts_of_scores_are_no_leaves():
    def first(game):
        match game:
            case Max([End((one, _)), *_]):
                return -one

    assert forced_leaves(observe(first, Max([End((1, 2)), End((0, 0))]))) == [(0,)]


def test_streams_and_generated_games_have_the_same_paths():
    assert forced_leaves(observe(minimax, Max(Stream([End(1), Min(Stream([End(2)]))])))) == [(0,), (1, 0)]
    generated = unfold(2, moves=range, score=lambda n: n)
    assert forced_leaves(observe(minimax, generated)) == [(0,), (1, 0)]


def test_a_game_of_one_leaf_has_the_empty_path():
    assert forced_leaves(observe(minimax, from_nested(3))) == [()]
    assert forced_leaves(observe(lambda game: [minimax(game)], from_nested(3))) == []


PLIES = size(2_000, 10_000)
# One of the planted bugs compares each part of the game with others, all of it, which takes its time on 10,000 plies.
QUICK = [name for name in SEARCHES if name != "broken-unsound-table"]
EACH = pytest.mark.parametrize("name", QUICK)
BEST_FIRST = ["sss", "dual"]


def chain(plies, wrap=list):
    game = End(7)
    for ply in range(plies):
        game = (Max, Min)[ply % 2](wrap([game]))
    return game


CHAIN = chain(PLIES)


@pytest.mark.parametrize("name", [name for name in QUICK if name not in BEST_FIRST])
def test_without_the_helper_the_error_names_it(name):
    with pytest.raises(TooDeep, match=r"Call it inside `with lazytree.deep_recursion\(plies\):`, with the number"):
        SEARCHES[name](CHAIN)


@pytest.mark.parametrize("name", BEST_FIRST)
def test_best_first_searches_do_not_recurse(name):
    assert SEARCHES[name](CHAIN) == 7


@EACH
def test_with_the_helper_every_search_goes_through(name):
    with deep_recursion(PLIES):
        assert SEARCHES[name](CHAIN) == 7


@EACH
def test_a_search_that_is_observed_goes_through_too(name):
    with deep_recursion(PLIES):
        assert observe(SEARCHES[name], CHAIN).result == 7


@pytest.mark.slow
@EACH
def test_a_search_of_a_generated_game_goes_through_too(name):
    with deep_recursion(PLIES):
        assert SEARCHES[name](unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=PLIES)) == PLIES


def test_the_general_form_goes_through_too():
    with pytest.raises(TooDeep, match="deep_recursion"):
        minimax_in(Order(), lambda score: score, CHAIN)
    with deep_recursion(PLIES):
        assert minimax_in(Order(), lambda score: score, CHAIN) == 7


def test_the_error_is_a_recursion_error_of_one_line():
    with pytest.raises(RecursionError) as caught:
        minimax(CHAIN)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("minimax recurses once per ply and met Python's recursion limit of ")
    assert caught.value.__suppress_context__


def test_a_stack_that_ends_elsewhere_in_the_plain_call_is_no_difference():
    with pytest.raises(TooDeep) as caught:
        observe(minimax, CHAIN)
    assert not hasattr(caught.value, "__notes__")


def test_a_search_can_be_tried_again_with_the_helper():
    game = chain(PLIES, wrap=Stream)
    with pytest.raises(TooDeep, match="recursion limit"):
        minimax(game)
    with deep_recursion(PLIES):
        assert minimax(game) == 7
    with pytest.raises(TooDeep, match="recursion limit"):
        minimax(game)


def test_a_generated_game_is_searched_anew_with_the_helper():
    def game():
        return unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=PLIES)

    with pytest.raises(TooDeep, match=r"on a new game if this one is generated$"):
        minimax(game())
    with deep_recursion(PLIES):
        assert minimax(game()) == PLIES


def test_other_errors_pass_through():
    def moves(n):
        yield n + 1
        raise LookupError("no such move")

    with pytest.raises(LookupError, match="no such move"):
        minimax(unfold(0, moves=moves, score=lambda n: n, depth=2))


def test_the_recursion_limit_is_put_back():
    before = sys.getrecursionlimit()
    with deep_recursion(PLIES):
        with deep_recursion(10):
            assert sys.getrecursionlimit() > PLIES
        assert sys.getrecursionlimit() > PLIES
    with pytest.raises(LookupError), deep_recursion(PLIES):
        raise LookupError
    assert sys.getrecursionlimit() == before


def test_a_deeper_game_than_asked_for_is_an_error_again():
    with deep_recursion(100), pytest.raises(TooDeep):
        minimax(CHAIN)


@pytest.mark.parametrize("plies", [0, -1, 1.5])
def test_a_depth_must_be_a_positive_integer_and_one_that_is_not_leaves_nothing_behind(plies):
    with pytest.raises(ValueError, match=rf"\(plies={plies}\): expected a positive integer"), deep_recursion(plies):
        pass
    before = sys.getrecursionlimit()
    with deep_recursion(10):
        assert sys.getrecursionlimit() > before
    assert sys.getrecursionlimit() == before


def test_a_depth_beyond_the_highest_limit_of_python_is_that_limit():
    before = sys.getrecursionlimit()
    with deep_recursion(10**12):
        assert minimax(CHAIN) == 7
    assert sys.getrecursionlimit() == before


def nested(plies):
    data = 7
    for _ in range(plies):
        data = [data]
    return data


@pytest.mark.parametrize("data", [7, 10**5000, list(range(PLIES)), nested(PLIES)], ids=["7", "long", "wide", "deep"])
def test_a_search_refuses_in_a_line_what_is_no_game(data):
    with pytest.raises(TypeError, match="expected Max, Min or End; from_nested makes them") as caught:
        minimax(data)
    assert len(str(caught.value)) < 200
