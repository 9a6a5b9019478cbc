"""Wrong and vacuous spellings: none is green. Each was written by somebody who wanted to know something."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import operator
import re
import threading
import time
import warnings
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck
from shared_values import Sealed, checks_nothing, twin

import lazytree
import strictcheck
import strictcheck.specs
from strictcheck import (
    Demand,
    DemandMismatch,
    StrictCheckError,
    TooMuchForced,
    assert_lazy,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    check_spec,
    hole,
    like,
    max_forced,
    nf,
    observe,
    observing,
    take,
    whnf,
)
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.unused import noted_in, take_unused

pytest_plugins = ["pytester"]


def absolutes(numbers):
    for n in numbers:
        yield abs(n)


def first_absolute(numbers):
    yield abs(numbers[0])


def firsts(items: list[int]):
    yield from items[:1]


def all_of(items: list[int]):
    yield from items


def first_two(numbers):
    return numbers[0] + numbers[1]


async def first(numbers):
    return numbers[0] + 0


async def total(numbers):
    return sum(numbers)


async def each(numbers):
    for number in numbers:
        yield number


def upper(s: str):
    return s.upper()


def lower(s: str):
    return s.lower()


class Account:
    def __init__(self):
        self.balance = 3

    def is_rich(self):
        return self.balance > 2

    def pay(self, amounts):
        self.balance -= sum(amounts)


ACCOUNT = Account()


class Shelf:
    def __init__(self):
        self.books = ["a", "b"]

    def first(self, n: int):
        return self.books[:n]

    def number(self, n: int):
        return len(list(self.books)) + n


SHELF = Shelf()


def passed_on(make: Callable[[int], int]):
    return make


DEMAND = observe(first_two, [0, 1, 2]).demand
NUMBERS = st.integers()


def swallowed():
    def careless(numbers):
        try:
            return sum(numbers)
        except Exception:
            return 0

    with max_forced(2):
        observe(careless, [1, 2, 3])


def swallowed_by_a_decorated_function():
    @max_forced(2)
    def careless(numbers):
        try:
            return sum(numbers)
        except Exception:
            return 0

    observe(careless, [1, 2, 3])


def lazily_observed():
    with max_forced(1):
        seen = observe(absolutes, [1, 2, 3])
    return list(seen.result)


def number_of(flag: bool) -> int:
    return 1 if flag else 2


def within_budget(limit, run, of=object):
    with max_forced(limit, of=of):
        run()


def in_a_block(numbers):
    with max_forced(9):
        return numbers[0] + 1


def kept_and_unused(made):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        del made
        gc.collect()
    take_unused()  # or the plugin fails this test
    assert [warning.filename for warning in caught] == [__file__]
    raise caught[0].message


def with_observing(numbers):
    with observing(numbers):
        sum(numbers)


def fails(items: list[int]):
    return 1 // 0


def total_of(items: list[int]):
    return sum(items)


def total_and_fails(items: list[int]):
    return sum(items) // 0


def not_observed_in_a_decorated_function():
    @max_forced(10)
    def total(numbers):
        return sum(numbers)

    total([1, 2, 3])


def not_observed_in_a_decorated_generator():
    @max_forced(10)
    def each(numbers):
        yield from numbers

    list(each([1, 2, 3]))


def not_observed_in_a_decorated_coroutine():
    @max_forced(10)
    async def total(numbers):
        return sum(numbers)

    asyncio.run(total([1, 2, 3]))


def eager_any(numbers):
    return bool([n for n in numbers if n])


class Pile:
    def __init__(self, stones):
        self.stones = stones

    def takes(self):
        return [Pile(self.stones - taken) for taken in (1, 2) if taken <= self.stones]


def longest(pile):
    return 1 + max(map(longest, pile.takes()), default=0)


def shortest(pile):
    return 1 + min(map(shortest, pile.takes()), default=0)


SEVEN = [7, 3]


def first_and_rest(rows):
    first = rows[0]["a"]
    return (first + row["b"] for row in rows)


def first_and_function(rows):
    first = rows[0]["a"]
    return lambda: first + rows[1]["b"]


def first_and_dict(rows):
    return {"first": rows[0]["a"], "rest": (row["b"] for row in rows)}


class FirstAndRest:
    def __init__(self, rows):
        self.first = rows[0]["a"]
        self.rest = (row["b"] for row in rows)


class Absolutes:
    def __init__(self, numbers):
        self.numbers = numbers

    def all(self):
        return [abs(n) for n in self.numbers]


class Promise(Absolutes):
    def __await__(self):
        yield self.numbers[0]


opened = contextmanager(absolutes)
opened_later = asynccontextmanager(each)
ROWS = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
# Names in the spellings below, beside those of this module.
NAMES = {
    name: getattr(package, name) for package in (lazytree, strictcheck, strictcheck.specs) for name in package.__all__
}
NAMES |= {"array": array, "json": json, "operator": operator, "partial": partial, "twin": twin}

# What somebody wrote, by the error and a part of its message.
SPELLINGS = {
    NothingChecked: {
        "context=nf": """
            assert_same_demand(absolutes, first_absolute, [1, 2])
            assert_same_demand(absolutes, firsts, iter([1, 2]))
            assert_same_demand(absolutes, first_absolute, [1, 2], context=lambda result: None)
            assert_same_demand(lambda xs: {"a": absolutes(xs)}, lambda xs: {"a": firsts(xs)}, [1, 2])
            assert_same_demand(lambda xs: [lambda: xs[0]], lambda xs: [lambda: xs[1]], [1, 2])
            assert_same_demand(lambda xs: map(abs, xs), lambda xs: filter(None, xs), [1, 2])
            assert_no_more_demand(absolutes, sum, [1, 2])
            assert_pulls_at_most(absolutes, iter([1, 2]), n=1)
            assert_same_demand(each, absolutes, [1, 2])
            assert_pulls_at_most(each, iter([1, 2]), n=1)
            assert_same_demand(lambda d: d.values(), lambda d: d.items(), {"a": 1})
            assert_same_demand(lambda xs: [[absolutes(xs)]], lambda xs: [[firsts(xs)]], [1, 2])
        """,
        "only its values count": "assert_pulls_at_most(list, {1: 2, 3: 4}, n=1)",
        "were not asked; leave contexts out": """
            check_spec(all_of, like(firsts), contexts=whnf)
            check_pulls_at_most(absolutes, n=1, given=[LISTS], contexts=whnf)
        """,
        "nothing was observed": "within_budget(10, lambda: sum([1, 2, 3]))",
        r"max_forced\(10\) has counted nothing: .* observe\(function, x\)": "not_observed_in_a_decorated_function()",
        "both looked at d, and what they read inside a Sealed cannot be seen": """
            assert_same_demand(lambda d: d.note, lambda d: d.price, Sealed(note=1, price=2))
        """,
        r"both looked at ds\[0\], and what they read inside a Sealed cannot be seen": """
            assert_no_more_demand(lambda ds: ds[0].a, lambda ds: ds[0].b, [Sealed(a=1, b=2)])
        """,
        "s is a str, which is looked at as a whole": """
            assert_same_demand(lambda s: s[0], lambda s: s[-1], "abc")
            check_spec(upper, like(lower))
        """,
        "s is a set, which is looked at as a whole": "assert_same_demand(lambda s: 3 in s, sum, {1, 2, 3})",
        "is a range, which is looked at as a whole": "assert_no_more_demand(lambda r: r[0], lambda r: r[1], range(3))",
        "looked at as a whole": 'assert_reads_only(upper, "abc", "0")',
        "checked nothing": 'assert_lazy(upper, "abc")',
        "no arguments to look at": "assert_lazy(lambda: sorted(SEVEN))",
        "pass the value as an argument": "assert_same_demand(lambda: sorted(SEVEN), lambda: SEVEN[0])",
        "assert_no_more_demand has checked nothing: .* no arguments to look at": """
            assert_no_more_demand(lambda: sorted(SEVEN), lambda: SEVEN[0])
        """,
        "nf": 'assert_reads_only(absolutes, [1, 2], "0")',
        "nothing inside config was read": 'assert_reads_only(lambda config: 3, {"host": 1}, "hsot")',
        "pass n=0 if that is meant": "assert_pulls_at_most(lambda xs: sum(SEVEN), [1, 2, 3], n=1)",
        "the call of <lambda> has no arguments to look at": "check_spec(lambda: SEVEN, like(lambda: ROWS))",
        "expects nothing that a call could break": """
            check_spec(all_of, spec(lambda result, items: ...))
            check_spec(total_of, spec(lambda result, items: [...] * len(items)), given=[st.lists(NUMBERS, min_size=1)])
        """,
        "nothing was forced within it; if the result is lazy": "lazily_observed()",
        r"which looks at its arguments later; write `with max_forced\(...\):` around the code": """
            observe(max_forced(3)(lambda numbers: absolutes(numbers)), [1, 2, 3, 4])
        """,
        "never asked for seen.value": "with_observing([1, 2])",
        "compared with itself": """
            assert_same_demand(any, any, [1])
            assert_no_more_demand(any, any, [1])
            assert_same_demand(partial(max, key=abs), partial(max, key=abs), [1, 2])
            check_spec(all_of, like(all_of))
            same_demand(any, any)
        """,
        "itself": "assert_same_demand(ACCOUNT.pay, ACCOUNT.pay, [1])",
        "like.total_and_fails. raised ZeroDivisionError": "check_spec(total_of, like(total_and_fails))",
        "looked at nothing in which the 31 inputs differ": "check_all(lambda xs: True, list[bool], 4)",
        "true whatever comes of it": "check_all(absolutes, list[bool], 4)",
        "is lazy and was not asked": "check_all(same_demand(absolutes, first_absolute), list[bool], 4)",
        "nothing was looked at before ZeroDivisionError.* was raised, which is in catch": """
            check_spec(fails, like(twin(fails)), catch=ZeroDivisionError)
        """,
        "nothing that a call could break": """
            check_spec(total_of, spec(lambda result, items: hole, compare=">="))
            check_spec(total_of, spec(lambda result, items: items, compare="<="))
        """,
        r"max_forced\(10\) has checked nothing: there are only 3 parts to count in what was observed; allow fewer": """
            within_budget(10, lambda: observe(sum, [1, 2]))
        """,
        "only 2 parts to count": "within_budget(2, lambda: observe(sum, [1, 2]), of=int)",
        r"max_forced\(0, of=str\) has checked nothing: there is nothing to count in .*; .* observe more": """
            within_budget(0, lambda: observe(lambda table: table["a"][0], {"a": [1, 2]}), of=str)
        """,
        "what is read inside an array cannot be seen": """
            assert_reads_once(lambda numbers: numbers[0] + numbers[0], array("q", [1, 2]))
        """,
        "holds no function": 'assert_never_calls(lambda xs, key: sorted(xs, key=key), [2, 1], abs, of="xs")',
        "calls of methods do not count": 'assert_never_calls(lambda account: account.is_rich(), ACCOUNT, of="account")',
        "nothing of this class was forced": "within_budget(3, lambda: observe(sum, [1, 2, 3]), of=str)",
        r"all of items=\[\] was looked at; draw others": "check_spec(total_of, like(all), given=[st.just([])])",
        r"all of items=\[\] was looked at; draw others, .*, or raise max_examples=1 of": """
            check_spec(total_of, like(all), settings=settings(max_examples=1))
        """,
        r"absolutes is a generator function.* assert_pulls_at_most\(absolutes, ..., n=1, context=take\(1\)\)": """
            assert_lazy(absolutes, [1, 2])
        """,
        "generator function": "assert_lazy(each, [1, 2])",
        "generator": "assert_lazy(partial(each), [1])",
        r"absolutes is a generator function.* a function .* that enters it, `with absolutes\(...\) as made": """
            assert_lazy(opened, [1, 2])
        """,
        r"`async with each\(...\) as made": "assert_lazy(opened_later, [1, 2])",
        "neither call looked at anything .* that enters it, `with absolutes": """
            assert_same_demand(opened, contextmanager(first_absolute), [1, 2])
        """,
        r"neither call looked at anything .* context=lambda made: made.method\(\)": """
            assert_same_demand(Absolutes, lambda numbers: Absolutes(numbers), [1, 2])
        """,
        r"that awaits it, `async def call\(x\): return await Promise\(x\)`": "assert_reads_only(Promise, [1, 2], 0)",
        "fetched but did not look at a part of xs": """
            assert_reads_only(lambda xs: map(str, [xs[0]]), [1, 2], 0)
            assert_pulls_at_most(lambda xs: map(str, [xs[0]]), [1, 2], n=1)
        """,
        "is bound to a Shelf, where nothing is observed; pass that": """
            assert_same_demand(SHELF.first, SHELF.number, 1)
            assert_no_more_demand(partial(Shelf.first, SHELF), SHELF.first, 1)
            check_spec(SHELF.first, like(SHELF.number))
        """,
        r"all of .*=\[1\] was looked at by both": """
            assert_same_demand(any, all, [1])
            assert_same_demand(lambda xs: xs[0] + 0, lambda xs: sum(xs), [1])
            assert_same_demand(lambda xs, n: xs[0] + n, lambda xs, n: sum(xs) + n, [1], 2)
        """,
        "results are lazy and were not asked": """
            check_never_calls(passed_on)
            check_never_calls(passed_on, contexts=nf)
        """,
        "uses ROWS, which is its argument rows": """
            check_reads_once(lambda rows: (rows[0]["a"], ROWS[0]["a"]), given=[st.just(ROWS)])
        """,
        "neither call looked at any part of xs": """
            assert_same_demand(lambda xs: map(str, [xs[0]]), lambda xs: map(str, [xs[1]]), [1, 2])
        """,
        "Absolutes looked at nothing|neither call looked at anything": """
            assert_no_more_demand(Absolutes, first_two, [1, 2, 3])
            assert_same_demand(lambda xs: (1, Absolutes(xs)), lambda xs: 2, [1, 2])
        """,
        r"context=lambda made: made\(\)": "assert_same_demand(lambda f: partial(f, 1), lambda f: partial(f, 2), abs)",
        "neither call looked at anything": """
            assert_same_demand(lambda x: None, lambda x: 0, [1, 2])
            assert_no_more_demand(lambda x: None, lambda x: 0, [1, 2])
        """,
        r"all of iterable=\[\] was looked at by both": "assert_same_demand(any, eager_any, [])",
        "all of iterable=.* was looked at by both": """
            assert_same_demand(any, eager_any, iter([]))
            assert_same_demand(any, eager_any, (n for n in []))
        """,
        r"all of numbers=\[\] was looked at by both": """
            assert_same_demand(lambda numbers, key: any(numbers), lambda numbers, key: eager_any(numbers), [], None)
            assert_same_demand(lambda numbers, flag: any(numbers), lambda numbers, flag: eager_any(numbers), [], True)
        """,
        r"all of iterable=\[1, 1\] was looked at by both": "assert_same_demand(sum, lambda xs: max(xs), [1, 1])",
        r"all of pile=Pile\(stones=3\) was looked at by both .* pass Pile.takes as an argument, too": """
            assert_same_demand(longest, shortest, Pile(3))
        """,
        r"all of pile=Pile\(stones=.\) was looked at draw others.* pass Pile.takes as an argument, too": """
            check_spec(longest, like(shortest), given=[st.builds(Pile, st.integers(0, 4))])
        """,
        "all of n=. was looked at draw others.* what is not passed, nobody sees": """
            check_spec(lambda n: sum(SEVEN) + n, like(lambda n: SEVEN[0] + n), given=[st.integers(0, 4)])
        """,
        "all of flag=True was looked at by both": """
            assert_same_demand(lambda flag: 1 if flag else 2, lambda flag: 3, True)
        """,
        "all of flag=.* was looked at; draw others": "check_spec(number_of, like(lambda flag: 1))",
        r"max_forced\(9, of=Account\) has checked nothing: there are only 2 parts to count": """
            within_budget(9, lambda: observe(lambda both: both[1].balance, [Account(), Account()]), of=Account)
        """,
        "find_needless has judged nothing: the result of .* is lazy and was not asked; pass context=take": """
            find_needless(observe(lambda xs: (x for _ in [0] for x in list(xs)[:1]), iter([1, 2, 3])))
        """,
        "by eager_any, so any could look at no more": "assert_no_more_demand(any, eager_any, [1, 2])",
        "leave contexts out, to have lazy results asked for less": """
            check_spec(all_of, like(twin(all_of)), contexts=nf)
        """,
        r"there is one list\[int\] up to size 0; pass a larger max_size": """
            check_all(lambda numbers: numbers == sorted(numbers), list[int], 0)
        """,
        "numbers has 0 elements": "assert_pulls_at_most(eager_any, [], n=0)",
        "it has 3 elements": "assert_pulls_at_most(lambda it: next(it), iter([1, 2, 3]), n=3)",
        r"max_forced\(2\) has checked nothing: results are lazy and were not asked; pass context=take\(1\)": """
            within_budget(2, lambda: observe(lambda xs: map(abs, xs), [1, 2, 3]))
            within_budget(2, lambda: observe(lambda xs: (abs(x) for x in xs), (1, 2, 3)))
            within_budget(2, lambda: observe(lambda xs: (abs(x) for x in xs), iter([1, 2, 3])))
        """,
        r"pass a context that calls what the result holds, context=lambda made: made\[1\]": """
            assert_reads_only(lambda row: (row["a"], row.get), ROWS[0], "a")
        """,
        "has checked the call alone: the result of .* is lazy and was not asked; pass context=.*context=whnf": """
            assert_same_demand(first_and_rest, lambda rows: [rows[0]["a"]], ROWS)
            assert_no_more_demand(first_and_rest, lambda rows: rows[0]["a"], ROWS)
            assert_reads_only(first_and_rest, ROWS, "0.a")
            assert_reads_once(first_and_rest, ROWS)
            assert_pulls_at_most(first_and_rest, ROWS, n=1)
            assert_same_demand(first_and_function, lambda rows: [rows[0]["a"]], ROWS)
            assert_same_demand(first_and_dict, lambda rows: [rows[0]["a"]], ROWS)
            assert_same_demand(FirstAndRest, lambda rows: [rows[0]["a"]], ROWS)
            assert_reads_only(lambda row: (row["a"], row.values()), ROWS[0], "a")
        """,
    },
    TypeError: {
        "of='config' is no argument of this call; there are row": """
            assert_reads_only(lambda row: row["a"], ROWS[0], "a", of="config")
            assert_reads_once(lambda row: row["a"], ROWS[0], of="config")
        """,
        "'a' is taken for the value that is read; pass the value, then those": 'assert_reads_only(lambda: ROWS, "a")',
        "is no option of a search; it is one of specs, like": 'check_spec(all_of, like(firsts), compare=">=")',
        r"one of Hypothesis's settings, settings=hypothesis.settings\(max_examples": """
            check_spec(all_of, like(firsts), max_examples=9)
            check_pulls_at_most(all_of, n=1, max_examples=9)
        """,
        "function=3 is not callable; pass the function first": "check_spec(3, lambda result, xs: xs)",
        r"Demand.parse\('\[0, 1, _\]'\)": """
            DEMAND == "[0, 1, _]"
            "[0, 1, _]" == DEMAND
            DEMAND <= "[0, 1, _]"
            DEMAND >= "[0, 1, _]"
        """,
        r"Demand.parse\('_'\)": 'DEMAND != "_"',
        r"Demand.of_partial\(\[0, 1, hole\]\)": "DEMAND != [0, 1, ...]",
        "Demand.of_partial": """
            [0, 1, hole] == DEMAND
            DEMAND != (0, 1, 2)
        """,
        r"specs.keyed\({'numbers': .*; for several arguments, .demands": 'DEMAND != {"numbers": DEMAND}',
        ".demand": "observe(first_two, [0, 1, 2]) != DEMAND",
        r"never equal to '\[0, 1, _\]'; compare its .demand": 'observe(first_two, [0, 1, 2]) != "[0, 1, _]"',
        "or .result": "observe(first_two, [0, 1]) != 2",
        r"""Demand.parse\(\"'b'\"\)""": """
            observe(lambda d: d["a"], {"a": "b"}).demand.at(("a",)) != "'b'"
        """,
        r"demands have no truth value; assert something of one, .demands\[name\]": """
            bool(observe(first_two, [0, 1]).demands)
        """,
        "size": "len(DEMAND) < 10",
        "no truth value": """
            bool(observe(first_two, [0, 1]))
            not observe(first_two, [0, 1])
            bool(same_demand(any, all))
        """,
        "runs nothing when it is called": """
            not_observed_in_a_decorated_generator()
            not_observed_in_a_decorated_coroutine()
        """,
        r"observe\(lambda x: x.is_rich\(\), x\)": "observe(Account().is_rich)",
        r"observe\(lambda x: x.copy\(\), x\)": "observe([1, 2].copy)",
        "pass the function first, then its arguments": """
            assert_reads_only({"host": "a"}, lambda config: config["host"])
        """,
        r"assert_reads_only\(f, x, 'db.host', 'log'\)": 'assert_reads_only(first_two, [1, 2], ["0", "1"])',
        r"pass take\(3\)": "observe(first_two, [1, 2], context=3)",
        "not callable": """
            assert_reads_only(first_two([1, 2]), [1, 2], "0")
            assert_lazy(absolutes([1]), [1])
        """,
        "cannot be seen": "assert_pulls_at_most(list, range(9), n=1)",
        "as in n=3": """
            assert_pulls_at_most(list, [1, 2])
            assert_pulls_at_most(list, iter([1, 2]), n=True)
        """,
        "Demand.parse": 'observe(first_two, [0, 1]).demands == {"numbers": "[0, 1]"}',
        "names all parts": 'assert_reads_only(first_two, [1, 2], "*")',
        "int is no function": "assert_never_calls(map, int, [1])",
        r"is no function, so calls of it cannot be seen; pass lambda .*, or the method that is meant": """
            assert_never_calls(lambda get: get([1]), operator.itemgetter(0))
        """,
        r"reads are by argument and path, not by": """
            ("debug",) not in observe(first_two, [0, 1], count=True).reads
            "debug" not in observe(first_two, [0, 1], count=True).reads
            observe(first_two, [0, 1], count=True).reads.get((0,)) is None
        """,
        r"int is no function.*pass lambda \*args: int\(\*args\)": """
            assert_never_calls(lambda table: table["n"]("1"), {"n": int}, of="table")
        """,
        "never equal": "observe(first_two, [1, 2]) != observe(first_two, [1, 2, 3])",
        "put hypothesis.Phase.generate among their phases": """
            check_spec(first_two, like(twin(first_two)), given=[LISTS], settings=settings(phases=[]))
        """,
        "write check_spec": "bool(like(any))",
        r"is called with a demand, not \[0\]; write check_spec\(f, like\(any\)\)": "like(any)([0], [0])",
        r"write \('debug',\) in demand": """
            "debug" not in DEMAND
            "debug" not in DEMAND.paths()
        """,
        r"a trace contains forcings, not 'debug'; write \(key,\) in .demand": """
            "debug" not in observe(first_two, [0, 1]).trace
        """,
        "check_spec: context=.* is no option of a search; .* contexts=nf": """
            check_spec(total_of, like(all), context=nf)
        """,
        "check_pulls_at_most: context=.* is no option of a search; .* contexts=nf": """
            check_pulls_at_most(all_of, n=1, context=nf)
        """,
        "check_reads_only: no parts are named": "check_reads_only(first_two, given=[LISTS])",
        r"check_reads_only: '\*' names all parts": 'check_reads_only(first_two, "*", given=[LISTS])',
        r"given st.lists for parameter 'items' of all_of; call it: st.lists\(\)": """
            check_spec(all_of, like(firsts), given=[st.lists])
        """,
        "functions first": """
            assert_same_demand([1], any, all)
            assert_no_more_demand(any, [1], all)
        """,
        "the function first": "assert_lazy([1, 2], absolutes)",
        "len": "check_spec(firsts, lambda result, items: items[: len(result)])",
    },
    NotCertified: {
        "fails when it is called plainly, twice, with BadGame": """
            assert_same_demand(lambda xs: xs[0], lambda xs: alphabeta(from_nested(xs)), [1, [0, []]])
        """,
        r"write isinstance\(x, C\) for type\(x\) is C": """
            assert_reads_only(lambda xs: xs[0] if type(xs) is list else xs[1], [1, 2, 3], 0)
        """,
        r"a copy, json.dumps\(copy.deepcopy\(x\)\). .* observe\(f, x, atoms=\(str, bytes, dict\)\).demand": """
            assert_reads_only(lambda config: json.dumps(config["db"]), {"db": {"host": "a"}, "log": 1}, "db")
        """,
    },
    TooMuchForced: {
        "more than 2 parts": """
            swallowed()
            swallowed_by_a_decorated_function()
        """,
    },
    StrictCheckError: {
        "did you mean numbers": 'observe(first_two, [0, 1], watch="nubmers")',
        "write a tuple of names": 'observe(first_two, [0, 1], watch="numbers, index")',
        "no local variable of this name": 'observe(lambda xs: 3, [1], watch="alhpa")',
        "None": 'check_spec(first_two, spec(lambda result, numbers: None), given={"numbers": LISTS})',
    },
    DemandMismatch: {
        "cannot be seen": 'assert_reads_only(lambda n: n.a + n.b, Sealed(a=1, b=2), "a")',
        "did not read 'hsot'": 'assert_reads_once(lambda config: config["host"], {"host": "a"}, "hsot")',
        r"total also looks at numbers\[1\]": "assert_same_demand(first, total, [1, 2])",
        r"also looks at numbers\[1\]": """
            assert_same_demand(lambda numbers: first(numbers), lambda numbers: total(numbers), [1, 2])
        """,
        "is not lazy": "assert_lazy(first, [1, 2])",
        r"numbers has no part 'numbers\[0\]'; did you mean '0'\?": """
            assert_reads_only(first_two, [1, 2, 3], "numbers[0]")
        """,
        r"""config has no part \"config\['db'\].host\"; did you mean 'db.host'\?""": """
            assert_reads_only(lambda config: config["db"]["host"], {"db": {"host": 1}}, "config['db'].host")
        """,
        "numbers has no part 'first'; name its parts, as '0', '1'$": """
            assert_reads_only(first_two, [1, 2, 3], "first", "second")
            assert_reads_only(first_two, [1, 2, 3], "first")
        """,
        "if it may, drop": "assert_lazy(lambda xs: xs[0], [1, 2])",
        r"pass iter\(xs\) instead": "assert_lazy(lambda xs: (x + 1 for x in (x * 2 for x in xs)), [1, 2])",
        r"config has no part 'hsot'; did you mean 'host'\?": """
            assert_reads_only(lambda config: config["host"], {"host": "a", "log": 1}, "hsot")
        """,
    },
    AttributeError: {
        "assert_lazy": "strictcheck.is_lazy(absolutes, [1])",
        r"\(await observe\(first, ...\)\).demand": "observe(first, [1]).demand",
    },
    RuntimeWarning: {
        r"observing\(x\) was made and never used": "kept_and_unused(observing([1]))",
        r"max_forced\(9\) was made and never used, .* or call what it decorates": """
            kept_and_unused(max_forced(9)(first_two))
        """,
        r"write check_spec\(function, like\(any\)\)": "kept_and_unused(like(any))",
        r"max_forced\(10\) was made and never used": "kept_and_unused(max_forced(10))",
        "write assert not find_needless": "kept_and_unused(find_needless(observe(sum, [0, 1])))",
        r"write check_all\(same_demand\(f, g\)": "kept_and_unused(same_demand(any, all))",
        r"write await observe\(first, ...\)": """
            kept_and_unused(observe(first, [1]))
            kept_and_unused(filter(None, [observe(first, [1])]).__next__())
        """,
    },
    FailedHealthCheck: {
        "filter": "check_spec(total_of, like(all), given=[st.lists(st.integers()).filter(lambda items: False)])",
    },
}


