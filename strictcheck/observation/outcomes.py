"""Outcomes of an observed call compared with those of a second call: the plain one, or its replay.

A replay is the call on partial values of its own demands. A plain call gets copies of the arguments, and has to leave
these as the observed call left its own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from operator import is_
from threading import get_ident
from typing import Any, NamedTuple

from strictcheck.demands import Demand
from strictcheck.demands.wording import expression
from strictcheck.errors import NotCertified
from strictcheck.kinds.building import LEAVES, group_by_class, stored_keys, stored_parts, twins_of
from strictcheck.kinds.equality import first_value_difference, same_error
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import is_untouched, unwrap
from strictcheck.messages import show_path, shown
from strictcheck.observation.demand_of_record import joint_demand
from strictcheck.observation.fresh_copies import GivenAgain
from strictcheck.observation.partial_values import WIDE, PartialBuilder, build_all
from strictcheck.thunks.classes import instance_dict
from strictcheck.thunks.log import Record
from strictcheck.thunks.places import NOWHERE, number_and_key
from strictcheck.thunks.proxy import get_log, get_place, is_thunk

Observed = Any  # an `Observation`, whose module imports this one


class CallOutcome(NamedTuple):
    """Outcome of a call: its result, its exception, its arguments afterwards, and how much it pulled.

    `originals()` are the caller's objects of which parts of these were made, by the ids of the parts.
    """

    result: Any
    error: BaseException | None
    arguments: Mapping[str, Any]  # only those by which two calls are compared
    pulled: Sequence[int] = ()
    originals: Callable[[], Mapping[int, tuple[Any, Any]]] = dict
    own: Callable[[], Collection[int]] = tuple  # ids of the arguments of both calls, and of what is in them

    @classmethod
    def of(cls, observation: Observed) -> CallOutcome:
        """Outcome of an observed call."""
        after = observation._arguments_after()
        return cls(observation.result, observation.error, after, originals=lambda: observation._known.originals)

    def difference(self, other: CallOutcome, is_same: Callable[[Any, Any], bool] = operator.is_) -> str | None:
        """Describe the first difference between two calls; None if there is none.

        Parts of arguments for which `is_same` is true are not compared further.
        """
        if not same_error(self.error, other.error):
            return f"{self._describe_end()} against {other._describe_end()}"
        names = [name for name in self.arguments if name in other.arguments]
        is_plain = self.error is not None or type(self.result) in LEAVES
        originals = {} if is_plain and not names else {**self.originals(), **other.originals()}
        found = None
        if self.error is None:
            own = () if is_plain else self.own()
            found = first_value_difference(self.result, other.result, originals=originals, own=own)
        if found is not None:
            return f"result {found}"
        left, others = ([outcome.arguments[name] for name in names] for outcome in (self, other))
        found = first_value_difference(left, others, is_same, originals)
        if found is not None:
            return f"{names[found.path[0]]} is left as {found._replace(path=found.path[1:])}"
        if self.pulled and other.pulled and self.pulled != other.pulled:
            return f"{sum(self.pulled)} elements pulled against {sum(other.pulled)}"
        return None

    def _describe_end(self) -> str:
        return f"result {shown(self.result)}" if self.error is None else f"exception {shown(self.error)}"


def state_of(value: Any) -> list[Any]:
    """List the parts that a value holds now, if one store has them all; else nothing."""
    return [*(kind_of(type(value)).state(value) or ())]


def changed_result(result: Any, before: list[Any]) -> str | None:
    """Say that another call has changed a result, of which these were the parts before; None if it has not."""
    now = state_of(result)
    is_same = len(now) == len(before) and all(map(is_, now, before))
    return None if is_same or first_value_difference(before, now) is None else "each call changes what it returns"


def parts_after(observation: Observed, given: GivenAgain) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments and each mutable part as the observed call left them, and the copies of these parts.

    A part of a tuple may be reached here only: another walk through the tuple meets another thunk, or none.
    """
    after, copies = dict(observation._given), {}
    for thunk, value in observation._record.shared.values():
        if given.copy_of(value) is not value and not is_untouched(thunk):
            log, (number, key) = get_log(thunk), number_and_key(get_place(thunk))
            name = log.name if number == NOWHERE else f"{log.name} at {show_path(log.path_of(number, key))}"
            after[name], copies[name] = thunk, given.copy_of(value)
    for number, value in enumerate(given.unreached):
        name = f"unread {type(value).__name__} {number + 1}"
        after[name], copies[name] = value, given.copy_of(value)
    return dict(zip(after, unwrap([*after.values()], known=observation._known), strict=True)), copies


def changed_under_iterators(given: GivenAgain, record: Record) -> list[Any]:
    """List the parts of the arguments that an iterator among them reads, and that the plain call has changed."""
    read = {number for known in record.pulled.values() for number in known.reads}
    return [value for value in given.sources if id(value) in read and _holds_twins(given, value) is False]


def originals_of(given: GivenAgain) -> dict[int, tuple[Any, Any]]:
    """Return pairs of an object and its copy, by the id of the copy."""
    copies = [*twins_of(given.sources, given.copies)]
    return dict(zip(map(id, copies), zip(given.sources, copies, strict=True), strict=True))


def ids_of_arguments(given: GivenAgain) -> set[int]:
    """Return the ids of the objects of the arguments that were copied, and those of the copies."""
    return {*map(id, given.sources), *originals_of(given)}


