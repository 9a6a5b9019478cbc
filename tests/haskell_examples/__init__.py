"""The examples of StrictCheck for Haskell, with their specs: each right one beside a tempting wrong one that is caught.

| module | has |
|---|---|
| `conslists` | lazy lists of cells, and how demands on them are written and read |
| `lists` | `length`, `take` and `take_eager`, `map_list`, `append`, `reverse` |
| `zipping` | `zip_lists`, and `zip_to_the_end`, which walks on |
| `rotation` | the rotation of Okasaki's queue, with two right specs and a wrong one |
| `knapsack` | a table that is the fixpoint of a step, and a step that is too strict to have one |

Read them to learn how specs are written. Everything here is after Foner, Zhang and Lampropoulos, *Keep Your Laziness in
Check* (ICFP 2018), and the examples in their library; functions look at their arguments where the Haskell ones do.
"""
