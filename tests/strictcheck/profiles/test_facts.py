"""Facts are true of functions whose demand is known, and none is told that a run speaks against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from long_runs import one_in

from strictcheck.profiles.call_plans import Plan, Slot
from strictcheck.profiles.facts import USUAL, VAGUE, Fact
from strictcheck.profiles.profile import Measured, answer

KNOWN = """
import abc
import bisect
import collections
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key
from heapq import merge
from itertools import chain, groupby, islice, pairwise

@dataclass
class Order:
    lines: list[int]
def lazily(items, f): return map(f, items)
def ahead(items): return pairwise(items)
def chunks(items, n):
    items = iter(items)
    return iter(lambda: tuple(islice(items, n)), ()) if n else iter(())
def eager(items): return iter(sorted(items))
def eager_at_first(items): yield from sorted(items)
def head(items): return next(iter(items), None)
def until(predicate, items):
    for item in items:
        if predicate(item):
            return item
def kept(predicate, items): return filter(predicate, items)
class Blanks:
    def __init__(self): self.table = {32: 95, 39: 95, 99: 95}
    def blank(self, text: str): return text.translate(self.table)
def merged(items, others): return merge(items, others)
def merged_ahead(items, others): return (small for small, _ in pairwise(merge(items, others, [10**9])))
def some(items): return any(items)
def ordered(items): return all(a <= b for a, b in pairwise(items))
def twice(xs: list[int]): return sum(xs) / (sum(xs) + 1)
def peeked_again(xs: list[int]): return sum(xs) + (xs[0] if xs else 0)
def port(config): return config["a"]
def ignored(items, f): return 0
def looked_up(keys, config): return [config.get(key) for key in keys]
def later(items, f): return lambda: list(map(f, items))
def last(items): return list(items)[-1]
def peeked(items, n):
    items = iter(items)
    first = list(islice(items, n))
    return chain(first, items)
def second_of(items): return items[1]
def any_negative(items): return any(item < 0 for item in items)
def last_ten(items): return items[-10:]
def half_known(items, n): return islice(items, n if n else 2)
def changing(items, n): return list(islice(items, n * n))
def adds(n: int): return n + 1
def sized(xs: list[int]): return len(xs)
def end_of(xs: list[int]): return xs[-1]
def item_of(xs: list[int], n): return xs[n]
def from_the_end(xs: list[int]): return reversed(xs)
def same(items): return items
def decoded(text): return text.decode() if isinstance(text, bytes) else text
def maybe(config): return config.get("zebra")
def nodes(graph): return sorted({node for into in graph.values() for node in into} | set(graph))
def checked(items, n):
    if n < 3: raise ValueError
    items = list(items)
    if len(items) < 5: raise IndexError
    return items[:n]
def windows(seq, n):
    for i in range(len(seq) - n + 1): yield seq[i:i + n]
def queued(xs: collections.deque[int]): return sum(xs)
def item_and_one(xs: list[int], n):
    yield xs[n % len(xs)] if xs else 0
    yield 1
def assigned(d, key: list[int]): return {**d, id: 1, iter(key): 2}
def crashes(n, items): return not_there(*[iter(items)] * n)
class Unlisted(list):
    def __iter__(self): yield self[4]
def unlisted(items): return Unlisted(items)
def refuses(items, n):
    if n > 2: raise ValueError(n)
    return list(items)
def some_looks(items): return max(items) if items else 0
def compared(a, x): return bisect.bisect_left(a, x)
def late(n, items): return next(items, None) if n == 9 else None
class Point:
    def __init__(self, x: int, y: int): self.x, self.y = x, y
def across(point: Point): return point.x
def wrapped(f): return lambda x: not f(x)
def sampled(items): return [item for item in items if random.SystemRandom().random() < 0.5][:1]
def wants_a_lock(lock):
    with lock: return 1
def url(config): return f"{config['host']}:{config.get('port', 80)}"
def names_of(users): return [user.name for user in users if user.role == "admin"]
def reads_deep(config): return float(config["timeouts"]["read"])
async def awaited(user): return user["name"]
async def gathered(feed): return [one async for one in feed]
class Account:
    def __init__(self, owner, balance, limit=0): self.owner, self.balance, self.limit = owner, balance, limit
    def least(self): return -self.limit
    def overdrawn(self): return self.balance < self.least()
    def __repr__(self): return self.name_of_owner
