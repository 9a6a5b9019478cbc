"""Audits of other people's engines: value, move and demand against alpha-beta, and why they differ.

`audit(engine)` runs an engine on random games and tells what is wrong, why it probably is, on the smallest game that
shows it, and at which line of the engine's code. `grade(search)` says the same to a student. `python -m lazytree audit`
and `grade` are the same on the command line.
"""

from lazytree.engines.audit.audit_games import GameClass
from lazytree.engines.audit.audit_reports import as_table, as_text
from lazytree.engines.audit.auditing import Audit, audit
from lazytree.engines.audit.findings import Cause, Fault, Run
from lazytree.engines.audit.grading import Grade, StoppingRule, grade
from lazytree.engines.audit.running import run
from lazytree.searches.side_by_side import Relation

__all__ = ["Audit", "Cause", "Fault", "GameClass", "Relation", "Run", "as_table", "as_text", "audit", "run"]
__all__ += ["Grade", "StoppingRule", "grade"]
