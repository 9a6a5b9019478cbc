"""The images of the documentation are those that a command in the repository makes, each time alike."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from places import ROOT

from lazytree.cli import main
from lazytree.cli.images import IMAGES

STORED = ROOT / "notebooks" / "images"
REFRESH = "out of date: run python -m lazytree images notebooks/images"


def made(folder, **environment):
    """What the command makes, by name."""
    command = [sys.executable, "-m", "lazytree", "images", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | environment, capture_output=True)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_images_that_are_stored_are_those_that_the_command_makes(tmp_path):
    fresh = made(tmp_path / "new" / "images", PYTHONHASHSEED="1")
    assert fresh.keys() == IMAGES.keys() == {file.name for file in STORED.iterdir()}
    for name, image in fresh.items():
        assert image == (STORED / name).read_bytes(), REFRESH
        ET.fromstring(image)
    assert made(tmp_path / "again", PYTHONHASHSEED="2") == fresh


def test_the_readme_shows_the_images_and_no_others():
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert sorted(shown) == sorted(f"notebooks/images/{name}" for name in IMAGES)


def test_what_the_readme_says_of_its_image_is_drawn():
    image = (STORED / "alpha-beta.svg").read_text("utf-8")
    assert "7 of 9 leaves forced" in image
    assert ".py" not in image  # a line of code would date the image with each change of a search


@pytest.mark.parametrize("place", ["a-file", "a-file/below"])
def test_a_directory_that_cannot_be_made_is_an_error_of_one_line(place, tmp_path, capsys):
    (tmp_path / "a-file").touch()
    assert main(["images", str(tmp_path / place)]) == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert str(tmp_path / place) in message
