"""The command line, as a user meets it: what it prints, how it fails, and what it says to the shell."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from long_runs import size
from places import GOLDEN as GOLDEN_DATA

import lazytree
from lazytree import INT64, SEARCHES, alphabeta, leaves, minimax
from lazytree.cli import main
from lazytree.games import from_json
from lazytree.games.traversals import forced_leaves
from strictcheck import Demand, observe

GOLDEN = GOLDEN_DATA / "games.jsonl"
TEXTBOOK = {"max": [{"min": [3, 12, 8]}, {"min": [2, 4, 6]}, {"min": [14, 5, 2]}]}
COMMAND = [sys.executable, "-m", "lazytree"]
# Output is buffered as it is for most users, whatever the environment of the tests says.
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def run(capsys, *arguments):
    """Exit status, standard output, standard error."""
    try:
        status = main(arguments)
    except SystemExit as error:
        status = error.code
    return status, *capsys.readouterr()


def written(tmp_path, *lines):
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
    return str(file)


# observe


def test_observe_writes_value_leaves_and_demand_in_columns(capsys, tmp_path):
    file = written(tmp_path, json.dumps(TEXTBOOK))
    status, out, err = run(capsys, "observe", "--search", "alphabeta", file)
    value, leaves, demand = out.rstrip("\n").split("\t")
    assert (status, err, value) == (0, "", "3")
    assert json.loads(leaves) == [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0], [2, 1], [2, 2]]
    assert demand == "Max([Min([End(3), End(12), End(8)]), Min([End(2), _, _]), Min([End(14), End(5), End(2)])])"


def test_observe_writes_json_whose_demand_reads_back(capsys, tmp_path):
    file = written(tmp_path, json.dumps(TEXTBOOK))
    _, out, _ = run(capsys, "observe", "--search", "alphabeta", "--json", file)
    found = json.loads(out)
    assert list(found) == ["value", "leaves", "demand"]
    assert Demand.parse(found["demand"], lazytree) == observe(alphabeta, from_json(TEXTBOOK)).demand


def test_observe_with_leaves_only_lists_repeats_and_has_no_demand(capsys, tmp_path):
    file = written(tmp_path, '{"max": [3, {"min": [5, 4]}, 2]}')
    _, out, _ = run(capsys, "observe", "--search", "negascout", "--leaves", "--json", file)
    assert json.loads(out) == {"value": 4, "leaves": [[0], [1, 0], [1, 1], [1, 0], [1, 1], [2]]}
    _, out, _ = run(capsys, "observe", "--search", "alphabeta", "--leaves", file)
    assert out == "4\t[[0], [1, 0], [1, 1], [2]]\n"


def test_observe_agrees_with_the_golden_data(capsys, tmp_path):
    """Values are the recorded ones, and exactly the recorded leaves are forced.

    The recorded search knew the bounds of its scores, so it stops when it meets one; these games are left out.
    """
    lines = GOLDEN.read_text().splitlines()[:: size(8, 1)]
    golden = [json.loads(line) for line in lines]
    status, out, _ = run(capsys, "observe", "--search", "lattice", "--json", written(tmp_path, *lines))
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [line["value"] for line in found] == [line["minimax"] for line in golden]
    within = [number for number, line in enumerate(golden) if not {INT64.low, INT64.high} & set(scores(line["tree"]))]
    assert len(within) > size(50, 400)
    for number in within:
        assert sorted(found[number]["leaves"]) == sorted(recorded(golden[number]["demand"]))


def scores(tree):
    return [score for _, score in leaves(from_json(tree))]


def recorded(demand, path=()):
    """The leaves that a recorded demand has looked at; recursion will do for games of a few plies."""
    match demand:
        case {"end": score}:
            return [] if score is None else [list(path)]
        case {"max": cells} | {"min": cells}:
            found, index = [], 0
            head, rest = (cells["head"], cells["tail"]) if cells else (None, "nil")
            while True:
                found += recorded(head, (*path, index))
                if not isinstance(rest, dict):
                    return found
                head, rest = rest["cons"]
                index += 1
        case _:
            return []


@pytest.mark.parametrize("name", SEARCHES)
def test_observe_takes_every_search_by_its_name(capsys, tmp_path, name):
    status, out, _ = run(capsys, "observe", "--search", name, "--json", written(tmp_path, "5", json.dumps(TEXTBOOK)))
    first, second = map(json.loads, out.splitlines())
    expected = observe(SEARCHES[name], from_json(TEXTBOOK))
    assert (status, first) == (0, {"value": 5, "leaves": [[]], "demand": "End(5)"})
    assert second["value"] == expected.result
    assert second["leaves"] == [list(path) for path in forced_leaves(expected)]


def test_list_prints_every_name_on_a_line_of_its_own(capsys):
    for command in ("observe", "compare"):
        status, out, err = run(capsys, command, "--list")
        assert (status, out.splitlines(), err) == (0, list(SEARCHES), "")


def test_a_line_may_be_an_object_that_has_a_tree_and_blank_lines_do_not_count(capsys, tmp_path):
    file = written(tmp_path, "\ufeff" + json.dumps({"id": 1, "tree": {"min": [2, 1]}}), "  ", "7\r", "")
    assert (
        run(capsys, "observe", "--search", "minimax", file)[1]
        == "1\t[[0], [1]]\tMin([End(2), End(1)])\n7\t[[]]\tEnd(7)\n"
    )


def test_a_dash_reads_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4\n[]\n")))
    status, out, err = run(capsys, "observe", "--search", "minimax", "-")
    assert (status, out) == (2, "4\t[[]]\tEnd(4)\n")
    assert "observe: standard input:2: " in err


def deep(plies):
    return '{"max": [0, {"min": [9, ' * (plies // 2) + "5" + "]}]}" * (plies // 2)


def is_readable(text):
    try:
        return bool(json.loads(text))
    except RecursionError:
        return False


@pytest.mark.slow
def test_a_game_as_deep_as_json_can_be_is_observed(capsys, tmp_path):
    """Python 3.11 reads some hundred plies, later ones thousands; in a thread of its own, without pytest's frames."""
    plies = next(plies for plies in (3_000, 1_000, 450) if is_readable(deep(plies)))
    file = written(tmp_path, deep(plies))
    for name in ("minimax", "lattice", "lattice-naive"):
        with ThreadPoolExecutor(1) as thread:
            status, out, _ = thread.submit(run, capsys, "observe", "--search", name, "--json", file).result()
        assert status == 0
        assert json.loads(out)["leaves"][-1] == [1] * plies


