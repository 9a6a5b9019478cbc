"""Which class is of which kind, and that the user's own containers are read by their own methods."""

from __future__ import annotations

import array
import collections
import configparser
import itertools
import threading
import types
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any

import pytest

from strictcheck import nf, observe
from strictcheck.kinds.atom import AtomKind
from strictcheck.kinds.iterator import AsyncIteratorKind, IteratorKind
from strictcheck.kinds.mapping import MappingKind
from strictcheck.kinds.object import ObjectKind
from strictcheck.kinds.opaque import OpaqueKind
from strictcheck.kinds.sequence import SequenceKind
from strictcheck.kinds.set import SetKind
from strictcheck.kinds.table import kind_of


class Folded(MutableMapping[str, int]):
    """A mapping that ignores case; it counts how often it is read."""

    def __init__(self, **values: int) -> None:
        self.store = {name.lower(): value for name, value in values.items()}
        self.reads = 0

    def __getitem__(self, key: str) -> int:
        self.reads += 1
        return self.store[key.lower()]

    def __setitem__(self, key: str, value: int) -> None:
        self.store[key.lower()] = value

    def __delitem__(self, key: str) -> None:
        del self.store[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self.store)

    def __len__(self) -> int:
        return len(self.store)


class Letters(Sequence[str]):
    def __init__(self, letters: str) -> None:
        self.letters = list(letters)

    def __getitem__(self, index: Any) -> Any:
        return self.letters[index]

    def __len__(self) -> int:
        return len(self.letters)


