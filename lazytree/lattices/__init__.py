"""Lattices to search over: chains, clamping functions, and partial orders; and minimax as a fold.

`bounded` says what a lattice is, `clamping` has the one in which minimax is alpha-beta, `partial_orders` those in which
two scores may be incomparable.
"""

from lazytree.lattices.bounded import Dual, Lattice, Order
from lazytree.lattices.clamping import Clamped, Clamping, NaiveClamping, clamp
from lazytree.lattices.folds import Layer, Over, Turn, fold, fold_in, layer_of, map_layer
from lazytree.lattices.partial_orders import M3, N5, FiniteLattice, PowerSet, Product, alphabeta_in

__all__ = [
    "M3", "N5", "Clamped", "Clamping", "Dual", "FiniteLattice", "Lattice", "Layer", "NaiveClamping", "Order", "Over",
    "PowerSet", "Product", "Turn", "alphabeta_in", "clamp", "fold", "fold_in", "layer_of", "map_layer",
]  # fmt: skip
