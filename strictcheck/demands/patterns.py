"""How demands are written: as Python patterns, in full or shortened."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from strictcheck.classes import getattr_static
from strictcheck.demands.atoms import atom_text, is_atom_class, key_text
from strictcheck.demands.columns import Columns
from strictcheck.demands.nodes import without_value
from strictcheck.layers import Constructor, Function, Layer, Mapping, Raised, Sequence
from strictcheck.names import is_name, name_of

__all__ = ["pattern", "positional_fields", "pretty"]

HOLE = "_"
FEW = 4  # so many positional fields are all written, holes too
LONGEST_ATOM = 60
INDENT = 4

Field = tuple[str, int | str]  # what stands before it, and the row that it is, or its text


class Frame(NamedTuple):
    """A layer with places for its fields: `Max(` fields `)`; `rest` is `*_`, `**_` or nothing, after the fields.

    `more` fields come before `rest` and are not listed: a sequence may have any number of holes.
    """

    opening: str
    fields: list[Field]
    closing: str
    rest: str = ""
    more: int = 0


def pattern(tree: Columns) -> str:
    """The whole tree as one line, which `parsing.parse` reads back.

    >>> from strictcheck.demands.parsing import parse
    >>> pattern(parse('{"k" :[ 1,_, *_ ], "l":absent, **_ }'))
    "{'k': [1, _, *_], 'l': absent, **_}"
    """
    return _Writer(tree).line()


def pretty(tree: Columns, max_layers: int | None = None, width: int | None = None) -> str:
    """The tree for people: at most `max_layers` layers of it, and lines of at most `width` where they can be broken."""
    limit = None if max_layers is None else max(max_layers, 1)
    if limit is None or len(tree) <= limit:
        writer, left_out = _Writer(tree, limit=limit), 0
    else:
        shown = _nearest_the_root(tree, limit)
        writer, left_out = _Writer(tree, shown, limit), len(tree) - len(shown)
    text = writer.line() if width is None else writer.lines(width)
    return f"{text} ({left_out} of {len(tree)} layers left out)" if left_out else text


def _nearest_the_root(tree: Columns, count: int) -> set[int]:
    shown, queue = set[int](), deque([0])
    while queue and len(shown) < count:
        row = queue.popleft()
        shown.add(row)
        queue.extend(tree.below(row))
    return shown


class _Writer:
    """Writes the rows in `shown` (all, when None), and no more than `limit` fields of each."""

    def __init__(self, tree: Columns, shown: set[int] | None = None, limit: int | None = None) -> None:
        self.tree = tree
        self.shown = shown
        self.limit = limit

    def frame(self, row: int) -> Frame:
        """The layer at `row`, shortened."""
        layer = without_value(self.tree.layers[row])
        if not isinstance(layer, Layer):
            return Frame(self.short(atom_text(layer) or ""), [], "")
        frame = _FRAMES[type(layer)](layer, self.tree.children(row), self.limit)
        fields = frame.fields if self.limit is None else self.shortened(frame, self.limit)
        return frame._replace(fields=[*fields, ("", frame.rest)] if frame.rest else fields)

    def short(self, text: str) -> str:
        """The text of an atom or a key, its middle left out if it is long."""
        if self.limit is None or len(text) <= LONGEST_ATOM:
            return text
        return f"{text[: LONGEST_ATOM // 2]}…{text[-LONGEST_ATOM // 2 :]}"

    def shortened(self, frame: Frame, limit: int) -> list[Field]:
        """The fields up to the last one that is shown, and how many more there are."""
        first = frame.fields[:limit]
        kept = [(self.short(label), part if self.is_shown(part) else "…") for label, part in first]
        while kept and kept[-1][1] == "…":
            kept.pop()
        left = len(frame.fields) + frame.more - len(kept)
        if left:
            kept.append(("", f"… {left} more" if left > 1 else "…"))
        return kept

    def is_shown(self, part: int | str) -> bool:
        return isinstance(part, str) or self.shown is None or part in self.shown

    def line(self) -> str:
        """All of it in one line."""
        written: list[str] = []
        todo: list[int | str] = [0 if len(self.tree) else HOLE]
        while todo:
            part = todo.pop()
            if isinstance(part, str):
                written.append(part)
                continue
            frame = self.frame(part)
            written.append(frame.opening)
            todo.append(frame.closing)
            for place in range(len(frame.fields) - 1, -1, -1):
                label, field = frame.fields[place]
                todo += [field, f", {label}" if place else label]
        return "".join(written)

    def lengths(self) -> list[int]:
        """For each row, the length of the line that it would make."""
        lengths = [0] * len(self.tree)
        for row in range(len(self.tree) - 1, -1, -1):
            if self.is_shown(row):
                frame = self.frame(row)
                fields = (
                    len(label) + 2 + (len(part) if isinstance(part, str) else lengths[part])
                    for label, part in frame.fields
                )
                lengths[row] = len(frame.opening) + len(frame.closing) + sum(fields)
        return lengths

    def lines(self, width: int) -> str:
        """All of it, with each layer that does not fit into a line opened into a line for each field."""
        lengths = self.lengths()
        written: list[str] = []
        todo: list[tuple[int, int | str, bool]] = [(0, 0 if lengths else HOLE, True)]
        while todo:
            indent, part, may_break = todo.pop()
            if isinstance(part, str):
                written.append(part.replace(", ", ",\n" + " " * indent) if may_break else part)
                continue
            frame = self.frame(part)
            breaks = may_break and bool(frame.fields) and indent + lengths[part] > width
            # Lines begin in the left half, however deep they are, or the text would grow with the square of the depth.
            inner = min(indent + INDENT, width // 2) if breaks else indent
            written.append(frame.opening)
            todo.append((indent, ("\n" + " " * indent if breaks else "") + frame.closing, False))
            for place in range(len(frame.fields) - 1, -1, -1):
                label, field = frame.fields[place]
                comma = ("," if breaks else ", ") if place else ""
                todo.append((inner, field, breaks))
                todo.append((inner, comma + ("\n" + " " * inner if breaks else "") + label, False))
        return "".join(written)


@lru_cache(maxsize=256)
def positional_fields(cls: type) -> tuple[str, ...]:
    """The fields that are written without their names, in order: `__match_args__`, as in Python's own patterns."""
    names = () if is_atom_class(cls) else getattr_static(cls, "__match_args__")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, (tuple, list)) else ()


