"""Hints of a parameter's shape: calls in docstrings and tests, annotations, its uses, its name; then all shapes."""

from __future__ import annotations

import ast
import builtins
import doctest
import json
import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import Parameter
from itertools import islice
from pathlib import Path
from typing import Any

from strictcheck.profiles.argument_shapes import LADDER, LITERAL, MADE, family
from strictcheck.profiles.drawing import GIVEN, class_for, drawn_shape, is_drawn, lacks_instance
from strictcheck.profiles.probing import UNKNOWN

Arguments = dict[int | str, list[str]]  # by position or name: shapes, the likeliest first

TESTS = ("test*.py", "test*/**/*.py")
MOST_FILES = 500
UNTOLD = ast.expr()  # a value that cannot be read from the code
ITERABLES = ["iterator", "list"]
FUNCTIONS = ["function or nothing", "function", "predicate", "function to lists", "identity"]
BY_NAME = (
    (r"async_?iter|aiter", ["async iterator", "iterator"]),
    (r"(iterables|iters|seqs|sequences|lists|nested)$", ["iterator of lists", "iterator of iterators"]),
    (r"pairs|edges", ["iterator of pairs"]),
    (r"^keys$|^path$", ["iterator of keys", "keys"]),
    (r"(dicts|mappings|records|rows)$", ["iterator of dicts"]),
    (r"pred|cond|where|test|stopper", ["predicate"]),
    (r"^key|keyfunc|_key$|^by$", ["function"]),
    (r"^(f|fn|g|op)$|func|mapper|selector$|callback|binop|reducer|transform|validator|wrapped|wrapper",
     ["function or nothing", "function", "identity", "predicate"]),
    (r"dict|mapping|^d$|^m$", ["dict"]),
    (r"^(n|k|r|m|i|nth)$|count|size|num|length|start|stop|step|index|position|limit|maxlen|times|repeat|depth|^min|^max",
     ["count"]),
    (r"prob|ratio|fraction|weight", ["fraction"]),
    (r"text|string|sep|prefix|suffix|^s$|name", ["text"]),
    (r"default|fill|initial|value|item|obj|elem|^x$|^y$", ["number"]),
)  # fmt: skip
BY_ANNOTATION = (
    (r"Callable\[.*bool\]$|Predicate", ["predicate"]),
    (r"Callable|Function|^Fn", FUNCTIONS),
    (r"Async\w*(Iter|Gen)", ["async iterator"]),
    (r"(Iter|Seq|Coll|[lL]ist|[tT]uple)\w*\[\W*(\w+\.)*Async", ["async iterator"]),
    (r"(Iter|Gen)\w*\[\W*(\w+\.)*(\w*Iter|Seq|Coll|[lL]ist)", ["iterator of lists", "iterator of iterators"]),
    (r"(Iter|Gen)\w*\[\W*(\w+\.)*[tT]uple", ["iterator of pairs"]),
    (r"(Iter|Gen|AnyIter)\w*\[\W*str", ["iterator of strings", "iterator"]),
    (r"Iter|Generator|Coll", ITERABLES),
    (r"Sequence|\b[lL]ist\b|[tT]uple|Reversible", ["list"]),
    (r"Mapping|\b[dD]ict\b", ["dict"]),
    (r"\bint\b|SupportsIndex", ["count"]),
    (r"\bstr\b", ["text"]),
    (r"\bbool\b", ["literal:True", "literal:False"]),
)
LEAVES = {
    "function": FUNCTIONS,
    "function to lists": ["function to lists", "identity"],
    "dict of dicts": ["dict of dicts", "dict"],
    "number": ["count", "number"],
    "key": ["key", "count"],
}
ELEMENTS = {
    "text": ["iterator of strings", "strings"],
    "key": ["iterator of keys", "keys"],
    "list": ["iterator of lists", "iterator of pairs", "lists", "pairs"],
    "dict": ["iterator of dicts", "dicts"],
}
FUNCTION = ast.parse("lambda: 0", mode="eval").body
BY_DEFAULT = {bool: ["literal:True", "literal:False"], int: ["count"], str: ["text"]}


def examples_of(name: str, doc: str, folders: Iterable[str] = (), *, first: int = 0) -> list[Arguments]:
    """List the shapes of the arguments of each call of `name` in a docstring, and in tests in these folders.

    Whole numbers become small numbers, lists and the like become iterators first, what is called a callback. `first` is
    the position of the first argument: 1 for methods, whose first parameter is the instance.

    >>> examples_of("take", ">>> xs = [1, 2]\\n>>> take(2, xs)\\n[1, 2]")
    [{0: ['count'], 1: ['iterator', 'list']}]
    """
    return [*_in_code(name, docstring_code(doc), first), *_in_code(name, test_code(name, folders), first)]


