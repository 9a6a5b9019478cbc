"""The Haskell original says the same, to the last hole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import haskell
import pytest
from long_runs import size
from places import GOLDEN
from recurrence_games import recurrence_game

import lazytree
from lazytree import End, alphabeta, alphabeta_lattice
from lazytree.games import from_json
from strictcheck import delay, observe
from strictcheck.kinds.layers import Constructor

INT_BOUNDS = (-(2**63), 2**63 - 1)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


LISTS, GAMES, COUNTS = lines("lists.jsonl"), lines("games.jsonl"), lines("uniform_counts.jsonl")


def observed(line: dict[str, Any]) -> tuple[Any, list[Any]]:
    function = haskell.FUNCTIONS[line["fn"]]
    # A call in Haskell is lazy itself: a context that asks for nothing does not even begin it.
    call = {
        1: lambda x: delay(lambda: function(x)),
        2: lambda x, y: delay(lambda: function(x, y)),
    }[len(line["args"])]
    observation = observe(call, *map(haskell.argument, line["args"]), context=haskell.context_of(line["context"]))
    return observation, [haskell.as_json(demand) for demand in observation.demands.values()]


def test_the_golden_files_are_complete():
    assert (len(LISTS), len(GAMES), len(COUNTS)) == (240, 415, 41)


@pytest.mark.parametrize("name", sorted({line["fn"] for line in LISTS}))
def test_list_functions_demand_what_their_originals_demand(name: str):
    for line in (line for line in LISTS if line["fn"] == name):
        observation, demands = observed(line)
        result = haskell.as_json(observation.result_demand)
        assert (result, demands) == (line["result_demand"], line["input_demands"]), line
        assert haskell.as_haskell(result) == line["pretty_result"]
        assert [haskell.as_haskell(demand) for demand in demands] == line["pretty_inputs"]


@pytest.mark.parametrize("name", sorted({line["fn"] for line in LISTS}))
def test_observations_of_list_functions_replay(name: str):
    for line in (line for line in LISTS if line["fn"] == name):
        observed(line)[0].replay()


@pytest.mark.slow
def test_alphabeta_over_cons_cells_demands_what_the_original_demands():
    for line in GAMES:
        observation = observe(lambda tree: haskell.alphabeta(tree, *INT_BOUNDS), haskell.game(line["tree"]))
        assert observation.result == line["minimax"], line["id"]
        assert haskell.as_json(observation.demand) == line["demand"], line["id"]
        assert haskell.as_haskell(line["demand"]) == line["demand_minimaxAB"], line["id"]


def leaves_of(demand: Any) -> list[int]:
    """The scores a golden demand has, from left to right."""
    todo, found = [demand], []
    while todo:
        match todo.pop():
            case {"end": score}:
                found += [score] if score is not None else []
            case {"cons": [head, tail]} | {"head": head, "tail": tail}:
                todo += [tail, head]
            case {"max": below} | {"min": below}:
                todo.append(below)
    return found


BOUNDED = lazytree.INT64
ALPHABETAS = {
    "by hand": lambda game: alphabeta(game, alpha=INT_BOUNDS[0], beta=INT_BOUNDS[1]),
    "over clamping functions": lambda game: alphabeta_lattice(game, bounds=BOUNDED),
}


@pytest.mark.parametrize("name", ALPHABETAS)
def test_our_alphabetas_force_the_leaves_that_the_original_forces(name: str):
    for line in GAMES[:: size(4, 1)]:
        observation = observe(ALPHABETAS[name], from_json(line["tree"]))
        assert observation.result == line["minimax"], line["id"]
        assert [f.value for f in observation.trace if type(f.value) is int] == leaves_of(line["demand"]), line["id"]


def test_a_uniform_game_of_the_golden_data_may_be_made_as_it_is_looked_at():
    for line in COUNTS[::8]:
        game = recurrence_game(line["b"], line["d"], line["t"], lazy=True)
        assert alphabeta(game) == line["minimax"]
    assert recurrence_game(3, 4, 7, lazy=True) == recurrence_game(3, 4, 7)


@pytest.mark.slow
@pytest.mark.parametrize("search", [alphabeta, alphabeta_lattice])
def test_counts_of_forced_constructors_on_uniform_trees_are_those_of_the_original(search: Callable[[Any], Any]):
    for line in COUNTS:
        observation = observe(search, recurrence_game(line["b"], line["d"], line["t"]))
        layers = [layer for _, _, _, layer in observation.demand.rows()]
        nodes = [layer.cls for layer in layers if isinstance(layer, Constructor)]
        assert {
            "minimax": observation.result,
            "ab_game": len(nodes),
            "ab_end": nodes.count(End),
            "ab_score": sum(type(layer) is int for layer in layers),
        }.items() <= line.items()