LISTS = st.lists(st.integers(), min_size=2)


@pytest.mark.usefixtures("young_heap")
@pytest.mark.parametrize(
    ("error", "message", "spelling"),
    [
        (error, message, spelling.strip())
        for error, messages in SPELLINGS.items()
        for message, spellings in messages.items()
        for spelling in spellings.strip().splitlines()
    ],
)
def test_no_wrong_spelling_is_green(error, message, spelling):
    with noted_in(None), pytest.raises(error) as caught:
        eval(compile(spelling, __file__, "eval"), NAMES | globals())
    assert re.search(message.replace("; ", ";? "), " ".join(str(caught.value).split()))


def test_a_test_that_expects_a_mismatch_does_not_pass_on_a_vacuous_one():
    with pytest.raises(NothingChecked), pytest.raises(AssertionError):
        assert_same_demand(absolutes, first_absolute, [1, 2])
    with pytest.raises(NotCertified), pytest.raises(AssertionError):
        assert_reads_only(lambda xs: xs[0] if type(xs) is list else xs[1], [1, 2, 3], 0)


def test_strangers_are_asked_themselves():
    class Mark:
        def __eq__(self, other):
            return True

        __hash__ = None

    assert Mark() == DEMAND
    assert Mark() == DEMAND
    assert DEMAND != 3
    assert DEMAND is not None
    assert DEMAND not in (3, None)
    assert DEMAND != "/some/file.py"


