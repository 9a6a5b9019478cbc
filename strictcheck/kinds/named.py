"""The kinds by name; to be replaced by calls of their methods wherever somebody compares with one."""

from strictcheck.kinds import makers
from strictcheck.kinds.kind import Kind as AnyKind

__all__ = ["Kind"]


class Kind(AnyKind):
    """As above."""

    (
        IDENTITY,
        ATOM,
        CUSTOM,
        FIELDS,
        OPAQUE,
        STREAM,
        SEQUENCE,
        MAPPING,
        SET,
        FUNCTION,
        OBJECT,
        FILE,
        ITERATOR,
        ASYNC_ITERATOR,
    ) = makers.KINDS
