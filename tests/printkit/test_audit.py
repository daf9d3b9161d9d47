"""The preflight of any PDF: ``printkit audit`` says what a press would refuse, and where."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

import printkit
from printkit.inspection.preflight import DEEPEST, preflight
from printkit.options import Options
from printkit.sheets.profiles import Profile
from tests.card_data.copies import WINSTON
from tests.printkit.commands import BuildGame, done, refused, run
from tests.sweeps import sweep

Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options, out = Options(profile="press"), tmp_path_factory.mktemp("sound")
    (made,) = printkit.build([WINSTON], ["set_up"], out, options=options)
    assert run("audit", made.file, "--profile", "press").stdout == (
        f"{made.file}: nothing that a press would refuse (2 pages of 63 x 88 mm; CMYK; 4 fonts)\n"
    )
    return made.file


def drawing(content: bytes, page: int = 0) -> Change:
    return lambda pdf: pdf.pages[page].contents_add(b"\n" + content + b"\n")


def sized(box: str, *sides: float) -> Change:
    return lambda pdf: setattr(pdf.pages[0], box, pikepdf.Array(sides))


def using(kind: str, made: Callable[[pikepdf.Pdf], Any], content: bytes, *pages: int) -> Change:
    """Draw on some pages, all of which may use what is ``made`` as ``/Ours``."""

    def change(pdf: pikepdf.Pdf) -> None:
        ours = made(pdf)
        for page in pdf.pages:
            known: Any = page.Resources.get(kind, {})
            page.Resources[kind] = pikepdf.Dictionary({**known, "/Ours": ours})
        for number in pages:
            pdf.pages[number].contents_add(b"\n" + content + b"\n")

    return change


def with_form(content: bytes, **more: pikepdf.Object) -> Change:
    own = {"Subtype": pikepdf.Name.Form, "BBox": [0, 0, 9, 9], **more}
    return using("/XObject", lambda pdf: pdf.make_stream(content, **own), b"/Ours Do", 0)


def nested(times: int) -> Change:
    """Forms inside one another, each of which draws the next."""
    own: Any = {"Subtype": pikepdf.Name.Form, "BBox": [0, 0, 9, 9]}

    def made(pdf: pikepdf.Pdf) -> pikepdf.Object:
        form = pdf.make_stream(b"", **own)
        for _ in range(times - 1):
            inner = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Ours=form))
            form = pdf.make_stream(b"/Ours Do", Resources=inner, **own)
        return form

    return using("/XObject", made, b"/Ours Do", 0)


def with_picture(width: int, **more: Any) -> Change:
    """A picture that is drawn an inch wide on both pages; a unit of them is a mm."""
    own = {"Subtype": pikepdf.Name.Image, "Width": width, "Height": width, **more}
    drawn = b"q 25.4 0 0 25.4 0 0 cm /Ours Do Q"
    return using("/XObject", lambda pdf: pdf.make_stream(b"", **own), drawn, 0, 1)


def spot(pdf: pikepdf.Pdf) -> pikepdf.Array:
    names = pikepdf.Name.Separation, pikepdf.Name.Gold, pikepdf.Name.DeviceCMYK
    return pikepdf.Array([*names, pdf.make_stream(b"{0 exch 0 0}")])


def profile_of_three(pdf: pikepdf.Pdf) -> pikepdf.Array:
    return pikepdf.Array([pikepdf.Name.ICCBased, pdf.make_stream(b"", N=3)])


SHADING = pikepdf.Dictionary(ShadingType=2, ColorSpace=pikepdf.Name.DeviceRGB)
GRADIENT = pikepdf.Dictionary(PatternType=2, Shading=SHADING)
LOOSE_FONT = pikepdf.Dictionary(Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)


def with_note(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Annots = pikepdf.Array([pikepdf.Dictionary(Subtype=pikepdf.Name("/Text"))])


def without(where: Callable[[pikepdf.Pdf], pikepdf.Object], key: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        del where(pdf)[key]

    return change


RGB, CMYK, ABOUT = pikepdf.Name.DeviceRGB, pikepdf.Name.DeviceCMYK, lambda pdf: pdf.docinfo
FLAWS: dict[str, tuple[Change, str]] = {
    "trim": (sized("TrimBox", 9, 9, 200, 250), "page 1: its trim box reaches out of its bleed box"),
    "bleed": (sized("BleedBox", 5, 5, 190, 262), "page 1: its bleed is 1.028 mm, expected 3 mm"),
    "media": (sized("MediaBox", 0, 0, 190, 260), "page 1: its bleed box reaches out of its media"),
    "no trim": (without(lambda pdf: pdf.pages[0].obj, "/TrimBox"), "page 1: it has no trim box"),
    "RGB": (drawing(b"1 0 0 rg"), "page 1: colours in RGB, expected CMYK"),
    "RGB lines": (drawing(b"1 0 0 RG", 1), "page 2: colours in RGB, expected CMYK"),
    "RGB in a form": (with_form(b"1 0 0 rg"), "page 1: colours in RGB, expected CMYK"),
    "RGB in a profile": (using("/ColorSpace", profile_of_three, b"/Ours cs", 1),
                         "page 2: colours in RGB, expected CMYK"),
    "RGB in a gradient": (using("/Pattern", lambda _: GRADIENT, b"/Pattern cs /Ours scn", 0),
                          "page 1: a gradient in RGB, expected CMYK"),
    "RGB in a picture": (with_picture(300, ColorSpace=RGB), "pages 1-2: a picture in RGB, exp"),
    "RGB between": (
        drawing(b"BI /W 900 /H 900 /CS /RGB /BPC 8 ID abc EI"), "page 1: a picture in RGB, exp"
    ),
    "spot": (using("/ColorSpace", spot, b"/Ours CS 1 SCN", 0),
             "page 1: colours in the spot colour Gold, expected CMYK"),
    "ink": (drawing(b".8 .7 .7 1 k"), "page 1: a total ink coverage of 320 %, expected at"),
    "ink in a space": (drawing(b"/DeviceCMYK CS .8 .7 .7 1 SCN"), "page 1: a total ink coverage"),
    "ink in a form": (with_form(b".8 .7 .7 1 K"), "page 1: a total ink coverage of 320 %"),
    "dots": (with_picture(200, ColorSpace=CMYK), "pages 1-2: a picture at 200 dots per inch, exp"),
    "font": (using("/Font", lambda _: LOOSE_FONT, b"BT /Ours 9 Tf ET", 1),
             "page 2: the font Helvetica is not embedded"),
    "veil": (using("/ExtGState", lambda _: pikepdf.Dictionary(ca=0.5), b"/Ours gs", 0),
             "page 1: something shows through, which PDF/X-1a:2003 forbids"),
    "group": (with_form(b"", Group=pikepdf.Dictionary()), "page 1: something shows through"),
    "depth": (nested(DEEPEST + 1), "page 1: it draws more than 40 forms inside one another"),
    "mask": (with_picture(300, SMask=pikepdf.Dictionary()), "pages 1-2: something shows through"),
    "note": (with_note, "page 1: it has links or notes, which no press prints"),
    "condition": (
        without(lambda pdf: pdf.Root, "/OutputIntents"),
        "its output condition is (none), expected FOGRA39",
    ),
    "standard": (without(ABOUT, "/GTS_PDFXVersion"), "it does not say that it is PDF/X-1a:2003"),
    "date": (without(ABOUT, "/ModDate"), "it has no ModDate, which PDF/X requires"),
}  # fmt: skip


def changed(change: Change, sound: Path, folder: Path) -> Path:
    with pikepdf.open(sound) as pdf:
        change(pdf)
        pdf.save(folder / "set_up.pdf")
    return folder / "set_up.pdf"


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_a_press_refuses_is_told_with_its_page(flaw: str, sound: Path, tmp_path: Path) -> None:
    change, said = FLAWS[flaw]
    file = changed(change, sound, tmp_path)
    lines = refused("audit", file, "--profile", "press").splitlines()
    assert any(line.startswith(f"{file}: {said}") for line in lines), lines


def test_what_a_press_takes_is_not_told(sound: Path, tmp_path: Path) -> None:
    for change in (
        drawing(b"0.5 g /DeviceGray cs 1 sc"), drawing(b".6 .6 .6 .6 k"),
        with_form(b"q 0 0 0 1 k Q"), with_picture(300, ColorSpace=CMYK),
        with_picture(300, ImageMask=True), nested(DEEPEST),
    ):  # fmt: skip
        done("audit", changed(change, sound, tmp_path), "--profile", "press")


def test_a_picture_in_a_form_has_the_dots_of_its_size_there(sound: Path, tmp_path: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        picture = pdf.make_stream(b"", Subtype=pikepdf.Name.Image, Width=300, Height=300)
        own = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Inner=picture))
        with_form(b"25.4 0 0 25.4 0 0 cm /Inner Do", Resources=own)(pdf)
        pdf.pages[1].contents_add(b"\nq 2 0 0 2 0 0 cm /Ours Do Q\n")

    file = changed(change, sound, tmp_path)
    (said, _) = refused("audit", file, "--profile", "press").splitlines()
    assert said == f"{file}: page 2: a picture at 150 dots per inch, expected 300"


def test_a_press_for_which_it_is_not(sound: Path) -> None:
    others = refused("audit", sound, "--profile", "drivethrucards")
    assert "pages 1-2: its bleed is 3 mm, expected 3.175 mm" in others
    assert "pages 1-2: its trim is 63 x 88 mm, a size that DriveThruCards is not known" in others
    assert "its output condition is FOGRA39, expected CGATS TR 001" in others
    pictures = refused("audit", sound, "--profile", "the_game_crafter")
    assert "it is a PDF, expected PNG images for The Game Crafter" in pictures
    unknown = refused("audit", sound, "--profile", "pres")
    assert "no profile called 'pres'; did you mean press?" in unknown


def test_a_file_of_another_program_for_any_press(tmp_path: Path) -> None:
    file = tmp_path / "other.pdf"
    canvas = Canvas(str(file), pagesize=(200, 100))
    for wide in (200, 300):
        canvas.setPageSize((wide, 100))
        canvas.drawString(10, 10, "Words")
        canvas.showPage()
    canvas.save()
    assert refused("audit", file).splitlines() == [
        f"{file}: pages 1-2: the font Helvetica is not embedded",
        "1 problem found.",
    ]


def test_home_files_pass_the_preflight_of_any_press(builds: BuildGame) -> None:
    files = {one.file for one in builds(WINSTON).values()}
    said = run("audit", *files)
    assert (said.exit_code, len(said.stdout.splitlines())) == (0, len(files))


def test_encrypted_files_and_what_is_no_pdf_are_refused(sound: Path, tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    for password in ("", "secret"):
        with pikepdf.open(sound) as pdf:
            pdf.save(file, encryption=pikepdf.Encryption(owner="owner", user=password))
        assert f"{file}: it is encrypted" in refused("audit", file)
    for raw in (b"", b"%PDF-1.4", b"hello", b"\x00" * 5000, b"%PDF-1.4\n%%EOF"):
        file.write_bytes(raw)
        result = run("audit", file, sound)
        why = "cannot be read as a PDF: it is damaged, or no PDF at all"
        assert result.stderr.splitlines() == [f"{file}: {why}", "1 problem found."]
        assert result.stdout.startswith(f"{sound}: nothing that any press would refuse")


@pytest.mark.parametrize("files", sweep([100, 8], [8]))
def test_damaged_file_is_a_finding(files: int, sound: Path, tmp_path: Path) -> None:
    chance = random.Random(1984)
    with pikepdf.open(sound) as pdf:
        plain = io.BytesIO()
        pdf.save(plain, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    raw, file = plain.getvalue(), tmp_path / "damaged.pdf"
    for _ in range(files):
        damaged = bytearray(raw)
        for _ in range(chance.choice((1, 10, 100))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        file.write_bytes(damaged[: chance.choice((len(raw), chance.randrange(len(raw))))])
        found = preflight(file, Profile("any press"))
        assert found.summary or found.findings
