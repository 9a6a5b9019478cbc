"""Minimax as a fold: it agrees with `minimax_in` in value and demand, over every lattice."""

import pytest
from hypothesis import given

from lazytree import Clamping, End, Max, Min, Order, count_leaves, depth, from_nested, minimax_in
from lazytree.games import Bounded
from lazytree.lattices import NaiveClamping, Over, Turn, fold, fold_in, layer_of, map_layer  # fmt: skip
from lazytree.strategies import games
from strictcheck import Stream, observe


def trace(observation):
    return [(forcing.path, forcing.value) for forcing in observation.trace]


@pytest.mark.parametrize("lattice", [Clamping(), NaiveClamping(), Clamping(bounds=Bounded(0, 3))])
@given(game=games())
def test_it_agrees_with_minimax_over_clamping_functions(lattice, game):
    one = observe(lambda game: lattice.declamp(minimax_in(lattice, lattice.clamping, game)), game)
    other = observe(lambda game: lattice.declamp(fold_in(lattice, lattice.clamping, game)), game)
    assert one.result == other.result
    assert trace(one) == trace(other)


@given(games())
def test_it_agrees_with_minimax_over_an_order(game):
    one = observe(lambda game: minimax_in(Order(), lambda score: score, game), game)
    other = observe(lambda game: fold_in(Order(), lambda score: score, game), game)
    assert one.result == other.result
    assert trace(one) == trace(other)


def test_a_layer_is_over_or_somebodys_turn():
    assert layer_of(End(3)) == Over(3)
    assert layer_of(Max([End(1)])) == Turn(Max, (End(1),))
    assert layer_of(Min([End(1)])) == Turn(Min, (End(1),))


def test_taking_a_layer_pulls_nothing():
    game = Max(Stream(pytest.fail("pulled") for _ in range(2)))
    assert layer_of(game).choices.pulled == 0


def test_mapping_a_layer_is_lazy_and_remembered():
    log = []
    layer = map_layer(log.append, Turn(Max, [1, 2, 3]))
    assert log == []
    assert list(layer.choices) == list(layer.choices)
    assert log == [1, 2, 3]
    assert map_layer(log.append, Over(3)) == Over(3)


@given(games())
def test_other_algebras_fold_other_things(game):
    def ends(layer):
        return 1 if isinstance(layer, Over) else sum([choice() for choice in layer.choices])

    def plies(layer):
        return 0 if isinstance(layer, Over) else 1 + max([choice() for choice in layer.choices])

    assert fold(ends, game) == count_leaves(game)
    assert fold(plies, game) == depth(game)


def test_a_fold_looks_at_what_its_algebra_asks_for():
    def leftmost(layer):
        match layer:
            case Over(score):
                return score
            case Turn(_, choices):
                return next(iter(choices))()

    observation = observe(lambda game: fold(leftmost, game), from_nested([[1, 2], 3]))
    assert observation.result == 1
    assert observation.trace[-1].path == ("children", 0, "children", 0, "score")


def test_a_wide_node_is_ordinary():
    assert fold_in(Order(), lambda score: score, from_nested(list(range(100_000)))) == 99_999
