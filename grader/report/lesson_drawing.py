"""A flow chart as a picture: SVG for a page, box-drawing characters for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from itertools import pairwise

from markupsafe import Markup

from grader.report.lesson_flow import Edge, Flow, spread

_LETTER, _LINE, _PAD_X, _PAD_Y = 8.0, 19.0, 13.0, 9.0
"""Pixels: the width of a letter and the height of a line at the style sheet's size, and room around them."""
_ALONG, _ACROSS, _TIP, _EDGE = 34.0, 18.0, 7.0, 2.0
_WRAP = 15
_BRACKETS = re.compile(r"\([^()]*\)")
_GAP = 3
_BENDS = {"ud": "│", "lr": "─", "ur": "└", "ul": "┘", "dr": "┌", "dl": "┐"}
_BENDS |= {"udr": "├", "udl": "┤", "ulr": "┴", "dlr": "┬", "udlr": "┼"}


def svg(flow: Flow, *, across: bool) -> Markup:
    """The chart as an SVG element without an id, a style or a script; its classes are for the page.

    ``across`` draws it from left to right, else from top to bottom. It is hidden from screen readers: put
    ``sentences`` beside it.
    """
    boxes = {name: _Box(flow.label(name)) for layer in flow.layers for name in layer}
    middles = spread(flow, lambda name: boxes[name].size(not across), _ACROSS)
    along = _EDGE
    for layer in flow.layers:
        depth = max(boxes[name].size(across) for name in layer)
        for name in layer:
            boxes[name].put(along + depth / 2, middles[name] + _EDGE, across=across)
        along += depth + _ALONG
    length = along - _ALONG + _EDGE
    breadth = max(middles[name] + boxes[name].size(not across) / 2 for name in boxes) + 2 * _EDGE
    width, height = (length, breadth) if across else (breadth, length)
    parts = [_arrow(edge, [boxes[name] for name in route], across) for edge, route in flow.routes.items()]
    parts += [boxes[name].drawn() for name in flow.nodes]
    sort = "across" if across else "down"
    return Markup(
        '<svg class="flow {}" viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" height="{:.0f}" aria-hidden="true">'
        "{}</svg>"
    ).format(sort, width, height, width, height, Markup("").join(parts))


class _Box:
    """A node's rectangle, or the point where an arrow passes a layer."""

    def __init__(self, label: str) -> None:
        self.lines = _wrapped(label)
        self.width = max(map(len, self.lines), default=0) * _LETTER + 2 * _PAD_X if label else 0.0
        self.height = len(self.lines) * _LINE + 2 * _PAD_Y if label else 0.0
        self.x = self.y = 0.0

    def size(self, across: bool) -> float:
        return self.width if across else self.height

    def put(self, along: float, aside: float, *, across: bool) -> None:
        self.x, self.y = (along, aside) if across else (aside, along)

    def side(self, direction: int, across: bool) -> tuple[float, float]:
        """The middle of the side where arrows come in (-1) or leave (1)."""
        half = direction * self.size(across) / 2
        return (self.x + half, self.y) if across else (self.x, self.y + half)

    def drawn(self) -> Markup:
        first = self.y - (len(self.lines) - 1) * _LINE / 2
        spans = Markup("").join(
            Markup('<tspan x="{:.1f}" y="{:.1f}">{}</tspan>').format(self.x, first + index * _LINE + 5, line)
            for index, line in enumerate(self.lines)
        )
        return Markup(
            '<rect class="box" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="8"/>'
            '<text text-anchor="middle">{}</text>'
        ).format(self.x - self.width / 2, self.y - self.height / 2, self.width, self.height, spans)


