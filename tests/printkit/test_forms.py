"""Forms: how many on a page; PDFs to fill in beside the plain sheets; forms with entries."""

import io
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pypdfium2
import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.shapes import Text
from printkit.drawing.traversal import fields, texts
from printkit.forms import writer
from printkit.identity import codes_on_page, identities
from printkit.options import Options, Printer, PrinterOffset
from printkit.sheets.layout import Layout, form_layout, lay_out
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.filled_forms import values, widgets
from tests.printkit.commands import done, files, refused
from tests.printkit.pdf_pages import FONTS, pictures, shipped, spots, texts_of
from tests.printkit.screen_reader import Document, faults
from tests.sweeps import sweep

FORM = """
  slip:
    title: Slips
    size: pad
    per_page: {2: pad, 4: quarter}
    faces:
      - {template: slip.svg}
"""
SLIP = (
    '<svg><text x="9" y="9">Player {{ index + 1 }}</text><field name="players.{{ index }}.name" '
    'label="Player {{ index + 1 }}: name" kind="text" x="9" y="12" width="30" height="9"/></svg>'
)


@pytest.fixture
def slips(errata: Path) -> Path:
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(FORM.lstrip("\n"))
    (errata / "templates" / "slip.svg").write_text(SLIP, "utf-8")
    return errata.parent


def build(data: Path, *options: object) -> Path:
    done("build", "errata", "--only", "slip", "--data", data, "--out", data / "out", *options)
    return data / "out" / "errata" / "slip.pdf"


def refusal(data: Path, *options: object) -> str:
    out = data / "out"
    said = refused("build", "--only", "slip", "--data", data, "--out", out, *options)
    return said.splitlines()[0]


def words(file: Path) -> list[str]:
    text = " ".join(page.extract_text() for page in PdfReader(file).pages)
    return [part[0] for part in text.replace("\n", " ").split("Player ")[1:]]


@pytest.mark.parametrize(("options", "players", "pages"), [
    ([], "12", 1),
    (["--forms", 5], "12345", 3),
    (["--forms", 1], "1", 1),
    (["--forms", 5, "--per-page", 4], "12345", 2),
    (["--per-page", 4], "1234", 1),
])  # fmt: skip
def test_forms_are_numbered(options: list[object], players: str, pages: int, slips: Path) -> None:
    file = build(slips, *options)
    assert len(PdfReader(file).pages) == pages
    assert words(file) == list(players)


def test_row_id_may_look_like_a_numbered_form(errata: Path) -> None:
    """Numbers and pages are no part of an ID: nothing is read into a hyphen."""
    edit(errata / "cards.yaml", "{id: letter,", "{id: comma-2,")
    options = printkit.Options(data=errata.parent)
    out = errata.parent / "out"
    (made,) = printkit.build(["errata"], ["deck"], out, options=options)
    placed = [spot.id for page in PdfReader(made.file).pages for spot in spots(page, 63.5, 88.9)]
    assert placed.count("comma-2") == 3


@pytest.mark.parametrize(("option", "number", "message"), [
    *(("--forms", number, f"found {number}, expected a whole number from 1 to 100")
      for number in (0, -1, 101)),
    *(("--per-page", number, f"errata slip: found {number}, expected one of 2, 4")
      for number in (0, 3)),
])  # fmt: skip
def test_impossible_number_of_forms_is_refused(
    option: str, number: int, message: str, slips: Path
) -> None:
    assert refusal(slips, option, number) == f"{option}: {message}"


@pytest.mark.parametrize("option", ["--forms", "--per-page"])
def test_component_without_forms_is_refused(option: str, slips: Path) -> None:
    said = refusal(slips, "--only", "deck", option, 4)
    assert said == f"{option}: errata deck: this component has no forms"
    done("build", "--data", slips, "--out", slips / "out", option, 4)  # the others are as ever


@pytest.mark.parametrize("number", [0, -1])
def test_no_form_on_a_page_is_refused(number: int, slips: Path) -> None:
    line = edit(slips / "errata" / "print.yaml", "{2: pad", f"{{{number}: pad")
    said = refused("check", "--data", slips)
    assert f"print.yaml:{line}:" in said
    assert f"found {number}, expected a whole number from 1 to 100" in said


def test_every_per_page_size_is_checked(slips: Path) -> None:
    text = "per_page: {2: pad, 4: quarter}"
    line = edit(slips / "errata" / "print.yaml", text, "per_page:\n      2: pad\n      4: quater")
    said = refused("check", "--data", slips)
    assert f"print.yaml:{line + 2}:10: slip, field per_page.4: found 'quater'" in said
    assert "did you mean quarter?" in said


