"""What a call gives and takes, on every tier."""

from __future__ import annotations

import numpy as np
import pytest

from grader.errors import GraderFault
from grader.sandbox import Handle, Module, Raised, Unsendable, Where

ECHO = "def echo(value):\n    return value\n"
VALUES = [
    None,
    True,
    -3,
    2**63 - 1,
    -(2**63),
    2**300,
    1.5,
    float("inf"),
    1 + 2j,
    "naïve ✓",
    b"\x00\xff",
    [1, [2.5, ("a", None)]],
    {"a": [1], 2: {3, 4}, (5, 6): frozenset({7})},
    np.float32(0.1),
    np.int64(-7),
    np.bool_(True),
]
ARRAYS = [
    np.arange(12.0).reshape(3, 4),
    np.arange(12).reshape(3, 4).T,
    np.arange(20, dtype="i2")[::3],
    np.array(5.0),
    np.empty((0, 3)),
    np.array([True, False]),
    np.array([1, 2], dtype=">i4"),
    np.array([1 + 1j], dtype="c8"),
    np.asfortranarray(np.arange(40_000.0).reshape(200, 200)),
]


def test_plain_values_come_back_as_they_went(opened):
    """A plain value that a function returns unchanged arrives equal and of the same type."""
    child = opened(ECHO)
    for value in VALUES:
        back = child.call("work.py", "echo", [value], {}).value
        assert (type(back), back) == (type(value), value)


def test_arrays_come_back_as_they_went(opened):
    """An array of any numeric dtype and layout arrives with its values, shape and kind of dtype."""
    child = opened(ECHO)
    for array in ARRAYS:
        back = child.call("work.py", "echo", [array], {}).value
        assert type(back) is np.ndarray
        assert (back.shape, back.dtype) == (array.shape, array.dtype.newbyteorder("="))
        assert np.array_equal(back, array)


def test_nan_and_negative_zero_survive(opened):
    """The bits of a float cross, not its value."""
    back = opened(ECHO).call("work.py", "echo", [[float("nan"), -0.0]], {}).value
    assert np.isnan(back[0])
    assert np.signbit(back[1])


@pytest.mark.parametrize("size", [4, 50_000])
def test_changes_in_place_are_visible(opened, size):
    """A student's function may change its arguments, small and large, and the reply shows them as they are then."""
    child = opened("def bump(a, b):\n    a += 1\n    return a.sum()\n\ndef look(a, b):\n    return a.sum()\n")
    arrays = [np.zeros(size), np.zeros(size)]
    reply = child.call("work.py", "bump", arrays, {})
    assert reply.value == size
    assert reply.args is not None
    assert (reply.args[0].sum(), reply.args[1].sum(), arrays[0].sum()) == (size, 0, 0)
    assert child.call("work.py", "look", arrays, {}).args is None


def test_keyword_arguments_and_type_names(opened):
    """Keywords arrive by name, and the reply names the type that the child saw."""
    child = opened(
        "import numpy as np\ndef f(a, *, b):\n    return [a, b]\ndef g():\n    return np.zeros(2)\n"
    )
    reply = child.call("work.py", "f", [1], {"b": 2})
    assert (reply.value, reply.value_type) == ([1, 2], "list")
    assert child.call("work.py", "g", [], {}).value_type == "numpy.ndarray"


def test_warnings_are_named_at_every_call(opened):
    """A warning's nearest built-in category is in the reply, also the second time; it prints nothing."""
    child = opened(
        "import warnings, numpy as np\n"
        "class Mine(UserWarning): pass\n"
        "def f():\n    warnings.warn('x', Mine)\n    return np.log(np.zeros(1))\n"
    )
    for _ in range(2):
        assert set(child.call("work.py", "f", [], {}).warnings) == {"UserWarning", "RuntimeWarning"}
    assert child.output == ""


def test_a_module_says_what_it_offers(opened):
    """Loading lists functions and classes apart from values, and leaves private names out; twice is once."""
    child = opened("print('once')\nX = 3\n_y = 4\nclass C: pass\ndef f(): pass\n")
    assert child.load("work.py") == Module(("C", "f"), ("X",))
    assert child.load("work.py") == Module(("C", "f"), ("X",))
    assert child.output.split() == ["once"]


