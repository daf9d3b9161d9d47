"""Decode picture files and prepare them for print: upright, in sRGB, no larger than wanted.

The dots that a file says it has are looked at before any is decoded.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageCms, UnidentifiedImageError

from card_data.limits import (
    LARGEST_PICTURE,
    MOST_DOTS_DECODED,
    MOST_DOTS_OF_PICTURE,
    MOST_DOTS_OF_SCANS,
    MOST_SCANS,
    MOST_SIDE_OF_PICTURE,
)
from card_data.text import apart
from printkit.cache.inputs import digest
from printkit.drawing import shapes
from printkit.drawing.colour import hexadecimal
from printkit.drawing.hatching import PALE
from printkit.errors import TextError
from printkit.pictures.files import UNKNOWN
from printkit.pictures.jpeg import scans_of, stripped

TIFF = b"II*\0", b"MM\0*"  # how such a file begins
BMP = b"BM"
OTHER = "is damaged, or a kind of {} that is not read: save it as PNG"
LENGTH_OF_HEAD, WITH_ALPHA_MASK = 14, 56  # of a BMP: where it stands, and the least
ALPHA_MASK = slice(66, 70)  # of such a head: the bits of a dot that say whether it shows
ONE_BIT = (0x8000).to_bytes(4, "little")  # such a mask, for dots of 16 bits
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "AVIF")
ORIENTATION = 0x0112  # the EXIF tag
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
SIDEWAYS = 5  # from this orientation on columns and rows change places
QUALITY = 92  # of a JPEG that is made again
FAST = 4  # how hard to deflate: harder takes twice as long for a few per cent
SMALLEST = 1, 1  # dots: makes a JPEG be decoded to an eighth
FINER = 2  # times the dots wanted that a JPEG is decoded to, for the filter to choose from
DEEP = ("I;16", "I;16B", "I;16L", "I;16N")  # modes of 16 bits of grey
DEEPER = ("I", "F")  # those of 32 bits, whose range no file tells
ICC = "icc_profile"


class Size(NamedTuple):
    """The dots of a picture as it stands upright."""

    columns: int
    rows: int


class PreparedPicture(NamedTuple):
    """A picture as it is printed, and its bytes, which its ``shape`` has not."""

    shape: shapes.Image
    dots: bytes
    alpha: bytes


def size_of(raw: bytes) -> Size:
    """Return the size of a picture, by its header alone; raise `TextError` for one that is too
    large, or none that can be read."""
    with opened(raw) as image:
        columns, rows = image.size
        if orientation(image) >= SIDEWAYS:
            columns, rows = rows, columns
        return Size(columns, rows)


def prepare(raw: bytes, source: str, wanted: Size, *, pale: bool = False) -> PreparedPicture:
    """Return a picture of at most ``wanted`` dots, and its bytes; ``source`` is the digest of its
    file.

    ``pale``: with little ink. Raise `TextError` for one that is damaged.
    """
    with opened(raw) as image:
        turn = orientation(image)
        columns, rows = image.size
        most = wanted[::-1] if turn >= SIDEWAYS else wanted
        target = min(columns, most[0]), min(rows, most[1])
        same = target == image.size and turn == 1 and not pale and is_srgb(image)
        is_jpeg = image.format in ("JPEG", "MPO")
        if is_jpeg and not same:
            image.draft(None, tuple(FINER * side for side in target))
            if image.width * image.height > MOST_DOTS_DECODED:
                image.draft(None, target)
        check_dot_count(image.size, MOST_DOTS_DECODED)
        if is_jpeg:
            check_scans(scans_of(raw), columns * rows)
        if is_jpeg and same and (plain := stripped(raw)):
            image.draft(None, SMALLEST)  # all is read, so what is damaged is found
            image.load()
            return encode(image, plain, source, Size(*target))
        shown = shown_bits(image, raw)
        image.load()
        if shown:
            image.putalpha(shown)
        ready = in_srgb(sampled(plain_mode(image), target), image.info.get(ICC))
    if turn in TURNS:
        ready = ready.transpose(TURNS[turn])
    if pale:
        ready = lightened(ready)
    return encode(ready, jpeg_of(ready) if is_jpeg else b"", source, Size(*ready.size))


@contextmanager
def opened(raw: bytes) -> Iterator[Any]:
    """A picture of which only the header was read; raise `TextError` for whatever fails inside."""
    try:
        with Image.open(io.BytesIO(raw), formats=FORMATS) as image:
            check_dot_count(image.size, MOST_DOTS_OF_PICTURE)
            yield image
    except (TextError, MemoryError):
        raise
    except Exception as error:  # a damaged file can fail pillow in any way
        why = "is damaged, or cut off"
        if isinstance(error, UnidentifiedImageError):
            why = OTHER.format("TIFF") if raw.startswith(TIFF) else UNKNOWN
        elif isinstance(error, Image.DecompressionBombError):
            most = f"expected at most {MOST_DOTS_OF_PICTURE:,}"
            why = f"has more pixels than can be read: {most}"
        elif raw.startswith(BMP):
            why = OTHER.format("BMP")
        raise TextError(why) from None


def check_dot_count(size: tuple[int, int], most: int) -> None:
    """Raise `TextError` for a picture with too many dots."""
    columns, rows = size
    if columns * rows > most or max(size) > MOST_SIDE_OF_PICTURE:
        message = f"has {columns} x {rows} pixels, more than can be read: expected at most {most:,}"
        raise TextError(f"{message}, and {MOST_SIDE_OF_PICTURE:,} along a side")


def check_scans(scans: int, dots: int) -> None:
    """Raise `TextError` for a JPEG whose scans would take long to go over all its dots."""
    most = min(MOST_SCANS, MOST_DOTS_OF_SCANS // dots)
    if scans > most:
        raise TextError(f"has {scans:,} scans, expected at most {most}: save it anew")


def orientation(image: Any) -> int:
    """Return how a picture is turned, by its EXIF data: 1 if it is upright."""
    found = Image.Exif()
    try:
        found.load(image.info.get("exif") or b"")
        return int(found.get(ORIENTATION, 1))
    except MemoryError:
        raise
    except Exception:  # damaged data about a picture is no data
        return 1


def plain_mode(image: Any) -> Any:
    """Return a picture in grey, RGB or CMYK, with an alpha channel if anything shows through it."""
    if image.mode in DEEP:
        return shallow(image)
    if image.mode in DEEPER:
        raise TextError("has 32 bits for each pixel of grey, expected 8 or 16: save it as PNG")
    if image.mode in ("P", "PA"):
        clear = image.mode == "PA" or "transparency" in image.info
        return image.convert("RGBA" if clear else "RGB")
    if "transparency" in image.info and image.mode in ("1", "L", "RGB"):
        return image.convert("RGBA" if image.mode == "RGB" else "LA")
    known = ("L", "LA", "RGB", "RGBA", "CMYK")
    return image if image.mode in known else image.convert("L" if image.mode == "1" else "RGB")


def shown_bits(image: Any, raw: bytes) -> Any:
    """Return the alpha channel of a BMP that has one bit of it, which Pillow drops, else none."""
    modes = image.format, image.mode, raw[ALPHA_MASK]
    if modes != ("BMP", "RGB", ONE_BIT) or raw[LENGTH_OF_HEAD] < WITH_ALPHA_MASK:
        return None
    kind, length, direction = image.tile[0].args
    if kind != "BGR;15":
        return None
    lines = raw[image.tile[0].offset :]
    dots = Image.frombytes("I;16", image.size, lines, "raw", "I;16", length, direction)
    return shallow(dots).point([255 * (level >= 128) for level in range(256)])


def shallow(image: Any) -> Any:
    """Return a picture of 16 bits of grey in 8; the level that its file calls transparent is."""
    raw = image.tobytes()
    places = (0, 1) if image.mode == "I;16B" else (1, 0)
    high, low = (Image.frombytes("L", image.size, raw[at::2]) for at in places)
    if (level := image.info.get("transparency")) is not None:
        apart = (
            part.point([255 * (found != clear) for found in range(256)])
            for part, clear in zip((high, low), divmod(level, 256), strict=True)
        )
        high.putalpha(ImageChops.lighter(*apart))
    return high


def sampled(image: Any, target: tuple[int, int]) -> Any:
    """Return a picture with no more dots than wanted."""
    return image if image.size == target else image.resize(target, Image.Resampling.LANCZOS)


def in_srgb(image: Any, profile: bytes | None) -> Any:
    """Return a picture in sRGB, or in grey; one with a broken profile as if it had none."""
    alpha = image.getchannel("A") if image.mode in ("LA", "RGBA") else None
    colours = image.convert(image.mode[:-1]) if alpha is not None else image
    if profile and not names_srgb(profile):
        try:
            found = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
            flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
            srgb = ImageCms.createProfile("sRGB")
            changed: Any = ImageCms.profileToProfile(
                colours, found, srgb, intent, "RGB", flags=flags
            )
            colours = changed.convert("L") if colours.mode == "L" else changed
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            pass
    if colours.mode == "CMYK":
        colours = colours.convert("RGB")
    if alpha is not None:
        colours.putalpha(alpha)
    return colours


def is_srgb(image: Any) -> bool:
    """Whether a picture is in sRGB, or in grey, as it is."""
    profile = image.info.get(ICC)
    return image.mode in ("L", "RGB") and (not profile or names_srgb(profile))


def names_srgb(profile: bytes) -> bool:
    """Whether a colour profile says that it is sRGB."""
    try:
        found = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return "sRGB" in ImageCms.getProfileDescription(found)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return False


def lightened(image: Any) -> Any:
    """Return a picture that takes little ink; what shows through it still does."""
    levels = [round(255 - (255 - level) * PALE) for level in range(256)]
    bands = len(image.getbands())
    clear = image.mode in ("LA", "RGBA")
    return image.point(levels * (bands - clear) + list(range(256)) * clear)


def jpeg_of(image: Any) -> bytes:
    """Return an opaque picture as a JPEG."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return file.getvalue()