def docstring_code(doc: str) -> Iterator[str]:
    """Yield the code of the examples in a docstring."""
    with suppress(ValueError):  # no well-formed docstring
        yield from (example.source for example in doctest.DocTestParser().get_examples(doc))


def test_code(name: str, folders: Iterable[str]) -> Iterator[str]:
    """Yield the files of tests in these folders that call a function or class by this name."""
    files = (file for folder in folders for where in TESTS for file in Path(folder).glob(where))
    for file in islice(files, MOST_FILES):
        with suppress(OSError):  # a folder, a link to nothing, a file that may not be read
            text = file.read_text(encoding="utf-8", errors="ignore")
            if f"{name}(" in text:
                yield text


def _in_code(name: str, sources: Iterable[str], first: int) -> Iterator[Arguments]:
    known: dict[str, ast.expr] = {}
    for source in sources:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        for node in (node for statement in tree.body for node in ast.walk(statement)):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                known[node.targets[0].id] = node.value
            elif isinstance(node, ast.FunctionDef):
                known |= {one.arg: UNTOLD for one in node.args.args}
                known[node.name] = FUNCTION
            elif isinstance(node, ast.ImportFrom):
                known |= {one.asname or one.name: FUNCTION for one in node.names}
            elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
                yield _arguments(node, known, first)


def _arguments(call: ast.Call, known: dict[str, ast.expr], first: int) -> Arguments:
    found: Arguments = {at: _shapes_of(node, known) for at, node in enumerate(call.args, first)}
    return found | {one.arg: _shapes_of(one.value, known) for one in call.keywords if one.arg}


def _shapes_of(node: ast.expr, known: dict[str, ast.expr]) -> list[str]:
    """Return shapes like the value that an expression has, as far as that can be read.

    A name stands for what was assigned to it, but not in that: there it is an earlier value, as in `xs = list(xs)`.
    """
    while isinstance(node, ast.Name) and node.id in known:
        name = node.id
        node, known = known[name], {other: value for other, value in known.items() if other != name}
    match node:
        case ast.Constant(value=bool() | None | bytes()):
            return [f"literal:{ast.unparse(node)}"]
        case ast.Constant(value=int()):
            return ["count"]
        case ast.Constant(value=str()):
            # A string often stands for any iterable; what needs one refuses lists of numbers.
            return [*ITERABLES, "text", f"literal:{ast.unparse(node)}"]
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return _shapes_of_elements(elements)
        case ast.Dict(values=values):
            is_deep = any(isinstance(value, ast.Dict | ast.List) for value in values)
            return ["dict of dicts", "dict"] if is_deep else ["dict"]
        case ast.Lambda() | ast.Attribute():
            return FUNCTIONS
        case ast.Name(id=name) if hasattr(builtins, name):  # of other names, nobody knows
            return FUNCTIONS
        case ast.Call(func=ast.Name(id="iter" | "list" | "tuple" | "set"), args=[inner]):
            return _shapes_of(inner, known) or ITERABLES
        case ast.Call() | ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
            return ITERABLES
    return []


def _shapes_of_elements(elements: list[ast.expr]) -> list[str]:
    first = elements[0] if elements else None
    if any(isinstance(one, ast.List) for one in elements) and not all(isinstance(one, ast.List) for one in elements):
        return ["iterator of trees", "trees"]
    if isinstance(first, ast.Tuple) and len(first.elts) == 2:
        return ["iterator of pairs", "pairs"]
    if isinstance(first, (ast.List, ast.Tuple)):
        return ["iterator of lists", "lists"]
    if isinstance(first, ast.Constant) and type(first.value) is str:
        return [*ITERABLES, "iterator of strings", "strings"]
    return ITERABLES


def told_shapes(parameter: Parameter, at: int, examples: list[Arguments]) -> list[str]:
    """List the shapes that calls tell, the annotation and the default.

    >>> told_shapes(Parameter("n", Parameter.KEYWORD_ONLY, default=1), 0, [])
    ['count']
    """
    drawn = drawn_shape(parameter.name)
    if drawn is not None and drawn.startswith(GIVEN):
        return [drawn]
    place = parameter.name if parameter.kind is Parameter.KEYWORD_ONLY else at
    annotated = _by_annotation(parameter)
    shown = [shape for example in examples for shape in example.get(place) or example.get(parameter.name) or []]
    shown = [shape for shape in shown if shape.startswith(LITERAL) or _may_be(shape, annotated)]
    named = _by_table(BY_NAME, parameter.name.lower())
    # Examples only show that it is a function, or strings.
    exact = named if shown and named[:1] in (["predicate"], ["text"], ["iterator of keys"]) else []
    defaults = BY_DEFAULT.get(type(parameter.default), [])
    return [*([drawn] if drawn else []), *exact, *shown, *annotated, *defaults]


