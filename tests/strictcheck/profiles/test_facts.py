"""Facts are true of functions whose demand is known, and none is told that a run speaks against."""

from __future__ import annotations

import pytest

from strictcheck.profiles.facts import Fact, facts_of
from strictcheck.profiles.processes import Place, Profile, measure

KNOWN = """
from itertools import chain, groupby, islice, pairwise

def lazily(items, f): return map(f, items)
def ahead(items): return pairwise(items)
def chunks(items, n):
    items = iter(items)
    return iter(lambda: tuple(islice(items, n)), ()) if n else iter(())
def eager(items): return iter(sorted(items))
def eager_at_first(items): yield from sorted(items)
def head(items): return next(iter(items), None)
def until(predicate, items):
    for item in items:
        if predicate(item):
            return item
def kept(predicate, items): return filter(predicate, items)
def some(items): return any(items)
def ordered(items): return all(a <= b for a, b in pairwise(items))
def twice(xs: list[int]): return sum(xs) / (sum(xs) + 1)
def port(config): return config["a"]
def ignored(items, f): return 0
def looked_up(keys, config): return [config.get(key) for key in keys]
def later(items, f): return lambda: list(map(f, items))
def last(items): return list(items)[-1]
def peeked(items, n):
    items = iter(items)
    first = list(islice(items, n))
    return chain(first, items)
def half_known(items, n): return islice(items, n if n else 2)
def changing(items, n): return list(islice(items, n * n))
def adds(n: int): return n + 1
def wants_a_file(path): return path.read_text()
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    folder = tmp_path_factory.mktemp("known")
    (folder / "known.py").write_text(KNOWN)
    return measure(Place("here", (str(folder),)), "known", inputs=40)


def facts(known: Profile, name: str) -> list[Fact]:
    return facts_of(known.functions[name]["measured"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("lazily", "usual: fetches nothing of items until asked"),
        ("lazily", "usual: passes the items of items on without a look"),
        ("lazily", "fetches an item of items for each result"),
        ("lazily", "calls f once for each item of items that it fetches"),
        ("ahead", "fetches an item of items for each result, and is one ahead"),
        ("chunks", "fetches n items of items for each result"),
        ("eager", "reads all of items at the call"),
        ("eager_at_first", "usual: fetches nothing of items until asked"),
        ("eager_at_first", "reads items to the end before the first result"),
        ("head", "fetches 1 item of items in all"),
        ("until", "stops at the first item of items to which predicate says yes"),
        ("kept", "fetches items up to the next item to which predicate says yes, for each result"),
        ("some", "stops at the first item of items that is true"),
        ("twice", "looks at each item of xs that it fetches"),
        ("ordered", "stops at the first item of items that is less than the one before"),
        ("twice", "fetches the items of xs 2 times, if it is a list"),
        ("port", "reads only 'a' of config"),
        ("ignored", "never calls f"),
        ("last", "reads all of items"),
        ("peeked", "fetches n items of items at the call"),
        ("half_known", "fetches n items of items in all, except with n = 0"),
    ],
)
def test_functions_are_described_as_they_are(known: Profile, name: str, sentence: str):
    found = facts(known, name)
    assert sentence in [f"usual: {fact.sentence}" if fact.usual else fact.sentence for fact in found]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("changing", ["nothing", "in all", "stops", "reads all"]),
        ("until", ["for each result", "1 item", "reads all", "that is true"]),
        ("eager", ["until asked", "for each result"]),
        ("lazily", ["ahead", "never", "once for each result"]),
        ("twice", ["3 times"]),
        ("looked_up", ["only"]),
        ("later", ["call"]),
        ("last", ["1 item"]),
        ("ignored", ["reads", "looks"]),
    ],
)
def test_nothing_is_told_that_is_not_so(known: Profile, name: str, words: list[str]):
    assert [fact.sentence for fact in facts(known, name) if any(word in fact.sentence for word in words)] == []


def test_a_fact_says_how_many_inputs_could_have_refuted_it(known: Profile):
    (fact,) = [fact for fact in facts(known, "ahead") if "ahead" in fact.sentence]
    assert 4 <= fact.telling < fact.tried == 40
    # Three of the runs, with the demand for which it speaks.
    assert [row["context"] in ("2 results", "3 results") for row in fact.why] == [True] * 3


def test_no_facts_but_a_reason(known: Profile):
    assert facts(known, "adds") == []
    assert known.functions["adds"]["measured"]
    assert facts(known, "wants_a_file") == []
    assert known.functions["wants_a_file"]["reasons"][0].startswith("raises AttributeError")
