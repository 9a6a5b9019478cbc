"""Modules of the standard library that work on numbers, tools, messages and syntax trees."""

from __future__ import annotations

import argparse
import array
import ast
import asyncio
import binascii
import bisect
import colorsys
import contextlib
import datetime
import dis
import email.message
import fnmatch
import getopt
import gzip
import hashlib
import hmac
import http.cookies
import io
import logging
import math
import mimetypes
import optparse
import plistlib
import queue
import random
import sched
import sqlite3
import statistics
import string
import threading
import tokenize
import tomllib
import traceback
import types
import unicodedata
import unittest
import weakref
import wsgiref.headers
import xml.sax.saxutils
import zlib
from typing import Any

from strangers.calls import call, on


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="p", exit_on_error=False)
    made.add_argument("-n", type=int, default=1)
    made.add_argument("files", nargs="*")
    return made


class Walker(ast.NodeVisitor):
    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_Name(self, node: ast.Name) -> None:
        self.names.append(node.id)


def visit(tree: Any) -> list[str]:
    walker = Walker()
    walker.visit(tree)
    return walker.names


class Sorted:
    def __init__(self, xs: Any) -> None:
        self.xs = sorted(xs)

    def push(self, x: Any) -> Any:
        bisect.insort(self.xs, x)
        return self


def simulated(events: Any) -> list[Any]:
    now, done = [0], list[Any]()
    schedule = sched.scheduler(lambda: now[0], lambda delay: now.__setitem__(0, now[0] + delay))
    for at, what in events:
        schedule.enterabs(at, 1, done.append, (what,))
    schedule.run()
    return done


async def gathered(xs: Any) -> Any:
    async def double(x: Any) -> Any:
        return x * 2

    return await asyncio.gather(*(double(x) for x in xs))


def started(function: Any) -> list[Any]:
    done: list[Any] = []
    thread = threading.Thread(target=lambda: done.append(function()))
    thread.start()
    thread.join()
    return done


def logged(message: str, args: Any) -> str:
    return logging.LogRecord("n", 20, "f.py", 3, message, args, None).getMessage()


def inserted(rows: Any) -> Any:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table t(a, b)")
        connection.executemany("insert into t values(?, ?)", rows)
        return connection.execute("select sum(a) from t").fetchone()


def message(**headers: str) -> email.message.Message:
    made = email.message.Message()
    for name, value in headers.items():
        made[name] = value
    return made


def token_strings(text: Any) -> list[str]:
    return [token.string for token in tokenize.generate_tokens(io.StringIO(text).readline)]


def with_header(headers: Any) -> Any:
    headers.add_header("b", "2", c="d")
    return headers.items()


def entered(contexts: Any) -> list[Any]:
    with contextlib.ExitStack() as stack:
        return [stack.enter_context(context) for context in contexts]


def smallest(xs: Any) -> Any:
    waiting: queue.PriorityQueue[Any] = queue.PriorityQueue()
    for x in xs:
        waiting.put(x)
    return waiting.get()


