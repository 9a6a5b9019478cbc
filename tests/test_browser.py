"""In a browser: reports and pictures, opened in a headless Chromium; and in a JupyterLab that runs a notebook.

What is on the screen is checked element by element against what was observed in Python. Each page that was looked at is
kept as an image, in the directory that the environment variable STRICTCHECK_SCREENSHOTS names, or else in pytest's own.
Without Chromium, or without the extra `browser`, these tests are skipped.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import threading
from base64 import b64decode
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from colours import contrast
from game_events import events_of, scene_of
from places import ROOT

from lazytree import End, Max, Min, alphabeta, compare, count_leaves, from_nested, minimax, show
from lazytree.cli import main
from lazytree.games.sampling import sample_game
from lazytree.games.traversals import forced_leaves
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.page import Extras, fragment
from lazytree.pictures.scenes import parts_of
from lazytree.pictures.search_steps import Seen
from lazytree.pictures.showing import readable
from strictcheck import Stream, observe
from strictcheck.pictures import outline_of
from strictcheck.pictures import page as html_page

EXTRA = 'needs the extra "browser": pip install -e ".[browser]"'
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
PATIENCE = 60  # seconds for whatever is waited for: a busy machine is slow, and nothing here waits longer than it must

playwright = pytest.importorskip("playwright.sync_api", reason=EXTRA)
expect = playwright.expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=f"no browser on PATH: none of {', '.join(NAMES)}"),
    pytest.mark.filterwarnings("default"),  # what Playwright and Jupyter warn of is not ours to mend
]

GAME = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
WATCH = {"where": True, "watch": ("alpha?", "beta?")}


@pytest.fixture(scope="module")
def browser():
    expect.set_options(timeout=PATIENCE * 1000)
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM)
        yield opened
        opened.close()


@pytest.fixture
def page(browser, request, tmp_path):
    """A page; in the end nothing has gone wrong in it, nothing was fetched, and there is an image of it."""
    made = browser.new_page(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    made.set_default_timeout(PATIENCE * 1000)
    troubles: list[str] = []
    made.on("pageerror", lambda error: troubles.append(str(error)))
    made.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    made.on("dialog", lambda dialog: troubles.append(dialog.message))
    made.on("request", lambda sent: None if sent.url.startswith(("file:", "data:")) else troubles.append(sent.url))
    yield made
    folder = Path(os.environ.get("STRICTCHECK_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    made.screenshot(path=folder / f"{re.sub(r'[^a-z]+', '-', request.node.name)}.png", full_page=True)
    made.close()
    assert troubles == []


@pytest.fixture
def opened(page, tmp_path):
    """Write text to a file, and open it."""

    def opened(html):
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return opened


# What has to be on the screen


def looks(observation):
    """The nodes of a game in the order in which they were looked at."""
    return [".".join(map(str, step.path[1::2])) for step in observation.trace if len(step.path) % 2 == 0]


def nodes_of(game, path=()):
    """All nodes of a game, by path."""
    found = {".".join(map(str, path)): game}
    for index, child in enumerate(getattr(game, "children", ())):
        found |= nodes_of(child, (*path, index))
    return found


def after(step, game, *observations):
    """What each node is after so many steps."""
    events = [events_of(one) for one in observations]
    looked = [{path for at, path, is_cut in one if not is_cut and at <= step} for one in events]
    ever = [{path for _, path, is_cut in one if not is_cut} for one in events]
    left = [{path for at, path, is_cut in one if is_cut and at <= step} for one in events]
    names = {(True, True): "both", (True, False): "forced" if len(looked) == 1 else "first", (False, True): "second"}
    found = {}
    for text in nodes_of(game):
        path = tuple(map(int, text.split("."))) if text else ()
        by = (path in looked[0], path in looked[-1] if len(looked) == 2 else False)
        above = [max((path[:n] for n in range(len(path)) if path[:n] in one), key=len, default=None) for one in ever]
        is_cut = not any(path in one for one in ever) and all(up in done for up, done in zip(above, left, strict=True))
        found[text] = names.get(by, "cut" if is_cut else "later")
    return found


def on_screen(figure, name):
    """An attribute of all nodes that are to be seen in a figure, by path."""
    read = "(nodes, name) => nodes.filter(n => n.checkVisibility()).map(n => [n.dataset.path, n.dataset[name] ?? null])"
    found = figure.locator(".node:not([data-kind=more])").evaluate_all(read, name)
    return {path: value for path, value in found if value is not None}


def check_step(figure, step, game, *observations):
    expect(figure).to_have_attribute("data-step", str(step))
    expect(figure.locator(".counter")).to_have_text(re.compile(rf"^Step {step} of "))
    expect(figure.locator("input[type=range]")).to_have_js_property("value", str(step))
    assert on_screen(figure, "now") == after(step, game, *observations)
    current = on_screen(figure, "current")
    expected = {}
    for who, observation in zip(("first", "second"), observations, strict=False):
        for _, path, _ in events_of(observation)[max(step - 1, 0) : step]:
            text = ".".join(map(str, path))
            expected[text] = f"{expected[text]} {who}" if text in expected else who
    assert current == expected


def open_all(figure):
    """Open what is collapsed, as somebody would: a click on each."""
    closed = figure.locator(".node[data-opens][aria-expanded=false]:visible")
    while closed.count():
        closed.first.locator(".outline").first.click()  # the way up to the parent belongs to the node, and is no button


def check_tree(figure, game):
    """Every node of the game is there, with its score, below its parent, and on top of no other."""
    open_all(figure)
    read = """nodes => nodes.map(n => {
        const {left, top, right, bottom} = n.querySelector(".outline").getBoundingClientRect();
        return [n.dataset.path, n.dataset.kind, n.querySelector(".label")?.textContent, {left, top, right, bottom}];
    })"""
    drawn = {path: rest for path, *rest in figure.locator(".node:not([data-kind=more])").evaluate_all(read)}
    nodes = nodes_of(game)
    assert drawn.keys() == nodes.keys()
    for path, (kind, label, box) in drawn.items():
        node = nodes[path]
        assert kind == ("max" if isinstance(node, Max) else "min" if isinstance(node, Min) else "end")
        assert label == str(node.score) if kind == "end" else label in (kind, None)
        if path:
            assert box["top"] > drawn[path.rpartition(".")[0]][2]["bottom"]
        assert not any(overlap(box, other) for place, (*_, other) in drawn.items() if place != path)


def overlap(one, other):
    across = one["left"] < other["right"] and other["left"] < one["right"]
    return across and one["top"] < other["bottom"] and other["top"] < one["bottom"]


def step_through(page, figure, game, *observations):
    """Step with keys, clicks and the slider, forwards and back, and look at every node each time."""
    last = max(len(events_of(one)) for one in observations)
    expect(figure.locator(".counter")).to_have_text(re.compile(f"^Step {last} of {last}"))
    figure.focus()
    page.keyboard.press("Home")
    check_step(figure, 0, game, *observations)
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        check_step(figure, step, game, *observations)
    page.keyboard.press("ArrowLeft")
    check_step(figure, 2, game, *observations)
    figure.locator("button[data-go=next]").click()
    check_step(figure, 3, game, *observations)
    figure.locator("button[data-go=back]").click()
    check_step(figure, 2, game, *observations)
    figure.locator("input[type=range]").fill("6")
    check_step(figure, 6, game, *observations)
    figure.locator("button[data-go=end]").click()
    check_step(figure, last, game, *observations)
    page.keyboard.press("ArrowRight")
    check_step(figure, last, game, *observations)
    figure.locator("button[data-go=start]").click()
    check_step(figure, 0, game, *observations)
    page.keyboard.press("PageDown")
    check_step(figure, min(10, last), game, *observations)


# Pages


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_steps_through_one_search_with_keys_clicks_and_the_slider(opened, scheme):
    seen = observe(alphabeta, GAME, **WATCH)
    page = opened(show(seen, GAME).html())
    page.emulate_media(color_scheme=scheme)
    figure = page.locator("figure.game-picture")
    check_tree(figure, GAME)
    step_through(page, figure, GAME, seen)


def test_a_page_steps_through_two_searches(opened):
    one, other = observe(alphabeta, GAME, **WATCH), observe(minimax, GAME, **WATCH)
    page = opened(compare(one, other, GAME).html())
    figure = page.locator("figure.game-picture")
    step_through(page, figure, GAME, one, other)
    figure.locator("input[type=range]").fill("5")
    expect(figure.locator(".says.first")).to_contain_text("alphabeta looks at")
    expect(figure.locator(".says.first")).to_contain_text(re.compile(r"minimax_and_alphabeta\.py:\d+"))
    expect(figure.locator(".says.second")).to_contain_text(re.compile(r"minimax_and_alphabeta\.py:\d+"))


def test_what_was_cut_off_is_dashed_and_what_was_looked_at_is_filled(opened):
    seen = observe(alphabeta, GAME)
    figure = opened(show(seen, GAME).html()).locator("figure.game-picture")
    read = "nodes => nodes.map(n => [n.dataset.path, getComputedStyle(n.querySelector('.outline')).strokeDasharray])"
    dashes = dict(figure.locator(".node").evaluate_all(read))
    assert {path for path, dash in dashes.items() if dash == "none"} == set(looks(seen))


def test_what_is_collapsed_opens_on_a_click_and_by_key(opened):
    game = Max([from_nested([1, 2]), *[from_nested([3, [4, 5]])] * 30])
    page = opened(show(observe(lambda game: game.children[0].children[0].score + 0, game), game).html())
    figure = page.locator("figure.game-picture")
    collapsed = figure.locator(".node[data-opens]:visible").first
    before = figure.locator(".node:visible").count()
    collapsed.click()
    expect(collapsed).to_have_attribute("aria-expanded", "true")
    assert figure.locator(".node:visible").count() > before
    collapsed.focus()
    page.keyboard.press("Enter")
    expect(collapsed).to_have_attribute("aria-expanded", "false")
    assert figure.locator(".node:visible").count() == before


def test_a_cut_of_which_nothing_can_be_said_is_a_sentence_all_the_same(opened):
    game = Max([End(1j), End(2j), End(3j)])  # nothing compares them
    figure = opened(show(observe(lambda game: [game.children[at].score + 0 for at in (0, 1)], game), game).html())
    figure.locator("button[data-go=back]").click()
    figure.locator("button[data-go=next]").click()
    expect(figure.locator(".says")).to_have_text("✂ <lambda> cuts off the rest of the root")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_key_has_the_colours_of_what_it_explains(opened, scheme):
    game = Max([Min([End(3), End(5)]), Min([End(2), Min([End(9)])])])
    one, other = observe(alphabeta, game), observe(minimax, game)
    part = observe(alphabeta, Max([Min(Stream(iter([End(1), End(2)]))), Min(Stream(iter([End(0), End(9)])))]))
    stroke = "part => getComputedStyle(part.querySelector('.outline')).stroke"
    drawn = (compare(one, other, game), ("both", "second", "min")), (show(part), ("forced", "unmade"))
    for picture, names in drawn:
        page = opened(picture.html())
        page.emulate_media(color_scheme=scheme)
        for name in names:
            node = page.locator(f".node[data-state={name.replace('min', 'second')}]").first
            assert page.locator(f"[data-key={name}]").evaluate(stroke) == node.evaluate(stroke), name
    fill = "part => getComputedStyle(part.querySelector('.label')).fill"
    assert page.locator("[data-key=unmade]").evaluate(fill) == page.locator("[data-state=unmade]").first.evaluate(fill)


def test_hostile_scores_run_nothing(opened):
    game = Max([from_nested(text) for text in ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "$x$")])
    figure = opened(show(observe(minimax, game), game).html()).locator("figure.game-picture")
    assert figure.locator(".node").count() == 4
    assert figure.locator("script, img").count() == 0


def test_an_outline_opens_and_closes_and_shows_what_was_looked_at(opened):
    seen = observe(lambda rows: sum(row[0] for row in rows), [[n, "<b>not this</b>"] for n in range(300)])
    page = opened(outline_of(seen).html())
    expect(page.get_by_text("1", exact=True)).to_be_hidden()
    page.get_by_text("300 of them, one by one").click()
    assert page.locator(".outline .seen:visible").all_inner_texts()[1:3] == ["0", "1"]
    closed = page.locator(".outline details:not([open])").first
    inside = closed.locator(".seen")
    expect(inside).to_be_hidden()
    closed.locator("summary").click()
    expect(page.get_by_text("149", exact=True).first).to_be_attached()
    assert page.locator(".outline b").count() == 0


def test_an_outline_has_paper_of_its_own_for_a_notebook_may_be_light_where_the_machine_is_dark(opened):
    page = opened(outline_of(observe(any, [0, 1])).html())
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.body.style.background = 'white'")
    expect(page.locator("div.outline")).to_have_css("background-color", "rgb(16, 20, 24)")


def test_strips_of_fields_stand_in_a_column(opened):
    rows = [{"id": n, "place": {"x": n}} for n in range(40)]
    page = opened(outline_of(observe(lambda rows: sum(row["id"] + row["place"]["x"] for row in rows), rows)).html())
    places = [strip.bounding_box()["x"] for strip in page.locator(".outline .strip:visible").all()]
    assert len(places) == 3
    assert max(places) - min(places) < 1


def test_a_pattern_counts_up_while_somebody_steps(opened):
    rows = [{"id": n, "place": {"x": n}, "name": ""} for n in range(80)]

    def some(rows):
        return [rows[n]["id"] + 0 for n in range(60)] + [row["place"]["x"] + 0 for row in rows[40:]]

    page = opened(outline_of(observe(some, rows)).html())
    slider, patterns = page.locator(".outline input[type=range]"), page.locator(".outline li[data-looks]")
    looked = "cells => cells.map(cell => cell.matches('.looked') ? Number(cell.getAttribute('fill-opacity')) : 0)"
    assert patterns.count() == 4
    for step, texts, now in (
        (1, ["1 of 80, each dict", "1 of 80", "0 of 80", "0 of 40"], "'id' 1 of 80"),
        (60, ["60 of 80, each dict", "60 of 80", "0 of 80", "0 of 40"], "'id' 60 of 80"),
        (85, ["65 of 80, each dict", "60 of 80", "25 of 80", "25 of 40"], "'x' 25 of 40"),
    ):
        slider.fill(str(step))
        lines = patterns.locator("xpath=(.|details/summary)/span[@title]").all_inner_texts()
        assert lines == texts
        assert page.locator(".now[data-looks]").inner_text().startswith(now)
        expect(page.locator(".outline .says")).to_contain_text(
            f"step {step} of 100: rows[{(step - 1) % 60 + step // 61 * 40}]"
        )
        expect(page.locator("[data-number='1']")).to_be_hidden()  # the elements, one by one
    strip = page.locator("li:has(> .label:text-is(\"'x'\")) .strip rect")
    assert [share > 0 for share in strip.evaluate_all(looked)] == [20 <= cell < 33 for cell in range(40)]
    slider.fill("100")
    expect(patterns.last.locator("> span[title]")).to_have_text("all 40")
    assert [share > 0 for share in strip.evaluate_all(looked)] == [cell >= 20 for cell in range(40)]


def test_an_outline_steps_and_gives_the_path_of_a_part_to_copy(opened):
    config = {"hosts": ["a", "b"], "ports": [80, 443], "\u05d0": 1}
    seen = observe(lambda config: (config["hosts"][1], config["ports"][0] + config["\u05d0"]), config, where=True)
    page = opened(outline_of(seen).html())
    slider, later = page.locator(".outline input[type=range]"), page.locator(".outline li.later > .seen")
    assert later.count() == 0
    slider.fill("1")
    assert later.all_inner_texts() == ["80", "1"]
    expect(page.locator(".outline li.now > .seen")).to_have_text("'b'")
    expect(page.locator(".outline .says")).to_have_text(
        re.compile(r"^step 1 of \d+: config\['hosts'\]\[1\], by .*test_browser\.py:\d+ in <lambda>$")
    )
    slider.press("ArrowRight")
    assert later.all_inner_texts() == ["1"]
    page.locator("summary", has_text="'ports'").locator(".copy").click()
    expect(page.locator(".outline .says")).to_contain_text("config['ports']")
    boxes = [one.bounding_box()["x"] for one in page.locator("li", has_text="\u05d0").last.locator("span").all()]
    assert boxes == sorted(boxes)  # a name from right to left leaves its value behind it


def test_what_is_written_in_an_outline_fits_into_its_box(opened):
    texts = ["漢字かな" * 10, "W" * 40, "i" * 40, "é\N{PILE OF POO}" * 10, "a" * 500, 10**50, {"key": 1.5}]
    svg = outline_of(observe(lambda xs: [repr(x) for x in xs], texts)).svg()
    page = opened(f'<!doctype html><meta charset="utf-8"><body>{svg}</body>')
    read = """groups => groups.map(group => {
        const box = group.querySelector("rect")?.getBoundingClientRect();
        const text = group.querySelectorAll("text")[1]?.getBoundingClientRect();
        return box && text ? [box.left, text.left, text.right, box.right] : [];
    })"""
    measured = [edges for edges in page.locator("svg g").evaluate_all(read) if edges]
    assert len(measured) > 5
    assert [edges for edges in measured if edges != sorted(edges)] == []
    image, window = page.locator("svg").bounding_box(), page.viewport_size
    assert image["width"] <= window["width"]


def test_the_best_moves_and_the_result_are_shown_from_the_step_on_at_which_they_are_known(opened):
    seen = observe(alphabeta, GAME)
    figure = opened(show(seen, GAME).html()).locator("figure.game-picture")
    heading, best = figure.locator(".heading"), figure.locator(".node:has(> .edge.best)")
    paths = "nodes => nodes.map(node => node.dataset.path)"
    steps = {path: step for step, path, is_cut in events_of(seen) if not is_cut}
    slider = figure.locator("input[type=range]")
    slider.fill(str(steps[(0, 1, 0)] - 1))
    expect(heading).to_have_text("alphabeta: 1 of 11 leaves")
    assert best.evaluate_all(paths) == []
    slider.fill(str(steps[(0, 1, 0)]))  # [0][1] has 9 at least, so that [0] has 7, whatever else is there
    expect(heading).to_have_text("alphabeta: 2 of 11 leaves, result ≥ 7 so far")
    assert best.evaluate_all(paths) == ["0", "0.0"]
    slider.fill(str(steps[(2, 0)] - 1))
    expect(heading).to_have_text("alphabeta: 5 of 11 leaves, result ≥ 18 so far")
    assert best.evaluate_all(paths) == ["1", "1.0", "1.0.0"]
    figure.locator("button[data-go=end]").click()
    expect(heading).to_have_text("alphabeta: 6 of 11 leaves forced, result 18")


def test_the_best_moves_lead_into_what_is_collapsed_and_on_when_it_is_opened(opened):
    game = Max([from_nested([n, [n + 1, n + 2]]) for n in range(40)])
    page = opened(show(observe(alphabeta, game), game).html())
    best = page.locator(".node:has(> .edge.best):visible")
    paths = "nodes => nodes.map(node => [node.dataset.path, node.dataset.kind])"
    page.locator("input[type=range]").fill("5")
    assert best.evaluate_all(paths) == [["0", "max"], ["0.0", "more"]]
    page.locator("button[data-go=end]").click()
    pile = page.locator(".node[data-kind=more]:has(> .edge.best)")
    pile.locator("rect.outline").click()
    assert "39" in [path for path, _ in best.evaluate_all(paths)]


def test_alpha_and_beta_of_a_node_are_those_of_the_step(opened):
    seen = observe(alphabeta, GAME, **WATCH)
    figure = opened(show(seen, GAME).html()).locator("figure.game-picture")
    steps = {path: step for step, path, is_cut in events_of(seen) if not is_cut}
    slider, windows = (
        figure.locator("input[type=range]"),
        figure.locator("[data-path=''] > .window, [data-path='2'] > .window"),
    )
    for path, expected in [
        ((), ["(−∞, ∞)", ""]),
        ((1,), ["(7, ∞)", ""]),
        ((2,), ["(18, ∞)", "(18, ∞)"]),
        ((2, 0), ["(18, ∞)", "(18, 17)"]),
    ]:
        slider.fill(str(steps[path]))
        assert windows.evaluate_all("all => all.map(one => one.textContent)") == expected


# What opens, and what is out of sight


def check_edges(figure):
    """Each way up begins below the middle of the parent, and ends above the middle of the node."""
    read = """nodes => nodes.filter(n => n.querySelector(".edge")?.getBoundingClientRect().height).map(n => {
        const middle = one => { const box = one.querySelector(".outline").getBoundingClientRect();
                                return (box.left + box.right) / 2; };
        const up = n.dataset.path.split(".").slice(0, -1).join(".");
        const parent = nodes.find(one => one.dataset.path === up && one.dataset.kind !== "more");
        const edge = n.querySelector(".edge"), snip = n.querySelector(".snip")?.getBoundingClientRect();
        const at = length => edge.getPointAtLength(length).matrixTransform(edge.getScreenCTM());
        const [from, to] = [at(0), at(edge.getTotalLength())];
        const along = snip && (snip.top + snip.bottom) / 2 - from.y;
        return [n.dataset.path, from.x - middle(parent), to.x - middle(n),
                snip ? (snip.left + snip.right) / 2 - from.x - (to.x - from.x) * along / (to.y - from.y) : 0];
    })"""
    found = figure.locator(".node").evaluate_all(read)
    assert found
    assert [one for one in found if max(map(abs, one[1:])) > 1.5] == []


def test_what_opens_has_room_and_the_rest_moves_aside_with_its_edges(opened):
    game = Max([from_nested(1), *[Min([from_nested([5, [6, [7, 8]]]), from_nested([9, 4])])] * 3])
    scene = scene_of([Seen.of(observe(lambda game: game.children[0].score + 0, game))], game, folded=200)
    page = opened(html_page("collapsed", fragment(scene)))
    figure = page.locator("figure.game-picture")
    check_edges(figure)
    width = figure.locator(".game-svg").bounding_box()["width"]
    check_tree(figure, game)
    check_edges(figure)
    assert figure.locator("[data-current]").count() == 0  # nobody has stepped yet
    inside = figure.locator(".game-svg").bounding_box()
    assert inside["width"] > 2 * width
    for box in [one.bounding_box() for one in figure.locator(".node:visible > .outline").all()]:
        assert inside["x"] <= box["x"]
        assert box["x"] + box["width"] <= inside["x"] + inside["width"]
    for closer in reversed(figure.locator(".node[aria-expanded=true]").all()):
        closer.locator(".outline").first.click()
    assert figure.locator(".game-svg").bounding_box()["width"] == width
    check_edges(figure)


def test_a_step_inside_of_what_is_collapsed_is_shown_where_it_stands(opened):
    game = Max([Min([from_nested([3, [4, [5, 6]]]), from_nested([9, 4])])] * 3)
    seen = observe(minimax, game)
    scene = scene_of([Seen.of(seen)], game, room=5, folded=100)
    figure = opened(html_page("collapsed", fragment(scene))).locator("figure.game-picture")
    figure.focus()
    figure.page.keyboard.press("Home")
    for path in looks(seen):
        figure.page.keyboard.press("ArrowRight")
        expect(figure.locator(".node[data-current]")).to_have_count(1)
        current = figure.locator(".node[data-current]")
        expect(current).to_be_visible()
        shown = current.get_attribute("data-path")
        assert shown == path or (current.get_attribute("data-kind") == "more" and path[: len(shown)] >= shown)
        expect(figure.locator(".says")).to_have_attribute("data-path", path)


def test_steps_inside_of_a_pile_light_it_up_and_count_it_up(opened):
    game = sample_game(Random(5), leaves=400)
    observations = [observe(alphabeta, game), observe(minimax, game)]
    picture = compare(*observations, game)
    figure = opened(picture.html()).locator("figure.game-picture")
    scene = readable(SearchedGame(picture.seen, game), 2_000)
    piles = {part.path: part for part in parts_of(scene.root, folded=False) if part.state == "hidden"}
    assert len(piles) > 2
    order = [leaves_by_step(one) for one in observations]
    for step in (0, 20, 100, 400):
        figure.locator("input[type=range]").fill(str(step))
        read = "nodes => nodes.map(n => [n.dataset.path, n.querySelector('.value').textContent])"
        shown = dict(figure.locator("[data-state=hidden]:visible").evaluate_all(read))
        for path, part in piles.items():
            rows = {scene.columns.path(row) for row in range(part.row, part.end)}
            counts = [sum(leaf in rows for at, leaf in one if at <= step) for one in order]
            assert shown[".".join(map(str, path))] == " | ".join(map(str, counts))
    one, other = counted(order, 400)
    expect(figure.locator(".counter")).to_have_text(f"Step 400 of {max(scene.columns.lasts)}")
    expect(figure.locator(".heading")).to_contain_text(f"alphabeta: {one} of 400 leaves")
    expect(figure.locator(".heading")).to_contain_text(f"minimax: {other} of 400 leaves")


@pytest.mark.parametrize("leaves", [20, 60])
def test_each_step_changes_the_tree_or_the_overview_above_it(opened, leaves):
    game = sample_game(Random(5), leaves=leaves)
    figure = opened(show(observe(alphabeta, game), game).html()).locator("figure.game-picture")
    read = """figure => {
        const slider = figure.querySelector("input[type=range]");
        const images = [...figure.querySelectorAll(".overview, .stage")];
        return [...Array(Number(slider.max) + 1).keys()].map((step) => {
            slider.value = step;
            slider.dispatchEvent(new Event("input"));
            return images.map((one) => one.innerHTML).join();
        });
    }"""
    shown = figure.evaluate(read)
    assert [step for step, (one, other) in enumerate(pairwise(shown), 1) if one == other] == []


def test_a_cut_inside_of_what_is_collapsed_is_told_with_its_reason(opened):
    game = sample_game(Random(1), leaves=300)
    seen = observe(alphabeta, game)
    scene = scene_of([Seen.of(seen)], game, room=5)
    figure = opened(html_page("collapsed", fragment(scene))).locator("figure.game-picture")
    cuts = [(step, ".".join(map(str, path))) for step, path, is_cut in events_of(seen) if is_cut]
    drawn, [backed_up] = on_screen(figure, "state"), scene.columns.backed_up
    collapsed = [(*cut, why) for cut, why in zip(cuts, backed_up.reasons.values(), strict=True) if cut[1] not in drawn]
    assert len(collapsed) > 5
    for step, path, why in collapsed:
        figure.locator("input[type=range]").fill(str(step))
        place = "".join(f"[{index}]" for index in path.split("."))
        expect(figure.locator(".says")).to_have_text(f"✂ alphabeta cuts off the rest of {place}: {why}")


@pytest.mark.parametrize("searches", [1, 2])
def test_before_the_first_step_parts_that_will_be_looked_at_look_like_those_that_will_not(opened, searches):
    game = sample_game(Random(1), leaves=300) if searches == 1 else from_nested([[3, 5], [2, [9, 8], 7], [4, [1, 6]]])
    seen = [Seen.of(observe(search, game)) for search in (alphabeta, minimax)[:searches]]
    figure = opened(html_page("a game", fragment(scene_of(seen, game, room=20)))).locator("figure")
    figure.locator("input[type=range]").fill("0")
    looks = """nodes => nodes.filter(node => node.dataset.path && node.getBoundingClientRect().width).map(node => {
        const label = node.querySelector(".label");
        const strokes = [...node.querySelectorAll(":scope > :is(.outline, .edge)")];
        const looks = [node.dataset.kind, label && getComputedStyle(label).visibility, Boolean(label)];
        return [...looks, ...strokes.map(one => getComputedStyle(one).stroke)].join();
    })"""
    found = set(figure.locator(".node").evaluate_all(looks))
    assert len(found) == len({one.split(",")[0] for one in found}) == 5 - searches


def leaves_by_step(observation):
    leaves = set(forced_leaves(observation))
    return [(step, path) for step, path, is_cut in events_of(observation) if path in leaves and not is_cut]


def counted(order, step):
    return [str(sum(at <= step for at, _ in one)) for one in order]


def test_a_cut_is_told_in_words_when_it_happens_and_not_before(opened):
    seen = observe(alphabeta, GAME)
    figure = opened(show(seen, GAME).html()).locator("figure.game-picture")
    step, path = next((step, path) for step, path, is_cut in events_of(seen) if is_cut)
    assert path == (0, 1)
    unseen, other = (figure.locator(f"[data-path='{one}'] > .outline") for one in ("0.1.1", "1.0.1"))
    looks = "one => [getComputedStyle(one).strokeDasharray, getComputedStyle(one).stroke]"
    figure.locator("input[type=range]").fill(str(step - 1))
    assert unseen.evaluate(looks) == other.evaluate(looks)
    figure.locator("input[type=range]").fill(str(step))
    assert unseen.evaluate(looks) != other.evaluate(looks)
    expect(figure.locator(".says")).to_contain_text("cuts off the rest of [0][1]: Max has 9, Min has 7 already")


def test_an_address_names_a_step_a_click_on_a_leaf_goes_there_and_keys_walk_the_tree(opened):
    seen = observe(alphabeta, GAME)
    page = opened(show(seen, GAME).html())
    figure = page.locator("figure.game-picture")
    page.evaluate("location.hash = '#step=4'")
    expect(figure).to_have_attribute("data-step", "4")
    figure.locator(".node[data-path='1.1'] > .label").click()
    step = next(step for step, path, _ in events_of(seen) if path == (1, 1))
    expect(figure).to_have_attribute("data-step", str(step))
    figure.locator(".node[data-path='']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(figure.locator(".node[data-path='1.1']")).to_be_focused()
    assert figure.get_by_role("treeitem", name=re.compile(r"^\[1\]\[1\]: score 31")).count() == 1
    figure.locator("button.play").click()
    expect(figure).to_have_attribute("data-done", "")


def test_the_overview_of_a_big_game_zooms_by_click_and_by_key(opened):
    game = Max([Min([from_nested([1, 2])] * 40), Min([from_nested([3, 4])] * 40)])
    page = opened(show(observe(minimax, game), game).html())
    icicle, zoomed = page.locator("svg.icicle"), page.locator(".zoomed")
    box = icicle.bounding_box()
    icicle.click(position={"x": 3 * box["width"] / 4, "y": box["height"] * 0.375})
    expect(zoomed).to_have_text("[1]: 80 of 80 leaves looked at")
    icicle.focus()
    page.keyboard.press("ArrowUp")
    expect(zoomed).to_have_text("the whole game: 160 of 160 leaves looked at")
    page.keyboard.press("ArrowDown")
    expect(zoomed).to_have_text("[0]: 80 of 80 leaves looked at")
    page.locator("input[type=range]").fill("5")
    expect(zoomed).to_have_text("[0]: 2 of 80 leaves looked at")
    page.locator("button.out").click()
    expect(zoomed).to_have_text("the whole game: 2 of 160 leaves looked at")


def test_a_part_that_is_chosen_in_the_overview_comes_into_sight_in_the_tree(opened):
    game = Max([Min([End(n) for n in range(60)]) for _ in range(3)])
    page = opened(show(observe(minimax, game), game).html())
    stage = page.locator(".stage").bounding_box()
    page.locator("svg.icicle").focus()
    for key, path in (("ArrowDown", "0"), ("ArrowRight", "1"), ("ArrowRight", "2")):
        page.keyboard.press(key)
        node = page.locator(f".node[data-path='{path}']:not([data-kind=more]) > .outline").bounding_box()
        assert stage["x"] <= node["x"] <= stage["x"] + stage["width"] - node["width"], path
    page.locator("input[type=range]").fill("63")  # the way to the node is wider than what is in sight
    node = page.locator(".node[data-current] > .outline").bounding_box()
    assert stage["x"] <= node["x"] <= stage["x"] + stage["width"] - node["width"]


def test_while_somebody_steps_nobody_is_told_how_it_ends(opened):
    game = sample_game(Random(1), leaves=300)
    page = opened(show(observe(alphabeta, game), game).html())
    page.locator("button[data-go=start]").click()
    told = [name for role, name, _ in heard(page) if role != "RootWebArea"]
    told += page.locator(".icicle title").all_text_contents()
    assert "alphabeta: 0 of 300 leaves" in told
    assert [name for name in told if "forced" in name or "result" in name] == []


def test_one_leaf_of_many_in_a_pixel_of_the_overview_is_there_to_be_seen(opened):
    game = Max([End(n) for n in range(20_000)])
    page = opened(show(observe(lambda game: game.children[450].score + 0, game), game).html())
    assert page.locator(".icicle .cells.both").get_attribute("d").count("M") == 2


def test_an_overview_of_the_first_plies_zooms_and_counts_leaves_below_them(opened):
    game = sample_game(Random(1), leaves=5_000)
    scene = scene_of([Seen.of(observe(alphabeta, game))], game, room=20)
    page = opened(html_page("first plies", fragment(scene, Extras(rows=400))))
    icicle, zoomed = page.locator("svg.icicle"), page.locator(".zoomed")
    expect(zoomed).to_contain_text("; the page of picture.save")
    counts = [count_leaves(child) for child in game.children]
    widest = counts.index(max(counts))
    icicle.focus()
    for key, index in (("ArrowDown", widest), ("ArrowLeft", widest - 1)):
        page.keyboard.press(key)
        expect(zoomed).to_have_text(f"[{index}]: {counts[index]:,} leaves")
        assert page.locator(".icicle .cells.both").get_attribute("d")
    page.locator("button.out").click()
    expect(zoomed).to_have_text("the whole game: 5,000 leaves")


def test_the_line_that_is_running_is_lit_beside_the_picture_and_a_click_on_it_lights_what_it_looked_at(opened):
    seen = observe(alphabeta, GAME, where=True)
    page = opened(show(seen, GAME).html())
    figure, steps = page.locator("figure.game-picture"), [step for step in seen.trace if len(step.path) % 2 == 0]
    lines = {step: steps.pop(0).where.line for step, _, is_cut in events_of(seen) if not is_cut}
    assert len({*lines.values()}) == 2
    for step, _, is_cut in events_of(seen):
        figure.locator("input[type=range]").fill(str(step))
        running = figure.locator(".code .running")
        expect(running).to_have_count(0 if is_cut else 1)
        if not is_cut:
            source = Path(seen.trace[0].where.file if step == 1 else seen.trace[-1].where.file).read_text().splitlines()
            expect(running).to_have_text(source[lines[step] - 1].strip())
    line = figure.locator(".code [data-line]").first
    line.click()
    lit = figure.locator(".node[data-lit]")
    by_line = [step.where.line for step in seen.trace if len(step.path) % 2 == 0]
    assert lit.count() == by_line.count(lines[2]) > 5
    expect(figure.locator(".says")).to_have_text(
        re.compile(rf"^this line looked at {lit.count()} nodes, of which leaves: 6$")
    )
    figure.locator("button[data-go=back]").click()
    expect(lit).to_have_count(0)


def test_an_animated_image_shows_at_each_time_what_had_been_looked_at(opened, tmp_path):
    seen = observe(alphabeta, GAME)
    show(seen, GAME).save(tmp_path / "animated.svg", animated=True)
    for image in (show(seen, GAME).svg(), (tmp_path / "animated.svg").read_text(encoding="utf-8")):
        page = opened(f'<!doctype html><meta charset="utf-8">{image}')
        assert page.evaluate("document.getAnimations().length") == 0  # less motion is asked for
    page.emulate_media(reduced_motion="no-preference")
    at = """share => document.getAnimations().forEach(one => {
        one.pause(); one.currentTime = share * one.effect.getTiming().duration; })"""
    read = "shapes => shapes.filter(one => one.checkVisibility({visibilityProperty: true})).length"
    events = list(events_of(seen))
    for step in range(len(events) + 1):
        page.evaluate(at, 0.8 * (step + 0.5) / len(events))
        looked, cut = ([path for _, path, is_cut in events[:step] if is_cut == wanted] for wanted in (False, True))
        assert page.locator(".node > .whole").evaluate_all(read) == len(looked)
        assert (page.locator(".node > .snip").evaluate_all(read) == 0) == (not cut)
    page.evaluate(at, 0.99)
    assert page.locator(".node > .snip").evaluate_all(read) == page.locator(".node > .snip").count() == 3


def test_a_picture_is_saved_as_png_as_it_is_now(opened):
    page = opened(show(observe(alphabeta, GAME), GAME).html())
    page.locator("input[type=range]").fill("7")
    with page.expect_download() as saved:
        page.get_by_role("button", name="save as PNG").click()
    data = Path(saved.value.path()).read_bytes()
    assert saved.value.suggested_filename == "step-7.png"
    tree = page.locator("svg.game-svg").bounding_box()
    assert (data[1:4], int.from_bytes(data[16:20], "big")) == (b"PNG", pytest.approx(2 * tree["width"], abs=3))
    assert len(data) > 5_000


def test_a_game_is_played_with_and_its_cuts_change_at_once(opened):
    page = opened(show(observe(minimax, GAME), GAME).html())
    figure, leaves = page.locator("figure.game-picture"), page.locator(".played [data-kind=end][data-state=forced]")
    figure.get_by_role("button", name="Play with it").click()
    expect(leaves.locator(".label")).to_have_text(["7", "9", "18", "9", "31", "17"])
    expect(figure.locator(".stage").first).to_be_hidden()
    leaves.first.locator(".label").click()
    figure.get_by_role("spinbutton").fill("5")
    expect(leaves.locator(".label")).to_have_text(["5", "9", "18", "9", "31", "17"])
    figure.get_by_role("spinbutton").fill("99")
    expect(leaves.locator(".label").first).to_have_text("99")
    page.locator(".played [data-kind=min] > .outline").first.click()
    figure.locator("button.later").click()
    expect(leaves.locator(".label").first).to_have_text("18")
    figure.locator("button.best").click()
    expect(figure.locator(".found")).to_have_text(
        re.compile(r"looks at (\d+) of 11 leaves and finds 18; .* look at \1$")
    )
    figure.locator("button.again").click()
    expect(leaves.locator(".label")).to_have_text(["7", "9", "18", "9", "31", "17"])
    leaf = page.locator(".played [data-kind=end]").first
    leaf.focus()
    for key in ("Enter", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(leaves.locator(".label").first).to_have_text("9")
    figure.get_by_role("button", name="Back to the picture").click()
    expect(figure.locator(".stage").first).to_be_visible()


@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_is_played_with_has_the_values_of_the_picture(opened, seed):
    game = sample_game(Random(seed), leaves=20)
    page = opened(show(observe(alphabeta, game), game).html())
    drawn = page.locator(".stage .node:is([data-kind=max], [data-kind=min])[data-state=forced] .caption.value")
    values = drawn.all_text_contents()
    page.get_by_role("button", name="Play with it").click()
    assert page.locator(".played .caption.value").all_text_contents() == values


def test_a_wide_game_to_play_with_can_be_read(opened):
    game = Max([Min([End(at % 7), End(at % 5)]) for at in range(30)])
    page = opened(show(observe(alphabeta, game), game).html())
    page.get_by_role("button", name="Play with it").click()
    label = page.locator(".played [data-kind=end] .label").first
    size = "one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a"
    assert label.evaluate(size) >= 10
    page.locator(".played [data-kind=end] .label").last.click()  # it can be scrolled to
    expect(page.get_by_role("spinbutton")).to_have_value("4")


def test_on_a_phone_each_row_of_an_outline_is_for_fingers(opened):
    page = opened(outline_of(observe(lambda config: config["db"]["port"] + 1, {"db": {"port": 1, "host": "h"}})).html())
    page.set_viewport_size({"width": 390, "height": 800})
    rows = page.locator("div.outline :is(summary, li:not(:has(li)))").all()
    assert len(rows) > 3
    assert min(row.bounding_box()["height"] for row in rows) >= 44


def test_on_a_phone_buttons_are_for_fingers_and_the_key_is_to_be_read(opened):
    game = sample_game(Random(5), leaves=100)
    page = opened(compare(observe(alphabeta, game), observe(minimax, game), game).html())
    page.set_viewport_size({"width": 390, "height": 800})
    boxes = [one.bounding_box() for one in page.locator(".controls :is(button, select):visible").all()]
    assert len(boxes) > 5
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for line in page.locator(".heading, .key").all():
        assert line.bounding_box()["x"] + line.bounding_box()["width"] <= 390
        assert line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 11


def smallest_text(page):
    """The height of the smallest text of each image on a page, as it is shown there, in pixels."""
    found = []
    for image in page.locator("img").all():
        source, scale = image.evaluate("one => [one.currentSrc, one.getBoundingClientRect().width / one.naturalWidth]")
        _, encoded, data = source.partition("base64,")
        svg = b64decode(data).decode() if encoded else Path(source.removeprefix("file://")).read_text(encoding="utf-8")
        found.append(scale * min(map(float, re.findall(r'font-size="([\d.]+)"', svg))))
    return found


@pytest.mark.parametrize("width", [390, 900])
def test_text_of_a_still_image_is_to_be_read_on_a_phone_too(opened, width):
    """Of a notebook the images are scrolled; in the README an image is no wider than the page, less its margins."""
    big, rows = sample_game(Random(5), leaves=1000), [{"id": n, "name": "n" * n} for n in range(40)]
    calls = [observe(alphabeta, GAME), observe(alphabeta, big), observe(lambda rows: [row["id"] for row in rows], rows)]
    kept = [re.search("<img[^>]*>", one._repr_mimebundle_()["text/html"])[0] for one in calls]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    images = re.findall(r"<picture>.*?</picture>|!\[[^]]*\]\([^)]*\)", readme, re.DOTALL)
    shown = [re.sub(r"!\[(.*)\]\((.*)\)", r'<img alt="\1" src="\2">', one) for one in images]
    shown = [re.sub(r'(src(?:set)?)="', rf'\1="{ROOT.as_uri()}/', one) for one in shown]
    page = opened("<style>body { margin: 16px; } #readme img { max-width: 100%; }</style>")
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("html => { document.body.innerHTML = html; }", f"{''.join(kept)}<p id=readme>{'<br>'.join(shown)}")
    expect(page.locator("img").last).to_have_js_property("complete", True)
    assert len(smallest_text(page)) == len(calls) + 2
    assert min(smallest_text(page)) >= 10


def test_a_wide_picture_begins_as_a_whole_and_follows_the_steps_if_it_is_opened(opened):
    game = Max([Min([from_nested(n)] * 4) for n in range(12)])
    figure = opened(show(observe(minimax, game), game).html()).locator("figure.game-picture")
    stage = figure.locator(".stage")
    assert figure.locator(".game-svg").bounding_box()["width"] <= stage.bounding_box()["width"]
    open_all(figure)
    assert figure.locator(".game-svg").bounding_box()["width"] > stage.bounding_box()["width"]
    figure.locator("input[type=range]").fill("3")
    figure.focus()
    for _ in range(40):
        figure.page.keyboard.press("ArrowRight")
        view, box = stage.bounding_box(), figure.locator("[data-current] > .outline").bounding_box()
        assert view["x"] <= box["x"] + 1
        assert box["x"] + box["width"] <= view["x"] + view["width"] + 1


def test_a_picture_keeps_its_keys_to_itself(opened):
    one, other = observe(alphabeta, GAME), observe(minimax, GAME)
    page = opened(compare(one, other, GAME).html())
    figure = page.locator("figure.game-picture")
    page.evaluate("window.keys = []; document.addEventListener('keydown', event => window.keys.push(event.key))")
    figure.focus()
    for key in ("Home", "ArrowRight", "a", "ArrowLeft", "Control+ArrowRight", "End"):
        page.keyboard.press(key)
    assert page.evaluate("window.keys") == ["a", "Control", "ArrowRight"]
    expect(figure.locator(".says.first")).to_have_text("alphabeta was done after step 14")
    expect(figure.locator(".says.second")).to_have_text("minimax looks at [2][2]: score 72, leaf #11")
    figure.locator("input[type=range]").fill("16")
    expect(figure.locator(".heading")).to_have_text(
        re.compile(r"alphabeta: 6 of 11 leaves, result 18; minimax: \d+ of 11 leaves, result .* so far")
    )


# Reports


def test_a_report_has_its_table_first_and_a_link_from_each_row_to_a_case_that_steps(page, tmp_path, capsys):
    assert main(["audit", "broken-wide-root", "alphabeta", "--games", "40", "--html", str(tmp_path / "a.html")]) == 1
    page.goto((tmp_path / "a.html").as_uri())
    expect(page.locator(".verdict")).to_have_text("2 engines audited; trouble with 1")
    expect(page.locator("tbody tr td:first-child")).to_have_text(["broken-wide-root", "alphabeta"])
    bad, good = page.locator("details.case").all()
    assert page.locator("table").bounding_box()["y"] < bad.bounding_box()["y"] < good.bounding_box()["y"]
    expect(bad).to_have_attribute("open", "")
    expect(good).not_to_have_attribute("open", "")
    page.locator("tbody a").nth(1).click()
    expect(good).to_have_attribute("open", "")
    figure = bad.locator("figure.game-picture")
    figure.locator("button[data-go=start]").click()
    expect(figure).to_have_attribute("data-step", "0")
    figure.locator("button[data-go=end]").click()
    assert set(on_screen(figure, "now").values()) == {"both", "first"}
    assert "was asked for by" in bad.locator("pre").first.inner_text()


def test_two_pictures_of_a_report_step_each_by_itself(page, tmp_path, capsys):
    command = ["audit", "--games", "40", "broken-strict-cutoff", "broken-wide-root"]
    assert main([*command, "--html", str(tmp_path / "a.html")]) == 1
    page.goto((tmp_path / "a.html").as_uri())
    first, second = page.locator("figure.game-picture").all()
    first.focus()
    page.keyboard.press("Home")
    expect(first).to_have_attribute("data-step", "0")
    expect(second).not_to_have_attribute("data-step", "0")
    expect(second.locator(".counter")).to_have_text(re.compile(r"^Step (\d+) of \1$"))


# JupyterLab


CELLS = [
    "from lazytree import alphabeta, compare, from_nested, minimax\nfrom strictcheck import observe",
    "game = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])\n"
    'options = {"where": True, "watch": ("alpha?", "beta?")}\n'
    "compare(observe(alphabeta, game, **options), observe(minimax, game, **options), game)",
    "%load_ext strictcheck",
    'config = {"hosts": ["a", "b", "c"], "port": 80}',
    '%%observe config\nconfig["hosts"][1]',
]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def write_notebooks(folder):
    """One to run, and one that was run elsewhere, which JupyterLab does not trust."""
    nbformat = pytest.importorskip("nbformat", reason=EXTRA)
    v4, kernel = nbformat.v4, {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    one, other = observe(alphabeta, GAME), observe(minimax, GAME)
    shown = [compare(one, other, GAME), one, observe(any, [0, 1, 2])]
    outputs = [v4.new_output("display_data", value._repr_mimebundle_()) for value in shown]
    cells = {
        "demo": [v4.new_code_cell(source) for source in CELLS],
        "elsewhere": [v4.new_code_cell("", outputs=[output], execution_count=1) for output in outputs],
    }
    for name, these in cells.items():
        nbformat.write(v4.new_notebook(cells=these, metadata={"kernelspec": kernel}), folder / f"{name}.ipynb")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab with the notebooks, and its token, in directories of its own."""
    pytest.importorskip("jupyterlab", reason=EXTRA)
    tmp_path = tmp_path_factory.mktemp("lab")
    (tmp_path / "work").mkdir()
    write_notebooks(tmp_path / "work")
    news = tmp_path / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    port, token = free_port(), secrets.token_hex(16)
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
         f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={tmp_path / 'work'}",
         "--ServerApp.allow_root=True", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
        env=os.environ | {
            "JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "JUPYTER_DATA_DIR": str(tmp_path / "data"),
            "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"), "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"), "IPYTHONDIR": str(tmp_path / "ipython"),
        },
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        said = []
        for line in server.stderr:  # ends if the server does
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            pytest.fail("JupyterLab did not start:\n" + "".join(said))
        rest = threading.Thread(target=server.stderr.read)  # for somebody has to, or the server waits
        rest.start()
        yield found[0], token
        server.terminate()
        rest.join(PATIENCE)
    finally:
        server.kill()
        server.wait(PATIENCE)
        server.stderr.close()


