"""Engines in the styles of course code, right ones and ones with a fault: what an audit is measured by.

Each is a source text with a function `engine` of a game. A planted fault is an edit of a right source, or a source of
its own; `FAULTS` says which cause an audit has to name for it, and which line its repair has to touch.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

HEAD = """
    from lazytree import End, Max, Min
    INF = float("inf")
"""
RIGHT = {
    "recursive": """
        def alphabeta(node, alpha, beta, maximizing):
            if isinstance(node, End):
                return node.score
            if maximizing:
                best = -INF
                for child in node.children:
                    value = alphabeta(child, alpha, beta, isinstance(child, Max))
                    best = max(best, value)
                    alpha = max(alpha, best)
                    if best >= beta:
                        break
                return best
            else:
                worst = INF
                for child in node.children:
                    value = alphabeta(child, alpha, beta, isinstance(child, Max))
                    worst = min(worst, value)
                    beta = min(beta, worst)
                    if worst <= alpha:
                        break
                return worst

        def engine(game):
            return alphabeta(game, -INF, INF, isinstance(game, Max))
    """,
    "negamax": """
        def negamax(node, alpha, beta, color):
            if isinstance(node, End):
                return color * node.score
            best = -INF
            for child in node.children:
                score = -negamax(child, -beta, -alpha, -color)
                if score > best:
                    best = score
                if best > alpha:
                    alpha = best
                if alpha >= beta:
                    return best
            return best

        def engine(game):
            color = 1 if isinstance(game, Max) else -1
            return color * negamax(game, -INF, INF, color)
    """,
    "two functions": """
        def max_value(state, alpha, beta):
            v = -INF
            for s in state.children:
                v = max(v, value_of(s, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v

        def min_value(state, alpha, beta):
            v = INF
            for s in state.children:
                v = min(v, value_of(s, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
            return v

        def value_of(state, alpha, beta):
            if isinstance(state, End):
                return state.score
            if isinstance(state, Max):
                return max_value(state, alpha, beta)
            return min_value(state, alpha, beta)

        def engine(state):
            return value_of(state, -INF, INF)
    """,
    "root loop": """
        class Position:
            def __init__(self, game):
                self.line = [game]

            def legal(self):
                return range(len(getattr(self.line[-1], "children", ())))

            def push(self, move):
                self.line.append(self.line[-1].children[move])

            def pop(self):
                self.line.pop()

            def ended(self):
                return isinstance(self.line[-1], End)

            def white(self):
                return isinstance(self.line[-1], Max)

        def search(position, alpha, beta):
            if position.ended():
                return position.line[-1].score
            if position.white():
                for move in position.legal():
                    position.push(move)
                    alpha = max(alpha, search(position, alpha, beta))
                    position.pop()
                    if beta <= alpha:
                        break
                return alpha
            for move in position.legal():
                position.push(move)
                beta = min(beta, search(position, alpha, beta))
                position.pop()
                if beta <= alpha:
                    break
            return beta

        def best_move(position):
            chosen = None
            best = -INF if position.white() else INF
            for move in position.legal():
                position.push(move)
                if isinstance(position.line[0], Max):
                    score = search(position, best, INF)
                else:
                    score = search(position, -INF, best)
                position.pop()
                if chosen is None or (score > best if position.white() else score < best):
                    best = score
                    chosen = move
            return best, chosen

        def engine(game):
            if isinstance(game, End):
                return game.score, 0
            return best_move(Position(game))
    """,
    "iterative": """
        class Searcher:
            def __init__(self, limit):
                self.limit = limit
                self.nodes = 0

            def run(self, root):
                result = None
                for depth in range(1, self.limit + 1):
                    result = self.visit(root, depth, -INF, INF)
                return result

            def visit(self, node, depth, alpha, beta):
                self.nodes += 1
                if isinstance(node, End):
                    return node.score
                if depth == 0:
                    return 0
                if isinstance(node, Max):
                    top = -INF
                    for child in node.children:
                        top = max(top, self.visit(child, depth - 1, max(alpha, top), beta))
                        if top >= beta:
                            return top
                    return top
                low = INF
                for child in node.children:
                    low = min(low, self.visit(child, depth - 1, alpha, min(beta, low)))
                    if low <= alpha:
                        return low
                return low

        def height(node):
            plies = 0
            while not isinstance(node, End):
                node, plies = node.children[0], plies + 1
            return plies

        def engine(game):
            return Searcher(height(game) or 1).run(game)
    """,
    "table": """
        EXACT, LOWER, UPPER = 0, 1, 2

        def pvs(node, alpha, beta, sign, table):
            if isinstance(node, End):
                return sign * node.score
            known = table.get(id(node))
            if known is not None:
                value, flag = known
                if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
                    return value
            best, low = -INF, alpha
            for number, child in enumerate(node.children):
                if number == 0 or beta - low < 2:
                    score = -pvs(child, -beta, -low, -sign, table)
                else:
                    score = -pvs(child, -low - 1, -low, -sign, table)
                    if low < score < beta:
                        score = -pvs(child, -beta, -score, -sign, table)
                best = max(best, score)
                low = max(low, best)
                if low >= beta:
                    break
            flag = UPPER if best <= alpha else LOWER if best >= beta else EXACT
            table[id(node)] = best, flag
            return best

        def engine(game):
            sign = 1 if isinstance(game, Max) else -1
            return sign * pvs(game, -INF, INF, sign, {})
    """,
}


def source_of(text: str) -> str:
    """The text of a module with this source."""
    return textwrap.dedent(HEAD) + textwrap.dedent(text)


@dataclass(frozen=True)
class Fault:
    """A planted fault: the source, the causes of which one has to be named, and the lines that a repair may touch."""

    name: str
    source: str
    causes: str
    lines: tuple[str, ...]


def _edits(style: str, *edits: tuple[str, str, str]) -> list[Fault]:
    made = []
    for number, (old, new, causes) in enumerate(edits):
        source = source_of(RIGHT[style])
        assert source.count(old) >= 1, (style, old)
        made.append(Fault(f"{style} {number}", source.replace(old, new, 1), causes, (new.strip().splitlines()[0],)))
    return made


FAULTS = [
    *_edits(
        "recursive",
        ("if best >= beta:", "if best > beta:", "STRICT_AT_MAX"),
        ("if worst <= alpha:", "if worst < alpha:", "STRICT_AT_MIN"),
        ("if best >= beta:", "if best >= alpha:", "WRONG_END OVER_EAGER"),
        ("if worst <= alpha:", "if worst <= beta:", "WRONG_END OVER_EAGER"),
        ("alpha = max(alpha, best)", "alpha = min(alpha, best)", "NOT_NARROWED ONE_SIDED"),
        ("beta = min(beta, worst)", "beta = max(beta, worst)", "NOT_NARROWED ONE_SIDED"),
        ("best = max(best, value)", "best = value", "OVER_EAGER WRONG_VALUE"),
        ("alphabeta(game, -INF, INF,", "alphabeta(game, 0, INF,", "OVER_EAGER WRONG_VALUE"),
    ),
    *_edits(
        "negamax",
        ("if alpha >= beta:", "if alpha > beta:", "STRICT"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -alpha, -beta, -color)", "OVER_EAGER WRONG_VALUE"),
        ("if best > alpha:", "if best < alpha:", "OVER_EAGER WRONG_VALUE NO_CUTOFF"),
        ("score = -negamax", "score = negamax", "OVER_EAGER WRONG_VALUE"),
        ("if alpha >= beta:", "if best <= alpha:", "OVER_EAGER WRONG_END"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -INF, INF, -color)", "NO_CUTOFF NO_DEEP"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -INF, -alpha, -color)", "NO_DEEP NOT_NARROWED"),
        ("return color * node.score", "return node.score", "OVER_EAGER WRONG_VALUE"),
    ),
    *_edits(
        "two functions",
        ("if v >= beta:", "if v > beta:", "STRICT_AT_MAX"),
        ("if v <= alpha:", "if v < alpha:", "STRICT_AT_MIN"),
        ("alpha = max(alpha, v)", "beta = max(beta, v)", "OVER_EAGER WRONG_VALUE ONE_SIDED NOT_NARROWED NO_CUTOFF"),
        ("beta = min(beta, v)", "beta = min(alpha, v)", "OVER_EAGER WRONG_VALUE"),
        ("v = min(v, value_of(s, alpha, beta))", "v = max(v, value_of(s, alpha, beta))", "OVER_EAGER WRONG_VALUE"),
        ("return max_value(state, alpha, beta)", "return max_value(state, -INF, beta)", "NOT_NARROWED NO_DEEP"),
        ("return min_value(state, alpha, beta)", "return min_value(state, beta, alpha)", "OVER_EAGER WRONG_VALUE"),
    ),
    *_edits(
        "root loop",
        ("score = search(position, best, INF)", "score = search(position, -INF, INF)", "WIDE_ROOT"),
        ("score = search(position, -INF, best)", "score = search(position, -INF, INF)", "WIDE_ROOT"),
        ("(score > best if", "(score >= best if", "WRONG_MOVE"),
        ("score < best)", "score <= best)", "WRONG_MOVE"),
        ("if beta <= alpha:", "if beta < alpha:", "STRICT_AT_MAX"),
        ("return alpha", "return beta", "OVER_EAGER WRONG_VALUE"),
        ("chosen = move", "chosen = 0", "WRONG_MOVE OVER_EAGER"),
    ),
    *_edits(
        "iterative",
        ("if top >= beta:", "if top > beta:", "STRICT_AT_MAX"),
        ("if low <= alpha:", "if low < alpha:", "STRICT_AT_MIN"),
        ("depth - 1, max(alpha, top), beta)", "depth - 1, alpha, beta)", "NOT_NARROWED ONE_SIDED"),
        ("depth - 1, alpha, min(beta, low))", "depth - 1, alpha, beta)", "NOT_NARROWED ONE_SIDED"),
        ("if low <= alpha:", "if low <= beta:", "WRONG_END OVER_EAGER"),
        ("if top >= beta:", "if top <= beta:", "OVER_EAGER"),
    ),
    *_edits(
        "table",
        ("flag == UPPER and value <= alpha", "flag == UPPER and value >= alpha", "OVER_EAGER UNSOUND_TABLE"),
        (
            "UPPER if best <= alpha",
            "UPPER if best <= low",
            "OVER_EAGER UNSOUND_TABLE WRONG_VALUE LUCKY MORE DIFFERENT LESS",
        ),
        ("if low >= beta:", "if low > beta:", "STRICT MORE DIFFERENT"),
        ("low = max(low, best)", "pass", "OVER_EAGER MORE DIFFERENT NO_CUTOFF"),
    ),
]