CALLS = {
    "argparse": [
        call("parse", lambda: on(lambda p, a: vars(p.parse_args(a)), parser(), ["-n", "3", "x"])),
        call("format", lambda: on(lambda p: p.format_usage(), parser())),
        call("wrong", lambda: on(lambda p, a: p.parse_args(a), parser(), ["-n", "x"])),
        call("namespace", lambda: on(lambda n: (n.a, "b" in n), argparse.Namespace(a=1))),
    ],
    "ast": [
        call("visit", lambda: on(visit, ast.parse("a + b * c"))),
        call("unparse", lambda: on(ast.unparse, ast.parse("x = [1, 2]"))),
        call("dump", lambda: on(ast.dump, ast.parse("x"))),
        call("literal", lambda: on(ast.literal_eval, "{'a': [1, (2, 3)]}")),
        call("walk", lambda: on(lambda t: sorted(type(n).__name__ for n in ast.walk(t)), ast.parse("f(x)"))),
    ],
    "bisect": [
        call("insort", lambda: on(lambda xs, x: bisect.insort(xs, x) or xs, [1, 3, 5], 4)),
        call("key", lambda: on(lambda xs, x: bisect.bisect_left(xs, x, key=lambda p: p[0]), [(1, "a"), (3, "b")], 2)),
        call("object", lambda: on(lambda h: h.push(2).xs, Sorted([3, 1]))),
    ],
    "statistics": [
        call("mean", lambda: on(statistics.mean, [1, 2, 4])),
        call("median", lambda: on(statistics.median, [3, 1, 2])),
        call("stdev", lambda: on(statistics.stdev, [1.0, 2.0, 4.0])),
        call("mode", lambda: on(statistics.mode, ["a", "b", "a"])),
        call("quantiles", lambda: on(statistics.quantiles, [1, 2, 3, 4])),
    ],
    "math": [
        call("fsum", lambda: on(math.fsum, [0.1] * 10)),
        call("prod", lambda: on(math.prod, [1, 2, 3])),
        call("dist", lambda: on(math.dist, [1, 2], [3, 4])),
        call("gcd", lambda: on(lambda xs: math.gcd(*xs), [4, 6])),
    ],
    "hashlib": [
        call("sha", lambda: on(lambda b: hashlib.sha256(b).hexdigest(), b"abc")),
    ],
    "hmac": [
        call("digest", lambda: on(lambda k, m: hmac.new(k, m, "sha1").hexdigest(), b"k", b"m")),
    ],
    "zlib": [
        call("crc", lambda: on(zlib.crc32, b"abc")),
    ],
    "gzip": [
        call("round", lambda: on(lambda b: gzip.decompress(gzip.compress(b)), b"abc")),
    ],
    "binascii": [
        call("hex", lambda: on(binascii.hexlify, b"abc")),
    ],
    "logging": [
        call("mapping", lambda: on(lambda m: logged("%(a)s", (m,)), {"a": 1})),
        call("tuple", lambda: on(lambda t: logged("%s %s", t), (1, 2))),
    ],
    "http": [
        call("load", lambda: on(lambda t: http.cookies.SimpleCookie(t)["a"].value, "a=1; b=2")),
        call("output", lambda: on(lambda c: c.output(), http.cookies.SimpleCookie("a=1"))),
        call("set", lambda: on(lambda c: c.__setitem__("b", "2") or c.output(), http.cookies.SimpleCookie("a=1"))),
    ],
    "email": [
        call("keys of headers", lambda: on(lambda m: (m["To"], m.keys()), message(To="a@b"))),
        call("set header", lambda: on(lambda m: m.__setitem__("To", "x") or m.as_string(), message())),
    ],
    "plistlib": [
        call("round", lambda: on(lambda d: plistlib.loads(plistlib.dumps(d)), {"a": [1, "x"], "b": True})),
    ],
    "tomllib": [
        call("loads", lambda: on(tomllib.loads, "a = 1\n[b]\nc = [1, 2]\n")),
    ],
    "tokenize": [
        call(
            "names",
            lambda: on(token_strings, "a + b"),
        ),
    ],
    "fnmatch": [
        call("filter", lambda: on(fnmatch.filter, ["a.py", "b.txt"], "*.py")),
    ],
    "getopt": [
        call("parse", lambda: on(lambda a: getopt.getopt(a, "ab:"), ["-a", "-b", "x", "rest"])),
    ],
    "optparse": [
        call("parse", lambda: on(lambda p, a: p.parse_args(a)[1], optparse.OptionParser(), ["x"])),
    ],
    "unicodedata": [
        call("normal", lambda: on(lambda s: unicodedata.normalize("NFD", s), "é")),
    ],
    "mimetypes": [
        call("guess", lambda: on(mimetypes.guess_type, "a.html")),
    ],
    "sched": [
        call("run", lambda: on(simulated, [(2, "b"), (1, "a")])),
    ],
    "weakref": [
        call("dict", lambda: on(lambda d, k: d.get(k), weakref.WeakValueDictionary(), "a")),
    ],
    "types": [
        call("mapping", lambda: on(lambda m: dict(m), types.MappingProxyType({"a": 1}))),
        call("namespace", lambda: on(lambda n: setattr(n, "b", 2) or n, types.SimpleNamespace(a=1))),
    ],
    "array": [
        call("append", lambda: on(lambda a: a.append(3) or a.tolist(), array.array("i", [1, 2]))),
    ],
    "wsgiref": [
        call(
            "set",
            lambda: on(with_header, wsgiref.headers.Headers([("a", "1")])),
        ),
    ],
    "xml": [
        call("escape", lambda: on(lambda t, e: xml.sax.saxutils.escape(t, e), "<a'", {"'": "&apos;"})),
    ],
    "colorsys": [
        call("hsv", lambda: on(lambda c: colorsys.rgb_to_hsv(*c), (0.2, 0.4, 0.6))),
    ],
    "contextlib": [
        call(
            "stack",
            lambda: on(entered, [contextlib.nullcontext(1)]),
        ),
    ],
    "datetime": [
        call("sort", lambda: on(sorted, [datetime.date(2020, 2, 1), datetime.date(2019, 1, 1)])),
    ],
    "string": [
        call("template", lambda: on(lambda t, d: t.safe_substitute(d), string.Template("$a $b"), {"a": 1})),
    ],
    "sqlite3": [
        call("insert", lambda: on(inserted, [(1, "x"), (2, "y")])),
    ],
    "dis": [
        call("names", lambda: on(lambda f: [i.opname for i in dis.get_instructions(f)][-1], lambda x: x + 1)),
    ],
    "traceback": [
        call("format", lambda: on(lambda e: traceback.format_exception_only(e), ValueError("x"))),
    ],
    "asyncio": [
        call("gather", lambda: on(lambda xs: asyncio.run(gathered(xs)), [1, 2])),
    ],
    "random": [
        call("shuffle", lambda: on(lambda r, xs: (r.shuffle(xs), r.random()), random.Random(1), [1, 2, 3])),
    ],
    "queue": [
        call("priority", lambda: on(smallest, [3, 1])),
    ],
    "threading": [
        call("local", lambda: on(lambda f: started(f), lambda: 3)),
    ],
    "unittest": [
        call("equal", lambda: on(unittest.TestCase().assertEqual, [1, {"a": 2}], [1, {"a": 2}])),
        call("differs", lambda: on(unittest.TestCase().assertEqual, [1], [2])),
    ],
    "operator": [
        call("percent", lambda: on(lambda t: "%s-%s" % t, (1, 2))),
        call("percent one", lambda: on(lambda t: "%s" % t, (1,))),
        call("format", lambda: on(lambda d: "{a[0]} {b.real}".format(**d), {"a": [1], "b": 2})),
    ],
}
