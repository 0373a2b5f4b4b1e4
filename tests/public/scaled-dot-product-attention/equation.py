"""What the expressions in a student's attention.py stand for, found by following names; nothing is run.

Every expression gets a *meaning*: a text in which names are replaced by what they hold and the many ways to
write one thing are one. After ``keys_t = np.transpose(K)`` both ``keys_t`` and ``np.transpose(K)`` mean
``<K>.T``; ``x.shape[1]`` means ``<K>.shape[-1]`` where x is K; a quotient of exponentials ``softmax(...)``.
"""

LONGEST = 2000
"""Characters of a meaning; what is longer stands for nothing that is looked for."""
MOST_STEPS = 20_000
"""Expressions that are looked at, so that no file takes long."""

SAME = {
    "array",
    "asarray",
    "asanyarray",
    "ascontiguousarray",
    "atleast_2d",
    "copy",
    "astype",
    "float",
    "float64",
}
"""Calls that leave the numbers as they are."""
TRANSPOSES = {"transpose", "swapaxes", "matrix_transpose", "permute_dims", "moveaxis"}
PRODUCTS = {"dot", "matmul", "inner"}
QUOTIENTS = {"divide", "true_divide"}
latest = []
"""The tree that was asked about last, and its Equation."""


class Equation:
    """The meanings of all names and expressions in the tree of an attention.py, as ``source`` gives it."""

    def __init__(self, tree):
        self.functions = {node["name"]: node for node in tree["body"] if node["node"] == "FunctionDef"}
        imports = [node for node in tree["body"] if node["node"] in ("Import", "ImportFrom")]
        self._libraries = {each["asname"] or each["name"] for node in imports for each in node["names"]}
        self.meanings = {}
        """Expression as written (see ``spelling``) -> all that it stands for at some place."""
        self.roots = set()
        """Meanings of what stands under a root."""
        self.final = {}
        """Name -> what it holds at the end of attention."""
        self._steps = 0
        self._globals = {}
        self._follow([node for node in tree["body"] if node["node"] == "Assign"], self._globals, [])
        for name, function in self.functions.items():
            if name != "attention":
                self._run(function, [f"<{name}:{arg['arg']}>" for arg in function["args"]["args"]])
        if "attention" in self.functions:
            self._run(self.functions["attention"], ["<Q>", "<K>", "<V>"], self.final)

    def meanings_of(self, entry):
        """All that an entry (a tree of mode eval) stands for in the code; nothing when it is not there."""
        return self.meanings.get(spelling(entry["body"]), set())

    def would_mean(self, entry):
        """What the entry would stand for at the end of attention, whether it occurs or not."""
        kept = self.meanings, self.roots
        self.meanings, self.roots = {}, set()  # what is only asked about is not in the code
        meaning = self._meaning(entry["body"], dict(self.final))
        self.meanings, self.roots = kept
        return meaning

    # ---- statements

    def _run(self, function, arguments, names=None):
        """Follow ``function`` from top to bottom; what it returns."""
        names = {} if names is None else names
        names.update(self._globals)
        for argument, meaning in zip(function["args"]["args"], arguments, strict=False):
            names[argument["arg"]] = meaning
            self._note(argument["arg"], meaning)
        returned = []
        self._follow(function["body"], names, returned)
        return " or ".join(returned) or "nothing"

    def _follow(self, statements, names, returned):
        for statement in statements:
            kind = statement["node"]
            if kind in ("Assign", "AnnAssign") and statement["value"]:
                for target in statement.get("targets") or [statement["target"]]:
                    self._bind(target, statement["value"], names)
            elif kind == "AugAssign":
                target = {**statement["target"], "ctx": None}
                result = {"node": "BinOp", "left": target, "op": statement["op"], "right": statement["value"]}
                self._bind(target, result, names)
            elif kind == "For":
                self._bind(statement["target"], element_of(statement["iter"]), names)
            elif kind == "Return" and statement["value"]:
                returned.append(self._meaning(statement["value"], names))
            elif kind == "Expr":
                self._meaning(statement["value"], names)
            elif kind == "FunctionDef":
                self.functions[statement["name"]] = statement
            for part in ("body", "orelse", "finalbody"):
                if kind != "FunctionDef" and isinstance(statement.get(part), list):
                    self._follow(statement[part], names, returned)

    def _bind(self, target, value, names):
        """``target = value``"""
        if target["node"] in ("Tuple", "List"):
            for place, each in enumerate(target["elts"]):
                self._bind(each, part_of(value, place, len(target["elts"])), names)
            return
        meaning = self._meaning(value, names)
        if target["node"] == "Name":
            names[target["id"]] = meaning
            self._note(target["id"], meaning)
        elif target["node"] == "Subscript":  # weights[i] = ... adds to what weights holds
            self._add(target["value"], meaning, names)

    def _add(self, container, meaning, names):
        if container["node"] == "Name":
            name = container["id"]
            names[name] = short(f"{names.get(name, '')} and {meaning}")
            self._note(name, names[name])

    def _note(self, name, meaning):
        self.meanings.setdefault(f"Name({name})", set()).add(meaning)

    # ---- expressions

    def _meaning(self, node, names):
        """What ``node`` stands for; noted for the expression as it is written."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            return "?"
        meaning = short(getattr(self, f"_{node['node'].lower()}", self._other)(node, names))
        self.meanings.setdefault(spelling(node), set()).add(meaning)
        return meaning

    def _name(self, node, names):
        return names.get(node["id"], node["id"])

    def _constant(self, node, names):
        return repr(node["value"])

    def _attribute(self, node, names):
        owner = self._meaning(node["value"], names)
        meaning = f"{owner}.{node['attr']}"
        if node["attr"] in ("T", "mT"):
            meaning = transposed(owner)
        elif node["attr"] == "size" and is_row(owner):
            meaning = size(owner, "0")
        self._note(node["attr"], meaning)  # people write .T as well as K.T
        return meaning

    def _subscript(self, node, names):
        owner, index = self._meaning(node["value"], names), self._meaning(node["slice"], names)
        return size(owner.removesuffix(".shape"), index) if owner.endswith(".shape") else f"{owner}[{index}]"

    def _unaryop(self, node, names):
        sign = {"USub": "-", "UAdd": "", "Not": "not ", "Invert": "~"}[node["op"]["node"]]
        return sign + self._meaning(node["operand"], names)

    def _binop(self, node, names):
        left, right = self._meaning(node["left"], names), self._meaning(node["right"], names)
        operator = node["op"]["node"]
        if operator == "Pow" and right in ("0.5", "(1 Div 2)", "-0.5"):
            return self._root(left) if right != "-0.5" else f"(1 Div {self._root(left)})"
        return quotient(left, right) if operator == "Div" else f"({left} {operator} {right})"

    def _call(self, node, names):
        function = node["func"]
        arguments = [self._meaning(argument, names) for argument in node["args"]]
        for keyword in node["keywords"]:
            self._meaning(keyword["value"], names)
        if function["node"] == "Name" and function["id"] in self.functions:
            return self._inlined(function["id"], arguments)
        name = function.get("attr") or function.get("id") or "call"
        owner = function.get("value")
        if owner and root_name(owner) not in self._libraries:
            arguments.insert(0, self._meaning(owner, names))
            if name in ("append", "extend") and len(arguments) == 2:
                self._add(owner, arguments[1], names)
        return self._called(name, arguments)

    def _called(self, name, arguments):
        first = arguments[0] if arguments else ""
        second = arguments[1] if len(arguments) > 1 else ""
        if name in SAME:
            return first
        if name in TRANSPOSES:
            return transposed(first)
        if name in ("sqrt", "isqrt") or (name in ("power", "pow") and second == "0.5"):
            return self._root(first)
        if name == "len" or (name == "size" and second):
            return size(first, second or "0")
        if name == "shape":
            return f"{first}.shape"
        if name in PRODUCTS and second:
            return f"({first} MatMult {second})"
        if name in QUOTIENTS and second:
            return quotient(first, second)
        if name == "exp" and "exp(" in first:  # exp(scores - logsumexp)
            return f"softmax({first})"
        return f"{name}({', '.join(arguments)})"

    def _inlined(self, name, arguments):
        """A call of the student's own function: what it gives back for these arguments."""
        function = self.functions.pop(name)  # out of sight while it is followed, so recursion ends
        meaning = self._run(function, arguments)
        self.functions[name] = function
        self._note(name, f"function {meaning}")
        return meaning

    def _root(self, meaning):
        self.roots.add(meaning)
        return f"sqrt({meaning})"

    def _listcomp(self, node, names):
        inner = dict(names)
        for generator in node["generators"]:
            self._bind(generator["target"], element_of(generator["iter"]), inner)
        return f"[{self._meaning(node['elt'], inner)}]"

    _generatorexp = _setcomp = _listcomp

    def _other(self, node, names):
        children = [field for field in node.values() if isinstance(field, dict | list)]
        flat = [each for child in children for each in (child if isinstance(child, list) else [child])]
        return f"{node['node']}({', '.join(self._meaning(each, names) for each in flat if 'node' in each)})"