def test_options_for_forms_without_any_forms_are_refused(tmp_path: Path) -> None:
    said = refused("build", "winstons_archive", "--forms", 4, "--out", tmp_path)
    assert said.splitlines()[0] == "--forms: no component to build has forms"


def drawings(file: Path) -> int:
    with pikepdf.open(file) as pdf:
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        streams = [one for one in forms if one.get("/Subtype") == "/Form"]
        return sum(len(one.read_bytes()) for one in (*streams, *(p.Contents for p in pdf.pages)))


@pytest.mark.sweep
def test_a_pad_is_drawn_once_and_used_often(tmp_path: Path) -> None:
    """25 route sheets take hardly more room than two."""
    sizes = {}
    for number in (2, 25):
        args = ("nineteen_eighty_four", "--only", "sheet", "--per-page", 2, "--forms", number)
        done("build", *args, "--out", tmp_path)
        sizes[number] = drawings(tmp_path / "nineteen_eighty_four" / "sheet.pdf")
    assert sizes[25] < 1.2 * sizes[2]


@pytest.mark.parametrize("differ", [True, False])
def test_each_form_has_its_own_fields(differ: bool, slips: Path) -> None:
    template = slips / "errata" / "templates" / "slip.svg"
    if not differ:
        edit(template, "Player {{ index + 1 }}</text>", "Player</text>")
    game, options = card_data.load("errata", slips), printkit.Options(data=slips, forms=3)
    faces = lay_out(game, "slip", options, Typesetter()).faces
    names = [[one.name for one in fields(face.shapes)] for face in faces]
    assert names == [[f"players.{number}.name"] for number in range(3)]
    assert fields(faces[2].shapes)[0].label == "Player 3: name"
    words = [text.text for face in faces for text in texts(face.shapes)]
    assert words == (["Player 1", "Player 2", "Player 3"] if differ else ["Player"] * 3)
    edit(template, '"players.{{ index }}.name"', "\"{{ 'ab'[index:index + 1] }}\"")
    assert "attribute name is missing or empty" in refusal(slips, "--forms", 3)


PAD = """
  pad:
    title: Pad
    size: pad
    faces:
      - {template: pad.svg, copies: 5}
"""
# The components with fields, and how many different sheets each has on A4.
OURS = {
    ("dice_archive", "board"): 1, ("dice_archive", "form"): 3,
    ("dice_archive", "form_ink_saving"): 3, ("dice_archive", "pad"): 1, ("manuscript", "spread"): 4,
    ("nineteen_eighty_four", "sheet"): 1, ("nineteen_eighty_four", "sheet_ink_saving"): 1,
    ("verse_and_variant", "pad"): 1, ("winstons_archive", "pad"): 1,
}  # fmt: skip
FILLABLE = "errata/slip-fillable.pdf"


