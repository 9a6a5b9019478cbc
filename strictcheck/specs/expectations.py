"""Words that specs are written in: partial values with holes, and a few helpers.

A partial value is an ordinary value with `hole` in place of each part that nobody should look at, `[1, hole]`; demands
may be part of it too, `[hole, demand]`. `pulled`, `keyed` and `called` make demands that no value has a notation for:
on an iterator that is not pulled to its end, a mapping of which some keys are read, a function that is called. Skip
this module unless you write specs.

It is loaded when somebody first uses one of its names, for the hole raises when it is asked for its class: tests that
ask all objects there are, to find those that leak, are not to meet it because pytest has loaded this library.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, NoReturn

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.errors import DemandError, Unevaluated
from strictcheck.kinds.delayed import Hole
from strictcheck.kinds.function import Function
from strictcheck.kinds.mapping import Mapping as MappingLayer
from strictcheck.kinds.sequence import Sequence
from strictcheck.thunks.call_stack import refuse_outsiders
from strictcheck.thunks.proxy import UNFORCED, make_thunk


def pulled(elements: Iterable[Any] = (), *, ended: bool = False) -> Demand:
    """Make the demand on an iterator that gave these elements, partial values or demands, and, if `ended`, no more.

    >>> from strictcheck import hole
    >>> pulled([1, hole])
    Demand.parse('[1, _, *_]')
    >>> pulled([1, hole], ended=True)
    Demand.parse('[1, _]')
    """
    found = list(elements)
    return _demand_with_parts(Sequence(len(found), ended), dict(enumerate(found)))


def keyed(parts: Mapping[Any, Any], *, absent: Iterable[Any] = ()) -> Demand:
    """Make the demand on a mapping whose keys in `parts` were read, and those in `absent` asked for in vain.

    Raises `TypeError` if `parts` is not a mapping.

    >>> from strictcheck import hole
    >>> keyed({"host": "a", "port": hole}, absent=["user"])
    Demand.parse("{'host': 'a', 'port': _, 'user': absent, **_}")
    """
    if not isinstance(parts, Mapping):
        raise TypeError(f"keyed: parts={parts!r} is no mapping; pass a dict with a partial value for each key")
    return _demand_with_parts(MappingLayer(tuple(parts), frozenset(absent)), parts)


def called(*calls: tuple[tuple[Any, ...], Any]) -> Demand:
    """Make the demand on a function that was called: for each call its arguments, and the demand on its result.

    Arguments and results may be partial values, and calls may be repeated. An argument has the parts that the function
    looked at. Raises `TypeError` for a call that is not a pair of a tuple of arguments and a result.

    >>> from strictcheck import hole
    >>> called(((1,), 2), ((hole,), hole), ((1,), 2))
    Demand.parse("Callable({'(1)': 2, '(_)': _, '(1) #2': 2})")
    """
    results: dict[Any, Any] = {}
    times = Counter[str]()
    for call in calls:
        if not isinstance(call, tuple) or len(call) != 2 or not isinstance(call[0], tuple):
            raise TypeError(
                f"called: {call!r} is no call; pass a pair for each, called(((1, 2), 3)): arguments, result"
            )
        args, result = call
        text = f"({', '.join(str(Demand.of_partial(argument)) for argument in args)})"
        times[text] += 1
        results[text if times[text] == 1 else f"{text} #{times[text]}"] = result
    return _demand_with_parts(Function(tuple(results)), results)


def _demand_with_parts(layer: object, parts: Mapping[Any, Any]) -> Demand:
    tree = Columns(array("q", [-1]), [None], [layer])
    for key, part in parts.items():
        tree.graft(0, key, Demand.of_partial(part)._tree)
    return Demand._of(tree)


class Cells(NamedTuple):
    """Known part of a sequence: demands on the `elements` that are there; `ended` if its end was seen."""

    elements: tuple[Demand, ...]
    ended: bool


def cells(demand: Demand) -> Cells:
    """Return the demands on the elements of a list, a tuple, a stream, or an iterator. A hole has no known elements.

    Raises `DemandError` for a demand on anything else.

    >>> cells(Demand.parse("[1, _, *_]"))
    Cells(elements=(Demand.parse('1'), Demand.parse('_')), ended=False)
    """
    for row, _, _, layer in demand.rows():
        if not getattr(layer, "is_series", False):
            raise DemandError(
                f"cells: demand={demand.pretty(5)}; expected one on a sequence or an iterator, as [1, *_]"
            )
        below = demand.children(row)
        parts = (Demand._of(demand._tree.subtree(below[i])) if i in below else Demand() for i in range(layer.length))
        return Cells(tuple(parts), layer.closed)
    return Cells((), False)


class PublicHole(Hole):
    """Hole to write partial values with."""

    __slots__ = ()

    def _self_look(self) -> NoReturn:
        refuse_outsiders()
        raise Unevaluated(
            "hole: somebody looked at it; it stands for a part of a value that nobody looks at, in what a spec "
            "returns and in Demand.of_partial; the demand of a call that looked at nothing is Demand.parse('_')"
        )

    def __wrapped_get__(self) -> Any:
        PublicHole._self_look(self)

    def __str__(self) -> str:
        return "_"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _the_hole, ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self


# A property, for `hole.__doc__` would be an attribute of the hole, which raises, and `help` and `getdoc` ask for that.
ABOUT = (
    "Stands for a part of a value that nobody looks at: `[1, hole]`. It prints as `_`; any touch raises `Unevaluated`."
)
type.__setattr__(PublicHole, "__doc__", property(lambda _: ABOUT))


def _the_hole() -> Any:
    return hole


hole: Any = make_thunk(PublicHole, None, (UNFORCED, None), lambda: ())
"""Stands for a part of a value that nobody looks at: `[1, hole]`. It prints as `_`; any touch raises `Unevaluated`."""
