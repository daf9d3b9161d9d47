"""What style an element of an SVG file has: by its attributes, by the style sheets in the file, by
its own ``style``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from card_data.limits import MOST_RULES
from card_data.problems import clip
from printkit.art.svg.document import Node
from printkit.errors import MarkupError

COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
PART = re.compile(r"[.#][\w-]+")
NAMESPACES = re.compile(r"@(?:namespace|charset)\b[^;{}@]*;")
# Handed on to what is in an element.
INHERITED = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "clip-rule", "color", "visibility", "paint-order"),
        *("marker-start", "marker-mid", "marker-end", "vector-effect", "color-interpolation"),
        *("font-family", "font-size", "font-style", "font-weight", "font-variant", "text-anchor"),
        *("letter-spacing", "word-spacing", "writing-mode", "text-decoration", "direction"),
    )
)
OWN = frozenset(
    (
        *("opacity", "display", "clip-path", "mask", "filter", "stop-color", "stop-opacity"),
        *("mix-blend-mode", "overflow", "mask-type", "transform", "baseline-shift"),
        *("transform-origin", "transform-box"),
    )
)
PROPERTIES = INHERITED | OWN
Style = dict[str, str]


class Rule(NamedTuple):
    """What a selector such as ``path.leaf`` asks of an element, and what it declares."""

    tag: str
    parts: tuple[str, ...]
    declared: Style

    @property
    def weight(self) -> tuple[int, int, bool]:
        """How specific it is."""
        ids = sum(part.startswith("#") for part in self.parts)
        return ids, len(self.parts) - ids, self.tag not in ("", "*")

    def takes(self, node: Node) -> bool:
        """Whether the selector matches an element."""
        names = node.attributes.get("class", "").split()
        own = {f".{name}" for name in names} | {f"#{node.attributes.get('id', '')}"}
        return self.tag in ("", "*", node.tag) and own.issuperset(self.parts)


def rules_of(css: str) -> list[Rule]:
    """The rules of a style sheet, in their order; raise `MarkupError`."""
    css = NAMESPACES.sub("", COMMENT.sub(" ", css)).replace("<!--", "").replace("-->", "")
    rules: list[Rule] = []
    for block in css.split("}")[:-1]:
        heads, found, body = block.partition("{")
        if not found or "@" in heads or "{" in body:
            message = f"style sheet: found {clip(block.strip())}, expected rules without @"
            raise MarkupError(message)
        declared = declarations(body)
        for head in map(str.strip, heads.split(",")):
            known = SIMPLE.fullmatch(head)
            if known is None or not head:
                message = f"style sheet: found {clip(head)}, expected names, .classes and #ids"
                raise MarkupError(message)
            rules.append(Rule(known[1] or "", tuple(PART.findall(known[2])), declared))
    if len(rules) > MOST_RULES:
        raise MarkupError(f"style sheet: more than {MOST_RULES:,} rules")
    if css.rpartition("}")[2].strip():
        raise MarkupError("style sheet: a rule that is not closed")
    return rules


def declarations(text: str) -> Style:
    """The properties that are declared."""
    found: Style = {}
    for one in COMMENT.sub(" ", text).split(";"):
        name, _, value = one.partition(":")
        name, value = name.strip().lower(), value.strip()
        if name == "marker" or name == "font":
            raise MarkupError(f"style: {name} is not read: write out what it stands for")
        if name in PROPERTIES and value:
            if "!" in value:
                raise MarkupError(f"style: found {clip(value)}: leave out what begins with !")
            found[name] = value
    return found


class Cascade:
    """The rules of all style sheets of a file."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = sorted(rules, key=lambda rule: rule.weight)  # a later one goes over its equals

    def own(self, node: Node) -> Style:
        """The properties of an element, apart from what it inherits."""
        style = {key: value for key, value in node.attributes.items() if key in PROPERTIES}
        for rule in self.rules:
            if rule.takes(node):
                style |= rule.declared
        return style | declarations(node.attributes.get("style", ""))


def inherited(own: Style, around: Mapping[str, str]) -> Style:
    """All properties of an element with these of its ``own`` in the style ``around``."""
    style = {key: value for key, value in around.items() if key in INHERITED}
    for key, value in own.items():
        if value == "inherit":
            if key in around:
                style[key] = around[key]
        elif value in ("initial", "unset"):
            style.pop(key, None)
        else:
            style[key] = value
    return style
