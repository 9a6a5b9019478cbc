"""Values of classes that nobody can take apart are looked at as a whole, and copied before they are changed."""

from __future__ import annotations

from rows import Row, check, rows

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


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)
