"""Any operation on any value: an observed call does what the plain one does, and leaves its argument as it was.

Operations are tried on all values on which they succeed plainly, and on a part of the others. Many were found by going
through what the test suites of other proxies ask for: `tests/core/` of wrapt 2.5.2 (Graham Dumpleton, BSD licence), and
`tests/` of lazy-object-proxy 1.13.0 (Ionel Cristian Mărieș, BSD licence).
"""

from __future__ import annotations

import re
import zlib
from typing import Any

import pytest
from long_runs import size
from rows import NAMES, as_alike, observed, operation, outcome, state

from strictcheck import nf, observe

VALUES = """
0; 1; 7; -3; True; 2.5; -1.7; 2j; 10**20; decimal.Decimal('2.5'); fractions.Fraction(7, 2); None; ...; NotImplemented
''; 'a'; 'ab c'; '12'; '%s'; b''; b'ab'; bytearray(b'ab'); array.array('i', [1, 2]); datetime.date(2024, 2, 29)
datetime.datetime(2024, 1, 2, 3); datetime.timedelta(hours=1); datetime.time(1, 2); pathlib.PurePosixPath('a/b.txt')
uuid.UUID(int=5); range(3); slice(1, None, 2); Thing(); Thing(3); []; [1]; [1, 2]; [2, 1, 2, 1]; [1, 'a']; ['a', 'b']
[[1], [2, 3]]; [None, True]; [Point(1, 2)]; [3, {'k': 1}]; [{}, []]; (); (1,); (1, 2); (1, [2], 'c'); ('b', 'a')
([],); Names(['a', 'b']); Names([1]); collections.deque([1, 2], 3); {}; {'a': 1}; {'a': [1], 'b': 2}; {1: 2, None: 3}
{'b': 1, 'a': 5, 'host': 0}; {'k': 1}; collections.OrderedDict(b=1, a=2); Defaults(a=1); collections.Counter('aab')
collections.defaultdict(list, {'a': [1]}); set(); {1, 2}; frozenset({1, 2}); frozenset('ab'); {(1, 2)}; [{'a': [0]}]
{'a': {'b': (1, 2)}}; (Card(1, 2), Box(1)); Point(1, 2); Point(2, 2); Point([1], {'a': 2}); Point(Point(1, 2), 3)
Pair(1, [2]); Slim(1, 'b'); Parcel([1]); Checked(5); Crate(3); Crate([1], 'b'); Coin(1); Card(1, 'x'); Card([1], 2)
Box(3); Account('me', 1); Savings('you', [2]); Slotted(1, [2]); Answering(1); Money(3); Money(0); Shelf()
Shelf(1, [2]); Squares(3); Square(2); [Account('me', 1)]; Parcel(Account('me', 1), 1); iter([]); iter([1, 2])
(n for n in [1, 2, 3]); map(abs, [-1, 2]); itertools.chain([1], [[2]]); reversed([1, 2]); enumerate('ab'); Stream([])
Stream([1, 2]); Stream(n for n in [1, [2]]); zip([1], ['a']); iter({'a': 1}); iter([Point(1, 2)]); Block()
"""
# Values that belong to everybody; nothing is written to them.
SHARED = """
Colour.RED; Level.HIGH; int; Point; math; Thing; KeyError('k'); len; math.sqrt; (lambda x: (x, x))
functools.partial(max, 3); 'abc'.upper; Point(1, 2).swapped; operator.neg; Thing.method; Thing().method
Thing.of_class; Thing.static; (lambda *args, **named: (args, named))
"""

