"""Animated images: a style sheet more than the still image has, and each part is there from its step on."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest

from lazytree import alphabeta, compare, from_nested, minimax, show
from lazytree.games.sampling import sample_game
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.search_steps import Seen
from strictcheck import observe

GAME = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])


def test_an_animated_image_is_the_still_one_with_a_style_sheet_more():
    picture = compare(observe(alphabeta, GAME), observe(minimax, GAME), GAME)
    still, animated = picture.svg(), picture.svg(animated=True)
    ET.fromstring(animated)
    styles = re.findall("<style>.*?</style>", animated)
    assert len(styles) == 2
    assert animated.replace(styles[1], "") == still
    assert "prefers-reduced-motion:no-preference" in styles[1]


@pytest.mark.parametrize("search", [alphabeta, minimax])
def test_each_part_that_was_looked_at_fills_in_its_step(search):
    svg = show(observe(search, GAME), GAME).svg(animated=True)
    steps = re.findall(r'data-row="(\d+)"[^>]* data-first="(\d+)"', svg)
    filled = re.findall(r'data-row="(\d+)"\]>:is\(\.whole[^{]*\{animation:a(\d+) ', svg)
    assert sorted(filled) == sorted(steps)
    last = Seen.of(observe(search, GAME)).last
    ends = [(int(step), float(end)) for step, end in re.findall(r"@keyframes a(\d+)\{0%,([\d.]+)%", svg)]
    assert ends == [(step, pytest.approx(80 * step / last, abs=0.01)) for step, _ in ends]
    assert ends[-1][0] == last
    assert f">.heading{{animation:a{last} " in svg  # it has the result


def test_nothing_tells_a_part_that_will_be_cut_off_from_others_before_it_is():
    svg = show(observe(alphabeta, GAME), GAME).svg(animated=True)
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