def test_the_right_spellings_are_green():
    assert DEMAND == Demand.parse("[0, 1, _]") == Demand.of_partial([0, 1, hole])
    assert_same_demand(absolutes, lambda xs: map(abs, xs), [1, 2], context=take(1))
    assert_no_more_demand(lambda xs: None, first_two, [1, 2, 3])
    assert_lazy(itertools.islice, iter([1, 2]), 2)
    assert observe(Account.is_rich, Account()).result
    with max_forced(2):
        observe(any, [1, 2])
    with max_forced(9):  # another key could be asked for
        observe(lambda config: config["host"], {"host": "a"})
    with max_forced(0, of=int):
        observe(lambda numbers: map(abs, numbers), iter([1, 2]))
    assert observe(lambda numbers: map(abs, numbers), iter([1, 2])).demand == Demand.parse("[*_]")
    observe(max_forced(9)(first_two), [1, 2]).verify()  # makes a plain call, too
    assert_no_more_demand(in_a_block, first_two, [1, 2, 3])
    with max_forced(2):
        assert list(observe(all_of, [1, 2], context=take(1)).result) == [1, 2]
    assert_reads_only(first_two, [1, 2, 3], 0, 1)
    assert_no_more_demand(lambda d, xs: 0, lambda d, xs: d.a, Sealed(a=1), [1])
    with pytest.raises(ZeroDivisionError), max_forced(2):
        _ = 1 / 0