def is_left_alike(given: GivenAgain, observation: Observed) -> bool:
    """True if the observed call has left each part as the plain call left its copy; False if nobody can tell.

    No walk is needed where each holds numbers, strings and parts of the arguments: these are compared by themselves.
    """
    written = observation._known.written
    if not written.keys() <= given.copies.keys():
        return False
    return all(_are_left_alike(given, written, values) for values in group_by_class(given.sources).values())


def _are_left_alike(given: GivenAgain, written: Mapping[int, Any], values: list[Any]) -> bool:
    """True if each of these values of one class is left as its copy is; in C code where neither call has written."""
    twins, store = [*map(given.copy_of, values)], kind_of(type(values[0])).store
    if {*map(type, twins)} != {type(values[0])}:  # the plain call has written to `__class__`
        return False
    if store is not None and written.keys().isdisjoint(map(id, values)):
        stores, copies = ([*map(store, some)] for some in (values, twins))
        parts = [*stored_parts(stores)]
        is_same_size = all(map(operator.eq, map(len, stores), map(len, copies)))
        has_same_keys = is_same_size and all(map(is_, stored_keys(stores), stored_keys(copies)))
        if has_same_keys and all(map(is_, twins_of(parts, given.copies), stored_parts(copies))):
            return True
    return all(_holds_twins(given, value, written.get(id(value))) for value in values)


def _holds_twins(given: GivenAgain, value: Any, thunk: Any = None) -> bool | None:
    """True if the copy of `value` holds the twins of all that it, or its `thunk`, holds; None if nobody can tell."""
    kind = kind_of(type(value))
    parts = kind.state(value) if thunk is None else kind.state_after(thunk, value)
    if parts is None:
        return None
    twins = kind.state(given.copy_of(value))
    if twins is None or len(parts) != len(twins):
        return False
    return all(_is_twin(given, *pair) for pair in zip(parts, twins, strict=True) if pair[0] is not pair[1])


def _is_twin(given: GivenAgain, part: Any, twin: Any) -> bool:
    """True if a part after the observed call is the twin after the plain one, for leaves by value."""
    if is_thunk(part):
        if is_thunk(part._self_source) or type(part)._self_settled or not type(part)._self_known:
            return False
        part = part._self_source
    part = given.copy_of(part)
    return part is twin or (type(part) is type(twin) and type(part) in LEAVES and bool(part == twin))


def restore_attributes(record: Record) -> list[Any]:
    """Give strings and the like, which the call got as themselves, their attributes of before; list what it changed.

    An object that was handed out is an atom, or a key, by which the call and the caller may know each other.
    """
    changed = []
    for value, before in record.handed_out.values():
        now: Any = instance_dict(value)
        if now.keys() != before.keys() or any(before[name] is not now[name] for name in before):
            changed.append(value)
            kind = kind_of(type(value))
            if kind.is_own_layer and not kind.is_handed_out:  # what was added to an exception may be this library's
                now.clear()
                now.update(before)
    return changed


class Touch(NamedTuple):
    """Touch of a hole: argument, path, and the thread that has touched it."""

    argument: str
    path: tuple[Any, ...]
    thread: int


def partial_arguments(observation: Observed, touched: list[Touch]) -> dict[str, Any]:
    """Rebuild the arguments of a call from its demands; arguments that share a part are rebuilt together.

    Each touch of a hole is added to `touched`.
    """
    values, demands = observation._arguments.values, observation.demands
    names = list(demands)

    def note(name: str, path: tuple[Any, ...]) -> None:
        touched.append(Touch(name, path, get_ident()))

    pulled, anew = observation._record.pulled, observation._anew()
    if not observation._record.edges:
        builders = [
            PartialBuilder(demands[name], values[name], WIDE, partial(note, name), pulled, anew) for name in names
        ]
        return dict(zip(names, build_all(builders), strict=True))
    whole, demand = [values[name] for name in names], joint_demand(observation._record.logs)
    together = PartialBuilder(demand, whole, WIDE, lambda path: note(names[path[0]], path[1:]), pulled, anew)
    return dict(zip(names, build_all([together])[0], strict=True))


def check_replay(observation: Observed, again: Observed) -> None:
    """Raise `NotCertified` if a call and its replay differ in result, exception or demand, or holes were touched."""
    _check_same("result", observation.result_demand, again.result_demand, again.error)
    for name, demand in observation.demands.items():
        _check_same(name, demand, again.demands[name], again.error)
    if type(observation.error) is not type(again.error):
        message = f"replay raised {shown(again.error)}, the call {shown(observation.error)}"
        raise NotCertified(message, "replay") from again.error
    refuse_touched(observation, again._touched)


def refuse_touched(observation: Observed, touched: list[Touch]) -> None:
    """Raise `NotCertified` if a replay has `touched` holes, though it came out as the call did."""
    if touched:
        name, path, _ = touched[0]
        raise NotCertified(
            f"cannot tell: {observation.name} looks at more of {expression(name, observation.demands[name], path)} "
            "where nobody observes it: later, in a task, a callback or a thread\n"
            "wait for that before the call is over; or, if the call alone is meant, pass certify=False",
            "complete",
        )


def _check_same(what: str, first: Demand, again: Demand, error: BaseException | None) -> None:
    if not first.looks_like(again):
        from strictcheck.pictures import compared

        path = next(iter(first - again or again - first), ())
        picture = "\n".join(compared(what, ("call", first), ("replay", again)))
        sentence = f"replay looked differently at {what}, first at {expression(what, first, path)}"
        raise NotCertified(f"{sentence}\n{picture}", "replay") from error
