"""Audits: each planted bug is recognised by its name, and whatever an engine does, it gets a verdict."""

from __future__ import annotations

import contextlib
import copy
import os
import random
import sys
import time
from dataclasses import replace
from functools import cache

import pytest
from long_runs import size

from lazytree import SEARCHES, End, Max, Min, alphabeta, from_nested, leaves, minimax
from lazytree.engines.adapters import Engine, EngineAnswer, Style, engine_in_style, game_engine
from lazytree.engines.adapters.interfaces import Play, State
from lazytree.engines.audit import Cause, GameClass, Relation, audit, grade, run
from lazytree.engines.audit.audit_games import TYPICAL, class_of, games_of_class, typical_games
from lazytree.engines.audit.audit_reports import COLUMNS, row_of, shown_line
from lazytree.engines.audit.findings import Cost
from lazytree.engines.audit.grading import reason_to_stop
from lazytree.engines.audit.judged_runs import Referee, is_proved
from lazytree.engines.audit.running import Runner
from lazytree.engines.audit.suspects import suspects
from lazytree.games.leaf_log import CodeLine, log_leaves
from lazytree.searches.known_bugs import _strict_cutoff, kept_window, strict_cutoff, wide_root
from lazytree.searches.side_by_side import DemandTally, relation_of
from strictcheck.processes import in_fork

pytestmark = pytest.mark.usefixtures("without_repair")
GAMES = size(20, 40)
INFINITY = float("inf")


@cache
def audited(engine):
    """The audit of an engine, made once for all tests that read it."""
    return audit(engine, GAMES, costs=False)


# Verdicts on the searches of this package


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("alphabeta", Cause.AS_LAZY),
        ("fail-hard", Cause.AS_LAZY),
        ("lattice", Cause.AS_LAZY),
        ("minimax", Cause.NO_CUTOFF),
        ("f1", Cause.NO_DEEP),
        ("hughes", Cause.NO_DEEP),
        ("sss", Cause.LESS),
        ("dual", Cause.LESS),
        ("broken-wide-root", Cause.WIDE_ROOT),
        ("broken-strict-cutoff", Cause.STRICT),
        ("broken-kept-window", Cause.KEPT_WINDOW),
        pytest.param("broken-unsound-table", Cause.UNSOUND_TABLE, marks=pytest.mark.slow),  # shows on few games
    ],
)
def test_each_search_and_each_planted_bug_is_recognised_by_name(name, cause):
    found = audited(SEARCHES[name])
    assert found.causes[0] is cause
    assert set(found.causes[1:]) <= {Cause.REPEATS}
    assert found.fine == (cause in (Cause.AS_LAZY, Cause.LESS))


def test_a_report_has_no_line_of_more_than_80_columns():
    found = replace(
        audited(wide_root), costs=tuple(Cost(name, 12_345, 9_999, 9_998, 77_777, 88_888) for name in TYPICAL)
    )
    text = str(replace(found, taken="states; " + ", ".join(f"name{number}" for number in range(30))))
    assert max(map(len, text.splitlines())) <= 80


def test_every_planted_bug_of_the_package_has_a_cause_of_its_own():
    planted = {name for name in SEARCHES if name.startswith("broken-")}
    known = {suspect.name: suspect.causes for suspect in suspects()}
    assert planted <= known.keys()
    assert len({known[name] for name in planted}) == len(planted)


def test_a_verdict_names_the_program_that_looks_at_the_same_leaves():
    assert audited(wide_root).like == "broken-wide-root"
    assert audited(SEARCHES["negascout"]).like == "negascout"


def test_a_search_that_searches_again_is_legitimate_and_repeats():
    found = audited(SEARCHES["negascout"])
    assert found.causes == (Cause.LESS, Cause.REPEATS)
    assert found.fine
    assert found.demand.repeating > 0


# Verdicts on engines with a bug each, written as their authors would


def twice(game):
    """Alpha-beta that looks at each score again."""
    value = alphabeta(game)
    next(leaves(game))
    return value


def root_alphabeta(game, *, better):
    """Alpha-beta with a loop at the root that remembers the move; `better` says when a value replaces the best."""
    best, move = None, None
    for index, child in enumerate(game.children):
        if isinstance(game, Max):
            value = alphabeta(child) if best is None else alphabeta(child, alpha=best)
        else:
            value = alphabeta(child) if best is None else alphabeta(child, beta=best)
        gain = value if isinstance(game, Max) else -value
        if best is None or better(gain, best if isinstance(game, Max) else -best):
            best, move = value, index
    return best, move


