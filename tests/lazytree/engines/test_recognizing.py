"""Engines in the style of course code are handed what they ask for, and get the verdict that they deserve."""

from __future__ import annotations

import os
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace

import pytest
from course_engines import (
    BEGINNER,
    BY_INDEX,
    BY_NUMBER,
    BY_WINNER,
    CELLS,
    CHECKERS,
    CHESS,
    COLUMNS,
    CONNECT_FOUR,
    COORDINATES,
    DEEPENING,
    EARLY,
    FILES,
    FLAGS,
    FUNCTIONS,
    GLOBAL_BOARD,
    HANDED_ON,
    ISOLATION,
    KEPT_ARRAY,
    KEPT_BOARD,
    KEYWORDS,
    LIMITED,
    LISTS,
    LOWEST,
    MANCALA,
    MARKS,
    MATES,
    MTD,
    NAMED_CELLS,
    NEGAMAX,
    NIM,
    NODES,
    NOUGHTS,
    NUMBERED,
    ODD,
    ON_WHICH_SIDE,
    OWN_DEPTH,
    OWN_METHOD,
    OWN_NAMES,
    OWN_TERMINALS,
    PACMAN,
    PLIES,
    POINTS,
    ROOT_AT_TIES,
    ROWS,
    RULES,
    SOLVER,
    STEPS,
    STONES,
    TO_A_DEPTH,
    TUPLES,
    UNDEEP,
    WINNER,
    WRONG_SIGN,
)
from long_runs import one_in, size

from lazytree import End, Max, Min, from_nested, minimax
from lazytree.cli import main
from lazytree.cli.arguments import object_at
from lazytree.cli.audit import names
from lazytree.engines.adapters import EngineAnswer, Style, engine_in_style, game_engine
from lazytree.engines.adapters.engine import NotKnown
from lazytree.engines.adapters.indexed import Move, told_answer
from lazytree.engines.adapters.interfaces import Play, State
from lazytree.engines.adapters.nested import NestedList, NestedTuple
from lazytree.engines.adapters.own_interface import roles_of
from lazytree.engines.adapters.styles import StyledEngine, method_of
from lazytree.engines.audit import Cause, GameClass, audit
from lazytree.engines.audit.judged_runs import is_proved
from lazytree.engines.audit.running import made_run
from lazytree.engines.own_positions import cost_on_positions
from lazytree.engines.recognizing import LIMIT, recognized
from lazytree.errors import BadGame
from lazytree.games.leaf_log import LeafLog
from lazytree.searches.minimax_and_alphabeta import alphabeta

pytestmark = pytest.mark.usefixtures("without_repair")

