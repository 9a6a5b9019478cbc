"""What some functions of `everyday` should look at, said in code: specs for `strictcheck.check_spec`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from strictcheck import Demand, hole, spec
from strictcheck.specs import cells, pulled


@spec
def no_more_than_taken(result: Demand, items: Sequence[Any], size: int) -> tuple[Any, Any]:
    """Batches ask for the items that they hold; for the end where a batch was not full, or no other came."""
    taken = cells(result)
    if not taken.elements and not taken.ended:
        return hole, hole
    count = len(list(items))
    asked = min(len(taken.elements) * size, count)
    looked = [result.at((index // size,)) for index in range(asked)]
    parts = [batch.at((index % size,)) if batch else hole for index, batch in enumerate(looked)]
    ended = taken.ended or len(taken.elements) * size > count
    return pulled(parts, ended=ended), size if parts else hole
