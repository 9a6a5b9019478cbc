"""Wrong and vacuous spellings: none is green. Each was written by somebody who wanted to know something."""

from __future__ import annotations

import asyncio
import gc
import itertools
import operator
import re
import types
import warnings
from array import array
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck
from shared_values import twin

import strictcheck
from lazytree import alphabeta, from_nested
from strictcheck import (
    Demand,
    DemandMismatch,
    StrictCheckError,
    TooMuchForced,
    assert_lazy,
    assert_never_calls,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    check_all,
    check_spec,
    find_needless,
    hole,
    like,
    max_forced,
    nf,
    observe,
    observing,
    same_demand,
    spec,
    take,
    whnf,
)
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.specs import check_pulls_at_most, check_reads_only
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


DEMAND = observe(first_two, [0, 1, 2]).demand


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


def nothing_observed():
    with max_forced(10):
        sum([1, 2, 3])


def lazily_observed():
    with max_forced(1):
        seen = observe(absolutes, [1, 2, 3])
    return list(seen.result)


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


def budget_of_another_class():
    with max_forced(3, of=str):
        observe(sum, [1, 2, 3])


def budget_of(limit, observe_it, of=object):
    def limited():
        with max_forced(limit, of=of):
            observe_it()

    return limited


def unused_value():
    numbers = [1, 2]
    with observing(numbers):
        sum(numbers)


def fails(items: list[int]):
    return 1 // 0


def total_of(items: list[int]):
    return sum(items)


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


def in_budget(function, xs):
    with max_forced(2):
        observe(function, xs)


ROWS = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
OF_ROWS = {
    "same": lambda function: assert_same_demand(function, lambda rows: [rows[0]["a"]], ROWS),
    "no more": lambda function: assert_no_more_demand(function, lambda rows: rows[0]["a"], ROWS),
    "reads only": lambda function: assert_reads_only(function, ROWS, "0.a"),
    "reads once": lambda function: assert_reads_once(function, ROWS),
    "pulls at most": lambda function: assert_pulls_at_most(function, ROWS, n=1),
}


