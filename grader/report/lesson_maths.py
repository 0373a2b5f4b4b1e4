"""Formulas in LaTeX's notation: as MathML, which browsers draw by themselves, and as a line of plain text."""

from __future__ import annotations

import re
from html.entities import html5

from markupsafe import Markup, escape

_WORD = re.compile(r"\\(?:mathrm|text|textrm|operatorname|mathbf|mathit|mathsf)\{([^{}]*)\}")
_SPACING = re.compile(r"\\(?:left|right|[bB]igg?[lr]?|displaystyle|quad|[,;:! ])(?![a-zA-Z])")
_TRANSPOSED = r"(?:\\top(?![a-zA-Z])|\\intercal(?![a-zA-Z])|\\mathsf\s*T|T(?!\w))"
_RAISED_T = re.compile(rf"\^(?:\{{\s*{_TRANSPOSED}\s*\}}|{_TRANSPOSED})")
_ROOT = re.compile(r"\\sqrt\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}")
_INDEX = re.compile(r"([_^])\{([^{}]*)\}")
_COMMAND = re.compile(r"\\([a-zA-Z]+)")
_UNLIKE_HTML = {"cdot": "·", "cdots": "…", "ldots": "…", "dots": "…", "to": "→", "infty": "∞", "times": "×"}
_TAG = re.compile(
    r"</?(?:math|m(?:i|n|o|text|row|frac|sqrt|root|sub|sup|subsup|under|over|underover|table|tr|td|space|style"
    r"|padded|phantom|enclose|multiscripts|prescripts))(?:\s(?!on|href|style|src)[a-z]+=\"[^\"<>]*\")*\s*/?>"
)
_LOOSE_AMPERSAND = re.compile(r"&(?![#\w]+;)")
_LETTERS = re.compile(
    r'<mrow>((?:<mi mathvariant="normal">[^<]+</mi>){2,})</mrow>|((?:<mi mathvariant="normal">[^<]+</mi>){2,})'
)


def mathml(latex: str, *, block: bool) -> Markup:
    """``latex`` as a ``math`` element; as ``plain`` text in a ``code`` element where it cannot be converted."""
    from latex2mathml.converter import convert

    try:
        drawn = convert(latex, display="block" if block else "inline")
    except Exception:  # noqa: BLE001 (its own errors have no common base, and a page is better than none)
        return Markup("<code>{}</code>").format(plain(latex))
    # The converter copies the inside of \text{} as it is.
    if not all(map(_TAG.fullmatch, re.findall("<[^>]*>?", drawn))):
        return Markup("<code>{}</code>").format(plain(latex))
    drawn = _LOOSE_AMPERSAND.sub("&amp;", drawn.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ""))
    # A name is one word, not a row of letters: for who listens, and for the spacing.
    return Markup(_LETTERS.sub(_word, drawn))


def _word(match: re.Match[str]) -> str:
    return f"<mi>{escape(Markup(re.sub('<[^>]*>', '', match[0])).unescape())}</mi>"


def plain(latex: str) -> str:
    """LaTeX as text, ``\\frac{a}{\\sqrt{b}}`` as ``a / √b``; what is not known stays as it is written."""
    text = _SPACING.sub("", latex)
    text = _RAISED_T.sub("ᵀ", text)
    before = ""
    while text != before:  # from the innermost braces outwards
        before = text
        text = _WORD.sub(r"\1", text)
        text = _ROOT.sub(lambda match: f"√{_grouped(match[1])}", text)
        text = _FRACTION.sub(lambda match: f"{_grouped(match[1])} / {_grouped(match[2])}", text)
        text = _INDEX.sub(lambda match: match[1] + _grouped(match[2]), text)
    text = _COMMAND.sub(lambda match: _symbol(match[1]) or match[0], text)
    return " ".join(text.split())


def _grouped(part: str) -> str:
    """In brackets where it is a sum, so that a line of text means what the formula means."""
    bare = part.strip()
    return f"({bare})" if re.search(r"[^\s(,][\s]*[+\-−/]", bare) else bare


def _symbol(name: str) -> str:
    """``α`` for ``alpha``: LaTeX and HTML call most symbols the same."""
    return _UNLIKE_HTML.get(name) or html5.get(f"{name};", "")
