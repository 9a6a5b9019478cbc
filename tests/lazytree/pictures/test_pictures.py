"""Pictures: what was forced is numbered, what was cut off is told apart, and no game is too big or too strange."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from base64 import b85decode
from fractions import Fraction
from random import Random

import pytest
from colours import contrast
from game_events import scene_of
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter
from long_runs import examples, size
from numpy import int64
from rich.console import Console

from lazytree import SEARCHES, End, Max, Min, alphabeta, compare, count_leaves, from_nested, minimax, unfold
from lazytree.games import Outcome
from lazytree.games.sampling import sample_game
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import forced_leaves
from lazytree.pictures import GamePicture, show
from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.scenes import DrawnPart, parts_of
from lazytree.searches.known_bugs import strict_cutoff
from strictcheck import Demand, Stream, observe
from strictcheck.errors import DemandError
from strictcheck.pictures import Ink, mimebundle, outline_of, picture_of, register_picture

TEXTBOOK = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
SVG = "{http://www.w3.org/2000/svg}"

games = st.builds(lambda seed, size: sample_game(Random(seed), leaves=size), st.integers(0, 10_000), st.integers(1, 60))


def parts(scene):
    return parts_of(scene.root, folded=False)


def texts(svg):
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


# Scenes


@given(games, st.sampled_from(sorted(SEARCHES)), st.booleans())
@examples(60)
def test_a_scene_shows_each_forced_leaf_with_its_number(game, name, with_game):
    observation = observe(SEARCHES[name], game)
    scene = scene_of(observation.demand, game if with_game else None, room=1_000, depth=1_000)
    numbered = sorted((part.orders[0], part.path) for part in parts(scene) if any(part.orders))
    assert [path for _, path in numbered] == forced_leaves(observation)
    assert [number for number, _ in numbered] == list(range(1, scene.columns.seen[0].leaves + 1))


@given(games)
@examples(40)
def test_with_the_game_every_leaf_is_drawn_or_counted(game):
    demand = observe(alphabeta, game).demand
    for room in (1_000, 20, 0):
        scene = scene_of(demand, game, room=room, apart=room % 3)
        drawn = [part for part in parts(scene) if part.kind is End or not part.children]
        assert all(part.breadth for part in drawn)  # in a tuple nothing is left to be generated
        counted = sum(1 if part.kind is End else part.leaves for part in drawn)
        assert counted >= scene.columns.seen[0].leaves
        if room == 1_000:
            assert counted == scene.columns.total == count_leaves(game)


@pytest.mark.parametrize("room", [0, 10, 50])
def test_a_scene_stays_small_however_big_the_game(room):
    game = sample_game(Random(3), leaves=3_000)
    scene = scene_of(observe(minimax, game).demand, game, room=room)
    found = list(parts(scene))
    assert len(found) <= 2 * room + 5
    assert (scene.columns.seen[0].leaves, scene.columns.total) == (3_000, 3_000)
    assert sum(part.leaves or any(part.orders) for part in found if part.forced) == 3_000


def test_what_was_skipped_before_and_between_forced_children_is_shown_in_its_place():
    game = Max([End(n) for n in range(8)])
    demand = observe(lambda game: game.children[6].score + game.children[1].score, game).demand
    shown = [(part.path, part.breadth, part.orders) for part in scene_of(demand, apart=1).root.children]
    assert shown == [((0,), 1, ()), ((1,), 1, (2,)), ((2,), 4, ()), ((6,), 1, (1,)), ((7,), 1, ())]


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_nothing_is_drawn_beyond_the_depth_asked_for(depth):
    game = sample_game(Random(1), leaves=300)
    found = list(parts(scene_of(Demand.full(game), room=10_000, depth=depth)))
    assert max(len(part.path) for part in found) == depth + 1
    assert sum(part.leaves or any(part.orders) for part in found) == 300


def test_cut_off_parts_are_stubs_without_the_game_and_counted_with_it():
    demand = observe(alphabeta, ELEVEN).demand
    stubs = [part for part in parts(scene_of(demand)) if not part.forced]
    assert [(part.kind, part.leaves) for part in stubs] == [(None, None)] * 3
    scene = scene_of(demand, ELEVEN)
    assert [(part.path, part.kind, part.leaves) for part in parts(scene) if not part.forced] == [
        ((0, 1, 1), End, None),
        ((2, 1), None, 3),
        ((2, 2), End, None),
    ]


def test_a_scene_of_a_lazy_game_neither_pulls_nor_forces():
    game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=3)
    demand = observe(alphabeta, game).demand
    before = repr(game)
    scene = scene_of(demand, game)
    assert repr(game) == before
    assert scene.columns.total is None
    assert [part.path for part in parts(scene) if part.breadth == 0] == [(0, 1, 1), (1, 2)]


def test_a_root_that_nobody_looked_at_is_one_stub():
    scene = scene_of(Demand())
    assert (scene.root.forced, scene.root.kind, scene.root.children) == (False, None, [])
    assert show(Demand()).text() == "0 leaves forced\n1 child, cut off"


def test_children_that_nobody_looked_at_are_a_stub():
    demand = observe(lambda game: isinstance(game, Max), TEXTBOOK).demand
    assert [part.breadth for part in scene_of(demand).root.children] == [0]
    assert len(scene_of(demand, TEXTBOOK).root.children) == 3


def test_a_source_that_raised_is_drawn_as_such():
    def moves(position):
        if position == 2:
            raise OSError("disk on fire")
        return [2, 3] if position == 1 else []

    observation = observe(minimax, unfold(1, moves=moves, score=abs), catch=OSError)
    assert "raised OSError" in show(observation).text()


def negamax(node, alpha, beta, color):
    if isinstance(node, End):
        return color * node.score
    best = alpha
    for child in node.children:
        best = max(best, -negamax(child, -beta, -best, -color))
        alpha = best
        if alpha >= beta:
            break
    return best


def test_windows_of_negamax_are_narrowed_as_the_player_to_move_sees_them():
    game, ends = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), (float("-inf"), float("inf"))
    for search, first, last in ((negamax, "(-3, ∞)", "(-2, -3)"), (minimax_in_window, "(−∞, 3)", "(3, 2)")):
        seen = observe(search, game, *ends, 1, watch=("alpha", "beta"))
        columns = SearchedGame(show(seen, game).seen, game)
        rows = {columns.path(row): columns.backed_up[0].windows(row) for row in range(len(columns))}
        assert [text for _, text in rows[0,]] == ["(−∞, ∞)", first]
        assert rows[2,][-1][1] == last


def test_windows_of_scores_without_negatives_are_narrowed_too():
    game = from_nested([["d", "m", "k"], ["c", "e"], ["p", "f", "c"]])
    seen = observe(minimax_in_window, game, BOTTOM, TOP, 1, watch=("alpha", "beta"))
    columns = SearchedGame(show(seen, game).seen, game)
    rows = {columns.path(row): columns.backed_up[0].windows(row) for row in range(len(columns))}
    assert [text for _, text in rows[2,]] == ["(d, ∞)", "(d, p)", "(d, f)", "(d, c)"]


def minimax_in_window(node, alpha, beta, color):
    if isinstance(node, End):
        return node.score
    for child in node.children:
        value = minimax_in_window(child, alpha, beta, -color)
        alpha, beta = (max(alpha, value), beta) if isinstance(node, Max) else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if isinstance(node, Max) else beta


def test_a_demand_on_another_game_is_refused_with_the_place():
    with pytest.raises(DemandError, match=r"at \[1\]: the demand has Min there, and the game End"):
        show(observe(alphabeta, TEXTBOOK), from_nested([[3, 12, 8], 2])).svg()


def test_an_observation_without_a_game_is_refused():
    with pytest.raises(DemandError, match=r"expected an observation of a search.*got xs: \[1\]"):
        show(observe(lambda xs: xs[0], [1]))


@pytest.mark.parametrize("other", [None, alphabeta, TEXTBOOK], ids=["None", "function", "game"])
def test_what_is_no_observation_is_refused_and_told_to_observe(other):
    told = re.escape("): expected an observation; pass observe(search, game)")
    with pytest.raises(TypeError, match=rf"^show\(.*{told}$"):
        show(other, TEXTBOOK)
    for pair in ((other, observe(alphabeta, TEXTBOOK)), (observe(alphabeta, TEXTBOOK), other)):
        with pytest.raises(TypeError, match=rf"^compare\(.*{told}$"):
            compare(*pair)


def test_a_demand_on_something_else_is_refused():
    with pytest.raises(DemandError, match=r"at the root: .* is no layer of a game"):
        scene_of(Demand.parse("[1]"))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["deep", "wide"])
def test_a_game_of_any_depth_or_width_is_drawn(shape):
    many = size(10_000, 100_000)
    game = End(1)
    if shape == "wide":
        game = Max([game] * many)
    else:
        for _ in range(many):
            game = Min([game])
    demand = Demand.full(game)
    picture = show(demand, game)
    assert len(picture.text().splitlines()) < 200
    assert len(picture.svg()) < 100_000


# Text


def test_text_numbers_forced_leaves_and_collapses_what_was_cut_off():
    assert str(show(observe(alphabeta, ELEVEN), ELEVEN)).splitlines() == [
        "alphabeta: 6 of 11 leaves forced, result 18",
        "Max",
        "├── Min",
        "│   ├── 7  #1",
        "│   └── Max",
        "│       ├── 9  #2",
        "│       └── 2  cut off",
        "├── Min",
        "│   ├── Max",
        "│   │   ├── 18  #3",
        "│   │   └── 9  #4",
        "│   └── 31  #5",
        "└── Min",
        "    ├── 17  #6",
        "    └── 2 children with 4 leaves, cut off",
    ]


@given(games, st.integers(40, 120))
@examples(40)
def test_text_keeps_to_its_width(game, width):
    assert max(map(len, show(observe(minimax, game), game).text(width).splitlines())) <= width


def test_rich_prints_a_picture_in_colour_on_a_terminal_and_plain_in_a_file(tmp_path):
    picture = show(observe(alphabeta, TEXTBOOK), TEXTBOOK)
    terminal = Console(force_terminal=True, color_system="standard", width=80, _environ={})
    with terminal.capture() as captured:
        terminal.print(picture)
    assert "\x1b[" in captured.get()
    with open(tmp_path / "out", "w+", encoding="utf-8") as file:
        Console(file=file, width=80).print(picture)
        file.seek(0)
        assert [line.rstrip() for line in file] == picture.text(80).splitlines()


def test_scores_that_have_parts_are_written_as_demands_are_and_are_not_there_to_play_with():
    game = Max([End((1, 2)), End((0, 5))])
    shown = show(observe(minimax, game))
    assert shown.text().splitlines()[2:] == ["├── [1, _]  #1", "└── [0, _]  #2"]
    assert 'class="with-it"' not in shown.html()


# SVG


@given(games, st.booleans())
@examples(40)
def test_svg_is_well_formed_and_numbers_forced_leaves(game, with_game):
    observation = observe(alphabeta, game)
    drawn = ET.fromstring(GamePicture(observation.demand, game if with_game else None).svg())
    for key in [one for one in drawn if one.get("class") == "key"]:
        drawn.remove(key)
    written = [element.text or "" for element in drawn.iter(f"{SVG}text")]
    count = len(forced_leaves(observation))
    numbers = [int(text[1:]) for text in written if re.fullmatch(r"#\d+", text)]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(1, count + 1))
    assert any(text.startswith(f"alphabeta: {count} ") and "forced" in text for text in written)


def test_svg_fills_what_was_forced_and_dashes_what_was_cut_off():
    root = ET.fromstring(show(observe(alphabeta, TEXTBOOK), TEXTBOOK).svg())
    nodes = [node for node in root.iter(f"{SVG}g") if node.get("class") == "node"]
    for node in nodes:
        classes = {shape.get("class"): shape for shape in node}
        assert ("whole" in classes) == (node.get("data-state") == "forced")
        assert ("stroke-dasharray" in classes["outline"].attrib) == (node.get("data-state") == "cut")
        assert ("snip" in classes) == (node.get("data-state") == "cut")
    assert sorted(node.get("data-path") for node in nodes if node.get("data-state") == "cut") == ["1.1", "1.2"]


def test_svg_escapes_and_shortens_scores():
    game = from_nested(["<b>&\"'", "long" * 500, "]]>\n\n<!--"])
    svg = show(observe(minimax, game), game).svg()
    written = texts(svg)
    assert "<b>&\"'" in written
    assert "long…glong" in written
    assert "]]> <!--" in written
    assert "<b>" not in svg
    assert len(svg) < 5_500


def test_a_character_of_a_far_eastern_script_has_the_room_of_two():
    svg = show(observe(minimax, Max([Min([End("\u52dd" * 9)]), End("a")]))).svg()
    boxes = (one for one in ET.fromstring(svg).iter(f"{SVG}rect") if one.get("class") == "outline")
    widths = sorted({float(one.get("width")) for one in boxes})
    assert widths == [30, pytest.approx(9 * 2 * 7.6 + 14)]
    first, last = (float(x) for x in re.findall(r'data-kind="end"[^>]*translate\(([\d.]+),', svg))
    assert last - first > widths[1] / 2


def test_svg_has_no_script_or_outside_reference():
    svg = show(observe(alphabeta, TEXTBOOK)).svg()
    assert not re.search(r"<script|href|url\(|on\w+=", svg)


def test_every_colour_of_a_still_can_be_read_on_its_paper_in_light_and_in_dark():
    one, two = Max([Min([End(1), End(2)]), End(0), End(5)]), lambda game: game.children[1].score + 0
    svg = compare(observe(lambda game: game.children[0].children[0].score + 0, one), observe(two, one), one).svg()
    style, _, drawn = svg.partition("</style>")
    dark = dict(re.findall(r'\[fill="(#\w{6})"\]\{fill:(#\w{6})\}', style))
    light = set(re.findall(r"#[0-9a-f]{6}", drawn))
    assert light == dark.keys()
    assert {contrast(Ink.PAPER, "#ffffff") < 1.1, contrast(dark[Ink.PAPER], "#000000") < 1.2} == {True}
    paper, dark_paper = Ink.PAPER, dark[Ink.PAPER]
    for colour in light - {paper, Ink.ON_LOOKED}:
        least = 3 if colour == Ink.UNSEEN else 4.5  # dashes are no text
        assert min(contrast(colour, paper), contrast(dark[colour], dark_paper)) >= least
    assert min(contrast(Ink.ON_LOOKED, Ink.LOOKED), contrast(dark[Ink.ON_LOOKED], dark[Ink.LOOKED])) >= 4.5


def test_outcomes_and_texts_are_scores_too():
    assert "WIN  #1" in show(observe(minimax, Max([End(Outcome.WIN), End(Outcome.LOSS)]))).text()
    assert "a  #1" in show(observe(minimax, Max([End("a")]))).text()


def test_scores_that_nothing_can_look_into_are_shown_and_backed_up_and_so_is_a_result_of_any_number():
    game = Max([Min([End(int64(5)), End(int64(7))]), Min([End(int64(3)), End(int64(9))])])
    for shown in (show(observe(alphabeta, game), game), show(observe(alphabeta, game))):
        assert [line.split()[-2] for line in shown.text().splitlines() if "#" in line] == ["5", "7", "3"]
        assert shown.text().startswith("alphabeta: 3 ")
        assert ", result 5\n" in shown.text()
        assert {"≤ 3", "5"} < {*texts(shown.svg())}
    assert "result 1/3" in show(observe(minimax, Max([End(Fraction(1, 3))]))).text()


def test_a_picture_is_saved_as_it_is_shown(tmp_path):
    picture = show(observe(alphabeta, TEXTBOOK))
    picture.save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8") == picture.svg()
    picture.save(tmp_path / "picture.txt")
    assert (tmp_path / "picture.txt").read_text(encoding="utf-8") == picture.text()


@pytest.mark.parametrize("name", ["picture.png", "picture", "svg"])
@pytest.mark.parametrize(
    "picture", [show(observe(alphabeta, TEXTBOOK)), outline_of(observe(any, [1]))], ids=["game", "any"]
)
def test_an_ending_that_no_picture_has_is_refused(tmp_path, name, picture):
    with pytest.raises(ValueError, match=rf"save\(file='.*{name}'\): expected a name that ends with \.svg, \.html, "):
        picture.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "picture", [show(observe(alphabeta, TEXTBOOK)), outline_of(observe(any, [1]))], ids=["game", "any"]
)
def test_a_text_has_a_width(picture):
    with pytest.raises(ValueError, match=r"text\(width=0\): expected a positive number of characters"):
        picture.text(0)


# In a notebook


def test_an_observation_of_a_game_steps_with_an_image_and_text_as_fallbacks():
    bundle = mimebundle(observe(alphabeta, TEXTBOOK))
    assert list(bundle) == ["text/html", "image/svg+xml", "text/plain"]
    assert 'alt="alphabeta: 7 leaves forced, result 3"' in bundle["text/html"]
    packed = re.search(r'const text = "(.*)"', bundle["text/html"])[1]
    assert b"game-picture" in zlib.decompress(b85decode(packed))
    assert "7 leaves forced" in bundle["image/svg+xml"]
    assert "alphabeta" in bundle["text/plain"]
    assert "2 children, cut off" in bundle["text/plain"]


def test_ipython_chooses_among_the_media_types():
    observation = observe(alphabeta, TEXTBOOK)
    picture = show(observation, TEXTBOOK)
    formatter = DisplayFormatter()
    for value in (observation, picture):
        assert list(formatter.format(value)[0]) == ["text/html", "image/svg+xml", "text/plain"]
        assert list(formatter.format(value, include={"text/plain"})[0]) == ["text/plain"]
        assert list(formatter.format(value, exclude={"text/plain", "text/html"})[0]) == ["image/svg+xml"]


def test_a_picture_is_found_by_the_class_or_a_base_of_it():
    class Base:
        pass

    class Derived(Base):
        pass

    class Numbers(list[int]):
        pass

    drawn = GamePicture(Demand())
    register_picture(Base, Numbers, draw=lambda demand: drawn)
    assert picture_of(observe(len, Numbers([1])).demand) is drawn
    assert picture_of(observe(len, [1]).demand) is not drawn
    assert picture_of(observe(lambda value: isinstance(value, Base), Derived()).demand) is drawn
    assert isinstance(picture_of(observe(minimax, Max(Stream([End(1)]))).demand), GamePicture)


def test_only_classes_can_be_registered_and_drawn_by_functions():
    with pytest.raises(TypeError, match="draw=5 is not callable; pass a function of a demand"):
        register_picture(Max, draw=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a class"):
        register_picture("Max", draw=GamePicture)  # type: ignore[arg-type]


def test_pictures_load_neither_ipython_nor_hypothesis_nor_rich():
    code = "import sys, lazytree.pictures; print({'IPython', 'hypothesis', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_parts_are_told_apart_by_identity():
    assert DrawnPart((), True) != DrawnPart((), True)


def test_svg_has_no_number_that_a_browser_might_not_read():
    # Of a browser, the middle one of three took an edge that began at 1e-13 for one that began at 1.
    game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2], [3, 3, 7]])
    first, second = (observe(search, game, watch=("alpha", "beta")) for search in (alphabeta, strict_cutoff))
    assert re.findall(r"\de-\d", compare(first, second, game).svg()) == []
