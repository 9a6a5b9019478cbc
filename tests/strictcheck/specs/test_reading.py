"""`assert_reads_only` and `assert_reads_once`: which parts a call reads, in the words of whoever wrote it."""

from __future__ import annotations

import json
import os
import re
import string
from collections import ChainMap, UserDict
from collections.abc import MutableMapping
from configparser import ConfigParser
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import pytest
import toolz
from hypothesis import strategies as st
from places import from_root
from shared_values import Sealed, checks_nothing

from strictcheck import DemandMismatch, assert_reads_once, assert_reads_only, nf, observe
from strictcheck.errors import NothingChecked
from strictcheck.specs import check_reads_only
from strictcheck.unused import noted_in

HERE = from_root(__file__)

CONFIG = {"db": {"host": "a", "port": 1}, "debug": False, "users": [{"name": "x", "age": 1}, {"name": "y", "age": 2}]}


@dataclass
class Settings:
    host: str = "a"
    port: int = 1
    db: dict = field(default_factory=lambda: {"host": "b", "port": 2})


def ini(*lines: str) -> ConfigParser:
    parser = ConfigParser()
    parser.read_string("\n".join(lines))
    return parser


class Account:
    def __init__(self):
        self.owner, self.balance, self.password = "x", 3, "secret"

    @property
    def text(self):
        return f"{self.owner}: {self.balance}"


@pytest.mark.parametrize(
    ("function", "value", "parts"),
    [
        (lambda config: config["db"]["host"], CONFIG, ["db.host"]),
        (lambda config: config["db"]["host"], CONFIG, ["db"]),
        (lambda config: config["db"]["host"], CONFIG, [("db", "host")]),
        (lambda config: config["db"]["host"], CONFIG, ["*.host"]),
        (lambda config: [user["name"] for user in config["users"]], CONFIG, ["users.*.name"]),
        (lambda config: config["users"][0]["name"], CONFIG, ["['users'][0].name"]),
        (lambda config: config["users"][1]["name"], CONFIG, ["users[*]['name']"]),
        (lambda config: [user["name"] for user in config["users"]], CONFIG, [("users", ..., "name")]),
        (lambda config: config["users"][1]["age"], CONFIG, ["users.1.age"]),
        (lambda config: list(config["db"]), CONFIG, ["db.*"]),
        (lambda config: config.get("log"), CONFIG, ["log"]),
        (lambda settings: settings.host, Settings(), ["host"]),
        (lambda settings: settings.db["host"], Settings(), ["db.host"]),
        (lambda account: account.text, Account(), ["owner", "balance"]),
        (lambda ports: ports[80], {80: "a", 81: "b"}, ["80"]),
        (lambda ports: ports["a.b"], {"a.b": 1, "c": 2}, [("a.b",)]),
        (lambda config: toolz.get_in(["db", "host"], config), CONFIG, ["db.host"]),
        (lambda users: list(toolz.pluck("name", users)), CONFIG["users"], ["*.name"]),
        (lambda config: string.Template("$debug").substitute(config), CONFIG, ["debug"]),
    ],
)
def test_a_call_that_reads_what_is_named_passes(function, value, parts):
    assert_reads_only(function, value, *parts, context=nf)