def equation_of(tree):
    """The Equation of ``tree``, which check after check asks for: the latest one is kept."""
    if not latest or latest[0] is not tree:
        latest[:] = tree, Equation(tree)
    return latest[1]


def spelling(node):
    """An expression as written, apart from spaces, quotes and brackets that change nothing."""
    if isinstance(node, list):
        return ", ".join(map(spelling, node))
    if not isinstance(node, dict):
        return repr(node)
    if node["node"] == "Name":
        return f"Name({node['id']})"
    fields = [spelling(value) for key, value in node.items() if key not in ("node", "line", "ctx", "kind")]
    return f"{node['node']}({'; '.join(fields)})"


def short(meaning):
    return meaning if len(meaning) <= LONGEST else "?"


def transposed(meaning):
    return meaning.removesuffix(".T") if meaning.endswith(".T") else f"{meaning}.T"


def quotient(above, below):
    return f"softmax({above})" if "exp(" in above and "exp(" in below else f"({above} Div {below})"


def size(meaning, axis):
    """The length of an axis: of a matrix from the last one (-1) on, of one row or one column too."""
    if meaning.endswith(".T"):
        return size(
            meaning.removesuffix(".T"), {"0": "-1", "-2": "-1", "1": "-2", "-1": "-2"}.get(axis, axis)
        )
    if is_row(meaning):
        return f"{meaning[:3]}.shape[-1]"
    return f"{meaning}.shape[{({'1': '-1', '0': '-2'}).get(axis, axis)}]"


