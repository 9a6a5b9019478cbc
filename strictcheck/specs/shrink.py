"""Shrinking by demand: parts that neither the call nor its judge looked at cannot matter, and are cut in one step.

After that a case is made of demands, however big the arguments were, and these are made simpler as long as the judge
accepts the call: elements removed, numbers brought nearer to 0, a tree replaced by one of its subtrees. Every demand
that is tried has fewer parts, or a simpler atom in one place, so the trying comes to an end. Nothing here knows the
meaning of a value.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.columns import Columns
from strictcheck.demands.order import twins
from strictcheck.generate.partial_consumer import nibble
from strictcheck.kinds.layer import GONE, Layer, runs
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.cases import CallCase
from strictcheck.specs.oracle import Judge, Judgement

# Budget for simpler calls: each costs the number of parts it looked at, and `CALL` for the call.
EFFORT = 1_000_000
CALL = 200
UNSEARCHED = "there may be a simpler call; the search for one ended when it {}"


class FoundCall(NamedTuple):
    """Call that was found: its case, its observation, and the judge's reason."""

    case: CallCase
    observation: Observation[Any]
    judgement: Judgement
    unsearched: str = ""  # why there may be a simpler call, if not all that are simpler were tried

    def is_like(self, other: FoundCall) -> bool:
        """True if both calls have equal demands and equal reasons."""
        return self.judgement == other.judgement and self.observation.demands == other.observation.demands


def judge_case(case: CallCase, judge: Judge, observation: Observation[Any] | None = None) -> FoundCall | None:
    """Return the case with its observation if the judge accepts it. Raises the exceptions of the call and the judge."""
    observation = case.observe() if observation is None else observation
    judgement = judge.judge(case, observation)
    return None if judgement is None else FoundCall(case, observation, judgement)


def cut_down(found: FoundCall, judge: Judge) -> FoundCall:
    """Return the call on partial values, with holes wherever neither it nor the judge looked.

    It makes the call once more, whatever the size of the arguments. If that differs, the call is not cut: some
    functions look at parts that no observation can see.
    """
    case, observation, judgement = found.case, found.observation, found.judgement
    own_demands = judge.own_demands(case, observation)
    if own_demands is None:
        return found
    try:
        needed = {
            name: _of_the_kinds_in(
                demand, judgement.expected.get(name, Demand()) | own_demands.get(name, Demand()) | demand
            )
            for name, demand in observation.demands.items()
        }
        cut = judge_case(case.cut_to(needed), judge)
    except Exception:
        return found
    return cut if cut is not None and cut.is_like(found) else found


def _of_the_kinds_in(actual: Demand, joined: Demand) -> Demand:
    """Return `joined` with the classes of the layers of `actual`, so that an iterator is rebuilt as one."""
    layers = [layer for _, _, _, layer in joined.rows()]
    for row, twin in enumerate(twins(actual._tree, joined._tree)):
        layer = actual._tree.layers[row]
        if isinstance(layer, Layer):
            layers[twin] = layers[twin].of_class(layer.cls)
    return Demand(joined._tree.parents, joined._tree.keys, layers)


def simplify(found: FoundCall, judge: Judge, free: Mapping[str, Demand | None], *, free_context: bool) -> FoundCall:
    """Find the simplest call that the judge accepts, by simplifying the arguments in `free`, and maybe the context.

    `free` has the simplest value that there is for each argument, as a demand, if that is known.
    """
    found = _simplest_arguments(found, judge, free)
    effort = EFFORT
    while effort > 0:
        cost = CALL + sum(demand.size for demand in found.observation.demands.values())
        for case in _simpler(found.case, free, free_context):
            effort -= cost
            better = _try_case(case, judge)
            if better is not None:
                found = cut_down(better, judge)
                break
            if effort < 0:
                break
        else:
            return found
    return found._replace(unsearched=UNSEARCHED.format(f"had looked at {EFFORT:,} parts"))


def _simplest_arguments(found: FoundCall, judge: Judge, free: Mapping[str, Demand | None]) -> FoundCall:
    """Put the simplest value in the place of each argument, if the judge accepts that.

    Once, and first: a default, such as `"u"` of a field, is the simplest for Hypothesis, and `""` is simpler for us.
    """
    for name, simplest in free.items():
        cut = found.case.cut or {}
        if simplest is not None and name in cut and simplest.size <= cut[name].size and not cut[name] <= simplest:
            better = _try_case(found.case.cut_to({**cut, name: simplest}), judge)
            found = found if better is None else cut_down(better, judge)
    return found


def _try_case(case: CallCase, judge: Judge) -> FoundCall | None:
    try:
        return judge_case(case, judge)
    except Exception:  # the call needs more parts, or fails in another way
        return None


