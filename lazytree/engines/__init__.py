"""Engines: games as programs play them, an engine with a table, other people's engines, and what an audit finds."""