TEXTBOOK = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
AS_LAZY = "as lazy as alpha-beta"
RULES_KEPT = (
    textwrap.dedent(RULES)
    + """
class AlphaBeta:
    def __init__(self, game, max_depth=10):
        self.game = game

    def search(self, state):
        return search(state, self.game)
"""
)
OWN_TERMINALS_LATE = OWN_TERMINALS.replace("beta <= alpha", "beta < alpha")
PLIES_ONE_SIDED = PLIES.replace("if beta <= alpha", "if isMax and beta <= alpha")
PLIES_HELD = "-10, 0, 10 as in its source, the count of plies in them held"
LATE_AT_MAX = BEGINNER.replace("if v >= beta", "if alpha >= beta").replace(
    """                if v <= alpha:
                    return v
                beta = min(beta, v)
""",
    """                beta = min(beta, v)
                if alpha >= beta:
                    return v
""",
)
NESTED_NEGAMAX = """
def negamax(node, alpha=-10**9, beta=10**9):
    if isinstance(node, (int, float)):
        return node
    for child in node:
        value = -negamax(child, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha
"""
GAME = ISOLATION.replace("state", "game")
ENGINES = {
    "chess": (CHESS, "search", AS_LAZY, "legal_moves"),
    "negamax": (NEGAMAX, "Engine", AS_LAZY, "leaves scored for the player to move"),
    "functions": (FUNCTIONS, "search", AS_LAZY, "players 'X' and 'O'"),
    "rules": (RULES, "search", AS_LAZY, "terminal_test"),
    "rules kept by an object": (RULES_KEPT, "AlphaBeta", AS_LAZY, "terminal_test"),
    "lists": (LISTS, "search", AS_LAZY, "nested lists"),
    "tuples": (TUPLES, "best", AS_LAZY, "nested tuples"),
    "cells told before the score": (COORDINATES, "minimax", AS_LAZY, "moves told as cells"),
    "rows and columns that are played": (HANDED_ON, "minimax", AS_LAZY, "play_move()"),
    "a winner that is the score": (WINNER, "solve", AS_LAZY, "winner"),
    "tuples, one side": (
        TUPLES.replace("low >= high", "False"),
        "best",
        "cutoffs for one player only",
        "nested tuples",
    ),
    "lists, scored for the mover": (
        NESTED_NEGAMAX,
        "negamax",
        AS_LAZY,
        "nested lists, leaves scored for the player to move",
    ),
    "numbers in tuples, scored for the mover": (
        NESTED_NEGAMAX.replace("isinstance(node, (int, float))", "type(node) is int").replace(
            "    for", "    assert isinstance(node, tuple)\n    for"
        ),
        "negamax",
        AS_LAZY,
        "nested tuples of numbers, leaves scored for the player to move",
    ),
    "lists, scored for the mover, late": (
        NESTED_NEGAMAX.replace(">= beta", "> beta"),
        "negamax",
        "strict cutoff",
        "nested lists, leaves scored for the player to move",
    ),
    "nodes": (NODES, "search", AS_LAZY, "children"),
    "pacman": (PACMAN, "AlphaBetaAgent", "strict cutoff", "generateSuccessor"),
    "chess, late": (CHESS.replace("beta <= alpha", "beta < alpha", 1), "search", "strict cutoff at Max", "push"),
    "functions, alpha": (FUNCTIONS.replace("v >= beta", "v >= alpha"), "search", "over-eager cutoff", "utility()"),
    "connect four": (
        CONNECT_FOUR,
        "minimax",
        AS_LAZY,
        "copy; not run: its own drop_piece()",
    ),
    "connect four, its own name of the depth": (
        CONNECT_FOUR.replace("depth", "tiefe"),
        "minimax",
        AS_LAZY,
        "copy; not run: its own drop_piece()",
    ),
    "checkers": (CHECKERS, "minimax", AS_LAZY, "winner"),
    "deepening": (DEEPENING, "think", AS_LAZY, "successors()"),
    "own method": (OWN_METHOD, "Game.alphabeta", AS_LAZY, "evaluate"),
    "own names": (OWN_NAMES, "wert", AS_LAZY, "zu_ende as over, zuege as moves, punkte as score, ziehen as play"),
    "cs188, one side's scores": (
        PACMAN.replace("util.lookup(evalFn, globals())", "None").replace("best < alpha", "best < beta"),
        "AlphaBetaAgent",
        "looks at the first move only",
        "states; ",
    ),
    "table": (FLAGS, "solve", "legitimate less", "key"),
    "played in place, and as a value": (
        CHESS.replace("board.push(move)", "played = board.push(move)", 1),
        "search",
        AS_LAZY,
        "push",
    ),
    "Max begins": (ROOT_AT_TIES.replace(">= alpha", "> alpha", 1), "Bot", AS_LAZY, "terminal_test"),
    "Max begins, ties": (ROOT_AT_TIES, "Bot", "wrong move", "terminal_test"),
    "cells": (NOUGHTS, "search", AS_LAZY, "is_full()"),
    "cells in rows": (NOUGHTS.replace("board[i]", "board[i // 3][i % 3]"), "search", AS_LAZY, "winner()"),
    "scores of its own": (OWN_TERMINALS, "minimax", AS_LAZY, "games that end with -10, 0, 10 as in its source"),
    "scores of its own, late": (OWN_TERMINALS_LATE, "minimax", "strict cutoff", "games that end with -10, 0, 10"),
    "scores that count plies": (PLIES, "minimax", AS_LAZY, PLIES_HELD),
    "scores that count plies, and a move": (PLIES, "findBestMove", AS_LAZY, "moves told as cells"),
    "scores that count plies, one side's cut": (PLIES_ONE_SIDED, "minimax", "cutoffs for one player only", PLIES_HELD),
    "scores that count plies that are left": (LIMITED, "best", AS_LAZY, "that end with -150, 0, 150 as in its source"),
    "a method of rules": (SOLVER, "Solver.negamax", "legitimate less", "is_over, moves, evaluate, apply"),
    "a cell": (OWN_TERMINALS, "findBestMove", AS_LAZY, "moves told as cells"),
    "a value and a cell": (
        OWN_TERMINALS.replace("return bestMove", "return bestVal, bestMove"),
        "findBestMove",
        AS_LAZY,
        "moves told as cells",
    ),
    "who has won": (BY_WINNER, "search", AS_LAZY, "players 'O' and 'X', games that end with -1, 0, 1 as in its source"),
    "the number of a cell": (BY_WINNER, "best_move", AS_LAZY, "moves told as moves"),
    "marks, small infinity": (MARKS, "alphabeta", AS_LAZY, "players 'X' and 'O'; not run: its own game_over()"),
    "marks, scores": (MARKS, "alphabeta", AS_LAZY, "scores up to 1: it is not right beyond"),
    "table without depth": (UNDEEP, "Engine", "unsound table", "legal_moves, fen, is_game_over, push, pop"),
    "wrong sign": (WRONG_SIGN, "negamax", "wrong sign", "values told for the player who begins"),
    "cells by number": (BY_NUMBER, "negamax", AS_LAZY, "scores up to 999: it is not right beyond"),
    "keywords": (KEYWORDS, "search", AS_LAZY, "children"),
    "keywords, late": (KEYWORDS.replace("alpha >= beta", "alpha > beta"), "search", "strict cutoff", "children"),
    "Max begins, and the depth limit ends": (GAME, "Player.search", AS_LAZY, "ended by the depth limit alone"),
    "a base class that is not there": (COLUMNS, "Four", AS_LAZY, "free_cols as moves, add_token as play"),
    "points of two players": (
        POINTS,
        "value",
        AS_LAZY,
        "expand, terminal, human_turn as minimizing, my_points as score, your_points as never",
    ),
    "a depth that an object knows": (ODD, "Searcher.look", AS_LAZY, "is_leaf"),
    "early wins count more": (EARLY, "search", AS_LAZY, "result as score"),
    "a board that is kept": (KEPT_BOARD, "Engine", AS_LAZY, "scores up to 9,998"),
    "a method of an object that keeps a board": (KEPT_BOARD, "Engine.minimax", AS_LAZY, "legal_moves"),
    "a first value among infinite bounds": (LOWEST, "think", AS_LAZY, "scores up to 999: it is not right beyond"),
    "the other player is 3 less the one": (STONES, "Go.negamax", AS_LAZY, "move_forward as play"),
    "a score or None": (NIM, "minimax", "legitimate less", "evaluate(), possible_new_states(); scores up to 1"),
    "plies that count down": (MANCALA, "Player.best", AS_LAZY, "legalMoves"),
    "a global board": (GLOBAL_BOARD, "selectmove", AS_LAZY, "scores up to 9,998: it is not right beyond"),
    "whoever begins is Max": (
        BEGINNER.replace("v <= alpha", "v < alpha"),
        "alpha_beta_search",
        "strict cutoff at Min",
        "terminal_test",
    ),
    "a late test of one player": (
        LATE_AT_MAX,
        "alpha_beta_search",
        "tests before it updates",
        "terminal_test",
    ),
    "null windows over a table": (MTD, "MTD", "legitimate less", "is_terminal"),
    "an upper bound stored as a lower one": (MTD.replace("entry[1] = g", "entry[0] = g"), "MTD", "unsound table", ""),
    "leaves by index": (BY_INDEX, "minimax", AS_LAZY, "leaves by index; scores up to 999: it is not right beyond"),
    "leaves by index, to a depth": (TO_A_DEPTH, "search", "no cutoff", "leaves by index"),
    "a last move": (STEPS, "Walker.think", AS_LAZY, "peek"),
    "free cells that hold their numbers": (NAMED_CELLS, "minimax", AS_LAZY, "games that end with -10, 0, 10"),
    "an array that is kept": (KEPT_ARRAY, "Gomoku", AS_LAZY, "moves told as cells"),
    "on which side of a bound": (ON_WHICH_SIDE, "Searcher", "legitimate less", "gen_moves"),
    "nodes, minimax": (NODES.replace("if a >= b", "if False"), "search", "no cutoff", "value"),
    "rows that are copied": (ROWS, "minimax", AS_LAZY, "games that end with -1, 0, 1 as in its source"),
    "a table, and a depth of its own": (OWN_DEPTH, "think", "legitimate less", "games of at most 4 plies"),
    "a table without depth, and a depth of its own": (
        OWN_DEPTH.replace("hit and hit[0] >= depth", "hit"),
        "think",
        "unsound table",
        "games of at most 4 plies",
    ),
}

# Meanings that a user has to tell.
NAMES = {
    "connect four, its own name of the depth": "tiefe=depth",
    "own names": "zu_ende=over,zuege=moves,punkte=score,ziehen=play,zurueck=undo,"
    "tiefe=depth,unten=alpha,oben=beta,wer=maximizing",
    "a base class that is not there": "get_outcome=over,judge=score,free_cols=moves,add_token=play",
    "points of two players": "human_turn=minimizing,my_points=score,your_points=never",
    "early wins count more": "result=score",
    "the other player is 3 less the one": "move_forward=play",
}

# One of each sort, which the quick run takes.
QUICK = {"chess", "negamax", "lists", "nodes", "pacman", "checkers", "own names"}


@pytest.fixture
def engine_of(tmp_path, capsys):
    def engine_of(source, name, told=""):
        folder = Path(mkdtemp(dir=tmp_path))  # of two files of one name, size and second, Python's cache tells one
        file = folder / "course_engine.py"
        file.write_text(textwrap.dedent(source))
        return recognized(object_at(f"{file}:{name}"), names=names(told) if told else {})

    return engine_of


@pytest.mark.parametrize("style", [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in ENGINES])
def test_an_engine_is_handed_what_it_asks_for(style, engine_of):
    source, name, verdict, taken = ENGINES[style]
    engine = engine_of(source, name, NAMES.get(style, ""))
    assert taken in engine.taken
    found = audit(engine, size(10, 20), costs=False)
    assert verdict in found.verdict
    assert found.games > size(3, 6)
    assert is_proved(engine, [TEXTBOOK])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "method", "broken"),
    [
        ("chess", "at_undo", lambda self, *others: None),
        ("negamax", "at_score", lambda self, *others: -self.at_line[-1].score),
        ("functions", "at_player", lambda self, *others: "O"),
    ],
)
def test_an_adapter_that_fails_in_the_style_of_the_engine_is_not_proved(style, method, broken, engine_of, monkeypatch):
    engine = engine_of(*ENGINES[style][:2])
    assert is_proved(engine, [TEXTBOOK])
    monkeypatch.setattr(State, method, broken)
    assert not is_proved(engine, [TEXTBOOK])


