"""Random programs on random object graphs come out under observation as they do plainly: same parts, same identity.

Or a certificate says that they do not, which a long run allows once in a batch. Never may a result be wrong in silence
or hold a thunk, or an object of the caller's be changed.

A long run: `STRICTCHECK_EXAMPLES=1000000 python -m pytest -n0 tests/laws/test_random_graphs.py`. A failure names its
seed, and shows the fewest steps with which it fails. A case that would take all memory fails, too: it gets no more than
`MOST_MEMORY`.
"""

from __future__ import annotations

import copy
import os
import sys
from collections import OrderedDict, UserDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from graphs import Program, graph, graph_difference, has_opaque, has_own_equality, make_classes, picture, program
from long_runs import NAME, size

from strictcheck import nf, observe
from strictcheck.errors import NotCertified

EXAMPLES = int(os.environ.get(NAME, 0))
MOST_NOTICED = 1 if EXAMPLES else 0  # in a batch
BATCH = 500  # examples that share their classes
BATCHES = EXAMPLES // BATCH or size(1, 2)
FIRST = Random().randrange(10**9) if EXAMPLES else 0
MOST_MEMORY = 4 << 30  # bytes of this process: many times what a case needs


@lru_cache(maxsize=1)
def classes_of(batch: int) -> list[type]:
    return make_classes(Random(batch))


def arguments(batch: int, number: int) -> list[Any]:
    return graph(Random(f"{batch}/{number}"), classes_of(batch), cyclic=number % 2 == 0)


class Fault(NamedTuple):
    """Failure of an observation; noticed if a certificate says so, silent otherwise."""

    is_noticed: bool
    text: str


def fault_of(steps: Program, batch: int, number: int) -> Fault | None:
    """Return how the observed run of a program differs from the plain one; None if it does not.

    It may where an object of the graph is opaque: such ones, and what is in them, are the caller's own. And a program
    is left out if an `==` in it never ends, as that of a list that holds itself.
    """
    try:
        return compare(steps, arguments(batch, number), arguments(batch, number))
    except RecursionError:
        return None


def compare(steps: Program, args: list[Any], kept: list[Any]) -> Fault | None:
    plain, before, opaque = steps(*kept), picture(args), has_opaque(args)
    observation = observe(steps, *args, context=nf, catch=Exception)
    if picture(args) != before and not opaque:
        return Fault(False, "the caller's own objects are changed")
    found = graph_difference(plain, observation.result)
    if found and found.startswith("a thunk"):
        return Fault(False, found)
    try:
        observation.verify()
        if found and not (opaque and has_own_equality(args)):
            return Fault(False, f"{found}; verify does not say so")
        observation.replay()
    except NotCertified as error:
        return None if opaque else Fault(True, f"{found} {error}")
    return None


def fewest(steps: Program, batch: int, number: int, is_noticed: bool) -> Program:
    """Replace steps by idle ones as long as it fails in the same way: others refer to registers by number."""
    for at in range(len(steps.steps)):
        fewer = replace(steps, steps=[*steps.steps[:at], ("class", 0, 0, 0), *steps.steps[at + 1 :]])
        fault = fault_of(fewer, batch, number)
        if fault is not None and fault.is_noticed == is_noticed:
            steps = fewer
    return steps