def _wrapped(label: str) -> list[str]:
    """Lines of about equal length; what is in brackets stays together."""
    whole = _BRACKETS.sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), label)
    lines = textwrap.wrap(whole, _WRAP, break_long_words=False)
    for width in range(_WRAP - 1, 5, -1):
        narrower = textwrap.wrap(whole, width, break_long_words=False)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _arrow(edge: Edge, route: list[_Box], across: bool) -> Markup:
    path = []
    for one, other in pairwise(route):
        (x1, y1), (x2, y2) = one.side(1, across), other.side(-1, across)
        if other is route[-1]:
            x2, y2 = (x2 - _TIP, y2) if across else (x2, y2 - _TIP)
        bend = ((x1 + x2) / 2, y1, (x1 + x2) / 2, y2) if across else (x1, (y1 + y2) / 2, x2, (y1 + y2) / 2)
        path.append(f"M{x1:.1f},{y1:.1f} C" + " ".join(f"{each:.1f}" for each in (*bend, x2, y2)))
    x, y = route[-1].side(-1, across)
    wing = _TIP * 0.6
    back = (
        f"{x - _TIP:.1f},{y - wing:.1f} {x - _TIP:.1f},{y + wing:.1f}"
        if across
        else f"{x - wing:.1f},{y - _TIP:.1f} {x + wing:.1f},{y - _TIP:.1f}"
    )
    label = ""
    if edge.label:
        (x1, y1), (x2, y2) = route[0].side(1, across), route[1].side(-1, across)
        label = Markup('<text class="on-arrow" x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>').format(
            (x1 + x2) / 2, (y1 + y2) / 2 - 5, edge.label
        )
    return Markup('<path class="arrow" d="{}"/><polygon class="tip" points="{:.1f},{:.1f} {}"/>{}').format(
        " ".join(path), x, y, back, label
    )


def sentences(flow: Flow) -> Markup:
    """Every arrow in words, as list items: for whoever hears the page instead of seeing it."""
    items = (
        Markup("<li>{}</li>").format(
            f"{flow.label(edge.start)} → {flow.label(edge.end)}" + (f" ({edge.label})" if edge.label else "")
        )
        for edge in flow.edges
    )
    return Markup("").join(items)


def text(flow: Flow, width: int, *, unicode: bool = True) -> str:
    """The chart from top to bottom in at most ``width`` columns; where it does not fit, a line an arrow."""
    size = {name: max(len(flow.label(name)), 1) for layer in flow.layers for name in layer}
    middles = {name: int(at) for name, at in spread(flow, lambda name: size[name], _GAP).items()}
    left = {name: max(middles[name] - size[name] // 2, 0) for name in size}
    fits = max(left[name] + size[name] for name in size) <= width
    if not fits or any(edge.label for edge in flow.edges) or _tangled(flow):
        return _arrows(flow, unicode=unicode)
    rows = []
    for number, layer in enumerate(flow.layers):
        if number:
            pairs = {
                (route[i], route[i + 1])
                for route in flow.routes.values()
                for i in range(len(route) - 1)
                if route[i + 1] in layer
            }
            rows += _between({(middles[one], middles[other]) for one, other in pairs}, unicode=unicode)
        rows.append("")
        for name in sorted(layer, key=lambda name: left[name]):
            shown = flow.label(name) or ("│" if unicode else "|")
            rows[-1] = f"{rows[-1]:<{left[name]}}{shown}"
    return "\n".join(rows)


def _tangled(flow: Flow) -> bool:
    """Whether arrows would share a line without sharing their ends, so that a drawing could be read wrongly."""
    pairs = {pair for route in flow.routes.values() for pair in pairwise(route)}
    starts: dict[str, set[str]] = {}
    for one, other in pairs:
        starts.setdefault(other, set()).add(one)
    groups = [frozenset(group) for group in starts.values()]
    return any(one != other and one & other for one in groups for other in groups)


def _between(pairs: set[tuple[int, int]], *, unicode: bool) -> list[str]:
    """Two rows that lead from the columns on the left of ``pairs`` to those on their right."""
    cells: dict[int, set[str]] = {}
    for start, end in pairs:
        low, high = min(start, end), max(start, end)
        for column in range(low, high + 1):
            cells.setdefault(column, set()).update(
                side for side, there in (("l", column > low), ("r", column < high)) if there
            )
        cells[start].add("u")
        cells[end].add("d")
    ends = {end for _, end in pairs}
    bends = {
        column: _BENDS["".join(side for side in "udlr" if side in sides)] for column, sides in cells.items()
    }
    if not unicode:
        bends = {column: {"│": "|", "─": "-"}.get(bend, "+") for column, bend in bends.items()}
    return [_row(bends), _row(dict.fromkeys(ends, "▼" if unicode else "v"))]


def _row(cells: Mapping[int, str]) -> str:
    return "".join(cells.get(column, " ") for column in range(max(cells) + 1))


def _arrows(flow: Flow, *, unicode: bool) -> str:
    width = max(len(flow.label(edge.start)) for edge in flow.edges) if flow.edges else 0
    line, tip = ("─", "▶") if unicode else ("-", ">")
    return "\n".join(
        f"{flow.label(edge.start):<{width}}  {line * 2}{f' {edge.label} {line}' if edge.label else ''}{tip}  "
        f"{flow.label(edge.end)}"
        for edge in flow.edges
    ) or "\n".join(flow.nodes.values())
