"""A document's structure tree: what a screen reader reads, and in which order.

A group's role says what its shapes are. In the order painted they are a flat sequence, which
`nested` turns into a tree as PDF requires it: a paragraph that was split is one element, entries
are in their list and rows in their table, and a caption stands beside its figure, whose alt text
replaces its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import msgspec

from printkit.drawing.shapes import Group, Shape, Text, Use
from printkit.typography.fonts import BREAKS_AFTER

HEADINGS = ("H1", "H2", "H3")
CELLS = ("TH", "TD")  # of a TR, a row of a table: there even if they are empty
# Roles of groups. Artifacts are not read; a Lbl is the label of the LI or the P that it is in.
ROLES = (
    *(*HEADINGS, "P", "L", "LI", "Lbl", "Caption", "Figure", "Artifact", "TOC", "Note"),
    *("TR", *CELLS),
)
ENTRIES = {"LI": "L", "TOCI": "TOC", "TR": "Table"}  # elements that are only allowed in another
BODIES = {"LI": "LBody", "TOCI": "P"}  # what holds the content of such an element
UNSPACED = (*BREAKS_AFTER, " ", "\u00ad")  # after these a line ends without a space
GAP = 0.12  # em: an icon that is part of a word is closer to it


class MarkedContent(NamedTuple):
    """Marked content: its page, from 0, and its number there."""

    page: int
    number: int


class LinkArea(NamedTuple):
    """The clickable area of a link: its page, from 0, and its number in the document."""

    page: int
    number: int


@dataclass(eq=False)
class Element:
    """An element of the tree: its ``kind`` is one of PDF's standard structure types.

    ``says`` is a figure's alt text; its ``box`` is in points: left, bottom, right, top. ``place``
    names the destination here, ``target`` the one that a link leads to.
    """

    kind: str
    says: str = ""
    title: str = ""
    place: str = ""
    target: str = ""
    goes_on: bool = False
    box: tuple[float, float, float, float] | None = None
    kids: list[Element | MarkedContent | LinkArea] = field(default_factory=list)


Kid = Element | MarkedContent | LinkArea


def nested(kids: Iterable[Kid], inside: str = "Document") -> list[Kid]:
    """Return ``kids`` of an element as they may be nested ``inside`` one of that kind."""
    found: list[Kid] = []
    for kid in joined(kids):
        if not isinstance(kid, Element):
            found.append(kid)
        elif kid.kids or kid.kind in CELLS:
            captions = [one for one in kid.kids if kind_of(one) == "Caption"]
            if kid.kind == "Figure":
                kid.kids = [one for one in kid.kids if one not in captions]
            kid.kids = entry(kid.kind, nested(kid.kids, kid.kind))
            found.append(kid)
            if kid.kind == "Figure":
                found += nested(captions)
    return list(in_lists(found, inside))


def joined(kids: Iterable[Kid]) -> list[Kid]:
    """Return ``kids``, with the parts of a split paragraph merged."""
    found: list[Kid] = []
    last: dict[str, Element] = {}
    for kid in kids:
        if isinstance(kid, Element):
            if kid.goes_on and kid.kind in last:
                last[kid.kind].kids += kid.kids
                continue
            last[kid.kind] = kid
        found.append(kid)
    return found


def entry(kind: str, kids: list[Kid]) -> list[Kid]:
    """The content of an element, its label first in any case; entries of lists have a body."""
    labels = [kid for kid in kids if kind_of(kid) == "Lbl"]
    body = [kid for kid in kids if kind_of(kid) != "Lbl"]
    if kind in BODIES:
        body = [Element(BODIES[kind], kids=body)]
    return [*labels, *body]


def in_lists(kids: Iterable[Kid], inside: str) -> Iterator[Kid]:
    """Yield ``kids``, with neighbouring entries that are in no list wrapped in one; a row of heads
    begins a table."""
    for kind, row in groupby(kids, lambda kid: ENTRIES.get(kind_of(kid), "")):
        if kind in ("", inside):
            yield from row
        else:
            lists: list[list[Kid]] = []
            for kid in row:
                if not lists or (isinstance(kid, Element) and kind_of(kid.kids[0]) == "TH"):
                    lists.append([])
                lists[-1].append(kid)
            yield from (Element(kind, kids=one) for one in lists)


def kind_of(kid: Kid) -> str:
    return kid.kind if isinstance(kid, Element) else ""


def elements(kids: Iterable[Kid]) -> Iterator[Element]:
    """Yield every element in reading order; an element before its content."""
    for kid in kids:
        if isinstance(kid, Element):
            yield kid
            yield from elements(kid.kids)


def spaced(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return ``shapes`` of a paragraph with invisible spaces where a line or a font ends, so that
    words do not run together when read."""
    return tuple(
        msgspec.structs.replace(shape, text=f"{shape.text} ")
        if isinstance(shape, Text) and ends_word(shape, after)
        else shape
        for shape, after in zip(shapes, [*shapes, None][1:], strict=True)
    )


def ends_word(run: Text, after: Shape | None) -> bool:
    """Whether what comes ``after`` a run of text is another word."""
    if (isinstance(after, Text) and after.y == run.y) or isinstance(after, Use):
        return after.x - run.x - run.width > GAP * run.size
    return not run.text.endswith(UNSPACED)


def words_of(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the words of a piece that is one figure: its texts, and those of its pictures, without
    what is an ornament."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group) and shape.role != "Artifact":
            yield from [shape.says] if shape.says else words_of(shape.shapes)
