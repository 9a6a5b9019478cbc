"""Methods in Python of classes derived from list, deque and dict look at what their code looks at."""

from __future__ import annotations

import functools
from collections import deque
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import observe


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


class Named(list[str]):
    """A list whose method calls that of a base by a name of its own."""

    append = appending_by(list)


def test_a_base_that_is_called_by_another_name_gets_a_list() -> None:
    seen = observe(lambda it: (it.append("d"), it[-1]), Named("abc"))
    assert seen.verify().replay().result == (None, "d!")
    assert str(seen.demand) == "['a', 'b', 'c']"