class Purse:
    """Object with a length, and with attributes beside it."""

    def __init__(self):
        self.balance = 3

    def __len__(self):
        return 0


class Scalar:
    """Value like an array of no dimension."""

    def __len__(self):
        raise TypeError("len() of unsized object")


@pytest.mark.parametrize("cls", [Purse, Scalar])
def test_a_check_tells_objects_with_a_length_from_empty_collections(cls):
    check_spec(lambda x: x is None, like(lambda x: x is not None), given=[st.builds(cls)])


def test_of_a_class_that_was_declared_opaque_a_look_reveals_all():
    @strictcheck.opaque
    class Handle:
        def __init__(self, number):
            self.number = number

    assert_same_demand(lambda h, n: h.number, lambda h, n: h.number + 1, Handle(3), 5)
    with pytest.raises(NothingChecked, match="cannot be seen"):
        assert_same_demand(lambda h: h.number, lambda h: h.number + 1, Sealed(number=3))


@strictcheck.opaque
class Drawer:
    left, right = 1, 2


def test_where_all_arguments_are_opaque_nothing_can_be_compared():
    def left(drawer):
        return drawer.left

    def right(drawer):
        return drawer.right

    value = Drawer()
    with (
        noted_in(None),
        pytest.raises(NothingChecked, match=r"drawer is a Drawer, [^;]*\n  say with\s+.*register_shape"),
    ):
        assert_same_demand(left, right, value)
    with noted_in(None), pytest.raises(NothingChecked, match="register_shape"):
        assert_no_more_demand(left, right, value)
    for one in value, Sealed(left=1, right=2):
        with pytest.raises(NothingChecked, match=r"drawer is\s+a\s+.*, which is looked\s+at as a whole"):
            check_spec(left, like(right), given=[st.just(one)])


