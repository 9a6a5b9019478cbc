"""`observing`: the demand of a block of code, where there is no single call to observe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from strictcheck.demands import Demand
from strictcheck.errors import NothingChecked
from strictcheck.kinds.placing import argument_stand_in
from strictcheck.observation.call_arguments import Options
from strictcheck.observation.demand_of_record import demand_of
from strictcheck.observation.open_records import is_limited, recording
from strictcheck.observation.traces import Recorded, check_watched
from strictcheck.thunks.log import Log, Record
from strictcheck.unused import MustUse, conclude_in_test, is_all_of_a_test

if TYPE_CHECKING:
    from strictcheck.pictures import Outline

R = TypeVar("R")
UNREAD = "the test reads nothing of seen; write assert seen.demand == ..."
USE = "write `with observing(x) as seen:`, and pass seen.value in place of x"


class Observing(Recorded, Generic[R]):
    """Observation of a block: `value` to pass on; `demand` and `trace`, complete once the block is left."""

    def __init__(self, record: Record, log: Log, value: R) -> None:
        self._record = record
        self._log = log
        self._value = value
        self.is_used = False

    def _refuse(self, *_: Any) -> NoReturn:
        raise TypeError("the observation of a block is not what it observes; pass seen.value in place of seen")

    __iter__ = __getitem__ = __len__ = __contains__ = __call__ = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the observation of a block has no {name}; pass seen.value in place of seen")

    @property
    def value(self) -> R:
        """Thunk to pass on in place of the value."""
        self.is_used = True
        return self._value

    @property
    def demand(self) -> Demand:
        """Demand on the value so far."""
        return demand_of(self._log)

    def __rich__(self) -> Outline:
        from strictcheck.pictures import spans_outline  # loaded when it is needed, as in `observe`

        return spans_outline([self])

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self.__rich__()._repr_mimebundle_()


class observing(MustUse, Generic[R]):
    """Observe `value` in a block of code that is not one call. Yields an `Observing`; the options are as for `observe`.

    Nothing is forced by itself. When the block is left, normally or not, the record is sealed. Raises
    `NothingChecked` if it never asked for the `value` to pass on, for then nothing was observed. If it is never
    entered, a `RuntimeWarning` says so, and pytest fails the test.

    >>> with observing({"host": "a", "port": 80}) as seen:
    ...     print(seen.value["host"])
    a
    >>> seen.demand
    Demand.parse("{'host': 'a', **_}")
    """

    def __init__(
        self,
        value: R,
        *,
        atoms: tuple[type, ...] = (str, bytes),
        where: bool = False,
        watch: tuple[str, ...] = (),
        count: bool = False,
    ) -> None:
        self._block = observing_all({"value": value}, Options.of(atoms, where, watch, count))
        self._wait_for_use("observing(x)", USE)

    def __enter__(self) -> Observing[R]:
        self._note_use()
        self._seen: Observing[R] = self._block.__enter__()["value"]
        return self._seen

    def __exit__(self, *raised: Any) -> None:
        self._block.__exit__(*raised)
        if raised[0] is None and not self._seen.is_used:
            raise NothingChecked(f"observing(x) has seen nothing, for its block never asked for seen.value; {USE}")
        if raised[0] is None:
            is_unread = is_all_of_a_test(caller := sys._getframe(1)) and not is_limited()
            conclude_in_test(caller, "observing", UNREAD if is_unread else None)


@contextmanager
def observing_all(values: Mapping[str, Any], options: Options) -> Iterator[dict[str, Observing[Any]]]:
    """Observe several values, by name, in one record. Yields an `Observing` of each, by name."""
    record = options.record()
    logs = {name: record.log(name) for name in values}
    try:
        with recording(record, values.values()):
            stand_ins = {name: argument_stand_in(logs[name], value) for name, value in values.items()}
            yield {name: Observing(record, logs[name], stand_ins[name]) for name in values}
        check_watched(record, options.wanted)
    finally:
        record.seal()
        record.release()
