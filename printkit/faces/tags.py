"""What a screen reader reads, and in which order: the tree of a document's tags.

A group's role says what its shapes are. Painted one after the other they make a flat row, which
`nested` turns into a tree as PDF wants it: a paragraph that has been parted is one element, entries
are in their list, and a caption stands beside its figure, whose own words stand for all in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import msgspec

from printkit.drawing.shapes import Shape, Text, Use
from printkit.typography.fonts import BREAKS_AFTER

HEADINGS = ("H1", "H2", "H3")
# Those of groups. Artifacts are not read; a Lbl is the label of the LI or the P that it is in.
ROLES = (*HEADINGS, "P", "L", "LI", "Lbl", "Caption", "Figure", "Artifact", "TOC", "Note")
ENTRIES = {"LI": "L", "TOCI": "TOC"}  # elements that stand only in another
UNSPACED = (*BREAKS_AFTER, " ", "\u00ad")  # after these a line ends without a space
GAP = 0.12  # em: an icon keeps less from the word that it is a part of


class Mark(NamedTuple):
    """Marked content: its page, from 0, and its number there."""

    page: int
    number: int


class Area(NamedTuple):
    """Where a link may be clicked: its page, from 0, and its number in the document."""

    page: int
    number: int


@dataclass(eq=False)
class Element:
    """An element of the tree: its ``kind`` is one of PDF's standard structure types.

    A figure ``says`` what it shows; its ``box`` is in points: left, bottom, right, top. ``place``
    names the destination that leads here, ``target`` the one that a link leads to.
    """

    kind: str
    says: str = ""
    title: str = ""
    place: str = ""
    target: str = ""
    goes_on: bool = False
    box: tuple[float, float, float, float] | None = None
    kids: list[Element | Mark | Area] = field(default_factory=list)


Kid = Element | Mark | Area


def nested(kids: Iterable[Kid], inside: str = "Document") -> list[Kid]:
    """``kids`` of an element as they may stand ``inside`` one of that kind."""
    found: list[Kid] = []
    for kid in joined(kids):
        if not isinstance(kid, Element):
            found.append(kid)
        elif kid.kids:
            captions = [one for one in kid.kids if kind_of(one) == "Caption"]
            if kid.kind == "Figure":
                kid.kids = [one for one in kid.kids if one not in captions]
            kid.kids = entry(kid.kind, nested(kid.kids, kid.kind))
            found.append(kid)
            if kid.kind == "Figure":
                found += nested(captions)
    return list(in_lists(found, inside))


def joined(kids: Iterable[Kid]) -> list[Kid]:
    """``kids``, each part of a paragraph added to the parts before it."""
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
    """What is in an element, its label first, wherever that was painted; entries have a body."""
    labels = [kid for kid in kids if kind_of(kid) == "Lbl"]
    body = [kid for kid in kids if kind_of(kid) != "Lbl"]
    if kind in ENTRIES:
        body = [Element("LBody" if kind == "LI" else "P", kids=body)]
    return [*labels, *body]


def in_lists(kids: Iterable[Kid], inside: str) -> Iterator[Kid]:
    """``kids``, neighbours that are entries in a list of their own if they are in none."""
    for kind, row in groupby(kids, lambda kid: ENTRIES.get(kind_of(kid), "")):
        if kind in ("", inside):
            yield from row
        else:
            yield Element(kind, kids=list(row))


def kind_of(kid: Kid) -> str:
    return kid.kind if isinstance(kid, Element) else ""


def elements(kids: Iterable[Kid]) -> Iterator[Element]:
    """Every element in the order read; one, then what is in it."""
    for kid in kids:
        if isinstance(kid, Element):
            yield kid
            yield from elements(kid.kids)


def spaced(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """``shapes`` of a paragraph with the spaces that nobody sees: where a line or a font ends, so
    that words read one after the other do not run together."""
    return tuple(
        msgspec.structs.replace(shape, text=f"{shape.text} ")
        if isinstance(shape, Text) and is_parted(shape, after)
        else shape
        for shape, after in zip(shapes, [*shapes[1:], None], strict=True)
    )


def is_parted(run: Text, after: Shape | None) -> bool:
    """Whether what comes ``after`` a run of text is another word."""
    if (isinstance(after, Text) and after.y == run.y) or isinstance(after, Use):
        return after.x - run.x - run.width > GAP * run.size
    return not run.text.endswith(UNSPACED)
