"""How ordinary values become stand-ins on their way into a borrowed test: each is handed in through `observing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from types import ModuleType
from typing import Any

from strictcheck import is_forced, is_thunk, observing
from strictcheck.kinds.unwrapping import unwrap

__all__ = ["Feeding", "Making", "as_thunk", "fed"]


class Feed:
    """The observations of one test case: one for each value handed in, open until the case is over."""

    def __init__(self, atoms: tuple[type, ...]) -> None:
        self.atoms = atoms
        self.opened: list[tuple[Context, Any, Any]] = []

    def hand_in(self, value: Any) -> Any:
        # Each in a context of its own: as many may be open at a time as a case likes, and none is nested in another.
        context = copy_context()
        block = observing(value, atoms=self.atoms)
        seen = context.run(block.__enter__)
        self.opened.append((context, block, seen))
        thunk, seen._value = seen.value, None  # some cases look who keeps a value alive
        return thunk

    def close(self) -> None:
        """Seal all records, then read each: what was looked at has to be a demand, whatever the case did."""
        for context, block, _ in self.opened:
            context.run(block.__exit__, None, None, None)
        for _, _, seen in self.opened:
            str(seen.demand)


_feed: ContextVar[Feed | None] = ContextVar("feed", default=None)


@contextmanager
def fed(atoms: tuple[type, ...] = ()) -> Iterator[Feed]:
    """Let values be handed in as stand-ins in this block; elsewhere they go in as they are."""
    feed = Feed(atoms)
    token = _feed.set(feed)
    try:
        yield feed
    finally:
        _feed.reset(token)
        feed.close()


def as_thunk(value: Any) -> Any:
    """The stand-in for `value`; `value` itself if it is one already, or outside of `fed`."""
    feed = _feed.get()
    # The Placeholder of a `functools` that was imported afresh is not the one that the library knows.
    is_itself = is_thunk(value) or type(value).__name__ == "_PlaceholderType"
    return value if feed is None or is_itself else feed.hand_in(value)


class Standing:
    """In place of a function, class or module: does and is what `target` does and is, but for how it is called."""

    def __init__(self, target: Any) -> None:
        self.target = target
        self.__module__ = str(getattr(target, "__module__", ""))  # or that of this class would be told

    def __getattr__(self, name: str) -> Any:
        return getattr(self.target, name)

    def __getitem__(self, key: Any) -> Any:
        return self.target[key]

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        return (self.target,)

    def __instancecheck__(self, value: Any) -> bool:
        return isinstance(value, self.target)

    def __subclasscheck__(self, cls: type) -> bool:
        return issubclass(cls, self.target)

    def __eq__(self, other: object) -> bool:
        return bool(self.target == (other.target if isinstance(other, Standing) else other))

    def __hash__(self) -> int:
        return hash(self.target)

    def __or__(self, other: Any) -> Any:
        return self.target | other

    def __reduce__(self) -> Any:
        return _itself, (self.target,)


def _write_back(value: Any, thunk: Any) -> None:
    """What a call did to the stand-in for a list, a dict, or an object of the test's own classes, done to `value`."""
    now = unwrap(thunk, force_all=True)
    if now is value:
        return
    if isinstance(value, list):
        value[:] = now
    elif type(value) is dict:
        value.clear()
        value.update(now)
    elif type(value).__module__.startswith("test.") and hasattr(value, "__dict__"):
        vars(value).update(vars(now))


def _itself(value: Any) -> Any:
    return value


class Feeding(Standing):
    """Calls the function or class with a stand-in for each argument; so do the functions of a module or class.

    As with `observe`, what comes back is made plain; what the call did to an argument was done to a copy, and is done
    to the argument here, since the cases were written to see it there.
    """

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        given = [*args, *kwargs.values()]
        thunks = list(map(as_thunk, given))
        named = dict(zip(kwargs, thunks[len(args) :], strict=True))
        try:
            return unwrap(self.target(*thunks[: len(args)], **named), force_all=True)
        except RecursionError:
            thunks = given  # what contains itself has no end to be read to
            raise
        finally:
            for value, thunk in zip(given, thunks, strict=True):
                if value is not thunk and is_forced(thunk):
                    _write_back(value, thunk)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.target, name)
        within = isinstance(self.target, (type, ModuleType)) and callable(found) and not name.startswith("__")
        is_error = isinstance(found, type) and issubclass(found, BaseException)
        return Feeding(found) if within and not is_error else found


class Making(Standing):
    """Calls the class on what it is given, and hands in what that makes: the value under test is a stand-in."""

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return as_thunk(self.target(*args, **kwargs))

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.target, name)
        return _making(found) if name == "fromkeys" else found


def _making(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **kwargs: as_thunk(function(*args, **kwargs))
