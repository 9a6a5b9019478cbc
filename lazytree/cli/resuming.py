"""What a comparison has come to, kept in a file: it can be stopped, and go on where it was."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from lazytree.cli.reading import BadInput
from lazytree.comparing import Tally

__all__ = ["keep", "take_up"]


def take_up(tally: Tally, file: str | None, identity: dict[str, Any]) -> None:
    """Add to a new `tally` what `file` has of the comparison that `identity` describes, if there is such a file.

    Raises `BadInput`, in one line, for a file of another comparison, and one that is none.
    """
    if file is None or not Path(file).exists():
        return
    try:
        found = json.loads(Path(file).read_bytes())
        if found["of"] == identity:
            tally.restore(found["tally"])
    except OSError as error:
        raise BadInput(f"--resume {file}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"--resume {file}: expected a file that an earlier run wrote") from None
    if found["of"] != identity:
        raise BadInput(f"--resume {file}: is of {found['of']}, this is {identity}; give each comparison its own file")


def keep(tally: Tally, file: str | None, identity: dict[str, Any]) -> None:
    """Write it down, all or nothing. Raises `BadInput` if that cannot be done."""
    if file is None:
        return
    beside = Path(f"{file}.new")
    try:
        beside.write_text(json.dumps({"of": identity, "tally": tally.to_json()}) + "\n", encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        raise BadInput(f"--resume {file}: {error.strerror}") from None
