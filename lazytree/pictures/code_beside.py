"""Code beside a picture: the functions that looked at a game, so that a step lights the line that is running.

A click on a line lights the nodes that it looked at. The numbers of lines come from the trace, which has them if
`where=True`; their text from the files, as `linecache` has them.
"""

from __future__ import annotations

import ast
import json
import linecache
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from html import escape

from lazytree.pictures.search_steps import Seen
from lazytree.pictures.words import code_place

AROUND = 3  # lines above and below a line that is in no function
LONGEST = 80  # lines of a function; of a longer one, those from the first to the last that looked

Span = tuple[int, int]
"""The first and the last line of a piece of code, counted from 1."""


def code_beside(seen: Seen, who: str) -> str:
    """Return the functions that looked, as HTML, in the order of their first looks; nothing if no lines are known.

    Each line that looked has its number in `data-line`, and `data-lines` the numbers by step, 0 where there is none.
    """
    places = seen.places()
    numbers: dict[tuple[str, int], int] = {}
    names: dict[tuple[str, int], str] = {}
    for file, line, function in filter(None, places):
        numbers.setdefault((file, line), len(numbers) + 1)
        names[file, line] = function
    blocks = [block for file in dict.fromkeys(file for file, _ in numbers) for block in _blocks(file, numbers, names)]
    if not blocks:
        return ""
    at = [numbers[place[0], place[1]] if place else 0 for place in places]
    return f'<div class="code {who}" data-lines="{json.dumps(at, separators=(",", ":"))}">{"".join(blocks)}</div>'


def _blocks(file: str, numbers: dict[tuple[str, int], int], names: dict[tuple[str, int], str]) -> Iterator[str]:
    """Yield the functions of a file that looked, each under its place; nothing if the file cannot be read."""
    lines = linecache.getlines(file)
    wanted = sorted(line for one, line in numbers if one == file and line <= len(lines))
    spans: dict[Span, list[int]] = {}
    functions = _functions(lines)
    for line in wanted:
        around = [span for span in functions if span[0] <= line <= span[1]]
        spans.setdefault(max(around, default=(max(1, line - AROUND), line + AROUND)), []).append(line)
    for (start, end), inside in spans.items():
        if end - start >= LONGEST:
            start, end = max(start, inside[0] - AROUND), min(end, inside[-1] + AROUND)
        text = textwrap.dedent("".join(line.expandtabs() for line in lines[start - 1 : end]))
        # `splitlines` would also split at a form feed and other characters that end no line of Python.
        shown = text.removesuffix("\n").split("\n")
        drawn = [_line(line, numbers.get((file, at))) for at, line in enumerate(shown, start)]
        place = escape(code_place(file, start, names[file, inside[0]]))
        yield f'<p class="soft">{place}</p><pre>{"".join(drawn)}</pre>'


def _functions(lines: list[str]) -> list[Span]:
    """Return the lines of each function; those with a docstring begin below it, for it may be long."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        found = [node for node in ast.walk(ast.parse("".join(lines))) if isinstance(node, kinds)]
        return [(_start(node), node.end_lineno or node.lineno) for node in found]
    return []


def _start(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    if ast.get_docstring(function, clean=False) is None or len(function.body) == 1:
        return function.lineno
    return function.body[1].lineno


def _line(text: str, number: int | None) -> str:
    shown = escape("".join(c if c.isprintable() else "\ufffd" for c in text)) or " "
    clicked = f' data-line="{number}" role="button" tabindex="0"' if number else ""
    return f"<span{clicked}>{shown}</span>\n"
