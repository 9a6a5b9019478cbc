"""Hypothesis strategies for testing strictness: contexts, arguments, lazy functions, partial values.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.generate.strategies.contexts_and_functions import contexts, lazy_functions
from strictcheck.generate.strategies.from_annotation import Partial, partials
from strictcheck.generate.strategies.from_signature import Given, arguments
from strictcheck.generate.strategies.hypothesis_events import report_share, share_forced

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