def chosen(key, rows): return [row[key] for row in rows]
def nested(f, rows): return [inner for row in rows for inner in f(row)]
def filtered(rows, **wanted): return [row for row in rows if all(row[key] == one for key, one in wanted.items())]
def path_of(config, path):
    for key in path:
        if key not in config: return None
        config = config[key]
def without(items, *dropped): return (item for item in items if item not in dropped)
def written(lines, out):
    for line in lines: out.write(line)
def asked_for_methods(xs: list[int]): return xs[0] if xs and not hasattr(xs, "items") else None
def constant(xs, by):
    '''>>> constant([1], "zebra")'''
    if by != "zebra": raise TypeError(by)
    return xs
def positive(config: dict): return [key for key in config if len(key) > 9 or (key > "b" and config[key] > 0)]
def has(xs: list, a): return a in xs or a == "zebra"
def copied(config): return {key: config[key] for key in config} if config.get("zebra", 1) else 0
def keys_of(config: dict): return list(config)
def compared_by(xs: list, values): return [one for one in xs if any(one == it for it in values)]
def keyed(keys, vals): return dict(zip(keys, vals))
def joined(dicts): return {key: value for one in dicts for key, value in one.items()}
def all_of(*xs): return [list(one) for one in xs]
def sorts(xs, comparator): return sorted(xs, key=cmp_to_key(comparator))
def first_of(x: list): return x[0] if isinstance(x, list) and x else None
def soft_sorted(xs, first): return [x for x in xs if x not in list(first)[:3]] if any(xs) else []
def two_of(xs): return list(xs)[:2] if isinstance(xs, list) else list(islice(xs, 2))
def leaves(items):
    for one in items:
        yield from one if isinstance(one, list) else [one]
def nth(items, n): return items[n] if isinstance(items, list) else next(islice(items, n, None))
def kept_lists(items, f=None): return [one for one in items if f is None or all(f(one))]
def split(items, key=bool, *keys): return [one for one in items if key(one)]
def updated(config, keys):
    '''>>> updated({"a": {"b": 1}}, ["a", "b"])'''
    inner = config
    for key in keys: inner = inner[key]
    return inner
def repeated(items):
    known = set()
    for one in items:
        if one in known: yield one
        known.add(one)
def from_end(items, n): return list(items)[-n:] if n < 0 else list(islice(items, n))
def pays(account): return account.balance if account else 0
def one_of(items):
    items = iter(items)
    first = next(items)
    for _ in items: raise ValueError
    return first
def parted(pred, items): return filter(pred, items), (1 for one in items if not pred(one))
def small_sum(xs):
    if iter(xs) is xs: xs = list(xs)
    for x in xs:
        if x > 2: raise ValueError(x)
    return sum(xs)
def most(xs, n): return islice(sorted(xs), n) if n > 0 and n != 1 else [] if n <= 0 else [max(xs)] if xs else []
def picked(items, at=None):
    if at is None: raise ValueError("at")
    return next(islice(items, max(at, 0), None), None)
def replicated(items, n): return (one for one in items for _ in range(n))
def divided(xs, n):
    if n < 1: raise ValueError(n)
    if len(xs) < 2: raise ValueError(xs[0])
    return sorted(xs)[:n]
def every_other(items): return islice(items, None, None, 2)
def one_chunk_ahead(items, n):
    items = iter(items)
    chunk, after = list(islice(items, n)), list(islice(items, n))
    while len(chunk) == n:
        yield chunk
        chunk, after = after, list(islice(items, n))
def alike(xs, ys): return all(x == y for x, y in zip(xs, ys))
class Picky:
    def __init__(self, items): self.items = list(items)
    def __iter__(self):
        if type(self) is not Picky: raise TypeError
        return iter(self.items)
def picky(items): return Picky(items)
def size_of(members: set): return len(members)
def walk_of(members: frozenset[int]): return iter(members)
def unless_empty(xs: list[int], members: set): return any(x in members for x in xs)
def served(queue: collections.deque): return queue.popleft() if queue else None
def paired_from_end(xs: list, ys: list): return [ys[-1 - at] for at in range(min(len(xs), len(ys)))]
def fields(record, text): return [getattr(record, name, None) for name in text]
def labelled(items, names=(), key: Callable = None):
    if key is not None and not callable(key): raise TypeError(key)
    return list(items), [key(name) for name in names]
def pairs_of(char_list):
    for letter, other in list(char_list): char_list.insert(0, (other, letter))
    return char_list
