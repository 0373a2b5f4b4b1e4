"""Wrong code as students write it: lesson 1's attention and saturation."""

from __future__ import annotations

from tests.grader.grading.situation import Situation, saved

RIGHT = """import numpy as np


def attention(Q, K, V):
    Q, K, V = (np.asarray(each, dtype=float) for each in (Q, K, V))
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V
"""
HEAD = "def attention(Q, K, V):"
ARRAYS = "Q, K, V = (np.asarray(each, dtype=float) for each in (Q, K, V))"
SCALE = " / np.sqrt(Q.shape[-1])"
EXP = "    weights = np.exp(scores)\n"
END = "return weights @ V"
SATURATION = """import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    return attention(Q, np.sqrt(Q.shape[1]) * K, np.eye(len(K)))


def spread(weights):
    return weights.max(axis=1).mean()


def compare(Q, K, d_small):
    scaled = lambda Q, K: attention(Q, K, np.eye(len(K)))
    pairs = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    return np.array([[spread(f(q, k)) for q, k in pairs] for f in (unscaled_weights, scaled)])
"""


def edited(name: str, *changes: tuple[str, str], **modules: str) -> Situation:
    """The right attention.py after each ``(old, new)``."""
    text = RIGHT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return saved(name, "attention", "attention.py", text, **modules)


def body(name: str, *lines: str, top: str = "import numpy as np", end: str = "") -> Situation:
    """An attention.py with a function of these lines."""
    text = "\n".join((top, "", "", HEAD, *(f"    {line}" for line in lines), end)).rstrip() + "\n"
    return saved(name, "attention", "attention.py", text)


def file(name: str, content: bytes | None, *strangers: str, **modules: str) -> Situation:
    others = {f"{stem}.py": text.encode() for stem, text in modules.items()}
    return Situation(name, "attention", {"attention.py": content, **others}, strangers)


def saturated(name: str, old: str, new: str) -> Situation:
    assert old in SATURATION
    return saved(name, "saturation", "saturation.py", SATURATION.replace(old, new))


MATHS = (
    edited("the division by √d_k is forgotten", (SCALE, "")),
    edited("softmax runs over the queries", ("axis=-1", "axis=0")),
    edited("the keys are not transposed", ("np.swapaxes(K, -1, -2)", "K")),
    edited("the output comes back turned around", (END, "return (weights @ V).T")),
    edited("a single query loses its axis", (END, "return (weights @ V).squeeze()")),
    edited("the arguments are cut to whole numbers", ("dtype=float", "dtype=int")),
    edited("keys and values change places", (HEAD, "def attention(Q, V, K):")),
    edited("no softmax", (END, "return scores @ V")),
    edited("rounded to two decimals", (END, "return np.round(weights @ V, 2)")),
    edited("the sum loses its axis", ("weights.sum(axis=-1, keepdims=True)", "weights.sum(axis=-1)")),
    edited("whole numbers come back", (END, "return (weights @ V).astype(int)")),
    body("zeros come back", "return np.zeros((len(Q), np.shape(V)[1]))"),
    edited("nan everywhere", (EXP, "    weights = np.exp(scores) * np.nan\n")),
    edited("overflow at large scores", ("    scores = scores - scores.max(axis=-1, keepdims=True)\n", "")),
    edited("the arguments are changed in place", (ARRAYS, "Q /= np.sqrt(Q.shape[-1])"), (f"2){SCALE}", "2)")),
)

RETURNS = (
    edited("the return is forgotten", (END, "output = weights @ V")),
    edited("printing instead of returning", (END, "print(weights @ V)")),
    edited("a list comes back", (END, "return (weights @ V).tolist()")),
    edited("weights and output come back together", (END, "return weights @ V, weights")),
    edited("text comes back", (END, "return 'attention'")),
    edited("yield for return", (END, "yield weights @ V")),
    edited("a generator comes back", (END, "return (row for row in weights @ V)")),
)

NAMES = (
    edited("the function is called Attention", (HEAD, "def Attention(Q, K, V):")),
    edited("the function has a name of its own", (HEAD, "def sdpa(Q, K, V):")),
    edited("one argument too few", (HEAD, "def attention(Q, K):"), ("(Q, K, V))", "(Q, K, K))")),
    edited("a fourth argument without a default", (HEAD, "def attention(Q, K, V, d_k):")),
    edited("a misspelt variable", (END, "return wieghts @ V")),
    edited("numpy is not imported", ("import numpy as np\n\n\n", "")),
    edited("torch is not here", ("import numpy as np", "import numpy as np\nimport torch")),
    edited("a counter outside the function", (HEAD, f"calls = 0\n\n\n{HEAD}\n    calls += 1")),
    edited("a library that is not here", ("import numpy as np", "import numpy as np\nimport torhc")),
    edited("lists have no .shape", (f"    {ARRAYS}\n", "")),
    edited("an attribute that is misspelt", ("Q.shape", "Q.shpe")),
    body("an exception of the student's own", "raise ValueError('d_k does not fit')"),
    body("the stub's last line is still there", "scores = Q @ K.T", "raise NotImplementedError"),
    saved(
        "everything stands in the __main__ block",
        "attention",
        "attention.py",
        'if __name__ == "__main__":\n    def attention(Q, K, V):\n        return Q @ K.T @ V\n',
    ),
    body(
        "a constant stands in the __main__ block",
        "return Q @ K.T / SCALE @ V",
        end='\n\nif __name__ == "__main__":\n    SCALE = 2',
    ),
)