@pytest.mark.parametrize(
    ("function", "value", "parts", "message"),
    [
        (
            lambda c: (c["db"]["host"], c["debug"] and 1),
            CONFIG,
            ["db.host"],
            f"also read c['debug'], at {HERE[:20]}",
        ),
        (lambda c: c["db"]["port"] + 1, CONFIG, ["db.host"], "also read c['db']['port'], at"),
        (lambda c: c["db"]["port"] + 1, CONFIG, ["debug"], "also read c['db']['port'], at"),
        (lambda c: list(c), CONFIG, ["db"], "also asked which keys c has, at"),
        (lambda c: len(c["db"]), CONFIG, ["db.host"], "also asked which keys c['db'] has, at"),
        (lambda c: c.get("log"), CONFIG, ["db"], "also asked for c['log'], which is not there, at"),
        (lambda c: [u["age"] for u in c["users"]], CONFIG, ["users.*.name"], "['age'] and 1 more part, at"),
        (lambda s: s.port + 1, Settings(), ["host"], "also read s.port, at"),
        (lambda s: s.db["port"] + 1, Settings(), ["db.host"], "also read s.db['port'], at"),
        (lambda a: a.text, Account(), ["owner"], f"also read a.balance, at {HERE}"),
        (lambda n: n.a + n.b, Sealed(a=1, b=2), ["a"], "what it reads inside a Sealed cannot"),
        (lambda xs: sorted(xs), [2, 1, 3], ["0"], "also read xs[1] and 1 more part, at"),
        (
            lambda c: string.Template("$a$b").substitute(c),
            {"a": 1, "b": 2},
            ["a"],
            f"also read c['b'], at {HERE[:16]}",
        ),
    ],
)
def test_the_first_part_that_is_read_and_not_named_is_told_with_the_line_of_the_user(function, value, parts, message):
    with pytest.raises(DemandMismatch) as raised:
        assert_reads_only(function, value, *parts)
    assert message in " ".join(str(raised.value).split())


def test_the_message_is_a_sentence_a_picture_and_how_to_keep_it():
    def load(config, *, name):
        return config[name]["host"], config["debug"] or name

    with pytest.raises(DemandMismatch) as raised:
        assert_reads_only(load, CONFIG, "db.host", name="db", context=nf)
    first, place, *picture, asked, advice = str(raised.value).splitlines()
    line = load.__code__.co_firstlineno + 1
    assert [first, place] == ["load also read config['debug'],", f"  at {HERE}:{line} in load"]
    assert picture == ["    config: dict", "      'db': {'host': 'a', **_}", "  +   'debug': False"]
    assert asked == "  asked: the result was asked for all of it"
    assert advice == "  if it may, name it too: 'db.host', 'debug'"


def test_of_a_call_that_lists_all_keys_nobody_is_told_to_name_them_all():
    with pytest.raises(DemandMismatch, match=r"if it may, drop this assertion: then all may be read of config$"):
        assert_reads_only(lambda config: {**config}["host"], {"host": "a", "log": 1}, "host")


def test_of_a_dict_whose_keys_were_listed_each_part_that_was_read_too_has_a_mark_of_its_own():
    config = {"mail": {"host": "mx", "port": 25, "user": "u"}, "debug": True}
    with pytest.raises(DemandMismatch) as failed:
        assert_reads_only(lambda object: str(object), config, "mail.host", "mail.port")
    assert str(failed.value).splitlines()[-9:-1] == [
        "    object: dict of 2",
        "      'mail': dict of 3",
        "        'host': 'mx'",
        "        'port': 25",
        "  +     'user': 'u'",
        "  +     the list of keys: asked for",
        "  +   'debug': True",
        "  +   the list of keys: asked for",
    ]


def test_the_list_of_keys_has_a_name_by_which_a_match_statement_is_allowed():
    def host(config):
        match config:
            case {"db": {"host": host}}:
                return host

    config = {"db": {"host": "a", "user": "u"}, "log": 1}
    with pytest.raises(DemandMismatch, match=r"name them too: 'db.host', 'keys\(\)', 'db.keys\(\)'; len\(\), `if`"):
        assert_reads_only(host, config, "db.host")
    assert_reads_only(host, config, "db.host", "keys()", "db.keys()")
    with pytest.raises(DemandMismatch, match=r"also asked which keys config\['db'\] has"):
        assert_reads_only(host, config, "db.host", "keys()")
    with pytest.raises(DemandMismatch, match=r"also read config\['log'\]"):
        assert_reads_only(lambda config: [*config.values()], config, "db", "keys()")


