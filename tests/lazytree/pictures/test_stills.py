"""Still images: as much of each ply of an icicle is filled as was looked at; an animated image fills step by step."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples, size

import lazytree
from lazytree import SEARCHES, End, Max, Min, alphabeta, compare, count_leaves, from_nested, minimax, show
from lazytree.games.sampling import sample_game
from lazytree.games.traversals import depth
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.search_steps import Seen
from strictcheck import Demand, observe
from strictcheck.needless import find_needless

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 900
BANDS = {"both": 1.0, "first": 0.65, "second": 0.65, "never": 0.16}
WIDE = size(9_000, 90_000)
games = st.builds(lambda seed, size: sample_game(Random(seed), leaves=size), st.integers(0, 10_000), st.integers(1, 60))


def boxes(svg):
    """Left, width, top and height of all boxes, by sort."""
    box = re.compile(r"M(\S+) (\S+)h(\S+)v(\S+)H\S+?z")
    found = {}
    for path in ET.fromstring(svg).iter(f"{SVG}path"):
        if "cells" in path.get("class"):
            found[path.get("class").split()[1]] = [tuple(map(float, one)) for one in box.findall(path.get("d"))]
    return found


def widths(game, *observations):
    """How wide the nodes of each ply are that were looked at by both, by one, by none; by the traces alone."""
    looked = [{forcing.path[1::2] for forcing in one.trace if len(forcing.path) % 2 == 0} for one in observations]
    found, todo = Counter(), [((), game)]
    while todo:
        path, node = todo.pop()
        by = [path in one for one in looked]
        sort = "both" if all(by) else "never" if not any(by) else "first" if by[0] else "second"
        found[len(path), sort] += count_leaves(node)
        todo += [((*path, index), child) for index, child in enumerate(getattr(node, "children", ()))]
    return found


@given(games, st.sampled_from(sorted(SEARCHES)), st.booleans())
@examples(60)
def test_each_ply_is_filled_by_who_looked_as_wide_as_it_has_leaves(game, name, two):
    observations = [observe(SEARCHES[name], game), *([observe(minimax, game)] if two else [])]
    svg = (compare(*observations, game) if two else show(*observations, game)).icicle()
    high = max(10, min(28, 400 // (depth(game) + 1)))
    drawn = Counter()
    for sort, found in boxes(svg).items():
        for _, top, wide, tall in found:
            # A box of its own has the gap of a pixel at its right; it is all of its sort, and its band says which.
            drawn[int(top // high), sort] += (wide + 1) * (tall / (high - 2)) / BANDS[sort]
    leaves = count_leaves(game)
    for (ply, sort), width in widths(game, *observations).items():
        assert drawn[ply, sort] == pytest.approx(WIDTH * width / leaves, rel=0.02, abs=2)
    assert all(width < 1 for key, width in drawn.items() if key not in widths(game, *observations))


def test_cells_that_are_narrower_than_a_pixel_are_merged_and_filled_by_their_shares():
    game = Max([End(n) for n in range(WIDE)])
    observation = observe(lambda game: [child.score + 0 for child in game.children[: WIDE // 3]], game)
    svg = show(observation, game).icicle()
    drawn = boxes(svg)
    assert sum(wide for _, top, wide, _ in drawn["both"] if top) == pytest.approx(300, abs=1)
    assert sum(wide for _, top, wide, _ in drawn["never"] if top) == pytest.approx(600, abs=1)
    mixed = observe(lambda game: [child.score + 0 for child in game.children[::2]], game)
    assert {round(tall, 1) for _, top, _, tall in boxes(show(mixed, game).icicle())["both"] if top} == {13.0}
    assert len(svg) < 10_000


def test_one_leaf_of_many_in_a_pixel_is_there_to_be_seen():
    game = Max([End(n) for n in range(50 * 900)])
    drawn = boxes(show(observe(lambda game: game.children[450].score + 0, game), game).icicle())
    (one,) = (box for box in drawn["both"] if box[1])
    beside = [box for box in drawn["never"] if box[0] == one[0]]
    assert [(wide, tall) for _, _, wide, tall in (one, *beside)] == [(1, 26 / 8), (1, 26 * 7 / 8)]


@pytest.mark.parametrize("shape", ["wide", "deep", "bushy"])
def test_an_icicle_is_no_bigger_than_its_pixels(shape):
    if shape == "bushy":
        game = sample_game(Random(1), leaves=size(2_000, 20_000))
    else:
        game = End(1)
        if shape == "wide":
            game = Min([game] * WIDE)
        else:
            for _ in range(WIDE):
                game = Min([game])
    picture = show(Demand.full(game), game).icicle()
    assert len(picture) < 100_000


def test_what_was_looked_at_in_vain_is_hatched():
    game = from_nested([[3, 5], [2, 9]])
    observation = observe(minimax, game)
    needless = find_needless(observation, range(10))
    drawn = boxes(show(observation, game, needless=needless).icicle())
    (hatched,) = drawn["vain"]
    assert hatched[:3] == (675.0, 56.0, 224.0)
    assert boxes(show(observation, game).icicle())["vain"] == []


def test_without_the_game_what_nobody_looked_at_is_as_wide_as_it_has_moves():
    game = Max([End(1), *[from_nested([2, 3])] * 8])
    drawn = boxes(show(observe(lambda game: game.children[0].score + 0, game)).icicle())
    assert [(round(left), round(wide)) for left, top, wide, _ in drawn["both"] if top] == [(0, 99)]
    assert [(round(left), round(wide)) for left, top, wide, _ in drawn["never"]] == [(100, 799)]


def test_a_node_is_as_wide_as_a_leaf_if_nobody_asked_for_its_moves():
    alone = show(Demand.parse("Max([*_])", vars(lazytree))).icicle()
    beside = show(Demand.parse("Max([Max([*_]), End(3)])", vars(lazytree))).icicle()
    assert [(left, wide) for left, top, wide, _ in boxes(alone)["never"]] == [(0, 899)]
    assert [(left, wide) for left, top, wide, _ in boxes(beside)["never"]] == [(0, 449)]


def test_rows_that_are_left_out_of_a_deep_game_are_told_on_every_surface():
    game = End(0)
    for score in range(60):
        game = (Max if score % 2 else Min)([game, End(score)])
    deep, shallow = (show(observe(minimax, one), one) for one in (game, from_nested([[1, 2]] * 60)))
    for text in (deep.svg(), deep.html(), deep.icicle()):
        assert "the first 40 of 61 plies" in text
    for text in (shallow.svg(), shallow.html(), shallow.icicle()):
        assert "the first" not in text.replace("the first leaf", "")
    assert "all of the game" in shallow.html()
    assert "all of the game" not in deep.html()


def test_a_still_has_the_colours_and_the_hatching_of_its_icicle_in_its_key():
    game = sample_game(Random(0), leaves=600)
    lazy, strict = observe(alphabeta, game), observe(minimax, game)
    for picture in (show(lazy, game), compare(lazy, lazy, game)):
        assert picture.svg().count("cut off: never looked at") == picture.html().count("cut off: never looked at") == 1
    assert "cut off: never" not in compare(lazy, strict, game).svg()
    picture = show(strict, game)
    picture.seen[0].vain = dict.fromkeys([len(picture.seen[0].steps) - 1], "the last leaf")  # which is in a pile
    assert picture.svg().count('id="vain"') == picture.svg().count("in vain: without it") == 1


# Animated images: a style sheet more than the still image has, and each part is there from its step on


def test_an_animated_image_is_the_still_one_with_a_style_sheet_more():
    picture = compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN)
    still, animated = picture.svg(), picture.svg(animated=True)
    ET.fromstring(animated)
    styles = re.findall("<style>.*?</style>", animated)
    assert len(styles) == 2
    assert animated.replace(styles[1], "") == still
    assert "prefers-reduced-motion:no-preference" in styles[1]


@pytest.mark.parametrize("search", [alphabeta, minimax])
def test_each_part_that_was_looked_at_fills_in_its_step(search):
    svg = show(observe(search, ELEVEN), ELEVEN).svg(animated=True)
    [steps] = GameColumns([Seen.of(observe(search, ELEVEN))], ELEVEN).steps
    filled = re.findall(r'data-row="(\d+)"\]>:is\(\.whole[^{]*\{animation:a(\d+) ', svg)
    assert {int(row): int(step) for row, step in filled} == {row: step for row, step in enumerate(steps) if step}
    last = Seen.of(observe(search, ELEVEN)).last
    ends = [(int(step), float(end)) for step, end in re.findall(r"@keyframes a(\d+)\{0%,([\d.]+)%", svg)]
    assert ends == [(step, pytest.approx(80 * step / last, abs=0.01)) for step, _ in ends]
    assert ends[-1][0] == last
    assert f">.heading{{animation:a{last} " in svg  # it has the result


def test_nothing_tells_a_part_that_will_be_cut_off_from_others_before_it_is():
    svg = show(observe(alphabeta, ELEVEN), ELEVEN).svg(animated=True)
    cut = re.findall(r'data-state="cut"[^>]* data-row="(\d+)"', svg)
    snipped = re.findall(r'data-row="(\d+)"\]>\.snip\{animation:a(\d+) ', svg)
    assert sorted(row for row, _ in snipped) == sorted(cut) != []
    undashed = re.findall(r'data-row="(\d+)"\]>:is\(\.outline,\.edge\)\{animation:d(\d+) ', svg)
    assert undashed == snipped
    assert "@keyframes d1{0%," in svg
    assert "{stroke-dasharray:none;stroke-width:1.8}" in svg


def test_a_pile_fills_when_the_last_of_its_parts_was_looked_at():
    game = sample_game(Random(0), leaves=400)
    seen = observe(minimax, game)
    svg = show(seen, game).svg(animated=True)
    [steps] = GameColumns([Seen.of(seen)], game).steps
    filled = dict(re.findall(r'data-row="(\d+)"\]>:is\(\.whole[^{]*\{animation:a(\d+) ', svg))
    piles = re.findall(r'data-state="hidden"[^>]* data-row="(\d+)" data-end="(\d+)"', svg)
    assert len(piles) > 3
    assert [int(filled[row]) for row, _ in piles] == [max(steps[int(row) : int(end)]) for row, end in piles]
