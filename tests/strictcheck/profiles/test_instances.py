"""Methods are called on instances that docstrings show, and tests of them on instances that plain values make."""

from __future__ import annotations

from pathlib import Path

import pytest

from strictcheck.cli import main
from strictcheck.profiles.drawing import draw_for, drawn
from strictcheck.profiles.instances import draw_examples
from strictcheck.profiles.profile import JOB, answer
from strictcheck.profiles.targets import parameters_of

RULES = '''
class Rule:
    """Rule on words.

    >>> Rule("a") and Rule("b")
    Rule('a')
    >>> Rule("no rule!")
    Traceback (most recent call last):
    ValueError: no rule!
    """
    def __init__(self, text):
        if not text.replace(" and ", "").isalpha(): raise ValueError(text)
        self.words = [Word(word) for word in text.split(" and ")]
    def holds(self, known): return all([word.text in known for word in self.words])
    def holds_lazily(self, known): return all(word.text in known for word in self.words)
class Word:
    def __init__(self, text): self.text = text
class Bag:
    """
    >>> Bag([Word("b"), Word("a")]).add(Word("c"))
    """
    def __init__(self, words): self.texts = [word.text for word in words]
    def __iter__(self): return iter(self.texts)
    def add(self, word): return [*self.texts, word.text]
    def first(self): return self.texts[0]
class Cache:
    def __init__(self, size): self.size, self.rows = size, {}
    def __setitem__(self, key, value): self.rows[key] = value
    def __len__(self): return len(self.rows)
    def update(self, **rows): self.rows.update(rows)
    def get(self, key: str): return self.rows.get(key)
'''


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules.py").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("strictcheck.profiles.instances.MOST_JOINED", 2)
    return tmp_path / "rules.py"


def texts_of(target: str, name: str, fewest: int = 1) -> list[str]:
    draw_for([], {}, {}, 1)  # forgets what was drawn for others
    draw_examples(target, parameters_of(target), (), fewest)
    return [value.text for value in drawn.get(f"typed:{name}", ())]


def test_texts_that_a_class_takes_are_joined(rules: Path):
    texts = texts_of(f"{rules}:Rule.holds", "self")
    assert texts[:4] == ["Rule('a')", "Rule('b')", "Rule('a and a')", "Rule('a and b')"]
    assert "Rule('a and a and b')" in texts
    assert not any("!" in text or "or" in text for text in texts)


def test_the_source_of_a_collection_and_other_arguments_are_those_of_examples(rules: Path):
    assert texts_of(f"{rules}:Bag.add", "source") == ["[Word('b'), Word('a')]"]
    assert texts_of(f"{rules}:Bag.add", "word") == ["Word('c')"]
    assert texts_of(f"{rules}:Bag.add", "word", fewest=2) == []


def test_without_an_example_the_class_gets_plain_values_and_items(rules: Path):
    assert texts_of(f"{rules}:Cache.get", "self", fewest=2) == []
    assert texts_of(f"{rules}:Cache.get", "self")[0] == "((made := Cache(9)).update(b=0, a=1, c=2) or made)"


def test_a_method_that_decides_by_the_first_item_but_reads_all_is_told(rules: Path):
    told = {}
    for name in ("holds", "holds_lazily"):
        job = {**JOB, "target": f"{rules}:Rule.{name}", "inputs": 40, "seconds": 60, "allow": True, "plans": None}
        told[name] = [fact[0] for fact in answer(job)["facts"]]
    assert "reads all items of 'words' of self" in told["holds"]
    assert "fetches some items of 'words' of self" in told["holds_lazily"]
    assert "reads all items of 'words' of self" not in told["holds_lazily"]


@pytest.mark.slow
def test_tests_of_methods_are_written_on_instances(rules: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["write", f"{rules.name}:Cache", "--inputs", "12"]) == 0
    assert "Cache_get, ((made := Cache(9)).update(b=0, a=1, c=2) or made)" in capsys.readouterr().out
    # The source was read by the constructor, and tells nothing of the method.
    assert main(["write", f"{rules.name}:Bag.first", "--inputs", "12"]) == 0
    assert "(Bag_first, Bag([Word('b'), Word('a')])" in capsys.readouterr().out
