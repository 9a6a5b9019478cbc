"""Dataclasses, classes of attrs and named tuples: a look at one reveals its class, and the fields that are read."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from rows import Row, check, rows

from strictcheck import nf, observe, register_shape


@dataclass(frozen=True)
class Ticket:
    """Frozen, so that its methods set attributes by those of `object`."""

    price: int
    label: str = "ticket"

    def total(self) -> int:
        object.__setattr__(self, "kept", self.price + 1)
        return vars(self)["kept"]

    def told(self) -> str:
        return f"{type(self).__name__} at {self.price}"


class Address(namedtuple("Address", "scheme host")):
    """Named tuple that holds more than its fields."""

    @cached_property
    def length(self) -> int:
        return len(self.host)


def address(encoding: str = "utf-8", **others: Any) -> Any:
    """Make an address with attributes."""
    made = Address("http", "a")
    vars(made).update(encoding=encoding, **others)
    return made


TABLE = {
    "Point(1, 2)": """
        Point(1, _)    v.x + 0    v.x    v == Point(3, 2)    v.both[0]    method = v.swapped; method().y + 0
        Point(1, _)    vars(v)['x']    copy.copy(v).x + 0    observe(lambda w: w.x + 0, v).result
        Point(_, _)    v.z    hasattr(v, 'x'), hasattr(v, 'z')    getattr(v, 'z', 7)    del v.z
        Point(_, _)    isinstance(v, Point)
        Point(_, _)    v.__class__ is Point    v == 1    [name for name in vars(v)]
        Point(_, _)    dataclasses.fields(v)[0].name    v.x = 9; v.x    v.new = 1; v.new    del v.x; hasattr(v, 'x')
        Point(_, _)    v.__init__(5, 6); v.x    v.__match_args__
        Point(1, 2)    v == Point(1, 5)    repr(v)    dataclasses.asdict(v)    copy.copy(v)    copy.deepcopy(v).y + 0
        Point(1, 2)    pickle.loads(pickle.dumps(v))    v.x = v.x + 1; v
        Point(_, 2)    v.swapped().x + 0    dataclasses.replace(v, x=5)
        _    hash(v)    v is None    id(v) == id(v)
    """,
    "Point(None, [1])": """
        Point(_, _)    v.__match_args__    dataclasses.fields(v)[0].name
        Point(_, [1])    dataclasses.replace(v, x=5)
    """,
    "Point([1], {'a': None})": """
        Point([1], {'a': None})    v.x.append(2); v
        Point([_], _)    v.x.append(2)
        Point(_, {'a': None, **_})    v.y['a'] is None
        Point(_, _)    v.x is v.x
    """,
    "Pair(1, [2])": """
        Pair(1, _)    v.left + 0    hash(v)
        Pair(_, [2])    v.right[0] + 0
        Pair(1, [2])    v == Pair(1, [2])    v.right.append(3); v
        Pair(_, _)    v.left = 5
    """,
    "address(queries=['q', 'r'])": """
        Address(_, _, encoding='utf-8')    v.encoding    hasattr(v, 'encoding'), hasattr(v, 'port')
        Address(_, _, queries=['q', _])    v.queries[0]
        Address(_, _, queries=[_, _])    v.queries.append('s')
        Address(_, _)    v.queries is v.queries
        Address(_, 'a')    v.host
        Address('http', 'a', encoding='utf-8')    v.length, v.length    v == ('http', 'a')    v._replace(host='b').host
        Address('http', 'a', encoding='utf-8', queries=['q', 'r'])    dict(vars(v))    v.new = 1; v
    """,
    "Slim(1, 'b')": """
        Slim(1, _)    v.left + 0
        Slim(_, 'b')    v.right
        Slim(_, _)    v.left = 2    v.extra = 2
        Slim(1, 'b')    hash(v) == hash(Slim(1, 'b'))    copy.copy(v)    copy.deepcopy(v)
        Slim(1, 'b')    pickle.loads(pickle.dumps(v))
    """,
    "Parcel(1)": """
        Parcel(1, _)    v.content + 0    v.doubled()    method = v.doubled; method()
        Parcel(_, 'box')    v.label    del v.label; v.label
        Parcel(_, _)    v.fill([1]).content
        Parcel(1, 'box')    v < Parcel(2)    hash(v) == hash(Parcel(1))
    """,
    "Parcel(None, True)": """
        Parcel(None, True)    observe(lambda same: same, v).result
        Parcel(None, True)    pickle.loads(pickle.dumps(v))
        Parcel(_, True)    observe(lambda w: w.label, v).result
        Parcel(_, True)    observe(lambda w: observe(lambda it: it.label, w).result, v).result    v.label is v.label
        Parcel(None, _)    v.content is None    [v.content, v.content]
        Parcel(_, True)    v.label is True
        Parcel(_, _)    isinstance(v, Parcel)    bool(v)    not v    observe(lambda w: w == 1, v).result
        Parcel(_, _)    v == 1    v.content = 5; v.content
        Parcel(None, True)    v
    """,
    "Checked(5)": """
        Checked(_, 1)    v.runs + 0    copy.copy(v).runs
        Checked(5, 1)    v
    """,
    "Crate(3)": """
        Crate(3, _)    v.content + 0    attrs.evolve(v, label='new')
        Crate(3, _)    v == Crate(4)
        Crate(_, 'crate')    v.label
        Crate(_, _)    v.content = 4; v.content
        Crate(3, 'crate')    attrs.asdict(v)
    """,
    "Coin([1])": """
        Coin([1])    v.value    v.value.append(2); v
        Coin(_)    v.value = 1
    """,
    "Card(1, 2)": """
        Card(1, _)    v.rank + 0    v[0] + 0    rank, suit = v; rank + 0    v == (3, 2)    [*v][0] + 0
        Card(_, 2)    v[-1]    v._replace(rank=5)
        Card(_, _)    len(v)    v._fields    v._make([1, 2])    isinstance(v, tuple)
        Card(1, 2)    v._asdict()    v.higher()    v == (1, 5)    v + (3,)    hash(v)    copy.copy(v)
        Card(1, 2)    pickle.loads(pickle.dumps(v))
    """,
    "Card(1, None)": """
        Card(1, _)    v.rank + 0
        Card(_, None)    v.suit is None    [v.suit, v.suit]    v == 1    observe(lambda same: same.suit, v).result
        Card(_, None)    observe(lambda w: observe(lambda it: it.suit, w).result, v).result
        Card(_, None)    observe(lambda w: w == 1, v).result
        Card(_, _)    isinstance(v, Card)    hasattr(v, 'colour')
        Card(1, None)    pickle.loads(pickle.dumps(v))    v
    """,
    "Card([1], None)": """
        Card([1], None)    v.rank.append(2); v
        Card(_, None)    v.suit is None
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


