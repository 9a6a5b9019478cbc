"""Scores that an engine's own source speaks of: those of the ends of its games, and numbers that stand for infinity.

Skip this module unless you audit an engine.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from lazytree.engines.adapters.meanings import (
    assigned_pairs,
    called_name,
    meaning_of,
    owner_of,
    part_of,
    searching_functions,
    source_of,
    syntax_of,
)
from strictcheck.processes import TimeOver, in_fork

MOST = 49_999  # of scores
AT_FIRST = 50  # plies that are left to a search that counts them down
COUNTED = ("depth", "ply")  # parts of parameters
CALCULATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
LARGE = 100  # a number from which on it may stand for infinity even if only its negative is there


class HeldCount(int):
    """Count of plies that stays as it is with each ply, so that `10 - depth` is the same score at every end.

    >>> depth = HeldCount(0)
    >>> depth + 1 + 1, 10 - (depth + 1), depth - 10
    (0, 10, -10)
    """

    def __add__(self, other: Any) -> Any:
        return self if other == 1 else int(self) + other

    def __sub__(self, other: Any) -> Any:
        return self if other == 1 else int(self) - other


@dataclass(frozen=True)
class Endings:
    """Scores that a search itself gives the ends of a game, in order, and the winner that it asks for before each.

    `is_winner` if the winner is the score, 1 or -1, as in `winner() * player`. `held` is handed in for a count of plies
    that the scores speak of, as in `10 - depth`. `or_none` if a game that goes on has None for a score, and `nobody` is
    its winner. `last_wins` if the search takes for granted that nobody loses by a move of his own.
    """

    scores: tuple[Any, ...] = ()
    winners: Mapping[Any, Any] = field(default_factory=dict)
    is_winner: bool = False
    held: HeldCount | None = None
    or_none: bool = False
    nobody: Any = None
    last_wins: bool = False

    def without_scores(self) -> Endings:
        """Return the same endings, of games that may have any scores."""
        return replace(NO_ENDINGS, is_winner=self.is_winner, or_none=self.or_none, nobody=self.nobody)

    def won_by(self, marks: tuple[Any, Any]) -> Endings:
        """Return the same endings with the marks of Max and Min as winners, where the source does not tell both."""
        ends = (max(self.scores), min(self.scores)) if self.last_wins else ()
        return replace(self, winners={**dict(zip(ends, marks, strict=True)), **self.winners}) if ends else self

    @property
    def marks(self) -> tuple[Any, Any] | None:
        """The winners of the highest and the lowest score, if they are two: the marks of Max and Min."""
        found = self.winners.get(max(self.scores, default=0)), self.winners.get(min(self.scores, default=0))
        return None if None in found or found[0] == found[1] else found


NO_ENDINGS = Endings()


@cache
def own_endings(target: Any) -> Endings:
    """Return the endings in the file of a function or class; none if it cannot be read."""
    return endings_of(syntax_of(target), _kept_by(target))


def _kept_by(target: Any) -> dict[str, ast.expr]:
    """Return numbers and texts that an object of the engine's class holds, as `self.mark`; none if none can be made."""
    owner: Any = target if isinstance(target, type) else owner_of(target)
    if owner is None:
        return {}
    with suppress(Exception, TimeOver):  # of the engine's own code, which may need arguments
        held = in_fork(lambda: [pair for pair in vars(owner()).items() if type(pair[1]) in (int, str)], 1)
        return {f"self.{name}": ast.Constant(value) for name, value in held}
    return {}


def endings_of(tree: ast.Module, kept: Mapping[str, ast.expr] = MappingProxyType({})) -> Endings:
    """Return the scores of ends in the searches of a file, if they are two or more; `kept` has constants by name.

    >>> endings_of(ast.parse('''
    ... def search(board, maximizing):
    ...     if board.winner() == "X":
    ...         return 1
    ...     if board.winner() == "O":
    ...         return -1
    ...     return 0 if board.full() else max(search(child, not maximizing) for child in board.children())
    ... ''')).winners
    {1: 'X', -1: 'O'}
    """
    reader = _Reader(tree, kept)
    for function in searching_functions(tree):
        reader.read(function)
    last_wins = _takes_last_for_winner(tree, reader)
    scores = tuple(sorted({*reader.scores, *(-score for score in reader.scores if last_wins)}))
    found = Endings(scores, reader.winners, held=reader.held) if len(scores) > 1 else NO_ENDINGS
    is_winner = not reader.winners and _takes_winner_for_score(tree)
    nobody = 0 if _is_compared(tree, "winner", "0") else None
    or_none = _is_compared(tree, "score", "None")
    return replace(found, is_winner=is_winner, or_none=or_none, nobody=nobody, last_wins=last_wins)


