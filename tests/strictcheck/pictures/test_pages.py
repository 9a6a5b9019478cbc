"""Pages and still images need nothing else, and nothing that stands in a value can run in them."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest
from game_events import unpacked
from long_runs import size

import lazytree
from lazytree import Max, alphabeta, compare, count_leaves, from_nested, minimax, search, show
from lazytree.cli import main
from lazytree.cli.result_pages import audit_report
from lazytree.engines.audit import audit
from lazytree.games.leaf_log import read_leaves
from lazytree.games.making import from_json
from lazytree.games.sampling import sample_game
from lazytree.games.traversals import depth, forced_leaves
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.page import encoded
from strictcheck import Demand, observe
from strictcheck.pictures import (
    Case,
    Fragment,
    Outline,
    Report,
    bundle,
    fragment_of,
    mimebundle,
    outline_of,
    picture_of,
)
from strictcheck.pytest_plugin import reporting

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.usefixtures("short_audits")

VOID = {"meta", "input", "br"}


class Read(HTMLParser):
    """What a page shows: the rows of its table, and its cases. Raises for tags that are not closed in order."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.cases, self.links, self.tags, self.order = [], [], [], [], []
        self._open, self._cell = [], None
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append(tag)
        if tag not in VOID:
            self._open.append((tag, attributes))
        if tag == "tr":
            self.rows.append([])
            self.order.append("row")
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "a":
            self.links.append(attributes["href"])
        if tag == "details" and attributes.get("class", "").startswith("case"):
            self.cases.append({"open": "open" in attributes, "class": attributes["class"], "text": "", "figures": 0})
            self.order.append("case")
        if tag == "figure" and self.cases and "class" not in attributes:
            self.cases[-1]["figures"] += 1
        if attributes.get("id", "").startswith("case-"):
            self.cases[-1]["id"] = attributes["id"]

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        tags = [tag for tag, _ in self._open]
        if "td" in tags or "th" in tags:
            self.rows[-1][-1] += data
        if "pre" in tags:
            self.cases[-1]["text"] += data


def report(**changes):
    fields = {"title": "Numbers", "verdict": "fine", "good": True, "columns": ("what",), "rows": [("a",)]}
    return Report(**(fields | changes))


# The page


def test_the_table_comes_first_and_its_rows_lead_to_their_cases():
    cases = [Case("a", "said", [Fragment("<p>drawn</p>", caption="above")], True), Case("b", good=False)]
    read = Read(
        report(rows=[("b",), ("c",), ("a",)], cases=cases, links=(1, None, 0), marks=(False, None, True)).html()
    )
    assert read.order == ["row"] * 4 + ["case"] * 2
    assert read.rows == [["what"], ["b"], ["c"], ["a"]]
    assert read.links == ["#case-1", "#case-0"]
    assert [case["id"] for case in read.cases] == ["case-0", "case-1"]
    assert [(case["open"], case["text"], case["figures"]) for case in read.cases] == [(False, "said", 1), (True, "", 0)]


