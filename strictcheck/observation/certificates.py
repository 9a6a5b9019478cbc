"""Certificates: evidence that an observation can be believed.

`replay` shows that its demand was enough, `verify` that the thunks changed nothing of what they measure. If they did,
values of some classes have to be atoms; this module finds out which. Read it for how often a function is called, and
when.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from types import MethodDescriptorType, WrapperDescriptorType
from typing import Any

from strictcheck.errors import NotCertified, StrictCheckError, is_interruption
from strictcheck.kinds.equality import same_error
from strictcheck.kinds.layer import class_of
from strictcheck.kinds.table import holds_attributes_beside, kind_of
from strictcheck.messages import opaque_advice, shown, with_article
from strictcheck.observation.async_calls import task_in_background
from strictcheck.observation.call_arguments import NUMBERS, STRINGS
from strictcheck.observation.fresh_copies import GivenAgain
from strictcheck.observation.open_records import without_budgets
from strictcheck.observation.outcomes import (
    CallOutcome,
    changed_result,
    changed_under_iterators,
    ids_of_arguments,
    is_left_alike,
    originals_of,
    parts_after,
    restore_attributes,
    state_of,
)
from strictcheck.thunks.classes import bases, has_methods

Atoms = tuple[type, ...]
Observed = Any  # an `Observation`, whose module imports this one

CONTAINERS = (list, tuple, dict, set, frozenset, bytearray)
EVERYTHING = (object,)
UNBOUND = (MethodDescriptorType, WrapperDescriptorType)  # methods of classes in C, such as `list.index`
DEPENDS = "The outcome must depend on the arguments and the context alone"
REPEATED = "clear what it remembers of earlier calls, and seed or pass in what is random"
OFF = "certify=False makes the one call only, for a function with side effects"


class Certifier:
    """Comparison of an observation with plain calls, on fresh copies of its arguments.

    The first plain call is made at once, others only if its outcome differs.
    """

    def __init__(self, observation: Observed) -> None:
        self.observation = observation
        self.shared: set[type] = set()
        given = observation._given_again()
        pulled, kept = list(given.counts), state_of(observation.result)
        self.plain = self._make_call(given)
        self.kept = changed_result(observation.result, kept)
        before, after = dict[str, Any](), dict[str, Any]()
        if not is_left_alike(given, observation):
            before, copies = parts_after(observation, given)
            after = {**given.values, **copies}
        known, own = observation._known, partial(ids_of_arguments, given)
        observed = CallOutcome(observation.result, observation.error, before, pulled, lambda: known.originals, own)
        self.difference = self.kept or observed.difference(self.plain._replace(arguments=after), given.is_frozen_twin)
        self.read_and_changed = changed_under_iterators(given, observation._record)

    def _make_call(self, given: GivenAgain) -> CallOutcome:
        """Make the plain call, and apply the context to its result."""
        observation, call = self.observation, self.observation._call
        self.shared |= given.shared
        args, kwargs = observation._arguments.arrange(given.values)
        results: list[Any] = []
        error = None
        showing = nullcontext(lambda result: result) if is_users_own(call.context) else observation._showing_results()
        try:
            with without_budgets(), showing as handed:
                call.perform(args, kwargs, results.append, handed)
        except BaseException as raised:
            if is_interruption(raised):
                raise
            error = raised
        finally:
            restore_attributes(observation._record)  # of a date, say, which has no copy
        return CallOutcome(
            results[-1] if results else None, error, given.values, _counts(given), partial(originals_of, given)
        )

    def check(self) -> None:
        """Raise `NotCertified` if the plain call had another outcome, or differs from itself."""
        if self.difference is None and self.read_and_changed:
            raise NotCertified(
                f"cannot tell: {self.observation.name} changes {shown(self.read_and_changed[0])}\n"
                f"an iterator among its arguments reads that, and has no copy that reads a copy; {OFF}",
                "verify",
            )
        if self.difference is None:
            return
        self.check_deterministic()
        if self.plain.error is not None and self.observation.error is None:
            raise NotCertified(
                f"verify: {self.observation.name} fails when it is called plainly, twice, with "
                f"{shown(self.plain.error)}{self._no_copies()}\nobserved, it returns a result, for it looks at less, "
                f"or tests type(x); mend the function, or pass arguments that it takes; {OFF}",
                "verify",
            )
        raise NotCertified(
            f"verify: {self.observation.name} does not do the same when it is observed, observed against plain: "
            f"{self.difference}{self._no_copies()}\n{self.advice()}",
            "verify",
        )

    def check_deterministic(self) -> None:
        """Raise `NotCertified` if a second plain call, or a second observed one, differs from the first.

        They are made one after the other, for a function may remember how often it was called.
        """
        observation = self.observation
        again = self.kept or self._make_call(observation._given_again()).difference(self.plain)
        if again is None:
            with without_budgets():
                other = observation._again(observation.atoms, observation._given_again().values)
            again = CallOutcome.of(observation).difference(CallOutcome.of(other)) or other_looks(observation, other)
        if again is not None and self.shared:
            raise NotCertified(
                f"cannot tell: two calls of {observation.name} came out differently, {again}{self._no_copies()}\n{OFF}",
                "verify",
            )
        if again is not None:
            task = task_in_background()
            mend = f"{REPEATED}, and end {task} before the call is over" if task else REPEATED
            raise NotCertified(
                f"the call of {observation.name} did not do the same twice: {again}{self._no_copies()}\n"
                f"{DEPENDS}: {mend}; {OFF}"
            )

    def _no_copies(self) -> str:
        if not self.shared:
            return ""
        names = ", ".join(sorted(cls.__name__ for cls in self.shared))
        values = self.observation._arguments.values.items()
        used_up = [(name, type(value)) for name, value in values if has_methods(type(value), "__iter__")]
        advice = [opaque_advice(cls, name) for name, cls in used_up if cls in self.shared]
        return "\n".join([f"\nthere is no safe copy of {names}: each call got the caller's own", *advice[:1]])

    def again(self, atoms: Atoms) -> tuple[Observed, bool]:
        """Observe once more, with other atoms; return the observation, and True if it agrees with the plain call."""
        whole = any(cls is object or not kind_of(cls).is_leaf for cls in atoms)
        given, kept = self.observation._given_again(whole=whole), state_of(self.plain.result)
        with without_budgets():
            observation = self.observation._again(atoms, given.values)
        self.kept = self.kept or changed_result(self.plain.result, kept)
        outcome, own = CallOutcome.of(observation), {**originals_of(given), **self.plain.originals()}
        originals = {**outcome.originals(), **own}
        outcome = outcome._replace(pulled=_counts(given), originals=lambda: originals, own=lambda: own)
        observation._anew = partial(self._copied_anew, given)
        # Attributes of what is handed out as itself are the caller's own.
        return observation, not (self.kept or observation._restored or outcome.difference(self.plain))

    def _copied_anew(self, given: GivenAgain) -> dict[int, Any]:
        """Copy the arguments once more; return the new copies by the ids of those in `given`, which a call has got."""
        anew = self.observation._given_again(whole=True)
        return {number: anew.copy_of(original) for number, (original, _) in originals_of(given).items()}

    def find_mending_atoms(self) -> Atoms | None:
        """Find the smallest set of atoms with which the observed call agrees with the plain one; None without any."""
        for atoms in growing_atoms(self.observation):
            observation, agrees = self.again(atoms)
            if agrees:
                return self._smallest(observation, atoms)
        return None

    def _smallest(self, observation: Observed, atoms: Atoms) -> Atoms:
        """Drop all atoms that are not needed, but for strings, which are the default."""
        if EVERYTHING[0] in atoms:
            return EVERYTHING
        met = {base for one in _classes(observation) | _classes(self.observation) for base in bases(one)}
        found = tuple(cls for cls in atoms if cls in STRINGS or cls in met)
        if not self.again(found)[1]:
            return atoms
        # Rather without the classes of whole arguments: as atoms, these hide all their parts.
        whole = {*map(type, self.observation._arguments.values.values())}
        for cls in sorted(found, key=lambda cls: cls not in whole):
            fewer = tuple(one for one in found if one is not cls)
            if cls not in STRINGS and self.again(fewer)[1]:
                found = fewer
        return found

    def advice(self) -> str:
        """Say how the observed call can be made to agree with the plain one."""
        function = self.observation._call.function
        if isinstance(function, UNBOUND):
            name, owner = function.__name__, function.__objclass__.__name__
            return (
                f"{owner}.{name} takes nothing but {with_article(owner)} itself; pass lambda x, *rest: x.{name}(*rest)"
            )
        if (task := task_in_background()) is not None and task.startswith("the task"):
            return f"end {task} before the call is over, for it looks at its arguments at times of its own; {OFF}"
        atoms = self.find_mending_atoms()
        if atoms is None:
            return f"code in C, or a test of type(x), may be at fault, and no atoms mend it; {OFF}"
        names = ", ".join(map(_name_in_code, atoms))
        return (
            "strictcheck: code that asks for type(x), or is written in C, takes a thunk for something else; "
            f"pass atoms=({names}{',' if len(atoms) == 1 else ''}) to have such values handed out as themselves"
        )


def _name_in_code(cls: type) -> str:
    """Return the name by which code has a class: that of a function is `types.FunctionType`."""
    named = {} if getattr(builtins, cls.__name__, None) is cls else vars(types)
    return next((f"types.{name}" for name, one in named.items() if one is cls), cls.__name__)


def _counts(given: GivenAgain) -> list[int]:
    return [len(pulled.elements) for pulled in given.iterators]


def is_users_own(context: Any) -> bool:
    """True if a context is not of the library: those know thunks, and change nothing of a result."""
    module = getattr(context, "__module__", None) or type(context).__module__
    return not str(module).startswith("strictcheck.")


def other_looks(one: Observed, other: Observed) -> str | None:
    """Describe the first argument on which two calls have different demands."""
    for name, demand in one.demands.items():
        if not demand.looks_like(other.demands[name]):
            from strictcheck.pictures import compared

            return "\n".join(["", *compared(name, ("first", demand), ("then", other.demands[name]))])
    return None


def growing_atoms(observation: Observed) -> Iterator[Atoms]:
    """Yield other atoms: strings, numbers, containers and classes met, containers alone, everything."""
    texts = (*observation.atoms, *STRINGS)
    containers = (*texts, *NUMBERS, *CONTAINERS)
    classes = (*containers, *_classes(observation))
    # Without the classes, for an object that is an atom keeps what the call writes to it.
    for atoms in (texts, (*texts, *NUMBERS), classes, containers, (*classes, *EVERYTHING)):
        if (found := tuple(dict.fromkeys(atoms))) != observation.atoms:
            yield found


def _classes(observation: Observed) -> dict[type, None]:
    """Return the classes of the arguments, and of all parts of them that were looked at."""
    met = [class_of(layer) for demand in observation.demands.values() for _, _, _, layer in demand.rows()]
    return dict.fromkeys([*map(type, observation._arguments.values.values()), *met])


def add_hint(observation: Observed, error: BaseException) -> None:
    """Add a note with the atoms that help to an exception that only the observed call raises.

    Makes the plain call, and if that does not raise the same, observes with more and more atoms.
    """
    if isinstance(error, StrictCheckError) or is_interruption(error) or not observation._is_repeatable():
        return
    try:
        certifier = Certifier(observation)
        note = certifier.advice() if not same_error(error, certifier.plain.error) else None
    except Exception:  # raised by the user's code, whose first exception is the one to raise
        return
    if note is not None:
        error.add_note(f"the plain call does not raise this: {note}")


def check_attributes(observation: Observed) -> None:
    """Raise `NotCertified` if the observed call changed an attribute of a value that it got as itself."""
    if changed := observation._restored:
        raise NotCertified(
            f"verify: {observation.name} changed an attribute of {shown(changed[0])}\n"
            f"numbers, strings, exceptions and keys are the caller's own, and have no copy to keep it on; {OFF}",
            "verify",
        )


def adapt_atoms(first: Observed) -> Observed:
    """Observe with more and more atoms, until an observation agrees with the plain call; return that one.

    Makes ten calls at most, but where none agrees: then raises `NotCertified`.
    """
    certifier = Certifier(first)
    observation, agrees = first, certifier.difference is None
    holds_more = any(kind.is_own_layer and holds_attributes_beside(kind) for kind in map(kind_of, _classes(first)))
    # What is the caller's own, or the function's, may have changed for the next call.
    if not agrees and (holds_more or certifier.shared or certifier.kept):
        check_attributes(first)
        certifier.check_deterministic()
    for atoms in () if agrees else growing_atoms(first):
        observation, agrees = certifier.again(atoms)
        if agrees:
            break
    if not agrees and not isinstance(first.error, StrictCheckError):
        certifier.check()
    observation._verified = agrees and not (certifier.read_and_changed or observation._restored)
    return observation
