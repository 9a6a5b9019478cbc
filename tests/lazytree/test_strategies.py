"""The strategy for games: what it draws, and what it shrinks to."""

import pytest
from counted_calls import calls_of
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from unfolding_games import unfolding_game

from lazytree import End, Max, Min, alphabeta, alphabeta_lattice, count_leaves, depth, leaves, minimax, to_nested
from lazytree.games import from_json, to_json  # fmt: skip
from lazytree.games.traversals import forced_leaves
from lazytree.games.walking import walk
from lazytree.strategies import games
from strictcheck import is_forced, observe

DIGITS = st.integers(0, 9)


def smallest(condition, **options):
    return find(games(DIGITS, **options), condition, settings=settings(max_examples=1000, database=None))


def nodes(game):
    return [node for _, node in walk(game, lambda node: () if isinstance(node, End) else node.children)]


def scores(game):
    return [score for _, score in leaves(game)]


@pytest.mark.slow
def test_games_shrink_to_a_child_first():
    assert smallest(lambda game: max(scores(game)) >= 5) == End(5)
    assert smallest(lambda game: any(isinstance(node, Min) for node in nodes(game))) == Min([End(0)])


@pytest.mark.slow
def test_games_shrink_to_first_children_all_the_way_down():
    assert smallest(lambda game: depth(game) >= 3) == Max([Max([Max([End(0)])])])


@pytest.mark.slow
def test_games_shrink_to_fewer_children_then():
    assert smallest(lambda game: count_leaves(game) >= 3) == Max([End(0)] * 3)
    assert smallest(lambda game: len(set(scores(game))) >= 2) in (Max([End(0), End(1)]), Max([End(1), End(0)]))


@pytest.mark.slow
def test_games_shrink_to_smaller_scores_at_last():
    assert smallest(lambda game: count_leaves(game) == 2 and min(scores(game)) >= 3) == Max([End(3), End(3)])
    assert smallest(lambda game: True, uniform=(2, 2)) == Max([Min([End(0)] * 2)] * 2)


@pytest.mark.slow
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


@pytest.mark.slow
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
@pytest.mark.parametrize("shape", [(1, 0), (3, 2), (2, 5), (300, 1)])
def test_uniform_games_have_their_shape(shape, few_scores):
    branching, plies = shape
    distinct = set()

    @settings(max_examples=10)
    @given(games(uniform=shape, few_scores=few_scores))
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


@pytest.mark.slow
def test_big_games_are_cheap():
    @settings(
        max_examples=3, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
    )
    @given(games(uniform=(10, 4)))
    def draw(game):
        assert count_leaves(game) == 10_000

    assert calls_of(draw) < 3 * 10_000 * 40


def test_scores_of_any_kind_will_do():
    game = find(games(st.text("ab", max_size=2)), lambda game: isinstance(game, Max) and "b" in scores(game))
    assert game == Max([End("b")])


@pytest.mark.parametrize("options", [{"max_leaves": 0}, {"max_branching": 0}, {"ordered": "random"}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match="expected positive sizes, and ordered=None, 'best' or 'worst'"):
        games(**options)


@pytest.mark.parametrize("uniform", [(0, 2), (2, -1)])
def test_uniform_games_of_no_shape_are_refused_before_one_is_drawn(uniform):
    with pytest.raises(ValueError, match=r"games: uniform\(branching=.*expected branching >= 1 and depth >= 0"):
        games(uniform=uniform)


# Games that come into being as they are looked at


SIZES_AND_SEEDS = st.tuples(st.integers(1, 300), st.integers(0, 2**32 - 1))


@given(SIZES_AND_SEEDS)
def test_an_unfolding_game_has_so_many_leaves_and_is_the_same_each_time(drawn):
    game = unfolding_game(*drawn)
    assert count_leaves(game) == drawn[0]
    assert game == unfolding_game(*drawn)
    assert hash(game) == hash(unfolding_game(*drawn))


@given(SIZES_AND_SEEDS)
def test_the_order_of_looking_makes_no_difference_to_an_unfolding_game(drawn):
    backwards = unfolding_game(*drawn)
    todo = [backwards]
    while todo:
        node = todo.pop()  # the last child first
        if not isinstance(node, End):
            todo.extend(node.children)
    assert backwards == unfolding_game(*drawn)


def test_a_large_unfolding_game_is_not_made_before_somebody_looks():
    game = unfolding_game(5_000, seed=3)
    assert not is_forced(game.children)

    def delayed_below(node):
        return [child for child in node.children if not isinstance(child, End) and not is_forced(child.children)]

    first = delayed_below(game)
    assert first
    alphabeta(first[0])
    assert all(not is_forced(child.children) for child in first[1:])


@given(SIZES_AND_SEEDS)
@settings(deadline=None)
def test_both_alphabetas_look_at_the_same_of_an_unfolding_game(drawn):
    game = unfolding_game(*drawn)
    textbook, lattice = observe(alphabeta, game), observe(alphabeta_lattice, game)
    assert textbook.result == lattice.result == minimax(game)
    assert textbook.demand == lattice.demand
    assert forced_leaves(textbook) == forced_leaves(lattice)


def test_an_unfolding_game_is_looked_at_as_the_same_game_made_as_a_whole():
    for seed in range(10):
        game = unfolding_game(300, seed)
        whole = from_json(to_json(game))
        assert observe(alphabeta, unfolding_game(300, seed)).demand == observe(alphabeta, whole).demand
