"""Photos as they come from phones: read against the sheets of a game, and told to a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
from msgspec.structs import replace

from card_data import DataError, Game, Problem
from card_data.choices import HouseRules
from card_data.limits import LARGEST_PHOTO, SECONDS_A_PHOTO
from card_data.program.sandbox import allow_seconds
from scoring.ask.questions import Questions, questions_of
from scoring.photo.blanks import blanks
from scoring.photo.changes import row_of
from scoring.photo.model import networks
from scoring.photo.reading import PhotoSheet, decoded, read_photo, refused
from scoring.photo.registration import Reference
from scoring.positions.positions import PositionReader


def read(
    raw: bytes, name: str, game: str, data: Path | None, house: HouseRules
) -> list[PhotoSheet]:
    """Return the sheets of a game in a photo; raise `DataError` with what to do if there are none.

    ``name`` is that of its file, ``data`` the folder of edited games, if any.
    """
    allow_seconds(SECONDS_A_PHOTO)
    cv2.setNumThreads(1)  # a limited process can begin no more
    try:
        if len(raw) > LARGEST_PHOTO:
            raise refused(f"more than {LARGEST_PHOTO >> 20} MB: save it smaller")
        photo = decoded(raw)  # before the sheets, which take seconds to draw
        found = read_photo(photo, references(game, data, house), networks())
    except (MemoryError, cv2.error):
        message = "it takes too much memory: save it smaller, with 12 megapixels"
        raise DataError(Problem(message=message, file=name)) from None
    except DataError as error:
        raise DataError(*[replace(one, file=name) for one in error.problems]) from None
    model = questions_of(PositionReader(data, house).game(game))
    return [doubted(sheet, model) for sheet in found]


@cache
def references(game: str, data: Path | None, house: HouseRules) -> list[Reference]:
    allow_seconds(SECONDS_A_PHOTO)
    return [Reference(one) for one in blanks(PositionReader(data, house).game(game), data)]


def doubted(sheet: PhotoSheet, model: Questions) -> PhotoSheet:
    """Return a sheet on which marks are in doubt where one of several boxes may be marked and more
    are."""
    marked = Counter(one.path for one in sheet.entries if one.kind == "mark" and one.found)
    alone = {path for path, count in marked.items() if count > 1 and row_of(model, path) == ""}
    entries = [
        replace(one, sure=False) if one.path in alone and one.found else one
        for one in sheet.entries
    ]
    return replace(sheet, entries=tuple(entries))


def name_crop(sheet: PhotoSheet) -> bytes:
    """Return the picture of the first name that is written on a sheet; empty without one."""
    return next((one.crop for one in sheet.entries if one.path.endswith(".name")), b"")


def as_json(sheets: Sequence[PhotoSheet], game: Game[Any]) -> bytes:
    """Return sheets for a page, and what the fields of each path are together (`row_of`)."""
    model = questions_of(game)
    rows = {one.path: row_of(model, one.path) for sheet in sheets for one in sheet.entries}
    told = [
        replace(one, flat=b"" if len(one.seats) == 1 or name_crop(one) else one.flat)
        for one in sheets
    ]
    return msgspec.json.encode({"sheets": told, "rows": rows})
