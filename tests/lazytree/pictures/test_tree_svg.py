"""Layout: leaves side by side, parents over the middle, nobody on top of anybody, however deep or wide the tree."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import End, Max, Min, alphabeta, compare, minimax
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.showing import READABLE, readable
from lazytree.pictures.tree_svg import layout, width_of_tree
from strictcheck import observe

widths = st.floats(1, 50)
trees = st.recursive(
    st.tuples(widths, st.just([])),
    lambda nodes: st.tuples(widths, st.lists(nodes, min_size=1, max_size=4)),
    max_leaves=25,
)


def children(node):
    return node[1]


def own_width(node):
    return node[0]


def laid_out(*roots):
    return layout(roots, children, own_width)


@given(st.lists(trees, max_size=3))
def test_places_come_in_preorder_each_with_its_parent_and_its_row(roots):
    places = laid_out(*roots)
    for number, place in enumerate(places):
        below = [other.node for other in places if other.parent == number]
        assert all(one is other for one, other in zip(below, place.node[1], strict=True))
        assert place.parent < number
        assert place.depth == (places[place.parent].depth + 1 if place.parent >= 0 else 0)
    found = [place.node for place in places if place.parent < 0]
    assert all(one is other for one, other in zip(found, roots, strict=True))


@given(trees)
def test_a_parent_stands_over_the_middle_of_its_first_and_its_last_child(tree):
    places = laid_out(tree)
    for number, place in enumerate(places):
        if below := [other.x for other in places if other.parent == number]:
            assert abs(place.x - (below[0] + below[-1]) / 2) < 1e-6


@given(st.lists(trees, min_size=1, max_size=3))
def test_neighbours_in_a_row_stand_beside_each_other_in_order(roots):
    rows = {}
    for place in laid_out(*roots):
        rows.setdefault(place.depth, []).append(place)
    for row in rows.values():
        assert row[0].x - row[0].half >= -1e-6
        for before, after in pairwise(row):
            assert before.x + before.half <= after.x - after.half + 1e-6


@given(trees, st.data())
def test_what_opens_has_its_column_down_to_the_last_row_for_itself(tree, data):
    leaves = [place.node for place in laid_out(tree) if not place.node[1]]
    opener = data.draw(st.sampled_from(leaves))
    places = layout([tree], children, own_width, lambda node: node is opener)
    number, column = next((number, place) for number, place in enumerate(places) if place.node is opener)
    for place in places[number + 1 :]:
        assert place.depth < column.depth or column.x + column.half <= place.x - place.half + 1e-6
    for place in places[:number]:
        assert place.depth < column.depth or place.x + place.half <= column.x - column.half + 1e-6


@given(trees)
def test_leaves_stand_side_by_side_without_gaps_where_all_are_in_one_row(tree):
    places = layout([tree], children)
    last = max(place.depth for place in places)
    if all(place.depth == last or place.node[1] for place in places):
        leaves = [place.x for place in places if not place.node[1]]
        assert leaves == [column + 0.5 for column in range(len(leaves))]


def test_neighbours_reach_under_what_is_short():
    leaf = (10.0, [])
    deep = (10.0, [(10.0, [leaf] * 5)])
    places = laid_out((10.0, [leaf, deep, leaf]))
    assert [place.x for place in places if place.depth == 1] == [15.0, 25.0, 35.0]
    assert max(place.x + place.half for place in places) == 50.0


def test_no_room_is_lost_or_taken_twice_by_a_parent_that_is_wider_than_its_children():
    narrow = (10.0, [])
    [wide, first, second] = laid_out((40.0, [narrow, narrow]))
    assert (wide.x, first.x, second.x) == (20.0, 15.0, 25.0)


def test_nothing_has_no_places():
    assert laid_out() == []


@pytest.mark.slow
def test_layout_takes_a_chain_of_a_hundred_thousand_and_as_many_children():
    tree = (1.0, [])
    for _ in range(100_000):
        tree = (1.0, [tree])
    assert laid_out(tree)[-1].depth == 100_000
    while tree[1]:  # taken apart by hand: a tree this deep would be deleted by recursion
        tree = tree[1].pop()
    assert laid_out((1.0, [(1.0, [])] * 100_000))[-1].x == 99_999.5


@pytest.mark.parametrize("seed", [4, 49, 51, 58, 86])
def test_a_tree_of_long_scores_and_windows_is_not_wider_than_a_column_of_text(seed):
    randomness = Random(seed)
    kind, scores = [Max, Min], (randomness.randrange(10**20, 10**21) for _ in iter(int, 1))
    game = Max([kind[n % 2]([End(next(scores)) for _ in range(3)]) for n in range(5)])
    options = {"where": True, "watch": ("alpha?", "beta?")}
    picture = compare(observe(alphabeta, game, **options), observe(minimax, game), game)
    for folded in (0, 200):
        scene = readable(SearchedGame(picture.seen, game), folded)
        assert width_of_tree(scene, live=folded > 0) <= READABLE
