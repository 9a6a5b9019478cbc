"""Atoms: notation in patterns of values without parts, and their values from the notation.

Numbers, strings, dates and their like are written as Python writes them; enum members, classes, functions and modules
by name. The same notation serves for the keys of mappings, which may also be tuples and records of these.
"""

from __future__ import annotations

import cmath
import dataclasses
import datetime
import math
import pathlib
import sys
import types
import uuid
import zoneinfo
from collections.abc import Callable, Hashable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from strictcheck.errors import DemandError
from strictcheck.messages import MOST_BITS, in_a_line
from strictcheck.names import is_name, pattern_name
from strictcheck.thunks.classes import getattr_static, is_known_by_identity

ATOMS = (
    int, float, complex, str, bytes, range, Decimal, Fraction, datetime.date, datetime.time, datetime.timedelta,
    datetime.tzinfo, uuid.UUID, pathlib.PurePath,
)  # fmt: skip
Arguments = tuple[list[Any], dict[str, Any]]

NUMBERS_AND_TEXT = (int, float, complex, str, bytes)
_WRITTEN_AS_REPR = {str, bytes, bool, type(None), type(...), type(NotImplemented)}
_NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType, types.ModuleType)


def _datetime_arguments(value: Any) -> Arguments:
    names = ("year", "month", "day", "hour", "minute", "second", "microsecond")
    numbers = [getattr(value, name) for name in names if hasattr(value, name)]
    while len(numbers) > 3 and numbers[-1] == 0:
        numbers.pop()
    optional = {"tzinfo": getattr(value, "tzinfo", None), "fold": getattr(value, "fold", 0)}
    return numbers, {name: argument for name, argument in optional.items() if argument}


def _timedelta_arguments(value: datetime.timedelta) -> Arguments:
    parts = {name: getattr(value, name) for name in ("days", "seconds", "microseconds")}
    return [], {name: number for name, number in parts.items() if number or (name == "days" and not value)}


# Arguments that make a value of each class, or of a subclass, again. The first class that fits counts.
_ARGUMENTS: dict[type, Callable[[Any], Arguments]] = {
    int: lambda value: ([int.__int__(value)], {}),
    float: lambda value: ([float.__float__(value)], {}),
    complex: lambda value: ([complex(value.real, value.imag)], {}),
    str: lambda value: ([str.__str__(value)], {}),
    bytes: lambda value: ([bytes.join(b"", [value, b""])], {}),
    Decimal: lambda value: ([str(value)], {}),
    Fraction: lambda value: ([value.numerator, value.denominator], {}),
    datetime.date: _datetime_arguments,
    datetime.time: _datetime_arguments,
    datetime.timedelta: _timedelta_arguments,
    datetime.timezone: lambda value: (list(value.__getinitargs__()), {}),
    zoneinfo.ZoneInfo: lambda value: ([value.key], {}),
    uuid.UUID: lambda value: ([str(value)], {}),
    pathlib.PurePath: lambda value: ([str(value)], {}),
    range: lambda value: ([value.start, value.stop, *([value.step] if value.step != 1 else [])], {}),
    slice: lambda value: ([value.start, value.stop, value.step], {}),
    set: lambda value: ([sorted(value, key=key_text)], {}),
    frozenset: lambda value: ([sorted(value, key=key_text)], {}),
}


@lru_cache(maxsize=256)
def is_atom_class(cls: type) -> bool:
    """True if values of `cls` are atoms that are written as a call of it, such as `Decimal('1.5')`."""
    return issubclass(cls, (*_ARGUMENTS, Enum))


def atom_text(value: Any) -> str | None:
    """Write an atom; None if it has no notation, so that a pattern has only its class.

    >>> from fractions import Fraction
    >>> atom_text(-1), atom_text(float("inf")), atom_text(Fraction(1, 2)), atom_text({2, 1}), atom_text(int)
    ('-1', "float('inf')", 'Fraction(1, 2)', 'set([1, 2])', 'int')
    >>> atom_text(object()) is None
    True
    """
    kind = type(value)
    if kind in _WRITTEN_AS_REPR:
        return repr(value)
    if kind in _NUMBER_TEXT:
        return _NUMBER_TEXT[kind](value)
    # By its actual class: `value.__class__` may be anything.
    if issubclass(kind, _NAMED):
        return pattern_name(value)
    if issubclass(kind, Enum):
        return _enum_text(value)
    for base, arguments in _ARGUMENTS.items():
        if issubclass(kind, base):
            return _call_text(kind, *arguments(value))
    return None


def _integer_text(value: int) -> str:
    if value.bit_length() > MOST_BITS:
        return hex(value)
    try:
        return repr(value)
    except ValueError:  # Python has been told to write, and read, even fewer decimal digits
        return hex(value)


def _complex_text(value: complex) -> str:
    text = repr(value).strip("()")
    return text if cmath.isfinite(value) else f"complex('{text}')"


_NUMBER_TEXT: dict[type, Callable[[Any], str]] = {
    int: _integer_text,
    float: lambda value: repr(value) if math.isfinite(value) else f"float('{value!r}')",
    complex: _complex_text,
}


def _enum_text(member: Enum) -> str | None:
    cls = type(member)
    if is_name(member.name) and cls.__members__.get(member.name) is member and pattern_name(cls):
        return f"{pattern_name(cls)}.{member.name}"
    return _call_text(cls, [member.value], {})


