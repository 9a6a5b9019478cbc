"""Chess as a lazy tree, by python-chess: move generation and evaluation happen where a search looks, and only there.

Any search of games can then be run on real positions, and its demand says which moves were generated and which
positions evaluated. White is Max.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import chess

from lazytree.games.game import Game, Max, Min
from lazytree.games.unfolding import unfold

MATE = 1_000_000
"""Value of a checkmate, in hundredths of a pawn."""

PIECES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def material(board: chess.Board) -> int:
    """Return White's material less Black's, in hundredths of a pawn; a checkmate is worth `MATE`, a stalemate nothing.

    >>> material(chess.Board()), material(chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"))
    (0, 900)
    """
    if not any(board.generate_legal_moves()):
        return 0 if not board.is_check() else -MATE if board.turn == chess.WHITE else MATE
    return sum(
        worth * (len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)))
        for piece, worth in PIECES.items()
    )


def captures_first(board: chess.Board) -> Iterable[chess.Move]:
    """The legal moves, captures before others: what makes alpha-beta cut off early. Generates all of them at once.

    >>> next(iter(captures_first(chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")))).uci()
    'e4d5'
    """
    return sorted(board.legal_moves, key=board.is_capture, reverse=True)


def chess_game(
    board: chess.Board | str = chess.STARTING_FEN,
    *,
    depth: int,
    score: Callable[[chess.Board], int] = material,
    moves: Callable[[chess.Board], Iterable[chess.Move]] = lambda board: board.legal_moves,
) -> Game[int]:
    """The game from `board`, a position of python-chess or its FEN, for `depth` plies, as a lazy tree.

    `score(board)` is what White thinks of a position in which it ends: mate, stalemate, or no plies left. Moves are
    tried in the order of `moves(board)`. Draws that have to be claimed, or are for want of material, are not seen.

    Forces nothing but whether the game is over. Each move is generated when it is pulled, and its position made when
    somebody looks at it; children are a `Stream`. Raises `ValueError` for a bad FEN or a negative depth, and never
    changes `board`.

    >>> from lazytree import alphabeta, count_leaves
    >>> alphabeta(chess_game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth=2)) == MATE  # mate in one
    True
    >>> count_leaves(chess_game(depth=2))
    400
    """
    start = chess.Board(board) if isinstance(board, str) else board.copy(stack=False)
    root = Max if start.turn == chess.WHITE else Min
    return unfold(start, moves=partial(_positions, moves), score=score, depth=depth, root=root)


def _positions(moves: Callable[[chess.Board], Iterable[chess.Move]], board: chess.Board) -> Iterator[chess.Board]:
    for move in moves(board):
        after = board.copy(stack=False)
        after.push(move)
        yield after
