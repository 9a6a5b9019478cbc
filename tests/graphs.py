"""Random object graphs, random classes, and random programs over them, all made by seed.

A graph has cycles and aliases; its nodes are of built-in classes and of subclasses with random methods of their own. A
program is a list of steps over registers, of which some change what they get. `picture` describes values and all that
can be reached from them, with the identity of each object, past any method of theirs.
"""

from __future__ import annotations

import copy
import itertools
import operator
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple

from strictcheck import is_thunk
from strictcheck.kinds.equality import ADDRESS
from strictcheck.kinds.table import kind_of

__all__ = ["Program", "graph", "graph_difference", "has_opaque", "make_classes", "picture", "program"]

NAMES = "ab"
ATOMS = [0, 1, 2, -1, 1.5, True, False, None, "", "a", "b", "ab", b"a", Fraction(1, 2), 10**20]


class Plain:
    kind = 7

    def method(self) -> Any:
        return [self, getattr(self, "a", None)]


class Slotted:
    __slots__ = ("a", "b")


@dataclass
class Data:
    a: Any = None
    b: Any = None


@dataclass(frozen=True)
class Frozen:
    a: Any = None
    b: Any = None


class Named(NamedTuple):
    a: Any = None
    b: Any = None


class OwnMapping(Mapping):  # type: ignore[type-arg]
    def __init__(self) -> None:
        self.a: dict[Any, Any] = {}

    def __getitem__(self, key: Any) -> Any:
        return self.a[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.a)

    def __len__(self) -> int:
        return len(self.a)


class OwnSequence(Sequence):  # type: ignore[type-arg]
    def __init__(self) -> None:
        self.a: list[Any] = []

    def __getitem__(self, index: Any) -> Any:
        if index == 50:  # a program may put a defaultdict there, which has an element for each index
            raise IndexError(index)
        return self.a[index]

    def __len__(self) -> int:
        return len(self.a)


CHANGEABLE = [list, dict, set, deque, OrderedDict, defaultdict, Counter, UserDict, UserList, SimpleNamespace]
CHANGEABLE += [Plain, Slotted, Data, OwnMapping, OwnSequence]
UNCHANGEABLE = [tuple, frozenset, Named, Frozen, int, float, str, bytes, Fraction]
VALUES = tuple(UNCHANGEABLE)


def plain_base(base: type) -> type:
    return object if issubclass(base, SimpleNamespace) else base


# Methods that a random subclass may have; each calls what it replaces.
METHODS: dict[str, Callable[[type], Any]] = {
    "__len__": lambda base: lambda self: base.__len__(self) + 1,
    "__bool__": lambda base: lambda self: False,
    "__iter__": lambda base: lambda self: iter([*base.__iter__(self)][::-1]),
    "__getitem__": lambda base: lambda self, key: [base.__getitem__(self, key)],
    "__contains__": lambda base: lambda self, one: not base.__contains__(self, one),
    "__eq__": lambda base: lambda self, other: isinstance(other, base),
    "__hash__": lambda base: lambda self: 3,
    "__missing__": lambda base: lambda self, key: (key, self),
    "__call__": lambda base: lambda self, *args: [self, *args],
    # That of `SimpleNamespace` is C code, which takes no thunk for `self`.
    "__getattr__": lambda base: (
        lambda self, name: name if name == "c" else plain_base(base).__getattribute__(self, name)
    ),
    "__add__": lambda base: lambda self, other: [self, other],
    "__radd__": lambda base: lambda self, other: [other, self],
    "__lt__": lambda base: lambda self, other: True,
    "__index__": lambda base: lambda self: 1,
    "__reversed__": lambda base: lambda self: iter([1, 2]),
    "__setitem__": lambda base: lambda self, key, value: base.__setitem__(self, key, [value]),
    "c": lambda base: property(lambda self: [self, getattr(self, "a", 0)]),
    "method": lambda base: lambda self: self if hasattr(self, "b") else 5,
    "own": lambda base: classmethod(lambda cls: cls.__name__),
    "kind": lambda base: 8,
}


