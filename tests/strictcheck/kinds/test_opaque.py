"""Values of classes that nobody can take apart are looked at as a whole, and copied before they are changed."""

from __future__ import annotations

import ast
import copy
import threading
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import pytest
from rows import Row, check, rows

from strictcheck import DemandMismatch, assert_lazy, assert_reads_only, nf, observe, opaque, whnf
from strictcheck.errors import NotCertified

TABLE = {
    "bytearray(b'ab')": """
        bytearray()    v[0]    len(v)    v.extend(b'c'); v    v[0] = 1; v    bytes(v)
    """,
    "array.array('i', [1, 2])": """
        array()    v[0] + 0    v.append(3); v    list(v)
    """,
    "re.compile('a+')": """
        Pattern()    v.match('aa').group()    v.pattern
    """,
    "threading.Lock()": """
        lock()    v.locked()    with v: return v.locked()
    """,
    "decimal.Context(5)": """
        Context()    v.prec = 3; v.divide(1, 3)
    """,
    "random.Random(1)": """
        Random()    v.random()    v.sample([1, 2, 3], 2), v
    """,
    "{'a': 1}.items()": """
        dict_items()    list(v)    ('a', 1) in v
    """,
    "memoryview(b'ab')": """
        memoryview()    v[0]    len(v)
    """,
}


