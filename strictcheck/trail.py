"""Choices of a run, and the next run: depth first.

A run asks the trail for each decision. The next run gets the same answers up to the last choice that has another
alternative, and there the next one; so the runs together go through every sequence of choices once. A *prefix*, the
first choices of a sequence, stands for all runs that begin with it; prefixes are handed to other processes and written
to files.
"""

from __future__ import annotations

from collections.abc import Sequence

from strictcheck.errors import NotCertified

__all__ = ["Prefix", "Trail"]

Prefix = tuple[int, ...]


class Trail:
    """Iteration over all sequences of choices that begin with `prefix`.

    >>> trail = Trail()
    >>> while trail.next_run():
    ...     print(trail.choose(2, "more?") and trail.choose(3, "which?"), trail.prefix)
    0 (0,)
    0 (1, 0)
    1 (1, 1)
    2 (1, 2)
    """

    __slots__ = ("_asked", "_chosen", "_fixed", "_position")

    def __init__(self, prefix: Sequence[int] = ()) -> None:
        self._chosen = list(prefix)
        # Alternatives and question of each choice; of a prefix only the answers are known, and the first run has these.
        self._asked: list[tuple[int, object]] = []
        self._fixed = len(self._chosen)
        self._position = -1  # there was no run yet

    def choose(self, alternatives: int, question: object) -> int:
        """Return the answer to `question`, from 0 up to but not including `alternatives`, which is 2 or more.

        Raises `NotCertified` if the run before asked another question after the same answers.
        """
        position = self._position
        self._position = position + 1
        if position == len(self._asked):
            self._asked.append((alternatives, question))
            if position == len(self._chosen):
                self._chosen.append(0)
        elif self._asked[position] != (alternatives, question):
            raise NotCertified(
                f"after the same answers, a run looked at part {question} where the run before looked at part "
                f"{self._asked[position][1]}; check properties that depend on their input alone"
            )
        if self._chosen[position] >= alternatives:
            raise NotCertified(
                f"choice {position} is {self._chosen[position]}, of {alternatives} alternatives: these choices were "
                "made by another property, or by one that does not depend on its input alone"
            )
        return self._chosen[position]

    def next_run(self) -> bool:
        """Prepare the next run; False if there is none.

        Raises `NotCertified` if the last run asked fewer questions than the one before it.
        """
        if self._position >= 0:
            self._check_finished()
            chosen = self._chosen
            while len(chosen) > self._fixed and chosen[-1] + 1 == self._asked[-1][0]:
                chosen.pop()
                self._asked.pop()
            if len(chosen) == self._fixed:
                return False
            chosen[-1] += 1
        self._position = 0
        return True

    def _check_finished(self) -> None:
        if self._position < len(self._chosen):
            raise NotCertified(
                f"after the same answers, a run ended where the run before looked on, at choice {self._position}; "
                "check properties that depend on their input alone"
            )

    @property
    def prefix(self) -> Prefix:
        """Choices of the last run, from the first: a run of this prefix is that run again."""
        return tuple(self._chosen)

    def rest(self) -> list[Prefix]:
        """Return prefixes that cover all remaining runs, each run once; the deepest, soonest first."""
        self._check_finished()
        return [
            (*self._chosen[:position], other)
            for position in range(len(self._chosen) - 1, self._fixed - 1, -1)
            for other in range(self._chosen[position] + 1, self._asked[position][0])
        ]