SIBLING = """
def is_over(board): return False
def evaluate(board): return len(board)
def get_moves(board): return [place for place in range(9) if not board[place]]
def apply_move(board, move): return board[:move] + [1] + board[move + 1:]
"""
IMPORTS = {
    "names": ("from other_rules import apply_move, evaluate, get_moves, is_over", ""),
    "all names": ("from other_rules import *", ""),
    "a module": ("import other_rules", "other_rules."),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "is_there"),
    [("names", True), ("names", False), ("all names", True), ("a module", True), ("a module", False)],
)
def test_rules_in_another_file_are_answered_by_the_game_whether_the_file_is_there_or_not(
    way, is_there, engine_of, tmp_path, monkeypatch
):
    statement, prefix = IMPORTS[way]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "other_rules", raising=False)
    if is_there:
        (tmp_path / "other_rules.py").write_text(SIBLING)
    source = FILES.replace("RULES_FROM", statement)
    for name in ("apply_move(", "evaluate(", "get_moves(", "is_over("):
        source = source.replace(name, prefix + name)
    found = audit(engine_of(source, "search"), 9, costs=False)
    assert (found.verdict, found.values["right"]) == (AS_LAZY, 9)
    monkeypatch.delitem(sys.modules, "other_rules", raising=False)


def test_scores_may_be_the_movers_in_a_search_whose_source_cannot_be_read():
    names = {}
    exec(compile(textwrap.dedent(NEGAMAX), "<no file>", "exec"), names)
    engine = recognized(names["Engine"])
    assert "leaves scored for the player to move" in engine.taken
    assert is_proved(engine, [TEXTBOOK])


def test_a_library_is_no_file_of_the_engine_wherever_it_is_installed(engine_of, tmp_path, monkeypatch):
    library = tmp_path / "elsewhere" / "site-packages"
    library.mkdir(parents=True)
    (library / "pieces_library.py").write_text("class Move:\n    @staticmethod\n    def null():\n        return None\n")
    monkeypatch.syspath_prepend(library)
    source = textwrap.dedent(GLOBAL_BOARD).replace(
        "def selectmove(depth):", "def selectmove(depth):\n    pieces_library.Move.null()"
    )
    engine = engine_of(f"import pieces_library\n{source}", "selectmove")
    assert audit(engine, size(10, 20), costs=False).verdict == AS_LAZY


@pytest.mark.slow
def test_an_engine_that_never_looks_at_the_game_is_not_accused_of_its_answer(engine_of):
    engine = engine_of(KEPT_ARRAY.replace("self.board", "self.stones"), "Gomoku")
    assert engine.verdict == Cause.INTERFACE.value
    assert "name a board that the engine keeps, as by `--names squares=state`" in engine.unknown
    engine = engine_of(KEPT_ARRAY.replace("self.board", "self.stones"), "Gomoku", "stones=state")
    assert audit(engine, size(10, 20), costs=False).verdict == AS_LAZY


def test_of_the_methods_of_a_class_one_that_no_search_calls_is_asked(engine_of):
    source = """
        class Bot:
            def find(self, state, depth):
                self.move = None
                self.search(state, depth, -1000, 1000)
                return self.move

            def search(self, state, depth, alpha, beta):
                if depth == 0 or state.is_over():
                    return state.evaluate()
                for move in state.moves():
                    state.push(move)
                    score = -self.search(state, depth - 1, -beta, -alpha)
                    state.pop()
                    if score > alpha:
                        alpha = score
                        self.move = move
                    if alpha >= beta:
                        break
                return alpha
    """
    assert audit(engine_of(source, "Bot"), size(8, 60), costs=False).verdict == "wrong move"


@pytest.mark.parametrize("copied", ["list(tree)", "tree[:]", "tree.copy()", "[*tree]"])
def test_to_copy_a_list_reads_no_score(copied, engine_of):
    engine = engine_of(LISTS.replace("for child in tree:", f"for child in {copied}:"), "search")
    found = audit(engine, size(8, 20), costs=False)
    assert (engine.taken.partition(";")[0], found.verdict) == ("nested lists", "as lazy as alpha-beta")
    late = LISTS.replace("for child in tree:", f"for child in {copied}:").replace("alpha >= beta", "alpha > beta")
    assert audit(engine_of(late, "search"), size(8, 20), costs=False).verdict == "strict cutoff"


def test_to_fetch_a_score_and_leave_it_is_not_to_read_it(engine_of):
    source = """
        from functools import reduce

        def search(tree, alpha, beta, maximizing):
            if not isinstance(tree, list):
                return tree
            if maximizing:
                return reduce(lambda best, child: best if best >= beta else max(
                    best, search(child, max(alpha, best), beta, False)), tree, -9e9)
            return reduce(lambda best, child: best if best <= alpha else min(
                best, search(child, alpha, min(beta, best), True)), tree, 9e9)
    """
    assert audit(engine_of(source, "search"), size(8, 20), costs=False).verdict == "as lazy as alpha-beta"


@pytest.mark.parametrize(("asked", "taken"), [("is int", "nested lists of numbers"), ("is not list", "nested lists")])
def test_a_list_or_a_score_may_be_told_by_its_very_class(asked, taken, engine_of):
    engine = engine_of(LISTS.replace("isinstance(tree, int)", f"type(tree) {asked}"), "search")
    assert (engine.taken, audit(engine, size(8, 20), costs=False).verdict) == (taken, "as lazy as alpha-beta")


def test_moves_may_be_gone_through_from_the_last_to_the_first(engine_of):
    engine = engine_of(LISTS.replace("for child in tree:", "for child in reversed(tree):"), "search")
    assert (engine.taken, audit(engine, size(8, 20), costs=False).verdict) == ("nested lists", "another order of moves")


def test_marks_of_players_are_found_behind_a_decorator(engine_of):
    source = """
        from enum import Enum
        from functools import cache

        class Side(Enum):
            MAX = 1
            MIN = -1

        @cache
        def value(state):
            if state.is_over():
                return state.score()
            values = [value(child) for child in state.successors()]
            return max(values) if state.turn is Side.MAX else min(values)
    """
    assert audit(engine_of(source, "value"), size(8, 20), costs=False).verdict == "no cutoff"


def test_an_engine_that_is_never_right_is_taken_for_one_of_games(engine_of):
    engine = engine_of("def search(state): return 10**9", "search")
    assert engine.taken == ""
    assert audit(engine, size(8, 20), costs=False).verdict == "reads no leaf"


def test_nothing_is_said_of_an_engine_whose_interface_is_not_known(engine_of):
    found = audit(engine_of(NUMBERED.replace("node_index", "node_width"), "minimax"), size(8, 20), costs=False)
    assert (found.causes, found.games, found.fine) == ((Cause.INTERFACE,), 0, False)
    assert "node_width" in found.taken
    assert "interface not known" in str(found)
    cells = audit(engine_of(CELLS.replace("board[cell]", "board['cells']"), "minimax"), size(8, 20), costs=False)
    assert (cells.verdict, "reads ['cells'] of its position; say what" in cells.taken) == ("interface not known", True)


