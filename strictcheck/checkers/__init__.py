"""What looks for calls: `check_spec`, for one that goes against its spec, and `find_evidence`, for any other.

Importing this package loads Hypothesis; importing `strictcheck` does not.
"""

from strictcheck.checkers.checking import check_spec, find_evidence

__all__ = ["check_spec", "find_evidence"]
