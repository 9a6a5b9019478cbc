"""IPython and Jupyter: `%load_ext strictcheck` adds the cell magic `%%observe`, and keeps displays from forcing.

Only IPython loads this module.
"""

from __future__ import annotations

import ast
import builtins
import functools
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from inspect import CO_COROUTINE
from types import CodeType
from typing import Any, TypeAlias, TypeGuard
from weakref import WeakKeyDictionary

from IPython.core.error import UsageError

from strictcheck.errors import DemandMismatch
from strictcheck.kinds.table import kind_of
from strictcheck.kinds.unwrapping import unwrap
from strictcheck.observation.call_arguments import NUMBERS, STRINGS, Options
from strictcheck.observation.one_block import Observing, observing_all
from strictcheck.pictures import bundle_of, difference_of, spans_outline
from strictcheck.pictures.choice_of_picture import registered_picture
from strictcheck.thunks.call_stack import from_outside, is_own
from strictcheck.thunks.proxy import force

__all__ = ["load_ipython_extension", "observe_cell", "unload_ipython_extension"]

Shell: TypeAlias = Any  # of IPython, whose methods have no types

KEPT = "_demands"
REFUSED = (
    "strictcheck: code in C may refuse what stands in for a list or a dict. If the cell does not raise this without "
    "%%observe, give that code a plain copy: pickle.loads(pickle.dumps(x))"
)
# Methods of the parts of a shell that show values to people, or ask for their class, while an observation may be open.
SHOWS = {
    "": ("_ofind", "_inspect", "showtraceback", "_format_exception_for_storage"),  # methods of the shell itself
    "inspector": ("info", "_get_info", "pinfo", "pdef", "pdoc", "psource", "pfile"),  # hovering and `?`
    "Completer": ("complete", "completions"),
    "prefilter_manager": ("prefilter_lines",),
    "display_formatter": ("format",),
}

_undo: WeakKeyDictionary[Shell, ExitStack] = WeakKeyDictionary()


def observe_cell(shell: Shell, line: str, cell: str) -> Any:
    """Run the cell, and show the demands on the named variables, or on all that it uses.

        %%observe xs config
        first = xs[0] + config["base"]

    While the cell runs, thunks are in the place of these variables; afterwards they are back, unless the cell gave
    their names to something else. So what the cell does to the insides of an observed value is undone. If the cell
    raises, what it had looked at until then is shown. `_demands` has the demands, by name.

    The value of a last line is looked at one layer deep, as `observe` looks at a result. The cell may `await`;
    what else the loop runs meanwhile sees the thunks, and counts.

    Numbers are handed out as strings are: as themselves, looked at when they are fetched, for arrays and JSON take
    nothing else. An iterator that the cell leaves still gives thunks, shown as `_` until somebody looks.
    """
    __tracebackhide__ = True
    codes, used = _compile(shell, cell)
    values = _values(shell.user_ns, line.replace(",", " ").split() or used, asked=bool(line.strip()))
    if any(map(_awaits, codes)):
        return _observe_awaiting(shell, values, codes, cell)
    result = None
    with _observe(shell, values):
        for code in codes:
            result = eval(code, shell.user_ns)
        result = force(result)
    return _result_to_show(result, cell)


async def _observe_awaiting(shell: Shell, values: Mapping[str, Any], codes: list[CodeType], cell: str) -> Any:
    """Observe a cell that awaits: its body, and its last expression, whose value is returned."""
    __tracebackhide__ = True
    result = None
    with _observe(shell, values):
        for code in codes:
            result = eval(code, shell.user_ns)
            result = await result if _awaits(code) else result
        result = force(result)
    return _result_to_show(result, cell)


def _result_to_show(result: Any, cell: str) -> Any:
    return None if cell.rstrip().endswith(";") else unwrap(result)


def _awaits(code: CodeType) -> bool:
    return bool(code.co_flags & CO_COROUTINE)


