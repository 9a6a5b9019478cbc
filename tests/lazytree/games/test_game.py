"""Games: what can be made, what is refused, and that whole trees compare, print and travel without recursion."""

import copy
import pickle

import pytest
from hypothesis import given
from long_runs import size

from lazytree import End, Game, Max, Min
from lazytree.errors import BadGame
from lazytree.strategies import games
from strictcheck import Stream, delay, observe, spine

DEEP = WIDE = size(5_000, 100_000)


def chain(plies: int, score: int = 0) -> Game[int]:
    game: Game[int] = End(score)
    for ply in range(plies):
        game = (Max, Min)[ply % 2]([game])
    return game


def explode() -> Game[int]:
    raise AssertionError("looked at")


def test_games_come_apart_by_match():
    match Max([End(1), Min([End(2)])]):
        case Max([End(score), Min([other])]):
            assert (score, other) == (1, End(2))
        case _:
            pytest.fail("did not match")


def test_a_list_of_children_is_kept_as_a_tuple_of_its_own():
    children = [End(1)]
    game = Max(children)
    children.append(End(2))
    assert game.children == (End(1),)


def test_a_stream_of_children_is_not_looked_at():
    game = Max(Stream(explode() for _ in range(3)))
    assert game.children.pulled == 0


def test_thunks_are_not_looked_at():
    children = delay(lambda: [explode()], kind=None)
    for make in (lambda: Max(children), lambda: Min([delay(explode)]), lambda: End(delay(explode))):
        make()


@pytest.mark.parametrize("player", [Max, Min])
@pytest.mark.parametrize("children", [(), []])
def test_a_node_without_children_is_refused(player, children):
    with pytest.raises(BadGame, match=r"children=\(\)\): expected at least one child; use End\(score\)"):
        player(children)


def test_children_in_anything_else_are_refused():
    with pytest.raises(TypeError, match=r"expected a tuple, a list or a Stream"):
        Max(child for child in [End(1)])


def test_a_child_that_is_no_game_is_named_by_its_index():
    with pytest.raises(TypeError, match=r"Min: children\[1\] is 2; expected Max, Min or End, as in End\(2\)"):
        Min([End(1), 2])


def test_a_score_that_is_not_equal_to_itself_is_refused():
    with pytest.raises(BadGame, match=r"score=nan\): expected a score that is equal to itself"):
        End(float("nan"))


def test_games_do_not_change():
    with pytest.raises(AttributeError):
        End(1).score = 2
    with pytest.raises(AttributeError):
        Max([End(1)]).children = ()


def test_games_are_equal_when_they_have_equal_nodes_in_the_same_places():
    game = Max([End(1), Min([End(2), End(3)])])
    assert game == Max(Stream([End(1), Min((End(2), End(3)))]))
    assert hash(game) == hash(Max(Stream([End(1), Min((End(2), End(3)))])))
    others = [
        End(1),
        Min([End(1), Min([End(2), End(3)])]),
        Max([End(1), Max([End(2), End(3)])]),
        Max([End(1), Min([End(2), End(4)])]),
        Max([End(1), Min([End(2)]), End(3)]),
        Max([End(1), Min([End(2), End(3)]), End(4)]),
    ]
    assert all(game != other and other != game for other in others)
    assert len({game, *others}) == len(others) + 1


def test_a_stranger_is_asked_whether_it_equals_a_game():
    class Anything:
        def __eq__(self, other):
            return True

    assert End(1) == Anything()
    assert End(1) != 1


def test_comparing_stops_at_the_first_difference():
    left, right = Max([End(1), delay(explode)]), Max([End(2), delay(explode)])
    assert left != right


def test_comparing_and_hashing_force_thunks():
    late = Max([delay(lambda: End(delay(lambda: 1)))])
    assert late == Max([End(1)])
    assert hash(late) == hash(Max([End(1)]))


def test_printing_shows_what_was_looked_at_and_forces_nothing():
    late = delay(lambda: End(2))
    game = Max(Stream(iter([End(1), late, End(3)])))
    assert repr(game) == "Max(Stream([...]))"
    assert game.children[1] is late
    assert repr(game) == "Max(Stream([End(1), _, ...]))"
    assert late == End(2)
    assert repr(list(game.children) and game) == "Max(Stream([End(1), End(2), End(3)]))"
    assert repr(Min([End("a"), Max([End("b")])])) == "Min([End('a'), Max([End('b')])])"
    assert repr(Max(delay(lambda: [explode()]))) == "Max(_)"


def test_printing_is_shortened_for_big_games():
    assert len(repr(chain(DEEP))) < 1000
    assert repr(Max([End(0)] * WIDE)).endswith("End(0), ...])")


def test_a_small_game_is_printed_as_it_is_written():
    game = Max([End(3), Min([End(1), End("b")])])
    assert eval(repr(game)) == game


@pytest.mark.parametrize("game", [chain(DEEP), Max([End(score) for score in range(WIDE)])], ids=["deep", "wide"])
def test_big_games_compare_hash_pickle_and_copy_without_recursion(game):
    again = pickle.loads(pickle.dumps(game))
    assert again is not game
    assert again == game
    assert hash(again) == hash(game)
    assert copy.deepcopy(game) == game
    assert copy.copy(game) is game


def test_big_games_that_differ_at_the_bottom_differ():
    assert chain(DEEP, 0) != chain(DEEP, 1)


@given(games())
def test_pickles_keep_the_shape(game):
    assert pickle.loads(pickle.dumps(game)) == game


def test_pickles_keep_the_elements_of_streams():
    game = Max(Stream([End(1), Min([End(2)])]))
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_copy_pulls_no_stream():
    game = Max(Stream(explode() for _ in range(3)))
    assert copy.copy(game) is game
    assert game.children.pulled == 0


def test_the_spine_of_a_game_is_its_shape_without_the_scores():
    for children in ((Min([End(1), End(2)]), End(3)), Stream([Min([End(1), End(2)]), End(3)])):
        shape = observe(lambda game: game, Max(children), context=spine).demand
        assert str(shape) == "Max([Min([End(_), End(_)]), End(_)])"
