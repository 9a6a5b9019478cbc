"""Engines in the style of course code are handed what they ask for, and get the verdict that they deserve."""

from __future__ import annotations

import textwrap

import pytest

from lazytree import End, Max, Min, from_nested
from lazytree.cli import main
from lazytree.cli.targets import object_at
from lazytree.engines.adapters import Answer, Style, engine_in_style
from lazytree.engines.adapters.interfaces import Move, Nested
from lazytree.engines.adapters.styles import StyledEngine
from lazytree.engines.audit import audit
from lazytree.engines.audit.cases import is_proved
from lazytree.engines.own_positions import cost_on_positions
from lazytree.engines.recognizing import recognized
from lazytree.searches.pruning import alphabeta

TEXTBOOK = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
CHESS = """
    import math

    def evaluate(board):
        return sum(piece.piece_type * (1 if piece.color else -1) for piece in board.piece_map().values())

    def search(board, depth, alpha, beta, maximizing_player):
        if depth == 0 or board.is_game_over():
            return evaluate(board)
        if maximizing_player:
            best = -math.inf
            for move in board.legal_moves:
                board.push(move)
                best = max(best, search(board, depth - 1, alpha, beta, False))
                board.pop()
                alpha = max(alpha, best)
                if beta <= alpha:
                    break
            return best
        best = math.inf
        for move in board.legal_moves:
            board.push(move)
            best = min(best, search(board, depth - 1, alpha, beta, True))
            board.pop()
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best
"""
NEGAMAX = """
    class Engine:
        def __init__(self, depth=4):
            self.depth = depth

        def evaluate(self, board):
            return 100 if board.turn else -100

        def negamax(self, board, depth, alpha, beta):
            if depth == 0 or board.is_checkmate() or board.is_stalemate():
                return self.evaluate(board)
            for move in board.generate_legal_moves():
                board.push(move)
                score = -self.negamax(board, depth - 1, -beta, -alpha)
                board.pop()
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
            return alpha

        def get_best_move(self, board):
            best_score, best_move = -1000000, None
            for move in board.generate_legal_moves():
                board.push(move)
                score = -self.negamax(board, self.depth - 1, -1000000, -best_score)
                board.pop()
                if score > best_score:
                    best_score, best_move = score, move
            return best_move, best_score
"""
FUNCTIONS = """
    import copy

    X, O = "X", "O"

    def player(board):
        return X if sum(cell is not None for row in board for cell in row) % 2 == 0 else O

    def actions(board):
        return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}

    def result(board, action):
        after = copy.deepcopy(board)
        after[action[0]][action[1]] = player(board)
        return after

    def terminal(board):
        return not actions(board)

    def utility(board):
        return 0

    def search(board):
        if player(board) == X:
            best, move = -float("inf"), None
            for action in actions(board):
                value = min_value(result(board, action), best, float("inf"))
                if value > best:
                    best, move = value, action
            return move
        best, move = float("inf"), None
        for action in actions(board):
            value = max_value(result(board, action), -float("inf"), best)
            if value < best:
                best, move = value, action
        return move

    def max_value(board, alpha, beta):
        if terminal(board):
            return utility(board)
        v = -float("inf")
        for action in actions(board):
            v = max(v, min_value(result(board, action), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(board, alpha, beta):
        if terminal(board):
            return utility(board)
        v = float("inf")
        for action in actions(board):
            v = min(v, max_value(result(board, action), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
"""
RULES = """
    def search(state, game):
        player = game.to_move(state)

        def value(state, alpha, beta):
            if game.terminal_test(state):
                return game.utility(state, player), None
            best, chosen = (-9e9, None) if game.to_move(state) == player else (9e9, None)
            for a in game.actions(state):
                v, _ = value(game.result(state, a), alpha, beta)
                if game.to_move(state) == player:
                    if v > best:
                        best, chosen = v, a
                    alpha = max(alpha, v)
                else:
                    if v < best:
                        best, chosen = v, a
                    beta = min(beta, v)
                if alpha >= beta:
                    break
            return best, chosen

        return value(state, -9e9, 9e9)[1]
"""
LISTS = """
    def search(tree, maximizing, alpha=float("-inf"), beta=float("inf")):
        if isinstance(tree, int):
            return tree
        for child in tree:
            value = search(child, not maximizing, alpha, beta)
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if maximizing else beta
"""
NODES = """
    def search(node, a, b, is_max):
        if not node.children:
            return node.value
        for child in node.children:
            value = search(child, a, b, not is_max)
            if is_max:
                a = max(a, value)
            else:
                b = min(b, value)
            if a >= b:
                break
        return a if is_max else b
"""
PACMAN = """
    from util import manhattanDistance
    from game import Agent
    import util

    class MultiAgentSearchAgent(Agent):
        def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
            self.index = 0
            self.evaluationFunction = util.lookup(evalFn, globals())
            self.depth = int(depth)

    class AlphaBetaAgent(MultiAgentSearchAgent):
        def getAction(self, gameState):
            return self.value(gameState, 0, 0, float("-inf"), float("inf"))[1]

        def value(self, state, agent, depth, alpha, beta):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), None
            best, chosen = float("-inf") if agent == 0 else float("inf"), None
            for action in state.getLegalActions(agent):
                v, _ = self.value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
                if agent == 0:
                    if v > best:
                        best, chosen = v, action
                    if best > beta:
                        break
                    alpha = max(alpha, best)
                else:
                    best = min(best, v)
                    if best < alpha:
                        break
                    beta = min(beta, best)
            return best, chosen
"""
AS_LAZY = "as lazy as alpha-beta"
ENGINES = {
    "chess": (CHESS, "search", AS_LAZY, "legal_moves"),
    "negamax": (NEGAMAX, "Engine", AS_LAZY, "leaves scored for the player to move"),
    "functions": (FUNCTIONS, "search", AS_LAZY, "players 'X' and 'O'"),
    "rules": (RULES, "search", AS_LAZY, "terminal_test"),
    "lists": (LISTS, "search", AS_LAZY, "nested lists"),
    "nodes": (NODES, "search", AS_LAZY, "children"),
    "pacman": (PACMAN, "AlphaBetaAgent", "strict cutoff", "generateSuccessor"),
    "chess, late": (CHESS.replace("beta <= alpha", "beta < alpha", 1), "search", "strict cutoff at Max", "push"),
    "functions, alpha": (FUNCTIONS.replace("v >= beta", "v >= alpha"), "search", "over-eager cutoff", "utility()"),
    "nodes, minimax": (NODES.replace("if a >= b", "if False"), "search", "no cutoff", "value"),
}