def test_a_syntax_tree_is_copied_before_it_is_changed() -> None:
    tree = ast.parse("a + b")

    class Renamed(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:
            return ast.Name("z", node.ctx)

    assert observe(lambda tree: ast.unparse(Renamed().visit(tree)), tree).verify().result == "z + z"
    assert ast.unparse(tree) == "a + b"


def test_an_element_of_xml_is_copied_before_it_is_changed() -> None:
    root = ElementTree.fromstring("<r><a/></r>")

    def add(root: ElementTree.Element) -> bytes:
        root[0].set("k", "1")
        root.append(ElementTree.Element("b"))
        return ElementTree.tostring(root)

    assert observe(add, root).verify().result == b'<r><a k="1" /><b /></r>'
    assert ElementTree.tostring(root) == b"<r><a /></r>"


def test_opaque_values_that_share_a_part_share_its_copy() -> None:
    def change(one: SimpleNamespace, other: SimpleNamespace) -> list[int]:
        one.held.append(1)
        other.held.append(2)
        return one.held

    held = [0]
    observation = observe(change, SimpleNamespace(held=held), SimpleNamespace(held=held))
    assert (observation.verify().result, held) == ([0, 1, 2], [0])


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


def test_a_namespace_that_holds_a_lock_is_copied_all_the_same() -> None:
    def change(namespace: Any) -> Any:
        with namespace.lock:
            namespace.held.append(1)
        return namespace.held

    given = SimpleNamespace(lock=threading.Lock(), held=[0])
    assert observe(change, given, context=nf).verify().result == [0, 1]
    assert given.held == [0]


@pytest.mark.parametrize("view", [dict.keys, dict.values, dict.items])
def test_verify_compares_returned_views_of_dicts(view: Any) -> None:
    seen = observe(lambda value: view({1: 1} if type(value) is int else {2: 2}), 5, context=nf)
    with pytest.raises(NotCertified):
        seen.verify()


class Walked(list[Any]):
    """A list with a way of its own to read."""

    def __iter__(self) -> Iterator[Any]:
        return super().__iter__()


@pytest.mark.parametrize("give", [lambda xs: xs[-1], lambda xs: xs.pop()])
def test_a_list_that_holds_itself_gives_itself_and_can_be_extended_by_itself(give: Any) -> None:
    def extend(xs: Any) -> list[Any]:
        within = give(xs)
        size = len(xs)
        within.extend(islice(xs, 2 * size))  # which would not end by itself, if it were another list
        return [within is xs, size, len(xs)]

    whole = Walked([1])
    whole.append(whole)
    assert observe(extend, whole).verify().replay().result == extend(copy.deepcopy(whole))
    within = observe(lambda xs: give(xs).extend(xs), whole).verify()
    assert within.error is None
    assert whole == [1, whole]


def test_a_call_gets_a_mock_itself_which_tells_afterwards_what_was_done_to_it() -> None:
    given = mock.MagicMock(**{"fetch.return_value": 3})
    seen = observe(lambda client: client.fetch("a") + client.fetch("b"), given).verify()
    assert (seen.result, str(seen.demand)) == (6, "MagicMock()")
    assert given.fetch.call_args == mock.call("b")


@pytest.mark.parametrize("made", [mock.Mock(), mock.MagicMock()])
def test_a_mock_is_observed_and_what_it_returns_is_a_mock_itself(made: mock.Mock) -> None:
    seen = observe(made, [1, 2], context=nf).verify()
    assert seen.result is made.return_value
    assert not any(demand.size > 1 for demand in seen.demands.values())
    made.assert_called_with([1, 2])
    assert_lazy(made, [1, 2])


class TokenType(tuple[str, ...]):
    """A type of tokens as lexers have them: one object for each, made by the first read of an attribute."""

    parent: Any = None

    def __contains__(self, other: Any) -> bool:
        return other is self or other[: len(self)] == self

    def __getattr__(self, name: str) -> TokenType:
        made = TokenType((*self, name))
        setattr(self, name, made)
        made.parent = self
        return made


KEYWORD = TokenType(("Keyword",))
SELECT = KEYWORD.Select


@pytest.mark.parametrize("use", [lambda v: v[0] is SELECT, lambda v: v[0] in KEYWORD, lambda v: v[0].parent is KEYWORD])
def test_a_tuple_with_methods_of_its_own_is_the_very_object_if_only_strings_and_its_like_are_in_it(use: Any) -> None:
    observation = observe(use, [SELECT, [1]])
    observation.verify().replay()
    assert (observation.result, str(observation.demand)) == (True, "[TokenType(), _]")


def test_a_tuple_with_methods_of_its_own_that_holds_a_list_is_copied() -> None:
    held = TokenType(("a", []))  # type: ignore[arg-type]
    observe(lambda v: v[1].append(1), held).verify().replay()
    assert held[1] == []  # type: ignore[comparison-overlap]


class Symbol(TokenType):
    """A type of tokens of which there is only one copy, itself; each knows all those below it."""

    def __init__(self, _: Any) -> None:
        self.below: list[Symbol] = []

    def __copy__(self) -> Symbol:
        return self


NAME, VARIABLE = Symbol(("Name",)), Symbol(("Name", "Variable"))
NAME.below.append(VARIABLE)


@pytest.mark.parametrize(
    "use", [lambda v: v[0] is VARIABLE, lambda v: v[0] in NAME, lambda v: [[v[0]][0] is VARIABLE], lambda v: v[0]]
)
def test_a_tuple_that_is_its_own_copy_is_the_very_object(use: Any) -> None:
    observation = observe(use, [VARIABLE, [1]], context=nf).verify().replay()
    assert observation.result is VARIABLE or observation.result in (True, [True])
    assert str(observation.demand) == "[Symbol(), _]"


@opaque
class Envelope:
    """Holds something that nobody looks into."""

    def __init__(self, held: Any) -> None:
        self.held = held


def test_an_opaque_value_that_a_call_made_of_a_part_holds_the_plain_part() -> None:
    observation = observe(lambda numbers: Envelope(numbers[0]), [1, 2], context=nf)
    observation.verify().replay()
    assert (type(observation.result.held), str(observation.demand)) == (int, "[1, _]")


def test_so_does_one_within_another_as_a_table_holds_blocks_of_columns() -> None:
    rows = [[1], [2]]
    for context in (whnf, nf):
        observation = observe(lambda rows: Envelope([Envelope({"first": rows[0]}), rows[1]]), rows, context=context)
        observation.verify().replay()
        inner, second = observation.result.held
        assert inner.held["first"] is rows[0]
        assert second is rows[1]


def test_an_assertion_on_a_session_leaves_mapped_classes_as_they_are() -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    orm = pytest.importorskip("sqlalchemy.orm")
    column, registry = sqlalchemy.Column, orm.registry()

    class Club:
        pass

    class Player:
        pass

    number = sqlalchemy.Integer
    clubs = sqlalchemy.Table("clubs", registry.metadata, column("id", number, primary_key=True), column("size", number))
    key = column("club", sqlalchemy.ForeignKey("clubs.id"))
    players = sqlalchemy.Table("players", registry.metadata, column("id", number, primary_key=True), key)
    of, all_players = orm.relationship(Club, back_populates="players"), orm.relationship(Player, back_populates="of")
    registry.map_imperatively(Player, players, properties={"of": of})
    registry.map_imperatively(Club, clubs, properties={"players": all_players})
    engine = sqlalchemy.create_engine("sqlite://")
    registry.metadata.create_all(engine)
    with orm.Session(engine) as session:
        session.add(Club(size=1, players=[Player()]))
        session.commit()
        with pytest.raises(DemandMismatch, match="what it reads inside a Session cannot be seen"):
            assert_reads_only(lambda session: session.get(Club, 1).size, session, "bind")
        assert len(Club(size=2, players=[Player()]).players) == 1
    engine.dispose()
