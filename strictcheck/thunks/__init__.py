"""Thunks: the proxy, the log of forcings, computations that run once, lazily pulled streams, and looks from outside."""
