"""Hypothesis strategies for what strictness is tested with: contexts, arguments, lazy functions, partial values.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.strategies.arguments import arguments
from strictcheck.strategies.contexts import contexts
from strictcheck.strategies.functions import lazy_functions

__all__ = ["arguments", "contexts", "lazy_functions"]
