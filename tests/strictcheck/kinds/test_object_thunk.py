"""Attributes that a class reads, writes and deletes by code of its own: the code runs, as it does in a plain call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples

from strictcheck import nf, observe


class Positive:
    """Checks what is written, and keeps it under another name, as in the HOWTO of descriptors."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.private = "_" + name

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return self if this is None else getattr(this, self.private)

    def __set__(self, this: Any, value: Any) -> None:
        if value <= 0:
            raise ValueError("must be positive")
        setattr(this, self.private, value)

    def __delete__(self, this: Any) -> None:
        delattr(this, self.private)


class InDict:
    """Keeps it in the dictionary of the object, under its own name, and makes something else of it when it is read."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return self if this is None else abs(this.__dict__[self.name])

    def __set__(self, this: Any, value: Any) -> None:
        this.__dict__[self.name] = int(value)


class InTable:
    """Keeps it outside the object."""

    def __init__(self) -> None:
        self.values: Any = WeakKeyDictionary()

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return self.values[this]

    def __set__(self, this: Any, value: Any) -> None:
        self.values[this] = value


class Kept:
    """Can be read, and not be deleted."""

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return 1

    def __delete__(self, this: Any) -> None:
        raise TypeError("kept")


class Computed:
    """Works it out, each time anew."""

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        self.work_out = work_out

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return self.work_out(this)


class Owner:
    name = "somebody"


class Item:
    price = Positive()
    count = InDict()
    tax = InTable()
    kept = Kept()
    sold = 5

    def __init__(self, price: int = 3, count: int = 4) -> None:
        self.price, self.count, self.tax, self.tags = price, count, 7, ["new"]
        self.owner = Owner()

    @Computed
    def total(self) -> Any:
        return self._price * self.count  # type: ignore[attr-defined]

    @Computed
    def tagged(self) -> Any:
        return len(self.tags)

    @Computed
    def signed(self) -> Any:
        return self.owner.name + "!"

    @functools.cached_property
    def worth(self) -> Any:
        return self.total + 1

    @property
    def half(self) -> Any:
        return self._price // 2  # type: ignore[attr-defined]

    @half.deleter
    def half(self) -> None:
        self._price = 1

    @property
    def fixed(self) -> int:
        return 1


class Guarded:
    """Checks whatever is written or deleted, and keeps the double of it."""

    def __init__(self, x: int) -> None:
        self.x = x
        self.items = [1, 2]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "x" and value < 0:
            raise ValueError("negative")
        super().__setattr__(name, value)
        if name == "x":
            object.__setattr__(self, "doubled", self.x * 2)

    def __delattr__(self, name: str) -> None:
        if name == "x":
            raise AttributeError("keep x")
        super().__delattr__(name)


class Sealed:
    __slots__ = ("x",)

    def __init__(self) -> None:
        object.__setattr__(self, "x", 1)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("sealed")


class Settings:
    """Its attributes are the items of a dictionary."""

    def __init__(self, **items: Any) -> None:
        object.__setattr__(self, "_items", items)

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "_items")[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._items[name] = value

    def __delattr__(self, name: str) -> None:
        del self._items[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._items[name] = value


class Fallback:
    """What its property does not find, it makes up."""

    def __init__(self) -> None:
        self.found = True

    @property
    def part(self) -> Any:
        if self.found:
            return "found"
        raise AttributeError("part")

    def __getattr__(self, name: str) -> Any:
        return f"{name} when {object.__getattribute__(self, 'found')}"


class Managed:
    """Has state in a slot with a special name, as models of pydantic have."""

    __slots__ = ("__changed__", "__dict__")

    def __init__(self) -> None:
        object.__setattr__(self, "__changed__", set())
        object.__setattr__(self, "a", 1)

    def __setattr__(self, name: str, value: Any) -> None:
        self.__changed__.add(name)
        object.__setattr__(self, name, value)


class Flags:
    """Its attributes are whether something is in a set."""

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "_names", set(names))

    def __getattr__(self, name: str) -> bool:
        return name in self._names

    def __setattr__(self, name: str, value: bool) -> None:
        (self._names.add if value else self._names.discard)(name)

    def flip(self, name: str) -> None:
        self._names.symmetric_difference_update({name})


def settings() -> Settings:
    return Settings(a=1, b=2)


def guarded() -> Guarded:
    return Guarded(3)


def statements(*lines: str) -> Callable[[Any], Any]:
    """A function of `v` that executes the lines, and returns what the last of them is worth."""
    *first, last = lines
    source = "".join(f"    {line}\n" for line in [*first, f"return {last}"])
    names: dict[str, Any] = {}
    exec(f"def run(v):\n{source}", names)
    names["run"].__name__ = "; ".join(lines)
    return names["run"]  # type: ignore[no-any-return]


CASES: list[tuple[Callable[[], Any], tuple[str, ...], str | None]] = [
    # What is written is checked, and kept where the class keeps it.
    (Item, ("v.__setattr__('price', -1)",), None),
    (Item, ("v.price = -1", "v.price"), None),
    (Item, ("v.price = 9", "(v.price, v._price, v.total, v.half)"), "Item(count=4)"),
    (Item, ("v.price += 1", "(v.price, v.total)"), "Item(count=4, price=3)"),
    (Item, ("v.count = '9'", "(v.count, v.total)"), "Item(_price=3)"),
    (Item, ("v.count = -9", "v.count"), "Item()"),
    (Item, ("v.kept = 9", "v.kept"), None),
    (Item, ("v.tax = 9", "(v.tax, v.price)"), None),
    (Item, ("v.fixed = 9", "v.fixed"), None),
    # What is read is what it would be now.
    (Item, ("(v.price, v.count, v.total, v.tax)",), "Item(count=4, price=3, tax=7, total=12)"),
    (Item, ("v._price = 9", "(v.price, v.total, v.count)"), "Item(count=4)"),
    (Item, ("v.other = 1", "(v.price, v.count, v.total)"), "Item(_price=3, count=4)"),
    (Item, ("v.total", "v.price = 9", "v.total"), None),
    (Item, ("v.tagged", "v.tags.append('used')", "v.tagged"), None),
    (Item, ("v.signed", "v.owner.name = 'me'", "v.signed"), None),
    (Item, ("v.__dict__.update(_price=8)", "(v.price, v.total)"), "Item(count=4)"),
    (Item, ("v.worth", "v.price = 9", "v.worth"), None),  # as it was: that is what a cache is
    # What is deleted is gone, if it is the object's own.
    (Item, ("del v.price", "(hasattr(v, 'price'), hasattr(v, '_price'))"), None),
    (Item, ("del v.half", "v.half"), None),
    (Item, ("del v.fixed", "v.fixed"), None),
    (Item, ("del v.count", "v.count"), None),
    (Item, ("del v.kept", "v.kept"), None),
    (Item, ("del v.total", "v.total"), None),
    (Item, ("del v.sold", "v.sold"), None),
    (Item, ("v.sold += 1", "before = v.sold", "del v.sold", "(before, v.sold)"), None),
    (Item, ("del v.missing", "v.missing"), None),
    # A class may see to all of its attributes.
    (guarded, ("v.x = -1", "v.x"), None),
    (guarded, ("v.x = 7", "(v.x, v.doubled, v.items[0])"), "Guarded(items=[1, _])"),
    (guarded, ("v.x = v.items[1]", "v.x += v.items[0]", "sorted(vars(v).items())"), "Guarded(items=[1, 2])"),
    (guarded, ("del v.x", "v.x"), None),
    (guarded, ("del v.items", "v.y = 1", "sorted(vars(v))"), "Guarded()"),
    (Sealed, ("v.x = 3", "v.x"), None),
    (Sealed, ("v.x",), "Sealed(x=1)"),
    (settings, ("(v.a, v.b)",), "Settings(a=1, b=2)"),
    (settings, ("v.a = 5", "(v.a, v.b, v._items)"), None),
    (settings, ("before = v.a", "v.a = 9", "(before, v.a)"), None),
    (settings, ("before = v.a", "v['a'] = 9", "(before, v.a)"), None),
    (settings, ("v.c = v.a + v.b", "(v.c, sorted(v._items))"), None),
    (settings, ("del v.a", "(hasattr(v, 'a'), v.b)"), None),
    (settings, ("v.missing",), None),
    (Fallback, ("v.part",), "Fallback(found=True)"),
    (Fallback, ("v.found = False", "v.part"), None),
    (Managed, ("before = v.a", "v.a = 5", "(before, v.a)"), "Managed(__changed__=set([]), a=1)"),
    (Flags, ("before = v.a", "v.a = True", "(before, v.a)"), None),
    (Flags, ("before = v.a", "v.flip('a')", "(before, v.a)"), None),
]


class Shop:
    def __init__(self) -> None:
        self.rent, self.wage = 10, 20

    def cost(self, months: int, staff: int) -> int:
        return months * (self.rent + (staff and staff * self.wage))

    yearly = functools.partialmethod(cost, 12)

    @functools.singledispatchmethod
    def pay(self, what: Any) -> int:
        return self.rent

    @pay.register
    def _(self, what: int) -> int:
        return what * self.wage


@pytest.mark.parametrize(
    ("line", "demand"),
    [
        ("v.yearly(0)", "Shop(rent=10)"),
        ("v.yearly(1)", "Shop(rent=10, wage=20)"),
        ("v.pay(2)", "Shop(wage=20)"),
        ("v.pay('all')", "Shop(rent=10)"),
    ],
)
def test_methods_that_functools_makes_of_others_run_on_the_stand_in(line: str, demand: str) -> None:
    function = statements(line)
    seen = observe(function, Shop(), context=nf)
    assert (seen.result, str(seen.demand)) == (function(Shop()), demand)
    assert seen.replay().demand == seen.demand


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(("make", "lines", "demand"), CASES, ids=["; ".join(case[1]) for case in CASES])
def test_it_is_as_in_a_plain_call(make: Callable[[], Any], lines: tuple[str, ...], demand: str | None) -> None:
    function = statements(*lines)
    plain = outcome(lambda: function(make()))
    value = make()
    before = repr(state(value))
    seen = outcome(lambda: observe(function, value, context=nf))
    if isinstance(plain, type):
        assert seen is plain
    else:
        assert seen.result == plain
        assert demand in (None, str(seen.demand))
        again = seen.replay()
        assert (again.result, again.demand) == (plain, seen.demand)
    assert repr(state(value)) == before


STEPS: dict[Callable[[], Any], list[str]] = {
    Item: [
        "v.price", "v._price", "v.count", "v.kept", "v.total", "v.tagged", "v.signed", "v.half", "v.fixed", "v.sold",
        "v.owner.name", "list(v.tags)", "sorted(vars(v))", "hasattr(v, 'price')", "v.other", "v.price.__add__(1)",
        "setattr(v, 'price', 8)", "setattr(v, 'price', 0)", "setattr(v, '_price', 2)", "setattr(v, 'count', -3)",
        "setattr(v, 'sold', v.sold + 1)", "setattr(v, 'other', v.price)", "setattr(v.owner, 'name', 'x')",
        "v.tags.append('a')", "setattr(v, 'tags', ['b'])", "v.__dict__.update(_price=6)",
        "v.__dict__.pop('other', None)", "delattr(v, 'price')", "delattr(v, '_price')", "delattr(v, 'half')",
        "delattr(v, 'sold')", "delattr(v, 'other')", "delattr(v, 'count')", "delattr(v, 'total')",
    ],
    guarded: [
        "v.x", "v.doubled", "list(v.items)", "sorted(vars(v))", "setattr(v, 'x', 9)", "setattr(v, 'x', -9)",
        "setattr(v, 'y', v.x)", "v.y", "delattr(v, 'x')", "delattr(v, 'y')", "delattr(v, 'doubled')",
        "v.items.append(v.x)", "v.__dict__.update(x=4)",
    ],
    settings: [
        "v.a", "v.b", "v.c", "sorted(v._items.items())", "setattr(v, 'a', 9)", "setattr(v, 'c', v.a)",
        "v.__setitem__('b', 7)", "delattr(v, 'a')", "delattr(v, 'c')", "v._items.clear()", "hasattr(v, 'a')",
    ],
}  # fmt: skip


def after(steps: list[str]) -> Callable[[Any], Any]:
    """What each of the steps gave, or raised."""
    return lambda v: [outcome(lambda step=step: eval(step, {"v": v})) for step in steps]  # type: ignore[misc]


@pytest.mark.parametrize("make", STEPS)
def test_any_steps_do_what_they_do_in_a_plain_call(make: Callable[[], Any]) -> None:
    @examples(300)
    @given(st.lists(st.sampled_from(STEPS[make]), max_size=8))
    def check(steps: list[str]) -> None:
        value = make()
        before = repr(state(value))
        seen = observe(after(steps), value, context=nf)
        assert seen.result == after(steps)(make())
        assert repr(state(value)) == before
        again = seen.replay()
        assert (again.result, again.demand) == (seen.result, seen.demand)

    check()


def state(value: Any) -> Any:
    return {name: getattr(value, name) for name in ("__dict__", "x") if hasattr(value, name)}


def test_what_was_written_by_code_of_the_class_is_in_the_result() -> None:
    def change(v: Any) -> Any:
        v.price, v.count = 9, "8"
        return v

    changed = observe(change, Item()).result
    assert (type(changed), changed.price, changed.count) == (Item, 9, 8)


def test_an_observation_within_sees_and_keeps_what_was_written() -> None:
    def outer(v: Any) -> Any:
        v.price = 9
        assert observe(lambda w: w.total, v).result == 36
        inner = observe(statements("v.__setattr__('price', 2)", "v"), v).result
        return v.total, inner.total

    assert observe(outer, Item()).result == outer(Item()) == (36, 8)


@pytest.mark.parametrize(
    ("make", "line"), [(settings, "v.__setattr__('a', 9)"), (settings, "v.__setitem__('a', 9)"), (Flags, "v.flip('a')")]
)
def test_an_observation_within_runs_code_of_the_class_on_what_it_changed_itself(
    make: Callable[[], Any], line: str
) -> None:
    change = statements("before = v.a", line, "(before, v.a, v.b)")
    expected = change(make())
    assert expected[0] != expected[1]
    within, outside = observe(lambda v: (observe(change, v, context=nf).result, v.a), make()).result
    assert within == expected
    if make is settings:  # a set is shared with the observation around
        assert outside == expected[0]


def test_an_observation_within_knows_what_the_object_holds_itself() -> None:
    item = Item()
    vars(item)["total"] = 100
    change = statements("v.other = 1", "v.total")
    assert observe(lambda v: observe(change, v).result, item).result == change(item) == 100
