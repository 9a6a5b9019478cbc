"""Alpha-beta over lattices that are no orders: right where they are distributive, wrong over M3 and N5."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random

import pytest
from distributive_lattices import PowerSet, Product
from hypothesis import given, settings
from hypothesis import strategies as st
from leaf_reads import looked_at
from long_runs import size

from lazytree import (
    End,
    Max,
    Min,
    Order,
    alphabeta,
    alphabeta_lattice,
    deep_recursion,
    from_nested,
    minimax_in,
    uniform,
)
from lazytree.errors import BadWindow, LawBroken
from lazytree.games import Bounded
from lazytree.lattices import M3, N5, FiniteLattice
from lazytree.laws import DISTRIBUTIVE, check_lattice_laws
from lazytree.searches import f1_lattice  # fmt: skip
from lazytree.strategies import games

SETS = PowerSet("abc")
VECTORS = Product(Order(), Order(), PowerSet("ab"))
SUBSETS = [frozenset(some) for some in chain.from_iterable(combinations("abc", size) for size in range(4))]
DISTRIBUTIVE_ONES = {
    "sets": (SETS, SETS.bounds, st.sampled_from(SUBSETS)),
    "vectors": (
        VECTORS,
        Bounded((0, 0, frozenset()), (3, 2, frozenset("ab"))),
        st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([s for s in SUBSETS if s <= set("ab")])),
    ),
    "square": (FiniteLattice("0a1 0b1"), Bounded("0", "1"), st.sampled_from("0ab1")),
}
OTHERS = {"M3": (M3, M3.bounds, st.sampled_from(M3.elements)), "N5": (N5, N5.bounds, st.sampled_from(N5.elements))}
GAMES = size(300, 1_500)
ALL = {**DISTRIBUTIVE_ONES, **OTHERS}


def alphabeta_in(game, of, bounds, *window):
    """Alpha-beta over a lattice as Ginsberg and Jaffray have it, by hand."""
    alpha, beta = window or (bounds.low, bounds.high)
    match game:
        case End(score):
            return score
        case Max(children):
            best = bounds.low
            for child in children:
                best = of.join(best, alphabeta_in(child, of, bounds, of.join(alpha, best), beta))
                if of.leq(beta, of.join(alpha, best)):
                    break
            return best
        case Min(children):
            best = bounds.high
            for child in children:
                best = of.meet(best, alphabeta_in(child, of, bounds, alpha, of.meet(beta, best)))
                if of.leq(of.meet(beta, best), alpha):
                    break
            return best


def value(lattice, game):
    return minimax_in(lattice, lambda score: score, game)


@pytest.mark.parametrize("name", ALL)
def test_all_of_them_are_lattices(name):
    lattice, _, elements = ALL[name]
    check_lattice_laws(lattice, elements)


@pytest.mark.parametrize("name", ALL)
@given(data=st.data())
def test_below_is_what_the_join_says(name, data):
    lattice, bounds, elements = ALL[name]
    one, other = data.draw(elements), data.draw(elements)
    assert lattice.leq(one, other) == (lattice.join(one, other) == other) == (lattice.meet(one, other) == one)
    assert lattice.leq(bounds.low, one)
    assert lattice.leq(one, bounds.high)


@pytest.mark.parametrize("name", DISTRIBUTIVE_ONES)
def test_power_sets_products_and_the_square_are_distributive(name):
    lattice, _, elements = DISTRIBUTIVE_ONES[name]
    DISTRIBUTIVE.check(lattice, elements)


@pytest.mark.parametrize("name", OTHERS)
def test_diamond_and_pentagon_are_not(name):
    lattice, _, elements = OTHERS[name]
    with pytest.raises(LawBroken, match="distributive: a = "):  # few of the 125 triples tell
        DISTRIBUTIVE.check(lattice, elements, settings=settings(max_examples=1_000, database=None))


@pytest.mark.parametrize("name", DISTRIBUTIVE_ONES)
@given(data=st.data())
def test_over_distributive_lattices_alpha_beta_gives_the_value(name, data):
    lattice, bounds, elements = DISTRIBUTIVE_ONES[name]
    game = data.draw(games(elements, few_scores=False))
    expected = value(lattice, game)
    by_hand = looked_at(lambda game: alphabeta_in(game, lattice, bounds), game)
    by_lattice = looked_at(lambda game: alphabeta_lattice(game, bounds=bounds, order=lattice), game)
    assert by_hand == by_lattice
    assert by_hand[0] == expected


@pytest.mark.parametrize("name", ALL)
@given(data=st.data())
def test_over_any_lattice_pruning_with_one_bound_gives_the_value(name, data):
    lattice, bounds, elements = ALL[name]
    game = data.draw(games(elements, few_scores=False))
    assert f1_lattice(game, bounds=bounds, order=lattice) == value(lattice, game)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("form", ["by hand", "by lattice"])
def test_over_diamond_and_pentagon_alpha_beta_gives_a_wrong_value(name, form):
    lattice, bounds, _ = OTHERS[name]

    def search(game):
        if form == "by hand":
            return alphabeta_in(game, lattice, bounds)
        return alphabeta_lattice(game, bounds=bounds, order=lattice)

    random = Random(0)
    found = [
        game
        for game in (
            uniform(2, 4, random.choices(lattice.elements, k=16), random.choice((Max, Min))) for _ in range(GAMES)
        )
        if search(game) != value(lattice, game)
    ]
    assert 0 < len(found) < GAMES / 5


@given(games(st.integers(0, 3)))
def test_over_an_order_it_is_alpha_beta_with_known_bounds(game):
    ours = looked_at(lambda game: alphabeta_in(game, Order(), Bounded(0, 3)), game)
    assert ours == looked_at(lambda game: alphabeta(game, alpha=0, beta=3), game)


def test_two_that_cannot_be_compared_may_reach_together_what_neither_reaches():
    a, b, both = frozenset("a"), frozenset("b"), frozenset("ab")
    game = from_nested([a, [both, [b, frozenset()]]])
    forced = looked_at(lambda game: alphabeta_in(game, PowerSet("ab"), PowerSet("ab").bounds), game)
    assert forced == (both, [(0,), (1, 0), (1, 1, 0)])


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("0a1 0b", "'1' and 'b' have no bound, or more than one"),
        ("ac1 bc1", "'a' and 'b' have no bound"),
        ("0ac1 0bd1 ad bc", "'a' and 'b' have no bound"),
        ("0ab1 ba", "'0' and 'a' have no bound, or more than one"),
    ],
)
def test_a_diagram_that_is_no_lattice_is_refused_with_the_two_elements(diagram, message):
    with pytest.raises(LawBroken, match=message):
        FiniteLattice(diagram)


def test_letters_need_not_rise_in_the_order_of_the_alphabet():
    diamond = FiniteLattice("zxa zya")
    assert (diamond.bounds.low, diamond.bounds.high) == ("z", "a")
    game = from_nested([["x", "a"], ["y", "z"]])
    assert alphabeta_in(game, diamond, diamond.bounds) == minimax_in(diamond, lambda score: score, game) == "x"


def test_the_subsets_of_nothing_have_no_bounds():
    with pytest.raises(BadWindow):
        _ = PowerSet(()).bounds


def test_vectors_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="zip"):
        VECTORS.join((1, 2), (1, 2))


def test_deep_games_go_through_with_the_helper():
    game = from_nested("b")
    for ply in range(3_000):
        game = (Max, Min)[ply % 2]([game])
    with deep_recursion(3_000):
        assert alphabeta_in(game, M3, M3.bounds) == "b"