def same_if_lists(rows: list[list[int]]): return rows if isinstance(rows, list) else [row[0] for row in rows]
def depth(node): return 1 + max((depth(child) for child in node.children), default=0)
class Table:
    def __init__(self, fields, writer): self.fields, self.writer, self.rest = fields, writer, 0
    def write(self): return self.writer.write(self.rest for one in self.fields)
class Waiting:
    def __init__(self): self.tasks, self.served = [], 0
    def next(self):
        if not self.tasks: return None
        self.served += 1
        return self.tasks.pop()
class Span(collections.namedtuple("Span", "start end")):
    def size(self): return self.end - self.start
class Bounded:
    def __init__(self, maxsize): self.items = []
    def __iter__(self): return iter(self.items)
    def get(self, default): return self.items[0] if self.items else default
def only_one(*xs):
    if len(xs) != 1: raise ValueError
    return list(*xs)
class Shape(abc.ABC):
    def __init__(self, size, sides): self.size, self.sides = size, sides
    @abc.abstractmethod
    def area(self): ...
def size_of_shape(shape: Shape): return shape.size
class ListNode:
    def __init__(self, size): self.size = size
def size_of_node(node: ListNode): return node.size
def lines_of(text): return "".join(text).splitlines()
def widths(boxes: list):
    sizes = [box.size for box in boxes]
    return [size or box.least for size, box in zip(sizes, boxes)]
def same_words(a, b): return "".join(a[:]) == "".join(b[:])
class Bag(dict):
    def __init__(self, source): super().__init__(source)
    def newest(self, key): return self[key] + 1 if key in self else None
def known_as(text, formats: dict): return formats and (formats.get("." + text) or 0)
def mostly_fails(xs: list[int], other: list):
    if len(xs) > 2: raise ValueError
    return other
class Rows:
    def __init__(self, width: int): self.width = width
    def add(self, row):
        if len(row) != self.width: raise ValueError
        return self
    def add_all(self, rows):
        for row in rows: self.add(row)
        return len(rows)
def ruled(order: Order, rule: Callable): return [rule(line) for line in order.lines if line > 9]
def unescaped(chars):
    for char in chars: yield next(chars) if char == "%" else char
def names_in(names: collections.deque[str]): return list(names)
def handed_on(token, parts): return token.match(*parts)
class Cached:
    def __init__(self, rows): self.rows, self._first = rows, None
    def first(self):
        if self._first is None: self._first = next(iter(self.rows), 0)
        return self._first
def until_comment(lines: list[str]):
    for line in lines:
        if line.startswith("#"): break
def below(numbers, limit=100):
    for n in numbers:
        if n > limit: break
def closed(config):
    a = config["a"]
    return lambda: config["b"] + a
def kept_for_later(lines): return lambda: list(lines)
def read_for_later(lines):
    lines = list(lines)
    return lambda: lines
def constantly(n: int): return lambda *_: n
def equal(a, b): return a == b
def measured_by(value, key: Callable = len):
    if isinstance(value, str): return key(value)
    return [measured_by(one) if isinstance(one, (str, list)) else one for one in value]
class Limits:
    def __init__(self, paths=()):
        self.tree = {}
        for path in paths: self.tree[path[0]] = {path[1]: {}}
    def reaches(self, key_path):
        '''>>> Limits([("a", "b")]).reaches(("a", "b"))'''
        inner = self.tree
        for key in key_path:
            if key not in inner: return False
            inner = inner[key]
        return True
class Shelf(dict):
    def __init__(self, size=9):
        self.lock = threading.RLock()
        super().__init__()
    def find(self, key, default=None): return self[key] if key in self else default
    def copy(self): return type(self)(size=self.size)
class Sorted(dict):
    def __init__(self, *args):
        self.by = args[0] if args and callable(args[0]) else None
        super().__init__(*args[self.by is not None:])
    def put(self, key, value):
        if self.by: self.by(key)
        self[key] = value
def folded(f, items):
    for item in items:
        if f(item) is False: break
"""


RARE = """
def rarely(n, xs: list[int]): return xs[0] if n * 2 == 18 and len(xs) == 3 else len(xs)
"""
GIVEN = """
class Node:
    def __init__(self, children=(), size=1): self.children, self.size = children, size
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Measured]:
    """Measurement of a function of `KNOWN` by its name, made when it is first asked for: all of them take long."""
    folder = tmp_path_factory.mktemp("known")
    return cache(lambda name: explained(folder, KNOWN, 24, of=name)[name])


