"""What a face says, from its rendered markup: its texts, icons and pictures in words, in the order
drawn.

The markup has what the drawing has lost: which words are one text, and where they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

import msgspec

from printkit.faces.attributes import mm
from printkit.faces.elements import DEFINITIONS
from printkit.faces.tags import HEADINGS
from printkit.templating.xml import XML
from printkit.typography.fitting import as_printed

Kind = Literal["text", "heading", "item", "note", "icon", "picture", "piece", "field", "table"]
TEXTS = ("text", "textbox", "p")
SILENT = DEFINITIONS | {"symbol", "detail", "entry", "use"}  # which say nothing of their own
ROLES: dict[str, Kind] = {**dict.fromkeys(HEADINGS, "heading"), "LI": "item", "Note": "note"}
UPSIDE_DOWN = "rotate(180"
LINE = 0.5  # mm: texts of one line of a small table are no further apart


class Run(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Some words that look alike, or those for the ``icon`` of a name. ``link`` is the anchor that
    they lead to."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    link: str = ""


Runs = tuple[Run, ...]


class Said(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that a face says. ``field`` names the data that it is from, of a picture without
    words its file; ``rows`` are those of a table, ``label`` is what stands before an item."""

    kind: Kind
    runs: Runs = ()
    field: str = ""
    rows: tuple[tuple[Runs, ...], ...] = ()
    label: str = ""

    @property
    def text(self) -> str:
        """Its words, without how they look."""
        return plain(self.runs)


def plain(runs: Iterable[Run]) -> str:
    """The words of runs, white space collapsed."""
    return " ".join("".join(run.text for run in spoken(runs)).split())


def spoken(runs: Iterable[Run]) -> Iterator[Run]:
    """Runs without the icons that stand after the word that they are, as a sign after its name."""
    before = ""
    for run in runs:
        name = run.text.casefold().split()
        if not run.icon or before.split()[-len(name) :] != name:
            yield run
        if not run.icon:
            before = run.text.casefold() if run.text.strip() else before


def said(root: XML) -> list[Said]:
    """All that the children of ``root`` say, in the order drawn; raise `MarkupError` for what is no
    template."""
    found: list[Said] = []
    for element in root:
        found += of_element(element, found)
    return found


def of_element(element: XML, before: Iterable[Said] = ()) -> list[Said]:
    """What one element says; what is there once more upside down is said once."""
    tag, role, says = element.tag, element.get("role", ""), element.get("says")
    if role == "Artifact" or tag in SILENT:
        return []
    field = element.get("field", "")
    if tag == "image":
        if says is None:
            return [Said("picture", (), element.get("href", ""))]
        return [Said("picture", (Run(says),), field)] if says else []
    if tag == "icon":
        name = element.get("name", "")
        words = in_words(name) if says is None else says
        return [Said("icon", (Run(words, icon=name),), field)] if words else []
    if says and role == "Figure":
        return [Said("picture", (Run(says),), field)]
    if tag in TEXTS:
        runs = tuple(inline(element)) if says is None else (Run(says),)
        label = element.get("label", "").strip()
        found = Said(ROLES.get(role, "text"), runs, field, (), label if label != "•" else "")
        return [found] if has_words(found.text) else []
    if tag == "piece":
        return [Said("piece", (), f"{element.get('component', '')} {element.get('face', '')}")]
    if tag == "field":
        return [Said("field", (Run(element.get("label", "")),))]
    if tag == "tr":
        return of_row(element)
    found_inside = said(element)
    if UPSIDE_DOWN in element.get("transform", ""):
        known = {(one.kind, one.text) for one in before}
        return [one for one in found_inside if (one.kind, one.text) not in known]
    return found_inside


def of_row(element: XML) -> list[Said]:
    """A row of a table of texts: one item, and after it the small table below its texts."""
    below = [child for child in element if child.tag == "below"]
    parts = said([child for child in element if child.tag != "below"])  # type: ignore[arg-type]
    runs: list[Run] = []
    for part in parts:
        if runs:
            last = runs[-1]
            pause = not last.icon and not last.text.rstrip().endswith((".", ":", ";", "?", "!"))
            runs.append(Run(", " if pause else ": " if last.icon else " "))
        runs += part.runs
    field = next((part.field for part in parts if part.kind == "text"), "")
    items = [Said("item", tuple(runs), field)] if runs else []
    return items + [Said("table", rows=rows) for one in below if (rows := rows_of(one))]


def rows_of(element: XML) -> tuple[tuple[Runs, ...], ...]:
    """The texts of a small table, row by row, as far as their places tell; raise `MarkupError` for
    a place that is none."""
    texts = [
        (mm(child, "y", 0), mm(child, "x", 0), tuple(inline(child)))
        for child in element.iter()
        if child.tag in TEXTS
    ]
    lines = groupby(sorted(texts, key=lambda one: one[:2]), lambda one: round(one[0] / LINE))
    return tuple([tuple([runs for *_, runs in line]) for _, line in lines])


def inline(element: XML, *, bold: bool = False, italic: bool = False, link: str = "") -> list[Run]:
    """The words of a text, and its icons in words."""
    found: list[Run] = []

    def add(text: str | None) -> None:
        if text:
            before = found[-1].text[-1:] if found else " "
            found.append(Run(as_printed(text, before or " "), bold, italic, link=link))

    add(element.text)
    for child in element:
        if child.tag == "br":
            add(" ")
        elif child.tag == "icon":
            name = child.get("name", "")
            found.append(Run(in_words(name), bold, italic, icon=name, link=link))
        else:
            to = child.get("href", "").removeprefix("#") if child.tag == "a" else link
            found += inline(
                child, bold=bold != (child.tag == "b"), italic=italic != (child.tag == "i"), link=to
            )
        add(child.tail)
    return found


def in_words(name: str) -> str:
    """The name of an icon, or another one of the data, as words.

    >>> in_words("keyhole_book")
    'keyhole book'
    """
    return name.replace("_", " ")


def has_words(text: str) -> bool:
    """Whether a text is more than an ornament, such as a pilcrow."""
    return any(char.isalnum() for char in text)


def pictures(parts: Iterable[Said]) -> Iterator[str]:
    """The files of the pictures without words, for which an empty ``says`` would be the word."""
    return (part.field for part in parts if part.kind == "picture" and not part.runs)
