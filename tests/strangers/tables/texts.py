"""Texts, dates, versions, numbers: dateutil, tabulate, click, wcwidth, phonenumbers, humanize, semver and more."""

from __future__ import annotations

import datetime
from typing import Any

import click
import click.testing
import humanize
import inflection
import itsdangerous
import natsort
import parse
import phonenumbers
import semver
import tabulate
import textdistance
import wcwidth
from dateutil import easter, parser, relativedelta, rrule, tz
from packaging import markers, requirements, specifiers, tags, utils, version

from strangers.calls import call, on

DAY = datetime.datetime(2024, 2, 29, 12, 30)


def next_month(day: Any) -> Any:
    return day + relativedelta.relativedelta(months=+1)


DATEUTIL = [
    call("parse", lambda: on(parser.parse, "2024-02-29T12:30:00")),
    call("parse fuzzy", lambda: on(parser.parse, "on the 3rd of May 2020 it was", fuzzy=True)),
    call("parse wrong", lambda: on(parser.parse, "no date")),
    call("isoparse", lambda: on(parser.isoparse, "20240229T12Z")),
    call("relativedelta between", lambda: on(relativedelta.relativedelta, DAY, datetime.datetime(2020, 1, 1))),
    call("add months", lambda: on(next_month, DAY)),
    call("rrule", lambda: on(lambda day: list(rrule.rrule(rrule.DAILY, count=3, dtstart=day)), DAY)),
    call(
        "rrule by weekday",
        lambda: on(lambda days: rrule.rrule(rrule.WEEKLY, count=3, byweekday=days, dtstart=DAY)[2], [0, 2]),
    ),
    call("rrulestr", lambda: on(lambda text: list(rrule.rrulestr(text, dtstart=DAY)), "FREQ=DAILY;COUNT=2")),
    call("easter", lambda: on(easter.easter, 2024), "2024"),
    call("tz offset", lambda: on(lambda seconds: DAY.replace(tzinfo=tz.tzoffset("x", seconds)).isoformat(), 3600)),
    call("delta normalized", lambda: on(lambda d: d.normalized(), relativedelta.relativedelta(days=1.5, hours=2))),
    call("delta times", lambda: on(lambda d, n: d * n, relativedelta.relativedelta(days=1), 3)),
]

TABULATE = [
    call("table", lambda: on(tabulate.tabulate, [["a", 1], ["bb", 2.5]])),
    call("headers", lambda: on(tabulate.tabulate, [["a", 1]], headers=["name", "n"])),
    call("dicts", lambda: on(tabulate.tabulate, [{"a": 1}, {"a": 2}], headers="keys")),
    call("columns", lambda: on(tabulate.tabulate, {"a": [1, 2], "b": ["x", "y"]}, headers="keys")),
    call("numbers", lambda: on(tabulate.tabulate, [[1, 2], [3, 4]], tablefmt="plain")),
    call("floats", lambda: on(lambda rows: tabulate.tabulate(rows, floatfmt=".1f"), [[1.25], [2.5]])),
    call("missing", lambda: on(lambda rows: tabulate.tabulate(rows, missingval="?"), [[None, 1]])),
    call("iterator", lambda: on(tabulate.tabulate, iter([["a", 1]]))),
    call("html", lambda: on(lambda rows: tabulate.tabulate(rows, tablefmt="html"), [["<", 1]])),
    call("simple_separated", lambda: on(lambda rows: tabulate.tabulate(rows, tablefmt="tsv"), [["a", 1]])),
]


@click.command()
@click.option("--count", default=1, type=int)
@click.argument("name")
def hello(count: int, name: str) -> None:
    click.echo(f"Hello {name}! " * count)


def invoked(args: Any) -> Any:
    result = click.testing.CliRunner().invoke(hello, args)
    return result.exit_code, result.output


CLICK = [
    call("invoke", lambda: on(invoked, ["Bo", "--count", "2"])),
    call("invoke wrong", lambda: on(invoked, ["Bo", "--count", "x"])),
    call("help", lambda: on(invoked, ["--help"])),
    call("style", lambda: on(click.style, "x", fg="red")),
    call("unstyle", lambda: on(click.unstyle, "\x1b[31mx\x1b[0m")),
    call(
        "Choice", lambda: on(lambda choices, value: click.Choice(choices).convert(value, None, None), ["a", "b"], "b")
    ),
    call(
        "Choice wrong",
        lambda: on(lambda choices, value: click.Choice(choices).convert(value, None, None), ["a", "b"], "c"),
    ),
    call("IntRange", lambda: on(lambda value: click.IntRange(1, 3).convert(value, None, None), "2")),
    call("format_filename", lambda: on(click.format_filename, "a/b")),
    call("Tuple", lambda: on(lambda value: click.Tuple([int, str]).convert(value, None, None), ["1", "a"])),
    call("wrap_text", lambda: on(click.formatting.wrap_text, "some text to wrap", 8)),
    call(
        "measure_table",
        lambda: on(click.formatting.measure_table, [("a", "bb"), ("ccc", "d")]),
        "[['a', 'bb'], ['ccc', 'd']]",
    ),
    call("join_options", lambda: on(click.formatting.join_options, ["--a", "-b"])),
]

