"""Numbers, strings, dates are looked at as a whole; values with an identity are handed out as themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Generic, Literal, NewType, TypeVar

import pytest
from rows import Row, check, rows

from strictcheck import nf, observe

TABLE = {
    "5": """
        5    v + 1    1 + v    v    v == 5, 5 == v    v < 7    bool(v)    -v, +v, ~v, abs(v)    v.real    v.bit_length()
        5    int(v), float(v), complex(v)    f'{v:>3}'    str(v), repr(v)    hash(v) == hash(5)    {5: 1}[v]
        5    [10, 20, 30, 40, 50, 60][v]    round(v), math.trunc(v)    divmod(v, 2), pow(v, 3, 7)    isinstance(v, int)
        5    v.nothing    v[0]    len(v)    list(v)    copy.copy(v) is v    pickle.loads(pickle.dumps(v))    v += 1; v
        5    bytes(v)    range(v)
        _    v is None    v()    next(v)    id(v) == id(v)
    """,
    "True": """
        True    v is True    not v
    """,
    "None": """
        None    v is None    v    v == None    v.nothing
    """,
    "Colour.RED": """
        Colour.RED    v is Colour.RED    v.name    v
    """,
    "int": """
        int    v is int    v('12')    issubclass(bool, v)
    """,
    "'ab'": """
        'ab'    v + 'c'    '-'.join([v, v])    v[0]    len(v)    v.upper()    v % ()    re.match('a', v).group()
        'ab'    'abc'.find(v)    getattr(v, 'upper')()    json.dumps(v)    v == 'ab'    {'ab': 1}[v]    v is None
    """,
    "b'ab'": """
        b'ab'    v[0]    b''.join([v])    v + b'c'    v.hex()
    """,
    "2.5": """
        2.5    round(v, 1)    math.floor(v), math.ceil(v)    v.as_integer_ratio()    v * 2
    """,
    "decimal.Decimal('2.50')": """
        Decimal('2.50')    v + 1    str(v)    round(v, 1)    complex(v)
    """,
    "fractions.Fraction(7, 2)": """
        Fraction(7, 2)    v.numerator    v * 2    math.floor(v)
    """,
    "datetime.date(2024, 2, 29)": """
        date(2024, 2, 29)    v.year    v + datetime.timedelta(days=1)    v.isoformat()    f'{v:%Y}'
    """,
    "range(3)": """
        range(0, 3)    list(v)    v[1]    len(v)    2 in v    bisect.bisect(v, 1)
    """,
    "slice(1, 3)": """
        slice(1, 3, None)    v.start    v.indices(2)
    """,
    "pathlib.PurePosixPath('a/b')": """
        PurePosixPath('a/b')    v.name    v / 'c'    os.fspath(v)
    """,
    "uuid.UUID(int=5)": """
        UUID('00000000-0000-0000-0000-000000000005')    v.int    str(v)
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


T = TypeVar("T")


class Shelf(Generic[T]):
    """Its objects know the type hint by which they were made."""

    def __init__(self, books: list[T]) -> None:
        self.books = books


HINTS = [list[int], Iterable[int], ClassVar[int], int | str, Callable[[int], str], Annotated[int, 3], Literal[1], T]


@pytest.mark.parametrize("hint", [*HINTS, NewType("Page", int)])
def test_a_type_hint_is_handed_out_as_itself(hint: Any) -> None:
    observation = observe(lambda hints: (hints[0] is hint, hints[0]), [hint, 1], context=nf)
    observation.verify().replay()
    assert observation.result == (True, hint)


def test_an_object_that_knows_its_type_hint_replays() -> None:
    observation = observe(lambda shelf: shelf, Shelf[int]([1]), context=nf)
    observation.verify().replay()
    assert observation.result.books == [1]
