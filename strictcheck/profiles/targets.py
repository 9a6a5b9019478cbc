"""Functions of a target: `module:function`, `FILE.py:NAME`, a class, a module or a package."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from inspect import Parameter
from pathlib import Path
from types import ClassMethodDescriptorType
from typing import Any
from zlib import crc32

from strictcheck.errors import BadInput

CALLABLE = re.compile("function|method|type|Dispatch|ufunc|cyfunction|curry|partial|wrapper", re.IGNORECASE)
OF_CLASSES = (classmethod, ClassMethodDescriptorType)
PRIVATE = re.compile("_|tests?$|test_|conftest$")  # names of modules that nobody imports from elsewhere
held: set[type] = set()  # collections whose methods take an instance, too, for the source is read before the call
OF_SOURCE = "Iterable | Mapping | str"  # annotation of what a collection is made of, if it has none: no function
SIZE = re.compile("size|len$|length|capacity|limit")  # names of numbers, of which no collection is made


@functools.cache
def _load(target: str) -> tuple[Any, str]:
    """Return the module of a target, and the name in it, which may be empty."""
    place, _, name = target.rpartition(":") if ":" in target else (target, "", "")
    is_file = place.endswith(".py")
    if is_file and not Path(place).is_file():
        raise BadInput(f"there is no file {place}")
    if not is_file and not all(part.isidentifier() for part in place.split(".")):
        raise BadInput(f"{target!r} names no module; write module:function or FILE.py:NAME")
    try:
        return _load_file(Path(place)) if is_file else importlib.import_module(place), name
    except (ImportError, OSError) as error:
        raise BadInput(f"{target!r} cannot be imported: {error}") from error


def module_name(path: Path) -> str:
    """Return the name by which the module in a file is imported: with the packages that it is in."""
    packages = [path.stem] if path.stem != "__init__" else []
    folder = path.resolve().parent
    while (folder / "__init__.py").is_file():
        packages.insert(0, folder.name)
        folder = folder.parent
    return ".".join(packages)


def _load_file(path: Path) -> Any:
    name = module_name(path)
    if "." in name:  # it may import its siblings
        sys.path.insert(0, str(path.resolve().parents[name.count(".")]))
        return importlib.import_module(name)
    spec: Any = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _get(module: Any, name: str) -> Any:
    found = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            own = [one for one in _public(module) if _is_of(module, getattr(module, one, None))] or _public(module)
            raise BadInput(f"{module.__name__} has no {name!r}; it has {', '.join(own[:9])}") from None
    return found


def _public(module: Any) -> list[str]:
    return list(getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")])


def function_names(target: str) -> list[str]:
    """List the public functions of a target, each as a target of its own. Imports it.

    Of a class its methods are meant, but for those that it inherits from another package; a class of iterators is a
    function, too. Raises `BadInput` if there is no such module or name, or no function in it.

    >>> function_names("itertools:chain"), function_names("fractions:Fraction")
    (['itertools:chain'], ['fractions:Fraction.as_integer_ratio', ...])
    """
    module, name = _load(target)
    place = target.rpartition(":")[0] or target
    if not name:
        found = list(_names_in(module, place))
        if not found:
            raise BadInput(f"{target} has no public function or class of its own; name one, as in {place}:function")
        return found
    value = _get(module, name)
    if isinstance(value, type):
        return [target] * _is_iterated(value) + [f"{place}:{name}.{method}" for method in _methods(value)]
    if not callable(value):
        raise BadInput(f"{target!r} is {type(value).__name__}, which cannot be called; name a function or a class")
    return [target]


def checksum_of_code(target: str, known: Collection[str]) -> int:
    """Return a checksum of the files of all modules that are not `known`, and of the package of the target."""
    package = _load(target)[0].__name__.partition(".")[0]
    code = crc32(sys.version.encode())
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if (name not in known or name.partition(".")[0] == package) and file and Path(file).is_file():
            code = crc32(Path(file).read_bytes(), crc32(name.encode(), code))
    return code


def refuse_unknown(given: Collection[str], targets: Collection[str]) -> None:
    """Raise `BadInput` for a name that is given a strategy and no parameter of these functions."""
    known: dict[str, None] = {}
    for target in targets if given else ():
        with suppress(BadInput):  # it does not tell its parameters
            known |= dict.fromkeys(parameter.name for parameter in parameters_of(target))
    for name in given:
        if name not in known:
            cls = next((cls for cls in map(class_of, targets) if cls is not None), None)
            advice = f"; an instance is given by self=st.builds({cls.__name__}, ...)" if cls and "self" in known else ""
            raise BadInput(f"--given {name}: no such parameter; there are: {', '.join(known)}{advice}")


def _names_in(module: Any, place: str) -> Iterator[str]:
    """Yield functions, classes of iterators and methods of others; if there are none, those of submodules."""
    own = {name: getattr(module, name, None) for name in _public(module)}
    own = {name: value for name, value in own.items() if _is_of(module, value)}
    for name, value in own.items():
        if isinstance(value, type) and not _is_iterated(value):
            yield from (f"{place}:{name}.{method}" for method in _methods(value))
        else:
            yield f"{place}:{name}"
    for info in pkgutil.iter_modules(() if own else getattr(module, "__path__", ())):
        if not PRIVATE.match(info.name):
            inner = f"{module.__name__}.{info.name}"
            yield from _names_in(_load(inner)[0], inner)


def _is_iterated(cls: type) -> bool:
    return hasattr(cls, "__next__") or hasattr(cls, "__anext__")


def _is_of(module: Any, value: Any) -> bool:
    """True for a function or class of a module that is no exception; imported from elsewhere it is not its own.

    A package has those of all its modules, and a module those of private ones.
    """
    home = str(getattr(value, "__module__", None) or module.__name__)
    is_shared = hasattr(module, "__path__") or hasattr(module, "__all__") or "._" in home
    own, other = (name.lstrip("_") for name in (module.__name__, home))
    if own != other and not (is_shared and own.partition(".")[0] == other.partition(".")[0]):
        return False
    if isinstance(value, type):
        return not issubclass(value, BaseException)
    return callable(value) and bool(CALLABLE.search(type(value).__name__))


def _methods(cls: type) -> list[str]:
    """List public methods of instances; those of the class, properties and what other packages have are left out."""
    home = cls.__module__.partition(".")[0]
    classes = [one for one in cls.__mro__ if one.__module__.partition(".")[0] == home]
    names = sorted({name for one in classes for name in vars(one) if not name.startswith("_")})
    found: list[tuple[str, Any]] = [(name, inspect.getattr_static(cls, name)) for name in names]
    methods = [name for name, value in found if inspect.isroutine(value) and not isinstance(value, OF_CLASSES)]
    return [name for name in methods if callable(getattr(cls, name, None))]  # a cached property cannot be called


def find_function(target: str) -> Callable[..., Any]:
    """Return the function that a target names.

    A method of a collection is called of an instance made from the first argument. Of other classes it takes the
    instance.

    >>> find_function("collections:deque.popleft")([4, 5])
    4
    """
    module, name = _load(target)
    owner = owner_of(target)
    if owner is None:
        found: Callable[..., Any] = _get(module, name)
        return found
    return _call_of_instance(owner, name.rpartition(".")[2])


def names_beside(target: str) -> dict[str, Any]:
    """Return the names that the module of a target knows."""
    return vars(_load(target)[0])


def class_of(target: str) -> type | None:
    """Return the class of a target that is a method, otherwise None."""
    module, name = _load(target)
    owner_name = name.rpartition(".")[0]
    owner = _get(module, owner_name) if owner_name else None
    return owner if isinstance(owner, type) else None


def owner_of(target: str) -> type | None:
    """Return the class of a target that is a method of a collection, made of one iterable; otherwise None.

    >>> owner_of("collections:deque.popleft"), owner_of("fractions:Fraction.limit_denominator")
    (<class 'collections.deque'>, None)
    """
    owner = class_of(target)
    if owner is None or not hasattr(owner, "__iter__") or owner in held:
        return None
    try:
        signature = inspect.signature(owner)
        signature.bind(())
    except TypeError:
        return None
    except ValueError:  # written in C
        return owner
    return None if SIZE.search(next(iter(signature.parameters))) else owner


def own_function(target: str) -> tuple[Any, Mapping[str, Any]]:
    """Return what a target names, of a method the function in its class, and the names in the class."""
    module, name = _load(target)
    return _get(module, name), vars(class_of(target) or object)


def _call_of_instance(owner: type, method: str) -> Callable[..., Any]:
    def call(source: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(owner(source), method)(*args, **kwargs)

    call.__doc__ = getattr(owner, method).__doc__
    call.__name__ = method
    return call


def parameters_of(target: str) -> list[Parameter]:
    """List the parameters of the function that a target names.

    Of functions in C that have no signature they are read from the first line of the docstring. For a method of a
    collection the source comes first; the instance of another class is annotated with it. Raises `BadInput` if they are
    not to be had.

    >>> [str(parameter) for parameter in parameters_of("itertools:islice")][:2]
    ['iterable', 'stop']
    """
    module, name = _load(target)
    value, cls = _get(module, name), class_of(target)
    parameters = _own_parameters(value, target)
    if owner_of(target) is not None:
        source = Parameter("source", Parameter.POSITIONAL_ONLY, annotation=_annotation_of_source(cls))
        return [source, *parameters[not _is_static(target) :]]
    if is_of_instance(target):
        parameters[0] = parameters[0].replace(annotation=cls)
    return parameters


def _annotation_of_source(collection: Any) -> Any:
    """Return the annotation of the first parameter of a class, from whose argument the instance is made."""
    try:
        found = next(iter(inspect.signature(collection).parameters.values())).annotation
    except ValueError:  # written in C
        return OF_SOURCE
    return OF_SOURCE if found is Parameter.empty else found


def is_of_instance(target: str) -> bool:
    """True if the first parameter is what stands before the dot in a call: the instance, or what it is made from."""
    return class_of(target) is not None and not (owner_of(target) is None and _is_static(target))


def _is_static(target: str) -> bool:
    cls = class_of(target)
    return isinstance(inspect.getattr_static(cls, target.rpartition(".")[2]), staticmethod)


def _own_parameters(value: Any, target: str) -> list[Parameter]:
    try:
        signature = inspect.signature(value, eval_str=True)
    except (ValueError, TypeError):
        return _from_docstring(value, target)
    except Exception:  # annotations that cannot be evaluated
        signature = inspect.signature(value)
    return list(signature.parameters.values())


def _from_docstring(value: Any, target: str) -> list[Parameter]:
    name = target.rpartition(":")[2].rpartition(".")[2]
    line = re.search(rf"{re.escape(name)}\((.*?)\)", value.__doc__ or "", re.DOTALL)
    if line is None:
        raise BadInput(f"{target} does not tell its parameters; write a function that calls it, and name that")
    required, *optional = line[1].split("[")
    found = [_written_parameter(text, at, False) for at, text in enumerate(required.split(",")) if text.strip()]
    for text in ",".join(optional).replace("]", "").split(","):
        if text.strip():
            found.append(_written_parameter(text, len(found), True))
    several = next((at for at, one in enumerate(found) if one.kind is Parameter.VAR_POSITIONAL), len(found))
    return [one if at <= several else one.replace(kind=Parameter.KEYWORD_ONLY) for at, one in enumerate(found)]


def _written_parameter(text: str, at: int, is_optional: bool) -> Parameter:
    name, _, default = text.strip().partition("=")
    several = name.startswith("*") or name == "..."
    plain = re.sub(r"\W.*", "", name.lstrip("*").strip())
    kind = Parameter.VAR_POSITIONAL if several else Parameter.POSITIONAL_ONLY
    has_default = not several and (default or is_optional)
    return Parameter(
        plain if plain.isidentifier() else f"arg{at}", kind, default=None if has_default else Parameter.empty
    )
