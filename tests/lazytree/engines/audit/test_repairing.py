"""The table of planted faults: for each, the cause that an audit names, and the line that its repair touches."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from shutil import which
from textwrap import dedent

import pytest
from course_engines import NULL_WINDOW, OWN_DEPTH, TABLE
from long_runs import one_in
from planted_engines import FAULTS, MORE_RIGHT, RIGHT, source_of
from student import as_engine, choose, random_games

from lazytree import from_nested
from lazytree.cli.arguments import object_at
from lazytree.engines.audit import Cause, audit
from lazytree.engines.audit.edits import edits_of
from lazytree.engines.recognizing import recognized
from lazytree.searches.by_name import SEARCHES
from lazytree.searches.known_bugs import strict_cutoff
from strictcheck.mutation.sources import Unit

GAMES = 24
# A table's flags and windows hang together; on many games, the repair that is found is right, and at another line.
ELSEWHERE = {"table 1"}
FINE = {Cause.AS_LAZY, Cause.LESS, Cause.OTHER_ORDER, Cause.TIES, Cause.REPEATS}


@pytest.fixture
def engine(tmp_path):
    def engine(source):
        (tmp_path / "planted.py").write_text(source)
        return object_at(f"{tmp_path / 'planted.py'}:engine")

    return engine


def found_in(repair, lines):
    """True if the lines that the repair takes out, or puts its own behind, hold one of these."""
    marked = [text for text, below in pairwise([*repair.diff, " "]) if text[0] != " " or below[0] == "+"]
    return any(line in text for text in marked for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_the_cause_and_the_line_of_a_planted_fault_are_found(fault, engine):
    found = audit(engine(fault.source), GAMES, costs=False)
    assert {cause.name for cause in found.causes} & {*fault.causes.split()}, found.verdict
    assert not found.fine
    assert found.example is not None
    assert found.example.game in found.kind
    if not fault.lines:
        assert found.repair is None or fault.name in MENDED
    elif fault.name not in ELSEWHERE:
        assert found.repair is not None
        assert found_in(found.repair, fault.lines)


# Mended by an edit that nobody had in mind.
MENDED = {"global alpha"}


def test_the_table_is_large_and_not_of_the_kind_that_the_repair_is_made_for_alone():
    assert len(FAULTS) >= 60
    assert sum(fault.name.rpartition(" ")[0] not in RIGHT for fault in FAULTS) >= 20
    assert sum(not fault.lines for fault in FAULTS) >= 10


@pytest.mark.parametrize("name", one_in(4, RIGHT | MORE_RIGHT))
def test_no_right_engine_is_accused(name, engine):
    found = audit(engine(source_of((RIGHT | MORE_RIGHT)[name])), GAMES, costs=False)
    if name == "comprehension":
        assert found.causes == (Cause.NO_CUTOFF,)
    else:
        assert set(found.causes) <= FINE
    assert found.repair is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fail-hard", "lattice", "negascout", "sss", "dual", "alphabeta"])
def test_no_right_search_of_the_package_is_accused(name):
    assert set(audit(SEARCHES[name], GAMES, costs=False).causes) <= FINE


@pytest.mark.slow
def test_an_edit_that_alone_does_harm_is_told_with_its_partner():
    found = audit(as_engine(choose), random_games(GAMES, seed=0), costs=False)
    repair = found.repair
    assert "".join(line[0] for line in repair.diff) == "@ -+ -+ "  # with the line between
    marked = [line for line in repair.diff if line[0] in "-+"]
    assert [line.split()[-2:] for line in marked] == [
        ["-INFINITY,", "INFINITY)"],
        ["best,", "INFINITY)"],
        [">=", "best:"],
        [">", "best:"],
    ]
    assert [line for line in repair.alone[0] if line[0] in "-+"] == marked[:2]
    assert "must not come without the other" in str(found)


@pytest.mark.slow
@pytest.mark.skipif(which("patch") is None, reason="there is no patch")
@pytest.mark.parametrize("name", ["recursive 4", pytest.param("root loop 0", marks=pytest.mark.slow)])
def test_patch_mends_an_engine_with_the_report_as_it_is(name, engine, tmp_path, monkeypatch):
    fault = next(fault for fault in FAULTS if fault.name == name)
    monkeypatch.syspath_prepend(tmp_path)  # so that the file is named as from here
    found = audit(engine(fault.source), GAMES, costs=False)
    subprocess.run(["patch", "-p0"], cwd=tmp_path, input=str(found), text=True, check=True)
    mended = object_at(f"{tmp_path / 'planted.py'}:engine")
    assert audit(mended, GAMES, costs=False).causes == (Cause.AS_LAZY,)


def test_an_edited_text_is_code_and_differs():
    text = source_of(RIGHT["recursive"])
    unit = Unit("planted.py", 1, text)
    edits = edits_of(unit, set(range(1, text.count("\n"))))
    assert len(edits) > 100
    for edit in edits:
        assert unit.edited([edit]) != text
        compile(unit.edited([edit]), "planted.py", "exec")


def test_a_bound_is_narrowed_before_a_last_test_and_a_name_compared_by_equality_stays():
    text = """def f(node, alpha, beta, best):
    for child in node:
        value = f(child, alpha, beta, best)
        if value == best:
            best = max(best, value)
        if alpha >= beta:
            break
    return best
