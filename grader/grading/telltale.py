"""Where in a student's code a known mistake shows: small patterns, fitted to the syntax tree.

A mistake's file may say what to look for, the surest first::

    LOOK_FOR = ("_ / len(_)", "sum(_, axis=0)", "squeeze(_, ...)", "_ /= _")

A pattern is Python. ``_`` stands for any expression and ``...`` for whatever else is passed or asked for. A
call goes by its last name: ``squeeze(_)`` is ``x.squeeze()``, ``np.squeeze(x)`` and ``squeeze(x)``. A name
that is assigned once stands for what it was assigned, so ``n = len(x)`` and ``total / n`` fit, too.

Only a place that leaves no doubt counts: the first pattern that fits anywhere fits on one line alone, in code
that the asked functions reach. A wrong line would be worse than none.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from grader.sandbox.syntax import Plain

Node = dict[str, Any]
"""``{"node": "BinOp", "line": 3, field: ...}``, as a sandbox gives it."""
LOOK_FOR = "LOOK_FOR"
ANYTHING = "_"
_REST = "..."
_NOT_COMPARED = frozenset({"line", "ctx", "kind", "type_comment"})
_DEFINITIONS = ("FunctionDef", "AsyncFunctionDef", "ClassDef")


def patterns(written: object) -> tuple[Node, ...]:
    """What a mistake's ``LOOK_FOR`` says. Raises ValueError, in words for an author, when it says nothing."""
    if not isinstance(written, tuple | list) or not all(isinstance(each, str) for each in written):
        raise ValueError(f"{LOOK_FOR} is no tuple of patterns: a single one needs a comma behind it")
    return tuple(map(_pattern, written))


@lru_cache(maxsize=1024)
def _pattern(text: str) -> Node:
    try:
        (statement,) = ast.parse(text).body
    except (SyntaxError, ValueError):
        raise ValueError(f"the pattern '{text}' is not one Python expression or statement") from None
    pattern: Node = Plain().node(statement.value if isinstance(statement, ast.Expr) else statement)
    if pattern["node"] == "Name":
        raise ValueError(f"the pattern '{text}' fits nearly everywhere: say what is done with it")
    for node in _nodes(pattern):
        if node["node"] == "Call" and node["func"]["node"] != "Name":
            raise ValueError(
                f"the pattern '{text}' calls by more than a name: squeeze(_) is x.squeeze(), too"
            )
    return pattern


def line_of(wanted: Sequence[Node], tree: Node, asked: Iterable[str]) -> int | None:
    """The line that the first fitting pattern fits, ``None`` where that is none or more than one.

    ``tree`` is the module's; ``asked`` are names of the functions and classes that checks call.
    """
    modules = frozenset(_imported(tree))
    scopes = [(_nodes(scope), _assigned_once(scope)) for scope in _reached(tree, asked)]
    for pattern in wanted:
        lines = {
            node["line"]
            for nodes, known in scopes
            for node in nodes
            if node["node"] == pattern["node"] and _fits(pattern, node, known, modules)
        }
        if lines:
            return lines.pop() if len(lines) == 1 else None
    return None


def _nodes(value: Any) -> list[Node]:
    """Every node in ``value``, itself included, in no particular order."""
    found: list[Node] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.append(part)
        members = part.values() if isinstance(part, dict) else part
        waiting += [member for member in members if isinstance(member, dict | list)]
    return found


def _imported(tree: Node) -> Iterator[str]:
    """Names that stand for modules."""
    for node in _nodes(tree):
        if node["node"] == "Import":
            for alias in node["names"]:
                yield alias["asname"] or alias["name"].partition(".")[0]


def _reached(tree: Node, asked: Iterable[str]) -> list[Node]:
    """The module's functions and classes that ``asked`` name, and those that their code names."""
    defined = {node["name"]: node for node in tree["body"] if node["node"] in _DEFINITIONS}
    reached: dict[str, Node] = {}
    waiting = list(asked)
    while waiting:
        name = waiting.pop()
        if name in defined and name not in reached:
            reached[name] = defined[name]
            waiting += [node["id"] for node in _nodes(defined[name]) if node["node"] == "Name"]
    return list(reached.values())