WORDS = {
    "wcwidth": [
        call("wcwidth", lambda: on(wcwidth.wcwidth, "コ")),
        call("wcswidth", lambda: on(wcwidth.wcswidth, "aコ")),
        call("list_versions", lambda: on(lambda n: wcwidth.list_versions()[n], 0)),
    ],
    "phonenumbers": [
        call("parse", lambda: on(phonenumbers.parse, "+442083661177")),
        call("parse wrong", lambda: on(phonenumbers.parse, "12", "GB")),
        call("format", lambda: on(phonenumbers.format_number, phonenumbers.parse("+442083661177"), 1)),
        call("is_valid", lambda: on(phonenumbers.is_valid_number, phonenumbers.parse("+442083661177"))),
        call(
            "country code",
            lambda: on(lambda n: n.country_code, phonenumbers.parse("+442083661177")),
            "PhoneNumber(country_code=44)",
        ),
        call(
            "match",
            lambda: on(
                lambda text: [m.raw_string for m in phonenumbers.PhoneNumberMatcher(text, "GB")], "call 020 8366 1177"
            ),
        ),
        call(
            "equal",
            lambda: on(lambda a, b: a == b, phonenumbers.parse("+442083661177"), phonenumbers.parse("+442083661177")),
        ),
        call("region", lambda: on(phonenumbers.region_code_for_number, phonenumbers.parse("+442083661177"))),
    ],
    "humanize": [
        call("intcomma", lambda: on(humanize.intcomma, 1234567), "1234567"),
        call("intword", lambda: on(humanize.intword, 1200000), "1200000"),
        call("naturalsize", lambda: on(humanize.naturalsize, 3000)),
        call("ordinal", lambda: on(humanize.ordinal, 3), "3"),
        call("apnumber", lambda: on(humanize.apnumber, 4)),
        call("fractional", lambda: on(humanize.fractional, 0.3)),
        call("naturaldelta", lambda: on(humanize.naturaldelta, datetime.timedelta(seconds=90))),
        call("naturaldelta of a number", lambda: on(humanize.naturaldelta, 3600)),
        call("natural_list", lambda: on(humanize.natural_list, ["a", "b", "c"])),
        call("precisedelta", lambda: on(humanize.precisedelta, datetime.timedelta(days=1, seconds=61))),
        call("metric", lambda: on(humanize.metric, 1500.0, "V")),
        call("clamp", lambda: on(humanize.clamp, 0.0001, floor=0.01)),
        call("scientific", lambda: on(humanize.scientific, 1000)),
    ],
    "inflection": [
        call("camelize", lambda: on(inflection.camelize, "device_type")),
        call("underscore", lambda: on(inflection.underscore, "DeviceType")),
        call("pluralize", lambda: on(inflection.pluralize, "octopus")),
        call("ordinalize", lambda: on(inflection.ordinalize, 21)),
        call("parameterize", lambda: on(inflection.parameterize, "Donald E. Knuth")),
    ],
    "textdistance": [
        call("hamming", lambda: on(textdistance.hamming, "test", "text")),
        call("levenshtein", lambda: on(textdistance.levenshtein, "test", "tests")),
        call("levenshtein of lists", lambda: on(textdistance.levenshtein, [1, 2, 3], [1, 3])),
        call("jaccard", lambda: on(textdistance.jaccard, "abc", "bcd")),
        call("jaro", lambda: on(textdistance.jaro_winkler, "martha", "marhta")),
        call("lcsseq", lambda: on(textdistance.lcsseq, "abcd", "abd")),
        call("hamming of lists", lambda: on(textdistance.hamming, [1, 2], [1, 3])),
        call("prefix", lambda: on(textdistance.prefix, "abc", "abd")),
        call("bag", lambda: on(textdistance.bag, "abc", "abcd")),
    ],
}

