"""Outlines: any demand as lines, in the terminal, as SVG and as HTML; small and harmless whatever the values are."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import islice
from operator import itemgetter
from random import Random
from types import SimpleNamespace

import pytest
from demand_strategies import demands
from game_events import unpacked
from hypothesis import given
from long_runs import examples
from rich.console import Console
from shared_values import Point

from strictcheck import Demand, delay, is_forced, nf, observe, observing, take
from strictcheck.pictures import Outline, bundle, difference_of, mimebundle, outline_of, picture_of
from strictcheck.pictures.lines import Look, Part, flat, shortened
from strictcheck.pictures.outlines import Scope, lines_of

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"input", "meta"}


class Page(HTMLParser):
    """The elements of a page: (tag, attributes, text directly inside). Raises for tags that are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self.open.append(self.elements[-1])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open:
            self.open[-1][2] += data

    def texts(self, cls):
        return [text for tag, attributes, text in self.elements if tag == "span" and attributes.get("class") == cls]


def outline(observation):
    return outline_of(observation).text()


def drawn(demand, **scope):
    return [
        (line.label, line.text, line.look)
        for _, line in flat(lines_of([Part("", demand)], Scope(100, 100, 100)._replace(**scope)))
    ]


def texts(svg):
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


# What is on the lines


def test_an_outline_shows_what_was_looked_at_in_order_and_counts_what_was_not():
    def pick(config, names):
        config.get("verbose")
        return config["ports"][1] + config["base"]

    observation = observe(pick, {"base": 8000, "ports": [1, 2, 3, 4]}, ["a"])
    assert outline(observation).splitlines() == [
        "pick",
        "├── config: dict",
        "│   ├── 'ports': list of 4",
        "│   │   ├── [0]: not looked at",
        "│   │   ├── [1]: 2  #1",
        "│   │   └── [2] … [3]: 2 more, not looked at",
        "│   ├── 'base': 8000  #2",
        "│   ├── 'verbose': not there",
        "│   └── ... other keys, not asked for",
        "├── names: not looked at",
        "└── result: 8002",
    ]


def test_fields_calls_and_pulled_cells_have_lines():
    def look(point, double, numbers):
        next(numbers)
        return double(point.y) + double(2) + next(numbers)

    lines = outline(observe(look, Point(1, 2), lambda n: n + n, iter([5, 6, 7]))).splitlines()[1:-1]
    assert lines == [
        "├── point: Point",
        "│   ├── .x: not looked at",
        "│   └── .y: 2  #1",
        "├── double: function, called 2 times",
        "│   ├── (2): 4  #2",
        "│   └── (2) #2: 4  #3",
        "├── numbers: list_iterator, 2 pulled",
        "│   ├── [0]: not looked at",
        "│   ├── [1]: 6  #4",
        "│   └── ... the rest, not pulled",
    ]


def test_a_part_reached_in_two_ways_is_drawn_once_and_named_at_the_second():
    shared = [1]
    looked = observe(lambda x: x[0][0] + x[1][0], [shared, shared])
    assert outline(looked).splitlines()[1:-1] == [
        "├── x: list of 2",
        "│   ├── [0]: list of 1",
        "│   │   └── [0]: 1  #1",
        "│   └── [1]: the same as x[0]",
    ]
    compared = observe(lambda x: x[0] is x[1], [shared, shared])
    assert outline(compared).splitlines()[2:-1] == ["│   ├── [0]: not looked at", "│   └── [1]: the same as x[0]"]
    assert str(Outline(Demand.parse("[a] as a"))) == "list of 1\n└── [0]: the same as the whole"


