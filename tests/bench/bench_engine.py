"""The engine on Connect Four: what the published values of small boards take, and how many positions a second.

Run `python tests/bench/bench_engine.py [width height]`; without a size, all boards whose value is published here. The
largest takes a minute or two and some hundred megabytes, which is why the tests leave it to this file. Each value is
checked, and so is what table and symmetries save on noughts and crosses.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Columns

from lazytree.engines.noughts import Noughts
from lazytree.engines.positions import Position
from lazytree.engines.table_search import Table, evaluate

sys.path.insert(0, str(Path(__file__).parent.parent))
from connect_four import KNOWN_VALUES, ConnectFour


def measured(columns: Columns, name: str, position: Position[Any], table: Table | None, symmetries: bool) -> Any:
    start = time.process_time()
    answer = evaluate(position, alpha=-1, beta=1, table=table, symmetries=symmetries)
    seconds = time.process_time() - start
    columns.add_row(
        name,
        "no" if table is None else f"{len(table):,}",
        "yes" if symmetries else "no",
        f"{answer.value:+}",
        f"{answer.searched:,}",
        f"{seconds:.1f}",
        f"{answer.searched / seconds:,.0f}",
    )
    return answer


def main(*size: int) -> None:
    columns = Columns("game", "table", "symmetries", "value", "searched", "seconds", "a second")
    for symmetries in (False, True):
        for table in (None, Table()):
            assert measured(columns, "noughts", Noughts(), table, symmetries).value == 0
    for width, height in [size] if size else KNOWN_VALUES:
        board = ConnectFour(width, height)
        value = measured(columns, f"four {width}x{height}", board, Table(), True).value
        assert value == KNOWN_VALUES.get((width, height), value), f"{width}x{height}: {value} is not what is published"
    Console().print(columns)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
