"""Squash at the tips: the value, and the tips in the order of visit."""

from hypothesis import given
from hypothesis import strategies as st

from lazytree import End, Max, Min, from_nested, minimax
from lazytree.games import Tip, number_tips
from lazytree.games.leaf_order import forced_leaves
from lazytree.searches import alphabeta_fail_hard, squash
from lazytree.strategies import games
from strictcheck import observe

ELEVEN = [[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]]


def test_the_tree_of_eleven_tips_is_visited_as_printed():
    assert squash(number_tips(from_nested(ELEVEN))) == (18, (1, 2, 4, 5, 6, 7))


@given(games())
def test_the_tips_visited_are_those_looked_at_in_order(game):
    numbered = number_tips(game)
    paths = sorted(path for path in forced_leaves(observe(minimax, numbered)))
    observation = observe(lambda game: squash(game).value, numbered)
    value, visited = squash(numbered)
    assert value == observation.result == minimax(game)
    assert [paths[label - 1] for label in visited] == forced_leaves(observation)


@given(games(), st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1]))
def test_the_value_is_squashed_into_the_window(game, window):
    alpha, beta = window
    value = squash(game, alpha=alpha, beta=beta).value
    assert value == max(alpha, min(minimax(game), beta)) == alphabeta_fail_hard(game, alpha=alpha, beta=beta)


def test_no_label_is_looked_at():
    observation = observe(lambda game: squash(game).value, number_tips(from_nested(ELEVEN)))
    assert not any(forcing.path[-1:] == ("label",) for forcing in observation.trace)


def test_a_plain_end_has_no_label():
    assert squash(from_nested([3, [1, 2]])) == (3, (None, None))
    assert squash(Max([Tip(3, "a"), End(4)])) == (4, ("a", None))


def test_a_player_may_move_twice_in_a_row():
    assert squash(number_tips(Max([Max([End(1), End(5)]), Min([Min([End(6), End(7)]), End(4)])]))) == (
        5,
        (1, 2, 3, 4, 5),
    )


def test_a_single_tip_is_visited():
    assert squash(Tip(3, "only")) == (3, ("only",))
