"""Tests as text that would notice a mutant: assertions on a call, the plainest words first, and the calls of the tests.

A call is written by the `repr` of its arguments, if these can be read back. It is kept if the mutant looks at more of
it than the function does, and if the test then passes with the function, and fails with the mutant.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from strictcheck.errors import StrictCheckError
from strictcheck.mutation.changed_calls import with_arguments, with_mutation
from strictcheck.mutation.mutants import Ahead
from strictcheck.observation.observed_call import Observation
from strictcheck.observation.traces import fetches_of
from strictcheck.thunks.classes import instance_dict
from strictcheck.thunks.proxy import get_log, get_source, get_value, is_thunk
from strictcheck.thunks.suspended import Stream
from strictcheck.unused import AssertionLog, noted_in

MOST = 50  # most calls that are noted
LONGEST = 400  # most characters of an argument in a test
CONTEXTS = ("", "take(1)", "nf")
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
        return f"asyncio.run({text})" if self.is_awaited else text

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


OUR_IMPORTS = import_lines((home, name) for name, home in HOMES.items())


def passes(text: str, names: Mapping[str, Any] = {}, instead: Mapping[str, Any] = {}) -> bool | None:
    """Run the only test in a text, with these names before it is read and others `instead` of those that it imports.

    Returns True if it passes, False if its assertion fails, None for other errors, or if it could not have failed.
    """
    scope, log = dict(names), AssertionLog()
    try:
        exec(text, scope)
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
    if parts and not of and all(isinstance(part, str) for part in parts):
        yield f"reads_only_these_of_{argument}", call.under("assert_reads_only", *map(repr, parts))
    elif parts or call.context:
        named = "_".join([f"pulls_at_most_{len(parts)}_of_{argument}", *re.findall(r"\w+", call.context)])
        yield named, call.under("assert_pulls_at_most", f"n={len(parts)}", *of)
    yield f"is_lazy_in_{argument}", call.under("assert_lazy", *of)
    demand = f'demand = {call.under("observe")}.demands["{argument}"]'
    yield f"looks_at_no_more_of_{argument}", f"{demand}\n    assert demand <= {observation.demands[argument]!r}"


@dataclass(frozen=True)
class Suggestion:
    """Test for the mutant of an argument of this kind, as the text of a module; empty if none could be written."""

    argument: str
    kind: str
    text: str


@dataclass(frozen=True)
class PlantingSite:
    """The function in its module, by its qualified name; `put(changed)` puts another one in its place."""

    function: Any
    module: Any
    qualified: str
    put: Callable[[Any], Any]

    def passes(self, text: str, function: Any) -> bool | None:
        """Run a test with `function` in its place; see `passes`."""
        self.put(function)
        return passes(text)


def suggestions(site: PlantingSite, noted: NotedCalls, wanted: Iterable[tuple[str, list[str]]]) -> list[list[str]]:
    """Return tests, each with an argument and a kind: of each argument that is wanted, for one of the kinds.

    None is written for a mutant that one before it notices. The text is empty if no test could be written.
    """
    found: list[list[str]] = []
    for argument, kinds in wanted:
        for kind in kinds:
            mutant = with_mutation(site.function, argument, kind)
            if any(text and site.passes(text, mutant) is False for *_, text in found):
                break
            tests = (text for text in noted.tests(site, argument) if site.passes(text, mutant) is False)
            text = next((text for text in tests if site.passes(text, site.function)), None)
            if text is not None:
                found.append([argument, kind, text])
                break
        else:
            found.append([argument, kinds[0], ""])
    return found


class NotedCalls:
    """Calls of a function in the tests, to write tests of."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._calls: list[dict[str, Any]] = []  # of the running test
        self._written: list[dict[str, str]] = []  # of the others

    def note_calls(self, function: Callable[..., Any]) -> Any:
        """Return `function`, noting the arguments of the first calls."""
        return with_arguments(function, {name: functools.partial(self._note, name) for name in self.names})

    def _note(self, name: str, value: Any) -> Any:
        if not self._calls or name in self._calls[-1]:
            self._calls.append({})
        if len(self._calls) <= MOST:
            self._calls[-1][name] = value
        return value

    def end_test(self) -> None:
        """Write the arguments, before the next test changes them."""
        for call in self._calls[: MOST - len(self._written)]:
            self._written.append({name: _write_value(value) for name, value in call.items()})
        self._calls = []

    def tests(self, site: PlantingSite, argument: str) -> Iterator[str]:
        """Yield tests that say how much the function looks at in these calls, and in some like them."""
        for written in self._written:
            for texts, context in product(_variants(written, argument), CONTEXTS):
                yield from _tests(site, _as_written(site, texts, context), argument)


def _write_value(value: Any) -> str:
    """Write an argument as an expression; an empty text if no expression gives it again."""
    while is_thunk(value):
        log, source = get_log(value), get_source(value)
        pulled = log.pulled.get(id(source)) if log is not None else None
        if pulled is not None:
            return _write_iterator(pulled.elements)
        value = get_value(value) if type(value)._self_settled else source
    if type(value) is Ahead:
        return _write_iterator(value.given)
    if type(value) is Stream:
        return f"Stream({_shortly(list(value.split()[0]))})"
    return _write_object(value) if repr(value).startswith("<") else _shortly(value)


def _write_object(value: Any) -> str:
    """Write an object as its constructor makes it, if that takes what the attributes of the same names are."""
    try:
        names = inspect.signature(type(value)).parameters
        texts = [f"{name}={_shortly(instance_dict(value)[name])}" for name in names]
    except (ValueError, TypeError, KeyError):
        return ""
    return f"{type(value).__qualname__}({', '.join(texts)})" if names else ""


def _write_iterator(elements: list[Any]) -> str:
    text = _shortly(list(elements))
    return f"iter({text})" if text else ""


def _shortly(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else ""


def _variants(texts: dict[str, str], argument: str) -> Iterator[dict[str, str]]:
    """Yield the call, and two in which the argument has more elements, so that the function can leave some."""
    if not all(texts.values()) or argument not in texts:
        return
    yield texts
    opening = next((name for name in ("iter(", "Stream(") if texts[argument].startswith(name)), "")
    try:
        value = ast.literal_eval(texts[argument][len(opening) : -1 if opening else None])
    except (ValueError, SyntaxError, MemoryError):
        return
    if type(value) in (list, tuple):
        for more in ((*value, *value[-1:]), (*value, *value)):
            yield {**texts, argument: f"{opening}{type(value)(more)!r}{')' * bool(opening)}"}


def _tests(site: PlantingSite, call: WrittenCall, argument: str) -> Iterator[str]:
    """Yield modules with a test of a call: imports, and one assertion; none if the call is no use."""
    site.put(site.function)
    observation = call.observed(vars(site.module))
    try:
        found = [] if observation is None else [*assertions(observation.verify().replay(), argument, call)]
    except StrictCheckError:  # it is another call when it is observed
        return
    for name, assertion in found:
        test = f"def test_{site.qualified.replace('.', '_')}_{name}():\n    {assertion}\n"
        needed = needed_imports(test, site.module.__name__, vars(site.module))
        yield f"{import_lines(needed)}\n\n{test}"


def _as_written(site: PlantingSite, texts: dict[str, str], context: str) -> WrittenCall:
    parameters = inspect.signature(site.function).parameters
    by_name = inspect.Parameter.KEYWORD_ONLY
    given = [f"{name}={text}" if parameters[name].kind is by_name else text for name, text in texts.items()]
    return WrittenCall(site.qualified, given, context, inspect.iscoroutinefunction(site.function))
