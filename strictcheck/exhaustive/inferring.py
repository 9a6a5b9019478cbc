"""Domains inferred from annotations."""

from __future__ import annotations

import collections.abc
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Any, TypeVar

from strictcheck.errors import SpecError
from strictcheck.exhaustive.domains import SYMBOLS, Domain, LayerDomain, Sequences, Sum, constructor, values
from strictcheck.kinds.table import kind_of
from strictcheck.observation.call_arguments import name_of, signature_of

# Types whose values are symbolic elements in an exhaustive check: only their order matters.
ORDERED = (int, float)
SEQUENCES = {list: list, tuple: tuple, collections.abc.Sequence: tuple}
INSTEAD = "pass of=..., made of Sum, Sequences, constructor and values from strictcheck.exhaustive"


def domain_of(of: Any, property: Callable[..., Any] | None = None) -> Domain:
    """Return the domain of the annotation `of`; by default that of the only parameter of `property`.

    Classes with fields (dataclasses, attrs classes, named tuples), unions, enumerations, `Literal`, `bool`, `None`,
    lists and tuples are taken apart; `int`, `float` and type variables are elements of an order. A `Domain` is
    returned as it is. A class may define its own domain, in a class method `__domain__` that gets the
    domains of its parameters and returns one. Raises `SpecError` for other types.

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
    return _Inference().domain(of)


def _annotation(property: Callable[..., Any]) -> Any:
    with suppress(TypeError, ValueError):  # a builtin without a signature
        needed = [one for one in signature_of(property).parameters.values() if one.default is one.empty]
        if len(needed) == 1 and needed[0].annotation is not needed[0].empty:
            return needed[0].annotation
    raise SpecError(
        f"check_all: {name_of(property)} does not have exactly one parameter with an annotation; "
        "pass the type of its input, as in of=list[int]"
    )


class _Inference:
    """Inference that keeps the domains of classes, so that a class may be part of itself."""

    def __init__(self) -> None:
        self.known: dict[Any, Domain] = {}

    def domain(self, of: Any) -> Domain:
        if of not in self.known:
            domain = self._simple(of)
            if domain is None:
                self.known[of] = domain = Sum(_spell(of))  # before its parts, which may refer to it
                domain.add(*self._alternatives(of))
            self.known[of] = domain
        return self.known[of]

    def _simple(self, of: Any) -> Domain | None:
        """Return the domain of a type that cannot be part of itself."""
        origin, arguments = typing.get_origin(of), typing.get_args(of)
        if of in ORDERED or isinstance(of, TypeVar):
            return SYMBOLS
        if origin is typing.Literal:
            return values(*arguments)
        if of is None or of is types.NoneType:
            return values(None)
        if isinstance(of, type) and issubclass(of, (bool, Enum)):
            return Sum(of.__name__, [values(*((False, True) if of is bool else of))])
        return None

    def _alternatives(self, of: Any) -> Iterator[LayerDomain | Domain]:
        origin, arguments = typing.get_origin(of), typing.get_args(of)
        if origin in (typing.Union, types.UnionType):
            yield from dict.fromkeys(map(self.domain, arguments))  # int and float are elements of one order
        elif of == tuple[()] or (origin is tuple and arguments and arguments[-1] is not ...):
            yield LayerDomain(tuple, {index: self.domain(part) for index, part in enumerate(arguments)}, tuple)
        elif origin in SEQUENCES and arguments:
            yield Sequences(self.domain(arguments[0]), cls=SEQUENCES[origin])
        else:
            yield self._class(of, origin or of)

    def _class(self, of: Any, cls: Any) -> LayerDomain | Domain:
        if "__domain__" in dir(cls):
            domain: Domain = cls.__domain__(*map(self.domain, typing.get_args(of)))
            return domain
        kind = kind_of(cls) if isinstance(cls, type) else None
        if kind is None or not kind.is_record or kind.is_registered:
            raise SpecError(f"{_spell(of)}: its values are not known; {INSTEAD}")
        try:
            hints = typing.get_type_hints(cls)
            fields = {name: hints[name] for name in kind.fields}
        except (NameError, KeyError) as error:
            raise SpecError(f"{_spell(of)}: not all annotations of its fields are known ({error}); {INSTEAD}") from None
        bound = dict(zip(getattr(cls, "__parameters__", ()), typing.get_args(of), strict=False))
        return constructor(cls, {name: self.domain(_substitute(hint, bound)) for name, hint in fields.items()})


def _substitute(annotation: Any, bound: dict[Any, Any]) -> Any:
    """Replace type variables in the annotation by their bindings."""
    if annotation in bound:
        return bound[annotation]
    parameters = getattr(annotation, "__parameters__", ())
    return annotation[tuple(bound.get(p, p) for p in parameters)] if parameters and bound else annotation


def _spell(of: Any) -> str:
    return of.__name__ if isinstance(of, type) and not typing.get_args(of) else str(of).replace("typing.", "")