"""
    unit = Unit("planted.py", 1, text)
    edited = [unit.edited([edit]) for edit in edits_of(unit, {1})]
    assert any(
        "        alpha = max(alpha, value)\n        if alpha >= beta:\n            break" in one for one in edited
    )
    assert not any("beta == best" in one or "value == alpha" in one for one in edited)


@pytest.mark.slow
def test_a_slip_on_both_sides_is_mended_where_neither_edit_alone_mends_a_game(engine):
    strict = RIGHT["recursive"].replace("best >= beta", "best > beta").replace("worst <= alpha", "worst < alpha")
    ties = from_nested([[[[0, 0], [0, 0]]] * 2] * 2)
    found = audit(engine(source_of(strict)), [ties] * 3, costs=False)
    assert found.repair is not None
    assert [line.strip(" +") for line in found.repair.diff if line[0] == "+"] == [
        "if best >= beta:",
        "if worst <= alpha:",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slips", "mended"),
    [
        ({"alpha = max(": "alpha = min(", "beta = min(": "beta = max("}, ["alpha = max(alpha, best)", "beta = min("]),
        ({"alpha, beta) -": "beta, alpha) -"}, ["engine(child, alpha, beta)"] * 2),
    ],
)
def test_one_slip_that_is_made_at_both_players_is_mended_at_both(slips, mended, engine):
    source = TWICE
    for right, wrong in slips.items():
        source = source.replace(right, wrong)
    found = audit(recognized(engine(source)), GAMES, costs=False)
    assert found.repair is not None
    added = [line for line in found.repair.diff if line[0] == "+"]
    assert len(added) == 2
    assert all(part in line for part, line in zip(mended, added, strict=True))


TWICE = """
def engine(node, alpha=float("-inf"), beta=float("inf")):
    if not node.children:
        return node.value
    if node.is_max:
        best = float("-inf")
        for child in node.children:
            best = max(best, engine(child, alpha, beta) - 0)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best
    best = float("inf")
    for child in node.children:
        best = min(best, engine(child, alpha, beta) - 0)
        if best <= alpha:
            break
        beta = min(beta, best)
    return best
"""


def test_bounds_are_exchanged_also_if_one_is_narrowed_and_none_stands_for_a_depth():
    text = """def f(node, depth, alpha, beta):
    if depth > 9:
        return node
    return -f(node, depth + 1, -max(alpha, best), -beta)
"""
    unit = Unit("planted.py", 1, text)
    edited = [unit.edited([edit]) for edit in edits_of(unit, {1})]
    assert any("depth + 1, -beta, -max(alpha, best))" in one for one in edited)
    assert not any("if alpha > 9" in one or "if -float" in one for one in edited)


STOPS_AT_TIES = """
INF = float("inf")

