"""In IPython: looking forces nothing, and `%%observe` shows what a cell looked at."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import pytest

from strictcheck import delay, is_forced, is_thunk, observe, observing
from strictcheck.pictures import mimebundle

EXTRA = 'needs the extra "notebook": pip install -e ".[notebook]"'
pytest.importorskip("IPython", reason=EXTRA)

from IPython.core.completer import provisionalcompleter  # noqa: E402
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from IPython.utils.capture import capture_output  # noqa: E402
from traitlets.config import Config  # noqa: E402

# What IPython and the libraries it completes with warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")


@dataclass
class Point:
    x: int
    y: list


@pytest.fixture(scope="module")
def ipython(tmp_path_factory):
    config = Config()
    config.HistoryManager.enabled = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        yield InteractiveShell.instance(config=config, colors="nocolor")
        InteractiveShell.clear_instance()


@pytest.fixture
def shell(ipython):
    before = dict(ipython.user_ns)
    ipython.run_line_magic("load_ext", "strictcheck")
    yield ipython
    ipython.run_line_magic("unload_ext", "strictcheck")
    ipython.user_ns.clear()
    ipython.user_ns |= before


@pytest.fixture
def run(shell):
    """Run a cell; returns what it printed, what it displayed as text, and its result."""

    def run(*lines):
        with capture_output() as captured:
            done = shell.run_cell("\n".join(lines), store_history=True)
        shown = [output.data["text/plain"] for output in captured.outputs]
        run.error = done.error_in_exec or done.error_before_exec
        return captured.stdout + captured.stderr, shown, done.result

    return run


VALUES = {
    "mapping": {"host": "a", "ports": [1]},
    "sequence": [1, "two", Point(3, [])],
    "record": Point(1, [2]),
    "text": "abc",
    "function": len,
    "iterator": iter([1, 2]),
}


@pytest.fixture(params=["delayed", "open", "closed"])
def thunks(request):
    """A stand-in of each kind that nobody has looked at, and one in a list: of no observation, of one that is open, and
    of one that is over."""
    with ExitStack() as stack:
        if request.param == "delayed":
            found = {name: delay(lambda value=value: value) for name, value in VALUES.items()}
        else:
            found = {name: stack.enter_context(observing(value, atoms=())).value for name, value in VALUES.items()}
        if request.param == "closed":
            stack.close()
        yield found


@pytest.fixture
def untouched(shell, thunks):
    """The names of stand-ins in a shell; in the end nobody has looked at any of them."""
    shell.user_ns |= {**thunks, "holder": [thunks["record"]]}
    yield list(thunks)
    assert [name for name, thunk in thunks.items() if is_forced(thunk)] == []


def test_values_that_somebody_looks_at_are_forced_so_these_tests_can_fail(thunks):
    for thunk in thunks.values():
        assert not is_forced(thunk)
        hasattr(thunk, "x")
        assert is_forced(thunk)


@pytest.mark.parametrize("jedi", [False, True], ids=["dir", "jedi"])
def test_completion_forces_nothing(shell, untouched, jedi):
    shell.Completer.use_jedi = jedi
    for name in [*untouched, "holder[0]"]:
        for text in (name, f"{name}.", f"{name}['", f"{name}(", f"f({name}.x."):
            with provisionalcompleter():
                list(shell.Completer.completions(text, len(text)))
            shell.complete(text)


@pytest.mark.parametrize("detail", [0, 1])
def test_hovering_and_question_marks_force_nothing(shell, untouched, detail):
    for name in [*untouched, "holder[0]", "record.x", "mapping.keys"]:
        shell.object_inspect(name, detail_level=detail)
        with suppress(KeyError):  # a part of what nobody has looked at is not found
            shell.object_inspect_mime(name, detail_level=detail)
        with capture_output():
            shell.run_cell(name + "?" * (detail + 1))
            shell.run_cell(f"%pdoc {name}\n%pdef {name}\n%psource {name}\n%pfile {name}")


@pytest.mark.parametrize("magic", ["%whos", "%who", "%who_ls", "%psearch m*"])
def test_lists_of_variables_force_nothing(run, untouched, magic):
    printed, *_ = run(magic)
    assert "Error" not in printed


def test_display_forces_nothing(run, untouched):
    for name in [*untouched, "holder"]:
        assert re.fullmatch(r"Out\[\d+\]: (_|\[_\])\n*", run(name)[0])


def test_tracebacks_with_variables_force_nothing(shell, run, untouched):
    shell.InteractiveTB.set_mode("Verbose")
    try:
        printed, *_ = run("def fail(x):", "    y = x", "    return y is None or 1 / 0", "fail(record)")
    finally:
        shell.InteractiveTB.set_mode("Context")
    assert "ZeroDivisionError" in printed
    assert "y = _" in printed


INSPECTORS = """
def _jupyterlab_variableinspector_dict_list():
    return [(name, repr(value), str(value), dir(value), hasattr(value, "shape")) for name, value in VALUES.items()]

