"""Demands: trees in three columns, their order and lattice, two written forms, and how they fit values.

Begin with `demand`: the class `Demand` hands each of its operations to one of the other modules.
"""

from strictcheck.demands.demand import Demand

__all__ = ["Demand"]
