"""Values that raise, lie, recurse or change their answer when they are asked: right behaviour, and the record kept."""

from __future__ import annotations

import copy
import itertools
import math
import sys
import zlib
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest
from long_runs import size

from strictcheck import Demand, Stream, TooMuchForced, Unevaluated, delay, max_forced, nf, observe, observing
from strictcheck.errors import DemandError, SourceError
from strictcheck.specs import partial_value


class Boom(Exception):
    pass


def raises(*args: Any) -> Any:
    raise Boom("no")


changing = itertools.count()

# What each method does, and by what name.
WAYS: dict[str, dict[str, Any]] = {
    "__eq__": {
        "raises": raises,
        "says yes": lambda self, other: True,
        "says no": lambda self, other: False,
        "says nothing sensible": lambda self, other: [],
        "recurses": lambda self, other: self == other,
        "changes": lambda self, other: next(changing) % 2 == 0,
    },
    "__hash__": {
        "raises": raises,
        "lies": lambda self: 1,
        "says nothing sensible": lambda self: "x",
        "recurses": lambda self: hash(self),
        "changes": lambda self: next(changing),
    },
    "__bool__": {"raises": raises, "says nothing sensible": lambda self: 3, "recurses": lambda self: bool(self)},
    "__class__": {
        "raises": property(raises),
        "says list": property(lambda self: list),
        "says dict": property(lambda self: dict),
        "says int": property(lambda self: int),
        "says nothing sensible": property(lambda self: 3),
        "recurses": property(lambda self: self.__class__),
    },
    "__getattr__": {
        "raises": raises,
        "has everything": lambda self, name: name,
        "recurses": lambda self, name: getattr(self, name + "x"),
        "changes": lambda self, name: next(changing),
    },
    "__getattribute__": {
        "raises": raises,
        "has everything": lambda self, name: name,
        "recurses": lambda self, name: getattr(self, name),
    },
    "__iter__": {"raises": raises, "says nothing sensible": lambda self: 3, "recurses": lambda self: iter(self)},
    "__len__": {
        "raises": raises,
        "says nothing sensible": lambda self: "x",
        "is negative": lambda self: -1,
        "is huge": lambda self: 10**30,
        "recurses": lambda self: len(self),
    },
    "__repr__": {"raises": raises, "says nothing sensible": lambda self: 3, "recurses": lambda self: repr(self)},
    "__str__": {"raises": raises},
    "__dict__": {"raises": property(raises), "says nothing sensible": property(lambda self: 3)},
    "__copy__": {"raises": raises},
    "__reduce_ex__": {"raises": raises},
    "__getitem__": {"raises": raises, "lies": lambda self, index: [3, 3, 3][index]},
    "__contains__": {"raises": raises},
    "__setattr__": {"raises": raises},
    "__add__": {"raises": raises, "leaves it": lambda self, other: NotImplemented},
    "__match_args__": {"is none": 3, "is of no names": (1, 2)},
}
HOSTILE = [(name, way) for name, ways in WAYS.items() for way in ways]
BASES = (object, list, dict, tuple, int, str, set)

USES: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda x: 1,
    "identity": lambda x: x,
    "is": lambda x: x is None,
    "isinstance": lambda x: isinstance(x, (list, int)),
    "part": lambda x: x.part,
    "missing part": lambda x: getattr(x, "missing", None),
    "==": lambda x: x == 1,
    "== itself": lambda x: x == x,
    "hash": lambda x: hash(x) and 1,
    "bool": lambda x: bool(x),
    "iterate": lambda x: list(x),
    "len": lambda x: len(x),
    "index": lambda x: x[0],
    "in": lambda x: 1 in x,
    "set": lambda x: setattr(x, "part", 8) or x.part,
    "add": lambda x: x + 1,
    "key": lambda x: {x: 1} and 1,
    "match": lambda x: _matched(x),
    "callable": callable,
}
PLACES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "alone": (lambda x: x, lambda held: held),
    "in a list": (lambda x: [x], lambda held: held[0]),
    "behind a key": (lambda x: {"k": x}, lambda held: held["k"]),
    "twice in a tuple": (lambda x: (x, (x,)), lambda held: held[1][0]),
    "in an iterator": (lambda x: iter([x]), lambda held: next(held)),
    "delayed": (lambda x: delay(lambda: x), lambda held: held),
}


