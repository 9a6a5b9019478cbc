"""Choices of a run, and the next run: depth first, by backtracking.

A run asks the trail for each decision. Afterwards the trail goes back to the last choice that has
another alternative, takes back all decisions from there on, and there is another run: the rest is as it was,
so the first question is that of this choice, which gets its next answer. So the runs together go through every sequence
of choices once. A *prefix*, the first choices of a sequence, stands for all runs that begin with it; prefixes are
handed to other processes and written to files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from strictcheck.errors import NotCertified

Prefix = tuple[int, ...]


class Trail:
    """Iteration over all sequences of choices that begin with `prefix`.

    The caller remembers each decision, and asks for it once. `save()` is called before each choice and
    returns the state with which `restore` takes back that choice and all after it.

    >>> decided = {}
    >>> trail = Trail(save=decided.copy, restore=lambda before: (decided.clear(), decided.update(before)))
    >>> def choose(question, alternatives):
    ...     if question not in decided:
    ...         decided[question] = trail.choose(alternatives, question)
    ...     return decided[question]
    >>> while trail.next_run():
    ...     print(choose("more?", 2) and choose("which?", 3), trail.prefix)
    0 (0,)
    0 (1, 0)
    1 (1, 1)
    2 (1, 2)
    """

    __slots__ = (
        "_alternatives",
        "_chosen",
        "_fixed",
        "_position",
        "_questions",
        "_saved",
        "_started",
        "restore",
        "save",
    )

    def __init__(
        self,
        prefix: Sequence[int] = (),
        *,
        save: Callable[[], Any] = lambda: None,
        restore: Callable[[Any], object] = lambda saved: None,
    ) -> None:
        self.save, self.restore = save, restore
        self._saved: list[Any] = []
        self._chosen = list(prefix)
        # Of a prefix only the answers are known; the first run supplies the questions.
        self._alternatives: list[int] = []
        self._questions: list[object] = []
        self._fixed = len(self._chosen)
        self._position = 0
        self._started = False

    def choose(self, alternatives: int, question: object) -> int:
        """Return the answer to `question`, from 0 up to but not including `alternatives`, which is 2 or more.

        Raises `NotCertified` if the run before asked another question after the same answers.
        """
        position = self._position
        self._position = position + 1
        if position < len(self._questions):
            if self._alternatives[position] != alternatives or self._questions[position] != question:
                raise NotCertified(
                    f"after the same answers, a run looked at part {question} where the run before looked at part "
                    f"{self._questions[position]}; check properties that depend on their input alone"
                )
            return self._chosen[position]
        self._questions.append(question)
        self._alternatives.append(alternatives)
        self._saved.append(self.save())
        if position == len(self._chosen):
            self._chosen.append(0)
        return self._check_answer(position, alternatives)

    def _check_answer(self, position: int, alternatives: int) -> int:
        chosen = self._chosen[position]
        if chosen >= alternatives:
            raise NotCertified(
                f"choice {position} is {chosen}, of {alternatives} alternatives: these choices were made by another "
                "property, or by one that does not depend on its input alone"
            )
        return chosen

    def next_run(self) -> bool:
        """Prepare the next run; False if there is none.

        Raises `NotCertified` if the last run asked fewer questions than the one before it.
        """
        if not self._started:
            self._started = True
            return True
        self._check_finished()
        chosen, alternatives = self._chosen, self._alternatives
        while len(chosen) > self._fixed and chosen[-1] + 1 == alternatives[-1]:
            chosen.pop()
            alternatives.pop()
            self._questions.pop()
            self._saved.pop()
        if len(chosen) == self._fixed:
            return False
        chosen[-1] += 1
        self._position = len(chosen) - 1
        self.restore(self._saved[-1])
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
            for other in range(self._chosen[position] + 1, self._alternatives[position])
        ]
