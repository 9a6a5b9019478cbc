"""Needless looks: parts that a call looked at although no value of theirs could have changed its result.

Each is found with a witness. A counterfactual is an argument that the call might have had, decided part by part as the
call looks at it: all counterfactuals of one query agree with the known parts before it.
"""

from strictcheck.needless.queries import Finding, Needless
from strictcheck.needless.search import find_needless

__all__ = ["Finding", "Needless", "find_needless"]
