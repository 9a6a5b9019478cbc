"""Lines of an outline as text."""

from __future__ import annotations

from strictcheck.pictures.lines import strip_text


def test_a_strip_as_text_says_all_most_some_and_nothing():
    assert strip_text([1.0, 0.9, 0.1, 0.0], 20) == "█▓▒·"
    assert strip_text([1.0] * 3 + [0.0] * 37, 20) == "█▒" + "·" * 18
