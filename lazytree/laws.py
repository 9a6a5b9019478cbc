"""Laws as Hypothesis checks: axioms of lattices, and functions on scores that searches respect.

A check draws examples, returns None if the law holds for all of them, and raises `LawBroken` with the smallest
counterexample otherwise. Call checks from your tests; `settings` is passed on to Hypothesis. Besides
`lazytree.strategies`, this is the only module that loads Hypothesis.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import hypothesis
from hypothesis import strategies as st

from lazytree.errors import LawBroken
from lazytree.games.game import Game
from lazytree.games.traversals import map_scores
from lazytree.lattices.clamping import Dual, Lattice
from lazytree.searches.by_name import Search
from lazytree.searches.minimax_and_alphabeta import minimax

__all__ = ["LATTICE_LAWS", "Law", "check_homomorphism", "check_lattice_laws"]
__all__ += ["ABSORPTION", "ASSOCIATIVE", "COMMUTATIVE", "DISTRIBUTIVE", "IDEMPOTENT"]

S = TypeVar("S")
T = TypeVar("T")

Equal: TypeAlias = Callable[[Any, Any], bool]
DUAL_SIGNS = str.maketrans("∨∧", "∧∨")


@dataclass(frozen=True, slots=True)
class Law:
    """Equation between elements of a lattice, and its dual, with join and meet exchanged.

    `sides(lattice, a, ...)` computes both sides from one element for each letter of `variables`.

    >>> from lazytree import Order
    >>> COMMUTATIVE.check(Order(), st.integers())
    """

    name: str
    variables: str
    left: str
    right: str
    sides: Callable[..., tuple[Any, Any]]

    def check(
        self,
        lattice: Lattice[T],
        elements: st.SearchStrategy[T],
        *,
        equal: Equal = operator.eq,
        settings: hypothesis.settings | None = None,
    ) -> None:
        """Raise `LawBroken` if this law, or its dual, does not hold for some `elements`.

        `equal` compares two elements: clamping functions, for one, are compared by `Clamping.equal`.
        """

        def holds(drawn: tuple[T, ...]) -> None:
            self._compare(lattice, drawn, equal, str)
            self._compare(Dual(lattice), drawn, equal, lambda side: side.translate(DUAL_SIGNS))

        _run(holds, st.tuples(*[elements] * len(self.variables)), settings)

    def _compare(self, lattice: Lattice[T], drawn: tuple[T, ...], equal: Equal, spell: Callable[[str], str]) -> None:
        one, other = self.sides(lattice, *drawn)
        if not equal(one, other):
            given = ", ".join(f"{name} = {element!r}" for name, element in zip(self.variables, drawn, strict=True))
            raise LawBroken(
                f"{self.name}: {given}: {spell(self.left)} is {one!r}, but {spell(self.right)} is {other!r}"
            )


COMMUTATIVE = Law("commutative", "ab", "a ∨ b", "b ∨ a", lambda of, a, b: (of.join(a, b), of.join(b, a)))
ASSOCIATIVE = Law(
    "associative",
    "abc",
    "(a ∨ b) ∨ c",
    "a ∨ (b ∨ c)",
    lambda of, a, b, c: (of.join(of.join(a, b), c), of.join(a, of.join(b, c))),
)
IDEMPOTENT = Law("idempotent", "a", "a ∨ a", "a", lambda of, a: (of.join(a, a), a))
ABSORPTION = Law("absorption", "ab", "a ∨ (a ∧ b)", "a", lambda of, a, b: (of.join(a, of.meet(a, b)), a))
LATTICE_LAWS = (COMMUTATIVE, ASSOCIATIVE, IDEMPOTENT, ABSORPTION)

# Holds in the lattices over which alpha-beta is right, not in all.
DISTRIBUTIVE = Law(
    "distributive",
    "abc",
    "a ∧ (b ∨ c)",
    "(a ∧ b) ∨ (a ∧ c)",
    lambda of, a, b, c: (of.meet(a, of.join(b, c)), of.join(of.meet(a, b), of.meet(a, c))),
)


def check_lattice_laws(
    lattice: Lattice[T],
    elements: st.SearchStrategy[T],
    *,
    equal: Equal = operator.eq,
    settings: hypothesis.settings | None = None,
) -> None:
    """Check that `lattice` is a lattice on `elements`: each of `LATTICE_LAWS` in turn, each with its dual.

    Raises `LawBroken` with the smallest counterexample to the first law that does not hold.

    >>> from lazytree import Order
    >>> check_lattice_laws(Order(), st.integers())
    """
    for law in LATTICE_LAWS:
        law.check(lattice, elements, equal=equal, settings=settings)


def check_homomorphism(
    function: Callable[[S], T],
    games: st.SearchStrategy[Game[S]],
    *,
    search: Search = minimax,
    equal: Equal = operator.eq,
    settings: hypothesis.settings | None = None,
) -> None:
    """Check `function(search(game)) == search(map_scores(function, game))`: `function` respects the search.

    Monotone functions respect minimax, and no others do. Raises `LawBroken` with the smallest game that shows it.

    >>> from lazytree.strategies import games
    >>> check_homomorphism(lambda score: 2 * score + 1, games(st.integers()))
    """

    def holds(game: Game[S]) -> None:
        after, before = function(search(game)), search(map_scores(function, game))
        if not equal(after, before):
            raise LawBroken(
                f"homomorphism: game = {game!r}: the function of its value is {after!r}, "
                f"but the value of the mapped game is {before!r}"
            )

    _run(holds, games, settings)


def _run(holds: Callable[[Any], None], examples: st.SearchStrategy[Any], settings: hypothesis.settings | None) -> None:
    property_test = hypothesis.given(examples)(holds)
    (settings or hypothesis.settings())(property_test)()
