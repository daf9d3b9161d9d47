"""Pictures: how they lie, what is made of their files, what is wrong with them; SVG files too."""

import io
import math
import os
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from msgspec import structs
from PIL import ImageChops, ImageCms, ImageDraw, ImageOps, ImageStat

import card_data
import printkit
from card_data import DataError
from card_data.limits import MOST_SCANS
from printkit.cache import inputs
from printkit.drawing.colour import levels
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import CURRENT, Group, Image, Shade, Shape, Symbol, Text, Use
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import traverse, walk
from printkit.errors import TextError
from printkit.faces.reading.images import fitted
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.svg import SvgPainter
from printkit.pictures.decoding import PreparedPicture, Size, check_scans, prepare, size_of
from printkit.pictures.export import decoded
from printkit.pictures.files import find_picture, names_like
from printkit.pictures.gallery import PictureFile
from printkit.pictures.jpeg import scans_of, stripped
from printkit.pictures.store import Store
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.capture import look_digests
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.commands import command, run
from tests.printkit.pdf_pages import FONTS, pictures
from tests.printkit.test_svg import brightest_block, on_white, rendered

CARD = """<svg xmlns="http://www.w3.org/2000/svg">
  <image href="art/{{{{ card.icon }}}}" field="icon" x="10" y="10" width="20" height="10" {}/>
</svg>
"""
NOTHING = "Nothing has changed."
DOTS = 400, 200  # of the pictures: 508 dpi in a box of 20 x 10 mm


def photo(columns: int = DOTS[0], rows: int = DOTS[1]) -> PIL.Image.Image:
    """Four quarters in colours of their own: red, green above blue, yellow."""
    image = PIL.Image.new("RGB", (columns, rows), "#c02020")
    draw = ImageDraw.Draw(image)
    across, down = columns // 2, rows // 2
    draw.rectangle((across, 0, columns, down - 1), "#20a040")
    draw.rectangle((0, down, across - 1, rows), "#2040c0")
    draw.rectangle((across, down, columns, rows), "#e0d040")
    return image