# The error, a part of its message, and what somebody wrote.
SPELLINGS = {
    "generator functions, compared before anybody asks": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(absolutes, first_absolute, [1, 2]),
    ),
    "generator functions of an iterator": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(absolutes, firsts, iter([1, 2])),
    ),
    "a context that asks nothing": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(absolutes, first_absolute, [1, 2], context=lambda result: None),
    ),
    "lazy results in a dict": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(lambda xs: {"a": absolutes(xs)}, lambda xs: {"a": firsts(xs)}, [1, 2]),
    ),
    "functions in a list": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(lambda xs: [lambda: xs[0]], lambda xs: [lambda: xs[1]], [1, 2]),
    ),
    "pulls at most, of the keys of a dict": (
        NothingChecked,
        "only its values count",
        lambda: assert_pulls_at_most(list, {1: 2, 3: 4}, n=1),
    ),
    "lazy results of builtins": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(lambda xs: map(abs, xs), lambda xs: filter(None, xs), [1, 2]),
    ),
    "no more than, with a lazy left side": (
        NothingChecked,
        "context=nf",
        lambda: assert_no_more_demand(absolutes, sum, [1, 2]),
    ),
    "a spec that holds of calls that nobody asks": (
        NothingChecked,
        "were not asked; leave contexts out",
        lambda: check_spec(all_of, like(firsts), contexts=whnf),
    ),
    "a demand and its text": (TypeError, r"Demand.parse\('\[0, 1, _\]'\)", lambda: DEMAND == "[0, 1, _]"),
    "a text and its demand": (TypeError, r"Demand.parse\('\[0, 1, _\]'\)", lambda: "[0, 1, _]" == DEMAND),  # noqa: SIM300
    "a demand that is not a text": (TypeError, r"Demand.parse\('_'\)", lambda: DEMAND != "_"),
    "a demand and a list": (TypeError, "Demand.of_partial", lambda: [0, 1, hole] == DEMAND),
    "a demand and a tuple": (TypeError, "Demand.of_partial", lambda: DEMAND != (0, 1, 2)),
    "a demand and a dict": (
        TypeError,
        r"specs.keyed\({'numbers': .*; for several arguments, .demands",
        lambda: DEMAND != {"numbers": DEMAND},
    ),
    "a demand and an observation": (TypeError, ".demand", lambda: observe(first_two, [0, 1, 2]) != DEMAND),
    "an observation and a demand": (TypeError, ".demand", lambda: observe(first_two, [0, 1, 2]) != DEMAND),
    "an observation and a text": (
        TypeError,
        r"never equal to '\[0, 1, _\]'; compare its .demand",
        lambda: observe(first_two, [0, 1, 2]) != "[0, 1, _]",
    ),
    "an observation and a result": (TypeError, "or .result", lambda: observe(first_two, [0, 1]) != 2),
    "a demand and a text in quotes": (
        TypeError,
        r"Demand.parse\(\"'b'\"\)",
        lambda: observe(lambda d: d["a"], {"a": "b"}).demand.at(("a",)) != "'b'",
    ),
    "demands as a condition": (
        TypeError,
        r"demands have no truth value; assert something of one, .demands\[name\]",
        lambda: bool(observe(first_two, [0, 1]).demands),
    ),
    "at most a text": (TypeError, r"Demand.parse\('\[0, 1, _\]'\)", lambda: DEMAND <= "[0, 1, _]"),
    "at least a text": (TypeError, r"Demand.parse\('\[0, 1, _\]'\)", lambda: DEMAND >= "[0, 1, _]"),
    "the length of a demand": (TypeError, "size", lambda: len(DEMAND) < 10),
    "an observation as a truth value": (TypeError, "no truth value", lambda: bool(observe(first_two, [0, 1]))),
    "not an observation": (TypeError, "no truth value", lambda: not observe(first_two, [0, 1])),
    "a budget around code that nobody observes": (NothingChecked, "nothing was observed", nothing_observed),
    "a budget of a decorated function that nobody observes": (
        NothingChecked,
        r"max_forced\(10\) has counted nothing: .* observe\(total, x\)",
        not_observed_in_a_decorated_function,
    ),
    "a budget of a decorated generator function that nobody observes": (
        TypeError,
        "runs nothing when it is called",
        not_observed_in_a_decorated_generator,
    ),
    "a budget of a decorated coroutine function that nobody observes": (
        TypeError,
        "runs nothing when it is called",
        not_observed_in_a_decorated_coroutine,
    ),
    "two columns of a table": (
        NothingChecked,
        "both looked at d, and what they read inside a SimpleNamespace cannot be seen",
        lambda: assert_same_demand(lambda d: d.note, lambda d: d.price, types.SimpleNamespace(note=1, price=2)),
    ),
    "no more of a table in a list": (
        NothingChecked,
        r"both looked at ds\[0\], and what they read inside a SimpleNamespace cannot be seen",
        lambda: assert_no_more_demand(lambda ds: ds[0].a, lambda ds: ds[0].b, [types.SimpleNamespace(a=1, b=2)]),
    ),
    "the first and the last of a string": (
        NothingChecked,
        "s is a str, which is looked at as a whole",
        lambda: assert_same_demand(lambda s: s[0], lambda s: s[-1], "abc"),
    ),
    "a set, looked at in two ways": (
        NothingChecked,
        "s is a set, which is looked at as a whole",
        lambda: assert_same_demand(lambda s: 3 in s, sum, {1, 2, 3}),
    ),
    "no more of a range": (
        NothingChecked,
        "is a range, which is looked at as a whole",
        lambda: assert_no_more_demand(lambda r: r[0], lambda r: r[1], range(3)),
    ),
    "a spec of strings": (
        NothingChecked,
        "s is a str, which is looked at as a whole",
        lambda: check_spec(upper, like(lower)),
    ),
    "reads only, of a string": (NothingChecked, "looked at as a whole", lambda: assert_reads_only(upper, "abc", "0")),
    "lazy, of a string": (NothingChecked, "checked nothing", lambda: assert_lazy(upper, "abc")),
    "plain calls that fail": (
        NotCertified,
        "fails when it is called plainly, twice, with BadGame",
        lambda: assert_same_demand(lambda xs: xs[0], lambda xs: alphabeta(from_nested(xs)), [1, [0, []]]),
    ),
    "lazy, without arguments": (NothingChecked, "no arguments to look at", lambda: assert_lazy(lambda: sorted(SEVEN))),
    "the same of nothing": (
        NothingChecked,
        "pass the value as an argument",
        lambda: assert_same_demand(lambda: sorted(SEVEN), lambda: SEVEN[0]),
    ),
    "no more of nothing": (
        NothingChecked,
        "assert_no_more_demand: .* no arguments to look at",
        lambda: assert_no_more_demand(lambda: sorted(SEVEN), lambda: SEVEN[0]),
    ),
    "a budget that the code swallows": (TooMuchForced, "more than 2 parts", swallowed),
    "a budget that a decorated function swallows": (
        TooMuchForced,
        "more than 2 parts",
        swallowed_by_a_decorated_function,
    ),
    "a local variable that is nowhere": (
        StrictCheckError,
        "did you mean numbers",
        lambda: observe(first_two, [0, 1], watch="nubmers"),
    ),
    "a method that has no other argument": (
        TypeError,
        "observe\\(Account.is_rich",
        lambda: observe(Account().is_rich),
    ),
    "reads only, of a lazy result": (NothingChecked, "nf", lambda: assert_reads_only(absolutes, [1, 2], "0")),
    "reads only, of the value before the function": (
        TypeError,
        r"pass the function first, then its arguments",
        lambda: assert_reads_only({"host": "a"}, lambda config: config["host"]),
    ),
    "reads only, parts in a list": (
        TypeError,
        r"assert_reads_only\(..., 'db.host', 'log'\)",
        lambda: assert_reads_only(first_two, [1, 2], ["0", "1"]),
    ),
    "a number for a context": (TypeError, r"pass take\(3\)", lambda: observe(first_two, [1, 2], context=3)),
    "reads only, of nothing": (TypeError, "no parts are named", lambda: assert_reads_only(first_two, [1, 2])),
    "reads only, of the result": (TypeError, "not callable", lambda: assert_reads_only(first_two([1, 2]), [1, 2], "0")),
    "reads only, where nobody can see": (
        DemandMismatch,
        "cannot be seen",
        lambda: assert_reads_only(lambda n: n.a + n.b, types.SimpleNamespace(a=1, b=2), "a"),
    ),
    "reads once, a part with another name": (
        DemandMismatch,
        "did not read 'hsot'",
        lambda: assert_reads_once(lambda config: config["host"], {"host": "a"}, "hsot"),
    ),
    "reads once, of an iterator": (
        NothingChecked,
        "no part of .* was read that can be read twice",
        lambda: assert_reads_once(sum, iter([1, 2])),
    ),
    "pulls at most, of a lazy result": (
        NothingChecked,
        "context=nf",
        lambda: assert_pulls_at_most(absolutes, iter([1, 2]), n=1),
    ),
    "pulls at most, of what cannot be seen": (
        TypeError,
        "cannot be seen",
        lambda: assert_pulls_at_most(list, range(9), n=1),
    ),
    "pulls at most, without how many": (TypeError, "as in n=3", lambda: assert_pulls_at_most(list, [1, 2])),
    "pulls at most, of too few": (
        NothingChecked,
        "numbers has 2 elements",
        lambda: assert_pulls_at_most(first_two, [1, 2], n=3),
    ),
    "pulls at most, of an iterator of too few": (
        NothingChecked,
        "it has 3 elements",
        lambda: assert_pulls_at_most(lambda it: next(it), iter([1, 2, 3]), n=3),
    ),
    "never calls, of no function": (TypeError, "is a function", lambda: assert_never_calls(sum, [1, 2])),
    "never calls, of a lazy result": (NothingChecked, "nothing", lambda: assert_never_calls(map, abs, [1])),
    "a name that is not there": (AttributeError, "assert_lazy", lambda: strictcheck.is_lazy(absolutes, [1])),
    "async generator functions, compared before anybody asks": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(each, absolutes, [1, 2]),
    ),
    "coroutine functions, compared without await": (
        DemandMismatch,
        r"total also looks at numbers\[1\]",
        lambda: assert_same_demand(first, total, [1, 2]),
    ),
    "coroutines that functions return": (
        DemandMismatch,
        r"also looks at numbers\[1\]",
        lambda: assert_same_demand(lambda numbers: first(numbers), lambda numbers: total(numbers), [1, 2]),
    ),
    "pulls at most, of an async generator that nobody asks": (
        NothingChecked,
        "context=nf",
        lambda: assert_pulls_at_most(each, iter([1, 2]), n=1),
    ),
    "lazy, of a coroutine function": (DemandMismatch, "is not lazy", lambda: assert_lazy(first, [1, 2])),
    "a check in a context that asks for nothing": (
        NothingChecked,
        "were not asked; leave contexts out",
        lambda: check_pulls_at_most(absolutes, n=1, given=[strictcheck_lists()], contexts=whnf),
    ),
    "demands by argument and their texts": (
        TypeError,
        "Demand.parse",
        lambda: observe(first_two, [0, 1]).demands == {"numbers": "[0, 1]"},
    ),
    "lazy, of the result": (TypeError, "not callable", lambda: assert_lazy(absolutes([1]), [1])),
    "reads only, all that there is": (TypeError, "names all parts", lambda: assert_reads_only(first_two, [1, 2], "*")),
    "reads only, a part with another name, of which nothing is read": (
        NothingChecked,
        "nothing inside config was read",
        lambda: assert_reads_only(lambda config: 3, {"host": 1}, "hsot"),
    ),
    "pulls at most, of what the function does not use": (
        NothingChecked,
        "pass n=0 if that is meant",
        lambda: assert_pulls_at_most(lambda xs: sum(SEVEN), [1, 2, 3], n=1),
    ),
    "never calls, of a class": (TypeError, "int is no function", lambda: assert_never_calls(map, int, [1])),
    "never calls, of an object": (
        TypeError,
        "is no function, so calls of it cannot be seen",
        lambda: assert_never_calls(lambda get: get([1]), operator.itemgetter(0)),
    ),
    "never calls, of a class in a table": (
        TypeError,
        r"int is no function.*pass lambda \*args: int\(\*args\)",
        lambda: assert_never_calls(lambda table: table["n"]("1"), {"n": int}, of="table"),
    ),
    "two observations": (
        TypeError,
        "never equal",
        lambda: observe(first_two, [1, 2]) != observe(first_two, [1, 2, 3]),
    ),
    "a spec of nothing but wildcards": (
        NothingChecked,
        "expects nothing that a call could break",
        lambda: check_spec(all_of, spec(lambda result, items: ...)),
    ),
    "settings that search nothing": (
        TypeError,
        "put hypothesis.Phase.generate among their phases",
        lambda: check_spec(first_two, like(twin(first_two)), given=[strictcheck_lists()], settings=settings(phases=[])),
    ),
    "a budget of a lazy result that nobody asks": (
        NothingChecked,
        "nothing was forced in its block; if the result is lazy",
        lazily_observed,
    ),
    "an observing that is never used": (
        RuntimeWarning,
        r"observing\(x\) was made and never used",
        lambda: kept_and_unused(observing([1])),
    ),
    "an observing whose value is not passed on": (NothingChecked, "never asked for seen.value", unused_value),
    "same_demand as a truth value": (TypeError, "no truth value", lambda: bool(same_demand(any, all))),
    "a spec as a truth value": (TypeError, "write check_spec", lambda: bool(like(any))),
    "a function and itself": (NothingChecked, "compared with itself", lambda: assert_same_demand(any, any, [1])),
    "no more than itself": (NothingChecked, "compared with itself", lambda: assert_no_more_demand(any, any, [1])),
    "a function and its own spec": (NothingChecked, "compared with itself", lambda: check_spec(all_of, like(all_of))),
    "a method and itself": (NothingChecked, "itself", lambda: assert_same_demand(ACCOUNT.pay, ACCOUNT.pay, [1])),
    "the property of one function": (NothingChecked, "compared with itself", lambda: same_demand(any, any)),
    "a property of nothing": (
        NothingChecked,
        "looked at nothing in which the 31 inputs differ",
        lambda: check_all(lambda xs: True, list[bool], 4),
    ),
    "a property that is a generator function": (
        NothingChecked,
        "true whatever comes of it",
        lambda: check_all(absolutes, list[bool], 4),
    ),
    "a property of lazy results": (
        NothingChecked,
        "is lazy and was not asked",
        lambda: check_all(same_demand(absolutes, first_absolute), list[bool], 4),
    ),
    "views of a dict": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(lambda d: d.values(), lambda d: d.items(), {"a": 1}),
    ),
    "lazy results, two lists deep": (
        NothingChecked,
        "context=nf",
        lambda: assert_same_demand(lambda xs: [[absolutes(xs)]], lambda xs: [[firsts(xs)]], [1, 2]),
    ),
    "calls that all raise": (
        NothingChecked,
        "nothing was looked at before ZeroDivisionError.* was raised, which is in catch",
        lambda: check_spec(fails, like(twin(fails)), catch=ZeroDivisionError),
    ),
    "a spec of no less than nothing": (
        NothingChecked,
        "nothing that a call could break",
        lambda: check_spec(total_of, spec(lambda result, items: hole, compare=">=")),
    ),
    "a spec of no more than all": (
        NothingChecked,
        "nothing that a call could break",
        lambda: check_spec(total_of, spec(lambda result, items: items, compare="<=")),
    ),
    "a part in a demand": (TypeError, r"write \('debug',\) in demand", lambda: "debug" not in DEMAND),
    "several names in one text": (
        StrictCheckError,
        "write a tuple of names",
        lambda: observe(first_two, [0, 1], watch="numbers, index"),
    ),
    "as many as True": (TypeError, "as in n=3", lambda: assert_pulls_at_most(list, iter([1, 2]), n=True)),
    **{
        f"a budget around a lazy result that was not asked, of {what}": (
            NothingChecked,
            r"max_forced\(2\) has checked nothing: results are lazy and were not asked; pass context=take\(1\)",
            partial(in_budget, function, xs),
        )
        for what, xs in {"a list": [1, 2, 3], "a tuple": (1, 2, 3), "an iterator": iter([1, 2, 3])}.items()
        for function in (lambda xs: map(abs, xs), lambda xs: (abs(x) for x in xs))
    },
    "a budget above all that there is": (
        NothingChecked,
        r"max_forced\(10\) has checked nothing: there are only 3 parts to count in what was observed; allow fewer",
        budget_of(10, lambda: observe(sum, [1, 2])),
    ),
    "a budget of as many of a class as there are": (
        NothingChecked,
        "only 2 parts to count",
        budget_of(2, lambda: observe(sum, [1, 2]), of=int),
    ),
    "a budget of a class that is not there, which nothing can exceed": (
        NothingChecked,
        r"max_forced\(0, of=str\) has checked nothing: there is nothing to count in what was observed; .* observe more",
        budget_of(0, lambda: observe(lambda table: table["a"][0], {"a": [1, 2]}), of=str),
    ),
    "a budget of a function that nobody calls": (
        RuntimeWarning,
        r"max_forced\(9\) was made and never used, .* or call what it decorates",
        lambda: kept_and_unused(max_forced(9)(first_two)),
    ),
    "a spec that nobody checks": (
        RuntimeWarning,
        r"write check_spec\(function, like\(any\)\)",
        lambda: kept_and_unused(like(any)),
    ),
    "reads once, of an array": (
        NothingChecked,
        "what is read inside a array cannot be seen",
        lambda: assert_reads_once(lambda numbers: numbers[0] + numbers[0], array("q", [1, 2])),
    ),
    "a part in a trace": (
        TypeError,
        r"a trace contains forcings, not 'debug'; write \(key,\) in .demand",
        lambda: "debug" not in observe(first_two, [0, 1]).trace,
    ),
    "a part in paths": (TypeError, r"write \('debug',\) in demand", lambda: "debug" not in DEMAND.paths()),
    "a check with a context, as of an assertion": (
        TypeError,
        r"check_pulls_at_most: context=.* is no option of a search; .* contexts=nf",
        lambda: check_pulls_at_most(all_of, n=1, context=nf),
    ),
    "a check that names no parts": (
        TypeError,
        "check_reads_only: no parts are named",
        lambda: check_reads_only(first_two, given=[strictcheck_lists()]),
    ),
    "a check that names all parts": (
        TypeError,
        "check_reads_only: '\\*' names all parts",
        lambda: check_reads_only(first_two, "*", given=[strictcheck_lists()]),
    ),
    "a strategy that is not called": (
        TypeError,
        r"given st.lists for parameter 'items' of all_of; call it: st.lists\(\)",
        lambda: check_spec(all_of, like(firsts), given=[st.lists]),
    ),
    "an exact class": (
        NotCertified,
        r"write isinstance\(x, C\) for type\(x\) is C",
        lambda: assert_reads_only(lambda xs: xs[0] if type(xs) is list else xs[1], [1, 2, 3], 0),
    ),
    "a path as Python writes it": (
        DemandMismatch,
        r"numbers has no part 'numbers\[0\]'; did you mean '0'\?",
        lambda: assert_reads_only(first_two, [1, 2, 3], "numbers[0]"),
    ),
    "a path with quotes and brackets": (
        DemandMismatch,
        r"config has no part \"\['db'\]\['host'\]\"; did you mean 'db.host'\?",
        lambda: assert_reads_only(lambda config: config["db"]["host"], {"db": {"host": 1}}, "['db']['host']"),
    ),
    "two names of no part": (
        DemandMismatch,
        r"numbers has no part 'first'; name its parts, as 0, 1$",
        lambda: assert_reads_only(first_two, [1, 2, 3], "first", "second"),
    ),
    "a name of no part": (
        DemandMismatch,
        r"numbers has no part 'first'; name its parts, as 0, 1$",
        lambda: assert_reads_only(first_two, [1, 2, 3], "first"),
    ),
    "a budget that is never used": (
        RuntimeWarning,
        r"max_forced\(10\) was made and never used",
        lambda: kept_and_unused(max_forced(10)),
    ),
    "needless looks that nobody reads": (
        RuntimeWarning,
        "write assert not find_needless",
        lambda: kept_and_unused(find_needless(observe(sum, [0, 1]))),
    ),
    "same_demand without check_all": (
        RuntimeWarning,
        r"write check_all\(same_demand\(f, g\)",
        lambda: kept_and_unused(same_demand(any, all)),
    ),
    "a coroutine function, observed without await": (
        RuntimeWarning,
        r"write await observe\(first, ...\)",
        lambda: kept_and_unused(observe(first, [1])),
    ),
    "an observation that is not awaited, as a truth value": (
        RuntimeWarning,
        r"write await observe\(first, ...\)",
        lambda: kept_and_unused(filter(None, [observe(first, [1])]).__next__()),
    ),
    "the demand of an observation that is not awaited": (
        AttributeError,
        r"\(await observe\(first, ...\)\).demand",
        lambda: observe(first, [1]).demand,
    ),
    "a local variable that is nowhere, where nothing is forced": (
        StrictCheckError,
        "no local variable of this name",
        lambda: observe(lambda xs: 3, [1], watch="alhpa"),
    ),
    "reads only, a key with another name": (
        NothingChecked,
        "config has no part 'db.hots', and none was asked for",
        lambda: assert_reads_only(lambda config: config["db"], {"db": {"host": "a"}, "log": 1}, "db.hots"),
    ),
    "reads only, all parts by name": (
        NothingChecked,
        "has no parts but these",
        lambda: assert_reads_only(first_two, [1, 2], 0, 1),
    ),
    "never calls, of an argument without functions": (
        NothingChecked,
        "holds no function",
        lambda: assert_never_calls(lambda xs, key: sorted(xs, key=key), [2, 1], abs, of="xs"),
    ),
    "never calls, of an object with methods": (
        NothingChecked,
        "calls of methods do not count",
        lambda: assert_never_calls(lambda account: account.is_rich(), ACCOUNT, of="account"),
    ),
    "a budget of a class that is not there": (
        NothingChecked,
        "nothing of this class was forced",
        budget_of_another_class,
    ),
    "a strategy of empty lists": (
        NothingChecked,
        r"all of items=\[\] was looked at; draw others",
        lambda: check_spec(total_of, like(all), given=[st.just([])]),
    ),
    "a check of one example": (
        NothingChecked,
        r"all of items=\[\] was looked at",
        lambda: check_spec(total_of, like(all), settings=settings(max_examples=1)),
    ),
    "a strategy that draws nothing": (
        FailedHealthCheck,
        "filter",
        lambda: check_spec(total_of, like(all), given=[st.lists(st.integers()).filter(lambda items: False)]),
    ),
    "a budget of a decorated function that returns a generator": (
        NothingChecked,
        r"which looks at its arguments later; write `with max_forced\(...\):` around the code",
        lambda: observe(max_forced(3)(lambda numbers: absolutes(numbers)), [1, 2, 3, 4]),
    ),
    "a spec that returns nothing": (
        StrictCheckError,
        "None",
        lambda: check_spec(first_two, spec(lambda result, numbers: None), given={"numbers": strictcheck_lists()}),
    ),
    "lazy, of a generator function": (
        NothingChecked,
        r"absolutes is a generator function.* assert_pulls_at_most\(absolutes, ..., n=1, context=take\(1\)\)",
        lambda: assert_lazy(absolutes, [1, 2]),
    ),
    "lazy, of an async generator function": (NothingChecked, "generator function", lambda: assert_lazy(each, [1, 2])),
    "lazy, of a partial generator function": (NothingChecked, "generator", lambda: assert_lazy(partial(each), [1])),
    "lazy, of chained generator expressions over a list": (
        DemandMismatch,
        r"pass iter\(xs\) instead",
        lambda: assert_lazy(lambda xs: (x + 1 for x in (x * 2 for x in xs)), [1, 2]),
    ),
    "the same of an empty list": (
        NothingChecked,
        r"all of iterable=\[\] was looked at by both",
        lambda: assert_same_demand(any, eager_any, []),
    ),
    "no more than all": (
        NothingChecked,
        "by eager_any, so any could look at no more",
        lambda: assert_no_more_demand(any, eager_any, [1, 2]),
    ),
    "a check that asks for all of a lazy result": (
        NothingChecked,
        "leave contexts out, to have lazy results asked for less",
        lambda: check_spec(all_of, like(twin(all_of)), contexts=nf),
    ),
    "the same, with the value first": (TypeError, "functions first", lambda: assert_same_demand([1], any, all)),
    "no more, with the value between": (TypeError, "functions first", lambda: assert_no_more_demand(any, [1], all)),
    "lazy, of the value": (TypeError, "the function first", lambda: assert_lazy([1, 2], absolutes)),
    "pulls at most, of an empty list": (
        NothingChecked,
        "numbers has 0 elements",
        lambda: assert_pulls_at_most(eager_any, [], n=0),
    ),
    **{
        f"{name}, of a result with more to come: {function.__name__}": (
            NothingChecked,
            "has checked the call alone: the result of .* is lazy and was not asked; pass context=.*context=whnf",
            partial(assertion, function),
        )
        for function in (first_and_rest, first_and_function, first_and_dict, FirstAndRest)
        for name, assertion in OF_ROWS.items()
    },
    "a mistyped name": (
        DemandMismatch,
        r"config has no part 'hsot'; did you mean 'host'\?",
        lambda: assert_reads_only(lambda config: config["host"], {"host": "a", "log": 1}, "hsot"),
    ),
    "a spec that takes the length of the result": (
        TypeError,
        "len",
        lambda: check_spec(firsts, lambda result, items: items[: len(result)]),
    ),
}


