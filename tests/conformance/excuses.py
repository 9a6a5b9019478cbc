"""What cannot hold for any stand-in, case by case: a line for each case that is excused, with the reason.

The reasons are told to users in the docstring of `strictcheck.standins`, and a test keeps the two together. A case that
is excused with ATOMS has to pass when `atoms=` hands the values out as themselves. Where it depends on the version of
Python, the line says for which: the first and the last, or one of them.
"""

from __future__ import annotations

import sys

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
# As they stand in the docstring of `strictcheck.standins`.
REASONS = {
    ATOMS: "C code that insists on the class of a value; code that takes `type(x)` for it, or `x is y` for `x == y`",
    "TYPE": "`type(x)` is a class of the library; `isinstance` and `x.__class__` tell that of the value",
    "PLACES": "An object at two places is two parts; one that contains itself has no end",
    "GENERATOR": "An iterator over a tuple is a generator, for speed: it has no length, and no copy or pickle",
    "HINT": "An iterator does not tell how much is left of it, for that would be a look",
    "LIFETIME": "An observation keeps what it observes until it is over",
    "LATER": "What a call does to an argument is done to a copy: others see nothing of it",
    "UNNOTICED": "C code that would notice a dict that is changed while it is read reads a stand-in without",
    "STACK": "A call through a stand-in takes more of the stack than the call alone",
    "COLLECTOR": "The garbage collector counts stand-ins, not values",
    "FUNCTION": "A function has no copy that could be changed in its place, and `__wrapped__` is the proxy's own",
}
# Half a minute in the process of a test run, which has much for the garbage collector: run by `python -m conformance`.
APART = {
    "DictTest.test_track_dynamic",
    "DictTest.test_track_literals",
    "TestSqrtHelpers.test_float_sqrt_of_frac",
    "TestSqrtHelpers.test_integer_sqrt_of_frac_rto",
    "TupleTest.test_bug7466",
    "TupleTest.test_track_dynamic",
    "TupleTest.test_track_literals",
    "TupleTest.test_track_subtypes",
}
# Takes long: run by `python -m conformance`, and not among the quick tests.
# Does not end: it empties a list while a function is at work on the copy.
ENDLESS = {
    "TestErrorHandlingPython.test_heappop_mutating_heap",
    "TestErrorHandlingPython.test_heappush_mutating_heap",
}
LEFT_OUT = {
    "RegressionTests.test_long_chain_of_empty_iterables": "ten million elements; sizes have tests of their own",
    "TestBasicOps.test_tee_del_backward": "ten million elements; sizes have tests of their own",
}
if sys.version_info[:2] == (3, 12):
    LEFT_OUT["TestBasicOps.test_tee_reenter"] = "3.12 itself crashes if this `tee` lives until the end of the process"
