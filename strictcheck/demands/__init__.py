"""The demand: a tree in three columns, its order and lattice, its two written forms, and how it fits a value.

`demand` is where to begin: `Demand` itself, which hands each of its operations to one of the other modules.
"""

from strictcheck.demands.demand import Demand

__all__ = ["Demand"]
