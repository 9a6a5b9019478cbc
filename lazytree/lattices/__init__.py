"""Lattices to search over: chains, clamping functions, and partial orders; and minimax as a fold.

`bounded` defines lattices, `clamping` has the one in which minimax is alpha-beta, `partial_orders` those in which
two scores may be incomparable.
"""

from lazytree.lattices.bounded import Dual, Lattice, Layer, Order, Over, Turn, fold, fold_in, layer_of, map_layer
from lazytree.lattices.clamping import Clamped, Clamping, NaiveClamping, clamp
from lazytree.lattices.partial_orders import M3, N5, FiniteLattice, PowerSet, Product, alphabeta_in

__all__ = ["Dual", "Lattice", "Order", "clamp", "fold", "fold_in"]
__all__ += ["Clamped", "Clamping", "NaiveClamping", "alphabeta_in"]
__all__ += ["M3", "N5", "FiniteLattice", "PowerSet", "Product"]
__all__ += ["Layer", "Over", "Turn", "layer_of", "map_layer"]
