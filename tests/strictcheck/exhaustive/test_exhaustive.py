"""Exhaustive checking by demand: one run stands for every completion, and together they are all there is."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import math
import os
import pickle
import subprocess
import sys
import time
import typing
from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, NoReturn, TypeVar

import pytest
from long_runs import one_in, size
from places import ROOT
from shared_values import twin

from lazytree import SEARCHES, End, Game, Max, Min, alphabeta, alphabeta_lattice, minimax
from lazytree.games.game import all_games
from lazytree.searches.known_bugs import kept_window, strict_cutoff, wide_root
from strictcheck import Demand, DemandMismatch, StrictCheckError, assert_same_demand, force, hole, observe
from strictcheck.errors import NotCertified, NothingChecked, SpecError
from strictcheck.exhaustive import (
    SYMBOLS,
    LayerDomain,
    Sequences,
    Sum,
    check_all,
    check_values,
    constructor,
    same_demand,
    values,
)
from strictcheck.exhaustive.counting import Counts, KnownOrder, extensions, weak_orders
from strictcheck.exhaustive.partial_inputs import Input, Symbol
from strictcheck.exhaustive.property_runs import Check
from strictcheck.exhaustive.quick_same_demand import light_classes, look_at
from strictcheck.trail import Trail

ALPHABETAS = same_demand(alphabeta, alphabeta_lattice, order=True)


# By brute force: every game, with numbers for scores


def weakly_ordered(count: int) -> list[tuple[int, ...]]:
    """All orders with ties of so many elements, as ranks without gaps."""
    ranks = itertools.product(range(count), repeat=count)
    return [rank for rank in ranks if set(rank) == set(range(max(rank, default=-1) + 1))]


def compositions(total: int, least_parts: int) -> Iterator[tuple[int, ...]]:
    if total > 0 and least_parts <= 1:
        yield (total,)
    for first in range(1, total):
        yield from ((first, *rest) for rest in compositions(total - first, max(least_parts - 1, 1)))


def shapes(leaves: int) -> list[Any]:
    """All games with so many leaves, scores being None."""
    if leaves == 1:
        return [None]
    split = itertools.chain.from_iterable(
        itertools.product(*map(shapes, sizes)) for sizes in compositions(leaves, least_parts=2)
    )
    return [(player, children) for children in split for player in (Max, Min)]


def filled(shape: Any, scores: Iterator[int]) -> Any:
    return End(next(scores)) if shape is None else shape[0]([filled(child, scores) for child in shape[1]])


def brute_force(leaves: int) -> Iterator[Any]:
    for many in range(1, leaves + 1):
        for shape, ranks in itertools.product(shapes(many), weakly_ordered(many)):
            yield filled(shape, iter(ranks))


@pytest.mark.parametrize(("leaves", "count"), [(1, 1), (2, 7), (3, 137), (4, 4_787)])
def test_as_many_games_are_counted_as_brute_force_makes(leaves: int, count: int):
    games = list(brute_force(leaves))
    assert len(games) == len(set(games)) == Counts(all_games(), leaves).total() == count


def test_more_games_are_counted_than_anyone_could_make():
    total = sum(len(shapes(size)) * len(weakly_ordered(size)) for size in range(1, 6))
    assert Counts(all_games(), 5).total() == total == 237_417
    assert Counts(all_games(), 7).total() == 1_190_425_969  # 24,850 shapes of 7 leaves, with 47,293 orders


def matches(given: Input, game: Any) -> bool:
    """Whether a partial input can be completed to `game`."""
    parts: dict[int, Any] = {0: game}
    compared: dict[int, Any] = {}
    for spot in given.spots:
        part, layer = parts[spot._number], spot._layer
        if type(spot) is Symbol:
            compared[spot._place] = part  # that of an element that was not compared is -1, and of no interest
        elif layer is not None:
            if not isinstance(part, layer.cls) or (layer.cls is tuple and len(part) != len(layer.index)):
                return False
            for name, position in layer.index.items():
                parts[spot._parts[position]._number] = part[name] if layer.cls is tuple else getattr(part, name)
    return all(fits(given.order, compared, i, j) for i, j in itertools.combinations(range(len(given.order.rank)), 2))


def fits(order: KnownOrder, compared: dict[int, int], i: int, j: int) -> bool:
    one, other = order.rank[i], order.rank[j]
    if one == other:
        return compared[i] == compared[j]
    if order.up[one] >> other & 1:
        return compared[i] < compared[j]
    return not order.up[other] >> one & 1 or compared[i] > compared[j]


@pytest.mark.parametrize("search", [alphabeta, minimax, kept_window])
def test_each_run_stands_for_the_games_that_match_it_and_each_game_matches_one_run(search: Callable[[Any], Any]):
    games = list(brute_force(3))
    matched = dict.fromkeys(range(len(games)), 0)
    for given, _ in Check(lambda game: search(game) is not None, all_games(), 3).runs():
        found = [number for number, game in enumerate(games) if matches(given, game)]
        assert len(found) == given.stands_for()
        for number in found:
            matched[number] += 1
    assert set(matched.values()) == {1}


# The two alpha-betas, on every game


@pytest.mark.slow
def test_the_two_alphabetas_look_at_the_same_parts_of_every_game_of_up_to_five_leaves():
    done = check_all(ALPHABETAS, of=all_games(), max_size=5)
    assert (done.partial_inputs, done.full_inputs) == (37_473, 237_417)


def test_games_are_inferred_from_their_annotation():
    done = check_all(same_demand(alphabeta, alphabeta_lattice), Game[int], 4)
    assert done.full_inputs == Counts(all_games(), 4).total()
    assert check_all(lambda game: len(game.children) > 0, Max[int], 3).full_inputs == (137 - 1) // 2
    assert check_all(lambda game: not isinstance(game, End) or game.score in (False, True), Game[bool], 1).full_inputs


def test_brute_force_says_the_same():
    for game in brute_force(3):
        assert_same_demand(alphabeta, alphabeta_lattice, game)


def test_a_check_says_what_it_found_out():
    done = check_all(ALPHABETAS, of=all_games(), max_size=3)
    assert str(done) == f"{ALPHABETAS} holds for all 137 inputs up to size 3, shown by 97 partial ones"
    assert (done.max_size, done.property) == (3, "same_demand(alphabeta, alphabeta_lattice, order=True)")


@pytest.mark.parametrize("broken", [strict_cutoff, wide_root, kept_window])
def test_a_planted_bug_is_found_with_the_smallest_game_that_tells(broken: Callable[[Any], Any]):
    with pytest.raises(DemandMismatch) as caught:
        check_all(same_demand(alphabeta, broken), of=all_games(), max_size=5)
    least = next(game for game in brute_force(4) if observe(broken, game).demand != observe(alphabeta, game).demand)
    assert Demand.full(caught.value.counterexample).size <= Demand.full(least).size
    assert isinstance(caught.value.__cause__, DemandMismatch)


def test_a_failure_without_holes_speaks_of_none():
    @dataclass
    class With_Underscore:
        flag: bool

    with pytest.raises(DemandMismatch, match=r"does not hold for With_Underscore\(True\)$"):
        check_all(lambda given: not given.flag, With_Underscore, 1)


def test_a_failure_has_holes_where_nobody_looked():
    with pytest.raises(
        DemandMismatch, match=r"does not hold for Max\(\[End\(_\), _\]\), whatever stands for _"
    ) as caught:
        check_all(lambda game: not (isinstance(game, Max) and isinstance(game.children[0], End)), all_games(), 5)
    assert caught.value.counterexample.children[1] is hole


def test_elements_of_a_failure_are_numbers_in_the_order_they_have():
    def rises_and_falls(scores: list[int]) -> bool:
        return not (len(scores) == 4 and scores[0] < scores[2] == scores[3] < scores[1])

    with pytest.raises(DemandMismatch, match=r"rises_and_falls does not hold for \[0, 2, 1, 1\]$"):
        check_all(rises_and_falls, max_size=4)


# The quick way to look is tied to the thunks


def spot_paths(given: Input) -> dict[int, tuple[Any, ...]]:
    paths: dict[int, tuple[Any, ...]] = {0: ()}
    for spot in given.spots:
        if spot._layer is not None:
            names = {position: name for name, position in spot._layer.index.items()}
            for position, part in enumerate(spot._parts):
                paths[part._number] = (*paths[spot._number], names[position])
    return paths


@pytest.mark.parametrize(
    ("name", "leaves"),
    [("alphabeta", size(3, 4)), ("lattice", size(3, 4)), ("minimax", 3), ("squash", 3), ("broken-kept-window", 3)],
)
def test_parts_note_what_thunks_note_in_the_same_order_on_every_game(name: str, leaves: int):
    search, counts = SEARCHES[name], Counts(all_games(), leaves)
    trail, runs = Trail(), 0
    while trail.next_run():
        given = Input(counts, light_classes(counts) or {}, trail)
        log = given.new_view()
        look_at(search(given.root))
        paths = spot_paths(given)
        noted = [paths[number] for number in log]
        observation = observe(search, given.partial_value())  # whose holes nobody may touch
        assert noted == [forcing.path for forcing in observation.trace]
        assert observation.demand == Demand.full(given.partial_value())
        runs += 1
    assert runs > 60


@pytest.mark.slow
def test_parts_and_thunks_take_the_same_runs_to_the_same_verdict():
    quick = [(given.trail.prefix, holds) for given, holds in Check(ALPHABETAS, all_games(), 3).runs()]
    slow = [(given.trail.prefix, holds) for given, holds in Check(lambda game: ALPHABETAS(game), all_games(), 3).runs()]
    assert quick == slow
    assert len(quick) == 97


def test_parts_look_at_lengths_and_single_elements_as_thunks_do():
    def second_of_three(game: Any) -> Any:
        match game:
            case Max([_, Min() | Max() as child, _]):
                return child.__class__
            case Min(children) if len(children) > 2:
                return children[-1]
            case _:
                return None

    check_all(same_demand(second_of_three, twin(second_of_three), order=True), of=all_games(), max_size=4)
    with pytest.raises(DemandMismatch, match="second_of_three also looks at"):
        check_all(same_demand(second_of_three, lambda game: isinstance(game, Max)), of=all_games(), max_size=4)


def test_a_result_counts_as_looked_at_one_layer_deep():
    with pytest.raises(DemandMismatch, match=r"also looks at game\.score"):
        check_all(same_demand(first_score, is_end), of=all_games(), max_size=1)


def first_score(game: Any) -> Any:
    return game.score if isinstance(game, End) else None


def is_end(game: Any) -> bool:
    return isinstance(game, End)


def test_what_light_parts_cannot_do_is_done_with_thunks():
    def repeats_children(game: Any) -> Any:
        return None if isinstance(game, End) else game.children * 1

    same = same_demand(repeats_children, twin(repeats_children))
    done, thunks = (check_all(one, all_games(), 3, certify=False) for one in (same, lambda game: same(game)))
    assert (done.partial_inputs, done.full_inputs) == (thunks.partial_inputs, thunks.full_inputs)
    with pytest.raises(DemandMismatch, match="repeats_children also looks at"):
        check_all(same_demand(repeats_children, lambda game: isinstance(game, Max)), all_games(), 3)


ASKING = {
    "hash": hash,
    "repr": repr,
    "str": str,
    "format": "{}".format,
    "bool": bool,
    "equal": lambda game: game == 3,
    "unequal": lambda game: game != 3,
    "in": lambda game: [1].count(game),
    "hasattr": lambda game: hasattr(game, "nothing"),
    "getattr": lambda game: getattr(game, "score", None),
    "a method": lambda game: game.__len__,
    "class": lambda game: game.__class__,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "dir": dir,
    "length": lambda game: isinstance(game, End) or len(game.children),
    "truth of children": lambda game: isinstance(game, End) or bool(game.children),
    "slice": lambda game: isinstance(game, End) or [*game.children[1:], *game.children[:1]],
    "equal children": lambda game: isinstance(game, End) or game.children == (),
    "hash of children": lambda game: isinstance(game, End) or hash(game.children),
    "in children": lambda game: isinstance(game, End) or 3 in game.children,
    "class of a score": lambda game: isinstance(game, End) and isinstance(game.score, int),
    "repr of a score": lambda game: isinstance(game, End) and repr(game.score),
    "text with a score": lambda game: isinstance(game, End) and f"{game.score}",
    "copy of a score": lambda game: isinstance(game, End) and copy.deepcopy(game.score),
}


@pytest.mark.parametrize("asks", one_in(3, ASKING.values()), ids=ASKING)
def test_no_look_at_a_part_goes_unnoticed(asks: Callable[[Any], Any]):
    """What thunks take for a look is one here too, or thunks take over."""

    def looks_at_the_class(game: Any) -> Any:
        return isinstance(game, End)

    def caught(game: Any) -> Any:
        try:
            return asks(game)
        except Exception:
            return None

    for first, second in itertools.product((asks, caught), (looks_at_the_class, lambda game: None)):
        same = same_demand(first, second)
        assert holds(same) == holds(lambda game, same=same: same(game))


def holds(property: Any) -> Any:
    try:
        return check_all(property, all_games(), 2).full_inputs > 0
    except DemandMismatch:
        return False
    except StrictCheckError:
        return "refused"


def test_the_same_parts_in_another_order_differ_where_order_is_asked_for():
    check_all(same_demand(minimax, backwards), of=all_games(), max_size=3)
    with pytest.raises(DemandMismatch, match="in another order"):
        check_all(same_demand(minimax, backwards, order=True), of=all_games(), max_size=3)


def backwards(game: Any) -> Any:
    match game:
        case End(score):
            return score
        case Max(children):
            return max(backwards(children[at]) for at in range(len(children) - 1, -1, -1))
        case Min(children):
            return min(backwards(children[at]) for at in range(len(children) - 1, -1, -1))


# Of other types


class Colour(Enum):
    RED = 1
    GREEN = 2


T = TypeVar("T")


@dataclass
class Tree(Generic[T]):
    left: Tree[T] | None
    value: T
    right: Tree[T] | None


class Pair(NamedTuple):
    one: bool
    other: Colour


@pytest.mark.parametrize(
    ("of", "size", "count"),
    [
        (bool, 0, 2),
        (bool | None, 0, 3),
        (Colour, 5, 2),
        (Literal["a", "b", 3], 0, 3),
        (int, 0, 1),
        (list[bool], 3, 15),
        (list[int], 4, 1 + 1 + 3 + 13 + 75),
        (tuple[int, ...], 2, 5),
        (tuple[int, int], 1, 3),
        (tuple[()], 1, 1),
        (Pair, 1, 4),
        (list[list[bool]], 2, 1 + 1 + 1 + 2),
        (Tree[bool] | None, 3, 1 + 2 + 2 * 4 + 5 * 8),
        (Tree[int] | None, 3, 1 + 1 + 2 * 3 + 5 * 13),
        (int | None, 0, 2),
        (list[int | None], 2, 1 + 2 + (1 + 2 + 3)),
        (tuple[int | float, int], 1, 3),
        (tuple[int | Literal["a"], int | None], 1, 1 + 1 + 1 + 3),
    ],
)
def test_types_are_counted_and_gone_through(of: Any, size: int, count: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_values, "ALONE", 1000)  # forks would see some of the values
    seen = set()

    def everything(value: Any) -> None:
        seen.add(repr(settled(value)))

    done = check_all(everything, of, size, certify=False)
    assert done.full_inputs == count == done.partial_inputs
    assert len(seen) == count


def settled(value: Any) -> Any:
    """The value with ranks for elements, all of which are compared."""
    elements: list[Any] = []
    shape = walked(value, elements)
    return shape, [sum(other < element for other in elements) for element in elements]


def walked(value: Any, elements: list[Any]) -> Any:
    match value:
        case None | True | False | Colour() | str():
            return value
        case Tree(left, element, right):
            return (walked(left, elements), walked(element, elements), walked(right, elements))
        case list() | tuple():
            return [walked(part, elements) for part in value]
        case int():
            return int(value)
    elements.append(value)
    return "element"


def test_a_type_variable_is_bound_and_a_property_can_say_its_type_itself():
    def never_red(tree: Tree[Colour]) -> bool:
        return tree.value is not Colour.RED

    with pytest.raises(DemandMismatch, match=r"never_red does not hold for Tree\(_, Colour.RED, _\)"):
        check_all(never_red, max_size=2)


def test_insertion_into_a_search_tree_is_right_for_all_orders_of_keys():
    """Not a word of numbers: orders of four keys, with ties, are all that an ordered tree can tell apart."""

    def insert(tree: Tree[int] | None, key: int) -> Tree[int]:
        if tree is None:
            return Tree(None, key, None)
        if key < tree.value:
            return Tree(insert(tree.left, key), tree.value, tree.right)
        return Tree(tree.left, tree.value, insert(tree.right, key))

    def listed(tree: Tree[int] | None) -> list[int]:
        return [] if tree is None else [*listed(tree.left), tree.value, *listed(tree.right)]

    def sorts(keys: list[int]) -> bool:
        tree = None
        for key in keys:
            tree = insert(tree, key)
        found = listed(tree)
        return all(one <= other for one, other in itertools.pairwise(found)) and len(found) == len(keys)

    assert check_all(sorts, max_size=4).full_inputs == 93


def test_what_is_not_looked_at_is_not_gone_through():
    assert check_all(lambda game: isinstance(game, Max | Min | End), of=all_games(), max_size=7).partial_inputs == 3
    assert check_all(lambda xs: not xs or max(xs) is not None, list[int], 5).partial_inputs == 1 + 1 + 3 + 9 + 27 + 81
    assert check_all(lambda flags: all(flags) is any(flags) or True, list[bool], 8).partial_inputs < 100


def test_values_that_nothing_can_stand_in_for_are_decided_when_they_are_fetched():
    def by_identity(flags: list[bool | None]) -> None:
        for flag in flags:
            assert flag is None or flag is True or flag is False
            if flag is None:
                break

    done = check_all(by_identity, max_size=3)
    assert (done.partial_inputs, done.full_inputs) == (1 + 3 + 7 + 15, 1 + 3 + 9 + 27)


@dataclass
class Leaf:
    pass


@dataclass
class Node:
    left: Node | Leaf
    right: Node | Leaf


def test_a_long_list_and_a_deep_tree_are_ordinary_inputs():
    def right_spine_ends(tree: Node | Leaf) -> bool:
        while isinstance(tree, Node):
            tree = tree.right
        return isinstance(tree, Leaf)

    done = check_all(right_spine_ends, max_size=41)
    assert done.partial_inputs == 21  # spines of up to 20 nodes, left subtrees being holes
    assert done.full_inputs == sum(math.comb(2 * n, n) // (n + 1) for n in range(21))
    assert check_all(lambda xs: len(xs) >= 0, list[Literal[0]], 100).full_inputs == 101


def test_the_smallest_failure_is_shown_though_larger_ones_come_first():
    def short_spine(tree: Node | Leaf) -> bool:
        length = 0
        while isinstance(tree, Node):
            tree, length = tree.right, length + 1
        return length < 2

    with pytest.raises(
        DemandMismatch, match=r"does not hold for Node\(_, Node\(_, Leaf\(\)\)\), whatever stands for _"
    ):
        check_all(short_spine, max_size=9)


def test_a_smaller_value_is_a_smaller_failure_than_one_of_which_less_was_looked_at():
    def has_a_deep_left_and_a_right(tree: Node | Leaf) -> bool:
        return isinstance(tree, Leaf) or not (isinstance(tree.left, Node) or isinstance(tree.right, Leaf))

    with pytest.raises(
        DemandMismatch, match=r"does not hold for Node\(Leaf\(\), Leaf\(\)\)$"
    ):  # not Node(Node(_, _), _)
        check_all(has_a_deep_left_and_a_right, max_size=9)
    with pytest.raises(DemandMismatch, match=r"does not hold for \[True, _\], "):
        check_all(lambda flags: not (len(flags) == 2 and any(flags)), list[bool], 3)


def test_elements_that_were_looked_at_and_not_compared_are_in_any_order():
    done = check_all(lambda xs: len([force(x) for x in xs]) >= 0, list[int], 3)
    assert (done.partial_inputs, done.full_inputs) == (4, 1 + 1 + 3 + 13)


# Domains by hand


def test_a_domain_is_made_of_layers_by_hand():
    numbers = Sum("number", [values(0), values(1, 2)])
    pair = LayerDomain(tuple, {0: numbers, 1: SYMBOLS}, tuple, size=2)
    check = check_all(lambda pairs: bool([number for number, _ in pairs]) or True, Sequences(Sum("pair", [pair])), 6)
    assert check.full_inputs == 1 + 3 + 9 * 3


def test_objects_are_made_without_their_init():
    class Fussy:
        __match_args__ = ("part",)

    @dataclass(frozen=True)
    class Checked:
        part: int

        def __post_init__(self) -> None:
            raise AssertionError("made by hand")

    of = Sum("checked", [constructor(Checked, {"part": values(1)})])
    assert check_all(lambda checked: checked.part == 1, of, 1).full_inputs == 1
    with pytest.raises(StrictCheckError, match="Fussy: expected a dataclass"):
        constructor(Fussy, {})


@pytest.mark.parametrize(
    ("domain", "message"),
    [
        (lambda: endless(), "no value of this type is finite"),
        (lambda: Sequences(values(0), each=0), "infinitely many of the same size"),
        (lambda: unary(), "infinitely many values of the same size"),
        (lambda: Sum("game", [constructor(End, {"value": SYMBOLS})]), "End has no field 'value'; its fields are score"),
    ],
)
def test_a_domain_with_nothing_or_with_too_much_in_it_is_refused(domain: Callable[[], Any], message: str):
    with pytest.raises(StrictCheckError, match=message):
        check_all(lambda value: None, domain(), 3)


@pytest.mark.parametrize(
    "made", [lambda: Sequences(bool), lambda: Sum("flag", [bool]), lambda: constructor(End, {"score": bool})]
)
def test_a_type_in_place_of_a_domain_is_refused(made: Callable[[], Any]):
    with pytest.raises(TypeError, match=r"<class 'bool'> is not a domain; pass one: domain_of\("):
        made()


def endless() -> Sum:
    made = Sum("endless")
    return made.add(LayerDomain(tuple, {0: made}, tuple))


def unary() -> Sum:
    made = Sum("unary", [values(0)])
    return made.add(LayerDomain(tuple, {0: made}, tuple, size=0))


# What cannot be checked is said


def test_elements_have_an_order_and_nothing_else():
    for asks in (
        lambda xs: sum(xs),
        lambda xs: xs[:1] and xs[0] > 3,
        lambda xs: len(set(xs)),
        lambda xs: [-x for x in xs],
        lambda xs: [10 - x for x in xs],
        lambda xs: any(xs),
        lambda xs: [range(x) for x in xs],
        lambda xs: [[0, 1][x] for x in xs],
        lambda xs: xs[:1] and xs[0] == "a",
    ):
        with pytest.raises(SpecError, match=r"only an order among its like; give the type a few values"):
            check_all(lambda xs, asks=asks: asks(xs) or True, list[int], 2)  # type: ignore[misc]


@pytest.mark.parametrize(
    "of",
    [dict[str, int], str, Any, object, list, typing.List, typing.Tuple, typing.Sequence, Callable[[int], int]],  # noqa: UP006
    ids=str,
)
def test_a_type_whose_values_are_not_known_is_said(of: Any):
    with pytest.raises(SpecError, match=r"its values are not known; pass of=\.\.\."):
        check_all(lambda value: None, of, 2)


@dataclass
class Unresolved:
    part: Nowhere  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("of", "why"),
    [(namedtuple("Pair", "left right"), "'left'"), (Unresolved, "name 'Nowhere' is not defined")],
)
def test_a_class_with_fields_of_unknown_types_is_said(of: Any, why: str):
    with pytest.raises(SpecError, match=rf"not all annotations of its fields are known \({why}\); pass of=\.\.\."):
        check_all(lambda value: None, of, 2)


def test_a_property_is_a_function():
    with pytest.raises(TypeError, match="property=5 is not callable; pass a function of one value"):
        check_all(5, bool)  # type: ignore[arg-type]


def _is_at_most(items: list[bool], most: int = 5) -> bool:
    return len([item for item in items if item]) <= most


class _Property:
    def __call__(self, items: list[bool]) -> bool:
        return _is_at_most(items)


def _same_but_untold(items):
    return _is_at_most(items)


ANNOTATED = [_is_at_most, functools.partial(_is_at_most, most=4), _Property(), _Property().__call__]


@pytest.mark.parametrize("property", [*ANNOTATED, same_demand(_is_at_most, _same_but_untold)])
def test_the_type_is_the_annotation_of_the_only_parameter_that_has_to_be_passed(property):
    verdict = check_all(property, max_size=2)
    assert (verdict.full_inputs, "0x" in str(verdict)) == (7, False)


def test_a_property_without_an_annotation_is_told_to_give_a_type():
    for property in (lambda value: None, lambda: None, lambda one, other: None):
        with pytest.raises(SpecError, match=r"pass the type of its input, as in of=list\[int\]"):
            check_all(property)


@pytest.mark.parametrize("size", [-1, 0, 1.5, None])
def test_a_size_below_the_smallest_value_is_refused(size: Any):
    with pytest.raises(ValueError, match=f"max_size={size!r}; expected a whole number, 1 or more"):
        check_all(lambda game: None, all_games(), size)


@pytest.mark.parametrize("functions", [(alphabeta, 3), (None, alphabeta)])
def test_same_demand_wants_two_functions(functions: Any):
    with pytest.raises(TypeError, match=r"is not callable; pass functions first, then its arguments"):
        same_demand(*functions)


# Properties that do not depend on their input alone


def test_a_property_that_looks_elsewhere_the_second_time_is_found():
    times = itertools.count()

    def wavering(pair: tuple[list[bool], list[bool]]) -> None:
        len(pair[next(times) % 2])

    with pytest.raises(NotCertified, match="a run looked at part"):
        check_all(wavering, max_size=4, certify=False)


def test_a_property_that_looks_at_nothing_the_second_time_is_found():
    times = itertools.count()
    with pytest.raises(NotCertified, match="a run ended where the run before looked on"):
        check_all(lambda xs: next(times) or len(xs) >= 0, list[int], 3, certify=False)


def test_a_property_that_fails_once_is_found():
    times = itertools.count()
    with pytest.raises(NotCertified, match="held when it was run again on the same input"):
        check_all(lambda xs: len(xs) >= 0 and next(times) != 2, list[int], 3, certify=False)


def test_a_property_may_raise_anything_and_what_it_raised_is_the_cause():
    with pytest.raises(
        DemandMismatch, match=r"does not hold for \[_, _\], whatever stands for _\nIndexError"
    ) as caught:
        check_all(two_is_too_much, max_size=3)
    assert isinstance(caught.value.__cause__, IndexError)


def two_is_too_much(xs: list[int]) -> None:
    if len(xs) == 2:
        raise IndexError("too much")


def test_interrupting_is_not_a_failure():
    def interrupted(xs: list[int]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_all(interrupted, max_size=1)


# Stopping, going on, and having it done by others


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units of a single run or two, so that a small check has many."""
    monkeypatch.setattr(check_values, "ALONE", 0.02)
    monkeypatch.setattr(check_values, "UNIT", 0.001)


