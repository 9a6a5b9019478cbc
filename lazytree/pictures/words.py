"""Values of users as short, harmless text: what a picture says of scores, windows and lines of code.

A score may be anything: HTML, a thousand pages, an object whose `str` raises or is not computed yet. What comes out
of here is printable, on one line, and forces nothing; whoever writes XML still has to escape it.
"""

from __future__ import annotations

from enum import Enum
from math import inf, isinf
from pathlib import PurePath
from typing import Any

from lazytree.games.scores import BOTTOM, TOP
from strictcheck import is_forced
from strictcheck.pictures import in_one_line, shortened

READ = 2_000  # characters of a value that are read at all


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


def place(path: tuple[int, ...]) -> str:
    """A place in a game as its path is written in Python: `[2][0]`.

    >>> place((2, 0)), place(())
    ('[2][0]', 'the root')
    """
    return "".join(f"[{step}]" for step in path) or "the root"


def code_place(file: str, line: int, function: str) -> str:
    """A line of code, with as much of the file's path as tells which one it is.

    >>> code_place("/home/me/lazytree/alphabeta.py", 52, "_alphabeta")
    'lazytree/alphabeta.py:52 in _alphabeta'
    >>> code_place("/tmp/ipykernel_7/3201.py", 2, "search")
    'line 2 of a cell, in search'
    """
    *folders, name = PurePath(file).parts or ("",)
    if folders and folders[-1].startswith("ipykernel_"):  # where Jupyter keeps cells, under a name nobody has seen
        return f"line {line} of a cell, in {local_name(function)}"
    return f"{printable('/'.join([*folders[-1:], name]))}:{line} in {local_name(function)}"


def local_name(function: str) -> str:
    """The name of a function where it is defined.

    >>> local_name("test_it.<locals>.search"), local_name("Engine.search")
    ('search', 'Engine.search')
    """
    return shortened(printable(function.rpartition("<locals>.")[2]), 60)


def many(count: int, one: str, more: str) -> str:
    """A number with the word for it.

    >>> many(1, "leaf", "leaves"), many(2_000, "leaf", "leaves")
    ('1 leaf', '2,000 leaves')
    """
    return f"{count:,} {one if count == 1 else more}"
