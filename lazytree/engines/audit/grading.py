"""`grade`: a student's search against alpha-beta, with feedback that a student can read.

What `audit` finds of an engine is said here to the one who wrote it: on the smallest game, in the words of the game,
with the reason why the leaf too many cannot matter.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import Any

from lazytree.engines.adapters.engine import UNTOLD, Engine, is_value, legal_child
from lazytree.engines.audit.audit_games import ANY, GameClass
from lazytree.engines.audit.audit_reports import WIDTH, leaf_name, paragraph, place_name, telling_lines
from lazytree.engines.audit.auditing import Audit, audit
from lazytree.engines.audit.diagnosis import STRICT
from lazytree.engines.audit.findings import Cause, Example, Findings, Repair
from lazytree.games.game import Game, Max
from lazytree.games.leaf_log import Path, read_leaves
from lazytree.pictures import show
from lazytree.searches.by_name import Search
from lazytree.searches.known_bugs import strict_cutoff
from lazytree.searches.minimax_and_alphabeta import alphabeta, minimax
from lazytree.searches.side_by_side import Relation


class StoppingRule(Enum):
    """When the graded search has to stop: at a tie with the end of the window, or only beyond it.

    Both give the right value. Textbooks and lecturers differ, and a student is to be graded by the one that was asked.
    """

    EQUALITY = "equality"
    STRICT = "strict"

    @property
    def reference(self) -> Search:
        """The search that prunes by this rule and no other."""
        return alphabeta if self is StoppingRule.EQUALITY else strict_cutoff

    def __str__(self) -> str:
        return "prune on equality" if self is StoppingRule.EQUALITY else "prune only beyond equality"


@dataclass(frozen=True)
class Grade:
    """Audit under a rule: `passed`, `points`, and `feedback` to read."""

    rule: StoppingRule
    audit: Audit

    @property
    def passed(self) -> bool:
        """True if all answers are right and exactly the leaves of the rule are read, in order, once each."""
        return self.audit.causes == (Cause.AS_LAZY,)

    @property
    def verdict(self) -> str:
        """The causes in one line; "passed" if it passes."""
        stops_at_ties = self.rule is StoppingRule.STRICT and self.audit.like == "alphabeta"
        return "passed" if self.passed else "stops at ties" if stops_at_ties else self.audit.verdict

    @property
    def points(self) -> int:
        """Points of 100: half of them for right answers, half for looking at the leaves of the rule, game by game.

        All 100 are for those that pass.
        """
        if self.passed or not self.audit.games:
            return 100 * self.passed
        told = [counts for counts in (self.audit.values, self.audit.moves) if counts["right"] or counts["wrong"]]
        right = min((counts["right"] for counts in told), default=0)
        exact = min(self.audit.demand.relations[Relation.SAME_ORDER], right)
        return min(99, 50 * (right + exact) // self.audit.games)

    @property
    def feedback(self) -> str:
        """The feedback, as lines of text."""
        return "\n".join(_feedback(self))

    def __str__(self) -> str:
        return self.feedback


def grade(
    search: Engine | Callable[[Game[Any]], Any],
    games: int | Iterable[Game[Any]] = 300,
    *,
    rule: StoppingRule = StoppingRule.EQUALITY,
    seed: int = 0,
    kind: GameClass = ANY,
    limit: float = 10.0,
    track: Callable[[Sequence[Game[Any]]], Iterable[Game[Any]]] = lambda games: games,
) -> Grade:
    """Grade a student's `search` on random uniform games, or on given ones, under `rule`. Parameters are as in `audit`.

    Raises nothing that the search raises: that is feedback.

    >>> grade(strict_cutoff, games=100, rule=StoppingRule.STRICT).passed
    True
    >>> print(grade(strict_cutoff, games=100))
    strict_cutoff: not yet, 76 of 100 points
    <BLANKLINE>
    Values: right on all 100 games.
    Leaves: it looks at more than it needs. Likely cause: strict cutoff.
      It cuts off at > and <, where >= and <= are enough: ...
    """
    how: dict[str, Any] = {"seed": seed, "kind": kind, "limit": limit, "track": track}
    found = audit(search, games, reference=rule.reference, costs=False, **how)
    # Strict tests are what this rule asks for, so that they are no cause beside others.
    others = tuple(cause for cause in found.causes if rule is not StoppingRule.STRICT or cause not in STRICT)
    return Grade(rule, replace(found, causes=others or found.causes))


def _feedback(found: Grade) -> Iterator[str]:
    report: Findings = found.audit
    yield f"{report.engine}: {'passed' if found.passed else 'not yet'}, {found.points} of 100 points"
    yield ""
    for line in _values(report):
        yield from paragraph("", line)
    if found.passed:
        yield f"Leaves: exactly those that are needed, each once, in order ({found.rule})."
        return
    yield from paragraph("", _leaves(report, found))
    if found.rule is StoppingRule.STRICT and report.like == "alphabeta":
        told = "You stop at a tie already. Under this rule, a move that only equals the bound is looked into further."
        yield from paragraph("  ", told)
        report = replace(report, causes=())  # what is said of searches that look at less is beside the point here
    for cause in report.causes:
        yield from paragraph("  ", cause.meaning)
    if not report.games and report.taken:
        yield from paragraph("  ", f"It was taken for {report.taken}")
    if report.example is not None:
        yield from ("", "The smallest game that shows it:", "", *_shown(report.example, found.rule, report.repair))


def _values(report: Findings) -> Iterator[str]:
    silent = [fault.message for fault in report.faults if fault.cause is Cause.NO_VALUE]
    unlike = sum(fault.cause is Cause.NOT_DETERMINISTIC for fault in report.faults)
    if unlike:
        yield f"Runs: two of them differ on {unlike} of {report.games} games."
    if broken := len(report.faults) - len(silent) - unlike:
        yield f"Runs: {broken} of {report.games} games did not come to a proper end."
    if silent:
        yield f"Values: none on {len(silent)} of {report.games} games: {silent[0]}"
    for name, told in (("Values", report.values), ("Moves", report.moves)):
        if told["wrong"]:
            yield f"{name}: wrong on {told['wrong']} of {report.games} games."
        elif 0 < told["right"] == report.games:
            yield f"{name}: right on all {report.games} games."
        elif told["right"]:
            yield f"{name}: told on {told['right']} of {report.games} games, and right on all of these."


def _leaves(report: Findings, found: Grade) -> str:
    named = f"Likely cause: {found.verdict}."
    demand = report.demand
    if not demand.relations:
        return named
    said = {
        "same order": "it looks at the right ones",
        "same set": "it looks at the right ones, in another order than from left to right",
        "subset": f"it looks at less than the rule allows ({found.rule})",
        "superset": "it looks at more than it needs",
        "neither": "it looks at some that it does not need, and leaves others out",
    }[demand.overall.value]
    return f"Leaves: {said}{', and at some of them again' if demand.repeating else ''}. {named}"


def _shown(example: Example, rule: StoppingRule, repair: Repair | None) -> Iterator[str]:
    picture = show(read_leaves(example.game, example.found).demand, example.game).text(WIDTH - 2)
    if example.fault is not None:
        picture = picture.replace("cut off", "not reached")  # nothing was decided
    yield from textwrap.indent(picture, "  ").splitlines()
    yield ""
    yield from paragraph("  ", " ".join(_reasons(example, rule)))
    lines = telling_lines(example.lines)
    if repair is not None:
        own = [f"    {line[1:].strip()}" for line in repair.diff if line[0] == "-"]
        place = f"This is the place to look at, line {repair.line}:"
        if not own:
            place = f"Before line {repair.line + 1} a step is missing."
        yield from ("", f"  {place}", "", *own)
    elif lines:
        yield from ("", "  This is the code that went there:")
        for line in lines:
            yield from paragraph("    ", line)


def _reasons(example: Example, rule: StoppingRule) -> Iterator[str]:
    if example.fault is not None:
        yield f"On this game: {example.fault}."
        return
    value, move = example.answer.value, example.answer.move
    if value is not UNTOLD and not is_value(value, example.value):
        yield f"Your answer is {value}, and the value of the game is {example.value}."
    elif move is not UNTOLD:
        yield f"Your move is number {move} (from 0), in a game whose value is {example.value}."
    extra = next((leaf for leaf in example.found if leaf not in example.expected), None)
    missed = next((leaf for leaf in example.expected if leaf not in example.found), None)
    if extra is not None:
        reason = reason_to_stop(example.game, extra, strict=rule is StoppingRule.STRICT)
        told = f"which cannot matter: {reason}" if reason else "and alpha-beta does not."
        yield f"You look at {leaf_name(extra)}, {told}"
    elif missed is not None:
        yield f"You never look at {leaf_name(missed)}, and alpha-beta does ({rule})."
    elif example.asked is not None:
        yield f"You look at {leaf_name(example.asked)} a second time."


def reason_to_stop(game: Game[Any], leaf: Path, *, strict: bool = False) -> str:
    """Why alpha-beta stops at the first position on the way to `leaf` where it does; nothing if it comes to the leaf.

    It stops where what the mover has is as good as the other player's bound; with `strict`, only where it is better.
    Forces the moves before those on the way.

    >>> from lazytree import from_nested
    >>> print(reason_to_stop(from_nested([[3, 5], [2, 9]]), (1, 1)))
    at [1] it is Min's turn, who has a move worth 2 there already, so that being there is worth at most 2. But Max ...
    """
    held: dict[bool, list[tuple[Any, Path]]] = {True: [], False: []}
    for length, index in enumerate(leaf):
        at, maximizing = leaf[:length], isinstance(game, Max)
        mover, other, enough = ("Max", "Min", "at least") if maximizing else ("Min", "Max", "at most")
        moves = [(minimax(legal_child(game, number)), (*at, number)) for number in range(index)]
        for (best, _), (bound, instead) in product(moves, held[not maximizing]):
            if (best == bound and not strict) or (best > bound if maximizing else best < bound):
                return (
                    f"{place_name(at)} it is {mover}'s turn, who has a move worth {best} there already, so that being "
                    f"there is worth {enough} {best}. But {other} could have {bound} with move {instead[-1]} "
                    f"{place_name(instead[:-1])}, and has no reason to let it come to this."
                )
        held[maximizing] += moves
        game = legal_child(game, index)
    return ""
