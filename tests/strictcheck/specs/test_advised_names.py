"""Names that messages advise: of what was read too, of parts that are one, of the part that was meant."""

from __future__ import annotations

import copy
from decimal import Decimal
from types import SimpleNamespace

import pytest
from shared_values import checks_nothing

from strictcheck import DemandMismatch, assert_reads_only

CONFIG = {"db": {"host": "a", "port": 1}, "debug": False}


def test_what_is_read_on_the_way_to_a_named_part_needs_no_name():
    with pytest.raises(DemandMismatch, match=r"if it may, name them too: 'debug', 'db.host', 'db.port'$"):
        assert_reads_only(lambda config: (config["db"]["host"], config["db"]["port"], config["debug"]), CONFIG, "debug")


def test_all_that_was_read_too_is_named_at_once():
    rows = [{"price": 1, "count": 2, "id": 3}, {"price": 4, "count": 5, "id": 6}]
    with pytest.raises(DemandMismatch, match=r"name them too: '\*.price', '\*.count', '\*.id'$"):
        assert_reads_only(lambda rows: [(row["price"], row["count"], row["id"]) for row in rows], rows, "*.price")


def test_the_message_says_which_named_part_is_one_with_another():
    child, parent = SimpleNamespace(), SimpleNamespace(name="n", size=1)
    child.parent, parent.child = parent, child
    with pytest.raises(
        DemandMismatch, match=r"\n  node.child.parent is node; if it may, name it too: 'child', 'name'$"
    ):
        assert_reads_only(lambda node: node.child.parent.name, parent, "child")
    with pytest.raises(
        DemandMismatch, match=r"\n  pair\[1\] is pair\[0\]; if it may, name it too: '1.name', '0.name'$"
    ):
        assert_reads_only(lambda pair: (pair[0].name, pair[1].name), [parent, parent], "1.name")
    with pytest.raises(DemandMismatch, match=r"node.child.parent is node; if it may, drop this assertion"):
        assert_reads_only(lambda node: node.child.parent.name + str(node.size), parent, "child")


class Money(Decimal):
    currency = "EUR"


@pytest.mark.parametrize("name", ["2", 2, "[2]", (2,)])
def test_names_are_advised_in_one_spelling(name):
    with pytest.raises(DemandMismatch, match=r"name it too: '2', '0'$"):
        assert_reads_only(lambda numbers: numbers[0] + numbers[2], [1, 2, 3], name)
    with checks_nothing("has no part '0.currency', and none was asked for '0' is looked at as a whole, so name that"):
        assert_reads_only(lambda prices: prices[0] + 1, [Money(1), 2], "0.currency")


def test_the_message_says_what_asks_for_all_keys():
    with pytest.raises(DemandMismatch, match=r"name it too: .*'db.keys\(\)'; len\(\), `if` and `match` ask for all"):
        assert_reads_only(lambda config: config["db"] and config["db"]["host"], CONFIG, "db.host")
    assert_reads_only(lambda config: config["db"] and config["db"]["host"], CONFIG, "db.host", "db.keys()")


@pytest.mark.parametrize("read", [lambda user: vars(user)["name"], lambda user: copy.copy(user).name])
def test_the_message_says_what_reads_all_strings_of_an_object(read):
    assert_reads_only(read, SimpleNamespace(name=1, age=2, log=[]), "name")
    with pytest.raises(DemandMismatch, match=r"'mail', 'note'; vars\(\), copy\(\) and unpacking read each"):
        assert_reads_only(read, SimpleNamespace(name="a", mail="b", note=None, age=1), "name")
