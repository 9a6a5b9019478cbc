"""Worker: a new Python for a version of the code, which does jobs: it measures functions, or writes their tests.

It gets the jobs as JSON on its standard input, and answers each in a line.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import as_completed
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

from strictcheck.errors import StrictCheckError
from strictcheck.processes import Ended, TimeOver, forked_pool, in_fork
from strictcheck.profiles.call_plans import Plan
from strictcheck.profiles.drawing import draw_for
from strictcheck.profiles.measurer import Measurer
from strictcheck.profiles.sandbox import Sandbox
from strictcheck.profiles.targets import find_function, function_names, names_beside, parameters_of


def main() -> None:
    """Do the jobs on the standard input, each in a process of its own, as many at once as there are processors."""
    paths, jobs = json.load(sys.stdin)
    sys.path[:0] = paths
    with forked_pool(partial(answer_apart, paths), os.cpu_count() or 1) as submit:
        running = {submit(job): name for name, job in jobs.items()}
        for one in as_completed(running):
            print(json.dumps([running[one], one.result()]), flush=True)


def answer_apart(paths: list[str], job: dict[str, Any]) -> dict[str, Any]:
    """Do a job in a process and a folder of its own; it is killed when it hangs in C code.

    If C code crashes, it is done once more without the numbers that most often make it.
    """
    limit = 8 * job["seconds"]
    with TemporaryDirectory(dir=os.getcwd()) as folder:
        for is_careful in (False, True):
            try:
                return dict(in_fork(partial(answer, job | {"paths": paths, "is_careful": is_careful}, folder), limit))
            except TimeOver as error:
                return {"error": str(error) or f"does not end within {limit:g} s"}
            except Ended as error:
                told = str(error)
        return {"error": told}


def answer(job: dict[str, Any], folder: str = ".") -> dict[str, Any]:
    """Do a job in a folder: list the names of a target, measure one function, or write its tests."""
    os.chdir(folder)
    try:
        if job["what"] == "names":
            return {"names": function_names(job["target"])}
        find_function(job["target"])
        draw_for(parameters_of(job["target"]), job["given"], names_beside(job["target"]), job["inputs"])
        measurer = Measurer(job, Sandbox(None if job["allow"] else os.getcwd()))
        if job["what"] == "write":
            return measurer.write_tests()
        return measurer.measure([(Plan.read(plan), inputs) for plan, inputs in job["plans"] or ()])
    except Exception as error:
        name = "" if isinstance(error, StrictCheckError) else f"{type(error).__name__}: "
        return {"error": f"{name}{error}"}


if __name__ == "__main__":
    main()
