"""Modules of the standard library that read and write texts, and those for paths and places."""

from __future__ import annotations

import base64
import calendar
import csv
import dataclasses
import difflib
import email.message
import email.utils
import fnmatch
import glob
import html
import io
import ipaddress
import json
import os.path
import pathlib
import re
import shlex
import string
import struct
import textwrap
import urllib.parse
import zlib
from typing import Any

from strangers.calls import call, on


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


TEXTS = {
    "json": [
        call("dumps", lambda: on(json.dumps, {"a": [1, None, 2.5, "x"]})),
        call("dumps indent", lambda: on(lambda x: json.dumps(x, indent=1, sort_keys=True), {"b": 1, "a": [2]})),
        call("dumps default", lambda: on(lambda x: json.dumps(x, default=vars), Point(1, 2))),
        call("loads", lambda: on(json.loads, '{"a": [1]}')),
        call("loads hook", lambda: on(lambda text, f: json.loads(text, object_hook=f), '{"a": 1}', lambda d: list(d))),
        call("loads wrong", lambda: on(json.loads, "{")),
        call("encoder", lambda: on(lambda x: list(json.JSONEncoder().iterencode(x)), [1, {"a": 2}])),
    ],
    "csv": [
        call("reader", lambda: on(csv.reader, ["a,b", "1,2"]), "['a,b', '1,2']"),
        call(
            "reader of an iterator",
            lambda: on(lambda lines: next(csv.reader(lines)), iter(["a,b", "1,2"])),
            "['a,b', *_]",
        ),
        call("DictReader", lambda: on(lambda lines: list(csv.DictReader(lines)), ["a,b", "1,2"])),
        call("writer", lambda: on(lambda rows: written(rows), [["a", 1], ["b", None]])),
        call("DictWriter", lambda: on(lambda row: dict_written(row), {"a": 1, "b": "x"})),
    ],
    "string": [
        call(
            "Template",
            lambda: on(lambda d: string.Template("$a and ${b}").substitute(d), {"a": 1, "b": "x", "c": 2}),
            "{'a': 1, 'b': 'x', **_}",
        ),
        call("capwords", lambda: on(string.capwords, "a b")),
        call(
            "format",
            lambda: on(lambda d: "{a[0]} {b.x}".format(**d), {"a": [1, 2], "b": Point(3)}),
            "{'a': [1, _], 'b': Point(3, _)}",
        ),
        call("format_map", lambda: on(lambda d: "{a}".format_map(d), {"a": 1, "b": 2}), "{'a': 1, **_}"),
        call("percent", lambda: on(lambda t: "%s-%s" % t, (1, "a"))),
        call("percent dict", lambda: on(lambda d: "%(a)s" % d, {"a": 1}), "{'a': 1, **_}"),
        call("percent one", lambda: on(lambda x: "%s" % x, 5)),
        call("join", lambda: on(lambda xs: ", ".join(xs), ["a", "b"])),
        call("f string", lambda: on(lambda x: f"{x!r:>8}", [1, 2])),
    ],
    "re": [
        call("sub with function", lambda: on(lambda f: re.sub(r"\d", f, "a1b2"), lambda m: str(int(m[0]) * 2))),
        call("match groups", lambda: on(lambda text: re.match(r"(\w)(\d)", text).groups(), "a1")),
        call("split", lambda: on(re.split, r",\s*", "a, b,c")),
        call("escape", lambda: on(re.escape, "a.b")),
        call(
            "scanner",
            lambda: on(
                lambda lexicon: re.Scanner(lexicon).scan("12 a"),
                [(r"\d+", lambda s, t: int(t)), (r"\s", None), (r"\w", lambda s, t: t)],
            ),
        ),
    ],
    "textwrap": [
        call("wrap", lambda: on(textwrap.wrap, "some words to wrap", 6)),
        call("dedent", lambda: on(textwrap.dedent, "  a\n  b")),
        call("shorten", lambda: on(textwrap.shorten, "hello wide world", width=10)),
        call("indent", lambda: on(lambda t, f: textwrap.indent(t, "-", f), "a\nb", lambda line: line[0] == "a")),
    ],
    "difflib": [
        call("ratio", lambda: on(lambda a, b: difflib.SequenceMatcher(None, a, b).ratio(), [1, 2, 3], [1, 3])),
        call("unified_diff", lambda: on(difflib.unified_diff, ["a", "b"], ["a", "c"])),
        call("close matches", lambda: on(difflib.get_close_matches, "appel", ["ape", "apple"])),
        call("ndiff", lambda: on(difflib.ndiff, ["a\n"], ["b\n"])),
    ],
    "shlex": [call("split", lambda: on(shlex.split, "a 'b c'")), call("join", lambda: on(shlex.join, ["a", "b c"]))],
    "html": [call("escape", lambda: on(html.escape, "<a>")), call("unescape", lambda: on(html.unescape, "&lt;"))],
    "struct": [
        call("pack", lambda: on(struct.pack, "<hi", 1, 2), "'<hi'", "1", "2"),
        call("unpack", lambda: on(struct.unpack, "<h", b"\x01\x00")),
    ],
    "base64": [call("b64encode", lambda: on(base64.b64encode, b"abc")), call("crc32", lambda: on(zlib.crc32, b"abc"))],
    "email": [
        call("parseaddr", lambda: on(email.utils.parseaddr, "Bo <bo@x.y>")),
        call("message", lambda: on(lambda body: mail(body), "text")),
        call("headers", lambda: on(lambda m: str(m["SUBJECT"]), mail_of("text"))),
    ],
}


