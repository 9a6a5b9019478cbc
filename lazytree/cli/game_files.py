"""Games from a file of JSON lines, one after the other, with errors that name the bad line and the reason."""

from __future__ import annotations

import contextlib
import json
import math
import re
import sys
from collections.abc import Iterator
from typing import IO, Any

from lazytree.errors import BadGame
from lazytree.games.game import Game
from lazytree.games.plain_data import from_json
from lazytree.searches.by_name import search
from strictcheck.errors import BadInput


def two_searches(one: str, other: str) -> tuple[Any, Any]:
    """Return the searches of these names. Raises `BadInput` if they are one, which is no comparison."""
    if one == other:
        raise BadInput(f"{one} is compared with itself, so nothing is checked; name another by --search or --against")
    return search(one), search(other)


def read_games(file: str) -> Iterator[Game[Any]]:
    """Yield the games in `file`, or in standard input for `-`: one game a line, read when it is pulled.

    A line is a game as `from_json` reads it, or an object whose `"tree"` is one; blank lines are skipped. Raises
    `BadInput` with the name of the file and the number of the line.
    """
    name = "standard input" if file == "-" else file
    with _open_lines(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield _game(line)
                except BadInput as error:
                    raise BadInput(f"{name}:{number}: {error}") from None


@contextlib.contextmanager
def _open_lines(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(file, "rb") as lines:
            yield lines
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None


def _game(line: bytes) -> Game[Any]:
    data = _parse(line)
    if isinstance(data, dict) and "tree" in data:
        data = data["tree"]
    try:
        return from_json(data)
    except BadGame as error:
        raise BadInput(str(error)) from None


def _parse(line: bytes) -> Any:
    text = ""
    try:
        text = line.decode("utf-8-sig").rstrip()  # rstrip, or an error at the end would be in the next line
        return json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8: byte {error.start + 1} is {line[error.start]:#04x}") from None
    except RecursionError:
        raise BadInput("nested too deep for Python's JSON reader") from None
    except _BadNumber as error:
        raise BadInput(f"{error} at column {_column(text, error.token)}") from None
    except _RepeatedKey as error:
        key = error.key[:40] + "..." * (len(error.key) > 40)
        raise BadInput(f"an object has the key {key!r} twice, again at column {_column_again(text)}") from None
    except ValueError as error:  # an integer with more digits than Python converts
        raise BadInput(f"not a score: {error}") from None


class _BadNumber(Exception):
    """Number that is no score; `token` is its spelling."""

    def __init__(self, message: str, token: str) -> None:
        super().__init__(message)
        self.token = token


class _RepeatedKey(Exception):
    """Object that has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,:\[\]{}"]+')


def _column(text: str, token: str) -> int:
    """Return the column, from 1, at which `token` stands first outside of strings; other text may follow it at once."""
    return next(found.start() + 1 for found in TOKEN.finditer(text) if found[0].startswith(token))


KEY_OR_BRACE = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}]')


def _column_again(text: str) -> int:
    """Return the column, from 1, of the first key that its object has had before; 0 if there is none."""
    keys: list[set[str]] = []
    for found in KEY_OR_BRACE.finditer(text):
        if found[0] == "{":
            keys.append(set())
        elif found[0] == "}":
            keys.pop()
        elif found[2]:
            key = json.loads(found[1])
            if key in keys[-1]:
                return found.start() + 1
            keys[-1].add(key)
    return 0


def _refuse(constant: str) -> Any:
    raise _BadNumber(f"{constant} is not JSON, and no score that a search could order,", constant)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _BadNumber(f"{text[:40]}{'...' * (len(text) > 40)} is too large for a floating-point number,", text)
    return number


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedKey(key)
        found[key] = value
    return found
