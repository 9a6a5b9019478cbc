"""The examples hold: right specs pass, wrong twins are caught, and the Haskell original says the same."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import textwrap
from typing import Any

import haskell
import pytest
from haskell_examples import knapsack, lists, rotation, zipping
from haskell_examples.conslists import cons, heads, items, listed
from hypothesis import strategies as st
from places import GOLDEN as GOLDEN_DATA
from places import TESTS

from strictcheck import Demand, check_spec, delay, force, observe, whnf
from strictcheck.errors import BlackHole, DemandMismatch

GOLDEN = [json.loads(line) for line in (GOLDEN_DATA / "lists.jsonl").read_text().splitlines()]
TABLES = {"table": st.fixed_dictionaries({place: st.integers(0, 9) for place in knapsack.PLACES})}
LOOK_UPS = st.sampled_from(knapsack.PLACES).map(knapsack.LookUp)

RIGHT = [
    (lists.length, lists.length_spec),
    (lists.take, lists.take_spec),
    (lists.take_eager, lists.take_eager_spec),
    (lists.map_list, lists.map_spec),
    (lists.append, lists.append_spec),
    (lists.reverse, lists.reverse_spec),
    (zipping.zip_lists, zipping.zip_spec),
    (zipping.zip_to_the_end, zipping.zip_to_the_end_spec),
    (rotation.rotate, rotation.rotate_spec),
    (rotation.rotate, rotation.rotate_by_padding_spec),
    (rotation.rotate_naively, rotation.rotate_simple_spec),
]
WRONG = [
    (lists.length_of_integers, lists.length_spec),
    (lists.take, lists.take_too_easy_spec),
    (lists.take_eager, lists.take_spec),
    (lists.take, lists.take_eager_spec),
    (lists.map_at_once, lists.map_spec),
    (lists.append_with_shortcut, lists.append_spec),
    (lists.reverse, lists.reverse_hopeful_spec),
    (zipping.zip_lists, zipping.zip_symmetric_spec),
    (zipping.zip_to_the_end, zipping.zip_spec),
    (zipping.zip_lists, zipping.zip_to_the_end_spec),
    (rotation.rotate, rotation.rotate_simple_spec),
    (rotation.rotate_naively, rotation.rotate_spec),
    (rotation.rotate_naively, rotation.rotate_by_padding_spec),
]


def named(pairs):
    return [f"{function.__name__}-{spec.name}" for function, spec in pairs]


@pytest.mark.parametrize(("function", "spec"), RIGHT, ids=named(RIGHT))
def test_right_specs_pass(function, spec):
    check_spec(function, spec)


@pytest.mark.parametrize(("function", "spec"), WRONG, ids=named(WRONG))
def test_wrong_twins_are_caught_with_a_small_call(function, spec):
    with pytest.raises(DemandMismatch) as caught:
        check_spec(function, spec)
    found = caught.value.counterexample
    assert sum(demand.size for demand in found.arguments.values()) <= 6
    assert found.path in [(), ("head",), ("tail",)]
    if found.how == "more":
        assert "/haskell_examples/" in str(found).replace("\\", "/")


LISTS = [listed(range(length)) for length in range(4)]
TWINS = [
    (lists.length, lists.length_of_integers, [LISTS]),
    (lists.take, lists.take_eager, [range(5), LISTS]),
    (lists.append, lists.append_with_shortcut, [LISTS, LISTS]),
    (zipping.zip_lists, zipping.zip_to_the_end, [LISTS, LISTS]),
    (rotation.rotate, rotation.rotate_naively, [LISTS, LISTS]),
]


@pytest.mark.parametrize(("function", "twin", "arguments"), TWINS)
def test_twins_return_the_same(function, twin, arguments):
    for args in itertools.product(*arguments):
        assert plain(function(*args)) == plain(twin(*args))


def plain(value):
    return value if isinstance(value, int) else list(items(value))


def test_a_cell_delays_its_tail():
    cell = cons(1, lambda: pytest.fail("looked"))
    assert cell.head == 1
    demand = observe(lambda xs: xs.tail.head, listed([1, 2, 3])).demand
    assert heads(demand) == ((Demand(), Demand.parse("2")), False)


@pytest.mark.slow
def test_a_long_list_is_no_problem():
    assert lists.length(lists.append(listed(range(20_000)), listed(range(20_000)))) == 40_000
    assert next(items(lists.reverse(listed(range(100_000))))) == 99_999


# Against the Haskell original

SPECS = {
    "length": [lists.length_spec],
    "take": [lists.take_spec],
    "take'": [lists.take_eager_spec],
    "map": [lists.map_spec],
    "append": [lists.append_spec],
    "reverse": [lists.reverse_spec],
    "zip": [zipping.zip_spec],
    "rot": [rotation.rotate_spec, rotation.rotate_by_padding_spec],
}


@pytest.mark.parametrize("name", SPECS)
def test_specs_expect_what_the_haskell_original_demands(name):
    checked = 0
    for line in (line for line in GOLDEN if line["fn"] == name):
        if line["result_demand"] is None:
            continue  # in Haskell the call has not begun; in Python it has, to the outermost layer
        args = tuple(map(haskell.argument, line["args"]))
        observation = observe(haskell.FUNCTIONS[name], *args, context=haskell.context_of(line["context"]))
        for spec in SPECS[name]:
            expected = spec.expected(list(observation.demands), observation.result_demand, (args, {}), whnf)
            assert [haskell.as_json(demand) for demand in expected.values()] == line["input_demands"], line
        checked += 1
    assert checked > 20


# The knapsack


def test_both_steps_make_the_same_table_of_another():
    table = {place: sum(place) for place in knapsack.PLACES}
    assert {place: force(entry) + 0 for place, entry in knapsack.step(table).items()} == knapsack.step_strict(table)


def test_the_lazy_step_has_a_fixpoint_and_the_strict_one_has_none():
    table = knapsack.fixpoint(knapsack.step)
    assert [table[1, room] + 0 for room in range(knapsack.LIMIT + 1)] == [0, 6, 10, 16]
    with pytest.raises(BlackHole):
        force(knapsack.fixpoint(knapsack.step_strict))


def test_the_spec_tells_the_steps_apart():
    check_spec(knapsack.step, knapsack.step_spec, given=TABLES, contexts=LOOK_UPS)
    check_spec(knapsack.step, knapsack.step_spec, given=TABLES)
    with pytest.raises(DemandMismatch, match="step_strict also looks at table"):
        check_spec(knapsack.step_strict, knapsack.step_spec, given=TABLES, contexts=LOOK_UPS)


def test_an_entry_that_needs_itself_is_not_there():
    table: Any = delay(lambda: {"x": table["x"]})
    with pytest.raises(BlackHole):
        force(table)


# As pytest prints it


@pytest.mark.slow
def test_pytest_prints_the_pictures_that_the_documentation_shows(tmp_path):
    (tmp_path / "test_twins.py").write_text(
        textwrap.dedent(
            """
            from strictcheck import check_spec
            from haskell_examples import lists, rotation, zipping

            def test_length():
                check_spec(lists.length_of_integers, lists.length_spec)

            def test_zip():
                check_spec(zipping.zip_lists, zipping.zip_symmetric_spec)

            def test_rotate():
                check_spec(rotation.rotate, rotation.rotate_simple_spec)
            """
        )
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", f"pythonpath={TESTS}"]
    wide = {**os.environ, "COLUMNS": "200"}  # pytest wraps at the width of the terminal
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=wide, check=False)
    printed = {line.removeprefix("E").strip() for line in done.stdout.splitlines() if line.startswith("E  ")}
    assert "3 failed" in done.stdout
    for module, function in ((lists, "length_of_integers"), (zipping, "zip_lists"), (rotation, "rotate")):
        shown = picture(module.__doc__, function)
        assert len(shown) > 6
        missing = [line for line in shown if line not in printed and "at ..." not in line]
        assert missing == []


def picture(documentation: str, function: str) -> list[str]:
    """The lines of the counterexample to this function in a docstring."""
    lines = documentation.splitlines()
    start = next(
        i for i, line in enumerate(lines) if line.startswith(f"strictcheck.errors.DemandMismatch: {function} ")
    )
    rest = lines[start:]
    end = next((i for i, line in enumerate(rest) if not line or line.startswith(">>>")), None)
    return [line.strip() for line in rest[:end]]
