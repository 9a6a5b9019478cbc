"""Expressions for instances, of which methods are called, and for other arguments that are made of classes.

They are calls of classes in docstrings and tests. Texts that a class takes are also joined, as texts of small languages
are: `Marker("a == 'b' and c == 'd'")`. If nothing shows a call, the constructor may be called with plain values.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import Parameter
from itertools import islice, product
from typing import Any

from strictcheck.profiles.drawing import Expression, class_for, draw_shown
from strictcheck.profiles.hints import docstring_code, test_code
from strictcheck.profiles.targets import class_of, is_of_instance, names_beside, owner_of

JOINS = (" and ", " or ", ", ", " ", " | ")
PLAIN = ("9", "'abc'", "[1, 2, 3]", "{'a': 1, 'b': 2}", "lambda *_: 9")  # values for the parameters of a constructor
ITEMS = ("b=0, a=1, c=2", "c=4, a=1, b=2", "d=0, b=1, c=2, a=1", "d=0, b=1, c=2, a=1, e=3")  # put into a mapping
MOST_JOINED, MOST_MADE_UP, MOST_TRIED = 4, 4, 100  # texts that are joined, parameters of a class, expressions
FEWEST = 3  # instances of which facts are told
WRITTEN = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.USub, ast.Load, ast.keyword)

Names = Mapping[str, Any]


def draw_examples(target: str, parameters: Sequence[Parameter], folders: Iterable[str], fewest: int = FEWEST) -> None:
    """Draw values for the parameters of a method that have none, from calls in docstrings, and in tests in folders.

    If `fewest` is 1, and nothing shows an instance, the constructor is called with plain values.
    """
    cls, names, method = class_of(target), names_beside(target), target.rpartition(".")[2]
    if cls is None:
        return
    beside = [one for one in names.values() if getattr(one, "__module__", None) == cls.__module__]
    docs = [str(one.__doc__) for one in (cls, *vars(cls).values(), *beside) if one.__doc__]
    calls, of_class = (list(_calls(name, docs, folders)) for name in (method, cls.__name__))
    first = int(is_of_instance(target))
    for at, one in enumerate(parameters):
        if at >= first:
            texts = _arguments(calls, names, at - first, one.name)
        elif owner_of(target) is not None:
            texts = _arguments(of_class, names, 0, "")
        else:
            texts = _instances(cls, of_class, names) or (_made_up(cls, names) if fewest == 1 else [])
        wanted: Any = class_for(one.name) or object
        draw_shown(one.name, [found for found in examples(texts, names) if isinstance(found.make(), wanted)], fewest)


def examples(texts: Iterable[str], names: Names) -> list[Expression]:
    """Return the expressions that can be evaluated.

    >>> from fractions import Fraction
    >>> [example.text for example in examples(["Fraction(1, 3)", "Fraction('x')"], vars())]
    ['Fraction(1, 3)']
    """
    found = []
    for text in islice(dict.fromkeys(texts), MOST_TRIED):
        code = compile(text, "<example>", "eval")
        with suppress(Exception):
            eval(code, dict(names))
            found.append(Expression(text, partial(eval, code, dict(names))))
    return found


def _is_plain(node: ast.AST, names: Names) -> bool:
    if isinstance(node, ast.Call):
        is_class = isinstance(node.func, ast.Name) and isinstance(names.get(node.func.id), type)
        return is_class and all(_is_plain(one, names) for one in (*node.args, *node.keywords))
    return isinstance(node, WRITTEN) and all(_is_plain(one, names) for one in ast.iter_child_nodes(node))


def _calls(name: str, docs: Iterable[str], folders: Iterable[str]) -> Iterator[ast.Call]:
    """Yield the calls of a function or class by this name."""
    sources = [source for doc in docs for source in docstring_code(doc)]
    for source in (*sources, *test_code(name, folders)):
        with suppress(SyntaxError, ValueError):
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
                    yield node


def _arguments(calls: Iterable[ast.Call], names: Names, at: int, name: str) -> list[str]:
    """List the arguments of calls, by place or name, that are made by calls in turn."""
    nodes = [node for call in calls for node in (*call.args[at : at + 1], *_by_name(call, name))]
    made = [node for node in nodes if any(isinstance(one, ast.Call) for one in ast.walk(node))]
    return [ast.unparse(node) for node in made if _is_plain(node, names)]


def _by_name(call: ast.Call, name: str) -> list[ast.expr]:
    return [one.value for one in call.keywords if one.arg == name]


def _instances(cls: type, calls: Sequence[ast.Call], names: Names) -> list[str]:
    """Write calls of a class that code shows; of one that takes texts, also with two and three of these, joined."""
    plain = [call for call in calls if _is_plain(call, {**names, cls.__name__: cls})]
    found: list[str] = [*map(ast.unparse, plain)]
    given = [(ast.unparse(call.func), *call.args) for call in plain if not call.keywords]
    known = [(one[0], one[1].value) for one in given if len(one) == 2 and isinstance(one[1], ast.Constant)]
    texts = list(dict.fromkeys(value for _, value in known if type(value) is str))[:MOST_JOINED]
    joined = texts
    for _ in range(2):
        pairs = [f"{one}{join}{other}" for join, one, other in product(JOINS, joined, texts)]
        written = {f"{head}({text!r})": text for text in pairs for head in dict(known)}
        accepted = [one.text for one in examples(written, names)]
        found += accepted
        joined = [written[text] for text in accepted[:: max(len(accepted) // MOST_JOINED, 1)]]
    return found


def _made_up(cls: type, names: Names) -> list[str]:
    """Write calls of a class with plain values; of a mapping, with items that are put into it, and that it keeps."""
    required = [one for one in inspect.signature(cls).parameters.values() if one.default is Parameter.empty]
    required = [one for one in required if one.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
    for values in product(PLAIN, repeat=len(required)) if len(required) < MOST_MADE_UP else ():
        call = f"{cls.__name__}({', '.join(values)})"
        texts = [f"((made := {call}).update({items}) or made)" for items in ITEMS]
        filled = [one.text for one in examples(texts, names) if len(one.make()) == one.text.count("=") - 1]
        found = filled or [one.text for one in examples([call], names)]
        if found:
            return found
    return []