class Lab:
    """A page of JupyterLab."""

    def __init__(self, page, address, token):
        self.page = page
        self.address = address
        self.token = token

    def open(self, name):
        """Open a notebook, and wait until its kernel is idle."""
        self.page.goto(f"{self.address}/lab/tree/{name}.ipynb?token={self.token}&reset")
        self.idle()
        return self.page

    def idle(self):
        # The status bar tells the state of the kernel; the notebook's own mark says idle too early.
        expect(self.page.locator("#jp-main-statusbar").get_by_text("| Idle")).to_be_visible()

    def run_all(self):
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_text("Run All Cells", exact=True).click()
        expect(self.page.locator(".jp-OutputArea figure.game-picture.steps")).to_be_visible()
        self.idle()

    def save(self):
        with self.page.expect_response(lambda one: "/api/contents" in one.url and one.request.method == "PUT"):
            self.page.keyboard.press("Control+s")

    def ask(self, method, path, **data):
        headers = {"Authorization": f"token {self.token}"}
        return self.page.request.fetch(f"{self.address}/{path}", method=method, headers=headers, **data)

    def shut_down(self):
        for session in self.ask("GET", "api/sessions").json():
            self.ask("DELETE", f"api/sessions/{session['id']}")

    def go_dark(self):
        path = "lab/api/settings/@jupyterlab/apputils-extension:themes"
        assert self.ask("PUT", path, data={"raw": '{"theme": "JupyterLab Dark"}'}).ok


