"""Small changes to a reference, each of which some check should notice.

The changes are those of classic mutation testing (DeMillo, Lipton and Sayward, "Hints on test data
selection", 1978): another operator, a lost operand, another constant, axis or comparison, an argument or a
statement left out. Only lines between the solution marks are changed: the rest is given to students.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from grader.authoring.coursecheck.findings import Kind

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
}
_LOSES_RIGHT = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_LOSES_LEFT = (ast.Add, ast.Mult)
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_HEADERS = ("test", "iter", "items", "subject")
Change = tuple[Kind, str, ast.AST]
"""What kind of change, in words, and the node that stands there instead."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The reference with one change."""

    kind: Kind
    what: str
    line: int
    source: str
    diff: str


def mutants(source: str, name: str) -> list[Mutant]:
    """Every mutant of ``source``, no two alike; ``name`` stands in the diffs. Raises SyntaxError."""
    original = ast.dump(ast.parse(source))
    found: dict[str, Mutant] = {}
    for slot in _slots(ast.parse(source), _open_lines(source)):
        for kind, what, line, changed in _variants(slot):
            text = _replaced(source, slot, changed)
            try:
                key = ast.dump(ast.parse(text))
            except SyntaxError:
                continue
            if key != original:
                found.setdefault(key, Mutant(kind, what, line, text, _diff(source, text, name)))
    return list(found.values())


def _open_lines(source: str) -> frozenset[int]:
    """Lines that students write themselves; all, when nothing is marked."""
    inside, lines, number = False, set(), 0
    for number, line in enumerate(source.splitlines(), start=1):
        if "BEGIN SOLUTION" in line:
            inside = True
        elif "END SOLUTION" in line:
            inside = False
        elif inside:
            lines.add(number)
    return frozenset(lines or range(1, number + 1))


