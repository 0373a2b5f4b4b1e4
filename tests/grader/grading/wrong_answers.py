"""Wrong numbers, choices, texts and mappings as students write them into the files of lesson 1."""

from __future__ import annotations

from tests.grader.grading.situation import Situation, saved
from tests.grader.grading.wrong_code import RIGHT, SCALE

NUMBERS = "leans_to: {}\nscores: {}\nscaled_scores: {}\nweights: {}\noutput: {}\n"
RIGHT_NUMBERS = ("v1", "[1, 0]", "[0.71, 0]", "[0.67, 0.33]", "[6.70, 6.60]")
EXAMPLE = "Q: {}\nK: {}\nV: {}\nweights: {}\noutput: {}\n"
RIGHT_EXAMPLE = ("[[1, 2]]", "[[1, 0], [0, 1]]", "[[1, 0], [0, 2]]", "[[0.33, 0.67]]", "[[0.33, 1.34]]")
CHOICE = """# What comes out for one query

- [{}] a) the one value whose key has the highest score
- [{}] b) a sum of all values, each weighted by its softmax weight
- [{}] c) an average of the query and the keys, scaled by the values
- [{}] d) the largest of the values, without any weights
"""
SYMBOLS = "Q: {}\nK: {}\nV: {}\nd_k: {}\ntranspose: {}\nsoftmax: {}\nd_v: {}\n"
RIGHT_SYMBOLS = ("Q", "K", "V", "Q.shape[-1]", "np.swapaxes(K, -1, -2)", "weights", "V.shape[1]")


def changed(right: tuple[str, ...], changes: dict[int, str]) -> tuple[str, ...]:
    return tuple(changes.get(place, value) for place, value in enumerate(right))


def numbers(name: str, changes: dict[int, str]) -> Situation:
    return raw_numbers(name, NUMBERS.format(*changed(RIGHT_NUMBERS, changes)))


def raw_numbers(name: str, text: str) -> Situation:
    return saved(name, "worked-example", "worked-example.yaml", text)


def example(name: str, changes: dict[int, str], own: str = RIGHT) -> Situation:
    text = EXAMPLE.format(*changed(RIGHT_EXAMPLE, changes))
    return saved(name, "hand-example", "hand-example.yaml", text, attention=own)


def choice(name: str, *marks: str, old: str = "", new: str = "") -> Situation:
    return saved(name, "output-choice", "output-choice.md", CHOICE.format(*marks).replace(old, new))


def purpose(name: str, text: str) -> Situation:
    return saved(name, "softmax-purpose", "softmax-purpose.md", f"# Softmax\n\n## Your answer\n\n{text}\n")


def stall(name: str, text: str) -> Situation:
    return saved(name, "scaling-stall", "scaling-stall.md", f"# Stall\n\n## Your answer\n\n{text}\n")


def symbols(name: str, changes: dict[int, str]) -> Situation:
    text = SYMBOLS.format(*changed(RIGHT_SYMBOLS, changes))
    return saved(name, "paper-symbols", "paper-symbols.yaml", text, attention=RIGHT)


WORKED = (
    numbers("leans to v2, all else right", {0: "v2"}),
    numbers("√2 is forgotten", {2: "[1, 0]", 3: "[0.73, 0.27]", 4: "[7.31, 5.38]"}),
    numbers("divides by d_k", {2: "[0.5, 0]", 3: "[0.62, 0.38]", 4: "[6.22, 7.55]"}),
    numbers("decimal commas in lists", {2: "[0,71, 0]", 3: "[0,67, 0,33]", 4: "[6,70, 6,60]"}),
    numbers("percent", {3: "[67%, 33%]"}),
    numbers("the second half is left blank", {3: "", 4: ""}),
    numbers("one number where two are asked for", {1: "1", 4: "13.3"}),
    numbers("one of the two weights is off", {3: "[0.67, 0.43]", 4: "[6.70, 8.60]"}),
    numbers("a sentence in place of numbers", {3: "about two thirds"}),
    raw_numbers("a name is spelt otherwise", NUMBERS.format(*RIGHT_NUMBERS).replace("scaled_", "scaled ")),
    raw_numbers("no blank after a colon", NUMBERS.format(*RIGHT_NUMBERS).replace("scores: ", "scores:", 1)),
    numbers("one decimal where two are asked for", {3: "[0.7, 0.3]"}),
    numbers("a guess with its reasons", {0: "towards v1, because q is like k1"}),
    numbers("a sign before the list", {4: "≈ [6.7, 6.6]"}),
    numbers("words among the numbers", {4: "[6.7 v1, 6.6 v2]"}),
    raw_numbers(
        "an equals sign for a colon", NUMBERS.format(*RIGHT_NUMBERS).replace("weights:", "weights =")
    ),
    raw_numbers("the answers stand in comments", "# leans_to: v1\nleans_to:\n# scores: [1, 0]\nscores:\n"),
    raw_numbers("the file is empty", ""),
    raw_numbers("a bracket is not closed", NUMBERS.format(*changed(RIGHT_NUMBERS, {1: "[1, 0"}))),
    Situation(
        "Windows-1252 in a comment",
        "worked-example",
        {"worked-example.yaml": "# geschätzt\nleans_to: v1\n".encode("cp1252")},
    ),
    Situation(
        "UTF-16, Windows line ends, and leaning to v2",
        "worked-example",
        {
            "worked-example.yaml": NUMBERS.format("v2", *RIGHT_NUMBERS[1:])
            .replace("\n", "\r\n")
            .encode("utf-16")
        },
    ),
)

