"""Files: chunks are recorded as they are read, up to the end.

A file that is read from its beginning on reveals the chunks that were read. Code that moves about in it, or wants all
of it at once, counts as looking at all of it. Content in memory is copied at the first look, so that the caller's own
file stays where it was, and what is written goes to the copy; a file of the system is read itself, and used up as an
iterator is.
"""

from __future__ import annotations

import copy
import functools
import io
from collections.abc import Iterator
from typing import Any, cast

from strictcheck.errors import Unevaluated
from strictcheck.kinds.building import SHARED, Building, Opened, Unwrapping, reads_as_its_base, unwrapped
from strictcheck.kinds.equality import compare_wholes
from strictcheck.kinds.iterator import IteratorKind, PulledThunk, UsedUpKind
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.partials import Deferred, Partial
from strictcheck.kinds.placing import named_after
from strictcheck.kinds.pulled import Progress
from strictcheck.kinds.sequence import Sequence
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.places import END
from strictcheck.thunks.proxy import UNSET, Thunk, force, get_value, is_forced, is_thunk
from strictcheck.thunks.special_methods import ForcingMethod


def next_line(file: Any) -> Any:
    """Return the next line of the file, as its `__next__`."""
    line = file.readline()
    if not line:
        raise StopIteration
    return line


class PartialFile(Partial):
    """File of which the beginning is known; if `ended`, all. Reading on raises `Unevaluated`."""

    file: Any
    ended: bool
    like: Any = None  # the whole file, if there is one, for its name and the like

    def _read(self, method: str, *args: Any) -> Any:
        chunk = getattr(self.file, method)(*args)
        if not self.ended and meets_end(method, chunk, *args):
            raise self._unknown("more than was read")
        return chunk

    def __copy__(self) -> PartialFile:
        made: PartialFile = object.__new__(type(self))
        vars(made).update(vars(self), file=copy.copy(self.file))
        return made

    def __iter__(self) -> PartialFile:
        return self

    __next__ = next_line
    __enter__ = __iter__

    def __exit__(self, *raised: object) -> None:
        self.file.close()

    def readlines(self) -> Any:
        """Read all lines, as files do."""
        return list(self)

    def __getattr__(self, name: str) -> Any:
        if name in ("read", "readline"):
            return functools.partial(self._read, name)
        if name in NAMES and self.like is not None:
            return getattr(self.like, name)
        if hasattr(self.cls, name) and not hasattr(self.file, name):
            raise self._unknown(f"attribute {name!r}")
        return getattr(vars(self)["file"], name)


def meets_end(method: str, chunk: Any, size: int | None = -1) -> bool:
    """True if reading `chunk` has shown that nothing comes after it."""
    is_line = method != "read" and chunk.endswith("\n" if isinstance(chunk, str) else b"\n")
    return not is_line and (size is None or size < 0 or len(chunk) < size)


def copy_in_memory(source: Any) -> Any:
    """Copy a file whose content is in memory, at the same place; None for a file of the system."""
    return copy.copy(source) if issubclass(type(source), (io.StringIO, io.BytesIO, PartialFile)) else None


def _before(whole: Any, empty: Any) -> Any:
    """Return the content of a file in memory before the place at which it stands; `empty` of any other."""
    if whole is None or whole.closed or copy_in_memory(whole) is None:
        return empty
    return whole.getvalue()[: whole.tell()]


def _known_chunks(cells: Iterator[Any]) -> tuple[list[Any], bool]:
    """Return the chunks, but for holes, and True if the end is known."""
    chunks: list[Any] = []
    try:
        for cell in cells:
            chunk = cell.decide() if type(cell) is Deferred else cell
            if not getattr(type(chunk), "_self_is_hole", False):
                chunks.append(unwrapped(chunk))
    except Unevaluated:
        return chunks, False
    return chunks, True


class FileKind(UsedUpKind):
    """Text and binary files: a read reveals one chunk, and the end when it is met. Only its user reads a file."""

    name = "chunks, read"
    reveal = IteratorKind.reveal

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise classes of `io`, and those derived from them that are read by the same methods."""
        return cls(values) if issubclass(values, io.IOBase) and reads_as_its_base(values) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that record the file chunk by chunk."""
        return named_after(self.cls, {}, FileThunk)

    def copy(self, value: Any) -> Any:
        """Copy the file, if its content is in memory."""
        copied = copy_in_memory(value)
        return SHARED if copied is None else copied

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Compare the states that pickle would keep."""
        return compare_wholes(one, other)

    def begin(self, layer: Sequence, building: Building) -> Any:
        """Make a file that gets its chunks later."""
        return building.partly_known(PartialFile, self.cls, frozenset())

    def build(self, layer: Sequence, building: Building) -> Any:
        """Make a file that goes on with the known chunks from the place at which the whole one was given."""
        chunks, ended = _known_chunks(building.cells(layer))
        whole = building.whole()
        file: Any = io.StringIO() if issubclass(self.cls, io.TextIOBase) else io.BytesIO()
        file.write(_before(whole, file.getvalue()))
        start = file.tell()
        file.writelines(chunks)
        file.seek(start)
        made = self.begin(layer, building) if building.begun is None else building.begun
        made.file, made.ended = file, ended
        made.like = whole if isinstance(whole, io.IOBase) else getattr(whole, "like", None)
        return made

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Return the copy on which the call has worked, if there is one."""
        own = get_value(part) if is_thunk(part) else UNSET
        return None if own is UNSET else Opened(part, own, [], [], lambda made: own)


