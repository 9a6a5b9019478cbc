"""Methods of classes derived from list, deque and dict look at what their code does; functions close over thunks."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from rows import Row, check, rows

from strictcheck import nf, observe


class Stack(list[str]):
    """A list whose methods are those of the base, and a little more."""

    def append(self, word: str) -> None:
        super().append(word.upper())

    def pop(self, *place: Any) -> str:
        return super().pop(*place)

    def top(self) -> str:
        return super().__getitem__(-1)

    def __setitem__(self, place: Any, word: Any) -> None:
        super().__setitem__(place, word.upper())

    def push(self, word: str) -> None:
        super().insert(0, word)

    def limit(self, *, at_most: int | None = 9) -> int:
        return super().__len__() if at_most is None else at_most

    def by_name(self) -> str:
        return super(Stack, self).__getitem__(0)  # noqa: UP008

    def within(self) -> list[str]:
        return [super(Stack, self).__getitem__(at) for at in (0, 1)]

    def added(self, *, word: str = "e") -> int:
        super().append(word)
        return super().__len__()


class Loud(Stack):
    """A list whose `super()` is in Python."""

    def append(self, word: str) -> None:
        super().append(f"{word}!")


class Folded(dict[str, str]):
    """A dict that writes lower-case keys, and fills them itself."""

    def __setitem__(self, key: str, value: str) -> None:
        super().__setitem__(key.lower(), value)

    def pop(self, key: str, *default: Any) -> Any:
        return super().pop(key.lower(), *default)

    def host(self) -> str:
        return super().__getitem__("host")


class Recent(deque[str]):
    """A deque that keeps no empty words."""

    def append(self, word: str) -> None:
        if word:
            super().append(word)


def put(holder: Any, key: Any, value: Any) -> Any:
    holder[key] = value
    return holder


@pytest.mark.parametrize(
    ("use", "cls", "given", "demand", "left"),
    [
        (lambda it: it.append("d"), Stack, "ABC", "[_, _, _]", Stack("ABCD")),
        (lambda it: it.pop(), Stack, "ABC", "[_, _, 'C']", Stack("AB")),
        (lambda it: it.top(), Stack, "ABC", "[_, _, 'C']", Stack("ABC")),
        (lambda it: it.added(), Stack, "ABC", "[_, _, _]", Stack("ABCe")),
        (lambda it: len(put(it, 0, "x")), Stack, "ABC", "[_, _, _]", Stack("XBC")),
        (lambda it: it.append("d") or it.append("e") or it[3], Stack, "ABC", "[_, _, _]", Stack("ABCDE")),
        (lambda it: it.push("X"), Stack, "ABC", "[_, _, _]", Stack("XABC")),
        (lambda it: it.by_name(), Stack, "ABC", "['A', 'B', 'C']", Stack("ABC")),
        (lambda it: it.within(), Stack, "ABC", "['A', 'B', 'C']", Stack("ABC")),
        (lambda it: it.append("d"), Loud, "ABC", "['A', 'B', 'C']", [*Loud("ABC"), "D!"]),
        (lambda it: (put(it, "X", "x"), 1)[1], Folded, {"a": "a", "b": "b"}, "{**_}", Folded(a="a", b="b", x="x")),
        (lambda it: it.pop("HOST"), Folded, {"host": "a", "b": "b"}, "{'host': 'a', **_}", Folded(b="b")),
        (lambda it: it.host(), Folded, {"host": "a", "b": "b"}, "{'host': 'a', **_}", Folded(host="a", b="b")),
        (lambda it: it.update(C="c"), Folded, {"host": "a", "b": "b"}, "{**_}", Folded(host="a", b="b") | {"C": "c"}),
        (lambda it: [*it] and (put(it, "X", "x"), None)[1], Folded, {"b": "b"}, "{'b': 'b'}", Folded(b="b", x="x")),
        (lambda it: it.append("z"), Recent, "ab", "[_, _]", Recent("abz")),
        (lambda it: it.append(""), Recent, "ab", "[_, _]", Recent("ab")),
        (lambda it: it.extend(["", "c"]), Recent, "ab", "['a', 'b']", Recent(["a", "b", "", "c"])),
    ],
)  # fmt: skip
def test_super_in_a_method_of_the_class_looks_at_what_that_of_the_base_does(
    use: Any, cls: Any, given: Any, demand: str, left: Any
) -> None:
    seen = observe(use, cls(given))
    assert str(seen.demand) == demand
    seen.verify().replay()  # and so does the plain call, on copies
    plain = cls(given)
    use(plain)
    assert plain == left
    assert observe(lambda it: (use(it), it), cls(given)).result[1] == left


@pytest.mark.parametrize(
    ("method", "given", "rest", "demand"),
    [
        (Stack.top, Stack("ABC"), (), "[_, _, 'C']"),
        (Stack.limit, Stack("ABC"), (), "_"),
        (Stack.limit, [1, 2], (), "_"),
        (Stack.__setitem__, Stack("ABC"), (0, "x"), "[_, _, _]"),
        (Folded.pop, Folded(host="a", b="b"), ("HOST",), "{'host': 'a', **_}"),
    ],
)
def test_a_method_that_is_called_by_its_class_looks_at_what_it_does_as_a_method(
    method: Any, given: Any, rest: Any, demand: str
) -> None:
    seen = observe(method, given, *rest)
    assert str(next(iter(seen.demands.values()))) == demand
    seen.verify().replay()


class Ends:
    """Descriptor in Python that reads one element."""

    def __get__(self, owner: Any, cls: Any) -> Any:
        return owner[0]


class Rows(list[Any]):
    """A list with constants, and with methods that need no list; one has the name of a method of dict."""

    NAMES = ("id",)
    parent = None
    ends = Ends()

    @classmethod
    def title(cls) -> Any:
        return cls.NAMES[0]

    @staticmethod
    def double(number: int) -> int:
        return 2 * number

    def get(self, index: int) -> Any:
        return self[index]

    def head(self) -> Any:
        return self.__class__(self[:1])

    first = functools.partialmethod(get, 0)


class Slotted(list[Any]):
    __slots__ = ()

    def top(self) -> Any:
        return self[0]


class Entries(dict[str, Any]):
    NAMES = ("id",)

    def title(self) -> Any:
        return self.__class__.__name__ + self.NAMES[0]


class Operating:
    """Special methods in Python that look at the first part alone."""

    def __add__(self, other: Any) -> Any:
        return self[0] * 2 + other[0]

    def __iadd__(self, other: Any) -> Any:
        other[0]
        return self

    def __eq__(self, other: Any) -> Any:
        return self[0] == other[0] if isinstance(other, Operating) else NotImplemented

    def __lt__(self, other: Any) -> Any:
        return self[0] < other[0]

    def __hash__(self) -> Any:
        return hash(self[0])

    def __str__(self) -> Any:
        return self[0]

    def __call__(self, other: Any) -> Any:
        return self[0] + other

    def __enter__(self) -> Any:
        return self[0]

    def __exit__(self, *raised: Any) -> None:
        pass

    def __or__(self, other: Any) -> Any:
        return NotImplemented


class Vector(Operating, list[Any]):
    pass


class Mapped(Operating, dict[Any, Any]):
    pass


class Version(Operating, tuple[Any, ...]):
    pass


class Named(Operating, NamedTuple("Named", [("a", str), ("b", Any), ("c", Any)])):
    def first(self) -> Any:
        return super().__getitem__(0)

    def second(self) -> Any:
        return self.b


class Longer(NamedTuple("Longer", [("a", str), ("b", Any)])):
    def __len__(self) -> int:
        return super().__len__() + 1


def entered(value: Any) -> Any:
    with value as first:
        return first


USES = """v + v    v + ["z"]    v < ["z"]    hash(v)    str(v)    f"{v}"    v("z")    entered(v)    v == v    \
x = v; x += ["z"]; (x[0], x is v)"""


@rows(
    globals(),
    {
        "Vector(['a', 'b', None])": f"['a', _, _]    {USES}",
        "Version(['a', 'b', None])": f"['a', _, _]    {USES}",
        "Mapped({0: 'a', 'b': 'b', 'c': None})": f"{{0: 'a', **_}}    {USES}",
        "Named('a', 'b', None)": """
            Named('a', _, _)    v + v    hash(v)    str(v)    f"{v}"    v("z")    entered(v)    v[0]    v[-3]    v[:1]
            Named(_, _, _)    v[3]    v["a"]    len(v)    v[:0]
            Named('a', 'b', None)    v.first()
            Named(_, 'b', _)    v.second()
        """,
        "Longer('a', None)": """
            Longer('a', None)    len(v)
            Longer('a', _)    v[0]
        """,
    },
)
def test_a_special_method_in_python_looks_at_what_its_code_looks_at(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("made", [Vector("abc"), Mapped({0: "a"}), Version("abc"), Named("a", "b", "c")])
def test_a_special_method_may_leave_it_to_the_base(made: Any) -> None:
    other = type(made).__mro__[2]
    plain = made == other(made) if other in (list, dict) else made == tuple(made)
    seen = observe(lambda it, twin: it == twin, made, other(made) if other in (list, dict) else tuple(made))
    assert seen.verify().replay().result == plain


@rows(
    globals(),
    {
        "Rows(['a', None, 'c'])": """
            [_, _, _]    v.NAMES    v.parent    v.title()    v.double(2)    hasattr(v, 'NAMES')    v.__doc__    len(v)
            [_, _, _]    v.NAMES = 2; v.NAMES
            [_, _, _]    hasattr(v, 'title'), hasattr(v, 'keys')    getattr(v, 'shape', None)    v.shape
            ['a', _, _]    v.get(0)    v.head()    v.first()    v.ends
        """,
        "Slotted(['a', None, 'c'])": """
            ['a', _, _]    v.top()
        """,
        "Entries(a='b', c=None)": """
            {**_}    v.NAMES    v.title()    v.fromkeys('ab')    v.__doc__    hasattr(v, 'append')    v.shape
        """,
    },
)
def test_what_the_class_alone_tells_reads_no_element(row: Row) -> None:
    check(row)


def appending_by(base: Any) -> Any:
    return lambda self, word: base.append(self, f"{word}!")


class Shouting(list[str]):
    """A list whose method calls that of a base by a name of its own."""

    append = appending_by(list)


def test_a_base_that_is_called_by_another_name_gets_a_list() -> None:
    seen = observe(lambda it: (it.append("d"), it[-1]), Shouting("abc"))
    assert seen.verify().replay().result == (None, "d!")
    assert str(seen.demand) == "['a', 'b', 'c']"


class Counted(list[Any]):
    """A list whose methods call those of the base by name, and read an attribute."""

    def __init__(self, items: Any = (), more: Any = 2) -> None:
        super().__init__(items)
        self.more = more

    def __enter__(self) -> Any:
        list.append(self, self.more)
        return self

    def __exit__(self, *raised: Any) -> None:
        list.pop(self)

    def __delattr__(self, name: str) -> None:
        object.__setattr__(self, name, "deleted")

    def size(self) -> Any:
        return list.__len__(self) + self.more

    def __str__(self) -> str:
        return self[0]


def within(counted: Any) -> Any:
    with counted as inner:
        return inner is counted, len(counted), inner[-1]


@rows(
    globals(),
    {
        "Counted(['a', 'b'])": """
            Counted(['a', 'b'], more=2)    v.size()
            ['a', 'b']    del v.more; v.more, v
        """,
    },
)
def test_code_of_the_class_that_needs_a_list_gets_one_with_attributes(row: Row) -> None:
    check(row)


def test_a_special_method_that_returns_its_object_returns_the_one_that_was_passed() -> None:
    seen = observe(within, Counted(["a", "b"]), context=nf)
    assert seen.verify().replay().result == (True, 3, 2)


def test_text_of_a_part_is_plain_where_strings_are_no_atoms() -> None:
    seen = observe(lambda it: (type(str(it)), str(it)), Counted(["a", "b"]), atoms=())
    assert seen.result == (str, "a")


class Reflected(frozenset[Any]):
    def __radd__(self, other: Any) -> Any:
        return [other, self]


@pytest.mark.parametrize("other", [Reflected(), 1])
def test_a_reflected_operator_is_not_asked_between_two_of_one_class(other: Any) -> None:
    seen = observe(lambda x: other + x, Reflected(), catch=TypeError, context=nf).verify()
    assert (seen.error is None) == (other == 1)


class Meter:
    """Object that holds functions which close over it."""

    def __init__(self) -> None:
        def add() -> None:
            self.count += 1

        self.count = 0
        self.read = lambda: self.count
        self.add = add


def test_a_function_that_closes_over_an_argument_reads_and_writes_what_the_call_sees():
    def use(meter: Meter) -> int:
        meter.add()
        meter.count += 10
        return meter.read()

    meter = Meter()
    observation = observe(use, meter)
    assert (meter.count, observation.result) == (0, 11)
    observation.verify()
    assert observe(lambda meter: meter.read(), meter).verify().replay().result == meter.count == 0


def decorated(function: Any) -> Any:
    def announce(*args: Any) -> Any:
        return function(*args)

    return announce


class Announcer:
    """Object that holds a function made of a method of its own."""

    def __init__(self, make: Callable[[Announcer], Any]) -> None:
        self.calls = 0
        self.announce = make(self)

    def count(self, step: int) -> int:
        self.calls += step
        return self.calls


@pytest.mark.parametrize(
    "make",
    [
        lambda announcer: decorated(announcer.count),
        lambda announcer: decorated(decorated(announcer.count)),
        lambda announcer: decorated(lambda step: announcer.count(step)),
        lambda announcer: lambda step, to=announcer: to.count(step),
    ],
)
def test_a_function_made_of_a_method_of_an_argument_calls_that_of_the_copy(make: Callable[[Announcer], Any]):
    announcer = Announcer(make)
    observation = observe(lambda announcer: (announcer.announce(2), announcer.calls), announcer, context=nf)
    assert (announcer.calls, observation.result) == (0, (2, 2))
    assert str(observation.verify().replay().demand) == "Announcer(announce=Callable({'(2)': 2}), calls=0)"
