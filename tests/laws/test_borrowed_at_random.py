"""Functions of more-itertools and toolz, on arguments that Hypothesis makes up: the plain answer, and a replay.

`test_borrowed` says of some of them what they look at; here it is only asked that looking changes nothing.
"""

from __future__ import annotations

import collections.abc
import itertools
import operator
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import more_itertools
import pytest
import toolz
from hypothesis import HealthCheck, given, settings

from strictcheck import observe

ENOUGH = 12  # elements of an iterator that may not end


def is_odd(number: Any) -> bool:
    return bool(number % 2)


def is_small(number: Any) -> bool:
    return bool(number < 2)


def double(number: Any) -> Any:
    return number * 2


def is_more(one: Any, other: Any) -> bool:
    return bool(one < other)


numbers = st.lists(st.integers(-3, 5), max_size=6)
# What each letter of a signature stands for: how it is made up, and how an argument is made of that, afresh each time.
KINDS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], Any]]] = {
    "i": (numbers, iter),  # an iterator
    "l": (numbers, list),  # a list
    "o": (numbers.map(sorted), list),  # a list in order
    "t": (numbers, tuple),
    "L": (st.lists(numbers, max_size=3), lambda made: [list(part) for part in made]),  # lists in a list
    "P": (st.lists(st.tuples(st.integers(0, 3), st.integers()), max_size=4), list),  # pairs
    "R": (st.lists(st.fixed_dictionaries(dict.fromkeys("abc", st.integers())), max_size=3), list),  # records
    "d": (st.dictionaries(st.sampled_from("abc"), st.integers(-2, 2)), dict),
    "k": (st.sampled_from("abc"), str),  # a key
    "n": (st.integers(0, 4), int),
    "p": (st.integers(1, 4), int),  # positive
    "z": (st.integers(-3, 5), int),
    "q": (st.sampled_from([is_odd, is_small]), lambda made: made),  # a question to a number
    "f": (st.sampled_from([double, operator.neg, abs]), lambda made: made),
    "g": (st.sampled_from([operator.add, max, operator.sub]), lambda made: made),  # of two numbers
    "h": (st.sampled_from([is_more, operator.eq]), lambda made: made),  # a question to two
}
MORE = {
    "adjacent": "qi", "all_equal": "i", "all_unique": "i", "always_iterable": "i", "before_and_after": "qi",
    "batched": "ip", "chunked": "ip", "chunked_even": "lp", "circular_shifts": "l", "classify_unique": "i",
    "collapse": "L", "consecutive_groups": "o", "consume": "in", "convolve": "it", "count_cycle": "in",
    "derangements": "t", "difference": "i", "distinct_combinations": "tn", "distinct_permutations": "t",
    "distribute": "pl", "divide": "pl", "dot_product": "ll", "duplicates_everseen": "i", "duplicates_justseen": "i",
    "exactly_n": "in", "filter_map": "fi", "first": "iz", "first_true": "iz", "flatten": "L",
    "groupby_transform": "i", "grouper": "ip", "gray_product": "tt", "iequals": "il", "ilen": "i", "interleave": "il",
    "interleave_evenly": "L", "interleave_longest": "il", "intersperse": "zi", "is_prime": "n", "is_sorted": "i",
    "iter_index": "lz", "last": "iz", "locate": "iq", "longest_common_prefix": "L", "loops": "n", "lstrip": "iq",
    "map_if": "iqf", "map_reduce": "iq", "mark_ends": "i", "minmax": "l", "ncycles": "ln", "nth": "in",
    "nth_or_last": "in", "one": "i", "only": "i", "outer_product": "gll", "padded": "izn", "padnone": "i",
    "pairwise": "i", "partial_product": "ll", "partition": "qi", "partitions": "l", "peekable": "i",
    "polynomial_derivative": "l", "polynomial_eval": "lz", "polynomial_from_roots": "l", "powerset": "t",
    "powerset_of_sets": "t", "prepend": "zi", "quantify": "iq", "repeat_each": "in", "repeat_last": "iz",
    "replace": "iqt", "reshape": "Lp", "rlocate": "lq", "roundrobin": "il", "rstrip": "iq", "running_max": "i",
    "running_mean": "i", "running_median": "i", "running_min": "i", "seekable": "i", "set_partitions": "tp",
    "side_effect": "fi", "sieve": "n", "sliced": "lp", "sliding_window": "ip", "spy": "in", "split_after": "iq",
    "split_at": "iq", "split_before": "iq", "split_into": "il", "split_when": "ih", "stagger": "i",
    "strictly_n": "in", "strip": "iq", "subslices": "l", "substrings": "l", "sum_of_squares": "i", "sumprod": "ll",
    "tabulate": "fn", "tail": "ni", "take": "ni", "takewhile_inclusive": "qi", "transpose": "L", "triplewise": "i",
    "unique": "l", "unique_everseen": "i", "unique_in_window": "ip", "unique_justseen": "i", "unique_to_each": "ll",
    "unzip": "P", "value_chain": "zi", "windowed": "ip", "windowed_complete": "lp", "zip_broadcast": "lz",
    "zip_equal": "il",
}  # fmt: skip
TOOLZ = {
    "accumulate": "gi", "assoc": "dkz", "concat": "L", "concatv": "il", "cons": "zi", "count": "i", "countby": "qi",
    "diff": "il", "dissoc": "dk", "drop": "ni", "first": "i", "frequencies": "i", "get": "nl", "groupby": "qi",
    "identity": "l", "interleave": "L", "interpose": "zi", "isdistinct": "i", "isiterable": "l", "iterate": "fz",
    "last": "i", "merge": "dd", "merge_sorted": "oo", "merge_with": "fdd", "nth": "ni", "partition": "pi",
    "partition_all": "pi", "partitionby": "qi", "peek": "i", "peekn": "ni", "pluck": "kR", "reduceby": "qgi",
    "remove": "qi", "second": "i", "sliding_window": "pi", "tail": "ni", "take": "ni", "take_nth": "pi", "topk": "ni",
    "unique": "i", "valfilter": "qd", "valmap": "fd",
}  # fmt: skip
# They hand a number to C code that wants an int and nothing else, as the length of a deque.
ATOMS: dict[str, tuple[type, ...]] = dict.fromkeys(["tail", "unique_in_window", "windowed"], (int,))
ROWS = [(more_itertools, name, kinds) for name, kinds in MORE.items() if hasattr(more_itertools, name)]
ROWS += [(toolz, name, kinds) for name, kinds in TOOLZ.items()]


