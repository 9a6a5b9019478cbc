"""Random pipelines: pure functions of an iterable, a few steps of `itertools` and an end that makes a result."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from shared_values import Fork, Leaf

from strictcheck import Stream

__all__ = ["numbers", "pipelines", "sources"]

STEPS: dict[str, Callable[[int], Callable[[Any], Any]]] = {
    "take": lambda n: lambda xs: itertools.islice(xs, n),
    "drop": lambda n: lambda xs: itertools.islice(xs, n, None),
    "every": lambda n: lambda xs: itertools.islice(xs, 0, None, n + 1),
    "add": lambda n: lambda xs: (x + n for x in xs),
    "constant": lambda n: lambda xs: (n for _ in xs),
    "below": lambda n: lambda xs: (x for x in xs if x < n),
    "while": lambda n: lambda xs: itertools.takewhile(lambda x: x < n, xs),
    "after": lambda n: lambda xs: itertools.dropwhile(lambda x: x < n, xs),
    "pairs": lambda n: lambda xs: (a if b > n else b for a, b in itertools.pairwise(xs)),
    "sums": lambda n: lambda xs: itertools.accumulate(xs),
    "sorted": lambda n: lambda xs: iter(sorted(xs)),
    "reversed": lambda n: lambda xs: iter(list(xs)[::-1]),
    "groups": lambda n: lambda xs: (key for key, _ in itertools.groupby(xs)),
    "swap": lambda n: lambda xs: (b for pair in zip(*[iter(xs)] * 2, strict=False) for b in pair[::-1]),
    "twice": lambda n: lambda xs: (y for x in xs for y in (x, x)),
    "front": lambda n: lambda xs: itertools.chain([n], xs),
    "ignored": lambda n: lambda xs: iter([n, n + 1]),
}

ENDS: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "lazy": lambda xs: xs,
    "first": lambda xs: next(iter(xs), None),
    "any": lambda xs: any(x > 3 for x in xs),
    "sum": sum,
    "largest": lambda xs: max(xs, default=0),
    "records": lambda xs: [Leaf(x) for x in xs],
    "lazy records": lambda xs: (Fork(x, Leaf(x)) for x in xs),
    "structure": lambda xs: {"n": len(ys := list(xs)), "all": ys},
}


@dataclass(frozen=True)
class Pipeline:
    """The steps one after another, then the end."""

    steps: tuple[tuple[str, int], ...]
    end: str

    def __call__(self, xs: Any) -> Any:
        for name, number in self.steps:
            xs = STEPS[name](number)(xs)
        return ENDS[self.end](xs)


pipelines = st.builds(
    Pipeline,
    st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 4)), max_size=4).map(tuple),
    st.sampled_from(sorted(ENDS)),
)

# Arguments of a pipeline, and the kinds of iterable to make of them.
numbers = st.lists(st.integers(-2, 6), max_size=6)
sources = st.sampled_from([list, tuple, iter, Stream, lambda xs: (x for x in xs)])
