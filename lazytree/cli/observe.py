"""`python -m lazytree observe`: print the demand of a search on each game of a file.

Observe a search on each game of FILE, and write a line for each: its value, the leaves
whose scores it forced, in order, as child indices from the root, and its demand, the part
of the game that it looked at, with _ wherever nothing looked. Between them are tabs.

A game is a line of JSON: a number is a score, {"max": [...]} and {"min": [...]} are
choices; an object whose "tree" is a game will do too.

  $ echo '{"max": [{"min": [3, 5]}, {"min": [2, 9]}]}' | python -m lazytree observe --search alphabeta -
  3	[[0, 0], [0, 1], [1, 0]]	Max([Min([End(3), End(5)]), Min([End(2), _])])

With --json it is {"value": 3, "leaves": [...], "demand": "Max(...)"}. The demand is text that
strictcheck.Demand.parse(text, lazytree) reads back. With --leaves a log of the leaves takes
the place of thunks: there is no demand, and a leaf that is read twice is listed twice. Bad
input ends it with exit status 2 and one line that says where and what; the lines before are
written.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from lazytree.cli.arguments import add_list_option, read_games, search_name
from lazytree.games.leaf_log import log_leaves
from lazytree.games.traversals import deep_recursion, depth, forced_leaves
from lazytree.searches.by_name import search
from strictcheck import observe
from strictcheck.command_line import add_command


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "what a search looks at in each game of a file", __doc__)
    parser.add_argument("--search", required=True, type=search_name, metavar="NAME", help="the search to observe")
    parser.add_argument("--json", action="store_true", help="write JSON lines")
    parser.add_argument("--leaves", action="store_true", help="value and leaves only, hardly slower than the search")
    add_list_option(parser)
    parser.add_argument("file", metavar="FILE", help="games as JSON lines, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each game at once, so that nothing is lost when a later game is bad. Returns 0."""
    function = search(arguments.search)
    for game in read_games(arguments.file):
        with deep_recursion(depth(game) + 1):
            if arguments.leaves:
                seen: dict[str, Any] = dict(zip(("value", "leaves"), log_leaves(function, game), strict=True))
            else:
                found = observe(function, game)
                seen = {"value": found.result, "leaves": forced_leaves(found), "demand": str(found.demand)}
        fields = [part if name == "demand" else json.dumps(part) for name, part in seen.items()]
        print(json.dumps(seen) if arguments.json else "\t".join(fields), flush=True)
    return 0
