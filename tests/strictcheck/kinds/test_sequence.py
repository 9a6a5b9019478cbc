"""Lists, tuples, deques and what derives from them: each look reveals as little as it can."""

from __future__ import annotations

import operator
import tracemalloc
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import observe

TABLE = {
    "[1, 2, 3]": """
        [_, _, _]    len(v)    bool(v)    v[7]    v['a']    v[1.0]    v[None]    v[[0]]    v[3:1]    v == [1, 2]
        [_, _, _]    isinstance(v, list)    v.__class__ is list
        [_, _, _]    copied = copy.copy(v); copied.append(4); (len(v), len(copied))    operator.length_hint(iter(v))
        [_, _, _]    v.append(9)    v.append(9); v[-1]    v.clear(); v    v.pop(); len(v)    v[0] = 9; v[0]
        [_, _, _]    v.__init__([5]); v
        [1, _, _]    v[0] + 0    v[0] and v[0]    v[::2][0] + 0    any(v)    first, *rest = v; first + 0    min(v[:1])
        [1, _, _]    (v + v)[0] + 0    repr(v[0])    copy.copy(v)[0] + 0    v.append(9); v[0] + 0
        [1, _, _]    v += [9]; v[0] + 0    v += v; v[3] + 0    w = v; w += [9]; v[0] + len(v)
        [1, _, _]    (v[0] + 0, isinstance(v[1], type(v[0])))[1]
        [1, _, _]    v.insert(0, 9); v[1] + 0    v[1:] = [9]; v    observe(lambda w: w[0] + 0, v).result
        [_, _, 3]    v[-1] + 0    list(reversed(v))[0]    v.reverse(); v[0] + 0    del v[:2]; v
        [_, 2, 3]    v[1:]    v[0] = 9; v
        [1, 2, 3]    v[:99]    sum(v)    9 in v    v.count(1)    max(v)    sorted(v)    reversed(v)    v + [4]
        [1, 2, 3]    [4] + v    v * 2    pickle.loads(pickle.dumps(v))    copy.deepcopy(v)[0] + 0
        [1, 2, 3]    iterator = iter(v); next(iterator); pickle.loads(pickle.dumps(iterator)); 1    v.append(9); 9 in v
        [1, 2, 3]    v.append(9); (v.append(8), [*v])[1]    v.append(9); v.extend(v); v    v.append(9); (v.pop(), v)
        [1, 2, 3]    v.append(9); v.sort(); v.append(0); v    v.extend(v); v    v += v; v    v.extend((7, 8)); v
        [1, 2, 3]    v.sort()    v.remove(2); v    [v.append(x) for x in v if len(v) < 5]; v
        [1, 2, _]    2 in v    v.index(2)    v == [1, 5, 3]    v < [1, 5]
        [_, 2, _]    [x for x in v][1] + 0    iterator = iter(v); next(iterator); next(copy.copy(iterator)) + 0
        [_, 2, _]    del v[0]; v[0] + 0
        _    v is None    id(v) == id(v)    {'k': [v]} and 1    Point(v, v).x is v    functools.partial(max, v) and 1
    """,
    "[1, None, 'a', b'a', True, Colour.RED, int]": """
        [_, _, _, _, _, _, _]    len(v)    isinstance(v, list), v.__class__ is list, bool(v)
        [_, _, _, _, _, _, _]    getattr(v, '__dict__', 0)    getattr(v, '__name__', 0)
        [1, _, _, _, _, _, _]    v[0] + 0
        [_, None, _, _, _, _, _]    v[1]    v[1] is None
        [_, _, 'a', _, _, _, _]    v[2]
        [_, _, _, b'a', _, _, _]    v[3]
        [_, _, _, _, True, _, _]    v[4] is True
        [_, _, _, _, _, Colour.RED, _]    v[5] is Colour.RED
        [_, _, _, _, _, _, int]    v[6] is int
        [_, None, 'a', _, _, _, _]    v[1:3]
        [_, None, 'a', b'a', True, Colour.RED, int]    [x for x in v if x is None]
    """,
    "['a', 'b', 'c', None]": """
        ['a', _, _, _]    v.pop(0)    v.insert(0, 'z'); v[1]    del v[1]; v[0]    v[3] = 'z'; v[0]
        ['a', _, _, _]    v.pop(0), len(v), bool(v)    v[0], v.insert(9, 'z'), v[0], v[-1]
        ['a', 'b', _, _]    v.pop(0); v[:1]    v.pop(0), v.pop(0)    v.pop(0); next(iter(v))    v.pop(0); v.index('b')
        ['a', _, _, None]    v.pop(0); v.reverse(); v[0]
        [_, _, _, None]    v.pop()    v.pop() is None    v.insert(0, 'z'); v[-1]    del v[:3]; v
        [_, _, _, _]    v[0] = 'z'; v[0]    v.insert(0, 'z'); v[0]    del v[0]; len(v)    v.pop(9)    v.pop('a')
        ['a', 'b', 'c', None]    v.insert(0, 'z'); v.append('y'); v
        ['a', 'b', 'c', None]    v.pop(0); copy.copy(v)    v.insert(0, 'z'); v + ['y']    v.pop(0); 'z' in v
        ['a', 'b', 'c', None]    v.pop(0); pickle.loads(pickle.dumps(v))    v.pop(0); v == ['b', 'c', None]
        ['a', 'b', 'c', None]    v.pop(0); str(v)    v.pop(0); (v.pop(), [*reversed(v)])
    """,
    "['a', 'b', None, 'c']": """
        [_, _, _, _]    len(v[1:])    v[1:] and 1    v[:0]    v.copy() and 1    copy.copy(v) and 1    v + ['z'] and 1
        [_, _, _, _]    v * 2 and 1    ['z'] + v and 1    (v + ['z'])[-1]    (['z'] + v)[0]
        [_, _, _, _]    v[::-1] and v[1:][2:] and 1
        [_, _, _, _]    w = v[:]; w.append('z'); w[-1]    w = v[:]; w[0] = 'z'; w[0]    w = v[:]; del w[0]; len(w)
        [_, _, _, _]    isinstance(v[1:], list), v[1:].__class__ is list    v == ['a']    v[1:] != ['b']    v < []
        [_, _, _, _]    v[1:] == 'b'    v[9:]    w = v[:]; w.clear(); w    v.note    v[1:]['a']
        [_, _, _, _]    v.insert(0, 'z'); v[:1]
        ['a', _, _, _]    v[:1]    v.copy()[0]    (v + v)[4]    v == ['x', 'b', None, 'c']    v < ['b', 'a']
        ['a', _, _, _]    v[::-1][-1]
        ['a', _, _, _]    w = v[1:]; w[0] = v[0]; w[0]    v.insert(0, 'z'); v[1:][0]    v.__eq__(['x', 'b', None, 'c'])
        ['a', _, _, 'c']    v[::3]    del v[1:3]; v[:1] + v[1:]    w = v[:2] + v[3:]; del w[1]; w
        [_, 'b', _, _]    v[1:][0]    v[1:].index('b')    'b' in v[1:]    v[1:][:1]    next(iter(v[1:]))
        [_, 'b', _, _]    (['z'] + v)[2]
        [_, 'b', _, _]    ''.join(v[1:2])    (v * 2)[5]    copy.copy(v)[1]    w = v[1:]; w.pop(0)
        [_, 'b', _, _]    v[1:] == ['x', None, 'c']
        [_, 'b', _, _]    w = v[1:]; w.insert(0, 'z'); w[1]    w = v[1:]; x = w[:]; x.clear(); w[0]    [*v[1:2], 'z']
        [_, 'b', None, _]    sorted(v[1:3], key=str)    v[1:3] + ['z']    w = []; w.extend(v[1:3]); w    v[1:3] * 2
        [_, 'b', None, _]    copy.deepcopy(v[1:3])    w = [0]; w[:] = v[1:3]; w    v[:][1:3]
        [_, 'b', None, _]    pickle.loads(pickle.dumps(v[1:3]))
        [_, _, None, _]    v[2:][0] is None    (lambda a, b: a)(*v[2:3], 1)    v[::-1][1]
        [_, _, None, _]    w = v[2:]; w.reverse(); w[1]
        [_, _, None, 'c']    v[-2:]    v[-2:].copy()    [x for x in v[-2:]]    str(v[2:])    v[2:] == [None, 'c']
        ['a', 'b', None, 'c']    v.copy()    v + []    [] + v    first, *rest = v; first    list(v) and 1    v == v[:]
    """,
    "('a', 'b', None, 'c')": """
        [_, _, _, _]    len(v[1:])    v[1:] and 1    v + ('z',) and 1    ('z',) + v and 1    v * 2 and 1    v == ('a',)
        [_, _, _, _]    isinstance(v[1:], tuple), v[1:].__class__ is tuple    v[1:].append    v[:][0:0]
        [_, _, _, _]    ('z',) + v < ('a',)
        [_, 'b', _, _]    v[1:][0]    v[1:].index('b')    'b' in v[1:]    v[1:][:1]    next(iter(v[1:]))
        [_, 'b', _, _]    (('z',) + v)[2]
        [_, 'b', _, _]    ''.join(v[1:2])    (v * 2)[5]    {v[1:2]: 1}[('b',)]    v[1:] == ('x', None, 'c')
        [_, 'b', _, _]    hash(v[1:2]) and 1
        [_, 'b', None, _]    v[1:3]    (lambda a, b: b)(*v[1:3])    copy.deepcopy(v[1:3])    v[1:3] + ()
        [_, 'b', None, _]    v[1:3] and v[2:1:-1] + v[1:2]
        ['a', 'b', None, 'c']    hash(v) == hash(v[:])    first, *rest = v; first    tuple(v) and 1
    """,
    "[1, 'a', [2], True]": """
        [_, _, _, _]    v[1:][1] is v[2]    v[:1][0] is v[0]    v.copy()[2] is v[2]    v[:] + v[:] and 1
        [_, 'a', _, _]    v[:2][1]
        [1, _, _, _]    v[:2][0] + 0
        [_, _, [_], _]    v[1:][1].append(3)    len(v[::-1][1])
        [_, _, _, True]    v[2:][1] is True
        [_, _, [2], _]    w = v[2:3]; w[0].append(3); w, v[2][0]
    """,
    "[[1, 2], [3], {'k': 5}]": """
        [[_, 2], _, _]    v[0][1] + 0
        [_, [_], _]    v[1].append(4)
        [[1, 2], [3], {'k': 5}]    v[1].append(4); v
        [[1, _], [3], _]    v[0] < v[1]
        [[1, 2], [3], _]    min(v[:2])    sum(v[:2], [])
        [_, _, {'k': 5, **_}]    v[2]['k'] + 0
        [[_, _], [_], {'k': _}]    [len(x) for x in v]
        [[1, 2], _, _]    v[0] == [1, 2]
        [_, _, _]    v[0] is v[0]    v[:1][0] is v[0]
    """,
    "(1, 2, 3)": """
        [_, 2, _]    v[1] + 0
        [_, _, 3]    v[-1:]    list(reversed(v))[0]
        [1, 2, 3]    v + (4,)    (4,) + v    hash(v)    hash(v) == hash((1, 2, 3))
        [1, 2, _]    v == (1, 5, 3)    v.index(2)
        [_, _, _]    v[9]    copy.copy(v) is v    v + [1]
        [1, _, _]    (lambda a, *b: a)(*v) + 0
    """,
    "([1], 2)": """
        [[_], _]    v[0].append(5)
        [[1], 2]    v[0].append(5); v    copy.deepcopy(v)[0]
        [_, _]    hash(v)
    """,
    "Names(['a', 'b', 'c'])": """
        ['a', 'b', 'c']    v.shout()    v + ['d']
        ['a', _, _]    v[0]
        [_, 'b', 'c']    v[1:]
        [_, _, _]    isinstance(v, Names)    v.note = 1; v.note
    """,
    "collections.deque([1, 2, 3])": """
        [1, _, 3]    v[0] + v[-1]
        [1, _, _]    v += [9]; v[0] + 0
        [_, _, _]    len(v)    v.maxlen    v[0:1]    v['a']    v[5]    [v.appendleft(n) for n in v]
        [_, _, _]    [v.popleft() for _ in v]
        [_, 2, 3]    v.popleft(); [*v]
        [1, 2, 3]    v.append(9); v    v.rotate(1); [*v]    list(v)    [*reversed(v)]    v.index(3)    v + v
        [1, 2, 3]    v == collections.deque([1, 2, 3])    v.copy()    v    v.extend(v); v
        [1, 2, _]    2 in v
    """,
    "collections.deque(['a', 'b', 'c'])": """
        ['a', _, _]    v.popleft()    v.append('z'); v[0]    v.appendleft('z'); v[1]
        ['a', _, _]    v.popleft(), len(v)    v.rotate(-1); v[-1]
        ['a', 'b', _]    v.popleft(); next(iter(v))    v.popleft(), v.popleft()
        ['a', 'b', _]    v.popleft(); v.index('b')    v.popleft(); v[0]
        [_, _, 'c']    v.pop()    v.rotate(1); v[0]
        [_, _, 'c']    v.reverse(); v[0]    v.append('z'); next(itertools.islice(reversed(v), 1, 2))
        [_, _, _]    v.append('z'); v[-1]    v.append('z'); v[0:1]    v.append('z'); v[9]
        [_, _, _]    v[0] = 'z'; v[0]    v.clear(); v
        [_, 'b', 'c']    del v[0]; v    v[0] = 'z'; v
        ['a', 'b', 'c']    v.popleft(); v    v.append('z'); [v.append(n) for n in v if n == 'z']
        ['a', 'b', 'c']    v.popleft(); 'z' in v
        ['a', 'b', 'c']    v.popleft(); v.count('b')    v.append('z'); v.copy()    v.append('z'); v.extend(v); v
    """,
    "collections.deque(['a', None], 3)": """
        [_, _]    v.maxlen    v.append('b'); v.maxlen    v.maxlen - len(v)
    """,
    "collections.deque([1, 2, 3], 3)": """
        [_, _, _]    v.maxlen    v.copy().maxlen
        [_, 2, 3]    v.append(9); v
        [_, 2, _]    v.rotate(-1); v[0] + 0
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


LIST, TUPLE = list(range(100_000)), tuple(range(100_000))


@pytest.mark.parametrize(
    ("values", "look"),
    [
        (LIST, lambda xs: xs.append(1)),
        (LIST, lambda xs: xs[0] + 1),
        (LIST, lambda xs: xs[-1]),
        (TUPLE, lambda xs: xs[7:9]),
    ],
)
def test_a_wide_sequence_and_its_replay_cost_what_was_looked_at(values: Any, look: Callable[[Any], Any]) -> None:
    observe(look, values)  # makes classes
    tracemalloc.start()
    observe(look, values).replay()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * len(values)  # a thunk takes 200 bytes


@pytest.mark.parametrize("values", [[1, 2], (1, 2), deque([1, 2])], ids=["list", "tuple", "deque"])
def test_what_is_compared_with_another_class_or_asked_for_no_index_fetches_no_element(values: Any):
    def compare(xs: Any) -> list[Any]:
        with suppress(TypeError):
            xs["a"]
        return [xs == 5, xs != "a", operator.eq(5, xs), xs in [0, "a"], xs == {1}]

    observation = observe(compare, values, count=True)
    assert observation.result == [False, True, False, False, False]
    assert observation.reads == {}


@pytest.mark.parametrize(
    ("change", "fetched"),
    [
        (lambda xs: xs.__setitem__(0, 9), []),
        (lambda xs: xs.__delitem__(0), []),
        (lambda xs: xs.insert(0, 9), []),
        (lambda xs: xs.pop(), [2]),
        (lambda xs: xs.pop(0), [0]),
        (lambda xs: xs.index(5), [0, 1]),
    ],
)
def test_to_write_to_a_list_or_to_search_it_fetches_no_other_element(change: Callable[[Any], Any], fetched: list[int]):
    observation = observe(change, [4, 5, 6], count=True)
    assert observation.reads == {("xs", (at,)): 1 for at in fetched}


def test_a_part_of_a_list_that_was_kept_shows_what_was_looked_at_in_it():
    kept: list[Any] = []

    def first_but_one(xs: list[str]) -> str:
        kept.append(xs[1:])
        return kept[0][0]  # type: ignore[no-any-return]

    observe(first_but_one, ["a", "b", "c"])
    assert repr(kept[0]) == "['b', _]"
