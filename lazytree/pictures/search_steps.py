"""One search on a game as a picture tells it: the steps in which it looked at nodes and turned away from others.

A demand that comes from an observation has its rows in the order of forcing, which is all that it takes to step through
a picture. Windows and lines come from the trace, if they were kept there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from numbers import Number
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lazytree.games.game import End, Max, Min
from lazytree.games.scores import printable, score_text, window
from strictcheck import Demand, Forcing, Observation
from strictcheck.errors import DemandError
from strictcheck.messages import shown
from strictcheck.pictures import Layer, class_of, origin_of, shortened

if TYPE_CHECKING:
    from strictcheck.needless import Finding, Needless


@dataclass(frozen=True, slots=True)
class Note:
    """A forcing as the trace tells it: its window, such as `(3, ∞)`, other names that were watched, the line of code.

    Each is empty where it is not known.
    """

    window: str = ""
    watched: str = ""
    where: str = ""


NOTHING = Note()
KINDS: dict[type, type] = {Max: Max, Min: Min, End: End}


class Seen:
    """A demand on a game, and the order in which it came about.

    There are two series of numbers, both from 1. A step is the first look at a node, or a cut: the search has left a
    node for good, and some of the children were never looked at. By row of the demand, `steps` has the looks, 0 for
    rows that are no node, and `cuts` the cuts, 0 for rows of other nodes than one that was left; `last` is the last
    step. The other series is of leaves whose score was looked at: `orders` by row, and `leaves`, how many there are.
    These columns are made when they are asked for: an icicle needs none of them.

    `children` has, by row of a node, the rows of the children that were looked at, by index; `series` the layer of the
    tuple or stream that they are in; `scores` the rows of scores, in the order of looking. `layers` and `parents` are
    the demand's columns. `name` is whose demand it is, `result` what came of it, as text, and `raised` the exception.
    `vain` has the witness by row of a node that was looked at in vain.
    """

    def __init__(
        self,
        demand: Demand,
        name: str = "",
        trace: Any = None,
        forcings: Mapping[int, int] = MappingProxyType({}),
        result: str = "",
        findings: Iterable[Finding] = (),
        raised: str = "",
    ) -> None:
        self.demand = demand
        self.name = name
        self.result = result
        self.raised = raised
        self.layers, self.parents = demand._tree.layers, demand._tree.parents
        self.children: dict[int, dict[int, int]] = {}
        self.series: dict[int, Any] = {}
        self.scores: dict[int, int] = {}
        self._looks = array("q")
        self._trace, self._forcings = trace, forcings  # by row, as indices of the trace; none without lines of code
        self._read()
        self.leaves = len(self.scores)
        self.vain = self._looked_at_in_vain([*findings])

    def _read(self) -> None:
        nodes: dict[int, dict[Any, int]] = {-1: {}}  # by row of a tuple or stream of children, the children
        are_nodes, layers = bytearray(len(self.layers)), self.layers
        for row, parent, key, layer in self.demand.rows():
            if parent in nodes:
                are_nodes[row] = 1
                self._looks.append(row)
                nodes[parent][key] = row
            elif not are_nodes[parent]:
                continue
            elif key == "children":
                nodes[row] = self.children[parent] = {}
                self.series[parent] = layer
            elif key == "score" and issubclass(class_of(layers[parent]), End):
                self.scores[parent] = row

    @cached_property
    def events(self) -> list[tuple[int, bool]]:
        """All steps in order: the row of the node, and True if it is a cut.

        A cut comes behind the last look below the node that was left; of several, the deepest first.
        """
        ends = array("q", bytes(8 * len(self.layers)))
        for number, row in enumerate(self._looks):
            ends[row] = number
        for row in range(len(ends) - 1, 0, -1):
            ends[self.parents[row]] = max(ends[self.parents[row]], ends[row])
        looks = ((number, False, row) for number, row in enumerate(self._looks))
        left = ((ends[row], True, -row) for row in self._looks if self._is_left(row))
        return [(abs(row), is_cut) for _, is_cut, row in sorted([*looks, *left])]

    @cached_property
    def steps(self) -> array[int]:
        """The step of the first look at each node, by row."""
        return self._column((row, step) for step, (row, is_cut) in enumerate(self.events, 1) if not is_cut)

    @cached_property
    def cuts(self) -> array[int]:
        """The step in which each node was left, by row."""
        return self._column((row, step) for step, (row, is_cut) in enumerate(self.events, 1) if is_cut)

    @cached_property
    def orders(self) -> array[int]:
        """The number of each leaf whose score was looked at, by row."""
        return self._column((row, number) for number, row in enumerate(self.scores, 1))

    def _column(self, numbers: Iterable[tuple[int, int]]) -> array[int]:
        """A number by row, 0 for all other rows."""
        column = array("q", bytes(8 * len(self.layers)))
        for row, number in numbers:
            column[row] = number
        return column

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.events)

    def _looked_at_in_vain(self, findings: Sequence[Finding]) -> dict[int, str]:
        vain: dict[int, str] = {}
        nodes = {*self._looks} if findings else {}
        for finding in findings:
            row = self.demand._tree.child_at(finding.path)
            if row >= 0:  # the look at a score, or at the tuple of children, is one at the node
                vain[row if row in nodes else self.parents[row]] = _witness(finding)
        for row in range(1, len(self.layers) if vain else 0):
            if self.parents[row] in vain:
                vain.setdefault(row, "looked at in vain, as all of what is above")
        return vain

    def _is_left(self, row: int) -> bool:
        """True if there are children of the node in this row that the search never looked at, or never asked for."""
        if not issubclass(class_of(self.layers[row]), (Max, Min)):
            return False
        length, closed = self.length(row)
        return not closed or length > len(self.children[row])

    def length(self, row: int) -> tuple[int, bool]:
        """The number of children that the search knew of, and True if it knew that these were all."""
        series = self.series.get(row)
        return getattr(series, "length", 0), getattr(series, "closed", False)

    @classmethod
    def of(cls, observation: Observation[Any], name: str = "", needless: Needless | None = None) -> Seen:
        """Return what an observation saw of the first argument that was looked at as a game, in vain or not.

        Raises `DemandError` if there is none.
        """
        for argument, demand in observation.demands.items():
            if any(issubclass(class_of(layer), (Max, Min, End)) for layer in demand._tree.layers[:1]):
                return cls._of_argument(observation, argument, name, needless)
        parts = (f"{key}: {demand.pretty(max_layers=5)}" for key, demand in observation.demands.items())
        found = ", ".join(parts) or "no argument"
        raise DemandError(f"expected an observation of a search, with a game among its arguments; got {found}")

    @classmethod
    def of_demand(cls, demand: Demand) -> Seen:
        """Return what an observation saw, by one of its demands; the demand alone if the observation is gone."""
        observation, argument = origin_of(demand)
        return cls(demand) if observation is None else cls._of_argument(observation, argument)

    @classmethod
    def _of_argument(
        cls, observation: Observation[Any], argument: str, name: str = "", needless: Needless | None = None
    ) -> Seen:
        name = printable(name) or local_name(observation.name)
        raised = f"raised {shortened(shown(observation.error), 80)}" if observation.error is not None else ""
        result = "" if raised else _result_of(observation)
        findings = [one for one in needless.needless if one.argument == argument] if needless else []
        trace = observation.trace
        demand = observation.demands[argument]
        forcings = trace.of_rows(argument, demand) if trace and trace.place(0) is not None else {}
        return cls(demand, name, trace, forcings, result, findings, raised)

    def kinds(self) -> list[type | None]:
        """The kinds of nodes by row, `object` for others that `kind_of_node` knows; None at -1, where nobody looked."""
        return [*[KINDS.get(getattr(layer, "cls", object), object) for layer in self.layers], None]

    def score(self, row: int) -> Any:
        """The score of a leaf by its row: the value, or the layer of one that was looked at in part."""
        layer = self.layers[self.scores[row]]
        return layer.value if isinstance(layer, Layer) and layer.is_whole else layer

    def note(self, row: int) -> Note:
        """The look at the node in a row of the demand; empty unless `where` or `watch` was asked for."""
        look, after = (self._forcings.get(one, -1) for one in (row, row + 1))
        return _note(*(self._trace[at] for at in (look, after) if at >= 0)) if look >= 0 else NOTHING

    def places(self) -> list[tuple[str, int, str] | None]:
        """Return, by step, the file, line and function that looked; None for a cut, or if `where` was not asked for."""
        found: list[tuple[str, int, str] | None] = [None] * (self.last + 1)
        for step, (row, is_cut) in enumerate(self.events if self._forcings else (), 1):
            if not is_cut and self._forcings.get(row, -1) >= 0:
                found[step] = self._trace.place(self._forcings[row])
        return found


def kind_of_node(cls: type) -> type | None:
    """Return `Max`, `Min` or `End`, also of a derived class; None for other classes."""
    return KINDS.get(cls) or next((kind for kind in KINDS if issubclass(cls, kind)), None)


def _result_of(observation: Observation[Any]) -> str:
    """Return the result as text, with holes for what nobody has computed; nothing if it is all holes."""
    if isinstance(observation.result, Number | str | Enum):
        return score_text(observation.result)
    demand = observation.result_demand
    return printable(demand.pretty(max_layers=5)) if demand.size > 1 else ""


def _witness(finding: Finding) -> str:
    """Say why a look was in vain: two games that differ in what it saw, and come to the same."""
    tried = f"{many(finding.tried, 'other answer', 'other answers')} tried{', all combinations' * finding.complete}"
    sides = [shortened(printable(line), 160) for line in str(finding.witness).splitlines()]
    return f"looked at in vain, {tried}: " + "; ".join(sides)


def _note(forcing: Forcing, after: Forcing | None = None) -> Note:
    """The window is that of the look at the node, or else at its children, which some searches do from inside."""
    names = dict(forcing.locals or {})
    if not names and after is not None and after.path == (*forcing.path, "children"):
        names = dict(after.locals or {})
    ends = [names.pop(end) for end in ("alpha", "beta")] if {"alpha", "beta"} <= names.keys() else []
    return Note(
        window(*ends) if ends else "",
        ", ".join(f"{name} = {shortened(score_text(value), 40)}" for name, value in names.items()),
        code_place(*forcing.where) if forcing.where is not None else "",
    )


def code_place(file: str, line: int, function: str) -> str:
    """A line of code, with as much of the file's path as tells which one it is.

    >>> code_place("/home/me/lazytree/alphabeta.py", 52, "_alphabeta")
    'lazytree/alphabeta.py:52 in _alphabeta'
    >>> code_place("/tmp/ipykernel_7/3201.py", 2, "search")
    'line 2 of a cell, in search'
    """
    *folders, name = PurePath(file).parts or ("",)
    if folders and folders[-1].startswith("ipykernel_"):  # where Jupyter keeps cells, under a name nobody has seen
        return f"line {line} of a cell, in {local_name(function)}"
    return f"{printable('/'.join([*folders[-1:], name]))}:{line} in {local_name(function)}"


def local_name(function: str) -> str:
    """The name of a function where it is defined.

    >>> local_name("test_it.<locals>.search"), local_name("Engine.search")
    ('search', 'Engine.search')
    """
    return shortened(printable(function.rpartition("<locals>.")[2]), 60)


def many(count: int, one: str, more: str) -> str:
    """A number with the word for it.

    >>> many(1, "leaf", "leaves"), many(2_000, "leaf", "leaves")
    ('1 leaf', '2,000 leaves')
    """
    return f"{count:,} {one if count == 1 else more}"