@pytest.fixture
def bounded_memory() -> Iterator[None]:
    """Let a program that never ends raise `MemoryError` before the machine has no memory left."""
    if sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def named(batch: int, number: int) -> Iterator[None]:
    """Note the seed of the case at whatever it raises, Ctrl-C of an endless one among it."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in batch {batch}, {number}")
        raise


@pytest.mark.usefixtures("bounded_memory")
@pytest.mark.parametrize("batch", range(FIRST, FIRST + BATCHES))
def test_a_program_on_a_graph_comes_out_the_same_when_observed(batch: int) -> None:
    noticed = 0
    for number in range(BATCH):
        with named(batch, number):
            steps = program(Random(f"steps {batch}/{number}"), arguments(batch, number), cyclic=number % 2 == 0)
            fault = fault_of(steps, batch, number)
        noticed += fault is not None and fault.is_noticed
        if fault is not None and (not fault.is_noticed or noticed > MOST_NOTICED):
            least = fewest(steps, batch, number, fault.is_noticed)
            pytest.fail(f"batch {batch}, {number}: {least}: {fault_of(least, batch, number)}")


class Backwards(NamedTuple("Backwards", [("a", Any), ("b", Any)])):
    def __iter__(self) -> Iterator[Any]:
        return iter([self[1], self[0]])


class Counted(dict[Any, Any]):
    def __len__(self) -> int:
        return 0


class Wrapping(OrderedDict[Any, Any]):
    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, [value])


class Several(set[Any]):
    def __iter__(self) -> Iterator[Any]:
        return iter([1, 2])


class Group(set[Any]):
    pass


class Never(list[Any]):
    def __bool__(self) -> bool:
        return False


class Noted(list[Any]):
    pass


class Joined(list[Any]):
    def __add__(self, other: Any) -> Any:
        return [self, other]


class Doubling(dict[Any, Any]):
    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, [value, value])


class Filling(defaultdict[Any, Any]):
    def __reversed__(self) -> Iterator[Any]:
        return iter([1])


class Writing:
    def __setitem__(self, key: Any, value: Any) -> None:
        self.key = key


def wrapping(value: Any) -> Wrapping:
    made = Wrapping()
    OrderedDict.__setitem__(made, "a", value)
    return made


class Both(tuple[Any, ...]):
    def __reversed__(self) -> Iterator[Any]:
        return iter([1])


class Asking(tuple[Any, ...]):
    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def grow_while_walking(x: Any) -> Any:
    for _ in x:
        x.append(1)


def hold(x: Any, key: Any, value: Any) -> Any:
    x[key] = value
    return [x, value]


def grow(x: Any) -> Any:
    x.extend(x)
    return x


def grow_within(x: Any, y: Any) -> Any:
    x.append(0)
    return [x, y]


def mark(x: Any) -> Any:
    x.a = x
    return x


def delete_attribute(x: Any) -> Any:
    del x.b
    return [x, None]


def hold_itself(x: Any) -> Any:
    x.a, x.b = x, [x]
    return x


def hold_by_name(x: Any, y: Any) -> Any:
    x.b = y
    return x


def delete(x: Any) -> Any:
    del x[0]


def backwards(x: Any) -> Any:
    try:
        return [*reversed(x)]
    except TypeError as error:
        return str(error)


def length(x: Any) -> Any:
    try:
        return len(x)
    except TypeError:
        return None


# Each was found by the law above: a function, its arguments, and the exception that it raises, if it does.
FOUND: dict[str, tuple[Callable[..., Any], Callable[[], list[Any]], type[Exception] | None]] = {
    "a named tuple with a way to iterate, in an opaque value": (
        lambda x: (x["a"], x),
        lambda: [Counted(a=Backwards(1, [2]))],
        None,
    ),
    "an ordered dict that wraps what it is given": (lambda x: (x["a"], x), lambda: [wrapping([])], None),
    "an ordered dict that wraps the default that it is given": (
        lambda x: (x.setdefault("b", 1), x.update(a=2), x),
        lambda: [wrapping([])],
        None,
    ),
    "a key of a dict with a way to set keys, removed and given again": (
        lambda x: (x.pop("a"), x.update(a=2), x),
        lambda: [Doubling(a=1, b=2)],
        None,
    ),
    "a tuple given twice, in a list that it holds": (
        lambda x, y, z: [x, y.append(z), y],
        lambda: [both := (0, shared := [1]), shared, both],
        None,
    ),
    "a tuple that stands twice in a tuple that is given twice": (
        lambda x, y: [x, y],
        lambda: [both := Asking([shared := Asking([0]), shared]), both],
        None,
    ),
    "an operator with a way to go, and an object that it does not look at": (
        lambda x, y: len(x + y),
        lambda: [Joined([1]), UserDict(a=1)],
        None,
    ),
    "an attribute that is deleted from a list": (delete_attribute, lambda: [hold_by_name(Noted([1]), (0,))], None),
    "an attribute of a set with a way to iterate": (mark, lambda: [Several({0})], None),
    "a set that holds itself as an attribute": (lambda x: [x, x.a], lambda: [mark(Group({0}))], None),
    "a list with a truth of its own that grows by itself": (grow, lambda: [Never([1, 2])], None),
    "a key of a dict with a way to walk backwards": (
        lambda x, y: (x[y], x),
        lambda: [Filling(int), frozenset({0})],
        None,
    ),
    "a deque of one that grows while it is walked": (grow_while_walking, lambda: [deque([1])], RuntimeError),
    "opaque values that hold each other": (
        lambda x, y: [hold(x, 0, y), hold(y, 0, x)],
        lambda: [Counted(), Counted()],
        None,
    ),
    "a dict in a list that it holds": (lambda *x: hold(x[0], 0, [x[0]]), lambda: [shared := {1: 2}, shared], None),
    "a set given twice": (lambda x, y: [x, y], lambda: [shared := {1, 2}, shared], None),
    "a class that writes items, and deletes none": (delete, lambda: [Writing()], AttributeError),
    "an object that the call changes, in a tuple with a way to iterate": (
        lambda x, y: [x.popitem(), x, y],
        lambda: [shared := UserDict(a=1, b=2), Both((0, shared))],
        None,
    ),
    "an object put into an opaque value that is in a dict": (
        lambda x, y: {"a": hold_by_name(x, y)},
        lambda: [Filling(int), Writing()],
        None,
    ),
    "a dict for its own key": (lambda x: x[x], lambda: [{"a": (shared := (1, False)), "b": shared}], TypeError),
    "a list that grows, in a tuple with a way to iterate": (
        grow_within,
        lambda: [shared := [1], Both([shared])],
        None,
    ),
    "an object that the call changes, in a namespace that it does not": (
        lambda x, y: [y.__class__, mark(x), y],
        lambda: [shared := Writing(), SimpleNamespace(a=shared)],
        None,
    ),
    "a list that shrinks, in a namespace that the call does not look into": (
        lambda x, y: [x, y.pop()],
        lambda: [SimpleNamespace(a=(shared := [[1], {}, 2])), shared],
        None,
    ),
    "an opaque value that is put into one that it holds": (
        lambda x: hold(x["a"], "a", x)[1],
        lambda: [Counted(a=Counted())],
        None,
    ),
    "a class that reads attributes past its hooks, and has no length": (
        lambda x: [hasattr(x, name) for name in ("__len__", "__iter__", "__call__", "__add__", "other", "b")],
        lambda: [type("Past", (Writing,), {"__getattr__": lambda self, name: object.__getattribute__(self, name)})()],
        None,
    ),
    "a mapping, and a list, that say themselves that they cannot be walked backwards": (
        lambda x, y: [backwards(one) for one in (x[0], y[0])],
        lambda: [[UserDict(a=1)], [type("Onward", (list,), {"__reversed__": None})([1])]],
        None,
    ),
    "a namespace that holds itself, copied deeply": (
        lambda x: copy.deepcopy([x, x.a, x.b[0]]),
        lambda: [hold_itself(SimpleNamespace())],
        None,
    ),
    "a class that says itself that it has no length": (
        lambda x: length(x[0]),
        lambda: [[type("Endless", (), {"__len__": None})()]],
        None,
    ),
    "a class with indices, and no way to iterate": (
        lambda x: (hasattr(x, "__iter__"), [*x]),
        lambda: [type("Indexed", (), {"__getitem__": lambda self, index: [5][index]})()],
        None,
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_the_law_has_found_comes_out_the_same(name: str) -> None:
    function, make, raises = FOUND[name]
    args, kept = make(), make()
    before = picture(args)
    observation = observe(function, *args, context=nf, catch=Exception)
    if raises is not None:
        assert type(observation.error) is raises
        with pytest.raises(raises):
            function(*kept)
    else:
        assert graph_difference(function(*kept), observation.result) is None
    assert picture(args) == before
    observation.verify().replay()


def grow_beside(x: Any, y: Any) -> Any:
    y.extend(y)
    return [x, y]


@pytest.mark.parametrize(("call", "holder"), [(grow_beside, Never), (lambda x, y: copy.deepcopy([x, y]), Both)])
def test_verify_notices_what_is_in_an_opaque_value_and_beside_it(call: Callable[..., Any], holder: type) -> None:
    inner: list[Any] = [1]
    observation = observe(call, inner, holder([inner]), context=nf)
    assert next(iter(observation.result[1])) is not observation.result[0]
    with pytest.raises(NotCertified, match="one object against two"):
        observation.verify()