def test_of_a_call_that_reads_all_attributes_nobody_is_told_to_name_them_all():
    with pytest.raises(DemandMismatch, match=r"if it may, drop this assertion: then all may be read of row$"):
        assert_reads_only(lambda row: row.a + row.b, SimpleNamespace(a=1, b=2), "a")
    with pytest.raises(DemandMismatch, match=r"if it may, name it too: 'a', 'b'$"):
        assert_reads_only(lambda row: row.a + row.b, SimpleNamespace(a=1, b=2, c=3), "a")


def test_the_argument_can_be_named():
    assert_reads_only(lambda name, config: config[name], CONFIG, "debug", of="config", name="debug")
    with pytest.raises(DemandMismatch, match=r"also read config\['debug'\]"):
        assert_reads_only(lambda name, config: config[name], CONFIG, "db", of="config", name="debug")


def test_a_part_that_is_passed_on_is_read():
    with pytest.raises(DemandMismatch, match=r"also read settings\.port"):
        assert_reads_only(lambda settings: (settings.host, settings.port), Settings(), "host")


@pytest.mark.parametrize(
    "call", [lambda: assert_reads_only(later, CONFIG, "db"), lambda: assert_reads_once(later, [1])]
)
def test_a_lazy_result_that_nobody_asked_shows_nothing(call):
    with checks_nothing(r"pass .*context=nf"):
        call()


def later(values):
    yield from values


@pytest.mark.parametrize("part", ["", "db..host", 3.5, ["db"], None, CONFIG])
def test_what_names_no_part_is_refused(part):
    with pytest.raises(TypeError, match=r"names no part.* Other arguments of the call are passed by name"):
        assert_reads_only(len, CONFIG, part)


@pytest.mark.parametrize(
    ("value", "parts", "message"),
    [
        (CONFIG, ["db.hots"], r"config has no part 'db.hots', and none was asked for"),
        (CONFIG, ["db", 'config["db"]["host"]'], r"asked for did you mean 'db.host'\?"),
        (CONFIG, ["db.host.name"], "has no part"),
        (Settings(), ["db.host", "prot"], "has no part 'prot'"),
        (Settings(), ["host", "port", "db"], "config has no parts but these"),
    ],
)
def test_names_that_could_not_go_wrong_are_refused(value, parts, message):
    with checks_nothing(message):
        assert_reads_only(lambda config: config["db"] if isinstance(config, dict) else config.db, value, *parts)


class Aliases(dict):
    def get(self, key, default=None):
        return super().get(key.lower(), default)


SECTION = ConfigParser({"a": "1", "b": "2"})["DEFAULT"]


@pytest.mark.parametrize("mapping", [UserDict(a=1, b=2), ChainMap({"a": 1, "b": 2}), SECTION, Aliases(a=1, b=2)])
def test_of_a_mapping_with_methods_of_its_own_the_advice_is_to_pass_a_dict(mapping):
    advice = f"pass dict(it), or say with strictcheck.register_shape how one {type(mapping).__name__}"
    for rule in (assert_reads_only, assert_reads_once)[not isinstance(mapping, dict) :]:
        with pytest.raises(DemandMismatch) as raised:
            rule(lambda it: it.get("a"), mapping, "a")
        assert advice in " ".join(str(raised.value).split())
        rule(lambda it: it.get("a"), dict(mapping), "a")


@pytest.mark.parametrize("mapping", [UserDict(a=1, b=2), ChainMap({"a": 1, "b": 2}), SECTION])
def test_the_name_of_an_item_stands_for_what_code_of_the_class_reads_for_it(mapping):
    assert_reads_only(lambda it: it["a"], mapping, "a")
    with pytest.raises(DemandMismatch, match=r"if it may, name (it|them) too: 'a', .*b'"):
        assert_reads_only(lambda it: it["a"] + it["b"], mapping, "a")
    with pytest.raises(DemandMismatch, match="has no part 'c'"):
        assert_reads_only(lambda it: it["a"], mapping, "c")


