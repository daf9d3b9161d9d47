"""Forms as other programs save them: what stands in their fields, and what a file is."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from card_data import DataError
from printkit.drawing.shapes import Field
from printkit.forms.acroform import read_fields
from printkit.forms.reader import read_form
from tests.forms import form, keywords, saved

KEYS = keywords("winstons_archive", "pad")
NAME = Field("players.0.name", "text", "Player 1: name", 0, 0, 9, 9)
PAGES = Field("players.0.manuscripts", "number", "Player 1: pages", 0, 0, 9, 9)
OUT = Field("players.0.out", "check", "Player 1: out", 0, 0, 9, 9, value="true")
GRID = Field("players.0.left", "grid", "Player 1: left page", 0, 0, 9, 9, columns=2, rows=2)
SHEET = (NAME, PAGES, OUT)


def field_of(pdf: Pdf, index: int) -> Any:
    """A field of `SHEET`: its name is in it, its widget is its kid."""
    widget: Any = pdf.pages[0].obj.Annots[index]
    return widget.Parent


def changed(change: Callable[[Pdf], Any], sheets: Any = (SHEET,)) -> bytes:
    with pikepdf.open(BytesIO(form(sheets, KEYS))) as pdf:
        change(pdf)
        return saved(pdf)


def read(change: Callable[[Pdf], Any], sheets: Any = (SHEET,)) -> dict[str, str]:
    return {one.name: one.text for one in read_fields(changed(change, sheets)).fields}


def clashes(change: Callable[[Pdf], Any], sheets: Any = (SHEET,)) -> list[str]:
    found = read_fields(changed(change, sheets)).fields
    return [one.clash for one in found if one.clash]


def test_fields_are_read_in_page_order() -> None:
    found = read_fields(form([(OUT, NAME), (GRID,)], KEYS))
    assert found.keywords == KEYS
    out, name, *squares = found.fields
    assert (out.name, out.kind, out.value, out.text) == ("players.0.out", "check", "true", "")
    assert (name.name, name.kind, name.label, name.page) == (
        "players.0.name", "text", "Player 1: name", 1,
    )  # fmt: skip
    assert [one.square for one in squares] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert {(one.name, one.kind, one.page) for one in squares} == {("players.0.left", "square", 2)}
    assert squares[3].label == "Player 1: left page, row 2, column 2"


@pytest.mark.parametrize(("value", "text"), [
    (lambda pdf: String("Łucja – Ζωή"), "Łucja – Ζωή"),
    (lambda pdf: pikepdf.Object.parse(b"<c5e1>"), "Åá"),
    (lambda pdf: pikepdf.Object.parse(b"(\x84\x92)"), "—™"),
    (lambda pdf: pikepdf.Object.parse(b"<efbbbfc581>"), "Ł"),
    (lambda pdf: pikepdf.Object.parse(b"<fffe4101>"), "Ł"),
    (lambda pdf: Name("/Ann"), "Ann"),
    (lambda pdf: pikepdf.Object.parse(b"/a#ffb"), "?"),
    (lambda pdf: 7, "7"),
    (lambda pdf: Array([String("Ann")]), "Ann"),
    (lambda pdf: pdf.make_stream(b"\xfe\xff\x01\x41"), "Ł"),
    (lambda pdf: String("a\r\nb\rc"), "a\nb\nc"),
    (lambda pdf: String("null"), "null"),
])  # fmt: skip
def test_a_value_may_be_written_in_any_way(value: Callable[[Pdf], Any], text: str) -> None:
    def change(pdf: Pdf) -> None:
        field_of(pdf, 0).V = value(pdf)

    assert read(change)["players.0.name"] == text


@pytest.mark.filterwarnings("ignore::pikepdf.exceptions.PageCopyWarning")
def test_a_field_may_be_its_own_widget() -> None:
    def change(pdf: Pdf) -> None:
        for widget in list(pdf.pages[0].obj.Annots):
            around = widget.Parent
            for key, value in dict(around.items()).items():
                if key != "/Kids":
                    widget[key] = value
        pdf.pages[0].obj.Annots[0].V = String("Ann")
        del pdf.Root.AcroForm  # and nothing lists the fields any more

    found = read(change)
    assert found == {one.name: "Ann" if one is NAME else "" for one in SHEET}


def test_type_value_and_label_are_inherited() -> None:
    def change(pdf: Pdf) -> None:
        name = field_of(pdf, 0)
        player = name.Parent
        player.FT, player.V, player.TU = Name.Tx, String("Ann"), String("a label")
        del name.FT, name.TU

    (only,) = read_fields(changed(change, (SHEET[:1],))).fields
    assert (only.kind, only.text, only.label) == ("text", "Ann", "a label")


def mark(value: Any, look: str | None, *, stale: bool = False) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        box = field_of(pdf, 2)
        if value is not None:
            box.V = Name(f"/{value}") if isinstance(value, str) else value
        del box.Kids[0].AS
        if look is not None:
            box.Kids[0].AS = Name(f"/{look}")
        pdf.Root.AcroForm.NeedAppearances = stale

    return change


@pytest.mark.parametrize(("change", "text"), [
    (mark("Yes", "Yes"), "true"),
    (mark("Off", "Off"), ""),
    (mark(None, "Off"), ""),
    (mark(None, None), ""),
    (mark("On", "On"), "true"),
    (mark("1", "1"), "true"),
    (mark("0", "0"), "true"),  # any state but Off
    (mark("Yes", None), "true"),
    (mark("Off", None), ""),
    (mark(None, "Yes"), "true"),
    *((mark(String(no), "Off"), "") for no in ("/Off", "Off", "OFF", "", "No", "false", "0")),
    *((mark(String(yes), "Yes"), "true") for yes in ("/Yes", "Yes", "1", "true")),
    (mark(False, "Off"), ""),
    (mark(True, "Yes"), "true"),
    (mark("off", "Off"), ""),
    (mark("Yes", "Off", stale=True), "true"),
    (mark("Off", "Yes", stale=True), ""),
])  # fmt: skip
def test_check_box_is_marked_unless_off(change: Callable[[Pdf], None], text: str) -> None:
    assert read(change)["players.0.out"] == text
    assert clashes(change) == []


def test_check_box_unlike_its_value_is_reported() -> None:
    again = "mark it again or clear it, and save"
    assert clashes(mark("Yes", "Off")) == [f"it looks empty, but its value is a mark: {again}"]
    assert clashes(mark("Off", "Yes")) == [f"it looks marked, but its value is none: {again}"]


def test_choice_is_read_by_value_or_label() -> None:
    for chosen in ("3", "level three"):

        def change(pdf: Pdf, chosen: str = chosen) -> None:
            level = field_of(pdf, 0)
            level.FT, level.V = Name.Ch, String(chosen)
            level.Kids[0].Opt = Array([Array([String("3"), String("level three")]), String("4")])

        assert read(change)["players.0.name"] == "3"


def test_buttons_and_signatures_are_no_fields() -> None:
    def change(pdf: Pdf) -> None:
        field_of(pdf, 0).FT = Name.Sig
        field_of(pdf, 2).Ff = 1 << 16

    assert list(read(change)) == ["players.0.manuscripts"]


TWICE = ((NAME, OUT), (NAME, OUT))  # on two pages


def test_a_field_on_two_pages_is_one() -> None:
    found = read(lambda pdf: setattr(field_of(pdf, 0), "V", String("Ann")), TWICE)
    assert found == {"players.0.name": "Ann", "players.0.out": ""}


def own(*values: str) -> Callable[[Pdf], None]:
    """Widgets with values of their own, in a field that still has an old one."""

    def change(pdf: Pdf) -> None:
        field_of(pdf, 0).V = String("old")
        for page, value in zip(pdf.pages, values, strict=False):
            page.obj.Annots[0].V = String(value)

    return change


def test_value_of_a_widget_overrides_its_field() -> None:
    assert read(own("Ann"), TWICE)["players.0.name"] == "Ann"
    assert read(own("", ""), TWICE)["players.0.name"] == ""
    assert clashes(own("Ann", "Ann"), TWICE) == []
    assert clashes(own("Ann", "Bo"), TWICE) == ["it says different things on different pages"]


def test_a_box_marked_on_one_page_of_two_is_marked() -> None:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj.Annots[1].AS = Name.Yes

    assert read(change, TWICE)["players.0.out"] == "true"
    assert clashes(change, TWICE) == []


def downwards(pdf: Pdf) -> None:
    """As in a page extracted by pdf.js 5.6 and 6.5, which has no way up from inner fields; a wrong
    one does not count either."""
    del field_of(pdf, 0).Parent
    field_of(pdf, 2).Parent.Parent = field_of(pdf, 1)
    field_of(pdf, 1).Parent.Kids.reverse()


def upwards(pdf: Pdf) -> None:
    """As in a file merged by PyMuPDF 2.0, which lists inner fields as if they were outermost."""
    pdf.Root.AcroForm.Fields = Array([field_of(pdf, 0).Parent])


def numbered(pdf: Pdf) -> None:
    """As pdftk puts each copy inside a field called by its number."""
    fields = pdf.Root.AcroForm.Fields
    around = pdf.make_indirect(Dictionary(T=String("1"), Kids=Array(list(fields))))
    fields[0].Parent = around
    pdf.Root.AcroForm.Fields = Array([around])


@pytest.mark.parametrize("change", [
    downwards,
    upwards,
    numbered,
    lambda pdf: setattr(pdf.Root.AcroForm.Fields[0], "T", String("players+12")),  # qpdf
    lambda pdf: setattr(pdf.Root.AcroForm.Fields[0], "T", String("players [155]")),  # PyMuPDF
    lambda pdf: setattr(field_of(pdf, 0), "T", String("name [7]")),
])  # fmt: skip
def test_names_survive_merging_and_splitting(change: Callable[[Pdf], None]) -> None:
    assert list(read(change)) == ["players.0.name", "players.0.manuscripts", "players.0.out"]


def test_fields_of_one_name_are_copies_with_a_value_each() -> None:
    raw = form((SHEET,), KEYS)
    with pikepdf.open(BytesIO(raw)) as pdf, pikepdf.open(BytesIO(raw)) as more:
        pdf.add_pages_from(more)
        for page, name in zip(pdf.pages, ("Ann", "Anna"), strict=True):
            widget: Any = page.obj.Annots[0]
            widget.Parent.V = String(name)
        found = read_fields(saved(pdf)).fields
    names = [(one.copy, one.page, one.text) for one in found if one.name == "players.0.name"]
    assert names == [(0, 1, "Ann"), (1, 2, "Anna")]


@pytest.mark.filterwarnings("ignore::pikepdf.exceptions.PageCopyWarning")
@pytest.mark.parametrize("lost", ["all", "in a circle"])
def test_lost_names_are_empty(lost: str) -> None:
    """As after pdfseparate, or pypdf's ``add_page``; PDFium leads to any object at all."""

    def change(pdf: Pdf) -> None:
        del pdf.Root.AcroForm
        widget: Any = pdf.pages[0].obj.Annots[0]
        if lost == "all":
            del widget.Parent
        else:
            widget.Parent.Parent.Parent = widget.Parent

    assert "" in read(change)


