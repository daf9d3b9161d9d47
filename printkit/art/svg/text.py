"""Words of an SVG file, set in the fonts of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.problems import did_you_mean, quote
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import Viewport
from printkit.drawing.shapes import Text
from printkit.errors import MarkupError
from printkit.typography.fonts import Font, Fonts

GENERIC = {"sans-serif": "sans", "system-ui": "sans"}
TO_PATHS = "convert the text to paths"
NAME_IT = "name it under fonts in game.yaml, as liberation_sans for Liberation Sans"
BOLD = 600  # weights from this on are bold
# What moves letters apart, or anywhere else, and what it may be.
PLAIN = {
    "letter-spacing": ("normal", "0", "0px"),
    "word-spacing": ("normal", "0", "0px"),
    "writing-mode": ("lr-tb", "horizontal-tb", "lr"),
    "text-decoration": ("none",),
    "direction": ("ltr",),
    "font-variant": ("normal",),
    "baseline-shift": ("baseline", "0"),
    "stroke": ("none",),
}
MOVING = ("rotate", "textLength")


class TextPosition(NamedTuple):
    """Where an element puts its first character; None: after the one before."""

    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


class Run(NamedTuple):
    """Characters in one style, with a size of type, and where they begin."""

    text: str
    style: Mapping[str, str]
    size: float
    position: TextPosition


def place_runs(
    runs: Sequence[Run], fonts: Fonts, ink: Callable[[Run], str]
) -> Iterator[tuple[Run, Text]]:
    """Yield the runs of a text where they lie, each in a colour that ``ink`` gives."""
    x = y = 0.0
    chunk: list[tuple[Run, Text]] = []
    for run in collapse_spaces(runs):
        position = run.position
        if position.x is not None or position.y is not None:
            yield from apply_anchor(chunk)
            chunk = []
        x = (x if position.x is None else position.x) + position.dx
        y = (y if position.y is None else position.y) + position.dy
        if not run.text:
            continue
        font = font_of(run.style, fonts)
        if lacks := font.lacks(run.text):
            raise MarkupError(f"the font {font.key} has no glyph for {quote(lacks)}: {TO_PATHS}")
        width = font.width(run.text) * run.size
        chunk.append((run, Text(x, y, run.text, font.key, run.size, width, ink(run))))
        x += width
    yield from apply_anchor(chunk)


def collapse_spaces(runs: Sequence[Run]) -> Iterator[Run]:
    """Runs without the spaces that are not shown: at the ends, and after another."""
    after, last = " ", len(runs) - 1
    for number, run in enumerate(runs):
        text = run.text
        if run.style.get("white-space") != "pre":
            text = " ".join(f"|{text}|".split())[1:-1]
            if after == " " or run.position.x is not None:
                text = text.lstrip(" ")
            if number == last or not "".join(one.text for one in runs[number + 1 :]).strip():
                text = text.rstrip(" ")
            after = text[-1:] or after
        yield run._replace(text=text)


def apply_anchor(chunk: Sequence[tuple[Run, Text]]) -> Iterator[tuple[Run, Text]]:
    """Yield the runs of a text that begins at one place, moved by their anchor."""
    if not chunk:
        return
    anchor = chunk[0][0].style.get("text-anchor", "start")
    if anchor not in ("start", "middle", "end"):
        raise MarkupError(f"text-anchor: found {quote(anchor)}, expected start, middle or end")
    width = chunk[-1][1].x + chunk[-1][1].width - chunk[0][1].x
    shift = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    for run, text in chunk:
        yield run, msgspec.structs.replace(text, x=text.x - shift)


def position_of(node: Node, view: Viewport, size: float) -> TextPosition:
    """Where an element puts its first character; raise `MarkupError` where each has a place."""
    for name in MOVING:
        if name in node.attributes:
            raise MarkupError(f"{name} is not drawn: {TO_PATHS}")
    found: list[float | None] = []
    for name in TextPosition._fields:
        text = node.attributes.get(name, "").replace(",", " ").split()
        if len(text) > 1:
            raise MarkupError(
                f"{name}: found {quote(' '.join(text))}, a place a letter: {TO_PATHS}"
            )
        found.append(view.length(name, text[0], size) if text else None)
    return TextPosition(found[0], found[1], found[2] or 0.0, found[3] or 0.0)


def named(family: str) -> str:
    """Return what a game calls a font whose maker calls it so."""
    return family.lower().replace(" ", "_").replace("-", "_")


def font_of(style: Mapping[str, str], fonts: Fonts) -> Font:
    """Return the font of the game that a style asks for."""
    for name, known in PLAIN.items():
        if (value := style.get(name, known[0])) not in known:
            raise MarkupError(f"{name}: found {quote(value)}, which is not set: {TO_PATHS}")
    families = fonts.families()
    asked = [one.strip().strip("'\"") for one in style.get("font-family", "serif").split(",")]
    names = [GENERIC.get(one.lower(), named(one)) for one in asked]
    family = next((one for one in names if one in families), None)
    if family is None:
        lacks = f"no font {quote(asked[0])}{did_you_mean(asked[0], families)}"
        raise MarkupError(f"font-family: {lacks}: {NAME_IT}, or {TO_PATHS}")
    weight = style.get("font-weight", "normal")
    heavy = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight[:5]) >= BOLD)
    slant = style.get("font-style", "normal").split()[0] in ("italic", "oblique")
    return fonts.get(family, bold=heavy, italic=slant)
