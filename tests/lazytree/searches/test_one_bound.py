"""Alpha-beta without deep cutoffs: by hand, by lattice, and by lazy lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaf_reads import looked_at

from lazytree import End, Max, Min, alphabeta, from_nested, minimax
from lazytree.games import Bounded
from lazytree.searches import OneBound, f1, f1_lattice, hughes
from lazytree.strategies import games

ALL = pytest.mark.parametrize("search", [f1, f1_lattice, hughes])


@pytest.mark.parametrize("search", [f1_lattice, hughes])
@given(game=games())
def test_all_forms_look_at_the_same_leaves_in_the_same_order(search, game):
    assert looked_at(search, game) == looked_at(f1, game)


@ALL
def test_a_bound_does_not_reach_beyond_the_next_ply(search):
    """Max has 5; below Min's move to Max's move to Min, alpha-beta is done with 1, and this is not."""
    game = from_nested([5, [[[1, 2]]]])
    assert len(looked_at(alphabeta, game)[1]) == 2
    assert len(looked_at(search, game)[1]) == 3


@ALL
def test_a_player_who_moves_twice_has_no_bound_the_second_time(search):
    game = Min([End(5), Max([Max([End(6), End(7)]), End(8)])])
    assert looked_at(search, game) == (5, [(0,), (1, 0, 0), (1, 0, 1)])
    assert len(looked_at(alphabeta, game)[1]) == 2


@given(games(st.integers(0, 2)))
def test_known_bounds_change_what_the_lattice_looks_at_and_not_the_value(game):
    value, forced = looked_at(lambda game: f1_lattice(game, bounds=Bounded(0, 2)), game)
    assert value == minimax(game)
    assert set(forced) <= set(looked_at(f1, game)[1])


def test_the_two_joins_forget_the_other_end_of_the_window():
    of = OneBound(bounds=Bounded(0, 9))
    windows = []

    def noted(alpha, beta):
        windows.append((alpha, beta))
        return 5

    of.join(noted, noted)(3, 7)
    of.meet(noted, noted)(3, 7)
    assert windows == [(0, 9), (5, 9), (0, 9), (0, 5)]