def engine(node, alpha=-INF, beta=INF):
    if not node.children:
        return node.value
    best = -INF if node.is_max else INF
    for child in node.children:
        found = engine(child, alpha, beta)
        if node.is_max:
            best = max(best, found)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            if best < beta:
                return best
            beta = min(beta, best)
    return best
"""


@pytest.mark.slow
def test_a_course_that_wants_strict_cutoffs_is_told_of_ties_too_by_an_edit_that_completes_the_first(engine):
    found = audit(recognized(engine(STOPS_AT_TIES)), 60, reference=strict_cutoff, costs=False)
    changed = [line[1:].strip() for line in found.repair.diff if line[0] == "+"]
    assert changed == ["if best > beta:", "if best < alpha:"]


@pytest.mark.slow
def test_a_repair_that_is_right_with_strict_cutoffs_alone_says_so(engine):
    strict = RIGHT["recursive"].replace("best >= beta", "best > beta").replace("worst <= alpha", "worst < alpha")
    found = audit(engine(source_of(strict.replace("best = max(best, value)", "best = value"))), GAMES, costs=False)
    assert [line.strip(" +") for line in found.repair.diff if line[0] == "+"] == ["best = max(best, value)"]
    assert "reads, more where two are equal" in " ".join(str(found).split())


@pytest.mark.slow
def test_an_edit_may_lead_to_a_search_that_looks_at_less_by_design(tmp_path):
    file = tmp_path / "planted.py"
    file.write_text(dedent(NULL_WINDOW.replace("score >= beta", "score > beta")))
    found = audit(recognized(object_at(f"{file}:search")), GAMES, costs=False)
    assert found.repair is not None
    assert [line.strip(" +") for line in found.repair.diff if line[0] == "+"] == ["if score >= beta:"]


BEFORE = "for move in state.legal_moves():"
TABLES = {
    "a bound": TABLE,
    "before the update": TABLE.replace(BEFORE, f"{BEFORE}\n                self.table[key] = best"),
    "another depth": OWN_DEPTH.replace("hit and hit[0] >= depth", "hit"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", TABLES)
def test_a_table_of_values_that_are_not_final_is_the_cause_and_no_small_edit_is_said_to_mend_it(fault, tmp_path):
    file = tmp_path / "planted.py"
    file.write_text(dedent(TABLES[fault]))
    name = "think" if fault == "another depth" else "Player"
    found = audit(recognized(object_at(f"{file}:{name}")), 2 * GAMES, costs=False)
    assert found.verdict == "unsound table"
    assert found.repair is None  # an entry needs a flag, which no small edit adds


FLAGS = """
class Solver:
    def __init__(self):
        self.table = {}

    def negamax(self, state, depth, alpha, beta):
        alpha_orig = alpha
        entry = self.table.get(state.key())
        if entry is not None and entry[0] >= depth:
            if entry[1] == "exact":
                return entry[2]
            if entry[1] == "lower":
                alpha = max(alpha, entry[2])
            else:
                beta = min(beta, entry[2])
            if alpha >= beta:
                return entry[2]
        if depth == 0 or state.is_terminal():
            return state.evaluate()
        value = float("-inf")
        for move in state.get_moves():
            value = max(value, -self.negamax(state.play(move), depth - 1, -beta, -alpha))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        flag = "upper" if value <= alpha_orig else "lower" if value >= beta else "exact"
        self.table[state.key()] = depth, flag, value
        return value

def engine(state, depth):
    return Solver().negamax(state, depth, float("-inf"), float("inf"))
