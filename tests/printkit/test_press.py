"""Files for a press and for card printers. The preflight here is written with pikepdf alone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pikepdf
import pytest
from PIL import Image

import card_data
import printkit
from printkit.options import Options
from printkit.painting.cmyk import separated
from printkit.printing.print_service import lay_out_pieces, outside_safe_area, sheets_of
from printkit.sheets.layout import Layout
from printkit.sheets.profiles import Profile, profile_named, profiles
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import ERRATA, TINY, edit
from tests.printkit.commands import done, refused, run
from tests.printkit.pdf_pages import UNIT, shipped
from tests.sweeps import sweep

WINSTON, VERSE = "winstons_archive", "verse_and_variant"
SHADES = (0, 30, 51, 102, 153, 204, 255)
PAINTS_NOTHING = {"q", "Q", "cm", "BDC", "EMC", "BT", "ET", "gs",
                  "Tm", "Tw", "Tf", "Tj", "TJ", "Tc", "TL"}  # fmt: skip
PATHS = {"m", "l", "c", "h", "n", "f", "f*", "S", "B", "B*", "W", "w", "J", "j", "d", "re", "Do"}
COLOURS = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in itertools.product(SHADES, repeat=3)]


def built(
    folder: Path, game: str = WINSTON, component: str = "set_up", profile: str = "press",
    players: int | None = None,
) -> Path:  # fmt: skip
    options = Options(profile=profile, data=TINY if game == ERRATA else None, players=players)
    (one,) = printkit.build([game], [component], folder, options=options)
    return one.file


def test_profiles_are_listed_added_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "profiles.yaml").write_text(
        "corner_shop: {title: Corner shop, bleed: 2}\npress: {title: My press, bleed: 5}\n"
    )
    found = profiles(tmp_path)
    assert found["corner_shop"] == Profile("Corner shop", bleed=2)
    assert (found["press"].bleed, found["press"].standard) == (5, "")
    assert found["mbprint"] == profiles()["mbprint"]
    shown = run("list", WINSTON).stdout
    assert all(f"\n{name} " in shown for name in ("home", *profiles()))


def test_neutral_and_dark_colours_are_black_ink_alone() -> None:
    greys = [separated(f"#{level:02x}{level:02x}{level:02x}", 240) for level in range(0, 256, 5)]
    assert all(inks[:3] == (0, 0, 0) for inks in (*greys, separated("#33302f", 240)))
    blacks = [inks.black for inks in greys]
    assert (blacks, blacks[0], blacks[-1]) == (sorted(blacks, reverse=True), 1, 0)
    for colour in ("#000000", "#1d1a17", "#4a433b", "#2a2019"):
        assert separated(colour, 240, words=True) == (0, 0, 0, 1)
    for colour in ("#8c2f39", "#2b4c86", "#777777", "#ffffff"):
        assert separated(colour, 240, words=True) == separated(colour, 240)


def test_colours_are_separated_as_the_formula_has_it() -> None:
    """A warm white is no grey; where less ink is allowed, there is less of each but black."""
    for colour, inks in (
        ("#ff0000", (0, 1, 0.775, 0)), ("#00ff00", (1, 0, 1, 0)), ("#0000ff", (1, 1, 0, 0)),
        ("#00ffff", (1, 0, 0.225, 0)), ("#ff00ff", (0, 1, 0, 0)), ("#ffff00", (0, 0, 1, 0)),
        ("#8c2f39", (0.184, 0.867, 0.519, 0.327)), ("#173f8a", (0.864, 0.613, 0.040, 0.335)),
        ("#3f6b3a", (0.537, 0.097, 0.808, 0.466)), ("#b8741a", (0.134, 0.492, 0.996, 0.166)),
        ("#f7efdc", (0.024, 0.056, 0.157, 0.007)), ("#2a2019", (0.261, 0.468, 0.576, 0.777)),
        ("#101030", (0.752, 0.802, 0.036, 0.746)), ("#33302f", (0, 0, 0, 0.97)),
        ("#777777", (0, 0, 0, 0.64)), ("#fefefc", (0, 0, 0, 0.007)),
        ("#faf5ec", (0.015, 0.036, 0.082, 0.004)),
    ):  # fmt: skip
        assert separated(colour, 240) == pytest.approx(inks, abs=1e-6)
        if colour == "#101030":
            less = (0.356, 0.380, 0.017, 0.746)
            assert separated(colour, 150) == pytest.approx(less, abs=1e-6)


@pytest.mark.parametrize("most", [150, 240, 300])
def test_no_colour_takes_more_ink_than_the_press_allows(most: int) -> None:
    for colour in COLOURS:
        inks = separated(colour, most)
        assert all(0 <= ink <= 1 for ink in inks), colour
        assert inks.coverage <= most + 1e-6, colour
        assert inks.coverage == pytest.approx(100 * sum(inks))


def instructions(stream: Any) -> Iterator[tuple[list[Any], str]]:
    """The operators of a page or a form, each after what it is applied to."""
    for one in pikepdf.parse_content_stream(stream):
        yield list(one.operands), str(one.operator)


def operators(
    stream: Any, resources: Any, seen: set[tuple[int, int]]
) -> Iterator[tuple[str, list[float]]]:
    """Yield every operator of a page, and once of every form that it reaches, with its inks."""
    for operands, operator in instructions(stream):
        form = resources.XObject[str(operands[0])] if operator == "Do" else None
        if form is not None and form.objgen not in seen:
            seen.add(form.objgen)
            assert form.Subtype == "/Form"
            assert not form.keys() & {"/Group", "/SMask", "/OPI", "/PS"}
            yield from operators(form, form.get("/Resources", pikepdf.Dictionary()), seen)
        yield operator, [float(one) for one in operands] if operator in ("k", "K") else []


def preflight(file: Path, profile: Profile, trim: tuple[float, float]) -> None:
    """Check what PDF/X-1a:2003 and the profile ask for, without any code of ``printkit audit``."""
    assert b"/ObjStm" not in file.read_bytes()
    with pikepdf.open(file) as pdf:
        names_itself(pdf, profile)
        for page in pdf.pages:
            boxed(page, profile, trim)
            resources: Any = page.Resources
            assert not resources.keys() & {"/Shading", "/Pattern", "/ColorSpace"}
            for state in resources.ExtGState.values():  # what overprints, and nothing transparent
                assert set(state.keys()) == {"/Type", "/op", "/OP", "/OPM"}
            fonts = resources.get("/Font", pikepdf.Dictionary())
            assert all("/FontFile2" in font.FontDescriptor for font in fonts.values())
        seen: set[tuple[int, int]] = set()
        drawn = [one for page in pdf.pages for one in operators(page, page.Resources, seen)]
    assert {name for name, _ in drawn} <= {"k", "K"} | PAINTS_NOTHING | PATHS
    assert max(sum(inks) for _, inks in drawn) * 100 <= profile.ink + 0.01
    assert any(inks == [0, 0, 0, 1] for _, inks in drawn)
    assert [*flaws(file)] == []


class Inks(NamedTuple):
    """The state in which something is painted: ``scale`` in mm; ``line`` is none in a spot
    colour."""

    scale: float = 1 / UNIT
    width: float = 1.0
    area: tuple[float, ...] = (0.0,)
    line: tuple[float, ...] | None = (0.0,)
    over: bool = False


def painted(stream: Any, resources: Any, now: Inks) -> Iterator[tuple[bool, Inks]]:
    """Whether it is words, or else a line, and the state: of all that a page or a form paints."""
    saved: list[Inks] = []
    for given, name in instructions(stream):
        numbers = tuple(float(one) for one in given) if name in ("cm", "w", "k", "K") else ()
        match name:
            case "q":
                saved.append(now)
            case "Q":
                now = saved.pop()
            case "cm":
                a, b, c, d, *_ = numbers
                now = now._replace(scale=now.scale * math.sqrt(abs(a * d - b * c)))
            case "w":
                now = now._replace(width=numbers[0])
            case "gs":
                now = now._replace(over=bool(resources.ExtGState[str(given[0])].op))
            case "k":
                now = now._replace(area=numbers)
            case "K" | "CS":
                now = now._replace(line=numbers or None)
            case "Do":
                form = resources.XObject[str(given[0])]
                yield from painted(form, form.get("/Resources", pikepdf.Dictionary()), now)
            case "Tj" | "TJ" | "S" | "B" | "B*":
                yield name in ("Tj", "TJ"), now


def flaws(file: Path) -> Iterator[Inks]:
    """Black words that knock out what is below them, and lines that are finer than a press can
    print: 0.25 mm where they are pale, 0.18 mm in several inks, 0.09 mm in one."""
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            for words, now in painted(page, page.Resources, Inks()):
                if words and now.area == (0, 0, 0, 1) and not now.over:
                    yield now
                if not words and now.line is not None:
                    inks = sum(ink > 0 for ink in now.line)
                    least = 0.25 if sum(now.line) < 0.4 else 0.18 if inks > 1 else 0.09
                    if now.width * now.scale < least - 0.005:
                        yield now


def names_itself(pdf: pikepdf.Pdf, profile: Profile) -> None:
    """The version, the keys that PDF/X requires, and nothing in the catalog that it forbids."""
    assert (pdf.pdf_version, pdf.docinfo.Trapped) == ("1.4", pikepdf.Name("/False"))
    assert pdf.docinfo.GTS_PDFXVersion == "PDF/X-1a:2003"
    assert all(str(pdf.docinfo[key]) for key in ("/Title", "/CreationDate", "/ModDate"))
    assert "/ID" in pdf.trailer
    assert not pdf.is_encrypted
    assert set(pdf.Root.keys()) <= {"/Type", "/Pages", "/OutputIntents"}
    root: Any = pdf.Root
    (intent,) = list(root.OutputIntents)
    assert (intent.S, intent.RegistryName) == ("/GTS_PDFX", "http://www.color.org")
    assert intent.OutputConditionIdentifier == profile.condition


def boxed(page: Any, profile: Profile, trim: tuple[float, float]) -> None:
    """MediaBox and BleedBox at the bleed, TrimBox at the trim, and nothing about the page that a
    press has no use for."""
    assert not page.keys() & {"/Annots", "/AA", "/Group", "/Trans", "/PresSteps"}
    whole = [0, 0, *((side + 2 * profile.bleed) * UNIT for side in trim)]
    inner = [profile.bleed * UNIT] * 2 + [(side + profile.bleed) * UNIT for side in trim]
    for box, expected in ((page.mediabox, whole), (page.bleedbox, whole), (page.trimbox, inner)):
        assert [float(one) for one in box] == pytest.approx(expected, abs=0.01)


PRESSED: list[tuple[str, str, str, tuple[float, float]]] = [
    ("press", ERRATA, "rules", (210, 297)), ("drivethrucards", WINSTON, "set_up", (63.5, 88.9)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "game", "component", "trim"),
    sweep(
        [*PRESSED, *((one, WINSTON, "set_up", (63, 88)) for one in ("press", "mbprint"))], PRESSED
    ),
)
def test_a_press_file_passes_the_preflight(
    profile: str, game: str, component: str, trim: tuple[float, float], tmp_path: Path
) -> None:
    """One piece a page, TrimBox and BleedBox, CMYK with black text in pure K, at most 240 % ink, no
    marks, PDF/X-1a; also where the home file has tags, links and an outline."""
    file = built(tmp_path, game, component, profile)
    preflight(file, profile_named(profile), trim)
    done("audit", file, "--profile", profile)


@pytest.mark.parametrize(
    ("component", "pages", "contours"),
    sweep([("exemplars", 28, 0), ("cubes", 1, 32)], [("cubes", 1, 32)]),
)
def test_small_pieces_share_one(component: str, pages: int, contours: int, tmp_path: Path) -> None:
    """Along contours in a spot colour; fourteen cards have pages of their own, and lines that are
    0.04 mm wide in their template."""
    file = built(tmp_path, "manuscript", component)
    assert [*flaws(file)] == []
    with pikepdf.open(file) as pdf:
        lines = [now.line for page in pdf.pages for _, now in painted(page, page.Resources, Inks())]
        assert (len(pdf.pages), lines.count(None)) == (pages, contours)
        for page in pdf.pages:
            spaces: Any = page.Resources.get("/ColorSpace", pikepdf.Dictionary())
            assert [str(one[1]) for one in spaces.values()] == ["/CutContour"] * bool(contours)


@pytest.mark.parametrize(
    ("profile", "component", "pages"),
    [
        ("press", "aid", [("aid", "/Front"), ("aid_back", "/Back")] * 6),
        ("drivethrucards", "set_up", [("set_up_back", "/Back"), ("set_up", "/Front")]),
    ],
)
def test_each_copy_of_a_side_has_a_page_and_nothing_is_beside_it(
    profile: str, component: str, pages: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = []
    with pikepdf.open(built(tmp_path, component=component, profile=profile)) as pdf:
        for page in pdf.pages:
            inside = 0
            for operands, operator in instructions(page):
                inside += (operator == "BDC") - (operator == "EMC")
                if operator == "BDC" and str(operands[0]) == "/Piece":
                    found.append((str(operands[1].Id), str(operands[1].Side)))
                assert inside or operator in {"q", "Q", "cm", "BDC", "EMC"}
    assert found == pages


def pressed(component: str) -> Layout:
    options, game = Options(profile="press"), card_data.load(VERSE)
    how = Typesetter(), settings_for(options), profile_named("press")
    return lay_out_pieces(game, component, options, *how, lambda _: None)


def test_sheets_of_odd_pieces(tmp_path: Path) -> None:
    layout = pressed("aid")
    bare = msgspec.structs.replace(layout.faces[0], back=None, copies=1)
    front, back = sheets_of(bare, layout, profile_named("press"))
    assert (len(front.placements), len(back.placements)) == (1, 0)
    assert (front.width, front.height) == (back.width, back.height) == (132, 94)
    (sheet,) = pressed("spotlight").sheets
    assert (sheet.width, sheet.height) == (258 + 6, 340 + 6)


@pytest.mark.parametrize(
    ("profile", "pixels", "names"),
    [
        ("the_game_crafter", (825, 1125), ["001_aid_x2", "back"]),
        ("makeplayingcards", (822, 1122), ["001_aid", "002_aid", "back"]),
    ],
)
def test_image_printers_get_their_pixels(
    profile: str, pixels: tuple[int, int], names: list[str], tmp_path: Path
) -> None:
    """Two turn aids with one back: the number is told once where the printer asks for it, and each
    is an image where every place of the deck takes one."""
    found = sorted(built(tmp_path, component="aid", profile=profile, players=2).iterdir())
    assert [file.name for file in found] == [f"{name}.png" for name in names]
    for file in found:
        with Image.open(file) as image:
            assert (image.size, image.mode) == (pixels, "RGB")


@pytest.mark.parametrize(
    ("size", "profile", "page"),
    [
        ("88 x 63", "makeplayingcards", (63.5, 88.9)),
        ("63 x 88", "makeplayingcards", (63.5, 88.9)),
        ("card_landscape", "drivethrucards", (63.5, 88.9)),
        ("tarot_landscape", "the_game_crafter", (69.85, 120.65)),
        ("tarot_landscape", "press", (120.65, 69.85)),
        ("hex_portrait", "press", (82.55, 95.25)),
        ("63 x 88", "wide", (90, 64)),
        ("card_landscape", "wide", (90, 64)),
    ],
)
def test_a_piece_lies_as_its_service_has_the_size(
    size: str, profile: str, page: tuple[float, float], errata: Path
) -> None:
    edit(errata / "print.yaml", "size: poker", f"size: {size}")
    (errata / "templates" / "card.svg").write_text("<svg/>", "utf-8")
    (errata.parent / "profiles.yaml").write_text("wide: {title: Wide, sizes: {card: [90, 64]}}")
    options = Options(profile=profile, data=errata.parent)
    service, game = profile_named(profile, errata.parent), card_data.load(ERRATA, errata.parent)
    settings = settings_for(options)
    layout = lay_out_pieces(game, "deck", options, Typesetter(), settings, service, lambda _: None)
    for sheet in layout.sheets:
        assert sheet.page == pytest.approx([side + 2 * service.bleed for side in page])
        assert sheet.trim == pytest.approx((service.bleed, service.bleed, *page))


@pytest.mark.parametrize(
    ("size", "page", "back"),
    [("tarot_landscape", [70, 120], "top right"), ("tarot", [120, 70], "bottom left")],
)
def test_both_sides_of_a_turned_card_are_upright_when_it_is_flipped_over_its_long_edge(
    size: str, page: list[int], back: str, errata: Path, tmp_path: Path
) -> None:
    """The page is turned over like that of a book; in its pictures the top left corner of the card
    is at the top right of the front."""
    edit(errata / "print.yaml", "size: poker", f"size: {size}")
    mark = '<stack><rect fill="#eeeeee"/></stack><rect width="30" height="30"/>'
    for name in ("card", "back"):
        drawing = f"<svg><background>{mark}</background></svg>"
        (errata / "templates" / f"{name}.svg").write_text(drawing, "utf-8")
    shop = f"{{title: Shop, files: images, dpi: 25, sizes: {{tarot: {page}}}}}"
    (errata.parent / "profiles.yaml").write_text(f"shop: {shop}")
    notes: list[str] = []
    options = Options(profile="shop", data=errata.parent)
    (made,) = printkit.build([ERRATA], ["deck"], tmp_path, options=options, note=notes.append)
    assert notes == ["errata deck: turned on its side, front and back, as Shop cuts it"]
    for name, where in (("001_comma", "top right"), ("back", back)):
        with Image.open(made.file / f"{name}.png") as image:
            dark = {
                f"{down} {across}"
                for down, y in (("top", 9), ("bottom", image.height - 9))
                for across, x in (("left", 9), ("right", image.width - 9))
                if image.getpixel((x, y)) == (0, 0, 0)
            }
        assert dark == {where}


def test_a_piece_of_too_many_dots_is_named(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "size: poker", "size: 999 x 999")
    (errata.parent / "profiles.yaml").write_text("shop: {title: A, files: images, dpi: 1200}")
    shared = ("--data", errata.parent, "--out", tmp_path / "out", "--only", "deck")
    said = refused("build", ERRATA, "--profile", "shop", *shared)
    assert "errata deck: 47197 x 47197 dots are too many for one picture" in said


def test_unsuitable_sizes_and_words_near_the_cut_are_told(tmp_path: Path) -> None:
    shared = ("build", WINSTON, "--profile", "mbprint", "--out", tmp_path, "--only", "pad")
    made = run(*shared, "--only", "set_up")
    assert "MB Print is not known to cut these sizes in mm: pad (190 x 125)" in made.stdout
    assert [file.name for file in tmp_path.rglob("*.pdf")] == ["set_up.pdf"]
    layout = shipped(WINSTON, "set_up", Options(profile="press"))
    assert outside_safe_area(layout, 3) == []
    assert outside_safe_area(layout, 20) == ["set_up", "set_up_back"]


def test_a_file_for_ones_own_printer_stays_in_rgb(tmp_path: Path) -> None:
    built(tmp_path / "press")
    (home,) = printkit.build([WINSTON], ["set_up"], tmp_path / "home")
    with pikepdf.open(home.file) as pdf:
        fonts: Any = [one for page in pdf.pages for one in page.Resources.Font.values()]
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
        operators = {name for page in pdf.pages for _, name in instructions(page)}
        assert "profile" not in str(pdf.docinfo.Keywords)
    assert {"rg", "RG"} <= operators
    assert not operators & {"k", "K"}
