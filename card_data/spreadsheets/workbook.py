"""XLSX and ODS files, read behind a wall: their cells, which may cost any amount of time and memory
to unpack."""

from __future__ import annotations

import msgspec

from card_data.limits import MOST_CELLS, MOST_HEADS, SECONDS_A_WORKBOOK
from card_data.problems import MISWRITTEN, clip, flaw
from card_data.spreadsheets.grid import CONTROL, Asked, Found, Grid, bounded, refuse
from card_data.wall import Wall, WallError, Worker, behind_wall

MOST_TOLD = 10  # other sheets


def read_workbook(raw: bytes, file: str, sheet: str, table: str) -> Grid:
    """The cells of a sheet; raise `DataError` for a file that has none, or is too much."""
    request = Asked(bounded(raw, file), file, sheet, table)
    try:
        answer = read_here(request) if behind_wall() else asked(request)
        found = msgspec.msgpack.decode(answer, type=Found)
    except WallError as error:
        raise refuse(str(error), file) from None
    except MISWRITTEN as error:
        raise refuse(flaw(error), file) from None
    return grid_of(found, file)


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
    from card_data.spreadsheets.unpacking import unpacked  # loads python_calamine

    return lambda request, outside: msgspec.msgpack.encode(unpacked(request))


def grid_of(found: Found, file: str) -> Grid:
    """The rows of a sheet that are not empty, once they are checked."""
    if sum(map(len, found.rows)) > MOST_CELLS or any(len(row) > MOST_HEADS for row in found.rows):
        message = f"more than {MOST_CELLS:,} cells, or {MOST_HEADS:,} columns"
        raise refuse(message, file, cell=clip(found.sheet, quoted=False))
    kept = [at for at, row in enumerate(found.rows) if any(cell != "" for cell in row)]
    places = {found.first + at: place for place, at in enumerate(kept)}
    flaws = {(places[row], column): said for row, column, said in found.flaws if row in places}
    rows, numbers = [found.rows[at] for at in kept], [found.first + at + 1 for at in kept]
    grid = Grid(rows, numbers, [], found.sheet, flaws, others=found.others[:MOST_TOLD])
    for place, row in enumerate(rows):
        for column, cell in enumerate(row):
            if isinstance(cell, str) and (control := CONTROL.search(cell)):
                message = f"found the control character {clip(control[0])}"
                raise refuse(message, file, cell=grid.cell(place, column))
    return grid
