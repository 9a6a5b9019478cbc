"""Functions: the layer of one that was called, its calls and results. Their thunk is in `kinds.function`."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.kinds.classes import is_thunk_class
from strictcheck.kinds.kind import Building, Kind, Opened, Shape, Unwrapping
from strictcheck.kinds.layer import HOLE, Frame, JsonReader, Layer, Parts, PatternReader, different, json_strings
from strictcheck.messages import shown

__all__ = ["Function", "FunctionKind"]


BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)


@dataclass(frozen=True, slots=True, eq=False)
class Function(Layer):
    """A function that was called, with the calls as printed arguments, `"(8)"`; their results are the fields.

    A second call with equal arguments that may have given another result is a call of its own, `"(8) #2"`. `value`
    is the function, for a partial value to call again; it takes no part in comparison, nor does the order of calls.
    """

    calls: tuple[str, ...] = ()
    value: Any = field(default=None, compare=False, repr=False)
    known: frozenset[str] = field(init=False, repr=False)

    opening = "Callable"
    tag = "calls"
    cls = types.FunctionType

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.calls))

    def __eq__(self, other: object) -> bool:
        return self.known == other.known if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.known)

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def may_have(self, key: Any) -> bool:
        """Any call at all."""
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
        """The calls, in order."""
        return Function(present, self.value)

    def frame(self, children: dict[Any, int], most: int | None) -> Frame:
        """`Callable({'(8)': 1})`."""
        return Frame("Callable({", [(f"{call!r}: ", children.get(call, HOLE)) for call in self.calls], "})")

    @classmethod
    def read(cls, reader: PatternReader) -> Generator[Any, None, Layer]:
        """The calls, each with a pattern for its result, up to `})`."""
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

    def to_json(self, keys: Callable[[Iterable[Any]], list[Any]]) -> dict[str, Any]:
        """`{"calls": [...]}`."""
        return {"calls": list(self.calls)}

    @classmethod
    def from_json(cls, data: dict[str, Any], reader: JsonReader) -> Layer:
        """The layer that `to_json` wrote."""
        match data:
            case {"calls": calls, **other} if not other:
                return cls(tuple(different(json_strings(calls))))
        raise DemandError("{'calls': [...]}")


class FunctionKind(Kind):
    """Callables: that it was called; a table from printed arguments to what came back."""

    name = "calls, and results"
    is_looked_through = True

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """Nothing is known of its results without calling it."""
        return Function(), ()

    def fits(self, shape: Shape, value: Any, layer: object) -> bool:
        """Any function fits any calls: it is not called to find out."""
        return isinstance(layer, Function)

    def parts_named(self, shape: Shape, value: Any, keys: Iterable[Any]) -> list[Any] | None:
        """None of the results is compared."""
        return []

    def build(self, shape: Shape, layer: Function, building: Building) -> Any:
        """The function itself, to be called again; a hole if there is none."""
        return building.hole() if layer.value is None else layer.value

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The object that a method is bound to; the function and the arguments of a partial one."""
        if shape.cls is functools.partial:
            parts = [source.func, *source.args, *source.keywords.values()]
            return Opened(part, source, parts, parts, lambda made: _partial_again(source, *made))
        bound = getattr(source, "__self__", None) if issubclass(shape.cls, BOUND) else None
        if bound is None or isinstance(bound, (type, types.ModuleType)):
            return None
        return Opened(part, source, [bound], [bound], lambda made: _bound_again(source, made[0]))


def _partial_again(source: Any, function: Any, *arguments: Any) -> Any:
    count = len(source.args)
    made = functools.partial(function, *arguments[:count], **dict(zip(source.keywords, arguments[count:], strict=True)))
    made.__dict__.update(source.__dict__)
    return made


def _bound_again(source: Any, bound: Any) -> Any:
    """The method of another object; one of a thunk's own is that of the value."""
    holder: type = type(source.__self__)
    is_own = isinstance(source, types.MethodType) and not is_thunk_class(holder)
    return types.MethodType(source.__func__, bound) if is_own else getattr(bound, source.__name__)
