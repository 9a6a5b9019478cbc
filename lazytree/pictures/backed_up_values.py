"""Backed-up values: what the leaves that a search has looked at say of the nodes above, step by step.

Of a Max node the greatest value of a child that is known is a lower bound, and the greatest upper bound of all children
is an upper one, once all have one; of a Min node it is the other way round. From these bounds alone follows whether a
cut was right: at a Min node that has no more than a Max node above it has already, nothing can matter any more.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from operator import itemgetter
from typing import Any

from lazytree.games.game import End, Max, Min
from lazytree.games.scores import BOTTOM, TOP, interval, score_text, window
from lazytree.games.walking import place
from lazytree.pictures.game_columns import GameColumns
from strictcheck.pictures import shortened

BETTER: dict[type | None, Callable[[Any, Any], bool]] = {Max: operator.gt, Min: operator.lt}
BEST: dict[type | None, str] = {Max: "∞", Min: "−∞"}  # what cannot be bettered, as text
MOST = 300_000  # rows; of a bigger game nothing is worked out
UNEXPLAINED = "nothing that was looked at says that the rest cannot matter"
TELLING = 50  # rows that tell from which side a search sees its windows
UNKNOWN: Any = object()
Change = tuple[int, Any, Any, int]
"""The step of a change, the nearer and the farther bound from then on, and the row of the best child, -1 for none."""


class BackedUp:
    """Bounds of nodes by step of one search, number `who` of those in `columns`.

    `reasons` says, by row of a node that the search left, why the rest cannot matter, and says so, too, if nothing that
    was looked at shows it. Nothing is known where scores cannot be compared.
    """

    def __init__(self, columns: GameColumns, who: int) -> None:
        self.columns = columns
        self.who = who
        self._history: dict[int, list[Change]] = {}
        self.reasons: dict[int, str] = {}
        # Of Max the nearer bound is the lower one, of Min the upper one: what a player has for sure.
        self._near: dict[int, Any] = {}
        self._far: dict[int, Any] = {}
        self._best: dict[int, int] = {}  # by row, the row of the child that the nearer bound comes from
        self._open: dict[int, int] = {}  # by row, how many children have no farther bound yet
        self._counted: set[int] = set()  # the rows of the others
        if len(columns) <= MOST:
            try:
                self._run()
            except Exception:  # scores are the user's: they need not be ordered, and may raise what they like
                self._history.clear()
                self.reasons.clear()

    def _run(self) -> None:
        columns, who = self.columns, self.who
        raised, last = columns.seen[who].raised, max(columns.seen[who].steps, default=0)
        here = {own: row for row, own in enumerate(columns.rows[who]) if own >= 0}
        for step, (own, is_cut) in enumerate(columns.seen[who].events, 1):
            row = here[own]
            if is_cut:
                self.reasons[row] = f"the call {raised}" if raised and step > last else self._reason(row)
            elif columns.kinds[row] is End and columns.orders[who][row]:
                self._near[row] = self._far[row] = columns.value(row)
                self._pass_on(row, step)

    def _pass_on(self, row: int, step: int) -> None:
        """Bring what became known of a node to those above."""
        columns = self.columns
        while (parent := columns.parents[row]) >= 0:
            kind = columns.kinds[parent]
            near = (self._near if columns.kinds[row] in (kind, End) else self._far).get(row, UNKNOWN)
            changed = near is not UNKNOWN and (parent not in self._near or BETTER[kind](near, self._near[parent]))
            if changed:
                self._near[parent], self._best[parent] = near, row
            changed |= self._close(parent, row)
            if not changed:
                return
            near, far = (one.get(parent, UNKNOWN) for one in (self._near, self._far))
            self._history.setdefault(parent, []).append((step, near, far, self._best.get(parent, -1)))
            row = parent

    def _close(self, parent: int, row: int) -> bool:
        """Find the farther bound of a node, which is there once all children have one. Returns True if it changed."""
        kind = self.columns.kinds[parent]
        if parent not in self._open:
            self._open[parent] = sum(1 for _ in self.columns.children(parent))
        if row not in self._counted and self._far_of(row, kind) is not UNKNOWN:
            self._counted.add(row)
            self._open[parent] -= 1
        if self._open[parent]:
            return False
        best, *more = (self._far_of(child, kind) for child in self.columns.children(parent))
        for one in more:
            best = one if BETTER[kind](one, best) else best
        changed = parent not in self._far or bool(self._far[parent] != best)
        self._far[parent] = best
        return changed

    def _far_of(self, child: int, kind: type | None) -> Any:
        return (self._far if self.columns.kinds[child] in (kind, End) else self._near).get(child, UNKNOWN)

    def history(self, row: int) -> list[tuple[int, str, int]]:
        """The steps in which what is known of a node changed, what was known from then on (`3`, `≥ 3`, `≤ 2`), and the
        index of the best move so far, -1 if there is none."""
        is_max, indices = self.columns.kinds[row] is Max, self.columns.indices
        return [
            (step, _text(near, far, is_max=is_max), indices[best] if best >= 0 else -1)
            for step, near, far, best in self._history.get(row, [])
        ]

    def windows(self, row: int) -> list[tuple[int, str]]:
        """The window of a node: the step of the first look, and as the search had it then; and the steps in which it
        was narrowed by what became known of the node.

        Of a window that does not follow from what was known of the nodes above, such as one around a guess, only the
        first is told. Empty if the ends were not watched.
        """
        first, step = self.columns.notes(row)[self.who].window, self.columns.steps[self.who][row]
        if not first:
            return []
        found = [(step, first)]
        with suppress(Exception):  # scores are the user's, as above
            found += self._narrowings(row, first, step)
        return found

    def _narrowings(self, row: int, first: str, step: int) -> Iterator[tuple[int, str]]:
        ends, kind = self._ends_before(row, step), self.columns.kinds[row]
        view = _turned_ends if kind is Min and self._is_turned else _ends
        for at, near, *_ in self._history.get(row, []) if first == window(*view(ends)) else ():
            before = view(ends)
            _narrow(ends, kind, near)
            if view(ends) != before:
                yield at, interval(*view(ends))

    def _ends_before(self, row: int, step: int) -> dict[type, Any]:
        """The ends of the window of a node by what was known of the nodes above before a step."""
        ends: dict[type, Any] = {Max: UNKNOWN, Min: UNKNOWN}
        above = self.columns.parents[row]
        while above >= 0:
            known = self._history.get(above, [])
            before = bisect_left(known, step, key=itemgetter(0))
            _narrow(ends, self.columns.kinds[above], known[before - 1][1] if before else UNKNOWN)
            above = self.columns.parents[above]
        return ends

    @cached_property
    def _is_turned(self) -> bool:
        """True if more windows of Min are those that Min sees, as in negamax, than those that Max sees.

        False for scores that cannot be negated, such as strings.
        """
        count = 0
        with suppress(Exception):  # scores are the user's, as above
            for row in [row for row, kind in enumerate(self.columns.kinds) if kind is Min][:TELLING]:
                ends = self._ends_before(row, self.columns.steps[self.who][row])
                first = self.columns.notes(row)[self.who].window
                count += (first == window(*_turned_ends(ends))) - (first == window(*_ends(ends)))
        return count > 0

    def _reason(self, row: int) -> str:
        kind = self.columns.kinds[row]
        assert kind is not None
        if row not in self._near:
            return "nothing of it was known yet"
        has, near = f"{kind.__name__} has {shortened(score_text(self._near[row]), 20)}", self._near[row]
        if row in self._far and self._far[row] == near:
            return f"{has}, and no more can come of it"
        above = self.columns.parents[row]
        while above >= 0:
            other = self.columns.kinds[above]
            if other not in (kind, None) and above in self._near and not BETTER[other](near, self._near[above]):
                have = f"{other.__name__} at {place(self.columns.path(above))}"
                if above == self.columns.parents[row]:
                    have = other.__name__
                return (
                    f"{has}, {have} has {shortened(score_text(self._near[above]), 20)} already: nothing here can matter"
                )
            above = self.columns.parents[above]
        is_best = score_text(near) == BEST[kind]
        return has + (", and no more can come of it" if is_best else f"; {UNEXPLAINED}")


def _text(near: Any, far: Any, *, is_max: bool) -> str:
    texts = ["" if bound is UNKNOWN else score_text(bound) for bound in (near, far)]
    if texts[0] == texts[1]:
        return shortened(texts[0], 10)
    most = 7 if all(texts) else 10  # nodes stand apart as far as the longest text
    low, high = (shortened(text, most) for text in (texts if is_max else reversed(texts)))
    return f"{low} to {high}" if low and high else f"≥ {low}" if low else f"≤ {high}"


def _narrow(ends: dict[type, Any], kind: type | None, near: Any) -> None:
    """Let a window end at what a player has for sure, if that is better than what ends it so far."""
    if kind is not None and near is not UNKNOWN and (ends[kind] is UNKNOWN or BETTER[kind](near, ends[kind])):
        ends[kind] = near


def _ends(ends: dict[type, Any]) -> tuple[Any, Any]:
    """Alpha, which Max has, and beta, which Min has."""
    return (BOTTOM if ends[Max] is UNKNOWN else ends[Max], TOP if ends[Min] is UNKNOWN else ends[Min])


def _turned_ends(ends: dict[type, Any]) -> tuple[Any, Any]:
    """The ends as Min sees them."""
    low, high = _ends(ends)
    return -high, -low


class SearchedGame(GameColumns):
    """Columns of a game, and what is backed up in it by each search."""

    @cached_property
    def backed_up(self) -> list[BackedUp]:
        """The bounds of nodes, by search."""
        return [BackedUp(self, who) for who in range(len(self.seen))]