def _VSCODE_getVariable():
    def _VSCODE_getRow(value):
        return type(value).__name__, str(value), repr(value), getattr(value, "__len__", None)
    return [_VSCODE_getRow(value) for value in VALUES.values()]
"""


@pytest.mark.parametrize("inspector", ["_jupyterlab_variableinspector_dict_list", "_VSCODE_getVariable"])
@pytest.mark.parametrize("thunks", ["delayed", "closed"], indirect=True)
def test_variable_inspectors_that_live_in_the_notebook_force_nothing(shell, run, untouched, thunks, inspector):
    shell.user_ns["VALUES"] = thunks
    run(INSPECTORS)
    run(f"{inspector}()")


def test_an_observation_shows_its_picture_as_the_last_line_of_a_cell(shell, run):
    shell.user_ns["seen"] = seen = observe(any, [0, 1, 2])
    data, _ = shell.display_formatter.format(seen)
    assert data["image/svg+xml"] == mimebundle(seen)["image/svg+xml"]
    assert "[2]: not looked at" in run("seen")[0]


# %%observe


def test_a_cell_shows_what_it_looked_at_of_the_variables_that_are_named(shell, run):
    run("xs, config, other = [1, 2, 3], {'host': 'a', 'port': 80}, [4]")
    before = shell.user_ns["xs"]
    _, shown, result = run("%%observe xs config", "first = xs[0]", "first + other[0] + len(config['host'])")
    assert result == 6
    assert shown[0].splitlines() == [
        "this cell",
        "├── xs: list of 3",
        "│   ├── [0]: 1  #1",
        "│   └── [1] … [2]: 2 more, not looked at",
        "└── config: dict",
        "    ├── 'host': 'a'  #2",
        "    └── ... other keys, not asked for",
    ]
    assert shell.user_ns["xs"] is before
    assert not is_thunk(shell.user_ns["first"])
    assert {name: str(demand) for name, demand in shell.user_ns["_demands"].items()} == {
        "xs": "[1, _, _]",
        "config": "{'host': 'a', **_}",
    }


def test_the_value_of_the_last_line_is_looked_at_one_layer_deep(shell, run):
    run("xs = [[1, 2], 3]")
    assert run("%%observe xs", "xs[0]")[0].strip().endswith("[1, 2]")  # to be shown is not to be looked at
    assert str(shell.user_ns["_demands"]["xs"]) == "[[_, _], _]"


def test_a_cell_that_names_no_variables_shows_all_data_that_it_uses(run):
    run("import math", "xs, unused, f = [1, 2], [3], lambda n: n")
    _, shown, _ = run("%%observe", "f(xs[1]) + math.pi")
    assert shown[0].splitlines()[1].startswith("└── xs: list of 2")


def test_a_name_that_a_comprehension_or_a_function_has_for_itself_is_not_used(run):
    run("x, k, game, table = 99, 'key', [[3, 12], [2]], {'a': 1}")
    _, shown, _ = run("%%observe", "[x for x in game[0]], (lambda k: table[k])('a')")
    assert "game: " in shown[0]
    assert "table: " in shown[0]
    assert "99" not in shown[0]
    assert "'key'" not in shown[0]
    assert "99" in run("%%observe", "[x for x in game[0]], x + 1")[1][0]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["old = config['a']", "old + 1"], ["config"]),
        (["for old in [1, 2]:", "    old + config['a']"], ["config"]),
        (["for old in [old]:", "    old + config['a']"], ["old", "config"]),
        (["old += config['a']"], ["old", "config"]),
        (["old = old + 1"], ["old"]),
        (["if config['a'] > 1:", "    old = 1", "old + 1"], ["config", "old"]),
    ],
)
def test_a_name_that_the_cell_only_sets_is_not_used(run, lines, names):
    run("config, old = {'a': 1, 'b': 2}, 5")
    _, shown, _ = run("%%observe", *lines)
    assert [name for name in ("old", "config") if f"{name}: " in shown[0]] == sorted(names, reverse=True)


def test_of_a_line_of_a_magic_the_names_have_to_be_given(run):
    run("config = {'a': 1}")
    printed, _, _ = run("%%observe", "%timeit -n1 -r1 config['a']")
    assert "a line with %, write %%observe NAME" in printed
    assert "'a': 1" in run("%%observe config", "%timeit -n1 -r1 config['a']")[1][0]


def test_after_an_exception_the_variables_are_back_and_what_was_looked_at_is_shown(shell, run):
    run("xs = [1, 2]")
    before = shell.user_ns["xs"]
    printed, shown, _ = run("%%observe xs", "xs[0] + 0", "1 / 0")
    assert isinstance(run.error, ZeroDivisionError)
    assert printed.count("ZeroDivisionError: division by zero") == 1
    assert shown[0].startswith("this cell, until it raised ZeroDivisionError\n")
    assert "[0]: 1  #1" in shown[0]
    assert str(shell.user_ns["_demands"]["xs"]) == "[1, _]"
    assert shell.user_ns["xs"] is before


@pytest.mark.parametrize("lines", [("%%observe xs", "xs[7]"), ("%%observe xs", "xs[0 +"), ("observe(sum, ['a'])",)])
def test_a_traceback_shows_no_lines_of_the_library_unless_it_is_verbose(shell, run, lines):
    run("xs = [1, 2]\nfrom strictcheck import observe")
    of_library = "thunk.py", "one_call.py", "ipython_magic.py", "run_cell_magic in"
    printed, _, _ = run(*lines)
    assert run.error is not None
    assert not any(file in printed for file in of_library)
    try:
        shell.InteractiveTB.set_mode("Verbose")
        printed, _, _ = run(*lines)
        assert any(file in printed for file in of_library)
    finally:
        shell.InteractiveTB.set_mode("Context")


def test_a_name_that_the_cell_gives_away_stays_given_away(shell, run):
    run("xs, ys, zs = [1, 2], [3], [4]")
    run("%%observe xs ys zs", "xs = xs + [5]", "del ys")
    assert shell.user_ns["xs"] == [1, 2, 5]
    assert type(shell.user_ns["xs"]) is list
    assert "ys" not in shell.user_ns
    assert shell.user_ns["zs"] == [4]


def test_what_was_not_looked_at_in_the_cell_works_afterwards(run):
    run("xs = [[1], [2]]")
    run("%%observe xs", "kept = xs[1]")
    assert run("kept is xs[1]")[2] is True
    assert run("kept[0] + 1")[2] == 3


ORDERS = "orders = [{'id': 1, 'paid': False}, {'id': 2, 'paid': True}]"


@pytest.mark.parametrize(
    ("cell", "name", "value"),
    [
        ("for one in orders: one['id']", "one", {"id": 2, "paid": True}),
        ("first = next(one['id'] for one in orders)", "first", 1),
        ("ids = [one['id'] for one in orders]", "ids", [1, 2]),
        (
            "by_id = {one['id']: one for one in orders}",
            "by_id",
            {1: {"id": 1, "paid": False}, 2: {"id": 2, "paid": True}},
        ),
        ("pair = orders[0], [orders[1]]", "pair", ({"id": 1, "paid": False}, [{"id": 2, "paid": True}])),
        ("one = orders[0]; 1 / 0", "one", {"id": 1, "paid": False}),
    ],
)
def test_what_a_cell_leaves_in_variables_is_plain_in_the_next(shell, run, cell, name, value):
    run(ORDERS)
    _, shown, _ = run("%%observe", cell)
    assert shown[0].startswith("this cell")
    assert isinstance(run.error, ZeroDivisionError if "1 / 0" in cell else type(None))
    assert type(shell.user_ns[name]) is type(value)
    assert json.dumps(shell.user_ns[name]) == json.dumps(value)


def test_code_that_refuses_what_stands_in_for_a_dict_is_told_to_take_a_copy(run):
    run(ORDERS, "import json, pickle")
    printed, shown, _ = run("%%observe", "json.dumps(orders[0])")
    assert "give that code a plain copy: pickle.loads(pickle.dumps(x))" in printed
    assert shown[0].startswith("this cell, until it raised TypeError")
    assert run("%%observe", "json.dumps(pickle.loads(pickle.dumps(orders[0])))")[2] == '{"id": 1, "paid": false}'
    assert "plain copy" not in run("%%observe", "len(orders) / 0")[0]


def test_a_delayed_part_that_a_cell_leaves_in_a_variable_is_not_computed(shell, run):
    shell.user_ns["parts"] = [delay(lambda: 1 / 0)]
    run("%%observe", "one = parts[0]")
    assert not is_forced(shell.user_ns["one"])


def test_a_variable_that_the_cell_does_not_look_at_is_not_changed(run):
    run(ORDERS, "others = [1]")
    _, shown, _ = run("%%observe orders others", "orders.append(3)")
    assert shown[0].startswith("this cell; its changes of orders are undone\n")


@pytest.mark.parametrize(
    ("cell", "changed"),
    [
        ("orders.append(3)", True),
        ("orders[1]['paid'] = False", True),
        ("orders.sort(key=len, reverse=True)", False),
        ("orders = orders + [3]", False),
        ("sum(one['id'] for one in orders)", False),
    ],
)
def test_a_cell_whose_changes_are_undone_says_so(run, cell, changed):
    run(ORDERS)
    _, shown, _ = run("%%observe", cell)
    assert shown[-1 if "sum" not in cell else 0].startswith(
        "this cell; its changes of orders are undone\n" if changed else "this cell\n"
    )


@pytest.mark.parametrize("line", ["%%observe nothing", "%%observe xs nothing", "%%observe 1+1"])
def test_an_unknown_name_is_an_error_of_one_line(run, line):
    run("xs = [1]")
    printed, shown, _ = run(line, "xs")
    assert shown == []
    (message,) = printed.strip().splitlines()
    assert message.startswith("UsageError: %%observe: no variable is called ")


def test_a_cell_with_no_variable_but_a_misspelled_one_names_that(run):
    printed, shown, _ = run("%%observe", "len(nothing)")
    assert (printed.strip(), shown) == ("UsageError: %%observe: no variable is called nothing", [])


def test_commas_between_names_are_no_part_of_them(run):
    run("xs, ys = [1], [2]")
    _, shown, _ = run("%%observe xs, ys", "xs[0] + ys[0]")
    assert len(shown) == 1
    assert "ys: list of 1" in str(shown)


def test_a_cell_that_is_no_python_runs_nothing(shell, run):
    run("xs = [1]")
    _, shown, _ = run("%%observe xs", "xs[0] +")
    assert isinstance(run.error, SyntaxError)
    assert shown == []
    assert type(shell.user_ns["xs"]) is list


def test_a_cell_may_await(shell, run):
    run(
        "import asyncio",
        "xs = [[1, 2], 3, [4]]",
        "async def double(x):",
        "    await asyncio.sleep(0)",
        "    return x + x",
    )
    before = shell.user_ns["xs"]
    _, shown, result = run("%%observe xs", "first = await double(xs[1])", "await double(xs[0])")
    assert result == [1, 2, 1, 2]
    assert shell.user_ns["first"] == 6
    assert not is_thunk(shell.user_ns["first"])
    assert shell.user_ns["xs"] is before
    assert "[1]: 3  #1" in shown[0]
    assert str(shell.user_ns["_demands"]["xs"]) == "[[_, _], 3, _]"
    assert run("%%observe xs", "async for x in xs: pass")[1]
    assert isinstance(run.error, TypeError)
    assert run("%%observe xs", "next(iter([]))")[1]
    assert isinstance(run.error, StopIteration)


def test_what_awaits_in_a_function_of_its_own_is_no_cell_that_awaits(run):
    assert run("xs = [1]", "'%%observe'")[2] == "%%observe"
    _, _, result = run("%%observe xs", "async def f(): await g()", "xs[0] + 1")
    assert result == 2


def test_magics_work_in_an_observed_cell(run):
    run("xs = [1]")
    assert run("%%observe xs", "names = %who_ls int", "names, xs[0] + 1")[2] == ([], 2)


def test_a_game_in_a_cell_is_drawn_too(run):
    run("from lazytree import alphabeta, from_nested", "game = from_nested([5, [2, 4]])")
    _, shown, _ = run("%%observe game", "alphabeta(game)")
    assert len(shown) == 2
    assert "1 child, cut off" in shown[1]


def test_a_check_that_fails_in_a_cell_has_the_picture_of_the_difference_below_its_traceback(shell):
    with capture_output() as captured:
        shell.run_cell("from strictcheck import assert_same_demand\nassert_same_demand(any, all, [0, 1, 2])")
    assert "DemandMismatch: any also looks at" in captured.stdout
    [drawn] = captured.outputs
    assert "- all, + any" in drawn.data["text/plain"]
    assert "+ [1]: 1" in drawn.data["text/plain"]
    with capture_output() as captured:
        shell.run_cell("1 / 0")
    assert captured.outputs == []


def test_unloading_the_extension_takes_everything_back(ipython):
    before, transformers = ipython.display_formatter.format, [*ipython.input_transformers_post]
    ipython.run_line_magic("load_ext", "strictcheck")
    ipython.run_line_magic("reload_ext", "strictcheck")
    ipython.run_line_magic("unload_ext", "strictcheck")
    assert ipython.display_formatter.format == before
    assert ipython.find_cell_magic("observe") is None
    assert ipython.input_transformers_post == transformers
    assert ipython.find_line_magic("whos") is not None


def test_the_extension_is_loaded_when_it_is_asked_for():
    code = "import sys, strictcheck; a = 'IPython' in sys.modules; strictcheck.load_ipython_extension; print(a)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_numbers_of_an_observed_cell_are_plain_for_arrays_json_and_what_is_left_for_later(run):
    run("import json, array", "orders = [{'id': 1, 'paid': True}, {'id': 2, 'paid': False}]")
    cell = ["ids = array.array('q', [one['id'] for one in orders])", "rest = (1 + i for i in ids)"]
    _, shown, _ = run("%%observe", *cell)
    assert "'id': 2" in shown[0]
    run("%%observe", "exact = [type(one['id']) is int for one in orders]")
    assert run("exact")[2] == [True, True]
    printed, _, _ = run("print(json.dumps([*ids, *rest]))")
    assert printed == "[1, 2, 2, 3]\n"
    run("%%observe", "raise ValueError(orders[1]['id'])")
    assert run.error.args == (2,)


def test_a_semicolon_hides_the_result_of_a_cell(run):
    run("numbers = [1, 2]")
    assert run("%%observe", "numbers[0]")[2] == 1
    assert run("%%observe", "numbers[0];")[2] is None
