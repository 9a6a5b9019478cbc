"""Code in Python, run on other objects than its own: functions that close over copies, and methods that get thunks.

Methods, hooks and properties of a class derived from list or dict look at what their code looks at. Skip this module
unless such a class is seen to look at more.
"""

from __future__ import annotations

import operator
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from functools import cached_property
from types import CellType, ClassMethodDescriptorType, CodeType, FunctionType, MethodType
from typing import Any

from strictcheck.kinds.building import refer_again
from strictcheck.kinds.partials import PartialMapping
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.thunks.call_stack import asked_from_outside
from strictcheck.thunks.classes import (
    bases,
    class_name,
    function_of,
    getattr_static,
    is_in_class,
    is_written_in_python,
    namespace_of,
)
from strictcheck.thunks.operators import BINARY, ORDER, REFLECTED
from strictcheck.thunks.proxy import UNSET, Thunk, get_value, is_thunk
from strictcheck.thunks.special_methods import EXACT, KEPT

HOOKS = (dict.__getitem__, dict.get)  # `__getattr__ = dict.get`, as many write
OF_CLASS = "__class__"  # name of the cell from which `super()` has its class
STATE: Any = (vars(deque)["maxlen"], vars(defaultdict)["default_factory"])  # of a built-in base, beside the elements
OF_CLASSES = (classmethod, staticmethod, ClassMethodDescriptorType)  # these get no instance
UNTOUCHED = frozenset((*KEPT, "__init__", "__missing__"))  # special methods that a thunk does without
OPERATORS = frozenset((*BINARY, *ORDER, "__eq__", "__ne__"))


def read_by_class(thunk: Any, cls: type, name: str) -> Any:
    """Return what code of the class gives for an attribute of a thunk; UNSET if it needs a real list or dict.

    A `cached_property` is kept as an attribute that the call has set.
    """
    written, hook = getattr_static(cls, name), getattr_static(cls, "__getattr__")
    if not is_in_class(cls, name):
        if hook in HOOKS:
            return thunk[name] if hook is dict.__getitem__ else thunk.get(name)
        method = for_thunk(type(thunk), cls, hook)
        return UNSET if method is None else method(thunk, name)
    source = thunk._self_source.like if issubclass(type(thunk._self_source), PartialMapping) else thunk._self_source
    if any(written is one and issubclass(type(source), one.__objclass__) for one in STATE):
        return written.__get__(source)
    if isinstance(written, OF_CLASSES):
        return written.__get__(thunk, cls)
    if isinstance(written, cached_property):
        method = for_thunk(type(thunk), cls, written.func)
        return UNSET if method is None else thunk._self_set().setdefault(name, method(thunk))
    method = for_thunk(type(thunk), cls, written)
    if method is not None:
        return method.__get__(thunk, cls)
    return UNSET if is_in_class(type(written), "__get__") else written


def for_thunk(thunk_class: Any, cls: type, method: Any) -> Any:
    """Return what runs a method, property or descriptor in Python of `cls` on a thunk; None if it needs a real value.

    That is so if it names a base and a method of it, for those in C take no thunk. `super()` finds the methods of
    thunks instead, if there are such for all that the method names.
    """
    function = function_of(method) or function_of(getattr_static(type(method), "__get__"))
    if function is None:
        return None
    code = function.__code__
    named, closed_over = {*code.co_names, *code.co_freevars}, _closed_over(function)
    calls_super = "super" in named or OF_CLASS in code.co_freevars
    others = bases(cls) if calls_super else bases(cls)[1:]  # `super(Stack, self)` would not be led to thunks
    used = [base for base in others if class_name(base) in named or base in closed_over]
    if "__getattribute__" in named or any(getattr_static(base, name) is not None for base in used for name in named):
        return None
    if not calls_super:
        return method
    return _with_super(thunk_class, cls, method) if type(method) is FunctionType else None


