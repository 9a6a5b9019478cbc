"""Scores: anything ordered; the bounds of a score type; and the three outcomes of a game that is won, drawn or lost.

A search begins with a window that is open at both ends. There are two ways to say "open", and they differ in what a
search looks at. `Bounded(low, high)` are the worst and the best score of the type: a player who reaches the
best one is done. `OPEN` puts `BOTTOM` below and `TOP` above all scores: nobody ever reaches them, so nobody is
done early at the root. Both give the same value.

A score may be anything: HTML, a thousand pages, an object whose `str` raises or is not computed yet. As text it is
printable, on one line, and forces nothing; whoever writes XML still has to escape it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import InitVar, dataclass
from enum import Enum, IntEnum
from math import inf, isinf
from typing import Any, Generic, Protocol, TypeVar

from lazytree.errors import BadWindow
from strictcheck import is_forced
from strictcheck.pictures import in_one_line, shortened

S = TypeVar("S")
READ = 2_000  # characters of a value that are read at all


class Ordered(Protocol):
    """Scores for minimax: any two can be compared."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __le__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...


N = TypeVar("N", bound="Signed")


class Signed(Ordered, Protocol):
    """Scores for negamax: `-score` is the score from the other player's side."""

    def __neg__(self: N) -> N: ...


class Infinity(Enum):
    """Two elements adjoined to a score type: one below all scores, one above.

    Comparing one of them with a score does not force the score, if the infinity stands on the left.
    """

    BOTTOM = -1
    TOP = 1

    def __lt__(self, other: object) -> bool:
        return self is Infinity.BOTTOM and other is not self

    def __le__(self, other: object) -> bool:
        return self is Infinity.BOTTOM or other is self

    def __gt__(self, other: object) -> bool:
        return self is Infinity.TOP and other is not self

    def __ge__(self, other: object) -> bool:
        return self is Infinity.TOP or other is self

    def __neg__(self) -> Infinity:
        return Infinity(-self.value)

    def __repr__(self) -> str:
        return self.name


# Typed Any because they belong to every score type: `best: S = BOTTOM`.
BOTTOM: Any = Infinity.BOTTOM
"""Below every score, whatever its type."""

TOP: Any = Infinity.TOP
"""Above every score, whatever its type."""


def check_window(alpha: Any, beta: Any, below: Callable[[Any, Any], bool] = operator.lt) -> None:
    """Raise `BadWindow` unless alpha < beta: no score lies strictly inside, so no search could stop with a reason."""
    if not below(alpha, beta):
        raise BadWindow(f"window alpha={alpha!r}, beta={beta!r}: expected alpha < beta; swap them, or widen the window")


@dataclass(frozen=True, slots=True)
class Bounded(Generic[S]):
    """Known bounds of a score type: no score is below `low` or above `high`, and both are scores.

    A search in this window stops at a player who has reached the best score there is. Raises `BadWindow` unless
    `below(low, high)`, which is low < high: a lattice may order its elements in another way than Python does.

    >>> Bounded(0, 2)
    Bounded(low=0, high=2)
    """

    low: S
    high: S
    below: InitVar[Callable[[Any, Any], bool]] = operator.lt

    def __post_init__(self, below: Callable[[Any, Any], bool]) -> None:
        check_window(self.low, self.high, below)


OPEN: Bounded[Any] = Bounded(BOTTOM, TOP)
"""Bounds of a score type of which none are known: `BOTTOM` and `TOP`, which are no scores."""

INT64 = Bounded(-(2**63), 2**63 - 1)
"""minBound and maxBound of Haskell's Int; the golden data was recorded in this window."""


class Outcome(IntEnum):
    """Result of a finished game, from Max's side; `-outcome` is the result from Min's side.

    >>> max(Outcome.TIE, Outcome.WIN), -Outcome.WIN
    (<Outcome.WIN: 1>, <Outcome.LOSS: -1>)
    """

    LOSS = -1
    TIE = 0
    WIN = 1

    def __neg__(self) -> Outcome:
        return Outcome(-self.value)


def printable(text: str) -> str:
    """`text` on one line, with escapes for what cannot be printed: control characters, lone surrogates, and marks that
    turn the direction of writing.

    >>> printable("win\\n  at \\x1b[1m last")
    'win at \\\\x1b[1m last'
    """
    return in_one_line(" ".join(text[:READ].split()))


def score_text(value: Any) -> str:
    """A value as printable text; `_` for what is not computed yet, the class for what cannot be shown.

    >>> score_text(3), score_text("draw"), score_text(10**5000)
    ('3', 'draw', '<int>')
    >>> score_text(BOTTOM), score_text(float("-inf"))
    ('−∞', '−∞')
    """
    if not is_forced(value):
        return "_"
    if value is BOTTOM or value is TOP or (isinstance(value, float) and isinf(value)):
        return "−∞" if value is BOTTOM or value == -inf else "∞"
    try:
        return printable(value.name if isinstance(value, Enum) else str(value)) or repr(value)[:READ]
    except Exception:  # the user's own `__str__`, or an int with too many digits; a picture is drawn all the same
        return f"<{type(value).__name__}>"


def window(alpha: Any, beta: Any) -> str:
    """The window between two scores, the lower end first: code that sees the game as Min does has them turned round.

    >>> window(TOP, 3)
    '(3, ∞)'
    """
    if is_forced(alpha) and is_forced(beta) and _is_below(beta, alpha):
        alpha, beta = beta, alpha
    return interval(alpha, beta)


def interval(low: Any, high: Any) -> str:
    """Two ends of a window as they are: where the lower one is not below the higher one, nothing is left of it."""
    return f"({', '.join(shortened(score_text(end), 8) for end in (low, high))})"


def _is_below(one: Any, other: Any) -> bool:
    try:
        return bool(one < other)
    except Exception:  # scores need not be ordered for a picture of them
        return False
