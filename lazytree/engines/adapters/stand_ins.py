"""Modules that are not there: submissions import what the course comes with, and an audit has no need of it."""

from __future__ import annotations

from types import ModuleType
from typing import Any


class MissingName(type):
    """Class of classes that have every attribute, itself such a class."""

    def __getattr__(cls, name: str) -> Any:
        return _stand_in(name)


class _Nothing:
    """Base of classes that can be made of anything, and called with anything."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        pass

    def __call__(self, *arguments: Any, **named: Any) -> None:
        pass


def _stand_in(name: str) -> type[Any]:
    if name.startswith("__"):
        raise AttributeError(name)
    return MissingName(name, (_Nothing,), {})


class MissingModule(ModuleType):
    """A module with every name."""

    def __getattr__(self, name: str) -> Any:
        return _stand_in(name)