def _matched(x: Any) -> str:
    match x:
        case [_, _]:
            return "two"
        case {"k": _}:
            return "k"
        case int() | str():
            return "atom"
        case object(part=7):
            return "part"
    return "none"


def hostile(base: type, name: str, way: str) -> Any:
    """A value of a class derived from `base` that has such a method."""
    return type("Hostile", (base,), {"part": 7, name: WAYS[name][way]})()


def record(name: str, way: str) -> Any:
    """A record, for classes of records are taken apart."""
    cls = type("HostileRecord", (), {"__annotations__": {"part": int}, name: WAYS[name][way]})
    made = object.__new__(dataclass(cls, eq=name not in ("__eq__", "__hash__"), repr=name != "__repr__"))
    object.__setattr__(made, "part", 7)
    return made


def outcome(function: Callable[[], Any]) -> Any:
    """What a call comes to, as far as it can be compared: the class of an error, or of a value."""
    try:
        result = function()
    except (TypeError, AttributeError) as error:  # an operation that is missing is an error of both classes
        return "TypeError" if isinstance(error, TypeError) else "AttributeError"
    except Exception as error:
        return type(error).__name__
    return result if type(result) in (bool, int) else type(result).__name__


def cases(name: str, way: str) -> Iterator[tuple[str, str, Any, str, str]]:
    """A part of all values, uses and places; which part does not change from run to run."""
    values = [(base.__name__, lambda base=base: hostile(base, name, way)) for base in BASES]
    values.append(("record", lambda: record(name, way)))
    for (kind, make), use, place in itertools.product(values, USES, PLACES):
        if zlib.crc32(f"{name}{way}{kind}{use}{place}".encode()) % size(18, 9) == 0:
            try:
                yield f"{kind}, {use}, {place}", kind, make(), use, place
            except Exception:
                return  # Python itself cannot make such a value


def check_readable(observation: Any) -> None:
    """All that can be asked of an observation can be asked of this one."""
    demand = observation.demand
    assert repr(observation)
    assert all(str(forcing) for forcing in observation.trace)
    assert demand == demand & demand == demand | demand
    assert hash(demand) == hash(demand | demand)
    assert demand | demand <= demand
    assert str(demand)
    assert demand.pretty()
    assert len([*demand.paths()]) == demand.size
    assert str(observation.result_demand)


@pytest.mark.parametrize(("name", "way"), HOSTILE, ids=[f"{name} {way}" for name, way in HOSTILE])
def test_a_hostile_value_does_to_an_observed_call_what_it_does_to_the_call(name: str, way: str) -> None:
    for case, kind, value, use, place in cases(name, way):
        put, take = PLACES[place]
        expected = outcome(lambda value=value, use=use: USES[use](value))
        observation = observe(lambda held, take=take, use=use: USES[use](take(held)), put(value), catch=Exception)
        found = outcome(lambda observation=observation: _again(observation))
        if way not in LEFT_OUT and not told_by_class(name, use, place) and not (kind == "dict" and name in READING):
            assert found == expected, f"{name} {way}: {case}"
            if place != "in an iterator" and (kind, use, place) != COMPARED_BY_IDENTITY:
                replayed(observation, f"{name} {way}: {case}")
        check_readable(observation)
    assert observe(sum, [1, 2]).result == 3


# From Python 3.13 on, the `==` of a dataclass asks first if the other is itself, which a delayed one is not.
COMPARED_BY_IDENTITY = ("record", "== itself", "delayed") if sys.version_info >= (3, 13) else None


# Nobody can tell what comes of an answer that changes, or out of the end of the stack; and a value that lies about its
# class convinces of it whoever sees its stand-in, but not those who see the class itself.
LEFT_OUT = ("changes", "recurses")
BY_CLASS = ("isinstance", "match", "== itself")
# What Python asks the class for, without a touch: a value that is still to come may have anything.
BY_TYPE = ("callable", "hash", "key", "match")


# What a dict of a class of its own reads is what that class says: its errors come where its stand-in reads.
READING = ("__iter__", "__len__", "__getitem__", "__contains__")


def told_by_class(name: str, use: str, place: str) -> bool:
    lies = name in ("__class__", "__getattribute__") and use in BY_CLASS
    return lies or (place == "delayed" and use in BY_TYPE)