@pytest.fixture
def jupyter(browser, request, tmp_path, lab):
    page = browser.new_page(viewport={"width": 1400, "height": 1400}, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE * 1000)
    yield Lab(page, *lab)
    folder = Path(os.environ.get("STRICTCHECK_SCREENSHOTS", tmp_path))
    page.screenshot(path=folder / f"{re.sub(r'[^a-z]+', '-', request.node.name)}.png")
    page.close()


IMAGE = ".jp-OutputArea-output img[src^='data:image/svg']"


def check_readable(page):
    """Whatever is written in pictures can be told from what is behind it, be it a figure or an image."""
    read = """texts => texts.filter(one => one.checkVisibility()).map(one => {
        const box = one.parentElement.querySelector(".whole");
        const behind = one.matches(".label") && box?.checkVisibility() ? getComputedStyle(box).fill : null;
        return [getComputedStyle(one).fill, behind, one.textContent];
    })"""
    paper = "one => getComputedStyle(one).backgroundColor"
    page_colour = hexed(page.locator(".jp-Notebook").evaluate(paper))
    written = page.locator("figure.game-picture svg text").evaluate_all(read)
    assert len(written) > 20
    behind = "one => one.matches('.seen') ? getComputedStyle(one).backgroundColor : null"
    for span in page.locator("div.outline.live span:not(:empty)").all():
        own = span.evaluate(behind)
        ink = hexed(span.evaluate("one => getComputedStyle(one).color"))
        assert contrast(ink, hexed(own) if own else page_colour) >= 4.5, span.inner_text()
    for ink, behind, text in written:
        assert contrast(hexed(ink), hexed(behind) if behind else page_colour) >= 4.4, text
    for source in page.locator(IMAGE).evaluate_all("images => images.map(one => one.src)"):
        svg = b64decode(source.partition(",")[2]).decode()
        for ink in set(re.findall(r'<text[^>]* fill="(#\w{6})"', svg)) - {"#ffffff"}:
            assert contrast(ink, page_colour) >= 3
    return page_colour