def test_time_is_counted_by_the_processor_so_that_a_busy_machine_makes_no_difference():
    def slow(game):
        until = time.monotonic() + 2 * LIMIT
        while time.monotonic() < until:
            time.sleep(LIMIT / 10)
        return minimax(game)

    assert made_run(game_engine(slow), TEXTBOOK, LIMIT, of_processor=True).answer == EngineAnswer(3)


RAISING = """
    def search(board, depth, alpha, beta):
        return evalute(board)
"""
STANDING = """
    def search(board, depth, alpha=-100_000, beta=100_000):
        if board.is_game_over():
            stand = board.evaluate()
            return stand if stand >= beta else alpha
        for move in board.legal_moves:
            board.push(move)
            alpha = max(alpha, -search(board, depth - 1, -beta, -alpha))
            board.pop()
            if alpha >= beta:
                break
        return alpha
"""


def test_an_exception_of_the_engines_own_is_told_apart_from_an_interface_that_is_not_known(engine_of):
    raising = audit(engine_of(RAISING, "search"), size(8, 20), costs=False)
    assert (raising.causes, raising.games) == ((Cause.RAISES,), 0)
    assert "name 'evalute' is not defined, course_engine.py:3 in search: return evalute(board)" in raising.taken


ENDLESS = """
    def search(node, maximizing=True):
        if not isinstance(node, list):
            return node
        best, index = None, 0
        while index < len(node):
            found = search(node[index], not maximizing)
            if best is None or (found > best if maximizing else found < best):
                best = found
        return best
"""


def test_an_engine_that_never_ends_where_it_reads_leaves_is_not_told_what_it_returned_elsewhere(engine_of):
    endless = engine_of(ENDLESS, "search")
    assert endless.verdict == "no answer in time"
    assert endless.unknown.startswith("nested lists; on most games: no answer after 0.3 seconds, course_engine.py:")


def test_an_engine_of_positions_is_not_accused_where_it_is_handed_a_game(engine_of):
    found = audit(engine_of(MATES, "find_best"), size(8, 20), costs=False)
    assert found.causes == (Cause.INTERFACE,)
    assert "it came to an answer, and read no score" in found.taken


OWN_CLASSES = """
class Leaf:
    __match_args__ = ("score",)

class Node:
    __match_args__ = ("children",)

def search(tree, maximizing=True):
    match tree:
        case Leaf(score):
            return score
        case Node(children):
            return (max if maximizing else min)(search(child, not maximizing) for child in children)
"""
MOVE_IN_FRONT = """
def minimax(board, depth, player):
    if depth == 0 or board.is_over():
        return [-1, -1, board.evaluate()]
    found = []
    for move in board.legal_moves():
        board.play(move)
        found.append([move, move, minimax(board, depth - 1, -player)[2]])
        board.undo()
    return (max if player == 1 else min)(found, key=lambda one: one[2])
"""


def test_an_engine_that_is_not_recognised_is_told_a_reason_that_is_its_own(engine_of):
    assert "None; no position that it is handed is a Leaf or Node: let it" in engine_of(OWN_CLASSES, "search").unknown


OWN_SCORE = """
class Engine:
    def __init__(self, board):
        self.board = board

    def score(self):
        raise RuntimeError("never run")

    def search(self, maximizing=True):
        if self.board.is_over():
            return self.score()
        found = []
        for move in self.board.legal_moves():
            self.board.push(move)
            found.append(self.search(not maximizing))
            self.board.pop()
        return (max if maximizing else min)(found)
"""


def test_functions_of_the_engines_own_that_the_game_stands_in_for_are_said_not_to_be_run(engine_of):
    assert engine_of(OWN_SCORE, "Engine").taken.endswith("; not run: its own score()")


def test_a_depth_limit_that_no_game_goes_beyond_is_said_to_be_untested(engine_of):
    untested = "; no game goes on beyond its depth limit"
    assert engine_of(CHESS, "search").taken.endswith(untested)
    assert untested not in engine_of(CONNECT_FOUR, "minimax").taken  # the limit alone ends its games
    assert untested not in engine_of(NODES, "search").taken


def test_what_is_made_of_an_answer_is_no_fault_of_the_engine(engine_of):
    unknown = engine_of(MOVE_IN_FRONT, "minimax").unknown
    assert "it returned [" in unknown
    assert "(list); expected a score, or a pair of a score and a move" in unknown


def test_an_engine_that_is_never_right_shows_its_first_answer(engine_of):
    standing = audit(engine_of(STANDING, "search"), size(8, 20), costs=False)
    assert standing.causes == (Cause.NEVER_RIGHT,)
    assert "none of them is right: first 100000, and 5 is right" in standing.taken


SHALLOW = """
    def search(board, depth):
        if depth == 1:
            raise ValueError("expected two plies or more")
        board = board.copy()
        while not board.is_game_over():
            board.push(board.legal_moves[0])
        return board.evaluate() + 10**6
"""


def test_a_first_answer_that_is_shown_is_of_a_game_that_was_answered(engine_of):
    shallow = engine_of(SHALLOW, "search")
    assert "none of them is right: first 10000" in shallow.unknown


@pytest.mark.parametrize("turns", ["Mm", "Mmm", "Mmmm"])
def test_ghosts_are_min_and_successors_that_are_generated_count(engine_of, turns):
    chain = End(7)
    for letter in reversed(turns):
        chain = (Max if letter == "M" else Min)([chain, End(9)])
    successors = "[state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]"
    ahead = PACMAN.replace("for action in", f"{successors}\n            for action in")
    assert engine_of(PACMAN, "AlphaBetaAgent").solve(chain) == EngineAnswer(move=1)
    generated = audit(engine_of(ahead, "AlphaBetaAgent"), [chain], costs=False)
    assert generated.demand.repeating == 1


@pytest.mark.parametrize("answer", [lambda score: score, lambda score: (score, None), lambda score: {"score": score}])
def test_a_score_of_a_list_that_is_returned_is_a_number(answer):
    engine = engine_in_style(lambda node: answer([*node].pop()), Style("lists"))
    value = engine.solve(Max([End(7)])).value
    assert (value, type(value)) == (7, int)


def test_moves_are_true_ordered_and_nothing_else():
    assert Move(0)
    assert Move(0) < Move(1)
    assert engine_in_style(lambda state: (Move(1), 5), Style()).solve(TEXTBOOK) == EngineAnswer(5, 1)
    assert engine_in_style(lambda state: (5, [Move(1), Move(0)]), Style()).solve(TEXTBOOK) == EngineAnswer(5, 1)
    assert engine_in_style(lambda state: {"move": Move(1), "score": 5}, Style()).solve(TEXTBOOK) == EngineAnswer(5, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [("X", "O"), ("MAX", "MIN")])
def test_marks_of_players_may_be_compared_as_members_of_a_list(first, second, engine_of):
    source = MARKS.replace("who == 'X'", "turn in ['X']").replace("who", "turn")
    engine = engine_of(source.replace("'X'", repr(first)).replace("'O'", repr(second)), "alphabeta")
    assert f"players {first!r} and {second!r}" in engine.taken


ENUM = """
from enum import Enum

class Side(Enum):
    WHITE = "w"
    BLACK = "b"
"""


def test_marks_of_players_may_be_members_of_an_enum(engine_of):
    source = textwrap.dedent(MARKS).replace("who", "turn").replace("'X'", "Side.WHITE").replace("'O'", "Side.BLACK")
    assert "players <Side.WHITE: 'w'> and <Side.BLACK: 'b'>" in engine_of(ENUM + source, "alphabeta").taken


GLUE = """
from strange import alphabeta

def engine(board, player):
    return alphabeta(board, player, -2, 2)
"""


