"""What a notebook keeps of a picture: an image that every viewer shows, and a figure that steps where scripts run."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b85decode
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest
from long_runs import size

from lazytree import Max, alphabeta, compare, from_nested, minimax, show
from lazytree.games.sampling import sample_game
from strictcheck import observe
from strictcheck.pictures import Fragment, bundle, mimebundle, outline_of

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
HOSTILE = Max([from_nested(text) for text in ("</script><b>", '"><img src=x onerror=alert(1)>', "<!--<script>")])


class Sanitised(HTMLParser):
    """What is left of HTML where scripts are taken away: JupyterLab without trust, GitHub."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text, self.inside = [], "", False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.inside = tag in ("script", "style")
        if not self.inside:
            self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        self.text += "" if self.inside else data


PICTURES = {
    "show": lambda: show(observe(alphabeta, ELEVEN), ELEVEN),
    "compare": lambda: compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN),
    "observation": lambda: observe(alphabeta, ELEVEN),
    "hostile": lambda: show(observe(minimax, HOSTILE), HOSTILE),
}

each_picture = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


@each_picture
def test_without_scripts_there_is_the_svg_as_an_image_and_nothing_else(picture):
    bundle = picture()._repr_mimebundle_()
    left = Sanitised(bundle["text/html"])
    assert [tag for tag, _ in left.tags] == ["div", "img"]
    assert left.text.strip() == ""
    address = left.tags[1][1]["src"].removeprefix("data:image/svg+xml;base64,")
    assert b64decode(address, validate=True).decode() == bundle["image/svg+xml"]
    assert left.tags[1][1]["alt"] == unescape(re.search("<title>(.*)</title>", bundle["image/svg+xml"])[1])


def unpacked(script):
    """The figure and its script, as a browser unpacks them."""
    return json.loads(zlib.decompress(b85decode(re.search(r'const text = "(.*)"', script)[1])))


@each_picture
def test_with_scripts_a_figure_takes_the_place_of_the_image(picture):
    html = picture()._repr_mimebundle_()["text/html"]
    [(_, script)] = re.findall(r'<script type="(module)">(.*?)</script>', html, re.DOTALL)
    figure, steps = unpacked(script)
    assert "attach(figure)" in steps
    assert re.match(r"<style>[^<]*</style>\s*<figure class=\"game-picture", figure)
    assert re.search(r"data-picture='?\"?(\w+)", html)[1] in script


def test_nothing_in_a_figure_ends_the_script_that_holds_it():
    html = bundle("<svg/>", "", [Fragment("</script><b>", script="step()")])["text/html"]
    assert [tag for tag, _ in Sanitised(html).tags] == ["div", "img"]


def test_what_does_not_step_is_an_image_alone():
    kept = bundle("<svg><title>a</title></svg>", "a", [Fragment("<p>a</p>")])
    assert [tag for tag, _ in Sanitised(kept["text/html"]).tags] == ["img"]
    assert "<script" not in kept["text/html"]


@pytest.mark.parametrize("count", [3, 2_000])
def test_an_outline_folds_and_steps_in_a_notebook_and_stays_small(count):
    seen = observe(lambda rows: sum(row["id"] for row in rows), [{"id": n, "name": str(n)} for n in range(count)])
    kept = mimebundle(seen)
    assert kept == outline_of(seen)._repr_mimebundle_()
    assert [tag for tag, _ in Sanitised(kept["text/html"]).tags] == ["div", "img"]
    assert len(kept["text/html"]) < 21_000 + 4 * len(kept["image/svg+xml"]) / 3


def test_the_same_picture_is_the_same_text_each_time():
    assert PICTURES["compare"]()._repr_mimebundle_() == PICTURES["compare"]()._repr_mimebundle_()


@pytest.mark.parametrize("leaves", [11, 100, size(3_000, 20_000)])
def test_what_a_notebook_keeps_beyond_the_still_image_is_small(leaves):
    game = sample_game(Random(1), leaves=leaves)
    kept = compare(observe(alphabeta, game), observe(minimax, game), game)._repr_mimebundle_()["text/html"]
    assert len(kept) - kept.index("</div>") < 21_000


@pytest.mark.parametrize(("leaves", "zooms"), [(100, True), (1_000, True), (5_000, False)])
def test_in_a_notebook_the_overview_of_up_to_a_thousand_leaves_zooms_and_a_bigger_game_says_where_it_does(
    leaves, zooms
):
    game = sample_game(Random(1), leaves=leaves)
    seen = observe(alphabeta, game, where=True, watch=("alpha?", "beta?"))
    for picture in (show(seen, game), compare(seen, observe(minimax, game), game)):
        figure, script = unpacked(picture._repr_mimebundle_()["text/html"])
        assert ("data-table" in figure, "class Icicle" in script) == (zooms, zooms)
        assert ("picture.save('game.html')" in figure) == (not zooms)