def _call_text(cls: type, arguments: list[Any], named: dict[str, Any]) -> str | None:
    name = pattern_name(cls)
    if name is None:
        return None
    written = [f"[{', '.join(map(key_text, part))}]" if type(part) is list else key_text(part) for part in arguments]
    return f"{name}({', '.join([*written, *(f'{key}={key_text(part)}' for key, part in named.items())])})"


def key_text(key: Any) -> str:
    """Write a key of a mapping: an atom, or a tuple or record of such.

    A key that is equal only to itself cannot be read back: an object is written by its class, and NaN is read as
    another NaN.

    >>> key_text("k"), key_text((1, (2,))), key_text(object())
    ("'k'", '(1, (2,))', 'object()')
    """
    if type(key) is tuple:
        return f"({', '.join(map(key_text, key))}{',' if len(key) == 1 else ''})"
    text = atom_text(key)
    if text is None and isinstance(key, tuple) and hasattr(key, "_fields"):
        text = _call_text(type(key), list(key), {})
    elif text is None and _is_compared_by_fields(key):
        cls: Any = type(key)
        fields = [field.name for field in dataclasses.fields(cls) if field.init]
        text = _call_text(type(key), [], {name: getattr(key, name) for name in fields})
    return f"{pattern_name(type(key))}()" if text is None else text


def _is_compared_by_fields(key: Any) -> bool:
    cls: Any = type(key)
    return not is_known_by_identity(cls) and dataclasses.is_dataclass(cls)


def is_readable(key: Any) -> bool:
    """True if an equal key can be read from its text: it has no part that is equal only to itself, such as a lambda.

    >>> is_readable((1, frozenset({"a"}))), is_readable((1, lambda: 1))
    (True, False)
    """
    todo = [key]
    while todo:
        part = todo.pop()
        if isinstance(part, (tuple, frozenset)):
            todo.extend(part)
        elif _is_compared_by_fields(part):
            todo.extend(getattr(part, field.name) for field in dataclasses.fields(part) if field.init)
        elif atom_text(part) is None:
            return False
    return True


def atom_key(value: Any) -> Hashable | None:
    """Return a key that equal atoms share: class and value, so that 1 is not True; NaN is equal to NaN.

    None if the atom has no notation, and so is known by its class only.

    >>> atom_key(1) == atom_key(True), atom_key(float("nan")) == atom_key(float("nan"))
    (False, True)
    """
    kind: type = type(value)
    if kind in _HASHABLE and value == value:  # NaN is not
        return kind, value
    text = atom_text(value)
    return None if text is None else (kind, value if _is_itself(value) else text)


def _is_itself(value: Any) -> bool:
    """True if an atom can be compared as it is: not NaN, and not an atom with an `==` of the user's."""
    cls: type = type(value)
    if _has_own_equality(cls):
        return False
    try:
        hash(value)
        return bool(value == value)
    except Exception:  # slices and sets have no hash, and a signalling NaN has no ==
        return False


@lru_cache(maxsize=256)
def _has_own_equality(cls: type) -> bool:
    methods = (getattr_static(cls, name) for name in ("__eq__", "__hash__"))
    written = [method for method in methods if isinstance(method, types.FunctionType)]
    return any(method.__module__.partition(".")[0] not in sys.stdlib_module_names for method in written)


_HASHABLE = {*_WRITTEN_AS_REPR, int, float, complex}


def make(cls: type, arguments: list[Any], named: dict[str, Any]) -> Any:
    """Make the value that is written `cls(*arguments, **named)`.

    A number or string of the user's own class is made without its `__init__`. Raises `DemandError` if `cls` does not
    take the arguments.

    >>> make(range, [0, 3], {})
    range(0, 3)
    >>> make(range, ["3"], {})
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandError: range cannot be made from ('3'): 'str' object cannot be interpreted as an integer
    """
    try:
        plain = next((base for base in NUMBERS_AND_TEXT if issubclass(cls, base)), None)
        if any(type(argument) is list for argument in arguments) and not issubclass(cls, (set, frozenset)):
            raise TypeError("a list stands in sets only")  # only sets are written with one
        if issubclass(cls, Fraction) and not all(isinstance(argument, int) for argument in arguments):
            raise TypeError("expected two whole numbers")  # "1e999999999" would become a number with as many digits
        if plain is None or issubclass(cls, Enum):
            return cls(*arguments, **named)
        (argument,) = arguments
        return _make_plain(cls, plain, argument)
    except Exception as error:
        given = in_a_line(", ".join(map(key_text, arguments)))
        raise DemandError(f"{pattern_name(cls)} cannot be made from ({given}): {in_a_line(str(error))}") from error


def _make_plain(cls: Any, plain: Any, argument: Any) -> Any:
    if cls is plain:
        if cls in (float, complex) and isinstance(argument, str):
            # One NaN for all, so that a mapping with such a key is read alike each time.
            return math.nan if cls is float and math.isnan(float(argument)) else cls(argument)
        raise TypeError(f"a value of {cls.__name__} is written as itself")
    if type(argument) is not plain:
        raise TypeError(f"expected a plain {plain.__name__}")
    try:
        return plain.__new__(cls, argument)
    except TypeError:  # a class written in C makes its own
        return cls(argument)
