"""Lattices to search over: chains, clamping functions, and partial orders.

`bounded` defines lattices, `clamping` has the one in which minimax is alpha-beta, `partial_orders` those in which
two scores may be incomparable.
"""

from lazytree.lattices.bounded import Dual, Lattice, Order
from lazytree.lattices.clamping import Clamped, Clamping, NaiveClamping, clamp
from lazytree.lattices.partial_orders import M3, N5, FiniteLattice, PowerSet, Product

__all__ = ["Dual", "Lattice", "Order", "clamp"]
__all__ += ["Clamped", "Clamping", "NaiveClamping"]
__all__ += ["M3", "N5", "FiniteLattice", "PowerSet", "Product"]