def _constructor_frame(layer: Constructor, children: dict[Any, int], most: int | None) -> Frame:
    fields: list[Field] = []
    positional = positional_fields(layer.cls)
    for name in positional:
        if name in layer.absent or (name not in children and len(positional) > FEW):
            break
        fields.append(("", children.get(name, HOLE)))
    if not children and not layer.absent and len(positional) > FEW:
        fields = []
    rest = [name for name in positional[len(fields) :] if name in children]
    rest += sorted(name for name in children if name not in positional)
    fields += [(_keyword(name), children[name]) for name in rest]
    fields += [(_keyword(name), "absent") for name in sorted(layer.absent)]
    return Frame(f"{_class_text(layer.cls)}(", fields, ")")


def _keyword(name: str) -> str:
    return f"{name}=" if is_name(name) and "." not in name else f"{name!r}="


def _class_text(cls: type) -> str:
    return name_of(cls) or cls.__name__


def _sequence_frame(layer: Sequence, children: dict[Any, int], most: int | None) -> Frame:
    rest = "" if layer.closed else "*_"
    if most is None:
        return Frame("[", list(_elements(layer.length, children)), "]", rest)
    listed = range(min(layer.length, most))
    fields: list[Field] = [("", children.get(index, HOLE)) for index in listed]
    return Frame("[", fields, "]", rest, layer.length - len(fields))


def _elements(length: int, children: dict[Any, int]) -> Iterator[Field]:
    """The elements that were looked at, and what holes there are before, between and after them as one text."""
    start = 0
    for index in (*sorted(children), length):
        if index > start:
            yield "", f"{HOLE}, " * (index - start - 1) + HOLE
        if index < length:
            yield "", children[index]
        start = index + 1


def _mapping_frame(layer: Mapping, children: dict[Any, int], most: int | None) -> Frame:
    fields: list[Field] = [(f"{key_text(key)}: ", children.get(key, HOLE)) for key in layer.present[:most]]
    fields += [(f"{text}: ", "absent") for text in sorted(map(key_text, layer.absent))]
    return Frame("{", fields, "}", "" if layer.closed else "**_", len(layer.present[most:]) if most is not None else 0)


def _function_frame(layer: Function, children: dict[Any, int], most: int | None) -> Frame:
    return Frame("Callable({", [(f"{call!r}: ", children.get(call, HOLE)) for call in layer.calls], "})")


def _raised_frame(layer: Raised, children: dict[Any, int], most: int | None) -> Frame:
    return Frame(f"Raised({_class_text(layer.cls)})", [], "")


# Each takes the layer, the rows of its parts, and how many fields are wanted at most.
_FRAMES: dict[type, Callable[[Any, dict[Any, int], int | None], Frame]] = {
    Constructor: _constructor_frame,
    Sequence: _sequence_frame,
    Mapping: _mapping_frame,
    Function: _function_frame,
    Raised: _raised_frame,
}
