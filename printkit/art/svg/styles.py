"""The styles of the elements of an SVG file: from their attributes, from the style sheets in the
file, from their own ``style``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from card_data.limits import MOST_RULES
from card_data.problems import quote
from printkit.art.svg.colours import is_void
from printkit.art.svg.document import Node
from printkit.art.svg.properties import ATTRIBUTES, DEFAULTS, HANDED_ON, MARKERS, matters
from printkit.errors import MarkupError

COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
PART = re.compile(r"[.#][\w-]+")
# Rules that draw nothing: a font is one of the game's, and nothing moves on paper.
UNDRAWN = re.compile(
    r"@(?:namespace|charset)\b[^;{}@]*;|@font-face\s*\{[^{}]*\}"
    r"|@keyframes[^{}@]*\{(?:[^{}@]*\{[^{}@]*\})*[^{}@]*\}"
)
ON_SCREEN = re.compile(r":(?:hover|active|focus|visited)\b")
IMPORTANT = "!important"
SLANTS = ("italic", "oblique")
FONT = re.compile(r"((?:[a-z0-9-]+ )*)(\d[\w.%]*)(?:\s*/\s*\S+)? (.+)")  # size/line, families
SPACES = {"preserve": "preserve-spaces"}  # what xml:space says, as CSS has it
Style = dict[str, str]


class Simple(NamedTuple):
    """A part of a selector: an element's tag, classes and ID, and whether it is a ``child`` of the
    element of the part before."""

    tag: str
    parts: tuple[str, ...]
    child: bool

    def takes(self, node: Node) -> bool:
        names = node.attributes.get("class", "").split()
        own = {f".{name}" for name in names} | {f"#{node.attributes.get('id', '')}"}
        return self.tag in ("", "*", node.tag) and own.issuperset(self.parts)


class Rule(NamedTuple):
    """A selector, how specific it is, and what it declares."""

    steps: tuple[Simple, ...]
    weight: tuple[int, int, int]
    declared: Style
    important: Style

    def takes(self, path: Sequence[Node]) -> bool:
        """Whether the selector matches the last of a path of elements from the root on."""
        if not self.steps[-1].takes(path[-1]):
            return False
        at, child = len(path) - 2, self.steps[-1].child
        for step in reversed(self.steps[:-1]):
            while at >= 0 and not step.takes(path[at]):
                if child:
                    return False
                at -= 1
            if at < 0:
                return False
            at, child = at - 1, step.child
        return True


def rules_of(css: str) -> list[Rule]:
    """Return the rules of a style sheet, the most specific last; raise `MarkupError`."""
    css = UNDRAWN.sub("", COMMENT.sub(" ", css)).replace("<!--", "").replace("-->", "")
    rules: list[Rule] = []
    for block in css.split("}")[:-1]:
        heads, found, body = block.partition("{")
        if not found or "@" in heads or "{" in body:
            message = f"style sheet: found {quote(block.strip())}, expected rules without @"
            raise MarkupError(message)
        declared, important = declarations(body)
        for head in heads.split(","):
            if ON_SCREEN.search(head):
                continue
            steps = tuple(selector(head))
            parts = [part for step in steps for part in step.parts]
            ids = sum(part.startswith("#") for part in parts)
            tags = sum(step.tag not in ("", "*") for step in steps)
            weight = ids, len(parts) - ids, tags
            rules.append(Rule(steps, weight, declared, important))
    if len(rules) > MOST_RULES:
        raise MarkupError(f"style sheet: more than {MOST_RULES:,} rules")
    if rest := css.rpartition("}")[2].strip():
        found = "a rule that is not closed" if "{" in rest else f"found {quote(rest)}"
        raise MarkupError(f"style sheet: {found}: put all rules into the file, each in braces")
    return rules


def selector(text: str) -> Iterator[Simple]:
    """Yield the parts of a selector such as ``g > .leaf path``."""
    child = False
    words = text.replace(">", " > ").split()
    if not words:
        raise MarkupError("style sheet: a rule without a selector")
    for word in words:
        if word == ">":
            child = True
            continue
        found = SIMPLE.fullmatch(word)
        if found is None:
            message = f"found {quote(text.strip())}, expected names, .classes and #ids"
            raise MarkupError(f"style sheet: {message}")
        yield Simple(found[1] or "", tuple(PART.findall(found[2])), child)
        child = False


def declarations(text: str) -> tuple[Style, Style]:
    """The properties that are declared, and those that are more important than all others."""
    plain: Style = {}
    important: Style = {}
    for one in COMMENT.sub(" ", text).split(";"):
        name, _, value = one.partition(":")
        name, value = name.strip().lower().replace("_", "-"), value.strip()
        if value and matters(name) and not is_void(value):
            into = important if value.lower().endswith(IMPORTANT) else plain
            value = value[: -len(IMPORTANT)].strip() if into is important else value
            into |= written_out(name, value)
    return plain, important


def written_out(name: str, value: str) -> Style:
    """Return the properties that a declaration stands for, which may be a shorthand."""
    if name == "marker":
        return dict.fromkeys(MARKERS, value)
    if name == "font" and (found := FONT.fullmatch(value)):
        words, size, family = found.groups()
        style = {"font-style": "normal", "font-weight": "normal", "font-variant": "normal"}
        for word in words.split():
            kind = "style" if word in SLANTS else "variant" if word == "small-caps" else "weight"
            style[f"font-{kind}"] = word
        return {**style, "font-size": size, "font-family": family}
    return {name: value}


class Cascade:
    """The rules of all style sheets of a file."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = sorted(rules, key=lambda rule: rule.weight)  # a later one goes over its equals

    def own(self, path: Sequence[Node]) -> Style:
        """Return the properties of the last element of a path, apart from what it inherits."""
        attributes = path[-1].attributes
        style = {
            key: value
            for key, value in attributes.items()
            if key in ATTRIBUTES and not is_void(value)
        }
        if "space" in attributes:
            style["white-space"] = SPACES.get(attributes["space"], "normal")
        important: Style = {}
        for rule in self.rules:
            if rule.takes(path):
                style |= rule.declared
                important |= rule.important
        if "style" in attributes:
            plain, more = declarations(attributes["style"])
            style |= plain
            important |= more
        return style | important


def inherited(own: Style, context: Mapping[str, str]) -> Style:
    """Return all properties of an element with these of its ``own`` in the style ``context``."""
    style = {key: value for key, value in context.items() if key in HANDED_ON}
    for key, value in own.items():
        if value == "inherit" or (value in DEFAULTS[1:] and key in HANDED_ON):
            if key in context:
                style[key] = context[key]
        elif value in DEFAULTS:
            style.pop(key, None)
        else:
            style[key] = value
    return style
