"""Public checks for the paper-symbols item: each name is looked for in the student's own code, in its role.

Nothing is executed. ``equation`` follows the names of the file, so that ``keys_t``, ``K.T`` and
``np.swapaxes(K, 0, 1)`` are all the transpose, wherever the student's code says so.
"""

from equation import equation_of

from grader.checks import check
from grader.sandbox.api import Raised

D_K = {"<Q>.shape[-1]", "<K>.shape[-1]"}
D_V = "<V>.shape[-1]"


def read(answer, source, symbol):
    """The student's code, and the entry for ``symbol`` as an expression."""
    assert symbol not in answer.unclear, answer.unclear[symbol].what
    assert symbol in answer.entries, f"{symbol} is not filled in yet"
    code = equation_of(source())
    try:
        return code, source(answer.entries[symbol].lstrip("."), mode="eval")
    except Raised:
        reason = "this is not a Python name or expression; write it as it stands in your code"
    raise AssertionError(reason)


def occurring(answer, source, symbol):
    """What the entry for ``symbol`` stands for in the student's code, and that code."""
    code, entry = read(answer, source, symbol)
    meanings = code.meanings_of(entry)
    assert meanings, "this does not occur in your attention.py; copy it from there"
    return code, meanings


def one_of_the_inputs(answer, source, symbol, place):
    _, meanings = occurring(answer, source, symbol)
    assert f"<{symbol}>" in meanings, (
        f"{symbol} is the {place} argument of your attention, and this is not it"
    )


@check(points=0.25, feedback="Which name does your function give to its first argument?")
def test_queries(answer, source):
    """Q: the queries"""
    one_of_the_inputs(answer, source, "Q", "first")


@check(points=0.25, feedback="Which name does your function give to its second argument?")
def test_keys(answer, source):
    """K: the keys"""
    one_of_the_inputs(answer, source, "K", "second")


@check(points=0.25, feedback="Which name does your function give to its third argument?")
def test_values(answer, source):
    """V: the values"""
    one_of_the_inputs(answer, source, "V", "third")


@check(points=0.25, feedback="Find the root in your code. What stands under it?")
def test_d_k(answer, source):
    """d_k: the number under the root"""
    code, meanings = occurring(answer, source, "d_k")
    assert not any(meaning.startswith("sqrt(") for meaning in meanings), (
        "this is √d_k; which part of it is d_k?"
    )
    assert code.roots, "your code takes no root, so nothing in it can be d_k in its role"
    assert meanings & code.roots, "your scores are divided by the root of something else"
    assert meanings & D_K, "this is not the length of a query or a key; is it your scale that needs mending?"


@check(points=0.25, feedback="The superscript T turns the keys over. Which part of your code does that?")
def test_transpose(answer, source):
    """The transpose of the keys"""
    code, meanings = occurring(answer, source, "transpose")
    if any(meaning in ("<K>.T", "<Q>.T") for each in code.meanings.values() for meaning in each):
        assert meanings & {"<K>.T", "<Q>.T"}, "this is not the matrix that your code turns over"
    else:  # a loop or einsum that pairs rows with rows needs no transpose of its own
        assert any(pairs_queries_with_keys(meaning) for meaning in meanings), (
            "this does not pair queries with keys"
        )


def pairs_queries_with_keys(meaning):
    return (
        "<Q>" in meaning
        and "<K>" in meaning
        and not any(later in meaning for later in ("exp(", "sqrt(", "<V>"))
    )


@check(
    points=0.5,
    feedback="Where do your scores become weights? Name the function, its result or the expression.",
)
def test_softmax(answer, source):
    """softmax: from scores to weights"""
    _, meanings = occurring(answer, source, "softmax")
    assert any("softmax(" in meaning for meaning in meanings), "this is not yet exp divided by its sum"
    assert any("softmax(" in meaning and "<V>" not in meaning for meaning in meanings), (
        "this already holds the values"
    )


def names_in(node):
    """The names in a syntax tree."""
    if isinstance(node, list):
        return [name for each in node for name in names_in(each)]
    if not isinstance(node, dict):
        return []
    return (
        [node["id"]]
        if node["node"] == "Name"
        else [name for each in node.values() for name in names_in(each)]
    )


@check(
    points=0.25,
    feedback="d_v is the width of one value. Which expression gives it, from V or from the output?",
)
def test_d_v(answer, source):
    """d_v: the width of one value"""
    code, entry = read(answer, source, "d_v")
    known = {"len", "np", *code.functions}
    strange = [name for name in names_in(entry) if name not in known and f"Name({name})" not in code.meanings]
    meanings = code.meanings_of(entry) | {code.would_mean(entry)}
    widths = {D_V} | {meaning for meaning in meanings if meaning.endswith("MatMult <V>).shape[-1]")}
    if strange and not meanings & widths:
        raise AssertionError(f"your attention.py has no `{strange[0]}`; use a name that it has")
    assert meanings & widths, "this is not the length of a row of V"
