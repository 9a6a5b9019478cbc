"""What cannot hold for any stand-in, case by case: `excused.txt` has a line for each, with the reason.

The reasons are told to users in the docstring of `strictcheck.kinds`, and a test keeps the two together. A case
that is excused with ATOMS has to pass when `atoms=` hands the values out as themselves. Where it depends on the version
of Python, the line says for which: the first and the last, or one of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = [
    "APART",
    "ATOMS",
    "ENDLESS",
    "EXCUSES",
    "LEFT_OUT",
    "LINES",
    "LONG",
    "REASONS",
    "RUN",
    "WORKED_OUT",
    "excuse_of",
]

# The versions of Python whose tests have been gone through.
WORKED_OUT = ((3, 11), (3, 12), (3, 13), (3, 14))

ATOMS = "ATOMS"
RUN = "RUN"  # the fault of this run: the case asks for the function under test, which is wrapped here
# As they stand in the docstring of `strictcheck.kinds`.
REASONS = {
    ATOMS: "C code that insists on the class of a value; code that takes `type(x)` for it, or `x is y` for `x == y`",
    "TYPE": "`type(x)` is a class of the library, called like that of the value, and with its attributes",
    "PLACES": "An immutable value at two places is two parts; one that contains itself has no end",
    "GENERATOR": "An iterator over a tuple is a generator, for speed: it has no length, and no copy or pickle",
    "LIFETIME": "An observation keeps its values until it is over",
    "LATER": "A call, and later a lazy result of it, changes a copy of its argument: others see nothing of it",
    "UNNOTICED": "C code that notices when a dict is changed while it is read does not notice it on a thunk",
    "STACK": "A call through a thunk takes more of the stack than the call alone",
    "COLLECTOR": "The garbage collector counts thunks, not values",
    "FUNCTION": "A function has no copy that could be changed in its place",
}
# Half a minute in the process of a test run, which has much for the garbage collector: run by `python -m conformance`.
APART = {
    "DictTest.test_track_dynamic",
    "DictTest.test_track_literals",
    "TestHeapC.test_nsmallest",  # like test_nlargest
    "TestHeapPython.test_nlargest",
    "TestHeapPython.test_nsmallest",
    "TestSqrtHelpers.test_float_sqrt_of_frac",
    "TestSqrtHelpers.test_integer_sqrt_of_frac_rto",
    "TupleTest.test_bug7466",
    "TupleTest.test_track_dynamic",
    "TupleTest.test_track_literals",
    "TupleTest.test_track_subtypes",
}
# Does not end: it empties a list while a function is at work on the copy.
ENDLESS = {
    "TestErrorHandlingPython.test_heappop_mutating_heap",
    "TestErrorHandlingPython.test_heappush_mutating_heap",
}
LEFT_OUT = {
    "BuiltinTest.test_filter_dealloc": "a hundred thousand iterators, one in another",
    "RegressionTests.test_long_chain_of_empty_iterables": "ten million elements; sizes have tests of their own",
    "TestBasicOps.test_tee_del_backward": "ten million elements; sizes have tests of their own",
}
if sys.version_info[:2] == (3, 12):
    LEFT_OUT["TestBasicOps.test_tee_reenter"] = "3.12 itself crashes if this `tee` lives until the end of the process"
LONG = {
    "DictTest.test_container_iterator",
    "DictTest.test_free_after_iterating",
    "DictTest.test_track_subtypes",
    "ListTest.test_free_after_iterating",
    "ListTest.test_repr_deep",
    "SumTortureTest.test_torture",
    "TestBasicOps.test_combinations",
    "TestBasicOps.test_combinations_result_gc",
    "TestBasicOps.test_combinations_with_replacement",
    "TestBasicOps.test_combinatorics",
    "TestBasicOps.test_compress",
    "TestBasicOps.test_count_with_stride",
    "TestBasicOps.test_islice",
    "TestBasicOps.test_permutations",
    "TestBasicOps.test_permutations_result_gc",
    "TestBasicOps.test_product",
    "TestBasicOps.test_tee",
    "TestBisectC.test_optionalSlicing",
    "TestBisectPython.test_optionalSlicing",
    "TestCopy.test_copy_weakkeydict",
    "TestCopy.test_copy_weakvaluedict",
    "TestCopy.test_deepcopy_weakkeydict",
    "TestCopy.test_deepcopy_weakvaluedict",
    "TestHeapC.test_merge_stability",
    "TestHeapC.test_nbest_with_pushpop",
    "TestHeapC.test_nlargest",
    "TestHeapPython.test_comparison_operator",
    "TestHeapPython.test_heapify",
    "TestHeapPython.test_heapsort",
    "TestHeapPython.test_heapsort_max",
    "TestHeapPython.test_max_push_pop",
    "TestHeapPython.test_merge_stability",
    "TestHeapPython.test_naive_nbest",
    "TestHeapPython.test_naive_nworst",
    "TestHeapPython.test_nbest_with_pushpop",
    "TestHeapPython.test_push_pop",
    "TestInsortC.test_vsBuiltinSort",
    "TestInsortPython.test_vsBuiltinSort",
    "TestKDE.test_kde_random",
    "TestNormalDistC.test_inv_cdf",
    "TestNormalDistPython.test_inv_cdf",
    "TestPStdev.test_compare_to_variance",
    "TestPartialC.test_weakref",
    "TestPartialCSubclass.test_weakref",
    "TestPartialPy.test_weakref",
    "TestPartialPySubclass.test_weakref",
    "TestQuantiles.test_equal_sized_groups",
    "TestSqrtHelpers.test_float_sqrt_of_frac",
    "TestSqrtHelpers.test_integer_sqrt_of_frac_rto",
    "TestStdev.test_compare_to_variance",
    "TestTee.test_tee",
    "TestVariousIteratorArgs.test_filterfalse",
    "TupleTest.test_bug7466",
    "TupleTest.test_free_after_iterating",
    "UserListTest.test_free_after_iterating",
}
# Module, case, reason; versions, if not all.
LINES = [line.split() for line in (Path(__file__).parent / "excused.txt").read_text().splitlines()]


def _holds_here(first: str, last: str) -> bool:
    """Whether this version of Python is one of those from the first to the last."""
    here = sys.version_info[:2]
    return (not first or _version(first) <= here) and (not last or here <= _version(last))


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


# By module and case, the reason.
EXCUSES = {
    (module, case): reason for module, case, reason, *span in LINES if not span or _holds_here(*span[0].split("-"))
}


def excuse_of(module: str, case: str) -> str | None:
    """The reason why a case of a module of `test` cannot pass; None if it has to."""
    return EXCUSES.get((module, case))
