"""An answer file without its answers: layout, keys, comments and prompts stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

import yaml

from grader.course import yaml12

_TICKED = re.compile(r"^(\s*[-*+] )\[[xX]\]", re.MULTILINE)


def blank_choice(text: str) -> str:
    """A task list with every box unticked."""
    return _TICKED.sub(r"\1[ ]", text)


def blank_fields(text: str, name: str, *, given: Set[str] = frozenset()) -> str:
    """A YAML map with every value emptied, except of the fields that are ``given``.

    A map inside keeps its keys and loses their values; a list goes whole, on however many lines it stands.
    A field inside a map is named with dots in ``given``, ``weights.k1``. Raises ``CourseError``.
    """
    yaml12.read(text, name)  # says in clear words what is not YAML; from here on the text is sound
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    values = list(_values(root, "", given)) if isinstance(root, yaml.MappingNode) else []
    for node, in_braces in reversed(values):
        before, after = text[: node.start_mark.index], text[_end(node) :]
        # In braces the space after ':' has to stay: '{a:, b:}' is a list of words.
        text = (before if in_braces else before.rstrip(" \n")) + after
    return text


def _values(node: yaml.MappingNode, prefix: str, given: Set[str]) -> Iterator[tuple[yaml.Node, bool]]:
    for key, value in node.value:
        field = f"{prefix}{key.value}"
        if field in given:
            continue
        if isinstance(value, yaml.MappingNode):
            yield from _values(value, f"{field}.", given)
        elif value.start_mark.index != value.end_mark.index:
            yield value, bool(node.flow_style)


def _end(node: yaml.Node) -> int:
    """Index just behind the last character of ``node``; a block ends for PyYAML where the next one begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        written = node.end_mark.buffer or ""
        return len(written[: node.end_mark.index].rstrip("\0 \n")) if written else node.end_mark.index
    return int(node.end_mark.index)