def test_attributes_of_a_module(opened):
    """A value can be fetched, a callable is only announced, and a missing name is an AttributeError."""
    child = opened("X = [1, 2]\ndef f(): pass\n")
    assert child.get("work.py", "X") == (False, [1, 2])
    assert child.get("work.py", "f") == (True, None)
    with pytest.raises(Raised) as caught:
        child.get("work.py", "nothing")
    assert caught.value.name == "AttributeError"


def test_objects_of_the_students_classes_stay_and_can_be_used(opened):
    """An instance of the student's own class becomes a handle with methods and attributes; passing it works."""
    child = opened(
        "class Counter:\n    def __init__(self, n): self.n = n\n    def up(self, by):\n"
        "        self.n += by\n        return self\n\ndef n_of(counter): return counter.n\n"
    )
    handle = child.call("work.py", "Counter", [3], {}).value
    assert isinstance(handle, Handle)
    assert handle.type_name == "work.Counter"
    assert child.call_method(handle, "up", [4], {}).value == handle
    assert child.get(handle, "n") == (False, 7)
    assert child.get(handle, "up") == (True, None)
    assert child.call("work.py", "n_of", [handle], {}).value == 7


UNSENDABLE = {
    "(x for x in [1])": "generator",
    "object()": "object",
    "np.array([None, 1])": "numpy.ndarray",
    "np.array(['a'])": "numpy.ndarray",
    "10 ** 100_000": "int",
    "loop": "list",
    "'\\ud800'": "str",
    "'x' * 3_000_000": "str",
    "np.zeros(40_000_000, dtype='f4')": "numpy.ndarray",
    "len": "builtin_function_or_method",
}


def test_what_cannot_cross_is_named(opened):
    """A value that may not cross is refused with its type and a reason of ours, and the child goes on."""
    functions = [f"def f{i}():\n    return {expression}\n" for i, expression in enumerate(UNSENDABLE)]
    child = opened("import numpy as np\nloop = []\nloop.append(loop)\n" + "".join(functions))
    for i, type_name in enumerate(UNSENDABLE.values()):
        with pytest.raises(Unsendable) as caught:
            child.call("work.py", f"f{i}", [], {})
        assert caught.value.type_name == type_name
        assert "handed back" in caught.value.why or "Unicode" in caught.value.why


def test_an_exception_names_the_students_own_lines(opened):
    """Raised holds the nearest built-in class, the text, and the student's frames in both files, innermost last."""
    child = opened(
        "import helper\nclass Odd(ValueError): pass\ndef f(): helper.g()\ndef h(): raise Odd('so odd')\n",
        files={"helper.py": b"def g():\n    return 1 / 0\n"},
    )
    with pytest.raises(Raised) as caught:
        child.call("work.py", "f", [], {})
    assert (caught.value.name, caught.value.text) == ("ZeroDivisionError", "division by zero")
    assert caught.value.where == (Where("work.py", 3, "f"), Where("helper.py", 2, "g"))
    assert not caught.value.loading
    with pytest.raises(Raised) as caught:
        child.call("work.py", "h", [], {})
    assert (caught.value.name, caught.value.text) == ("ValueError", "Odd: so odd")


@pytest.mark.parametrize(
    ("source", "name", "line"),
    [
        ("x = 1\nx = (\n", "SyntaxError", 2),
        ("\n1 / 0\n", "ZeroDivisionError", 2),
        ("import sys\nsys.exit(0)", "SystemExit", 2),
    ],
)
def test_a_module_that_does_not_load_says_where(opened, source, name, line):
    """Whatever stops an import is a Raised with loading set and the student's line; asking again says the same."""
    child = opened(source)
    for _ in range(2):
        with pytest.raises(Raised) as caught:
            child.load("work.py")
        assert (caught.value.name, caught.value.where[-1].line, caught.value.loading) == (name, line, True)


