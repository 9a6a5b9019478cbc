"""Two searches in one picture: who forced what, in which order, in which window, and by which line."""

from __future__ import annotations

import functools
import math
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from random import Random

import pytest
from game_events import events_of, nodes_of, scene_of, unpacked
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples

from lazytree import (
    SEARCHES,
    End,
    Max,
    Min,
    alphabeta,
    alphabeta_lattice,
    compare,
    from_nested,
    minimax,
    show,
    sss,
    unfold,
)
from lazytree.games import count_nodes
from lazytree.games.sampling import sample_game
from lazytree.games.scores import window
from lazytree.games.traversals import forced_leaves
from lazytree.games.walking import walk
from lazytree.pictures.backed_up_values import SearchedGame, _text
from lazytree.pictures.captions import heading
from lazytree.pictures.scenes import parts_of
from lazytree.pictures.search_steps import Seen
from lazytree.searches import alphabeta_negamax
from strictcheck import Demand, Stream, find_needless, observe
from strictcheck.errors import DemandError
from strictcheck.thunks.log import Log

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
SVG = "{http://www.w3.org/2000/svg}"

games = st.builds(lambda seed, size: sample_game(Random(seed), leaves=size), st.integers(0, 10_000), st.integers(1, 40))
names = st.sampled_from(sorted(SEARCHES))


def overlay(*observations, game=None, **changes):
    return scene_of([Seen.of(one) for one in observations], game, room=10_000, depth=1_000, **changes)


@given(games, names)
@examples(60)
def test_a_cut_is_a_step_of_its_own_after_the_last_look_below_the_node(game, name):
    observation = observe(SEARCHES[name], game)
    parts = {part.path: part for part in parts_of(overlay(observation, game=game).root)}
    cuts = [(step, path) for step, path, is_cut in events_of(observation) if is_cut]
    assert sorted((part.left[0], path) for path, part in parts.items() if part.left and part.left[0]) == cuts
    for step, path in cuts:
        unseen = [part for part in parts[path].children if part.state == "cut"]
        assert unseen
        assert {part.cuts for part in unseen} == {(step,)}


@given(games)
@examples(60)
def test_each_cut_of_alpha_beta_has_its_reason_and_that_of_a_search_that_stops_early_has_none(game):
    reasons = [
        reason for part in parts_of(overlay(observe(alphabeta, game), game=game).root) for reason in part.reasons
    ]
    assert all(reason.endswith("already: nothing here can matter") for reason in reasons if reason)
    rash = observe(lambda game: game.children[0].score if isinstance(game, Max) else 0, Max([End(1), End(2)]))
    (told,) = scene_of([Seen.of(rash)]).root.reasons
    assert told == "Max has 1; nothing that was looked at says that the rest cannot matter"


@pytest.mark.parametrize(("player", "best", "text"), [(Min, -math.inf, "Min has −∞"), (Max, math.inf, "Max has ∞")])
def test_a_player_who_has_the_best_there_is_needs_no_more(player, best, text):
    stops = observe(lambda game: game.children[0].score, player([End(best), End(2)]))
    assert scene_of([Seen.of(stops)]).root.reasons == (f"{text}, and no more can come of it",)
    worst = observe(lambda game: game.children[0].score, player([End(-best), End(2)]))
    assert "nothing that was looked at says" in scene_of([Seen.of(worst)]).root.reasons[0]


def test_the_reason_of_a_cut_names_both_players_and_what_they_have():
    parts = {part.path: part for part in parts_of(overlay(observe(alphabeta, ELEVEN), game=ELEVEN).root)}
    assert parts[2,].reasons == ("Min has 17, Max has 18 already: nothing here can matter",)
    assert [part.value for part in (parts[()], parts[0, 1], parts[2,])] == ["18", "≥ 9", "≤ 17"]
    assert [path for path, part in parts.items() if part.is_best] == [(), (1,), (1, 0), (1, 0, 0)]


