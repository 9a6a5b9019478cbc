"""Lattices to search over: chains, clamping functions, and partial orders."""
