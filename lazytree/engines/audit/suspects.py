"""Programs that an engine may turn out to be: a family of alpha-betas with faults, and searches that look at less.

The likely cause of what an engine looks at is found by experiment. If it looks at the very leaves, game after game,
that a program with a known fault looks at, it has that fault. The family is one alpha-beta, with a gap at each point
where a mistake can be made, and the texts that mistakes put there; its members have up to two faults, or three in their
tests for a cutoff. Skip this module unless you add one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from types import CodeType
from typing import Any, TypeAlias

from lazytree.engines.adapters.engine import UNTOLD, is_value
from lazytree.engines.audit.findings import Cause
from lazytree.games.game import End, Game, Max, Min
from lazytree.games.leaf_log import LeafLog, Path
from lazytree.games.making import Player
from lazytree.games.scores import BOTTOM, TOP
from lazytree.games.traversals import guard
from lazytree.searches.by_name import SEARCHES
from lazytree.searches.side_by_side import distinct
from strictcheck import Stream

TELLING = 8  # leaves that are read in a game; fewer hardly tell two programs apart
# Searches with a program of their own, the most likely first.
OTHERS = {
    "negascout": Cause.LESS,
    "sss": Cause.LESS,
    "dual": Cause.LESS,
    "broken-unsound-table": Cause.UNSOUND_TABLE,
    "scout": Cause.DIFFERENT,
}

# Alpha-beta at a node of Max, with gaps in braces. At a node of Min it is the mirror image.
PROGRAM = """
def maximum(node, ply, alpha, beta):
    if isinstance(node, End):
        return node.score
    best, known = {begin}, BOTTOM  # the window is narrowed by what is known
    {peek}
    for child in node.children:
        low, high = max(alpha, kept["low"]), min(beta, kept["high"])
        wide = {wide}
        search = {search}
        value = search(child, ply + 1, alpha=BOTTOM if wide else {alpha}, beta=TOP if wide else {beta})
        value = {value}
        low, high = max(alpha, kept["low"]), min(beta, kept["high"])
        mine = {mine}
        stops = {stops}
        if {updates}:
            best = known = max(best, value)
            {keep}
        if stops:
            break
    return {returned}
