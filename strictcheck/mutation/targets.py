"""Target of mutation: found by reading its file, so that mistakes are reported before anything runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from strictcheck.errors import StrictCheckError

Function = ast.FunctionDef | ast.AsyncFunctionDef


class BadTarget(StrictCheckError, ValueError):
    """No such function, or nothing to mutate about it; the message is one line that says what to do."""


@dataclass(frozen=True)
class Target:
    """Function by its file and qualified name, and the names of its arguments, in the order of the signature."""

    file: Path
    function: str
    arguments: tuple[str, ...]


def find_target(text: str, only: Sequence[str] | None = None) -> Target:
    """Find the function named `path::function` or `path::Class.method`, with `only` these arguments if any are named.

    Raises `BadTarget` if there is none.

    >>> import strictcheck.observation.result_contexts
    >>> find_target(f"{strictcheck.observation.result_contexts.__file__}::take").arguments
    ('count', 'each')
    >>> find_target("take")
    Traceback (most recent call last):
    ...
    strictcheck.mutation.targets.BadTarget: 'take' does not name a function; write path/to/file.py::function
    """
    path, _, function = text.rpartition("::")
    if not path or not function:
        raise BadTarget(f"{text!r} does not name a function; write path/to/file.py::function")
    found = _find(_parse(path).body, function.split("."), in_class=False)
    if found is None:
        raise BadTarget(f"{path} defines no function {function!r}; a method is written {path}::Class.method")
    arguments = _arguments(*found)
    if not arguments:
        raise BadTarget(f"{function} in {path} takes no arguments: there is nothing that a mutant could look at")
    for name in only or ():
        if name not in arguments:
            raise BadTarget(f"{function} in {path} has no argument {name!r}; it has {', '.join(arguments)}")
    chosen = tuple(name for name in arguments if only is None or name in only)
    return Target(Path(path).resolve(), function, chosen)


def _parse(path: str) -> ast.Module:
    try:
        return ast.parse(Path(path).read_bytes(), path)
    except OSError as error:
        raise BadTarget(f"{path}: {error.strerror}") from None
    except (SyntaxError, ValueError) as error:
        raise BadTarget(f"{path} is not Python: {error}") from None


def _find(body: list[ast.stmt], names: list[str], *, in_class: bool) -> tuple[Function, bool] | None:
    """Return the last definition of that name, which is the one that counts in Python, and True if it is a method."""
    found = None
    for statement in _unconditionally(body):
        if isinstance(statement, ast.ClassDef) and statement.name == names[0] and len(names) > 1:
            found = _find(statement.body, names[1:], in_class=True)
        elif isinstance(statement, Function) and [statement.name] == names:
            found = statement, in_class
    return found


def _unconditionally(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a block, and of the blocks in it that make no namespace."""
    todo = list(reversed(body))
    while todo:
        statement = todo.pop()
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            handlers = [part for handler in getattr(statement, "handlers", ()) for part in handler.body]
            otherwise = [*getattr(statement, "orelse", ()), *getattr(statement, "finalbody", ())]
            todo.extend(reversed([*statement.body, *handlers, *otherwise]))


def _arguments(function: Function, is_method: bool) -> tuple[str, ...]:
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    if is_method and not any(
        isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in function.decorator_list
    ):
        positional = positional[1:]
    rest = [one for one in (given.vararg, *given.kwonlyargs, given.kwarg) if one is not None]
    return tuple(argument.arg for argument in [*positional, *rest])
