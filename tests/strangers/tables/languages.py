"""Languages, parsed and run: jinja2, yaml, tomlkit, lark, pyparsing, markdown, mistune, docutils, simpleeval, sympy."""

from __future__ import annotations

import copy
from typing import Any

import docutils.core
import docutils.utils
import jinja2
import jinja2.filters
import lark
import markdown
import markupsafe
import mistune
import pyparsing as pp
import simpleeval
import sympy
import tomli
import tomlkit
import xmltodict
import yaml

from strangers.calls import ANY, call, on


class User:
    def __init__(self, name: str, *friends: str) -> None:
        self.name, self.friends = name, list(friends)

    def greet(self) -> str:
        return f"I am {self.name}"


def render(source: str, **values: Any) -> str:
    return jinja2.Environment().from_string(source).render(**values)


JINJA = [
    call("variable", lambda: on(lambda name: render("Hello {{ name }}", name=name), "Bo")),
    call("number", lambda: on(lambda n: render("{{ n }} {{ n + 1 }}", n=n), 2), "2"),
    call(
        "loop",
        lambda: on(lambda xs: render("{% for x in xs %}{{ loop.index }}{{ x }}{% endfor %}", xs=xs), [1, 2]),
        "[1, 2]",
    ),
    call("attribute", lambda: on(lambda u: render("{{ u.name }}", u=u), User("Bo")), "User(name='Bo')"),
    call("method", lambda: on(lambda u: render("{{ u.greet() }}", u=u), User("Bo")), "User(name='Bo')"),
    call("item", lambda: on(lambda d: render("{{ d.a }}", d=d), {"a": 1, "b": 2}), "{'a': 1, **_}"),
    call("first", lambda: on(lambda xs: render("{{ xs|first }}", xs=xs), [1, 2]), "[1, _]"),
    call("last", lambda: on(lambda xs: render("{{ xs|last }}", xs=xs), [1, 2]), "[_, 2]"),
    call("join", lambda: on(lambda xs: render("{{ xs|join(',') }}", xs=xs), [1, "a"])),
    call("length", lambda: on(lambda xs: render("{{ xs|length }}", xs=xs), [1, 2]), "[_, _]"),
    call("sort", lambda: on(lambda xs: render("{{ xs|sort }}", xs=xs), [2, 1])),
    call(
        "groupby",
        lambda: on(
            lambda xs: render("{% for k, g in xs|groupby('a') %}{{ k }}{{ g|length }}{% endfor %}", xs=xs),
            [{"a": 1}, {"a": 1}],
        ),
    ),
    call("default", lambda: on(lambda d: render("{{ d.z|default('no') }}", d=d), {"a": 1}), "{'z': absent, **_}"),
    call("if", lambda: on(lambda x: render("{% if x is none %}none{% else %}{{ x }}{% endif %}", x=x), 0)),
    call("test mapping", lambda: on(lambda x: render("{{ x is mapping }}{{ x is string }}", x=x), {"a": 1})),
    call("tojson", lambda: on(lambda x: render("{{ x|tojson }}", x=x), {"a": [1]})),
    call(
        "map attribute",
        lambda: on(lambda xs: render("{{ xs|map(attribute='name')|join }}", xs=xs), [User("a"), User("b")]),
    ),
    call("batch", lambda: on(lambda xs: list(jinja2.filters.do_batch(xs, 2)), [1, 2, 3])),
    call("slice", lambda: on(lambda xs: list(jinja2.filters.do_slice(xs, 2)), [1, 2, 3])),
    call("escape", lambda: on(markupsafe.escape, "<a>")),
    call("escape a number", lambda: on(markupsafe.escape, 3)),
    call("xmlattr", lambda: on(lambda d: render("{{ d|xmlattr }}", d=d), {"a": 1, "b": None})),
    call(
        "loop over items",
        lambda: on(lambda d: render("{% for k, v in d.items() %}{{ k }}{{ v }}{% endfor %}", d=d), {"a": 1}),
    ),
    call("iterator", lambda: on(lambda xs: render("{% for x in xs %}{{ x }}{% endfor %}", xs=xs), iter([1, 2]))),
    call("undefined", lambda: on(lambda d: render("{{ d.a.b }}", d=d), {})),
    call("macro", lambda: on(lambda n: render("{% macro f(x) %}<{{ x }}>{% endmacro %}{{ f(n) }}", n=n), 5)),
    call("sum", lambda: on(lambda xs: render("{{ xs|sum }}", xs=xs), [1, 2]), "[1, 2]"),
    call("round", lambda: on(lambda x: render("{{ x|round(1) }}", x=x), 2.55)),
]

YAML = [
    call("dump", lambda: on(yaml.safe_dump, {"a": [1, None, "x"]})),
    call("dump list", lambda: on(yaml.dump, [1, 2])),
    call("dump str", lambda: on(yaml.dump, "x")),
    call("load", lambda: on(yaml.safe_load, "a: [1, 2]\nb: x")),
    call("load wrong", lambda: on(yaml.safe_load, "a: [")),
    call("dump aliases", lambda: on(lambda x: yaml.dump([x, x]), [1])),
    call("compose", lambda: on(lambda text: yaml.compose(text).tag, "a: 1")),
]

