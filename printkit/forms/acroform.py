"""The fields of a PDF, in whatever way a program may have saved them.

Each page's widgets are read in their order, and what they lack is looked up in the fields around
them, so that it makes no difference whether a field and its widget are one object or two, or which
of them has the name, the value or the label. What is around a field is read from the list of fields
downwards, and upwards from a widget that this does not lead to: a page extracted in Firefox has the
links down alone, one copied by pikepdf or pdf-lib those up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Literal, NamedTuple

import pikepdf

from card_data.limits import (
    DEEPEST_FIELD,
    LONGEST_NAME,
    LONGEST_VALUE,
    MOST_FORM_FIELDS,
    MOST_FORM_PAGES,
)

LONGEST_FIELD = 3 * LONGEST_NAME  # characters of a field's name, or of its label
SQUARE = re.compile(r"(.+)\.r([0-9]{1,3})c([0-9]{1,3})")  # of a grid, counting from 1
# What programs that merge forms add to the names in one copy more, so that no two are the same:
# PyMuPDF name [155], qpdf players+1, which is the outermost.
ADDED, ADDED_OUTERMOST = re.compile(r"(?<=.) \[\d+\]$"), re.compile(r"(?<=.)\+\d+$")
PUSH_BUTTON = 1 << 16  # a flag of fields
OFF = ("", "off")  # the states of a check box without a mark
NO = ("no", "false", "0")  # such states as texts; a name may be any state
AGAIN = "mark it again or clear it, and save"
KINDS = ("Btn", "Ch", "Tx")


class FormError(Exception):
    """A PDF whose fields cannot be read; says why."""


class ReadField(NamedTuple):
    """A field as a form has it.

    ``name`` is that of the template's field, a place in a position. A check box has its ``value``
    and, if it is marked, that as its ``text``. A ``square`` of a grid has its row and its column
    from 1. ``page`` counts from 1; that of a field with several widgets is its first one's.
    ``copy`` counts the fields of this name before it: a file may be merged from several copies of a
    form. ``clash`` says how the field contradicts itself; empty if it does not.
    """

    name: str
    kind: Literal["check", "text", "square"]
    text: str
    label: str
    page: int
    copy: int = 0
    value: str = ""
    square: tuple[int, int] = (0, 0)
    clash: str = ""


class PdfFields(NamedTuple):
    """The keywords of a PDF, and its fields in tab order."""

    keywords: str
    fields: list[ReadField]


class FieldNode(NamedTuple):
    """A field, or a part of one, with what it takes from those around it.

    ``options`` are what there is to choose. ``own``: its value stands in a widget that is no field
    itself. ``lost``: it lies in itself, or too deep in others, and has no name. ``home`` is the
    innermost dictionary with a name, by which parts are known to be of one field.
    """

    name: str = ""
    kind: str = ""
    flags: int = 0
    value: Any = None
    label: str = ""
    options: Any = None
    own: bool = False
    lost: bool = False
    home: Any = None


class Widget(NamedTuple):
    """A field as one page shows it, which counts from 1; ``look`` is whether its state is that of a
    mark, if it has one."""

    node: FieldNode
    page: int
    look: bool | None


def read_fields(raw: bytes) -> PdfFields:
    """Return the keywords and fields of a PDF.

    Raise `FormError`, or any error of the PDF library, if it cannot be read.
    """
    with opened(raw) as pdf:
        tree: Any = pdf.Root.Pages
        declared = get(tree, "/Count")
        if max(int(declared or 0), len(pdf.pages)) > MOST_FORM_PAGES:
            raise FormError(f"it has more than {MOST_FORM_PAGES} pages")
        form: Any = pdf.Root.get("/AcroForm")
        stale = is_dictionary(form) and get(form, "/NeedAppearances") is True
        found: dict[tuple[str, object], list[Widget]] = {}
        for widget in Widgets(pdf):
            home = widget.node.home
            same = home.objgen if home is not None and home.is_indirect else len(found)
            found.setdefault((widget.node.name, same), []).append(widget)
        copies: Counter[str] = Counter()
        fields = []
        for (name, _), widgets in found.items():
            fields.append(field(widgets, copies[name], stale=stale))
            copies[name] += 1
        return PdfFields(text_of(pdf.docinfo.get("/Keywords")), fields)


def opened(raw: bytes) -> pikepdf.Pdf:
    """Return a PDF that needs no password; raise `FormError` for what is none."""
    try:
        return pikepdf.open(BytesIO(raw))
    except pikepdf.PasswordError:
        raise FormError("it is encrypted: save it without a password") from None
    except pikepdf.PdfError:
        raise FormError("it is damaged, or no PDF at all") from None


def saved(pdf: pikepdf.Pdf) -> bytes:
    """Return the bytes of a PDF; the same for the same one."""
    written, compact = BytesIO(), pikepdf.ObjectStreamMode.generate
    pdf.save(written, object_stream_mode=compact, deterministic_id=True)
    return written.getvalue()


class Widgets:
    """The widgets of all pages in tab order, those without a name too."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.parents = parents_in(pdf.Root.get("/AcroForm"))
        self.nodes: dict[tuple[int, int], FieldNode] = {}

    def __iter__(self) -> Iterator[Widget]:
        number = 0
        for page, one in enumerate(self.pdf.pages, 1):
            for widget in arrayed(one.obj.get("/Annots")):
                if not is_dictionary(widget) or name_in(widget, "/Subtype") != "Widget":
                    continue
                number += 1
                if number > MOST_FORM_FIELDS:
                    raise FormError(f"it has more than {MOST_FORM_FIELDS:,} fields")
                node, look = self.node(widget), get(widget, "/AS")
                unknown = node.kind not in KINDS and (node.name or node.kind)
                if not unknown and not (node.kind == "Btn" and node.flags & PUSH_BUTTON):
                    yield Widget(node, page, None if look is None else is_mark(look))

    def node(self, found: Any, depth: int = 0) -> FieldNode:
        """Return a dictionary as a field, by what it says itself and what is around it."""
        known = self.nodes.get(found.objgen) if found.is_indirect else None
        if known is not None:
            return known
        parent = self.parents.get(found.objgen) or get(found, "/Parent")
        around = FieldNode(lost=depth > DEEPEST_FIELD)
        if is_dictionary(parent) and not around.lost:
            around = self.node(parent, depth + 1)
        node = inside(around, found)
        if found.is_indirect:
            self.nodes[found.objgen] = node
        return node