def strictcheck_lists():
    return st.lists(st.integers(), min_size=2)


@pytest.mark.usefixtures("young_heap")
@pytest.mark.parametrize("name", SPELLINGS)
def test_no_wrong_spelling_is_green(name):
    error, message, spelling = SPELLINGS[name]
    with noted_in(None), pytest.raises(error) as caught:
        spelling()
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
    assert_same_demand(lambda x: None, lambda x: 0, [1, 2])
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
    assert_no_more_demand(lambda d, xs: 0, lambda d, xs: d.a, types.SimpleNamespace(a=1), [1])
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


def test_a_test_fails_whose_context_manager_was_never_entered(pytester):
    pytester.makepyfile(
        """
        import pytest
        from strictcheck import max_forced, observe

        def test_kept():
            budget = max_forced(10)
            assert observe(sum, [1]).result == 1

        @pytest.fixture
        def budget():
            return max_forced(1)

        def test_kept_by_a_fixture(budget):
            assert observe(sum, [1]).result == 1

        def test_entered_from_a_fixture(budget):
            with budget:
                assert observe(len, [1]).result == 1

        def test_entered():
            with max_forced(1):
                assert observe(len, [1]).result == 1
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["*max_forced(10) was made and never used*"])


def test_a_test_fails_that_drops_an_answer(pytester):
    pytester.makepyfile(
        """
        from strictcheck import find_needless, observe, same_demand

        async def first(numbers):
            return numbers[0]

        def test_needless():
            find_needless(observe(sum, [0, 1]))

        def test_same_demand():
            same_demand(any, all)

        def test_coroutine():
            observe(first, [1])

        def test_read():
            assert not find_needless(observe(sum, [0, 1]))
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(["*the answer of find_needless was made and never used*"])


def test_golden_demands_that_compare_nothing_fail(pytester):
    pytester.makepyfile(
        """
        import pytest
        from strictcheck import Demand, observe

        def test_forgotten(golden_demand):
            assert observe(len, [1]).demand != Demand.parse("_")

        def test_called(golden_demand):
            golden_demand(observe(len, [1]).demand)

        def test_observation(golden_demand):
            assert golden_demand != observe(len, [1])

        def test_named(golden_demand):
            assert observe(len, [1]).demand == golden_demand("one")

        def test_skipped(golden_demand):
            pytest.skip("not today")
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--demand-update")
    result.assert_outcomes(passed=2, failed=2, errors=1, skipped=1)
    result.stdout.fnmatch_lines(["*test_forgotten asks for golden_demand and compares nothing with it; write *"])


def test_of_a_class_that_was_declared_opaque_a_look_reveals_all():
    @strictcheck.opaque
    class Handle:
        def __init__(self, number):
            self.number = number

    assert_same_demand(lambda h, n: h.number, lambda h, n: h.number + 1, Handle(3), 5)
    with pytest.raises(NothingChecked, match="cannot be seen"):
        assert_same_demand(lambda h: h.number, lambda h: h.number + 1, types.SimpleNamespace(number=3))


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
    for one in value, types.SimpleNamespace(left=1, right=2):
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
    with pytest.raises(DemandMismatch, match="if any is to look at no more, pass any first"):
        assert_no_more_demand(eager_any, any, [0, 1, 2])
    with pytest.raises(DemandMismatch, match=r"  say with strictcheck\.register_shape how a SimpleN"):
        assert_reads_only(lambda row: row.a, types.SimpleNamespace(a=1), "a")


@pytest.mark.parametrize("comparison", ["x < 0", "x <= 5"])
def test_a_boundary_in_the_code_is_where_the_search_looks_first(comparison):
    wider = comparison.replace("< 0", "<= 0").replace("<= 5", "< 5")
    one, other = (eval(f"lambda xs: next((x for x in xs if {text}), None)") for text in (comparison, wider))
    for function in (one, other):
        function.__annotations__ = {"xs": list[int]}
    for _ in range(3):
        with pytest.raises(DemandMismatch):
            check_spec(one, like(other), settings=settings(max_examples=100, database=None))


VACUOUS_TESTS = """
import unittest
import pytest
from hypothesis import given, strategies as st
from strictcheck import Demand, assert_no_more_demand, assert_pulls_at_most, assert_same_demand, max_forced, observe

def lazy(xs): return next((x for x in xs if x), None)
def eager(xs): return [*[x for x in xs if x], None][0]
def another(xs): return next((x for x in xs if x > 0), None)
def each(xs): yield from xs

@pytest.mark.parametrize("xs", [[], [0], [1, 2]])
def test_some_cases_show_something(xs): assert_same_demand(lazy, another, xs)

@pytest.mark.parametrize("xs", [[], (), {}])
def test_no_case_shows_anything(xs): assert_same_demand(lazy, eager, xs)

@given(st.lists(st.integers(0, 9)))
def test_given(xs): assert_same_demand(lazy, another, xs)

@given(st.lists(st.just(0), max_size=0))
def test_given_what_shows_nothing(xs): assert_same_demand(lazy, eager, xs)

def test_in_a_loop():
    for xs in ([], [0], [1, 2, 3, 4]):
        assert_pulls_at_most(lazy, xs, n=3)

def test_in_a_loop_of_short_ones():
    for xs in ([], [0], [1, 2]):
        assert_pulls_at_most(lazy, xs, n=3)

@pytest.fixture
def short(): return []

@pytest.fixture
def unasked(): return observe(each, [1, 2])

def test_a_fixture_that_asked_nothing(unasked): assert len(unasked.trace) < 3

def test_nothing_asked_and_counted(): assert observe(each, [1, 2]).demand.size < 3

@pytest.mark.parametrize("function", [each, lazy])
def test_one_case_looks(function): assert observe(function, [1, 2]).demand.size < 3

def test_only_effects_count():
    observe(lazy, [1, 2])
    with max_forced(2): observe(lazy, [1, 2])
    cache = {observe(lazy, [1, 2]).demand: 0}
    cache.setdefault(observe(lazy, [1, 2]).demand, 1)

def test_no_more_than_all(): assert observe(eager, [1, 2]).demand <= Demand.full([1, 2])

def test_all_is_no_less(): assert Demand.full([1, 2]) >= observe(eager, [1, 2]).demand

def test_no_more_than_a_pattern_of_all(): assert observe(lazy, [1, 2]).demand <= Demand.parse("[1, 2]")

def test_no_more_than_some():
    assert observe(lazy, [1, 2]).demand <= Demand.parse("[1, _]")
    assert observe(lazy, iter([1, 2])).demand <= Demand.parse("[1]")
    assert observe(lambda d: d["a"], {"a": 1, "b": 2}).demand <= Demand.parse("{'a': 1}")

class TestOfUnittest(unittest.TestCase):
    def test_empty(self):
        for xs in [], ():
            with self.subTest(xs=xs): assert_same_demand(lazy, eager, xs)
    def test_expected(self):
        with self.assertRaises(Exception): assert_same_demand(lazy, eager, [])
    def test_never_entered(self): max_forced(3)
    def test_good(self):
        for xs in [], [1, 2]: assert_same_demand(lazy, another, xs)

def test_one_line_of_two(short):
    assert_same_demand(lazy, another, [1, 2])
    assert_no_more_demand(lazy, eager, short)

async def wait(xs): return lazy(xs)

def test_coroutine(short): assert_same_demand(wait, eager, short)

class TestOfAClass:
    @pytest.mark.parametrize("xs", [[], ()])
    def test_no_case(self, xs): assert_same_demand(lazy, eager, xs)
"""


def test_a_test_fails_if_no_call_of_one_of_its_assertions_could_have_failed(pytester):
    file = pytester.makepyfile(VACUOUS_TESTS)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rfEp", "--tb=short")
    failed = {line.split("::", 1)[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")}
    assert failed == {
        "test_no_case_shows_anything[xs2]",
        "test_given_what_shows_nothing",
        "test_in_a_loop_of_short_ones",
        "test_one_line_of_two",
        "test_coroutine",
        "TestOfAClass::test_no_case[xs1]",
        "test_nothing_asked_and_counted",
        "test_no_more_than_all",
        "test_no_more_than_a_pattern_of_all",
        "test_all_is_no_less",
        "TestOfUnittest::test_empty",
        "TestOfUnittest::test_expected",
        "TestOfUnittest::test_never_entered",
    }
    result.stdout.fnmatch_lines(
        ["*observe has checked nothing: each is*", "ERROR *::test_a_fixture_that_asked_nothing*"]
    )
    result.stdout.fnmatch_lines(
        [
            "assert_same_demand has checked nothing: all of xs={} was looked at by both,",
            f"*at {file.name}:15 in test_no*",
        ]
    )


QUESTIONS = """
import pytest
from strictcheck import Demand, max_forced, observe

CONFIG = {"host": "a", "port": 80, "name": "n", "db": {"user": "b"}}

def host(config): return config["host"]
def each(xs): return (x for x in xs)

def test_bad_argument(): assert "port" not in observe(host, CONFIG).demands
def test_bad_path(): assert ("password",) not in observe(host, CONFIG).demand
def test_bad_among_paths(): assert ("db", "password") not in observe(host, CONFIG).demand.paths()
def test_bad_index(): assert (3,) not in observe(any, [1, 2]).demand
def test_bad_part(): assert not observe(host, CONFIG).demand.at(("password",))
def test_bad_most(): assert observe(each, iter([1, 2])).demand <= Demand.parse("[1, *_]")
def test_bad_least(): assert Demand.parse("_") <= observe(host, CONFIG).demand
def test_bad_itself(): assert (d := observe(host, CONFIG).demand) == d
def test_bad_below_itself(): assert (d := observe(host, CONFIG).demand) <= d
def test_bad_truth(): assert observe(host, CONFIG).demand
def test_bad_statement(): observe(host, CONFIG).demand == Demand.parse("_")
def test_bad_statement_of_lines():
    observe(host, CONFIG).demand >= (
        Demand.parse("{'host': 'a', **_}")
    )
def test_bad_statement_of_a_path(): ("port",) in observe(host, CONFIG).demand
@max_forced(9, of=str)
def test_bad_budget_that_decorates(): observe(host, CONFIG)

@max_forced(1, of=str)
def test_good_budget_that_decorates(): observe(host, CONFIG)
def test_good_answer():
    assert (
        observe(host, CONFIG).demand
        == Demand.parse("{'host': 'a', **_}")
    )
def test_good_truth():
    assert (Demand.parse("_") if observe(host, CONFIG).demand else None) is not None
    assert not observe(lambda config: 1, CONFIG).demand
def test_good_argument(): assert "config" in observe(host, CONFIG).demands
def test_good_path(): assert ("port",) not in observe(host, CONFIG).demand
def test_good_among_paths(): assert ("db", "user") not in observe(host, CONFIG).demand.paths()
def test_good_part(): assert not observe(host, CONFIG).demand.at(("db", "user"))
def test_good_of_an_iterator(): assert (3,) not in observe(any, iter([1, 2])).demand
def test_good_of_a_function(): assert ("(3)",) not in observe(lambda make: make(2), abs).demand
def test_good_most(): assert observe(each, iter([1, 2])).demand <= Demand.parse("[*_]")
def test_good_of_two(): assert observe(each, [1]).demand <= observe(any, [1]).demand

@pytest.mark.parametrize("key", ["password", "port"])
def test_good_in_one_case(key): assert (key,) not in observe(host, CONFIG).demand
"""


def test_a_test_fails_that_asks_a_demand_about_what_is_not_there(pytester):
    pytester.makepyfile(QUESTIONS)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rf")
    failed = [line.split("::", 1)[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")]
    assert failed == re.findall(r"def (test_bad\w*)", QUESTIONS)
    result.stdout.fnmatch_lines(["name in demands has checked nothing: demands are by parameter name, config,"])
    result.stdout.fnmatch_lines(["path in demand has checked nothing: config has no part at ('password',)*"])


def test_a_generator_function_that_is_no_parameter_is_refused_at_once():
    with pytest.raises(NothingChecked, match="assert_lazy has checked nothing: absolutes is a generator function"):
        assert_lazy(absolutes, [1, 2])


@pytest.mark.parametrize("function", [absolutes, iter])
def test_a_generator_function_may_be_one_of_the_parameters(function):
    assert_lazy(function, iter([1, 2]))


def test_one_case_by_itself_is_not_judged(pytester):
    file = pytester.makepyfile(VACUOUS_TESTS)
    node = f"{file.name}::test_some_cases_show_something[xs0]"
    pytester.runpytest_inprocess("-p", "no:cacheprovider", node).assert_outcomes(passed=1)


def test_without_pytest_an_example_of_hypothesis_may_show_nothing():
    @given(st.lists(st.integers(0, 9)))
    def agree(numbers):
        assert_same_demand(any, lambda xs: next((x for x in xs if x), None), numbers)

    with noted_in(None):
        agree()
