"""Suggested tests that would notice a mutant, as text, made of calls in the existing tests.

A call is written by the `repr` of its arguments, if these can be read back. It is kept if the mutant looks at more of
it than the function does, and if the test then passes with the function, and fails with the mutant.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from strictcheck.kinds.pattern_reader import names_needed
from strictcheck.mutation.changed_calls import with_arguments, with_mutation
from strictcheck.mutation.mutants import Ahead
from strictcheck.observation.async_calls import run_to_end
from strictcheck.observation.one_call import observe
from strictcheck.observation.result_contexts import nf, take
from strictcheck.thunks.classes import instance_dict
from strictcheck.thunks.proxy import get_log, get_source, get_value, is_thunk
from strictcheck.thunks.streams import Stream

MOST = 50  # most calls that are noted
LONGEST = 400  # most characters of an argument in a test
CONTEXTS = ("", ", context=take(1)", ", context=nf")


@dataclass(frozen=True)
class Suggestion:
    """Test for the mutant of an argument of this kind, as the text of a module."""

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


def passes(text: str, beside: Mapping[str, Any] = {}, instead: Mapping[str, Any] = {}) -> bool | None:
    """Run the only test in a text, with names `beside` those that it imports and `instead` of these.

    Returns True if it passes, False if its assertion fails, None for other errors.
    """
    names = dict(beside)
    try:
        exec(text, names)
        names.update(instead)
        names[next(name for name in names if name.startswith("test_"))]()
    except AssertionError:
        return False
    except Exception:
        return None
    return True


def suggestions(site: PlantingSite, noted: NotedCalls, wanted: Iterable[tuple[str, list[str]]]) -> list[list[str]]:
    """Return tests, each with an argument and a kind: of each argument that is wanted, for one of the kinds.

    None is written for a mutant that one before it notices.
    """
    good: list[list[str]] = []
    for argument, kinds in wanted:
        for kind in kinds:
            mutant = with_mutation(site.function, argument, kind)
            if any(site.passes(text, mutant) is False for *_, text in good):
                break
            tests = (text for text in noted.tests(site, argument) if site.passes(text, mutant) is False)
            text = next((text for text in tests if site.passes(text, site.function)), None)
            if text is not None:
                good.append([argument, kind, text])
                break
    return good


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
        for call in self._written:
            for texts in _variants(call, argument):
                given = "".join(f", {text}" for text in _as_written(site.function, texts))
                for context in CONTEXTS:
                    text = _test(site, f"observe({site.qualified}{given}{context})", argument)
                    if text is not None:
                        yield text


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


def _test(site: PlantingSite, call: str, argument: str) -> str | None:
    """Write the module with the test: imports, and one assertion about one call; None if the call is no use for it."""
    module, is_awaited = site.module, inspect.iscoroutinefunction(site.function)
    site.put(site.function)
    try:
        made = eval(call, {"Stream": Stream, "nf": nf, "take": take, **vars(module), "observe": observe})
        observation = run_to_end(made) if is_awaited else made
        observation.verify().replay()
        demand = observation.demands[argument]
    except Exception:  # of the function, of an invalid expression, or of a certificate
        return None
    if not all(name in vars(module) for name in names_needed(str(demand))):
        return None
    body = f'demand = {f"asyncio.run({call})" if is_awaited else call}.demands["{argument}"]'
    test = f"{body}\n    assert demand <= {demand!r}"
    words = {name.id for name in ast.walk(ast.parse(test.replace("\n    ", "\n"))) if isinstance(name, ast.Name)}
    own = sorted(word for word in words if word in vars(module) and word not in ("observe", "Demand"))
    ours = sorted({"Demand", "observe", *(words & {"Stream", "nf", "take"})} - set(own))
    imports = ["import asyncio\n"] * is_awaited
    imports += [f"from {module.__name__} import {', '.join(own)}", f"from strictcheck import {', '.join(ours)}"]
    name = f"test_{site.qualified.replace('.', '_')}_reads_no_more_of_{argument}"
    return "\n".join(imports) + f"\n\n\ndef {name}():\n    {test}\n"


def _as_written(function: Any, texts: dict[str, str]) -> Iterator[str]:
    parameters = inspect.signature(function).parameters
    for name, text in texts.items():
        yield f"{name}={text}" if parameters[name].kind is inspect.Parameter.KEYWORD_ONLY else text
