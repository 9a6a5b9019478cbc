"""Programs that an engine may turn out to be: a family of alpha-betas with faults, and searches that look at less.

The likely cause of what an engine looks at is found by experiment. If it looks at the very leaves, game after game,
that a program with a known fault looks at, it has that fault. The family is one alpha-beta with a switch for each thing
that can go wrong; its members have up to two faults, or three in their tests for a cutoff. Skip this module unless you
add one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Any

from lazytree.engines.adapters.engine import UNTOLD, is_value
from lazytree.engines.audit.findings import Cause
from lazytree.games.game import End, Game, Max, children_of
from lazytree.games.leaf_log import Path, log_leaves
from lazytree.games.recursion_limit import enter
from lazytree.games.scores import BOTTOM, TOP
from lazytree.searches.by_name import SEARCHES
from lazytree.searches.side_by_side import distinct

TELLING = 8  # leaves that are read in a game; fewer hardly tell two programs apart
# Searches with a program of their own, the most likely first.
OTHERS = {
    "negascout": Cause.LESS,
    "sss": Cause.LESS,
    "dual": Cause.LESS,
    "broken-unsound-table": Cause.UNSOUND_TABLE,
    "scout": Cause.DIFFERENT,
}


@dataclass(frozen=True)
class Family:
    """An alpha-beta, by what it does at each of the points where there is a choice, or a fault to make.

    `at_max` and `at_min` are when a player stops: at a "tie" with the end of the window, "beyond" it, "never", or, by a
    mistake, at the "wrong end", by the "other's" test, "reversed", or "at once". Players who are `hard` return the
    window's end instead of the best value, those who are `late` test before it is brought up to date. `compared` is
    what Max and Min compare, the "best" value or the "window"; if it is "kept", they compare the window, and a late
    test that stops them comes after the best value is brought up to date. `handed` tells the window that children get
    after the first ("null": a null window, of whole numbers; "crossed": one with an end narrowed from the other),
    `kept` which of its ends stay narrowed for the siblings, `wide_root` which player does not narrow at the root, and
    `peeks` if children that are leaves are read beforehand. `turned` tells where scores, or the values of moves, are
    seen from the other side, and `begins` which players take 0 for the best value before their first move. What is
    handed may be a fault "below" the root only.
    """

    at_max: str = "tie"
    at_min: str = "tie"
    hard: str = ""
    compared: tuple[str, ...] = ("best", "best")
    late: str = ""
    wide_root: str = ""
    handed: str = "both"
    kept: str = ""
    peeks: bool = False
    turned: str = ""
    begins: str = ""


# Faults, each with its name, its cause, and the switch that makes it. The likely ones come first.
FAULTS: tuple[tuple[str, Cause, dict[str, Any]], ...] = (
    ("broken-wide-root", Cause.WIDE_ROOT, {"wide_root": "Max Min"}),
    ("broken-strict-cutoff", Cause.STRICT, {"at_max": "beyond", "at_min": "beyond"}),
    ("minimax", Cause.NO_CUTOFF, {"at_max": "never", "at_min": "never"}),
    ("strict cutoff at Max", Cause.STRICT_AT_MAX, {"at_max": "beyond"}),
    ("strict cutoff at Min", Cause.STRICT_AT_MIN, {"at_min": "beyond"}),
    ("no cutoff at Max", Cause.ONE_SIDED, {"at_max": "never"}),
    ("no cutoff at Min", Cause.ONE_SIDED, {"at_min": "never"}),
    ("f1", Cause.NO_DEEP, {"handed": "one"}),
    ("alpha not narrowed", Cause.NOT_NARROWED, {"handed": "beta"}),
    ("beta not narrowed", Cause.NOT_NARROWED, {"handed": "alpha"}),
    ("root of Max not narrowed", Cause.WIDE_ROOT, {"wide_root": "Max"}),
    ("root of Min not narrowed", Cause.WIDE_ROOT, {"wide_root": "Min"}),
    ("alpha not narrowed below the root", Cause.NOT_NARROWED, {"handed": "beta below"}),
    ("beta not narrowed below the root", Cause.NOT_NARROWED, {"handed": "alpha below"}),
    ("alpha not handed down by Min", Cause.NO_DEEP, {"handed": "no alpha"}),
    ("beta not handed down by Max", Cause.NO_DEEP, {"handed": "no beta"}),
    ("test before update", Cause.LATE, {"late": "Max Min"}),
    ("test before update at Max", Cause.LATE, {"late": "Max"}),
    ("test before update at Min", Cause.LATE, {"late": "Min"}),
    ("broken-kept-window", Cause.KEPT_WINDOW, {"kept": "both"}),
    ("alpha kept", Cause.KEPT_WINDOW, {"kept": "alpha"}),
    ("beta kept", Cause.KEPT_WINDOW, {"kept": "beta"}),
    ("first moves only", Cause.FIRST_MOVE, {"at_max": "at once", "at_min": "at once"}),
    ("first moves of Max only", Cause.FIRST_MOVE, {"at_max": "at once"}),
    ("first moves of Min only", Cause.FIRST_MOVE, {"at_min": "at once"}),
    ("Max compares with alpha", Cause.WRONG_END, {"at_max": "wrong end"}),
    ("Min compares with beta", Cause.WRONG_END, {"at_min": "wrong end"}),
    ("Max has Min's test", Cause.WRONG_END, {"at_max": "other's"}),
    ("Min has Max's test", Cause.WRONG_END, {"at_min": "other's"}),
    ("Max stops the other way round", Cause.REVERSED, {"at_max": "reversed"}),
    ("Min stops the other way round", Cause.REVERSED, {"at_min": "reversed"}),
    ("alpha narrowed from beta", Cause.CROSSED, {"handed": "crossed at Max"}),
    ("beta narrowed from alpha", Cause.CROSSED, {"handed": "crossed at Min"}),
    ("children read beforehand", Cause.PEEKS, {"peeks": True}),
    ("best value of Max begins at 0", Cause.BEGINS, {"begins": "Max"}),
    ("best value of Min begins at 0", Cause.BEGINS, {"begins": "Min"}),
    ("best values begin at 0", Cause.BEGINS, {"begins": "Max Min"}),
    ("no second search", Cause.NO_SECOND, {"handed": "null"}),
    ("scores of Max turned", Cause.WRONG_SIGN, {"turned": "Max"}),
    ("scores of Min turned", Cause.WRONG_SIGN, {"turned": "Min"}),
    ("all scores turned", Cause.WRONG_SIGN, {"turned": "Max Min"}),
    ("values of the root's moves turned", Cause.WRONG_SIGN, {"turned": "root"}),
)
COMPARED = ("best", "kept", "window")
# Faults of the tests for a cutoff that do not make a search wrong; a program may have one at each of the players.
TESTS = [one for one in FAULTS if {one[1]} <= {Cause.STRICT_AT_MAX, Cause.STRICT_AT_MIN, Cause.ONE_SIDED, Cause.LATE}]


@dataclass(frozen=True)
class Suspect:
    """A program that is known, by its name, and the causes to report of an engine that looks at the same leaves."""

    name: str
    causes: tuple[Cause, ...]
    family: Family | None = None

    def fits(self, game: Game[Any], leaves: list[Path], value: Any) -> bool:
        """True if it looks at these leaves of `game`, in this order, and finds this value, unless that is `UNTOLD`."""
        found, read = log_leaves(SEARCHES[self.name], game) if self.family is None else _run(self.family, game)
        return distinct(read) == leaves and (value is UNTOLD or is_value(value, found))


@cache
def suspects() -> list[Suspect]:
    """All of them: those with fewer faults come first.

    >>> list(dict.fromkeys(suspect.name for suspect in suspects()))[:3]
    ['alphabeta', 'broken-wide-root', 'broken-strict-cutoff']
    """
    found = [*_with_faults(0), *_with_faults(1)]
    found += [Suspect(name, (cause,)) for name, cause in OTHERS.items()]
    return [*found, *_with_faults(2), *_with_faults(3, TESTS)]


def _with_faults(count: int, among: Sequence[tuple[str, Cause, dict[str, Any]]] = FAULTS) -> Iterator[Suspect]:
    for faults in combinations(among, count):
        switches = [name for _, _, fault in faults for name in fault]
        if len(set(switches)) < len(switches):
            continue
        name = ", ".join(name for name, _, _ in faults) or "alphabeta"
        causes = tuple(dict.fromkeys(cause for _, cause, _ in faults)) or (Cause.AS_LAZY,)
        family = Family(**{name: value for _, _, fault in faults for name, value in fault.items()})
        is_late = "late" in switches and {*switches} <= {"late", "at_max", "at_min"}
        ways = product(COMPARED, repeat=2) if is_late else [("best", "best"), ("kept", "kept")]
        for compared, hard in product(ways, ("", "Max Min", "Max", "Min") if is_late else ("", "Max Min")):
            yield Suspect(name, causes, replace(family, hard=hard, compared=compared))


def matching(cases: Sequence[tuple[Game[Any], list[Path], Any]]) -> Suspect | None:
    """The first suspect that looks at the very leaves given with each game, in that order, and finds the same value.

    A value that is `UNTOLD` counts for nothing. Forces the games as far as the suspects do.

    >>> from lazytree import from_nested
    >>> matching([(from_nested([[3, 5], [2, 9]]), [(0, 0), (0, 1), (1, 0), (1, 1)], 3)]).causes
    (<Cause.WIDE_ROOT: 'root not narrowed'>,)
    """
    telling_first = sorted(cases, key=lambda case: (len(case[1]) < TELLING, len(case[1])))
    return next((one for one in suspects() if all(one.fits(*case) for case in telling_first)), None)


def _run(how: Family, game: Game[Any]) -> tuple[Any, list[Path]]:
    read: list[Path] = []
    kept: list[Any] = [BOTTOM, TOP]

    def search(node: Game[Any], path: Path, alpha: Any, beta: Any) -> Any:
        if isinstance(node, End):
            read.append(path)
            return node.score
        maximizing = isinstance(node, Max)
        better, best = (max, BOTTOM) if maximizing else (min, TOP)
        known = best  # which the window is narrowed by
        name, is_kept = "Max" if maximizing else "Min", how.compared[not maximizing] == "kept"
        best = 0 if name in how.begins else best
        read.extend(_peeked(how, node, path))
        for index, child in enumerate(children_of(node)):
            low, high = _kept(how, kept, alpha, beta)
            found = search(child, (*path, index), *_handed(how, maximizing, known, low, high, not path))
            value = -found if how.turned and _is_turned(how, maximizing, child, path) else found
            low, high = _kept(how, kept, alpha, beta)
            stops = _stops(how, maximizing, best, best if name in how.late else better(best, value), (low, high))
            if is_kept or not (name in how.late and stops):
                best = known = better(best, value)
                _keep(how, kept, maximizing, best)
            if stops:
                break
        return better(best, alpha if maximizing else beta) if name in how.hard else best

    return enter("suspects", game, lambda: search(game, (), BOTTOM, TOP)), read


def _peeked(how: Family, node: Game[Any], path: Path) -> list[Path]:
    """Return the leaves that are read before any child is searched."""
    children = enumerate(children_of(node)) if how.peeks else ()
    return [(*path, index) for index, child in children if isinstance(child, End)]


def _is_turned(how: Family, maximizing: bool, child: Game[Any], path: Path) -> bool:
    """True if the value of a move is seen from the other side."""
    if how.turned == "root":
        return not path
    return isinstance(child, End) and ("Max" if maximizing else "Min") in how.turned


def _kept(how: Family, kept: list[Any], alpha: Any, beta: Any) -> tuple[Any, Any]:
    low = max(alpha, kept[0]) if how.kept in ("both", "alpha") else alpha
    return low, min(beta, kept[1]) if how.kept in ("both", "beta") else beta


def _keep(how: Family, kept: list[Any], maximizing: bool, best: Any) -> None:
    if maximizing and how.kept in ("both", "alpha"):
        kept[0] = max(kept[0], best)
    if not maximizing and how.kept in ("both", "beta"):
        kept[1] = min(kept[1], best)


def _handed(how: Family, maximizing: bool, best: Any, low: Any, high: Any, is_root: bool) -> tuple[Any, Any]:
    """The window for a child, where the best move so far is worth `best`."""
    if is_root and ("Max" if maximizing else "Min") in how.wide_root:
        return BOTTOM, TOP
    handed, below = how.handed.removesuffix(" below"), how.handed.endswith(" below")
    if is_root and below:
        handed = "both"
    if handed == "one":
        return (best, TOP) if maximizing else (BOTTOM, best)
    if handed == "null" and best not in (BOTTOM, TOP):
        return (max(low, best), max(low, best) + 1) if maximizing else (min(high, best) - 1, min(high, best))
    if handed == ("crossed at Max" if maximizing else "crossed at Min") and best not in (BOTTOM, TOP):
        return (max(high, best), high) if maximizing else (low, min(low, best))
    if maximizing:
        return (low if handed == "beta" else max(low, best)), (TOP if handed == "no beta" else high)
    return (BOTTOM if handed == "no alpha" else low), (high if handed == "alpha" else min(high, best))


def _stops(how: Family, maximizing: bool, best: Any, tested: Any, window: tuple[Any, Any]) -> bool:
    """True if a player stops who had a move worth `best`, and compares with what is `tested`."""
    stop, better = (how.at_max, max) if maximizing else (how.at_min, min)
    own, end = window if maximizing else reversed(window)
    mine = tested if how.compared[not maximizing] == "best" else better(own, tested)
    wrong = better(own, best)  # a wrong end is wrong before this move has narrowed the window
    if stop == "tie":
        return bool(mine >= end if maximizing else mine <= end)
    if stop == "beyond":
        return bool(mine > end if maximizing else mine < end)
    if stop == "wrong end":
        return bool(mine >= wrong if maximizing else mine <= wrong)
    if stop == "reversed":
        return bool(mine <= end if maximizing else mine >= end)
    if stop == "other's":
        return bool(mine <= wrong if maximizing else mine >= wrong)
    return stop == "at once"
