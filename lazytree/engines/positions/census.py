"""Counting the positions of a game, and the ways to play it, ply by ply: numbers to check a game's rules against.

Positions are told apart by their keys, and no ply is kept longer than the next one takes. Skip this module unless you
write a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from lazytree.engines.positions.position import Position

Ways: TypeAlias = dict[Hashable, tuple[Position[Any], int]]
"""The positions of one ply by their keys, each with the number of ways to get there."""


@dataclass(frozen=True, slots=True)
class Ply:
    """Census after so many moves: different positions, the ends among them, and the ways to get there.

    `nodes` and `leaves` are positions and ends, each as often as there are ways to get to it: what a game tree has.
    """

    positions: int
    ends: int
    nodes: int
    leaves: int


def census(position: Position[Any], *, symmetries: bool = False) -> Iterator[Ply]:
    """The plies of the game from `position`, which is the first; with `symmetries`, symmetric positions are one.

    Lazy: a ply is counted when it is pulled, so that the first plies of a big game can be had. A position that
    occurs at several plies counts at each. Raises `ValueError` if a position has no key.

    >>> from lazytree.engines.positions import Noughts
    >>> plies = list(census(Noughts()))
    >>> [ply.positions for ply in plies]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    >>> sum(ply.nodes for ply in plies), sum(ply.leaves for ply in plies), sum(ply.positions for ply in plies)
    (549946, 255168, 5478)
    """
    ways: Ways = {}
    _arrive(ways, position, 1, symmetries)
    while ways:
        ends = [count for position, count in ways.values() if position.result() is not None]
        yield Ply(len(ways), len(ends), sum(count for _, count in ways.values()), sum(ends))
        ways = _next_ply(ways, symmetries)


def _next_ply(ways: Ways, symmetries: bool) -> Ways:
    found: Ways = {}
    for position, count in ways.values():
        if position.result() is None:
            for move in position.moves():
                _arrive(found, position.play(move), count, symmetries)
    return found


def _arrive(ways: Ways, position: Position[Any], count: int, symmetries: bool) -> None:
    one = position.canonical().position if symmetries else position
    key = one.key()
    if key is None:
        raise ValueError(f"census: {one!r} has no key; expected positions that can be told apart")
    ways[key] = one, count + (ways[key][1] if key in ways else 0)
