"""From an annotation to the domain of its values."""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, TypeVar

from strictcheck.errors import SpecError
from strictcheck.exhaustive.domains import SYMBOLS, Domain, Layer, Sequence, Sum, constructor, values
from strictcheck.kinds.table import shape_of
from strictcheck.observation.call_arguments import name_of

__all__ = ["domain_of"]

# Of these only the order matters, as far as an exhaustive check goes: their values are never made.
ORDERED = (int, float)
SEQUENCES = {list: list, tuple: tuple, collections.abc.Sequence: tuple}
INSTEAD = "pass of=..., made of Sum, Sequence, constructor and values from strictcheck.exhaustive"


def domain_of(of: Any, property: Callable[..., Any] | None = None) -> Domain:
    """The domain of the values of the annotation `of`; by default that of the only parameter of `property`.

    Classes with fields (dataclasses, attrs classes, named tuples), unions, enumerations, `Literal`, `bool`, `None`,
    lists and tuples are taken apart; `int`, `float` and type variables are elements of an order. A `Domain` is
    returned as it is. A class may say itself what its values are, in a class method `__domain__` that is given the
    domains of its parameters and returns one. Raises `SpecError` for others, with the way to it.

    >>> domain_of(list[bool]), domain_of(list[bool]).least
    (<list[bool]>, 0)
    >>> domain_of(dict[str, int])
    Traceback (most recent call last):
    ...
    strictcheck.errors.SpecError: dict[str, int]: its values are not known; pass of=..., made of Sum, ...
    """
    if isinstance(of, Domain):
        return of
    if of is None and property is not None:
        of = _annotation(property)
    return _Inferring().domain(of)


def _annotation(property: Callable[..., Any]) -> Any:
    try:
        hints = typing.get_type_hints(property)
        parameters = list(inspect.signature(property).parameters)
    except (TypeError, ValueError, NameError):
        hints, parameters = {}, []
    if len(parameters) != 1 or parameters[0] not in hints:
        raise SpecError(
            f"check_all: {name_of(property)} does not have exactly one parameter with an annotation; "
            "pass the type of its input, as in of=list[int]"
        )
    return hints[parameters[0]]


class _Inferring:
    """Keeps the domains of classes, so that a class may be part of itself."""

    def __init__(self) -> None:
        self.known: dict[Any, Domain] = {}

    def domain(self, of: Any) -> Domain:
        if of not in self.known:
            made = self._simple(of)
            if made is None:
                self.known[of] = made = Sum(_spelled(of))  # before its parts, which may need it
                made.add(*self._alternatives(of))
            self.known[of] = made
        return self.known[of]

    def _simple(self, of: Any) -> Domain | None:
        """The domain of a type that is no part of itself."""
        origin, arguments = typing.get_origin(of), typing.get_args(of)
        if origin is typing.Annotated:
            return self.domain(arguments[0])
        if of in ORDERED or isinstance(of, TypeVar):
            return SYMBOLS
        if origin is typing.Literal:
            return values(*arguments)
        if of is bool:
            return _named("bool", values(False, True))
        if of is None or of is types.NoneType:
            return values(None)
        if isinstance(of, type) and issubclass(of, Enum):
            return _named(of.__name__, values(*of))
        return None

    def _alternatives(self, of: Any) -> Iterator[Layer | Domain]:
        origin, arguments = typing.get_origin(of), typing.get_args(of)
        if origin in (typing.Union, types.UnionType):
            yield from (self.domain(argument) for argument in arguments)
        elif of == tuple[()] or (origin is tuple and arguments and arguments[-1] is not ...):
            yield Layer(tuple, {index: self.domain(part) for index, part in enumerate(arguments)}, tuple)
        elif origin in SEQUENCES and arguments:
            yield Sequence(self.domain(arguments[0]), cls=SEQUENCES[origin])
        else:
            yield self._class(of, origin or of)

    def _class(self, of: Any, cls: Any) -> Layer | Domain:
        if "__domain__" in dir(cls):
            domain: Domain = cls.__domain__(*map(self.domain, typing.get_args(of)))
            return domain
        shape = shape_of(cls) if isinstance(cls, type) else None
        if shape is None or not shape.kind.is_record or shape.rebuild is not None:
            raise SpecError(f"{_spelled(of)}: its values are not known; {INSTEAD}")
        try:
            hints = typing.get_type_hints(cls)
            fields = {name: hints[name] for name in shape.fields}
        except (NameError, KeyError) as error:
            raise SpecError(
                f"{_spelled(of)}: not all annotations of its fields are known ({error}); {INSTEAD}"
            ) from None
        bound = dict(zip(getattr(cls, "__parameters__", ()), typing.get_args(of), strict=False))
        return constructor(cls, {name: self.domain(_put_in(hint, bound)) for name, hint in fields.items()})


def _put_in(annotation: Any, bound: dict[Any, Any]) -> Any:
    """The annotation with type variables replaced by what they are bound to."""
    if annotation in bound:
        return bound[annotation]
    parameters = getattr(annotation, "__parameters__", ())
    return annotation[tuple(bound.get(p, p) for p in parameters)] if parameters and bound else annotation


def _named(name: str, domain: Domain) -> Domain:
    domain.name = name
    return domain


def _spelled(of: Any) -> str:
    return of.__name__ if isinstance(of, type) and not typing.get_args(of) else str(of).replace("typing.", "")
