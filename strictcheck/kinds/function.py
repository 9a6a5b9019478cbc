"""Functions: calls, and a table from printed arguments to results."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from strictcheck.kinds.building import Building, Opened, Unwrapping, refer_again, referent
from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import HOLE, Frame, Layer, Parts
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.pattern_reader import PatternReader
from strictcheck.kinds.placing import Container, known_part, named_after, stand_in
from strictcheck.messages import in_a_line, shown
from strictcheck.thunks.places import CELL
from strictcheck.thunks.proxy import is_thunk


@dataclass(frozen=True, slots=True)
class Function(Layer):
    """Function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`. `value`
    is the function, for a partial value to call again; it takes no part in comparison, nor does the order of calls.
    """

    calls: tuple[str, ...] = field(default=(), compare=False)
    value: Any = field(default=None, compare=False, repr=False)
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
        """Write `(8)`."""
        return in_a_line(str(key))

    def label(self, key: Any) -> str:
        """Write the call at full length."""
        return str(key)

    def words(self) -> str:
        """Describe the number of calls."""
        return f"function, called {len(self.calls):,} times" if len(self.calls) != 1 else "function, called once"

    def asked(self, parts: list[Any]) -> str:
        """Describe a call, if one was made."""
        return "a call" if parts else "whether it can be called"

    def first_beyond(self, known: Function) -> tuple[str, ...]:
        """Return the first call that only this one has."""
        return tuple(call for call in self.calls if call not in known.known)[:1]

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
        return Function(self.calls + more.calls, self.value or other.value)

    def _meet(self, other: Function) -> Layer | None:
        return self._only(lambda call: call in other.known)

    def _only(self, keep: Callable[[str], bool]) -> Function:
        return Function(tuple(filter(keep, self.calls)), self.value)

    def with_revealed(
        self, present: tuple[Any, ...], absent: frozenset[Any], listed: tuple[Any, ...] | None, ended: bool
    ) -> Layer:
        """Return the layer with the calls, in order."""
        return Function(present, self.value)

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
        own: dict[str, Any] = {"__call__": FunctionThunk.__call__}
        if issubclass(self.cls, METHODS):
            own["__get__"] = FunctionThunk._self_bound
        return named_after(self.cls, own, FunctionThunk)

    is_looked_through = True
    can_change = False
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

    def build(self, layer: Function, building: Building) -> Any:
        """Return the function itself, to be called again; a hole if there is none."""
        return building.hole() if layer.value is None else layer.value

    def parts_to_force(self, value: Any) -> Iterable[Any]:
        """The function and the arguments of a partial one that the call made."""
        own = value._self_source if is_thunk(value) and value._self_log.is_result else value
        return _parts_of(own) if issubclass(self.cls, functools.partial) and not is_thunk(own) else ()

    def unwrap(self, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """Open the object that a method is bound to; the function and the arguments of a partial one."""
        if issubclass(self.cls, functools.partial):
            parts = _parts_of(source)
            return Opened(part, source, parts, parts, lambda made: _partial_again(source, *made))
        bound = getattr(source, "__self__", None) if issubclass(self.cls, BOUND) else None
        if bound is None or isinstance(bound, (type, types.ModuleType)):
            return None
        return Opened(part, source, [bound], [bound], lambda made: refer_again(source, made[0]))


def _parts_of(partial: Any) -> list[Any]:
    return [partial.func, *partial.args, *partial.keywords.values()]


def _partial_again(source: Any, function: Any, *arguments: Any) -> Any:
    count = len(source.args)
    named = dict(zip(source.keywords, arguments[count:], strict=True))
    made = functools.partial.__new__(type(source), function, *arguments[:count], **named)
    made.__dict__.update(source.__dict__)
    return made


FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType,
    types.MethodDescriptorType, types.WrapperDescriptorType, functools.partial, type(functools.cache(len)),
)  # fmt: skip
BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)
METHODS = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)


class FunctionThunk(Container):
    """Thunk for a function, which is called on thunks. `_self_cells` counts calls by printed arguments."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function, and record the call. A method that is bound to a known object is bound to its thunk."""
        type(self)._self_look(self)
        log, source = self._self_log, self._self_source
        known = log.shared.get(id(referent(source)))
        if known is not None:
            source = refer_again(source, known[0])
        try:
            result = source(*args, **kwargs)
        except Exception as error:
            with log.lock:
                log.add((self._self_number, self._self_called(args, kwargs)), Raised(error))
            raise
        return stand_in(log, (self._self_number, self._self_called(args, kwargs)), result)

    def _self_bound(self, instance: Any, owner: Any = None) -> Any:
        """Bind the function, which is a method in a class."""
        return self if instance is None else types.MethodType(self, instance)

    def _self_called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """Record this call by its arguments as printed now, and return that; a repetition is a call of its own."""
        log = self._self_log
        shown = [str(known_part(value)) for value in args]
        shown += [f"{name}={known_part(value)}" for name, value in kwargs.items()]
        text = f"({', '.join(shown)})"
        with log.lock:
            calls = self._self_cells
            count = calls.get(text, 0) + 1
            key = text if count == 1 else f"{text} #{count}"
            log.reveal(self._self_number, key, CELL)
            calls[text] = count
            return key
