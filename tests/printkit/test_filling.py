"""Values in forms: what a form says, what it looks like, and its pages without fields."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, String
from PIL import Image, ImageChops

from printkit.forms.filling import fill
from printkit.forms.flattening import flatten
from printkit.forms.found import FormError
from printkit.forms.widgets import blank
from printkit.options import Faults, Options, Printer
from printkit.sheets.layout import form_of
from tests.filled_forms import values, widgets
from tests.printkit.screen_reader import Document, faults
from tests.printkit.tools import FONTS, shipped
from tests.sweeps import sweep

NAME = "players.0.name"
TURNED = Printer("old", Faults())  # its sheets are upright: a spread is turned on them
PAD = [
    (NAME, "Ann"), ("players.1.name", "Łukasz – Ørn"), ("players.0.prestige", "12"),
    ("players.1.prestige", "12"), ("players.1.eureka", "true"),
]  # fmt: skip


@cache
def form(game: str = "verse_and_variant", name: str = "pad", **given: Any) -> bytes:
    """A blank form of a shipped game."""
    options = Options(**given)
    layout = form_of(shipped(game, name, options), options)
    assert layout is not None
    return blank(layout, options, FONTS)


def filled(entries: Any = PAD, pdf: bytes | None = None) -> bytes:
    """The form with entries, for all of which it has a field."""
    done, left_over = fill(pdf or form(), entries, FONTS)
    assert left_over == []
    return done


def changed(pdf: bytes, change: Callable[[Any], None]) -> bytes:
    """A file that somebody else has changed."""
    saved = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        change(document)
        document.save(saved)
    return saved.getvalue()


def field(document: Any, name: str) -> Any:
    """The first widget of a field that is its own widget, or the kid of one."""
    for page in document.pages:
        for widget in page.Annots:
            around, steps = widget, []
            while around is not None:
                steps += [str(around.T)] if "/T" in around else []
                around = around.get("/Parent")
            if ".".join(reversed(steps)) == name:
                return widget
    raise KeyError(name)


def picture(pdf: bytes) -> Image.Image:
    """The first page with its annotations, as pdfium draws it."""
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        pypdfium2.raw.FPDF_SetFormFieldHighlightAlpha(document.formenv, 0)
        drawn: Image.Image = document[0].render(scale=1.5).to_pil()
        return drawn.convert("RGB")


def text(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        found: str = document[0].get_textpage().get_text_range()
        return found


def everything(pdf: bytes) -> str:
    """All objects of a file, as text, without the bytes of streams, and without its index, in which
    its ID is: bytes that may be any."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        dictionaries = (
            one.stream_dict if isinstance(one, pikepdf.Stream) else one for one in document.objects
        )
        told = (one.unparse(resolved=True).decode("latin-1") for one in dictionaries)
        return " ".join(one for one in told if "/Type /XRef" not in one)


# --- what a form says


def test_a_form_says_its_entries_and_nothing_else() -> None:
    assert values(filled()) == {
        NAME: "Ann", "players.1.name": "Łukasz – Ørn", "players.0.prestige": "12",
        "players.1.prestige": "12", "players.1.eureka.true": "Yes",
    }  # fmt: skip


def test_what_stood_there_before_is_gone() -> None:
    other = [("players.0.name", "Zoe"), ("players.0.eureka", "true")]
    again = filled(other, filled())
    assert values(again) == {NAME: "Zoe", "players.0.eureka.true": "Yes"}
    assert again == filled(other)


def test_values_left_by_other_programs_are_gone() -> None:
    def by_hand(document: Any) -> None:
        widget = field(document, NAME)
        widget.V, widget.RV, widget.AP.N = String("Old"), String("Old"), document.make_stream(b"f")

    done = filled([("players.1.name", "Bo")], changed(form(), by_hand))
    assert values(done) == {"players.1.name": "Bo"}
    assert "Old" not in everything(done)


def test_entries_without_a_field_are_told() -> None:
    strange = [("players.0.shoe", "7"), ("players.9.name", "Zed"), ("players.0.eureka", "false")]
    done, left_over = fill(form(), [*PAD, *strange], FONTS)
    assert (left_over, done) == (strange, filled())


def test_different_entries_in_one_field_all_stand_there() -> None:
    assert values(filled([(NAME, "Ann"), (NAME, "Bo"), (NAME, "Ann")])) == {NAME: "Ann, Bo"}


