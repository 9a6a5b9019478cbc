"""The game that a reader of a page can change and search: its rows for `play.js`, and the buttons.

Only small games have it, with numbers as scores, of which all parts are known. Python writes the game down; the script
searches it, in the same few lines as `searches.pruning`, and draws the parts that were looked at.
"""

from __future__ import annotations

import json
from html import escape

from lazytree.games.game import End
from lazytree.pictures.game_columns import GameColumns
from lazytree.pictures.icicle import MANY

EXACT = 2**53  # JavaScript has all whole numbers up to here
BUTTONS = (
    ("earlier", "◀ earlier", "exchange the chosen move with the one before it"),
    ("later", "later ▶", "exchange the chosen move with the one after it"),
    ("best", "Best moves first", "order the moves of each player by their values"),
    ("again", "As it was", "the game of the picture"),
)
HELP = "Choose a leaf or a move by click or Enter; arrow keys change its score, or exchange it with its neighbour."


def played_rows(columns: GameColumns) -> list[tuple[int, str | float]]:
    """Return the game as `read` in play.js reads it: the depth of each node, and its kind or score, in preorder.

    Empty if the game is big, is not known as a whole, or has scores that are not numbers in Python and in JavaScript.

    >>> from lazytree import from_nested
    >>> from lazytree.pictures.search_steps import Seen
    >>> from strictcheck import Demand
    >>> played_rows(GameColumns([Seen(Demand())], from_nested([3, [1, 2]])))
    [(0, 'max'), (1, 3), (1, 'min'), (2, 1), (2, 2)]
    """
    rows: list[tuple[int, str | float]] = []
    for row in range(len(columns) if len(columns) <= MANY else 0):
        what = _word(columns, row)
        if what is None:
            return []
        rows.append((len(columns.path(row)), what))
    return rows


def _word(columns: GameColumns, row: int) -> str | float | None:
    kind = columns.kinds[row]
    if kind is End:
        score = columns.known_value(row)
        return score if type(score) in (int, float) and abs(score) < EXACT else None
    return kind.__name__.lower() if kind else None


def playground(rows: list[tuple[int, str | float]]) -> str:
    """Return the panel in which the script draws the game, hidden until a reader asks for it."""
    buttons = "".join(
        f'<button type="button" class="{name}" title="{says}" aria-label="{says}">{sign}</button>'
        for name, sign, says in BUTTONS
    )
    return (
        f'<div class="playground" data-game="{escape(json.dumps(rows))}" hidden>\n'
        f'<p class="tools"><label>score <input type="number" step="any" disabled></label>{buttons}</p>\n'
        '<p class="found" role="status" aria-live="polite"></p>\n'
        f'<p class="soft">{HELP}</p>\n<div class="board"></div></div>'
    )
