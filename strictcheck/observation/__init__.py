"""One call or one block of code, observed in one context.

`one_call` has `observe`, `one_block` has `observing`, and `observed_call` the `Observation` that `observe` returns.
"""
