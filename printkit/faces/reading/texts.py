"""Texts: their words, in the fonts of the game, on a line or in a box."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, cast

from msgspec import structs

from card_data.problems import did_you_mean, quote, shorten
from card_data.spreadsheets.heads import names_of
from card_data.text import plural
from printkit.drawing.bounds import reach
from printkit.drawing.shapes import Group, Shape, Symbol, Text
from printkit.errors import MarkupError, SourceLocation, TextError
from printkit.faces.attributes import (
    LINE,
    RENDERINGS,
    VARIANTS,
    look_of,
    mm,
    moves,
    one_of,
    read_setting,
    read_style,
    rect,
    weight_and_slant,
)
from printkit.faces.elements import SPAN, Context, check_inline, forbid_others
from printkit.templating.xml import XML
from printkit.typography.fitting import (
    ELLIPSIS,
    PLAIN,
    POINT,
    Composer,
    Setting,
    TooLongError,
    Word,
    as_printed,
    fit,
    fit_cut,
    line_width,
    place,
    set_words,
)
from printkit.typography.fonts import Font, Fonts

CITED = re.compile(r"\s?\(((?:[\w.-]+)(?:(?:, | and )[\w.-]+)*)\)")  # (WA-4.3, WA-5.1)
SHORT = 40  # characters of a text that may be on many faces, such as a label or a number
PLAIN_TAGS = ("b", "i", "br", "a")  # in a text
OVERFLOWS = ("clip", "ellipsis")  # as in CSS; what is too long and not shortened is an error
TOKEN = re.compile(r"[\w-]+(?:\.[\w-]+)*")  # what may name an anchor, such as WA-4.3


class TextReader:
    """Reads texts in ``fonts``, with the ``symbols`` in them.

    ``places`` is that of a `ParsedTemplate`. Where a text names one of ``anchors``, it links to it;
    with ``notes`` those in parentheses are notes in the margin.
    """

    def __init__(self, fonts: Fonts, symbols: Mapping[str, Symbol]) -> None:
        self.fonts, self.symbols = fonts, symbols
        self.anchors: frozenset[str] = frozenset()
        self.notes = False
        self.places: Mapping[XML, SourceLocation] = {}
        self.settings: dict[tuple[str | None, ...], Setting] = {}
        self.reaches: dict[str, tuple[float, float]] = {}
        self.boxes: dict[tuple[Any, ...], list[Shape]] = {}  # texts in boxes

    def text(self, element: XML, context: Context) -> Iterator[Shape]:
        words = self.words(element, context)
        if words:
            setting = self.setting(element, context)
            anchor = one_of(
                "text-anchor", context.get("text-anchor", "start"), ("start", "middle", "end")
            )
            width = line_width(words) * setting.size
            x = mm(element, "x", 0) - {"start": 0, "middle": width / 2, "end": width}[anchor]
            shapes = list(set_words(words, x, mm(element, "y", 0), setting.size, setting))
            yield from self.outlined(element, context, shapes)

    def textbox(self, element: XML, context: Context) -> list[Shape]:
        """Return a text in a box; a short one that is the same on many faces is set once."""
        text = element.text or ""
        if len(element) or len(text) > SHORT or self.anchors or self.notes:
            return self.boxed(element, context)
        key = text, *element.items(), *context.items()
        if key not in self.boxes:
            self.boxes[key] = self.boxed(element, context)
        return self.boxes[key]

    def boxed(self, element: XML, context: Context) -> list[Shape]:
        """Return the shapes of a text in a box, set anew."""
        words = self.words(element, context)
        if not words:
            return []
        box = rect(element)
        setting = self.setting(element, context)
        overflow = one_of("text-overflow", element.get("text-overflow", "clip"), OVERFLOWS)
        try:
            if overflow == "ellipsis":
                size, lines = fit_cut(words, box, setting, partial(self.ellipsis, context))
            else:
                size, lines = fit(words, box, setting)
        except TooLongError as error:
            raise overflow_error(error, box.width, setting) from None
        valign = one_of("valign", element.get("valign", "top"), ("top", "middle", "bottom"))
        shapes = place(lines, box, size, setting, cast(Any, valign))
        return self.outlined(element, context, shapes)

    def outlined(self, element: XML, context: Context, shapes: list[Shape]) -> list[Shape]:
        """The shapes of a text, before them the outlines of its letters if its element itself has a
        ``stroke``: so half of their width is seen, and letters are as bold as without."""
        if element.get("stroke", "none") == "none":
            return shapes
        from printkit.art.glyphs import Glyphs  # which few texts need

        glyphs = Glyphs()
        width, dash, start, cap, join = map(context.get, LINE)
        inked = "none", context["stroke"], width
        style = read_style(*inked, dash, start, cap, join or "round", None)
        letters = [shape for shape in shapes if isinstance(shape, Text)]
        drawn = [structs.replace(glyphs.drawn(text, self.fonts), style=style) for text in letters]
        return [Group((*drawn, *shapes))]

    def symbol(self, name: str, attribute: str = "name") -> Symbol:
        """The symbol of a name, which may come from the data; raise `MarkupError` if there is none.

        What is wrong inside the symbol is found by reading it.
        """
        if name not in self.symbols:
            if not name:
                raise MarkupError(f"attribute {attribute} is missing")
            hint = did_you_mean(name, self.symbols, listed=attribute != "name")
            raise TextError(f"no icon or symbol {quote(name)}{hint}", missing=name)
        return self.symbols[name]

    def inline(self, name: str) -> tuple[str, tuple[float, float]]:
        """The name of an icon in a text, and how far its drawing reaches from left to right."""
        if name not in self.reaches:
            self.reaches[name] = reach(self.symbol(name))
        return name, self.reaches[name]

    def font(self, context: Context, *, bold: bool = False, italic: bool = False) -> Font:
        family = one_of("font-family", context["font-family"], self.fonts.families())
        rendering = context.get("text-rendering")
        return self.fonts.get(
            family,
            **weight_and_slant(context, bold=bold, italic=italic),
            shaped=rendering is not None
            and one_of("text-rendering", rendering, RENDERINGS) == RENDERINGS[0]
            and context.get("letter-spacing", "normal") == "normal",
        )

    def words(self, element: XML, context: Context) -> list[Word]:
        composer = Composer(self.font(context))
        if spaced := context.get("letter-spacing"):
            composer.look = look_of({"letter-spacing": spaced}, PLAIN, context["font-size"])
        self.compose(element, context, composer, bold=False, italic=False)
        return composer.finish()

    def compose(
        self, element: XML, context: Context, composer: Composer, *, bold: bool, italic: bool
    ) -> None:
        font = self.font(context, bold=bold, italic=italic)

        def run(text: str | None) -> None:
            for plain, icon in self.signs(text, font) if text else ():
                if icon:
                    composer.icon(*self.inline(icon), font)
                    continue
                for part, face in self.runs(
                    plain, font, context, composer.before, bold=bold, italic=italic
                ):
                    for words, notes in self.cited(part):
                        for linked, link in self.linked(words, composer.link):
                            composer.link = link
                            composer.text(linked, face)
                        for anchor in notes:
                            composer.note(anchor, face)

        run(element.text)
        for child in element:
            tag = child.tag
            if child.attrib and tag in PLAIN_TAGS:
                self.forbid_attributes(child)
            if tag == "b":
                self.compose(child, context, composer, bold=not bold, italic=italic)
            elif tag == "i":
                self.compose(child, context, composer, bold=bold, italic=not italic)
            elif tag == "br":
                composer.newline(font)
            elif tag == "span":
                self.span(child, context, composer, bold=bold, italic=italic)
            elif tag == "a":
                composer.link = self.target(child)
                self.compose(child, context, composer, bold=bold, italic=italic)
                composer.link = ""
            elif tag == "icon":
                try:
                    name, reaching = self.inline(child.get("name", ""))
                    check_inline(child)
                    composer.icon(name, reaching, font, *moves(child, context["font-size"]))
                except MarkupError as error:
                    raise self.in_text(child, str(error), error.missing) from None
            else:
                found = f"<{shorten(tag)}>"
                wanted = f"{found} in a text: expected <b>, <i>, <br/>, <icon/>, <span> or <a>"
                raise self.in_text(child, child.get("wrong") or wanted)
            run(child.tail)

    def signs(self, text: str, font: Font) -> Iterator[tuple[str, str]]:
        """Yield a text in parts, or the icon in place of a sign that no font has: that which has
        the sign's name in Unicode, as ``owl``."""
        missing = self.fonts.missing(text, font) if font.lacks(text) else ""
        icons = {sign: name for sign in missing if (name := names_of(sign)[0]) in self.symbols}
        for icon, chars in groupby(text, icons.get) if icons else [(None, text)]:
            yield from ((char, icon) for char in chars) if icon else [("".join(chars), "")]

    def adder(self, context: Context) -> Callable[[Composer, str], None]:
        """Return what adds a text without markup to what is composed."""
        font = self.font(context)

        def add(composer: Composer, text: str) -> None:
            before = composer.before
            for part, face in self.runs(text, font, context, before, bold=False, italic=False):
                composer.text(part, face)

        return add

    def ellipsis(self, context: Context) -> Word:
        """Return the ellipsis of a text that is cut."""
        composer = Composer()
        self.adder(context)(composer, "..." if self.font(context).lacks(ELLIPSIS) else ELLIPSIS)
        return composer.finish()[0]

    def runs(
        self, text: str, font: Font, context: Context, before: str, *, bold: bool, italic: bool
    ) -> Iterable[tuple[str, Font]]:
        """Yield the parts of a text, each with its font: for characters that ``font`` lacks a
        fallback, for small capitals what has them; ``before`` is the character before."""
        shown = as_printed(text.translate({9: " ", 10: " ", 13: " "}), before)
        found: Iterable[tuple[str, Font]] = [(text, font)]
        if font.lacks(shown):
            cut = weight_and_slant(context, bold=bold, italic=italic)
            found = self.fonts.runs(shown, font, **cut)
        variant = context.get("font-variant")
        if variant is None or one_of("font-variant", variant, VARIANTS) == VARIANTS[0]:
            return found
        return [(one, self.fonts.small_capitals(face)) for one, face in found]

    def span(
        self, element: XML, context: Context, composer: Composer, *, bold: bool, italic: bool
    ) -> None:
        """A part of a text that looks otherwise; what it says holds inside a <b> too."""
        given, before = element.attrib, composer.look
        try:
            forbid_others(element, SPAN)
            composer.look = look_of(given, before, context["font-size"])
            inner = {key: value for key, value in given.items() if key != "font-size"}
            self.font({**context, **inner})  # so that what is wrong with it is told here
        except MarkupError as error:
            raise self.in_text(element, f"<span>: {error}") from None
        bold, italic = bold and "font-weight" not in given, italic and "font-style" not in given
        self.compose(element, {**context, **inner}, composer, bold=bold, italic=italic)
        composer.look = before

    def cited(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """Yield a text in parts, each with the anchors that it cites at its end, in parentheses."""
        end = 0
        for match in CITED.finditer(text) if self.notes else ():
            names = TOKEN.findall(match[1].replace(" and ", ", "))
            if self.anchors.issuperset(names):
                yield text[end : match.start()], names
                end = match.end()
        yield text[end:], []

    def linked(self, text: str, link: str) -> Iterator[tuple[str, str]]:
        """A text in parts, each with the anchor that it leads to: ``link``, or the one it names."""
        end = 0
        if self.anchors and not link:
            for match in TOKEN.finditer(text):
                if match[0] in self.anchors:
                    yield text[end : match.start()], ""
                    yield match[0], match[0]
                    end = match.end()
        yield text[end:], link

    def forbid_attributes(self, child: XML) -> None:
        """Raise an error for an attribute of an element in a text that has none but a target."""
        for key in child.attrib:
            if (child.tag, key) != ("a", "href"):
                instead = ": use a <span>" if key in SPAN else ""
                shown = f"<{child.tag}>: {shorten(key)}"
                raise self.in_text(child, f"{shown} has no effect here{instead}")

    def target(self, element: XML) -> str:
        """Return the anchor that an ``<a>`` leads to."""
        name = element.get("href", "")
        if not name.startswith("#") or name[1:] not in self.anchors:
            meant = name.removeprefix("#")
            message = f"<a>: nothing has the anchor {quote(meant)}"
            raise self.in_text(element, message + did_you_mean(meant, self.anchors))
        return name[1:]

    def in_text(self, child: XML, message: str, missing: str = "") -> MarkupError:
        """Return the error about an element in a text, which the template or the data contains."""
        place = self.places.get(child)
        written = place is not None and place.column  # what comes out of the data has no column
        return MarkupError(message, place=place) if written else TextError(message, missing=missing)

    def setting(self, element: XML, context: Context, leading: str = "1.2") -> Setting:
        key = (
            *map(context.get, ("font-size", "fill", "icon-fill")),
            *map(element.get, ("min-font-size", "align", "size-step", "overflow-wrap")),
            element.get("line-height", leading),
        )
        setting = self.settings.get(key)
        if setting is None:
            setting = self.settings[key] = read_setting(*key)
        return setting


def overflow_error(
    error: TooLongError, width: float, setting: Setting, beside: str = ""
) -> TextError:
    """Return what is wrong with a text that is too long for its box of ``width`` mm; ``beside``
    says what else takes up room."""
    points = f"{setting.smallest / POINT:.4g} pt"
    if error.widest:
        return TextError(
            f"{quote(error.widest)} is wider than its box of {round(width, 2):g} mm at {points}"
        )
    needs = f"does not fit: needs {plural(error.needed, 'line')} at {points}, "
    return TextError(
        f"{needs}there is room for {error.room}{beside}", short="" if error.room else "high"
    )