def replayed(observation: Any, case: str) -> None:
    try:
        observation.replay()
    except Exception as error:
        raise AssertionError(case) from error


def _again(observation: Any) -> Any:
    if observation.error is not None:
        raise observation.error
    return observation.result


@pytest.mark.parametrize(("name", "way"), HOSTILE, ids=[f"{name} {way}" for name, way in HOSTILE])
def test_what_nobody_looks_at_is_asked_nothing(name: str, way: str) -> None:
    asked: list[str] = []

    def asking(*args: Any) -> Any:
        asked.append(name)
        raise Boom(name)

    for base in BASES:
        if type(WAYS[name][way]) is property:
            continue
        try:
            value = type("Hostile", (base,), {name: asking})()
        except Boom:
            continue
        asked.clear()
        observation = observe(lambda held: [len(held), held[0]], [value, 1], atoms=())
        assert observation.result[0] == 2
        check_readable(observation)
        observation.replay()
        assert asked == []


# --- Sources that raise now and succeed later ------------------------------------------------------------------------


def failing_at_first(value: Any, error: Exception) -> Callable[[], Any]:
    tries = itertools.count()

    def source(*args: Any) -> Any:
        if next(tries) == 0:
            raise error
        return value

    return source


def twice(look: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Look, and if that fails look again."""

    def function(value: Any) -> Any:
        try:
            return look(value)
        except (ValueError, SourceError):
            return look(value)

    return function


def test_a_delayed_value_that_failed_stays_failed() -> None:
    observation = observe(twice(lambda x: x + 1), delay(failing_at_first(1, ValueError("no"))), catch=ValueError)
    assert str(observation.error) == "no"
    assert str(observation.demand) == "Raised(ValueError)"


def test_a_property_that_fails_at_first_is_read_again() -> None:
    class Flaky:
        part = property(failing_at_first(7, ValueError("no")))

    assert observe(twice(lambda x: x.part), Flaky()).result == 7


def test_a_mapping_that_fails_at_first_is_read_again() -> None:
    class Flaky(dict):  # type: ignore[type-arg]
        __missing__ = failing_at_first(7, ValueError("no"))

    assert observe(twice(lambda d: d["k"]), Flaky()).result == 7


def test_an_iterator_that_fails_and_goes_on_is_recorded_as_it_went() -> None:
    class Flaky:
        def __init__(self) -> None:
            self.source = failing_at_first(7, ValueError("no"))

        def __iter__(self) -> Flaky:
            return self

        def __next__(self) -> Any:
            return self.source()

    observation = observe(twice(next), Flaky())
    assert observation.result == 7
    assert str(observation.demand) == "Flaky(source=Callable({'()': Raised(ValueError), '() #2': 7}))"


def test_a_function_that_fails_at_first_is_called_again() -> None:
    observation = observe(twice(lambda f: f(1)), failing_at_first(7, ValueError("no")))
    assert observation.result == 7
    assert str(observation.demand) == "Callable({'(1)': Raised(ValueError), '(1) #2': 7})"


# --- Numbers and strings of any size ---------------------------------------------------------------------------------

HUGE = 10**6_000  # more digits than Python writes, by default


def test_a_number_of_any_size_is_observed_printed_and_read_back() -> None:
    observation = observe(sum, [HUGE, 1])
    observation.replay()
    check_readable(observation)
    assert Demand.parse(str(observation.demand)) == observation.demand


def test_messages_show_a_number_of_any_size_by_its_class() -> None:
    with pytest.raises(TooMuchForced, match="<int>"), max_forced(1):
        observe(lambda d: d[HUGE], {HUGE: HUGE})
    with pytest.raises(Unevaluated, match="<int>"):
        partial_value(Demand.parse(f"{{{HUGE:#x}: _}}"))[HUGE] + 1
    with pytest.raises(DemandError, match="<int>"):
        Demand.parse(f"{{{HUGE:#x}: 1}}") | Demand.parse(f"{{{HUGE:#x}: absent, **_}}")


def test_messages_are_no_longer_for_a_long_string() -> None:
    with pytest.raises(TooMuchForced) as caught, max_forced(1):
        observe(lambda xs: xs[0], ["a" * 1_000_000])
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\0", "\u2028", "𝕏" * 1_000])
def test_any_string_is_observed_printed_and_read_back(text: str) -> None:
    observation = observe(lambda d: d[text] + text, {text: text})
    observation.replay()
    assert Demand.parse(str(observation.demand)) == observation.demand
    assert str(observation.demand).encode()
    check_readable(observation)


def test_attributes_of_any_name_are_observed_printed_and_read_back() -> None:
    class Bag:
        pass

    bag = Bag()
    setattr(bag, "\ud800 x", 1)
    observation = observe(lambda b: getattr(b, "\ud800 x"), bag)
    assert Demand.parse(str(observation.demand), {"Bag": Bag}) == observation.demand
    observation.replay()


@pytest.mark.parametrize("nan", [math.nan, complex("nan"), float("nan")])
def test_a_number_that_is_none_is_a_number_like_any_other(nan: Any) -> None:
    first, second = (observe(lambda xs: xs[0] == xs[0], [nan]) for _ in range(2))
    assert first.demand == second.demand
    assert first.result is False
    assert Demand.parse(str(first.demand)) == first.demand
    first.replay()


def test_a_number_that_is_none_can_be_a_key() -> None:
    nan = float("nan")
    observation = observe(lambda d: [d[key] for key in d], {nan: 1})
    assert observation.result == [1]
    observation.replay()
    assert observation.demand == observe(lambda d: [d[key] for key in d], {nan: 1}).demand
    assert str(observe(lambda d: float("nan") in d, {nan: 1}).demand) == "{float('nan'): absent, **_}"


MILLION_DIGITS = 10**1_000_000


@pytest.fixture(params=[0, 640, 4300])
def _digits(request: pytest.FixtureRequest) -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(request.param)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_digits")
def test_a_number_of_a_million_digits_is_written_however_many_python_may_write() -> None:
    observation = observe(lambda d: sum(d[MILLION_DIGITS]), {MILLION_DIGITS: [MILLION_DIGITS, 10**700]}, context=nf)
    demand = observation.demand
    check_readable(observation)
    assert Demand.parse(str(demand)) == demand
    with pytest.raises(DemandError, match=r"\(<int>,\) leaves the demand at step 0: \[\] has no part <int>"):
        Demand.parse("[]").at((MILLION_DIGITS,))


# --- Keys and classes ------------------------------------------------------------------------------------------------


def test_a_key_without_a_hash_is_the_error_that_a_dict_raises() -> None:
    observation = observe(lambda d: d[[1]], {1: 2}, catch=TypeError)
    assert "unhashable" in str(observation.error)
    assert str(observation.demand) == "{**_}"


def test_a_mapping_of_keys_without_a_hash_is_read_by_its_own_methods() -> None:
    class Pairs(Mapping[Any, Any]):
        def __getitem__(self, key: Any) -> Any:
            return 1

        def __iter__(self) -> Iterator[Any]:
            return iter([[1]])

        def __len__(self) -> int:
            return 1

    observation = observe(lambda d: (d[[1]], [*d]), Pairs())
    assert observation.result == (1, [[1]])
    check_readable(observation)


class Liar(type):
    """A class of classes that say they have everything, and that everything is of them."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__abstract"):
            raise AttributeError(name)
        return (name,)

    def __instancecheck__(cls, instance: Any) -> bool:
        return True

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return True

    @property
    def __mro__(cls) -> Any:
        return (int,)


