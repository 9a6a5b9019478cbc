"""Grading, and the commands `audit` and `grade`: feedback that can be read, exit status, and errors in one line."""

from __future__ import annotations

import csv
import gc
import json
import re
import textwrap
from random import SystemRandom

import pytest
from course_engines import PACMAN
from long_runs import size

from lazytree import SEARCHES, End, Max, Min, alphabeta, best_move, count_leaves, from_nested, minimax
from lazytree.cli import main
from lazytree.engines.adapters import EngineAnswer
from lazytree.engines.audit import Cause, StoppingRule, as_table, audit, grade
from lazytree.engines.audit.audit_games import GameClass, games_of_class
from lazytree.games import to_json
from lazytree.searches.known_bugs import kept_window, strict_cutoff, wide_root

GAMES = size(12, 24)
MENDED = "test_a_folder_is_graded_with_a_row_for_each_file"


@pytest.fixture(autouse=True)
def few_repairs(request):
    if request.function.__name__ != MENDED:
        request.getfixturevalue("short_audits")


def run(capsys, *arguments):
    """Exit status, standard output, standard error."""
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as error:
        status = error.code
    return status, *capsys.readouterr()


@pytest.fixture
def student(tmp_path):
    """A file with searches, one of them right."""
    file = tmp_path / "student.py"
    file.write_text(
        textwrap.dedent(
            """
            from lazytree import Max, Min, End

            def right(game, alpha=float("-inf"), beta=float("inf")):
                match game:
                    case End(score):
                        return score
                    case Max(children):
                        for child in children:
                            alpha = max(alpha, right(child, alpha, beta))
                            if alpha >= beta:
                                break
                        return alpha
                    case Min(children):
                        for child in children:
                            beta = min(beta, right(child, alpha, beta))
                            if alpha >= beta:
                                break
                        return beta

            def everything(game):
                if isinstance(game, End):
                    return game.score
                return (max if isinstance(game, Max) else min)(everything(child) for child in game.children)

            def on_board(board):
                if board.over:
                    return board.score()
                values = []
                for move in board.moves():
                    board.play(move)
                    values.append(on_board(board))
                    board.undo()
                return (max if board.maximizing else min)(values)

            def hopeless(game):
                raise NotImplementedError("to do")

            def forgetful(game):
                print("looking")
                right(game)

            def my_search(node, alpha=float("-inf"), beta=float("inf"), maximizing=True):
                if not node.kids:
                    return node.value
                for kid in node.kids:
                    value = my_search(kid, alpha, beta, not maximizing)
                    alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
                    if alpha >= beta:
                        break
                return alpha if maximizing else beta

            number = 3
            """
        )
    )
    return file


# Grading


def test_a_search_that_prunes_by_the_rule_passes():
    assert grade(alphabeta, GAMES).passed
    assert grade(strict_cutoff, GAMES, rule=StoppingRule.STRICT).passed
    assert "passed" in str(grade(alphabeta, GAMES))


def test_a_search_that_prunes_by_the_other_rule_does_not_pass_and_is_told_why():
    assert not grade(strict_cutoff, GAMES).passed
    early = grade(alphabeta, GAMES, rule=StoppingRule.STRICT)
    assert not early.passed
    assert "You stop at a tie already." in early.feedback


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimax", "f1", "sss", "negascout", "broken-wide-root", "broken-kept-window"])
def test_no_other_search_passes(name):
    assert not grade(SEARCHES[name], GAMES).passed


def test_feedback_says_why_the_leaf_cannot_matter_in_the_words_of_the_game():
    feedback = " ".join(grade(wide_root, GAMES).feedback.split())
    assert "which cannot matter: at [1] it is Max's turn, who has a move worth 0 there already" in feedback
    assert "But Min could have 0 with move 0 at the root" in feedback
    assert "This is the code that went there" in feedback


def test_feedback_on_a_wrong_value_says_both_values_and_what_was_never_looked_at():
    found = grade(kept_window, GAMES)
    feedback = " ".join(found.feedback.split())
    wrong = found.audit.example.answer.value
    assert f"Your answer is {wrong}, and the value of the game is {found.audit.example.value}." in feedback
    assert "You never look at" in feedback


