"""Forced leaves: what a search looked at, as child indices in the order of forcing."""

from hypothesis import given

from lazytree import End, Max, Min, from_nested, leaves, minimax, unfold
from lazytree.games import Tip
from lazytree.games.leaf_order import forced_leaves
from lazytree.strategies import games
from strictcheck import Stream, observe


@given(games())
def test_a_search_of_everything_forces_all_leaves(game):
    assert forced_leaves(observe(minimax, game)) == [path for path, _ in leaves(game)]


def test_leaves_come_in_the_order_of_forcing():
    def from_the_right(game):
        return [game.children[1].score + 0, game.children[0].score + 0]

    assert forced_leaves(observe(from_the_right, Max([End(1), End(2)]))) == [(1,), (0,)]


def test_an_end_whose_score_nobody_asked_for_is_not_forced():
    assert forced_leaves(observe(lambda game: isinstance(game.children[0], End), Max([End(1), End(2)]))) == []


def test_labels_and_parts_of_scores_are_no_leaves():
    def first(game):
        match game:
            case Max([Tip((one, _), label), *_]):
                return one + label

    assert forced_leaves(observe(first, Max([Tip((1, 2), 10), End((0, 0))]))) == [(0,)]


def test_streams_and_generated_games_have_the_same_paths():
    assert forced_leaves(observe(minimax, Max(Stream([End(1), Min(Stream([End(2)]))])))) == [(0,), (1, 0)]
    generated = unfold(2, moves=range, score=lambda n: n)
    assert forced_leaves(observe(minimax, generated)) == [(0,), (1, 0)]


def test_a_game_of_one_leaf_has_the_empty_path():
    assert forced_leaves(observe(minimax, from_nested(3))) == [()]
    assert forced_leaves(observe(lambda game: [minimax(game)], from_nested(3))) == []
