"""What can be seen in a check file, or beside it, without running it."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.authoring.coursecheck.findings import Finding, Kind
from grader.checks.spec import Place, places
from grader.course import layout
from grader.course.model import Course, Item, Lesson
from grader.course.model import Kind as ItemKind
from grader.course.nearmiss import did_you_mean
from grader.errors import Problem

_BLIND = frozenset({"allclose", "isclose", "assert_allclose", "assert_almost_equal", "assert_array_equal"})
_JUDGES = frozenset({"assert_close", "assert_equal", "array_equal", *_BLIND})
_ARRAYS = frozenset({"array", "asarray", "zeros", "ones", "eye", "full", "arange", "linspace", "diag"})
_CHANGES = frozenset(
    {"append", "extend", "insert", "update", "setdefault", "add", "pop", "popitem", "remove", "clear", "sort"}
)
_USE_OURS = "Use assert_close from grader.checks: it compares the shape first."


def findings(course: Course, lesson: Lesson) -> Iterator[Finding]:
    """Everything of one lesson. A file that is not Python is left to the run that loads it."""
    for place in places(course, lesson, lesson.items):
        tree = _parsed(place.path)
        if tree is not None:
            for kind, line, what, hint in _in_checks(tree, course, lesson, place):
                yield _finding(kind, lesson, place.item, f"{place.shown}:{line}", what, hint)
    for item in lesson.items:
        yield from _sandbox_imports(course, lesson, item)
        for name in item.packages:
            if not _installed(name):
                what = f"the package `{name}` of `{item.id}` is not installed"
                hint = "Name it as it is imported, and install it beside the grader."
                yield _finding(Kind.MISSING_IMPORT, lesson, item, layout.COURSE_FILE, what, hint)


def packages(lesson: Lesson) -> list[str]:
    """What the sandbox of a lesson has to offer, as far as it is installed."""
    return sorted({name for item in lesson.items for name in item.packages if _installed(name)})


Seen = tuple[Kind, int, str, str]
"""Kind, line, what, and what next."""


def _in_checks(tree: ast.Module, course: Course, lesson: Lesson, place: Place) -> Iterator[Seen]:
    yield from _comparisons(tree)
    yield from _own_state(tree)
    yield from _unknown_names(tree, course, lesson, place.item)
    for name, line in _imports(tree):
        if not (place.path.parent / f"{name}.py").is_file() and not _installed(name):
            hint = "Checks may import what is installed beside the grader, and files of their own folder."
            yield Kind.MISSING_IMPORT, line, f"`{name}` is not installed", hint


def _comparisons(tree: ast.Module) -> Iterator[Seen]:
    for node in ast.walk(tree):
        called = _called(node)
        if isinstance(node, ast.Call) and called in _BLIND and _owner(node) != "":
            what = f"`{called}` broadcasts, so an answer of the wrong shape passes"
            yield Kind.SHAPE_BLIND, node.lineno, what, _USE_OURS
        if isinstance(node, ast.Call) and called in _JUDGES and any(map(_is_nan, ast.walk(node))):
            what = "a NaN is expected, and no NaN equals another"
            yield Kind.NAN_EXPECTED, node.lineno, what, "Check np.isnan of the answer instead."
        if isinstance(node, ast.Compare) and any(_is_nan(each) for each in (node.left, *node.comparators)):
            yield Kind.NAN_EXPECTED, node.lineno, "nothing equals NaN, not even NaN", "Use np.isnan."
        compared = _compared_arrays(node)
        if compared is not None:
            what = "`==` on arrays broadcasts, so an answer of the wrong shape passes"
            hint = "Use assert_close or assert_equal from grader.checks: they compare the shape first."
            yield Kind.SHAPE_BLIND, compared.lineno, what, hint


def _compared_arrays(node: ast.AST) -> ast.Compare | None:
    """The ``==`` of ``(a == b).all()``, ``np.all(a == b)`` and ``assert a == np.array(...)``."""
    if isinstance(node, ast.Call) and _called(node) == "all":
        inside = node.args[0] if node.args else getattr(node.func, "value", None)
        return inside if isinstance(inside, ast.Compare) and isinstance(inside.ops[0], ast.Eq) else None
    if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
        sides = (node.test.left, *node.test.comparators)
        if isinstance(node.test.ops[0], ast.Eq) and any(_called(side) in _ARRAYS for side in sides):
            return node.test
    return None


def _own_state(tree: ast.Module) -> Iterator[Seen]:
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    hint = "Make it inside the check: a verdict must not depend on what ran before."
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        local = {arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg)}
        local |= {
            n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                yield Kind.MODULE_STATE, node.lineno, f"`{node.names[0]}` is changed by a check", hint
            elif (name := _changed_name(node)) in own - local:
                yield Kind.MODULE_STATE, node.lineno, f"`{name}` is changed by a check", hint  # type: ignore[attr-defined]


def _changed_name(node: ast.AST) -> str:
    """``x`` of ``x.append(1)`` and ``x[0] = 1``."""
    place: ast.AST | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        place = node.func.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        place = node.value
    return place.id if isinstance(place, ast.Name) else ""


def _unknown_names(tree: ast.Module, course: Course, lesson: Lesson, item: Item) -> Iterator[Seen]:
    known = _offered(course, lesson, item)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="student"), attr=name):
                owner = item.id
            case ast.Attribute(
                value=ast.Subscript(value=ast.Name(id="students"), slice=ast.Constant(value=str() as owner)),
                attr=name,
            ):
                pass
            case _:
                continue
        offered = known.get(owner)
        if offered is not None and name not in offered and name != "last":
            what = f"the stub of `{owner}` has no `{name}`"
            hint = did_you_mean(name, offered) or f"It has {', '.join(sorted(offered)) or 'no name at all'}."
            yield Kind.UNKNOWN_NAME, node.lineno, what, hint


def _offered(course: Course, lesson: Lesson, item: Item) -> Mapping[str, frozenset[str]]:
    """Item id -> names at the top of its stub, for this item and those that it uses."""
    found = {}
    for each in (item, *map(lesson.item, item.uses)):
        tree = _parsed(layout.pristine(course, lesson, each)) if each.kind is ItemKind.CODE else None
        if tree is not None:
            found[each.id] = frozenset(_names(tree))
    return found


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def _sandbox_imports(course: Course, lesson: Lesson, item: Item) -> Iterator[Finding]:
    """Imports of the item's reference, stub and helpers that fail in the sandbox.

    A mistake may import what is not there: that it does may be the mistake.
    """
    if item.kind is not ItemKind.CODE:
        return
    local = {Path(name).stem for each in lesson.items for name in (each.stub, *each.files)}
    allowed = {*sys.stdlib_module_names, "numpy", *local, *item.packages}
    files = [layout.reference(course, lesson, item), layout.pristine(course, lesson, item)]
    files += [layout.exercises(course, lesson) / name for name in item.files if name.endswith(".py")]
    for path in files:
        tree = _parsed(path)
        for name, line in _imports(tree) if tree else ():
            if name not in allowed:
                where = f"{path.relative_to(course.root).as_posix()}:{line}"
                hint = f"Say `packages: [{name}]` for `{item.id}` in course.yaml, or do without it."
                what = f"the sandbox lacks `{name}`"
                yield _finding(Kind.MISSING_IMPORT, lesson, item, where, what, hint)


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Top-level name and line of everything imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno


def _installed(name: str) -> bool:
    return name in sys.modules or importlib.util.find_spec(name) is not None


def _called(node: ast.AST) -> str:
    """The last name of what is called: ``allclose`` of ``np.allclose(...)``."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _owner(node: ast.Call) -> str:
    """What the called name is taken from; empty for a bare name."""
    return ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""


def _is_nan(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in ("nan", "NaN", "NAN")
    return _called(node) == "float" and any(
        isinstance(each, ast.Constant) and str(each.value).lower() == "nan"
        for each in node.args  # type: ignore[attr-defined]
    )


def _parsed(path: Path) -> ast.Module | None:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return None


def _finding(kind: Kind, lesson: Lesson, item: Item, where: str, what: str, hint: str) -> Finding:
    return Finding(kind, Problem(what, where, hint), lesson.id, item.id)
