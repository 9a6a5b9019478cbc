"""Records and their converters: pydantic, msgspec, marshmallow, cattrs, jsonschema, orjson."""

from __future__ import annotations

import copy
import dataclasses
import enum
from dataclasses import dataclass
from typing import Any, Optional, Union

import cattrs
import jsonschema
import marshmallow as ma
import msgspec
import orjson
import pydantic

from strangers.calls import call, on


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Item(pydantic.BaseModel):
    name: str
    price: float = 1.0
    tags: list[str] = []


class Order(pydantic.BaseModel):
    items: list[Item]
    note: Optional[str] = None

    @property
    def total(self) -> float:
        return sum(item.price for item in self.items)

    @pydantic.field_validator("note")
    @classmethod
    def stripped(cls, note: str | None) -> str | None:
        return note and note.strip()


@dataclass
class Place:
    name: str
    at: tuple[float, float] = (0.0, 0.0)


@dataclass
class Journey:
    places: list[Place]
    colour: Colour = Colour.RED


class Struct(msgspec.Struct):
    a: int
    b: list[int] = []


class Frozen(msgspec.Struct, frozen=True):
    a: int
    b: str = ""


class UserSchema(ma.Schema):
    name = ma.fields.String(required=True)
    age = ma.fields.Integer(load_default=3)
    email = ma.fields.Email()
    friends = ma.fields.List(ma.fields.String())


class Person:
    def __init__(self) -> None:
        self.name, self.age, self.friends, self.secret = "Ann", 30, ["Bo"], object


ORDER = {"items": [{"name": "pen", "price": "2.5"}], "note": " x "}
PYDANTIC = [
    call("validate", lambda: on(Order.model_validate, copy.deepcopy(ORDER))),
    call("validate wrong", lambda: on(Order.model_validate, {"items": [{"price": "x"}]})),
    call("init", lambda: on(lambda name, price: Item(name=name, price=price), "pen", 3)),
    call("init of a list", lambda: on(lambda tags: Item(name="a", tags=tags), ["x", "y"])),
    call("init of models", lambda: on(lambda items: Order(items=items), [Item(name="pen")])),
    call("field", lambda: on(lambda order: order.items[0].name, Order.model_validate(ORDER))),
    call("property", lambda: on(lambda order: order.total, Order.model_validate(ORDER))),
    call("dump", lambda: on(lambda order: order.model_dump(), Order.model_validate(ORDER))),
    call("dump json", lambda: on(lambda order: order.model_dump_json(), Order.model_validate(ORDER))),
    call("copy", lambda: on(lambda item: item.model_copy(update={"price": 5.0}), Item(name="pen"))),
    call("equal", lambda: on(lambda a, b: a == b, Item(name="pen"), Item(name="pen"))),
    call("set", lambda: on(lambda item: setattr(item, "price", 2.0), Item(name="pen"))),
    call("iterate", lambda: on(lambda item: dict(item), Item(name="pen"))),
    call("fields set", lambda: on(lambda item: item.model_fields_set, Item(name="pen"))),
    call("repr", lambda: on(repr, Item(name="pen"))),
    call("TypeAdapter", lambda: on(lambda xs: pydantic.TypeAdapter(list[int]).validate_python(xs), ["1", 2])),
    call("TypeAdapter of a union", lambda: on(lambda x: pydantic.TypeAdapter(Union[int, str]).validate_python(x), "a")),
    call(
        "TypeAdapter of dict", lambda: on(lambda d: pydantic.TypeAdapter(dict[str, int]).validate_python(d), {"a": 1})
    ),
    call("validate_call", lambda: on(pydantic.validate_call(whole), "3")),
    call("validate json", lambda: on(Item.model_validate_json, '{"name": "a"}')),
    call("construct", lambda: on(lambda d: Item.model_construct(**d), {"name": "a", "price": 1})),
    call("from attributes", lambda: on(lambda p: Item.model_validate(p, from_attributes=True), Place("x"))),
    call("to_jsonable", lambda: on(lambda x: jsonable(x), {"a": [1, Colour.RED]})),
]


def whole(number: int) -> int:
    return number


def jsonable(value: Any) -> Any:
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value)


MSGSPEC = [
    call("encode", lambda: on(msgspec.json.encode, {"a": [1, 2.5, None]})),
    call("encode struct", lambda: on(msgspec.json.encode, Struct(1, [2]))),
    call("decode", lambda: on(msgspec.json.decode, b'{"a": 1}')),
    call("decode struct", lambda: on(lambda text: msgspec.json.decode(text, type=Struct), b'{"a": 1}')),
    call("convert", lambda: on(lambda d: msgspec.convert(d, Struct), {"a": 1, "b": [2]})),
    call("convert wrong", lambda: on(lambda d: msgspec.convert(d, Struct), {"a": "x"})),
    call("to_builtins", lambda: on(msgspec.to_builtins, Struct(1, [2]))),
    call("field", lambda: on(lambda s: s.b[0], Struct(1, [2, 3]))),
    call("init", lambda: on(lambda b: Struct(1, b).b, [2, 3])),
    call("equal", lambda: on(lambda s, t: s == t, Struct(1), Struct(1))),
    call("replace", lambda: on(lambda s: msgspec.structs.replace(s, a=5), Struct(1))),
    call("asdict", lambda: on(msgspec.structs.asdict, Struct(1, [2]))),
    call("set", lambda: on(lambda s: setattr(s, "a", 7), Struct(1))),
    call("hash", lambda: on(lambda s: hash(s) == hash(Frozen(1)), Frozen(1))),
    call("match", lambda: on(lambda s: matched(s), Frozen(1, "x"))),
    call("msgpack", lambda: on(msgspec.msgpack.encode, [1, "a"])),
]


