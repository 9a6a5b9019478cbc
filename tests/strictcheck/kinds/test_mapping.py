"""Dicts and what derives from them: each look reveals as few keys as it can."""

from __future__ import annotations

import collections
from contextlib import suppress
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import observe


class Doubling(dict[str, int]):
    """A dict that sets twice as much, but not by `update` and `setdefault`, which are written in C."""

    def __setitem__(self, key: str, value: int) -> None:
        super().__setitem__(key, 2 * value)


TABLE = {
    "{'a': 1, 'b': 2}": """
        {'a': 1, **_}    v['a'] + 0    v.get('a') + 0    ('a', 1) in v.items()    isinstance(v, dict) and v['a']
        {'a': 1, **_}    '{a}'.format_map(v)
        {'z': absent, **_}    v['z']    v.get('z', 5)    'z' in v    ('z', 1) in v.items()
        {'a': _, **_}    'a' in v    v.keys() & {'a'}
        {'a': _, 'b': _}    len(v)    bool(v)    list(v)    sorted(v)    next(iter(v))    list(reversed(v))
        {'a': _, 'b': _}    iterator = iter(v); v.clear(); list(iterator)
        {'a': _, 'b': _}    iterator = iter(v); v['a'] = 3; list(iterator)
        {**_}    bool(iter(v))    bool(reversed(v))
        {'a': _, 'b': _}    list(reversed(v.items()))[0][0]    repr(v.keys())    v == {'a': 1}    {**v, 'c': 3}['c']
        {'a': _, 'b': _}    operator.length_hint(iter(v.items()))
        {**_}    v['a'] = 9; v['a']    v.update({'a': 5}); v['a']    v['c'] = 1; v['c']    v['c'] = 1; v.pop('c')
        {'z': absent, **_}    del v['z']    v.pop('z', 5)    v.pop('z')    v.setdefault('z', 9)
        {'z': absent, **_}    v.setdefault('z'); v['z']    v.setdefault('z', []).append(1); v['z']
        {'a': _, **_}    del v['a']; 'a' in v    del v['a']; v['a']    v.pop('a'); v.pop('a', 5)
        {'a': _, **_}    del v['a']; del v['a']    del v['a']; v.get('a', 7)
        {'a': _, 'b': _}    del v['a']; list(v)    del v['a']; v['a'] = 3; list(v)    v['c'] = 1; v.pop('c'); list(v)
        {'a': _, 'b': _}    v.update(c=3); len(v)    v.clear(); v    v.pop('a', 1, 2)
        {**_}    v[2, 3] = 4; v[2, 3]    v[[1]] = 2
        {'a': _, 'b': _}    v['b'] = 5; [*v.keys()]    iterator = iter(v); v['c'] = 1; next(iterator)
        {'a': 1, 'b': _}    v['c'] = 1; v['b'] = 2; list(v.items())
        {'a': _, 'b': _}    [operator.setitem(v, key + 'x', 1) for key in v]
        {'a': _, 'b': _}    [operator.setitem(v, key, 1) for key in v]; v
        {'a': 1, 'b': 2}    list(v.values())    v | {'c': 3}    {'c': 3} | v    copy.deepcopy(v)['a'] + 0
        {'a': 1, 'b': 2}    pickle.loads(pickle.dumps(v))    str(v)    v['c'] = 9; v    v.keys()    v.items()
        {'a': 1, 'b': 2}    v.values()
        {'a': 1, 'b': _}    [key for key, value in v.items() if key == 'a' and value + 0]    dict(v)['a'] + 0
        {'a': 1, 'b': _}    1 in v.values()    v == {'a': 5, 'b': 2}    (lambda **named: named['a'])(**v) + 0
        {'a': 1, 'b': _}    v.copy()['a'] + 0    copy.copy(v)['a'] + 0
        {'a': 1, **_}    v['a'] += 1; v['a']    v.pop('a') + 0    v.setdefault('a', 9) + 0    v |= {'c': 3}; v['a'] + 0
        {**_}    bool(iter(v.items()))    isinstance(v, dict)    v[[1]]
        {**_}    hasattr(v, 'keys'), hasattr(v, 'append')    getattr(v, 'a', 0)    v.a
        {**_}    getattr(v, '__dict__', 0)    getattr(v, '__name__', 0)
        {'a': _, 'b': 2}    iterator = iter(v.values()); next(iterator); [*copy.copy(iterator)]    v.popitem()
        _    v is None
    """,
    "{'k': [1], 'n': None, 's': 'text', 1: {'x': {}}}": """
        {'k': [1], 'n': None, 's': 'text', 1: {'x': {}}}    v['k'].append(2); v
        {'k': [_], **_}    v['k'].append(2)
        {'n': None, **_}    v['n'] is None
        {'s': 'text', **_}    v['s']
        {1: {'x': {}, **_}, **_}    v[1]['x']
        {1: {'y': absent, **_}, **_}    v[1]['y']
        {'k': _, **_}    v['k'] is v['k']
        {'k': _, 'n': _, 's': _, 1: _}    list(v)
    """,
    "collections.OrderedDict(a=1, b=2)": """
        {**_}    v['a'] = 3; v['a']    v.update(c=3); v['c']    v['c'] = 3; v.c
        {'a': 1, **_}    v.pop('a')    v.setdefault('a', 3)
        {'a': _, 'b': 2}    v['c'] = 3; v['a'] = 4; v    del v['a']; v['a'] = 5; v    v['c'] = 3; del v['a']; v
        {'a': _, 'b': _}    v['c'] = 3; v.move_to_end('a'); [*v]    v['c'] = 3; v.popitem()
        {'c': absent, **_}    v.setdefault('c', 3)    v.pop('c', 3)    v.pop('c')
        {'a': _, 'b': _}    v.move_to_end('a'); list(v)    list(reversed(v))
        {'b': 2, **_}    v['b'] + 0
        {'a': 1, 'b': 2}    v == {'b': 2, 'a': 1}    [*v.items()]
        {'a': 1, 'b': _}    v.popitem(last=False)
    """,
    "collections.defaultdict(list, {'a': [1]})": """
        {'x': absent, **_}    v['x']
        {'a': [1], 'x': absent, **_}    v['x'], v['a'], 'x' in v, v.get('x')
        {'a': _}    v['x'].append(7); (sorted(v), len(v), v['x'])    v.default_factory = set; v['x']
        {'a': _}    del v['a']; v['a'].append(7); (list(v), v['a'])
        {'a': [1], **_}    v['b'] = v.pop('a'); v['b'][0] + 0
        {**_}    v['a'] = 3; v['a']    v.default_factory is list    v['a'] = 3; v.default_factory
        {'a': [1]}    v['x'].append(7); v
        {'z': absent, **_}    v.get('z')
    """,
    "collections.defaultdict(None, a=1)": """
        {'x': absent, **_}    v['x']
        {'a': 1, **_}    v['a'] + 0
    """,
    "collections.Counter('aab')": """
        {'x': absent, **_}    v['x']
        {'a': 2, **_}    v['a'] + 0
        {'a': 2, 'b': 1}    v.most_common(1)    v.total()    v['a'] += 1; v    v + v    v.update('a'); v
        {'a': 2, **_}    v['a'] += 1; v['a']    v.pop('a')    v.setdefault('a', 5)
        {'x': absent, **_}    v['x'] += 1; v['x']    v.setdefault('x', 5)
        {'a': _, 'b': 1}    del v['a']; v
    """,
    "Defaults(a=1)": """
        {'a': 1, **_}    v['a'] + 0
        {'x': absent, **_}    v['x']    v.get('x')
    """,
    "Doubling(a=1, b=2)": """
        {'a': 1, **_}    v.pop('a')
        {**_}    v['c'] = 1; v['c']    v.update(c=1); v['c']
        {'a': _, 'b': _}    [v.update(c=1), v['c'], len(v)]
        {'x': absent, **_}    v.setdefault('x', 1); v['x']
    """,
    "types.MappingProxyType({'a': 1, 'b': 2})": """
        {'a': 1, **_}    v['a'] + 0
        {'z': absent, **_}    'z' in v
        {'a': _, 'b': _}    len(v)    v['c'] = 1    v['a'] = 1    del v['a']    v |= {'c': 3}; v
        {**_}    v.pop('a')    v.update(c=1)    v.clear()    v.setdefault('c', 1)
        {'a': 1, 'b': 2}    v | {'c': 3}    v    v.copy()    dict(v)
        {'a': 1, 'b': _}    v.copy()['a'] + 0
    """,
    "[types.MappingProxyType({'a': 1})] * 2": """
        [{'a': _} as a, a]    [len(x) for x in v], v[0] is v[1]
        [{'a': 1} as a, a]    v
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


def test_a_missing_method_of_python_runs_on_the_thunk() -> None:
    class Other(dict[str, int]):
        def __missing__(self, key: str) -> int:
            return self["other"]

    assert str(observe(lambda d: d["x"] + 1, Other(other=1, more=2)).demand) == "{'other': 1, 'x': absent, **_}"
    assert str(observe(lambda d: d["x"] + 1, collections.Counter("aab")).demand) == "{'x': absent, **_}"


class Lenient(dict[str, Any]):
    """Dict that knows by an attribute, which it reads past all hooks, if a key may be missing."""

    def __init__(self, *args: Any, lenient: bool) -> None:
        super().__init__(*args)
        self.lenient = lenient

    def __missing__(self, key: str) -> Any:
        if not object.__getattribute__(self, "lenient"):
            raise KeyError(key)
        return key


@pytest.mark.parametrize("lenient", [True, False])
def test_a_missing_method_that_reads_past_hooks_finds_the_attributes(lenient: bool) -> None:
    def look(table: Lenient) -> Any:
        with suppress(KeyError):
            return table["b"]
        return len(table["a"])

    seen = observe(look, Lenient({"a": [1]}, lenient=lenient))
    assert seen.verify().replay().result == ("b" if lenient else 1)


def test_an_update_that_raises_has_written_the_pairs_before() -> None:
    def updated(d: dict[str, int]) -> int:
        with pytest.raises(TypeError):
            d.update([("a", 5), 3])  # type: ignore[list-item]
        return d["a"]

    assert observe(updated, {"a": 1}).verify().result == 5


def test_a_default_is_set_by_the_class_which_may_hold_something_else() -> None:
    class Doubled(collections.defaultdict[str, int]):
        def __setitem__(self, key: str, value: int) -> None:
            super().__setitem__(key, 2 * value)

    observation = observe(lambda d: (d["x"], d["x"], d["a"] + 0), Doubled(lambda: 3, a=1)).verify().replay()
    assert observation.result == (3, 6, 1)


def test_the_keys_of_a_wide_dict_cost_no_values_when_they_are_replayed() -> None:
    table = {str(number): [number] for number in range(20_000)}
    observation = observe(lambda d: [key for key in d if key == "7" and d[key]], table)
    replayed = observation.replay()
    assert replayed.demand == observation.demand
    assert replayed.result == ["7"]
