"""Names that engines have for parts of a game, and how a source uses them.

To make more known, add to `MEANINGS`, or to `PARAMETERS`; a user may add some for one engine (`Style.names`).
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any

MAXIMIZING = (
    "maximizing maximizingplayer ismaximizing ismaximizingplayer maximizer ismaximizer maximize maxplayer maxturn "
    "ismaxturn ismaxplayer maximising maximisingplayer ismaximising"
)
MEANINGS: Mapping[str, str] = {
    name: meaning
    for meaning, names in {
        "moves": "legalmoves movesleft",
        "play": "play do push apply make makemove domove applymove applyaction playmove move doaction droppiece "
        "placepiece dropdisc",
        "undo": "undo pop unmake unmakemove undomove unplay unmove takeback undoaction undolastmove removepiece "
        "popmove",
        "legal": "legal legalmove valid validmove validlocation validcolumn canplay canmove canplace candrop",
        "last": "peek lastmove uci san",
        "child": "result child successor generatesuccessor nextstate forecastmove stateafter after aftermove "
        "afteraction",
        "children": "kids expand",
        "over": "over full gameend checkgameend gameover terminal terminaltest leaf finished ended win cutoff "
        "cutofftest done goaltest terminating terminatingtest",
        "never": "lose check checkmate stalemate insufficientmaterial fiftymoves repetition seventyfivemoves "
        "fivefoldrepetition canclaimdraw switchplayer switchturn changeturn nextturn winningmove nextopenrow "
        "capture givescheck castling enpassant promotion",
        "winner": "winner checkwinner checkwin currentwinner winning won",
        "score": "score scoring evaluate evaluation eval staticeval staticevaluation utility value val heuristic "
        "payoff heuristicvalue finalscore playerreturn reward material materialbalance discdifference piecedifference",
        "player": "turn tomove player currentplayer nextplayer playertomove whoseturn whosturn activeplayer "
        "currentturn",
        "maximizing": f"max maxnode maxtomove whitetomove whiteturn {MAXIMIZING}",
        "count": "numemptysquares countempty emptycount numempty",
        "copy": "copy clone deepcopy",
        "key": "key hash fen zobristhash tostring",
        "entry": "ttentry",
        "restore": "ttrestore",
        "agents": "numagents",
        "players": "numplayers",
        "itself": "board boardstate grid",
        "start": "initial initialstate newinitialstate startstate",
    }.items()
    for name in names.split()
}
"""The meaning of a name, written small, without underscores, and without `get`, `is` or `_board` around it."""

PARAMETERS: Mapping[str, str] = {
    name: part
    for part, names in {
        "depth": "d plies limit",
        "ply": "ply plyfromroot currentdepth currdepth curdepth",
        "alpha": "alpha α a low lower lo",
        "beta": "beta β b high upper hi",
        "maximizing": f"ismax {MAXIMIZING}",
        "player": "player playerid turn tomove currentplayer who mover mark symbol stone piece letter",
        "color": "color colour sign side",
        "agent": "agent agentindex agentid",
        "index": "nodeindex index idx",
        "max_player": "ai aiplayer computer me maxmark maxcolor maxcolour maximizingcolor maximizingcolour",
        "counts": "stats counts counter",
        "time": "timeleft timelimit deadline endtime starttime maxtime",
        "rules": "game rules problem",
        "state": "state board node position gamestate root tree pos s n self",
    }.items()
    for name in names.split()
}
"""Parameters of engines, by their names without underscores."""

PARTS = {*PARAMETERS.values()}
WORDS = sorted({*MEANINGS.values(), "minimizing", "moves_and_children", "children_and_moves"} | PARTS)
AROUND = re.compile(
    r"^(get|is|if|has|compute|calculate|my)(?=.{3})|(?<=.{3})(board|state|position|node|game|of|fn|function)$"
)
# Names of several words: which things there are of a kind, as `all_legal_moves`, and how deep, as `max_search_depth`.
KINDS = "(gen|generate|find|all|available|possible|potential|legal|valid|candidate|next|new|child|remaining)*"
SEVERAL = {
    "moves": re.compile(
        f"{KINDS}(moves|actions|plays|placements|locations)|(all|available|empty|free|legal|open|possible"
        "|valid)+(cells|squares|spots|columns|cols|positions|places|fields|edges|lines|pits|piles)"
    ),
    "children": re.compile(f"{KINDS}(children|successors|states|childnodes|boards)"),
}
DEPTHS = re.compile("(max|maximum|search|ai|remaining)*depth(limit|left|remaining|max)?")


@cache
def meaning_of(name: str) -> str | None:
    """The meaning of a name that an engine uses of a position; None if it has none.

    >>> meaning_of("getLegalActions"), meaning_of("evaluate_board"), meaning_of("is_terminal"), meaning_of("colour")
    ('moves', 'score', 'over', None)
    """
    plain = name.replace("_", "").lower()
    inner = AROUND.sub("", AROUND.sub("", plain))
    several = (meaning for meaning, names in SEVERAL.items() if names.fullmatch(inner))
    return MEANINGS.get(plain) or MEANINGS.get(inner) or next(several, None)


@cache
def part_of(parameter: str) -> str:
    """The part of a parameter in a search, by its name; nothing if it has none.

    >>> part_of("currentPlayer"), part_of("is_maximizing"), part_of("colour_map")
    ('player', 'maximizing', '')
    """
    return PARAMETERS.get(plain := parameter.replace("_", "").lower()) or ("depth" if DEPTHS.fullmatch(plain) else "")


def usage_of(tree: ast.Module) -> dict[str, str]:
    """Return the use of each attribute in `tree`: "read", "called", or "done", if the result of the call is dropped.

    Functions are marked by (). If a call's result is dropped anywhere, it is "done" everywhere.

    >>> usage_of(ast.parse("b.push(m); done = b.push(n); s = result(s, m); over = b.over"))
    {'over': 'read', 'push': 'done', 'result()': 'called'}
    """
    found: dict[str, str] = {}
    calls: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            calls[node.value.func] = "done"
        elif isinstance(node, ast.Call):
            calls.setdefault(node.func, "called")
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node in calls):
            name = node.attr if isinstance(node, ast.Attribute) else f"{node.id}()"
            how = calls.get(node, "read")
            found[name] = max(found.get(name, how), how, key=["read", "called", "done"].index)
    return found


@cache
def uses(target: Any) -> dict[str, str]:
    """Return the uses of attributes and functions in the file of a function or class."""
    return usage_of(syntax_of(target))


@cache
def syntax_of(target: Any) -> ast.Module:
    """Return the syntax tree of the file of a function or class; an empty one if it cannot be read."""
    with suppress(SyntaxError):
        return ast.parse(source_of(target))
    return ast.Module([], [])


def source_of(target: Any) -> str:
    """Return the text of the file of a function or class, and of that of its search; nothing if it cannot be read."""
    return "\n".join(map(_text_of, with_search(target)))


@cache
def with_search(target: Any) -> list[Any]:
    """Return a function or class, and what it hands on to in another file if its own file has no search.

    So a few lines of glue may stand in a file of their own.
    """
    function = inspect.unwrap(target)
    if not isinstance(function, FunctionType) or _has_search(function):
        return [target]
    names, known = function.__code__.co_names, function.__globals__
    modules = [found for name in names if isinstance(found := known.get(name), ModuleType)]
    found = [known.get(name) for name in names] + [vars(module).get(name) for module in modules for name in names]
    others = [one for one in found if isinstance(one, FunctionType | type)]
    return [target, *(one for one in others if not str(one.__module__).startswith("lazytree.") and _has_search(one))]


def _has_search(target: Any) -> bool:
    with suppress(SyntaxError):
        return bool(searching_functions(ast.parse(_text_of(target))))
    return False


def _text_of(target: Any) -> str:
    while isinstance(target, partial):
        target = target.func
    target = inspect.unwrap(target)
    # A class is asked for its methods: by its module it may be found in another file of that name.
    codes = [getattr(part, "__code__", None) for part in (target, *getattr(target, "__dict__", {}).values())]
    file = next((code.co_filename for code in codes if code is not None), "")
    return "".join(linecache.getlines(file))


def owner_of(target: Any) -> type[Any] | None:
    """The class whose method an engine is; None if there is no such class."""
    name, _, method = getattr(target, "__qualname__", "").rpartition(".")
    owner = getattr(target, "__globals__", {}).get(name)
    return owner if isinstance(owner, type) and vars(owner).get(method) is target else None


# Methods by which a class is asked for a move or a value, the likely ones first.
METHODS = "getAction get_action get_move get_best_move best_move find_best_move choose_move search".split()


def searching_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions that call themselves, and those that call one of these, as the loop at a root does."""
    found = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found.pop("__init__", None)  # it may call that of its base class
    calls = {name: {called_name(node) for node in ast.walk(of)} & found.keys() for name, of in found.items()}
    reached = calls
    for _ in found:  # paths of any length
        reached = {name: called.union(*(reached[one] for one in called)) for name, called in reached.items()}
    recursive = {name for name, called in reached.items() if name in called and meaning_of(name) in (None, "score")}
    return [of for name, of in found.items() if recursive & {name, *calls[name]}]


def asked_methods(owner: Any) -> list[str]:
    """Return the methods of a class that are asked for a move or a value: usual ones, and searches none other calls."""
    functions = searching_functions(syntax_of(owner))
    called = {name for of in functions for node in ast.walk(of) if (name := called_name(node)) != of.name}
    roots = [of.name for of in functions if of.name not in called]
    # A base class that stands in for a module that is missing has every name.
    defined = {name for base in owner.__mro__ for name in vars(base)}
    asked = [name for name in (*METHODS, *roots) if name in defined]
    return [name for name in asked if name not in called] or asked


def assigned_pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return each target of an assignment with its value: `a, b = c, d` are two pairs."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [*zip(target.elts, value.elts, strict=False)]
    return [(target, value)]


def called_name(node: ast.AST) -> str:
    """Return the name of the function or method that is called; nothing for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", getattr(function, "id", ""))
