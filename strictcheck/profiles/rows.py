"""Rows: what one call looked at in one context, as numbers.

The contexts do not look at elements themselves: what they looked at would be blamed on the function. All contexts are
steps of growing appetite: the call alone, 1, 2, 3 results, all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from strictcheck.messages import shown
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.one_call import observe
from strictcheck.observation.result_contexts import take
from strictcheck.observation.traces import fetches_of
from strictcheck.observation.waiting import run_to_end
from strictcheck.profiles.plans import Plan, bind

MOST = 40  # results that are asked for when all are
CONTEXTS = {"call": 0, "1 result": 1, "2 results": 2, "3 results": 3, "all results": MOST}
DEPTH = 4
SHORT = 200  # characters of a demand that is kept

Row = dict[str, Any]


def _no_look(_: Any) -> None:
    """Leave an element alone."""


def is_iterable(value: Any) -> bool:
    """True for results that can be asked for one element, then for another."""
    return not isinstance(value, (str, bytes, type)) and (hasattr(value, "__iter__") or hasattr(value, "__aiter__"))


def plain_outcome(function: Callable[..., Any], plan: Plan, seed: int) -> tuple[str, Any]:
    """Make the plain call. Returns its outcome as a text by structure, without class names, and the result.

    >>> from strictcheck.profiles.plans import Slot
    >>> plain_outcome(lambda xs: map(str, xs), Plan([Slot("xs", "", "list")]), 3)[0]
    "['1', '2', '4']"
    """
    call, observed, _ = bind(function, plan, seed)
    result: Any = None
    try:
        result = call(*observed)
        if hasattr(result, "__await__") or hasattr(result, "__aiter__"):
            return run_to_end(_awaited(result)), result
        return structure(result), result
    except Exception as error:
        return f"raises {type(error).__name__}", result


async def _awaited(result: Any) -> str:
    result = await result if hasattr(result, "__await__") else result
    if not hasattr(result, "__aiter__"):
        return structure(result)
    found: list[str] = []
    async for element in result:
        found.append(structure(element))
        if len(found) == MOST:
            break
    return f"[{', '.join(found)}]"


def structure(value: Any, depth: int = DEPTH) -> str:
    """Describe a value by its structure, down to a depth; iterators are used up to the fortieth element."""
    if value is None or type(value) in (bool, int, float, str, bytes):
        return repr(value)
    if depth and hasattr(value, "keys") and hasattr(value, "__getitem__"):
        return f"{{{', '.join(f'{shown(key)}: {structure(value[key], depth - 1)}' for key in islice(value, MOST))}}}"
    if depth and is_iterable(value) and hasattr(value, "__iter__"):
        return f"[{', '.join(structure(element, depth - 1) for element in islice(value, MOST))}]"
    return "function" if callable(value) else "object"


def rows_of(function: Callable[..., Any], plan: Plan, seed: int, result: Any, *, verify: bool) -> list[Row]:
    """Observe the calls of one seed, in each context; of a result like `result`, which cannot be iterated, in one.

    With `verify`, raises `NotCertified` where thunks go another way than plain values.
    """
    contexts = CONTEXTS if is_iterable(result) or hasattr(result, "__await__") else {"call": 0}
    return [_row(function, plan, seed, name, count, verify) for name, count in contexts.items()]


def _row(function: Callable[..., Any], plan: Plan, seed: int, name: str, count: int, verify: bool) -> Row:
    call, observed, others = bind(function, plan, seed)
    given: list[None] = []
    context = take(count, lambda _: given.append(None)) if count else _no_look
    observation = observe(call, *observed, context=context, count=True, where=True, catch=Exception, certify=False)
    calls = {argument: getattr(value, "calls", None) for argument, value in others[0].items()}
    taken = len(given)
    if verify:
        observation.verify()
    numbers = {argument: _numbers(observation, argument) for argument in observation.demands}
    numbers |= {argument: {"called": times} for argument, times in calls.items() if times is not None}
    demands = {argument: str(demand) for argument, demand in observation.demands.items()}
    return {
        "seed": seed,
        "context": name,
        "taken": taken,
        "numbers": numbers,
        "demands": {argument: text for argument, text in demands.items() if len(text) < SHORT},
        "error": type(observation.error).__name__ if observation.error is not None else None,
    }


def _numbers(observation: Observation[Any], argument: str) -> dict[str, Any]:
    """Count fetches: elements, keys or attributes of the argument itself, and `inside` those further down.

    Zeros are left out.
    """
    fetches = fetches_of(observation, argument)
    looked = dict.fromkeys(fetch.path[0] for fetch in fetches if fetch.how == "look" and fetch.path)
    reads = [times for (name, path), times in observation.reads.items() if name == argument and len(path) == 1]
    counts = {
        "pulled": len({fetch.path[0] for fetch in fetches if fetch.path and fetch.how != "end"}),
        "ended": int(any(not fetch.path and fetch.how in ("end", "keys") for fetch in fetches)),
        "again": max(reads, default=1) - 1,
        "looked": len(looked),
        "inside": len({fetch.path for fetch in fetches if len(fetch.path) > 1}),
        "which": [shown(key) for key in looked],
    }
    return {name: count for name, count in counts.items() if count}
