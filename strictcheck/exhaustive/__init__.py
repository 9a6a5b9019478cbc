"""Exhaustive checking by demand: a property of every value up to a size, by running it on few partial ones.

`check_all` is the door, and `same_demand` a property that it checks quickly. To say what values there are where
annotations do not, make a domain of `Sum`, `Sequence`, `constructor`, `values` and `SYMBOLS`.
"""

from strictcheck.exhaustive.check_values import Exhausted, check_all
from strictcheck.exhaustive.domains import SYMBOLS, Domain, Layer, Sequence, Sum, constructor, values
from strictcheck.exhaustive.inferring import domain_of
from strictcheck.exhaustive.property_of_calls import SameDemand, same_demand

__all__ = [
    "SYMBOLS",
    "Domain",
    "Exhausted",
    "Layer",
    "SameDemand",
    "Sequence",
    "Sum",
    "check_all",
    "constructor",
    "domain_of",
    "same_demand",
    "values",
]
