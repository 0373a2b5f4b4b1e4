"""A plugin for pytest: the part of the output filter that ``FILTER_OFF`` names lets everything through."""

from __future__ import annotations

import os

import jinja2

from grader.report import neutral

name = os.environ["FILTER_OFF"]
if name == "autoescape":

    class Unescaped(jinja2.Environment):
        """As if a page had been drawn without escaping."""

        def __init__(self, **options: object) -> None:
            super().__init__(**{**options, "autoescape": False})  # type: ignore[arg-type]

    jinja2.Environment = Unescaped  # type: ignore[misc]
elif name == "markdown_block":
    neutral.markdown_block = lambda text: f"```text\n{text}\n```"
else:
    assert callable(getattr(neutral, name))
    setattr(neutral, name, lambda text, *limits: text)
