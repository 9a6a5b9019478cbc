"""Demands: values with an order by information, a lattice among demands of one value, at every size."""

import copy
import pickle
from array import array

import pytest
from demand_strategies import LONG, crowd, demands, demands_of_one_value, fan, parse, shuffled
from hypothesis import given
from hypothesis import strategies as st

from strictcheck.demands import Demand
from strictcheck.errors import DemandError, StrictCheckError
from strictcheck.kinds.layers import Opaque, Raised
from strictcheck.kinds.sequence import Sequence

# --- equality and order ---


@given(demands, st.randoms())
def test_equality_and_hash_do_not_depend_on_the_order_of_rows(demand, randomness):
    again = shuffled(demand, randomness)
    assert again == demand
    assert demand == again
    assert hash(again) == hash(demand)


@given(demands_of_one_value(2))
def test_demands_are_equal_when_each_is_below_the_other(pair):
    one, other = pair
    assert (one == other) == (one <= other and other <= one) == (one >= other and other >= one)
    assert (one < other) == (one <= other and one != other) == (other > one)


def test_one_is_not_true_and_nan_is_nan():
    assert parse("1") != parse("True")
    assert parse("[1]") != parse("[1.0]")
    assert parse("float('nan')") == parse("float('nan')")
    assert hash(parse("float('nan')")) == hash(parse("float('nan')"))
    signalling = parse("[1, Decimal('sNaN')]")
    assert signalling == parse("[1, Decimal('sNaN')]") != parse("[1, Decimal('NaN')]")


def test_a_stranger_is_asked_whether_it_is_equal():
    class Anything:
        def __eq__(self, other):
            return True

    assert parse("1") == Anything()
    assert Demand.__eq__(parse("1"), 1) is NotImplemented
    for operation in (Demand.__le__, Demand.__lt__, Demand.__ge__, Demand.__gt__, Demand.__or__, Demand.__sub__):
        assert operation(parse("1"), 1) is NotImplemented


def test_a_list_and_a_tuple_look_alike_to_a_pattern():
    assert Demand.full([1, (2,)]) == Demand.full((1, [2]))


def test_the_hole_is_false_and_empty_and_below_all():
    hole = Demand()
    assert not hole
    assert hole == Demand() == parse("_") == hole.at((1, 2))
    assert hole.size == len(hole.paths()) == 0
    assert hole <= parse("1")
    assert not parse("1") <= hole
    assert parse("None")


# --- lattice ---


@given(demands_of_one_value(3))
def test_demands_of_one_value_are_a_distributive_lattice(three):
    a, b, c = three
    assert a | b == b | a
    assert a & b == b & a
    assert a | (b | c) == (a | b) | c
    assert a & (b & c) == (a & b) & c
    assert a | (a & b) == a & (a | b) == a | a == a & a == a
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (b & c) == (a | b) & (a | c)
    assert a | Demand() == a
    assert a & Demand() == Demand()


@given(demands_of_one_value(2))
def test_the_order_is_that_of_join_meet_and_difference(pair):
    a, b = pair
    assert (a <= b) == (a | b == b) == (a & b == a) == (not a - b)
    assert a & b <= a <= a | b


def top(demand, path):
    """The one layer at the path, without its parts."""
    return Demand(array("q", [-1]), [None], [next(demand.at(path).rows())[3]])


@given(demands_of_one_value(2))
def test_the_difference_is_the_paths_where_one_says_more(pair):
    a, b = pair
    missing = a - b
    assert set(a.paths()) - set(b.paths()) <= set(missing) <= set(a.paths())
    assert missing == [path for path in a.paths() if path in missing]
    assert missing == [path for path in a.paths() if not top(a, path) <= b.at(path)]


@given(demands, demands)
def test_demands_of_any_values_meet_and_either_join_or_say_where_they_disagree(a, b):
    assert a & b <= a
    assert a & b <= b
    joined, path = join_or_path(a, b)
    if joined is None:
        assert path in a.paths() or path in b.paths()
    else:
        assert a <= joined
        assert b <= joined


def join_or_path(a, b):
    """The join; or None, and the path at which there is none."""
    try:
        return a | b, ()
    except DemandError as error:
        return None, error.path


def test_below_layers_that_do_not_meet_nothing_meets():
    assert parse("[Plain(x=1), 2]") & parse("[demand_strategies.Raised(x=1), 2]") == parse("[_, 2]")


def test_a_join_that_cannot_be_names_the_path_and_both_sides():
    with pytest.raises(DemandError, match=r"disagree at \(1, 'left'\), 2 against Leaf\(3\)") as caught:
        parse("[_, Pair(2, _)]") | parse("[_, Pair(Leaf(3), _)]")
    assert caught.value.path == (1, "left")
    assert isinstance(caught.value, StrictCheckError)


def test_an_attribute_cannot_be_there_and_absent():
    for one, other in [("Plain(x=1)", "Plain(x=absent)"), ("Plain(x=absent)", "Plain(x=1)")]:
        with pytest.raises(DemandError, match="both there and absent") as caught:
            parse(one) | parse(other)
        assert caught.value.path == ("x",)


