"""`lazy_function`: a function whose result reveals itself bit by bit, as it looks at its arguments bit by bit.

Such functions represent unknown ones in tests of higher-order functions; `generate.strategies.lazy_functions` draws
them. Skip this module unless you want to write one by hand, or to know how they work.
"""

from __future__ import annotations

import functools
import inspect
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from strictcheck.demands.order import Path
from strictcheck.generate.partial_consumer import Look, look_at_one, one_part
from strictcheck.kinds.delayed import delay
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.thunks.suspended import Stream

Looks = Mapping[Path, Sequence[int]]  # steps before a part of a result is there, by its path


class ResultPart:
    """Part of a result that is not there yet: the looks at it and below, its possible values, the parts in its sight.

    `may_be` has the parts at this place in all results that have been equal so far; the first is chosen, unless
    a look changes that.
    """

    __slots__ = ("frontier", "looks", "may_be")

    def __init__(self, looks: Looks, frontier: list[Look], may_be: list[Any]) -> None:
        self.looks, self.frontier, self.may_be = looks, frontier, may_be

    def reveal(self) -> Any:
        """Take the steps for it, and return the chosen value, with thunks for parts that look further."""
        self.look()
        return self.settle()

    def look(self) -> None:
        """Take the steps for it. Parts looked at leave the sight of this part and those below, of no others."""
        if () not in self.looks:
            return
        self.frontier, seen = self.frontier.copy(), 0
        for step in self.looks[()]:
            if not self.frontier:
                break
            label = look_at_one(self.frontier, step).label()
            seen = zlib.crc32(label.encode(errors="backslashreplace"), seen)
        chosen = seen % len(self.may_be)
        self.may_be = [self.may_be[chosen], *self.may_be[:chosen], *self.may_be[chosen + 1 :]]

    def settle(self) -> Any:
        """Return the value that this part has turned out to be."""
        part = self.may_be[0]
        kind = kind_of(type(part))
        if not any(self.looks) or kind.is_leaf or kind.is_used_up:
            return part
        # Results that differ from the revealed part are excluded from here on.
        alike = [other for other in self.may_be if type(other) is type(part)]
        if kind.is_lazy:
            return Stream(self._cells(alike))
        return kind.put_together(self._parts(alike), part)

    def _parts(self, alike: list[Any]) -> dict[Any, Any]:
        """Return the parts of this one by key: thunks where there is more to look at, else as they are."""
        taken = [take_apart(part) for part in alike]
        known = [dict(parts) for layer, parts in taken if layer == taken[0][0]]
        parts_by_key = known[0].copy()
        for key in parts_by_key:
            if looks := self._looks_below(key):
                may_be = [parts[key] for parts in known if key in parts]
                parts_by_key[key] = ResultPart(looks, self.frontier, may_be).hand_out()
        return parts_by_key

    def _cells(self, streams: list[Stream[Any]]) -> Iterator[Any]:
        """Yield the elements of a stream; the steps for an element are taken before it is known to exist."""
        for index in count():
            cell = ResultPart(self._looks_below(index), self.frontier, streams)
            cell.look()
            if not cell.may_be[0].has(index):
                return
            cell.may_be = [stream[index] for stream in cell.may_be if stream.has(index)]
            yield cell.settle()

    def _looks_below(self, key: Any) -> Looks:
        """Return the looks at the part at `key` and below."""
        return {path[1:]: steps for path, steps in self.looks.items() if path[:1] == (key,)}

    def hand_out(self) -> Any:
        """Return a thunk for this part; the part itself if it may be one that no thunk can represent."""
        classes = {type(part) for part in self.may_be}
        if any(kind_of(cls).is_handed_out for cls in classes):
            return self.reveal()
        return delay(self.reveal, kind=classes.pop() if len(classes) == 1 else None)