@given(games, names, st.integers(1, 12))
@examples(60)
def test_the_best_moves_lead_on_into_the_pile_that_has_the_next_of_them(game, name, room):
    seen = [Seen.of(observe(SEARCHES[name], game))]
    *_, path = [part.path for part in parts_of(scene_of(seen, game, room=10_000).root) if part.is_best]
    found = [part for part in parts_of(scene_of(seen, game, room=room).root) if part.is_best]
    for depth, part in enumerate(found):
        first, *_ = part.path[-1:] or (0,)
        assert part.path[:-1] == path[: max(depth - 1, 0)]
        assert first <= (path[depth - 1] if depth else 0) < first + part.breadth
    assert found[-1].kind is None or found[-1].path == path


@given(games, names)
@examples(60)
def test_what_is_backed_up_in_the_end_is_true_of_the_value_of_each_node(game, name):
    parts = {part.path: part for part in parts_of(overlay(observe(SEARCHES[name], game), game=game).root)}
    for path, part in parts.items():
        if part.kind in (Max, Min) and part.value and "…" not in part.value:
            node = game
            for index in path:
                node = node.children[index]
            low, high = bounds(part.value)
            assert low <= minimax(node) <= high


def bounds(text):
    if text[0] in "≤≥":
        return (float("-inf"), int(text[2:])) if text[0] == "≤" else (int(text[2:]), float("inf"))
    low, _, high = text.partition(" to ")
    return int(low), int(high or low)


@given(games, names, names, st.integers(1, 40))
@examples(60)
def test_a_pile_counts_its_leaves_by_who_looked_at_them(game, one, other, room):
    seen = [observe(SEARCHES[name], game) for name in (one, other)]
    ours, theirs = (set(forced_leaves(observation)) for observation in seen)
    leaves = {
        tuple(path): node
        for path, node in walk(game, lambda node: getattr(node, "children", ()))
        if isinstance(node, End)
    }
    scene = scene_of([Seen.of(observation) for observation in seen], game, room=room)
    for part in parts_of(scene.root):
        if part.kind is None:
            span = range(part.path[-1], part.path[-1] + 1_000) if part.path else ()
            inside = {
                path
                for path in leaves
                if path[: len(part.path) - 1] == part.path[:-1]
                and len(path) >= len(part.path)
                and path[len(part.path) - 1] in span
            }
            after = [
                p.path[-1]
                for p in parts_of(scene.root)
                if p.path and p.path[:-1] == part.path[:-1] and p.path[-1] > part.path[-1]
            ]
            inside = {path for path in inside if not after or path[len(part.path) - 1] < min(after)}
            counts = (len(inside & ours & theirs), len(inside & ours - theirs), len(inside & theirs - ours))
            assert part.split == (*counts, len(inside - ours - theirs), True)


@given(games, names, names)
@examples(60)
def test_a_part_is_forced_by_both_or_the_first_or_the_second_as_the_two_traces_say(game, one, other):
    first, second = observe(SEARCHES[one], game), observe(SEARCHES[other], game)
    ours, theirs = set(nodes_of(first)), set(nodes_of(second))
    expected = dict.fromkeys(ours & theirs, "both")
    expected |= dict.fromkeys(ours - theirs, "first") | dict.fromkeys(theirs - ours, "second")
    parts = list(parts_of(overlay(first, second, game=game).root, folded=False))
    assert {part.path: part.state for part in parts if part.forced} == expected
    assert all(part.state == "cut" for part in parts if part.path not in expected)


