"""Processor time of an audit of 300 games, its processes included: `python tests/bench/bench_audit.py [NAME...]`.

Before audits ran engines twice, in processes, and looked for the edit that mends them, an audit took 0.8 to 1.0 s. What
was measured then and now, in seconds:

    alphabeta               0.86    1.22
    sss                     0.89    1.52
    minimax                 1.00    1.55
    broken-wide-root        0.79    1.57
    broken-strict-cutoff    0.86    2.92    most of it for the edit
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
