"""A report: audits of real engines on PyPI. Every line of it is run when the tests are.

**aialgos 0.1.0** is written for beginners, and its alpha-beta is the textbook's. But the function that one calls to get
a move is a loop of its own over the moves of the root, and that loop forgets to pass on what it has found:

>>> from lazytree.engines.adapters import engine_named
>>> from lazytree.engines.audit import audit
>>> found = audit(engine_named("aialgos alpha_beta_best_move"), 100)
>>> print(found)
aialgos alpha_beta_best_move: root not narrowed
<BLANKLINE>
  The root asks for each of its moves with the open window. Pass on what the best move so far is
  worth: it is the alpha of the next (beta, where Min moves).
<BLANKLINE>
  taken as states; get_children(), evaluate()
  games    Max begins, players alternate, plays of equal length, scores -49981 to 49962
  values   not told
  moves    right on 53 of 53 games
  demand   a superset of alpha-beta's on 53 games; superset 34, same order 19
  like     broken-wide-root, leaf by leaf on every game
  cost     1.27 times alpha-beta: 3,243 readings for 2,554 leaves, scores -100 to 100; 13,455 positions, 13,455 moves
  cost     2.49 times alpha-beta: 1,842 readings for 741 leaves, scores -1, 0 and 1; 9,845 positions, 9,845 moves
<BLANKLINE>
  The smallest game that shows it:
<BLANKLINE>
    {"max": [{"min": [0]}, {"min": [0, 0]}]}
<BLANKLINE>
    its answer        move 0; minimax: 0
    it reads          [0,0] [1,0] [1,1]
    alpha-beta reads  [0,0] [1,0]
<BLANKLINE>
  It is right with this edit, also on games that were not used to find it:
<BLANKLINE>
    aialgos/adversarial/__init__.py:164
    -         score = alpha_beta_pruning(child, 1, float('-inf'), float('inf'),
    +         score = alpha_beta_pruning(child, 1, best_score, float('inf'),

The window of every child is `float('-inf'), float('inf')`, where the first of the two should be
`best_score`. No test of values or moves can find it. All 53 games were those that Max begins, as the function has no
idea of Min at the root; the others of the hundred were left out.

**perfect-game-player 1.2** cuts off where alpha *exceeds* beta. With the scores of noughts and crosses, for which it is
written, nearly nothing is cut off:

>>> found = audit(engine_named("pgameplayer alpha_beta_pruning"), 100)
>>> found.verdict, found.values["right"]
('strict cutoff', 100)
>>> many, few = found.costs
>>> round(few.ratio, 1), few.games  # minimax itself: 12.6
(12.5, 'scores -1, 0 and 1')

**easyAI 2.0.12** has a Negamax that is as lazy as alpha-beta, in both of its versions. Its SSS* and DUAL* are as lazy
as they are in theory, and evaluate leaves again: without a table, several times over.

>>> audit(engine_named("easyAI NonRecursiveNegamax"), 100).verdict
'as lazy as alpha-beta'
>>> found = audit(engine_named("easyAI SSS"), 100)
>>> found.verdict, round(found.costs[0].ratio)
('legitimate less, repeats', 7)

That is on games in which every play has the same length. Where a play can end early, easyAI takes 0.99 off a win for
each ply that is left, so that scores are no longer whole numbers; and its DUAL* narrows the value down in steps of one.
It steps over it, and goes on for ever. Two plies are enough:

>>> from lazytree import from_nested
>>> found = audit(engine_named("easyAI DUAL"), [from_nested([[0, 0], 1])], limit=0.3)
>>> found.verdict, found.faults[0].message
('no answer in time', 'no answer after 0.3 seconds')
>>> "easyAI" in found.faults[0].line.file  # where it was when time was up
True

**OpenSpiel 2.0** and **aima3 1.0.11**: nothing to report. `python -m lazytree audit` makes a table of them all.

>>> audit(engine_named("OpenSpiel alpha_beta_search"), 100).verdict
'as lazy as alpha-beta'
"""

# So that this page is left out, and not run, where the engines are not installed.
from lazytree.engines.adapters import engines_of

for package in ("aialgos", "easyAI", "open_spiel", "perfect-game-player"):
    engines_of(package)

__all__: list[str] = []