# They are told by the file alone, before it is read; and those that tell nothing of the content.
NAMES = ("encoding", "errors", "fileno", "mode", "name")
BESIDE = """close closed encoding errors fileno flush isatty line_buffering mode name newlines readable seekable
    tell writable detach reconfigure""".split()
WRITING = {"write", "writelines"}


class Reading(Progress):
    """Progress in a file: `count` chunks, and `whole` when all was revealed; `written` is where writing began."""

    __slots__ = ("whole", "written")

    def __init__(self) -> None:
        super().__init__()
        self.whole = False
        self.written: int | None = None


class FileThunk(PulledThunk):
    """Thunk for a file. `_self_cells` is its `Reading`, the value behind it is the file that the call works on."""

    __slots__ = ()
    _self_is_written = Thunk._self_is_written
    _self_new_cells = cast("type", Reading)

    def _self_look(self) -> None:
        was_forced = is_forced(self)
        PulledThunk._self_look(self)
        if not was_forced:
            source = self._self_source
            copied = copy_in_memory(source)
            self._self_value = source if copied is None else copied

    def __wrapped_get__(self) -> Any:
        """Return the file for operations that reveal no content, such as `hash`."""
        FileThunk._self_look(self)
        return get_value(self)

    def __getattr__(self, name: str) -> Any:
        FileThunk._self_look(self)
        if name == "__wrapped__":  # wrapt's Python build asks for it here
            return FileThunk.__wrapped_get__(self)
        found = getattr(get_value(self), name)
        if name in BESIDE or name.startswith("__"):
            return found
        if not callable(found):
            FileThunk._self_reveal_rest(self)
            return getattr(get_value(self), name)
        return functools.partial(FileThunk._self_call, self, name)

    def _self_call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method that may move about in the file, or write into it."""
        reading, file = self._self_cells, get_value(self)
        if name not in WRITING:
            FileThunk._self_reveal_rest(self)
        elif reading.written is None and copy_in_memory(file) is not None:
            reading.written = file.tell()
        return getattr(file, name)(*(unwrap(arg, force_all=True) for arg in args), **kwargs)

    def _self_read(self, method: str, *args: Any) -> Any:
        """Read the next chunk of the file and record it; and the end, if it was met."""
        FileThunk._self_look(self)
        reading, file = self._self_cells, get_value(self)
        if reading.written is not None:
            FileThunk._self_reveal_rest(self)
        if reading.whole:
            return getattr(file, method)(*args)
        try:
            chunk = getattr(file, method)(*args)
        except Exception as error:
            self._self_stopped(error)
            raise
        if chunk:  # looked at: nearly all that reads a file is C code
            self._self_note(chunk)
        if meets_end(method, chunk, *args):
            reading.whole = True
            self._self_log.add((self._self_number, END), None)
        return chunk

    def _self_reveal_rest(self) -> None:
        """Record all of the original content that was not read yet; the file stays where it is."""
        reading, file = self._self_cells, get_value(self)
        if reading.whole:
            return
        reading.whole = True
        rest = copy_in_memory(self._self_source)
        at = file.tell() if reading.written is None and file.seekable() else reading.written
        if rest is None:
            rest = file
        elif at is not None:
            rest.seek(at)
        unread = rest.read() if rest.readable() else None
        if unread:
            self._self_note(unread)
        if rest is file and at is not None:
            file.seek(at)
        self._self_log.add((self._self_number, END), None)

    __iter__ = force
    __next__ = next_line

    def __copy__(self) -> Any:
        FileThunk._self_look(self)
        FileThunk._self_reveal_rest(self)
        return copy.copy(get_value(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.__copy__()

    def __enter__(self) -> Any:
        FileThunk._self_look(self)
        get_value(self).__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return get_value(self).__exit__(*error)

    @ForcingMethod
    def read(self, size: Any = -1) -> Any:
        """Read, as files do; reveals the chunk."""
        return self._self_read("read", unwrap(size, force_all=True))

    @ForcingMethod
    def readline(self, size: Any = -1) -> Any:
        """Read a line, as files do; reveals the chunk."""
        return self._self_read("readline", unwrap(size, force_all=True))

    @ForcingMethod
    def readlines(self, hint: Any = -1) -> list[Any]:
        """Read lines, as files do; reveals the chunks."""
        lines, size, most = [], 0, unwrap(hint, force_all=True)
        for line in self:
            lines.append(line)
            size += len(line)
            if most is not None and 0 < most <= size:
                break
        return lines
