"""Run notebooks from top to bottom, and keep what they show: `python notebooks/refresh.py [NAME...]`.

What is kept is the same on every machine, and small: of pictures that step the still image, which every viewer shows.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

import lazytree
from strictcheck.pictures import bundle

HERE = Path(__file__).resolve().parent
SECONDS = 300  # for a cell, on a machine with a lot to do
SVG = "image/svg+xml"
# A line of the library's own is another after each change of its file; a line of the reader's own code stays.
FOLDERS = sorted({path.parent.name for path in Path(lazytree.__file__).parent.rglob("*.py")})
OF_LIBRARY = re.compile(rf", at (?:{'|'.join(FOLDERS)})/\w+\.py:\d+ in [\w.]+")
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def executed(path: Path) -> Any:
    """The notebook at `path`, with the outputs of a run. Raises what a cell raises."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    client.execute(env={**os.environ, "CI": "true"})  # where Hypothesis draws the same each time
    return tidied(notebook)


def tidied(notebook: Any) -> Any:
    """The same notebook, without what is another at each run, or on each machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [_here(output) for output in _joined(cell.outputs)]
    return notebook


def _joined(outputs: list[Any]) -> list[Any]:
    """Lines that are printed at once may come in pieces."""
    kept: list[Any] = []
    for output in outputs:
        if kept and output.output_type == kept[-1].output_type == "stream" and output.name == kept[-1].name:
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


def _here(output: Any) -> Any:
    """An output in which files are called as they are here, none of the library's lines, and a picture once."""
    if output.output_type == "stream":
        output.text = output.text.replace(f"{HERE}/", "")
    data = output.get("data", {})
    data.update({kind: text.replace(f"{HERE}/", "") for kind, text in data.items()})
    if SVG in data:
        data["text/html"] = bundle(OF_LIBRARY.sub("", data.pop(SVG)), "")["text/html"]
    return output


if __name__ == "__main__":
    for path in [HERE / f"{name}.ipynb" for name in sys.argv[1:]] or sorted(HERE.glob("*.ipynb")):
        print(path.name, flush=True)
        nbformat.write(executed(path), path)
