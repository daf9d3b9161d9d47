"""Values put into forms, each with its appearance.

A form may have come from a stranger: what it could run is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, String

from card_data.limits import MOST_FORM_OBJECTS
from printkit.faces.filled import BLANK, Entry
from printkit.forms.acroform import (
    OFF,
    Widget,
    Widgets,
    chosen,
    opened,
    saved,
    square_called,
    square_in,
)
from printkit.forms.appearances import Appearances, Look
from printkit.forms.found import FormError
from printkit.typography.fonts import Fonts

NO_KEYWORDS: Mapping[str, str] = MappingProxyType({})
ACTIONS = (
    "/AA",
    "/OpenAction",
    "/JS",
    "/JavaScript",
    "/XFA",
    "/CO",
    "/EmbeddedFiles",
    "/AF",
    "/EF",
)
RISKY = re.compile(rf"(?:{'|'.join((*ACTIONS, '/A'))})(?![A-Za-z])".encode())


def fill(
    pdf: bytes, entries: Iterable[Entry], fonts: Fonts, keywords: Mapping[str, str] = NO_KEYWORDS
) -> tuple[bytes, list[Entry]]:
    """A form that says ``entries`` and nothing else, and the entries that it has no field for.

    ``pdf`` is a form of ours, blank or filled in, as written by us or saved again by another
    program. ``keywords`` are added to its own; empty ones are removed. Raise `FormError` if it
    cannot be read.
    """
    with disarmed(pdf) as form:
        widgets = [widget for widget in Widgets(form) if widget.node.name]
        if not widgets:
            raise FormError("it has no fields to fill in")
        kinds = {widget.node.name: widget.node.kind for widget in widgets}
        values, left_over = by_field(entries, kinds)
        appearances = Appearances(form, fonts)
        for widget in widgets:
            texts = values.get(widget.node.name, ())
            if widget.node.kind == "Btn":
                tick(widget, on=bool(texts))
            else:
                write(widget, ", ".join(texts), appearances)
        list_fields(form, widgets, appearances.embedded)
        add_keywords(form, keywords)
        return saved(form), left_over


def by_field(
    entries: Iterable[Entry], kinds: Mapping[str, str]
) -> tuple[dict[str, list[str]], list[Entry]]:
    """The distinct texts in each field, and the entries for which there is none among ``kinds``."""
    grids = {found[0] for name in kinds if (found := square_in(name))}
    values: dict[str, list[str]] = {}
    left_over = []
    for entry in entries:
        parts = squares(entry) if entry[0] in grids else [entry]
        if kinds.get(box := ".".join(entry)) == "Btn":
            parts = [(box, entry[1])]
        if not all(name in kinds for name, _ in parts) or box in values:  # one mark a box
            left_over.append(entry)
        for name, text in parts:
            if text not in values.setdefault(name, []):
                values[name].append(text)
    return values, left_over


def squares(entry: Entry) -> list[Entry]:
    """A grid's squares with a character, by the names of their fields."""
    name, text = entry
    return [
        (f"{name}.{square_called(row, column)}", char)
        for row, chars in enumerate(text.split("\n"), 1)
        for column, char in enumerate(chars, 1)
        if char not in BLANK
    ]


# --- one field


def tick(widget: Widget, *, on: bool) -> None:
    """Mark a check box, or leave it empty; it has an appearance for either."""
    states = widget.annotation.get("/AP", Dictionary()).get("/N", Dictionary())
    marked = next((state for state in dict(states) if state != f"/{OFF}"), "/Yes")
    widget.annotation.AS = widget.node.field.V = Name(marked) if on else Name(f"/{OFF}")


def write(widget: Widget, text: str, appearances: Appearances) -> None:
    """Put a text into a field; an empty one empties it."""
    value, shown = chosen(widget, text)
    for key in ("/V", "/RV", "/I"):  # wherever a program has put the old one
        for one in (widget.annotation, widget.node.field):
            if key in one:
                del one[key]
    widget.node.field.V = String(value)
    widget.annotation.AP = Dictionary(N=appearances.of(shown, Look.of(widget)))


# --- the file


def disarmed(pdf: bytes) -> Pdf:
    """A form without anything that could run; raise `FormError` if it cannot be read."""
    form = opened(pdf)
    if len(form.objects) > MOST_FORM_OBJECTS:
        raise FormError(f"it has more than {MOST_FORM_OBJECTS:,} objects")
    for one in form.objects:
        made = one.stream_dict if isinstance(one, Stream) else one
        if RISKY.search(made.unparse(resolved=True)):  # which is quick
            strip(made)
    return form


def strip(thing: Any) -> None:
    """Remove from a dictionary or a list, and all that lies directly in it, what viewers run, and
    files that it carries."""
    inner: Iterable[Any] = thing if isinstance(thing, Array) else ()
    if isinstance(thing, Dictionary):
        for key in [key for key, value in thing.items() if runs(key, value)]:
            del thing[key]
        inner = thing.values()
    for one in inner:
        if isinstance(one, Array | Dictionary) and not one.is_indirect:
            strip(one)


def runs(key: str, value: Any) -> bool:
    """Whether viewers run an entry of a dictionary; attributes of a tag are ``/A`` too."""
    action = key == "/A" and isinstance(value, Dictionary) and "/S" in value
    return action or key in ACTIONS


def list_fields(form: Pdf, widgets: Iterable[Widget], fonts: Mapping[str, Object]) -> None:
    """Have a file list its fields, which some programs forget, and know the ``fonts`` in which
    viewers show what is typed later."""
    outermost = [form.make_indirect(one.node.chain[-1]) for one in widgets]
    fields = {one.objgen: one for one in outermost}
    acro_form: Any = form.Root.get("/AcroForm")
    if not isinstance(acro_form, Dictionary):
        acro_form = form.Root.AcroForm = Dictionary()
    acro_form.Fields = Array([*fields.values()])
    acro_form.DR = Dictionary(Font=Dictionary(dict(fonts)))


def add_keywords(form: Pdf, keywords: Mapping[str, str]) -> None:
    """Add ``key=value`` pairs to a file's keywords; those without a value are removed."""
    said = str(form.docinfo.get("/Keywords", "")).split()
    others = [pair for pair in said if pair.partition("=")[0] not in keywords]
    new = [f"{key}={value}" for key, value in keywords.items() if value]
    form.docinfo["/Keywords"] = String(" ".join([*others, *new]))