class Shop:
    def __init__(self):
        self._rows = [{"price": 1, "count": 2, "id": 3}, {"price": 4, "count": 5, "id": 6}]
        self._host, self._port, self._log = "a", 80, []

    @property
    def host(self):
        return self._host

    @property
    def port(self):
        return self._port

    @property
    def prices(self):
        return [row["price"] for row in self._rows]


def test_the_name_of_a_property_stands_for_what_it_reads():
    assert_reads_only(lambda shop: shop.host, Shop(), "host")
    assert_reads_only(lambda shop: sum(shop.prices), Shop(), "prices")
    with pytest.raises(DemandMismatch, match=r"if it may, name it too: 'host', 'port'$"):
        assert_reads_only(lambda shop: (shop.host, shop.port), Shop(), "host")
    with pytest.raises(DemandMismatch, match=r"if it may, name it too: 'host', '_log'$"):
        assert_reads_only(lambda shop: shop._log and shop.host, Shop(), "host")


class Job:
    retries = 3

    def __init__(self):
        self.name = "a"
        self.log = []

    @property
    def title(self):
        return self.name.title()


@pytest.mark.parametrize("name", ["retries", "title"])
def test_a_name_of_the_class_may_be_named_though_it_is_not_read(name):
    assert_reads_only(lambda job: job.name, Job(), "name", name)


def test_what_pydantic_keeps_in_an_object_is_no_part_of_the_users():
    pydantic = pytest.importorskip("pydantic")
    model = pydantic.create_model("Server", host=(str, "a"), port=(str, "b"), log=(str, "c"))
    with pytest.raises(DemandMismatch, match=r"also read server\.\w+ and 1 more part,?\s+at"):
        assert_reads_only(lambda server: server.model_dump(), model(), "log")


def test_all_fields_of_a_pydantic_model_are_all_that_could_be_read():
    model = pytest.importorskip("pydantic").create_model("Server", host=(str, "a"), port=(int, 1))
    with checks_nothing("server has no parts but these"):
        assert_reads_only(lambda server: server.host, model(), "host", "port")


def test_of_a_pydantic_model_the_fields_that_are_read_count_and_no_others():
    pydantic = pytest.importorskip("pydantic")
    checked = pydantic.ConfigDict(validate_assignment=True)
    model = pydantic.create_model("Server", __config__=checked, host=(str, "a"), port=(str, "b"), log=(bool, True))
    assert_reads_only(lambda server: server.port.upper(), model(), "port")

    def rename(server):
        server.host = "c"
        return server.model_fields_set

    assert observe(rename, model(port="d")).verify().replay().result == {"host", "port"}


def test_a_part_that_nobody_knows_before_may_be_named():
    assert_reads_only(lambda lines: next(lines), iter("ab"), "1", "0")
    assert_reads_only(lambda config: next(config["lines"]), {"lines": iter("ab"), "n": 1}, "lines.0")


def test_no_parts_and_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="no parts are named"):
        assert_reads_only(len, CONFIG)
    with pytest.raises(TypeError, match="of='config' is no argument of this call; there are c"):
        assert_reads_only(lambda c: 1, CONFIG, "db", of="config")
    with pytest.raises(TypeError, match="not callable"):
        assert_reads_only(CONFIG, len, "db")


