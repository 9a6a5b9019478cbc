"""Hypothesis strategies for what strictness is tested with: contexts, arguments, lazy functions, partial values.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.strategies.arguments import Given, arguments
from strictcheck.strategies.contexts import contexts
from strictcheck.strategies.functions import lazy_functions
from strictcheck.strategies.partial_values import Partial, partials
from strictcheck.strategies.shares import report_share, share_forced

__all__ = [
    "Given",
    "Partial",
    "arguments",
    "contexts",
    "lazy_functions",
    "partials",
    "report_share",
    "share_forced",
]
