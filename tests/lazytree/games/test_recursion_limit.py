"""Deep games: an error that says what to do, and the helper that it names."""

import sys

import pytest
from long_runs import size

from lazytree import SEARCHES, End, Max, Min, Order, deep_recursion, minimax, minimax_in, unfold
from lazytree.errors import TooDeep
from strictcheck import Stream, observe

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


DEEP = chain(PLIES)


@pytest.mark.parametrize("name", [name for name in QUICK if name not in BEST_FIRST])
def test_without_the_helper_the_error_names_it(name):
    with pytest.raises(TooDeep, match=r"Call it inside `with lazytree.deep_recursion\(plies\):`, with the number"):
        SEARCHES[name](DEEP)


@pytest.mark.parametrize("name", BEST_FIRST)
def test_best_first_searches_do_not_recurse(name):
    assert SEARCHES[name](DEEP) == 7


@EACH
def test_with_the_helper_every_search_goes_through(name):
    with deep_recursion(PLIES):
        assert SEARCHES[name](DEEP) == 7


@EACH
def test_a_search_that_is_observed_goes_through_too(name):
    with deep_recursion(PLIES):
        assert observe(SEARCHES[name], DEEP).result == 7


@pytest.mark.slow
@EACH
def test_a_search_of_a_generated_game_goes_through_too(name):
    with deep_recursion(PLIES):
        assert SEARCHES[name](unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=PLIES)) == PLIES


def test_the_general_form_goes_through_too():
    with pytest.raises(TooDeep, match="deep_recursion"):
        minimax_in(Order(), lambda score: score, DEEP)
    with deep_recursion(PLIES):
        assert minimax_in(Order(), lambda score: score, DEEP) == 7


def test_the_error_is_a_recursion_error_of_one_line():
    with pytest.raises(RecursionError) as caught:
        minimax(DEEP)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("minimax recurses once per ply and met Python's recursion limit of ")
    assert caught.value.__suppress_context__


def test_a_stack_that_ends_elsewhere_in_the_plain_call_is_no_difference():
    with pytest.raises(TooDeep) as caught:
        observe(minimax, DEEP)
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
        minimax(DEEP)


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
        assert minimax(DEEP) == 7
    assert sys.getrecursionlimit() == before


def nested(plies):
    data = 7
    for _ in range(plies):
        data = [data]
    return data


@pytest.mark.parametrize("data", [7, 10**5000, list(range(PLIES)), nested(PLIES)], ids=["7", "long", "wide", "deep"])
def test_what_is_no_game_is_refused_in_a_line(data):
    with pytest.raises(TypeError, match="expected Max, Min or End; from_nested makes them") as caught:
        minimax(data)
    assert len(str(caught.value)) < 200
