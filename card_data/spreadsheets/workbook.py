"""XLSX and ODS files, read behind a wall: their cells, which may cost any amount of time and memory
to unpack."""

from __future__ import annotations

import msgspec

from card_data.limits import SECONDS_A_WORKBOOK
from card_data.problems import MISWRITTEN, flaw
from card_data.spreadsheets.grid import Asked, Grid, bounded, refuse
from card_data.wall import Wall, WallError, Worker, behind_wall


def read_workbook(raw: bytes, file: str, sheet: str, table: str) -> Grid:
    """The cells of a sheet; raise `DataError` for a file that has none, or is too much."""
    request = Asked(bounded(raw, file), file, sheet, table)
    try:
        answer = read_here(request) if behind_wall() else asked(request)
        return msgspec.msgpack.decode(answer, type=Grid)
    except WallError as error:
        raise refuse(str(error), file) from None
    except MISWRITTEN as error:
        raise refuse(flaw(error), file) from None


def asked(request: Asked) -> bytes:
    """What a process of its own reads in a sheet."""
    wall = Wall(reading, done="read as a spreadsheet")
    try:
        return wall.ask(request, SECONDS_A_WORKBOOK)
    finally:
        wall.close()


def read_here(request: Asked) -> bytes:
    """What is read behind a wall already, as an audit is, which reads the game too."""
    return reading()(request, None)  # type: ignore[arg-type]


def reading() -> Worker:
    """What reads sheets behind a wall, where no library can be loaded."""
    from card_data.spreadsheets.unpacking import unpacked  # few games have a workbook

    return lambda request, outside: msgspec.msgpack.encode(unpacked(request))