def used(result: Any, depth: int = 3) -> Any:
    """What is in a result: lists of the first elements in place of iterators."""
    if depth == 0 or isinstance(result, (str, int, float, complex)) or result is None:
        return result
    if isinstance(result, collections.abc.Mapping):
        return {key: used(part, depth - 1) for key, part in result.items()}
    if isinstance(result, (set, frozenset)):
        return result
    if not isinstance(result, collections.abc.Iterable):
        return result
    return [used(part, depth - 1) for part in itertools.islice(result, ENOUGH)]


def prepared(function: Any, kinds: str, made: list[Any]) -> tuple[Callable[..., Any], Callable[[], list[Any]]]:
    def call(*args: Any) -> Any:
        return used(function(*args))

    return call, lambda: [KINDS[kind][1](part) for kind, part in zip(kinds, made, strict=True)]


@pytest.mark.parametrize(
    ("module", "name", "kinds"), ROWS, ids=[f"{module.__name__}.{name}" for module, name, _ in ROWS]
)
def test_a_borrowed_function_gives_the_plain_answer_on_stand_ins_and_replays(
    module: Any, name: str, kinds: str
) -> None:
    @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.tuples(*(KINDS[kind][0] for kind in kinds)))
    def check(made: Any) -> None:
        call, fresh = prepared(getattr(module, name), kinds, made)
        try:
            expected, error = call(*fresh()), None
        except Exception as raised:
            expected, error = None, raised
        seen = observe(call, *fresh(), catch=Exception, atoms=ATOMS.get(name, ()))
        assert type(seen.error) is type(error), seen.error
        assert seen.result == expected
        seen.replay()

    check()


def test_more_than_a_hundred_functions_are_borrowed() -> None:
    assert len(ROWS) > 100
