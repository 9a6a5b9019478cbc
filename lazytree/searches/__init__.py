"""Searches: alpha-beta and its relatives, by hand and over lattices, all by name in `by_name`."""