def test_last_appended_update_counts() -> None:
    """An update appended to the file, as pdf.js saves."""
    with pikepdf.open(BytesIO(form((SHEET,), KEYS))) as pdf:
        out = BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    raw = out.getvalue()
    number = int(re.search(rb"(\d+) 0 obj\n<< (?=[^>]*/T \(name\))", raw)[1])  # type: ignore[index]
    with pikepdf.open(BytesIO(raw)) as pdf:
        body = pdf.get_object(number, 0).unparse(resolved=True)
        root, size = pdf.Root.objgen[0], int(pdf.trailer.Size)
    start = raw.rindex(b"startxref") + 9
    new = b"%d 0 obj\n%s\nendobj\n" % (number, body[:-2] + b"/V(Ann)>>")
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, len(raw))
    trailer = b"trailer<</Root %d 0 R/Size %d/Prev %d>>" % (root, size, int(raw[start:].split()[0]))
    raw += new + table + trailer + b"\nstartxref\n%d\n%%%%EOF\n" % (len(raw) + len(new))
    assert {one.name: one.text for one in read_fields(raw).fields}["players.0.name"] == "Ann"


def refused(raw: bytes, folder: Path) -> str:
    file = folder / "pad.pdf"
    file.write_bytes(raw)
    with pytest.raises(DataError) as raised:
        read_form(file)
    assert "\n" not in str(raised.value)
    return str(raised.value).replace(f"{folder}/", "")


