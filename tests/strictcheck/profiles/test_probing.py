"""Calls with probes say which keys, attributes and constants a function uses its parameters with."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from strictcheck.profiles.drawing import draw_for
from strictcheck.profiles.probing import uses_in
from strictcheck.profiles.targets import find_function, parameters_of

UNKNOWN, NUMBER, TEXT, FUNCTION = {"leaf": "unknown"}, {"leaf": "number"}, {"leaf": "text"}, {"leaf": "function"}


def mapping(optional: list[str] | None = None, **keys: Any) -> dict[str, Any]:
    return {"dict": keys, "optional": optional or []}


def record(optional: list[str] | None = None, **attributes: Any) -> dict[str, Any]:
    return {"object": attributes, "optional": optional or []}


def use_of_first(function: Callable[..., Any]) -> Any:
    parameters = list(inspect.signature(function).parameters.values())
    return uses_in(function, parameters, {})[parameters[0].name]


def test_a_cache_that_is_written_to_is_a_dict_and_not_a_list():
    def remembered(cache: Any, key: Any, make: Any) -> Any:
        if key not in cache:
            cache[key] = make()
        return cache[key]

    uses = uses_in(remembered, list(inspect.signature(remembered).parameters.values()), {})
    assert (uses["cache"], uses["key"]) == ({"leaf": "dict"}, {"leaf": "key"})


def test_what_a_key_is_deleted_from_is_a_dict():
    def forget(cache: Any, key: Any) -> None:
        del cache[key]

    uses = uses_in(forget, list(inspect.signature(forget).parameters.values()), {})
    assert (uses["cache"], uses["key"]) == ({"leaf": "dict"}, {"leaf": "key"})


@pytest.mark.parametrize(
    ("body", "tree"),
    [
        ("return x['a'], x.get('b')", mapping(["b"], a=UNKNOWN, b=UNKNOWN)),
        ("return 'a' in x and x['a'].strip()", mapping(["a"], a=TEXT)),
        ("return x['a']['b'] * 2", mapping(a=mapping(b=NUMBER))),
        ("return [one.a for one in x if one.b < 3]", {"list": record(b=NUMBER, a=UNKNOWN)}),
        ("return max(x, key=lambda one: one['a'])", {"list": mapping(a=NUMBER)}),
        ("return [x[key] for key in ('a', 'b')]", mapping(a=UNKNOWN, b=UNKNOWN)),
        ("inner = x.a\n    return inner.close()", record(a=record(close=FUNCTION))),
        ("try:\n        return float(x['a'])\n    except KeyError:\n        return 0", mapping(["a"], a=NUMBER)),
        ("match x:\n        case {'a': int(n)}: return n", mapping(["a"], a=UNKNOWN)),
        ("return x in ('a', 'b') or x == b'c'", {**UNKNOWN, "or": ["a", "b"]}),
        ("return getattr(x, 'a', 0) + x.b", record(["a"], a=UNKNOWN, b=NUMBER)),
        ("return x['listed']", mapping(listed=UNKNOWN)),
        ("del x['a']", mapping(a=UNKNOWN)),
        ("return dict(**x)", {"leaf": "dict"}),
        ("return [key for key in x.keys() if x.get(key, 0) > 1] and x['a']", mapping(a=UNKNOWN)),
        ("return x(1)", FUNCTION),
        ("return list(map(x, [1]))", FUNCTION),
        ("return range(x)", {"leaf": "count"}),
        ("return [list(one) for one in x]", {"list": {"list": UNKNOWN}}),
        ("return [x] if hasattr(x, 'a') else list(x)", {"list": UNKNOWN}),
        ("while x: pass", UNKNOWN),
        ("while True: x.next", record(next=UNKNOWN)),
        ("raise ValueError(x.a)", record(a=UNKNOWN)),
        ("while x: x = x.a", record(a=record(a=record(a={"leaf": "end"})))),
        ("return helper(x)['b']", mapping(a=mapping(b=UNKNOWN))),
    ],
)
def test_a_parameter_is_used_as_calls_tell(tmp_path: Path, body: str, tree: dict[str, Any]):
    file = tmp_path / f"{tmp_path.name}_module.py"
    file.write_text(f"def helper(x): return x['a']\ndef f(x):\n    {body}\n")
    assert use_of_first(find_function(f"{file}:f")) == tree


def test_the_last_of_a_tree_have_no_children():
    def find(node: Any, name: Any) -> Any:
        if node["name"] == name:
            return node
        return next((found for child in node["children"] if (found := find(child, name)) is not None), None)

    level = use_of_first(find)
    for _ in range(2):
        level = level["dict"]["children"]["list"]
    assert level["dict"]["children"] == {"list": {"leaf": "end"}}


CART = """
class Cart:
    rate = 2
    def __init__(self, items, limit): self.items, self.limit = items, limit
    @property
    def is_full(self): return len(self.items) > self.limit
    def count(self): return 0 if self.is_full else self.limit * self.rate
"""


def test_of_a_method_the_attributes_count_that_it_uses_by_other_methods(tmp_path: Path):
    file = tmp_path / "carts.py"
    file.write_text(CART)
    target = f"{file}:Cart.count"
    draw_for(parameters_of(target), {}, {}, 3)
    found = uses_in(find_function(target), parameters_of(target), {})["self"]
    assert found["object"] == {"items": {"list": UNKNOWN}, "limit": NUMBER}


def test_an_argument_of_a_function_in_c_is_used_as_the_call_tells():
    iterable, stop = (Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("iterable", "stop"))
    assert uses_in(islice, [iterable, stop], {}) == {"iterable": {"list": UNKNOWN}, "stop": {"leaf": "count"}}