LONG = {
    "TestBasicOps.test_combinations",
    "TestBasicOps.test_combinations_with_replacement",
    "TestBasicOps.test_combinatorics",
    "TestBasicOps.test_compress",
    "TestBasicOps.test_count_with_stride",
    "TestBasicOps.test_product",
    "TestBisectC.test_optionalSlicing",
    "TestBisectPython.test_optionalSlicing",
    "TestHeapC.test_merge_stability",
    "TestHeapPython.test_comparison_operator",
    "TestHeapPython.test_heapify",
    "TestHeapPython.test_heapsort",
    "TestHeapPython.test_merge_stability",
    "TestHeapPython.test_naive_nbest",
    "TestHeapPython.test_nbest_with_pushpop",
    "TestHeapPython.test_nlargest",
    "TestHeapPython.test_nsmallest",
    "TestHeapPython.test_push_pop",
    "TestInsortC.test_vsBuiltinSort",
    "TestInsortPython.test_vsBuiltinSort",
    "TestNormalDistC.test_inv_cdf",
    "TestNormalDistPython.test_inv_cdf",
    "TestPStdev.test_compare_to_variance",
    "TestQuantiles.test_equal_sized_groups",
    "TestSqrtHelpers.test_float_sqrt_of_frac",
    "TestSqrtHelpers.test_integer_sqrt_of_frac_rto",
    "TestStdev.test_compare_to_variance",
    "TestTee.test_tee",
    "TupleTest.test_bug7466",
}
# Module, case, reason; versions, if not all.
LINES = [
    line.split()
    for line in """
test_list        ListTest.test_iterator_pickle                                                    TYPE
test_list        ListTest.test_reversed_pickle                                                    TYPE
test_list        ListTest.test_remove                                                             ATOMS
test_userlist    UserListTest.test_remove                                                         ATOMS
test_userlist    UserListTest.test_userlist_copy                                                  TYPE
test_tuple       TupleTest.test_iterator_pickle                                                   GENERATOR
test_dict        DictTest.test_merge_and_mutate                                                   UNNOTICED
test_dict        DictTest.test_track_dynamic                                                      COLLECTOR -3.13
test_dict        DictTest.test_fromkeys                                                           RUN       3.14-
test_heapq       TestHeapC.test_comparison_operator                                               ATOMS
test_heapq       TestHeapC.test_heapify                                                           ATOMS
test_heapq       TestHeapC.test_heappop_max                                                       ATOMS
test_heapq       TestHeapC.test_heappushpop                                                       ATOMS
test_heapq       TestHeapC.test_heapsort                                                          ATOMS
test_heapq       TestHeapC.test_naive_nbest                                                       ATOMS
test_heapq       TestHeapC.test_nbest                                                             ATOMS
test_heapq       TestHeapC.test_nbest_with_pushpop                                                ATOMS
test_heapq       TestHeapC.test_push_pop                                                          ATOMS
test_heapq       TestHeapC.test_heapify_max                                                       ATOMS     3.14-
test_heapq       TestHeapC.test_heappushpop_max                                                   ATOMS     3.14-
test_heapq       TestHeapC.test_heapsort_max                                                      ATOMS     3.14-
test_heapq       TestHeapC.test_max_push_pop                                                      ATOMS     3.14-
test_heapq       TestHeapC.test_naive_nworst                                                      ATOMS     3.14-
test_heapq       TestHeapC.test_nbest_maxheap                                                     ATOMS     3.14-
test_heapq       TestHeapC.test_nworst                                                            ATOMS     3.14-
test_heapq       TestHeapC.test_nworst_minheap                                                    ATOMS     3.14-
test_heapq       TestHeapC.test_nworst_with_pushpop                                               ATOMS     3.14-
test_heapq       TestErrorHandlingC.test_cmp_err                                                  ATOMS
test_heapq       TestErrorHandlingC.test_comparison_operator_modifiying_heap                      ATOMS     -3.13
test_heapq       TestErrorHandlingC.test_comparison_operator_modifying_heap                       ATOMS     3.14-
test_heapq       TestErrorHandlingC.test_comparison_operator_modifiying_heap_two_heaps            ATOMS     -3.13
test_heapq       TestErrorHandlingC.test_comparison_operator_modifying_heap_two_heaps             ATOMS     3.14-
test_heapq       TestErrorHandlingC.test_heappop_mutating_heap                                    ATOMS
test_heapq       TestErrorHandlingC.test_heappush_mutating_heap                                   ATOMS
test_heapq       TestErrorHandlingPython.test_heappop_mutating_heap                               LATER
test_heapq       TestErrorHandlingPython.test_heappush_mutating_heap                              LATER
test_heapq       TestErrorHandlingPython.test_comparison_operator_modifiying_heap                 LATER     -3.13
test_heapq       TestErrorHandlingPython.test_comparison_operator_modifying_heap                  LATER     3.14-
test_heapq       TestErrorHandlingPython.test_comparison_operator_modifiying_heap_two_heaps       LATER     -3.13
test_heapq       TestErrorHandlingPython.test_comparison_operator_modifying_heap_two_heaps        LATER     3.14-
test_bisect      TestBisectPython.test_lookups_with_key_function                                  ATOMS
test_bisect      TestBisectC.test_lookups_with_key_function                                       ATOMS
test_statistics  DocTests.test_doc_tests                                                          RUN       -3.12
test_statistics  ConvertTest.test_inf                                                             ATOMS
test_statistics  ConvertTest.test_nan                                                             ATOMS
test_statistics  TestSum.test_decimals                                                            ATOMS
test_statistics  TestSum.test_floats                                                              ATOMS
test_statistics  TestSum.test_fractions                                                           ATOMS
test_statistics  TestSum.test_ints                                                                ATOMS
test_statistics  SumTortureTest.test_torture                                                      ATOMS
test_statistics  SumSpecialValues.test_decimal_extendedcontext_mismatched_infs_to_nan             ATOMS
test_statistics  SumSpecialValues.test_decimal_inf                                                ATOMS
test_statistics  SumSpecialValues.test_float_inf                                                  ATOMS
test_statistics  SumSpecialValues.test_float_mismatched_infs                                      ATOMS
test_statistics  SumSpecialValues.test_nan                                                        ATOMS
test_statistics  TestMean.test_decimals                                                           ATOMS
test_statistics  TestMean.test_inf                                                                ATOMS
test_statistics  TestMean.test_ints                                                               ATOMS
test_statistics  TestMean.test_mismatched_infs                                                    ATOMS
test_statistics  TestMean.test_nan                                                                ATOMS
test_statistics  TestMean.test_range_data                                                         ATOMS
test_statistics  TestMean.test_regression_20561                                                   ATOMS
test_statistics  TestMean.test_repeated_single_value                                              ATOMS
test_statistics  TestMean.test_single_value                                                       ATOMS
test_statistics  TestMean.test_torture_pep                                                        ATOMS
test_statistics  TestMean.test_type_of_data_element                                               ATOMS
test_statistics  TestMean.test_types_conserved                                                    ATOMS
test_statistics  TestPVariance.test_accuracy_bug_20499                                            ATOMS
test_statistics  TestPVariance.test_decimals                                                      ATOMS
test_statistics  TestPVariance.test_exact_uniform                                                 ATOMS
test_statistics  TestPVariance.test_ints                                                          ATOMS
test_statistics  TestPVariance.test_range_data                                                    ATOMS
test_statistics  TestPVariance.test_repeated_single_value                                         ATOMS
test_statistics  TestPVariance.test_single_value                                                  ATOMS
test_statistics  TestPVariance.test_type_of_data_element                                          ATOMS
test_statistics  TestPVariance.test_types_conserved                                               ATOMS
test_statistics  TestVariance.test_accuracy_bug_20499                                             ATOMS
test_statistics  TestVariance.test_decimals                                                       ATOMS
test_statistics  TestVariance.test_range_data                                                     ATOMS
test_statistics  TestVariance.test_repeated_single_value                                          ATOMS
test_statistics  TestVariance.test_type_of_data_element                                           ATOMS
test_statistics  TestVariance.test_types_conserved                                                ATOMS
test_statistics  TestSqrtHelpers.test_decimal_sqrt_of_frac                                        ATOMS
test_statistics  TestCorrelationAndCovariance.test_sqrtprod_helper_function_improved_accuracy     ATOMS     3.13-
test_statistics  TestNormalDistPython.test_pickle                                                 RUN
test_statistics  TestNormalDistC.test_pickle                                                      RUN
test_itertools   TestBasicOps.test_combinations                                                   ATOMS
test_itertools   TestBasicOps.test_combinatorics                                                  ATOMS
test_itertools   TestBasicOps.test_count                                                          ATOMS
test_itertools   TestBasicOps.test_count_with_stride                                              ATOMS     -3.12
test_itertools   TestBasicOps.test_count_with_step                                                ATOMS     3.13-
test_itertools   TestBasicOps.test_batched                                                        ATOMS     3.12-
test_itertools   TestBasicOps.test_immutable_types                                                RUN       3.12-
test_itertools   TestBasicOps.test_permutations                                                   ATOMS
test_itertools   TestBasicOps.test_permutations_result_gc                                         ATOMS
test_itertools   TestBasicOps.test_permutations_tuple_reuse                                       ATOMS
test_itertools   TestExamples.test_permutations                                                   ATOMS
test_itertools   TestGC.test_permutations                                                         ATOMS
test_itertools   SizeofTest.test_permutations_sizeof                                              ATOMS
test_itertools   TestBasicOps.test_islice                                                         LIFETIME
test_operator    PyOperatorTestCase.test___all__                                                  RUN
test_operator    PyOperatorTestCase.test_countOf                                                  ATOMS
test_operator    PyOperatorTestCase.test_indexOf                                                  ATOMS
test_operator    PyOperatorTestCase.test_is                                                       ATOMS
test_operator    PyOperatorTestCase.test_is_not                                                   ATOMS
test_operator    PyOperatorTestCase.test_length_hint                                              HINT
test_operator    COperatorTestCase.test___all__                                                   RUN
test_operator    COperatorTestCase.test_countOf                                                   ATOMS
test_operator    COperatorTestCase.test_indexOf                                                   ATOMS
test_operator    COperatorTestCase.test_is                                                        ATOMS
test_operator    COperatorTestCase.test_is_not                                                    ATOMS
test_operator    COperatorTestCase.test_length_hint                                               HINT
test_operator    COperatorTestCase.test_attrgetter                                                ATOMS
test_operator    COperatorTestCase.test_concat                                                    ATOMS
test_operator    COperatorTestCase.test_methodcaller                                              ATOMS
test_operator    PyOperatorTestCase.test_attrgetter_signature                                     RUN       3.13-
test_operator    PyOperatorTestCase.test_itemgetter_signature                                     RUN       3.13-
test_operator    PyOperatorTestCase.test_methodcaller_signature                                   RUN       3.13-
test_operator    COperatorTestCase.test_attrgetter_signature                                      ATOMS     3.13-
test_operator    COperatorTestCase.test_methodcaller_signature                                    ATOMS     3.13-
test_operator    PyOperatorTestCase.test_iconcat_without_getitem                                  ATOMS     3.13-
test_operator    PyOperatorTestCase.test_methodcaller_cyclic_gc                                   LIFETIME  3.14-
test_operator    COperatorTestCase.test_iconcat_without_getitem                                   ATOMS     3.13-
test_operator    COperatorTestCase.test_methodcaller_cyclic_gc                                    LIFETIME  3.14-
test_functools   TestPartialC.test_pickle                                                         RUN
test_functools   TestPartialC.test_recursive_pickle                                               RUN
test_functools   TestPartialPy.test_pickle                                                        RUN
test_functools   TestPartialPy.test_recursive_pickle                                              RUN
test_functools   TestPartialC.test_nested_optimization                                            TYPE
test_functools   TestPartialC.test_with_bound_and_unbound_methods                                 ATOMS
test_functools   TestPartialCSubclass.test_with_bound_and_unbound_methods                         ATOMS
test_functools   TestUpdateWrapper.test_default_update                                            FUNCTION
test_functools   TestUpdateWrapper.test_no_update                                                 FUNCTION
test_functools   TestUpdateWrapper.test_selective_update                                          FUNCTION
test_functools   TestUpdateWrapper.test_missing_attributes                                        ATOMS
test_functools   TestWraps.test_default_update                                                    FUNCTION
test_functools   TestWraps.test_no_update                                                         FUNCTION
test_functools   TestWraps.test_selective_update                                                  FUNCTION
test_functools   TestWraps.test_missing_attributes                                                ATOMS
test_functools   TestCmpToKeyC.test_cmp_to_signature                                              RUN       3.12-3.12
test_functools   TestLRUC.test_lru_recursion                                                      STACK     3.13-3.13
test_functools   TestSingleDispatch.test_method_equal_instances                                   PLACES    3.14-
test_copy        MiscTestCase.test__all__                                                         RUN       3.13-
test_copy        TestCopy.test_copy_weakkeydict                                                   LIFETIME
test_copy        TestCopy.test_copy_weakvaluedict                                                 LIFETIME
test_copy        TestCopy.test_deepcopy_weakkeydict                                               LIFETIME
test_copy        TestCopy.test_deepcopy_weakvaluedict                                             LIFETIME
test_copy        TestCopy.test_deepcopy_bound_method                                              PLACES
test_copy        TestCopy.test_deepcopy_dont_memo_immutable                                       PLACES
test_copy        TestCopy.test_deepcopy_keepalive                                                 PLACES
test_copy        TestCopy.test_deepcopy_memo                                                      PLACES
test_copy        TestCopy.test_deepcopy_reflexive_dict                                            PLACES
test_copy        TestCopy.test_deepcopy_reflexive_inst                                            PLACES
test_copy        TestCopy.test_deepcopy_reflexive_list                                            PLACES
test_copy        TestCopy.test_deepcopy_reflexive_tuple                                           PLACES
test_copy        TestCopy.test_reconstruct_reflexive                                              PLACES
""".strip().splitlines()
]


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
