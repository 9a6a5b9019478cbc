"""Reading demands back: every demand from its own text, every form of the notation, and errors that tell the place."""

import datetime
import decimal
import sys
import types
from array import array
from contextlib import suppress
from fractions import Fraction

import pytest
from demand_strategies import LONG, NAMES, demands, parse
from hypothesis import given
from hypothesis import strategies as st

from strictcheck.demands import Demand
from strictcheck.errors import DemandError
from strictcheck.kinds.layers import Constructor, Opaque
from strictcheck.kinds.mapping import Mapping


def atom(value):
    return Demand(array("q", [-1]), [None], [value])


@given(demands)
def test_a_demand_is_read_back_from_its_text(demand):
    text = str(demand)
    assert parse(text) == demand
    assert str(parse(text)) == text


@given(demands)
def test_the_repr_of_a_demand_evaluates_to_it(demand):
    names = {"Demand": Demand, **NAMES}
    assert eval(repr(demand), names) == demand


@given(st.text("[](){}'\"*_,:=.1abPair \\\n", max_size=20))
def test_any_text_is_read_or_refused_as_not_a_pattern(text):
    with suppress(DemandError):  # and nothing else
        demand = parse(text)
        assert parse(str(demand)) == demand


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Pair(1, _)", "Pair(1)"),
        ("Pair(_, 2)", "Pair(right=2)"),
        ("Pair(1, right=2)", "Pair(right=2, left=1)"),
        ("Pair(_, _)", "Pair()"),
        ("Config('a', port=80)", "Config('a', 80, _, _, _,)"),
        ('{"host": "a", **_}', "{'host':'a',**_}"),
        ("[ 1 ,_, *_ ]", "[1,_,*_]"),
        ("[1, 2,]", "[1, 2]"),
        ("0x10", "16"),
        ("{'b': 1, 'a': 2}", "{'a': 2, 'b': 1}"),
        ("Callable({'(1)': _, '(2)': 3})", "Callable({'(2)': 3, '(1)': _})"),
        ("\n[\t1]\n", "[1]"),
        ("Plain('x'=1)", "Plain(x=1)"),
    ],
)
def test_one_demand_may_be_written_in_several_ways(text, same):
    assert parse(text) == parse(same)
    assert hash(parse(text)) == hash(parse(same))


@pytest.mark.parametrize(
    "value",
    [
        10**5000, -(10**5000), float("nan"), float("-inf"), complex("nan-infj"), -0.0, "\ud800\0\n'\"\\", b"\0'", ...,
        decimal.Decimal("sNaN"), Fraction(-1, 3), datetime.timedelta(0), datetime.UTC, datetime.time(0),
        datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=1), "here"), fold=1),
        slice(None), range(5, 0, -1), frozenset([frozenset(), (), (1,)]), NotImplemented, str.upper, type(None),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_unusual_atoms_are_read_back(value):
    demand = atom(value)
    assert Demand.parse(str(demand)) == demand
    assert hash(Demand.parse(str(demand))) == hash(demand)


def test_a_class_name_with_empty_parentheses_is_any_value_of_the_class():
    assert parse("bytearray()") == atom(Opaque(bytearray(b"x"))) == atom(Constructor(bytearray))
    assert parse("frozenset()") == atom(Constructor(frozenset)) != atom(frozenset())
    assert parse("frozenset([])") == atom(frozenset())


def test_equal_keys_are_one_key_and_keep_their_kind():
    mapping = next(parse("{(1, 'x'): 1, Colour.RED: 2, Square(1, 2): 3, None: 4, **_}").rows())[3]
    assert mapping == Mapping(((1, "x"), NAMES["Colour"].RED, NAMES["Square"](1, 2), None))
    assert type(mapping.present[2]) is NAMES["Square"]


def test_a_module_with_the_name_of_something_known_is_just_a_module():
    for module in (datetime, decimal):
        assert Demand.parse(str(atom(module)), {"decimal": decimal}) == atom(module)
    assert str(atom(datetime)) == "module()"