def _add_await(shell: Shell, lines: list[str]) -> list[str]:
    """Return the call of the magic into which IPython turns a cell, with an `await` before it if the cell has one."""
    source = "".join(lines)
    if not source.startswith("get_ipython().run_cell_magic('observe',"):
        return lines
    call: Any = ast.parse(source, mode="eval").body
    cell = ast.literal_eval(call.args[2])
    awaits = shell.should_run_async(cell, transformed_cell=shell.transform_cell(cell))
    return [f"await {source}"] if awaits else lines


def _compile(shell: Shell, cell: str) -> tuple[list[CodeType], list[str]]:
    """Return the code of a cell, by itself that of its last expression if it ends with one, and the names it uses."""
    source = shell.transform_cell(cell)
    file = shell.compile.cache(source, shell.execution_count, raw_code=cell)
    tree = shell.transform_ast(shell.compile.ast_parse(source, filename=file))
    used = _names_in(tree)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if shell.autoawait else 0):
        codes = [shell.compile(tree, file, "exec")]
        codes += [shell.compile(ast.Expression(last.value), file, "eval")] if last else []
    return codes, used


SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef)


def _names_in(tree: ast.Module) -> list[str]:
    """List the names that a cell reads, in order, without those that a function or a comprehension has for itself.

    Nor are names among them that a statement of the cell has set before.
    """
    found: dict[str, None] = {}
    given = frozenset[str]()
    for statement in tree.body:
        found |= dict.fromkeys(name for name in _names_read(statement) if name not in given)
        given |= set(_names_set(statement))
    return list(found)


def _names_set(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement sets, whichever way it goes."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", statement)]
    for target in targets if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.For, ast.AsyncFor)) else ():
        yield from (node.id for node in ast.walk(target) if _is_name(node, ast.Store))


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, context)


def _names_read(tree: ast.stmt) -> Iterator[str]:
    todo: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while todo:
        node, own = todo.pop()
        is_added_to = isinstance(node, ast.AugAssign)
        name = node.target if isinstance(node, ast.AugAssign) else node
        if isinstance(name, ast.Name) and name.id not in own and (is_added_to or not _is_name(name, ast.Store)):
            yield name.id
        if isinstance(node, SCOPES):
            within = [*ast.walk(node)]
            own |= {one.arg for one in within if isinstance(one, ast.arg)}
            own |= {one.id for one in within if _is_name(one, ast.Store)}
        before = own
        if isinstance(node, ast.For):  # its body comes after its target is set
            own |= frozenset(_names_set(node))
        below = reversed([*ast.iter_child_nodes(node)])
        todo += [(one, before if one is getattr(node, "iter", None) else own) for one in below]


def _values(namespace: Mapping[str, Any], names: list[str], *, asked: bool) -> dict[str, Any]:
    """Return the variables to observe. Raises `UsageError`, in one line, for a missing name that was asked for."""
    if asked:
        unknown = [name for name in names if name not in namespace]
        if unknown:
            raise UsageError(
                f"%%observe: no variable is called {', '.join(unknown)}; name some that the cell uses; lines and local "
                "variables are told by observe(f, x, where=True, watch=('alpha', 'beta'))"
            )
        return {name: namespace[name] for name in names}
    there = {name: namespace[name] for name in names if name in namespace and not name.startswith("_")}
    values = {name: value for name, value in there.items() if kind_of(type(value)).is_data}
    unknown = [name for name in names if name not in namespace and not hasattr(builtins, name)]
    if not values and unknown:
        raise UsageError(f"%%observe: no variable is called {', '.join(unknown)}")
    if not values:
        raise UsageError(
            "%%observe: the cell uses no variable of this notebook that holds data, so nothing is observed; "
            "for one that a function uses, or a line with %, write %%observe NAME"
        )
    return values


