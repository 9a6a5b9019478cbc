"""Arguments of an observed call by name, and how to pass them, once or again on partial values; and its options."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from strictcheck.kinds import makers_for
from strictcheck.kinds.atom_text import ATOMS
from strictcheck.kinds.building import LEAVES
from strictcheck.kinds.hashed import rekey
from strictcheck.kinds.placing import argument_stand_in, stand_in
from strictcheck.kinds.table import kind_of, take_apart
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.messages import shown
from strictcheck.thunks.classes import REMEMBERED, instance_dict
from strictcheck.thunks.log import Log, Record
from strictcheck.thunks.places import KEYS, NOWHERE
from strictcheck.thunks.proxy import get_source, is_forced, is_open, is_thunk

LONGEST_KEY = 30  # characters of a string in code that may be a key
NEAR = 1_000  # objects, among those that are reached past what a call looked at


class Arguments:
    """Arguments of a call, by parameter name in the order of the signature."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self.positional = len(args)
        self._signature: inspect.Signature | None = None
        names = None if kwargs else _positional_names(function, len(args))
        if names is not None:
            self.values: dict[str, Any] = dict(zip(names, args, strict=True))
            return
        bound = _bind(function, args, kwargs)
        if bound is not None:
            self._signature = bound.signature
            self.values = dict(bound.arguments)
        else:
            self.values = {f"arg{index}": value for index, value in enumerate(args)} | dict(kwargs)

    @property
    def packed(self) -> dict[str, list[Any]]:
        """Arguments that `*args` and `**kwargs` have, by these names, if any."""
        known = [] if self._signature is None else self._signature.parameters.values()
        names = [one.name for one in known if one.kind in UNTOLD and one.name in self.values]
        return {name: [part for _, part in kind_of(type(self.values[name])).held(self.values[name])] for name in names}

    def thunks(self, record: Record) -> dict[str, Any]:
        """Return the arguments by name, each as a thunk with a log of its own.

        The number of arguments in `*args`, and the names in `**kwargs`, are no forcings of the call: these rows are
        given.
        """
        found: dict[str, Any] = {}
        for name, value in self.values.items():
            kind = None if self._signature is None else self._signature.parameters[name].kind
            place_argument = PLACED.get(kind, argument_stand_in)
            found[name] = place_argument(record.log(name), value)
        record.given = len(record)
        return found

    def arrange(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Arrange values by parameter name as positional and keyword arguments of the call."""
        if self._signature is None:
            count = self.positional
            return tuple(values.values())[:count], dict(list(values.items())[count:])
        bound = inspect.BoundArguments(self._signature, dict(values))
        return tuple(bound.args), dict(bound.kwargs)


# The signature of a builtin function, which `inspect` would parse from its documentation each time.
_builtin_signature = functools.lru_cache(maxsize=REMEMBERED)(inspect.signature)
UNTOLD = [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]
PACKED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def _positional_names(function: Any, count: int) -> tuple[str, ...] | None:
    """Name the parameters of a plain function that is called with this many positional arguments and no others.

    None if these do not fill it, or if it is no plain function: then its signature is needed, which takes longer
    than a small call.
    """
    if type(function) is not types.FunctionType or function.__dict__:
        return None
    code = function.__code__
    free = code.co_argcount - len(function.__defaults__ or ())
    if code.co_flags & PACKED or code.co_kwonlyargcount or not free <= count <= code.co_argcount:
        return None
    return code.co_varnames[:count]


def _bind(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Bind the arguments; None if the signature is unknown, or does not fit: then the call raises the right error."""
    try:
        signature = _signature(function)
        return None if _is_decorated(function, signature) else signature.bind(*args, **kwargs)
    except Exception:  # raised by inspect, or by a callable object of the user's
        return None


def refuse_ambiguous(caller: str, function: Any, args: tuple[Any, ...], **options: Any) -> None:
    """Raise `TypeError` if an option is given whose name is also that of a parameter, for the function may be meant."""
    names: tuple[str, ...] = ()
    given = {name: one for name, one in options.items() if not any(one is unsaid for unsaid in (None, False, ()))}
    if given and not isinstance(function, functools.partial):
        with suppress(Exception):  # raised by inspect, or by a callable object of the user's
            names = tuple(_signature(function).parameters)
    for name in given.keys() & set(names[len(args) :]):
        called = name_of(function)
        raise TypeError(
            f"{caller}: {name}={shown(given[name])} is an option of {caller}, and a parameter of {called}; "
            f"pass lambda x: {called}(x, {name}=...), or lambda x: {called}(x)"
        )


OF_OBSERVE = ("atoms", "where", "watch", "count", "catch")


def refuse_misplaced(caller: str, function: Any, kwargs: Mapping[str, Any]) -> None:
    """Raise `TypeError` for an option of `observe` among the arguments of a function that has no such parameter."""
    for name in [name for name in OF_OBSERVE if name in kwargs]:
        with suppress(ValueError):  # raised by inspect, of a function in C
            known = inspect.signature(function).parameters
            if name not in known and not any(one.kind is one.VAR_KEYWORD for one in known.values()):
                raise TypeError(
                    f"{caller}: {name}={shown(kwargs[name])} is an option of observe, and no parameter of "
                    f"{name_of(function)}; write observe({name_of(function)}, x, {name}=...), and assert what its "
                    ".demand is to be: the failure tells it"
                )


def paired(names: Iterable[str], other: Mapping[str, Any], positional: int) -> dict[str, str]:
    """Return the names of the arguments in another call: by position as far as passed so, else by name if it has it.

    >>> paired(["low", "high"], {"high": 2, "low": 1}, 2), paired(["low", "high"], {"high": 2, "low": 1}, 0)
    ({'low': 'high', 'high': 'low'}, {'low': 'low', 'high': 'high'})
    """
    pairs = enumerate(zip(names, other, strict=True))
    return {name: name if at >= positional and name in other else there for at, (name, there) in pairs}


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    of_module = isinstance(getattr(function, "__self__", None), types.ModuleType)
    is_builtin = of_module and type(function) is types.BuiltinFunctionType
    return _builtin_signature(function) if is_builtin else inspect.signature(function)


def _is_decorated(function: Any, signature: inspect.Signature) -> bool:
    """True for `(*args, **kwargs)` around a function, as of a decorator without `functools.wraps`: it names nothing."""
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    is_mock = type(function).__module__ == "unittest.mock"  # which has other attributes after each call
    return kinds == UNTOLD and (is_mock or any(map(callable, [*cells, *getattr(function, "__dict__", {}).values()])))


def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature, with annotations evaluated if all their names are known. Raises as `inspect.signature`."""
    try:
        return inspect.signature(function, eval_str=True)
    except NameError:  # it matters only if the annotation is needed
        return inspect.signature(function)


def bound_objects(function: Any) -> list[Any]:
    """List the objects that a call gets beside its arguments: of a bound method, and of a `partial`."""
    if isinstance(function, functools.partial):
        return [*bound_objects(function.func), *function.args, *function.keywords.values()]
    owner = getattr(function, "__self__", None)
    return [] if owner is None or isinstance(owner, (type, types.ModuleType)) else [owner]


@contextmanager
def attributes_kept(values: Iterable[Any]) -> Iterator[None]:
    """Give these objects at the end of this block the attributes that they held at its beginning."""
    holders: Any = map(instance_dict, values)
    kept = [(held, held.copy()) for held in holders]
    try:
        yield
    finally:
        for held, before in kept:
            held.clear()
            held.update(before)


def take_out_thunks(values: list[Any]) -> None:
    """Put plain values in the place of thunks that a call has left in these objects, and in the `NEAR` next ones.

    They are the caller's own, and stay the very objects.
    """
    todo, met = [*values], set[int]()
    for value in todo:
        kind = kind_of(type(value))
        if id(value) in met or len(met) >= NEAR or is_thunk(value) or not kind.can_change:
            continue
        met.add(id(value))
        held = [part for pair in kind.held(value) for part in pair if type(part) not in LEAVES]
        plain = {id(part): made for part in held if (made := _without_thunks(part)) is not part}
        if plain and kind.mutable:
            kind.refill([value], [value], plain)
            rekey(value, plain)
        todo += held


def _without_thunks(part: Any) -> Any:
    """Return the value of a thunk, or a tuple of the values of thunks; other parts as they are."""
    while is_thunk(part) and not is_forced(part) and type(part)._self_known and not is_open(part):
        part = get_source(part)
    if is_thunk(part):
        return unwrap(part)
    kind = kind_of(type(part))
    inside = {} if kind.mutable or kind.is_leaf else {key: one for key, one in kind.held(part) if is_thunk(one)}
    return kind.with_parts(part, {key: _without_thunks(one) for key, one in inside.items()}) if inside else part


def _given_sequence(log: Log, values: tuple[Any, ...]) -> tuple[Any, ...]:
    number = log.add(NOWHERE + log.number, take_apart(values)[0])
    return tuple(stand_in(log, number + index, value) for index, value in enumerate(values))


def _given_mapping(log: Log, values: dict[str, Any]) -> dict[str, Any]:
    number = log.add(NOWHERE + log.number, kind_of(dict).first_layer(values))
    log.add((number, KEYS), tuple(values))
    return {name: stand_in(log, (number, name), value) for name, value in values.items()}


PLACED: dict[Any, Callable[[Log, Any], Any]] = {
    inspect.Parameter.VAR_POSITIONAL: _given_sequence, inspect.Parameter.VAR_KEYWORD: _given_mapping
}  # fmt: skip


def name_of(function: Callable[..., Any]) -> str:
    """Name a function for a message, without the function it was defined in; a `partial` has that of its function."""
    while isinstance(function, functools.partial):
        function = function.func
    name: str = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or repr(function)
    # An object without a name writes itself with its address.
    return type(function).__qualname__ if name.startswith("<") and " " in name else name.rpartition("<locals>.")[2]


STRINGS = (str, bytes)
NUMBERS = tuple(cls for cls in ATOMS if cls not in STRINGS)

_certify = True


def certify_by_default(certify: bool) -> bool:
    """Set if observations and assertions are certified by default; return the value before."""
    global _certify
    before, _certify = _certify, certify
    return before


def may_certify(certify: bool | None) -> bool:
    """Resolve the option `certify`: True if further calls may be made."""
    return _certify if certify is None else certify


@dataclass(frozen=True)
class Options:
    """Options that `observe` and `observing` share; `observe` explains them."""

    atoms: tuple[type, ...]
    where: bool
    watch: tuple[str, ...]
    count: bool
    wanted: tuple[str, ...] = ()  # names to watch that must exist

    @classmethod
    def of(cls, atoms: Any, where: bool, watch: Any, count: bool) -> Options:
        """Make options from the arguments of a caller. Raises `TypeError` for atoms that are no classes.

        >>> Options.of(str, where=False, watch="alpha", count=False)
        Options(atoms=(<class 'str'>,), where=False, watch=('alpha',), count=False, wanted=('alpha',))
        """
        if type(atoms) is tuple and not watch and atoms == STRINGS:
            return _usual(where, count)
        classes = _each("atoms", atoms, type, "a class; pass atoms=(str, bytes)")
        names = _each("watch", watch, str, "a name; pass watch=('alpha', 'beta')")
        watched = tuple(name.removesuffix("?") for name in names)
        return cls(classes, where, watched, count, tuple(name for name in names if name in watched))

    def record(self) -> Record:
        """Make a new record, with the thunk classes for these options."""
        makers = makers_for(self.atoms, counting=self.count)
        return Record(makers, where=self.where, watch=self.watch, count=self.count)


@functools.cache
def _usual(where: bool, count: bool) -> Options:
    return Options(STRINGS, where, (), count)


def _each(name: str, given: Any, kind: type, expected: str) -> tuple[Any, ...]:
    """Return one value of a class, or several, as a tuple."""
    found = tuple(given) if isinstance(given, Iterable) and not isinstance(given, (type, str)) else (given,)
    for one in found:
        if not isinstance(one, kind):
            raise TypeError(f"observe: {name}={given!r} holds {one!r}, which is not {expected}")
    return found


def constants_in(function: Callable[..., Any]) -> Iterator[int | str]:
    """Yield whole numbers and short strings in the code of a function, and of those inside it, in tuples and sets too.

    Sentences, names of functions inside and the like are no keys.

    >>> list(constants_in(lambda config: config["host"] in ("a", "b") or config["port"] > 80))
    ['host', 'a', 'b', 'port', 80]
    """
    return _constants_in(getattr(function, "__code__", None))


def _constants_in(constant: object) -> Iterator[int | str]:
    if type(constant) is int or (type(constant) is str and len(constant) <= LONGEST_KEY and "<" not in constant):
        yield constant
    held = constant.co_consts if isinstance(constant, types.CodeType) else constant
    for _, part in kind_of(type(held)).held(held):
        yield from _constants_in(part)