@pytest.mark.slow
def test_a_right_engine_whose_arguments_are_not_known_is_not_accused_and_glue_in_another_file_mends_that(
    engine_of, tmp_path
):
    strange = MARKS.replace("alpha=-2, beta=2):", "white, black):\n        alpha, beta = white, black")
    (tmp_path / "strange.py").write_text(textwrap.dedent(strange))
    (tmp_path / "glue.py").write_text(GLUE)
    found = audit(engine_of(strange, "alphabeta"), size(8, 20), costs=False)
    assert (found.causes, "`--names white=` and one of agent, alpha," in found.taken) == ((Cause.INTERFACE,), True)
    assert "def engine(state, depth)" in found.causes[0].meaning
    glued = recognized(object_at(f"{tmp_path / 'glue.py'}:engine"))
    assert (audit(glued, size(8, 20), costs=False).verdict, "players 'X' and 'O'" in glued.taken) == (AS_LAZY, True)


def test_meanings_of_names_are_of_the_words_that_are_known(capsys):
    with pytest.raises(SystemExit):
        main(["audit", "engine.py:search", "--names", "zuege=zoves"])
    assert "'zoves' is none of the words " in capsys.readouterr().err


class Searcher:
    def __init__(self):
        self.searchDepth = 2

    def limit(self):
        return self.searchDepth

    def search(self, state):
        return self.limit()


def test_the_depth_of_an_object_is_that_of_the_game_under_each_of_its_names_and_a_method_stays():
    search = method_of(Searcher, State(Play(), [Max([End(1)])]), lambda: 7)
    assert search(None) == 7


@pytest.mark.parametrize("nested_class", [NestedList, NestedTuple])
def test_lists_and_tuples_read_a_leaf_when_it_is_fetched_and_once(nested_class):
    nested = nested_class(from_nested([1, [2, 3]]), False)
    assert (nested[0], len(nested[-1]), [*nested[1]], nested[:1]) == (1, 2, [2, 3], [1])


@pytest.mark.slow
def test_costs_are_told_on_real_positions_with_the_evaluation_of_the_engine(engine_of, monkeypatch):
    monkeypatch.setattr("lazytree.engines.recognizing.FEW", 4)  # one of the engines is rarely right
    chess = pytest.importorskip("chess", reason="the extra `engines` is not installed")
    board = chess.Board("r3k3/8/8/8/8/8/8/R3K2R b - - 0 1")
    exact = engine_of(CHESS, "search")
    assert isinstance(exact, StyledEngine)
    cost = cost_on_positions(exact, [board], 2, alphabeta)
    assert (cost.ratio, cost.leaves) == (1, cost.readings)
    assert (cost.compared, cost.agreeing) == (1, 1)
    wrong = engine_of(CHESS.replace("max(best, search", "min(best, search"), "search")
    found = cost_on_positions(replace(wrong, style=exact.style), [board], 2, alphabeta)
    assert (found.compared, found.agreeing) == (1, 0)
    assert cost.nodes > cost.leaves
    assert cost.moves >= cost.nodes
    everything = engine_of(CHESS.replace("beta <= alpha", "False"), "search")
    assert cost_on_positions(everything, [board], 2, alphabeta).readings == sum(
        len(list(_after(board, move).legal_moves)) for move in board.legal_moves
    )
    assert cost_on_positions(engine_of(NEGAMAX, "Engine"), [board], 2, alphabeta).readings >= cost.nodes - cost.leaves
    of_a_method = cost_on_positions(engine_of(STEPS, "Walker.think"), [board], 2, alphabeta)
    assert (of_a_method.ratio, of_a_method.agreeing) == (1, 1)


COL = """
def moves(state):
    cells, player = state
    return [i for i, cell in enumerate(cells) if cell == "." and player not in cells[max(0, i - 1):i + 2]]

def result(state, move):
    cells, player = state
    return cells[:move] + player + cells[move + 1:], "B" if player == "A" else "A"

def terminal(state):
    return not moves(state)

def utility(state):
    return -9 if state[1] == "A" else 9

def to_move(state):
    return state[1]

def search(state):
    if terminal(state):
        return utility(state)
    values = [search(result(state, move)) for move in moves(state)]
    return max(values) if to_move(state) == "A" else min(values)
"""
COPIED = """
def search(board, depth, alpha, beta):
    if depth == 0 or board.is_over():
        return board.score()
    values = []
    for move in board.moves():
        child = board.copy()
        child.play(move)
        values.append(-search(child, depth - 1, -beta, -alpha))
    return max(values)
"""


class Heap:
    """A position on which moves are played in place; it knows whose turn it is."""

    def __init__(self, left, turn=True):
        self.left, self.turn = left, turn

    def moves(self):
        return range(1, 1 + min(self.left, 2))

    def play(self, move):
        self.left, self.turn = self.left - move, not self.turn

    def is_over(self):
        return self.left == 0

    def score(self):
        return -9 - self.left


@pytest.mark.slow
def test_positions_of_ones_own_may_be_copied_and_their_rules_functions_of_a_tuple(engine_of):
    search = engine_of(COL, "search")
    cost = cost_on_positions(search, [("....", "A"), (".....", "B")], 9, alphabeta)
    assert (cost.compared, cost.agreeing, cost.readings > cost.expected) == (2, 2, True)
    search = engine_of(COPIED, "search")
    cost = cost_on_positions(search, [Heap(4, turn=False)], 3, alphabeta)
    assert (cost.compared, cost.agreeing, cost.readings) == (1, 1, 5)


def test_an_engine_that_names_one_player_only_is_not_accused(engine_of):
    found = audit(engine_of(COL, "search"), size(10, 25), costs=False)
    assert (found.verdict, [*found.values]) == ("no cutoff", ["right"])
    assert "players 'A' and not 'A'" in found.taken


IN_A_TUPLE = """
def value(state, low, high):
    board, who = state
    if finished(board):
        return score(board)
    for move in moves(board):
        found = value((play(board, move), "b" if who == "w" else "w"), low, high)
        low, high = (max(low, found), high) if who == "w" else (low, min(high, found))
        if low >= high:
            break
    return low if who == "w" else high

def finished(board): return not any(board)
def score(board): return len(board)
def moves(board): return [place for place, left in enumerate(board) if left]
def play(board, move): return board[:move] + (0,) + board[move + 1:]
"""
BY_KEYS = IN_A_TUPLE.replace("board, who = state", "board = state[0]").replace("who ==", "state[1] ==")
OF_ITS_OWN = """
squares = [0] * 6

def three():
    return any(squares[place] == squares[place + 1] == squares[place + 2] != 0 for place in (0, 3))

def rate(who, low, high):
    if (won := three()) or 0 not in squares:
        return won
    for place in range(6):
        if squares[place] == 0:
            squares[place] = who
            found = rate(-1 if who == 1 else 1, low, high)
            squares[place] = 0
            low, high = (max(low, found), high) if who == 1 else (low, min(high, found))
            if low >= high:
                break
    return low if who == 1 else high
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "name", "told", "hint"),
    [
        (IN_A_TUPLE, "value", "", ""),
        (IN_A_TUPLE.replace("who", "side"), "value", "side=player", "--names side="),
        (BY_KEYS, "value", "1=player", "--names 1="),
        (OF_ITS_OWN, "rate", "squares=state,three=score", "--names squares="),
    ],
)
def test_parts_of_a_position_are_told_by_their_names_and_their_keys_and_so_are_boards(
    source, name, told, hint, engine_of
):
    found = audit(engine_of(source, name, told), size(10, 25), costs=False)
    assert (found.verdict, hint in engine_of(source, name).unknown) == (AS_LAZY, True)


LEFT_BEHIND = """
class Brain:
    def __init__(self, game, depth=3):
        self.game, self.depth, self.last, self.best_move = game, depth, None, None

    def think(self):
        self.value_of(self.depth, -10**6, 10**6, True)

    def value_of(self, depth, alpha, beta, is_root=False):
        if depth == 0 or self.game.is_over():
            return self.game.evaluate()
        for self.last in self.game.legal_moves():
            move = self.last
            self.game.play(move)
            value = -self.value_of(depth - 1, -beta, -alpha)
            self.game.undo()
            if value > alpha:
                alpha, self.best_move = value, move if is_root else self.best_move
            if alpha >= beta:
                break
        return alpha
