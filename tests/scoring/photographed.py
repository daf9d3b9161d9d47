"""What an ideal photo of a game's filled-in sheets would say: the entries of their fields."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import cv2
import msgspec
import numpy as np
from msgspec.structs import replace

from card_data import Game
from scoring.photo.reading import PhotoEntry, PhotoSheet
from scoring.positions.positions import PositionFile
from scoring.sheets.live import LiveField, LiveSheet, live_sheets
from scoring.web.entry import value_at

CROP = cv2.imencode(".jpg", np.full((40, 60), 230, np.uint8))[1].tobytes()


def sheets_of(game: Game[Any], players: int) -> list[LiveSheet]:
    return [one.sheet for one in live_sheets(game, players)]


def photographed(
    filled: PositionFile, sheets: Collection[LiveSheet], doubts: Collection[str] = ()
) -> list[PhotoSheet]:
    """The sheets, of which entries are in doubt whose label is among ``doubts``, and all that no
    photo is sure of. A form of a player does not say whose it is."""
    seats = tuple([one.seat for one in sheets if one.seat is not None])
    found = []
    for sheet in sheets:
        entries = [one for field in sheet.fields for one in entries_of(filled, field, doubts)]
        own: tuple[int | None, ...] = (sheet.seat,)
        if sheet.seat is not None:
            own = seats
            old, new = f"players.{sheet.seat}.", f"players.{seats[0]}."
            entries = [replace(one, path=one.path.replace(old, new)) for one in entries]
        entries = [one for one in entries if own != (None,) or plays(filled, one.path)]
        found.append(PhotoSheet(sheet.component, sheet.title, own, tuple(entries), CROP))
    return found


def plays(filled: PositionFile, path: str) -> bool:
    steps = path.split(".")
    return steps[0] != "players" or value_at(filled, f"players.{steps[1]}") is not None


def entries_of(
    filled: PositionFile, field: LiveField, doubts: Collection[str]
) -> Iterator[PhotoEntry]:
    value = value_at(filled, field.path)
    sure = field.label not in doubts
    entry = PhotoEntry(field.path, None, field.label, "text", "", sure, CROP)
    match field.kind:
        case "check" | "next":
            marked = field.mark in value if isinstance(value, list) else value == field.mark
            found = "x" if marked and value is not None else ""
            yield replace(entry, kind="mark", mark=field.mark, found=found)
        case "number":
            yield replace(entry, kind="number", found="" if value is None else str(value))
        case "grid":
            rows = (value or "").split("\n")
            for at in range(field.rows):
                row = rows[at] if at < len(rows) and rows[at] else "." * field.columns
                found = "".join("." if sign == "." else "?" for sign in row)
                label = f"{field.label}, row {at + 1}"
                yield replace(
                    entry, kind="squares", label=label, found=found, sure="?" not in found
                )
        case _:
            yield replace(entry, found="?" if value else "", sure=not value)


def answer(filled: PositionFile, entry: PhotoEntry, at: int) -> str:
    """What somebody who knows the position answers; ``at`` is the row of squares."""
    value = value_at(filled, entry.path)
    if entry.kind == "squares":
        return str(value).split("\n")[at]
    return str(value) if entry.kind == "text" and value is not None else entry.found


def encoded(sheets: list[PhotoSheet]) -> bytes:
    return msgspec.json.encode(sheets)
