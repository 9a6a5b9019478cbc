"""The list of searches: every one by its name."""

import re

import pytest
from hypothesis import given
from long_runs import examples, size
from places import TESTS
from recurrence_games import recurrence_game

from lazytree import SEARCHES, End, Max, Min, alphabeta, from_nested, lattices, leaves, minimax, search, searches
from lazytree.errors import UnknownSearch
from lazytree.games import map_scores
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import Stream, observe

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (searches.by_name.__doc__ or "").splitlines()
    if line.startswith("| `")
]
TESTED = [row for row in ROWS if "`test_" in row[-1]]
ROWS = ROWS[: -len(TESTED)]
LEAVES = {row[0].strip("`"): row[-1] for row in ROWS}
# Four plies, the least that some searches need to differ from alpha-beta, and ties, which others need.
GAMES = [map_scores(lambda score: score % 20, recurrence_game(2, 4, tree)) for tree in range(100)]
SOUND = [name for name in SEARCHES if not name.startswith("broken-")]
OF_NUMBERS = ("negamax", "alphabeta-negamax", "engine")  # these negate scores, or add to them
QUICK = examples(40)  # for each of some two dozen searches


def names(relation):
    return pytest.mark.parametrize("name", [name for name, leaves in LEAVES.items() if leaves == relation])


def looked_at(name, game):
    return forced_leaves(observe(search(name), game))


def test_the_table_in_the_documentation_is_of_all_searches_in_their_order():
    assert list(LEAVES) == list(SEARCHES)
    assert {len(row) for row in ROWS} == {5}
    assert set(LEAVES.values()) == {"same", "all", "part", "more", "neither"}


def test_the_documentation_says_of_each_search_how_it_is_tested_and_where():
    assert sorted(name for row in TESTED for name in re.findall(r"`(.+?)`", row[0])) == sorted(SEARCHES)
    files = {name for row in TESTED for name in re.findall(r"`(\w+)`", row[2])}
    assert [name for name in files if not [*TESTS.rglob(f"{name}.py")]] == []


def test_the_functions_and_lattices_in_the_table_exist():
    code = {name for row in ROWS for cell in (row[1], row[3]) for name in re.findall(r"`(\w+)`", cell)}
    assert len(code) > 15
    assert [name for name in code if not any(hasattr(chapter, name) for chapter in (lattices, searches))] == []


@pytest.mark.parametrize("name", SOUND)
@QUICK
@given(game=games())
def test_every_sound_search_gives_the_value(name, game):
    assert search(name)(game) == minimax(game)


@pytest.mark.parametrize("name", [name for name in SOUND if name not in OF_NUMBERS])
def test_any_ordered_scores_will_do(name):
    assert search(name)(from_nested(["b", ["c", "a"], ["d", "bb"]])) == "bb"
    assert search(name)(from_nested([(1, 2), [(1, 3), (0,)]])) == (1, 2)
    assert search(name)(from_nested([0.5, [0.75, 0.7], [0.6, 0.9]])) == 0.7


@pytest.mark.parametrize("name", [name for name in SOUND if LEAVES[name] in ("same", "more")])
def test_nothing_is_pulled_beyond_the_cutoff(name):
    pulled = []

    def moves(*scores):
        return Stream(pulled.append(score) or End(score) for score in scores)

    assert search(name)(Max([End(3), Min(moves(4, 3, 9)), Min(moves(5, 1, 9))])) == 3
    assert pulled == [4, 3, 5, 1]


@pytest.mark.parametrize("name", SOUND)
def test_a_wide_node_is_ordinary(name):
    scores = [n * 7919 % 100_003 for n in range(size(2_000, 20_000))]  # deeper than any stack
    assert search(name)(from_nested(scores)) == max(scores)
    assert search(name)(from_nested([scores, [5, 6], [scores[0]]], root=Min)) == min(max(scores), 6, scores[0])
    assert search(name)(Max(Stream(End(score) for score in scores))) == max(scores)


@names("same")
@QUICK
@given(game=games())
def test_these_look_at_what_alpha_beta_looks_at(name, game):
    assert looked_at(name, game) == looked_at("alphabeta", game)


@names("all")
@QUICK
@given(game=games())
def test_these_look_at_everything(name, game):
    assert sorted(looked_at(name, game)) == [path for path, _ in leaves(game)]


@names("part")
@QUICK
@given(game=games())
def test_these_look_at_part_of_what_alpha_beta_looks_at(name, game):
    assert set(looked_at(name, game)) <= set(looked_at("alphabeta", game))


@names("more")
@QUICK
@given(game=games())
def test_these_look_at_what_alpha_beta_looks_at_and_more(name, game):
    assert set(looked_at(name, game)) >= set(looked_at("alphabeta", game))


@pytest.mark.parametrize("name", [name for name, leaves in LEAVES.items() if leaves in ("part", "more")])
def test_less_and_more_are_not_the_same(name):
    assert any(set(looked_at(name, game)) != set(looked_at("alphabeta", game)) for game in GAMES)


@names("neither")
def test_these_look_at_less_or_at_something_else(name):
    seen = [(set(looked_at(name, game)), set(looked_at("alphabeta", game))) for game in GAMES]
    assert any(ours < theirs for ours, theirs in seen)
    assert any(ours - theirs for ours, theirs in seen)


def test_names_lead_to_their_searches():
    assert search("alphabeta") is alphabeta
    assert search("minimax") is minimax


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("latice", "did you mean lattice"),
        ("xyzzy", "there are minimax, negamax"),
        ("", "there are"),
        (3, "there are"),
        ([], "there are"),
    ],
)
def test_an_unknown_name_is_answered_by_names_in_one_line(name, advice):
    with pytest.raises(UnknownSearch) as caught:
        search(name)
    assert f"no search is called {name!r}; {advice}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_list_does_not_change():
    with pytest.raises(TypeError):
        SEARCHES["mine"] = minimax


@pytest.mark.parametrize("name", SEARCHES)
@QUICK
@given(game=games())
def test_every_search_replays_on_its_own_demand(name, game):
    observe(search(name), game).replay()