@pytest.mark.parametrize("context", [2, "nf"])
def test_a_context_that_is_none_is_told_with_one_to_pass(context):
    with pytest.raises(TypeError, match=r"context=.* is not callable; pass (take\(2\)|nf)"):
        assert_pulls_at_most(list, [1, 2], n=1, context=context)
    with pytest.raises(TypeError, match=r"context=.* is not callable; pass (take\(2\)|nf)"):
        assert_same_demand(any, all, [1, 2], context=context)


def test_a_spec_that_takes_the_result_for_a_list_is_told_what_it_is():
    with pytest.raises(TypeError) as caught:
        check_spec(firsts, lambda result, items: items[: len(result)])
    assert any("cells(result).elements" in note for note in caught.value.__notes__)


def test_advice_fits_how_the_expectation_was_written():
    more = pytest.raises(DemandMismatch, match=r"if it may, like\(firsts, compare='>='\) lets it look at more")
    with more:
        check_spec(all_of, like(firsts), contexts=nf)
    less = pytest.raises(DemandMismatch, match=r"if it need not, like\(all_of, compare='<='\) lets it look at less")
    with less:
        check_spec(firsts, like(all_of), contexts=nf)
    with pytest.raises(DemandMismatch, match="if it may, compare it with a function that looks at more"):
        check_spec(all_of, like(firsts, compare="<="), contexts=nf)
    with pytest.raises(DemandMismatch, match=r"if any is\s+to look at no more, pass any first"):
        assert_no_more_demand(all, any, [1, 0, 2])
    for function in (assert_same_demand, assert_no_more_demand):  # neither assertion could say more of this call
        with pytest.raises(DemandMismatch, match="if it may, drop this assertion: eager_any looks at all there is"):
            function(eager_any, any, [0, 1, 2])
    with pytest.raises(DemandMismatch, match=r"or pass spec\(<lambda>,\s+compare='<='\)"):
        check_spec(firsts, lambda result, items: items, contexts=nf)
    with pytest.raises(DemandMismatch, match=r"  pass list\(row\), or say with .*how one Sealed"):
        assert_reads_only(lambda row: row.a, Sealed(a=1), "a")


