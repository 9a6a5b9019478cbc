"""Engines in the styles of course code, each with the names that its course uses; all but `TABLE` are right."""

from __future__ import annotations

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
# Rows and columns of moves are played, and told before the score.
COORDINATES = """
    def free_cells(board):
        return [(x, y) for x, row in enumerate(board) for y, cell in enumerate(row) if cell == 0]

    def play_move(board, player, x, y):
        return [[player if (x, y) == (r, c) else cell for c, cell in enumerate(row)] for r, row in enumerate(board)]

    def minimax(board, depth, player, α=float("-inf"), β=float("inf")):
        if depth == 0:
            return [-1, -1, evaluate(board)]
        best = [-1, -1, -player * float("inf")]
        for cell in free_cells(board):
            board[cell[0]][cell[1]] = player
            score = minimax(board, depth - 1, -player, α, β)[2]
            board[cell[0]][cell[1]] = 0
            if player * score > player * best[2]:
                best = [cell[0], cell[1], score]
            α, β = (max(α, score), β) if player == 1 else (α, min(β, score))
            if α >= β:
                break
        return best

    def evaluate(board):
        return 0
"""
HANDED_ON = (
    COORDINATES.replace("board[cell[0]][cell[1]] = player", "child = play_move(board, player, cell[0], cell[1])")
    .replace("board[cell[0]][cell[1]] = 0", "")
    .replace("minimax(board, depth - 1", "minimax(child, depth - 1")
    .replace("best = [cell[0], cell[1], score]", "best = [cell, None, score]")
    .replace("return best\n", "return best[2], best[0]\n")
    .replace("β)[2]", "β)[0]")
    .replace("return [-1, -1, evaluate(board)]", "return evaluate(board), None")
)
# The winner is an attribute, and a number that is the score.
WINNER = """
    def solve(state, alpha=-2, beta=2):
        if state.over:
            return state.winner * state.turn
        for move in state.moves():
            alpha = max(alpha, -solve(state.play(move), -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
"""
# A position is a tuple, an end of the game a number; the answer is a score with its move.
TUPLES = """
    def best(position, is_max=True, low=float("-inf"), high=float("inf")):
        if not isinstance(position, tuple):
            return position, None
        choice = None
        if is_max:
            for number, after in enumerate(position):
                score, _ = best(after, False, low, high)
                if choice is None or score > top:
                    top, choice = score, number
                low = max(low, top)
                if low >= high:
                    break
            return top, choice
        for number, after in enumerate(position):
            score, _ = best(after, True, low, high)
            if choice is None or score < bottom:
                bottom, choice = score, number
            high = min(high, bottom)
            if high <= low:
                break
        return bottom, choice
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
TABLE = """
    INF = float("inf")

    class Player:
        def __init__(self):
            self.table = {}

        def search(self, state, depth, alpha, beta, maximizing):
            key = str(state)
            if key in self.table:
                return self.table[key]
            if depth == 0 or state.is_terminal():
                return state.evaluate()
            best = -INF if maximizing else INF
            for move in state.legal_moves():
                value = self.search(state.child(move), depth - 1, alpha, beta, not maximizing)
                best = max(best, value) if maximizing else min(best, value)
                alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
                if alpha >= beta:
                    return best
            self.table[key] = best
            return best
"""
CONNECT_FOUR = """
    import numpy as np

    def drop_piece(board, row, col, piece):
        board[row][col] = piece

    def get_next_open_row(board, col):
        return next(row for row in range(6) if board[row][col] == 0)

    def winning_move(board, piece):
        return any((board[row] == piece).all() for row in range(6))

    def score_position(board, piece):
        return list(board[:, 3]).count(piece)

    def get_valid_locations(board):
        return [col for col in range(7) if board[5][col] == 0]

    def is_terminal_node(board):
        return winning_move(board, 1) or winning_move(board, 2) or len(get_valid_locations(board)) == 0

    def minimax(board, depth, alpha, beta, maximizingPlayer):
        valid_locations = get_valid_locations(board)
        is_terminal = is_terminal_node(board)
        if depth == 0 or is_terminal:
            if is_terminal:
                return None, 10**14 if winning_move(board, 2) else -(10**14) if winning_move(board, 1) else 0
            return None, score_position(board, 2)
        value, column = -np.inf if maximizingPlayer else np.inf, valid_locations[0]
        for col in valid_locations:
            row = get_next_open_row(board, col)
            b_copy = board.copy()
            drop_piece(b_copy, row, col, 2 if maximizingPlayer else 1)
            new_score = minimax(b_copy, depth - 1, alpha, beta, not maximizingPlayer)[1]
            if new_score > value if maximizingPlayer else new_score < value:
                value, column = new_score, col
            if maximizingPlayer:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return column, value
