"""Minimax as a fold: one layer of a game at a time, with the player as a tag, and the recursion elsewhere.

A recursion scheme (catamorphism) in Python. A game is layers of one shape, `Over(score)` or `Turn(player, choices)`;
an algebra computes the result of a layer from the results of its choices; and `fold` does the recursion for all
algebras. The results of the choices are delayed, or no fold could prune. Skip this module unless you want to see
that `minimax_in` is nothing special.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from lazytree.games.game import End, Game, Max, Min
from lazytree.games.plain_data import Player
from lazytree.games.recursion_limit import enter
from lazytree.lattices.bounded import Lattice
from strictcheck import Stream

S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Over(Generic[S]):
    """Layer at which the game is over."""

    score: S


@dataclass(frozen=True, slots=True)
class Turn(Generic[A]):
    """Layer at which `player`, `Max` or `Min`, has one or more `choices`: games, or results of games."""

    player: Player
    choices: Iterable[A]


Layer: TypeAlias = Over[S] | Turn[A]
"""One layer of a game with scores `S`, with values of type `A` in place of the children."""


def layer_of(game: Game[S]) -> Layer[S, Game[S]]:
    """Return the outermost layer of `game`, with the children for choices. Forces that layer only.

    >>> layer_of(Max([End(1), End(2)]))
    Turn(player=<class 'lazytree.games.game.Max'>, choices=(End(1), End(2)))
    """
    match game:
        case End(score):
            return Over(score)
        case Max(children):
            return Turn(Max, children)
        case Min(children):
            return Turn(Min, children)


def map_layer(function: Callable[[A], B], layer: Layer[S, A]) -> Layer[S, B]:
    """Return `layer` with `function(choice)` for each choice, computed one by one as they are looked at.

    >>> list(map_layer(lambda choice: choice + 1, Turn(Max, [1, 2])).choices)
    [2, 3]
    """
    match layer:
        case Over():
            return layer
        case Turn(player, choices):
            return Turn(player, Stream(function(choice) for choice in choices))


def fold(algebra: Callable[[Layer[S, Callable[[], R]]], R], game: Game[S]) -> R:
    """Fold `game` from its ends to its root by `algebra`, which computes the result of each layer.

    In the layers that `algebra` gets, each choice is a function of no arguments that folds that child. Forces the
    outermost layer, and the children whose results `algebra` calls for, when it does. Raises `TooDeep` beyond
    Python's recursion limit. Source: Meijer, Fokkinga and Paterson, *Functional Programming with Bananas, Lenses,
    Envelopes and Barbed Wire* (1991).

    >>> def count_ends(layer):
    ...     return 1 if isinstance(layer, Over) else sum([choice() for choice in layer.choices])
    >>> fold(count_ends, Max([End(3), Min([End(1), End(2)])]))
    3
    """
    return enter("fold", game, lambda: _fold(game, algebra))


def _fold(game: Game[S], algebra: Callable[[Layer[S, Callable[[], R]]], R]) -> R:
    def fold_child(child: Game[S]) -> Callable[[], R]:
        return lambda: _fold(child, algebra)

    return algebra(map_layer(fold_child, layer_of(game)))


def fold_in(lattice: Lattice[R], leaf: Callable[[S], R], game: Game[S]) -> R:
    """Compute `minimax_in` by a fold: equal value, equal demand.

    >>> from lazytree import Order, from_nested
    >>> fold_in(Order(), lambda score: score, from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    3
    """

    def algebra(layer: Layer[S, Callable[[], R]]) -> R:
        match layer:
            case Over(score):
                return leaf(score)
            case Turn(player, choices):
                return lattice.joins(choices) if player is Max else lattice.meets(choices)

    return fold(algebra, game)