@pytest.mark.slow
@pytest.mark.parametrize("comparison", ["x < 0", "x <= 5"])
def test_a_boundary_in_the_code_is_where_the_search_looks_first(comparison):
    wider = comparison.replace("< 0", "<= 0").replace("<= 5", "< 5")
    one, other = (eval(f"lambda xs: next((x for x in xs if {text}), None)") for text in (comparison, wider))
    for function in (one, other):
        function.__annotations__ = {"xs": list[int]}
    for _ in range(3):
        with pytest.raises(DemandMismatch):
            check_spec(one, like(other), settings=settings(max_examples=100, database=None))


def test_a_generator_function_that_is_no_parameter_is_refused_at_once():
    with pytest.raises(NothingChecked, match="assert_lazy has checked nothing: absolutes is a generator function"):
        assert_lazy(absolutes, [1, 2])


@pytest.mark.parametrize("function", [absolutes, iter])
def test_a_generator_function_may_be_one_of_the_parameters(function):
    assert_lazy(function, iter([1, 2]))


def test_a_loop_may_begin_with_a_result_that_nobody_asks():
    for number in range(3):
        assert_pulls_at_most(absolutes, iter([1, -2, 3, 4]), n=number, context=take(number))
        assert_same_demand(absolutes, lambda xs: map(abs, xs), iter([1, -2, 3, 4]), context=take(number))


