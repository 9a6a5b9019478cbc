"""Calls and assertions as text, and tests that would notice a mutant, made of the calls of the tests.

The plainest words come first, with the imports that a test of them needs. A call of the tests is written by the `repr`
of its arguments, if these can be read back. It is kept if the mutant looks at more of it than the function does, and if
the test then passes with the function, and fails with the mutant.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count, islice, product
from typing import Any

from strictcheck.errors import StrictCheckError
from strictcheck.kinds.table import kind_of
from strictcheck.messages import in_code
from strictcheck.mutation.mutants import Ahead, AheadAsync, first_hole, with_arguments, with_mutation
from strictcheck.mutation.slips import telling_slips
from strictcheck.observation.async_calls import is_async_iterator
from strictcheck.observation.lazy_results import parts_within
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.open_records import IS_SILENT
from strictcheck.observation.traces import fetches_of
from strictcheck.specs.cases import expression_of
from strictcheck.thunks.proxy import get_log, get_source, get_value, is_thunk
from strictcheck.thunks.suspended import Stream
from strictcheck.unused import AssertionLog, noted_in

OURS = ("Demand", "Stream", "assert_lazy", "assert_pulls_at_most", "assert_reads_only", "nf", "observe", "take")
# Modules of names in tests.
HOMES = {"asyncio": "", "Namespace": "argparse"} | dict.fromkeys(OURS, "strictcheck")
Import = tuple[str, str]  # of a module, empty if it is one itself, and a name in it


@dataclass(frozen=True)
class WrittenCall:
    """A call as text: the function, its arguments, a context such as `"take(2)"`, and whether it is awaited."""

    function: str
    arguments: list[str]
    context: str = ""
    is_awaited: bool = False

    def under(self, ours: str, *options: str) -> str:
        """Write this call as arguments of one of our functions.

        >>> WrittenCall("map", ["abs", "[-1]"], "take(2)").under("assert_pulls_at_most", "n=2")
        'assert_pulls_at_most(map, abs, [-1], n=2, context=take(2))'
        """
        context = [f"context={self.context}"] if self.context and ours != "assert_lazy" else []
        text = f"{ours}({', '.join((self.function, *self.arguments, *options, *context))})"
        return f"asyncio.run({text})" if self.is_awaited and ours == "observe" else text

    def alone(self, argument: str, at: int) -> WrittenCall:
        """Return this call as one of a function of that argument alone.

        >>> WrittenCall("get", ["{'a': 1}", "key='a'"]).alone("key", 1).under("assert_reads_only")
        "assert_reads_only(lambda key: get({'a': 1}, key=key), 'a')"
        """
        text = self.arguments[at].removeprefix(f"{argument}=")
        if self.arguments == [text]:
            return self
        by_name = self.arguments[at].removesuffix(text) + argument
        given = ", ".join([*self.arguments[:at], by_name, *self.arguments[at + 1 :]])
        return replace(self, function=f"lambda {argument}: {self.function}({given})", arguments=[text])

    def observed(self, names: Mapping[str, Any]) -> Observation[Any] | None:
        """Make this call under observation, with these names and ours, as a test has them; None if it is no use."""
        scope = dict(names)
        exec(OUR_IMPORTS, scope)
        try:
            found: Observation[Any] = eval(self.under("observe", "count=True", "where=True", "certify=False"), scope)
        except Exception:  # of the function, or of an expression that cannot be read back
            return None
        return found


def needed_imports(text: str, module: str, known: Container[str]) -> set[Import]:
    """Return the imports that a test needs: of ours, and of names that are `known` in the module of its function.

    >>> sorted(needed_imports("assert observe(total, Line(2)).demand", "orders", ["Line", "total", "unpaid"]))
    [('orders', 'Line'), ('orders', 'total'), ('strictcheck', 'observe')]
    """
    words = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    return {(HOMES.get(word, module), word) for word in words if word in HOMES or word in known}


def import_lines(needed: Iterable[Import]) -> str:
    """Write imports, a line for each module."""
    names: dict[str, list[str]] = {}
    for module, name in sorted(needed):
        names.setdefault(module, []).append(name)
    return "".join(f"{f'from {home} ' * bool(home)}import {', '.join(some)}\n" for home, some in names.items())


# No expression makes an async iterator.
ASYNC_ITER = """async def async_iter(elements):
    for element in elements:
        yield element
