"""Settings for the whole run of the tests, and the option that makes it a long one."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from long_runs import set_thorough, size

# By default the garbage collector runs whenever there are 700 objects more: for values a hundred thousand deep, a third
# of the time would go to it.
gc.set_threshold(50_000)

# Many tests start Python: with modules compiled once, a start takes half the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

LONG = {"slow", "browser"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--thorough`."""
    parser.addoption("--thorough", action="store_true", help="run the slow tests too, and try twice the examples")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples Hypothesis tries; no test fails because the machine is slow or busy."""
    patient = settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("short", patient, max_examples=12)
    settings.register_profile("thorough", patient, max_examples=25)
    os.environ["PYTEST_ADDOPTS"] = "-p no:inline_snapshot"  # of the runs of pytest in tests, it would take a third
    set_thorough(config.getoption("--thorough"))
    settings.load_profile("thorough" if config.getoption("--thorough") else "short")


@pytest.fixture
def young_heap() -> Iterator[None]:
    """Let `gc.collect()` look at what the test made, and not through all that the tests before it left."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def without_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let audits end without the edit that mends an engine, confirm tables and recognise engines on few games."""
    monkeypatch.setattr("lazytree.engines.audit.auditing._repaired", lambda judge, found, cases, seed: found)
    monkeypatch.setattr("lazytree.engines.audit.auditing.CONFIRMING", size(20, 100))
    monkeypatch.setattr("lazytree.engines.recognizing.FEW", size(3, 4))


@pytest.fixture
def short_audits(without_repair: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let audits also tell their costs on one game of each kind."""
    from lazytree.engines.audit.audit_games import typical_games

    monkeypatch.setattr("lazytree.engines.audit.auditing.typical_games", lambda *kind: typical_games(*kind)[:1])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests, unless they are asked for: by `--thorough`, by `-m`, or by the name of one test."""
    if config.getoption("--thorough") or config.getoption("-m") or any("::" in asked for asked in config.args):
        return
    left = [item for item in items if any(item.get_closest_marker(name) for name in LONG)]
    config.hook.pytest_deselected(items=left)
    long = set(left)
    items[:] = [item for item in items if item not in long]