"""
IN_A_GLOBAL_NAME = """
best = None

def pick(board):
    global best
    best, most = None, -10**6
    for move in board.moves():
        board.push(move)
        found = -value(board, -10**6, -most)
        board.pop()
        if found > most:
            best, most = move, found

def value(board, alpha, beta):
    if board.is_over():
        return board.score()
    for move in board.moves():
        board.push(move)
        alpha = max(alpha, -value(board, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha
"""
NOBODY_IS_0 = """
def search(board, player, low, high):
    won = winner(board)
    if won != 0 or not moves(board):
        return won
    best = -2 * player
    for move in moves(board):
        board.push(move)
        found = search(board, -player, low, high)
        board.current_winner = None
        board.pop()
        if player == 1:
            best = low = max(low, best, found)
        else:
            best = high = min(high, best, found)
        if low >= high:
            break
    return best

def winner(board): return 0
def moves(board): return [0]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "name", "told", "scores"),
    [
        (LEFT_BEHIND, "Brain", "moves", None),
        (IN_A_GLOBAL_NAME, "pick", "moves", None),
        (NOBODY_IS_0, "search", "values", (-1, 1)),
    ],
)
def test_a_move_may_be_left_in_an_attribute_and_nobody_may_be_a_winner_called_0(source, name, told, scores, engine_of):
    engine = engine_of(source, name)
    found = audit(engine, size(10, 25), costs=False)
    assert (found.verdict, [*getattr(found, told)], engine.scores) == (AS_LAZY, ["right"], scores)


def test_a_position_is_no_number_and_is_not_compared_with_one_in_silence():
    with pytest.raises(NotKnown, match="compared with 1"):
        State(Play(), [End(1)]) == 1  # noqa: B015


def test_bounds_of_scores_count_for_games_of_one_depth_too(engine_of, tmp_path):
    (tmp_path / "steps.py").write_text(STEPS)
    target = object_at(f"{tmp_path / 'steps.py'}:Walker.think")
    assert recognized(target, GameClass(depth=2)).scores == (-9998, 9998)


def test_numpy_copies_a_position_and_makes_no_array_of_it():
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    state = State(Play(), [from_nested([1, 2])])
    copied = numpy.copy(state)
    copied.at_play(Move(1))
    assert (copied.at_path, state.at_path) == ((1,), ())
    with pytest.raises(NotKnown, match="is no array"):
        numpy.array(state)


class Countdown:
    """A position from which each move leads to the next."""

    def __init__(self, left=3):
        self.left = left

    def moves(self):
        return range(self.left)

    def result(self, move):
        return Countdown(self.left - 1)

    def is_over(self):
        return self.left == 0


@pytest.mark.parametrize(
    ("stop", "told"),
    [
        (lambda: {}["missing"], "KeyError: 'missing'"),
        (lambda: sys.exit("enough"), "SystemExit: enough"),
        (lambda: os._exit(3), "the process exited with status 3"),
        (lambda: time.sleep(60), "no answer after 0.1 seconds"),
    ],
    ids=["error", "exit", "end of the process", "late"],
)
def test_an_engine_that_comes_to_no_answer_on_a_real_position_is_told_by_name(stop, told):
    engine = engine_in_style(lambda board, depth: stop(), Style(), "mine")
    with pytest.raises(BadGame, match=f"mine on <.*Countdown.*: .*{told}"):
        cost_on_positions(engine, [Countdown()], 2, alphabeta, limit=0.1)


def _after(board, move):
    after = board.copy()
    after.push(move)
    return after


def test_audit_takes_positions_from_a_file_and_says_what_is_wrong_with_it(capsys, tmp_path):
    pytest.importorskip("chess", reason="the extra `engines` is not installed")
    file, fens = tmp_path / "chess_engine.py", tmp_path / "fens.txt"
    file.write_text(textwrap.dedent(CHESS))
    fens.write_text("4k3/8/8/8/8/8/8/4K2R w - - 0 1\n")
    options = ["audit", f"{file}:search", "--games", "20", "--fens", str(fens), "--depth", "2"]
    assert main(options) == 0
    assert "1.00 times alpha-beta" in (out := " ".join(capsys.readouterr().out.split()))
    assert "its value is minimax's on 1 of 1" in out
    assert "your 1 position, 2 plies" in out
    fens.write_text("no position\n")
    assert main(options) == 2
    assert "--fens" in capsys.readouterr().err


def test_a_key_of_a_position_is_that_of_the_game_from_there_on_and_looks_at_nothing():
    log = LeafLog()
    root = State(Play(), [log.watch(from_nested([[1, 2], [1, 2], [1, 3]]))])
    first, second, third = root.at_children()
    assert first == second != third
    assert (len({first, second, third}), str(first) == str(second), len(log)) == (2, True, 0)


@pytest.mark.slow
def test_an_infinity_that_is_a_number_bounds_the_scores_of_the_games(engine_of):
    small = LISTS.replace('float("-inf")', "-1000").replace('float("inf")', "1000")
    engine = engine_of(small, "search")
    assert engine.scores == (-999, 999)
    found = audit(engine, size(10, 25), costs=False)
    assert (found.verdict, found.kind.scores) == ("as lazy as alpha-beta", (-999, 999))
    assert engine_of(LISTS, "search").scores is None
    in_a_pair = BY_NUMBER.replace("best = -1000", "best, move = -1000, None")
    assert engine_of(in_a_pair, "negamax").scores == (-999, 999)


WINDOW_OF_ONE = """
from functools import lru_cache

@lru_cache(maxsize=None)
def solve(state, alpha=-1, beta=1):
    if state.done():
        return state.score()
    value = -1 if state.max_turn else 1
    for move in state.moves():
        found = solve(state.play(move), alpha, beta)
        value = max(value, found) if state.max_turn else min(value, found)
        alpha, beta = (max(alpha, value), beta) if state.max_turn else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value
"""
SIGNED_WINNER = """
def negamax(board, alpha=-2, beta=2):
    if board.over():
        return board.winner() * board.player
    best = -2
    for move in board.moves():
        board.make(move)
        best = max(best, -negamax(board, -beta, -alpha))
        board.undo(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "name"),
    [pytest.param(WINDOW_OF_ONE, "solve", marks=pytest.mark.slow), (SIGNED_WINNER, "negamax")],
)
def test_an_engine_of_three_scores_is_not_accused_of_games_with_more(source, name, engine_of):
    found = audit(engine_of(source, name), 8, costs=False)
    assert (found.kind.scores, [*found.values]) == ((-1, 1), ["right"])
    assert found.verdict in ("as lazy as alpha-beta", "legitimate less")


MARKS_KEPT = """
class Player:
    def __init__(self, mark="X"):
        self.mark, self.other = mark, "O" if mark == "X" else "X"

    def best_move(self, board):
        best, found, alpha = -1000, None, -1000
        for move in board.moves():
            board.play(move, self.mark)
            value = self.minimax(board, False, alpha, 1000)
            board.undo(move)
            if value > best:
                best, found = value, move
            alpha = max(alpha, best)
        return found

    def minimax(self, board, maximizing, alpha, beta):
        winner = board.winner()
        if winner == self.mark:
            return 1
        if winner == self.other:
            return -1
        if board.full():
            return 0
        best = -1000 if maximizing else 1000
        for move in board.moves():
            board.play(move, self.mark if maximizing else self.other)
            found = self.minimax(board, not maximizing, alpha, beta)
            board.undo(move)
            best = max(best, found) if maximizing else min(best, found)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


