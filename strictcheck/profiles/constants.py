"""Constants in the code of a function, and values near them: a condition on an item is met by few others.

Code that stops at `line.startswith("#")` or at `n > 100` goes on over small numbers and over letters. Inputs without a
value that stops it would say that it reads all.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import textwrap
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from strictcheck.kinds.table import kind_of
from strictcheck.profiles.argument_shapes import EXTRA

LONGEST, LARGEST, DEEPEST = 12, 10_000, 3  # of strings (docstrings are longer), numbers, and calls by other functions
GROUPS = (tuple, list, set, frozenset, dict)


class Constants(NamedTuple):
    """Constants that the code of a function has, and names of the built-in exceptions that it catches.

    `has_none` is True if it compares something with an argument that is None unless it is given.
    """

    values: tuple[Any, ...] = ()
    caught: tuple[str, ...] = ()
    has_none: bool = False


def constants_of(function: Callable[..., Any], beside: Mapping[str, Any]) -> Constants:
    """Return the constants of a function, and of functions that it names, in other modules, too, or `beside` it.

    >>> def until(lines, limit=100):
    ...     return next((line for line in lines if line.startswith("#") or len(line) > limit), None)
    >>> constants_of(until, {}).values
    (100, '#')
    """
    values: dict[Any, None] = {}
    caught: dict[str, None] = {}
    has_none = False
    for code, names, others in _parts_of(function, beside, set(), DEEPEST):
        values_of_it = (*others, *code.co_consts)
        has_none = has_none or _compares_with_none(code, others)
        groups = [one for one in values_of_it if isinstance(one, GROUPS) and len(one) <= LONGEST]
        for value in (*values_of_it, *chain.from_iterable(groups)):
            values |= {(type(value), value): None} if _is_telling(value) else {}
        for name in code.co_names if code.co_exceptiontable else ():
            if name not in names and _is_exception(getattr(builtins, name, None)):
                caught[name] = None
    return Constants(tuple(value for _, value in values), tuple(caught), has_none)


def _compares_with_none(code: CodeType, defaults: tuple[Any, ...]) -> bool:
    """True if the source of a function compares an argument by `==` or `!=` whose default, among these, is None."""
    if None not in [one for one in defaults if one is None]:
        return False
    try:
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(code))).body
    except (OSError, SyntaxError, ValueError, TypeError):
        return False
    if not isinstance(function, ast.FunctionDef):
        return False
    given, values = function.args.args, function.args.defaults
    names = [one.arg for one, value in zip(given[len(given) - len(values) :], values, strict=True) if _is_none(value)]
    compared = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
        and not any(
            isinstance(one, ast.Is | ast.IsNot) or _is_none(other)
            for one, other in zip(node.ops, node.comparators, strict=True)
        )
    ]
    return any(
        isinstance(one, ast.Name) and one.id in names for node in compared for one in (node.left, *node.comparators)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _parts_of(
    function: object, beside: Mapping[str, Any], known: set[CodeType], depth: int
) -> Iterator[tuple[CodeType, Mapping[str, Any], tuple[Any, ...]]]:
    """Yield code, the names it knows, and its values: of a function, of those inside of it, and of those it names."""
    own: Any = inspect.unwrap(function) if callable(function) else function
    own = getattr(own, "__func__", own)
    if not isinstance(own, FunctionType) or own.__code__ in known or not depth:
        return
    codes = [own.__code__]
    for code in codes:
        known.add(code)
        named = list(_named_in(code, own, beside))
        yield code, own.__globals__, (*(own.__defaults__ or ()), *(own.__kwdefaults__ or {}).values(), *named)
        codes += [one for one in code.co_consts if isinstance(one, CodeType)]
        for inner in named:
            if _is_near(getattr(inner, "__module__", None), own.__module__):
                yield from _parts_of(inner, beside, known, depth - 1)
    for cell in own.__closure__ or ():
        yield from _parts_of(cell.cell_contents, beside, known, depth - 1)


def _named_in(code: CodeType, function: FunctionType, beside: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what code of a function names: values that it knows by these names, and those that it asks modules for."""
    names = ChainMap(dict(beside), function.__globals__)
    for name in code.co_names:
        value = names.get(name)
        if isinstance(value, ModuleType) and _is_near(value.__name__, function.__module__):
            names.maps.append(vars(value))
        yield value


def _is_near(module: str | None, home: str | None) -> bool:
    """True for a module of the same package, or of another one that is not of the standard library."""
    package, own = (str(one).partition(".")[0] for one in (module, home))
    return package == own or package not in (*sys.stdlib_module_names, "None")


def _is_telling(value: object) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST
    return isinstance(value, (int, float)) and abs(value) <= LARGEST


def _is_exception(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def season(data: Any, constants: Constants, random: Random) -> Any:
    """Return data in which one number or text is near a constant of its class; if there is none, the same data.

    >>> season([1, 2], Constants((100, "#")), Random(1)), season(["a"], Constants((100, "#")), Random(1))
    ([100, 2], ['a#'])
    """
    texts = [one for one in constants.values if isinstance(one, str)]
    numbers: list[Any] = [one for one in constants.values if not isinstance(one, (str, bool))]
    numbers += [None] * constants.has_none
    leaves = [(path, leaf) for path, leaf in _leaves(data) if (texts if type(leaf) is str else numbers)]
    if not leaves:
        return data
    at = random.randrange(len(leaves))
    path, leaf = leaves[at]
    if type(leaf) is str:
        return _replaced(data, path, random.choice(("{}", "{}a", "a{}")).format(random.choice(texts)))
    number = random.choice(numbers)
    if number is not None:
        return _replaced(data, path, number + random.choice((-1, 0, 1)))
    for path, _ in leaves[at : at + random.choice((1, 2))]:
        data = _replaced(data, path, None)
    return data


def season_answers(answers: list[Any], constants: Constants, random: Random) -> list[Any]:
    """Return answers of a callback of which one of the first is a constant, or an exception that the code catches.

    >>> season_answers([1, 2, 3, 4], Constants((False,)), Random(1))
    [1, False, 3, 4]
    """
    others = [one for one in constants.values if not isinstance(one, str)]
    others += [getattr(builtins, name) for name in constants.caught]
    at = random.randrange(4)
    return [*answers[:at], random.choice(others), *answers[at + 1 :]] if others else answers


def outcomes_of_answers(data: Mapping[str, Any]) -> set[str]:
    """Return the outcomes of calls that let an exception through that a callback raises."""
    answers = (one for part in data.values() if hasattr(part, "append") for one in part)
    return {f"raises {one.__name__}" for one in answers if isinstance(one, type)}


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield numbers and texts in data, with their paths; beside keys that nobody asks for there are none."""
    if type(data) in (int, str):
        yield path, data
        return
    for key, part in kind_of(type(data)).take_apart(data)[1] if not callable(data) else ():
        if key not in EXTRA:
            yield from _leaves(part, (*path, key))


def _replaced(data: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    if not path:
        return leaf
    key, others = path[0], path[1:]
    if type(key) is int:
        return type(data)(_replaced(part, others, leaf) if at == key else part for at, part in enumerate(data))
    if kind_of(type(data)).has_keys:
        data[key] = _replaced(data[key], others, leaf)
    else:
        object.__setattr__(data, key, _replaced(getattr(data, key), others, leaf))
    return data