# Statements on `v`; four spaces, or the end of the line, are between two operations.
OPERATIONS = """
v    [v, (v,), {'v': v}]    bool(v)    not v    v.__class__    len(v)    hash(v) == hash(v)    -v    +v    ~v
abs(v)    int(v)    float(v)    complex(v)    bytes(v)    operator.index(v)    [10, 20, 30][v]    list(range(9))[v:8]
oct(v), hex(v), bin(v)    round(v)    round(v, 1)    round(v, -1)    math.trunc(v)    math.floor(v), math.ceil(v)
math.sqrt(v)    divmod(v, 2), divmod(7, v)    pow(v, 3, 5)    1 < v < 3    list(v)    tuple(v)    len(set(v))
dict(v)    (lambda *args: args)(*v)    (lambda **named: named)(**v)    [0, *v]    {'first': 1, **v}
(lambda a, *b: (a, b))(*v)    first, second = v; (second, first)    first, *rest = v; (rest, first)    callable(v)
[isinstance(v, getattr(abcs, name)) for name in abcs.__all__ if name not in 'ByteString, Buffer']
[isinstance(v, cls) for cls in (numbers.Number, (int, list, Point), int | str, Shape, HasArea)]
isinstance(v, os.PathLike), isinstance(v, contextlib.AbstractContextManager), isinstance(v, (dict, set, Account, Thing))
[hasattr(v, name) for name in '__call__ __iter__ __next__ __len__ __getitem__ __await__ no_such_thing'.split()]
[hasattr(v, name) for name in '__enter__ __aiter__ __anext__ __fspath__ __setattr__ __getattribute__ a'.split()]
getattr(v, 'no_such_thing_', 'default')    v.no_such_thing_    v.__doc__    v.__module__    v.__name__, v.__qualname__
v.__annotations__    vars(v)    sorted(name for name in dir(v) if not name.startswith('_'))
set(dir(v.__class__)) <= set(dir(v))    v[0]    v['a']    v[1:3]    v[::-1]    v[-1]    v[1000]
v[:2], v[-2:], v[::2], v[5:], v[slice(0, 1)]    list(reversed(v))    list(v), list(v)    next(v)
next(v, 5), next(v, 5)    next(iter(v), 'nothing')    list(enumerate(v))    list(zip(v, 'ab'))    list(zip(v, v[1:]))
1 in v    'a' not in v    Point(1, 2) in v    v in [1, 2], v in [v], v in [None]    v == v, v != v
v == 1, v != 'a', 1 == v, v == None    v == [1, 2], [1, 2] == v, v == (1,), v == {'a': 1}, v == {1, 2}    v < 2
2 < v    v < [1, 2], [1] <= v    (1,) <= v    v is None, v is True, v is Colour.RED    v()    v(1)    v([1])
v(*[1], **{})    v(1, a=1, self=2)    v('a'), v('a')    list(map(v, ['a', 'b']))    sorted([[2], [1, 0]], key=v)
functools.partial(v, 'a')()    copy.copy(v)    copy.deepcopy(v)    copy.copy(v) is v, copy.deepcopy(v) is v
copied = copy.copy(v); copied.append(1); (v, copied)    pickle.loads(pickle.dumps(v))
pickle.loads(pickle.dumps([v], 2))    v + v    v * 2    2 * v    1 + v, 3 - v, 2 * v    5 // v    1 / v    7 % v
'%s and %r' % ((v,) * 2)    v + [1]    [1] + v    (1, 2) + v    v + 'b'    'a' + v    v @ 1    1 @ v    v ** 2
v | {1, 8}    {8} & v    v - {1}    v <= {1, 2, 3}    v.isdisjoint([7]), v.union([8])    {v: 1}[v]    {'a': 1}[v]
v in {v}    f'{v}'    f'{v!r:>5}'    f'{v:>5}'    f'{v:x}'    str(v), repr(v)    str([v])    format(v, '')
v.__format__('')    os.fspath(v), v.__fspath__()    v / 'b'    v.split(), v.upper(), v.join('xy')    v.encode('ascii')
v.hex()    v.numerator, v.bit_length()    v.as_integer_ratio()    v.year, v.isoformat()
with v as inner: raise KeyError(len(inner))    with v: return v.seen    sum(v)    sum(v, [])    sorted(v)
sorted(v, key=repr, reverse=True)    min(v), max(v, default=0)    any(v), all(v)    v.count(1)    v.index(1)
v * 2 + v    v + v.__class__()    hash(tuple(v)) == hash(tuple(v))    v.shout()
type(v).__name__, type(v).__qualname__, type(v).__module__    str(type(v))    f'{type(v)!r} has a {v.__class__}'
[(key, len(list(group))) for key, group in itertools.groupby(v)]    {x: [x] for x in v if isinstance(x, int)}
[(a, b) for a in v for b in v if a == b]    ''.join(v)    bisect.bisect(v, 1)    operator.concat(v, v)
v.get('a'), v.get('zz', 5)    v['zz']    'a' in v and 'zz' not in v
list(v.keys()), list(v.values()), list(v.items())    list(reversed(v.items())), repr(v.keys()), len(v.values())
v.keys() & {'a', 'b'}    ('a', 1) in v.items()    v == {'a': 1}, v == dict(v), {} == v    v | {'z': 1}, {'z': 1} | v
{key: [part] for key, part in v.items()}    v.copy()    '{a}'.format_map(v)    v.fromkeys(['q'], 1)
next(iter(v.items()), None)    [getattr(v, field.name) for field in dataclasses.fields(v)]
dataclasses.replace(v, **{dataclasses.fields(v)[0].name: 'new'})    dataclasses.asdict(v)    dataclasses.astuple(v)
dataclasses.is_dataclass(v)    attrs.evolve(v, label='new')
[field.name for field in attrs.fields(v.__class__)], attrs.asdict(v)    v._replace(rank=5), v._asdict(), v._fields
v.swapped()    v.higher()    v.doubled()    v.both, v.both    method = v.swapped; method()    v.__match_args__
v.summary    v.describe()    v.renamed('other'), v.cloned()    v.kind    v.rate(), v.empty('nobody')    v._secret
Account.describe(v), Account.summary.fget(v)
isinstance(v, Account), isinstance(v, Savings), issubclass(v.__class__, Account)
operator.methodcaller('describe')(v)    v.area()    v(1, key=2)    v + v, v * 2, 3 * v, -v, sum([v, v])
v < Money(3), v <= Money(3), v == Money(1), Money(2) > v, max([v, Money(0)])    {Money(1): 'one'}.get(v)
next(iter(v), None), list(v)    list(itertools.islice(itertools.chain(v, [1]), 3))    iter(v) is iter(v)
[list(part) for part in itertools.tee(v)]    list((lambda: (yield from v))())
[part for part, _ in zip(v, range(1))]    next(v), v.close(), list(v)    next(v), v.send(None), v.gi_frame is None
next(v), v.throw(KeyError('raised'))
v.size, v.double, v.method(1, a=1), v.of_class(1, a=1), v.static(1, a=1, self=1)
round(v), math.trunc(v), math.floor(v), math.ceil(v), round(v, 2)    v.method(), Thing.method(v, 1)    v[int]
type('Owner', (), {'method': v})().method(1)    isinstance(Thing(), v), issubclass(bool, v)    v.__code__.co_name
v.__get__(5)(6)    weakref.ref(v)() is v, weakref.proxy(v).held
v.__enter__() is v, v.seen, v.__exit__(None, None, None), v.seen
"""

