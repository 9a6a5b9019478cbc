"""Two versions are compared call by call; the same version has no differences from itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from strictcheck.cli import main
from strictcheck.profiles import profile as profiles
from strictcheck.profiles.comparing import ProfileComparison, compare
from strictcheck.profiles.profile import CodeVersion, Profile, measure
from strictcheck.profiles.profile import answer as in_process

BEFORE = """
from itertools import islice
import random

def first(items): return next(iter(items))
def numbered(items): return enumerate(items)
def halves(items, n): return islice(items, n)
def total(xs: list[int]): return sum(xs)
def passed_on(items, f): return map(f, items)
def port(config): return config["a"] + 1
def handed(config): return [config["a"], config["b"]]
def kept(items): return [x for x in items if x]
def shuffled(items): return sorted(items, key=lambda _: random.SystemRandom().random())
def parted(predicate, items): return ((x for x in one if predicate(x)) for one in (items,))
def sizes(lists): return [len(one) for one in lists]
def renamed(items): return list(items)
def taking(n): return lambda items: list(islice(items, n))
def all_of(*xs): return [x[0] for x in xs if x]
def size_of(members: set): return 0
def broken(items): return items[0] if items == [] else list(items)
def handed_on(items): return iter(items)
def waiting(xs): return lambda: list(xs)
def every(xs, predicate=None): return all(predicate(x) for x in xs) if predicate else all(xs)
def limited(xs, start=0, stop=None): return islice(xs, start, stop)
def two_of(items): return islice(map(abs, items), 2)
def stuttered(items): return (x for x in items for _ in range(30))
def ids(events): return [event["id"] for event in events]
def next_ids(events): return [event["id"] + 1 for event in events]
def tags(events): return [event.get("id") for event in events]
def debug(config): return [config["a"] if "a" in config else None, config.get("b")]
def up_to(items, n): return islice(items, n or None)
class Cached:
    def __init__(self, rows): self.rows, self._first = rows, None
    def first(self):
        if self._first is None: self._first = next(iter(self.rows), 0)
        return self._first
"""
AFTER = """
from itertools import chain, islice
import random

def first(items): return list(items)[0]
def numbered(items): return iter(list(enumerate(items)))
def halves(items, n): return iter(list(items)[:n]) if n else iter(())
def total(xs: list[int]): return sum(xs) if sum(xs) < 99 else 99
def passed_on(items, f): return (f(f(x)) for x in items)
def port(config): return dict(config)["a"] + 1
def handed(config): return [config["a"], config["b"] + 1]
def kept(items): return [x for x in items if x]
def shuffled(items): return sorted(items, key=lambda _: random.SystemRandom().random())
def parted(predicate, items): return ((x for x in one if predicate(x) and predicate(x)) for one in (items,))
def sizes(lists): return [len([*one]) for one in lists]
def renamed_again(items): return list(items)
def taking(n): return lambda items: list(islice(items, n + 1))
def all_of(*xs): return [sum(x[:1]) for x in xs if x]
def size_of(members: set): return 0 * len(members)
def broken(items): return items[0] if items == [] else items.other
def handed_on(items): yield from items
def waiting(xs): return lambda: list(xs)
def every(xs, callback=None): return all([callback(x) for x in xs]) if callback else all(xs)
def limited(xs, start=0, end=None): return islice(xs, start, end)
def two_of(items):
    items = map(abs, items)
    head = list(islice(items, 1))
    return islice(chain(head, islice(items, 2) if head != [0] else [*items]), 2)
def stuttered(items): return (x for x in items for _ in range(13))
def ids(events): return [dict(event)["id"] for event in events]
def next_ids(events): return [dict(event)["id"] + 1 for event in events]
def tags(events): return [dict(event).get("id") for event in events]
def debug(config): return [config.get("a"), config["b"] if "b" in config and "b" in config else None]
def up_to(items, n):
    for at, one in enumerate(items):
        if at >= n: return
        yield one
class Cached:
    def __init__(self, rows): self.rows, self._first = rows, None
    def first(self):
        if self._first is None: self._first = ([*self.rows] or [0])[0]
        return self._first