SYNTAX = (
    edited("a closing bracket is missing", (HEAD, "def attention(Q, K, V:")),
    edited("a colon is missing", (HEAD, "def attention(Q, K, V)")),
    edited("an operator is missing", (END, "return weights V")),
    edited("tabs and blanks are mixed", (EXP, "\tweights = np.exp(scores)\n")),
    edited("the body is not indented", (f"    {ARRAYS}", ARRAYS)),
    edited("a minus that was copied from a page", ("scores - scores.max", "scores − scores.max")),
    edited("a line from a notebook", ("import numpy", "%matplotlib inline\nimport numpy")),
    edited("the marks of a merge are left", (EXP, f"<<<<<<< HEAD\n{EXP}=======\n{EXP}>>>>>>> main\n")),
)

ENDINGS = (
    body(
        "a loop that does not end", "i = 0", "while i < len(Q):", "    scores = Q @ K.T", "return scores @ V"
    ),
    body("a function that calls itself for ever", "return attention(Q, K, V)"),
    body("an enormous array", "return np.ones((200_000, 200_000)) @ V"),
    body("sys.exit at the end", "sys.exit()", top="import sys"),
    body("os._exit at the end", "os._exit(0)", top="import os"),
    body("a print in a loop that does not end", "print('x' * (33 << 20))"),
    body("input() asks for a number", "d_k = int(input('d_k? '))", "return Q @ K.T / d_k @ V"),
    edited(
        "a trial call at the end of the file", (END, f"{END}\n\n\nprint(attention([1, 0], [1, 0], [1, 0]))")
    ),
    body("input() at the top of the file", "return Q", top="n = input('n? ')"),
    body("a file is opened", "return np.load('weights.npy')"),
)

FILES = (
    edited(
        "prints everywhere, and no scale",
        (SCALE, ""),
        (EXP, f"    print('shapes', Q.shape, K.shape, scores.shape)\n{EXP}"),
    ),
    edited(
        "a helper module that works",
        ("import numpy as np", "import numpy as np\nfrom tools import scale"),
        (SCALE, " * scale(Q)"),
        tools="def scale(Q):\n    return Q.shape[-1] ** -0.5\n",
    ),
    edited(
        "a helper module with a fault in it",
        ("import numpy as np", "import numpy as np\nfrom tools import scale"),
        (SCALE, " * scale(Q)"),
        tools="def scale(Q):\n    return 1 / Q.shpe[-1]\n",
    ),
    edited("a name from a random.py of one's own", ("import numpy as np", "from random import scale")),
    file("Windows-1252", RIGHT.replace("import", "# Größe\nimport", 1).encode("cp1252")),
    file("UTF-16 with Windows line ends", RIGHT.replace("\n", "\r\n").encode("utf-16")),
    file("the file has a name of its own", None, SDPA=RIGHT),
    file("the stub is untouched beside a file of another name", b"", SDPA=RIGHT),
    file("the file was downloaded twice", None, "attention (1).py"),
    file("a notebook instead of a module", None, "attention.ipynb"),
    file("a document instead of a module", None, "attention.docx"),
    file("everything was deleted from the file", b"\n"),
    file("there is no file at all", None),
)

SATURATIONS = (
    Situation(
        "the stub is untouched beside a file that is meant for another item",
        "saturation",
        {"saturation.py": b"", "attention.py": None, "my_attention.py": RIGHT.encode()},
    ),
    saturated("still scales", "np.sqrt(Q.shape[1]) * K", "K"),
    saturated("the spread over the wrong axis", "weights.max(axis=1)", "weights.max(axis=0)"),
    saturated("a spread for every row", ".max(axis=1).mean()", ".max(axis=1)"),
    saturated(
        "scaled by the large d_k at both sizes",
        "attention(Q, K, np.eye(len(K)))\n    pairs",
        "attention(Q / np.sqrt(512 / Q.shape[1]), K, np.eye(len(K)))\n    pairs",
    ),
    saturated("a nested list comes back", "return np.array([[", "return ([["),
    saturated(
        "compare is not written yet",
        "    scaled = lambda",
        "    raise NotImplementedError\n    scaled = lambda",
    ),
    saved(
        "attention is not written yet",
        "saturation",
        "saturation.py",
        SATURATION,
        attention="# soon\n" + HEAD + "\n    raise NotImplementedError\n",
    ),
    saved(
        "attention does not load",
        "saturation",
        "saturation.py",
        SATURATION,
        attention=RIGHT.replace("V):", "V:"),
    ),
)

WRONG_CODE = (*MATHS, *RETURNS, *NAMES, *SYNTAX, *ENDINGS, *FILES, *SATURATIONS)
