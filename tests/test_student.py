"""The engine of the notebook on audits: each version is what the story says it is."""

from __future__ import annotations

from functools import cache

import pytest
from long_runs import size
from student import as_engine, audit_of, changes, check_values, choose, choose_again, choose_well, random_games

from lazytree import Max, from_nested
from lazytree.engines.adapters import EngineAnswer, MissingExtra
from lazytree.engines.audit import Cause, audit

pytestmark = pytest.mark.usefixtures("without_repair")
GAMES = random_games(150, seed=0)
VERSIONS = {"choose": choose, "choose_again": choose_again, "choose_well": choose_well}


@cache
def audited(name):
    """The audit of a version, made once for all tests that read it."""
    return audit(as_engine(VERSIONS[name]), GAMES[: size(40, 150)], costs=False)


@pytest.mark.parametrize("name", VERSIONS)
def test_no_test_of_values_finds_anything_wrong(name):
    assert check_values(VERSIONS[name], GAMES) == len(GAMES)


def test_the_check_of_values_finds_a_wrong_value():
    with pytest.raises(AssertionError):
        check_values(lambda board: (10**6, 0), GAMES)


@pytest.mark.parametrize(
    ("name", "cause"), [("choose", Cause.WIDE_ROOT), ("choose_again", Cause.WRONG_MOVE), ("choose_well", Cause.AS_LAZY)]
)
def test_the_audit_finds_what_is_wrong_with_each_version(name, cause):
    assert audited(name).causes == (cause,)
    assert audited(name).values["wrong"] == 0


def test_the_line_to_blame_is_the_one_that_is_mended():
    example = audited("choose").example
    blamed = next(line for line in example.lines if line.function == "choose")
    with open(blamed.file, encoding="utf-8") as file:
        line = file.read().splitlines()[blamed.number - 1]
    assert f"- {line}" in changes(choose, choose_again)


@pytest.mark.parametrize(("before", "after"), [("choose", "choose_again"), ("choose_again", "choose_well")])
def test_each_fix_is_of_one_line(before, after):
    assert [line[0] for line in changes(VERSIONS[before], VERSIONS[after]).splitlines()] == ["-", "+"]


def test_the_second_version_plays_a_move_that_it_has_not_seen_to_the_end():
    game = from_nested([1, [1, 0]])
    assert as_engine(choose_again).solve(game) == EngineAnswer(1, 1)
    assert as_engine(choose_well).solve(game) == EngineAnswer(1, 0)


def test_the_games_are_those_that_the_engine_is_made_for():
    assert len(GAMES) == 150
    assert all(isinstance(game, Max) for game in GAMES)


def test_without_the_package_the_report_is_a_line_that_says_what_to_install(monkeypatch):
    def absent(name):
        raise MissingExtra(f'the adapter {name} needs {name}; pip install "strictcheck[engines]"')

    monkeypatch.setattr("student.engines_of", absent)
    assert audit_of("easyAI", "easyAI Negamax") == 'the adapter easyAI needs easyAI; pip install "strictcheck[engines]"'