"""


def answer_here(_: object, jobs: dict[str, Any]) -> Iterator[Any]:
    for name, job in jobs.items():
        yield name, in_process({**job, "seconds": 60})


def profile(folder: Path, text: str, like: Profile | None = None) -> Profile:
    """Measure a version in this process: nothing in it does harm, and processes take long to start."""
    folder.mkdir()
    (folder / "versions.py").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(profiles, "_answers", answer_here)
        measured = measure(CodeVersion(folder.name, (str(folder),)), "versions.py", like=like, inputs=12, allow=True)
    measured.functions = json.loads(json.dumps(measured.functions))
    return measured


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, Profile]:
    folder = tmp_path_factory.mktemp("versions")
    old = profile(folder / "old", BEFORE)
    return old, profile(folder / "new", AFTER, like=old)


@pytest.fixture(scope="module")
def compared(versions: tuple[Profile, Profile]) -> ProfileComparison:
    return compare(*versions)


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("first", "more", "fetches 2 of items at the call, before 1"),
        ("numbered", "earlier", "fetches 1 of items at the call, before 0"),
        ("halves", "more", "fetches 2 of items for all results, before 1"),
        ("total", "twice", "fetches a part of xs 2 times at the call, before 1"),
        ("passed_on", "more", "calls f 2 times for all results, before 1"),
        ("handed", "more", "looks at 1 of config for all results, before 0"),
        ("taking", "more", "fetches 1 of the result's argument for all results, before 0"),
        ("all_of", "more", "looks at 1 of xs[1] for all results, before 0"),
        ("size_of", "more", "now looks at members as a whole, at the call"),
        ("every", "more", "fetches 3 of xs at the call, before 2"),
        # Of more results nobody knows if it fetches more in the end.
        ("stuttered", "earlier", "fetches 3 of items for the first 40 results, before 2"),
        # To list the keys of an element is to look at each of them.
        ("ids", "more", "fetches 3 inside of the elements of events for all results, before 1"),
        ("next_ids", "more", "fetches 3 inside of the elements of events for all results, before 1"),
        ("tags", "more", "fetches 2 inside of the elements of events for all results, before 0"),
        ("Cached.first", "more", "fetches 2 inside of the elements of self at the call, before 1"),
        ("parted", "more", "calls predicate 2 times for all results and their items, before 1"),
    ],
)
def test_each_change_is_named_with_the_smallest_call(compared: ProfileComparison, name: str, kind: str, sentence: str):
    found = [one for one in compared.differences if one.function == name and one.kind in ("more", "twice", "earlier")]
    assert [one.kind for one in found] == [kind]
    assert found[0].sentence() == sentence


def test_a_rare_more_does_not_hide_a_frequent_earlier(compared: ProfileComparison, versions: tuple[Profile, Profile]):
    found = [one for one in compared.differences if one.function == "two_of"]
    assert [one.kind for one in found] == ["more", "earlier"]
    assert found[0].shown < found[1].shown
    assert [one.kind for one in compare(*reversed(versions)).differences if one.function == "two_of"] == [
        "less",
        "later",
    ]


def test_more_is_told_also_where_the_result_differs_and_less_beside_it(versions: tuple[Profile, Profile]):
    for pair, is_more_alike in ((versions, True), (versions[::-1], False)):  # for an n of 0 it is the other way round
        found = compare(*pair)
        told = {one.kind: one.same_result for one in found.differences if one.function == "up_to"}
        assert told == {"more": is_more_alike, "less": not is_more_alike}
        assert "up_to" in found.other_results


def test_the_other_way_round_more_is_less(versions: tuple[Profile, Profile]):
    new, old = versions
    kinds = {one.function: one.kind for one in compare(old, new).differences}
    assert kinds["first"] == "less"
    assert kinds["numbered"] == "later"
    assert [kinds[name] for name in ("ids", "next_ids", "tags")] == ["less"] * 3


def test_no_more_is_shown_than_there_is(compared: ProfileComparison):
    assert not {"kept", "shuffled", "sizes", "handed_on", "debug"} & {one.function for one in compared.differences}
    assert {"kept", "sizes", "handed_on", "debug"} <= {*compared.compared}
    assert compared.not_compared == ["shuffled", "broken", "waiting"]
    assert compared.removed == ["renamed"]
    assert compared.partly == ["all_of", "limited"]  # of lists of lists, and with `stop`


def test_calls_with_other_values_are_not_compared(versions: tuple[Profile, Profile]):
    old, new = deepcopy(versions)
    calls = new.functions["size_of"]["measured"][0]["calls"]  # Hypothesis draws near constants of the code
    before = compare(old, new)
    calls[next(iter(calls))] = "size_of({77})"
    assert compare(old, new).inputs == before.inputs - 1


@pytest.mark.slow
def test_a_version_does_not_differ_from_itself(versions: tuple[Profile, Profile], tmp_path: Path):
    old, _ = versions
    again = profile(tmp_path / "again", BEFORE, like=old)
    assert compare(old, again).differences == []


def test_a_command_fails_on_what_is_more_unless_it_is_told_on_what(
    versions: tuple[Profile, Profile], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for name, version in zip(("old", "new"), deepcopy(versions), strict=True):
        del version.functions["up_to"]  # it looks at more either way
        (tmp_path / name).with_suffix(".json").write_text(json.dumps(version.to_json()))
    back = ["diff", str(tmp_path / "new.json"), str(tmp_path / "old.json"), "versions"]
    assert main(back) == 0
    assert "first looks at less: fetches 1 of items at the call, before 2" in capsys.readouterr().out
    assert main([*back, "--fail-on", "less"]) == 1
    assert main(["diff", back[2], back[1], "versions"]) == 1


def test_a_profile_is_the_same_when_it_is_read_back(versions: tuple[Profile, Profile], tmp_path: Path):
    old, new = versions
    (tmp_path / "old.json").write_text(json.dumps(old.to_json()))
    read = Profile.read(tmp_path / "old.json")
    assert read.to_json() == json.loads(json.dumps(old.to_json()))
    # A file has the demands of some inputs only, and of these the smallest call is shown.
    of_file, of_memory = (
        {(one.function, one.kind, one.shown) for one in compare(one, new).differences} for one in (read, old)
    )
    assert of_file == of_memory