@pytest.mark.parametrize(
    ("expected", "actual", "line"),
    [
        ("[1]", "[1, *_]", "└── both: list of 1 (- the end)"),
        ("[1, *_]", "[1, _, *_]", "    └── + [1]: not looked at, but fetched"),
        ("[_, *_]", "[_, _, 3, _, _]", "    └── + [3] … [4]: 2 more, not looked at, but fetched"),
        ("[_, _, _]", "[_, *_]", "    └── - [1] … [2]: 2 more, not looked at, but fetched"),
        ("{'a': 1, 'b': _}", "{'a': 1, **_}", "└── both: dict of 2 (- ['b'] and the list of keys)"),
        ("{'a': {'b': absent, **_}}", "{'a': {'c': _, **_}}", "        └── - 'b': not there"),
        ("[1, 2, *_]", "[1, *_]", "└── both: list, 2 pulled"),
        ("[[1] as a, a]", "[[1], _]", "    └── - [1]: the same as both[0]"),
        ("[[1] as a, a]", "[[1], [1]]", "    └── - [1]: the same as both[0]"),
    ],
)
def test_a_difference_names_ends_and_keys_that_only_one_has_asked_for(expected, actual, line):
    drawn = str(difference_of(("f", Demand.parse(expected)), ("g", Demand.parse(actual)))).splitlines()
    assert line in drawn
    same = str(difference_of(("f", Demand.parse(actual)), ("g", Demand.parse(actual))))
    assert not re.search(r"\([-+] ", same)


def test_a_part_that_is_reached_by_two_ways_has_the_number_of_its_first_look():
    root = SimpleNamespace(name="root", links=[], weight=7)
    root.links = [SimpleNamespace(name="a", up=root), SimpleNamespace(name="b", up=root)]
    seen = observe(lambda root: (root.links[1].up.weight + 0, root.links[0].up.name, root.links[1].name), root)
    assert sorted(re.findall(r"\.(\w+): \S+  #(\d)", outline(seen)), key=itemgetter(1)) == [
        ("weight", "1"), ("name", "2"), ("name", "3"),
    ]  # fmt: skip


def test_numbers_run_through_all_arguments_in_the_order_of_looking():
    numbers = observe(lambda xs, ys: [xs[0] + 0, ys[0] + 0, xs[1] + 0], [1, 2], [3])
    assert re.findall(r"(\d)  #(\d)", outline(numbers)) == [("1", "1"), ("2", "3"), ("3", "2")]


def test_a_lazy_result_is_called_what_the_call_returned():
    for make, name in ((lambda xs: map(str, xs), "map"), (lambda xs: (x for x in xs), "iterator")):
        assert f"└── result: {name}, 2 pulled" in outline_of(observe(make, [1, 2, 3], context=take(2))).text()


def test_an_outline_says_what_was_raised():
    assert "raised: IndexError(" in outline(observe(lambda xs: xs[5], [1], catch=IndexError))


def test_an_exception_that_cannot_be_shown_is_named():
    class Shy(Exception):
        def __repr__(self):
            raise RuntimeError

    def fail(_):
        raise Shy

    assert outline(observe(fail, 1, catch=Shy)).splitlines()[-1] == "└── raised: <Shy>"


def test_an_observation_of_no_arguments_has_an_outline():
    assert outline(observe(int, context=nf)).splitlines() == ["int", "└── result: 0"]


def test_a_hole_is_one_line():
    assert [look for *_, look in drawn(Demand())] == [Look.UNSEEN]
    assert "not looked at" in str(picture_of(Demand()))


def test_a_line_tells_which_line_of_code_looked():
    seen = observe(lambda xs: xs[0] + 1, [1], where=True)
    assert re.search(r"looked at as number 1, by .*test_outlines.py:\d+ in ", outline_of(seen).svg())
    assert re.search(r'title="looked at as number 1, by .*test_outlines.py:\d+ in ', outline_of(seen).html())


@given(demands)
@examples(60)
def test_every_part_that_was_looked_at_has_a_line_while_there_is_room(demand):
    lines = drawn(demand, room=10_000)
    assert sum(look in (Look.SEEN, Look.OPENED) for *_, look in lines) == demand.size
    assert not any(look is Look.LEFT_OUT for *_, look in lines)


@given(demands)
@examples(60)
def test_what_there_is_no_room_for_is_counted(demand):
    lines = drawn(demand, room=2, widest=1)
    counts = " ".join(text for _, text, look in lines if look is Look.LEFT_OUT)
    counted = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", counts)]
    assert sum(look in (Look.SEEN, Look.OPENED) for *_, look in lines) + sum(counted) == demand.size


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, 2, 50_000])
def test_a_hundred_thousand_neighbours_are_a_short_picture(step):
    seen = observe(lambda xs: sum(xs[n] for n in range(0, 100_000, step)), [*range(100_000)])
    picture = outline_of(seen)
    text = picture.text()
    assert len(text.splitlines()) < 60
    assert len(picture.svg()) < 50_000
    assert len(picture.html()) < 300_000
    counts = re.findall(r"([\d,]+) more", text)
    listed = len(re.findall(r"── \[\d+\]: ", text))
    assert sum(int(count.replace(",", "")) for count in counts) + listed == 100_000


