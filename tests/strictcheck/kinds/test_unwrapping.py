"""What a call returns, and leaves of its arguments, is in shape what the plain call returns and leaves."""

from __future__ import annotations

import collections
import functools
import gc
import io
import types
import uuid
from typing import Any, ClassVar

import numpy
import pytest

from strictcheck import is_thunk, nf, observe, whnf
from strictcheck.errors import NotCertified


class Node:
    def __init__(self, name: str, parent: Node | None = None) -> None:
        self.name = name
        self.parent = parent
        self.children: list[Node] = []
        if parent is not None:
            parent.children.append(self)

    @functools.cached_property
    def cached(self) -> Any:
        return types.SimpleNamespace, [self]

    def shown(self) -> str:
        return self.name


def family() -> Node:
    root = Node("root")
    Node("left", root)
    Node("right", root)
    return root


def rename(node: Any) -> Any:
    node.name = "new"
    return node


@pytest.mark.parametrize("context", [nf, whnf])
def test_what_nobody_looked_at_holds_what_was_changed(context: Any) -> None:
    root = family()
    found = observe(rename, root, context=context).result
    assert [child.parent is found for child in found.children] == [True, True]
    assert found is not root
    assert [child.parent is root for child in root.children] == [True, True]
    assert root.name == "root"


def test_what_was_changed_deep_inside_is_seen_from_all_sides() -> None:
    root = family()

    def change(node: Any) -> Any:
        node.children[0].name = "new"
        return node

    found = observe(change, root).result
    left, right = found.children
    assert (left.name, left.parent is found, right.parent is found) == ("new", True, True)
    assert right.parent.children[0] is left
    assert [child.name for child in root.children] == ["left", "right"]


def test_what_a_cached_property_keeps_is_an_attribute_from_then_on() -> None:
    root = family()
    found = observe(lambda node: node.cached and node, root).result
    assert found.__dict__["cached"][1][0] is found
    assert "cached" not in root.__dict__


def test_methods_and_partial_functions_are_bound_to_what_was_changed() -> None:
    def change(node: Any) -> Any:
        node.name = "new"
        return node.shown, functools.partial(Node.shown, node), node.children.append, node.__dict__.get

    shown, part, append, get = observe(change, family(), context=nf).result
    assert (shown(), part(), get("name")) == ("new", "new", "new")
    assert shown.__self__ is part.args[0]
    assert type(append.__self__) is list


def test_an_attribute_of_an_object_goes_before_a_function_of_its_class() -> None:
    node = Node("a")
    vars(node)["shown"] = lambda: "its own"
    assert observe(lambda n: n.shown(), node).result == "its own"


class Tagged(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        return [self]


def test_a_copy_on_which_a_call_works_is_the_argument_again() -> None:
    def missing(table: Any) -> Any:
        table.setdefault("a", 1)
        return table["b"], table

    table = Tagged(a=0)
    (held,), found = observe(missing, table, context=nf).result
    assert held is found is table


class Slotted:
    __slots__ = ("__dict__", "__state__")

    def __init__(self) -> None:
        self.__state__ = [1]
        self.a = 2


def test_a_slot_with_a_special_name_is_state_and_not_in_the_dict() -> None:
    observation = observe(lambda v: (vars(v), v.__state__), Slotted(), context=nf)
    assert observation.result == ({"a": 2}, [1])
    assert str(observation.demand) == "Slotted(__state__=[1], a=2)"
    assert observation.verify().replay().result == observation.result


@pytest.mark.parametrize(
    "make",
    [
        lambda xs: types.SimpleNamespace(a=xs[0], b=[xs[1]]),
        lambda xs: numpy.array([xs[0], xs], dtype=object),
        lambda xs: functools.partial(max, xs[0], key=xs),
        lambda xs: collections.UserList([xs[0], [xs]]),
    ],
)
def test_no_thunk_is_left_in_what_the_call_made(make: Any) -> None:
    found = observe(make, [1, 2], context=nf).result
    todo, seen = [found], []
    while todo:
        part = todo.pop()
        assert not is_thunk(part)
        if isinstance(part, numpy.ndarray):
            todo += list(part)
        elif not isinstance(part, type) and not any(part is other for other in seen):
            seen.append(part)
            todo += gc.get_referents(part)[:20]
    assert repr(found) == repr(make([1, 2]))


class Expression:
    """Keeps one object for equal arguments, and compares by the class, as expressions of sympy do."""

    _known: ClassVar[dict[Any, Any]] = {}

    def __new__(cls, *args: Any) -> Any:
        return cls._known.setdefault((cls, args), super().__new__(cls))

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __getnewargs__(self) -> Any:
        return self.args

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.args)


