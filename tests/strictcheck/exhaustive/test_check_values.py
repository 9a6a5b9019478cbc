"""An exhaustive check on a Dask cluster, which is one more `concurrent.futures.Executor`."""

from __future__ import annotations

import json

import pytest

from lazytree import alphabeta, alphabeta_lattice
from lazytree.games.game import all_games
from lazytree.searches.known_bugs import strict_cutoff
from strictcheck.errors import DemandMismatch
from strictcheck.exhaustive import check_all, check_values, same_demand

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(autouse=True)
def small_units(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_values, "BRIEFLY", 0.001)
    monkeypatch.setattr(check_values, "UNIT", 0.02)


def test_a_cluster_comes_to_the_same_counts(client):
    done = check_all(same_demand(alphabeta, alphabeta_lattice), all_games(), 4, executor=client.get_executor())
    assert (done.partial_inputs, done.full_inputs) == (1_779, 4_787)


def test_a_cluster_finds_what_fails(client):
    with pytest.raises(
        DemandMismatch, match=r"does not hold for Max\(\[End\(\d\), Min\(\[End\(\d\), End\(\d\)\]\)\]\)"
    ):
        check_all(same_demand(alphabeta, strict_cutoff), all_games(), 4, executor=client.get_executor())


def test_a_cluster_goes_on_where_one_machine_stopped(client, tmp_path):
    file = tmp_path / "proof.json"
    property, left = same_demand(alphabeta, alphabeta_lattice), iter(range(2))

    class Stopping:
        def submit(self, *args, **kwargs):
            next(left)
            return client.get_executor().submit(*args, **kwargs)

    with pytest.raises(StopIteration):
        check_all(property, all_games(), 4, executor=Stopping(), resume=file)
    before = json.loads(file.read_text())["done"]["runs"]
    done = check_all(property, all_games(), 4, executor=client.get_executor(), resume=file)
    assert (done.partial_inputs, done.full_inputs) == (1_779, 4_787)
    assert 0 < before < json.loads(file.read_text())["done"]["runs"]