@given(games, names, names)
@examples(60)
def test_steps_and_orders_are_those_of_each_search_by_itself(game, one, other):
    observations = [observe(SEARCHES[one], game), observe(SEARCHES[other], game)]
    parts = list(parts_of(overlay(*observations).root))
    for number, observation in enumerate(observations):
        steps = sorted((part.steps[number], part.path) for part in parts if part.steps and part.steps[number])
        looks = [step for step, path, is_cut in events_of(observation) if not is_cut]
        assert steps == list(zip(looks, nodes_of(observation), strict=True))
        orders = sorted((part.orders[number], part.path) for part in parts if part.orders and part.orders[number])
        assert orders == list(enumerate(forced_leaves(observation), 1))


@given(games)
@examples(40)
def test_a_search_compared_with_itself_differs_nowhere(game):
    scene = overlay(observe(alphabeta, game), observe(alphabeta, game), game=game)
    assert {part.state for part in parts_of(scene.root)} <= {"both", "cut"}
    assert scene.columns.seen[0].leaves == scene.columns.seen[1].leaves


@pytest.mark.parametrize("search", [alphabeta, alphabeta_lattice, alphabeta_negamax], ids=lambda one: one.__name__)
def test_windows_are_those_that_knuth_and_moore_give(search):
    scene = overlay(observe(search, ELEVEN, watch=("alpha", "beta")))
    windows = {part.path: part.notes[0].window for part in parts_of(scene.root) if part.forced}
    if search is alphabeta_negamax:  # sees the game as the player to move does, so windows of Min are negated
        assert windows[0, 0] == "(−∞, ∞)"
        return
    assert windows == {
        (): "(−∞, ∞)",
        (0,): "(−∞, ∞)", (0, 0): "(−∞, ∞)", (0, 1): "(−∞, 7)", (0, 1, 0): "(−∞, 7)",
        (1,): "(7, ∞)", (1, 0): "(7, ∞)", (1, 0, 0): "(7, ∞)", (1, 0, 1): "(18, ∞)", (1, 1): "(7, 18)",
        (2,): "(18, ∞)", (2, 0): "(18, ∞)",
    }  # fmt: skip


@given(games, st.sampled_from([alphabeta, alphabeta_lattice]))
@examples(40)
def test_windows_are_narrowed_as_the_search_narrows_them(game, search):
    seen = observe(search, game, watch=("alpha?", "beta?"))
    parts = {part.path: part for part in parts_of(overlay(seen, game=game).root) if part.forced}
    for path, part in parts.items():
        windows = part.windows[0]
        if not windows:  # of a game that is a leaf, the lattice asks the score before there is a window
            assert game == End(game.score)
            assert not part.notes[0].window
            continue
        step, first = windows[0]
        assert (step, first) == (part.steps[0], part.notes[0].window)
        for child in part.children:  # the search has the window of the parent in hand when it comes to a child
            if child.forced:
                assert [text for at, text in windows if at < child.steps[0]][-1] == child.notes[0].window, path


def test_a_window_is_narrowed_by_the_value_of_each_child():
    parts = {part.path: part for part in parts_of(overlay(observe(alphabeta, ELEVEN, watch=("alpha", "beta"))).root)}
    assert [text for _, text in parts[()].windows[0]] == ["(−∞, ∞)", "(7, ∞)", "(18, ∞)"]
    assert [text for _, text in parts[2,].windows[0]] == ["(18, ∞)", "(18, 17)"]


def test_a_window_of_negamax_is_narrowed_as_the_player_to_move_sees_it():
    parts = parts_of(overlay(observe(alphabeta_negamax, ELEVEN, watch=("alpha", "beta"))).root)
    windows = {part.path: [text for _, text in part.windows[0]] for part in parts if part.forced}
    assert windows[()] == ["(−∞, ∞)", "(7, ∞)", "(18, ∞)"]
    assert windows[2,] == ["(−∞, -18)", "(-17, -18)"]


def test_a_window_that_the_search_sees_otherwise_is_told_as_it_was_at_the_first_look():
    def wider(game, alpha=-100, beta=100):
        return minimax(game)

    parts = parts_of(overlay(observe(wider, ELEVEN, watch=("alpha", "beta"))).root)
    windows = {part.path: part.windows[0] for part in parts if part.forced}
    assert len(windows[2,]) == 1, windows


