"""Literal ports of the Haskell types and functions behind the golden data: cons cells, lazy tails, and their patterns.

Where a Haskell equation looks at an argument, the port looks at it, in the same order and no sooner: `delay` is what
laziness leaves unsaid there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from strictcheck import Demand, delay, force
from strictcheck.kinds.function import Function
from strictcheck.kinds.layers import Constructor


@dataclass(frozen=True, slots=True)
class Nil:
    """[]"""


@dataclass(frozen=True, slots=True)
class Cons:
    """head : tail"""

    head: Any
    tail: List


List: TypeAlias = Nil | Cons


@dataclass(frozen=True, slots=True)
class Pair:
    """(first, second)"""

    first: Any
    second: Any


@dataclass(frozen=True, slots=True)
class NonEmpty:
    """head :| tail"""

    head: Any
    tail: List


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


def from_items(items: list[Any]) -> List:
    made: List = Nil()
    for item in reversed(items):
        made = Cons(item, made)
    return made


def length(xs: List) -> int:
    count = 0
    while True:
        match xs:
            case Nil():
                return count
            case Cons(_, tail):
                count, xs = count + 1, tail


def take(n: int, xs: List) -> List:
    if n <= 0:
        return Nil()
    match xs:
        case Nil():
            return Nil()
        case Cons(x, rest):
            return Cons(x, delay(lambda: take(n - 1, rest)))


def take_prime(n: int, xs: List) -> List:
    match xs:
        case Nil():
            return Nil()
        case Cons(x, rest):
            return Cons(x, delay(lambda: take_prime(n - 1, rest))) if n > 0 else Nil()


def map_list(f: Callable[[Any], Any], xs: List) -> List:
    match xs:
        case Nil():
            return Nil()
        case Cons(x, rest):
            return Cons(delay(lambda: f(x)), delay(lambda: map_list(f, rest)))


def append(xs: List, ys: List) -> List:
    match xs:
        case Nil():
            return ys
        case Cons(x, rest):
            return Cons(x, delay(lambda: append(rest, ys)))


def reverse(xs: List) -> List:
    done: List = Nil()
    while True:
        match xs:
            case Nil():
                return done
            case Cons(x, rest):
                done, xs = Cons(x, done), rest


def zip_lists(xs: List, ys: List) -> List:
    match xs:
        case Nil():
            return Nil()
        case Cons(x, more_xs):
            match ys:
                case Nil():
                    return Nil()
                case Cons(y, more_ys):
                    return Cons(Pair(x, y), delay(lambda: zip_lists(more_xs, more_ys)))


def rot(fs: List, bs: List, done: List | None = None) -> List:
    """Okasaki's rotation: fs ++ reverse bs ++ done, a cell of each at a time."""
    done = Nil() if done is None else done
    match fs:
        case Nil():
            match bs:
                case Nil():
                    return done
                case Cons(b, more_bs):
                    return rot(Nil(), more_bs, Cons(b, done))
        case Cons(f, more_fs):
            match bs:
                case Nil():
                    return Cons(f, delay(lambda: rot(more_fs, Nil(), done)))
                case Cons(b, more_bs):
                    return Cons(f, delay(lambda: rot(more_fs, more_bs, Cons(b, done))))


FUNCTIONS = {
    "length": length, "take": take, "take'": take_prime, "map": map_list, "append": append, "reverse": reverse,
    "zip": zip_lists, "rot": rot,
}  # fmt: skip
ARGUMENT_FUNCTIONS = {"double": lambda x: x * 2, "inc": lambda x: x + 1, "const7": lambda x: 7}


def cells(k: int | None, each: Callable[[Any], Any]) -> Callable[[Any], None]:
    """The context that asks for `k` cells (all, if None) of a cons list, and does `each` with their elements."""

    def context(xs: Any) -> None:
        left = k
        while left is None or left > 0:
            match xs:
                case Nil():
                    return
                case Cons(head, tail):
                    each(head)
                    xs, left = tail, None if left is None else left - 1

    return context


def game(tree: Any) -> Any:
    """A game of the golden file, with children in a `NonEmpty`. Trees there are at most 100 plies deep."""
    if isinstance(tree, int):
        return End(tree)
    ((player, children),) = tree.items()
    first, *rest = map(game, children)
    return {"max": Max, "min": Min}[player](NonEmpty(first, from_items(rest)))


def alphabeta(tree: Any, alpha: int, beta: int) -> int:
    """minimaxAB: children are matched as g0 :| g1 : gs, so one more cell is looked at before a value is asked for."""
    match tree:
        case End(score):
            return score if alpha < score < beta else max(alpha, min(beta, score))
        case Max(NonEmpty(first, rest)):
            return _max_of(first, rest, alpha, beta)
        case Min(NonEmpty(first, rest)):
            return _min_of(first, rest, alpha, beta)


def _max_of(first: Any, rest: List, alpha: int, beta: int) -> int:
    while True:
        match rest:
            case Nil():
                return alphabeta(first, alpha, beta)
            case Cons(second, more):
                value = alphabeta(first, alpha, beta)
                if value >= beta:
                    return beta
                first, rest, alpha = second, more, max(alpha, value)


def _min_of(first: Any, rest: List, alpha: int, beta: int) -> int:
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
        case Constructor(cls) if cls in (Cons, Pair):
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


ELEMENT_CONTEXTS = {"none": lambda element: None, "whnf": force}