def explained(
    folder: Path, text: str, inputs: int, given: Mapping[str, str] | None = None, of: str = ""
) -> dict[str, Measured]:
    """Measure the functions of a text, in this process: nothing in it does harm, and processes take long to start."""
    file = folder / f"{folder.name}.py"
    file.write_text(text)
    common = {"inputs": inputs, "seconds": 60, "plans": None, "allow": True, "given": given or {}, "what": "measure"}
    target = f"{file}:{of}" if of else str(file)
    names = answer(common | {"what": "names", "target": target})["names"]
    return {target.rpartition(":")[2]: answer(common | {"target": target}) for target in names}


def facts(measured: Measured) -> list[Fact]:
    return [Fact(*fact) for fact in measured["facts"]]


@pytest.mark.parametrize(
    ("name", "sentence"),
    one_in(
        3,
        [
            ("lazily", "usual: fetches nothing of items until asked"),
            ("lazily", "usual: passes the items of items on without a look"),
            ("lazily", "fetches an item of items for each result"),
            ("lazily", "calls f once for each item of items that it fetches"),
            ("ahead", "fetches an item of items for each result, and is one ahead"),
            ("chunks", "fetches n items of items for each result"),
            ("eager", "reads all of items at the call"),
            ("eager_at_first", "usual: fetches nothing of items until asked"),
            ("eager_at_first", "reads items to the end before the first result"),
            ("head", "fetches only the first item of items"),
            ("until", "stops at the first item of items to which predicate says yes"),
            ("kept", "fetches items up to the next item to which predicate says yes, for each result"),
            ("Blanks.blank", "reads only 'table' of self"),
            ("merged", "fetches at most an item of others for each result"),
            ("merged_ahead", "fetches at most an item of items for each result, and one more"),
            ("some", "stops at the first item of items that is true"),
            ("twice", "looks at each item of xs that it fetches"),
            ("ordered", "stops at the first item of items that is less than the one before"),
            ("twice", "fetches the items of xs 2 times"),
            ("peeked_again", "fetches some items of xs 2 times"),
            ("port", "reads only 'a' of config"),
            ("last", "reads all of items"),
            ("peeked", "fetches n items of items at the call"),
            ("sized", "looks at no more than the length of xs"),
            ("end_of", "fetches only the last item of xs"),
            ("item_of", "fetches only item n, counted from 0, of xs, where it does not raise"),
            ("from_the_end", "fetches an item of xs for each result, from the end"),
            ("same", "returns items itself"),
            ("decoded", "returns text itself, if text is an iterator"),
            ("maybe", "asks config for 'zebra', which may be absent"),
            ("url", "reads only 'host', 'port' of config"),
            ("url", "asks config for 'port', which may be absent"),
            ("names_of", "reads only 'role', and at times 'name', of the items of users"),
            ("reads_deep", "reads only 'read' of 'timeouts' of config"),
            ("awaited", "reads only 'name' of user"),
            ("gathered", "reads all of feed at the call"),
            ("pays", "reads only 'balance' of account"),
            ("chosen", "reads only the key key of the items of rows"),
            ("nested", "calls f once for each item of rows that it fetches"),
            ("filtered", "reads only 'a' of the items of rows, called with a=..."),
            ("path_of", "may look at items of path: they are not watched, for it wants real ones"),
            ("keyed", "may look at items of keys: they are not watched, for it wants real ones"),
            ("without", "looks at each item of items that it fetches"),
            ("refuses", "when it raises ValueError, has fetched nothing of items"),
            ("across", "reads only 'x' of point"),
            ("wrapped", "does not call f before its result is called"),
            ("parted", "does not call pred before its results are iterated"),
            ("asked_for_methods", "fetches only the first item of xs"),
            ("constant", "returns xs itself, with by = 'zebra'"),
            ("has", "looks at each item of xs that it fetches"),
            ("keys_of", "lists the keys of config, and looks at no value"),
            ("positive", "lists the keys of config"),
            ("nodes", "reads all of graph"),
            ("nodes", "reads all items of all values of graph"),  # by random keys
            ("unlisted", "reads all of items at the call"),
            ("all_of", "reads all of xs[1] at the call"),
            ("first_of", "fetches only the first item of x"),
            ("second_of", "fetches only the second item of items, where it does not raise"),
            ("any_negative", "fetches some items of items"),
            ("last_ten", "fetches some items of items at the call"),
            ("two_of", "fetches 2 items of xs at the call, if xs is an iterator"),
            ("half_known", "fetches n items of items in all"),
            ("repeated", "reads all of items for all results"),
            ("leaves", "fetches an item of items for each result, if the items of items are no lists"),
            ("nth", "fetches n + 1 items of items in all, if items is an iterator"),
            ("from_end", "fetches n items of items at the call"),
            ("one_of", "when it raises ValueError, has fetched 2 items of items"),
            ("small_sum", "when it raises ValueError, has fetched all of xs, if xs is an iterator"),
            ("most", "reads all of xs at the call"),
            ("replicated", "fetches an item of items for each n results"),
            ("picked", "fetches at + 1 items of items in all"),
            ("every_other", "fetches 2 items of items for each result, but one less in all"),
            ("one_chunk_ahead", "fetches n items of items for each result, and is n ahead"),
            ("alike", "stops at the first item of xs that differs from that of ys"),
            ("checked", "when it raises ValueError, has fetched nothing of items"),
            ("checked", "when it raises IndexError, has fetched all of items"),
            ("windows", "fetches an item of seq for each result, and is n - 1 ahead"),
            ("queued", "reads all of xs"),
            ("measured_by", "calls key at most once, if value is a string"),
            ("assigned", "lists the keys of d, and looks at no value"),
            ("size_of", "looks at members as a whole"),
            ("walk_of", "looks at members as a whole at the call"),
            ("unless_empty", "may look at members as a whole"),
            ("served", "fetches only the first item of queue"),
            ("pairs_of", "reads all of char_list at the call"),
            ("same_if_lists", "returns rows itself, if rows is a list"),
            ("depth", "reads only 'children' of node"),
            ("Table.write", "reads only 'fields', 'writer', and at times 'rest', of self"),
            ("Cached.first", "reads only '_first', and at times 'rows', of self"),
            ("Span.size", "reads only 'end', 'start' of self"),
            ("only_one", "reads all of xs[0] at the call"),
            ("size_of_node", "reads only 'size' of node"),
            ("size_of_shape", "reads only 'size' of shape"),
            ("lines_of", "reads all of text at the call"),
            ("closed", "reads 'a' of config"),
            ("ruled", "reads 'lines' of order"),
            ("kept_for_later", "usual: fetches nothing of lines until asked"),
            ("read_for_later", "reads all of lines at the call"),
            ("constantly", "usual: fetches nothing of the result's argument, when its result is called"),
            ("same_words", "reads all of b"),
            ("widths", "reads only 'size', and at times 'least', of the items of boxes"),
        ],
    ),
)
def test_functions_are_described_as_they_are(known: Callable[[str], Measured], name: str, sentence: str):
    found = facts(known(name))
    assert sentence in [f"usual: {fact.sentence}" if fact.sort == USUAL else fact.sentence for fact in found]