def test_of_very_many_changes_of_a_node_all_are_told_in_a_page_and_the_last_in_a_notebook_which_steps_all_the_same():
    game = Max([End(score) for score in range(3_000)])
    picture = show(observe(alphabeta, game, watch=("alpha", "beta")), game)
    for kept, is_all in ((picture.html(), True), (unpacked(picture._repr_mimebundle_()["text/html"])[0], False)):
        assert 'type="range"' in kept
        assert "[3001, &quot;2999&quot;, 2999]" in kept
        assert ("[1001, &quot;≥ 999&quot;, 999]" in kept) == is_all


def test_a_window_is_drawn_though_scores_cannot_be_compared_with_its_ends():
    def search(game):
        alpha, beta = 1, float("inf")
        one, other = game.children
        return one.score + 0, other.children[0].children[0].score + "", alpha, beta

    game = Max([End(1), Min([Max([End("a"), End("b")]), End(5)])])
    parts = parts_of(overlay(observe(search, game, watch=("alpha", "beta")), game=game).root)
    assert {part.path: part.windows[0] for part in parts if part.forced}[1, 0] == [(4, "(1, ∞)")]


def test_windows_of_both_are_drawn_once_where_they_agree_and_in_both_colours_where_they_do_not():
    def wider(game, alpha=-100, beta=100):
        return minimax(game)

    same = compare(*(observe(f, ELEVEN, watch=("alpha", "beta")) for f in (alphabeta, alphabeta_lattice)))
    other = compare(*(observe(f, ELEVEN, watch=("alpha", "beta")) for f in (alphabeta, wider)))
    assert windows_below(same, "0.1") == [("(−∞, 7)", "text")]
    assert windows_below(other, "0.1") == [("(−∞, 7)", "first"), ("(-100, 100)", "second")]


def windows_below(picture, path):
    texts = node(picture.svg(), path).iter(f"{SVG}text")
    captions = [(text.text, text.get("class").split()) for text in texts]
    return [(text, words[1]) for text, words in captions if words[0] == "caption" and text.startswith("(")]


def node(svg, path):
    found = [group for group in ET.fromstring(svg).iter(f"{SVG}g") if group.get("data-path") == path]
    assert len(found) == 1
    return found[0]


def test_a_node_tells_who_forced_it_at_which_line():
    picture = compare(observe(alphabeta, ELEVEN, where=True), observe(minimax, ELEVEN, where=True))
    what, first, second = node(picture.svg(), "0.1.0").find(f"{SVG}title").text.splitlines()
    assert what == "[0][1][0]: score 9"
    assert re.fullmatch(r"alphabeta: step 5, leaf #2, at searches/minimax_and_alphabeta\.py:\d+ in _alphabeta", first)
    assert re.fullmatch(r"minimax: step 5, leaf #2, at searches/minimax_and_alphabeta\.py:\d+ in _minimax", second)
    assert node(picture.svg(), "0.1.1").find(f"{SVG}title").text.splitlines()[1] == "alphabeta: never looked at"


def test_other_names_that_were_watched_are_told_too():
    def search(game, depth=3, label="a\nb"):
        return minimax(game)

    observation = observe(functools.partial(search, depth=5), ELEVEN, watch=("depth", "label"))
    assert "step 2, depth = 5, label = a b, at" in node(show(observation).svg(), "0").find(f"{SVG}title").text


def test_notes_are_found_among_several_arguments_and_in_streams():
    def search(limit, game, other):
        alpha, beta = limit, other.children[0].score  # beta is a thunk, of another argument
        _ = beta + 0
        return next(iter(game.children)).score + alpha + beta

    game = Max(Stream(iter([End(1), End(2)])))
    observation = observe(search, 3, game, Max([End(7)]), watch=("alpha", "beta"), where=True)
    scene = scene_of([Seen.of(observation)], game)
    leaf = scene.root.children[0]
    assert (leaf.notes[0].window, leaf.orders) == ("(3, 7)", (1,))
    assert leaf.notes[0].where.endswith(" in search")


