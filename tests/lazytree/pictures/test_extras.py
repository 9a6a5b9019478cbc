"""Extras of a picture: the game to play with, the code beside it, and the style that animates it.

The search in JavaScript looks at the leaves that the one in Python looks at; that test needs Node on the PATH, and is
skipped without. `test_browser.py` plays in a page.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import End, Max, Min, alphabeta, compare, from_nested, minimax, show
from lazytree.games.sampling import sample_game
from lazytree.games.traversals import forced_leaves
from lazytree.pictures.extras import code_beside, played_rows
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.page import scripts
from lazytree.pictures.search_steps import Seen
from strictcheck import Demand, observe

GAME = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
NODE = shutil.which("node")
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


def looks(search, game):
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
        assert found == [*looks(alphabeta, game), minimax(game), *looks(alphabeta, best_first(game))]


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


# Code beside the picture


def drawn(search, game=GAME, **options):
    seen = Seen.of(observe(search, game, **options))
    html = code_beside(seen, "first")
    at = json.loads(found[1]) if (found := re.search(r'data-lines="([^"]*)"', html)) else []
    return seen, html, at


def test_each_look_has_the_line_that_took_it_and_a_cut_has_none():
    seen, html, at = drawn(alphabeta, where=True)
    marked = dict(re.findall(r'<span data-line="(\d+)"[^>]*>([^<]*)</span>', html))
    assert len(at) == seen.last + 1
    for step, (_, is_cut) in enumerate(seen.events, 1):
        assert (at[step] == 0) == is_cut
        assert is_cut or marked[str(at[step])].strip() in (
            "if not isinstance(game, (Max, Min, End)):",
            "case End(score):",
        )
    assert {str(number) for number in at if number} == marked.keys()


def test_the_search_itself_comes_before_functions_that_looked_once():
    _, html, _ = drawn(alphabeta, where=True)
    assert re.findall(r'<p class="soft">[^<]* in (\w+)<', html) == ["_alphabeta", "enter"]


def test_without_lines_in_the_trace_there_is_no_code():
    assert drawn(alphabeta)[1] == ""


def test_code_that_has_no_file_is_left_out_and_code_is_text():
    namespace = {}
    exec(compile("def search(game): return game.children[0].children[0].score", "<no file>", "exec"), namespace)
    assert drawn(namespace["search"], where=True)[1] == ""

    def search(game):
        return "<b>" if game.children[0].children[0].score < 3 else "&"

    html = drawn(search, where=True)[1]
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


def test_a_character_that_ends_no_line_of_python_does_not_shift_the_lines(tmp_path):
    file = tmp_path / "fed.py"
    file.write_text(
        'def search(game):\n    sign = "\f\u2028"\n    \f\n    return game.children[0].children[0].score, sign\n',
        encoding="utf-8",
    )
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), namespace := {})
    marked = re.findall(r'<span data-line="1"[^>]*>([^<]*)</span>', drawn(namespace["search"], where=True)[1])
    assert marked == ["    return game.children[0].children[0].score, sign"]


# Animated images: a style sheet more than the still image has, and each part is there from its step on


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
    [steps] = GameColumns([Seen.of(observe(search, GAME))], GAME).steps
    filled = re.findall(r'data-row="(\d+)"\]>:is\(\.whole[^{]*\{animation:a(\d+) ', svg)
    assert {int(row): int(step) for row, step in filled} == {row: step for row, step in enumerate(steps) if step}
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
