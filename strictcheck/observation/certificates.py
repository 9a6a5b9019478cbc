"""Certificates: evidence that an observation can be believed.

`replay` shows that its demand was enough, `verify` that the thunks changed nothing of what they measure. When they did,
values of some classes have to be handed out as themselves; here is found out which. Read this module for how often a
function is called, and when.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from strictcheck.errors import NotCertified, StrictCheckError
from strictcheck.kinds.equality import same_error
from strictcheck.kinds.layer import class_of
from strictcheck.kinds.table import shape_of
from strictcheck.messages import shown
from strictcheck.observation.budgets import unnoticed
from strictcheck.observation.fresh_copies import GivenAgain
from strictcheck.observation.observe_options import NUMBERS, STRINGS
from strictcheck.observation.same_values import first_difference

__all__ = ["CONTAINERS", "INTERRUPTIONS", "Certifier", "adapted", "add_hint"]

Atoms = tuple[type, ...]
Observed = Any  # an `Observation`, whose module imports this one

CONTAINERS = (list, tuple, dict, set, frozenset)
EVERYTHING = (object,)
INTERRUPTIONS = (KeyboardInterrupt, SystemExit, GeneratorExit)
REPEATED = "clear what it remembers of earlier calls, and seed or pass in what is random"
OFF = "certify=False makes the one call only, for a function with side effects"


class Outcome(NamedTuple):
    """What came of a call: its result, its exception, its arguments as it left them, and how much it pulled."""

    result: Any
    error: BaseException | None
    arguments: Mapping[str, Any]  # those that both calls are compared by
    pulled: Sequence[int] = ()

    @classmethod
    def of(cls, observation: Observed) -> Outcome:
        """What came of an observed call."""
        return cls(observation.result, observation.error, observation._arguments_after())

    def difference(self, other: Outcome, is_same: Callable[[Any, Any], bool] = operator.is_) -> str | None:
        """The first difference between two calls in words; None if there is none.

        Of arguments, parts of which `is_same` holds are not gone into.
        """
        if not same_error(self.error, other.error):
            return f"{self._ending()} against {other._ending()}"
        found = first_difference(self.result, other.result) if self.error is None else None
        if found is not None:
            return f"result {found}"
        for name in self.arguments.keys() & other.arguments.keys():
            found = first_difference(self.arguments[name], other.arguments[name], is_same)
            if found is not None:
                return f"{name} is left as {found}"
        if self.pulled and other.pulled and self.pulled != other.pulled:
            return f"{sum(self.pulled)} elements pulled against {sum(other.pulled)}"
        return None

    def _ending(self) -> str:
        return f"result {shown(self.result)}" if self.error is None else f"exception {shown(self.error)}"


class Certifier:
    """Compares an observation with plain calls, which are made on fresh copies of its arguments.

    The first is made when it is asked for, others only where that comes out differently.
    """

    def __init__(self, observation: Observed) -> None:
        self.observation = observation
        self.shared: set[type] = set()
        given = observation._given_again()
        pulled = list(given.counts)
        self.plain = self._called(given)
        before, after = {}, {}
        if not (given.is_unchanged() and observation._left_alone):
            before, copies = observation._effects(given.copy_of)
            after = {**given.values, **copies}
        observed = Outcome(observation.result, observation.error, before, pulled)
        self.difference = observed.difference(self.plain._replace(arguments=after), given.is_frozen_twin)

    def _called(self, given: GivenAgain) -> Outcome:
        """Make the plain call, and do with its result what the context does."""
        observation, call = self.observation, self.observation._call
        self.shared |= given.shared
        args, kwargs = observation._arguments.arranged(given.values)
        results: list[Any] = []
        error, is_plain = None, _is_plain(call.context)
        try:
            with unnoticed():
                call.perform(args, kwargs, results.append, _itself if is_plain else observation._outcome_of)
        except INTERRUPTIONS:
            raise
        except BaseException as raised:  # such as the panics of libraries in Rust
            error = raised
        return Outcome(results[-1] if results else None, error, given.values, _counts(given))

    def check(self) -> None:
        """Raise `NotCertified` if the plain call came out differently, or differs from itself."""
        if self.difference is None:
            return
        self.check_deterministic()
        raise NotCertified(
            f"verify: {self.observation.name} does not do the same when it is observed, observed against plain: "
            f"{self.difference}{self._uncopied()}\n{self.advice()}",
            "verify",
        )

    def check_deterministic(self) -> None:
        """Raise `NotCertified` if a second plain call, or a second observed one, differs from the first.

        One after the other: a function may remember how often it was called.
        """
        observation = self.observation
        again = self._called(observation._given_again()).difference(self.plain)
        if again is None:
            with unnoticed():
                repeated = observation._again(observation.atoms, observation._given_again().values)
            again = Outcome.of(observation).difference(Outcome.of(repeated)) or _other_looks(observation, repeated)
        if again is not None and self.shared:
            raise NotCertified(
                f"cannot tell: two calls of {observation.name} came out differently, {again}{self._uncopied()}\n{OFF}",
                "verify",
            )
        if again is not None:
            raise NotCertified(
                f"the call of {observation.name} did not do the same twice: {again}{self._uncopied()}\n"
                f"What it does must depend on its arguments and the context alone: {REPEATED}; {OFF}"
            )

    def _uncopied(self) -> str:
        names = ", ".join(sorted(cls.__name__ for cls in self.shared))
        return f"\nthere is no safe copy of {names}: each call got the caller's own" if names else ""

    def again(self, atoms: Atoms) -> tuple[Observed, bool]:
        """Observe once more, with other atoms; and whether that agrees with the plain call."""
        whole = any(cls is object or not shape_of(cls).kind.is_leaf for cls in atoms)
        given = self.observation._given_again(whole=whole)
        with unnoticed():
            observation = self.observation._again(atoms, given.values)
        outcome = Outcome.of(observation)._replace(pulled=_counts(given))
        return observation, outcome.difference(self.plain) is None

    def mending(self) -> Atoms | None:
        """The smallest set of atoms with which the observed call agrees with the plain one; None if there is none."""
        for atoms in growing(self.observation):
            observation, agrees = self.again(atoms)
            if agrees:
                return self._smallest(observation, atoms)
        return None

    def _smallest(self, observation: Observed, atoms: Atoms) -> Atoms:
        """As few as will do; strings stay, for they are the default."""
        if EVERYTHING[0] in atoms:
            return EVERYTHING
        met = _classes(observation) | _classes(self.observation)
        found = tuple(cls for cls in atoms if cls in STRINGS or cls in met)
        if not self.again(found)[1]:
            return atoms
        for cls in found:
            fewer = tuple(one for one in found if one is not cls)
            if cls not in STRINGS and self.again(fewer)[1]:
                found = fewer
        return found

    def advice(self) -> str:
        """What to write to have the observed call agree with the plain one."""
        atoms = self.mending()
        if atoms is None:
            return f"code in C, or a test of type(x), may be at fault, and no atoms mend it; {OFF}"
        names = ", ".join(cls.__name__ for cls in atoms)
        return (
            "strictcheck: code that asks for type(x), or is written in C, takes a thunk for something else; "
            f"pass atoms=({names}{',' if len(atoms) == 1 else ''}) to have such values handed out as themselves"
        )


def _counts(given: GivenAgain) -> list[int]:
    return [len(pulled.elements) for pulled in given.iterators]


def _itself(result: Any) -> Any:
    return result


def _is_plain(context: Any) -> bool:
    """True of a context that knows nothing of thunks; those of the library ask them what they stand for."""
    module = getattr(context, "__module__", None) or type(context).__module__
    return not str(module).startswith("strictcheck.")


def _other_looks(one: Observed, other: Observed) -> str | None:
    """The first argument of which the second of two calls looked at something else, in words."""
    for name, demand in one.demands.items():
        if other.demands[name] != demand:
            second = other.demands[name]
            return f"\n  of {name}, first: {demand.pretty()}\n  then:{'':{len(name) + 2}} {second.pretty()}"
    return None


def growing(observation: Observed) -> Iterator[Atoms]:
    """Ever more atoms than those of an observation: strings, numbers, containers, what else was met, and everything."""
    atoms = observation.atoms
    for more in (STRINGS, NUMBERS, CONTAINERS, _classes(observation), EVERYTHING):
        atoms, before = tuple(dict.fromkeys((*atoms, *more))), atoms
        if atoms != before:
            yield atoms


def _classes(observation: Observed) -> dict[type, None]:
    """The classes of the arguments, and of what was looked at in them."""
    met = [class_of(layer) for demand in observation.demands.values() for _, _, _, layer in demand.rows()]
    return dict.fromkeys([*map(type, observation._arguments.values.values()), *met])


def add_hint(observation: Observed, error: BaseException) -> None:
    """Add a note to an exception that only the observed call raises: which atoms mend that.

    Makes the plain call, and where that does not raise the same, observes with ever more atoms.
    """
    if isinstance(error, (StrictCheckError, *INTERRUPTIONS)) or not observation._is_repeatable():
        return
    try:
        certifier = Certifier(observation)
        note = certifier.advice() if not same_error(error, certifier.plain.error) else None
    except Exception:  # of the user's code: what it raised at first is what counts
        return
    if note is not None:
        error.add_note(f"the plain call does not raise this: {note}")


def adapted(first: Observed) -> Observed:
    """The first of an observation and others with ever more atoms that agrees with the plain call.

    Makes five calls at most, but where none agrees: then raises `NotCertified`.
    """
    certifier = Certifier(first)
    observation, agrees = first, certifier.difference is None
    atoms = first.atoms
    for more in (NUMBERS, (*CONTAINERS, *_classes(first)), EVERYTHING):
        if agrees:
            break
        atoms = (*atoms, *(cls for cls in more if cls not in atoms))
        observation, agrees = certifier.again(atoms)
    if not agrees and not isinstance(first.error, StrictCheckError):
        certifier.check()
    observation._verified = agrees
    return observation
