"""Animated images: a style sheet more than the still image has, and each part is there from its step on."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from lazytree import alphabeta, compare, from_nested, minimax, show
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
    ends = [float(end) for end in re.findall(r"@keyframes a\d+\{0%,([\d.]+)%", svg)]
    assert ends == sorted(ends)
    assert ends[-1] <= 80
