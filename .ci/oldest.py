"""The oldest versions that pyproject.toml allows, one a line, as pip wants them: `wrapt==2.3.*`."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
for requirement in PROJECT["dependencies"]:
    print(re.sub(r">=([\d.]+).*", r"==\1.*", requirement))
