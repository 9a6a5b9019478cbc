"""Calls by package: one module for each group of packages."""
