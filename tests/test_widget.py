"""In a notebook: a widget where one can run, and the still image beside it for wherever none can."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from lazytree import alphabeta, compare, from_nested, minimax, show
from lazytree.pictures import showing
from lazytree.pictures.page import script, style
from lazytree.sampling import sample_game
from strictcheck import MissingExtra, observe

anywidget = pytest.importorskip("anywidget", reason='needs anywidget: pip install "strictcheck[notebook]"')

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def in_a_notebook(monkeypatch):
    monkeypatch.setattr(showing, "_in_a_notebook", lambda: True)


def picture():
    return compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN)


def test_a_widget_has_the_figure_of_the_page_and_its_script_and_style_sheet():
    state = picture().widget().get_state()
    assert state["figure"] in picture().html()
    assert state["figure"].startswith('<figure class="game-picture two"')
    assert (state["_esm"], state["_css"]) == (script(), style())


def test_a_notebook_gets_the_widget_and_the_still_image_and_the_text(in_a_notebook):
    bundle = picture()._repr_mimebundle_()
    assert set(bundle) == {VIEW, "image/svg+xml", "text/plain"}
    assert bundle["image/svg+xml"] == picture().svg()
    assert bundle["text/plain"] == picture().text()
    assert list(picture()._repr_mimebundle_(include={"text/plain"})) == ["text/plain"]


def test_a_widget_that_is_shown_by_itself_has_the_still_image_beside_it():
    bundle, _ = picture().widget()._repr_mimebundle_()
    assert set(bundle) == {VIEW, "image/svg+xml", "text/plain"}


def test_outside_of_a_notebook_there_is_no_widget():
    assert set(picture()._repr_mimebundle_()) == {"image/svg+xml", "text/plain"}


def test_ipython_in_a_terminal_is_no_notebook():
    code = (
        "from IPython.testing.globalipapp import start_ipython; start_ipython()\n"
        "from lazytree.pictures.showing import _in_a_notebook; print(_in_a_notebook())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"


def test_without_anywidget_a_notebook_gets_the_still_image(in_a_notebook, monkeypatch):
    monkeypatch.setattr(showing, "find_spec", lambda name: None)
    assert set(picture()._repr_mimebundle_()) == {"image/svg+xml", "text/plain"}


def test_without_anywidget_asking_for_the_widget_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "lazytree.pictures.widget", raising=False)
    with pytest.raises(MissingExtra, match=r'anywidget, which is not installed: pip install "strictcheck\[notebook\]"'):
        picture().widget()


def test_an_observation_by_itself_is_a_still_image_in_a_notebook_too(in_a_notebook):
    assert set(observe(alphabeta, ELEVEN)._repr_mimebundle_()) == {"image/svg+xml", "text/plain"}


def test_what_a_notebook_keeps_of_a_big_game_stays_small(in_a_notebook):
    game = sample_game(Random(1), leaves=20_000)
    shown = show(observe(minimax, game), game)
    assert len(shown.widget().figure) < 2_500_000


def test_anywidget_is_not_loaded_before_it_is_asked_for():
    code = "import sys, lazytree; lazytree.show; print({'anywidget', 'ipywidgets', 'traitlets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.slow
def test_in_a_real_kernel_the_last_line_of_a_cell_is_a_widget_with_the_still_image():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    source = (
        "from lazytree import alphabeta, compare, from_nested, minimax\n"
        "from strictcheck import observe\n"
        "game = from_nested([[3, 5], [2, 9]])\n"
        "compare(observe(alphabeta, game, where=True), observe(minimax, game, where=True), game)"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()
    [output] = notebook.cells[0].outputs
    assert set(output["data"]) == {VIEW, "image/svg+xml", "text/plain"}
    assert "only minimax" in output["data"]["text/plain"]
    states = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert "game-picture" in states[output["data"][VIEW]["model_id"]]["state"]["figure"]
