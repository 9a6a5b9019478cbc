"""Hypothesis strategies for testing strictness: contexts, arguments, lazy functions, partial values.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.generate.strategies.from_signature import Given, arguments
from strictcheck.generate.strategies.random_contexts import contexts
from strictcheck.generate.strategies.random_functions import lazy_functions
from strictcheck.generate.strategies.random_partial_values import Partial, partials
from strictcheck.generate.strategies.shared_parts import report_share, share_forced

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