def parents_in(form: Any) -> dict[tuple[int, int], Any]:
    """Return what each field is in, as the list of a form's fields leads to it."""
    found: dict[tuple[int, int], Any] = {}
    left = arrayed(get(form, "/Fields")) if is_dictionary(form) else []
    while left:
        around = left.pop()
        for kid in arrayed(get(around, "/Kids")) if is_dictionary(around) else ():
            if is_dictionary(kid) and kid.is_indirect and kid.objgen not in found:
                found[kid.objgen] = around
                left.append(kid)
    return found


def inside(around: FieldNode, found: Any) -> FieldNode:
    """Return a dictionary as a field or a widget inside another one."""
    step, value, flags = get(found, "/T"), get(found, "/V"), get(found, "/Ff")
    label, options = get(found, "/TU"), get(found, "/Opt")
    return FieldNode(
        name=around.name if step is None or around.lost else named(around.name, text_of(step)),
        kind=name_in(found, "/FT") or around.kind,
        flags=flags if isinstance(flags, int) else around.flags,
        value=around.value if value is None else value,
        label=around.label if label is None else text_of(label)[:LONGEST_FIELD],
        options=around.options if options is None else options,
        own=step is None and value is not None,
        lost=around.lost,
        home=around.home if step is None else found,
    )


def named(around: str, step: str) -> str:
    """Return the name of a field inside that of another, without what tells copies apart; pdftk
    puts each into a field called by its number."""
    step = ADDED.sub("", step)
    if not around:
        step = "" if step.isdecimal() else ADDED_OUTERMOST.sub("", step)
    return within(f"{around}.{step}".lstrip("."), LONGEST_FIELD, "a field's name")