def test_a_grid_has_a_character_in_each_square() -> None:
    spread = form("manuscript", "spread", forms=1, printer=TURNED)
    tall = ("players.0.left", "\n".join(["A..", ".11", *("." * 12,) * 17, "x"]))
    done, left_over = fill(spread, [tall], FONTS)
    squares = {"players.0.left.r1c1": "A", "players.0.left.r2c2": "1", "players.0.left.r2c3": "1"}
    assert (values(done), left_over) == (squares, [tall])
    assert fill(spread, [("players.0.left", "A..\n.11\n" + "." * 13)], FONTS) == (done, [])


def test_a_choice_takes_the_value_of_the_words_shown() -> None:
    def choice(document: Any) -> None:
        widget = field(document, NAME)
        pairs = [["ann", "Ann of Oxford"], ["bo", "Bo"]]
        widget.FT, widget.Opt, widget.I = Name.Ch, Array(pairs), Array([1])

    pdf = changed(form(), choice)
    assert values(filled([(NAME, "Ann of Oxford")], pdf)) == {NAME: "ann"}
    assert values(filled([(NAME, "ann")], pdf)) == {NAME: "ann"}
    assert values(filled([(NAME, "Cy")], pdf)) == {NAME: "Cy"}
    assert "Ann of Oxford" in text(flatten(filled([(NAME, "ann")], pdf)))
    assert all("/I" not in widget for _, widget, _ in widgets(filled([(NAME, "ann")], pdf)))


def test_keywords_are_added_and_taken_away() -> None:
    def keywords(pdf: bytes) -> list[str]:
        with pikepdf.open(io.BytesIO(pdf)) as document:
            return str(document.docinfo["/Keywords"]).split()

    running, _ = fill(form(), PAD, FONTS, {"running": "true"})
    over, _ = fill(running, PAD, FONTS, {"running": ""})
    assert keywords(running) == [*keywords(form()), "running=true"]
    assert keywords(over) == keywords(form())


@pytest.mark.parametrize("pdf", [b"", b"%PDF-1.7", pytest.param(b"plain", id="plain")], ids=repr)
def test_what_is_no_pdf_is_refused(pdf: bytes) -> None:
    for work in (lambda: fill(pdf, PAD, FONTS), lambda: flatten(pdf)):
        with pytest.raises(FormError, match="it is damaged, or no PDF at all"):
            work()


def test_a_pdf_without_fields_is_refused() -> None:
    with pytest.raises(FormError, match="it has no fields to fill in"):
        fill(flatten(form()), PAD, FONTS)


@pytest.mark.filterwarnings("ignore:This document has")
def test_a_form_that_lost_its_list_of_fields_gets_it_back() -> None:
    """Some programs copy pages and no more."""

    def forgotten(document: Any) -> None:
        del document.Root.AcroForm

    done = filled(pdf=changed(form(), forgotten))
    assert values(done) == values(filled())
    with pikepdf.open(io.BytesIO(done)) as document:
        known = {str(one.T) for one in document.Root.AcroForm.Fields}
    assert known == {one.name.partition(".")[0] for one in widgets(done)}


def test_what_could_run_is_taken_out() -> None:
    def armed(document: Any) -> None:
        script = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
        launch = document.make_indirect(Dictionary(S=Name.Launch, F=String("calc")))
        document.Root.OpenAction, document.Root.AA = script, Dictionary(WC=launch)
        document.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array(["x", script])))
        document.Root.AcroForm.XFA, document.Root.AcroForm.CO = String("xfa"), Array()
        carried = Dictionary(EF=Dictionary(F=document.make_stream(b"MZ")))
        document.pages[0].Annots.append(Dictionary(Subtype=Name.FileAttachment, FS=carried))
        field(document, NAME).A = launch
        field(document, NAME).AA = Dictionary(K=script)
        document.pages[0].AA = Dictionary(O=script)

    for done in (filled(pdf=changed(form(), armed)), flatten(changed(form(), armed))):
        said = everything(done)
        for word in (
            "JavaScript",
            "/JS",
            "Launch",
            "alert",
            "/AA",
            "OpenAction",
            "XFA",
            "/CO",
            "/EF",
        ):
            assert re.search(rf"{word}\b", said) is None, word


def test_a_file_of_very_many_objects_is_refused() -> None:
    def many(document: Any) -> None:
        document.Root.Many = Array([document.make_indirect(Array()) for _ in range(30_000)])

    with pytest.raises(FormError, match="it has more than 30,000 objects"):
        filled(pdf=changed(form(), many))