def _assigned_once(scope: Node) -> dict[str, Node]:
    """What each name stands for that is bound only once, by a plain assignment."""
    nodes = _nodes(scope)
    bound = Counter(node["id"] for node in nodes if node["node"] == "Name" and node["ctx"]["node"] == "Store")
    bound.update(node["arg"] for node in nodes if node["node"] == "arg")
    return {
        target["id"]: value
        for node in nodes
        if node["node"] == "Assign" and len(node["targets"]) == 1
        for target, value in _pairs(node["targets"][0], node["value"])
        if target["node"] == "Name" and bound[target["id"]] == 1
    }


def _pairs(target: Node, value: Node) -> list[tuple[Node, Node]]:
    """Which value goes to which target: one to one, or ``n, d = len(K), 2`` side by side."""
    if target["node"] == value["node"] == "Tuple" and len(target["elts"]) == len(value["elts"]):
        return list(zip(target["elts"], value["elts"], strict=True))
    return [(target, value)]


def _fits(pattern: Any, found: Any, known: Mapping[str, Node], modules: frozenset[str]) -> bool:
    if isinstance(pattern, list):
        return _all_fit(pattern, found, known, modules) if isinstance(found, list) else False
    if not isinstance(pattern, dict) or not isinstance(found, dict):
        return _kind(pattern) is _kind(found) and bool(pattern == found)
    if pattern.get("id") == ANYTHING or _is_rest(pattern):
        return True
    if found["node"] == "Name" and pattern["node"] != "Name" and found["id"] in known:
        others = {name: value for name, value in known.items() if name != found["id"]}
        return _fits(pattern, known[found["id"]], others, modules)
    if pattern["node"] != found["node"]:
        return False
    if pattern["node"] == "Call":
        return _call_fits(pattern, found, known, modules)
    return all(
        _fits(member, found.get(field), known, modules)
        for field, member in pattern.items()
        if field not in _NOT_COMPARED
    )


def _kind(value: Any) -> type:
    """2 and 2.0 are the same number; True is none."""
    return float if type(value) is int else type(value)


def _all_fit(
    wanted: Sequence[Any], found: Sequence[Any], known: Mapping[str, Node], modules: frozenset[str]
) -> bool:
    """One by one; a ``...`` at the end is for any number of others."""
    if wanted and _is_rest(wanted[-1]):
        wanted, found = wanted[:-1], found[: len(wanted) - 1]
    return len(wanted) == len(found) and all(
        _fits(one, other, known, modules) for one, other in zip(wanted, found, strict=True)
    )


def _call_fits(pattern: Node, call: Node, known: Mapping[str, Node], modules: frozenset[str]) -> bool:
    called, given = call["func"], call["args"]
    if called["node"] == "Attribute":
        name = called["attr"]
        given = given if _is_module(called["value"], modules) else [called["value"], *given]
    else:
        name = called.get("id")
    wanted = {each["arg"]: each["value"] for each in pattern["keywords"]}
    named = {each["arg"]: each["value"] for each in call["keywords"]}
    open_end = bool(pattern["args"]) and _is_rest(pattern["args"][-1])
    return (
        pattern["func"]["id"] == name
        and _all_fit(pattern["args"], given, known, modules)
        and (open_end or wanted.keys() == named.keys())
        and all(arg in named and _fits(value, named[arg], known, modules) for arg, value in wanted.items())
    )


def _is_module(node: Node, modules: frozenset[str]) -> bool:
    """``np`` or ``np.linalg`` of an imported ``np``."""
    while node["node"] == "Attribute":
        node = node["value"]
    return node["node"] == "Name" and node["id"] in modules


def _is_rest(node: Any) -> bool:
    return isinstance(node, dict) and node["node"] == "Constant" and node["value"] == _REST
