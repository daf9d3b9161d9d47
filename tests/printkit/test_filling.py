"""Forms with entries: what they say, and what it looks like."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import pikepdf
import pypdfium2
import pytest

from printkit.forms import writer
from printkit.options import Options, Printer, PrinterOffset
from printkit.sheets.layout import form_layout
from tests.filled_forms import values, widgets
from tests.printkit.screen_reader import Document, faults
from tests.printkit.tools import FONTS, shipped

NAME = "players.0.name"
TURNED = Printer("old", PrinterOffset())  # its sheets are upright: a spread is turned on them
SPREAD = {"game": "manuscript", "name": "spread", "forms": 1, "printer": TURNED}
PAD = [
    (NAME, "Ann"), ("players.1.name", "Łukasz – Ørn"), ("players.0.prestige", "12"),
    ("players.1.prestige", "12"), ("players.1.eureka", "true"),
]  # fmt: skip


@cache
def form(
    *entries: tuple[str, str], game: str = "verse_and_variant", name: str = "pad", **given: Any
) -> tuple[bytes, list[tuple[str, str]]]:
    """A form of a shipped game with entries, and those that it has no field for."""
    options = Options(**given)
    layout = form_layout(shipped(game, name, options), options)
    assert layout is not None
    return writer.form(layout, options, FONTS, entries, "running=true")


def test_a_form_says_its_entries_and_nothing_else() -> None:
    done, left_over = form(*PAD)
    assert left_over == []
    assert values(done) == {
        NAME: "Ann", "players.1.name": "Łukasz – Ørn", "players.0.prestige": "12",
        "players.1.prestige": "12", "players.1.eureka.true": "Yes",
    }  # fmt: skip
    with pikepdf.open(io.BytesIO(done)) as document:
        assert str(document.docinfo["/Keywords"]).endswith(" running=true")
        assert "/NeedAppearances" not in document.Root.AcroForm
    assert faults(Document(io.BytesIO(done))) == []


def test_entries_without_a_field_are_told() -> None:
    strange = [("players.0.shoe", "7"), ("players.9.name", "Zed"), ("players.0.eureka", "false")]
    assert form(*PAD, *strange) == (form(*PAD)[0], strange)


def test_different_entries_in_one_field_all_stand_there() -> None:
    assert values(form((NAME, "Ann"), (NAME, "Bo"), (NAME, "Ann"))[0]) == {NAME: "Ann, Bo"}


def test_a_grid_has_a_character_in_each_square() -> None:
    tall = ("players.0.left", "\n".join(["A..", ".11", *("." * 12,) * 17, "x"]))
    done, left_over = form(tall, **SPREAD)
    squares = {"players.0.left.r1c1": "A", "players.0.left.r2c2": "1", "players.0.left.r2c3": "1"}
    assert (values(done), left_over) == (squares, [tall])
    assert form(("players.0.left", "A..\n.11\n" + "." * 13), **SPREAD) == (done, [])


def test_a_field_that_is_printed_twice_says_the_same_in_both_places() -> None:
    done, _ = form((NAME, "Ann"), ("players.0.out", "true"), game="winstons_archive")
    looks = [one.widget.AP.N.read_bytes() for one in widgets(done) if one.name == NAME]
    marks = [str(one.widget.AS) for one in widgets(done) if one.name == "players.0.out.true"]
    assert (len(looks), len(set(looks)), marks) == (2, 1, ["/Yes", "/Yes"])


def test_every_text_is_drawn_in_an_embedded_font_by_a_stream_of_its_own() -> None:
    """Some programs write into the stream itself, which would then show in other fields."""
    strange = {NAME: "Никита", "players.1.name": "日本 Bo"}
    done, _ = form(*strange.items(), ("players.0.prestige", "1"), ("players.1.prestige", "1"))
    assert strange.items() <= values(done).items()
    streams, fonts = [], {}
    for name, widget, _ in widgets(done):
        if "/AS" not in widget:
            streams.append(widget.AP.N.objgen)
        if name in strange:
            ((fonts[name], font),) = widget.AP.N.Resources.Font.items()
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
    assert len(streams) == len(set(streams)) > 10
    assert fonts == {NAME: "/HandUpright", "players.1.name": "/Hand"}
    with pikepdf.open(io.BytesIO(done)) as document:
        assert set(document.Root.AcroForm.DR.Font.keys()) == {"/Hand", "/HandUpright"}


@pytest.mark.parametrize(
    ("entry", "turned", "shown"), [("Xzq", True, "Xzq"), (40 * "Long ", False, "Long")]
)
def test_an_entry_lies_in_its_box(entry: str, turned: bool, shown: str) -> None:
    """A long one is cut."""
    done, _ = form((NAME, entry), **(SPREAD if turned else {}))
    (rect,) = [list(map(float, one.widget.Rect)) for one in widgets(done) if one.name == NAME]
    left, bottom, right, top = rect
    assert (top - bottom > right - left) is turned
    with pypdfium2.PdfDocument(done) as document:
        document.init_forms()
        pypdfium2.raw.FPDFPage_Flatten(document[0], 0)
        page = document[0].get_textpage()
        said = page.get_text_range().find(shown)
        assert said >= 0
        for index in range(said, said + len(shown)):
            x1, y1, x2, y2 = page.get_charbox(index)
            assert left < x1 < x2 < right
            assert bottom < y1 < y2 < top
