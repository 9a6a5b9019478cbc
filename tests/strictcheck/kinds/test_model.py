"""Models of pydantic: the fields that the serializer reads count, and nothing that the library keeps for itself."""

from __future__ import annotations

import datetime
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from places import from_root

from strictcheck import Demand, DemandMismatch, assert_lazy, assert_reads_only, assert_same_demand, max_forced, observe
from strictcheck.pictures import compared
from strictcheck.pictures.outlines import Outline

pydantic = pytest.importorskip("pydantic")
HERE = from_root(__file__)


class Maker(pydantic.BaseModel):
    name: str
    city: str = "x"


class Item(pydantic.BaseModel):
    name: str
    price: float = 1.5
    is_new: bool = True
    since: datetime.date = datetime.date(2020, 1, 2)
    makers: tuple[Maker, ...] = (Maker(name="m"),)
    key: str = pydantic.Field("secret", exclude=True)

    @pydantic.computed_field
    @property
    def label(self) -> str:
        return f"{self.name}: {self.price}"


class Upper(pydantic.BaseModel):
    name: str
    price: float = 1.5
    stock: int = 3

    @pydantic.field_serializer("name")
    def upper(self, name: str) -> str:
        return name.upper() * self.stock


class Names(pydantic.RootModel):
    root: list[str]


DUMPED = {"name", "price", "is_new", "since", "makers"}


def dump_written(item):
    item.price = 9.5
    return item.model_dump(include={"label"})


DUMPS = [
    (lambda item: item.model_dump(include={"name", "price"}), {"name", "price"}),
    (lambda item: item.model_dump_json(include={"name"}), {"name"}),
    (lambda item: item.model_dump(include={"makers": {0: {"name"}}}), {"makers"}),
    (lambda item: item.model_dump(exclude={"makers", "since", "label"}), {"name", "price", "is_new"}),
    (lambda item: item.model_dump(exclude={"makers": True, "since": ..., "label": ...}), {"name", "price", "is_new"}),
    (lambda item: item.model_dump(exclude={"makers": {0: {"city"}}, "label": True})["name"], DUMPED),
    (lambda item: item.model_dump(exclude_unset=True, exclude={"label"}), {"name"}),
    (lambda item: item.model_dump(exclude={"label"}), DUMPED),
    (lambda item: item.model_dump(), DUMPED),
    (lambda item: item.model_dump_json(), DUMPED),
    (lambda item: item.model_dump(mode="json"), DUMPED),
    (lambda item: item.model_dump(include={"label"}), {"name", "price"}),
    (lambda item: item.model_dump_json(include={"label", "since"}), {"name", "price", "since"}),
    (dump_written, {"name", "is_new", "key"}),  # to set a field reads what no thunk represents
    (lambda item: item.makers[0].model_dump(), {"makers"}),
]


class Shelf(pydantic.BaseModel):
    first: Maker
    makers: list[Maker]
    by_name: dict[str, Maker]


NESTED = [
    ({"include": {"first": {"city"}}}, "Shelf(first=Maker(city='Kyoto'))"),
    ({"include": {"makers": {"__all__": {"name"}}}}, "Shelf(makers=[Maker(name='b'), Maker(name='c')])"),
    ({"include": {"makers": {-1: {"name"}}}}, "Shelf(makers=[_, Maker(name='c')])"),
    ({"include": {"by_name": {"d": {"city": True}}}}, "Shelf(by_name={'d': Maker(city='Kyoto')})"),
    ({"include": {"first"}, "exclude": {"first": {"city"}}}, "Shelf(first=Maker(name='a'))"),
    (
        {"include": {"makers": {0, 1}}, "exclude": {"makers": {0: True, 1: {"name"}}}},
        "Shelf(makers=[_, Maker(city='Kyoto')])",
    ),
]


