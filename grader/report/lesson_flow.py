"""A lesson's flow chart: the plain part of Mermaid's language that lessons need, read and laid out in layers.

Read are ``flowchart`` and ``graph`` with nodes in any bracket, arrows ``-->``, ``==>``, ``-.->`` and ``---``
with or without ``|label|``, chains, ``&`` and ``%%`` comments (https://mermaid.js.org/syntax/flowchart.html).
Whatever else a chart holds makes it one that is not read here, and the page shows its source instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_FIRST = re.compile(r"(?:flowchart|graph)\s+(LR|RL|TD|TB|BT)\s*;?\s*$")
_NODE = re.compile(
    r"\s*(?P<id>\w+(?:-\w+)*)\s*"
    r"(?:(?P<open>[\[({>]+/?)\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^\"\[\](){}]*))\s*/?[\])}]+)?\s*"
)
_ARROW = re.compile(r"\s*(?:--+>|==+>|-\.+->|---+)\s*(?:\|\s*\"?(?P<label>[^|\"]*)\"?\s*\|)?")
_BREAK = re.compile(r"\s*<br\s*/?>\s*")


@dataclass(frozen=True, slots=True)
class Edge:
    """One arrow."""

    start: str
    end: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """A flow chart without cycles."""

    nodes: Mapping[str, str]
    """Id -> label, in the order in which the chart names them."""
    edges: tuple[Edge, ...]
    layers: tuple[tuple[str, ...], ...]
    """Ids from the first layer to the last. Each arrow leads to a later layer; a node with nothing before it
    stands right before the first one that needs it. An arrow over several layers passes an empty id in each
    layer between (see ``routes``)."""
    routes: Mapping[Edge, tuple[str, ...]]
    """The ids that an arrow touches, its own ends included, one in each layer."""

    def label(self, node: str) -> str:
        """What is written in ``node``; empty where an arrow only passes."""
        return self.nodes.get(node, "")


def parse(mermaid: str) -> Flow | None:
    """The chart in ``mermaid``, or ``None`` when it holds anything that is not read here."""
    lines = [line.partition("%%")[0].strip() for line in mermaid.splitlines()]
    lines = [line for line in lines if line]
    if not lines or not _FIRST.match(lines[0]):
        return None
    nodes: dict[str, str] = {}
    edges: list[Edge] = []
    for statement in (part for line in lines[1:] for part in line.split(";") if part.strip()):
        if not _statement(statement, nodes, edges):
            return None
    depth = _depths(nodes, edges)
    return _layered(nodes, tuple(dict.fromkeys(edges)), depth) if nodes and depth is not None else None


def _statement(text: str, nodes: dict[str, str], edges: list[Edge]) -> bool:
    """Add what ``A & B -->|label| C --> D`` says. False when it is not understood."""
    before: list[str] = []
    position, label = 0, ""
    while True:
        group: list[str] = []
        while True:
            node = _NODE.match(text, position)
            if node is None:
                return False
            name = node["id"]
            written = node["quoted"] if node["quoted"] is not None else node["bare"]
            if written is not None or name not in nodes:
                nodes[name] = _BREAK.sub(" ", written.strip() if written is not None else name)
            group.append(name)
            position = node.end()
            if text[position : position + 1] != "&":
                break
            position += 1
        edges += [Edge(start, end, label) for start in before for end in group]
        if position == len(text):
            return True
        arrow = _ARROW.match(text, position)
        if arrow is None:
            return False
        position, before, label = arrow.end(), group, (arrow["label"] or "").strip()


def _depths(nodes: Mapping[str, str], edges: Sequence[Edge]) -> dict[str, int] | None:
    """How many arrows at most lead from each node to an end of the chart; ``None`` when there is a cycle."""
    depth = dict.fromkeys(nodes, 0)
    for _ in range(len(nodes)):
        changed = False
        for edge in edges:
            if depth[edge.start] <= depth[edge.end]:
                depth[edge.start] = depth[edge.end] + 1
                changed = True
        if not changed:
            return depth
    return None


def _layered(nodes: Mapping[str, str], edges: tuple[Edge, ...], depth: Mapping[str, int]) -> Flow:
    deepest = max(depth.values())
    layers: list[list[str]] = [[] for _ in range(deepest + 1)]
    for node in nodes:
        layers[deepest - depth[node]].append(node)
    routes = {}
    for number, edge in enumerate(edges):
        between = range(deepest - depth[edge.start] + 1, deepest - depth[edge.end])
        passed = [f" {number}.{layer}" for layer in between]
        for layer, name in zip(between, passed, strict=True):
            layers[layer].append(name)
        routes[edge] = (edge.start, *passed, edge.end)
    before = _neighbours(routes)
    for upper, lower in pairwise(layers):
        place = {name: index for index, name in enumerate(upper)}
        # What has something before it stands below that (so fewer arrows cross); the rest comes last.
        lower.sort(key=lambda name: _mean([place[each] for each in before.get(name, ())], len(place)))
    return Flow(nodes, edges, tuple(map(tuple, layers)), routes)


def _neighbours(routes: Mapping[Edge, Sequence[str]]) -> dict[str, list[str]]:
    """Id -> the ids right before it on any route."""
    before: dict[str, list[str]] = {}
    for route in routes.values():
        for one, other in pairwise(route):
            before.setdefault(other, []).append(one)
    return before


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def spread(flow: Flow, breadth: Callable[[str], float], gap: float) -> dict[str, float]:
    """The middle of each id across the direction of flow, from 0: under what comes before it, never closer
    than ``gap`` to its neighbour. ``breadth(id)`` is how much room it takes up there."""
    before = _neighbours(flow.routes)
    middle: dict[str, float] = {}
    for layer in flow.layers:
        edge = None
        for name in layer:
            half = breadth(name) / 2
            wanted = _mean([middle[each] for each in before.get(name, ())], half if edge is None else edge)
            middle[name] = wanted if edge is None else max(wanted, edge + gap + half)
            edge = middle[name] + half
    start = min(middle[name] - breadth(name) / 2 for name in middle)
    return {name: at - start for name, at in middle.items()}
