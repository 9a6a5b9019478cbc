"""Scores: the two ways to bound a window, outcomes, and the adjoined bottom and top."""

import copy
import itertools
import math
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import BOTTOM, INT64, TOP
from lazytree.errors import BadWindow
from lazytree.games import OPEN, Bounded, Outcome
from strictcheck import delay, is_forced

SCORES = [0, -(10**100), math.inf, -math.inf, Fraction(1, 3), Decimal("1e9"), "", "z", (), (1, 2), Outcome.LOSS, True]


@pytest.mark.parametrize("score", SCORES, ids=repr)
def test_bottom_is_below_every_score_and_top_above(score):
    assert BOTTOM < score < TOP
    assert BOTTOM <= score <= TOP
    assert TOP > score > BOTTOM
    assert TOP >= score >= BOTTOM
    assert not any([score < BOTTOM, score <= BOTTOM, score > TOP, score >= TOP])
    assert BOTTOM != score != TOP
    assert sorted([TOP, score, BOTTOM]) == [BOTTOM, score, TOP]


def test_bottom_and_top_are_ordered_among_each_other():
    for one, other in itertools.product([BOTTOM, TOP], repeat=2):
        below = (one is BOTTOM) and (other is TOP)
        assert (one < other, other > one) == (below, below)
        assert (one <= other, other >= one) == (below or one is other, below or one is other)
    assert (-BOTTOM, -TOP) == (TOP, BOTTOM)
    assert (repr(BOTTOM), repr(TOP)) == ("BOTTOM", "TOP")


def test_there_is_one_bottom_even_after_a_journey():
    assert pickle.loads(pickle.dumps(BOTTOM)) is copy.deepcopy(BOTTOM) is BOTTOM


def test_bottom_on_the_left_does_not_look_at_the_score():
    late = delay(lambda: 1)
    assert operator.lt(BOTTOM, late)
    assert operator.ge(TOP, late)
    assert not is_forced(late)


def test_bounds_are_known_or_adjoined():
    assert (Bounded(0, 2).low, Bounded(0, 2).high) == (0, 2)
    assert (OPEN.low, OPEN.high) == (BOTTOM, TOP)
    assert (INT64.low, INT64.high) == (-(2**63), 2**63 - 1)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (math.nan, 1), (TOP, BOTTOM)])
def test_bounds_that_hold_nothing_between_them_are_refused(low, high):
    with pytest.raises(BadWindow, match="expected alpha < beta; swap them, or widen the window"):
        Bounded(low, high)


def test_bounds_may_be_of_another_order_than_that_of_python():
    assert Bounded(2, 0, below=operator.gt) != Bounded(0, 2)
    with pytest.raises(BadWindow):
        Bounded(0, 2, below=operator.gt)


@given(st.sampled_from(Outcome), st.sampled_from(Outcome))
def test_a_win_for_one_is_a_loss_for_the_other(one, other):
    assert isinstance(-one, Outcome)
    assert one + -one == 0
    assert (one < other) == (-one > -other)
    assert Outcome.LOSS < Outcome.TIE < Outcome.WIN
