"""What student code did instead of answering, in words: what happened, and what to look at next.

Safe for hidden checks are the exception's built-in name, the line in the student's own file, and sentences of
ours. The exception's own text and the student's own line are shown only where ``public`` is true.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import NamedTuple

from grader.course.model import Item, Kind
from grader.course.nearmiss import near
from grader.intake.pick import LIBRARIES
from grader.sandbox.api import (
    Crashed,
    OutOfMemory,
    OutputLimit,
    Raised,
    StudentFault,
    TimedOut,
    Unsendable,
    Where,
)

Files = Mapping[str, bytes]

LONGEST = 600
"""Characters of a student's own words that a message may hold."""
LONGEST_LINE = 70
"""Characters of the student's own line that is shown."""
MAX_NAMES = 5000
"""Names of a file that a misspelt one is compared with."""
MAIN_BLOCK = (
    'What stands below `if __name__ == "__main__":` does not run when your file is graded. '
    "Define it above, at the left margin."
)
_MERGE = re.compile(rb"<{7}|={7}$|>{7}")
_NAME = re.compile(rb"[^\W\d]\w*")
_PATH = re.compile(r" \((?:/|[A-Za-z]:\\)[^()]*\)$")
_NOT_DEFINED = re.compile(r"name '(\w{1,80})' is not defined")
_NO_MODULE = re.compile(r"No module named '(\w{1,80})")
_CORES = re.compile(r"matmul: .*\(size (\d+) is different from (\d+)\)", re.DOTALL)

_NEXT = {
    "NotImplementedError": "Write your code in the place of the stub's `raise NotImplementedError`.",
    "EOFError": "input() waits for somebody to type, and nobody does here. Use the function's arguments.",
    "SystemExit": "Take out exit(), quit() or sys.exit(): a function ends with `return`.",
    "RecursionError": "A function calls itself without an end. What would make it stop?",
    "ModuleNotFoundError": "Is the name spelt right? There are Python's own modules, {packages} and your own files.",
    "ImportError": "Is the name you import spelt as it is in the file that it comes from?",
    "NameError": "Does the name get its value on a line that runs before this one?",
    "UnboundLocalError": "Either its value comes from a branch or a loop that did not run, or the name is from outside "
    "and this function assigns it too: then give it another name here.",
    "TabError": "Tabs and spaces look alike. Use four spaces; an editor can turn every tab into spaces.",
    "IndentationError": "Lines of one block begin in the same column, the body of a function four spaces in.",
}
"""Built-in exception -> what to look at next, where the author's own hint cannot know better."""
_SYNTAX = {
    "invalid syntax": "If this line looks right, see the end of the line above it: is a bracket, a quote or an "
    "operator missing?",
    "invalid character": "It came along with copied text. Type it again on your keyboard.",
    "invalid non-printable": "It came along with copied text. Type the spaces of this line again.",
}
"""How the text of a SyntaxError begins -> what to look at next. The other texts say it themselves."""
_NOTEBOOK = "Lines that begin with % or ! are for notebooks. Delete them here."
_BROADCAST = (
    "Shapes are lined up from their last axis. A sum or a max over an axis takes it away; "
    "keepdims=True keeps it."
)
_GENERATOR = (
    "`yield`, or `for` in round brackets, makes a generator. Collect a list, and return np.array of it."
)
_UNREACHABLE = "Files and the network are out of reach while your code is graded. Use only the arguments."


class Told(NamedTuple):
    """A fault in words."""

    what: str
    next: str = ""
    """Empty where the author's own hint says it better."""


