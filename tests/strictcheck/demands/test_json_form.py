"""Demands as JSON: flat, strict, and read back with the place of every mistake."""

import json

import pytest
from demand_strategies import NAMES, demands, each_big_demand
from hypothesis import given

from strictcheck.demands import Demand
from strictcheck.errors import DemandError


def through_json(demand):
    return Demand.from_json(json.loads(json.dumps(demand.to_json(), allow_nan=False)), NAMES)


@given(demands)
def test_a_demand_is_read_back_from_json(demand):
    assert through_json(demand) == demand
    assert str(through_json(demand)) == str(demand)


def test_the_form_of_json():
    text = "[Pair('a', _), {'k': 2.5, (1,): True, **_}, Callable({'(1)': 1}), Raised(KeyError), Plain(x=absent), *_]"
    assert Demand.parse(text, NAMES).to_json() == {
        "parents": [-1, 0, 1, 0, 3, 3, 0, 6, 0, 0],
        "keys": [None, 0, "left", 1, "k", {"value": "(1,)"}, 2, "(1)", 3, 4],
        "layers": [
            {"sequence": 5, "closed": False},
            {"class": "Pair"},
            "a",
            {"mapping": ["k", {"value": "(1,)"}], "closed": False},
            2.5,
            True,
            {"calls": ["(1)"]},
            1,
            {"raised": "KeyError"},
            {"class": "Plain", "absent": ["x"]},
        ],
    }


def test_what_json_has_no_notation_for_is_text():
    demand = Demand.parse("[float('nan'), -0.0, 1.0, 0x" + "f" * 5000 + ", '\\ud800', b'x']")
    assert [type(layer) for layer in demand.to_json()["layers"][1:]] == [dict, float, float, dict, str, dict]
    assert str(through_json(demand)) == str(demand)


def test_the_hole_has_no_rows():
    assert Demand().to_json() == {"parents": [], "keys": [], "layers": []}
    assert through_json(Demand()) == Demand()


def columns(parents=(-1, 0), keys=(None, 0), layers=({"sequence": 1}, 5)):
    return {"parents": list(parents), "keys": list(keys), "layers": list(layers)}


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "expected a dict with lists parents, keys and layers of one length, not NoneType"),
        ({"parents": [], "keys": []}, r"expected a dict .*, not \['keys', 'parents'\]"),
        (columns(keys=[None]), "of one length"),
        (columns(parents=[0, 0]), r"parents\[0\]=0: expected -1"),
        (columns(parents=[-1, 1]), r"parents\[1\]=1: expected a row from 0 to 0"),
        (columns(parents=[-1, True]), r"parents\[1\]=True"),
        (columns(parents=[-1, 10**30]), r"parents\[1\]=1000"),
        (columns(keys=["x", 0]), r"keys\[0\]='x': expected null"),
        (columns(keys=[None, 1]), r"keys\[1\]=1: expected the key of a part that row 0 tells of"),
        (columns(keys=[None, {"value": "set([1])"}]), r"keys\[1\]=.*unhashable"),
        (columns(layers=[5, 5]), r"keys\[1\]=0: expected the key of a part"),
        (columns([-1, 0, 0], [None, 0, 0], [{"sequence": 1}, 5, 5]), r"keys\[2\]=0: expected a key that no earlier"),
        (columns(layers=[{"sequence": 1}, {"class": "Nope"}]), r"layers\[1\]=.*unknown name 'Nope'"),
        (columns(layers=[{"sequence": 1}, {"class": "len"}]), r"layers\[1\]=.*name of a class"),
        (columns(layers=[{"sequence": 1}, {"raised": "int"}]), r"layers\[1\]=.*subclass of BaseException"),
        (columns(layers=[{"sequence": -1}, 5]), r"layers\[0\]="),
        (columns(layers=[{"sequence": 1, "closed": 0}, 5]), r"layers\[0\]=.*closed to be true or false"),
        (columns(layers=[{"sequence": 1}, {"value": "[1]"}]), r"layers\[1\]=.*position 0"),
        (columns(layers=[{"sequence": 1}, {"value": "(1, 2)"}]), r"layers\[1\]=.*an atom"),
        (columns(layers=[{"sequence": 1}, {"value": "1", "more": 2}]), r"layers\[1\]="),
        (columns(layers=[{"sequence": 1}, {"mapping": [[1]], "closed": True}]), r"layers\[1\]="),
        (columns(layers=[{"sequence": 1}, {"calls": [1]}]), r"layers\[1\]=.*list of strings"),
        (columns(layers=[{"sequence": 1}, {"class": "int", "absent": "x"}]), r"layers\[1\]=.*a list, not 'x'"),
        (columns(layers=[{"sequence": 1}, [1]]), r"layers\[1\]=\[1\]"),
    ],
)
def test_a_mistake_is_told_with_its_place(data, place):
    with pytest.raises(DemandError, match=f"from_json: .*{place}|from_json: {place}"):
        Demand.from_json(data)


@each_big_demand
def test_big_demands_are_not_deeply_nested(demand):
    assert through_json(demand) == demand