def raw(image: PIL.Image.Image, kind: str = "PNG", **how: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def shown(one: PreparedPicture) -> PIL.Image.Image:
    image = structs.replace(one.shape, dots=one.dots, alpha=one.alpha)
    found: PIL.Image.Image = decoded(image).convert("RGBA" if image.clear else "RGB")
    return found


def ready(data: bytes, size: tuple[int, int] = DOTS, *, pale: bool = False) -> PreparedPicture:
    return prepare(data, "source", Size(*size), pale=pale)


def is_near(one: PreparedPicture, x: int, y: int, expected: str, off: int = 12) -> bool:
    found: Any = shown(one).getpixel((x, y))
    return all(abs(a - b) <= off for a, b in zip(found, levels(expected), strict=False))


def with_card(errata: Path, picture: str, raw: bytes) -> Path:
    """The tiny game with a picture on the first of its cards, and no others; its own folder."""
    (errata / "art").mkdir()
    (errata / "art" / picture).write_bytes(raw)
    card = f"{{id: comma, word: A comma, value: 1, icon: {picture}, copies: 2}}"
    (errata / "cards.yaml").write_text(f"cards:\n  - {card}\n")
    return errata


@pytest.fixture
def pictured(errata: Path) -> Path:
    templates(with_card(errata, "goose.png", raw(photo())))
    return errata


def templates(game: Path, attributes: str = "") -> None:
    front(game, CARD.format(attributes))


def laid_out(game: Path, component: str = "deck", **options: Any) -> Layout:
    chosen = Options(data=game.parent, **options)
    return lay_out(card_data.load(game.name, game.parent), component, chosen, Typesetter())


def picture_of(layout: Layout) -> tuple[Group, Use, Image]:
    (group,) = (one for one in walk(layout.faces[0].shapes) if isinstance(one, Group) and one.clip)
    (use,) = group.shapes
    assert isinstance(use, Use)
    image = layout.symbols[use.symbol].picture
    assert image is not None
    return group, use, image


def built(game: Path, out: Path | None = None, **options: Any) -> Path:
    chosen = Options(data=game.parent, **options)
    (made,) = printkit.build([game.name], ["deck"], out or game.parent / "out", options=chosen)
    return made.file


def problem(game: Path) -> str:
    (found,) = problems_of(game)
    return found


@pytest.mark.parametrize(("fit", "focus", "expected"), [
    ("stretch", (0.5, 0.5), (10, 10, 20, 20)),
    ("contain", (0.5, 0.5), (15, 10, 10, 20)),
    ("contain", (0.0, 0.5), (10, 10, 10, 20)),
    ("cover", (0.5, 0.5), (10, 0, 20, 40)),
    ("cover", (0.5, 0.3), (10, 8, 20, 40)),  # 0.3 of 40 mm is the middle of the box
    ("cover", (0.5, 0.0), (10, 10, 20, 40)),
    ("cover", (0.5, 1.0), (10, -10, 20, 40)),
])  # fmt: skip
def test_picture_fits_its_box(
    fit: str, focus: tuple[float, float], expected: tuple[float, ...]
) -> None:
    found = fitted(PictureFile("", 100, 200), Rect(10, 10, 20, 20), fit, *focus, math.inf)
    assert found == expected


def test_a_coarse_picture_is_printed_small_rather_than_refused(pictured: Path) -> None:
    box = 'x="0" y="0" width="63" height="88"'
    front(pictured, f'<svg><image href="art/goose.png" {box} fit="scale-down"/></svg>')
    _, use, _ = picture_of(laid_out(pictured))
    assert use.side == pytest.approx(50.8)  # 400 dots at 200 dpi


def test_its_words_are_those_of_a_figure(pictured: Path) -> None:
    templates(pictured, 'says="A goose"')
    group, _, _ = picture_of(laid_out(pictured))
    assert (group.role, group.says) == ("Figure", "A goose")
    assert b"/Alt (A goose)" in built(pictured).read_bytes()


@pytest.mark.parametrize(("attributes", "message"), [
    ('fit="fill"', "fit: found 'fill', expected one of cover, contain, scale-down, stretch"),
    ('focus="0.5"', "focus: found '0.5', expected two numbers from 0 to 1"),
    ('focus="0.5 2"', "focus: found '0.5 2', expected two numbers from 0 to 1"),
    ('clip="star"', "clip: found 'star', expected circle, round 3 or url(#name)"),
    ('scale="2"', "unknown attribute scale"),
])  # fmt: skip
def test_wrong_image_attribute_is_reported(attributes: str, message: str, pictured: Path) -> None:
    templates(pictured, attributes)
    assert problem(pictured).startswith(f"templates/card.svg:2:3: comma: <image>: {message}")


@pytest.mark.parametrize(("crop", "message"), [
    ("10 20 60 40", "'art/goose.png': found 60 x 40 pixels, 102 dpi, expected at least 118 x 79"),
    *((crop, "crop: ") for crop in ("", "1 2 3", "0 0 0 9", "-1 0 9 9", "0 0 401 9", "0 0 nan 9",
     "x")),
])  # fmt: skip
def test_only_the_cropped_part_counts(crop: str, message: str, pictured: Path) -> None:
    templates(pictured, f'crop="{crop}" fit="contain"')
    assert message in problem(pictured)


@pytest.mark.parametrize(("name", "message"), [
    ("gose.png", "no picture 'art/gose.png'; did you mean art/goose.png?"),
    ("../../secret.png", "no picture 'art/../../secret.png': put secret.png into the game's"),
    (".hidden.png", "found 'art/.hidden.png', expected a path in the game's folder"),
    ("goose.psd", "'art/goose.psd' is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG: save it"),
    ("Hen", "'art/Hen' may be art/hen.gif or art/hen.png: name one of them"),
    ("egg_2.png", "no picture 'art/egg_2.png': put art/egg_2.png into the game's folder"),
    ("goose.svg", "no picture 'art/goose.svg'; did you mean art/goose.png?"),
    ("linked.png", "'art/linked.png' is a link that leads out of the game's folder"),
    ("text.png", "'art/text.png' is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG: save it"),
    ("deep.tif", "'art/deep.tif' has 32 bits for each pixel of grey, expected 8 or 16: save it"),
    ("short.png", "'art/short.png' is damaged, or cut off"),
    ("short.jpg", "'art/short.jpg' is damaged, or cut off"),
    ("bomb.png", "'art/bomb.png' has more pixels than can be read: expected at most 80,000,000"),
    ("swollen.png", "'art/swollen.png' is damaged, or cut off"),
    ("folder.png", "no picture 'art/folder.png'"),
])  # fmt: skip
def test_wrong_picture_file_is_reported(
    name: str, message: str, pictured: Path, tmp_path: Path
) -> None:
    art = pictured / "art"
    (tmp_path / "secret.png").write_bytes(raw(photo()))
    (art / "linked.png").symlink_to(tmp_path / "secret.png")
    (art / ".hidden.png").write_bytes(raw(photo()))
    for text in ("egg_1.png", "text.png", "goose.psd", "hen.gif", "hen.png"):
        (art / text).write_text("no picture")
    photo().convert("F").save(art / "deep.tif")
    (art / "short.png").write_bytes(raw(photo())[:-60])
    (art / "short.jpg").write_bytes(raw(photo(), "JPEG")[:-900])
    (art / "bomb.png").write_bytes(bomb(19_000))
    (art / "swollen.png").write_bytes(swollen())
    (art / "folder.png").mkdir()
    edit(pictured / "cards.yaml", "goose.png", f'"{name}"')
    assert problem(pictured).startswith(f"cards.yaml:2:48: comma, field icon: {message}")


@pytest.mark.parametrize("name", [
    *("art/Red Fox.png", "./art//Red Fox.png", "art/red fox", "Art/RED FOX.PNG"),
    *(r"art\Red Fox.png", r".\art\Red Fox.png", "art/Red%20Fox.png", '"art/Red Fox.png"'),
    *(r"C:\Users\Ann\art\Red Fox.png", "../deck/art/red fox.png", "/home/ann/art/Red Fox.png"),
    *("https://example.com/deck/art/Red%20Fox.png?dl=1", "file:///C:/deck/art/Red%20Fox.png"),
    *("art/Fu\u0308chse.png", "art/f\u00fcchse", "art/50%.png", "art/50%25"),
])  # fmt: skip
def test_a_picture_is_found_however_its_name_is_written(name: str, tmp_path: Path) -> None:
    """Beside it are a folder of its name without the ending, and a hidden file."""
    meant = "Fox" if "Fox" in name or "fox" in name.lower() else "chse" if "chse" in name else "50"
    (tmp_path / "art" / "red fox").mkdir(parents=True)
    for file in ("Red Fox.png", "F\u00fcchse.png", "50%.png", ".red fox.png"):
        (tmp_path / "art" / file).write_bytes(b"")
    found = find_picture(name, tmp_path)
    assert (found.parent, meant in found.name) == (tmp_path / "art", True)
    assert find_picture(found.name, tmp_path) == found, "by its name alone"


@pytest.mark.parametrize(("name", "file"), [
    ("art/hen.png", "art/hen.png"),
    (r"art\hen.png", "art/hen.png"),
    (r"C:\Users\Ann\hen.png", "hen.png"),
    ("../art/hen.png", "hen.png"),
    ("https://example.com/hen%20one.png?dl=1", "hen one.png"),
    ("hen", "hen"),  # with any ending
])  # fmt: skip
def test_a_picture_is_found_once_it_lies_where_its_message_says(
    name: str, file: str, tmp_path: Path
) -> None:
    with pytest.raises(TextError, match=f": put {re.escape(file)} into the game's folder$"):
        find_picture(name, tmp_path)
    there = tmp_path / file
    there.parent.mkdir(exist_ok=True)
    there.with_suffix(".png").write_bytes(b"")
    assert find_picture(name, tmp_path) == there.with_suffix(".png")


def chunk(kind: bytes, body: bytes) -> bytes:
    crc = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + crc


def swollen() -> bytes:
    """A sound PNG with a note of 5 MB, packed."""
    note = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(5_000_000)))
    sound = raw(photo())
    return sound[:33] + note + sound[33:]


