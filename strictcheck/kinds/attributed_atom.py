"""Numbers and strings of classes that give them attributes, which are no parts: the call gets a copy, and may set them.

A string that is handed out as itself is the caller's own; `verify` notices where a call changes its attributes.
"""

from __future__ import annotations

import copy
from typing import Any

from strictcheck.kinds.atom import AtomKind, value_class
from strictcheck.kinds.attributes import copy_attributes, open_container
from strictcheck.kinds.building import Opened, Unwrapping
from strictcheck.kinds.equality import hold_the_same
from strictcheck.kinds.kind import Shape
from strictcheck.kinds.opaque import get_copy, originals_of_copy
from strictcheck.kinds.table import shape_of
from strictcheck.thunks.classes import instance_dict, is_honest
from strictcheck.thunks.proxy import get_value, is_thunk

DERIVABLE = (int, float, str, bytes)


class AttributedAtomKind(AtomKind):
    """Numbers, strings and bytes of classes derived from the built-in ones, whose values can have attributes."""

    name = "has no fields, but attributes"
    can_change = True

    def recognise(self, cls: type) -> Shape | None:
        """Recognise derived classes whose values have a `__dict__`."""
        is_one = issubclass(cls, DERIVABLE) and bool(cls.__dictoffset__) and is_honest(cls)
        return Shape(cls, self) if is_one else None

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Make thunks that forward everything to a copy of the value."""
        return value_class(shape, get_copy, {"_self_originals": originals_of_copy})

    def works_on_copy(self, shape: Shape) -> bool:
        """True: attributes that are set stay with the copy."""
        return True

    def copy(self, shape: Shape, value: Any) -> Any:
        """Copy the value, with the very attributes that it holds, past the methods of its class."""
        return copy_attributes(shape, _without_attributes(shape, value), value)

    def copy_whole(self, value: Any, memo: dict[int, Any]) -> Any:
        """Copy the value and its attributes past the methods of its class, or return it if these have no copies."""
        shape = shape_of(type(value))
        made = memo[id(value)] = _without_attributes(shape, value)
        memo.setdefault(id(memo), []).append(value)  # where `copy` keeps what it has copied
        try:
            for name, part in instance_dict(value).items():
                object.__setattr__(made, name, copy.deepcopy(part, memo))
        except Exception:  # a lock among them, say, or code of the user's
            return value
        return made if hold_the_same(value, made) else value  # a class may copy its values as something else

    def is_changed(self, shape: Shape, part: Any, source: Any) -> bool:
        """True if an attribute of the copy, or within one, was changed."""
        return not hold_the_same(get_value(part), source)

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes of a value that the call made or changed."""
        now = get_value(part) if is_thunk(part) else part
        if unwrapping.is_callers or (is_thunk(part) and not self.is_changed(shape, part, source)):
            return None
        return open_container(shape, part, (now, source), ([], []), lambda _: _without_attributes(shape, now))


def _without_attributes(shape: Shape, value: Any) -> Any:
    base: Any = next(base for base in DERIVABLE if issubclass(shape.cls, base))
    return base.__new__(shape.cls, vars(base)[f"__{base.__name__}__"](value))
