"""What a search costs on bare wrapt proxies, which record nothing: the floor under `bench_forcing.py`.

Run `python tests/bench/bench_floor.py`. The bare proxies hand out proxies for fields and elements, as stand-ins do, and
that is all: no record, no paths, no lock, no memory of what was handed out.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import wrapt
from bench_forcing import by_hand_tuned_isinstance, by_isinstance, by_match
from rich.console import Console
from rich.table import Table

from lazytree import End, Max, Min, alphabeta
from strictcheck import observe

sys.path.insert(0, str(Path(__file__).parent.parent))
from recurrence_games import recurrence_game

new: Callable[[type], Any] = wrapt.BaseObjectProxy.__new__


class Bare(wrapt.BaseObjectProxy):  # type: ignore[type-arg]
    """A proxy that gets its value at the first touch; set up as `strictcheck.thunks.proxy` sets up its own."""

    __slots__ = ("_self_field", "_self_source")
    __getattribute__ = object.__getattribute__
    __wrapped_factory__ = staticmethod(tuple)
    __wrapped_setattr_fixups__ = staticmethod(tuple)

    def __wrapped_get__(self) -> Any:
        return self._self_source


class BareTuple(Bare):
    """Makes the proxy of an element when that is reached."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        for part in self._self_source:
            element = new(BARE[type(part)])
            element._self_source = part
            yield element


def bare_node(cls: Any) -> type[Bare]:
    """The proxy for a node of a game, forwarding to a copy that has a proxy in its field."""
    (name,) = cls.__match_args__
    read, write = getattr(cls, name).__get__, getattr(cls, name).__set__

    def __wrapped_get__(self: Any) -> Any:
        part = read(self._self_source)
        field = new(BARE[type(part)])
        field._self_source = part
        made: Any = object.__new__(cls)
        write(made, field)
        self._self_field = field
        return made

    field: Any = Bare._self_field
    namespace = {"__slots__": (), "__wrapped_get__": __wrapped_get__, name: property(field.__get__)}
    made: type[Bare] = type(f"Bare{cls.__name__}", (Bare,), namespace)
    return made


BARE: dict[type, type[Bare]] = {int: Bare, tuple: BareTuple, **{cls: bare_node(cls) for cls in (Max, Min, End)}}


def least(call: Callable[[], Any]) -> float:
    """Processor time, the least of a dozen runs."""
    took = []
    for _ in range(12):
        gc.collect()
        start = time.process_time()
        call()
        took.append(time.process_time() - start)
    return min(took)


def main() -> None:
    """Print plain, bare and observed side by side."""
    game = recurrence_game(4, 7, 1)
    table = Table("search", "plain, ns a layer", "bare wrapt", "observed", "bare / plain", "observed / plain")
    for search in (by_match, by_isinstance, by_hand_tuned_isinstance, alphabeta):

        def on_bare(search: Any = search) -> Any:
            root = new(BARE[type(game)])
            root._self_source = game
            return search(root)

        forced = len(observe(search, game).trace)
        assert on_bare() == search(game)
        calls = (lambda s=search: s(game), on_bare, lambda s=search: observe(s, game))
        plain, bare, observed = (least(call) / forced * 1e9 for call in calls)
        ratios = (f"{bare / plain:.1f}", f"{observed / plain:.1f}")
        table.add_row(search.__name__, f"{plain:.0f}", f"{bare:.0f}", f"{observed:.0f}", *ratios)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