VERSIONS = {
    "semver": [
        call("parse", lambda: on(semver.Version.parse, "1.2.3-rc.1+b")),
        call("compare", lambda: on(semver.compare, "1.2.3", "1.3.0")),
        call("bump", lambda: on(lambda v: v.bump_minor(), semver.Version(1, 2, 3))),
        call("major", lambda: on(lambda v: v.major, semver.Version(1, 2, 3)), "Version(_major=1)"),
        call("less", lambda: on(lambda v, w: v < w, semver.Version(1, 2, 3), "1.2.4")),
        call("match", lambda: on(lambda v, e: v.match(e), semver.Version(1, 2, 3), ">=1.0.0")),
        call("init", lambda: on(lambda n: semver.Version(n, 0, 0), 2)),
        call("to_dict", lambda: on(lambda v: v.to_dict(), semver.Version(1, 2, 3))),
        call("item", lambda: on(lambda v: v[0:2], semver.Version(1, 2, 3))),
        call("sort", lambda: on(lambda vs: sorted(vs)[0], [semver.Version(2), semver.Version(1)])),
    ],
    "packaging": [
        call("Version", lambda: on(lambda text: version.Version(text).release, "1.2.3rc1")),
        call("compare", lambda: on(lambda v, w: v < w, version.Version("1.2"), version.Version("1.10"))),
        call("major", lambda: on(lambda v: v.major, version.Version("1.2"))),
        call(
            "sort",
            lambda: on(lambda vs: [str(v) for v in sorted(vs)], [version.Version("1.10"), version.Version("1.9")]),
        ),
        call("contains", lambda: on(lambda s, v: v in s, specifiers.SpecifierSet(">=1.0,<2"), "1.5")),
        call("filter", lambda: on(lambda s, vs: list(s.filter(vs)), specifiers.SpecifierSet(">=1.0"), ["0.9", "1.1"])),
        call(
            "requirement",
            lambda: on(lambda text: sorted(requirements.Requirement(text).extras), "a[b,c]>=1; python_version>'3'"),
        ),
        call("marker", lambda: on(lambda m, env: m.evaluate(env), markers.Marker("extra == 'x'"), {"extra": "x"})),
        call("canonicalize", lambda: on(utils.canonicalize_name, "A.b_C")),
        call("parse_wheel", lambda: on(utils.parse_wheel_filename, "a-1.0-py3-none-any.whl")),
        call("parse_tag", lambda: on(lambda text: sorted(map(str, tags.parse_tag(text))), "py2.py3-none-any")),
        call("invalid", lambda: on(version.Version, "not a version")),
    ],
}

KEYS = {
    "natsort": [
        call("natsorted", lambda: on(natsort.natsorted, ["a10", "a9"])),
        call("natsorted numbers", lambda: on(natsort.natsorted, [3, "1", 2.5])),
        call("index", lambda: on(natsort.index_natsorted, ["a10", "a9"])),
        call("humansorted", lambda: on(natsort.humansorted, ["b", "A"])),
        call(
            "by key",
            lambda: on(lambda xs, k: natsort.natsorted(xs, key=k), [("x", "a10"), ("y", "a9")], lambda pair: pair[1]),
        ),
    ],
    "parse": [
        call("parse", lambda: on(lambda f, t: parse.parse(f, t).named, "{a:d} is {b}", "3 is x")),
        call("search", lambda: on(lambda f, t: parse.search(f, t).fixed, "age {:d}", "my age 42 ")),
        call("findall", lambda: on(lambda f, t: [r[0] for r in parse.findall(f, t)], ">{}<", "<p>a</p><p>b</p>")),
        call(
            "extra types",
            lambda: on(lambda types: parse.parse("{:x}", "3", types)[0], {"x": lambda text: int(text) + 1}),
        ),
    ],
    "itsdangerous": [
        call("sign", lambda: on(lambda key, x: itsdangerous.Signer(key).sign(x), "k", "text")),
        call("dumps", lambda: on(lambda x: itsdangerous.URLSafeSerializer("k").dumps(x), {"a": [1]})),
        call(
            "loads",
            lambda: on(
                lambda x: itsdangerous.URLSafeSerializer("k").loads(x), itsdangerous.URLSafeSerializer("k").dumps([1])
            ),
        ),
        call("loads wrong", lambda: on(lambda x: itsdangerous.URLSafeSerializer("k").loads(x), "x.y")),
        call("int_to_bytes", lambda: on(itsdangerous.encoding.int_to_bytes, 300)),
        call("keys", lambda: on(lambda keys: itsdangerous.Signer(keys).sign("a"), ["old", "new"])),
    ],
}

CALLS = {"dateutil": DATEUTIL, "tabulate": TABULATE, "click": CLICK, **WORDS, **VERSIONS, **KEYS}