def test_what_is_made_of_arguments_once_and_for_all_is_handed_out_as_itself() -> None:
    whole = Expression(1, Expression(2))
    observation = observe(lambda e: (e == Expression(3), e.args[1]), whole, context=nf)
    assert observation.result == (True, Expression(2))
    assert observation.result[1] is whole.args[1]
    assert observation.verify().replay().demand == observation.demand


class Remembering:
    def __init__(self) -> None:
        self.asked = 0

    def __eq__(self, other: object) -> bool:
        self.asked += 1
        return isinstance(other, Remembering)

    def __hash__(self) -> int:
        return 0


def test_verify_asks_code_of_the_user_only_where_parts_differ() -> None:
    observation = observe(lambda xs: [Remembering()], [1], context=nf)
    assert observation.verify().result[0].asked == 0


def test_verify_notices_that_one_object_is_two() -> None:
    def extend(xs: Any) -> Any:
        ys = zs = [0]
        ys += xs
        return ys, zs

    with pytest.raises(NotCertified):
        observe(extend, [1], context=nf).verify()
    rows = [[0]] * 2
    assert observe(lambda r: r, rows, context=nf).verify().result is rows


def kept_if_exact(xs: Any) -> Any:
    return xs if type(xs) is list else list(xs)


def copied_if_exact(xs: Any) -> Any:
    return list(xs) if type(xs) is list else xs


@pytest.mark.parametrize("function", [kept_if_exact, copied_if_exact])
@pytest.mark.parametrize("make", [lambda function: function, lambda function: lambda held: {"a": function(held[0])}])
def test_verify_notices_that_a_result_is_an_argument_or_a_copy_of_it(function: Any, make: Any) -> None:
    whole = make(function)
    value: list[Any] = [[2], 3]
    with pytest.raises(NotCertified, match="one object against two"):
        observe(whole, value, context=nf).verify()
    assert list in observe(whole, value, context=nf, atoms="auto").atoms


def test_a_file_in_what_is_returned_may_be_a_copy() -> None:
    def report(held: dict[str, Any]) -> dict[str, Any]:
        held["out"].write("a")
        held["lines"] = 1
        return held

    observe(report, {"out": io.StringIO()}, context=nf).verify()


def test_auto_gives_no_answer_that_the_plain_call_does_not_give() -> None:
    class Odd:
        def kind(self) -> Any:
            return type(self) is Odd

    observation = observe(Odd.kind, Odd(), atoms="auto")
    assert observation.result is True
    assert Odd in observation.atoms
    calls: list[int] = []
    with pytest.raises(NotCertified):
        observe(lambda x: calls.append(x) or len(calls), 1, atoms="auto")


def test_a_replay_raises_what_the_call_raised_with_a_part_that_nobody_looked_at() -> None:
    def fail(xs: Any) -> Any:
        raise ValueError(xs[0])

    observation = observe(fail, [1, 2], catch=ValueError)
    assert observation.error is not None
    assert observation.error.args == (1,)
    assert type(observation.replay().error) is ValueError


def test_an_exception_holds_no_thunk_in_its_attributes() -> None:
    def refuse(xs: Any) -> Any:
        error = ValueError("refused")
        vars(error)["value"] = xs[0]
        raise error

    def refuse_all(xs: Any) -> Any:
        raise ExceptionGroup("refused", [ValueError(x) for x in xs])

    error = observe(refuse, [1, 2], catch=ValueError).error
    assert type(vars(error)["value"]) is int
    group: Any = observe(refuse_all, [1, 2], catch=Exception).error
    assert [type(one.args[0]) for one in group.exceptions] == [int, int]