"""
BEST_FIRST = """
class Solver:
    def __init__(self):
        self.table = {}

    def search(self, state, max_depth):
        for depth in range(1, max_depth + 1):
            value, move = self.negamax(state, depth, float("-inf"), float("inf"))
        return move

    def negamax(self, state, depth, alpha, beta):
        alpha_orig, entry = alpha, self.table.get(state.key())
        if entry is not None and entry[0] >= depth:
            if entry[1] == "exact":
                return entry[2:]
            if entry[1] == "lower":
                alpha = max(alpha, entry[2])
            else:
                beta = min(beta, entry[2])
            if alpha >= beta:
                return entry[2:]
        if depth == 0 or state.is_terminal():
            return state.evaluate(), None
        value, best, moves = float("-inf"), None, list(state.get_moves())
        if entry is not None and entry[3] in moves:
            moves.remove(entry[3])
            moves.insert(0, entry[3])
        for move in moves:
            score = -self.negamax(state.play(move), depth - 1, -beta, -alpha)[0]
            if score > value:
                value, best = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        flag = "upper" if value <= alpha_orig else "lower" if value >= beta else "exact"
        self.table[state.key()] = depth, flag, value, best
        return value, best

def engine(state, depth):
    return Solver().search(state, depth)
"""


@pytest.mark.slow
def test_a_right_search_with_an_order_of_moves_of_its_own_is_not_accused_and_no_edit_takes_the_order_away(engine):
    found = audit(recognized(engine(BEST_FIRST)), GAMES, costs=False)
    assert (found.verdict, found.fine, found.repair) == ("looks at other leaves", True, None)


SECOND = """
def engine(state, depth, alpha, beta, color):
    if depth == 0 or state.is_game_over():
        return color * state.evaluate()
    first = True
    for move in state.get_legal_moves():
        state.make_move(move)
        if first:
            score = -engine(state, depth - 1, -beta, -alpha, -color)
            first = False
        else:
            score = -engine(state, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -engine(state, depth - 1, -beta, -score, color)
        state.undo_move()
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha
"""


@pytest.mark.slow
def test_a_second_search_is_mended_and_not_made_idle(engine):
    found = audit(recognized(engine(SECOND)), 5 * GAMES, costs=False)
    added = [line.strip(" +") for line in found.repair.diff if line[0] == "+"]
    assert added == ["score = -engine(state, depth - 1, -beta, -score, -color)"]


AT_RANDOM = """
import random

def engine(state, depth):
    best, moves = float("-inf"), []
    for action, child in state.get_successors():
        score = search(child, depth - 1, best, float("inf"), False)
        if score > best:
            best, moves = score, [action]
        elif score == best:
            moves.append(action)
    return random.Random(1).choice(moves)

def search(state, depth, alpha, beta, maximizing):
    if depth == 0 or state.is_terminal():
        return state.utility()
    for _, child in state.get_successors():
        value = search(child, depth - 1, alpha, beta, not maximizing)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta
"""
# Engines that are wrong in few games, and the edit that mends them; none if such edits only hide the fault by an idle
# table.
RARE = {
    "a flag": (FLAGS.replace("value <= alpha_orig", "value <= alpha"), "value <= alpha_orig"),
    "no flag": (FLAGS.replace("depth, flag, value", 'depth, "exact", value'), None),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", RARE)
def test_a_fault_that_shows_in_few_games_is_mended_on_games_in_which_it_is_dense_or_not_at_all(fault, engine):
    source, edited = RARE[fault]
    found = audit(recognized(engine(source)), 300, costs=False)
    assert not found.fine
    assert found.repair is None if edited is None else edited in "".join(found.repair.diff)


@pytest.mark.slow
def test_a_choice_among_ties_is_mended_by_no_other_number_to_begin_random_numbers_with(engine):
    found = audit(recognized(engine(AT_RANDOM)), 300, costs=False)
    assert not found.fine
    assert found.repair is None or "moves.append(action)" in "".join(found.repair.diff)


BACKWARDS = """
from lazytree import End, Max

def engine(game, alpha=float("-inf"), beta=float("inf")):
    if isinstance(game, End):
        return game.score
    for child in reversed(game.children):
        value = engine(child, alpha, beta)
        if isinstance(game, Max):
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha > beta:
            break
    return alpha if isinstance(game, Max) else beta
"""


WITH_A_STACK = """
def engine(tree, inf=float("inf")):
    stack, result = [[iter([tree]), True, -inf, inf, -inf]], None
    while stack:
        children, is_max, alpha, beta, best = frame = stack[-1]
        if result is not None:
            best = max(best, result) if is_max else min(best, result)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            frame[2:], result = [alpha, beta, best], None
        child = None if alpha > beta else next(children, None)
        if child is None:
            stack.pop()
            result = best
        elif isinstance(child, list):
            maximizes = len(stack) % 2 == 1
            stack.append([iter(child), maximizes, alpha, beta, -inf if maximizes else inf])
        else:
            result = child
    return result
"""


@pytest.mark.slow
def test_an_engine_that_never_calls_itself_is_mended_too(engine):
    found = audit(recognized(engine(WITH_A_STACK)), GAMES, costs=False)
    assert found.causes == (Cause.STRICT,)
    assert [line.strip("+ ") for line in found.repair.diff if line[0] == "+"] == [
        "child = None if alpha >= beta else next(children, None)"
    ]


@pytest.mark.slow
def test_a_search_with_an_order_of_its_own_is_mended_in_that_order(engine):
    found = audit(engine(BACKWARDS), GAMES, costs=False)
    assert {*found.causes} == {Cause.OTHER_ORDER, Cause.STRICT}
    assert [line.strip(" +") for line in found.repair.diff if line[0] == "+"] == ["if alpha >= beta:"]


def test_the_second_search_of_a_null_window_and_the_first_best_value_are_put_in():
    text = """def f(node, alpha, beta):
    best = 0
    for child in node:
        value = -f(child, -alpha - 1, -alpha)
        if child is None:
            value = -f(child, -beta, -alpha)
        best = max(best, value, -INFINITY)
    return best
"""
    edited = [Unit("planted.py", 1, text).edited([edit]) for edit in edits_of(Unit("planted.py", 1, text), {1})]
    again = "        if alpha < value < beta:\n            value = -f(child, -beta, -alpha)\n"
    assert any(again in one for one in edited)
    assert any("    best = -INFINITY\n" in one for one in edited)


def test_a_null_window_is_put_at_another_bound_and_opened_where_it_is_searched_again():
    text = """def f(node, alpha, beta, player):
    for child in node:
        value = -f(child, -beta, -beta + 1, player)
        if alpha < value < beta:
            value = -f(child, -alpha - 1, -alpha, player)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""
    unit = Unit("planted.py", 1, text)
    edited = [unit.edited([edit]) for edit in edits_of(unit, {1})]
    assert any(one.count("-alpha - 1, -alpha") == 2 for one in edited)
    assert any("child, -beta, -alpha, player" in one for one in edited)
    assert any("-alpha, -player" in one for one in edited)


def test_a_window_that_is_calculated_is_replaced_by_a_bound():
    text = """def f(node, alpha, beta):
    for child in node:
        alpha = max(alpha, -f(child, -MATE * 2, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
    unit = Unit("planted.py", 1, text)
    assert any("f(child, -beta, -alpha)" in unit.edited([edit]) for edit in edits_of(unit, {1}))


def test_what_is_searched_is_not_replaced_for_that_could_be_endless():
    text = "def f(node, seen, count):\n    if node not in seen:\n        count = max(seen, count)\n    return count\n"
    unit = Unit("planted.py", 1, text)
    edited = [unit.edited([edit]) for edit in edits_of(unit, {1})]
    assert any("max(count, count)" in one for one in edited)
    assert [one for one in edited if "not in" in one and "node not in seen:" not in one] == []


def test_no_edit_only_takes_a_statement_out_of_use():
    text = """def f(node, alpha, beta):
    for child in node:
        alpha = max(alpha, f(child, -beta, -alpha))
    flag = "exact"
    table[node] = flag
    return alpha
"""
    edited = [Unit("planted.py", 1, text).edited([edit]) for edit in edits_of(Unit("planted.py", 1, text), {1})]
    assert not any("flag = child" in one for one in edited)
    assert not any("return alpha\n    table" in one for one in edited)


READ_TWICE = """
from lazytree import End, Max

def peek(kid):
    return kid.score if isinstance(kid, End) else 0

def engine(game, a=float("-inf"), b=float("inf")):
    if isinstance(game, End):
        return game.score
    kids = [*game.children]
    kids.sort(key=lambda kid: 0 * peek(kid))
    for kid in kids:
        if isinstance(game, Max):
            a = max(a, engine(kid, a, b))
        else:
            b = min(b, engine(kid, a, b))
        if a >= b:
            break
    return a if isinstance(game, Max) else b
"""


@pytest.mark.slow
def test_what_is_read_twice_is_left_out_and_not_put_elsewhere(engine):
    repair = audit(engine(READ_TWICE), GAMES, costs=False).repair
    assert repair is not None
    assert [line.strip() for line in repair.diff if line[0] in "-+"] == [
        "-    kids.sort(key=lambda kid: 0 * peek(kid))"
    ]


def test_an_edit_leaves_calls_in_order_and_flags_alone():
    text = """def f(node, alpha, beta):
    for move in node:
        node.push(move)
        value = f(node, alpha, beta)
        node.pop()
        if value >= beta:
            continue
    flag = "exact" if value else "bound"
    table[node] = value, flag
    return value
"""
    edited = [Unit("planted.py", 1, text).edited([edit]) for edit in edits_of(Unit("planted.py", 1, text), {1})]
    assert any("node.pop()" not in one and "pass" not in one for one in edited)
    assert any("continue\n        node.pop()" in one for one in edited)
    assert all(one.find("push") < one.find("value = f") for one in edited if "push" in one and "value = f" in one)
    assert any("alpha, flag" in one for one in edited)
    assert not any("= value, alpha" in one or "= value, beta" in one for one in edited)


NEGAMAX = """
def engine(board, depth, alpha, beta):
    if depth == 0 or board.is_over():
        return board.evaluate(), None
    best, choice = -1_000_000, None
    for move in board.moves():
        board.push(move)
        score = -engine(board, depth - 1, -beta, -alpha)[0]
        board.pop()
        if score > best:
            best, choice = score, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, choice
"""
LAST = """
from sys import float_info

def engine(board, depth, alpha, beta):
    if depth == 0 or board.is_over():
        return board.evaluate()
    best = -1_000_000
    for move in board.moves():
        score = -engine(board.result(move), depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return score
"""
BOTH = """
def engine(board, depth, is_max, alpha=-1_000_000, beta=1_000_000):
    if depth == 0 or board.is_over():
        return board.evaluate()
    best = -1_000_000 if is_max else 1_000_000
    for move in board.moves():
        score = engine(board.result(move), depth - 1, not is_max, alpha, beta)
        if is_max and score > best:
            best = score
            alpha = max(alpha, best)
        if not is_max and score < best:
            best = score
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
TOLD = {
    "a minus": (NEGAMAX.replace("= -engine", "= engine"), Cause.WRONG_SIGN, "-engine"),
    "a window": (NEGAMAX.replace("-beta, -alpha", "-alpha, -beta"), Cause.CROSSED, "-beta, -alpha"),
    "a begin": (LAST.replace("return score", "return best").replace("-1_000_000", "0"), Cause.BEGINS, '-float("inf")'),
    "a return": (LAST, Cause.OTHER_RETURNED, "return best"),
    "another constant": (
        LAST.replace("return score", "return best").replace("-1_000_000", "float_info.min"),
        Cause.BEGINS,
        '-float("inf")',
    ),
    "the same player again": (BOTH.replace("not is_max, alpha", "is_max, alpha"), Cause.WRONG_PLAYER, "not is_max"),
    "a window that is left out": (
        BOTH.replace("not is_max, alpha, beta", "not is_max"),
        Cause.NO_WINDOW,
        "not is_max, alpha, beta",
    ),
    "a test that an update skips": (BOTH.replace("        if beta", "        elif beta"), Cause.MORE, " if beta"),
}


@pytest.mark.slow
@pytest.mark.parametrize("slip", TOLD)
def test_an_edit_that_mends_an_engine_tells_the_cause(slip, engine):
    source, cause, edited = TOLD[slip]
    found = audit(recognized(engine(source)), GAMES, costs=False)
    assert found.causes == (cause,)
    assert found.repair is not None
    assert edited in "".join(found.repair.diff)