def right_move(game):
    return root_alphabeta(game, better=lambda gain, best: gain > best)


def wrong_move(game):
    return root_alphabeta(game, better=lambda gain, best: gain >= best)


def backwards(game, alpha=-INFINITY, beta=INFINITY):
    if isinstance(game, End):
        return game.score
    for child in reversed(game.children):
        value = backwards(child, alpha, beta)
        if isinstance(game, Max):
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if isinstance(game, Max) else beta


def min_stops(game, alpha=-INFINITY, beta=INFINITY):
    """Alpha-beta in which Min stops early, and Max never."""
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        if isinstance(game, Max):
            best = max(best, min_stops(child, max(alpha, best), beta))
        else:
            best = min(best, min_stops(child, alpha, min(beta, best)))
            if best <= alpha:
                break
    return best


def one_sided(game, alpha=-INFINITY, beta=INFINITY):
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        if isinstance(game, Max):
            best = max(best, one_sided(child, max(alpha, best), beta))
            if best >= beta:
                break
        else:
            best = min(best, one_sided(child, alpha, min(beta, best)))
    return best


def strict_and_wide(game):
    chosen = max if isinstance(game, Max) else min
    return chosen(strict_cutoff(child) for child in game.children)


def off_by_one(game):
    return minimax(game) + 1


def with_a_word_at_the_end(game):
    def said(value):
        return value

    return said(minimax(game))


def on_a_copy(game):
    """Alpha-beta on a tree that is made in full, without recursion, beforehand."""
    return alphabeta(copy.deepcopy(game))


def late_at_max(game, alpha=-INFINITY, beta=INFINITY):
    """Alpha-beta in which Max tests alpha before it brings it up to date, and Min tests its best value."""
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        if isinstance(game, Max):
            best = max(best, late_at_max(child, alpha, beta))
            if alpha >= beta:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, late_at_max(child, alpha, min(beta, best)))
            if best <= alpha:
                break
    return best


def from_zero(game, alpha=-INFINITY, beta=INFINITY):
    """Alpha-beta in which a position is worth 0 before its first move."""
    if isinstance(game, End):
        return game.score
    best = 0
    for child in game.children:
        if isinstance(game, Max):
            best = alpha = max(alpha, best, from_zero(child, alpha, beta))
        else:
            best = beta = min(beta, best, from_zero(child, alpha, beta))
        if alpha >= beta:
            break
    return best


def narrowed_at_the_root(game, alpha=-INFINITY, beta=INFINITY, is_root=True):
    """Alpha-beta in which Max narrows the window at the root and nowhere else."""
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        value = narrowed_at_the_root(child, alpha, beta, False)
        best = max(best, value) if isinstance(game, Max) else min(best, value)
        if best >= beta if isinstance(game, Max) else best <= alpha:
            break
        if is_root and isinstance(game, Max):
            alpha = best
        if isinstance(game, Min):
            beta = min(beta, best)
    return best


def with_a_memory(game):
    """Minimax that knows a position again."""
    known = {}

    def value(state):
        if state.is_over():
            return state.score()
        if state not in known:
            known[state] = (max if state.maximizing() else min)([value(child) for child in state.children()])
        return known[state]

    return value(State(Play(usage=dict.fromkeys(("is_over", "score", "maximizing", "children"), "called")), [game]))


def without_the_last(game):
    """Minimax that loses the last of more than two moves, as an order of moves may."""
    if isinstance(game, End):
        return game.score
    chosen = max if isinstance(game, Max) else min
    return chosen(without_the_last(child) for child in game.children[: max(2, len(game.children) - 1)])


