"""Engines by name: the searches of this package, and the engines of others on PyPI, each with its quirks.

What easyAI, OpenSpiel, aima3, aialgos and perfect-game-player expect of a game is found by its names (`interfaces`);
here is what names do not tell. Packages are loaded when they are asked for; the extra `engines` installs them. To add
one, write a function that yields its engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from lazytree.engines.adapters.engine import Engine, Style, alternates, game_engine
from lazytree.engines.adapters.styles import engine_in_style
from lazytree.errors import UnknownSearch
from lazytree.games.game import End, Game, Max
from lazytree.games.leaf_log import Path
from lazytree.games.traversals import bottom_up_at
from lazytree.games.traversals import depth as depth_of
from lazytree.searches.by_name import SEARCHES, unknown_name
from strictcheck.errors import MissingExtra

# A score as an engine changes it, from the score and the plies left.
Adjust = Callable[[Any, int], Any]
NEGAMAX = Style(by_mover=True, tells_mover=True)


def _easyai() -> Iterator[Engine]:
    easy, make_table = import_module("easyAI"), import_module("easyAI.AI.TranspositionTable").TranspositionTable
    for name, adjust in EARLY_WINS.items():
        yield _early(_easy(getattr(easy, name), f"easyAI {name}", lambda: None), adjust)
    for name in ("Negamax", "SSS", "DUAL"):  # the other takes no table
        yield _early(_easy(getattr(easy, name), f"easyAI {name} with table", make_table), EARLY_WINS[name])


def _easy(algorithm: Callable[..., Any], name: str, make_table: Callable[[], Any]) -> Engine:
    def play(game: Any, depth: int) -> tuple[Any, Any]:
        player = algorithm(depth, tt=make_table())
        move = player(game)
        return player.alpha, move

    return engine_in_style(play, NEGAMAX, name, of=algorithm)


# easyAI prefers early wins: the plies that are left change a score, as it computes that to the last bit.
EARLY_WINS: Mapping[str, Adjust] = {
    "Negamax": lambda score, left: score * (1 + 0.001 * left),
    "NonRecursiveNegamax": lambda score, left: score,
    "SSS": lambda score, left: score - 0.99 * left * abs(score) / score if score != 0 else score,
    "DUAL": lambda score, left: score - 0.99 * left * abs(score) / score if score != 0 else score,
}


def _early(engine: Engine, adjust: Adjust) -> Engine:
    """The engine, which sees each game with `adjust(score, plies left)` for each score."""

    def sees(game: Game[Any]) -> Game[Any]:
        plies = depth_of(game)

        def seen(end: End[Any], path: Path) -> Game[Any]:
            return End(adjust(end.score, plies - len(path)))

        return bottom_up_at(game, seen, lambda player, children, path: player(children))

    return replace(engine, sees=sees)


def _openspiel() -> Iterator[Engine]:
    types = import_module("pyspiel").GameType
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search

    def play(rules: Any, state: Any, maximum_depth: int) -> Any:
        kinds = (types.ChanceMode.DETERMINISTIC, types.Information.PERFECT_INFORMATION)
        names = ("chance_mode", "information", "dynamics", "utility")
        kind = dict(zip(names, (*kinds, types.Dynamics.SEQUENTIAL, types.Utility.ZERO_SUM), strict=True))
        rules.get_type = lambda: SimpleNamespace(**kind)
        return search(rules, maximum_depth=maximum_depth)

    style = Style(signs=(0, 1), tells_mover=True)
    made = engine_in_style(play, style, "OpenSpiel alpha_beta_search", of=search)
    yield replace(made, accepts=lambda game: not isinstance(game, End))


def _aima3() -> Iterator[Engine]:
    games: Any = import_module("aima3.games")
    for name in ("alphabeta_search", "alphabeta_cutoff_search"):
        yield engine_in_style(getattr(games, name), Style(signs=("MAX", "MIN")), f"aima3 {name}")


def _aialgos() -> Iterator[Engine]:
    searches: Any = import_module("aialgos.adversarial")
    yield engine_in_style(searches.alpha_beta_pruning, Style(), "aialgos alpha_beta_pruning")
    made = engine_in_style(searches.alpha_beta_best_move, Style(), "aialgos alpha_beta_best_move")
    yield replace(made, accepts=lambda game: isinstance(game, Max) and alternates(game))  # it knows no Min at the root


def _pgameplayer() -> Iterator[Engine]:
    search: Any = import_module("pgameplayer.minimax_tree").alpha_beta_pruning_minimax
    style = Style(names={"generate_moves": "children", "state": "entry"})
    yield engine_in_style(search, style, "pgameplayer alpha_beta_pruning")


PACKAGES: Mapping[str, tuple[str, Callable[[], Iterator[Engine]]]] = {
    "easyAI": ("easyAI", _easyai),
    "open_spiel": ("pyspiel", _openspiel),
    "aima3": ("aima3", _aima3),
    "aialgos": ("aialgos", _aialgos),
    "perfect-game-player": ("pgameplayer", _pgameplayer),
}
"""Packages by the name to install them by, each with the module that it brings, and its engines."""


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
    if name in SEARCHES:
        return game_engine(SEARCHES[name], name)
    others = installed_engines()
    if name in others:
        return others[name]
    raise unknown_name("engine", name, [*SEARCHES, *others])