def test_feedback_on_an_exception_shows_it():
    def unfinished(game):
        raise NotImplementedError("to do")

    feedback = grade(unfinished, GAMES).feedback
    assert "NotImplementedError: to do" in feedback
    assert f"{GAMES} of {GAMES} games did not come to a proper end" in feedback


def test_feedback_on_a_wrong_move_names_it():
    def worst(game):
        return EngineAnswer(alphabeta(game), 0)

    found = grade(worst, GAMES)
    assert Cause.WRONG_MOVE in found.audit.causes
    assert "Your move is number 0 (from 0)" in found.feedback


def test_reading_a_leaf_twice_does_not_pass_and_says_which():
    def twice(game):
        while not isinstance(game, End):
            game = game.children[0]
        return game.score + 0 * game.score

    found = grade(twice, [End(3)])
    assert found.audit.causes == (Cause.REPEATS,)
    assert "a second time" in found.feedback


def test_only_what_was_told_is_called_right():
    moves = grade(lambda game: EngineAnswer(move=best_move(game)), [from_nested([3, [2, 4]])]).feedback
    assert "Moves: right on all 1 games." in moves
    assert "Values" not in moves


def test_given_games_are_those_that_count():
    assert grade(minimax, [End(1)]).passed
    assert not grade(minimax, list(games_of_class(30, seed=1))).passed


def _generator(game):
    yield alphabeta(game)


async def _coroutine(game):
    return alphabeta(game)


@pytest.mark.usefixtures("young_heap")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("search", "message"),
    [
        (lambda game: None, "it returned None; a `return` may be missing"),
        (_generator, "it returned a generator; a `yield` may be meant to be a `return`"),
        (_coroutine, "it returned a coroutine; leave out `async`"),
        (lambda game: "three", "it returned 'three' (str); expected a score, or a pair of a score and a move"),
        (lambda game: game, r"(Max); expected a score, or a pair of a score and a move"),
    ],
    ids=["None", "generator", "coroutine", "text", "game"],
)
def test_what_is_no_score_is_told_by_what_may_be_behind_it(search, message):
    found = grade(search, [Max([End(3), Min([End(1), End(2)])])] * 7)
    assert found.audit.causes == (Cause.NO_VALUE,)
    feedback = " ".join(found.feedback.split())
    assert "Values: none on 7 of 7 games: it returned " in feedback
    assert message in feedback
    assert "cut off" not in feedback
    gc.collect()  # a coroutine that nobody awaited complains when it goes


def test_a_search_that_returns_nothing_for_one_player_is_told_so():
    found = grade(lambda game: None if isinstance(game, Min) else alphabeta(game), [Max([End(1)]), Min([End(1)])])
    assert found.audit.causes == (Cause.NO_VALUE,)
    assert "Values: none on 1 of 2 games" in found.feedback


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (lambda game: game.kids, "'kids'; it is handed a game and nothing else: Max or Min, with .children, or End"),
        (lambda game: list(game), "object is not iterable; it is handed a game and nothing else"),
        (lambda game, depth: 3, "argument: 'depth'; it is handed a game and nothing else"),
    ],
    ids=["attribute", "iteration", "arguments"],
)
def test_who_takes_the_game_for_something_else_is_told_what_it_is(search, words):
    for game in (End(3), Max([End(3)])):
        feedback = " ".join(grade(search, [game]).feedback.split())
        assert words in feedback
        assert "Logged" not in feedback


def test_an_error_of_another_kind_gets_no_advice():
    def misspelt(game):
        return object().kids

    assert "handed" not in grade(misspelt, [End(3)]).feedback


# python -m lazytree grade


def test_a_search_of_nodes_is_given_nodes_with_the_names_that_it_asks_for(capsys, student):
    assert run(capsys, "grade", f"{student}:my_search", "--games", GAMES)[0] == 0


