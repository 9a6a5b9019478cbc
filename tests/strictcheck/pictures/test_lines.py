"""Lines of an outline, as text."""

from __future__ import annotations

from strictcheck.pictures.lines import Look, OutlineLine, pieces_of, strip_text


def test_a_strip_as_text_says_all_most_some_and_nothing():
    assert strip_text([1.0, 0.9, 0.1, 0.0], 20) == "█▓▒·"
    assert strip_text([1.0] * 3 + [0.0] * 37, 20) == "█▒" + "·" * 18


def test_a_sign_stands_before_the_label_in_its_colour():
    pieces = [*pieces_of(OutlineLine("[1]", "2", Look.SEEN, sign="-"))]
    assert pieces[:2] == [("- [1]: ", "bold red"), ("2", "bold cyan")]