def hexed(colour):
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


def test_in_jupyterlab_pictures_step_and_do_so_when_opened_again_without_the_kernel_and_in_the_dark(jupyter):
    page = jupyter.open("demo")
    jupyter.run_all()
    figure = page.locator(".jp-OutputArea figure.game-picture.steps")
    check_tree(figure, GAME)
    one, other = observe(alphabeta, GAME), observe(minimax, GAME)
    step_through(page, figure, GAME, one, other)
    expect(page.locator(".jp-OutputArea div.outline.live")).to_be_visible()
    expect(page.locator(".jp-OutputArea-executeResult").last).to_contain_text("'b'")
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    light = check_readable(page)
    jupyter.save()
    jupyter.shut_down()
    jupyter.go_dark()
    jupyter.open("demo")
    expect(page.locator("body[data-jp-theme-light=false]")).to_be_attached()
    expect(figure).to_be_visible()
    check_tree(figure, GAME)
    assert contrast(light, check_readable(page)) > 10
    step_through(page, figure, GAME, one, other)


def test_in_jupyterlab_a_notebook_that_was_run_elsewhere_shows_images(jupyter):
    page = jupyter.open("elsewhere")
    expect(page.locator(IMAGE)).to_have_count(3)
    assert all(page.locator(IMAGE).evaluate_all("images => images.map(one => one.naturalWidth > 100)"))
    assert page.locator(".jp-OutputArea-output").all_inner_texts() == ["", "", ""]


