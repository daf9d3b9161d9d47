"""What a photo says of the fields of the sheets that it shows."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from typing import Literal

import cv2
import msgspec
import numpy as np

from card_data import DataError, Problem
from card_data.model import Model
from scoring.photo.blanks import Gray
from scoring.photo.cells import Cell, Flags, Written, box, cells, hiding, measures, written
from scoring.photo.digits import number
from scoring.photo.flattening import Flattening
from scoring.photo.model import Networks
from scoring.photo.registration import MOST_PIECES, Hypothesis, Reference, Search, level
from scoring.photo.witness import Reading, numbers_of, readings

Kind = Literal["mark", "number", "squares", "text"]

HEIC = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypheim", b"ftypmif1", b"ftypmsf1", b"ftypavif")
MOST_PIXELS, LEAST_SIDE = 50_000_000, 1000
IN_PHOTO = 6000, 15000  # features: more where much writing hides what is printed
CLEAR, RIGHT, NEARLY = 0.8, 0.2, -1.0  # how well a sheet fits; the first is not looked at again
ROUGHLY_RIGHT = 0.15  # of its large windows, for its small ones to be looked for
WELL = 0.7  # of them, for others of its size to lie as it does
MOST_RIVALS = 4
CLOSE = 0.06  # how much less like its blank a rival may be, to be looked at once more
DIFFERENT = 40  # grey levels between two blanks
RIVAL = 0.5  # of the features that agree with the best sheet, for another to be tried
BLANK, MARK = 0.01, 0.99  # odds of a mark, below and above which there is no doubt
SURER = 8  # times surer it must be that nothing is there: a 1 is small, and print hides marks
NEAR = 12.0  # mm around a cell whose windows tell whether it is where it should be
CROP, MAGNIFIED = 4.0, 2  # mm around a field in its picture; how much larger that is
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 80]


class PhotoEntry(Model, frozen=True):
    """What is written in a field.

    ``path`` and ``mark`` are those of the field, ``label`` is what people call it. ``found`` is
    what was read: of a mark ``x`` if it is there; of a number its digits, empty if nothing is
    written; of a row of squares (each row of a grid is an entry) a dot for each that is blank and a
    question mark for each that is written in; of a text a question mark if anything is written.
    ``sure`` is whether it may count without an answer: letters and names never are. ``crop`` is a
    JPEG picture of the field and what is around it; empty where nothing is written for sure.
    """

    path: str
    mark: int | str | bool | None
    label: str
    kind: Kind
    found: str
    sure: bool
    crop: bytes


class PhotoSheet(Model, frozen=True):
    """A sheet that was found in a photo.

    ``seats`` are those whose sheet it may be: several of a form that does not say its player.
    ``flat`` is the sheet as it was flattened, as a JPEG picture.
    """

    component: str
    title: str
    seats: tuple[int | None, ...]
    entries: tuple[PhotoEntry, ...]
    flat: bytes


def read_photo(
    photo: Gray, references: Sequence[Reference], networks: Networks
) -> list[PhotoSheet]:
    """Return the sheets in a photo, those with the clearest features first.

    Raise `DataError` with what to do for a photo that shows no sheet well enough to be read.
    """
    return [read_sheet(one, networks) for one in find_sheets(photo, references)]


def refused(message: str) -> DataError:
    return DataError(Problem(message=message, file=""))


def decoded(raw: bytes) -> Gray:
    """Return the photo in grey and upright; raise `DataError` for what is no photo."""
    from PIL import Image

    if raw[4:12] in HEIC:
        raise refused("a photo in the format HEIC: save it as JPEG")
    most = f"expected at most {MOST_PIXELS // 1_000_000} megapixels: save it smaller"
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(raw)) as header:
            wide, high = header.size
    except Image.DecompressionBombError:
        raise refused(f"far too many pixels, {most}") from None
    except (OSError, ValueError):
        raise refused("not a picture, expected a photo as JPEG or PNG") from None
    if wide * high > MOST_PIXELS:
        raise refused(f"{wide} x {high} pixels, {most}")
    if max(wide, high) < LEAST_SIDE:
        message = f"{wide} x {high} pixels are too few, expected at least {LEAST_SIDE} on one side"
        raise refused(f"{message}: take it nearer, or send it in full size")
    image = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_GRAYSCALE)
    if image is None:
        raise refused("a damaged picture, expected a photo as JPEG or PNG")
    return image


def find_sheets(photo: Gray, references: Sequence[Reference]) -> list[Flattening]:
    """Return every sheet in a photo; raise `DataError` with what to do if there is none."""
    seen: list[list[Flattening]] = []  # by how many features
    for most in IN_PHOTO:
        seen.append([*pieces(photo, references, most)])
        fits = [one.fit for one in seen[-1] if one.fit >= NEARLY]
        if fits and min(fits) >= CLEAR:
            break
    right = [[one for one in some if one.fit >= RIGHT] for some in seen]
    if found := max(right, key=lambda some: sum(one.fit for one in some)):
        return found
    nearly = max((one for some in seen for one in some), key=lambda one: one.fit, default=None)
    if nearly is not None and nearly.fit >= NEARLY:
        title = nearly.blank.sheet.title
        raise refused(
            f"this looks like {title}, but not all of it is seen as it is printed: lay it flat, in "
            "even light and whole in the picture; an older print is not read"
        )
    raise refused(
        "no sheet of this game is seen: lay it flat, fill the picture with it, and hold still"
    )


def pieces(photo: Gray, references: Sequence[Reference], most: int) -> Iterator[Flattening]:
    """Yield what may be sheets, by this many features of the photo."""
    search = Search(photo, most)
    for _ in range(MOST_PIECES):
        hypotheses = search.best(references)
        if not hypotheses:
            return
        best = likeliest(photo, hypotheses)
        search.take(best.found)
        yield best


def likeliest(photo: Gray, hypotheses: Sequence[Hypothesis]) -> Flattening:
    """Return the sheet whose windows agree best, of those that nearly as many features agree with;
    of two that are nearly alike the one that is seen where they differ."""
    least = RIVAL * hypotheses[0].agreeing
    tried = [Flattening(photo, one) for one in hypotheses[:MOST_RIVALS] if one.agreeing >= least]
    first = tried[0]
    for one in tried:
        if first.share < WELL or one.size != first.size:
            one.bend()
            first = max(first, one, key=lambda sheet: sheet.share)
    for one in tried:
        if one is not first and one.size == first.size:
            one.lie_as(first)
    ranked = sorted([(one.likeness, one) for one in tried], key=lambda pair: -pair[0])
    most, best = ranked[0]
    others = [one for alike, one in ranked[1:] if alike >= most - CLOSE]
    rivals = [one for one in others if one.blank.sheet.fields != best.blank.sheet.fields]
    for one in (best, *rivals[:1]):
        if one.share >= ROUGHLY_RIGHT:
            one.smooth()
    return nearer(best, rivals[0]) if rivals else best


def nearer(one: Flattening, other: Flattening) -> Flattening:
    """Return the sheet that is more like its blank, in the dots in which the two blanks differ."""
    blanks = [sheet.found.reference.evenly_lit for sheet in (one, other)]
    if blanks[0].shape != blanks[1].shape:
        return max((one, other), key=lambda sheet: sheet.likeness)
    differ = cv2.absdiff(*blanks) > DIFFERENT
    off = [
        cv2.absdiff(level(sheet.flat()), blank)[differ].mean()
        for sheet, blank in zip((one, other), blanks, strict=True)
    ]
    return one if off[0] <= off[1] else other


def read_sheet(found: Flattening, networks: Networks) -> PhotoSheet:
    sheet, blank = written(found), found.blank
    entries: list[PhotoEntry] = []
    numbers: dict[str, list[Reading]] = {}
    unclear = set[str]()
    fields = [(field, list(cells(field))) for field in blank.sheet.fields]
    every = networks.marks(measures(sheet, [one for _, places in fields for one in places]))[:, 1]
    for field, places in fields:
        odds, every = every[: len(places)], every[len(places) :]
        well = [found.agrees(one.x + one.width / 2, one.y + one.height / 2, NEAR) for one in places]
        odds = np.where(well, odds, odds.clip(BLANK, MARK))
        small = field.kind not in ("check", "next", "grid") or hiding(sheet, places[0])
        nothing = odds[0] < (BLANK / SURER if small else BLANK)
        if field.kind == "grid":
            entries += rows_of(sheet, places, odds < BLANK)
        elif field.kind == "number":
            shapes = None if nothing else number(sheet, places[0], networks.digits)
            numbers[field.path] = readings(shapes, float(odds[0]))
            if shapes and (not well[0] or any(len(ways[0]) > 1 for ways in shapes)):
                unclear.add(field.path)
            entries.append(entry(sheet, places[0], "number", "", nothing))
        elif field.kind == "text":
            entries.append(entry(sheet, places[0], "text", "" if nothing else "?", nothing))
        else:
            text = "x" if odds[0] >= 0.5 else ""
            entries.append(entry(sheet, places[0], "mark", text, nothing or odds[0] > MARK))
    read = numbers_of(numbers, unclear)
    entries = [with_number(one, *read[one.path]) if one.path in read else one for one in entries]
    seats = tuple([one.seat for one in blank.sheets])
    flat = jpeg(sheet.flat)
    return PhotoSheet(blank.sheet.component, blank.sheet.title, seats, tuple(entries), flat)


def with_number(one: PhotoEntry, text: str, sure: bool) -> PhotoEntry:
    return msgspec.structs.replace(one, found=text, sure=one.sure or sure)


def rows_of(sheet: Written, places: Sequence[Cell], blank: Flags) -> Iterator[PhotoEntry]:
    """Yield what is written in each row of a grid, of whose squares these are ``blank``."""
    field = places[0].field
    for row in range(field.rows):
        part = slice(row * field.columns, (row + 1) * field.columns)
        text = "".join("." if one else "?" for one in blank[part])
        first, last = places[part][0], places[part][-1]
        whole = first._replace(width=last.x + last.width - first.x)
        label = f"{field.label}, row {row + 1}"
        yield entry(sheet, whole, "squares", text, "?" not in text, label)


def entry(
    sheet: Written, place: Cell, kind: Kind, found: str, sure: bool, label: str = ""
) -> PhotoEntry:
    field = place.field
    nothing = sure and not found.strip(".")
    crop = b"" if nothing else jpeg(sheet.flat[box(place, sheet.flat, CROP)], MAGNIFIED)
    return PhotoEntry(field.path, field.mark, label or field.label, kind, found, bool(sure), crop)


def jpeg(image: Gray, times: int = 1) -> bytes:
    larger = cv2.resize(image, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", larger, QUALITY)[1].tobytes()
