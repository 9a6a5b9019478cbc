"""Causes of what was found on many games: read off the answers, what they prove, and the programs that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isclose
from numbers import Number
from operator import index
from typing import Any

from lazytree.engines.adapters.engine import MISTAKEN, OWN_BOARD, UNTOLD, Engine
from lazytree.engines.audit.audit_reports import shown_line
from lazytree.engines.audit.findings import Cause, Fault
from lazytree.engines.audit.judged_runs import JudgedRun, in_own_order, read_in_equal_parts
from lazytree.engines.audit.suspects import Suspect, matching
from lazytree.games.game import End, Game, Max, Min, children_of
from lazytree.games.leaf_log import Path
from lazytree.games.making import Player, other
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import bottom_up, leaves
from lazytree.games.walking import walk
from lazytree.searches.side_by_side import DemandTally, Relation, distinct
from strictcheck.messages import with_article

# Causes of answers that are wrong, or right with luck. The others cost time only.
HARMFUL = {Cause.OVER_EAGER, Cause.UNSOUND_TABLE, Cause.WRONG_END, Cause.KEPT_WINDOW, Cause.FIRST_MOVE}
HARMFUL |= {Cause.BEGINS, Cause.NO_SECOND, Cause.WRONG_SIGN, Cause.REVERSED, Cause.CROSSED}
HARMFUL |= {Cause.WRONG_PLAYER, Cause.EXCHANGED}
STRICT = {Cause.STRICT, Cause.STRICT_AT_MAX, Cause.STRICT_AT_MIN}
# Exceptions that do not depend on what an engine is handed; nor does a loop without end, as a rule.
OWN = ("NameError", "UnboundLocalError", "ImportError")
# Advice for an engine that moves, and finds out by itself what the ends of games are worth.
NO_SCORE = (
    "; what it asks for does not say what an end is worth: let it ask state.evaluate(), or winner() with marks that "
    "are constants; a class has to be made without arguments, as by "
    '`class Engine(Player): def __init__(self): super().__init__("X")`'
)
# Advice for one that asks whether its position is of a class of its own.
NOT_OWN = "let it ask what it is handed, as by `not node.children` and node.score"
# So often there has to be a number of moves, to tell that one of them is never looked at.
TELLING = 10
# So many answers, wrong and right ones, tell that they are wrong beyond some bounds.
FEW = 3
BY_RELATION = {
    Relation.SAME_ORDER: Cause.AS_LAZY,
    Relation.SAME_SET: Cause.OTHER_ORDER,
    Relation.SUBSET: Cause.LESS,
    Relation.SUPERSET: Cause.MORE,
    Relation.NEITHER: Cause.DIFFERENT,
}


@dataclass(frozen=True)
class Diagnosis:
    """Likely causes, the weightiest first, and the program that looks at the very same leaves.

    `order_cost` is how many leaves there are in the order that the engine plays for each in the order of the game, if
    the two differ.
    """

    causes: tuple[Cause, ...] = ()
    like: str | None = None
    order_cost: float | None = None


def diagnose(cases: Sequence[JudgedRun], demand: DemandTally) -> Diagnosis:
    """Likely causes of what runs came to that came to an end."""
    found, is_ordered, begins = _program(cases)
    causes = _wrong(cases, found)
    if not causes:
        causes = list(_of_demand(found, is_ordered, demand)) if found or not _reads_all(cases) else [Cause.NO_CUTOFF]
        if set(causes) & STRICT and any(case.takes_later for case in cases):
            causes = [Cause.TIES, *(cause for cause in causes if cause not in STRICT)]
    if demand.repeating and Cause.PEEKS not in causes:
        causes.append(Cause.REPEATS)
    if len(causes) > 1 and Cause.AS_LAZY in causes:
        causes.remove(Cause.AS_LAZY)
    cost = None
    if is_ordered and demand.expected:
        cost = demand.leaves / demand.expected
    return Diagnosis(tuple(causes), f"{found.name}{begins}" if found else None, cost)


def _program(cases: Sequence[JudgedRun]) -> tuple[Suspect | None, bool, str]:
    """The program that fits; True if it does on games whose moves stand in the order in which they were tried.

    Engines for which whoever begins is Max fit where a game that Min begins is turned round, which is told in words.
    """
    is_wrong = any("wrong" in (case.value_told, case.move_told) for case in cases)
    has_table = not is_wrong and any(case.needs_table for case in cases)
    given = [(case.seen, distinct(case.run.leaves), case.run.answer.value) for case in cases]
    found = matching(given, has_table=has_table)
    if found is not None:
        return found, False, ""
    if has_table:
        return None, False, ""
    turned = [_turned(*case) for case in given]
    if turned != given and (found := matching(turned)):
        return found, False, ", if whoever begins is Max"
    ordered = [_in_order(*case) for case in given]
    if all(game == own for (game, _, _), (own, _, _) in zip(given, ordered, strict=True)):
        return None, False, ""
    found = matching(ordered)
    return found, found is not None, ""


def _turned(game: Game[Any], leaves: list[Path], value: Any) -> tuple[Game[Any], list[Path], Any]:
    """Return the case with a game that Max begins: with the players exchanged, and the scores as Min sees them."""
    if not isinstance(game, Min) or not (value is UNTOLD or isinstance(value, Number)):
        return game, leaves, value
    turned: Game[Any] = bottom_up(game, lambda end: End(-end.score), lambda player, children: other(player)(children))
    told: Any = value
    return turned, leaves, value if value is UNTOLD else -told


def _in_order(game: Game[Any], leaves: list[Path], value: Any) -> tuple[Game[Any], list[Path], Any]:
    """Return the case with the moves of the game in the order in which they were tried."""
    own, places = in_own_order(game, leaves)
    return own, [places[leaf] for leaf in leaves], value


def _wrong(cases: Sequence[JudgedRun], found: Suspect | None) -> list[Cause]:
    """Causes of answers that are wrong, or right with luck; none if there are no such answers."""
    wrong = [case for case in cases if "wrong" in (case.value_told, case.move_told)]
    lucky = any(case.is_lucky for case in cases)
    if not wrong and not lucky:
        return []
    if not any(case.run.leaves for case in cases):
        return [Cause.NO_LEAF]
    if found and set(found.causes) & HARMFUL:
        return sorted(found.causes, key=lambda cause: cause not in HARMFUL)
    if wrong and all(map(_is_average, cases)):
        return [Cause.AVERAGES]
    if _left_out(cases):
        return [Cause.LEFT_OUT]
    if _is_within_bounds(cases, wrong):
        return [Cause.NARROW]
    hasty = [case for case in wrong if case.is_hasty]
    if len(hasty) > len(wrong) - len(hasty):
        return [Cause.OVER_EAGER]
    causes = []
    if any(case.value_told == "wrong" for case in wrong):
        causes.append(Cause.WRONG_VALUE)
    if any(case.move_told == "wrong" and not case.is_hasty for case in wrong):
        causes.append(Cause.WRONG_MOVE)
    return causes or [Cause.LUCKY]


def _is_average(case: JudgedRun) -> bool:
    """True if the answer is that of a player who takes the average of the moves where Min chooses."""
    moves: list[Any] = []

    def at_turn(player: Player, parts: list[Any]) -> Any:
        moves[:] = parts  # those of the root come last
        return max(parts) if player is Max else sum(parts) / len(parts)

    told = case.run.answer
    try:
        value = bottom_up(case.seen, lambda end: end.score, at_turn)
        is_told = told.value is UNTOLD or isclose(told.value, value)
        is_best = case.move_told == "not told" or isclose(moves[index(told.move)], max(moves))
    except TypeError:  # scores that are no numbers
        return False
    return is_told and is_best


def _is_within_bounds(cases: Sequence[JudgedRun], wrong: Sequence[JudgedRun]) -> bool:
    """True if values within two bounds are right, and those that are wrong lie beyond, and mostly are told as these."""
    told: list[tuple[Any, Any]] = [(case.run.answer.value, case.value) for case in wrong]
    if len(told) < FEW or not all(isinstance(answer, Number) and answer != value for answer, value in told):
        return False
    lows = [answer for answer, value in told if answer > value]
    highs = [answer for answer, value in told if answer < value]
    low, high = max(lows, default=BOTTOM), min(highs, default=TOP)
    within = {case.value for case in cases if low < case.value < high}
    return len(within) >= FEW and 2 * lows.count(low) >= len(lows) and 2 * highs.count(high) >= len(highs)


def _left_out(cases: Sequence[JudgedRun]) -> bool:
    """True if in positions with some number of moves one of them is never looked at, though others are."""
    positions: Counter[int] = Counter()  # by their number of moves
    visits: Counter[tuple[int, int]] = Counter()  # by number of moves and move
    for case in cases:
        read = {leaf[: length + 1] for leaf in case.run.leaves for length in range(len(leaf))}
        for path, node in walk(case.seen, children_of):
            count = len([*children_of(node)])
            tried = [index for index in range(count) if (*path, index) in read]
            visits.update((count, index) for index in tried)
            positions[count] += bool(tried)
    counts = [count for count, number in positions.items() if number >= TELLING]
    return any(not visits[count, index] for count in counts for index in range(count))


def _reads_all(cases: Sequence[JudgedRun]) -> bool:
    """True if leaves were read from left to right, but for those of a part that equals another, as with a table."""
    runs = [(case.seen, distinct(case.run.leaves)) for case in cases]
    return all(
        read == sorted(read) and read_in_equal_parts(game, {*read}) == {*dict(leaves(game))} for game, read in runs
    )


def _of_demand(found: Suspect | None, is_ordered: bool, demand: DemandTally) -> tuple[Cause, ...]:
    if found is None or demand.overall is Relation.SAME_ORDER:
        return (BY_RELATION[demand.overall],)
    if not is_ordered:
        return (BY_RELATION[demand.overall],) if Cause.AS_LAZY in found.causes else found.causes
    return (Cause.OTHER_ORDER, *(cause for cause in found.causes if cause is not Cause.AS_LAZY))


def as_unknown(
    engine: Engine,
    tried: Sequence[tuple[str, JudgedRun]],
    lists: Sequence[str],
    *,
    takes_a_game: bool,
    is_known: bool = False,
    classes: Sequence[str] = (),
) -> Engine:
    """The engine with the likeliest style and what happened in it; none of the ways to hand it a game led to an answer.

    Nothing is added to an engine of games that does not mistake them for something else. `lists` are names that may
    stand for the moves of a position, and `classes` those of which it asks if its position is one. A fault is the
    engine's own if its interface `is_known`, as that of a course.
    """
    looking = {taken for taken, case in tried if case.run.leaves}
    is_blind = not looking
    as_game = [case.run.fault for taken, case in tried if not taken]
    if takes_a_game and not all(fault and _is_mistaken(fault, is_blind="" not in looking) for fault in as_game):
        return engine
    hint = f"; say what lists the moves of a position, as by `--names {lists[0]}=moves`" if lists else ""
    own = f"; no position that it is handed is {with_article(' or '.join(classes))}: {NOT_OWN}" if classes else ""
    told, cause = _without_right_answer(tried, hint, own)
    if told:
        return replace(engine, unknown=told, verdict=cause.value)
    faults = [(taken, case.run.fault) for taken, case in tried if taken and case.run.fault]
    # Where no line of the engine is, what it returned was taken for something else.
    faults = [pair for pair in faults if pair[1].line or pair[1].cause is not Cause.RAISES] or faults
    of_states = [pair for pair in faults if pair[0].startswith("states")]  # unless it is made for others
    endless = [pair for pair in faults if pair[0] in looking and pair[1].cause is Cause.TOO_SLOW]
    likely = endless or of_states or faults
    ((taken, cause), _), *_ = Counter((taken, fault.cause) for taken, fault in likely).most_common(1)
    ((fault, _),) = Counter(one for at, one in likely if (at, one.cause) == (taken, cause)).most_common(1)
    line = f", {shown_line(fault.line)}" if fault.line else ""
    is_own = fault.cause is Cause.TOO_SLOW or fault.message.startswith(OWN)
    is_own = is_own or (fault.cause is Cause.NO_MOVE and not is_blind)
    is_own = is_own or (is_known and fault.cause is not Cause.INTERFACE)
    cause = fault.cause if is_own else Cause.INTERFACE
    line += hint * (fault.cause is Cause.ILLEGAL_MOVE) or OWN_BOARD * (is_blind and fault.cause is Cause.NO_MOVE)
    message = fault.message.partition(";")[0] + own if own and fault.cause is Cause.NO_VALUE else fault.message
    return replace(engine, unknown=f"{taken}; on most games: {message}{line}", verdict=cause.value)


def _is_mistaken(fault: Fault, *, is_blind: bool) -> bool:
    """True of a fault that an engine of positions may well have where it is handed a game."""
    return MISTAKEN in fault.message or (fault.cause is Cause.NO_VALUE and is_blind)


def _without_right_answer(tried: Sequence[tuple[str, JudgedRun]], hint: str, own: str) -> tuple[str, Cause]:
    """Tell of the style in which most games came to answers, and were looked at; nothing if there were few of them.

    Answers for which no score was read are no fault of the engine: it may be made for boards that tell it in a way of
    their own who has won.
    """
    answered = [(taken, case) for taken, case in tried if case.run.fault is None]
    looking = [(taken, case) for taken, case in answered if case.run.leaves or case.run.moves]
    for cases in (looking, [(taken, case) for taken, case in answered if taken.startswith("states")]):
        ((nearest, count),) = Counter(taken for taken, _ in cases).most_common(1) or [("", 0)]
        if 2 * count > sum(taken == nearest for taken, _ in tried):
            runs = [case.run for taken, case in cases if taken == nearest]
            told = f"{nearest}; on {count} games it came to an answer, and ".removeprefix("; ")
            if not any(run.leaves for run in runs):
                if all(run.early for run in runs):
                    return f"{told}asked for scores only where the game goes on", Cause.TOO_SHALLOW
                advice = own or (NO_SCORE if any(run.moves for run in runs) else hint or OWN_BOARD)
                return f"{told}read no score{advice}", Cause.INTERFACE
            case = next(case for taken, case in cases if taken == nearest)
            first = f": first {case.run.answer.value}, and {case.value} is right" * (case.value_told != "not told")
            return f"{told}none of them is right{first}", Cause.NEVER_RIGHT
    return "", Cause.NEVER_RIGHT
