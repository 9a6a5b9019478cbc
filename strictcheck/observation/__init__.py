"""One call or one block of code, in one context, and everything that came of it.

`one_call` has `observe`, `one_block` `observing`, and `observed_call` the `Observation` that they give.
"""
