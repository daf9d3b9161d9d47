"""An SVG file taken apart: its elements, each with its line.

Nothing outside the file is looked up, and a file that declares entities is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from xml.parsers import expat

from card_data.limits import DEEPEST_ELEMENTS, LARGEST_ART, MOST_ELEMENTS
from card_data.problems import shorten
from card_data.text import composed
from printkit.errors import MarkupError, SourceLocation
from printkit.templating.xml import REASONS

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
GZIP = b"\x1f\x8b"
BREAK = "\n"  # between a namespace and a name


class Node:
    """An element of an SVG file: its name, its attributes, its line, what is in it. What belongs to
    a program alone, such as Inkscape's views, has no name. ``texts`` are those before each of its
    children, and after the last."""

    __slots__ = ("attributes", "children", "line", "tag", "texts")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Node] = []
        self.texts = [""]

    def walk(self) -> Iterator[Node]:
        """Yield the element and all in it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    @property
    def text(self) -> str:
        """The characters in it, but not in its children."""
        return "".join(self.texts)


class Builder:
    """Builds the elements that a parser finds."""

    def __init__(self, place: SourceLocation) -> None:
        self.place = place
        self.parser = expat.ParserCreate(None, BREAK)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.EntityDeclHandler = self.entity
        self.open: list[Node] = []
        self.root: Node | None = None
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(BREAK)
        ordered = sorted(attributes.items(), key=lambda one: BREAK not in one[0])
        own = {plain(key): composed(value) for key, value in ordered}  # href over xlink:href
        own.pop("", None)
        line = self.parser.CurrentLineNumber
        node = Node(tag if space in ("", SVG) else "", own, line)
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise self.error(f"more than {MOST_ELEMENTS:,} elements")
        if len(self.open) == DEEPEST_ELEMENTS:
            raise self.error(f"elements nested more than {DEEPEST_ELEMENTS} deep")
        if self.open:
            self.open[-1].children.append(node)
            self.open[-1].texts.append("")
        else:
            self.root = node
        self.open.append(node)

    def end(self, _: str) -> None:
        node = self.open.pop()
        node.texts = list(map(composed, node.texts))

    def data(self, text: str) -> None:
        self.open[-1].texts[-1] += text

    def entity(self, *_: object) -> None:
        message = "ENTITY is not allowed: save the drawing as plain SVG, without what only the"
        raise self.error(f"{message} program that drew it needs")

    def error(self, message: str) -> MarkupError:
        line = self.parser.CurrentLineNumber
        return MarkupError(message, place=self.place._replace(line=line))


def plain(key: str) -> str:
    """Return the name of an attribute; empty if it belongs to a program alone."""
    space, _, name = key.rpartition(BREAK)
    return name if space in ("", XLINK) or name == "space" else ""


def parsed(raw: bytes, place: SourceLocation) -> Node:
    """Return the root of an SVG file; raise `MarkupError` if it is none."""
    if raw.startswith(GZIP):
        raw = unpacked(raw, place)
    if len(raw) > LARGEST_ART:
        raise MarkupError(f"larger than {LARGEST_ART >> 20} MiB", place=place)
    builder = Builder(place)
    try:
        builder.parser.Parse(raw, True)
    except expat.ExpatError as error:
        reason = REASONS.get(error.code, expat.ErrorString(error.code))
        where = place._replace(line=error.lineno, column=error.offset + 1)
        raise MarkupError(f"not well-formed: {reason}", place=where) from None
    except (LookupError, ValueError):  # an encoding that Python does not know, or another's
        raise MarkupError("found another encoding, expected UTF-8", place=place) from None
    root = builder.root
    if root is None or root.tag != "svg":
        found = shorten(root.tag) if root is not None and root.tag else "another"
        raise MarkupError(f"found <{found}>, expected <svg>", place=place._replace(line=1))
    return root


def unpacked(raw: bytes, place: SourceLocation) -> bytes:
    """Return what a compressed file (.svgz) unpacks to."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        return stream.decompress(raw, LARGEST_ART + 1)
    except zlib.error:
        raise MarkupError("cannot be unpacked", place=place) from None