# As above, of operations that change `v`.
CHANGES = """
v.append(5), v    v.extend([7, 8]), v    v.insert(0, 'new'), v    v.pop(), v    v.pop(0), v    v.remove(1), v
v.clear(), v    v.sort(), v    v.sort(key=repr, reverse=True), v    v.reverse(), v    v[0] = 'set'; v
v[0:1] = ['a', 'b']; v    v[1:3] = reversed(v[1:3]); v    del v[0]; v    del v[0:2]; v    v += [9]; v    v *= 2; v
v += v; v    before = v; v += 1; (v, before)    before = v; v *= 2; (v, before)    v[0].append(1), v
[v.append(x) for x in list(v)], v    [v.append(x) or x for x in v if len(v) < 8], v    v.note = 'mine'; v
v.__init__([5, 6]); v    v.__init__(a=1); v    v['new'] = 1; v    v['a'] = 1; v    del v['a']; v    v.pop('a'), v
v.pop('zz', 3), v    v.popitem(), v    v.update(b=3), v    v.update({'a': 1, 'z': 2}), v    v.setdefault('a', [1]), v
v.setdefault('z', []).append(2), v    v |= {'z': 1}; v    v['a'].append(1), v
[operator.setitem(v, key, None) for key in v], v    v.move_to_end('a'), v    v.x = 1; v    v.content = [1]; v
v.owner = 'new'; v    del v.label; v    del v.owner; v    v.fill('full'), v    v.content.append(1), v
v.deposit(5), v    v.deposit(1), v.deposit(2), v.balance    v.new_attribute = 3; (v, v.new_attribute)
v.books.append('book'), v    v.books = []; v    v.owner = [1]; (v.owner, v.describe())
v.size = 9; v.other = 8; (v.size, v.other)    del v.size; hasattr(v, 'size')
"""

