"""Classes of C code are told from those of class statements, whatever marks they leave."""

from __future__ import annotations

import hashlib
import types
from enum import Enum
from typing import Generic, NamedTuple

import pytest

from strictcheck.thunks.classes import is_written_in_python


class Slots:
    __slots__ = ("x",)


class Pair(NamedTuple):
    x: int
    y: int


class Borrowing:
    """A class statement, with methods of classes in C."""

    add = list.append
    __repr__ = object.__repr__
    clear = dict.__dict__["clear"]


@pytest.mark.parametrize(
    "cls", [Slots, Pair, Borrowing, Enum, Generic, types.SimpleNamespace, type("Error", (ValueError,), {})], ids=repr
)
def test_a_class_statement_is_known_by_its_marks(cls: type):
    assert is_written_in_python(cls) is (cls is not types.SimpleNamespace)


@pytest.mark.parametrize("cls", [int, dict, type(hashlib.sha256())], ids=repr)
def test_a_class_with_methods_in_c_is_none(cls: type):
    assert not is_written_in_python(cls)


def test_functions_of_cython_are_none_though_they_have_a_dict_as_objects_of_class_statements_have():
    function = pytest.importorskip("numpy").random.default_rng
    assert vars(function) == {}
    assert not is_written_in_python(type(function))
