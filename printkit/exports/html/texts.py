"""Texts as HTML: escaped, with icons and colours in words, and IDs as links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup, escape

from printkit.drawing.colour_names import colour_name
from printkit.templating.filters import rich
from printkit.typography.fitting import as_printed

CITED = re.compile(r"[\w-]+(?:\.[\w-]+)*")  # what may be an ID, such as WA-4.3
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
SNAKE = re.compile("[a-z0-9]+(_[a-z0-9]+)+")  # a name of the data, such as hand_take
ICON = Markup('<span class="icon">{}</span>')
CITATION = Markup('<a class="ref" href="{}">{}</a>')


class HtmlText:
    """One text as HTML: what is ``made`` of it so far, and the same in words."""

    def __init__(self, links: Mapping[str, str]) -> None:
        self.links = links
        self.made, self.words = Markup(), " "

    def all_of(self, text: str) -> Markup:
        """All of a text; one whose markup is wrong is itself."""
        marked = rich(text)
        try:
            if "<rich wrong=" in marked:
                marked = escape(text)
            self.inside(ElementTree.fromstring(f"<text>{marked}</text>"))
        except ElementTree.ParseError:
            self.text(text)
        return self.made.strip()

    def inside(self, element: Any, *, linked: bool = False) -> None:
        """The words of an element, and its icons in words."""
        self.text(element.text, linked=linked)
        for child in element:
            to = child.get("href", "").removeprefix("#")
            if child.tag == "icon":
                self.icon(in_words(child.get("name", "")))
            elif child.tag == "br":
                self.text(" ")
            elif child.tag in ("b", "i"):
                self.made += Markup(f"<{child.tag}>")
                self.inside(child, linked=linked)
                self.made += Markup(f"</{child.tag}>")
            elif child.tag == "a" and to in self.links:
                self.made += Markup('<a href="{}">').format(self.links[to])
                self.inside(child, linked=True)
                self.made += Markup("</a>")
            else:
                self.inside(child, linked=linked)
            self.text(child.tail, linked=linked)

    def icon(self, word: str) -> None:
        """An icon, but after the word that it is, as a sign stands after its name."""
        name = word.casefold().split()
        if self.words.casefold().split()[-len(name) :] != name:
            self.made += ICON.format(word)

    def text(self, text: str | None, *, linked: bool = False) -> None:
        """Words; what they cite is a link."""
        if not text:
            return
        printed, end = as_printed(text, self.words[-1]), 0
        for match in () if linked else CITED.finditer(printed):
            if match[0] in self.links:
                self.made += escape(printed[end : match.start()])
                self.made += CITATION.format(self.links[match[0]], match[0])
                end = match.end()
        self.made += escape(printed[end:])
        self.words += printed


def words(text: object) -> str:
    """A text of the data without its markup."""
    return HtmlText({}).all_of(str(text)).striptags()


def in_words(name: str) -> str:
    """The name of an icon, or another one of the data, as words.

    >>> in_words("keyhole_book")
    'keyhole book'
    """
    return name.replace("_", " ")


def value_in_words(value: str) -> str:
    """A short value of a column as people say it: a colour by its name, a name as words.

    >>> value_in_words("#173f8a"), value_in_words("hand_take"), value_in_words("Ann")
    ('dark blue', 'hand take', 'Ann')
    """
    if COLOUR.fullmatch(value):
        return colour_name(value)
    return in_words(value) if SNAKE.fullmatch(value) else value