PATTERNS = """
case []: return 'empty'    case [x]: return 'one', x    case [1, x]: return 'one and', x
case [x, {'k': y}] | [x, y]: return 'two', y, x    case [x, _, *rest]: return 'more', x, rest
case [*start, 1]: return 'ends in one', start    case (first, *_, last) if first == last: return 'a ring', first
case [*everything]: return 'sequence', everything    case [Point(x, _) as point, *_] if x: return 'points', point
case [[], *_] | [{}, *_]: return 'starts with something empty'    case {'a': 1}: return 'one'
case {'a': [x, *_]}: return 'a list', x    case {'a': x, 'b': y}: return 'both', x, y
case {'b': x, **rest}: return 'the rest', x, rest    case {}: return 'a mapping'    case bool(x): return 'bool', x
case int(x): return 'int', x    case float(x) | complex(x): return 'float', x    case str(x): return 'str', x
case bytes() | bytearray(): return 'bytes'    case list([x, *_]): return 'a list with', x
case list() | tuple(): return 'list'    case dict({'a': x}): return 'a dict with', x
case dict(x): return 'a dict', x    case set() | frozenset(): return 'set'    case None: return 'None'
case True | False: return 'bool'    case 0 | 1 | 2: return 'small'    case -1 | -2.5 | 2j: return 'odd'
case 'a' | 'b' | b'ab': return 'letter'    case Colour.RED | Level.HIGH: return 'red or high'
case Colour(): return 'colour'    case Point(1, y): return 'at one', y
case Point(x=Point(x, _)): return 'nested', x    case Point([x, *_], {'a': y}): return 'deep', x, y
case Point(x, y) | Pair(x, y) | Card(x, y) if x == y: return 'equal'    case Point() | Pair() | Slim(): return 'point'
case Parcel(content=x, label=_): return 'parcel', x    case Card(rank, suit): return 'card', suit, rank
case Crate(content) | Coin(content): return 'attrs', content
case Account(owner=str() as owner): return 'named', owner    case Savings(balance=b): return 'savings', b
case Account(no_such_thing=_): return 'never'    case Slotted(first=x): return 'slotted', x
case object(cents=x): return 'money', x    case Thing(size=size): return 'thing', size
case (int() | str()) as atom: return 'atom', atom
"""


def parts(text: str) -> list[str]:
    return [part for line in text.strip().splitlines() for part in line.split("    ")]


LOOKS = [*parts(OPERATIONS), *(f"match v: {case}" for case in parts(PATTERNS))]
WRITES = parts(CHANGES)

