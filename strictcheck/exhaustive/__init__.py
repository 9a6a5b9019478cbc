"""Exhaustive checking by demand: a property on every value up to a size, by runs on few partial ones.

Begin with `check_all`; `same_demand` is a property that it checks quickly. If annotations do not say which values
there are, make a domain of `Sum`, `Sequences`, `constructor`, `values` and `SYMBOLS`.
"""

from strictcheck.exhaustive.check_values import Exhausted, check_all
from strictcheck.exhaustive.domains import SYMBOLS, Domain, LayerDomain, Sequences, Sum, constructor, values
from strictcheck.exhaustive.inferring import domain_of
from strictcheck.exhaustive.quick_same_demand import SameDemand, same_demand

__all__ = ["Exhausted", "SameDemand", "check_all", "same_demand"]
__all__ += ["SYMBOLS", "Domain", "LayerDomain", "Sequences", "Sum", "constructor", "domain_of", "values"]