def test_reading_once_is_reading_no_part_twice_and_each_named_part_once():
    assert_reads_once(lambda xs: sum(x for x in xs), [1, 2])
    assert_reads_once(lambda c: (c["debug"], c["db"], c["db"]), CONFIG, "debug")
    assert_reads_once(lambda c: [c[key] for key in ["debug"] if key in c], CONFIG, "debug")  # to ask is no read
    with pytest.raises(DemandMismatch, match=rf"read xs\[1\] twice, the second time,\s+at {HERE}"):
        assert_reads_once(lambda xs: xs[0] + xs[1] + xs[1], [1, 2])
    with pytest.raises(DemandMismatch, match=r"did not read 'debugg' of c(?s:.*)c has no part 'debugg'"):
        assert_reads_once(lambda c: c["debug"], CONFIG, "debugg")
    with pytest.raises(DemandMismatch, match=r"did not read 'debug' of c(?s:.*)leave 'debug' out if it need not be"):
        assert_reads_once(lambda c: c["db"], CONFIG, "debug")
    with checks_nothing("no part of xs was read that can be read twice"):
        assert_reads_once(lambda xs: len(xs), [1, 2])
    with checks_nothing("no part of xs was read that can be read twice"):
        assert_reads_once(lambda xs: sum(xs), iter([1, 2]))


class Level(int):
    def __new__(cls, number, label=""):
        made = super().__new__(cls, number)
        made.label = label
        return made


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ({"c": date(2024, 2, 29), "d": 1}, "c.year"),
        ({"c": Fraction(1, 2), "d": 1}, "c.numerator"),
        ({"c": Level(3, "high"), "d": 1}, "c.label"),
        ({"c": {1, 2}, "d": 1}, "c.0"),
    ],
)
def test_a_part_of_what_is_looked_at_as_a_whole_cannot_be_named(value, part):
    with checks_nothing("'c' is looked at as a whole, so name that"):
        assert_reads_only(lambda value: str(value["c"]), value, part)
    assert_reads_only(lambda value: str(value["c"]), value, "c")


def test_the_text_of_a_number_names_a_number_unless_there_is_a_key_of_that_text_too():
    table = {1: "a", "1": "b", "z": "c"}
    with pytest.raises(DemandMismatch, match=r"also read table\['1'\]"):
        assert_reads_only(lambda table: table["1"], table, 1)
    with pytest.raises(DemandMismatch, match=r"also read table\[1\]"):
        assert_reads_only(lambda table: table[1], table, ("1",))
    assert_reads_only(lambda table: table["1"], table, ("1",))
    assert_reads_only(lambda table: table[1], {1: "a", "z": "c"}, "1")
    with pytest.raises(
        TypeError, match=r"'rows.1.x' may be .* 2 parts of table; pass \('rows', 1, 'x'\) or \('rows', '1'"
    ):
        assert_reads_only(lambda table: table["rows"], {"rows": table, "z": 1}, "rows.1.x")


class Lowered(MutableMapping):
    def __init__(self, **items):
        self.kept = {key.lower(): (key, value) for key, value in items.items()}

    def __getitem__(self, key):
        return self.kept[key.lower()][1]

    def __setitem__(self, key, value):
        self.kept[key.lower()] = key, value

    def __delitem__(self, key):
        del self.kept[key.lower()]

    def __iter__(self):
        return iter(self.kept)

    def __len__(self):
        return len(self.kept)


def test_an_item_that_code_of_the_class_reads_is_named_by_its_key():
    headers = Lowered(Accept="y", Host="z", Agent="a")
    with pytest.raises(DemandMismatch, match=r"name it too: 'Accept', 'host'$"):
        assert_reads_only(lambda headers: headers["Accept"] + headers["HOST"], headers, "Accept")
    assert_reads_only(lambda headers: headers["Accept"] + headers["HOST"], headers, "Accept", "host")


class Environment:
    def __init__(self, items, encode):
        self.items = items
        self.encode = encode

    def __getitem__(self, key):
        return self.items[self.encode(key)]


def test_the_name_of_an_item_stands_for_the_calls_by_which_code_of_the_class_finds_it():
    environment = Environment({"home": 1, "path": 2, "lang": 3}, str.lower)
    assert_reads_only(lambda environment: environment["HOME"], environment, "HOME")
    with pytest.raises(DemandMismatch, match=r"name them too: 'HOME', \('encode', .\('PATH'\).\), 'path'$"):
        assert_reads_only(lambda environment: environment["HOME"] + environment["PATH"], environment, "HOME")
    advised = ["HOME", ("encode", "('PATH')"), "path"]
    assert_reads_only(lambda environment: environment["HOME"] + environment["PATH"], environment, *advised)


