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
                value, flag, _ = known
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
            table[id(node)] = best, flag, node  # which lives on, so that no other has its id
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
        ("if best >= beta:", "if best >= alpha:", "WRONG_END FIRST_MOVE"),
        ("if worst <= alpha:", "if worst <= beta:", "WRONG_END FIRST_MOVE"),
        ("alpha = max(alpha, best)", "alpha = min(alpha, best)", "EXCHANGED"),
        ("beta = min(beta, worst)", "beta = max(beta, worst)", "EXCHANGED"),
        ("best = max(best, value)", "best = value", "OVER_EAGER WRONG_VALUE"),
        ("alphabeta(game, -INF, INF,", "alphabeta(game, 0, INF,", "OVER_EAGER WRONG_VALUE NARROW"),
    ),
    *_edits(
        "negamax",
        ("if alpha >= beta:", "if alpha > beta:", "STRICT"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -alpha, -beta, -color)", "CROSSED"),
        ("if best > alpha:", "if best < alpha:", "OVER_EAGER WRONG_VALUE NO_CUTOFF"),
        ("score = -negamax", "score = negamax", "WRONG_SIGN"),
        ("if alpha >= beta:", "if best <= alpha:", "WRONG_END FIRST_MOVE"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -INF, INF, -color)", "NO_CUTOFF NO_DEEP"),
        ("-negamax(child, -beta, -alpha, -color)", "-negamax(child, -INF, -alpha, -color)", "NO_DEEP NOT_NARROWED"),
        ("return color * node.score", "return node.score", "WRONG_SIGN"),
    ),
    *_edits(
        "two functions",
        ("if v >= beta:", "if v > beta:", "STRICT_AT_MAX"),
        ("if v <= alpha:", "if v < alpha:", "STRICT_AT_MIN"),
        ("alpha = max(alpha, v)", "beta = max(beta, v)", "OVER_EAGER WRONG_VALUE ONE_SIDED NOT_NARROWED NO_CUTOFF"),
        ("v = min(v, value_of(s, alpha, beta))", "v = max(v, value_of(s, alpha, beta))", "EXCHANGED"),
        ("return max_value(state, alpha, beta)", "return max_value(state, -INF, beta)", "NOT_NARROWED NO_DEEP"),
        ("return min_value(state, alpha, beta)", "return min_value(state, beta, alpha)", "CROSSED"),
        ("if v >= beta:", "if v <= alpha:", "WRONG_END"),
        ("if v <= alpha:", "if v >= beta:", "WRONG_END"),
        ("if v >= beta:", "if v <= beta:", "REVERSED"),
        ("alpha = max(alpha, v)", "alpha = max(beta, v)", "CROSSED"),
        ("beta = min(beta, v)", "beta = min(alpha, v)", "CROSSED"),
        ("return max_value(state, alpha, beta)", "return min_value(state, alpha, beta)", "OVER_EAGER WRONG_VALUE"),
    ),
    *_edits(
        "root loop",
        ("score = search(position, best, INF)", "score = search(position, -INF, INF)", "WIDE_ROOT"),
        ("score = search(position, -INF, best)", "score = search(position, -INF, INF)", "WIDE_ROOT"),
        ("(score > best if", "(score >= best if", "WRONG_MOVE"),
        ("score < best)", "score <= best)", "WRONG_MOVE"),
        ("if beta <= alpha:", "if beta < alpha:", "STRICT_AT_MAX"),
        ("return alpha", "return beta", "OTHER_RETURNED"),
        ("chosen = move", "chosen = 0", "WRONG_MOVE OVER_EAGER"),
    ),
    *_edits(
        "iterative",
        ("if top >= beta:", "if top > beta:", "STRICT_AT_MAX"),
        ("if low <= alpha:", "if low < alpha:", "STRICT_AT_MIN"),
        ("depth - 1, max(alpha, top), beta)", "depth - 1, alpha, beta)", "NOT_NARROWED ONE_SIDED"),
        ("depth - 1, alpha, min(beta, low))", "depth - 1, alpha, beta)", "NOT_NARROWED ONE_SIDED"),
        ("if low <= alpha:", "if low <= beta:", "WRONG_END FIRST_MOVE"),
        ("if top >= beta:", "if top <= beta:", "REVERSED"),
    ),
    *_edits(
        "table",
        ("flag == UPPER and value <= alpha", "flag == UPPER and value >= alpha", "NO_SECOND UNSOUND_TABLE"),
        (
            "UPPER if best <= alpha",
            "UPPER if best <= low",
            "OVER_EAGER UNSOUND_TABLE WRONG_VALUE LUCKY MORE DIFFERENT LESS",
        ),
        ("if low >= beta:", "if low > beta:", "STRICT MORE DIFFERENT"),
        ("low = max(low, best)", "pass", "OVER_EAGER MORE DIFFERENT NO_CUTOFF"),
    ),
]


