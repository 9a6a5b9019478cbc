"""Text of a picture: the code beside it. Tests of scenes and of pictures read headings, captions and hints."""

from __future__ import annotations

import json
import re

from lazytree import alphabeta, from_nested
from lazytree.pictures.captions import code_beside
from lazytree.pictures.search_steps import Seen
from strictcheck import observe

GAME = from_nested([[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]])


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
            "return enter(&quot;alphabeta&quot;, game, lambda: _alphabeta(game, alpha, beta))",
            "case End(score):",
        )
    assert {str(number) for number in at if number} == marked.keys()


def test_the_search_itself_comes_before_functions_that_looked_once():
    _, html, _ = drawn(alphabeta, where=True)
    assert re.findall(r'<p class="soft">[^<]* in (\w+)<', html) == ["_alphabeta", "alphabeta"]


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
