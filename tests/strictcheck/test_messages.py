"""The name that somebody looks for first leads to one that is there."""

from __future__ import annotations

import importlib

import pytest

import strictcheck
from strictcheck.messages import LEADS

FIRST = {
    "assert_only_reads": "assert_reads_only",
    "assert_accesses": "assert_reads_only",
    "assert_reads": "assert_reads_only",
    "assert_touches": "assert_reads_only",
    "lazy": "assert_lazy",
    "assert_is_lazy": "assert_lazy",
    "check_lazy": "assert_lazy",
    "is_lazy": "assert_lazy",
    "max_pulls": "assert_pulls_at_most",
    "assert_consumes": "assert_pulls_at_most",
    "assert_not_called": "assert_never_calls",
    "assert_read_once": "assert_reads_once",
    "assert_equivalent_demand": "assert_same_demand",
    "budget": "max_forced",
    "trace": "where=True",
    "Observe": "observe",
    "golden": "golden_demand",
    "spy": "observe",
    "something_else_altogether": "observe",
    "assert_not_forced": "assert_lazy",
    "assert_never_forced": "assert_reads_only",
    "assert_unevaluated": "assert_lazy",
    "assert_ignores": "assert_reads_only",
    "assert_doesnt_read": "assert_reads_only",
    "assert_lazy_in": "assert_lazy",
    "assert_generator": "assert_lazy",
    "assert_short_circuits": "assert_pulls_at_most",
    "assert_stops_early": "assert_pulls_at_most",
    "assert_no_lookahead": "assert_pulls_at_most",
    "assert_streaming": "assert_pulls_at_most",
    "assert_iterates_once": "assert_reads_once",
    "assert_single_pass": "assert_reads_once",
    "assert_less_demand": "assert_no_more_demand",
    "compare_demand": "assert_same_demand",
    "assert_demand": r"observe\(f, x\).demand",
    "get_demand": r"observe\(f, x\).demand",
    "count_forced": "count=True",
    "deepseq": "context=nf",
    "Lazy": "assert_lazy",
    "mock": "observe",
    "observe_call": "observe",
    "find_counterexample": "check_spec",
    "check_property": "check_all",
    "check_exhaustively": "check_all",
    "check_same_demand": "assert_same_demand",
    "assert_lazier": "assert_no_more_demand",
    "assert_minimal": r"find_needless\(observe",
    "assert_n_plus_one": "max_forced",
    "mutants": "the command strictcheck mutate",
    "explain": "the command strictcheck explain",
    "Partial": "Demand.of_partial",
    "draw": "strictcheck.pictures",
    "register": "register_shape",
    "atoms": "atoms=",
    "strategies": "strictcheck.generate.strategies",
    "assert_verified": "verify",
    "golden_demand": "the pytest fixture",
    "async_observe": "observe",
    "assert_called_once": "callback",
    "assert_not_exhausted": "assert_pulls_at_most",
    "assert_unforced": "assert_lazy",
    "assert_lazy_in_argument": "assert_lazy",
    "assert_single_read": "assert_reads_once",
    "assert_spec": r"check_spec\(f, spec",
    "quickcheck": "check_all",
    "from_json": "Demand.parse",
    "alphabeta": "lazytree",
    "inspect": "observe",
}


@pytest.mark.parametrize(("name", "lead"), FIRST.items())
def test_a_name_that_is_not_there_leads_to_one_that_is(name, lead):
    with pytest.raises(AttributeError, match=lead):
        getattr(strictcheck, name)
    with pytest.raises(ImportError, match=lead):
        exec(f"from strictcheck import {name}")


def test_names_that_tools_ask_for_are_refused_as_usual():
    assert not hasattr(strictcheck, "__wrapped__")
    assert not hasattr(strictcheck, "lazy")
    assert importlib.import_module("strictcheck").__name__ == "strictcheck"


def test_names_of_the_package_are_told_from_within():
    with pytest.raises(AttributeError, match="'observe'; it is in strictcheck"):
        _ = strictcheck.specs.observe
    with pytest.raises(AttributeError, match=r"'partial_value'; it is in strictcheck\.specs"):
        _ = strictcheck.partial_value


def test_leads_lead_to_names_that_are_there():
    for lead in LEADS.values():
        name = lead.removeprefix("print(").partition("(")[0].removesuffix(".of_partial").removesuffix(".parse")
        assert " " in name or hasattr(strictcheck, name), lead
