"""Random walks through values nobody knows: contexts that go some way into a result, functions that look as they go."""
