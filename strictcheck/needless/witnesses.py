"""Findings of `find_needless`: for each look, the verdict, a witness, and a sufficient demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from strictcheck.demands import Demand
from strictcheck.observation.demand_of_record import only_demand
from strictcheck.thunks.call_stack import Where
from strictcheck.unused import MustRead


@dataclass(frozen=True, slots=True)
class Witness:
    """Two sets of arguments that agree on all that was known before a look, and differ in its answer.

    `one` and `other` are the demands on them; `results` are the demands on the two results, or exceptions.
    """

    one: Mapping[str, Demand]
    other: Mapping[str, Demand]
    results: tuple[Demand | BaseException, Demand | BaseException]

    def __str__(self) -> str:
        sides = zip((self.one, self.other), self.results, strict=True)
        return "\n".join(f"{_shown_demands(demands)} gives {shown_result(result)}" for demands, result in sides)


@dataclass(frozen=True, slots=True)
class Finding:
    """Verdict on one look: `find_needless` or not, and the `witness` to it.

    `saw` describes the answer. For a needed look, the witness has two results that differ; for a needless one it is
    an example of two equal results, the last of those `tried`; these were all there are if `complete`. There is
    no witness if no other answer is known; such a look counts as needed.
    """

    argument: str
    path: tuple[Any, ...]
    saw: str
    index: int
    needless: bool
    witness: Witness | None
    tried: int
    complete: bool
    where: Where | None = None

    def __str__(self) -> str:
        place = f", forced by {self.where}" if self.where else ""
        tried = f"{self.tried} alternative{'s' * (self.tried != 1)} tried{', all there are' * self.complete}"
        verdict = f"needless ({tried})" if self.needless else "needed"
        return f"{self.argument} at {self.path!r}: {self.saw}{place}: {verdict}"


@dataclass(frozen=True, repr=False)
class Needless(MustRead):
    """Findings of `find_needless`, one for each look but those below a needless one. True if there is a needless one.

    `demands` are smaller demands that would have sufficed, by argument; without needless looks, the actual demands.
    """

    findings: tuple[Finding, ...]
    demands: Mapping[str, Demand]
    actual: Mapping[str, Demand]

    @property
    def demand(self) -> Demand:
        """Smaller demand on the only argument; raises `StrictCheckError` if there is not exactly one."""
        return only_demand(self.demands)

    @property
    def needless(self) -> tuple[Finding, ...]:
        """Findings of needless looks."""
        return tuple(finding for finding in self.findings if finding.needless)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """Findings of looks for which no other answer is known."""
        return tuple(finding for finding in self.findings if not finding.witness)

    def __bool__(self) -> bool:
        return any(finding.needless for finding in self.findings)

    def __repr__(self) -> str:
        return f"<Needless: {self}>"

    def __str__(self) -> str:
        if not self:
            return "no look was needless"
        lines = [str(finding) for finding in self.needless]
        for name, demand in self.demands.items():
            if demand != self.actual[name]:
                lines.append(f"  {name}: {self.actual[name].pretty()}, where {demand.pretty()} would have done")
        return "\n".join(lines)


def shown_result(result: Demand | BaseException) -> str:
    """Outcome of a call, in a message."""
    return result.pretty() if isinstance(result, Demand) else f"{type(result).__name__}({result})"


def _shown_demands(demands: Mapping[str, Demand]) -> str:
    return ", ".join(f"{name}={demand.pretty()}" for name, demand in demands.items())