@pytest.mark.slow
def test_a_hundred_thousand_steps_down_are_a_short_picture():
    value: list = []
    for _ in range(100_000):
        value = [value]

    def descend(xs):
        while xs:
            xs = xs[0]

    picture = outline_of(observe(descend, value))
    assert len(picture.text().splitlines()) < 60
    assert re.search(r"99,9\d\d inside", picture.text())
    assert len(picture.svg()) < 50_000
    page = Page(picture.html())
    assert 50 < len([tag for tag, *_ in page.elements if tag == "details"]) < 100  # browsers give up at 512 deep
    while value:  # taken apart by hand: a list this deep would be deleted by recursion
        value = value[0]


# Values that are not nice


NASTY = [
    "<script>alert(1)</script>",
    "]]>&amp;<!--",
    "$\\frac{1}{2}$ `code` **bold**",
    "\x1b[31mred\x07",
    "\x00",
    "lone \ud800 surrogate",
    "\u202eright to left",
    "long" * 100_000,
    10**5000,
]


def an_object_of_class(name):
    """An object of a class called so, if there can be one."""
    try:
        return type(name, (), {})()
    except (TypeError, ValueError):
        return object()


@pytest.mark.parametrize("value", NASTY, ids=range(len(NASTY)))
@pytest.mark.parametrize("place", ["value", "key", "exception", "class"])
def test_hostile_values_are_escaped_and_shortened(value, place):
    def look(given):
        if place == "exception":
            raise ValueError(value)
        return given[0] if place == "value" else given[value] if place == "key" else isinstance(given, str)

    given = {"value": [value], "key": {value: 1}, "class": an_object_of_class(value)}.get(place)
    seen = observe(lambda given: look(given) and repr(given), given, catch=(ValueError, TypeError))
    text, svg, html = outline(seen), outline_of(seen).svg(), outline_of(seen).html()
    assert len(text) < 2_000
    assert len(svg) < 10_000
    assert all(c.isprintable() or c == "\n" for c in text + svg + html)
    for written in (text, svg, html):
        written.encode("utf-8")
    ET.fromstring(svg)
    assert [tag for tag, *_ in Page(html).elements if tag == "script"] == ["script"]  # its own


def test_what_is_shortened_keeps_its_ends():
    assert shortened("a" * 50 + "b" * 50, 10) == "aaaa…bbbbb"
    assert shortened("short", 10) == "short"


def test_drawing_forces_nothing():
    late = delay(lambda: 1 / 0)
    seen = observe(lambda xs: len(xs), [late, late])
    outline(seen), outline_of(seen).svg(), outline_of(seen).html(), mimebundle(seen)
    assert not is_forced(late)


# In the terminal


@given(demands)
@examples(40)
def test_text_keeps_to_its_width(demand):
    for width in (40, 100):
        assert max(map(len, Outline(demand).text(width).splitlines())) <= width


def test_rich_prints_an_observation_in_colour_on_a_terminal_and_plain_in_a_file(tmp_path):
    seen = observe(any, [0, 1, 2])
    terminal = Console(force_terminal=True, color_system="standard", width=80, _environ={})
    with terminal.capture() as captured:
        terminal.print(seen)
    assert "\x1b[" in captured.get()
    with open(tmp_path / "out", "w+", encoding="utf-8") as file:
        Console(file=file, width=80).print(seen)
        file.seek(0)
        assert [line.rstrip() for line in file] == outline(seen).splitlines()


def test_a_deep_outline_breaks_no_narrow_terminal():
    seen = observe(lambda xs: xs[0][0][0][0][0][0][0][0][0][0], [[[[[[[[[["deep"]]]]]]]]]])
    assert max(map(len, outline_of(seen).text(30).splitlines())) <= 30


# As SVG


