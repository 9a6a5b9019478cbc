"""Figures of the house: modules, lines of code, docstrings, suppressions, long modules and functions.

Run `python tests/house_figures.py`. They are a check on the result, no way to get there.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
PACKAGES = ("strictcheck", "lazytree")
RIDDLES = re.compile(r"(What|Whether|Those|The same|One that)\b")
SUPPRESSION = re.compile(r"#.*\b(noqa\b|type: ignore|pyright: ignore|pragma: no cover|fmt: (off|skip))")
LONG_MODULE, LONG_FUNCTION = 300, 25
FIGURES = (
    "modules",
    "lines of code",
    "docstrings",
    "docstrings that begin with a riddle",
    "suppressions",
    "modules over 300 lines",
    "functions over 25 lines",
)
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
WITH_DOCSTRING = (ast.Module, ast.ClassDef, *FUNCTION)
LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def docstrings(tree: ast.Module) -> list[ast.Constant]:
    """Docstrings of the module, its classes and its functions, as nodes."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            assert isinstance(first, ast.Expr)
            assert isinstance(first.value, ast.Constant)
            found.append(first.value)
    return found


def code_lines(source: str, apart: Iterable[ast.Constant]) -> set[int]:
    """Numbers of the lines that hold code: not blank, no comment alone, no docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in apart:
        lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def suppressions(source: str) -> int:
    """Comments that silence a linter, a type checker or a formatter; strings that look like them do not count."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return sum(token.type == tokenize.COMMENT and bool(SUPPRESSION.search(token.string)) for token in tokens)


def figures(source: str) -> Counter[str]:
    """All figures of one module."""
    tree = ast.parse(source)
    told = docstrings(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTION)]
    code = code_lines(source, told)
    # As for the whole, docstrings and comments do not count: a function is not shorter for saying less.
    long = [
        node for node in functions if len(code & set(range(node.lineno, (node.end_lineno or 0) + 1))) > LONG_FUNCTION
    ]
    counts = (
        1,
        len(code),
        len(told),
        sum(bool(RIDDLES.match(str(node.value).lstrip())) for node in told),
        suppressions(source),
        int(len(source.splitlines()) > LONG_MODULE),
        len(long),
    )
    return Counter(dict(zip(FIGURES, counts, strict=True)))


def package_figures(folder: Path) -> Counter[str]:
    """Sum of the figures of all modules in a folder."""
    total: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        total.update(figures(path.read_text(encoding="utf-8")))
    return total


def main() -> None:
    """Print a column for each package, and their sum."""
    columns = [package_figures(ROOT / package) for package in PACKAGES]
    columns.append(sum(columns, Counter()))
    table = Table("figure", *PACKAGES, "both", "goal")
    goals = ("140", "15,500", "", "under 1 %", "under 25", "0", "0")
    for name, goal in zip(FIGURES, goals, strict=True):
        table.add_row(name, *(f"{column[name]:,}" for column in columns), goal)
    riddles, told = (columns[-1][name] for name in ("docstrings that begin with a riddle", "docstrings"))
    Console().print(table, f"{riddles / told:.1%} of docstrings begin with What, Whether, Those, The same, One that.")


if __name__ == "__main__":
    main()