def is_row(meaning):
    """One row of an input, ``<K>[...]``."""
    return meaning[:4] in ("<Q>[", "<K>[", "<V>[") and meaning.endswith("]")


def last_name(node):
    """``shape`` of ``x.shape`` and of ``np.shape(x)``."""
    node = node.get("func", node)
    return node.get("attr") or node.get("id")


def root_name(node):
    """``np`` of ``np.linalg.norm``."""
    return root_name(node["value"]) if node["node"] == "Attribute" else node.get("id")


def element_of(iterable):
    """One element of what a loop runs over, as an expression; also through enumerate and zip."""
    name = last_name(iterable) if iterable["node"] == "Call" else ""
    if name == "enumerate":
        return {"node": "Tuple", "elts": [constant("index"), element_of(iterable["args"][0])]}
    if name == "zip":
        return {"node": "Tuple", "elts": [element_of(each) for each in iterable["args"]]}
    return {"node": "Subscript", "value": iterable, "slice": constant("index")}


def part_of(value, place, count):
    """Element ``place`` of what is unpacked into ``count`` names, as an expression."""
    if value["node"] in ("Tuple", "List") and len(value["elts"]) == count:
        return value["elts"][place]
    if value["node"] in ("GeneratorExp", "ListComp") and len(value["generators"]) == 1:
        loop = value["generators"][0]
        if loop["target"]["node"] == "Name" and loop["iter"]["node"] in ("Tuple", "List"):
            return replaced(value["elt"], loop["target"]["id"], part_of(loop["iter"], place, count))
    if value["node"] == "Call" and last_name(value) == "map" and len(value["args"]) == 2:
        function, sequence = value["args"]
        return {"node": "Call", "func": function, "args": [part_of(sequence, place, count)], "keywords": []}
    place = place - count if last_name(value) == "shape" else place
    return {"node": "Subscript", "value": value, "slice": constant(place)}


def replaced(node, name, value):
    """``node`` with ``value`` wherever ``name`` stands."""
    if isinstance(node, list):
        return [replaced(each, name, value) for each in node]
    if not isinstance(node, dict):
        return node
    if node["node"] == "Name" and node["id"] == name:
        return value
    return {key: replaced(field, name, value) for key, field in node.items()}


def constant(value):
    return {"node": "Constant", "value": value}
