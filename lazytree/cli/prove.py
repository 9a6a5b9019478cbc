"""`python -m lazytree prove`: prove that two searches have equal demands on every game up to a number of leaves.

Prove that two searches look at the same parts of every game up to a number of leaves: all
shapes without unary nodes, each inner node Max or Min, all orders of the scores, with ties.
The searches are run on partial games, which are decided on where a search looks; so a run
stands for all games that are alike as far as it looked.

Five leaves take some seconds, six a minute, seven half an hour on two processors; all of them
are used. With --resume FILE what is finished is kept in FILE, so that the proof can be stopped
and started again. Exit status 1, and the smallest partial game that tells, if the searches
differ; try --search broken-strict-cutoff. Scores have an order here and no values, so searches
that negate them cannot be run.
"""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from lazytree.cli.arguments import add_resume_option, add_two_searches, going_on, positive, two_searches
from lazytree.games.game import all_games
from strictcheck import StrictCheckError
from strictcheck.command_line import INTERRUPTED, add_command, complain
from strictcheck.errors import DemandMismatch, SpecError
from strictcheck.exhaustive import check_all, same_demand
from strictcheck.messages import wrapped


def add_to(commands: Any) -> None:
    """Declare this command and its arguments."""
    parser = add_command(commands, run, "two searches on every game up to a number of leaves", __doc__)
    add = parser.add_argument
    add("--leaves", type=positive, default=5, metavar="N", help="at most so many leaves (default: %(default)s)")
    add_two_searches(parser)
    add("--same-order", action="store_true", help="they have to look in the same order, too")
    add_resume_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prove, and print the two counts. Returns 0, 1 if the searches differ, or 2 if it cannot be decided."""
    names = f"{arguments.search} and {arguments.against}"
    same = same_demand(*two_searches(arguments.search, arguments.against), order=arguments.same_order)
    console = Console(highlight=False, legacy_windows=False, soft_wrap=True)
    try:
        done = check_all(same, of=all_games(), max_size=arguments.leaves, resume=arguments.resume)
    except DemandMismatch as failure:
        console.print(
            f"{names} differ; the smallest partial game that tells:\n\n{failure}", soft_wrap=True, markup=False
        )
        return 1
    except (StrictCheckError, OSError) as error:
        told = _without_values(arguments, error) if isinstance(error, SpecError) else error
        complain(f"python -m lazytree prove: {told}")
        return 2
    except KeyboardInterrupt:
        complain(f"stopped; {going_on(arguments.resume)}")
        return INTERRUPTED
    order = ", in the same order," if arguments.same_order else ""
    found = f"{names} look at the same parts{order} of every game of up to {arguments.leaves} leaves\n"
    console.print(wrapped(found))
    console.print(f"{done.partial_inputs:>15,}  partial games run, standing for")
    console.print(f"{done.full_inputs:>15,}  games: all there are, up to the order of scores")
    return 0


def _without_values(arguments: argparse.Namespace, error: SpecError) -> str:
    """Sentence on a search that does more with scores than to compare them."""
    return (
        "scores have an order here and no values, so they cannot be negated, nor added to "
        f"({str(error).partition(':')[0]}); python -m lazytree compare --search {arguments.search} "
        f"--against {arguments.against} tries games whose scores are numbers"
    )