OWN, OF_ALL = (
    [text.strip() for line in lines.strip().splitlines() for text in line.split(";")] for lines in (VALUES, SHARED)
)
PULLED = r"iter\(|\(n for|map\(|chain\(|zip\(|enumerate\(|reversed\(|Stream\("
SHOWN = r"pickle|repr|str\(|[fF]ormat|%s|f'"
# Operations and values, of which the observed call does otherwise, and why.
EXCUSES = {
    (r"\[v, \(v,\)", PULLED): "a container in the result has the caller's own iterator, which was pulled",
    ("= reversed", "Defaults"): "the iterator that is kept was pulled by the context; slices are keys from 3.12 on",
    (SHOWN, PULLED + "|swapped|method|upper|lambda"): "it is shown by its address, or cannot be compared with its copy",
    ("__iter__", "Squares"): "Python iterates by index where there is no such method",
    (r"v \* 2 \+ v|v \+= v|v \+ v", "array"): "C code asks for an array",
    ("bisect|concat", "{|OrderedDict|Counter|Money"): "C code takes what has `__getitem__` for a sequence",
    (r"vars\(v\)", "Slotted"): "thunks of all objects have the dict that the library reads",
    ("sqrt", "array"): "C code takes what has `__float__` for a number",
    ("__init__", PULLED): "nothing that was pulled is set up again",
    ("'Owner'", r"static|\*args"): "the result has the owner in it, which is of a new class each time",
    ("weakref", "^(?!Box)"): "there are weak references to all thunks",
    ("issubclass", r"^\(\)"): "a tuple of classes is handed in as itself",
}
# Likewise of the replay alone.
REPLAYS_OTHERWISE = {
    (r"__(doc|module|annotations|name)__|type\(v\)", ".*"): "a partial value is of a class of its own",
    (r"bytes\(v\)|floor", "Squares|Money"): "C code asks the class of the partial value",
}


def use_of(text: str) -> Any:
    if not text.startswith("match v: "):
        return operation(text)
    found: dict[str, Any] = {}
    exec(f"def use(v):\n match v:\n  {text.removeprefix('match v: ')}\n return 'something else'", {**NAMES}, found)
    return found["use"]


def is_chosen(operation: str, value: str, *, succeeds: bool) -> bool:
    """True for a part of all pairs: a quarter of those that succeed, or all with `--thorough`; few of the others."""
    return zlib.crc32(f"{operation}{value}".encode()) % (size(4, 1) if succeeds else size(24, 8)) == 0


def compare(use: Any, text: str, value: str, **options: Any) -> bool:
    """Call plainly and observed; fail unless they agree. True if the call succeeded."""
    expected = outcome(lambda: use(eval(value, {**NAMES})))
    succeeds = expected[0] == "returned"
    if (options and not succeeds) or not is_chosen(text, value, succeeds=succeeds):
        return succeeds
    argument = eval(value, {**NAMES})
    before = state(argument)
    seen = observe(use, argument, context=nf, catch=Exception, **options)
    assert as_alike(observed(seen), expected), value
    assert state(argument) == before, value
    # The class of the value may be all that an error of these classes asked for.
    if not isinstance(seen.error, (TypeError, AttributeError)) and not is_among(REPLAYS_OTHERWISE, text, value):
        seen.replay()
    return succeeds


def is_among(excuses: Any, text: str, value: str) -> bool:
    return any(re.search(use, text) and re.search(pattern, value) for use, pattern in excuses)


@pytest.mark.parametrize("text", [*LOOKS, *WRITES])
def test_an_observed_call_gives_the_answer_of_the_plain_call_and_replays(text: str) -> None:
    use, values = use_of(text), OWN if text in WRITES else OWN + OF_ALL
    succeeded = [compare(use, text, value) for value in values if not is_among(EXCUSES, text, value)]
    assert any(succeeded) or "raise" in text, "an operation that no value has tests nothing"


OF_TEXT = ["''", "'a'", "'ab c'", "'12'", "'%s'", "b''", "b'ab'", "['a', 'b']", "{'a': 'b'}"]
WANT_A_STRING = ("complex(v)", "''.join(v)")


@pytest.mark.parametrize("text", [text for text in LOOKS if text not in WANT_A_STRING])
def test_strings_may_be_thunks_too(text: str) -> None:
    for value in OF_TEXT:
        if not is_among(EXCUSES, text, value):
            compare(use_of(text), text, value, atoms=())
