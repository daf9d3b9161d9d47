"""A template's rendered markup, parsed: its elements and, if known, their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from card_data.problems import shorten
from printkit.errors import MarkupError, SourceLocation, UnclosedError

XML = ElementTree.Element
REASONS = {  # expat's errors, by their codes, in terms of templates
    3: "it ends before its last element is closed",
    4: "a character that does not belong here, such as a bare < or &",
    5: "a tag is not closed",
    7: "this closing tag does not match the element last opened",
    8: "duplicate attribute",
    9: "something comes after </svg>",
    11: "unknown entity; XML has only &amp; &lt; &gt; &quot; &apos;",
    17: "the <?xml …?> line must come first",
    27: "a prefix, such as that of inkscape:label, which the file does not declare; leave it out",
    30: "the <?xml …?> line is not right",
}
LEFT_OPEN = frozenset((3, 7))  # those caused by an element that is not closed


class ParsedTemplate(NamedTuple):
    """A template's rendered markup and, if known, each element's place in the template.

    Places are determined only when something is wrong: see `printkit.templating.lines`.
    """

    root: XML
    places: Mapping[XML, SourceLocation]


def parse(text: str, builder: ElementTree.TreeBuilder | None = None) -> XML:
    """Return the root element of rendered markup; raise `MarkupError` if it is not well-formed."""
    if "<!DOCTYPE" in text:  # in which alone there could be an ENTITY
        raise MarkupError("DOCTYPE and ENTITY are not allowed in a template")
    if not text.strip():
        raise MarkupError("the template is empty")
    try:
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=builder))
    except UnicodeEncodeError:
        raise MarkupError("not well-formed: half of a character (a lone surrogate)") from None
    except ElementTree.ParseError as error:
        line, column = error.position
        lines = text.splitlines() or [""]
        around = lines[min(line, len(lines)) - 1][max(0, column - 40) : column + 40].strip()
        near_by = f" near {around!r}" if around else ""
        reason = REASONS.get(error.code, str(error).split(":")[0])
        kind = UnclosedError if error.code in LEFT_OPEN else MarkupError
        raise kind(f"not well-formed: {reason}{near_by}") from None
    for element in root.iter():
        element.tag = without_namespace(element.tag)
    if root.tag != "svg":
        raise MarkupError(f"found <{shorten(root.tag)}>, expected <svg>")
    return root


def without_namespace(tag: str) -> str:
    """Return ``svg`` of ``{http://www.w3.org/2000/svg}svg``."""
    return tag.rpartition("}")[2]