@pytest.mark.parametrize(
    ("name", "words"),
    one_in(
        3,
        [
            ("changing", ["nothing", "in all", "stops", "reads all"]),
            ("until", ["for each result", "1 item", "reads all", "that is true"]),
            ("eager", ["until asked", "for each result"]),
            ("lazily", ["ahead", "never", "once for each result"]),
            ("twice", ["3 times", "some items"]),
            ("peeked_again", ["the items of xs 2 times"]),
            ("looked_up", ["only"]),
            ("later", ["once", "never"]),
            ("wrapped", ["never"]),
            ("parted", ["never", "no more"]),
            ("Waiting.next", ["only 'tasks'"]),
            ("last", ["1 item"]),
            ("ignored", [""]),
            ("soft_sorted", ["first result"]),
            ("asked_for_methods", ["reads all"]),
            ("path_of", ["in all"]),
            ("copied", ["spare", "probe"]),
            ("sorts", ["but one"]),
            ("written", ["of 'write'"]),
            ("keyed", ["looks at each"]),
            ("joined", ["'a'"]),
            ("without", ["dropped"]),
            ("kept_lists", ["2 items"]),
            ("split", ["keys"]),
            ("labelled", ["calls key"]),  # with `names`, too, it may
            ("updated", ["no value"]),
            ("divided", ["when it raises ValueError, has fetched nothing"]),
            ("checked", ["fetched n items"]),
            ("item_and_one", ["for each n results"]),
            ("paired_from_end", ["stops"]),
            ("Bounded.get", ["returns"]),
            ("fields", ["only 'a'", "for 'a'"]),
            ("Bag.newest", ["no value"]),
            ("known_as", ["no value"]),
            ("mostly_fails", ["returns other"]),
            ("unescaped", ["for each", "looks at each"]),
            ("names_in", ["looks at each"]),
            ("handed_on", ["looks at each"]),
            ("until_comment", ["reads all"]),
            ("below", ["reads all"]),
            ("folded", ["reads all"]),
            ("Limits.reaches", ["first item"]),
            ("Shelf.find", [""]),  # of which no instance can be made: its lock cannot be copied
            ("Shelf.copy", [""]),
            ("Sorted.put", ["calls source"]),
            ("closed", ["only", "looks at no value"]),
            ("Rows.add_all", ["'add'"]),  # a method of it, and no attribute
            ("ruled", ["never calls"]),
            ("picky", [""]),  # refuses the thunk of its result, which is no error of the plain call
        ],
    ),
)
def test_nothing_is_told_that_is_not_so(known: Callable[[str], Measured], name: str, words: list[str]):
    assert [fact.sentence for fact in facts(known(name)) if any(word in fact.sentence for word in words)] == []