def test_what_a_mapping_keeps_for_itself_is_not_to_be_named():
    with pytest.raises(DemandMismatch, match=r"pass dict\(env\), and name what may be read of that"):
        assert_reads_only(lambda env: env["HOME"] + env.get("PATH", ""), os.environ, "HOME")


def test_of_a_call_that_was_cut_down_no_name_is_wrong_that_could_be_right():
    def read(config):
        return config["pw"] if config["debug"] else config["db"]["host"]

    drawn = st.fixed_dictionaries(
        {"db": st.fixed_dictionaries({"host": st.text()}), "debug": st.booleans(), "pw": st.text()}
    )
    with pytest.raises(DemandMismatch, match=r"if it may, name it too: 'db.host', 'debug', 'pw'$"):
        check_reads_only(read, "db.host", "debug", given=[drawn])


class Person:
    def __init__(self):
        self.first, self.last = "a", "b"

    @property
    def full(self):
        return self.first + self.last


class Limited(Person):
    limit = 5


@pytest.mark.parametrize("parts", [["first", "last"], ["full"]])
def test_all_parts_of_an_object_named_show_nothing(parts):
    with checks_nothing("person has no parts but these"):
        assert_reads_only(lambda person: person.last, Person(), *parts)
    assert_reads_only(lambda person: person.last, Limited(), *parts)
    assert_reads_only(lambda pair: pair["a"].last, {"a": Person(), "b": 1}, "a.full")


class Basket:
    def __init__(self):
        self.price, self.tax = 10, 2

    @property
    def total(self):
        return self.price + self.tax


def test_a_property_is_read_once_if_what_it_computes_from_is():
    assert_reads_once(lambda basket: basket.total, Basket(), "total")
    with pytest.raises(DemandMismatch, match=r"read basket\.price twice"):
        assert_reads_once(lambda basket: basket.total + basket.total, Basket(), "total")
    with pytest.raises(DemandMismatch, match="did not read 'total' of basket"):
        assert_reads_once(lambda basket: 1, Basket(), "total")


def test_a_line_of_the_standard_library_is_not_told_where_there_is_one_of_the_user():
    def encoded(config):
        return json.JSONEncoder(default=lambda part: 0).encode({"a": config["a"] + 1})

    with pytest.raises(DemandMismatch, match=rf"at {HERE}:\d+ in encoded"):
        assert_reads_only(encoded, {"a": 1, "b": 2}, "b")


def test_asking_a_record_for_an_attribute_that_it_has_not_reads_no_field():
    assert_reads_only(lambda o: (o.host, getattr(o, "colour", 3), hasattr(o, "size")), Options("a", None), "host")
    with pytest.raises(AttributeError, match="'Options' object has no attribute 'colour'"):
        observe(lambda o: o.colour, Options("a", None))


@dataclass
class Options:
    host: str
    proxy: str | None


def test_the_argument_that_is_meant_may_be_passed_by_name():
    def read(xs, config):
        return xs[0] + config["port"]

    config = {"port": 80, "host": "a"}
    assert_reads_only(read, config, "port", of="config", xs=[1, 2])
    assert_reads_only(read, [1, 2], "port", of="config", config=config)
    with pytest.raises(DemandMismatch, match=r"also read config\['port'\]"):
        assert_reads_only(read, [1, 2], "host", of="config", config=config)


class Table:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, key):
        return self.rows[key]


