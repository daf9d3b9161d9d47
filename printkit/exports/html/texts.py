"""Texts as HTML: escaped, with icons and colours in words, and IDs as links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from types import MappingProxyType
from xml.etree import ElementTree

from markupsafe import Markup, escape

from printkit.drawing.colour_names import colour_name
from printkit.sheets.aloud.markup import Run, in_words, inline, plain, spoken
from printkit.templating.filters import rich

CITED = re.compile(r"[\w-]+(?:\.[\w-]+)*")  # what may be an ID, such as WA-4.3
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
SNAKE = re.compile("[a-z0-9]+(_[a-z0-9]+)+")  # a name of the data, such as hand_take
ICON = Markup('<span class="icon">{}</span>')
CITATION = Markup('<a class="ref" href="{}">{}</a>')
LINK = Markup('<a href="{}">{}</a>')


class Texts:
    """Makes HTML of texts; what is cited in them by an ID leads to its address in ``links``, what
    they link to by an anchor to that in ``anchors``. ``icons`` are those that are drawn, by their
    names; others are told in words."""

    def __init__(
        self,
        links: Mapping[str, str],
        anchors: Iterable[str] = (),
        icons: Mapping[str, Markup] = MappingProxyType({}),
    ) -> None:
        self.links, self.icons = links, icons
        self.anchors = frozenset(anchors)

    def __call__(self, text: object) -> Markup:
        """A text of the data, which may have markup."""
        return self.html(runs(str(text)))

    def html(self, found: Iterable[Run]) -> Markup:
        """The words of a text, one run after the other."""
        told = found if self.icons else spoken(found)
        return Markup("").join(map(self.run, told)).strip()

    def run(self, run: Run) -> Markup:
        words = escape(run.text) if run.icon or run.link else self.cited(run.text)
        if run.icon:
            words = self.icons.get(run.icon) or ICON.format(words)
        if run.bold:
            words = Markup("<b>{}</b>").format(words)
        if run.italic:
            words = Markup("<i>{}</i>").format(words)
        if run.link and (run.link in self.anchors or run.link in self.links):
            words = LINK.format(self.links.get(run.link, f"#{run.link}"), words)
        return words

    def cited(self, text: str) -> Markup:
        """A text with what it cites as links."""
        made, end = Markup(), 0
        for match in CITED.finditer(text):
            if match[0] in self.links:
                made += escape(text[end : match.start()])
                made += CITATION.format(self.links[match[0]], match[0])
                end = match.end()
        return made + escape(text[end:])


def runs(text: str) -> list[Run]:
    """The runs of a text of the data; one whose markup is wrong is itself."""
    try:
        return inline(ElementTree.fromstring(f"<text>{checked(text)}</text>"))
    except ElementTree.ParseError:
        return [Run(text)]


def checked(text: str) -> str:
    """The markup of a text of the data; escaped, if it is none."""
    marked = rich(text)
    return str(escape(text)) if "<rich wrong=" in marked else marked


def words(text: object) -> str:
    """A text of the data without its markup."""
    return plain(runs(str(text)))


def value_in_words(value: str) -> str:
    """A short value of a column as people say it: a colour by its name, a name as words.

    >>> value_in_words("#173f8a"), value_in_words("hand_take"), value_in_words("Ann")
    ('dark blue', 'hand take', 'Ann')
    """
    if COLOUR.fullmatch(value):
        return colour_name(value)
    return in_words(value) if SNAKE.fullmatch(value) else value


def labels_summed(labels: Iterable[str]) -> list[str]:
    """Labels that differ in numbers alone as one, in the order in which they first come.

    >>> labels_summed(["Player 1: name", "Player 2: name", "Player 3: name", "Total"])
    ['Player 1 to 3: name', 'Total']
    """
    groups: dict[str, list[list[int]]] = {}
    for label in labels:
        numbers = [int(one) for one in re.findall(r"\d{1,6}", label)]
        groups.setdefault(re.sub(r"\d{1,6}", "\0", label), []).append(numbers)
    return [filled(label, numbers) for label, numbers in groups.items()]


def filled(label: str, numbers: list[list[int]]) -> str:
    """A label with the numbers that stand at each of its places."""
    parts = label.split("\0")
    places = [spans(sorted({one[place] for one in numbers})) for place in range(len(parts) - 1)]
    return "".join(part + place for part, place in zip(parts, [*places, ""], strict=True))


def spans(numbers: list[int]) -> str:
    """Numbers in order, those that follow each other as one.

    >>> spans([1, 2, 3, 5, 7, 8])
    '1 to 3, 5, 7, 8'
    """
    found: list[str] = []
    for _, those in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        row = [number for _, number in those]
        found += [f"{row[0]} to {row[-1]}"] if len(row) > 2 else map(str, row)
    return ", ".join(found)
