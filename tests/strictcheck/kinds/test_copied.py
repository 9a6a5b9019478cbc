"""Classes derived from list and dict: their methods, hooks and writes look at what their code looks at."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import DemandMismatch, assert_pulls_at_most, assert_reads_only, assert_same_demand, nf, observe


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
            "Deck(['a', None, 'c'], drawn=[])",
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


class Page(list[Any]):
    """A list that keeps what it has computed, counts, and forgets."""

    hits = 0

    def __init__(self, words: Any = ()) -> None:
        super().__init__(words)
        self.seen = 0

    @cached_property
    def head(self) -> Any:
        return self[0]

    def count_hit(self) -> Any:
        self.hits += 1
        self.seen += 1
        return self.hits, self.seen

    def forget(self) -> Any:
        del self.seen
        return hasattr(self, "seen"), len(self)


class Conf(dict[str, Any]):
    """A dict that keeps what it has computed."""

    @cached_property
    def url(self) -> Any:
        return self["host"]


class Version(tuple[Any, ...]):
    """A tuple that keeps what it has computed."""

    @cached_property
    def major(self) -> Any:
        return self[0]


def with_label(holder: Any) -> Any:
    holder.label = "new"
    return holder.label


@pytest.mark.parametrize(
    ("use", "value", "demand"),
    [
        (lambda it: it.head, Page("abc"), "['a', _, _]"),
        (lambda it: (it.head, it.head, it[1]), Page("abc"), "['a', 'b', _]"),
        (Page.count_hit, Page("abc"), "Page([_, _, _], seen=0)"),
        (lambda it: (it.count_hit(), it.append("d"), it.count_hit(), it[3]), Page("abc"), "Page([_, _, _], seen=0)"),
        (Page.forget, Page("abc"), "[_, _, _]"),
        (lambda it: (it.forget(), vars(it), it), Page("ab"), "['a', 'b']"),
        (lambda it: (with_label(it), it.sort(), it.label, vars(it)), Page("ab"), "Page(['a', 'b'], seen=0)"),
        (lambda it: (it.append("d"), with_label(it), it.pop(0), it), Page("ab"), "Page(['a', 'b'], seen=0)"),
        (lambda it: it.url, Conf(host="a", port="b"), "{'host': 'a', **_}"),
        (lambda it: (it.url, it["port"], it.url), Conf(host="a", port="b", x="c"), "{'host': 'a', 'port': 'b', **_}"),
        (with_label, Conf(host="a"), "{**_}"),
        (lambda it: (with_label(it), it), Conf(host="a"), "{'host': 'a'}"),
        (lambda it: it.major, Version("123"), "['1', _, _]"),
    ],
)
def test_attributes_that_the_call_sets_look_at_no_element(use: Any, value: Any, demand: str) -> None:
    before = dict(vars(value))
    seen = observe(use, value, context=nf)
    assert str(seen.demand) == demand
    seen.verify().replay()
    assert vars(value) == before


def test_elements_count_as_read_in_a_list_that_was_copied() -> None:
    def extended(rows: Any) -> Any:
        rows += [{"t": "z"}]
        read = [row for row in rows if row]
        return read[0]["t"]

    for use in (extended, lambda rows: (rows.sort(key=lambda row: 0), rows[0]["t"])[1]):
        with pytest.raises(DemandMismatch, match="pulled 3 elements of rows, 1 was expected"):
            assert_pulls_at_most(use, [{"t": "a"}, {"t": "b"}, {"t": "c"}], n=1)
    assert_pulls_at_most(lambda page: page.head, Page("abc"), n=1)


class Fixed(dict[str, Any]):
    """A dict with one attribute."""

    __slots__ = ("label",)


def test_an_attribute_that_the_class_has_no_place_for_is_refused_as_plainly() -> None:
    def mistaken(it: Any) -> Any:
        with pytest.raises(AttributeError, match="has no attribute 'name'"):
            it.name = 2  # while there is no copy
        it.label = 1
        return it.label

    assert observe(mistaken, Fixed(a=1)).verify().replay().result == 1


def test_a_tuple_that_can_have_attributes_is_one_object_by_whichever_way() -> None:
    version = Version("12")
    ways: list[tuple[Any, Any]] = [
        (lambda it: [it[1], it[2], it[1] is it[2]], [0, version, version]),
        (lambda it: [it[1], it[2], it[1] is it[2]], (0, version, version)),
        (lambda it: [it["a"], it["b"], it["a"] is it["b"]], {"a": version, "b": version, "c": 1}),
        (lambda it: [it[0][0], it[1], it[0][0] is it[1]], ((version,), version)),
    ]
    for use, value in ways:
        seen = observe(use, value, context=nf)
        assert seen.result[0] is seen.result[1]
        assert seen.verify().replay().result[2] is True


class Slotted(list[Any]):
    """A list whose attributes are kept in slots."""

    __slots__ = ("name", "tag", "unset")

    def __init__(self, items: Any = (), name: str = "n") -> None:
        super().__init__(items)
        self.name = name
        self.tag = "t"


class Tagged(list[Any]):
    """A list whose methods in C read none of its attributes."""

    def __init__(self, items: Any = (), tag: Any = "x") -> None:
        super().__init__(items)
        self.tag = tag


class Titled(dict[str, Any]):
    def __init__(self, title: Any = "x", **entries: Any) -> None:
        super().__init__(**entries)
        self.title = title

    def __repr__(self) -> str:
        return f"{self.title}: {dict.__repr__(self)}"


class Twice(dict[str, Any]):
    """A dict that keeps each entry as an attribute, too."""

    def __init__(self, **entries: Any) -> None:
        for name, part in entries.items():
            self[name] = part

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        super().__setitem__(name, value)

    __setitem__ = __setattr__

    def take(self, name: str) -> Any:
        delattr(self, name)
        return super().pop(name)


class Attributes(dict[str, Any]):
    """A dict that is its own `__dict__`."""

    def __init__(self, **entries: Any) -> None:
        super().__init__(**entries)
        self.__dict__ = self

    def first(self) -> Any:
        return self.a


@rows(
    globals(),
    {
        "Slotted(['a', None])": """
            Slotted([_, _], name='n')    v.name    v.name, len(v)
            [_, _]    v.name = 'm'; v.name    v.unset = 1; v.unset    hasattr(v, 'unset')    hasattr(v, 'other')
            Slotted([_, _], tag='t')    v.tag
        """,
        "Tagged([2, 1])": """
            [2, 1]    (v + [1])[0], v[1]    v.sort(); v[0]    v.copy()    v * 2    v == [2, 1]    repr(v)    v.count(2)
            [2, _]    v.remove(2); len(v)
            Tagged([_, _], tag='x')    vars(v)    'tag' in dir(v)
            Tagged([2, 1], tag='x')    v    v.sort(); v    v.sort(); vars(v)    copy.copy(v)    v.sort(); v[0], v.tag
            [2, 1]    v.sort(); v.tag = 3; v
        """,
        "Titled(a=1)": """
            {'a': 1}    v.copy()    v | {}    v == {'a': 1}    v.popitem()
            {**_}    v |= {'a': 2}; v['a']
            Titled({'a': 1}, title='x')    repr(v)    str(v)    v
        """,
        "Twice(a=1, b=2)": """
            {'a': 1, **_}    v.take('a'), hasattr(v, 'a')
            {**_}    del v.a; hasattr(v, 'a')
            Twice({'a': 1, 'b': 2}, a=1, b=2)    v.c = 3; vars(v).pop('c'), v    v['c'] = 3; v.c, v
        """,
        "Attributes(a='x', b='y')": """
            {'a': 'x', **_}    v.a    v['a'], v.a    v.first()    v.pop('a'), hasattr(v, 'a')
            {'c': absent, **_}    v.c    getattr(v, 'c', 1)
            {**_}    v['c'] = 1; v.c    v.c = 1; v['c'], v.c    v.update(a=2); v.a
            {'a': 'x', 'b': 'y'}    v    v.c = 1; v    [*v.items()] and v.a    del v.a; v
        """,
    },
)
def test_an_attribute_in_a_slot_or_an_entry_is_read_alone(row: Row) -> None:
    check(row)
