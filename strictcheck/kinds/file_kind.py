"""Files opened by the caller: the chunks that were read of them, one by one. Their thunks are in `kinds.file`."""

from __future__ import annotations

import copy
import io
from collections.abc import Iterable
from typing import Any

from strictcheck.kinds.iterator_kind import IteratorKind
from strictcheck.kinds.kind import Building, Opened, Shape, Unwrapping
from strictcheck.kinds.partials import Partial, partial_class
from strictcheck.kinds.sequence_kind import Sequence
from strictcheck.thunks.proxy import UNSET, get_value, is_thunk

__all__ = ["FileKind", "PartialFile", "copy_in_memory", "meets_end"]


class PartialFile(Partial):
    """A file of which the beginning is known; `ended` says whether that is all. Reading on raises `Unevaluated`."""

    file: Any
    ended: bool

    def _read(self, method: str, *args: Any) -> Any:
        chunk = getattr(self.file, method)(*args)
        if not self.ended and meets_end(method, chunk, *args):
            raise self._unknown("more than was read")
        return chunk

    def __copy__(self) -> PartialFile:
        made: PartialFile = object.__new__(type(self))
        vars(made).update(vars(self), file=copy.copy(self.file))
        return made

    def read(self, size: int | None = -1) -> Any:
        """As the method of files."""
        return self._read("read", size)

    def readline(self, size: int = -1) -> Any:
        """As the method of files."""
        return self._read("readline", size)

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["file"], name)


def meets_end(method: str, chunk: Any, size: int | None = -1) -> bool:
    """True if reading `chunk` has shown that nothing comes after it."""
    if size is None or size < 0:
        return method == "read" or not chunk.endswith("\n" if isinstance(chunk, str) else b"\n")
    is_line = method == "readline" and chunk.endswith("\n" if isinstance(chunk, str) else b"\n")
    return len(chunk) < size and not is_line


def copy_in_memory(source: Any) -> Any:
    """A copy of a file whose content is in memory, at the same place; None of a file of the system."""
    return copy.copy(source) if issubclass(type(source), (io.StringIO, io.BytesIO, PartialFile)) else None


class FileKind(IteratorKind):
    """Text and binary files: a read reveals one chunk, and the end when it is met."""

    name = "chunks, read"

    def is_pulled_by_next(self, shape: Shape) -> bool:
        """Never: a file is more than its lines."""
        return False

    def build(self, shape: Shape, layer: Sequence, building: Building) -> Any:
        """A file that begins with the known chunks."""
        chunks: list[Any] = [building.parts[index] for index in range(layer.length) if index in building.parts]
        file: Any = io.StringIO() if issubclass(shape.cls, io.TextIOBase) else io.BytesIO()
        file.writelines(chunks)
        file.seek(0)
        made = partial_class(PartialFile, shape.cls)(shape.cls, building.path, {}, frozenset())
        made.file = file
        made.ended = layer.closed
        return made

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """None: a file that is returned is left to whoever gets it."""
        return ()

    structure_to_force = parts_to_force

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The copy on which the call has worked, if there is one."""
        own = get_value(part) if is_thunk(part) else UNSET
        return None if own is UNSET else Opened(part, own, [], [], lambda made: own)