@pytest.mark.parametrize(
    ("engine", "causes"),
    [
        (without_the_last, (Cause.LEFT_OUT,)),
        (late_at_max, (Cause.LATE,)),
        (from_zero, (Cause.BEGINS,)),
        (narrowed_at_the_root, (Cause.NOT_NARROWED,)),
        pytest.param(with_a_memory, (Cause.NO_CUTOFF,), marks=pytest.mark.slow),
        (with_a_word_at_the_end, (Cause.NO_CUTOFF,)),
        (on_a_copy, (Cause.NO_CUTOFF,)),
        (twice, (Cause.REPEATS,)),
        (right_move, (Cause.AS_LAZY,)),
        (wrong_move, (Cause.WRONG_MOVE,)),
        pytest.param(backwards, (Cause.OTHER_ORDER,), marks=pytest.mark.slow),
        (one_sided, (Cause.ONE_SIDED,)),
        (min_stops, (Cause.ONE_SIDED,)),
        (strict_and_wide, (Cause.WIDE_ROOT, Cause.STRICT)),
        pytest.param(off_by_one, (Cause.WRONG_VALUE,), marks=pytest.mark.slow),
        (kept_window, (Cause.KEPT_WINDOW,)),
    ],
)
def test_the_likely_cause_is_found(engine, causes):
    assert audited(engine).causes == causes


def test_a_move_that_is_cut_off_in_each_of_a_few_positions_is_not_said_to_be_left_out():
    cut = from_nested([[3, 12, 8], [2, 4], [1, 5]])
    assert audit(lambda game: alphabeta(game) + 1, [cut], costs=False).causes == (Cause.WRONG_VALUE,)


def test_a_wrong_move_shows_with_right_value_and_right_demand():
    found = audited(wrong_move)
    assert (found.values["wrong"], found.demand.overall) == (0, Relation.SAME_ORDER)
    assert found.moves["wrong"] > 0
    assert not found.fine


@pytest.mark.slow
def test_right_values_and_leaves_that_no_known_program_looks_at_are_told_by_their_relation():
    def nosy(game):
        value = alphabeta(game)
        [*_, (_, last)] = leaves(game)
        return value + 0 * last

    assert audited(nosy).causes[0] is Cause.MORE


# The smallest game, and the line


def test_the_smallest_game_shows_the_bug_and_nothing_smaller_does():
    example = audited(strict_cutoff).example
    assert len(list(leaves(example.game))) == 3
    assert set(example.found) - set(example.expected) == {example.asked}
    assert strict_cutoff(example.game) == example.value


def test_the_line_of_the_engine_that_asked_for_the_extra_leaf_is_named():
    example = audited(one_sided).example
    own = [line for line in example.lines if line.file == __file__]
    assert [line.function for line in own[:2]] == ["one_sided", "one_sided"]
    with open(__file__, encoding="utf-8") as source:
        text = source.read().splitlines()
    assert text[own[0].number - 1].strip() == "return game.score"
    assert "one_sided(child" in text[own[1].number - 1]


def test_an_engine_may_lie_in_a_file_whose_name_ends_like_that_of_a_module_of_python(tmp_path):
    file = tmp_path / "multithreading.py"
    code = "def engine(game):\n    return sum(child.score for child in game.children)\n"
    names = {}
    exec(compile(code, str(file), "exec"), names)
    (line, *_) = run(game_engine(names["engine"]), from_nested([1, 2]), where=True).lines[0]
    assert line.file == str(file)


def test_no_line_of_the_audit_itself_is_named():
    example = audited(one_sided).example
    assert {line.file for line in example.lines} == {__file__}


def test_an_engine_without_trouble_has_no_example():
    assert audited(alphabeta).example is None


@pytest.mark.slow
def test_costs_are_told_on_typical_games_with_many_scores_and_with_few():
    many, few = audit(strict_cutoff, 30).costs
    assert (many.expected, few.expected) == tuple(
        sum(len(log_leaves(alphabeta, game)[1]) for game in typical_games(cost.games)) for cost in (many, few)
    )
    assert 1 < many.ratio < 1.1
    assert few.ratio > 5
    assert Cost("x", 6, 5, 4).ratio == 1.5


def test_costs_can_be_left_out():
    assert audit(strict_cutoff, 30, costs=False).costs == ()


@pytest.mark.parametrize("failing", TYPICAL)
def test_costs_stand_in_their_columns_where_the_engine_fails_on_one_kind_of_typical_games(failing):
    found = audit(lambda game: 1 / 0 if game in typical_games(failing) else alphabeta(game), [End(1)])
    row = dict(zip(COLUMNS, row_of(found), strict=True))
    many, few = TYPICAL
    assert (row["cost"] == "", row["ties"] == "", row["verdict"]) == (failing == many, failing == few, found.verdict)


