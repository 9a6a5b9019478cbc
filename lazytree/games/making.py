"""Making games: from nested lists and JSON, and back; uniform trees; games unfolded from positions and moves.

Reading needs no recursion, and an error says where in the structure the bad part is. The tree of a real game is too big
to be made: an unfolded one has only the parts that were looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from lazytree.errors import BadGame
from lazytree.games.game import End, Game, Max, Min, children_of, player_of
from lazytree.games.traversals import bottom_up
from lazytree.games.walking import Branch, Leaf, rebuild
from strictcheck import Stream, delay, is_thunk
from strictcheck.messages import shown

S = TypeVar("S")
Q = TypeVar("Q")

Player: TypeAlias = type[Max[Any]] | type[Min[Any]]
"""Whose turn it is: the class `Max` or `Min` itself."""

Step: TypeAlias = Branch[Any, Any] | Leaf[Any]


def other(player: Player) -> Player:
    """The player who moves next."""
    return Min if player is Max else Max


def from_nested(nested: Any, root: Player = Max) -> Game[Any]:
    """Make the game that is written as nested lists: a list is a choice, anything else a score; the players alternate.

    `root` is the player of the outermost list. Tuples are taken for scores, so that a score may be a tuple. All of
    `nested` is read, but for parts that are thunks, as in an observed call: of these a list or a score is read when the
    game is looked at there. Raises `BadGame`, with the place, for an empty list, for a list that holds itself, for a
    score that is not equal to itself, and for a tuple in place of the outermost list; within thunks, where the game is
    looked at.

    >>> from_nested([3, [1, 2]])
    Max([End(3), Min([End(1), End(2)])])
    >>> from_nested([3, [1, []]])
    Traceback (most recent call last):
    ...
    lazytree.errors.BadGame: from_nested: at [1][1]: an empty list; expected at least one child
    >>> from strictcheck import observe
    >>> from lazytree import alphabeta
    >>> print(observe(lambda nested: alphabeta(from_nested(nested)), [[3, 4], [2, 6]]).demand)
    [[3, 4], [2, _]]
    """

    inside: set[int] = set()

    def expand(part: tuple[Any, Player], where: Callable[[], str]) -> Step:
        data, player = part
        if is_thunk(data):
            return Leaf(delay(partial(_read_node, data, player, (None, where()))))
        if not isinstance(data, list):
            return Leaf(_score_in_list(data, where))
        if not data:
            raise BadGame(f"from_nested: at {where() or 'the top'}: an empty list; expected at least one child")
        return Branch(player, ((child, other(player)) for child in _guard_cycle(data, inside, "from_nested", where)))

    return rebuild((nested, root), expand, _node)


def _read_node(data: Any, player: Player, place: tuple[Any, str]) -> Game[Any]:
    """Make the node that is written in a thunk, its children delayed; `place` is linked, for a path may be long."""
    where = partial(_spell, place)
    if not isinstance(data, list):
        return _score_in_list(data, where)
    if not data:
        raise BadGame(f"from_nested: at {where() or 'the top'}: an empty list; expected at least one child")

    def child(index: int) -> Game[Any]:
        # Fetched when the child is looked at, for to fetch an atom is to look at it.
        return delay(lambda: _read_node(data[index], other(player), (place, f"[{index}]")))

    return player([child(index) for index in range(len(data))])


def _score_in_list(score: Any, where: Callable[[], str]) -> End[Any]:
    if isinstance(score, tuple) and not where():
        raise BadGame("from_nested: a tuple is taken for a score, and a game of one score has no choice; pass a list")
    return _end(score, "from_nested", where)


def _spell(place: Any) -> str:
    steps: list[str] = []
    while place is not None:
        place, step = place
        steps.append(step)
    return "".join(reversed(steps))


def to_nested(game: Game[S]) -> Any:
    """Return the scores of `game` as nested lists; `from_nested` reads them back if the players alternate.

    Forces the whole game. Raises `BadGame` when a player moves twice in a row, since lists do not say who moves, and
    `TypeError` if `game` is not a game.

    >>> to_nested(Max([End(3), Min([End(1), End(2)])]))
    [3, [1, 2]]
    """

    def expand(part: tuple[Game[S], object], where: Callable[[], str]) -> Step:
        node, before = part
        if isinstance(node, End):
            return Leaf(node.score)
        children, player = children_of(node), player_of(node)
        if player is before:
            raise BadGame(
                f"to_nested: at {where()}: {player.__name__} moves twice in a row, which lists cannot say; use to_json"
            )
        return Branch(player, ((child, player) for child in children))

    return rebuild((game, None), expand, lambda _, parts: parts)


def from_json(data: Any) -> Game[Any]:
    """Make the game written as JSON data: a number is a score, `{"max": [...]}` and `{"min": [...]}` are choices.

    `data` is what `json.loads` returns, and all of it is read. Raises `BadGame`, with the place, for anything else:
    other types, other keys, empty nodes, NaN, a list that holds itself.

    >>> from_json({"max": [3, {"min": [1, 2]}]})
    Max([End(3), Min([End(1), End(2)])])
    >>> from_json({"max": [3, {"min": []}]})
    Traceback (most recent call last):
    ...
    lazytree.errors.BadGame: from_json: at [1]: {"min": []}; expected at least one child
    """
    return rebuild(data, partial(_expand_json, set()), _node)


def to_json(game: Game[Any]) -> Any:
    """Return `game` as data that `json.dumps` can write and `from_json` reads back.

    Forces the whole game. Raises `TypeError` if `game` is not a game.

    >>> to_json(Max([End(3), Min([End(1), End(2)])]))
    {'max': [3, {'min': [1, 2]}]}
    """

    return bottom_up(game, lambda end: end.score, lambda player, parts: {player.__name__.lower(): parts})


def uniform(branching: int, depth: int, scores: Iterable[S], root: Player = Max) -> Game[S]:
    """Make the game of `depth` plies with `branching` moves in each position, its leaves `scores` from left to right.

    Pulls exactly branching**depth scores and makes the whole tree; players alternate. Raises `ValueError` when there
    are fewer scores, or for a branching below 1 or a depth below 0, and `BadGame` for NaN, with its place.

    >>> uniform(2, 2, [3, 1, 4, 1])
    Max([Min([End(3), End(1)]), Min([End(4), End(1)])])
    """
    check_shape("uniform", branching, depth)
    remaining = iter(scores)
    players = [root if level % 2 == 0 else other(root) for level in range(depth)]

    def expand(level: int, where: Callable[[], str]) -> Step:
        if level < depth:
            return Branch(players[level], [level + 1] * branching)
        for score in remaining:
            return Leaf(_end(score, "uniform", where))
        expected = f"expected {branching}**{depth} scores"
        raise ValueError(f"uniform({branching}, {depth}, ...): {expected}; they end before {where() or 'the root'}")

    return rebuild(0, expand, _node)


def check_shape(name: str, branching: int, depth: int) -> None:
    """Raise `ValueError`, which names the function `name`, unless there is a uniform tree of this shape."""
    if branching < 1 or depth < 0:
        raise ValueError(f"{name}(branching={branching!r}, depth={depth!r}): expected branching >= 1 and depth >= 0")


def unfold(
    position: Q,
    *,
    moves: Callable[[Q], Iterable[Q]],
    score: Callable[[Q], S],
    depth: int | None = None,
    root: Player = Max,
) -> Game[S]:
    """Make the game that is played from `position`, with `root` to move first and the players alternating.

    `moves(position)` yields the positions that can be moved to, and `score(position)` is the score of an end. The game
    ends where there are no moves, and after `depth` plies; without a depth it may be endless.

    Forces nothing but the outermost layer, which tells whether `position` is an end: its first move is pulled, or its
    score computed. Each node does the same when it is looked at, and children are a `Stream`, so how many moves were
    generated is part of the demand of a search. Computed parts are kept. Raises `ValueError` for a negative
    depth; exceptions of `moves` and `score` are raised where the game is looked at.

    >>> from lazytree import alphabeta
    >>> game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=20)
    >>> game
    Max(Stream([...]))
    >>> game.children[1].children[0].children.pulled
    0
    >>> alphabeta(unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n % 7, depth=3))
    2
    """
    if depth is not None and depth < 0:
        raise ValueError(f"unfold(depth={depth}): expected a number of plies, 0 or more, or None for no limit")

    def node(position: Q, depth: int | None, player: Player) -> Game[S]:
        """Make the outermost layer at `position`; only the first move tells a node from an end, so it is pulled."""
        if depth != 0:
            following = iter(moves(position))
            for first in following:
                return player(Stream(children(chain((first,), following), depth, player)))
        return End(score(position))

    def children(positions: Iterator[Q], depth: int | None, player: Player) -> Iterator[Game[S]]:
        left = None if depth is None else depth - 1
        for position in positions:
            yield delay(partial(node, position, left, other(player)))

    return node(position, depth, root)


def _node(player: Player, children: list[Game[Any]]) -> Game[Any]:
    return player(children)


def _end(score: Any, reader: str, where: Callable[[], str]) -> End[Any]:
    try:
        return End(score)
    except BadGame as error:
        raise BadGame(f"{reader}: at {where() or 'the top'}: {error}") from None


def _guard_cycle(data: list[Any], inside: set[int], reader: str, where: Callable[[], str]) -> Iterator[Any]:
    """Yield the elements of `data`; while they are read, `inside` holds its id, so that a cycle is noticed."""
    if id(data) in inside:
        raise BadGame(f"{reader}: at {where()}: a list that holds itself; expected a game that comes to an end")

    def read_elements() -> Iterator[Any]:
        inside.add(id(data))
        yield from data
        inside.remove(id(data))

    return read_elements()


def _expand_json(inside: set[int], data: Any, where: Callable[[], str]) -> Step:
    match data:
        case bool() | None:
            pass
        case int() | float():
            return Leaf(_end(data, "from_json", where))
        case {"max": list(children)} | {"min": list(children)} if len(data) == 1:
            player = next(iter(data))
            if not children:
                raise BadGame(f'from_json: at {where() or "the top"}: {{"{player}": []}}; expected at least one child')
            return Branch(Max if player == "max" else Min, _guard_cycle(children, inside, "from_json", where))
    expected = 'expected a number, {"max": [...]} or {"min": [...]}'
    raise BadGame(f"from_json: at {where() or 'the top'}: {shown(data)}; {expected}")
