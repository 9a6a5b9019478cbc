"""Random contexts and lazy functions.

Contexts consume results to a random degree, so that the laziness of results is tested too; lazy functions reveal their
results as they look at their arguments. Both take random steps through parts.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.partial_producer import lazy_function
from strictcheck.kinds.table import kind_of, take_apart

# Choices: to skip the first part for good, or to look at a part: mostly the first, where recursion goes, or the last:
# the next cell, the keys. Skipping comes first, so that a look can be shrunk away and leave the others as they are.
CHOICES = st.sampled_from((None, *[0] * 9, *[1] * 3, 2, 3, *[-1] * 3, -2))


def _steps(*, at_least: int = 0, at_most: int) -> st.SearchStrategy[list[int]]:
    """Draw lists of steps, made of so many choices. Shrinks to fewer choices, then to fewer steps."""
    return st.lists(CHOICES, min_size=at_least, max_size=at_most).map(_number)


def _number(choices: list[int | None]) -> list[int]:
    """Return the steps that make these choices. Skipped parts stay in sight, at the left."""
    passed, numbers = 0, list[int]()
    for choice in choices:
        if choice is None:
            passed += 1
        else:
            numbers.append(choice if choice < 0 else passed + choice)
    return numbers


# Least number of choices of a context: half of them are short, the others go into a result.
LENGTHS, MOST_LOOKS = (0, 0, 4, 16), 64


def contexts() -> st.SearchStrategy[nibble]:
    """Draw contexts that look at up to 64 parts of a result, in any order: `nibble(0, 1, -1)`.

    They fit any result: lists, iterators, records, mappings; of an infinite one they look at no more parts.

    Shrinks to looking at fewer parts, `nibble(0)` being `whnf`, and in the end at nothing, `nibble()`; then to looking
    from left to right.

    >>> from hypothesis import find
    >>> from strictcheck import observe
    >>> find(contexts(), lambda context: "3" in str(observe(list, (1, 2, 3), context=context).result_demand))
    nibble(0, 2)
    """
    return st.one_of(*(_steps(at_least=length, at_most=MOST_LOOKS) for length in LENGTHS)).map(
        lambda steps: nibble(*[0, *steps[1:]] if steps else [])  # at first there is only one part
    )


# Most steps before the outermost layer of a result, most of its parts with steps of their own, and most results.
MOST_STEPS, MOST_PLACES, MOST_RESULTS = 6, 8, 4
# Most parts of a result that are considered, those nearest to the outermost layer.
PLACES = 40
NAMES = "xyz"


def lazy_functions(
    args: int | None, result: st.SearchStrategy[Any], *, iterate: bool = False
) -> st.SearchStrategy[lazy_function]:
    """Draw functions of `args` (how many, or None for any) whose results come from the strategy `result`.

    They look at parts of their arguments, whatever these are, in some order: some when they are called, more as
    parts of their result are looked at. The sights decide the result. They are deterministic, so two calls
    on the same argument agree, and their repr is an expression that makes them again; see `lazy_function`.

    Each draws up to four results, and gives one of them or a mixture. With `iterate`, `result` draws lists and the
    functions return iterators, which look further at each step.

    Shrinks to functions with fewer results and looks, in the end to a constant one that looks at nothing. Raises
    `TypeError` for arguments of other kinds.

    >>> from hypothesis import find
    >>> from strictcheck import nf, observe
    >>> def depends_on_3(function):
    ...     return "3" in str(observe(function, [1, 2, 3], context=nf).demand)
    >>> find(lazy_functions(1, st.booleans()), depends_on_3)
    lazy_function([False], {(): [0, 2]}, args=['x'])
    """
    if not isinstance(result, st.SearchStrategy):
        raise TypeError(f"lazy_functions: result={result!r} is not a strategy; pass one, as in st.integers()")
    return _draw_function(_names(args), result, iterate)


def _names(args: Any) -> list[str] | None:
    if args is None:
        return None
    if not isinstance(args, int) or args < 0:
        raise TypeError(f"lazy_functions: args={args!r}; pass how many arguments, or None for any")
    return list(NAMES[:args]) if args <= len(NAMES) else [f"x{index}" for index in range(1, args + 1)]


@st.composite
def _draw_function(
    draw: st.DrawFn, names: list[str] | None, result: st.SearchStrategy[Any], iterate: bool
) -> lazy_function:
    results = draw(st.lists(result, min_size=1, max_size=MOST_RESULTS))
    first = draw(_steps(at_most=MOST_STEPS) | _steps(at_least=1, at_most=MOST_STEPS))
    looks = {(): [0, *first[1:]] if first and names and len(names) == 1 else first}
    places = _paths(results)
    if places:
        several = st.dictionaries(st.sampled_from(places), _steps(at_least=1, at_most=3), max_size=MOST_PLACES)
        looks |= draw(several)
    return lazy_function(results, looks, args=names, iterate=iterate)


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
    kind = kind_of(type(part))
    if kind.is_leaf or kind.is_used_up:
        return []
    parts = enumerate(part) if kind.is_series else take_apart(part)[1]
    return list(islice(parts, PLACES))
