"""Numbers that stand in code, templates and texts as they are, where a number of the game might be
meant: each with what is around it, so that a list can say why it is none.

Nought and one are left out, and "one" as a word: every language is full of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import jinja2
import yaml
from jinja2 import nodes

import card_data
from tests.card_data.copies import SHIPPED
from tests.numbers.edits import numbers_of

ROOT = SHIPPED.parent
WORDS = {
    "two": 2, "both": 2, "twice": 2, "double": 2, "pair": 2, "pairs": 2, "three": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "dozen": 12, "fifteen": 15, "eighteen": 18, "twenty": 20,
}  # fmt: skip
NUMBER = re.compile(rf"(?<![\w.])(?:[0-9]+|{'|'.join(WORDS)})(?![\w%]|\.[0-9])", re.IGNORECASE)
PLAIN = {0, 1, -1}
# What is no statement of a rule: what an example or a picture shows, which others hold together.
TOLD = ("examples", "figures", "first_turn", "index")
SILENT = {"id", "effect", "size", "least", "per_page", "colour", "widths", "why"}


# --- code


def in_code(game: str) -> Iterator[tuple[str, str]]:
    """The lines of a game's engine and scorer with a number in them, each with its file.

    Places in a list, sizes of caches and examples of a field are no such numbers; those of a Tool
    are its card's, if that says them.
    """
    for file in sorted((ROOT / "scoring" / game).rglob("*.py")):
        source = file.read_text("utf-8")
        lines, tree = source.splitlines(), ast.parse(source)
        said = said_on_cards(game, file.stem)
        for node in literals(tree):
            if node.value not in PLAIN and node.value not in said:
                yield file.relative_to(ROOT).as_posix(), lines[node.lineno - 1].strip()


def literals(node: ast.AST) -> Iterator[ast.Constant]:
    """The numbers in a tree that are not structure."""
    if isinstance(node, ast.Subscript):
        yield from literals(node.value)
    elif isinstance(node, ast.Call) and called(node) in ("lru_cache", "Meta"):
        return
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            yield node
    else:
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def said_on_cards(game: str, module: str) -> set[int]:
    """The numbers on the Tools of a rank, in the module of that rank."""
    found = re.fullmatch(r"rank_([0-9]+)", module)
    tools = getattr(card_data.load(game).data, "tools", ())
    return {
        value
        for tool in tools
        if found and tool.rank == int(found[1])
        for _, value in numbers_in(tool.text)
    }


# --- templates


def in_templates(game: str) -> Iterator[tuple[str, str]]:
    """What a game's templates compare with a number, repeat a number of times, or say, each with
    its file."""
    environment = jinja2.Environment(autoescape=False)
    for file in sorted((ROOT / "templates" / game).glob("*.svg")):
        name = f"{game}/{file.name}"
        tree = environment.parse(file.read_text("utf-8"))
        for compare in tree.find_all(nodes.Compare):
            for operand in compare.ops:
                for value in number(operand.expr):
                    yield name, f"{operand.op} {value}"
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "range":
                yield from ((name, f"range {value}") for one in call.args for value in number(one))
        for text in texts_of(tree):
            yield from ((name, phrase) for phrase, _ in numbers_in(text))


def number(node: nodes.Node) -> list[int]:
    """What stands there if it is a number as it is."""
    plain = isinstance(node, nodes.Const) and type(node.value) is int
    return [node.value] if plain and node.value not in PLAIN else []  # type: ignore[attr-defined]


def texts_of(tree: nodes.Template) -> Iterator[str]:
    """What a template says: between its tags, and in its quotes if there are words in them."""
    plain = "\N{REPLACEMENT CHARACTER}".join(
        data.data for data in tree.find_all(nodes.TemplateData)
    )
    yield from re.findall(r">([^<>]*)<", plain)
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str) and re.search("[a-z]{3}", const.value):
            yield const.value


# --- texts of the data


def in_texts(game: str) -> Iterator[tuple[str, str]]:
    """Numbers of a game that stand in the words of its rules, aids and chapters as they are, with
    the word behind them or before them, each with its file."""
    known = {*numbers_of(game).values()} - PLAIN
    for file in sorted((SHIPPED / game).glob("*.yaml")):
        if file.name == "game.yaml":
            continue
        root = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
        for text in statements(root):
            for phrase, value in numbers_in(text):
                if value in known:
                    yield f"{game}/{file.name}", phrase


def statements(value: Any) -> Iterator[str]:
    """The texts in plain values that may state a rule."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from statements(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in TOLD and key not in SILENT:
                yield from statements(part)


def numbers_in(text: str) -> Iterator[tuple[str, int]]:
    """The numbers that stand in a text, as digits or as words, each with the word behind it.

    >>> [*numbers_in("Deal three cards to each of {players.min} (ER-1.2); put back 5.")]
    [('three cards', 3), ('back 5', 5)]
    """
    plain = re.sub(r"\{[^{}]*\}", "\N{REPLACEMENT CHARACTER}", text)
    plain = re.sub(r"<[^<>]*>", " ", plain)
    plain = re.sub(r"\b[A-Z]{1,2}-[0-9]+(?:\.[0-9]+)?[a-z]?", " ", plain)
    for match in NUMBER.finditer(plain):
        word = match[0].casefold()
        value = WORDS[word] if word in WORDS else int(word)
        behind = re.match(r"[ \n]+([A-Za-z]\w*)", plain[match.end() :])
        before = re.search(r"([A-Za-z]\w*)[ \n]+$", plain[: match.start()])
        if behind:
            yield f"{word} {behind[1]}".casefold(), value
        elif before:
            yield f"{before[1]} {word}".casefold(), value
        else:
            yield word, value