def matched(value: Any) -> Any:
    match value:
        case Frozen(a=1, b=b):
            return b
    return None


MARSHMALLOW = [
    call("load", lambda: on(UserSchema().load, {"name": "a", "age": "5"})),
    call("load wrong", lambda: on(UserSchema().load, {"age": "x"})),
    call("validate", lambda: on(UserSchema().validate, {"age": "x", "email": "no"})),
    call("dump", lambda: on(UserSchema().dump, {"name": "a", "age": 5})),
    call("dump object", lambda: on(UserSchema().dump, Person())),
    call("dump many", lambda: on(lambda xs: UserSchema(many=True).dump(xs), [{"name": "a"}, {"name": "b"}])),
    call("dumps", lambda: on(UserSchema().dumps, {"name": "a", "friends": ["b"]})),
    call("load unknown", lambda: on(lambda d: UserSchema(unknown=ma.EXCLUDE).load(d), {"name": "a", "x": 1})),
    call("load list", lambda: on(UserSchema().load, {"name": "a", "friends": ["b", "c"]})),
    call("get_value", lambda: on(ma.utils.get_value, {"a": {"b": 1}}, "a.b"), "{'a': {'b': 1, **_}, **_}", "'a.b'"),
    call("set_value", lambda: on(ma.utils.set_value, {}, "a.b", 1)),
    call("is_collection", lambda: on(ma.utils.is_collection, [1])),
    call("Range", lambda: on(ma.validate.Range(min=1, max=3), 2)),
    call("Range wrong", lambda: on(ma.validate.Range(min=1, max=3), 7)),
    call("OneOf", lambda: on(ma.validate.OneOf([1, 2]), 2)),
    call("Length", lambda: on(ma.validate.Length(max=2), [1, 2])),
]

CATTRS = [
    call("unstructure", lambda: on(cattrs.unstructure, Journey([Place("a")]))),
    call(
        "structure", lambda: on(cattrs.structure, {"places": [{"name": "a", "at": [1, 2]}], "colour": "blue"}, Journey)
    ),
    call("structure list", lambda: on(lambda xs: cattrs.structure(xs, list[int]), ["1", 2])),
    call("structure wrong", lambda: on(lambda d: cattrs.structure(d, Place), {"x": 1})),
    call("structure optional", lambda: on(lambda x: cattrs.structure(x, Optional[int]), None)),
    call("structure tuple", lambda: on(lambda x: cattrs.structure(x, tuple[int, str]), [1, 2])),
    call("structure dict", lambda: on(lambda x: cattrs.structure(x, dict[str, float]), {"a": 1})),
    call("unstructure dict", lambda: on(cattrs.unstructure, {"a": (1, Colour.RED)})),
    call("asdict", lambda: on(dataclasses.asdict, Journey([Place("a")]))),
    call("replace", lambda: on(lambda p: dataclasses.replace(p, name="b"), Place("a")), "Place(_, [0.0, 0.0])"),
    call(
        "place",
        lambda: on(lambda j: j.places[0].name, Journey([Place("a"), Place("b")])),
        "Journey([Place('a', _), _], _)",
    ),
]

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
JSON = {
    "jsonschema": [
        call("validate", lambda: on(lambda x: jsonschema.validate(x, SCHEMA), {"a": 1})),
        call("validate wrong", lambda: on(lambda x: jsonschema.validate(x, SCHEMA), {"a": "x"})),
        call("validate schema", lambda: on(jsonschema.validate, {"a": 1}, copy.deepcopy(SCHEMA))),
        call("errors", lambda: on(lambda x: [e.message for e in validator().iter_errors(x)], {"b": 1})),
        call("is_valid", lambda: on(lambda x: validator().is_valid(x), {"a": 1})),
        call(
            "of a list",
            lambda: on(lambda x: jsonschema.Draft7Validator({"items": {"type": "string"}}).is_valid(x), ["a", 1]),
        ),
        call(
            "uniqueItems",
            lambda: on(lambda x: jsonschema.Draft7Validator({"uniqueItems": True}).is_valid(x), [1, 2, 1]),
        ),
        call(
            "best_match", lambda: on(lambda x: jsonschema.exceptions.best_match(validator().iter_errors(x)).message, {})
        ),
        call("enum", lambda: on(lambda x: jsonschema.Draft7Validator({"enum": [1, "a"]}).is_valid(x), "a")),
        call("check_schema", lambda: on(jsonschema.Draft7Validator.check_schema, {"type": "object"})),
    ],
    "orjson": [
        call("dumps", lambda: on(orjson.dumps, {"a": [1, None, "x"]})),
        call("dumps str", lambda: on(orjson.dumps, "x")),
        call("dumps with default", lambda: on(lambda x: orjson.dumps(x, default=str), {"a": {1}})),
        call("loads", lambda: on(orjson.loads, '{"a": [1]}')),
        call("dumps dataclass", lambda: on(orjson.dumps, Place("a"))),
        call("loads wrong", lambda: on(orjson.loads, "{")),
    ],
}


def validator() -> Any:
    return jsonschema.Draft7Validator(SCHEMA)


CALLS = {"pydantic": PYDANTIC, "msgspec": MSGSPEC, "marshmallow": MARSHMALLOW, "cattrs": CATTRS, **JSON}