def test_print_of_a_sheet_and_foreign_file_have_own_messages(tmp_path: Path) -> None:
    stranger = form(((NAME,),), "")
    assert refused(stranger, tmp_path) == "pad.pdf: not a sheet of one of our games"
    printed = "this is winstons_archive: pad, without fields to fill in; "
    printed += "printkit build --fillable makes forms"
    assert refused(form([()], KEYS), tmp_path) == f"pad.pdf: {printed}"
    code = "[dice_archive:form:2/3#3-4:r1:3fa89c12:a19d]"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        pdf.pages[0].obj.Resources = Dictionary(Font=Dictionary(F=font))
        pdf.pages[0].obj.Contents = pdf.make_stream(b"BT /F 9 Tf 9 9 Td (%s) Tj ET" % code.encode())
        said = refused(saved(pdf), tmp_path)
    assert said == (
        "pad.pdf: this is dice_archive: form, sheet 2 of 3, as it is printed, without fields; "
        "fill in form-fillable.pdf, and save it instead of printing it"
    )


def test_encrypted_form_is_refused(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(form((SHEET,), KEYS))) as pdf:
        out = BytesIO()
        pdf.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
        said = "pad.pdf: cannot be read as a PDF: it is encrypted: save it without a password"
        assert refused(out.getvalue(), tmp_path) == said
        out = BytesIO()
        pdf.save(out, encryption=pikepdf.Encryption(owner="a", user=""))  # opens without one
        assert len(read_fields(out.getvalue()).fields) == 3
