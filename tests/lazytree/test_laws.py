"""Laws: each finds the smallest counterexample to itself, and says it in one line."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from lazytree import Lattice, Order, alphabeta
from lazytree.errors import LawBroken
from lazytree.laws import (
    ABSORPTION,
    ASSOCIATIVE,
    COMMUTATIVE,
    DISTRIBUTIVE,
    IDEMPOTENT,
    LATTICE_LAWS,
    check_homomorphism,
    check_lattice_laws,
)  # fmt: skip
from lazytree.strategies import games

NUMBERS = st.integers(0, 3)


class Made(Lattice):
    """Two operations that are no lattice, each breaking some law."""

    def __init__(self, join, meet=min):
        self._join, self._meet = join, meet

    def join(self, one, other):
        return self._join(one, other)

    def meet(self, one, other):
        return self._meet(one, other)


@pytest.mark.parametrize(
    ("law", "join", "message"),
    [
        (COMMUTATIVE, lambda a, b: a, r"commutative: a = [01], b = [01]: a ∨ b is (\d), but b ∨ a is (?!\1)\d"),
        (
            ASSOCIATIVE,
            lambda a, b: b - a,
            r"associative: a = 1, b = 0, c = 0: \(a ∨ b\) ∨ c is 1, but a ∨ \(b ∨ c\) is -1",
        ),
        (IDEMPOTENT, lambda a, b: a + b, "idempotent: a = 1: a ∨ a is 2, but a is 1"),
        (ABSORPTION, lambda a, b: max(a, b) + 1, "absorption: a = 0, b = 0: a ∨ (a ∧ b) is 1, but a is 0"),
    ],
)
def test_each_law_finds_its_smallest_counterexample(law, join, message):
    with pytest.raises(LawBroken, match=message.replace("∨ (a ∧ b)", r"∨ \(a ∧ b\)")):
        law.check(Made(join), NUMBERS)


def test_each_law_is_checked_of_the_dual_too():
    with pytest.raises(LawBroken, match="idempotent: a = 1: a ∧ a is 2, but a is 1"):
        IDEMPOTENT.check(Made(max, lambda a, b: a + b), NUMBERS)


def test_a_lattice_that_is_not_distributive_is_found():
    below = {"0": "0abc1", "a": "a1", "b": "b1", "c": "c1", "1": "1"}

    def bound(one, other, above):
        if one == other:
            return one
        if other in below[one] or one in below[other]:
            return other if (other in below[one]) is above else one
        return "1" if above else "0"

    diamond = Made(lambda a, b: bound(a, b, True), lambda a, b: bound(a, b, False))
    check_lattice_laws(diamond, st.sampled_from("0abc1"))
    with pytest.raises(LawBroken, match="distributive: a = "):
        DISTRIBUTIVE.check(diamond, st.sampled_from("0abc1"), settings=settings(max_examples=1_000, database=None))


def test_all_laws_of_lattices_are_checked():
    joins = [lambda a, b: a, lambda a, b: (a + b) // 2, lambda a, b: a + b, min]
    for law, join in zip(LATTICE_LAWS, joins, strict=True):
        with pytest.raises(LawBroken, match=f"^{law.name}: "):
            check_lattice_laws(Made(join), NUMBERS)


def test_settings_are_passed_on():
    drawn = []
    elements = NUMBERS.map(lambda n: drawn.append(n) or n)
    IDEMPOTENT.check(Order(), elements, settings=settings(max_examples=5, database=None))
    assert len(drawn) <= 10


@pytest.mark.parametrize("search", [None, alphabeta])
@pytest.mark.parametrize("function", [lambda n: 2 * n + 1, lambda n: n // 3, lambda n: 0])
def test_monotone_functions_are_homomorphisms(function, search):
    check_homomorphism(function, games(st.integers()), **({} if search is None else {"search": search}))


def test_negation_is_no_homomorphism():
    with pytest.raises(LawBroken, match=r"game = (Max|Min)\(\[End\([01]\), End\([01]\)\]\): the function of its value"):
        check_homomorphism(lambda n: -n, games(NUMBERS), settings=settings(max_examples=300))


@pytest.mark.slow
def test_parity_is_no_homomorphism():
    with pytest.raises(LawBroken, match="homomorphism: game"):
        check_homomorphism(lambda n: n % 2, games(NUMBERS), settings=settings(max_examples=300))