"""
CHECKERS = """
    from copy import deepcopy

    def minimax(position, depth, max_player, game, alpha=float("-inf"), beta=float("inf")):
        if depth == 0 or position.winner() != None:
            return position.evaluate(), position
        best, best_move = float("-inf") if max_player else float("inf"), None
        for move in get_all_moves(position, "white" if max_player else "red", game):
            value = minimax(move, depth - 1, not max_player, game, alpha, beta)[0]
            if value > best if max_player else value < best:
                best, best_move = value, move
            if max_player:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best, best_move

    def get_all_moves(board, color, game):
        moves = []
        for piece in board.get_all_pieces(color):
            for move, skip in board.get_valid_moves(piece).items():
                moves.append(deepcopy(board))
        return moves
"""
DEEPENING = """
    import time

    def successors(state):
        for move in state.get_legal_moves():
            yield move, state.apply_move(move)

    def value(state, depth, alpha, beta, is_max, deadline):
        if time.time() > deadline:
            raise TimeoutError
        if depth == 0 or state.is_over():
            return state.utility()
        best = float("-inf") if is_max else float("inf")
        for _, child in successors(state):
            found = value(child, depth - 1, alpha, beta, not is_max, deadline)
            if is_max:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def think(state, max_depth, is_max, time_limit):
        for depth in range(1, max_depth + 1):
            found = value(state, depth, float("-inf"), float("inf"), is_max, time.time() + time_limit)
        return found
"""
OWN_METHOD = """
    class Game:
        def __init__(self):
            self.board = [" "] * 9

        def moves(self):
            return [place for place, mark in enumerate(self.board) if mark == " "]

        def undo(self, move):
            self.board[move] = " "

        def alphabeta(self, depth, alpha, beta, maximizing):
            if depth == 0 or self.is_over():
                return self.evaluate()
            for move in self.moves():
                self.play(move)
                value = self.alphabeta(depth - 1, alpha, beta, not maximizing)
                self.undo(move)
                if maximizing:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
            return alpha if maximizing else beta