def test_the_winner_may_be_compared_with_marks_that_the_engine_keeps(engine_of):
    assert audit(engine_of(MARKS_KEPT, "Player"), size(8, 40), costs=False).verdict == AS_LAZY


def test_an_engine_that_reads_no_score_is_refused_and_not_called_never_right(engine_of):
    source = MARKS_KEPT.replace('mark="X"', "mark")
    found = audit(engine_of(source, "Player"), size(8, 20), costs=False)
    assert found.causes == (Cause.INTERFACE,)
    assert f"winner, full, play, undo; on {size(18, 24)} games it came to an answer, and read no score" in found.taken
    made = "class Engine(Player):\n    def __init__(self): super().__init__('X')\n"
    assert 'as by `class Engine(Player): def __init__(self): super().__init__("X")`' in found.taken
    assert audit(engine_of(f"{source}\n{made}", "Engine"), size(8, 40), costs=False).verdict == AS_LAZY


MAX_BEGINS = """
def think(node):
    return search(node, float("-inf"), float("inf"), True)

def search(node, lo, hi, is_max):
    if not node.kids:
        return node.val
    best = float("-inf") if is_max else float("inf")
    for kid in node.kids:
        found = search(kid, lo, hi, not is_max)
        if is_max:
            best = max(best, found)
            lo = max(lo, best)
        else:
            best = min(best, found)
            hi = min(hi, best)
        if lo >= hi:
            break
    return best
"""


@pytest.mark.slow
def test_an_engine_for_which_max_always_begins_is_not_accused_of_games_in_which_min_does(engine_of):
    found = audit(engine_of(MAX_BEGINS, "think"), size(8, 25), costs=False)
    assert (found.verdict, found.kind.root) == ("as lazy as alpha-beta", Max)
    anybody = audit(engine_of(MAX_BEGINS, "search"), size(8, 25), costs=False)
    assert (anybody.verdict, anybody.kind.root) == ("as lazy as alpha-beta", None)


LIMITED = """
LEVELS = 4

def search(board, depth, is_maximizing, alpha, beta):
    if depth >= LEVELS or board.is_game_over():
        return board.evaluate()
    best = float("-inf") if is_maximizing else float("inf")
    for move in board.get_open_squares():
        board.make_move(move)
        found = search(board, depth + 1, not is_maximizing, alpha, beta)
        board.undo_move(move)
        if is_maximizing:
            best = alpha = max(alpha, best, found)
        else:
            best = beta = min(beta, best, found)
        if beta <= alpha:
            break
    return best
"""
LIMITED_AT_THE_ROOT = """
def best_move(board):
    most, best = float("-inf"), None
    for move in board.moves():
        board.push(move)
        found = search(board, 3, False, most, float("inf"))
        board.pop()
        if found > most:
            most, best = found, move
    return best

def search(board, depth, mx, alpha, beta):
    if depth == 0 or board.is_over():
        return board.score()
    for move in board.moves():
        board.push(move)
        found = search(board, depth - 1, not mx, alpha, beta)
        board.pop()
        alpha, beta = (max(alpha, found), beta) if mx else (alpha, min(beta, found))
        if alpha >= beta:
            break
    return alpha if mx else beta
"""


@pytest.mark.parametrize(("source", "name"), [(LIMITED, "search"), (LIMITED_AT_THE_ROOT, "best_move")])
def test_an_engine_that_limits_its_depth_itself_is_not_accused_on_deeper_games(source, name, engine_of):
    engine = engine_of(source, name)
    assert engine.taken.endswith("games of at most 4 plies: it searches no deeper")
    assert audit(engine, size(8, 60), costs=False).verdict == AS_LAZY


COUNTS_UP = """
def value_of(node, mx=True, level=0, depth=0, low=float("-inf"), high=float("inf")):
    if depth > 8 or not node.possible_next_states():
        return node.utility_of()
    for child in node.possible_next_states():
        found = value_of(child, not mx, level + 1, depth + 1, low, high)
        low, high = (max(low, found), high) if mx else (low, min(high, found))
        if low >= high:
            break
    return low if mx else high
"""


def test_a_parameter_without_a_usual_name_is_known_by_how_it_is_handed_on(engine_of):
    engine = engine_of(COUNTS_UP, "value_of")
    assert roles_of(engine.target) == {"mx": "maximizing", "level": "ply", "depth": "ply"}
    assert audit(engine, size(8, 60), costs=False).verdict == AS_LAZY


MIDDLE_FIRST = """
def search(board, depth, maximizing, alpha, beta):
    if depth == 0 or board.is_over():
        return board.score()
    for column in sorted(board.valid_columns(), key=lambda one: abs(1 - one)):
        board.push(column)
        found = search(board, depth - 1, not maximizing, alpha, beta)
        board.pop()
        alpha, beta = (max(alpha, found), beta) if maximizing else (alpha, min(beta, found))
        if alpha >= beta:
            break
    return alpha if maximizing else beta
"""


def test_an_action_is_asked_for_and_no_value_of_one(engine_of):
    engine = engine_of(PACMAN.replace('float("inf"))[1]', 'float("inf"))[0]'), "AlphaBetaAgent")
    assert engine.verdict == "returns no move"
    assert "the answer is none of them" in engine.unknown


def test_an_answer_may_be_an_object_with_a_score_and_a_move():
    assert told_answer(SimpleNamespace(score=3, index=Move(1))) == EngineAnswer(value=3, move=1)
    assert told_answer(SimpleNamespace(score=3, index=None)) == told_answer((3, None))


@pytest.mark.slow
def test_columns_may_be_tried_by_their_distance_from_the_middle(engine_of):
    assert audit(engine_of(MIDDLE_FIRST, "search"), size(10, 40), costs=False).verdict == "another order of moves"


def test_the_fault_that_is_told_is_that_of_positions_where_the_engine_asks_for_them(engine_of):
    engine = engine_of(MIDDLE_FIRST.replace("sorted(", "sort("), "search")
    assert engine.taken == ""
    assert "name 'sort' is not defined" in engine.unknown


COPIED_CELLS = """
def other(player): return "o" if player == "x" else "x"
def legal_moves(board, player): return [place for place, mark in enumerate(board) if mark == " "]
def make_move(board, move, player): board[move] = player; return board
def evaluate(board, player): return board.count(player) - board.count(other(player))

def search(board, player, depth, low, high):
    if depth == 0:
        return evaluate(board, player)
    for move in legal_moves(board, player):
        if low >= high:
            break
        low = max(low, -search(make_move(list(board), move, player), other(player), depth - 1, -high, -low))
    return low
"""


