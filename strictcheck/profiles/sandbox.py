"""Sandbox of a worker process: no network, no subprocesses, no writes outside a temporary folder, and limits.

An audit hook cannot be removed again, so it is installed in worker processes only. It refuses by an exception and keeps
a note, for the function may swallow that.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

from strictcheck.processes import alarm

resource: Any = None
with contextlib.suppress(ImportError):  # on Windows there are no such limits
    resource = importlib.import_module("resource")

MEGABYTE = 2**20
MEMORY, STACK, CPU_SECONDS, FILE_SIZE = 4096 * MEGABYTE, 8 * MEGABYTE, 120, 16 * MEGABYTE
HANGING = 2  # seconds after the alarm, which code in C does not hear, until the process is ended
MOST_DESCRIPTORS = 256  # of files that a worker has open when it begins
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PROCESSES = """os.system os.exec os.fork os.forkpty os.spawn os.posix_spawn os.kill os.startfile subprocess.Popen
    pty.spawn ctypes.dlopen signal.pthread_kill""".split()
LOCAL = ("socket.__new__", "socket.gethostname")  # they reach no other machine
CHANGES = """os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.utime
    os.putenv os.unsetenv shutil.rmtree shutil.move shutil.copyfile os.mkfifo os.mknod os.setxattr
    os.removexattr""".split()


class Refused(PermissionError):
    """The function tried to do what it may not do in a worker; the message says what."""


class Sandbox:
    """Sandbox of this process, closed for as long as a `with` block of `closed()` runs. `refused` lists the tries.

    Without a folder it stays open.
    """

    def __init__(self, folder: str | None) -> None:
        self.folder = "" if folder is None else os.path.realpath(folder)
        self.refused: list[str] = []
        self._is_closed = False
        if folder is not None:
            self._descriptors = frozenset(filter(_is_open, range(MOST_DESCRIPTORS)))
            _limit_resources()
            sys.addaudithook(self._audit)

    @contextlib.contextmanager
    def closed(self, seconds: float) -> Iterator[None]:
        """Refuse what the module says, and raise `TimeOver` in the block after this many seconds of the processor.

        Code in C that hangs is not interrupted by that; it ends the process.
        """
        if not self.folder:
            yield
            return
        with alarm(seconds, of_processor=True):
            _limit("CPU", int(process_time() + seconds + HANGING), CPU_SECONDS)
            self._is_closed = True
            try:
                yield
            finally:
                self._is_closed = False
                _limit("CPU", CPU_SECONDS)

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._is_closed or not _is_watched(event):
            return
        tried = self._forbidden(event, args)
        if tried is not None:
            self.refused.append(tried)
            raise Refused(f"would {tried}, which a worker may not; --allow lets it")

    def _forbidden(self, event: str, args: tuple[Any, ...]) -> str | None:
        if event == "open":
            path, mode, flags = args
            if path in self._descriptors:
                return "use a file descriptor that was open before"
            is_write = bool(set(mode or "") & set("wax+")) or bool((flags or 0) & WRITES)
            return f"write {path!r}" if is_write and not self._is_inside(path) else None
        if event in PROCESSES:
            return f"start or end a process ({event})"
        if event.startswith("socket."):
            return f"use the network ({event})"
        if not all(self._is_inside(path) for path in args if type(path) in (str, bytes)):
            return f"change {args[0]!r} ({event})"
        return None

    def _is_inside(self, path: Any) -> bool:
        """True for paths in the folder, and for a file descriptor, whose file was opened under this rule."""
        if type(path) is int:
            return True
        real = os.path.realpath(os.fsdecode(path))
        return real == os.devnull or os.path.commonpath([real, self.folder]) == self.folder


@functools.cache  # each `id()` is an event, of which an observed call has hundreds
def _is_watched(event: str) -> bool:
    is_of_network = event.startswith("socket.") and event not in LOCAL
    return event == "open" or event in PROCESSES or event in CHANGES or is_of_network


def _is_open(descriptor: int) -> bool:
    with contextlib.suppress(OSError):
        os.fstat(descriptor)
        return True
    return False


def _limit_resources() -> None:
    # Recursion in C ends at the limit of the stack, and not by eating the machine's memory.
    limits = {"AS": MEMORY, "CPU": CPU_SECONDS, "FSIZE": FILE_SIZE, "STACK": STACK, "CORE": 0}
    for name, most in limits.items():
        _limit(name, most)


def _limit(name: str, now: int, most: int | None = None) -> None:
    """Set a limit of this process; `most` is the one that it can be raised to later."""
    with contextlib.suppress(ValueError, OSError, AttributeError):  # there is no such limit here
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (now, now if most is None else most))
