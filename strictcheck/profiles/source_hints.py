"""Hints from the source of a function: which keys, attributes and constants it uses a parameter with.

A config reader or a record formatter says in its source what it wants: `config["host"]`, `user.name`, `"on" in row`.
Names that come from a parameter are followed through the whole body, without regard to branches.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

OF_ELEMENTS = {"sorted", "list", "tuple", "set", "iter", "reversed", "min", "max", "any", "all", "sum", "map", "filter"}
NUMERIC = (ast.Mult, ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
UNKNOWN = "unknown"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | None


class Use:
    """How a function uses one value: by keys, attributes or elements, each with a use of its own, and by constants.

    `optional` are keys that may be absent; `constants` are compared with the value; `leaf` is its shape if it has none.
    """

    def __init__(self) -> None:
        self.keys: dict[str, Use] = {}
        self.optional: set[str] = set()
        self.attributes: dict[str, Use] = {}
        self.element: Use | None = None
        self.constants: dict[Any, None] = {}
        self.leaf: str | None = None

    def elements(self) -> Use:
        """Return the use of the elements, one for all."""
        self.element = self.element or Use()
        return self.element

    def key(self, text: str, is_optional: bool = False) -> Use:
        """Return the use of the value under a key."""
        self.optional |= {text} if is_optional else set()
        return self.keys.setdefault(text, Use())

    def tree(self) -> Any:
        """Return the shape of such values as data, for `drawing`; `or` lists constants that it may be instead."""
        found: dict[str, Any] = {"leaf": self.leaf or UNKNOWN}
        if self.keys:
            found = {"dict": {key: use.tree() for key, use in self.keys.items()}, "optional": sorted(self.optional)}
        elif self.attributes:
            found = {"object": {name: use.tree() for name, use in self.attributes.items()}}
        elif self.element is not None and self.leaf is None:
            found = {"list": self.element.tree()}
        return found | ({"or": list(self.constants)} if self.constants else {})


def uses_in(function: Callable[..., Any], owner: type | None = None) -> dict[str, Any]:
    """Return the shape that each parameter has to have, by its name, as `Use.tree` writes it; {} without source.

    Of a method of `owner`, attributes of `self` count that other methods use, if it calls them.

    >>> import json
    >>> uses_in(json.load)["fp"]
    {'object': {'read': {'leaf': 'function'}}}
    """
    tree = _definition(function)
    if tree is None:
        return {}
    given = [one.arg for one in [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]]
    body = _Body({name: Use() for name in given}, given[0] if owner and given else "", owner)
    body.read(tree)
    return {name: body.names[name].tree() for name in given}


def _definition(function: Callable[..., Any]) -> Definition:
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    except (OSError, TypeError, ValueError, SyntaxError):  # written in C, made by `exec`, or a lambda
        return None
    return tree if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef) else None


class _Body:
    """Body of a function: `names` has the uses of its variables, `strings` the constants that a loop goes over."""

    def __init__(self, names: dict[str, Use], first: str, owner: type | None) -> None:
        self.names = names
        self.strings: dict[str, list[str]] = {}
        self.first = first
        self.owner = owner
        self.methods: set[str] = set()

    def read(self, tree: ast.AST) -> None:
        """Note all uses. The second round knows the names that are bound further down."""
        called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in (node for _ in range(2) for node in ast.walk(tree) if node not in called):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.NamedExpr(ast.Name(id=name), value):
                    self._bind(name, self.use(value))
                case ast.For() | ast.AsyncFor() | ast.comprehension():
                    self._loop(node.target, node.iter)
                case ast.BinOp(left=left, right=right, op=op):
                    self._pair(left, right, op)
                case ast.Compare(left=left, ops=ops, comparators=others):
                    for one, compared, other in zip([left, *others], ops, others, strict=False):
                        self._pair(one, other, compared)
                case ast.Try(body=body):
                    for one in (one for part in body for one in ast.walk(part) if isinstance(one, ast.Subscript)):
                        if (use := self.use(one.value)) is not None:
                            use.optional |= set(self._texts(one.slice))
                case ast.Match(subject=subject, cases=cases):
                    for case in cases:
                        self._pattern(case.pattern, self.use(subject))
                case ast.Dict(keys=keys, values=values):
                    self._note_dicts(value for key, value in zip(keys, values, strict=True) if key is None)
                case ast.Call(keywords=keywords) if self.use(node) is None:
                    self._note_dicts(one.value for one in keywords if one.arg is None)
                case ast.expr():
                    self.use(node)

    def use(self, node: ast.AST) -> Use | None:
        """Return the use of the value of an expression, if it comes from a parameter."""
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.Subscript(value=value, slice=key) if (use := self.use(value)) is not None:
                if found := [use.key(text) for text in self._texts(key)]:
                    return found[0]
                is_index = isinstance(key, ast.Constant | ast.UnaryOp)
                return use.elements() if is_index else use if isinstance(key, ast.Slice) else None
            case ast.Attribute(value=value, attr=name) if (use := self.use(value)) is not None:
                is_data = not name.startswith("__") and not self._is_own(value, name, use)
                return use.attributes.setdefault(name, Use()) if is_data else None
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=args):
                use = self.use(value)
                return None if use is None else self._method(use, value, name, args)
            case ast.Call(func=ast.Name(id=name), args=[_, *_] as args):
                return self._call(name, [*args, *(one.value for one in node.keywords)])
            case ast.BoolOp(values=[value, *_]) | ast.Await(value=value):
                return self.use(value)
        return None

    def _note_dicts(self, nodes: Iterable[ast.AST]) -> None:
        for use in (self.use(node) for node in nodes):
            if use is not None:
                use.leaf = "dict"

    def _texts(self, key: ast.AST) -> list[str]:
        if isinstance(key, ast.Name):
            return self.strings.get(key.id, [])
        return [key.value] if isinstance(key, ast.Constant) and isinstance(key.value, str) else []

    def _method(self, use: Use, value: ast.AST, name: str, args: list[ast.expr]) -> Use | None:
        """Note a call of a method; those of built-in classes tell the class of the value."""
        if name in ("get", "pop", "setdefault") and args and (texts := self._texts(args[0])):
            return use.key(texts[0], True)
        if self._is_own(value, name, use):
            return None
        if hasattr(str, name) and not hasattr(list, name):
            use.leaf = use.leaf or "text"
            return None if name.startswith(("is", "split", "encode", "find")) else use
        if hasattr(list, name) and not hasattr(dict, name):
            use.elements()
        elif hasattr(dict, name):
            use.leaf = use.leaf or "dict"
        else:
            use.attributes.setdefault(name, Use()).leaf = "function"
        return None

    def _is_own(self, value: ast.AST, name: str, use: Use) -> bool:
        """True if `name` is a method of the class of `self`; notes the uses of `self` in it, or in a property."""
        if not self.first or not isinstance(value, ast.Name) or value.id != self.first:
            return False
        found = inspect.getattr_static(self.owner, name, None)
        method = getattr(found, "fget", None) or getattr(found, "func", None) or found
        tree = _definition(method) if inspect.isfunction(method) and name not in self.methods else None
        self.methods.add(name)
        if tree is not None and tree.args.args:
            inner = _Body({tree.args.args[0].arg: use}, tree.args.args[0].arg, self.owner)
            inner.methods = self.methods
            inner.read(tree)
        return inspect.isroutine(method)

    def _call(self, name: str, args: list[ast.expr]) -> Use | None:
        use = next((use for one in args if (use := self.use(one)) is not None), None)
        if use is None:
            return None
        if name in ("getattr", "hasattr") and self._texts(args[1]):
            return use.attributes.setdefault(self._texts(args[1])[0], Use())
        for one in args:
            if isinstance(one, ast.Lambda) and one.args.args:
                self._bind(one.args.args[0].arg, use.elements())
        if name in ("int", "float", "abs", "round"):
            use.leaf = use.leaf or "number"
        if name in OF_ELEMENTS:
            use.elements().leaf = "number" if name == "sum" else use.elements().leaf
        return (use.elements() if name in ("min", "max") else use) if name in OF_ELEMENTS else None

    def _pair(self, left: ast.expr, right: ast.expr, op: ast.AST) -> None:
        """Note the two sides of an operation: numbers, texts, constants that are compared, keys that are looked for."""
        is_membership = isinstance(op, ast.In | ast.NotIn)
        if is_membership and (use := self.use(right)) is not None and use.leaf != "text":
            texts = self._texts(left)
            for text in texts:
                use.key(text, True)
            if not texts:
                use.elements()
        for one, other in ((left, right), (right, left))[: 1 if is_membership else 2]:
            use = self.use(one)
            constants = [value for part in getattr(other, "elts", [other]) for value in _constants(part)]
            if use is not None and isinstance(op, NUMERIC):
                use.leaf = use.leaf or "number"
            elif use is not None and isinstance(op, ast.Add):
                use.leaf = use.leaf or ("text" if _is_text(other) else None)
            elif use is not None and isinstance(op, ast.cmpop):
                use.constants |= dict.fromkeys(constants)

    def _loop(self, target: ast.expr, over: ast.expr) -> None:
        use = self.use(over)
        if isinstance(target, ast.Name) and use is not None:
            self._bind(target.id, use.elements())
        elif isinstance(target, ast.Name):
            self.strings[target.id] = [text for one in getattr(over, "elts", ()) for text in self._texts(one)]

    def _pattern(self, pattern: ast.pattern, use: Use | None) -> None:
        match pattern:
            case ast.MatchMapping(keys=keys, patterns=patterns) if use is not None:
                for key, inner in zip(keys, patterns, strict=True):
                    for text in self._texts(key):
                        self._pattern(inner, use.key(text, True))
            case ast.MatchValue(value=value) if use is not None:
                use.constants |= dict.fromkeys(_constants(value))
            case ast.MatchClass(cls=ast.Name(id="int" | "float")) if use is not None:
                use.leaf = "number"

    def _bind(self, name: str, use: Use | None) -> None:
        if use is not None:
            self.names.setdefault(name, use)


def _constants(node: ast.AST) -> list[Any]:
    """List the constant, if it is one that JSON has."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | None):
        return [node.value]
    return []


def _is_text(node: ast.expr) -> bool:
    """True for a string, and for what is joined to one."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
