"""One search on a game, as a picture tells it: when each node was forced, in which window, and by which line of code.

A demand that comes from an observation has its rows in the order of forcing, which is all that it takes to step through
a picture. Windows and lines come from the trace, if they were kept there.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any

from lazytree.games import End, Max, Min
from lazytree.pictures.words import code_place, local_name, printable, short, shown, window
from strictcheck import Demand, DemandError, Forcing, Observation
from strictcheck.pictures import Constructor, Raised

__all__ = ["NOTHING", "Note", "Seen", "class_of"]


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of one forcing: its window, such as `(3, ∞)`, other names that were watched, and the line of code.

    Each is empty where it is not known.
    """

    window: str = ""
    watched: str = ""
    where: str = ""


NOTHING = Note()


class Seen:
    """A demand on a game, and the order in which it came about: `steps` and `orders` by row, counted from 1, or 0.

    A step is the first look at a node; an order is the place of a leaf among the leaves whose score was looked at.
    Other rows have neither. `last` is the last step, `leaves` the number of these leaves. `layers` and `parents` are
    the demand's columns. `name` is whose demand it is.
    """

    def __init__(self, demand: Demand, name: str = "", trace: Sequence[Forcing] = (), argument: str = "") -> None:
        self.demand = demand
        self.name = name
        self.layers: list[Any] = []
        self.parents = array("q")
        self.steps = array("q", bytes(8 * demand.size))
        self.orders = array("q", bytes(8 * demand.size))
        self.last = self.leaves = 0
        self._trace = trace
        self._argument = argument
        inside: set[int] = set()  # the rows of tuples and streams of children
        for row, parent, key, layer in demand.rows():
            self.layers.append(layer)
            self.parents.append(parent)
            if row == 0 or parent in inside:
                self.last = self.steps[row] = self.last + 1
            elif key == "children" and self.steps[parent]:
                inside.add(row)
            elif key == "score" and self.steps[parent] and issubclass(class_of(self.layers[parent]), End):
                self.leaves = self.orders[parent] = self.leaves + 1

    @classmethod
    def of(cls, observation: Observation[Any], name: str = "") -> Seen:
        """What an observation saw of the first argument that was looked at as a game.

        Raises `DemandError` if there is none.
        """
        for argument, demand in observation.demands.items():
            if _is_on_a_game(demand):
                return cls(demand, printable(name) or local_name(observation.name), observation.trace, argument)
        parts = (f"{key}: {demand.pretty(max_layers=5)}" for key, demand in observation.demands.items())
        found = ", ".join(parts) or "no argument"
        raise DemandError(f"expected an observation of a search, with a game among its arguments; got {found}")

    def at(self, path: tuple[int, ...]) -> Seen:
        """What was seen of the part at `path`, its steps counted from its own first."""
        steps = tuple(step for index in path for step in ("children", index))
        below = [] if not self._is_noted() else [one for one in self._trace if one.path[: len(steps)] == steps]
        own = [replace(one, path=one.path[len(steps) :]) for one in below]
        return Seen(self.demand.at(steps), self.name, own, self._argument)

    def _is_noted(self) -> bool:
        return len(self._trace) > 0 and self._trace[0].where is not None

    def notes(self, wanted: Collection[int]) -> dict[int, Note]:
        """What the trace tells of these steps; nothing unless `where` or `watch` was asked for. Forces nothing."""
        if not self._is_noted():
            return {}
        found = self._in_rows(wanted) if len(self._trace) == self.demand.size else self._in_order(wanted)
        return {step: _note(forcing, after) for step, forcing, after in found}

    def _in_rows(self, wanted: Collection[int]) -> Iterator[tuple[int, Forcing, Forcing | None]]:
        """If there is one argument, and no streams in it, forcings have the numbers of rows."""
        for row, step in enumerate(self.steps):
            if step and step in wanted:
                yield step, self._trace[row], self._trace[row + 1] if row + 1 < len(self._trace) else None

    def _in_order(self, wanted: Collection[int]) -> Iterator[tuple[int, Forcing, Forcing | None]]:
        own = (forcing for forcing in self._trace if forcing.argument == self._argument)
        step = 0
        for forcing, after in pairwise(chain(own, (None,))):
            if forcing is not None and _is_of_a_node(forcing):
                step += 1
                if step in wanted:
                    yield step, forcing, after


def class_of(layer: Any) -> type:
    """The class of the value that a row of a demand is of."""
    return layer.cls if isinstance(layer, Constructor) else type(layer)


def _is_on_a_game(demand: Demand) -> bool:
    for _, _, _, layer in demand.rows():
        return issubclass(class_of(layer), (Max, Min, End))
    return False


def _is_of_a_node(forcing: Forcing) -> bool:
    """Whether this is the first look at a node, rather than at its children, its score, or a cell of a stream."""
    at_a_node = not forcing.path or (forcing.path[-2:-1] == ("children",) and isinstance(forcing.path[-1], int))
    return at_a_node and isinstance(forcing.value, (Constructor, Raised))


def _note(forcing: Forcing, after: Forcing | None) -> Note:
    """The window is that of the look at the node, or else at its children, which some searches do from inside."""
    names = dict(forcing.locals or {})
    if not names and after is not None and after.path == (*forcing.path, "children"):
        names = dict(after.locals or {})
    ends = [names.pop(end) for end in ("alpha", "beta")] if {"alpha", "beta"} <= names.keys() else []
    return Note(
        window(*ends) if ends else "",
        ", ".join(f"{name} = {short(shown(value), 40)}" for name, value in names.items()),
        code_place(*forcing.where) if forcing.where is not None else "",
    )