def test_style_sheets_and_scripts_are_there_once_and_nothing_else_may_run():
    step = Fragment("<b>x</b>", ".x { }", ("const a = 1;\n",))
    html = report(cases=[Case("a", figures=[step, step])]).html()
    assert html.count(".x { }") == html.count("const a = 1;") == 1
    assert re.search(r"default-src 'none'; style-src 'sha256-\S+'; .*script-src 'sha256-\S+'\"", html)
    assert "script-src" not in report().html()
    assert not re.search(r"https?://", html)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\x1b[31m\ud800", "$x$ `y`", "long" * 100_000])
def test_hostile_texts_are_escaped_and_shortened(text):
    html = report(
        title=text, verdict=text, rows=[(text,)], cases=[Case(text, text, [Fragment("", caption=text)])]
    ).html()
    html.encode("utf-8")
    assert len(html) < 50_000
    assert all(c.isprintable() or c == "\n" for c in html)
    assert "script" not in Read(html).tags


def test_a_picture_without_a_fragment_of_its_own_is_its_svg():
    class Drawn:
        def svg(self):
            return "<svg/>"

        def text(self, width=80):
            return ""

    assert fragment_of(Drawn()) == Fragment("<svg/>")
    assert "outline" in fragment_of(picture_of(Demand.parse("[1]"))).html


def test_an_outline_of_a_report_is_small():
    assert len(fragment_of(Outline(Demand.full([[n] * 10 for n in range(10_000)]))).html) < 100_000


# The tests of a run

TESTS = """
import pytest
from lazytree import alphabeta, from_nested
from strictcheck import Demand, observe

def test_lazy():
    assert observe(any, [0, 1, 2]).result

def test_eager():
    for n in range(5):
        observe(lambda xs: xs[n], [10, 11, 12, 13, 14])
    assert observe(sorted, ["<b>", "a"]).demand == Demand.parse("[_, _]")

@pytest.fixture
def broken():
    observe(any, [7])
    raise OSError("no disk")

def test_broken(broken):
    pass

def test_game():
    assert observe(alphabeta, from_nested([5, [2, 4]])).result

def test_nothing():
    pass

@pytest.mark.skip
def test_skipped():
    pass
"""


@pytest.fixture
def run(pytester):
    """Run pytest on tests, with a report; returns its output, and what the page shows."""

    def run(*arguments, tests=TESTS, subprocess=False):
        pytester.makepyfile(test_it=tests)
        (pytester.path / "out").mkdir(exist_ok=True)
        how = pytester.runpytest_subprocess if subprocess else pytester.runpytest_inprocess
        result = how("-p", "no:cacheprovider", "--demand-report=out/report.html", *arguments)
        file = pytester.path / "out" / "report.html"
        run.html = file.read_text("utf-8") if file.exists() else ""
        return result.stdout.str(), Read(run.html)

    return run


ROWS = [
    ["test", "observations", "forced", "outcome"],
    ["test_it.py::test_eager", "6", "13", "failed"],
    ["test_it.py::test_broken", "1", "2", "failed"],
    ["test_it.py::test_lazy", "1", "3", "passed"],
    ["test_it.py::test_game", "1", "8", "passed"],
    ["test_it.py::test_nothing", "0", "0", "passed"],
    ["test_it.py::test_skipped", "0", "0", "skipped"],
]


def test_a_run_is_a_page_with_what_failed_first_and_what_was_observed(run):
    output, page = run()
    assert "demand: report written to " in output
    assert page.rows == ROWS
    assert [(case["open"], case["figures"]) for case in page.cases] == [(True, 4), (True, 1), (False, 1), (False, 1)]
    assert "sorted also looks at iterable[0]," in page.cases[0]["text"]
    assert "OSError: no disk" in page.cases[1]["text"]


COMPARED = """
import pytest
from strictcheck import observe

def test_two():
    assert observe(any, [0, 1, 2]).demand == observe(all, [0, 1, 2]).demand

def test_golden(golden_demand):
    assert observe(any, [0, 1, 2]).demand == golden_demand

def test_golden_the_other_way_round(golden_demand):
    assert golden_demand == observe(any, [0, 1, 2]).demand

def test_other():
    demand = observe(any, [0, 1, 2]).demand
    with pytest.raises(AssertionError):
        assert demand == observe(all, [0, 1, 2]).demand
    assert not demand, "another assertion"
"""
GOLDEN = {"test_golden": "[0, _, 2]", "test_golden_the_other_way_round": "[_, _, 2]"}


def cases_of(html):
    """The text of each case, by title."""
    told = (case.partition("</summary>") for case in html.split("<summary>test_it.py::")[1:])
    return {name: " ".join(re.sub("<[^>]*>", " ", text).split()) for name, _, text in told}


def test_a_failed_comparison_of_demands_has_a_picture_of_their_difference(run, pytester):
    (pytester.path / "__demands__").mkdir()
    (pytester.path / "__demands__" / "test_it.json").write_text(json.dumps(GOLDEN), encoding="utf-8")
    run(tests=COMPARED)
    cases = cases_of(run.html)
    assert "- right (all), + left (any)" in cases["test_two"]
    assert "+ [1] 1" in cases["test_two"]
    assert "- golden demand, + now" in cases["test_golden"]
    assert "- [2] 2" in cases["test_golden"]
    assert "+ [0] 0" in cases["test_golden_the_other_way_round"]
    assert "the difference" not in cases["test_other"]


MANY = """
import pytest
from strictcheck import observe

@pytest.mark.parametrize("n", range(20))
def test_many(n):
    assert observe(any, [0, n]).demand.size < 3 or n % 10
"""


def test_the_cases_of_a_parametrised_test_are_one_row_and_those_that_failed_are_drawn(run):
    _, page = run(tests=MANY)
    assert page.rows[1:] == [["test_it.py::test_many, 20 cases", "20", "60", "2 failed, 18 passed"]]
    assert [case["open"] for case in page.cases] == [True, True, False]
    assert list(cases_of(run.html)) == [f"test_many[{n}]" for n in (0, 10, 1)]


def test_the_last_observations_of_a_failed_test_are_drawn(run):
    run()
    drawn = re.findall(r'class="seen"[^>]*>([^<]*)<', run.html.partition("test_broken</summary>")[0])
    assert drawn[-4:] == ["14", "14", "&#x27;&lt;b&gt;&#x27;", "&#x27;a&#x27;"]


def test_where_two_demands_differ_the_difference_is_drawn_first(run):
    tests = """
from strictcheck import assert_same_demand
def test_it(): assert_same_demand(lambda xs: xs[0] and xs[1] + 0, lambda xs: xs[0] and xs[2] + 0, [1, 2, 3])
"""
    run(tests=tests)
    first = run.html.partition("<figure>")[2].partition("</figure>")[0]
    assert "- the second &lt;lambda&gt;, + the first &lt;lambda&gt;" in first
    labels = re.findall(r'class="label( \w+)?">([^<]*)<', first)
    assert labels == [("", "xs"), ("", "[0]"), (" more", "+ [1]"), (" less", "- [2]")]


def test_an_observation_has_the_sign_of_its_side_in_the_difference(run):
    tests = """
from strictcheck import assert_same_demand, check_spec, like, observe
def some(numbers: list[int]): return sum(numbers[:1])
def every(numbers: list[int]): return sum(numbers[:1]) + sum(numbers) * 0
def test_calls(): assert_same_demand(every, some, [1, 2])
def test_spec(): check_spec(every, like(some))
def test_unlike(): assert observe(some, [1, 2]).demand.size == observe(every, [1, 2]).demand.size
"""
    run(tests=tests)
    cases = run.html.split("<summary>test_it.py::")[1:]
    drawn = [re.findall(r"<figcaption>(?:observation.*?: )?([^<]*)", case) for case in cases]
    assert set(drawn[0]) == {"the difference: - some, + every", "- some", "+ every"}
    assert {"the difference: - like(some), + every", "- some", "+ every"} == set(drawn[1])
    assert drawn[2] == ["some", "every"]


def test_of_a_test_that_passed_the_last_observation_is_drawn_with_the_function_and_the_result(run):
    observed = "for n in range(5): assert observe(any, [n + 100]).result"
    run(tests=f"from strictcheck import observe\ndef test_it():\n    {observed}")
    assert re.findall(r'class="seen"[^>]*>([^<]*)<', run.html) == ["104", "True"]
    assert "<figcaption>any</figcaption>" in run.html


def test_a_game_is_drawn_as_a_game(run):
    run()
    assert re.search(r"test_game</summary>.*<svg", run.html, re.DOTALL)
    assert re.search(r'class="heading"[^>]*>\w+: \d leaves forced, result', run.html)


@pytest.mark.slow
def test_under_xdist_the_page_is_the_same(run):
    alone = run()[1]
    output, page = run("-n1", subprocess=True)
    assert "demand: report written to " in output
    assert page.rows[0] == ROWS[0]
    assert sorted(page.rows) == sorted(alone.rows)
    assert sorted(case["figures"] for case in page.cases) == [1, 1, 1, 4]


@pytest.mark.slow
def test_an_interrupted_run_keeps_what_there_was(run):
    stop = TESTS.replace("def test_game():", "def test_game():\n    raise KeyboardInterrupt")
    _, page = run(tests=stop, subprocess=True)
    assert [row[0] for row in page.rows[1:]] == [row[0] for row in ROWS[1:4]]


def test_a_run_without_tests_is_an_empty_table(run):
    assert run(tests="")[1].rows == ROWS[:1]


def test_only_so_many_passing_tests_are_drawn(run, monkeypatch):
    monkeypatch.setattr(reporting, "PASSED", 2)
    many = "from strictcheck import observe\n" + "".join(
        f"def test_{n}(): assert observe(any, [{n}]).result == bool({n})\n" for n in range(5)
    )
    _, page = run(tests=many)
    assert (len(page.rows), len(page.cases)) == (6, 2)


@pytest.mark.parametrize("file", [".", "", "nowhere/page.html"])
def test_where_no_report_can_be_written_no_test_is_run(pytester, file):
    pytester.makepyfile("def test_it(): pass")
    run = pytester.runpytest_inprocess("-p", "no:cacheprovider", f"--demand-report={file}")
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    assert run.outlines == []
    expected = f"ERROR: --demand-report={file or '.'}: expected a file to write, in a directory that is there"
    assert run.stderr.lines[0] == expected
    assert not (pytester.path / "nowhere").exists()


@pytest.mark.slow
def test_without_the_option_nothing_listens(pytester):
    pytester.makepyfile("""
def test_listeners():
    from strictcheck.observation import open_records
    import sys
    assert open_records.LISTENERS == []
    assert "strictcheck.pytest_plugin.reporting" not in sys.modules
""")
    assert pytester.runpytest_subprocess("-p", "no:cacheprovider").ret == 0


# The commands


@pytest.fixture
def report_of(tmp_path, capsys):
    """Run a command with `--html`; returns the exit status, what was printed, and what the page shows."""

    def report_of(*arguments):
        status = main([*arguments, "--html", str(tmp_path / "page.html")])
        report_of.html = (tmp_path / "page.html").read_text("utf-8")
        return status, capsys.readouterr(), Read(report_of.html)

    return report_of


def test_two_searches_that_agree_are_a_page_with_a_game_as_both_saw_it(report_of, tmp_path):
    status, printed, page = report_of("compare", "--games", "30")
    assert status == 0
    assert printed.out == f"as expected on all games\nreport written to {tmp_path / 'page.html'}\n"
    assert page.rows == [["what", "games"]] + [
        [claim, "30 of 30"] for claim in ("values equal", "demands equal", "leaves forced in the same order")
    ]
    assert [(case["open"], case["figures"]) for case in page.cases] == [(True, 1), (False, 0)]
    assert "alphabeta finds " in page.cases[0]["text"]
    assert "more than 1" not in page.cases[0]["text"]


@pytest.mark.slow
def test_two_searches_that_differ_are_a_page_that_begins_with_the_smallest_game(report_of):
    status, printed, page = report_of("compare", "--games", "60", "--search", "broken-strict-cutoff")
    assert status == 1
    assert printed.out.startswith("not on all games: demands equal; leaves forced in the same order")
    assert page.cases[0]["class"] == "case bad"
    assert [case["figures"] for case in page.cases] == [0, 1, 0]
    assert page.cases[0]["text"] == '{"max": [0, {"min": [0, 0]}]}'
    assert 8 <= count_leaves(from_json(json.loads(page.cases[1]["text"].splitlines()[0]))) <= 20
    assert 'data-names="[&quot;broken-strict-cutoff&quot;, &quot;lattice&quot;]"' in report_of.html


def test_engines_are_a_page_with_a_row_each_and_the_game_that_shows_the_trouble(report_of):
    status, printed, page = report_of("audit", "broken-wide-root", "alphabeta", "--games", "40")
    assert status == 1
    assert printed.out.startswith("2 engines audited; trouble with 1\n")
    assert [(row[0], row[-1]) for row in page.rows[1:]] == [
        ("broken-wide-root", "root not narrowed"),
        ("alphabeta", "as lazy as alpha-beta"),
    ]
    assert [(case["open"], case["figures"]) for case in page.cases] == [(True, 1), (False, 0)]
    assert page.links == ["#case-0", "#case-1"]


def test_the_figure_of_an_engine_has_the_leaves_in_the_order_in_which_it_read_them():
    game = from_nested([[1, 2], [3, 4]])
    read = read_leaves(game, [(1, 0), (0, 1)])
    assert forced_leaves(read) == [(1, 0), (0, 1)]
    assert read.demand == Demand.parse("Max([Min([_, End(2)]), Min([End(3), _])])", lazytree)
    assert read_leaves(game, []).demand == Demand.parse("Max(_)", lazytree)


@pytest.mark.parametrize("name", ["broken-strict-cutoff", "broken-kept-window", "broken-unsound-table"])
def test_every_engine_with_a_known_bug_has_a_page(name):
    page = Read(audit_report([audit(search(name), games=12, costs=False)]).html())
    assert page.cases[0]["figures"] == 1


def test_an_engine_that_raises_at_once_has_a_page():
    def fails(game):
        raise OSError("<no disk>")

    page = Read(audit_report([audit(fails, games=5, costs=False)]).html())
    assert "<no disk>" in page.cases[0]["text"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "--html", "nowhere/page.html"],
        ["audit", "alphabeta", "--html", "/"],
        ["audit", "nothing", "--html", "page.html"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_exit_status_2(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        status = main(arguments)
    except SystemExit as exit:
        status = exit.code
    assert status == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


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


@each_picture
def test_with_scripts_a_figure_takes_the_place_of_the_image(picture):
    html = picture()._repr_mimebundle_()["text/html"]
    [(_, script)] = re.findall(r'<script type="(module)">(.*?)</script>', html, re.DOTALL)
    figure, steps = unpacked(script)
    assert "attach(figure)" in steps
    assert re.match(r"<style>[^<]*</style>\s*<figure class=\"game-picture", figure)
    assert re.search(r"data-picture='?\"?(\w+)", html)[1] in script


def test_nothing_in_a_figure_ends_the_script_that_holds_it():
    html = bundle("<svg/>", "", [Fragment("</script><b>", scripts=("step()",))])["text/html"]
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
    assert len(kept["text/html"]) < 20_200 + 4 * len(kept["image/svg+xml"]) / 3


def test_the_same_picture_is_the_same_text_each_time():
    assert PICTURES["compare"]()._repr_mimebundle_() == PICTURES["compare"]()._repr_mimebundle_()


@pytest.mark.parametrize("leaves", [100, size(1_000, 20_000)])
def test_what_a_notebook_keeps_beyond_the_still_image_is_small(leaves):
    game = sample_game(Random(1), leaves=leaves)
    kept = compare(observe(alphabeta, game), observe(minimax, game), game)._repr_mimebundle_()["text/html"]
    assert len(kept) - kept.index("</div>") < 20_000


@pytest.mark.parametrize("leaves", [9, 11, 14])
def test_a_notebook_keeps_the_code_that_was_asked_for_rather_than_the_game_to_play_with(leaves):
    game = sample_game(Random(5), leaves=leaves)
    picture = show(observe(alphabeta, game, where=True, watch=("alpha?", "beta?")), game)
    figure, _ = unpacked(picture._repr_mimebundle_()["text/html"])
    assert "data-lines" in figure


def test_in_a_notebook_two_searches_of_a_thousand_leaves_step_and_count_inside_of_what_is_collapsed():
    game = sample_game(Random(5), leaves=1_000)
    watched = {"where": True, "watch": ("alpha?", "beta?")}
    for options in ({}, watched):
        picture = compare(observe(alphabeta, game, **options), observe(minimax, game, **options), game)
        figure, _ = unpacked(picture._repr_mimebundle_()["text/html"])
        assert f'data-table="{encoded(SearchedGame(picture.seen, game))}"' in figure
        assert 'type="range"' in figure


@pytest.mark.slow
@pytest.mark.parametrize(("leaves", "is_whole"), [(100, True), (3_000, False)])
def test_in_a_notebook_the_overview_zooms_as_far_as_there_is_room_and_says_so(leaves, is_whole):
    game = sample_game(Random(1), leaves=leaves)
    seen = observe(alphabeta, game, where=True, watch=("alpha?", "beta?"))
    for picture in (show(seen, game), compare(seen, observe(minimax, game), game)):
        figure, script = unpacked(picture._repr_mimebundle_()["text/html"])
        assert ("data-table" in figure, "class Icicle" in script) == (True, True)
        told = re.search(r"(\d+) of (\d+) plies, .*; the page of picture.save\('game.html'\) has all", figure)
        assert (told is None) == is_whole
        if told is not None:
            assert 1 < int(told[1]) < int(told[2]) == depth(game) + 1
            assert 'type="range"' not in figure


def test_a_page_breaks_no_line_of_a_message_for_signs_stand_in_a_column():
    text = "    xs: list of 2\n  +   [1]: 1"
    html = report(cases=[Case("a", text)]).html()
    assert f"<pre>{text}</pre>" in html
    assert "pre-wrap" not in html