def _slots(tree: ast.Module, lines: frozenset[int]) -> Iterator[ast.stmt | ast.expr]:
    """The parts that are rewritten as a whole: simple statements, and the heads of compound ones."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or node.lineno not in lines:
            continue
        if not hasattr(node, "body"):
            yield node
            continue
        for field in _HEADERS:
            head = getattr(node, field, None)
            if isinstance(head, ast.expr):
                yield head


def _variants(slot: ast.stmt | ast.expr) -> Iterator[tuple[Kind, str, int, ast.AST]]:
    """Kind, words, line, and the slot with that change."""
    if isinstance(slot, ast.Expr) and isinstance(slot.value, ast.Constant):
        return  # a docstring
    if _may_be_dropped(slot):
        yield Kind.MUTANT_STATEMENT, "this line left out", slot.lineno, ast.Pass()
    done = set(_said_elsewhere(slot))
    for index, node in enumerate(ast.walk(slot)):
        if node in done:
            continue
        for kind, what, instead in _changes(node):
            twin = copy.deepcopy(slot)
            target = list(ast.walk(twin))[index]
            changed = _put(twin, target, instead)
            yield kind, what, getattr(node, "lineno", slot.lineno), changed


def _said_elsewhere(slot: ast.AST) -> Iterator[ast.AST]:
    """Numbers that are changed as part of something else: below a minus, or as an axis."""
    for node in ast.walk(slot):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield node.operand
        elif isinstance(node, ast.keyword) and node.arg == "axis":
            yield from ast.walk(node.value)


def _may_be_dropped(slot: ast.stmt | ast.expr) -> bool:
    """Without its first assignment a name would be unknown, which any check notices: not worth a run."""
    if isinstance(slot, ast.Assign):
        return not all(isinstance(target, ast.Name) for target in slot.targets)
    return isinstance(slot, ast.AugAssign | ast.Expr | ast.Delete)


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.BinOp():
            yield from _operator_changes(node)
        case ast.AugAssign(op=op) if type(op) in _OPERATORS:
            twin = copy.copy(node)
            twin.op = _OPERATORS[type(op)]()
            yield Kind.MUTANT_OPERATOR, _swap(op, twin.op), twin
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield Kind.MUTANT_COMPARISON, _swap(op, other), ast.BoolOp(other, values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Kind.MUTANT_COMPARISON, "`not` left out", operand
        case ast.Compare(left=left, ops=comparisons, comparators=others):
            for place, old in enumerate(comparisons):
                changed = [*comparisons[:place], _COMPARISONS[type(old)](), *comparisons[place + 1 :]]
                yield Kind.MUTANT_COMPARISON, _swap(old, changed[place]), ast.Compare(left, changed, others)
        case ast.Call(func=func, args=args, keywords=keywords):
            if args or isinstance(func, ast.Attribute):
                inner = args[0] if args else func.value  # type: ignore[attr-defined]
                what = f"only `{ast.unparse(inner)}` instead of `{ast.unparse(node)}`"
                yield Kind.MUTANT_CALL, what, inner
            for place, keyword in enumerate(keywords):
                kept = [*keywords[:place], *keywords[place + 1 :]]
                what = f"without {ast.unparse(keyword)}"
                yield Kind.MUTANT_KEYWORD, what, ast.Call(func, args, kept)
        case ast.keyword(arg="axis", value=value):
            other_axis = ast.Constant(0) if _number(value) != 0 else ast.UnaryOp(ast.USub(), ast.Constant(1))
            what = f"axis={ast.unparse(value)} became axis={ast.unparse(other_axis)}"
            yield Kind.MUTANT_AXIS, what, ast.keyword("axis", other_axis)
        case ast.Constant(value=bool() as value):
            yield Kind.MUTANT_CONSTANT, f"{value} became {not value}", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield Kind.MUTANT_CONSTANT, f"{value} became {value + 1}", ast.Constant(value + 1)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            yield Kind.MUTANT_CONSTANT, f"-{value} became {1 - value}", ast.Constant(1 - value)


def _operator_changes(node: ast.BinOp) -> Iterator[Change]:
    op = node.op
    if type(op) in _OPERATORS:
        other = _OPERATORS[type(op)]()
        yield Kind.MUTANT_OPERATOR, _swap(op, other), ast.BinOp(node.left, other, node.right)
    if isinstance(op, _LOSES_RIGHT):
        yield Kind.MUTANT_OPERATOR, f"without {_sign(op)} {ast.unparse(node.right)}", node.left
    if isinstance(op, _LOSES_LEFT):
        yield Kind.MUTANT_OPERATOR, f"without {ast.unparse(node.left)} {_sign(op)}", node.right


def _swap(old: ast.AST, new: ast.AST) -> str:
    return f"`{_sign(old)}` became `{_sign(new)}`"


def _sign(op: ast.AST) -> str:
    """An operator as it is written."""
    a, b = ast.Name("a"), ast.Name("b")
    if isinstance(op, ast.operator):
        return ast.unparse(ast.BinOp(a, op, b))[2:-2]
    if isinstance(op, ast.cmpop):
        return ast.unparse(ast.Compare(a, [op], [b]))[2:-2]
    return "and" if isinstance(op, ast.And) else "or"


def _number(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _put(root: ast.AST, target: ast.AST, instead: ast.AST) -> ast.AST:
    """``root`` with ``instead`` in the place of ``target``."""
    if target is root:
        return instead
    for parent in ast.walk(root):
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, instead)
            elif isinstance(value, list):
                value[:] = [instead if each is target else each for each in value]
    return root


def _replaced(source: str, slot: ast.stmt | ast.expr, changed: ast.AST) -> str:
    """``source`` with the slot's text replaced; offsets of ``ast`` count bytes of UTF-8."""
    assert slot.end_lineno is not None
    assert slot.end_col_offset is not None
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    before = b"".join(lines[: slot.lineno - 1]) + lines[slot.lineno - 1][: slot.col_offset]
    after = lines[slot.end_lineno - 1][slot.end_col_offset :] + b"".join(lines[slot.end_lineno :])
    return (before + ast.unparse(ast.fix_missing_locations(changed)).encode() + after).decode()


def _diff(old: str, new: str, name: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, f"{name} (changed)", "", "", 1, "")
    return "\n".join(lines)