def told(fault: StudentFault, item: Item, files: Files, *, public: bool, called: str = "") -> Told:
    """What student code did instead of answering.

    ``called`` says in our own words how it was called: "`mean` is called with 1 argument".
    """
    match fault:
        case Raised(loading=True):
            return _did_not_load(fault, item, files, public)
        case Raised():
            return _raised(fault, item, files, public, called)
        case Unsendable():
            kind = f" (a {clipped(fault.type_name, 60)})" if public and fault.type_name else ""
            what = f"Your code returned something that cannot be graded{kind}: {fault.why}."
            made = _GENERATOR if public and fault.type_name == "generator" else ""
            return Told(what, made or "Look at what stands behind `return`.")
        case TimedOut(altogether=True):
            return Told(f"All answers together took longer than {fault.seconds:g} s.", "What makes it slow?")
        case TimedOut():
            where = _endless(item, files)
            return Told(
                f"No answer within {fault.seconds:g} s.", f"Is there a loop that does not end?{where}"
            )
        case OutOfMemory():
            return Told(
                f"Your code needed more than the {item.limits.memory_mb} MB it may use.",
                "Which array is larger than the shapes in the stub ask for?",
            )
        case OutputLimit():
            return Told(
                f"Your code printed more than the {item.limits.output_mb} MB it may.",
                "Is there a print in a loop?",
            )
        case Crashed(how="your code ended the program"):
            return Told("Your code ended the whole program before it gave an answer.", _NEXT["SystemExit"])
        case Crashed():
            return Told(f"Your code did not get to an answer: {fault.how}.")
    return Told("Your code did not answer.")


def _did_not_load(fault: Raised, item: Item, files: Files, public: bool) -> Told:
    place = own_place(fault.where, files)
    own = item.stub if item.kind is Kind.CODE or place is None else place.file
    through = "" if place is None or place.file == own else f", because it needs {place.file}"
    whose = "Your file" if own == item.stub else own
    said = f"{_named(fault, place)}{_said(fault, place, files, public)}"
    what = f"{own if through else whose} did not load{through}: {said}"
    advice = f"{_advice(fault, item, files, place, public)} {_run_by(fault, item, files, place)}".strip()
    if place is not None and place.file != item.stub:
        advice = f"Mend {place.file} first. {advice}".strip()
    return Told(what, advice)


def _raised(fault: Raised, item: Item, files: Files, public: bool, called: str) -> Told:
    place = own_place(fault.where, files)
    if fault.name == "TypeError" and not fault.where and called:
        # It was raised before the first line of the student's: the call and the `def` do not fit.
        said = f" ({clipped(fault.text)})" if public and fault.text else ""
        return Told(
            f"{called}, and yours does not take them{said}.",
            "Give your function the arguments that it has in the stub.",
        )
    what = f"Your code raised {_named(fault, place)}{_said(fault, place, files, public)}"
    return Told(what, _advice(fault, item, files, place, public))


def _named(fault: Raised, place: Where | None) -> str:
    name = fault.name if _is_builtin(fault.name) else "an exception"
    return f"{name} in {place.file}, line {place.line}" if place else name


def _said(fault: Raised, place: Where | None, files: Files, public: bool) -> str:
    """``: the exception's own text`` and, below it, the student's own line."""
    if not public:
        return ""
    text = clipped(_PATH.sub("", fault.text))
    lines = [f": {text}" if text else ""]
    if cores := _CORES.match(fault.text):
        lines.append(
            f"  A matrix product has {cores[2]} columns on its left and {cores[1]} rows on its right."
        )
    if place and (line := own_line(place, files)):
        lines.append(f"  > {line}")
    return "\n".join(lines)


