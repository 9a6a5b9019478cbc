"""An operator asks whom Python asks, whichever half of it the class of a value has; one that it lacks is an error."""

from __future__ import annotations

import itertools
import operator
import pickle
from typing import Any

import pytest
from rows import as_alike, operation, outcome

from strictcheck import nf, observe


def half(base: Any, name: str) -> Any:
    """Make a class that has one half of an operator in Python, over a base that has it in C or not at all."""
    return type(f"{base.__name__}{name}", (base,), {name: lambda self, other: (name, len(other))})


@pytest.mark.parametrize("sign", ["+", "|", "-"])
@pytest.mark.parametrize("base", [list, tuple, dict, set])
def test_an_operator_of_which_a_class_has_one_half_asks_whom_python_asks(base: Any, sign: str) -> None:
    use = operation(f"v[0] {sign} v[1]")
    method = {"+": "add__", "|": "or__", "-": "sub__"}[sign]
    values = [cls() for cls in (base, half(base, f"__{method}"), half(base, f"__r{method}"))]
    for pair in itertools.product(values, repeat=2):
        expected = outcome(lambda pair=pair: use(pair))
        observation = observe(lambda *pair: outcome(lambda: use(pair)), *pair, context=nf).verify()
        assert as_alike(observation.result, expected), pair


def test_the_lack_of_an_operation_shows_as_the_error_of_python() -> None:
    with pytest.raises(TypeError) as caught:
        observe(operator.getitem, object.__new__(type("Plain", (), {})), 0)
    assert repr(caught.value) == """TypeError("'Plain' object is not subscriptable")"""
    assert caught.exconly() == "TypeError: 'Plain' object is not subscriptable"
    assert type(pickle.loads(pickle.dumps(caught.value))) is TypeError
