"""Random consumers (contexts) and producers (lazy functions); `generate.strategies` draws them with Hypothesis."""

from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.partial_producer import lazy_function

__all__ = ["lazy_function", "nibble"]