def _takes_last_for_winner(tree: ast.Module, reader: _Reader) -> bool:
    """True if whoever is to move has lost, in a negamax with one score, or as in `if state.winner == other_player`."""
    nodes = [*ast.walk(tree)]
    asked = [node for node in nodes if isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Name)]
    winners = [node for node in asked if meaning_of(getattr(node.left, "attr", "")) == "winner"]
    searches = {of.name for of in searching_functions(tree)}
    turned = [node.operand for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)]
    is_lost = len(reader.scores) == 1 and min(reader.scores) < 0 and any(called_name(one) in searches for one in turned)
    return is_lost or (bool(winners) and len(reader.winners) < 2 and len(reader.scores) > 1)


def _texts(tree: ast.AST, meaning: str) -> set[str]:
    """Return the text of calls and attributes with this meaning, and of names for what they return."""

    def is_meant(node: ast.AST) -> bool:
        return meaning_of(called_name(node) or getattr(node, "attr", "")) == meaning

    nodes = [*ast.walk(tree)]
    given = [(node.target, node.value) for node in nodes if isinstance(node, ast.NamedExpr)]
    pairs = [*given, *(pair for node in nodes if isinstance(node, ast.Assign) for pair in assigned_pairs(node))]
    found = [target for target, value in pairs if is_meant(value)]
    return {ast.unparse(node) for node in [*found, *filter(is_meant, nodes)]}


def _is_compared(tree: ast.Module, meaning: str, text: str) -> bool:
    """True if what calls with this meaning return is compared with `text`, as in `(score := evaluate(s)) is None`."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    asked = [node.left for node in compared if ast.unparse(node.comparators[0]) == text]
    return not _texts(tree, meaning).isdisjoint(ast.unparse(getattr(side, "target", side)) for side in asked)


def _takes_winner_for_score(tree: ast.Module) -> bool:
    """True if the source multiplies by the winner, or a search returns the winner."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)]
    returned = [node for of in searching_functions(tree) for node in ast.walk(of) if isinstance(node, ast.Return)]
    values = [*(side for node in nodes for side in (node.left, node.right)), *(node.value for node in returned)]
    return not _texts(tree, "winner").isdisjoint(ast.unparse(value) for value in values if value is not None)


