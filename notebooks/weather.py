"""Temperatures, an array that Dask reads from the archive day by day, and what one might do with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dask
import dask.array as da
import numpy as np

HOURS = 24


def read_day(day: int) -> np.ndarray:
    """The hourly temperatures of one day, from the archive."""
    return day + np.arange(HOURS) / HOURS


def load(read: Callable[[int], np.ndarray], days: int) -> da.Array:
    """All days as one array, in which a day is read when it is needed."""
    later = dask.delayed(lambda day: read(day))
    read_later = [later(day, dask_key_name=f"day-{day}") for day in range(days)]
    return da.concatenate([da.from_delayed(chunk, (HOURS,), dtype=float) for chunk in read_later])


def scaled(temperatures: da.Array) -> da.Array:
    """As a share of the highest."""
    highest = temperatures.max()
    return temperatures / highest if highest > 0 else temperatures


def scaled_lazily(temperatures: da.Array) -> da.Array:
    """As a share of the highest."""
    highest = temperatures.max()
    return temperatures / da.where(highest > 0, highest, 1)


def first_morning(temperatures: da.Array) -> da.Array:
    """The mean of the first six hours."""
    return temperatures[:6].mean()


def computed(array: Any) -> Any:
    """What the array comes to."""
    return array.compute()
