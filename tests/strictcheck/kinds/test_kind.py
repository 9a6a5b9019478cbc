"""A new kind is one class in one file: all features run on polynomials, of which the library knows nothing else."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polynomials import Polynomial, PolynomialKind

from strictcheck import (
    Demand,
    check_all,
    check_spec,
    find_needless,
    nf,
    observe,
    spine,
    upto,
    whnf,
)
from strictcheck.errors import DemandMismatch, NotCertified
from strictcheck.exhaustive import SYMBOLS, Sum
from strictcheck.exhaustive import LayerDomain as Alternative
from strictcheck.generate.partial_consumer import nibble
from strictcheck.kinds import layer as layers
from strictcheck.kinds import table
from strictcheck.mutation.mutants import first_hole, force_first
from strictcheck.pictures import Outline, outline_of
from strictcheck.specs import partial_value
from strictcheck.thunks.proxy import is_thunk

TESTS_FOLDER = Path(__file__).parents[2]


@pytest.fixture(autouse=True, scope="module")
def polynomials() -> Iterator[None]:
    before = [list(table._kinds), dict(layers.OPENINGS), set(table.RESERVED)]
    table.add_kind(PolynomialKind)
    yield
    layers.OPENINGS.clear()
    layers.OPENINGS.update(before[1])
    table._kinds[:] = before[0]
    table.RESERVED.intersection_update(before[2])
    table._classified.cache_clear()


CUBE = Polynomial({0: 7, 1: -2, 3: 5})


def constant(polynomial: Any) -> Any:
    return polynomial[0] + 1


def derived(polynomial: Any) -> Any:
    return Polynomial({n - 1: n * polynomial[n] for n in polynomial.exponents() if n})


def test_a_call_looks_at_the_coefficients_it_reads() -> None:
    seen = observe(constant, CUBE)
    assert seen.result == 8
    assert str(seen.demand) == "Terms(0: 7, 1: _, 3: _)"
    seen.replay()
    assert seen.demand.matches(CUBE)
    assert not seen.demand.matches(Polynomial({0: 7}))


def test_its_demands_are_written_read_and_compared() -> None:
    demand = Demand.parse("Terms(0: 7, 1: _, 3: [_])")
    assert str(demand) == "Terms(0: 7, 1: _, 3: [_])"
    assert Demand.parse(str(demand)) == demand
    assert pickle.loads(pickle.dumps(demand)) == demand
    assert Demand.parse("Terms(0: _, 1: 2, 3: _)") | demand == Demand.parse("Terms(0: 7, 1: 2, 3: [_])")
    assert demand.at((0,)) == Demand.parse("7")
    assert Demand.full(CUBE) == Demand.parse("Terms(0: 7, 1: -2, 3: 5)")
    assert partial_value(Demand.parse("Terms(0: 7, 1: _, 3: 5)"))[3] == 5


CONTEXTS: dict[Any, str] = {
    upto: "Terms(0: _, 1: _, 3: 5)",
    whnf: "Terms(0: _, 1: _, 3: _)",
    nf: "Terms(0: 7, 1: -2, 3: 5)",
    spine: "Terms(0: _, 1: _, 3: _)",
    nibble(0, 1): "Terms(0: _, 1: -2, 3: _)",
    (lambda result: result[3] + 0): "Terms(0: _, 1: _, 3: 5)",
}


@pytest.mark.parametrize(("context", "demand"), CONTEXTS.items())
def test_contexts_ask_for_the_coefficients_of_a_result(context: Any, demand: str) -> None:
    seen = observe(lambda p: p, CUBE, context=upto(Demand.parse(demand)) if context is upto else context)
    assert str(seen.demand) == str(seen.verify().replay().demand) == demand
    assert seen.result is CUBE


def test_a_result_is_made_of_plain_coefficients() -> None:
    assert str(observe(derived, CUBE).demand) == "Terms(0: _, 1: -2, 3: 5)"
    held = observe(lambda p: Polynomial({0: p[0] and p}), CUBE, context=nf).result
    assert held == Polynomial({0: CUBE})
    assert not is_thunk(held[0])


def test_what_a_call_changes_in_a_coefficient_stays_with_the_call() -> None:
    given = Polynomial({0: [1], 1: [2]})
    seen = observe(lambda p: p[0].append(3) or len(p[0]), given).verify()
    assert (seen.result, str(seen.demand)) == (2, "Terms(0: [_], 1: _)")
    assert given == Polynomial({0: [1], 1: [2]})


def test_verify_tells_two_results_apart_by_their_coefficients() -> None:
    calls = iter(range(100))
    seen = observe(lambda p: Polynomial({0: p[0], 1: next(calls)}), CUBE, context=nf)
    with pytest.raises(NotCertified, match=r"2 against 1, at \(1,\)"):
        seen.verify()


def looks_at_the_constant(result: Demand, polynomial: Any) -> Demand:
    return Demand.parse(f"Terms(0: {polynomial[0]}, 1: _)")


def test_check_spec_takes_it() -> None:
    lines = st.builds(lambda constant, slope: Polynomial({0: constant, 1: slope}), st.integers(), st.integers())
    check_spec(constant, looks_at_the_constant, given=[lines])
    with pytest.raises(DemandMismatch, match=r"\n  -   \[0\]: 0\n"):
        check_spec(lambda polynomial: polynomial.exponents(), looks_at_the_constant, given=[lines])


LINES = Sum(
    "line", [Alternative(Polynomial, {0: SYMBOLS, 1: SYMBOLS}, lambda parts: Polynomial(dict(enumerate(parts))))]
)


def test_check_all_takes_it() -> None:
    assert check_all(lambda line: line[0] <= line[1] or line[1] < line[0], LINES, 2).full_inputs == 3
    with pytest.raises(DemandMismatch, match=r"does not hold for Terms\(0: 0, 1: 0\)"):
        check_all(lambda line: line[0] < line[1], LINES, 2)


def test_find_needless_makes_up_other_coefficients() -> None:
    needless = find_needless(observe(lambda p: (p[1] > 0, p[3])[1], CUBE))
    assert [str(demand) for demand in (needless.demand, needless.actual["p"])] == [
        "Terms(0: _, 1: _, 3: 5)",
        "Terms(0: _, 1: -2, 3: 5)",
    ]
    assert not find_needless(observe(constant, CUBE))


def test_a_picture_shows_each_coefficient() -> None:
    seen = observe(constant, CUBE)
    assert outline_of(seen).text().splitlines()[1:4] == [
        "├── polynomial: polynomial of 3 terms",
        "│   ├── [0]: 7  #1",
        "│   ├── [1]: not looked at",
    ]
    assert "polynomial of 3 terms" in Outline(seen.demand).svg()
    assert "polynomial of 3 terms" in Outline(seen.demand).html()


@given(nibbles=st.lists(st.integers(0, 4), max_size=6))
def test_a_random_context_goes_the_same_way_in_the_replay(nibbles: list[int]) -> None:
    seen = observe(derived, CUBE, context=nibble(*nibbles))
    assert seen.replay().demand == seen.demand


SOURCE = """
from polynomials import PolynomialKind
from strictcheck.kinds import add_kind
add_kind(PolynomialKind)