"""
OUR_IMPORTS = import_lines((home, name) for name, home in HOMES.items()) + ASYNC_ITER


def passes(text: str, names: Mapping[str, Any] = {}, instead: Mapping[str, Any] = {}) -> bool | None:
    """Run the only test in a text, with these names before it is read and others `instead` of those that it imports.

    Returns True if it passes, False if its assertion fails, None for other errors, or if it could not have failed.
    """
    scope, log = dict(names), AssertionLog()
    try:
        exec(compile(text, "<test>", "exec"), scope)  # code in "<string>" is taken for that of a dataclass
        scope.update(instead)
        with noted_in(log):
            scope[next(name for name in scope if name.startswith("test_"))]()
    except AssertionError:
        return False
    except Exception:
        return None
    return None if log.vacuous("") else True


def assertions(observation: Observation[Any], argument: str, call: WrittenCall) -> Iterator[tuple[str, str]]:
    """Yield assertions on an argument of an observed call, each after a name for its test."""
    parts = list(dict.fromkeys(fetch.path[0] for fetch in fetches_of(observation, argument) if fetch.path))
    of = [f'of="{argument}"'] if len(observation.demands) > 1 else []
    if parts and all(isinstance(part, str) for part in parts):
        alone = call.alone(argument, list(observation.demands).index(argument))
        yield f"reads_only_these_of_{argument}", alone.under("assert_reads_only", *map(repr, parts))
    elif parts or call.context:
        named = "_".join([f"pulls_at_most_{len(parts)}_of_{argument}", *re.findall(r"\w+", call.context)])
        yield named, call.under("assert_pulls_at_most", f"n={len(parts)}", *of)
    yield f"is_lazy_in_{argument}", call.under("assert_lazy", *of)
    demand = f'demand = {call.under("observe")}.demands["{argument}"]'
    yield f"looks_at_no_more_of_{argument}", f"{demand}\n    assert demand <= {observation.demands[argument]!r}"


WORST_FIRST = ("nf", "next", "whnf")  # if no test watches an argument, one mutant stands for all
NO_DIFFERENCE = ""  # in place of a kind of mutants: none reads more than the calls of the tests do anyway
MOST = 200  # most calls that are noted
MOST_WITH_SLIPS = 10  # calls that are made with slips
CONTEXTS = ("", "take(1)", "nf")
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
LITERAL: Any = re.compile(r"((?:\w+=)?(?:\w+\()?)(.*?)(\)?)", re.DOTALL)  # xs=iter([1, 2])


@dataclass(frozen=True)
class PlantingSite:
    """The function in its module, by its qualified name; `put(changed)` puts another one in its place."""

    function: Any
    module: Any
    qualified: str
    put: Callable[[Any], Any]

    def call(self, arguments: Mapping[str, str], context: str = "") -> WrittenCall:
        """Write a call of the function."""
        is_awaited = inspect.iscoroutinefunction(self.function)
        return WrittenCall(self.qualified, list(arguments.values()), context, is_awaited)

    def passes(self, text: str, function: Any) -> bool | None:
        """Run a test with `function` in its place; see `passes`."""
        self.put(function)
        return passes(text)


def suggestions(site: PlantingSite, noted: NotedCalls, wanted: Iterable[tuple[str, list[str]]]) -> list[list[str]]:
    """Return tests, each after an argument and a kind: of each argument that is wanted, for one of the kinds.

    None is written for a mutant that one before it notices. If no test could be written, the text is empty, and in
    place of the kind there is `NO_DIFFERENCE` if the calls leave nothing to read.
    """
    found: list[list[str]] = []
    for argument, kinds in wanted:
        for kind in kinds:
            mutant = with_mutation(site.function, argument, kind)
            if any(text and site.passes(text, mutant) is False for _, _, text in found):
                break
            tests = (text for text in noted.tests(site, argument) if site.passes(text, mutant) is False)
            text = next((text for text in tests if site.passes(text, site.function)), None)
            if text is not None:
                found.append([argument, kind, text])
                break
        else:
            found.append([argument, NO_DIFFERENCE if noted.leave_nothing(site, argument) else kinds[0], ""])
    return found


class NotedCalls:
    """Calls of a function in the tests, to write tests of; of a class method, the arguments from the `first` on."""

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._number = 0
        self._calls: list[dict[str, Callable[[], str]]] = []  # of the running test
        self._written: list[dict[str, str]] = []  # of the others

    def note_calls(self, function: Callable[..., Any]) -> Any:
        """Return `function`, noting the arguments of the first calls."""
        return with_arguments(function, self._note)

    def _note(self, given: inspect.BoundArguments) -> None:
        self._number += not IS_SILENT.get()  # certificates repeat the calls of the tests
        if self._number <= MOST and not IS_SILENT.get():
            by_place = [name for name, one in given.signature.parameters.items() if one.kind in POSITIONAL]
            names = chain(by_place, map(str, count()))  # numbers of those in `*args`
            texts = {name: _writer("", value) for name, value in zip(names, given.args, strict=False)}
            texts |= {name: _writer(f"{name}=", value) for name, value in given.kwargs.items()}
            self._calls.append(dict(islice(texts.items(), self._first, None)))

    def end_test(self) -> None:
        """Write the arguments that could not be written when the call began."""
        self._written += [{name: write() for name, write in call.items()} for call in self._calls]
        self._calls = []

    def tests(self, site: PlantingSite, argument: str) -> Iterator[str]:
        """Yield tests that say how much the function looks at in these calls, and in some like them.

        The first is of the call that leaves most of the argument alone: of others, a mutant may pass for the function.
        """

        def unread(written: dict[str, str]) -> int:
            seen = _observed(site, site.call(written)) if all(written.values()) else None
            if seen is None or argument not in seen.demands:
                return 0
            return sum(1 for _ in parts_within(seen._arguments.values[argument])) - seen.demands[argument].size

        for written in sorted(self._written, key=unread, reverse=True):
            for texts, context in product(_variants(written, argument), CONTEXTS):
                call = site.call(texts, context)
                observation = _observed(site, call)
                if observation is not None and argument in observation.demands:  # it may be left to its default
                    yield from _tests(site, observation, call, argument)

    def slips(self, site: PlantingSite) -> tuple[dict[str, dict[str, str]], list[str]]:
        """Return the slips of the function that show in these calls, and those that do not, as `telling_slips` does."""
        # The longest, for those that a check draws first tell little.
        complete = {"".join(one.values()): one for one in self._written if all(one.values())}
        longest = sorted(complete, key=len, reverse=True)[:MOST_WITH_SLIPS]
        calls = [site.call(complete[text], context) for text in longest for context in ("", "nf")]
        seen = [(call, observation) for call in calls if (observation := _observed(site, call)) is not None]

        def again(call: WrittenCall, changed: Any) -> Observation[Any] | None:
            site.put(changed)
            return call.observed(vars(site.module))

        return telling_slips(site.function, seen, again)

    def leave_nothing(self, site: PlantingSite, argument: str) -> bool:
        """True if each call of the tests, written out and repeated, looks at all of this argument in the end."""
        calls = [site.call(one, "nf") if all(one.values()) else None for one in self._written if argument in one]
        seen = [None if call is None else _observed(site, call) for call in calls]
        return self._number <= MOST and all(
            one is not None and first_hole(one.demands[argument], one._arguments.values[argument]) is None
            for one in seen
        )


def _writer(prefix: str, value: Any) -> Callable[[], str]:
    """Return a function that writes an argument: as it is now, for the call may change it, if nothing is forced by it.

    How much is pulled of an iterator is known only when all is over.
    """
    is_late = any(is_thunk(part) or kind_of(type(part)).is_lazy for part in parts_within(value))
    text = "" if is_late else _write_value(value)
    return lambda: prefix + written if (written := _write_value(value) if is_late else text) else ""


def _write_value(value: Any) -> str:
    """Write an argument as an expression; an empty text if no expression gives it again."""
    while is_thunk(value):
        log, source = get_log(value), get_source(value)
        pulled = log.pulled.get(id(source)) if log is not None else None
        if pulled is not None:
            return _write_series("async_iter" if is_async_iterator(value) else "iter", pulled.elements)
        value = get_value(value) if type(value)._self_settled else source
    if type(value) is Ahead:
        return _write_series("iter", value.given)
    if type(value) is AheadAsync:
        return _write_series("async_iter", value.given)
    if type(value) is Stream:
        return _write_series("Stream", value.split()[0])
    return in_code(value) or expression_of(value)


def _write_series(maker: str, elements: Iterable[Any]) -> str:
    text = in_code(list(elements))
    return f"{maker}({text})" if text else ""


def _variants(texts: dict[str, str], argument: str) -> Iterator[dict[str, str]]:
    """Yield the call, and two in which the argument has more elements, so that the function can leave some."""
    if not all(texts.values()):
        return
    yield texts
    opening, elements, closing = LITERAL.fullmatch(texts.get(argument, "")).groups()
    with suppress(ValueError, SyntaxError, MemoryError):
        value = ast.literal_eval(elements)
        for more in ((*value, *value[-1:]), (*value, *value)) if type(value) in (list, tuple) else ():
            yield {**texts, argument: f"{opening}{type(value)(more)!r}{closing}"}


def _observed(site: PlantingSite, call: WrittenCall) -> Observation[Any] | None:
    """Make a call of the function; None if it is no use, or is another call when it is observed."""
    site.put(site.function)
    observation = call.observed(vars(site.module))
    try:
        if observation is not None:
            observation.verify().replay()
    except StrictCheckError:
        return None
    return observation


def _tests(site: PlantingSite, observation: Observation[Any], call: WrittenCall, argument: str) -> Iterator[str]:
    """Yield modules with a test of a call: imports, and one assertion."""
    for name, assertion in assertions(observation, argument, call):
        test = f"def test_{site.qualified.replace('.', '_')}_{name}():\n    {assertion}\n"
        with suppress(SyntaxError):  # of `**kwargs` no argument can be written alone
            needed = needed_imports(test, site.module.__name__, vars(site.module))
            helper = f"\n\n{ASYNC_ITER}" if "async_iter(" in assertion else ""
            yield f"{import_lines(needed)}{helper}\n\n{test}"