def _simpler(case: CallCase, free: Collection[str], free_context: bool) -> Iterator[CallCase]:
    cut: Mapping[str, Demand] = case.cut or {}
    for context in simpler_contexts(case.context) if free_context else ():
        yield case.in_context(context)
    for name in cut:
        for demand in simpler_demands(cut[name]) if name in free else ():
            yield case.cut_to({**cut, name: demand})


NOTHING: Mapping[int, Any] = {}


def simpler_contexts(context: Context) -> Iterator[Context]:
    """Yield contexts that look at less of a result, or in a simpler order; none for contexts of the user's own."""
    if not isinstance(context, nibble):
        return
    steps = context.steps
    if steps != (0,):
        yield nibble(0)
    for size, start in runs(len(steps)):
        left = steps[:start] + steps[start + size :]
        if left:  # at least the outermost layer, which the call itself computed
            yield nibble(*left)
    for place, step in enumerate(steps):
        for other in _integers(step):
            yield nibble(*steps[:place], other, *steps[place + 1 :])


def simpler_demands(demand: Demand) -> Iterator[Demand]:
    """Yield demands on simpler values."""
    tree = demand._tree
    yield from _subtrees(tree)
    for row in range(len(tree)):
        yield from _shorter(tree, row)
    for row, _, _, layer in tree.rows():
        if not isinstance(layer, Layer):
            yield from (_replace_rows(tree, layers={row: other}) for other in _atoms(layer))


def _replace_rows(
    tree: Columns,
    moved: Mapping[int, int] = NOTHING,
    keys: Mapping[int, Any] = NOTHING,
    layers: Mapping[int, Any] = NOTHING,
) -> Demand:
    """Return the tree with some rows moved, some keys replaced (`GONE`: removed), and some layers replaced."""

    def parts(row: int) -> dict[Any, int]:
        stepped = ((keys.get(child, tree.keys[child]), tree.target(child)) for child in tree.below(row))
        return {step: moved.get(child, child) for step, child in stepped if step is not GONE}

    changed = [layers.get(row, layer) for row, layer in enumerate(tree.layers)]
    return Demand._of(Columns.lay_out(moved.get(0, 0), changed, parts))


def _shorter(tree: Columns, row: int) -> Iterator[Demand]:
    """Yield the tree with fewer parts at `row`."""
    layer, children = tree.layers[row], tree.children(row)
    for smaller, moved in layer.smaller() if isinstance(layer, Layer) else ():
        keys = {child: moved(key) for key, child in children.items()}
        yield _replace_rows(tree, keys=keys, layers={row: smaller})


def _subtrees(tree: Columns) -> Iterator[Demand]:
    """Yield the tree with a part in place of one above it, if values of its class may stand there."""
    sizes, places = tree.sizes(), [_place(tree, row) for row in range(len(tree))]
    classes = [layer.cls if isinstance(layer, Layer) and layer.tells_class else None for layer in tree.layers]
    of_class: dict[type | None, set[Any]] = {}  # kinds of places in which values of each class stand
    for cls, place in zip(classes, places, strict=True):
        of_class.setdefault(cls, set()).add(place)
    for row, cls in enumerate(classes):
        found, todo = list[int](), list(tree.below(row)) if cls is not None else []
        while todo:
            below = todo.pop()
            if places[below] in of_class[cls] or classes[below] is cls:
                found.append(below)
            todo.extend(tree.below(below))
        yield from (_replace_rows(tree, moved={row: below}) for below in sorted(found, key=lambda below: sizes[below]))


def _place(tree: Columns, row: int) -> Any:
    """Return the kind of place of a row: a field of a class, or an element within such a field."""
    steps: list[Any] = []
    while row > 0:
        above = tree.layers[tree.parents[row]]
        if above.tells_class:
            return above.cls, tree.keys[row], *steps
        steps.append(type(above))
        row = tree.parents[row]
    return (None, *steps)


def _atoms(atom: Any) -> Iterator[Any]:
    """Yield simpler atoms of the same class."""
    match atom:
        case True:
            yield False
        case False:
            pass
        case int() if type(atom) is int:
            yield from _integers(atom)
        case float() if type(atom) is float and atom != 0:
            yield 0.0
            if math.isfinite(atom) and atom != int(atom):
                yield float(int(atom))
        case str() | bytes() if type(atom) in (str, bytes) and atom:
            yield from (atom[:0], atom[: len(atom) // 2], atom[:-1])


def _integers(number: int) -> Iterator[int]:
    """Yield 0 first, then integers nearer to it, and negative ones made positive."""
    if number == 0:
        return
    yield 0
    if number < 0:
        yield -number
    half = abs(number) // 2
    while half:
        yield (abs(number) - half) * (1 if number > 0 else -1)
        half //= 2
