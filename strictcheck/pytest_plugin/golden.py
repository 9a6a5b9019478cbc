"""Golden demands: demands of a test's calls that somebody has agreed to, kept as text beside the test.

A file `__demands__/<test module>.json` has an entry for each test, a pattern. Patterns are read back with the names in
the test module and the classes in the demand to compare.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import pytest

from strictcheck.demands import Demand
from strictcheck.demands.fitting import hidden, origin_of
from strictcheck.errors import DemandError, NothingChecked
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import kind_of
from strictcheck.messages import shown
from strictcheck.names import pattern_name
from strictcheck.specs.vacuous import refuse_unasked

FOLDER = "__demands__"
HOW = "write assert observe(f, x).demand == golden_demand, or of several .demands['x'] == golden_demand('x')"


class GoldenDemand:
    """Demand that was kept under its name; with `--demand-update`, it is equal to any demand, which is then kept.

    Calling it with a name gives another golden demand of the same test.
    """

    def __init__(self, files: GoldenFiles, file: Path, test: str, known: Mapping[str, Any], name: str = "") -> None:
        self._files = files
        self._file = file
        self._test = test
        self._known = known
        self._name = name
        self.kept: Demand | str | None = None  # the kept demand in the last comparison; text if it is unreadable

    def __call__(self, name: str) -> GoldenDemand:
        """Return the golden demand called `name` of this test. Raises `TypeError` for an invalid name."""
        if not isinstance(name, str):
            raise TypeError(f"golden_demand({shown(name)}) compares nothing; {HOW}")
        return GoldenDemand(self._files, self._file, self._test, self._known, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Demand):
            if hasattr(type(other), "result_demand") or not kind_of(type(other)).has_attributes:
                raise TypeError(f"golden_demand is never equal to {shown(other)}; {HOW}")
            return NotImplemented
        _refuse_unseen(other)
        self.kept = self._read(self._files.text(self._file, self._key), other)
        is_kept = isinstance(self.kept, Demand) and self.kept == other
        if self._files.updating:
            self._files.keep(self._file, self._key, str(other), same=is_kept)
        equal = self._files.updating or is_kept
        compared = self._files.compared
        compared[self._file, self._test] = equal and compared.get((self._file, self._test), True)
        return equal

    def _refuse(self, other: object) -> NoReturn:
        raise TypeError(f"golden_demand is compared by == alone, for it is all that was kept; {HOW}")

    __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __ne__(self, other: object) -> bool:
        return self._refuse(other) if isinstance(other, Demand) else super().__ne__(other)

    def check_compared(self) -> None:
        """Fail the test, which passed, if it has compared nothing with a golden demand, or something not equal."""
        equal = self._files.compared.get((self._file, self._test))
        if not equal:
            did = "compares nothing with it" if equal is None else "passes though a comparison was not equal"
            pytest.fail(f"{self._test} asks for golden_demand and {did}; {HOW}", pytrace=False)

    @property
    def _key(self) -> str:
        return f"{self._test} <{self._name}>" if self._name else self._test

    def _read(self, text: str | None, found: Demand) -> Demand | str | None:
        try:
            return None if text is None else Demand.parse(text, {**self._known, **dict(classes_in(found))})
        except DemandError:
            return text

    def __repr__(self) -> str:
        return f"golden demand of {self._key}"


def _refuse_unseen(demand: Demand) -> None:
    """Raise `NothingChecked` if nobody sees what is read in the argument, or a lazy result was not asked."""
    observation, _ = origin_of(demand)
    reason = hidden(demand._tree.layers[0]) if demand else None
    if observation is not None:
        reason = reason or refuse_unasked("golden_demand", observation._call.context, observation)
    if reason is not None:
        raise NothingChecked(f"golden_demand has checked nothing: {reason}")


def classes_in(demand: Demand) -> list[tuple[str, Any]]:
    """Return the classes and functions in a demand, by their names in its text."""
    found: dict[Any, None] = {}
    for *_, layer in demand.rows():
        if isinstance(layer, Layer):
            found.update({layer.cls: None} if layer.tells_class else {})
        else:
            found[layer if isinstance(layer, (type, FunctionType)) else type(layer)] = None
    return [(name, thing) for thing in found if (name := pattern_name(thing)) is not None]


class GoldenFiles:
    """Golden demands of a run: read when they are first needed, written when all tests are done."""

    def __init__(self, config: pytest.Config) -> None:
        self.updating = bool(config.getoption("demand_update"))
        self._root = config.rootpath
        self._read: dict[Path, dict[str, str]] = {}
        self._found: dict[Path, dict[str, str]] = {}  # texts to keep, by file and key
        self._written: list[Path] = []
        self._gone: dict[Path, list[str]] = {}  # keys of tests that are gone
        self._unseen = set[Path]()  # files of which a part of the tests was left out
        self.compared: dict[tuple[Path, str], bool] = {}  # by test: were all comparisons equal?

    def golden(self, item: pytest.Item) -> GoldenDemand:
        """Return the golden demand of a test."""
        return GoldenDemand(self, self._file(item), _name(item), vars(getattr(item, "module", None) or object))

    def text(self, file: Path, key: str) -> str | None:
        """Return the text kept under `key`."""
        if file not in self._read:
            self._read[file] = _load(file)
        return self._read[file].get(key)

    def keep(self, file: Path, key: str, text: str, *, same: bool) -> None:
        """Keep `text` in the end; if it is the `same` demand as before, keep the old text."""
        found = self._found.setdefault(file, {})
        kept = self._read[file].get(key)
        new = kept if same and kept is not None else text
        if found.setdefault(key, new) != new:
            raise DemandError(
                f"golden demand of {key}: two different demands in one run, {found.pop(key)} and {new}; "
                'give each comparison a name of its own, golden_demand("name")'
            )

    def _file(self, item: pytest.Item) -> Path:
        return item.path.parent / FOLDER / f"{item.path.stem}.json"

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Note the files of tests that are not run: nobody knows which of their tests are gone."""
        self._unseen.update(map(self._file, items))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the files that are to be changed, without the tests that are gone, if all of a file were collected."""
        is_all = not any("::" in argument for argument in session.config.args)
        tests = {(self._file(item), _name(item)) for item in session.items}
        for file, found in self._found.items():
            known = self._read[file] if is_all and file not in self._unseen else {}
            gone = [key for key in known if tests.isdisjoint(((file, key), (file, key.partition(" <")[0])))]
            self._gone |= {file: gone} if gone else {}
            entries = {key: text for key, text in (self._read[file] | found).items() if key not in gone}
            if entries != self._read[file]:
                file.parent.mkdir(exist_ok=True)
                text = json.dumps(dict(sorted(entries.items())), indent=2, ensure_ascii=False)
                file.write_text(text + "\n", encoding="utf-8")
                self._written.append(file)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print where golden demands were kept, and which were removed."""
        for file in self._written:
            gone = ", ".join(self._gone.get(file, ()))
            without = f", without those of tests that are gone: {gone}" if gone else ""
            written = f"demand: golden demands written to {os.path.relpath(file, self._root)}"
            terminalreporter.write_line(written + without)


def _name(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[2] or item.name


def _load(file: Path) -> dict[str, str]:
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise DemandError(f"{file}: not JSON ({error}); mend it, or delete it and run pytest --demand-update") from None
    if not isinstance(entries, dict) or not all(isinstance(text, str) for text in entries.values()):
        raise DemandError(f"{file}: expected an object with a pattern for each test; delete it, or mend it")
    return entries