class _Reader:
    def __init__(self, tree: ast.Module, kept: Mapping[str, ast.expr]) -> None:
        # Names that were given one value: `AI = "X"`, `player, opponent = "x", "o"`, `scores = {"X": 10}`.
        self.given: dict[str, ast.expr] = {**kept}
        self.held: HeldCount | None = None
        self.begin = HeldCount(AT_FIRST if counts_down(tree) else 0)
        self.scores: dict[Any, None] = {}
        self.winners: dict[Any, Any] = {}
        for node in [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]:
            self.given |= {one.id: value for one, value in assigned_pairs(node) if isinstance(one, ast.Name)}

    def read(self, function: ast.FunctionDef) -> None:
        nodes = [*ast.walk(function)]
        looping = {part for node in nodes if isinstance(node, ast.For | ast.While) for part in ast.walk(node)}
        for node in nodes:
            if isinstance(node, ast.Return) and node.value is not None and node not in looping:
                self._returned(node.value)
            if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return) and node.body[-1].value is not None:
                self._tested(node.test, node.body[-1].value)

    def _returned(self, value: ast.expr) -> None:
        if isinstance(value, ast.Dict):  # as of a score and a move
            for part in value.values:
                self._returned(part)
        elif isinstance(value, ast.IfExp):
            self._tested(value.test, value.body)
            self._returned(value.body)
            self._returned(value.orelse)
        elif isinstance(value, ast.Subscript) and isinstance(table := self._value(value.value), ast.Dict):
            for key, of in zip(table.keys, table.values, strict=True):
                if (score := self._number(of)) is not None and key is not None:
                    self._end(score, self.constant(key))
        elif (score := self._number(value)) is not None:
            self._end(score)

    def _tested(self, test: ast.expr, value: ast.expr) -> None:
        """Note the end of `if winner == "X": return 1`, of `if wins("X"): return 1`, or of `if v == 1: return v`.

        Or that of `if v == 10: return v - depth`.
        """
        score = self._number(value)
        if isinstance(test, ast.Call) and test.args:
            self._end(score, self.constant(test.args[-1]))
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
            asked = test.comparators[0]
            if score is not None:
                self._end(score, self.constant(asked))
            elif ast.unparse(test.left) == ast.unparse(value):
                self._end(self._number(asked))
            elif isinstance(value, ast.BinOp) and ast.unparse(test.left) == ast.unparse(value.left):
                self._end(self._number(ast.BinOp(asked, value.op, value.right)))

    def _end(self, score: Any, winner: Any = None) -> None:
        if score is not None:
            self.scores[score] = None
            if winner is not None and winner != score:
                self.winners.setdefault(score, winner)

    def _value(self, node: ast.expr | None) -> ast.expr | None:
        return self.given.get(ast.unparse(node), node) if isinstance(node, ast.Name | ast.Attribute) else node

    def constant(self, node: ast.expr | None) -> Any:
        """Return a constant, or the one that a name stands for; None for anything else."""
        with suppress(ValueError, TypeError):
            return ast.literal_eval(self._value(node) or "")
        return None

    def _number(self, node: ast.expr | None) -> Any:
        """Return a number, or the one beside a move that is None, or that counts plies; None for anything else."""
        if isinstance(node, ast.Tuple | ast.Dict):
            parts = node.elts if isinstance(node, ast.Tuple) else node.values
            found = [number for number in map(self._number, parts) if number is not None]
            return found[0] if len(found) == 1 else None
        if isinstance(node, ast.BinOp) and type(node.op) in CALCULATIONS:
            left, right = map(self._term, (node.left, node.right))
            return None if left is None or right is None else CALCULATIONS[type(node.op)](left, right)
        value = self.constant(node)
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    def _term(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name) and part_of(node.id) in COUNTED:
            self.held = self.begin
            return self.held
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            term = self._term(node.operand)
            return None if term is None else -term
        return 0 if meaning_of(called_name(node)) == "count" else self._number(node)


@cache
def counts_down(tree: ast.Module) -> bool:
    """True if a depth is handed on less one."""
    less = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)]
    ones = [node.left for node in less if ast.unparse(node.right) == "1"]
    return any(isinstance(one, ast.Name) and part_of(one.id) in COUNTED for one in ones)


def infinite_numbers(target: Any) -> list[int]:
    """Return the scores below numbers that may stand for infinity: with both signs, or large and negative.

    With the default window `alpha=-1, beta=1`, the scores are -1, 0 and 1: the ends belong to it.
    """
    nodes = [*ast.walk(syntax_of(target))]
    kept = {  # as in `INFINITY = 1000`
        ast.unparse(node.targets[0]): ast.unparse(node.value) for node in nodes if isinstance(node, ast.Assign)
    }
    negated = {ast.unparse(node.operand) for node in nodes if isinstance(node, ast.UnaryOp)}
    counts = Counter(ast.unparse(node) for node in nodes if isinstance(node, ast.Constant))
    named = {kept[one] for one in negated & kept.keys()}
    both = {one for one in negated if counts[one] > 1 or (one.isdecimal() and int(one) >= LARGE)}
    numbers = {int(one) for one in named | both if one.isdecimal()}
    lowest = [default for node in nodes if isinstance(node, ast.FunctionDef) for default in _default_alphas(node.args)]
    return sorted({number - 1 for number in numbers if number > 1} | ({1} if "-1" in lowest else set()), reverse=True)


def has_infinity(target: Any) -> bool:
    """True if the source has an infinity that is no number, as `float("inf")`, or one beyond all scores."""
    is_beyond = any(number > MOST for number in infinite_numbers(target))
    return is_beyond or re.search(r"\binf\b", source_of(target)) is not None


def _default_alphas(given: ast.arguments) -> Iterator[str]:
    """Yield the defaults of parameters for alpha."""
    named = zip(reversed([*given.posonlyargs, *given.args]), reversed(given.defaults), strict=False)
    for parameter, default in (*named, *zip(given.kwonlyargs, given.kw_defaults, strict=True)):
        if default is not None and part_of(parameter.arg) == "alpha":
            yield ast.unparse(default)
