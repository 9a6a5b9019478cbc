"""Positions: games as a program plays them, with moves in batches, guesses, symmetries and keys.

`Position` is the abstract game; the others are games. `game_of` makes a lazy tree of a position, for the searches of
`lazytree`, and `GamePosition` a position of a tree, for the engine of `lazytree.engines.table_search`.
"""

from lazytree.engines.positions.nim import Nim, Taken
from lazytree.engines.positions.noughts import Noughts
from lazytree.engines.positions.position import Ply, Position, View, census
from lazytree.engines.positions.random_game import RandomGame
from lazytree.engines.positions.trees import PASS, GamePosition, game_of

# The abstract game; games; trees; counting.
__all__ = ["Position", "View"]
__all__ += ["Nim", "Noughts", "RandomGame", "Taken"]
__all__ += ["PASS", "GamePosition", "game_of"]
__all__ += ["Ply", "census"]