def test_without_pytest_an_example_of_hypothesis_may_show_nothing():
    @given(st.lists(st.integers(0, 9)))
    def agree(numbers):
        assert_same_demand(any, lambda xs: next((x for x in xs if x), None), numbers)

    with noted_in(None):
        agree()


class Later:
    def __init__(self, numbers):
        self.numbers = numbers

    def rest(self):
        return self.numbers[1]

    __call__ = rest


WITH_REST = (
    lambda numbers: (numbers[0] + 0, lambda: numbers[1]),
    lambda numbers: (numbers[0] + 0, lambda numbers=numbers: numbers[1]),
    lambda numbers: {"first": numbers[0] + 0, "rest": partial(list, numbers)},
    lambda numbers: [numbers[0] + 0, numbers.index],
    lambda numbers: (numbers[0] + 0, Later(numbers).rest),
    lambda numbers: (numbers[0] + 0, Later(numbers)),
    lambda numbers: (numbers[0] + 0, lambda: partial(list, numbers)()),
)


@pytest.mark.parametrize("function", WITH_REST)
def test_a_function_in_the_result_may_look_later(function):
    for assertion in (assert_reads_only, assert_reads_once):
        with checks_nothing("a context that calls what the result holds"):
            assertion(function, [1, 2, 3], 0)
    with checks_nothing("a context that calls what the result holds"):
        assert_pulls_at_most(function, [1, 2, 3], n=1)
    assert_reads_only(function, [1, 2, 3], 0, context=whnf)


def test_a_function_in_the_result_that_keeps_no_argument_looks_at_none():
    for made in (abs, len, [4].index, partial(sum, [4]), lambda: WITH_REST):
        assert_reads_only(lambda numbers, made=made: (numbers[0] + 0, made), [1, 2, 3], 0)
    assert_pulls_at_most(lambda numbers: {"first": next(numbers), "rest": lambda: 1}, iter([1, 2, 3]), n=1)


def test_a_function_that_a_part_of_the_argument_has_held_before_is_none_of_the_result():
    parent = SimpleNamespace(name="n", age=1)
    parent.child = SimpleNamespace(changed=lambda: parent.age)
    assert_reads_only(lambda given: (given.name, given.child), parent, "name", "child")
    with checks_nothing("a context that calls what the result holds"):
        assert_reads_only(lambda given: (given.name, given.child, lambda: given.age), parent, "name", "child")


def test_an_iterator_that_a_function_in_the_result_keeps_may_be_pulled_later():
    with checks_nothing("a context that calls what the result holds"):
        assert_pulls_at_most(lambda numbers: (next(numbers), lambda: list(numbers)), iter([1, 2, 3]), n=1)


class Money(Decimal):
    def __new__(cls, text):
        made = super().__new__(cls, text)
        made.currency, made.note = "EUR", "n"
        return made


@pytest.mark.parametrize("value", [Money("1.5"), [Money("1.5")], {"price": Money("1.5")}])
def test_what_is_read_of_a_number_with_attributes_cannot_be_seen(value):
    def price(value):
        return value["price"] if isinstance(value, dict) else value[0] if isinstance(value, list) else value

    with pytest.raises(NothingChecked, match=r"inside a\s+Money cannot be seen"):
        assert_same_demand(lambda v: price(v).currency, lambda v: price(v).currency + price(v).note, value)


def eager_above(limit, numbers):
    return ([n for n in numbers if n > limit] or [None])[0]


def above(limit, numbers):
    return next((n for n in numbers if n > limit), None)


@pytest.mark.parametrize("lists", [st.just([]), st.lists(st.integers(), max_size=1)])
def test_short_lists_beside_a_number_show_nothing(lists):
    with checks_nothing("draw others, with more parts"):
        check_spec(eager_above, like(above), given=[st.integers(), lists])
    with pytest.raises(DemandMismatch):
        check_spec(eager_above, like(above), given=[st.integers(), st.lists(st.integers())])
    check_spec(lambda a, b: a or b, like(lambda a, b: a if a else b), given=[st.integers(), st.integers()])


TASKS: list[asyncio.Task[int]] = []


async def left_running(numbers):
    async def look_later():
        await asyncio.sleep(0)
        return numbers[1] + 0

    TASKS.append(asyncio.create_task(look_later()))
    return numbers[0] + 0


async def cancelled(numbers):
    asyncio.create_task(asyncio.sleep(10)).cancel()
    return numbers[0] + 0