class Raiser(type):
    def __getattr__(cls, name: str) -> Any:
        raise Boom(name)

    def __instancecheck__(cls, instance: Any) -> bool:
        raise Boom("instance")

    def __subclasscheck__(cls, subclass: Any) -> bool:
        raise Boom("subclass")


class Same(type):
    """A class of classes that are equal to everything, in vain: their hashes tell them apart."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return type.__hash__(cls)


class Nameless(type):
    """A class of classes that do not say what they are called, nor what they have."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise Boom("name")

    def __repr__(cls) -> str:
        raise Boom("repr")

    def __bool__(cls) -> bool:
        raise Boom("bool")


@pytest.mark.parametrize("metaclass", [Liar, Raiser, Same, Nameless])
@pytest.mark.parametrize("base", [object, list, dict, int])
def test_a_class_may_say_of_itself_what_it_likes(metaclass: type, base: type) -> None:
    cls = metaclass("Odd", (base,), {"part": 7, "method": lambda self: self.part})
    value = cls()
    observation = observe(lambda held: (held[0].method(), held[0]), [value, 2])
    assert observation.result[0] == 7
    assert observation.result[1] is value
    check_readable(observation)
    observation.replay()


@pytest.mark.parametrize("base", [list, tuple])
def test_a_wide_sequence_of_a_class_equal_to_list_is_not_replayed_as_a_list(base: type) -> None:
    cls = Same("Odd", (base,), {})
    value = cls(range(500))
    value.note = 5
    observation = observe(lambda held: (held[3] + 0, copy.copy(held).note + 0), value).verify()
    assert observation.replay().result == (3, 5)


