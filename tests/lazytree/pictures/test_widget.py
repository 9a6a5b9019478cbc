"""The picture as a widget, and the still image beside it for wherever none can run."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lazytree import alphabeta, compare, from_nested, minimax
from lazytree.pictures.page import scripts, style
from strictcheck import observe
from strictcheck.errors import MissingExtra

anywidget = pytest.importorskip("anywidget", reason='needs anywidget: pip install "strictcheck[notebook]"')

ELEVEN = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])
VIEW = "application/vnd.jupyter.widget-view+json"


def picture():
    return compare(observe(alphabeta, ELEVEN), observe(minimax, ELEVEN), ELEVEN)


def test_a_widget_has_the_figure_of_the_page_and_its_script_and_style_sheet():
    state = picture().widget().get_state()
    assert state["figure"] in picture().html()
    assert state["figure"].startswith('<figure class="game-picture two"')
    assert (state["_esm"], state["_css"]) == ("".join(scripts()), style())


def test_a_widget_has_the_still_image_beside_it():
    bundle, _ = picture().widget()._repr_mimebundle_()
    assert bundle.pop(VIEW)["model_id"]
    assert bundle == picture()._repr_mimebundle_()


def test_without_anywidget_asking_for_the_widget_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "lazytree.pictures.widget", raising=False)
    with pytest.raises(MissingExtra, match=r'anywidget, which is not installed: pip install "strictcheck\[notebook\]"'):
        picture().widget()


def test_anywidget_is_not_loaded_before_it_is_asked_for():
    code = "import sys, lazytree; lazytree.show; print({'anywidget', 'ipywidgets', 'traitlets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