def test_an_optional_callback_is_tried_on_lists_too(tmp_path: Path):
    text = "def kept(xs, key=None): return list(filter(key, xs)) if hasattr(xs, '__next__') else xs"
    found = facts(explained(tmp_path, text, 60)["kept"])
    assert [fact.sentence for fact in found if "calls key" in fact.sentence] == [
        "calls key once for each item of xs that it fetches",  # of a list none
    ]


def test_what_holds_of_iterators_and_lists_is_told_once(tmp_path: Path):
    text = "def some(pred, xs=None): return any(pred) if xs is None else any(map(pred, xs))"
    found = facts(explained(tmp_path, text, 120)["some"])
    assert [fact.sentence for fact in found if "of xs" in fact.sentence and "stops" in fact.sentence] == [
        "stops at the first item of xs to which pred says yes, if pred is a function",
    ]


@pytest.mark.slow
def test_an_optional_callback_is_tried_on_nested_lists_too(tmp_path: Path):
    text = """def leaves(root, children=iter):
        for one in children(root):
            yield from leaves(one, children) if isinstance(one, list) else [one]"""
    found = facts(explained(tmp_path, text, 60)["leaves"])
    calls = [fact.sentence for fact in found if "calls children" in fact.sentence]
    assert calls == ["calls children at most once, if the items of root are no lists"]


def test_what_few_inputs_refute_is_not_told_of_lists_because_their_fewer_inputs_did_not(tmp_path: Path):
    text = "def kept(xs, size): return list(xs) if size * 2 == 18 else [x for x in xs if x]"
    found = facts(explained(tmp_path, text, 60)["kept"])
    assert [fact.sentence for fact in found if "looks" in fact.sentence] == ["looks at some items of xs"]


def test_a_method_is_explained_by_what_it_reads_of_an_instance(tmp_path: Path):
    (found,) = explained(tmp_path, KNOWN, 24, of="Account.overdrawn").values()
    assert [Fact(*fact).sentence for fact in found["facts"]] == ["reads only 'balance', 'limit' of self"]


def test_where_no_fact_tells_which_items_are_fetched_their_number_does(known: Callable[[str], Measured]):
    sorts = {fact.sentence: fact.sort for fact in facts(known("compared"))}
    assert sorts == {
        "fetches some items of a: in these calls, at most 3 of 12": VAGUE,
        "looks at each item of a that it fetches": "",
    }


def test_a_fact_that_the_first_inputs_let_pass_is_dropped_and_the_call_that_refutes_it_kept(tmp_path: Path):
    rarely = explained(tmp_path, RARE, 120)["rarely"]
    dropped = [Fact(*fact) for fact in rarely["dropped"]]
    assert [fact.sentence for fact in dropped] == ["looks at no more than the length of xs", "fetches nothing of xs"]
    assert dropped[0].why[0]["call"] == "rarely(9, [0, 0, 0]), call"
    assert dropped[0].why[0]["demands"]["xs"].endswith(", _, _]")
    assert not any("no more" in sentence for sentence, *_ in rarely["facts"])