def test_a_number_of_a_class_whose_equality_raises_is_observed() -> None:
    methods: dict[str, Any] = {"__eq__": raises, "__hash__": type.__hash__}
    value = type("Unequal", (type,), methods)("Odd", (int,), {"part": 7})(3)
    observation = observe(lambda held: (held[0].part, held[0] + 1, held[0]), [value])
    assert observation.result == (7, 4, value)
    check_readable(observation)
    observation.replay()


TAKEN = [
    "__wrapped__",
    "__wrapped_get__",
    "_self_place",
    "_self_cells",
    "_self_look",
    "_self_is_hole",
    "__object_proxy__",
]


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("others", [[], ["other"]])
@pytest.mark.parametrize("name", [*TAKEN, "demand", "parents", "_self_", "result"])
def test_a_record_may_have_a_field_with_a_name_of_ours(name: str, others: list[str], frozen: bool, slots: bool) -> None:
    cls: Any = make_dataclass("Odd", [name, *others], frozen=frozen, slots=slots)
    value = cls(5, *others)
    observation = observe(lambda held: (getattr(held[0], name) + 1, held[0]), [value], context=nf)
    assert observation.result == (6, value)
    assert observation.result[1] is value
    assert observation.demand == Demand.full([value])
    check_readable(observation)
    observation.replay()


def test_a_record_whose_fields_are_kept_elsewhere_or_not_set_is_observed() -> None:
    @dataclass
    class Base:
        __slots__ = ("spare",)

    @dataclass
    class Kept(Base):
        part: Any

    value = Kept(1)
    del value.part
    value.spare = 2
    observation = observe(lambda held: (hasattr(held, "part"), held.spare), value)
    assert observation.result == (False, 2)
    check_readable(observation)


def test_equality_may_observe_its_operands_again() -> None:
    class Curious:
        part = 1

        def __eq__(self, other: object) -> bool:
            return observe(lambda a, b: a.part == b.part, self, other).result

        __hash__ = object.__hash__

    observation = observe(lambda held: held[0] == held[1], [Curious(), Curious()])
    assert observation.result is True
    check_readable(observation)
    observation.replay()


def test_a_generator_that_yields_itself_is_pulled_step_by_step() -> None:
    def yields_itself() -> Iterator[Any]:
        while True:
            yield generator

    generator = yields_itself()
    observation = observe(lambda it: next(next(next(it))) is None, generator)
    assert observation.result is False
    assert str(observation.demand) == "[a, a, a, *_] as a"
    check_readable(observation)


def test_an_index_that_answers_anew_each_time_is_asked_once_for_an_element() -> None:
    class Turning:
        def __init__(self) -> None:
            self.turns = itertools.count()

        def __index__(self) -> int:
            return next(self.turns)

    observation = observe(lambda xs, at: (xs[at], xs[at]), (7, 8, 9), Turning(), context=nf)
    assert observation.result == (7, 8)
    assert str(observation.demands["xs"]) == "[7, 8, _]"


@pytest.mark.parametrize("length", [-1, 2**70, "x"])
def test_a_length_that_cannot_be_is_the_error_that_python_raises(length: Any) -> None:
    cls: Any = type("Odd", (), {"__len__": lambda self: length, "__getitem__": lambda self, index: index})
    with pytest.raises((ValueError, OverflowError, TypeError)) as expected:
        len(cls())
    observation = observe(lambda held: (held[3], len(held)), cls(), catch=Exception)
    assert str(observation.error) == str(expected.value)
    check_readable(observation)


