"""Iterators and generators, also async ones: a demand says how far one was pulled."""

from __future__ import annotations

import inspect

import pytest
from rows import Row, check, rows
from specimens import paused, run

from strictcheck import observe

TABLE = {
    "iter([1, 2, 3])": """
        [1, *_]    next(v) + 0    next(v)    any(v)    list(itertools.islice(v, 1))    for x in v: return x + 0
        [_, 2, *_]    next(v); next(v) + 0
        [1, 2, *_]    [next(v), next(v)]    2 in v    one, other = itertools.tee(v); (next(one), next(one), next(other))
        [1, 2, 3]    list(v)    next(v, 9), next(v, 9), next(v, 9), next(v, 9)    bytes(v)    sum(v)
        [1, 2, 3]    list((lambda: (yield from v))())
        [*_]    iter(v) is iter(v)    v == v, v != v, v in [v], {v: 1}[v]
        [1, _, *_]    zip(v, 'a')    list(zip(v, 'a'))
        [1, _, _]    first, *rest = v; first
        [_, _, _, *_]    a, b = v
        _    v is None
    """,
    "iter([])": """
        []    next(v)    next(v, 9)    list(v)
        [*_]    bool(v)
    """,
    "iter([[1], None, 'a'])": """
        [[_], *_]    next(v).append(2)
        [_, None, *_]    next(v); next(v) is None
        [[1], *_]    next(v)
        [_, None, 'a']    [*v][2]
    """,
    "(n for n in [1, 2, 3])": """
        [1, *_]    next(v) + 0
        [1]    next(v), v.close(), list(v)
        [1, 2, *_]    next(v), v.send(None)
        [_, Raised(KeyError), *_]    next(v), v.throw(KeyError)
        [Raised(TypeError), *_]    v.send(5)
        [*_]    hasattr(v, '__await__')    v.gi_frame is None    isinstance(v, abcs.Generator)
        [1, 2, 3]    bytes(v)
    """,
    "echoing()": """
        [1, 5]    next(v), v.send(5), list(v)
        [1, 'thrown', *_]    next(v), v.throw(KeyError)
    """,
    "paused()": """
        [None]    held = []; list((lambda: (yield held.append((yield from v))))()); held
    """,
    "map(abs, [-1, 2])": """
        [1, *_]    next(v) + 0
        [1, 2]    list(v)
    """,
    "enumerate('ab')": """
        [[0, 'a'], *_]    next(v)
        [[0, 'a'], [1, 'b']]    dict(v)
    """,
    "zip([1, 2], ['a', 'b'])": """
        [[1, _], *_]    next(v)[0] + 0
        [[1, 'a'], [2, 'b']]    dict(v)
    """,
    "itertools.count()": """
        [_, 1, *_]    next(v); next(v)
        [0, 1, _, *_]    [x for x, _ in zip(v, 'ab')]
    """,
    "itertools.chain([1], [[2]])": """
        [_, [2]]    list(v)[1]
    """,
    "reversed([1, 2])": """
        [2, *_]    next(v) + 0
    """,
    "iter({'a': 1, 'b': 2})": """
        ['a', *_]    next(v)
        ['a', 'b']    list(v)
    """,
    "iter([Point(1, 2), Point(3, 4)])": """
        [Point(1, _), *_]    next(v).x + 0
        [Point(_, 2), Point(_, 4)]    [point.y for point in v]
    """,
    "counted()": """
        [0, 1]    run(walked(v))
        [0, *_]    run(anext(v))    run(v.asend(None))
        [*_]    hasattr(v, '__aiter__'), hasattr(v, '__iter__')
        [*_]    isinstance(v, typing.AsyncIterable), isinstance(v, abcs.AsyncGenerator), isinstance(v, typing.Iterable)
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


def test_a_generator_that_is_a_coroutine_can_be_awaited() -> None:
    seen = observe(run, paused())
    assert seen.verify().result == 5
    assert str(seen.demand) == "[None]"
    assert observe(inspect.isawaitable, paused()).verify().replay().result is True
    assert observe(lambda held: inspect.isawaitable(held["it"]), {"it": paused()}).verify().replay().result is True


def test_a_generator_that_is_none_cannot() -> None:
    with pytest.raises((TypeError, AttributeError)):  # Python says the latter of a class that has `__await__`
        observe(run, (n for n in [1]))
    assert observe(lambda it: hasattr(it, "__await__"), (n for n in [1])).result is False
    assert observe(inspect.isawaitable, (n for n in [1])).result is False