@pytest.mark.parametrize("wide", [390, 1000, 1920])
def test_a_tree_that_fits_the_window_is_not_pushed_aside_by_the_code(opened, wide):
    page = opened(show(observe(alphabeta, GAME, **WATCH), GAME).html())
    page.set_viewport_size({"width": wide, "height": 900})
    drawn, room, figure = page.evaluate(
        "['.game-svg', '.stage', '.beside'].map(name => document.querySelector(name).getBoundingClientRect().width)"
    )
    assert room >= min(drawn, figure) - 1


def test_nothing_that_is_written_in_a_tree_overlaps_at_any_step(opened):
    overlaps = """() => {
        const boxes = [...document.querySelectorAll("svg.game-svg .node text")]
            .map((text) => text.getBoundingClientRect()).filter((box) => box.width);
        const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
            && one.top + 4 < other.bottom && other.top + 4 < one.bottom;
        return boxes.filter((one, at) => boxes.slice(at + 1).some((other) => meet(one, other))).length;
    }"""
    big = sample_game(Random(5), leaves=300)  # of scores so long that values and windows are wider than their nodes
    page = opened(compare(observe(alphabeta, big, **WATCH), observe(minimax, big), big).svg())
    assert page.evaluate(overlaps) == 0
    small = sample_game(Random(5), leaves=11)
    page = opened(show(observe(alphabeta, small, **WATCH), small).html())
    slider = page.locator("input[type=range]")
    for step in range(int(slider.get_attribute("max")) + 1):
        slider.fill(str(step))
        assert page.evaluate(overlaps) == 0


