"""Words of an SVG file, set in the fonts of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from card_data.problems import did_you_mean, quote
from printkit.art.paints import choice
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import Viewport
from printkit.art.svg.properties import OF_WORDS, TO_PATHS
from printkit.art.svg.styles import Style
from printkit.drawing.shapes import BLACK, Text
from printkit.errors import MarkupError
from printkit.typography.fitting import kern
from printkit.typography.fonts import NO_BREAK_SPACE, Font, Fonts, letters_of, table_of
from printkit.typography.own_fonts.scripts import refusal

GENERIC = {"sans-serif": "sans", "system-ui": "sans"}
NAME_IT = "name it under fonts in game.yaml, as liberation_sans for Liberation Sans"
BREAK_IT = "put each line into a <tspan> with its x and y"
BOLD = 600  # weights from this on are bold
ROOM = 1.05  # of its box that a line may take that another program has measured
BLANKS = str.maketrans("\n\r\t", "   ")
WITH_LINES = ("pre", "pre-wrap", "pre-line", "break-spaces")
WITH_SPACES = ("pre", "pre-wrap", "break-spaces", "preserve-spaces")
INITIAL = re.compile(r"(?<![\w'’])[^\W\d_]")
CASES: Mapping[str, Callable[[str], str]] = {
    "none": str,
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda text: INITIAL.sub(lambda found: found[0].upper(), text),
}
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of the width: what is left of the place
LETTERS_STAND = ("auto", "alphabetic", "baseline")  # on these lines
# How far the type's size moves words up, from the size of what is around them, as Inkscape does.
SHIFTS = {"baseline": 0.0, "sub": -0.2, "super": 0.4}


class TextPosition(NamedTuple):
    """Where an element puts its first character; None: after the one before."""

    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


class Run(NamedTuple):
    """Characters in one style, with a size of type, and where they begin; how far they are raised,
    and how far letters and words are set apart."""

    text: str
    style: Style
    size: float
    position: TextPosition
    raised: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0


def place_runs(
    runs: Sequence[Run], fonts: Fonts, limits: Mapping[str, float]
) -> Iterator[tuple[Run, Text]]:
    """Yield the runs of a text where they lie. Raise `MarkupError` for what is not set, and for
    lines that begin nowhere or are wider than one of the ``limits``, by the properties that ask for
    lines to be wrapped."""
    x = y = 0.0
    nowhere = dict.fromkeys(limits, 0.0)  # the room of lines that begin nowhere
    chunk: list[tuple[Run, Text]] = []
    room: Mapping[str, float] = nowhere
    for run in collapse_spaces(runs):
        position = run.position
        if position.x is not None or position.y is not None:
            yield from apply_anchor(chunk, room)
            chunk, room = [], nowhere if position.x is None else limits
        x = (x if position.x is None else position.x) + position.dx
        y = (y if position.y is None else position.y) + position.dy
        if not run.text or not run.size:
            continue
        font = font_of(run.style, fonts)
        if run.letter_space and font.shaped(run.text)[0] != run.text:
            font = font_of(run.style, fonts, joined=False)  # letters set apart are not joined
        if lacks := font.lacks(run.text):
            why = refusal(lacks) or f"the font {fonts.title(font)} has no glyph for {quote(lacks)}"
            raise MarkupError(f"{why}: {TO_PATHS}")
        if chunk and (chunk[-1][1].font, chunk[-1][1].size) == (font.key, run.size):
            x += run.size * (kern(chunk[-1][1].text, run.text, font) or 0.0)
        letters, words, drawn = run.letter_space, run.word_space, font.shaped(run.text)[0]
        width = font.width(run.text) * run.size
        width += letters * len(drawn) + words * (drawn.count(" ") + drawn.count(NO_BREAK_SPACE))
        down = baseline(run.style.get("dominant-baseline", "auto"), font) * run.size - run.raised
        text = Text(x, y + down, run.text, font.key, run.size, width, BLACK, words, "", letters)
        chunk.append((run, text))
        x += width
    yield from apply_anchor(chunk, room)


def baseline(name: str, font: Font) -> float:
    """Return how far one of a font's lines lies above that on which its letters stand, in ems."""
    if name in LETTERS_STAND:
        return 0.0
    sizes, more = (table_of(font.ttf.face, tag) for tag in ("hhea", "OS/2"))
    units: int = font.ttf.face.unitsPerEm
    top, bottom, small = (
        int.from_bytes(two, "big", signed=True) / units
        for two in (sizes[4:6], sizes[6:8], more[86:88])
    )
    lines = {
        **dict.fromkeys(("text-before-edge", "before-edge", "text-top"), top),
        **dict.fromkeys(("text-after-edge", "after-edge", "text-bottom", "ideographic"), bottom),
        **dict.fromkeys(("central", "center"), (top + bottom) / 2),
        "middle": (small or 0.5) / 2,  # old fonts do not say how high an x is
        "hanging": 0.8 * top,
        "mathematical": 0.5 * top,
    }
    if name not in lines:
        raise MarkupError(f"dominant-baseline: found {quote(name)}, which is not set: {TO_PATHS}")
    return lines[name]


