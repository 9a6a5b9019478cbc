"""Other people's engines, handed one and the same game: recognised by the names they use, or those of packages.

`engine_in_style(target, Style(...))` makes an `Engine` of a function or class that is written for positions of its own;
`lazytree.engines.recognizing` finds the style. Skip this module unless you audit an engine.
"""

from lazytree.engines.adapters.engine import UNTOLD, Engine, EngineAnswer, EngineFault, Style, game_engine
from lazytree.engines.adapters.packages import absent_packages, engine_named, engines_of, installed_engines
from lazytree.engines.adapters.styles import engine_in_style
from strictcheck.errors import MissingExtra

__all__ = ["UNTOLD", "Engine", "EngineAnswer", "EngineFault", "MissingExtra", "Style"]
__all__ += ["absent_packages", "engine_in_style", "engine_named", "engines_of", "game_engine", "installed_engines"]