DOC = {"title": "x", "n": [1, 2], "t": {"k": 1.5}}
TOML = {
    "tomli": [
        call("loads", lambda: on(tomli.loads, 'a = 1\n[b]\nc = ["x"]')),
        call("loads wrong", lambda: on(tomli.loads, "a = ")),
    ],
    "tomlkit": [
        call("dumps", lambda: on(tomlkit.dumps, copy.deepcopy(DOC))),
        call("parse", lambda: on(lambda text: tomlkit.parse(text).unwrap(), 'a = 1\n[b]\nc = ["x"]')),
        call("parsed item", lambda: on(lambda doc: doc["b"]["c"] + 0, tomlkit.parse("a = 1\n[b]\nc = 2"))),
        call(
            "parsed set", lambda: on(lambda doc: doc.update(a=5) or tomlkit.dumps(doc), tomlkit.parse("a = 1 # one\n"))
        ),
        call("item", lambda: on(lambda x: tomlkit.item(x).as_string(), [1, 2])),
        call("table add", lambda: on(lambda v: tomlkit.table().add("k", v).as_string(), 3)),
    ],
    "xmltodict": [
        call("parse", lambda: on(xmltodict.parse, "<a><b x='1'>t</b><b/></a>")),
        call("unparse", lambda: on(xmltodict.unparse, {"a": {"b": ["1", "2"], "@x": "y"}})),
        call("unparse numbers", lambda: on(xmltodict.unparse, {"a": {"b": 1}})),
    ],
}

GRAMMAR = lark.Lark('start: NUMBER ("+" NUMBER)*\n%import common.NUMBER', parser="lalr")


class Adder(lark.Transformer):
    def start(self, numbers: Any) -> int:
        return sum(map(int, numbers))


PARSERS = {
    "lark": [
        call("parse", lambda: on(lambda text: GRAMMAR.parse(text).children, "1+2")),
        call("transform", lambda: on(lambda tree: Adder().transform(tree), GRAMMAR.parse("1+2"))),
        call("pretty", lambda: on(lambda tree: tree.pretty(), GRAMMAR.parse("1+2"))),
        call("iter_subtrees", lambda: on(lambda tree: [t.data for t in tree.iter_subtrees()], GRAMMAR.parse("1+2"))),
        call("find_data", lambda: on(lambda tree: len(list(tree.find_data("start"))), GRAMMAR.parse("1+2"))),
        call("scan_values", lambda: on(lambda tree: list(tree.scan_values(lambda v: True)), GRAMMAR.parse("1+2"))),
        call("wrong", lambda: on(GRAMMAR.parse, "1+")),
        call("tree equal", lambda: on(lambda s, t: s == t, GRAMMAR.parse("1"), GRAMMAR.parse("1"))),
        call("reconstruct", lambda: on(lambda kids: lark.Tree("x", kids).pretty(), ["a", lark.Tree("y", [])])),
    ],
    "pyparsing": [
        call("word", lambda: on(lambda text: pp.Word(pp.nums).parse_string(text).as_list(), "12 a")),
        call(
            "results",
            lambda: on(lambda found: found["n"], (pp.Word(pp.nums)("n") + pp.Word(pp.alphas)).parse_string("1 a")),
        ),
        call("as_dict", lambda: on(lambda found: found.as_dict(), pp.Word(pp.nums)("n").parse_string("1"))),
        call(
            "action",
            lambda: on(
                lambda f, text: pp.Word(pp.nums).set_parse_action(f).parse_string(text)[0],
                lambda toks: int(toks[0]),
                "7",
            ),
        ),
        call("one_of", lambda: on(lambda words: pp.one_of(words).parse_string("<= 3")[0], ["<", "<="])),
        call("nested", lambda: on(lambda text: pp.nested_expr().parse_string(text).as_list(), "(a (b c))")),
        call("wrong", lambda: on(lambda text: pp.Word(pp.nums).parse_string(text), "x")),
        call("srange", lambda: on(pp.srange, "[a-e]")),
        call("lineno", lambda: on(pp.lineno, 4, "a\nb\nc")),
        call("condition", lambda: on(pp.match_only_at_col(1), "abc", 0, ["abc"])),
    ],
}

