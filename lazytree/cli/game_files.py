"""Games from a file of JSON lines, one after the other, with errors that name the bad line and the reason."""

from __future__ import annotations

import contextlib
import json
import math
import sys
from collections.abc import Iterator
from typing import IO, Any

from lazytree.errors import BadGame
from lazytree.games.game import Game
from lazytree.games.plain_data import from_json
from strictcheck.errors import BadInput


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
    try:
        text = line.decode("utf-8-sig").rstrip()  # rstrip, or an error at the end would be in the next line
        return json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_without_repeats)
    except BadInput:
        raise
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8: byte {error.start + 1} is {line[error.start]:#04x}") from None
    except RecursionError:
        raise BadInput("nested too deep for Python's JSON reader") from None
    except ValueError as error:  # an integer with more digits than Python converts
        raise BadInput(f"not a score: {error}") from None


def _refuse(constant: str) -> Any:
    raise BadInput(f"{constant} is not JSON, and no score that a search could order")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadInput(f"{text[:40]}{'...' * (len(text) > 40)} is too large for a floating-point number")
    return number


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise BadInput(f"an object has the key {key[:40]!r} twice")
    return found
