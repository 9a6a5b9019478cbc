"""Other people's engines, handed one and the same game: recognised by the names they use, or those of packages.

`engine_in_style(target, Style(...))` makes an `Engine` of a function or class that is written for positions of its own;
`lazytree.engines.recognizing` finds the style. Skip this module unless you audit an engine.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from importlib.util import find_spec

from lazytree.engines.adapters.engine import UNTOLD, Engine, EngineAnswer, EngineFault
from lazytree.engines.adapters.functions import ENGINES as OWN
from lazytree.engines.adapters.functions import Board, board_engine, game_engine
from lazytree.engines.adapters.packages import PACKAGES
from lazytree.engines.adapters.styles import Style, engine_in_style
from lazytree.errors import UnknownSearch
from strictcheck.errors import MissingExtra

__all__ = [
    "ADAPTERS",
    "UNTOLD",
    "Board",
    "Engine",
    "EngineAnswer",
    "EngineFault",
    "MissingExtra",
    "Style",
    "absent_packages",
    "board_engine",
    "engine_in_style",
    "engine_named",
    "engines_of",
    "game_engine",
    "installed_engines",
]

ADAPTERS: dict[str, Callable[..., Engine]] = {"game": game_engine, "board": board_engine}
"""Functions that make an engine of what is written for the games, or the boards, of this package."""


def absent_packages() -> list[str]:
    """Packages whose engines are known, and which are not installed."""
    return [package for package, (module, _) in PACKAGES.items() if find_spec(module) is None]


def engines_of(package: str) -> dict[str, Engine]:
    """The engines of a package, by name. Imports it.

    Raises `UnknownSearch` for a package that is not known, and `MissingExtra`, which says how to install it, if it is
    not there.
    """
    if package not in PACKAGES:
        raise UnknownSearch(f"no engines are known of {package!r}; there are {', '.join(PACKAGES)}")
    try:
        return {engine.name: engine for engine in PACKAGES[package][1]()}
    except ImportError as error:
        raise MissingExtra(
            f'the engines of {package} cannot be imported ({error}); pip install "strictcheck[engines]"'
        ) from None


def installed_engines() -> dict[str, Engine]:
    """The engines of the packages that are installed, by name. Imports the packages."""
    found: dict[str, Engine] = {}
    for package in [one for one in PACKAGES if one not in absent_packages()]:
        try:
            found |= engines_of(package)
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