def test_a_view_of_a_dict_is_given_again_as_a_view() -> None:
    view = types.MappingProxyType({"a": [1]})
    observation = observe(lambda v: (type(v) is types.MappingProxyType, v["a"].append(2), v), view, atoms="auto")
    assert observation.result[0] is True
    assert type(observation.result[2]) is types.MappingProxyType
    assert view["a"] == [1]


def raised_with(value: Any) -> Exception:
    try:
        raise LookupError(value, {"within": value})
    except LookupError as error:
        error.value = value  # type: ignore[attr-defined]
        return error


HOLDING = {
    "an exception": (raised_with, lambda error: [*error.args, error.args[1]["within"], error.value]),
    "a group of them": (
        lambda value: ExceptionGroup("two", [raised_with(value)]),
        lambda group: group.exceptions[0].args,
    ),
    "a slice": (lambda value: slice(value[0], value[1]), lambda made: [made.start, made.stop]),
    "the items of a new dict": (lambda value: {1: value}.items(), lambda items: [part for _, part in items]),
    "a view of a new dict": (lambda value: types.MappingProxyType({1: value}), lambda view: view.values()),
    "a view of a dict": (lambda value: types.MappingProxyType(value[2]), lambda view: view.values()),
    "classes": (lambda value: [type(value), *map(type, value)], lambda classes: classes),
}


@pytest.mark.parametrize(("function", "held"), HOLDING.values(), ids=HOLDING)
def test_what_a_call_makes_holds_no_thunk(function: Any, held: Any) -> None:
    def example() -> Any:
        return [1, [2], {3: [4]}]

    seen = observe(function, example(), context=nf)
    assert not any(map(is_thunk, held(seen.result)))
    assert [*held(seen.result)] == [*held(function(example()))]
    seen.verify()


class Member:
    """Object whose hash reads an attribute, and which holds the set that it is in."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.group = {self}
        self.by_member = {self: 1}

    def __hash__(self) -> int:
        return hash(self.name)


def test_a_set_or_dict_is_filled_after_the_objects_whose_hashes_it_needs() -> None:
    def add(member: Member) -> Any:
        member.group.add(Member("b"))
        member.by_member[Member("c")] = 2
        return member, len(member.group), len(member.by_member)

    result = observe(add, Member("a"), context=nf, atoms="auto").result
    assert (result[1:], {one.name for one in result[0].group}) == ((2, 2), {"a", "b"})


class Guarded:
    """Object that holds an attribute under the name of a property that raises."""

    def __init__(self) -> None:
        self.__dict__["secret"] = [1]
        self.open = [2]

    @property
    def secret(self) -> Any:
        raise ValueError("not for you")


def test_an_object_is_unwrapped_past_the_code_of_its_class() -> None:
    guarded = Guarded()
    assert observe(lambda one: one, guarded).verify().result is guarded
    changed = observe(lambda one: (one.open.append(3), one)[1], guarded).verify().result
    assert (changed.open, guarded.open) == ([2, 3], [2])


def stopping(x: int) -> None:
    raise StopIteration(x)


def leaving(x: int) -> None:
    raise SystemExit(x)


def chained(x: int) -> None:
    try:
        raise ValueError(x)
    except ValueError as error:
        raise KeyError("k") from error


@pytest.mark.parametrize(
    ("function", "kept"),
    [
        (stopping, lambda error: error.value),
        (leaving, lambda error: error.code),
        (chained, lambda error: error.__cause__.args[0]),
    ],
)
def test_nothing_that_an_exception_holds_is_a_thunk(function: Any, kept: Any) -> None:
    error = observe(function, 5, catch=BaseException).error
    assert type(kept(error)) is int


def test_an_atom_that_the_call_made_of_thunks_holds_none() -> None:
    made = observe(lambda number: [uuid.UUID(int=number)], 5, context=nf).result[0]
    assert type(made.int) is int