# Bad engines: a verdict, not a crash, and the audit goes on


def raising(game):
    if isinstance(game, Max):
        raise LookupError("no such luck")
    return alphabeta(game)


def exiting(game):
    sys.exit("enough")


def interrupting(game):
    raise KeyboardInterrupt


def recursing(game):
    return recursing(game)


def looping(game):
    while True:
        time.sleep(0.001)


def stubborn(game):
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(0.01)


def mutating(game):
    value = alphabeta(game)
    object.__setattr__(game, "children", game.children[:1])
    return value


def moveless(game):
    return EngineAnswer(alphabeta(game), None)


def illegal(game):
    return alphabeta(game), len(game.children)


def leaving(board):
    board.play(board.moves()[0])
    return 0


@pytest.mark.parametrize(
    ("engine", "cause", "words"),
    [
        (game_engine(raising), Cause.RAISES, "LookupError: no such luck"),
        (game_engine(exiting), Cause.RAISES, "SystemExit: enough"),
        (game_engine(interrupting), Cause.RAISES, "KeyboardInterrupt"),
        (game_engine(recursing), Cause.RAISES, "RecursionError"),
        (game_engine(mutating), Cause.MUTATES, "the game is not what it was"),
        (game_engine(moveless), Cause.NO_MOVE, "the answer is none of them"),
        (game_engine(illegal), Cause.ILLEGAL_MOVE, "in a position with moves 0 to"),
        (engine_in_style(leaving, Style()), Cause.MUTATES, "left after the moves [0]"),
    ],
)
def test_a_bad_engine_gets_a_verdict_and_a_smallest_game(engine, cause, words):
    found = audit(engine, [*games_of_class(10, seed=4)], costs=False)
    assert found.causes[0] is cause
    assert words in found.faults[0].message
    assert not found.fine
    assert len(list(leaves(found.example.game))) <= 2
    assert words.split()[0] in str(found)


def test_the_rest_of_an_audit_goes_on_after_a_fault():
    found = audited(raising)
    assert found.values["right"] + len(found.faults) == found.games == GAMES
    assert found.causes == (Cause.RAISES, Cause.AS_LAZY) or found.causes == (Cause.RAISES,)


def test_an_exception_is_told_with_the_line_that_raised_it():
    assert audited(raising).faults[0].line.function == "raising"


def test_an_engine_that_loops_is_stopped_and_given_up_after_two_games():
    found = audit(looping, 10, limit=0.05, costs=False)
    assert found.causes == (Cause.TOO_SLOW,)
    assert len(found.faults) == found.games == 2
    assert found.faults[0].line.function == "looping"


def test_an_engine_that_cannot_be_interrupted_is_ended_from_outside():
    found = audit(stubborn, 1, limit=0.02, costs=False)
    assert found.causes == (Cause.TOO_SLOW,)
    assert "ended from outside" in found.faults[0].message


def dying(game):
    os._exit(7)


def test_an_engine_that_takes_its_process_with_it_gets_a_verdict():
    found = audit(dying, 3, costs=False)
    assert found.causes == (Cause.RAISES,)
    assert "exited with status 7" in found.faults[0].message


def by_the_clock(game):
    return minimax(game) + time.monotonic_ns() % 1000


def by_chance(game):
    return best_of_equals(game, random.choice)


def best_of_equals(game, choose):
    """Alpha-beta that chooses among equally good moves, and so has to look into ties."""
    if isinstance(game, End):
        return game.score, 0
    sign = 1 if isinstance(game, Max) else -1
    best, moves = -INFINITY, []
    for index, child in enumerate(game.children):
        window = (best, INFINITY) if sign == 1 else (-INFINITY, -best)
        value = sign * _strict_cutoff(child, *window)
        if value > best:
            best, moves = value, []
        if value == best:
            moves.append(index)
    return sign * best, choose(moves)


def test_an_engine_that_goes_by_the_clock_is_not_deterministic():
    found = audit(by_the_clock, 6, costs=False)
    assert found.causes == (Cause.NOT_DETERMINISTIC,)
    assert found.example is not None
    assert found.example.fault.cause is Cause.NOT_DETERMINISTIC
    assert " and then answer " in found.faults[0].message