def test_filling_says_by_its_side_who_looked_so_that_colour_is_not_needed():
    svg = compare(observe(alphabeta, ELEVEN), observe(sss, ELEVEN), ELEVEN).svg()
    sides = {"both": "whole", "first": "left", "second": "right", "cut": None}
    seen = set()
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        if group.get("class") == "node":
            fillings = {shape.get("class") for shape in group} & {"whole", "left", "right"}
            assert fillings == {sides[group.get("data-state")]} - {None}
            seen.add(group.get("data-state"))
    assert seen >= {"both", "first", "cut"}


def test_the_heading_names_both_and_the_key_has_what_is_there_and_no_more():
    svg = compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN).svg()
    root = ET.fromstring(svg)
    assert root.find(f"{SVG}title").text == "alphabeta forced 6 leaves, minimax forced 11 leaves, of 11; result 18"
    keys = {group.get("data-key"): "".join(group.itertext()) for group in root.iter(f"{SVG}g") if group.get("data-key")}
    words = {"both": "both looked at it", "second": "only minimax", "max": "Max to move", "min": "Min to move"}
    words["best"] = "best moves"
    words |= {"order-first": "#1alphabeta's order", "order-second": "#1minimax's order"}
    assert keys == words


def test_two_that_go_by_the_same_name_can_be_given_others():
    lazy = observe(lambda game: game.children[0].children[0].score, ELEVEN)
    strict = observe(lambda game: minimax(game), ELEVEN)
    picture = compare(lazy, strict, names=("a glance", "all of it"))
    assert "only all of it" in picture.text()
    assert "a glance forced 1 leaf" in picture.svg()


def test_a_partial_function_goes_by_the_name_of_its_function():
    first = observe(functools.partial(alphabeta, beta=8), ELEVEN)
    assert "alphabeta forced 4 leaves" in compare(first, observe(minimax, ELEVEN)).svg()


def test_text_says_in_words_what_only_one_of_them_forced():
    first, second = (observe(f, ELEVEN, watch=("alpha?", "beta?")) for f in (alphabeta, minimax))
    assert compare(first, second, ELEVEN).text().splitlines()[:7] == [
        "alphabeta forced 6 leaves, minimax forced 11 leaves, of 11; result 18",
        "Max  (−∞, ∞)",
        "├── Min  (−∞, ∞)",
        "│   ├── 7  #1  (−∞, ∞)",
        "│   └── Max  (−∞, 7)",
        "│       ├── 9  #2  (−∞, 7)",
        "│       └── 2  #3  only minimax",
    ]
    assert "31  #5 and #6" in compare(first, second, ELEVEN).text()


def test_what_is_collapsed_says_who_looked_into_it():
    game = sample_game(Random(2), leaves=400)
    seen = [observe(f, game) for f in (alphabeta, minimax)]
    scene = scene_of([Seen.of(one) for one in seen], game, room=60)
    hidden = [part for part in parts_of(scene.root) if part.state == "hidden"]
    assert {part.steps[0] is None for part in hidden} == {True, False}
    in_full = {part.path: part.steps for part in parts_of(overlay(*seen).root)}
    for part in hidden:
        below = [
            steps
            for path, steps in in_full.items()
            if path[: len(part.path)] >= part.path and path[: len(part.path) - 1] == part.path[:-1]
        ]
        for number in (0, 1):
            assert part.steps[number] == min((steps[number] for steps in below if steps[number]), default=None)
    assert all(part.steps[1] for part in hidden)
    drawn = sum(part.leaves if part.kind is None else part.kind is End for part in parts_of(scene.root))
    assert drawn == 400