@pytest.mark.slow
def test_what_holds_of_short_lists_alone_is_not_told(tmp_path: Path):
    text = "def some_of(xs: list): return xs[0] if len(xs) > 20 else list(xs)"
    (found,) = explained(tmp_path, text, 60).values()
    assert [fact.sentence for fact in facts(found) if "reads all" in fact.sentence] == []


def test_strategies_that_are_given_are_what_a_function_is_called_with(tmp_path: Path):
    text = "def f(path): return path.children[0].size\n" + GIVEN
    found = explained(tmp_path, text, 30, {"path": "st.builds(Node, st.lists(st.builds(Node), min_size=2))"})
    assert [fact.sentence for fact in facts(found["f"])][:1] == ["reads only 'children' of path"]


def test_an_iterator_may_be_given(tmp_path: Path):
    text = "def words(lines):\n    if not hasattr(lines, '__next__'): raise ValueError\n    return map(len, lines)"
    (found,) = explained(tmp_path, text, 24, {"lines": "st.lists(st.text(), min_size=2).map(iter)"}).values()
    assert "fetches an item of lines for each result" in [fact.sentence for fact in facts(found)]


def test_that_only_one_item_is_fetched_is_told_of_lists_where_an_iterator_has_none_without_those_before(tmp_path: Path):
    text = "from itertools import islice\ndef nth(n, seq):\n" + (
        "    return seq[n] if isinstance(seq, (tuple, list)) else next(islice(seq, n, None))"
    )
    told = [fact.sentence for fact in facts(explained(tmp_path, text, 60)["nth"])]
    assert "fetches only item n, counted from 0, of seq, where it does not raise, if seq is a list" in told


def test_texts_have_several_lines(tmp_path: Path):
    text = "def indent(text, predicate): return [f' {line}' for line in text.splitlines() if predicate(line)]"
    (found,) = explained(tmp_path, text, 60).values()
    assert [fact.sentence for fact in facts(found) if "once" in fact.sentence] == []


def test_a_fact_says_how_many_inputs_could_have_refuted_it(known: Callable[[str], Measured]):
    (fact,) = [fact for fact in facts(known("ahead")) if "ahead" in fact.sentence]
    assert 6 <= fact.telling < fact.tried == 24
    # Three of the runs, with the demand for which it speaks.
    assert [run["call"].endswith(("2 results", "3 results")) for run in fact.why] == [True] * 3
    assert all(run["demands"]["items"].startswith("[_, _") for run in fact.why)


def test_a_function_of_nested_lists_is_called_with_such_as_its_docstring_shows(tmp_path: Path):
    text = """def has(tree, wanted):
        '>>> has([1, [2, [3]]], 3)'
        return any(has(one, wanted) for one in tree) if isinstance(tree, list) else tree == wanted"""
    (found,) = explained(tmp_path, text, 24).values()
    first = next(fact.sentence for fact in facts(found) if fact.sort != USUAL)
    assert first == "fetches some items of tree: in these calls, at most 2 of 12"


def test_a_constant_is_told_of_calls_that_have_it(tmp_path: Path):
    text = """no_default = "__no_default__"
def found_in(dsk, key=None, task=no_default):
    '>>> found_in({"a": [1], "b": ["a"]}, "a")'
    if key is not None: found = dsk[key]
    elif task is not no_default: found = dsk.get(task) if isinstance(task, str) else task
    else: raise ValueError
    return list(found) if hasattr(found, "__iter__") else [found]"""
    (found,) = explained(tmp_path, text, 200).values()
    told = [fact.sentence for fact in facts(found)]
    assert told == ["reads only the key key of dsk, with key = 'a'", "reads only the key task of dsk"]


def test_that_a_number_equals_no_list_does_not_show_that_it_wants_one_there(known: Callable[[str], Measured]):
    assert {fact.sentence.partition(":")[0] for fact in facts(known("equal")) if "fetches" in fact.sentence} == {
        "fetches some items of a",
        "fetches some items of b",
    }


def test_no_facts_but_a_reason(known: Callable[[str], Measured]):
    assert facts(known("adds")) == []
    assert known("adds")["measured"]
    assert facts(known("wants_a_lock")) == []
    assert facts(known("sampled")) == []
    assert known("sampled")["measured"][0]["is_believed"] is False
    assert known("wants_a_lock")["reasons"][0].startswith("raises TypeError")
    assert known("Shelf.find")["reasons"] == ["no instance of Shelf can be made"]
    assert known("crashes")["measured"] == []
    assert known("crashes")["reasons"][0].startswith("raises NameError")


