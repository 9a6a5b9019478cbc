"""Profiles: what a function looks at, measured in worker processes, and how two profiles differ."""