def written(rows: Any) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def dict_written(row: Any) -> str:
    out = io.StringIO()
    csv.DictWriter(out, ["a", "b"]).writerow(row)
    return out.getvalue()


def mail_of(body: Any) -> email.message.EmailMessage:
    message = email.message.EmailMessage()
    message["Subject"] = "Hi"
    message.set_content(body)
    return message


def mail(body: Any) -> str:
    return mail_of(body).as_string()


PLACES = {
    "os.path": [
        call("join", lambda: on(os.path.join, "a", "b")),
        call("exists", lambda: on(os.path.exists, "/no/such")),
        call("commonprefix", lambda: on(os.path.commonprefix, ["abc", "abd"])),
        call("fspath", lambda: on(os.fspath, pathlib.Path("a"))),
        call("split", lambda: on(os.path.splitext, "a.b")),
        call("glob", lambda: on(glob.escape, "a*")),
        call("fnmatch", lambda: on(fnmatch.filter, ["a.py", "b.c"], "*.py")),
    ],
    "pathlib": [
        call("parts", lambda: on(lambda p: p.parts, pathlib.PurePosixPath("/a/b"))),
        call("divide", lambda: on(lambda p, q: p / q, pathlib.PurePosixPath("a"), "b")),
        call(
            "relative",
            lambda: on(lambda p, q: p.relative_to(q), pathlib.PurePosixPath("/a/b"), pathlib.PurePosixPath("/a")),
        ),
    ],
    "urllib": [
        call("urlencode", lambda: on(urllib.parse.urlencode, {"a": 1, "b": "x"})),
        call("urlencode doseq", lambda: on(urllib.parse.urlencode, {"a": [1, 2]}, True)),
        call("urlparse", lambda: on(urllib.parse.urlparse, "http://a.b/c?d=e")),
        call("parse_qs", lambda: on(urllib.parse.parse_qs, "a=1&a=2")),
        call("urlunparse", lambda: on(urllib.parse.urlunparse, ["http", "a", "/b", "", "", ""])),
        call("quote", lambda: on(urllib.parse.quote, "a b")),
    ],
    "ipaddress": [
        call("address", lambda: on(ipaddress.ip_address, "10.0.0.1")),
        call("network", lambda: on(lambda n: [str(h) for h in n.hosts()], ipaddress.ip_network("10.0.0.0/30"))),
        call(
            "contains",
            lambda: on(lambda a, n: a in n, ipaddress.ip_address("10.0.0.1"), ipaddress.ip_network("10.0.0.0/30")),
        ),
        call(
            "collapse",
            lambda: on(
                lambda ns: list(ipaddress.collapse_addresses(ns)),
                [ipaddress.ip_network("10.0.0.0/31"), ipaddress.ip_network("10.0.0.2/31")],
            ),
        ),
    ],
    "io": [
        call("StringIO readline", lambda: on(lambda f: f.readline(), io.StringIO("a\nb\n"))),
        call("StringIO lines", lambda: on(lambda f: [line for line in f], io.StringIO("a\nb\n"))),
        call("BytesIO read", lambda: on(lambda f: f.read(1), io.BytesIO(b"ab"))),
        call("write", lambda: on(lambda f, x: f.write(x), io.StringIO(), "a")),
        call("TextIOWrapper", lambda: on(lambda f: io.TextIOWrapper(f).read(), io.BytesIO(b"ab"))),
    ],
    "calendar": [
        call("month", lambda: on(calendar.monthrange, 2024, 2), "2024", "2"),
        call("isleap", lambda: on(calendar.isleap, 2024)),
    ],
}


CALLS = {**TEXTS, **PLACES}
