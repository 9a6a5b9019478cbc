"""The list of searches: every one by its name."""

import pytest
from hypothesis import given

from lazytree import SEARCHES, UnknownSearch, alphabeta, leaves, minimax, search
from lazytree.looking import forced_leaves
from lazytree.strategies import games
from strictcheck import observe

SOUND = [name for name in SEARCHES if not name.startswith("broken-")]
PRUNING = ["alphabeta", "fail-hard", "alphabeta-negamax", "squash", "lattice", "lattice-fold"]
EVERYTHING = ["minimax", "negamax", "fold", "lattice-naive"]


def test_every_name_is_one_or_the_other():
    assert sorted(SOUND) == sorted(PRUNING + EVERYTHING)
    assert len(SEARCHES) - len(SOUND) == 3


@pytest.mark.parametrize("name", SOUND)
@given(game=games())
def test_every_sound_search_gives_the_value(name, game):
    assert search(name)(game) == minimax(game)


@pytest.mark.parametrize("name", PRUNING)
@given(game=games())
def test_these_look_at_what_alpha_beta_looks_at(name, game):
    assert forced_leaves(observe(search(name), game)) == forced_leaves(observe(alphabeta, game))


@pytest.mark.parametrize("name", EVERYTHING)
@given(game=games())
def test_these_look_at_everything(name, game):
    assert sorted(forced_leaves(observe(search(name), game))) == [path for path, _ in leaves(game)]


def test_names_lead_to_their_searches():
    assert search("alphabeta") is alphabeta
    assert search("minimax") is minimax


@pytest.mark.parametrize(
    ("name", "advice"),
    [("latice", "did you mean lattice, lattice-fold"), ("xyzzy", "there are minimax, negamax"), ("", "there are")],
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
@given(game=games())
def test_every_search_replays_on_its_own_demand(name, game):
    observe(search(name), game).replay()
