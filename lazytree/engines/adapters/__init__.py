"""Other people's engines, handed one and the same game: easyAI, OpenSpiel, aima3 and others, chess, and your own.

`adapter(name)` is the module that knows an interface; each has `engine(target)`, which makes an `Engine` of something
that is written for it, and `ENGINES`, those that the package itself offers. Packages are loaded when they are asked
for; the extra `engines` installs them. Skip this module unless you audit an engine.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from lazytree.engines.adapters.engines import UNTOLD, Answer, Engine, EngineFault, MissingExtra
from lazytree.engines.adapters.functions import ENGINES as OWN
from lazytree.engines.adapters.functions import Board, board_engine, game_engine
from lazytree.errors import UnknownSearch

__all__ = [
    "ADAPTERS",
    "OWN_ADAPTERS",
    "UNTOLD",
    "Answer",
    "Board",
    "Engine",
    "EngineFault",
    "MissingExtra",
    "adapter",
    "board_engine",
    "engine_named",
    "engine_of",
    "game_engine",
    "installed_engines",
    "is_installed",
]

ADAPTERS = {
    "easyai": ("easyAI", "easyAI"),
    "openspiel": ("pyspiel", "open_spiel"),
    "aima3": ("aima3", "aima3"),
    "aialgos": ("aialgos", "aialgos"),
    "pgameplayer": ("pgameplayer", "perfect-game-player"),
}
"""Adapters to packages, each with the module that it imports and the name to install it by."""

OWN_ADAPTERS: dict[str, Callable[..., Engine]] = {"game": game_engine, "board": board_engine}
"""Adapters that need no package, with the function that makes an engine."""


def is_installed(name: str) -> bool:
    """True if the package behind this adapter is installed; importing may still fail if it is broken."""
    return find_spec(ADAPTERS[name][0]) is not None


def adapter(name: str) -> ModuleType:
    """The module of the adapter that is called `name`. Imports the package.

    Raises `UnknownSearch` if there is no such adapter, and `MissingExtra`, which says how to install it, if the package
    is not there.
    """
    if name not in ADAPTERS:
        raise UnknownSearch(f"no adapter is called {name!r}; there are {', '.join([*OWN_ADAPTERS, *ADAPTERS])}")
    package = ADAPTERS[name][1]
    try:
        return import_module(f"lazytree.engines.adapters.{name}_engines")
    except ImportError as error:
        raise MissingExtra(
            f"the adapter {name} needs {package}, which cannot be imported ({error}); "
            'pip install "strictcheck[engines]"'
        ) from None


def engine_of(target: Callable[..., object], adapter_name: str = "game", name: str = "") -> Engine:
    """The engine that `target` is, being written for the interface that `adapter_name` says.

    Raises `UnknownSearch` if there is no such adapter, and `MissingExtra` if its package is not installed.

    >>> from lazytree import minimax
    >>> engine_of(minimax)
    <Engine minimax>
    """
    if adapter_name in OWN_ADAPTERS:
        return OWN_ADAPTERS[adapter_name](target, name)
    return adapter(adapter_name).engine(target, name)


def installed_engines() -> dict[str, Engine]:
    """The engines of the packages that are installed, by name. Imports the packages."""
    found: dict[str, Engine] = {}
    for name in filter(is_installed, ADAPTERS):
        try:
            found |= {engine: make() for engine, make in adapter(name).ENGINES.items()}
        except MissingExtra:
            continue  # it is there in part; whoever asks for it by name is told what is missing
    return found


def engine_named(name: str) -> Engine:
    """The engine of this name: a search of this package, planted bugs included, or one of an installed package.

    Raises `UnknownSearch` with names that look like it.

    >>> engine_named("broken-wide-root")
    <Engine broken-wide-root>
    """
    if name in OWN:
        return OWN[name]()
    others = installed_engines()
    if name in others:
        return others[name]
    near = difflib.get_close_matches(name, [*OWN, *others])
    advice = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join([*OWN, *others])}"
    raise UnknownSearch(f"no engine is called {name!r}; {advice}")