def bomb(side: int) -> bytes:
    """A PNG that says it is large, and has next to nothing in it."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def test_unprintable_file_name_is_not_suggested(pictured: Path) -> None:
    for name in ("goos\udcff.png", "goo\ne.png"):
        (pictured / "art" / name).write_bytes(b"")
    (pictured / "art" / "goose.png").unlink()
    assert names_like(pictured / "art" / "goose.png", pictured) == []


def test_picture_of_too_many_pixels_is_not_decoded() -> None:
    """As many as a header may say, but more than may be in memory."""
    data = bomb(8000)
    assert size_of(data) == (8000, 8000)
    with pytest.raises(TextError, match="expected at most 20,000,000"):
        ready(data)


def test_coarse_picture_is_reported(pictured: Path) -> None:
    (pictured / "art" / "goose.png").write_bytes(raw(photo(120, 160)))
    message = (
        "'art/goose.png': found 120 x 60 pixels of its 120 x 160 in view, 152 dpi, expected at "
        "least 158 x 79 for 20 x 10 mm at 200 dpi; "
        'fit="scale-down" prints it smaller, a lower dpi in print.yaml more coarsely'
    )
    assert problem(pictured) == f"cards.yaml:2:48: comma, field icon: {message}"
    (pictured / "art" / "goose.png").write_bytes(raw(photo(158, 79)))
    assert picture_of(laid_out(pictured))[2].columns == 158, "as advised"
    (pictured / "art" / "goose.png").write_bytes(raw(photo(120, 160)))
    edit(pictured / "print.yaml", "components:", "dpi: 150\ncomponents:")
    assert picture_of(laid_out(pictured))[2].columns == 119  # 150 dpi


def test_a_coarse_picture_of_many_rows_is_one_problem(pictured: Path) -> None:
    (pictured / "art" / "goose.png").write_bytes(raw(photo(120, 160)))
    card = "  - {id: comma, word: A comma, value: 1, icon: goose.png, copies: 2}\n"
    edit(pictured / "cards.yaml", card, card + card.replace("comma", "hyphen"))
    assert problem(pictured).endswith(" coarsely (in 2 of 2 rows of cards; the first is comma)")


def test_picture_is_sampled_down_never_up() -> None:
    smaller = ready(raw(photo()), (100, 50)).shape
    assert (smaller.columns, smaller.rows) == (100, 50)
    assert ready(raw(photo()), (4000, 2000)).shape.columns == DOTS[0]


def test_plain_jpeg_is_copied() -> None:
    data = raw(photo(), "JPEG", quality=80, comment=b"a secret")
    assert b"a secret" in data
    one = ready(data)
    assert one.dots == stripped(data)
    assert b"a secret" not in one.dots
    assert one.shape.coding == "jpeg"
    assert not ImageChops.difference(shown(one), PIL.Image.open(io.BytesIO(data))).getbbox()
    progressive = raw(photo(), "JPEG", progressive=True)
    assert ready(progressive + b"more").dots == stripped(progressive)


@pytest.mark.parametrize("between", [b"", b"\0\0", b"\xff", b"\xff\0", b"\xff\xfe\0\4\xff\xd9"])
@pytest.mark.parametrize("wanted", [DOTS, (40, 20)])
def test_jpeg_with_too_many_scans_is_refused(between: bytes, wanted: tuple[int, int]) -> None:
    """They are a few bytes each in the file, and go over all dots wherever it is decoded."""
    plain = raw(photo(), "JPEG", progressive=True)
    end, last = plain.rindex(b"\xff\xd9"), plain.rindex(b"\xff\xda")
    assert prepare(plain, "", Size(*wanted)).dots
    many = plain[:end] + (between + plain[last:end]) * MOST_SCANS + plain[end:]
    with pytest.raises(TextError, match="scans, expected at most 100: save it anew"):
        prepare(many, "", Size(*wanted))


def test_scans_of_a_jpeg_are_limited() -> None:
    thumbnail = raw(photo(80, 40), "JPEG", progressive=True)
    plain = raw(photo(), "JPEG", progressive=True)
    noted = plain[:2] + b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    assert scans_of(noted + plain[2:] + thumbnail) == scans_of(plain) == plain.count(b"\xff\xda")
    with pytest.raises(TextError, match="has 60 scans, expected at most 50"):
        check_scans(60, 20_000_000)


@pytest.mark.parametrize("turn", range(1, 9))
def test_exif_rotation_is_applied(turn: int) -> None:
    exif = PIL.Image.Exif()
    exif[0x0112] = turn
    upright = photo(80, 40)
    back = {
        2: PIL.Image.Transpose.FLIP_LEFT_RIGHT, 3: PIL.Image.Transpose.ROTATE_180,
        4: PIL.Image.Transpose.FLIP_TOP_BOTTOM, 5: PIL.Image.Transpose.TRANSPOSE,
        6: PIL.Image.Transpose.ROTATE_90, 7: PIL.Image.Transpose.TRANSVERSE,
        8: PIL.Image.Transpose.ROTATE_270,
    }  # fmt: skip
    lying = upright.transpose(back[turn]) if turn in back else upright
    for kind in ("JPEG", "PNG", "WEBP"):
        data = raw(lying, kind, exif=exif.tobytes())
        assert size_of(data) == (80, 40)
        found = ready(data, (80, 40))
        assert shown(found).size == (80, 40)
        assert is_near(found, 10, 10, "#c02020", 30)
        assert is_near(found, 70, 10, "#20a040", 30)
        assert ready(data, (40, 20)).shape.columns == 40


def test_colours_of_a_profile_become_srgb() -> None:
    """Of a profile with red and green in each other's place."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    named = "sRGB".encode("utf-16-be"), "test".encode("utf-16-be")
    swapped = bytearray(profile.replace(*named))
    tags = {bytes(swapped[at : at + 4]): at for at in range(132, 132 + 12 * 12, 12)}
    red, green = tags[b"rXYZ"], tags[b"gXYZ"]
    swapped[red + 4 : red + 12], swapped[green + 4 : green + 12] = (
        swapped[green + 4 : green + 12], swapped[red + 4 : red + 12],
    )  # fmt: skip
    data = raw(PIL.Image.new("RGB", DOTS, "#ff0000"), icc_profile=bytes(swapped))
    assert is_near(ready(data), 5, 5, "#00ff00", 40)
    srgb = raw(photo(), "JPEG", icc_profile=profile)
    assert ready(srgb).dots == stripped(srgb)
    broken = raw(photo(), icc_profile=b"no profile")
    assert is_near(ready(broken), 5, 5, "#c02020")