@pytest.mark.parametrize(
    ("one", "other", "path"),
    [(ELEVEN, from_nested([[7, [9, 3]], 1]), "\\('children',\\)"), (ELEVEN, End(3), "\\(\\)")],
    ids=["node", "root"],
)
def test_two_observations_that_are_not_of_one_game_are_refused_with_the_place(one, other, path):
    with pytest.raises(DemandError, match=f"compare: expected two observations of one game.*at {path}"):
        compare(observe(minimax, one), observe(minimax, other))


def test_an_observation_of_something_else_is_refused():
    with pytest.raises(DemandError, match=r"with a game among its arguments; got xs: \[1\]"):
        compare(observe(alphabeta, ELEVEN), observe(lambda xs: xs[0], [1]))


def test_a_comparison_on_another_game_is_refused_when_it_is_drawn():
    first, second = observe(alphabeta, ELEVEN), observe(minimax, ELEVEN)
    for draw in ("svg", "text", "html"):
        with pytest.raises(DemandError, match=r"at \[0\]: the demand has Min there, and the game End; draw it with"):
            getattr(compare(first, second, from_nested([1, 2, 3])), draw)()


def test_a_search_that_looked_at_nothing_can_be_compared():
    idle, busy = observe(lambda game: 0, ELEVEN), observe(minimax, ELEVEN)
    with pytest.raises(DemandError, match="with a game among its arguments; got game: _"):
        compare(idle, busy)


def test_a_search_that_raised_can_be_compared():
    def breaks(game):
        assert isinstance(game, Max)
        raise ValueError("no more")

    scene = overlay(observe(breaks, ELEVEN, catch=ValueError), observe(minimax, ELEVEN))
    assert [one.leaves for one in scene.columns.seen] == [0, 11]
    assert scene.root.state == "both"


def test_a_call_that_raised_is_said_to_have_and_what_it_left_then_is_no_cut_with_a_reason():
    def breaks(game):
        if isinstance(game, End):
            return 1 // (game.score - 2)
        return (max if isinstance(game, Max) else min)(map(breaks, game.children))

    game = from_nested([[4, 3], [2, 5], 6])
    raised, other = observe(breaks, game, catch=ZeroDivisionError), observe(alphabeta, game)
    columns = scene_of([Seen.of(raised)], game)
    error = "raised ZeroDivisionError('integer division or modulo by zero')"
    assert heading(columns.columns) == f"breaks: 3 of 5 leaves forced, {error}"
    left = [part.reasons for part in parts_of(columns.root) if any(part.reasons)]
    assert left == [(f"the call {error}",)] * 2
    assert heading(overlay(raised, other, game=game).columns).endswith(f", of 5; breaks {error}; alphabeta finds 6")


def test_comparing_forces_nothing_of_a_game_that_has_no_end():
    game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n)
    one = observe(lambda game: game.children[1].children[0].children, game, where=True, watch=("n?",))
    two = observe(lambda game: game.children[0].children[1].children, game)
    before = repr(game)
    picture = compare(one, two, game, names=("right", "left"))
    assert "only left" in picture.text()
    assert "only right" in picture.text()
    assert picture.html()
    assert picture.svg()
    assert repr(game) == before


def test_a_window_that_nobody_has_computed_is_not_computed_to_be_drawn():
    def search(game, bound):
        alpha, beta = 0, bound["late"]
        return game.score + alpha, beta

    class Late(dict):
        pass

    observation = observe(search, End(1), Late(late=[5]), watch=("alpha", "beta"))
    assert node(show(observation).svg(), "").find(f"{SVG}title").text.count("in the window (0, _)") == 1
    assert str(observation.demands["bound"]) == "{'late': _, **_}"


