"""PDF forms made and filled by hand, without what the kit writes them with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

import card_data
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.forms.acroform import read_fields
from printkit.forms.reader import ReadForm
from printkit.identity import identities
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from scoring.positions.positions import PositionFile, PositionReader
from scoring.sheets.read import FormSet, gather_forms

Entry = tuple[str, str]
Pages = Sequence[Sequence[Field]]
SHEETS = {  # the components that have fields, of each game
    "dice_archive": ("board", "form", "pad"),
    "manuscript": ("spread",),
    "nineteen_eighty_four": ("sheet",),
    "verse_and_variant": ("pad",),
    "winstons_archive": ("pad",),
}


@cache
def pages(game: str, component: str, forms: int | None = None) -> tuple[tuple[Field, ...], ...]:
    """The fields of a component, page by page; of forms, as many as may play."""
    loaded = card_data.load(game)
    made = loaded.components[component]
    number = (forms or loaded.head.players.max) if made.per_page else None
    options = Options(per_page=1 if made.per_page else None, forms=number)
    layout = lay_out(loaded, component, options, Typesetter())
    found = [tuple(sorted(fields(face.shapes), key=by_order)) for face in layout.faces]
    return tuple(dict.fromkeys(page for page in found if page))


def by_order(field: Field) -> int:
    return field.order


def parts(field: Field) -> Iterator[tuple[str, str, str]]:
    """The fields of a PDF that stand for one of a sheet: their names, types and labels."""
    if field.kind == "check":
        yield f"{field.name}.{field.value}", "/Btn", field.label
    elif field.kind == "grid":
        for row in range(1, field.rows + 1):
            for column in range(1, field.columns + 1):
                said = f"{field.label}, row {row}, column {column}"
                yield f"{field.name}.r{row}c{column}", "/Tx", said
    else:
        yield field.name, "/Tx", field.label


def keywords(game: str, component: str, data: str = "", rules: int = 0, files: str = "") -> str:
    loaded = card_data.load(game)
    return (
        f"game={game} component={component} data={data or loaded.fingerprint} "
        f"rules={rules or loaded.head.rules_version} sheets=1 files={files}"
    )


def form(sheets: Pages, said: str) -> bytes:
    """An empty form of these fields, whose keywords are ``said``."""
    pdf = pikepdf.new()
    tops, known = Array(), dict[str, Any]()
    for sheet in sheets:
        page = pdf.add_blank_page().obj
        page.Annots = Array()
        for name, kind, label in [part for field in sheet for part in parts(field)]:
            page.Annots.append(widget(pdf, tops, known, (name, kind, label)))
    pdf.Root.AcroForm = Dictionary(Fields=tops, DA=String("/Helv 0 Tf"))
    pdf.docinfo["/Keywords"] = said
    return saved(pdf)


def widget(pdf: Any, tops: Any, known: dict[str, Any], part: tuple[str, str, str]) -> Any:
    """A widget, in the field of its name, which is made with all those around it if need be."""
    name, kind, label = part
    if name not in known:
        kids, path = tops, ""
        for step in name.split("."):
            before, path = path, f"{path}.{step}".lstrip(".")
            if path not in known:
                node = pdf.make_indirect(Dictionary(T=String(step), Kids=Array()))
                if before:
                    node.Parent = known[before]
                known[path] = node
                kids.append(node)
            kids = known[path].Kids
        known[name].FT, known[name].TU = Name(kind), String(label)
    look: dict[str, Any] = {}
    if kind == "/Btn":
        marks = Dictionary(Yes=pdf.make_stream(b""), Off=pdf.make_stream(b""))
        look = {"AS": Name.Off, "AP": Dictionary(N=marks)}
    one = Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=[9, 9, 19, 19], **look)
    one.Parent = known[name]
    known[name].Kids.append(pdf.make_indirect(one))
    return known[name].Kids[-1]


def squares(entries: Iterable[Entry], names: Iterable[str]) -> Iterator[Entry]:
    """Entries as the fields of a PDF have them: a grid's text square by square."""
    grids = {name.rpartition(".")[0] for name in names if re.search(r"\.r\d+c\d+$", name)}
    boxes = set(names)
    for name, text in entries:
        if name in grids:
            for row, line in enumerate(text.split("\n"), 1):
                for column, char in enumerate(line, 1):
                    if char not in ". ":
                        yield f"{name}.r{row}c{column}", char
        elif f"{name}.{text}" in boxes:
            yield f"{name}.{text}", "Yes"
        else:
            yield name, text


def filled(raw: bytes, entries: Iterable[Entry], *, strict: bool = True) -> bytes:
    """A form with entries; those without a field are passed over unless that is ``strict``."""
    with pikepdf.open(BytesIO(raw)) as pdf:
        known = {named(node): node for node in terminal(pdf.Root.AcroForm.Fields)}
        for name, text in squares(entries, known):
            if name not in known and not strict:
                continue
            if Name.Btn == known[name].FT:
                known[name].V = Name(f"/{text}")
                for one in known[name].get("/Kids", [known[name]]):
                    one.AS = Name(f"/{text}")
            else:
                known[name].V = String(text)
        return saved(pdf)


def terminal(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        if "/FT" in node:
            yield node
        else:
            yield from terminal(node.get("/Kids", []))


def named(node: Any) -> str:
    around = node.get("/Parent")
    return ".".join(filter(None, (named(around) if around is not None else "", str(node.T))))


def saved(pdf: Any) -> bytes:
    out = BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def read_form(raw: bytes, file: str = "form.pdf") -> ReadForm:
    found = read_fields(raw)
    sheets = identities((), found.keywords).identities
    return ReadForm(file, tuple(sheets), tuple(found.fields))


def read(files: Sequence[Path]) -> PositionFile:
    (forms,) = gather_forms(files)
    return forms.filled(PositionReader())


def joined(game: str, *raws: bytes) -> PositionFile:
    """The position in forms, which are called a.pdf, b.pdf and so on."""
    forms = [read_form(raw, f"{chr(ord('a') + at)}.pdf") for at, raw in enumerate(raws)]
    return FormSet(game, forms).filled(PositionReader())


def blank(game: str, *components: str) -> list[bytes]:
    return [
        form(pages(game, component), keywords(game, component))
        for component in components or SHEETS[game]
    ]
