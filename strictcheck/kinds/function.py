"""Functions: calls, and a table from printed arguments to results."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from strictcheck.kinds.attributes import open_in_place
from strictcheck.kinds.building import Building, Opened, Unwrapping, refer_again
from strictcheck.kinds.delayed import hole
from strictcheck.kinds.function_thunk import BOUND, FUNCTIONS, METHODS, FunctionThunk, all_held, held_by, reading_held
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import HOLE, Frame, Layer, Parts
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.kinds.placing import named_after
from strictcheck.messages import in_a_line, shown
from strictcheck.thunks.proxy import is_thunk


@dataclass(frozen=True, slots=True)
class Function(Layer):
    """Function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`. Among the
    calls are the names of what a bound method or a partial function holds, such as `"__self__"`. `function` is the
    function, for a partial value to call again; it takes no part in comparison, nor does the order of calls.
    """

    calls: tuple[str, ...] = field(default=(), compare=False)
    function: Any = field(default=None, compare=False, repr=False)
    known: frozenset[str] = field(init=False, repr=False)

    opening = "Callable"

    cls = types.FunctionType
    fetched_by = "call"

    @property
    def is_no_look(self) -> bool:
        """True if nobody called."""
        return not self.calls

    def keys(self) -> tuple[str, ...]:
        """Return the calls."""
        return self.calls

    def step(self, key: Any) -> str:
        """Write `(8)`, or `.args[0]`."""
        return in_a_line(key if key.startswith("(") else f".{key}")

    def label(self, key: Any) -> str:
        """Write the call at full length."""
        return str(key)

    def words(self) -> str:
        """Describe the number of calls."""
        count = sum(call.startswith("(") for call in self.calls)
        return f"function, called {count:,} times" if count != 1 else "function, called once"

    def asked(self, parts: list[Any]) -> str:
        """Describe a call, if one was made."""
        return "a call" if parts else "whether it can be called"

    def keys_beyond(self, known: Function) -> Sequence[str]:
        """Return the calls that only this one has."""
        return [call for call in self.calls if call not in known.known]

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.calls))

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def may_have(self, key: Any) -> bool:
        """Return True: any call is possible."""
        return isinstance(key, str)

    def _leq(self, other: Function) -> bool:
        return self.known <= other.known

    def _join(self, other: Function) -> Layer:
        more = other._only(lambda call: call not in self.known)
        return Function(self.calls + more.calls, self.function or other.function)

    def _meet(self, other: Function) -> Layer | None:
        return self._only(lambda call: call in other.known)

    def _only(self, keep: Callable[[str], bool]) -> Function:
        return Function(tuple(filter(keep, self.calls)), self.function)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with the calls, in order."""
        return Function(present, self.function)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """Write `Callable({'(8)': 1})`."""
        return Frame("Callable({", [(f"{call!r}: ", children.get(call, HOLE)) for call in self.calls], "})")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """Read the calls, each with a pattern for its result, up to `})`."""
        reader.expect("(")
        reader.expect("{")
        calls: dict[str, None] = {}
        for _ in reader.items("}"):
            call = reader.string()
            if call in calls:
                raise reader.error(f"call {shown(call)} is there twice")
            calls[call] = None
            reader.advance()
            reader.expect(":")
            yield call
        reader.expect(")")
        return cls(tuple(calls))


class FunctionKind(Kind):
    """Callables: that one was called; a table from printed arguments to results."""

    name = "calls, and results"
    layers = (Function,)

    @classmethod
    def recognise(cls, values: type) -> Kind | None:
        """Recognise the classes in `FUNCTIONS`."""
        return cls(values) if issubclass(values, FUNCTIONS) else None

    def thunk_class(self, *, counting: bool) -> type:
        """Make thunks that call the function itself."""
        own: dict[str, Any] = {}
        if issubclass(self.cls, METHODS):
            own["__get__"] = FunctionThunk._self_bound
        elif issubclass(self.cls, types.MethodType) and "__get__" in vars(types.MethodType):  # from Python 3.13 on
            own["__get__"] = lambda thunk, instance, owner=None: thunk  # it is bound already
        return named_after(self.cls, own | (reading_held(self.cls) if self.can_change else {}), FunctionThunk)

    def __init__(self, cls: type) -> None:
        super().__init__(cls, mutable=False)
        self.can_change = issubclass(cls, (*BOUND, functools.partial))  # the object to which it is bound can

    is_looked_through = True
    is_data = False
    is_told_by_class = False

    def take_apart(self, value: Any) -> tuple[object, Parts]:
        """Return a function without results, which are unknown without a call."""
        return Function(), ()

    def first_layer(self, value: Any) -> object:
        """Return a function that nobody has called, to be called again."""
        return Function((), value)

    def fits(self, value: Any, layer: object) -> bool:
        """True for any function and calls: it is not called for this."""
        return isinstance(layer, Function)

    def compared(self, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """Return no parts: functions count as equal."""
        return [] if getattr(one, "__qualname__", None) == getattr(other, "__qualname__", None) else None

    def begin(self, layer: Function, building: Building) -> Any:
        """Return the function itself, if it holds nothing: two arguments may share it."""
        return None if layer.function is None or held_by(layer.function) else layer.function

    def build(self, layer: Function, building: Building) -> Any:
        """Return the function itself, to be called again, with partial values for what it holds; a hole without one."""
        if layer.function is None:
            return hole(building.path)
        held = {name: building.part(name) for name in held_by(layer.function)}
        if not held or isinstance(layer.function, (types.MethodType, functools.partial)):
            return self.with_parts(layer.function, held)
        # A partial value lacks methods in C; the thunk of it, to which this one will be bound, has them.
        return types.MethodType(_calling(layer.function.__name__), held["__self__"])

    def held(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """Return the object to which a method is bound; the function and the arguments of a partial one."""
        return held_by(value).items()

    def with_parts(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        """Make a function like it that holds these."""
        if not parts:
            return value
        if not isinstance(value, functools.partial):
            return refer_again(value, parts["__self__"])
        func, *arguments = {**all_held(value), **parts}.values()
        count = len(value.args)
        named = dict(zip(value.keywords, arguments[count:], strict=True))
        made = functools.partial.__new__(type(value), func, *arguments[:count], **named)
        made.__dict__.update(value.__dict__)
        return made

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """Return the function and the arguments of a partial one that the call made."""
        own = value._self_source if is_thunk(value) and value._self_log.is_result else value
        return all_held(own).values() if issubclass(self.cls, functools.partial) and not is_thunk(own) else ()

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the object that a method is bound to; the function and the arguments of a partial one; a closure."""
        if not self.can_change:
            return None if is_thunk(part) or unwrapping.is_callers else _open_closure(part)
        held = all_held(source)
        parts = [*held.values()]
        if not parts:
            return None
        return Opened(
            part, source, parts, parts, lambda made: self.with_parts(source, dict(zip(held, made, strict=True)))
        )


def _calling(name: str) -> Callable[..., Any]:
    return lambda this, *args, **kwargs: getattr(this, name)(*args, **kwargs)


# What a function may hold of a call that made it. Other objects may lead anywhere, and are left alone.
HELD = (types.FunctionType, tuple, list, dict, set)


def _open_closure(function: Any) -> Opened | None:
    """Open what a function closes over, and its defaults."""
    places = [(cell, "cell_contents") for cell in getattr(function, "__closure__", None) or ()]
    places += [(function, name) for name in ("__defaults__", "__kwdefaults__", "__dict__")]
    return open_in_place(function, ((functools.partial(setattr, *place), _read(place)) for place in places), HELD)


def _read(place: tuple[Any, str]) -> Any:
    try:
        return getattr(*place, None)
    except ValueError:  # the cell is empty
        return None