"""
# Exact values, lower and upper bounds, as in the encyclopedia; right.
FLAGS = """
    table = {}

    def negamax(node, depth, alpha, beta, color):
        before = alpha
        if node.key() in table:
            value, flag = table[node.key()]
            if flag == "exact":
                return value
            if flag == "lower":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
        if depth == 0 or node.is_terminal():
            return color * node.heuristic_value()
        value = float("-inf")
        for child in node.children():
            value = max(value, -negamax(child, depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        table[node.key()] = value, "upper" if value <= before else "lower" if value >= beta else "exact"
        return value

    def solve(root, depth, color):
        table.clear()
        return color * negamax(root, depth, float("-inf"), float("inf"), color)
"""
# The leaves are those of a list; no audit can hand that out.
NUMBERED = """
    def minimax(depth, node_index, maximizing, values, alpha, beta):
        if depth == 3:
            return values[node_index]
        best = -1000 if maximizing else 1000
        for i in range(2):
            found = minimax(depth + 1, node_index * 2 + i, not maximizing, values, alpha, beta)
            best = max(best, found) if maximizing else min(best, found)
        return best
"""
# The root is always Max's, and takes a later move that only equals the bound.
ROOT_AT_TIES = """
    class Bot:
        def get_best_move(self, state):
            alpha, best = float("-inf"), None
            for action in state.actions():
                score = self.node(state.result(action), alpha, float("inf"), False)
                if score >= alpha:
                    alpha, best = score, action
            return best

        def node(self, state, alpha, beta, is_max):
            if state.terminal_test():
                return state.utility()
            for action in state.actions():
                score = self.node(state.result(action), alpha, beta, not is_max)
                alpha, beta = (max(alpha, score), beta) if is_max else (alpha, min(beta, score))
                if alpha >= beta:
                    break
            return alpha if is_max else beta
"""
# Everything but the node is handed in by keyword, and has a default.
KEYWORDS = """
    def search(node, *, depth=2, alpha=float("-inf"), beta=float("inf")):
        if depth == 0 or not (children := node.children):
            return node.value
        best = None
        for child in children:
            value = search(child, depth=depth - 1, alpha=alpha, beta=beta)
            best = value if best is None else (max if node.is_max else min)(best, value)
            alpha, beta = (max(alpha, best), beta) if node.is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""
OWN_NAMES = """
    def wert(stellung, tiefe, unten, oben, wer):
        if stellung.zu_ende():
            return stellung.punkte()
        if wer:
            for zug in stellung.zuege():
                stellung.ziehen(zug)
                unten = max(unten, wert(stellung, tiefe - 1, unten, oben, not wer))
                stellung.zurueck()
                if unten >= oben:
                    break
            return unten
        for zug in stellung.zuege():
            stellung.ziehen(zug)
            oben = min(oben, wert(stellung, tiefe - 1, unten, oben, not wer))
            stellung.zurueck()
            if unten >= oben:
                break
        return oben
"""
# The board is read by index inside of the search.
CELLS = """
    def evaluate(board):
        return 0

    def minimax(board, depth, isMax):
        if evaluate(board) == 10 or depth == 9:
            return 10
        values = []
        for cell in range(9):
            if board[cell] == " ":
                board[cell] = "X" if isMax else "O"
                values.append(minimax(board, depth + 1, not isMax))
                board[cell] = " "
        return max(values) if isMax else min(values)
"""

# Noughts and crosses on a list of cells, played and taken back in the search itself.
NOUGHTS = """
    import math
    EMPTY = ' '

    def winner(board):
        for a, b, c in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)):
            if board[a] == board[b] == board[c] != EMPTY:
                return board[a]
        return None

    def is_full(board):
        return EMPTY not in board

    def score(board):
        w = winner(board)
        return 1 if w == 'X' else -1 if w == 'O' else 0

    def search(board, alpha, beta, maximizing):
        if winner(board) or is_full(board):
            return score(board)
        if maximizing:
            best = -math.inf
            for i in range(9):
                if board[i] == EMPTY:
                    board[i] = 'X'
                    best = max(best, search(board, alpha, beta, False))
                    board[i] = EMPTY
                    alpha = max(alpha, best)
                    if alpha >= beta:
                        break
            return best
        best = math.inf
        for i in range(9):
            if board[i] == EMPTY:
                board[i] = 'O'
                best = min(best, search(board, alpha, beta, True))
                board[i] = EMPTY
                beta = min(beta, best)
                if alpha >= beta:
                    break
        return best
"""

# Noughts and crosses as tutorials have it: the search compares with the scores of its own evaluation, and the loop at
# the root answers with a cell.
OWN_TERMINALS = """
    player, opponent = 'x', 'o'

    def isMovesLeft(board):
        return any(board[i][j] == '_' for i in range(3) for j in range(3))

    def evaluate(b):
        for row in b:
            if row[0] == row[1] == row[2] != '_':
                return 10 if row[0] == player else -10
        return 0

    def minimax(board, isMax, alpha, beta):
        score = evaluate(board)
        if score == 10:
            return score
        if score == -10:
            return score
        if isMovesLeft(board) == False:
            return 0
        best = -1000 if isMax else 1000
        for i in range(3):
            for j in range(3):
                if board[i][j] == '_':
                    board[i][j] = player if isMax else opponent
                    value = minimax(board, not isMax, alpha, beta)
                    board[i][j] = '_'
                    if isMax:
                        best = max(best, value)
                        alpha = max(alpha, best)
                    else:
                        best = min(best, value)
                        beta = min(beta, best)
                    if beta <= alpha:
                        return best
        return best

    def findBestMove(board):
        bestVal, bestMove = -1000, (-1, -1)
        for i in range(3):
            for j in range(3):
                if board[i][j] == '_':
                    board[i][j] = player
                    value = minimax(board, False, bestVal, 1000)
                    board[i][j] = '_'
                    if value > bestVal:
                        bestVal, bestMove = value, (i, j)
        return bestMove
"""

# Noughts and crosses that asks who has won, and a root that answers with the number of a cell.
BY_WINNER = """
    AI, HUMAN, EMPTY = 'O', 'X', ' '

    def search(board, is_maximizing, alpha, beta):
        if winner(board) == AI:
            return 1
        if winner(board) == HUMAN:
            return -1
        if not available_moves(board):
            return 0
        best = -2 if is_maximizing else 2
        for move in available_moves(board):
            board[move] = AI if is_maximizing else HUMAN
            value = search(board, not is_maximizing, alpha, beta)
            board[move] = EMPTY
            if is_maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    def winner(board):
        return next((a for a, b, c in zip(board[:3], board[3:6], board[6:]) if a == b == c), None)

    def available_moves(board):
        return [i for i in range(9) if board[i] == EMPTY]

    def best_move(board):
        best, chosen = -2, None
        for i in range(9):
            if board[i] == EMPTY:
                board[i] = AI
                value = search(board, False, best, 2)
                board[i] = EMPTY
                if value > best:
                    best, chosen = value, i
        return chosen
"""

# Negamax over a list of numbers, whose best value begins at a number.
BY_NUMBER = """
    def is_over(cells):
        return all(cell != 0 for cell in cells)

    def evaluate(cells, player):
        return player * sum(cells)

    def negamax(cells, player, alpha, beta):
        if is_over(cells):
            return evaluate(cells, player)
        best = -1000
        for i in range(9):
            if cells[i] == 0:
                cells[i] = player
                best = max(best, -negamax(cells, -player, -beta, -alpha))
                cells[i] = 0
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best
"""

# A tuple of cells; who moves is a mark, and infinity is 2.
MARKS = """
    def legal_moves(board):
        return [i for i, c in enumerate(board) if c is None]

    def make_move(board, move, who):
        return board[:move] + (who,) + board[move + 1:]

    def game_over(board):
        return utility(board) is not None

    def utility(board):
        return None

    def alphabeta(board, who, alpha=-2, beta=2):
        if game_over(board):
            return utility(board)
        better = max if who == 'X' else min
        best = -2 if who == 'X' else 2
        for m in legal_moves(board):
            v = alphabeta(make_move(board, m, who), 'O' if who == 'X' else 'X', alpha, beta)
            best = better(best, v)
            if who == 'X':
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""

# Iterative deepening, with a table whose keys leave out the depth.
UNDEEP = """
    from collections import namedtuple
    Entry = namedtuple("Entry", "depth value flag move")
    EXACT, LOWER, UPPER = range(3)

    class Engine:
        def __init__(self, max_depth=4):
            self.max_depth = max_depth
            self.tt = {}

        def evaluate(self, board):
            return 0

        def best_move(self, board):
            self.tt.clear()
            move = None
            for depth in range(1, self.max_depth + 1):
                value, move = self.negamax(board, depth, -10**6, 10**6)
            return value, move

        def negamax(self, board, depth, alpha, beta):
            alpha0 = alpha
            key = board.fen()
            hit = self.tt.get(key)
            if hit:
                if hit.flag == EXACT:
                    return hit.value, hit.move
                if hit.flag == LOWER:
                    alpha = max(alpha, hit.value)
                else:
                    beta = min(beta, hit.value)
                if alpha >= beta:
                    return hit.value, hit.move
            if board.is_game_over() or depth == 0:
                return self.evaluate(board), None
            best, best_move = -10**7, None
            for move in board.legal_moves:
                board.push(move)
                value = -self.negamax(board, depth - 1, -beta, -alpha)[0]
                board.pop()
                if value > best:
                    best, best_move = value, move
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            flag = UPPER if best <= alpha0 else LOWER if best >= beta else EXACT
            self.tt[key] = Entry(depth, best, flag, best_move)
            return best, best_move
"""

# Negamax without the minus at the last ply.
WRONG_SIGN = """
    INF = 10**9

    def evaluate(board):
        return board.score()

    def negamax(board, depth, alpha, beta, color):
        if board.is_game_over() or depth == 0:
            return color * evaluate(board)
        best = -INF
        for move in board.legal_moves:
            board.push(move)
            if depth == 1:
                score = negamax(board, depth - 1, -beta, -alpha, -color)
            else:
                score = -negamax(board, depth - 1, -beta, -alpha, -color)
            board.pop()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best
"""

PLIES = (
    OWN_TERMINALS.replace("return score\n        if score == -10", "return score - depth\n        if score == -10")
    .replace("return score\n        if isMovesLeft", "return score + depth\n        if isMovesLeft")
    .replace("minimax(board, isMax", "minimax(board, depth, isMax")
    .replace("minimax(board, not isMax", "minimax(board, depth + 1, not isMax")
    .replace("minimax(board, False", "minimax(board, 0, False")
)
LIMITED = """
    def winner(board): ...

    def best(board, depth, maximizing, alpha=-9999, beta=9999):
        won = winner(board)
        if won == "X":
            return depth + 100
        if won == "O":
            return -100 - depth
        if not board.free_cells() or depth == 0:
            return 0
        bound = alpha if maximizing else beta
        for move in board.free_cells():
            board.push(move)
            value = best(board, depth - 1, not maximizing, alpha, beta)
            board.pop()
            if maximizing:
                bound = alpha = max(alpha, value)
            else:
                bound = beta = min(beta, value)
            if alpha >= beta:
                break
        return bound
"""
MATES = """
    MATE = 1000

    def negamax(board, ply, alpha, beta):
        if board.is_checkmate():
            return ply - MATE
        if board.is_game_over():
            return 0
        for move in board.legal_moves:
            board.push(move)
            alpha = max(alpha, -negamax(board, ply + 1, -beta, -alpha))
            board.pop()
            if alpha >= beta:
                break
        return alpha

    def find_best(board):
        best, best_move = -MATE, None
        for move in board.legal_moves:
            board.push(move)
            score = -negamax(board, 1, -MATE, -best)
            board.pop()
            if score > best:
                best, best_move = score, move
        return best_move
"""
SOLVER = """
    class Solver:
        def __init__(self):
            self.table = {}

        def moves(self, state): ...

        def apply(self, state, move): ...

        def is_over(self, state): ...

        def evaluate(self, state): ...

        def negamax(self, state, alpha=-1000, beta=1000):
            if self.is_over(state):
                return self.evaluate(state)
            if (state, alpha, beta) in self.table:
                return self.table[state, alpha, beta]
            best = -1000
            for move in self.moves(state):
                best = max(best, -self.negamax(self.apply(state, move), -beta, -max(alpha, best)))
                if best >= beta:
                    break
            self.table[state, alpha, beta] = best
            return best
"""

# Max begins whoever is to move, and plays end at the depth limit or where nobody can move.
ISOLATION = """
    class Player:
        player_id = 0

        def score(self, state):
            return 0

        def search(self, state, depth):
            def least(state, low, high, depth):
                if state.terminal_test():
                    return state.utility(self.player_id)
                if depth <= 0:
                    return self.score(state)
                worst = float("inf")
                for action in state.actions():
                    worst = min(worst, most(state.result(action), low, high, depth - 1))
                    if worst <= low:
                        return worst
                    high = min(high, worst)
                return worst

            def most(state, low, high, depth):
                if state.terminal_test():
                    return state.utility(self.player_id)
                if depth <= 0:
                    return self.score(state)
                best = float("-inf")
                for action in state.actions():
                    best = max(best, least(state.result(action), low, high, depth - 1))
                    if best >= high:
                        return best
                    low = max(low, best)
                return best

            top, chosen = float("-inf"), None
            for action in state.actions():
                value = least(state.result(action), top, float("inf"), depth - 1)
                if value > top:
                    top, chosen = value, action
            return chosen
"""
# The base class is of a module that is not there, and boards come with the columns that lead to them.
COLUMNS = """
    import agent

    class Four(agent.Agent):
        def __init__(self, name="four", max_depth=4):
            super().__init__(name)
            self.max_depth = max_depth

        def go(self, brd):
            return self.look(self.max_depth, -10**7, 10**7, True, brd)[1]

        def look(self, depth, alpha, beta, is_maximizing, brd):
            found = self.get_successors(brd)
            if brd.get_outcome() != 0 or depth == 0 or not found:
                return self.judge(brd), -1
            best, column = -10**9 if is_maximizing else 10**9, None
            for after, where in found:
                value = self.look(depth - 1, alpha, beta, not is_maximizing, after)[0]
                if value > best if is_maximizing else value < best:
                    best, column = value, where
                if is_maximizing:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best, column

        def judge(self, brd):
            return 0

        def get_successors(self, brd):
            made = []
            for col in brd.free_cols():
                after = brd.copy()
                after.add_token(col)
                made.append((after, col))
            return made
"""
# Two scores, one of each player, are subtracted; who is to move is told the other way round; and something is counted.
POINTS = """
    def value(node, depth, alpha, beta, stats):
        stats["seen"] += 1
        if node.terminal() or depth == 0:
            return float(node.my_points - node.your_points)
        if not node.human_turn:
            best = float("-inf")
            for after in node.expand():
                best = max(best, value(after, depth - 1, alpha, beta, stats))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = float("inf")
        for after in node.expand():
            best = min(best, value(after, depth - 1, alpha, beta, stats))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""
# An object knows the depth limit; an even number of plies is left to Max.
ODD = """
    class Searcher:
        def __init__(self):
            self.max_depth = 3

        def look(self, node, alpha=float("-inf"), beta=float("inf"), current_depth=0):
            if node.is_leaf() or current_depth == self.max_depth:
                return node.get_heuristic()
            for after in node.get_children():
                if alpha < beta:
                    value = self.look(after, alpha, beta, current_depth + 1)
                    if current_depth % 2 == 1:
                        beta = min(beta, value)
                    else:
                        alpha = max(alpha, value)
            return beta if current_depth % 2 == 1 else alpha
"""
# A move is tried with the position that it leads to, and early wins count more.
EARLY = """
    def search(state, depth, alpha=-1000, beta=1000):
        if state.finished():
            return state.result() * (1 + depth)
        best = -1000 if state.to_move() == 1 else 1000
        for move, after in state.successors():
            value = search(after, depth - 1, alpha, beta)
            if state.to_move() == 1:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""
# The board is kept by an object, and not handed on.
KEPT_BOARD = """
    class Engine:
        def __init__(self, board, depth):
            self.board, self.depth = board, depth

        def evaluate(self):
            return 0

        def minimax(self, depth, alpha, beta, maximizing):
            if depth == 0 or self.board.is_game_over():
                return self.evaluate()
            best = -9999 if maximizing else 9999
            for move in self.board.legal_moves:
                self.board.push(move)
                value = self.minimax(depth - 1, alpha, beta, not maximizing)
                self.board.pop()
                if maximizing:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if beta <= alpha:
                    break
            return best

        def get_best_move(self):
            best, chosen = -9999, None
            for move in self.board.legal_moves:
                self.board.push(move)
                value = self.minimax(self.depth - 1, best, 9999, False)
                self.board.pop()
                if value > best:
                    best, chosen = value, move
            return chosen
"""
# The first bound is infinite, and the first best value is not.
LOWEST = """
    LOWEST = -1000
    HIGHEST = 1000

    def search(board, depth, alpha, beta):
        if depth == 0:
            return board.evaluate()
        best = LOWEST if board.turn else HIGHEST
        for move in board.legal_moves:
            board.push(move)
            value = search(board, depth - 1, alpha, beta)
            board.pop()
            if board.turn:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def think(board, depth):
        return search(board, depth, float("-inf"), float("inf"))
"""
# Rules are in other files: RULES_FROM is one of several ways to import them.
FILES = """
    RULES_FROM

    def search(board, depth, alpha, beta, maximizing):
        if depth == 0 or is_over(board):
            return evaluate(board)
        best = -10**9 if maximizing else 10**9
        for move in get_moves(board):
            value = search(apply_move(board, move), depth - 1, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""
# The value of the later moves is found in a null window first, by a function of its own; right.
NULL_WINDOW = """
    def in_null_window(board, beta, depth):
        if depth == 0 or board.is_game_over():
            return evaluate(board)
        for move in board.legal_moves:
            board.push(move)
            score = -in_null_window(board, 1 - beta, depth - 1)
            board.pop()
            if score >= beta:
                return beta
        return beta - 1

    def search(board, alpha, beta, depth):
        if depth == 0 or board.is_game_over():
            return evaluate(board), None
        best = None
        for number, move in enumerate(board.legal_moves):
            board.push(move)
            if number == 0:
                score = -search(board, -beta, -alpha, depth - 1)[0]
            else:
                score = -in_null_window(board, -alpha, depth - 1)
                if alpha < score < beta:
                    score = -search(board, -beta, -alpha, depth - 1)[0]
            board.pop()
            if score > alpha:
                alpha, best = score, move
            if alpha >= beta:
                break
        return alpha, best

    def evaluate(board):
        return 0
"""
# The players are 1 and 2, and the other one is 3 less the one; a value comes back with another sign by multiplication.
STONES = """
    class Go:
        def negamax(self, go, stone, depth, alpha, beta):
            if go.check_game_end() or depth < 1:
                return go.get_reward(stone), "PASS"
            best, chosen = float("-inf"), "PASS"
            for place in go.get_possible_placements(stone):
                after = go.copy_game()
                after.move_forward(place, stone)
                value, _ = self.negamax(after, 3 - stone, depth - 1, -1 * beta, -1 * alpha)
                value *= -1
                if value > best:
                    best, chosen = value, place
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best, chosen
"""
# A score is asked for in each position, and is None where the game goes on; the window is that of the game.
NIM = """
    def evaluate(state, is_maximizing):
        if all(counters == 0 for counters in state):
            return 1 if is_maximizing else -1

    def minimax(state, is_maximizing, alpha=-1, beta=1):
        if (score := evaluate(state, is_maximizing)) is not None:
            return score
        scores = []
        for new_state in possible_new_states(state):
            scores.append(score := minimax(new_state, not is_maximizing, alpha, beta))
            if is_maximizing:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if beta <= alpha:
                break
        return (max if is_maximizing else min)(scores)

    def possible_new_states(state):
        for pile, counters in enumerate(state):
            for remain in range(counters):
                yield state[:pile] + (remain,) + state[pile + 1 :]
"""
# Plies count down, and players are objects that ask each other.
MANCALA = """
    class Player:
        def __init__(self, num=1, ply=5):
            self.num, self.ply = num, ply

        def score(self, board):
            return 100.0 if board.hasWon(self.num) else 50.0

        def best(self, board, ply):
            move, score, alpha, beta = -1, float("-inf"), float("-inf"), float("inf")
            for m in board.legalMoves(self):
                if ply == 0:
                    return self.score(board), m
                after = board.copy()
                after.makeMove(self, m)
                s = Player(3 - self.num, self.ply).value(after, ply - 1, self, alpha, beta, False)
                if s > score:
                    move, score = m, s
                alpha = max(alpha, score)
            return score, move

        def value(self, board, ply, turn, alpha, beta, is_max):
            if board.gameOver() or ply == 0:
                return turn.score(board)
            score = float("-inf") if is_max else float("inf")
            for m in board.legalMoves(self):
                after = board.copy()
                after.makeMove(self, m)
                s = Player(3 - self.num, self.ply).value(after, ply - 1, turn, alpha, beta, not is_max)
                score = max(score, s) if is_max else min(score, s)
                if score >= beta if is_max else score <= alpha:
                    return score
                alpha, beta = (max(alpha, score), beta) if is_max else (alpha, min(beta, score))
            return score
"""
# A board that is global; the first best value is a number, in bounds that no score reaches.
GLOBAL_BOARD = """
    board = [None] * 64

    def evaluate_board():
        return sum(piece or 0 for piece in board)

    def alphabeta(alpha, beta, depthleft):
        bestscore = -9999
        if depthleft == 0:
            return evaluate_board()
        for move in board.legal_moves:
            board.push(move)
            score = -alphabeta(-beta, -alpha, depthleft - 1)
            board.pop()
            if score >= beta:
                return score
            if score > bestscore:
                bestscore = score
            if score > alpha:
                alpha = score
        return bestscore

    def selectmove(depth):
        bestMove, bestValue, alpha, beta = None, -99999, -100000, 100000
        for move in board.legal_moves:
            board.push(move)
            boardValue = -alphabeta(-beta, -alpha, depth - 1)
            if boardValue > bestValue:
                bestValue, bestMove = boardValue, move
            if boardValue > alpha:
                alpha = boardValue
            board.pop()
        return bestMove
"""
# Whoever begins is Max, and a score is as that player sees it.
BEGINNER = """
    infinity = float("inf")

    def alpha_beta_search(state, game):
        player = game.to_move(state)

        def max_value(state, alpha, beta):
            if game.terminal_test(state):
                return game.utility(state, player)
            v = -infinity
            for a in game.actions(state):
                v = max(v, min_value(game.result(state, a), alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v

        def min_value(state, alpha, beta):
            if game.terminal_test(state):
                return game.utility(state, player)
            v = infinity
            for a in game.actions(state):
                v = min(v, max_value(game.result(state, a), alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
            return v

        best_score, best_action = -infinity, None
        for a in game.actions(state):
            v = min_value(game.result(state, a), best_score, infinity)
            if v > best_score:
                best_score, best_action = v, a
        return best_action
"""
# Null windows, one after the other, over a table of lower and upper bounds.
MTD = """
    INF = 10**9

    class MTD:
        def __init__(self):
            self.table = {}

        def search(self, state, depth):
            g, lower, upper = 0, -INF, INF
            while lower < upper:
                beta = g + 1 if g == lower else g
                g = self.alphabeta(state, beta - 1, beta, depth)
                if g < beta:
                    upper = g
                else:
                    lower = g
            return g

        def alphabeta(self, node, alpha, beta, d):
            entry = self.table.get((node, d), [-INF, INF])
            if entry[0] >= beta:
                return entry[0]
            if entry[1] <= alpha:
                return entry[1]
            if d == 0 or node.is_terminal():
                g = node.evaluate()
            elif node.is_max():
                g = -INF
                for child in node.children():
                    g = max(g, self.alphabeta(child, max(alpha, g), beta, d - 1))
                    if g >= beta:
                        break
            else:
                g = INF
                for child in node.children():
                    g = min(g, self.alphabeta(child, alpha, min(beta, g), d - 1))
                    if g <= alpha:
                        break
            entry = self.table.setdefault((node, d), [-INF, INF])
            if g <= alpha:
                entry[1] = g
            else:
                entry[0] = g
            return g
"""

BY_INDEX = """
MAX, MIN = 1000, -1000

def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    best = MIN if maximizingPlayer else MAX
    for i in range(0, 2):
        val = minimax(depth + 1, nodeIndex * 2 + i, not maximizingPlayer, values, alpha, beta)
        if maximizingPlayer:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""

TO_A_DEPTH = """
def search(curDepth, index, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[index]
    children = [search(curDepth + 1, index * 2 + i, not maxTurn, scores, targetDepth) for i in (0, 1)]
    return max(children) if maxTurn else min(children)
"""

STEPS = """
class Walker:
    def think(self, board, depth):
        return self.value(board, depth, -9999, 9999, board.turn)

    def evaluate(self, board):
        return len(list(board.legal_moves))

    def value(self, board, depth, alpha, beta, maximizer):
        if depth == 0 or board.is_game_over():
            return self.evaluate(board)
        best = -9999 if maximizer else 9999
        for move in board.legal_moves:
            board.push(move)
            assert board.peek() == move
            value = self.value(board, depth - 1, alpha, beta, not maximizer)
            assert board.pop() == move
            if maximizer:
                best = alpha = max(alpha, best, value)
            else:
                best = beta = min(beta, best, value)
            if alpha >= beta:
                break
        return best
"""

# Free cells hold their own numbers, as in freeCodeCamp's tutorial.
NAMED_CELLS = """
    human, ai = "O", "X"
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def winning(board, player):
        return any(all(board[place] == player for place in line) for line in LINES)

    def minimax(board, player, alpha=-1000, beta=1000):
        if winning(board, human):
            return {"score": -10}
        if winning(board, ai):
            return {"score": 10}
        free = [spot for spot in board if spot != "O" and spot != "X"]
        if len(free) == 0:
            return {"score": 0}
        best = None
        for spot in free:
            board[spot] = player
            score = minimax(board, human if player == ai else ai, alpha, beta)["score"]
            board[spot] = spot
            if best is None or (score > best["score"] if player == ai else score < best["score"]):
                best = {"index": spot, "score": score}
            if player == ai:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        return best
"""

# Plays on an array that its object keeps, and is handed no position.
KEPT_ARRAY = """
    BLACK, WHITE = 1, 2

    class Gomoku:
        def __init__(self):
            self.board = [[0] * 5 for _ in range(5)]

        def evaluate(self):
            return sum(cell == BLACK for row in self.board for cell in row)

        def search(self, depth, alpha, beta, color):
            if depth == 0:
                return self.evaluate(), None
            best = None
            for row, column in [(row, column) for row in range(5) for column in range(5)]:
                if self.board[row][column] != 0:
                    continue
                self.board[row][column] = color
                score, _ = self.search(depth - 1, alpha, beta, WHITE if color == BLACK else BLACK)
                self.board[row][column] = 0
                if color == BLACK and score > alpha:
                    alpha, best = score, (row, column)
                elif color == WHITE and score < beta:
                    beta, best = score, (row, column)
                if alpha >= beta:
                    break
            return (alpha if color == BLACK else beta), best
"""

# Searches with a null window, and tells on which side of it the score lies, as sunfish does.
ON_WHICH_SIDE = """
    MATE = 10_000

    class Searcher:
        def bound(self, pos, gamma, depth):
            if depth == 0 or pos.is_over():
                return pos.score()
            best = -MATE
            for move in pos.gen_moves():
                best = max(best, -self.bound(pos.move(move), 1 - gamma, depth - 1))
                if best >= gamma:
                    break
            return best

        def search(self, pos, depth):
            lower, upper = -MATE, MATE
            while lower < upper:
                gamma = (lower + upper + 1) // 2
                score = self.bound(pos, gamma, depth)
                lower, upper = (score, upper) if score >= gamma else (lower, score)
            return lower
"""

# Each move is made on a copy of the rows.
ROWS = """
def available(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == " "]


def winner(board):
    for line in board:
        if line[0] == line[1] == line[2] != " ":
            return line[0]
    return None


def minimax(board, is_maximizing, alpha, beta):
    won = winner(board)
    if won == "X":
        return 1
    if won == "O":
        return -1
    if not available(board):
        return 0
    best = -2 if is_maximizing else 2
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                new = [row[:] for row in board]
                new[r][c] = "X" if is_maximizing else "O"
                score = minimax(new, not is_maximizing, alpha, beta)
                if is_maximizing:
                    best = max(best, score)
                    alpha = max(alpha, best)
                else:
                    best = min(best, score)
                    beta = min(beta, best)
                if alpha >= beta:
                    return best
    return best
"""

# A table that keeps the depth of its entries, and a depth of its own.
OWN_DEPTH = """
MAX_DEPTH = 4


class Engine:
    def __init__(self):
        self.tt = {}

    def search(self, board, depth, alpha, beta):
        key = board.key()
        hit = self.tt.get(key)
        if hit and hit[0] >= depth:
            d, flag, value = hit
            if flag == 0 or (flag == 1 and value >= beta) or (flag == 2 and value <= alpha):
                return value
        if depth == 0 or board.is_game_over():
            return board.evaluate()
        best, a = -10**6, alpha
        for move in board.legal_moves():
            board.push(move)
            score = -self.search(board, depth - 1, -beta, -a)
            board.pop()
            best = max(best, score)
            a = max(a, score)
            if a >= beta:
                break
        flag = 1 if best >= beta else 2 if best <= alpha else 0
        self.tt[key] = depth, flag, best
        return best


def think(board):
    engine = Engine()
    value = 0
    for d in range(1, MAX_DEPTH + 1):
        value = engine.search(board, d, -10**6, 10**6)
    return value
"""
