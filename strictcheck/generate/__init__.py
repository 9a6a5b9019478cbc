"""Random consumers (contexts) and producers (lazy functions); `generate.strategies` draws them with Hypothesis."""

from strictcheck.generate.lazy_functions import lazy_function
from strictcheck.generate.partial_consumer import nibble

__all__ = ["lazy_function", "nibble"]
