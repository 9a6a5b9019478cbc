"""Ordinary code that is meant to be lazy, and the twin of each that is not quite. None of it knows that it is watched.

This is what `strictness-of-your-own-code.ipynb` looks at; `tests/test_everyday.py` makes tests of the same.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# --- A pipeline ------------------------------------------------------------------------------------------------------


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """The items in lists of `size`; a batch goes out as soon as it is full."""
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def batches_late(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """The same batches, each a little later."""
    batch: list[Any] = []
    for item in items:
        if len(batch) == size:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


# --- A configuration -------------------------------------------------------------------------------------------------

CONFIG = {
    "database": {"host": "db.example.org", "port": 5432, "user": "app", "password": "secret"},
    "cache": {"enabled": False, "host": "cache.example.org"},
    "debug": False,
}


def database_url(config: Mapping[str, Any]) -> str:
    """Where the database is."""
    database = config["database"]
    port = database.get("port", 5432)
    scheme = database.get("scheme", "postgresql")
    return f"{scheme}://{database['host']}:{port}"


def settings_summary(config: Mapping[str, Any]) -> str:
    """What to write into the log when the program starts."""
    parts = {name: str(part) for name, part in config["database"].items()}
    return f"database at {parts['host']}"


# --- A generator -----------------------------------------------------------------------------------------------------


def prices(rows: Iterable[str]) -> Iterator[float]:
    """The prices in rows such as `tea;2.50`, each when it is asked for."""
    for row in rows:
        yield float(row.split(";")[1])


def prices_checked(rows: Iterable[str]) -> Iterator[float]:
    """The same, after a look whether there are any."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        raise ValueError("no rows")
    return prices([first, *rows])


# --- A stream --------------------------------------------------------------------------------------------------------


async def readings(*degrees: float) -> AsyncIterator[float]:
    """A thermometer, for as long as it lasts."""
    for value in degrees:
        yield value


async def smoothed(thermometer: AsyncIterator[float]) -> AsyncIterator[float]:
    """The mean of each reading and the one before it."""
    before = None
    async for degrees in thermometer:
        if before is not None:
            yield (before + degrees) / 2
        before = degrees


async def alarms(thermometer: AsyncIterator[float], limit: float) -> AsyncIterator[float]:
    """The smoothed readings above `limit`."""
    async for degrees in smoothed(thermometer):
        if degrees > limit:
            yield degrees


async def first_alarm(thermometer: AsyncIterator[float], limit: float) -> float | None:
    """The first reading above `limit`."""
    async for degrees in thermometer:
        if degrees > limit:
            return degrees
    return None


async def first_alarm_late(thermometer: AsyncIterator[float], limit: float) -> float | None:
    """The first reading above `limit`, once the thermometer is done."""
    alarms = [degrees async for degrees in thermometer if degrees > limit]
    return alarms[0] if alarms else None


# --- Looking for nothing ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class User:
    """Somebody with an account."""

    name: str
    role: str


USERS = [User("ann", "guest"), User("bob", "admin"), User("cem", "guest"), User("dee", "admin")]


def has_admin(users: Iterable[User]) -> bool:
    """Whether one of them may do everything."""
    return len([user for user in users if user.role == "admin"]) > 0


def has_admin_lazily(users: Iterable[User]) -> bool:
    """Whether one of them may do everything; asks until it knows."""
    return any(user.role == "admin" for user in users)


# --- For the notebook ------------------------------------------------------------------------------------------------


def complaint(check: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The message of `check` if it fails; a notebook stops at an exception."""
    try:
        check(*args, **kwargs)
    except AssertionError as error:
        return str(error)
    return "nothing to complain about"
