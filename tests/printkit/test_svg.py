"""SVG and PDF of the same face look alike, and the SVG depends on no font."""

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face
from printkit.drawing.shapes import Path as DrawnPath
from printkit.painting.paint import paint_sheets, single
from printkit.painting.svg import SvgPainter
from printkit.printing.contact import Section, contact
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.commands import done
from tests.printkit.pdf_pages import pictures
from tests.sweeps import sweep

SVG = "{http://www.w3.org/2000/svg}"
DOTS = 6  # a mm
FACES = [
    ("deck", "A1"), ("deck", "B2"), ("deck", "C3"), ("deck", "D4"), ("deck", "E5"), ("deck", "F7"),
    ("deck", "M01"), ("deck", "M14"), ("deck", "product_over_process"), ("deck", "open_secrets"),
    ("deck", "back"), ("aid", "aid"), ("aid", "aid_back"), ("pad", "pad"), ("rules", "booklet"),
]  # fmt: skip


def face_of(layout: Layout, name: str) -> Face:
    backs = {face.back.id: face.back for face in layout.faces if face.back is not None}
    return ({face.id: face for face in layout.faces} | backs)[name]


def rendered(svg: str, dots: float) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=dots * 25.4))


def on_white(raw: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(raw)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(white, image).convert("RGB")


@pytest.mark.parametrize(("component", "name"), sweep(FACES, [("deck", "A1"), ("aid", "aid_back")]))
def test_svg_and_pdf_look_alike(
    layouts: dict[str, Layout], fonts: Fonts, component: str, name: str
) -> None:
    layout = layouts[component]
    sheet = single(face_of(layout, name))
    dots = 5 if component == "rules" else DOTS
    text = SvgPainter(fonts, layout.symbols).paint(sheet, name)
    drawn = on_white(rendered(text, dots))
    labels = [one.get("aria-label", "") for one in ElementTree.fromstring(text).iter()]
    assert "".join(labels).split() or name == "back", "the words stand beside the outlines"
    assert name != "A1" or "A Key to All Locks" in " ".join(" ".join(labels).split())
    pdf = io.BytesIO()
    paint_sheets(layout, [sheet], fonts, pdf, "")
    # a hair smaller, as a size of 378.0001 dots would be rounded up, and the page stretched to it
    (printed,) = pictures(pdf.getvalue(), dots * 25.4 / 72 * 0.99999)
    assert printed.size == drawn.size
    assert max(ImageStat.Stat(printed.convert("L")).stddev) > 10, "a blank face"
    off = ImageChops.difference(drawn, printed).convert("L")
    assert ImageStat.Stat(off).mean[0] < (5 if component == "rules" else 4)  # a page of edges
    # each renderer smooths edges in its own way, so a little blur before blocks are compared
    soft = ImageChops.difference(
        drawn.filter(ImageFilter.GaussianBlur(2)), printed.filter(ImageFilter.GaussianBlur(2))
    ).convert("L")
    assert brightest_block(soft) < 40
    assert brightest_block(off) < 90


def brightest_block(image: Image.Image) -> float:
    blocks = image.resize((image.width // 8, image.height // 8), Image.Resampling.BOX)
    return max(blocks.tobytes())


@pytest.mark.parametrize(
    ("component", "count"), sweep([("deck", 27 + 18 + 2 + 1), ("aid", 2)], [("aid", 2)])
)
def test_svg_is_well_formed_and_needs_no_font(component: str, count: int, tmp_path: Path) -> None:
    done("svg", "winstons_archive", "--only", component, "--out", tmp_path)
    files = sorted((tmp_path / "winstons_archive" / component).glob("*.svg"))
    assert len(files) == count
    for file in files:
        root = ElementTree.fromstring(file.read_text("utf-8"))
        tags = {element.tag for element in root.iter()}
        assert root.tag == f"{SVG}svg"
        assert (root.get("width"), root.get("height")) == ("63mm", "88mm")
        assert not tags & {f"{SVG}text", f"{SVG}tspan", f"{SVG}image", f"{SVG}style"}
        ids = {element.get("id") for element in root.iter()}
        for element in root.iter():
            assert not any("font" in key for key in element.attrib)
            for key, value in element.attrib.items():
                if key.endswith("href"):
                    assert value[0] == "#"
                    assert value[1:] in ids
                if value.startswith("url("):
                    assert value[5:-1] in ids


def test_a_contact_sheet_holds_every_face(layouts: dict[str, Layout], fonts: Fonts) -> None:
    layout = layouts["deck"]
    faces = [*layout.faces, layout.faces[0].back]
    sheet = contact([Section("", [(face, face.name) for face in faces])], fonts)  # type: ignore
    assert len(sheet.placements) == 48
    for one in sheet.placements:
        assert 0 <= one.x <= sheet.width - one.face.width
        assert 0 <= one.y <= sheet.height - one.face.height
    assert len({(one.x, one.y) for one in sheet.placements}) == 48


def test_cards_with_bleed_lie_apart_on_a_contact_sheet(fonts: Fonts) -> None:
    faces = [(Face(str(at), 20, 30, (), bleed=3), str(at)) for at in range(5)]
    spots = [(one.x, one.y) for one in contact([Section("", faces)], fonts).placements]
    across = sorted({x for x, _ in spots})
    assert min(x for x, _ in spots) == min(y for _, y in spots) == 4 + 3
    assert across[1] == 7 + 20 + 2 * 3 + 4


@pytest.mark.parametrize(("bleed", "dpi", "dots"), [
    ("3.175", 300, (825, 1125)), ("3", 300, (821, 1121)), ("0", 300, (750, 1050)),
    ("0", 100, (250, 350)),
])  # fmt: skip
def test_png_has_the_rounded_number_of_dots(
    bleed: str, dpi: int, dots: tuple[int, int], errata: Path
) -> None:
    """A poker card with an eighth of an inch of bleed is 825 x 1125 dots at 300 dpi, all drawn."""
    edit(errata / "print.yaml", "bleed: 2", f"bleed: {bleed}")
    shared = ["--data", errata.parent, "--out", errata.parent / "out", "--card", "comma", "--bleed"]
    done("png", "errata", "--only", "deck", "--dpi", dpi, *shared)
    folder = errata.parent / "out" / "errata" / "deck"
    assert sorted(file.name for file in folder.iterdir()) == ["back.png", "comma.png"]
    image = Image.open(folder / "back.png")
    assert image.size == dots
    assert round(image.info["dpi"][0]) == dpi
    corner = image.convert("RGB").getpixel((dots[0] - 1, dots[1] - 1))
    assert corner == (0x1F, 0x4E, 0x5F), "corners are square"


@pytest.mark.parametrize(("bleed", "rounded"), [(0.0, True), (2.0, False)])
def test_corners_are_rounded_without_bleed(
    layouts: dict[str, Layout], fonts: Fonts, bleed: float, rounded: bool
) -> None:
    """A cutter of corners wants the colour beyond them; scissors want to see where they are."""
    ink = DrawnPath(rectangle_steps(-bleed, -bleed, 20 + 2 * bleed, 20 + 2 * bleed, 0, 0))
    sheet = single(Face("ink", 20, 20, (ink,), bleed=bleed, corner=4))
    pdf = io.BytesIO()
    paint_sheets(layouts["deck"], [sheet], fonts, pdf, "")
    (printed,) = pictures(pdf.getvalue(), 4)
    drawn = on_white(rendered(SvgPainter(fonts, {}).paint(sheet, "ink"), DOTS))
    for picture in (printed, drawn):
        corner, middle = (picture.getpixel(at) for at in ((2, 2), (picture.width // 2, 2)))
        assert middle == (0, 0, 0)
        assert corner == ((255, 255, 255) if rounded else (0, 0, 0))