@pytest.fixture
def engine_of(tmp_path, capsys):
    def engine_of(source, name):
        file = tmp_path / "course_engine.py"
        file.write_text(textwrap.dedent(source))
        return recognized(object_at(f"{file}:{name}"))

    return engine_of


@pytest.mark.parametrize("style", ENGINES)
def test_an_engine_is_handed_what_it_asks_for(style, engine_of):
    source, name, verdict, taken = ENGINES[style]
    engine = engine_of(source, name)
    assert taken in engine.taken
    found = audit(engine, 60, costs=False)
    assert verdict in found.verdict
    assert found.games > 20
    assert is_proved(engine, [TEXTBOOK])


def test_an_engine_that_is_never_right_is_taken_for_one_of_games(engine_of):
    engine = engine_of("def search(state): return None", "search")
    assert engine.taken == ""
    assert audit(engine, 20, costs=False).verdict == "returns no value"


@pytest.mark.parametrize("turns", ["Mm", "Mmm", "Mmmm"])
def test_ghosts_are_min_and_successors_that_are_generated_count(engine_of, turns):
    chain = End(7)
    for letter in reversed(turns):
        chain = (Max if letter == "M" else Min)([chain, End(9)])
    successors = "[state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]"
    ahead = PACMAN.replace("for action in", f"{successors}\n            for action in")
    assert engine_of(PACMAN, "AlphaBetaAgent").solve(chain) == Answer(move=1)
    generated = audit(engine_of(ahead, "AlphaBetaAgent"), [chain], costs=False)
    assert generated.demand.repeating == 1


def test_moves_are_true_ordered_and_nothing_else():
    assert Move(0)
    assert Move(0) < Move(1)
    assert engine_in_style(lambda state: (Move(1), 5), Style()).solve(TEXTBOOK) == Answer(5, 1)
    assert engine_in_style(lambda state: (5, [Move(1), Move(0)]), Style()).solve(TEXTBOOK) == Answer(5, 1)


def test_lists_read_a_leaf_when_it_is_fetched_and_once():
    nested = Nested(from_nested([1, [2, 3]]))
    assert (nested[0], len(nested[-1]), [*nested[1]], nested[:1]) == (1, 2, [2, 3], [1])


def test_costs_are_told_on_real_positions_with_the_evaluation_of_the_engine(engine_of):
    chess = pytest.importorskip("chess", reason="the extra `engines` is not installed")
    board = chess.Board("r3k3/8/8/8/8/8/8/R3K2R b - - 0 1")
    exact = engine_of(CHESS, "search")
    assert isinstance(exact, StyledEngine)
    cost = cost_on_positions(exact, [board], 2, alphabeta)
    assert (cost.ratio, cost.leaves) == (1, cost.readings)
    assert cost.nodes > cost.leaves
    assert cost.moves >= cost.nodes
    everything = engine_of(CHESS.replace("beta <= alpha", "False"), "search")
    assert cost_on_positions(everything, [board], 2, alphabeta).readings == sum(
        len(list(_after(board, move).legal_moves)) for move in board.legal_moves
    )
    assert cost_on_positions(engine_of(NEGAMAX, "Engine"), [board], 2, alphabeta).readings >= cost.nodes - cost.leaves


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
    assert "1.00 times alpha-beta" in (out := capsys.readouterr().out)
    assert "your 1 position, 2 plies" in out
    fens.write_text("no position\n")
    assert main(options) == 2
    assert "--fens" in capsys.readouterr().err