@contextmanager
def _observe(shell: Shell, values: Mapping[str, Any]) -> Iterator[None]:
    """Put thunks for `values` into the namespace, and in the end show the demands."""
    namespace: dict[str, Any] = shell.user_ns
    before = dict(namespace)
    spans: dict[str, Observing[Any]] = {}
    cell = "this cell"
    try:
        with observing_all(values, Options.of((*STRINGS, *NUMBERS), True, (), False)) as spans:
            namespace |= {name: span.value for name, span in spans.items()}
            yield
    except BaseException as error:
        cell = f"this cell, until it raised {type(error).__name__}"
        if isinstance(error, TypeError):
            error.add_note(REFUSED)
        raise
    finally:
        if changed := _restore(namespace, before, spans):
            cell += f"; its changes of {', '.join(changed)} are undone"
        namespace[KEPT] = {name: span.demand for name, span in spans.items()}
        _show(shell, cell, list(spans.values()))


def _restore(namespace: dict[str, Any], before: Mapping[str, Any], spans: Mapping[str, Observing[Any]]) -> list[str]:
    """Restore the variables, and unwrap the new values of the cell, for other cells use them as plain ones.

    Returns the names of the observed variables that the cell changed.
    """
    for name, value in list(namespace.items()):
        if name in spans and value is spans[name].value:
            namespace[name] = before[name]
        elif name not in before or value is not before[name]:
            namespace[name] = unwrap(value, to_originals=True)
    return [name for name, span in spans.items() if unwrap(span.value, to_originals=True) is not before[name]]


def _show(shell: Shell, cell: str, spans: list[Observing[Any]]) -> None:
    pictures = filter(None, (registered_picture(span.demand) for span in spans))
    for picture in (spans_outline(spans, cell), *pictures):
        shell.display_pub.publish(bundle_of(picture))


def load_ipython_extension(shell: Shell) -> None:
    """Add `%%observe`; let `?`, hovering, completion, tracebacks and display look from outside; draw what differs.

    Below the traceback of a `DemandMismatch` of two demands stands the picture of their difference.

    Returns nothing. `%unload_ext strictcheck` removes it.
    """
    if shell in _undo:
        return
    undo = _undo[shell] = ExitStack()
    magic: Any = functools.partial(observe_cell, shell)
    magic.__name__, magic.__doc__ = "observe", observe_cell.__doc__
    shell.register_magic_function(magic, "cell", "observe")
    undo.callback(shell.magics_manager.magics["cell"].pop, "observe", None)
    shell.input_transformers_post.append(awaited := functools.partial(_add_await, shell))
    undo.callback(shell.input_transformers_post.remove, awaited)
    undo.callback(setattr, shell, "showtraceback", shell.showtraceback)
    shell.showtraceback = functools.partial(_show_failure, shell, shell.showtraceback)
    for part, names in SHOWS.items():
        owner = getattr(shell, part) if part else shell
        for name in filter(functools.partial(hasattr, owner), names):
            undo.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, _look_from_outside(getattr(owner, name)))


def _show_failure(
    shell: Shell, show_traceback: Callable[..., Any], exc_tuple: Any = None, *args: Any, **options: Any
) -> None:
    """Show a traceback without frames of this library, and below it the two demands that the error is about, drawn.

    `%xmode Verbose` shows those frames, too. A cell that is no Python has no frames at all.
    """
    error = (exc_tuple or sys.exc_info())[1]
    entry = None if error is None or shell.InteractiveTB.mode == "Verbose" else error.__traceback__
    while entry is not None:
        while entry.tb_next is not None and is_own(entry.tb_next.tb_frame):
            if entry.tb_next.tb_frame.f_code is _compile.__code__:
                options["running_compiled_code"] = False
            entry.tb_next = entry.tb_next.tb_next
        entry = entry.tb_next
    show_traceback(exc_tuple, *args, **options)
    if isinstance(error, DemandMismatch) and error.sides:
        shell.display_pub.publish(bundle_of(difference_of(*error.sides)))


def unload_ipython_extension(shell: Shell) -> None:
    """Remove all that `load_ipython_extension` added. Returns nothing."""
    if shell in _undo:
        _undo.pop(shell).close()


def _look_from_outside(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function`, looking from outside; elements of its iterators are collected there."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with from_outside():
            found = function(*args, **kwargs)
            return iter([*found]) if isinstance(found, Generator) else found

    return functools.update_wrapper(wrapper, function)