def test_parentheses_make_no_tuple_but_a_comma_does():
    assert parse("{(1): 2}") == parse("{1: 2}") != parse("{(1,): 2}")
    assert parse("{((1+2j),): 2}") == parse("{(1+2j,): 2}")
    assert parse("{(): 2, **_}").at(((),)) == parse("2")


def test_names_come_from_a_mapping_or_a_module():
    module = types.ModuleType("shapes")
    module.Pair = NAMES["Pair"]
    assert Demand.parse("Pair(1, _)", module) == parse("Pair(1, _)")
    assert Demand.parse("shapes.Pair(1, _)", {"shapes": module}) == parse("Pair(1, _)")


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "the end: expected a value"),
        ("[1, End(2)]", 4, r"unknown name 'End'; pass a namespace that has it, such as dict\(End=End\)"),
        ("[1, ", 4, "the end: expected a value"),
        ("[1 2]", 3, r"'2\]': expected ',' or '\]'"),
        ("[1]]", 3, "expected the end"),
        ("[*_, 1]", 3, r"expected '\]'"),
        ("{1, 2}", 2, "expected ':'"),
        ("{'a': 1, 'a': 2}", 9, "this key is there twice"),
        ("{_: 1}", 1, "expected a value"),
        ("{[1]: 1}", 1, "expected a value"),
        ("(1, 2)", 0, r"sequences are written with \[ \]"),
        ("[1, ?]", 4, "expected a value"),
        ("Pair(1, 2, 3)", 11, "of Pair, only left, right are known by position"),
        ("Plain(1)", 6, "of Plain, none is known by position"),
        ("Pair(left=1, 2)", 13, "a field by name"),
        ("Pair(1, left=2)", 8, "field left of Pair is there twice"),
        ("{(1 2): 3}", 4, r"expected ',' or '\)'"),
        ("Colour(3)", 0, "Colour cannot be made"),
        ("Fraction(1, 0)", 0, "Fraction cannot be made"),
        ("str(1)", 0, "a value of str is written as itself"),
        ("Count('1')", 0, "expected a plain int"),
        ("len()", 0, "expected the name of a class"),
        ("Raised(int)", 7, "expected the name of a subclass of BaseException"),
        ("Raised(1)", 7, "expected the name of a subclass of BaseException"),
        ("Callable({1: 2})", 10, "expected a string"),
        ("Callable({'a': 2, 'a': 2})", 18, "is there twice"),
        ("{list(): 1}", 1, "list has no notation"),
        ("'abc", 0, "expected a value, a name"),
        ("[1, 'a\nb']", 4, "expected a value, a name"),
        ("'\\x'", 0, "expected a value"),
        ("[absent]", 1, "expected a value"),
        ("[1, $]", 4, "expected a value, a name"),
        ("9" * 5000, 0, "expected a value"),
        ("NAMES", 0, "unknown name"),
        ("copyright", 0, "expected an atom"),
        ("{" + "(" * 100, 51, "more than 50 deep"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_position(text, position, reason):
    with pytest.raises(DemandError, match=f"cannot read the pattern at position {position}, .*{reason}"):
        parse(text)


def test_only_text_is_read():
    with pytest.raises(DemandError, match=r"text=3 is of type int; pass a str"):
        parse(3)


def test_no_class_is_called_that_the_namespace_does_not_have():
    with pytest.raises(DemandError, match="has no notation"):
        Demand.parse("{zip([1]): 1}")


def test_text_that_never_ends_is_refused_however_deep():
    for text in ("[" * LONG, "{1:" * LONG, "Leaf(" * LONG, "Callable({'':" * LONG):
        with pytest.raises(DemandError, match="the end"):
            parse(text)


def test_a_number_with_many_digits_is_refused_without_reading_them_again_and_again():
    for text in ("1+" + "1" * 200_000, "[" + "1" * 200_000 + "]"):
        with pytest.raises(DemandError, match="cannot read the pattern"):
            parse(text)


def test_the_limit_of_digits_is_respected():
    assert sys.get_int_max_str_digits() == 4300
    assert parse("[" + hex(10**5000) + "]").at((0,)) == atom(10**5000)