@pytest.mark.parametrize("calls", [8, 9, 10])
def test_a_fault_that_does_not_come_again_is_no_exception_of_the_audit(calls, tmp_path):
    """The engine tells a wrong value in its first calls, whichever process it is in: on four games, and a little on."""

    def learning(game):
        with (tmp_path / "calls").open("a+") as file:
            file.write("x")
            return minimax(game) + (file.tell() <= calls)

    found = audit(learning, [from_nested([3, 5])] * 4, costs=False)
    assert found.values["wrong"] == 4
    assert found.example.answer.value == found.example.value + 1


@pytest.mark.parametrize("choose", [random.choice, lambda moves: moves[-1]])
def test_an_engine_that_chooses_among_equal_moves_is_right_to_look_into_ties(choose):
    found = audit(lambda game: best_of_equals(game, choose), GAMES, costs=False)
    assert found.causes == (Cause.TIES,)
    assert found.fine


known = {}


def with_a_table_for_ever(game, path=(), alpha=-INFINITY, beta=INFINITY):
    """Right for the one game it is made for, and not for the next, which has the same paths."""
    if path not in known:
        if isinstance(game, End):
            return game.score
        values = [with_a_table_for_ever(child, (*path, n)) for n, child in enumerate(game.children)]
        known[path] = max(values) if isinstance(game, Max) else min(values)
    return known[path]


def test_an_engine_that_keeps_a_table_gets_two_fresh_processes_on_each_game(monkeypatch):
    forks = []

    def counted(work, seconds):
        forks.append(work)
        return in_fork(work, seconds)

    monkeypatch.setattr("lazytree.engines.audit.running.in_fork", counted)
    with Runner(game_engine(with_a_table_for_ever)) as runner:
        assert all(runner.run(game, twice=True).fault is None for game in [from_nested([[3, 5], [2, 9]])] * 10)
    assert len(forks) == 10 * 2


@pytest.mark.parametrize("window", [(0, 100), (-INFINITY, 30)])
def test_a_window_that_begins_too_narrow_is_a_cause_of_its_own(window):
    def search(game, alpha=window[0], beta=window[1]):
        if isinstance(game, End):
            return game.score
        for child in game.children:
            found = search(child, alpha, beta)
            alpha, beta = (max(alpha, found), beta) if isinstance(game, Max) else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if isinstance(game, Max) else beta

    assert audit(search, GAMES, kind=GameClass(scores=(-200, 200)), costs=False).causes == (Cause.NARROW,)


@pytest.mark.slow
def test_a_table_that_lives_longer_than_a_game_is_no_fault():
    found = audit(with_a_table_for_ever, 5, costs=False)
    assert found.causes == (Cause.NO_CUTOFF,)
    assert not known


def chatty(game):
    print("your move?", input())
    print(game, [*getattr(game, "children", ())])
    sys.stderr.write("thinking")
    return alphabeta(game)


def test_prints_and_reads_of_standard_input_do_not_matter(capfd):
    assert audit(chatty, 5, costs=False).causes == (Cause.AS_LAZY,)
    assert capfd.readouterr() == ("", "")


# Proof and luck


def first_leaf(game):
    while not isinstance(game, End):
        game = game.children[0]
    return game.score


def test_a_right_answer_that_was_not_proved_is_luck():
    games = [Max([Min([End(n), End(n)]), Min([End(n), End(n)])]) for n in range(3)]
    found = audit(first_leaf, games, costs=False)
    assert (found.fine, found.lucky, found.values["right"]) == (False, 3, 3)
    found = audit(lambda game: minimax(game.children[0]), [Max([game, End(0)]) for game in games], costs=False)
    assert found.causes == (Cause.LUCKY,)
    assert "not enough was read" in " ".join(str(found).split())


def test_a_move_is_proved_or_lucky_too():
    games = [Max([Min([End(1), End(1)]), Min([End(0), End(0)])])]

    assert audit(lambda game: EngineAnswer(move=right_move(game)[1]), games, costs=False).causes == (Cause.AS_LAZY,)
    for answer, luck in ((lambda _: EngineAnswer(move=0), 1), (lambda _: EngineAnswer(move=1), 0)):
        found = audit(answer, games, costs=False)
        assert (found.causes, found.lucky) == ((Cause.NO_LEAF,), luck)


