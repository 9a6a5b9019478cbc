"""How demands are written: every form of the notation, in full and shortened."""

import enum
from array import array
from dataclasses import dataclass

import demand_strategies
import pytest
from demand_strategies import NAMES, Plain, fan

from strictcheck import Stream
from strictcheck.demands import Demand
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
    assert demand.pretty(max_layers=4) == "[[… 2 more], [… 2 more], 6] (6 of 10 layers left out)"
    assert demand.pretty(max_layers=6) == "[[1, [… 2 more]], [… 2 more], 6] (4 of 10 layers left out)"
    assert demand.pretty(max_layers=1) == "[… 3 more] (9 of 10 layers left out)"


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
