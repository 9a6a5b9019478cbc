"""Search by Hypothesis: it draws arguments and contexts, and makes the first call that a judge accepts simple."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase
from hypothesis import given as drawn
from hypothesis import settings as Settings
from hypothesis import strategies as st
from hypothesis.errors import DeadlineExceeded, FailedHealthCheck, Flaky, Unsatisfiable
from hypothesis.reporting import with_reporter

from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.generate.partial_consumer import nibble
from strictcheck.generate.strategies import arguments
from strictcheck.generate.strategies import contexts as random_contexts
from strictcheck.messages import shown
from strictcheck.observation.certificates import DEPENDS, OFF, REPEATED, other_looks
from strictcheck.observation.lazy_results import parts_within
from strictcheck.observation.result_contexts import Context
from strictcheck.specs.cases import CallCase, FoundCall, Inputs, Judge
from strictcheck.specs.certified import CallPolicy
from strictcheck.unused import conclude

# These health checks are about the author of a test function; here they would be about the checked function.
TOLERATED = (HealthCheck.too_slow, HealthCheck.data_too_large)

# Most layers of arguments that Hypothesis can shrink without taking minutes before the first call.
BIG = 300
UNSEARCHED = "there may be a simpler call; the search for one ended when it {}"

# Contexts that ask for the first parts of a result, in order; most random ones ask a lazy result for nothing.
FIRST_PARTS = st.integers(1, 20).map(lambda count: nibble(*[0] * count))


def find_call(
    function: Any,
    judge: Judge,
    policy: CallPolicy,
    given: Any = None,
    contexts: Any = None,
    catch: Any = (),
    settings: Settings | None = None,
) -> FoundCall | None:
    """Find a call that the judge accepts, as simple as Hypothesis and its demand make it; None if there is none.

    A case that is too big to be shrunk is returned only if no other is found. The options are those of `check_spec`.
    Raises the exceptions of the function and the judge, on arguments that are shrunk; and `NotCertified` if the second
    of two calls with the same arguments in the same context goes another way.
    """
    calls, used = arguments(function, given), _context_strategy(contexts)

    @st.composite
    def cases(draw: st.DrawFn) -> CallCase:
        return CallCase(function, Inputs(*draw(calls)), draw(used), catch, policy=policy)

    found = _search(cases(), _Calls(judge), _settings(settings))
    if found is None:
        return None
    found.case.policy.replay(found.observation)
    _check_deterministic(found, judge)
    return judge.cut_down(found)


def _context_strategy(contexts: Any) -> st.SearchStrategy[Context]:
    if contexts is None:
        return st.one_of(random_contexts().map(lambda one: one if one.steps else nibble(0)), FIRST_PARTS)
    if isinstance(contexts, st.SearchStrategy):
        return contexts
    if callable(contexts):
        return st.just(contexts)
    raise TypeError(f"contexts={contexts!r} is no context; pass whnf, nf, or a strategy of contexts")


FEW = 3  # calls of which all may be of empty lists by chance


class _Stop(Exception):
    """Raised at a call that is found, for Hypothesis to shrink."""


def _search(cases: st.SearchStrategy[CallCase], calls: _Calls, how: Settings) -> FoundCall | None:
    """Make calls until one is found, and shrink it."""

    def call(case: CallCase) -> None:
        calls.make(case)

    try:
        # Hypothesis's report of an error is in the notes of the error; those of _Stop are left out.
        with with_reporter(lambda text: calls.reports.append(str(text))):
            how(drawn(cases)(call))()
    except _Stop:
        pass
    except Flaky as error:
        raise _not_deterministic(calls.found or calls.big) from error
    except (DeadlineExceeded, FailedHealthCheck, Unsatisfiable) as error:
        error.add_note(f"the search is not done: {calls.number} calls were made until then, and none was found")
        raise
    return calls.simplest(how.max_examples)


class _Calls:
    """Calls of a search: those that the judge accepts are `found`, or `big` if they are too big to be shrunk."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.number = 0
        self.vacuous: str | None = "the strategies gave no arguments that could be used"  # None once a call could fail
        self.big: list[FoundCall] = []
        self.found: list[FoundCall] = []
        self.reports: list[str] = []  # of Hypothesis

    def make(self, case: CallCase) -> None:
        """Make a call; raise if it is the one to be found."""
        observation = case.observe()
        self.number += 1
        if self.number & (self.number - 1) == 0:  # a power of two: the first calls, and then ever fewer
            case.policy.replay(observation)
        seen = self.judge.try_case(case, observation)
        if self.vacuous is not None:
            self.vacuous = self.judge.idle(case, observation)
        if seen is not None and _is_big(case):
            self.big.append(seen)
        elif seen is not None:
            self.found.append(seen)
            raise _Stop

    def simplest(self, most: int) -> FoundCall | None:
        """Return the simplest call that was found, None if there is none, or raise if `most` calls are no verdict."""
        if self.found:
            gave_up = any("five minutes" in report for report in self.reports)
            return self.found[-1]._replace(unsearched=UNSEARCHED.format("had taken five minutes") if gave_up else "")
        if self.big:
            return self.big[-1]._replace(unsearched=UNSEARCHED.format("met arguments too big for Hypothesis to shrink"))
        if self.vacuous is not None:
            calls = "1 call" if self.number == 1 else f"{self.number} calls, such as the last"
            more = f", or raise max_examples={most} of settings" if most <= FEW else ""
            raise NothingChecked(f"{self.judge.name} has checked nothing in {calls}: {self.vacuous}{more}")
        conclude(self.judge.name, None)
        return None


def _is_big(case: CallCase) -> bool:
    """True if the arguments have more than `BIG` layers, as far as they are there; nothing is forced."""
    given = list(case.arguments().values.values())
    return sum(1 for _ in parts_within(given, BIG + 2)) > BIG + 1


def _settings(told: Settings | None) -> Settings:
    """Return the given settings, or the usual ones, without phases that have no effect here."""
    if not isinstance(told, Settings | None):
        raise TypeError(f"settings={shown(told)} are not Hypothesis's; pass hypothesis.settings(max_examples=1000)")
    usual = told or Settings(deadline=None, database=None)
    if Phase.generate not in usual.phases:
        raise TypeError(f"settings={shown(usual)} search nothing; put hypothesis.Phase.generate among their phases")
    return Settings(
        usual,
        phases=[phase for phase in usual.phases if phase not in (Phase.explain, Phase.target)],
        suppress_health_check={*usual.suppress_health_check, *TOLERATED},
        report_multiple_bugs=False,
    )


def _check_deterministic(found: FoundCall, judge: Judge) -> None:
    try:
        again = judge.try_case(found.case)
    except Exception as error:
        raise _not_deterministic([found], f"\n  the second time it raised {error!r}") from error
    if again is None or not again.is_like(found):
        raise _not_deterministic([found], other_looks(found.observation, again.observation) if again else None)


def _not_deterministic(found: list[FoundCall], then: str | None = None) -> NotCertified:
    """Make the error that says what went differently, as far as is known."""
    call = f"the call {found[-1].case!r}" if found else "a call"
    return NotCertified(f"{call} did not do the same twice{then or ''}\n{DEPENDS}: {REPEATED}; {OFF}")
