"""Objects of any other class: a demand has the attributes that its methods, and others, read."""

from __future__ import annotations

import copy
import functools
import gc
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from rows import Row, check, operation, rows, state

from strictcheck import DemandMismatch, assert_reads_once, assert_reads_only, nf, observe, observing
from strictcheck.observation.partial_values import partial_value


class Rank:
    """A sequence by its length and items alone."""

    def __init__(self, *held: int) -> None:
        self.held = list(held)

    def __repr__(self) -> str:
        return f"Rank{tuple(self.held)!r}"

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, index: int) -> int:
        return self.held[index]


class ByNumber:
    """Keeps something under a number in its `__dict__`, which no attribute can name."""

    def __init__(self) -> None:
        self.held = 1
        vars(self)[1] = [2]


TABLE = {
    "Box(1)": """
        Box(held=1)    v.held + 0    v.held = v.held + 1; v    v.new = 5; (v.new, v.held)    vars(v)['held'] + 0
        Box(held=1)    copy.copy(v).held + 0    copy.deepcopy(v).held + 0    pickle.loads(pickle.dumps(v)).held
        Box(held=1)    weakref.ref(v)().held + 0    weakref.proxy(v).held + 0
        Box(held=1)    vars(v).setdefault('held', 5); vars(v).setdefault('more', 5); (v.held, v.more)
        Box(held=1)    observe(lambda w: w.held + 0, v).result
        Box(missing=absent)    v.missing    hasattr(v, 'missing')    getattr(v, 'missing', 7)
        Box(missing=absent)    [hasattr(v, 'missing') for _ in range(3)]    del v.missing
        Box()    v.__module__    v.__doc__
        Box()    isinstance(v, Box)    v.__class__ is Box    v.held = 5; v.held    del v.held; hasattr(v, 'held')
        Box()    list(vars(v))    vars(v) is v.__dict__    'held' in v.__dict__
        Box()    [name for name in dir(v) if name[0] != '_']    v == v    v == 1    hash(v) == hash(v)
        Box()    v.__init__(9); v.held    len(v)    v[0]    iter(v)    v + 1    v < 1    vars(v)['held'] = 2; v.held
        Box()    vars(v).update(held=3, more=4); (v.held, v.more, vars(v))    vars(v).pop('held'); hasattr(v, 'held')
        Box()    v.__dict__.clear(); (hasattr(v, 'held'), vars(v))
        Box()    d = vars(v); v.more = 6; d.update(held=d['more']); (v.held, list(vars(v).items()))
        Box()    vars(v); v.held = 8; (vars(v), copy.deepcopy(v).held, pickle.loads(pickle.dumps(v)).held)
        Box()    del v.held; vars(v).update(held=7); v.held = v.held + 1; (v.held, [n for n in dir(v) if n[0] != '_'])
        _    v()    v is None
    """,
    "Box([1, None])": """
        Box(held=[1, None])    v.held.append(2); v
        Box(held=[_, _])    v.held.append(2)
        Box(held=[_, None])    v.held[1] is None
        Box()    v.held is v.held
        Box(held=[1, _])    vars(v)['held'][0] + 0
    """,
    "Box(Box('inner'))": """
        Box(held=Box(held='inner'))    v.held.held
        Box(held=Box())    v.held.held = 2; v
        Box()    v.held = 2; v
    """,
    "ByNumber()": """
        ByNumber(held=1)    v.held + 0    copy.copy(v).held + 0
        ByNumber(1=[2])    vars(v)[1][0] + 0
        ByNumber(1=[2], held=1)    v
        ByNumber()    list(vars(v))
    """,
    "Account('me', 1)": """
        Account(owner='me')    v.owner    v.describe()    v == Account('you', 1)    hash(v)    Account.describe(v)
        Account(owner='me')    method = v.describe; method()
        Account(balance=1, owner='me')    v.summary    v.both, v.both    v.cloned()    v.deposit(5); v.summary
        Account(balance=1, owner='me')    v == Account('me', 2)    str(v)    v.balance + 0; list(vars(v))
        Account(balance=1)    v.renamed('you')
        Account(kind='account')    v.kind
        Account()    v.empty('nobody')    v.rate()    v.summary = 1
        Account(_secret=7)    v._secret + 0
        Account(_secret=7, balance=1, owner='me')    v.deposit(5); v    del v.owner; v
    """,
    "Savings('me', [1])": """
        Savings(owner='me')    v.describe()
        Savings(balance=[1])    v.deposit(5)
        Savings(kind='savings')    v.kind
        Savings()    isinstance(v, Account)
    """,
    "Slotted(1, [2])": """
        Slotted()    vars(v)    v.__dict__    hasattr(v, '__dict__')    v.__dict__ = {}
        Slotted(first=1)    v.first + 0
        Slotted(first=1, second=[2])    v.second.append(3); v    v == Slotted(1, [2])    copy.copy(v)
        Slotted(first=1, second=[2])    pickle.loads(pickle.dumps(v))
        Slotted(third=absent)    v.third
        Slotted()    del v.first; hasattr(v, 'first')
    """,
    "Answering(1)": """
        Answering(known=1)    v.known + 0
        Answering()    v.anything
        Answering(_nothing=absent)    v._nothing
    """,
    "Money(3)": """
        Money(cents=3)    v + v    sum([v, v])    v * 2, 2 * v    v *= 2; v    v < Money(5)
        Money(cents=3)    v == Money(3), v != Money(3)    [0, 1, 2, 3][v]    int(v), bool(v), round(v), round(v, 2)
        Money(cents=3)    f'{v:x}', str(v)    {Money(3): 1}[v]    v @ 1
        Money()    v + 1
    """,
    "Shelf(1, [2])": """
        Shelf(books=[_, _])    len(v)    v(1, key=2)    bool(v)
        Shelf(books=[1, _])    v[0] + 0
        Shelf(books=[_, [2]])    v[1:]    v[0] = 5; v.books
        Shelf(books=[1, [_]])    2 in v
        Shelf(books=[1, [2]])    list(v)    list(reversed(v))
        Shelf(books=[_, [2]], log=[])    del v[0]; v
        Shelf(log=[])    with v: raise KeyError    with v as inner: return inner.log
        Shelf(books=[1, [2]], log=[])    v.books.append(3); v
    """,
    "ipaddress.ip_address('10.0.0.1')": """
        IPv4Address(_ip=167772161, _version=4)    v < v, v    v.version, int(v), v
    """,
    "Rank(1, 2)": """
        Rank(held=[1, 2])    [*reversed(v)]    list(v)
        Rank(held=[_, 2])    next(reversed(v)) + 0
    """,
    "Squares(3)": """
        Squares(stop=3)    list(v)    v[1]    v[5]    4 in v
        Squares()    list(reversed(v))
    """,
    "Square([1])": """
        Square(side=[1])    v.area()
        Square()    isinstance(v, Shape), isinstance(v, HasArea)
    """,
    "Thing(3)": """
        Thing(size=3)    v.double    v.method(1, a=1)
        Thing()    v.of_class(1), v.static(self=1, cls=2)    v(1)    v @ 1, 1 @ v, v ** 2, pow(v, 2, 5), 2 ** v
        Thing()    v @= 1; v.size    round(v), round(v, 2), math.trunc(v), math.floor(v), math.ceil(v)
        Thing()    bytes(v), os.fspath(v), f'{v:x}'    [1, 2, 3][v]    v.size = 9; v.double    v.__init__(9); v.size
    """,
    "Comparing()": """
        Comparing(host='a')    v.host
        Comparing(extra=None)    v == 1
    """,
    "Block()": """
        Block(seen=[], swallows=False)    with v: return v.seen    with v: raise KeyError
    """,
    "collections.UserDict(a=1, b=2)": """
        UserDict(data={'a': 1, **_})    v['a'] + 0
        UserDict(data={'a': _, 'b': _})    list(v)    v['c'] = 3; len(v)
        UserDict(data={'a': 1, 'b': 2})    repr(v.keys())
    """,
    "collections.UserList([1, 2])": """
        UserList(data=[1, _])    v[0] + 0
        UserList(data=[1, 2])    sum(v)    v.append(3); v
    """,
    "types.SimpleNamespace(a=[1], b=None)": """
        SimpleNamespace(a=[1])    v.a[0] + 0
        SimpleNamespace(a=[1], b=None)    v.c = v.a.append(2); v    repr(v)    copy.deepcopy(v).a
        SimpleNamespace(a=[1], b=None)    v == types.SimpleNamespace(a=[1], b=None)
        SimpleNamespace(b=None)    v.b is None    v.__dict__['b']    v.__init__(c=3); v.c
        SimpleNamespace(c=absent)    v.c    hasattr(v, 'c')    del v.c
        SimpleNamespace()    v == 5    v.c = 3; v.c    v < v    [n for n in dir(v) if n[0] != '_']
        _    hash(v)    type(v)(a=3)
    """,
    "noted(types.SimpleNamespace(a=1), me=[types.SimpleNamespace(a=2)])": """
        SimpleNamespace(me=[SimpleNamespace(a=2)])    v.me[0].a + 0    v.me[0].a = v.me[0].a + 1; v.me[0]
    """,
    "Awaitable()": """
        Awaitable()    run(v)
    """,
    "Countdown(3)": """
        Countdown(start=3)    run(walked(v))    run(anext(v))
    """,
    "Block(True)": """
        Block(seen=[], swallows=True)    run(entered(v))
        Block(seen=[], swallows=True)    with contextlib.ExitStack() as stack: return stack.enter_context(v).seen
        Block(seen=[], swallows=True)    with v: raise KeyError
    """,
    "Descriptor()": """
        Descriptor()    owner = type('Owner', (), {'part': v}); (owner.part, owner().part)
        Descriptor()    o = type('Owner', (), {'part': v})(); o.part = 5; d = dict(vars(o)); del o.part; (d, vars(o))
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


# The dict of a value that is still to come is that of its thunk.
ASSIGNED = {
    "Box(1)": """
        Box()    v.__dict__ = {'held': 5}; (v.held, vars(v), copy.copy(v).held)
        Box()    v.__dict__ = {'held': 5}; pickle.loads(pickle.dumps(v))
        Box()    v.__dict__ = {'held': 5}; [n for n in dir(v) if n[0] != '_']
        Box()    v.__dict__ = {'more': 5}; (v, copy.deepcopy(v), hasattr(v, 'held'))
        Box()    vars(v); v.__dict__ = {'held': 5}; v
    """,
}


@rows(globals(), ASSIGNED)
def test_another_dict_may_be_assigned_to_an_object(row: Row) -> None:
    check(row, delayed=False)


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
        self.found, self.name = True, "of the fallback"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), "made_up"]

    @property
    def part(self) -> Any:
        if self.found:
            return "found"
        raise AttributeError("part")

    def __getattr__(self, name: str) -> Any:
        return f"{name} when {object.__getattribute__(self, 'found')}"


class Door:
    """Changes its class with its state."""

    def __init__(self) -> None:
        self.size, self.used = 1, 0

    def toggle(self) -> Any:
        self.__class__ = OpenDoor  # type: ignore[assignment]
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.size}, {self.used})"


class OpenDoor(Door):
    def toggle(self) -> Any:
        self.__class__ = Door  # type: ignore[assignment]
        return self

    def wide(self) -> Any:
        return self.size * 2


class Managed:
    """Has state in a slot with a special name, as models of pydantic have."""

    __slots__ = ("__changed__", "__dict__")

    def __init__(self) -> None:
        object.__setattr__(self, "__changed__", set())
        object.__setattr__(self, "a", 1)

    def __setattr__(self, name: str, value: Any) -> None:
        self.__changed__.add(name)
        object.__setattr__(self, name, value)


class Comparing:
    """Reads an attribute past hooks when it is compared, as models of pydantic do."""

    def __init__(self) -> None:
        self.host, self.extra = "a", None

    def __eq__(self, other: object) -> bool:
        return object.__getattribute__(self, "extra") == other


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


# What is written is checked, and kept where the class keeps it; what is read is what it would be now.
BY_CODE = {
    "Item()": """
        Item()    v.__setattr__('price', -1)    v.price = -1; v.price    v.count = -9; v.count    v.kept = 9; v.kept
        Item()    v.fixed = 9; v.fixed    del v.price; (hasattr(v, 'price'), hasattr(v, '_price'))    del v.half; v.half
        Item()    del v.fixed; v.fixed    del v.count; v.count    del v.kept; v.kept    del v.total; v.total
        Item()    del v.sold; v.sold
        Item(count=4)    v.price = 9; (v.price, v._price, v.total, v.half)    v._price = 9; (v.price, v.total, v.count)
        Item(count=4)    v.__dict__.update(_price=8); (v.price, v.total)
        Item(count=4)    v.price = 9; observe(lambda w: w.total, v).result
        Item(_price=3, count=4)    v.total; v.price = 9; v.total    v.price += 1; (v.price, v.total)
        Item(_price=3, count=4)    (v.price, v.count, v.total)    v.worth; v.price = 9; v.worth
        Item(_price=3, count=4)    v.other = 1; (v.price, v.count, v.total)
        Item(_price=3)    v.count = '9'; (v.count, v.total)    v.tax = 9; (v.tax, v.price)
        Item(tags=[_])    v.tagged; v.tags.append('used'); v.tagged
        Item(owner=Owner(name='somebody'))    v.signed; v.owner.name = 'me'; v.signed
        Item(owner=Owner(name='somebody'))    v.signed; vars(v.owner)['name'] = 'me'; v.signed
        Item(sold=5)    v.sold += 1; before = v.sold; del v.sold; (before, v.sold)
        Item(missing=absent)    del v.missing; v.missing
        Item(owner=Owner(), tags=['new'])    v.price, v.count = 9, '8'; v
    """,
    "Guarded(3)": """
        Guarded()    v.x = -1; v.x    del v.x; v.x    del v.items; v.y = 1; sorted(vars(v))
        Guarded(items=[1, _])    v.x = 7; (v.x, v.doubled, v.items[0])
        Guarded(items=[1, 2])    v.x = v.items[1]; v.x += v.items[0]; sorted(vars(v).items())
    """,
    "Sealed()": """
        Sealed()    v.x = 3; v.x
        Sealed(x=1)    v.x
    """,
    "Settings(a=1, b=2)": """
        Settings(_items={'a': 1, 'b': 2, **_})    (v.a, v.b)
        Settings(_items={'a': _, 'b': 2})    v.a = 5; (v.a, v.b, v._items)
        Settings(_items={'a': _, 'b': 2, **_}, a=absent)    del v.a; (hasattr(v, 'a'), v.b)
        Settings(_items={'a': 1, **_})    before = v.a; v.a = 9; (before, v.a)
        Settings(_items={'a': 1, **_})    before = v.a; v['a'] = 9; (before, v.a)
        Settings(_items={'a': 1, 'b': 2})    v.c = v.a + v.b; (v.c, sorted(v._items))
        Settings(_items={'missing': absent, **_}, missing=absent)    v.missing
    """,
    "Fallback()": """
        Fallback(found=True)    v.part    v.other    getattr(v, "_other")
        Fallback()    v.found = False; v.part
        Fallback(name='of the fallback')    v.name
        Fallback(found=True, name='of the fallback')    'made_up' in dir(v)
    """,
    "Door()": """
        Door(size=1)    v.toggle(); v.wide()
        Door()    v.toggle(); isinstance(v, OpenDoor)    v.toggle(); v.toggle(); isinstance(v, OpenDoor)
        Door(size=1, used=0)    v.toggle()    v.toggle().toggle()    v.used += 1; v.toggle()
        Door()    v.__class__ = Sealed
    """,
    "Managed()": """
        Managed(__changed__=set([]), a=1)    before = v.a; v.a = 5; (before, v.a)
    """,
    "Flags()": """
        Flags(_names=set([]))    before = v.a; v.a = True; (before, v.a)    before = v.a; v.flip('a'); (before, v.a)
    """,
    "Shop()": """
        Shop(rent=10)    v.yearly(0)    v.pay('all')
        Shop(rent=10, wage=20)    v.yearly(1)
        Shop(wage=20)    v.pay(2)
    """,
}


@rows(globals(), BY_CODE)
def test_code_of_the_class_runs_as_in_a_plain_call(row: Row) -> None:
    check(row)


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
    lambda: Guarded(3): [
        "v.x", "v.doubled", "list(v.items)", "sorted(vars(v))", "setattr(v, 'x', 9)", "setattr(v, 'x', -9)",
        "setattr(v, 'y', v.x)", "v.y", "delattr(v, 'x')", "delattr(v, 'y')", "delattr(v, 'doubled')",
        "v.items.append(v.x)", "v.__dict__.update(x=4)",
    ],
    lambda: Settings(a=1, b=2): [
        "v.a", "v.b", "v.c", "sorted(v._items.items())", "setattr(v, 'a', 9)", "setattr(v, 'c', v.a)",
        "v.__setitem__('b', 7)", "delattr(v, 'a')", "delattr(v, 'c')", "v._items.clear()", "hasattr(v, 'a')",
    ],
}  # fmt: skip


def after(steps: list[str]) -> Callable[[Any], Any]:
    """Make a function that gives what each of the steps gave, or raised."""
    return lambda v: [given_or_raised(step, v) for step in steps]


def given_or_raised(step: str, v: Any) -> Any:
    try:
        return eval(step, {"v": v})
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("make", STEPS, ids=["Item", "Guarded", "Settings"])
def test_any_steps_do_what_they_do_in_a_plain_call(make: Callable[[], Any]) -> None:
    @examples(300)
    @given(st.lists(st.sampled_from(STEPS[make]), max_size=8))
    def run(steps: list[str]) -> None:
        value = make()
        before = state(value)
        seen = observe(after(steps), value, context=nf)
        assert seen.result == after(steps)(make())
        assert state(value) == before
        again = seen.replay()
        assert (again.result, again.demand) == (seen.result, seen.demand)

    run()


@pytest.mark.parametrize(
    ("value", "line"),
    [("Settings(a=1, b=2)", "v.a = 9"), ("Settings(a=1, b=2)", "v['a'] = 9"), ("Flags()", "v.flip('a')")],
)
def test_an_observation_within_runs_code_of_the_class_on_what_it_changed_itself(value: str, line: str) -> None:
    change, expected = operation(f"before = v.a; {line}; (before, v.a, v.b)"), eval(value)
    expected = change(expected)
    assert expected[0] != expected[1]
    within, outside = observe(lambda v: (observe(change, v, context=nf).result, v.a), eval(value)).result
    assert within == expected
    assert outside == expected[0] or "Flags" in value  # a set is shared with the observation around


def test_an_observation_within_knows_what_the_object_holds_itself() -> None:
    item = Item()
    vars(item)["total"] = 100
    change = operation("v.other = 1; v.total")
    assert observe(lambda v: observe(change, v).result, item).result == change(item) == 100


class Table(Mapping[str, int]):
    """Mapping that reads a dict."""

    def __init__(self) -> None:
        self.entries = {"a": 1}

    def __getitem__(self, key: str) -> int:
        return self.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def test_a_mapping_that_somebody_wrote_is_not_walked_backwards() -> None:
    with pytest.raises(TypeError, match="not reversible"):
        observe(reversed, Table(), context=nf)


def test_a_partly_known_object_matches_the_demand_it_was_made_of() -> None:
    demand = observe(lambda v: v.entries["a"], Table()).demand
    assert demand.matches(partial_value(demand))


class Serialized:
    """Has a tool of the library that made its class, as models of pydantic have."""

    __tool__ = object()

    def __init__(self) -> None:
        self.a = 1

    def dump(self) -> Any:
        return self.__tool__, self.a + 0


def test_a_special_attribute_of_the_class_is_no_part_of_the_object() -> None:
    value = Serialized()
    observation = observe(lambda it: it.dump(), value)
    assert str(observation.demand) == "Serialized(a=1)"
    assert observation.result[0] is Serialized.__tool__
    observation.verify().replay()


@pytest.mark.parametrize("combine", [operator.add, operator.pow, operator.lt])
def test_an_operator_that_a_class_lacks_looks_at_both_of_its_objects(combine: Callable[[Any, Any], Any]) -> None:
    observation = observe(combine, Serialized(), Serialized(), catch=TypeError)
    assert list(map(str, observation.demands.values())) == ["Serialized()", "Serialized()"]
    observation.verify().replay()


class Loading:
    """Object that keeps each attribute once it was asked for."""

    def __init__(self, load: Any) -> None:
        self.load = load

    def __getattr__(self, name: str) -> Any:
        value = self.load(name)
        setattr(self, name, value)
        return value


def test_an_attribute_that_is_kept_when_it_is_asked_for_stays_with_the_thunk() -> None:
    loading = Loading(str.upper)
    observation = observe(lambda one: (one.word, [*vars(one)]), loading, context=nf)
    assert observation.verify().result == ("WORD", ["load", "word"])
    assert [*vars(loading)] == ["load"]


class Remembers:
    """Descriptor that keeps a list in the object when it is first read."""

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        return this.__dict__.setdefault("kept", [])


class Cached:
    """Works out attributes when they are first asked for, and keeps them."""

    kept = Remembers()

    def __init__(self) -> None:
        self.texts, self.numbers, self.other = {"a": "1", "b": "2"}, dict[str, int](), [5]

    def load(self, name: str) -> int:
        if name not in self.numbers:
            self.numbers[name] = int(self.texts[name])
        return self.numbers[name]

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.load(name)


class Counting(Cached):
    asked = 0

    def __getattr__(self, name: str) -> int:
        self.asked += 1
        return int(self.texts[name])


@pytest.mark.parametrize("make", [Cached, Counting])
def test_code_that_computes_an_attribute_keeps_what_it_likes_in_the_thunk(make: Callable[[], Any]) -> None:
    value = make()
    before = copy.deepcopy(vars(value))
    assert observe(lambda v: (v.a, v.a, v.kept.append(3), v.kept), value, atoms="auto").result == (1, 1, None, [3])
    assert vars(value) == before


class Written:
    """Descriptor that keeps what it works out in the dict of the object, past all else there."""

    def __get__(self, this: Any, owner: type | None = None) -> Any:
        this.__dict__["longest"] = found = max(this.lengths)
        return found


class Lengths:
    longest = Written()

    def __init__(self) -> None:
        self.lengths, self.count = [1, 2], 5


def test_who_writes_to_the_dict_of_an_object_does_not_read_what_is_there() -> None:
    assert_reads_only(lambda v: v.longest, Lengths(), "lengths")
    with pytest.raises(DemandMismatch, match=r"also read v\.count"):
        assert_reads_only(lambda v: v.longest + v.count, Lengths(), "longest")
    with pytest.raises(DemandMismatch, match=r"also read v\.count"):
        assert_reads_only(lambda v: v.lengths[0] + vars(v)["count"], Lengths(), "lengths")


def test_an_attribute_that_code_computes_stands_for_what_that_reads() -> None:
    assert_reads_only(lambda v: v.a, Cached(), "a")
    assert_reads_once(lambda v: (v.a, v.other[0]), Counting(), "texts", "other", context=nf)
    with pytest.raises(DemandMismatch, match=r"also read v\.b,"):
        assert_reads_only(lambda v: v.a + v.b, Cached(), "a")


class Defaulted(Counting):
    """Its class has None where an object may have a value; all other names are made up."""

    chosen = None

    def __init__(self) -> None:
        super().__init__()
        self.chosen, self.texts = 5, {"a": "1", "b": "2", "unset": "3"}


def test_an_attribute_of_the_class_may_be_none() -> None:
    def use(value: Any) -> Any:
        before = value.a, value.asked
        del value.chosen
        return before, value.chosen, value.unset, value.asked

    assert use(Defaulted()) == observe(use, Defaulted()).verify().result


class Lent:
    """Closes what it holds when it is freed; its copies hold the same."""

    count = 0

    def __init__(self, held: Any) -> None:
        self.held, self.count = held, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "held"), name)

    def __del__(self) -> None:
        self.held.close()


@dataclass
class Rented(Lent):
    held: Any
    count: int = 0


def counted(lent: Any) -> Any:
    lent.count = 1
    return lent


@pytest.mark.usefixtures("young_heap")
@pytest.mark.parametrize("cls", [Lent, Rented])
def test_no_copy_of_an_object_closes_what_it_shares(cls: Callable[[Any], Any], tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        lent = cls(file)
        for use in (counted, lambda lent: [lent.mode, lent.name, lent.count], lambda lent: [lent, lent.count]):
            observe(use, lent, context=nf).verify().replay()
        gc.collect()
        assert not file.closed


class Numbered:
    most = 3
    made = 0

    def __init__(self, held: Any) -> None:
        self.held = held

    @staticmethod
    def twice(number: int) -> int:
        return 2 * number

    def count(self) -> Any:
        type(self).made += 1
        return type(self).made, type(self).twice(self.held), type(self).most, list(vars(type(self)))


@dataclass
class NumberedRecord(Numbered):
    held: Any


@pytest.mark.parametrize("cls", [Numbered, NumberedRecord])
def test_what_is_read_and_set_by_the_type_of_an_object_is_that_of_its_class(cls: Any) -> None:
    seen = observe(cls.count, cls(5), context=nf)
    assert seen.result == (cls.made, 10, 3, list(vars(cls)))
    assert str(seen.demand) in ("Numbered(held=5)", "NumberedRecord(5)")
    assert cls(5).count()[0] == cls.made == seen.result[0] + 1


class Tagged:
    """Object whose class tells more of itself."""

    __slots__ = ("held",)
    limit: int = 3

    def __init__(self, held: Any) -> None:
        self.held = held

    def __class_getitem__(cls, item: Any) -> Any:
        return cls.limit, item


@pytest.mark.parametrize(
    ("use", "demand"),
    [
        (lambda v: type(v).__slots__, "_"),
        (lambda v: type(v).__annotations__, "_"),
        (lambda v: type(v)[v.held], "Tagged(held=5)"),
        (lambda v: type(v).__doc__, "_"),
        (lambda v: isinstance(Tagged(5), type(v)), "_"),
        (lambda v: [type(v).mro(), type(v).__bases__, type(v).__base__, type(v).__subclasses__()], "_"),
        (lambda v: hasattr(type(v).__new__(type(v)), "held"), "_"),
        (lambda v: type("Derived", (type(v),), {"more": 1})(v.held).more, "Tagged()"),
        (lambda v: type("Derived", (Numbered, type(v)), {})(v.held).held, "Tagged(held=5)"),
    ],
)
def test_the_type_of_an_object_tells_of_itself_and_makes_values_as_its_class_does(use: Any, demand: str) -> None:
    seen = observe(use, Tagged(5), context=nf).verify().replay()
    assert (seen.result, str(seen.demand)) == (use(Tagged(5)), demand)


class Patched:
    rate = 1

    def __init__(self) -> None:
        self.held, self.more = 5, 6

    def read(self) -> int:
        return self.held

    @property
    def half(self) -> int:
        return self.held // 2


@pytest.mark.parametrize(
    ("name", "patch", "use", "demand"),
    [
        ("read", lambda self: self.more, lambda v: v.read() + 0, "Patched(more=6)"),
        ("half", property(lambda self: self.more), lambda v: v.half + 0, "Patched(more=6)"),
        ("rate", 7, lambda v: v.rate + 0, "Patched(rate=7)"),
        ("__len__", lambda self: 9, lambda v: hasattr(v, "__len__") and len(v), "Patched()"),
    ],
)
def test_a_class_that_is_patched_between_two_observations_is_that_of_the_second(
    monkeypatch: pytest.MonkeyPatch, name: str, patch: Any, use: Any, demand: str
) -> None:
    def seen() -> tuple[Any, str]:
        observation = observe(use, Patched()).verify().replay()
        return observation.result, str(observation.demand)

    before = seen()
    with monkeypatch.context() as patching:
        patching.setattr(Patched, name, patch, raising=False)
        assert seen() == (use(Patched()), demand)
    assert seen() == before


class Asked(Patched):
    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


@pytest.mark.parametrize("cls", [Patched, Asked])
def test_an_attribute_that_the_call_gives_to_the_class_is_found(monkeypatch: pytest.MonkeyPatch, cls: Any) -> None:
    def add(v: Any) -> Any:
        monkeypatch.setattr(cls, "twice", property(lambda self: self.held * 2), raising=False)
        monkeypatch.setattr(cls, "limit", 3, raising=False)
        return v.twice, v.limit

    seen = observe(add, cls())
    assert (seen.result, str(seen.demand)) == ((10, 3), f"{cls.__name__}(held=5)")


@pytest.mark.parametrize("use", [len, lambda v: v[0], lambda v: 1 in v, operator.index, operator.neg, reversed])
def test_an_operation_that_a_class_lacks_is_the_same_error_as_in_a_plain_call(use: Callable[[Any], Any]) -> None:
    seen = observe(use, Patched(), catch=TypeError).verify()
    assert not hasattr(seen.error, "__notes__")
    with pytest.raises(TypeError) as raised:
        observe(use, Patched())
    assert not hasattr(raised.value, "__notes__")


class Titled:
    """An object with attributes that classes have, too."""

    def __init__(self) -> None:
        self.title, self.other = "a", 2

    @property
    def __name__(self) -> str:
        return self.title + "!"

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.title + "?"


class Labelled:
    __name__ = "label"


def test_a_name_and_a_docstring_of_an_object_are_not_those_of_its_class() -> None:
    observation = observe(lambda x: (x.__name__, x.__doc__, type(x).__name__), Titled()).verify()
    assert (observation.result, str(observation.demand)) == (("a!", "a?", "Titled"), "Titled(title='a')")
    assert observe(lambda x: (x.__name__, type(x).__name__), Labelled()).verify().result == ("label", "Labelled")
    assert observe(lambda title: Titled(), 1, context=nf).error is None


def test_known_attributes_may_be_gone_through_while_others_are_fetched() -> None:
    class Box:
        def __init__(self) -> None:
            self.first, self.second = 1, 2

    with observing(Box()) as seen:
        box = seen.value
    assert box.first == 1
    _, parts = type(box)._self_parts(box)
    for name, _ in parts:
        assert (name, box.second) == ("first", 2)  # as another thread may


class OfKind:
    __slots__ = ("item",)
    kind = "one for all"

    def __init__(self, item: Any) -> None:
        self.item = item

    def __hash__(self) -> int:
        return hash(self.kind)

    def __eq__(self, other: Any) -> bool:
        return bool(self.item == other.item)


def test_an_attribute_of_the_class_of_objects_with_slots_is_replayed_for_pulled_ones_too() -> None:
    observation = observe(lambda items: len(set(items)), map(OfKind, [[], [1], []]))
    assert observation.result == 2
    observation.verify()
    observation.replay()