def up_to_a_win(game):
    """Stops at a score of 1, which nothing can be better than, if that is so."""
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        best = (max if isinstance(game, Max) else min)(best, up_to_a_win(child))
        if best == (1 if isinstance(game, Max) else -1):
            break
    return best


@pytest.mark.slow
def test_bounds_of_scores_that_are_declared_count_as_proof():
    kind = GameClass(scores=(-1, 1))
    assert audit(up_to_a_win, GAMES, kind=kind, costs=False).lucky == 0
    games = list(games_of_class(GAMES, 0, kind))
    assert Cause.LUCKY in audit(up_to_a_win, games, costs=False).causes


# Games of the engine's own kind


def for_max_and_two_ghosts(game):
    assert isinstance(game, Max)
    return _for_turns(game, 0, -INFINITY, INFINITY)


def _for_turns(game, ply, alpha, beta):
    if ply == 6:
        return game.score
    best = -INFINITY if ply % 3 == 0 else INFINITY
    for child in game.children:
        value = _for_turns(child, ply + 1, alpha, beta)
        if ply % 3 == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best


def test_an_engine_is_run_and_shown_its_faults_on_games_of_its_own_kind():
    kind = GameClass(root=Max, turns="Mmm", depth=6, scores=(-5, 5))
    found = audit(for_max_and_two_ghosts, 12, kind=kind, costs=False)
    assert found.causes == (Cause.STRICT,)
    assert found.example.game in kind
    assert len(list(leaves(found.example.game))) <= 4


def test_games_that_are_given_tell_their_class_and_the_example_keeps_to_it():
    games = [game for game in games_of_class(80, seed=1) if isinstance(game, Min)]
    found = audit(strict_cutoff, games, costs=False)
    assert (found.kind.root, found.kind.turns, found.kind.even) == (Min, "Mm", True)
    assert found.example.game in found.kind


def test_games_are_padded_to_the_depth_that_is_asked_for():
    kind = GameClass(depth=4, turns="Mm")
    found = audit(alphabeta, [from_nested([1, [2, 3]])], kind=kind, costs=False)
    assert found.games == 1
    assert audit(alphabeta, [from_nested([1, [2, 3]])], kind=GameClass(depth=1), costs=False).causes == (Cause.NOT_RUN,)


# Adapters, games, relations


def test_an_adapter_that_is_wrong_is_found_before_the_engine_is_run():
    wrong = Engine("wrong", dying, lambda game: EngineAnswer(alphabeta(game)))
    assert audited(wrong).causes == (Cause.ADAPTER,)
    assert not is_proved(Engine("w", wrong.solve, lambda game: EngineAnswer(minimax(game) + 1)), [from_nested([1, 2])])


def test_an_engine_that_accepts_no_game_is_not_run():
    picky = Engine("picky", lambda game: 1 / 0, lambda game: 1 / 0, accepts=lambda game: False)
    found = audit(picky, 5, costs=False)
    assert (found.causes, found.games) == ((Cause.NOT_RUN,), 0)
    assert "not made for any" in str(found)


@pytest.mark.parametrize("games", [0, -1, []])
def test_without_games_there_is_no_verdict(games):
    with pytest.raises(ValueError, match=r"audit\(games=.*\): expected one game or more"):
        audit(alphabeta, games)


class Index:
    """An index that is no `int`, as the integers of numpy are none."""

    def __init__(self, index):
        self.index = index

    def __index__(self):
        return self.index


def test_a_move_may_be_whatever_is_an_index_and_no_bool():
    assert audit(lambda game: EngineAnswer(alphabeta(game), Index(0)), [from_nested([3, 2])], costs=False).causes == (
        Cause.AS_LAZY,
    )
    told = audit(lambda game: EngineAnswer(alphabeta(game), False), [from_nested([3, 2])], costs=False)
    assert told.causes == (Cause.ILLEGAL_MOVE,)


def test_a_move_may_be_the_child_itself_or_a_line_that_begins_with_it():
    def child(game):
        value, move = right_move(game)
        return value, game.children[move]

    for engine in (child, lambda game: (right_move(game)[0], [right_move(game)[1], 0, 0])):
        found = audit(engine, [from_nested([3, [2, 4]]), from_nested([3, [4, 5]])], costs=False)
        assert (found.moves["right"], found.faults) == (2, ())
    untold = audit(lambda game: (None, right_move(game)[1]), [from_nested([3, [2, 4]])], costs=False)
    assert (untold.values["not told"], untold.moves["right"]) == (1, 1)