LEFT = itertools.count(-60)


def stopping(game: Any) -> bool:
    if next(LEFT) == 0:
        raise KeyboardInterrupt
    return ALPHABETAS(game)


@pytest.mark.usefixtures("small_units")
def test_a_check_that_was_stopped_goes_on_where_it_stopped(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_values, "ALONE", 1000)
    file = tmp_path / "proof.json"
    with pytest.raises(KeyboardInterrupt):
        check_all(stopping, all_games(), 3, resume=file, certify=False)
    before = json.loads(file.read_text())["done"]["runs"]
    assert 0 < before <= 60
    done = check_all(stopping, all_games(), 3, resume=file, certify=False)
    assert (done.partial_inputs, done.full_inputs) == (97, 137)
    assert next(LEFT) == 97 - before + 1, "no finished run is done again"


def test_a_check_that_is_finished_is_read_from_its_file(tmp_path: Any):
    file = tmp_path / "proof.json"
    first = check_all(ALPHABETAS, all_games(), 3, resume=file)
    again = check_all(ALPHABETAS, all_games(), 3, resume=str(file))
    assert (again.partial_inputs, again.full_inputs) == (first.partial_inputs, first.full_inputs) == (97, 137)


def test_a_unit_that_was_begun_is_done_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    def stop(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    file = tmp_path / "proof.json"
    with monkeypatch.context() as patched:
        patched.setattr(Check, "unit", stop)
        with pytest.raises(KeyboardInterrupt):
            check_all(ALPHABETAS, all_games(), 3, resume=file)
    assert json.loads(file.read_text())["done"]["left"]
    assert check_all(ALPHABETAS, all_games(), 3, resume=file).partial_inputs == 97


def test_a_file_of_another_check_is_refused(tmp_path: Any):
    file = tmp_path / "proof.json"
    check_all(ALPHABETAS, all_games(), 2, resume=file)
    with pytest.raises(StrictCheckError, match=r"resume=.*proof.json: is of .*; give each its own file"):
        check_all(ALPHABETAS, all_games(), 3, resume=file)
    file.write_text("not JSON\n")
    with pytest.raises(StrictCheckError, match="expected a file that an earlier run wrote"):
        check_all(ALPHABETAS, all_games(), 3, resume=file)


def test_a_file_that_does_not_add_up_is_refused(tmp_path: Any):
    file = tmp_path / "proof.json"
    check_all(ALPHABETAS, all_games(), 2, resume=file)
    written = file.read_text()
    for spoilt, message in (
        (written.replace('"runs"', '"rums"'), "expected a file that an earlier run wrote"),
        (written.replace('"left": []', '"left": [7]'), "expected a file that an earlier run wrote"),
        (written.replace('"inputs": 7', '"inputs": 8'), "the runs stand for 8 inputs, but there are 7"),
    ):
        file.write_text(spoilt)
        with pytest.raises(StrictCheckError, match=message):
            check_all(ALPHABETAS, all_games(), 2, resume=file)


def test_to_ask_for_the_order_is_another_check(tmp_path: Any):
    file = tmp_path / "proof.json"
    check_all(same_demand(alphabeta, alphabeta_lattice), all_games(), 2, resume=file)
    with pytest.raises(StrictCheckError, match="give each its own file"):
        check_all(ALPHABETAS, all_games(), 2, resume=file)


def test_a_failure_is_kept_too(tmp_path: Any):
    file, broken = tmp_path / "proof.json", same_demand(alphabeta, strict_cutoff)
    messages = []
    for _ in range(2):
        with pytest.raises(DemandMismatch) as caught:
            check_all(broken, all_games(), 4, resume=file)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


@pytest.mark.usefixtures("small_units")
def test_ctrl_c_while_a_file_is_taken_up_leaves_it_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def half(path: Path, text: str, **options: Any) -> None:
        with path.open("w") as file:
            file.write(text[: len(text) // 2])
        raise KeyboardInterrupt

    file = tmp_path / "proof.json"
    check_all(ALPHABETAS, all_games(), 3, resume=file)
    before = file.read_text()
    monkeypatch.setattr(Path, "write_text", half)
    with pytest.raises(KeyboardInterrupt):
        check_all(ALPHABETAS, all_games(), 3, resume=file)
    assert file.read_text() == before


@pytest.mark.slow
@pytest.mark.usefixtures("small_units")
def test_forks_come_to_the_same_counts():
    done = check_all(lambda game: ALPHABETAS(game), all_games(), 3)
    assert (done.partial_inputs, done.full_inputs) == (97, 137)
    done = check_all(ALPHABETAS, all_games(), 4)
    assert (done.partial_inputs, done.full_inputs) == (1_779, 4_787)
    with pytest.raises(DemandMismatch, match=r"Max\(\[End\(\d\), Min\(\[End\(\d\), End\(\d\)\]\)\]\)"):
        check_all(same_demand(alphabeta, strict_cutoff), all_games(), 5)


@pytest.mark.slow
@pytest.mark.usefixtures("small_units")
def test_a_property_that_depends_on_its_process_is_not_certified():
    here = os.getpid()
    with pytest.raises(NotCertified, match="failed, and held"):  # each fork has a number of its own
        check_all(lambda xs: sorted(xs) is None or os.getpid() == here, list[int], 5, certify=False)


@pytest.mark.slow
@pytest.mark.skipif(
    (os.cpu_count() or 1) < 2 or not Path("/proc/self/task").exists(), reason="needs two processors and /proc"
)
def test_processes_end_with_the_one_that_started_them():
    code = (
        "from lazytree import alphabeta, alphabeta_lattice; from lazytree.games.game import all_games;"
        "from strictcheck import check_all, same_demand;"
        "check_all(same_demand(alphabeta, alphabeta_lattice), all_games(), 8)"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as process:
        try:
            wait_until(lambda: len(started(process.pid)) >= 2)
            workers_of_it = started(process.pid)
        finally:
            process.kill()
    wait_until(lambda: not any(map(is_running, workers_of_it)))


def started(parent: int) -> list[str]:
    """Processes that this one has started, in whichever thread."""
    return [pid for task in Path(f"/proc/{parent}/task").glob("*/children") for pid in task.read_text().split()]


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    pytest.fail("waited for a minute")


@pytest.mark.slow
@pytest.mark.usefixtures("small_units")
def test_a_bar_shows_how_much_is_done_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    check_all(ALPHABETAS, all_games(), 3)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    check_all(ALPHABETAS, all_games(), 3)
    assert "97 runs for 137 inputs" in " ".join(capsys.readouterr().err.split())


# The trail and the order, by themselves


def every_order(pairs: list[tuple[int, int]], elements: int) -> Iterator[KnownOrder]:
    trail = Trail()
    while trail.next_run():
        order = KnownOrder(trail)
        for _ in range(elements):
            order.add()
        for one, other in pairs:
            order.sign(one, other)
        yield order


@pytest.mark.parametrize("elements", [1, 2, 3, 4])
def test_comparing_everything_gives_each_weak_order_once(elements: int):
    pairs = list(itertools.permutations(range(elements), 2))
    found = [tuple(order.heights()) for order in every_order(pairs, elements)]
    assert sorted(found) == sorted(weakly_ordered(elements))


@pytest.mark.parametrize("pairs", [[], [(0, 1)], [(0, 1), (2, 3)], [(0, 1), (1, 2)], [(1, 0), (2, 0), (3, 0)]])
def test_partial_orders_stand_for_as_many_weak_orders_as_brute_force_finds(pairs: list[tuple[int, int]]):
    total = 0
    for order in every_order(pairs, 4):
        consistent = [
            ranks
            for ranks in weakly_ordered(4)
            if all(fits(order, ranks, i, j) for i, j in itertools.combinations(range(4), 2))
        ]
        assert extensions(order.key(), 0) == len(consistent) == sum(weak_orders(order.key()).values())
        heights = order.heights()
        assert all(fits(order, heights, i, j) for i, j in itertools.combinations(range(4), 2))
        total += len(consistent)
    assert total == 75


def test_elements_that_were_never_compared_are_inserted_anywhere():
    assert [extensions((), more) for more in range(8)] == [1, 1, 3, 13, 75, 541, 4_683, 47_293]
    assert extensions((), 1200) % 10 == 5  # the last digits repeat: 1, 3, 3, 5
    assert extensions((0b10, 0), 2) == sum(1 for ranks in weakly_ordered(4) if ranks[0] < ranks[1])


@pytest.mark.parametrize("stop", [0, 1, 2, 5, 11])
def test_what_is_left_of_a_trail_and_what_is_done_are_everything(stop: int):
    def choices(prefix: Any) -> Iterator[tuple[Trail, tuple[int, ...]]]:
        trail = Trail(prefix)
        while trail.next_run():
            made: list[int] = []
            while len(made) < 3 and sum(made) < 4:
                made.append(trail.choose(2 + len(made), len(made)))
            yield trail, tuple(made)

    everything = [made for _, made in choices(())]
    assert everything == sorted(set(everything))
    done, left = [], [()]
    while left:
        prefix = left.pop()
        for count, (trail, made) in enumerate(choices(prefix)):
            done.append(made)
            if count == stop:
                left += trail.rest()
                break
    assert sorted(done) == everything


async def is_short(items: list[bool]) -> bool:
    return len(items) < 2


@pytest.mark.filterwarnings("ignore:coroutine 'is_short' was never awaited")
@pytest.mark.parametrize("property", [lambda xs: (x for x in xs), lambda xs: lambda: xs, iter, is_short])
def test_an_answer_that_is_true_whatever_comes_of_it_proves_nothing(property):
    with pytest.raises(NothingChecked, match="which is true whatever comes of it"):
        check_all(property, list[bool], 2)


def test_an_answer_may_be_an_element():
    with pytest.raises(DemandMismatch, match=r"does not hold for \[False\]"):
        check_all(lambda xs: xs[0] if xs else True, list[bool], 2)
