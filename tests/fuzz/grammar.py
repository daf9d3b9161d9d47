"""Whole templates made at random: sound ones, over what the games really hold, and bare calls.

`whole` knows the kinds of what it makes, so that most of its templates can be printed; `hostile`
calls anything with anything, so that most of what it makes is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from printkit.templating.filters import filters
from printkit.templating.plain import Record, plain
from tests.fuzz.mutations import SNIPPETS

GRAMMAR: Mapping[str, list[str]] = yaml.safe_load(
    (Path(__file__).parent / "grammar.yaml").read_text("utf-8")
)
FILTERS = sorted(filters())
DEEPEST = 6  # things inside one another
SVG = '<svg xmlns="http://www.w3.org/2000/svg">\n'
SYMBOL = re.compile(r"@(\w+)")
Items = dict[str, str]  # of an item of a list: the kinds of its fields, "" for the item itself


class Words(NamedTuple):
    """The names that a game's template may use: texts, numbers and flags, and lists of rows."""

    texts: tuple[str, ...]
    numbers: tuple[str, ...]
    flags: tuple[str, ...]
    lists: tuple[tuple[str, Items], ...]
    names: tuple[str, ...]  # of every field there is
    piece: str


def words_of(values: dict[str, Any], piece: str = "") -> Words:
    found: dict[str, list[str]] = {"text": [], "number": [], "flag": []}
    lists: list[tuple[str, Items]] = []
    names: dict[str, None] = {}

    def walk(name: str, value: Any, depth: int = 0) -> None:
        if kind := kind_of(value):
            found[kind].append(name)
        elif depth > 4:
            return
        elif isinstance(value, Record):
            names.update(dict.fromkeys(value.names()))
            for field in value.names():
                if field not in ("rulebook", "set_up", "entries", "told_in", "index"):
                    walk(f"{name}.{field}", value[field], depth + 1)
        elif isinstance(value, MappingProxyType):
            names.update(dict.fromkeys(str(key) for key in value))
            for key in list(value)[:3]:
                walk(f"{name}[{key!r}]", value[key], depth + 1)
        elif isinstance(value, tuple) and value:
            lists.append((name, items_of(value)))
            walk(f"{name}[{len(value) // 2}]", value[len(value) // 2], depth + 1)

    for name, value in values.items():
        walk(name, plain(value))
    texts, numbers, flags = (tuple(found[kind]) for kind in ("text", "number", "flag"))
    lists = [one for one in lists if one[1]]
    return Words(texts, numbers, flags, tuple(lists), tuple(names), piece)


def kind_of(value: Any) -> str:
    """Return the kind of a value: flag, number or text; empty for any other."""
    kinds = {bool: "flag", int: "number", float: "number", str: "text"}
    return kinds.get(type(value), "")


def items_of(values: tuple[Any, ...]) -> Items:
    """The fields that all of ``values`` have, with their kinds."""
    found: Items | None = None
    for value in values[:50]:
        if isinstance(value, Record):
            kinds = {name: kind_of(value[name]) for name in value.names() if name != "by_players"}
        else:
            kinds = {"": kind_of(value)}
        kinds = {name: kind for name, kind in kinds.items() if kind}
        found = kinds if found is None else dict(found.items() & kinds.items())
    return found or {}


class Maker:
    """Makes a template out of ``words`` by the rules of ``grammar.yaml``.

    ``@number`` is a number, and so on. Names that a template sets are known in the block that
    begins with them alone.
    """

    def __init__(self, words: Words, chance: Random) -> None:
        self.words, self.chance = words, chance
        self.known = {
            "text": [*words.texts], "number": [*words.numbers, "w", "h", "bleed", "safe", "index"],
            "flag": [*words.flags],
        }  # fmt: skip
        self.names = 0

    def make(self, symbol: str, depth: int = 0) -> str:
        known = self.known.get(symbol)
        plainest = GRAMMAR.get(f"{symbol}_plain") if depth >= DEEPEST else None
        rules = plainest or GRAMMAR.get(symbol)
        if known and (rules is None or self.chance.random() < (0.3 if depth < DEEPEST else 0.8)):
            return self.chance.choice(known)
        return self.filled(self.chance.choice(rules or [""]), depth + 1)

    def filled(self, rule: str, depth: int) -> str:
        before = {kind: [*names] for kind, names in self.known.items()}
        here: dict[str, str] = {}
        if "@rows" in rule:
            kind = "text" if "@text_field" in rule else "number" if "@number_field" in rule else ""
            here = self.rows(kind)
        if "@new" in rule:
            self.names += 1
            here["new"] = f"v{self.names}"

        def one(found: re.Match[str]) -> str:
            name = found[1]
            if name in here:
                return here[name]
            if name.startswith("knows_"):  # from here on
                self.known[name.removeprefix("knows_")].append(here["new"])
                return ""
            if name == "item":
                for field, kind in self.fields.items():
                    self.known[kind].append(f"{here['new']}.{field}" if field else here["new"])
                return ""
            if name == "piece":
                return self.words.piece
            if name == "length":
                return str(round(self.chance.uniform(4, 45), 1))
            return self.make(name, depth)

        text = SYMBOL.sub(one, rule)
        self.known = before
        return text

    def rows(self, kind: str) -> dict[str, str]:
        fits = [one for one in self.words.lists if not kind or kind in one[1].values()]
        if not fits:
            self.fields = {"": kind or "number"}
            rows = "['b', 'a']" if kind == "text" else "[3, 1]"
            return {"rows": rows, "text_field": "", "number_field": "", "field": "0"}
        rows, self.fields = self.chance.choice(fits)
        named = [name for name, one in self.fields.items() if not kind or one == kind]
        field = self.chance.choice(named)
        pick = f"|map(attribute='{field}')|list" if field else ""
        return {"rows": rows, "text_field": pick, "number_field": pick, "field": field or "0"}


def whole(words: Words, chance: Random) -> str:
    body = Maker(words, chance).make("body")
    if chance.random() < 0.1:
        return f"{{% extends 'common/base_of.svg' %}}{{% block body %}}{body}{{% endblock %}}"
    return f"{SVG}{body}\n</svg>\n"


def hostile(words: Words, chance: Random) -> str:
    """A template that calls anything with anything, and most often is refused."""
    maker = Maker(words, chance)
    maker.known |= {
        "filter": FILTERS, "call": [*words.names], "snippet": SNIPPETS["template"],
        "some_text": [*words.texts[:9], "''"], "some_number": [*words.numbers[:9], "1"],
    }  # fmt: skip
    said, before = maker.make("hostile"), "".join(GRAMMAR["before"])
    box = '<textbox x="5" y="5" width="50" height="70" font-size="6pt">'
    return f"{SVG}{before}{box}{said}</textbox></svg>\n"