def test_what_a_search_prints_does_not_come_between_the_lines_of_a_report(capsys, student):
    student.write_text('print("loaded")\n' + student.read_text())
    for command in ("grade", "audit"):
        _, out, err = run(capsys, command, f"{student}:forgetful", "--games", 5, "--json")
        assert json.loads(out)["causes"] == ["returns no value"]
        assert err == "loaded\n"


def test_grade_tells_a_file_of_a_student(capsys, student):
    assert run(capsys, "grade", f"{student}:right", "--games", GAMES)[:2] == (
        0,
        f"right: passed, 100 of 100 points\n\nValues: right on all {GAMES} games.\n"
        "Leaves: exactly those that are needed, each once, in order (prune on equality).\n",
    )
    status, out, err = run(capsys, "grade", f"{student}:everything", "--games", GAMES)
    assert (status, err) == (1, "")
    assert "Likely cause: no cutoff" in out
    assert "student.py:24 in everything: return (max if isinstance" in out


@pytest.mark.slow
def test_grade_goes_by_the_rule_that_is_asked_for(capsys, student):
    assert run(capsys, "grade", f"{student}:right", "--rule", "strict", "--games", GAMES)[0] == 1
    assert (
        run(capsys, "grade", "lazytree.searches.known_bugs:strict_cutoff", "--rule", "strict", "--games", GAMES)[0] == 0
    )


def test_grade_writes_json(capsys, student):
    _, out, _ = run(capsys, "grade", f"{student}:everything", "--games", GAMES, "--json")
    found = json.loads(out)
    assert (found["passed"], found["rule"], found["causes"]) == (False, "equality", ["no cutoff"])


def test_a_game_from_a_file_is_the_one_that_is_graded_on(capsys, tmp_path, student):
    games = tmp_path / "games.jsonl"
    games.write_text(json.dumps(to_json(End(3))) + "\n")
    assert run(capsys, "grade", f"{student}:everything", "--file", games)[0] == 0


# python -m lazytree audit


@pytest.mark.slow
def test_audit_reports_on_engines_that_are_named(capsys, student):
    status, out, err = run(capsys, "audit", "broken-wide-root", f"{student}:right", "--games", GAMES)
    assert (status, err) == (1, "")
    assert "broken-wide-root: root not narrowed" in out
    assert "right: as lazy as alpha-beta" in out
    assert run(capsys, "audit", f"{student}:right", "--games", GAMES)[0] == 0


@pytest.mark.slow
def test_audit_hands_out_boards_to_those_who_play_on_them(capsys, student):
    status, out, _ = run(capsys, "audit", f"{student}:on_board", "--games", GAMES)
    assert status == 1
    assert out.startswith("on_board: no cutoff")


def test_audit_makes_a_table_of_several(capsys):
    status, out, _ = run(capsys, "audit", "alphabeta", "broken-strict-cutoff", "--table", "--games", GAMES)
    rows = [line.split("  ")[0] for line in out.splitlines()]
    assert (status, rows) == (1, ["engine", "alphabeta", "broken-strict-cutoff"])
    assert "strict cutoff" in out.splitlines()[2]


def test_audit_writes_a_line_of_json_for_each(capsys):
    _, out, _ = run(capsys, "audit", "alphabeta", "broken-strict-cutoff", "--json", "--games", GAMES)
    fine, strict = map(json.loads, out.splitlines())
    assert (fine["fine"], fine["example"], fine["demand"]["overall"]) == (True, None, "same order")
    assert (strict["causes"], strict["like"]) == (["strict cutoff"], "broken-strict-cutoff")
    assert strict["example"]["asked"] not in strict["example"]["expected"]
    assert strict["example"]["asked"] in strict["example"]["found"]
    assert "known_bugs.py" in strict["example"]["lines"][0]


def test_audit_of_an_engine_that_fails_is_a_verdict(capsys, student):
    status, out, err = run(capsys, "audit", f"{student}:hopeless", "alphabeta", "--games", GAMES)
    assert (status, err) == (1, "")
    assert out.startswith("hopeless: raises")
    assert "NotImplementedError: to do" in out
    assert "alphabeta: as lazy as alpha-beta" in out


