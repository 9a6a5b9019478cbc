"""Lattices to search over: chains, clamping functions, and partial orders.

`clamping` defines lattices, and has the one in which minimax is alpha-beta; `partial_orders` has those in which
two scores may be incomparable.
"""

from lazytree.lattices.clamping import Clamped, Clamping, Dual, Lattice, NaiveClamping, Order, clamp
from lazytree.lattices.partial_orders import M3, N5, FiniteLattice

__all__ = ["Dual", "Lattice", "Order", "clamp"]
__all__ += ["Clamped", "Clamping", "NaiveClamping"]
__all__ += ["M3", "N5", "FiniteLattice"]
