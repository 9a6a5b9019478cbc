"""Small functions for the pages of `how-do-i.ipynb`: each as it should be, and one that looks at too much."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from math import inf
from operator import ge, gt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
from pydantic import BaseModel

from lazytree import End, Game, Max, Min, alphabeta, from_nested
from strictcheck import Demand, hole, spec
from strictcheck.specs import cells, pulled


def numbered(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        yield f"{number} {line}"


def numbered_at_once(lines: Iterable[str]) -> Iterator[str]:
    lines = list(lines)
    yield from (f"{number} of {len(lines)} {line}" for number, line in enumerate(lines, 1))


def first_debit(amounts: list[int]) -> int | None:
    return next((amount for amount in amounts if amount < 0), None)


def first_debit_of_all(amounts: list[int]) -> int | None:
    debits = [amount for amount in amounts if amount < 0]
    return debits[0] if debits else None


@spec
def up_to_the_first_debit(result: Demand, amounts: list[int]) -> list[Any]:
    count = next((at for at, amount in enumerate(amounts, 1) if amount < 0), len(amounts))
    return [*amounts[:count], *[hole] * len(amounts[count:])]


def up_to(prices: Iterator[int], limit: int) -> Iterator[int]:
    for price in prices:
        if price > limit:
            return
        yield price


def up_to_at_once(prices: Iterator[int], limit: int) -> Iterator[int]:
    yield from [price for price in prices if price <= limit]


@spec
def one_at_a_time(result: Demand, prices: Iterator[int], limit: int) -> tuple[Any, Any]:
    elements, has_ended = cells(result)
    known, count = list(prices), len(elements) + has_ended
    return pulled(known[:count], ended=count > len(known)), limit if count and known else hole


def head(lines: Iterator[str]) -> list[str]:
    return [next(lines).strip() for _ in range(2)]


def head_of_all(lines: Any) -> list[str]:
    return [line.strip() for line in lines.readlines()][:2]


class Shape:
    def __init__(self, name: str, sides: int, colour: str) -> None:
        self.name, self.sides, self.colour = name, sides, colour


def greeting(shape: Shape) -> str:
    return f"I am {shape.name}" + (", in black" if shape.colour == "black" else "")


class Server(BaseModel):
    host: str
    port: int = 80
    debug: bool = False
    timeout: float = 3


def address(server: Server) -> str:
    return f"{server.host}:{server.port}" + ("?debug" if server.debug else "")


servers = [Server(host="a"), Server(host="b")]
table = pd.DataFrame({"price": [2.5, 1.2], "note": ["tea", "milk"]})
prices = np.array([2.5, 1.2, 9.0])


def total(rows: Iterable[dict[str, Any]]) -> float:
    return float(sum(row["price"] for row in rows))


def total_of_all(rows: Iterable[dict[str, Any]]) -> float:
    return float(sum(row["price"] for row in rows if "free" not in row["note"]))


def best(game: Game[Any], alpha: float = -inf, beta: float = inf) -> float:
    match game:
        case End(score):
            return float(score)
        case Max(children):
            for child in children:
                alpha = max(alpha, best(child, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        case Min(children):
            for child in children:
                beta = min(beta, best(child, alpha, beta))
                if alpha >= beta:
                    break
            return beta


def best_of_all(game: Game[Any], alpha: float = -inf, beta: float = inf) -> float:
    match game:
        case End(score):
            return float(score)
        case Max(children):
            return max(best(child, alpha, beta) for child in children)
        case Min(children):
            return min(best(child, alpha, beta) for child in children)


def best_of_lists(node: Any, alpha: float = -inf, beta: float = inf, is_max: bool = True, cut: Any = ge) -> Any:
    if not isinstance(node, list):
        return node
    for child in node:
        value = best_of_lists(child, alpha, beta, not is_max, cut)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if cut(alpha, beta):
            break
    return alpha if is_max else beta


def theirs(node: Any) -> Any:
    return alphabeta(from_nested(node))


def goes_on(node: Any) -> Any:
    return best_of_lists(node, cut=gt)


TEST = """
from tasks import numbered, numbered_at_once
from strictcheck import observe, take

def test_numbered(golden_demand):
    assert observe({function}, iter("abc"), context=take(1)).demand == golden_demand
"""


def golden() -> str:
    """Explanations of pytest, when a demand that was kept of `numbered` is that of `numbered_at_once` one day."""
    with TemporaryDirectory() as folder:
        for function, options in (("numbered", ["--demand-update"]), ("numbered_at_once", [])):
            (Path(folder) / "test_lines.py").write_text(TEST.format(function=function))
            path = ["-o", f"pythonpath={Path(__file__).parent}", "--rootdir", folder]
            quiet = ["-q", "--color=no", "-p", "no:cacheprovider"]
            command = [sys.executable, "-m", "pytest", *quiet, *path, *options, folder]
            done = subprocess.run(command, capture_output=True, text=True)
        lines = [line[1:] for line in done.stdout.splitlines() if line.startswith("E ")]
        return "\n".join(lines).replace(f"{Path(__file__).parent}/", "")
