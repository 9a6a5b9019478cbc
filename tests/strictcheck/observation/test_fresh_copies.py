"""The plain call of `verify` gets arguments of its own: copies of what can change, and iterators given again."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import gc
import io
import itertools
import pathlib
import random
import tempfile
import types
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from operator import length_hint
from typing import Any, NamedTuple

import pytest
from long_runs import size
from shared_values import Point

from strictcheck import (
    Stream,
    assert_same_demand,
    nf,
    observe,
    take,
)
from strictcheck.errors import NotCertified
from strictcheck.observation.fresh_copies import NEAR


def pairs(it: Iterator[int]) -> list[tuple[int, int]]:
    return list(zip(*[it] * 2, strict=False))


def failing(xs: list[int]) -> Iterator[int]:
    yield from xs
    raise OSError("gone")


ITERATORS: list[tuple[Callable[..., Any], Callable[[], Any]]] = [
    (next, lambda: iter([1, 2])),
    (list, lambda: iter([1, 2])),
    (pairs, lambda: iter([1, 2, 3])),
    (lambda it: map(abs, it), lambda: iter([-1, -2, -3])),
    (lambda it: [list(twin) for twin in itertools.tee(it)], lambda: iter([1, 2])),
    (list, lambda: failing([1])),
    (lambda it: next(it).append(1), lambda: iter([[0], [1]])),
    (lambda stream: stream[0].append(1), lambda: Stream([[0], [1]])),
    (lambda holder: next(holder["it"]), lambda: {"it": iter([1, 2])}),
    (lambda xs: (x + 1 for x in xs), lambda: [1, 2, 3]),
]


@pytest.mark.parametrize(("function", "make"), ITERATORS)
def test_iterators_are_given_again_from_what_was_pulled(function: Callable[..., Any], make: Callable[[], Any]) -> None:
    value = make()
    observation = observe(function, value, context=take(1) if function is ITERATORS[3][0] else nf, catch=Exception)
    demand = str(observation.demand)
    observation.verify()
    assert str(observation.demand) == demand


def test_verifying_pulls_nothing_more_of_the_caller_s_iterator() -> None:
    numbers = itertools.count()
    observe(lambda it: [next(it), next(it)], numbers).verify()
    assert next(numbers) == 2


def test_what_cannot_be_copied_is_named_once_and_only_where_it_matters() -> None:
    source = random.SystemRandom()
    with pytest.raises(NotCertified, match=r"(?s)cannot tell: .*no safe copy of SystemRandom") as caught:
        observe(lambda source: source.random(), source).verify()
    assert str(caught.value).count("SystemRandom") == 1
    observe(lambda source: source.gauss_next, source).verify()


def test_an_alias_is_one_object_in_the_copies_too() -> None:
    shared = [1]
    ring: list[Any] = [shared, shared]
    ring.append(ring)
    observe(lambda xs: xs[0][0] + xs[1][0] + len(xs[2]), ring).verify()


def test_what_was_not_reached_is_not_copied() -> None:
    class Uncopied:
        def __deepcopy__(self, memo: Any) -> Any:
            raise AssertionError("copied")

        __copy__ = __reduce_ex__ = __deepcopy__

    observe(lambda xs: xs[0], [1, Uncopied()]).verify()


def test_a_part_that_was_hardly_looked_at_is_one_object_wherever_it_is_found() -> None:
    inner = [[1], 2]
    observe(lambda *args: args[0].append(len(args[0])), inner, "a", [inner]).verify()
    observe(lambda xs, ys: (len(xs), [xs, ys])[1], inner, [inner]).verify()


class Remembering(NamedTuple("Remembering", [("x", int)])):
    @functools.cached_property
    def double(self) -> int:
        return 2 * self.x


@dataclass(frozen=True)
class Caching:
    x: Any

    @functools.cached_property
    def double(self) -> int:
        return 2 * len(self.x)


@dataclass(frozen=True)
class Numbered:
    x: int

    def number(self) -> int:
        object.__setattr__(self, "y", 2)
        return self.x


def renumber(one: Any) -> None:
    object.__setattr__(one, "x", 3)


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (lambda xs: xs[0].double, Remembering(1)),
        (lambda xs: xs[0].double, Caching([1])),
        (lambda xs: xs[0].number(), Numbered(1)),
        (lambda xs: renumber(xs[0]), Numbered(1)),
    ],
)
def test_a_frozen_object_that_a_call_writes_to_all_the_same_is_left_as_it_is(
    function: Callable[..., Any], value: Any
) -> None:
    before = {**vars(value)}
    with contextlib.suppress(NotCertified):
        observe(function, [value], atoms="auto", catch=Exception).verify()
    assert vars(value) == before
    assert value.x in (1, [1])


class Handler:
    """Object that keeps methods of its own, and of its list, as those who register callbacks do."""

    def __init__(self) -> None:
        self.count, self.kept = 0, [0]
        self.called, self.keep = self.increment, self.kept.append

    def increment(self) -> int:
        self.count += 1
        return self.count


def test_a_stored_method_runs_on_the_thunk_of_its_object() -> None:
    handler = Handler()
    observed = observe(lambda h: (h.called(), h.count, len(h.kept), h.keep(1), len(h.kept)), handler, context=nf)
    assert (observed.result, handler.count, handler.kept) == ((1, 1, 1, None, 2), 0, [0])
    observed.verify()


def test_of_wide_values_only_what_is_near_is_copied() -> None:
    rows = [[number] for number in range(size(10_000, 1_000_000))]
    given = observe(len, rows)._given_again()
    assert len(given.copies) <= NEAR + 1


class Connection:
    """Closed when it is freed, as files, sockets and pools are; a copy of it would close what it shares."""

    closed = 0

    def __del__(self) -> None:
        Connection.closed += 1


class OwnDict(dict[str, Any]):
    def __iter__(self) -> Iterator[str]:
        return super().__iter__()


def read_x(point: Any) -> str:
    return point.x


def is_held(point: Any) -> bool:
    return point.y is not None and bool(point.x)


@pytest.mark.usefixtures("young_heap")
@pytest.mark.parametrize("function", [read_x, is_held])
@pytest.mark.parametrize(
    "hold",
    [
        lambda one: one,
        lambda one: [one],
        lambda one: {"a": one},
        lambda one: OwnDict(a=one),
        lambda one: {one},
        lambda one: types.SimpleNamespace(a=one),
    ],
)
def test_what_closes_itself_when_it_is_freed_is_not_copied(
    function: Callable[[Any], Any], hold: Callable[[Any], Any]
) -> None:
    point = Point("n", hold(Connection()))
    closed = Connection.closed
    observe(function, point).verify().replay()
    gc.collect()
    assert Connection.closed == closed


@pytest.mark.usefixtures("young_heap")
def test_a_temporary_file_that_nobody_read_is_still_there() -> None:
    with tempfile.NamedTemporaryFile() as file:
        point = Point("n", file)
        assert_same_demand(read_x, lambda point: point.x, point)
        observe(read_x, point).verify().replay()
        gc.collect()
        assert pathlib.Path(file.name).exists()


def some_generator() -> Any:
    yield 1
    return 2


def delegated(iterator: Any) -> list[Any]:
    def outer() -> Any:
        yield (yield from iterator)

    return [*outer()]


class Missing:
    """Class of a sentinel."""


class Bare:
    """Class of a sentinel that can hold nothing."""

    __slots__ = ()


class Named:
    """Class of a sentinel with attributes, which is its own copy."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __copy__(self) -> Named:
        return self