def make_classes(random: Random, count: int = 40) -> list[type]:
    """Make subclasses of everything, each with a few methods of its own."""
    made: list[type] = []
    while len(made) < count:
        base = random.choice([*CHANGEABLE, *UNCHANGEABLE, *made])
        own = {name: METHODS[name](base) for name in random.sample([*METHODS], random.choice([0, 1, 1, 2, 4]))}
        if "__eq__" in own and random.random() < 0.5:
            own["__hash__"] = None
        if random.random() < 0.2 and base in (Plain, Slotted, list, dict):
            own["__slots__"] = ("b",) if base is not Slotted else ()
        made.append(type(f"{base.__name__}{len(made)}", (base,), own))
    return made


def graph(random: Random, classes: list[type], *, cyclic: bool) -> list[Any]:
    """Make one to three arguments that share parts."""
    makers = [cls for cls in (*CHANGEABLE, list, list, dict, *classes) if issubclass(cls, tuple(CHANGEABLE))]
    nodes = [random.choice(makers)() for _ in range(random.randint(1, 5))]
    parts = [*ATOMS, *nodes * 3] if cyclic else [*ATOMS]
    fixed = [cls for cls in (*UNCHANGEABLE, *classes) if cls not in makers]
    for cls in random.choices(fixed, k=random.randint(0, 3)):
        # No cycle goes through a value that cannot change: its partial value cannot be begun before its parts.
        parts += [unchangeable(cls, random, ATOMS if cyclic else parts)] * 3
    for node in nodes:
        fill(node, random, parts)
        parts += [] if cyclic else [node] * 3
    for cls in random.choices(fixed, k=random.randint(0, 2)):
        parts += [unchangeable(cls, random, parts)] * 3
    return random.choices(parts[len(ATOMS) :], k=random.randint(1, 3))


def unchangeable(cls: type, random: Random, parts: list[Any]) -> Any:
    if issubclass(cls, (Named, Frozen)):
        return cls(random.choice(parts), random.choice(parts))
    if issubclass(cls, frozenset):
        return cls(random.choices([0, 1, 2], k=2))
    if issubclass(cls, tuple):
        return cls(random.choices(parts, k=random.randint(0, 3)))
    return cls(b"b") if issubclass(cls, bytes) else cls("1" if issubclass(cls, str) else random.choice([0, 1, 5]))


def fill(node: Any, random: Random, parts: list[Any]) -> None:
    """Put parts into a node, past methods of its class."""
    some = random.choices(parts, k=random.randint(0, 3))
    if isinstance(node, (list, deque)):
        (list if isinstance(node, list) else deque).extend(node, some)
    elif isinstance(node, OrderedDict):
        for key, part in zip(NAMES, some, strict=False):
            OrderedDict.__setitem__(node, key, part)
    elif isinstance(node, dict):
        if isinstance(node, defaultdict):
            node.default_factory = random.choice([None, int, list])
        dict.update(node, zip([*NAMES, 1], some, strict=False))
    elif isinstance(node, set):
        set.update(node, random.choices([0, 1, 2], k=2))
    elif isinstance(node, (UserDict, OwnMapping)):
        vars(node)["data" if isinstance(node, UserDict) else "a"] = dict(zip(NAMES, some, strict=False))
    elif isinstance(node, (UserList, OwnSequence)):
        vars(node)["data" if isinstance(node, UserList) else "a"] = some
    else:
        for name, part in zip(NAMES, some, strict=False):
            object.__setattr__(node, name, part)
    if isinstance(node, (list, deque, dict, set)) and hasattr(node, "__dict__") and random.random() < 0.3:
        object.__setattr__(node, random.choice("ab"), random.choice(parts))  # into its slot, if it has one


def visited(x: Any) -> int:
    """Count what can be reached, telling objects apart by `id`."""
    seen: set[int] = set()
    todo = [x]
    for _ in range(60):
        if not todo:
            break
        one = todo.pop()
        if id(one) not in seen and not isinstance(one, (str, bytes)):
            if not isinstance(one, VALUES):
                seen.add(id(one))
            # Not `+=`, which asks the other side first: a known limit, see CONTRIBUTING.
            todo.extend(one.values() if isinstance(one, dict) else one if isinstance(one, (list, tuple, deque)) else [])
            todo += [getattr(one, name) for name in NAMES if hasattr(one, name)]
    return len(seen)


