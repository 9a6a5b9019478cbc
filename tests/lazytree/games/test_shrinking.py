"""Shrinking: whatever is to be kept is kept, and nothing is left that could go."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples

from lazytree import End, Max, Min, count_leaves, from_nested, leaves, minimax, search
from lazytree.games import count_nodes
from lazytree.games.sampling import sample_game
from lazytree.games.shrinking import shrink
from lazytree.searches.side_by_side import Comparison, Difference, Tally

# What remains of any game at all that shows the bug, and how badly it then differs from alpha-beta.
SMALLEST = {
    "broken-strict-cutoff": (3, Difference.DEMAND),
    "broken-wide-root": (3, Difference.DEMAND),
    "broken-kept-window": (2, Difference.VALUE),
}


@pytest.mark.parametrize("name", SMALLEST)
def test_a_planted_bug_is_brought_down_to_the_smallest_game_that_shows_it(name):
    size, difference = SMALLEST[name]
    tally = Tally(search(name), search("alphabeta"))
    for seed in range(12):
        tally.add(sample_game(Random(seed), leaves=80))
    smallest = tally.counterexample()
    assert smallest is not None
    assert count_leaves(smallest) == size
    assert Comparison.of(search(name), search("alphabeta"), smallest).difference is difference


@given(st.integers(0, 1000), st.integers(1, 40))
@examples(25)
def test_what_is_to_be_kept_is_kept(seed, size):
    game = sample_game(Random(seed), leaves=size)

    def shows(smaller):
        return minimax(smaller) % 3 == minimax(game) % 3

    smaller = shrink(game, shows)
    assert shows(smaller)
    assert count_nodes(smaller) == 1
    assert count_nodes(smaller) <= count_nodes(game)


def test_a_game_that_shows_nothing_is_refused():
    with pytest.raises(ValueError, match="expected a game that shows what is to be kept"):
        shrink(End(1), lambda game: False)


def test_children_beside_the_point_go_and_scores_become_small():
    game = from_nested([[7, 30, 4], 50, [9, [20, 3], 8]])
    smaller = shrink(game, lambda game: sum(isinstance(child, Min) for child in getattr(game, "children", ())) == 2)
    assert smaller == Max([Min([End(0)]), Min([End(0)])])


def test_a_wide_game_shrinks_in_few_steps():
    calls = 0

    def shows(game):
        nonlocal calls
        calls += 1
        return isinstance(game, Max) and any(score == 77 for _, score in leaves(game))

    assert shrink(Max([End(score) for score in range(2_000)]), shows) == Max([End(77)])
    assert calls < 200