def test_the_frame_around_what_is_collapsed_leaves_its_numbers_and_its_bar_alone(opened):
    game = sample_game(Random(5), leaves=300)
    page = opened(compare(observe(alphabeta, game), observe(minimax, game), game).html())
    page.locator("input[type=range]").fill("200")
    pile = page.locator(".node[data-current][data-kind=more]").first
    left = "part => part.getBoundingClientRect().left"
    assert pile.locator("rect.outline").evaluate(left) == pile.locator(".share.both").evaluate(left)
    expect(pile.locator("path.outline")).to_have_css("stroke-width", "1.4px")  # it stands just above the numbers


def heard(page):
    """What the browser tells those who do not see the page: role, name and level."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    for node in (one for one in nodes if not one["ignored"]):
        level = [one["value"]["value"] for one in node.get("properties", []) if one["name"] == "level"]
        yield node["role"]["value"], node.get("name", {}).get("value", ""), next(iter(level), None)


def test_those_who_do_not_see_the_tree_are_told_its_heading_and_each_node_with_its_ply_and_line(opened):
    page = opened(show(observe(alphabeta, GAME, **WATCH), GAME).html())
    plies = sorted(path.count(".") + 2 if path else 1 for path in nodes_of(GAME))
    open_all(page.locator("figure.game-picture"))
    found = [*heard(page)]
    assert ("heading", "alphabeta: 6 of 11 leaves forced, result 18", 2) in found
    assert sorted(level for role, _, level in found if role == "treeitem") == sorted([*plies, 3])  # what opened
    assert re.search(r"\[1\]\[1\]: score 31.*leaf #\d, in the window .*at .*:\d+ in", str(found))
    page.locator("button.with-it").click()
    assert sorted(level for role, _, level in heard(page) if role == "treeitem") == plies


def test_those_who_do_not_see_the_tree_are_told_of_each_node_what_is_known_at_the_step(opened):
    seen = observe(alphabeta, GAME)
    page = opened(show(seen, GAME).html())

    def told(step):
        page.locator("input[type=range]").fill(str(step))
        return {name.split(":")[0]: name for role, name, _ in heard(page) if role == "treeitem"}

    assert all(name.endswith("not looked at yet") for name in told(0).values())
    left = next(step for step, path, is_cut in events_of(seen) if is_cut and path == (2,))
    assert (before := told(left - 1))["[2]"].startswith("[2]: Min, value ≤ 17 alphabeta: step ")
    assert "left at step" not in before["[2]"]
    assert before["[2][1]"].endswith("not looked at yet")
    end = told(left)
    assert f"; left at step {left}: Min has 17, Max has 18 already" in end["[2]"]
    assert end["[1]"].startswith("[1]: Min, value 18, the best move alphabeta: step ")
    assert end["[2][2]"] == "[2][2]: 72, cut off"


def test_a_pile_tells_those_who_do_not_see_it_how_much_of_it_was_looked_at_so_far(opened):
    game = Max([from_nested([[1, 2]] * 40)] * 40)
    page = opened(show(observe(minimax, game), game).html())
    for step, count in ("0", "0"), ("9999", r"[\d,]{2,}"):
        page.locator("input[type=range]").fill(step)
        piles = [name for role, name, _ in heard(page) if role == "treeitem" and "not drawn one by one" in name]
        assert piles
        assert all(re.search(rf": {count} of [\d,]+ leaves looked at", name) for name in piles)


def test_what_is_collapsed_is_a_part_of_the_tree_to_those_who_do_not_see_it(opened):
    game = sample_game(Random(5), leaves=300)
    page = opened(show(observe(minimax, game), game).html())
    for _ in range(2):
        expected = page.locator(".node:visible").count()
        assert sum(role == "treeitem" for role, _, _ in heard(page)) == expected
        page.locator(".node[data-opens] > .outline").first.click()
