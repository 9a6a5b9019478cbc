"""A name that is not there leads to one that is similar, or to where to begin."""

from __future__ import annotations

import importlib

import pytest

import strictcheck

FIRST = {
    "assert_only_reads": "assert_reads_only",
    "assert_reads": "assert_reads_only",
    "assert_read_once": "assert_reads_once",
    "assert_is_lazy": "assert_lazy",
    "Observe": "observe",
    "find_needles": "find_needless",
    "golden": "observe",
    "something_else_altogether": "observe",
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