@given(demands)
@examples(60)
def test_svg_is_well_formed_fills_what_was_looked_at_and_dashes_what_was_not(demand):
    svg = Outline(demand, "heading").svg()
    root = ET.fromstring(svg)
    paper, *boxes = root.iter(f"{SVG}rect")
    assert paper.get("class") == "paper"
    looks = [look for *_, look in drawn(demand, room=60, depth=12, widest=20)]
    assert sum(box.get("fill") != "none" for box in boxes) == looks.count(Look.SEEN)
    assert sum(box.get("stroke-dasharray") is not None for box in boxes) == looks.count(Look.UNSEEN)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "style",
        "g",
        "path",
        "rect",
        "text",
    }
    assert not any(re.match("on|.*href", name) for element in root.iter() for name in element.attrib)


def test_svg_numbers_what_was_looked_at():
    written = texts(outline_of(observe(lambda xs: xs[1] + xs[0], [7, 8])).svg())
    assert [written[written.index(text) + 1] for text in ("8", "7")] == ["#1", "#2"]


def test_svg_has_room_for_what_is_written():
    """A character of a Far Eastern script takes two columns; in a browser, `test_browser` measures."""
    root = ET.fromstring(outline_of(observe(lambda xs: xs[0] + xs[1], ["漢" * 20, "i" * 40])).svg())
    two, one = [box for box in root.iter(f"{SVG}rect") if box.get("fill") != "none"][1:3]
    assert two.get("width") == one.get("width")
    for box in root.iter(f"{SVG}rect"):
        assert float(box.get("x")) + float(box.get("width")) <= float(root.get("width"))


# As HTML


@given(demands)
@examples(60)
def test_html_shows_the_same_lines(demand):
    page = Page(Outline([Part("value", demand)], "heading").html())
    lines = drawn(demand, room=2_000, depth=60, widest=500)
    for look in (Look.SEEN, Look.UNSEEN, Look.OPENED):
        assert page.texts(look.name.lower()) == [text for _, text, one in lines if one is look]


def test_html_stands_alone():
    html = outline_of(observe(any, [0, 1])).html()
    assert not re.search(r"https?://|src=|<link|@import|url\(", html)
    assert "color-scheme: light dark" in html


def test_long_html_is_closed_where_nobody_looks_first():
    seen = observe(lambda xs: sum(x[0] for x in xs), [[n] for n in range(400)])
    page = Page(outline_of(seen).html())
    opened = ["open" in attributes for tag, attributes, _ in page.elements if tag == "details"]
    assert opened[:3] == [True, True, False]  # the list, its pattern, and its elements one by one
    assert opened.count(False) > 300


def test_an_outline_is_saved_by_the_name_of_the_file(tmp_path):
    drawn = picture_of(Demand.parse("[1, _]"))
    drawn.save(tmp_path / "a.svg")
    drawn.save(tmp_path / "a.HTML")
    assert (tmp_path / "a.svg").read_text("utf-8") == drawn.svg()
    assert (tmp_path / "a.HTML").read_text("utf-8") == drawn.html()


# In a notebook


def test_an_observation_of_anything_is_shown_as_an_image_with_text_as_the_fallback():
    seen = observe(lambda xs, n: xs[n], [1, 2], 1)
    kept, still = mimebundle(seen), bundle(outline_of(seen).svg(), outline(seen))
    assert kept | {"text/html": ""} == still | {"text/html": ""}
    assert still["text/html"] in kept["text/html"]


def test_a_span_of_code_shows_itself_too():
    with observing({"host": "a", "port": 80}) as seen:
        assert list(seen._repr_mimebundle_()) == ["text/html", "image/svg+xml", "text/plain"]
        assert "not looked at" in seen._repr_mimebundle_()["text/plain"]
        next(islice(seen.value.items(), 1))
    assert "dict of 2" in seen._repr_mimebundle_()["text/plain"]


def test_pictures_load_neither_ipython_nor_rich():
    code = "import sys, strictcheck.pictures; print({'IPython', 'hypothesis', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_notebook_keeps_what_patterns_count_up_if_there_is_room_and_steps_in_any_case(monkeypatch):
    order = Random(1).sample(range(3_000), 3_000)
    seen = observe(lambda rows, order: sum(rows[at]["id"] for at in order), [{"id": n} for n in range(3_000)], order)
    for room, has_counts in (20_000, True), (7_000, False):
        monkeypatch.setattr("strictcheck.pictures.pages.KEPT", room)
        figure, _ = unpacked(mimebundle(seen)["text/html"])
        assert ('data-looks="' in figure, 'type="range"' in figure) == (has_counts, True)
