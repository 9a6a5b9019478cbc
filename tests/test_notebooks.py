"""The notebooks run from top to bottom, and are kept with the outputs that a run gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

REFRESH = "run jupyter execute --inplace"
EXTRA = 'needs the extra "notebook": pip install -e ".[notebook]"'
nbformat = pytest.importorskip("nbformat", reason=EXTRA)
nbclient = pytest.importorskip("nbclient", reason=EXTRA)
pytest.importorskip("ipykernel", reason=EXTRA)

# What the code that a notebook looks at is made with.
NEEDED = {"strictness-of-your-own-code": ["sqlalchemy", "dask"]}

# What Jupyter's own packages warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("default")


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """What a reader sees of a cell's outputs; lines that are printed at once may come in pieces."""
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    return printed, [dict(output.data) for output in cell.outputs if "data" in output]


def test_there_are_notebooks():
    assert "alpha-beta.ipynb" in [path.name for path in NOTEBOOKS]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_was_kept_with(path):
    for library in NEEDED.get(path.stem, ()):
        pytest.importorskip(library, reason='needs the extra "test": pip install -e ".[test]"')
    kept, fresh = read(path), read(path)
    client = nbclient.NotebookClient(
        fresh, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    client.execute()  # raises at the first cell that does
    for before, after in zip(code_cells(kept), code_cells(fresh), strict=True):
        assert shown(before) == shown(after), f"out of date: {REFRESH} {path.relative_to(ROOT)}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_valid_and_kept_as_run_from_top_to_bottom(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert [cell.execution_count for cell in code_cells(notebook)] == list(range(1, len(code_cells(notebook)) + 1))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_only_imports_and_calls(path):
    """What is worth a function or a loop is worth a module."""
    for cell in code_cells(read(path)):
        for statement in ast.parse(cell.source).body:
            assert isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)), cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_more_prose_than_code(path):
    notebook = read(path)
    prose = sum(len(cell.source) for cell in notebook.cells if cell.cell_type == "markdown")
    assert prose > sum(len(cell.source) for cell in code_cells(notebook))
