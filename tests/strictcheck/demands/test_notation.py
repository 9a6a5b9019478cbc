"""Notation of demands: every form, written in full and shortened, and read back; errors that tell the place."""

import datetime
import decimal
import enum
import sys
import types
from array import array
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import demand_strategies
import pytest
from demand_strategies import LONG, NAMES, Plain, demands, fan, parse
from hypothesis import given
from hypothesis import strategies as st

from strictcheck import Stream
from strictcheck.demands import Demand
from strictcheck.errors import DemandError
from strictcheck.kinds.function import Function
from strictcheck.kinds.layers import Constructor, Opaque, Raised
from strictcheck.kinds.mapping import Mapping
from strictcheck.kinds.sequence import Sequence


def shown(layer, **parts):
    """How one layer is written, with atoms for parts."""
    keys, atoms = list(parts), list(parts.values())
    return str(Demand(array("q", [-1, *[0] * len(parts)]), [None, *keys], [layer, *atoms]))


def test_the_notation_of_the_design():
    @dataclass
    class Max:
        children: object

    @dataclass
    class End:
        score: object

    demand = Demand(
        array("q", [-1, 0, 1, 2]), [None, "children", 0, "score"], [Constructor(Max), Sequence(2), Constructor(End), 0]
    )
    assert str(demand) == "Max([End(0), _])"
    assert repr(demand) == "Demand.parse('Max([End(0), _])', dict(Max=Max, End=End))"
    assert eval(repr(demand)) == demand


def test_sequences_and_mappings_tell_whether_the_end_was_seen():
    assert [str(Demand(array("q", [-1]), [None], [layer])) for layer in (
        Sequence(0), Sequence(0, False), Sequence(2), Sequence(2, False, Stream), Mapping(), Mapping(closed=True),
        Mapping(("a", "b"), frozenset({"z", "y"})), Mapping((1, (2,)), closed=True),
    )] == [
        "[]", "[*_]", "[_, _]", "[_, _, *_]", "{**_}", "{}",
        "{'a': _, 'b': _, 'y': absent, 'z': absent, **_}", "{1: _, (2,): _}",
    ]  # fmt: skip


def test_functions_errors_and_what_cannot_be_taken_apart():
    assert shown(Function(("(8)", "(-4)")), **{"(8)": 9}) == "Callable({'(8)': 9, '(-4)': _})"
    assert shown(Raised(ValueError("x"))) == shown(Raised(ValueError)) == "Raised(ValueError)"
    assert shown(Opaque(bytearray(b"x"))) == shown(Constructor(bytearray)) == "bytearray()"
    assert shown(KeyError("x")) == "KeyError()"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "Point(_, _)"),
        ({"y": 2}, "Point(_, 2)"),
        ({"x": 1}, "Point(1, _)"),
        ({"y": 2, "x": 1}, "Point(1, 2)"),
        ({"z": 3, "x": 1, "a b": 4}, "Point(1, _, 'a b'=4, z=3)"),
    ],
)
def test_few_fields_are_all_written_by_position(fields, text):
    @dataclass
    class Point:
        x: int
        y: int

    assert shown(Constructor(Point), **fields) == text


def test_many_fields_are_written_by_position_up_to_the_first_hole():
    config = Constructor(NAMES["Config"])
    assert shown(config) == "Config()"
    assert shown(config, host="a") == "Config('a')"
    assert shown(config, host="a", port=1, path="/") == "Config('a', 1, path='/')"
    assert shown(config, query="q") == "Config(query='q')"


def test_a_class_without_match_args_has_its_fields_by_name_in_alphabetical_order():
    assert shown(Constructor(Plain), y=2, x=1) == "Plain(x=1, y=2)"


def test_absent_attributes_are_said_to_be_absent():
    assert shown(Constructor(Plain, frozenset({"y"})), x=1) == "Plain(x=1, y=absent)"
    assert shown(Constructor(NAMES["Pair"], frozenset({"left"})), right=1) == "Pair(right=1, left=absent)"


def test_a_local_class_is_written_without_its_function():
    class House:
        class Room:
            pass

    assert shown(Constructor(House.Room)) == "House.Room()"


def test_names_that_mean_something_else_are_written_with_their_module():
    assert shown(Constructor(demand_strategies.Raised)) == "demand_strategies.Raised()"
    assert shown(Constructor(NAMES["Outer"].Inner)) == "Outer.Inner(_)"


class Size(enum.Enum):
    SMALL = (1, "s")


@pytest.mark.parametrize("atom", [3, -1, 2.5, "x", "it's", b"x", True, None, "\ud800", 1e300, -0.0])
def test_literals_are_written_as_python_writes_them(atom):
    assert shown(atom) == repr(atom)


def test_other_atoms_are_written_as_calls_and_names():
    assert shown(float("-inf")) == "float('-inf')"
    assert shown(1 + 2j) == "1+2j"
    assert shown(10**5000).startswith("0x")
    assert shown(frozenset({(2,), 1})) == "frozenset([(2,), 1])"
    assert shown(Size.SMALL) == "Size.SMALL"
    assert [shown(thing) for thing in (int, len, enum, Size)] == ["int", "len", "enum", "Size"]


# --- shortened ---


def test_what_is_small_is_not_shortened():
    assert Demand.full([1, [2]]).pretty() == "[1, [2]]"
    assert Demand().pretty() == "_"


def test_layers_near_the_root_are_shown_first():
    demand = Demand.full([[1, [2, 3]], [4, 5], 6])
    assert demand.pretty(max_layers=4) == "[[… 2 more], [… 2 more], 6] (6 of 10 parts left out)"
    assert demand.pretty(max_layers=6) == "[[1, [… 2 more]], [… 2 more], 6] (4 of 10 parts left out)"
    assert demand.pretty(max_layers=1) == "[… 3 more] (9 of 10 parts left out)"


def test_many_holes_are_shortened_too():
    assert Demand(array("q", [-1]), [None], [Sequence(1000, False)]).pretty(max_layers=3) == "[_, _, _, … 997 more, *_]"


def test_long_atoms_lose_their_middle():
    assert len(Demand.full("x" * 1000).pretty()) < 100
    assert "…" in Demand.full({"x" * 1000: 1}).pretty()
    assert str(Demand.full("x" * 1000)) == repr("x" * 1000)


def test_ipython_shows_small_demands_as_expressions_and_big_ones_shortened():
    class Printer:
        def text(self, text):
            self.written = text

    printer = Printer()
    Demand.full([1])._repr_pretty_(printer, False)
    assert printer.written == "Demand.parse('[1]')"
    fan(1000)._repr_pretty_(printer, False)
    assert printer.written.startswith("<Demand [")
    assert printer.written.endswith("left out)>")


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
