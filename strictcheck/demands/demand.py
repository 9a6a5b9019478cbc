"""`Demand`: the part of a value that was looked at, with a hole wherever nothing looked.

The demand of a call on an argument is the smallest `match` pattern that the argument had to match for the call to go
as it did. Demands are values: immutable, hashable, ordered by how much they look at. This module is the class and its
operators; the work is done over columns in `order`, `notation` and `fitting`.
"""

from __future__ import annotations

import functools
import re
import sys
from array import array
from collections.abc import Iterator
from typing import Any, NoReturn, TypeGuard

from strictcheck.demands import fitting, notation, order
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.order import Path, Paths
from strictcheck.errors import DemandError
from strictcheck.kinds.layers import may_have, without_value
from strictcheck.kinds.pattern_reader import names_needed
from strictcheck.messages import show_path, shown
from strictcheck.names import Namespace, portable
from strictcheck.unused import conclude_comparison, conclude_in_test, is_asserted_alone, is_in_test

LIKE_A_PATTERN = re.compile(r"\s*([\[{(_\d'\"]|[\w.]+\()").match

# Types that users compare with a demand by mistake, and advice for each: equality with them would never be true, or
# would break hashes. Marks of snapshot libraries are not here: they define the comparison themselves.
ADVICE: dict[type, str] = {
    str: "Demand.parse({}), or Demand.parse({}, namespace) if there are names in it",
    list: "Demand.of_partial({})",
    tuple: "Demand.of_partial({})",
    dict: "specs.keyed({}), if no other key was asked for, or Demand.of_partial({}); for several arguments, .demands",
}