@pytest.mark.parametrize(("options", "demand"), NESTED)
def test_a_dump_reads_of_what_is_inside_what_its_options_ask_for(options, demand):
    makers = [Maker(name=name, city="Kyoto") for name in "abcd"]
    shelf = Shelf(first=makers[0], makers=makers[1:3], by_name={"d": makers[3]})
    seen = observe(lambda shelf: shelf.model_dump(**options), shelf)
    assert seen.result == shelf.model_dump(**options)
    assert str(seen.demand) == demand
    seen.verify()
    seen.replay()
    observe(lambda shelf: shelf.model_dump(**options, exclude_unset=True), shelf).verify()


@pytest.mark.parametrize(("dump", "parts"), DUMPS)
def test_a_dump_reads_the_fields_that_it_does_not_leave_out(dump, parts):
    item = Item(name="tea")
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # of pydantic, which warns of values that are not what they should be
        assert observe(dump, item).result == dump(item.model_copy())
        assert_reads_only(dump, item, *parts)
    read = {path[0] for path in observe(dump, item).demand.paths() if path} - {"__pydantic_fields_set__"}
    assert read == parts


def test_a_dump_that_reads_more_is_accused_in_names_of_the_users():
    with pytest.raises(DemandMismatch) as failed:
        assert_reads_only(lambda item: item.model_dump_json(exclude={"label"}), Item(name="tea"), "name", "price")
    assert f"also read item.is_new and 3 more parts, at {HERE}" in " ".join(str(failed.value).split())
    with pytest.raises(DemandMismatch, match="is not lazy"):
        assert_lazy(lambda item: item.model_dump(), Item(name="tea"))
    assert_same_demand(lambda m: m.model_dump(), lambda m: f"{m.name}{m.city}", Maker(name="m"))
    with max_forced(3):
        observe(lambda maker: maker.model_dump(), Maker(name="m"))


def test_of_a_tuple_a_dump_reads_what_its_options_ask_for():
    item = Item(name="tea", makers=(Maker(name="a"), Maker(name="b")))
    seen = observe(lambda item: item.model_dump(include={"makers": {1: {"name"}}}), item).verify().replay()
    assert str(seen.demand) == "Item(makers=[_, Maker(name='b')])"


def test_of_what_pydantic_keeps_for_itself_a_picture_shows_what_it_is_about_alone():
    seen = [observe(f, Item(name="tea")).demand for f in (lambda m: m.makers[0].model_copy(), lambda m: m.makers)]
    drawn = str(Outline(seen[0]))
    assert "makers" in drawn
    assert "__pydantic" in str(seen[0])
    assert "__pydantic" not in drawn
    assert "__pydantic" in "".join(compared("m", ("one", Demand()), ("other", seen[0])))


def test_serializers_of_the_users_may_read_any_field():
    assert observe(lambda m: m.model_dump(include={"name"}), Upper(name="a")).verify().result == {"name": "AAA"}
    assert observe(lambda m: m.model_dump(), Names(["a"])).verify().replay().result == ["a"]


def test_what_the_class_has_is_no_part_of_a_model_and_what_is_empty_is_none_either():
    copied = observe(lambda item: item.model_copy(update={"price": 2.0}), Maker(name="m"))
    assert "model_config" not in str(copied.demand)
    item = Item(name="tea")
    listed = observe(lambda item: [name for name, _ in item], item).demand
    assert str(listed) == "Item(is_new=True, key='secret', name='tea')"
    assert str(observe(dict, Maker(name="m")).demand) == "Maker(city='x', name='m')"
    assert copied.verify().replay().result.name == "m"


def test_other_methods_of_the_tools_are_the_librarys():
    class Counter(pydantic.BaseModel, validate_assignment=True):
        count: int = 1

    def count(counter: Any) -> int:
        counter.count = "5"
        return counter.count

    assert observe(count, Counter()).verify().result == 5
    assert observe(lambda model: model.model_dump(), SimpleNamespace(model_dump=dict)).result == {}