OWN_EXAMPLES = (
    example("the worked example once more", {0: "[[1, 0]]", 2: "[[10, 0], [0, 20]]"}),
    example("rows of unequal length", {1: "[[1, 0], [1]]"}),
    example("rows with semicolons", {1: "[1 0; 0 1]"}),
    example("an array as in Python", {1: "np.array([[1, 0], [0, 1]])"}),
    example("one value for two keys", {2: "[[1, 0]]"}),
    example("a query of nothing but zeros", {0: "[[0, 0]]", 3: "[[0.5, 0.5]]", 4: "[[0.5, 1]]"}),
    example("a slip in the weights", {3: "[[0.43, 0.57]]"}),
    example(
        "the own code is not written yet",
        {},
        "# soon\ndef attention(Q, K, V):\n    raise NotImplementedError\n",
    ),
    example("the scale was left out by hand", {3: "[[0.27, 0.73]]", 4: "[[0.27, 1.46]]"}),
    example("the output is left blank", {4: ""}),
    example("the own code does not load yet", {}, RIGHT.replace("V):", "V:")),
    example("the own code has another flaw", {}, RIGHT.replace(SCALE, "")),
)

CHOICES = (
    choice("the hard lookup is picked", "x", " ", " ", " "),
    choice("two boxes are ticked", "x", "x", " ", " "),
    choice("no box is ticked but the letter is written", " ", " ", " ", " ", old="# What", new="b\n# What"),
    choice("a word in a box", " ", "yes", " ", " "),
    choice("an option was edited", " ", "x", " ", " ", old="all values", new="some values"),
    saved(
        "the boxes were deleted", "output-choice", "output-choice.md", "# What comes out for one query\n\nb\n"
    ),
)

TEXTS = (
    purpose("half of the idea", "It makes the weights of each query sum to 1."),
    purpose("beside the point", "It is there so that the model learns faster."),
    purpose("the opposite", "It picks the value with the highest score."),
    purpose("a hard lookup", "It picks the key with the highest score and throws the other ones away."),
    purpose(
        "denied", "The softmax does not make the weights sum to 1 and the output is not a weighted average."
    ),
    purpose(
        "in German",
        "Der Softmax macht aus den Scores Gewichte, die zusammen 1 ergeben und nicht negativ sind.",
    ),
    purpose("the question once more", "In one sentence: what does that step accomplish?"),
    purpose(
        "a list of words", "softmax probability distribution weights sum one blend values average output"
    ),
    purpose("a merge in a text", "<<<<<<< HEAD\nThe weights sum to 1.\n=======\nIt blends.\n>>>>>>> main"),
)

STALLS = (
    stall("only the saturation", "Because softmax saturates."),
    stall("exploding gradients", "With 512 dimensions the gradients explode, because the numbers overflow."),
    stall("another cause", "The learning rate is too high for 512 dimensions."),
)

MAPPINGS = (
    symbols("Q and K are swapped", {0: "K", 1: "Q"}),
    symbols("the root for d_k", {3: "np.sqrt(Q.shape[-1])"}),
    symbols("a name that is not in the code", {3: "d_k"}),
    symbols("an expression that is none", {3: "Q.shape["}),
    symbols("brackets that YAML takes for a list", {3: "[Q.shape[-1]]"}),
    symbols("an output that the code does not name", {6: "output.shape[1]"}),
    symbols("half of it is blank", {3: "", 4: "", 5: "", 6: ""}),
)

WRONG_ANSWERS = (*WORKED, *OWN_EXAMPLES, *CHOICES, *TEXTS, *STALLS, *MAPPINGS)