def through_thunk(function: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return a method that uses `super()`, called by its class as in `Stack.push(thunk, 1)`, as thunks run it.

    Its own `super()` would lead past the methods of the thunk, to those of a built-in base, which take no thunk.
    """
    uses_super = type(function) is FunctionType and OF_CLASS in function.__code__.co_freevars
    if not uses_super or not args or not is_thunk(args[0]):
        return function, args
    thunk, name = args[0], function.__name__
    maker: Any = type(thunk)  # to ask the thunk for its class would be a look
    has_copy = maker._self_known and maker._self_copies
    if not has_copy or getattr_static(maker._self_for, name) is not function:
        return function, args
    method = for_thunk(maker, maker._self_for, function)
    return (getattr(thunk, name), args[1:]) if method is None else (method, args)


def _closed_over(function: FunctionType) -> list[type]:
    """List the classes over which a function closes, without that of its `super()`."""
    cells = zip(function.__code__.co_freevars, map(contents_of, function.__closure__ or ()), strict=True)
    return [held for name, held in cells if name != OF_CLASS and isinstance(held, type)]


def _with_super(thunk_class: Any, cls: type, method: FunctionType) -> Any:
    """Return the method with a `super()` that leads to the methods of thunks; None if one that it may call is none."""
    code = method.__code__
    within = [part for part in code.co_consts if type(part) is CodeType and OF_CLASS in part.co_freevars]
    cells = dict(zip(code.co_freevars, method.__closure__ or (), strict=True))
    own = contents_of(cells[OF_CLASS]) if OF_CLASS in cells else None
    if own not in bases(cls) or within:
        return None
    after = bases(cls)[bases(cls).index(own) + 1 :]
    for name in code.co_names:
        owner = next((base for base in after if name in namespace_of(base)), None)
        of_thunks = next((base for base in bases(thunk_class)[1:] if name in namespace_of(base)), Thunk)
        if owner is not None and (is_written_in_python(owner) or of_thunks in bases(Thunk)):
            return None
    cells[OF_CLASS] = CellType(thunk_class)
    return make_like(method, method.__defaults__ or (), tuple(cells.values()))


def with_methods(cls: type, base: Any, methods: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return a base for thunks of `cls`, and attributes for their class: `methods`, in place of those in C.

    What a derived class has written itself is run, and `super()` in it leads to these.
    """
    in_c = class_in_c(cls)
    if cls is in_c:
        return base, {**methods}
    below = type(base)(base.__name__, (base,), {"__slots__": (), **methods})
    written = [name for name in methods if getattr_static(cls, name) is not getattr_static(in_c, name)]
    own = special_methods(cls, base)
    named = {name: _special(name, None) if name[0] == "_" else OfClass() for name in written}
    return below, named | own


def special_methods(cls: type, base: Any) -> dict[str, Any]:
    """Return methods for a class of thunks, derived from `base`, that run the special methods of `cls` in Python.

    Python looks for these in the class of a thunk, and asks no `__getattr__`.
    """
    written = {name: getattr_static(cls, name) for each in bases(cls)[:-1] for name in namespace_of(each)}
    names = [name for name, one in written.items() if type(one) is FunctionType and name[:2] == name[-2:] == "__"]
    own = {name: _special(name, getattr_static(base, name)) for name in names if name not in UNTOUCHED}
    if "__str__" in own and getattr_static(cls, "__format__") is object.__format__:
        own["__format__"] = lambda self, how: format(self._self_whole(), how) if how else str(self)
    return own


def _special(name: str, otherwise: Any) -> Callable[..., Any]:
    """Make a special method that runs the method of the class on a thunk, or on a copy if it needs a real value.

    `otherwise` is the operator of thunks, which gives an operator in C real values on both sides.
    """

    def special(self: Any, *args: Any) -> Any:
        if name == "__str__" and asked_from_outside():
            return repr(self)
        cls, found = self.__class__, NotImplemented
        if name in REFLECTED and type(args[0]) is cls:  # Python does not ask it between two of one class
            return NotImplemented
        method = for_thunk(type(self), cls, getattr_static(cls, name))
        if method is not None:
            found = method(self, *args)
        elif name not in OPERATORS:
            found = getattr(self._self_whole(), name)(*args)
        if found is NotImplemented and name in OPERATORS and (method is None or isinstance(args[0], class_in_c(cls))):
            self._self_whole()  # on which that runs
            return otherwise(self, *args)
        return self if found is get_value(self) else found

    return exactly(special) if name in EXACT else special


def exactly(method: Callable[..., Any]) -> Callable[..., Any]:
    """Unwrap the result of a special method where C code needs a real str or int, not a part of `self`."""

    def exact(*args: Any, **kwargs: Any) -> Any:
        return unwrap(method(*args, **kwargs), force_all=True)

    return exact


def class_in_c(cls: type) -> Any:
    """Return the class in C that `cls` is, or is derived from."""
    return next(base for base in bases(cls) if not is_written_in_python(base))


class OfClass:
    """Method that the class of the values has written itself, for which `__getattr__` is asked."""

    def __get__(self, thunk: Any, owner: type) -> Any:
        raise AttributeError


def close_over(function: Any, others: Callable[[int], Any]) -> Any:
    """Make a function like this one that closes over other objects: `others` has them by the ids of its own.

    So do the functions that it closes over, such as those that it decorates. It is the function itself if there are
    none. A cell of its own does not show to functions that share the old one.
    """
    made: dict[int, Any] = {}

    def other(held: Any) -> Any:
        is_method = type(held) is MethodType
        number = id(held.__self__ if is_method else held)
        found = made[number] if number in made else others(number)
        if found is None:
            return held
        return refer_again(held, found) if is_method else found

    for one in reversed(_functions_within(function)):  # what is decorated before its decorator
        cells = [_cell_over(cell, other) for cell in one.__closure__ or ()]
        defaults = tuple(map(other, one.__defaults__ or ()))
        is_alike = map(operator.is_, (*cells, *defaults), (*(one.__closure__ or ()), *(one.__defaults__ or ())))
        if not all(is_alike):
            made[id(one)] = make_like(one, defaults, tuple(cells))
    return made.get(id(function), function)


def _functions_within(function: Any) -> list[Any]:
    """List a function, and those that it closes over, by any number of steps."""
    found = {id(function): function}
    todo = [function]
    for one in todo:
        for held in map(contents_of, one.__closure__ or ()):
            if type(held) is FunctionType and id(held) not in found:
                found[id(held)] = held
                todo.append(held)
    return todo


def contents_of(cell: Any) -> Any:
    """Return what is in a cell of a closure; None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _cell_over(cell: Any, other: Callable[[Any], Any]) -> Any:
    held = contents_of(cell)
    found = other(held)
    return cell if found is held else CellType(found)


def make_like(function: Any, defaults: tuple[Any, ...], cells: tuple[Any, ...]) -> Any:
    """Make a function of the same code and attributes, with these defaults and this closure."""
    made = FunctionType(function.__code__, function.__globals__, function.__name__, defaults or None, cells or None)
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
    made.__dict__.update(function.__dict__)
    return made