def test_windows_whose_ends_cannot_be_compared_or_shown_are_drawn_all_the_same():
    class Odd:
        def __str__(self):
            raise RuntimeError("no")

        def __lt__(self, other):
            raise RuntimeError("never")

    def search(game):
        alpha, beta = Odd(), Odd()
        return game.score, alpha, beta

    observation = observe(search, End(1), watch=("alpha", "beta"))
    assert "in the window (<Odd>, <Odd>)" in node(show(observation).svg(), "").find(f"{SVG}title").text


@pytest.mark.slow
def test_a_deep_and_a_wide_game_are_compared_without_recursion():
    deep = End(1)
    for _ in range(20_000):
        deep = Max([deep])
    wide = Min([End(n) for n in range(20_000)])
    for game in (deep, wide):
        demand = Demand.full(game)
        scene = scene_of([Seen(demand), Seen(demand)], game)
        assert scene.columns.seen[0].leaves == scene.columns.total
        assert len(list(parts_of(scene.root))) < 200
    assert count_nodes(wide) == 20_001


@pytest.mark.slow
def test_notes_on_a_deep_game_of_streams_take_no_more_steps_than_it_has_nodes(monkeypatch):
    steps = []
    path = Log.path
    monkeypatch.setattr(Log, "path", lambda log, row, *last: steps.extend(found := path(log, row, *last)) or found)

    def took(depth):
        game = End(1)
        for _ in range(depth):
            game = Max(Stream([game]))
        seen = observe(down, game, where=True, watch=("game",))
        steps.clear()
        picture = show(seen)
        picture.html()
        return len(steps)

    assert took(1_000) < 1.5 * took(500)


def down(game):
    while isinstance(game, Max):
        game = next(iter(game.children))
    return game.score + 0


@pytest.mark.slow
def test_what_was_looked_at_in_vain_is_hatched_and_has_its_witness():
    game = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    seen = observe(minimax, game)
    picture = show(seen, game, needless=find_needless(seen))
    scene = scene_of(picture.seen, game)
    vain = {part.path: part.vain for part in parts_of(scene.root) if part.vain}
    assert vain.keys() == {(1, 1), (1, 2)}
    for witness in vain.values():
        assert witness.startswith("looked at in vain, ")
        assert witness.count("gives 3") == 2
    root = ET.fromstring(picture.svg())
    hatched = [
        one for one in root.iter(f"{SVG}rect") if one.get("fill") == "url(#vain)" and one.get("class") == "whole"
    ]
    assert len(hatched) == 3  # two leaves, and the key
    assert str(picture).count("  in vain") == 2
    assert not any(part.vain for part in parts_of(scene_of(show(seen, game).seen, game).root))


def test_scores_that_are_too_long_to_be_written_are_not_taken_for_others():
    def first_of_two(game):
        return game.children[0].children[0].score + 0

    near, far = 10**40 + 1, 10**40 + 10**20 + 1
    game = Max([Min([End(near), End(3)]), End(far)])
    both = [observe(search, game) for search in (first_of_two, lambda game: game.children[1].score + 0)]
    assert "; first_of_two finds 100000000…0000000001; " in heading(SearchedGame([Seen.of(one) for one in both], None))
    values = Max([Min([End(Fraction(10**9 + 1, 3)), End(Fraction(10**9 + 4, 3))]), End(Fraction(10**9, 7))])
    assert "(100…01/3, ∞)" in show(observe(alphabeta, values, watch=("alpha", "beta"))).text()


def test_bounds_that_differ_are_two_even_if_they_begin_alike():
    assert _text(1.000000001, 1.000000002, is_max=True) == "1.0…001 to 1.0…002"
    assert _text(1.000000001, 1.000000001, is_max=True) == "1.00…00001"
    assert _text(1.5, 1.5, is_max=True) == "1.5"


def test_the_ends_of_a_window_keep_their_places_where_scores_are_written_from_right_to_left():
    assert window("א", "ב") == "(\u2068א\u2069, \u2068ב\u2069)"
    assert window("a", "b") == "(a, b)"