def test_of_a_task_that_is_left_running_nobody_can_tell_what_it_looks_at():
    for assertion in (assert_reads_only, assert_reads_once):
        with pytest.raises(NotCertified, match="the task look_later running") as caught:
            assertion(left_running, [1, 2, 3], 0)
        assert caught.value.certificate == "complete"
    with pytest.raises(NotCertified, match="the task look_later running"):
        assert_same_demand(left_running, first, [1, 2, 3])
    assert_reads_only(left_running, [1, 2, 3], 0, certify=False)
    assert_reads_only(cancelled, [1, 2, 3], 0)


def look_later(numbers):
    time.sleep(0.3)  # longer than the call takes on a busy machine
    with suppress(Exception):  # whoever swallows it
        return numbers[1] + 0


async def in_a_task(numbers):
    async def look():
        return numbers[1] + 0

    TASKS.append(asyncio.create_task(look()))
    return numbers[0] + 0


async def in_a_callback(numbers):
    asyncio.get_running_loop().call_soon(look_later, numbers)
    return numbers[0] + 0


async def in_a_timer(numbers):
    asyncio.get_running_loop().call_later(0.01, look_later, numbers)
    return numbers[0] + 0


async def in_an_executor(numbers):
    asyncio.get_running_loop().run_in_executor(None, look_later, numbers)
    return numbers[0] + 0


def in_a_thread(numbers):
    threading.Thread(target=look_later, args=(numbers,)).start()
    return numbers[0] + 0


def in_a_pool(numbers):
    ThreadPoolExecutor(1).submit(look_later, numbers)
    return numbers[0] + 0


POOL = ThreadPoolExecutor(1)


def in_a_pool_of_all_calls(numbers):
    POOL.submit(look_later, numbers)
    return numbers[0] + 0


def by_a_thread_for_long(numbers):
    threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
    return numbers[0] + 0


LATE = (
    in_a_task,
    in_a_callback,
    in_a_timer,
    in_an_executor,
    in_a_thread,
    in_a_pool,
    in_a_pool_of_all_calls,
    by_a_thread_for_long,
)


@pytest.mark.parametrize("function", LATE)
def test_of_a_call_that_may_look_in_the_background_nobody_can_tell(function, capfd):
    with pytest.raises(NotCertified, match="cannot tell") as caught:
        assert_reads_only(function, [1, 2, 3], 0)
    assert caught.value.certificate == "complete"
    assert_reads_only(function, [1, 2, 3], 0, certify=False)
    assert capfd.readouterr().err == ""


def test_a_pool_that_waits_for_work_and_a_thread_that_has_ended_look_at_nothing_later():
    assert_reads_only(lambda numbers: POOL.submit(lambda: numbers[0] + 0).result(), [1, 2, 3], 0)
    assert_reads_only(lambda numbers: ThreadPoolExecutor(1).submit(lambda: numbers[0] + 0).result(), [1, 2, 3], 0)


@contextmanager
def entered(config):
    try:
        yield config["host"]
    finally:
        assert config["port"]


def test_a_context_manager_that_nobody_leaves_is_no_look_and_makes_no_noise(capfd):
    assert_reads_only(entered, {"host": "a", "port": 80}, "host", context=lambda made: made.__enter__())
    gc.collect()
    assert capfd.readouterr().err == ""


RESTS = []


async def with_rest(parts):
    async def rest():
        return parts[1]

    RESTS.append(rest())
    return parts[0], RESTS[-1]


@pytest.mark.parametrize("parts", [[1, 2, 3], ["looked at, as strings are", "b"]])
def test_a_coroutine_in_the_result_may_look_later(parts):
    with checks_nothing("the result of with_rest is lazy and was not asked"):
        assert_reads_only(with_rest, parts, 0)
    for rest in RESTS:
        rest.close()  # or Python warns that it was never awaited


async def doubled(numbers):
    async for number in numbers:
        yield 2 * number


async def counted():
    for number in range(9):
        yield number


def test_async_generators_within_others_are_closed_and_leave_no_task():
    assert_pulls_at_most(lambda numbers: doubled(doubled(numbers)), counted(), n=1, context=take(1))
    with pytest.raises(DemandMismatch, match="pulled 2 elements"):
        assert_pulls_at_most(lambda numbers: doubled(doubled(numbers)), counted(), n=1, context=take(2))


NESTED_ROWS = [[1], [2], [3]]


def first_sum(rows):
    return sum(row[0] for row in rows)


@pytest.mark.parametrize(
    "checked",
    [
        lambda: assert_reads_only(lambda rows: rows[0][0] + first_sum(NESTED_ROWS), NESTED_ROWS, "0.0"),
        lambda: assert_reads_once(lambda rows: rows[0][0] + NESTED_ROWS[0][0], NESTED_ROWS),
        lambda: assert_pulls_at_most(lambda rows: rows[0][0] + first_sum(NESTED_ROWS), NESTED_ROWS, n=1),
        lambda: assert_pulls_at_most(lambda rows: first_sum(NESTED_ROWS), NESTED_ROWS, n=0),
        lambda: assert_same_demand(
            lambda rows: rows[0][0], lambda rows: (rows[0][0], first_sum(NESTED_ROWS))[0], NESTED_ROWS
        ),
        lambda: assert_no_more_demand(lambda rows: (rows[0][0], first_sum(NESTED_ROWS))[0], first_sum, NESTED_ROWS),
    ],
)
def test_a_function_that_reads_its_argument_by_a_name_from_around_it_is_not_checked(checked):
    with checks_nothing("uses NESTED_ROWS, which is its argument rows, from around it"):
        checked()


def test_a_message_that_is_raised_is_wrapped_once_by_whoever_prints_it():
    sentence, advice = "sentence " * 20, "advice " * 20
    assert str(NothingChecked(f"{sentence}; {advice}")).splitlines() == [sentence, f"  {advice}"]
    assert max(map(len, str(NothingChecked(f"{sentence}; {advice}", "a.py:1")).splitlines())) <= 80