class Restarting:
    """An iterator whose `__iter__` starts it anew."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.at = 0

    def __iter__(self) -> Restarting:
        self.at = 0
        return self

    def __next__(self) -> int:
        if self.at == len(self.values):
            raise StopIteration
        self.at += 1
        return self.values[self.at - 1]

    def peek(self) -> int:
        return self.values[self.at]


class Doubling(dict[str, int]):
    def __getitem__(self, key: str) -> int:
        return 2 * super().__getitem__(key)


class Named(dict[str, int]):
    def total(self) -> int:
        return self["a"] + self["b"]


class Reversed(list[int]):
    def __iter__(self) -> Iterator[int]:
        return reversed([*super().__iter__()])


class PythonMap(map):  # type: ignore[type-arg]
    def __next__(self) -> Any:
        return -super().__next__()


class Sub(collections.deque[int]): ...


async def asynchronous() -> Any:
    yield 1


KINDS = {
    SequenceKind: [list, tuple, collections.deque, type("L", (list,), {}), Sub],
    MappingKind: [
        dict, collections.OrderedDict, collections.defaultdict, collections.Counter, types.MappingProxyType, Named,
        type("O", (collections.OrderedDict,), {}), type("D", (collections.defaultdict,), {}),
    ],
    IteratorKind: [
        types.GeneratorType, map, zip, itertools.count, type(iter([])), type(iter({})), type(iter("")), enumerate,
        reversed, type(iter(int, 1)), type("M", (map,), {}),
    ],
    AsyncIteratorKind: [types.AsyncGeneratorType],
    ObjectKind: [
        Folded, Letters, Restarting, configparser.ConfigParser, configparser.SectionProxy, collections.UserDict,
        collections.UserList, collections.ChainMap,
    ],
    OpaqueKind: [Doubling, Reversed, PythonMap, array.array, type({}.items())],
    AtomKind: [range, int, str],
    SetKind: [set, frozenset, type("S", (set,), {})],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "cls"), [(kind, cls) for kind, classes in KINDS.items() for cls in classes])
def test_the_kind_of_a_class_is_read_off_its_bases(kind: type, cls: type) -> None:
    assert type(kind_of(cls)) is kind


def test_recognising_a_class_runs_no_code_of_its_metaclass() -> None:
    class Loud(type):
        def __getattribute__(cls, name: str) -> Any:
            raise AssertionError(name)

        def __subclasscheck__(cls, other: type) -> bool:
            raise AssertionError(other)

        def __instancecheck__(cls, value: Any) -> bool:
            raise AssertionError(value)

    assert type(kind_of(Loud("Quiet", (), {}))) is ObjectKind


def test_a_user_written_mapping_is_read_by_its_own_methods_once() -> None:
    folded = Folded(Host=1, port=2)
    seen = observe(lambda f: (f["HOST"], "PORT" in f, len(f), f.get("x", 7)), folded, context=nf)
    assert seen.result == (1, True, 2, 7)
    assert folded.reads == 0
    assert seen.replay().result == (1, True, 2, 7)
    assert "'host': 1, 'port': _" in str(seen.demand)


def test_a_write_to_a_user_written_mapping_stays_with_the_thunk() -> None:
    folded = Folded(a=1)

    def change(f: Any, x: Any) -> Any:
        f["B"] = x
        del f["A"]
        return dict(f)

    assert observe(change, folded, [5], context=nf).result == {"b": [5]}
    assert (folded.store, folded.reads) == ({"a": 1}, 0)


def test_a_parser_of_configuration_answers_as_it_does_by_itself() -> None:
    parser = configparser.ConfigParser()
    parser.read_string("[DEFAULT]\nx = 1\n[one]\ny = %(x)s2\n")

    def read(p: Any) -> Any:
        return p["one"]["y"], p.getint("one", "x"), p.sections(), p.has_option("one", "z"), list(p["one"])

    assert observe(read, parser, context=nf, atoms=(str, bytes)).result == read(parser)


def test_an_iterator_whose_iter_starts_it_anew_starts_anew() -> None:
    def twice(it: Any) -> Any:
        return [next(it), next(it)], it.peek(), [*it], [*it]

    seen = observe(twice, Restarting([1, 2, 3]), context=nf)
    assert seen.result == ([1, 2], 3, [1, 2, 3], [1, 2, 3])
    assert seen.replay().result == seen.result


def test_a_method_beside_the_protocol_is_recorded() -> None:
    seen = observe(lambda it: it.peek(), Restarting([1, 2, 3]))
    assert "values=[1, _, _]" in str(seen.demand)


def test_a_sequence_written_by_a_user_counts_what_its_methods_read() -> None:
    seen = observe(lambda s: s[1], Letters("abc"), context=nf)
    assert seen.result == "b"
    assert "[_, 'b', _]" in str(seen.demand)


def test_a_container_that_reads_otherwise_than_its_base_is_right() -> None:
    assert observe(lambda d: (d["a"], d.get("a"), [*d.values()]), Doubling(a=2), context=nf).result == (4, 2, [2])
    assert observe(lambda xs: [*xs], Reversed([1, 2]), context=nf).result == [2, 1]
    assert observe(lambda it: [*it], PythonMap(abs, [1, 2]), context=nf).result == [-1, -2]


def test_a_method_of_a_dict_that_reads_as_a_dict_counts_the_keys_it_reads() -> None:
    seen = observe(lambda d: d.total(), Named(a=1, b=2, c=3))
    assert seen.result == 3


def test_a_result_that_is_a_user_written_iterator_is_kept_as_a_stream() -> None:
    seen = observe(lambda xs: Restarting(xs), [1, 2, 3], context=nf)
    assert list(seen.result) == [1, 2, 3]


class Recording(dict[str, Any]):
    """A dict that reads otherwise, keeps state beside, and holds a lock."""

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.asked: list[str] = []
        self.lock = threading.RLock()

    def __getitem__(self, key: str) -> Any:
        self.asked.append(key)
        return super().__getitem__(key)


def test_a_container_with_methods_of_its_own_is_left_as_it_was() -> None:
    given = Recording(a=[1])

    def use(d: Any, x: Any) -> Any:
        d["a"].append(2)
        d["b"] = x
        d.kept = x
        return d

    seen = observe(use, given, [5], context=nf)
    assert (dict(given), given.asked) == ({"a": [1]}, [])
    assert isinstance(seen.result, Recording)
    assert type(dict.__getitem__(seen.result, "b")) is list
    assert type(seen.result.kept) is list  # type: ignore[attr-defined]
    assert seen.result.asked == ["a"]
    assert dict(seen.result) == {"a": [1, 2], "b": [5]}