def clear_photo() -> PIL.Image.Image:
    """The same, ever less transparent from the top to the foot."""
    clear = photo().convert("RGBA")
    clear.putalpha(PIL.Image.linear_gradient("L").resize(DOTS))
    return clear


def test_transparency_is_kept() -> None:
    for data in (raw(clear_photo()), raw(clear_photo(), "WEBP", lossless=True, exact=True)):
        assert ready(data).shape.clear
        assert not ImageChops.difference(shown(ready(data)), clear_photo()).getbbox()
    assert not ready(raw(photo().convert("RGBA"))).shape.clear  # nothing shows through it
    spots = photo().convert("P")
    palette = ready(raw(spots, transparency=spots.getpixel((5, 5))))
    assert shown(palette).getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_other_pixel_formats() -> None:
    grey = PIL.Image.linear_gradient("L").resize(DOTS)
    assert ready(raw(grey)).shape.grey
    assert is_near(ready(raw(grey.convert("1"))), 5, 199, "#ffffff")
    deep = PIL.Image.frombytes("I;16", (16, 16), struct.pack("<256H", *range(0, 65536, 256)))
    assert shown(ready(raw(deep))).getpixel((15, 15)) == (255, 255, 255)
    inked = ready(raw(photo().convert("CMYK"), "JPEG", quality=95))
    assert inked.shape.coding == "jpeg"
    assert is_near(inked, 5, 5, "#c02020", 30)
    moving = raw(photo(), "WEBP", save_all=True, append_images=[PIL.Image.new("RGB", DOTS)])
    assert is_near(ready(moving), 5, 5, "#c02020", 30)


