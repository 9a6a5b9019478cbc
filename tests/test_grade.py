"""Grading, and the commands `audit` and `grade`: feedback that can be read, exit status, and errors in one line."""

from __future__ import annotations

import json
import textwrap

import pytest

from lazytree import SEARCHES, End, alphabeta, best_move, count_leaves, from_nested, minimax, to_json
from lazytree.adapters import Answer
from lazytree.audit import Cause, Rule, as_table, audit, grade
from lazytree.audit.trees import irregular_games, uniform_games
from lazytree.broken import kept_window, strict_cutoff, wide_root
from lazytree.cli import main

GAMES = 40


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

            number = 3
            """
        )
    )
    return file


# Grading


def test_a_search_that_prunes_by_the_rule_passes():
    assert grade(alphabeta, GAMES).passed
    assert grade(strict_cutoff, GAMES, rule=Rule.STRICT).passed
    assert "passed" in str(grade(alphabeta, GAMES))


def test_a_search_that_prunes_by_the_other_rule_does_not_pass_and_is_told_why():
    assert not grade(strict_cutoff, GAMES).passed
    early = grade(alphabeta, GAMES, rule=Rule.STRICT)
    assert not early.passed
    assert "You stop at a tie already." in early.feedback


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
        return Answer(alphabeta(game), 0)

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
    moves = grade(lambda game: Answer(move=best_move(game)), [from_nested([3, [2, 4]])]).feedback
    assert "Moves: right on all 1 games." in moves
    assert "Values" not in moves


def test_given_games_are_those_that_count():
    assert grade(minimax, [End(1)]).passed
    assert not grade(minimax, list(uniform_games(30, seed=1))).passed


# python -m lazytree grade


def test_grade_tells_a_file_of_a_student(capsys, student):
    assert run(capsys, "grade", f"{student}:right", "--games", GAMES)[:2] == (
        0,
        "right: passed\n\nValues: right on all 40 games.\n"
        "Leaves: exactly those that are needed, each once, in order (prune on equality).\n",
    )
    status, out, err = run(capsys, "grade", f"{student}:everything", "--games", GAMES)
    assert (status, err) == (1, "")
    assert "Likely cause: no cutoff" in out
    assert "student.py:24 in everything: return (max if isinstance" in out


def test_grade_goes_by_the_rule_that_is_asked_for(capsys, student):
    assert run(capsys, "grade", f"{student}:right", "--rule", "strict", "--games", GAMES)[0] == 1
    assert run(capsys, "grade", "lazytree.broken:strict_cutoff", "--rule", "strict", "--games", GAMES)[0] == 0


def test_grade_writes_json(capsys, student):
    _, out, _ = run(capsys, "grade", f"{student}:everything", "--games", GAMES, "--json")
    found = json.loads(out)
    assert (found["passed"], found["rule"], found["causes"]) == (False, "equality", ["no cutoff"])


def test_a_game_from_a_file_is_the_one_that_is_graded_on(capsys, tmp_path, student):
    games = tmp_path / "games.jsonl"
    games.write_text(json.dumps(to_json(End(3))) + "\n")
    assert run(capsys, "grade", f"{student}:everything", "--file", games)[0] == 0


# python -m lazytree audit


def test_audit_reports_on_engines_that_are_named(capsys, student):
    status, out, err = run(capsys, "audit", "broken-wide-root", f"{student}:right", "--games", GAMES)
    assert (status, err) == (1, "")
    assert "broken-wide-root: root not narrowed" in out
    assert "right: as lazy as alpha-beta" in out
    assert run(capsys, "audit", f"{student}:right", "--games", GAMES)[0] == 0


def test_audit_hands_out_boards_when_told_so(capsys, student):
    status, out, _ = run(capsys, "audit", f"{student}:on_board", "--adapter", "board", "--games", GAMES)
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
    assert strict["example"]["asked"] in strict["example"]["leaves"]
    assert "broken.py" in strict["example"]["lines"][0]


def test_audit_of_an_engine_that_fails_is_a_verdict(capsys, student):
    status, out, err = run(capsys, "audit", f"{student}:hopeless", "alphabeta", "--games", GAMES)
    assert (status, err) == (1, "")
    assert out.startswith("hopeless: raises")
    assert "NotImplementedError: to do" in out
    assert "alphabeta: as lazy as alpha-beta" in out


def test_audit_runs_irregular_games_too(capsys):
    _, out, _ = run(capsys, "audit", "minimax", "--irregular", "--seed", 1, "--json", "--games", 5)
    found = json.loads(out)
    assert found["games"] == 5
    # Minimax reads each leaf once, so what it reads tells which games these were.
    assert found["demand"]["readings"] == sum(count_leaves(game) for game in irregular_games(5, seed=1))


def test_audit_lists_what_it_knows(capsys):
    status, out, _ = run(capsys, "audit", "--list")
    assert status == 0
    assert {*SEARCHES} <= {*out.splitlines()}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["audit", "alfabeta"], "no engine is called 'alfabeta'; did you mean"),
        (["audit", "no.such.module:search"], "no.such.module: cannot be imported: ModuleNotFoundError"),
        (["audit", "nowhere.py:search"], "nowhere.py: no such file"),
        (["audit", "lazytree.broken:nothing"], "lazytree.broken has no nothing"),
        (["grade", "STUDENT:number"], "expected a function, got 3"),
        (["grade", "STUDENT:right", "--file", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["grade", "STUDENT:right", "--limit", "0"], "--limit: expected a positive number of seconds, got '0'"),
        (["grade", "STUDENT:right", "--adapter", "telnet"], "--adapter: invalid choice: 'telnet'"),
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


def test_a_table_shows_what_is_not_told_as_empty():
    table = as_table([audit(alphabeta, GAMES)])
    cells = {column.header: next(iter(column.cells)) for column in table.columns}
    assert (cells["value"], cells["move"], cells["again"], cells["cost"]) == ("right", "", "no", "1.00")