def field(widgets: list[Widget], copy: int, *, stale: bool) -> ReadField:
    """Return a field by all of its widgets; ``stale``: what they look like is to be made anew."""
    node, page, _ = widgets[0]
    if node.kind == "Btn":
        name, _, value = node.name.rpartition(".")
        marked, clash = state(widgets, stale=stale)
        text = value if marked else ""
        return ReadField(name, "check", text, node.label, page, copy, value, clash=clash)
    text, clash = text_in(widgets)
    if found := SQUARE.fullmatch(node.name):
        grid, square = found[1], (int(found[2]), int(found[3]))
        return ReadField(grid, "square", text, node.label, page, copy, square=square, clash=clash)
    return ReadField(node.name, "text", text, node.label, page, copy, clash=clash)


def state(widgets: list[Widget], *, stale: bool) -> tuple[bool, str]:
    """Whether a check box is marked, and how what it says contradicts how it looks.

    One mark in any place is enough. A box that has lost one of the two goes by the other.
    """
    values = {is_mark(one.node.value) for one in widgets if one.node.value is not None}
    looks = {one.look for one in widgets if one.look is not None}
    said = looks if not values else values if not looks or stale else values & looks
    if said or not values:
        return True in said, ""
    if True in values:
        return True, f"it looks empty, but its value is a mark: {AGAIN}"
    return False, f"it looks marked, but its value is none: {AGAIN}"


def is_mark(state: Any) -> bool:
    """Whether the state of a check box is that of a mark; some programs write names as texts."""
    said = text_of(state).lstrip("/").casefold()
    return said not in OFF and (isinstance(state, pikepdf.Name) or said not in NO)


def text_in(widgets: list[Widget]) -> tuple[str, str]:
    """Return what stands in a text field or a choice, and how its widgets contradict each other.

    A program that knows widgets alone leaves an old value in the field around them.
    """
    own = [one.node for one in widgets if one.node.own] or [one.node for one in widgets]
    texts = dict.fromkeys(chosen(node, text_of(node.value)) for node in own)
    different = [text for text in texts if text.strip()]
    if len(different) > 1:
        return different[0], "it says different things on different pages"
    return "".join(different), ""


def chosen(node: FieldNode, text: str) -> str:
    """Return the value for a ``text``: in a choice the words that are shown may be others."""
    for pair in arrayed(node.options) if node.kind == "Ch" else ():
        if isinstance(pair, pikepdf.Array) and len(pair) == 2 and text in map(text_of, pair):
            return text_of(pair[0])
    return text


# --- what a PDF is made of


def arrayed(found: Any) -> list[Any]:
    """Return what is in a list; nothing for what is none."""
    return list(found) if isinstance(found, pikepdf.Array) else []


def get(found: Any, key: str) -> Any:
    """Return the value of a key, None if it is missing: asking for a missing one takes ten times
    longer."""
    return found[key] if key in found else None  # noqa: SIM401


def is_dictionary(found: Any) -> bool:
    return isinstance(found, pikepdf.Dictionary)


def name_in(found: Any, key: str) -> str:
    """Return the name under a key; empty if there is none."""
    name = get(found, key)
    return text_of(name) if isinstance(name, pikepdf.Name) else ""


def text_of(value: Any) -> str:
    """Return a value as text, whichever of the ways to write one a program has chosen; a name that
    is no text is a question mark."""
    if value is None:
        return ""
    if isinstance(value, pikepdf.Name):
        try:
            text = str(value)[1:]
        except UnicodeDecodeError:
            text = "?"
    elif isinstance(value, pikepdf.Stream):
        text = str(pikepdf.String(value.read_bytes()))
    elif isinstance(value, pikepdf.Array):
        text = ", ".join(map(text_of, list(value)[:2]))
    elif isinstance(value, pikepdf.Dictionary):
        raise FormError("a field has a dictionary as its value")
    else:  # a string, or a number
        text = str(value)
    return within("\n".join(text.splitlines()) if "\r" in text else text, LONGEST_VALUE, "a text")


def within(text: str, most: int, what: str) -> str:
    """Return a text that is not too long to be read."""
    if len(text) > most:
        raise FormError(f"it has {what} of {len(text):,} characters, expected at most {most:,}")
    return text
