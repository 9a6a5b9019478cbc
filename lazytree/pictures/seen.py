"""One search on a game, as a picture tells it: when each node was forced, in which window, and by which line of code.

A demand that comes from an observation has its rows in the order of forcing, which is all that it takes to step through
a picture. Windows and lines come from the trace, if they were kept there.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from lazytree.games.game import End, Max, Min
from lazytree.pictures.words import code_place, local_name, printable, short, shown, window
from strictcheck import Demand, Forcing, Observation
from strictcheck.errors import DemandError
from strictcheck.pictures import Constructor

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

    def __init__(
        self, demand: Demand, name: str = "", trace: Sequence[Forcing] = (), forcings: Sequence[int] = ()
    ) -> None:
        self.demand = demand
        self.name = name
        self.layers: list[Any] = []
        self.parents = array("q")
        self.steps = array("q", bytes(8 * demand.size))
        self.orders = array("q", bytes(8 * demand.size))
        self.last = self.leaves = 0
        self._trace = trace
        self._forcings = forcings  # by row, as indices of the trace
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
                trace, name = observation.trace, printable(name) or local_name(observation.name)
                return cls(demand, name, trace, trace.of_rows(argument))
        parts = (f"{key}: {demand.pretty(max_layers=5)}" for key, demand in observation.demands.items())
        found = ", ".join(parts) or "no argument"
        raise DemandError(f"expected an observation of a search, with a game among its arguments; got {found}")

    def at(self, path: tuple[int, ...]) -> Seen:
        """What was seen of the part at `path`, its steps counted from its own first."""
        steps = tuple(step for index in path for step in ("children", index))
        try:
            demand = self.demand.at(steps)
        except DemandError:
            found = self.demand.pretty(max_layers=5)
            place = ", ".join(map(repr, path))
            raise DemandError(f"at({place}): expected child indices from the root of {found}") from None
        return Seen(demand, self.name, self._trace, self._below(steps) if demand and self._forcings else ())

    def _below(self, steps: tuple[Any, ...]) -> list[int]:
        """The forcings of the part at a path, and of all that is below it."""
        top = 0
        for step in steps:
            top = self.demand.children(top)[step]
        inside = {top}
        inside.update(row for row in range(top + 1, self.demand.size) if self.parents[row] in inside)
        return [self._forcings[row] for row in sorted(inside)]

    def notes(self, wanted: Collection[int]) -> dict[int, Note]:
        """What the trace tells of these steps; nothing unless `where` or `watch` was asked for. Forces nothing."""
        if not (self._forcings and len(self._trace) and self._trace[0].where is not None):
            return {}
        noted = zip(self.steps, self._forcings, strict=True)
        rows = (row for row, (step, at) in enumerate(noted) if step and at >= 0 and step in wanted)
        return {self.steps[row]: _note(*(self._trace[at] for at in self._forcings[row : row + 2])) for row in rows}


def class_of(layer: Any) -> type:
    """The class of the value that a row of a demand is of."""
    return layer.cls if isinstance(layer, Constructor) else type(layer)


def _is_on_a_game(demand: Demand) -> bool:
    for _, _, _, layer in demand.rows():
        return issubclass(class_of(layer), (Max, Min, End))
    return False


def _note(forcing: Forcing, after: Forcing | None = None) -> Note:
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