def test_modules_import_each_other_under_their_names(opened):
    """A file is imported once under its stem, whether the grader or another file asks for it first."""
    child = opened(
        "from helper import LOADED, f\nNAME = __name__\ndef same(): import helper; return helper.f is f\n",
        files={"helper.py": b"LOADED = []\nLOADED.append(__name__)\ndef f(): pass\n"},
    )
    assert child.get("work.py", "NAME") == (False, "work")
    assert child.get("helper.py", "LOADED") == (False, ["helper"])
    assert child.call("work.py", "same", [], {}).value is True


def test_a_file_named_like_a_module_in_use_shadows_nothing(opened):
    """`numpy.py` and `random.py` of the student's do not take the place of the real ones, and can still be loaded."""
    files = {"numpy.py": b"raise SystemExit\n", "random.py": b"def mine(): return 4\n", "wire.py": b"1 / 0\n"}
    child = opened(
        "import numpy, random\ndef f(): return hasattr(random, 'Random') and numpy.ones(1)[0]\n", files=files
    )
    assert child.call("work.py", "f", [], {}).value == 1.0
    assert child.call("random.py", "mine", [], {}).value == 4


def test_files_are_where_the_student_expects_them(opened):
    """Data files lie in the working directory under their names, folders included."""
    child = opened("def read(name): return open(name).read()\n", files={"data/a.txt": b"alpha"})
    assert child.call("work.py", "read", ["data/a.txt"], {}).value == "alpha"


def test_input_is_at_its_end(opened):
    """input() does not wait for anybody."""
    with pytest.raises(Raised) as caught:
        opened("def f(): return input('?')\n").call("work.py", "f", [], {})
    assert caught.value.name == "EOFError"


def test_source_is_parsed_without_being_run(opened):
    """A syntax tree comes as plain data with lines, and nothing of the source is executed."""
    child = opened("")
    tree = child.parse("print('ran')\ny = a / b ** 2\n")
    assert tree["body"][1]["value"] == {
        "node": "BinOp",
        "line": 2,
        "left": {"node": "Name", "line": 2, "id": "a", "ctx": {"node": "Load"}},
        "op": {"node": "Div"},
        "right": tree["body"][1]["value"]["right"],
    }
    assert child.parse("a + 1", mode="eval")["body"]["node"] == "BinOp"
    assert child.output == ""
    with pytest.raises(Raised) as caught:
        child.parse(b"x = (")
    assert caught.value.name == "SyntaxError"


def test_source_is_parsed_only_where_nothing_was_loaded(opened):
    """Once student code ran in a child, what it says of a source could be anything."""
    child = opened("x = 1")
    child.load("work.py")
    with pytest.raises(GraderFault, match="parsed only"):
        child.parse("x = 1")


def test_a_check_that_passes_nonsense_is_told(opened):
    """An argument that cannot be sent is the check's mistake and says so."""
    with pytest.raises(GraderFault, match="a check passes something"):
        opened(ECHO).call("work.py", "echo", [object()], {})


def test_files_that_cannot_be_written_are_simply_not_there(opened):
    """A name too long, or a file in the place of a folder, is the submission's trouble and no fault of ours."""
    files = {"x" * 300 + ".py": b"", "a": b"", "a/b.py": b"", "helper.py": b"X = 1\n"}
    child = opened("from helper import X\n", files=files)
    assert child.get("work.py", "X") == (False, 1)
    with pytest.raises(Raised) as caught:
        child.load("a/b.py")
    assert caught.value.name in ("FileNotFoundError", "NotADirectoryError")


@pytest.mark.parametrize(
    "name", ["../up.py", "/abs.py", "a//b.py", "a\\b.py", "c:x.py", "nul\0.py", "", "\udcff.py"]
)
def test_a_file_name_that_leads_elsewhere_is_refused(sandbox, name):
    """No file can be put outside the child's home."""
    from grader.sandbox import Budget

    with pytest.raises(GraderFault, match=r"may not be called|cannot be sent"):
        sandbox.open({name: b""}, Budget())
