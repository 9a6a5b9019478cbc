"""First difference of two demands: the part, a sentence about it, the line of code that looked, and a picture.

All messages about two demands begin so: those of assertions, of counterexamples, and of pytest's explanations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import Context
from itertools import islice
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.columns import NO_ROW
from strictcheck.demands.wording import ascii_only, deed_of, further, part_in_words
from strictcheck.errors import DemandError
from strictcheck.kinds.layer import Layer
from strictcheck.messages import with_article, with_place
from strictcheck.observation.call_arguments import may_certify
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.open_records import without_budgets
from strictcheck.observation.traces import Forcing, place_in_words

SHORT, ENOUGH = 8, 20  # layers of a demand in a sentence; differences of which the earliest is told


class DemandDifference(NamedTuple):
    """First difference of an actual demand from the expected one: the part at `path`.

    `how` is `more` or `less`.
    """

    path: tuple[Any, ...]
    how: str


Comparison = Callable[[Demand, Demand], DemandDifference | None]


def _no_more(actual: Demand, expected: Demand) -> DemandDifference | None:
    return next((DemandDifference(path, "more") for path in _beyond(actual, expected)), None)


def _no_less(actual: Demand, expected: Demand) -> DemandDifference | None:
    return next((DemandDifference(path, "less") for path in _beyond(expected, actual)), None)


def _beyond(demand: Demand, other: Demand) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of the looks that `other` lacks; a bare `iter()`, at which nothing was pulled, is none."""
    layers, tree = demand._tree.layers, demand._tree
    for path in demand - other:
        if not getattr(layers[tree.target(tree.child_at(path))], "is_no_look", False):
            yield further(path, demand, other)


def _equal(actual: Demand, expected: Demand) -> DemandDifference | None:
    found = _no_more(actual, expected), _no_less(actual, expected)
    return min(filter(None, found), key=lambda difference: len(difference.path), default=None)


COMPARISONS: dict[str, Comparison] = {"==": _equal, "<=": _no_more, ">=": _no_less}


class Side(NamedTuple):
    """Demand of a call on one argument: `name` stands for it in pictures, and `called`, if given, in sentences.

    `is_kept` is True of one from an earlier run, from which the other differs.
    """

    name: str
    demand: Demand
    observation: Observation[Any] | None = None
    argument: str = ""
    called: str = ""
    is_kept: bool = False

    @property
    def subject(self) -> str:
        """Name in a sentence."""
        return self.called or self.name

    def forcing(self, path: tuple[Any, ...], known: Demand) -> Forcing | None:
        """Return the forcing of the part at `path`; if `known` has that too, that of one more cell, key, or end.

        If the lines were not kept, the function is called once more for them, outside of all observations and budgets,
        unless further calls are not allowed. None if nothing looked there, or nobody can tell.
        """
        observation = self.observation
        if observation is None or not (may_certify(None) or observation._record.wheres is not None):
            return None
        with suppress(Exception):  # the difference is to be reported, not the failure of one more call
            return self._find(Context().run(_with_places, observation), path, known)
        return None

    def _find(self, observation: Observation[Any], path: tuple[Any, ...], known: Demand) -> Forcing | None:
        within = [forcing for forcing in observation.trace if forcing.argument == self.argument]
        here = [forcing for forcing in within if forcing.path == path]
        row = known._tree.child_at(path)
        layer = known._tree.layers[row] if row != NO_ROW else None
        if isinstance(layer, Layer):
            beyond = [one for one in within if one.path[:-1] == path != one.path and one.path[-1] not in layer]
            here = here[1:] + beyond or here
        return next(iter(here), None)

    def earliest_beyond(self, other: Demand) -> tuple[Any, ...]:
        """Return the path of the look that `other` lacks and that came first, as far as that is known."""
        paths = list(islice(_beyond(self.demand, other), ENOUGH))
        seen = self.observation
        forcings = [None if seen is None else self._find(seen, path, other) for path in paths]
        known = {one.index: path for one, path in zip(forcings, paths, strict=True) if one is not None}
        return known[min(known)] if known else paths[0]


def _with_places(observation: Observation[Any]) -> Observation[Any]:
    with without_budgets():
        return observation._with_places()


def sentence(looks: Side, leaves: Side, path: tuple[Any, ...]) -> str:
    """Write that one side looked at the part at `path`, with the line, and the other did not, or found another value.

    >>> one, other = Side("any", Demand.parse("[0, _]"), None, "xs"), Side("all", Demand.parse("[0, 1]"), None, "xs")
    >>> sentence(other, one, (1,))
    'all also looks at xs[1]'
    """
    part = part_in_words(looks.argument or leaves.argument, path, looks.demand, leaves.demand)
    forcing = looks.forcing(path, leaves.demand)
    seen, instead = _part_at(looks.demand, path), _part_at(leaves.demand, path)
    if instead and not part.startswith("the "):
        text = f"{looks.subject} finds {seen} at {part}, and {leaves.subject} {instead}"
    else:
        verb, _, rest = deed_of(path, looks.demand, leaves.demand).partition(" ")
        does = f"{leaves.subject} no longer" if looks.is_kept else f"{looks.subject} also"
        text = f"{does} {verb}s {rest} {part}".replace("  ", " ")
    return with_place(ascii_only(text), forcing and place_in_words(forcing.where, forcing.locals))


def _part_at(demand: Demand, path: tuple[Any, ...]) -> str:
    """Write the part that a demand looked at there, in a line; nothing if there is none."""
    with suppress(DemandError):
        part = demand.at(path)
        return part.pretty(SHORT) if part else ""
    return ""


def describe(expected: Side, actual: Side, how: str = "==") -> list[str]:
    """Return a sentence about the first difference that the comparison `how` finds, and the picture; none without one.

    >>> print(*describe(Side("any", Demand.parse("[0, _]")), Side("all", Demand.parse("[0, 1]"))), sep="\\n")
    all also looks at [1]
      - any, + all
        it: list of 2
          [0]: 0
      +   [1]: 1
    """
    found = COMPARISONS[how](actual.demand, expected.demand)
    if found is None:
        return []
    looks, leaves = (expected, actual) if found.how == "less" else (actual, expected)
    first = _of_two_values(expected, actual) or [sentence(looks, leaves, looks.earliest_beyond(leaves.demand))]
    return [*first, *picture_of_both(looks.argument or leaves.argument, expected, actual)]


def _of_two_values(expected: Side, actual: Side) -> list[str]:
    """Say that two calls were observed on values of two sorts, and how to compare them; nothing if they were not."""
    layers = [
        layer for side in (actual, expected) if side.observation is not None for layer in side.demand._tree.layers[:1]
    ]
    try:
        _ = expected.demand | actual.demand
    except DemandError as error:
        if not error.path and len(layers) == 2 and all(isinstance(layer, Layer) for layer in layers):
            found, wanted = (with_article(layer.words()) for layer in layers)
            return [
                f"{actual.subject} looks at {found}, and {expected.subject} at {wanted}",
                f"  give both one value, converted in the call: observe(lambda x: {expected.subject}(convert(x)), x)",
            ]
    return []


def picture_of_both(argument: str, expected: Sequence[Any], actual: Sequence[Any]) -> list[str]:
    """Draw the difference of two sides, which begin with a name and a demand, in lines."""
    from strictcheck.pictures import compared  # loaded when something fails

    return compared(argument, (expected[0], expected[1]), (actual[0], actual[1]))