class Demand:
    """Part of a value that was looked at: a tree of layers in columns; without rows it is the hole, `_`.

    Row `i` is the layer `layers[i]` (an atom itself, or a `Layer`) of the part `keys[i]` of row `parents[i]`; parents
    come before their parts, and row 0 is the whole, with parent -1 and key None. The columns are kept, not copied, and
    must not change any more. A part that is reached by two ways has one row, and the other way is a reference to it,
    as `Columns` explains. Usually a demand comes from an observation, from `parse`, or from `full`.

    `d <= e`: e looked at everything that d did. `d | e` has the parts of either, and raises `DemandError` if no value
    could have given both; `d & e` has the parts of both; `d - e` are the paths at which d looked further than e, none
    if and only if `d <= e`. Demands of one value are a lattice, a distributive one as long as no part is shared.
    Equality and hash do not depend on the order of rows. The hole is false, every other demand true.

    >>> one, other = Demand.parse("[1, _, [_]]"), Demand.parse("[_, 2, *_]")
    >>> one | other, one & other, one - other
    (Demand.parse('[1, 2, [_]]'), Demand.parse('[_, _, *_]'), Paths([(), (0,), (2,)]))
    >>> one & other <= one
    True
    >>> one | Demand.parse("[3, *_]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: demands disagree at (0,), 1 against 3: they are layers of different values
    """

    # `_origin` has the observation that it comes from (weakly), and the argument.
    __slots__ = ("__weakref__", "_hash", "_origin", "_tree")
    _tree: Columns
    _hash: int | None
    _origin: tuple[Any, str]

    def __init__(
        self, parents: array[int] | None = None, keys: list[Any] | None = None, layers: list[Any] | None = None
    ) -> None:
        parents = array("q") if parents is None else parents
        if not isinstance(parents, array):
            raise TypeError(f"Demand: parents={shown(parents)} is no array; did you mean parse(text) or full(value)?")
        self._tree = Columns(parents, [] if keys is None else keys, [] if layers is None else layers)
        self._hash = None
        lengths = [len(parents), len(self._tree.keys), len(self._tree.layers)]
        if len(set(lengths)) != 1:
            raise DemandError(f"Demand: parents, keys and layers have {lengths} rows; pass columns of the same length")

    @classmethod
    def _of(cls, tree: Columns) -> Demand:
        made = object.__new__(cls)
        made._tree, made._hash = tree, None
        return made

    @classmethod
    def parse(cls, text: str, namespace: Namespace = None) -> Demand:
        """Read the demand that `text` describes as a pattern; `namespace` (a mapping or module) has the names in it.

        Builtins and the classes of the usual atoms (`Decimal`, `date`, `UUID`, ...) are always known. Raises
        `DemandError` with the position of the first mistake.

        >>> Demand.parse("{'host': 'a', **_}").at(("host",))
        Demand.parse("'a'")
        """
        return cls._of(notation.parse(text, namespace))

    @classmethod
    def full(cls, value: Any) -> Demand:
        """Return the demand on all of `value`, which is walked to its ends, streams included.

        An object that can change is one part, by however many ways it is reached. Raises `DemandError` for iterators,
        which looking would use up.

        >>> Demand.full([1, {"k": (2, None)}])
        Demand.parse("[1, {'k': [2, None]}]")
        >>> row = [0]
        >>> Demand.full([row, row])
        Demand.parse('[[0] as a, a]')
        """
        return cls._of(fitting.full(value))

    @classmethod
    def of_partial(cls, value: Any) -> Demand:
        """Return the demand that a partial value describes: all of it but its holes. A `Demand` in it counts.

        Raises `DemandError` for a value that holds itself, and for iterators (see `strictcheck.specs.pulled`).

        >>> from strictcheck import hole
        >>> Demand.of_partial([1, hole, [Demand.parse("{'k': 1, **_}")]])
        Demand.parse("[1, _, [{'k': 1, **_}]]")
        """
        return value if issubclass(type(value), Demand) else cls._of(fitting.full(value, Demand))

    def matches(self, value: Any) -> bool:
        """Return True if `value` matches this pattern. Of the value, only the parts in the pattern are walked.

        Functions are not called and match any pattern of calls. Raises `DemandError` for iterators that matching would
        use up.

        >>> Demand.parse("[1, _, *_]").matches([1, 2, 3]), Demand.parse("[1, _]").matches([1, 2, 3])
        (True, False)
        """
        return fitting.matches(self._tree, value)

    @property
    def size(self) -> int:
        """Number of parts that were looked at; a part that is reached by two ways counts once.

        A key, or a cell of an iterator, that is known to be there is no part until somebody looks at its value.
        """
        return self._tree.size

    __iter__ = None  # Python would iterate by `__getitem__`

    def __getitem__(self, key: Any) -> NoReturn:
        raise TypeError(f"a demand has no items; .at(({shown(key)},)) is the part there, empty if nobody looked at it")

    def __len__(self) -> NoReturn:
        raise TypeError("a demand has no len(); its .size is how many parts were looked at, .paths() says which")

    def __contains__(self, path: object) -> bool:
        """Return True if the part at `path` was looked at.

        >>> ("db", "host") in Demand.parse("{'db': {'host': 'a', **_}, **_}")
        True
        """
        return self.paths().has(path, sys._getframe(1))

    def rows(self) -> Iterator[tuple[int, int, Any, Any]]:
        """Yield row, parent row, key and layer of each node, parents first; a reference has the layer `Same(row)`.

        >>> list(Demand.parse("[_, 5]").rows())
        [(0, -1, None, Sequence(length=2, closed=True)), (1, 0, 1, 5)]
        """
        return self._tree.rows()

    def children(self, row: int) -> dict[Any, int]:
        """Return the rows of the parts of `row` that are not holes, by key."""
        return self._tree.children(row)

    def path(self, row: int) -> Path:
        """Return the path of a row: the keys on the way to it."""
        return self._tree.path(row)

    def paths(self) -> Paths:
        """Return the paths of all parts that were looked at, as a sequence that makes each path when it is fetched.

        Of several ways to a part, it has the one that comes first in the pattern; `in` knows the others, too.

        >>> list(Demand.parse("[_, 5]").paths())
        [(), (1,)]
        """
        return Paths(self._tree, self._tree.forced_rows(), functools.partial(fitting.no_part, self))

    def at(self, path: Path) -> Demand:
        """Return the demand on the part at `path`; below a hole all is hole.

        Raises `DemandError` if no value that this demand describes has such a part.

        >>> Demand.parse("[[1], _]").at((0,)), Demand.parse("[[1], _]").at((1, 7))
        (Demand.parse('[1]'), Demand.parse('_'))
        >>> Demand.parse("[[1], _]").at((0, 3))
        Traceback (most recent call last):
        ...
        strictcheck.errors.DemandError: at: path=(0, 3) leaves the demand at step 1: [1] has no part 3
        """
        if not isinstance(path, (tuple, list)):
            raise DemandError(f"at: path={path!r} is not a path; pass a tuple of steps, ({path!r},)")
        if is_in_test():
            conclude_in_test(sys._getframe(1), "demand.at", fitting.no_part(self, tuple(path)))
        tree, row = self._tree, 0 if self else NO_ROW
        for step, key in enumerate(path):
            if row == NO_ROW:
                break
            if not may_have(tree.layers[row], key):
                part = notation.pretty(tree.subtree(row), max_layers=5)
                place = f"at: path={show_path(tuple(path))} leaves the demand at step {step}"
                raise DemandError(f"{place}: {part} has no part {shown(key)}")
            row = tree.target(tree.child(row, key))
        return Demand() if row == NO_ROW else self._of(tree.subtree(row))

    def __bool__(self) -> bool:
        if is_asserted_alone(sys._getframe(1)):
            conclude_in_test(sys._getframe(1), "the truth of a demand", fitting.ANY_LOOK if self._tree.layers else None)
        return len(self._tree.layers) > 0

    def __eq__(self, other: object) -> bool:
        if not _is_comparable(other, self):
            return NotImplemented
        equal = order.equal(self._tree, other._tree)
        if is_in_test():
            conclude_comparison(sys._getframe(1), "==", fitting.why_related(self, other) if equal else None, equal)
        return equal

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = order.hash_of(self._tree)
        return self._hash

    def __le__(self, other: object) -> bool:
        return _is_below(self, other) if _is_comparable(other, self) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return _is_below(other, self) if _is_comparable(other, self) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self <= other and self != other if isinstance(other, Demand) else NotImplemented

    def __or__(self, other: object) -> Demand:
        return self._of(order.join(self._tree, other._tree)) if isinstance(other, Demand) else NotImplemented

    def __and__(self, other: object) -> Demand:
        return self._of(order.meet(self._tree, other._tree)) if isinstance(other, Demand) else NotImplemented

    def looks_like(self, other: Demand) -> bool:
        """True if they are equal, but for keys that are equal to nothing but themselves, which differ in each call."""
        return self == other or str(self) == str(other)

    def __sub__(self, other: object) -> Paths:
        if not isinstance(other, Demand):
            return NotImplemented
        return Paths(self._tree, order.missing_rows(self._tree, other._tree))

    def __str__(self) -> str:
        return notation.pattern(self._tree)

    def __repr__(self) -> str:
        text = str(self)
        names = ", ".join(f"{name}={name}" for name in names_needed(text))
        return f"Demand.parse({text!r}, dict({names}))" if names else f"Demand.parse({text!r})"

    def pretty(self, max_layers: int | None = 40) -> str:
        """Write the pattern for people: at most `max_layers` layers (None: all), nearest the root, `…` for the others.

        >>> Demand.full([[1, 2], [3, 4]]).pretty(max_layers=3)
        '[[… 2 more], [… 2 more]] (4 of 7 parts left out)'
        """
        return notation.pretty(self._tree, max_layers)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        short = self.pretty()
        printer.text(f"<Demand {short}>" if "…" in short else repr(self))

    def __copy__(self, memo: Any = None) -> Demand:
        return self

    __deepcopy__ = __copy__

    def __reduce__(self) -> tuple[Any, ...]:
        tree = self._tree
        return Demand, (tree.parents, tree.keys, [portable(without_value(layer)) for layer in tree.layers])


def _is_below(low: Demand, high: Demand) -> bool:
    answer = order.leq(low._tree, high._tree)
    if is_in_test():
        why = fitting.why_below(low, high) or (fitting.why_related(low, high) if answer else None)
        conclude_comparison(sys._getframe(2), "<=", why, answer)
    return answer


def _is_comparable(other: object, demand: Demand) -> TypeGuard[Demand]:
    """True for demands; raises `TypeError` for values that users take for demands."""
    cls = type(other)
    if cls not in ADVICE and not hasattr(cls, "result_demand"):
        return isinstance(other, Demand)
    if isinstance(other, str) and not LIKE_A_PATTERN(other):  # tools compare values with file names
        return False
    # Who writes ... means a part that may be left alone; a demand is exact.
    advice = ADVICE.get(cls, "its .demand, or .demands[name]").replace("{}", shown(other).replace("Ellipsis", "hole"))
    name = f"a {cls.__name__}" if cls in ADVICE else "an observation"
    raise TypeError(f"a demand is not comparable with {name}; compare {demand.pretty(12)} with {advice}")