class lazy_function(functools.partial[Any]):  # a partial is taken for a function by everybody
    """Function that returns one of `results`, or a mixture of them, and looks at its arguments as `looks` says.

    `looks` has steps, as for `nibble`, by path: those of the empty path are taken when the function is called, before
    the outermost layer of the result is there; those of any other path when somebody looks at that part of the result,
    which is a thunk until then. A look sees the parts that the looks on the way from the outermost layer have left in
    sight. At each part that has steps, the sights choose which of `results` it is taken from, of those that are equal
    so far in class, length and keys. Without looks it is the first.
    Equal arguments get equal results and looks, in whichever order parts of it are looked at. `args` has the names of
    the parameters; by default any arguments are taken. With `iterate`, results (lists, tuples or streams) are returned
    as iterators, which begin when they are first pulled, and take the steps of `(i,)` before cell `i`. Parts that may
    be `None`, a bool or the like come with their container, for no thunk can represent them.

    Functions among the arguments are not called. Its repr is an expression that makes it. Forces only the parts it
    looks at. Results are returned as they are where nothing is left to look at, so they should not be changed. Raises
    `TypeError` for invalid arguments, results and looks.

    The model is `Produce` of StrictCheck.

    >>> from strictcheck import nf, observe
    >>> pick = lazy_function([["a", "b"], ["y", "z"]], {(): [0], (1,): [1, 0]}, args=["numbers"])
    >>> observe(pick, [5, 6]).demand, observe(pick, [5, 6], context=nf).demand
    (Demand.parse('[_, _]'), Demand.parse('[5, 6]'))
    >>> result = pick([7, 8])
    >>> result[1] + "!"
    'b!'
    >>> pick
    lazy_function([['a', 'b'], ['y', 'z']], {(): [0], (1,): [1, 0]}, args=['numbers'])
    """

    def __new__(cls, *_: Any, **__: Any) -> lazy_function:
        """Make a partial of nothing in particular, for `__call__` is overridden."""
        return super().__new__(cls, cls)

    def __init__(
        self,
        results: Iterable[Any],
        looks: Looks | None = None,
        *,
        args: Sequence[str] | None = None,
        iterate: bool = False,
    ) -> None:
        self.results, self.looks = _check(results, {} if looks is None else looks)
        self.names = None if args is None else tuple(args)
        self.iterate = iterate
        self.__signature__ = _signature(self.names)
        self._may_be = [Stream(result) for result in self.results] if iterate else list(self.results)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Return the result, as far as it is revealed by now, after the looks for that."""
        given = [*args, *kwargs.values()]
        if self.names is not None:
            given = [*self.__signature__.bind(*args, **kwargs).arguments.values()]
        part = ResultPart(self.looks, list(map(one_part, given)), self._may_be)
        return _pull(part) if self.iterate else part.reveal()

    def _fields(self) -> tuple[Any, ...]:
        return self.results, self.looks, self.names, self.iterate

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, lazy_function) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.names, *self.looks.items()))

    def __reduce__(self) -> Any:
        return functools.partial(lazy_function, args=self.names, iterate=self.iterate), (self.results, self.looks)

    def __repr__(self) -> str:
        texts = [repr(list(self.results))]
        if self.looks:
            texts.append(repr({path: list(steps) for path, steps in self.looks.items()}))
        if self.names is not None:
            texts.append(f"args={list(self.names)!r}")
        texts += ["iterate=True"] if self.iterate else []
        return f"lazy_function({', '.join(texts)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # Hypothesis and IPython print partials in their own ways


def _pull(part: ResultPart) -> Iterator[Any]:
    yield from part.reveal()


def _signature(names: tuple[str, ...] | None) -> inspect.Signature:
    if names is None:
        return inspect.signature(lambda *args, **kwargs: None)
    return inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names])


def _check(
    results: Iterable[Any], looks: Mapping[Path, Sequence[int]]
) -> tuple[tuple[Any, ...], dict[Path, tuple[int, ...]]]:
    """Return results and looks as they are stored."""
    outcomes = () if isinstance(results, str) or not isinstance(results, Iterable) else tuple(results)
    if not outcomes or any(kind_of(type(result)).is_pulled for result in outcomes):
        raise TypeError(
            f"lazy_function: results={results!r}; pass a list of what the function may give, [0, 1], lists or streams "
            "for iterators, and iterate=True"
        )
    return outcomes, {path: tuple(steps) for path, steps in looks.items() if steps}
