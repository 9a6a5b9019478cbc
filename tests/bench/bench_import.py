"""What `import strictcheck` costs above `import wrapt`, which it needs: processor time, the least of many processes.

Run `python tests/bench/bench_import.py [HOW_MANY]`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from rich.console import Console
from rich.table import Table

STATEMENTS = ("pass", "import wrapt", "import strictcheck", "import lazytree")


def milliseconds(statement: str) -> float:
    """Processor time of one new process that executes `statement`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", statement], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def main() -> None:
    """Print the table."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    least = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(times):
        for statement in STATEMENTS:
            least[statement] = min(least[statement], milliseconds(statement))
    table = Table(
        "statement", "ms", "ms above wrapt", title=f"least of {times} processes, CPython {sys.version.split()[0]}"
    )
    for statement, took in least.items():
        table.add_row(statement, f"{took:.0f}", f"{took - least['import wrapt']:.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
