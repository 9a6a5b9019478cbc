"""Pages that step: one file that needs nothing else, in which a script finds what it steps through, and nothing runs
that is not its own. What the script does with it is seen in a browser, where there is one."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from base64 import b64encode
from html.parser import HTMLParser
from importlib.resources import files
from itertools import accumulate
from random import Random

import pytest
from colours import contrast
from game_events import scene_of, unpacked
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import examples, size

from lazytree import End, Max, Min, alphabeta, compare, count_leaves, from_nested, minimax, show, sss, unfold
from lazytree.games.making import uniform
from lazytree.games.sampling import sample_game
from lazytree.games.traversals import forced_leaves
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.page import encoded, played_rows, scripts, style, widget_class
from lazytree.pictures.scenes import parts_of
from lazytree.pictures.search_steps import Seen
from lazytree.pictures.tree_svg import draw_live_svg
from strictcheck import Demand, observe
from strictcheck.errors import MissingExtra
from strictcheck.pictures import page

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
SVG = "{http://www.w3.org/2000/svg}"
NODE = shutil.which("node")
HOSTILE = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onload='alert(1)", "]]>", "<!--", "</svg>",
    "</title><script>alert(1)</script>", "$\\frac{1}{2}$", "\\(x\\)", "$$x$$", "&lt;b&gt;", "x" * 100_000,
    "a\x00b\x1b[31m\x07", "\ud800 alone", "\ufffe\uffff", "\u202egnirts", "",
]  # fmt: skip

LEAVES = size(6_000, 60_000)
games = st.builds(lambda seed, size: sample_game(Random(seed), leaves=size), st.integers(0, 10_000), st.integers(1, 60))


class Elements(HTMLParser):
    """The start tags of a page with their attributes, and the text in scripts and style sheets."""

    def __init__(self, text):
        super().__init__()
        self.found, self.inside = [], {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.lasttag in ("script", "style") and self.rawdata is not None and self.cdata_elem:
            self.inside[self.lasttag] = self.inside.get(self.lasttag, "") + data

    def all(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def live_nodes(picture_or_html):
    text = picture_or_html if isinstance(picture_or_html, str) else picture_or_html.html()
    return [attributes for attributes in Elements(text).all("g") if attributes.get("class") == "node"]


def hostile_page():
    game = from_nested([HOSTILE[:8], HOSTILE[8:]])
    options = {"where": True, "watch": ("alpha?", "beta?")}
    first, second = observe(alphabeta, game, **options), observe(minimax, game, **options)
    return compare(first, second, game, names=(HOSTILE[0], HOSTILE[1])).html()


# The page


def test_a_page_refers_to_nothing_outside_of_itself():
    text = compare(observe(alphabeta, ELEVEN, where=True), observe(sss, ELEVEN), ELEVEN).html()
    assert set(re.findall(r"https?://[^\s\"'<>]+", text)) == {"http://www.w3.org/2000/svg"}
    for tag, attributes in Elements(text).found:
        assert tag not in ("link", "iframe", "object", "embed", "img", "base", "form")
        assert not {"src", "href", "action", "style", "srcset", "xlink:href"} & attributes.keys()
    assert not re.search(r"url\((?!#)|@import|\bimport\b\s*[\(\"'{]|fetch\(|eval\(|Function\(", text)


def test_a_page_allows_its_own_script_and_style_sheet_by_their_hashes_and_no_others():
    elements = Elements(show(observe(alphabeta, ELEVEN), ELEVEN).html())
    [policy] = [meta["content"] for meta in elements.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    for kind in ("script", "style"):
        digest = b64encode(hashlib.sha256(elements.inside[kind].encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"


@pytest.mark.parametrize("make", [hostile_page, lambda: page(HOSTILE[6])], ids=["scores", "title"])
def test_no_score_name_or_title_becomes_an_element_or_an_attribute(make):
    elements = Elements(make())
    assert len(elements.all("script")) == (make is hostile_page)
    assert not elements.all("img")
    names = {name for _, attributes in elements.found for name in attributes}
    assert not {name for name in names if name.startswith("on")}
    assert "alert" not in elements.inside.get("script", "")


def test_pictures_of_hostile_scores_are_well_formed_xml_in_utf8_without_control_characters():
    game = from_nested([HOSTILE[:8], HOSTILE[8:]])
    picture = compare(observe(alphabeta, game), observe(minimax, game), game, names=(HOSTILE[12], HOSTILE[13]))
    for text in (picture.svg(), picture.html(), picture.text()):
        text.encode("utf-8")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\u202a-\u202e\ufffe\uffff]", text)
    ET.fromstring(picture.svg())
    ET.fromstring(draw_live_svg(scene_of(picture.seen, game, folded=100)))
    assert len(picture.svg()) < 60_000


def test_mathjax_is_told_to_leave_scores_with_dollars_alone():
    game = from_nested(HOSTILE[7:10])
    svg = ET.fromstring(show(observe(minimax, game), game).svg())
    assert {"tex2jax_ignore", "mathjax_ignore"} <= set(svg.get("class").split())


def test_a_page_is_saved_by_the_ending_of_its_name(tmp_path):
    picture = show(observe(alphabeta, ELEVEN), ELEVEN)
    for name, text in (("a.html", picture.html()), ("b.HTM", picture.html()), ("c.svg", picture.svg())):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8") == text


def test_without_a_script_the_page_is_the_still_picture_with_its_key():
    text = show(observe(alphabeta, ELEVEN), ELEVEN).html()
    before_script = text[: text.index("<script")]
    assert ".controls { display: none; }" in before_script
    shown = [node for node in live_nodes(before_script) if node["data-state"] == "forced"]
    assert len(shown) == 12
    assert "6 of 11 leaves forced" in before_script


# What the script steps through


@given(games)
@examples(30)
def test_every_step_of_both_searches_is_on_one_node(game):
    picture = compare(observe(alphabeta, game), observe(sss, game), game)
    text = picture.html()
    [figure] = Elements(text).all("figure")
    assert json.loads(figure["data-names"]) == ["alphabeta", "sss"]
    columns = SearchedGame(picture.seen, game)
    for who, last in enumerate(json.loads(figure["data-steps"])):
        steps = [step for column in (columns.steps[who], columns.cuts[who]) for step in column if step]
        assert sorted(steps) == list(range(1, last + 1))
    assert figure["data-table"] == encoded(columns)


def test_there_is_a_slider_with_buttons_and_a_line_to_read_out_for_each_search():
    for picture, lines in (
        (show(observe(alphabeta, ELEVEN)), 1),
        (compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN)), 2),
    ):
        elements = Elements(picture.html())
        [slider] = [given for given in elements.all("input") if given["type"] == "range"]
        assert (slider["type"], slider["min"], slider["aria-label"]) == ("range", "0", "Step")
        assert slider["max"] == {1: "14", 2: "19"}[lines]
        assert [button.get("data-go") for button in elements.all("button")][:4] == ["start", "back", "next", "end"]
        named = [button for button in elements.all("button") if button.get("class") != "with-it"]  # this one has a text
        assert all("aria-label" in button or "aria-pressed" in button for button in named)
        [status] = [div for div in elements.all("div") if div.get("role") == "status"]
        assert status["aria-live"] == "polite"
        assert len([line for line in elements.all("p") if "says" in line["class"]]) == lines
        [figure] = elements.all("figure")
        assert (figure["tabindex"], figure["role"]) == ("0", "group")
        names = ["alphabeta", "minimax"][:lines]
        assert figure["aria-label"] == f"{' and '.join(names)}: arrow keys step through the order of looking"


def test_a_node_of_a_comparison_has_the_fillings_that_it_goes_through():
    scene = scene_of([Seen.of(observe(alphabeta, ELEVEN)), Seen.of(observe(minimax, ELEVEN))], ELEVEN)
    nodes = [node for node in ET.fromstring(draw_live_svg(scene)).iter(f"{SVG}g") if node.get("class") == "node"]
    fillings = {"both": {"whole", "left", "right"}, "second": {"right"}}
    for node in nodes:
        shapes = {shape.get("class"): shape.get("display") for shape in node}
        assert shapes.keys() & {"whole", "left", "right"} == fillings[node.get("data-state")]
        if node.get("data-state") == "both":
            assert (shapes["whole"], shapes["left"], shapes["right"]) == (None, "none", "none")


# What opens


@given(games, st.integers(1, 40))
@examples(40)
def test_what_is_collapsed_opens_to_all_that_it_stands_for(game, room):
    scene = scene_of([Seen.of(observe(alphabeta, game))], game, room=room, folded=10_000)
    for part in parts_of(scene.root):
        if part.kind is None:
            assert part.folded
            inside = [one for top in part.folded for one in parts_of(top)]
            ends = [one for one in inside if one.kind is End]
            forced = [one for one in ends if one.forced]
            assert (len(ends), len(forced)) == (part.leaves, part.split.looked(0))
            assert (part.state == "hidden") == bool(forced)
    drawn = [part for part in parts_of(scene.root) if part.kind is End]
    assert len({part.path for part in drawn}) == len(drawn) == count_leaves(game)


def test_a_game_that_nobody_looked_at_is_one_part_that_opens():
    scene = scene_of(Demand(), ELEVEN, folded=100)
    assert (scene.root.kind, scene.root.leaves) == (None, 11)
    [inside] = scene.root.folded
    assert [part.path for part in parts_of(inside) if part.kind is End][-1] == (2, 2)
    assert "data-opens" in live_nodes(draw_live_svg(scene))[0]
    assert {node["data-state"] for node in live_nodes(show(Demand(), ELEVEN))} == {"cut"}


def test_each_button_of_a_page_opens_one_fold_that_has_the_nodes_below_it():
    game = sample_game(Random(5), leaves=2_000)
    svg = draw_live_svg(scene_of([Seen.of(observe(minimax, game))], game, room=100, folded=500))
    root = ET.fromstring(svg)
    folds = {group.get("data-fold"): group for group in root.iter(f"{SVG}g") if group.get("class") == "fold"}
    openers = [group for group in root.iter(f"{SVG}g") if group.get("data-opens")]
    assert sorted(folds) == sorted(opener.get("data-opens") for opener in openers)
    assert len(openers) > 5
    for opener in openers:
        assert (opener.get("role"), opener.get("tabindex"), opener.get("aria-expanded")) == ("treeitem", "0", "false")
        fold = folds[opener.get("data-opens")]
        assert fold.get("display") == "none"
        above = opener.get("data-path").rpartition(".")[0]
        assert all(node.get("data-path").startswith(above) for node in fold)
        assert float(fold.get("data-width")) > 0


def test_only_a_game_that_does_not_fit_into_a_notebook_is_said_to_be_too_big():
    assert "no room" not in show(observe(minimax, End(1))).html()
    wide = Max([End(score) for score in range(20_000)])
    kept, _ = unpacked(show(observe(minimax, wide), wide)._repr_mimebundle_()["text/html"])
    assert ("no room for all of this game" in kept, 'type="range"' in kept) == (True, False)


def test_still_images_have_nothing_folded_away():
    game = sample_game(Random(5), leaves=2_000)
    assert "fold" not in show(observe(minimax, game), game).svg()


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "deep", "bushy"])
def test_a_page_stays_small_however_big_the_game(shape):
    if shape == "bushy":
        game = sample_game(Random(1), leaves=LEAVES)
    else:
        game = End(1)
        if shape == "wide":
            game = Max([game] * LEAVES)
        else:
            for _ in range(LEAVES):
                game = Min([game])
    for picture in (show(Demand.full(game), game), show(observe(lambda game: isinstance(game, Max), game), game)):
        text = picture.html()
        assert len(live_nodes(text)) < 5_000
        assert len(text) < 5_000_000


@pytest.mark.slow
def test_what_is_collapsed_and_does_not_travel_along_says_how_to_see_it():
    game = sample_game(Random(1), leaves=LEAVES)
    picture = show(Demand.full(game), game)
    left = [node for node in live_nodes(picture) if node["data-kind"] == "more" and "data-opens" not in node]
    assert left
    assert "more than is drawn here; the overview shows it" in picture.html()


def test_an_endless_game_is_drawn_as_far_as_it_is_there():
    game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n)
    observation = observe(lambda game: game.children[1].children[0].children, game)
    before = repr(game)
    nodes = live_nodes(show(observation, game))
    assert repr(game) == before
    assert {node["data-state"] for node in nodes} == {"forced", "cut", "unmade"}


# The game to play with


PLAY = """\
import { alphabeta, bestFirst, minimax, read } from "./play.mjs";
const told = (game) => {
  const paths = [];
  const walk = (node, path) => { node.path = path; node.children?.forEach((child, at) => walk(child, [...path, at])); };
  walk(game, []);
  const value = alphabeta(game, (node) => node.kind === "end" && paths.push(node.path));
  return [value, paths];
};
let text = "";
for await (const part of process.stdin) text += part;
const found = (rows) => [...told(read(rows)), minimax(read(rows)), ...told(bestFirst(read(rows)))];
console.log(JSON.stringify(JSON.parse(text).map(found)));
"""


def rows_of(game):
    return played_rows(GameColumns([Seen(Demand())], game))


def best_first(game):
    if isinstance(game, End):
        return game
    ordered = sorted(game.children, key=minimax, reverse=isinstance(game, Max))
    return type(game)([best_first(child) for child in ordered])


def looks_of(search, game):
    seen = observe(search, game)
    return [seen.result, [list(path) for path in forced_leaves(seen)]]


@pytest.mark.skipif(NODE is None, reason="no node on PATH")
def test_the_search_in_the_page_finds_and_looks_at_what_that_of_python_does(tmp_path):
    random = Random(0)
    games = [sample_game(random, leaves=random.randint(1, 45)) for _ in range(300)]
    games += [Max([Max([End(1), End(2)]), End(2)]), Min([End(0.5), Max([End(-1)])]), End(7)]
    games = [game for game in games if rows_of(game)]
    assert len(games) > 200
    (tmp_path / "play.mjs").write_text(
        (files("lazytree.pictures") / "assets" / "play.js").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "run.mjs").write_text(PLAY, encoding="utf-8")
    asked = json.dumps([rows_of(game) for game in games])
    done = subprocess.run([NODE, "run.mjs"], cwd=tmp_path, input=asked, capture_output=True, text=True, check=True)
    for game, found in zip(games, json.loads(done.stdout), strict=True):
        assert found == [*looks_of(alphabeta, game), minimax(game), *looks_of(alphabeta, best_first(game))]


@given(st.integers(0, 10_000), st.integers(1, 200))
@settings(max_examples=30)
def test_a_game_can_be_played_with_if_it_is_small_and_only_then(seed, leaves):
    game = sample_game(Random(seed), leaves=leaves)
    rows = rows_of(game)
    assert bool(rows) == (len(GameColumns([Seen(Demand())], game)) <= 120)
    assert [what for _, what in rows if not isinstance(what, str)] == [one.score for one in ends(game)] * bool(rows)


def ends(game):
    return [game] if isinstance(game, End) else [end for child in game.children for end in ends(child)]


@pytest.mark.parametrize("score", ["3", True, float("inf"), 2**60, None, (1, 2)])
def test_a_game_of_other_scores_than_javascript_has_is_not_played_with(score):
    assert rows_of(Max([End(score), End(1)])) == []


def test_a_game_is_played_with_only_if_all_of_it_is_known():
    game = from_nested([[3, 5], [2, 9]])
    assert "data-game" not in show(observe(alphabeta, game)).html()
    assert "data-game" in show(observe(minimax, game)).html()
    assert "data-game" in show(observe(alphabeta, game), game).html()


def test_a_picture_that_cannot_be_played_with_does_not_carry_what_playing_takes():
    assert "class Playground" in "".join(scripts())
    assert "class Playground" not in show(observe(lambda game: game.children[0].score, from_nested(["a", "b"]))).html()


# Looks


def test_in_light_and_in_dark_text_can_be_read_and_shapes_can_be_seen():
    colours = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", style())
    for theme in ({name: both[number] for name, *both in colours} for number in (0, 1)):
        for name in ("ink", "soft", "looked", "first", "second"):
            assert contrast(theme[name], theme["paper"]) >= 4.5, name
        for name in ("cut", "now"):
            assert contrast(theme[name], theme["paper"]) >= 3, name
        assert contrast(theme["on-looked"], theme["looked"]) >= 4.5


def test_the_script_is_a_module_that_anywidget_takes_and_asks_nothing_of_anybody():
    assert "export default { render };" in "".join(scripts())
    assert "export function attach(figure)" in "".join(scripts())
    assert not re.search(r"fetch|XMLHttp|WebSocket|import\s|eval|innerHTML(?! = model)", "".join(scripts()))


def test_a_table_of_the_first_plies_tells_how_many_leaves_each_part_of_the_last_one_has():
    game = uniform(3, 4, range(81))
    columns = SearchedGame([Seen.of(observe(alphabeta, game))], game)
    deeper, widths, *_ = spread(encoded(columns, 3))
    depths = [*accumulate(deeper)]
    assert depths == list(filter((3).__gt__, columns.depths))
    assert [width for depth, width in zip(depths, widths, strict=True) if depth == 2] == [9] * 9
    assert len(spread(encoded(columns))[0]) == len(columns)


def spread(table):
    """The columns of a table, with each run as so many numbers."""
    return [
        [number for one in column for number in ([one[0]] * one[1] if isinstance(one, list) else [one])]
        for column in json.loads(table)
    ]


def test_a_table_is_no_longer_than_what_is_irregular_in_the_game():
    star = Max([End(n) for n in range(50_000)])
    assert len(encoded(SearchedGame([Seen.of(observe(minimax, star))], star))) < 200


@pytest.mark.skipif(NODE is None, reason="no node on PATH")
def test_a_page_of_pictures_with_and_without_an_overview_and_a_game_to_play_with_has_one_script_that_runs(tmp_path):
    games = [sample_game(Random(0), leaves=leaves) for leaves in (200, 6)]
    pictures = [show(observe(alphabeta, game), shown).fragment() for game in games for shown in (None, game)]
    (text,) = re.findall(r'<script type="module">(.*?)</script>', page("all", *pictures), re.DOTALL)
    (tmp_path / "all.mjs").write_text(
        "globalThis.document = { querySelectorAll: (all) => (console.log(all), []) };\n" + text, encoding="utf-8"
    )
    done = subprocess.run([NODE, "all.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", ".game-picture:not(.steps)\n")


# The picture as a widget

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def picture():
    pytest.importorskip("anywidget", reason='needs anywidget: pip install "strictcheck[notebook]"')
    return compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN)


def test_a_widget_has_the_figure_of_the_page_and_its_script_and_style_sheet(picture):
    state = picture.widget().get_state()
    assert state["figure"] in picture.html()
    assert state["figure"].startswith('<figure class="game-picture two"')
    assert (state["_esm"], state["_css"]) == ("".join(scripts()), style())


def test_a_widget_has_the_still_image_beside_it(picture):
    bundle, _ = picture.widget()._repr_mimebundle_()
    assert bundle.pop(VIEW)["model_id"]
    assert bundle == picture._repr_mimebundle_()


def test_without_anywidget_asking_for_the_widget_names_the_extra(picture, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    widget_class.cache_clear()
    with pytest.raises(MissingExtra, match=r'anywidget, which is not installed: pip install "strictcheck\[notebook\]"'):
        picture.widget()


def test_anywidget_is_not_loaded_before_it_is_asked_for():
    code = "import sys, lazytree; lazytree.show; print({'anywidget', 'ipywidgets', 'traitlets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
