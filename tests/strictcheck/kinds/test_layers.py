"""Layers: their order by information, and what joins and meets them."""

import ast
import pickle

import pytest

from strictcheck import Demand, observe
from strictcheck.errors import DemandError
from strictcheck.kinds.function import Function
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import (
    Constructor,
    Opaque,
    Raised,
    join_layers,
    layer_key,
    layer_leq,
    meet_layers,
    without_value,
)
from strictcheck.kinds.mapping import Mapping
from strictcheck.kinds.sequence import Sequence

# Along each line, every layer says more than the one before.
CHAINS = [
    [Sequence(0, False), Sequence(1, False), Sequence(3, False), Sequence(3)],
    [Mapping(), Mapping(("a",)), Mapping(("a",), frozenset({"z"})), Mapping(("b", "a"), closed=True)],
    [Constructor(complex), Constructor(complex, frozenset({"x"})), Constructor(complex, frozenset({"x", "y"}))],
    [Function(), Function(("(1)",)), Function(("(2)", "(1)"))],
    [Raised(ValueError("x"))],
    [3],
    [None],
]
# No value has both.
CONTRADICTIONS = [
    (Sequence(2), Sequence(3), r"a sequence of \d elements does not have \d"),
    (Sequence(3, False), Sequence(2), "a sequence of 2 elements does not have 3"),
    (Sequence(0), Mapping(), "different values"),
    (Mapping(("a",)), Mapping((), frozenset({"a"})), "key 'a' cannot be both there and absent"),
    (Mapping((), closed=True), Mapping(("a",)), "key 'a' cannot be both there and absent"),
    (Mapping(("a",), closed=True), Mapping(("a", "b"), closed=True), "key 'b' cannot be both there and absent"),
    (Constructor(int), Constructor(bool), "different values"),
    (Raised(ValueError()), Raised(KeyError()), "different values"),
    (1, True, "different values"),
    (None, Sequence(0), "different values"),
]


@pytest.mark.parametrize("chain", CHAINS)
def test_layers_are_ordered_by_what_they_say(chain):
    for place, low in enumerate(chain):
        for high in chain[place:]:
            assert layer_leq(low, high)
            assert layer_leq(high, low) == (low is high)
            assert layer_key(join_layers(low, high)) == layer_key(join_layers(high, low)) == layer_key(high)
            assert meet_layers(low, high) == meet_layers(high, low) == (low,)


@pytest.mark.parametrize(("one", "other", "reason"), CONTRADICTIONS)
def test_layers_of_different_values_have_no_join(one, other, reason):
    for low, high in ((one, other), (other, one)):
        assert not layer_leq(low, high)
        with pytest.raises(DemandError, match=reason):
            join_layers(low, high)


def test_layers_that_share_nothing_meet_in_a_hole():
    assert meet_layers(None, 1) == meet_layers(Sequence(0), Mapping()) == meet_layers(1, Sequence(1)) == ()
    assert meet_layers(None, None) == (None,)


def test_a_closed_mapping_says_of_every_other_key_that_it_is_absent():
    closed, asked = Mapping(("a",), closed=True), Mapping((), frozenset({"z"}))
    assert asked <= closed
    assert asked & closed == closed & asked == asked
    assert asked | closed == closed
    assert Mapping(("a",), frozenset({"z"}), closed=True) == closed


def test_a_join_keeps_the_order_of_keys_and_calls_and_the_function():
    assert (Mapping(("b",)) | Mapping(("c", "a"))).present == ("b", "c", "a")
    assert (Mapping(("b",)) | Mapping(("c", "b"), closed=True)).present == ("c", "b")
    joined = Function(("(1)",), len) | Function(("(2)", "(1)"))
    assert (joined.calls, joined.function) == (("(1)", "(2)"), len)


def test_what_takes_no_part_in_comparison_is_kept_by_joins():
    assert (Sequence(1, False, tuple) | Sequence(2, True, tuple)).cls is tuple
    assert (Constructor(int, frozenset({"x"}), 7) | Constructor(int, frozenset({"y"}), 8)).value == 7


def test_an_opaque_value_is_known_by_its_class():
    assert Opaque(bytearray(b"x")) == Opaque(bytearray(b"y")) == Constructor(bytearray)
    assert Opaque(bytearray(b"x")).value == b"x"


def test_a_part_is_told_possible_or_impossible():
    open_, closed = Sequence(1, False), Sequence(1)
    assert [0 in closed, 1 in closed, -1 in closed, "x" in closed] == [True, False, False, False]
    assert [open_.may_have(1), closed.may_have(1), open_.may_have(-1)] == [True, False, False]
    asked = Mapping(("a",), frozenset({"z"}))
    assert [asked.may_have(key) for key in "abz"] == [True, True, False]
    assert not Mapping((), closed=True).may_have("a")
    assert Constructor(int).may_have("real")
    assert not Constructor(int, frozenset({"x"})).may_have("x")
    assert Function().may_have("(1)")
    assert not Raised(ValueError()).may_have("args")


def test_atoms_are_equal_when_class_and_value_are():
    nan = float("nan")
    assert layer_key(nan) == layer_key(-nan)
    assert len({layer_key(one) for one in (1, True, 1.0, "1", b"1", 1 + 0j)}) == 6
    assert layer_key(slice(1)) == layer_key(slice(None, 1))


def test_an_atom_without_notation_is_its_class():
    assert without_value(ValueError("x")) == Constructor(ValueError)
    assert layer_leq(ValueError("x"), Constructor(ValueError))
    assert layer_leq(Constructor(ValueError), ValueError("x"))


@pytest.mark.parametrize("layer", [layer for chain in CHAINS for layer in chain if isinstance(layer, Layer)])
def test_a_pickled_layer_is_equal(layer):
    assert pickle.loads(pickle.dumps(layer)) == layer


def test_a_pickle_leaves_out_what_a_pattern_does_not_say():
    assert pickle.loads(pickle.dumps(Opaque(bytearray(b"x")))).value is None
    assert pickle.loads(pickle.dumps(Sequence(1, True, type(iter([]))))).cls is list
    assert pickle.loads(pickle.dumps(Raised(ValueError("x")))).error is ValueError


def test_a_class_in_c_that_names_its_fields_shows_no_holes_for_them() -> None:
    seen = observe(lambda tree: len(tree.body), ast.parse("1"))
    assert str(seen.demand) == "Module()"
    assert Demand.parse("Module()", {"Module": ast.Module}) == seen.demand
