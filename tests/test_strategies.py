"""The strategy for games: what it draws, and what it shrinks to."""

import time

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from lazytree import End, Max, Min, alphabeta, count_leaves, depth, leaves, minimax, to_nested
from lazytree.looking import forced_leaves
from lazytree.strategies import games
from lazytree.walking import walk
from strictcheck import observe

DIGITS = st.integers(0, 9)


def smallest(condition, **options):
    return find(games(DIGITS, **options), condition, settings=settings(max_examples=1000, database=None))


def nodes(game):
    return [node for _, node in walk(game, lambda node: () if isinstance(node, End) else node.children)]


def scores(game):
    return [score for _, score in leaves(game)]


def test_games_shrink_to_a_child_first():
    assert smallest(lambda game: max(scores(game)) >= 5) == End(5)
    assert smallest(lambda game: any(isinstance(node, Min) for node in nodes(game))) == Min([End(0)])
    assert smallest(lambda game: depth(game) >= 3) == Max([Max([Max([End(0)])])])


def test_games_shrink_to_fewer_children_then():
    assert smallest(lambda game: count_leaves(game) >= 3) == Max([End(0)] * 3)
    assert smallest(lambda game: len(set(scores(game))) >= 2) in (Max([End(0), End(1)]), Max([End(1), End(0)]))


def test_games_shrink_to_smaller_scores_at_last():
    assert smallest(lambda game: count_leaves(game) == 2 and min(scores(game)) >= 3) == Max([End(3), End(3)])
    assert smallest(lambda game: True, uniform=(2, 2)) == Max([Min([End(0)] * 2)] * 2)


def test_the_smallest_game_with_a_cutoff_is_small():
    def cut(game):
        return len(forced_leaves(observe(alphabeta, game))) < count_leaves(game)

    assert count_leaves(smallest(cut)) == 3


@given(games(DIGITS, max_leaves=7, max_branching=3))
def test_sizes_are_kept(game):
    assert 1 <= count_leaves(game) <= 7
    assert all(len(node.children) <= 3 for node in nodes(game) if not isinstance(node, End))
    assert set(scores(game)) <= set(range(10))


@given(games(few_scores=True))
def test_few_scores_are_three_at_most(game):
    assert len(set(scores(game))) <= 3


@pytest.mark.parametrize("few_scores", [True, False])
def test_both_players_ties_and_deep_games_are_common(few_scores):
    drawn = []

    @settings(max_examples=200, database=None, phases=[Phase.generate], derandomize=True)
    @given(games(few_scores=few_scores))
    def collect(game):
        drawn.append(game)

    collect()
    deep = [game for game in drawn if depth(game) >= 3]
    tied = [game for game in drawn if len(set(scores(game))) < count_leaves(game)]
    kinds = {type(node) for game in drawn for node in nodes(game)}
    assert len(deep) > 20
    assert len(tied) > 20
    assert kinds == {Max, Min, End}
    assert (max(len(set(scores(game))) for game in drawn) > 3) is not few_scores


@pytest.mark.parametrize("few_scores", [True, False])
@pytest.mark.parametrize("size", [(1, 0), (3, 2), (2, 5), (300, 1)])
def test_uniform_games_have_their_shape(size, few_scores):
    branching, plies = size
    distinct = set()

    @settings(max_examples=10)
    @given(games(uniform=size, few_scores=few_scores))
    def check(game):
        assert count_leaves(game) == branching**plies
        assert {len(path) for path, _ in leaves(game)} == {plies}
        assert all(len(node.children) == branching for node in nodes(game) if not isinstance(node, End))
        to_nested(game)  # raises if the players did not alternate
        distinct.add(len(set(scores(game))))

    check()
    assert max(distinct) <= 3 if few_scores else max(distinct) > min(3, branching**plies - 1)


@pytest.mark.parametrize("uniform", [None, (2, 3)])
def test_ordered_games_have_the_best_child_first_or_last(uniform):
    @given(games(DIGITS, uniform=uniform, ordered="best"), games(DIGITS, uniform=uniform, ordered="worst"))
    def check(best, worst):
        for game, first in ((best, 0), (worst, -1)):
            for node in nodes(game):
                if not isinstance(node, End):
                    assert minimax(node.children[first]) == minimax(node)
                    values = [minimax(child) for child in node.children]
                    assert values == sorted(values, reverse=isinstance(node, Max) is (first == 0))

    check()


def test_big_games_are_cheap():
    start = time.perf_counter()

    @settings(
        max_examples=3, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
    )
    @given(games(uniform=(10, 5)))
    def draw(game):
        assert count_leaves(game) == 100_000

    draw()
    assert time.perf_counter() - start < 20


def test_scores_of_any_kind_will_do():
    game = find(games(st.text("ab", max_size=2)), lambda game: isinstance(game, Max) and "b" in scores(game))
    assert game == Max([End("b")])


@pytest.mark.parametrize("options", [{"max_leaves": 0}, {"max_branching": 0}, {"ordered": "random"}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match="expected positive sizes, and ordered=None, 'best' or 'worst'"):
        games(**options)