BAD = {
    "{": "not JSON: Expecting property name",
    "no": "not JSON: Expecting value at column 1",
    "1 2": "not JSON: Extra data at column 3",
    "NaN": "NaN is not JSON",
    '{"max": [1, NaN]}': "NaN is not JSON",
    "-Infinity": "-Infinity is not JSON",
    "1e999": "1e999 is too large",
    "9" * 5_000: "not a score: Exceeds the limit",
    "[1, 2]": "at the top: [1, 2]; expected a number",
    '"\\n"': "at the top: '\\n'; expected a number",
    "true": "at the top: True; expected a number",
    '{"max": []}': 'at the top: {"max": []}; expected at least one child',
    '{"tree": {"max": [1, {"min": []}]}}': 'at [1]: {"min": []}; expected at least one child',
    '{"max": [1], "min": [2]}': "expected a number",
    '{"max": [1], "max": [2]}': "an object has the key 'max' twice",
    '{"max": [{"min": [2]}, {"min": [3], "m\\u0069n" : [4]}]}': "an object has the key 'min' twice",
    '{"max": ' + "[" * 100_000: "nested too deep for Python's JSON reader",
    b"\xff": "not UTF-8: byte 1 is 0xff",
    '{"max": [1, [2, 3]': "not JSON: Expecting ',' delimiter at column 19",
    '{"NaN": 1, "max": [NaN]}': "NaN is not JSON, and no score that a search could order",
}


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:20])
def test_a_bad_line_ends_it_with_one_line_that_says_where_and_what(capsys, tmp_path, line):
    file = written(tmp_path, "1", "", line, "2")
    status, out, err = run(capsys, "observe", "--search", "minimax", "--json", file)
    assert status == 2
    assert out == '{"value": 1, "leaves": [[]], "demand": "End(1)"}\n'
    assert err.startswith(f"python -m lazytree observe: {file}:3: ")
    assert BAD[line] in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["guess"], "invalid choice: 'guess'"),
        (["observe", "--search", "minimax", "no such file"], "no such file: No such file or directory"),
        (["observe", "--search", "minimax", "/"], "/: Is a directory"),
        (["observe", "--search", "minimx", "-"], "no search is called 'minimx'; did you mean minimax"),
        (["observe", "-"], "the following arguments are required: --search"),
        (["compare", "--games", "0"], "argument --games: expected a positive whole number, got '0'"),
        (["compare", "--games", "many"], "argument --games: expected a positive whole number, got 'many'"),
        (["compare", "--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["compare", "--against", "?"], "no search is called '?'; there are minimax, "),
        (["compare", "--search", "lattice"], "lattice is compared with itself, so nothing is checked"),
        (["prove", "--against", "alphabeta"], "alphabeta is compared with itself, so nothing is checked"),
        (["compare", "--search", "SSS*"], "no search is called 'SSS*'; did you mean sss?"),
        (
            ["compare", "--search", "mine.py:best"],
            "for one of your own there are python -m lazytree grade FILE.py:NAME",
        ),
    ],
)
def test_bad_arguments_give_one_line_and_status_2(capsys, arguments, message):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_lines_are_written_before_the_next_game_is_read():
    with subprocess.Popen(
        [*COMMAND, "observe", "--search", "minimax", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=BUFFERED
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"1\t[[]]\tEnd(1)\n"


def test_a_reader_who_leaves_early_causes_no_complaint(tmp_path):
    file = written(tmp_path, *["1"] * 2_000)
    with subprocess.Popen(
        [*COMMAND, "observe", "--search", "minimax", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=BUFFERED
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


# compare


def test_compare_says_that_the_two_alpha_betas_agree(capsys):
    status, out, err = run(capsys, "compare", "--games", "40", "--seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("alphabeta against lattice on 40 random games, seed 1\n")
    assert [line.split("  ")[0] for line in out.splitlines()[2:5]] == ["40 of 40"] * 3
    assert "1 leaf " in out
    assert "over 1,000 leaves" in out
    assert "cut off" in out


@pytest.mark.slow
def test_compare_draws_the_same_games_for_the_same_seed(capsys):
    first, again, other = (run(capsys, "compare", "--games", "10", "--seed", seed)[1] for seed in "112")
    assert first == again
    assert first.splitlines()[1:] != other.splitlines()[1:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "values_differ"),
    [
        ("broken-strict-cutoff", False),
        pytest.param("broken-wide-root", False, marks=pytest.mark.slow),
        ("broken-kept-window", True),
    ],
)
def test_compare_finds_each_planted_bug_writes_the_smallest_game_and_draws_one_that_tells(capsys, name, values_differ):
    status, out, _ = run(capsys, "compare", "--games", "60", "--search", name)
    assert status == 1
    smallest = next(json.loads(line) for line in out.splitlines() if line.startswith('  {"'))
    first, second = (observe(SEARCHES[search], from_json(smallest)) for search in (name, "lattice"))
    assert (first.result != second.result) == values_differ
    assert first.demand != second.demand
    assert str(smallest).count("0") + str(smallest).count("1") <= 3
    drawn = out.partition("one of the games, as ")[2]
    assert 8 <= int(re.search(r", of (\d+);", drawn)[1]) <= 20
    results = re.findall(rf"^(?:{name}|lattice): (.*)", drawn, re.MULTILINE)
    assert (results[0] != results[1]) == values_differ
    assert values_differ or f"only {name}" in drawn


@pytest.mark.slow
def test_compare_counts_what_minimax_forces_as_all_leaves(capsys):
    _, out, _ = run(capsys, "compare", "--games", "15", "--search", "minimax")
    total = next(line.split() for line in out.splitlines() if "in total" in line)
    assert total[-2] == "100.0%"
    assert float(total[-1].rstrip("%")) < 50


def test_compare_in_a_pipe_writes_plain_lines_in_any_encoding_without_a_bar():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "compare", "--games", "5"], capture_output=True, check=True, env=environment)
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout
    assert b"comparing" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["compare", "--games", "5"], [b"comparing"]),
        (["audit", "lazytree:alphabeta", "--games", "5"], [b"finding out", b"all games done"]),
    ],
)
def test_what_takes_time_shows_a_progress_bar_on_a_terminal(arguments, told):
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=child, env=environment) as process:
        os.close(child)
        shown = b""
        with suppress(OSError):  # at the end
            while part := os.read(parent, 100_000):
                shown += part
    os.close(parent)
    assert process.returncode == 0
    assert all(part in shown for part in told)


@pytest.mark.parametrize("arguments", [["--help"], ["observe", "--help"], ["compare", "--help"], ["theory", "--help"]])
def test_help_is_for_80_columns_and_says_what_to_type(capsys, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    assert out.startswith("usage: python -m lazytree")
    assert max(map(len, out.splitlines())) <= 110


def test_the_example_in_the_help_is_what_happens(capsys, monkeypatch):
    _, help_text, _ = run(capsys, "observe", "--help")
    command = next(line for line in help_text.splitlines() if "$ echo" in line)
    expected = help_text.splitlines()[help_text.splitlines().index(command) + 1].strip()
    game = command.split("'")[1]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.encode())))
    assert run(capsys, "observe", "--search", "alphabeta", "-")[1].strip() == expected


def test_minimax_of_a_line_is_the_value_that_is_printed(capsys, tmp_path):
    game = {"min": [{"max": [1.5, -2]}, 1]}
    out = run(capsys, "observe", "--search", "minimax", "--json", written(tmp_path, json.dumps(game)))[1]
    assert json.loads(out)["value"] == minimax(from_json(game)) == 1
