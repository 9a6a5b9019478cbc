"""The kinds of values: how each comes apart, and the thunk that stands for it while nobody has looked."""
