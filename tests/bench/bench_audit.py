"""Processor time of an audit of 300 games, its processes included: `python tests/bench/bench_audit.py [NAME...]`.

In seconds, before audits ran engines twice, in processes, and looked for the edit that mends them, and now; measured
in turn on a busy machine, where all take longer:

    alphabeta               1.01    1.31
    sss                     1.30    1.76
    minimax                 1.25    1.64
    broken-wide-root        0.93    1.46
    broken-strict-cutoff    0.94    2.30    most of the difference for the edit, which is two edits
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
