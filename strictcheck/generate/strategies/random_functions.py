"""Random lazy functions, which reveal their results as they look at their arguments."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from strictcheck.generate.lazy_functions import lazy_function
from strictcheck.generate.strategies.steps import steps
from strictcheck.kinds.table import shape_of, take_apart

__all__ = ["lazy_functions"]

# Most steps before the outermost layer of a result, and most of its parts with steps of their own.
MOST_STEPS, MOST_PLACES = 6, 8
# Most parts of a result that are considered, those nearest to the outermost layer.
PLACES = 40
NAMES = "xyz"


def lazy_functions(
    args: int | Sequence[str] | None,
    result: st.SearchStrategy[Any],
    *,
    max_results: int = 4,
    mixed: bool = True,
    iterate: bool = False,
) -> st.SearchStrategy[lazy_function]:
    """Draw functions of `args` (how many, their names, or None for any) whose results come from the strategy `result`.

    They look at parts of their arguments, whatever these are, in some order: some when they are called, more as
    parts of their result are looked at. The sights decide the result. They are deterministic, so two calls
    on the same argument agree, and their repr is an expression that makes them again; see `lazy_function`.

    Each draws up to `max_results` results. One of its results may have parts of several; with `mixed=False` it is one
    of them, which is needed if parts depend on one another, as in sorted lists. With `iterate`, `result` draws lists
    and the functions return iterators, which look further at each step.

    Shrinks to functions with fewer results and looks, in the end to a constant one that looks at nothing. Raises
    `TypeError` for arguments of other kinds, `ValueError` if `max_results` is not positive.

    >>> from hypothesis import find
    >>> from strictcheck import nf, observe
    >>> def depends_on_3(function):
    ...     return "3" in str(observe(function, [1, 2, 3], context=nf).demand)
    >>> find(lazy_functions(1, st.booleans()), depends_on_3)
    lazy_function([False], {(): [0, 2]}, args=['x'])
    """
    if not isinstance(result, st.SearchStrategy):
        raise TypeError(f"lazy_functions: result={result!r} is not a strategy; pass one, as in st.integers()")
    if max_results < 1:
        raise ValueError(f"lazy_functions: max_results={max_results!r}; pass how many results to draw, 1 or more")
    return _draw_function(_names(args), result, max_results, mixed, iterate)


def _names(args: Any) -> list[str] | None:
    if args is None:
        return None
    if isinstance(args, int) and args >= 0:
        return list(NAMES[:args]) if args <= len(NAMES) else [f"x{index}" for index in range(1, args + 1)]
    if isinstance(args, Sequence) and all(isinstance(name, str) and name.isidentifier() for name in args):
        return list(args)
    raise TypeError(f"lazy_functions: args={args!r}; pass how many arguments, their names, or None for any")


@st.composite
def _draw_function(
    draw: st.DrawFn,
    names: list[str] | None,
    result: st.SearchStrategy[Any],
    max_results: int,
    mixed: bool,
    iterate: bool,
) -> lazy_function:
    results = draw(st.lists(result, min_size=1, max_size=max_results))
    first = draw(steps(at_most=MOST_STEPS) | steps(at_least=1, at_most=MOST_STEPS))
    looks = {(): [0, *first[1:]] if first and names and len(names) == 1 else first}
    places = _paths(results)
    if places:
        several = st.dictionaries(st.sampled_from(places), steps(at_least=1, at_most=3), max_size=MOST_PLACES)
        looks |= draw(several)
    return lazy_function(results, looks, args=names, mixed=mixed, iterate=iterate)


def _paths(results: list[Any]) -> list[tuple[Any, ...]]:
    """Return the paths to parts of the results, nearest first; an infinite stream has a few."""
    found: dict[tuple[Any, ...], None] = {}
    todo = deque[tuple[tuple[Any, ...], Any]](((), result) for result in results)
    while todo and len(found) < PLACES:
        path, part = todo.popleft()
        if path:
            found[path] = None
        todo.extend(((*path, key), below) for key, below in _parts(part))
    return list(found)


def _parts(part: Any) -> list[tuple[Any, Any]]:
    kind = shape_of(type(part)).kind
    if kind.is_leaf or kind.is_used_up:
        return []
    parts = enumerate(part) if kind.is_series else take_apart(part)[1]
    return list(islice(parts, PLACES))
