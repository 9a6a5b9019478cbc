"""Runs of a property on partial inputs: units of work, as a process gets them, and the ledger of what is done and left.

A unit is a prefix of choices and some time. It goes through the runs under its prefix, and returns its counts
and the prefixes that are left when the time is over. So work splits itself, without knowing in advance how much
there is under a prefix.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any

from strictcheck.errors import NotCertified, NothingChecked, SpecError
from strictcheck.exhaustive.counting import Counts
from strictcheck.exhaustive.domains import Domain
from strictcheck.exhaustive.partial_inputs import Input
from strictcheck.exhaustive.quick_same_demand import SameDemand, TooLight, light_classes, spot_classes
from strictcheck.kinds.table import kind_of
from strictcheck.messages import with_article
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.certificates import OFF
from strictcheck.observation.one_call import observe
from strictcheck.specs.certified import certify_observation
from strictcheck.thunks.proxy import is_thunk
from strictcheck.trail import Prefix, Trail

Property = Callable[[Any], Any]


@dataclass
class Finished:
    """Finished unit: the number of `runs`, of full `inputs` they stand for, and the prefixes that are left.

    `failed` has the choices of a run in which the property did not hold; nothing is counted after it.
    """

    prefix: Prefix
    runs: int = 0
    inputs: int = 0
    failed: Prefix | None = None
    rest: list[Prefix] = field(default_factory=list)


class Ledger:
    """Prefixes that are left, those that somebody works on, and sums over finished work."""

    def __init__(self) -> None:
        self.left: dict[Prefix, None] = {(): None}  # a set that keeps its order
        self.taken: frozenset[Prefix] = frozenset()
        self.runs = 0
        self.inputs = 0
        self.failed: Prefix | None = None

    def take(self) -> Prefix:
        """Take a prefix to work on next: the shortest, which has as much under it as any."""
        shortest = min(self.left, key=len)
        self.taken |= {shortest}
        del self.left[shortest]
        return shortest

    def put(self, done: Finished) -> None:
        """Add a finished unit."""
        left, taken = {**self.left, **dict.fromkeys(done.rest)}, self.taken - {done.prefix}
        runs, inputs, failed = self.runs + done.runs, self.inputs + done.inputs, self.failed or done.failed
        # One statement without a call: Ctrl-C leaves a unit counted in all of these, or in none.
        self.left, self.taken, self.runs, self.inputs, self.failed = left, taken, runs, inputs, failed

    def to_json(self) -> dict[str, Any]:
        """Return the sums and the prefixes whose work is not finished, for `json.dumps`."""
        left = list(dict.fromkeys((*self.taken, *self.left)))
        return {"runs": self.runs, "inputs": self.inputs, "failed": self.failed, "left": left}

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from the data of `to_json`."""
        self.left = {tuple(map(int, prefix)): None for prefix in data["left"]}
        self.runs, self.inputs = int(data["runs"]), int(data["inputs"])
        self.failed = None if data["failed"] is None else tuple(map(int, data["failed"]))


class Check:
    """Property with the domain and size that it is checked on. With `certify`, a sample of its runs is certified."""

    def __init__(self, property: Property, domain: Domain, max_size: int, certify: bool = False) -> None:
        self.property = property
        self.domain = domain
        self.max_size = max_size
        self.certify = certify
        self.counts = Counts(domain, max_size)
        self._classes = spot_classes(self.counts)
        self._on_parts: Property | None = None
        if isinstance(property, SameDemand):
            property._note_use()
            light = light_classes(self.counts)
            if light is not None:
                self._classes, self._on_parts = light, property.on_parts

    def runs(self, prefix: Prefix = ()) -> Iterator[tuple[Input, bool]]:
        """Yield all runs under `prefix`: the input after the run, and True if the property held.

        Raises `NotCertified` and `SpecError`; any other exception of the property means that it does not hold.
        """
        trail = Trail(prefix)
        while trail.next_run():
            given = Input(self.counts, self._classes, trail)
            yield given, self._holds(given)

    def unit(self, prefix: Prefix, seconds: float) -> Finished:
        """Go through the runs under `prefix`, at least one, for about `seconds`, or up to the first failure."""
        done = Finished(prefix)
        end = time.monotonic() + seconds
        for given, holds in self.runs(prefix):
            if not holds:
                done.failed = given.trail.prefix
                break
            if self.certify and done.runs & (done.runs + 1) == 0:  # runs 1, 2, 4, 8...
                self.check_certificates(given.trail.prefix, holds=True)
            done.runs += 1
            done.inputs += given.stands_for()
            if time.monotonic() > end:
                done.rest = given.trail.rest()
                break
        return done

    def _holds(self, given: Input) -> bool:
        if self._on_parts is not None:
            with suppress(TooLight):
                if verdict(self._on_parts, given)[0]:
                    return True
        # Thunks decide, for light parts can do less than the values they represent.
        return verdict(self.property, given.value)[0]

    def smallest_failure(self, prefix: Prefix) -> Input:
        """Find the smallest partial input on which the property fails: of the least size, and with the fewest parts.

        `prefix` are the choices of a run that failed; it has to fail again. Tries all sizes from the least up.
        """
        known = self._again(prefix)
        if self.certify:
            self.check_certificates(prefix, holds=False)
        for size in range(self.domain.least, known.size + 1):
            smaller = Check(self.property, self.domain, size)
            failing = [(given.decided, given.trail.prefix) for given, holds in smaller.runs() if not holds]
            if failing:
                return smaller._again(min(failing)[1])
        return known

    def check_certificates(self, prefix: Prefix, *, holds: bool) -> None:
        """Raise `NotCertified` if the property goes another way on the full value of a run, or is changed by thunks."""
        given, again = next(self.runs(prefix))
        full = given.complete().partial_value()
        if not isinstance(self.property, SameDemand):  # which certifies its calls itself
            certify_observation(observe(self.property, full, catch=Exception), certify=True)
        if again != holds or verdict(self.property, full)[0] != holds:
            raise NotCertified(
                f"verify: {name_of(self.property)} {'holds' if holds else 'does not hold'} where parts are decided as "
                f"they are looked at, and goes another way on {full!r}\ncode in C, a test of type(x), or what it "
                f"remembers of earlier calls may be at fault; {OFF}",
                "verify",
            )

    def _again(self, prefix: Prefix) -> Input:
        given, holds = next(self.runs(prefix))
        if holds:
            raise NotCertified(
                f"{self.property!r} failed, and held when it was run again on the same input; "
                "check properties that depend on their input alone"
            )
        return given


def verdict(property: Property, value: Any) -> tuple[bool, BaseException | None]:
    """Return True if the property holds (returns None or something true) for `value`, else False and its exception."""
    try:
        answer = property(value)
        _refuse_unasked(property, answer)
        return answer is None or bool(answer), None
    except (NotCertified, SpecError):
        raise
    except Exception as error:
        return False, error


def _refuse_unasked(property: Property, answer: Any) -> None:
    """Raise `NothingChecked` for an answer that is true whatever comes of it, since nobody has asked for it."""
    if not is_thunk(answer) and (kind_of(type(answer)).is_lazy or callable(answer) or isawaitable(answer)):
        instead = "return True or False, such as all(...) of a generator"
        raise NothingChecked(
            f"{name_of(property)} returned {with_article(type(answer))}, which is true whatever comes of it; "
            f"{'check lambda x: asyncio.run(f(x))' if isawaitable(answer) else instead}"
        )