GHOSTS = """
def ghosts(state, ply=0, alpha=float("-inf"), beta=float("inf")):
    if ply == 6:
        return state.score
    values = []
    for child in state.children:
        values.append(ghosts(child, ply + 1, alpha, beta))
        if ply % 3 == 0:
            alpha = max(alpha, values[-1])
        else:
            beta = min(beta, values[-1])
        if alpha > beta:
            break
    return max(values) if ply % 3 == 0 else min(values)
"""


@pytest.mark.slow
def test_the_class_of_games_is_said_by_options(capsys, tmp_path):
    (tmp_path / "ghosts.py").write_text(GHOSTS)
    command = [f"{tmp_path / 'ghosts.py'}:ghosts", "--turns", "Mmm", "--depth", 6, "--scores", "-3..3", "--games", 12]
    _, out, _ = run(capsys, "audit", *command, "--json")
    found = json.loads(out)
    assert found["causes"] == ["strict cutoff"]
    assert found["kind"] == "Max begins, turns Mmm, 6 plies, at most 4 moves in a position, scores -3 to 3"
    assert run(capsys, "grade", *command, "--rule", "strict")[0] == 0


def test_a_folder_is_graded_with_a_row_for_each_file(capsys, tmp_path):
    right = GHOSTS.replace("alpha > beta", "alpha >= beta").replace("ghosts", "search")
    sources = {
        "a.py": "level = int(input())\n" + right,
        "b.py": right.replace("alpha >= beta", "alpha > beta"),
        "c.py": "def search(state)\n",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    options = ["--turns", "Mmm", "--depth", 6, "--games", 12, "--limit", 1, "--csv", tmp_path / "out.csv"]
    options += ["--pages", tmp_path / "pages"]
    status, out, _ = run(capsys, "grade", f"{tmp_path}:search", *options)
    assert status == 1
    assert [line.split(": ")[0] for line in out.splitlines()] == list(sources)
    assert [page.name for page in sorted((tmp_path / "pages").glob("*"))] == ["a.html", "b.html", "c.html"]
    with open(tmp_path / "out.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    points = [int(row["points"]) for row in rows]
    assert points[0] == 100 > points[1] > points[2] == 0
    assert [row["passed"] for row in rows] == ["True", "False", "False"]
    assert [row["line"] for row in rows] == ["", "12", "1"]
    assert "This is the place to look at, line 12:\n\n    if alpha > beta:" in rows[1]["feedback"]
    assert "cannot be run" in rows[2]["verdict"]


@pytest.mark.slow
def test_submissions_that_loop_or_sleep_come_to_no_answer_in_time_and_one_that_asks_is_answered(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.setattr("lazytree.engines.recognizing.LIMIT", 0.05)
    bodies = {
        "asks.py": "\n    while input(): pass",
        "loops.py": "\n    while True: pass",
        "sleeps.py": "\n    time.sleep(60)",
    }
    for name, body in bodies.items():
        (tmp_path / name).write_text(f"import time\ndef search(state):{body}\n")
    options = ["--games", 20, "--limit", 0.3, "--csv", tmp_path / "out.csv"]
    status, out, _ = run(capsys, "grade", f"{tmp_path}:search", *options)
    assert (status, out.splitlines()) == (
        1,
        [
            "asks.py: 0 points, raises",
            "loops.py: 0 points, no answer in time",
            "sleeps.py: 0 points, no answer in time",
        ],
    )
    with open(tmp_path / "out.csv", encoding="utf-8", newline="") as file:
        rows = {row["file"]: row["feedback"] for row in csv.DictReader(file)}
    assert "EOFError" in rows["asks.py"]
    assert "sleeps.py:3 in search: time.sleep(60)" in rows["sleeps.py"]


@pytest.mark.slow
def test_no_file_of_a_folder_stops_the_grading_of_the_others(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("lazytree.cli.arguments.IMPORTING", 1)
    right = "def search(game, first=True):\n    return game.score if not game.children else (max if first else min)(\n"
    right += "        search(child, not first) for child in game.children)\n"
    sources = {
        "a.py": "def search(game, first=True): return 0\n",
        "b.py": "while True: pass\n",
        "c.py": f"{right}raise SystemExit(0)\n",
        "d.py": f"import os\n{right}os._exit(0)\n",
        "e.py": f"import a\na.search = None\n{right}",
        "f.py": "import a\ndef search(game, first=True): return a.search and a.search(game)\n",
        "g.py": "import no_pygame as p\np.init().fill(0)\nwhile True:\n    for event in p.event.get(): pass\n",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    _, out, _ = run(capsys, "grade", f"{tmp_path}:search", "--games", 10)
    told = dict(line.split(": ", 1) for line in out.splitlines())
    assert list(told) == list(sources)
    assert told["a.py"] == told["f.py"]
    assert told["a.py"].endswith(" points, reads no leaf")
    assert "its import does not end within 1 s" in told["b.py"]
    assert "its import does not end within 1 s" in told["g.py"]
    assert "cannot be run: SystemExit: 0; what plays the game belongs under" in told["c.py"]
    assert told["d.py"].startswith("0 points, ")
    assert told["e.py"].endswith(" points, no cutoff")


def test_audit_lists_what_it_knows(capsys):
    status, out, _ = run(capsys, "audit", "--list")
    assert status == 0
    assert {*SEARCHES} <= {*out.splitlines()}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["audit", "alfabeta"], "no engine is called 'alfabeta'; did you mean"),
        (["audit", "no.such.module:search"], "no.such.module: cannot be run: ModuleNotFoundError"),
        (["audit", "nowhere.py:search"], "nowhere.py: no such file"),
        (["audit", "lazytree.searches.known_bugs:nothing"], "lazytree.searches.known_bugs has no nothing"),
        (["grade", "STUDENT:number"], "expected a function, got 3"),
        (["grade", "STUDENT:"], "student.py:: expected FILE.py:NAME or MODULE:NAME, with a name after the colon"),
        (["grade", ":search"], ":search: expected FILE.py:NAME or MODULE:NAME"),
        (["grade", "tests"], "tests: expected tests:NAME, with the name of the search in it"),
        (["grade", "STUDENT:right", "--file", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["grade", "STUDENT:right", "--limit", "0"], "--limit: expected a positive number of seconds, got '0'"),
        (["audit", "alphabeta", "--scores", "3..1"], "expected two whole numbers, the lower one first"),
        (["audit", "alphabeta", "--turns", "Mx"], "expected a pattern of M (Max) and m (Min)"),
        (["audit", "alphabeta", "--turns", "mM", "--root", "max"], "--turns mM: Min begins, and --root says max"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys, student, arguments, words):
    status, out, err = run(capsys, *(text.replace("STUDENT", str(student)) for text in arguments))
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_run_is_bad_input(capsys, tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("1 / 0")
    status, _, err = run(capsys, "grade", f"{file}:search")
    assert status == 2
    assert "cannot be run: ZeroDivisionError: division by zero" in err


@pytest.fixture(scope="module")
def fine():
    """The audit of a search that is right, with its costs."""
    return audit(alphabeta, GAMES)


def test_a_table_shows_what_is_not_told_as_empty(fine):
    table = as_table([fine])
    cells = {column.header: next(iter(column.cells)) for column in table.columns}
    assert (cells["value"], cells["move"], cells["again"], cells["cost"]) == ("right", "", "no", "1.00")


@pytest.mark.slow
def test_what_a_course_asks_passes_out_of_the_box_and_nothing_else_does(capsys, tmp_path):
    strict = textwrap.dedent(PACMAN)
    sources = {
        "deep.py": strict.replace("agent, depth = 0, depth + 1", "agent = 0"),
        "early.py": strict.replace("agent + 1, depth, alpha", "agent + 1, depth + 1, alpha"),
        "equal.py": strict.replace("best > beta", "best >= beta").replace("best < alpha", "best <= alpha"),
        "never.py": strict.replace("best > beta", "False").replace("best < alpha", "False"),
        "right.py": strict,
        "ghosts.py": strict.replace("best, chosen =", "turn = (0, 2, 1)[agent]; best, chosen =").replace(
            "(agent, action), agent", "(turn, action), agent"
        ),
        "returns.py": strict.replace("        return best, chosen\n", ""),
        "slip.py": strict.replace("state.getLegalActions(agent)", "state.getLegalActons(agent)").replace(
            "return self.value(", "gameState.getLegalActions(0); return self.value("
        ),
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    table, pages = tmp_path / "out.csv", tmp_path / "pages"
    how = ["--profile", "cs188", "--games", size(6, 10)]
    status, out, _ = run(capsys, "grade", tmp_path, *how, "--csv", table, "--pages", pages)
    deep, early, equal, ghosts, never, returns, right, slip = out.splitlines()
    assert (status, right) == (1, "right.py: 100 points, passed")
    assert "passed" not in deep
    assert early == "early.py: 0 points, never at the end of a game"
    assert "passed" not in slip
    assert equal.endswith("points, stops at ties")
    page = (pages / "equal.html").read_text(encoding="utf-8")
    assert "stops at ties" in page
    assert "legitimate less" not in page
    assert ghosts == "ghosts.py: 0 points, illegal move"
    assert returns == "returns.py: 0 points, raises"
    with open(table, encoding="utf-8", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert "agent 2 is asked for its moves, or moved, where it is the turn of agent 1" in " ".join(
        rows["ghosts.py"]["feedback"].split()
    )
    assert strict.splitlines()[int(rows["returns.py"]["line"]) - 1].strip().startswith("v, _ = self.value(")
    assert not any("all 0 games" in row["feedback"] for row in rows.values())
    assert "no cutoff" in never
    assert run(capsys, "grade", tmp_path / "right.py", "--profile", "cs188", "--games", size(5, 10))[0] == 0


@pytest.mark.parametrize("cause", Cause)
def test_no_cause_calls_a_value_right_of_which_nobody_knows_whether_it_was_told(cause):
    assert not re.search("(value|answer|move)s? (is|are) right", cause.meaning)


@pytest.mark.parametrize(("width", "names"), [(None, 9), (83, 9), (82, 8), (62, 5), (10, 3)])
def test_a_table_that_has_no_room_leaves_columns_out_and_never_the_verdict(width, names, fine):
    table = as_table([fine], width)
    headers = [column.header for column in table.columns]
    assert len(headers) == names
    assert {headers[0], headers[-1]} == {"engine", "verdict"}


def by_dice(game):
    if isinstance(game, End):
        return game.score
    children = [*game.children]
    SystemRandom().shuffle(children)
    return (max if isinstance(game, Max) else min)(map(by_dice, children))


def test_of_a_search_that_is_not_deterministic_nothing_is_told_of_leaves_and_the_game_is_small():
    found = grade(by_dice, games=6)
    assert found.verdict == "not deterministic"
    assert "Leaves:" not in found.feedback
    assert "proper end" not in found.feedback
    assert not found.audit.demand.relations
    assert count_leaves(found.audit.example.game) <= 5


def average_for_min(game):
    if isinstance(game, End):
        return game.score
    values = [average_for_min(child) for child in game.children]
    return max(values) if isinstance(game, Max) else sum(values) / len(values)


def move_by_averages(game):
    if isinstance(game, End):
        return None, None
    values = [average_for_min(child) for child in game.children]
    return None, values.index(max(values))


@pytest.mark.parametrize(("engine", "root"), [(average_for_min, None), (move_by_averages, Max)])
def test_expectimax_is_told_from_minimax_also_by_moves_alone(engine, root):
    assert grade(engine, games=20, kind=GameClass(root)).verdict == "averages"


def strict_below_an_open_root(game):
    best = max if isinstance(game, Max) else min
    return game.score if isinstance(game, End) else best(strict_cutoff(child) for child in game.children)


@pytest.mark.slow
def test_strict_tests_are_no_cause_where_the_rule_asks_for_them():
    found = grade(strict_below_an_open_root, games=60, rule=StoppingRule.STRICT)
    assert found.verdict == "root not narrowed"
    assert "cuts off at > and <" not in found.feedback
    assert grade(strict_below_an_open_root, games=60).verdict == "root not narrowed, strict cutoff"
