"""Sets and frozen sets: a look at one hashes, and so looks at, all its elements. Their thunks are in `kinds.set`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from strictcheck.kinds.attributes import copy_attributes
from strictcheck.kinds.kind import Opened, Shape, Unwrapping
from strictcheck.kinds.leaves import OpaqueKind
from strictcheck.thunks.proxy import get_value, is_thunk

__all__ = ["SETS", "SetKind"]

SETS = (set, frozenset)


class SetKind(OpaqueKind):
    """Sets, and classes derived from them that read as these do: all elements at once, and what objects in it hold."""

    name = "its elements, hashed"

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """A set of the class with these elements, past what the class says of making one."""
        if issubclass(shape.cls, frozenset):
            made: Any = frozenset.__new__(shape.cls, parts.values())
        else:
            made = set.__new__(shape.cls)
            set.update(made, parts.values())
        return made if like is None else copy_attributes(shape, made, like)

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The elements."""
        return list(value)

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The elements."""
        now = get_value(part) if is_thunk(part) else part
        if is_thunk(part) and now is source:
            return None
        elements = [*SETS[issubclass(shape.cls, frozenset)].__iter__(now)]
        originals = [*SETS[issubclass(shape.cls, frozenset)].__iter__(source)]
        opened = Opened(part, source, elements, originals)
        if issubclass(shape.cls, frozenset):
            opened.rebuild = lambda made: self.put_together(shape, dict(enumerate(made)), now)
        else:
            opened.empty, opened.fill = lambda: self.put_together(shape, {}, now), set.update
        return opened