def collapse_spaces(runs: Sequence[Run]) -> Iterator[Run]:
    """Runs as they are shown: without the spaces at the ends and after another, unless these are
    kept; in capitals or small letters."""
    after = " "
    ends = max((number for number, run in enumerate(runs) if run.text.strip()), default=0)
    for number, run in enumerate(runs):
        text, space = run.text, run.style.get("white-space", "normal")
        if space in WITH_LINES and "\n" in text.strip():
            raise MarkupError(f"white-space: found {quote(space)}, lines in one text: {BREAK_IT}")
        text = text.translate(BLANKS)
        if space not in WITH_SPACES:
            text = " ".join(f"|{text}|".split())[1:-1]
            if after == " " or run.position.x is not None:
                text = text.lstrip(" ")
            if number >= ends:
                text = text.rstrip(" ")
        following = runs[number + 1 : number + 2]
        if not text.strip() and all(one.position.x is not None for one in following):
            text = ""
        change = run.style.get("text-transform", "none")
        if change not in CASES:
            found = quote(change)
            raise MarkupError(f"text-transform: found {found}, which is not set: {TO_PATHS}")
        before = "x" if after.isalnum() else " "
        yield run._replace(text=CASES[change](before + text)[1:])
        after = text[-1:] or after


def apply_anchor(
    chunk: Sequence[tuple[Run, Text]], limits: Mapping[str, float]
) -> Iterator[tuple[Run, Text]]:
    """Yield the runs of a text that begins at one place, moved by their anchor."""
    if not "".join(text.text for _, text in chunk).strip():
        return
    anchor = choice(chunk[0][0].style, "text-anchor", tuple(ANCHORS))
    width = chunk[-1][1].x + chunk[-1][1].width - chunk[0][1].x
    for name, widest in limits.items():
        if width > ROOM * widest:
            raise MarkupError(f"{name}: lines are not wrapped here: {BREAK_IT}, or {TO_PATHS}")
    for run, text in chunk:
        yield run, msgspec.structs.replace(text, x=text.x - ANCHORS[anchor] * width)


def placed_words(
    node: Node, view: Viewport, size: float, style: Mapping[str, str]
) -> Iterator[tuple[str, TextPosition]]:
    """Yield the words of an element before the first in it, with where they begin: letter by letter
    where each has a place. Raise `MarkupError` for what is not set."""
    if node.attributes.get("rotate", "0").strip("0 ,.") or "textLength" in node.attributes:
        moved = "textLength" if "textLength" in node.attributes else "rotate"
        raise MarkupError(f"{moved} is not drawn: {TO_PATHS}")
    given = [
        [
            view.length(name, text, size)
            for text in node.attributes.get(name, "").replace(",", " ").split()
        ]
        for name in TextPosition._fields
    ]
    places = [TextPosition(x, y, dx or 0.0, dy or 0.0) for x, y, dx, dy in zip_longest(*given)]
    words = node.texts[0]
    if len(places) > 1:
        if node.children:
            raise MarkupError(f"a place for each letter of several parts is not drawn: {TO_PATHS}")
        if style.get("white-space", "normal") not in WITH_SPACES:
            words = " ".join(words.split())
    at = 0
    for letter in letters_of(words):
        if at >= len(places) - 1:
            break
        yield letter, places[at]
        at += len(letter)  # the places of marks are not used
    yield words[at:], places[at] if at < len(places) else TextPosition()


def spacing(view: Viewport, style: Mapping[str, str], name: str, size: float) -> float:
    """Return how far letters or words are set apart."""
    text = style.get(name, "normal")
    return 0.0 if text == "normal" else view.length(name, text, size)


def shifted(view: Viewport, text: str, size: float, outer: float) -> float:
    """Return how far a ``baseline-shift`` raises words of a ``size`` in those of an ``outer``."""
    if text in SHIFTS:
        return SHIFTS[text] * outer
    if text.endswith("%"):
        text, size = text.removesuffix("%") + "e-2em", outer
    return view.length("baseline-shift", text, size)


def named(family: str) -> str:
    """Return what a game calls a font whose maker calls it so."""
    return family.lower().replace(" ", "_").replace("-", "_")


def font_of(style: Mapping[str, str], fonts: Fonts, *, joined: bool = True) -> Font:
    """Return the font of the game that a style asks for; ``joined``: with its kerning and its
    ligatures."""
    for name, value in style.items():
        if name in OF_WORDS and value.partition(" ")[0] not in OF_WORDS[name]:
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
    return fonts.get(family, bold=heavy, italic=slant, shaped=joined)
