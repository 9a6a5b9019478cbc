"""Mutation of laziness: do the tests notice when a function looks at more than it has to?

A mutant of a function forces more of one of its arguments, and otherwise behaves as the function. Tests that pass all
the same do not test laziness, however many values they check. `strictcheck mutate path::function` runs the tests that
call the function with each mutant in its place, and prints the mutants that no test noticed. Mutation testing goes back
to DeMillo, Lipton and Sayward, "Hints on Test Data Selection", IEEE Computer 11(4), 1978.

- `mutants`: how much mutants force, and how a call gets that;
- `mutant_plugin`: a pytest plugin that puts a mutant in the place of the function, however tests import it, or surveys
  which tests call it, and which mutants could make a difference at all;
- `suggesting`: calls and assertions as text, which `strictcheck write` uses, too; the calls of the tests, and tests of
  them that tell a mutant from the function.

The command runs pytest in a process of its own for each mutant. Nothing here is needed to write tests.
"""
