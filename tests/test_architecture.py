"""Imports point one way, and the tricks stay where they belong."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT, TESTS

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("strictcheck", "lazytree")
    for path in sorted((ROOT / package).rglob("*.py"))
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path, *, everywhere: bool = True) -> set[str]:
    """The modules a file imports; with `everywhere=False` only those it imports when it is loaded."""
    tree = tree_of(path)
    nodes = ast.walk(tree) if everywhere else tree.body
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys() or {node.module}
    return found


def importers(package: str) -> set[str]:
    return {name for name, path in MODULES.items() if any(i.split(".")[0] == package for i in imports(path))}


def test_only_one_module_knows_wrapt():
    assert importers("wrapt") == {"strictcheck.thunks.proxy"}


def test_hypothesis_stays_in_strategies_and_checkers():
    allowed = (
        "strictcheck.generate.annotated_values",
        "strictcheck.generate.random_values",
        "strictcheck.generate.strategies",
        "strictcheck.profiles.drawing",
        "strictcheck.specs",
        "lazytree.strategies",
        "lazytree.laws",
    )
    assert [name for name in sorted(importers("hypothesis")) if not name.startswith(allowed)] == []


def test_strictcheck_knows_nothing_of_games():
    assert not {name for name in importers("lazytree") if name.startswith("strictcheck")}


def test_lazytree_is_built_on_public_names_of_strictcheck():
    used = {i for name, path in MODULES.items() if name.startswith("lazytree") for i in imports(path)}
    public = {
        "strictcheck",
        "strictcheck.command_line",
        "strictcheck.errors",
        "strictcheck.exhaustive",
        "strictcheck.generate",
        "strictcheck.generate.strategies",
        "strictcheck.hypothesis_entry",
        "strictcheck.kinds",
        "strictcheck.messages",
        "strictcheck.mutation.sources",
        "strictcheck.needless",
        "strictcheck.pictures",
        "strictcheck.processes",
        "strictcheck.specs",
    }
    assert {i for i in used if i.startswith("strictcheck")} <= public


def test_no_module_imports_one_that_imports_it():
    graph = {
        name: {i for i in imports(path) if i in MODULES and i != name and not name.startswith(i + ".")}
        for name, path in MODULES.items()
    }
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle


# Folders, and modules beside them, the lowest first: none of them imports from one that comes after it.
LAYERS = """messages errors names thunks unused_expressions unused_in_source unused kinds demands pictures observation
    generate specs command_line processes trail exhaustive needless mutation profiles pytest_plugin ipython_magic cli
