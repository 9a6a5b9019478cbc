"""Classes derived from list and dict: their methods, hooks and writes look at what their code looks at."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import DemandMismatch, assert_reads_only, assert_same_demand, nf, observe


class Noting(list[int]):
    """A list whose methods call those of the base in C."""

    def append(self, number: int) -> None:
        super().append(number + 1)

    def push(self, number: int) -> int:
        list.append(self, number)
        return self[-1]


class Tally(Counter[str]):
    """A counter whose method calls one of the base in Python, which calls that of its own base."""

    def count_again(self, key: str) -> int:
        Counter.update(self, [key])
        return self[key]


class Sheet(dict[str, Any]):
    """A dict with a method."""

    def first(self) -> Any:
        return self["a"]


class Deck(list[int]):
    """A list whose methods use its attributes."""

    def __init__(self, cards: list[int]) -> None:
        super().__init__(cards)
        self.drawn: list[int] = []

    def draw(self) -> int:
        self.drawn.append(self.pop(0))
        return self.drawn[-1]

    def top(self) -> Any:
        return self[0]

    def sorted_top(self) -> Any:
        return sorted(self)[0]

    @property
    def second(self) -> Any:
        return self[1]


def test_a_method_of_the_class_fetches_no_element_but_those_it_reads() -> None:
    deck = Deck([5, 6, 7])
    observation = observe(lambda deck: deck.draw() + 0, deck, count=True).verify().replay()
    assert str(observation.demand) == "Deck([5, _, _], drawn=[])"
    assert (list(deck), deck.drawn) == ([5, 6, 7], [])
    assert_reads_only(lambda deck: deck.draw() + 0, deck, "0", "drawn")


def test_methods_of_a_derived_list_and_dict_read_what_their_code_reads() -> None:
    deck: Any = Deck(["a", "b", "c"])  # type: ignore[list-item]
    assert str(observe(lambda deck: deck.top(), deck).verify().replay().demand) == "['a', _, _]"
    assert str(observe(lambda deck: deck.second, deck).verify().replay().demand) == "[_, 'b', _]"
    assert_reads_only(lambda deck: deck.top(), deck, 0)
    with pytest.raises(DemandMismatch, match="also looks at deck"):
        assert_same_demand(lambda deck: deck.top(), lambda deck: deck.sorted_top(), deck)
    for function in (lambda numbers: numbers.append(4), lambda numbers: numbers.push(4)):
        observe(function, Noting([1, 2])).verify().replay()
    tally = Tally("aab")
    assert observe(lambda tally: tally.count_again("b"), tally).verify().replay().result == 2
    table = Sheet(a="x", b="y")
    assert str(observe(lambda sheet: sheet.first(), table).verify().replay().demand) == "{'a': 'x', **_}"


class Settings(dict[str, Any]):
    """A dict whose keys are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def test_hooks_of_a_derived_dict_read_what_their_code_reads() -> None:
    def set_and_read(settings: Any) -> Any:
        settings.user = settings.host
        return settings.user, hasattr(settings, "log")

    settings = Settings(host="a", port=None, debug="b")
    observation = observe(set_and_read, settings, context=nf).verify().replay()
    assert str(observation.demand) == "{'host': 'a', 'log': absent, **_}"
    assert str(observe(lambda x: setattr(x, "user", 1), settings).verify().replay().demand) == "{**_}"
    assert_reads_only(lambda settings: settings.host, settings, "host")
    assert settings == {"host": "a", "port": None, "debug": "b"}


@pytest.mark.parametrize(
    ("change", "demand"),
    [
        (lambda deck: deck.append("d"), "[_, _, _]"),
        (lambda deck: deck.extend(["d"]), "[_, _, _]"),
        (lambda deck: deck.insert(0, "d"), "[_, _, _]"),
        (lambda deck: deck.__setitem__(0, "d"), "[_, _, _]"),
        (lambda deck: deck.draw(), "Deck(['a', _, _], drawn=[])"),
        (lambda deck: (deck.pop(), deck.second, len(deck.drawn)), "Deck([_, None, 'c'], drawn=[])"),
        (lambda deck: (deck.insert(0, "d"), sorted(map(str, deck))), "['a', None, 'c']"),
        (
            lambda deck: (deck.pop(), deck.sort(key=str), deck.drawn.append("d")),
            "Deck(['a', None, 'c'], name='x', drawn=[])",
        ),
    ],
)
def test_a_write_to_a_derived_list_fetches_no_element_but_one_that_it_takes_out(change: Any, demand: str) -> None:
    deck: Any = Deck(["a", None, "c"])  # type: ignore[list-item]
    deck.name = "x"
    assert str(observe(change, deck).verify().replay().demand) == demand
    assert (list(deck), vars(deck)) == (["a", None, "c"], {"drawn": [], "name": "x"})


class Getting(dict[str, Any]):
    """A dict whose keys are attributes, by the method of dict itself."""

    __getattr__ = dict.get


class Strict(dict[str, Any]):
    __getattr__ = dict.__getitem__


class Nested(dict[str, Any]):
    def __getattr__(self, name: str) -> Any:
        found = self[name]
        return Nested(found) if isinstance(found, dict) else found


@pytest.mark.parametrize("cls", [Getting, Strict, Nested])
def test_attributes_that_are_keys_look_at_these_keys_alone(cls: Any) -> None:
    observation = observe(lambda config: config.host + "!", cls(host="a", port="b"))
    assert str(observation.verify().demand) == "{'host': 'a', **_}"
    observation.replay()


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


@rows(
    globals(),
    {
        "Rows(['a', None, 'c'])": """
            [_, _, _]    v.NAMES    v.parent    v.title()    v.double(2)    hasattr(v, 'NAMES')    v.__doc__    len(v)
            [_, _, _]    hasattr(v, 'title'), hasattr(v, 'keys')    getattr(v, 'shape', None)    v.shape
            ['a', _, _]    v.get(0)    v.head()    v.first()    v.ends
            ['a', None, 'c']    v.NAMES = 2; v.NAMES
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