# --- paths and parts ---


@given(demands)
def test_paths_are_those_of_all_layers(demand):
    paths = demand.paths()
    assert len(paths) == demand.size == len(set(paths))
    assert (
        list(paths) == [paths[index] for index in range(len(paths))] == [demand.path(row) for row in range(len(paths))]
    )
    assert paths == list(paths)
    assert paths == tuple(demand.paths())
    for path in paths:
        assert path in paths
        assert demand.at(path).size >= 1


@given(demands)
def test_the_demand_at_a_path_has_the_rest_of_the_paths(demand):
    for path in demand.paths():
        below = {deeper[len(path) :] for deeper in demand.paths() if deeper[: len(path)] == path}
        assert set(demand.at(path).paths()) == below


def test_at_a_hole_and_below_is_a_hole():
    for path in [(1,), (1, 5), (1, "x", "y"), (2,), (2, "left")]:
        assert parse("[1, _, *_]").at(path) == Demand()
    assert parse("Pair(_, 1)").at(("left", 0)) == parse("{'a': 1, **_}").at(("b",)) == Demand()


@pytest.mark.parametrize(
    ("text", "path"),
    [("[1, _]", (2,)), ("[1, *_]", ("x",)), ("{'a': 1}", ("b",)), ("{'z': absent, **_}", ("z",)), ("[1]", (0, "real")),
     ("Plain(x=absent)", ("x",)), ("Pair(1, 2)", (0,)), ("Raised(ValueError)", ("args",))],
)  # fmt: skip
def test_a_path_that_leads_out_of_the_demand_is_named(text, path):
    with pytest.raises(DemandError, match=r"at: path=\(.* leaves the demand at step \d: .* has no part"):
        parse(text).at(path)


def test_paths_are_lazy_and_compare_with_any_sequence_of_paths():
    paths = parse("[1, Pair(_, 2)]").paths()
    assert paths
    assert paths == [(), (0,), (1,), (1, "right")]
    assert paths != [(), (0,), (1,)]
    assert paths[::-1] == [(1, "right"), (1,), (0,), ()]
    assert (1, "left") not in paths
    with pytest.raises(TypeError, match=r"write \('x',\) in demand"):
        assert "x" not in paths
    assert paths == parse("[3, Pair(_, 4), *_]").paths()
    assert paths != parse("[3, Pair(4, _)]").paths()
    with pytest.raises(TypeError, match="unhashable"):
        hash(paths)


# --- as values ---


@given(demands)
def test_a_pickled_or_copied_demand_is_equal(demand):
    assert copy.copy(demand) is copy.deepcopy(demand) is demand
    assert pickle.loads(pickle.dumps(demand)) == demand


@pytest.mark.parametrize("layer", [copy, Opaque(open), Opaque({}.keys()), ValueError(open), Raised(ValueError(open))])
def test_what_pickle_refuses_is_pickled_by_name_or_class(layer):
    demand = Demand(array("q", [-1]), [None], [layer])
    assert pickle.loads(pickle.dumps(demand)) == demand


def test_the_columns_given_are_kept():
    columns = array("q", [-1, 0]), [None, 0], [Sequence(1), 5]
    assert list(Demand(*columns).rows()) == [(0, -1, None, Sequence(1)), (1, 0, 0, 5)]
    with pytest.raises(DemandError, match="same length"):
        Demand(array("q", [-1]), [None, 0], [1])


# --- sizes, beside those of `laws/test_sizes.py` ---


def test_objects_and_functions_of_any_width_are_ordinary():
    demand = crowd(LONG // 3)
    again = parse(str(demand))
    assert again == demand == demand | again == demand & again
    assert hash(again) == hash(demand)
    assert not demand - again
    assert demand.at(demand.paths()[-1]).size == 1
    assert len(demand.pretty()) < 1_500


@pytest.mark.slow
def test_a_part_of_a_wide_demand_is_found_without_looking_at_all_others():
    demand = fan(20_000)
    assert all(demand.at((index,)).size == 1 for index in range(20_000))
    assert all((index,) in demand.paths() for index in range(20_000))


def test_a_message_about_a_deep_place_stays_short():
    layers = [Sequence(1)] * 2_000
    one, other = (Demand(array("q", range(-1, 2_000)), [None, *[0] * 2_000], [*layers, end]) for end in (1, 2))
    with pytest.raises(DemandError) as caught:
        one | other
    assert len(caught.value.path) == 2_000
    assert len(str(caught.value)) < 300


def test_a_demand_is_no_container():
    demand = Demand.parse("[1, _]")
    with pytest.raises(TypeError, match=r"a demand has no items; .at\(\(1,\)\) is the part there"):
        demand[1]
    with pytest.raises(TypeError, match=r"a demand has no len\(\); its .size"):
        len(demand)
    with pytest.raises(TypeError, match="not iterable"):
        list(demand)