def test_a_method_may_set_attributes_by_those_of_object() -> None:
    for use in (Ticket.total, lambda ticket: ticket.total()):
        assert observe(use, Ticket(5)).verify().replay().result == 6


def test_a_method_that_runs_on_the_thunk_has_the_name_of_the_class_and_reads_no_more_than_it_does() -> None:
    seen = observe(lambda ticket: ticket.told(), Ticket(5))
    assert (seen.result, str(seen.demand)) == ("Ticket at 5", "Ticket(5, _)")
    seen.verify().replay()


@dataclass
class Counting:
    """Record of which the class has a field, until it is written."""

    items: list[int] = field(default_factory=list)
    total: int = field(init=False, default=0)


def test_a_field_that_the_class_has_is_no_hole() -> None:
    assert observe(lambda one: one.total + 1, Counting()).verify().replay().result == 1


@dataclass
class Extended:
    """Record that holds more than its fields."""

    size: int

    def __post_init__(self) -> None:
        self.numbers = [self.size]


def test_what_a_record_holds_beside_its_fields_is_forced_and_is_a_hole_in_a_replay() -> None:
    forced = observe(lambda one: one, Extended(1), context=nf)
    assert forced.verify().replay().result_demand == forced.result_demand
    assert str(forced.result_demand) == "Extended(1, numbers=[1])"
    observe(lambda one: [one.numbers], Extended(1)).verify().replay()


def test_attributes_come_in_the_order_of_the_object_that_may_not_be_that_of_the_fields():
    ticket = Ticket.__new__(Ticket)
    vars(ticket).update(label="late", price=3)
    assert observe(lambda one: [*vars(one)], ticket).verify().result == ["label", "price"]


@dataclass
class Limited:
    """Record of strings, which are withheld, whose class has more than their fields."""

    first: str = "a"
    second: str = "b"
    LIMIT = None
    TABLE: ClassVar = {"k": 1}


def test_what_the_class_alone_has_reads_no_field():
    seen = observe(lambda one: (one.LIMIT, one.TABLE["k"], one.second), Limited()).verify()
    assert str(seen.demand) == "Limited(_, 'b')"


class Both:
    """Has two parts, as its registration says."""

    __slots__ = ("left", "right")


def both(parts: Any) -> Both:
    made = Both()
    made.left, made.right = parts["left"], parts["right"]  # type: ignore[attr-defined]
    return made


register_shape(Both, take_apart=lambda one: {"left": one.left, "right": one.right}, rebuild=both)


def test_a_registered_value_is_replayed_with_a_hole_for_a_part_that_nobody_looked_at() -> None:
    observation = observe(lambda one: one.left + 0, both({"left": 1, "right": 2}))
    assert str(observation.verify().replay().demand) == "Both(left=1)"


class Longer(NamedTuple("Longer", [("a", Any), ("b", Any)])):
    """A named tuple that names one field more than it holds, as that of `platform.uname()`."""

    _fields = ("a", "b", "c")

    @property
    def c(self) -> Any:
        return self.b


def test_the_fields_of_a_named_tuple_are_those_that_it_holds() -> None:
    seen = observe(lambda it: (it.c, len(it), it[0]), Longer("x", "y"))
    assert seen.verify().replay().result == ("y", 2, "x")
    assert str(observe(lambda it: it.c, Longer("x", "y")).demand) == "Longer(_, 'y')"
