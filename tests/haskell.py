"""The Haskell original's golden data in Python: its notation, the contexts and arguments that it names, its alpha-beta.

The functions on lists are those of `haskell_examples`; where a Haskell equation looks at an argument, they look at it,
in the same order and no sooner. `minimaxAB` is ported here literally, over games whose children are cons cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from haskell_examples import lists, rotation, zipping
from haskell_examples.conslists import Cons, LazyList, Nil, listed

from strictcheck import Demand, force, nf, whnf
from strictcheck.kinds.function import Function
from strictcheck.kinds.layers import Constructor


@dataclass(frozen=True, slots=True)
class NonEmpty:
    """head :| tail"""

    head: Any
    tail: LazyList


@dataclass(frozen=True, slots=True)
class Max:
    """Max children"""

    children: NonEmpty


@dataclass(frozen=True, slots=True)
class Min:
    """Min children"""

    children: NonEmpty


@dataclass(frozen=True, slots=True)
class End:
    """End score"""

    score: int


FUNCTIONS = {
    "length": lists.length, "take": lists.take, "take'": lists.take_eager, "map": lists.map_list,
    "append": lists.append, "reverse": lists.reverse, "zip": zipping.zip_lists, "rot": rotation.rotate,
}  # fmt: skip
ARGUMENT_FUNCTIONS = {"double": lambda x: x * 2, "inc": lambda x: x + 1, "const7": lambda x: 7}
ELEMENT_CONTEXTS = {"none": lambda element: None, "whnf": force, "nf": nf}


def argument(value: Any) -> Any:
    """Return an argument of the golden file as a value."""
    if isinstance(value, dict):
        return ARGUMENT_FUNCTIONS[value["fun"]]
    return listed(value) if isinstance(value, list) else value


def context_of(description: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the context that the golden file describes."""
    match description:
        case {"kind": "whnf"}:
            return whnf
        case {"kind": "nf"}:
            return nf
        case {"kind": "spine"}:
            return cells(None, ELEMENT_CONTEXTS["none"])
        case {"kind": "cells", "k": k, "elems": elements}:
            return cells(k, ELEMENT_CONTEXTS[elements])
    raise AssertionError(description)


def cells(k: int | None, each: Callable[[Any], Any]) -> Callable[[Any], None]:
    """Return the context that asks for `k` cells (all, if None) of a list, and does `each` with their elements."""

    def context(xs: Any) -> None:
        left = k
        while (left is None or left > 0) and isinstance(xs, Cons):
            each(xs.head)
            xs, left = xs.tail, None if left is None else left - 1

    return context


def game(tree: Any) -> Any:
    """A game of the golden file, with children in a `NonEmpty`. Trees there are at most 100 plies deep."""
    if isinstance(tree, int):
        return End(tree)
    ((player, children),) = tree.items()
    first, *rest = map(game, children)
    return {"max": Max, "min": Min}[player](NonEmpty(first, listed(rest)))


def alphabeta(tree: Any, alpha: int, beta: int) -> int:
    """minimaxAB: children are matched as g0 :| g1 : gs, so one more cell is looked at before a value is asked for."""
    match tree:
        case End(score):
            return score if alpha < score < beta else max(alpha, min(beta, score))
        case Max(NonEmpty(first, rest)):
            return _max_of(first, rest, alpha, beta)
        case Min(NonEmpty(first, rest)):
            return _min_of(first, rest, alpha, beta)


def _max_of(first: Any, rest: LazyList, alpha: int, beta: int) -> int:
    while True:
        match rest:
            case Nil():
                return alphabeta(first, alpha, beta)
            case Cons(second, more):
                value = alphabeta(first, alpha, beta)
                if value >= beta:
                    return beta
                first, rest, alpha = second, more, max(alpha, value)


def _min_of(first: Any, rest: LazyList, alpha: int, beta: int) -> int:
    while True:
        match rest:
            case Nil():
                return alphabeta(first, alpha, beta)
            case Cons(second, more):
                value = alphabeta(first, alpha, beta)
                if value <= alpha:
                    return alpha
                first, rest, beta = second, more, min(beta, value)


def as_json(demand: Demand) -> Any:
    """A demand in the notation of the golden files."""
    made: dict[int, dict[Any, Any]] = {}
    for row, parent, key, layer in reversed(list(demand.rows())):
        parts = made.pop(row, {})
        made.setdefault(parent, {})[key] = _node(layer, parts)
    return made[-1][None] if made else None


def _node(layer: Any, parts: dict[Any, Any]) -> Any:
    match layer:
        case Function():
            return "fun"
        case Constructor(cls) if cls is Nil:
            return "nil"
        case Constructor(cls) if cls in (Cons, zipping.Pair):
            return {cls.__name__.lower(): [parts.get(name) for name in cls.__match_args__]}
        case Constructor(cls) if cls is NonEmpty:
            return {"head": parts.get("head"), "tail": parts.get("tail")}
        case Constructor(cls):
            (field,) = cls.__match_args__
            return {cls.__name__.lower(): parts.get(field)}
    return layer


def as_haskell(demand: Any, *, argument: bool = False) -> str:
    """A demand in golden notation, as StrictCheck prints it."""
    match demand:
        case None:
            return "_"
        case "nil":
            return "[]"
        case "fun":
            return "<function> :: Int -> Int"
        case int():
            return str(demand)
        case {"cons": [head, tail]}:
            text = f"{as_haskell(head)} : {as_haskell(tail)}"
        case {"head": head, "tail": tail}:
            text = f"{as_haskell(head)} :| {as_haskell(tail)}"
        case {"pair": [first, second]}:
            text = f"(,) {as_haskell(first, argument=True)} {as_haskell(second, argument=True)}"
        case _:
            ((name, below),) = demand.items()
            text = f"{name.capitalize()} {as_haskell(below, argument=True)}"
    return f"({text})" if argument else text