@pytest.fixture
def pads(slips: Path) -> Path:
    with (slips / "errata" / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(PAD.lstrip("\n"))
    templates = slips / "errata" / "templates"
    (templates / "pad.svg").write_text(SLIP.replace("{{ index }}", "0"), "utf-8")
    return slips


def built(data: Path, *options: object, name: str = "out") -> dict[str, bytes]:
    out = data / name
    done("build", "errata", "--data", data, "--out", out, *options)
    return files(out)


def keywords(file: Path) -> str:
    metadata = PdfReader(file).metadata
    assert metadata is not None
    return str(metadata["/Keywords"])


def test_forms_lie_beside_plain_sheets(pads: Path) -> None:
    """Each different sheet comes once; the whole game stays plain, but its sheets have the code."""
    plain = built(pads, "--forms", 5)
    made = built(pads, "--forms", 5, "--fillable", name="more")
    assert made.keys() - plain.keys() == {FILLABLE, "errata/pad-fillable.pdf"}
    assert {name: made[name] for name in plain} == plain
    form, slip, pad, cards, whole = (
        pads / "more" / "errata" / f"{name}.pdf"
        for name in ("slip-fillable", "slip", "pad-fillable", "pad", "errata")
    )
    empty, printed = ([one.tobytes() for one in pictures(file, 1.0)] for file in (form, slip))
    assert empty == printed
    assert (len(texts_of(cards)), len(texts_of(pad))) == (3, 1)
    codes = [codes_on_page(text).identities[0].code for text in texts_of(cards)]
    assert len(set(codes)) == 1, "the last sheet, with one of the two, too"
    said, game = identities(texts_of(form), keywords(form)), card_data.load("errata", pads)
    assert said.misread == []
    assert [(one.sheet, one.of, one.forms) for one in said.identities] == [
        (1, 3, (1, 2)), (2, 3, (3, 4)), (3, 3, (5, 5)),
    ]  # fmt: skip
    for one in said.identities:
        assert (one.game, one.component, one.rules) == ("errata", "slip", game.head.rules_version)
        assert (one.data, one.files) == (game.fingerprint, game.digests)
    assert {"game.yaml", "cards.yaml", "rules.yaml", "print.yaml"} == game.digests.keys()
    assert "/AcroForm" not in PdfReader(whole).root_object
    found = identities(texts_of(whole), keywords(whole)).identities
    assert [(one.component, one.sheet) for one in found] == [
        ("slip", 1), ("slip", 2), ("slip", 3), ("pad", 1),
    ]  # fmt: skip


def test_build_returns_both_files(pads: Path) -> None:
    options = Options(data=pads, fillable=True)
    built = printkit.build(["errata"], ["pad"], pads / "out", options=options)
    assert [(one.file.name, one.pieces, one.pages, one.fillable) for one in built] == [
        ("pad.pdf", 5, 3, False), ("pad-fillable.pdf", 2, 1, True),
    ]  # fmt: skip


@pytest.mark.parametrize(("options", "said"), [
    (["--only", "deck"], "no component to build has fields to fill in"),
    (["--one-file"], "cannot be combined with --one-file, which makes no forms"),
    (["--profile", "the_game_crafter"], "cannot be combined with --profile the_game_crafter"),
])  # fmt: skip
def test_a_form_that_cannot_be_is_refused(options: list[str], said: str, pads: Path) -> None:
    output = refused("build", "--fillable", "--data", pads, "--out", pads / "out", *options)
    assert output.splitlines()[0].startswith(f"--fillable: {said}")
    assert not (pads / "out").exists() or files(pads / "out") == {}


def test_a_text_for_folding_has_no_form() -> None:
    layout = shipped("dice_archive", "form", Options())
    booklet = msgspec.structs.replace(layout.component, booklet=True)
    folded = msgspec.structs.replace(layout, component=booklet)
    assert form_layout(folded, Options(booklet=True)) is None
    assert form_layout(folded, Options()) is not None


def codes(sheet: Sheet) -> list[Text]:
    return [text for text in texts(sheet.shapes) if text.text.startswith("[")]


@pytest.mark.parametrize(
    ("game", "component", "paper"),
    sweep(
        ((*one, paper) for one in OURS for paper in ("a4", "letter", "a5", "a3")),
        [("dice_archive", "board", "a5"), ("dice_archive", "form", "a4")],
    ),
)
def test_code_is_legible_and_clear_of_the_caption(game: str, component: str, paper: str) -> None:
    layout = shipped(game, component, Options(paper=paper))
    for sheet in layout.sheets:
        (code,) = codes(sheet)
        caption = next(one for one in texts(sheet.shapes) if one.text.endswith("100 %"))
        beside = caption.x + caption.width + 2 < code.x
        assert beside or code.y < caption.y - caption.size
        assert code.size >= 1.2
        assert code.width == pytest.approx(FONTS.by_key(code.font).width(code.text) * code.size)
        assert "page " in caption.text
        (said,) = codes_on_page(code.text).identities
        assert (said.game, said.component) == (game, component)


@pytest.mark.parametrize(
    ("game", "component"), sweep(OURS, [("dice_archive", "form"), ("dice_archive", "pad")])
)
def test_the_sheets_of_a_component_are_numbered(game: str, component: str) -> None:
    layout = shipped(game, component, Options())
    form = form_layout(layout, Options())
    assert form is not None
    said = [
        codes_on_page(code.text).identities[0] for sheet in form.sheets for code in codes(sheet)
    ]
    of = OURS[game, component]
    assert [(one.sheet, one.of) for one in said] == [(n, of) for n in range(1, of + 1)]


@pytest.mark.sweep
def test_only_components_with_fields_have_forms() -> None:
    for game in card_data.names():
        for name in card_data.load(game).components:
            layout: Layout = shipped(game, name, Options())
            assert (form_layout(layout, Options()) is not None) == ((game, name) in OURS), name


def test_the_longest_name_leaves_the_slug_legible(pads: Path) -> None:
    """A game whose name has no room in a code has none, and says the same in its keywords."""
    long = pads / ("a" * 120)
    (pads / "errata").rename(long)
    options = Options(data=pads, fillable=True)
    printkit.build([long.name], ["slip"], pads / "out", options=options)
    form = pads / "out" / long.name / "slip-fillable.pdf"
    (said,) = identities(texts_of(form), keywords(form)).identities
    assert (said.game, said.sheet) == (long.name, 0)
    assert all(text.rstrip().endswith("100 %") for text in texts_of(form))


RESAVED = {
    "gs": ["-q", "-sDEVICE=pdfwrite", "-o", "{new}", "{old}"],
    "mutool": ["convert", "-o", "{new}", "{old}"],
    "pdftocairo": ["-pdf", "{old}", "{new}"],
    "qpdf": ["--object-streams=generate", "{old}", "{new}"],
}


@pytest.mark.parametrize("program", sweep(RESAVED, ["qpdf"]))
def test_a_code_outlives_printing_to_a_pdf(program: str, pads: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    built(pads, "--only", "slip", "--forms", 5, "--fillable")
    old, new = pads / "out" / FILLABLE, pads / "new.pdf"
    words = [word.format(old=old, new=new) for word in RESAVED[program]]
    subprocess.run([program, *words], check=True, capture_output=True)
    assert [one.sheet for one in identities(texts_of(new), "").identities] == [1, 2, 3]


NAME = "players.0.name"
TURNED = Printer("old", PrinterOffset())  # its sheets are upright: a spread is turned on them
SPREAD = {"game": "manuscript", "name": "spread", "forms": 1, "printer": TURNED}
ENTRIES = [
    (NAME, "Ann"), ("players.1.name", "Łukasz – Ørn"), ("players.0.prestige", "12"),
    ("players.1.prestige", "12"), ("players.1.eureka", "true"),
]  # fmt: skip


@cache
def filled(
    *entries: tuple[str, str], game: str = "verse_and_variant", name: str = "pad", **given: Any
) -> tuple[bytes, list[tuple[str, str]]]:
    """A form of a shipped game with entries, and those that it has no field for."""
    options = Options(**given)
    layout = form_layout(shipped(game, name, options), options)
    assert layout is not None
    return writer.form(layout, options, FONTS, entries, "running=true")


def test_a_form_says_its_entries_and_nothing_else() -> None:
    done, left_over = filled(*ENTRIES)
    assert left_over == []
    assert values(done) == {
        NAME: "Ann", "players.1.name": "Łukasz – Ørn", "players.0.prestige": "12",
        "players.1.prestige": "12", "players.1.eureka.true": "Yes",
    }  # fmt: skip
    with pikepdf.open(io.BytesIO(done)) as document:
        assert str(document.docinfo["/Keywords"]).endswith(" running=true")
        assert "/NeedAppearances" not in document.Root.AcroForm
    assert faults(Document(io.BytesIO(done))) == []


def test_entries_without_a_field_are_returned() -> None:
    strange = [("players.0.shoe", "7"), ("players.9.name", "Zed"), ("players.0.eureka", "false")]
    assert filled(*ENTRIES, *strange) == (filled(*ENTRIES)[0], strange)


def test_entries_of_one_field_are_joined() -> None:
    assert values(filled((NAME, "Ann"), (NAME, "Bo"), (NAME, "Ann"))[0]) == {NAME: "Ann, Bo"}


def test_a_grid_has_a_character_in_each_square() -> None:
    tall = ("players.0.left", "\n".join(["A..", ".11", *("." * 12,) * 17, "x"]))
    done, left_over = filled(tall, **SPREAD)
    squares = {"players.0.left.r1c1": "A", "players.0.left.r2c2": "1", "players.0.left.r2c3": "1"}
    assert (values(done), left_over) == (squares, [tall])
    assert filled(("players.0.left", "A..\n.11\n" + "." * 13), **SPREAD) == (done, [])


def test_field_printed_twice_is_filled_in_twice() -> None:
    done, _ = filled((NAME, "Ann"), ("players.0.out", "true"), game="winstons_archive")
    looks = [one.widget.AP.N.read_bytes() for one in widgets(done) if one.name == NAME]
    marks = [str(one.widget.AS) for one in widgets(done) if one.name == "players.0.out.true"]
    assert (len(looks), len(set(looks)), marks) == (2, 1, ["/Yes", "/Yes"])


def test_each_text_has_its_own_stream_and_embedded_font() -> None:
    """Some programs write into the stream itself, which would then show in other fields."""
    strange = {NAME: "Никита", "players.1.name": "日本 Bo"}
    done, _ = filled(*strange.items(), ("players.0.prestige", "1"), ("players.1.prestige", "1"))
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
    done, _ = filled((NAME, entry), **(SPREAD if turned else {}))
    (rect,) = [list(map(float, one.widget.Rect)) for one in widgets(done) if one.name == NAME]
    left, bottom, right, top = rect
    assert rect == [round(side, 3) for side in rect]
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