def constant(polynomial):
    return polynomial[0] + 1
"""
TESTS = """
from polynomials import Polynomial
from source import constant
from strictcheck import observe

def test_value():
    assert constant(Polynomial({0: 7, 1: -2})) == 8
    assert observe(constant, Polynomial({0: 7, 1: -2})).result == 8
"""
GOLDEN = """
def test_demand(golden_demand):
    assert observe(constant, Polynomial({0: 7, 1: -2})).demand == golden_demand
"""


MUTANTS = {"whnf": "Terms(0: _, 1: _, 3: _)", "nf": "Terms(0: 7, 1: -2, 3: 5)"}


@pytest.mark.parametrize(("mutant", "demand"), MUTANTS.items())
def test_mutants_look_at_more(mutant: str, demand: str) -> None:
    assert str(observe(lambda p: [force_first(mutant, p)], CUBE).demand) == demand


def test_a_mutant_knows_the_next_coefficient() -> None:
    assert first_hole(Demand.parse("Terms(0: 7, 1: _, 3: _)")) == (1,)
    assert first_hole(Demand.parse("Terms(0: 7, 1: -2, 3: 5)")) is None


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that brings polynomials with it."""
    (tmp_path / "source.py").write_text(SOURCE)
    (tmp_path / "test_source.py").write_text(TESTS)
    monkeypatch.setenv("PYTHONPATH", ":".join([str(TESTS_FOLDER), str(TESTS_FOLDER.parent)]))
    return tmp_path


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    done = [sys.executable, "-m", *command]
    return subprocess.run(done, cwd=project, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_mutate_finds_what_the_tests_do_not_notice_and_a_golden_demand_mends_it(project: Path) -> None:
    survived = run(project, "strictcheck", "mutate", "source.py::constant")
    assert survived.returncode == 1, survived.stdout + survived.stderr
    (project / "test_source.py").write_text(TESTS + GOLDEN)
    assert run(project, "pytest", "-q", "-p", "no:cacheprovider", "--demand-update").returncode == 0
    assert "Terms(0: 7, 1: _)" in (project / "__demands__" / "test_source.json").read_text()
    killed = run(project, "strictcheck", "mutate", "source.py::constant")
    assert killed.returncode == 0, killed.stdout + killed.stderr
