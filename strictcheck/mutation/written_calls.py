"""Calls and assertions as text: the plainest words first, with the imports that a test of them needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from strictcheck.observation.observed_call import Observation
from strictcheck.observation.traces import fetches_of
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
    if parts and all(isinstance(part, str) for part in parts):
        alone = call.alone(argument, list(observation.demands).index(argument))
        yield f"reads_only_these_of_{argument}", alone.under("assert_reads_only", *map(repr, parts))
    elif parts or call.context:
        named = "_".join([f"pulls_at_most_{len(parts)}_of_{argument}", *re.findall(r"\w+", call.context)])
        yield named, call.under("assert_pulls_at_most", f"n={len(parts)}", *of)
    yield f"is_lazy_in_{argument}", call.under("assert_lazy", *of)
    demand = f'demand = {call.under("observe")}.demands["{argument}"]'
    yield f"looks_at_no_more_of_{argument}", f"{demand}\n    assert demand <= {observation.demands[argument]!r}"
