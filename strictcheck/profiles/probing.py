"""Probes: values of an unknown kind, with which a function is called to learn what it wants.

A probe answers to every operation, decides at random where a plain value would decide, and notes how it is used: by
which keys, attributes and elements, as a function, a number or a text, and what it is compared with. Readers of
configurations and formatters of records ask so for all that they need, also by functions that they call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import Parameter, isgenerator, signature
from itertools import islice
from random import Random
from typing import Any

from strictcheck.observation.async_calls import run_to_end
from strictcheck.profiles.argument_shapes import END, KEYS, draw, make
from strictcheck.profiles.drawing import class_for, object_with

UNKNOWN, ROUNDS, TAKEN, DEEPEST, LONGEST = "unknown", 24, 6, 6, 3000
GUESSED, CONSTANTS = (dict, list, str), (str, int, float, type(None))  # methods of the first tell the class of a value
LISTED = "listed by a probe"  # the key that a probe has when its keys are listed: one that nobody else asks for


class Use:
    """How a function uses one value: by keys, attributes or elements, each with a use of its own, and by constants.

    `optional` are keys and attributes that may be absent; `constants` are compared with the value; `leaf` is its shape
    if it has no parts.
    """

    def __init__(self, leaf: str | None = None) -> None:
        self.keys: dict[str, Use] = {}
        self.attributes: dict[str, Use] = {}
        self.optional: set[str] = set()
        self.element: Use | None = None
        self.constants: dict[Any, None] = {}
        self.leaf = leaf

    def tree(self, name: str = "") -> dict[str, Any]:
        """Return the shape of such values as data, for `draw`; `or` lists constants that it may be instead.

        Of a chain, in which the attribute `name` has one of this name in turn, the last is the end.
        """
        inner = "" if self.element is None else self.element.leaf or UNKNOWN
        # An element of a function is one of what it returns.
        exact = {("function", UNKNOWN): "function to lists", ("dict", "dict"): "dict of dicts"}
        found: dict[str, Any] = {"leaf": exact.get((self.leaf or "", inner), self.leaf or UNKNOWN)}
        is_list = self.element is not None and self.optional.issuperset(self.attributes)
        form, parts = ("dict", self.keys) if self.keys or is_list else ("object", self.attributes)
        parts = {key: use for key, use in parts.items() if key != LISTED}
        if parts:
            found = {form: {key: use.tree(key) for key, use in parts.items()}}
            found["optional"] = sorted(self.optional - {LISTED})
            if found[form].get(name) == {"leaf": UNKNOWN}:
                found[form][name] = {"leaf": END}
        elif self.element is not None and self.leaf is None:
            self.element.end_below(name)
            found = {"list": self.element.tree()}
        return found | ({"or": list(self.constants)} if self.constants else {})

    def end_below(self, name: str) -> None:
        """Let elements of `name` that are two levels below in a tree have none, if no call has come further."""
        for own, form in ((self.keys, "keys"), (self.attributes, "attributes")):
            last = own[name].element if name in own else None
            if last is not None and last.leaf != END:
                end = getattr(last, form).setdefault(name, Use())
                end.element = end.element or Use(END)


class Round:
    """One call with probes: its decisions, and the parts that it was told are absent."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.is_generous = seed < 2  # at first, nothing is absent
        self.absent: list[tuple[Use, str]] = []
        self.steps = 0

    def decide(self) -> bool:
        """Return True or False. Raises `RecursionError` in a call that does not end."""
        self.steps += 1
        if self.steps > LONGEST:
            raise RecursionError
        return self.random.random() < 0.5

    def lacks(self, use: Use, name: str) -> bool:
        """Decide that a part is absent, and note it: if the call gets over that, the part is optional."""
        is_absent = not self.decide() and not self.is_generous and self.random.random() < 0.5
        if is_absent:
            self.absent.append((use, name))
        return is_absent