class Incomparable:
    """A value whose comparisons have no truth, as those of arrays have none."""

    def __eq__(self, other):
        raise ValueError("ambiguous")

    __hash__ = None

    def __lt__(self, other):
        return self


@pytest.mark.slow
def test_a_value_that_cannot_be_compared_is_wrong():
    def engine(game):
        minimax(game)
        return Incomparable()

    assert audit(engine, 5, costs=False).causes == (Cause.WRONG_VALUE,)
    assert "Your answer is" in grade(engine, 5).feedback


def test_games_on_which_nothing_is_told_are_not_counted_among_those_that_are_wrong():
    found = audit(right_move, [Max([End(1), End(2)]), End(1)], costs=False)
    assert "  moves    told on 1 of 2 games, and right on all of these" in str(found)


def test_a_leaf_is_a_game_too():
    assert audit(alphabeta, [End(3)], costs=False).causes == (Cause.AS_LAZY,)
    assert audit(lambda game: (minimax(game), None), [End(3)], costs=False).causes == (Cause.AS_LAZY,)


@pytest.mark.slow
def test_what_an_engine_sees_is_what_it_is_judged_by():
    doubled = Engine("doubled", lambda game: EngineAnswer(2 * minimax(game)), lambda game: EngineAnswer(minimax(game)))
    assert audited(doubled).causes[0] is Cause.WRONG_VALUE
    seen = Engine("doubled", doubled.solve, doubled.proof, sees=lambda game: from_nested([2, 4]))
    with Runner(seen) as runner:
        assert Referee(runner, alphabeta).case(from_nested([1, 2])).value_told == "right"


def test_games_depend_on_the_seed_alone():
    assert list(games_of_class(5, seed=1)) == list(games_of_class(8, seed=1))[:5]
    assert list(games_of_class(5, seed=1)) != list(games_of_class(5, seed=2))


def test_uniform_games_are_of_both_players_and_of_all_depths():
    games = list(games_of_class(100, seed=0))
    assert ({type(game) for game in games}, class_of(games).most) == ({Max, Min}, 5)
    assert {max(len(path) for path, _ in leaves(game)) for game in games} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("found", "expected", "relation"),
    [
        ("ab", "ab", Relation.SAME_ORDER),
        ("aba", "ab", Relation.SAME_ORDER),
        ("ba", "ab", Relation.SAME_SET),
        ("a", "ab", Relation.SUBSET),
        ("", "", Relation.SAME_ORDER),
        ("abc", "ab", Relation.SUPERSET),
        ("ac", "ab", Relation.NEITHER),
    ],
)
def test_relations_say_the_strongest_that_is_true(found, expected, relation):
    assert relation_of([(ord(x),) for x in found], [(ord(x),) for x in expected]) is relation


def test_a_tally_says_what_is_true_of_all_games():
    tally = DemandTally()
    tally.add([(0,)], [(0,)])
    assert tally.overall is Relation.SAME_ORDER
    tally.add([(1,), (0,), (0,)], [(0,), (1,)])
    assert tally.overall is Relation.SAME_SET
    tally.add([(0,), (1,)], [(0,)])
    assert tally.overall is Relation.SUPERSET
    tally.add([(0,)], [(0,), (1,)])
    assert tally.overall is Relation.NEITHER
    assert (tally.repeating, tally.readings, tally.leaves, tally.expected) == (1, 7, 6, 6)


def test_the_reason_to_stop_is_the_one_alpha_beta_has():
    for game in games_of_class(size(20, 60), seed=3):
        for reference, strict in ((alphabeta, False), (strict_cutoff, True)):
            read = set(log_leaves(reference, game)[1])
            assert {path for path, _ in leaves(game) if not reason_to_stop(game, path, strict=strict)} == read


# Runs


@pytest.mark.parametrize("entries", [["", ".."], [".."], []], ids=["here", "above", "nowhere"])
def test_a_file_is_told_as_it_is_imported_from_the_working_folder_too(entries, tmp_path, monkeypatch):
    folder = tmp_path / "engines"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [str(tmp_path) if entry == ".." else entry for entry in entries])
    told = "engines/mine.py" if entries == [".."] else "mine.py"
    assert shown_line(CodeLine(str(folder / "mine.py"), 3, "search")) == f"{told}:3 in search"


