"""The two walks: order, laziness, places, and depth without recursion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.games.walking import Branch, Leaf, rebuild, walk

TREES = st.recursive(st.integers(), lambda trees: st.lists(trees, max_size=4), max_leaves=20)


def parts(tree):
    return tree if isinstance(tree, list) else ()


def opened(tree, where):
    return Branch("list", tree) if isinstance(tree, list) else Leaf(tree)


def preorder(tree, path=()):
    return [(path, tree)] + [pair for i, part in enumerate(parts(tree)) for pair in preorder(part, (*path, i))]


@given(TREES)
def test_a_walk_is_in_preorder_with_paths(tree):
    assert [(tuple(path), node) for path, node in walk(tree, parts)] == preorder(tree)


def test_a_walk_asks_for_parts_when_it_goes_on():
    asked = []

    def endless(n):
        asked.append(n)
        return iter([n + 1, n + 2])

    steps = walk(0, endless)
    assert [next(steps)[1] for _ in range(3)] == [0, 1, 2]
    assert asked == [0, 1]


@given(TREES)
def test_taking_apart_and_putting_together_changes_nothing(tree):
    assert rebuild(tree, opened, lambda kind, parts: parts) == tree


def test_the_kind_of_a_branch_comes_back_with_its_parts():
    seen = []
    rebuild([1, [2]], opened, lambda kind, parts: seen.append((kind, parts)))
    assert seen == [("list", [2]), ("list", [1, None])]


def test_an_error_can_say_where_it_is():
    def picky(tree, where):
        if tree == 3:
            raise ValueError(f"three at {where()}")
        return opened(tree, where)

    with pytest.raises(ValueError, match=r"^three at \[1\]\[0\]$"):
        rebuild([0, [3, 4]], picky, lambda kind, parts: parts)
    with pytest.raises(ValueError, match=r"^three at $"):
        rebuild(3, picky, lambda kind, parts: parts)


def test_deep_and_wide_trees_are_ordinary():
    deep = 0
    for _ in range(100_000):
        deep = [deep]
    assert rebuild(deep, opened, lambda kind, counts: sum(counts) + 1) == 100_000
    assert sum(1 for _ in walk(deep, parts)) == 100_001
    assert rebuild([0] * 100_000, opened, lambda kind, parts: len(parts)) == 100_000
    while deep:
        deep = deep.pop()
