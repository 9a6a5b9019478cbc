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
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.opaque import get_copy, originals_of_copy
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.classes import instance_dict, is_honest
from strictcheck.thunks.proxy import get_value, is_thunk

DERIVABLE = (int, float, str, bytes)


class AttributedAtomKind(AtomKind):
    """Numbers, strings and bytes of classes derived from the built-in ones, whose values can have attributes."""

    name = "has no fields, but attributes"
    can_change = True

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise derived classes whose values have a `__dict__`."""
        is_one = issubclass(values, DERIVABLE) and bool(values.__dictoffset__) and is_honest(values)
        return cls(values) if is_one else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that forward everything to a copy of the value."""
        return value_class(self, get_copy, {"_self_originals": originals_of_copy})

    def works_on_copy(self) -> bool:
        """True: attributes that are set stay with the copy."""
        return True

    def copy(self, value: Any) -> Any:
        """Copy the value, with the very attributes that it holds, past the methods of its class."""
        return copy_attributes(self, _without_attributes(self, value), value)

    def copy_whole(self, value: Any, memo: dict[int, Any]) -> Any:
        """Copy the value and its attributes past the methods of its class, or return it if these have no copies."""
        kind = kind_of(type(value))
        made = memo[id(value)] = _without_attributes(kind, value)
        memo.setdefault(id(memo), []).append(value)  # where `copy` keeps what it has copied
        try:
            for name, part in instance_dict(value).items():
                object.__setattr__(made, name, copy.deepcopy(part, memo))
        except Exception:  # a lock among them, say, or code of the user's
            return value
        return made if hold_the_same(value, made) else value  # a class may copy its values as something else

    def is_changed(self, part: Any, source: Any) -> bool:
        """True if an attribute of the copy, or within one, was changed."""
        return not hold_the_same(get_value(part), source)

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the attributes of a value that the call made or changed."""
        now = get_value(part) if is_thunk(part) else part
        if unwrapping.is_callers or (is_thunk(part) and not self.is_changed(part, source)):
            return None
        return open_container(self, part, (now, source), ([], []), lambda _: _without_attributes(self, now))


def _without_attributes(kind: Kind, value: Any) -> Any:
    base: Any = next(base for base in DERIVABLE if issubclass(kind.cls, base))
    return base.__new__(kind.cls, vars(base)[f"__{base.__name__}__"](value))