def matched(x: Any) -> Any:
    match x:
        case [a, *_, b]:
            return ["two", a, b]
        case {"a": a, **rest}:
            return ["key", a, len(rest)]
        case Data(a=a) | Frozen(a=a) | Plain(a=a):
            return ["field", a]
        case int() | str():
            return "atom"
        case [] | (_,):
            return "few"
        case {}:
            return "mapping"
    return "other"


def same(x: Any, y: Any) -> bool:
    """Ask `is` of objects that can change; parts of what cannot may be handed out anew."""
    return x is y and not isinstance(x, VALUES)


# Never come to their end if the list that they read grows meanwhile, or is a dict that has a default.
BY_INDEX = (UserList, OwnSequence)


LONG = 9  # elements
BUILT_IN = (list, tuple, deque, dict, set, frozenset, str)


def some_of(value: Any) -> Any:
    """Return the value, or a few of its elements if they might never end."""
    return itertools.islice(value, LONG) if isinstance(value, BY_INDEX) else value


def extend(x: Any, y: Any, n: int) -> None:
    """Extend a list; by a few elements of what reads them from that list, perhaps, and would never end."""
    x.extend(y if isinstance(y, BUILT_IN) else itertools.islice(y, LONG))


def change(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a step of a function that changes its first argument: it returns nothing."""

    def changing(x: Any, y: Any, n: int) -> None:
        function(x, y, n)

    return changing


def grow_while_walking(x: Any, y: Any, n: int) -> None:
    for _ in itertools.islice(x, n):
        x.append(y)


def write_while_walking(x: Any, y: Any, n: int) -> None:
    for key in x:
        x[key if n else "c"] = y


# Each gets two values and a small number.
STEPS: dict[str, Callable[[Any, Any, int], Any]] = {
    "item": lambda x, y, n: x[n - 1],
    "key": lambda x, y, n: x["ab"[n % 2]],
    "item of": lambda x, y, n: x[y],
    "get": lambda x, y, n: x.get("ab"[n % 2], y),
    "attribute": lambda x, y, n: getattr(x, "abc"[n % 3]),
    "attribute or": lambda x, y, n: getattr(x, "abc"[n % 3], y),
    "data": lambda x, y, n: x.data,
    "kind": lambda x, y, n: x.kind,
    "own": lambda x, y, n: x.own(),
    "method": lambda x, y, n: x.method(),
    "call": lambda x, y, n: x(y),
    "is callable": lambda x, y, n: callable(x),
    "has": lambda x, y, n: [
        hasattr(x, name) for name in ("a", "c", "append", "keys", "__len__", "__iter__", "__call__")
    ],
    "length": lambda x, y, n: len(x),
    "truth": lambda x, y, n: bool(x),
    "is": lambda x, y, n: same(x, y),
    "equal": lambda x, y, n: x == y,
    "less": lambda x, y, n: x < y,
    # A set asks its elements' hashes in C, and makes an exception for other sets that nothing else can have.
    "in": lambda x, y, n: y in x if not isinstance(y, set) else None,
    "add": lambda x, y, n: x + y,
    "times": lambda x, y, n: x * n,
    "or": lambda x, y, n: x | y,
    "minus": lambda x, y, n: x - y,
    "hash": lambda x, y, n: hash(x) == hash(x),
    "index": lambda x, y, n: [10, 20, 30][x],
    "list": lambda x, y, n: [*x],
    "tuple": lambda x, y, n: tuple(x),
    "dict": lambda x, y, n: dict(x),
    "set": lambda x, y, n: {*x} if isinstance(x, (set, frozenset)) else len({*x}),
    "iterate": lambda x, y, n: [one for one, _ in zip(x, range(n), strict=False)],
    "next": lambda x, y, n: next(x),
    "reversed": lambda x, y, n: list(reversed(x)),
    "slice": lambda x, y, n: x[:n],
    "unpack": lambda x, y, n: (lambda first, *rest: [rest, first])(*x),
    "keywords": lambda x, y, n: (lambda **named: named)(**x),
    "items": lambda x, y, n: [*x.items()],
    "views": lambda x, y, n: [len(x.keys()), [*x.values()]],
    "sorted": lambda x, y, n: sorted(x),
    "largest": lambda x, y, n: max(x, key=lambda one: same(one, y)),
    "zip": lambda x, y, n: [*zip(x, y, strict=False)],
    "any": lambda x, y, n: [any(x), all(x)],
    "sum": lambda x, y, n: sum(x),
    "count": lambda x, y, n: [x.count(y), x.index(y)],
    "visited": lambda x, y, n: visited(x),
    "match": lambda x, y, n: matched(x),
    "instance": lambda x, y, n: [
        isinstance(x, cls) for cls in (list, dict, tuple, Mapping, Sequence, int, Plain, Data)
    ],
    "class": lambda x, y, n: x.__class__.__name__,
    "made": lambda x, y, n: x.__class__(),
    "copy": lambda x, y, n: copy.copy(x),
    "deep copy": lambda x, y, n: copy.deepcopy(x),
    "vars": lambda x, y, n: sorted(vars(x)) if hasattr(x.__class__, "__dict__") and not isinstance(x, Slotted) else 0,
    "string": lambda x, y, n: f"{x}" if isinstance(x, (int, float, str)) else "",
    "both": lambda x, y, n: [x, y],
    "pair": lambda x, y, n: (x, y, x),
    "keyed": lambda x, y, n: {"a": x, "b": y},
    "held": lambda x, y, n: Data(x, y),
}
LISTS, OBJECTS = (list, deque, UserList), (Plain, Slotted, Data, SimpleNamespace)
DICTS, WITH_DICT = (dict, UserDict), (Plain, Data, SimpleNamespace)
# Steps that change a value of these classes.
WRITES: dict[str, tuple[tuple[type, ...], Callable[[Any, Any, int], Any]]] = {
    "append": (LISTS, change(lambda x, y, n: x.append(y))),
    "append left": ((deque,), change(lambda x, y, n: x.appendleft(y))),
    "extend": (LISTS, change(extend)),
    "extend left": ((deque,), change(lambda x, y, n: x.extendleft([y, n]))),
    # Not `x += y`, which asks the other side first: a known limit, see CONTRIBUTING.
    "add in place": (LISTS, lambda x, y, n: same(operator.iadd(x, [y, n]), x)),
    "repeat in place": (LISTS, lambda x, y, n: same(operator.imul(x, n), x)),
    "or in place": (DICTS, lambda x, y, n: same(operator.ior(x, {"a": y, "c": n}), x)),
    "or of sets": ((set,), lambda x, y, n: same(operator.ior(x, {n, n + 1}), x)),
    "and of sets": ((set,), lambda x, y, n: same(operator.iand(x, {n, n + 1}), x)),
    "insert": (LISTS, change(lambda x, y, n: x.insert(n, y))),
    "pop": ((*LISTS, set), lambda x, y, n: x.pop()),
    "pop left": ((deque,), lambda x, y, n: x.popleft()),
    "pop item": (DICTS, lambda x, y, n: x.popitem()),
    "pop key": (DICTS, lambda x, y, n: x.pop("a", n)),
    "remove": ((*LISTS, set), change(lambda x, y, n: x.remove(n if isinstance(x, set) else y))),
    "set item": ((*LISTS, *DICTS), change(lambda x, y, n: operator.setitem(x, n, y))),
    "set key": (DICTS, change(lambda x, y, n: operator.setitem(x, "ab"[n % 2], y))),
    "delete item": (LISTS, change(lambda x, y, n: operator.delitem(x, n))),
    "delete key": (DICTS, change(lambda x, y, n: operator.delitem(x, "ab"[n % 2]))),
    "set slice": ((list, UserList), change(lambda x, y, n: operator.setitem(x, slice(n), y))),
    "set part": ((list, UserList), change(lambda x, y, n: operator.setitem(x, slice(n, n + 1), [y, n]))),
    "delete part": ((list, UserList), change(lambda x, y, n: operator.delitem(x, slice(n)))),
    "set attribute": (tuple(CHANGEABLE), change(lambda x, y, n: isinstance(x, VALUES) or setattr(x, "ab"[n % 2], y))),
    "delete attribute": (tuple(CHANGEABLE), change(lambda x, y, n: isinstance(x, VALUES) or delattr(x, "ab"[n % 2]))),
    "set in dict": (
        WITH_DICT,
        change(lambda x, y, n: isinstance(x, WITH_DICT) and operator.setitem(vars(x), "ad"[n % 2], y)),
    ),
    "wrap attribute": (OBJECTS, change(lambda x, y, n: setattr(x, "a", [x.a, n]))),
    "update": ((*DICTS, set), change(lambda x, y, n: x.update(some_of(y)))),
    "update keys": (DICTS, change(lambda x, y, n: x.update(a=y))),
    "default": (DICTS, lambda x, y, n: x.setdefault("ab"[n % 2], y)),
    "add one": ((set,), change(lambda x, y, n: x.add(n))),
    "discard": ((set,), change(lambda x, y, n: x.discard(n))),
    "clear": ((*LISTS, *DICTS, set), change(lambda x, y, n: x.clear())),
    "reverse": (LISTS, change(lambda x, y, n: x.reverse())),
    "sort": ((list, UserList), change(lambda x, y, n: x.sort(key=lambda one: same(one, y)))),
    "rotate": ((deque,), change(lambda x, y, n: x.rotate(n))),
    "move": ((OrderedDict,), change(lambda x, y, n: x.move_to_end("a", last=n > 1))),
    "grow while walking": (LISTS, grow_while_walking),
    "write while walking": (DICTS, write_while_walking),
}
STEPS |= {name: step for name, (_, step) in WRITES.items()}
LEAVES = {int, float, str, bytes, bool, type(None), Fraction, type}
# `==` on a graph with cycles may never end: a program has steps that compare, or such that make cycles.
COMPARING = {"equal", "less", "in", "count", "remove", "sorted", "minus", "item of", "hash", "set", "or"}
# Put the second value into the first.
INSERTING = {*WRITES} - {"repeat in place", "or of sets", "and of sets", "delete item", "delete key", "delete part"}
INSERTING -= {"delete attribute", "add one", "discard", "clear", "reverse", "sort", "rotate", "move", "remove"}
MOST = 12  # steps


@dataclass
class Program:
    """Steps, each with the register it works on, another one or None, and a number, which is in place of that other.

    Running it returns all registers, or the last ones.
    """

    steps: list[tuple[str, int, int | None, int]]
    first: int = 0  # of the registers that it returns

    def __call__(self, *args: Any) -> list[Any]:
        """Run it; a step that raises leaves the name of the class of its exception."""
        registers = [*args]
        for step in self.steps:
            registers.append(result_of(registers, *step))
        return [rest_of(one) if isinstance(one, Iterator) else one for one in registers[self.first :]]


def result_of(registers: list[Any], name: str, one: int, other: int | None, number: int) -> Any:
    x, y = registers[one % len(registers)], number if other is None else registers[other % len(registers)]
    try:
        return STEPS[name](x, y, number)
    except (RecursionError, MemoryError):
        raise
    except Exception as error:
        # The library has errors that are of two classes, for the two that Python raises.
        bases = (TypeError, *type(error).__mro__) if isinstance(error, TypeError) else type(error).__mro__
        return next(cls.__name__ for cls in bases if cls.__module__ == "builtins")


def rest_of(iterator: Iterator[Any]) -> Any:
    try:
        return [*itertools.islice(iterator, 4)]
    except Exception as error:
        return type(error).__name__


def program(random: Random, args: list[Any], *, cyclic: bool) -> Program:
    """Make a program for these arguments, by running it on them: half of its steps change a value, as its class allows.

    It has no steps that would never end if the graph is cyclic, or make it so if it is not.
    """
    usual = [name for name in STEPS if name not in (COMPARING if cyclic else INSERTING)]
    made, registers = Program([], random.choice([0, 0, -1, -2])), [*args]

    def register() -> int:
        return random.randrange(3) if random.random() < 0.5 else -random.randint(1, 4)

    for _ in range(random.randint(1, MOST)):
        one, other, number = register(), register(), random.randrange(4)
        x, y = registers[one % len(registers)], registers[other % len(registers)]
        fit = [name for name, (classes, _) in WRITES.items() if isinstance(x, classes) and not isinstance(x, VALUES)]
        fit = [name for name in fit if not (cyclic and name in COMPARING)]
        name = random.choice(fit if fit and random.random() < 0.7 else usual)
        is_number = not cyclic and name in INSERTING and type(y) not in LEAVES
        step = name, one, None if is_number else other, number
        try:
            registers.append(result_of(registers, *step))
        except RecursionError:  # an `==` that never ends, as that of a list that holds itself
            break
        made.steps.append(step)
    return made


def picture(value: Any) -> list[Any]:
    """Describe a value and all that can be reached from it, as a list of objects that refer to each other by number."""
    numbers = {id(value): 0}
    nodes, found = [value], []
    while len(found) < len(nodes):
        node = nodes[len(found)]
        parts = contents(node)
        for _, part in parts:
            if numbers.setdefault(id(part), len(nodes)) == len(nodes):
                nodes.append(part)
        found.append((type(node).__name__, [(key, numbers[id(part)]) for key, part in parts]))
    return found


def graph_difference(one: Any, other: Any) -> str | None:
    """Describe the first difference of two graphs; an object that can change must be one object in both."""
    todo = [((), one, other)]
    seen: set[tuple[int, int]] = set()
    twins: tuple[dict[int, int], dict[int, int]] = {}, {}
    while todo:
        path, one, other = todo.pop()
        if (id(one), id(other)) in seen:
            continue
        seen.add((id(one), id(other)))
        if is_thunk(other):
            return f"a thunk at {path}"
        if type(one) is not type(other):
            return f"{type(one).__name__} comes out as {type(other).__name__}, at {path}"
        if not isinstance(one, VALUES) and type(one) not in LEAVES:
            pair = id(one), id(other)
            if (twins[0].setdefault(id(one), id(other)), twins[1].setdefault(id(other), id(one))) != pair[::-1]:
                return f"one object is two, or two are one, at {path}"
        parts, others = contents(one), contents(other)
        if [key for key, _ in parts] != [key for key, _ in others]:
            return f"{[key for key, _ in parts]} comes out as {[key for key, _ in others]}, at {path}"
        todo += [((*path, key), mine, its) for (key, mine), (_, its) in zip(parts, others, strict=True)]
    return None


def has_opaque(value: Any) -> bool:
    """Return True if an object is opaque: it, and all that is in it, is the caller's own."""
    return any(kind_of(cls).is_opaque for cls in classes_in(value))


def has_own_equality(value: Any) -> bool:
    """Return True if a class says what is equal: `verify` believes it."""
    bases = {base for cls in classes_in(value) for base in cls.__mro__}
    return any(isinstance(vars(base).get("__eq__"), FunctionType) for base in bases)


def classes_in(value: Any) -> set[type]:
    """Return the classes of all that can be reached from a value."""
    todo, seen = [value], dict[int, Any]()
    while todo:
        node = todo.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            todo += [part for _, part in contents(node)]
    return {*map(type, seen.values())}


def contents(node: Any) -> list[tuple[Any, Any]]:
    """Return parts of an object with their names, past methods of its class."""
    if is_thunk(node):
        return [("thunk", None)]
    if type(node) in LEAVES:
        return [(repr(node), None)] if node is not None else []
    found: list[tuple[Any, Any]] = []
    if isinstance(node, (list, tuple, deque)):
        base = next(cls for cls in (list, tuple, deque) if isinstance(node, cls))
        found += enumerate(base.__iter__(node))
    elif isinstance(node, dict):
        base = next(cls for cls in (OrderedDict, dict) if isinstance(node, cls))
        found += ((text_of(key), part) for key, part in base.items(node))
    elif isinstance(node, (set, frozenset)):
        base = set if isinstance(node, set) else frozenset
        found += ((text, None) for text in sorted(map(text_of, base.__iter__(node))))
    elif isinstance(node, (int, float, str, bytes, Fraction)):
        base = next(cls for cls in (int, float, str, bytes, Fraction) if isinstance(node, cls))
        found.append((base.__repr__(node), None))
    elif isinstance(node, Exception):
        return [(str(node), None)]
    with_slots = [(name, getattr(node, name)) for name in NAMES if name in slots_of(type(node)) and hasattr(node, name)]
    return found + with_slots + sorted(getattr(node, "__dict__", {}).items())


def text_of(key: Any) -> str:
    """Return the `repr` of a key or an element, without the address of an object; that of a set is in no order."""
    text = ADDRESS.sub("", repr(key))
    return "".join(sorted(text)) if "{" in text else text


def slots_of(cls: type) -> set[str]:
    return {name for base in cls.__mro__ for name in vars(base).get("__slots__", ())}