def png(colour: int, dots: bytes, *parts: bytes, depth: int = 16, across: int = 4) -> bytes:
    """A PNG of a single row of dots, whose bytes these are, in a type of colour."""
    head = struct.pack(">IIBBBBB", across, 1, depth, colour, 0, 0, 0)
    rows = chunk(b"IDAT", zlib.compress(b"\0" + dots))
    return b"".join((b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), *parts, rows, chunk(b"IEND", b"")))


def test_one_level_of_deep_grey_is_transparent() -> None:
    levels_of = struct.pack(">4H", 0x8001, 0x8000, 0x0001, 0xFFFF)
    found = shown(ready(png(0, levels_of, chunk(b"tRNS", b"\x80\x01"))))
    assert found.convert("LA").tobytes() == bytes([128, 0, 128, 255, 0, 255, 255, 255])


def like_others() -> dict[str, bytes]:
    """Pictures in the forms that other programs save, rare ones too."""
    turned, grey = PIL.Image.Exif(), PIL.Image.linear_gradient("L").resize((16, 8))
    turned[0x0112] = 6
    small, clear = photo(16, 8), clear_photo().resize((16, 8))
    spots, black = small.convert("P"), PIL.Image.new("RGB", (16, 8))
    corner = spots.getpixel((5, 5))
    first: dict[str, Any] = {"save_all": True, "append_images": [black]}
    masks = struct.pack("<4I", 0xFF0000, 0xFF00, 0xFF, 0xFF000000) + b"BGRs" + bytes(48)
    bitmap = struct.pack("<IiiHHIIiiII", 108, 16, -8, 1, 32, 3, 512, 0, 0, 0, 0) + masks
    saved = struct.pack("<IHHI", 634, 0, 0, 122) + bitmap + clear.tobytes("raw", "BGRA")
    tiffs = {how: raw(clear, "TIFF", compression=how) for how in ("raw", "tiff_lzw", "packbits")}
    return tiffs | {
        "GIF": raw(spots, "GIF", transparency=corner),
        "moving GIF": raw(spots, "GIF", **first),
        "moving PNG": raw(small, **first),
        "moving WebP": raw(clear, "WEBP", **first),
        "AVIF": raw(clear, "AVIF"),
        "BMP": raw(small, "BMP"),
        "BMP with alpha": b"BM" + saved,
        "TIFF of pages": raw(small, "TIFF", **first),
        "TIFF on its side": raw(small, "TIFF", exif=turned.tobytes()),
        "AVIF on its side": raw(small, "AVIF", exif=turned.tobytes()),
        "TIFF in CMYK": raw(small.convert("CMYK"), "TIFF"),
        "TIFF in Lab": raw(small.convert("LAB"), "TIFF"),
        "palette with alpha": raw(spots, transparency=bytes(range(0, 255, 2))),
        "RGB with a clear colour": png(2, bytes(18) + b"\x40" * 6, chunk(b"tRNS", b"\x40" * 6)),
        "bits with a clear one": png(0, b"\xf0\x0f", chunk(b"tRNS", b"\0\1"), depth=1, across=16),
        "deep grey and alpha": png(4, b"\x80\0\xff\0" * 2 + bytes(8)),
        "grey": raw(grey, "TIFF"),
    }


@pytest.mark.parametrize("form", like_others())
def test_other_forms_of_pictures_are_as_every_viewer_shows_them(form: str) -> None:
    data = like_others()[form]
    with PIL.Image.open(io.BytesIO(data)) as image:
        expected = ImageOps.exif_transpose(image)
        expected = expected.convert("RGB" if image.mode == "CMYK" else "RGBA").convert("RGBA")
    assert size_of(data) == expected.size
    white = PIL.Image.new("RGBA", expected.size, "white")
    both = (shown(ready(data)).convert("RGBA"), expected)
    apart: Any = ImageChops.difference(*(PIL.Image.alpha_composite(white, one) for one in both))
    assert max(high for _, high in apart.getextrema()) <= 2


def test_picture_is_pale_in_low_ink(pictured: Path) -> None:
    pale = laid_out(pictured, low_ink=True)
    light = decoded(picture_of(pale)[2])
    assert ImageStat.Stat(light.convert("L")).mean[0] > 200
    assert ImageStat.Stat(light.convert("L")).stddev[0] > 8, "it can still be told"


def test_file_embeds_a_picture_once(pictured: Path) -> None:
    card = pictured / "templates" / "card.svg"
    edit(card, "</svg>", '<image href="art/goose.png" x="10" y="30" width="10" height="5"/></svg>')
    assert built(pictured).read_bytes().count(b"/Subtype /Image") == 1
    data = built(pictured, profile="press").read_bytes()
    assert data.count(b"/Subtype /Image") == 1
    assert b"/DeviceCMYK" in data
    assert b"/DeviceRGB" not in data


