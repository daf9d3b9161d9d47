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
    from card_data.spreadsheets.unpacking import unpacked  # few games have a workbook

    return lambda request, outside: msgspec.msgpack.encode(unpacked(request))


def grid_of(found: Found, file: str) -> Grid:
    """The rows of a sheet that are not empty, once they are checked."""
    rows = [*found.rows.values()]
    if sum(map(len, rows)) > MOST_CELLS or any(len(row) > MOST_HEADS for row in rows):
        message = f"more than {MOST_CELLS:,} cells, or {MOST_HEADS:,} columns"
        raise refuse(message, file, cell=clip(found.sheet, quoted=False))
    places = {number: place for place, number in enumerate(found.rows)}
    exact = {(places[row], column): number for row, column, number in found.exact}
    flaws = {(places[row], column): said for row, column, said in found.flaws if row in places}
    numbers = [number + 1 for number in found.rows]
    grid = Grid(rows, numbers, [], found.sheet, exact, flaws, others=found.others[:MOST_TOLD])
    for place, row in enumerate(rows):
        for column, cell in enumerate(row):
            if control := CONTROL.search(cell):
                message = f"found the control character {clip(control[0])}"
                raise refuse(message, file, cell=grid.cell(place, column))
    return grid
