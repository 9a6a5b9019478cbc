"""The layer of a part that raised when it was forced: its source, an attribute, or a pull."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.layer import Frame, JsonReader, Layer, PatternReader
from strictcheck.names import name_of

__all__ = ["Raised"]


@dataclass(frozen=True, slots=True, eq=False)
class Raised(Layer):
    """A source that raised `error` when it was forced; compared by the exception's class, which will do for `error`."""

    error: BaseException | type[BaseException]

    opening = "Raised"
    tag = "raised"
    raises = True

    @property
    def cls(self) -> type[BaseException]:
        """The class of the exception."""
        return self.error if isinstance(self.error, type) else type(self.error)

    def __eq__(self, other: object) -> bool:
        return self.cls is other.cls if isinstance(other, Raised) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return Raised, (self.cls,)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """`Raised(ValueError)`."""
        return Frame(f"Raised({name_of(self.cls) or self.cls.__name__})", [], "")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """The class of the exception, in parentheses."""
        reader.expect("(")
        raised = cls(reader.read_class(BaseException))
        reader.expect(")")
        return raised
        yield  # a generator, as those of layers that have parts

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """`{"raised": name}`."""
        return {"raised": name_of(self.cls) or self.cls.__name__}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """The layer that `to_json` wrote."""
        match data:
            case {"raised": str(name), **other} if not other:
                return cls(reader.read_class(name, BaseException))
        raise DemandError("{'raised': name}")
