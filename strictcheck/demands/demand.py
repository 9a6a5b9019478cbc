"""`Demand`: the part of a value that was looked at, with a hole wherever nothing looked.

The demand of a call on an argument is the smallest `match` pattern that the argument had to match for the call to go
as it did. Demands are values: immutable, hashable, ordered by how much they look at. This module is the class and its
operators; the work is done over columns in `orders`, `patterns`, `parsing`, `jsondemands` and `fitting`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from strictcheck.demands import fitting, jsondemands, orders, parsing, patterns
from strictcheck.demands.columns import NO_ROW, Columns
from strictcheck.demands.nodes import may_have, without_value
from strictcheck.demands.paths import Path, Paths
from strictcheck.demands.tokens import names_needed
from strictcheck.errors import DemandError
from strictcheck.messages import show_path, shown
from strictcheck.names import Namespace, portable

__all__ = ["Demand"]


class Demand:
    """A tree of layers in columns, a row for each layer that was looked at; without rows it is the hole, `_`.

    Row `i` is the layer `layers[i]` (an atom itself, or a `Layer`) of the part `keys[i]` of row `parents[i]`; parents
    come before their parts, and row 0 is the whole, with parent -1 and key None. The columns are kept, not copied, and
    must not change any more. Usually a demand comes from an observation, from `parse`, or from `full`.

    `d <= e`: e looked at everything d did. `d | e` is what either looked at, and raises `NoJoin` if no value could have
    given both; `d & e` what both looked at; `d - e` the paths at which d looked further than e, none if and only if
    `d <= e`. Equality and hash do not depend on the order of rows. The hole is false, every other demand true.

    >>> one, other = Demand.parse("[1, _, [_]]"), Demand.parse("[_, 2, *_]")
    >>> one | other, one & other, one - other
    (Demand.parse('[1, 2, [_]]'), Demand.parse('[_, _, *_]'), Paths([(), (0,), (2,)]))
    >>> one & other <= one
    True
    >>> one | Demand.parse("[3, *_]")
    Traceback (most recent call last):
    ...
    strictcheck.errors.NoJoin: demands disagree at (0,), 1 against 3: they are layers of different values
    """

    __slots__ = ("__weakref__", "_hash", "_tree")
    _tree: Columns
    _hash: int | None

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
        return cls(tree.parents, tree.keys, tree.layers)

    @classmethod
    def hole(cls) -> Demand:
        """The demand that looks at nothing, `_`, which is below every other."""
        return cls()

    @classmethod
    def parse(cls, text: str, namespace: Namespace = None) -> Demand:
        """The demand that `text` describes as a pattern; `namespace` (a mapping or module) has the names in it.

        Builtins and the classes of the usual atoms (`Decimal`, `date`, `UUID`, ...) are always known. Raises
        `DemandError` that tells the position of what cannot be read.

        >>> Demand.parse("{'host': 'a', **_}").at(("host",))
        Demand.parse("'a'")
        """
        return cls._of(parsing.parse(text, namespace))

    @classmethod
    def from_json(cls, data: Any, namespace: Namespace = None) -> Demand:
        """The demand that `to_json` made `data` of; names as in `parse`. Raises `DemandError` that tells the place.

        >>> Demand.from_json({"parents": [-1, 0], "keys": [None, 1], "layers": [{"sequence": 2}, 5]})
        Demand.parse('[_, 5]')
        """
        return cls._of(jsondemands.from_json(data, namespace))

    @classmethod
    def full(cls, value: Any) -> Demand:
        """The demand that looks at all of `value`, which is walked to its ends, streams included.

        Raises `DemandError` for a value that holds itself, and for iterators, which cannot be looked at without being
        used up.

        >>> Demand.full([1, {"k": (2, None)}])
        Demand.parse("[1, {'k': [2, None]}]")
        """
        return cls._of(fitting.full(value))

    def matches(self, value: Any) -> bool:
        """Whether `value` matches this pattern. Of the value, only what the pattern names is walked.

        Functions are not called and match any pattern of calls. Raises `DemandError` for iterators that would have to
        be used up.

        >>> Demand.parse("[1, _, *_]").matches([1, 2, 3]), Demand.parse("[1, _]").matches([1, 2, 3])
        (True, False)
        """
        return fitting.matches(self._tree, value)

    @property
    def size(self) -> int:
        """How many layers were looked at, which is how many nodes are not holes."""
        return len(self._tree)

    def rows(self) -> Iterator[tuple[int, int, Any, Any]]:
        """Row, parent row, key and layer of each node, parents first.

        >>> list(Demand.parse("[_, 5]").rows())
        [(0, -1, None, Sequence(length=2, closed=True)), (1, 0, 1, 5)]
        """
        return self._tree.rows()

    def children(self, row: int) -> dict[Any, int]:
        """The rows of the parts of `row` that are not holes, by key."""
        return self._tree.children(row)

    def path(self, row: int) -> Path:
        """The path of a row: the keys on the way to it."""
        return self._tree.path(row)

    def paths(self) -> Paths:
        """The paths of all nodes, in the order of rows, as a sequence that makes each path when it is asked for.

        >>> list(Demand.parse("[_, 5]").paths())
        [(), (1,)]
        """
        return Paths(self._tree, range(self.size))

    def at(self, path: Path) -> Demand:
        """The demand on the part at `path`; below a hole all is hole.

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
        tree, row = self._tree, 0 if self else NO_ROW
        for step, key in enumerate(path):
            if row == NO_ROW:
                break
            if not may_have(tree.layers[row], key):
                part = patterns.pretty(tree.subtree(row), max_layers=5)
                place = f"at: path={show_path(tuple(path))} leaves the demand at step {step}"
                raise DemandError(f"{place}: {part} has no part {shown(key)}")
            row = tree.child(row, key)
        return Demand() if row == NO_ROW else self._of(tree.subtree(row))

    def __bool__(self) -> bool:
        return self.size > 0

    def __eq__(self, other: object) -> bool:
        return orders.equal(self._tree, other._tree) if isinstance(other, Demand) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = orders.hash_of(self._tree)
        return self._hash

    def __le__(self, other: object) -> bool:
        return orders.leq(self._tree, other._tree) if isinstance(other, Demand) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return orders.leq(other._tree, self._tree) if isinstance(other, Demand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self <= other and self != other if isinstance(other, Demand) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return other < self if isinstance(other, Demand) else NotImplemented

    def __or__(self, other: object) -> Demand:
        return self._of(orders.join(self._tree, other._tree)) if isinstance(other, Demand) else NotImplemented

    def __and__(self, other: object) -> Demand:
        return self._of(orders.meet(self._tree, other._tree)) if isinstance(other, Demand) else NotImplemented

    def __sub__(self, other: object) -> Paths:
        if not isinstance(other, Demand):
            return NotImplemented
        return Paths(self._tree, orders.missing(self._tree, other._tree))

    def to_json(self) -> dict[str, Any]:
        """The demand as lists and dicts for `json.dumps`: its columns, so that a deep demand is not deeply nested.

        >>> Demand.parse("[_, 5]").to_json()
        {'parents': [-1, 0], 'keys': [None, 1], 'layers': [{'sequence': 2}, 5]}
        """
        return jsondemands.to_json(self._tree)

    def __str__(self) -> str:
        return patterns.pattern(self._tree)

    def __repr__(self) -> str:
        text = str(self)
        names = ", ".join(f"{name}={name}" for name in names_needed(text))
        return f"Demand.parse({text!r}, dict({names}))" if names else f"Demand.parse({text!r})"

    def pretty(self, max_layers: int | None = 40, width: int | None = None) -> str:
        """The pattern for people: at most `max_layers` layers, nearest the root first, with `…` for what is left out.

        Lines longer than `width` are broken, if it is given. None for `max_layers` leaves nothing out.

        >>> Demand.full([[1, 2], [3, 4]]).pretty(max_layers=3)
        '[[… 2 more], [… 2 more]] (4 of 7 layers left out)'
        """
        return patterns.pretty(self._tree, max_layers, width)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        short = self.pretty()
        printer.text(f"<Demand {short}>" if "…" in short else repr(self))

    def __copy__(self) -> Demand:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Demand:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        tree = self._tree
        return Demand, (tree.parents, tree.keys, [portable(without_value(layer)) for layer in tree.layers])