def test_a_run_keeps_what_was_read_before_an_engine_failed():
    def late(game):
        value = alphabeta(game)
        raise LookupError(value)

    found = run(game_engine(late), from_nested([[3, 5], [2, 9]]))
    assert found.leaves == ((0, 0), (0, 1), (1, 0))
    assert found.fault is not None


def test_a_lazy_game_is_not_forced_to_see_whether_it_was_changed():
    from lazytree import unfold

    forced = []

    def moves(position):
        forced.append(position)
        return [(*position, 0), (*position, 1)]

    game = unfold((), moves=moves, score=len, depth=3)
    found = run(game_engine(lambda game: isinstance(game, Max)), game)
    assert (found.fault, found.leaves, len(forced)) == (None, (), 1)


def keyed_by_children(game):
    table = {}  # whose keys do not tell whose turn it is

    def search(node):
        if isinstance(node, End):
            return node.score
        if node.children not in table:
            table[node.children] = (max if isinstance(node, Max) else min)(map(search, node.children))
        return table[node.children]

    return search(game)


def turned_at_the_root(game):
    def negamax(node, color):
        if isinstance(node, End):
            return color * node.score
        return max(-negamax(child, -color) for child in node.children)

    color = 1 if isinstance(game, Max) else -1
    return color * max(negamax(child, -color) for child in game.children)


def test_a_table_without_the_side_to_move_and_a_sign_at_one_ply_have_causes_of_their_own():
    alike = [Max([End(0), End(1)]), Min([End(0), End(1)])]
    found = audit(keyed_by_children, [Min(alike), Max(alike)] * 3, costs=False)
    assert Cause.UNSOUND_TABLE in found.causes
    deep = [game for game in games_of_class(30, seed=1) if not isinstance(game, End)]
    assert audit(turned_at_the_root, deep, costs=False).causes[0] is Cause.WRONG_SIGN


def negamax_that_always_turns(game):
    """Negamax for players who alternate: also where one moves again, the value is taken from the other's side."""

    def search(node, alpha, beta, last):
        if isinstance(node, End):
            return -node.score if last is Max else node.score
        for child in node.children:
            alpha = max(alpha, -search(child, -beta, -alpha, type(node)))
            if alpha >= beta:
                break
        return alpha

    value = search(game, -INFINITY, INFINITY, Min)
    return value if isinstance(game, Max) else -value


def one_ghost_only(game, alpha=-INFINITY, beta=INFINITY, maximizing=True):
    if isinstance(game, End):
        return game.score
    for child in game.children:
        value = one_ghost_only(child, alpha, beta, not maximizing)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def max_for_min(game, alpha=-INFINITY, beta=INFINITY):
    if isinstance(game, End):
        return game.score
    best = -INFINITY if isinstance(game, Max) else INFINITY
    for child in game.children:
        best = max(best, max_for_min(child, alpha, beta))
        alpha, beta = (max(alpha, best), beta) if isinstance(game, Max) else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def calculates_with_too_few(game):
    """Stops too early, as no suspect does, and is wrong of what it has read as well."""

    def search(node, alpha, beta):
        if isinstance(node, End):
            return node.score + 7
        for child in node.children:
            value = search(child, alpha, beta)
            alpha, beta = (max(alpha, value), beta) if isinstance(node, Max) else (alpha, min(beta, value))
            if alpha >= beta - 3:
                break
        return alpha if isinstance(node, Max) else beta

    return search(game, -INFINITY, INFINITY)


@pytest.mark.parametrize(
    ("engine", "turns", "cause"),
    [
        (negamax_that_always_turns, "MMm", Cause.WRONG_SIGN),
        (one_ghost_only, "Mmm", Cause.WRONG_PLAYER),
        (max_for_min, "Mm", Cause.WRONG_VALUE),
        (calculates_with_too_few, "Mm", Cause.WRONG_VALUE),
    ],
)
def test_a_wrong_value_that_stopping_early_does_not_explain_is_not_called_over_eager(engine, turns, cause):
    kind = GameClass(root=Max, turns=turns, even=True)
    assert audit(engine, GAMES, kind=kind, costs=False).causes == (cause,)