class Mark:
    """Class of a sentinel that has a name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Flagged:
    """Class of a sentinel with an attribute in its dict."""

    def __init__(self) -> None:
        self.name = "flag"


MISSING, BARE, MARK, FLAG = Missing(), Bare(), Mark("mark"), Flagged()


def test_a_sentinel_that_can_hold_nothing_is_handed_out_as_itself() -> None:
    assert observe(lambda xs: xs[0] is BARE, [BARE]).verify().result


@pytest.mark.parametrize("sentinel", [MISSING, MARK, FLAG, Named("missing")])
def test_verify_notices_that_a_sentinel_is_behind_a_thunk(sentinel: Any) -> None:
    observation = observe(lambda xs: xs[0] is sentinel, [sentinel])
    assert not observation.result
    with pytest.raises(NotCertified, match="atoms="):
        observation.verify()
    assert observe(lambda xs: xs[0] is sentinel, [sentinel], atoms="auto").result


@pytest.mark.parametrize("sentinel", [MISSING, FLAG, Named("missing")])
def test_a_sentinel_that_the_call_changes_is_copied_for_a_second_call(sentinel: Any) -> None:
    before = dict(vars(sentinel))
    assert observe(lambda xs: setattr(xs[0], "name", "new") or xs[0].name, [sentinel]).verify().result == "new"
    with pytest.raises(ZeroDivisionError):
        observe(lambda xs: setattr(xs[0], "name", "new") or 1 / 0, [sentinel])
    assert vars(sentinel) == before


def copied(iterator: Any) -> list[Any]:
    next(iterator)
    return [*copy.copy(iterator), *iterator]


# Questions about an iterator that it still answers when it is given again.
AGAIN: list[tuple[Callable[[Any], Any], Callable[[], Any]]] = [
    (lambda it: isinstance(it, map), lambda: map(abs, [1])),
    (lambda it: isinstance(it, Generator), lambda: map(abs, [1])),
    (lambda it: (next(it), it.__class__), lambda: enumerate("ab")),
    (lambda it: (next(it), it.__length_hint__()), lambda: iter([1, 2])),
    (lambda it: (next(it), length_hint(it, -1)), lambda: iter([1, 2])),
    (lambda it: (next(it), length_hint(it, -1)), lambda: map(abs, [1, 2])),
    (lambda it: (it.__name__, isinstance(it, Generator)), some_generator),
    (copied, lambda: iter([1, 2, 3])),
    (delegated, some_generator),
]


@pytest.mark.parametrize(("function", "make"), AGAIN)
def test_verify_gives_an_iterator_again_as_one_of_its_class(
    function: Callable[..., Any], make: Callable[[], Any]
) -> None:
    assert observe(function, make(), context=nf).verify().result == function(make())
    assert observe(function, make(), context=nf, atoms="auto").verify().result == function(make())


class Basket(NamedTuple):
    """Named tuple with a part that can change."""

    items: list[int]


class Labelled(Basket):
    """Named tuple whose values have a `__dict__` too."""


@pytest.mark.parametrize("cls", [Basket, Labelled])
def test_verifying_leaves_the_parts_of_a_named_tuple_as_they_are(cls: type[Basket]) -> None:
    basket = cls([1])
    observe(lambda basket: basket.items.append(2), basket).verify()
    assert basket.items == [1]


def pull_by_turns(one: Iterator[Any], other: Iterator[Any]) -> list[Any]:
    return [next(one), next(other), next(one)]


@pytest.mark.parametrize(
    "make",
    [lambda: iter([1, 2, 3, 4]), lambda: (one for one in [1, 2, 3, 4]), lambda: io.StringIO("1\n2\n3\n4\n")],
    ids=["iterator", "generator", "file"],
)
def test_an_iterator_given_twice_is_one_in_a_replay(make: Callable[[], Any]) -> None:
    observation = observe(pull_by_turns, shared := make(), shared, context=nf)
    assert observation.verify().replay().result == pull_by_turns(again := make(), again)


class Branch:
    """Node of a tree that knows its parent."""

    def __init__(self, parent: Branch | None = None) -> None:
        self.parent, self.children = parent, list[Branch]()
        if parent is not None:
            parent.children.append(self)


def test_verify_leaves_unread_parts_of_a_changed_tree_alone() -> None:
    root = Branch()
    leaf = Branch(Branch(root))
    observe(lambda tree: len(Branch(tree).parent.children), root, context=nf).verify()
    assert leaf.parent.children[0] is leaf
    assert root.children[0].children[0] is leaf


@dataclass(eq=False)
class Twig:
    """Record that knows its parent, so that a result that is part of a tree is reached from itself."""

    parent: Twig | None = None
    children: list[Twig] = dataclasses.field(default_factory=list)


def test_a_part_of_a_tree_that_is_returned_without_a_look_is_itself() -> None:
    root = Twig()
    root.children.append(Twig(root, [Twig()]))
    root.children[0].children[0].parent = root.children[0]
    observe(lambda tree: tree.children[0], root).verify()
    assert_same_demand(lambda tree: tree.children[0], lambda root: root.children[0], root)