class Probe:
    """Value that notes its uses; a part of it is a probe again."""

    def __init__(self, use: Use, calls: Round, depth: int = 0, owner: Probe | None = None, name: str = "") -> None:
        vars(self)["of_probe"] = (use, calls, depth, owner, name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked by decorators of any function
            raise AttributeError(name)
        return _attribute(self, name)

    def __call__(self, *args: Any, **__: Any) -> Any:
        """Note the call: of what may be a method of a built-in class, that its owner is of that class."""
        use, _, _, owner, name = _state(self)
        deque((deque(islice(one, TAKEN)) for one in args if isgenerator(one)), maxlen=0)
        cls = next((cls for cls in GUESSED if hasattr(cls, name)), None)
        if cls is None or owner is None or use.tree() != {"leaf": UNKNOWN}:
            use.leaf = "function"
            return self
        _state(owner)[0].attributes.pop(name, None)
        return _call_method(owner, cls, name, args)

    def __getitem__(self, key: Any) -> Any:
        use, calls, *_ = _state(self)
        if isinstance(key, str) and key != LISTED:
            inner = use.keys.setdefault(key, Use())
            if calls.lacks(use, key):
                raise KeyError(key)
            return _part(self, inner)
        if isinstance(key, Probe):
            self[key] = None
        return self if isinstance(key, slice) else _element(self)

    def __setitem__(self, key: Any, value: Any) -> None:
        _note(key, "key")
        _note(self, "dict" if isinstance(key, Probe | str) else None)

    def __delitem__(self, key: Any) -> None:
        self.__getitem__(key)

    def __contains__(self, key: object) -> bool:
        use, calls, *_ = _state(self)
        if isinstance(key, str) and use.leaf != "text":
            use.keys.setdefault(key, Use())
            use.optional.add(key)
        elif not isinstance(key, str):
            _element(self)
        return calls.decide()

    def __iter__(self) -> Iterator[Any]:
        use, _, depth, *_ = _state(self)
        if depth < DEEPEST - 1:
            return iter([_element(self), _element(self)])
        use.element = use.element or Use()
        use.element.leaf = END
        return iter(())

    def __len__(self) -> int:
        _element(self)
        return 2

    def __bool__(self) -> bool:
        return _state(self)[1].decide()

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        use, calls, *_ = _state(self)
        for one in (self, other) if isinstance(other, Probe) else ():
            _note(one, "number")
        if isinstance(other, CONSTANTS) and not isinstance(other, bool) and other != LISTED:
            use.constants[other] = None
        return calls.decide()

    def __index__(self) -> int:
        _note(self, "count")
        return 1

    def __float__(self) -> float:
        _note(self, "number")
        return 1.0

    def __lt__(self, other: object) -> bool:
        for one in (self, other):
            _note(one, "text" if isinstance(other, str) else "number")
        return _state(self)[1].decide()

    def __add__(self, other: object) -> Any:
        if isinstance(other, int | float):
            return self - other
        _note(self, "text" if isinstance(other, str) else "list" if hasattr(type(other), "append") else None)
        return _part(self, Use())

    def __sub__(self, *_: object) -> Any:
        _note(self, "number")
        return _part(self, Use())

    __le__ = __gt__ = __ge__ = __lt__
    __radd__ = __add__
    __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __neg__ = __abs__ = __round__ = __sub__
    __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __sub__


class MappingProbe(Probe):
    """Probe that `match` and `isinstance` take for a mapping."""


_mappings: Any = Mapping
_mappings.register(MappingProbe)


def _state(probe: Probe) -> tuple[Use, Round, int, Probe | None, str]:
    found: tuple[Use, Round, int, Probe | None, str] = vars(probe)["of_probe"]
    return found


def _note(probe: object, leaf: str | None) -> None:
    if isinstance(probe, Probe):
        use = _state(probe)[0]
        use.leaf = use.leaf or leaf


def _part(owner: Probe, use: Use, name: str = "") -> Probe:
    _, calls, depth, *_ = _state(owner)
    if depth == DEEPEST:
        use.leaf = END
        raise RecursionError
    return type(owner)(use, calls, depth + 1, owner, name)


def _attribute(owner: Probe, name: str) -> Probe:
    use, calls, *_ = _state(owner)
    inner = use.attributes.setdefault(name, Use())
    if not any(hasattr(cls, name) for cls in GUESSED) and calls.lacks(use, name):
        raise AttributeError(name)
    return _part(owner, inner, name)


def _element(owner: Probe) -> Probe:
    use = _state(owner)[0]
    use.element = use.element or Use()
    return _part(owner, use.element)


def _call_method(owner: Probe, cls: type, name: str, args: tuple[Any, ...]) -> Any:
    """Note that a method of a built-in class was called, and answer as it might."""
    use, calls, *_ = _state(owner)
    if name in ("get", "pop", "setdefault") and args and isinstance(args[0], str):
        inner = use.keys.setdefault(args[0], Use())
        use.optional.add(args[0])
        return _part(owner, inner) if calls.decide() else (args[1:] or (None,))[0]
    if cls is not list:
        _note(owner, "dict" if cls is dict else "text")
    values: dict[type, Any] = {dict: {LISTED: _element(owner)}, list: [*owner], str: "a"}
    with suppress(TypeError, ValueError):
        answer = getattr(values[cls], name)(*args)
        return owner if isinstance(answer, str) else answer
    return owner


def uses_in(function: Callable[..., Any], parameters: Sequence[Parameter], known: Mapping[str, str]) -> dict[str, Any]:
    """Return the shapes that arguments have to have, by name, as `Use.tree` writes them; calls the function.

    Arguments with a shape in `known` get values of it. In every other call those with defaults are left out.

    >>> from inspect import signature
    >>> def url(config): return f"{config['host']}:{config.get('port', 80)}"
    >>> uses_in(url, signature(url).parameters.values(), {})["config"]
    {'dict': {'host': {'leaf': 'unknown'}, 'port': {'leaf': 'unknown'}}, 'optional': ['port']}
    """
    uses = {one.name: Use() for one in parameters if one.name not in known}
    unset = {name: unset_attributes(cls) for name in uses if (cls := class_for(name)) is not None}
    for seed in range(ROUNDS):
        calls = Round(seed)
        with suppress(Exception):
            args, keywords = _arguments(parameters, known, uses, calls, seed, unset if seed % 2 else {})
            result = function(*args, **keywords)
            if hasattr(result, "__await__"):
                run_to_end(result)
            if hasattr(result, "__next__"):
                list(islice(result, TAKEN))
            for use, name in calls.absent:
                use.optional.add(name)
    trees = {name: use.tree() for name, use in uses.items()}
    for parameter, names in unset.items():
        for name in names:
            trees[parameter].get("object", {}).get(name, {}).setdefault("or", []).append(None)
    return trees


def unset_attributes(cls: type) -> list[str]:
    """List the attributes that `__init__` sets to None: they may be given a value later."""
    made: Any = object.__new__(cls)
    with suppress(Exception):
        required = [one for one in signature(made.__init__).parameters.values() if one.default is Parameter.empty]
        made.__init__(*(Probe(Use(), Round(0)) for one in required if one.kind is not Parameter.VAR_KEYWORD))
    return [name for name, value in getattr(made, "__dict__", {}).items() if value is None]


def _arguments(
    parameters: Sequence[Parameter],
    known: Mapping[str, str],
    uses: Mapping[str, Use],
    calls: Round,
    seed: int,
    unset: Mapping[str, list[str]],
) -> tuple[list[Any], dict[str, Any]]:
    args: list[Any] = []
    keywords: dict[str, Any] = {}
    for one in parameters:
        if seed % 2 and (one.kind is Parameter.VAR_KEYWORD or one.default is not Parameter.empty):
            continue
        if one.name in known:
            value = make(known[one.name], draw(known[one.name], seed))
        else:
            probe = (MappingProbe if seed % 3 == 2 else Probe)(uses[one.name], calls)
            cls = class_for(one.name)
            nothing = dict.fromkeys(unset.get(one.name, ()))
            value = probe if cls is None else object_with(cls, partial(_attribute, probe), nothing)
        if one.kind is Parameter.VAR_KEYWORD:
            keywords[KEYS[0]] = value
        elif one.kind is Parameter.KEYWORD_ONLY or (keywords and one.kind is not Parameter.VAR_POSITIONAL):
            keywords[one.name] = value
        else:
            args += [value] * (2 if one.kind is Parameter.VAR_POSITIONAL else 1)
    return args, keywords
