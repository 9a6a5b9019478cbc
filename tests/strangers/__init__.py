"""Calls of packages that no other test uses, made plainly and under observation, and compared."""
