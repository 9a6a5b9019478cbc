"""The images of the README are those that a script in the repository draws, each time alike."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

from draw_images import IMAGES
from places import ROOT

STORED = ROOT / "notebooks" / "images"
REFRESH = "out of date: run python notebooks/draw_images.py"


def made(folder, **environment):
    """The files that the script draws, by name."""
    command = [sys.executable, "notebooks/draw_images.py", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | environment, capture_output=True)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_images_that_are_stored_are_those_that_the_script_draws(tmp_path):
    fresh = made(tmp_path / "new" / "images", PYTHONHASHSEED="1")
    assert fresh.keys() == IMAGES.keys() == {file.name for file in STORED.iterdir()}
    for name, image in fresh.items():
        assert image == (STORED / name).read_bytes(), REFRESH
        ET.fromstring(image)
    assert made(tmp_path / "again", PYTHONHASHSEED="2") == fresh


def test_the_readme_shows_the_images_and_no_others():
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme) + re.findall(r'src(?:set)?="([^"]+)"', readme)
    assert sorted(shown) == sorted(f"notebooks/images/{name}" for name in IMAGES)


def test_what_the_readme_says_of_its_image_is_drawn():
    image = (STORED / "alpha-beta.svg").read_text("utf-8")
    assert "7 of 9 leaves forced" in image
    assert ".py" not in image  # a line of code would date the image with each change of a search
