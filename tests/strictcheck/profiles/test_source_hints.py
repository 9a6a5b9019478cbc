"""The source of a function says which keys, attributes and constants it uses its parameters with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from strictcheck.profiles.source_hints import uses_in
from strictcheck.profiles.targets import find_function

UNKNOWN, NUMBER, TEXT = {"leaf": "unknown"}, {"leaf": "number"}, {"leaf": "text"}


def mapping(optional: list[str] | None = None, **keys: Any) -> dict[str, Any]:
    return {"dict": keys, "optional": optional or []}


@pytest.mark.parametrize(
    ("body", "tree"),
    [
        ("return x['a'], x.get('b')", mapping(["b"], a=UNKNOWN, b=UNKNOWN)),
        ("return 'a' in x and x['a'].strip()", mapping(["a"], a=TEXT)),
        ("return x['a']['b'] * 2", mapping(a=mapping(b=NUMBER))),
        ("return [one.a for one in x if one.b < 3]", {"list": {"object": {"b": NUMBER, "a": UNKNOWN}}}),
        ("return max(x, key=lambda one: one['a'])", {"list": mapping(a=UNKNOWN)}),
        ("return [x[key] for key in ('a', 'b')]", mapping(a=UNKNOWN, b=UNKNOWN)),
        ("inner = x.a\n    return inner.close()", {"object": {"a": {"object": {"close": {"leaf": "function"}}}}}),
        ("try:\n        return float(x['a'])\n    except KeyError:\n        return 0", mapping(["a"], a=NUMBER)),
        ("match x:\n        case {'a': int(n)}: return n", mapping(["a"], a=NUMBER)),
        ("return x in ('a', 'b') or x == b'c' or x is None", {**UNKNOWN, "or": ["a", "b", None]}),
        ("return dict(**x)", {"leaf": "dict"}),
        ("return x(1)", UNKNOWN),
    ],
)
def test_a_parameter_is_used_as_its_source_says(tmp_path: Path, body: str, tree: dict[str, Any]):
    file = tmp_path / f"{tmp_path.name}_module.py"
    file.write_text(f"def f(x):\n    {body}\n")
    assert uses_in(find_function(f"{file}:f"))["x"] == tree


class Cart:
    rate = 2

    def __init__(self, items: list[int], limit: int) -> None:
        self.items = items
        self.limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.items) > self.limit

    def count(self) -> int:
        return 0 if self.is_full else self.count_again()

    def count_again(self) -> int:
        return self.count() + self.rate


def test_of_a_method_the_attributes_count_that_it_uses_by_other_methods():
    assert uses_in(Cart.count, Cart)["self"]["object"].keys() == {"items", "limit", "rate"}
    assert uses_in(Cart.count)["self"]["object"].keys() == {"is_full", "count_again"}


def test_without_source_there_are_no_hints():
    assert uses_in(len) == {}
    assert uses_in(lambda x: x["a"]) == {}
