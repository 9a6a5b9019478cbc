"""What can be found of a call."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from strictcheck import observe

__all__ = ["AUTO", "STRINGS", "VERDICTS", "Finding"]

STRINGS = (str, bytes)
AUTO = "auto" if "auto" in str(inspect.signature(observe).parameters["atoms"]) else None
# From good to bad: a call is as bad as the worst that was found of it.
VERDICTS = {
    "transparent": "result, exception and arguments are those of the plain call",
    "loud": "an exception that the plain call does not raise",
    "replay": "`replay()` comes out otherwise",
    "thunk": "a thunk in the result under `nf`, or in the message of an exception",
    "changed": "an object of the caller's is changed",
    "silent": "another result, and nobody says so",
    "hang": "no end",
    "crash": "the interpreter dies",
    "unfit": "two plain calls differ, or the row does not work",
}


@dataclass
class Finding:
    """How a call came out: `verdict` and `cause`, and how its demand compares with the smallest one, if that is known.

    `hint` is how the note about atoms did: "none", "works" or "fails"; "" where none is needed. `noticed` tells if
    `verify` sees a silent difference; None if it was not asked. `containers` is True if `"auto"` made atoms of them.
    """

    name: str
    verdict: str = "transparent"
    cause: str = ""
    hint: str = ""
    noticed: bool | None = None
    containers: bool = False
    demand: str = ""
    demand_cause: str = ""

    def add(self, verdict: str, cause: str) -> None:
        """Take note, if this is worse than all before."""
        order = list(VERDICTS)
        if order.index(verdict) > order.index(self.verdict):
            self.verdict, self.cause = verdict, cause
