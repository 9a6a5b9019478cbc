"""What a function should look at: partial values, a spec of them, how it is held to that, and what goes against it."""