# --- what it looks like


def test_every_text_has_an_appearance_of_its_own() -> None:
    """As some programs write into the stream itself, which would then show in other fields."""
    looks = [widget.AP.N.objgen for _, widget, _ in widgets(filled()) if widget.get("/FT") == "/Tx"]
    assert len(looks) == len(set(looks)) > 10


def test_a_field_that_is_printed_twice_says_the_same_in_both_places() -> None:
    two_pads = filled([(NAME, "Ann"), ("players.0.out", "true")], form("winstons_archive"))
    looks = [one.widget.AP.N.read_bytes() for one in widgets(two_pads) if one.name == NAME]
    marks = [str(one.widget.AS) for one in widgets(two_pads) if one.name == "players.0.out.true"]
    assert (len(looks), len(set(looks)), marks) == (2, 1, ["/Yes", "/Yes"])
    assert text(flatten(two_pads)).count("Ann") == 2


def test_every_text_has_an_appearance_in_an_embedded_font() -> None:
    strange = filled([(NAME, "Никита"), ("players.1.name", "日本 Bo")])
    assert values(strange) == {NAME: "Никита", "players.1.name": "日本 Bo"}
    with pikepdf.open(io.BytesIO(strange)) as document:
        resources = document.Root.AcroForm.DR.Font
        for name, upright in ((NAME, True), ("players.1.name", False)):
            (font,) = field(document, name).AP.N.Resources.Font.values()
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
            assert font.objgen == resources["/HandUpright" if upright else "/Hand"].objgen
    assert "Никита" in text(flatten(strange))


def test_what_cannot_be_shown_is_still_there_to_be_searched() -> None:
    done = filled([(NAME, "日本 Bo"), ("players.1.name", 40 * "Long ")])
    with pikepdf.open(io.BytesIO(done)) as document:
        for name, said in ((NAME, "日本 Bo"), ("players.1.name", 40 * "Long ")):
            shown = field(document, name).AP.N.read_bytes().decode()
            assert said.encode("utf-16-be").hex() in shown
    assert "日本 Bo" in text(flatten(done))


@pytest.mark.parametrize("turned", sweep([False, True], [True]))
def test_an_entry_lies_in_its_box(turned: bool) -> None:
    spread = form("manuscript", "spread", forms=1, printer=TURNED if turned else None)
    rects: list[Any] = [list(one.widget.Rect) for one in widgets(spread) if one.name == NAME]
    left, bottom, right, top = map(float, rects[0])
    assert (top - bottom > right - left) is turned
    page = pypdfium2.PdfDocument(flatten(filled([(NAME, "Xzq")], spread)))[0].get_textpage()
    said = page.get_text_range().find("Xzq")
    for index in range(said, said + 3):
        x1, y1, x2, y2 = page.get_charbox(index)
        assert left < x1 < x2 < right
        assert bottom < y1 < y2 < top


# --- without fields


def test_flattened_pages_look_the_same() -> None:
    done = filled()
    assert picture(done).tobytes() != picture(form()).tobytes()
    differs = ImageChops.difference(picture(done), picture(flatten(done))).convert("L")
    assert not any(differs.histogram()[80:]), "more than the edges of letters"
    assert "Łukasz – Ørn" in text(flatten(done))


def test_nothing_of_the_form_is_left() -> None:
    said = everything(flatten(filled()))
    for word in ("AcroForm", "Widget", "/Form ", "OBJR", "StructParent ", "/TU", "/FT"):
        assert word not in said.replace("/Subtype /Form", ""), word


def test_a_reader_hears_what_the_fields_say_in_place_of_them() -> None:
    document = Document(io.BytesIO(flatten(filled())))
    assert faults(document) == []
    assert [one.words for one in document.spoken()[1:]] == [
        "Player 1: name: Ann",
        "Player 1: prestige gained during play: 12",
        "Player 2: name: Łukasz – Ørn",
        "Player 2: holds Eureka: marked",
        "Player 2: prestige gained during play: 12",
    ]


def test_a_form_without_tags_is_flattened_too() -> None:
    def untagged(document: Any) -> None:
        del document.Root.StructTreeRoot

    assert "Ann" in text(flatten(changed(filled(), untagged)))


def test_what_is_hidden_stays_hidden() -> None:
    def hidden(document: Any) -> None:
        field(document, NAME).F = 2

    assert "Ann" not in text(flatten(changed(filled(), hidden)))