"""
MIRROR = {"maximum": "minimum", "max": "min", "alpha": "beta", "low": "high", "BOTTOM": "TOP"}
MIRROR |= {"Max": "Min", ">": "<", ") + 1": ") - 1"}
MIRROR |= {word: image for image, word in MIRROR.items()}
MIRRORED = re.compile(r"\b(maximum|minimum|max|min|Max|Min|alpha|beta|low|high|BOTTOM|TOP)\b|[<>]|\) [-+] 1")

Gaps: TypeAlias = Mapping[str, str]
"""Text for some gaps of the program."""

# Text for the gaps of a program without a fault; `mine` is what a player compares with the end of the window.
RIGHT = {"begin": "BOTTOM", "peek": "pass", "alpha": "max(low, known)", "beta": "high", "wide": "False"}
RIGHT |= {"value": "value", "mine": "{tested}", "tested": "max(best, value)", "stops": "mine >= high"}
RIGHT |= {"updates": "True", "keep": "pass", "returned": "best"}
RIGHT |= {"search": "minimum if isinstance(child, Min) else maximum"}
NULL = "high if known in (BOTTOM, TOP) or low is TOP else max(low, known) + 1"
CROSSED = "max(low if known in (BOTTOM, TOP) else high, known)"
# As negamax turns window and value, here also where the same player moves again.
AGAIN = "isinstance(child, Max)"
TURNED = {"alpha": f"-high if {AGAIN} else max(low, known)", "beta": f"-max(low, known) if {AGAIN} else high"}
TURNED |= {"value": f"-value if {AGAIN} else value"}
PEEK = "[child.score for child in node.children if isinstance(child, End)]"

BOTH, EACH = ["Max Min"], ["Max", "Min"]
ANY = BOTH + EACH
# Faults by name, cause, the players who may have them, together or alone, and their gaps, as of Max. Likely ones first.
SLIPS: Sequence[tuple[str, Cause, list[str], Gaps]] = (
    ("broken-wide-root", Cause.WIDE_ROOT, ANY, {"wide": "not ply"}),
    ("broken-strict-cutoff", Cause.STRICT, ANY, {"stops": "mine > high"}),
    ("minimax", Cause.NO_CUTOFF, ANY, {"stops": "False"}),
    ("window not narrowed", Cause.NOT_NARROWED, EACH, {"alpha": "low"}),
    ("window not narrowed below the root", Cause.NOT_NARROWED, EACH, {"alpha": "low if ply else max(low, known)"}),
    ("other end not handed down", Cause.NO_DEEP, EACH, {"beta": "TOP"}),
    ("test before update", Cause.LATE, ANY, {"tested": "best", "updates": "not stops"}),
    ("broken-kept-window", Cause.KEPT_WINDOW, ANY, {"keep": 'kept["low"] = max(kept["low"], best)'}),
    ("first moves only", Cause.FIRST_MOVE, ANY, {"stops": "True"}),
    ("compared with the wrong end", Cause.WRONG_END, EACH, {"stops": "mine >= max(low, best)"}),
    ("test of the other player", Cause.WRONG_END, EACH, {"stops": "mine <= max(low, best)"}),
    ("cutoff the other way round", Cause.REVERSED, EACH, {"stops": "mine <= high"}),
    ("narrowed from the other end", Cause.CROSSED, EACH, {"alpha": CROSSED}),
    ("best value begins at 0", Cause.BEGINS, ANY, {"begin": "0"}),
    ("scores turned", Cause.WRONG_SIGN, ANY, {"value": "-value if isinstance(child, End) else value"}),
    ("f1", Cause.NO_DEEP, BOTH, {"alpha": "known", "beta": "TOP"}),
    ("children read beforehand", Cause.PEEKS, BOTH, {"peek": PEEK}),
    ("no second search", Cause.NO_SECOND, BOTH, {"beta": NULL}),
    ("players alternate", Cause.WRONG_PLAYER, BOTH, {"search": "minimum"}),
    ("sign changed though the player moves again", Cause.WRONG_SIGN, BOTH, TURNED),
    ("values of the root's moves turned", Cause.WRONG_SIGN, BOTH, {"value": "value if ply else -value"}),
)
# Causes that have another name where one player alone has the fault.
ALONE = {
    (Cause.STRICT, "Max"): Cause.STRICT_AT_MAX,
    (Cause.STRICT, "Min"): Cause.STRICT_AT_MIN,
    (Cause.NO_CUTOFF, "Max"): Cause.ONE_SIDED,
    (Cause.NO_CUTOFF, "Min"): Cause.ONE_SIDED,
}
FAULTS = [
    (f"{name} at {players}".removesuffix(" at Max Min"), ALONE.get((cause, players), cause), players, gaps)
    for name, cause, among, gaps in SLIPS
    for players in among
]
FAULTS.sort(key=lambda fault: " " not in fault[2])
# Faults of the tests for a cutoff that do not make a search wrong; a program may have one at each of the players.
TESTS = [one for one in FAULTS if {one[1]} <= {Cause.STRICT_AT_MAX, Cause.STRICT_AT_MIN, Cause.ONE_SIDED, Cause.LATE}]
# What is compared: the best value, or the player's own end of the window, brought up to date by a late test or not.
OWN_END = {"mine": "max(low, {tested})"}
COMPARED: Sequence[Gaps] = ({}, OWN_END | {"updates": "True"}, OWN_END)
# Returned is the best value, or the nearer end of the window.
RETURNED: Sequence[Gaps] = ({}, {"returned": "max(best, alpha)"})


@dataclass(frozen=True)
class Suspect:
    """A program that is known, by its name, and the causes to report of an engine that looks at the same leaves.

    `gaps` are those of Max and of Min; empty for a search with a program of its own.
    """

    name: str
    causes: tuple[Cause, ...]
    gaps: tuple[Gaps, ...] = ()

    def search(self, game: Game[Any]) -> Any:
        """Return the value that the program finds."""
        if not self.gaps:
            return SEARCHES[self.name](game)
        names: dict[str, Any] = {"Max": Max, "Min": Min, "End": End, "BOTTOM": BOTTOM, "TOP": TOP}
        names["kept"] = {"low": BOTTOM, "high": TOP}
        for player, gaps in zip((Max, Min), self.gaps, strict=True):
            exec(_compiled(player, tuple(gaps.items())), names)
        begin = names["maximum" if isinstance(game, Max) else "minimum"]
        return guard("suspects", lambda: begin(game, 0, alpha=BOTTOM, beta=TOP))

    def fits(self, log: LeafLog, watched: Game[Any], leaves: list[Path], value: Any) -> bool:
        """True if it looks at these leaves of a game, in this order, and finds this value, unless that is `UNTOLD`."""
        log.clear()
        found = self.search(watched)
        return distinct(log.paths) == leaves and (value is UNTOLD or is_value(value, found))


@cache
def _compiled(player: Player, gaps: tuple[tuple[str, str], ...]) -> CodeType:
    texts = {**RIGHT, **dict(gaps)}
    program = PROGRAM.format_map(texts).format_map(texts)
    if player is Min:
        program = MIRRORED.sub(lambda found: MIRROR[found[0]], program)
    return compile(program, "<suspect>", "exec")


@cache
def suspects() -> list[Suspect]:
    """All of them: those with fewer faults come first.

    >>> list(dict.fromkeys(suspect.name for suspect in suspects()))[:3]
    ['alphabeta', 'broken-wide-root', 'broken-strict-cutoff']
    """
    found = [*_with_faults(0), *_with_faults(1)]
    found += [Suspect(name, (cause,)) for name, cause in OTHERS.items()]
    return [*found, *_with_faults(2), *_with_faults(3, TESTS)]


def _with_faults(count: int, among: Sequence[tuple[str, Cause, str, Gaps]] = FAULTS) -> Iterator[Suspect]:
    for faults in combinations(among, count):
        places = [(player, gap) for *_, players, gaps in faults for player in players.split() for gap in gaps]
        if len(set(places)) < len(places):
            continue
        made: dict[str, dict[str, str]] = {"Max": {}, "Min": {}}
        for *_, players, gaps in faults:
            for player in players.split():
                made[player] |= gaps
        name = ", ".join(name for name, *_ in faults) or "alphabeta"
        causes = tuple(dict.fromkeys(cause for _, cause, *_ in faults)) or (Cause.AS_LAZY,)
        is_late = Cause.LATE in causes and {gap for _, gap in places} <= {"tested", "updates", "stops"}
        ways = [{**compared, **returned} for compared, returned in product(COMPARED[: 2 + is_late], RETURNED)]
        for of_max, of_min in product(ways, repeat=2) if is_late else zip(ways, ways, strict=True):
            yield Suspect(name, causes, ({**made["Max"], **of_max}, {**made["Min"], **of_min}))


def matching(cases: Sequence[tuple[Game[Any], list[Path], Any]], *, has_table: bool = False) -> Suspect | None:
    """The first suspect that looks at the very leaves given with each game, in that order, and finds the same value.

    A value that is `UNTOLD` counts for nothing. With `has_table` none of the family fits, for they have no table.
    Forces the games as far as the suspects do.

    >>> from lazytree import from_nested
    >>> matching([(from_nested([[3, 5], [2, 9]]), [(0, 0), (0, 1), (1, 0), (1, 1)], 3)]).causes
    (<Cause.WIDE_ROOT: 'root not narrowed'>,)
    """
    logs = ((LeafLog(), *case) for case in sorted(cases, key=lambda case: (len(case[1]) < TELLING, len(case[1]))))
    # Made when it is pulled: hardly a suspect gets beyond the first game.
    watched = Stream((log, log.watch(game), leaves, value) for log, game, leaves, value in logs)
    among = [one for one in suspects() if not (has_table and one.gaps)]
    return next((one for one in among if all(one.fits(*case) for case in watched)), None)
