"""Processor time of an audit of 300 games, its processes included: `python tests/bench/bench_audit.py [NAME...]`.

In seconds, before audits ran engines twice, in processes, and looked for the edit that mends them, and now; measured
in turn on a busy machine, which doubles all of them, the least of five:

    alphabeta               1.04    1.36
    broken-strict-cutoff    1.15    2.68    most of the difference for the edit, which is two edits
    broken-unsound-table    4.76    8.63    half of it to look for an edit, which there is not
"""

from __future__ import annotations

import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from lazytree import SEARCHES
from lazytree.engines.audit import audit

NAMES = ("alphabeta", "sss", "minimax", "broken-wide-root", "broken-strict-cutoff")


def seconds() -> float:
    """Seconds of the processor that this process has had, and those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        before = seconds()
        found = audit(SEARCHES[name], 300)
        print(f"{name:24}{seconds() - before:5.2f}    {found.verdict}", flush=True)