def test_a_function_that_raises_on_all_lists_is_not_said_to_look_at_none(tmp_path: Path):
    text = "def many(items):\n    if len([*items]) < 9 and type(items) is not str: raise ValueError\n    return items\n"
    (measured,) = explained(tmp_path, text, 12).values()
    assert not measured["is_plain"]
    assert measured["reasons"] == ["raises ValueError (items: iterator)"]


def test_what_most_calls_do_not_do_for_they_raise_is_not_told_as_if_always(tmp_path: Path):
    text = "def least(node):\n    if node['a'] + node['b'] > 2: raise IndexError\n    return node['c'] + 1\n"
    (measured,) = explained(tmp_path, text, 60).values()
    assert [fact.sentence for fact in facts(measured)] == ["reads only 'a', 'b', 'c' of node, where it does not raise"]


def test_what_calls_that_raise_do_not_do_is_told_of_the_others(tmp_path: Path):
    text = """def least_first(xs):
    for x in xs:
        if x < 0: raise ValueError
        if not x: return x"""
    told = [fact.sentence for fact in facts(explained(tmp_path, text, 60)["least_first"])]
    assert "stops at the first item of xs that is false, where it does not raise" in told


def test_what_a_callback_that_raises_refutes_is_told_of_the_others(tmp_path: Path):
    text = """def again(call):
    for _ in range(3):
        try: return call()
        except ValueError: pass"""
    told = [fact.sentence for fact in facts(explained(tmp_path, text, 60)["again"])]
    assert told == ["calls call at most once, where no callback raises"]


def test_a_number_below_0_comes_also_behind_others(tmp_path: Path):
    text = """from itertools import islice
def split(items: list[int], sizes: list[int]):
    items = iter(items)
    for size in sizes: yield list(islice(items, size))"""
    found = explained(tmp_path, text, 200)["split"]
    assert [fact.sentence for fact in facts(found) if "when it raises ValueError" in fact.sentence] == []


def test_a_function_that_takes_nothing_but_numbers_is_called_with_them_at_last(tmp_path: Path):
    text = """def factorial(n):
        '>>> factorial([3, 4].pop())'
        return 1 if n < 2 else n * factorial(n - 1)"""
    (measured,) = explained(tmp_path, text, 12).values()
    assert measured["is_plain"]


def test_a_function_that_takes_hardly_any_number_or_string_is_not_said_to_look_at_nothing_else(tmp_path: Path):
    text = "def patched(changes: str, n: int):\n    for action, node, values in changes: n = action\n    return n"
    (measured,) = explained(tmp_path, text, 60).values()
    assert not measured["is_plain"]
    assert measured["reasons"][0].startswith("raises ValueError: not enough values to unpack")


def test_the_reason_is_that_of_the_likeliest_call(tmp_path: Path):
    text = "def last_price(rows, width: int): raise ValueError(f'no {len([row.price for row in rows]) * 0}')"
    assert explained(tmp_path, text, 9)["last_price"]["reasons"] == [
        "raises ValueError: no 0 (rows: what it asks for, width: count)"
    ]


def test_a_plan_of_another_version_with_which_no_call_works_gives_no_facts(tmp_path: Path):
    (tmp_path / "lists.py").write_text(
        "def total(xs):\n    if not isinstance(xs, list): raise TypeError\n    return sum(xs)"
    )
    plans = [(Plan([Slot("xs", "", shape)]), 24) for shape in ("iterator", "list")]
    job = {"what": "measure", "target": f"{tmp_path}/lists.py:total", "plans": plans, "inputs": 24}
    found = answer(job | {"seconds": 60, "allow": True, "given": {}})
    assert "reads all of xs" in [fact.sentence for fact in facts(found)]


def test_a_plan_with_which_each_call_raises_once_it_has_read_a_key_gives_no_facts(tmp_path: Path):
    (tmp_path / "keyed.py").write_text("def total(d, key=''): return {}[d['a']] if key else sum(d.values())")
    slots = [Slot("d", "", "dict"), Slot("key", "key", "key")]
    plans = [(Plan(slots[:1]), 24), (Plan(slots), 24)]
    job = {"what": "measure", "target": f"{tmp_path}/keyed.py:total", "plans": plans, "inputs": 24}
    found = answer(job | {"seconds": 60, "allow": True, "given": {}})
    assert [fact.sentence for fact in facts(found)] == ["reads all of d"]
