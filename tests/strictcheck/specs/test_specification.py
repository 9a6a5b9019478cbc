"""What a spec is: partial values, the demands that they describe, and how strictly they are meant."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import demand_strategies
import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size

from strictcheck import Demand, Stream, StrictCheckError, hole, like, nf, observe, spec, whnf
from strictcheck.errors import DemandError, SpecError
from strictcheck.specs import Spec, called, cells, partial_value, pulled
from strictcheck.specs.differences import COMPARISONS, DemandDifference
from strictcheck.specs.expectations import keyed


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


def parse(text):
    return Demand.parse(text, {"Point": Point})


# Partial values


def test_a_partial_value_is_the_demand_with_holes_in_its_places():
    assert Demand.full([1, hole, (hole, {"k": hole})]) == Demand.parse("[1, _, [_, {'k': _}]]")
    assert Demand.full(Point(hole, [hole])) == parse("Point(_, [_])")
    assert Demand.full(hole) == Demand()


def test_demands_may_stand_in_partial_values():
    open_dict = Demand.parse("{'k': 1, **_}")
    assert Demand.of_partial([hole, open_dict, [Demand()]]) == Demand.parse("[_, {'k': 1, **_}, [_]]")
    assert Demand.of_partial(open_dict) is open_dict


def with_holes(value):
    """The value with holes in place of `...`: Hypothesis looks at what it draws."""
    match value:
        case list() | tuple():
            return type(value)(map(with_holes, value))
        case dict():
            return {key: with_holes(part) for key, part in value.items()}
        case Point(x, y):
            return Point(with_holes(x), with_holes(y))
    return hole if value is ... else value


values = st.recursive(
    st.just(...) | st.integers() | st.text(max_size=2) | st.none() | st.booleans(),
    lambda parts: (
        st.lists(parts, max_size=3)
        | st.tuples(parts)
        | st.dictionaries(st.text(max_size=1), parts, max_size=2)
        | st.builds(Point, parts, parts)
    ),
    max_leaves=10,
)


@given(values)
def test_partial_values_and_demands_are_two_forms_of_the_same(value):
    demand = Demand.of_partial(with_holes(value))
    assert Demand.of_partial(partial_value(demand)) == demand
    assert parse(str(demand)) == demand


@pytest.mark.parametrize("text", ["{'a': 1, **_}", "[{'a': absent, 1: [_], **_}]", "{**_}"])
def test_mappings_that_are_partly_known_are_partial_values_too(text):
    assert Demand.of_partial(partial_value(Demand.parse(text))) == Demand.parse(text)


def test_objects_that_are_partly_known_are_partial_values_too():
    class Settings:
        def __init__(self):
            self.host, self.port = "a", 80

    demand = observe(lambda settings: (settings.host + "", hasattr(settings, "user")), Settings()).demand
    assert Demand.of_partial(partial_value(demand)) == demand


def test_a_partial_value_may_be_as_deep_as_one_likes():
    depth = size(5_000, 100_000)
    value: Any = hole
    for _ in range(depth):
        value = (value,)
    assert Demand.of_partial(value).size == depth
    while value is not hole:
        (value,) = value


def test_an_iterator_in_a_partial_value_is_refused():
    with pytest.raises(DemandError, match=r"full: at \[1\]|full: at \(1,\)"):
        Demand.of_partial([1, iter([2])])


def test_what_values_cannot_say_helpers_do():
    assert pulled([1, hole]) == Demand.parse("[1, _, *_]")
    assert pulled() == Demand.parse("[*_]")
    assert pulled(ended=True) == Demand.parse("[]")
    assert keyed({"a": [hole]}, absent=["b"]) == Demand.parse("{'a': [_], 'b': absent, **_}")
    assert keyed({}) == Demand.parse("{**_}")
    assert called() == Demand.parse("Callable({})")
    assert called(((1, hole), [2]), ((1, hole), [2])) == Demand.parse("Callable({'(1, _)': [2], '(1, _) #2': [2]})")


@pytest.mark.parametrize("calls", [((1,),), ((1,), 2), (1, 2), ((1, 2),)])
def test_a_call_is_a_pair_of_arguments_and_result(calls):
    with pytest.raises(TypeError, match=r"is no call; pass a pair for each, called\(\(\(1, 2\), 3\)\)"):
        called(*calls)


def test_keys_come_with_values():
    with pytest.raises(TypeError, match=r"keyed: parts=\['host'\] is no mapping; pass a dict"):
        keyed(["host"])


def test_of_several_keys_that_were_asked_for_in_vain_the_first_in_order_is_told():
    actual = Demand.parse("{8: absent, 1: absent, **_}")
    assert COMPARISONS["=="](actual, Demand.parse("{**_}")) == DemandDifference((1,), "more")


CALLS = [
    (lambda f: [f(1), f(1), f(2)], called(((1,), [1]), ((1,), [1]), ((2,), [2]))),
    (lambda f: f(1), called(((1,), [1]))),
    (lambda f: 0 if f(1) else 1, called(((1,), [hole]))),
    (lambda f: f, called()),
    (lambda f: 0, hole),
]


@pytest.mark.parametrize(("call", "expected"), CALLS)
def test_called_says_what_an_observation_says(call, expected):
    assert observe(call, lambda x: [x], context=nf).demand == Demand.of_partial(expected)


def test_cells_are_what_is_known_of_a_sequence():
    assert cells(Demand.parse("[1, _, *_]")) == ((Demand.parse("1"), Demand()), False)
    assert cells(Demand.parse("[]")) == ((), True)
    assert cells(Demand()) == ((), False)
    with pytest.raises(DemandError, match=r"cells: demand=\{'a': 1\}; expected one on a sequence"):
        cells(Demand.parse("{'a': 1}"))


@given(st.lists(st.integers() | st.none()), st.booleans())
def test_cells_and_pulled_are_inverse(elements, ended):
    found = cells(pulled(elements, ended=ended))
    assert list(found.elements) == list(map(Demand.full, elements))
    assert found.ended == ended
    assert pulled(found.elements, ended=found.ended) == pulled(elements, ended=ended)


# What a spec returns


def said(returned, names=("n", "xs"), **options):
    return spec(lambda result, *args: returned, **options).expected(names, Demand(), (tuple(names), {}), whnf)


def test_a_spec_of_one_argument_returns_its_demand_whatever_that_is():
    assert said([1, hole], ["xs"]) == {"xs": Demand.parse("[1, _]")}
    assert said((1, hole), ["xs"]) == {"xs": Demand.parse("[1, _]")}
    assert said({"n": 1}, ["xs"]) == {"xs": Demand.parse("{'n': 1}")}


def test_a_spec_of_several_arguments_returns_a_tuple_or_a_dict():
    expected = {"n": Demand.parse("1"), "xs": Demand.parse("[_]")}
    assert said((1, [hole])) == expected
    assert said({"xs": [hole], "n": 1}) == expected
    assert said({"xs": [hole]}) == {"xs": Demand.parse("[_]")}
    assert said((), ()) == {}


@pytest.mark.parametrize("returned", [(), (1,), (1, 2, 3), [1, 2], None, 5])
def test_too_few_or_too_many_demands_are_refused(returned):
    with pytest.raises(SpecError, match=r"there are 2 arguments: return a tuple of one demand for each, \(n, xs\)"):
        said(returned)


def test_a_demand_for_an_argument_that_is_not_there_is_refused():
    with pytest.raises(SpecError, match=r"returned a demand for 'ys', which is no argument; the arguments are n, xs"):
        said({"ys": 1})
    with pytest.raises(SpecError, match="has a comparison for 'ys', which is no argument"):
        said((1, 2), compare={"ys": "<="})


def test_what_is_no_partial_value_is_refused_with_the_name_of_the_argument():
    with pytest.raises(
        SpecError, match=r"what it returned for 'xs' is no partial value.*`pulled` describes an iterator"
    ):
        said((1, iter([1])))


def test_a_spec_can_be_called_and_shown():
    @spec
    def expecting(result, xs):
        return xs

    assert isinstance(expecting, Spec)
    assert expecting(Demand(), [1]) == [1]
    assert repr(expecting) == "<spec expecting>"
    assert repr(like(sum)) == "<spec like(sum)>"


def test_a_spec_is_checked_when_it_is_made():
    with pytest.raises(TypeError, match="spec: function=5 is not callable; pass a function of the demand"):
        spec(5)
    with pytest.raises(TypeError, match=r"like: function=\[1\] is not callable; pass the function itself, like\(f\)"):
        like([1])
    with pytest.raises(ValueError, match="spec: compare='=' is unknown; pass one of '==', '<='"):
        spec(lambda result, xs: xs, compare="=")
    with pytest.raises(ValueError, match=r"compare=\['=='\] is unknown; pass one of '=='"):
        spec(lambda result, xs: xs, compare=["=="])
    with pytest.raises(ValueError, match="compare='=' is unknown"):
        like(sum, compare={"xs": "="})


def test_like_expects_what_another_function_looks_at_in_the_same_context():
    expected = like(lambda ys: [y + 1 for y in ys]).expected(
        ["xs"], Demand(), (([1, 2],), {}), lambda result: result[1] + 0
    )
    assert expected == {"xs": Demand.parse("[1, 2]")}
    lazy = like(lambda ys: (y + 1 for y in ys)).expected(["xs"], Demand(), (([1, 2],), {}), next)
    assert lazy == {"xs": Demand.parse("[1, _]")}


def test_like_does_not_mind_what_the_other_function_raises():
    assert like(lambda ys: ys[0] + 1 + ys[5]).expected(["xs"], Demand(), (([1],), {}), whnf) == {
        "xs": Demand.parse("[1]")
    }


def test_like_wants_as_many_arguments():
    with pytest.raises(SpecError, match=r"looks at 1 arguments \(xs\) and is compared with 2 \(xs, n\)"):
        like(lambda xs: xs).expected(["xs", "n"], Demand(), (([1],), {}), whnf)


# Comparisons


def compared(how, actual, expected):
    return COMPARISONS[how](parse(actual), parse(expected))


CASES = [
    # how, actual, expected, the first difference
    ("==", "[1, _]", "[1, _]", None),
    ("==", "[1, 2]", "[1, _]", ((1,), "more")),
    ("==", "[1, _]", "[1, 2]", ((1,), "less")),
    ("==", "_", "[1, 2]", ((), "less")),
    ("==", "[[1], _]", "[_, 2]", ((0,), "more")),
    ("==", "[[1, 2], _]", "[[1, _], 2]", ((1,), "less")),
    ("==", "[_, [1, _]]", "[2, [_, 1]]", ((0,), "less")),
    ("==", "[2, [1, _]]", "[_, [1, 1]]", ((0,), "more")),
    ("<=", "[1, _]", "[1, 2]", None),
    ("<=", "[1, 2]", "[1, _]", ((1,), "more")),
    (">=", "[1, 2]", "[1, _]", None),
    (">=", "[1, _]", "[1, 2]", ((1,), "less")),
    # cells and keys are named
    ("==", "[1, _, *_]", "[1, *_]", ((1,), "more")),
    ("==", "[1, _]", "[1, _, *_]", ((), "more")),
    ("==", "[*_]", "[_, *_]", ((0,), "less")),
    ("==", "{'a': _, 'b': _, **_}", "{'a': _, **_}", (("b",), "more")),
    ("==", "{'a': _, 'c': absent, **_}", "{'a': _, **_}", (("c",), "more")),
    ("==", "{'a': _}", "{'a': _, **_}", ((), "more")),
]


@pytest.mark.parametrize(("how", "actual", "expected", "difference"), CASES)
def test_comparisons_find_the_first_difference(how, actual, expected, difference):
    assert compared(how, actual, expected) == (difference and DemandDifference(*difference))


NO_LOOKS = ("[*_]", "Callable({})")  # an `iter()` without a pull, a function that was not called


def looks_beyond(one, other):
    return [path for path in one - other if one.at(path).pretty() not in NO_LOOKS]


@given(demand_strategies.demands_of_one_value(2))
def test_comparisons_agree_with_the_operators_of_demands_but_for_what_is_no_look(demands):
    one, other = demands
    more, less = looks_beyond(one, other), looks_beyond(other, one)
    assert (COMPARISONS["=="](one, other) is None) == (not more and not less)
    assert (COMPARISONS["<="](one, other) is None) == (not more)
    assert (COMPARISONS[">="](one, other) is None) == (not less)


def test_specs_are_errors_and_values_of_the_library():
    assert issubclass(SpecError, StrictCheckError)
    assert issubclass(SpecError, ValueError)
    assert spec(lambda result, xs: xs).expected(["xs"], Demand(), ((Stream([1]),), {}), whnf) == {
        "xs": Demand.parse("[1]")
    }


def test_doctest_runs_modules_that_have_imported_the_hole(tmp_path):
    (tmp_path / "specs.py").write_text('"""\n>>> [1, hole]\n[1, _]\n"""\nfrom strictcheck import hole\n')
    command = [sys.executable, "-m", "doctest", "specs.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