def _advice(fault: Raised, item: Item, files: Files, place: Where | None, public: bool) -> str:
    """What to look at next; empty when nothing is known that the author's own hint does not say."""
    if place and _MERGE.match(_line(place, files)):
        return "These are the marks of a merge. Keep one of the two versions, and delete the marks."
    if missing := _NOT_DEFINED.match(fault.text):
        if in_main_block(missing[1], item, files):
            return MAIN_BLOCK
        if public and (guess := _other_name(missing[1], files, place)):
            return guess
    kind = getattr(builtins, fault.name, Exception)
    if _is_builtin(fault.name) and issubclass(kind, OSError):
        return _UNREACHABLE
    if fault.name == "SyntaxError" and place and _line(place, files).lstrip()[:1] in (b"%", b"!"):
        return _NOTEBOOK
    if fault.name == "SyntaxError":
        return next((advice for begin, advice in _SYNTAX.items() if fault.text.startswith(begin)), "")
    if fault.name == "ValueError" and "could not be broadcast together" in fault.text:
        return _BROADCAST
    packages = ", ".join(("numpy", *item.packages))
    library = _NO_MODULE.match(fault.text)
    if library and library[1] in (used.replace("-", "_") for used in item.uses):
        return f"{item.stub} needs {library[1]}.py beside it, and there is none: it belongs to your work too."
    if library and library[1] in LIBRARIES - {"numpy", *item.packages}:
        return (
            f"`{library[1]}` is not to be had here, only Python's own modules, {packages} and your own files. "
            "Write this part yourself."
        )
    advice = _NEXT.get(fault.name, "").format(packages=packages)
    if place and place.file != item.stub and not fault.loading:
        advice = f"{item.stub} uses {place.file}: mend that first. {advice}".strip()
    return advice


def _run_by(fault: Raised, item: Item, files: Files, place: Where | None) -> str:
    """Of a fault while the file loads: the line outside every function that led to it, where it is another one."""
    first = own_place(fault.where[:1], files)
    if first is None or place is None or first.file != item.stub or first == place or place.file != item.stub:
        return ""
    return (
        f"Line {first.line}, outside your functions, calls this while the file is loaded. Take it out, or put it "
        'below `if __name__ == "__main__":`.'
    )


def _endless(item: Item, files: Files) -> str:
    """The lines where a ``while`` begins, which is where to look first; empty without one."""
    lines = files.get(item.stub, b"").split(b"\n")
    found = [str(number) for number, line in enumerate(lines, 1) if re.match(rb"[ \t]*while\b", line)][:3]
    return f" A `while` begins on line {' and on line '.join(found)}." if found else ""


def _other_name(missing: str, files: Files, place: Where | None) -> str:
    """What may be meant by a name that is not defined; empty when nothing is like it."""
    if missing == "np":
        return "Is `import numpy as np` at the top of the file?"
    meant = near(missing, _names(files, place) - {missing})
    return f"Did you mean '{meant}'?" if meant else ""


def in_main_block(word: str, item: Item, files: Files) -> bool:
    """Whether ``word`` stands on an indented line after ``if __name__ == "__main__":``."""
    _, _, after = files.get(item.stub, b"").partition(b"__main__")
    return re.search(rb"^[ \t].*\b" + re.escape(word.encode()) + rb"\b", after, re.MULTILINE) is not None


def own_place(where: tuple[Where, ...], files: Files) -> Where | None:
    """The innermost place that really exists in the student's files: a child may claim anything."""
    for place in reversed(where):
        content = files.get(place.file)
        if content is not None and 1 <= place.line <= content.count(b"\n") + 1:
            return place
    return None


def own_line(place: Where, files: Files) -> str:
    """The student's own line at ``place``, without its indentation; empty where it is no plain text."""
    line = _line(place, files).strip()
    return "" if b"\0" in line else clipped(line.decode("utf-8", "replace"), LONGEST_LINE)


def _line(place: Where, files: Files) -> bytes:
    return files[place.file].split(b"\n")[place.line - 1].rstrip()


def _names(files: Files, place: Where | None) -> set[str]:
    found = _NAME.findall(files[place.file]) if place else []
    return {name.decode("utf-8", "replace") for name in found[:MAX_NAMES]}


def clipped(text: str, longest: int = LONGEST) -> str:
    """``text``, shortened."""
    return text if len(text) <= longest else text[:longest] + " ..."


def _is_builtin(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)
