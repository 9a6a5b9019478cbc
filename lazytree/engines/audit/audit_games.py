"""The games that an audit runs engines on, and the class they are of. All finite, all reproducible from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, pairwise
from math import prod
from random import Random
from typing import Any

from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.leaf_log import Path
from lazytree.games.making import Player, other, uniform
from lazytree.games.traversals import bottom_up_at, leaves
from lazytree.games.walking import walk

# Scores of a uniform game come from one of these ranges: ties everywhere, some ties, hardly any.
SCORES = ((0, 2), (-9, 9), (-50_000, 50_000))
# Leaves of the largest game; a game of 4 moves has fewer plies than one of 2.
LARGEST = 256
# In one of so many games there are 5 moves: a search that looks at the first few only is told by that.
WIDE = 20
# In one of so many games parts occur again; each is one of so many of its size.
TRANSPOSING, PARTS = 4, 3

# Plies and parts of the games that are added where faults are rare, and their scores: hardly any ties, some, many.
DEEP, MANY, SPREADS = 6, 7, (100, 9, 1)

# Share of the parts of a game that are over at once, where games are won by the last move.
OVER = 0.2

TYPICAL = {
    "scores -100 to 100": (-100, 100),
    "scores -1, 0 and 1": (-1, 1),
}
"""The games on which costs are told, by the range of their scores: 5 moves in each position, and 5 plies."""

BRANCHING, PLIES, TREES = 5, 5, 3
PLAYERS: dict[str, Player] = {"M": Max, "m": Min}
"""The players, by their letters in a pattern of turns."""


@dataclass(frozen=True, slots=True)
class GameClass:
    """Games of one kind: an engine is run, and shown its faults, on games of the kind it is made for.

    `root` moves first (None: either player). `turns` is a pattern that repeats, M for Max and m for Min, such as "Mmm"
    for Max and two opponents; "Mm" alternates from whichever root; "" allows any order. `depth` is the number of plies
    of every play; `even` asks only that all plays of one game are equally long. `moves` is the number of moves in every
    position, if it is always the same one, and `most` the highest. `scores` are the lowest and the highest score, and
    `among` all there are, if they are few. `ties` says that two leaves may have the same score, `ended` that a game may
    be over before the first move, and `last_wins` that nobody loses by a move of his own, as in games of four in a row.

    >>> kind = GameClass(root=Max, turns="Mm", even=True)
    >>> Max([Min([End(1)]), Min([End(0), End(2)])]) in kind, Max([Min([End(1)]), End(0)]) in kind
    (True, False)
    >>> kind.fit(Max([Min([End(1)]), End(0)]))
    Max([Min([End(1)]), Min([End(0)])])
    """

    root: Player | None = None
    turns: str = ""
    depth: int | None = None
    even: bool = False
    moves: int | None = None
    most: int | None = None
    scores: tuple[Any, Any] | None = None
    among: tuple[Any, ...] = ()
    ties: bool = True
    ended: bool = True
    last_wins: bool = False

    def player(self, ply: int, root: Player) -> Player:
        """The player to move at this ply of a game that `root` begins."""
        if self.turns in ("", "Mm"):
            return root if ply % 2 == 0 else other(root)
        return PLAYERS[self.turns[ply % len(self.turns)]]

    def __contains__(self, game: Game[Any]) -> bool:
        """True if `game` is of this class. Forces all of it, unless any game is."""
        return self == GameClass() or self._holds(_Shape.of(game))

    def _holds(self, shape: _Shape) -> bool:
        if not shape.positions:
            return not self.depth and self.ended and self._has_ends(shape)
        root = shape.positions[0][1]
        return (
            self.root in (None, root)
            and all(not self.turns or player is self.player(ply, root) for ply, player, _ in shape.positions)
            and all(self.moves in (None, count) for _, _, count in shape.positions)
            and all(self.most is None or count <= self.most for _, _, count in shape.positions)
            and self._has_ends(shape)
        )

    def _has_ends(self, shape: _Shape) -> bool:
        plies, scores = shape.plies, shape.scores
        if self.depth is not None and plies != {self.depth}:
            return False
        if self.scores and not all(self.scores[0] <= score <= self.scores[1] for score in scores):
            return False
        if (self.among and not {*scores} <= {*self.among}) or (self.last_wins and shape.lost):
            return False
        return (not self.even or len(plies) == 1) and (self.ties or len(set(scores)) == len(scores))

    def fit(self, game: Game[Any]) -> Game[Any] | None:
        """The game as one of this class, longer plays made by single moves; None where that is not enough."""
        if (self.even or self.depth is not None) and self.moves in (None, 1):
            plies = max((len(path) for path, _ in leaves(game)), default=0) if self.depth is None else self.depth
            root = self.root or (Max if isinstance(game, End) else player_of(game))
            game = self._padded(game, plies, root)
        return game if game in self else None

    def _padded(self, game: Game[Any], plies: int, root: Player) -> Game[Any]:
        def padded(end: End[Any], path: Path) -> Game[Any]:
            node: Game[Any] = end
            for ply in range(plies - 1, len(path) - 1, -1):
                node = self.player(ply, root)([node])
            return node

        return bottom_up_at(game, padded, lambda player, children, path: player(children))

    def __str__(self) -> str:
        begins = "" if self.root is None else f"{self.root.__name__} begins"
        turns = {"": "", "Mm": "players alternate"}.get(self.turns, f"turns {self.turns}")
        plies = f"{self.depth} plies" if self.depth else "plays of equal length" if self.even else ""
        moves = "" if self.most is None else f"at most {self.most} moves in a position"
        moves = moves if self.moves is None else f"{self.moves} moves in each position"
        scores = "" if self.scores is None else f"scores {self.scores[0]} to {self.scores[1]}"
        if self.among:
            scores = f"scores {', '.join(map(str, self.among[:-1]))} and {self.among[-1]}"
        ends = "" if self.ties else "no ties"
        ends = "nobody loses by a move of his own" if self.last_wins else ends
        told = [part for part in (begins, turns, plies, moves, scores, ends) if part]
        return ", ".join(told) or "any games"


ANY = GameClass()
"""All games."""


def class_of(games: Sequence[Game[Any]], declared: GameClass | None = None) -> GameClass:
    """The narrowest class of all these games that are not just a leaf; what is `declared` of them stays as it is.

    >>> str(class_of([Max([End(1), End(2)]), Max([Min([End(3), End(0)]), Min([End(5), End(4)])])]))
    'Max begins, players alternate, plays of equal length, 2 moves in each position, scores 0 to 5, no ties'
    """
    shapes = [_Shape.of(game) for game in games]
    real = [shape for shape in shapes if shape.positions]
    scores = [score for shape in shapes for score in shape.scores]
    found = replace(declared or GameClass(), ended=len(real) < len(games))
    roots = {shape.positions[0][1] for shape in real}
    if found.root is None and len(roots) == 1:
        found = replace(found, root=roots.pop())
    counts = {count for shape in real for _, _, count in shape.positions}
    if counts:
        found = replace(found, moves=max(counts) if len(counts) == 1 else found.moves, most=max(counts))
    if found.scores is None and scores:
        found = replace(found, scores=(min(*scores, 0), max(*scores, 0)))
    for narrower in ({"turns": "Mm"} if not found.turns else {}, {"even": True}, {"ties": False}):
        tried = replace(found, **narrower)
        if real and all(map(tried._holds, real)):
            found = tried
    return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """Properties of a game that a class asks for: its positions, from the root on, and its ends."""

    positions: list[tuple[int, Player, int]]  # ply, player to move, number of moves
    plies: set[int]
    scores: list[Any]
    lost: list[Any]  # scores of ends with which the player who moved last loses

    @classmethod
    def of(cls, game: Game[Any]) -> _Shape:
        made = cls([], set(), [], [])
        for path, node in walk(game, children_of):
            if isinstance(node, End):
                made.plies.add(len(path))
                made.scores.append(node.score)
            else:
                player, children = player_of(node), [*children_of(node)]
                made.positions.append((len(path), player, len(children)))
                scores = [child.score for child in children if isinstance(child, End)]
                made.lost.extend(score for score in scores if score != _won(score, player))
        return made


def _won(score: Any, player: Player) -> Any:
    """The score or its opposite, whichever is better for the player who moved last."""
    return abs(score) if player is Max else -abs(score)


def games_of_class(
    count: int, seed: int, kind: GameClass = ANY, *, transposing: int = TRANSPOSING, parts: int = PARTS
) -> Iterator[Game[int]]:
    """`count` random games of a class, positions of one ply having equally many moves.

    Where the class leaves it open, there are 2 to 4 moves, or 5 in one of `WIDE` games, 1 to 6 plies, Max or Min to
    begin, few scores or many. In one of `transposing` games each part is one of so many `parts` of its size, as in
    games whose positions several orders of moves lead to. The i-th depends on the seed and i only.

    >>> [*games_of_class(2, seed=9)][1]
    Max([End(1), End(2), End(0), End(1)])
    >>> next(games_of_class(1, 5, GameClass(turns="Mmm", depth=3, scores=(0, 9))))
    Max([Min([Min([End(0)]), Min([End(0)]), Min([End(0)]), Min([End(3)])])])
    """
    for index in range(count):
        random = Random(f"uniform {seed} {index}")
        most = min(kind.most or 5, 5 if index % WIDE == WIDE - 1 else 4)
        branching = random.randint(5 if most == 5 else 2, max(2, most)) if kind.moves is None else kind.moves
        if kind.depth is None:
            plies = random.choice([depth for depth in range(1, 7) if branching**depth <= max(LARGEST, branching)])
            widths = [branching] * plies
        else:
            widths = _widths(random, kind.depth, kind.moves, most)
        bounds = random.choice(SCORES) if kind.scores is None else kind.scores
        draw = partial(random.choice, kind.among) if kind.among else partial(random.randint, *bounds)
        repeats = index % transposing == 0
        scores = _repeating(random, widths, draw, parts) if repeats else [draw() for _ in range(prod(widths))]
        game = _built(widths, scores, kind, random.choice((Max, Min)) if kind.root is None else kind.root)
        yield _won_by_last(game, random, draw) if kind.last_wins else game


def telling_games(count: int, seed: int, kind: GameClass, spread: int) -> Iterator[Game[int]]:
    """Yield deep games in which parts and scores occur again, so that rare faults of tables, or at ties, show."""
    low, high = kind.scores or (-spread, spread)
    within = max(low, -spread), min(high, spread)
    scores = within if within[0] < within[1] else (low, high)
    kind = replace(kind, depth=kind.depth or DEEP, ties=True, scores=scores)
    return games_of_class(count, seed, kind, transposing=1, parts=MANY)


def _widths(random: Random, plies: int, moves: int | None, most: int) -> list[int]:
    """The number of moves at each ply; single moves where there would be too many leaves."""
    if moves is not None:
        return [moves] * plies
    widths = [random.randint(1, most) for _ in range(plies)]
    while prod(widths) > LARGEST:
        widths[random.choice([ply for ply, width in enumerate(widths) if width > 1])] -= 1
    return widths


def _built(widths: list[int], scores: Sequence[int], kind: GameClass, root: Player) -> Game[int]:
    level: list[Game[int]] = [End(score) for score in scores]
    for ply in range(len(widths) - 1, -1, -1):
        player = kind.player(ply, root)
        starts = range(0, len(level) + 1, widths[ply])
        level = [player(level[start:stop]) for start, stop in pairwise(starts)]
    return level[0]


def _won_by_last(game: Game[int], random: Random, draw: Callable[[], int]) -> Game[int]:
    """The game with some parts over at once, in which nobody loses by a move of his own."""

    def at_turn(player: Player, parts: list[Game[int]], path: Path) -> Game[int]:
        won = [End(_won(part.score, player)) if isinstance(part, End) else part for part in parts]
        return End(draw()) if path and random.random() < OVER else player(won)

    return bottom_up_at(game, lambda end, path: end, at_turn)


def _repeating(random: Random, widths: list[int], draw: Callable[[], int], count: int) -> Sequence[int]:
    """Scores in which each part, of any size, is one of a few."""
    parts: list[Sequence[int]] = [[draw()] for _ in range(count)]
    for width in reversed(widths):
        parts = [list(chain.from_iterable(random.choices(parts, k=width))) for _ in range(count)]
    return parts[0]


@cache
def typical_games(name: str, among: tuple[Any, ...] = ()) -> tuple[Game[Any], ...]:
    """A few games of the kind that is called `name` in `TYPICAL`, or with scores `among` these; made once."""
    low, high = TYPICAL.get(name, (0, 0))
    seeds = [Random(f"typical {name} {index}") for index in range(TREES)]
    draws = [partial(seed.choice, among) if among else partial(seed.randint, low, high) for seed in seeds]
    return tuple(uniform(BRANCHING, PLIES, [draw() for _ in range(BRANCHING**PLIES)]) for draw in draws)