@pytest.mark.parametrize(
    "attributes", ["", 'fit="stretch"', 'clip="circle" focus="0.1 0.5"', 'fit="contain"']
)
def test_svg_and_pdf_look_alike(attributes: str, pictured: Path, fonts: Fonts) -> None:
    (pictured / "art" / "goose.png").write_bytes(raw(clear_photo()))
    templates(pictured, attributes)
    edit(pictured / "templates/card.svg", 'width="20" height="10"', 'width="20" height="18"')
    layout = laid_out(pictured)
    sheet = single(layout.faces[0])
    drawn = on_white(rendered(SvgPainter(fonts, layout.symbols).paint(sheet, "it"), 6))
    pdf = io.BytesIO()
    paint_sheets(layout, [sheet], fonts, pdf, "")
    (printed,) = pictures(pdf.getvalue(), 6 * 25.4 / 72 * 0.99999)
    off = ImageChops.difference(drawn, printed).convert("L")
    assert max(ImageStat.Stat(printed.convert("L")).stddev) > 10, "a blank face"
    assert ImageStat.Stat(off).mean[0] < 2
    assert brightest_block(off) < 60


def test_picture_is_decoded_once_while_watched(
    pictured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    real = prepare

    def counted(data: bytes, source: str, *given: Any, **how: Any) -> PreparedPicture:
        calls.append(source)
        return real(data, source, *given, **how)

    monkeypatch.setattr("printkit.pictures.decoding.prepare", counted)
    ready: dict[str, Image] = {}

    def drawn() -> None:
        game, options = card_data.load("errata", pictured.parent), Options(data=pictured.parent)
        lay_out(game, "deck", options, Typesetter(pictures=ready))

    drawn()
    edit(pictured / "templates/card.svg", 'y="10"', 'y="12"')
    drawn()
    assert len(calls) == 1
    (pictured / "art" / "goose.png").write_bytes(raw(photo().rotate(180)))
    drawn()
    assert len(calls) == 2


def test_large_picture_is_digested_by_its_date(pictured: Path) -> None:
    art = pictured / "art" / "large.png"
    with art.open("wb") as stream:
        stream.truncate(1 << 30)
    before = inputs.game_digest(pictured.name, pictured.parent)
    assert before == inputs.game_digest(pictured.name, pictured.parent)
    os.utime(art, (1, 1))
    assert before != inputs.game_digest(pictured.name, pictured.parent)


def test_pictures_are_found_by_their_digests() -> None:
    kept = Store(io.BytesIO())
    those = [ready(raw(photo(side, 30)), (30, 30)) for side in (30, 40)]
    for one in (*those, those[0]):
        kept.keep(one.shape.digest, one.dots, one.alpha)
    assert [kept.load(one.shape) for one in those] == [(one.dots, one.alpha) for one in those]


def test_pictures_are_limited_and_not_in_symbols(
    pictured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = '<image href="art/goose.png" x="0" y="0" width="9" height="9"/>'
    signs = f'<svg><symbol id="sign" viewBox="0 0 9 9">{image}</symbol></svg>'
    (pictured / "templates" / "signs.svg").write_text(signs)
    edit(pictured / "print.yaml", "back: back.svg", "back: back.svg\n    symbols: signs.svg")
    edit(pictured / "templates/card.svg", "</svg>", '<use href="#sign" width="9"/></svg>')
    assert "a symbol cannot contain an image: put it where the symbol is used" in problem(pictured)
    monkeypatch.setattr("printkit.pictures.gallery.MOST_OF_PICTURES", 100)
    with pytest.raises(DataError, match="the pictures are more than 0 MiB as printed"):
        laid_out(pictured)


def test_a_game_without_pictures_loads_nothing_for_them(errata: Path, tmp_path: Path) -> None:
    code = (
        "import sys, printkit; from pathlib import Path; from printkit.options import Options; "
        f"printkit.build(['errata'], ['deck'], {str(tmp_path)!r}, "
        f"options=Options(data=Path({str(errata.parent)!r}))); "
        "print(sorted(one for one in sys.modules if one.startswith('printkit.pictures.')))"
    )
    said = command(code=code)
    assert said.stdout == "['printkit.pictures.files', 'printkit.pictures.gallery']\n", said.stderr


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'
GOOSE = '<path d="M0 0h40v20H0z" fill="#204060"/><circle cx="20" cy="10" r="6"/>'
SVG_CARD = '<svg><image href="art/{{{{ card.icon }}}}" field="icon" {}/></svg>'
BOX = 'x="10" y="10" width="20" height="20"'


@pytest.fixture
def vector(errata: Path) -> Path:
    front(with_card(errata, "goose.svg", SVG.format(GOOSE).encode()), SVG_CARD.format(BOX))
    return errata


def art(game: Path, content: str) -> None:
    (game / "art" / "goose.svg").write_text(SVG.format(content), "utf-8")


def front(game: Path, markup: str) -> None:
    (game / "templates" / "card.svg").write_text(markup, "utf-8")


def symbol_of(layout: Layout) -> Symbol:
    return layout.symbols["art/goose.svg"]


def problems_of(game: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        laid_out(game)
    return [str(one).removeprefix(str(game) + "/") for one in caught.value.problems]


def shapes_in(layout: Layout) -> list[Shape]:
    face = layout.faces[0]
    return [visit.shape for visit in traverse(face.shapes, symbols=layout.symbols)]


@pytest.mark.parametrize(
    ("fit", "box"),
    [("cover", (0, 10, 40, 20)), ("contain", (10, 15, 20, 10)), ("stretch", (10, 10, 20, 20))],
)
def test_it_fits_as_other_pictures_do(fit: str, box: tuple[float, ...], vector: Path) -> None:
    front(vector, SVG_CARD.format(f'{BOX} fit="{fit}"'))
    layout = laid_out(vector)
    (use,) = [one for one in walk(layout.faces[0].shapes)
              if isinstance(one, Use) and one.symbol == "art/goose.svg"]  # fmt: skip
    assert (use.x, use.y, use.side, use.height) == box
    symbol = symbol_of(layout)
    assert (symbol.size, symbol.height) == (40, 20)
    assert symbol.weight == 4  # and itself, and its view box


def test_it_has_colours_of_its_own_and_words_as_paths(vector: Path) -> None:
    art(vector, '<text y="9" font-family="sans" fill="currentColor">goose</text>')
    found = [*walk(symbol_of(laid_out(vector)).shapes)]
    assert not any(isinstance(one, Text) for one in found)
    (word,) = [one for one in found if isinstance(one, DrawnPath)]
    assert word.style.fill == "#000000"
    assert sum(letter == "Z" for letter, _ in word.steps) == 10  # letters have holes
    assert CURRENT not in str(found)


def test_errors_of_an_svg_are_reported_once(vector: Path) -> None:
    art(vector, "\n<blink/>\n<image href='a.png'/>")
    edit(vector / "cards.yaml", "copies: 2}\n", "copies: 2}\n  - {id: dot, word: A dot, value: 1, "
         "icon: goose.svg}\n")  # fmt: skip
    first, second = problems_of(vector)
    assert first.startswith("art/goose.svg:2: ")
    assert "<blink>: unknown element" in first
    assert "in 2 of 2 rows of cards" in first
    assert second.startswith("art/goose.svg:3: ")


def test_missing_or_too_large_svg_is_reported(
    vector: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(vector / "cards.yaml", "goose.svg", "gose.svg")
    found = problem(vector)
    assert "field icon: no picture 'art/gose.svg'; did you mean art/goose.svg?" in found
    assert found.startswith("cards.yaml:2:")
    edit(vector / "cards.yaml", "gose.svg", "goose.svg")
    monkeypatch.setattr("printkit.faces.symbols.MOST_SHAPES", 3)
    assert problem(vector).startswith("art/goose.svg: comma: draws more than 3 shapes")


def test_a_change_is_seen(vector: Path, tmp_path: Path) -> None:
    words = ("build", "errata", "--data", vector.parent, "--only", "deck", "--out", tmp_path)
    before = look_digests(laid_out(vector), FONTS)
    assert NOTHING not in run(*words).output
    assert NOTHING in run(*words).output
    art(vector, GOOSE.replace("#204060", "#602040"))
    assert NOTHING not in run(*words).output
    assert look_digests(laid_out(vector), FONTS) != before


def test_a_large_fill_is_hatched_in_low_ink(vector: Path) -> None:
    plain, light = (
        {one.style.fill for one in shapes_in(layout) if isinstance(one, DrawnPath)}
        for layout in (laid_out(vector), laid_out(vector, low_ink=True))
    )
    assert "#204060" in plain - light


SKY = '<linearGradient id="sky"><stop stop-color="#204060"/><stop offset="1"/></linearGradient>'


@pytest.mark.parametrize("markup", [
    f'<image href="art/goose.svg" {BOX} opacity="0.5"/>',
    '<row width="30" height="20"><image href="art/goose.svg" opacity="0.5"/></row>',
    '<row width="30" height="20"><g opacity="0.5"><rect width="5" height="5"/></g></row>',
    '<stack width="30" height="20"><textbox fill-opacity="0.5">Goose</textbox></stack>',
    f'<row width="30" height="20">{SKY}<rect fill="url(#sky)"/></row>',
    f'<defs>{SKY}</defs><rect width="9" height="9" fill="url(#sky)"/>',
    f'<defs>{SKY}</defs><background><rect width="9" height="9" fill="url(#sky)"/></background>',
    f'<column width="9" height="9"><defs>{SKY}</defs><rect fill="url(#sky)"/></column>',
])  # fmt: skip
def test_opacity_and_definitions(markup: str, vector: Path) -> None:
    front(vector, f"<svg>{markup}</svg>")
    shapes = shapes_in(laid_out(vector))
    opacities = [one.opacity for one in shapes if isinstance(one, Group) and one.opacity < 1]
    shades = sum(isinstance(one, Shade) for one in shapes)
    assert (opacities, shades) == (([], 1) if SKY in markup else ([0.5], 0))


def test_only_definitions_stand_in_defs(vector: Path) -> None:
    front(vector, "<svg><defs>\n<rect/></defs></svg>")
    assert "<rect> in a <defs>: expected gradients and clipPaths only" in problem(vector)


def test_it_is_shown_in_a_piece_of_another_component(vector: Path) -> None:
    aid = "{title: Aid, size: poker, faces: [{template: aid.svg}]}"
    edit(vector / "print.yaml", "  rules:", f"  aid: {aid}\n  rules:")
    piece = '<piece component="deck" face="comma" x="10" y="10" width="30"/>'
    (vector / "templates" / "aid.svg").write_text(f"<svg>{piece}</svg>", "utf-8")
    assert laid_out(vector, "aid").symbols["deck:art/goose.svg"].weight == 4


PARTS = """<symbol id="leaf" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></symbol>
<circle id="ball" cx="20" cy="10" r="6"/><g transform="scale(2)" fill="#204060">
<rect id="inner" width="10" height="5" stroke="#000000"/></g>"""


@pytest.mark.parametrize(("part", "size"), [
    ("ball", (12, 12)),
    ("inner", (22, 12)),  # with its line, twice as large as its group is drawn
    ("leaf", (40, 20)),
])  # fmt: skip
def test_one_element_may_be_shown_alone(part: str, size: tuple[float, float], vector: Path) -> None:
    art(vector, PARTS)
    edit(vector / "cards.yaml", "goose.svg", f"goose.svg#{part}")
    front(vector, SVG_CARD.format(BOX))
    layout = laid_out(vector)
    symbol = layout.symbols[f"art/goose.svg#{part}"]
    assert (symbol.size, symbol.height) == pytest.approx(size)
    inks = {one.style.fill for one in walk(symbol.shapes) if isinstance(one, DrawnPath)}
    assert ("#204060" in inks) == (part == "inner")


@pytest.mark.parametrize(("part", "message"), [
    ("gose", "href: no element '#gose'; did you mean goose?"),
    ("empty", "'empty' draws nothing"),
    ("line", "has no area"),
])  # fmt: skip
def test_an_element_that_cannot_be_shown(part: str, message: str, vector: Path) -> None:
    art(vector, '<circle id="goose" r="6"/><g id="empty"/><path id="line" d="M0 0H9"/>')
    edit(vector / "cards.yaml", "goose.svg", f"goose.svg#{part}")
    front(vector, SVG_CARD.format(BOX))
    assert message in problem(vector)


def test_a_tiff_of_a_kind_that_is_not_read_is_not_said_to_be_no_tiff() -> None:
    """``vips colourspace a.png a.tif lab`` of libvips 8.14.1 writes floating-point CIELAB, which
    Pillow 13.0 does not know; so does ImageMagick 6.9.11 with ``quantum:format=floating-point``."""
    tags = [(256, 3, 1), (257, 3, 1), (262, 3, 8), (277, 3, 3), (339, 3, 3), (258, 3, 32)]
    entries = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    with pytest.raises(TextError, match="a kind of TIFF that is not read: save it as PNG"):
        size_of(b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4))


def bmp16(alpha: int, *dots: int) -> bytes:
    """One line of dots of 16 bits as a BMP with a header of version 5."""
    bits = 5 if alpha == 0x8000 else 4
    masks = [(1 << bits) - 1 << place * bits for place in (2, 1, 0)]
    line = struct.pack(f"<{len(dots)}H", *dots) + bytes(-2 * len(dots) % 4)
    head = struct.pack("<IiiHHIIiiII", 124, len(dots), 1, 1, 16, 3, len(line), 0, 0, 0, 0)
    head += struct.pack("<4I", *masks, alpha) + b"BGRs" + bytes(64)
    return b"BM" + struct.pack("<IHHI", 138 + len(line), 0, 0, 138) + head + line


def test_a_bmp_with_one_bit_of_alpha_stays_clear_where_it_is() -> None:
    """``convert a.png -define bmp:subtype=ARGB1555 a.bmp`` of ImageMagick 6.9.11 writes this kind,
    which Chromium 156 shows so; Pillow 13.0 drops the bit (``MASK_MODES`` in BmpImagePlugin.py)."""
    picture = shown(ready(bmp16(0x8000, 0xFC00, 0x7C00, 0x83E0)))
    assert list(picture.convert("RGBA").getchannel("A").tobytes()) == [255, 0, 255]
    assert picture.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


def test_a_bmp_of_a_kind_that_is_not_read_is_not_only_said_to_be_damaged() -> None:
    """ImageMagick 6.9.11 writes this kind with ``bmp:subtype=ARGB4444``; Pillow 13.0 has no
    decoder for it."""
    with pytest.raises(TextError, match="a kind of BMP that is not read: save it as PNG"):
        size_of(bmp16(0xF000, 0xFF00, 0x0F00))
