"""Looking from outside: whoever shows a value to people must not look at it for the observed code.

pytest explains a failed assertion, Hypothesis prints a failing example, IPython displays a result, a debugger lists
variables: all of them ask for the `repr` of a thunk, and most of them first ask what it is an instance of. Asked by
observed code, that is a use like any other; asked by these, it is none. Who asks is told by the call stack, which is
looked at only where it costs little: in `repr`, before a delayed computation is started, and once a record is sealed.
While an observation is open, forcing is too frequent for that: there a shower has to say that it shows, with
`from_outside`, as the pytest plugin does for pytest.
Skip this module unless a tool that shows values is missing from its list.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Any
from weakref import ref

from strictcheck.errors import StrictCheckError

__all__ = ["FromOutside", "asked_from_outside", "closed", "from_outside", "opened", "refuse_outsiders"]

# Modules, and classes in them, that show values to people.
SHOWERS = (
    "_pytest.assertion.", "_pytest._code.", "_pytest._io.", "_pytest.python.IdMaker.", "unittest.util.", "traceback.",
    "hypothesis.vendor.pretty.", "hypothesis.internal.reflection.", "hypothesis.control._Checker.", "rich.traceback.",
    "IPython.", "ipykernel.", "jedi.", "stack_data.", "pure_eval.", "pandas.io.formats.",
    # What variable inspectors of Jupyter and VS Code define in the notebook itself; that of Spyder.
    "__main__._jupyterlab_variableinspector_", "__main__._VSCODE_", "spyder_kernels.",
    "doctest.DocTestFinder.", "unittest.loader.", "pydoc.", "pdoc.", "pdb.", "bdb.", "debugpy.", "_pydevd_bundle.",
)  # fmt: skip
# Modules that ask because somebody asked them.
GO_BETWEENS = (
    "strictcheck.", "wrapt.", "reprlib.", "pprint.", "rich.pretty.", "rich.repr.", "inspect.", "dataclasses.", "abc.",
    "collections.abc.", "functools.", "contextlib.",
)  # fmt: skip

_showing: ContextVar[bool] = ContextVar("strictcheck_showing", default=False)
_open: dict[int, ref[Any]] = {}  # the records that are open, by their id


class FromOutside(StrictCheckError, AttributeError, TypeError):
    """Somebody outside of the observed code touched what nobody has looked at.

    To Python it is an attribute or an operation that is not there: `isinstance` and `hasattr` say no, and go on.
    """


def asked_from_outside(*, showing: bool = False) -> bool:
    """Whether whoever asks the library right now only shows values to people.

    With `showing`, methods called `__repr__` ask on behalf of their callers: the question is who wants to see.

    >>> asked_from_outside()
    False
    """
    if _showing.get():
        return True
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        asker = f"{_module_of(frame)}.{frame.f_code.co_qualname}"
        if not asker.startswith(GO_BETWEENS) and not (showing and frame.f_code.co_name == "__repr__"):
            return asker.startswith(SHOWERS)
        frame = frame.f_back
    return False


def _module_of(frame: FrameType) -> Any:
    """The name of the module; of one that is run as a program (`python -m doctest`), its real name."""
    name = frame.f_globals.get("__name__")
    return name if name != "__main__" else getattr(frame.f_globals.get("__spec__"), "name", name)


def refuse_outsiders(*_: Any) -> None:
    """Raise `FromOutside` if whoever is about to force only shows values to people. Any arguments are ignored."""
    if asked_from_outside():
        raise FromOutside("not looked at: whoever shows a value must not force it")


def opened(record: Any) -> None:
    """Note that `record` takes up forcings from here on."""
    key = id(record)
    _open[key] = ref(record, lambda _: _open.pop(key, None))  # one that nobody closes is forgotten all the same


def closed(record: Any) -> None:
    """Note that it no longer does."""
    _open.pop(id(record), None)


@contextmanager
def from_outside() -> Iterator[None]:
    """Let nothing be forced in this block, in no observation that is open when it begins; other threads force as ever.

    What it would have forced raises `FromOutside`.
    """
    records = [record for record in (known() for known in list(_open.values())) if record is not None]
    before = _showing.get()
    try:
        _showing.set(True)
        with ExitStack() as stack:
            for record in records:
                record.watch_with(refuse_outsiders, stack)
            yield
    finally:
        _showing.set(before)