def test_a_class_without_a_hash_is_an_error_that_says_so() -> None:
    metaclass = type("Unhashable", (type,), {"__eq__": lambda cls, other: cls is other})
    value = metaclass("Odd", (), {})()
    with pytest.raises(TypeError, match="unhashable"):
        observe(lambda held: held[0], [value])
    assert observe(sum, [1, 2]).result == 3


def test_a_list_with_a_reading_of_its_own_is_left_to_it() -> None:
    class Reversed(list):  # type: ignore[type-arg]
        def __iter__(self) -> Iterator[Any]:
            return iter(self[::-1])

    observation = observe(list, Reversed([1, 2]))
    assert observation.result == [2, 1]
    assert str(observation.demand) == "Reversed()"


def test_a_copy_of_a_dict_is_made_past_what_its_class_says_of_setting() -> None:
    class Shared(dict):  # type: ignore[type-arg]
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self.index = list(self)

        def __setitem__(self, key: Any, value: Any) -> None:
            self.index.append(key)
            super().__setitem__(key, value)

        def clear(self) -> None:
            self.index.clear()
            super().clear()

    value = Shared({"a": 1})
    observe(lambda d: d | {"b": 2}, value)
    assert value.index == ["a"]


# --- Errors that nobody expects --------------------------------------------------------------------------------------


class Worse(BaseException):
    pass


def test_an_error_of_any_class_keeps_the_record() -> None:
    def source() -> Any:
        raise Worse

    with pytest.raises(Worse) as caught:
        observe(lambda xs: xs[0] + xs[1], [1, delay(source)])
    assert str(caught.value.observation.demand) == "[1, Raised(Worse)]"  # type: ignore[attr-defined]


def test_what_raises_when_the_result_is_made_plain_keeps_the_record() -> None:
    class Holder(dict):  # type: ignore[type-arg]
        def __iter__(self) -> Iterator[Any]:
            raise Boom("no")

    def hold(xs: Any) -> Any:
        return [Holder(a=xs[0])]

    assert str(observe(hold, [1, 2]).demand) == "[_, _]"


def test_objects_that_raise_when_they_die_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: seen.append(unraisable.exc_type))

    class Dying:
        def __del__(self) -> None:
            raise Boom("no")

    observation = observe(lambda xs: [x is None for x in xs], [Dying(), Dying()])
    assert observation.result == [False, False]
    del observation
    assert set(seen) == {Boom}


def test_a_callable_that_raises_when_asked_for_its_signature_is_called() -> None:
    class Function:
        @property
        def __signature__(self) -> Any:
            raise Boom("signature")

        def __call__(self, xs: Any) -> Any:
            return xs[0]

    observation = observe(Function(), [1, 2])
    assert observation.result == 1
    assert repr(observation)


def test_a_stream_whose_source_raises_is_readable() -> None:
    def source() -> Iterator[int]:
        yield 1
        raise Boom("no")

    observation = observe(list, Stream(source()), catch=Boom)
    check_readable(observation)
    observation.replay()


class Unready(type):
    def __getattr__(cls, name: str) -> Any:
        raises()


SHARED: dict[str, Any] = {
    "raises for any attribute": type("Lazy", (), {"__getattr__": raises})(),
    "raises for its class": type("Proxy", (), {"__class__": property(raises)})(),
    "raises for everything": type("Closed", (), {"__getattribute__": raises})(),
    "is a class that raises": Unready("Class", (), {}),
    "is of a class that raises": Unready("Class", (), {})(),
}


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("base", [object, namedtuple("Base", "x")])
def test_a_value_that_a_class_shares_is_asked_nothing(name: str, base: type) -> None:
    methods = {"double": lambda self: self.x * 2, "half": property(lambda self: self.x / 2)}
    cls: Any = type("Owner", (base,), {"shared": SHARED[name], **methods})
    owner = cls() if base is object else cls(4)
    if base is object:
        owner.x = 4
    assert observe(lambda own: (own.double(), own.half), owner).verify().replay().result == (8, 2.0)


def test_a_block_that_meets_a_hostile_value_is_sealed() -> None:
    with pytest.raises(Boom), observing([hostile(object, "__eq__", "raises")]) as seen:
        bool(seen.value[0] == 1)
    assert str(seen.demand) == "[Hostile()]"
