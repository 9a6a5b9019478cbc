"""What is borrowed: modules of CPython's own tests, and where stand-ins enter each of them."""

from __future__ import annotations

import builtins
import importlib
import unittest
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from unittest.mock import patch

from conformance.feeding import Feeding, Making

__all__ = ["SUITES", "Suite"]

Wrapper = Callable[[Any], Any]


@dataclass(frozen=True)
class Suite:
    """A module of `test`; which attributes of its test cases, and which names in it, are replaced by what feeds."""

    name: str
    module: str
    attributes: dict[str, Wrapper] = field(default_factory=dict)
    names: dict[str, Wrapper] = field(default_factory=dict)
    classes: tuple[str, ...] = ()

    def load(self) -> ModuleType:
        """The module. Raises `ImportError` or `unittest.SkipTest` where this Python has no such tests."""
        return importlib.import_module(f"test.{self.module}")

    def cases(self) -> list[unittest.TestCase]:
        """Its test cases, without those of other suites that it imports."""
        loader = unittest.TestLoader()
        found = [cls for cls in vars(self.load()).values() if self._is_own(cls)]
        return [case for cls in found for case in loader.loadTestsFromTestCase(cls)]  # type: ignore[misc]

    def _is_own(self, cls: Any) -> bool:
        own = isinstance(cls, type) and issubclass(cls, unittest.TestCase) and cls.__module__ == f"test.{self.module}"
        return own and (not self.classes or cls.__name__ in self.classes)

    @contextmanager
    def feeding(self, cls: type) -> Iterator[None]:
        """Let what the cases of `cls` call be called with stand-ins, in this block."""
        module = self.load()
        with ExitStack() as stack:
            for name, wrapper in self.attributes.items():
                target = getattr(cls, name, None)
                if target is not None:
                    target = getattr(target, "__func__", target)
                    stack.enter_context(patch.object(cls, name, wrapper(target)))
            for name, wrapper in self.names.items():
                target = getattr(module, name, getattr(builtins, name, None))
                if target is not None:
                    stack.enter_context(patch.object(module, name, wrapper(target), create=True))
            yield


def every(names: str, wrapper: Wrapper = Feeding) -> dict[str, Wrapper]:
    return dict.fromkeys(names.split(), wrapper)


MAKES = {"type2test": Making}
FEEDS = {"module": Feeding}
ITERTOOLS = every(
    "accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse "
    "groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest"
)
BUILTINS = every(
    "abs all any ascii bin chr divmod filter hash hex iter len map max min next oct ord pow repr round sorted sum zip"
)

SUITES = [
    Suite("list_tests: list", "test_list", MAKES, classes=("ListTest",)),
    Suite("list_tests: UserList", "test_userlist", MAKES),
    Suite("seq_tests: tuple", "test_tuple", MAKES),
    Suite("mapping_tests: dict", "test_dict", MAKES, classes=("GeneralMappingTests", "SubclassMappingTests")),
    Suite("mapping_tests: UserDict", "test_userdict", MAKES),
    Suite("test_dict", "test_dict", names=every("dict", Making), classes=("DictTest",)),
    Suite("test_heapq", "test_heapq", FEEDS),
    Suite("test_bisect", "test_bisect", FEEDS),
    Suite("test_statistics", "test_statistics", FEEDS, every("statistics")),
    Suite("test_itertools", "test_itertools", names=ITERTOOLS),
    Suite("test_operator", "test_operator", FEEDS, classes=("PyOperatorTestCase", "COperatorTestCase")),
    Suite(
        "test_functools",
        "test_functools",
        FEEDS | every("partial cmp_to_key cached_property"),
        every("functools c_functools py_functools"),
    ),
    Suite("test_copy", "test_copy", names=every("copy")),
    Suite("test_builtin", "test_builtin", names=BUILTINS, classes=("BuiltinTest", "TestSorted")),
    Suite("test_collections", "test_collections", names=every("Counter", Making), classes=("TestCounter",)),
    Suite("test_enumerate", "test_enumerate", names=every("enumerate reversed")),
]