def shapes_for(parameter: Parameter, told: list[str], use: Mapping[str, Any]) -> list[str]:
    """List the shapes to try for a parameter, the likeliest first; a ladder of all usual ones is the end.

    `use` is the shape that a call with a probe tells; see `uses_in`. It decides which names are believed first.

    >>> shapes_for(Parameter("iterable", Parameter.POSITIONAL_ONLY), [], {})
    ['iterator', 'list', 'count', ...]
    >>> shapes_for(Parameter("seq", Parameter.POSITIONAL_ONLY), [], {"leaf": "function"})[:2]
    ['function or nothing', 'function']
    """
    cls = class_for(parameter.name)
    is_instance = isinstance(parameter.annotation, type) and not cls
    if told and (told[0].startswith(GIVEN) or (is_drawn(told[0]) and is_instance)):
        return told[:1]  # other objects with such attributes have not the methods of the class
    if lacks_instance(parameter):
        return []
    named, used = _by_table(BY_NAME, parameter.name.lower()), _by_use(use)
    likely = [shape for shape in named if used and family(shape) == family(used[0])]
    drawn = [shape for shape in told if is_drawn(shape)]
    annotated = _by_annotation(parameter)
    made = _made(parameter.name, use, ["list"] if annotated == ["list"] else ITERABLES)
    # A number that a probe was compared with may have been a part of what is told.
    first = told if told and {family(shape) for shape in made} == {"scalar"} != {family(told[0])} else []
    keys = used if used[:1] == ["iterator of keys"] else []  # no number is a key of the dicts that are drawn
    found = dict.fromkeys([*drawn, *first, *made, *keys, *told, *likely, *used, *named, *LADDER])
    if cls:  # an instance of this class, and nothing else
        return [*(shape for shape in found if shape.startswith(MADE)), *drawn]
    return [shape for shape in found if shape in told or _may_be(shape, annotated)]


def _may_be(shape: str, annotated: list[str]) -> bool:
    """True for a shape that an annotation with these shapes allows."""
    return not annotated or family(shape) in map(family, annotated)


def _by_use(use: Mapping[str, Any]) -> list[str]:
    """List the usual shapes that a probe was used as."""
    if "list" in use:
        inner = use["list"]
        return ELEMENTS.get(inner.get("leaf", "list" if "list" in inner else ""), ITERABLES)
    leaf = use.get("leaf", "")
    return LEAVES.get(leaf, [leaf] if leaf in LADDER else [])


def _made(name: str, use: Mapping[str, Any], iterables: list[str]) -> list[str]:
    """List shapes of values with the keys or attributes by which a probe was used; iterables come in these forms."""
    if class_for(name) and "object" not in use:
        use = {"object": {}}
    if use.get("leaf") == "number" and any(type(one) is int for one in use.get("or", ())):
        use = {**use, "leaf": "count"}  # from below 0 to beyond the end of most lists
    text = json.dumps(use)
    is_function = use.get("leaf", "").startswith("function")
    compared = [*use.get("or", ()), *use.get("list", {}).get("or", ())]
    constants = [] if is_function else [one for one in compared if type(one) in (int, str)]
    if not constants and not any(f'"{form}": {{' in text for form in ("dict", "object")):
        return []
    outers = iterables if "list" in use else [""]
    shapes = [text.replace('"list"', f'"{outer}"', 1) if outer else text for outer in outers]
    leaves = ["number", "text", "list"]
    if constants and type(constants[0]) is int:
        leaves = ["count"]
    elif constants and "list" in use:
        leaves = ["text", "number"]
    unknown = f'"leaf": "{UNKNOWN}"'
    return [f"{MADE}{name} " + shape.replace(unknown, f'"leaf": "{leaf}"') for leaf in leaves for shape in shapes]


def _by_annotation(parameter: Parameter) -> list[str]:
    annotation: Any = parameter.annotation
    if annotation is Parameter.empty or annotation is class_for(parameter.name):  # of `ListNode`, no list
        return []
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    if not isinstance(annotation, str) and (typing.get_args(annotation) or not text):
        text = str(annotation)
    text = re.sub(r"\b(typing|collections|abc)\.", "", text)
    found: list[str] = []
    for part in text.split(" | ") if "[" not in text else [text]:
        matches = [(match.start(), shapes) for pattern, shapes in BY_ANNOTATION if (match := re.search(pattern, part))]
        found += min(matches, key=lambda one: one[0], default=(0, []))[1]  # of `dict[str, list]`, the dict
    return found


def _by_table(table: tuple[tuple[str, list[str]], ...], text: str) -> list[str]:
    return next((shapes for pattern, shapes in table if re.search(pattern, text)), [])