def encode(image: Any, jpeg: bytes, source: str, size: Size) -> PreparedPicture:
    """Return a picture of this ``size`` that is ready, as the ``jpeg`` if there is one, of which
    the image may be smaller, else deflated."""
    alpha = b""
    tone = tone_of(image)
    if image.mode in ("LA", "RGBA"):
        shown = image.getchannel("A")
        if shown.getextrema() != (255, 255):
            alpha = zlib.compress(shown.tobytes(), FAST)
        image = image.convert(image.mode[:-1])
    dots = jpeg or zlib.compress(image.tobytes(), FAST)
    if len(dots) + len(alpha) > LARGEST_PICTURE:
        found, most = (len(dots) + len(alpha)) / 1e6, LARGEST_PICTURE / 1e6
        message = f"takes {apart(found, most, 0)} MB as it is printed"
        raise TextError(f"{message}, expected at most {most:.0f} MB")
    shape = shapes.Image(
        0, 0, *size, *size, "jpeg" if jpeg else "zlib", digest(dots, alpha),
        grey=image.mode == "L", clear=bool(alpha), source=source, tone=tone,
    )  # fmt: skip
    return PreparedPicture(shape, dots, alpha)


def tone_of(image: Any) -> str:
    """Return the mean colour of a picture on white paper."""
    dot = image.resize((1, 1), Image.Resampling.BOX)
    if image.mode in ("LA", "RGBA"):
        white = Image.new("RGBA", (1, 1), "white")
        dot = Image.alpha_composite(white, dot.convert("RGBA"))
    return hexadecimal(dot.convert("RGB").tobytes())