@pytest.mark.slow
def test_a_list_of_the_cells_of_a_board_is_a_copy_of_it(engine_of):
    assert audit(engine_of(COPIED_CELLS, "search"), size(8, 100), costs=False).verdict == AS_LAZY
    marked = engine_of(COPIED_CELLS.replace("list(board)", '["x", *list(board)[1:]]'), "search")
    assert "copy a position by board.copy()" in marked.unknown


@pytest.mark.slow
def test_an_engine_whose_positions_the_audit_cannot_follow_is_refused_and_not_accused(engine_of):
    engine = engine_of(COPIED_CELLS.replace("list(board)", "str(board)"), "search")
    assert "make_move is handed a str for a position; copy one by board.copy()" in engine.unknown


LAST_WINS = {
    "whoever is to move has lost": (
        """
        def search(state, alpha=-1, beta=1):
            if not state.moves():
                return -1
            for move in state.moves():
                alpha = max(alpha, -search(state.result(move), -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
        """,
        "legitimate less",
    ),
    "the winner is compared with a variable": (
        """
        def search(game, mark, other="O", alpha=-9, beta=9):
            if game.current_winner == other:
                return {"at": None, "score": -1 * (game.num_empty_squares() + 1)}
            if not game.empty_squares():
                return {"at": None, "score": 0}
            best = {"at": None, "score": -9}
            for square in game.available_moves():
                game.make_move(square, mark)
                found = search(game, other, mark, -beta, -alpha)
                game.board[square] = " "
                if -found["score"] > best["score"]:
                    best = {"at": square, "score": -found["score"]}
                alpha = max(alpha, best["score"])
                if alpha >= beta:
                    break
            return best

        def engine(game):
            mark = game.player
            return search(game, mark, "X" if mark == "O" else "O")["at"]
        """,
        AS_LAZY,
    ),
    "the winner is compared with a variable, and that with the mark of Max": (
        """
        def search(state, mark, alpha=-100, beta=100):
            other = "O" if mark == "X" else "X"
            if state.current_winner == other:
                return {"at": None, "score": 1 * (state.num_empty_squares() + 1) if other == "X" else -1 * (
                    state.num_empty_squares() + 1)}
            if not state.empty_squares():
                return {"at": None, "score": 0}
            best = {"at": None, "score": -100 if mark == "X" else 100}
            for square in state.available_moves():
                state.make_move(square, mark)
                found = search(state, other, alpha, beta)
                state.board[square] = " "
                found["at"] = square
                if mark == "X":
                    best = found if found["score"] > best["score"] else best
                    alpha = max(alpha, found["score"])
                else:
                    best = found if found["score"] < best["score"] else best
                    beta = min(beta, found["score"])
                if beta <= alpha:
                    break
            return best
        """,
        AS_LAZY,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("style", LAST_WINS)
def test_an_engine_for_which_the_last_move_wins_is_not_accused_of_games_in_which_it_loses(style, engine_of):
    source, verdict = LAST_WINS[style]
    found = audit(engine_of(source, "engine" if "engine" in source else "search"), size(10, 100), costs=False)
    assert found.verdict == verdict
    assert "nobody loses by a move of his own" in str(found.kind)
    assert not found.kind.even


PLAYS_ITSELF = """
class Boxes:
    def free_edges(self): return []
    def make_move(self, edge): pass
    def undo_move(self): pass
    def evaluate(self): return 0

    def solve(self, depth, alpha, beta, maximizing):
        if depth == 0 or not self.free_edges():
            return self.evaluate()
        for edge in self.free_edges():
            self.make_move(edge)
            found = self.solve(depth - 1, alpha, beta, not maximizing)
            self.undo_move()
            alpha, beta = (max(alpha, found), beta) if maximizing else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if maximizing else beta
"""


def test_an_object_that_plays_on_itself_is_the_position(engine_of):
    assert audit(engine_of(PLAYS_ITSELF, "Boxes"), size(8, 100), costs=False).verdict == AS_LAZY


def test_a_move_that_the_engine_makes_itself_is_refused_with_the_word_for_what_lists_them(engine_of):
    source = PLAYS_ITSELF.replace("return []", "return [0]").replace("free_edges", "sides")
    engine = engine_of(source, "Boxes")
    assert "say what lists the moves of a position, as by `--names sides=moves`" in engine.unknown


def test_a_move_may_be_told_as_text_of_uci(engine_of):
    source = (
        MIDDLE_FIRST
        + """
def engine(board, depth):
    best, choice = float("-inf"), None
    for move in board.legal_moves():
        board.push(move)
        found = search(board, depth - 1, False, best, float("inf"))
        board.pop()
        if found > best:
            best, choice = found, move
    return choice.uci()
"""
    )
    assert audit(engine_of(source, "engine"), size(8, 100), costs=False).verdict == "another order of moves"


MARKED = """
class Player:
    def __init__(self, num):
        self.num = num

    def value(self, state, depth, alpha, beta):
        if depth == 0 or state.is_over():
            return state.score()
        is_mine = state.current_player == self.num
        for move in state.moves():
            found = self.value(state.result(move), depth - 1, alpha, beta)
            alpha, beta = (max(alpha, found), beta) if is_mine else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if is_mine else beta

    def choose_move(self, state):
        best, choice = float("-inf"), None
        for move in state.moves():
            found = self.value(state.result(move), 9, best, float("inf"))
            if found > best:
                best, choice = found, move
        return choice
"""


def test_a_mark_with_which_the_player_is_compared_is_that_of_max(engine_of):
    assert audit(engine_of(MARKED, "Player"), size(8, 100), costs=False).verdict == AS_LAZY


COLUMNS_BY_NUMBER = """
def is_valid_move(board, column): return board[0][column] == 0
def make_move(board, column, piece): board[5][column] = piece; return board

def search(board, depth, alpha, beta, maximizing):
    if depth == 0:
        return evaluate(board)
    for column in [3, 2, 4, 1, 5, 0, 6]:
        if not is_valid_move(board, column):
            continue
        found = search(make_move(board, column, 1 + maximizing), depth - 1, alpha, beta, not maximizing)
        alpha, beta = (max(alpha, found), beta) if maximizing else (alpha, min(beta, found))
        if alpha >= beta:
            break
    return alpha if maximizing else beta

def evaluate(board): return 0

def engine(board, depth):
    best, choice = float("-inf"), None
    for column in range(7):
        if is_valid_move(board, column):
            found = search(make_move(board, column, 1), depth - 1, best, float("inf"), False)
            if found > best:
                best, choice = found, column
    return choice
"""


@pytest.mark.parametrize("name", one_in(2, ["engine", "search"]))
def test_a_search_may_go_through_the_numbers_of_columns_and_ask_which_are_moves(name, engine_of):
    found = audit(engine_of(COLUMNS_BY_NUMBER, name), size(8, 100), costs=False)
    assert found.verdict == "another order of moves"
    assert found.example is not None


def test_a_search_may_ask_which_numbers_of_columns_are_among_the_moves(engine_of):
    source = """
        def search(board, depth, alpha, beta):
            if depth == 0 or board.is_over():
                return None, board.score()
            best, valid = None, board.valid_columns()
            for column in [column for column in [3, 2, 4, 1, 5, 0, 6] if column in valid]:
                value = -search(board.drop_piece(column), depth - 1, -beta, -alpha)[1]
                if value > alpha:
                    best, alpha = column, value
                if alpha >= beta:
                    break
            return best, alpha
    """
    found = audit(engine_of(source, "search"), size(8, 100), costs=False)
    assert found.verdict == "another order of moves"
    assert found.moves["right"] == found.games
