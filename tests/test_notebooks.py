"""The notebooks run from top to bottom, and are kept with what a run shows, for viewers that run nothing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

EXTRA = 'needs the extra "notebook": pip install -e ".[notebook]"'
nbformat = pytest.importorskip("nbformat", reason=EXTRA)
pytest.importorskip("nbclient", reason=EXTRA)
pytest.importorskip("ipykernel", reason=EXTRA)

import refresh  # noqa: E402  # in the folder of the notebooks

from strictcheck.pictures import Fragment, bundle  # noqa: E402

# What the code that a notebook looks at is made with.
NEEDED = {
    "audit-an-engine": ["aialgos", "easyAI", "pgameplayer"],
    "strictness-of-your-own-code": ["sqlalchemy", "dask"],
    "how-do-i": ["sqlalchemy", "pandas", "pydantic"],
}
# A line of a package by somebody else is another in its next release.
ELSEWHERE = re.compile(r"^ +(?:aialgos|easyAI|pgameplayer)/\S+:\d+ in .*\n", re.MULTILINE)

# Numbers that no output of these notebooks shows: years, sizes of random games, and a misprint.
UNSHOWN = {"alpha-beta": {"1975", "1980", "1987", "5,000", "65,569"}, "audit-an-engine": {"3,125"}}
NUMBER = re.compile(r"\d[\d,]*\d")

# What Jupyter's own packages warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("default")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """What a reader sees of a cell's outputs."""
    return [
        ELSEWHERE.sub("", output.text) if output.output_type == "stream" else dict(output.data)
        for output in cell.outputs
    ]


def test_there_are_five_notebooks():
    names = ["alpha-beta", "audit-an-engine", "how-do-i", "strictness-of-your-own-code", "what-changed"]
    assert [path.stem for path in NOTEBOOKS] == names


def test_each_task_has_a_page_that_runs_and_shows_its_failure_and_is_linked_from_the_readme():
    text = next(path for path in NOTEBOOKS if path.stem == "how-do-i")
    pages: dict[str, list[str]] = {}
    for cell in read(text).cells:
        anchor = re.match(r'<a id="(\w+)"></a>', cell.source)
        if anchor:
            page = pages.setdefault(anchor[1], [])
        elif cell.cell_type == "code" and pages:
            assert len(cell.source.splitlines()) <= 5
            page.extend(output for output in shown(cell) if isinstance(output, str))
    readme = (ROOT / "README.md").read_text()
    assert set(re.findall(r"how-do-i\.ipynb#(\w+)", readme)) == set(pages)
    for name, outputs in pages.items():
        assert any(re.search("if (it may|that is meant), ", output) for output in outputs), name


@pytest.mark.slow
@each_notebook
def test_a_notebook_runs_and_shows_what_it_was_kept_with(path):
    for library in NEEDED.get(path.stem, ()):
        pytest.importorskip(library, reason='needs the extra "test": pip install -e ".[test]"')
    fresh = refresh.executed(path)  # raises at the first cell that does
    for before, after in zip(code_cells(read(path)), code_cells(fresh), strict=True):
        assert shown(before) == shown(after), f"out of date: run python notebooks/refresh.py {path.stem}"


@each_notebook
def test_a_notebook_is_valid_and_kept_as_run_from_top_to_bottom(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert [cell.execution_count for cell in code_cells(notebook)] == list(range(1, len(code_cells(notebook)) + 1))


@each_notebook
def test_what_is_kept_is_shown_where_no_kernel_runs_and_is_the_same_on_each_machine(path):
    notebook = read(path)
    assert notebook == refresh.tidied(read(path))
    for data in (output.data for cell in code_cells(notebook) for output in cell.outputs if "data" in output):
        assert "text/plain" in data
        assert set(data) <= {"text/plain", "text/html"}
        assert not any("/notebooks/" in text for text in data.values())  # a folder of somebody's machine


def test_a_picture_that_steps_is_kept_as_the_still_image_that_comes_with_it():
    data = bundle("<svg/>", "a picture", [Fragment("<figure>", scripts=("step()",))])
    output = nbformat.v4.new_output("display_data", data)
    cell = nbformat.v4.new_code_cell("", outputs=[output], metadata={"execution": {"iopub.execute_input": "now"}})
    kept = refresh.tidied(nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}}))
    still = bundle("<svg/>", "a picture")["text/html"]
    assert kept.cells[0].outputs[0].data == {"text/html": still, "text/plain": "a picture"}
    assert not kept.cells[0].metadata
    assert "widgets" not in kept.metadata


def test_lines_that_come_in_pieces_are_kept_as_one():
    pieces = [nbformat.v4.new_output("stream", name="stdout", text=text) for text in ("one\n", "two\n")]
    kept = refresh.tidied(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=pieces)]))
    assert [output.text for output in kept.cells[0].outputs] == ["one\ntwo\n"]


def test_files_beside_a_notebook_are_called_by_their_names():
    file = f"{refresh.HERE}/student.py"
    data = {"image/svg+xml": f"<title>{file}:1</title>", "text/plain": file}
    outputs = [nbformat.v4.new_output("stream", text=file), nbformat.v4.new_output("display_data", data)]
    kept = refresh.tidied(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=outputs)]))
    still = bundle("<title>student.py:1</title>", "")["text/html"]
    assert [shown(cell) for cell in kept.cells] == [["student.py", {"text/html": still, "text/plain": "student.py"}]]


def test_lines_of_the_library_are_left_out_of_pictures_and_those_of_the_readers_own_code_kept():
    told = "<title>leaf #1, at searches/one_bound.py:45 in _f1; leaf #2, at notebooks/student.py:7 in search</title>"
    kept = refresh.tidied(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=[drawn(told)])]))
    still = bundle("<title>leaf #1; leaf #2, at notebooks/student.py:7 in search</title>", "")["text/html"]
    assert kept.cells[0].outputs[0].data["text/html"] == still


def drawn(svg):
    return nbformat.v4.new_output("display_data", {"image/svg+xml": svg, "text/plain": "a picture"})


@each_notebook
def test_a_notebook_only_imports_and_calls(path):
    """What is worth a function or a loop is worth a module. Lines of magic are calls, too."""
    for cell in code_cells(read(path)):
        source = re.sub(r"^%.*", "", cell.source, flags=re.MULTILINE)
        for statement in ast.parse(source).body:
            assert isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)), cell.source


@each_notebook
def test_a_notebook_has_more_prose_than_code(path):
    notebook = read(path)
    prose = sum(len(cell.source) for cell in notebook.cells if cell.cell_type == "markdown")
    assert prose > sum(len(cell.source) for cell in code_cells(notebook))


@each_notebook
def test_the_numbers_in_the_prose_are_those_in_the_outputs(path):
    prose, shows = set(), set()
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            prose |= {*NUMBER.findall(cell.source)}
        else:
            text = re.sub("<[^>]*>", " ", f"{cell.source} {shown(cell)}")  # the tags of images have coordinates
            shows |= {*NUMBER.findall(text)}
    assert prose - shows == UNSHOWN.get(path.stem, set())
