"""Demands as JSON. The columns are written as they are, because `json` cannot write deeply nested data.

    {"parents": [-1, 0, 0], "keys": [null, 0, 1], "layers": [{"sequence": 2}, 5, {"value": "Fraction(1, 2)"}]}

Row `i` is the part `keys[i]` of row `parents[i]`, and `layers[i]` is its layer: an atom that JSON has is
written as itself, any other as `{"value": text}` in the notation of patterns; keys likewise. The other layers are
`{"class": name, "absent": [...]}`, `{"sequence": length, "closed": false}`, `{"mapping": [key, ...], "absent": [...],
"closed": ...}`, `{"calls": [...]}` and `{"raised": name}`. A second way to a part is `{"same": row}`, and a
shared part at which nobody looked `{"unseen": true}`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from strictcheck.demands.columns import Columns
from strictcheck.demands.parsing import parse_class, parse_value
from strictcheck.demands.references import Same, Unseen
from strictcheck.errors import DemandError
from strictcheck.kinds.atom_text import atom_key, atom_text, key_text
from strictcheck.kinds.layer import TAGS, Layer
from strictcheck.kinds.layers import without_value
from strictcheck.messages import shown
from strictcheck.names import Namespace

OF_REFERENCES: dict[str, type[Layer]] = {Same.tag: Same, Unseen.tag: Unseen}


def to_json(tree: Columns) -> dict[str, Any]:
    """Return the tree as lists, dicts, strings and numbers, nested at most four deep, for `json.dumps`."""
    return {
        "parents": tree.parents.tolist(),
        "keys": [_value(key, key_text) for key in tree.keys],
        "layers": [_layer(layer) for layer in tree.layers],
    }


_JSON_TYPES = frozenset((str, bool, type(None)))


def _value(value: Any, text: Callable[[Any], str | None]) -> Any:
    kind = type(value)
    if kind in _JSON_TYPES or (kind is float and math.isfinite(value)):
        return value
    written = text(value)
    return value if kind is int and not str(written).startswith(("0x", "-0x")) else {"value": written}


def _keys(keys: Iterable[Any]) -> list[Any]:
    return [_value(key, key_text) for key in keys]


def _layer(layer: object) -> Any:
    layer = without_value(layer)
    return layer.to_json(_keys) if isinstance(layer, Layer) else _value(layer, atom_text)


def from_json(data: Any, namespace: Namespace = None) -> Columns:
    """Read the tree that `to_json` wrote as `data`. Raises `DemandError` with the place of the first mistake.

    >>> from_json({"parents": [-1, 0], "keys": [None, 7], "layers": [{"sequence": 2}, 5]})
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: from_json: keys[1]=7: expected the key of a part that row 0 tells of
    """
    columns = _lists(data)
    tree, seen = Columns.empty(), set[tuple[int, Any]]()
    for row, (parent, key, layer) in enumerate(zip(*columns, strict=True)):
        if type(parent) is not int or not (0 <= parent < row if row else parent == -1):
            raise _mistake("parents", row, parent, f"a row from 0 to {row - 1}" if row else "-1 for the root")
        place = (parent, _read("keys", row, key, lambda found: _read_key(found, namespace)))
        tree.append(*place, _read("layers", row, layer, lambda found: _read_layer(found, namespace)))
        above = tree.layers[parent]
        if not (isinstance(above, Layer) and place[1] in above if row else key is None):
            raise _mistake("keys", row, key, f"the key of a part that row {parent} tells of" if row else "null")
        if place in seen:
            raise _mistake("keys", row, key, f"a key that no earlier part of row {parent} has")
        seen.add(place)
    for row, target in tree.targets.items():
        if not 0 <= target < len(tree) or target in tree.targets:
            raise _mistake("layers", row, target, "a reference to a row that is none")
    return tree.canonical()


def _mistake(name: str, row: int, found: Any, expected: str) -> DemandError:
    return DemandError(f"from_json: {name}[{row}]={shown(found)}: expected {expected}")


def _lists(data: Any) -> list[list[Any]]:
    columns: list[Any] = [data.get(name) for name in ("parents", "keys", "layers")] if isinstance(data, dict) else []
    if not columns or not all(isinstance(column, list) and len(column) == len(columns[0]) for column in columns):
        found = shown(sorted(map(str, data))) if isinstance(data, dict) else type(data).__name__
        raise DemandError(f"from_json: expected a dict with lists parents, keys and layers of one length, not {found}")
    return columns


def _read(name: str, row: int, found: Any, read: Callable[[Any], Any]) -> Any:
    try:
        return read(found)
    except (DemandError, TypeError) as error:  # a TypeError: the key has no hash
        raise _mistake(name, row, found, f"what to_json writes: {error}") from error


def _read_value(value: Any, namespace: Namespace) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case {"value": str(text), **other} if not other:
            return parse_value(text, namespace)
    raise DemandError("a string, number, true, false, null or {'value': text}")


def _read_key(key: Any, namespace: Namespace) -> Any:
    value = _read_value(key, namespace)
    hash(value)
    return value


class _Reader:
    def __init__(self, namespace: Namespace) -> None:
        self.namespace = namespace

    def key(self, data: Any) -> Any:
        return _read_value(data, self.namespace)

    def read_class(self, name: str, base: type = object) -> type:
        return parse_class(name, self.namespace, base)


def _read_layer(data: Any, namespace: Namespace) -> object:
    for tag in data if isinstance(data, dict) else ():
        layer = TAGS.get(tag) or OF_REFERENCES.get(tag)
        if layer is not None:
            return layer.from_json(data, _Reader(namespace))
    value = _read_value(data, namespace)
    if atom_key(value) is None:
        raise DemandError("an atom")
    return value
