"""Hypothesis strategies for testing strictness: contexts, arguments, lazy functions.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.generate.strategies.from_signature import Given, arguments
from strictcheck.generate.strategies.random_values import contexts, lazy_functions

__all__ = ["Given", "arguments", "contexts", "lazy_functions"]
