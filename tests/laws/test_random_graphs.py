"""Random programs on random object graphs come out under observation as they do plainly: same parts, same identity.

A long run: `STRICTCHECK_EXAMPLES=1000000 python -m pytest -n0 tests/laws/test_random_graphs.py`. A failure names its
seed, and shows the fewest steps with which it fails.
"""

from __future__ import annotations

import os
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from graphs import Program, graph, graph_difference, has_opaque, make_classes, picture, program
from long_runs import NAME

from strictcheck import nf, observe
from strictcheck.errors import NotCertified

EXAMPLES = int(os.environ.get(NAME, 0))
BATCH = 200  # examples that share their classes
BATCHES = EXAMPLES // BATCH or 3
FIRST = Random().randrange(10**9) if EXAMPLES else 0


@lru_cache(maxsize=1)
def classes_of(batch: int) -> list[type]:
    return make_classes(Random(batch))


def arguments(batch: int, number: int) -> list[Any]:
    return graph(Random(f"{batch}/{number}"), classes_of(batch), cyclic=number % 2 == 0)


def difference(steps: Program, batch: int, number: int) -> str | None:
    """Return how the observed run differs from the plain one; None if it does not, or if `verify` says so.

    It may only where an object of the graph is opaque: such ones, and what is in them, are the caller's own.
    """
    args, kept = arguments(batch, number), arguments(batch, number)
    try:
        plain = steps(*kept)
    except RecursionError:  # for instance of the `==` of a list that holds itself
        return None
    before, opaque = picture(args), has_opaque(args)
    observation = observe(steps, *args, context=nf, catch=Exception)
    if picture(args) != before and not opaque:
        return "the caller's own objects are changed"
    found = graph_difference(plain, observation.result)
    try:
        observation.verify()
    except NotCertified as error:
        return None if opaque else f"{found} {error}"
    if found:
        return f"{found}; verify does not say so"
    try:
        observation.replay()
    except NotCertified as error:
        return None if opaque else str(error)
    return None


def fewest(steps: Program, batch: int, number: int) -> Program:
    """Leave out steps as long as it fails; others refer to registers by number, so each is replaced by an idle one."""
    for at in range(len(steps.steps)):
        fewer = Program([*steps.steps[:at], ("class", 0, 0, 0), *steps.steps[at + 1 :]])
        if difference(fewer, batch, number) is not None:
            steps = fewer
    return steps


@pytest.mark.parametrize("batch", range(FIRST, FIRST + BATCHES))
def test_a_program_on_a_graph_comes_out_the_same_when_observed(batch: int) -> None:
    for number in range(BATCH):
        steps = program(Random(f"steps {batch}/{number}"), cyclic=number % 2 == 0)
        if difference(steps, batch, number) is not None:
            least = fewest(steps, batch, number)
            pytest.fail(f"batch {batch}, {number}: {least}: {difference(least, batch, number)}")
