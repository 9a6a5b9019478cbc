"""Operators with a thunk on the left, on the right, and on both sides do what they do plainly; in place, too."""

from __future__ import annotations

import itertools
import operator
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from conformance.feeding import as_thunk, fed
from long_runs import size
from rows import NAMES, as_alike, operation, outcome

from strictcheck import delay, nf, observe
from strictcheck.kinds.unwrapping import unwrap

OPERANDS = (
    """
1; 5; -2; 2.5; True; 2j; decimal.Decimal(3); fractions.Fraction(1, 2); 'ab'; b'ab'; [1]; [2, 1]; (1,); (2, 'a')
{1, 2}; frozenset({2, 3}); {'a': 1}; {3: 4}; {'a': 1}.keys(); collections.Counter('ab'); collections.OrderedDict(a=2)
range(3); collections.deque([1]); Names(['a']); Money(3); Thing(); Point(1, 2); Parcel(1); Parcel(2); Card(1, 2); None
Colour.RED; datetime.date(2024, 2, 29); datetime.timedelta(days=1); Level.LOW; Account('me', 1); Slotted(1, 2)
""".strip()
    .replace("\n", "; ")
    .split("; ")
)
SIGNS = "+ - * / // % ** << >> & | ^ @ < <= == != > >= in".split()
IN_PLACE = "+ - * / // % ** << >> & | ^ @".split()
# C code takes what has `__getitem__` for a mapping, wants a real string to look for, and
# makes a frozen set of a real one to look for it.
OTHERWISE = {("%", "'ab'"), ("%", "b'ab'"), ("in", "'ab'"), ("in", "b'ab'")}
# A proxy cannot tell `own += part` from `own + part`, so that a plain list or set of the call's own is made anew.
MADE_ANEW = ("[", "{1", "Names", "collections.deque")


def pairs(sign: str) -> Iterator[tuple[str, str]]:
    """Pairs of operands: a third of them in the quick run, and the same ones each time."""
    for left, right in itertools.product(OPERANDS, repeat=2):
        if zlib.crc32(f"{left}{sign}{right}".encode()) % size(3, 1) == 0:
            yield left, right


def made(text: str) -> Any:
    return eval(text, {**NAMES})


def on_both(use: Any, left: str, right: str) -> list[Any]:
    """Outcomes of the operation on thunks for the left, the right and both values, and on delayed ones."""
    pairs = [
        lambda: (as_thunk(made(left)), made(right)),
        lambda: (made(left), as_thunk(made(right))),
        lambda: (as_thunk(made(left)), as_thunk(made(right))),
        lambda: (delay(lambda: made(left), kind=type(made(left))), delay(lambda: made(right), kind=type(made(right)))),
    ]
    return [outcome(lambda pair=pair: unwrap(use(pair()), force_all=True)) for pair in pairs]


@pytest.mark.parametrize("sign", SIGNS)
def test_an_operator_takes_a_thunk_on_either_side(sign: str) -> None:
    use, succeeded = operation(f"v[0] {sign} v[1]"), 0
    for left, right in pairs(sign):
        if (sign, left if sign == "%" else right) in OTHERWISE or (sign, left) == ("in", "{1, 2}"):
            continue
        expected = outcome(lambda left=left, right=right: use((made(left), made(right))))
        if expected[0] == "raised" and (OPERANDS.index(left) + OPERANDS.index(right)) % 12:
            continue
        succeeded += expected[0] == "returned"
        with fed():
            assert all(as_alike(found, expected) for found in on_both(use, left, right)), (left, right)
    assert succeeded


@pytest.mark.parametrize("sign", IN_PLACE)
def test_an_operator_in_place_changes_what_it_changes_plainly(sign: str) -> None:
    """Twice: what comes of it, and what those see who hold the value that was there before."""
    result = "(x, before, x is before if hasattr(x, 'clear') else None)"
    use = operation(f"x, y = v; before = x; x {sign}= y; x {sign}= y; {result}")
    for left, right in pairs(sign):
        if (sign, left) in OTHERWISE or (right == "Thing()" and sign in "**@"):  # the result holds a copy
            continue
        expected = outcome(lambda left=left, right=right: use((made(left), made(right))))
        if expected[0] == "raised" and (OPERANDS.index(left) + OPERANDS.index(right)) % 12:
            continue
        with fed():
            left_of_it, right_of_it, *others = on_both(use, left, right)
            found = [left_of_it, *others[:1], *([] if left.startswith(MADE_ANEW) else [right_of_it])]
            assert all(as_alike(one, expected) for one in found), (left, right)


@pytest.mark.parametrize("looked", [False, True])
def test_a_delayed_value_that_is_one_itself_can_do_what_the_inner_one_can(looked: bool) -> None:
    inner = delay(lambda: [1])
    if looked:
        assert inner[0] == 1
    outer, number = delay(lambda: inner), delay(lambda: 1)
    assert (list(outer), 1 in outer, operator.add([0], outer)) == ([1], True, [0, 1])
    assert 1 + delay(lambda: number) == 2 == 1 + number
    assert 1 + delay(lambda: number) == 2
    seen = observe(lambda xs: (1 + delay(lambda: xs[0]), len(delay(lambda: xs)), [*delay(lambda: xs)]), [1], context=nf)
    assert seen.result == (2, 1, [1])