@pytest.mark.parametrize("name", [0, "0", (0,)])
def test_an_item_of_a_class_of_its_own_is_named_by_its_number(name):
    assert_reads_only(lambda table: table[0], Table([[1], [2], [3]]), name)
    with pytest.raises(DemandMismatch, match=r"also read table\[1\]"):
        assert_reads_only(lambda table: table[0] + table[1], Table([[1], [2], [3]]), name)


def test_calls_are_not_reads():
    with noted_in(None), pytest.raises(NothingChecked, match=r"calls of make are not reads"):
        assert_reads_once(lambda make: make() + make(), lambda: 1)


def test_of_several_parts_a_missing_one_is_set_off_by_commas():
    with pytest.raises(DemandMismatch, match=r"also asked for it\['c'\], which is not there,\s+and 1 more part"):
        assert_reads_only(lambda it: (it.get("c"), it["b"]), {"a": 1, "b": 2, "d": 3}, "a")


@pytest.mark.parametrize(
    ("value", "read", "part", "name"),
    [
        (ChainMap({"a": 1}, {"b": [3]}), lambda it: it["b"][0], "it['b'][0]", "b.0"),
        (ChainMap({"a": 1}, {"b": [3]}), lambda it: it.get("c"), "it['c']", "c"),
        (UserDict(a=1, b=2), lambda it: it["b"], "it['b']", "b"),
        ({"a": 0, "all": UserDict(a=1, b=2)}, lambda it: it["all"]["b"], "it['all']['b']", "all.b"),
        (ini("[a]", "x=1", "[b]", "y=2"), lambda it: it["b"]["y"], "it['b']['y']", "b.y"),
        (ini("[a]", "x=1", "[b]", "y=2"), lambda it: it.getint("b", "y"), "it['b']['y']", "b.y"),
    ],
)
def test_what_code_of_a_class_reads_for_an_item_is_called_by_the_item(value, read, part, name):
    with pytest.raises(DemandMismatch) as failed:
        assert_reads_only(read, value, "a")
    said = " ".join(str(failed.value).split())
    assert re.search(
        rf"also (read|asked for) {re.escape(part)}(, which is not there)?, at {HERE}:\d+ in <lambda>", said
    )
    assert said.endswith(f"name it too: 'a', '{name}'")
    assert_reads_only(read, value, name)
    assert_reads_only(read, value, name.split(".")[0])


def test_a_key_that_is_popped_or_set_is_no_list_of_all_keys():
    config = {"host": "a", "port": 80, "log": "b"}

    def connect(config):
        config.setdefault("timeout", 3)
        return config.pop("host"), config["timeout"]

    assert_reads_only(connect, config, "host", "timeout")
    with pytest.raises(DemandMismatch, match=r"connect also read config\['host'\],"):
        assert_reads_only(connect, config, "timeout")


class Kept:
    """An object that keeps a dict under a name of Python's own form."""

    def __init__(self):
        self.name = "b"
        self.__extra__ = {"password": "s"}


class Version(tuple):
    __slots__ = ()

    @property
    def major(self):
        return self[0]


def test_a_part_under_a_name_with_underscores_counts():
    with pytest.raises(DemandMismatch, match=r"also read kept\.__extra__\['password'\]"):
        assert_reads_only(lambda kept: kept.name + kept.__extra__["password"], Kept(), "name")
    assert_reads_only(lambda kept: kept.name + kept.__extra__["password"], Kept(), "name", "__extra__.password")


@pytest.mark.parametrize("make", [UserDict, lambda values: ChainMap(values)])
def test_keys_of_a_mapping_that_reads_by_code_of_its_own_may_not_be_listed(make):
    config = make({"host": 1, "port": 2})
    assert_reads_only(lambda config: config["host"], config, "host")
    with pytest.raises(DemandMismatch, match="also asked which keys"):
        assert_reads_only(lambda config: (config["host"], sorted(config)), config, "host")


def test_a_property_of_a_derived_tuple_is_a_part():
    assert_reads_only(lambda version: version.major, Version((1, 2)), "major")
    with pytest.raises(DemandMismatch, match=r"also read version\[1\]"):
        assert_reads_only(lambda version: version.major + version[1], Version((1, 2)), "major")


