"""Budgets, which limit how much may be forced in a block, or in each call of a function."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from threading import RLock
from typing import Any, TypeVar, cast

from strictcheck.demands.columns import UNSEEN
from strictcheck.demands.fitting import is_all
from strictcheck.demands.wording import expression
from strictcheck.errors import NotCertified, NothingChecked, TooMuchForced
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.table import kind_of
from strictcheck.messages import opaque_advice, shown, with_article, with_place
from strictcheck.observation.async_calls import is_coroutine_function, is_generator_function
from strictcheck.observation.call_arguments import name_of
from strictcheck.observation.demand_of_record import demand_of
from strictcheck.observation.open_records import BUDGETS, IS_SILENT, RECORDS
from strictcheck.observation.result_contexts import count_parts
from strictcheck.observation.traces import place_in_words
from strictcheck.thunks.call_stack import is_own, where_forced
from strictcheck.thunks.classes import is_internal
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.places import ABSENT, CELL, END, Step
from strictcheck.thunks.proxy import is_thunk
from strictcheck.unused import MustUse, conclude
from strictcheck.unused_in_source import is_name_read

F = TypeVar("F", bound=Callable[..., Any])
USE = "observe the calls that it is to limit: observe(function, x)"

LATER = "which looks at its arguments later; write `with max_forced(...):` around the code that uses it"
FEWER = "allow fewer, or observe more"
PASS = "pass what has these as an argument of the call, for only arguments are observed"
FORCE = "if the result is lazy, pass context=nf to observe; if nothing is to be forced, allow 0"


class max_forced(MustUse):
    """Allow at most `n` forcings, of values of class `of` if given, in all observations together.

    An element that is pulled from an iterator counts as a forced part does, once, even if it is forced later. Without
    `of`, so does a key that is asked for, there or not, unless all keys were listed before. A string, None or the like
    that is an argument by itself does not count: nobody sees if it is used; nor do attributes that pydantic or
    SQLAlchemy keeps for itself in objects of the user's classes.

    As a context manager, it limits the block; as a decorator, each call of the function, which may not be a
    generator or coroutine function. The forcing that would be one more raises `TooMuchForced`, in the
    observed code, and does not take place; if somebody swallows that, it is raised again at the end. Each block,
    and each call, counts from 0. A block or call in which nothing was observed, and which is in no observed call, has
    counted nothing, and raises `NothingChecked`; so does a block that allows some forcings, in whose
    observations there was none, or could not be more than it allows: `max_forced(9)` around observed lists of four
    numbers, or lazy results that nobody asked (in a test under pytest, one block of this line that could be exceeded
    is enough, and one whose name is read, `as budget`, may only count), or of a class that is not there. One that is
    neither entered nor called, itself or the function that it decorates, limits nothing: a `RuntimeWarning` says so
    when it is freed, and pytest fails the test.

    Raises `ValueError` if `n` is negative, `TypeError` if it is no whole number, `of` no class, or a
    decorated function runs later than it is called.

    >>> from strictcheck import observe
    >>> with max_forced(2, of=int):
    ...     observe(sum, [1, 2, 3])
    Traceback (most recent call last):
    ...
    strictcheck.errors.TooMuchForced: more than 2 parts of class int forced: the next is iterable[2], 3, at ...
        iterable: list of 3
          [0]: 1
          [1]: 2
      +   [2]: 3
      if it may, allow more; with max_forced(9_999) as budget, budget.count tells how many
    >>> @max_forced(3)
    ... def first_even(numbers):
    ...     return next(n for n in numbers if n % 2 == 0)
    >>> observe(first_even, [1, 2, 3, 4]).result
    2
    """

    def __init__(self, n: int, of: type | tuple[type, ...] = object) -> None:
        self.n = n
        self.of = of
        self._classes = classes = of if isinstance(of, tuple) else (of,)
        if not isinstance(n, int) or isinstance(n, bool):
            raise TypeError(f"max_forced: n={shown(n)} is not a whole number; pass how many forcings to allow")
        if n < 0:
            raise ValueError(f"max_forced: n={n!r} is negative; pass how many forcings to allow, from 0")
        if not all(isinstance(cls, type) for cls in classes):
            raise TypeError(
                f"max_forced: of={shown(of)} is not a class; pass the class of the values to count, or a tuple"
            )
        self._blocks: list[tuple[ExitStack, Budget]] = []
        self._wait_for_use(repr(self), f"write `with {self!r}:` around the calls, or call what it decorates")

    def __enter__(self) -> Budget:
        self._note_use()
        stack, budget = ExitStack(), Budget(self.n, self._classes)
        stack.enter_context(in_force(budget))
        self._blocks.append((stack, budget))
        return budget

    def __exit__(self, *raised: Any) -> None:
        stack, budget = self._blocks.pop()
        stack.__exit__(*raised)
        if raised[0] is None:
            caller = sys._getframe(1)
            self._check_count(budget, is_read=not is_own(caller) and is_name_read(caller))

    def __call__(self, function: F) -> F:
        """Return `function`, within this budget at each call."""
        if is_coroutine_function(function) or is_generator_function(function):
            self._note_use()
            raise TypeError(
                f"max_forced: function={name_of(function)} runs nothing when it is called, but when its result is "
                f"iterated or awaited; write `with {self!r}:` around that"
            )

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            self._note_use()
            with max_forced(self.n, self.of) as budget:
                result = function(*args, **kwargs)
                if self.n and not budget.count and kind_of(type(result)).is_lazy and not IS_SILENT.get():
                    what = f"{name_of(function)} returns {shown(result)}"
                    raise NothingChecked(f"{self!r} has counted nothing: {what}, {LATER}")
            return result

        return cast(F, call)

    def _check_count(self, budget: Budget, *, is_read: bool) -> None:
        """Raise `NothingChecked` if nothing was counted, or no more could have been; not within an observed call.

        A budget that somebody reads may allow more than there is.
        """
        is_in_call = any(record.observation() is not None for record in RECORDS.get())
        if is_in_call or IS_SILENT.get():  # plain calls of certificates are not observed
            return
        if not budget.is_used:
            raise NothingChecked(f"{self!r} has counted nothing: nothing was observed within it; {USE}")
        if self.n and not budget.count:
            kind, least = (
                ("", "") if self.of is object else (" of this class", f"{PASS}; or leave out of= to count all; ")
            )
            advice = budget.advice_on_hidden() or f"{least}{FORCE}"
            raise NothingChecked(f"{self!r} has counted nothing: nothing{kind} was forced within it; {advice}")
        if not (is_read or RECORDS.get()):  # of a block of `observing`, nobody knows what else there is in it
            conclude(repr(self), budget.idle())

    def __repr__(self) -> str:
        names = ", ".join(getattr(cls, "__name__", shown(cls)) for cls in self._classes)
        of = f", of=({names},)" if self._classes is self.of else f", of={names}"
        return f"max_forced({self.n!r}{of if self.of is not object else ''})"


class Budget:
    """Hook that counts forcings from now on, and raises at the first one over the limit."""

    def __init__(self, limit: int, classes: tuple[type, ...]) -> None:
        self.limit = limit
        self.classes = classes
        self.counts_all = classes == (object,)
        self.count = 0
        self.is_used = False  # True once an observation counts in it
        self.error: TooMuchForced | None = None  # the last error, which somebody may swallow
        self.possible = 0  # most parts that could be counted; many, if nobody knows
        self.is_all = True  # True if all there is in all observed values was looked at
        self.hidden: type | None = None  # class of an observed value into which nobody can see
        self.has_looked: bool | None = None  # False if all calls so far have left their arguments for later
        self._cells: set[tuple[Log, int, Any]] = set()  # that counted when they were pulled
        self._pulled: dict[int, int] = {}  # numbers of elements pulled before, by the ids of their lists
        self._lock = RLock()  # records that are open in several threads each have a lock of their own

    def __call__(self, log: Log, parent: int, key: Any, layer: object) -> None:
        """Count one forcing."""
        is_cell = layer in (CELL, ABSENT) and (self.counts_all or self._is_pulled_of_class(log, key))
        if (not is_cell and not _is_of(layer, self.classes)) or (log, parent, key) in self._cells or is_internal(key):
            return
        with self._lock:
            fits = self.count < self.limit
            self.count += fits
        if not fits:
            self.error = TooMuchForced(self._message(log, parent, key, layer))
            raise self.error
        if is_cell:
            self._cells.add((log, parent, key))

    def _is_pulled_of_class(self, log: Log, key: Any) -> bool:
        """True if the cell `key` is an element that was just pulled, of a class that counts."""
        if type(key) is not int or not self.classes:
            return False
        for pulled in reversed(list(log.pulled.values())):  # the last iterator is the likeliest
            elements = pulled.elements
            if len(elements) > self._pulled.get(id(elements), 0):
                self._pulled[id(elements)] = len(elements)
                return issubclass(class_behind(elements[-1]), self.classes)
        return False

    def watch(self, record: Record, until: ExitStack) -> None:
        """Count the forcings in a record, until `until` closes."""
        self.is_used = True
        self._pulled |= {id(pulled.elements): len(pulled.elements) for pulled in record.pulled.values()}
        until.callback(lambda: [self._pulled.pop(id(one.elements), None) for one in record.pulled.values()])
        record.watch_with(self, until)

    def note_end(self, record: Record) -> None:
        """Note the end of a call, or of a block, and if it has looked at all that it was given."""
        self.is_all = self.is_all and all(is_all(demand_of(log)._tree) for log in record.logs if not log.is_result)

    def note(self, values: Iterable[Any]) -> None:
        """Note a call on these values."""
        values = [*values]
        possible = sum(count_parts(value, self.classes, self.limit) for value in values)
        hidden = [type(value) for value in values if not is_thunk(value) and kind_of(type(value)).is_opaque]
        with self._lock:
            self.possible += possible
            self.hidden = next(iter(hidden), self.hidden)

    def idle(self) -> str | None:
        """Return the reason why nothing in the block could have exceeded the limit; None if something could."""
        if self.has_looked is False and self.limit:
            return "results are lazy and were not asked; pass context=take(1), or context=nf, to observe"
        if self.possible > self.limit and not self.is_all:
            return None
        possible = self.count if self.is_all else self.possible
        there = "is only 1 part" if possible == 1 else f"are only {possible} parts"
        there = there if possible else "is nothing"
        return f"there {there} to count in what was observed; {self.advice_on_hidden() or FEWER}"

    def advice_on_hidden(self) -> str | None:
        """Say that a value is looked at as a whole, and what to pass in its place; None if there is none such."""
        cls = self.hidden
        if cls is None:
            return None
        name = cls.__name__
        return f"{with_article(name)} is looked at as a whole; {opaque_advice(cls, name.lower())}"

    def _message(self, log: Log, parent: int, key: Any, layer: object) -> str:
        """The part that is too much and the line that asks for it, what was looked at before, and what to do."""
        from strictcheck.pictures import marked, shortened, text_of  # loaded when something fails

        path = log.path_of(parent, key)
        demand = demand_of(log)
        part = expression(log.name, demand, path[:-1] if key is END else path)
        is_value = not isinstance(layer, Step)
        next_one = f"the end of {part}" if key is END else f"{part}, {shortened(text_of(layer))}" if is_value else part
        what = "part" if self.limit == 1 else "parts"
        advice = "  if it may, allow more; with max_forced(9_999) as budget, budget.count tells how many"
        if self.counts_all:
            advice += "; all arguments count, and containers, too; of=Class counts the values of one class"
        else:
            what += f" of class {' or '.join(cls.__name__ for cls in self.classes)}"
        sentence = f"more than {self.limit} {what} forced: the next is {next_one}"
        picture = marked(log.name, demand, [path], layer if is_value else UNSEEN)
        return "\n".join([with_place(sentence, place_in_words(*where_forced(log.record.watch))), *picture, advice])


def _is_of(layer: object, classes: tuple[type, ...]) -> bool:
    cls: Any = getattr(layer, "cls", None) or getattr(layer, "kind", type(layer))
    return not isinstance(layer, Step) and issubclass(cls, classes)


@contextmanager
def in_force(budget: Budget) -> Iterator[None]:
    """Count all observations of this block in a budget; at its end, raise the error that somebody has swallowed."""
    before = BUDGETS.get()
    try:
        BUDGETS.set((*before, budget))
        with ExitStack() as stack:
            for record in RECORDS.get():
                budget.watch(record, stack)
            yield
        if budget.error is not None:
            raise budget.error
    except Exception as error:
        if budget.error in (None, error):
            raise
        # Python makes a TypeError of an exception in `iter(x)`; a call that was stopped cannot be certified.
        raise budget.error from (None if isinstance(error, NotCertified) else error)
    finally:
        BUDGETS.set(before)