TEXT = "# Title\n\n* a\n* *b*\n\n`code` [link](http://x)"
MARKUP = {
    "markdown": [
        call("markdown", lambda: on(markdown.markdown, TEXT)),
        call(
            "extensions",
            lambda: on(lambda text, names: markdown.markdown(text, extensions=names), "a|b\n-|-\n1|2", ["tables"]),
        ),
        call("toc", lambda: on(lambda text: markdown.Markdown(extensions=["toc"]).convert(text), TEXT)),
    ],
    "mistune": [
        call("html", lambda: on(mistune.html, TEXT)),
        call("tokens", lambda: on(lambda text: mistune.create_markdown(renderer=None)(text), "a *b*")),
        call("escape", lambda: on(mistune.escape, "<a>")),
        call("plugins", lambda: on(lambda names: mistune.create_markdown(plugins=names)("~~a~~"), ["strikethrough"])),
        call(
            "render tokens",
            lambda: on(
                lambda tokens: mistune.HTMLRenderer()(tokens, mistune.BlockState()), [{"type": "thematic_break"}]
            ),
        ),
    ],
    "docutils": [
        call("publish", lambda: on(lambda text: docutils.core.publish_parts(text, writer="html")["fragment"], "*a* b")),
        call(
            "settings",
            lambda: on(
                lambda text, over: docutils.core.publish_parts(text, settings_overrides=over)["whole"],
                "a",
                {"report_level": 5},
            ),
        ),
        call("relative_path", lambda: on(docutils.utils.relative_path, "a/b", "a/c/d")),
        call("column_width", lambda: on(docutils.utils.column_width, "abc")),
        call("escape2null", lambda: on(docutils.utils.escape2null, r"a\*")),
        call("normalize_language_tag", lambda: on(docutils.utils.normalize_language_tag, "de_AT-1901")),
    ],
    "simpleeval": [
        call("sum", lambda: on(simpleeval.simple_eval, "1 + 2 * 3")),
        call(
            "names",
            lambda: on(lambda names: simpleeval.simple_eval("a + b", names=names), {"a": 1, "b": 2, "c": 3}),
            "{'a': 1, 'b': 2, **_}",
        ),
        call(
            "short circuit",
            lambda: on(lambda names: simpleeval.simple_eval("a or b", names=names), {"a": 1, "b": 2}),
            "{'a': 1, **_}",
        ),
        call("functions", lambda: on(lambda fs: simpleeval.simple_eval("f(2)", functions=fs), {"f": lambda x: x * 2})),
        call(
            "items",
            lambda: on(lambda names: simpleeval.simple_eval("d['k'][0]", names=names), {"d": {"k": [1, 2]}}),
            "{'d': {'k': [1, _]}, **_}",
        ),
        call("attribute", lambda: on(lambda names: simpleeval.simple_eval("u.name", names=names), {"u": User("Bo")})),
        call("missing", lambda: on(lambda names: simpleeval.simple_eval("z", names=names), {"a": 1})),
        call(
            "conditional",
            lambda: on(lambda names: simpleeval.simple_eval("a if c else b", names=names), {"a": 1, "b": 2, "c": 0}),
            ANY,
        ),
        call(
            "comprehension",
            lambda: on(
                lambda xs: simpleeval.EvalWithCompoundTypes(names={"xs": xs}).eval("[x + 1 for x in xs]"), [1, 2]
            ),
        ),
        call("too large", lambda: on(simpleeval.simple_eval, "9 ** 9 ** 9")),
    ],
}

X, Y = sympy.symbols("x y")
SYMPY = [
    call("add", lambda: on(lambda a, b: a + b, X, 1)),
    call("diff", lambda: on(sympy.diff, X**2 + Y, X)),
    call("expand", lambda: on(sympy.expand, (X + 1) ** 2)),
    call("subs", lambda: on(lambda e, d: e.subs(d), X + Y, {X: 1, Y: 2})),
    call("solve", lambda: on(sympy.solve, X**2 - 1, X)),
    call("simplify", lambda: on(sympy.simplify, (X**2 - X) / X)),
    call("Rational", lambda: on(sympy.Rational, 1, 3)),
    call("sympify", lambda: on(sympy.sympify, "x + 1")),
    call("Matrix", lambda: on(lambda rows: sympy.Matrix(rows).det(), [[1, 2], [3, 4]])),
    call("factorint", lambda: on(sympy.factorint, 60)),
    call("isprime", lambda: on(sympy.isprime, 97)),
    call("args", lambda: on(lambda e: e.args, X + Y)),
    call("lambdify", lambda: on(lambda e, x: sympy.lambdify(X, e)(x), X + 1, 2)),
    call("latex", lambda: on(sympy.latex, X**2)),
    call("Poly", lambda: on(lambda cs: sympy.Poly(cs, X).degree(), [1, 0, 2])),
    call("gcd of a list", lambda: on(lambda xs: sympy.gcd_list(xs), [4, 6])),
    call("partitions", lambda: on(lambda n: len(list(sympy.utilities.iterables.partitions(n))), 4)),
    call("multiset_permutations", lambda: on(sympy.utilities.iterables.multiset_permutations, [1, 1, 2])),
    call("flatten", lambda: on(sympy.flatten, [1, [2, [3]]])),
    call("subsets", lambda: on(sympy.utilities.iterables.subsets, [1, 2], 1)),
    call("sift", lambda: on(sympy.sift, [1, 2, 3], lambda n: n % 2)),
    call("topological_sort", lambda: on(sympy.topological_sort, ([1, 2], [(1, 2)]))),
]

CALLS = {"jinja2": JINJA, "yaml": YAML, **TOML, **PARSERS, **MARKUP, "sympy": SYMPY}