""".split()


@pytest.mark.parametrize("layer", LAYERS)
def test_folders_import_from_lower_ones_only(layer: str):
    higher = LAYERS[LAYERS.index(layer) + 1 :]
    inside = {name: path for name, path in MODULES.items() if name.split(".")[:2] == ["strictcheck", layer]}
    found = [(name, *other.split(".")[:2]) for name, path in inside.items() for other in imports(path) if "." in other]
    assert [(name, other) for name, package, other in found if package == "strictcheck" and other in higher] == []


def test_every_folder_has_its_place_in_the_order():
    there = {name.split(".")[1] for name in MODULES if name.startswith("strictcheck.")}
    assert there - {*LAYERS} == {"__main__", "hypothesis_entry"}  # at the top, where others come in


HEAVY = ["hypothesis", "pytest", "IPython", "rich"]
LATER = ["html", "strictcheck.pictures", "strictcheck.exhaustive", "strictcheck.specs.searching"]


@pytest.mark.parametrize(("package", "modules"), [("strictcheck", HEAVY + LATER), ("lazytree", HEAVY)])
def test_importing_loads_only_what_is_needed(package: str, modules: list[str]):
    code = f"import sys, {package}; print(*[m for m in {modules} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("package", ["strictcheck", "lazytree"])
def test_every_public_name_is_there_and_documented(package: str):
    module = __import__(package)
    assert len(set(module.__all__)) == len(module.__all__)
    # The hole is left out: it lets nobody look at what it is.
    public = {name: getattr(module, name) for name in module.__all__ if name != "hole"}
    # Constants and type aliases have no docstring of their own; what is called has.
    callables = {name: value for name, value in public.items() if inspect.isclass(value) or inspect.isfunction(value)}
    assert len(callables) > 20
    assert [name for name, value in callables.items() if not value.__doc__] == []


# Modules of one kind each; the table, the protocol and what is written over it are no such.
OF_ONE_KIND = re.compile(
    r"strictcheck\.kinds\.(atom|file|function|iterator|mapping|object|opaque|record|sequence|set|stream|\w+_thunk)$"
)
CONTAINERS = {
    "list", "tuple", "dict", "set", "frozenset", "deque", "defaultdict", "OrderedDict", "Counter", "Iterator",
    "Mapping", "Constructor", "MappingProxyType", "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set",
    "Stream",
}  # fmt: skip
# Outside `kinds`, a container class is asked for in these functions only, which take no observed value apart.
ASK_FOR_CONTAINERS = {
    "arguments of the library's own functions": """
        demands.demand.at demands.order.has demands.order.__eq__
        generate.annotated_values._functions generate.strategies._parameters
        generate.strategies._by_name
        observation.budgets.__init__ observation.call_arguments.of
        observation.observed_call.rerun observation.one_call._check_options
        pytest_plugin.pytest_pycollect_makeitem
        specs.expectations.keyed specs.expectations.called
        specs.part_names.parse_part_names specs.specification.__init__
        specs.specification._by_name
    """,
    "the attributes of an object": "thunks.classes.instance_dict",
    "JSON that somebody wrote": "pytest_plugin.golden._load pytest_plugin.learning._load",
    "Python text that is read or written": "mutation.suggesting._variants mutation.suggesting._write_value",
    "rows of the record: a tuple is the keys that were listed": """
        demands.notation.write_layer thunks.log._settle_one thunks.log._settle_several thunks.log._look_watched
    """,
}
# Outside `kinds`, a module of one kind is imported here only.
IMPORT_A_KIND = {
    "specs.expectations": "its functions write the layers that a user asks for by name",
}


def asked_classes(node: ast.AST) -> set[str]:
    """The names of the classes that `node` asks a value for: `isinstance(x, C)`, `type(x) is C`, `case C()`."""
    asked: list[ast.AST] = []
    match node:
        case ast.Call(ast.Name("isinstance" | "issubclass"), [_, classes]):
            asked = [classes]
        case ast.Compare(ast.Call(ast.Name("type")) | ast.Attribute(attr="__class__"), _, classes):
            asked = [*classes]
        case ast.MatchClass(cls):
            asked = [cls]
    found = [one for classes in asked for one in ast.walk(classes)]
    return {one.id for one in found if isinstance(one, ast.Name)} | {
        one.attr for one in found if isinstance(one, ast.Attribute)
    }


def classes_of_our_own(tree: ast.Module) -> set[str]:
    """Names of domains that a module imports, which are no containers."""
    ours = (node for node in tree.body if isinstance(node, ast.ImportFrom) and "exhaustive" in str(node.module))
    return {alias.asname or alias.name for node in ours for alias in node.names}


def container_tests(tree: ast.Module) -> list[tuple[str, str]]:
    """Function and text of each place that asks whether a value is a container."""
    containers = CONTAINERS - classes_of_our_own(tree) - {node.name for node in tree.body if hasattr(node, "name")}
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    within = {id(node) for function in functions for node in ast.walk(function)}
    places = [(function.name, node) for function in functions for node in ast.walk(function)]
    places += [("module", node) for node in ast.walk(tree) if id(node) not in within]
    return [(name, ast.unparse(node)) for name, node in places if asked_classes(node) & containers]


def names_of_kinds(tree: ast.Module) -> list[str]:
    """Comparisons with one kind: by its name, or by how its classes are declared."""
    compared = (node for node in ast.walk(tree) if isinstance(node, (ast.Compare, ast.Match)))
    texts = (ast.unparse(node.left if isinstance(node, ast.Compare) else node.subject) for node in compared)
    found = [text for text in texts if re.search(r"\bkind\.(name|declared_by|__class__)$|type\(.*\bkind\)$", text)]
    asked = set().union(*map(asked_classes, ast.walk(tree)))
    return found + sorted(name for name in asked if name.endswith("Kind"))


FEATURES = [name for name in MODULES if name.startswith("strictcheck.") and not name.startswith("strictcheck.kinds")]


@pytest.mark.parametrize("name", FEATURES)
def test_what_is_written_over_the_protocol_names_no_kind(name: str):
    tree, short = tree_of(MODULES[name]), name.removeprefix("strictcheck.")
    allowed = " ".join(ASK_FOR_CONTAINERS.values()).split()
    asked = [text for function, text in container_tests(tree) if f"{short}.{function}" not in allowed]
    kinds = [name for name in imports(MODULES[name]) if OF_ONE_KIND.match(name) and short not in IMPORT_A_KIND]
    assert (kinds, asked, names_of_kinds(tree)) == ([], [], [])


def test_no_reason_is_given_for_what_nobody_does():
    for module in IMPORT_A_KIND:
        assert any(map(OF_ONE_KIND.match, imports(MODULES[f"strictcheck.{module}"])))
    for place in " ".join(ASK_FOR_CONTAINERS.values()).split():
        module, _, function = place.rpartition(".")
        tree = tree_of(MODULES[f"strictcheck.{module}"])
        assert function in [name for name, _ in container_tests(tree)], place


# Folders and modules that each package has, for one purpose.
HOMONYMS = {"cli", "errors", "pictures", "strategies"}


def names_in(package: str) -> set[str]:
    """Names of the modules and classes of a package."""
    inside = {name: path for name, path in MODULES.items() if name.startswith(package + ".")}
    trees = list(map(tree_of, inside.values()))
    classes = {node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}
    return classes | {name.rpartition(".")[2] for name in inside} - {"__main__"}


def test_no_name_has_a_meaning_in_each_package():
    shared = {name for name in names_in("strictcheck") & names_in("lazytree") if not name.startswith("_")}
    assert shared == HOMONYMS
    assert not {*__import__("strictcheck").__all__} & {*__import__("lazytree").__all__}


def named_tests() -> set[Path]:
    """Names of tests, as paths below their package: `strictcheck/kinds/set` for that of `kinds/set.py`."""
    files = [path for package in ("strictcheck", "lazytree") for path in (TESTS / package).rglob("test_*.py")]
    return {(path.parent / path.stem.removeprefix("test_")).relative_to(TESTS) for path in files}


# Modules that are tested with what is written over them; there are to be fewer of them.
TESTED_BY_OTHERS = 36


def test_hardly_a_module_is_without_a_test_by_its_name_or_that_of_its_folder():
    tested = named_tests()

    def has_test(module: Path) -> bool:
        kind = module.parent / module.name.split("_")[0]
        folders = [*module.parents][:-2]
        return bool({module, kind, *folders, *(folder / folder.name for folder in folders)} & tested)

    modules = [path.relative_to(ROOT).with_suffix("") for path in MODULES.values() if path.name[0] != "_"]
    without = [str(module) for module in modules if not has_test(module)]
    assert len(without) <= TESTED_BY_OTHERS, without


def test_the_test_of_a_module_is_found_by_its_name():
    """`tests/lazytree/games/test_scores.py` tests `lazytree/games/scores.py`, a test by the name of a folder all of it.

    `tests/strictcheck/kinds/test_mapping.py` tests the modules of that kind, `mapping_kind`, `mapping_thunk`, ...
    """
    tested = named_tests()
    assert len(tested) > 50

    def is_there(name: Path) -> bool:
        whole = (ROOT / name).is_dir() or name.name == name.parent.name
        of_kind = name.parent.name == "kinds" and any((ROOT / name.parent).glob(f"{name.name}_*.py"))
        return whole or of_kind or (ROOT / name).with_suffix(".py").exists()

    assert [str(name) for name in sorted(tested) if not is_there(name)] == []


def expanded(word: str) -> list[str]:
    """Words that the shell makes of one with braces."""
    found = re.search(r"\{([^{}]*)\}", word)
    choices = found[1].split(",") if found else []
    return [one for choice in choices for one in expanded(word.replace(f"{{{found[1]}}}", choice, 1))] or [word]


def test_the_tests_that_ci_names_are_there():
    named = [
        path for word in re.findall(r"tests/[\w/{},.]+", (ROOT / ".ci/run").read_text()) for path in expanded(word)
    ]
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_what_contributing_says_to_open_is_there():
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("| to change | open |")[2].partition("\n\n")[0]
    named = re.findall(r"`((?:\w+/)+\w+)`", table)
    assert len(named) > 10
    folders = [ROOT, ROOT / "strictcheck", ROOT / "lazytree"]
    assert [one for one in named if not any((folder / f"{one}.py").exists() for folder in folders)] == []
