"""A lesson as a page and as text: its diagram, its formulas, its words."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from grader.course.model import CourseFile, Mission
from grader.report import lesson_drawing, lesson_flow, lesson_html, lesson_maths
from tests.grader.attempts import lesson

FORK = """flowchart TD
    A["one thing"] --> B(two) & C{three}  %% a remark
    B & C --> D((four)); A --> D
"""


def flow(mermaid: str) -> lesson_flow.Flow:
    found = lesson_flow.parse(mermaid)
    assert found is not None
    return found


def page(markdown: str) -> str:
    course = CourseFile(format=1, id="tiny", title="Tiny", mission=Mission(text="Know."), lessons=(lesson(),))
    return lesson_html.lesson(markdown, course, lesson())


def test_a_chart_is_read_with_its_labels_and_arrows() -> None:
    """Brackets of any kind, chains, groups, remarks, labels on arrows and a dash in a name"""
    found = flow(FORK)
    assert found.nodes == {"A": "one thing", "B": "two", "C": "three", "D": "four"}
    assert [(edge.start, edge.end) for edge in found.edges] == [
        ("A", "B"), ("A", "C"), ("B", "D"), ("C", "D"), ("A", "D"),
    ]  # fmt: skip
    assert flow("graph LR\na-b -->|so| c").edges == (lesson_flow.Edge("a-b", "c", "so"),)


@pytest.mark.parametrize(
    "mermaid",
    [
        "sequenceDiagram\nA->>B: hello",
        "flowchart LR\nsubgraph box\nA --> B\nend",
        "flowchart LR\nA --> B\nclassDef red fill:#f00",
        "flowchart LR\nA --> B --> A",
        "flowchart LR",
        "",
    ],
)
def test_a_chart_that_is_not_understood_is_not_half_drawn(mermaid: str) -> None:
    """Other kinds, styles, boxes in boxes and cycles: not read at all, and the page shows what is written"""
    assert lesson_flow.parse(mermaid) is None
    assert mermaid.splitlines()[:1] == [] or mermaid.splitlines()[-1] in page(
        f"```mermaid\n{mermaid}\n```"
    ).replace("&gt;", ">")


def test_no_arrow_leads_back_or_stays() -> None:
    """Each leads to a later layer, through one place in every layer between"""
    found = flow(FORK)
    at = {name: number for number, layer in enumerate(found.layers) for name in layer}
    for edge, route in found.routes.items():
        assert (route[0], route[-1]) == (edge.start, edge.end)
        assert [at[name] for name in route] == list(range(at[edge.start], at[edge.end] + 1))


def test_a_late_guest_stands_beside_the_step_that_needs_it() -> None:
    """What has nothing before it is not drawn at the beginning only because of that"""
    assert flow("flowchart LR\na --> b --> c\nd --> c").layers == (("a",), ("b", "d"), ("c",))


def test_the_chart_as_text() -> None:
    """Drawn with what a terminal has, in the columns that it has"""
    assert lesson_drawing.text(flow(FORK), 40) == (
        "one thing\n    ├──────┬─────┐\n    ▼      ▼     ▼\n   two   three   │\n"
        "    └──────┼─────┘\n           ▼\n         four"
    )
    plain = lesson_drawing.text(flow(FORK), 40, unicode=False)
    assert plain.isascii()
    narrow = lesson_drawing.text(flow(FORK), 10)
    assert narrow.splitlines()[0] == "one thing  ──▶  two"


def test_a_drawing_that_could_be_read_wrongly_becomes_a_list() -> None:
    """a leads to c and d, b only to d: one line for both would say that b leads to c"""
    text = lesson_drawing.text(flow("flowchart LR\na --> c & d\nb --> d"), 80)
    assert text.splitlines() == ["a  ──▶  c", "a  ──▶  d", "b  ──▶  d"]


def test_boxes_do_not_overlap() -> None:
    """In either direction, whatever the labels are long"""
    chart = "flowchart LR\na[a label of very many words indeed] & b --> c[x] & d[also not short at all]"
    for across in (True, False):
        drawn = lesson_drawing.svg(flow(chart), across=across)
        boxes = [
            tuple(float(number) for number in match.groups())
            for match in re.finditer(
                r'<rect[^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawn
            )
        ]
        assert len(boxes) == 4
        for i, (x, y, w, h) in enumerate(boxes):
            for x2, y2, w2, h2 in boxes[:i]:
                assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\mathrm{f}(Q) = \left(\frac{Q K^\top}{\sqrt{d_k}}\right) V", "f(Q) = (Q Kᵀ / √d_k) V"),
        (r"\alpha_{ij} \leq \frac{a + b}{c - d}", "α_ij ≤ (a + b) / (c - d)"),
        (r"\sum_i e^{s_i}", "∑_i e^s_i"),
        (r"A^T + B^{T}", "Aᵀ + Bᵀ"),
        (r"\unknown{x}", r"\unknown{x}"),
        ("n", "n"),
    ],
)
def test_a_formula_as_text_means_the_same(latex: str, plain: str) -> None:
    """Brackets where a fraction of sums needs them; what is not known stays as it is written"""
    assert lesson_maths.plain(latex) == plain


def test_a_formula_on_the_page_is_mathml() -> None:
    """With names as words, not as rows of letters"""
    drawn = lesson_maths.mathml(r"\mathrm{mean}(x) = \frac{a}{b}", block=True)
    assert drawn.startswith('<math display="block">')
    assert "<mi>mean</mi>" in drawn
    assert "<mfrac>" in drawn


@pytest.mark.parametrize("latex", [r"\text{<b onclick='x'>}", r"\text{<img src=x>}", "a & b < c", r"\frac{1"])
def test_a_formula_never_becomes_markup(latex: str) -> None:
    """Nothing but elements of MathML; what cannot be drawn is spelt"""

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag == "code" or tag.startswith("m")
            assert not any(name.startswith("on") or name in ("src", "href", "style") for name, _ in attrs)

    Reader().feed(lesson_maths.mathml(latex, block=False))


def test_links_lead_to_the_web_or_nowhere() -> None:
    """A page is read anywhere, and there a file of the course is not beside it"""
    text = page("[web](https://a.test/) [file](../../README.md) [script](javascript:x)")
    assert '<a href="https://a.test/" rel="noreferrer">web</a>' in text
    assert "<span>file</span>" in text
    assert "README" not in text
    assert text.count("<a ") == 2  # with the link that skips the contents


def test_the_contents_lead_to_every_heading() -> None:
    """In order, once each, also where two headings are alike; a code block is not a heading"""
    text = page("# Title\n\n## 1. Same\n\n### 2. Same\n\n```\n## no\n```\n\n## $x^2$ and `y`\n")
    anchors = re.findall(r'class="level-\d"><a href="#([^"]+)">([^<]+)<', text)
    assert [label for _, label in anchors] == ["1. Same", "2. Same", "x^2 and y"]
    for anchor, _ in anchors:
        assert text.count(f'id="{anchor}"') == 1
    assert text.count("<h1") == 1