def test_what_pydantic_keeps_of_the_users_beside_the_fields_counts():
    pydantic = pytest.importorskip("pydantic")

    class User(pydantic.BaseModel, extra="allow"):
        name: str
        age: int = 1
        _token: str = pydantic.PrivateAttr(default="t")

    user = User(name="a", password="s")
    assert_reads_only(lambda user: user.name, user, "name")
    assert_reads_only(lambda user: user.name + user.password + user._token, user, "name", "password", "_token")
    for read in (lambda user: user.name + user.password, lambda user: user.name + user._token):
        with pytest.raises(DemandMismatch, match=r"also read user\.(password|_token),"):
            assert_reads_only(read, user, "name")


def test_a_part_at_the_end_of_a_way_that_leads_back_may_be_named_by_it_or_by_its_short_name():
    child, parent = SimpleNamespace(size=2), SimpleNamespace(name="n", size=1)
    child.parent, parent.child = parent, child
    assert_reads_only(lambda node: node.child.parent.name, parent, "child", "name")
    assert_reads_only(lambda node: node.child.parent.name, parent, "child.parent.name")
    assert_reads_only(lambda tree: tree["node"].child.parent.name, {"node": parent}, "node.child.parent.name")
    with pytest.raises(DemandMismatch, match=r"also read node\.size,(.|\n)*name it too: 'child.parent.name', 'size'$"):
        assert_reads_only(lambda node: node.child.parent.name + "x" * node.size, parent, "child.parent.name")


class Service:
    def configure(self, config):
        self.config = config
        return config["host"]

    def host(self):
        return self.config["host"]


def test_what_a_method_is_bound_to_keeps_all_of_an_argument():
    service = Service()
    assert_reads_only(service.configure, {"host": "a", "port": 1}, "host")
    assert service.config == {"host": "a", "port": 1}


def configured(config):
    service = Service()
    service.configure(config)
    return service


@pytest.mark.parametrize(
    ("function", "part", "name"),
    [
        (partial(configured, {"host": "a", "log": 1}), "function.args[0]['host']", "args.0.host"),
        (partial(configured, config={"host": "a"}), "function.keywords['config']['host']", "keywords.config.host"),
        (configured({"host": "a"}).host, "function.__self__.config['host']", "__self__.config.host"),
    ],
)
def test_a_part_that_a_partial_function_or_a_method_holds_is_named_as_code_reads_it(function, part, name):
    with pytest.raises(DemandMismatch) as raised:
        assert_reads_only(lambda function: function(), function, ("()",))
    assert f"also read {part}, at" in " ".join(str(raised.value).split())
    assert str(raised.value).endswith(f"name it too: ('()',), '{name}'")
    assert_reads_only(lambda function: function(), function, ("()",), name)


def test_an_argument_among_the_names_of_parts_is_not_taken_for_one() -> None:
    def any_over(parcels: list[dict[str, int]], limit: int) -> bool:
        return any(parcel["weight"] > limit for parcel in parcels)

    parcels = [{"weight": 9}, {"weight": 1}]
    with pytest.raises(TypeError, match=r"any_over: .*'limit'; 5, '\*\.weight' name parts of the value; pass other"):
        assert_reads_only(any_over, parcels, 5, "*.weight")
    assert_reads_only(any_over, parcels, "0.weight", limit=5)


def test_parts_of_one_of_any_number_of_arguments_are_named_below_it():
    def titles(*lists):
        return lists[0][0], lists[0][1]

    with checks_nothing("of one of these arguments, name parts, as '0.name'"):
        assert_reads_only(titles, ["a", "b"], "0")
    with pytest.raises(DemandMismatch, match=r"also read lists\[0\]\[1\]"):
        assert_reads_only(titles, ["a", "b"], "0.0")