# Sources of their own, as they are written in courses. With no lines, no small edit mends them, or none is to be found.
MORE_RIGHT = {
    "fail-hard": """
        def ab(n, lo, hi):
            if isinstance(n, End):
                return max(lo, min(hi, n.score))
            for c in n.children:
                if isinstance(n, Max):
                    lo = max(lo, ab(c, lo, hi))
                else:
                    hi = min(hi, ab(c, lo, hi))
                if lo >= hi:
                    break
            return lo if isinstance(n, Max) else hi

        engine = lambda game: ab(game, -INF, INF)
    """,
    "pair": """
        def minimax(node, a, b):
            if isinstance(node, End):
                return node.score, None
            best, move = None, None
            for i, kid in enumerate(node.children):
                v, _ = minimax(kid, a, b)
                if isinstance(node, Max):
                    if best is None or v > best:
                        best, move = v, i
                    a = max(a, v)
                else:
                    if best is None or v < best:
                        best, move = v, i
                    b = min(b, v)
                if a >= b:
                    return best, move
            return best, move

        def engine(game):
            return minimax(game, -INF, INF)
    """,
    "explicit stack": """
        def engine(root):
            if isinstance(root, End):
                return root.score
            stack = [[root, 0, -INF if isinstance(root, Max) else INF, -INF, INF]]
            while True:
                frame = stack[-1]
                node, i, best, a, b = frame
                if i == len(node.children) or a >= b:
                    stack.pop()
                    if not stack:
                        return best
                    give(stack[-1], best)
                    continue
                frame[1] += 1
                child = node.children[i]
                if isinstance(child, End):
                    give(frame, child.score)
                else:
                    stack.append([child, 0, -INF if isinstance(child, Max) else INF, a, b])

        def give(frame, value):
            if isinstance(frame[0], Max):
                frame[2] = max(frame[2], value)
                frame[3] = max(frame[3], value)
            else:
                frame[2] = min(frame[2], value)
                frame[4] = min(frame[4], value)
    """,
    "equal moves": """
        import random

        def search(node, a, b):
            if isinstance(node, End):
                return node.score
            vs = []
            for kid in node.children:
                vs.append(search(kid, a, b))
                if isinstance(node, Max):
                    a = max(a, vs[-1])
                    if vs[-1] > b:
                        break
                else:
                    b = min(b, vs[-1])
                    if vs[-1] < a:
                        break
            return max(vs) if isinstance(node, Max) else min(vs)

        def engine(game):
            if isinstance(game, End):
                return game.score, None
            sign = 1 if isinstance(game, Max) else -1
            best, ties = -INF, []
            for i, kid in enumerate(game.children):
                v = sign * (search(kid, best, INF) if sign > 0 else search(kid, -INF, -best))
                if v > best:
                    best, ties = v, [i]
                elif v == best:
                    ties.append(i)
            return sign * best, random.choice(ties)
    """,
    "mtd": """
        def memory(node, gamma, table):
            if isinstance(node, End):
                return table.setdefault(id(node), node.score)
            low, high = table.get(id(node), (-INF, INF))
            if low >= gamma:
                return low
            if high < gamma:
                return high
            best = -INF if isinstance(node, Max) else INF
            for kid in node.children:
                v = memory(kid, gamma, table)
                best = max(best, v) if isinstance(node, Max) else min(best, v)
                if best >= gamma if isinstance(node, Max) else best < gamma:
                    break
            table[id(node)] = (best, high) if best >= gamma else (low, best)
            return best

        def engine(game):
            low, high, guess, table = -INF, INF, 0, {}
            while low < high:
                gamma = guess + 1 if guess == low else guess
                guess = memory(game, gamma, table)
                low, high = (low, guess) if guess < gamma else (guess, high)
            return guess
    """,
    "class with state": """
        class Agent:
            def __init__(self):
                self.expanded = 0

            def decide(self, state):
                self.best = None
                return self.value(state, -INF, INF, 0), self.best

            def value(self, state, alpha, beta, ply):
                self.expanded += 1
                if isinstance(state, End):
                    return state.score
                best = None
                for i, s in enumerate(state.children):
                    v = self.value(s, alpha, beta, ply + 1)
                    if best is None or (v > best if isinstance(state, Max) else v < best):
                        best = v
                        if ply == 0:
                            self.best = i
                    if isinstance(state, Max):
                        if best >= beta:
                            break
                        alpha = max(alpha, best)
                    else:
                        if best <= alpha:
                            break
                        beta = min(beta, best)
                return best

        def engine(game):
            return Agent().decide(game)
    """,
    "comprehension": """
        def engine(game):
            if isinstance(game, End):
                return game.score
            return (max if isinstance(game, Max) else min)([engine(child) for child in game.children])
    """,
    "last move first": """
        def ab(n, a, b):
            if isinstance(n, End):
                return n.score
            best = -INF if isinstance(n, Max) else INF
            for c in reversed(n.children):
                v = ab(c, a, b)
                if isinstance(n, Max):
                    best = max(best, v); a = max(a, v)
                else:
                    best = min(best, v); b = min(b, v)
                if a >= b:
                    break
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
}


def _own(name: str, causes: str, source: str, *lines: str) -> Fault:
    return Fault(name, source_of(source), causes, lines)


FAULTS += [
    _own(
        "null window",
        "NO_SECOND",
        """
        def pvs(node, alpha, beta, color):
            if isinstance(node, End):
                return color * node.score
            first = True
            for child in node.children:
                if first:
                    score = -pvs(child, -beta, -alpha, -color)
                    first = False
                else:
                    score = -pvs(child, -alpha - 1, -alpha, -color)
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
            return alpha

        def engine(game):
            color = 1 if isinstance(game, Max) else -1
            return color * pvs(game, -INF, INF, color)
    """,
        "score = -pvs(child, -alpha - 1, -alpha, -color)",
    ),
    _own(
        "returns in the loop",
        "FIRST_MOVE OVER_EAGER",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            if isinstance(node, Max):
                v = -INF
                for kid in node.children:
                    v = max(v, ab(kid, a, b))
                    if v >= b:
                        return v
                    a = max(a, v)
                    return v
            v = INF
            for kid in node.children:
                v = min(v, ab(kid, a, b))
                if v <= a:
                    return v
                b = min(b, v)
            return v

        def engine(game):
            return ab(game, -INF, INF)
    """,
        "return v",
    ),
    _own(
        "window kept in an object",
        "KEPT_WINDOW OVER_EAGER",
        """
        class Solver:
            alpha, beta = -INF, INF

            def solve(self, node):
                if isinstance(node, End):
                    return node.score
                best = -INF if isinstance(node, Max) else INF
                for kid in node.children:
                    v = self.solve(kid)
                    if isinstance(node, Max):
                        best = max(best, v)
                        self.alpha = max(self.alpha, best)
                    else:
                        best = min(best, v)
                        self.beta = min(self.beta, best)
                    if self.alpha >= self.beta:
                        break
                return best

        def engine(game):
            return Solver().solve(game)
    """,
    ),
    _own(
        "global alpha",
        "KEPT_WINDOW OVER_EAGER",
        """
        def engine(game):
            global alpha
            alpha = -INF
            return go(game, INF)

        def go(node, beta):
            global alpha
            if isinstance(node, End):
                return node.score
            if isinstance(node, Max):
                best = -INF
                for kid in node.children:
                    best = max(best, go(kid, beta))
                    if best >= beta:
                        return best
                    alpha = max(alpha, best)
                return best
            best = INF
            for kid in node.children:
                best = min(best, go(kid, beta))
                if best <= alpha:
                    return best
                beta = min(beta, best)
            return best
    """,
    ),
    _own(
        "no window at all",
        "NO_CUTOFF",
        RIGHT["recursive"].replace("if best >= beta:", "if False:").replace("if worst <= alpha:", "if False:"),
    ),
    _own(
        "best of the first move",
        "FIRST_MOVE",
        """
        def engine(game):
            while not isinstance(game, End):
                game = game.children[0]
            return game.score
    """,
    ),
    _own(
        "greedy",
        "OVER_EAGER WRONG_VALUE",
        """
        def engine(game):
            scores = []
            todo = [game]
            while todo:
                node = todo.pop()
                if isinstance(node, End):
                    scores.append(node.score)
                else:
                    todo.extend(node.children)
            return max(scores)
    """,
    ),
    _own(
        "one player for both",
        "OVER_EAGER WRONG_VALUE",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            v = -INF
            for kid in node.children:
                v = max(v, ab(kid, a, b))
                a = max(a, v)
                if a >= b:
                    break
            return v

        def engine(game):
            return ab(game, -INF, INF)
    """,
    ),
    _own(
        "strict and wide",
        "STRICT WIDE_ROOT",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            for kid in node.children:
                v = ab(kid, a, b)
                if isinstance(node, Max):
                    a = max(a, v)
                else:
                    b = min(b, v)
                if a > b:
                    break
            return a if isinstance(node, Max) else b

        def engine(game):
            if isinstance(game, End):
                return game.score
            return (max if isinstance(game, Max) else min)(ab(kid, -INF, INF) for kid in game.children)
    """,
    ),
    _own(
        "sorted by reading",
        "PEEKS",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            kids = list(node.children)
            if all(isinstance(kid, End) for kid in kids):
                kids.sort(key=lambda kid: kid.score, reverse=isinstance(node, Max))
            best = -INF if isinstance(node, Max) else INF
            for kid in kids:
                v = ab(kid, a, b)
                if isinstance(node, Max):
                    best = max(best, v)
                    a = max(a, v)
                else:
                    best = min(best, v)
                    b = min(b, v)
                if a >= b:
                    break
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
        "if all(isinstance(kid, End) for kid in kids):",
    ),
    _own(
        "an average",
        "AVERAGES",
        """
        def engine(game):
            if isinstance(game, End):
                return game.score
            values = [engine(kid) for kid in game.children]
            return max(values) if isinstance(game, Max) else sum(values) / len(values)
    """,
    ),
    _own(
        "narrow guess",
        "OVER_EAGER WRONG_VALUE",
        RIGHT["two functions"].replace("value_of(state, -INF, INF)\n    ", "value_of(state, -5, 5)\n    "),
        "value_of(state, -5, 5)",
    ),
    _own(
        "wide root, moves at ties",
        "WIDE_ROOT",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            best = -INF if isinstance(node, Max) else INF
            for kid in node.children:
                v = ab(kid, a, b)
                if isinstance(node, Max):
                    best = max(best, v)
                    a = max(a, best)
                else:
                    best = min(best, v)
                    b = min(b, best)
                if a >= b:
                    break
            return best

        def engine(game):
            if isinstance(game, End):
                return game.score, 0
            move, best = 0, -INF if isinstance(game, Max) else INF
            for i, kid in enumerate(game.children):
                v = ab(kid, -INF, INF)
                if v >= best if isinstance(game, Max) else v <= best:
                    move, best = i, v
            return best, move
    """,
    ),
    _own(
        "value of the last move",
        "OVER_EAGER WRONG_VALUE",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            for kid in node.children:
                v = ab(kid, a, b)
                if isinstance(node, Max):
                    a = max(a, v)
                else:
                    b = min(b, v)
                if a >= b:
                    break
            return v

        def engine(game):
            return ab(game, -INF, INF)
    """,
    ),
    _own(
        "one bound",
        "NO_DEEP",
        """
        def f1(node, bound, sign):
            if isinstance(node, End):
                return sign * node.score
            best = -INF
            for kid in node.children:
                best = max(best, -f1(kid, -best, -sign))
                if best >= bound:
                    break
            return best

        def engine(game):
            sign = 1 if isinstance(game, Max) else -1
            return sign * f1(game, INF, sign)
    """,
    ),
    _own(
        "alpha in a default",
        "KEPT_WINDOW OVER_EAGER",
        """
        def ab(node, window=[-INF, INF]):
            if isinstance(node, End):
                return node.score
            best = -INF if isinstance(node, Max) else INF
            for kid in node.children:
                v = ab(kid, window)
                if isinstance(node, Max):
                    best = max(best, v)
                    window[0] = max(window[0], v)
                else:
                    best = min(best, v)
                    window[1] = min(window[1], v)
                if window[0] >= window[1]:
                    break
            return best

        def engine(game):
            return ab(game, [-INF, INF])
    """,
    ),
    _own(
        "a late test",
        "LATE",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            if isinstance(node, Max):
                best = -INF
                for kid in node.children:
                    v = ab(kid, max(a, best), b)
                    if best >= b:
                        break
                    best = max(best, v)
                return best
            best = INF
            for kid in node.children:
                v = ab(kid, a, min(b, best))
                if best <= a:
                    break
                best = min(best, v)
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
    ),
    _own(
        "a late test for Max",
        "LATE",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            if isinstance(node, Max):
                best = -INF
                for kid in node.children:
                    v = ab(kid, max(a, best), b)
                    if best >= b:
                        return best
                    best = max(best, v)
                return best
            best = INF
            for kid in node.children:
                best = min(best, ab(kid, a, min(b, best)))
                if best <= a:
                    return best
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
        "if best >= b:",
        "v = ab(kid, max(a, best), b)",
        "best = max(best, v)",
    ),
    _own(
        "cuts siblings of the parent",
        "OVER_EAGER",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            best = -INF if isinstance(node, Max) else INF
            for kid in node.children:
                v = ab(kid, a, b)
                if v == best:
                    break
                best = max(best, v) if isinstance(node, Max) else min(best, v)
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
    ),
    _own(
        "no alpha for Min",
        "ONE_SIDED NOT_NARROWED",
        """
        def ab(node, a, b):
            if isinstance(node, End):
                return node.score
            if isinstance(node, Max):
                best = -INF
                for kid in node.children:
                    best = max(best, ab(kid, a, b))
                    if best >= b:
                        break
                return best
            best = INF
            for kid in node.children:
                best = min(best, ab(kid, a, b))
                b = min(b, best)
                if best <= a:
                    break
            return best

        def engine(game):
            return ab(game, -INF, INF)
    """,
        "if best >= b:",
        "best = max(best, ab(kid, a, b))",
    ),
    _own(
        "sees only two moves",
        "LEFT_OUT",
        """
        def engine(node):
            if isinstance(node, End):
                return node.score
            values = [engine(kid) for kid in node.children[:2]]
            return max(values) if isinstance(node, Max) else min(values)
    """,
    ),
]
